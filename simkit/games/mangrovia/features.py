"""What a player looks at in each move (FEATURES); the estimates are in features_worth.py, the players in players.py."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.contract import TYPE_SHIFT
from simkit.games.mangrovia.features_list import (
    F_BESIDE,
    F_BIRDS_BEST,
    F_BIRDS_CARDS,
    F_BIRDS_RINGS,
    F_BIRDS_RIVALS,
    F_COLLECT,
    F_COST_A,
    F_COST_V,
    F_DOUBLE,
    F_DOWN,
    F_DRAW_ANY,
    F_DRAW_NOW,
    F_DRAWS,
    F_ENDS,
    F_LAND_NEED,
    F_NEW_LAND,
    F_NEW_SUMS,
    F_PATH_HOPE,
    F_PATH_NOW,
    F_PIECES,
    F_POLE,
    F_PRINTED,
    F_RETURNED,
    F_RING,
    F_SCARCE,
    F_STARTS,
    F_STONE,
    F_SUMS_LEFT,
    F_TILE,
    F_TILES,
    F_VALUE_NEED,
    FEATURES,
)
from simkit.games.mangrovia.features_site import fits_beside, site_features
from simkit.games.mangrovia.features_worth import (
    best_payable,
    collection_worth,
    leads,
    paths_gain,
    paths_hope,
    progress,
    read_terms,
    read_worths,
)
from simkit.games.mangrovia.layouts import AMULETS, POLE, STONE, VALUABLES
from simkit.games.mangrovia.players import POLICIES
from simkit.games.mangrovia.rules_build import free_spaces, held_lands, more_sums, purse_total, reachable
from simkit.games.mangrovia.state import (
    A_TILE,
    AMULETS_AT,
    BIRDS,
    BOWL,
    BUILD,
    COLLECT,
    COMPLEMENT,
    DOUBLE,
    DRAW_DOWN,
    DRAW_UP,
    FIELD,
    LAND,
    LANDS,
    PAY,
    RETURN,
    START,
    V_TILE,
    VALUABLE_PILE,
    WILD_BIT,
)
from simkit.kernel import kernel

__all__ = ["FEATURES", "POLICIES", "move_features"]

WANTED_V, WANTED_A = 32736, 504
"""Amounts that prices ask for: 5 to 14 in valuables, 3 to 8 in amulets, as bits."""


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Fill ``work.features[:n]`` for ``work.moves[:n]`` (HF-01 to HF-12)."""
    kind = work.moves[0] >> TYPE_SHIFT
    if kind == RETURN:
        return_features(state, work, n)
        return
    if kind == LAND:
        land_features(state, work, n)
        return
    if kind == PAY:
        pay_features(state, board, work, n)
        return
    t = progress(state, board)
    read_terms(state, board, rules, work, t)
    read_worths(state, board, work, t)
    work.sums[0] = reachable(state, state.seat, VALUABLES)
    work.sums[1] = reachable(state, state.seat, AMULETS)
    if kind == BOWL:
        site_features(state, board, rules, work, n, t)
    elif kind == BIRDS:
        bird_features(state, board, work, n)
    else:
        action_features(state, board, rules, work, n, t)


@kernel
def action_features(state: Any, board: Any, rules: Any, work: Any, n: int, t: float) -> None:
    """Collecting, drawing, building, foregoing (all 0)."""
    seat = state.seat
    lands = held_lands(state, seat, 1)
    marked = useful_lands(state, rules)
    work.holding[0] = lands
    work.holding[1] = 0
    for k in range(4):
        work.holding[1] += state.hand[seat, LANDS + k]
    work.holding[2] = purse_total(state, seat, VALUABLES)
    work.ready[0] = best_payable(work, lands & marked, work.sums[0], work.sums[1])
    work.ready[1] = best_payable(work, lands, work.sums[0], work.sums[1])
    for i in range(n):
        kind = work.moves[i] >> TYPE_SHIFT
        field = work.moves[i] & FIELD
        if kind in (BUILD, DOUBLE):
            build_features(state, board, rules, work, i, t)
        elif kind == DRAW_UP:
            work.features[i, F_DRAWS] = 1.0
            card_features(work, i, field, 1.0, marked)
        elif kind == DRAW_DOWN:
            work.features[i, F_DRAWS] = 1.0
            work.features[i, F_DOWN] = 1.0
            if field == VALUABLE_PILE:
                for k in range(6):
                    card_features(work, i, k, board.copies[k] / 43.0, marked)
            else:
                for k in range(4):
                    card_features(work, i, LANDS + k, 0.25, marked)
        elif kind == COLLECT:
            work.features[i, F_COLLECT] = collection_worth(min(state.pillar[seat], board.draw_limit))


@kernel
def useful_lands(state: Any, rules: Any) -> int:
    """The landscapes that the seat's next hut can have, as far as the bowls tell: of this round or of the next one."""
    if builds_later(state):
        return state.birds
    if state.bowls[0] == 0:  # the next round's birds are known (MG-96)
        return 15 & ~state.birds if rules.empty_s1_birds == COMPLEMENT else state.birds
    return 15 if state.bowls[0] == state.seat + 1 else 0


@kernel
def builds_later(state: Any) -> bool:
    """Whether the seat still has a building landing before it this round."""
    for site in range(1, 5):  # noqa: SIM110  a kernel knows no generators
        if state.bowls[site] == state.seat + 1 and 12 - site > state.landing:
            return True
    return False


@kernel
def build_features(state: Any, board: Any, rules: Any, work: Any, i: int, t: float) -> None:
    """The parts of a hut's worth, one feature each."""
    seat = state.seat
    huts = 1 if work.moves[i] >> TYPE_SHIFT == BUILD else 2
    space = work.moves[i] & FIELD
    work.features[i, F_PRINTED] = huts * board.points[space]
    work.features[i, F_PATH_NOW] = t * paths_gain(state, board, work, space, huts)
    work.features[i, F_PATH_HOPE] = (1.0 - t) * paths_hope(board, work, space, huts)
    if board.area[space] == STONE:
        work.features[i, F_STONE] = work.terms[0]
    elif board.area[space] == POLE:
        work.features[i, F_TILE] = state.next_tile
        work.features[i, F_POLE] = work.terms[1]
    if (board.rings >> space) & 1:
        work.features[i, F_RING] = work.terms[2]
    if board.currency[space] == AMULETS:
        work.features[i, F_COST_A] = huts * board.cost[space]
    else:
        work.features[i, F_COST_V] = huts * board.cost[space] * work.terms[3]
    work.features[i, F_DOUBLE] = huts - 1.0
    if state.build_left == 2:
        work.features[i, F_BESIDE] = best_beside(state, board, work, space)
    if state.supply[seat] == huts:
        work.features[i, F_ENDS] = leads(state, board, rules, work)


@kernel
def best_beside(state: Any, board: Any, work: Any, first: int) -> float:
    """Worth of the best other space that looks payable together with a hut on ``first``; 0 if none."""
    found = 0.0
    lands = work.holding[0] & state.birds
    spaces = 0
    for land in range(4):
        if (lands >> land) & 1:
            spaces |= board.land_spaces[land]
    spaces &= free_spaces(state, board) & ~(1 << first)
    while spaces:
        space = lowest(spaces)
        spaces &= spaces - 1
        if work.worth[space] > found and fits_beside(state, board, work, first, space):
            found = work.worth[space]
    return found


@kernel
def card_features(work: Any, i: int, kind: int, weight: float, marked: int) -> None:
    """Add what a card of a kind would bring, times the chance that it is this card."""
    held = work.holding[0]
    if kind >= LANDS:
        land = 1 << (kind - LANDS)
        work.features[i, F_LAND_NEED] += weight / (1.0 + work.holding[1])
        if held & land:
            return
        work.features[i, F_NEW_LAND] += weight
        best = best_payable(work, land, work.sums[0], work.sums[1])
        work.features[i, F_DRAW_ANY] += weight * max(0.0, best - work.ready[1])
        if marked & land:
            work.features[i, F_DRAW_NOW] += weight * max(0.0, best - work.ready[0])
        return
    work.features[i, F_VALUE_NEED] += weight * (kind + 2) * 12.0 / (12.0 + work.holding[2])
    more = more_sums(work.sums[0], kind + 2, 1) & ~work.sums[0]
    work.features[i, F_NEW_SUMS] += weight * popcount(more & WANTED_V)
    best = best_payable(work, held, more, 0)
    work.features[i, F_DRAW_ANY] += weight * max(0.0, best - work.ready[1])
    if marked:
        now = best_payable(work, held & marked, more, 0)
        work.features[i, F_DRAW_NOW] += weight * max(0.0, now - work.ready[0])


@kernel
def return_features(state: Any, work: Any, n: int) -> None:
    """Which amulet to throw back: its value, and what the others can pay (HF-12)."""
    sums = reachable(state, state.seat, AMULETS)
    for i in range(n):
        back = work.moves[i] & FIELD
        left = sums
        for k in range(6):
            left = more_sums(left, k + 1, state.drawn[k] - (1 if k == back else 0))
        work.features[i, F_RETURNED] = back + 1.0
        work.features[i, F_SUMS_LEFT] = popcount(left & WANTED_A)


@kernel
def land_features(state: Any, work: Any, n: int) -> None:
    """Which landscape cards to give up."""
    for i in range(n):
        field = work.moves[i] & FIELD
        if field & WILD_BIT:
            work.features[i, F_TILES] = 1.0
        for k in range(4):
            count = (field >> (3 * k)) & 7
            if count > 0:
                work.features[i, F_SCARCE] += count / state.hand[state.seat, LANDS + k]


@kernel
def pay_features(state: Any, board: Any, work: Any, n: int) -> None:
    """Which pieces to give up: few or many, and what the rest can pay (HF-01)."""
    seat = state.seat
    amulets = board.currency[state.b_space] == AMULETS
    tiles = state.tiles[seat, A_TILE if amulets else V_TILE]
    for i in range(n):
        field = work.moves[i] & FIELD
        left = 1
        for k in range(6):
            count = (field >> (4 * k)) & 15
            work.features[i, F_PIECES] += count
            held = state.hand[seat, AMULETS_AT + k if amulets else k]
            left = more_sums(left, k + 1 if amulets else k + 2, held - count)
        for k in range(2):
            count = (field >> (4 * (START + k))) & 15
            work.features[i, F_PIECES] += count
            work.features[i, F_STARTS] += count
            if not amulets:
                left = more_sums(left, state.start_value[seat, k], state.hand[seat, START + k] - count)
        count = (field >> 32) & 15
        work.features[i, F_TILES] = count
        left = more_sums(left, 2 if amulets else 3, tiles - count)
        work.features[i, F_SUMS_LEFT] = popcount(left & (WANTED_A if amulets else WANTED_V))


@kernel
def bird_features(state: Any, board: Any, work: Any, n: int) -> None:
    """Where to put the birds: own hand against what rivals have been seen to take (HF-04)."""
    seat = state.seat
    lands = held_lands(state, seat, 1)
    rings = free_spaces(state, board) & board.rings
    for i in range(n):
        pair = work.moves[i] & FIELD
        spaces = 0
        work.features[i, F_BIRDS_BEST] = best_payable(work, lands & pair, work.sums[0], work.sums[1])
        for k in range(4):
            if (pair >> k) & 1:
                spaces |= rings & board.land_spaces[k]
                work.features[i, F_BIRDS_CARDS] += state.hand[seat, LANDS + k]
                for other in range(state.players):
                    if other != seat:
                        work.features[i, F_BIRDS_RIVALS] += state.seen[other, LANDS + k]
        work.features[i, F_BIRDS_RINGS] = popcount(spaces)
