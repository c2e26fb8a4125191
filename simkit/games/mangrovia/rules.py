"""Set-up, legal moves and playing them (MG-11 to MG-25, MG-115, MG-116); the parts are in the modules rules_*.py."""

from typing import Any

from simkit.bits import lowest
from simkit.contract import TYPE_SHIFT
from simkit.games.mangrovia.counters import C_BIRDS, C_BIRDS_LEFT, C_STARTS
from simkit.games.mangrovia.rules_actions import (
    forego,
    list_actions,
    list_sites,
    present_part,
    start_hut,
    use_up,
)
from simkit.games.mangrovia.rules_build import list_lands, list_payments, load_purse, pay
from simkit.games.mangrovia.rules_cards import collect, deal, draw_down, draw_up, return_amulet
from simkit.games.mangrovia.rules_round import place_bowl, sail
from simkit.games.mangrovia.state import (
    BIRDS,
    BOWL,
    BUILD,
    COLLECT,
    DOUBLE,
    DRAW_DOWN,
    DRAW_UP,
    FIELD,
    FIRST_GODLESS,
    GOD_TILES,
    LAND,
    NEUTRAL,
    PAY,
    PH_ACT,
    PH_BOWL,
    PH_LAND,
    PH_PAY,
    PH_RETURN,
    RETURN,
    SITE_COMPONENT,
    STREAM_STONE,
    TILES_GODLESS,
    TILES_GODS,
    TILES_OFF,
    TWO_HALVES,
    M,
    W,
)
from simkit.kernel import kernel
from simkit.rng import piece_key, sort_by_key


@kernel
def setup(state: Any, board: Any, rules: Any) -> None:
    """Bring the all-zero state to the first bowl (MG-11 to MG-25, MG-115, MG-116)."""
    state.round_no = 1
    state.turn_no = 1
    state.phase = PH_BOWL
    state.birds = 1 << M | 1 << W
    state.round_birds = state.birds
    for seat in range(state.players):
        state.supply[seat] = board.huts
    state.huts[NEUTRAL] = board.neutral
    state.next_tile = board.lowest_tile
    if board.neutral & board.pole:
        state.tile_owner[state.next_tile] = NEUTRAL + 1
        state.next_tile += 1
    if board.closed_site >= 0:
        state.bowls[board.closed_site] = NEUTRAL + 1
    deal(state, board, rules)
    if rules.stone_tiles != TILES_OFF:
        lay_stone_tiles(state, board, rules)
    state.counters[0, C_STARTS] = 1


@kernel
def lay_stone_tiles(state: Any, board: Any, rules: Any) -> None:
    """Random stone tiles on the stone spaces without a neutral hut (MG-115, MG-116, MG-123)."""
    n = 0
    if rules.stone_tiles != TILES_GODLESS:
        for god in range(min(board.gods, GOD_TILES)):
            state.items[n] = 1 + god
            state.keys[n] = piece_key(state.streams, STREAM_STONE, 1 + god, 0)
            n += 1
    if rules.stone_tiles != TILES_GODS:
        for motif in range(3):
            for copy in range(rules.godless_counts[motif]):
                state.items[n] = FIRST_GODLESS + motif
                state.keys[n] = piece_key(state.streams, STREAM_STONE, FIRST_GODLESS + motif, copy)
                n += 1
    sort_by_key(state.keys, state.items, n)
    rest = board.stone & ~board.neutral
    laid = 0
    while rest and laid < n:
        state.stone_tile[lowest(rest)] = state.items[laid]
        state.tiles_laid[state.items[laid]] += 1
        laid += 1
        rest &= rest - 1


@kernel
def legal_moves(state: Any, board: Any, rules: Any, work: Any) -> int:
    """All legal moves of ``state.seat``, ascending; see state.py for their encoding."""
    if state.phase == PH_BOWL:
        return list_sites(state, rules, work)
    if state.phase == PH_ACT:
        return list_actions(state, board, rules, work)
    if state.phase == PH_RETURN:
        n = 0
        for k in range(6):
            if state.drawn[k] > 0:
                work.moves[n] = RETURN << TYPE_SHIFT | k
                n += 1
        return n
    if state.phase == PH_LAND:
        return list_lands(state, board, rules, work.moves, LAND << TYPE_SHIFT)
    if state.phase == PH_PAY:
        halves = 1 if state.b_huts == 2 and rules.double_payment == TWO_HALVES else 0
        load_purse(state, work, state.seat, board.currency[state.b_space])
        n = list_payments(work, state.b_huts * board.cost[state.b_space], halves)
        for i in range(n):
            work.moves[i] = PAY << TYPE_SHIFT | work.payments[i]
        return n
    n = 0
    for high in range(1, 4):
        for low in range(high):
            work.moves[n] = BIRDS << TYPE_SHIFT | 1 << high | 1 << low
            n += 1
    return n


@kernel
def apply_move(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    """Play a legal move and go on to the next decision."""
    kind = move >> TYPE_SHIFT
    field = move & FIELD
    if kind == BOWL:
        place_bowl(state, board, rules, field)
        return
    if kind == BIRDS:
        state.counters[state.seat, C_BIRDS] += 1
        if field == state.birds:
            state.counters[state.seat, C_BIRDS_LEFT] += 1
        state.birds = field
        sail(state, board, rules)
        return
    if kind in (BUILD, DOUBLE):
        start_hut(state, board, rules, field, kind, work)
        return
    if kind == LAND:
        state.b_cards = field
        state.phase = PH_PAY
        return
    if kind == PAY:
        pay(state, board, rules, work, field)
        state.phase = PH_ACT
    elif kind == COLLECT:
        use_up(state, 1)
        collect(state, board, rules)
    elif kind == RETURN:
        return_amulet(state, field)
    elif kind == DRAW_UP:
        use_up(state, 2)
        draw_up(state, field)
    elif kind == DRAW_DOWN:
        use_up(state, 4)
        draw_down(state, rules, field)
    else:
        forego(state, board, rules, work)
    if state.phase == PH_ACT and present_part(state) == 0:
        sail(state, board, rules)


@kernel
def is_over(state: Any) -> int:
    """1 when the game has ended."""
    return 1 if state.end_cause != 0 else 0


@kernel
def component(state: Any, board: Any, move: int) -> int:
    """The building space or ritual site that a move takes, -1 for the other moves."""
    kind = move >> TYPE_SHIFT
    if kind in (BUILD, DOUBLE):
        return move & FIELD
    if kind == BOWL:
        return SITE_COMPONENT + (move & FIELD)
    return -1
