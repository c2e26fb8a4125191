"""Building: where boats can go to build, which huts they can build, and the building (KV-94 to KV-107)."""

from typing import Any

from simkit.bits import lowest
from simkit.games.kaivai.counters import C_BUILD_TOKENS
from simkit.games.kaivai.rules_land import new_hut
from simkit.games.kaivai.rules_sea import (
    around,
    encloses,
    free_ends,
    has,
    may_berth,
    open_rim,
    put,
    size3,
    village_beside,
    word_of,
)
from simkit.games.kaivai.rules_stock import god_village, money, pay, receive
from simkit.games.kaivai.state import (
    BOATBUILDER,
    FISHERMAN,
    M_BUILDER,
    M_HUT,
    MEETING,
    SIX_NEIGHBOURS,
    VILLAGES,
    pack,
)
from simkit.kernel import kernel


@kernel
def boat_range(state: Any, board: Any, seat: int) -> int:
    """How far a player's boats move this round (KV-86)."""
    return board.zugweite[state.bid[seat]] + board.bonus[state.steps[seat]]


@kernel
def ready_boats(state: Any, seat: int, w: int) -> int:
    """Word w of the set of a player's boats that may still perform in this turn."""
    return (state.mine[seat, w] | state.berth[seat, w]) & ~state.used[w]


@kernel
def prepare_ends(state: Any, board: Any, work: Any, seat: int) -> None:
    """Write work.boats, work.boat_place and work.ends: where each ready boat can end without meeting another one.

    All that a list of actions asks about boats, and the features of that list, start from these sets.
    """
    work.boats = 0
    steps = boat_range(state, board, seat)
    for w in range(3):
        rest = ready_boats(state, seat, w)
        while rest:
            p = w * 62 + lowest(rest)
            rest &= rest - 1
            a, b, c = free_ends(state, board, seat, p, steps)
            work.boat_place[work.boats] = p
            work.ends[work.boats, 0] = a
            work.ends[work.boats, 1] = b
            work.ends[work.boats, 2] = c
            work.boats += 1


@kernel
def hut_cost(state: Any, board: Any, seat: int, v: int) -> int:
    """Base cost of the bid plus the village's size (KV-98 to KV-100)."""
    return board.base_cost[state.bid[seat]] + state.extent[v]


@kernel
def sole_ways(state: Any, board: Any, p: int) -> Any:
    """Sea hexes that are the only sea neighbour of a berthed boat's hut other than p: land there strands the boat."""
    ga = 0 * state.sea[0]
    gb = 0 * ga
    gc = 0 * ga
    for seat in range(state.players):
        for w in range(3):
            rest = state.berth[seat, w]
            while rest:
                h = w * 62 + lowest(rest)
                rest &= rest - 1
                a = board.ring[h, 0] & state.sea[0]
                b = board.ring[h, 1] & state.sea[1]
                c = board.ring[h, 2] & state.sea[2]
                if h != p and size3(a, b, c) == 1:
                    ga |= a
                    gb |= b
                    gc |= c
    return ga, gb, gc


@kernel
def safe_water(state: Any, board: Any, rules: Any, p: int) -> Any:
    """Hexes on which land encloses nobody, whatever the boat at p does; others need a closer look."""
    if rules.enclosure == SIX_NEIGHBOURS:
        return 0 * state.sea[0], 0 * state.sea[0], 0 * state.sea[0]
    ga, gb, gc = sole_ways(state, board, p)
    if rules.protect_berthed == 0:
        ga = 0 * ga
        gb = 0 * gb
        gc = 0 * gc
    ga |= state.narrow[0] | word_of(p, 0)
    gb |= state.narrow[1] | word_of(p, 1)
    gc |= state.narrow[2] | word_of(p, 2)
    if size3(state.sea[0], state.sea[1], state.sea[2]) <= state.pocket_max:
        ga |= state.sea[0]
        gb |= state.sea[1]
        gc |= state.sea[2]
    return ~ga, ~gb, ~gc


@kernel
def build_ends(state: Any, board: Any, rules: Any, seat: int, p: int, ends: Any) -> Any:
    """Those of ``ends`` from which the boat at p can build a hut that its owner can pay (KV-79, KV-95 to KV-98)."""
    za = 0 * state.sea[0]
    zb = 0 * za
    zc = 0 * za
    purse = money(state, seat)
    if state.huts_left[seat] == 0 or purse == 0:
        return za, zb, zc
    ea, eb, ec = ends
    fa, fb, fc = safe_water(state, board, rules, p)
    for v in range(VILLAGES):
        if v >= board.villages or hut_cost(state, board, seat, v) > purse:
            continue
        ca = ea & beside_cult(state, rules, v, 0)
        cb = eb & beside_cult(state, rules, v, 1)
        cc = ec & beside_cult(state, rules, v, 2)
        if (ca | cb | cc) == 0:
            continue
        own = 1 if has(state.afloat, p) == 1 else 0
        ta = open_rim(state, board, v, 0) | own * (word_of(p, 0) & state.rim[v, 0] & ~state.twice[0])
        tb = open_rim(state, board, v, 1) | own * (word_of(p, 1) & state.rim[v, 1] & ~state.twice[1])
        tc = open_rim(state, board, v, 2) | own * (word_of(p, 2) & state.rim[v, 2] & ~state.twice[2])
        na, nb, nc = around(ta & fa, tb & fb, tc & fc)
        za |= na & ca
        zb |= nb & cb
        zc |= nc & cc
        na, nb, nc = around(ca & ~za, cb & ~zb, cc & ~zc)
        xa, xb, xc = doubtful_ends(
            state,
            board,
            rules,
            p,
            (ta & ~fa & na, tb & ~fb & nb, tc & ~fc & nc),
            (ca & ~za, cb & ~zb, cc & ~zc),
        )
        za |= xa
        zb |= xb
        zc |= xc
    return za, zb, zc


@kernel
def beside_cult(state: Any, rules: Any, v: int, w: int) -> int:
    """Word w of the hexes from which a boat can build in village v (KV-95, KV-96)."""
    if rules.build_same_village == 1:
        return state.cult_rim[v, w]
    words = 0
    for other in range(VILLAGES):
        words |= state.cult_rim[other, w]
    return words


@kernel
def doubtful_ends(state: Any, board: Any, rules: Any, p: int, targets: Any, ends: Any) -> Any:
    """Those of ``ends`` from which the boat at p could build on one of ``targets``, each pair tried."""
    xa = 0 * ends[0]
    xb = 0 * xa
    xc = 0 * xa
    for w in range(3):
        rest = targets[0] if w == 0 else (targets[1] if w == 1 else targets[2])
        while rest:
            t = w * 62 + lowest(rest)
            rest &= rest - 1
            for d in range(6):
                e = board.near[t, d]
                if e < 0:
                    continue
                here = (word_of(e, 0) & ends[0]) | (word_of(e, 1) & ends[1]) | (word_of(e, 2) & ends[2])
                if here and encloses(state, board, rules, t, p, e) == 0:
                    xa |= word_of(e, 0)
                    xb |= word_of(e, 1)
                    xc |= word_of(e, 2)
    return xa, xb, xc


@kernel
def can_build(state: Any, board: Any, rules: Any, work: Any, seat: int) -> int:
    """1 where some boat can build (KV-79); work.builds: where each one could, after prepare_ends."""
    found = 0
    for k in range(work.boats):
        ends = (work.ends[k, 0], work.ends[k, 1], work.ends[k, 2])
        a, b, c = build_ends(state, board, rules, seat, work.boat_place[k], ends)
        work.builds[k, 0] = a
        work.builds[k, 1] = b
        work.builds[k, 2] = c
        if a | b | c:
            found = 1
    return found


@kernel
def list_ends(work: Any, n: int, kind: int, p: int, ends: Any) -> int:
    """Append a move of boat p to each of ``ends``, ascending; returns the new length."""
    for w in range(3):
        rest = ends[0] if w == 0 else (ends[1] if w == 1 else ends[2])
        while rest:
            work.moves[n] = pack(kind, p, w * 62 + lowest(rest), 0)
            n += 1
            rest &= rest - 1
    return n


@kernel
def list_builders(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Boats and where they go to build."""
    n = 0
    seat = state.seat
    for w in range(3):
        rest = ready_boats(state, seat, w)
        while rest:
            p = w * 62 + lowest(rest)
            rest &= rest - 1
            ends = free_ends(state, board, seat, p, boat_range(state, board, seat))
            n = list_ends(work, n, M_BUILDER, p, build_ends(state, board, rules, seat, p, ends))
    return n


@kernel
def buildable(state: Any, board: Any, rules: Any, seat: int, e: int, t: int) -> int:
    """The village that the boat at e can enlarge on t, -1 for none (KV-95 to KV-98)."""
    if t < 0 or has(state.land, t) == 1 or has(state.afloat, t) == 1:
        return -1
    v = village_beside(state, t)
    if v < 0 or hut_cost(state, board, seat, v) > money(state, seat):
        return -1
    w = e // 62
    if ((beside_cult(state, rules, v, w) >> (e % 62)) & 1) == 0:
        return -1
    return -1 if encloses(state, board, rules, t, -1, -1) == 1 else v


@kernel
def list_huts(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Huts that the boat at state.boat_at can build, by place and kind."""
    n = 0
    seat = state.seat
    e = state.boat_at
    for w in range(3):
        rest = board.ring[e, w] & state.any_rim[w] & ~state.twice[w]
        while rest:
            t = w * 62 + lowest(rest)
            rest &= rest - 1
            if buildable(state, board, rules, seat, e, t) < 0:
                continue
            if state.boats_left[seat] > 0 and may_berth(state, board, rules, t, -1, -1) == 1:
                work.moves[n] = pack(M_HUT, 0, t, BOATBUILDER)
                n += 1
            if state.fishermen_left[seat] > 0:
                work.moves[n] = pack(M_HUT, 0, t, FISHERMAN)
                n += 1
            work.moves[n] = pack(M_HUT, 0, t, MEETING)
            n += 1
    return n


@kernel
def build_hut(state: Any, board: Any, rules: Any, t: int, kind: int) -> None:
    """Pay for the hut and put it on t; a meeting hut beside the god yields a token (KV-66, KV-98, KV-105)."""
    seat = state.seat
    v = village_beside(state, t)
    pay(state, rules, seat, hut_cost(state, board, seat, v))
    new_hut(state, board, rules, t, kind, seat)
    put(state.used, state.boat_at)
    if kind == BOATBUILDER:
        put(state.used, t)
    if kind == MEETING and v == god_village(state):
        receive(state, rules, seat, 1, C_BUILD_TOKENS)
