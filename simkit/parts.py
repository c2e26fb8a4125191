"""Result arrays of a block as Parquet, and back: what is in a part, not where it lies."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simkit.columns import CATEGORY, Column, columns
from simkit.contract import STALLED, Game
from simkit.rows import Tables
from simkit.scenario_arms import Arm

SHARE_UNIT = 60
"""Win shares 1, 1/2 ... 1/5 are whole multiples of 1/60: sums of whole numbers do not depend on their order."""

Arrays = dict[str, np.ndarray[Any, Any]]


def block_arrays(
    game: Game, arm: Arm, number: int, tables: Tables, first_deal: int, deals: int
) -> dict[str, Arrays]:
    """The columns of each table of a finished block, by name; categories as int codes. Rows in their order on disk."""
    games = _games(game, tables)
    arrays = {
        "games": games,
        "seats": _seats(game, tables),
        "components": _cells(game, "components", tables.components),
        "actions": _cells(game, "actions", tables.actions),
    }
    if len(tables.events):
        arrays["events"] = _events(game, arm, tables)
    for table in ("components", "actions"):
        rows = len(arrays[table]["seat"])
        for name, value in (
            ("arm", arm.index),
            ("block", number),
            ("first_deal", first_deal),
            ("deals", deals),
        ):
            arrays[table][name] = np.full(rows, value)
    return {table: _narrowed(game, table, found) for table, found in arrays.items()}


def _taken(rows: Any, wanted: Sequence[Column]) -> Arrays:
    """The columns that stand in the engine's rows under a field of their own."""
    found: Arrays = {}
    for column in wanted:
        if column.field:
            field = rows[column.field]
            found[column.name] = (field if column.index < 0 else field[..., column.index]).reshape(-1)
    return found


def _games(game: Game, tables: Tables) -> Arrays:
    found = _taken(tables.games, columns(game, "games"))
    for name in ("arm", "deal", "rotation"):
        found[name] = tables.games[name]
    return found


def _seats(game: Game, tables: Tables) -> Arrays:
    players = tables.seats.shape[1]
    found = _taken(tables.seats, columns(game, "seats"))
    for name in ("arm", "deal", "rotation"):
        found[name] = np.repeat(tables.games[name], players)
    found["seat"] = np.tile(np.arange(players), len(tables.games))
    found["place"] = found["policy"] = tables.seats["place"].reshape(-1)
    return found


def _cells(game: Game, table: str, cells: Any) -> Arrays:
    """Counts in long form, cells that were never offered left out. cells: (seats, places, ...)."""
    where = np.nonzero(cells["offered"])
    found = _taken(cells[where], columns(game, table))
    found["seat"], found["place"] = where[0], where[1]
    found["policy"] = found["place"]
    if table == "components":
        found["component"] = where[2]
        for name in ("wins_taken", "wins_left", "squares_taken", "squares_left"):
            unit = SHARE_UNIT if name.startswith("wins") else SHARE_UNIT**2
            found[name] = np.rint(found[name] * unit) / unit
    else:
        found["round"], found["move_type"] = where[2] + 1, where[3]
    return found


def _events(game: Game, arm: Arm, tables: Tables) -> Arrays:
    rows = tables.events[: int(tables.used[0])]
    found = _taken(rows, columns(game, "events"))
    for name in ("deal", "rotation", "seat", "place", "component"):
        found[name] = rows[name]
    found["policy"] = rows["place"]
    found["arm"] = np.full(len(rows), arm.index)
    return found


def _narrowed(game: Game, table: str, found: Arrays) -> Arrays:
    """The columns in their order and types. OverflowError for a value that does not fit."""
    narrow: Arrays = {}
    for column in columns(game, table):
        values = found[column.name]
        kind = np.dtype("int8" if column.dtype == CATEGORY else column.dtype)
        if kind.kind == "i" and len(values):
            limits = np.iinfo(kind)
            if values.min() < limits.min or values.max() > limits.max:
                raise OverflowError(
                    f"{table}.{column.name}: {values.min()} .. {values.max()} do not fit {kind}"
                )
        narrow[column.name] = np.ascontiguousarray(values, dtype=kind)
    return narrow


def labels(game: Game, arm: Arm, table: str, column: str) -> tuple[str, ...]:
    """The names behind a category's codes as stored; each policy once."""
    if column == "policy":
        return tuple(dict.fromkeys(arm.policies))
    return next(item.labels for item in columns(game, table) if item.name == column)


def to_parquet(game: Game, arm: Arm, table: str, arrays: Arrays) -> bytes:
    """One part as the bytes of a Parquet file (zstd). Equal arrays give equal bytes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    names, fields = [], []
    for column in columns(game, table):
        values = arrays[column.name]
        if column.dtype == CATEGORY:
            known = labels(game, arm, table, column.name)
            if column.name == "policy":  # so far the place
                values = np.array([known.index(name) for name in arm.policies], np.int8)[values]
            fields.append(pa.DictionaryArray.from_arrays(pa.array(values), pa.array(known, pa.string())))
        else:
            fields.append(pa.array(values))
        names.append(column.name)
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_arrays(fields, names=names), sink, compression="zstd")
    return bytes(sink.getvalue())


def share_sums(arm: Arm, tables: Tables) -> dict[str, Any]:
    """Exact sums over a block's deals of each seat's win share (mean of the rotations), in 1/(60 x rotations).

    Deals with a stalled game are counted apart and left out.
    """
    shares = np.rint(tables.seats["win_share"] * SHARE_UNIT).astype(np.int64)
    deals = shares.reshape(-1, arm.rotations, arm.players).sum(axis=1)
    stalled = (tables.games["end_cause"] == STALLED).reshape(-1, arm.rotations).any(axis=1)
    kept = deals[~stalled]
    return {
        "deals": len(kept),
        "stalled_deals": int(stalled.sum()),
        "stalled_games": int((tables.games["end_cause"] == STALLED).sum()),
        "sums": [int(value) for value in kept.sum(axis=0)],
        "squares": [int(value) for value in (kept * kept).sum(axis=0)],
    }
