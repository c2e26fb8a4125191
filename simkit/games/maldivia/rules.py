"""Maldivia: set-up, what may be decided, what follows, the score (parts of a turn: rules_action, rules_fog)."""

from typing import Any

from simkit.bits import lowest
from simkit.contract import RUNNING, TYPE_SHIFT
from simkit.games.maldivia.rules_action import (
    arrange,
    choose_partner,
    deliver,
    give,
    put,
    remove,
    resume,
    rotate,
    take,
)
from simkit.games.maldivia.rules_fog import carry_out_fog, exchange, list_exchanges
from simkit.games.maldivia.rules_options import (
    island_cards,
    list_actions,
    list_arrangements,
    list_gifts,
    list_puts,
    list_removals,
    points,
)
from simkit.games.maldivia.rules_sea import free_ahead, reach, steps_ahead, steps_to_edge
from simkit.games.maldivia.rules_turn import begin_round, begin_turn, end_turn, remember_turn
from simkit.games.maldivia.state import (
    ACTING,
    ARRANGE,
    ARRANGING,
    BARE,
    C_AGROUND,
    C_BLOCKED,
    C_CURRENT,
    C_DISTANCE,
    C_LOST_TO_BOATS,
    C_LOST_TO_FOG,
    C_MOVES,
    C_STAYED,
    CLOTH,
    COLOURS,
    DECK,
    DELIVER,
    EXCHANGE,
    EXCHANGING,
    FINISH,
    FOG,
    FOG_BLOCK,
    FOGGING,
    GIVE,
    GIVING,
    HALF,
    MAST,
    MOVE,
    MOVING,
    OCTOPUS_PART,
    PILE,
    PLACE,
    PLACING,
    PROGRAM,
    PROGRAMMING,
    PUT,
    PUTTING,
    REMOVE,
    REMOVING,
    ROTATE,
    SHARK_PART,
    SHIPS,
    SIDES,
    SLOTS,
    SPACES,
    STRIDE,
    SWAP,
    T_FROM_CURRENT,
    TAKE,
    THEFT_PART,
)
from simkit.games.maldivia.switches import RANDOM_CLOTH
from simkit.kernel import kernel
from simkit.rng import below, piece_key, sort_by_key

# ---- set-up ---------------------------------------------------------------------------------------------------------


@kernel
def setup(state: Any, board: Any, rules: Any) -> None:
    """The open cloth, four shuffled piles with two ships up, empty masts; seat 0 places first (MV-02 to MV-12)."""
    state.round_no = 1
    state.turn_no = 1
    state.cloth = (
        below(state.streams, CLOTH, 4) if rules.cloth_rotation == RANDOM_CLOTH else rules.cloth_rotation - 1
    )
    turned = state.cloth % 2 == 1
    state.south = (board.columns if turned else board.rows) - 1
    state.east = (board.rows if turned else board.columns) - 1
    for colour in range(COLOURS):
        state.supply[colour] = board.fish[colour]
    for side in range(SIDES):
        _shuffle_pile(state, board, side)
        for ship in range(SHIPS):
            state.market[side, ship] = 1 + state.pile[side, ship]
        state.start[side] = SHIPS
        state.left[side] = PILE - SHIPS
    begin_round(state)
    for seat in range(state.players):
        state.boat[seat] = BARE
        for place in range(MAST):
            state.mast[seat, place] = BARE
    for space in range(SPACES):
        state.face[space] = space
    state.phase = PLACING
    remember_turn(state)


@kernel
def _shuffle_pile(state: Any, board: Any, side: int) -> None:
    """Order an island's cards by their keys (MV-04)."""
    for copy in range(PILE):
        state.pile[side, copy] = PILE * side + copy
        state.keys[copy] = piece_key(state.streams, DECK, side, copy)
    sort_by_key(state.keys, state.pile[side], PILE)


# ---- what may be decided --------------------------------------------------------------------------------------------


@kernel
def legal_moves(state: Any, board: Any, rules: Any, work: Any) -> int:
    """The legal moves of the phase, ascending."""
    phase = state.phase
    if phase == PROGRAMMING:
        return _list_blocks(state, work)
    if phase == MOVING:
        return _list_destinations(state, board, rules, work)
    if phase == FOGGING:
        work.moves[0] = FOG << TYPE_SHIFT | (state.program[state.mover, state.cycle] - FOG_BLOCK)
        return 1
    if phase == ACTING:
        return list_actions(state, board, rules, work)
    if phase == EXCHANGING:
        return list_exchanges(state, work)
    if phase == PUTTING:
        return list_puts(state, rules, work)
    if phase == REMOVING:
        return list_removals(state, work)
    if phase == ARRANGING:
        return list_arrangements(state, work)
    if phase == GIVING:
        return list_gifts(state, work)
    return _list_places(state, work)


@kernel
def _list_places(state: Any, work: Any) -> int:
    """Any unoccupied space (MV-12)."""
    n = 0
    for row in range(state.north, state.south + 1):
        for column in range(state.west, state.east + 1):
            if state.at[STRIDE * row + column] == 0:
                work.moves[n] = PLACE << TYPE_SHIFT | (STRIDE * row + column)
                n += 1
    return n


@kernel
def next_slot(state: Any, seat: int) -> int:
    """The leftmost slot without an indicator."""
    slot = 0
    while slot < SLOTS and state.program[seat, slot] != BARE:
        slot += 1
    return slot


@kernel
def fog_is_set(state: Any, seat: int) -> bool:
    """Whether the fog indicator stands (or lies) in the row already."""
    fogs = 0
    for slot in range(SLOTS):
        fogs += state.program[seat, slot] >= FOG_BLOCK
    return fogs > 0


@kernel
def _list_blocks(state: Any, work: Any) -> int:
    """Three arrows and one fog indicator, in any order (MV-08, MV-21 to MV-24)."""
    fog_set = fog_is_set(state, state.seat)
    slot = next_slot(state, state.seat)
    first = 0 if fog_set or slot < SLOTS - 1 else FOG_BLOCK
    last = FOG_BLOCK if fog_set else FOG_BLOCK + SIDES
    for block in range(first, last):
        work.moves[block - first] = PROGRAM << TYPE_SHIFT | block
    return last - first


@kernel
def _list_destinations(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Staying, and every space that the arrow allows (MV-25 to MV-45)."""
    seat = state.mover
    reach(state, board, rules, work, seat, state.boat[seat], state.program[seat, state.cycle])
    work.moves[0] = MOVE << TYPE_SHIFT
    n = 1
    for word in range(2):
        rest = work.reach[word]
        while rest != 0:
            work.moves[n] = MOVE << TYPE_SHIFT | (1 + HALF * word + lowest(rest))
            rest &= rest - 1
            n += 1
    return n


# ---- what follows ---------------------------------------------------------------------------------------------------


@kernel
def apply_move(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    """Play one legal move."""
    kind = move >> TYPE_SHIFT
    field = move & ((1 << TYPE_SHIFT) - 1)
    if kind == PROGRAM:
        _set_block(state, field)
    elif kind == MOVE:
        _move(state, board, rules, field, work)
    elif kind == FOG:
        carry_out_fog(state, board, rules, field)
    elif kind == DELIVER:
        deliver(state, board, rules, field, work)
    elif kind == TAKE:
        take(state, board, rules, field, work)
    elif kind == REMOVE:
        remove(state, board, rules, field, work)
    elif kind == PUT:
        put(state, board, rules, field, work)
    elif kind == ARRANGE:
        arrange(state, board, rules, field, work)
    elif kind == ROTATE:
        rotate(state, board, rules, field, work)
    elif kind == SWAP:
        choose_partner(state, rules, field)
    elif kind == GIVE:
        give(state, board, rules, field, work)
    elif kind == EXCHANGE:
        exchange(state, board, rules, field)
    elif kind == FINISH:
        end_turn(state, rules)
    else:
        _place(state, field)


@kernel
def _place(state: Any, space: int) -> None:
    """Put a boat on the cloth; after the last one the first round begins (MV-12)."""
    state.boat[state.seat] = space
    state.at[space] = state.seat + 1
    state.seat += 1
    if state.seat == state.players:
        begin_round(state)
        remember_turn(state)


@kernel
def _set_block(state: Any, block: int) -> None:
    """Set up the next indicator; when all stand, the starting player tips his first (MV-14, MV-20, MV-21)."""
    seat = state.seat
    slot = next_slot(state, seat)
    state.program[seat, slot] = block
    if slot == SLOTS - 1:
        state.seat += 1
        if state.seat == state.players:
            state.turn_no += state.round_no > 1
            for other in range(state.players):
                state.set_boat[other] = state.boat[other]
            begin_turn(state)


@kernel
def _move(state: Any, board: Any, rules: Any, field: int, work: Any) -> None:
    """Move the boat, or stay and end the turn without any action (MV-25 to MV-30, MV-46, MV-47)."""
    seat = state.mover
    start = state.boat[seat]
    course = state.program[seat, state.cycle]
    free = free_ahead(state, seat, start, course, 0)
    _note_course(state, seat, start, course, free)
    if field == 0:
        state.counters[seat, C_STAYED] += free > 0
        end_turn(state, rules)
        return
    goal = field - 1
    state.counters[seat, C_MOVES] += 1
    state.counters[seat, C_DISTANCE] += abs(goal // STRIDE - start // STRIDE) + abs(
        goal % STRIDE - start % STRIDE
    )
    steps = steps_ahead(start, course, goal)
    state.counters[seat, C_CURRENT] += steps == 0 or steps > free
    state.tally[T_FROM_CURRENT] += board.drawn[state.cloth, state.face[start]] != 0
    state.at[start] = 0
    state.at[goal] = seat + 1
    state.boat[seat] = goal
    resume(state, board, rules, work)


@kernel
def _note_course(state: Any, seat: int, start: int, course: int, free: int) -> None:
    """Count what stood in the way of the arrow, and what has come there since it was set up."""
    to_edge = steps_to_edge(state, start, course)
    if free == 0:
        state.counters[seat, C_AGROUND if to_edge == 0 else C_BLOCKED] += 1
    if free < free_ahead(state, seat, start, course, 1):
        state.counters[seat, C_LOST_TO_FOG if free == to_edge else C_LOST_TO_BOATS] += 1


# ---- the end --------------------------------------------------------------------------------------------------------


@kernel
def is_over(state: Any) -> int:
    """1 once the game has ended (MV-102)."""
    return 1 if state.end_cause != RUNNING else 0


@kernel
def final_scores(state: Any, board: Any, rules: Any, out: Any) -> None:
    """Fish on the collected cards, by island; then fish on the mast (MV-104 to MV-106)."""
    for seat in range(state.players):
        total = 0
        for island in range(SIDES):
            part = points(board, state.owned[seat] & island_cards(island))
            out[seat, 1 + island] = part
            total += part
        out[seat, 0] = total
        out[seat, 1 + SIDES] = state.height[seat]


@kernel
def score_now(state: Any, board: Any, rules: Any, out: Any) -> None:
    """Fish on the cards collected so far."""
    for seat in range(state.players):
        out[seat] = points(board, state.owned[seat])


@kernel
def component(state: Any, board: Any, move: int) -> int:
    """A ship by delivery, the octopus, the shark, theft; else -1."""
    kind = move >> TYPE_SHIFT
    field = move & ((1 << TYPE_SHIFT) - 1)
    if kind == DELIVER:
        return state.market[field // SHIPS, field % SHIPS] - 1
    if kind == ROTATE:
        return OCTOPUS_PART
    if kind == SWAP:
        return SHARK_PART
    if kind == TAKE and field > 1:
        return THEFT_PART
    return BARE
