"""Players of one's own as compiled functions."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy import argmax

from simkit.errors import InputError
from simkit.general import play_block_general
from simkit.kernel import kernel
from simkit.own import compiled_policy, seat_players
from simkit.policy import Policy
from simkit.results import open_run
from simkit.runner import run
from simkit.scenario import Scenario, resolve
from simkit.trace import play as play_one
from tests.helpers import play
from tests.toys import RACE, TALLY

STEP = 1
TABLE = np.array([1, 0])


@kernel
def best_step(work: Any, n: int) -> int:
    """The last step: a helper that a player calls."""
    return STEP


@compiled_policy("race")
def helped(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    return best_step(work, n)


def study(player: Policy, **changes: Any) -> Scenario:
    data = {
        "title": "own",
        "game": "race",
        "games": 60,
        "table": {"players": [2], "policies": ["mine", "gambler"]},
    }
    return resolve({**data, **changes}, players={"mine": player})


@compiled_policy("race")
def far(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    """As the toy's greedy: the sure step of 2."""
    return 1


@compiled_policy("race")
def by_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    best = 0
    for i in range(n):
        if work.features[i, 0] > work.features[best, 0]:
            best = i
    return best


@compiled_policy("race")
def wrong(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    return n if state.round_no == 3 else 0


def test_a_compiled_function_plays_as_the_weights_that_say_the_same() -> None:
    expected = play(RACE, ["greedy", "random"], 30)
    for own in (far, by_features):
        found = play(RACE, [own, RACE.policy("random")], 30)
        assert np.array_equal(found.games, expected.games)
        assert np.array_equal(found.seats, expected.seats)


def test_a_second_function_does_not_recompile_the_engine() -> None:
    play(RACE, [far, by_features], 2)
    known = len(play_block_general.signatures)  # type: ignore[attr-defined]
    assert known > 0
    play(RACE, [by_features, RACE.policy("greedy"), far], 2)
    assert len(play_block_general.signatures) == known  # type: ignore[attr-defined]


def test_an_index_outside_the_list_ends_the_run_and_names_the_place() -> None:
    with pytest.raises(InputError, match=r"Race: .*deal 0, rotation 0, decision 5"):
        play(RACE, [wrong, RACE.policy("greedy")], 3)


def test_a_function_of_another_game_is_refused() -> None:
    with pytest.raises(InputError, match="a player of Race, not of Tally"):
        seat_players(TALLY, [far, far])
    with pytest.raises(InputError, match="no game 'chess'"):
        compiled_policy("chess")


def test_a_scenario_plays_the_function_under_the_name_it_has_for_it(tmp_path: Path) -> None:
    """The same games as the weights that say the same, rotated over both seats."""
    found = run(study(helped), tmp_path / "own")
    expected = run(
        resolve({**dict(study(far).file), "policies": {"mine": {"base": "greedy"}}}), tmp_path / "weights"
    )
    assert list(found.seats.policy.unique()) == ["mine", "gambler"]
    columns = ["deal", "rotation", "seat", "win_share", "score"]
    assert found.seats[columns].equals(expected.seats[columns])
    data = found.manifest.data
    assert len(data["own_players"]["mine"]) == 64
    assert open_run(tmp_path / "own").scenario.policies["mine"].source == helped.source


def test_a_function_s_source_is_that_of_all_it_uses() -> None:
    assert "def helped" in helped.source
    assert "def best_step" in helped.source
    assert "STEP = 1" in helped.source
    assert "best_step" not in far.source


@compiled_policy("race")
def by_numpy(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    return int(argmax(work.features[:n, 0])) + int(np.int64(TABLE[1]))


def test_the_source_is_the_same_in_every_process_and_on_every_machine() -> None:
    """No address of an object, no path of a module, and all of an array."""
    assert "argmax = numpy argmax" in by_numpy.source
    assert "np =  numpy" in by_numpy.source
    assert " at 0x" not in by_numpy.source
    assert np.int64(1).tobytes().hex() in by_numpy.source
    assert np.__file__ not in by_numpy.source


def test_functions_typed_at_the_prompt_differ_by_their_constants_too() -> None:
    found = []
    for number in (0, 1):
        typed: dict[str, Any] = {}
        exec(f"def typed(state, board, rules, work, n):\n    return {number}", typed)
        found.append(compiled_policy("race")(typed["typed"]))
    assert found[0].source != found[1].source
    tables = [play(RACE, [player, RACE.policy("greedy")], 5) for player in found]
    assert not np.array_equal(tables[0].games, tables[1].games)


def test_a_run_begun_with_another_version_of_the_function_is_not_resumed(tmp_path: Path) -> None:
    run(study(far), tmp_path)
    with pytest.raises(InputError, match="another version of the player 'mine'"):
        run(study(by_features), tmp_path)
    assert run(study(far), tmp_path).complete


def test_a_wrong_index_ends_the_run_and_names_game_arm_deal_and_decision(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"Race, arm p2-A-base: .*deal 0, rotation 0, decision 5"):
        run(study(wrong), tmp_path, workers=1)


def test_one_game_step_by_step_is_the_game_of_the_run() -> None:
    scenario = study(helped)
    rows = run(scenario).seats.set_index(["deal", "rotation"])
    for deal in range(5):
        assert list(play_one(scenario, 0, deal, 1).scores[:, 0]) == list(rows.loc[deal, 1].score)
    with pytest.raises(InputError, match="no index into its 3 moves"):
        play_one(study(wrong), 0, 0, 0)


def test_what_is_no_compiled_player_or_has_a_name_that_is_taken_is_refused() -> None:
    with pytest.raises(InputError, match=r"players\['mine'\].*compiled_policy"):
        study(lambda view: view.moves[0])  # type: ignore[arg-type]
    for players in ([far], "mine", {3: far}):
        with pytest.raises(InputError, match="a dict of compiled players by name is wanted"):
            resolve({"title": "t", "game": "race"}, players=players)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="compiled for race, not for tally"):
        resolve({"title": "t", "game": "tally", "table": {"policies": ["mine"]}}, players={"mine": far})
    with pytest.raises(InputError, match="of this name already"):
        resolve({"title": "t", "game": "race"}, players={"greedy": far})


@compiled_policy("race")
def cheat(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    """Walks itself to the goal."""
    state.position[state.seat] = board.goal
    return 1


@compiled_policy("tally")
def peek(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    """What the seat before it has chosen, which is hidden."""
    return max(0, state.pending[0])


def test_a_function_cannot_change_the_game_nor_see_what_its_seat_cannot_know() -> None:
    honest = play(RACE, [far, RACE.policy("gambler")], 30)
    found = play(RACE, [cheat, RACE.policy("gambler")], 30)
    assert np.array_equal(found.games, honest.games)
    assert np.array_equal(found.seats, honest.seats)
    scores = play(TALLY, [TALLY.policy("greedy"), peek], 5).seats["scores"][:, 1, 0]
    assert not scores.any(), "the greedy's choices of 1 were not seen"
    scenario = study(cheat)
    rows = run(scenario).seats.set_index(["deal", "rotation"])
    assert list(play_one(scenario, 0, 2, 1).scores[:, 0]) == list(rows.loc[2, 1].score)


def two(state: Any, n: int) -> int:
    return 0


def nothing(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    return None


def a_float(state: Any, board: Any, rules: Any, work: Any, n: int) -> float:
    return np.nan


def no_such_field(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    return int(state.nonsense)


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (two, r"two takes \(state, n\); a player's function takes \(state, board, rules, work, n\)"),
        (nothing, "nothing does not compile to a function that returns a whole number"),
        (a_float, "a_float does not compile to a function that returns a whole number"),
        (
            no_such_field,
            "no_such_field does not compile to a function that returns a whole number: .*nonsense",
        ),
        (3, "decorates a function, not 3"),
    ],
)
def test_what_is_no_player_s_function_is_refused_in_one_line(function: Any, why: str) -> None:
    with pytest.raises(InputError, match=why) as told:
        compiled_policy("race")(function)
    assert "\n" not in str(told.value)


def test_what_a_function_raises_ends_the_run_and_names_it(tmp_path: Path) -> None:
    @compiled_policy("race")
    def careless(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
        if state.round_no == 2:
            raise ValueError("no idea")
        return 0

    with pytest.raises(
        InputError,
        match=r"Race, arm p2-A-base: the function of mine failed with ValueError: no idea: "
        r"deal 0, rotation 0, decision [23]$",
    ):
        run(study(careless), tmp_path / "run")


def test_python_players_are_asked_for_by_place_and_their_errors_say_where() -> None:
    scenario = study(far)
    with pytest.raises(InputError, match="no place 'mine'"):
        play_one(scenario, players={"mine": lambda view: 0})  # type: ignore[dict-item]
    with pytest.raises(InputError, match="place 0 has 'greedy'; a function is wanted"):
        play_one(scenario, players=["greedy", None])  # type: ignore[list-item]
    with pytest.raises(ZeroDivisionError) as told:
        play_one(scenario, players=[lambda view: 1 // 0, None])
    where = "Race, arm p2-A-base: deal 0, rotation 0, decision 1"
    assert told.value.__notes__ == [f"raised by the player of place 0: {where}"]
    with pytest.raises(InputError, match="a list with a function or None for each place"):
        play_one(scenario, players=lambda view: 0)  # type: ignore[arg-type]
