"""Scores, margins and lengths: means, quantiles with intervals, and lengths cut off by a cap."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import Bools, Floats, as_matrix, as_vector, check_level, pair
from simkit.stats.intervals import Estimate, proportion, t_quantile
from simkit.stats.moments import clustered_moments

PROBABILITIES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Summary:
    """Mean, spread and quantiles of one quantity, in its own unit.

    mean: with interval and n. sd: standard deviation of one value. probabilities, quantiles: (quantiles,); interval:
    of the quantiles, (quantiles, 2), by order statistics; empty where only sums were known.
    """

    mean: Estimate
    sd: float
    probabilities: Floats
    quantiles: Floats
    interval: Floats


def summary_from_sums(n: int, total: float, squares: float, level: float = 0.95) -> Summary:
    """Mean and standard deviation from the number of values, their sum and their sum of squares.

    ValueError for n < 1 or sums that no values can have.
    """
    if n < 1:
        raise ValueError(f"n is {n}; expected at least 1")
    mean = total / n
    spread = squares - n * mean * mean
    if spread < -1e-9 * max(abs(squares), 1.0):
        raise ValueError(f"sum of squares {squares} is too small for {n} values with sum {total}")
    sd = float(np.sqrt(max(spread, 0.0) / (n - 1))) if n > 1 else 0.0
    none = np.zeros(0)
    return Summary(_mean(mean, sd / np.sqrt(n), n, level), sd, none, none, np.zeros((0, 2)))


def summary(
    values: ArrayLike,
    probabilities: Sequence[float] = PROBABILITIES,
    level: float = 0.95,
    groups: ArrayLike | None = None,
) -> Summary:
    """Mean, standard deviation and quantiles of ``values`` (n,).

    groups: int (n,), the deal of each value; values of one deal are then not taken for independent: the mean's standard
    error comes from the deals' sums, and quantile intervals are widened by the same factor. ValueError for an empty
    or non-finite array.
    """
    x = as_vector(values, "values")
    sd = float(x.std(ddof=1)) if x.size > 1 else 0.0
    units, se = x.size, sd / np.sqrt(x.size)
    if groups is not None:
        sample = clustered_moments(x, groups)
        units, se = sample.deals, float(sample.se[0])
    inflate = float(np.clip(se * np.sqrt(x.size) / sd, 1.0, None)) if sd > 0 else 1.0
    chosen = as_vector(probabilities, "probabilities")
    quantiles, interval = _quantiles(x, chosen, inflate, level)
    return Summary(_mean(float(x.mean()), se, units, level), sd, chosen, quantiles, interval)


def _mean(value: float, se: float, n: int, level: float) -> Estimate:
    half = t_quantile(level, n) * se if n > 1 else float("inf")
    return Estimate(value, float(se), value - half, value + half, n, level)


def _quantiles(x: Floats, probabilities: Floats, inflate: float, level: float) -> tuple[Floats, Floats]:
    """Quantiles and their intervals: order statistics at n p -+ z sqrt(n p (1 - p)) (Conover 1999, 3.2)."""
    n = x.size
    z = float(stats.norm.ppf((1 + check_level(level)) / 2))
    reach = z * inflate * np.sqrt(n * probabilities * (1 - probabilities))
    low = np.clip(np.floor(n * probabilities - reach).astype(np.int64) - 1, 0, n - 1)
    high = np.clip(np.ceil(n * probabilities + reach).astype(np.int64), 0, n - 1)
    middle = np.clip(np.ceil(n * probabilities).astype(np.int64) - 1, 0, n - 1)
    ordered = np.partition(x, np.unique(np.concatenate((low, middle, high))))
    return ordered[middle], pair(ordered[low], ordered[high])


@dataclass(frozen=True)
class LengthDistribution:
    """Lengths of games, some cut off by a cap (Kaplan and Meier 1958).

    values: distinct lengths at which games ended. cdf: share of games ended by then; interval: (values, 2), log(-log)
    Greenwood. mean: of the uncapped games. median, quartiles: smallest length with cdf at least 1/4, 1/2, 3/4 (nan if
    never reached). capped: rate of games cut off.
    """

    games: int
    values: Floats
    cdf: Floats
    interval: Floats
    mean: float
    quartiles: tuple[float, float, float]
    capped: Estimate

    @property
    def median(self) -> float:
        """Smallest length by which half of the games have ended; nan if fewer did."""
        return self.quartiles[1]


def length_distribution(
    lengths: ArrayLike, capped: ArrayLike | None = None, level: float = 0.95
) -> LengthDistribution:
    """Distribution of ``lengths`` (games,), in rounds or turns; capped: bool (games,), the game was cut off there.

    ValueError for an empty or non-finite array, or where every game was cut off.
    """
    x = as_vector(lengths, "lengths")
    cut = np.zeros(x.size, dtype=np.bool_) if capped is None else np.asarray(capped, dtype=np.bool_)
    if cut.shape != x.shape:
        raise ValueError(f"capped has shape {cut.shape}; expected {x.shape}")
    if cut.all():
        raise ValueError("every game was cut off; there is no length to describe")
    values, ended, at_risk = _life_table(x, cut)
    survival: Floats = np.cumprod(1 - ended / at_risk).astype(np.float64)
    greenwood = np.cumsum(ended / np.maximum(at_risk * (at_risk - ended), 1e-300))
    interval = _survival_interval(survival, greenwood, float(stats.norm.ppf((1 + check_level(level)) / 2)))
    cdf = 1 - survival
    reached = np.append(values, np.nan)
    found = reached[np.searchsorted(cdf, np.array((0.25, 0.5, 0.75)) - 1e-12)]
    return LengthDistribution(
        games=x.size,
        values=values,
        cdf=cdf,
        interval=interval,
        mean=float(x[~cut].mean()),
        quartiles=(float(found[0]), float(found[1]), float(found[2])),
        capped=proportion(int(cut.sum()), x.size, level=level),
    )


def _life_table(x: Floats, cut: Bools) -> tuple[Floats, Floats, Floats]:
    """Distinct lengths at which games ended, how many ended there, and how many were still going."""
    values, where = np.unique(x, return_inverse=True)
    ended = np.bincount(where, ~cut).astype(np.float64)
    total = np.bincount(where).astype(np.float64)
    at_risk = x.size - np.concatenate(([0.0], np.cumsum(total)[:-1]))
    some = ended > 0
    return values[some], ended[some], at_risk[some]


def _survival_interval(survival: Floats, greenwood: Floats, z: float) -> Floats:
    """Interval of the cdf, on the log(-log) scale of the survival; equal to the cdf where that is 1."""
    inside = (survival > 1e-12) & (survival < 1 - 1e-12)
    safe = np.where(inside, survival, 0.5)
    half = z * np.sqrt(np.where(inside, greenwood, 0.0)) / np.abs(np.log(safe))
    low, high = safe ** np.exp(half), safe ** np.exp(-half)
    return pair(np.where(inside, 1 - high, 1 - survival), np.where(inside, 1 - low, 1 - survival))


def length_difference(
    base: ArrayLike,
    variant: ArrayLike,
    base_capped: ArrayLike | None = None,
    variant_capped: ArrayLike | None = None,
) -> float:
    """p-value of the log-rank test that base and variant games last equally long, games cut off taken into account.

    For independent arms; on paired deals compare the mean lengths with ``paired`` instead. ValueError as above.
    """

    def sample(lengths: ArrayLike, capped: ArrayLike | None) -> stats.CensoredData:
        x = as_vector(lengths, "lengths")
        cut = np.zeros(x.size, dtype=np.bool_) if capped is None else np.asarray(capped, dtype=np.bool_)
        return stats.CensoredData(uncensored=x[~cut], right=x[cut])

    return float(stats.logrank(sample(base, base_capped), sample(variant, variant_capped)).pvalue)


def margins(scores: ArrayLike) -> Floats:
    """Points between the best and the second-best score of each game, (games,), from scores (games, seats)."""
    data = as_matrix(scores, "scores")
    if data.shape[1] < 2:
        raise ValueError("a margin needs at least 2 seats")
    top = np.partition(data, data.shape[1] - 2, axis=1)
    return top[:, -1] - top[:, -2]


def close_games(margin: ArrayLike, within: float, level: float = 0.95) -> Estimate:
    """Share of games decided by at most ``within`` points, with Wilson's interval; margin: (games,)."""
    gaps = as_vector(margin, "margin")
    return proportion(int((gaps <= within).sum()), gaps.size, level=level)
