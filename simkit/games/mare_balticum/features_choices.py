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
def choice_feature(state: Any, board: Any, rules: Any, work: Any, i: int) -> None:
    """Start ports, production, tax, contract sets."""
    seat = state.seat
    move = work.moves[i]
    kind = move >> TYPE_SHIFT
    if kind == PRODUCE:
        if field_kind(move) == SAFE:
            work.features[i, F_SAFE] = 1.0
            work.features[i, F_COST] = _tax_cost(state, work)
        else:
            space = field_thrown(move) + 1
            work.features[i, F_NUMBER] = _number_fit(state, rules, seat, field_kind(move), space)
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
def _number_fit(state: Any, rules: Any, seat: int, token: int, space: int) -> float:
    """(number - mean of the numbers left) x (fish of the kind - mean over the open kinds)."""
    total = 0
    left = 0
    for other in range(NUMBERS):
        if (state.played[seat] >> other) & 1 == 0:
            total += rules.market_values[other]
            left += 1
    stock = 0.0
    for kind in range(FISH_KINDS):
        if state.market[seat, kind] == NONE:
            stock += state.warehouse[seat, kind] + HOLD_SHARE * state.hold[seat, kind]
    mine = state.warehouse[seat, space] + HOLD_SHARE * state.hold[seat, space]
    return (rules.market_values[token] - total / left) * (mine - stock / left)


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
