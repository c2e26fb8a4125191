"""The flow of a game: set-up, bowls, the boat's landings, the next round (MG-11 to MG-52, MG-94 to MG-100)."""

from typing import Any

from simkit.bits import lowest
from simkit.contract import STALLED, TYPE_SHIFT
from simkit.games.mangrovia.rules_build import (
    buildable,
    double_buildable,
    list_lands,
    list_payments,
    load_purse,
    missed_by_exactness,
    pay,
)
from simkit.games.mangrovia.rules_cards import (
    can_collect,
    can_draw,
    collect,
    deal,
    draw_down,
    draw_up,
    refill_displays,
    return_amulet,
)
from simkit.games.mangrovia.rules_score import note_end
from simkit.games.mangrovia.state import (
    BAN_ON,
    BIRDS,
    BOWL,
    BUILD,
    C_BIRDS,
    C_BIRDS_LEFT,
    C_FOREGONE,
    C_NEAR_A,
    C_NEAR_V,
    C_NO_BUILD,
    C_SITE,
    C_STARTS,
    COLLECT,
    COMPLEMENT,
    DOUBLE,
    DRAW_DOWN,
    DRAW_UP,
    FIELD,
    FIRST_GODLESS,
    FOREGO,
    GOD_TILES,
    LAND,
    LAST_HUT,
    NEUTRAL,
    PAY,
    PH_ACT,
    PH_BIRDS,
    PH_BOWL,
    PH_END,
    PH_LAND,
    PH_PAY,
    PH_RETURN,
    RETURN,
    SITE_COMPONENT,
    SNAKE,
    STREAM_STONE,
    T_LOST,
    T_NO_COLLECT,
    T_NO_FIRST,
    TILES_GODLESS,
    TILES_GODS,
    TILES_OFF,
    TO_LEFT,
    TO_RIGHT,
    TWO_HALVES,
    M,
    W,
)
from simkit.kernel import kernel
from simkit.rng import piece_key, sort_by_key

# ---- set-up --------------------------------------------------------------------------------------------------------


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


# ---- legal moves ---------------------------------------------------------------------------------------------------


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
def list_sites(state: Any, rules: Any, work: Any) -> int:
    """Free ritual sites (MG-27, MG-28); the starting player's first bowl may be barred from the first (MG-31)."""
    n = 0
    barred = state.players <= 3 and rules.sp_first_bowl_ban == BAN_ON and state.placed == 0
    for site in range(6):
        if state.bowls[site] == 0 and not (barred and site == 0):
            work.moves[n] = BOWL << TYPE_SHIFT | site
            n += 1
    return n


@kernel
def list_actions(state: Any, board: Any, rules: Any, work: Any) -> int:
    """What the present landing allows now (MG-36 to MG-50), and to forego it (MG-38)."""
    n = 0
    part = present_part(state)
    if (part & 1) and can_collect(state, state.seat):
        work.moves[n] = COLLECT << TYPE_SHIFT
        n += 1
    if part & 2:
        for kind in range(12):
            if state.display[kind] > 0:
                work.moves[n] = DRAW_UP << TYPE_SHIFT | kind
                n += 1
    if part & 4:
        for pile in range(2):
            if can_draw(state, pile):
                work.moves[n] = DRAW_DOWN << TYPE_SHIFT | pile
                n += 1
    if part & 8:
        n = list_spaces(buildable(state, board, rules, state.seat), work, n, BUILD)
    if part & 16:
        n = list_spaces(double_buildable(state, board, rules, work), work, n, DOUBLE)
    work.moves[n] = FOREGO << TYPE_SHIFT
    return n + 1


@kernel
def list_spaces(spaces: int, work: Any, n: int, kind: int) -> int:
    """Append a move for each space of a set; returns the new number of moves."""
    while spaces:
        work.moves[n] = kind << TYPE_SHIFT | lowest(spaces)
        n += 1
        spaces &= spaces - 1
    return n


@kernel
def present_part(state: Any) -> int:
    """The kinds of action open now, as bits: 1 collect, 2 face up, 4 face down, 8 build, 16 build double.

    All at an "or" landing (MG-37), else the first that is left in the landing's order (MG-36).
    """
    part = 0
    if state.collect_left > 0:
        part |= 1
    if state.up_left > 0 and (part == 0 or state.alternative == 1):
        part |= 2
    if state.build_left > 0 and (part == 0 or state.alternative == 1):
        part |= 8
    if state.double_left > 0 and (part == 0 or state.alternative == 1):
        part |= 16
    if state.down_left > 0 and (part == 0 or state.alternative == 1):
        part |= 4
    return part


# ---- moves ---------------------------------------------------------------------------------------------------------


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
def use_up(state: Any, part: int) -> None:
    """Take one action off the landing's allowance; at an "or" landing the other alternatives are gone (MG-37)."""
    up = state.up_left
    down = state.down_left
    build = state.build_left
    if state.alternative == 1:
        clear_allowance(state)
    if part == 1:
        state.collect_left = 0
    elif part == 2:
        state.up_left = up - 1
    elif part == 4:
        state.down_left = down - 1
    elif part == 8:
        state.build_left = build - 1
    else:
        state.double_left = 0


@kernel
def clear_allowance(state: Any) -> None:
    """Nothing is left to do at this landing."""
    state.collect_left = 0
    state.up_left = 0
    state.down_left = 0
    state.build_left = 0
    state.double_left = 0
    state.alternative = 0


@kernel
def forego(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Give up what is open now: an "or" landing whole, else the present part only (MG-38)."""
    seat = state.seat
    state.counters[seat, C_FOREGONE] += 1
    part = present_part(state)
    if (part & 1) and not can_collect(state, seat):
        state.tally[T_NO_COLLECT] += 1
    if part == 2:
        note_lost_draw(state)
    if part & 8:
        note_lost_build(state, board, rules, work)
    if state.alternative == 1:
        clear_allowance(state)
    elif part == 1:
        state.collect_left = 0
    elif part == 2:
        state.up_left = 0
    elif part == 8:
        state.build_left = 0
    else:
        state.down_left = 0


@kernel
def note_lost_draw(state: Any) -> None:
    """Count a face-up draw that no displayed card was left for (MG-58)."""
    for kind in range(12):
        if state.display[kind] > 0:
            return
    state.tally[T_LOST] += 1


@kernel
def note_lost_build(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Count a build that was given up because nothing could be built, and why (ST-06, ST-07)."""
    seat = state.seat
    if buildable(state, board, rules, seat) != 0 or state.supply[seat] == 0:
        return
    if state.double_left > 0 and double_buildable(state, board, rules, work) != 0:
        return
    state.counters[seat, C_NO_BUILD] += 1
    if missed_by_exactness(state, board, rules, 0):
        state.counters[seat, C_NEAR_V] += 1
    if missed_by_exactness(state, board, rules, 1):
        state.counters[seat, C_NEAR_A] += 1


@kernel
def start_hut(state: Any, board: Any, rules: Any, space: int, kind: int, work: Any) -> None:
    """Choose the space; the landscape cards are asked for only where there is a choice."""
    use_up(state, 8 if kind == BUILD else 16)
    state.b_space = space
    state.b_huts = 1 if kind == BUILD else 2
    state.phase = PH_LAND
    if list_lands(state, board, rules, work.moves, 0) == 1:
        state.b_cards = work.moves[0]
        state.phase = PH_PAY


# ---- rounds --------------------------------------------------------------------------------------------------------


@kernel
def bowl_seat(state: Any, rules: Any) -> int:
    """Whose bowl is next: clockwise from the starting player, once or twice (MG-27, MG-30)."""
    n = state.players
    place = state.placed % n
    if state.placed >= n and rules.second_bowl_order == SNAKE:
        place = n - 1 - place
    return (state.sp + place) % n


@kernel
def place_bowl(state: Any, board: Any, rules: Any, site: int) -> None:
    """Put a bowl on a site; after the last one the boat sets out (MG-26 to MG-31)."""
    state.bowls[site] = state.seat + 1
    state.counters[state.seat, C_SITE + site] += 1
    state.placed += 1
    if state.placed < state.players * board.bowls:
        state.seat = bowl_seat(state, rules)
        state.turn_no += 1
    else:
        sail(state, board, rules)


@kernel
def sail(state: Any, board: Any, rules: Any) -> None:
    """Move the boat on to the next landing with a bowl, or finish the round (MG-33 to MG-35)."""
    clear_allowance(state)
    while state.landing < 12:
        state.landing += 1
        site = state.landing - 1 if state.landing <= 6 else 12 - state.landing
        owner = state.bowls[site] - 1
        if owner >= 0 and owner != NEUTRAL:
            state.seat = owner
            state.turn_no += 1
            state.phase = PH_ACT
            allow(state)
            return
    end_round(state, board, rules)


@kernel
def allow(state: Any) -> None:
    """What a landing allows (MG-39 to MG-50)."""
    landing = state.landing
    if landing == 1:
        state.up_left = 2
        state.down_left = 1
    elif landing == 2:
        state.collect_left = 1
    elif landing == 3:
        state.up_left = 1
    elif landing == 4:
        state.up_left = 1
        state.down_left = 1
    elif landing == 5:
        state.up_left = 1
        state.down_left = 2
    elif landing == 6:
        state.collect_left = 1
        state.down_left = 1
        state.alternative = 1
    elif landing == 7:
        state.up_left = 2
        state.down_left = 2
        state.alternative = 1
    elif landing == 8:
        state.collect_left = 1
        state.build_left = 1
        state.alternative = 1
    elif landing == 9:
        state.build_left = 1
        state.double_left = 1
        state.alternative = 1
    elif landing == 10:
        state.build_left = 2
    elif landing == 11:
        state.build_left = 1
        state.down_left = 1
    else:
        state.phase = PH_BIRDS


@kernel
def end_round(state: Any, board: Any, rules: Any) -> None:
    """The game ends (MG-99, MG-100) or the next round is prepared (MG-94 to MG-98)."""
    if state.last_round == 1 or state.round_no >= rules.max_rounds:
        state.end_cause = LAST_HUT if state.last_round == 1 else STALLED
        state.phase = PH_END
        note_end(state, board, rules)
        return
    pass_talisman(state, rules)
    for site in range(6):
        state.bowls[site] = 0
    if board.closed_site >= 0:
        state.bowls[board.closed_site] = NEUTRAL + 1
    refill_displays(state, board, rules)
    state.round_no += 1
    state.turn_no += 1
    state.counters[state.sp, C_STARTS] += 1
    state.placed = 0
    state.landing = 0
    state.round_birds = state.birds
    state.round_ups = 0
    state.round_draws = 0
    state.round_collections = 0
    for seat in range(state.players):
        state.round_huts[seat] = 0
    state.seat = state.sp
    state.phase = PH_BOWL


@kernel
def pass_talisman(state: Any, rules: Any) -> None:
    """Who starts the next round, and the birds where nobody took the first site (MG-94 to MG-96)."""
    if state.bowls[0] > 0:
        state.sp = state.bowls[0] - 1
        return
    state.tally[T_NO_FIRST] += 1
    if rules.empty_s1_pass == TO_RIGHT:
        state.sp = (state.sp + state.players - 1) % state.players
    elif rules.empty_s1_pass == TO_LEFT:
        state.sp = (state.sp + 1) % state.players
    if rules.empty_s1_birds == COMPLEMENT:
        state.birds = 15 & ~state.birds


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
