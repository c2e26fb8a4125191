"""Features of moves: one list of quantities for all phases, each in glory, fish, shells or tokens."""

from typing import Any

import numpy as np

from simkit.games.kaivai.features_round import of_bids, of_god, of_huts, of_island_bids
from simkit.games.kaivai.players import POLICIES as POLICIES
from simkit.games.kaivai.quantities import (
    F_DRAINED,
    F_FEED,
    F_FISH,
    F_FREE,
    F_GIFT,
    F_GLORY,
    F_GLORY_LAST,
    F_HOLD,
    F_HUTS,
    F_HUTS_LAST,
    F_ISLAND,
    F_MORE,
    F_NEAR_FISH,
    F_NEAR_MARKET,
    F_NEAR_OWN,
    F_PILE,
    F_POOR,
    F_RANGE,
    F_RIVAL,
    F_SACRIFICE,
    F_SAIL,
    F_SHELLS,
    F_SINK,
    F_SKIP,
    F_SPEND,
    F_SPENT_FISH,
    F_STOP,
    F_SUPPLY,
    F_SUPPLY_LAST,
    F_TOKENS,
    F_TOKENS_LAST,
    F_YES,
)
from simkit.games.kaivai.quantities import FEATURES as FEATURES
from simkit.games.kaivai.rules_boats import fishable, village_fish
from simkit.games.kaivai.rules_build import hut_cost
from simkit.games.kaivai.rules_sea import has
from simkit.games.kaivai.rules_stock import boats_on_board, fish_held, money
from simkit.games.kaivai.rules_turns import price
from simkit.games.kaivai.state import (
    ACTION,
    BID,
    BUILD,
    BUILD_BOAT,
    BUILD_HUT,
    CELEBRATE,
    CELEBRATION,
    DELIVER,
    DELIVER_AMOUNT,
    DELIVER_BOAT,
    FISH,
    FISHING,
    GOD,
    INCREASE,
    ISLAND_BID,
    M_ACT,
    M_GATHER,
    M_GIFT,
    M_SACRIFICE,
    M_SKIP,
    M_STOP,
    MOVING,
    NEUTRAL,
    NEXT_VILLAGE,
    OPENING,
    PERFORMING,
    SAIL,
    STATE,
    VILLAGES,
    VOTING,
    first,
    kind_of,
    second,
    third,
)
from simkit.games.kaivai.values import (
    catch_of_all,
    expected_catch,
    free_spaces,
    huts_of_all,
    lateness,
    marked,
    prepare_places,
    prepare_stakes,
    rounds_left,
    sail_gain,
    sale_at,
    sales_of_all,
    shells_felt,
    stake_change,
    strays,
    win_chance,
)
from simkit.kernel import kernel


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Features of all moves of the list: quantities of the list once, then a few numbers a move."""
    phase = state.phase
    if phase == ACTION:
        of_actions(state, board, rules, work, n)
    elif phase == BID:
        of_bids(state, board, work, n)
    elif phase in (BUILD_HUT, OPENING):
        of_huts(state, board, rules, work, n)
    elif phase == GOD:
        of_god(state, board, work, n)
    elif phase == DELIVER_AMOUNT:
        of_amounts(state, board, rules, work, n)
    elif phase == CELEBRATION:
        for i in range(n):
            of_celebration(state, board, work.features[i], third(work.moves[i]))
    elif phase == ISLAND_BID:
        of_island_bids(state, board, rules, work, n)
    elif phase == NEXT_VILLAGE:
        for i in range(n):
            v = third(work.moves[i])
            work.features[i, F_ISLAND] = state.cults[v] * win_chance(state, rules, v, state.seat, 1)
    elif phase == PERFORMING:
        for i in range(n):
            if state.action == FISH:
                catch = expected_catch(state, board, rules, state.seat, third(work.moves[i]))
                work.features[i, F_FISH] = usable_fish(state, board, catch)
    elif phase == VOTING:
        work.features[1, F_YES] = 1.0
    elif phase in (BUILD_BOAT, FISHING, DELIVER_BOAT, MOVING):
        of_boats(state, board, rules, work, n)


@kernel
def usable_fish(state: Any, board: Any, catch: float) -> float:
    """Fish of a catch that can still be used: the display should not overflow, the last round leaves little time."""
    room = max(0.0, 12.0 - fish_held(state, state.seat))
    used = min(catch, room)
    return used if rounds_left(state, board) > 0 else 0.45 * used


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
def of_actions(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Choosing an action, skipping, a sacrifice, a gift."""
    for i in range(n):
        row = work.features[i]
        kind = kind_of(work.moves[i])
        if kind == M_ACT:
            of_action(state, board, rules, work, row, third(work.moves[i]))
        elif kind == M_SKIP:
            row[F_SKIP] = 1.0
        elif kind == M_SACRIFICE:
            row[F_SACRIFICE] = 1.0 * min(board.sacrifice, max(0, state.token_store))
            row[F_POOR] = max(0, 2 - state.hand[state.seat])
            row[F_FREE] = free_spaces(state, rules)
        elif kind == M_GIFT:
            row[F_GIFT] = 1.0


@kernel
def of_action(state: Any, board: Any, rules: Any, work: Any, row: Any, action: int) -> None:
    """What an action is expected to bring."""
    seat = state.seat
    cost = price(state, rules, action)
    if rounds_left(state, board) == 0:
        row[F_TOKENS_LAST] = cost
    else:
        row[F_TOKENS] = cost
        if cost > 0:
            row[F_DRAINED] = max(0, 2 - (state.hand[seat] - cost))
    if action == BUILD:
        row[F_HUTS] = huts_of_all(state, board, work, seat)
        if rounds_left(state, board) <= 1:
            row[F_HUTS_LAST] = row[F_HUTS]
    elif action == FISH:
        row[F_FISH] = usable_fish(state, board, catch_of_all(state, board, rules, work, seat))
    elif action == DELIVER:
        sales_of_all(state, board, seat, work)
        note_sale(state, board, rules, work, row)
    elif action == CELEBRATE:
        best = -1
        for v in range(VILLAGES):
            if village_fish(state, v) > 0:
                if best < 0 or party(state, board, v) > party(state, board, best):
                    best = v
        of_celebration(state, board, row, best)
        row[F_MORE] = fish_held(state, seat)
    elif action == INCREASE:
        step = state.steps[seat]
        gain = board.bonus[step + 1] - board.bonus[step]
        later = board.bonus[min(step + 2, board.steps)] - board.bonus[step + 1]
        row[F_RANGE] = (gain + 0.5 * later) * rounds_left(state, board) / board.rounds
    elif action == SAIL:
        row[F_SAIL] = 1.0
        prepare_stakes(state, board, work)
        row[F_HOLD] = sail_gain(state, board, work) * lateness(state, board)
        prepare_places(state, seat, work)
        row[F_NEAR_FISH] = strays(work, work.fishing)
        row[F_NEAR_MARKET] = strays(work, work.trading)


@kernel
def note_sale(state: Any, board: Any, rules: Any, work: Any, row: Any) -> None:
    """Turn work.sale into features."""
    row[F_SHELLS] = work.sale[0] * spendable(state, board, rules)
    row[F_SUPPLY] = work.sale[1] * feasting(state, board, rules)
    row[F_FEED] = work.sale[2]
    row[F_SPENT_FISH] = work.sale[1] + work.sale[2]
    if rounds_left(state, board) <= 1:
        row[F_SUPPLY_LAST] = row[F_SUPPLY]


@kernel
def best_rival_fish(state: Any, v: int) -> int:
    """Fish of the best rewarded rival in a village."""
    best = 0
    for other in range(state.players):
        if other != state.seat:
            best = max(best, state.fish_in[v, other])
    return best


@kernel
def party(state: Any, board: Any, v: int) -> float:
    """Own glory of a celebration less part of the best rival's."""
    own = (
        state.fish_in[v, state.seat]
        + state.fish_in[v, NEUTRAL]
        + village_fish(state, v) // board.fish_per_bonus
    )
    return own - 0.6 * best_rival_fish(state, v)


@kernel
def of_celebration(state: Any, board: Any, row: Any, v: int) -> None:
    """Glory of a celebration for the seat and for the best rewarded rival."""
    total = village_fish(state, v)
    row[F_GLORY] = state.fish_in[v, state.seat] + state.fish_in[v, NEUTRAL] + total // board.fish_per_bonus
    row[F_RIVAL] = best_rival_fish(state, v)
    if rounds_left(state, board) == 0:
        row[F_GLORY_LAST] = row[F_GLORY]


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
        if p != e:
            row[F_HOLD] = stake_change(state, work, p, e) * late
        if state.phase == FISHING:
            catch = expected_catch(state, board, rules, seat, third(move))
            if kind_of(move) == M_GATHER:
                catch = best_catch_at(state, board, rules, seat, e)
            row[F_FISH] = usable_fish(state, board, catch)
        elif state.phase == DELIVER_BOAT:
            sale_at(state, board, seat, e, p if has(state.berth[seat], p) == 1 else -1, work)
            note_sale(state, board, rules, work, row)
            row[F_PILE] = work.sale[3]
        elif state.phase == BUILD_BOAT:
            of_builder(state, board, work, row, e)
        elif state.boat[e] > 0:
            of_sinking(state, board, row, e)


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


SCRATCH = (
    ("boats", np.int64),  # ready boats of the deciding seat when actions are listed (prepare_ends)
    ("boat_place", np.int64, (4,)),  # their places
    ("ends", np.int64, (4, 3)),  # sets: where each can end
    ("builds", np.int64, (4, 3)),  # sets: where each can build
    ("catch", np.float64, (VILLAGES,)),  # expected catch of a boat
    ("trial", STATE, (6,)),  # copies for the search of all_move_first
    ("cursor", np.int64, (6,)),  # its stack: the next boat and site to try
    ("up", np.float64, (VILLAGES,)),  # island points gained by one more hut or boat
    ("down", np.float64, (VILLAGES,)),  # island points lost by one less
    ("sale", np.int64, (4,)),  # shells, fish on own huts, on others' huts, on own huts beside own fish
    ("fishing", np.int64, (3,)),  # set: hexes where the seat can fish
    ("trading", np.int64, (3,)),  # set: hexes beside huts that take fish
    ("home", np.int64, (3,)),  # set: hexes beside own huts that take fish
    ("rival", np.int64, (VILLAGES,)),  # most meeting huts of a rival
    ("near", np.int64, (VILLAGES,)),  # own boats at the village
    ("fleet", np.int64, (VILLAGES,)),  # most boats of a rival there
)
