"""Tuning on the toy race: it finds the better step, resumes where it stopped, and says what it measured on."""

import tomllib
from pathlib import Path

import pytest

from simkit.errors import InputError
from simkit.scenario import Scenario, resolve
from simkit.tune import Settings, Strength, Tuner
from tests import toys  # noqa: F401  registers the toys

SETTINGS = Settings(generations=12, games=200, patience=3, sigma=3.0, final_games=4_000)


@pytest.fixture
def scenario() -> Scenario:
    return resolve(
        {
            "title": "tuning",
            "question": "which step is best?",
            "game": "race",
            "games": 100,
            "seed": 3,
            "table": {"players": [2], "policies": ["gambler"]},
        }
    )


def tuner(scenario: Scenario, settings: Settings = SETTINGS) -> Tuner:
    return Tuner(scenario, scenario.arms[0], settings, base="gambler")


def test_it_beats_the_player_it_began_with_and_writes_where_the_weights_come_from(
    scenario: Scenario, tmp_path: Path
) -> None:
    """The sure step of 2 beats the die (mean 1.5): the tuned share lies above one half by more than its interval."""
    found = tuner(scenario).run(tmp_path)
    written = tomllib.loads((tmp_path / "policy.toml").read_text())
    assert written["policies"]["tuned"]["weights"] == pytest.approx(dict(found.weights), rel=1e-5)
    origin = written["provenance"]
    assert origin["final_share"] - origin["final_half_width"] > 0.5
    assert origin["final_games"] == 4_000
    assert origin["seed"] == 3


def test_an_interrupted_search_ends_where_an_undisturbed_one_does(scenario: Scenario, tmp_path: Path) -> None:
    whole = tuner(scenario).run(tmp_path / "whole")
    for generations in (4, 12):
        parts = tuner(scenario, Settings(**{**SETTINGS.__dict__, "generations": generations})).run(
            tmp_path / "parts"
        )
    assert parts.weights == whole.weights


def test_the_folder_of_another_search_is_refused(scenario: Scenario, tmp_path: Path) -> None:
    short = Settings(**{**SETTINGS.__dict__, "generations": 1})
    tuner(scenario, short).run(tmp_path)
    with pytest.raises(InputError, match="another scenario or other settings"):
        tuner(scenario, Settings(**{**short.__dict__, "games": 300})).run(tmp_path)


def test_the_odds_ratio_compares_with_a_fair_share() -> None:
    """30 % of the wins at four players are odds of 3/7 against 1/3: 1.2857."""
    odds, low, high = Strength(0.30, 0.01, 1000).odds_ratio(4)
    assert odds == pytest.approx((3 / 7) / (1 / 3))
    assert low < odds < high
