"""The sea of Kaivai: components.toml (with overrides) to a BOARD record, and the constraints on extra villages.

A place is ``(q + 6) * 14 + (r + 6)`` for the axial hex (q, r): thirteen columns of fourteen, the last of them never a
hex, so that a neighbour is always 1, 13 or 14 away and a step over the edge falls on no hex. Of the 182 places 127 are
hexes. A set of places is three words of 62 bits.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from simkit.contract import record_dtype

COMPONENTS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("components.toml").read_text("utf-8"))
LAYOUTS: tuple[str, ...] = ("printed",)

RADIUS, STRIDE, PLACES, WORDS, WORD = 6, 14, 182, 3, 62
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Neighbours in axial coordinates, once around."""

MAX_STARTS, MAX_STEPS, MAX_BID = 100, 8, 10

Hex = tuple[int, int]

BOARD = record_dtype(
    [
        ("valid", np.int64, (WORDS,)),  # set of the hexes
        ("near", np.int64, (PLACES, 6)),  # neighbours once around, -1 off the board
        ("ring", np.int64, (PLACES, WORDS)),  # set of the neighbours
        ("q", np.int64, (PLACES,)),
        ("r", np.int64, (PLACES,)),
        ("printed", np.int64, (6,)),  # places of the printed cult hexes: villages 0-5
        ("n_starts", np.int64),  # legal layouts of the extra villages
        ("starts", np.int64, (MAX_STARTS, 4)),  # their places, -1 for none
        ("start_village", np.int64, (MAX_STARTS, 4)),  # the village of each
        ("fixed_start", np.int64),  # the named layout
        ("villages", np.int64),  # 8 (7 in the first edition with three players)
        ("rounds", np.int64),  # also the cult store after set-up
        ("zugweite", np.int64, (MAX_BID + 1,)),  # range by bid
        ("base_cost", np.int64, (MAX_BID + 1,)),  # shells by bid
        ("bonus", np.int64, (MAX_STEPS + 1,)),  # range by steps on the movement track
        ("steps", np.int64),  # last space of the movement track
        ("huts", np.int64),
        ("boats", np.int64),
        ("fishermen", np.int64),
        ("counters", np.int64),
        ("influence", np.int64),
        ("start_shells", np.int64),
        ("start_fish", np.int64),
        ("start_tokens", np.int64),
        ("shell_space", np.int64),
        ("fish_space", np.int64),
        ("catch_space", np.int64),
        ("faces", np.int64),
        ("blue", np.int64, (4,)),  # blue sides, largest die first
        ("hut_room", np.int64),
        ("sale", np.int64, (3,)),  # shell space by fish already there
        ("sink", np.int64, (5,)),  # glory lost by boats of the victim; 0: not in the table
        ("hut_glory", np.int64),
        ("fish_per_bonus", np.int64),
        ("sacrifice", np.int64),
        ("gift_glory", np.int64),
        ("neutral_bid", np.int64),
        ("neutral_huts", np.int64),
    ]
)

_SETTABLE: dict[str, tuple[str, str, int, int, str]] = {
    "huts": ("pieces", "huts", 3, 15, "huts of each colour"),
    "boats": ("pieces", "boats", 2, 4, "boats of each colour that can sail"),
    "fishermen": ("pieces", "fishermen", 1, 10, "fishermen of each colour for huts"),
    "counters": ("pieces", "counters", 24, 200, "two-sided fish and shell counters"),
    "influence": ("pieces", "influence", 12, 200, "influence tokens"),
    "start_shells": ("start", "shells", 0, 6, "shell counters that each player starts with"),
    "start_fish": ("start", "fish", 0, 6, "fish counters that each player starts with"),
    "start_tokens": ("start", "tokens", 0, 6, "influence tokens that each player starts with"),
    "cult_loose": (
        "extra_villages",
        "cult_loose",
        6,
        14,
        "loose cult pieces: those left after set-up are the rounds",
    ),
    "hut_glory": ("prices", "hut_glory", 0, 5, "glory for an own hut at the end"),
    "fish_per_bonus": (
        "prices",
        "fish_per_bonus",
        1,
        10,
        "fish of a celebration for a point of its declarer",
    ),
    "sacrifice": ("prices", "sacrifice", 0, 5, "tokens for a sacrifice"),
    "neutral_bid": ("two_players", "neutral_bid", 1, 10, "first bid of the neutral colour"),
}
_SETTABLE |= {
    f"zugweite_{bid}": ("bid_scale", "zugweite", 0, 12, f"range under the bid {bid}") for bid in range(1, 11)
}
_SETTABLE |= {
    f"bonus_{step}": ("movement_track", "bonus", 0, 12, f"range bonus after {step} steps")
    for step in range(1, 9)
}


def place(q: int, r: int) -> int:
    """The place of an axial hex."""
    return (q + RADIUS) * STRIDE + r + RADIUS


def hex_of(number: int) -> Hex:
    """The axial hex of a place."""
    return number // STRIDE - RADIUS, number % STRIDE - RADIUS


def distance(a: Hex, b: Hex) -> int:
    """Steps from hex to hex over an empty board."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def hexes() -> list[Hex]:
    """All hexes of the board, in the order of their places."""
    span = range(-RADIUS, RADIUS + 1)
    return [(q, r) for q in span for r in span if abs(q + r) <= RADIUS]


def printed() -> list[Hex]:
    """The printed cult hexes."""
    return [(q, r) for q, r in COMPONENTS["board"]["printed"]]


def violations(villages: Sequence[Sequence[Hex]], size: int = 2) -> list[str]:
    """What is wrong with a layout of extra villages (KV-25, KV-26); empty where it is legal."""
    least = COMPONENTS["extra_villages"]["distance"]
    faults = []
    sea = set(hexes())
    for number, village in enumerate(villages):
        if len(village) != size:
            faults.append(f"village {number + 1} has {len(village)} cult hexes, {size} are wanted")
        if not set(village) <= sea:
            faults.append(f"village {number + 1} is off the board")
        if any(distance(a, b) != 1 for a, b in combinations(village, 2)):
            faults.append(f"the hexes of village {number + 1} are not adjacent")
        others = printed() + [cell for other in villages if other is not village for cell in other]
        if any(distance(a, b) < least for a in village for b in others):
            faults.append(f"village {number + 1} is nearer than {least} to a foreign cult hex")
    return faults


@cache
def legal_layouts(villages: int = 2, size: int = 2) -> tuple[tuple[tuple[Hex, ...], ...], ...]:
    """Every legal layout of so many extra villages of so many hexes, each once."""
    single = [
        group
        for group in combinations(hexes(), size)
        if all(distance(a, b) == 1 for a, b in combinations(group, 2)) and not violations([group], size)
    ]
    return tuple(layout for layout in combinations(single, villages) if not violations(layout, size))


def settable() -> dict[str, tuple[int, int, int, str]]:
    """What a scenario may override: name to (default, lowest, highest, sentence)."""
    return {
        name: (_printed_value(name), low, high, sentence)
        for name, (_, _, low, high, sentence) in _SETTABLE.items()
    }


def assumed() -> list[dict[str, str]]:
    """The component tables whose numbers do not stand in the rulebook."""
    return [
        {"name": name, "provenance": table["provenance"], "why": table["why"]}
        for name, table in COMPONENTS.items()
        if table["provenance"] != "rulebook"
    ]


def _printed_value(name: str) -> int:
    table, key, *_ = _SETTABLE[name]
    value = COMPONENTS[table][key]
    if isinstance(value, list):
        number = int(name.rsplit("_", 1)[1])
        return int(value[number - 1 if table == "bid_scale" else number])
    return int(value)


def _checked(components: Mapping[str, Any]) -> dict[str, int]:
    """All settable values with the overrides in place; ValueError for a bad one."""
    values = {name: _printed_value(name) for name in _SETTABLE}
    for name, value in components.items():
        if name not in _SETTABLE:
            raise ValueError(f"Kaivai has no component {name!r}; it has {', '.join(sorted(_SETTABLE))}")
        _, _, low, high, _ = _SETTABLE[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"{name} = {value!r}: a whole number from {low} to {high} is wanted")
        values[name] = value
    return values


def build(
    layout: str = "printed",
    players: int = 4,
    components: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
) -> np.ndarray[Any, Any]:
    """The BOARD record (array of length 1). ValueError names a bad layout, component or player count."""
    if layout not in LAYOUTS:
        raise ValueError(f"layout = {layout!r}: allowed is {LAYOUTS[0]!r}, the board is known")
    if players not in (2, 3, 4):
        raise ValueError(f"players = {players!r}: Kaivai is for 2, 3 or 4")
    values = _checked(components or {})
    first = (switches or {}).get("edition", 2) == 1
    board = np.zeros(1, BOARD)
    _fill_grid(board[0])
    _fill_villages(board[0], players, first, values)
    _fill_numbers(board[0], first, values)
    if players * (values["start_shells"] + values["start_fish"]) > values["counters"]:
        raise ValueError(f"counters = {values['counters']}: fewer than the players start with")
    if players * values["start_tokens"] > values["influence"]:
        raise ValueError(f"influence = {values['influence']}: fewer tokens than the players start with")
    return board


def _put(words: Any, number: int) -> None:
    words[number // WORD] |= 1 << number % WORD


def _fill_grid(board: Any) -> None:
    board.near[:] = -1
    for q, r in hexes():
        here = place(q, r)
        board.q[here], board.r[here] = q, r
        _put(board.valid, here)
        for d, (dq, dr) in enumerate(DIRECTIONS):
            if distance((q + dq, r + dr), (0, 0)) <= RADIUS:
                board.near[here, d] = place(q + dq, r + dr)
                _put(board.ring[here], place(q + dq, r + dr))
    board.printed[:] = [place(q, r) for q, r in printed()]


def _fill_villages(board: Any, players: int, first: bool, values: Mapping[str, int]) -> None:
    extra, early = COMPONENTS["extra_villages"], COMPONENTS["first_edition"]
    number, size = extra["villages"], extra["hexes"]
    board.rounds = values["cult_loose"] - number * size
    if first:
        number = early["villages_three"] if players == 3 else early["villages_four"]
        size = early["hexes"]
        board.rounds = early["rounds"]
    layouts = legal_layouts(number, size)
    fixed_table = COMPONENTS["fixed_villages"]
    named = [frozenset(map(tuple, fixed_table[name][:size])) for name in ("first", "second")][:number]
    board.villages = len(printed()) + number
    board.n_starts = len(layouts)
    board.starts[:] = -1
    for i, villages in enumerate(layouts):
        cells = [(v, cell) for v, village in enumerate(villages) for cell in village]
        for k, (v, cell) in enumerate(cells):
            board.starts[i, k] = place(*cell)
            board.start_village[i, k] = len(printed()) + v
        if {frozenset(village) for village in villages} == set(named):
            board.fixed_start = i


def _fill_numbers(board: Any, first: bool, values: Mapping[str, int]) -> None:
    start, prices, early = COMPONENTS["start"], COMPONENTS["prices"], COMPONENTS["first_edition"]
    for bid in range(1, MAX_BID + 1):
        board.zugweite[bid] = values[f"zugweite_{bid}"]
        board.base_cost[bid] = COMPONENTS["bid_scale"]["base_cost"][bid - 1]
    board.steps = len(COMPONENTS["movement_track"]["bonus"]) - 1
    for step in range(1, board.steps + 1):
        board.bonus[step] = values[f"bonus_{step}"]
    for name in ("huts", "boats", "fishermen", "counters", "influence", "start_shells", "start_fish"):
        board[name] = values[name]
    for name in ("start_tokens", "hut_glory", "fish_per_bonus", "sacrifice", "neutral_bid"):
        board[name] = values[name]
    board.shell_space = start["shell_space"]
    board.fish_space = early["fish_space"] if first else start["fish_space"]
    board.catch_space = early["catch_space"] if first else start["catch_space"]
    board.faces = COMPONENTS["dice"]["faces"]
    board.blue[:] = COMPONENTS["dice"]["blue"]
    board.hut_room = prices["hut_room"]
    board.sale[:] = prices["sale"]
    board.sink[2:] = prices["sink_two"], prices["sink_three"], prices["sink_four"]
    board.gift_glory = prices["gift_glory"]
    board.neutral_huts = COMPONENTS["two_players"]["neutral_huts"]
