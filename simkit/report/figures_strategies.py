"""Figures of a pool of styles: who beats whom, and in which seat."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simkit.report import marks, style, words
from simkit.report.blocks import Picture
from simkit.report.findings_strategies import StrategyFinding

COLORS = "PuOr"
"""A diverging scale that is read with any kind of colour vision."""


def strategies(found: StrategyFinding, folder: Path) -> Picture:
    """Win shares, head-to-head payoffs, and strength beyond seat plus style, of one player count."""
    rows = len(found.names)
    figure = Figure(figsize=(style.WIDTH, 1.5 + 0.42 * rows), layout="constrained")
    widths = [1.0, 1.45, 1.0] if found.interaction is not None else [1.0, 1.45]
    axes = figure.subplots(1, len(widths), width_ratios=widths)
    order = found.order
    names = [words.plain(found.names[i]) for i in order]
    left = axes[0]
    left.axvline(1 / found.players, color=style.SOFT, linewidth=0.9)
    for y, i in enumerate(order):
        share = found.shares[i]
        marks.dot(left, y, share, style.BLUE)
        marks.label(left, share.value, y - 0.06, words.percent(share.value, share.half))
    marks.rows_axis(left, names)
    left.set_ylim(rows - 0.5, -0.75)
    left.margins(x=0.22)
    marks.percent_axis(left)
    left.set_xlabel("win share of a seat, %")
    left.set_title("Win share")
    payoff = found.table.payoff[np.ix_(order, order)]
    half = found.table.half_width()[np.ix_(order, order)]
    _heat(axes[1], payoff, names, names, _cells(payoff, half))
    axes[1].set_title("Head to head: row minus column, pp")
    axes[1].set_yticklabels([])
    if found.interaction is not None:
        effects = found.interaction.effects[:, order].T
        half = found.interaction.half_width()[:, order].T
        seats = [f"{s + 1}" for s in range(found.players)]
        _heat(axes[2], effects, names, seats, _twists(effects, half))
        axes[2].set_yticklabels([])
        axes[2].set_xlabel("seat")
        axes[2].set_title("Beyond seat + style, log-odds")
    marks.games(axes[0], words.count(found.games))
    caption = (
        "Win share: of a seat so played, 95 % intervals; line: the fair share. Head to head: win share "
        "of a seat of the row's style less that of the column's, in games where both sit, ± 95 %. Beyond seat and "
        "style: how much better (purple) or worse (orange) a style does in a seat than seat and style by themselves "
        "say, ± 95 %. n: games. All of it is relative to this pool."
    )
    return style.finish(figure, folder, f"strategies_{found.players}", f"Styles, {found.label}", caption)


def _cells(payoff: Any, half: Any) -> list[list[str]]:
    """Payoffs with their half-widths in percentage points; nothing on the diagonal."""
    rows = []
    for i, row in enumerate(payoff.tolist()):
        cells = []
        for j, value in enumerate(row):
            places = words.decimals(100 * half[i][j])
            cells.append(
                ""
                if i == j
                else f"{words.signed(100 * value, places)}\n±{words.number(100 * half[i][j], places)}"
            )
        rows.append(cells)
    return rows


def _twists(effects: Any, half: Any) -> list[list[str]]:
    """Log-odds beyond seat and style with their half-widths."""
    return [
        [f"{words.signed(x, 2)}\n±{words.number(h, 2)}" for x, h in zip(*rows, strict=True)]
        for rows in zip(effects.tolist(), half.tolist(), strict=True)
    ]


def _heat(ax: Axes, values: Any, rows: Sequence[str], columns: Sequence[str], cells: list[list[str]]) -> None:
    """A table in colours with its numbers."""
    reach = max(float(np.abs(values).max()), 1e-9)
    ax.imshow(values, cmap=COLORS, vmin=-1.25 * reach, vmax=1.25 * reach, aspect="auto")
    for y, row in enumerate(cells):
        for x, text in enumerate(row):
            dark = abs(float(values[y][x])) > 0.85 * reach
            ax.text(
                x,
                y,
                text,
                ha="center",
                va="center",
                fontsize=7.5,
                color="white" if dark else "black",
                linespacing=0.95,
            )
    ax.set_xticks(range(len(columns)), columns, rotation=0 if max(map(len, columns)) < 8 else 25, ha="center")
    ax.set_yticks(range(len(rows)), rows)
    ax.tick_params(length=0)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
