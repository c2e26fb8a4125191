"""The race in words."""

from typing import Any

from tests.toy.rules import BRIDGE


def describe_move(state: Any, board: Any, rules: Any, move: int) -> str:
    if move >= BRIDGE:
        return "crosses a bridge"
    return f"walks {move} step{'s' if move > 1 else ''}"


def describe_events(before: Any, after: Any, board: Any, rules: Any, move: int) -> list[str]:
    return [f"the die shows {after.die}"] if move >= BRIDGE else []


def describe_state(state: Any, board: Any, rules: Any) -> str:
    places = ", ".join(f"seat {s + 1} at {state.walked[s] + state.crossed[s]}" for s in range(state.players))
    return f"{places}; the goal is at {board.goal}"
