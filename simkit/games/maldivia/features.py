"""stub"""
from typing import Any
from simkit.contract import Quantity
from simkit.kernel import kernel
from simkit.policy import Policy
FEATURES = (Quantity("one", "1", "one"),)
POLICIES = (Policy("random", "moves at random"), Policy("greedy", "x", {"one": 1.0}))
@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    work.features[0, 0] = 1.0
