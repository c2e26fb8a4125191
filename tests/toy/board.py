"""The track: its length and the bridges of each seat."""

from typing import Any

import numpy as np

from simkit.contract import record_dtype

BOARD = record_dtype([("goal", np.int64), ("bridges", np.int64)])

LAYOUTS = ("A", "B")

COMPONENTS = {
    "track": {"provenance": "reconstruction", "why": "no such game exists", "goal": 12},
    "bridges": {"provenance": "rulebook", "why": "page 1", "bridges": 3},
}


def settable() -> dict[str, tuple[Any, Any, Any, str]]:
    """Values that a scenario may change: default, lowest, highest, sentence."""
    return {
        "goal": (12, 2, 500, "length of the track in steps"),
        "bridges": (3, 0, 50, "bridges that each seat may cross"),
    }


def assumed() -> list[dict[str, str]]:
    """What the rules do not give."""
    return [{"name": "track", "provenance": "reconstruction", "why": "no such game exists"}]


def build(
    layout: str = "A", players: int = 4, components: dict[str, Any] | None = None, switches: Any = None
) -> np.ndarray[Any, Any]:
    """The board; ValueError where it would be impossible."""
    chosen = {name: value[0] for name, value in settable().items()}
    if layout == "B":
        chosen["goal"] = 6
    elif layout.startswith("random:"):
        chosen["goal"] = 5 + int(layout.split(":")[1]) % 10
    elif layout != "A":
        raise ValueError(f"layout {layout!r}: allowed are A, B and random:N")
    for name, value in (components or {}).items():
        _, low, high, _ = settable()[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"{name} = {value!r}: a whole number from {low} to {high} is wanted")
        chosen[name] = value
    if chosen["bridges"] > chosen["goal"]:
        raise ValueError(
            f"bridges = {chosen['bridges']}: at most one a step fits on a track of {chosen['goal']} steps"
        )
    board = np.zeros(1, BOARD)
    board["goal"], board["bridges"] = chosen["goal"], chosen["bridges"]
    return board
