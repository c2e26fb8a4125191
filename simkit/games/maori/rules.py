"""The turn: set-up, sailing, exploring, refilling, the end (MA-01 to MA-56, MA-68 to MA-73)."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.contract import STALLED, TYPE_SHIFT
from simkit.games.maori.board import PRINT
from simkit.games.maori.rules_end import note_end
from simkit.games.maori.rules_tableau import (
    buildable,
    can_build,
    facing,
    fitting,
    lay,
    lift,
    show_print,
    shown,
    sites,
)
from simkit.games.maori.state import (
    ALLOWED_VOLCANO,
    BANK_EMPTY,
    BOATS_ROUND_5,
    BUILD,
    BUILT,
    BUILT_FROM_SLOT,
    CHOSEN_START,
    DEPTH_SUM,
    DEPTHS,
    DONE,
    EXPLORING,
    FINISH_ROUND,
    HEMMED_IN,
    LAP,
    LIFT,
    LIFTING,
    MISFITS,
    MOOR,
    MOORING,
    NO_FIT,
    PASS,
    PASSED,
    PLACE,
    PLACING,
    PRICE_BY_TILES,
    REMOVE,
    REMOVED,
    SAIL,
    SAILING,
    SHELLS_FOUND,
    SHELLS_SAILING,
    SHELLS_TAKING,
    SHIPS_LAST_BUILT,
    SHIPS_OFF,
    SHORT_SAILS,
    SLOT,
    SLOT_TURNS,
    STACK_EXHAUSTED,
    START,
    STARTING,
    STEPS,
    STORE,
    STORED,
    TABLEAU_FULL,
    TRIGGER_SEAT,
    TRIGGERED,
    TURNS_TAKEN,
    UNSTORE,
    VOLCANO_BLOCKS,
    VOLCANO_REDRAWS,
    number_of,
    place_field,
    place_turn,
)
from simkit.kernel import kernel
from simkit.rng import below, piece_key, rekey, sort_by_key

# ---- set-up -------------------------------------------------------------------------------------------------------


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
        _first_turn(state)


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
def _first_turn(state: Any) -> None:
    state.seat = 0
    state.turn_no = 1
    state.turns[0] = 1
    state.counters[0, TURNS_TAKEN] = 1
    state.phase = SAILING


# ---- what is allowed ------------------------------------------------------------------------------------------------


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
        work.moves[edge] = (START << TYPE_SHIFT) + edge
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
        work.moves[0] = SAIL << TYPE_SHIFT
        return 1
    for steps in range(1, most + 1):
        work.moves[steps - 1] = (SAIL << TYPE_SHIFT) + steps
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
                work.moves[n] = (BUILD << TYPE_SHIFT) + depth
                n += 1
    if state.slot[seat] < 0 or rules.store_swap == 1:
        for depth in range(DEPTHS):
            cost = price(state, board, rules, state.ship, depth)
            if 0 <= cost <= state.shells[seat]:
                work.moves[n] = (STORE << TYPE_SHIFT) + depth
                n += 1
    if state.slot[seat] >= 0 and can_build(state, board, rules, seat, state.slot[seat]):
        work.moves[n] = UNSTORE << TYPE_SHIFT
        n += 1
    if liftable(state, rules) != 0:
        work.moves[n] = REMOVE << TYPE_SHIFT
        n += 1
    work.moves[n] = PASS << TYPE_SHIFT
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
                work.moves[n] = (PLACE << TYPE_SHIFT) + 4 * field + turn
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
        work.moves[n] = (kind << TYPE_SHIFT) + lowest(fields)
        fields &= fields - 1
        n += 1
    return n


# ---- what follows ---------------------------------------------------------------------------------------------------


@kernel
def apply_move(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    """Play one legal move."""
    kind = move >> TYPE_SHIFT
    number = number_of(move)
    if kind == START:
        state.ship = number
        _first_turn(state)
    elif kind == SAIL:
        _sail(state, board, number)
    elif kind == BUILD or kind == STORE:
        _take(state, board, rules, kind, number)
    elif kind == UNSTORE:
        state.hand = state.slot[state.seat]
        state.slot[state.seat] = -1
        state.hand_cell = -1
        state.phase = PLACING
    elif kind == PLACE:
        _place(state, board, rules, place_field(move), place_turn(move))
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
    for depth in range(DEPTHS):
        tile = state.display[board.line[state.ship, depth]]
        if tile >= 0 and board.volcano[tile] != 0:
            state.tally[VOLCANO_BLOCKS] += 1
            break
    state.phase = EXPLORING


@kernel
def _take(state: Any, board: Any, rules: Any, kind: int, depth: int) -> None:
    """MA-27 to MA-30, MA-42, MA-43: pay for a tile of the line and take it, to build or to store."""
    seat = state.seat
    cell = board.line[state.ship, depth]
    tile = state.display[cell]
    paid = price(state, board, rules, state.ship, depth)
    state.shells[seat] -= paid
    state.bank += paid
    state.paid_taking = paid
    state.display[cell] = -1
    state.counters[seat, SHELLS_TAKING] += paid
    state.counters[seat, DEPTH_SUM] += depth + 1
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
    _refill(state, board, cell)
    _end_turn(state, board, rules)


@kernel
def _refill(state: Any, board: Any, cell: int) -> None:
    """MA-49 to MA-51."""
    if state.drawn < board.tiles:
        state.display[cell] = state.stack[state.drawn]
        state.drawn += 1
        if state.drawn == board.tiles:
            state.tally[STACK_EXHAUSTED] = 1


@kernel
def _place(state: Any, board: Any, rules: Any, field: int, turn: int) -> None:
    """MA-34 to MA-41, MA-44, MA-53: the tile in hand comes to lie on the tableau."""
    seat = state.seat
    tile = state.hand
    _note_misfit(state, board, seat, field, board.land[tile, turn] | board.land2[tile, turn])
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
        _refill(state, board, state.hand_cell)
        state.hand_cell = -1
    else:
        state.counters[seat, BUILT_FROM_SLOT] += 1
    if state.finisher < 0 and state.filled[seat] == buildable(board, rules):
        state.finisher = seat
        state.last_turns = state.players - 1
        if rules.last_turns == FINISH_ROUND:
            state.last_turns -= seat
        state.last_turns += 1  # this turn itself
        state.counters[seat, TRIGGERED] = 1
        state.tally[TRIGGER_SEAT] = seat + 1
    if rules.own_ships != SHIPS_OFF:
        if state.own_ship[seat] >= 0:
            state.phase = MOORING
            return
        state.own_ship[seat] = field
    _end_turn(state, board, rules)


@kernel
def _note_misfit(state: Any, board: Any, seat: int, field: int, edges: int) -> None:
    """Count a tile whose coast does not fit: land against water, rock or frame, or water against land."""
    around = shown(state, board, seat)
    for side in range(4):
        there = field - board.columns
        if side == 1:
            there = field + 1
        elif side == 2:
            there = field + board.columns
        elif side == 3:
            there = field - 1
        outside = (board.frame[side] >> field) & 1
        barred = outside | ((board.rock[side] >> field) & 1)
        land = (facing(state, board, seat, side) >> field) & 1
        built = 0 if outside else (around >> there) & 1
        here = (edges >> side) & 1
        if (here == 1 and (barred or (built and land == 0))) or (here == 0 and land == 1):
            state.counters[seat, MISFITS] += 1
            return


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
    if state.slot[seat] >= 0:
        state.counters[seat, SLOT_TURNS] += 1
    if state.turns[seat] == 5:
        state.counters[seat, BOATS_ROUND_5] = state.boats[seat]
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
    state.counters[state.seat, TURNS_TAKEN] += 1
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
    if kind != BUILD and kind != STORE:
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
