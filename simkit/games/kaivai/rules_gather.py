"""boat_order = all_move_first: the boats move first, then each of them performs (KV-85).

A boat may join, and a choice be made, only if all boats moved so far can then still perform. For fishing that is always
so. For delivering each boat needs a fish and a place for it (Hall's condition over at most four boats). For building a
search with an explicit stack tries the orders and sites on copies of the state (``work.trial``).
"""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.kaivai.rules_boats import delivery_ends, fishable, fishing_ends
from simkit.games.kaivai.rules_build import boat_range, build_hut, buildable, ready_boats
from simkit.games.kaivai.rules_land import cast_off
from simkit.games.kaivai.rules_sea import drop, free_ends, has, put, size3
from simkit.games.kaivai.rules_stock import fish_held
from simkit.games.kaivai.state import BUILD, DELIVER, FISH, M_GATHER, M_PERFORM, MEETING, VILLAGES, pack
from simkit.kernel import kernel


@kernel
def gathering_ends(state: Any, board: Any, seat: int, p: int) -> Any:
    """Where the boat at p might go to perform later; gather_fits has the last word."""
    if state.action == FISH:
        return fishing_ends(state, board, seat, p)
    a, b, c = free_ends(state, board, seat, p, boat_range(state, board, seat))
    if state.action == BUILD:
        ra = 0 * a
        rb = 0 * a
        rc = 0 * a
        for v in range(VILLAGES):
            ra |= state.cult_rim[v, 0]
            rb |= state.cult_rim[v, 1]
            rc |= state.cult_rim[v, 2]
        return a & ra, b & rb, c & rc
    return delivery_ends(state, board, seat, p, (a, b, c))


@kernel
def list_gathering(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Boats that can join and where they go."""
    n = 0
    seat = state.seat
    for w in range(3):
        rest = ready_boats(state, seat, w)
        while rest:
            p = w * 62 + lowest(rest)
            rest &= rest - 1
            a, b, c = gathering_ends(state, board, seat, p)
            for x in range(3):
                ends = a if x == 0 else (b if x == 1 else c)
                while ends:
                    e = x * 62 + lowest(ends)
                    ends &= ends - 1
                    if gather_fits(state, board, rules, work, p, e) == 1:
                        work.moves[n] = pack(M_GATHER, p, e, 0)
                        n += 1
    return n


@kernel
def gather(state: Any, p: int, e: int) -> None:
    """The boat at p goes to e and waits there."""
    cast_off(state, state.seat, p, e)
    put(state.gathered, e)
    put(state.used, e)


@kernel
def gather_fits(state: Any, board: Any, rules: Any, work: Any, p: int, e: int) -> int:
    """1 where all gathered boats could perform with the one from p at e."""
    if state.action != BUILD and state.action != DELIVER:
        return 1
    work.trial[0] = state
    gather(work.trial[0], p, e)
    if state.action == BUILD:
        return builds_fit(board, rules, work, -1)
    return deliveries_fit(work.trial[0], board, -1, -1)


@kernel
def builds_fit(board: Any, rules: Any, work: Any, only: int) -> int:
    """1 where every gathered boat of work.trial[0] can build in some order; ``only``: the first one, -1 for any."""
    depth = 0
    work.cursor[0] = 0
    while depth >= 0:
        trial = work.trial[depth]
        if (trial.gathered[0] | trial.gathered[1] | trial.gathered[2]) == 0:
            return 1
        step = work.cursor[depth]
        work.cursor[depth] += 1
        boats = size3(trial.gathered[0], trial.gathered[1], trial.gathered[2])
        if step >= 6 * boats:
            depth -= 1
            continue
        at = gathered_boat(trial, step // 6)
        t = board.near[at, step % 6]
        if depth == 0 and only >= 0 and at != only:
            continue
        if trial.huts_left[trial.seat] == 0 or buildable(trial, board, rules, trial.seat, at, t) < 0:
            continue
        depth += 1
        work.trial[depth] = trial
        try_hut(work.trial[depth], board, rules, at, t, MEETING)
        work.cursor[depth] = 0
    return 0


@kernel
def try_hut(trial: Any, board: Any, rules: Any, at: int, t: int, kind: int) -> None:
    """Build with the boat at ``at`` in a trial state."""
    trial.boat_at = at
    build_hut(trial, board, rules, t, kind)
    drop(trial.gathered, at)


@kernel
def gathered_boat(state: Any, number: int) -> int:
    """The place of the gathered boat with this number, from 0."""
    for w in range(3):
        rest = state.gathered[w]
        while rest:
            if number == 0:
                return w * 62 + lowest(rest)
            number -= 1
            rest &= rest - 1
    return -1


@kernel
def deliveries_fit(state: Any, board: Any, at: int, after: int) -> int:
    """1 where all gathered boats, and the one at ``at`` from huts beyond ``after`` (-1: none), can hand over a fish."""
    boats = size3(state.gathered[0], state.gathered[1], state.gathered[2])
    total = boats + (1 if at >= 0 else 0)
    if fish_held(state, state.seat) < total:
        return 0
    for group in range(1, 1 << total):
        room = 0
        for w in range(3):
            rest = state.market[w]
            while rest:
                h = w * 62 + lowest(rest)
                rest &= rest - 1
                if serves(state, board, group, boats, h, at, after) == 1:
                    room += board.hut_room - state.hut_fish[h]
        if room < popcount(group):
            return 0
    return 1


@kernel
def serves(state: Any, board: Any, group: int, boats: int, h: int, at: int, after: int) -> int:
    """1 where a boat of the group lies beside hut h."""
    for number in range(boats):
        if (group >> number) & 1 and has(board.ring[h], gathered_boat(state, number)) == 1:
            return 1
    if at >= 0 and (group >> boats) & 1 and h > after and has(board.ring[h], at) == 1:
        return 1
    return 0


@kernel
def list_performers(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Gathered boats that may perform next; for fishing, and in which village."""
    n = 0
    for w in range(3):
        rest = state.gathered[w]
        while rest:
            p = w * 62 + lowest(rest)
            rest &= rest - 1
            if state.action == BUILD:
                work.trial[0] = state
                if builds_fit(board, rules, work, p) == 1:
                    work.moves[n] = pack(M_PERFORM, 0, p, 0)
                    n += 1
            elif state.action == DELIVER:
                work.moves[n] = pack(M_PERFORM, 0, p, 0)
                n += 1
            else:
                for v in range(VILLAGES):
                    if has(state.cult_rim[v], p) == 1 and fishable(state, state.seat, v) == 1:
                        work.moves[n] = pack(M_PERFORM, 0, p, v)
                        n += 1
    return n


@kernel
def hut_fits(state: Any, board: Any, rules: Any, work: Any, t: int, kind: int) -> int:
    """1 where the other gathered boats could still build after this hut."""
    work.trial[0] = state
    try_hut(work.trial[0], board, rules, state.boat_at, t, kind)
    return builds_fit(board, rules, work, -1)


@kernel
def amount_fits(state: Any, board: Any, work: Any, h: int, amount: int) -> int:
    """1 where the other gathered boats, and this one if it has handed over nothing, could still deliver."""
    work.trial[0] = state
    trial = work.trial[0]
    for _ in range(amount):
        take_any(trial)
    trial.hut_fish[h] += amount
    if trial.hut_fish[h] == board.hut_room:
        drop(trial.market, h)
    handed = state.handed + amount
    return deliveries_fit(trial, board, state.boat_at if handed == 0 else -1, h)


@kernel
def take_any(state: Any) -> None:
    """Take one fish from the deciding seat's display in a trial."""
    for space in range(1, 6):
        if state.fish[state.seat, space] > 0:
            state.fish[state.seat, space] -= 1
            return
