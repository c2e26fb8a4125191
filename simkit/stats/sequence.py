"""Bands for whoever watches while games are played: valid at every look at once, however often one looks.

numpy alone, so that a run can show one without the libraries of the report.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.arrays import Floats, Ints, check_positive, pair

SHOWN_EVERY = 2_000
"""Deals between two looks where none are given."""


def sequence_half_width(n: ArrayLike, sd: ArrayLike, planned: int, alpha: float = 0.05) -> Floats:
    """Half-width of the asymptotic confidence sequence after ``n`` deals with standard deviation ``sd``.

    sd sqrt(2 (n r^2 + 1) / (n^2 r^2) ln(sqrt(n r^2 + 1) / alpha)) with r^2 = (-2 ln alpha + ln(1 - 2 ln alpha)) /
    planned, which makes it narrowest near ``planned`` deals (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
    arXiv 2103.06476, theorem 2.2). Valid at all looks together for large n; n and sd broadcast.
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha}; expected a number between 0 and 1")
    count = np.asarray(n, dtype=np.float64)
    r2 = (-2 * np.log(alpha) + np.log(1 - 2 * np.log(alpha))) / check_positive(planned, "planned")
    inner = 2 * (count * r2 + 1) / (count**2 * r2) * np.log(np.sqrt(count * r2 + 1) / alpha)
    return np.asarray(sd, dtype=np.float64) * np.sqrt(inner)


@dataclass(frozen=True)
class ConfidenceSequence:
    """Bands valid at every look at once.

    looks: int64 (looks,), deals. mean: (looks, columns). band: (looks, columns, 2).
    """

    looks: Ints
    mean: Floats
    band: Floats


def confidence_sequence(
    values: ArrayLike, planned: int, looks: ArrayLike | None = None, alpha: float = 0.05, joint: bool = False
) -> ConfidenceSequence:
    """Anytime-valid bands for the running mean of ``values`` (deals, columns): shares, or paired differences.

    looks: deal counts of at least 2 at which to report (default: every SHOWN_EVERY deals). joint: the columns together
    at 1 - alpha (Bonferroni) instead of each. ValueError for looks outside 2..deals.
    """
    rows = np.asarray(values, dtype=np.float64)
    rows = rows[:, None] if rows.ndim == 1 else rows
    chosen = np.arange(SHOWN_EVERY, rows.shape[0] + 1, SHOWN_EVERY) if looks is None else np.asarray(looks)
    at = chosen.astype(np.int64)
    if at.size == 0 or at.min() < 2 or at.max() > rows.shape[0]:
        raise ValueError(f"looks {at} must lie between 2 and the {rows.shape[0]} deals")
    origin = rows[0]
    edges = np.concatenate(([0], np.sort(at)))
    sums, squares = np.zeros((at.size, rows.shape[1])), np.zeros((at.size, rows.shape[1]))
    for look in range(at.size):
        part = rows[edges[look] : edges[look + 1]] - origin
        sums[look], squares[look] = part.sum(axis=0), (part**2).sum(axis=0)
    n = np.sort(at)[:, None]
    mean = np.cumsum(sums, axis=0) / n
    sd = np.sqrt(np.maximum(np.cumsum(squares, axis=0) - n * mean**2, 0.0) / (n - 1))
    half = sequence_half_width(n, sd, planned, alpha / rows.shape[1] if joint else alpha)
    mean = mean + origin
    return ConfidenceSequence(np.sort(at), mean, pair(mean - half, mean + half))
