"""Play a fixed study into the folder given, in small blocks: a process for the tests to kill."""

import sys
from pathlib import Path

import simkit.manifest
from simkit.runner import run
from simkit.scenario import Scenario, resolve
from tests import toy  # noqa: F401  (registers the game)


def study() -> Scenario:
    """Slow enough to be killed in the middle: one seat looks ahead."""
    return resolve(
        {
            "title": "To be killed",
            "game": "toy",
            "games": 2000,
            "table": {"players": [2], "policies": ["slow", "greedy"]},
            "policies": {"slow": {"base": "greedy", "playouts": 24}},
            "variants": [{"name": "strict", "rules": {"equal_turns": False}}],
        }
    )


def main() -> None:
    simkit.manifest.SAVE_EVERY = 0.02
    run(study(), Path(sys.argv[1]), workers=2, block_seconds=0.03)


if __name__ == "__main__":
    main()
