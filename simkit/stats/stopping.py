"""When to stop playing: at a fixed precision.

Stopping on the width of an interval keeps its coverage (Chow and Robbins 1965); stopping on its verdict does not,
unless the band is valid at every look (``sequence``).
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.arrays import Floats, as_shares, check_positive
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
