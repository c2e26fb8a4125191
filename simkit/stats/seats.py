"""Seat effects: share of wins per seat with intervals, tests against equal seats, and sizes of the effect.

The sample is the deal: ``shares`` (deals, seats) holds each seat's win share averaged over the deal's rotations (a
k-way tie gives 1/k each), so every row sums to 1. Seats of one deal are dependent; everything here follows from the
deals' covariance, never from pooled counts.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import Floats, as_matrix, as_shares, check_level
from simkit.stats.intervals import (
    DRAWS,
    FEW,
    Estimate,
    max_t_quantile,
    mean_interval,
    normals,
    share_interval,
    t_quantile,
)
from simkit.stats.moments import Moments, moments

SMALL = 1000
"""With fewer deals the Wald test is Hotelling's F, with more its limit chi-square."""


@dataclass(frozen=True)
class WaldTest:
    """Test that all seats win equally often.

    statistic ~ ``method`` with ``df`` (and ``df2``) degrees of freedom; nan where the deals are too few to test.
    method: "chi-square", "F", or "score" where the deals do not vary in a direction in which the seats differ.
    """

    statistic: float
    df: int
    df2: float
    p: float
    method: str


@dataclass(frozen=True)
class Contrast:
    """A weighted sum of the seat shares; its fair value is 0. estimate in share of wins; p: two-sided t-test."""

    name: str
    weights: Floats
    estimate: Estimate
    p: float


@dataclass(frozen=True)
class Distance:
    """How far the shares are from fair, as one number of at least 0.

    value: at the shares found, biased up by noise. noise: its mean if all seats were equal. debiased: value - noise,
    at least 0. low, high: interval for the true distance (conservative, by the triangle inequality).
    """

    value: float
    noise: float
    debiased: float
    low: float
    high: float


@dataclass(frozen=True)
class SeatResult:
    """Seat shares of one arm. Arrays are float64 by seat; intervals (seats, 2); shares and gaps in 0..1.

    moments: mean and covariance of one deal. covariance: of the shares (seats, seats). interval: 95 % for one seat.
    simultaneous: 95 % for all seats at once. equivalence: 90 %, for the two one-sided tests. critical: value behind
    ``simultaneous``. distances: Cohen's w, total variation, largest gap between two seats (1 - Ludii's Balance).
    """

    moments: Moments
    fair: float
    share: Floats
    se: Floats
    covariance: Floats
    interval: Floats
    simultaneous: Floats
    equivalence: Floats
    critical: float
    wald: WaldTest
    first_last: Contrast
    trend: Contrast
    cohen_w: Distance
    total_variation: Distance
    largest_gap: Distance

    @property
    def seats(self) -> int:
        """Number of seats."""
        return int(self.share.size)

    @property
    def deals(self) -> int:
        """Number of independent deals."""
        return self.moments.deals

    @property
    def gap(self) -> Floats:
        """Share minus the fair share, (seats,)."""
        return self.share - self.fair

    @property
    def half_width(self) -> float:
        """Largest half-width of the single-seat intervals, in share of wins."""
        return float((self.interval[:, 1] - self.interval[:, 0]).max() / 2)

    @property
    def ludii_balance(self) -> float:
        """1 minus the largest gap between two seats, freed of the noise's upward bias (Ludii's Balance metric)."""
        return 1 - self.largest_gap.debiased


def seat_result(shares: ArrayLike, counts: ArrayLike | None = None, level: float = 0.95) -> SeatResult:
    """Seat shares of one arm from ``shares`` (deals, seats), each row occurring ``counts`` times (default once).

    ValueError for rows that do not sum to 1, values outside [0, 1], fewer than two seats, wrong counts.
    """
    return seat_result_from(moments(as_shares(shares), counts), level)


def seat_result_from(sample: Moments, level: float = 0.95, few: float = FEW) -> SeatResult:
    """Seat shares from the moments of the deals' shares (see ``seat_result``).

    Single intervals: Student; simultaneous: multivariate t; both Wilson's where wins or losses are fewer than
    ``few`` (0 where a row is itself a mean of many games). The interval for equivalence has level 1 - 2 (1 - level).
    """
    check_level(level)
    critical = max_t_quantile(sample.covariance, level, sample.deals)
    k = sample.columns
    first_last = np.zeros(k)
    first_last[0], first_last[-1] = 1.0, -1.0
    later = np.arange(k) - (k - 1) / 2
    wobble = _wobble(sample)
    gap = sample.mean - 1 / k
    return SeatResult(
        moments=sample,
        fair=1 / k,
        share=sample.mean,
        se=sample.se,
        covariance=sample.covariance / sample.deals,
        interval=share_interval(sample, t_quantile(level, sample.deals), few),
        simultaneous=share_interval(sample, critical, few),
        equivalence=share_interval(sample, t_quantile(2 * level - 1, sample.deals), few),
        critical=critical,
        wald=wald_test(sample),
        first_last=contrast(sample, first_last, "first seat minus last seat", level),
        trend=contrast(sample, later / (later @ later), "change per later seat", level),
        cohen_w=_distance(_cohen_w(gap), _cohen_w(wobble), level),
        total_variation=_distance(_total_variation(gap), _total_variation(wobble), level),
        largest_gap=_distance(_largest_gap(gap), _largest_gap(wobble), level),
    )


def wald_test(sample: Moments) -> WaldTest:
    """Wald test of equal shares on the deals' vectors: B d' S^+ d with d = mean - 1/k.

    chi-square with rank(S) degrees of freedom (k - 1 as a rule); Hotelling's F below SMALL deals. Where S does not
    span d (one seat wins every deal, say) the score form is used: S about the fair share instead of the mean.
    """
    B, k = sample.deals, sample.columns
    d = sample.mean - 1 / k
    statistic, rank, spanned = _quadratic(d, sample.covariance)
    if np.abs(d).max() < 1e-12:
        return WaldTest(0.0, rank, float("nan"), 1.0, "chi-square")
    if not spanned:
        about_fair = sample.covariance * ((B - 1) / B) + np.outer(d, d)
        statistic, rank, _ = _quadratic(d, about_fair)
        p = float(stats.chi2.sf(B * statistic, k - 1))
        return WaldTest(B * statistic, k - 1, float("nan"), p, "score")
    if B >= SMALL:
        p = float(stats.chi2.sf(B * statistic, rank))
        return WaldTest(B * statistic, rank, float("nan"), p, "chi-square")
    if rank >= B - 1:
        return WaldTest(float("nan"), rank, float(B - rank), float("nan"), "F")
    f = B * statistic * (B - rank) / (rank * (B - 1))
    return WaldTest(f, rank, float(B - rank), float(stats.f.sf(f, rank, B - rank)), "F")


def contrast(sample: Moments, weights: ArrayLike, name: str, level: float = 0.95) -> Contrast:
    """The contrast sum(weights x share) with its t interval and test.

    weights: (seats,), summing to 0 so that fair seats give 0; ValueError otherwise.
    """
    c = np.asarray(weights, dtype=np.float64)
    if c.shape != (sample.columns,) or abs(c.sum()) > 1e-9:
        raise ValueError(f"weights {c} of a contrast of {sample.columns} seats must be as many and sum to 0")
    value, se = sample.contrast(c)
    half = t_quantile(level, sample.deals) * se if sample.deals > 1 else float("inf")
    if se > 0:
        p = float(2 * stats.t.sf(abs(value) / se, sample.deals - 1))
    else:
        p = float("nan")
    return Contrast(name, c, Estimate(value, se, value - half, value + half, sample.deals, level), p)


@dataclass(frozen=True)
class ScoreGaps:
    """Final scores by seat, each against the mean of all seats of the same deal.

    mean, se: points, (seats,). gap, gap_se: points, (seats,). interval, simultaneous: of the gap, 95 %, (seats, 2).
    gap_sd: the gap in standard deviations of one deal's score, (seats,).
    """

    deals: int
    mean: Floats
    se: Floats
    gap: Floats
    gap_se: Floats
    interval: Floats
    simultaneous: Floats
    gap_sd: Floats


def score_gaps(scores: ArrayLike, counts: ArrayLike | None = None, level: float = 0.95) -> ScoreGaps:
    """Score advantage of each seat from ``scores`` (deals, seats), points, averaged over the deal's rotations.

    gap = score - mean of the deal's seats. ValueError for an empty or non-finite array.
    """
    data = as_matrix(scores, "scores")
    sample = moments(data, counts)
    gaps = moments(data - data.mean(axis=1, keepdims=True), counts)
    sd = np.sqrt(np.mean(sample.sd**2))
    critical = max_t_quantile(gaps.covariance, level, gaps.deals)
    return ScoreGaps(
        deals=sample.deals,
        mean=sample.mean,
        se=sample.se,
        gap=gaps.mean,
        gap_se=gaps.se,
        interval=mean_interval(gaps, t_quantile(level, gaps.deals)),
        simultaneous=mean_interval(gaps, critical),
        gap_sd=gaps.mean / sd if sd > 0 else np.zeros_like(gaps.mean),
    )


def _quadratic(d: Floats, S: Floats) -> tuple[float, int, bool]:
    """d' S^+ d, the rank of S, and whether S spans d."""
    values, vectors = np.linalg.eigh(S)
    keep = values > 1e-10 * max(float(values.max()), 1e-300)
    along = vectors.T @ d
    outside = float(np.sum(along[~keep] ** 2))
    spanned = outside <= 1e-12 * max(float(d @ d), 1e-300)
    return float(np.sum(along[keep] ** 2 / values[keep])), int(keep.sum()), spanned


def _wobble(sample: Moments) -> Floats:
    """Draws (seats, DRAWS // 4) of the error of the shares: normal, mean 0, covariance as found."""
    values, vectors = np.linalg.eigh(sample.covariance / sample.deals)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    return root @ normals(sample.columns, DRAWS // 4)


def _cohen_w(gap: Floats) -> Floats:
    return np.sqrt(np.sum(gap**2, axis=0) * gap.shape[0])


def _total_variation(gap: Floats) -> Floats:
    return np.sum(np.abs(gap), axis=0) / 2


def _largest_gap(gap: Floats) -> Floats:
    return gap.max(axis=0) - gap.min(axis=0)


def _distance(distance: Floats, noise: Floats, level: float) -> Distance:
    """Each distance is a seminorm of the gaps: |distance found - true distance| <= distance of the error."""
    value, mean, reach = float(distance), float(noise.mean()), float(np.quantile(noise, level))
    return Distance(value, mean, max(value - mean, 0.0), max(value - reach, 0.0), value + reach)
