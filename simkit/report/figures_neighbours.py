"""Figure of who sits beside whom."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.layout_engine import ConstrainedLayoutEngine

from simkit.report import marks, style, words
from simkit.report.blocks import Picture
from simkit.stats.intervals import Estimate
from simkit.stats.neighbours import Effects, NeighbourResult

MOST_ROWS = 16
"""With more rows than this only those of all players together are drawn; the rest stand in the table."""

Row = tuple[int, int | None]
"""A neighbour, and the player it sits beside; None for all players together."""


def position(step: int, seats: int) -> str:
    """Where the neighbour sits, seen from the player."""
    back = seats - step
    if step == back:
        return "opposite"
    ahead, side = (step, "left") if step < back else (back, "right")
    return f"on the {side}" if ahead == 1 else f"second to the {side}"


def turn(step: int, seats: int) -> str:
    """When the neighbour plays, where that says more than its place."""
    return {1: "plays next", seats - 1: "plays before"}.get(step, "")


def neighbours(found: NeighbourResult, names: Sequence[str], margin: float, folder: Path) -> Picture:
    """What a neighbour is worth: a panel a place, rows by neighbour, first to all players, then to each."""
    k, rows = found.design.seats, _rows(found)
    figure, axes = style.panels(
        k - 1, height=0.9 + 0.2 * len(rows), columns=3 if k == 4 else 2, share_x=True, share_y=True
    )
    engine = figure.get_layout_engine()
    if isinstance(engine, ConstrainedLayoutEngine):
        engine.set(wspace=0.05)
    games = f"{words.count(found.deals * found.design.rotations)}"
    for step, ax in enumerate(axes, start=1):
        ax.axvspan(-margin, margin, color=style.BAND, zorder=0)
        ax.axvline(0, color=style.SOFT, linewidth=0.9, zorder=1)
        _panel(ax, found, rows, step)
        _named_rows(ax, rows, names)
        marks.percent_axis(ax, signed=True)
        ax.set_xlabel("change of the player's win share, pp")
        ax.set_title("\n".join(filter(None, (words.sentence(position(step, k)).rstrip("."), turn(step, k)))))
        marks.games(ax, games)
    reach = 1.06 * max(1.5 * margin, *(abs(x) for ax in axes for x in ax.dataLim.intervalx))
    axes[0].set_xlim(-reach, reach)
    who, at_once = "On the average of all players who may have it.", "rows"
    if any(player is not None for _, player in rows):
        who = f"Bold rows: {who[0].lower()}{who[1:-1]}; rows below: to each of them."
        at_once = "bold rows, or all others,"
    caption = (
        "How much more, or less, a player wins with this neighbour at this place than it does over all "
        f"seatings. {who} Dot: estimate; bar: 95 % interval; "
        f"hairline: 95 % for all {at_once} at once. Shaded: ±{words.number(100 * margin, 1)} pp. "
        "Left is the next seat round the table. n: games."
    )
    title = f"What a neighbour is worth, {k} players"
    return style.finish(figure, folder, f"neighbours_{k}", title, caption)


def estimate(effects: Effects, row: int, deals: int) -> Estimate:
    """One effect with its 95 % interval."""
    low, high = (float(x) for x in effects.interval[row])
    return Estimate(float(effects.value[row]), float(effects.se[row]), low, high, deals)


def _rows(found: NeighbourResult) -> list[Row]:
    """Neighbours with, below each, the players it sits beside; one player alone needs no row of its own."""
    rows: list[Row] = []
    for neighbour in dict.fromkeys(int(q) for q in found.around[:, 0]):
        mine = found.design.pairs[found.design.pairs[:, 1] == neighbour]
        players = list(dict.fromkeys(int(p) for p in mine[:, 0]))
        rows.append((neighbour, None))
        rows += [(neighbour, player) for player in players if len(players) > 1]
    return rows if len(rows) <= MOST_ROWS else [row for row in rows if row[1] is None]


def _panel(ax: Axes, found: NeighbourResult, rows: Sequence[Row], step: int) -> None:
    mains = {(int(q), int(d)): i for i, (q, d) in enumerate(found.around)}
    pairs = {(int(p), int(q), int(d)): i for i, (p, q, d) in enumerate(found.design.pairs)}
    for y, (neighbour, player) in enumerate(rows):
        if player is None:
            effects, at, color = found.main, mains[neighbour, step], style.BLUE
        else:
            effects, at, color = found.pairs, pairs[player, neighbour, step], "#767676"
        low, high = (float(x) for x in effects.simultaneous[at])
        marks.dot(ax, y, estimate(effects, at, found.deals), color, (low, high))


def _named_rows(ax: Axes, rows: Sequence[Row], names: Sequence[str]) -> None:
    labels = [words.plain(names[q]) if p is None else f"to {words.plain(names[p])}" for q, p in rows]
    marks.rows_axis(ax, labels)
    # panels further right have the ticks without their labels
    for label, (_, player) in zip(ax.get_yticklabels(), rows, strict=False):
        label.set_fontweight("bold" if player is None else "normal")
    for y, (_, player) in enumerate(rows):
        if player is None and y:
            ax.axhline(y - 0.5, color=style.FAINT, linewidth=0.7, zorder=0)
