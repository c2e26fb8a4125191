"""Every invariant has a planted fault that it names; moves are what they say; switches change what they should."""

from collections.abc import Callable
from typing import Any

import pytest

from simkit.games.kaivai import board as b
from simkit.games.kaivai import counters as n
from simkit.games.kaivai import state as s
from simkit.games.kaivai.text import describe_events, describe_move, describe_state
from simkit.position import Position

from .table import GAME, Table, members


def played(players: int = 4, steps: int = 120, **switches: Any) -> Position:
    """A position in the middle of a random game."""
    board = GAME.board.build(players=players, switches=switches)
    position = Position(GAME, board, GAME.rules_record(switches), players, seed=3)
    for _ in range(steps):
        position.apply(position.choose())
    while position.state.phase != s.ACTION:
        position.apply(position.choose())
    return position


def _hut(state: Any) -> int:
    return next(p for p in range(182) if state.thing[p] in (s.BOATBUILDER, s.MEETING) and not state.boat[p])


def _sink_in_pocket(state: Any) -> None:
    """Declare a boat's hex no part of the sea."""
    p = min(members(state.afloat))
    state.sea[p // 62] &= ~(1 << (p % 62))


def _lose_counter(state: Any) -> None:
    state.counter_store -= 1


def _lose_cult(state: Any) -> None:
    state.cult_store -= 1


def _move_thing(state: Any) -> None:
    state.thing[_hut(state)] = s.WATER


def _move_village(state: Any) -> None:
    p = _hut(state)
    state.village[p] = (state.village[p] + 1) % 8


def _fish_on_hut(state: Any) -> None:
    p = next(p for p in range(182) if state.thing[p] == s.FISHERMAN or state.thing[p] == s.CULT)
    state.hut_fish[p] = 1
    state.counter_store -= 1


def _negative(state: Any) -> None:
    state.glory[0] = -1
    state.parts[0, :] = 0
    state.parts[0, 0] = -1


def _same_bids(state: Any) -> None:
    state.bid[0] = state.bid[1]


def _odd_space(state: Any) -> None:
    state.token_store -= 3 - int(state.space[0])
    state.space[0] = 3


def _more(name: str, index: Any) -> Callable[[Any], None]:
    def fault(state: Any) -> None:
        state[name][index] += 1

    return fault


def _boat_on_land(state: Any) -> None:
    state.boat[_hut(state)] = 1


def _two_homes(state: Any) -> None:
    """A boat that its owner's set does not know."""
    p = min(members(state.afloat))
    owner = int(state.boat[p]) - 1
    state.mine[owner, p // 62] &= ~(1 << (p % 62))
    state.boats_left[owner] += 1


def _closed_market(state: Any) -> None:
    p = min(members(state.market))
    state.market[p // 62] &= ~(1 << (p % 62))


def _old_fish(state: Any) -> None:
    state.fish[0, 5] += 1
    state.counter_store -= 1


def _god_stays(state: Any) -> None:
    state.god_before = state.village[state.god]


def _turn_order(state: Any) -> None:
    state.order[0], state.order[1] = int(state.order[1]), int(state.order[0])


def _early_space(state: Any) -> None:
    state.phase = s.NEXT_VILLAGE
    state.space[0], state.token_store = 1, state.token_store + state.space[0] - 1


FAULTS = [
    (1, _lose_counter),
    (1, _more("hut_fish", 0)),
    (2, _more("hand", 0)),
    (2, _more("space", s.INCREASE)),
    (3, _lose_cult),
    (3, _more("cults", 2)),
    (4, _more("boats_left", 0)),
    (4, _more("huts_left", 1)),
    (4, _more("fishermen_left", 2)),
    (4, _more("huts_in", (3, 0))),
    (5, _move_thing),
    (5, _boat_on_land),
    (5, _two_homes),
    (6, _move_village),
    (6, _more("extent", 4)),
    (7, _sink_in_pocket),
    (8, _fish_on_hut),
    (8, _closed_market),
    (8, _more("fish_in", (5, 1))),
    (9, _negative),
    (9, _old_fish),
    (11, _same_bids),
    (11, _god_stays),
    (11, _turn_order),
    (12, _odd_space),
    (12, _early_space),
    (16, _more("glory", 0)),
    (16, _more("parts", (2, s.P_HUTS))),
]


@pytest.mark.parametrize(
    ("number", "fault"), FAULTS, ids=[f"I-{number:02d}-{i}" for i, (number, _) in enumerate(FAULTS)]
)
def test_a_planted_fault_is_named(number: int, fault: Callable[[Any], None]) -> None:
    position = played()
    assert position.broken() == 0
    fault(position.state)
    assert position.broken() == number


@pytest.mark.rule("KV-04", "KV-18", "KV-45", "KV-102", "KV-131", "KV-134", "KV-138", "KV-139")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_keep_the_accounts(players: int) -> None:
    """I-10, I-13, I-14, I-15 step by step in a random game."""
    position = played(players, steps=0)
    while not position.over:
        before = position.state.copy()
        move = position.choose()
        kind = move >> 48
        position.apply(move)
        after, seat = position.state, int(before["seat"])
        if kind == s.M_HUT:
            for value in range(1, 6):
                assert after.shells[seat, value:].sum() <= before["shells"][seat, value:].sum()
        if kind == s.M_AMOUNT:
            amount = move & 255
            assert after.fish[seat].sum() == before["fish"][seat].sum() - amount
            assert after.hut_fish.sum() == before["hut_fish"].sum() + amount
        if kind == s.M_CELEBRATE:
            total = int(before["fish_in"][move & 255].sum())
            paid = int(after.glory.sum() - before["glory"].sum())
            assert paid == total + total // 3
            assert after.fish_in[move & 255].sum() == 0
        if (
            kind not in (s.M_HUT, s.M_AMOUNT)
            and after.round_no == before["round_no"]
            and not after.huts_scored
        ):
            assert (after.shells == before["shells"]).all()  # money is for building only


@pytest.mark.rule("KV-83")
def test_every_move_and_state_can_be_said_in_words_and_drawn() -> None:
    from matplotlib.figure import Figure

    for players, switches in ((4, {}), (2, {}), (3, {"gifts": True, "sacrifice_when": "phase_end"})):
        position = played(players, steps=0, **switches)
        board, rules = position.board[0], position.rules[0]
        said = set()
        while not position.over:
            before = position.state.copy()
            for move in position.moves()[:3]:
                assert describe_move(before, board, rules, move)
            move = position.choose()
            said.add(move >> 48)
            words = describe_move(before, board, rules, move)
            position.apply(move)
            assert words
            assert all(describe_events(before, position.state, board, rules, move))
        assert len(said) >= 12
        assert "seat 1" in describe_state(position.state, board, rules)
    axes = Figure().add_subplot()
    GAME.draw.draw(axes, position.state, board, rules)
    assert len(axes.patches) >= 127


def test_a_move_code_comes_apart_as_it_was_put_together() -> None:
    for kind in range(len(s.MOVE_TYPES)):
        for a, c in ((0, 0), (181, 7), (9, 255)):
            move = s.pack(kind, a, b.PLACES - 1, c)
            assert (s.kind_of(move), s.first(move), s.second(move), s.third(move)) == (
                kind,
                a,
                b.PLACES - 1,
                c,
            )


@pytest.mark.rule("KV-20", "KV-26", "KV-28")
@pytest.mark.parametrize(
    ("switch", "value"),
    [(x.name, v) for x in GAME.switches for v in x.allowed if v != x.default],
)
def test_games_run_whole_under_every_switch(switch: str, value: Any) -> None:
    """One random game each, the invariants checked now and then (the contract test plays more)."""
    players = 2 if switch.startswith("neutral") else 3
    position = played(players, steps=0, **{switch: value})
    number = 0
    while not position.over:
        if number % 10 == 0:
            assert position.broken() == 0
        position.apply(position.choose())
        number += 1
    assert position.state.end_cause == s.COMPLETED
    assert position.broken() == 0
    assert len(position.state.counters[0]) == len(n.SEAT_COUNTERS)


def test_a_table_set_up_by_hand_is_whole() -> None:
    table = Table()
    table.meeting((3, 0), 0)
    for seat in range(4):
        table.boat((0, 1 + seat) if seat < 3 else (-2, 0), seat)
    assert table.settle().position.broken() in (0, 3)  # the cult pieces of rounds 1 and 2 were not placed
