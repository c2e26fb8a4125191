"""Tiles, tableaus and the table: components.toml (with overrides) -> BOARD record.

A tile is a physical piece with a number of its own. The printed fields of the tableau are kept as pieces too
(PRINT + field), so that one function puts land on a tableau whatever it is printed on.

Fields of a tableau are numbered row by row, 0..19 (columns = 5 by default, 4 on the tall form):

     0  1  2  3  4
     5  6  7  8  9
    10 11 12 13 14
    15 16 17 18 19

The display has cells 4 x row + column. The ship's edges run clockwise from the left end of the top:

          0  1  2  3
      15              4
      14              5
      13              6
      12              7
         11 10  9  8
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simkit.contract import record_dtype
from simkit.games.maori.tiles import (
    COMPONENTS,
    LAYOUTS,
    SHAPES,
    SIDES,
    Tile,
    adjust,
    blank,
    misprint,
    tile_set,
    totals,
    turnable,
    violations,
    water_first,
)

__all__ = ["BOARD", "COMPONENTS", "LAYOUTS", "assumed", "build", "settable", "violations"]

TILES = 128
"""Room for tiles; the printed fields follow."""
FIELDS = 20
PRINT = TILES
PIECES = TILES + FIELDS
SUPPLY = 8
"""Bits of a count in ``supply``, so that those of a display add up in one sum. Counts 0 to 3: can close an end that
leaves on that side; 4, 5: can run north-south, east-west; 6: shows half a wreath."""
MARKS = ("wreath half", "hut", "boat", "shell", "3 palms", "2 palms", "1 palm", "plain")
"""What a tile is counted as: the first of these that it shows."""
CATEGORIES = tuple(f"{shape}, {mark}" for shape in SHAPES[:4] for mark in MARKS)

BOARD = record_dtype(
    [
        ("tiles", np.int64),  # tiles in the game; their numbers are 0..tiles-1
        ("rows", np.int64),
        ("columns", np.int64),
        ("whole", np.int64),  # mask of all fields
        ("printed", np.int64),  # mask of fields with printed land
        ("base_boats", np.int64),  # boats that lie on no field (atoll side)
        ("inner", np.int64),  # mask of fields inside the ring of rocks, 0 without it
        ("rock", np.int64, (4,)),  # [side] fields with a rock on that side
        ("frame", np.int64, (4,)),  # [side] fields at the tableau's frame on that side
        ("zone", np.int64, (3, FIELDS)),  # [own_ship_adjacency][field] fields the next tile may go to
        (
            "land",
            np.int64,
            (PIECES, 4),
        ),  # [piece, quarter turns] land edges of the first land part, bit = side
        ("land2", np.int64, (PIECES, 4)),  # the same of a second part, if any
        ("parts", np.int64, (PIECES,)),  # separate land parts shown, 0..2
        ("palms", np.int64, (PIECES,)),  # 0..3, on the first part
        ("huts", np.int64, (PIECES,)),
        ("boats", np.int64, (PIECES,)),
        ("shells", np.int64, (PIECES,)),
        ("wreath", np.int64, (PIECES, 4)),  # [piece, quarter turns] edges with half a wreath, bit = side
        ("turns", np.int64, (PIECES,)),  # quarter turns that look different, bit r
        ("supply", np.int64, (PIECES,)),  # what it can serve for, a count each: see SUPPLY
        ("volcano", np.int64, (PIECES,)),
        ("category", np.int64, (PIECES,)),  # index into CATEGORIES, -1 for a volcano
        ("line", np.int64, (16, 4)),  # [ship edge, depth 0..3] display cell
        ("start_shells", np.int64),
        ("palm_points", np.int64),
        ("hut_palm_points", np.int64),
        ("wreath_points", np.int64),
        ("empty_points", np.int64),  # points lost a field
        ("atoll_factor", np.int64),
    ]
)


def settable() -> dict[str, tuple[Any, int, int, str]]:
    """Overrides that make sense: name -> (default in layout A, lowest, highest, sentence)."""
    scoring, tiles = COMPONENTS["scoring"], totals(tile_set("A"))
    return {
        "start_shells": (COMPONENTS["start"]["shells"], 0, 20, "shells each player begins with"),
        "boats": (tiles["boats"], 0, 40, "boats shown on all tiles together"),
        "shells": (tiles["shells"], 0, 40, "shells shown on all tiles together"),
        "wreath_halves": (tiles["wreath"], 0, 40, "tiles that show half a wreath; an even number"),
        "volcanoes": (COMPONENTS["counts"]["volcano"], 0, 10, "volcano tiles"),
        "split_middles": (0, 0, 14, "middle pieces that show two separate ends instead of one strip of land"),
        "palm_points": (scoring["palm"], 0, 10, "points of a palm on an island without a hut"),
        "hut_palm_points": (scoring["hut_palm"], 0, 10, "points of a palm on an island with a hut"),
        "wreath_points": (scoring["wreath"], 0, 30, "points of a closed wreath"),
        "empty_points": (scoring["empty"], 0, 10, "points lost for each unoccupied field"),
    }


def assumed() -> list[dict[str, str]]:
    """The tables of components.toml that rest on more than the rulebook: for a report's list of assumed data."""
    tables = {
        "tile shapes": COMPONENTS["counts"],
        "tile symbols, layout A": COMPONENTS["tiles"]["A"],
        "tile symbols, layout B": COMPONENTS["tiles"]["B"],
        "printed land, layout A": COMPONENTS["print"]["A"],
        "printed land, layout B": COMPONENTS["print"]["B"],
        "atoll side": COMPONENTS["atoll"],
    }
    return [
        {"name": name, "provenance": table["provenance"], "why": table["why"]}
        for name, table in tables.items()
    ]


# ---- the record -----------------------------------------------------------------------------------------------------


def build(
    layout: str = "A",
    players: int = 4,
    components: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
) -> np.ndarray[Any, Any]:
    """One BOARD record for a layout, with overrides; ValueError with one sentence where the game is impossible.

    ``components`` holds keys of :func:`settable`, and may hold ``tiles``: rows in the form of components.toml
    (the ledger's tile_set = file).
    """
    chosen, rules = dict(components or {}), dict(switches or {})
    if not 2 <= players <= 5:
        raise ValueError(f"players = {players}: Maori is played by 2 to 5 (MA-02)")
    tiles = tile_set(layout, chosen.pop("tiles", None))
    values = _checked(chosen, tiles)
    for name in ("boats", "shells", "wreath_halves"):
        if name in chosen:
            adjust(tiles, name, values[name], water_first(tiles))
    for tile in [tile for tile in tiles if tile["shape"] == "middle"][: values["split_middles"]]:
        tile["split"] = True
    if "volcanoes" in chosen:
        tiles = [tile for tile in tiles if tile["shape"] != "volcano"]
        tiles += [blank("volcano") for _ in range(values["volcanoes"])]
    _check_supply(tiles, values, players, rules)
    board = np.zeros(1, BOARD)
    _write_pieces(board[0], tiles)
    _write_tableau(board[0], layout, rules)
    _write_lines(board[0])
    board[0].start_shells = values["start_shells"]
    board[0].atoll_factor = COMPONENTS["scoring"]["atoll_factor"]
    for name in ("palm_points", "hut_palm_points", "wreath_points", "empty_points"):
        board[name] = values[name]
    return board


def _checked(chosen: Mapping[str, Any], tiles: list[Tile]) -> dict[str, int]:
    """All settable values, the chosen ones checked."""
    known = settable()
    values = {name: default for name, (default, *_) in known.items()}
    for name, value in chosen.items():
        if name not in known:
            raise ValueError(f"Maori has no component {name!r}; it has {', '.join(known)}")
        _, low, high, _ = known[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"{name} = {value!r}: a whole number from {low} to {high} is wanted")
        values[name] = value
    if values["wreath_halves"] % 2:
        raise ValueError(f"wreath_halves = {values['wreath_halves']}: an even number is wanted")
    return values


def _check_supply(
    tiles: list[Tile], values: Mapping[str, int], players: int, rules: Mapping[str, Any]
) -> None:
    """Refuse what cannot be played."""
    kept = [tile for tile in tiles if tile["shape"] != "volcano"]
    if len(kept) < 17:
        raise ValueError(f"{len(kept)} tiles: at least 17 without a volcano are wanted (display and stack)")
    if len(tiles) > TILES:
        raise ValueError(f"{len(tiles)} tiles: at most {TILES} are possible")
    if problems := [text for tile in tiles if (text := misprint(tile))]:
        raise ValueError(f"tile set: {problems[0]}")
    bank = rules.get("shell_bank", 0)
    if bank and bank < values["start_shells"] * players:
        raise ValueError(
            f"shell_bank = {bank}: {players} players begin with {values['start_shells']} shells each"
        )
    most = rules.get("atoll_max_players", 4)
    if rules.get("atoll", False) and players > most:
        raise ValueError(f"players = {players}: the atoll is for at most {most} (atoll_max_players)")


def _edges(letters: str) -> int:
    return sum(1 << SIDES.index(side) for side in letters)


def _turned(edges: int, quarter_turns: int) -> int:
    """Edges after quarter turns clockwise: N to E to S to W (MA-37)."""
    return ((edges << quarter_turns) | (edges >> (4 - quarter_turns))) & 15


def _write_piece(board: Any, number: int, tile: Tile) -> None:
    """Symbols and all distinct orientations of one piece (MA-36, MA-37)."""
    first = tile["land"][:1] if tile["split"] else tile["land"]
    second = tile["land"][1:] if tile["split"] else ""
    seen = set()
    for r in range(4):
        edges = tuple(_turned(_edges(letters), r) for letters in (first, second, tile["wreath"]))
        board.land[number, r], board.land2[number, r], board.wreath[number, r] = edges
        shore = edges[0] | edges[1]
        looks = (frozenset(edges[:2]), edges[2]) if tile["huts"] == 0 else edges
        if r == 0 or (turnable(tile) and looks not in seen):
            board.turns[number] |= 1 << r
            if shore in (1, 2, 4, 8):
                board.supply[number] |= 1 << SUPPLY * ((shore.bit_length() + 1) % 4)  # of the opposite side
            elif shore in (5, 10) and not tile["split"]:
                board.supply[number] |= 1 << SUPPLY * (4 if shore == 5 else 5)
        seen.add(looks)
    board.supply[number] |= bool(tile["wreath"]) << SUPPLY * 6
    board.parts[number] = 0 if tile["shape"] in ("water", "volcano") else 1 + tile["split"]
    for key in ("palms", "huts", "boats", "shells"):
        board[key][number] = tile[key]


def _write_pieces(board: Any, tiles: list[Tile]) -> None:
    board.tiles = len(tiles)
    for number, tile in enumerate(tiles):
        _write_piece(board, number, tile)
        board.volcano[number] = tile["shape"] == "volcano"
        board.category[number] = (
            -1 if board.volcano[number] else CATEGORIES.index(f"{tile['shape']}, {_mark(tile)}")
        )


def _mark(tile: Tile) -> str:
    shown = {
        "wreath half": tile["wreath"],
        "hut": tile["huts"],
        "boat": tile["boats"],
        "shell": tile["shells"],
        f"{tile['palms']} palm{'s' * (tile['palms'] > 1)}": tile["palms"],
        "plain": True,
    }
    return next(mark for mark, present in shown.items() if present)


def _write_tableau(board: Any, layout: str, rules: Mapping[str, Any]) -> None:
    """Shape, print, frame, rocks and the zones of the own ship (MA-03 to MA-05, MA-70, MA-74)."""
    printed = COMPONENTS["print"][layout if layout in LAYOUTS else "A"]
    wide = {"layout": printed["shape"] == "wide", "4x5": True, "5x4": False}[
        rules.get("tableau_shape", "layout")
    ]
    sides = COMPONENTS["tableau"]["rows"], COMPONENTS["tableau"]["columns"]
    rows, columns = sides if wide else sides[::-1]
    board.rows, board.columns, board.whole = rows, columns, (1 << FIELDS) - 1
    atoll = COMPONENTS["atoll"] if rules.get("atoll", False) else None
    if atoll is None:
        for field in printed["wide" if wide else "tall"]:
            place = field["at"][0] * columns + field["at"][1]
            tile = blank("single", **{key: field[key] for key in field if key != "at"})
            _write_piece(board, PRINT + place, tile)
            board.printed |= 1 << place
    else:
        board.base_boats = atoll["boats"]
    spans = (atoll["inner_rows"], atoll["inner_columns"]) if atoll else ([0, -1], [0, -1])
    (top, bottom), (left, right) = spans if wide else spans[::-1]
    inside = {(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)}
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))
    for row in range(rows):
        for column in range(columns):
            place = row * columns + column
            board.inner |= ((row, column) in inside) << place
            for side, (down, across) in enumerate(steps):
                there = (row + down, column + across)
                if not (0 <= there[0] < rows and 0 <= there[1] < columns):
                    board.frame[side] |= 1 << place
                elif ((row, column) in inside) != (there in inside):
                    board.rock[side] |= 1 << place
            for other in range(FIELDS):
                down, across = abs(other // columns - row), abs(other % columns - column)
                near = max(down, across) == 1
                board.zone[0, place] |= (near and across == 1) << other
                board.zone[1, place] |= near << other
                board.zone[2, place] |= (down + across == 1) << other


def _write_lines(board: Any) -> None:
    """MA-11: the cells straight ahead of each of the 16 edges."""
    for p in range(4):
        for d in range(4):
            board.line[p, d] = 4 * d + p
            board.line[4 + p, d] = 4 * p + 3 - d
            board.line[8 + p, d] = 4 * (3 - d) + 3 - p
            board.line[12 + p, d] = 4 * (3 - p) + d
