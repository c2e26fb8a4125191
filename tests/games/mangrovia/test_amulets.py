"""Collecting amulets (MG-61 to MG-68, example 4)."""

import pytest

from simkit.games.mangrovia import counters, state
from simkit.games.mangrovia.state import AMULETS_AT, BAG, COLLECT, FOREGO, RETURN, encode
from simkit.position import Position
from tests.games.mangrovia.tables import fields, kinds, sail_to, table


def collector(pillar: int, bag: int | None = None, aside: int = 0, **switches: object) -> Position:
    """Seat 1 at landing 2 with so many huts on amulet spaces; a smaller bag, and twos lying aside."""
    position = table(4, **switches)
    sail_to(position, 1, 2)
    position.state.pillar[1] = pillar
    if bag is not None:
        position.state.pile_n[BAG] = bag
    position.state.discard[AMULETS_AT + 1] = aside
    return position


def held(position: Position) -> int:
    return int(position.state.hand[1][AMULETS_AT:].sum())


@pytest.mark.rule("EX-04", "MG-62", "MG-65")
def test_example_4_with_3_huts_3_are_drawn_and_2_kept() -> None:
    position = collector(3)
    position.apply(encode(COLLECT))
    assert position.state.drawn.sum() == 3
    assert position.state.pile_n[BAG] == 32
    assert fields(position, RETURN) == [k for k in range(6) if position.state.drawn[k]]
    position.apply(position.moves()[0])
    assert held(position) == 2
    assert position.state.pile_n[BAG] == 33
    assert position.state.repository == 5
    assert position.state.seen[1][AMULETS_AT:].sum() == 0


@pytest.mark.rule("MG-62", "MG-63")
@pytest.mark.parametrize(("pillar", "kept"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (7, 4)])
def test_all_but_one_of_at_most_five_are_kept(pillar: int, kept: int) -> None:
    position = collector(pillar)
    position.apply(encode(COLLECT))
    if pillar > 1:
        assert position.state.drawn.sum() == min(pillar, 5)
        position.apply(position.moves()[-1])
    assert held(position) == kept


@pytest.mark.rule("MG-64", "MG-19")
def test_without_a_hut_there_is_a_1_from_the_repository_while_they_last() -> None:
    position = collector(0)
    position.apply(encode(COLLECT))
    assert list(position.state.hand[1][AMULETS_AT:]) == [1, 0, 0, 0, 0, 0]
    assert (position.state.repository, position.state.pile_n[BAG]) == (4, 35)
    assert position.state.seen[1][AMULETS_AT] == 1
    position = collector(0)
    position.state.repository = 0
    assert kinds(position) == {FOREGO}
    position.apply(encode(FOREGO))
    assert held(position) == 0
    assert position.state.tally[counters.T_NO_COLLECT] == 1


@pytest.mark.rule("MG-64")
def test_who_has_a_hut_there_never_takes_from_the_repository() -> None:
    position = collector(1, bag=0)
    assert position.state.repository == 5
    assert kinds(position) == {FOREGO}


@pytest.mark.rule("MG-66", "MG-25")
def test_neutral_huts_on_amulet_spaces_move_no_pillar() -> None:
    position = table(2)
    assert not position.state.pillar.any()


@pytest.mark.rule("MG-67")
def test_the_bag_is_refilled_in_the_middle_of_a_draw() -> None:
    position = collector(4, bag=1, aside=6)
    position.apply(encode(COLLECT))
    assert position.state.drawn.sum() == 4
    assert position.state.pile_n[BAG] == 3
    assert position.state.discard[AMULETS_AT:].sum() == 0
    assert position.state.tally[counters.T_RESHUFFLED + BAG] == 1


@pytest.mark.rule("MG-67")
@pytest.mark.parametrize(("word", "left"), [("on_demand", 0), ("immediate", 3)])
def test_the_bag_is_refilled_when_due_or_at_once(word: str, left: int) -> None:
    position = collector(1, bag=1, aside=3, bag_refill=word)
    position.apply(encode(COLLECT))
    assert position.state.pile_n[BAG] == left


@pytest.mark.rule("MG-68")
@pytest.mark.parametrize(
    ("word", "bag", "kept"),
    [("return_one", 1, 0), ("return_one", 2, 1), ("cap", 1, 1), ("cap", 2, 2), ("cap", 3, 2)],
)
def test_a_short_draw_returns_one_or_keeps_what_is_allowed(word: str, bag: int, kept: int) -> None:
    position = collector(3, bag=bag, short_draw=word)
    position.apply(encode(COLLECT))
    if position.state.phase == state.PH_RETURN:
        position.apply(position.moves()[0])
    assert held(position) == kept


@pytest.mark.rule("MG-44")
def test_landing_6_collects_or_draws_one_card() -> None:
    position = table(4)
    sail_to(position, 1, 6)
    before = position.state.hand[1].sum()
    position.apply(encode(state.DRAW_DOWN, 0))
    assert position.state.landing == 7
    assert position.state.hand[1].sum() == before + 1


@pytest.mark.rule("ST-09", "ST-08")
def test_collections_and_draws_are_counted() -> None:
    position = collector(3)
    position.apply(encode(COLLECT))
    position.apply(position.moves()[0])
    assert position.state.counters[1, counters.C_COLLECT] == 1
    assert position.state.counters[1, counters.C_KEPT] == 2


@pytest.mark.rule("MG-62")
@pytest.mark.parametrize("value", [2, 4, 6])
def test_the_amulet_chosen_goes_back_into_the_bag_and_the_others_are_kept(value: int) -> None:
    position = collector(3)
    position.apply(encode(COLLECT))
    now = position.state
    now.drawn[:] = [0, 1, 0, 1, 0, 1]
    before = [int((now.piles[BAG, : now.pile_n[BAG]] == AMULETS_AT + k).sum()) for k in range(6)]
    position.apply(encode(RETURN, value - 1))
    after = [int((now.piles[BAG, : now.pile_n[BAG]] == AMULETS_AT + k).sum()) for k in range(6)]
    assert [a - b for a, b in zip(after, before, strict=True)] == [int(k == value - 1) for k in range(6)]
    assert [k + 1 for k in range(6) if now.hand[1][AMULETS_AT + k]] == [v for v in (2, 4, 6) if v != value]


@pytest.mark.rule("MG-67")
def test_a_bag_with_one_amulet_left_is_not_yet_refilled() -> None:
    position = collector(1, bag=2, aside=3, bag_refill="immediate")
    position.apply(encode(COLLECT))
    assert (position.state.pile_n[BAG], position.state.discard[AMULETS_AT + 1]) == (1, 3)
