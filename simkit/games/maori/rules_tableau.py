"""A tableau as sets of fields: putting tiles on, where a tile may lie, which islands are closed.

Sides are 0 north, 1 east, 2 south, 3 west; ``(side + 2) & 3`` is the opposite one.
"""

from typing import Any

from simkit.games.maori.board import FIELDS, PRINT
from simkit.games.maori.switches import (
    BUILT_ONLY,
    COVERABLE,
    FREE_FIT,
    SHIPS_OFF,
    STRICT,
)
from simkit.kernel import kernel


@kernel
def beside(board: Any, fields: int, side: int) -> int:
    """Fields whose neighbour on ``side`` is in ``fields``."""
    if side == 0:
        return (fields << board.columns) & board.whole
    if side == 1:
        return (fields >> 1) & ~board.frame[1]
    if side == 2:
        return fields >> board.columns
    return (fields << 1) & board.whole & ~board.frame[3]


@kernel
def fields_of(nodes: int) -> int:
    """Fields with at least one of the nodes."""
    return (nodes | (nodes >> FIELDS)) & ((1 << FIELDS) - 1)


@kernel
def facing(state: Any, board: Any, seat: int, side: int) -> int:
    """Fields towards which the neighbour on ``side`` shows land, no rock between (MA-57, MA-74)."""
    return beside(board, fields_of(state.land[seat, (side + 2) & 3]), side) & ~board.rock[side]


@kernel
def shown(state: Any, board: Any, seat: int) -> int:
    """Fields that show something to fit to: a tile or printed land (MA-38)."""
    return state.filled[seat] | board.printed


@kernel
def buildable(board: Any, rules: Any) -> int:
    """MA-04: fields on which a tile can lie."""
    if rules.printed_fields == COVERABLE:
        return board.whole
    return board.whole & ~board.printed


@kernel
def toggle(state: Any, board: Any, seat: int, field: int, piece: int, turn: int) -> None:
    """Put a piece's land, symbols and boats on a field, or take them off again (all but the boats are exclusive-or)."""
    bit = 1 << field
    second = bit << FIELDS
    for side in range(4):
        if (board.land[piece, turn] >> side) & 1:
            state.land[seat, side] ^= bit
        if (board.land2[piece, turn] >> side) & 1:
            state.land[seat, side] ^= second
        if (board.wreath[piece, turn] >> side) & 1:
            state.wreath[seat, side] ^= bit
    if board.parts[piece] > 0:
        state.parts[seat] ^= bit
    if board.parts[piece] > 1:
        state.parts[seat] ^= second
    if board.huts[piece] > 0:
        state.huts[seat] ^= bit
    for k in range(2):
        if (board.palms[piece] >> k) & 1:
            state.palms[seat, k] ^= bit


@kernel
def show_print(state: Any, board: Any, seat: int, field: int, boats: int) -> None:
    """Uncover (boats = 1) or cover (boats = -1) a printed field (MA-04, MA-05)."""
    toggle(state, board, seat, field, PRINT + field, 0)
    state.boats[seat] += boats * board.boats[PRINT + field]


@kernel
def lay(state: Any, board: Any, seat: int, field: int, tile: int, turn: int) -> None:
    """A tile comes to lie on a field; print below it is hidden (MA-35, MA-40)."""
    if (board.printed >> field) & 1:
        show_print(state, board, seat, field, -1)
    toggle(state, board, seat, field, tile, turn)
    state.boats[seat] += board.boats[tile]
    state.filled[seat] |= 1 << field
    state.tile[seat, field] = tile
    state.turn[seat, field] = turn


@kernel
def lift(state: Any, board: Any, seat: int, field: int) -> None:
    """A tile leaves its field; print below it shows again (MA-47)."""
    tile = state.tile[seat, field]
    toggle(state, board, seat, field, tile, state.turn[seat, field])
    state.boats[seat] -= board.boats[tile]
    state.filled[seat] &= ~(1 << field)
    state.tile[seat, field] = -1
    state.turn[seat, field] = 0
    if (board.printed >> field) & 1:
        show_print(state, board, seat, field, 1)


@kernel
def sites(state: Any, board: Any, rules: Any, seat: int) -> int:
    """MA-35, MA-70: empty buildable fields that the own ship allows."""
    empty = buildable(board, rules) & ~state.filled[seat]
    if rules.own_ships != SHIPS_OFF and state.own_ship[seat] >= 0:
        empty &= board.zone[rules.own_ship_adjacency, state.own_ship[seat]]
    return empty


@kernel
def fitting(state: Any, board: Any, rules: Any, seat: int, edges: int) -> int:
    """MA-38: fields where land edges fit what lies around, as ``edge_match`` says (all fields where it is free)."""
    good = board.whole
    if rules.edge_match == FREE_FIT:
        return good
    around = shown(state, board, seat)
    for side in range(4):
        land = facing(state, board, seat, side)
        if (edges >> side) & 1:
            good &= ~(beside(board, around, side) & ~land) & ~board.rock[side]
            if rules.edge_match == STRICT:
                good &= ~board.frame[side]
        elif rules.edge_match >= BUILT_ONLY:
            good &= ~land
    return good


@kernel
def can_build(state: Any, board: Any, rules: Any, seat: int, tile: int) -> int:
    """1 where some field and orientation is allowed for a tile (MA-38, MA-72)."""
    empty = sites(state, board, rules, seat)
    if empty == 0 or rules.edge_match == FREE_FIT:
        return 1 if empty != 0 else 0
    for turn in range(4):
        if (board.turns[tile] >> turn) & 1:
            edges = board.land[tile, turn] | board.land2[tile, turn]
            if empty & fitting(state, board, rules, seat, edges):
                return 1
    return 0


@kernel
def joined(state: Any, board: Any, seat: int, nodes: int) -> int:
    """MA-57: all land parts of the islands that hold one of the nodes."""
    before = 0
    while nodes != before:
        before = nodes
        for side in range(4):
            back = (side + 2) & 3
            out = beside(board, fields_of(nodes & state.land[seat, side]), back) & ~board.rock[back]
            nodes |= (out | (out << FIELDS)) & state.land[seat, back]
    return nodes


@kernel
def loose(state: Any, board: Any, seat: int) -> int:
    """MA-57: land parts with an edge that is not joined to land."""
    found = 0
    for side in range(4):
        land = facing(state, board, seat, side)
        found |= state.land[seat, side] & ~(land | (land << FIELDS))
    return found


@kernel
def open_parts(state: Any, board: Any, seat: int) -> int:
    """Land parts of islands that are not closed (MA-57)."""
    return joined(state, board, seat, loose(state, board, seat))
