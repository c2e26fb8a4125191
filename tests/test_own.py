"""Players of one's own as compiled functions."""

from typing import Any

import numpy as np
import pytest

from simkit.errors import InputError
from simkit.general import play_block_general
from simkit.own import compiled_policy, seat_players
from tests.helpers import play
from tests.toys import RACE, TALLY


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
    with pytest.raises(InputError, match=r"deal 0, rotation 0, decision 5"):
        play(RACE, [wrong, RACE.policy("greedy")], 3)


def test_a_function_of_another_game_is_refused() -> None:
    with pytest.raises(InputError, match="a player of Race, not of Tally"):
        seat_players(TALLY, [far, far])
    with pytest.raises(InputError, match="no game 'chess'"):
        compiled_policy("chess")
