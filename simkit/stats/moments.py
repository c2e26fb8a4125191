"""Mean and covariance of independent deals: all that most estimators need, and mergeable between parts."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.arrays import CHUNK, Floats, as_counts, as_matrix


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
    covariance[np.abs(covariance) < 1e-15 * max(1.0, float(np.abs(second).max()))] = 0.0
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
