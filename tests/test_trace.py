"""One game step by step: it is the game that stands in the tables, told in words or played by Python functions."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simkit.games  # noqa: F401  registers the games
from simkit.contract import GAMES
from simkit.errors import InputError
from simkit.position import Position
from simkit.runner import run
from simkit.scenario import resolve
from simkit.trace import Move, View, play, standings, watch
from tests import toy

SCENARIO = resolve(
    {
        "title": "A race",
        "game": "toy",
        "games": 90,
        "table": {"players": [3], "policies": ["timid", "random", "ahead"]},
        "policies": {
            "timid": {"base": "bridges", "ban": ["bridge"]},
            "ahead": {"base": "greedy", "playouts": 8},
        },
        "rules": {"max_rounds": 5},
        "variants": [{"name": "short", "components": {"goal": 5}, "rules": {"equal_turns": False}}],
    }
)


def test_every_game_played_step_by_step_ends_as_its_row_says() -> None:
    """Bans, look-ahead, rotations, shared wins and games broken off included."""
    found = run(SCENARIO)
    games = found.games.set_index(["arm", "deal", "rotation"])
    seats = found.seats.set_index(["arm", "deal", "rotation"])
    ends = set()
    for arm in SCENARIO.arms:
        for deal in range(arm.deals):
            for rotation in range(3):
                played = play(SCENARIO, arm, deal, rotation)
                row, game = seats.loc[arm.index, deal, rotation], games.loc[arm.index, deal, rotation]
                assert list(row.policy) == list(played.policies)
                assert list(row.score) == list(played.scores[:, 0])
                assert list(row.key_bridges_left) == list(played.scores[:, 3])
                assert list(row.win_share) == list(played.win_share)
                assert list(row["rank"]) == list(played.rank)
                assert len(played.moves) == game.decisions + game.forced
                assert played.rounds == game.rounds
                assert toy.GAME.end_causes[game.end_cause] == played.end_cause
                ends.add(played.end_cause)
    assert ends == {"stalled", "goal reached"}


def test_standings_follow_score_then_tie_keys_and_share_what_stays_level() -> None:
    scores = np.array([[9.0, 0, 1], [9, 5, 2], [9, 5, 2], [3, 9, 9]])
    assert standings(scores, 1) == ((0, 0.5, 0.5, 0), (3, 1.5, 1.5, 4))
    assert standings(scores, 0) == ((1 / 3, 1 / 3, 1 / 3, 0), (2, 2, 2, 4))


def test_a_watched_game_is_told_move_by_move() -> None:
    lines = list(watch(SCENARIO, "p3-A-short", 4, 1))
    played = play(SCENARIO, "p3-A-short", 4, 1)
    assert lines[0] == "Toy race, arm p3-A-short, deal 4, rotation 1"
    assert lines[1:4] == [f"  seat {seat + 1}: {name}" for seat, name in enumerate(played.policies)]
    told = [line for line in lines if "walks" in line or "crosses" in line]
    assert len(told) == len(played.moves)
    assert told[0].startswith("  1. seat 1 (")
    assert "Round 1" in lines
    assert any("the die shows" in line for line in lines) == any(move > 2 for move in played.moves)
    assert sum("wins" in line or "shares the win" in line for line in lines) >= 1


def test_pictures_of_every_round_and_of_the_end_are_drawn(tmp_path: Path) -> None:
    lines = list(watch(SCENARIO, 1, 0, 0, pictures=tmp_path / "new"))
    files = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert files[0] == "end.png"
    assert len(files) == 1 + sum(line.startswith("Round") for line in lines)
    assert all((tmp_path / "new" / file).read_bytes().startswith(b"\x89PNG") for file in files)


def test_a_player_in_python_takes_the_place_of_a_policy() -> None:
    seen: list[View] = []

    def walker(view: View) -> Move:
        seen.append(view)
        return next(move for move in view.moves if move.kind == "walk")

    played = play(SCENARIO, 0, 0, 1, [walker])
    assert played.scores[played.policies.index("timid"), 0] <= 5
    assert {view.place for view in seen} == {0}
    assert {view.seat for view in seen} == {2}
    view = seen[0]
    assert [move.text for move in view.moves] == ["walks 1 step", "walks 2 steps", "crosses a bridge"]
    assert [move.component for move in view.moves] == ["", "long_step", "bridge"]
    assert view.moves[1].features == {"steps": 2.0, "bridge": 0.0}
    assert "the goal is at 12" in view.text
    assert len(view.score_now) == 3


def test_a_player_may_try_moves_on_a_copy_without_changing_the_game() -> None:
    def curious(view: View) -> int:
        copy = view.position()
        copy.play_out()
        return view.moves[0].code

    assert play(SCENARIO, 0, 2, 0, {1: curious}).scores[1, 0] <= 5


def test_copies_for_trying_have_other_dice_than_the_game() -> None:
    """A die foretold would agree always; one of four faces drawn anew agrees in a quarter of 400 throws (0.022)."""
    arm = SCENARIO.arms[0]
    agree = 0
    for deal in range(400):
        board, rules = SCENARIO.board(arm), toy.GAME.rules_record(arm.rules)
        position = Position(toy.GAME, board, rules, 3, deal=deal)
        bridge = position.moves()[-1]
        copy = View(position, arm, 0, deal).position()
        copy.apply(bridge)
        position.apply(bridge)
        agree += copy.state.die == position.state.die
    assert abs(agree / 400 - 0.25) < 0.1


def test_copies_for_trying_do_not_foretell_what_random_players_will_take() -> None:
    """Told beforehand they would agree in all of 400; drawn anew in a third (0.024)."""
    arm = SCENARIO.arms[0]
    agree = 0
    for deal in range(400):
        position = Position(toy.GAME, SCENARIO.board(arm), toy.GAME.rules_record(arm.rules), 3, deal=deal)
        copy = View(position, arm, 0, deal).position()
        agree += copy.choose() == position.choose()
    assert abs(agree / 400 - 1 / 3) < 0.1


def test_the_standing_that_a_player_sees_is_what_it_can_know() -> None:
    """Mare Balticum: points of the others hang on what only they know; the view draws it anew, as its copy does."""
    scenario = resolve({"title": "t", "game": "mare_balticum", "table": {"players": [3]}})
    arm, game = scenario.arms[0], GAMES["mare_balticum"]
    board, rules = scenario.board(arm), game.rules_record(arm.rules)
    position = Position(game, board, rules, 3, deal=2, policies=[game.policy("greedy")] * 3)
    differ = 0
    for _ in range(60):
        view = View(position, arm, 0, 1)
        assert list(view.score_now) == list(view.position().score_now())
        differ += list(view.score_now) != list(position.score_now())
        position.apply(position.choose())
    assert differ > 0


@pytest.mark.parametrize("answer", [None, 99, True, "walk", 1.0])
def test_a_player_s_wrong_answer_is_named(answer: Any) -> None:
    where = r"Toy race, arm p3-A-base: deal 0, rotation 0, decision 2: the player of place 1 returned"
    with pytest.raises(InputError, match=rf"{where} .*not one of the 3 legal moves"):
        play(SCENARIO, 0, 0, 0, [None, lambda view: answer])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("p3-B-base", 0, 0), "no arm 'p3-B-base'"),
        ((0, 1.5, 0), "deal = 1.5"),
        ((0, 0, "1"), "rotation = '1'"),
        ((9, 0, 0), "no arm 9"),
        ((0, -1, 0), "deal = -1"),
        ((0, 2**31, 0), "deal = 2147483648"),
        ((0, 0, 3), "rotation = 3: arm p3-A-base has rotations 0 to 2"),
    ],
)
def test_a_game_that_does_not_exist_is_refused(arguments: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        watch(SCENARIO, *arguments)
    with pytest.raises(InputError, match=words):
        play(SCENARIO, *arguments)


def test_a_player_for_a_place_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InputError, match="there is no place 3"):
        play(SCENARIO, 0, 0, 0, {3: lambda view: view.moves[0]})
