"""The board of Kaivai as it lies on the table, drawn from above."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Circle, Polygon, RegularPolygon

from simkit.games.kaivai.board import hexes, place
from simkit.games.kaivai.state import BOATBUILDER, CULT, FISHERMAN, NEUTRAL, WATER
from simkit.games.kaivai.text import SHORT_NAMES, hex_name, track

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
        axes.text(x, y + 0.1, "✦", fontsize=9, ha="center", va="center", color="#8C6D1F")
        axes.text(x, y - 0.62, hex_name(p), fontsize=4.5, ha="center", va="center", color="#8C6D1F")
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
        axes.text(x, y + 0.35, letter, fontsize=7, ha="center", va="center", color="white", weight="bold")
        axes.text(x, y - 0.52, hex_name(p), fontsize=4.5, ha="center", va="center", color="white")
        for k in range(int(state["hut_fish"][p])):
            axes.add_patch(
                Circle((x - 0.35 + 0.35 * k, y - 0.12), 0.15, facecolor="#56B4E9", edgecolor="k", lw=0.5)
            )
    if state["god"] == p:
        axes.add_patch(Circle((x, y + 0.1), 0.42, facecolor="black", zorder=4))
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
    """What each player has, the action spaces, the stores, and what the letters mean."""
    left, top, players = 11.3, 10.6, int(state["players"])
    for seat in range(players):
        y = top - 3.9 * seat
        axes.text(left, y, f"seat {seat + 1}", color=COLOURS[seat], fontsize=10, weight="bold", va="center")
        span = board["zugweite"][state["bid"][seat]] + board["bonus"][state["steps"][seat]]
        bid = f"bid {state['bid'][seat]}, range {span}" if state["bid"][seat] else "no bid yet"
        lines = (
            f"glory {state['glory'][seat]}, influence {state['hand'][seat]}, {bid}",
            f"shells {track(state['shells'][seat])};  fish {track(state['fish'][seat])}",
            f"in supply: {state['huts_left'][seat]} huts, {state['boats_left'][seat]} boats, "
            f"{state['fishermen_left'][seat]} fishermen",
        )
        for k, line in enumerate(lines):
            axes.text(left, y - 0.85 * (k + 1), line, fontsize=7.5, va="center")
    if players == 2:
        y = top - 3.9 * players
        axes.text(left, y, "neutral", color=COLOURS[NEUTRAL], fontsize=10, weight="bold", va="center")
        mark = f", next {state['neutral_mark']}" if state["neutral_mark"] else ""
        words = f"bid {state['neutral_bid']}{mark}; {state['huts_left'][NEUTRAL]} huts in supply"
        axes.text(left, y - 0.85, words, fontsize=7.5, va="center")
    spaces = [f"{SHORT_NAMES[action]} {state['space'][action]}" for action in range(7 if players == 2 else 6)]
    notes = (
        "influence on the action spaces:",
        ", ".join(spaces[:4]),
        ", ".join(spaces[4:]),
        f"in store: {state['token_store']} influence, {state['counter_store']} counters, "
        f"{state['cult_store']} cult hexes",
        "✦ cult hex, B boatbuilder's hut, F fisherman's hut,",
        "M meeting hut, black: the god, small discs: fish",
    )
    for k, line in enumerate(notes):
        axes.text(left, -6.4 - 0.85 * k, line, fontsize=7.5, va="center")
