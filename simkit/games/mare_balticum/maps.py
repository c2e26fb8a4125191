"""Maps of Mare Balticum: drawings, what follows from them, their constraints, random maps. Plain Python.

A map is drawn with characters (see components.toml); everything else about it is computed from the drawing, so that
the picture and the adjacency cannot disagree.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simkit.games.mare_balticum.counts import (
    KIND_NAMES,
    PORT_NAMES,
)
from simkit.games.mare_balticum.state import (
    MAX_SEA,
    PORTS,
)
from simkit.rng import LAYOUT

COMPONENTS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "components.toml").read_text("utf-8"))
LAYOUTS: tuple[str, ...] = ("A", "B")
RANDOM_PREFIX = "random:"
MAX_RANDOM = 1_000_000
LAND = "."
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEF"


class Map(NamedTuple):
    """A map: its drawing, the sea areas' letters, names and depths in the order of their numbers."""

    rows: tuple[str, ...]
    letters: str
    names: tuple[str, ...]
    deep: tuple[bool, ...]

    @property
    def symbols(self) -> str:
        """The characters of areas 0, 1, 2 ..."""
        return "".join(str(port) for port in range(PORTS)) + self.letters

    def squares(self) -> np.ndarray[Any, Any]:
        """Area number of each square, -1 for land: int64 (rows, columns)."""
        number = {symbol: i for i, symbol in enumerate(self.symbols)}
        return np.array([[number.get(c, -1) for c in row] for row in self.rows], dtype=np.int64)


def adjacency(squares: np.ndarray[Any, Any], areas: int) -> list[int]:
    """Mask of the areas that share a side of a square with each area (MB-31)."""
    masks = [0] * areas
    pairs = (squares[:, :-1], squares[:, 1:]), (squares[:-1], squares[1:])
    for one, other in pairs:
        border = (one != other) & (one >= 0) & (other >= 0)
        for a, b in set(zip(one[border].tolist(), other[border].tolist(), strict=True)):
            masks[a] |= 1 << b
            masks[b] |= 1 << a
    for a in range(PORTS):
        for b in range(PORTS):
            masks[a] &= ~(1 << b)
    return masks


def centres(squares: np.ndarray[Any, Any], areas: int) -> np.ndarray[Any, Any]:
    """Mean column and row of each area: float64 (areas, 2)."""
    found = [np.argwhere(squares == a)[:, ::-1].mean(axis=0) for a in range(areas)]
    return np.array(found)


def members(mask: int) -> list[int]:
    """The areas of a mask."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


# ---- constraints -----------------------------------------------------------------------------------------------------


def _joined(masks: list[int], allowed: int) -> bool:
    start = allowed & -allowed
    seen = start
    while start:
        near = 0
        for a in members(start):
            near |= masks[a]
        start = near & allowed & ~seen
        seen |= start
    return seen == allowed


def example_1(masks: list[int], centre: np.ndarray[Any, Any]) -> list[tuple[int, int, int, int]]:
    """The places where example 1 of the rulebook can happen: (port P, middle M, right R, left target L)."""
    found = []
    for port in range(PORTS):
        for middle, left in permutations([*members(masks[port]), -1], 2) if masks[port] else ():
            if middle < 0:
                continue
            lefts = [left] if left >= 0 else members(masks[middle])
            for target in lefts:
                for right in members(masks[middle]):
                    if _is_example_1(masks, centre, port, middle, right, target):
                        found.append((port, middle, right, target))
    return sorted(set(found))


def _is_example_1(
    masks: list[int], centre: np.ndarray[Any, Any], port: int, middle: int, right: int, target: int
) -> bool:
    p, m, r, t = 1 << port, 1 << middle, 1 << right, 1 << target
    if len({port, middle, right, target}) < 4 or min(middle, right, target) < PORTS:
        return False
    if masks[middle] != p | r | t or masks[port] & ~(m | t) or not masks[port] & m:
        return False
    beyond = members(masks[right] & ~(m | t))
    if not masks[right] & m or len(beyond) != 2 or (masks[target] & p and masks[target] & r):
        return False
    if any(masks[x] & (p | m) or x < PORTS for x in beyond):
        return False
    x, y = centre[:, 0], centre[:, 1]
    north_west = x[target] < x[right] and y[target] < y[right]
    return bool(north_west and x[right] > max(x[port], x[middle]) and all(x[target] < x[b] for b in beyond))


def violations(layout: Map) -> list[str]:
    """Sentences on every constraint of the ledger that a map breaks; empty for a map that can be played."""
    squares = layout.squares()
    areas = PORTS + len(layout.letters)
    found = []
    if missing := [layout.symbols[a] for a in range(areas) if not (squares == a).any()]:
        return [f"areas {', '.join(missing)} have no square"]
    if len(layout.letters) > MAX_SEA:
        return [f"{len(layout.letters)} sea areas: at most {MAX_SEA}"]
    masks = adjacency(squares, areas)
    deep = sum(layout.deep)
    places = len(layout.letters) + deep
    total = sum(COMPONENTS["tokens"][kind] for kind in KIND_NAMES)
    if not 0 < deep < len(layout.letters):
        found.append("there are not sea areas of both depths")
    if places > total * 2 // 3:
        found.append(f"the sea shows {places} tokens, which leaves too few of {total} in the bag")
    if not _joined(masks, (1 << areas) - 1):
        found.append("the map is not connected")
    if not _joined(masks, (1 << areas) - (1 << PORTS)):
        found.append("the sea falls apart without the ports")
    for port in range(PORTS):
        if not masks[port]:
            found.append(f"{PORT_NAMES[port]} touches no sea area")
    for area in range(areas):
        if not _joined_squares(squares == area):
            found.append(f"area {layout.symbols[area]} is in pieces")
    if len(layout.letters) <= max(int(n) * each for n, each in COMPONENTS["fleet"]["vessels"].items()):
        found.append("there are not more sea areas than vessels on the board")
    if not example_1(masks, centres(squares, areas)):
        found.append("example 1 of the rulebook can happen nowhere")
    return found


def _joined_squares(mine: np.ndarray[Any, Any]) -> bool:
    seen = np.zeros_like(mine)
    seen[tuple(np.argwhere(mine)[0])] = True
    while True:
        grown = seen.copy()
        grown[1:] |= seen[:-1]
        grown[:-1] |= seen[1:]
        grown[:, 1:] |= seen[:, :-1]
        grown[:, :-1] |= seen[:, 1:]
        grown &= mine
        if (grown == seen).all():
            return bool((seen == mine).all())
        seen = grown


# ---- maps ------------------------------------------------------------------------------------------------------------


def _drawn_map(table: Mapping[str, Any]) -> Map:
    areas = [line.split(maxsplit=2) for line in table["areas"]]
    return Map(
        tuple(table["map"]),
        "".join(letter for letter, _, _ in areas),
        tuple(name for _, _, name in areas),
        tuple(depth == "deep" for _, depth, _ in areas),
    )


@cache
def map_of(layout: str) -> Map:
    """The map "A", "B" or "random:N". ValueError for another name."""
    if layout in LAYOUTS:
        return _drawn_map(COMPONENTS[f"layout_{layout}"])
    number = layout.removeprefix(RANDOM_PREFIX)
    if layout.startswith(RANDOM_PREFIX) and number.isdecimal() and 1 <= int(number) <= MAX_RANDOM:
        return random_map(int(number))
    raise ValueError(f"layout {layout!r}: allowed are 'A', 'B' and 'random:1' to 'random:{MAX_RANDOM}'")


def layout_name(number: int) -> str:
    """The name of the layout with ``BOARD.layout_no``."""
    return LAYOUTS[number] if number < len(LAYOUTS) else f"{RANDOM_PREFIX}{number - len(LAYOUTS) + 1}"


def layout_number(layout: str) -> int:
    return (
        LAYOUTS.index(layout) if layout in LAYOUTS else int(layout[len(RANDOM_PREFIX) :]) + len(LAYOUTS) - 1
    )


def random_map(number: int) -> Map:
    """Random map ``number``: the same sea, divided at random until no constraint is broken."""
    draw = np.random.Generator(np.random.SFC64(np.random.SeedSequence([LAYOUT, number])))
    outline = map_of("A").rows
    table = COMPONENTS["layout_random"]
    while True:
        sea_areas = int(draw.integers(table["sea_areas"][0], table["sea_areas"][1], endpoint=True))
        places = int(draw.integers(table["places"][0], table["places"][1], endpoint=True))
        rows = _divide(outline, sea_areas, draw)
        deep = np.zeros(sea_areas, dtype=bool)
        deep[draw.permutation(sea_areas)[: max(1, places - sea_areas)]] = True
        names = tuple(f"Area {letter}" for letter in LETTERS[:sea_areas])
        layout = Map(rows, LETTERS[:sea_areas], names, tuple(bool(d) for d in deep))
        squares = layout.squares()
        masks = adjacency(squares, PORTS + sea_areas)
        if example_1(masks, centres(squares, PORTS + sea_areas)) and not violations(layout):
            return layout


def _divide(outline: tuple[str, ...], parts: int, draw: np.random.Generator) -> tuple[str, ...]:
    """Divide the sea squares of a drawing into so many areas around random squares that keep their distance."""
    squares = np.array([[c if c.isdigit() else LAND if c == LAND else "~" for c in row] for row in outline])
    sea = np.argwhere(squares == "~")
    chosen: list[np.ndarray[Any, Any]] = []
    while len(chosen) < parts:
        spots = sea[draw.integers(0, len(sea), size=4)]
        gaps = [min((np.abs(spot - other).sum() for other in chosen), default=99) for spot in spots]
        if max(gaps) > 0:
            chosen.append(spots[int(np.argmax(gaps))])
    owner = np.full(squares.shape, -1)
    for i, (row, column) in enumerate(chosen):
        owner[row, column] = i
    _spread(owner, squares == "~")
    drawn = np.where(owner >= 0, np.array(list(LETTERS))[owner], squares)
    return tuple("".join(row) for row in drawn)


def _spread(owner: np.ndarray[Any, Any], sea: np.ndarray[Any, Any]) -> None:
    """Give every sea square the owner of a neighbouring one, a step a round, until none changes."""
    while True:
        free = sea & (owner < 0)
        before = owner.copy()
        for source, target in _SIDES:
            fill = free[target] & (owner[target] < 0) & (before[source] >= 0)
            owner[target][fill] = before[source][fill]
        if (owner == before).all():
            return


_UP, _DOWN, _EVERY = slice(None, -1), slice(1, None), slice(None)
_SIDES = (
    ((_UP, _EVERY), (_DOWN, _EVERY)),
    ((_DOWN, _EVERY), (_UP, _EVERY)),
    ((_EVERY, _UP), (_EVERY, _DOWN)),
    ((_EVERY, _DOWN), (_EVERY, _UP)),
)
