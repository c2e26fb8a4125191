"""Main effects of a complete grid of settings that all met the same deals, and how much of a sweep is noise.

Where every combination was played, a level's mean change is a fixed sum over points, so its error comes from the deals
alone: points that share their luck are compared exactly. For samples of settings see ``sensitivity``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import stats

from simkit.stats.arrays import Floats, Ints
from simkit.stats.intervals import mean_interval, t_quantile
from simkit.stats.moments import Moments, moments


@dataclass(frozen=True)
class GridEffect:
    """One factor of a grid: mean change by level (levels,) with intervals (levels, 2), averaged over the others.

    points: settings at each level. swing: largest minus smallest change. p: Wald's test that all levels are equal.
    """

    factor: str
    value: Floats
    interval: Floats
    points: Ints
    swing: float
    p: float


class GridSums:
    """Adds up, deal by deal, the changes of the points at each level. ``levels``: the level of each point by factor."""

    def __init__(self, levels: Mapping[str, Sequence[int]], deals: int) -> None:
        self.levels = {name: np.asarray(where, np.int64) for name, where in levels.items()}
        self.counts = {name: np.bincount(where) for name, where in self.levels.items()}
        self.sums = {name: np.zeros((deals, count.size)) for name, count in self.counts.items()}

    def add(self, point: int, change: Floats) -> None:
        """One point's outcome minus the base's, (deals,)."""
        for name, where in self.levels.items():
            self.sums[name][:, where[point]] += change / self.counts[name][where[point]]

    def effects(self, level: float = 0.95) -> list[GridEffect]:
        """Each factor's effects, largest swing first. ValueError for fewer than two deals."""
        found = [
            _grid_effect(name, moments(sums), self.counts[name], level) for name, sums in self.sums.items()
        ]
        return sorted(found, key=lambda effect: -effect.swing)


def _grid_effect(name: str, sample: Moments, points: Ints, level: float) -> GridEffect:
    interval = mean_interval(sample, t_quantile(level, sample.deals))
    swing = float(sample.mean.max() - sample.mean.min())
    return GridEffect(name, sample.mean, interval, points, swing, _all_equal(sample))


def _all_equal(sample: Moments) -> float:
    """p of Wald's test that all means are equal; 1 where they are, without noise, 0 where they differ without it."""
    contrast = np.hstack([np.eye(sample.columns - 1), -np.ones((sample.columns - 1, 1))])
    gap = contrast @ sample.mean
    spread = contrast @ sample.covariance @ contrast.T / sample.deals
    inverse = np.linalg.pinv(spread, hermitian=True, rcond=1e-10)
    rank = int(np.linalg.matrix_rank(spread, hermitian=True, tol=1e-10 * max(np.abs(spread).max(), 1e-300)))
    if rank == 0:
        return 1.0 if np.allclose(gap, 0) else 0.0
    return float(stats.chi2.sf(gap @ inverse @ gap, rank))


def noise_share(changes: Sequence[Floats]) -> float:
    """The share of the variance between points' means that the luck of their deals alone would make.

    changes: each point's outcome less the base's, (deals,), on the same deals. Luck that all points share moves none
    against the others, so only what sets a point apart from the mean of all counts.
    """
    middle = np.mean(changes, axis=0)
    between = float(np.var([float(row.mean()) for row in changes], ddof=1)) if len(changes) > 1 else 0.0
    apart = (
        sum(float(np.var(row - middle, ddof=1)) for row in changes) / middle.size / max(len(changes) - 1, 1)
    )
    return min(1.0, apart / between) if between > 0 else 1.0


def elementary_noise(changes: Sequence[Floats], rows: Sequence[int], factors: int, delta: float) -> float:
    """Mean absolute elementary effect that the luck of the deals alone would give: trajectories of factors + 1 rows.

    changes: of each point, (deals,), as in ``noise_share``; rows: the point of each row of the design.
    """
    along = np.asarray(rows, np.int64).reshape(-1, factors + 1)
    errors = [
        float(np.std(changes[b] - changes[a], ddof=1)) / np.sqrt(changes[a].size)
        for path in along.tolist()
        for a, b in pairwise(path)
    ]
    return float(np.sqrt(2 / np.pi) * np.mean(errors) / delta)
