"""What a pool of styles shows: who beats whom, ratings, dominated styles, and how much of it is a cycle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.report.collect import ArmData, Collected, stalled_deals_of
from simkit.scenario_arms import POOL
from simkit.stats.aggregate import Ratios
from simkit.stats.intervals import Estimate
from simkit.stats.logit import (
    InteractionTest,
    Ratings,
    SeatPolicyFit,
    interaction_test,
    plackett_luce,
    seat_policy_fit,
)
from simkit.stats.pool import Dominance, PayoffTable, PoolRanking, dominated_styles, payoff_table, rank_pool

MOST_GAMES = 200_000
"""Games of a player count that are compared, evenly from its tables, first deals first."""


@dataclass(frozen=True)
class StrategyFinding:
    """The styles of one player count. ``fit``, ``ratings``, ``interaction``: None with ``trouble``, a sentence why."""

    players: int
    names: list[str]
    tables: int
    games: int
    shares: list[Estimate]
    table: PayoffTable
    dominance: Dominance
    ranking: PoolRanking
    fit: SeatPolicyFit | None
    ratings: Ratings | None
    interaction: InteractionTest | None
    trouble: str

    @property
    def label(self) -> str:
        """How the page calls it."""
        return f"{self.players} players"

    @property
    def all_together(self) -> bool:
        """Whether all styles sit at every table: then no pair ever meets without the rest, and no cycle can show."""
        return len(self.names) <= self.players

    @property
    def unbeaten(self) -> list[int]:
        """The style with the largest win share, and those that it does not surely win more than, head to head."""
        best, *others = self.order
        lead = self.table.payoff[best] - self.table.half_width()[best]
        return [best, *(i for i in others if lead[i] <= 0)]

    @property
    def order(self) -> list[int]:
        """The styles, the largest win share first."""
        return sorted(range(len(self.names)), key=lambda i: -self.shares[i].value)


@dataclass(frozen=True)
class Sittings:
    """Games of several tables: shares, ranks and styles (games, seats), deals (games,)."""

    shares: np.ndarray[Any, Any]
    ranks: np.ndarray[Any, Any]
    styles: np.ndarray[Any, Any]
    deals: np.ndarray[Any, Any]


def strategy_findings(collected: Collected) -> list[StrategyFinding]:
    """One for each player count at which all styles of the tables met each other."""
    return [found for data in collected.main if (found := _finding(collected.run, data)) is not None]


def _finding(run: Any, data: ArmData) -> StrategyFinding | None:
    arms = [data.arm, *(arm for arm in run.arms if arm.role == POOL and arm.players == data.players)]
    names = list(dict.fromkeys(name for arm in arms for name in arm.policies))
    if len(names) < 2:
        return None
    rotations = sum(arm.rotations for arm in arms)
    # as many deals of each table: else one that the precision stop ended early would count for less
    most = min(-(-MOST_GAMES // rotations), *(run.deals(arm) for arm in arms))
    pieces = [piece for arm in arms if len((piece := _sittings(run, arm, names, most)).deals)]
    if not pieces:
        return None
    found = Sittings(*(np.concatenate([getattr(p, name) for p in pieces]) for name in vars(pieces[0])))
    if len(np.unique(found.deals)) < 2:
        return None
    table = payoff_table(found.shares, found.styles, len(names), found.deals)
    if not np.isfinite(table.payoff).all():
        return None
    fit = ratings = interaction = None
    trouble = ""
    try:
        fit = seat_policy_fit(found.shares, found.styles, len(names), found.deals)
        ratings = plackett_luce(found.ranks, found.styles, len(names), found.deals)
        interaction = interaction_test(found.shares, found.styles, len(names), found.deals)
    except ValueError as error:
        trouble = str(error)
    return StrategyFinding(
        players=data.players,
        names=names,
        tables=len(arms),
        games=len(found.deals),
        shares=_shares(found, len(names)),
        table=table,
        dominance=dominated_styles(table),
        ranking=rank_pool(table),
        fit=fit,
        ratings=ratings,
        interaction=interaction,
        trouble=trouble,
    )


def _sittings(run: Any, arm: Any, names: list[str], deals: int) -> Sittings:
    """The first ``deals`` deals of one table, those with a stalled game left out."""
    bad = stalled_deals_of(run, [arm])
    shape = (-1, arm.rotations, arm.players)
    shares, ranks, numbers = [], [], []
    for part in run.parts("seats", arm, ("deal", "win_share", "rank")):
        number = part["deal"].reshape(shape)[:, 0, 0]
        keep = (number < deals) & ~bad[number]
        shares.append(part["win_share"].reshape(shape)[keep])
        ranks.append(part["rank"].reshape(shape)[keep])
        numbers.append(number[keep])
        if number[-1] >= deals:
            break
    style = np.array([names.index(name) for name in arm.policies])[np.array(arm.seating)]
    deal = np.concatenate(numbers) if numbers else np.zeros(0, np.int64)
    flat = (-1, arm.players)
    empty = np.zeros((0, arm.players))
    return Sittings(
        (np.concatenate(shares) if shares else empty).reshape(flat),
        (np.concatenate(ranks) if ranks else empty).reshape(flat).astype(np.float64),
        np.tile(style, (len(deal), 1)),
        np.repeat(deal, arm.rotations),
    )


def _shares(found: Sittings, count: int) -> list[Estimate]:
    """Win share of a seat that each style plays, deals as units."""
    _, place = np.unique(found.deals, return_inverse=True)
    rows = int(place.max()) + 1
    won, sat = np.zeros((rows, count)), np.zeros((rows, count))
    for style in range(count):
        mine = found.styles == style
        won[:, style] = np.bincount(place, (found.shares * mine).sum(axis=1), minlength=rows)
        sat[:, style] = np.bincount(place, mine.sum(axis=1), minlength=rows)
    sums = Ratios(count)
    sums.add(won, sat)
    return sums.rates()
