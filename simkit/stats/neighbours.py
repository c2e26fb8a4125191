"""Who sits beside whom: a seat's win share by the policies of the seats around it.

The seats form a ring in the order of their numbers. ``step`` d from a seat is the seat d places on: 1 the left
neighbour, who plays next, seats - 1 the right one, who played before. All deals are played in the same seatings, so a
pair's win share is a mean of per-deal numbers with fixed weights, and the deal with all its rotations is the sample.
Where every order is played the table is always the same and only its order changes: a difference says what it is worth
where a neighbour sits, not that it plays.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.aggregate import Sums
from simkit.stats.arrays import SUM_TOLERANCE, Bools, Floats, Ints, check_level, check_positive, pair
from simkit.stats.intervals import (
    FEW,
    max_t_quantile,
    mean_interval,
    share_interval,
    t_quantile,
    wilson,
)
from simkit.stats.moments import Moments

RAISES, LOWERS, INSIDE, OPEN = "raises", "lowers", "within the margin", "undecided"


@dataclass(frozen=True)
class NeighbourDesign:
    """Which seat-games of a deal show which pair.

    pairs: int64 (pairs, 3): policy of the player, policy of the neighbour, step from the player to it; only pairs whose
    player also meets another policy there. seat_games: of one deal, (pairs,). everyone: seat-games of one deal by
    policy, (policies,). weights: (rotations x seats, pairs + policies): mean over the seat-games of each pair, then of
    each policy.
    """

    seats: int
    rotations: int
    policies: int
    pairs: Ints
    seat_games: Ints
    everyone: Ints
    weights: Floats


@dataclass(frozen=True)
class Effects:
    """Differences of win shares, in share of wins. Arrays (effects,), intervals (effects, 2).

    interval: 95 % for one. simultaneous: 95 % for all of the table. equivalence: 90 %. critical: value behind
    ``simultaneous``. kinds: "raises" or "lowers" where the simultaneous interval lies beyond the margin, "within the
    margin" where the 90 % interval lies inside it, else "undecided".
    """

    value: Floats
    se: Floats
    interval: Floats
    simultaneous: Floats
    equivalence: Floats
    critical: float
    kinds: tuple[str, ...]

    @property
    def clear(self) -> Bools:
        """Where the simultaneous interval leaves out 0, (effects,)."""
        return (self.simultaneous[:, 0] > 0) | (self.simultaneous[:, 1] < 0)

    @property
    def decided(self) -> Bools:
        """Where the effect is beyond the margin, (effects,)."""
        return np.isin(self.kinds, (RAISES, LOWERS))

    @property
    def clearest(self) -> int:
        """The largest effect of those beyond the margin; where there are none, of the clear ones; else of all."""
        among = next(
            found for found in (self.decided, self.clear, np.ones(len(self.kinds), bool)) if found.any()
        )
        return int(np.argmax(np.where(among, np.abs(self.value), -1.0)))


@dataclass(frozen=True)
class NeighbourResult:
    """Win shares and differences by pair, and the effect of each policy on the seats around it.

    own: mean share of each policy over all seatings, (policies,), own_interval (policies, 2). share, share_interval: of
    the pairs of ``design``, 95 % for one. pairs: share of the pair minus the player's own mean. around: int64
    (effects, 2), policy of the neighbour and step to it; main: the pairs' differences averaged over all players who may
    have that neighbour there, each weighing as often as it does. main_games: seat-games of one deal behind each.
    """

    deals: int
    design: NeighbourDesign
    own: Floats
    own_interval: Floats
    share: Floats
    share_interval: Floats
    pairs: Effects
    around: Ints
    main: Effects
    main_games: Ints


def neighbour_design(
    seating: Sequence[Sequence[int]], policy_of_place: Sequence[int]
) -> NeighbourDesign | None:
    """The design of a study whose rotation r seats place seating[r][s] in seat s; policy_of_place: 0, 1 ... by place.

    None where neighbours cannot be told apart: fewer than three seats or two policies, or seatings in which not every
    ordered pair of policies meets equally often at each step and from each seat (as it does where all orders are
    played, and as often as there are such pairs of places).
    """
    who = np.asarray(policy_of_place, np.int64)[np.asarray(seating, np.int64)]
    rotations, k = who.shape
    count = int(who.max()) + 1
    if k < 3 or count < 2:
        return None
    at = np.arange(k)
    neighbour = np.stack([who[:, (at + d) % k] for d in range(1, k)], axis=-1)
    places = np.bincount(who[0], minlength=count)
    wanted = rotations * places[:, None] * (places - np.eye(count, dtype=np.int64))
    pairs, columns = [], []
    for p in range(count):
        for q in range(count):
            met = (who == p)[..., None] & (neighbour == q)
            if (met.sum(axis=0) * k * (k - 1) != wanted[p, q]).any():
                return None
            always = wanted[p, q] == wanted[p].sum()
            for d in range(1, k) if wanted[p, q] > 0 and not always else ():
                pairs.append((p, q, d))
                columns.append(met[..., d - 1].ravel())
    if not pairs:
        return None
    every = np.stack([*columns, *((who == p).ravel() for p in range(count))], axis=1).astype(np.float64)
    held = every.sum(axis=0)
    games = held.astype(np.int64)
    return NeighbourDesign(
        k, rotations, count, np.array(pairs), games[: len(pairs)], games[len(pairs) :], every / held
    )


class NeighbourSums:
    """Sums over deals of a design's pair shares; parts may be added one after the other."""

    def __init__(self, design: NeighbourDesign) -> None:
        self.design = design
        self.sums = Sums(design.weights.shape[1])

    def add(self, shares: ArrayLike) -> None:
        """Take in win shares (deals, rotations, seats). ValueError for another shape, or games that miss 1 win."""
        data = np.asarray(shares, np.float64)
        design = self.design
        if data.ndim != 3 or data.shape[1:] != (design.rotations, design.seats):
            raise ValueError(
                f"shares has shape {data.shape}; expected (deals, {design.rotations}, {design.seats})"
            )
        if not np.abs(data.sum(axis=2) - 1).max(initial=0.0) <= SUM_TOLERANCE:
            raise ValueError("the shares of a game must sum to 1")
        self.sums.add(data.reshape(len(data), -1) @ design.weights)

    def result(self, margin: float, level: float = 0.95) -> NeighbourResult:
        """The effects found so far; margin in share of wins. ValueError without deals."""
        return _result(self.design, self.sums.moments, check_positive(margin, "margin"), check_level(level))


def neighbour_result(
    shares: ArrayLike,
    seating: Sequence[Sequence[int]],
    policy_of_place: Sequence[int],
    margin: float,
    level: float = 0.95,
) -> NeighbourResult:
    """Neighbour effects from ``shares`` (deals, rotations, seats), share of wins; see ``neighbour_design``.

    ValueError where the design tells no neighbours apart.
    """
    design = neighbour_design(seating, policy_of_place)
    if design is None:
        raise ValueError("these seatings do not show each pair of neighbours equally often")
    sums = NeighbourSums(design)
    sums.add(shares)
    return sums.result(margin, level)


def _result(design: NeighbourDesign, sample: Moments, margin: float, level: float) -> NeighbourResult:
    """All effects are contrasts of the deals' means.

    Where a pair has too few wins for the normal law its interval is that of its share (Wilson's), less the player's own
    mean: conservative, for the mean of all pairs varies less than the one.
    """
    n = len(design.pairs)
    against_own = np.hstack([np.eye(n), np.zeros((n, design.policies))])
    against_own[np.arange(n), n + design.pairs[:, 0]] = -1.0
    around = np.unique(design.pairs[:, 1:], axis=0)
    mine = (design.pairs[None, :, 1:] == around[:, None]).all(axis=2) * design.seat_games
    averaged = mine / mine.sum(axis=1, keepdims=True)
    pairs = _contrasts(sample, against_own)
    main = _contrasts(sample, averaged @ against_own)
    alone = _alone(sample, np.concatenate([design.seat_games, design.everyone]).astype(np.float64))
    shares = _shares(sample, alone, t_quantile(level, sample.deals))
    rare = _few(sample, alone)[:n]
    less_own = pairs.mean - sample.mean[:n]

    def of_pairs(critical: float, rarely: float) -> Floats:
        shifted = _shares(sample, alone, rarely)[:n] + less_own[:, None]
        return np.where(rare[:, None], shifted, _varying(pairs, critical, rarely))

    def of_main(critical: float, rarely: float) -> Floats:
        return _varying(main, critical, rarely)

    return NeighbourResult(
        deals=sample.deals,
        design=design,
        own=sample.mean[n:],
        own_interval=shares[n:],
        share=sample.mean[:n],
        share_interval=shares[:n],
        pairs=_effects(pairs, of_pairs, margin, level),
        around=around,
        main=_effects(main, of_main, margin, level),
        main_games=mine.sum(axis=1),
    )


def _contrasts(sample: Moments, matrix: Floats) -> Moments:
    """Moments of the contrasts ``matrix`` (contrasts, columns); what rounding leaves of a constant is none."""
    covariance = matrix @ sample.covariance @ matrix.T
    scale = float(np.abs(sample.covariance).max())
    covariance[np.abs(covariance) <= 1e-13 * scale] = 0.0
    return Moments(sample.deals, matrix @ sample.mean, covariance)


def _varying(sample: Moments, critical: float, rarely: float) -> Floats:
    """Intervals of means; where all deals are alike another value may have a chance, as in ``share_interval``."""
    u = rarely**2 / (sample.deals + rarely**2) if np.isfinite(rarely) else np.inf
    alike = pair(sample.mean - u, sample.mean + u)
    return np.where((sample.se == 0)[:, None], alike, mean_interval(sample, critical))


def _alone(sample: Moments, games: Floats) -> Floats:
    """As how many independent games the deals of a column count: share (1 - share) / SE^2 (Korn and Graubard 1998).

    games: seat-games of one deal by column. At least the deals (all where nothing varies), at most all their games.
    """
    p = np.clip(sample.mean, 0.0, 1.0)
    one = p * (1 - p)
    per_deal = np.divide(one, sample.sd**2, out=np.ones_like(one), where=sample.sd > 0)
    counted: Floats = sample.deals * np.clip(per_deal, 1.0, games)
    return counted


def _few(sample: Moments, alone: Floats) -> Bools:
    """Columns with too few wins, or losses, for the normal law."""
    p = np.clip(sample.mean, 0.0, 1.0)
    return (np.minimum(p, 1 - p) * alone < FEW) | (sample.se == 0)


def _shares(sample: Moments, alone: Floats, critical: float) -> Floats:
    """Intervals of shares as ``share_interval``, Wilson's with the games that the deals count for."""
    plain = share_interval(sample, critical, few=0.0)
    p = np.clip(sample.mean, 0.0, 1.0)
    rare = _few(sample, alone)
    constant = share_interval(sample, critical)
    cautious = np.where((sample.se == 0)[:, None], constant, wilson(p * alone, alone, critical))
    return np.where(rare[:, None], cautious, plain)


def _effects(
    sample: Moments, intervals: Callable[[float, float], Floats], margin: float, level: float
) -> Effects:
    """All intervals of some differences.

    ``intervals`` makes them from two critical values, the second for those that hardly vary: Bonferroni's where the
    first is of the largest |t|, in which they do not count.
    """
    single, tost = t_quantile(level, sample.deals), t_quantile(2 * level - 1, sample.deals)
    critical = max_t_quantile(sample.covariance, level, sample.deals)
    simultaneous = intervals(critical, t_quantile(1 - (1 - level) / sample.columns, sample.deals))
    equivalence = intervals(tost, tost)
    kinds = np.where((np.abs(equivalence) < margin).all(axis=1), INSIDE, OPEN)
    kinds = np.where(simultaneous[:, 0] > margin, RAISES, kinds)
    kinds = np.where(simultaneous[:, 1] < -margin, LOWERS, kinds)
    return Effects(
        value=sample.mean,
        se=sample.se,
        interval=intervals(single, single),
        simultaneous=simultaneous,
        equivalence=equivalence,
        critical=critical,
        kinds=tuple(str(kind) for kind in kinds),
    )
