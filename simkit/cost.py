"""What looking ahead costs: the time of a decision, also in units of the same player's without it."""

import time
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from simkit.policy import Policy
from simkit.scenario import Scenario
from simkit.scenario_arms import Arm
from simkit.work import ArmTask

SECONDS = 0.2
"""Time for each measurement, at least one deal."""


class Cost(NamedTuple):
    """One decision of a player who looks ahead. ``ratio``: to the same player without it; ``seconds``: of one core."""

    ratio: float
    seconds: float


def lookahead_cost(scenario: Scenario, stop: np.ndarray[Any, Any]) -> dict[str, Cost]:
    """The time of a decision for each player who looks ahead, measured in self-play, in this process.

    On the first arm at which the player sits. The kernels are compiled by it if they have not been. The games of a
    deal are the arm's own and are not kept.
    """
    found = {}
    for name, player in scenario.policies.items():
        if player.playouts:
            arm = next(arm for arm in scenario.arms if name in arm.policies)
            plain = replace(player, playouts=0)
            seconds = _seconds(scenario, arm, player, stop)
            ratio = seconds / _seconds(scenario, arm, plain, stop)
            found[name] = Cost(round(ratio, 1), float(f"{seconds:.3g}"))
    return found


def _seconds(scenario: Scenario, arm: Arm, player: Policy, stop: np.ndarray[Any, Any]) -> float:
    """Seconds of one decision where every seat is played by the player; forced moves count as none."""
    alone = replace(arm, seating=(tuple(range(arm.players)),))
    task = replace(ArmTask.of(scenario, arm), arm=alone, players=(player,) * arm.players)
    task.play(0, 1, -1, stop)  # compiles
    deals = 1
    while True:
        started = time.perf_counter()
        tables = task.play(0, deals, -1, stop)
        passed = time.perf_counter() - started
        if tables is None or passed >= SECONDS:
            decisions = 1 if tables is None else int(tables.games["decisions"].sum())
            return max(passed, 1e-9) / max(decisions, 1)
        deals *= 2
