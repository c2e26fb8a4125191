"""The weights of a game of lots."""

from typing import Any

import numpy as np

from simkit.contract import record_dtype

WEIGHTS = {"hand": 5, "named": 1, "chest": 0, "die": 1, "later": 0}
BOARD = record_dtype([(name, np.int64) for name in WEIGHTS])
LAYOUTS = ("A",)
COMPONENTS: dict[str, Any] = {}


def settable() -> dict[str, tuple[Any, Any, Any, str]]:
    """Values that a scenario may change."""
    return {name: (value, 0, 100, f"points of {name}") for name, value in WEIGHTS.items()}


def assumed() -> list[dict[str, str]]:
    """Nothing is unknown."""
    return []


def build(
    layout: str = "A", players: int = 2, components: dict[str, Any] | None = None, switches: Any = None
) -> np.ndarray[Any, Any]:
    """The weights; ValueError for one that is impossible."""
    board = np.zeros(1, BOARD)
    for name, value in {**WEIGHTS, **(components or {})}.items():
        if not isinstance(value, int) or not 0 <= value <= 100:
            raise ValueError(f"{name} = {value!r}: a whole number from 0 to 100 is wanted")
        board[name] = value
    return board
