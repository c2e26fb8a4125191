"""Does a finding hold across settings: along a ladder of skill, and over policies, boards and variants."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import Floats, as_vector, check_level, check_positive
from simkit.stats.intervals import Estimate
from simkit.stats.multiple import holm


@dataclass(frozen=True)
class LadderTrend:
    """How an effect changes along a ladder of skill.

    change: effect on the last tier less that on the first. slope: change a tier, by weighted least squares with the
    tiers' known errors; p: that it is 0; lack_of_fit_p: chi-square test that the tiers lie on the line (nan for two
    tiers). equal_p: chi-square test that all tiers have one effect.

    word: "sign change" (two tiers are significantly on different sides of 0, by Holm); else "growing" or "shrinking"
    (in size: the interval of ``change`` leaves out 0, and no step from one tier to the next goes significantly the
    other way, by Holm); else "uneven" (the tiers have not one effect); else "stable" (the interval of the change at 1 -
    2 alpha, two one-sided tests, lies within the margin), else "undecided". The line decides nothing: where the tiers
    do not lie on one, its slope is mostly that between the tiers with the smallest errors.
    """

    change: Estimate
    slope: Estimate
    p: float
    lack_of_fit_p: float
    equal_p: float
    word: str


def ladder_trend(
    tiers: ArrayLike, effects: ArrayLike, se: ArrayLike, margin: float, level: float = 0.95
) -> LadderTrend:
    """Trend of effects (tiers,) with standard errors over skill tiers (tiers,), rising, of independent runs.

    margin: a change over the whole ladder that does not matter, in the effects' unit. ValueError for fewer than two
    tiers, tiers that do not rise, or an error of 0 or less.
    """
    x = as_vector(tiers, "tiers")
    y, noise = as_vector(effects, "effects", x.size), as_vector(se, "se", x.size)
    if x.size < 2 or (np.diff(x) <= 0).any() or noise.min() <= 0:
        raise ValueError(
            "a trend needs at least 2 different tiers in order, each with a standard error above 0"
        )
    check_positive(margin, "margin")
    w = noise**-2.0
    centre, mean = float(w @ x / w.sum()), float(w @ y / w.sum())
    spread = float(w @ (x - centre) ** 2)
    slope, error = float(w @ ((x - centre) * y)) / spread, spread**-0.5
    z = float(stats.norm.ppf((1 + check_level(level)) / 2))
    rest = float(w @ (y - mean - slope * (x - centre)) ** 2)
    change, spent = float(y[-1] - y[0]), float(np.hypot(noise[0], noise[-1]))
    equal = float(stats.chi2.sf(w @ (y - mean) ** 2, x.size - 1))
    return LadderTrend(
        change=Estimate(change, spent, change - z * spent, change + z * spent, x.size, level),
        slope=Estimate(slope, error, slope - z * error, slope + z * error, x.size, level),
        p=float(2 * stats.norm.sf(abs(slope) / error)),
        lack_of_fit_p=float(stats.chi2.sf(rest, x.size - 2)) if x.size > 2 else float("nan"),
        equal_p=equal,
        word=_trend_word(y, noise, equal, margin, level),
    )


def _trend_word(y: Floats, noise: Floats, equal_p: float, margin: float, level: float) -> str:
    """The word for effects (tiers,) with their errors; see ``LadderTrend``."""
    alpha = 1 - level
    sure = holm(2 * stats.norm.sf(np.abs(y / noise))) < alpha
    if (sure & (y > 0)).any() and (sure & (y < 0)).any():
        return "sign change"
    change, error = float(y[-1] - y[0]), float(np.hypot(noise[0], noise[-1]))
    if 2 * stats.norm.sf(abs(change) / error) < alpha:
        back = -np.sign(change) * np.diff(y) / np.hypot(noise[1:], noise[:-1])
        if not (holm(2 * stats.norm.sf(np.maximum(back, 0.0))) < alpha).any():
            return "growing" if abs(y[-1]) > abs(y[0]) else "shrinking"
    if equal_p < alpha:
        return "uneven"
    return "stable" if abs(change) + float(stats.norm.ppf(level)) * error <= margin else "undecided"


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
