"""Features of moves: one list of quantities for all phases, each in glory, fish, shells or tokens."""

from typing import Any

import numpy as np

from simkit.games.kaivai.features_boats import note_sale, of_amounts, of_boats, usable_fish
from simkit.games.kaivai.features_round import of_bids, of_god, of_huts, of_island_bids
from simkit.games.kaivai.players import POLICIES as POLICIES
from simkit.games.kaivai.quantities import (
    F_ENVY,
    F_FISH,
    F_FREE,
    F_GIFT,
    F_GLORY,
    F_GLORY_LAST,
    F_HOLD,
    F_HUTS,
    F_HUTS_LAST,
    F_ISLAND,
    F_MORE,
    F_NEAR_FISH,
    F_NEAR_MARKET,
    F_POOR,
    F_RANGE,
    F_RICH,
    F_SACRIFICE,
    F_SAIL,
    F_SKIP,
    F_TOKENS,
    F_TOKENS_LAST,
    F_TOKENS_LATE,
    F_TOKENS_RICH,
    F_YES,
)
from simkit.games.kaivai.quantities import FEATURES as FEATURES
from simkit.games.kaivai.rules_boats import village_fish
from simkit.games.kaivai.rules_stock import fish_held
from simkit.games.kaivai.rules_turns import price
from simkit.games.kaivai.state import (
    ACTION,
    BID,
    BUILD,
    BUILD_BOAT,
    BUILD_HUT,
    CELEBRATE,
    CELEBRATION,
    DELIVER,
    DELIVER_AMOUNT,
    DELIVER_BOAT,
    FISH,
    FISHING,
    GOD,
    INCREASE,
    ISLAND_BID,
    M_ACT,
    M_GIFT,
    M_SACRIFICE,
    M_SKIP,
    MOVING,
    NEUTRAL,
    NEXT_VILLAGE,
    OPENING,
    PERFORMING,
    SAIL,
    STATE,
    VILLAGES,
    VOTING,
    kind_of,
    third,
)
from simkit.games.kaivai.values import free_spaces, lateness, prepare_stakes, rounds_left, win_chance
from simkit.games.kaivai.values_boats import (
    catch_of_all,
    expected_catch,
    huts_of_all,
    prepare_places,
    sail_gain,
    sales_of_all,
    strays,
)
from simkit.kernel import kernel


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Features of all moves of the list: quantities of the list once, then a few numbers a move."""
    phase = state.phase
    if phase == ACTION:
        of_actions(state, board, rules, work, n)
    elif phase == BID:
        of_bids(state, board, work, n)
    elif phase in (BUILD_HUT, OPENING):
        of_huts(state, board, rules, work, n)
    elif phase == GOD:
        of_god(state, board, work, n)
    elif phase == DELIVER_AMOUNT:
        of_amounts(state, board, rules, work, n)
    elif phase == CELEBRATION:
        for i in range(n):
            of_celebration(state, board, work.features[i], third(work.moves[i]))
    elif phase == ISLAND_BID:
        of_island_bids(state, board, rules, work, n)
    elif phase == NEXT_VILLAGE:
        for i in range(n):
            v = third(work.moves[i])
            work.features[i, F_ISLAND] = state.cults[v] * win_chance(state, rules, v, state.seat, 1)
    elif phase == PERFORMING:
        for i in range(n):
            if state.action == FISH:
                catch = expected_catch(state, board, rules, state.seat, third(work.moves[i]))
                work.features[i, F_FISH] = usable_fish(state, board, rules, catch)
    elif phase == VOTING:
        work.features[1, F_YES] = 1.0
    elif phase in (BUILD_BOAT, FISHING, DELIVER_BOAT, MOVING):
        of_boats(state, board, rules, work, n)


@kernel
def of_actions(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Choosing an action, skipping, a sacrifice, a gift."""
    for i in range(n):
        row = work.features[i]
        kind = kind_of(work.moves[i])
        if kind == M_ACT:
            of_action(state, board, rules, work, row, third(work.moves[i]))
        elif kind == M_SKIP:
            row[F_SKIP] = 1.0
        elif kind == M_SACRIFICE:
            row[F_SACRIFICE] = 1.0 * min(board.sacrifice, max(0, state.token_store))
            row[F_POOR] = max(0, 2 - state.hand[state.seat])
            row[F_RICH] = max(0, state.hand[state.seat] - 2)
            row[F_FREE] = free_spaces(state, rules)
        elif kind == M_GIFT:
            row[F_GIFT] = 1.0


@kernel
def of_action(state: Any, board: Any, rules: Any, work: Any, row: Any, action: int) -> None:
    """What an action is expected to bring."""
    seat = state.seat
    cost = price(state, rules, action)
    if rounds_left(state, board) == 0:
        row[F_TOKENS_LAST] = cost
    else:
        row[F_TOKENS] = cost
        row[F_TOKENS_LATE] = cost * state.round_no / board.rounds
        row[F_TOKENS_RICH] = min(cost, max(0, state.hand[seat] - 3))
    if action == BUILD:
        row[F_HUTS] = huts_of_all(state, board, work, seat)
        if rounds_left(state, board) <= 1:
            row[F_HUTS_LAST] = row[F_HUTS]
    elif action == FISH:
        row[F_FISH] = usable_fish(state, board, rules, catch_of_all(state, board, rules, work, seat))
    elif action == DELIVER:
        sales_of_all(state, board, seat, work)
        note_sale(state, board, rules, work, row)
    elif action == CELEBRATE:
        best = -1
        for v in range(VILLAGES):
            if village_fish(state, v) > 0:
                if best < 0 or party(state, board, v) > party(state, board, best):
                    best = v
        of_celebration(state, board, row, best)
        row[F_MORE] = fish_held(state, seat)
    elif action == INCREASE:
        step = state.steps[seat]
        gain = board.bonus[step + 1] - board.bonus[step]
        later = board.bonus[min(step + 2, board.steps)] - board.bonus[step + 1]
        row[F_RANGE] = (gain + 0.5 * later) * rounds_left(state, board) / board.rounds
    elif action == SAIL:
        row[F_SAIL] = 1.0
        prepare_stakes(state, board, work)
        row[F_HOLD] = sail_gain(state, board, work) * lateness(state, board)
        prepare_places(state, seat, work)
        row[F_NEAR_FISH] = strays(work, work.fishing)
        row[F_NEAR_MARKET] = strays(work, work.trading)


@kernel
def best_rival_fish(state: Any, v: int) -> int:
    """Fish of the best rewarded rival in a village."""
    best = 0
    for other in range(state.players):
        if other != state.seat:
            best = max(best, state.fish_in[v, other])
    return best


@kernel
def party(state: Any, board: Any, v: int) -> float:
    """Own glory of a celebration less part of the best rival's."""
    own = (
        state.fish_in[v, state.seat]
        + state.fish_in[v, NEUTRAL]
        + village_fish(state, v) // board.fish_per_bonus
    )
    return own - 0.6 * best_rival_fish(state, v)


@kernel
def of_celebration(state: Any, board: Any, row: Any, v: int) -> None:
    """Glory of a celebration for the seat, and by how much the best rewarded rival gains more."""
    total = village_fish(state, v)
    row[F_GLORY] = state.fish_in[v, state.seat] + state.fish_in[v, NEUTRAL] + total // board.fish_per_bonus
    row[F_ENVY] = max(0.0, best_rival_fish(state, v) - row[F_GLORY])
    if rounds_left(state, board) == 0:
        row[F_GLORY_LAST] = row[F_GLORY]


SCRATCH = (
    ("boats", np.int64),  # ready boats of the deciding seat when actions are listed (prepare_ends)
    ("boat_place", np.int64, (4,)),  # their places
    ("ends", np.int64, (4, 3)),  # sets: where each can end
    ("builds", np.int64, (4, 3)),  # sets: where each can build
    ("catch", np.float64, (VILLAGES,)),  # expected catch of a boat
    ("trial", STATE, (6,)),  # copies for the search of all_move_first
    ("cursor", np.int64, (6,)),  # its stack: the next boat and site to try
    ("up", np.float64, (VILLAGES,)),  # island points gained by one more hut or boat
    ("down", np.float64, (VILLAGES,)),  # island points lost by one less
    ("sale", np.int64, (4,)),  # shells, fish on own huts, on others' huts, on own huts beside own fish
    ("fishing", np.int64, (3,)),  # set: hexes where the seat can fish
    ("trading", np.int64, (3,)),  # set: hexes beside huts that take fish
    ("home", np.int64, (3,)),  # set: hexes beside own huts that take fish
    ("served", np.int64, (3,)),  # set: huts that earlier boats of an imagined delivery have served
    ("held", np.float64, (VILLAGES,)),  # chance to hold the village as things stand
    ("rival", np.int64, (VILLAGES,)),  # most meeting huts of a rival
    ("near", np.int64, (VILLAGES,)),  # own boats at the village
    ("fleet", np.int64, (VILLAGES,)),  # most boats of a rival there
)
