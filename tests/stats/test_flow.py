"""Leads, comebacks, snowballs and options: hand-worked games and processes with known answers."""

from math import exp, sqrt

import numpy as np
import pytest

from simkit.stats.flow import (
    comeback,
    lead_changes,
    leader_conversion,
    option_use,
    snowball,
    turn_equality,
    winner_deficit,
)
from tests.stats.synthetic import rng

# two games of three seats, scores at two times; seat 0 wins the first, seats 1 and 2 share the second
PROGRESS = np.array([[[3, 1, 2], [4, 6, 5]], [[2, 2, 0], [1, 5, 5]]], dtype=float)
SHARES = np.array([[1, 0, 0], [0, 0.5, 0.5]])


def test_tied_leaders_share_their_conversion():
    """Time 1: seat 0 leads and wins; then seats 0 and 1 lead, worth 1/2 (0 + 1/2). Time 2: 0, then 1/2."""
    found = leader_conversion(PROGRESS, SHARES, [0.3, 0.6])
    assert found.rate == pytest.approx([(1 + 0.25) / 2, (0 + 0.5) / 2])
    assert found.chance == pytest.approx(1 / 3)


def test_lead_changes_and_the_winners_deficit():
    """Game 1: leader 0, then 1. Game 2: leaders 0 and 1, then 1 and 2. Deficits: 2, and 0 and 2 shared."""
    assert lead_changes(PROGRESS).tolist() == [1, 1]
    assert winner_deficit(PROGRESS, SHARES) == pytest.approx([2, 1])


def test_the_decision_point_of_a_random_walk():
    """Two seats' score difference is a walk: the leader at time t wins 1/2 + asin(sqrt t) / pi, 3/4 at t = 1/2.

    20,000 games of 400 steps, so that ties are rare; standard error 0.3 pp.
    """
    steps = rng(1).choice([-1.0, 1.0], (20_000, 400))
    walk = np.cumsum(steps, axis=1)
    at = np.arange(1, 10) / 10
    progress = np.stack([walk[:, 39:399:40], np.zeros((20_000, 9))], axis=2)
    end = walk[:, -1]
    first = np.where(end == 0, 0.5, end > 0)
    found = leader_conversion(progress, np.stack([first, 1 - first], axis=1), at)
    assert found.rate == pytest.approx(0.5 + np.arcsin(np.sqrt(at)) / np.pi, abs=0.025)
    assert found.decision_point(0.5)[0] == 0.1
    point, early, late = found.decision_point(0.79)
    assert early <= point <= late
    assert 0.6 <= point <= 0.7
    assert np.isnan(found.decision_point(1.01)[0])


def test_comebacks_of_hand_worked_games():
    """At time 1 seats 1 and 2 are last; wins from behind: 0 and 1/2 against 1/3 each at random."""
    found = comeback(PROGRESS[:, 0], SHARES)
    assert found.rate.value == pytest.approx(0.25)
    assert found.random.value == pytest.approx(1 / 3)
    assert found.excess.value == pytest.approx(0.25 - 1 / 3)
    # below the median 2 is seat 1 in game 1 and seat 2 in game 2
    assert comeback(PROGRESS[:, 0], SHARES, behind="below median").rate.value == pytest.approx(0.25)
    with pytest.raises(ValueError, match="behind"):
        comeback(PROGRESS[:, 0], SHARES, behind="first")


def test_winners_drawn_at_random_come_back_as_often_as_chance():
    draw = rng(2)
    winner = np.eye(4)[draw.integers(0, 4, 10_000)]
    found = comeback(draw.integers(0, 5, (10_000, 4)), winner)
    assert found.excess.low < 0 < found.excess.high or abs(found.excess.value) < 3 * found.excess.se


@pytest.mark.parametrize(
    ("growth", "slope"), [(0.0, 0.0), (0.05, exp(0.05 * 10) - 1), (-0.05, exp(-0.05 * 10) - 1)]
)
def test_snowball_slope_of_walks_that_grow_or_shrink(growth, slope):
    """Scores follow ds = growth s dt + noise for 10 more steps: expected gain on a lead is e^(10 growth) - 1.

    0 for the random walk, above for growth, below for reversion to the mean. Tolerance: 4 standard errors.
    """
    draw = rng(3)
    now = draw.normal(0, 5, (5_000, 4))
    final = now.copy()
    for _ in range(100):
        final = final * exp(growth / 10) + draw.normal(0, 0.3, final.shape)
    found = snowball(now, final)
    assert found.value == pytest.approx(slope, abs=4 * found.se)
    assert found.se < 0.02
    if growth:
        assert np.sign(found.value) == np.sign(growth)
        assert not found.low <= 0 <= found.high


def test_snowball_agrees_with_least_squares_and_counts_deals():
    draw = rng(4)
    now = draw.normal(0, 5, (300, 3))
    final = 1.2 * now + draw.normal(0, 3, (300, 3))
    lead = now - now.mean(axis=1, keepdims=True)
    gain = (final - now) - (final - now).mean(axis=1, keepdims=True)
    found = snowball(now, final)
    assert found.value == pytest.approx(np.linalg.lstsq(lead.reshape(-1, 1), gain.ravel(), rcond=None)[0][0])
    doubled = snowball(np.vstack([now, now]), np.vstack([final, final]), deals=np.tile(np.arange(300), 2))
    assert doubled.se == pytest.approx(found.se)
    assert doubled.n == 300
    with pytest.raises(ValueError, match="nobody leads"):
        snowball(np.ones((2, 2)), np.ones((2, 2)))


def test_an_extra_turn_and_what_it_is_worth():
    """Game 1 equal; in game 2 seat 0 has an extra turn and wins, against 1/2 at random."""
    found = turn_equality([[5, 5], [6, 5]], [[0, 1], [1, 0]])
    assert found.equal.value == 0.5
    assert found.turns == pytest.approx([5.5, 5])
    assert found.extra == pytest.approx([0.5, 0])
    assert found.share_with_extra is not None
    assert found.share_with_extra.rate.value == 1
    assert found.share_with_extra.random.value == pytest.approx(0.5)
    assert turn_equality([[5, 5]], [[0, 1]]).share_with_extra is None


def test_options_without_a_choice_and_dead_options():
    """Of 1000 decisions: a 97 % take, a 0.25 % take, one rarely offered, one never."""
    found = option_use([1000, 400, 10, 0], [970, 1, 0, 0], 1000)
    assert found.no_brainer.tolist() == [True, False, False, False]
    assert found.dead.tolist() == [False, True, False, False]
    assert found.taken[:3] == pytest.approx([0.97, 0.0025, 0])
    assert np.isnan(found.taken[3])
    assert option_use([10, 10], [5, 5], 10).evenness == pytest.approx(1)
    with pytest.raises(ValueError, match="taken <= offered"):
        option_use([1], [2], 5)


def test_deals_of_several_games_are_one_unit():
    """Every game played twice: the rates stay, the error is that of the single games."""
    draw = rng(5)
    progress, winner = draw.random((200, 2, 3)), np.eye(3)[draw.integers(0, 3, 200)]
    once = leader_conversion(progress, winner, [0.4, 0.8])
    twice = leader_conversion(
        np.vstack([progress, progress]), np.vstack([winner, winner]), [0.4, 0.8], np.tile(np.arange(200), 2)
    )
    assert twice.rate == pytest.approx(once.rate)
    assert np.diff(twice.interval) == pytest.approx(np.diff(once.interval))
    assert sqrt(twice.deals) == sqrt(200)
