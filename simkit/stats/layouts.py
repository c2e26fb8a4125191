"""Unknown boards: the layout as a random factor.

With L layouts drawn from all that the rules allow, the independent unit is the layout; games of one layout share its
luck, and an interval from pooled games is far too narrow.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import Floats, as_matrix, check_level, check_positive, pair
from simkit.stats.intervals import proportion
from simkit.stats.moments import Moments, moments
from simkit.stats.seats import SeatResult, seat_result_from
from simkit.stats.verdict import TableVerdict, judge, verdict

ROBUST = 0.95
"""A verdict is robust where at least this share of layouts agrees with it."""


@dataclass(frozen=True)
class LayoutResult:
    """Seat shares over layouts; arrays by seat, intervals (seats, 2).

    overall: the seat result with layouts as units (t with layouts - 1 degrees of freedom), verdict: its words.
    layout_sd: between layouts, the games' noise taken off, (seats,). prediction: 95 % interval of the share on the next
    layout. shares: (layouts, seats) as found; drawn_in: the same, their noise taken off as far as the means allow.
    kinds: by layout and seat, the word from that layout's games alone. changed: share of layouts on which some seat
    lies on another side of the margin than it does overall, judged by ``drawn_in``. robust: changed at most 5 %.
    """

    overall: SeatResult
    verdict: TableVerdict
    layout_sd: Floats
    prediction: Floats
    shares: Floats
    drawn_in: Floats
    kinds: tuple[tuple[str, ...], ...]
    changed: float
    robust: bool

    @property
    def changed_interval(self) -> tuple[float, float]:
        """``changed`` among all layouts that the rules allow: Wilson's 95 % interval from the layouts played."""
        found = proportion(round(self.changed * len(self.shares)), len(self.shares))
        return found.low, found.high

    def sides(self) -> Floats:
        """Share of layouts on which each seat lies below, within and above the margin, by ``drawn_in``, (seats, 3)."""
        side = _side(self.drawn_in - self.overall.fair, self.verdict.margin)
        return np.stack([(side == s).mean(axis=0) for s in (-1, 0, 1)], axis=1)


def shared_covariance(samples: Sequence[ArrayLike]) -> Floats:
    """Mean covariance, between two layouts, of one deal's shares: what they have in common by playing the same deals.

    samples: each layout's shares (deals, seats), the same deals in the same order. Returns (seats, seats), freed of
    negative directions. ValueError for fewer than two layouts or two deals, or for different shapes.
    """
    rows = [as_matrix(sample, "samples") for sample in samples]
    if len(rows) < 2 or len({row.shape for row in rows}) != 1 or rows[0].shape[0] < 2:
        raise ValueError("samples must be at least 2 layouts' shares of the same deals, at least 2 of them")
    L = len(rows)
    own = np.mean([moments(row).covariance for row in rows], axis=0)
    middle = moments(np.mean(rows, axis=0)).covariance
    values, vectors = np.linalg.eigh((middle - own / L) / (1 - 1 / L))
    result: Floats = (vectors * np.maximum(values, 0.0)) @ vectors.T
    return result


def layout_result(
    results: Sequence[SeatResult], margin: float, level: float = 0.95, shared: ArrayLike | None = None
) -> LayoutResult:
    """Combine the seat results of several layouts, each weighing the same. margin in share of wins.

    shared: (seats, seats), covariance of the error that all layouts' shares have in common, where they were played on
    the same deals (``shared_covariance`` over the deals): it does not show between layouts, but the mean has it.

    Prediction: mean -+ t sqrt(layout_sd^2 + S^2 / L), the spread of true shares plus the error of the mean. ValueError
    for fewer than two layouts or different numbers of seats.
    """
    check_positive(margin, "margin")
    if len(results) < 2 or len({r.seats for r in results}) != 1:
        raise ValueError(f"{len(results)} layouts; expected at least 2, all with the same number of seats")
    shares, noise = np.array([r.share for r in results]), np.array([r.se**2 for r in results])
    sample = moments(shares)
    between = np.diag(sample.covariance)
    own = noise.mean(axis=0)
    if shared is not None:
        common = as_matrix(shared, "shared", shares.shape[1])
        own = np.maximum(own - np.diag(common), 0.0)
        sample = Moments(sample.deals, sample.mean, sample.covariance + len(results) * common)
    overall = seat_result_from(sample, level, few=0.0)
    true = np.maximum(between - own, 0.0)
    half = stats.t.ppf((1 + check_level(level)) / 2, len(results) - 1) * np.sqrt(true + sample.se**2)
    keep = np.sqrt(np.divide(true, between, out=np.zeros_like(true), where=between > 0))
    drawn_in = sample.mean + (shares - sample.mean) * keep
    side = _side(drawn_in - overall.fair, margin)
    changed = float((side != _side(overall.gap, margin)).any(axis=1).mean())
    return LayoutResult(
        overall=overall,
        verdict=verdict(overall, margin),
        layout_sd=np.sqrt(true),
        prediction=pair(np.maximum(sample.mean - half, 0.0), np.minimum(sample.mean + half, 1.0)),
        shares=shares,
        drawn_in=drawn_in,
        kinds=tuple(tuple(judge(r, seat, margin) for seat in range(r.seats)) for r in results),
        changed=changed,
        robust=changed <= 1 - ROBUST + 1e-12,
    )


def _side(gap: Floats, margin: float) -> Floats:
    """-1 below the margin, 0 inside, 1 above."""
    return np.sign(gap) * (np.abs(gap) > margin)
