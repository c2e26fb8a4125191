"""The table as it lies: display, ship, tableaus, as a matplotlib picture."""

from typing import Any

from matplotlib.patches import Circle, FancyBboxPatch, Polygon, Rectangle, Wedge

from simkit.games.maori.board import FIELDS, PRINT

SEA, DEEP, LAND, PRINTED, PALM, HUT, WOOD, SHELL, LEI, ROCK = (
    "#bfe0ee",
    "#dcecf3",
    "#e6cf95",
    "#c9b07a",
    "#2f7d4f",
    "#a8452f",
    "#6b4a2b",
    "#f7f1e3",
    "#c04a92",
    "#55585c",
)
STEP = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))
"""Towards each side, with y upwards."""
SEAT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")


def draw(axes: Any, state: Any, board: Any, rules: Any) -> None:
    """Draw the display with the ship, and beside it each tableau with its slot, boats and shells."""
    axes.set_aspect("equal")
    axes.axis("off")
    _draw_display(axes, state, board)
    columns, rows = int(board.columns), int(board.rows)
    for seat in range(int(state.players)):
        across, down = seat % 2, seat // 2
        _draw_tableau(
            axes, state, board, seat, 6.6 + across * (columns + 2.6), 4.0 - down * (rows + 1.7) - rows
        )
    high = 5.2
    low = 4.0 - ((int(state.players) + 1) // 2) * (rows + 1.7)
    axes.set_xlim(-1.0, 6.6 + 2 * (columns + 2.6) - 0.4)
    axes.set_ylim(min(low, -1.2), high)


def _draw_display(axes: Any, state: Any, board: Any) -> None:
    for cell in range(16):
        x, y = float(cell % 4), float(3 - cell // 4)
        tile = int(state.display[cell])
        if tile < 0:
            axes.add_patch(Rectangle((x, y), 1, 1, fill=False, edgecolor="#9aa5ab", linestyle=":"))
        else:
            draw_piece(axes, board, tile, 0, x, y)
    if state.ship >= 0:
        x, y = _edge_place(int(state.ship))
        axes.add_patch(Circle((x, y), 0.26, facecolor=WOOD, edgecolor="black", zorder=5))
        axes.text(x, y, "ship", ha="center", va="center", fontsize=5.5, color="white", zorder=6)
    left = int(board.tiles - state.drawn)
    axes.text(2, 4.85, f"round {int(state.round_no)}, stack {left}", ha="center", va="center", fontsize=8)
    if state.hand >= 0:
        axes.text(1.4, -1.35, "in hand", ha="right", va="center", fontsize=7)
        draw_piece(axes, board, int(state.hand), 0, 1.6, -1.9)


def _edge_place(edge: int) -> tuple[float, float]:
    side, place = divmod(edge, 4)
    return (
        (place + 0.5, 4.35),
        (4.35, 3.5 - place),
        (3.5 - place, -0.35),
        (-0.35, place + 0.5),
    )[side]


def _draw_tableau(axes: Any, state: Any, board: Any, seat: int, left: float, bottom: float) -> None:
    columns, rows = int(board.columns), int(board.rows)
    axes.add_patch(
        Rectangle(
            (left, bottom),
            columns,
            rows,
            facecolor=DEEP,
            edgecolor=SEAT_COLOURS[seat],
            linewidth=1.6,
            zorder=0,
        )
    )
    for field in range(FIELDS):
        x, y = left + field % columns, bottom + rows - 1 - field // columns
        tile = int(state.tile[seat, field])
        if tile >= 0:
            draw_piece(axes, board, tile, int(state.turn[seat, field]), x, y)
        elif int(board.printed) >> field & 1:
            draw_piece(axes, board, PRINT + field, 0, x, y, printed=True)
        else:
            axes.add_patch(Rectangle((x, y), 1, 1, fill=False, edgecolor="#b5c9d3", linewidth=0.5))
        for side in range(4):
            if int(board.rock[side]) >> field & 1:
                _draw_edge(axes, x, y, side)
    if state.own_ship[seat] >= 0:
        field = int(state.own_ship[seat])
        x, y = left + field % columns + 0.78, bottom + rows - 1 - field // columns + 0.78
        axes.add_patch(Circle((x, y), 0.15, facecolor=SEAT_COLOURS[seat], edgecolor="black", zorder=7))
    turn = " <" if state.seat == seat and state.end_cause == 0 else ""
    text = f"seat {seat + 1}: {int(state.boats[seat])} boats, {int(state.shells[seat])} shells{turn}"
    axes.text(left, bottom + rows + 0.25, text, fontsize=7, va="center", color=SEAT_COLOURS[seat])
    if state.slot[seat] >= 0:
        draw_piece(axes, board, int(state.slot[seat]), 0, left + columns + 0.3, bottom)
        axes.text(left + columns + 0.8, bottom + 1.2, "slot", fontsize=6, ha="center")


def _draw_edge(axes: Any, x: float, y: float, side: int) -> None:
    """A rock on a side of a field."""
    ends = (((0, 1), (1, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)), ((0, 0), (0, 1)))[side]
    axes.plot(
        [x + ends[0][0], x + ends[1][0]],
        [y + ends[0][1], y + ends[1][1]],
        color=ROCK,
        linewidth=2.5,
        zorder=6,
    )


def draw_piece(
    axes: Any, board: Any, piece: int, turn: int, x: float, y: float, *, printed: bool = False
) -> None:
    """One tile, or a printed field, with its lower left corner at (x, y)."""
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=SEA, edgecolor="#4a6b7c", linewidth=0.7, zorder=1))
    if board.volcano[piece]:
        cone = [(x + 0.15, y + 0.15), (x + 0.85, y + 0.15), (x + 0.6, y + 0.8), (x + 0.4, y + 0.8)]
        axes.add_patch(Polygon(cone, facecolor=ROCK, zorder=2))
        axes.add_patch(Circle((x + 0.5, y + 0.82), 0.1, facecolor=HUT, zorder=3))
        return
    colour = PRINTED if printed else LAND
    for edges in (int(board.land[piece, turn]), int(board.land2[piece, turn])):
        for side in range(4):
            if edges >> side & 1:
                _draw_arm(axes, x, y, side, colour, reach=0.5 if board.parts[piece] < 2 else 0.3)
    if board.parts[piece] == 1:
        axes.add_patch(
            FancyBboxPatch(
                (x + 0.28, y + 0.28),
                0.44,
                0.44,
                boxstyle="round,pad=0.08",
                facecolor=colour,
                edgecolor="none",
                zorder=2,
            )
        )
    _draw_symbols(axes, board, piece, turn, x, y)


def _draw_arm(axes: Any, x: float, y: float, side: int, colour: str, reach: float) -> None:
    """Land from the middle of a tile to one of its sides."""
    dx, dy = STEP[side]
    width = 0.44 if dx == 0 else reach
    height = 0.44 if dy == 0 else reach
    centre_x, centre_y = x + 0.5 + dx * (0.5 - reach / 2), y + 0.5 + dy * (0.5 - reach / 2)
    axes.add_patch(
        Rectangle(
            (centre_x - width / 2, centre_y - height / 2),
            width,
            height,
            facecolor=colour,
            edgecolor="none",
            zorder=2,
        )
    )


def _draw_symbols(axes: Any, board: Any, piece: int, turn: int, x: float, y: float) -> None:
    """Palms, hut, boats, shells and halves of wreaths."""
    palms = int(board.palms[piece])
    for k in range(palms):
        px = x + 0.5 + 0.2 * (k - (palms - 1) / 2)
        axes.plot([px, px], [y + 0.45, y + 0.6], color=WOOD, linewidth=1, zorder=4)
        axes.add_patch(Wedge((px, y + 0.6), 0.1, 0, 180, facecolor=PALM, zorder=4))
    if board.huts[piece]:
        roof = [(x + 0.37, y + 0.34), (x + 0.63, y + 0.34), (x + 0.5, y + 0.48)]
        axes.add_patch(Polygon(roof, facecolor=HUT, zorder=4))
        axes.add_patch(Rectangle((x + 0.42, y + 0.23), 0.16, 0.11, facecolor=HUT, zorder=4))
    for k in range(int(board.boats[piece])):
        axes.add_patch(Wedge((x + 0.2 + 0.22 * k, y + 0.2), 0.13, 180, 360, facecolor=WOOD, zorder=4))
        axes.plot([x + 0.2 + 0.22 * k] * 2, [y + 0.2, y + 0.34], color=WOOD, linewidth=1, zorder=4)
    for k in range(int(board.shells[piece])):
        axes.add_patch(
            Wedge(
                (x + 0.8 - 0.22 * k, y + 0.1), 0.11, 20, 160, facecolor=SHELL, edgecolor="#8a7f63", zorder=4
            )
        )
    centres = ((0.5, 1.0, 180), (1.0, 0.5, 90), (0.5, 0.0, 0), (0.0, 0.5, 270))
    for side, (cx, cy, start) in enumerate(centres):
        if int(board.wreath[piece, turn]) >> side & 1:
            axes.add_patch(
                Wedge((x + cx, y + cy), 0.24, start, start + 180, width=0.1, facecolor=LEI, zorder=5)
            )
