"""What a player of Mare Balticum computes once a decision, before looking at the moves (``work`` fields below)."""

from typing import Any

from simkit.bits import lowest
from simkit.contract import Quantity, feature_columns
from simkit.games.mare_balticum.counts import AMBER, FISH_KINDS, KINDS
from simkit.games.mare_balticum.rules_unload import loses_one
from simkit.games.mare_balticum.state import NONE, NOTHING, NUMBERS, PORTS
from simkit.kernel import kernel

FEATURES = (
    Quantity("fish", "points", "worth of the fish caught", moves=("fish",)),
    Quantity("home", "points", "that worth where a port with an own vessel takes the kind", moves=("fish",)),
    Quantity("amber", "tokens", "1 for catching amber", moves=("fish",)),
    Quantity("thrown", "points", "worth of the fish thrown overboard", moves=("fish", "throw overboard")),
    Quantity("empties", "areas", "1 for a catch that leaves its area empty", moves=("fish",)),
    Quantity("unload", "points", "worth of the fish that reach the warehouse", moves=("unload",)),
    Quantity("unload_fish", "fish", "fish that leave the hold in an unloading", moves=("unload",)),
    Quantity("unloading", "actions", "1 for an unloading or its beginning", moves=("unload", "open demand")),
    Quantity("rest", "actions", "actions given up by ending the turn", moves=("end turn",)),
    Quantity("place", "vessels", "1 for a vessel put onto the board", moves=("place vessel",)),
    Quantity("sail", "vessels", "1 for a vessel moved", moves=("sail",)),
    Quantity(
        "ahead", "points", "worth of the best token in the area sailed to", moves=("place vessel", "sail")
    ),
    Quantity("ahead_second", "points", "worth of the other token there", moves=("place vessel", "sail")),
    Quantity("ahead_amber", "tokens", "amber in the area sailed to", moves=("place vessel", "sail")),
    Quantity("behind", "points", "worth of the tokens in the area left", moves=("sail",)),
    Quantity(
        "port_ahead",
        "points",
        "worth of the hold at the port sailed to, beyond what the fleet's ports take",
        moves=("place vessel", "sail"),
    ),
    Quantity(
        "port_behind",
        "points",
        "worth of the hold at the port left, beyond what the fleet's other ports take",
        moves=("sail",),
    ),
    Quantity("leaves_port", "ports", "1 for leaving the only port with an own vessel", moves=("sail",)),
    Quantity(
        "nearer",
        "points",
        "steps that the fleet comes nearer to a port x worth of the hold there",
        moves=("place vessel", "sail"),
    ),
    Quantity(
        "last_call",
        "points",
        "in the last turn: worth landed by the last action, sold on a new card, or brought to a port or half way there",
        moves=("unload", "open demand", "contract", "place vessel", "sail"),
    ),
    Quantity(
        "frees", "areas", "1 for leaving an area without tokens, which can be refilled", moves=("sail",)
    ),
    Quantity(
        "rivals",
        "0/1",
        "1 for an area or start port where another player has a vessel",
        moves=("start port", "place vessel", "sail"),
    ),
    Quantity(
        "number",
        "points",
        "(number - mean of the numbers left) x (fish of the kind - mean over open kinds)",
        moves=("production",),
    ),
    Quantity("safe", "0/1", "1 for the safe", moves=("production",)),
    Quantity(
        "cost",
        "points",
        "worth of the token paid as tax; for the safe, of the two cheapest ones",
        moves=("production", "pay tax"),
    ),
    Quantity(
        "plan",
        "points",
        "what a start port, an unloading with a new demand, a contract or its sets are expected to bring",
        moves=("start port", "open demand", "contract", "contract sets"),
    ),
)
(
    F_FISH,
    F_HOME,
    F_AMBER,
    F_THROWN,
    F_EMPTIES,
    F_UNLOAD,
    F_UNLOAD_FISH,
    F_UNLOADING,
    F_REST,
    F_PLACE,
    F_SAIL,
    F_AHEAD,
    F_AHEAD_SECOND,
    F_AHEAD_AMBER,
    F_BEHIND,
    F_PORT_AHEAD,
    F_PORT_BEHIND,
    F_LEAVES_PORT,
    F_NEARER,
    F_LAST_CALL,
    F_FREES,
    F_RIVALS,
    F_NUMBER,
    F_SAFE,
    F_COST,
    F_PLAN,
) = feature_columns(FEATURES)

SCRATCH = (
    ("ends", "i8", (32,)),  # rules_sail.is_path
    ("vessel", "i8", (5,)),
    ("least", "i8", (FISH_KINDS,)),  # rules_unload: quantities of an unloading
    ("most", "i8", (FISH_KINDS,)),
    ("single", "i8", (FISH_KINDS,)),
    ("worth", "f8", (NOTHING + 1,)),  # of a token to the deciding seat; 0 for NOTHING
    ("market_worth", "f8", (FISH_KINDS,)),  # of a fish on the market alone (module 2)
    ("gain", "f8", (NOTHING + 1,)),  # of catching it: less the cheapest fish of a full hold
    (
        "others",
        "i8",
        (64,),
    ),  # what a vessel leaves, by its area: borders from the rest of the fleet to a wanted port,
    ("behind", "f8", (64,)),  # worth of the tokens there,
    (
        "port_behind",
        "f8",
        (64,),
    ),  # worth of the hold at that port (0 at sea) beyond what the fleet's others take,
    ("leaves_port", "f8", (64,)),  # 1 for the fleet's only port (0 at sea),
    ("frees", "f8", (64,)),  # 1 for an area without tokens
    ("hold_worth", "f8", (1 << FISH_KINDS,)),  # worth of the hold's fish of a set of kinds
    ("harbour", "f8", (64,)),  # worth of the hold at an area (0 at sea) beyond what the fleet's ports take
    ("port_kinds", "i8", (8,)),  # kinds that the seat could land at a port
    ("fleet_kinds", "i8"),  # kinds that the ports of the fleet take
    ("need", "i8", (KINDS,)),  # last turn: actions to land a fish of the hold, 0 for amber; else far below 0
    ("wanted", "i8"),  # ports worth sailing to with this hold
    ("best_harbour", "f8"),  # the most that a port takes of the hold
    ("last_turn_of_seat", "i8"),  # 1: the deciding seat has no further turn
    ("number_gain", "f8", (NUMBERS,)),  # features_choices.fill_fits
    ("surplus", "f8", (FISH_KINDS,)),
    ("rivals", "i8"),  # areas with another player's vessel
)

STOCK_SLOPE = 0.3
"""Points that a fish of one kind more than of the others adds to the expected number on its open market space."""
NEVER = 99
"""More than any number token or price."""


@kernel
def fill_worth(state: Any, board: Any, rules: Any, work: Any) -> None:
    """``work.worth``: what a token pays the seat; open market spaces by the numbers left and the own stock.

    Written without branches: which spaces are open differs from one decision to the next, and a branch guessed wrong
    costs as much as all the rest.
    """
    seat = state.seat
    total = 0
    left = 0
    low = NEVER
    high = 0
    for token in range(NUMBERS):
        free = 1 - ((state.played[seat] >> token) & 1)
        value = rules.market_values[token]
        total += free * value
        left += free
        low = min(low, value + NEVER * (1 - free))
        high = max(high, free * value)
    stock = 0
    for kind in range(FISH_KINDS):
        vacant = state.market[seat, kind] < 0
        stock += vacant * (state.warehouse[seat, kind] + state.hold[seat, kind])
    share = 1.0 / max(left, 1)
    for kind in range(FISH_KINDS):
        token = state.market[seat, kind]
        vacant = 1.0 * (token < 0)
        mine = state.warehouse[seat, kind] + state.hold[seat, kind]
        guess = (total + STOCK_SLOPE * (mine * left - stock)) * share
        guess = min(max(guess, 1.0 * low), 1.0 * high)
        work.worth[kind] = vacant * guess + (1.0 - vacant) * rules.market_values[max(token, 0)]
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
def _taken_whole(state: Any, board: Any, rules: Any, port: int) -> int:
    """Kinds with fewer than two fish in the hold that only a -1 circle of the port would take (MB-93, MB-94)."""
    zero = False
    for circle in range(board.circles[port]):
        if state.circle[port, circle] == NONE and board.circle_loss[port, circle] == 0:
            zero = True
    kinds = 0
    for kind in range(FISH_KINDS):
        if state.hold[state.seat, kind] < 2:
            if (state.accepts[port] >> kind) & 1:
                lost = loses_one(state, board, rules, port, kind)
            else:
                lost = not zero
            kinds |= (1 * lost) << kind
    return kinds


@kernel
def fill_tables(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Everything about a decision in a turn that does not depend on the move."""
    seat = state.seat
    fleet = state.fleet[seat]
    work.fleet_kinds = 0
    work.last_turn_of_seat = 1 * (state.round_no == state.last_round)
    for port in range(PORTS):
        kinds = port_kinds(state, board, rules, port)
        if work.last_turn_of_seat != 0 and rules.demand_management != 0:
            kinds &= ~_taken_whole(state, board, rules, port)
        work.port_kinds[port] = kinds
        work.fleet_kinds |= kinds & -((fleet >> port) & 1)
    work.rivals = 0
    for other in range(state.players):
        work.rivals |= state.fleet[other] & -(1 * (other != seat))
    fill_worth(state, board, rules, work)
    for kind in range(KINDS):
        work.need[kind] = -NEVER
    if work.last_turn_of_seat != 0:
        _discount(state, board, work)
    cheapest = 0.0
    if state.held[seat] >= board.hold:
        cheapest = 1.0 * NEVER
        for kind in range(FISH_KINDS):
            if state.hold[seat, kind] > 0:
                cheapest = min(cheapest, work.worth[kind])
    for kind in range(FISH_KINDS):
        work.gain[kind] = max(0.0, work.worth[kind] - cheapest) * in_time(state, work, kind, 2)
    work.gain[AMBER] = work.worth[AMBER] * in_time(state, work, AMBER, 2)
    work.gain[NOTHING] = 0.0
    _fill_harbours(state, work)


@kernel
def _discount(state: Any, board: Any, work: Any) -> None:
    """In the last turn a fish takes a sailing a border to the nearest port for it and an unloading, or is worth 0."""
    for kind in range(FISH_KINDS):
        ports = 0
        for port in range(PORTS):
            ports |= ((work.port_kinds[port] >> kind) & 1) << port
        work.need[kind] = NEVER
        fleet = state.fleet[state.seat]
        while fleet:
            work.need[kind] = min(work.need[kind], 1 + board.hops[lowest(fleet), ports])
            fleet &= fleet - 1
        work.worth[kind] *= in_time(state, work, kind, 0)
    work.need[AMBER] = 0


@kernel
def in_time(state: Any, work: Any, kind: int, before: int) -> float:
    """1 where a token can be landed after so many other actions (1: its catch, 2: a sailing to it too), else 0."""
    return 1.0 * (work.need[kind] + before <= state.actions_left)


@kernel
def _fill_harbours(state: Any, work: Any) -> None:
    """Worth of the hold by sets of kinds, then by ports; the ports that take at least half of the best."""
    work.hold_worth[0] = 0.0
    for kind in range(FISH_KINDS):
        worth = state.hold[state.seat, kind] * work.worth[kind]
        for kinds in range(1 << kind):
            work.hold_worth[kinds | 1 << kind] = work.hold_worth[kinds] + worth
    best = 0.0
    for port in range(PORTS):
        kinds = work.port_kinds[port]
        work.harbour[port] = work.hold_worth[kinds & ~work.fleet_kinds]
        best = max(best, work.hold_worth[kinds])
    work.best_harbour = best
    work.wanted = 0
    for port in range(PORTS):
        enough = 2.0 * work.hold_worth[work.port_kinds[port]] > best
        work.wanted |= (1 * enough) << port
