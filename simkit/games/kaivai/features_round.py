"""Features of bids, huts, the god and the villages' bids: choices between boats' journeys."""

from typing import Any

from simkit.games.kaivai.quantities import (
    F_BID_EARLY,
    F_BID_EARLY_FISH,
    F_BID_EARLY_POOR,
    F_BID_GOD,
    F_BID_HUTS,
    F_BID_RANGE,
    F_BOAT,
    F_COMPANY,
    F_CROWD,
    F_CROWD_OWN,
    F_FEW_BOATS,
    F_FISHER,
    F_FISHERS,
    F_GOD_FISH,
    F_GOD_OWN,
    F_GOD_RIVAL,
    F_HOLD,
    F_HUTS,
    F_HUTS_LAST,
    F_INCOME,
    F_ISLAND,
    F_ISLAND_TOKENS,
    F_MARKETS,
    F_MEETING,
    F_QUAY,
    F_SHORES,
    F_SPEND,
)
from simkit.games.kaivai.rules_build import hut_cost
from simkit.games.kaivai.rules_sea import has, size3, village_beside
from simkit.games.kaivai.rules_stock import boats_on_board, fish_held, god_village, money
from simkit.games.kaivai.state import (
    BOATBUILDER,
    FISHERMAN,
    MEETING,
    NOWHERE,
    OPENING,
    VILLAGES,
    second,
    third,
)
from simkit.games.kaivai.values import (
    early_share,
    lateness,
    lowest_chance,
    prepare_stakes,
    rounds_left,
    shells_felt,
    small_village,
    token_worth,
    village_near,
    win_chance,
)
from simkit.games.kaivai.values_boats import next_die, prepare_places
from simkit.kernel import kernel


@kernel
def of_bids(state: Any, board: Any, work: Any, n: int) -> None:
    """A bid: range, price of huts, turn order, the god."""
    seat = state.seat
    purse = money(state, seat)
    fish = fish_held(state, seat)
    size = small_village(state, board) + (1 if state.round_no == 1 else 0)
    boats = max(1, boats_on_board(state, board, seat))
    income = 0
    for v in range(VILLAGES):
        if v != god_village(state):
            income = max(income, state.meetings_in[v, seat])
    need = 1.0 / (1.0 + 0.5 * max(0, state.hand[seat] - 3))
    for i in range(n):
        number = third(work.moves[i])
        row = work.features[i]
        span = board.zugweite[number] + board.bonus[state.steps[seat]]
        row[F_BID_RANGE] = min(1.0 * span, 4.0 + 0.25 * span)
        row[F_BID_HUTS] = min(1.0 * boats, purse / (board.base_cost[number] + size + 0.5))
        early = early_share(state, number)
        row[F_BID_EARLY] = early
        row[F_BID_EARLY_FISH] = early * min(fish, 8)
        row[F_BID_EARLY_POOR] = early * max(0, 3 - state.hand[seat])
        row[F_BID_GOD] = lowest_chance(state, number) * (income * need + 0.3)


@kernel
def of_huts(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """A hut: what its village and its kind are worth (also starting huts, which cost nothing)."""
    seat = state.seat
    left = (rounds_left(state, board) + 0.5) / board.rounds
    boats = boats_on_board(state, board, seat)
    prepare_stakes(state, board, work)
    prepare_places(state, seat, work)
    late = max(0.45, lateness(state, board))
    for i in range(n):
        row = work.features[i]
        t = second(work.moves[i])
        kind = third(work.moves[i])
        v = village_beside(state, t)
        row[F_HUTS] = 1.0
        if rounds_left(state, board) <= 1:
            row[F_HUTS_LAST] = 1.0
        row[F_HOLD] = work.up[v] * late
        row[F_MARKETS] = huts_of_others(state, seat, v)
        of_neighbours(state, board, row, t)
        row[F_COMPANY] = min(3, village_near(state, seat, v) + state.fishers_in[v, seat])
        if state.phase != OPENING:
            row[F_SPEND] = shells_felt(state, board, hut_cost(state, board, seat, v))
        if kind == FISHERMAN:
            row[F_FISHERS] = board.fishermen - state.fishermen_left[seat]
        else:
            of_site(state, board, work, row, t)
        if kind == BOATBUILDER:
            row[F_BOAT] = left / (0.5 + boats)
        else:
            row[F_FEW_BOATS] = left * max(0, 3 - boats)
        if kind == FISHERMAN:
            more = next_die(state, board, rules, seat, v)
            row[F_FISHER] = left * more * village_near(state, seat, v)
        elif kind == MEETING:
            row[F_MEETING] = left * (1.0 + 0.5 * min(2, state.meetings_in[v, seat]))
            if v == god_village(state) and state.token_store > 0:
                row[F_INCOME] = 1.0


@kernel
def of_site(state: Any, board: Any, work: Any, row: Any, t: int) -> None:
    """How well boats can come to a hut at t that takes fish."""
    a = board.ring[t, 0] & state.sea[0]
    b = board.ring[t, 1] & state.sea[1]
    c = board.ring[t, 2] & state.sea[2]
    row[F_SHORES] = size3(a, b, c)
    row[F_QUAY] = 1.0 if (a & work.fishing[0]) | (b & work.fishing[1]) | (c & work.fishing[2]) else 0.0


@kernel
def of_neighbours(state: Any, board: Any, row: Any, t: int) -> None:
    """Huts that take fish and lose a shore to land on t."""
    for d in range(6):
        h = board.near[t, d]
        if h >= 0 and has(state.market, h) == 1:
            if state.owner[h] == state.seat:
                row[F_CROWD_OWN] += 1.0
            else:
                row[F_CROWD] += 1.0


@kernel
def huts_of_others(state: Any, seat: int, v: int) -> int:
    """Huts of other colours in a village."""
    total = 0
    for other in range(5):
        if other != seat:
            total += state.huts_in[v, other]
    return total


@kernel
def of_god(state: Any, board: Any, work: Any, n: int) -> None:
    """Where the god goes."""
    seat = state.seat
    if second(work.moves[0]) == NOWHERE:
        return
    prepare_stakes(state, board, work)
    for v in range(VILLAGES):
        rival = 0
        for other in range(state.players):
            if other != seat:
                rival = max(rival, state.meetings_in[v, other])
        work.rival[v] = rival
        work.near[v] = village_near(state, seat, v)
        work.fleet[v] = 0
        for other in range(state.players):
            if other != seat:
                work.fleet[v] = max(work.fleet[v], village_near(state, other, v))
    for i in range(n):
        v = village_beside(state, second(work.moves[i]))
        row = work.features[i]
        row[F_GOD_OWN] = min(state.meetings_in[v, seat], max(0, state.token_store))
        row[F_GOD_RIVAL] = work.rival[v]
        row[F_GOD_FISH] = work.near[v] - 0.5 * work.fleet[v]
        of_neighbours(state, board, row, second(work.moves[i]))
        row[F_HOLD] = work.held[v]


@kernel
def of_island_bids(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Tokens for a village."""
    seat = state.seat
    worth = token_worth(state, board, rules, seat)
    for i in range(n):
        tokens = third(work.moves[i])
        row = work.features[i]
        row[F_ISLAND] = state.cults[state.judged] * win_chance(state, rules, state.judged, seat, tokens)
        row[F_ISLAND_TOKENS] = tokens * worth
