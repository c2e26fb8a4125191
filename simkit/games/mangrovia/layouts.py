"""Boards as data: spaces, areas, paths; what is known of the real one (:func:`violations`); random ones.

Only a few spaces, two pairs of path points and the plan of the board are publicly known; layouts are reconstructions:
A and B by hand, "random:N" by a seeded generator, all held to the same facts (PD-01 to PD-12).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from simkit.rng import LAYOUT

COMPONENTS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "components.toml").read_text())
"""The parsed components.toml."""

LAYOUTS: tuple[str, ...] = ("A", "B")

LANDSCAPES = ("M", "S", "R", "W")
LANDSCAPE_NAMES = ("mangrove", "sand", "reed", "water")
VALUABLES, AMULETS = 0, 1
OPEN, STONE, POLE = 0, 1, 2
NO_SYMBOL, GREY, WHITE = 0, 1, 2
MARKS = ("ring", "grey", "white")

MAX_SPACES = 50
"""Building spaces a board may have; 47 is the likeliest number."""

MAX_PATH = 10
PATHS = 8
MAX_COST_VALUABLES, MAX_COST_AMULETS = 14, 8
"""Dearest spaces: they bound the number of ways to pay (MAX_MOVES)."""


@dataclass(frozen=True)
class Space:
    """A building space: place on the plan, landscapes ("M", "SR"), price and marks."""

    x: int
    y: int
    lands: str
    cost: int
    currency: int
    points: int
    ring: bool = False
    symbol: int = NO_SYMBOL


@dataclass(frozen=True)
class Layout:
    """A whole board. stone, pole: top left corners of the two 3 x 3 areas; points: (first, second) of each path."""

    name: str
    stone: tuple[int, int]
    pole: tuple[int, int]
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    points: tuple[tuple[int, int], ...]
    spaces: tuple[Space, ...]

    def area(self, space: Space) -> int:
        """OPEN, STONE or POLE."""
        for area, (x, y) in ((STONE, self.stone), (POLE, self.pole)):
            if x <= space.x < x + 3 and y <= space.y < y + 3:
                return area
        return OPEN

    def path(self, number: int) -> list[int]:
        """Spaces of path 0-3 (vertical, from the left) or 4-7 (horizontal, from the top), from the statue outwards."""
        if number < 4:
            along = [(s.y, i) for i, s in enumerate(self.spaces) if s.x == self.columns[number]]
        else:
            along = [(s.x, i) for i, s in enumerate(self.spaces) if s.y == self.rows[number - 4]]
        return [i for _, i in sorted(along)]


def parse_space(text: str) -> Space:
    """Read "column row landscapes cost points marks". ValueError names the text."""
    parts = text.split()
    if len(parts) < 5 or parts[3][-1] not in "va" or set(parts[5:]) - set(MARKS):
        raise ValueError(
            f"space {text!r}: 'column row landscapes cost points marks' is wanted, as in '2 0 W 10v 4'"
        )
    marks = parts[5:]
    return Space(
        int(parts[0]),
        int(parts[1]),
        parts[2],
        int(parts[3][:-1]),
        AMULETS if parts[3][-1] == "a" else VALUABLES,
        int(parts[4]),
        "ring" in marks,
        GREY if "grey" in marks else WHITE if "white" in marks else NO_SYMBOL,
    )


def layout_of(table: Mapping[str, Any], name: str) -> Layout:
    """A layout from its table in components.toml."""
    spaces = sorted((parse_space(text) for text in table["spaces"]), key=lambda s: (s.y, s.x))
    return Layout(
        name,
        tuple(table["stone"]),
        tuple(table["pole"]),
        tuple(table["columns"]),
        tuple(table["rows"]),
        tuple((int(a), int(b)) for a, b in [*table["column_points"], *table["row_points"]]),
        tuple(spaces),
    )


def find_layout(name: str) -> Layout:
    """Layout "A", "B" or "random:N". ValueError for another name."""
    if name in COMPONENTS["layouts"]:
        return layout_of(COMPONENTS["layouts"][name], name)
    kind, _, number = name.partition(":")
    if kind == "random" and number.isdigit():
        return random_layout(int(number))
    raise ValueError(f"layout = {name!r}: allowed are 'A', 'B' and 'random:N' with a whole number N")


# ---- constraints ---------------------------------------------------------------------------------------------------


def violations(layout: Layout) -> list[str]:
    """What a board breaks of the published facts and the rulebook's examples (PD-01 to PD-12); empty where it fits."""
    return [
        *(f"PD-01: {x}" for x in _path_faults(layout)),
        *(f"{x}" for x in _area_faults(layout)),
        *(f"{x}" for x in _mark_faults(layout)),
        *(f"{x}" for x in _known_space_faults(layout)),
    ]


def _path_faults(layout: Layout) -> list[str]:
    faults = []
    if len(set(layout.columns)) != 4 or len(set(layout.rows)) != 4 or len(layout.points) != PATHS:
        faults.append("exactly 4 vertical and 4 horizontal paths are wanted")
    if len({(s.x, s.y) for s in layout.spaces}) != len(layout.spaces):
        faults.append("two spaces lie on the same place")
    lengths = [len(layout.path(number)) for number in range(PATHS)]
    if max(lengths) > MAX_PATH or min(lengths) < 2:
        faults.append("a path has 2 to 10 spaces")
    if any(not first > second > 0 for first, second in layout.points):
        faults.append("(PD-02) each path scores first > second > 0")
    if tuple(layout.points[:2]) != ((12, 6), (10, 5)):
        faults.append("(PD-02) the two leftmost vertical paths score 12 / 6 and 10 / 5")
    if lengths[0] < 6 or lengths[1] < 4:
        faults.append("(PD-03) path A has at least 6 spaces, path B at least 4")
    return faults


def _area_faults(layout: Layout) -> list[str]:
    faults = []
    for clause, area, (x, y) in (("PD-04", STONE, layout.stone), ("PD-05", POLE, layout.pole)):
        inside = {(s.x - x, s.y - y) for s in layout.spaces if layout.area(s) == area}
        if len(inside) != 8 or (1, 1) in inside:
            faults.append(f"{clause}: the area is a square of 8 building spaces round a closed centre")
    on_path = {space for number in range(PATHS) for space in layout.path(number)}
    if any(layout.area(s) == OPEN and i not in on_path for i, s in enumerate(layout.spaces)):
        faults.append("PD-12: every building space lies on a path or in an area")
    if not 40 <= len(layout.spaces) <= MAX_SPACES:
        faults.append("PD-12: a board has 40 to 50 building spaces")
    return faults


def _mark_faults(layout: Layout) -> list[str]:
    spaces = layout.spaces
    faults = []
    rings = [s for s in spaces if s.ring]
    if len(rings) != 10 or all(layout.area(s) != OPEN for s in rings):
        faults.append("PD-06: exactly 10 amulet spaces, at least one of them outside both areas")
    double = [s for s in spaces if len(s.lands) == 2]
    if (
        len(double) != 2
        or not any(s.points == 4 for s in double)
        or not any(_double_allowed(layout, s) for s in double)
    ):
        faults.append(
            "PD-07: two double-landscape spaces, one with 4 points, one where double huts are allowed"
        )
    count = {
        (symbol, area): sum(s.symbol == symbol and layout.area(s) == area for s in spaces)
        for symbol in (GREY, WHITE)
        for area in (OPEN, STONE, POLE)
    }
    if [count[GREY, a] for a in (OPEN, STONE, POLE)] != [2, 1, 0]:
        faults.append("PD-08: three grey symbols, one of them in the stone area, none in the pole area")
    if [count[WHITE, a] for a in (OPEN, STONE, POLE)] != [6, 0, 1]:
        faults.append("PD-08: seven white symbols, one of them in the pole area, none in the stone area")
    return faults


def _double_allowed(layout: Layout, space: Space) -> bool:
    return layout.area(space) == OPEN and not space.ring


def _known_space_faults(layout: Layout) -> list[str]:
    spaces = layout.spaces
    faults = []

    def has(lands: str, currency: int, cost: int, points: int | None = None, double: bool = False) -> bool:
        return any(
            (s.lands, s.currency, s.cost) == (lands, currency, cost)
            and points in (None, s.points)
            and (not double or _double_allowed(layout, s))
            for s in spaces
        )

    for sentence, found in (
        ("PD-09: a sand space costs 7 valuables and gives 1 point", has("S", VALUABLES, 7, 1)),
        ("PD-09: a water space costs amulets worth 5", has("W", AMULETS, 5)),
        ("PD-09: a reed space costs 8 valuables and gives 3 points", has("R", VALUABLES, 8, 3)),
        ("PD-09: a water space costs 6 valuables and gives none", has("W", VALUABLES, 6, 0)),
        ("PD-10: a water space costs 10, gives 4 and allows double huts", has("W", VALUABLES, 10, 4, True)),
        (
            "PD-10: a reed and a water space cost 7 valuables",
            has("R", VALUABLES, 7) and has("W", VALUABLES, 7),
        ),
        (
            "PD-11: some amulet-paid space allows double huts",
            any(s.currency and _double_allowed(layout, s) for s in spaces),
        ),
    ):
        if not found:
            faults.append(sentence)
    if any(not 2 <= s.cost <= MAX_COST_VALUABLES for s in spaces if s.currency == VALUABLES):
        faults.append(f"PD-11: a space paid with valuables costs 2 to {MAX_COST_VALUABLES}")
    if any(not 1 <= s.cost <= MAX_COST_AMULETS for s in spaces if s.currency == AMULETS):
        faults.append(f"PD-11: a space paid with amulets costs 1 to {MAX_COST_AMULETS}")
    if {land for s in spaces for land in s.lands} != set(LANDSCAPES) or any(
        len(set(s.lands)) != len(s.lands) for s in spaces
    ):
        faults.append("PD-11: all four landscapes occur; a double-landscape space shows two different ones")
    return faults


# ---- random layouts ------------------------------------------------------------------------------------------------


def random_layout(number: int) -> Layout:
    """The admissible board with this number: plan, landscapes, prices and points drawn at random, reproducibly."""
    generator = np.random.Generator(np.random.SFC64(np.random.SeedSequence((LAYOUT, number))))
    while True:
        layout = _draw_layout(generator, f"random:{number}")
        if not violations(layout):
            return layout


def _draw_layout(generator: np.random.Generator, name: str) -> Layout:
    plan = find_layout("AB"[generator.integers(2)])
    cells = [(s.x, s.y) for s in plan.spaces]
    open_cells = [(s.x, s.y) for s in plan.spaces if plan.area(s) == OPEN]
    for place in generator.permutation(len(open_cells))[: generator.integers(4)]:
        cells.remove(open_cells[place])
    more = [(12, 6), (10, 5), (8, 4), (6, 3)]
    points = ((12, 6), (10, 5), *(more[k] for k in generator.integers(4, size=6)))
    bare = replace(plan, name=name, points=points, spaces=tuple(Space(x, y, "M", 7, 0, 0) for x, y in cells))
    return replace(bare, spaces=tuple(_draw_spaces(generator, bare)))


def _draw_spaces(generator: np.random.Generator, bare: Layout) -> list[Space]:
    spaces = list(bare.spaces)
    lands = generator.permutation([LANDSCAPES[i % 4] for i in range(len(spaces))])
    by_area: dict[int, list[int]] = {OPEN: [], STONE: [], POLE: []}
    for i in generator.permutation(len(spaces)):
        by_area[bare.area(spaces[i])].append(int(i))
        spaces[i] = replace(spaces[i], lands=str(lands[i]))
    for i in (*by_area[STONE], *by_area[POLE]):
        spaces[i] = replace(spaces[i], cost=int(generator.integers(6, 10)))
    for i, symbol in ((by_area[STONE][0], GREY), (by_area[POLE][0], WHITE)):
        spaces[i] = replace(spaces[i], symbol=symbol)
    free = by_area[OPEN]
    known = ["S 7v 1", "W 5a 4", "R 8v 3", "W 6v 0", "W 10v 4", "R 7v 1", "MW 10v 4", "SR 7v 1"]
    for i, text in zip(free, known, strict=False):
        spaces[i] = parse_space(f"{spaces[i].x} {spaces[i].y} {text}")
    rings, rest = free[len(known) : len(known) + 10], free[len(known) + 10 :]
    for rank, i in enumerate(rings):
        land = "W" if rank == 0 else spaces[i].lands
        cost = 7 if rank == 0 else int(generator.integers(5, 8))
        spaces[i] = replace(spaces[i], lands=land, cost=cost, ring=True)
    for rank, i in enumerate(rest):
        spaces[i] = _draw_price(generator, spaces[i], amulets=rank < 7)
    marked = [i for i in generator.permutation(free) if not spaces[i].ring][:8]
    for rank, i in enumerate(marked):
        spaces[i] = replace(spaces[i], symbol=GREY if rank < 2 else WHITE)
    return sorted(spaces, key=lambda s: (s.y, s.x))


def _draw_price(generator: np.random.Generator, space: Space, amulets: bool) -> Space:
    """Points follow the price as in the known spaces: about cost - 6 for valuables, cost - 1 for amulets."""
    if amulets:
        cost = int(generator.integers(3, MAX_COST_AMULETS + 1))
        return replace(
            space, cost=cost, currency=AMULETS, points=max(0, cost - 1 - int(generator.integers(2)))
        )
    cost = int(generator.choice([6, 7, 8, 8, 9, 10, 11, 12, 14]))
    return replace(space, cost=cost, points=max(0, cost - 5 - int(generator.integers(2))))
