"""Main effects of a complete grid of settings that all met the same deals, and how much of a sweep is noise.

Where every combination was played, a level's mean change is a fixed sum over points, so its error comes from the deals
alone: points that share their luck are compared exactly. For samples of settings see ``sensitivity``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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


def noise_share(means: Floats, errors: Floats) -> float:
    """The share of the variance between points' means (points,) that their errors (points,) alone would make."""
    between = float(np.var(means, ddof=1)) if means.size > 1 else 0.0
    return min(1.0, float(np.mean(errors**2)) / between) if between > 0 else 1.0


def elementary_noise(errors: Floats, rows: Sequence[int], factors: int, delta: float) -> float:
    """Mean absolute elementary effect that noise alone would give, at most: trajectories of factors + 1 rows.

    errors: (points,), of each point's mean change; rows: the point of each row of the design. The points share their
    deals, which can only make the noise of a difference smaller than sqrt(e_i^2 + e_j^2).
    """
    along = errors[np.asarray(rows, np.int64)].reshape(-1, factors + 1)
    both = np.sqrt(along[:, 1:] ** 2 + along[:, :-1] ** 2)
    return float(np.sqrt(2 / np.pi) * both.mean() / delta)
