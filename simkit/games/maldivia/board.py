"""The cloth, the ships and the fish: components.toml and overrides become one BOARD record (MV-02 to MV-10)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simkit.contract import record_dtype
from simkit.games.maldivia.layout import COMPONENTS as COMPONENTS
from simkit.games.maldivia.layout import LAYOUTS as LAYOUTS
from simkit.games.maldivia.layout import LETTERS, MAX_CURRENTS, MAX_LENGTH, Layout, layout_named
from simkit.games.maldivia.layout import violations as violations
from simkit.games.maldivia.state import (
    CARDS,
    COLOURS,
    FISH,
    HALF,
    MAST,
    OCTOPUS,
    PILE,
    PLAIN,
    SHARK,
    SIDES,
    SPACES,
    STRIDE,
)
from simkit.games.maldivia.switches import WHEELS

BOARD = record_dtype(
    [
        ("rows", np.int64),  # of the print, before it is turned
        ("columns", np.int64),
        ("mast_limit", np.int64),  # fish a mast holds (MV-78)
        ("fish", np.int64, (COLOURS,)),  # fish in all (MV-10)
        ("need", np.int64, (CARDS,)),  # fish asked for by a card, as a bag
        ("value", np.int64, (CARDS,)),  # their number: the card's points (MV-104)
        # by quarter turns of the print and face (0..99 fronts, 100.. backs)
        ("kind", np.int64, (4, 2 * SPACES)),  # PLAIN, FISH, OCTOPUS, SHARK
        ("catch", np.int64, (4, 2 * SPACES)),  # fish drawn, as a bag
        ("shown", np.int64, (4, 2 * SPACES)),  # their number
        ("fishing", np.int64, (4, 2)),  # fronts that show fish, 50 spaces a word
        ("tail", np.int64, (4, 2 * SPACES)),  # 1 + current that begins there, or 0
        ("drawn", np.int64, (4, 2 * SPACES)),  # 1 + current of which a part lies there, or 0
        # by quarter turns and current
        ("current_len", np.int64, (MAX_CURRENTS,)),  # spaces; 0: no such current
        ("current_entry", np.int64, (4, MAX_CURRENTS)),  # direction on entering the first
        ("current_exit", np.int64, (4, MAX_CURRENTS)),  # direction on leaving the last
        ("current_space", np.int64, (4, MAX_CURRENTS, MAX_LENGTH)),
        ("wheel", np.int64, (len(WHEELS), SIDES)),  # letters of the fog block, clockwise (MV-58)
    ]
)


# ---- the record -----------------------------------------------------------------------------------------------------


def settable() -> dict[str, tuple[Any, Any, Any, str]]:
    """The values that a scenario may change: default, lowest, highest, sentence."""
    return {
        "rows": (
            COMPONENTS["cloth"]["rows"],
            6,
            STRIDE,
            "rows of the cloth, cut from the middle of the print",
        ),
        "columns": (COMPONENTS["cloth"]["columns"], 6, STRIDE, "columns of the cloth, likewise"),
        "fish_per_colour": (COMPONENTS["fish"]["per_colour"], 4, 60, "fish of each colour in the supply"),
        "mast_limit": (COMPONENTS["mast"]["limit"], 4, MAST, "fish that a mast holds"),
    }


def assumed() -> list[dict[str, str]]:
    """Where each table of the components comes from."""
    tables = {
        **{key: table for key, table in COMPONENTS.items() if key != "layout"},
        **{f"layout {name}": table for name, table in COMPONENTS["layout"].items()},
    }
    return [
        {"name": name, "provenance": table["provenance"], "why": table["why"]}
        for name, table in tables.items()
    ]


def bag(fish: str) -> int:
    """Fish as four bits a colour."""
    return sum(1 << (4 * LETTERS.index(letter)) for letter in fish)


def build(
    layout: str = "A",
    players: int = 4,
    components: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
) -> np.ndarray[Any, Any]:
    """The BOARD record (array of length 1). ValueError says what is wrong and what is allowed."""
    if players not in (2, 3, 4):
        raise ValueError(f"players = {players!r}: Maldivia is for 2 to 4")
    values = _checked(components or {})
    rows, columns = values["rows"], values["columns"]
    threshold = (switches or {}).get("end_threshold", 16)
    if rows * columns <= threshold:
        raise ValueError(
            f"rows x columns = {rows * columns}: more than end_threshold = {threshold} are needed"
        )
    print_ = layout_named(layout)
    board = np.zeros(1, BOARD)
    record = board[0]
    record.rows, record.columns = rows, columns
    record.mast_limit = values["mast_limit"]
    record.fish[:] = values["fish_per_colour"]
    for island, ships in enumerate(print_.cards):
        for copy, ship in enumerate(ships):
            record.need[PILE * island + copy] = bag(ship)
            record.value[PILE * island + copy] = len(ship)
    for k, letters in enumerate(WHEELS):
        record.wheel[k] = ["NESW".index(letter) for letter in letters]
    for turns in range(4):
        _print(record, print_, turns)
    return board


def _checked(components: Mapping[str, Any]) -> dict[str, int]:
    allowed = settable()
    values = {name: entry[0] for name, entry in allowed.items()}
    for name, value in components.items():
        if name not in allowed:
            raise ValueError(f"Maldivia has no component {name!r}; it has {', '.join(allowed)}")
        _, low, high, sentence = allowed[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(
                f"{name} = {value!r}: a whole number from {low} to {high} is wanted ({sentence})"
            )
        values[name] = value
    return values


def _print(record: Any, layout: Layout, turns: int) -> None:
    """Write both faces and the currents, cut to size and turned clockwise so many quarters (MV-05)."""
    rows, columns = int(record.rows), int(record.columns)
    top, side = (STRIDE - rows) // 2, (STRIDE - columns) // 2

    def place(row: int, column: int) -> int:
        row, column = row - top, column - side
        height, width = rows, columns
        for _ in range(turns):
            row, column = column, height - 1 - row
            height, width = width, height
        return STRIDE * row + column

    for offset, face in ((0, layout.front), (SPACES, layout.back)):
        for row in range(top, top + rows):
            for column in range(side, side + columns):
                word = face[row][column]
                kind = {".": PLAIN, "O": OCTOPUS, "S": SHARK}.get(word, FISH)
                where = offset + place(row, column)
                record.kind[turns, where] = kind
                if kind == FISH:
                    record["catch"][turns, where] = bag(word)
                    record.shown[turns, where] = len(word)
                    if where < SPACES:
                        record.fishing[turns, where // HALF] |= 1 << (where % HALF)
    number = 0
    for offset, currents in ((0, layout.front_currents), (SPACES, layout.back_currents)):
        for current in currents:
            inside = all(top <= r < top + rows and side <= c < side + columns for r, c in current.spaces)
            if not inside:
                continue
            spaces = [place(r, c) for r, c in current.spaces]
            record.current_len[number] = len(spaces)
            record.current_entry[turns, number] = (current.entry + turns) % 4
            record.current_exit[turns, number] = (current.exit + turns) % 4
            record.current_space[turns, number, : len(spaces)] = spaces
            record.tail[turns, offset + spaces[0]] = number + 1
            for space in spaces:
                record.drawn[turns, offset + space] = number + 1
            number += 1
