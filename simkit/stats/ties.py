"""Which sets of seats win together: frequency of each winning set, and of shared wins."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import Floats, Ints, as_counts, check_level
from simkit.stats.intervals import Estimate, proportion, wilson


@dataclass(frozen=True)
class TieTable:
    """Winning sets, most frequent first.

    sets: the seats of each set. counts: int64 (sets,). frequency: (sets,). interval: Wilson's, (sets, 2), with deals
    as units. shared: the rate of shared wins.
    """

    games: int
    sets: tuple[tuple[int, ...], ...]
    counts: Ints
    frequency: Floats
    interval: Floats
    shared: Estimate


def tie_sets(
    masks: ArrayLike, counts: ArrayLike | None = None, deals: int | None = None, level: float = 0.95
) -> TieTable:
    """Frequency of each set of winners.

    masks: int (games,), bit s set where seat s is among the winners; counts: how often each mask occurs (default
    once). deals: of which the games are (default: each is one). ValueError for a game without a winner, masks that are
    not integers, or wrong counts.
    """
    bits = np.asarray(masks)
    if bits.ndim != 1 or bits.size == 0 or not np.issubdtype(bits.dtype, np.integer):
        raise ValueError(f"masks has shape {bits.shape} and type {bits.dtype}; expected a vector of integers")
    if bits.min() <= 0:
        raise ValueError(f"mask {bits.min()} names no winner; expected at least one seat a game")
    weight = as_counts(counts, bits.size)
    found, where = np.unique(bits.astype(np.int64), return_inverse=True)
    tally = np.bincount(where, weight, minlength=found.size).astype(np.int64)
    found, tally = found[tally > 0], tally[tally > 0]
    order = np.lexsort((found, -tally))
    found, tally = found[order], tally[order]
    games = int(tally.sum())
    units = games if deals is None else deals
    z = float(stats.norm.ppf((1 + check_level(level)) / 2))
    several = (found & (found - 1)) != 0
    return TieTable(
        games=games,
        sets=tuple(tuple(s for s in range(63) if mask >> s & 1) for mask in found.tolist()),
        counts=tally,
        frequency=tally / games,
        interval=wilson(tally * (units / games), units, z),
        shared=proportion(int(tally[several].sum()), games, units, level),
    )
