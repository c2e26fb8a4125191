"""What a player of Mare Balticum looks at: a few numbers for each legal move, and players who weigh them.

``worth`` of a fish is what its kind pays this seat: the number on the market space, or an estimate while it is open.
It is 0 for a fish that cannot be landed any more in the seat's last turn, its catch included.
"""

from typing import Any

from simkit.bits import lowest
from simkit.contract import TYPE_SHIFT
from simkit.games.mare_balticum.counts import (
    AMBER,
    FISH_KINDS,
)
from simkit.games.mare_balticum.features_choices import choice_feature, fill_fits
from simkit.games.mare_balticum.features_tables import (
    F_AHEAD,
    F_AHEAD_AMBER,
    F_AHEAD_SECOND,
    F_AMBER,
    F_BEHIND,
    F_EMPTIES,
    F_FISH,
    F_FREES,
    F_HOME,
    F_LAST_CALL,
    F_LEAVES_PORT,
    F_NEARER,
    F_PLACE,
    F_PLAN,
    F_PORT_AHEAD,
    F_PORT_BEHIND,
    F_REST,
    F_RIVALS,
    F_SAIL,
    F_THROWN,
    F_UNLOAD,
    F_UNLOAD_FISH,
    F_UNLOADING,
    FEATURES,
    NEVER,
    SCRATCH,
    fill_tables,
    fill_worth,
    in_time,
)
from simkit.games.mare_balticum.rules_unload import loses_one, open_port_of
from simkit.games.mare_balticum.state import (
    ACTION,
    CONTRACT,
    END,
    FISH,
    NONE,
    NOTHING,
    OPEN,
    OPENING,
    PLACE,
    PORTS,
    PRODUCTION,
    SAIL,
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

ACTION_WORTH = 1.5
"""Points that an action usually brings: what a contract has to beat."""

SET_HOPE = 0.4
"""Sets that a card is expected to yield beyond those at hand."""

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
        if state.phase == PRODUCTION:
            fill_fits(state, rules, work)
        for i in range(n):
            choice_feature(state, board, work, i)


@kernel
def _sail_features(state: Any, board: Any, work: Any, n: int) -> int:
    """Placings and sailings, the first part of the list; returns where they end."""
    now = _fill_departures(state, board, work)
    i = 0
    while i < n and work.moves[i] >> TYPE_SHIFT == PLACE:
        work.features[i, F_PLACE] = 1.0
        _target_features(board, state, work, i, field_target(work.moves[i]), now, now)
        i += 1
    while i < n:
        move = work.moves[i]
        if move >> TYPE_SHIFT != SAIL:
            break
        origin = field_origin(move)
        work.features[i, F_SAIL] = 1.0
        work.features[i, F_BEHIND] = work.behind[origin]
        work.features[i, F_PORT_BEHIND] = work.port_behind[origin]
        work.features[i, F_LEAVES_PORT] = work.leaves_port[origin]
        work.features[i, F_FREES] = work.frees[origin]
        _target_features(board, state, work, i, field_target(move), now, work.others[origin])
        if work.last_turn_of_seat != 0:
            work.features[i, F_LAST_CALL] -= work.port_behind[origin]
        i += 1
    return i


@kernel
def _fill_departures(state: Any, board: Any, work: Any) -> int:
    """What a vessel would leave, by its area; returns the borders from the fleet to the nearest wanted port."""
    fleet = state.fleet[state.seat]
    now, second, closest = _distances(board, fleet, work.wanted)
    rest = fleet
    while rest:
        origin = lowest(rest)
        rest &= rest - 1
        work.others[origin] = second if origin == closest else now
        work.behind[origin] = work.gain[state.tokens[origin, 0]] + work.gain[state.tokens[origin, 1]]
        work.frees[origin] = 1.0 * (((board.sea & ~state.stocked) >> origin) & 1)
    ports = fleet & ((1 << PORTS) - 1)
    rest = ports
    while rest:
        origin = lowest(rest)
        rest &= rest - 1
        work.port_behind[origin] = _port_left(work, ports, origin)
        work.leaves_port[origin] = 1.0 * (ports == 1 << origin)
    return now


@kernel
def _target_features(board: Any, state: Any, work: Any, i: int, target: int, now: int, others: int) -> None:
    one = state.tokens[target, 0]
    two = state.tokens[target, 1]
    work.features[i, F_AHEAD] = max(work.gain[one], work.gain[two])
    work.features[i, F_AHEAD_SECOND] = min(work.gain[one], work.gain[two])
    work.features[i, F_AHEAD_AMBER] = 1.0 * (one == AMBER) + 1.0 * (two == AMBER)
    work.features[i, F_PORT_AHEAD] = work.harbour[target]
    nearer = work.best_harbour * (now - min(others, board.hops[target, work.wanted]))
    work.features[i, F_NEARER] = nearer
    if work.last_turn_of_seat != 0:
        work.features[i, F_LAST_CALL] = work.harbour[target] if target < PORTS else 0.5 * nearer
    work.features[i, F_RIVALS] = (work.rivals >> target) & 1


@kernel
def _distances(board: Any, fleet: int, ports: int) -> tuple[int, int, int]:
    """Borders from a fleet to the nearest of some ports, the same without the closest vessel, that vessel's area."""
    first = NEVER
    second = NEVER
    closest = NONE
    while fleet:
        area = lowest(fleet)
        fleet &= fleet - 1
        steps = board.hops[area, ports]
        second = min(second, max(first, steps))
        closest = area if steps < first else closest
        first = min(first, steps)
    return first, second, closest


@kernel
def _port_left(work: Any, ports: int, origin: int) -> float:
    """Worth of the hold at a port that the fleet's other ports do not take."""
    kinds = work.port_kinds[origin]
    rest = ports & ~(1 << origin)
    while rest:
        kinds &= ~work.port_kinds[lowest(rest)]
        rest &= rest - 1
    return work.hold_worth[kinds]


@kernel
def _fish_features(state: Any, board: Any, work: Any, i: int, n: int) -> int:
    while i < n and work.moves[i] >> TYPE_SHIFT == FISH:
        move = work.moves[i]
        kind = field_kind(move)
        if kind == AMBER:
            work.features[i, F_AMBER] = 1.0
        else:
            worth = work.worth[kind] * in_time(state, work, kind, 1)
            work.features[i, F_FISH] = worth
            if (work.fleet_kinds >> kind) & 1:
                work.features[i, F_HOME] = worth
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
        landed = _landed_with(state, board, rules, work, move)
        work.features[i, F_UNLOADING] = 1.0
        work.features[i, F_PLAN] = landed
        work.features[i, F_LAST_CALL] = landed * _last_action(state, work)
    elif kind == THROW:
        work.features[i, F_THROWN] = work.worth[field_target(move)]
    elif kind == CONTRACT:
        gain = _card_gain(state, board, work, field_target(move))
        if state.card[state.seat] != NONE:
            gain -= _card_gain(state, board, work, state.card[state.seat])
        work.features[i, F_PLAN] = gain - ACTION_WORTH
        if work.last_turn_of_seat != 0:
            work.features[i, F_LAST_CALL] = gain


@kernel
def _last_action(state: Any, work: Any) -> float:
    """1 for the last action of the seat's last turn: before it, what lies in the hold can wait."""
    return 1.0 * (work.last_turn_of_seat != 0 and state.actions_left == 1)


@kernel
def _landed_with(state: Any, board: Any, rules: Any, work: Any, move: int) -> float:
    """Worth of the hold at a port once a demand is opened there: the unloading that the opening belongs to."""
    port = open_port_of(move)
    opened = (move >> 9) & 7
    total = 0.0
    for kind in range(FISH_KINDS):
        count = state.hold[state.seat, kind]
        if kind == opened:
            count -= board.circle_loss[port, (move >> 8) & 1]
        elif (state.accepts[port] >> kind) & 1 == 0:
            count = 0
        elif count > 0 and loses_one(state, board, rules, port, kind):
            count -= 1
        total += count * work.worth[kind]
    return total


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
    work.features[i, F_UNLOADING] = 1.0
    work.features[i, F_UNLOAD] = landed
    work.features[i, F_LAST_CALL] = landed * _last_action(state, work)
    work.features[i, F_UNLOAD_FISH] = fish


@kernel
def _card_gain(state: Any, board: Any, work: Any, card: int) -> float:
    """What the sets that hold and warehouse allow, and hope for more, would pay above the market.

    In the last turn only what lies in the warehouse counts.
    """
    seat = state.seat
    gain = 1.0 * board.contract_points - board.cards[card, AMBER] * board.amber_points
    most = state.warehouse[seat, AMBER] // board.cards[card, AMBER] if board.cards[card, AMBER] > 0 else 99
    for kind in range(FISH_KINDS):
        need = board.cards[card, kind]
        if need > 0:
            held = 0 if work.last_turn_of_seat != 0 else state.hold[seat, kind]
            most = min(most, (state.warehouse[seat, kind] + held) // need)
            gain -= need * work.market_worth[kind]
    return max(0.0, gain) * (most + (0.0 if work.last_turn_of_seat != 0 else SET_HOPE))


# ---- players ---------------------------------------------------------------------------------------------------------

_GREEDY = {
    # a catch is worth its points, less what is still to be done for it; amber needs nothing more
    "fish": 0.6,
    "home": 0.3,
    "amber": 0.9,
    "thrown": -0.6,
    "empties": 0.1,
    # an unloading costs an action, so it should bring three points or more
    "unload": 0.4,
    "unload_fish": 0.1,
    "unloading": -0.6,
    # a vessel goes where the next action pays, and leaves little behind
    "rest": -0.15,
    "place": 0.2,
    "sail": -0.3,
    "ahead": 0.45,
    "ahead_second": 0.15,
    "rivals": -0.15,
    "behind": -0.2,
    "port_ahead": 0.3,
    "port_behind": -0.3,
    "leaves_port": -0.2,
    "nearer": 0.05,
    "last_call": 0.6,
    # the best number for the kind owned most; the safe as soon as two cheap tokens are at hand
    "number": 1.0,
    "safe": 1.5,
    "cost": -1.0,
    "plan": 0.4,
}
_AMBER = {**_GREEDY, "amber": 1.6, "ahead_amber": 0.6, "port_ahead": 0.15, "nearer": 0.02}
_SPECIALIST = {**_GREEDY, "fish": 0.3, "home": 0.9, "leaves_port": -1.5, "number": 1.5}
_HAULER = {**_GREEDY, "unloading": -2.5, "unload": 0.5, "unload_fish": 0.3, "thrown": -0.8, "nearer": 0.08}
_DASHER = {**_GREEDY, "empties": 0.6, "frees": 0.5, "unloading": -0.1, "unload": 0.6, "behind": 0.0}

__all__ = ["FEATURES", "POLICIES", "SCRATCH", "move_features"]

POLICIES = (
    Policy("random", "moves at random"),
    Policy("greedy", "catches what its market pays, lands it in batches and keeps a port in reach", _GREEDY),
    Policy("amber", "collects amber, which needs no port, and lands fish when it lies on the way", _AMBER),
    Policy("specialist", "stays at one port and lives on the kinds that it takes", _SPECIALIST),
    Policy("hauler", "fills the hold and unloads rarely, in large batches", _HAULER),
    Policy(
        "dasher",
        "empties areas and moves on, so that time runs fast, and lands small catches at once",
        _DASHER,
    ),
)
