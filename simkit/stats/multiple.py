"""Many comparisons: adjusted p-values, and shrinkage before anything is ranked."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, stats

from simkit.stats.arrays import Floats, as_vector, check_level, pair


def holm(p: ArrayLike) -> Floats:
    """p-values adjusted by Holm 1979: for a small planned family. nan stays nan and is not counted."""

    def adjust(rising: Floats) -> Floats:
        return np.asarray(np.maximum.accumulate(rising * np.arange(rising.size, 0, -1)), np.float64)

    return _adjust(p, adjust)


def benjamini_hochberg(p: ArrayLike) -> Floats:
    """p-values adjusted for the false discovery rate (Benjamini and Hochberg 1995): for tables of components."""

    def adjust(rising: Floats) -> Floats:
        scaled = rising * rising.size / np.arange(1, rising.size + 1)
        return np.asarray(np.minimum.accumulate(scaled[::-1])[::-1], np.float64)

    return _adjust(p, adjust)


def _adjust(p: ArrayLike, adjust: Callable[[Floats], Floats]) -> Floats:
    """The p-values that are known, adjusted in rising order, at most 1."""
    values = np.asarray(p, dtype=np.float64)
    known = np.isfinite(values)
    if ((values[known] < 0) | (values[known] > 1)).any():
        raise ValueError("p-values must lie between 0 and 1")
    adjusted = np.full(values.shape, np.nan)
    order = np.flatnonzero(known)[np.argsort(values[known], kind="stable")]
    adjusted[order] = np.minimum(adjust(values[order]), 1.0)
    return adjusted


@dataclass(frozen=True)
class Shrunk:
    """Estimates drawn toward their mean by how noisy they are (normal-normal empirical Bayes).

    value, sd: posterior mean and standard deviation, (n,). interval: (n, 2). weight: share kept of each deviation,
    tau^2 / (tau^2 + se^2). mean, tau: of the population of true values.
    """

    value: Floats
    sd: Floats
    interval: Floats
    weight: Floats
    mean: float
    tau: float


def shrink(estimates: ArrayLike, se: ArrayLike, level: float = 0.95) -> Shrunk:
    """Shrink ``estimates`` (n,) with standard errors ``se`` (n,) before ranking them.

    tau by Paule and Mandel 1982; the posterior variance counts the uncertainty of the mean (Morris 1983). Rank by
    ``value``: the top raw entry of many overstates itself. ValueError for fewer than 2 estimates or se <= 0.
    """
    x = as_vector(estimates, "estimates")
    noise = as_vector(se, "se", x.size)
    if x.size < 2 or noise.min() <= 0:
        raise ValueError("shrinkage needs at least 2 estimates, each with a standard error above 0")
    tau2 = _paule_mandel(x, noise**2)
    weights = 1 / (tau2 + noise**2)
    mean = float(weights @ x / weights.sum())
    kept = tau2 * weights
    value = mean + kept * (x - mean)
    sd = np.sqrt(kept * noise**2 + (1 - kept) ** 2 / weights.sum())
    z = float(stats.norm.ppf((1 + check_level(level)) / 2))
    return Shrunk(value, sd, pair(value - z * sd, value + z * sd), kept, mean, float(np.sqrt(tau2)))


def _paule_mandel(x: Floats, variances: Floats) -> float:
    """Variance between true values at which the weighted sum of squares equals its expectation n - 1."""

    def excess(tau2: float) -> float:
        w = 1 / (tau2 + variances)
        centre = w @ x / w.sum()
        return float(w @ (x - centre) ** 2 - (x.size - 1))

    if excess(0.0) <= 0:
        return 0.0
    high = float(np.sum((x - x.mean()) ** 2))
    return float(optimize.brentq(excess, 0.0, high, xtol=1e-14 + 1e-10 * high))
