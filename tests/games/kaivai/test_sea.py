"""Villages never join, boats are never shut in: a slow, obvious model agrees (KV-57 to KV-71, KV-87 to KV-90)."""

from typing import Any

import networkx as nx
import numpy as np
import pytest

from simkit.games.kaivai import state as s
from simkit.games.kaivai.board import hexes, place
from simkit.position import Position

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


def slow_reach(state: Any, seat: int, p: int, steps: int) -> set[int]:
    """Breadth-first search of networkx over water."""
    land = members(state.land)
    graph = SEA.subgraph((set(SEA) - land) | {p})
    found = set(nx.single_source_shortest_path_length(graph, p, cutoff=steps))
    found &= members(state.sea) | {p}
    return found - land


def encloses(state: Any, t: int, boats: set[int], berths: set[int]) -> bool:
    """KV-69, KV-70 by whole components: some boat would lie outside the sea, or its hut would not touch it."""
    parts = parts_of_water(members(state.land) | {t})
    largest = max(len(part) for part in parts)
    seas = [part for part in parts if len(part) == largest]
    sea = max(seas, key=lambda part: len(part & boats))
    return not boats <= sea or any(not ring(h) & sea for h in berths)


def placeable(state: Any, t: int, boats: set[int], berths: set[int]) -> int:
    """The village that land on t would enlarge, -1 where the placement is illegal."""
    if t in members(state.land) or t in boats:
        return -1
    villages = {int(state.village[n]) for n in ring(t)} - {s.NO}
    if len(villages) != 1 or encloses(state, t, boats, berths):
        return -1
    return villages.pop()


def slow_god(state: Any) -> set[int]:
    here = int(state.village[state.god]) if state.god >= 0 else -1
    boats = members(state.afloat)
    berths = {p for seat in range(4) for p in members(state.berth[seat])}
    legal = set()
    for t in SEA:
        v = placeable(state, t, boats, berths)
        if v >= 0 and v != here:
            legal.add(t)
    return legal


def slow_builds(state: Any, board: Any) -> set[tuple[int, int]]:
    """(boat, end) pairs from which a hut can be built and paid."""
    seat = int(state.seat)
    purse = sum(space * int(state.shells[seat, space]) for space in range(6))
    steps = int(board.zugweite[state.bid[seat]] + board.bonus[state.steps[seat]])
    legal = set()
    own = (members(state.mine[seat]) | members(state.berth[seat])) - members(state.used)
    for p in own:
        boats = members(state.afloat) - {p}
        berths = {h for other in range(4) for h in members(state.berth[other])} - {p}
        for e in slow_reach(state, seat, p, steps) - boats:
            for t in ring(e):
                v = placeable(state, t, boats | {e}, berths)
                if v < 0 or e not in members(state.cult_rim[v]):
                    continue
                if board.base_cost[state.bid[seat]] + state.extent[v] <= purse:
                    legal.add((p, e))
    return legal


@pytest.mark.rule(
    "KV-59", "KV-60", "KV-68", "KV-69", "KV-70", "KV-71", "KV-87", "KV-88", "KV-89", "KV-95", "KV-96", "KV-97"
)
@pytest.mark.parametrize("deal", range(3))
def test_random_games_agree_with_the_slow_model_in_every_set_and_every_legal_placement(deal: int) -> None:
    board = GAME.board.build(components={"bonus_1": 4})
    position = Position(GAME, board, GAME.rules_record({}), 4, seed=5, deal=deal)
    number = 0
    while not position.over and number < 260:
        state = position.state
        if number % 13 == 0:
            agrees(state)
        moves = [((m >> 16) & 255, (m >> 8) & 255) for m in position.moves()]
        if state.phase == s.GOD:
            assert {b for _, b in moves} == slow_god(state)
        if state.phase == s.BUILD_BOAT:
            found = {pair for pair, m in zip(moves, position.moves(), strict=True) if m >> 48 == s.M_BUILDER}
            assert found == slow_builds(state, board[0])
        position.apply(position.choose())
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
            if rng.random() < 0.2:
                table.cult(cell)
            else:
                table.meeting(cell, int(rng.integers(4)))
    land = {p for p in SEA if state.thing[p]}
    sea = sorted(parts_of_water(land)[0])
    for k, p in enumerate(rng.permutation(sea)[:8]):
        state.boat[p] = k % 4 + 1
    for seat in range(4):
        table.shells(seat, 5, 5, 5, 5, 5, 5)
        state.steps[seat] = 5
    table.settle(hands=(9, 9, 3, 3))
    for seat in range(4):
        state.huts_left[seat] = 10
    return table


@pytest.mark.rule("KV-69", "KV-97", "KV-142")
@pytest.mark.parametrize("deal", range(12))
def test_crowded_seas_agree_with_the_slow_model(deal: int) -> None:
    table = crowded(deal)
    state, board = table.state, table.board[0]
    expected = slow_builds(state, board)
    assert (s.BUILD in table.actions()) == bool(expected)
    if expected:
        table.act(s.BUILD)
        assert {(a, b) for _, a, b, _ in table.moves(s.M_BUILDER)} == expected
        for _, a, b, _ in table.moves(s.M_BUILDER)[:6]:
            sent = table.position.copy()
            sent.apply((s.M_BUILDER << 48) + (a << 16) + (b << 8))
            boats = members(sent.state.afloat)
            for m in sent.moves():
                t = (m >> 8) & 255
                assert placeable(sent.state, t, boats, set()) >= 0
    fresh = crowded(deal)
    if s.SAIL in fresh.actions():
        fresh.act(s.SAIL)
        ends: dict[int, set[int]] = {}
        for _, a, b, _ in fresh.moves(s.M_SAIL):
            ends.setdefault(a, set()).add(b)
        for p, found in ends.items():
            steps = int(board.zugweite[7] + board.bonus[5])
            assert found == slow_reach(fresh.state, 0, p, steps) - {p} - members(fresh.state.afloat)


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
