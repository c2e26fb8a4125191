"""The look of all figures: palette, type sizes, panels, saving with the same bytes each time."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

from simkit.report.blocks import Picture

# Okabe and Ito's palette, told apart with any kind of colour vision.
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = (
    "#000000",
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#F0E442",
    "#0072B2",
    "#D55E00",
    "#CC79A7",
)
SEATS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE)
SERIES = (
    BLUE,
    ORANGE,
    GREEN,
    VERMILION,
    SKY,
    PURPLE,
    YELLOW,
    "#666666",
    "#8C6D31",
    "#A6CEE3",
    "#4B0082",
    "#B0B0B0",
)
VERDICTS = {"advantage": VERMILION, "disadvantage": VERMILION, "balanced": GREEN}
INK, SOFT, FAINT, BAND = "#222222", "#666666", "#D9D9D9", "#E8F3EE"

WIDTH = 9.0
"""Inches: the page's text width at 100 dots an inch."""

DPI = 110
"""Dots an inch of the PNG files; texts measured for the layout are then measured for them too."""

RC: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 9,
    "axes.labelcolor": INK,
    "axes.edgecolor": SOFT,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "text.color": INK,
    "lines.linewidth": 1.6,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "svg.fonttype": "path",
    "svg.hashsalt": "simkit",
    "path.simplify": True,
    "axes.unicode_minus": True,
}


@contextmanager
def look() -> Iterator[None]:
    """Draw inside this: the project's settings, and matplotlib's own restored afterwards."""
    with mpl.rc_context(RC):
        yield


def panels(
    n: int, height: float = 2.6, columns: int = 3, share_x: bool = False, share_y: bool = False
) -> tuple[Figure, list[Axes]]:
    """A figure of n panels in rows of at most ``columns``; ``height`` is that of a row in inches."""
    rows = math.ceil(n / columns)
    across = math.ceil(n / rows)  # four panels stand two and two, not three and one
    width = {1: 5.6, 2: 7.6}.get(across, WIDTH)
    figure = Figure(figsize=(width, rows * height), dpi=DPI, layout="constrained")
    grid = figure.subplots(rows, across, squeeze=False, sharex=share_x, sharey=share_y)
    axes = list(grid.flat)
    for spare in axes[n:]:
        spare.set_axis_off()
    for above in axes[max(n - across, 0) : n]:  # the lowest of its column, though its row be not the last
        above.tick_params(axis="x", labelbottom=True)
    return figure, axes[:n]


def finish(figure: Figure, folder: Path, name: str, title: str, caption: str) -> Picture:
    """Write PNG and SVG beside the page and return the picture for it."""
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.execute(figure)
        figure.set_layout_engine(None)  # lay out once, and draw each file once
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=DPI)
    with Image.open(drawn) as picture:  # 128 colours do for lines and bars, in a third of the bytes
        picture.convert("RGB").quantize(128).save(folder / f"{name}.png", optimize=True)
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    svg = slim(drawn.getvalue().decode("utf-8"))
    (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    return Picture(name, title, caption, svg, width=round(100 * figure.get_figwidth()))


def slim(svg: str) -> str:
    """The same picture in fewer bytes: no metadata and comments, coordinates to a hundredth of a point."""
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<\?xml.*?\?>|<!DOCTYPE.*?>", "", svg, flags=re.DOTALL)

    def rounded(found: re.Match[str]) -> str:
        return re.sub(r"-?\d+\.\d{3,}", lambda n: f"{float(n[0]):.2f}".rstrip("0").rstrip("."), found[0])

    svg = re.sub(r'\b(?:d|x|y|x1|x2|y1|y2|width|height)="[^"]*"|translate\([^)]*\)', rounded, svg)
    svg = re.sub(r'(?<= d=)"[^"]*"', lambda path: re.sub(r"\s*([MLQCz])\s*", r"\1", path[0]), svg)
    return re.sub(r"\s*\n\s*", " ", svg).replace("> <", "><").strip() + "\n"


def verdict_color(word: str) -> str:
    """The colour of a verdict; grey where nothing is decided."""
    return VERDICTS.get(word, "#767676")
