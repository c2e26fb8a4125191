"""When to stop playing: at a fixed precision, or whenever one likes with an anytime-valid band.

Stopping on the width of an interval keeps its coverage (Chow and Robbins 1965); stopping on its verdict does not,
unless the band is valid at every look.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.arrays import Floats, Ints, as_shares, check_positive, pair
from simkit.stats.intervals import share_interval, t_quantile
from simkit.stats.moments import Moments, merge, moments

LOOK_EVERY = 2_000
"""The precision stop looks only at multiples of so many deals, the first look included."""


@dataclass(frozen=True)
class PrecisionStop:
    """Result of the precision stop.

    reached: whether some look was precise enough. deals: deal numbers used, those left out for a stalled game
    included; all deals where the precision was not reached. half_width: largest half-width of the single-seat 95 %
    intervals at ``deals``, in share of wins (infinite where every deal was left out).
    """

    reached: bool
    deals: int
    half_width: float


def half_width(sample: Moments, level: float = 0.95) -> float:
    """Largest half-width of the single-seat intervals, in share of wins."""
    interval = share_interval(sample, t_quantile(level, sample.deals))
    return float((interval[:, 1] - interval[:, 0]).max() / 2)


def precision_stop(
    shares: ArrayLike, precision: float, every: int = LOOK_EVERY, level: float = 0.95
) -> PrecisionStop:
    """First multiple of ``every`` deals at which every seat's interval is at most -+ ``precision`` wide.

    shares: (deals, seats), a prefix of finished deals in the order of their numbers; a row of nan is a deal left out
    for a stalled game: it counts as a deal and not in the shares. Depends on the prefix alone, so neither threads nor
    block sizes can move it. ValueError for wrong shares or a precision of 0 or less.
    """
    rows = np.asarray(shares, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[0] == 0:
        raise ValueError(f"shares has shape {rows.shape}; expected (deals, seats)")
    starts = range(0, rows.shape[0], every)
    parts = (_part(rows[start : start + every]) for start in starts)
    sizes = [min(every, rows.shape[0] - start) for start in starts]
    return precision_stop_from(zip(sizes, parts, strict=True), precision, every, level)


def precision_stop_from(
    parts: Iterable[tuple[int, Moments | None]],
    precision: float,
    every: int = LOOK_EVERY,
    level: float = 0.95,
) -> PrecisionStop:
    """As ``precision_stop``, from the moments of successive parts of ``every`` deals.

    parts: (deals of the part, moments of those not left out, or None if all were); only the last may be shorter, and
    a shorter part is no look. Reads no further than the stop.
    """
    check_positive(precision, "precision")
    total: Moments | None = None
    deals, width = 0, float("inf")
    for size, part in parts:
        deals += size
        if part is not None:
            total = part if total is None else merge(total, part)
            width = half_width(total, level)
        if size == every and width <= precision:
            return PrecisionStop(True, deals, width)
    return PrecisionStop(False, deals, width)


def _part(rows: Floats) -> Moments | None:
    clean = rows[~np.isnan(rows).all(axis=1)]
    return moments(as_shares(clean)) if clean.shape[0] else None


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

    looks: deal counts of at least 2 at which to report (default: every LOOK_EVERY deals). joint: the columns together
    at 1 - alpha (Bonferroni) instead of each. ValueError for looks outside 2..deals.
    """
    rows = np.asarray(values, dtype=np.float64)
    rows = rows[:, None] if rows.ndim == 1 else rows
    chosen = np.arange(LOOK_EVERY, rows.shape[0] + 1, LOOK_EVERY) if looks is None else np.asarray(looks)
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
