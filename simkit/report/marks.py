"""The drawing elements that figures share: dots with intervals, quantile bars, stacked bars, labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.ticker import FuncFormatter, MaxNLocator

from simkit.report import style, words
from simkit.stats.aggregate import Tally
from simkit.stats.intervals import Estimate


def percent_axis(axes: Axes, which: str = "x", signed: bool = False) -> None:
    """Label an axis that carries fractions in per cent, or in percentage points."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(5))
    axis.set_major_formatter(FuncFormatter(lambda x, _: _tick(100 * x, signed)))


def _tick(value: float, signed: bool) -> str:
    text = f"{value:+.3f}" if signed and abs(value) > 1e-9 else f"{value:.3f}"
    return text.rstrip("0").rstrip(".").replace("-", words.MINUS) or "0"


def rows_axis(axes: Axes, labels: Sequence[str]) -> None:
    """Rows from top to bottom with their names."""
    axes.set_yticks(range(len(labels)), list(labels))
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)


def dot(axes: Axes, y: float, found: Estimate, color: str, wide: tuple[float, float] | None = None) -> None:
    """An estimate as a dot, its 95 % interval as a bar, a wider interval as a hairline."""
    if not np.isfinite(found.value):
        return
    if wide is not None:
        axes.plot(wide, (y, y), color=color, linewidth=0.9, solid_capstyle="butt", zorder=3)
    axes.plot((found.low, found.high), (y, y), color=color, linewidth=2.6, solid_capstyle="butt", zorder=3)
    axes.plot(found.value, y, "o", color=color, markersize=5.5, zorder=4)


def label(axes: Axes, x: float, y: float, text: str, **extra: Any) -> None:
    """A small direct label just above a mark."""
    axes.annotate(
        text,
        (x, y),
        xytext=(0, 6),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize=8,
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.8},
        zorder=5,
        **extra,
    )


def games(axes: Axes, text: str) -> None:
    """How many stand behind a panel, at its upper right."""
    axes.annotate(
        f"n = {text}",
        (1, 1),
        xycoords="axes fraction",
        xytext=(0, 5),
        textcoords="offset points",
        ha="right",
        fontsize=7.5,
    )


def quantile_bar(axes: Axes, y: float, tally: Tally, color: str) -> None:
    """The middle 80 % as a line, the middle half as a bar, the median as a white tick with its number."""
    if not tally.n:
        return
    low, q1, middle, q3, high = (tally.quantile(q) for q in (0.1, 0.25, 0.5, 0.75, 0.9))
    axes.plot((low, high), (y, y), color=color, linewidth=1.4, solid_capstyle="butt", zorder=2)
    axes.barh(y, q3 - q1, left=q1, height=0.42, color=color, zorder=3)
    axes.plot((middle, middle), (y - 0.3, y + 0.3), color="white", linewidth=2.2, zorder=4)
    axes.plot((middle, middle), (y - 0.3, y + 0.3), color=style.INK, linewidth=1.1, zorder=5)
    axes.annotate(
        words.rough(middle),
        (high, y),
        xytext=(4, 0),
        textcoords="offset points",
        ha="left",
        va="center",
        fontsize=8,
    )


def ink_on(color: str) -> str:
    """Black or white, whichever reads better on a colour."""
    red, green, blue = to_rgb(color)
    return "white" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.55 else "black"


def stacked(
    axes: Axes,
    rows: Sequence[Sequence[float]],
    labels: Sequence[str],
    show: Any = words.rough,
    least: float = 0.055,
    span: float = 0.0,
) -> None:
    """Horizontal stacked bars; a segment carries its number where it is ``least`` of the ``span`` wide."""
    longest = span or max((sum(max(v, 0) for v in row) for row in rows), default=1.0) or 1.0
    for y, row in enumerate(rows):
        left = negative = 0.0
        for i, size in enumerate(row):
            color = style.SERIES[i % len(style.SERIES)]
            start = left if size >= 0 else negative + size
            axes.barh(y, abs(size), left=start, height=0.66, color=color, edgecolor="white", linewidth=0.6)
            if abs(size) > least * longest:
                text = show(size)
                axes.text(
                    start + abs(size) / 2,
                    y,
                    text,
                    ha="center",
                    va="center",
                    fontsize=7.5,
                    color=ink_on(color),
                )
            left, negative = (left + size, negative) if size >= 0 else (left, negative + size)
    rows_axis(axes, labels)


def distribution(axes: Axes, tally: Tally, color: str, most: int = 40) -> None:
    """The shares of values as bars (neighbouring values joined where there are many); the middle half shaded."""
    if not tally.n:
        return
    low, high = tally.quantile(0.001), tally.quantile(0.999)
    step = max(1.0, float(np.ceil((high - low + 1) / most)))
    edges = np.arange(np.floor(low), high + step + 1e-9, step)
    shares = np.array([tally.share(a, a + step - 1e-9) for a in edges])
    axes.axvspan(
        tally.quantile(0.25) - 0.5, tally.quantile(0.75) + 0.5, color=style.FAINT, alpha=0.5, zorder=0
    )
    axes.bar(edges + (step - 1) / 2, shares, width=0.86 * step, color=color, zorder=2)
    axes.axvline(tally.quantile(0.5), color=style.INK, linewidth=1.1, zorder=3)
    percent_axis(axes, "y")
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))


def key(axes: Axes, names: Sequence[str], colors: Sequence[str] = style.SERIES, **extra: Any) -> None:
    """A legend of colour patches in one or more lines above the panels."""
    from matplotlib.patches import Patch

    patches = [Patch(color=colors[i % len(colors)], label=name) for i, name in enumerate(names)]
    figure = axes.get_figure()
    assert figure is not None
    columns = min(len(names), 6)
    figure.legend(handles=patches, loc="outside upper left", ncols=columns, handlelength=1.0, **extra)
