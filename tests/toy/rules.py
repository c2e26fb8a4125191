"""Kernels of the toy race."""

from typing import Any

import numpy as np

from simkit.contract import STALLED, TYPE_SHIFT, state_dtype
from simkit.kernel import kernel
from simkit.rng import below, rekey

GOAL_REACHED = 2
BRIDGE = 1 << TYPE_SHIFT

STATE = state_dtype(
    "toy",
    __file__,
    streams=1,  # the die
    seat_counters=1,
    game_counters=1,
    fields=[
        ("walked", np.int64, (5,)),
        ("crossed", np.int64, (5,)),
        ("bridges", np.int64, (5,)),  # bridges left
        ("reached", np.int64),  # 1: someone is at the goal
        ("die", np.int64),  # the last throw
    ],
)


@kernel
def setup(state: Any, board: Any, rules: Any) -> None:
    state.round_no = 1
    state.turn_no = 1
    for seat in range(state.players):
        state.bridges[seat] = board.bridges


@kernel
def legal_moves(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Walk 1, walk 2, or cross a bridge while one is left. One step before the goal only a walk of 1 is left."""
    work.moves[0] = 1
    left = board.goal - state.walked[state.seat] - state.crossed[state.seat]
    if left == 1:
        return 1
    work.moves[1] = 2
    if state.bridges[state.seat] == 0:
        return 2
    work.moves[2] = BRIDGE
    return 3


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    for i in range(n):
        if work.moves[i] >= BRIDGE:
            work.features[i, 1] = 1.0
        else:
            work.features[i, 0] = float(work.moves[i])


@kernel
def apply_move(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    seat = state.seat
    if move >= BRIDGE:
        state.die = below(state.streams, 0, 4)
        state.bridges[seat] -= 1
        state.crossed[seat] += state.die
        state.counters[seat, 0] += 1
        if state.die == 0:
            state.tally[0] += 1
    else:
        state.walked[seat] += move
    if state.walked[seat] + state.crossed[seat] >= board.goal:
        state.reached = 1
    last = seat + 1 == state.players
    if state.reached == 1 and (last or rules.equal_turns == 0):
        state.end_cause = GOAL_REACHED
        return
    if last:
        if state.round_no == rules.max_rounds:
            state.end_cause = STALLED
            return
        state.round_no += 1
    state.seat = (seat + 1) % state.players
    state.turn_no += 1


@kernel
def is_over(state: Any) -> int:
    return 1 if state.end_cause != 0 else 0


@kernel
def final_scores(state: Any, board: Any, rules: Any, out: Any) -> None:
    for seat in range(state.players):
        out[seat, 0] = state.walked[seat] + state.crossed[seat]
        out[seat, 1] = state.walked[seat]
        out[seat, 2] = state.crossed[seat]
        out[seat, 3] = state.bridges[seat]


@kernel
def score_now(state: Any, board: Any, rules: Any, out: Any) -> None:
    for seat in range(state.players):
        out[seat] = state.walked[seat] + state.crossed[seat]


@kernel
def component(state: Any, board: Any, move: int) -> int:
    if move >= BRIDGE:
        return 0
    return 1 if move == 2 else -1


@kernel
def hide(state: Any, board: Any, rules: Any, seat: int, key: int) -> None:
    rekey(state.streams, key)


@kernel
def broken(state: Any, board: Any, rules: Any) -> int:
    for seat in range(state.players):
        if state.bridges[seat] < 0:
            return 1
    return 0
