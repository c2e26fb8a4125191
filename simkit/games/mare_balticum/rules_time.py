"""The end of a turn: refill, time tokens, production and tax, the next turn (MB-23, MB-27, MB-54 to MB-78)."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.contract import STALLED
from simkit.games.mare_balticum.counts import (
    C_FORCED_NUMBER,
    C_SAFE_EVENT,
    C_SHORT_TAX,
    C_SKIPPED,
    FISH_KINDS,
    KINDS,
    T_BAG_EMPTY,
    T_BLOCKED,
    T_FORCED_NUMBER,
    T_REFILLED,
    T_SHORT_TAX,
    T_TIME_ROUND,
    TIME_ROUNDS,
)
from simkit.games.mare_balticum.rules_end import finish
from simkit.games.mare_balticum.rules_setup import put_token
from simkit.games.mare_balticum.state import (
    ACTION,
    NONE,
    NUMBERS,
    ONE_EACH_FIRST,
    PRODUCTION,
    PRODUCTION_TOKENS,
    RANDOM_ORDER,
    REFILL_STREAM,
    SAFE,
    TAX_PHASE,
    TAX_TOKENS,
    TIME,
    WAIVE,
    WINTER,
    produce_move,
    tax_move,
)
from simkit.kernel import kernel
from simkit.rng import shuffle

# ---- end of a turn, refill -------------------------------------------------------------------------------------------


@kernel
def end_turn(state: Any, board: Any, rules: Any) -> None:
    """MB-27, MB-54, MB-76 to MB-78: the end of the game, or the refill and the next turn."""
    state.active = state.seat
    state.counters[state.seat, C_SKIPPED] += state.actions_left
    if state.seat == state.players - 1:
        if state.round_no == state.last_round:
            finish(state, board, rules, WINTER)
            return
        if state.round_no == rules.max_rounds:
            finish(state, board, rules, STALLED)
            return
    _queue_refill(state, board, rules)
    go_on_refilling(state, board)


@kernel
def _queue_refill(state: Any, board: Any, rules: Any) -> None:
    """MB-55 to MB-58: the places to fill, in order; ``queue`` holds an area once a token."""
    occupied = 0
    for seat in range(state.players):
        occupied |= state.fleet[seat]
    empty = board.sea & ~state.stocked
    rest = empty & ~occupied
    state.tally[T_BLOCKED] += popcount(empty & occupied)
    n = 0
    while rest:
        state.queue[n] = lowest(rest)
        rest &= rest - 1
        n += 1
    state.tally[T_REFILLED] += n
    if rules.refill_order == RANDOM_ORDER:
        shuffle(state.streams, REFILL_STREAM, state.queue, n)
    state.queue_at = 0
    if rules.refill_order == ONE_EACH_FIRST:
        state.queue_n = _append_second(state, board, n)
    else:
        state.queue_n = _double_deep(state, board, n)


@kernel
def _append_second(state: Any, board: Any, n: int) -> int:
    """The second tokens of the deep areas after the first ones of all."""
    at = n
    for i in range(n):
        if (board.deep >> state.queue[i]) & 1:
            state.queue[at] = state.queue[i]
            at += 1
    return at


@kernel
def _double_deep(state: Any, board: Any, n: int) -> int:
    """Each deep area twice in a row: filled from the back, so that nothing is overwritten too early."""
    deep = 0
    for i in range(n):
        deep |= (1 << state.queue[i]) & board.deep
    at = n + popcount(deep)
    total = at
    for i in range(n - 1, -1, -1):
        area = state.queue[i]
        at -= 1
        state.queue[at] = area
        if (board.deep >> area) & 1:
            at -= 1
            state.queue[at] = area
    return total


@kernel
def go_on_refilling(state: Any, board: Any) -> None:
    """MB-56, MB-59 to MB-61, MB-73: draw until all is filled, the bag is empty or production is due."""
    while state.queue_at < state.queue_n:
        if state.bag_at == state.bag_n:
            state.tally[T_BAG_EMPTY] += 1
            break
        token = state.bag[state.bag_at]
        state.bag_at += 1
        if token == TIME:
            if _time_passes(state, board):
                return
        else:
            put_token(state, state.queue[state.queue_at], token)
            state.queue_at += 1
    _next_turn(state, board)


@kernel
def _time_passes(state: Any, board: Any) -> bool:
    """Count a time token; True where production begins, False for a token without (MB-73)."""
    if state.time_drawn < TIME_ROUNDS:
        state.tally[T_TIME_ROUND + state.time_drawn] = state.round_no
    state.time_drawn += 1
    if state.time_drawn == board.time_tokens:
        state.last_round = state.round_no + 1
    if state.time_drawn > PRODUCTION_TOKENS:
        return False
    state.phase = PRODUCTION
    state.seat = 0
    return True


@kernel
def _next_turn(state: Any, board: Any) -> None:
    """MB-23: the left neighbour's turn, a new round after the last seat."""
    state.seat = state.active + 1
    if state.seat == state.players:
        state.seat = 0
        state.round_no += 1
    state.active = state.seat
    state.turn_no += 1
    state.phase = ACTION
    state.actions_left = board.actions


# ---- production (MB-63 to MB-72) -------------------------------------------------------------------------------------


@kernel
def owned(state: Any, seat: int) -> int:
    """Tokens in hold and warehouse."""
    total = state.held[seat]
    for kind in range(KINDS):
        total += state.warehouse[seat, kind]
    return total


@kernel
def safe_allowed(state: Any, seat: int) -> bool:
    """MB-69: the safe is unplayed, and affordable or the last token."""
    if (state.played[seat] >> SAFE) & 1:
        return False
    return owned(state, seat) >= TAX_TOKENS or popcount(state.played[seat]) == PRODUCTION_TOKENS - 1


@kernel
def list_production(state: Any, work: Any) -> int:
    """MB-65, MB-67, MB-69: a numbered token on a free space, or the safe."""
    seat = state.seat
    n = 0
    for token in range(NUMBERS):
        if (state.played[seat] >> token) & 1 == 0:
            for space in range(FISH_KINDS):
                if state.market[seat, space] == NONE:
                    work.moves[n] = produce_move(token, space)
                    n += 1
    if safe_allowed(state, seat):
        work.moves[n] = produce_move(SAFE, 0)
        n += 1
    return n


@kernel
def produce(state: Any, board: Any, rules: Any, token: int, space: int) -> None:
    """Keep the choice hidden (MB-64); after the safe the tax is chosen too."""
    seat = state.seat
    state.pending[seat] = token * FISH_KINDS + space
    if token == SAFE:
        available = owned(state, seat)
        state.tax_due[seat] = min(TAX_TOKENS, available)
        if available < TAX_TOKENS and rules.short_tax == WAIVE:
            state.tax_due[seat] = 0
        if state.tax_due[seat] > 0:
            state.phase = TAX_PHASE
            return
    _next_choice(state, board)


@kernel
def at_source(state: Any, seat: int, source: int) -> int:
    """Tokens left at a tax source (0..3 hold, 4..8 warehouse), less what is picked already."""
    if source < FISH_KINDS:
        count = state.hold[seat, source]
    else:
        count = state.warehouse[seat, source - FISH_KINDS]
    for i in range(TAX_TOKENS):
        if state.tax_pick[seat, i] == source:
            count -= 1
    return count


@kernel
def list_tax(state: Any, work: Any) -> int:
    """MB-68: any token owned."""
    n = 0
    for source in range(FISH_KINDS + KINDS):
        if at_source(state, state.seat, source) > 0:
            work.moves[n] = tax_move(source)
            n += 1
    return n


@kernel
def pick_tax(state: Any, board: Any, source: int) -> None:
    seat = state.seat
    state.tax_pick[seat, 0 if state.tax_pick[seat, 0] == NONE else 1] = source
    state.tax_due[seat] -= 1
    if state.tax_due[seat] == 0:
        _next_choice(state, board)


@kernel
def _next_choice(state: Any, board: Any) -> None:
    """Ask the next player who has not chosen yet, or apply all choices and go on refilling."""
    state.phase = PRODUCTION
    for seat in range(state.players):
        if state.pending[seat] == NONE:
            state.seat = seat
            return
    for seat in range(state.players):
        _reveal(state, seat)
    go_on_refilling(state, board)


@kernel
def _reveal(state: Any, seat: int) -> None:
    """Apply one seat's choice (MB-65, MB-67)."""
    if (state.played[seat] >> SAFE) & 1 == 0 and not safe_allowed(state, seat):
        state.counters[seat, C_FORCED_NUMBER] += 1
        state.tally[T_FORCED_NUMBER] += 1
    token = state.pending[seat] // FISH_KINDS
    space = state.pending[seat] % FISH_KINDS
    state.pending[seat] = NONE
    if token == SAFE:
        state.counters[seat, C_SAFE_EVENT] = state.time_drawn
        if owned(state, seat) < TAX_TOKENS:
            state.counters[seat, C_SHORT_TAX] += 1
            state.tally[T_SHORT_TAX] += 1
        _pay_tax(state, seat)
    else:
        state.market[seat, space] = token
    state.played[seat] |= 1 << token


@kernel
def _pay_tax(state: Any, seat: int) -> None:
    """MB-68: the tokens picked leave the game; ``tax_pool`` remembers what the unseen ones were taken from."""
    for kind in range(KINDS):
        state.tax_pool[seat, kind] = state.warehouse[seat, kind]
    for i in range(TAX_TOKENS):
        source = state.tax_pick[seat, i]
        state.tax_pick[seat, i] = NONE
        if source >= FISH_KINDS:
            state.warehouse[seat, source - FISH_KINDS] -= 1
            state.tax_store[seat, source - FISH_KINDS] += 1
        elif source >= 0:
            state.hold[seat, source] -= 1
            state.held[seat] -= 1
            state.tax_hold[seat, source] += 1
