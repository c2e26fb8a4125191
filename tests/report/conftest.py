"""Small runs of the toy race and their reports, made once."""

from pathlib import Path
from typing import Any

import pytest

from simkit.report.build import Report, make_report
from simkit.runner import run
from simkit.scenario import resolve
from tests import toy  # noqa: F401  (registers the game)

STUDY: dict[str, Any] = {
    "title": "Toy race: is the first seat favoured?",
    "question": "Does moving first help?",
    "game": "toy",
    "games": 600,
    "seed": 11,
    "margin": 0.01,
    "table": {"players": [2, 3], "policies": ["bridges"]},
}


def play(folder: Path, **changes: Any) -> Path:
    """Play the study with some keys changed."""
    run(resolve({**STUDY, **changes}), folder, workers=1)
    return folder


@pytest.fixture(scope="session")
def paired_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two player counts and two variants, one of which lets games stall."""
    variants = [
        {"name": "to the line", "rules": {"equal_turns": False}},
        {"name": "short cap", "rules": {"max_rounds": 7}},
    ]
    return play(tmp_path_factory.mktemp("paired") / "run", variants=variants)


@pytest.fixture(scope="session")
def paired_report(paired_run: Path) -> Report:
    """Its report."""
    return make_report(paired_run)


@pytest.fixture(scope="session")
def mixed_report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Three different policies, rotated."""
    table = {"players": [3], "policies": ["greedy", "bridges", "random"]}
    return make_report(play(tmp_path_factory.mktemp("mixed") / "run", table=table))


@pytest.fixture(scope="session")
def beside_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All orders of four players, two of them alike."""
    table = {"players": [4], "policies": ["greedy", "bridges", "random", "bridges"], "rotate": "all"}
    return play(tmp_path_factory.mktemp("beside") / "run", table=table)


@pytest.fixture(scope="session")
def beside_report(beside_run: Path) -> Report:
    """Its report."""
    return make_report(beside_run)


@pytest.fixture(scope="session")
def layouts_report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Two layouts made by hand and four random ones."""
    table = {"players": [2], "policies": ["bridges"]}
    components = {"layouts": ["A", "B", {"random": [1, 4]}]}
    return make_report(play(tmp_path_factory.mktemp("layouts") / "run", table=table, components=components))
