"""A table for position tests: a tile set with one of everything, and ways to lay tiles where a test wants them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simkit.contract import TYPE_SHIFT
from simkit.games.maori import GAME, state
from simkit.games.maori.board import FIELDS, PRINT
from simkit.policy import Policy
from simkit.position import Position

KIT: list[dict[str, Any]] = [
    *({"n": 2, "shape": "single", "palms": palms} for palms in (1, 2, 3)),
    {"n": 2, "shape": "single", "palms": 3, "huts": 1},
    {"n": 2, "shape": "single", "huts": 1},
    {"n": 2, "shape": "single", "boats": 1},
    *({"n": 3, "shape": "end", "land": land, "palms": palms} for land in "NESW" for palms in (1, 2)),
    *({"n": 2, "shape": "end", "land": land, "palms": 1, "huts": 1} for land in "EW"),
    {"n": 4, "shape": "end", "land": "N", "huts": 1},
    {"n": 4, "shape": "end", "land": "N", "boats": 1},
    {"n": 2, "shape": "end", "land": "E", "palms": 1, "wreath": "S"},
    {"n": 2, "shape": "middle", "land": "EW", "palms": 1},
    {"n": 2, "shape": "middle", "land": "NS", "palms": 1},
    {"n": 3, "shape": "middle", "land": "EW"},
    {"n": 16, "shape": "water"},
    {"n": 6, "shape": "water", "boats": 1},
    {"n": 4, "shape": "water", "shells": 1},
    {"n": 2, "shape": "water", "shells": 2},
    {"n": 8, "shape": "water", "wreath": "N"},
    {"n": 2, "shape": "volcano"},
]
"""Rows in the form of components.toml."""

TILES = [
    {"land": "", "palms": 0, "huts": 0, "boats": 0, "shells": 0, "wreath": "", "split": False} | row
    for row in KIT
    for _ in range(row["n"])
]


def code(kind: int, number: int = 0) -> int:
    """A move."""
    return (kind << TYPE_SHIFT) + number


def place(field: int, turn: int = 0) -> int:
    """A PLACE move."""
    return code(state.PLACE, 4 * field + turn)


class Table:
    """A position on the kit, with the ship at edge 0 and seat 0 about to sail."""

    def __init__(
        self,
        players: int = 4,
        *,
        deal: int = 0,
        layout: str = "A",
        tiles: list[dict[str, Any]] | None = None,
        components: Mapping[str, Any] | None = None,
        policies: list[Policy] | None = None,
        **switches: Any,
    ) -> None:
        rows = KIT if tiles is None else tiles
        chosen = {"tiles": rows, **(components or {})}
        board = GAME.board.build(layout, players, chosen, switches)
        rules = GAME.rules_record(switches)
        self.position = Position(GAME, board, rules, players, deal=deal, policies=policies or [])
        self.board, self.rules, self.state = board[0], rules[0], self.position.state
        self.taken: set[int] = set()
        self.tiles = [
            {"land": "", "palms": 0, "huts": 0, "boats": 0, "shells": 0, "wreath": "", "split": False} | row
            for row in rows
            for _ in range(row.get("n", 1))
        ]
        if self.state.phase == state.SAILING:
            self.state.ship = 0

    def find(self, **wanted: Any) -> int:
        """The first tile not used yet that shows exactly this (a shape and its symbols)."""
        full = {"land": "", "palms": 0, "huts": 0, "boats": 0, "shells": 0, "wreath": ""} | wanted
        for number, tile in enumerate(self.tiles):
            if number not in self.taken and all(tile[key] == value for key, value in full.items()):
                self.taken.add(number)
                return number
        raise LookupError(f"no tile shows {wanted}")

    def draw(self, tile: int) -> None:
        """Take a tile out of stack or display; a display cell gets another one."""
        s = self.state
        where = int(np.flatnonzero(s.stack[: self.board.tiles] == tile)[0])
        if where < s.drawn:
            cells = np.flatnonzero(s.display == tile)
            if len(cells):
                s.display[cells[0]] = self._spare()
            return
        s.stack[where], s.stack[s.drawn] = s.stack[s.drawn], tile
        s.drawn += 1

    def _spare(self) -> int:
        """Draw a tile that is no volcano and that no test has asked for."""
        s = self.state
        for i in range(int(s.drawn), int(self.board.tiles)):
            tile = int(s.stack[i])
            if not self.board.volcano[tile] and tile not in self.taken:
                s.stack[i], s.stack[s.drawn] = s.stack[s.drawn], tile
                s.drawn += 1
                return tile
        raise LookupError("no spare tile")

    def put(self, seat: int, field: int, turn: int = 0, **wanted: Any) -> int:
        """Lay a tile on a tableau."""
        tile = self.find(**wanted)
        self.draw(tile)
        self.state.tile[seat, field], self.state.turn[seat, field] = tile, turn
        self.state.counters[seat, state.BUILT] += 1
        refresh(self.state, self.board, seat)
        return tile

    def fill(self, seat: int, fields: list[int]) -> None:
        """Water on each of the fields."""
        for field in fields:
            self.put(seat, field, shape="water")

    def store(self, seat: int, **wanted: Any) -> int:
        """Put a tile into a slot."""
        tile = self.find(**wanted)
        self.draw(tile)
        self.state.slot[seat] = tile
        self.state.counters[seat, state.STORED] += 1
        return tile

    def show(self, cell: int, **wanted: Any) -> int:
        """Make a display cell show a tile."""
        tile = self.find(**wanted)
        s = self.state
        cells = np.flatnonzero(s.display == tile)
        if len(cells):
            s.display[cells[0]], s.display[cell] = s.display[cell], tile
            return tile
        where = int(np.flatnonzero(s.stack[: self.board.tiles] == tile)[0])
        other = int(np.flatnonzero(s.stack[: self.board.tiles] == s.display[cell])[0])
        s.stack[where], s.stack[other] = s.stack[other], tile
        s.display[cell] = tile
        return tile

    def play(self, *moves: int) -> None:
        """Apply moves, each of which must be legal."""
        for move in moves:
            self.position.apply(move)

    def first(self) -> None:
        """Apply the first legal move."""
        self.play(self.position.moves()[0])

    def kinds(self) -> set[int]:
        """Types of the legal moves."""
        return {move >> TYPE_SHIFT for move in self.position.moves()}

    def numbers(self, kind: int) -> list[int]:
        """Numbers of the legal moves of a type."""
        return [m & ((1 << TYPE_SHIFT) - 1) for m in self.position.moves() if m >> TYPE_SHIFT == kind]

    def fields(self) -> list[int]:
        """Fields of the legal PLACE moves."""
        return sorted({number // 4 for number in self.numbers(state.PLACE)})

    def score(self, seat: int = 0) -> dict[str, int]:
        """Score and parts of a seat by name."""
        names = ["score", *(part.name for part in GAME.score_parts), *(key.name for key in GAME.tie_keys)]
        return {name: int(value) for name, value in zip(names, self.position.scores()[seat], strict=True)}


def refresh(s: Any, board: Any, seat: int) -> None:
    """Work out a tableau's sets of fields from its tiles: the plain way, as an oracle for the kernels."""
    s.filled[seat] = s.parts[seat] = s.huts[seat] = 0
    s.land[seat], s.palms[seat], s.wreath[seat] = 0, 0, 0
    s.boats[seat] = board.base_boats
    for field in range(FIELDS):
        piece, turn = int(s.tile[seat, field]), int(s.turn[seat, field])
        if piece >= 0:
            s.filled[seat] |= 1 << field
        elif board.printed >> field & 1:
            piece, turn = PRINT + field, 0
        else:
            continue
        s.boats[seat] += board.boats[piece]
        s.huts[seat] |= int(board.huts[piece] > 0) << field
        for part in range(int(board.parts[piece])):
            s.parts[seat] |= 1 << (field + FIELDS * part)
        for bit in range(2):
            s.palms[seat, bit] |= (int(board.palms[piece]) >> bit & 1) << field
        for side in range(4):
            s.land[seat, side] |= (int(board.land[piece, turn]) >> side & 1) << field
            s.land[seat, side] |= (int(board.land2[piece, turn]) >> side & 1) << (field + FIELDS)
            s.wreath[seat, side] |= (int(board.wreath[piece, turn]) >> side & 1) << field
