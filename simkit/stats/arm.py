"""Everything the report says about one arm, summed up part by part from plain arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit.stats.aggregate import Ratios, Sums, Tally
from simkit.stats.flow_sums import FlowSums, TurnSums
from simkit.stats.handicap import Handicap, handicap
from simkit.stats.moments import Moments
from simkit.stats.neighbours import NeighbourSums, neighbour_design

Array = NDArray[np.generic]
Floats = NDArray[np.float64]

GAME_METRICS = ("rounds", "turns", "decisions", "winning score", "margin", "lead changes", "shared wins")
"""Numbers of a game that variants are compared on, besides the seats' win shares."""

SAMPLE_GAMES = 100_000
"""First games of an arm whose scores are kept as they are, for the handicap."""

WATCH_GAMES = 200_000
"""First games of an arm among which those worth watching are sought."""

FIRST_DEALS = 20_000
"""Deals whose shares are kept to see how alike layouts are on the same deals."""


def deal_means(values: Floats) -> Floats:
    """Means over the rotations (axis 1); a deal of one game is taken as it is, which saves a pass."""
    means: Floats = values[:, 0] if values.shape[1] == 1 else values.mean(axis=1)
    return means


@dataclass(frozen=True)
class Part:
    """Whole deals of one arm as arrays: games (deals, rotations), seats (deals, rotations, players)."""

    games: Mapping[str, Array]
    seats: Mapping[str, Array]
    standing: Array | None = None  # (deals, rotations, players, flow_sums.FLOW_POINTS)


@dataclass(frozen=True)
class Shape:
    """What an arm's arrays look like; ``measures`` are the numeric seat columns whose means are wanted."""

    players: int
    places: int
    measures: Sequence[str]
    spreads: Sequence[str] = ()  # whole-numbered seat columns whose every value is counted
    game_measures: Sequence[str] = ()
    policy_of_place: Sequence[int] = ()  # number of the policy that each place plays
    keep_deals: bool = False  # keep per-deal metrics for paired comparisons
    keys: Sequence[str] = ()  # seat columns of the tie keys, compared in this order
    keep_first: bool = False  # keep the shares of the first deals
    keep_games: bool = False  # keep what is needed to find games worth watching
    seating: Sequence[Sequence[int]] = ()  # place in each seat by rotation, where neighbours are wanted


class ArmSums:
    """Sufficient statistics of one arm. ``add`` takes parts in the order of their deals."""

    def __init__(self, shape: Shape) -> None:
        k = shape.players
        self.shape = shape
        self.games = 0
        self.shares = Sums(k)
        self.share_squares = np.zeros(k)  # of single games, by seat
        self.winners = Tally()
        self.seat_means = {name: Sums(k) for name in shape.measures}
        self.winner_means = Sums(max(1, len(shape.measures)), crossed=False)
        self.seat_values = {name: [Tally() for _ in range(k)] for name in ("score", *shape.spreads)}
        self.winner_values = {name: Tally() for name in shape.spreads}
        self.game_means = Sums(max(1, len(shape.game_measures)), crossed=False)
        self.game_values = {name: Tally() for name in ("rounds", "turns", "decisions", "lead_changes")}
        self.game_values |= {name: Tally() for name in ("winning_score", "margin", "tie_break")}
        self.game_values |= {name: Tally() for name in shape.game_measures}
        self.metrics = Sums(len(GAME_METRICS))
        self.flow = FlowSums(k)
        self.turns = TurnSums(k)
        self.length_by_end: dict[int, Tally] = {}
        self.policies = max(shape.policy_of_place, default=0) + 1
        self.policy_shares = Sums(self.policies)
        self.seat_policy = Ratios(k * self.policies)
        design = neighbour_design(shape.seating, shape.policy_of_place) if len(shape.seating) else None
        self.neighbours = NeighbourSums(design) if design is not None else None
        self.deal_shares: list[Floats] = []
        self.deal_metrics: list[Array] = []
        self.first: list[tuple[Array, Floats]] = []  # deals and their shares, up to FIRST_DEALS
        self.watch: list[dict[str, Array]] = []
        self.sample: list[tuple[Floats, Floats, Array]] = []  # scores, tie keys, deals of the first games

    def add(self, part: Part) -> None:
        """Take in whole deals whose games all ended by the rules."""
        share = np.asarray(part.seats["win_share"], np.float64)
        deals, rotations, _ = share.shape
        if deals == 0:
            return
        self.games += deals * rotations
        by_deal = deal_means(share)
        self.shares.add(by_deal)
        self.share_squares += np.einsum("drs,drs->s", share, share)
        self.winners.add(part.games["winners"])
        metrics = self._game_metrics(part, share)
        self.metrics.add(metrics)
        self._seats(part, share)
        self._game_counters(part)
        self.turns.add(part.seats["turns"], share)
        if self.policies > 1:
            self._policies(part, share)
        if self.neighbours is not None:
            self.neighbours.add(share)
        if part.standing is not None:
            behind = self.flow.add(part.standing, share, part.seats["score"])
            if self.shape.keep_games and (early := self._early(part, WATCH_GAMES)):
                self._remember(part, behind, early)
        deals_here = np.asarray(part.games["deal"], np.int64)[:, 0]
        if self.shape.keep_first and deals_here[0] < FIRST_DEALS:
            first = deals_here < FIRST_DEALS
            self.first.append((deals_here[first], by_deal[first]))
        if self.shape.keep_games and (early := self._early(part, SAMPLE_GAMES)):
            self._sample(part, early)
        if self.shape.keep_deals:
            self.deal_shares.append(by_deal)
            self.deal_metrics.append(metrics.astype(np.float32))

    def _game_metrics(self, part: Part, share: Floats) -> Floats:
        """Per deal: GAME_METRICS, means over the rotations."""
        score = np.asarray(part.seats["score"], np.float64)
        ordered = np.sort(score, axis=-1)
        best, margin = ordered[..., -1], ordered[..., -1] - ordered[..., -2]
        self.game_values["winning_score"].add(best)
        self.game_values["margin"].add(margin)
        for name in ("rounds", "turns", "decisions", "lead_changes", "tie_break"):
            self.game_values[name].add(part.games[name])
        games = [part.games[name] for name in ("rounds", "turns", "decisions")]
        shared = (share > 0).sum(axis=-1) > 1
        games += [best, margin, part.games["lead_changes"], shared]
        return np.stack([deal_means(np.asarray(values, np.float64)) for values in games], axis=1)

    def _seats(self, part: Part, share: Floats) -> None:
        """Means by seat and of the winners; how often each score and category occurred."""
        won = np.zeros((len(share), max(1, len(self.shape.measures))))
        for i, name in enumerate(self.shape.measures):
            values = np.asarray(part.seats[name], np.float64)
            self.seat_means[name].add(deal_means(values))
            won[:, i] = np.einsum("drs,drs->d", values, share) / share.shape[1]
        self.winner_means.add(won)
        for name, tallies in self.seat_values.items():
            for seat, tally in enumerate(tallies):
                tally.add(part.seats[name][..., seat])
        for name, weighted in self.winner_values.items():
            weighted.add(part.seats[name], share)

    def _game_counters(self, part: Part) -> None:
        causes = part.games["end_cause"]
        for cause in np.unique(causes):
            self.length_by_end.setdefault(int(cause), Tally()).add(part.games["rounds"][causes == cause])
        columns = [np.asarray(part.games[name], np.float64) for name in self.shape.game_measures]
        for name, column in zip(self.shape.game_measures, columns, strict=True):
            self.game_values[name].add(column)
        if columns:
            self.game_means.add(np.stack([deal_means(values) for values in columns], axis=1))

    def _policies(self, part: Part, share: Floats) -> None:
        """Win share of a seat-game by policy, and by seat and policy."""
        policy = np.asarray(self.shape.policy_of_place, np.int64)[np.asarray(part.seats["place"], np.int64)]
        per_policy, won, sat = [], [], []
        for number in range(self.policies):
            mine = policy == number
            held = mine.sum(axis=(1, 2))
            per_policy.append((share * mine).sum(axis=(1, 2)) / np.maximum(held, 1))
            won.append((share * mine).sum(axis=1))
            sat.append(mine.sum(axis=1))
        self.policy_shares.add(np.stack(per_policy, axis=1))
        self.seat_policy.add(np.hstack(won), np.hstack(sat))

    def _early(self, part: Part, most: int) -> int:
        """How many deals of the part just counted belong to the first ``most`` games, however parts are cut."""
        deals, rotations = np.shape(part.games["deal"])
        return min(deals, max(0, most // rotations - (self.games // rotations - deals)))

    def _sample(self, part: Part, early: int) -> None:
        k = self.shape.players
        scores = np.asarray(part.seats["score"][:early], np.float64).reshape(-1, k)
        keys = [np.asarray(part.seats[name][:early], np.float64).reshape(-1, k) for name in self.shape.keys]
        stacked = np.stack(keys, axis=-1) if keys else np.zeros((*scores.shape, 0))
        self.sample.append((scores, stacked, np.asarray(part.games["deal"][:early]).ravel()))

    @cached_property
    def handicaps(self) -> list[Handicap | None]:
        """For each seat the points that would make it fair, from the first games; None where no number does.

        Asked for when all parts have been added.
        """
        found: list[Handicap | None] = []
        if not self.sample:
            return [None] * self.shape.players
        scores, keys, deals = (np.concatenate(columns) for columns in zip(*self.sample, strict=True))
        for seat in range(self.shape.players):
            try:
                found.append(handicap(scores, seat, keys if keys.shape[-1] else None, deals))
            except ValueError:
                found.append(None)
        return found

    def _remember(self, part: Part, comeback: Array, early: int) -> None:
        score = np.sort(np.asarray(part.seats["score"][:early], np.float32), axis=-1)
        self.watch.append(
            {
                "deal": np.asarray(part.games["deal"][:early], np.int32),
                "rotation": np.asarray(part.games["rotation"][:early], np.int8),
                "rounds": np.asarray(part.games["rounds"][:early], np.float32),
                "decisions": np.asarray(part.games["decisions"][:early], np.float32),
                "lead_changes": np.asarray(part.games["lead_changes"][:early], np.float32),
                "winning_score": score[..., -1],
                "margin": score[..., -1] - score[..., -2],
                "comeback": comeback[:early].astype(np.float32),
            }
        )

    @property
    def design_effect(self) -> float:
        """How much more a seat's mean share varies than over as many games without a deal in common; at least 1."""
        if self.games <= self.shares.n:
            return 1.0
        found = self.shares.moments
        single = float(np.sum(self.share_squares / self.games - found.mean**2))
        together = float(np.trace(found.covariance)) * self.games / self.shares.n
        return max(1.0, together / single) if single > 0 else 1.0

    def everyone(self) -> Moments:
        """Each measure averaged over the seats: means and variances of a deal (columns as ``shape.measures``)."""
        k = self.shape.players
        evenly = np.full(k, 1 / k)
        found = [self.seat_means[name].moments for name in self.shape.measures]
        mean = np.array([sample.contrast(evenly)[0] for sample in found])
        variance = np.array([evenly @ sample.covariance @ evenly for sample in found])
        return Moments(self.shares.n, mean, np.diag(variance))

    def pace(self) -> tuple[float, float]:
        """Decisions a turn, and decisions of the other seats between two turns of one (ratios of means)."""
        per_turn = self.game_values["decisions"].mean / max(self.game_values["turns"].mean, 1.0)
        return per_turn, per_turn * (self.shape.players - 1)

    def choices(self) -> list[float]:
        """For each seat the legal moves a decision (ratio of means); NaN for a seat that never decides."""
        offered, decisions = (
            self.seat_means["offered"].moments.mean,
            self.seat_means["decisions"].moments.mean,
        )
        nothing = np.full_like(offered, np.nan)
        return [float(x) for x in np.divide(offered, decisions, out=nothing, where=decisions > 0)]

    @property
    def paired_shares(self) -> Floats:
        """Per-deal win shares (deals, seats), kept for comparisons."""
        return _joined(self.deal_shares, self.shape.players)

    @property
    def paired_metrics(self) -> Array:
        """Per-deal GAME_METRICS (deals, metrics), float32, kept for comparisons."""
        return _joined(self.deal_metrics, len(GAME_METRICS))


def first_deals_in_common(arms: Sequence[ArmSums]) -> list[Floats]:
    """The shares of those first deals that all of the arms finished, in the same order."""
    kept = [
        (np.concatenate([deals for deals, _ in arm.first]), np.concatenate([rows for _, rows in arm.first]))
        for arm in arms
        if arm.first
    ]
    if len(kept) != len(arms):
        return []
    common = kept[0][0]
    for deals, _ in kept[1:]:
        common = np.intersect1d(common, deals, assume_unique=True)
    return [rows[np.searchsorted(deals, common)] for deals, rows in kept]


def _joined(pieces: list[Any], columns: int) -> Any:
    """The pieces as one array, which then takes their place."""
    if len(pieces) != 1:
        whole = np.concatenate(pieces) if pieces else np.zeros((0, columns))
        pieces[:] = [whole]
    return pieces[0]


@dataclass(frozen=True)
class Pick:
    """A game worth watching and the numbers that made it so."""

    kind: str
    deal: int
    rotation: int
    values: Mapping[str, float]


TYPICAL_BY = ("rounds", "decisions", "winning_score", "margin", "lead_changes")


def games_to_watch(watch: Sequence[Mapping[str, Array]]) -> list[Pick]:
    """The typical game (nearest to the medians, in interquartile ranges), the closest, and the largest comeback."""
    if not watch:
        return []
    columns = {name: np.concatenate([part[name].ravel() for part in watch]) for name in watch[0]}
    distance = np.zeros(len(columns["deal"]))
    for name in TYPICAL_BY:
        low, middle, high = np.quantile(columns[name], [0.25, 0.5, 0.75])
        distance += np.abs(columns[name] - middle) / max(
            float(high - low), 1e-9 + abs(float(middle)) * 0.01, 1e-6
        )
    closeness = columns["margin"] - 1e-4 * columns["lead_changes"]
    chosen = (("typical", distance), ("closest", closeness), ("largest comeback", -columns["comeback"]))
    picks: list[Pick] = []
    for kind, order in chosen:
        taken = {(pick.deal, pick.rotation) for pick in picks}
        for row in np.argsort(order, kind="stable")[: len(picks) + 1]:
            where = int(columns["deal"][row]), int(columns["rotation"][row])
            if where not in taken:
                values = {name: float(values[row]) for name, values in columns.items()}
                picks.append(Pick(kind, *where, values))
                break
    return picks
