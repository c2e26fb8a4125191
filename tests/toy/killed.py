"""A study for the tests to kill: slow enough, since one seat looks ahead, and cut into small blocks."""

from multiprocessing.connection import Connection
from pathlib import Path

import pyarrow.parquet  # noqa: F401  (so that a process forked from here need not load it)

import simkit.manifest
from simkit.runner import run
from simkit.scenario import Scenario, resolve
from tests import toy  # noqa: F401  (registers the game)


def study() -> Scenario:
    """Two arms, one paired with the other."""
    return resolve(
        {
            "title": "To be killed",
            "game": "toy",
            "games": 1500,
            "table": {"players": [2], "policies": ["slow", "greedy"]},
            "policies": {"slow": {"base": "greedy", "playouts": 24}},
            "variants": [{"name": "strict", "rules": {"equal_turns": False}}],
        }
    )


def play(folder: Path, sender: Connection) -> None:
    """Play the study and tell the games done."""
    simkit.manifest.SAVE_EVERY = 0.02
    run(study(), folder, workers=2, block_seconds=0.02, progress=lambda now: sender.send(now.games))
