"""The water: sets of places, reach, and what a placement does to the sea (KV-62, KV-68 to KV-71, KV-87).

A set is a row of three int64 words, or three ints where it is computed; place p is bit ``p % 62`` of word ``p // 62``.
Because neighbours are 1, 13 or 14 places away, the neighbours of a whole set are a few shifts.
"""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.kaivai.state import SIX_NEIGHBOURS, VILLAGES
from simkit.kernel import kernel

ALL = (1 << 62) - 1
EDGE = 1 << 61
LOW13 = (1 << 13) - 1


@kernel
def has(words: Any, p: int) -> int:
    """1 where place p is in the set."""
    return (words[p // 62] >> (p % 62)) & 1


@kernel
def put(words: Any, p: int) -> None:
    """Add place p to the set, in place."""
    words[p // 62] |= 1 << (p % 62)


@kernel
def drop(words: Any, p: int) -> None:
    """Take place p out of the set, in place."""
    words[p // 62] &= ~(1 << (p % 62))


@kernel
def word_of(p: int, w: int) -> int:
    """Word w of the set {p}."""
    return (1 << (p % 62)) if p // 62 == w else 0


@kernel
def size3(a: int, b: int, c: int) -> int:
    """Members of a set of three words."""
    return popcount(a) + popcount(b) + popcount(c)


@kernel
def first3(a: int, b: int, c: int) -> int:
    """The lowest member of a set that is not empty."""
    if a:
        return lowest(a)
    if b:
        return 62 + lowest(b)
    return 124 + lowest(c)


@kernel
def around(a: int, b: int, c: int) -> Any:
    """The neighbours of all members (some may lie off the board: intersect with water)."""
    up1a = (a << 1) & ALL
    up1b = ((b << 1) & ALL) | (a >> 61)
    up1c = ((c << 1) & ALL) | (b >> 61)
    dn1a = (a >> 1) | ((b & 1) << 61)
    dn1b = (b >> 1) | ((c & 1) << 61)
    dn1c = c >> 1
    ua = a | up1a
    ub = b | up1b
    uc = c | up1c
    da = a | dn1a
    db = b | dn1b
    dc = c | dn1c
    na = up1a | dn1a | ((ua << 13) & ALL) | (da >> 13) | ((db & LOW13) << 49)
    nb = up1b | dn1b | ((ub << 13) & ALL) | (ua >> 49) | (db >> 13) | ((dc & LOW13) << 49)
    nc = up1c | dn1c | ((uc << 13) & ALL) | (ub >> 49) | (dc >> 13)
    return na, nb, nc


@kernel
def shifted(a: int, b: int, c: int, step: int) -> Any:
    """The places whose neighbour ``step`` further on (1, 13, 14, or minus that) is in the set."""
    if step > 0:
        low = (1 << step) - 1
        return (
            (a >> step) | ((b & low) << (62 - step)),
            (b >> step) | ((c & low) << (62 - step)),
            c >> step,
        )
    back = -step
    return (
        (a << back) & ALL,
        ((b << back) & ALL) | (a >> (62 - back)),
        ((c << back) & ALL) | (b >> (62 - back)),
    )


@kernel
def flood(p: int, wa: int, wb: int, wc: int) -> Any:
    """The component of water (wa, wb, wc) that holds place p."""
    a = word_of(p, 0)
    b = word_of(p, 1)
    c = word_of(p, 2)
    while True:
        na, nb, nc = around(a, b, c)
        na = (na & wa) | a
        nb = (nb & wb) | b
        nc = (nc & wc) | c
        if na == a and nb == b and nc == c:
            return a, b, c
        a = na
        b = nb
        c = nc


@kernel
def reach(state: Any, board: Any, seat: int, p: int, steps: int) -> Any:
    """The water hexes where the boat at p can be after at most ``steps`` steps (KV-53, KV-86 to KV-88).

    An afloat boat may stay where it is; a berthed one needs a step to leave its hut.
    """
    sa = state.sea[0]
    sb = state.sea[1]
    sc = state.sea[2]
    if has(state.berth[seat], p) == 1:
        if steps < 1:
            return 0 * sa, 0 * sa, 0 * sa
        a = board.ring[p, 0] & sa
        b = board.ring[p, 1] & sb
        c = board.ring[p, 2] & sc
        rest = steps - 1
    else:
        a = word_of(p, 0) | 0 * sa
        b = word_of(p, 1) | 0 * sa
        c = word_of(p, 2) | 0 * sa
        rest = steps
    for _ in range(rest):
        na, nb, nc = around(a, b, c)
        a |= na & sa
        b |= nb & sb
        c |= nc & sc
    return a, b, c


@kernel
def free_ends(state: Any, board: Any, seat: int, p: int, steps: int) -> Any:
    """Where the boat at p can end without meeting another boat (KV-89, KV-90)."""
    a, b, c = reach(state, board, seat, p, steps)
    return (
        a & (~state.afloat[0] | word_of(p, 0)),
        b & (~state.afloat[1] | word_of(p, 1)),
        c & (~state.afloat[2] | word_of(p, 2)),
    )


@kernel
def water(state: Any, board: Any) -> Any:
    """All water hexes."""
    return (
        board.valid[0] & ~state.land[0],
        board.valid[1] & ~state.land[1],
        board.valid[2] & ~state.land[2],
    )


@kernel
def find_narrow(state: Any) -> None:
    """Write state.narrow: sea hexes around which the water comes in two or more arcs.

    Placing land on any other sea hex leaves the sea in one piece.
    """
    sa = state.sea[0]
    sb = state.sea[1]
    sc = state.sea[2]
    fa, fb, fc = shifted(sa, sb, sc, 14)
    pa, pb, pc = fa, fb, fc
    one_a = 0 * sa
    one_b = 0 * sa
    one_c = 0 * sa
    two_a = 0 * sa
    two_b = 0 * sa
    two_c = 0 * sa
    for d in range(1, 7):
        step = 13
        if d == 2:
            step = -1
        elif d == 3:
            step = -14
        elif d == 4:
            step = -13
        elif d == 5:
            step = 1
        elif d == 6:
            step = 14
        ca, cb, cc = shifted(sa, sb, sc, step)
        xa = pa & ~ca
        xb = pb & ~cb
        xc = pc & ~cc
        two_a |= one_a & xa
        two_b |= one_b & xb
        two_c |= one_c & xc
        one_a |= xa
        one_b |= xb
        one_c |= xc
        pa, pb, pc = ca, cb, cc
    state.narrow[0] = two_a & sa
    state.narrow[1] = two_b & sb
    state.narrow[2] = two_c & sc


@kernel
def sea_after(state: Any, board: Any, rules: Any, t: int, p: int, e: int) -> Any:
    """The sea once place t is land, after the boat at p has gone to e (-1, -1: no boat moves); empty if impossible.

    The largest component of the water; of equal ones that with more boats (KV-69). Empty where a pocket would
    become the sea although boats lie outside it.
    """
    sa = state.sea[0] & ~word_of(t, 0)
    sb = state.sea[1] & ~word_of(t, 1)
    sc = state.sea[2] & ~word_of(t, 2)
    if rules.enclosure == SIX_NEIGHBOURS or has(state.sea, t) == 0:
        return sa, sb, sc
    if has(state.narrow, t) == 0:
        if size3(sa, sb, sc) < state.pocket_max:
            return 0 * sa, 0 * sa, 0 * sa
        return sa, sb, sc
    ba = state.afloat[0]
    bb = state.afloat[1]
    bc = state.afloat[2]
    if p >= 0:
        ba = (ba & ~word_of(p, 0)) | word_of(e, 0)
        bb = (bb & ~word_of(p, 1)) | word_of(e, 1)
        bc = (bc & ~word_of(p, 2)) | word_of(e, 2)
    ra = sa
    rb = sb
    rc = sc
    best_a = 0 * sa
    best_b = 0 * sa
    best_c = 0 * sa
    best = 0
    best_boats = 0
    while ra | rb | rc:
        a, b, c = flood(first3(ra, rb, rc), ra, rb, rc)
        ra &= ~a
        rb &= ~b
        rc &= ~c
        here = size3(a, b, c)
        boats = size3(a & ba, b & bb, c & bc)
        if here > best or (here == best and boats > best_boats):
            best = here
            best_boats = boats
            best_a, best_b, best_c = a, b, c
    if best < state.pocket_max:
        return 0 * sa, 0 * sa, 0 * sa
    return best_a, best_b, best_c


@kernel
def closes(words: Any, board: Any, p: int, t: int) -> int:
    """1 where t is the only neighbour of p in the set."""
    if has(words, t) == 0:
        return 0
    a = board.ring[p, 0] & words[0]
    b = board.ring[p, 1] & words[1]
    c = board.ring[p, 2] & words[2]
    return (
        1 if size3(a, b, c) == 1 and ((a & word_of(t, 0)) | (b & word_of(t, 1)) | (c & word_of(t, 2))) else 0
    )


@kernel
def encloses(state: Any, board: Any, rules: Any, t: int, p: int, e: int) -> int:
    """1 where land on t would enclose a boat, after the boat at p has gone to e (KV-69, KV-70); -1, -1: none moves."""
    na, nb, nc = sea_after(state, board, rules, t, p, e)
    if rules.enclosure == SIX_NEIGHBOURS:
        for d in range(6):
            n = board.near[t, d]
            if n >= 0 and n != p and has(state.afloat, n) == 1 and closes(state.sea, board, n, t) == 1:
                return 1
        if p >= 0 and closes(state.sea, board, e, t) == 1:
            return 1
    else:
        ba = state.afloat[0]
        bb = state.afloat[1]
        bc = state.afloat[2]
        if p >= 0:
            ba = (ba & ~word_of(p, 0)) | word_of(e, 0)
            bb = (bb & ~word_of(p, 1)) | word_of(e, 1)
            bc = (bc & ~word_of(p, 2)) | word_of(e, 2)
        if (ba & ~na) | (bb & ~nb) | (bc & ~nc):
            return 1
    if rules.protect_berthed == 0:
        return 0
    return strands_berthed(state, board, t, p, na, nb, nc)


@kernel
def strands_berthed(state: Any, board: Any, t: int, p: int, na: int, nb: int, nc: int) -> int:
    """1 where some berthed boat but the one at p would no longer touch the sea (na, nb, nc)."""
    for seat in range(state.players):
        for w in range(3):
            rest = state.berth[seat, w]
            while rest:
                h = w * 62 + lowest(rest)
                rest &= rest - 1
                if h != p and touches(board, h, na, nb, nc) == 0:
                    return 1
    return 0


@kernel
def touches(board: Any, p: int, a: int, b: int, c: int) -> int:
    """1 where place p has a neighbour in the set."""
    return 1 if (board.ring[p, 0] & a) | (board.ring[p, 1] & b) | (board.ring[p, 2] & c) else 0


@kernel
def may_berth(state: Any, board: Any, rules: Any, t: int, p: int, e: int) -> int:
    """1 where a boat on a new hut at t would touch the sea (KV-70)."""
    if rules.protect_berthed == 0:
        return 1
    na, nb, nc = sea_after(state, board, rules, t, p, e)
    return touches(board, t, na, nb, nc)


@kernel
def village_beside(state: Any, t: int) -> int:
    """The village that place t is on the rim of, -1 for none or where it touches two (KV-68)."""
    if has(state.twice, t) == 1:
        return -1
    for v in range(VILLAGES):
        if has(state.rim[v], t) == 1:
            return v
    return -1


@kernel
def open_rim(state: Any, board: Any, v: int, w: int) -> int:
    """Word w of the set of empty water hexes on the rim of village v alone."""
    return state.rim[v, w] & board.valid[w] & ~(state.twice[w] | state.land[w] | state.afloat[w])


@kernel
def add_land(state: Any, board: Any, rules: Any, t: int, v: int) -> int:
    """Turn water t into land of village v and bring rims and sea up to date; returns 1 where the water was cut.

    The caller sets thing and owner.
    """
    na, nb, nc = sea_after(state, board, rules, t, -1, -1)
    was_sea = has(state.sea, t)
    before = size3(state.sea[0], state.sea[1], state.sea[2])
    put(state.land, t)
    state.village[t] = v
    state.extent[v] += 1
    for w in range(3):
        new = board.ring[t, w] & ~state.rim[v, w]
        state.twice[w] |= new & state.any_rim[w]
        state.any_rim[w] |= new
        state.rim[v, w] |= new
    if rules.enclosure == SIX_NEIGHBOURS:
        for w in range(3):
            state.sea[w] = board.valid[w] & ~state.land[w]
        return 0
    if na | nb | nc:
        state.sea[0] = na
        state.sea[1] = nb
        state.sea[2] = nc
    cut = 1 if was_sea == 1 and size3(na, nb, nc) < before - 1 else 0
    if cut == 1 or was_sea == 0:
        find_pockets(state, board)
    find_narrow(state)
    return cut


@kernel
def find_pockets(state: Any, board: Any) -> None:
    """Write state.pocket_max, the size of the largest piece of water outside the sea."""
    wa, wb, wc = water(state, board)
    wa &= ~state.sea[0]
    wb &= ~state.sea[1]
    wc &= ~state.sea[2]
    state.pocket_max = 0
    while wa | wb | wc:
        a, b, c = flood(first3(wa, wb, wc), wa, wb, wc)
        wa &= ~a
        wb &= ~b
        wc &= ~c
        state.pocket_max = max(state.pocket_max, size3(a, b, c))
