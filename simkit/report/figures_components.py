"""Figures of components: what goes with taking one, circumstances taken off."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from simkit.report import marks, style, words
from simkit.report.blocks import Picture
from simkit.report.findings import ArmFinding
from simkit.report.findings_game import AdjustedLine
from simkit.stats.intervals import Estimate

MOST_ROWS = 36
"""Components drawn: half of them from each end of the order."""


def adjusted(found: Sequence[tuple[ArmFinding, list[AdjustedLine]]], folder: Path) -> Picture:
    """Shrunk adjusted differences in their order, those that stand out in colour."""
    shown = []
    for arm, lines in found:
        half = MOST_ROWS // 2
        shown.append((arm, lines if len(lines) <= MOST_ROWS else [*lines[:half], *lines[-half:]]))
    rows = max(len(lines) for _, lines in shown)
    figure, axes = style.panels(len(shown), height=0.9 + 0.21 * max(rows, 3))
    for ax, (arm, lines) in zip(axes, shown, strict=True):
        ax.axvline(0, color=style.SOFT, linewidth=0.9)
        for y, line in enumerate(lines):
            drawn = Estimate(line.shrunk, float("nan"), line.shrunk_low, line.shrunk_high, line.offered)
            marks.dot(ax, y, drawn, style.VERMILION if line.marked else style.SOFT)
        marks.rows_axis(ax, [words.plain(line.name) for line in lines])
        marks.percent_axis(ax, signed=True)
        ax.set_xlabel("taken against another, pp")
        ax.set_title(arm.label)
        marks.games(ax, f"up to {words.count(max(line.offered for line in lines))}")
    caption = (
        "Change of the win share that goes with taking the component instead of another on offer, at equal seat, "
        "policy, time and lead; shrunk, with 95 % intervals. Coloured: stands out at a false discovery rate of 5 %. "
        "An association, not an effect. n: takings while it was on offer."
    )
    return style.finish(figure, folder, "components_adjusted", "Components, circumstances taken off", caption)
