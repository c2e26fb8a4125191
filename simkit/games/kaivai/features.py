"""Features of moves, and the players made of them."""

from typing import Any

from simkit.contract import Quantity
from simkit.games.kaivai.state import M_STOP, kind_of
from simkit.kernel import kernel
from simkit.policy import Policy

FEATURES = (Quantity("stop", "0/1", "1 for stopping an action"),)


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """One row a move."""
    for i in range(n):
        if kind_of(work.moves[i]) == M_STOP:
            work.features[i, 0] = 1.0


POLICIES = (Policy("random", "moves at random"), Policy("greedy", "not yet", {"stop": -1.0}))
