"""How games run, summed up part by part: leaders, comebacks, snowballs and turns, with the deal as the unit.

The streaming side of ``flow``: the same quantities from small sums, so that millions of games need no memory.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simkit.stats.aggregate import Ratios, Sums
from simkit.stats.arrays import Floats
from simkit.stats.flow import LeaderConversion
from simkit.stats.intervals import Estimate

Array = NDArray[np.generic]
Single = NDArray[np.float32]

FLOW_POINTS = 9
"""Standings kept of each game: after 0.1, 0.2 ... 0.9 of its rounds."""

TIMES: Floats = np.arange(1, FLOW_POINTS + 1) / (FLOW_POINTS + 1)

HALF = FLOW_POINTS // 2
"""Index of half time."""


@dataclass(frozen=True)
class Comebacks:
    """Share of wins by seats that were last, or below the median, at half time; ``random``: had anyone won alike."""

    last: Estimate
    last_random: Estimate
    last_excess: Estimate
    below: Estimate
    below_random: Estimate
    below_excess: Estimate


class FlowSums:
    """Leaders, comebacks and snowballs of one arm. ``players``: seats at the table."""

    def __init__(self, players: int) -> None:
        self.chance = 1 / players
        self.leader = Sums(FLOW_POINTS)
        self.last = Sums(FLOW_POINTS)
        self.behind = Sums(6)
        self.slope = Ratios(FLOW_POINTS)
        self.slope_before = Ratios(FLOW_POINTS - 1)

    def add(self, standing: Array, share: Floats, score: Array) -> Single:
        """Take in whole deals; returns by how much the winner was once behind, (deals, rotations).

        standing (deals, rotations, players, FLOW_POINTS); share and score (deals, rotations, players).
        """
        deals, rotations, players = share.shape
        by_time = np.ascontiguousarray(np.transpose(standing, (3, 2, 0, 1)), np.float32)
        by_time = by_time.reshape(FLOW_POINTS, players, -1)
        won = np.ascontiguousarray(np.moveaxis(share, -1, 0), np.float32).reshape(players, -1)
        top, low = by_time.max(axis=1), by_time.min(axis=1)
        for extreme, sums in ((top, self.leader), (low, self.last)):
            there = by_time == extreme[:, None]
            rate = (there * won).sum(axis=1) / there.sum(axis=1)
            sums.add(_by_deal(rate, deals, rotations))
        self._behind(by_time[HALF], won, top[HALF], low[HALF], deals)
        self._slopes(by_time, np.moveaxis(score, -1, 0).reshape(players, -1), deals)
        winner = np.where(won > 0, by_time, -np.inf).max(axis=1)
        return (top - winner).max(axis=0).reshape(deals, rotations).astype(np.float32)

    def _behind(self, now: Single, won: Single, top: Single, low: Single, deals: int) -> None:
        """Wins of seats that were behind at half time; nobody is last where all are level."""
        last = (now == low) & (top > low)
        below = now < np.median(now, axis=0)
        rows = []
        for back in (last, below):
            rate, random = (back * won).sum(axis=0), back.mean(axis=0)
            rows += [rate, random, rate - random]
        self.behind.add(_by_deal(np.stack(rows), deals, -1))

    def _slopes(self, by_time: Single, score: Array, deals: int) -> None:
        """Sums of lead x later gain and of squared leads, leads and gains against the mean of the table."""
        lead = by_time - by_time.mean(axis=1, keepdims=True)
        final = np.asarray(score, np.float32)
        gain = (final - final.mean(axis=0)) - lead
        own = [np.einsum("tsg,tsg->tg", lead, other) for other in (gain, lead)]
        self.slope.add(*(_by_deal(table, deals, -1) for table in own))
        before = [np.einsum("tsg,tsg->tg", lead[:-1], other[1:]) for other in (gain, lead)]
        self.slope_before.add(*(_by_deal(table, deals, -1) for table in before))

    @property
    def conversion(self) -> LeaderConversion:
        """How often the leader at each tenth goes on to win."""
        found = self.leader.rates()
        interval = np.array([(e.low, e.high) for e in found])
        rate = np.array([e.value for e in found])
        return LeaderConversion(TIMES, rate, interval, self.chance, self.leader.n)

    def comebacks(self) -> Comebacks:
        """How often the winner had been behind at half time."""
        plain, rates = self.behind.estimates(), self.behind.rates()
        return Comebacks(rates[0], rates[1], plain[2], rates[3], rates[4], plain[5])

    def snowball(self) -> list[Estimate]:
        """Slope of the points gained later on the lead at each tenth; see ``flow.snowball``."""
        return self.slope.estimates()

    def snowball_steady(self) -> list[Estimate]:
        """The slope freed of passing luck in the standing, from the second tenth on.

        The lead a tenth earlier stands in for the lead as an instrument: sum(lead_before x gain) / sum(lead_before x
        lead) (Reiersol 1941). What is luck in only one of the two leads cannot regress to the mean in it.
        """
        return self.slope_before.estimates()


def _by_deal(rows: Array, deals: int, rotations: int) -> Floats:
    """Rows (columns, games) as means over each deal's games, (deals, columns)."""
    table = np.asarray(rows, np.float64).reshape(len(rows), deals, rotations)
    means: Floats = (table[..., 0] if table.shape[2] == 1 else table.mean(axis=2)).T
    return means


class TurnSums:
    """Whether seats have equally many turns, and whether an extra turn goes with winning."""

    def __init__(self, players: int) -> None:
        self.equal = Sums(1)
        self.extra = Sums(players)
        self.gain = Ratios(3)

    def add(self, turns: Array, share: Floats) -> None:
        """turns and share (deals, rotations, players)."""
        count = np.asarray(turns)
        extra = count > count.min(axis=-1, keepdims=True)
        unequal = extra.any(axis=-1)
        self.equal.add(1.0 - unequal.mean(axis=1)[:, None])
        self.extra.add(extra.mean(axis=1))
        rate, random = (extra * share).sum(axis=-1), extra.mean(axis=-1)
        rows = np.stack([rate, random, rate - random], axis=-1).sum(axis=1)
        self.gain.add(rows, np.repeat(unequal.sum(axis=1)[:, None], 3, axis=1))

    def with_extra(self) -> tuple[Estimate, Estimate, Estimate] | None:
        """Wins of seats with an extra turn in games of unequal turns, had anyone won alike, and the difference."""
        (rate, random, _), excess = self.gain.rates(), self.gain.estimates()[2]
        return None if np.isnan(rate.value) else (rate, random, excess)
