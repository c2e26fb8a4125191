"""Features of moves: one list of quantities for all phases, each in glory, fish, shells or tokens."""

from typing import Any

import numpy as np

from simkit.contract import Quantity
from simkit.games.kaivai.players import POLICIES as POLICIES
from simkit.games.kaivai.rules_boats import fishable, village_fish
from simkit.games.kaivai.rules_build import hut_cost
from simkit.games.kaivai.rules_sea import has, village_beside
from simkit.games.kaivai.rules_stock import boats_on_board, fish_held, god_village, money
from simkit.games.kaivai.rules_turns import price
from simkit.games.kaivai.state import (
    ACTION,
    BID,
    BOATBUILDER,
    BUILD,
    BUILD_BOAT,
    BUILD_HUT,
    CELEBRATE,
    CELEBRATION,
    DELIVER,
    DELIVER_AMOUNT,
    DELIVER_BOAT,
    FISH,
    FISHERMAN,
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
    NOWHERE,
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
    early_share,
    expected_catch,
    huts_of_all,
    lateness,
    lowest_chance,
    marked,
    prepare_places,
    prepare_stakes,
    rounds_left,
    sail_gain,
    sale_at,
    sales_of_all,
    small_village,
    stake_at,
    stake_of,
    token_worth,
    village_near,
    win_chance,
)
from simkit.kernel import kernel

(
    F_STOP,
    F_SKIP,
    F_SACRIFICE,
    F_TOKENS,
    F_INCOME,
    F_HUTS,
    F_FISH,
    F_SHELLS,
    F_SUPPLY,
    F_FEED,
    F_SPENT_FISH,
    F_GLORY,
    F_RIVAL,
    F_RANGE,
    F_HOLD,
    F_SPEND,
    F_BOAT,
    F_FISHER,
    F_MEETING,
    F_COMPANY,
    F_MARKETS,
    F_NEAR_FISH,
    F_NEAR_MARKET,
    F_BID_RANGE,
    F_BID_HUTS,
    F_BID_EARLY,
    F_BID_EARLY_FISH,
    F_BID_GOD,
    F_GOD_OWN,
    F_GOD_RIVAL,
    F_GOD_FISH,
    F_SINK,
    F_ISLAND,
    F_ISLAND_TOKENS,
    F_GIFT,
    F_YES,
) = range(36)

FEATURES = (
    Quantity("stop", "0/1", "1 for stopping an action before all boats have performed"),
    Quantity("skip", "0/1", "1 for skipping a turn"),
    Quantity("sacrifice", "tokens", "what a sacrifice brings, less than two where the store is short"),
    Quantity("tokens", "tokens", "influence that the action costs"),
    Quantity("income", "tokens", "influence that a hut earns at once"),
    Quantity("huts", "huts", "huts that the action is expected to bring, or this move builds"),
    Quantity("fish", "fish", "expected catch, as far as the display does not overflow and rounds are left"),
    Quantity("shells", "value", "shells earned by sales, as far as they can still be spent"),
    Quantity("supply", "fish", "fish brought to own huts that can still be celebrated"),
    Quantity("feed", "fish", "fish brought to others' huts"),
    Quantity("spent_fish", "fish", "fish handed over"),
    Quantity("glory", "glory", "glory gained at once"),
    Quantity("rival", "glory", "glory that the best rewarded rival gains at once"),
    Quantity("range", "hexes x rounds", "range gained, for the share of the game still to come"),
    Quantity("hold", "glory", "change in expected island points, weighted by how near the end is"),
    Quantity("spend", "value", "shells that the hut costs"),
    Quantity("boat", "rounds", "a new boat, by the share of the game left and over the boats there are"),
    Quantity("fisher", "fish", "what a new fisherman's hut adds to a catch, by the share of the game left"),
    Quantity("meeting", "huts", "a new meeting hut, by the share of the game left"),
    Quantity("company", "huts", "own boats and fisherman's huts at the village"),
    Quantity("markets", "huts", "others' huts in the village"),
    Quantity("near_fish", "0/1", "1 where the boat ends at a place where it can fish"),
    Quantity("near_market", "0/1", "1 where the boat ends beside a hut that takes fish"),
    Quantity("bid_range", "hexes", "usable range under the bid"),
    Quantity("bid_huts", "huts", "huts that the shells would pay under the bid"),
    Quantity("bid_early", "share", "expected share of the others who will act later"),
    Quantity("bid_early_fish", "share x fish", "the same, times the fish on the display"),
    Quantity("bid_god", "tokens", "chance to move the god, times the most own meeting huts it could visit"),
    Quantity("god_own", "tokens", "tokens that the god's move brings"),
    Quantity("god_rival", "tokens", "tokens that it brings the best rewarded rival"),
    Quantity("god_fish", "boats", "own boats at the village where the god goes"),
    Quantity("sink", "glory", "glory lost by sinking"),
    Quantity("island", "glory", "cult hexes times the chance to hold the village"),
    Quantity("island_tokens", "glory", "what the tokens bid might earn elsewhere"),
    Quantity("gift", "0/1", "1 for offering a gift"),
    Quantity("yes", "0/1", "1 for praising another's gift"),
)


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
def spendable(state: Any, board: Any) -> float:
    """Share of new shells that can still become huts."""
    left = rounds_left(state, board)
    if left >= 4:
        return 1.0
    if left >= 2:
        return 0.8
    return 0.55 if left == 1 else 0.2


@kernel
def feasting(state: Any, board: Any, rules: Any) -> float:
    """Share of fish on own huts that can still be celebrated: in the last round only if the action can be paid."""
    if rounds_left(state, board) > 0:
        return 1.0
    cost = price(state, rules, CELEBRATE)
    return 0.9 if 0 <= cost <= state.hand[state.seat] else 0.1


@kernel
def of_actions(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Choosing an action, skipping, a sacrifice, a gift."""
    seat = state.seat
    for i in range(n):
        row = work.features[i]
        kind = kind_of(work.moves[i])
        if kind == M_ACT:
            of_action(state, board, rules, work, row, third(work.moves[i]))
        elif kind == M_SKIP:
            row[F_SKIP] = 1.0
        elif kind == M_SACRIFICE:
            row[F_SACRIFICE] = 1.0 * min(board.sacrifice, max(0, state.token_store))
        elif kind == M_GIFT:
            row[F_GIFT] = 1.0
            row[F_RIVAL] = 0.0 * seat


@kernel
def of_action(state: Any, board: Any, rules: Any, work: Any, row: Any, action: int) -> None:
    """What an action is expected to bring."""
    seat = state.seat
    row[F_TOKENS] = price(state, rules, action)
    if action == BUILD:
        row[F_HUTS] = huts_of_all(state, board, rules, seat)
    elif action == FISH:
        row[F_FISH] = usable_fish(state, board, catch_of_all(state, board, rules, seat))
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
    elif action == INCREASE:
        step = state.steps[seat]
        gain = board.bonus[step + 1] - board.bonus[step]
        later = board.bonus[min(step + 2, board.steps)] - board.bonus[step + 1]
        row[F_RANGE] = (gain + 0.5 * later) * rounds_left(state, board) / board.rounds
    elif action == SAIL:
        prepare_stakes(state, board, work)
        row[F_HOLD] = sail_gain(state, board, rules, seat, work) * lateness(state, board)


@kernel
def note_sale(state: Any, board: Any, rules: Any, work: Any, row: Any) -> None:
    """Turn work.sale into features."""
    row[F_SHELLS] = work.sale[0] * spendable(state, board)
    row[F_SUPPLY] = work.sale[1] * feasting(state, board, rules)
    row[F_FEED] = work.sale[2]
    row[F_SPENT_FISH] = work.sale[1] + work.sale[2]


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


@kernel
def of_bids(state: Any, board: Any, work: Any, n: int) -> None:
    """A bid: range, price of huts, turn order, the god."""
    seat = state.seat
    purse = money(state, seat)
    fish = fish_held(state, seat)
    size = small_village(state, board) + (1 if state.round_no == 1 else 0)
    boats = max(1, boats_on_board(state, board, seat))
    income = 0
    for v in range(VILLAGES):
        if v != god_village(state):
            income = max(income, state.meetings_in[v, seat])
    for i in range(n):
        number = third(work.moves[i])
        row = work.features[i]
        span = board.zugweite[number] + board.bonus[state.steps[seat]]
        row[F_BID_RANGE] = min(1.0 * span, 4.0 + 0.25 * span)
        row[F_BID_HUTS] = min(1.0 * boats, purse / (board.base_cost[number] + size + 0.5))
        early = early_share(state, number)
        row[F_BID_EARLY] = early
        row[F_BID_EARLY_FISH] = early * min(fish, 8)
        row[F_BID_GOD] = lowest_chance(state, number) * (income + 0.3)


@kernel
def of_huts(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """A hut: what its village and its kind are worth (also starting huts, which cost nothing)."""
    seat = state.seat
    left = (rounds_left(state, board) + 0.5) / board.rounds
    boats = boats_on_board(state, board, seat)
    prepare_stakes(state, board, work)
    late = max(0.45, lateness(state, board))
    for i in range(n):
        row = work.features[i]
        t = second(work.moves[i])
        kind = third(work.moves[i])
        v = village_beside(state, t)
        row[F_HUTS] = 1.0
        row[F_HOLD] = work.up[v] * late
        row[F_MARKETS] = huts_of_others(state, seat, v)
        row[F_COMPANY] = min(3, village_near(state, seat, v) + state.fishers_in[v, seat])
        if state.phase != OPENING:
            row[F_SPEND] = hut_cost(state, board, seat, v)
        if kind == BOATBUILDER:
            row[F_BOAT] = left / (0.5 + boats)
        elif kind == FISHERMAN:
            more = next_die(state, board, rules, seat, v)
            row[F_FISHER] = left * more * (0.6 + village_near(state, seat, v))
        else:
            row[F_MEETING] = left
            if v == god_village(state) and state.token_store > 0:
                row[F_INCOME] = 1.0


@kernel
def next_die(state: Any, board: Any, rules: Any, seat: int, v: int) -> float:
    """Fish that one more fisherman's hut adds to a boat's catch."""
    before = expected_catch(state, board, rules, seat, v)
    state_huts = state.fishers_in[v, seat]
    if rules.fishing == 1:
        return 1.0
    return board.blue[state_huts] / board.faces + 0.0 * before if state_huts < 4 else 0.0


@kernel
def huts_of_others(state: Any, seat: int, v: int) -> int:
    """Huts of other colours in a village."""
    total = 0
    for other in range(5):
        if other != seat:
            total += state.huts_in[v, other]
    return total


@kernel
def of_god(state: Any, board: Any, work: Any, n: int) -> None:
    """Where the god goes."""
    seat = state.seat
    if second(work.moves[0]) == NOWHERE:
        return
    prepare_stakes(state, board, work)
    for v in range(VILLAGES):
        rival = 0
        for other in range(state.players):
            if other != seat:
                rival = max(rival, state.meetings_in[v, other])
        work.rival[v] = rival
        work.near[v] = village_near(state, seat, v)
        work.fleet[v] = 0
        for other in range(state.players):
            if other != seat:
                work.fleet[v] = max(work.fleet[v], village_near(state, other, v))
    for i in range(n):
        v = village_beside(state, second(work.moves[i]))
        row = work.features[i]
        row[F_GOD_OWN] = min(state.meetings_in[v, seat], max(0, state.token_store))
        row[F_GOD_RIVAL] = work.rival[v]
        row[F_GOD_FISH] = work.near[v] - 0.5 * work.fleet[v]
        row[F_HOLD] = work.up[v] * 0.3


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


@kernel
def of_boats(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """A boat and where it goes: to build, to fish, to deliver or just to lie."""
    seat = state.seat
    prepare_stakes(state, board, work)
    prepare_places(state, seat, work)
    late = lateness(state, board)
    last_boat = -1
    leaving = 0.0
    for i in range(n):
        move = work.moves[i]
        row = work.features[i]
        if kind_of(move) == M_STOP:
            row[F_STOP] = 1.0
            continue
        p = first(move)
        e = second(move)
        if p != last_boat:
            last_boat = p
            leaving = stake_of(state, work, p)
        row[F_NEAR_FISH] = marked(work.fishing, e)
        row[F_NEAR_MARKET] = marked(work.trading, e)
        if p != e:
            row[F_HOLD] = (stake_at(state, work, e) - leaving) * late
        if state.phase == FISHING:
            catch = expected_catch(state, board, rules, seat, third(move))
            if kind_of(move) == M_GATHER:
                catch = best_catch_at(state, board, rules, seat, e)
            row[F_FISH] = usable_fish(state, board, catch)
        elif state.phase == DELIVER_BOAT:
            sale_at(state, board, seat, e, p if has(state.berth[seat], p) == 1 else -1, work)
            note_sale(state, board, rules, work, row)
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
    cheapest = 1000
    stake = 0.0
    for v in range(board.villages):
        if has(state.cult_rim[v], e) == 1:
            cost = hut_cost(state, board, seat, v)
            if cost <= purse and cost < cheapest:
                cheapest = cost
                stake = work.up[v]
    if cheapest < 1000:
        row[F_SPEND] = cheapest
        row[F_HOLD] += 0.45 * stake


@kernel
def of_sinking(state: Any, board: Any, row: Any, e: int) -> None:
    """Sinking the boat at e: the glory lost, and the islands the victim holds with it."""
    victim = state.boat[e] - 1
    row[F_SINK] = board.sink[min(4, boats_on_board(state, board, victim))]


@kernel
def of_island_bids(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Tokens for a village."""
    seat = state.seat
    worth = token_worth(state, board, rules, seat)
    for i in range(n):
        tokens = third(work.moves[i])
        row = work.features[i]
        row[F_ISLAND] = state.cults[state.judged] * win_chance(state, rules, state.judged, seat, tokens)
        row[F_ISLAND_TOKENS] = tokens * worth


SCRATCH = (
    ("trial", STATE, (6,)),  # copies for the search of all_move_first
    ("cursor", np.int64, (6,)),  # its stack: the next boat and site to try
    ("up", np.float64, (VILLAGES,)),  # island points gained by one more hut or boat
    ("down", np.float64, (VILLAGES,)),  # island points lost by one less
    ("sale", np.int64, (3,)),  # shells, fish on own huts, fish on others' huts
    ("fishing", np.int64, (3,)),  # set: hexes where the seat can fish
    ("trading", np.int64, (3,)),  # set: hexes beside huts that take fish
    ("rival", np.int64, (VILLAGES,)),  # most meeting huts of a rival
    ("near", np.int64, (VILLAGES,)),  # own boats at the village
    ("fleet", np.int64, (VILLAGES,)),  # most boats of a rival there
)
