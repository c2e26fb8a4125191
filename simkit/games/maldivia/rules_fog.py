"""Fog: folding the cloth, putting the boats back, exchanging a ship (MV-84 to MV-101)."""

from typing import Any

from simkit.contract import TYPE_SHIFT
from simkit.games.maldivia.rules_action import turn_up
from simkit.games.maldivia.rules_sea import area, covers, lose_top
from simkit.games.maldivia.rules_turn import end_turn
from simkit.games.maldivia.state import (
    BARE,
    C_DENIED,
    C_EXCHANGES,
    C_FOG_LOST,
    C_FOLDS,
    C_FORFEITS,
    C_PUSHED,
    EAST,
    EXCHANGE,
    EXCHANGING,
    NORTH,
    PILE,
    SHIPS,
    SOUTH,
    SPACES,
    STRIDE,
    T_CHAIN,
    T_COVERED,
    T_EDGE,
    T_FOLD_CYCLE,
    T_FOLD_SIDE,
    T_LIFTS,
    T_SAME_SHIP,
    T_TRIGGER_CYCLE,
    T_TRIGGER_SEAT,
    WEST,
)
from simkit.kernel import kernel


@kernel
def lines_at(state: Any, side: int) -> int:
    """How many lines run in from a side."""
    if side in (NORTH, SOUTH):
        return state.east - state.west + 1
    return state.south - state.north + 1


@kernel
def depth_at(state: Any, side: int) -> int:
    """How many spaces each of them has."""
    if side in (NORTH, SOUTH):
        return state.south - state.north + 1
    return state.east - state.west + 1


@kernel
def line_start(state: Any, side: int, line: int) -> int:
    """The outermost space of a line (depth 0)."""
    if side == NORTH:
        return STRIDE * state.north + state.west + line
    if side == SOUTH:
        return STRIDE * state.south + state.west + line
    if side == EAST:
        return STRIDE * (state.north + line) + state.east
    return STRIDE * (state.north + line) + state.west


@kernel
def inward(side: int) -> int:
    """What one step seawards from a side adds to a space's number."""
    if side == NORTH:
        return STRIDE
    if side == SOUTH:
        return -STRIDE
    return -1 if side == EAST else 1


@kernel
def chain_length(state: Any, side: int, line: int) -> int:
    """How many boats stand without a gap from the edge inwards in a line."""
    space = line_start(state, side, line)
    step = inward(side)
    length = 0
    depth = depth_at(state, side)
    while length < depth and state.at[space] != 0:
        length += 1
        space += step
    return length


@kernel
def lifts(state: Any, side: int) -> bool:
    """Whether a line across the side is full of boats, so that the fog lifts (MV-98)."""
    depth = depth_at(state, side)
    if depth > state.players:
        return False
    full = 0
    for line in range(lines_at(state, side)):
        full += chain_length(state, side, line) == depth
    return full > 0


@kernel
def carry_out_fog(state: Any, board: Any, rules: Any, side: int) -> None:
    """The revealed fog indicator: forfeited, lifted, or a fold and the neighbour's exchange (MV-84 to MV-101)."""
    folder = state.mover
    if (state.used >> side) & 1:
        state.counters[folder, C_FORFEITS] += 1
        end_turn(state, rules)
        return
    state.used |= 1 << side
    if lifts(state, side):
        state.lifted |= 1 << side
        state.tally[T_LIFTS] += 1
        end_turn(state, rules)
        return
    put_boats_back(state, side)
    turn_over(state, side)
    state.folded = side
    state.counters[folder, C_FOLDS] += 1
    state.tally[T_FOLD_SIDE + side] += 1
    state.tally[T_FOLD_CYCLE + state.cycle] += 1
    if state.ending == 0 and area(state) <= rules.end_threshold:
        state.ending = 1
        state.tally[T_TRIGGER_CYCLE] = state.cycle + 1
        state.tally[T_TRIGGER_SEAT] = folder + 1
    state.seat = (folder + 1) % state.players
    state.phase = EXCHANGING
    if state.market[side, 0] == 0 and state.market[side, 1] == 0:
        end_turn(state, rules)


@kernel
def put_boats_back(state: Any, side: int) -> None:
    """Boats in the two outermost rows, and those they push, lose a fish and stand anew (MV-91 to MV-97)."""
    step = inward(side)
    for line in range(lines_at(state, side)):
        first = line_start(state, side, line)
        pushed = chain_length(state, side, line)
        for depth in range(pushed - 1, -1, -1):
            space = first + depth * step
            seat = state.at[space] - 1
            _drench(state, seat)
            state.at[space] = 0
            state.at[space + step] = seat + 1
            state.boat[seat] = space + step
            state.counters[seat, C_PUSHED] += 1
        if pushed > 0:
            state.tally[T_EDGE] += 1
            state.tally[T_CHAIN] += pushed - 1
        elif state.at[first + step] != 0:
            state.tally[T_COVERED] += 1
            _drench(state, state.at[first + step] - 1)


@kernel
def _drench(state: Any, seat: int) -> None:
    """The fog costs a boat its topmost fish (MV-92)."""
    colour = lose_top(state, seat)
    if colour != BARE:
        state.supply[colour] += 1
        state.counters[seat, C_FOG_LOST] += 1


@kernel
def turn_over(state: Any, side: int) -> None:
    """The backs of the edge row come to lie on the row beside it, which becomes the edge (MV-84 to MV-87)."""
    step = inward(side)
    for line in range(lines_at(state, side)):
        space = line_start(state, side, line)
        state.face[space + step] = SPACES + space
    if side == NORTH:
        state.north += 1
    elif side == SOUTH:
        state.south -= 1
    elif side == WEST:
        state.west += 1
    else:
        state.east -= 1


@kernel
def list_exchanges(state: Any, work: Any) -> int:
    """The face-up ships at the folded side (MV-100)."""
    n = 0
    for ship in range(SHIPS):
        if state.market[state.folded, ship] != 0:
            work.moves[n] = EXCHANGE << TYPE_SHIFT | ship
            n += 1
    return n


@kernel
def exchange(state: Any, board: Any, rules: Any, ship: int) -> None:
    """Put a ship under its pile and turn up the next one (MV-100, MV-101)."""
    side = state.folded
    card = state.market[side, ship] - 1
    state.counters[state.seat, C_EXCHANGES] += 1
    state.counters[state.seat, C_DENIED] += covers(state.load[state.mover], board.need[card])
    state.tally[T_SAME_SHIP] += state.left[side] == 0
    state.pile[side, (state.start[side] + state.left[side]) % PILE] = card
    state.left[side] += 1
    state.under[side] += 1
    turn_up(state, side, ship)
    end_turn(state, rules)
