"""The points that would make an arm's seats fair, from its stored scores: what the replay is played with."""

import numpy as np

from simkit.contract import STALLED
from simkit.results import Run
from simkit.scenario_arms import Arm

SAMPLE_GAMES = 100_000
"""First games of an arm that the points are found from, as in the report's handicap table."""


def fair_points(run: Run, arm: Arm) -> tuple[int, ...]:
    """Whole points a seat, the lowest 0; all 0 where no deal was finished."""
    from simkit.stats.fair import fair_points as search

    names = [f"key_{key.name}" for key in run.game.tie_keys]
    shape = (-1, arm.rotations, arm.players)
    scores, keys, sampled = [], [], 0
    pairs = zip(
        run.parts("games", arm, ("end_cause",)), run.parts("seats", arm, ("score", *names)), strict=True
    )
    for games, seats in pairs:
        whole = ~(games["end_cause"] == STALLED).reshape(-1, arm.rotations).any(axis=1)
        scores.append(seats["score"].reshape(shape)[whole].reshape(-1, arm.players))
        stacked = [seats[name].reshape(shape)[whole].reshape(-1, arm.players) for name in names]
        keys.append(np.stack(stacked, axis=-1) if stacked else np.zeros((*scores[-1].shape, 0)))
        sampled += len(scores[-1])
        if sampled >= SAMPLE_GAMES:
            break
    if not sampled:
        return (0,) * arm.players
    found = search(np.concatenate(scores)[:SAMPLE_GAMES], np.concatenate(keys)[:SAMPLE_GAMES])
    return tuple(int(points) for points in found.points)
