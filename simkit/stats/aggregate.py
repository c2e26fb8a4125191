"""Streaming sums: results arrive part by part, only small sufficient statistics stay in memory.

:class:`Sums` keeps sums and cross products of vectors of which there is one a deal (the independent unit), so means,
standard errors and covariances come from whole deals. :class:`Tally` counts how often each value occurred, so quantiles
are exact. Both take arrays and can be added to each other.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from simkit.stats.arrays import Floats
from simkit.stats.intervals import (
    Estimate,
    max_t_quantile,
    mean_interval,
    proportion,
    share_estimate,
    t_quantile,
)
from simkit.stats.moments import Moments
from simkit.stats.paired import PairedResult


def around(value: float, se: float, n: int, level: float = 0.95) -> Estimate:
    """An estimate with Student's interval on n - 1 degrees of freedom; NaN where there is nothing."""
    half = t_quantile(level, n) * se if n > 1 else np.nan
    return Estimate(float(value), float(se), float(value - half), float(value + half), int(n), level)


class Sums:
    """Count, sums and products of vectors x_b, one a deal, taken about the first of them.

    crossed: keep the cross products, which contrasts between elements need; else the squares alone.
    """

    def __init__(self, width: int, crossed: bool = True) -> None:
        self.n = 0
        self.origin: Floats = np.zeros(width)
        self.sums: Floats = np.zeros(width)
        self.products: Floats = np.zeros((width, width) if crossed else width)

    def add(self, vectors: NDArray[np.generic]) -> None:
        """Take in an array (deals, width)."""
        x = np.asarray(vectors, np.float64)
        if self.n == 0 and len(x):
            self.origin = x[0].copy()
        x = x - self.origin
        self.n += len(x)
        self.sums += np.ones(len(x)) @ x  # several times as fast as a sum down the columns of a narrow array
        self.products += x.T @ x if self.products.ndim == 2 else np.einsum("bi,bi->i", x, x)

    @property
    def moments(self) -> Moments:
        """Mean and unbiased covariance (of each element alone, where not crossed). ValueError without data."""
        if self.n == 0:
            raise ValueError("no deal was finished: there is nothing to average")
        mean = self.sums / self.n
        crossed = self.products.ndim == 2
        spread = self.products - self.n * (np.outer(mean, mean) if crossed else mean**2)
        covariance = spread / (self.n - 1) if self.n > 1 else np.zeros_like(spread)
        covariance[np.abs(covariance) < 1e-15 * max(1.0, float(np.abs(self.products).max()))] = 0.0
        return Moments(self.n, self.origin + mean, covariance if crossed else np.diag(covariance))

    def estimates(self, level: float = 0.95) -> list[Estimate]:
        """Mean and interval of each element."""
        if self.n == 0:
            return [around(np.nan, np.nan, 0, level)] * len(self.sums)
        found = self.moments
        return [around(m, s, self.n, level) for m, s in zip(found.mean, found.se, strict=True)]

    def rates(self, level: float = 0.95) -> list[Estimate]:
        """As ``estimates``, for elements in [0, 1]: the intervals stay inside, and are honest near the ends."""
        if self.n == 0:
            return self.estimates(level)
        found = self.moments
        return [share_estimate(found, column, level) for column in range(found.columns)]

    def contrast(self, weights: Sequence[float], level: float = 0.95) -> Estimate:
        """The mean of sum(weights x) with its interval."""
        return around(*self.moments.contrast(weights), self.n, level)


class Ratios:
    """Means over those units of a deal to which something applies: sum(y) / sum(m), deals independent.

    The interval is the delta method's: se = sd(y - r m) / (mean(m) sqrt(deals)).
    """

    def __init__(self, width: int) -> None:
        self.n = 0
        self.totals, self.weights = np.zeros(width), np.zeros(width)
        self.squares = np.zeros((3, width))  # of totals, of weights, and their products

    def add(self, totals: NDArray[np.generic], weights: NDArray[np.generic]) -> None:
        """Per deal (rows): sums of the quantity, and how many units they cover; arrays (deals, width)."""
        y, m = np.asarray(totals, np.float64), np.asarray(weights, np.float64)
        self.n += len(y)
        self.totals += np.ones(len(y)) @ y
        self.weights += np.ones(len(m)) @ m
        for row, (a, b) in enumerate(((y, y), (m, m), (y, m))):
            self.squares[row] += np.einsum("bi,bi->i", a, b)

    def estimates(self, level: float = 0.95) -> list[Estimate]:
        """Ratio and interval of each element (n: deals); NaN where nothing applied."""
        some = self.weights > 0
        nothing = np.full(self.weights.shape, np.nan)
        ratio = np.divide(self.totals, self.weights, out=nothing.copy(), where=some)
        own, weight, product = self.squares
        spread = np.maximum(own - 2 * ratio * product + ratio**2 * weight, 0.0)  # of y - r m, whose mean is 0
        if self.n < 2:
            return [around(float(r), np.nan, self.n, level) for r in ratio]
        deviation = np.sqrt(spread * self.n / (self.n - 1))
        se = np.divide(deviation, self.weights, out=nothing, where=some)
        return [around(float(r), float(e), self.n, level) for r, e in zip(ratio, se, strict=True)]

    def rates(self, level: float = 0.95) -> list[Estimate]:
        """As ``estimates``, for ratios in [0, 1]: the intervals stay inside, and are honest near the ends."""
        return [
            share_estimate(Moments(self.n, np.array([e.value]), np.array([[e.se**2 * self.n]])), 0, level)
            if self.n > 1 and np.isfinite(e.value)
            else e
            for e in self.estimates(level)
        ]


class Tally:
    """How often each value occurred; with weights, how much of them fell on each."""

    def __init__(self) -> None:
        self.values: Floats = np.zeros(0)
        self.counts: Floats = np.zeros(0)

    def add(self, data: NDArray[np.generic], weights: NDArray[np.generic] | None = None) -> None:
        """Take in values of any shape, whole numbers where they have weights of the same shape."""
        flat = np.asarray(data).ravel()
        if not flat.size:
            return
        if weights is not None:
            sums = np.bincount((flat - flat.min()).astype(np.int64), np.asarray(weights, np.float64).ravel())
            self._merge(np.arange(len(sums), dtype=np.float64) + float(flat.min()), sums)
            return
        low, high = flat.min(), flat.max()
        whole = np.issubdtype(flat.dtype, np.integer) or bool(np.all(flat == np.floor(flat)))
        if whole and high - low < 1 << 20:
            counts = np.bincount((flat - low).astype(np.int64))
            values = np.flatnonzero(counts).astype(np.float64)
            self._merge(values + float(low), counts[counts > 0])
        else:
            values, counts = np.unique(flat, return_counts=True)
            self._merge(values.astype(np.float64), counts)

    def _merge(self, values: Floats, counts: NDArray[np.generic]) -> None:
        everything, place = np.unique(np.concatenate([self.values, values]), return_inverse=True)
        merged = np.zeros(len(everything))
        np.add.at(merged, place, np.concatenate([self.counts, counts]))
        self.values, self.counts = everything, merged

    def merge(self, other: Tally) -> None:
        """Add another tally's counts."""
        if other.n:
            self._merge(other.values, other.counts)

    @property
    def n(self) -> int:
        """How many values, or the sum of their weights."""
        return round(float(self.counts.sum()))

    @property
    def mean(self) -> float:
        """Their mean."""
        return float(self.values @ self.counts / self.n) if self.n else float("nan")

    def quantile(self, q: float) -> float:
        """The smallest value with at least a share q of all at or below it."""
        if not self.n:
            return float("nan")
        reached = np.cumsum(self.counts)
        return float(self.values[np.searchsorted(reached, q * self.n - 1e-9)])

    def share(self, low: float = -np.inf, high: float = np.inf) -> float:
        """The share of values in [low, high]."""
        inside = (self.values >= low) & (self.values <= high)
        return float(self.counts[inside].sum() / self.n) if self.n else float("nan")

    def shares(self) -> Floats:
        """The share of each value, in the order of ``values``."""
        return self.counts / max(self.n, 1)


def close_shares(
    values: NDArray[np.generic], counts: Floats, within: Sequence[float], deals: int, level: float = 0.95
) -> list[Estimate]:
    """Shares of games whose margin is at most each bound, with Wilson's intervals; margins with their counts."""
    n = int(counts.sum())
    return [proportion(int(counts[np.asarray(values) <= bound].sum()), n, deals, level) for bound in within]


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


def gap_of(variant: Moments, base: Moments) -> Moments:
    """Variant minus base where the two were played on different deals: variances add, nothing is saved.

    Degrees of freedom: those of the smaller sample (conservative). ValueError for different numbers of columns.
    """
    if variant.columns != base.columns:
        raise ValueError(f"{variant.columns} and {base.columns} columns cannot be compared")
    n = min(variant.deals, base.deals)
    spread = n * (variant.covariance / variant.deals + base.covariance / base.deals)
    return Moments(n, variant.mean - base.mean, spread)


def unpaired(variant: Moments, base: Moments, level: float = 0.95) -> PairedResult:
    """The result of :func:`gap_of` in the form of a paired comparison."""
    gap = gap_of(variant, base)
    n = gap.deals
    critical = max_t_quantile(gap.covariance, level, n)
    t = np.divide(np.abs(gap.mean), gap.se, out=np.where(gap.mean == 0, 0.0, np.inf), where=gap.se > 0)
    columns = base.columns
    return PairedResult(
        deals=n,
        base=base.mean,
        variant=variant.mean,
        difference=gap.mean,
        se=gap.se,
        interval=mean_interval(gap, t_quantile(level, n)),
        simultaneous=mean_interval(gap, critical),
        equivalence=mean_interval(gap, t_quantile(2 * level - 1, n)),
        critical=critical,
        p=np.asarray(2 * stats.t.sf(t, n - 1), np.float64),
        correlation=np.zeros(columns),
        variance_ratio=np.ones(columns),
        hurt=np.zeros(columns, np.bool_),
    )


def change_word(result: PairedResult, margin: float) -> str:
    """The word for a change of the seats' shares.

    "changed" where some seat's simultaneous interval lies outside the margin, "unchanged" where every 90 % interval
    lies inside it, else "undecided".
    """
    outside = (result.simultaneous[:, 0] > margin) | (result.simultaneous[:, 1] < -margin)
    if outside.any():
        return "changed"
    return "unchanged" if result.equivalent(margin).all() else "undecided"
