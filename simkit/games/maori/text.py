"""Maori in words: moves, what follows from them, the table."""

from typing import Any

from simkit.contract import TYPE_SHIFT
from simkit.games.maori.board import FIELDS, PRINT
from simkit.games.maori.state import (
    BUILD,
    LIFT,
    MOOR,
    PLACE,
    PLACING,
    REMOVE,
    SAIL,
    SAILING,
    SLOT,
    START,
    STARTING,
    STORE,
    UNSTORE,
    number_of,
    place_field,
    place_turn,
)
from simkit.games.maori.tiles import SIDES

SIDE_NAMES = ("north", "east", "south", "west")
_EDGE_PLACES = ("top", "right", "bottom", "left")


def edge_name(edge: int) -> str:
    """An edge of the display: which side, and which place of it, clockwise from 1."""
    return f"{_EDGE_PLACES[edge // 4]} edge {edge % 4 + 1}"


def field_name(board: Any, field: int) -> str:
    """A field of a tableau: row and column from 1."""
    return f"row {field // int(board.columns) + 1}, column {field % int(board.columns) + 1}"


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def piece_name(board: Any, piece: int, turn: int = 0) -> str:
    """A tile (or printed field) in words: shape, land edges as it lies, symbols."""
    if board.volcano[piece]:
        return "a volcano"
    first, second = int(board.land[piece, turn]), int(board.land2[piece, turn])
    edges = [name for side, name in enumerate(SIDE_NAMES) if (first | second) >> side & 1]
    shape = {0: "a single island", 1: "an island end", 2: "an island middle"}[len(edges)]
    if board.parts[piece] == 0:
        shape = "water"
    elif board.parts[piece] == 2:
        shape = "two island ends"
    if edges:
        shape += " open to the " + " and ".join(edges)
    palms, huts, boats, shells = (int(board[name][piece]) for name in ("palms", "huts", "boats", "shells"))
    shown = [_many(palms, "palm")] * (palms > 0) + ["a hut"] * (huts > 0)
    shown += [_many(boats, "boat")] * (boats > 0) + [_many(shells, "shell")] * (shells > 0)
    shown += [
        f"half a wreath at the {name}"
        for side, name in enumerate(SIDE_NAMES)
        if int(board.wreath[piece, turn]) >> side & 1
    ]
    return shape + (" with " + ", ".join(shown) if shown else "")


def describe_move(state: Any, board: Any, rules: Any, move: int) -> str:
    """One legal move in words, before it is applied."""
    kind, number = int(move) >> TYPE_SHIFT, int(number_of(move))
    seat = int(state.seat)
    who = f"Seat {seat + 1}"
    if kind == START:
        return f"{who} sets the explorer ship at the {edge_name(number)}."
    if kind == SAIL:
        paid = max(0, number - int(state.boats[seat]))
        price = f" and pays {_many(paid, 'shell')}" if paid else ""
        ship = (int(state.ship) + number) % 16
        return f"{who} sails {_many(number, 'edge')} to the {edge_name(ship)}{price}."
    if kind in (BUILD, STORE):
        cell = int(board.line[state.ship, number])
        what = "to build it" if kind == BUILD else "into the slot"
        tile = piece_name(board, int(state.display[cell]))
        return f"{who} takes tile {number + 1} of the line, {tile}, {what}."
    if kind == UNSTORE:
        return f"{who} takes the stored tile, {piece_name(board, int(state.slot[seat]))}, to build it."
    if kind == PLACE:
        tile = piece_name(board, int(state.hand), int(place_turn(move)))
        return f"{who} builds {tile} on {field_name(board, int(place_field(move)))}."
    if kind == LIFT:
        if number == SLOT:
            return f"{who} removes the stored tile, {piece_name(board, int(state.slot[seat]))}."
        tile = piece_name(board, int(state.tile[seat, number]), int(state.turn[seat, number]))
        return f"{who} removes {tile} from {field_name(board, number)}."
    if kind == MOOR:
        stays = number == int(state.own_ship[seat])
        what = "leaves the own ship on" if stays else "moves the own ship to"
        return f"{who} {what} {field_name(board, number)}."
    return f"{who} decides to remove a tile." if kind == REMOVE else f"{who} explores nothing."


def describe_events(before: Any, after: Any, board: Any, rules: Any, move: int) -> list[str]:
    """What followed from a move: payments, refills, shells found, the end."""
    seat = int(before.seat)
    kind = int(move) >> TYPE_SHIFT
    told = []
    if kind in (BUILD, STORE) and after.paid_taking > 0 and before.shells[seat] > after.shells[seat]:
        told.append(f"It costs {_many(int(before.shells[seat] - after.shells[seat]), 'shell')}.")
    found = int(after.shells[seat] - before.shells[seat])
    if kind == PLACE and found > 0:
        told.append(f"Seat {seat + 1} gains {_many(found, 'shell')} and has {int(after.shells[seat])}.")
    if kind == PLACE and after.boats[seat] != before.boats[seat]:
        told.append(f"Seat {seat + 1} has {_many(int(after.boats[seat]), 'boat')} now.")
    for i in range(int(before.drawn), int(after.drawn)):
        tile = int(after.stack[i])
        cell = next(c for c in range(16) if after.display[c] == tile)
        told.append(
            f"{piece_name(board, tile).capitalize()} fills row {cell // 4 + 1}, column {cell % 4 + 1} of the display."
        )
    if after.drawn == board.tiles and before.drawn < board.tiles:
        told.append("The stack is empty.")
    if kind == PLACE and before.own_ship[seat] < 0 <= after.own_ship[seat]:
        told.append(f"The own ship of seat {seat + 1} is set on that tile.")
    if before.finisher < 0 <= after.finisher:
        told.append(f"The tableau of seat {seat + 1} is full: the last turns begin.")
    if before.end_cause == 0 and after.end_cause != 0:
        told.append(
            "The game stops at the cap of rounds."
            if after.end_cause == 1
            else "The last turn has been played."
        )
    return told


def describe_state(state: Any, board: Any, rules: Any) -> str:
    """The whole table: display, ship, tableaus."""
    lines = [
        f"Round {int(state.round_no)}, turn {int(state.turn_no)}. Stack: {int(board.tiles - state.drawn)} tiles."
    ]
    if state.phase == STARTING:
        lines.append(f"Seat {int(state.seat) + 1} chooses where the explorer ship begins.")
    elif state.end_cause == 0:
        task = "sails" if state.phase == SAILING else "builds" if state.phase == PLACING else "explores"
        lines.append(f"The ship lies at the {edge_name(int(state.ship))}. Seat {int(state.seat) + 1} {task}.")
    if state.hand >= 0:
        lines.append(f"In hand: {piece_name(board, int(state.hand))}.")
    lines += ["Display:", *_display_lines(state, board)]
    for seat in range(int(state.players)):
        lines += _seat_lines(state, board, seat)
    return "\n".join(lines)


def short_name(board: Any, piece: int, turn: int = 0) -> str:
    """A tile in a few signs.

    Land edges (NESW), * single island, ~ water, ! volcano; p palm, h hut, b boat, s shell, @ half a wreath at a side.
    """
    if board.volcano[piece]:
        return "!"
    edges = int(board.land[piece, turn] | board.land2[piece, turn])
    sign = "".join(SIDES[side] for side in range(4) if edges >> side & 1)
    if not sign:
        sign = "*" if board.parts[piece] else "~"
    sign += "p" * int(board.palms[piece]) + "h" * int(board.huts[piece] > 0)
    sign += "b" * int(board.boats[piece]) + "s" * int(board.shells[piece])
    half = int(board.wreath[piece, turn])
    return sign + "".join("@" + SIDES[side].lower() for side in range(4) if half >> side & 1)


def _display_lines(state: Any, board: Any) -> list[str]:
    signs = [short_name(board, int(tile)) if tile >= 0 else "" for tile in state.display]
    return ["  " + " ".join(f"[{sign:<5}]" for sign in signs[4 * row : 4 * row + 4]) for row in range(4)]


def field_sign(state: Any, board: Any, seat: int, field: int) -> str:
    """What a field of a tableau shows; printed land in round brackets."""
    tile = int(state.tile[seat, field])
    if tile >= 0:
        return short_name(board, tile, int(state.turn[seat, field]))
    if int(board.printed) >> field & 1:
        return f"({short_name(board, PRINT + field)})"
    return "."


def _seat_lines(state: Any, board: Any, seat: int) -> list[str]:
    stored = f", stored: {piece_name(board, int(state.slot[seat]))}" if state.slot[seat] >= 0 else ""
    ship = (
        f", own ship on {field_name(board, int(state.own_ship[seat]))}" if state.own_ship[seat] >= 0 else ""
    )
    boats, shells = _many(int(state.boats[seat]), "boat"), _many(int(state.shells[seat]), "shell")
    lines = [f"Seat {seat + 1}: {boats}, {shells}{stored}{ship}"]
    columns = int(board.columns)
    for row in range(FIELDS // columns):
        signs = [field_sign(state, board, seat, row * columns + column) for column in range(columns)]
        lines.append("  " + " ".join(f"[{sign:<6}]" for sign in signs))
    return lines
