"""Mean and covariance of independent deals: all that most estimators need, and mergeable between parts."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.arrays import CHUNK, Floats, Ints, as_counts, as_matrix


@dataclass(frozen=True)
class Moments:
    """Sample moments of ``deals`` independent vectors.

    mean: float64 (columns,). covariance: float64 (columns, columns), of one deal, divisor deals - 1; zeros for one
    deal.
    """

    deals: int
    mean: Floats
    covariance: Floats

    @property
    def columns(self) -> int:
        """Length of the vectors."""
        return int(self.mean.size)

    @property
    def sd(self) -> Floats:
        """Standard deviation of one deal, (columns,)."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    @property
    def se(self) -> Floats:
        """Standard error of the mean, (columns,)."""
        return self.sd / np.sqrt(self.deals)

    def contrast(self, weights: ArrayLike) -> tuple[float, float]:
        """Value and standard error of sum(weights x mean), weights (columns,)."""
        c = np.asarray(weights, dtype=np.float64)
        variance = max(float(c @ self.covariance @ c), 0.0) / self.deals
        return float(c @ self.mean), float(np.sqrt(variance))


def moments(rows: ArrayLike, counts: ArrayLike | None = None) -> Moments:
    """Moments of ``rows`` (deals, columns), each row occurring ``counts`` times (default once).

    Sums are taken about the first row, in chunks, so that five million deals need no second copy of the data.
    ValueError for an empty or non-finite array or wrong counts.
    """
    data = as_matrix(rows, "rows")
    weight = as_counts(counts, data.shape[0])
    origin = data[0]
    k = data.shape[1]
    n, first, second = 0, np.zeros(k), np.zeros((k, k))
    for start in range(0, data.shape[0], CHUNK):
        part = data[start : start + CHUNK] - origin
        w = None if weight is None else weight[start : start + CHUNK]
        n += part.shape[0] if w is None else int(w.sum())
        scaled = part if w is None else part * w[:, None]
        first += scaled.sum(axis=0)
        second += scaled.T @ part
    mean = first / n
    spread = second - n * np.outer(mean, mean)
    covariance = spread / (n - 1) if n > 1 else np.zeros_like(spread)
    # what rounding leaves of a constant column counts as constant
    size = np.sqrt(np.diag(second))
    covariance[np.abs(covariance) < np.maximum(1e-14 / n * np.outer(size, size), 1e-20)] = 0.0
    return Moments(n, origin + mean, covariance)


def merge(a: Moments, b: Moments) -> Moments:
    """Moments of the deals of both (Chan, Golub and LeVeque 1983). ValueError for different lengths."""
    if a.columns != b.columns:
        raise ValueError(f"moments of {a.columns} and {b.columns} columns cannot be merged")
    n = a.deals + b.deals
    step = b.mean - a.mean
    spread = (
        (a.deals - 1) * a.covariance
        + (b.deals - 1) * b.covariance
        + np.outer(step, step) * (a.deals * b.deals / n)
    )
    return Moments(n, a.mean + step * (b.deals / n), spread / (n - 1))


def group_index(groups: ArrayLike | None, rows: int) -> tuple[Ints, int]:
    """Index of each row's group, int64 (rows,), and the number of groups; every row its own group for None.

    groups: int (rows,), the deal of each row, in any order. ValueError for a wrong length.
    """
    if groups is None:
        return np.arange(rows, dtype=np.int64), rows
    labels = np.asarray(groups)
    if labels.shape != (rows,):
        raise ValueError(f"the deals have shape {labels.shape}; expected ({rows},)")
    found, where = np.unique(labels, return_inverse=True)
    return where.astype(np.int64), int(found.size)


def group_sums(rows: Floats, where: Ints, groups: int) -> Floats:
    """Sum of ``rows`` (n, columns) within each group: (groups, columns)."""
    return np.stack([np.bincount(where, column, minlength=groups) for column in rows.T], axis=1)


def clustered_moments(
    rows: ArrayLike, groups: ArrayLike | None = None, weights: ArrayLike | None = None
) -> Moments:
    """Moments whose mean is that of all ``rows`` (n, columns), and whose independent units are whole groups.

    groups: int (n,), the deal of each row (default: each row is one). weights: float64 (n,), at least 0; the mean is
    then sum(w x) / sum(w), whose error is linearised (a ratio of two sums over deals). ValueError as ``moments``, or
    where the weights sum to 0.
    """
    data = as_matrix(rows, "rows")
    if groups is None and weights is None:
        return moments(data)
    where, units = group_index(groups, data.shape[0])
    w = np.ones(data.shape[0]) if weights is None else np.asarray(weights, dtype=np.float64)
    total = float(w.sum())
    if w.shape != (data.shape[0],) or not total > 0 or w.min() < 0:
        raise ValueError("weights must be one number of at least 0 a row, and not all 0")
    mean = w @ data / total
    influence = group_sums((data - mean) * w[:, None], where, units) * (units / total)
    spread = influence.T @ influence / max(units - 1, 1)
    return Moments(units, mean, spread if units > 1 else np.zeros_like(spread))
