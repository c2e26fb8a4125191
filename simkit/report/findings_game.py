"""What the sums say about how a game goes: moves, components, categories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.contract import Game, Quantity
from simkit.report.collect import ArmData, special_value
from simkit.stats.intervals import Estimate
from simkit.stats.takings import MoveKind, Taking, mix_by_round, move_kind, taking

LEAST_REACHED = 0.02
"""Rounds that fewer games reach are left out of the action mix."""


@dataclass(frozen=True)
class ActionMix:
    """Shares of the kinds of move by round, and each kind over the whole game."""

    names: Sequence[str]
    rounds: np.ndarray[Any, Any]
    shares: np.ndarray[Any, Any]
    moves: int
    kinds: list[MoveKind | None]


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
    """One component of one arm, with when and how far ahead it was taken."""

    name: str
    found: Taking
    taken_at: Estimate
    lead: Estimate

    @property
    def difference(self) -> Estimate:
        """Win share taken minus left."""
        return self.found.difference


def action_mix(data: ArmData, game: Game) -> ActionMix | None:
    """The mix of an arm's moves; None where nothing was counted."""
    frame = data.actions
    if frame is None or frame.empty:
        return None
    kinds = frame["move_type"].astype(str).map({name: i for i, name in enumerate(game.move_types)})
    rounds, shares, moves = mix_by_round(frame["round"], kinds, frame["taken"], len(game.move_types))
    lengths = data.sums.game_values["rounds"]
    reached = np.array([lengths.share(low=float(r)) >= LEAST_REACHED for r in rounds])
    keep = reached | (np.arange(len(rounds)) == 0)
    total = int(moves.sum())
    found: list[MoveKind | None] = []
    for i in range(len(game.move_types)):
        own = frame[kinds == i]
        offered, taken, only = (int(own[name].sum()) for name in ("offered", "taken", "only"))
        found.append(move_kind(offered, taken, only, total) if len(own) else None)
    return ActionMix(game.move_types, rounds[keep], shares[keep], total, found)


def component_lines(data: ArmData, game: Game) -> list[ComponentLine]:
    """Each component that was ever on offer, in the game's order."""
    frame = data.components
    if frame is None or frame.empty or not game.components:
        return []
    names = [quantity.name for quantity in game.components]
    columns = ["offered", "taken", "wins_taken", "squares_taken", "wins_left", "squares_left"]
    totals = frame.groupby(frame["component"].astype(str), sort=False)[columns].sum()
    when = data.taken_at.estimates() if data.taken_at is not None else []
    lines = []
    for i, name in enumerate(names):
        if name not in totals.index or totals.loc[name, "offered"] == 0:
            continue
        row = totals.loc[name]
        found = taking(int(row["offered"]), int(row["taken"]), *(float(row[c]) for c in columns[2:]))
        lines.append(ComponentLine(name, found, when[i], when[len(names) + i]))
    return lines


MOST_VALUES = 10
"""A counter with more values than this is described by its mean."""


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
