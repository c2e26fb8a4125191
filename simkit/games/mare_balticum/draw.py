"""The table of Mare Balticum as a picture: the sea with its areas, tokens and vessels, ports, players' boards."""

from functools import cache
from typing import Any

import numpy as np
from matplotlib.patches import Circle, FancyBboxPatch, Polygon

from simkit.games.mare_balticum.board import Map, layout_name, map_of
from simkit.games.mare_balticum.counts import AMBER, FISH_KINDS, KIND_NAMES, PORT_NAMES
from simkit.games.mare_balticum.maps import centres
from simkit.games.mare_balticum.state import NONE, NOTHING, OVER, PORTS, SAFE

ZOOM = 8
"""Pixels of the drawn sea a square of the map."""

LAND, SHALLOW, DEEP, COAST = "#e9e2d0", "#bfe0ee", "#6fa8cf", "#40667f"
TOKEN_COLOURS = ("#e8836b", "#c9b458", "#9aa7b1", "#5f9e6e", "#f0a830")
TOKEN_LETTERS = ("S", "F", "H", "C", "A")
SEAT_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#333333")
SEAT_MARKS = ("1", "2", "3", "4", "5")
LABEL_SHIFTS = ((-2.2, -1.1), (-2.2, -1.1), (-3.0, 1.2), (2.4, 1.2), (0.8, -1.3))
"""Where a port's name stands, from the port: off the sea."""
PORT_SHIFTS = ((0.0, 0.0), (0.0, 0.0), (0.0, 1.0), (0.0, 0.0), (0.0, 0.0))
"""How far a port is drawn from its square, so that it covers no token or name of the sea before it."""
RIM = 2
"""Squares of land drawn around the map: an area at its edge is seen whole."""


@cache
def _picture(layout: str) -> np.ndarray[Any, Any]:
    """Area number of each pixel, -1 for land: the map in its rim, with rounded corners. int64, read-only."""
    drawn = map_of(layout)
    squares = drawn.squares()
    squares = np.where((squares >= 0) & (squares < PORTS), -1, squares)
    big = np.kron(np.pad(squares, RIM, constant_values=-1), np.ones((ZOOM, ZOOM), dtype=np.int64))
    numbers = [-1, *range(PORTS, PORTS + len(drawn.letters))]
    weights = np.array([_blur(np.where(big == number, 1.0, 0.0)) for number in numbers])
    found = np.array(numbers)[weights.argmax(axis=0)]
    found.setflags(write=False)
    return found


def _blur(image: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Means over a moving window, three times in both directions: close to a Gaussian."""
    window = np.ones(ZOOM // 2 + 1) / (ZOOM // 2 + 1)
    for _ in range(3):
        for axis in (0, 1):
            image = np.apply_along_axis(np.convolve, axis, image, window, "same")
    return image


def draw(axes: Any, state: Any, board: Any, rules: Any) -> None:
    """Draw the table into matplotlib axes."""
    layout = layout_name(int(board.layout_no))
    drawn = map_of(layout)
    places = _spots(drawn)
    _draw_sea(axes, layout, board)
    for area in range(PORTS, int(board.areas)):
        _draw_tokens(axes, state, places[area], area)
        axes.text(
            *(places[area] + np.array([0.0, 1.15])),
            drawn.names[area - PORTS],
            ha="center",
            va="center",
            fontsize=3.6,
            color=COAST,
        )
    for port in range(PORTS):
        _draw_port(axes, state, board, places[port], port, rules)
    for area in range(int(board.areas)):
        _draw_vessels(axes, state, places[area], area)
    _draw_players(axes, state, board, rules, len(drawn.rows[0]) + RIM)
    columns, rows = len(drawn.rows[0]), len(drawn.rows)
    axes.set_xlim(-RIM, columns + RIM + 21)
    axes.set_ylim(rows + RIM, -RIM)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.set_title(
        f"Mare Balticum, layout {layout} (a reconstruction): round {int(state.round_no)}, "
        f"time tokens {int(state.time_drawn)} of {int(board.time_tokens)}, "
        f"bag {int(state.bag_n - state.bag_at)}",
        fontsize=7,
    )


@cache
def _spots(drawn: Map) -> np.ndarray[Any, Any]:
    """Where an area's pieces are drawn: its square nearest to its centre. float64 (areas, 2)."""
    squares = drawn.squares()
    areas = PORTS + len(drawn.letters)
    middle = centres(squares, areas)
    spots = np.zeros((areas, 2))
    for area in range(areas):
        own = np.argwhere(squares == area)[:, ::-1]
        spots[area] = own[np.abs(own - middle[area]).sum(axis=1).argmin()] + 0.5
    spots[:PORTS] += PORT_SHIFTS
    return spots


def _draw_sea(axes: Any, layout: str, board: Any) -> None:
    picture = _picture(layout)
    colours = np.array([_rgb(LAND), _rgb(SHALLOW), _rgb(DEEP)])
    depth = np.zeros(int(board.areas) + 1, dtype=np.int64)
    for area in range(PORTS, int(board.areas)):
        depth[area] = 1 + (int(board.deep) >> area & 1)
    image = colours[depth[picture]]
    border = np.zeros(picture.shape, dtype=bool)
    border[:, 1:] |= picture[:, 1:] != picture[:, :-1]
    border[1:] |= picture[1:] != picture[:-1]
    image[border] = _rgb(COAST)
    rows, columns = picture.shape
    axes.imshow(
        image,
        extent=(-RIM, columns / ZOOM - RIM, rows / ZOOM - RIM, -RIM),
        interpolation="bilinear",
        zorder=0,
    )


def _rgb(colour: str) -> list[float]:
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def _disc(axes: Any, spot: Any, radius: float, colour: str, letter: str) -> None:
    axes.add_patch(Circle(spot, radius, facecolor=colour, edgecolor="white", linewidth=0.4, zorder=3))
    axes.text(*spot, letter, ha="center", va="center", fontsize=4.2, color="black", zorder=4)


def _draw_tokens(axes: Any, state: Any, spot: Any, area: int) -> None:
    kinds = [int(kind) for kind in state.tokens[area] if kind != NOTHING]
    for i, kind in enumerate(kinds):
        shift = (i - (len(kinds) - 1) / 2) * 1.1
        _disc(axes, spot + np.array([shift, 0.0]), 0.55, TOKEN_COLOURS[kind], TOKEN_LETTERS[kind])


def _draw_port(axes: Any, state: Any, board: Any, spot: Any, port: int, rules: Any) -> None:
    box = FancyBboxPatch(
        spot - 0.45, 0.9, 0.9, "round,pad=0.1", facecolor="#8c5a3c", edgecolor="black", linewidth=0.5
    )
    axes.add_patch(box)
    outward = 1 if spot[0] > 20 else -1
    axes.text(
        *(spot + np.array(LABEL_SHIFTS[port])),
        PORT_NAMES[port],
        ha="center",
        va="center",
        fontsize=5,
        weight="bold",
        zorder=4,
    )
    for circle in range(int(board.circles[port])):
        where = spot + np.array([outward * (1.4 + 1.2 * circle), 0.0])
        kind = int(state.circle[port, circle])
        colour = TOKEN_COLOURS[kind] if kind != NONE else "white"
        number = str(-int(board.circle_loss[port, circle]))
        axes.add_patch(Circle(where, 0.55, facecolor=colour, edgecolor="black", linewidth=0.6, zorder=3))
        label = TOKEN_LETTERS[kind] if kind != NONE else number
        axes.text(*where, label, ha="center", va="center", fontsize=4.2, zorder=4)
        if rules.demand_management and kind != NONE:
            axes.text(
                *(where + np.array([0.0, 0.95])), number, ha="center", va="center", fontsize=3.5, zorder=4
            )


def _draw_vessels(axes: Any, state: Any, spot: Any, area: int) -> None:
    seats = [seat for seat in range(int(state.players)) if int(state.fleet[seat]) >> area & 1]
    for i, seat in enumerate(seats):
        x = spot[0] + i - (len(seats) - 1) / 2
        y = spot[1] + (-1.05 if area >= PORTS else 1.05)
        hull = [(x - 0.5, y - 0.2), (x + 0.5, y - 0.2), (x + 0.28, y + 0.3), (x - 0.28, y + 0.3)]
        axes.add_patch(
            Polygon(hull, facecolor=SEAT_COLOURS[seat], edgecolor="white", linewidth=0.4, zorder=5)
        )
        axes.text(
            x, y + 0.03, SEAT_MARKS[seat], ha="center", va="center", fontsize=3.2, color="white", zorder=6
        )


def _draw_players(axes: Any, state: Any, board: Any, rules: Any, left: float) -> None:
    """Each player's board to the right of the sea: hold, market, warehouse, safe, card."""
    for seat in range(int(state.players)):
        top = 0.5 + 7.3 * seat
        turn = "  (to move)" if seat == int(state.seat) and state.phase != OVER else ""
        reserve = f"  reserve {int(state.reserve[seat])}" if state.reserve[seat] else ""
        axes.text(
            left + 1,
            top,
            f"Seat {seat + 1}{turn}{reserve}",
            fontsize=5.5,
            weight="bold",
            color=SEAT_COLOURS[seat],
        )
        axes.text(left + 1, top + 1.5, "hold", fontsize=4.2, va="center")
        fish = [kind for kind in range(FISH_KINDS) for _ in range(int(state.hold[seat, kind]))]
        for i in range(int(board.hold)):
            colour = TOKEN_COLOURS[fish[i]] if i < len(fish) else "white"
            axes.add_patch(
                Circle(
                    (left + 5.5 + 1.3 * i, top + 1.5), 0.55, facecolor=colour, edgecolor="grey", linewidth=0.4
                )
            )
            if i < len(fish):
                axes.text(
                    left + 5.5 + 1.3 * i,
                    top + 1.5,
                    TOKEN_LETTERS[fish[i]],
                    ha="center",
                    va="center",
                    fontsize=4.2,
                )
        _draw_rows(axes, state, rules, seat, left, top)
        notes = ["safe played"] if int(state.played[seat]) >> SAFE & 1 else []
        if state.card[seat] != NONE:
            counts = board.cards[state.card[seat]]
            notes.append("contract " + "".join(TOKEN_LETTERS[k] * int(counts[k]) for k in range(AMBER + 1)))
        axes.text(left + 1, top + 5.2, "; ".join(notes), fontsize=4.2, va="center")


def _draw_rows(axes: Any, state: Any, rules: Any, seat: int, left: float, top: float) -> None:
    """Warehouse and market, a column a kind."""
    axes.text(left + 1, top + 3.0, "warehouse", fontsize=4.2, va="center")
    axes.text(left + 1, top + 4.1, "market", fontsize=4.2, va="center")
    for kind in range(len(KIND_NAMES)):
        x = left + 6 + 2.6 * kind
        _disc(axes, np.array([x, top + 3.0]), 0.5, TOKEN_COLOURS[kind], TOKEN_LETTERS[kind])
        axes.text(x + 0.8, top + 3.0, str(int(state.warehouse[seat, kind])), fontsize=4.6, va="center")
        if kind < FISH_KINDS and state.market[seat, kind] != NONE:
            value = int(rules.market_values[state.market[seat, kind]])
            axes.text(x + 0.8, top + 4.1, f"x{value}", fontsize=4.6, va="center")
