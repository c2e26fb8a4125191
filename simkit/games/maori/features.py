"""What players see in a move, and the named players."""

from typing import Any

from simkit.contract import TYPE_SHIFT, Quantity
from simkit.games.maori.state import PLACE
from simkit.kernel import kernel
from simkit.policy import Policy

FEATURES = (Quantity("places", "0/1", "1 for a placement"),)
POLICIES = (Policy("random", "moves at random"), Policy("greedy", "places", {"places": 1.0}))


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    for i in range(n):
        work.features[i, 0] = 1.0 if work.moves[i] >> TYPE_SHIFT == PLACE else 0.0
