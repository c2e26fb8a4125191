"""How a game runs: who leads and wins, comebacks, snowballing, equal turns, and options without a choice.

``progress`` (games, times, seats) is what each seat would score if the game ended at that fraction of its rounds;
``shares`` (games, seats) are the win shares. ``deals`` (games,) names the deal of each game; games of one deal are
dependent and form one unit (default: every game its own).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import Bools, Floats, Ints, as_matrix, as_shares, check_level
from simkit.stats.intervals import Estimate, mean_estimate, share_estimate, share_interval, t_quantile, wilson
from simkit.stats.moments import Moments, clustered_moments, group_index, group_sums


@dataclass(frozen=True)
class LeaderConversion:
    """How often the leader at a time wins the game; tied leaders share.

    times: fraction of the game, (times,). rate: (times,); interval: 95 %, (times, 2). chance: 1 / seats.
    """

    times: Floats
    rate: Floats
    interval: Floats
    chance: float
    deals: int

    def decision_point(self, threshold: float) -> tuple[float, float, float]:
        """First time at which the leader wins at least ``threshold`` of games, with the earliest and the latest time
        that the interval allows; nan where it is not reached."""
        ends = np.append(self.times, np.nan)
        curves = (self.rate, self.interval[:, 1], self.interval[:, 0])
        found = [float(ends[np.argmax(np.append(curve >= threshold, True))]) for curve in curves]
        return found[0], found[1], found[2]


def leader_conversion(
    progress: ArrayLike,
    shares: ArrayLike,
    times: ArrayLike,
    deals: ArrayLike | None = None,
    level: float = 0.95,
) -> LeaderConversion:
    """Win share of the leader at each of ``times`` (fractions of the game). ValueError for shapes that disagree."""
    values, won = _progress(progress, shares)
    at = np.asarray(times, dtype=np.float64)
    if at.shape != (values.shape[1],) or (np.diff(at) <= 0).any():
        raise ValueError(f"times {at} must be {values.shape[1]} increasing numbers")
    leads = values == values.max(axis=2, keepdims=True)
    rate = np.einsum("gts,gs->gt", leads / leads.sum(axis=2, keepdims=True), won)
    sample = clustered_moments(rate, deals)
    interval = share_interval(sample, t_quantile(check_level(level), sample.deals))
    return LeaderConversion(at, sample.mean, interval, 1 / won.shape[1], sample.deals)


@dataclass(frozen=True)
class Comeback:
    """How often the winner had been behind.

    rate: share of wins by seats that were behind. random: what it would be if the winner were drawn at random (the
    share of seats behind). excess: rate - random; below 0 where being behind hurts.
    """

    rate: Estimate
    random: Estimate
    excess: Estimate


def comeback(
    now: ArrayLike,
    shares: ArrayLike,
    deals: ArrayLike | None = None,
    behind: str = "last",
    level: float = 0.95,
) -> Comeback:
    """Wins of seats that were behind at one time, scores ``now`` (games, seats).

    behind: "last" (a lowest score, where not all are equal) or "below median". ValueError for another word.
    """
    values, won = as_matrix(now, "now"), as_shares(shares)
    if values.shape != won.shape:
        raise ValueError(f"now has shape {values.shape}; expected that of shares, {won.shape}")
    if behind == "last":
        low = values.min(axis=1, keepdims=True)
        back = (values == low) & (values.max(axis=1, keepdims=True) > low)
    elif behind == "below median":
        back = values < np.median(values, axis=1, keepdims=True)
    else:
        raise ValueError(f"behind is {behind!r}; expected 'last' or 'below median'")
    rate, random = np.sum(back * won, axis=1), back.mean(axis=1)
    sample = clustered_moments(np.stack([rate, random, rate - random], axis=1), deals)
    return _comeback(sample, level)


def _comeback(sample: Moments, level: float) -> Comeback:
    """From the moments of rate, random and their difference."""
    return Comeback(
        share_estimate(sample, 0, level), share_estimate(sample, 1, level), mean_estimate(sample, 2, level)
    )


def winner_deficit(progress: ArrayLike, shares: ArrayLike) -> Floats:
    """Largest number of points by which the winner was ever behind the leader, (games,); sharers weigh equally."""
    values, won = _progress(progress, shares)
    worst = (values.max(axis=2, keepdims=True) - values).max(axis=1)
    return np.sum(worst * won, axis=1)


def lead_changes(progress: ArrayLike) -> Ints:
    """Times at which the set of leaders differs from that at the time before, (games,); the first is no change."""
    values = np.asarray(progress, dtype=np.float64)
    if values.ndim != 3 or values.shape[1] < 1:
        raise ValueError(f"progress has shape {values.shape}; expected (games, times, seats)")
    leads = values == values.max(axis=2, keepdims=True)
    return np.sum((leads[:, 1:] != leads[:, :-1]).any(axis=2), axis=1).astype(np.int64)


def snowball(
    now: ArrayLike, final: ArrayLike, deals: ArrayLike | None = None, level: float = 0.95
) -> Estimate:
    """Slope of the points gained after a time on the lead at that time, both against the mean of the game's seats.

    now, final: scores (games, seats). Above 0: leads grow (runaway), 0: neutral, below 0: catch-up. ``now`` must be
    real score: noise in it regresses to the mean and pushes the slope below 0. The error is linearised, with deals as
    units. ValueError where nobody ever leads.
    """
    before, after = as_matrix(now, "now"), as_matrix(final, "final")
    if before.shape != after.shape:
        raise ValueError(f"now has shape {before.shape}; expected that of final, {after.shape}")
    lead = before - before.mean(axis=1, keepdims=True)
    gain = (after - after.mean(axis=1, keepdims=True)) - lead
    where, units = group_index(deals, lead.shape[0])
    squares = float(np.sum(lead**2))
    if squares == 0:
        raise ValueError("nobody leads in any game; there is no slope")
    slope = float(np.sum(lead * gain)) / squares
    score = group_sums(np.sum(lead * (gain - slope * lead), axis=1)[:, None], where, units) * (
        units / squares
    )
    spread = score.T @ score / max(units - 1, 1)
    return mean_estimate(Moments(units, np.array([slope]), spread), 0, level)


@dataclass(frozen=True)
class TurnEquality:
    """Whether seats have equally many turns.

    equal: share of games in which all have. turns: mean by seat, (seats,). extra: share of games in which the seat has
    more than the fewest, (seats,). share_with_extra: win share of seat-games with an extra turn in games of unequal
    turns, against random (the share of such seats); None where no game was unequal.
    """

    equal: Estimate
    turns: Floats
    extra: Floats
    share_with_extra: Comeback | None


def turn_equality(
    turns: ArrayLike, shares: ArrayLike, deals: ArrayLike | None = None, level: float = 0.95
) -> TurnEquality:
    """Turns (games, seats) each seat had, and whether an extra turn goes with winning. ValueError for wrong shapes."""
    count, won = as_matrix(turns, "turns"), as_shares(shares)
    if count.shape != won.shape:
        raise ValueError(f"turns has shape {count.shape}; expected that of shares, {won.shape}")
    extra = count > count.min(axis=1, keepdims=True)
    unequal = extra.any(axis=1)
    equal = share_estimate(clustered_moments(~unequal, deals), 0, level)
    with_extra = None
    if unequal.any():
        rate, random = np.sum(extra * won, axis=1), extra.mean(axis=1)
        rows = np.stack([rate, random, rate - random], axis=1)
        sample = clustered_moments(rows, deals, unequal.astype(np.float64))
        with_extra = _comeback(sample, level)
    return TurnEquality(equal, count.mean(axis=0), extra.mean(axis=0), with_extra)


NO_BRAINER, DEAD_TAKEN, DEAD_OFFERED = 0.95, 0.005, 0.05
"""An option taken more often than the first is no choice; one taken less often than the second is dead if it was
offered in at least the third part of decisions."""


@dataclass(frozen=True)
class OptionUse:
    """Use of each option (a type of move), arrays by option.

    offered: share of decisions in which it was legal. taken: share of those in which it was chosen; interval: Wilson's,
    (options, 2). no_brainer, dead: see NO_BRAINER. mix: share of all decisions. evenness: entropy of the mix over that
    of an even one, 0 to 1.
    """

    offered: Floats
    taken: Floats
    interval: Floats
    no_brainer: Bools
    dead: Bools
    mix: Floats
    evenness: float


def option_use(offered: ArrayLike, taken: ArrayLike, decisions: int, level: float = 0.95) -> OptionUse:
    """Use of options from counts: decisions in which each was legal, and in which it was taken, (options,).

    decisions: all decisions with a choice. Options never offered have taken nan. ValueError where more were taken than
    offered, or more offered than decided.
    """
    legal, chosen = np.asarray(offered, dtype=np.float64), np.asarray(taken, dtype=np.float64)
    if legal.shape != chosen.shape or legal.ndim != 1:
        raise ValueError(f"offered {legal.shape} and taken {chosen.shape} must be vectors of one length")
    if (chosen < 0).any() or (chosen > legal).any() or (legal > decisions).any():
        raise ValueError("counts must satisfy 0 <= taken <= offered <= decisions for every option")
    some = legal > 0
    rate = np.divide(chosen, legal, out=np.full(legal.shape, np.nan), where=some)
    z = float(stats.norm.ppf((1 + check_level(level)) / 2))
    interval = np.where(some[:, None], wilson(chosen, np.where(some, legal, 1.0), z), np.nan)
    share = legal / decisions
    total = float(chosen.sum())
    mix = chosen / total if total > 0 else chosen
    even = float(stats.entropy(mix) / np.log(mix.size)) if total > 0 and mix.size > 1 else 0.0
    dead = some & (share >= DEAD_OFFERED) & (np.nan_to_num(rate) < DEAD_TAKEN)
    return OptionUse(share, rate, interval, some & (np.nan_to_num(rate) > NO_BRAINER), dead, mix, even)


def _progress(progress: ArrayLike, shares: ArrayLike) -> tuple[Floats, Floats]:
    """Checked progress (games, times, seats) and shares (games, seats)."""
    values, won = np.asarray(progress, dtype=np.float64), as_shares(shares)
    if values.ndim != 3 or (values.shape[0], values.shape[2]) != won.shape or values.shape[1] == 0:
        raise ValueError(
            f"progress has shape {values.shape}; expected (games, times, seats) with shares {won.shape}"
        )
    if not np.isfinite(values).all():
        raise ValueError("progress holds values that are not finite")
    return values, won
