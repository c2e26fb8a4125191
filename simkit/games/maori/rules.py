"""What a move does: sailing, exploring, refilling, the end (MA-13 to MA-56, MA-68 to MA-73)."""

from typing import Any

from simkit.contract import STALLED, TYPE_SHIFT
from simkit.games.maori.rules_moves import price
from simkit.games.maori.rules_notes import note_end, note_line, note_misfit, note_refill, note_take, note_turn
from simkit.games.maori.rules_setup import first_turn
from simkit.games.maori.rules_tableau import (
    buildable,
    can_build,
    lay,
    lift,
    sites,
)
from simkit.games.maori.state import (
    BANK_EMPTY,
    BUILD,
    BUILT,
    BUILT_FROM_SLOT,
    DONE,
    EXPLORING,
    HEMMED_IN,
    LAP,
    LIFT,
    LIFTING,
    MOOR,
    MOORING,
    NO_FIT,
    PASS,
    PASSED,
    PLACE,
    PLACING,
    REMOVE,
    REMOVED,
    SAIL,
    SAILING,
    SHELLS_FOUND,
    SHELLS_SAILING,
    SHELLS_TAKING,
    SHORT_SAILS,
    SLOT,
    STACK_EXHAUSTED,
    START,
    STEPS,
    STORE,
    STORED,
    TABLEAU_FULL,
    TRIGGER_SEAT,
    UNSTORE,
    number_of,
    place_field,
    place_turn,
)
from simkit.games.maori.switches import (
    FINISH_ROUND,
    SHIPS_OFF,
)
from simkit.kernel import kernel
from simkit.rng import piece_key, rekey, sort_by_key

# ---- what follows ---------------------------------------------------------------------------------------------------


@kernel
def apply_move(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    """Play one legal move."""
    kind = move >> TYPE_SHIFT
    number = number_of(move)
    if kind == START:
        state.ship = number
        first_turn(state)
    elif kind == SAIL:
        _sail(state, board, number)
    elif kind in (BUILD, STORE):
        _take(state, board, rules, kind, number, work)
    elif kind == UNSTORE:
        state.hand = state.slot[state.seat]
        state.slot[state.seat] = -1
        state.hand_cell = -1
        state.phase = PLACING
    elif kind == PLACE:
        _place(state, board, rules, place_field(move), place_turn(move), work)
    elif kind == REMOVE:
        state.phase = LIFTING
    elif kind == LIFT:
        _remove(state, board, number)
        _end_turn(state, board, rules)
    elif kind == MOOR:
        state.own_ship[state.seat] = number
        _end_turn(state, board, rules)
    elif kind == PASS:
        state.counters[state.seat, PASSED] += 1
        _end_turn(state, board, rules)


@kernel
def _sail(state: Any, board: Any, steps: int) -> None:
    """MA-17 to MA-25."""
    seat = state.seat
    paid = max(0, steps - state.boats[seat])
    state.shells[seat] -= paid
    state.bank += paid
    state.ship_before = state.ship
    state.ship = (state.ship + steps) % LAP
    state.sailed = steps
    state.paid_sailing = paid
    state.counters[seat, STEPS] += steps
    state.counters[seat, SHELLS_SAILING] += paid
    if steps < state.boats[seat]:
        state.counters[seat, SHORT_SAILS] += 1
    note_line(state, board)
    state.phase = EXPLORING


@kernel
def _take(state: Any, board: Any, rules: Any, kind: int, depth: int, work: Any) -> None:
    """MA-27 to MA-30, MA-42, MA-43: pay for a tile of the line and take it, to build or to store."""
    seat = state.seat
    note_take(state, board, rules, depth, work)
    cell = board.line[state.ship, depth]
    tile = state.display[cell]
    paid = price(state, board, rules, state.ship, depth)
    state.shells[seat] -= paid
    state.bank += paid
    state.paid_taking = paid
    state.display[cell] = -1
    state.counters[seat, SHELLS_TAKING] += paid
    if kind == BUILD:
        state.hand = tile
        state.hand_cell = cell
        state.phase = PLACING
        return
    if can_build(state, board, rules, seat, tile) == 0:
        state.counters[seat, NO_FIT] += 1
    if state.slot[seat] >= 0:
        state.gone[state.slot[seat]] = 1
    state.slot[seat] = tile
    state.counters[seat, STORED] += 1
    _refill(state, board, rules, cell, work)
    _end_turn(state, board, rules)


@kernel
def _refill(state: Any, board: Any, rules: Any, cell: int, work: Any) -> None:
    """MA-49 to MA-51."""
    if state.drawn < board.tiles:
        state.display[cell] = state.stack[state.drawn]
        state.drawn += 1
        note_refill(state, board, rules, cell, work)
        if state.drawn == board.tiles:
            state.tally[STACK_EXHAUSTED] = 1


@kernel
def _place(state: Any, board: Any, rules: Any, field: int, turn: int, work: Any) -> None:
    """MA-34 to MA-41, MA-44, MA-53: the tile in hand comes to lie on the tableau."""
    seat = state.seat
    tile = state.hand
    note_misfit(state, board, seat, field, board.land[tile, turn] | board.land2[tile, turn])
    lay(state, board, seat, field, tile, turn)
    state.hand = -1
    state.last_built = field
    gain = board.shells[tile]
    if rules.shell_bank > 0:
        state.tally[BANK_EMPTY] += gain - min(gain, state.bank)
        gain = min(gain, state.bank)
    state.shells[seat] += gain
    state.bank -= gain
    state.counters[seat, SHELLS_FOUND] += gain
    if state.hand_cell >= 0:
        state.counters[seat, BUILT] += 1
        _refill(state, board, rules, state.hand_cell, work)
        state.hand_cell = -1
    else:
        state.counters[seat, BUILT_FROM_SLOT] += 1
    if state.finisher < 0 and state.filled[seat] == buildable(board, rules):
        state.finisher = seat
        state.last_turns = state.players - 1
        if rules.last_turns == FINISH_ROUND:
            state.last_turns -= seat
        state.last_turns += 1  # this turn itself
        state.tally[TRIGGER_SEAT] = seat + 1
    if rules.own_ships != SHIPS_OFF:
        if state.own_ship[seat] >= 0:
            state.phase = MOORING
            return
        state.own_ship[seat] = field
    _end_turn(state, board, rules)


@kernel
def _remove(state: Any, board: Any, number: int) -> None:
    """MA-46, MA-47, MA-73: a tile of the tableau, or the stored one, leaves the game."""
    seat = state.seat
    state.counters[seat, REMOVED] += 1
    if number == SLOT:
        state.gone[state.slot[seat]] = 1
        state.slot[seat] = -1
        return
    state.gone[state.tile[seat, number]] = 1
    lift(state, board, seat, number)
    if state.own_ship[seat] == number:
        state.own_ship[seat] = -1


@kernel
def _end_turn(state: Any, board: Any, rules: Any) -> None:
    """MA-13, MA-16, MA-54 to MA-56: the next seat, or the end."""
    seat = state.seat
    note_turn(state)
    last = seat + 1 == state.players
    if state.finisher >= 0:
        state.last_turns -= 1
        if state.last_turns == 0:
            _finish(state, board, rules, TABLEAU_FULL)
            return
    elif last and state.round_no >= rules.max_rounds:
        _finish(state, board, rules, STALLED)
        return
    if last:
        state.round_no += 1
    state.seat = (seat + 1) % state.players
    state.turn_no += 1
    state.turns[state.seat] += 1
    state.phase = SAILING
    if rules.own_ships != SHIPS_OFF and state.own_ship[state.seat] >= 0:
        if sites(state, board, rules, state.seat) == 0:
            state.counters[state.seat, HEMMED_IN] += 1


@kernel
def _finish(state: Any, board: Any, rules: Any, cause: int) -> None:
    state.end_cause = cause
    state.phase = DONE
    note_end(state, board, rules)


@kernel
def is_over(state: Any) -> int:
    """1 when the last turn has been played, or at the cap."""
    return 1 if state.end_cause != 0 else 0


@kernel
def component(state: Any, board: Any, move: int) -> int:
    """The kind of tile that a BUILD or STORE takes."""
    kind = move >> TYPE_SHIFT
    if kind not in (BUILD, STORE):
        return -1
    return board.category[state.display[board.line[state.ship, number_of(move)]]]


@kernel
def hide(state: Any, board: Any, rules: Any, seat: int, key: int) -> None:
    """Nobody knows the order of the stack; all else is open."""
    rekey(state.streams, key)
    for i in range(state.drawn, board.tiles):
        state.keys[i] = piece_key(state.streams, 0, 0, state.stack[i])
    left = board.tiles - state.drawn
    sort_by_key(state.keys[state.drawn :], state.stack[state.drawn :], left)
