"""Phases 1, 1a and 2: bidding, starting huts, the god (KV-33 to KV-66, KV-173 to KV-182)."""

from typing import Any

from simkit.bits import lowest
from simkit.games.kaivai.rules_sea import (
    add_land,
    drop,
    encloses,
    has,
    may_berth,
    open_rim,
    put,
    village_beside,
)
from simkit.games.kaivai.rules_stock import boats_on_board, fish_held, god_village, money, receive
from simkit.games.kaivai.state import (
    BID,
    BOATBUILDER,
    C_BID_SUM,
    C_GOD_MOVES,
    C_GOD_TOKENS,
    C_HIGHEST,
    C_HUT,
    C_LOWEST,
    C_RANGE_SUM,
    CULT,
    FISHERMAN,
    GOD,
    M_BID,
    M_GOD,
    M_NEUTRAL_HUT,
    M_OPENING,
    MEETING,
    NEUTRAL,
    NO,
    ONE_EACH,
    OPENING,
    OPENING_NEUTRAL,
    PREVIOUS_ORDER,
    T_BID_CHAIN,
    T_BID_RANDOM,
    T_CUTS,
    T_FORFEIT,
    T_GOD_RETURNS,
    T_GOD_STUCK,
    T_NEUTRAL_FORCED,
    T_NEUTRAL_LAPSED,
    VILLAGES,
    pack,
)
from simkit.kernel import kernel
from simkit.rng import below

MAX_NUMBER = 10


@kernel
def ask(state: Any, seat: int, phase: int) -> None:
    """Begin a turn of a player in a phase."""
    state.seat = seat
    state.phase = phase
    state.turn_no += 1


@kernel
def draw_lots(state: Any) -> None:
    """Give each player a different lot for last ties: a random order."""
    for seat in range(state.players):
        state.lot[seat] = seat
    for i in range(state.players - 1, 0, -1):
        j = below(state.streams, 1, i + 1)
        kept = state.lot[i]
        state.lot[i] = state.lot[j]
        state.lot[j] = kept


@kernel
def chain(state: Any, board: Any, a: int, b: int) -> int:
    """Fewer shells by value, then fish, boats, huts (KV-37, KV-38): negative where a comes first, 0 for a tie."""
    value = money(state, a) - money(state, b)
    if value != 0:
        return value
    fish = fish_held(state, a) - fish_held(state, b)
    if fish != 0:
        return fish
    boats = boats_on_board(state, board, a) - boats_on_board(state, board, b)
    if boats != 0:
        return boats
    return state.huts_left[b] - state.huts_left[a]


@kernel
def bids_before(state: Any, board: Any, a: int, b: int) -> int:
    """1 where a bids before b (KV-36 to KV-40)."""
    if state.glory[a] != state.glory[b]:
        return 1 if state.glory[a] < state.glory[b] else 0
    tied = chain(state, board, a, b)
    if tied != 0:
        return 1 if tied < 0 else 0
    return 1 if state.lot[a] < state.lot[b] else 0


@kernel
def begin_round(state: Any, board: Any, rules: Any) -> None:
    """Phase 1: the neutral marker moves, then the bidding order is set (KV-36 to KV-40, KV-178)."""
    if state.neutral_mark != 0:
        state.neutral_bid = state.neutral_mark
        state.neutral_mark = 0
        state.token_store += state.mark_token
        state.mark_token = 0
    draw_lots(state)
    if rules.bid_tie_last == PREVIOUS_ORDER:
        for i in range(state.players):
            state.lot[state.bid_order[i]] = i
    for seat in range(state.players):
        state.bid[seat] = 0
    for i in range(state.players):
        state.order[i] = i
    if state.round_no > 1:
        for i in range(1, state.players):
            j = i
            while j > 0 and bids_before(state, board, i, state.order[j - 1]) == 1:
                state.order[j] = state.order[j - 1]
                j -= 1
            state.order[j] = i
        for i in range(1, state.players):
            a = state.order[i - 1]
            b = state.order[i]
            if state.glory[a] == state.glory[b]:
                if chain(state, board, a, b) != 0:
                    state.tally[T_BID_CHAIN] += 1
                else:
                    state.tally[T_BID_RANDOM] += 1
    for i in range(state.players):
        state.bid_order[i] = state.order[i]
    state.ordered = state.players
    state.turn = 0
    ask(state, state.order[0], BID)


@kernel
def list_bids(state: Any, work: Any) -> int:
    """The numbers nobody has taken (KV-35)."""
    n = 0
    for number in range(1, MAX_NUMBER + 1):
        taken = 1 if state.players == 2 and state.neutral_bid == number else 0
        for seat in range(state.players):
            if state.bid[seat] == number:
                taken = 1
        if taken == 0:
            work.moves[n] = pack(M_BID, 0, 0, number)
            n += 1
    return n


@kernel
def bid_of(state: Any, owner: int) -> int:
    """A colour's bid of this round."""
    return state.neutral_bid if owner == NEUTRAL else state.bid[owner]


@kernel
def apply_bid(state: Any, board: Any, rules: Any, number: int, work: Any) -> None:
    """Take a number; after the last one set the turn order and go on (KV-41 to KV-44)."""
    seat = state.seat
    state.bid[seat] = number
    state.counters[seat, C_BID_SUM] += number
    state.counters[seat, C_RANGE_SUM] += board.zugweite[number] + board.bonus[state.steps[seat]]
    state.turn += 1
    if state.turn < state.players:
        ask(state, state.order[state.turn], BID)
        return
    state.ordered = state.players
    for i in range(state.players):
        state.order[i] = i
    if state.players == 2:
        state.order[2] = NEUTRAL
        state.ordered = 3
    for i in range(1, state.ordered):
        owner = state.order[i]
        j = i
        while j > 0 and bid_of(state, owner) > bid_of(state, state.order[j - 1]):
            state.order[j] = state.order[j - 1]
            j -= 1
        state.order[j] = owner
    state.counters[lowest_bidder(state), C_LOWEST] += 1
    high = state.order[0] if state.order[0] != NEUTRAL else state.order[1]
    state.counters[high, C_HIGHEST] += 1
    if state.round_no == 1:
        state.turn = 0
        seek_opening(state, board, rules, work)
    else:
        begin_god(state, board, rules, work)


@kernel
def lowest_bidder(state: Any) -> int:
    """The player with the lowest bid (KV-44, KV-181)."""
    last = state.order[state.ordered - 1]
    return last if last != NEUTRAL else state.order[state.ordered - 2]


@kernel
def new_hut(state: Any, board: Any, rules: Any, t: int, kind: int, owner: int) -> None:
    """Put a hut with its boat or fisherman on water t (KV-50, KV-54, KV-55)."""
    v = village_beside(state, t)
    state.tally[T_CUTS] += add_land(state, board, rules, t, v)
    state.thing[t] = kind
    state.owner[t] = owner
    state.huts_in[v, owner] += 1
    state.huts_left[owner] -= 1
    if owner != NEUTRAL:
        state.counters[owner, C_HUT + kind] += 1
    if kind == BOATBUILDER and owner != NEUTRAL:
        state.boats_left[owner] -= 1
        state.boat[t] = owner + 1
        put(state.berth[owner], t)
    elif kind == FISHERMAN:
        state.fishermen_left[owner] -= 1
        state.fishers_in[v, owner] += 1
    else:
        put(state.market, t)
        if kind == MEETING:
            state.meetings_in[v, owner] += 1


@kernel
def seek_opening(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Phase 1a: find who places the next starting hut, in descending bid order (KV-46, KV-180); then phase 2."""
    for lap in range(1, 3):
        least = lap if rules.opening == ONE_EACH else 2
        for i in range(state.ordered):
            seat = state.order[i]
            if seat == NEUTRAL:
                continue
            while state.placed[seat] < least:
                if list_opening(state, board, rules, work, seat) > 0:
                    ask(state, seat, OPENING)
                    return
                state.placed[seat] += 1
                state.tally[T_FORFEIT] += 1
            if (
                state.players == 2
                and state.placed[seat] == 2
                and list_neutral_opening(state, board, rules, work) > 0
            ):
                ask(state, seat, OPENING_NEUTRAL)
                return
    begin_god(state, board, rules, work)


@kernel
def opening_hex(state: Any, board: Any, rules: Any, t: int) -> int:
    """The village of a legal starting hex, -1 where it is none (KV-48, KV-49)."""
    v = village_beside(state, t)
    if v < 0 or has(state.cult_rim[v], t) == 0 or encloses(state, board, rules, t, -1, -1) == 1:
        return -1
    return v


@kernel
def list_opening(state: Any, board: Any, rules: Any, work: Any, seat: int) -> int:
    """Starting huts: empty water beside a cult hex, and at least one of two a boatbuilder's hut (KV-46 to KV-50)."""
    n = 0
    must_build_boats = state.placed[seat] == 1 and state.has_builder[seat] == 0
    for w in range(3):
        rest = state.any_rim[w] & board.valid[w] & ~(state.twice[w] | state.land[w] | state.afloat[w])
        while rest:
            t = w * 62 + lowest(rest)
            rest &= rest - 1
            if opening_hex(state, board, rules, t) < 0:
                continue
            if state.boats_left[seat] > 0 and may_berth(state, board, rules, t, -1, -1) == 1:
                work.moves[n] = pack(M_OPENING, 0, t, BOATBUILDER)
                n += 1
            if must_build_boats:
                continue
            if state.fishermen_left[seat] > 0:
                work.moves[n] = pack(M_OPENING, 0, t, FISHERMAN)
                n += 1
            work.moves[n] = pack(M_OPENING, 0, t, MEETING)
            n += 1
    return n


@kernel
def list_neutral_opening(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Hexes for a neutral starting hut; the second goes to another village (KV-180). 0 once both are placed."""
    finished = 0
    for seat in range(state.players):
        finished += 1 if state.placed[seat] == 2 else 0
    if board.neutral_huts - state.huts_left[NEUTRAL] >= finished:
        return 0
    n = 0
    for w in range(3):
        rest = state.any_rim[w] & board.valid[w] & ~(state.twice[w] | state.land[w] | state.afloat[w])
        while rest:
            t = w * 62 + lowest(rest)
            rest &= rest - 1
            v = opening_hex(state, board, rules, t)
            if v >= 0 and v != state.neutral_first:
                work.moves[n] = pack(M_NEUTRAL_HUT, 0, t, 0)
                n += 1
    return n


@kernel
def apply_opening(state: Any, board: Any, rules: Any, t: int, kind: int, work: Any) -> None:
    """Place a starting hut free of charge."""
    seat = state.seat
    new_hut(state, board, rules, t, kind, seat)
    state.placed[seat] += 1
    if kind == BOATBUILDER:
        state.has_builder[seat] = 1
    seek_opening(state, board, rules, work)


@kernel
def apply_neutral_opening(state: Any, board: Any, rules: Any, t: int, work: Any) -> None:
    """Place a neutral boatbuilder's hut without boat (KV-180)."""
    new_hut(state, board, rules, t, BOATBUILDER, NEUTRAL)
    state.neutral_first = state.village[t]
    seek_opening(state, board, rules, work)


@kernel
def god_restricted(state: Any) -> int:
    """1 where the god must go to a neutral hut because the neutral colour bid lowest (KV-182)."""
    return 1 if state.players == 2 and state.order[state.ordered - 1] == NEUTRAL else 0


@kernel
def list_god(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Where the god's cult piece can go; 0 where no other village can grow (KV-57 to KV-62, KV-64, KV-182)."""
    if god_restricted(state) == 1:
        n = _list_god(state, board, rules, work, 1)
        if n > 0:
            return n
    return _list_god(state, board, rules, work, 0)


@kernel
def _list_god(state: Any, board: Any, rules: Any, work: Any, neutral_only: int) -> int:
    n = 0
    here = god_village(state)
    for w in range(3):
        rest = 0
        for v in range(VILLAGES):
            if v != here and (neutral_only == 0 or state.huts_in[v, NEUTRAL] > 0):
                rest |= open_rim(state, board, v, w)
        while rest:
            t = w * 62 + lowest(rest)
            rest &= rest - 1
            if encloses(state, board, rules, t, -1, -1) == 0:
                work.moves[n] = pack(M_GOD, 0, t, 0)
                n += 1
    return n


@kernel
def begin_god(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Phase 2: the lowest bidder is asked; apply_god or skip_god goes on."""
    ask(state, lowest_bidder(state), GOD)
    if god_restricted(state) == 1:
        if _list_god(state, board, rules, work, 1) > 0:
            state.tally[T_NEUTRAL_FORCED] += 1
        else:
            state.tally[T_NEUTRAL_LAPSED] += 1


@kernel
def put_cult(state: Any, board: Any, rules: Any, t: int, v: int) -> None:
    """Make water t a cult hex of village v."""
    state.tally[T_CUTS] += add_land(state, board, rules, t, v)
    state.thing[t] = CULT
    state.cults[v] += 1
    for w in range(3):
        state.cult_rim[v, w] |= board.ring[t, w]


@kernel
def move_god(state: Any, board: Any, rules: Any, t: int) -> None:
    """Put a cult piece on t and the god on it; meeting huts yield tokens (KV-57 to KV-65)."""
    v = village_beside(state, t)
    before = state.god_before
    state.god_before = god_village(state)
    if before == v and before != NO:
        state.tally[T_GOD_RETURNS] += 1
    put_cult(state, board, rules, t, v)
    state.cult_store -= 1
    state.god = t
    state.counters[state.seat, C_GOD_MOVES] += 1
    for i in range(state.ordered):
        owner = state.order[i]
        if owner != NEUTRAL and state.meetings_in[v, owner] > 0:
            receive(state, rules, owner, state.meetings_in[v, owner], C_GOD_TOKENS)


@kernel
def keep_god(state: Any) -> None:
    """No other village can grow: the god stays, a cult piece leaves the store all the same (KV-64)."""
    state.cult_store -= 1
    state.tally[T_GOD_STUCK] += 1


@kernel
def cast_off(state: Any, seat: int, p: int, e: int) -> None:
    """Move a player's boat from p to water e; a hut it leaves takes fish from now on (KV-53, KV-126)."""
    if p == e:
        return
    if has(state.berth[seat], p) == 1:
        drop(state.berth[seat], p)
        put(state.market, p)
    else:
        drop(state.mine[seat], p)
        drop(state.afloat, p)
    state.boat[p] = 0
    state.boat[e] = seat + 1
    put(state.mine[seat], e)
    put(state.afloat, e)
