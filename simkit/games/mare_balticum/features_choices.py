"""What a player looks at outside a turn: start ports, production tokens, tax, contract sets."""

from typing import Any

from simkit.bits import lowest
from simkit.contract import TYPE_SHIFT
from simkit.games.mare_balticum.counts import FISH_KINDS, KINDS
from simkit.games.mare_balticum.features_tables import F_COST, F_NUMBER, F_PLAN, F_RIVALS, F_SAFE
from simkit.games.mare_balticum.rules_sail import neighbours
from simkit.games.mare_balticum.rules_time import at_source
from simkit.games.mare_balticum.state import (
    NONE,
    NUMBERS,
    PRODUCE,
    SAFE,
    SETS,
    START,
    TAX,
    field_kind,
    field_target,
    field_thrown,
)
from simkit.kernel import kernel

HOLD_SHARE = 0.7
"""A fish in the hold counts that much of one in the warehouse."""


@kernel
def choice_feature(state: Any, board: Any, work: Any, i: int) -> None:
    """Start ports, production, tax, contract sets."""
    seat = state.seat
    move = work.moves[i]
    kind = move >> TYPE_SHIFT
    if kind == PRODUCE:
        if field_kind(move) == SAFE:
            work.features[i, F_SAFE] = 1.0
            work.features[i, F_COST] = _tax_cost(state, work)
        else:
            gain = work.number_gain[field_kind(move)]
            work.features[i, F_NUMBER] = gain * work.surplus[field_thrown(move) + 1]
    elif kind == TAX:
        source = field_target(move)
        work.features[i, F_COST] = work.worth[source if source < FISH_KINDS else source - FISH_KINDS]
        if source < FISH_KINDS:
            work.features[i, F_COST] *= HOLD_SHARE
    elif kind == START:
        port = field_target(move)
        work.features[i, F_PLAN] = _start_worth(state, board, work, port)
        for other in range(seat):
            if (state.fleet[other] >> port) & 1:
                work.features[i, F_RIVALS] = 1.0
    elif kind == SETS:
        gain = 1.0 * board.contract_points
        for token in range(KINDS):
            gain -= board.cards[state.card[seat], token] * work.worth[token]
        work.features[i, F_PLAN] = field_target(move) * gain


@kernel
def fill_fits(state: Any, rules: Any, work: Any) -> None:
    """``work.number_gain``: a number less the mean of those left; ``work.surplus``: fish of a kind less their mean."""
    seat = state.seat
    total = 0
    left = 0
    stock = 0.0
    for i in range(NUMBERS):
        free = 1 - ((state.played[seat] >> i) & 1)
        total += free * rules.market_values[i]
        left += free
        work.surplus[i] = state.warehouse[seat, i] + HOLD_SHARE * state.hold[seat, i]
        stock += (state.market[seat, i] == NONE) * work.surplus[i]
    share = 1.0 / max(left, 1)
    for i in range(NUMBERS):
        work.number_gain[i] = rules.market_values[i] - total * share
        work.surplus[i] -= stock * share


@kernel
def _tax_cost(state: Any, work: Any) -> float:
    """Worth of the two cheapest tokens owned."""
    first = 9.0
    second = 9.0
    for source in range(FISH_KINDS + KINDS):
        count = at_source(state, state.seat, source)
        if count > 0:
            worth = work.worth[source if source < FISH_KINDS else source - FISH_KINDS]
            if source < FISH_KINDS:
                worth *= HOLD_SHARE
            if worth < first:
                second = first if count == 1 else worth
                first = worth
            elif worth < second:
                second = worth
    return first + second


@kernel
def _start_worth(state: Any, board: Any, work: Any, port: int) -> float:
    """Tokens in the areas within two steps of a port, and two points for each kind in demand there."""
    near = board.adjacent[port]
    areas = near | neighbours(board, near)
    total = 0.0
    while areas:
        area = lowest(areas)
        areas &= areas - 1
        total += work.worth[state.tokens[area, 0]] + work.worth[state.tokens[area, 1]]
    for kind in range(FISH_KINDS):
        if (state.accepts[port] >> kind) & 1:
            total += 2.0
    return total
