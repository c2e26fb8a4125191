"""Set-up of Mare Balticum: the bag, the sea, the demand tokens (MB-11 to MB-22)."""

from typing import Any

from simkit.games.mare_balticum.counts import (
    FISH_KINDS,
    KINDS,
    T_REDEALS,
)
from simkit.games.mare_balticum.state import (
    BAG_STREAM,
    CIRCLES,
    DEMAND_STREAM,
    NONE,
    NOTHING,
    PORTS,
    SEQUENTIAL,
    START_PHASE,
    TAX_TOKENS,
    TIME,
)
from simkit.kernel import kernel
from simkit.rng import below, piece_key, shuffle, sort_by_key

_PIECE = 64
"""While the bag is mixed a piece is kind x _PIECE + copy."""
_AGAIN = 10
"""Added to the kind in the keys of the second mixing."""


@kernel
def setup(state: Any, board: Any, rules: Any) -> None:
    """MB-11 to MB-22: fills the sea, adds the time tokens, deals the demands; seat 0 is to choose a start port."""
    state.round_no = 1
    state.turn_no = 1
    state.phase = START_PHASE
    _fill_sea(state, board)
    for port in range(PORTS):
        for circle in range(CIRCLES):
            state.circle[port, circle] = NONE
    if rules.demand_management == 0:
        _deal_demands(state, board, rules)
    for seat in range(state.players):
        state.reserve[seat] = board.vessels
        state.card[seat] = NONE
        state.sets[seat] = NONE
        state.pending[seat] = NONE
        for kind in range(FISH_KINDS):
            state.market[seat, kind] = NONE
        for i in range(TAX_TOKENS):
            state.tax_pick[seat, i] = NONE


@kernel
def _fill_sea(state: Any, board: Any) -> None:
    """MB-13 to MB-15: mixes the catch tokens, lays the first ones onto the sea, mixes the time tokens into the rest."""
    n = 0
    for kind in range(KINDS):
        for copy in range(board.tokens[kind]):
            state.bag[n] = kind * _PIECE + copy
            state.bag_keys[n] = piece_key(state.streams, BAG_STREAM, kind, copy)
            n += 1
    sort_by_key(state.bag_keys, state.bag, n)
    at = 0
    for area in range(board.areas):
        state.tokens[area, 0] = NOTHING
        state.tokens[area, 1] = NOTHING
        if (board.sea >> area) & 1:
            for _ in range(1 + ((board.deep >> area) & 1)):
                put_token(state, area, state.bag[at] // _PIECE)
                at += 1
    rest = n - at
    for i in range(rest):
        state.bag[i] = state.bag[at + i]
    for copy in range(board.time_tokens):
        state.bag[rest] = TIME * _PIECE + copy
        rest += 1
    for i in range(rest):
        piece = state.bag[i]
        state.bag_keys[i] = piece_key(state.streams, BAG_STREAM, _AGAIN + piece // _PIECE, piece % _PIECE)
    sort_by_key(state.bag_keys, state.bag, rest)
    for i in range(rest):
        state.bag[i] //= _PIECE
    state.bag_n = rest


@kernel
def put_token(state: Any, area: int, kind: int) -> None:
    """Lay a token face up; the two places of an area stay in ascending order."""
    if kind < state.tokens[area, 0]:
        state.tokens[area, 1] = state.tokens[area, 0]
        state.tokens[area, 0] = kind
    else:
        state.tokens[area, 1] = kind
    state.stocked |= 1 << area


# ---- demand tokens (MB-16) -------------------------------------------------------------------------------------------


@kernel
def lay_demand(state: Any, port: int, circle: int, kind: int) -> None:
    """Put a demand token onto a circle."""
    state.circle[port, circle] = kind
    state.accepts[port] |= 1 << kind
    state.demands[kind] += 1


@kernel
def _take_demands(state: Any) -> None:
    for port in range(PORTS):
        state.accepts[port] = 0
        for circle in range(CIRCLES):
            state.circle[port, circle] = NONE
    for kind in range(FISH_KINDS):
        state.demands[kind] = 0


@kernel
def _deal_demands(state: Any, board: Any, rules: Any) -> None:
    """MB-16: two tokens of each kind over the circles, never two of a kind at one port."""
    while True:
        n = 2 * FISH_KINDS
        for i in range(n):
            state.queue[i] = i // 2
        if rules.demand_setup == SEQUENTIAL:
            dealt = _deal_circle_by_circle(state, board, n)
        else:
            shuffle(state.streams, DEMAND_STREAM, state.queue, n)
            dealt = _deal_in_order(state, board)
        if dealt:
            return
        state.tally[T_REDEALS] += 1
        _take_demands(state)


@kernel
def _deal_in_order(state: Any, board: Any) -> bool:
    """Lay the shuffled tokens in the order of the circles; False on a clash."""
    at = 0
    for port in range(PORTS):
        for circle in range(board.circles[port]):
            kind = state.queue[at]
            at += 1
            if (state.accepts[port] >> kind) & 1:
                return False
            lay_demand(state, port, circle, kind)
    return True


@kernel
def _deal_circle_by_circle(state: Any, board: Any, n: int) -> bool:
    """Draw for each circle until the token does not clash; False where only clashing ones are left."""
    for port in range(PORTS):
        for circle in range(board.circles[port]):
            fitting = 0
            for i in range(n):
                if (state.accepts[port] >> state.queue[i]) & 1 == 0:
                    fitting += 1
            if fitting == 0:
                return False
            skip = below(state.streams, DEMAND_STREAM, fitting)
            for i in range(n):
                if (state.accepts[port] >> state.queue[i]) & 1 == 0:
                    if skip == 0:
                        lay_demand(state, port, circle, state.queue[i])
                        state.queue[i] = state.queue[n - 1]
                        n -= 1
                        break
                    skip -= 1
    return True
