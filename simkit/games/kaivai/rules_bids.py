"""Phases 1, 1a and 2: bidding, starting huts, the god (KV-33 to KV-66, KV-173 to KV-182)."""

from typing import Any

from simkit.bits import lowest
from simkit.games.kaivai.counters import (
    C_BID_SUM,
    C_HIGHEST,
    C_LOWEST,
    C_RANGE_SUM,
    T_BID_CHAIN,
    T_BID_RANDOM,
    T_FORFEIT,
)
from simkit.games.kaivai.rules_god import begin_god, lowest_bidder
from simkit.games.kaivai.rules_land import ask, new_hut
from simkit.games.kaivai.rules_sea import encloses, has, may_berth, village_beside
from simkit.games.kaivai.rules_stock import boats_on_board, fish_held, money
from simkit.games.kaivai.state import (
    BID,
    BOATBUILDER,
    FISHERMAN,
    M_BID,
    M_NEUTRAL_HUT,
    M_OPENING,
    MEETING,
    NEUTRAL,
    ONE_EACH,
    OPENING,
    OPENING_NEUTRAL,
    PREVIOUS_ORDER,
    pack,
)
from simkit.kernel import kernel
from simkit.rng import below

MAX_NUMBER = 10


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
