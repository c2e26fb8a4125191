from typing import Any

from simkit.contract import Quantity
from simkit.kernel import kernel
from simkit.policy import Policy

FEATURES = (Quantity("build", "0/1", "x"),)


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    for i in range(n):
        k = work.moves[i] >> 48
        work.features[i, 0] = 1.0 if k == 5 or k == 6 or k == 1 or k == 2 else 0.0


POLICIES = (Policy("random", "plays at random"), Policy("greedy", "x", {"build": 1.0}))
