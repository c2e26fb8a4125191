"""What a further hut is worth to a seat, in points: the estimate behind the features (HF-05 to HF-09).

Only public facts and the seat's own hand enter. ``progress`` runs from 0 to 1 as the smallest supply shrinks (HF-10).
"""

from typing import Any

from simkit.bits import lowest
from simkit.games.mangrovia.layouts import AMULETS, MAX_SPACES, PATHS, POLE, STONE, VALUABLES
from simkit.games.mangrovia.rules_build import free_spaces
from simkit.games.mangrovia.rules_score import COUNT_SHIFT, GOD_BIT, claim, hut_count, score_now, stone_total
from simkit.games.mangrovia.state import AMULETS_AT, NEUTRAL, ON
from simkit.kernel import kernel

PRICE_OF_VALUABLES, PRICE_OF_AMULETS = 0.35, 1.0
"""Points that a unit of payment is reckoned to be worth when whole huts are compared: an unspent amulet scores 1."""


@kernel
def progress(state: Any, board: Any) -> float:
    """How far the game is: 0 at the start, 1 when somebody has no hut left."""
    least = state.supply[0]
    for seat in range(1, state.players):
        least = min(least, state.supply[seat])
    return 1.0 - least / board.huts


@kernel
def horizon(state: Any) -> float:
    """What a card kept is still good for: 1 for most of the game, falling to 0 when somebody has no hut left."""
    least = state.supply[0]
    for seat in range(1, state.players):
        least = min(least, state.supply[seat])
    return min(1.0, least / 3.0)


@kernel
def collection_worth(pillar: int) -> float:
    """Points a collection brings from a fresh bag, the lowest amulet returned (HF-08)."""
    if pillar <= 0:
        return 1.0
    if pillar == 1:
        return 3.5
    if pillar == 2:
        return 4.3
    if pillar == 3:
        return 8.2
    return 11.9 if pillar == 4 else 15.5


@kernel
def ring_worth(pillar: int, t: float) -> float:
    """Points that a further hut on an amulet space brings through the collections still to come."""
    if pillar >= 5:
        return 0.0
    step = 3.0 if pillar < 2 else 3.7
    return step * 4.0 * (1.0 - t)


@kernel
def read_claims(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Claims on every path and on the pole area, and what one and two more huts may hope to win there.

    The hope: while a path is open, a seat's part of both prizes is its huts squared against all huts squared.
    """
    seat = state.seat
    for path in range(PATHS + 1):
        best = 0
        next_best = 0
        others = 3.0
        for owner in range(NEUTRAL + 1):
            if owner != seat and (
                owner < state.players or (owner == NEUTRAL and rules.neutral_absorbs_rank == ON)
            ):
                key = claim(state, board, path, owner)
                next_best = max(next_best, min(best, key))
                best = max(best, key)
                others += (key >> COUNT_SHIFT) * (key >> COUNT_SHIFT)
        mine = claim(state, board, path, seat)
        work.own_claim[path] = mine
        work.rival_claim[path, 0] = best
        work.rival_claim[path, 1] = next_best
        work.prize[path] = prize_now(board, work, path, mine)
        both = (
            board.first[path] + board.second[path] if path < PATHS else board.pole_first + board.pole_second
        )
        huts = mine >> COUNT_SHIFT
        share = both * (huts * huts) / (huts * huts + others)
        for more in range(1, 3):
            square = (huts + more) * (huts + more)
            work.hope[path, more - 1] = both * square / (square + others) - share


@kernel
def prize_now(board: Any, work: Any, path: int, key: int) -> float:
    """The prize a claim of the deciding seat would win if the game ended now."""
    if key > work.rival_claim[path, 0]:
        return board.first[path] if path < PATHS else board.pole_first
    if key > work.rival_claim[path, 1]:
        return board.second[path] if path < PATHS else board.pole_second
    return 0.0


@kernel
def prize_gain(state: Any, board: Any, work: Any, path: int, space: int, huts: int) -> float:
    """What more huts on a path would win if the game ended now."""
    key = work.own_claim[path]
    near = key & (GOD_BIT - 1)
    god = 0
    if path < PATHS:
        near = max(near, MAX_SPACES - space)
        god = ((state.gods[state.seat] >> path) & 1) * GOD_BIT
    elif near == 0:
        near = MAX_SPACES - state.next_tile
    after = (((key >> COUNT_SHIFT) + huts) << COUNT_SHIFT) + god + near
    return prize_now(board, work, path, after) - work.prize[path]


@kernel
def paths_gain(state: Any, board: Any, work: Any, space: int, huts: int) -> float:
    """What a hut on a space would win on its paths if the game ended now."""
    total = 0.0
    for i in range(2):
        if board.paths[space, i] >= 0:
            total += prize_gain(state, board, work, board.paths[space, i], space, huts)
    return total


@kernel
def paths_hope(board: Any, work: Any, space: int, huts: int) -> float:
    """What a hut on a space may hope to win on its paths."""
    total = 0.0
    for i in range(2):
        if board.paths[space, i] >= 0:
            total += work.hope[board.paths[space, i], huts - 1]
    return total


@kernel
def stone_worth(state: Any, board: Any, rules: Any, t: float) -> float:
    """A hut in the stone area: all huts there + own + 1, or 6 early, less half of what it gives each rival."""
    seat = state.seat
    own = hut_count(state, seat, board.stone)
    total = stone_total(state, board, rules)
    now = total + own + 1.0
    given = (total - own) / max(1, state.players - 1)
    return max(now, (1.0 - t) * 6.0) - 0.5 * given


@kernel
def space_worth(state: Any, board: Any, work: Any, space: int, t: float) -> float:
    """Points less price of a single hut on a space; the area terms stand in ``work.terms``."""
    total = board.points[space] + t * paths_gain(state, board, work, space, 1)
    total += (1.0 - t) * paths_hope(board, work, space, 1)
    if board.area[space] == STONE:
        total += work.terms[0]
    elif board.area[space] == POLE:
        total += work.terms[1] + state.next_tile
    if (board.rings >> space) & 1:
        total += work.terms[2]
    price = PRICE_OF_AMULETS if board.currency[space] == AMULETS else PRICE_OF_VALUABLES * work.terms[3]
    return total - price * board.cost[space]


@kernel
def read_terms(state: Any, board: Any, rules: Any, work: Any, t: float) -> None:
    """Claims, and what an area hut is worth wherever in the area it stands."""
    read_claims(state, board, rules, work)
    work.terms[0] = stone_worth(state, board, rules, t)
    work.terms[1] = t * prize_gain(state, board, work, PATHS, 0, 1) + (1.0 - t) * work.hope[PATHS, 0]
    work.terms[3] = horizon(state)
    work.terms[2] = ring_worth(state.pillar[state.seat], t)


@kernel
def read_worths(state: Any, board: Any, work: Any, t: float) -> None:
    """Worth of every free space, and the best by landscape, currency and price (0 where there is none)."""
    for land in range(4):
        for currency in range(2):
            work.priced[land, currency] = 0
    rest = free_spaces(state, board)
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        worth = space_worth(state, board, work, space, t)
        work.worth[space] = worth
        currency = board.currency[space]
        cost = board.cost[space]
        lands = board.lands[space] if worth > 0.0 else 0
        while lands:
            land = lowest(lands)
            lands &= lands - 1
            if not (work.priced[land, currency] >> cost) & 1:
                work.priced[land, currency] |= 1 << cost
                work.best[land, currency, cost] = worth
            elif worth > work.best[land, currency, cost]:
                work.best[land, currency, cost] = worth


@kernel
def best_payable(work: Any, lands: int, valuables: int, amulets: int) -> float:
    """The best worth among the free spaces of some landscapes that are payable with one of these sums; 0 if none."""
    found = 0.0
    while lands:
        land = lowest(lands)
        lands &= lands - 1
        prices = work.priced[land, VALUABLES] & valuables
        while prices:
            found = max(found, work.best[land, VALUABLES, lowest(prices)])
            prices &= prices - 1
        prices = work.priced[land, AMULETS] & amulets
        while prices:
            found = max(found, work.best[land, AMULETS, lowest(prices)])
            prices &= prices - 1
    return found


@kernel
def leads(state: Any, board: Any, rules: Any, work: Any) -> float:
    """1 where the deciding seat is ahead of all others, each of their amulets taken as 3 points; else -1."""
    score_now(state, board, rules, work.now)
    mine = work.now[state.seat]
    for other in range(state.players):
        if other != state.seat:
            hidden = 0.0
            for k in range(6):
                hidden += (3.0 - (k + 1)) * state.hand[other, AMULETS_AT + k]
            if work.now[other] + hidden > mine:
                return -1.0
    return 1.0
