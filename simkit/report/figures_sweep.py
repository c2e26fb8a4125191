"""Figures of a sweep: main effects by factor and outcome, and screening."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit.report import marks, style, words
from simkit.report.blocks import Picture
from simkit.report.designs import OUTCOMES
from simkit.report.sweep import Effect, SweepFinding

MOST_FACTORS = 4
"""Factors in the figure of main effects, those that move some outcome most; the table has all."""

GAP = OUTCOMES[0]
UNITS = dict(zip(OUTCOMES, ("pp", "rounds", "points", "points"), strict=True))


def _reach(found: list[Effect]) -> float:
    return max(abs(x) for e in found for level in e.levels for x in (level.change.low, level.change.high))


def _chosen(item: SweepFinding) -> list[str]:
    """The factors with the largest swings, as shares of each outcome's largest."""
    weight = dict.fromkeys(item.factors, 0.0)
    for outcome in OUTCOMES:
        own = [effect for effect in item.effects if effect.outcome == outcome]
        largest = max((effect.swing for effect in own), default=0.0)
        for effect in own:
            if largest > 0:
                weight[effect.factor] = max(weight[effect.factor], effect.swing / largest)
    there = {effect.factor for effect in item.effects}
    best = sorted((name for name in item.factors if name in there), key=lambda name: -weight[name])
    return [name for name in item.factors if name in best[:MOST_FACTORS]]


def effects(item: SweepFinding, folder: Path) -> Picture:
    """Rows of panels, one an outcome; a column a factor; dot and interval at each level, zero is the base."""
    factors = _chosen(item)
    figure, axes = style.panels(len(OUTCOMES) * len(factors), height=1.85, columns=len(factors))
    for row, outcome in enumerate(OUTCOMES):
        own = {effect.factor: effect for effect in item.effects if effect.outcome == outcome}
        reach = 1.15 * max(_reach(list(own.values())), 1e-6)
        for column, name in enumerate(factors):
            ax = axes[row * len(factors) + column]
            if name in own:
                _panel(ax, own[name], outcome, item.short[name])
            ax.set_ylim(-reach, reach)
            if column == 0:
                unit = UNITS[outcome]
                ax.set_ylabel(outcome if unit == outcome else f"{outcome},\n{unit}", fontsize=7.5)
            else:
                ax.tick_params(labelleft=False)
            if row == 0:
                ax.set_title(words.plain(name.partition(".")[2]))
    marks.games(axes[len(factors) - 1], f"{words.count(item.games)} a point")
    caption = (
        f"Mean change against the base (line at 0) at each level, averaged over the other factors; "
        f"bar: 95 % interval. {item.letters} {len(item.used)} points, n: games of each."
    )
    name = f"sweep_{item.arm.players}"
    return style.finish(figure, folder, name, f"What each factor changes, {item.arm.label}", caption)


def _panel(ax: Any, effect: Effect, outcome: str, short: Mapping[str, str]) -> None:
    ax.axhline(0, color=style.SOFT, linewidth=0.9)
    places = [level.place for level in effect.levels]
    for level in effect.levels:
        ax.plot(
            (level.place, level.place),
            (level.change.low, level.change.high),
            color=style.BLUE,
            linewidth=2.4,
            solid_capstyle="butt",
        )
    ax.plot(
        places,
        [level.change.value for level in effect.levels],
        "o-",
        color=style.BLUE,
        linewidth=0.8,
        markersize=4,
    )
    # middles of bins stand without the word, for which there is no room
    names = [short.get(level.name, level.name).removeprefix("about ") for level in effect.levels]
    if len(names) > 6:
        keep = {round(i * (len(names) - 1) / 4) for i in range(5)}
        names = [name if i in keep else "" for i, name in enumerate(names)]
    ax.set_xticks(places, names, fontsize=7.5)
    pad = 0.12 * max(max(places) - min(places), 1e-9)
    ax.set_xlim(min(places) - pad, max(places) + pad)
    if outcome == GAP:
        marks.percent_axis(ax, "y", signed=True)


MOST_POINTS = 8
"""Points in the figure of the evenest ones."""


def evenest(item: SweepFinding, folder: Path) -> Picture:
    """Each seat's share in the base and at the points where the seats are most even: a row a point."""
    shown = item.evenest[:MOST_POINTS]
    players = item.arm.players
    figure, axes = style.panels(1, height=1.0 + 0.14 * (players + 1) * (len(shown) + 1))
    ax = axes[0]
    ax.axvline(1 / players, color=style.SOFT, linewidth=0.9)
    rows = [tuple(seat.share for seat in item.arm.seats), *(point.shares for point in shown)]
    for y, shares in enumerate(rows):
        for seat, share in enumerate(shares):
            marks.dot(ax, y + (seat - (players - 1) / 2) * 0.7 / players, share, style.SEATS[seat])
    ax.axhline(0.5, color=style.FAINT, linewidth=0.9)
    marks.rows_axis(ax, ["base", *(item.names(point) for point in shown)])
    marks.percent_axis(ax)
    ax.set_xlabel("win share, %")
    ax.set_title(item.arm.label)
    marks.games(ax, f"{words.count(item.games)} a point")
    marks.key(ax, [f"seat {seat + 1}" for seat in range(players)], colors=style.SEATS)
    factors = words.listed(words.plain(name.partition(".")[2]) for name in item.factors)
    caption = (
        f"The base, and the {len(shown)} of {len(item.used)} points at which the farthest seat is "
        f"nearest to its equal share (line). A point is named by {factors}, in this order. {item.letters} Bars: 95 % "
        "intervals. n: games of each point."
    )
    name = f"evenest_{players}"
    return style.finish(figure, folder, name, f"Where the seats are most even, {item.arm.label}", caption)


def screening(item: SweepFinding, folder: Path) -> Picture:
    """A panel an outcome, a row a factor: both measures, and the noise."""
    morris = item.design == "morris"
    outcomes = list(dict.fromkeys(found.outcome for found in item.screened))
    figure, axes = style.panels(len(outcomes), height=1.2 + 0.36 * len(item.factors), columns=2, share_y=True)
    for ax, outcome in zip(axes, outcomes, strict=True):
        own = {found.factor: found for found in item.screened if found.outcome == outcome}
        for y, name in enumerate(item.factors):
            if name in own:
                marks.dot(ax, y - 0.1, own[name].first, style.BLUE)
                if morris:
                    ax.plot(own[name].second.value, y + 0.18, "|", color=style.VERMILION, markersize=11)
                else:
                    marks.dot(ax, y + 0.18, own[name].second, style.ORANGE)
        if outcome in item.floor:
            ax.axvspan(0, item.floor[outcome], color=style.FAINT, alpha=0.6, zorder=0)
        ax.axvline(0, color=style.SOFT, linewidth=0.9)
        marks.rows_axis(ax, [words.plain(name.partition(".")[2]) for name in item.factors])
        if morris and outcome == GAP:
            marks.percent_axis(ax)
        ax.set_xlabel(f"effect over the range, {UNITS[outcome]}" if morris else "share of the variance")
        ax.set_title(outcome)
        marks.games(ax, f"{words.count(item.games)} a point")
    says = (
        "Dot and bar: mean absolute elementary effect with its 95 % interval; red tick: their SD (interaction or a "
        "bent curve). Grey: so much would be found where there is only noise."
        if morris
        else "Blue: first-order index, orange: total index, with 95 % intervals."
    )
    caption = (
        f"{item.arm.label}, {item.design.capitalize()}. {says} {len(item.points)} points, n: games of each."
    )
    name = f"screening_{item.arm.players}"
    return style.finish(figure, folder, name, f"Which factors matter, {item.arm.label}", caption)
