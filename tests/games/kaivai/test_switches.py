"""Every switch changes what it names and nothing else.

Two tables, one with the switch turned, play the same random moves. The first time that they part, by a move that only
one of them may make or by a field of the state, it must be a move and a field that the switch speaks of.
"""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from simkit.games.kaivai import state as s
from simkit.position import Position

from .table import GAME

STREAMS = "streams"  # rolls and lots may be drawn oftener under one of the two

TURN = {"seat", "phase", "turn", "turn_no", "turns_had", "action", "done", "gifted", "used"}
"""What the beginning of another turn changes."""

NEUTRAL_TURN = {"space", "notional", "token_store", "neutral_turns", "tally"}
"""What a turn of the neutral colour changes."""

BUILDING = {s.M_ACT, s.M_BUILDER, s.M_HUT, s.M_OPENING, s.M_GOD, s.M_NEUTRAL_HUT}


class Case(NamedTuple):
    """A switch value, and how the tables may part: by which moves, or by which fields after which moves."""

    switch: str
    value: Any
    moves: set[int]
    after: set[int]
    fields: set[str]
    players: int = 3
    components: Mapping[str, int] = MappingProxyType({})
    parts: bool = True  # False: so rare a case that random play may not meet it
    ignored: frozenset[str] = frozenset()  # bookkeeping that only one of the two tables needs


CATCH = {"fish", "counter_store", "counters", "tally"}
CASES = (
    Case("fishing", "variant", set(), {s.M_FISH}, CATCH | {"dice", "rolled"}),
    Case("gifts", True, {s.M_GIFT}, set(), set()),
    Case(
        "counter_limit",
        "none",
        set(),
        {s.M_FISH, s.M_AMOUNT},
        CATCH | {"shells"},
        players=4,
        components={"counters": 24},
    ),
    Case(
        "influence_limit",
        "none",
        set(),
        {s.M_ACT, s.M_SACRIFICE, s.M_GOD, s.M_HUT},
        {"hand", "token_store", "notional", "tally", "counters"},
        components={"influence": 12},
    ),
    Case("influence_visible", False, set(), set(), set(), parts=False),
    Case(
        "bid_tie_last",
        "previous_order",
        set(),
        {s.M_SKIP, s.M_SACRIFICE},
        {"order", "bid_order", "tally"} | TURN,
        parts=False,
        ignored=frozenset({"lot"}),
    ),
    Case("opening", "one_each_twice", set(), {s.M_OPENING}, TURN),
    Case(
        "enclosure",
        "six_neighbours",
        BUILDING | {s.M_FISH, s.M_SAIL, s.M_CARRIER},
        BUILDING,
        {"sea", "tally"},
        ignored=frozenset({"narrow", "pocket_max"}),
    ),
    Case("protect_berthed", False, BUILDING, set(), set()),
    Case(
        "empty_store_action",
        "own_token",
        {s.M_ACT},
        {s.M_ACT},
        {"hand", "notional", "tally", "counters", "space", "token_store"},
        components={"influence": 12},
    ),
    Case("empty_store_action", "forbidden", {s.M_ACT}, set(), set(), components={"influence": 12}),
    Case("all_boats", "forced", {s.M_STOP}, set(), set()),
    Case("boat_order", "all_move_first", set(), {s.M_ACT}, {"gathering"}),
    Case("skip", "final", set(), {s.M_SKIP}, {"out"} | TURN),
    Case("build_same_village", False, {s.M_ACT, s.M_BUILDER, s.M_HUT}, set(), set()),
    Case("pay", "minimal_tender", set(), {s.M_HUT}, {"shells", "counter_store"}),
    Case("god_fish_elsewhere", True, set(), {s.M_FISH}, CATCH),
    Case("price_slot", "per_delivery", set(), {s.M_AMOUNT}, {"shells", "counters"}),
    Case("sink_count", "afloat", {s.M_SAIL, s.M_ACT}, {s.M_SAIL}, {"glory", "parts"}, parts=False),
    Case("sacrifice_when", "first_turn_only", {s.M_SACRIFICE}, set(), set()),
    Case("sacrifice_when", "phase_end", {s.M_SACRIFICE}, set(), set()),
    Case("chooser_tie", "random", set(), {s.M_SKIP, s.M_ISLAND_BID}, TURN, parts=False),
    Case("island_bid_needs_presence", True, {s.M_ISLAND_BID}, set(), set()),
    Case("final_tie", "random", set(), set(), set(), parts=False),
    Case(
        "neutral_growth",
        "per_hut",
        set(),
        {s.M_CELEBRATE},
        {"neutral_owed"},
        players=2,
        parts=False,
    ),
    Case(
        "neutral_involved",
        "present",
        set(),
        {s.M_CELEBRATE},
        {"neutral_owed"}
        | TURN
        | NEUTRAL_TURN,  # one table asks for a neutral hut, the turn passes at the other
        players=2,
    ),
)
FROM_THE_START = {"edition", "village_setup"}
"""They change the board itself, before the first move: test_setup has them."""


def test_every_switch_is_compared() -> None:
    assert {case.switch for case in CASES} | FROM_THE_START == {switch.name for switch in GAME.switches}


def two_tables(case: Case, deal: int) -> tuple[Position, Position]:
    """The same deal with the switch as printed and turned."""
    found = []
    for switches in ({}, {case.switch: case.value}):
        board = GAME.board.build(players=case.players, components=dict(case.components), switches=switches)
        found.append(Position(GAME, board, GAME.rules_record(switches), case.players, seed=7, deal=deal))
    return found[0], found[1]


def differing(a: Any, b: Any) -> set[str]:
    return {name for name in a.dtype.names if name != STREAMS and a[name].tobytes() != b[name].tobytes()}


def part(case: Case, deal: int) -> bool:
    """Play the same random moves at both tables until they part; False where they never do."""
    one, other = two_tables(case, deal)
    chance = random.Random(deal)
    kind = -1
    while not one.over:
        fields = differing(one.state, other.state) - case.ignored
        if fields:
            assert fields <= case.fields, f"{case.switch} = {case.value} changes {fields - case.fields}"
            assert kind in case.after, f"after a move of type {kind}"
            return True
        mine, theirs = set(one.moves()), set(other.moves())
        if mine != theirs:
            kinds = {move >> 48 for move in mine ^ theirs}
            assert kinds <= case.moves, f"{case.switch} = {case.value} changes moves of types {kinds}"
            return True
        move = chance.choice(sorted(mine))
        kind = move >> 48
        one.apply(move)
        other.apply(move)
    assert other.over
    return False


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.switch}={case.value}")
def test_a_switch_changes_what_it_names_and_nothing_else(case: Case) -> None:
    deals = range(12 if case.parts else 2)
    parted = any(part(case, deal) for deal in deals)  # the first deal that shows it is enough
    assert parted or not case.parts
    if not (case.moves or case.after or case.fields):
        assert not parted
