"""Kernels of the toy game of lots."""

from typing import Any

import numpy as np

from simkit.contract import TYPE_SHIFT, state_dtype
from simkit.kernel import kernel
from simkit.rng import below, rekey

SETTLED = 2
CHEST = 1 << TYPE_SHIFT
PURSE = 2 << TYPE_SHIFT
NUMBERS, CHESTS = 0, 1

STATE = state_dtype(
    "lots",
    __file__,
    streams=1,  # hands before the first decision and dice after the last one: the same stream
    seat_counters=1,
    game_counters=0,
    fields=[
        ("hand", np.int64, (5,)),
        ("named", np.int64, (5,)),
        ("chest", np.int64, (5,)),
        ("die", np.int64, (5,)),
    ],
)


@kernel
def setup(state: Any, board: Any, rules: Any) -> None:
    state.round_no = 1
    state.turn_no = 1
    for seat in range(state.players):
        state.hand[seat] = below(state.streams, 0, 4)


@kernel
def legal_moves(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Name 0, 1 or 2; then take a chest, a purse or nothing."""
    work.moves[0] = 0
    if state.phase == NUMBERS:
        work.moves[1] = 1
        work.moves[2] = 2
        return 3
    work.moves[1] = CHEST
    work.moves[2] = PURSE
    return 3


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    leads = 1.0
    for other in range(state.players):
        if other != state.seat and state.hand[other] >= state.hand[state.seat]:
            leads = 0.0
    for i in range(n):
        if work.moves[i] == CHEST:
            work.features[i, 1] = 1.0
            work.features[i, 2] = leads
        elif work.moves[i] == PURSE:
            work.features[i, 3] = 1.0
        else:
            work.features[i, 0] = float(work.moves[i])


@kernel
def apply_move(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    seat = state.seat
    if state.phase == NUMBERS:
        state.named[seat] = move
    elif move == CHEST:
        state.chest[seat] = 1
        state.counters[seat, 0] += 1
    if seat + 1 < state.players:
        state.seat += 1
        state.turn_no += 1
        return
    if state.phase == NUMBERS:
        state.phase = CHESTS
        state.seat = 0
        state.turn_no += 1
        state.round_no += 1
        return
    for one in range(state.players):
        state.die[one] = below(state.streams, 0, 6)
    state.end_cause = SETTLED


@kernel
def is_over(state: Any) -> int:
    return 1 if state.end_cause != 0 else 0


@kernel
def final_scores(state: Any, board: Any, rules: Any, out: Any) -> None:
    for seat in range(state.players):
        out[seat, 1] = board.hand * state.hand[seat]
        out[seat, 2] = board.named * state.named[seat]
        out[seat, 3] = board.chest * state.chest[seat]
        out[seat, 4] = board.die * state.die[seat]
        out[seat, 0] = out[seat, 1] + out[seat, 2] + out[seat, 3] + out[seat, 4] - board.later * seat
        out[seat, 5] = -board.later * seat


@kernel
def score_now(state: Any, board: Any, rules: Any, out: Any) -> None:
    for seat in range(state.players):
        out[seat] = board.hand * state.hand[seat] + board.named * state.named[seat]
        out[seat] += board.chest * state.chest[seat] + board.die * state.die[seat] - board.later * seat


@kernel
def component(state: Any, board: Any, move: int) -> int:
    if move == PURSE:
        return 1
    return 0 if move == CHEST else -1


@kernel
def hide(state: Any, board: Any, rules: Any, seat: int, key: int) -> None:
    rekey(state.streams, key)


@kernel
def broken(state: Any, board: Any, rules: Any) -> int:
    return 1 if state.hand[0] < 0 else 0
