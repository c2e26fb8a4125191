"""The cloth as it lies on the table: the visible sea, boats with their masts, ships along the edges."""

from typing import Any

from simkit.games.maldivia.state import COLOURS, ISLANDS, OCTOPUS, PILE, SHARK, SIDES, SPACES, STRIDE
from simkit.games.maldivia.text import BOATS, block_words, name_of

FISH_COLOURS = ("#c1272d", "#1b9e77", "#7b3294", "#e6ab02")
"""Red, green, purple, yellow, distinct in brightness too."""
FISH_MARKS = ("o", "^", "s", "D")
"""A shape a colour, for those who cannot tell the colours apart."""
BOAT_COLOURS = ("#ffffff", "#f58220", "#8c564b", "#222222")
FRONT, BACK, FOG = "#cfe8f5", "#8fc1dd", "#e6e6e6"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""(x, y) of a step by direction; y grows downwards."""


def draw(axes: Any, state: Any, board: Any, rules: Any) -> None:
    """Draw a position into matplotlib axes."""
    axes.set_aspect("equal")
    axes.set_xlim(-2.4, STRIDE + 2.4)
    axes.set_ylim(STRIDE + 3.4, -1.5)
    axes.axis("off")
    turned = state.cloth % 2 == 1
    height, width = (board.columns, board.rows) if turned else (board.rows, board.columns)
    for row in range(height):
        for column in range(width):
            _draw_space(axes, state, board, STRIDE * row + column)
    _draw_currents(axes, state, board)
    for seat in range(state.players):
        if state.boat[seat] >= 0:
            _draw_boat(axes, state, seat)
    _draw_islands(axes, state, board)
    _draw_table(axes, state, board)


def _visible(state: Any, space: int) -> bool:
    row, column = space // STRIDE, space % STRIDE
    return bool(state.north <= row <= state.south and state.west <= column <= state.east)


def _draw_space(axes: Any, state: Any, board: Any, space: int) -> None:
    from matplotlib.patches import Rectangle

    x, y = space % STRIDE, space // STRIDE
    if not _visible(state, space):
        axes.add_patch(Rectangle((x, y), 1, 1, facecolor=FOG, edgecolor="white", linewidth=0.5))
        return
    face = int(state.face[space])
    colour = BACK if face >= SPACES else FRONT
    axes.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, edgecolor="white", linewidth=1))
    axes.text(x + 0.05, y + 0.16, name_of(space), fontsize=4.5, color="#456", va="center")
    kind = int(board.kind[state.cloth, face])
    if kind in (OCTOPUS, SHARK):
        word = "octopus" if kind == OCTOPUS else "shark"
        axes.text(x + 0.5, y + 0.85, word, ha="center", va="center", fontsize=6.5, color="#123")
    _draw_fish(axes, int(board["catch"][state.cloth, face]), x + 0.17, y + 0.82, 0.22, 26)


def _draw_fish(axes: Any, bag: int, x: float, y: float, step: float, area: float) -> None:
    """A row of fish marks."""
    for colour in range(COLOURS):
        for _ in range((bag >> (4 * colour)) & 15):
            axes.scatter(
                [x],
                [y],
                s=area,
                marker=FISH_MARKS[colour],
                color=FISH_COLOURS[colour],
                edgecolors="white",
                linewidths=0.3,
                zorder=3,
            )
            x += step


def _draw_currents(axes: Any, state: Any, board: Any) -> None:
    """An arrow from the tail over all spaces of a current to its head, where it lies up as drawn."""
    for space in range(SPACES):
        face = int(state.face[space])
        number = int(board.tail[state.cloth, face]) - 1
        if not _visible(state, space) or number < 0:
            continue
        shift = space - face % SPACES
        spaces = [
            int(board.current_space[state.cloth, number, k]) + shift for k in range(board.current_len[number])
        ]
        enter, leave = _course(board, state, number, shift)
        points = [(s % STRIDE + 0.5, s // STRIDE + 0.4) for s in spaces]
        first = (points[0][0] - 0.45 * STEPS[enter][0], points[0][1] - 0.45 * STEPS[enter][1])
        last = (points[-1][0] + 0.45 * STEPS[leave][0], points[-1][1] + 0.45 * STEPS[leave][1])
        path = [first, *points]
        axes.plot([p[0] for p in path], [p[1] for p in path], color="#2b6ca3", linewidth=1.6, alpha=0.7)
        axes.annotate(
            "", last, points[-1], arrowprops={"arrowstyle": "-|>", "color": "#2b6ca3", "alpha": 0.8}
        )


def _course(board: Any, state: Any, number: int, shift: int) -> tuple[int, int]:
    """Entry and exit as they lie on the table: a back is mirrored across its fold (MV-86)."""
    found = []
    for table in (board.current_entry, board.current_exit):
        direction = int(table[state.cloth, number])
        flips = shift != 0 and (direction % 2 == 0) == (abs(shift) == STRIDE)
        found.append((direction + 2) % 4 if flips else direction)
    return found[0], found[1]


def _draw_boat(axes: Any, state: Any, seat: int) -> None:
    """The hull with its initial and the mast above it, bottom fish lowest."""
    from matplotlib.patches import Ellipse

    x, y = state.boat[seat] % STRIDE, state.boat[seat] // STRIDE
    hull = Ellipse(
        (x + 0.5, y + 0.55), 0.72, 0.36, facecolor=BOAT_COLOURS[seat], edgecolor="black", linewidth=0.8
    )
    hull.set_zorder(4)
    axes.add_patch(hull)
    ink = "black" if seat < 2 else "white"
    axes.text(x + 0.5, y + 0.56, BOATS[seat][:2], ha="center", va="center", fontsize=7.5, color=ink, zorder=5)


def _draw_islands(axes: Any, state: Any, board: Any) -> None:
    """Two ships and the pile beside the visible edge of each island."""
    middle_x, middle_y = (state.west + state.east + 1) / 2, (state.north + state.south + 1) / 2
    places = (
        (middle_x, state.north - 0.65),
        (state.east + 2.0, middle_y),
        (middle_x, state.south + 1.8),
        (state.west - 1.0, middle_y),
    )
    for side in range(SIDES):
        x, y = places[side]
        axes.text(
            x,
            y - 0.42,
            f"{ISLANDS[side]} ({state.left[side]})",
            ha="center",
            fontsize=7,
            weight="bold",
            zorder=6,
        )
        for ship, card in enumerate(state.market[side]):
            if card:
                need = int(board.need[int(card) - 1])
                size = int(board.value[int(card) - 1])
                _draw_fish(axes, need, x - 0.12 * (size - 1), y - 0.12 + 0.38 * ship, 0.24, 26)


def _draw_table(axes: Any, state: Any, board: Any) -> None:
    """Below the sea, each player's points, lying indicators and mast."""
    for seat in range(state.players):
        cards = [k for k in range(SIDES * PILE) if (int(state.owned[seat]) >> k) & 1]
        points = sum(int(board.value[k]) for k in cards)
        blocks = ", ".join(
            block_words(int(block)) if slot < state.tipped[seat] or state.end_cause else "?"
            for slot, block in enumerate(state.program[seat])
        )
        x, y = (-1.5 if seat % 2 == 0 else 4.8), STRIDE + 1.75 + 0.8 * (seat // 2)
        axes.text(x, y, f"{BOATS[seat]}: {points} points  [{blocks}]", fontsize=7.5, va="center")
        for place in range(state.height[seat]):
            colour = int(state.mast[seat, place])
            _draw_fish(axes, 1 << (4 * colour), x + 0.1 + 0.24 * place, y + 0.32, 0.24, 26)
    axes.text(
        -1.5, STRIDE + 3.35, "fish: the mast, bottom first; ?: a standing indicator", fontsize=6, color="#456"
    )
