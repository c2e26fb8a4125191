"""What is counted when a game has ended."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.maori.board import FIELDS
from simkit.games.maori.rules_score import (
    boats_counted,
    palms_on,
    removed_fields,
    shells_counted,
)
from simkit.games.maori.rules_tableau import joined, open_parts
from simkit.games.maori.state import (
    BOAT_MAJORITY,
    BOAT_TIES,
    BOATS_LOST,
    FINAL_BOATS,
    FINAL_SHELLS,
    GAPS,
    ISLANDS_1,
    ISLANDS_2,
    ISLANDS_3,
    PALMS_LOST,
    REMOVAL_MOVED,
    SHELL_MAJORITY,
    SHELL_TIES,
    SLOT_LEFT,
    STACK_LEFT,
    TILES_LOST,
    VOLCANOES_OUT,
)
from simkit.kernel import kernel


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
    closed = state.parts[seat] & ~unclosed
    while closed:
        island = joined(state, board, seat, 1 << lowest(closed))
        closed &= ~island
        size = popcount((island | (island >> FIELDS)) & ((1 << FIELDS) - 1))
        if size == 1:
            state.counters[seat, ISLANDS_1] += 1
        elif size == 2:
            state.counters[seat, ISLANDS_2] += 1
        else:
            state.counters[seat, ISLANDS_3] += 1
