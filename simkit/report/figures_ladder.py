"""The figure of the ladder: what each step wins, and each seat's effect on every rung."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes

from simkit.report import marks, style, words
from simkit.report.blocks import Picture
from simkit.report.findings_ladder import LadderFinding


def ladder(found: Sequence[LadderFinding], margin: float, folder: Path) -> Picture:
    """A row a number of players: win share of a rung against the one below, the seats' effects, the set-up's luck."""
    rungs = max(len(item.rungs) for item in found)
    figure, axes = style.panels(3 * len(found), height=1.2 + 0.42 * rungs, columns=3, share_y=True)
    for i, item in enumerate(found):
        steps, effects, luck = axes[3 * i : 3 * i + 3]
        _steps(steps, item)
        _effects(effects, item, margin)
        _luck(luck, item)
    caption = (
        "Left: win share of one seat of a player against copies of the next weaker one, rotated over all seats; line: "
        "the fair share. Middle: each seat's win share less the fair share where all seats are played by that player; "
        f"shaded: within the margin of ±{words.number(100 * margin, 1)} pp. Right: share of the variance of who wins "
        "that the set-up explains among such players. Bars: 95 % intervals."
    )
    return style.finish(figure, folder, "ladder", "The ladder of players", caption)


def _steps(ax: Axes, item: LadderFinding) -> None:
    ax.axvline(1 / item.players, color=style.SOFT, linewidth=0.9, zorder=1)
    for y, rung in enumerate(item.rungs):
        if rung.duel is not None:
            marks.dot(ax, y, rung.duel, style.BLUE)
            marks.label(ax, rung.duel.value, y - 0.06, words.percent(rung.duel.value, rung.duel.half))
    marks.rows_axis(ax, [rung.name for rung in item.rungs])
    ax.set_xlim(left=0)
    marks.percent_axis(ax)
    ax.set_xlabel("wins against the player above it, %")
    ax.set_title(f"{item.players} players: strength")


def _effects(ax: Axes, item: LadderFinding, margin: float) -> None:
    ax.axvspan(-margin, margin, color=style.BAND, zorder=0)
    ax.axvline(0, color=style.SOFT, linewidth=0.9, zorder=1)
    seats = item.players
    for y, rung in enumerate(item.rungs):
        for seat in rung.table.seats:
            at = y + 0.6 * ((seat.seat + 0.5) / seats - 0.5)
            marks.dot(ax, at, seat.gap, style.SEATS[seat.seat])
    for number in range(seats):
        ax.plot(
            [],
            [],
            "o",
            color=style.SEATS[number],
            markersize=5,
            label=str(number + 1) if number else "seat 1",
        )
    marks.rows_axis(ax, [rung.name for rung in item.rungs])
    marks.percent_axis(ax, signed=True)
    ax.set_xlabel("win share less the fair share, pp")
    ax.set_title(f"{item.players} players: seats")
    ax.legend(
        ncols=seats, loc="lower center", bbox_to_anchor=(0.5, 1.1), handletextpad=0.1, columnspacing=0.9
    )


def _luck(ax: Axes, item: LadderFinding) -> None:
    ax.axvline(0, color=style.SOFT, linewidth=0.9, zorder=1)
    for y, rung in enumerate(item.rungs):
        if rung.setup is not None:
            marks.dot(ax, y, rung.setup, style.BLUE)
    marks.rows_axis(ax, [rung.name for rung in item.rungs])
    marks.percent_axis(ax)
    ax.set_xlabel("explained by the set-up, %")
    ax.set_title(f"{item.players} players: luck")
