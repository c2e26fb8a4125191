"""What a player of Mare Balticum computes once a decision, before looking at the moves (``work`` fields below)."""

from typing import Any

from simkit.games.mare_balticum.counts import AMBER, FISH_KINDS, KINDS
from simkit.games.mare_balticum.rules_sail import neighbours
from simkit.games.mare_balticum.state import NONE, NOTHING, NUMBERS, PORTS
from simkit.kernel import kernel

SCRATCH = (
    ("ends", "i8", (32,)),  # rules_sail.is_path
    ("vessel", "i8", (5,)),
    ("least", "i8", (FISH_KINDS,)),  # rules_unload: quantities of an unloading
    ("most", "i8", (FISH_KINDS,)),
    ("single", "i8", (FISH_KINDS,)),
    ("worth", "f8", (NOTHING + 1,)),  # of a token to the deciding seat; 0 for NOTHING
    ("market_worth", "f8", (FISH_KINDS,)),  # of a fish on the market alone (module 2)
    ("gain", "f8", (NOTHING + 1,)),  # of catching it: less the cheapest fish of a full hold
    ("harbour", "f8", (64,)),  # worth of the hold at an area (0 at sea) beyond what the fleet's ports take
    ("all_harbours", "f8", (8,)),  # worth of the hold at a port
    ("port_kinds", "i8", (8,)),  # kinds that the seat could land at a port
    ("fleet_kinds", "i8"),  # kinds that the ports of the fleet take
    ("reach_kinds", "i8"),  # kinds that these and the ports next to the fleet take
    ("wanted", "i8"),  # ports worth sailing to with this hold
    ("best_harbour", "f8"),  # the most that a port takes of the hold
    ("rivals", "i8"),  # areas with another player's vessel
)

STOCK_SLOPE = 0.3
"""Points that a fish of one kind more than of the others adds to the expected number on its open market space."""
LAST_CHANCE = 0.1
"""What is left of a fish's worth where it can hardly be landed in time."""


# ---- tables of a decision --------------------------------------------------------------------------------------------


@kernel
def fill_worth(state: Any, board: Any, rules: Any, work: Any) -> None:
    """``work.worth``: what a token pays the seat; open market spaces by the numbers left and the own stock."""
    seat = state.seat
    total = 0
    left = 0
    low = 99
    high = 0
    for token in range(NUMBERS):
        if (state.played[seat] >> token) & 1 == 0:
            value = rules.market_values[token]
            total += value
            left += 1
            low = min(low, value)
            high = max(high, value)
    stock = 0
    for kind in range(FISH_KINDS):
        if state.market[seat, kind] == NONE:
            stock += state.warehouse[seat, kind] + state.hold[seat, kind]
    for kind in range(FISH_KINDS):
        token = state.market[seat, kind]
        if token != NONE:
            work.worth[kind] = rules.market_values[token]
        else:
            mine = state.warehouse[seat, kind] + state.hold[seat, kind]
            guess = (total + STOCK_SLOPE * (mine * left - stock)) / left
            work.worth[kind] = min(max(guess, 1.0 * low), 1.0 * high)
    work.worth[AMBER] = board.amber_points
    work.worth[NOTHING] = 0.0
    if rules.trade_contracts != 0:
        for kind in range(FISH_KINDS):
            work.market_worth[kind] = work.worth[kind]
    if state.card[seat] != NONE:
        _add_contract(state, board, work)


@kernel
def _add_contract(state: Any, board: Any, work: Any) -> None:
    """A token that the card asks for shares in what a set pays above the market."""
    card = state.card[state.seat]
    gain = 1.0 * board.contract_points
    for kind in range(KINDS):
        gain -= board.cards[card, kind] * work.worth[kind]
    if gain > 0.0:
        for kind in range(KINDS):
            if board.cards[card, kind] > 0:
                work.worth[kind] += 0.25 * gain


@kernel
def port_kinds(state: Any, board: Any, rules: Any, port: int) -> int:
    """Kinds that can be landed at a port, those included that the seat could open there (module 1)."""
    kinds = state.accepts[port]
    if rules.demand_management != 0:
        free = False
        for circle in range(board.circles[port]):
            if state.circle[port, circle] == NONE:
                free = True
        if free:
            for kind in range(FISH_KINDS):
                if state.demands[kind] < 2:
                    kinds |= 1 << kind
    return kinds


@kernel
def worth_of_hold(state: Any, work: Any, kinds: int) -> float:
    total = 0.0
    for kind in range(FISH_KINDS):
        if (kinds >> kind) & 1:
            total += state.hold[state.seat, kind] * work.worth[kind]
    return total


@kernel
def fill_tables(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Everything about a decision in a turn that does not depend on the move."""
    seat = state.seat
    fleet = state.fleet[seat]
    near = neighbours(board, fleet) | fleet
    work.fleet_kinds = 0
    work.reach_kinds = 0
    for port in range(PORTS):
        kinds = port_kinds(state, board, rules, port)
        work.port_kinds[port] = kinds
        if (fleet >> port) & 1:
            work.fleet_kinds |= kinds
        if (near >> port) & 1:
            work.reach_kinds |= kinds
    work.rivals = 0
    for other in range(state.players):
        if other != seat:
            work.rivals |= state.fleet[other]
    fill_worth(state, board, rules, work)
    if state.round_no == state.last_round:
        _discount(state, work)
    cheapest = 0.0
    if state.held[seat] >= board.hold:
        cheapest = 99.0
        for kind in range(FISH_KINDS):
            if state.hold[seat, kind] > 0:
                cheapest = min(cheapest, work.worth[kind])
    for kind in range(FISH_KINDS):
        work.gain[kind] = max(0.0, work.worth[kind] - cheapest)
    work.gain[AMBER] = work.worth[AMBER]
    work.gain[NOTHING] = 0.0
    _fill_harbours(state, board, work)


@kernel
def _discount(state: Any, work: Any) -> None:
    """In the last turn a fish that its port cannot see in time is worth nothing."""
    for kind in range(FISH_KINDS):
        need = 3
        if (work.fleet_kinds >> kind) & 1:
            need = 1
        elif (work.reach_kinds >> kind) & 1:
            need = 2
        if need > state.actions_left:
            work.worth[kind] = 0.0


@kernel
def _fill_harbours(state: Any, board: Any, work: Any) -> None:
    best = 0.0
    for port in range(PORTS):
        work.all_harbours[port] = worth_of_hold(state, work, work.port_kinds[port])
        work.harbour[port] = worth_of_hold(state, work, work.port_kinds[port] & ~work.fleet_kinds)
        best = max(best, work.all_harbours[port])
    work.best_harbour = best
    work.wanted = 0
    if best > 0.0:
        for port in range(PORTS):
            if 2.0 * work.all_harbours[port] > best:
                work.wanted |= 1 << port
