"""What a player of Mare Balticum looks at: a few numbers for each legal move, and players who weigh them.

``worth`` of a fish is what its kind pays this seat: the number on the market space, or an estimate while it is open.
It is 0 for a fish that cannot be landed any more in the seat's last turn.
"""

from typing import Any

from simkit.bits import lowest
from simkit.contract import TYPE_SHIFT, Quantity
from simkit.games.mare_balticum.rules_sail import neighbours
from simkit.games.mare_balticum.rules_time import at_source
from simkit.games.mare_balticum.rules_unload import loses_one, open_port_of
from simkit.games.mare_balticum.state import (
    ACTION,
    AMBER,
    CIRCLES,
    CONTRACT,
    END,
    FISH,
    FISH_KINDS,
    KINDS,
    NONE,
    NOTHING,
    NUMBERS,
    OPEN,
    OPENING,
    PLACE,
    PORTS,
    PRODUCE,
    PRODUCTION_TOKENS,
    SAFE,
    SAIL,
    SETS,
    START,
    TAX,
    THROW,
    UNLOAD,
    field_kind,
    field_origin,
    field_port,
    field_target,
    field_thrown,
    quantity,
)
from simkit.kernel import kernel
from simkit.policy import Policy

FEATURES = (
    Quantity("fish", "points", "worth of the fish caught"),
    Quantity("stuck", "points", "that worth where no port in reach takes the kind"),
    Quantity("home", "points", "that worth where a port with an own vessel takes the kind"),
    Quantity("amber", "tokens", "1 for catching amber"),
    Quantity("thrown", "points", "worth of the fish thrown overboard"),
    Quantity("empties", "areas", "1 for a catch that leaves its area empty"),
    Quantity("unload", "points", "worth of the fish that reach the warehouse"),
    Quantity("unload_fish", "fish", "fish that leave the hold in an unloading"),
    Quantity("kept", "points", "worth of the fish that the port takes and that stay in the hold"),
    Quantity("unloading", "actions", "1 for an unloading"),
    Quantity("place", "vessels", "1 for a vessel put onto the board"),
    Quantity("sail", "vessels", "1 for a vessel moved"),
    Quantity("ahead", "points", "worth of the best token in the area sailed to"),
    Quantity("ahead_second", "points", "worth of the other token there"),
    Quantity("behind", "points", "worth of the tokens in the area left"),
    Quantity(
        "port_ahead", "points", "worth of the hold at the port sailed to, beyond what the fleet's ports take"
    ),
    Quantity(
        "port_behind",
        "points",
        "worth of the hold at the port left, beyond what the fleet's other ports take",
    ),
    Quantity("nearer", "borders", "steps that the fleet comes nearer to a port for its hold"),
    Quantity("frees", "areas", "1 for leaving an area without tokens, which can be refilled"),
    Quantity("rest", "actions", "actions given up by ending the turn"),
    Quantity("start", "points", "tokens next to a start port and kinds in demand there"),
    Quantity(
        "number", "points", "what a number adds on the market space, on fish owned, compared with its mean"
    ),
    Quantity("safe", "points", "what the tax costs at least; 0 for numbers"),
    Quantity("early_safe", "0/1", "1 for the safe"),
    Quantity("tax", "points", "worth of the token paid as tax"),
    Quantity("opening", "points", "worth of the hold's fish of the kind that is opened, less the one lost"),
    Quantity("contract", "points", "what a card's sets are expected to add, beyond the card held"),
    Quantity("sets", "points", "what the sets put on the card add to the score"),
)
(
    F_FISH,
    F_STUCK,
    F_HOME,
    F_AMBER,
    F_THROWN,
    F_EMPTIES,
    F_UNLOAD,
    F_UNLOAD_FISH,
    F_KEPT,
    F_UNLOADING,
    F_PLACE,
    F_SAIL,
    F_AHEAD,
    F_AHEAD_SECOND,
    F_BEHIND,
    F_PORT_AHEAD,
    F_PORT_BEHIND,
    F_NEARER,
    F_FREES,
    F_REST,
    F_START,
    F_NUMBER,
    F_SAFE,
    F_EARLY_SAFE,
    F_TAX,
    F_OPENING,
    F_CONTRACT,
    F_SETS,
) = range(len(FEATURES))

SCRATCH = (
    ("ends", "i8", (32,)),  # rules_sail.is_path
    ("vessel", "i8", (5,)),
    ("least", "i8", (FISH_KINDS,)),  # rules_unload: quantities of an unloading
    ("most", "i8", (FISH_KINDS,)),
    ("single", "i8", (FISH_KINDS,)),
    ("worth", "f8", (NOTHING + 1,)),  # of a token to the deciding seat; 0 for NOTHING
    ("gain", "f8", (NOTHING + 1,)),  # of catching it: less the cheapest fish of a full hold
    ("harbour", "f8", (64,)),  # worth of the hold at an area (0 at sea) beyond what the fleet's ports take
    ("all_harbours", "f8", (8,)),  # worth of the hold at a port
    ("port_kinds", "i8", (8,)),  # kinds that the seat could land at a port
    ("fleet_kinds", "i8"),  # kinds that the ports of the fleet take
    ("reach_kinds", "i8"),  # kinds that these and the ports next to the fleet take
    ("wanted", "i8"),  # ports worth sailing to with this hold
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
def _port_kinds(state: Any, board: Any, rules: Any, port: int) -> int:
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
def _worth_of_hold(state: Any, work: Any, kinds: int) -> float:
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
        kinds = _port_kinds(state, board, rules, port)
        work.port_kinds[port] = kinds
        if (fleet >> port) & 1:
            work.fleet_kinds |= kinds
        if (near >> port) & 1:
            work.reach_kinds |= kinds
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
    fleet = state.fleet[state.seat]
    best = 0.0
    for port in range(PORTS):
        work.all_harbours[port] = _worth_of_hold(state, work, work.port_kinds[port])
        work.harbour[port] = _worth_of_hold(state, work, work.port_kinds[port] & ~work.fleet_kinds)
        best = max(best, work.all_harbours[port])
    work.wanted = 0
    if best > 0.0:
        for port in range(PORTS):
            if 2.0 * work.all_harbours[port] > best:
                work.wanted |= 1 << port


# ---- features --------------------------------------------------------------------------------------------------------


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Fill ``work.features[:n]`` for the moves in ``work.moves[:n]``; the rows arrive zeroed."""
    if state.phase == ACTION or state.phase == OPENING:
        fill_tables(state, board, rules, work)
        i = _sail_features(state, board, work, n)
        i = _fish_features(state, board, work, i, n)
        while i < n:
            _other_feature(state, board, rules, work, i)
            i += 1
    else:
        fill_worth(state, board, rules, work)
        for i in range(n):
            _choice_feature(state, board, rules, work, i)


@kernel
def _sail_features(state: Any, board: Any, work: Any, n: int) -> int:
    """Placings and sailings, the first part of the list; returns where they end."""
    seat = state.seat
    fleet = state.fleet[seat]
    now = _distance(board, fleet, work.wanted)
    i = 0
    while i < n and work.moves[i] >> TYPE_SHIFT == PLACE:
        target = field_target(work.moves[i])
        work.features[i, F_PLACE] = 1.0
        _target_features(board, state, work, i, target, now, now)
        i += 1
    last = NONE
    others = 0
    behind = 0.0
    port_behind = 0.0
    frees = 0.0
    while i < n and work.moves[i] >> TYPE_SHIFT == SAIL:
        origin = field_origin(work.moves[i])
        if origin != last:
            last = origin
            others = _distance(board, fleet & ~(1 << origin), work.wanted)
            behind = work.gain[state.tokens[origin, 0]] + work.gain[state.tokens[origin, 1]]
            frees = 1.0 if origin >= PORTS and (state.stocked >> origin) & 1 == 0 else 0.0
            port_behind = _port_left(state, work, fleet, origin)
        work.features[i, F_SAIL] = 1.0
        work.features[i, F_BEHIND] = behind
        work.features[i, F_PORT_BEHIND] = port_behind
        work.features[i, F_FREES] = frees
        _target_features(board, state, work, i, field_target(work.moves[i]), now, others)
        i += 1
    return i


@kernel
def _target_features(board: Any, state: Any, work: Any, i: int, target: int, now: int, others: int) -> None:
    first = work.gain[state.tokens[target, 0]]
    second = work.gain[state.tokens[target, 1]]
    work.features[i, F_AHEAD] = max(first, second)
    work.features[i, F_AHEAD_SECOND] = min(first, second)
    work.features[i, F_PORT_AHEAD] = work.harbour[target]
    work.features[i, F_NEARER] = now - min(others, board.hops[target, work.wanted])


@kernel
def _distance(board: Any, fleet: int, ports: int) -> int:
    """Borders between a fleet and the nearest of some ports; 99 for none."""
    steps = 99
    while fleet:
        steps = min(steps, board.hops[lowest(fleet), ports])
        fleet &= fleet - 1
    return steps


@kernel
def _port_left(state: Any, work: Any, fleet: int, origin: int) -> float:
    """Worth of the hold at a port that the fleet's other ports do not take."""
    if origin >= PORTS:
        return 0.0
    kinds = work.port_kinds[origin]
    rest = fleet & ((1 << PORTS) - 1) & ~(1 << origin)
    while rest:
        kinds &= ~work.port_kinds[lowest(rest)]
        rest &= rest - 1
    return _worth_of_hold(state, work, kinds)


@kernel
def _fish_features(state: Any, board: Any, work: Any, i: int, n: int) -> int:
    while i < n and work.moves[i] >> TYPE_SHIFT == FISH:
        move = work.moves[i]
        kind = field_kind(move)
        if kind == AMBER:
            work.features[i, F_AMBER] = 1.0
        else:
            worth = work.worth[kind]
            work.features[i, F_FISH] = worth
            if (work.fleet_kinds >> kind) & 1:
                work.features[i, F_HOME] = worth
            elif (work.reach_kinds >> kind) & 1 == 0:
                work.features[i, F_STUCK] = worth
            thrown = field_thrown(move)
            if thrown != NONE:
                work.features[i, F_THROWN] = work.worth[thrown]
        if state.tokens[field_origin(move), 1] == NOTHING:
            work.features[i, F_EMPTIES] = 1.0
        i += 1
    return i


@kernel
def _other_feature(state: Any, board: Any, rules: Any, work: Any, i: int) -> None:
    """Throwing, unloading, opening, contracts, the end of the turn."""
    move = work.moves[i]
    kind = move >> TYPE_SHIFT
    if kind == UNLOAD:
        _unload_features(state, board, rules, work, i)
    elif kind == END:
        work.features[i, F_REST] = state.actions_left
    elif kind == OPEN:
        opened = (move >> 9) & 7
        lost = board.circle_loss[open_port_of(move), (move >> 8) & 1]
        work.features[i, F_OPENING] = (state.hold[state.seat, opened] - lost) * work.worth[opened]
    elif kind == THROW:
        work.features[i, F_THROWN] = work.worth[field_target(move)]
    elif kind == CONTRACT:
        work.features[i, F_CONTRACT] = _card_gain(state, board, work, field_target(move))
        if state.card[state.seat] != NONE:
            work.features[i, F_CONTRACT] -= _card_gain(state, board, work, state.card[state.seat])


@kernel
def _unload_features(state: Any, board: Any, rules: Any, work: Any, i: int) -> None:
    move = work.moves[i]
    port = field_port(move)
    landed = 0.0
    fish = 0
    for kind in range(FISH_KINDS):
        count = quantity(move, kind)
        if count > 0:
            fish += count
            if loses_one(state, board, rules, port, kind):
                count -= 1
            landed += count * work.worth[kind]
    kept = _worth_of_hold(state, work, state.accepts[port]) - landed
    work.features[i, F_UNLOADING] = 1.0
    work.features[i, F_UNLOAD] = landed
    work.features[i, F_UNLOAD_FISH] = fish
    work.features[i, F_KEPT] = max(0.0, kept)


@kernel
def _card_gain(state: Any, board: Any, work: Any, card: int) -> float:
    """What the sets now in hold and warehouse, and one more, would pay above the market."""
    seat = state.seat
    gain = 1.0 * board.contract_points
    most = 99
    for kind in range(KINDS):
        need = board.cards[card, kind]
        if need > 0:
            mine = state.warehouse[seat, kind]
            if kind < FISH_KINDS:
                mine += state.hold[seat, kind]
            most = min(most, mine // need)
            gain -= need * work.worth[kind]
    return max(0.0, gain) * (most + 1)


@kernel
def _choice_feature(state: Any, board: Any, rules: Any, work: Any, i: int) -> None:
    """Start ports, production, tax, contract sets."""
    seat = state.seat
    move = work.moves[i]
    kind = move >> TYPE_SHIFT
    if kind == PRODUCE:
        if field_kind(move) == SAFE:
            work.features[i, F_EARLY_SAFE] = 1.0
            work.features[i, F_SAFE] = _tax_cost(state, work)
        else:
            space = field_thrown(move) + 1
            work.features[i, F_NUMBER] = _number_fit(state, rules, seat, field_kind(move), space)
    elif kind == TAX:
        source = field_target(move)
        work.features[i, F_TAX] = work.worth[source if source < FISH_KINDS else source - FISH_KINDS]
        if source < FISH_KINDS:
            work.features[i, F_TAX] *= HOLD_SHARE
    elif kind == START:
        work.features[i, F_START] = _start_worth(state, board, work, field_target(move))
    elif kind == SETS:
        gain = 1.0 * board.contract_points
        for token in range(KINDS):
            gain -= board.cards[state.card[seat], token] * work.worth[token]
        work.features[i, F_SETS] = field_target(move) * gain


HOLD_SHARE = 0.7
"""A fish in the hold counts that much of one in the warehouse."""


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


# ---- players ---------------------------------------------------------------------------------------------------------

_TABLE = {"start": 1.0, "number": 1.0, "safe": -1.0, "early_safe": 1.5, "tax": -1.0, "sets": 1.0}
"""What everyone does alike in the choices outside a turn."""

_GREEDY = {
    **_TABLE,
    "fish": 0.6,
    "stuck": -0.3,
    "home": 0.15,
    "amber": 0.9,
    "thrown": -0.6,
    "unload": 0.5,
    "unload_fish": 0.1,
    "kept": -0.2,
    "unloading": -0.6,
    "place": 0.3,
    "sail": -0.3,
    "ahead": 0.45,
    "ahead_second": 0.2,
    "behind": -0.2,
    "port_ahead": 0.3,
    "port_behind": -0.3,
    "nearer": 0.15,
    "opening": 0.5,
    "contract": 0.4,
    "rest": -0.05,
}

POLICIES = (
    Policy("random", "moves at random"),
    Policy("greedy", "catches what its market pays, lands it in batches and keeps a port in reach", _GREEDY),
    Policy(
        "amber", "collects amber and leaves the ports to the others", {**_GREEDY, "amber": 2.0, "ahead": 0.6}
    ),
)
assert CIRCLES == 2 and PRODUCTION_TOKENS == 5
