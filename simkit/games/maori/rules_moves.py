"""What is allowed: the moves of each phase (MA-15 to MA-48, MA-52, MA-70 to MA-73)."""

from typing import Any

from simkit.bits import lowest
from simkit.games.maori.rules_tableau import can_build, fitting, sites
from simkit.games.maori.state import (
    BUILD,
    DEPTHS,
    EXPLORING,
    LAP,
    LIFT,
    LIFTING,
    MOOR,
    MOORING,
    PASS,
    PLACING,
    REMOVE,
    SAIL,
    SAILING,
    SLOT,
    START,
    STORE,
    UNSTORE,
    encode,
    encode_place,
)
from simkit.games.maori.switches import (
    PRICE_BY_TILES,
    SHIPS_LAST_BUILT,
    SHIPS_OFF,
)
from simkit.kernel import kernel


@kernel
def legal_moves(state: Any, board: Any, rules: Any, work: Any) -> int:
    """The moves of the present phase, ascending."""
    if state.phase == SAILING:
        return _sails(state, rules, work)
    if state.phase == EXPLORING:
        return _explorations(state, board, rules, work)
    if state.phase == PLACING:
        return _placements(state, board, rules, work)
    if state.phase == LIFTING:
        return _fields(work, LIFT, liftable(state, rules))
    if state.phase == MOORING:
        return _fields(work, MOOR, moorings(state, rules))
    for edge in range(LAP):
        work.moves[edge] = encode(START, edge)
    return LAP


@kernel
def most_steps(state: Any, rules: Any) -> int:
    """MA-19, MA-21, MA-23: the furthest the ship may go."""
    return min(rules.max_steps, state.boats[state.seat] + state.shells[state.seat])


@kernel
def _sails(state: Any, rules: Any, work: Any) -> int:
    """MA-17, MA-23; MA-24: with neither boat nor shell the ship stays."""
    most = most_steps(state, rules)
    if most < 1:
        work.moves[0] = encode(SAIL, 0)
        return 1
    for steps in range(1, most + 1):
        work.moves[steps - 1] = encode(SAIL, steps)
    return most


@kernel
def price(state: Any, board: Any, rules: Any, ship: int, depth: int) -> int:
    """MA-28, MA-31, MA-52: shells for the tile at a depth (0..3) seen from an edge; -1 where it cannot be taken."""
    nearer = 0
    for d in range(depth):
        tile = state.display[board.line[ship, d]]
        if tile >= 0:
            if board.volcano[tile] != 0:
                return -1
            nearer += 1
    tile = state.display[board.line[ship, depth]]
    if tile < 0 or board.volcano[tile] != 0:
        return -1
    return nearer if rules.gap_cost == PRICE_BY_TILES else depth


@kernel
def _explorations(state: Any, board: Any, rules: Any, work: Any) -> int:
    """MA-15, MA-27 to MA-32, MA-42 to MA-48, MA-72."""
    seat = state.seat
    n = 0
    for depth in range(DEPTHS):
        cost = price(state, board, rules, state.ship, depth)
        if 0 <= cost <= state.shells[seat]:
            if can_build(state, board, rules, seat, state.display[board.line[state.ship, depth]]):
                work.moves[n] = encode(BUILD, depth)
                n += 1
    if state.slot[seat] < 0 or rules.store_swap == 1:
        for depth in range(DEPTHS):
            cost = price(state, board, rules, state.ship, depth)
            if 0 <= cost <= state.shells[seat]:
                work.moves[n] = encode(STORE, depth)
                n += 1
    if state.slot[seat] >= 0 and can_build(state, board, rules, seat, state.slot[seat]):
        work.moves[n] = encode(UNSTORE, 0)
        n += 1
    if liftable(state, rules) != 0:
        work.moves[n] = encode(REMOVE, 0)
        n += 1
    work.moves[n] = encode(PASS, 0)
    return n + 1


@kernel
def _placements(state: Any, board: Any, rules: Any, work: Any) -> int:
    """MA-35 to MA-38, MA-70: fields and orientations of the tile in hand."""
    tile = state.hand
    empty = sites(state, board, rules, state.seat)
    allowed = work.allowed
    for turn in range(4):
        allowed[turn] = 0
        if (board.turns[tile] >> turn) & 1:
            edges = board.land[tile, turn] | board.land2[tile, turn]
            allowed[turn] = empty & fitting(state, board, rules, state.seat, edges)
    n = 0
    while empty:
        field = lowest(empty)
        empty &= empty - 1
        for turn in range(4):
            if (allowed[turn] >> field) & 1:
                work.moves[n] = encode_place(field, turn)
                n += 1
    return n


@kernel
def liftable(state: Any, rules: Any) -> int:
    """MA-46, MA-73: fields whose tile may be removed; bit SLOT for the stored tile."""
    seat = state.seat
    fields = state.filled[seat]
    if rules.own_ships != SHIPS_OFF and rules.remove_under_ship == 0 and state.own_ship[seat] >= 0:
        fields &= ~(1 << state.own_ship[seat])
    if rules.remove_stored == 1 and state.slot[seat] >= 0:
        fields |= 1 << SLOT
    return fields


@kernel
def moorings(state: Any, rules: Any) -> int:
    """MA-71: where the own ship may lie after a build; its present field means that it stays."""
    if rules.own_ships == SHIPS_LAST_BUILT:
        return (1 << state.own_ship[state.seat]) | (1 << state.last_built)
    return state.filled[state.seat]


@kernel
def _fields(work: Any, kind: int, fields: int) -> int:
    """One move a member of a set, ascending."""
    n = 0
    while fields:
        work.moves[n] = encode(kind, lowest(fields))
        fields &= fields - 1
        n += 1
    return n
