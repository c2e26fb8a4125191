"""The race as a picture."""

from typing import Any


def draw(axes: Any, state: Any, board: Any, rules: Any) -> None:
    places = [state.walked[s] + state.crossed[s] for s in range(state.players)]
    axes.barh(range(len(places)), places)
    axes.axvline(board.goal)
