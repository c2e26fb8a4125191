"""Confidence intervals shared by the estimators: Student, Wilson, and simultaneous by the largest |t|."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import Floats, check_level, generator, pair
from simkit.stats.moments import Moments

FEW = 10.0
"""Below this many (share-)wins or losses a share's interval is Wilson's instead of Student's."""

DRAWS = 1 << 17
"""Draws behind a simultaneous critical value: its Monte Carlo standard error is about 0.005."""

BATCHES, RESAMPLES = 500, 2000
"""Runs of rows, and resamples of them, behind a bootstrap."""

SEED = 20_261_130
"""Fixed seed of those draws, so that a report made twice has the same bytes."""


@dataclass(frozen=True)
class Estimate:
    """One number with its uncertainty. interval: (low, high) at ``level``; n: independent units; se may be nan."""

    value: float
    se: float
    low: float
    high: float
    n: int
    level: float = 0.95

    @property
    def half(self) -> float:
        """Half the interval's width."""
        return (self.high - self.low) / 2


@lru_cache(maxsize=1024)
def t_quantile(level: float, deals: int) -> float:
    """Two-sided critical value of Student's t with deals - 1 degrees of freedom; infinite for one deal."""
    return float(stats.t.ppf((1 + check_level(level)) / 2, deals - 1)) if deals > 1 else float("inf")


def correlation(covariance: Floats) -> Floats:
    """Correlation matrix; a column without variance is uncorrelated with all others."""
    sd = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    scale = np.where(sd > 0, sd, 1.0)
    result: Floats = covariance / np.outer(scale, scale)
    np.fill_diagonal(result, 1.0)
    return result


@lru_cache(maxsize=4)
def normals(rows: int, draws: int) -> Floats:
    """Standard normals (rows, draws) of the fixed seed, read-only; kept, for they are asked for again and again."""
    values = generator(SEED).standard_normal((rows, draws))
    values.setflags(write=False)
    return values


@lru_cache(maxsize=4)
def _chi(df: int) -> Floats:
    """Chi over the root of its degrees of freedom, (DRAWS,), of a seed of its own, read-only."""
    values = np.sqrt(generator(SEED + 1).chisquare(df, DRAWS) / df)
    values.setflags(write=False)
    return values


@lru_cache(maxsize=4)
def _resamples(runs: int, seed: int) -> Floats:
    """How often each run is drawn in each resample, (RESAMPLES, runs), read-only."""
    counts = generator(seed).multinomial(runs, np.full(runs, 1 / runs), RESAMPLES).astype(np.float64)
    counts.setflags(write=False)
    return counts


def max_t_quantile(covariance: Floats, level: float = 0.95, deals: int | None = None) -> float:
    """Critical value c with P(max |t_j| <= c) = level over all columns at once.

    The t_j are jointly normal with the correlations of ``covariance`` (columns, columns), divided by one common
    chi with deals - 1 degrees of freedom (normal where deals is None): multivariate t, Hothorn, Bretz and Westfall
    2008. Columns without variance are left out. By DRAWS draws of a fixed seed; exact where one column, or two
    columns that sum to a constant, are left.
    """
    check_level(level)
    varying = np.diag(covariance) > 0
    if deals is not None and deals < 2:
        return float("inf")
    rho = correlation(covariance[np.ix_(varying, varying)])
    values, vectors = np.linalg.eigh(rho) if rho.size else (np.zeros(0), np.zeros((0, 0)))
    keep = values > 1e-10
    if keep.sum() <= 1:
        return t_quantile(level, deals) if deals is not None else float(stats.norm.ppf((1 + level) / 2))
    root = vectors[:, keep] * np.sqrt(values[keep])
    largest = np.abs(root @ normals(int(keep.sum()), DRAWS)).max(axis=0)
    if deals is not None and deals < 10_000:
        largest /= _chi(deals - 1)
    return float(np.quantile(largest, level))


def wilson(wins: ArrayLike, games: ArrayLike, z: float) -> Floats:
    """Wilson's interval for a proportion (Wilson 1927), (..., 2), at the critical value ``z``.

    For fractional wins it is conservative: a share in [0, 1] varies no more than a coin of the same mean.
    """
    n = np.asarray(games, dtype=np.float64)
    p = np.asarray(wins, dtype=np.float64) / n
    if not np.isfinite(z):
        return pair(np.zeros_like(p), np.ones_like(p))
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(np.maximum(p * (1 - p), 0) / n + z * z / (4 * n * n))
    return pair(np.minimum(np.maximum(centre - half, 0.0), p), np.maximum(np.minimum(centre + half, 1.0), p))


def batch_bootstrap(rows: Floats, seed: int = SEED) -> Floats:
    """Bootstrap draws (RESAMPLES, columns) of the mean of ``rows`` (n, columns).

    Rows are summed in up to BATCHES runs of nearly equal length and the runs resampled, which for many rows has the law
    of the ordinary bootstrap and needs no copies of millions of rows.
    """
    n = rows.shape[0]
    edges = np.linspace(0, n, min(BATCHES, n) + 1).astype(np.int64)
    sums = np.add.reduceat(rows, edges[:-1], axis=0)
    size = np.diff(edges).astype(np.float64)
    counts = _resamples(size.size, seed)
    draws: Floats = (counts @ sums) / (counts @ size)[:, None]
    return draws


def proportion(hits: float, n: int, deals: int | None = None, level: float = 0.95) -> Estimate:
    """A proportion of ``n`` games with Wilson's interval. ValueError unless 0 <= hits <= n, n > 0.

    deals: of which these games are (default: each is one). Games of one deal may all go the same way, so the interval
    is as wide as if only so many had been played: conservative.
    """
    if n <= 0 or not 0 <= hits <= n:
        raise ValueError(f"{hits} of {n} is no proportion")
    p, units = hits / n, n if deals is None else deals
    low, high = wilson(p * units, units, float(stats.norm.ppf((1 + check_level(level)) / 2)))
    return Estimate(p, float(np.sqrt(p * (1 - p) / units)), float(low), float(high), n, level)


def share_interval(sample: Moments, critical: float, few: float = FEW) -> Floats:
    """Intervals (columns, 2) of mean shares: mean -+ critical x SE, cut to [0, 1].

    Where deals x share or deals x (1 - share) is below ``few`` the normal law does not hold and the interval is
    Wilson's with n = deals, which is conservative for fractional shares. Where all deals are alike, another outcome may
    have a chance of up to u = c^2 / (deals + c^2) (Wilson's bound for none seen) and any share in it: the interval is
    (1 - u) mean to (1 - u) mean + u. ``few`` = 0 turns both off, for rows that are themselves means of many games.
    """
    p = np.clip(sample.mean, 0.0, 1.0)
    if not np.isfinite(critical):
        return pair(np.zeros_like(p), np.ones_like(p))
    half = critical * sample.se
    plain = pair(np.maximum(p - half, 0.0), np.minimum(p + half, 1.0))
    rare = np.minimum(p, 1 - p) * sample.deals < few
    alike = (sample.se == 0) & (few > 0)
    u = critical**2 / (sample.deals + critical**2)
    plain = np.where(alike[:, None], pair((1 - u) * p, (1 - u) * p + u), plain)
    return np.where((rare & ~alike)[:, None], wilson(p * sample.deals, sample.deals, critical), plain)


def share_estimate(sample: Moments, column: int = 0, level: float = 0.95) -> Estimate:
    """One column's mean share or rate, with its interval inside [0, 1] (see ``share_interval``)."""
    low, high = share_interval(sample, t_quantile(level, sample.deals))[column]
    return Estimate(
        float(sample.mean[column]), float(sample.se[column]), float(low), float(high), sample.deals, level
    )


def mean_estimate(sample: Moments, column: int = 0, level: float = 0.95) -> Estimate:
    """One column's mean with its Student interval (infinite for a single deal)."""
    value, se = float(sample.mean[column]), float(sample.se[column])
    half = t_quantile(level, sample.deals) * se if sample.deals > 1 else float("inf")
    return Estimate(value, se, value - half, value + half, sample.deals, level)


def mean_interval(sample: Moments, critical: float) -> Floats:
    """Intervals (columns, 2) of means: mean -+ critical x SE; infinite for a single deal."""
    half = critical * sample.se if np.isfinite(critical) else np.full(sample.columns, np.inf)
    return pair(sample.mean - half, sample.mean + half)
