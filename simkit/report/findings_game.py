"""What the sums say about how a game goes: moves, components, categories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from simkit.contract import Game, Quantity
from simkit.report.collect import ArmData, special_value
from simkit.stats.aggregate import mix_by_round
from simkit.stats.components import ComponentCounts, component_table
from simkit.stats.flow import OptionUse, option_use
from simkit.stats.intervals import Estimate

LEAST_REACHED = 0.02
"""Rounds that fewer games reach are left out of the action mix."""

FDR = 0.05
"""Share of false finds among the components marked."""

MOST_VALUES = 10
"""A counter with more values than this is described by its mean."""


@dataclass(frozen=True)
class ActionMix:
    """Shares of the kinds of move by round; their use where there was a choice; ``choices`` that each kind was in."""

    names: Sequence[str]
    rounds: np.ndarray[Any, Any]
    shares: np.ndarray[Any, Any]
    moves: int
    made: np.ndarray[Any, Any]
    use: OptionUse
    choices: np.ndarray[Any, Any]

    def remark(self, kind: int) -> str:
        """No-brainer or dead option; a kind that is always taken where it can be is a phase of its own."""
        if self.use.no_brainer[kind] and self.use.taken[kind] < 1.0:
            return "no-brainer"
        return "dead option" if self.use.dead[kind] else ""


@dataclass(frozen=True)
class CategoryShares:
    """Shares of a category's values: a row a seat, first the winner."""

    title: str
    labels: list[str]
    rows: list[str]
    shares: np.ndarray[Any, Any]
    games: int


@dataclass(frozen=True)
class ComponentLine:
    """One component of one arm: win shares taken and left, their difference within seats and policies, when taken."""

    name: str
    offered: int
    taken: int
    take_rate: float
    taken_share: float
    left_share: float
    difference: Estimate
    shrunk: float
    q: float
    thin: bool
    taken_at: Estimate
    lead: Estimate


@dataclass(frozen=True)
class AdjustedLine:
    """One component at takings when it was on offer: taken against another, at equal seat, policy, time and lead."""

    name: str
    offered: int
    taken: int
    difference: Estimate
    shrunk: float
    shrunk_low: float
    shrunk_high: float
    q: float

    @property
    def marked(self) -> bool:
        """Whether it stands out at a false discovery rate of 5 %."""
        return self.q < FDR


def action_mix(data: ArmData, game: Game) -> ActionMix | None:
    """The mix of an arm's moves; None where nothing was counted."""
    frame = data.actions
    if frame is None or frame.empty:
        return None
    kinds = frame["move_type"].astype(str).map({name: i for i, name in enumerate(game.move_types)})
    size = len(game.move_types)
    rounds, shares, moves = mix_by_round(frame["round"], kinds, frame["taken"], size)
    lengths = data.sums.game_values["rounds"]
    reached = np.array([lengths.share(low=float(r)) >= LEAST_REACHED for r in rounds])
    keep = reached | (np.arange(len(rounds)) == 0)
    totals = frame.groupby(kinds)[["offered", "taken", "only"]].sum().reindex(range(size), fill_value=0)
    offered, taken, only = (totals[name].to_numpy(np.int64) for name in ("offered", "taken", "only"))
    total = int(moves.sum())
    use = option_use(offered - only, taken - only, total - int(only.sum()))
    return ActionMix(game.move_types, rounds[keep], shares[keep], total, taken, use, offered - only)


def component_lines(data: ArmData, game: Game) -> list[ComponentLine]:
    """Each component that was ever on offer, in the game's order."""
    frame = data.components
    if frame is None or frame.empty or not game.components:
        return []
    counts = _counts(data, frame, [quantity.name for quantity in game.components])
    table = component_table(counts, data.players, design_effect=data.sums.design_effect)
    shrunk = np.full(len(game.components), np.nan)
    if table.shrunk is not None:
        shrunk[table.shrunk_at] = table.shrunk.value
    size = len(game.components)
    when = data.taken_at.estimates() if data.taken_at is not None else []
    offered = counts.offered.sum(axis=0)
    lines = []
    for i, quantity in enumerate(game.components):
        if offered[i] == 0:
            continue
        low, high = (float(x) for x in table.stratified_interval[i])
        value, se = float(table.stratified[i]), float(table.stratified_se[i])
        lines.append(
            ComponentLine(
                name=quantity.name,
                offered=int(offered[i]),
                taken=int(table.taken[i]),
                take_rate=float(table.take_rate[i]),
                taken_share=float(table.taken_share[i]),
                left_share=float(table.refused_share[i]),
                difference=Estimate(value, se, low, high, int(offered[i])),
                shrunk=float(shrunk[i]),
                q=float(table.q[i]),
                thin=bool(table.thin[i]),
                taken_at=when[i],
                lead=when[size + i],
            )
        )
    return lines


def adjusted_lines(data: ArmData, game: Game) -> list[AdjustedLine]:
    """The components with an adjusted difference, the largest shrunk one first."""
    table = data.adjusted
    if table is None or table.shrunk is None:
        return []
    drawn = iter(zip(table.shrunk.value, table.shrunk.interval, strict=True))
    lines = []
    for i in np.flatnonzero(table.shrunk_at):
        value, (low, high) = next(drawn)
        lowest, highest = (float(x) for x in table.interval[i])
        points, se = float(table.points[i]), float(table.se[i])
        difference = Estimate(points, se, lowest, highest, int(table.offered[i]))
        lines.append(
            AdjustedLine(
                name=game.components[i].name,
                offered=int(table.offered[i]),
                taken=int(table.taken[i]),
                difference=difference,
                shrunk=float(value),
                shrunk_low=float(low),
                shrunk_high=float(high),
                q=float(table.q[i]),
            )
        )
    return sorted(lines, key=lambda line: -line.shrunk)


def _counts(data: ArmData, frame: pd.DataFrame, names: list[str]) -> ComponentCounts:
    """The counts by seat and policy."""
    strata: dict[tuple[int, str], int] = {}
    for row in data.arm.seating:
        for seat, place in enumerate(row):
            key = (seat, data.arm.policies[place])
            strata[key] = strata.get(key, 0) + 1
    deals = data.games // data.arm.rotations
    columns = ["offered", "taken", "wins_taken", "squares_taken", "wins_left", "squares_left"]
    keyed = frame.assign(policy=frame["policy"].astype(str), component=frame["component"].astype(str))
    sums = keyed.groupby(["seat", "policy", "component"])[columns].sum()
    every = pd.MultiIndex.from_tuples([(*stratum, name) for stratum in strata for name in names])
    tables = sums.reindex(every, fill_value=0.0).to_numpy(np.float64).reshape(len(strata), len(names), -1)
    offered, taken, won, squares, won_left, squares_left = np.moveaxis(tables, -1, 0)
    seat_games = np.array([deals * times for times in strata.values()], np.float64)
    return ComponentCounts(seat_games, offered, won + won_left, squares + squares_left, taken, won, squares)


def category_shares(data: ArmData, quantity: Quantity) -> CategoryShares | None:
    """How often each seat, and the winner, had each value of a category; None where there are too many values."""
    name = f"counter_{quantity.name}"
    won = data.sums.winner_values.get(name)
    if won is None or not won.n:
        return None
    values = sorted({float(v) for tally in data.sums.seat_values[name] for v in tally.values})
    if len(values) > MOST_VALUES:
        return None
    rows = [[tally.share(v, v) for v in values] for tally in (won, *data.sums.seat_values[name])]
    labels = [value_label(quantity, int(v)) for v in values]
    names = ["winner", *(f"seat {s + 1}" for s in range(data.players))]
    return CategoryShares(quantity.name.replace("_", " "), labels, names, np.array(rows), data.sums.games)


def value_label(quantity: Quantity, value: int) -> str:
    """What a value of a category is called."""
    if quantity.labels:
        return quantity.labels[value] if 0 <= value < len(quantity.labels) else "none"
    special = special_value(quantity)
    return special[1] if special and special[0] == value else str(value)
