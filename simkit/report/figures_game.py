"""Figures of how a game goes: scores, length, leaders, actions, components, the game's own categories."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from simkit.report import marks, style, words
from simkit.report.blocks import Picture
from simkit.report.findings import ArmFinding
from simkit.report.findings_game import ActionMix, CategoryShares, ComponentLine
from simkit.stats.flow_sums import TIMES


def _count(ax: Axes, games: int) -> None:
    marks.games(ax, f"{words.count(games)}")


def digest(arm: ArmFinding, margin: float, folder: Path) -> Picture:
    """One player count at a glance: seats, winning score, rounds, leader."""
    figure, axes = style.panels(6, height=2.35, columns=3)
    left, leader, seats, score, lead, rounds = axes
    fair = 1 / arm.players
    left.axvspan(fair - margin, fair + margin, color=style.BAND, zorder=0)
    left.axvline(fair, color=style.SOFT, linewidth=0.9)
    for seat in arm.seats:
        marks.dot(left, seat.seat, seat.share, style.verdict_color(seat.verdict), seat.simultaneous)
    marks.rows_axis(left, [f"seat {s + 1}" for s in range(arm.players)])
    marks.percent_axis(left)
    left.set_title("Win share, %")
    values = arm.data.sums.game_values
    for ax, name, title, unit in (
        (score, "winning_score", "Winning score", "points"),
        (lead, "margin", "Lead of the winner", "points"),
        (rounds, "rounds", "Length", "rounds"),
    ):
        marks.distribution(ax, values[name], style.BLUE)
        ax.set_title(title)
        ax.set_xlabel(unit)
        ax.set_ylabel("games, %")
    left.set_xlabel("%")
    _seat_scores(seats, arm)
    seats.set_title("Final scores")
    _flow(leader, arm)
    _name_curves(leader, arm)
    leader.set_title("Goes on to win")
    leader.set_xlabel("share of the rounds played, %")
    leader.set_ylabel("%")
    caption = (
        f"n = {words.count(arm.games)} games. Win share: 95 % intervals; shaded: fair share and margin. "
        "Goes on to win: share of wins of the seat that leads, and that is last, at that point, 95 % "
        "bands. Final scores: middle 80 % and middle half of games, median. Lower row: black line the "
        "median, grey the middle half of the games."
    )
    return style.finish(figure, folder, f"players_{arm.players}", f"{arm.label} at a glance", caption)


def scores(arms: Sequence[ArmFinding], folder: Path) -> Picture:
    """Quantile bars of the winner's score and of each seat's."""
    most = max(arm.players for arm in arms)
    figure, axes = style.panels(len(arms), height=0.8 + 0.32 * (most + 1), share_x=True)
    for ax, arm in zip(axes, arms, strict=True):
        _seat_scores(ax, arm)
        ax.set_title(arm.label)
        _count(ax, arm.games)
    caption = "Final scores: line the middle 80 % of games, bar the middle half, tick and number the median. n: games."
    return style.finish(figure, folder, "scores", "Scores of the winner and of each seat", caption)


def _seat_scores(ax: Axes, arm: ArmFinding) -> None:
    marks.quantile_bar(ax, 0, arm.data.sums.game_values["winning_score"], style.BLACK)
    for seat, tally in enumerate(arm.data.sums.seat_values["score"]):
        marks.quantile_bar(ax, seat + 1, tally, style.SEATS[seat])
    marks.rows_axis(ax, ["winner", *(f"seat {s + 1}" for s in range(arm.players))])
    ax.set_xlabel("points")
    ax.margins(x=0.14)


def score_parts(arms: Sequence[ArmFinding], names: Sequence[str], folder: Path) -> Picture:
    """What the scores are made of, by seat and for the winner."""
    most = max(arm.players for arm in arms)
    figure, axes = style.panels(len(arms), height=0.95 + 0.32 * (most + 1), share_x=True)
    every = [_parts_by_row(arm, names) for arm in arms]
    scored = [i for i in range(len(names)) if any(row[i] for rows in every for row in rows)]
    names = [names[i] for i in scored]
    every = [[[row[i] for i in scored] for row in rows] for rows in every]
    span = max(sum(max(size, 0.0) for size in row) for rows in every for row in rows)
    for ax, arm, rows in zip(axes, arms, every, strict=True):
        labels = ["winner", *(f"seat {s + 1}" for s in range(arm.players))]
        marks.stacked(ax, rows, labels, show=lambda x: words.number(x, 1), least=0.09, span=span)
        ax.axvline(0, color=style.SOFT, linewidth=0.8)
        ax.set_xlabel("points, mean")
        ax.set_title(arm.label)
        _count(ax, arm.games)
    marks.key(axes[0], [words.plain(name) for name in names])
    widest = max(_widest_part(arm, names) for arm in arms)
    caption = (
        f"Mean points from each source; no 95 % interval reaches further than ±{words.rough(widest)} points, each "
        "stands in the table. n: games."
    )
    return style.finish(figure, folder, "score_parts", "What the scores are made of", caption)


def _flow(ax: Axes, arm: ArmFinding) -> None:
    """Win share of the leader and of the last over the progress of the game."""
    for sums, color in ((arm.data.sums.flow.leader, style.BLUE), (arm.data.sums.flow.last, style.ORANGE)):
        found = sums.rates()
        x, y = 100 * TIMES, np.array([e.value for e in found])
        low, high = np.array([e.low for e in found]), np.array([e.high for e in found])
        ax.fill_between(x, low, high, color=color, alpha=0.25, linewidth=0)
        ax.plot(x, y, color=color, marker="o", markersize=3)
    ax.axhline(1 / arm.players, color=style.SOFT, linewidth=0.9)
    ax.set_xlim(0, 100)
    ax.set_ylim(0, 1)
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100"])
    ax.set_xticks([10, 30, 50, 70, 90])


def _parts_by_row(arm: ArmFinding, names: Sequence[str]) -> list[list[float]]:
    """Mean points from each source: of the winner, then of each seat."""
    sums = arm.data.sums
    columns = [f"part_{name}" for name in names]
    winner = sums.winner_means.moments.mean
    means = [sums.seat_means[column].moments.mean for column in columns]
    rows = [[float(winner[list(sums.shape.measures).index(column)]) for column in columns]]
    return rows + [[float(mean[seat]) for mean in means] for seat in range(arm.players)]


def _widest_part(arm: ArmFinding, names: Sequence[str]) -> float:
    """Half the widest 95 % interval of an arm's mean points by source, of the winner and the seats."""
    sums = arm.data.sums
    columns = [f"part_{name}" for name in names]
    of_winner = dict(zip(sums.shape.measures, sums.winner_means.estimates(), strict=False))
    found = [of_winner[column] for column in columns]
    found += [estimate for column in columns for estimate in sums.seat_means[column].estimates()]
    return max(estimate.half for estimate in found)


def _name_curves(ax: Axes, arm: ArmFinding) -> None:
    """Say beside the curves which is which."""
    for text, y, color in (("● leader", 0.92, style.BLUE), ("● last", 0.81, style.ORANGE)):
        ax.text(0.03, y, text[0], transform=ax.transAxes, color=color, va="center", fontsize=8)
        ax.text(0.08, y, text[2:], transform=ax.transAxes, va="center", fontsize=8.5)
    ax.text(2, 1 / arm.players + 0.015, "fair", fontsize=7.5, color=style.SOFT)


def flow(arms: Sequence[ArmFinding], folder: Path) -> Picture:
    """How often the leader goes on to win, and the last."""
    figure, axes = style.panels(len(arms), height=2.7, share_y=True)
    for ax, arm in zip(axes, arms, strict=True):
        _flow(ax, arm)
        _name_curves(ax, arm)
        ax.set_xlabel("share of the rounds played, %")
        ax.set_title(arm.label)
        _count(ax, arm.games)
    axes[0].set_ylabel("goes on to win, %")
    caption = (
        "Share of wins of the seat that leads, and of the seat that is last, after each tenth of the "
        "rounds (scores as if the game ended there; seats level with each other share). Bands: 95 % "
        "intervals. n: games."
    )
    return style.finish(figure, folder, "flow", "Does the leader win?", caption)


MOST_KINDS = 10
"""Kinds of move with a colour of their own."""


def _kinds_drawn(mixes: Sequence[ActionMix]) -> tuple[list[int], list[int]]:
    """The kinds of move that are drawn by themselves, and those that are joined: the rarest where there are many."""
    made = np.max([mix.shares.max(axis=0) for mix in mixes], axis=0)
    used = [i for i in range(len(made)) if made[i] > 0.0005]
    if len(used) <= MOST_KINDS:
        return used, []
    total = np.sum([mix.made / mix.moves for mix in mixes], axis=0)
    common = sorted(used, key=lambda i: -total[i])[: MOST_KINDS - 1]
    return sorted(common), [i for i in used if i not in common]


def actions(arms: Sequence[tuple[ArmFinding, ActionMix]], folder: Path) -> Picture:
    """Which moves are made, by round: stacked shares."""
    drawn, joined = _kinds_drawn([mix for _, mix in arms])
    names = [words.plain(arms[0][1].names[i]) for i in drawn] + (
        [f"{len(joined)} rarer kinds"] if joined else []
    )
    figure, axes = style.panels(len(arms), height=2.8, share_y=True)
    for ax, (arm, mix) in zip(axes, arms, strict=True):
        bottom = np.zeros(len(mix.rounds))
        layers = [mix.shares[:, i] for i in drawn] + ([mix.shares[:, joined].sum(axis=1)] if joined else [])
        for order, layer in enumerate(layers):
            color = style.SERIES[order % len(style.SERIES)]
            top = bottom + layer
            ax.fill_between(mix.rounds, bottom, top, color=color, linewidth=0.5, edgecolor="white", step=None)
            bottom = top
        ax.set_xlim(mix.rounds[0], max(mix.rounds[-1], mix.rounds[0] + 1))
        ax.set_ylim(0, 1)
        ax.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100"])
        ax.xaxis.set_major_locator(MaxNLocator(7, integer=True))
        ax.set_xlabel("round")
        ax.set_title(arm.label)
        marks.games(ax, f"{words.count(mix.moves)} moves")
    axes[0].set_ylabel("moves made, %")
    marks.key(axes[0], names)
    caption = (
        "Share of each kind of move among all moves made in a round, forced ones included; rounds that "
        "fewer than 2 % of the games reach are left out. With so many moves the intervals are narrower "
        "than a line. n: moves."
    )
    return style.finish(figure, folder, "actions", "What is done, round by round", caption)


def categories(found: Sequence[CategoryShares], label: str, folder: Path) -> Picture:
    """The game's own categories: the share of each value by seat and for the winner."""
    rows = max(len(item.rows) for item in found)
    figure, axes = style.panels(len(found), height=0.85 + 0.26 * rows, columns=3)
    for ax, item in zip(axes, found, strict=True):
        marks.stacked(ax, item.shares.tolist(), item.rows, show=lambda x: f"{100 * x:.0f}", least=0.045)
        for i, name in enumerate(item.labels):
            y = 1 - (i + 0.6) / max(len(item.labels), 1)
            color = style.SERIES[i % len(style.SERIES)]
            ax.text(1.02, y, "■", transform=ax.transAxes, color=color, fontsize=8, va="center")
            ax.text(
                1.02 + 0.05 * min(3, len(found)),
                y,
                words.plain(name),
                transform=ax.transAxes,
                fontsize=7.5,
                va="center",
            )
        ax.set_xlim(0, 1)
        ax.set_xticks([0, 0.5, 1], ["0", "50", "100 %"])
        ax.set_title(item.title)
        _count(ax, item.games)
    caption = f"{label}. Share of games in which the seat (or the winner) had each value, %. n: games."
    return style.finish(figure, folder, "categories", "Choices that the game records", caption)


def components(arms: Sequence[tuple[ArmFinding, list[ComponentLine]]], folder: Path) -> Picture | None:
    """Win share where taken minus where left, with intervals: an association. None where nothing was ever left."""
    lines = [line for _, found in arms for line in found if not line.thin]
    if not lines:
        return None
    order: dict[str, list[float]] = {}
    for line in lines:
        order.setdefault(line.name, []).append(line.difference.value)
    names = sorted(order, key=lambda name: -float(np.mean(order[name])))
    if len(names) > 36:
        names = names[:18] + names[-18:]
    figure, axes = style.panels(len(arms), height=0.9 + 0.21 * max(len(names), 3), share_y=True)
    for ax, (arm, found) in zip(axes, arms, strict=True):
        ax.axvline(0, color=style.SOFT, linewidth=0.9)
        for line in found:
            if line.name in names and not line.thin:
                marks.dot(ax, names.index(line.name), line.difference, style.BLUE)
        marks.rows_axis(ax, [words.plain(name) for name in names])
        marks.percent_axis(ax, signed=True)
        ax.set_xlabel("taken minus left, pp")
        ax.set_title(arm.label)
        _count(ax, arm.games)
    caption = (
        "Win share of seats that took it minus win share of seats that could have and did not: an "
        "association, not an effect, since leaders may simply take more. Bar: 95 % interval. n: games; "
        "seats are counted in the table."
    )
    return style.finish(figure, folder, "components", "Components: taken against left (association)", caption)
