"""Why a move was taken: the scores that decided, in words."""

import numpy as np
import pytest

from simkit.lookahead import candidates
from simkit.policy import Policy
from simkit.position import Position
from simkit.scenario import resolve
from simkit.trace import watch
from simkit.why import playouts_of, reasons
from tests import toy


def position(policy: Policy) -> Position:
    return Position(toy.GAME, toy.board.build(), toy.GAME.rules_record({}), 2, policies=[policy] * 2)


def test_a_linear_player_s_moves_stand_by_value_and_the_feature_that_decides_is_named() -> None:
    """Greedy of the toy: a bridge is worth 1.5, a step 1: the walk of 2 beats the bridge by 2 - 1.5."""
    greedy = position(toy.GAME.policy("greedy"))
    chosen = greedy.choose()
    assert list(reasons(greedy, chosen)) == [
        "> 2.00: walks 2 steps",
        "  1.50: crosses a bridge",
        "  1.00: walks 1 step",
        "ahead of the next by 0.50: steps +2.00, bridge -1.50",
    ]


def test_a_move_drawn_from_below_is_shown_with_its_rank() -> None:
    noisy = position(Policy("noisy", "", {"steps": 1.0, "bridge": 1.5}, temperature=1.0))
    lines = list(reasons(noisy, noisy.moves()[0]))
    assert lines[2] == "> 1.00: walks 1 step"
    assert any("temperature 1" in line for line in lines)
    assert lines[-1] == "behind the best by 1.00: steps +1.00"


def test_moves_of_equal_value_are_told_to_be_drawn_by_lot() -> None:
    """A bridge worth as much as two steps: whichever is taken stands first, the walk of 1 step is the next."""
    torn = position(Policy("torn", "", {"steps": 1.0, "bridge": 2.0}))
    for chosen in torn.moves()[1:]:
        lines = list(reasons(torn, chosen))
        assert lines[0].startswith("> 2.00: ")
        assert lines[1].startswith("  2.00: ")
        assert lines[3] == "drawn from 2 moves of equal value"
        assert lines[4].startswith("ahead of the next by 1.00: ")


def test_a_random_player_and_a_banned_component() -> None:
    assert list(reasons(position(Policy("random", "")), 1)) == ["chosen at random, 1 in 3"]
    banned = position(Policy("walker", "", {"steps": 1.0, "bridge": 5.0}, ban=("bridge",)))
    assert "bridge" not in " ".join(reasons(banned, banned.choose()))


@pytest.mark.parametrize(("playouts", "moves"), [(8, 3), (8, 50), (64, 5), (64, 16), (2, 3), (100, 2)])
def test_the_schedule_of_playouts_is_the_kernel_s(playouts: int, moves: int) -> None:
    """Successive halving: every move tried has its share, survivors more, and the budget is kept where it can be."""
    counts = playouts_of(playouts, moves)
    assert len(counts) == min(moves, candidates(playouts))
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 0
    if playouts >= len(counts) * (len(counts) - 1).bit_length():
        assert sum(counts) <= playouts


def test_a_looking_ahead_player_shows_the_playouts_that_decided() -> None:
    """One step before the goal every playout of a step wins for the seat that moves: the mean is exactly 1."""
    ahead = position(Policy("ahead", "", {"steps": 1.0, "bridge": 1.5}, playouts=16))
    ahead.state.walked[:2] = (10, 0)
    chosen = ahead.choose()
    lines = list(reasons(ahead, chosen))
    assert lines[0].startswith(f"> wins 100 % of {playouts_of(16, 3)[0]} playouts, value 2.00: walks 2 steps")
    wins = ahead.work.candidate_wins[:2]
    assert np.all(np.diff(wins) <= 0)
    assert lines[-1].startswith("by its weights alone ahead of the second by ")


def test_a_lead_within_the_noise_of_the_playouts_is_told_to_decide_nothing() -> None:
    """The taken move is the first of the list, or it is said why it is not; both are found in 40 positions."""
    kept = 0
    for deal in range(40):
        ahead = Position(
            toy.GAME,
            toy.board.build(),
            toy.GAME.rules_record({}),
            2,
            deal=deal,
            policies=[Policy("ahead", "", {"steps": 0.2, "bridge": 0.3}, temperature=1.0, playouts=8)] * 2,
        )
        ahead.state.walked[:2] = (5, 6)
        lines = list(reasons(ahead, ahead.choose()))
        behind = not lines[0].startswith("> ")
        assert any("within the noise of the playouts" in line for line in lines) == behind
        kept += behind
    assert 0 < kept < 40


def test_a_player_who_looks_ahead_without_weights_shows_its_playouts() -> None:
    ahead = position(Policy("ahead", "", playouts=16))
    assert "playouts" in next(reasons(ahead, ahead.choose()))


def test_watch_tells_why_only_where_it_is_asked_to() -> None:
    scenario = resolve({"title": "t", "game": "toy", "table": {"players": [2], "policies": ["greedy"]}})
    plain = list(watch(scenario))
    told = list(watch(scenario, why=True))
    extra = [line for line in told if line not in plain]
    assert [line for line in told if line in plain] == plain
    assert any("ahead of the next by" in line for line in extra)
