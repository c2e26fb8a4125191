"""Figures of unknown layouts: on how many of them a seat's verdict is another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from simkit.report import marks, style, words
from simkit.report.blocks import Picture
from simkit.report.findings import LayoutFinding

SIDES = (("below", style.ORANGE), ("within", style.FAINT), ("above", style.BLUE))
"""Where a seat's share lies against the margin, with the colour for it."""


def sides(found: Sequence[LayoutFinding], margin: float, folder: Path) -> Picture:
    """For each seat the share of layouts on which it lies below, within and above the margin around fair."""
    most = max(item.players for item in found)
    figure, axes = style.panels(len(found), height=1.0 + 0.34 * most)
    for ax, item in zip(axes, found, strict=True):
        table = item.result.sides()
        for seat in range(item.players):
            left = 0.0
            for share, (_, color) in zip(table[seat].tolist(), SIDES, strict=True):
                ax.barh(seat, share, left=left, height=0.62, color=color, edgecolor="white", linewidth=0.7)
                if share >= 0.08:
                    ink = marks.ink_on(color)
                    ax.text(
                        left + share / 2,
                        seat,
                        f"{100 * share:.0f}",
                        ha="center",
                        va="center",
                        color=ink,
                        fontsize=8,
                    )
                left += share
        marks.rows_axis(ax, [f"seat {s + 1}" for s in range(item.players)])
        ax.set_xlim(0, 1)
        ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25", "50", "75", "100"])
        ax.set_xlabel("layouts, %")
        ax.set_title(
            f"{item.players} players: another side on {words.percent(item.result.changed, 0.1)}",
            fontsize=8.5,
        )
        marks.games(ax, f"{item.sample} layouts" if len(found) == 1 else f"{item.sample}")
    for x, (name, color) in zip((0.02, 0.36, 0.7), SIDES, strict=True):
        axes[0].text(x, -0.62, "■", color=color, fontsize=9, va="bottom")
        axes[0].text(x + 0.05, -0.6, name, fontsize=8, va="bottom")
    axes[0].set_ylim(axes[0].get_ylim()[0], -1.05)
    caption = (
        f"Share of layouts on which each seat lies below, within or above ±{words.number(100 * margin, 1)} pp of the "
        "fair share, the luck of the games taken off. Another side: on so many layouts some seat lies on another "
        "side than on the average. n: layouts."
    )
    return style.finish(
        figure, folder, "layout_sides", "Does the verdict change from layout to layout?", caption
    )
