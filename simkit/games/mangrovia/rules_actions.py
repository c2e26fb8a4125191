"""What a landing lets its player do, and giving it up (MG-27, MG-31, MG-36 to MG-50)."""

from typing import Any

from simkit.bits import lowest
from simkit.contract import TYPE_SHIFT
from simkit.games.mangrovia.counters import C_FOREGONE, C_NEAR_A, C_NEAR_V, C_NO_BUILD, T_LOST, T_NO_COLLECT
from simkit.games.mangrovia.rules_build import (
    buildable,
    double_buildable,
    list_lands,
    purse_total,
    single_candidates,
)
from simkit.games.mangrovia.rules_cards import can_collect, can_draw
from simkit.games.mangrovia.rules_round import clear_allowance
from simkit.games.mangrovia.state import (
    BAN_ON,
    BOWL,
    BUILD,
    COLLECT,
    DOUBLE,
    DRAW_DOWN,
    DRAW_UP,
    FOREGO,
    PH_LAND,
    PH_PAY,
)
from simkit.kernel import kernel


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
def missed_by_exactness(state: Any, board: Any, rules: Any, currency: int) -> bool:
    """Whether some space of a currency could be had if change were given (ST-07)."""
    rest = single_candidates(state, board, rules, state.seat)
    total = purse_total(state, state.seat, currency)
    while rest:
        space = lowest(rest)
        if board.currency[space] == currency and board.cost[space] <= total:
            return True
        rest &= rest - 1
    return False


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
