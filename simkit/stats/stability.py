"""Does a finding hold across settings: along a ladder of skill, and over policies, boards and variants."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import as_vector, check_level, check_positive
from simkit.stats.intervals import Estimate
from simkit.stats.multiple import holm


@dataclass(frozen=True)
class LadderTrend:
    """How an effect changes along a ladder of skill.

    slope: change of the effect a tier, by weighted least squares with the tiers' known errors. change: the last tier's
    effect less the first's, as they stand: it holds whether or not the tiers lie on a line. lack_of_fit_p: chi-square
    test that they do (nan for two tiers). word: "sign change" (two tiers are significantly on different sides of 0, by
    Holm), else "growing" or "shrinking" (in size: the slope's interval leaves out 0, and no two tiers differ
    significantly the other way, by Holm over all pairs), else "uneven" (the tiers do not lie on a line, or some differ
    one way and some the other), else "stable" (the interval at 1 - 2 alpha of every difference of two tiers, two
    one-sided tests each, lies within the margin), else "undecided".
    """

    slope: Estimate
    change: Estimate
    p: float
    lack_of_fit_p: float
    word: str


def ladder_trend(
    tiers: ArrayLike, effects: ArrayLike, se: ArrayLike, margin: float, level: float = 0.95
) -> LadderTrend:
    """Trend of effects (tiers,) with standard errors over skill tiers (tiers,), independent runs.

    margin: a difference of two tiers that does not matter, in the effects' unit. ValueError for fewer than two
    different tiers or an error of 0 or less.
    """
    x = as_vector(tiers, "tiers")
    y, noise = as_vector(effects, "effects", x.size), as_vector(se, "se", x.size)
    if np.ptp(x) == 0 or noise.min() <= 0:
        raise ValueError("a trend needs at least 2 different tiers, each with a standard error above 0")
    check_positive(margin, "margin")
    w = noise**-2.0
    centre = float(w @ x / w.sum())
    mean = float(w @ y / w.sum())
    spread = float(w @ (x - centre) ** 2)
    slope, error = float(w @ ((x - centre) * y)) / spread, spread**-0.5
    z, one_sided = (float(stats.norm.ppf(q)) for q in ((1 + check_level(level)) / 2, level))
    rest = float(w @ (y - mean - slope * (x - centre)) ** 2)
    fit = float(stats.chi2.sf(rest, x.size - 2)) if x.size > 2 else float("nan")
    sure = holm(2 * stats.norm.sf(np.abs(y / noise))) < 1 - level
    first, second = np.triu_indices(x.size, 1)
    steps = (y[second] - y[first]) * np.sign(x[second] - x[first])
    errors = np.hypot(noise[first], noise[second])
    differs = holm(2 * stats.norm.sf(np.abs(steps / errors))) < 1 - level
    both_ways = (differs & (steps * slope < 0)).any()
    middle = mean + slope * ((x.min() + x.max()) / 2 - centre)
    if (sure & (y > 0)).any() and (sure & (y < 0)).any():
        word = "sign change"
    elif abs(slope) > z * error and not both_ways:
        word = "growing" if slope * middle > 0 else "shrinking"
    elif fit < 1 - level or differs.any():
        word = "uneven"
    else:
        word = "stable" if (np.abs(steps) + one_sided * errors <= margin).all() else "undecided"
    last, foot = int(np.argmax(x)), int(np.argmin(x))
    each = _estimate(slope, error, z, x.size, level)
    whole = _estimate(float(y[last] - y[foot]), float(np.hypot(noise[last], noise[foot])), z, x.size, level)
    return LadderTrend(each, whole, float(2 * stats.norm.sf(abs(slope) / error)), fit, word)


def _estimate(value: float, error: float, z: float, n: int, level: float) -> Estimate:
    return Estimate(value, error, value - z * error, value + z * error, n, level)


@dataclass(frozen=True)
class Stability:
    """One effect over many settings: how many have each sign, how many lie outside the margin, and the range.

    sign_stability: share of settings with the commoner sign.
    """

    settings: int
    positive: int
    outside: int
    low: float
    high: float
    sign_stability: float


def stability(effects: ArrayLike, margin: float) -> Stability:
    """Signs and range of effects (settings,); ``margin`` in the same unit. ValueError for none or a margin of 0."""
    x = as_vector(effects, "effects")
    check_positive(margin, "margin")
    positive, negative = int((x > 0).sum()), int((x < 0).sum())
    return Stability(
        settings=x.size,
        positive=positive,
        outside=int((np.abs(x) > margin).sum()),
        low=float(x.min()),
        high=float(x.max()),
        sign_stability=max(positive, negative) / x.size,
    )
