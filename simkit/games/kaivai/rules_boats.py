"""Fishing, delivering, moving and sinking, celebrating (KV-108 to KV-147, KV-185 to KV-187)."""

from typing import Any

from simkit.bits import lowest
from simkit.games.kaivai.counters import (
    C_CELEBRATED_FISH,
    C_EARNED,
    C_GIVEN_GLORY,
    C_LOST_BOATS,
    C_OWN_SUPPLY,
    C_SANK,
    C_SOLD,
)
from simkit.games.kaivai.rules_build import boat_range, list_ends, ready_boats
from simkit.games.kaivai.rules_land import cast_off
from simkit.games.kaivai.rules_sea import (
    around,
    drop,
    encloses,
    free_ends,
    has,
    put,
    reach,
    size3,
    village_beside,
    word_of,
)
from simkit.games.kaivai.rules_stock import (
    boats_on_board,
    counters_free,
    fish_held,
    gain,
    god_village,
    take_oldest,
)
from simkit.games.kaivai.state import (
    AFLOAT_ONLY,
    M_AMOUNT,
    M_CARRIER,
    M_CELEBRATE,
    M_FISH,
    M_NEUTRAL_HUT,
    M_SAIL,
    NEUTRAL,
    P_DECLARED,
    P_EATEN,
    P_NEUTRAL,
    P_SUNK,
    PER_DELIVERY,
    PER_HUT,
    PRESENT,
    VILLAGES,
    pack,
)
from simkit.kernel import kernel


@kernel
def fishable(state: Any, seat: int, v: int) -> int:
    """1 where a village offers the player an own fisherman's hut or the god (KV-79, KV-111, KV-117)."""
    return 1 if state.fishers_in[v, seat] > 0 or v == god_village(state) else 0


@kernel
def fishing_water(state: Any, seat: int, w: int) -> int:
    """Word w of the hexes from which a player can fish (KV-109)."""
    words = 0
    for v in range(VILLAGES):
        if fishable(state, seat, v) == 1:
            words |= state.cult_rim[v, w]
    return words


@kernel
def fishing_ends(state: Any, board: Any, seat: int, p: int) -> Any:
    """Where the boat at p can go and then fish."""
    a, b, c = free_ends(state, board, seat, p, boat_range(state, board, seat))
    return (
        a & fishing_water(state, seat, 0),
        b & fishing_water(state, seat, 1),
        c & fishing_water(state, seat, 2),
    )


@kernel
def can_fish(state: Any, work: Any, seat: int) -> int:
    """1 where some boat can reach a fishing spot (KV-79, KV-80); after prepare_ends."""
    for w in range(3):
        spots = fishing_water(state, seat, w)
        for k in range(work.boats):
            if work.ends[k, w] & spots:
                return 1
    return 0


@kernel
def list_fishing(state: Any, board: Any, work: Any) -> int:
    """Boats, where they go, and the village they fish in."""
    n = 0
    seat = state.seat
    for w in range(3):
        rest = ready_boats(state, seat, w)
        while rest:
            p = w * 62 + lowest(rest)
            rest &= rest - 1
            a, b, c = fishing_ends(state, board, seat, p)
            for x in range(3):
                ends = a if x == 0 else (b if x == 1 else c)
                while ends:
                    e = x * 62 + lowest(ends)
                    ends &= ends - 1
                    for v in range(VILLAGES):
                        if has(state.cult_rim[v], e) == 1 and fishable(state, seat, v) == 1:
                            work.moves[n] = pack(M_FISH, p, e, v)
                            n += 1
    return n


@kernel
def delivery_ends(state: Any, board: Any, seat: int, p: int, ends: Any) -> Any:
    """Those of ``ends`` from which the boat at p can hand over a fish; the hut it leaves counts (KV-126)."""
    own = has(state.berth[seat], p)
    na, nb, nc = around(
        state.market[0] | own * word_of(p, 0),
        state.market[1] | own * word_of(p, 1),
        state.market[2] | own * word_of(p, 2),
    )
    return ends[0] & na, ends[1] & nb, ends[2] & nc


@kernel
def can_deliver(state: Any, board: Any, work: Any, seat: int) -> int:
    """1 where the player has a fish and some boat can reach an accepting hut (KV-79); after prepare_ends."""
    if fish_held(state, seat) == 0:
        return 0
    for k in range(work.boats):
        ends = (work.ends[k, 0], work.ends[k, 1], work.ends[k, 2])
        a, b, c = delivery_ends(state, board, seat, work.boat_place[k], ends)
        if a | b | c:
            return 1
    return 0


@kernel
def list_carriers(state: Any, board: Any, work: Any) -> int:
    """Boats and where they go to deliver."""
    n = 0
    seat = state.seat
    if fish_held(state, seat) == 0:
        return 0
    for w in range(3):
        rest = ready_boats(state, seat, w)
        while rest:
            p = w * 62 + lowest(rest)
            rest &= rest - 1
            ends = free_ends(state, board, seat, p, boat_range(state, board, seat))
            n = list_ends(work, n, M_CARRIER, p, delivery_ends(state, board, seat, p, ends))
    return n


@kernel
def next_customer(state: Any, board: Any, e: int, after: int) -> int:
    """The next hut beside e, in index order, that takes fish; -1 for none."""
    for w in range(3):
        rest = board.ring[e, w] & state.market[w]
        while rest:
            h = w * 62 + lowest(rest)
            rest &= rest - 1
            if h > after:
                return h
    return -1


@kernel
def list_amounts(state: Any, board: Any, work: Any) -> int:
    """Fish for the hut being served; the last one must take some if none has (KV-83, KV-128, KV-129)."""
    h = state.amount_hut
    least = 1 if state.handed == 0 and next_customer(state, board, state.boat_at, h) < 0 else 0
    most = min(board.hut_room - state.hut_fish[h], fish_held(state, state.seat))
    n = 0
    for amount in range(least, most + 1):
        work.moves[n] = pack(M_AMOUNT, 0, h, amount)
        n += 1
    return n


@kernel
def hand_over(state: Any, board: Any, rules: Any, h: int, amount: int) -> None:
    """Put fish on a hut; another's hut pays a shell for each by its slot (KV-130 to KV-135, KV-185)."""
    seat = state.seat
    owner = state.owner[h]
    for k in range(amount):
        take_oldest(state, seat)
        slot = k if rules.price_slot == PER_DELIVERY else state.hut_fish[h]
        state.hut_fish[h] += 1
        if owner == seat:
            state.counters[seat, C_OWN_SUPPLY] += 1
            continue
        state.counters[seat, C_SOLD] += 1
        if counters_free(state, rules, 1) == 1:
            state.counter_store -= 1
            state.shells[seat, board.sale[slot]] += 1
            state.counters[seat, C_EARNED] += board.sale[slot]
    state.fish_in[state.village[h], owner] += amount
    state.handed += amount
    if state.hut_fish[h] == board.hut_room:
        drop(state.market, h)


@kernel
def victim_cost(state: Any, board: Any, rules: Any, seat: int, e: int) -> int:
    """Glory that sinking the boat at e costs, -1 where it cannot be sunk (KV-143 to KV-147)."""
    victim = state.boat[e] - 1
    if victim < 0 or victim == seat or has(state.afloat, e) == 0:
        return -1
    count = boats_on_board(state, board, victim)
    if rules.sink_count == AFLOAT_ONLY:
        count = size3(state.mine[victim, 0], state.mine[victim, 1], state.mine[victim, 2])
    if count < 2 or state.glory[seat] < board.sink[count]:
        return -1
    return board.sink[count]


@kernel
def sail_ends(state: Any, board: Any, rules: Any, seat: int, p: int) -> Any:
    """Where the boat at p can move: another free hex, or a boat that may be sunk (KV-142, KV-143)."""
    a, b, c = reach(state, board, seat, p, boat_range(state, board, seat))
    a &= ~word_of(p, 0)
    b &= ~word_of(p, 1)
    c &= ~word_of(p, 2)
    xa = a & state.afloat[0] & ~state.mine[seat, 0]
    xb = b & state.afloat[1] & ~state.mine[seat, 1]
    xc = c & state.afloat[2] & ~state.mine[seat, 2]
    a &= ~state.afloat[0]
    b &= ~state.afloat[1]
    c &= ~state.afloat[2]
    for w in range(3):
        rest = xa if w == 0 else (xb if w == 1 else xc)
        while rest:
            e = w * 62 + lowest(rest)
            rest &= rest - 1
            if victim_cost(state, board, rules, seat, e) >= 0:
                a |= word_of(e, 0)
                b |= word_of(e, 1)
                c |= word_of(e, 2)
    return a, b, c


@kernel
def can_sail(state: Any, board: Any, rules: Any, work: Any, seat: int) -> int:
    """1 where some boat can end on another hex (KV-79); after prepare_ends."""
    for k in range(work.boats):
        p = work.boat_place[k]
        for w in range(3):
            if work.ends[k, w] & ~word_of(p, w):
                return 1
    for k in range(work.boats):
        a, b, c = sail_ends(state, board, rules, seat, work.boat_place[k])
        if a | b | c:
            return 1
    return 0


@kernel
def list_sailing(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Boats and where they move."""
    n = 0
    for w in range(3):
        rest = ready_boats(state, state.seat, w)
        while rest:
            p = w * 62 + lowest(rest)
            rest &= rest - 1
            n = list_ends(work, n, M_SAIL, p, sail_ends(state, board, rules, state.seat, p))
    return n


@kernel
def sail(state: Any, board: Any, rules: Any, p: int, e: int) -> None:
    """Move a boat, sinking the one it meets (KV-142 to KV-147)."""
    seat = state.seat
    victim = state.boat[e] - 1
    if victim >= 0:
        gain(state, seat, P_SUNK, -victim_cost(state, board, rules, seat, e))
        state.boat[e] = 0
        drop(state.mine[victim], e)
        drop(state.afloat, e)
        state.boats_left[victim] += 1
        state.counters[seat, C_SANK] += 1
        state.counters[victim, C_LOST_BOATS] += 1
    cast_off(state, seat, p, e)
    put(state.used, e)


@kernel
def village_fish(state: Any, v: int) -> int:
    """Fish on all huts of a village."""
    total = 0
    for owner in range(5):
        total += state.fish_in[v, owner]
    return total


@kernel
def can_celebrate(state: Any) -> int:
    """1 where some village has a fish (KV-137)."""
    for v in range(VILLAGES):
        if village_fish(state, v) > 0:
            return 1
    return 0


@kernel
def list_celebrations(state: Any, work: Any) -> int:
    """Villages with fish."""
    n = 0
    for v in range(VILLAGES):
        if village_fish(state, v) > 0:
            work.moves[n] = pack(M_CELEBRATE, 0, 0, v)
            n += 1
    return n


@kernel
def celebrate(state: Any, board: Any, rules: Any, v: int) -> None:
    """Glory for the owners, a bonus for the declarer, and the fish are eaten (KV-138 to KV-140, KV-186, KV-187)."""
    seat = state.seat
    total = village_fish(state, v)
    state.counters[seat, C_CELEBRATED_FISH] += total
    for other in range(state.players):
        gain(state, other, P_EATEN, state.fish_in[v, other])
        if other != seat:
            state.counters[seat, C_GIVEN_GLORY] += state.fish_in[v, other]
    gain(state, seat, P_DECLARED, total // board.fish_per_bonus)
    gain(state, seat, P_NEUTRAL, state.fish_in[v, NEUTRAL])
    involved = 0
    for w in range(3):
        rest = state.land[w]
        while rest:
            h = w * 62 + lowest(rest)
            rest &= rest - 1
            if state.village[h] != v:
                continue
            if state.owner[h] == NEUTRAL and (state.hut_fish[h] > 0 or rules.neutral_involved == PRESENT):
                involved += 1
            if state.hut_fish[h] > 0:
                state.hut_fish[h] = 0
                put(state.market, h)
    for owner in range(5):
        state.fish_in[v, owner] = 0
    state.counter_store += total
    if rules.neutral_growth != PER_HUT:
        involved = min(1, involved)
    state.neutral_owed = min(involved, state.huts_left[NEUTRAL])


@kernel
def list_neutral_huts(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Hexes for a new neutral hut: any placeable one (KV-187)."""
    n = 0
    for w in range(3):
        rest = state.any_rim[w] & board.valid[w] & ~(state.twice[w] | state.land[w] | state.afloat[w])
        while rest:
            t = w * 62 + lowest(rest)
            rest &= rest - 1
            if village_beside(state, t) >= 0 and encloses(state, board, rules, t, -1, -1) == 0:
                work.moves[n] = pack(M_NEUTRAL_HUT, 0, t, 0)
                n += 1
    return n
