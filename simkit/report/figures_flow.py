"""Figures of leads: how they grow or melt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from simkit.report import marks, style, words
from simkit.report.blocks import Picture
from simkit.report.findings import ArmFinding
from simkit.stats.arrays import Floats
from simkit.stats.flow_sums import TIMES
from simkit.stats.intervals import Estimate

EARLY = 2
"""Index of the first time whose slopes the frame always shows; before it leads are small and slopes wild."""


def snowball(arms: Sequence[ArmFinding], folder: Path) -> Picture:
    """Points gained later for a point of lead now, over the game: for the lead, and for its lasting part."""
    figure, axes = style.panels(len(arms), height=2.7, share_y=True)
    for ax, arm in zip(axes, arms, strict=True):
        flow = arm.data.sums.flow
        ax.axhline(0, color=style.SOFT, linewidth=0.9)
        _curve(ax, TIMES, flow.snowball(), style.BLUE, "o")
        _curve(ax, TIMES[1:], flow.snowball_steady(), style.ORANGE, "s")
        ax.set_xlim(0, 100)
        ax.set_xticks([10, 30, 50, 70, 90])
        ax.set_xlabel("share of the rounds played, %")
        ax.set_title(arm.label)
        marks.games(ax, words.count(arm.games))
    axes[0].set_ylabel("points gained later, per point of lead")
    low, high = _reach(arms)
    axes[0].set_ylim(low, high)
    for text, y, color in (
        ("● all of the lead", 0.94, style.BLUE),
        ("■ its lasting part", 0.85, style.ORANGE),
    ):
        axes[0].text(0.03, y, text[0], transform=axes[0].transAxes, color=color, va="center", fontsize=8)
        axes[0].text(0.08, y, text[2:], transform=axes[0].transAxes, va="center", fontsize=8.5)
    caption = (
        "Slope of the points a seat gains later on the points it leads by now, both against the mean of the table, "
        "95 % bands. Above 0: leads grow; below 0: they melt, or were luck that had not come true. Lasting part: the "
        "lead as far as it showed a tenth of the game earlier. Values beyond the frame, early in the game, stand in "
        "snowball.csv. n: games."
    )
    return style.finish(figure, folder, "snowball", "Do leads grow by themselves?", caption)


def _reach(arms: Sequence[ArmFinding]) -> tuple[float, float]:
    """Limits that show all slopes from EARLY on, with room for the key."""
    ends = [0.0]
    for arm in arms:
        flow = arm.data.sums.flow
        for found in (flow.snowball()[EARLY:], flow.snowball_steady()[EARLY - 1 :]):
            ends += [end for e in found for end in (e.low, e.high) if np.isfinite(end)]
    span = max(max(ends) - min(ends), 0.1)
    return min(ends) - 0.1 * span, max(ends) + 0.4 * span


def _curve(ax: Axes, times: Floats, found: Sequence[Estimate], color: str, marker: str) -> None:
    x, y = 100 * np.asarray(times), np.array([e.value for e in found])
    low, high = np.array([e.low for e in found]), np.array([e.high for e in found])
    ax.fill_between(x, low, high, color=color, alpha=0.25, linewidth=0)
    ax.plot(x, y, color=color, marker=marker, markersize=3)
