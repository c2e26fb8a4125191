"""Performing an action boat by boat (KV-81 to KV-85)."""

from typing import Any

from simkit.games.kaivai.rules_boats import (
    celebrate,
    hand_over,
    list_carriers,
    list_fishing,
    list_neutral_huts,
    list_sailing,
    next_customer,
    sail,
)
from simkit.games.kaivai.rules_build import build_hut, list_builders, ready_boats
from simkit.games.kaivai.rules_gather import amount_fits, gather, hut_fits, list_gathering
from simkit.games.kaivai.rules_land import cast_off, new_hut
from simkit.games.kaivai.rules_sea import drop, put
from simkit.games.kaivai.rules_stock import fish_held, go_fishing
from simkit.games.kaivai.rules_turns import next_turn
from simkit.games.kaivai.state import (
    ALL_MOVE_FIRST,
    BOATBUILDER,
    BUILD,
    BUILD_BOAT,
    BUILD_HUT,
    DELIVER,
    DELIVER_AMOUNT,
    DELIVER_BOAT,
    FISH,
    FISHING,
    FORCED,
    M_STOP,
    MOVING,
    NEUTRAL,
    NEUTRAL_GROWTH,
    NO,
    PERFORMING,
    SAIL,
    pack,
    second,
    third,
)
from simkit.kernel import kernel


@kernel
def list_boats(state: Any, board: Any, rules: Any, work: Any) -> int:
    """The boats that can perform now and how; Stop once one has (KV-81, KV-83)."""
    n = 0
    if state.gathering == 1:
        n = list_gathering(state, board, rules, work)
    elif state.phase == BUILD_BOAT:
        n = list_builders(state, board, rules, work)
    elif state.phase == FISHING:
        n = list_fishing(state, board, work)
    elif state.phase == DELIVER_BOAT:
        n = list_carriers(state, board, work)
    else:
        n = list_sailing(state, board, rules, work)
    if (state.done > 0 or any_gathered(state) == 1) and (n == 0 or rules.all_boats != FORCED):
        work.moves[n] = pack(M_STOP, 0, 0, 0)
        n += 1
    return n


@kernel
def any_gathered(state: Any) -> int:
    """1 where boats have moved that have yet to perform (KV-85)."""
    return 1 if state.gathered[0] | state.gathered[1] | state.gathered[2] else 0


@kernel
def gather_boat(state: Any, board: Any, rules: Any, p: int, e: int) -> None:
    """One more boat moves and waits; after the last one they perform (KV-85)."""
    gather(state, p, e)
    if (
        ready_boats(state, state.seat, 0)
        | ready_boats(state, state.seat, 1)
        | ready_boats(state, state.seat, 2)
    ) == 0:
        end_gathering(state)


@kernel
def end_gathering(state: Any) -> None:
    """The boats have moved: now they perform."""
    state.gathering = 0
    state.phase = PERFORMING


@kernel
def perform_with(state: Any, board: Any, rules: Any, at: int, v: int) -> None:
    """A gathered boat performs (KV-85)."""
    drop(state.gathered, at)
    state.boat_at = at
    if state.action == BUILD:
        put(state.gathered, at)
        state.phase = BUILD_HUT
    elif state.action == DELIVER:
        state.handed = 0
        state.amount_hut = next_customer(state, board, at, NO)
        state.phase = DELIVER_AMOUNT
    else:
        go_fishing(state, board, rules, state.seat, at, v)
        next_boat(state, board, rules)


@kernel
def drop_unfit(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    """Keep those huts, or amounts, after which the other gathered boats can still perform (KV-85)."""
    kept = 0
    for i in range(n):
        move = work.moves[i]
        if state.phase == BUILD_HUT:
            fits = hut_fits(state, board, rules, work, second(move), third(move))
        else:
            fits = amount_fits(state, board, work, second(move), third(move))
        if fits == 1:
            work.moves[kept] = move
            kept += 1
    return kept


@kernel
def next_boat(state: Any, board: Any, rules: Any) -> None:
    """A boat has performed: on to the next one, or to the next player where none is left."""
    state.done += 1
    if rules.boat_order == ALL_MOVE_FIRST and state.action != SAIL:
        if any_gathered(state) == 1:
            state.phase = PERFORMING
        else:
            next_turn(state, board, rules)
        return
    if (
        ready_boats(state, state.seat, 0)
        | ready_boats(state, state.seat, 1)
        | ready_boats(state, state.seat, 2)
    ) == 0:
        next_turn(state, board, rules)
    elif state.action == BUILD:
        state.phase = BUILD_BOAT
    elif state.action == FISH:
        state.phase = FISHING
    elif state.action == DELIVER:
        state.phase = DELIVER_BOAT
    else:
        state.phase = MOVING


@kernel
def send_builder(state: Any, p: int, e: int) -> None:
    """The boat at p goes to e to build (KV-84)."""
    cast_off(state, state.seat, p, e)
    state.boat_at = e
    state.phase = BUILD_HUT


@kernel
def finish_hut(state: Any, board: Any, rules: Any, t: int, kind: int) -> None:
    """Build, and on to the next boat."""
    build_hut(state, board, rules, t, kind)
    drop(state.gathered, state.boat_at)
    next_boat(state, board, rules)


@kernel
def fish_with(state: Any, board: Any, rules: Any, p: int, e: int, v: int) -> None:
    """The boat at p goes to e and fishes in village v (KV-115)."""
    cast_off(state, state.seat, p, e)
    put(state.used, e)
    go_fishing(state, board, rules, state.seat, e, v)
    next_boat(state, board, rules)


@kernel
def send_carrier(state: Any, board: Any, p: int, e: int) -> None:
    """The boat at p goes to e to deliver; the first hut beside it is served first (KV-129)."""
    cast_off(state, state.seat, p, e)
    put(state.used, e)
    state.boat_at = e
    state.handed = 0
    state.amount_hut = next_customer(state, board, e, NO)
    state.phase = DELIVER_AMOUNT


@kernel
def serve(state: Any, board: Any, rules: Any, h: int, amount: int) -> None:
    """Hand fish to one hut, then on to the next hut or the next boat."""
    hand_over(state, board, rules, h, amount)
    state.amount_hut = next_customer(state, board, state.boat_at, h)
    if state.amount_hut < 0 or fish_held(state, state.seat) == 0:
        state.amount_hut = NO
        next_boat(state, board, rules)


@kernel
def move_boat(state: Any, board: Any, rules: Any, p: int, e: int) -> None:
    """One boat moves (KV-142)."""
    sail(state, board, rules, p, e)
    next_boat(state, board, rules)


@kernel
def hold_celebration(state: Any, board: Any, rules: Any, v: int, work: Any) -> None:
    """Celebrate; then neutral huts may have to be placed (KV-187)."""
    celebrate(state, board, rules, v)
    go_on_growing(state, board, rules, work)


@kernel
def go_on_growing(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Ask for the next neutral hut, or end the turn; skipped where no hex is legal (KV-187)."""
    if state.neutral_owed > 0 and list_neutral_huts(state, board, rules, work) > 0:
        state.phase = NEUTRAL_GROWTH
        return
    state.neutral_owed = 0
    next_turn(state, board, rules)


@kernel
def place_neutral(state: Any, board: Any, rules: Any, t: int, work: Any) -> None:
    """Place a new neutral hut (KV-187)."""
    new_hut(state, board, rules, t, BOATBUILDER, NEUTRAL)
    state.neutral_owed -= 1
    go_on_growing(state, board, rules, work)
