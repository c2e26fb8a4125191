"""From intervals to words: advantage, balanced, or undecided.

Seat: "advantage" or "disadvantage" where the simultaneous 95 % interval lies wholly outside the margin around the
fair share; "balanced" where the 90 % interval lies wholly inside it (two one-sided tests of 5 %); otherwise
"undecided". A significance test never decides.
"""

from dataclasses import dataclass
from math import ceil, isfinite

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.arrays import Floats, as_matrix, as_vector, check_positive
from simkit.stats.intervals import t_quantile
from simkit.stats.moments import Moments, merge, moments
from simkit.stats.power import decision_games
from simkit.stats.seats import SeatResult, seat_result_from

ADVANTAGE, DISADVANTAGE, BALANCED = "advantage", "disadvantage", "balanced"
UNDECIDED, STALLED = "undecided", "undecided: stalled games"

HOPELESS = 1e9
"""More games than this are not a plan: ``more_games`` is then None."""


@dataclass(frozen=True)
class SeatVerdict:
    """The verdict on one seat.

    kind: one of the five words above. gap: share minus fair. negligible: balanced, yet the simultaneous interval
    excludes the fair share ("real but negligible"). more_games: for "undecided", about how many more games decide it
    (with probability 0.9, were the truth as found); None where not undecided, or where the share lies so close to the
    margin's edge that no feasible number would. stalled: (low, high) of the share if every stalled game had gone
    against or for the seat; None without stalled games.
    """

    seat: int
    kind: str
    gap: float
    negligible: bool = False
    more_games: int | None = None
    stalled: tuple[float, float] | None = None


@dataclass(frozen=True)
class TableVerdict:
    """The verdict on the table: advantage if any seat has one (or a disadvantage), balanced only if all seats are.

    more_games: the largest of the undecided seats', None if none is undecided or one has no feasible number.
    """

    kind: str
    margin: float
    seats: tuple[SeatVerdict, ...]
    more_games: int | None = None

    @property
    def negligible(self) -> bool:
        """Balanced, with a difference that is real but negligible at some seat."""
        return self.kind == BALANCED and any(seat.negligible for seat in self.seats)


@dataclass(frozen=True)
class StalledDeals:
    """Deals of which some game was ended by a cap, and which the shares therefore leave out.

    won: float64 (deals, seats), each seat's share of the deal's games over those that ended by the rules, divided by
    all games of the deal. open: float64 (deals,), share of the deal's games that stalled; won and open sum to 1.
    """

    won: Floats
    open: Floats

    def bounds(self, seat: int) -> tuple[Moments, Moments]:
        """Moments of the deals had every stalled game gone against (shared by the others) or for ``seat``."""
        against = self.won + self.open[:, None] / (self.won.shape[1] - 1)
        against[:, seat] = self.won[:, seat]
        favour = self.won.copy()
        favour[:, seat] += self.open
        return moments(against), moments(favour)


def stalled_deals(won: ArrayLike, stalled: ArrayLike) -> StalledDeals:
    """Checked ``StalledDeals`` from won (deals, seats) and stalled (deals,). ValueError where they do not sum to 1."""
    rows = as_matrix(won, "won")
    rest = as_vector(stalled, "stalled", rows.shape[0])
    if rows.min() < 0 or rest.min() < 0 or np.abs(rows.sum(axis=1) + rest - 1).max() > 1e-6:
        raise ValueError("won and stalled shares of a deal must be at least 0 and sum to 1")
    return StalledDeals(rows, rest)


def verdict(
    result: SeatResult, margin: float, rotations: int = 1, stalled: StalledDeals | None = None
) -> TableVerdict:
    """The verdict on a table with the margin in share of wins (0.01: one percentage point).

    rotations: games a deal, to turn deals into games. stalled: the deals left out for a stalled game; where a seat's
    verdict changes between the two extremes of their outcomes it is "undecided: stalled games".
    ValueError for a margin of 0 or less.
    """
    check_positive(margin, "margin")
    if rotations < 1:
        raise ValueError(f"rotations is {rotations}; expected at least 1")
    seats = tuple(_seat_verdict(result, seat, margin, rotations) for seat in range(result.seats))
    if stalled is not None:
        seats = tuple(_with_stalled(result, seat, margin, stalled) for seat in seats)
    return _table(seats, margin)


def judge(result: SeatResult, seat: int, margin: float) -> str:
    """The word for one seat from its intervals alone."""
    low, high = result.simultaneous[seat] - result.fair
    if low > margin:
        return ADVANTAGE
    if high < -margin:
        return DISADVANTAGE
    low, high = result.equivalence[seat] - result.fair
    return BALANCED if -margin < low and high < margin else UNDECIDED


def _seat_verdict(result: SeatResult, seat: int, margin: float, rotations: int) -> SeatVerdict:
    kind = judge(result, seat, margin)
    gap = float(result.gap[seat])
    low, high = result.simultaneous[seat] - result.fair
    return SeatVerdict(
        seat=seat,
        kind=kind,
        gap=gap,
        negligible=kind == BALANCED and bool(low > 0 or high < 0),
        more_games=_more_games(result, seat, margin, rotations) if kind == UNDECIDED else None,
    )


def _more_games(result: SeatResult, seat: int, margin: float, rotations: int) -> int | None:
    """Games beyond those played until the seat is decided, if the truth is the share found."""
    distance = abs(abs(float(result.gap[seat])) - margin)
    inside = abs(float(result.gap[seat])) < margin
    critical = t_quantile(0.90, result.deals) if inside else result.critical
    # a share without variance is as uncertain as a coin of which one side never came up
    width = float(result.interval[seat, 1] - result.interval[seat, 0])
    sd = float(result.moments.sd[seat]) or width * np.sqrt(result.deals) / 4
    more = (decision_games(sd, distance, critical) - result.deals) * rotations
    if not isfinite(more) or more > HOPELESS:
        return None
    return max(rotations, ceil(more / rotations) * rotations)


def _with_stalled(result: SeatResult, seat: SeatVerdict, margin: float, stalled: StalledDeals) -> SeatVerdict:
    extremes = [seat_result_from(merge(result.moments, extra)) for extra in stalled.bounds(seat.seat)]
    bounds = (float(extremes[0].share[seat.seat]), float(extremes[1].share[seat.seat]))
    words = {judge(extreme, seat.seat, margin) for extreme in extremes} | {seat.kind}
    if len(words) == 1:
        return SeatVerdict(seat.seat, seat.kind, seat.gap, seat.negligible, seat.more_games, bounds)
    return SeatVerdict(seat.seat, STALLED, seat.gap, stalled=bounds)


def _table(seats: tuple[SeatVerdict, ...], margin: float) -> TableVerdict:
    kinds = {seat.kind for seat in seats}
    if kinds & {ADVANTAGE, DISADVANTAGE}:
        return TableVerdict(ADVANTAGE, margin, seats)
    if STALLED in kinds:
        return TableVerdict(STALLED, margin, seats)
    if kinds == {BALANCED}:
        return TableVerdict(BALANCED, margin, seats)
    needed = [seat.more_games for seat in seats if seat.kind == UNDECIDED]
    known = [games for games in needed if games is not None]
    return TableVerdict(UNDECIDED, margin, seats, max(known) if len(known) == len(needed) else None)
