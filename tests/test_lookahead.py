"""Look-ahead on toy games: it finds what its linear part does not see, and cheats no more than anyone else."""

from dataclasses import replace

import numpy as np
import pytest

from simkit.lookahead import FEWEST, _keep, candidates, surely_more
from simkit.position import Position
from simkit.scenario_file import LEAST_PLAYOUTS
from tests.helpers import play, same_tables
from tests.toys import RACE, TALLY

GAMBLER = RACE.policy("gambler")
AHEAD = replace(GAMBLER, name="ahead", playouts=64)


@pytest.mark.parametrize(
    ("playouts", "moves"),
    [(1, 2), (8, 2), (31, 2), (32, 4), (95, 4), (96, 8), (255, 8), (256, 16), (999, 16)],
)
def test_as_many_candidates_as_the_playouts_can_try_in_every_halving(playouts: int, moves: int) -> None:
    assert candidates(playouts) == moves
    halvings = moves.bit_length() - 1
    assert FEWEST * moves * halvings <= max(playouts, 2 * FEWEST)


def test_it_wins_more_than_the_linear_player_it_plays_on_with() -> None:
    """Two seats, both rotations, 300 deals: a share of one half has standard error 0.02, so 0.56 is 3 of them away."""
    tables = play(RACE, [AHEAD, GAMBLER], 300, rotate="cyclic")
    share = tables.seats["win_share"][tables.seats["place"] == 0].mean()
    assert share > 0.56


def test_fewer_playouts_than_a_scenario_allows_could_not_decide_anything() -> None:
    """A lead of one win in one playout each is noise; 4 playouts are two each, and 2 : 0 is more."""
    names = {}
    for playouts in (LEAST_PLAYOUTS - 1, LEAST_PLAYOUTS):
        found = []
        for deal in range(60):
            board, rules = RACE.board.build(), RACE.rules_record({})
            player = replace(GAMBLER, playouts=playouts)
            found.append(Position(RACE, board, rules, 2, deal=deal, policies=[player] * 2).choose())
        names[playouts] = set(found)
    favourite = Position(RACE, RACE.board.build(), RACE.rules_record({}), 2, policies=[GAMBLER] * 2).choose()
    assert names[LEAST_PLAYOUTS - 1] == {favourite}
    assert len(names[LEAST_PLAYOUTS]) == 2


def test_it_takes_the_sure_step_that_wins_at_once() -> None:
    position = Position(RACE, RACE.board.build(), RACE.rules_record({}), 2, policies=[AHEAD, AHEAD])
    position.state.position[:2] = (10, 11)
    assert position.choose() == 2


def test_rows_are_reproducible_and_linear_seats_play_as_ever() -> None:
    a = play(RACE, [AHEAD, "random", GAMBLER], 10)
    assert same_tables(a, play(RACE, [AHEAD, "random", GAMBLER], 10))
    linear = play(RACE, [GAMBLER] * 2, 20)
    beside = play(RACE, [GAMBLER, replace(GAMBLER, ban=("die",), playouts=2)], 20)
    assert not np.array_equal(linear.games, beside.games)


def test_a_banned_component_is_not_tried() -> None:
    tables = play(RACE, [replace(AHEAD, ban=("die",)), "greedy"], 20)
    assert tables.components["taken"].sum() == 0


def test_looking_ahead_leaves_the_game_itself_untouched() -> None:
    position = Position(
        TALLY,
        TALLY.board.build(),
        TALLY.rules_record({}),
        2,
        policies=[replace(TALLY.policy("greedy"), playouts=8)] * 2,
    )
    before = position.state.tobytes()
    position.choose()
    assert position.state.tobytes() == before


@pytest.mark.parametrize(
    ("wins", "others", "sure"),
    [
        (4.0, 0.0, True),
        (2.0, 0.0, True),
        (1.0, 0.0, False),
        (3.0, 1.0, False),
        (40.0, 30.0, True),
        (0.0, 0.0, False),
    ],
)
def test_another_move_takes_the_favourite_s_place_only_by_more_than_noise(
    wins: float, others: float, sure: bool
) -> None:
    """One standard error: the root of the wins of both."""
    assert bool(surely_more(wins, others)) is sure


def test_the_favourite_of_the_weights_always_stays_among_the_candidates() -> None:
    work = Position(RACE, RACE.board.build(), RACE.rules_record({}), 2, policies=[AHEAD, AHEAD]).work
    for place in range(4):
        for c in range(4):
            work.candidates[c] = 7 if c == place else c
            work.candidate_wins[c] = 8.0 - c
        _keep(work, 7, 2)
        assert list(work.candidates[:2]) == ([7, 1] if place == 0 else [0, 7])
        assert work.candidate_wins[list(work.candidates[:2]).index(7)] == 8.0 - place
