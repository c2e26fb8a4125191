"""What is counted on the way and at the end: nothing here decides anything."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.maori.board import FIELDS
from simkit.games.maori.rules_score import (
    boats_counted,
    closed_wreaths,
    halves,
    palms_on,
    removed_fields,
    shells_counted,
)
from simkit.games.maori.rules_tableau import (
    beside,
    facing,
    fields_of,
    fitting,
    joined,
    open_parts,
    shown,
    sites,
)
from simkit.games.maori.state import (
    AS_MANY_TURNS,
    BOAT_MAJORITY,
    BOAT_TIES,
    BOATS_5,
    BOATS_LOST,
    DENIED,
    DEPTH_1,
    FILLED_FIRST,
    FINAL_BOATS,
    FINAL_SHELLS,
    GAP_PRICES,
    GAPS,
    ISLANDS_1,
    ISLANDS_2,
    ISLANDS_3,
    LAP,
    LONE_HALVES,
    MARKS,
    MISFITS,
    OPEN_PRINT,
    PALMS_LOST,
    REFILL_LUCK,
    REMOVAL_MOVED,
    SHELL_MAJORITY,
    SHELL_TIES,
    SHELLS_5,
    SLOT_LEFT,
    SLOT_TURNS,
    STACK_LEFT,
    TILES_LOST,
    TURN_MORE,
    TURNS_AT_THE_END,
    VOLCANO_BLOCKS,
    VOLCANOES_OUT,
)
from simkit.kernel import kernel


@kernel
def note_line(state: Any, board: Any) -> None:
    """Count a volcano in the line that the ship has come to."""
    for depth in range(board.line.shape[1]):
        tile = state.display[board.line[state.ship, depth]]
        if tile >= 0 and board.volcano[tile] != 0:
            state.tally[VOLCANO_BLOCKS] += 1
            return


@kernel
def note_take(state: Any, board: Any, rules: Any, depth: int, work: Any) -> None:
    """Count the depth of the tile about to be taken, gaps before it, and whether the next player could use it now."""
    seat = state.seat
    state.counters[seat, DEPTH_1 + depth] += 1
    for nearer in range(depth):
        if state.display[board.line[state.ship, nearer]] < 0:
            state.tally[GAP_PRICES] += 1
            break
    cell = board.line[state.ship, depth]
    following = (seat + 1) % state.players
    if _in_the_way(state, board, following, cell):
        if closes_at_once(state, board, rules, following, state.display[cell], work):
            state.counters[seat, DENIED] += 1


@kernel
def note_refill(state: Any, board: Any, rules: Any, cell: int, work: Any) -> None:
    """Count a tile turned up that the next player could use at once."""
    following = (state.seat + 1) % state.players
    if board.volcano[state.display[cell]] == 0 and _in_the_way(state, board, following, cell):
        if closes_at_once(state, board, rules, following, state.display[cell], work):
            state.counters[following, REFILL_LUCK] += 1


@kernel
def _in_the_way(state: Any, board: Any, seat: int, cell: int) -> bool:
    """Whether a seat's free steps bring the ship next to a display cell."""
    edges = 0
    for edge in range(LAP):
        if board.line[edge, 0] == cell and (edge - state.ship - 1) % LAP < state.boats[seat]:
            edges += 1
    return edges > 0


@kernel
def closes_at_once(state: Any, board: Any, rules: Any, seat: int, tile: int, work: Any) -> bool:
    """Whether a seat could build a tile so that an island it has begun, or a wreath, gets closed at once."""
    empty = sites(state, board, rules, seat)
    for side in range(4):
        work.waiting[side] = 0
    rest = state.parts[seat]
    while rest:
        nodes = joined(state, board, seat, rest & -rest)
        rest &= ~nodes
        ends = 0
        for side in range(4):
            land = facing(state, board, seat, side)
            ends += popcount(nodes & state.land[seat, side] & ~(land | (land << FIELDS)))
        if ends == 1:
            for side in range(4):
                back = (side + 2) & 3
                ahead = beside(board, fields_of(nodes & state.land[seat, back]), side)
                work.waiting[side] |= ahead & ~board.rock[side] & empty
    for turn in range(4):
        if (board.turns[tile] >> turn) & 1:
            edges = board.land[tile, turn] | board.land2[tile, turn]
            fields = empty & fitting(state, board, rules, seat, edges)
            for side in range(4):
                if (edges >> side) & 1:
                    fields &= work.waiting[side]
            if edges != 0 and fields != 0:
                return True
            for side in range(4):
                if (board.wreath[tile, turn] >> side) & 1:
                    if fields & beside(board, state.wreath[seat, (side + 2) & 3], side):
                        return True
    return False


@kernel
def note_misfit(state: Any, board: Any, seat: int, field: int, edges: int) -> None:
    """Count a tile whose coast does not fit: land against water, rock or frame, or water against land."""
    around = shown(state, board, seat)
    for side in range(4):
        bit = 1 << field
        barred = (board.frame[side] | board.rock[side]) & bit
        land = facing(state, board, seat, side) & bit
        built = beside(board, around, side) & bit
        if (edges >> side) & 1:
            if barred or (built and not land):
                state.counters[seat, MISFITS] += 1
                return
        elif land:
            state.counters[seat, MISFITS] += 1
            return


@kernel
def note_turn(state: Any) -> None:
    """Count at the end of a turn: the slot, and boats and shells after the own turns 5, 10 and 15."""
    seat = state.seat
    if state.slot[seat] >= 0:
        state.counters[seat, SLOT_TURNS] += 1
    for mark in range(MARKS):
        if state.turns[seat] == 5 * (mark + 1):
            state.counters[seat, BOATS_5 + mark] = state.boats[seat]
            state.counters[seat, SHELLS_5 + mark] = state.shells[seat]


@kernel
def note_end(state: Any, board: Any, rules: Any) -> None:
    """Fill the counters that describe the final position."""
    state.tally[STACK_LEFT] = board.tiles - state.drawn
    for cell in range(16):
        if state.display[cell] < 0:
            state.tally[GAPS] += 1
        elif board.volcano[state.display[cell]] != 0:
            state.tally[VOLCANOES_OUT] += 1
    for seat in range(state.players):
        _note_seat(state, board, rules, seat)
        if seat == state.finisher:
            state.counters[seat, TURNS_AT_THE_END] = FILLED_FIRST
        elif state.finisher >= 0:
            more = state.turns[seat] > state.turns[state.finisher]
            state.counters[seat, TURNS_AT_THE_END] = TURN_MORE if more else AS_MANY_TURNS
    most_boats = 0
    most_shells = 0
    most_seen = 0
    for seat in range(state.players):
        most_boats = max(most_boats, state.counters[seat, FINAL_BOATS])
        most_shells = max(most_shells, state.counters[seat, FINAL_SHELLS])
        most_seen = max(most_seen, state.boats[seat])
    boat_winners = 0
    shell_winners = 0
    for seat in range(state.players):
        leads = state.counters[seat, FINAL_BOATS] == most_boats
        if leads:
            boat_winners += 1
            state.counters[seat, BOAT_MAJORITY] = 1
        if state.counters[seat, FINAL_SHELLS] == most_shells:
            shell_winners += 1
            state.counters[seat, SHELL_MAJORITY] = 1
        if leads != (state.boats[seat] == most_seen):
            state.tally[REMOVAL_MOVED] = 1
    if boat_winners > 1:
        state.tally[BOAT_TIES] = 1
    if shell_winners > 1:
        state.tally[SHELL_TIES] = 1


@kernel
def _note_seat(state: Any, board: Any, rules: Any, seat: int) -> None:
    unclosed = open_parts(state, board, seat)
    gone = removed_fields(state, rules, seat, unclosed)
    state.counters[seat, TILES_LOST] = popcount(gone)
    state.counters[seat, PALMS_LOST] = palms_on(state, seat, unclosed | gone)
    state.counters[seat, FINAL_BOATS] = boats_counted(state, board, rules, seat, gone)
    state.counters[seat, FINAL_SHELLS] = shells_counted(state, board, rules, seat, gone)
    rest = gone
    while rest:
        state.counters[seat, BOATS_LOST] += board.boats[state.tile[seat, lowest(rest)]]
        rest &= rest - 1
    if state.slot[seat] >= 0:
        state.counters[seat, SLOT_LEFT] = 1
    state.counters[seat, OPEN_PRINT] = popcount(fields_of(unclosed) & board.printed & ~state.filled[seat])
    alone = halves(state, seat, gone) - 2 * closed_wreaths(state, board, seat, gone, board.whole)
    state.counters[seat, LONE_HALVES] = alone
    closed = state.parts[seat] & ~unclosed
    while closed:
        island = joined(state, board, seat, 1 << lowest(closed))
        closed &= ~island
        size = popcount(fields_of(island))
        if size == 1:
            state.counters[seat, ISLANDS_1] += 1
        elif size == 2:
            state.counters[seat, ISLANDS_2] += 1
        else:
            state.counters[seat, ISLANDS_3] += 1
