"""The end: hut scoring, island scoring with hidden bids, riches (KV-162 to KV-171, KV-188)."""

from typing import Any

from simkit.bits import popcount
from simkit.games.kaivai.board import PLACES
from simkit.games.kaivai.counters import (
    C_BERTHED_END,
    C_ISLAND_TOKENS,
    C_OVERBID,
    C_VILLAGES_WON,
    C_WASTED_TOKENS,
    T_CHOOSER_TIES,
    T_DRY_CULTS,
    T_LAND,
    T_UNCONTESTED,
    T_UNHELD_CULTS,
    T_VILLAGE_TIES,
)
from simkit.games.kaivai.rules_bids import chain, draw_lots
from simkit.games.kaivai.rules_land import ask
from simkit.games.kaivai.rules_sea import touches
from simkit.games.kaivai.rules_stock import boats_on_board, fish_held, gain, money
from simkit.games.kaivai.state import (
    COMPLETED,
    CULT,
    FIRST_EDITION,
    ISLAND_BID,
    M_ISLAND_BID,
    M_VILLAGE,
    NEUTRAL,
    NEXT_VILLAGE,
    NO,
    OVER,
    P_HUTS,
    P_ISLANDS,
    RANDOM_CHOOSER,
    RANDOM_WINNER,
    VILLAGES,
    pack,
)
from simkit.kernel import kernel


@kernel
def begin_final(state: Any, board: Any, rules: Any) -> None:
    """Hut scoring, then the first choice of a village (KV-162, KV-163)."""
    for seat in range(state.players):
        gain(state, seat, P_HUTS, board.hut_glory * (board.huts - state.huts_left[seat]))
        for w in range(3):
            state.counters[seat, C_BERTHED_END] += popcount(state.berth[seat, w])
    state.huts_scored = 1
    water_a = board.valid[0] & ~state.land[0]
    water_b = board.valid[1] & ~state.land[1]
    water_c = board.valid[2] & ~state.land[2]
    for p in range(PLACES):
        if state.thing[p] == CULT and touches(board, p, water_a, water_b, water_c) == 0:
            state.tally[T_DRY_CULTS] += 1
    for v in range(VILLAGES):
        state.tally[T_LAND] += state.extent[v]
    next_choice(state, board, rules)


@kernel
def chooses_before(state: Any, board: Any, rules: Any, a: int, b: int) -> int:
    """1 where a rather than b chooses the next village (KV-165)."""
    if state.glory[a] != state.glory[b]:
        return 1 if state.glory[a] < state.glory[b] else 0
    if rules.chooser_tie != RANDOM_CHOOSER:
        tied = chain(state, board, a, b)
        if tied != 0:
            return 1 if tied < 0 else 0
    return 1 if state.lot[a] < state.lot[b] else 0


@kernel
def next_choice(state: Any, board: Any, rules: Any) -> None:
    """Ask the player with least glory for the next village, or end the game (KV-164, KV-165)."""
    if popcount(state.scored) == board.villages:
        state.phase = OVER
        state.end_cause = COMPLETED
        draw_lots(state)
        for seat in range(state.players):
            state.counters[seat, C_WASTED_TOKENS] = state.hand[seat]
        return
    draw_lots(state)
    chooser = 0
    for seat in range(1, state.players):
        if chooses_before(state, board, rules, seat, chooser) == 1:
            chooser = seat
    for seat in range(state.players):
        if seat != chooser and state.glory[seat] == state.glory[chooser]:
            state.tally[T_CHOOSER_TIES] += 1
            break
    ask(state, chooser, NEXT_VILLAGE)


@kernel
def list_villages(state: Any, board: Any, work: Any) -> int:
    """Villages not yet scored."""
    n = 0
    for v in range(board.villages):
        if ((state.scored >> v) & 1) == 0:
            work.moves[n] = pack(M_VILLAGE, 0, 0, v)
            n += 1
    return n


@kernel
def presence(state: Any, v: int, owner: int) -> int:
    """Own huts in the village plus own boats afloat beside its cult sites (KV-166, KV-167)."""
    held = state.huts_in[v, owner]
    for w in range(3):
        held += popcount(state.mine[owner, w] & state.cult_rim[v, w])
    return held


@kernel
def choose_village(state: Any, v: int) -> None:
    """All players bid on a village, hidden, from seat 0 up (KV-168)."""
    state.judged = v
    for seat in range(5):
        state.pending[seat] = NO
    ask(state, 0, ISLAND_BID)


@kernel
def list_island_bids(state: Any, rules: Any, work: Any) -> int:
    """Any number of own tokens (KV-168)."""
    seat = state.seat
    most = state.hand[seat]
    if rules.island_bid_needs_presence == 1 and presence(state, state.judged, seat) == 0:
        most = 0
    for tokens in range(most + 1):
        work.moves[tokens] = pack(M_ISLAND_BID, 0, 0, tokens)
    return most + 1


@kernel
def bid_on_village(state: Any, board: Any, rules: Any, tokens: int) -> None:
    """Keep a hidden bid; after the last one all are revealed (KV-168 to KV-170)."""
    state.pending[state.seat] = tokens
    if state.seat + 1 < state.players:
        ask(state, state.seat + 1, ISLAND_BID)
        return
    score_village(state, board, rules)
    next_choice(state, board, rules)


@kernel
def score_village(state: Any, board: Any, rules: Any) -> None:
    """The sole highest holding earns the cult sites; bids go to the store (KV-166 to KV-170, KV-188)."""
    v = state.judged
    best = state.huts_in[v, NEUTRAL]
    second = 0
    winner = NO
    tokens = 0
    for seat in range(state.players):
        tokens += state.pending[seat]
        held = presence(state, v, seat) + state.pending[seat]
        if held > best:
            second = best
            best = held
            winner = seat
        elif held == best:
            second = best
            winner = NO
        else:
            second = max(second, held)
    if winner == NO:
        state.tally[T_VILLAGE_TIES] += 1
        state.tally[T_UNHELD_CULTS] += state.cults[v]
    else:
        gain(state, winner, P_ISLANDS, state.cults[v])
        state.counters[winner, C_VILLAGES_WON] += 1
        state.counters[winner, C_OVERBID] += min(state.pending[winner], best - second - 1)
        if tokens == 0:
            state.tally[T_UNCONTESTED] += 1
    for seat in range(state.players):
        state.counters[seat, C_ISLAND_TOKENS] += state.pending[seat]
        if rules.edition != FIRST_EDITION or seat == winner:
            state.hand[seat] -= state.pending[seat]
            state.token_store += state.pending[seat]
        state.pending[seat] = NO
    state.scored |= 1 << v


@kernel
def final_scores(state: Any, board: Any, rules: Any, out: Any) -> None:
    """Glory, its parts, then riches as tie keys (KV-171)."""
    for seat in range(state.players):
        out[seat, 0] = state.glory[seat]
        for part in range(7):
            out[seat, 1 + part] = state.parts[seat, part]
        out[seat, 8] = money(state, seat)
        out[seat, 9] = fish_held(state, seat)
        out[seat, 10] = boats_on_board(state, board, seat)
        out[seat, 11] = board.huts - state.huts_left[seat]
        if rules.final_tie == RANDOM_WINNER:
            out[seat, 11] += state.lot[seat] / 16.0


@kernel
def sole_holder(state: Any, v: int) -> int:
    """Who holds a village by huts and boats alone, -1 for nobody."""
    best = state.huts_in[v, NEUTRAL]
    holder = NO
    for seat in range(state.players):
        held = presence(state, v, seat)
        if held > best:
            best = held
            holder = seat
        elif held == best:
            holder = NO
    return holder


@kernel
def score_now(state: Any, board: Any, rules: Any, out: Any) -> None:
    """Glory, huts, and the villages held without bids."""
    for seat in range(state.players):
        out[seat] = state.glory[seat]
        if state.huts_scored == 0:
            out[seat] += board.hut_glory * (board.huts - state.huts_left[seat])
    for v in range(board.villages):
        if ((state.scored >> v) & 1) == 0:
            holder = sole_holder(state, v)
            if holder >= 0:
                out[holder] += state.cults[v]
