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

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from simkit.contract import record_dtype
from simkit.rng import LAYOUT

TILES = 128
"""Room for tiles; the printed fields follow."""
FIELDS = 20
PRINT = TILES
PIECES = TILES + FIELDS
SIDES = "NESW"
SHAPES = ("single", "end", "middle", "water", "volcano")
MARKS = ("wreath half", "hut", "boat", "shell", "3 palms", "2 palms", "1 palm", "plain")
"""What a tile is counted as: the first of these that it shows."""
CATEGORIES = tuple(f"{shape}, {mark}" for shape in SHAPES[:4] for mark in MARKS)
LAYOUTS: tuple[str, ...] = ("A", "B")

COMPONENTS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "components.toml").read_text("utf-8"))

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
        ("land", np.int64, (PIECES, 4)),  # [piece, quarter turns] land edges of the first land part, bit = side
        ("land2", np.int64, (PIECES, 4)),  # the same of a second part, if any
        ("parts", np.int64, (PIECES,)),  # separate land parts shown, 0..2
        ("palms", np.int64, (PIECES,)),  # 0..3, on the first part
        ("huts", np.int64, (PIECES,)),
        ("boats", np.int64, (PIECES,)),
        ("shells", np.int64, (PIECES,)),
        ("wreath", np.int64, (PIECES, 4)),  # [piece, quarter turns] edges with half a wreath, bit = side
        ("turns", np.int64, (PIECES,)),  # quarter turns that look different, bit r
        ("as_end", np.int64, (PIECES,)),  # sides at which it can show its only land edge, bit = side
        ("as_middle", np.int64, (PIECES,)),  # bit 0: can run north-south, bit 1: east-west
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

Tile = dict[str, Any]
"""shape, land (letters), palms, huts, boats, shells, wreath (letters), split (two land parts instead of one)."""


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


# ---- tile sets ------------------------------------------------------------------------------------------------------


def tile_set(layout: str, rows: list[dict[str, Any]] | None = None) -> list[Tile]:
    """All tiles of a layout, one dict each; ``rows`` gives them in the form of components.toml instead."""
    if rows is None and layout.startswith("random:"):
        return _random_tiles(_random_number(layout))
    if rows is None and layout not in LAYOUTS:
        raise ValueError(f"layout = {layout!r}: allowed are A, B, random:N")
    tiles = []
    for row in COMPONENTS["tiles"][layout]["rows"] if rows is None else rows:
        tiles += [_tile(**{key: row[key] for key in row if key != "n"}) for _ in range(row.get("n", 1))]
    return tiles


def _tile(
    shape: str,
    land: str = "",
    palms: int = 0,
    huts: int = 0,
    boats: int = 0,
    shells: int = 0,
    wreath: str = "",
    split: bool = False,
) -> Tile:
    return dict(
        shape=shape, land=land, palms=palms, huts=huts, boats=boats, shells=shells, wreath=wreath, split=split
    )


def totals(tiles: list[Tile]) -> dict[str, int]:
    """How often each symbol is shown by all tiles together; ``wreath`` counts halves."""
    counts = {key: sum(tile[key] for tile in tiles) for key in ("palms", "huts", "boats", "shells")}
    return counts | {"wreath": sum(len(tile["wreath"]) for tile in tiles)}


def turnable(tile: Tile) -> bool:
    """MA-36, MA-37: a tile with a palm has one orientation."""
    return tile["palms"] == 0


def violations(tiles: list[Tile]) -> list[str]:
    """What is wrong with a tile set: the constraints of the ledger's physical data, and of the published counts."""
    found = []
    shapes = Counter(tile["shape"] for tile in tiles)
    for shape, count in COMPONENTS["counts"].items():
        if shape in SHAPES[:4] and shapes[shape] != count:
            found.append(f"{shapes[shape]} tiles of shape {shape} instead of {count}")
    found += [text for tile in tiles if (text := _misprint(tile))]
    kept = [tile for tile in tiles if tile["shape"] != "volcano"]
    for what, test in _WANTED.items():
        if sum(map(test, kept)) < 2:
            found.append(f"fewer than two tiles are {what}")
    if totals(tiles)["wreath"] % 2:
        found.append("an odd number of wreath halves")
    for side, back in (("N", "S"), ("E", "W")):
        ends = [tile for tile in kept if tile["shape"] == "end"]
        loose = sum(turnable(tile) for tile in ends)
        here, there = (sum(not turnable(t) and t["land"] == s for t in ends) for s in (side, back))
        if min(here, there) == 0 or abs(here - there) > loose:
            found.append(f"palm ends towards {side} ({here}) and {back} ({there}) do not match")
        halves = [tile for tile in kept if tile["wreath"]]
        free = sum(turnable(tile) for tile in halves)
        here, there = (sum(not turnable(t) and t["wreath"] == s for t in halves) for s in (side, back))
        if abs(here - there) > free:
            found.append(f"wreath halves at {side} ({here}) and {back} ({there}) do not match")
    return found


_WANTED = {
    "land with palms": lambda tile: tile["palms"] > 0,
    "land with a hut": lambda tile: tile["huts"] > 0,
    "land with palms and without a hut": lambda tile: tile["palms"] > 0 and tile["huts"] == 0,
    "pure water": lambda tile: (
        tile["shape"] == "water" and not (tile["boats"] or tile["shells"] or tile["wreath"])
    ),
    "marked with a boat": lambda tile: tile["boats"] > 0,
    "marked with a shell": lambda tile: tile["shells"] > 0,
}


def _misprint(tile: Tile) -> str:
    """What is wrong with one tile, or an empty string."""
    edges = {"single": ("",), "end": ("N", "E", "S", "W"), "middle": ("NS", "EW")}
    if tile["land"] not in edges.get(tile["shape"], ("",)):
        return f"a tile of shape {tile['shape']} cannot have land edges {tile['land']!r}"
    if tile["shape"] in ("water", "volcano") and (tile["palms"] or tile["huts"]):
        return "palms and huts stand on land"
    if not 0 <= tile["palms"] <= 3:
        return f"a tile shows 0 to 3 palms, not {tile['palms']}"
    if len(tile["wreath"]) > 1 or tile["wreath"] not in ("", *SIDES):
        return f"half a wreath lies at one edge, not at {tile['wreath']!r}"
    if tile["wreath"] and tile["wreath"] in tile["land"]:
        return "half a wreath lies at a water edge"
    return ""


def _random_number(layout: str) -> int:
    text = layout.removeprefix("random:")
    if not text.isdecimal():
        raise ValueError(f"layout = {layout!r}: random:N wants a whole number N, not {text!r}")
    return int(text)


def _random_tiles(number: int) -> list[Tile]:
    """A tile set with the published shapes and seeded random symbols: drawn until nothing is violated."""
    draw = np.random.Generator(np.random.SFC64([LAYOUT, number]))
    while True:
        tiles = _random_shapes(draw)
        special = {
            "boats": int(draw.integers(10, 17)),
            "shells": int(draw.integers(10, 19)),
            "wreath_halves": 2 * int(draw.integers(4, 9)),
        }
        order = [int(i) for i in draw.permutation(len(tiles))]
        for name, count in special.items():
            adjust(tiles, name, count, order)
        if not violations(tiles):
            return tiles


def _random_shapes(draw: np.random.Generator) -> list[Tile]:
    """Shapes, directions, palms and huts."""
    tiles = []
    upright = int(draw.integers(22, 33))  # ends that run north or south
    for shape, count in COMPONENTS["counts"].items():
        if shape not in SHAPES:
            continue
        for copy in range(count):
            tile = _tile(shape)
            if shape == "end":
                tile["land"] = "NS"[copy % 2] if copy < upright else "EW"[copy % 2]
            elif shape == "middle":
                tile["land"] = ("NS", "EW")[copy % 2]
            if shape in SHAPES[:3]:
                tile["palms"] = int(draw.choice(4, p=[0.2, 0.4, 0.3, 0.1]))
                tile["huts"] = int(draw.random() < (0.5 if tile["palms"] == 0 else 0.12))
            tiles.append(tile)
    return tiles


def adjust(tiles: list[Tile], name: str, count: int, order: list[int]) -> None:
    """Add or take symbols until all tiles together show ``count``; tiles are visited in ``order``, water first."""
    key = {"boats": "boats", "shells": "shells", "wreath_halves": "wreath"}[name]
    more = count - totals(tiles)[key]
    bare = [i for i in order if tiles[i]["shape"] != "volcano" and not _marked(tiles[i])]
    bare.sort(key=lambda i: tiles[i]["palms"] > 0)  # stable: turnable tiles first
    pairs: list[str] = []  # palm tiles take halves in facing pairs
    for _ in range(max(0, more)):
        if not bare:
            raise ValueError(f"{name} = {count}: no tile is left that shows no other symbol")
        place = 0
        if key == "wreath" and pairs:
            place = next((k for k, i in enumerate(bare) if pairs[-1] not in tiles[i]["land"]), 0)
        tile = tiles[bare.pop(place)]
        if key != "wreath":
            tile[key] = 1
        elif pairs:
            tile[key] = _free_side(tile, pairs.pop())
        else:
            tile[key] = _free_side(tile, "")
            pairs.append(SIDES[(SIDES.index(tile[key]) + 2) % 4])
    for i in [i for i in reversed(order) if tiles[i][key]] * 3:
        if more < 0:
            more += 1 if key != "wreath" else len(tiles[i][key])
            tiles[i][key] = tiles[i][key] - 1 if key != "wreath" else ""
            if not tiles[i][key] and key != "wreath":
                tiles[i][key] = 0
    return


def _free_side(tile: Tile, wanted: str) -> str:
    if wanted and wanted not in tile["land"]:
        return wanted
    return next(side for side in SIDES if side not in tile["land"])


def _marked(tile: Tile) -> bool:
    return bool(tile["boats"] or tile["shells"] or tile["wreath"] or tile["huts"])


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
            adjust(tiles, name, values[name], list(range(len(tiles))))
    for tile in [tile for tile in tiles if tile["shape"] == "middle"][: values["split_middles"]]:
        tile["split"] = True
    if "volcanoes" in chosen:
        tiles = [tile for tile in tiles if tile["shape"] != "volcano"]
        tiles += [_tile("volcano") for _ in range(values["volcanoes"])]
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
    if problems := [text for tile in tiles if (text := _misprint(tile))]:
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
                board.as_end[number] |= shore
            elif shore in (5, 10) and not tile["split"]:
                board.as_middle[number] |= 1 if shore == 5 else 2
        seen.add(looks)
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
            tile = _tile("single", **{key: field[key] for key in field if key != "at"})
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
