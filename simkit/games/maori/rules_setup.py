"""Set-up: tiles, display, shells, ship (MA-01 to MA-12)."""

from typing import Any

from simkit.games.maori.rules_tableau import show_print
from simkit.games.maori.state import (
    LAP,
    SAILING,
    STARTING,
    VOLCANO_REDRAWS,
)
from simkit.games.maori.switches import (
    ALLOWED_VOLCANO,
    CHOSEN_START,
)
from simkit.kernel import kernel
from simkit.rng import below, piece_key, sort_by_key


@kernel
def setup(state: Any, board: Any, rules: Any) -> None:
    """MA-03 to MA-12: shuffled tiles, display, shells, ship; seat 0 begins."""
    for tile in range(board.tiles):
        state.stack[tile] = tile
        state.keys[tile] = piece_key(state.streams, 0, 0, tile)
    sort_by_key(state.keys, state.stack, board.tiles)
    if rules.volcano_setup != ALLOWED_VOLCANO:
        _set_volcanoes_aside(state, board)
    for cell in range(16):
        state.display[cell] = state.stack[cell]
    state.drawn = 16
    state.hand = -1
    state.hand_cell = -1
    state.ship_before = -1
    state.last_built = -1
    state.finisher = -1
    state.bank = rules.shell_bank
    for seat in range(state.players):
        state.slot[seat] = -1
        state.own_ship[seat] = -1
        state.shells[seat] = board.start_shells
        state.bank -= board.start_shells
        state.boats[seat] = board.base_boats
        for field in range(state.tile.shape[1]):
            state.tile[seat, field] = -1
            if (board.printed >> field) & 1:
                show_print(state, board, seat, field, 1)
    state.round_no = 1
    if rules.ship_start == CHOSEN_START:
        state.phase = STARTING
        state.ship = -1
        state.seat = state.players - 1
    else:
        state.ship = below(state.streams, 1, LAP)
        first_turn(state)


@kernel
def _set_volcanoes_aside(state: Any, board: Any) -> None:
    """MA-08: the first 16 tiles that are no volcano are displayed; volcanoes met go to random places of the stack."""
    kept = 0
    at = 0
    while kept < 16 and at < board.tiles:
        if board.volcano[state.stack[at]] == 0:
            _move_forward(state, at, kept)
            kept += 1
        at += 1
    met = at - kept  # they lie behind the displayed ones now, in the order they were met
    for i in range(met):
        low = 16 + i
        place = low + below(state.streams, 2, board.tiles - low)
        tile = state.stack[low]
        state.stack[low] = state.stack[place]
        state.stack[place] = tile
    state.tally[VOLCANO_REDRAWS] = met


@kernel
def _move_forward(state: Any, start: int, end: int) -> None:
    """The tile at ``start`` moves to ``end`` < start; those between move back by one."""
    tile = state.stack[start]
    for i in range(start, end, -1):
        state.stack[i] = state.stack[i - 1]
    state.stack[end] = tile


@kernel
def first_turn(state: Any) -> None:
    state.seat = 0
    state.turn_no = 1
    state.turns[0] = 1
    state.phase = SAILING
