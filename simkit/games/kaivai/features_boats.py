"""Features of what boats do: where they go to build, to fish, to deliver or just to lie, and fish handed over."""

from typing import Any

from simkit.games.kaivai.quantities import (
    F_FEED,
    F_FISH,
    F_HOLD,
    F_HUTS,
    F_HUTS_LAST,
    F_NEAR_FISH,
    F_NEAR_LARDER,
    F_NEAR_MARKET,
    F_NEAR_OWN,
    F_PILE,
    F_SAIL,
    F_SHELLS,
    F_SINK,
    F_SPEND,
    F_SPENT_FISH,
    F_STOP,
    F_SUPPLY,
    F_SUPPLY_LAST,
    F_SUPPLY_LATE,
)
from simkit.games.kaivai.rules_boats import fishable
from simkit.games.kaivai.rules_build import hut_cost
from simkit.games.kaivai.rules_sea import has
from simkit.games.kaivai.rules_stock import boats_on_board, fish_held, money
from simkit.games.kaivai.rules_turns import price
from simkit.games.kaivai.state import (
    ACTION,
    BUILD,
    BUILD_BOAT,
    CELEBRATE,
    DELIVER,
    DELIVER_BOAT,
    FISH,
    FISHING,
    M_GATHER,
    M_SAIL,
    M_STOP,
    VILLAGES,
    first,
    kind_of,
    second,
    third,
)
from simkit.games.kaivai.values import lateness, prepare_stakes, rounds_left, shells_felt
from simkit.games.kaivai.values_boats import (
    expected_catch,
    fishermens_catch,
    marked,
    prepare_places,
    sale_at,
    stake_change,
)
from simkit.kernel import kernel


@kernel
def usable_fish(state: Any, board: Any, rules: Any, catch: float) -> float:
    """Fish of a catch that can still be used: the display should not overflow, the last round leaves little time.

    Then the influence must also pay to deliver it, and to celebrate or to build.
    """
    room = max(0.0, 12.0 - fish_held(state, state.seat))
    used = min(catch, room)
    if rounds_left(state, board) > 0:
        return used
    rest = state.hand[state.seat] - price(state, rules, DELIVER)
    if state.phase == ACTION:
        rest -= price(state, rules, FISH)
    return 0.45 * used if rest >= min(price(state, rules, CELEBRATE), price(state, rules, BUILD)) else 0.0


@kernel
def spendable(state: Any, board: Any, rules: Any) -> float:
    """Share of new shells that can still become huts: in the last round only if Build can be paid as well."""
    left = rounds_left(state, board)
    if left >= 4:
        return 1.0
    if left >= 2:
        return 0.8
    if left == 1:
        return 0.55
    return 0.4 if payable_after_delivery(state, rules, BUILD) == 1 else 0.0


@kernel
def feasting(state: Any, board: Any, rules: Any) -> float:
    """Share of fish on own huts that can still be celebrated: in the last round only if the action can be paid."""
    if rounds_left(state, board) > 0:
        return 1.0
    return 0.9 if payable_after_delivery(state, rules, CELEBRATE) == 1 else 0.1


@kernel
def payable_after_delivery(state: Any, rules: Any, action: int) -> int:
    """1 where the influence left once Deliver is paid pays for another action at its present price."""
    hand = state.hand[state.seat]
    if state.phase == ACTION:
        hand -= price(state, rules, DELIVER)
    cost = price(state, rules, action)
    return 1 if 0 <= cost <= hand else 0


@kernel
def note_sale(state: Any, board: Any, rules: Any, work: Any, row: Any) -> None:
    """Turn work.sale into features."""
    row[F_SHELLS] = work.sale[0] * spendable(state, board, rules)
    row[F_SUPPLY] = work.sale[1] * feasting(state, board, rules)
    row[F_SUPPLY_LATE] = row[F_SUPPLY] * state.round_no / board.rounds
    row[F_FEED] = work.sale[2]
    row[F_SPENT_FISH] = work.sale[1] + work.sale[2]
    if rounds_left(state, board) <= 1:
        row[F_SUPPLY_LAST] = row[F_SUPPLY]


@kernel
def of_amounts(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Fish for one hut."""
    h = state.amount_hut
    own = state.owner[h] == state.seat
    for i in range(n):
        amount = third(work.moves[i])
        row = work.features[i]
        work.sale[0] = 0
        work.sale[1] = amount if own else 0
        work.sale[2] = 0 if own else amount
        if not own:
            for k in range(amount):
                work.sale[0] += board.sale[state.hut_fish[h] + k]
        note_sale(state, board, rules, work, row)
        if state.fish_in[state.village[h], state.seat] > 0:
            row[F_PILE] = row[F_SUPPLY]


@kernel
def of_boats(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """A boat and where it goes: to build, to fish, to deliver or just to lie."""
    seat = state.seat
    prepare_stakes(state, board, work)
    prepare_places(state, seat, work)
    late = lateness(state, board)
    fish = fish_held(state, seat)
    for w in range(3):
        work.served[w] = 0
    for v in range(VILLAGES):
        work.catch[v] = fishermens_catch(state, board, rules, seat, v)
    for i in range(n):
        move = work.moves[i]
        row = work.features[i]
        if kind_of(move) == M_STOP:
            row[F_STOP] = 1.0
            continue
        p = first(move)
        e = second(move)
        row[F_NEAR_FISH] = marked(work.fishing, e) - marked(work.fishing, p)
        row[F_NEAR_MARKET] = marked(work.trading, e) - marked(work.trading, p)
        row[F_NEAR_OWN] = marked(work.home, e) - marked(work.home, p)
        row[F_NEAR_LARDER] = larder_at(state, work, e) - larder_at(state, work, p)
        if kind_of(move) == M_SAIL:
            row[F_SAIL] = 1.0
        if p != e:
            row[F_HOLD] = stake_change(state, work, p, e) * late
        if state.phase == FISHING:
            catch = expected_catch(state, board, rules, seat, third(move))
            if kind_of(move) == M_GATHER:
                catch = best_catch_at(state, board, rules, seat, e)
            row[F_FISH] = usable_fish(state, board, rules, catch)
        elif state.phase == DELIVER_BOAT:
            sale_at(state, board, seat, e, p if has(state.berth[seat], p) == 1 else -1, fish, work)
            note_sale(state, board, rules, work, row)
            row[F_PILE] = work.sale[3]
        elif state.phase == BUILD_BOAT:
            of_builder(state, board, work, row, e)
        elif state.boat[e] > 0:
            of_sinking(state, board, row, e)


@kernel
def larder_at(state: Any, work: Any, p: int) -> float:
    """Catch of work.catch (by village) at the best village beside p."""
    best = 0.0
    for v in range(VILLAGES):
        if work.catch[v] > best and has(state.cult_rim[v], p) == 1:
            best = work.catch[v]
    return best


@kernel
def best_catch_at(state: Any, board: Any, rules: Any, seat: int, e: int) -> float:
    """Expected catch at e in the best village there."""
    best = 0.0
    for v in range(VILLAGES):
        if has(state.cult_rim[v], e) == 1 and fishable(state, seat, v) == 1:
            best = max(best, expected_catch(state, board, rules, seat, v))
    return best


@kernel
def of_builder(state: Any, board: Any, work: Any, row: Any, e: int) -> None:
    """Where a boat goes to build: the cheapest village it can serve there."""
    seat = state.seat
    purse = money(state, seat)
    row[F_HUTS] = 1.0
    if rounds_left(state, board) <= 1:
        row[F_HUTS_LAST] = 1.0
    cheapest = 1000
    stake = 0.0
    for v in range(board.villages):
        if has(state.cult_rim[v], e) == 1:
            cost = hut_cost(state, board, seat, v)
            if cost <= purse and cost < cheapest:
                cheapest = cost
                stake = work.up[v]
    if cheapest < 1000:
        row[F_SPEND] = shells_felt(state, board, cheapest)
        row[F_HOLD] += 0.45 * stake


@kernel
def of_sinking(state: Any, board: Any, row: Any, e: int) -> None:
    """Sinking the boat at e: the glory lost, and the islands the victim holds with it."""
    victim = state.boat[e] - 1
    row[F_SINK] = board.sink[min(4, boats_on_board(state, board, victim))]
