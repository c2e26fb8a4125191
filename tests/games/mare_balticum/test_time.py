"""Refill, passage of time, the end of the game: MB-54 to MB-78."""

import pytest

from simkit.games.mare_balticum.state import (
    ACTION,
    NOTHING,
    PRODUCE,
    PRODUCTION,
    SAFE,
    TAX,
    TAX_PHASE,
    produce_move,
    tax_move,
)
from simkit.position import Position
from tests.games.mare_balticum.helpers import (
    AMBER,
    COD,
    FLATFISH,
    HERRING,
    SALMON,
    TIME,
    area,
    end_turn,
    mask,
    of_type,
    pass_round,
    set_bag,
    set_fleet,
    set_hold,
    set_market,
    set_tokens,
    set_warehouse,
    started,
    types,
)

SHALLOW, DEEP, OTHER_DEEP = area("a"), area("g"), area("z")


def emptied(*areas: int, players: int = 4, **switches: object) -> Position:
    """Seat 0 to end its turn; these areas are empty, all vessels in ports."""
    position = started(players, **switches)
    for where in areas:
        set_tokens(position, where)
    return position


def shown(position: Position, where: int) -> list[int]:
    return [int(kind) for kind in position.state.tokens[where] if kind != NOTHING]


# ---- refill ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MB-54", "MB-55", "MB-56", "MB-57", "MB-X9")
def test_empty_areas_without_vessels_are_refilled_at_the_end_of_the_turn() -> None:
    """Shallow 1, deep 2; none where a vessel lies or a token is left; no check between actions."""
    position = emptied(SHALLOW, DEEP, area("h"))
    set_tokens(position, OTHER_DEEP, COD)
    set_fleet(position, 2, [0, area("h")])
    set_bag(position, SALMON, HERRING, AMBER, FLATFISH)
    position.apply(position.moves()[0])
    assert shown(position, SHALLOW) == []
    end_turn(position)
    assert shown(position, SHALLOW) == [SALMON]
    assert shown(position, DEEP) == [HERRING, AMBER]
    assert shown(position, area("h")) == []
    assert shown(position, OTHER_DEEP) == [COD]
    assert position.state.bag_at == 3
    assert position.state.tally[8] == 1
    assert position.state.tally[9] == 2


@pytest.mark.rule("MB-57")
def test_an_area_qualifies_at_a_later_check() -> None:
    position = emptied(SHALLOW)
    set_fleet(position, 1, [0, SHALLOW])
    set_bag(position, COD, COD)
    end_turn(position)
    assert shown(position, SHALLOW) == []
    set_fleet(position, 1, [0, area("b")])
    end_turn(position)
    assert shown(position, SHALLOW) == [COD]


@pytest.mark.rule("MB-58")
@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        ("by_id", [[SALMON, FLATFISH], [HERRING], [COD, AMBER]]),
        ("one_each_first", [[SALMON, COD], [FLATFISH], [HERRING, AMBER]]),
    ],
)
def test_order_of_refilled_areas(order: str, wanted: list[list[int]]) -> None:
    """By id each area is completed before the next; one_each_first gives every area one, then the second tokens."""
    position = emptied(DEEP, area("m"), OTHER_DEEP, refill_order=order)
    set_bag(position, SALMON, FLATFISH, HERRING, COD, AMBER)
    end_turn(position)
    assert [shown(position, where) for where in (DEEP, area("m"), OTHER_DEEP)] == wanted


@pytest.mark.rule("MB-58")
def test_random_order_completes_each_area_and_varies() -> None:
    seen = set()
    for deal in range(12):
        position = emptied(SHALLOW, DEEP, refill_order="random", deal=deal)
        set_bag(position, SALMON, FLATFISH, HERRING)
        end_turn(position)
        seen.add((tuple(shown(position, SHALLOW)), tuple(shown(position, DEEP))))
    assert seen == {((SALMON,), (FLATFISH, HERRING)), ((HERRING,), (SALMON, FLATFISH))}


@pytest.mark.rule("MB-59", "MB-60", "MB-72", "MB-X12")
def test_time_tokens_interrupt_the_refill_and_the_place_is_filled_afterwards() -> None:
    """Bag: time, cod, time, amber for a deep area: two events, then cod and amber lie there."""
    position = emptied(DEEP)
    set_bag(position, TIME, COD, TIME, AMBER)
    end_turn(position)
    assert position.state.phase == PRODUCTION
    assert position.state.time_drawn == 1
    for _ in range(4):
        position.apply(produce_move(0, SALMON))
    assert position.state.phase == PRODUCTION
    assert position.state.time_drawn == 2
    assert shown(position, DEEP) == [COD]
    for _ in range(4):
        position.apply(produce_move(1, COD))
    assert position.state.phase == ACTION
    assert position.seat == 1
    assert shown(position, DEEP) == [COD, AMBER]


@pytest.mark.rule("MB-61")
def test_an_empty_bag_leaves_the_rest_empty_and_play_goes_on() -> None:
    position = emptied(SHALLOW, DEEP)
    set_bag(position, COD)
    end_turn(position)
    assert shown(position, SHALLOW) == [COD]
    assert shown(position, DEEP) == []
    assert position.seat == 1
    assert position.state.tally[7] == 1


@pytest.mark.rule("MB-62")
def test_tokens_that_left_the_game_never_return_to_the_bag() -> None:
    """The bag is never added to: its end never moves after the set-up."""
    position = started()
    end = int(position.state.bag_n)
    at = 0
    while not position.over:
        position.apply(position.choose())
        assert position.state.bag_n == end
        assert position.state.bag_at >= at
        at = int(position.state.bag_at)


# ---- production ------------------------------------------------------------------------------------------------------


def event(number: int = 1, **options: object) -> Position:
    """The choice of a production token at event ``number``, seat 0 to choose; nothing is played before."""
    position = emptied(SHALLOW, **options)  # type: ignore[arg-type]
    set_bag(position, TIME, COD, COD)
    position.state.time_drawn = number - 1
    end_turn(position)
    assert position.state.phase == PRODUCTION
    return position


@pytest.mark.rule("MB-63", "MB-65", "MB-X10")
def test_any_number_on_any_space_16_choices_and_the_safe_when_it_can_be_paid() -> None:
    position = event()
    assert len(position.moves()) == 16
    set_warehouse(position, 0, 0, 0, 0, 0, 1)
    assert produce_move(SAFE, 0) not in position.moves()
    set_hold(position, 0, 0, 1)
    assert position.moves()[-1] == produce_move(SAFE, 0)
    assert len(position.moves()) == 17


@pytest.mark.rule("MB-64")
def test_choices_are_hidden_and_applied_together() -> None:
    """Seat 0 has chosen, but its market changes only when all have."""
    position = event()
    position.apply(produce_move(0, COD))
    assert position.seat == 1
    assert (position.state.market[0] == -1).all()
    assert position.state.pending[0] >= 0
    for seat in range(1, 4):
        position.apply(produce_move(seat, SALMON))
    assert position.state.market[0].tolist() == [-1, -1, -1, 0]
    assert position.state.market[2].tolist() == [2, -1, -1, -1]
    assert (position.state.pending[:4] == -1).all()


@pytest.mark.rule("MB-66")
def test_a_placed_token_stays_and_its_space_is_taken() -> None:
    position = event(2)
    set_market(position, 0, -1, 3, -1, -1)
    spaces = {((move >> 11) & 7, (move >> 8) & 7) for move in of_type(position, PRODUCE)}
    assert all(token != 0 and space != FLATFISH for token, space in spaces)
    assert len(spaces) == 9


@pytest.mark.rule("MB-67", "MB-68", "MB-X10")
def test_the_safe_costs_two_tokens_from_hold_or_warehouse() -> None:
    position = event()
    set_hold(position, 0, 0, 0, 0, 1)
    set_warehouse(position, 0, 0, 0, 0, 0, 1)
    position.apply(produce_move(SAFE, 0))
    assert position.state.phase == TAX_PHASE
    assert position.moves() == [tax_move(COD), tax_move(4 + AMBER)]
    position.apply(tax_move(4 + AMBER))
    assert position.moves() == [tax_move(COD)]
    position.apply(tax_move(COD))
    assert position.seat == 1
    assert position.state.held[0] == 1
    for _ in range(3):
        position.apply(produce_move(0, SALMON))
    state = position.state
    assert state.held[0] == 0
    assert not state.warehouse[0].any()
    assert state.tax_hold[0].tolist() == [0, 0, 0, 1]
    assert state.tax_store[0].tolist() == [0, 0, 0, 0, 1]
    assert state.played[0] == 1 << SAFE
    assert (state.market[0] == -1).all()
    assert state.counters[0, 1] == 1


@pytest.mark.rule("MB-69")
def test_a_player_who_cannot_pay_must_place_a_number_and_that_is_counted() -> None:
    position = event()
    for seat in range(4):
        set_warehouse(position, seat, *([1] if seat else [2]))
    for _ in range(4):
        position.apply(produce_move(0, SALMON))
    assert position.state.counters[:4, 25].tolist() == [0, 1, 1, 1]
    assert position.state.tally[10] == 3


@pytest.mark.rule("MB-69", "MB-70", "MB-71", "MB-X10")
@pytest.mark.parametrize(("mode", "left"), [("pay_all", 0), ("waive", 1)])
def test_the_safe_as_the_last_token_takes_what_there_is(mode: str, left: int) -> None:
    """One token owned: forced to the safe; it is paid, or waived under short_tax = waive."""
    position = event(5, short_tax=mode)
    for seat in range(4):
        set_market(position, seat, 3, 2, 1, 0)
        set_warehouse(position, seat, 1)
    assert position.moves() == [produce_move(SAFE, 0)]
    while position.state.phase != ACTION:
        assert len(position.moves()) == 1
        position.apply(position.moves()[0])
    assert position.state.warehouse[:4, SALMON].tolist() == [left] * 4
    assert position.state.tally[11] == 4


@pytest.mark.rule("MB-69", "MB-X10")
@pytest.mark.parametrize(("tokens", "allowed"), [(0, False), (1, False), (2, True)])
def test_the_safe_as_the_last_token_but_one_must_still_be_paid(tokens: int, allowed: bool) -> None:
    """Fourth event, a number and the safe left: only the fifth token is free of the ban."""
    position = event(4)
    set_market(position, 0, 3, 2, 1, -1)
    set_warehouse(position, 0, tokens)
    assert (produce_move(SAFE, 0) in position.moves()) == allowed
    assert produce_move(3, COD) in position.moves()


@pytest.mark.rule("MB-70")
def test_without_any_token_the_last_safe_costs_nothing() -> None:
    position = event(5)
    for seat in range(4):
        set_market(position, seat, 3, 2, 1, 0)
    for seat in range(4):
        assert position.seat == seat
        position.apply(produce_move(SAFE, 0))
    assert position.state.phase == ACTION


@pytest.mark.rule("MB-71")
def test_at_the_fifth_event_nobody_has_a_choice() -> None:
    position = event(5)
    position.state.played[0] = 0b10111
    position.state.market[0] = [0, 1, 2, -1]
    assert position.moves() == [produce_move(3, COD)]


@pytest.mark.rule("MB-71", "MB-72")
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_everyone_plays_all_five_tokens_and_pays_once(policy: str) -> None:
    position = started(policies=[policy] * 4)
    position.play_out()
    assert position.state.played[:4].tolist() == [31] * 4
    assert (position.state.counters[:4, 1] >= 1).all()
    paid = position.state.tax_hold[:4].sum(1) + position.state.tax_store[:4].sum(1)
    assert (paid <= 2).all()


@pytest.mark.rule("MB-68")
def test_tax_reveals_kind_is_about_knowledge_only() -> None:
    """With it nothing about another's warehouse is re-drawn after an unseen tax; without it the kinds are."""
    changed = {}
    for reveals in (False, True):
        position = started(tax_reveals_kind=reveals)
        set_warehouse(position, 1, 2, 2, 2, 2, 2)
        position.state.tax_pool[1] = [3, 3, 2, 2, 2]
        position.state.tax_store[1] = [1, 1, 0, 0, 0]
        seen = set()
        for key in range(20):
            other = position.copy()
            other.hide(0, key)
            seen.add(tuple(other.state.warehouse[1].tolist()))
            assert other.state.warehouse[1].sum() == 10
        changed[reveals] = len(seen)
    assert changed[True] == 1
    assert changed[False] > 5


# ---- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MB-73", "MB-74", "MB-75", "MB-76", "MB-77", "MB-X11", "MB-X12")
@pytest.mark.parametrize(("seat", "further"), [(0, 7), (1, 6), (2, 5), (3, 4)])
def test_the_sixth_time_token_ends_the_game_after_the_next_round(seat: int, further: int) -> None:
    """4 players, drawn after seat 1's turn: seats 2 and 3 finish the round, then one more round: 6 more turns."""
    position = started()
    for _ in range(seat):
        end_turn(position)
    set_tokens(position, SHALLOW)
    set_bag(position, TIME, COD, COD, COD)
    position.state.time_drawn = 5
    for other in range(4):
        set_market(position, other, 3, 2, 1, 0)
        position.state.played[other] = 31
    end_turn(position)
    assert position.state.phase == ACTION
    assert shown(position, SHALLOW) == [COD]
    assert position.state.last_round == 2
    turns = 0
    while not position.over:
        assert types(position)
        end_turn(position)
        turns += 1
    assert turns == further
    assert position.state.end_cause == 2
    assert position.state.round_no == 2


@pytest.mark.rule("MB-77")
def test_no_refill_after_the_very_last_turn() -> None:
    position = started(3)
    position.state.last_round = 1
    for _ in range(2):
        end_turn(position)
    set_tokens(position, SHALLOW)
    at = int(position.state.bag_at)
    end_turn(position)
    assert position.over
    assert position.state.bag_at == at


@pytest.mark.rule("MB-78")
def test_a_game_that_reaches_the_cap_is_stalled_and_open_spaces_count_0() -> None:
    """Nobody moves: after the cap's round the game is stalled; a kind without number pays nothing."""
    position = started(3, max_rounds=2)
    set_market(position, 0, 3, -1, -1, -1)
    set_warehouse(position, 0, 1, 5)
    assert position.score_now()[0] == 3 + 5 * 1.0
    pass_round(position)
    pass_round(position)
    assert position.over
    assert position.state.end_cause == 1
    assert position.state.round_no == 2
    assert position.scores()[0, 0] == 3


@pytest.mark.rule("MB-78")
@pytest.mark.parametrize(("last_round", "cause"), [(2, 2), (3, 1)])
def test_a_regular_end_in_the_round_of_the_cap_is_regular(last_round: int, cause: int) -> None:
    position = started(3, max_rounds=2)
    position.state.last_round = last_round
    pass_round(position)
    pass_round(position)
    assert position.over
    assert position.state.end_cause == cause


@pytest.mark.rule("MB-76")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_players_have_equally_many_turns(players: int) -> None:
    for deal in range(3):
        position = started(players, deal=deal)
        position.play_out()
        assert position.state.turn_no == players * position.state.round_no


def test_more_time_tokens_only_delay_the_end() -> None:
    """The component ``time``: tokens after the fifth ask for nothing, the last one ends the game."""
    position = emptied(SHALLOW, components={"time": 7})
    position.state.time_drawn = 5
    for seat in range(4):
        set_market(position, seat, 3, 2, 1, 0)
        position.state.played[seat] = 31
    set_bag(position, TIME, COD)
    end_turn(position)
    assert position.state.phase == ACTION
    assert position.state.last_round == 0
    assert mask([0]) == 1
    assert TAX not in types(position)
