"""Counts of moves and components: what was possible, what was taken, and how those seats fared."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri

from simkit.stats.arrays import Floats, check_level
from simkit.stats.intervals import Estimate, proportion

NO_BRAINER = 0.95
"""A kind of move taken more often than this, where there was a choice, is no decision any more."""

FEW_SEATS = 100
"""Seat-games that are too few to compare a component taken with one left."""

DEAD_OFFERED, DEAD_TAKEN = 0.05, 0.005
"""A kind of move possible at least so often and taken less than so often is a dead option."""


@dataclass(frozen=True)
class Taking:
    """A component: how often a seat could take it, did, and its win share then and otherwise.

    With fewer than FEW_SEATS seat-games on either side there is no difference (NaN).

    rate: taken of offered seat-games. taken_share, left_share: win shares. difference: taken minus left. All intervals
    take seat-games for independent, as those of one component nearly are.
    """

    offered: int
    taken: int
    rate: Estimate
    taken_share: Estimate
    left_share: Estimate
    difference: Estimate


def _mean(total: float, squares: float, n: int, level: float) -> Estimate:
    if n < 2:
        nothing = float("nan")
        return Estimate(total / n if n else nothing, nothing, nothing, nothing, n, level)
    mean = total / n
    se = float(np.sqrt(max(squares - n * mean * mean, 0.0) / (n - 1) / n))
    z = float(ndtri((1 + level) / 2))
    return Estimate(mean, se, mean - z * se, mean + z * se, n, level)


def taking(
    offered: int,
    taken: int,
    wins_taken: float,
    squares_taken: float,
    wins_left: float,
    squares_left: float,
    level: float = 0.95,
) -> Taking:
    """From the counts of seat-games and the sums of their win shares and squared win shares.

    ValueError unless 0 <= taken <= offered and offered > 0.
    """
    check_level(level)
    a = _mean(wins_taken, squares_taken, taken, level)
    few = min(taken, offered - taken) < FEW_SEATS
    b = _mean(wins_left, squares_left, offered - taken, level)
    value, se = a.value - b.value, float(np.hypot(a.se, b.se))
    z = float(ndtri((1 + level) / 2))
    if few:
        value = se = float("nan")
    gap = Estimate(value, se, value - z * se, value + z * se, offered, level)
    return Taking(offered, taken, proportion(taken, offered, level), a, b, gap)


@dataclass(frozen=True)
class MoveKind:
    """One kind of move over all rounds. share: of all moves made. offered_share: of all moves, while it was possible.

    chosen: how often it was taken where it was possible and there was a choice. no_brainer, dead: see the
    constants; a kind that is always taken where it is possible is a phase of its own, not a no-brainer.
    """

    share: float
    offered_share: float
    chosen: Estimate
    no_brainer: bool
    dead: bool


def move_kind(offered: int, taken: int, only: int, moves: int, level: float = 0.95) -> MoveKind:
    """From moves made while it was possible, moves of this kind, those without an alternative, and all moves."""
    choices = offered - only
    if choices <= 0:
        nothing = float("nan")
        empty = Estimate(nothing, nothing, nothing, nothing, 0, level)
        return MoveKind(taken / moves, offered / moves, empty, False, False)
    chosen = proportion(taken - only, choices, level)
    dead = offered / moves >= DEAD_OFFERED and taken / offered < DEAD_TAKEN
    return MoveKind(taken / moves, offered / moves, chosen, NO_BRAINER < chosen.value < 1.0, dead)


def mix_by_round(
    rounds: ArrayLike, kinds: ArrayLike, taken: ArrayLike, number_of_kinds: int
) -> tuple[NDArray[np.int64], Floats, NDArray[np.int64]]:
    """The rounds that occur, the share of each kind of move in each (rounds, kinds), and the moves made in each."""
    where = np.asarray(rounds, np.int64)
    kind = np.asarray(kinds, np.int64)
    found = np.unique(where)
    cell = np.searchsorted(found, where) * number_of_kinds + kind
    size = len(found) * number_of_kinds
    table = np.bincount(cell, np.asarray(taken, np.float64), minlength=size).reshape(-1, number_of_kinds)
    total = table.sum(axis=1)
    return found, table / np.maximum(total, 1)[:, None], total.astype(np.int64)
