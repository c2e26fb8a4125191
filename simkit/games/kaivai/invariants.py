"""What must hold after every step (ledger, section V). A fault is reported by its number, the ledger's I-number.

I-07, I-10, I-13, I-14, I-15 and I-18 speak of single moves or of copies of a game: tests compare positions before and
after. What of them a state alone can show is checked here.
"""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.kaivai.board import PLACES
from simkit.games.kaivai.counters import T_GOD_STUCK
from simkit.games.kaivai.rules_sea import flood, has, touches, water
from simkit.games.kaivai.rules_stock import god_village
from simkit.games.kaivai.state import (
    ACTIONS,
    BID,
    BOATBUILDER,
    CULT,
    FISHERMAN,
    GOD,
    NEUTRAL,
    NEXT_VILLAGE,
    OPENING,
    OPENING_NEUTRAL,
    OVER,
    SIX_NEIGHBOURS,
    VILLAGES,
    WATER,
)
from simkit.kernel import kernel


@kernel
def broken(state: Any, board: Any, rules: Any) -> int:
    """0, or the number of the broken invariant (I-01 is 1 ...)."""
    if counters_lost(state, board) == 1:
        return 1
    if tokens_lost(state, board) == 1:
        return 2
    if cults_lost(state, board) == 1:
        return 3
    if pieces_lost(state, board) == 1:
        return 4
    if hexes_muddled(state, board) == 1:
        return 5
    if villages_joined(state, board) == 1:
        return 6
    if boats_enclosed(state, board, rules) == 1:
        return 7
    if fish_misplaced(state, board) == 1:
        return 8
    for seat in range(state.players):
        if state.glory[seat] < 0 or state.fish[seat, 0] != 0 or state.shells[seat, 0] != 0:
            return 9
        if state.hand[seat] < 0:
            return 9
        for space in range(1, 6):
            if state.fish[seat, space] < 0 or state.shells[seat, space] < 0:
                return 9
            if space > max(board.catch_space, board.fish_space) and state.fish[seat, space] != 0:
                return 9
    if bids_muddled(state) == 1:
        return 11
    if spaces_muddled(state) == 1:
        return 12
    for seat in range(state.players):
        total = 0
        for part in range(7):
            total += state.parts[seat, part]
        if total != state.glory[seat]:
            return 16
    return 0


@kernel
def counters_lost(state: Any, board: Any) -> int:
    """I-01: displays, huts and store hold all counters."""
    total = state.counter_store
    for seat in range(state.players):
        for space in range(1, 6):
            total += state.fish[seat, space] + state.shells[seat, space]
    for p in range(PLACES):
        total += state.hut_fish[p]
    return 1 if total != board.counters else 0


@kernel
def tokens_lost(state: Any, board: Any) -> int:
    """I-02: hands, spaces, neutral mark and store hold all tokens."""
    total = state.token_store + state.mark_token
    for seat in range(state.players):
        total += state.hand[seat]
    for action in range(ACTIONS):
        total += state.space[action] - state.notional[action]
    return 1 if total != board.influence else 0


@kernel
def cults_lost(state: Any, board: Any) -> int:
    """I-03: one cult piece leaves the store each round, to the board unless the god was stuck."""
    on_board = 0
    for v in range(VILLAGES):
        on_board += state.cults[v]
    start = 6
    for k in range(4):
        start += 1 if board.starts[0, k] >= 0 else 0
    moved = board.rounds - state.cult_store
    if on_board != start + moved - state.tally[T_GOD_STUCK]:
        return 1
    before_god = state.phase in (BID, OPENING, OPENING_NEUTRAL, GOD)
    return 1 if moved != state.round_no - (1 if before_god else 0) else 0


@kernel
def pieces_lost(state: Any, board: Any) -> int:
    """I-04: boats, fishermen and huts of each colour."""
    for seat in range(state.players):
        boats = state.boats_left[seat]
        huts = state.huts_left[seat]
        fishers = state.fishermen_left[seat]
        for w in range(3):
            boats += popcount(state.mine[seat, w]) + popcount(state.berth[seat, w])
        for v in range(VILLAGES):
            huts += state.huts_in[v, seat]
            fishers += state.fishers_in[v, seat]
        if boats != board.boats or huts != board.huts or fishers != board.fishermen:
            return 1
        if min(state.boats_left[seat], state.huts_left[seat], state.fishermen_left[seat]) < 0:
            return 1
        if state.phase > GOD and state.boats_left[seat] >= board.boats:
            return 1
    if state.players == 2:
        huts = state.huts_left[NEUTRAL]
        for v in range(VILLAGES):
            huts += state.huts_in[v, NEUTRAL]
        if huts != board.neutral_huts or state.huts_left[NEUTRAL] < 0:
            return 1
    return 0


@kernel
def hexes_muddled(state: Any, board: Any) -> int:
    """I-05: a hex is water, cult or hut; boats lie on water or on the own hut they came with; sets agree with hexes."""
    for p in range(PLACES):
        land = has(state.land, p)
        thing = state.thing[p]
        if land != (1 if thing != WATER else 0) or (land == 1 and has(board.valid, p) == 0):
            return 1
        if (state.owner[p] >= 0) != (thing > CULT) or (state.village[p] >= 0) != (land == 1):
            return 1
        boat = state.boat[p] - 1
        if has(state.afloat, p) == 1 and (land == 1 or boat < 0 or has(board.valid, p) == 0):
            return 1
        for seat in range(state.players):
            if has(state.mine[seat], p) != (1 if boat == seat and land == 0 else 0):
                return 1
            if has(state.berth[seat], p) != (1 if boat == seat and land == 1 else 0):
                return 1
        if boat >= 0 and land == 1 and (thing != BOATBUILDER or state.owner[p] != boat):
            return 1
        if boat >= 0 and land == 0 and has(state.afloat, p) == 0:
            return 1
    return 0


@kernel
def villages_joined(state: Any, board: Any) -> int:
    """I-06: so many villages, each connected, none adjacent to another; sizes and rims agree with the hexes."""
    for v in range(VILLAGES):
        a = 0 * state.land[0]
        b = 0 * a
        c = 0 * a
        start = -1
        size = 0
        for p in range(PLACES):
            if state.village[p] == v:
                start = p
                size += 1
                if p < 62:
                    a |= 1 << p
                elif p < 124:
                    b |= 1 << (p - 62)
                else:
                    c |= 1 << (p - 124)
        if size != state.extent[v] or (v < board.villages) != (size > 0):
            return 1
        if size == 0:
            continue
        fa, fb, fc = flood(start, state.land[0], state.land[1], state.land[2])
        if fa != a or fb != b or fc != c:
            return 1
    return 0


@kernel
def boats_enclosed(state: Any, board: Any, rules: Any) -> int:
    """I-07: every boat afloat lies in the sea, every berthed boat's hut touches it; the sea is a whole component."""
    wa, wb, wc = water(state, board)
    if rules.enclosure == SIX_NEIGHBOURS:
        return 1 if (wa != state.sea[0] or wb != state.sea[1] or wc != state.sea[2]) else 0
    for w in range(3):
        if state.afloat[w] & ~state.sea[w]:
            return 1
    for p in range(PLACES):
        if has(state.sea, p) == 1:
            fa, fb, fc = flood(p, wa, wb, wc)
            if fa != state.sea[0] or fb != state.sea[1] or fc != state.sea[2]:
                return 1
            break
    if rules.protect_berthed == 0:
        return 0
    for seat in range(state.players):
        for w in range(3):
            rest = state.berth[seat, w]
            while rest:
                h = w * 62 + lowest(rest)
                rest &= rest - 1
                if touches(board, h, state.sea[0], state.sea[1], state.sea[2]) == 0:
                    return 1
    return 0


@kernel
def fish_misplaced(state: Any, board: Any) -> int:
    """I-08: 0 to 3 fish on a hut, none on fisherman's huts or under a boat; the market is what still takes fish."""
    for p in range(PLACES):
        fish = state.hut_fish[p]
        takes = state.thing[p] > CULT and state.thing[p] != FISHERMAN and state.boat[p] == 0
        if fish < 0 or fish > board.hut_room or (fish > 0 and not takes):
            return 1
        if has(state.market, p) != (1 if takes and fish < board.hut_room else 0):
            return 1
    for v in range(VILLAGES):
        for owner in range(5):
            total = 0
            for p in range(PLACES):
                if state.village[p] == v and state.owner[p] == owner:
                    total += state.hut_fish[p]
            if total != state.fish_in[v, owner]:
                return 1
    return 0


@kernel
def bids_muddled(state: Any) -> int:
    """I-11: bids differ and lie in 1 to 10; the turn order descends; the god's village is another than before."""
    for seat in range(state.players):
        if state.bid[seat] < 0 or state.bid[seat] > 10:
            return 1
        for other in range(seat):
            if state.bid[seat] != 0 and state.bid[seat] == state.bid[other]:
                return 1
        if state.players == 2 and state.bid[seat] == state.neutral_bid:
            return 1
    if state.phase != BID and state.phase < NEXT_VILLAGE:
        for i in range(1, state.ordered):
            a = state.order[i - 1]
            b = state.order[i]
            high = state.neutral_bid if a == NEUTRAL else state.bid[a]
            low = state.neutral_bid if b == NEUTRAL else state.bid[b]
            if high <= low:
                return 1
    if state.tally[T_GOD_STUCK] == 0 and state.god >= 0 and state.phase != OVER:
        if state.god_before == god_village(state):
            return 1
    return 0


@kernel
def spaces_muddled(state: Any) -> int:
    """I-12: spaces are empty outside phase 3; without a neutral colour each shows a power of two."""
    outside = state.phase in (BID, OPENING, OPENING_NEUTRAL, GOD) or state.phase >= NEXT_VILLAGE
    for action in range(ACTIONS):
        count = state.space[action]
        if count < 0 or state.notional[action] < 0 or state.notional[action] > count:
            return 1
        if outside and count != 0:
            return 1
        if state.players != 2 and popcount(count) > 1:
            return 1
    return 0
