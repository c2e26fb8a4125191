"""A picture of Mangrovia: spaces with landscape, price and points, areas, paths and prizes, huts, birds, bowls."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

from simkit.games.mangrovia.layouts import AMULETS, GREY, LANDSCAPE_NAMES, POLE, STONE, WHITE
from simkit.games.mangrovia.state import NEUTRAL

LAND_COLOURS = ("#7fa66a", "#f0d48a", "#c9b86b", "#8fc4e0")
SEAT_COLOURS = ("#d55e00", "#0072b2", "#cc79a7", "#009e73", "#e69f00", "#666666")
"""Mangrove, sand, reed, water; seats 1 to 5 and the neutral colour: told apart also by the number in the hut."""


def draw(axes: Axes, state: Any, board: Any, rules: Any) -> None:
    """Draw the table as it lies."""
    record = board[0] if getattr(board, "shape", ()) else board
    count = int(record["spaces"])
    right = int(max(record["x"][:count])) + 1
    bottom = int(max(record["y"][:count])) + 1
    for space in range(count):
        _draw_space(axes, record, space)
        _draw_hut(axes, state, record, space)
    _draw_areas(axes, record, count)
    _draw_paths(axes, record)
    _draw_archipelago(axes, state, right + 0.9)
    axes.set_xlim(-1.6, right + 4.6)
    axes.set_ylim(bottom + 0.3, -1.6)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.set_title(f"Mangrovia, round {int(state['round_no'])}", loc="left", fontsize=11)


def _draw_space(axes: Axes, record: Any, space: int) -> None:
    x, y = float(record["x"][space]), float(record["y"][space])
    lands = [k for k in range(4) if (int(record["lands"][space]) >> k) & 1]
    for i, land in enumerate(lands):
        height = 0.92 / len(lands)
        axes.add_patch(
            Rectangle(
                (x + 0.04, y + 0.04 + i * height),
                0.92,
                height,
                facecolor=LAND_COLOURS[land],
                edgecolor="none",
            )
        )
    ring = (int(record["rings"]) >> space) & 1
    axes.add_patch(
        Rectangle(
            (x + 0.04, y + 0.04),
            0.92,
            0.92,
            facecolor="none",
            edgecolor="#c00000" if ring else "#555555",
            linewidth=2.2 if ring else 0.6,
        )
    )
    letters = "".join(LANDSCAPE_NAMES[k][0].upper() for k in lands)
    axes.text(x + 0.1, y + 0.22, letters, fontsize=6, va="center", color="#333333")
    amulets = int(record["currency"][space]) == AMULETS
    price = f"{int(record['cost'][space])}{'a' if amulets else ''}"
    axes.text(
        x + 0.88,
        y + 0.24,
        price,
        fontsize=7,
        ha="right",
        va="center",
        weight="bold",
        color="#7a0060" if amulets else "black",
    )
    if record["points"][space]:
        axes.text(x + 0.1, y + 0.82, f"+{int(record['points'][space])}", fontsize=6, va="center")
    if int(record["symbol"][space]) in (GREY, WHITE):
        face = "#9a9a9a" if int(record["symbol"][space]) == GREY else "white"
        axes.add_patch(Circle((x + 0.85, y + 0.82), 0.07, facecolor=face, edgecolor="#333333", linewidth=0.5))


def _draw_hut(axes: Axes, state: Any, record: Any, space: int) -> None:
    x, y = float(record["x"][space]), float(record["y"][space])
    for owner in range(NEUTRAL + 1):
        if (int(state["huts"][owner]) >> space) & 1:
            double = (int(state["doubles"]) >> space) & 1
            for i in range(1 + double):
                box = FancyBboxPatch(
                    (x + 0.3 + 0.16 * i, y + 0.36 - 0.1 * i),
                    0.38,
                    0.34,
                    boxstyle="round,pad=0.03",
                    facecolor=SEAT_COLOURS[owner],
                    edgecolor="black",
                    linewidth=0.8,
                )
                axes.add_patch(box)
            name = "n" if owner == NEUTRAL else str(owner + 1)
            axes.text(
                x + 0.49, y + 0.54, name, fontsize=8, ha="center", va="center", color="white", weight="bold"
            )
    tile = int(state["stone_tile"][space])
    if tile:
        name = f"god {'ABCD1234'[tile - 1]}" if tile <= 8 else ("V3", "A2", "wild")[tile - 9]
        axes.text(x + 0.5, y + 0.6, name, fontsize=6, ha="center", va="center", style="italic")


def _draw_areas(axes: Axes, record: Any, count: int) -> None:
    for area, name in ((STONE, "stone\narea"), (POLE, "pole\narea")):
        inside = [s for s in range(count) if int(record["area"][s]) == area]
        x, y = min(record["x"][inside]), min(record["y"][inside])
        axes.add_patch(Rectangle((x, y), 3, 3, facecolor="none", edgecolor="black", linewidth=2))
        axes.text(x + 1.5, y + 1.5, name, fontsize=7, ha="center", va="center")


def _draw_paths(axes: Axes, record: Any) -> None:
    for path in range(8):
        first = int(record["path_space"][path, 0])
        x, y = float(record["x"][first]), float(record["y"][first])
        text = f"{'ABCD1234'[path]}\n{int(record['first'][path])}/{int(record['second'][path])}"
        if path < 4:
            axes.text(x + 0.5, y - 0.35, text, fontsize=7, ha="center", va="center")
        else:
            axes.text(x - 0.4, y + 0.5, text, fontsize=7, ha="center", va="center")


def _draw_archipelago(axes: Axes, state: Any, left: float) -> None:
    axes.text(left, 0.0, "ritual sites", fontsize=8, weight="bold")
    for site in range(6):
        y = 0.6 + 0.75 * site
        axes.add_patch(Rectangle((left + 0.9, y - 0.25), 0.9, 0.5, facecolor="#e8dcc0", edgecolor="#555555"))
        axes.text(left + 0.7, y, str(site + 1), fontsize=8, ha="right", va="center")
        axes.text(left + 2.0, y, str(12 - site), fontsize=8, ha="left", va="center")
        owner = int(state["bowls"][site]) - 1
        if owner >= 0:
            axes.add_patch(Circle((left + 1.35, y), 0.2, facecolor=SEAT_COLOURS[owner], edgecolor="black"))
            name = "n" if owner == NEUTRAL else str(owner + 1)
            axes.text(
                left + 1.35, y, name, fontsize=7, ha="center", va="center", color="white", weight="bold"
            )
    landing = int(state["landing"])
    if 1 <= landing <= 12:
        site = landing - 1 if landing <= 6 else 12 - landing
        x = left + (0.15 if landing <= 6 else 2.5)
        axes.text(x, 0.6 + 0.75 * site, "boat", fontsize=7, ha="center", va="center", style="italic")
    birds = " and ".join(LANDSCAPE_NAMES[k] for k in range(4) if (int(state["birds"]) >> k) & 1)
    axes.text(left, 5.3, f"birds on {birds}", fontsize=8)
    for seat in range(int(state["players"])):
        points = int(state["printed"][seat] + state["tile_points"][seat])
        text = f"seat {seat + 1}: {points} points, {int(state['supply'][seat])} huts left"
        axes.text(left, 5.8 + 0.42 * seat, text, fontsize=8, color=SEAT_COLOURS[seat], weight="bold")
