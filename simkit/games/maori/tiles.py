"""Tile sets: from components.toml, at random, with more or fewer symbols; and what a set must keep to."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from simkit.rng import LAYOUT

SIDES = "NESW"
SHAPES = ("single", "end", "middle", "water", "volcano")
LAYOUTS: tuple[str, ...] = ("A", "B")

COMPONENTS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "components.toml").read_text("utf-8"))

Tile = dict[str, Any]
"""shape, land (letters), palms, huts, boats, shells, wreath (letters), split (two land parts instead of one)."""


def tile_set(layout: str, rows: list[dict[str, Any]] | None = None) -> list[Tile]:
    """All tiles of a layout, one dict each; ``rows`` gives them in the form of components.toml instead."""
    if rows is None and layout.startswith("random:"):
        return _random_tiles(_random_number(layout))
    if rows is None and layout not in LAYOUTS:
        raise ValueError(f"layout = {layout!r}: allowed are A, B, random:N")
    tiles = []
    for row in COMPONENTS["tiles"][layout]["rows"] if rows is None else rows:
        tiles += [blank(**{key: row[key] for key in row if key != "n"}) for _ in range(row.get("n", 1))]
    return tiles


def blank(
    shape: str,
    land: str = "",
    palms: int = 0,
    huts: int = 0,
    boats: int = 0,
    shells: int = 0,
    wreath: str = "",
    split: bool = False,
) -> Tile:
    """One tile; what is not said is not on it."""
    return {
        "shape": shape,
        "land": land,
        "palms": palms,
        "huts": huts,
        "boats": boats,
        "shells": shells,
        "wreath": wreath,
        "split": split,
    }


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
    found += [text for tile in tiles if (text := misprint(tile))]
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


def misprint(tile: Tile) -> str:
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
        pure = [i for i in order if tiles[i]["shape"] == "water"][: int(draw.integers(3, 8))]
        order = [i for i in order if i not in pure]
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
            tile = blank(shape)
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
    """Add or take symbols until all tiles together show ``count``; tiles are visited in ``order``.

    Only tiles that show no other symbol get one; halves of wreaths are added in pairs that face each other.
    """
    key = {"boats": "boats", "shells": "shells", "wreath_halves": "wreath"}[name]
    more = count - totals(tiles)[key]
    bare = [i for i in order if tiles[i]["shape"] != "volcano" and not _marked(tiles[i])]
    if more > len(bare):
        raise ValueError(f"{name} = {count}: only {len(bare)} more tiles can show that symbol")
    wanted = ""  # the side that faces the half added last, where that is alone
    for _ in range(max(0, more)):
        place = next((k for k, i in enumerate(bare) if not wanted or wanted not in tiles[i]["land"]), 0)
        tile = tiles[bare.pop(place)]
        if key != "wreath":
            tile[key] = 1
            continue
        tile[key] = _free_side(tile, wanted)
        wanted = "" if wanted else SIDES[(SIDES.index(tile[key]) + 2) % 4]
    for tile in [tiles[i] for i in reversed(order) for _ in range(3)]:
        if more < 0 and tile[key]:
            more += 1
            tile[key] = "" if key == "wreath" else tile[key] - 1


def water_first(tiles: list[Tile]) -> list[int]:
    """All tiles, those that can be turned first: where symbols go that a scenario adds."""
    return sorted(range(len(tiles)), key=lambda i: (tiles[i]["palms"] > 0, tiles[i]["shape"] != "water"))


def _free_side(tile: Tile, wanted: str) -> str:
    if wanted and wanted not in tile["land"]:
        return wanted
    return next(side for side in SIDES if side not in tile["land"])


def _marked(tile: Tile) -> bool:
    return bool(tile["boats"] or tile["shells"] or tile["wreath"] or tile["huts"])
