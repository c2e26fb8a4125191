"""What things are worth to a seat: estimates that the features of moves are made of. No rule is decided here."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.kaivai.rules_boats import fishable, fishing_water
from simkit.games.kaivai.rules_build import hut_cost
from simkit.games.kaivai.rules_final import presence
from simkit.games.kaivai.rules_sea import around, has, word_of
from simkit.games.kaivai.rules_stock import dice_for, fish_held, god_village, money
from simkit.games.kaivai.rules_turns import price
from simkit.games.kaivai.state import CHANGE_BID, FIRST_EDITION, NEUTRAL, VARIANT, VILLAGES
from simkit.kernel import kernel


@kernel
def rounds_left(state: Any, board: Any) -> int:
    """Rounds after the present one."""
    return board.rounds - state.round_no


@kernel
def hands_of(state: Any, rules: Any, seat: int, other: int) -> float:
    """What a seat believes another one holds in tokens: the truth, or the mean where holdings are hidden (KV-20)."""
    if rules.influence_visible == 1 or other == seat:
        return 1.0 * state.hand[other]
    total = 0.0
    for who in range(state.players):
        if who != seat:
            total += state.hand[who]
    return total / (state.players - 1)


@kernel
def hold_chance(margin: int) -> float:
    """A guess at the chance to end as sole holder of a village, by the present margin in huts and boats."""
    if margin <= -2:
        return 0.02
    if margin == -1:
        return 0.1
    if margin == 0:
        return 0.35
    if margin == 1:
        return 0.65
    if margin == 2:
        return 0.85
    return 0.97


@kernel
def lateness(state: Any, board: Any) -> float:
    """How much a boat's place counts for the final majorities: 1 in the last round, less before."""
    left = rounds_left(state, board)
    if left == 0:
        return 1.0
    return 0.35 if left == 1 else 0.1


@kernel
def shells_felt(state: Any, board: Any, cost: int) -> float:
    """What a payment weighs: in the last round shells are worth nothing but another hut."""
    return 1.0 * cost if rounds_left(state, board) > 0 else cost / 3.0


@kernel
def prepare_stakes(state: Any, board: Any, work: Any) -> None:
    """Write work.up and work.down: island points gained by one more, lost by one less, in each village."""
    seat = state.seat
    for v in range(VILLAGES):
        best = state.huts_in[v, NEUTRAL]
        for other in range(state.players):
            if other != seat:
                best = max(best, presence(state, v, other))
        margin = presence(state, v, seat) - best
        now = hold_chance(margin)
        work.up[v] = state.cults[v] * (hold_chance(margin + 1) - now)
        work.down[v] = state.cults[v] * (now - hold_chance(margin - 1))


@kernel
def stake_change(state: Any, work: Any, p: int, e: int) -> float:
    """Island points that the boat at p adds or loses by going to e (a berthed one has none to lose)."""
    total = 0.0
    afloat = has(state.afloat, p)
    for v in range(VILLAGES):
        change = has(state.cult_rim[v], e) - afloat * has(state.cult_rim[v], p)
        if change > 0:
            total += work.up[v]
        elif change < 0:
            total -= work.down[v]
    return total


@kernel
def stake_of(state: Any, work: Any, p: int) -> float:
    """Island points that the boat at p holds by lying there (a berthed one holds none)."""
    total = 0.0
    if has(state.afloat, p) == 0:
        return total
    for v in range(VILLAGES):
        if has(state.cult_rim[v], p) == 1:
            total += work.down[v]
    return total


@kernel
def fishermens_catch(state: Any, board: Any, rules: Any, seat: int, v: int) -> float:
    """Expected fish of one boat in a village from the seat's fisherman's huts, without the god."""
    if rules.fishing == VARIANT:
        return 1.0 * state.fishers_in[v, seat]
    faces = 0
    for k in range(dice_for(state, rules, seat, v)):
        faces += board.blue[k]
    return faces / board.faces


@kernel
def expected_catch(state: Any, board: Any, rules: Any, seat: int, v: int) -> float:
    """Expected fish of one boat in a village (KV-112, KV-116, KV-119)."""
    god = 1.0 if v == god_village(state) else 0.0
    if rules.edition == FIRST_EDITION and rules.fishing != VARIANT:
        god = 0.0
    return fishermens_catch(state, board, rules, seat, v) + god


@kernel
def next_die(state: Any, board: Any, rules: Any, seat: int, v: int) -> float:
    """Fish that one more fisherman's hut adds to a boat's catch."""
    huts = state.fishers_in[v, seat]
    if rules.fishing == VARIANT:
        return 1.0
    return board.blue[huts] / board.faces if huts < 4 else 0.0


@kernel
def catch_of_all(state: Any, board: Any, rules: Any, work: Any, seat: int) -> float:
    """Expected fish of a Fish action: each boat at the best village it reaches."""
    total = 0.0
    for v in range(VILLAGES):
        work.catch[v] = expected_catch(state, board, rules, seat, v) if fishable(state, seat, v) == 1 else 0.0
    for k in range(work.boats):
        best = 0.0
        for v in range(VILLAGES):
            if work.catch[v] > best and reaches(work, k, state.cult_rim[v]) == 1:
                best = work.catch[v]
        total += best
    return total


@kernel
def reaches(work: Any, k: int, rim: Any) -> int:
    """1 where boat number k of work.ends reaches a hex of the set."""
    return 1 if (work.ends[k, 0] & rim[0]) | (work.ends[k, 1] & rim[1]) | (work.ends[k, 2] & rim[2]) else 0


@kernel
def huts_of_all(state: Any, board: Any, work: Any, seat: int) -> int:
    """Huts that a Build action would bring: boats that can build, as far as the shells go."""
    boats = 0
    cheapest = 1000
    for k in range(work.boats):
        a = work.builds[k, 0]
        b = work.builds[k, 1]
        c = work.builds[k, 2]
        if a | b | c:
            boats += 1
            for v in range(board.villages):
                rim = state.cult_rim[v]
                if (a & rim[0]) | (b & rim[1]) | (c & rim[2]):
                    cheapest = min(cheapest, hut_cost(state, board, seat, v))
    purse = money(state, seat)
    huts = 0
    while huts < boats and purse >= cheapest + huts:
        purse -= cheapest + huts
        huts += 1
    return huts


@kernel
def sales_of_all(state: Any, board: Any, seat: int, work: Any) -> None:
    """Write work.sale: shells, own fish, fish on others' huts that a Deliver action would bring.

    Fish goes to the best slots of the huts in reach: 5, 4, own huts, 3.
    """
    a = 0
    b = 0
    c = 0
    for k in range(work.boats):
        a |= work.ends[k, 0]
        b |= work.ends[k, 1]
        c |= work.ends[k, 2]
    a, b, c = around(a, b, c)
    own = 0
    first_slots = 0
    second_slots = 0
    third_slots = 0
    for w in range(3):
        rest = state.market[w] & (a if w == 0 else (b if w == 1 else c))
        while rest:
            h = w * 62 + lowest(rest)
            rest &= rest - 1
            if state.owner[h] == seat:
                own += board.hut_room - state.hut_fish[h]
            else:
                third_slots += 1
                second_slots += 1 if state.hut_fish[h] < 2 else 0
                first_slots += 1 if state.hut_fish[h] < 1 else 0
    fish = fish_held(state, seat)
    k5 = min(fish, first_slots)
    k4 = min(fish - k5, second_slots)
    ko = min(fish - k5 - k4, own)
    k3 = min(fish - k5 - k4 - ko, third_slots)
    if rounds_left(state, board) == 0:
        ko = min(fish, own)
        k5 = min(fish - ko, first_slots)
        k4 = 0
        k3 = 0
    work.sale[0] = board.sale[0] * k5 + board.sale[1] * k4 + board.sale[2] * k3
    work.sale[1] = ko
    work.sale[2] = k5 + k4 + k3


@kernel
def sail_gain(state: Any, board: Any, work: Any) -> float:
    """Island points that a Move action could add, each boat at its best village in reach; no sinkings."""
    total = 0.0
    for k in range(work.boats):
        p = work.boat_place[k]
        best = 0.0
        for v in range(board.villages):
            if has(state.cult_rim[v], p) == 0 and reaches(work, k, state.cult_rim[v]) == 1:
                best = max(best, work.up[v])
        total += max(0.0, best - stake_of(state, work, p))
    return total


@kernel
def strays(work: Any, words: Any) -> int:
    """Boats that do not lie on a hex of the set but could go to one."""
    boats = 0
    for k in range(work.boats):
        if has(words, work.boat_place[k]) == 0 and reaches(work, k, words) == 1:
            boats += 1
    return boats


@kernel
def sale_at(state: Any, board: Any, seat: int, e: int, berthed_at: int, work: Any) -> None:
    """Write work.sale for one boat at e (berthed_at: the own hut it left, -1 for none)."""
    fish = fish_held(state, seat)
    shells = 0
    own = 0
    piled = 0
    fed = 0
    for d in range(6):
        h = board.near[e, d]
        if h < 0 or (has(state.market, h) == 0 and h != berthed_at):
            continue
        room = min(fish, board.hut_room - state.hut_fish[h])
        fish -= room
        if state.owner[h] == seat:
            own += room
            piled += room if state.fish_in[state.village[h], seat] > 0 else 0
        else:
            fed += room
            for k in range(room):
                shells += board.sale[state.hut_fish[h] + k]
    work.sale[0] = shells
    work.sale[1] = own
    work.sale[2] = fed
    work.sale[3] = piled


@kernel
def prepare_places(state: Any, seat: int, work: Any) -> None:
    """Write work.fishing (hexes where the seat can fish), work.trading and work.home (hexes beside any and own huts
    that take fish)."""
    a, b, c = around(state.market[0], state.market[1], state.market[2])
    work.trading[0] = a
    work.trading[1] = b
    work.trading[2] = c
    a = 0
    b = 0
    c = 0
    for w in range(3):
        work.fishing[w] = fishing_water(state, seat, w)
        rest = state.market[w]
        while rest:
            h = w * 62 + lowest(rest)
            rest &= rest - 1
            if state.owner[h] == seat:
                a |= word_of(h, 0)
                b |= word_of(h, 1)
                c |= word_of(h, 2)
    a, b, c = around(a, b, c)
    work.home[0] = a
    work.home[1] = b
    work.home[2] = c


@kernel
def free_spaces(state: Any, rules: Any) -> int:
    """Action spaces, of those that all player counts have, that cost nothing now."""
    free = 0
    for action in range(CHANGE_BID):
        free += 1 if price(state, rules, action) == 0 else 0
    return free


@kernel
def boats_beside(state: Any, v: int, seat: int) -> int:
    """A player's boats afloat beside a village's cult sites."""
    total = 0
    for w in range(3):
        total += popcount(state.mine[seat, w] & state.cult_rim[v, w])
    return total


@kernel
def village_near(state: Any, seat: int, v: int) -> int:
    """Own boats, afloat or berthed, at or in a village."""
    total = boats_beside(state, v, seat)
    for w in range(3):
        rest = state.berth[seat, w]
        while rest:
            total += 1 if state.village[w * 62 + lowest(rest)] == v else 0
            rest &= rest - 1
    return total


@kernel
def win_chance(state: Any, rules: Any, v: int, seat: int, tokens: int) -> float:
    """Chance that a bid of so many tokens makes the seat sole holder, others bidding low rather than high."""
    mine = presence(state, v, seat) + tokens
    chance = 1.0
    if mine <= state.huts_in[v, NEUTRAL]:
        return 0.0
    for other in range(state.players):
        if other == seat:
            continue
        ahead = mine - presence(state, v, other)
        hand = hands_of(state, rules, seat, other)
        if ahead <= 0:
            return 0.0
        if ahead <= hand:
            short = 1.0 - ahead / (hand + 1.0)
            chance *= 1.0 - short * short
    return chance


@kernel
def token_worth(state: Any, board: Any, rules: Any, seat: int) -> float:
    """Island points a token may still earn after the village being judged."""
    points = 0.0
    for v in range(board.villages):
        if v != state.judged and ((state.scored >> v) & 1) == 0:
            points += state.cults[v]
    tokens = 1.0
    for other in range(state.players):
        tokens += hands_of(state, rules, seat, other)
    return points / (tokens + state.players)


@kernel
def lowest_chance(state: Any, number: int) -> float:
    """Chance that a bid will be the lowest, the later bidders choosing at random."""
    chance = 1.0
    waiting = -1
    for other in range(state.players):
        if state.bid[other] == 0:
            waiting += 1
        elif state.bid[other] < number:
            return 0.0
    for _ in range(waiting):
        chance *= (10 - number) / 9.0
    return chance


@kernel
def early_share(state: Any, number: int) -> float:
    """Share of the other players who will act later, those yet to bid at even chances."""
    later = 0.0
    for other in range(state.players):
        if other == state.seat:
            continue
        if state.bid[other] == 0:
            later += (number - 1) / 9.0
        elif state.bid[other] < number:
            later += 1.0
    return later / (state.players - 1)


@kernel
def small_village(state: Any, board: Any) -> int:
    """Size of the second smallest village that can still grow: what a hut will about cost above the bid."""
    least = 1000
    second = 1000
    for v in range(board.villages):
        size = state.extent[v]
        if size < least:
            second = least
            least = size
        elif size < second:
            second = size
    return second


@kernel
def marked(words: Any, p: int) -> float:
    """1.0 where place p is in the set."""
    return 1.0 if words[p // 62] & word_of(p, p // 62) else 0.0
