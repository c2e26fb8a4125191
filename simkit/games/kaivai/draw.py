"""The board of Kaivai as it lies on the table, drawn from above."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle, Polygon, RegularPolygon

from simkit.games.kaivai.board import hexes, place
from simkit.games.kaivai.state import BOATBUILDER, CULT, FISHERMAN, NEUTRAL, WATER
from simkit.games.kaivai.text import SHORT_NAMES, hex_name

COLOURS = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#999999")
"""Seats 1 to 4 and the neutral colour (Okabe and Ito's palette, safe for the colour-blind)."""
SEA, SAND = "#DCEBF5", "#F0DFB0"
LETTERS = {BOATBUILDER: "B", FISHERMAN: "F"}


def _centre(q: int, r: int) -> tuple[float, float]:
    return 1.5 * q, -(3**0.5) * (r + q / 2)


def draw(axes: Axes, state: Any, board: Any, rules: Any) -> None:
    """Hexes, cult sites, huts with their fish, boats, the god, action spaces and the displays."""
    axes.set_aspect("equal")
    axes.axis("off")
    for q, r in hexes():
        _draw_hex(axes, state, q, r)
    _draw_displays(axes, state, board)
    axes.set_title(f"Kaivai, round {state['round_no']} of {board['rounds']}", fontsize=12)
    axes.set_xlim(-11, 22.5)
    axes.set_ylim(-12.2, 12.2)


def _draw_hex(axes: Axes, state: Any, q: int, r: int) -> None:
    p = place(q, r)
    x, y = _centre(q, r)
    thing = int(state["thing"][p])
    shape = RegularPolygon(
        (x, y), 6, radius=1.0, orientation=0.5236, facecolor=SEA, edgecolor="white", lw=1.2
    )
    axes.add_patch(shape)
    if thing == WATER:
        axes.text(x, y - 0.62, hex_name(p), fontsize=4.5, ha="center", va="center", color="#7A97AC")
    elif thing == CULT:
        shape.set_facecolor(SAND)
        axes.text(x, y, "✦", fontsize=9, ha="center", va="center", color="#8C6D1F")
    else:
        shape.set_facecolor(SAND)
        owner = int(state["owner"][p])
        colour = COLOURS[4 if owner == NEUTRAL else owner]
        axes.add_patch(
            RegularPolygon(
                (x, y), 6, radius=0.78, orientation=0.5236, facecolor=colour, edgecolor="k", lw=0.6
            )
        )
        letter = LETTERS.get(thing, "M")
        axes.text(x, y + 0.18, letter, fontsize=7, ha="center", va="center", color="white", weight="bold")
        for k in range(int(state["hut_fish"][p])):
            axes.add_patch(
                Circle((x - 0.35 + 0.35 * k, y - 0.38), 0.15, facecolor="#56B4E9", edgecolor="k", lw=0.5)
            )
    if state["god"] == p:
        axes.add_patch(Circle((x, y), 0.42, facecolor="black", zorder=4))
    boat = int(state["boat"][p])
    if boat:
        _draw_boat(axes, x, y + (0.45 if thing else 0.0), COLOURS[boat - 1])


def _draw_boat(axes: Axes, x: float, y: float, colour: str) -> None:
    hull = [(-0.55, 0.12), (0.55, 0.12), (0.32, -0.25), (-0.32, -0.25)]
    sail = [(-0.05, 0.2), (-0.05, 0.72), (0.42, 0.2)]
    for outline in (hull, sail):
        points = [(x + dx, y + dy) for dx, dy in outline]
        axes.add_patch(Polygon(points, facecolor=colour, edgecolor="k", lw=0.6, zorder=5))


def _draw_displays(axes: Axes, state: Any, board: Any) -> None:
    left, top = 11.3, 10.6
    for seat in range(int(state["players"])):
        y = top - 4.3 * seat
        axes.text(left, y, f"seat {seat + 1}", color=COLOURS[seat], fontsize=9, weight="bold", va="center")
        span = board["zugweite"][state["bid"][seat]] + board["bonus"][state["steps"][seat]]
        bid = f"bid {state['bid'][seat]}, range {span}" if state["bid"][seat] else "no bid yet"
        axes.text(left + 3.2, y, f"glory {state['glory'][seat]}, {bid}", fontsize=7, va="center")
        shells = "  ".join(f"{space}: {state['shells'][seat][space]}" for space in range(1, 6))
        fish = "  ".join(f"{space}: {state['fish'][seat][space]}" for space in range(1, 6))
        axes.text(left, y - 0.95, f"shells on  {shells}", fontsize=6.5, va="center")
        axes.text(left, y - 1.75, f"fish on  {fish}", fontsize=6.5, va="center")
        stock = f"influence {state['hand'][seat]}, huts left {state['huts_left'][seat]}"
        axes.text(
            left, y - 2.55, f"{stock}, boats left {state['boats_left'][seat]}", fontsize=6.5, va="center"
        )
    number = 7 if state["players"] == 2 else 6
    for action in range(number):
        y = -7.0 - 0.8 * action
        axes.text(left, y, f"{SHORT_NAMES[action]}: {state['space'][action]}", fontsize=6.5, va="center")
    store = f"store: {state['token_store']} influence,\n{state['counter_store']} counters, {state['cult_store']} cults"
    axes.text(left + 4.6, -8.2, store, fontsize=6.5, va="center")
