"""What a seat's boats could do from where they lie: estimates for the features. No rule is decided here."""

from typing import Any

from simkit.bits import lowest
from simkit.games.kaivai.rules_boats import fishable, fishing_water
from simkit.games.kaivai.rules_build import hut_cost
from simkit.games.kaivai.rules_sea import around, has, put, word_of
from simkit.games.kaivai.rules_stock import dice_for, fish_held, god_village, money
from simkit.games.kaivai.state import FIRST_EDITION, VARIANT, VILLAGES
from simkit.games.kaivai.values import rounds_left
from simkit.kernel import kernel


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

    Boat by boat, each at the best hex that it reaches, with the fish and the huts that the boats before it have left.
    """
    fish = fish_held(state, seat)
    shells = 0
    own = 0
    fed = 0
    for w in range(3):
        work.served[w] = 0
    for k in range(work.boats):
        p = work.boat_place[k]
        e = best_sale(state, board, seat, k, fish, work)
        if fish == 0 or e < 0:
            continue
        sale_at(state, board, seat, e, p if has(state.berth[seat], p) == 1 else -1, fish, work)
        shells += work.sale[0]
        own += work.sale[1]
        fed += work.sale[2]
        fish -= work.sale[1] + work.sale[2]
        for d in range(6):
            if board.near[e, d] >= 0:
                put(work.served, board.near[e, d])
    work.sale[0] = shells
    work.sale[1] = own
    work.sale[2] = fed


@kernel
def best_sale(state: Any, board: Any, seat: int, k: int, fish: int, work: Any) -> int:
    """The hex from which boat number k of work.ends delivers best, -1 for none."""
    p = work.boat_place[k]
    left = p if has(state.berth[seat], p) == 1 else -1
    a = state.market[0] & ~work.served[0]
    b = state.market[1] & ~work.served[1]
    c = state.market[2] & ~work.served[2]
    if left >= 0:
        a |= word_of(p, 0)
        b |= word_of(p, 1)
        c |= word_of(p, 2)
    a, b, c = around(a, b, c)
    best = 0.0
    place = -1
    for w in range(3):
        rest = work.ends[k, w] & (a if w == 0 else (b if w == 1 else c))
        while rest:
            e = w * 62 + lowest(rest)
            rest &= rest - 1
            worth = sale_at(state, board, seat, e, left, fish, work)
            if worth > best:
                best = worth
                place = e
    return place


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
def sale_at(state: Any, board: Any, seat: int, e: int, berthed_at: int, fish: int, work: Any) -> float:
    """Write work.sale for one boat at e with so many fish (berthed_at: the own hut it left, -1 for none).

    Huts of the set work.served take none. Returns what the sale is worth in shells: a fish on an own hut is worth as
    much as one sold to an empty hut, in the last round three times as much.
    """
    shells = 0
    own = 0
    piled = 0
    fed = 0
    for d in range(6):
        h = board.near[e, d]
        if h < 0 or has(work.served, h) == 1 or (has(state.market, h) == 0 and h != berthed_at):
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
    own_worth = 5.0 if rounds_left(state, board) > 0 else 15.0
    return shells + own_worth * own


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
def marked(words: Any, p: int) -> float:
    """1.0 where place p is in the set."""
    return 1.0 if words[p // 62] & word_of(p, p // 62) else 0.0
