"""Scenario files: what is accepted and what it becomes; what is refused and with which words."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simkit.errors import InputError
from simkit.scenario import Scenario, load, resolve
from simkit.scenario_arms import seating
from simkit.scenario_file import MAX_BYTES, ScenarioFile, override, schema
from tests import toy

GOOD: dict[str, Any] = {"title": "A race", "game": "toy", "games": 100}


def refused(data: dict[str, Any]) -> str:
    """The message with which a scenario is refused."""
    with pytest.raises(InputError) as caught:
        resolve({**GOOD, **data}, "study.toml")
    return str(caught.value)


def test_without_further_keys_all_player_counts_play_greedily_on_the_first_layout() -> None:
    scenario = resolve(GOOD)
    assert [arm.name for arm in scenario.arms] == ["p2-A-base", "p3-A-base", "p4-A-base"]
    assert {arm.policies for arm in scenario.arms} == {("greedy",) * n for n in (2, 3, 4)}
    assert [(arm.rotations, arm.deals) for arm in scenario.arms] == [(1, 100)] * 3


def test_arms_are_players_times_layouts_times_base_and_variants() -> None:
    scenario = resolve(
        {
            **GOOD,
            "table": {"players": [2, 3]},
            "components": {"layouts": ["A", {"random": [7, 8]}], "bridges": 1},
            "variants": [{"name": "no mercy", "rules": {"equal_turns": False}, "components": {"bridges": 2}}],
        }
    )
    assert len(scenario.arms) == 2 * 3 * 2
    arm = scenario.arm("p3-random8-no-mercy")
    assert (arm.group, arm.players, arm.layout, arm.variant) == ("p3-random8", 3, "random:8", "no mercy")
    assert arm.rules == {"equal_turns": False, "max_rounds": 100}
    assert arm.components == {"bridges": 2}
    assert scenario.board(arm)["bridges"] == 2
    base = scenario.arm("p3-random8-base")
    assert base.group == arm.group
    assert base.rules["equal_turns"] is True


def test_games_are_rounded_up_to_whole_rotations() -> None:
    arm = resolve({**GOOD, "table": {"players": 3, "policies": ["greedy", "random", "random"]}}).arms[0]
    assert (arm.rotations, arm.deals, arm.games) == (3, 34, 102)


def test_a_variant_may_seat_other_policies() -> None:
    variant = {"name": "wild", "policies": "random"}
    scenario = resolve({**GOOD, "table": {"players": [2]}, "variants": [variant]})
    assert [arm.policies for arm in scenario.arms] == [("greedy", "greedy"), ("random", "random")]


@pytest.mark.parametrize(
    ("policies", "rotate", "expected"),
    [
        ("abc", "cyclic", ((0, 1, 2), (1, 2, 0), (2, 0, 1))),
        ("abc", "none", ((0, 1, 2),)),
        ("aaa", "cyclic", ((0, 1, 2),)),
        ("aaa", "all", ((0, 1, 2),)),
        ("abab", "cyclic", ((0, 1, 2, 3), (1, 2, 3, 0))),
        ("abb", "all", ((0, 1, 2), (1, 0, 2), (1, 2, 0))),
    ],
)
def test_seating_plays_each_distinct_order_once(policies: str, rotate: str, expected: Any) -> None:
    assert seating(tuple(policies), rotate) == expected


def test_every_policy_sits_in_every_seat_equally_often_under_both_rotations() -> None:
    for rotate in ("cyclic", "all"):
        table = seating(tuple("abcd"), rotate)
        for seat in range(4):
            places = [row[seat] for row in table]
            assert {places.count(place) for place in range(4)} == {len(table) // 4}


def test_an_own_policy_starts_from_a_named_one() -> None:
    own = {"mine": {"base": "greedy", "weights": {"bridge": 0}, "ban": ["bridge"], "temperature": 0.5}}
    scenario = resolve({**GOOD, "table": {"players": 2, "policies": ["mine", "greedy"]}, "policies": own})
    mine = scenario.policies["mine"]
    assert dict(mine.weights) == {"steps": 1.0, "bridge": 0}
    assert (mine.temperature, mine.ban, mine.playouts) == (0.5, ("bridge",), 0)
    assert mine.plan == toy.GAME.policy("greedy").plan


def test_component_values_come_from_the_file_named_then_the_scenario_then_the_variant(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("goal = 20\nbridges = 4\n")
    (tmp_path / "study.toml").write_text(
        'title = "x"\ngame = "toy"\n[components]\nfile = "mine.toml"\nbridges = 5\n'
        '[[variants]]\nname = "v"\ncomponents.bridges = 6\n'
    )
    scenario = load(tmp_path / "study.toml")
    assert scenario.arms[0].components == {"goal": 20, "bridges": 5}
    assert scenario.arms[1].components == {"goal": 20, "bridges": 6}


def test_the_hash_stands_for_what_decides_the_games_and_for_nothing_else() -> None:
    scenario = resolve(GOOD)
    assert resolve({**GOOD, "title": "B", "question": "?", "margin": 0.02}, "elsewhere").hash == scenario.hash
    changes: list[dict[str, Any]] = [
        {"seed": 2},
        {"games": 101},
        {"precision": 0.1},
        {"rules": {"max_rounds": 99}},
        {"components": {"goal": 13}},
        {"components": {"layouts": "B"}},
        {"table": {"policies": "random"}},
    ]
    hashes = {resolve({**GOOD, **change}).hash for change in changes}
    assert len(hashes | {scenario.hash}) == 1 + len(changes)


def test_a_record_keeps_a_scenario_whole() -> None:
    own = {"mine": {"weights": {"steps": 1}, "ban": ["long_step"], "playouts": 8}}
    scenario = resolve({**GOOD, "policies": own, "table": {"policies": "mine"}})
    record = json.loads(json.dumps(scenario.record()))
    texts = {"title": scenario.title, "question": scenario.question, "margin": scenario.margin}
    again = Scenario.from_record(record, **texts)
    assert again == scenario
    assert again.hash == scenario.hash
    assert hash(again) == hash(scenario)
    assert replace(scenario, seed=2) != scenario


def test_settings_replace_keys_and_read_toml_values_and_bare_words() -> None:
    settings = ["games=20_000", "table.players=[3]", "game=toy", "components.goal=18", 'title="A = B"']
    assert override({"table": {"policies": ["greedy"]}}, settings) == {
        "table": {"policies": ["greedy"], "players": [3]},
        "games": 20_000,
        "game": "toy",
        "components": {"goal": 18},
        "title": "A = B",
    }


@pytest.mark.parametrize(
    "setting", ["games", "=3", "games=", "games=3 4", "games.more=3", ".games=1", "games=\n"]
)
def test_a_setting_that_cannot_be_read_is_named(setting: str) -> None:
    with pytest.raises(InputError, match="--set"):
        override({"games": 3}, [setting])


REFUSED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "unknown key": ({"gmaes": 3}, ["'gmaes'", "did you mean 'games'", "precision"]),
    "unknown key in a table": (
        {"table": {"playrs": 3}},
        ["'table.playrs'", "did you mean 'players'", "rotate"],
    ),
    "unknown key in a variant": ({"variants": [{"name": "a", "rule": {}}]}, ["variants[1].rule", "'rules'"]),
    "unknown key in a policy": ({"policies": {"me": {"weigths": {}}}}, ["policies.me.weigths", "'weights'"]),
    "two faults at once": ({"gmaes": 3, "seed": "x"}, ["gmaes", "seed"]),
    "wrong type": ({"games": "many"}, ['games = "many"', "a whole number from 1"]),
    "a truth value for a number": ({"games": True}, ["games = true"]),
    "a number for a table": ({"table": 3}, ["table = 3"]),
    "a float for a whole number": ({"seed": 1.5}, ["seed = 1.5"]),
    "no game": ({"game": None}, ["game"]),
    "unknown game": ({"game": "tyo"}, ['game = "tyo"', "did you mean 'toy'"]),
    "unknown policy": ({"table": {"policies": "gredy"}}, ['"gredy"', "did you mean 'greedy'", "random"]),
    "unknown base policy": (
        {"policies": {"me": {"base": "x"}}},
        ["policies.me.base", "Toy race has", "random"],
    ),
    "a policy's name twice": ({"policies": {"greedy": {}}}, ["policies.greedy", "has a policy of this name"]),
    "unknown feature": (
        {"policies": {"me": {"weights": {"step": 1}}}},
        ["weights.step", "'steps'", "bridge"],
    ),
    "unknown banned component": ({"policies": {"me": {"ban": ["bridg"]}}}, ["policies.me.ban", "'bridge'"]),
    "weight not finite": ({"policies": {"me": {"weights": {"steps": float("inf")}}}}, ["= inf", "finite"]),
    "weight not a number": ({"policies": {"me": {"weights": {"steps": float("nan")}}}}, ["= nan", "finite"]),
    "negative temperature": ({"policies": {"me": {"temperature": -1.0}}}, ["temperature = -1.0"]),
    "endless look-ahead": ({"policies": {"me": {"playouts": 10**9}}}, ["playouts = 1000000000", "100,000"]),
    "unknown switch": ({"rules": {"equal_turn": True}}, ["rules.equal_turn", "did you mean 'equal_turns'"]),
    "wrong switch value": ({"rules": {"equal_turns": 1}}, ["equal_turns = 1", "false, true"]),
    "switch out of range": ({"rules": {"max_rounds": -3}}, ["max_rounds = -3", "from 1 to 1000"]),
    "unknown component value": ({"components": {"gaol": 3}}, ["components.gaol", "did you mean 'goal'"]),
    "component in a variant": (
        {"variants": [{"name": "v", "components": {"x": 1}}]},
        ["'v'", "components.x"],
    ),
    "negative component": ({"components": {"goal": -1}}, ["goal = -1", "from 2 to 500"]),
    "component not a number": ({"components": {"goal": float("nan")}}, ["components.goal = nan", "finite"]),
    "impossible components": ({"components": {"goal": 3, "bridges": 4}}, ["bridges = 4", "3 steps"]),
    "unknown layout": ({"components": {"layouts": ["Z"]}}, ["components.layouts", '"Z"', "A, B"]),
    "layout twice": ({"components": {"layouts": ["A", "A"]}}, ["layouts", "twice"]),
    "random layouts backwards": ({"components": {"layouts": {"random": [9, 3]}}}, ["random = [9, 3]"]),
    "too many random layouts": ({"components": {"layouts": {"random": [1, 10**6]}}}, ["at most 1000"]),
    "a layout that is a number": ({"components": {"layouts": [3]}}, ["components.layouts[1] = 3"]),
    "too few players": ({"table": {"players": 1}}, ["table.players = 1", "2, 3, 4"]),
    "too many players": ({"table": {"players": [3, 6]}}, ["table.players = 6", "2, 3, 4"]),
    "players twice": ({"table": {"players": [3, 3]}}, ["twice"]),
    "policies for other players": ({"table": {"players": [3], "policies": ["random"] * 2}}, ["3 players"]),
    "unknown rotation": ({"table": {"rotate": "spin"}}, ['table.rotate = "spin"', "cyclic"]),
    "no games": ({"games": 0}, ["games = 0"]),
    "absurdly many games": ({"games": 10**12}, ["games = 1000000000000", "2,000,000,000"]),
    "negative seed": ({"seed": -1}, ["seed = -1"]),
    "margin of nothing": ({"margin": 0.0}, ["margin = 0.0"]),
    "precision not a number": ({"precision": float("nan")}, ["precision = nan"]),
    "variant without a name": ({"variants": [{"rules": {}}]}, ["variants[1].name is missing"]),
    "variant's name twice": ({"variants": [{"name": "a"}, {"name": "a"}]}, ["a name of its own"]),
    "variant named base": ({"variants": [{"name": "Base"}, {"name": "base"}]}, ["base"]),
    "file that is not there": ({"components": {"file": "none.toml"}}, ["none.toml", "no such file"]),
    "a name with a line break": ({"variants": [{"name": "a\nb"}]}, ["variants[1].name"]),
}


@pytest.mark.parametrize(("data", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_a_bad_scenario_is_refused_with_file_key_value_and_what_is_allowed(
    data: dict[str, Any], words: list[str]
) -> None:
    message = refused(data)
    assert "study.toml" in message or "none.toml" in message
    for word in words:
        assert word in message


def _binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)))


def _zeros(path: Path) -> None:
    path.write_bytes(b"title = 'x'\0\0")


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(50_000_000)


def _deep(path: Path) -> None:
    path.write_text("x = " + "[" * 100_000)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.write_text(" \n"), "empty"),
        (_binary, "not text"),
        (_zeros, "binary"),
        (_huge, f"more than {MAX_BYTES:,} bytes"),
        (_deep, "not a TOML file"),
        (lambda path: path.write_text("games = = 3"), "not a TOML file"),
        (lambda path: path.write_text("games = 3\ngames = 4"), "not a TOML file"),
        (lambda path: path.mkdir(), "cannot be read"),
        (lambda path: None, "no such file"),
    ],
    ids=["empty", "binary", "zero bytes", "50 MB", "deep", "not TOML", "key twice", "folder", "missing"],
)
def test_a_file_that_is_no_scenario_is_named(make: Callable[[Path], Any], words: str, tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    make(path)
    with pytest.raises(InputError, match=words) as caught:
        load(path)
    assert str(path) in str(caught.value)


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError, match=r"cannot be read.*Permission denied"):
        load(tmp_path / "study.toml")


def test_an_unknown_arm_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        InputError, match=r"'p3-A-bas' \(did you mean 'p3-A-base'\?\); the arms are p2-A-base"
    ):
        resolve(GOOD).arm("p3-A-bas")


def test_the_schema_describes_every_key() -> None:
    described = schema()
    assert described["properties"].keys() == ScenarioFile.model_fields.keys()
    assert all("description" in value or "$ref" in value for value in described["properties"].values())
    assert described["additionalProperties"] is False
    assert json.loads(json.dumps(described)) == described
