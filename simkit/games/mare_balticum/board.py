"""The board of Mare Balticum: components.toml and overrides -> one BOARD record; maps, their constraints, random maps.

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

from simkit.contract import record_dtype
from simkit.games.mare_balticum.state import (
    CARDS,
    CIRCLES,
    KIND_NAMES,
    KINDS,
    MAX_ACTIONS,
    MAX_AREAS,
    MAX_BAG,
    MAX_HOLD,
    MAX_SEA,
    MAX_VESSELS,
    PORT_NAMES,
    PORTS,
    PRODUCTION_TOKENS,
)
from simkit.rng import LAYOUT

COMPONENTS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "components.toml").read_text("utf-8"))
LAYOUTS: tuple[str, ...] = ("A", "B")
RANDOM_PREFIX = "random:"
MAX_RANDOM = 1_000_000
LAND = "."
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEF"

BOARD = record_dtype(
    [
        ("layout_no", np.int64),  # 0 A, 1 B, 1 + N the random map N (N from 1); see layout_name
        ("areas", np.int64),  # ports and sea areas
        ("places", np.int64),  # tokens the full sea shows: shallow + 2 x deep
        ("sea", np.int64),  # mask of the sea areas
        ("deep", np.int64),  # mask of the deep ones
        ("all_areas", np.int64),
        ("adjacent", np.int64, (MAX_AREAS,)),  # mask of the areas that share a border
        (
            "hops",
            np.int64,
            (MAX_AREAS, 1 << PORTS),
        ),  # fewest borders to a port of a set of ports; 99 for none
        ("circles", np.int64, (PORTS,)),  # 1 or 2
        ("circle_loss", np.int64, (PORTS, CIRCLES)),  # fish that module 1 takes there, 0 or 1
        ("tokens", np.int64, (KINDS,)),  # tokens of each kind in the game
        ("time_tokens", np.int64),
        ("vessels", np.int64),  # of each player
        ("hold", np.int64),  # spaces
        ("actions", np.int64),  # of a turn
        ("cards", np.int64, (CARDS, KINDS)),  # tokens of each kind in one set
        ("contract_points", np.int64),
        ("amber_points", np.int64),
    ]
)

NO_PORT = 99
"""Hops where no port is asked for."""


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
        for middle, left in permutations(members(masks[port]) + [-1], 2) if masks[port] else ():
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
    if len(layout.letters) <= MAX_VESSELS * 3:
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


def _layout_number(layout: str) -> int:
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


# ---- the record ------------------------------------------------------------------------------------------------------


def settable() -> dict[str, tuple[Any, Any, Any, str]]:
    """The components that a scenario may change: name -> (default, lowest, highest, sentence)."""
    tokens, fleet, scoring = COMPONENTS["tokens"], COMPONENTS["fleet"], COMPONENTS["scoring"]
    kinds = {kind: (tokens[kind], 0, 16, f"{kind} tokens in the game") for kind in KIND_NAMES[:-1]}
    return {
        **kinds,
        "amber": (tokens["amber"], 0, 30, "amber tokens in the game"),
        "time": (tokens["time"], PRODUCTION_TOKENS + 1, 10, "time tokens; the last one ends the game"),
        "vessels": (0, 0, MAX_VESSELS, "vessels of each player; 0: by the number of players (MB-12)"),
        "hold": (fleet["hold"], 1, MAX_HOLD, "spaces of a hold"),
        "actions": (fleet["actions"], 1, MAX_ACTIONS, "actions of a turn"),
        "amber_points": (scoring["amber_points"], 0, 5, "points for an amber token"),
        "contract_points": (scoring["contract_points"], 0, 20, "points for a set on a contract"),
        "contracts": (
            COMPONENTS["contracts_data_file"]["cards"],
            0,
            4,
            "six cards of four tokens each (salmon, flatfish, herring, cod, amber) for contracts = data_file",
        ),
    }


def assumed() -> list[dict[str, str]]:
    """Provenance of every table that is not in the rulebook, for the report."""
    return [
        {"name": name, "provenance": table["provenance"], "why": table["why"]}
        for name, table in COMPONENTS.items()
        if table["provenance"] != "rulebook"
    ]


def _checked(components: Mapping[str, Any]) -> dict[str, Any]:
    known = settable()
    for name, value in components.items():
        if name not in known:
            raise ValueError(f"Mare Balticum has no component {name!r}; it has {', '.join(sorted(known))}")
        _, low, high, _ = known[name]
        if name == "contracts":
            _check_cards(value)
        elif not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"components.{name} = {value!r}: a whole number from {low} to {high} is wanted")
    return {name: components.get(name, default) for name, (default, *_) in known.items()}


def _check_cards(cards: Any) -> None:
    good = isinstance(cards, list) and len(cards) == CARDS
    good = good and all(isinstance(card, list) and len(card) == KINDS for card in cards)
    good = good and all(type(n) is int and n >= 0 for card in cards for n in card)
    if not good or any(sum(card) != 4 for card in cards):
        raise ValueError(
            f"components.contracts = {cards!r}: {CARDS} lists of {KINDS} whole numbers (salmon, flatfish, herring, "
            f"cod, amber) are wanted, each adding up to 4"
        )


def build(
    layout: str = "A",
    players: int = 4,
    components: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
) -> np.ndarray[Any, Any]:
    """The BOARD record (array of length 1). ValueError, with one clear sentence, for what cannot be played.

    layout: "A", "B" or "random:N". players: 3, 4 or 5 (MB-01). components: overrides by the names of :func:`settable`.
    """
    switches = switches or {}
    vessels = COMPONENTS["fleet"]["vessels"]
    if str(players) not in vessels:
        raise ValueError(f"players = {players!r}: Mare Balticum is for 3, 4 or 5 players")
    chosen = _checked(components or {})
    if "contracts" in (components or {}) and switches.get("contracts") != "data_file":
        raise ValueError('components.contracts needs the switch contracts = "data_file"')
    board = np.zeros(1, BOARD)
    record = board[0]
    _fill_map(record, layout)
    record.tokens[:] = [chosen[kind] for kind in KIND_NAMES]
    record.time_tokens = chosen["time"]
    total = int(record.tokens.sum())
    if record.places > total:
        raise ValueError(
            f"the sea of layout {layout} shows {record.places} tokens, but the bag holds only {total}"
        )
    assert total + record.time_tokens <= MAX_BAG
    record.vessels = chosen["vessels"] or vessels[str(players)]
    record.hold, record.actions = chosen["hold"], chosen["actions"]
    record.amber_points, record.contract_points = chosen["amber_points"], chosen["contract_points"]
    from_file = switches.get("contracts") == "data_file"
    record.cards[:] = chosen["contracts"] if from_file else COMPONENTS["contracts"]["cards"]
    circles = COMPONENTS["ports"]["circles"]
    record.circles[:] = [circles[name] for name in PORT_NAMES]
    for port in range(PORTS):
        if record.circles[port] == 1:
            record.circle_loss[port, 0] = int(switches.get("single_circle_value", "0") == "-1")
        else:
            record.circle_loss[port] = [-value for value in COMPONENTS["circle_values"]["two_circles"]]
    return board


def _fill_map(record: Any, layout: str) -> None:
    drawn = map_of(layout)
    squares = drawn.squares()
    areas = PORTS + len(drawn.letters)
    masks = adjacency(squares, areas)
    record.layout_no = _layout_number(layout)
    record.areas = areas
    record.places = len(drawn.letters) + sum(drawn.deep)
    record.all_areas = (1 << areas) - 1
    record.sea = record.all_areas - ((1 << PORTS) - 1)
    record.deep = sum(1 << (PORTS + i) for i, deep in enumerate(drawn.deep) if deep)
    record.adjacent[:areas] = masks
    record.hops[:] = NO_PORT
    for port in range(PORTS):
        for area, steps in enumerate(_steps(masks, port)):
            for ports in range(1 << PORTS):
                if ports >> port & 1:
                    record.hops[area, ports] = min(record.hops[area, ports], steps)


def _steps(masks: list[int], start: int) -> list[int]:
    """Borders to cross from an area to each other one."""
    steps = [NO_PORT] * len(masks)
    frontier, step, seen = 1 << start, 0, 0
    while frontier:
        seen |= frontier
        near = 0
        for area in members(frontier):
            steps[area] = step
            near |= masks[area]
        frontier, step = near & ~seen, step + 1
    return steps
