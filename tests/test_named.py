"""Players that every game has: noisy greedy, tuned from a policy file, look-ahead with a number; files of one's own."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import simkit.games  # noqa: F401  registers the games
from simkit.contract import GAMES
from simkit.errors import InputError
from simkit.named import find_policy, named_policies
from simkit.policy import Policy, policy_records
from simkit.scenario import Scenario, resolve
from simkit.tuned import Tuned, read_tuned, shipped, write_tuned
from tests.helpers import play
from tests.toys import RACE

OURS = {name: game for name, game in GAMES.items() if game.package.startswith("simkit.games.")}

TWO = Tuned({"steps": 1.0}, {"seed": 1}, {"games": 10, "weights": {"gambles": 2.0}})
FOUR = Tuned({"gambles": 1.5, "steps": -0.25}, {"seed": 2, "rules_changed": ["a = 1"], "odds_ratio": 1.5})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tuned.toml"
    write_tuned(path, 4, FOUR)
    write_tuned(path, 2, TWO)
    return path


def race(**changes: Any) -> Scenario:
    return resolve({"title": "t", "game": "race", "games": 20, "table": {"players": [2, 4]}, **changes})


def test_a_policy_file_is_read_as_it_was_written(file: Path) -> None:
    assert read_tuned(file) == {2: TWO, 4: FOUR}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = 1", "no policy file"),
        ("[players]", "no policy file"),
        ("[players.x.weights]\nsteps = 1", r"players.x"),
        ("[players.2]", "no weights"),
        ("[players.2.weights]\nsteps = nan", "a finite number"),
        ("[players.2.weights]\nsteps = true", "a finite number"),
    ],
)
def test_a_file_that_is_none_is_refused(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        read_tuned(path)


def test_weights_follow_the_number_of_players_and_the_nearest_number_stands_in() -> None:
    tuned = Policy("tuned", "", by_players={2: {"steps": 1.0}, 4: {"gambles": 1.0}})
    assert tuned.at(2).weights == {"steps": 1.0}
    assert tuned.at(3).weights == {"gambles": 1.0}, "the larger of two that are as near"
    assert tuned.at(5).weights == {"gambles": 1.0}
    assert tuned.at(5).by_players == {}
    for players in (2, 5):
        expected = policy_records(RACE, [tuned.at(players)] * players)
        assert policy_records(RACE, [tuned] * players).tobytes() == expected.tobytes()


def test_a_scenario_names_a_policy_file_and_may_change_it(file: Path) -> None:
    source = str(file.parent / "study.toml")
    table = {"players": [2, 4], "policies": ["mine"]}
    data = {"title": "t", "game": "race", "table": table}
    found = resolve({**data, "policies": {"mine": {"file": file.name, "weights": {"steps": 3.0}}}}, source)
    assert found.policies["mine"].by_players == {2: {"steps": 3.0}, 4: {"gambles": 1.5, "steps": 3.0}}
    again = Scenario.from_record(found.record(), title="t", question="", margin=0.01)
    assert again.policies == found.policies
    assert again.hash == found.hash
    plain = resolve({**data, "policies": {"mine": {"file": file.name}}}, source)
    assert plain.hash != found.hash
    with pytest.raises(InputError, match="not from both"):
        resolve({**data, "policies": {"mine": {"file": file.name, "base": "greedy"}}}, source)
    with pytest.raises(InputError, match="no such file"):
        resolve({**data, "policies": {"mine": {"file": "none.toml"}}}, source)


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    write_tuned(tmp_path / "other.toml", 2, Tuned({"stepps": 1.0}, {}))
    data = {"title": "t", "game": "race", "table": {"players": [2], "policies": ["mine"]}}
    with pytest.raises(InputError, match=r"weights.stepps.*did you mean 'steps'"):
        resolve({**data, "policies": {"mine": {"file": "other.toml"}}}, str(tmp_path / "s.toml"))


def test_a_game_with_a_policy_file_has_a_tuned_player_and_looks_ahead_with_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "tuned" not in named_policies(RACE)
    assert find_policy(RACE, "lookahead(8)").weights == {"steps": 1.0}, "greedy's"
    board = SimpleNamespace(**vars(RACE.board), __file__=str(file.parent / "board.py"))
    monkeypatch.setitem(RACE.__dict__, "board", board)
    assert shipped(RACE) == {2: TWO, 4: FOUR}
    tuned = named_policies(RACE)["tuned"]
    assert tuned.at(2).weights == {"steps": 1.0}
    ahead = find_policy(RACE, "lookahead(16)")
    assert (ahead.playouts, ahead.by_players) == (16, tuned.by_players)
    found = race(
        policies={"mine": {"base": "tuned", "playouts": 8}}, table={"players": [2], "policies": ["mine"]}
    )
    assert found.policies["mine"].by_players[2] == {"steps": 1.0}


def test_noisy_greedy_is_greedy_with_a_temperature_of_a_typical_weight() -> None:
    """At 1 step a unit of value and T = 1: the step of 2 against 1 against the die is e^2 : e : 1."""
    noisy = named_policies(RACE)["noisy greedy"]
    assert noisy.weights == RACE.policy("greedy").weights
    assert noisy.temperature == 1.0
    tables = play(RACE, [noisy, noisy], 300)
    taken = tables.actions["taken"].sum(axis=(0, 1, 2))
    expected = 1 / (1 + np.e + np.e**2)
    error = (expected * (1 - expected) / taken.sum()) ** 0.5
    assert abs(taken[1] / taken.sum() - expected) < 4 * error


def test_names_that_nobody_has_are_refused_and_the_known_ones_listed() -> None:
    with pytest.raises(InputError, match=r"random, greedy, gambler, noisy greedy, lookahead\(N\)"):
        race(table={"players": [2], "policies": ["lookahead"]})
    with pytest.raises(InputError, match="a policy of this name already"):
        race(policies={"noisy greedy": {"base": "greedy"}})
    for name in ("lookahead(x)", "lookahead(0)", "lookahead(3)", "lookahead(100001)"):
        with pytest.raises(KeyError):
            find_policy(RACE, name)
    assert find_policy(RACE, "lookahead(4)").playouts == 4
    with pytest.raises(InputError, match=r"lookahead\(N\) with N from 4 to 100,000"):
        race(table={"players": [2], "policies": ["lookahead(3)"]})
    for few in (1, 3):
        with pytest.raises(
            InputError, match=rf"playouts = {few} is not possible; wanted: a whole number from 4"
        ):
            race(policies={"mine": {"base": "greedy", "playouts": few}})
    assert race(policies={"mine": {"base": "greedy", "playouts": 0}})


@pytest.mark.parametrize("name", OURS)
def test_the_weights_that_a_game_ships_are_of_its_features_and_say_where_they_come_from(name: str) -> None:
    game = OURS[name]
    features = {feature.name for feature in game.features}
    for players, table in shipped(game).items():
        assert players in game.players
        assert set(table.weights) <= features, "the features have changed: run `simkit tune` again"
        assert set(table.reply["weights"]) <= features
        made = table.provenance
        assert made["game"] == name
        assert made["final_opponents"] == f"{players - 1} x greedy"
        assert made["odds_ratio_interval"][0] > 1.0, "a tuned player is surely stronger than greedy"
        assert table.reply["opponents"] == f"{players - 1} x tuned"
