"""What a player cannot know in Mare Balticum, re-drawn: bag order, face-down numbers, unseen tax, open choices."""

from typing import Any

from simkit.games.mare_balticum.counts import (
    FISH_KINDS,
    KINDS,
)
from simkit.games.mare_balticum.state import (
    HIDE_STREAM,
    NONE,
    NUMBERS,
    OVER,
    PRODUCTION,
    RANDOM_ORDER,
    SAFE,
    SETTLING,
    TAX_PHASE,
    TAX_TOKENS,
)
from simkit.kernel import kernel
from simkit.rng import LOOKAHEAD, below, rekey, seed_stream, shuffle


@kernel
def hide(state: Any, board: Any, rules: Any, seat: int, key: int) -> None:
    """Re-draw all that ``seat`` cannot know, uniformly among what fits what was seen (MB-64, MB-66, MB-68).

    Hidden are the order of the bag (its composition follows from what was drawn) and of a random refill, the other
    players' numbers on filled market spaces, which warehouse tokens they paid as tax, and choices not yet revealed.
    With warehouse_public = false the kinds in the others' warehouses too, within their joint composition.
    """
    seed_stream(state.streams, HIDE_STREAM, LOOKAHEAD, key, 1, seat)
    _shuffle_bag(state)
    if rules.refill_order == RANDOM_ORDER:
        _shuffle_queue(state, board)
    _forget_choices(state, seat)
    if state.phase != SETTLING and state.phase != OVER:
        for other in range(state.players):
            if other != seat:
                _redraw_numbers(state, other)
                if rules.tax_reveals_kind == 0:
                    _redraw_tax(state, other)
        if rules.warehouse_public == 0:
            _redraw_warehouses(state, seat)
    rekey(state.streams, key)


@kernel
def _shuffle_bag(state: Any) -> None:
    n = state.bag_n - state.bag_at
    for i in range(n - 1, 0, -1):
        j = below(state.streams, HIDE_STREAM, i + 1)
        kept = state.bag[state.bag_at + i]
        state.bag[state.bag_at + i] = state.bag[state.bag_at + j]
        state.bag[state.bag_at + j] = kept


@kernel
def _shuffle_queue(state: Any, board: Any) -> None:
    """The areas to be refilled after the present one come in any order (MB-58)."""
    at = state.queue_at
    while at < state.queue_n and state.queue[at] == state.queue[state.queue_at]:
        at += 1
    n = 0
    for i in range(at, state.queue_n):
        if i == at or state.queue[i] != state.queue[i - 1]:
            state.bag_keys[n] = state.queue[i]
            n += 1
    shuffle(state.streams, HIDE_STREAM, state.bag_keys, n)
    for i in range(n):
        area = state.bag_keys[i]
        for _ in range(1 + ((board.deep >> area) & 1)):
            state.queue[at] = area
            at += 1


@kernel
def _forget_choices(state: Any, seat: int) -> None:
    """Clear the others' choices of this event; they are asked again after ``state.seat``."""
    for other in range(state.players):
        if other != seat:
            state.pending[other] = NONE
            state.tax_due[other] = 0
            for i in range(TAX_TOKENS):
                state.tax_pick[other, i] = NONE
    if state.phase == TAX_PHASE and state.seat != seat:
        state.phase = PRODUCTION


@kernel
def _redraw_numbers(state: Any, other: int) -> None:
    """Any four numbers may lie on the filled spaces."""
    for i in range(NUMBERS):
        state.bag_keys[i] = i
    shuffle(state.streams, HIDE_STREAM, state.bag_keys, NUMBERS)
    state.played[other] &= 1 << SAFE
    at = 0
    for kind in range(FISH_KINDS):
        if state.market[other, kind] != NONE:
            token = state.bag_keys[at]
            at += 1
            state.market[other, kind] = token
            state.played[other] |= 1 << token


@kernel
def _redraw_tax(state: Any, other: int) -> None:
    """The unseen tokens paid as tax may be any of those that lay in the warehouse then."""
    n = 0
    paid = 0
    for kind in range(KINDS):
        for _ in range(state.tax_pool[other, kind]):
            state.bag_keys[n] = kind
            n += 1
        paid += state.tax_store[other, kind]
        state.warehouse[other, kind] += state.tax_store[other, kind]
        state.tax_store[other, kind] = 0
    shuffle(state.streams, HIDE_STREAM, state.bag_keys, n)
    for i in range(paid):
        state.warehouse[other, state.bag_keys[i]] -= 1
        state.tax_store[other, state.bag_keys[i]] += 1


@kernel
def _redraw_warehouses(state: Any, seat: int) -> None:
    """Deal the others' warehouse tokens anew among them, each keeping its number (MB-48)."""
    n = 0
    for other in range(state.players):
        if other != seat:
            for kind in range(KINDS):
                for _ in range(state.warehouse[other, kind]):
                    state.bag_keys[n] = kind
                    n += 1
    shuffle(state.streams, HIDE_STREAM, state.bag_keys, n)
    at = 0
    for other in range(state.players):
        if other != seat:
            stored = 0
            for kind in range(KINDS):
                stored += state.warehouse[other, kind]
                state.caught[other, kind] -= state.warehouse[other, kind]
                state.landed[other, kind] -= state.warehouse[other, kind]
                state.warehouse[other, kind] = 0
            for i in range(at, at + stored):
                state.warehouse[other, state.bag_keys[i]] += 1
            at += stored
            for kind in range(KINDS):
                state.caught[other, kind] += state.warehouse[other, kind]
                state.landed[other, kind] += state.warehouse[other, kind]
                state.tax_pool[other, kind] = state.warehouse[other, kind] + state.tax_store[other, kind]
