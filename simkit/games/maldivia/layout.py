"""Prints of the cloth and the ships: the reference layouts, random ones, and the constraints that all of them obey."""

import functools
import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from simkit.games.maldivia.state import COLOURS, ISLANDS, MAST, PILE, SIDES, SPACES, STRIDE
from simkit.rng import LAYOUT

COMPONENTS: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("components.toml").read_text(encoding="utf-8")
)
LAYOUTS: tuple[str, ...] = tuple(COMPONENTS["layout"])

LETTERS = "RGPY"
"""Colours 0..3."""
COMPASS = "NESW"
"""Directions 0..3."""
MAX_CURRENTS = 16
MAX_LENGTH = 4
"""Spaces a current."""
LARGEST_CARD, LARGEST_CATCH = 4, 4
"""Fish on a card and on a space (published)."""


@dataclass(frozen=True)
class Current:
    """A current as drawn: the direction on entering its first space, its spaces, the direction of its arrow."""

    entry: int
    spaces: tuple[tuple[int, int], ...]
    exit: int


@dataclass(frozen=True)
class Layout:
    """A print: both faces as rows of words, currents, and the fish of each island's ten ships."""

    front: tuple[tuple[str, ...], ...]
    back: tuple[tuple[str, ...], ...]
    front_currents: tuple[Current, ...]
    back_currents: tuple[Current, ...]
    cards: tuple[tuple[str, ...], ...]  # by side: Nanga, Efo, Solys, Wipi


# ---- layouts --------------------------------------------------------------------------------------------------------


@functools.cache
def layout_named(name: str) -> Layout:
    """A reference layout ("A", "B") or a seeded random one ("random:7"). ValueError for any other name."""
    if name in LAYOUTS:
        data = COMPONENTS["layout"][name]
        return Layout(
            front=_grid(data["front"]),
            back=_grid(data["back"]),
            front_currents=tuple(map(_current, data["front_currents"])),
            back_currents=tuple(map(_current, data["back_currents"])),
            cards=tuple(tuple(data[island.lower()]) for island in ISLANDS),
        )
    head, _, number = name.partition(":")
    if head == "random" and number.isdecimal():
        return random_layout(int(number))
    raise ValueError(
        f"layout = {name!r}: allowed are {', '.join(LAYOUTS)} and random:N with a whole number N"
    )


def _grid(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(line.split()) for line in text.strip().splitlines())


def _current(text: str) -> Current:
    entry, *spaces, leave = text.split()
    return Current(
        COMPASS.index(entry),
        tuple((int(r), int(c)) for r, c in (space.split(".") for space in spaces)),
        COMPASS.index(leave),
    )


def random_layout(number: int) -> Layout:
    """A random print within the ranges of ``[generator]`` that breaks no constraint; the same for the same number."""
    rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence([LAYOUT, number])))
    while True:
        layout = _draw_layout(rng)
        if not violations(layout):
            return layout


def _draw_layout(rng: np.random.Generator) -> Layout:
    ranges = COMPONENTS["generator"]

    def some(key: str) -> int:
        low, high = ranges[key]
        return int(rng.integers(low, high + 1))

    front = _draw_face(rng, some("front_fish"), some("front_octopus"), 0, (0.3, 0.7))
    back = _draw_face(
        rng, some("back_fish"), some("back_octopus"), some("back_sharks"), (0.25, 0.35, 0.25, 0.15)
    )
    front_currents = _draw_currents(rng, some("front_currents"), strips=False)
    back_currents = _draw_currents(rng, some("back_currents"), strips=True)
    cards = []
    for island in range(SIDES):
        sizes = list(ranges["card_sizes"])
        fixed = ["RGP", "G"] if ISLANDS[island] == "Solys" else []
        for card in fixed:
            sizes.remove(len(card))
        cards.append((*fixed, *(_draw_fish(rng, size) for size in sizes)))
    return Layout(front, back, front_currents, back_currents, tuple(cards))


def _draw_fish(rng: np.random.Generator, size: int) -> str:
    return "".join(LETTERS[k] for k in sorted(rng.integers(0, COLOURS, size)))


def _draw_face(
    rng: np.random.Generator, fish: int, octopuses: int, sharks: int, sizes: tuple[float, ...]
) -> tuple[tuple[str, ...], ...]:
    """Scatter fish spaces (sizes[k]: the share of those with k + 1 fish), octopuses and sharks over a face."""
    words = ["S"] * sharks + ["O"] * octopuses
    words += [_draw_fish(rng, int(size) + 1) for size in rng.choice(len(sizes), fish, p=sizes)]
    words += ["."] * (SPACES - len(words))
    order = rng.permutation(SPACES)
    return tuple(tuple(words[order[STRIDE * r + c]] for c in range(STRIDE)) for r in range(STRIDE))


def _draw_currents(rng: np.random.Generator, count: int, *, strips: bool) -> tuple[Current, ...]:
    """Currents that run straight and bend at their end; on a back, along an outer row and out over its edge."""
    found: list[Current] = []
    taken: set[tuple[int, int]] = set()
    while len(found) < count:
        course = int(rng.integers(4))
        leave = (course + (1 if rng.integers(2) else 3)) % 4
        length = int(rng.integers(1, MAX_LENGTH + 1))
        place, depth = int(rng.integers(1, STRIDE - 1)), int(rng.integers(1, STRIDE - 1))
        if strips:
            depth = int(rng.integers(0, 3))
            depth = depth if leave in (0, 3) else STRIDE - 1 - depth
        down, across = _step(course)
        row, column = (depth, place) if down == 0 else (place, depth)
        spaces = tuple((row + k * down, column + k * across) for k in range(length))
        current = Current(course, spaces, leave)
        if not taken & set(spaces) and not _current_faults(current, strips):
            found.append(current)
            taken |= set(spaces)
    return tuple(found)


def _step(direction: int) -> tuple[int, int]:
    return ((-1, 0), (0, 1), (1, 0), (0, -1))[direction]


# ---- constraints ----------------------------------------------------------------------------------------------------


def violations(layout: Layout) -> list[str]:
    """Which constraints of the rulebook and the published facts a print breaks, in words; empty where none.

    Both faces are 10 x 10; a front has no shark; a front space shows at most three fish, a back space at most four;
    some space shows exactly three; all colours and both kinds of special space occur; currents are whole and usable
    (MV-35 to MV-38, MV-45); every island has ten ships of one to four fish; Solys has the ships of the example.
    """
    faults = []
    for name, face, most in (("front", layout.front, 3), ("back", layout.back, LARGEST_CATCH)):
        if len(face) != STRIDE or any(len(row) != STRIDE for row in face):
            return [f"the {name} is not {STRIDE} x {STRIDE}"]
        for row in face:
            for word in row:
                if word not in (".", "O", "S") and (set(word) - set(LETTERS) or len(word) > most):
                    faults.append(f"the {name} has a space {word!r}")
    words = [[word for row in face for word in row] for face in (layout.front, layout.back)]
    if "S" in words[0]:
        faults.append("the front has a shark")
    if "S" not in words[1]:
        faults.append("the back has no shark")
    if "O" not in words[0]:
        faults.append("the front has no octopus")
    if not any(len(word) == 3 for word in words[0] + words[1]):
        faults.append("no space shows exactly three fish")
    if not any(word == "G" * 3 or len(word) >= 3 for word in words[1]):
        faults.append("no back shows three or four fish")
    for colour in LETTERS:
        if not any(colour in word for word in words[0]):
            faults.append(f"no front space shows {colour}")
    faults += _all_current_faults(layout)
    faults += _card_faults(layout.cards)
    return faults


def _all_current_faults(layout: Layout) -> list[str]:
    faults = []
    if len(layout.front_currents) + len(layout.back_currents) > MAX_CURRENTS:
        faults.append(f"more than {MAX_CURRENTS} currents")
    for currents, strips in ((layout.front_currents, False), (layout.back_currents, True)):
        seen: set[tuple[int, int]] = set()
        for current in currents:
            faults += _current_faults(current, strips)
            if seen & set(current.spaces):
                faults.append(f"two currents share a space: {current}")
            seen |= set(current.spaces)
    return faults


def _current_faults(current: Current, strip: bool) -> list[str]:
    """A current is a chain of neighbours within the cloth that bends and can be entered and left (MV-35 to MV-38)."""
    spaces = current.spaces
    if not 1 <= len(spaces) <= MAX_LENGTH or any(not 0 <= x < STRIDE for space in spaces for x in space):
        return [f"a current leaves the cloth or is too long: {current}"]
    faults = []
    for (r, c), (r2, c2) in pairwise(spaces):
        if abs(r - r2) + abs(c - c2) != 1:
            faults.append(f"a current is not connected: {current}")
    if current.entry % 2 == current.exit % 2:
        faults.append(f"a current does not bend: {current}")
    if strip:
        return faults + _strip_faults(current)
    down, across = _step(current.entry)
    before = spaces[0][0] - down, spaces[0][1] - across
    down, across = _step(current.exit)
    after = spaces[-1][0] + down, spaces[-1][1] + across
    if any(not 0 <= x < STRIDE for x in (*before, *after)):
        faults.append(f"a current begins or ends in the fog: {current}")
    if before in spaces or after in spaces:
        faults.append(f"a current runs into itself: {current}")
    return faults


def _strip_faults(current: Current) -> list[str]:
    """A back shows in one outer row: the current lies along it, leaves outwards or along it, enters from inside."""
    for side in range(SIDES):
        across = side % 2  # 0: the strip is a row
        if len({space[across] for space in current.spaces}) != 1:
            continue
        along = {(side + 1) % 4, (side + 3) % 4}
        if current.exit in along | {side} and current.entry in along | {(side + 2) % 4}:
            return []
    return [f"a current on the back could never be used: {current}"]


def _card_faults(cards: tuple[tuple[str, ...], ...]) -> list[str]:
    faults = []
    for island, ships in zip(ISLANDS, cards, strict=True):
        if len(ships) != PILE:
            faults.append(f"{island} has {len(ships)} ships instead of {PILE}")
        for ship in ships:
            if set(ship) - set(LETTERS) or not 1 <= len(ship) <= LARGEST_CARD:
                faults.append(f"{island} has a ship {ship!r}")
    solys, efo = cards[ISLANDS.index("Solys")], cards[ISLANDS.index("Efo")]
    if not any(sorted(ship) == sorted("RGP") for ship in solys):
        faults.append("Solys has no ship of red, green and purple")
    if not any(set(ship) == {"G"} for ship in solys):
        faults.append("Solys has no ship for green alone")
    if not any(len(a) + len(b) <= MAST for a in solys for b in efo):
        faults.append("no ships of Solys and Efo fit one mast together")
    return faults
