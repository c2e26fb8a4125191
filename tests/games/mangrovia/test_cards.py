"""Cards: displays, piles, discards (MG-53 to MG-60, MG-97)."""

import pytest

from simkit.games.mangrovia import counters
from simkit.games.mangrovia.state import DRAW_DOWN, DRAW_UP, FOREGO, LANDS, encode
from tests.games.mangrovia.tables import fields, finish_round, kinds, sail_to, table


@pytest.mark.rule("MG-57", "MG-97")
def test_displays_are_refilled_only_in_phase_3() -> None:
    position = table(4)
    sail_to(position, 1, 4)
    position.apply(encode(DRAW_UP, fields(position, DRAW_UP)[0]))
    assert position.state.display.sum() == 6
    finish_round(position)
    assert (position.state.display[:6].sum(), position.state.display[8:].sum()) == (4, 3)
    assert not position.state.bowls.any()
    assert position.state.landing == 0


@pytest.mark.rule("MG-53", "MG-54", "MG-55", "MG-56")
def test_each_card_is_chosen_freely_and_seen_before_the_next() -> None:
    position = table(4)
    sail_to(position, 1, 5)
    displayed = {k for k in range(12) if position.state.display[k]}
    assert set(fields(position, DRAW_UP)) == displayed
    position.apply(encode(DRAW_UP, min(displayed)))
    assert fields(position, DRAW_DOWN) == [0, 1]
    before = position.state.hand[1].sum()
    position.apply(encode(DRAW_DOWN, 1))
    assert position.state.hand[1].sum() == before + 1
    assert position.state.hand[1][LANDS : LANDS + 4].sum() > 0
    assert fields(position, DRAW_DOWN) == [0, 1]


@pytest.mark.rule("MG-58")
def test_an_empty_display_narrows_the_choice_and_two_lose_the_draw() -> None:
    position = table(4)
    sail_to(position, 1, 3)
    position.state.display[:6] = 0
    assert all(kind >= LANDS for kind in fields(position, DRAW_UP))
    position.state.display[:] = 0
    assert kinds(position) == {FOREGO}
    position.apply(encode(FOREGO))
    assert position.state.tally[counters.T_LOST] == 1


@pytest.mark.rule("MG-59")
@pytest.mark.parametrize(("word", "left"), [("immediate", 2), ("on_demand", 0)])
def test_an_empty_pile_is_replaced_by_its_discards(word: str, left: int) -> None:
    position = table(4, reshuffle_timing=word)
    sail_to(position, 1, 5)
    position.apply(encode(FOREGO))
    now = position.state
    now.pile_n[0] = 1
    now.discard[2] = 2
    position.apply(encode(DRAW_DOWN, 0))
    assert now.pile_n[0] == left
    position.apply(encode(DRAW_DOWN, 0))
    assert now.tally[counters.T_RESHUFFLED] == 1
    assert now.hand[1][2] >= 1


@pytest.mark.rule("MG-60")
def test_without_pile_and_discards_that_kind_cannot_be_drawn() -> None:
    position = table(4)
    sail_to(position, 1, 5)
    position.apply(encode(FOREGO))
    position.state.pile_n[0] = 0
    assert fields(position, DRAW_DOWN) == [1]
    position.state.pile_n[1] = 0
    assert kinds(position) == {FOREGO}


@pytest.mark.rule("MG-54")
@pytest.mark.parametrize("kind", [0, 5, 8, 11])
def test_every_displayed_kind_can_be_taken(kind: int) -> None:
    position = table(4)
    sail_to(position, 1, 3)
    position.state.display[:] = 0
    position.state.display[kind] = 2
    assert fields(position, DRAW_UP) == [kind]
    before = int(position.state.hand[1][kind])
    position.apply(encode(DRAW_UP, kind))
    assert position.state.hand[1][kind] == before + 1
    assert position.state.display[kind] == 1


@pytest.mark.rule("MG-59")
def test_the_same_discards_are_shuffled_into_another_order_each_time() -> None:
    orders = set()
    for earlier in (False, True):
        position = table(4)
        sail_to(position, 1, 5)
        position.apply(encode(FOREGO))
        now = position.state
        for _ in range(1 + earlier):
            now.discard[:8] = 0
            now.discard[:6] = 5
            now.pile_n[0] = 1
            now.down_left = 2
            position.apply(encode(DRAW_DOWN, 0))
        orders.add(tuple(now.piles[0, : now.pile_n[0]]))
    assert len(orders) == 2
