"""Villages never join, boats are never shut in: a slow, obvious model agrees (KV-57 to KV-71, KV-87 to KV-90)."""

from typing import Any

import numpy as np
import pytest

from simkit.games.kaivai import state as s
from simkit.games.kaivai.board import hexes, place
from simkit.games.kaivai.rules_sea import sea_after
from simkit.position import Position

from .slow import Slow
from .table import GAME, SEA, Table, derived, members, parts_of_water, ring


def agrees(state: Any) -> None:
    """The compiled bookkeeping is what the slow model works out."""
    for name, value in derived(state).items():
        field = state[name]
        if isinstance(value, set):
            assert members(field) == value, name
        elif isinstance(value, list) and isinstance(value[0], set):
            assert [members(row) for row in field] == value, name
        else:
            assert np.array_equal(field, value), name


def compare(table: Position) -> None:
    """The legal moves of this phase are those of the slow model; in an action phase, the actions are."""
    state, board, rules = table.state, table.board[0], table.rules[0]
    slow = Slow(state, board, rules)
    found = {(m >> 48, (m >> 16) & 255, (m >> 8) & 255, m & 255) for m in table.moves()}
    expected = slow.moves()
    if expected is not None:
        sending = state.phase in (s.BUILD_BOAT, s.FISHING, s.DELIVER_BOAT, s.MOVING)
        stop = {(s.M_STOP, 0, 0, 0)} if sending and state.done > 0 else set()
        stuck = {(s.M_GOD, 0, s.NOWHERE, 0)} if state.phase == s.GOD and not expected else set()
        assert found == expected | stop | stuck
    elif state.phase == s.ACTION:
        boats = {s.BUILD, s.FISH, s.DELIVER, s.SAIL}
        paid = {action for action in boats if state.space[action] <= state.hand[state.seat]}
        assert {c for kind, _, _, c in found if kind == s.M_ACT} & boats == slow.capable() & paid


RULE_SETS = (
    (4, {}),
    (4, {}),
    (3, {}),
    (2, {}),
    (4, {"enclosure": "six_neighbours"}),
    (4, {"protect_berthed": False}),
    (3, {"build_same_village": False}),
    (4, {"sink_count": "afloat"}),
)
"""Players and switches of the games that are compared move by move."""


@pytest.mark.rule(
    "KV-48",
    "KV-57",
    "KV-59",
    "KV-60",
    "KV-68",
    "KV-69",
    "KV-70",
    "KV-71",
    "KV-79",
    "KV-87",
    "KV-88",
    "KV-89",
    "KV-95",
    "KV-96",
    "KV-97",
)
@pytest.mark.parametrize("deal", range(len(RULE_SETS)))
def test_random_games_agree_with_the_slow_model_in_every_set_and_every_legal_placement(deal: int) -> None:
    """Rich players (six shells, boats that go far after an Increase) fill the sea: straits, pockets, closed hexes."""
    players, switches = RULE_SETS[deal]
    board = GAME.board.build(players=players, components={"start_shells": 6, "bonus_1": 4}, switches=switches)
    table = Position(GAME, board, GAME.rules_record(switches), players, seed=5, deal=deal)
    number = 0
    while not table.over:
        if number % 13 == 0 and "enclosure" not in switches:
            agrees(table.state)
        if table.state.phase != s.ACTION or number % 3 == 0:
            compare(table)
        table.apply(table.choose())
        number += 1


def crowded(deal: int) -> Table:
    """Land strewn at random round the villages until little water is left: pockets, straits and blocked hexes."""
    table = Table(deal=deal)
    rng = np.random.Generator(np.random.SFC64(deal))
    state = table.state
    for cell in [hexes()[i] for i in rng.permutation(127)] * 2:
        p = place(*cell)
        villages = {int(state.village[n]) for n in ring(p)} - {s.NO}
        if state.village[p] < 0 and len(villages) == 1 and rng.random() < 0.75:
            kind = rng.random()
            if kind < 0.2:
                table.cult(cell)
            elif kind < 0.4:
                table.fisherman(cell, int(rng.integers(4)))
            else:
                table.meeting(cell, int(rng.integers(4)), fish=int(rng.integers(4)))
    land = {p for p in SEA if state.thing[p]}
    sea = sorted(parts_of_water(land)[0])
    for k, p in enumerate(rng.permutation(sea)[:8]):
        state.boat[p] = k % 4 + 1
    for h in sorted(land):
        if state.owner[h] == 1 and state.thing[h] == s.MEETING and ring(h) & set(sea):
            state.thing[h], state.boat[h], state.hut_fish[h] = s.BOATBUILDER, 2, 0
            break
    for seat in range(4):
        table.shells(seat, 5, 5, 5, 5, 5, 5)
        state.steps[seat] = 5
    table.settle(hands=(9, 9, 3, 3), glory=(4, 4, 4, 4))
    for seat in range(4):
        state.huts_left[seat] = 10
    return table


@pytest.mark.rule("KV-62", "KV-69", "KV-97", "KV-142", "KV-143")
@pytest.mark.parametrize("deal", range(24))
def test_crowded_seas_agree_with_the_slow_model(deal: int) -> None:
    for action in (s.BUILD, s.FISH, s.DELIVER, s.SAIL):
        table = crowded(deal)
        agrees(table.state)
        compare(table.position)
        if action in table.actions():
            table.act(action)
            compare(table.position)
            for move in table.position.moves()[:40:8] if action == s.BUILD else ():
                sent = table.position.copy()
                sent.apply(move)
                compare(sent)
    table = crowded(deal)
    table.state.phase = s.GOD
    compare(table.position)


def pocket(with_boat: bool = False, berthed: bool = False) -> Table:
    """Village 5 lays a ring round the water hex (3, -1) that lacks one hex, the ``?``; C is the printed cult hex.

          ?(4,-2)
    H(3,-2)     H(4,-1)
           (3,-1)
    H(2,-1)     H(3,0)
          C(2,0)
    """
    table = Table()
    for cell in ((2, -1), (3, -2)):
        table.meeting(cell, 1)
    table.boatbuilder((3, 0), 1, berthed=berthed)
    table.meeting((4, -1), 1)
    if with_boat:
        table.boat((3, -1), 2)
    table.boat((0, 0), 0)
    return table.settle(phase=s.GOD)


@pytest.mark.rule("KV-62", "KV-69", "KV-70")
def test_a_ring_may_close_round_empty_water_but_not_round_a_boat() -> None:
    """T-32. The ring round (3, -1) lacks (4, -2)."""
    assert pocket().can(s.M_GOD, b=place(4, -2))
    assert not pocket(with_boat=True).can(s.M_GOD, b=place(4, -2))


@pytest.mark.rule("KV-70")
def test_a_berthed_boat_must_keep_its_way_to_the_sea() -> None:
    """The hut on (3, 0) also touches the sea elsewhere; once that is built up, only the pocket is left."""
    table = pocket(berthed=True)
    assert table.can(s.M_GOD, b=place(4, -2))
    for protect in (True, False):
        table = Table(protect_berthed=protect)
        for cell in ((2, -1), (3, -2), (2, 1)):
            table.meeting(cell, 1)
        table.boatbuilder((3, 0), 1, berthed=True)
        for cell in ((4, -1), (4, 0), (3, 1)):
            table.meeting(cell, 1)
        table.boat((0, 0), 0)
        table.settle(phase=s.GOD)
        assert table.can(s.M_GOD, b=place(4, -2)) is not protect


@pytest.mark.rule("KV-69")
def test_six_neighbours_only_protects_a_boats_last_way_out() -> None:
    """As above; with (4, -1) still open the boat keeps a neighbour."""
    for closed in (True, False):
        table = Table(enclosure="six_neighbours")
        for cell in ((2, -1), (3, -2), (3, 0), (4, -1))[: 4 if closed else 3]:
            table.meeting(cell, 1)
        table.boat((3, -1), 2)
        table.settle(phase=s.GOD)
        assert table.can(s.M_GOD, b=place(4, -2)) is not closed


@pytest.mark.rule("KV-68")
def test_a_hex_that_touches_two_villages_is_closed_for_ever() -> None:
    """T-32: (0, 1) touches a hut of village 4 at (-1, 1) and one of village 5 at (1, 0)."""
    table = Table()
    table.meeting((-1, 1), 0)
    table.meeting((1, 0), 0)
    table.boat((0, 2), 0)
    table.settle(phase=s.GOD)
    assert place(0, 1) in members(table.state.twice)
    assert not table.can(s.M_GOD, b=place(0, 1))


@pytest.mark.rule("KV-62", "KV-71")
def test_a_cult_piece_cannot_be_put_on_a_boat() -> None:
    table = Table()
    table.boat((2, 1), 0)
    table.settle(phase=s.GOD)
    assert not table.can(s.M_GOD, b=place(2, 1))
    assert table.can(s.M_GOD, b=place(3, 0))


@pytest.mark.rule("KV-69")
def test_no_placement_may_make_a_pocket_larger_than_the_sea_with_the_boats() -> None:
    """The sea is the largest water: where a pocket would become it, the boats would lie outside."""
    table = Table()
    for seat in range(4):
        table.boat((-6, seat + 1), seat)
    table.settle(seat=3, phase=s.GOD)
    sea = len(members(table.state.sea))
    narrow = [at for _, _, at, _ in table.moves(s.M_GOD) if at in members(table.state.narrow)]
    assert narrow
    table.state.pocket_max = sea + 1
    assert table.moves(s.M_GOD) == [(s.M_GOD, 0, s.NOWHERE, 0)]


@pytest.mark.rule("KV-69", "KV-79")
def test_no_hut_may_make_a_pocket_larger_than_the_sea_with_the_boats() -> None:
    """As large as the sea is the pocket; a hut would take a hex from the sea."""
    table = Table()
    table.boat((3, 0), 0)
    table.shells(0, 5, 5, 5)
    table.settle()
    sea = len(members(table.state.sea))
    for pocket_max, possible in ((sea - 1, True), (sea, False)):
        table.state.pocket_max = pocket_max
        assert (s.BUILD in table.actions()) is possible


@pytest.mark.rule("KV-69")
def test_of_two_equal_waters_the_one_with_the_boats_is_the_sea() -> None:
    """All is land but a strip of five hexes: land on the middle one leaves two and two, with both boats below."""
    table = Table()
    strip = [(3, r) for r in range(-4, 1)]
    for cell in hexes():
        if cell not in strip and table.state.thing[place(*cell)] == s.WATER:
            table.meeting(cell, 1, village=4)
    table.boat((3, -1), 0)
    table.boat((3, 0), 1)
    table.settle(phase=s.GOD)
    table.state.huts_left[:4] = 1
    assert table.can(s.M_GOD, b=place(3, -2))
    assert not table.can(s.M_GOD, b=place(3, -1))


@pytest.mark.rule("KV-69")
@pytest.mark.parametrize("column", [-5, 1, 3])
def test_of_two_equal_waters_the_one_where_the_boat_ends_is_the_sea(column: int) -> None:
    """As above, in columns of each of the three words of a set: the only boat goes from the upper to the lower end."""
    first = max(-6, -6 - column)
    strip = [(column, r) for r in range(first + 3, first + 8)]
    table = Table()
    for cell in strip:
        assert table.state.thing[place(*cell)] == s.WATER
    for cell in hexes():
        if cell not in strip and table.state.thing[place(*cell)] == s.WATER:
            table.meeting(cell, 1, village=4)
    p, e, t = place(*strip[0]), place(*strip[4]), place(*strip[2])
    table.boat(strip[0], 0)
    table.settle(phase=s.GOD)
    for start, end, left in ((-1, -1, strip[:2]), (p, e, strip[3:])):
        sea = sea_after(table.state, table.board[0], table.rules[0], t, start, end)
        assert members(sea) == {place(*cell) for cell in left}


@pytest.mark.rule("KV-69")
def test_a_pocket_that_fills_up_is_measured_anew() -> None:
    """A pocket of two hexes, (3, -1) and (4, -2); a cult piece on one of them leaves one."""
    table = Table()
    for cell in ((2, -1), (3, -2), (4, -3), (5, -3), (5, -2), (4, -1), (3, 0)):
        table.meeting(cell, 1, village=4)
    table.boat((0, 0), 0)
    table.settle(phase=s.GOD)
    assert table.state.pocket_max == 2
    table.do(s.M_GOD, b=place(3, -1))
    agrees(table.state)
    assert table.state.pocket_max == 1


@pytest.mark.rule("KV-69", "KV-97")
def test_a_hut_may_not_close_a_ring_round_a_boat() -> None:
    """The ring of ``pocket`` with a cult hex on (4, -1), so that the boat at (5, -2) could build on the gap."""
    for inside in (True, False):
        table = Table()
        for cell in ((2, -1), (3, -2), (3, 0)):
            table.meeting(cell, 1)
        table.cult((4, -1))
        table.boat((5, -2), 0)
        if inside:
            table.boat((3, -1), 2)
        table.settle(bids=(10, 5, 4, 2))
        table.shells(0, 5, 5, 5, 5)
        table.act(s.BUILD).do(s.M_BUILDER, place(5, -2), place(5, -2))
        built_on = {b for _, _, b, _ in table.moves(s.M_HUT)}
        assert built_on
        assert (place(4, -2) in built_on) is not inside


@pytest.mark.rule("KV-69", "KV-70", "KV-97")
@pytest.mark.parametrize("enclosure", ["sea", "six_neighbours"])
@pytest.mark.parametrize("start", ["in the ring", "in the gap", "on a hut in the ring", "outside"])
def test_a_boat_may_close_a_ring_behind_itself_but_not_round_itself(enclosure: str, start: str) -> None:
    """The same ring; at (5, -2) a boat has the gap alone to build on, for another one lies on (5, -1)."""
    table = Table(enclosure=enclosure)
    for cell in ((2, -1), (3, -2), (3, 0)):
        table.meeting(cell, 1)
    table.cult((4, -1))
    cell = {"in the gap": (4, -2), "outside": (5, -2)}.get(start, (3, -1))
    if start == "on a hut in the ring":
        table.boatbuilder(cell, 0, berthed=True)
    else:
        table.boat(cell, 0)
    table.boat((5, -1), 1)
    table.settle(bids=(8, 5, 4, 2))
    table.shells(0, 5, 5, 5, 5)
    table.act(s.BUILD)
    assert not table.can(s.M_BUILDER, place(*cell), place(3, -1))
    table.do(s.M_BUILDER, place(*cell), place(5, -2))
    assert {b for _, _, b, _ in table.moves(s.M_HUT)} == {place(4, -2)}
