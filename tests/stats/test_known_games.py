"""Small games whose first player's share is known by other means, played and judged by the estimators."""

import numpy as np
import pytest

from simkit.stats.seats import seat_result
from simkit.stats.stability import ladder_trend, stability
from simkit.stats.verdict import ADVANTAGE, BALANCED, verdict
from tests.stats.synthetic import rng

GAMES = 200_000


def race_share(goal, gains, chances):
    """First player's chance in a race to ``goal``: each turn gains one of ``gains``; by recursion over positions.

    v[a, b]: the mover, who needs a, against one who needs b, wins: sum of chances of gains >= a, else
    1 - v[b, a - gain].
    """
    v = np.zeros((goal + 1, goal + 1))
    for total in range(2, 2 * goal + 1):
        for a in range(max(1, total - goal), min(goal, total - 1) + 1):
            b = total - a
            v[a, b] = sum(
                p * (1.0 if g >= a else 1 - v[b, a - g]) for g, p in zip(gains, chances, strict=True)
            )
    return v[goal, goal]


def race_played(draw, goal, gains, chances):
    """Whether the first player reaches the goal in no more turns than the second: (GAMES, 2) shares."""
    turns = []
    for _ in range(2):
        steps = draw.choice(gains, (GAMES, goal), p=chances)
        turns.append(np.argmax(np.cumsum(steps, axis=1) >= goal, axis=1))
    first = turns[0] <= turns[1]
    return np.stack([first, ~first], axis=1).astype(float)


def test_a_die_race_has_the_share_of_its_recursion():
    """Race to 20 with a die: known to 6 digits; 200,000 games, 4 standard errors."""
    share = race_share(20, range(1, 7), [1 / 6] * 6)
    result = seat_result(race_played(rng(1), 20, range(1, 7), [1 / 6] * 6))
    assert result.share[0] == pytest.approx(share, abs=4 * result.se[0])
    assert verdict(result, 0.01).kind == ADVANTAGE


def test_the_recursion_on_a_race_worked_by_hand():
    """Goal 2, steps 1 or 2: the mover wins at once (1/2); else needs 1, and wins unless the other takes 2 (1/2)."""
    assert race_share(2, [1, 2], [0.5, 0.5]) == pytest.approx(0.5 + 0.5 * 0.5)


def test_who_rolls_a_six_first_has_the_geometric_share():
    """p / (1 - q^2) = 6/11 for the first of two, and 36/91, 30/91, 25/91 for three."""
    draw = rng(2)
    for seats, shares in ((2, [6 / 11, 5 / 11]), (3, [36 / 91, 30 / 91, 25 / 91])):
        winner = (draw.geometric(1 / 6, GAMES) - 1) % seats
        result = seat_result(np.eye(seats)[winner])
        assert (np.abs(result.share - shares) < 4 * result.se).all()
        assert verdict(result, 0.01).seats[0].kind == ADVANTAGE
        assert result.trend.estimate.high < 0


def test_a_coin_race_played_in_full_rounds_is_fair():
    """First to 5 heads, rounds completed, ties shared: exchangeable seats, share 1/3."""
    turns = rng(3).negative_binomial(5, 0.5, (GAMES, 3))
    best = turns == turns.min(axis=1, keepdims=True)
    result = seat_result(best / best.sum(axis=1, keepdims=True))
    assert (np.abs(result.gap) < 4 * result.se).all()
    assert verdict(result, 0.01).kind == BALANCED


def test_trends_along_a_ladder():
    """Errors of 0.1: a line of slope 1, a flat one, one that shrinks, one through 0, one with a bend."""
    tiers, se = [1, 2, 3, 4], [0.1] * 4
    growing = ladder_trend(tiers, [1, 2, 3, 4], se, 1)
    assert growing.slope.value == pytest.approx(1)
    assert growing.slope.se == pytest.approx(0.1 / np.sqrt(5))
    assert growing.change.value == pytest.approx(3)
    assert growing.lack_of_fit_p == pytest.approx(1)
    assert growing.word == "growing"
    assert ladder_trend(tiers, [-1, -2, -3, -4], se, 1).word == "growing"
    assert ladder_trend(tiers, [4, 3, 2, 1], se, 1).word == "shrinking"
    assert ladder_trend(tiers, [-2, -1, 1, 2], se, 1).word == "sign change"
    bent = ladder_trend(tiers, [1, 3, 3, 1], se, 1)
    assert bent.lack_of_fit_p < 1e-10
    assert bent.word == "uneven"
    assert bent.change.value == 0
    with pytest.raises(ValueError, match="different tiers"):
        ladder_trend([1, 1], [0, 1], [1, 1], 1)


def test_an_effect_that_surely_goes_up_and_down_does_not_grow_though_its_line_rises():
    """A slope of 0.3 +- 0.05; the third tier lies 2 above the fourth: 14 standard errors."""
    found = ladder_trend([1, 2, 3, 4], [1, 1, 3, 1], [0.1] * 4, 1)
    assert found.slope.low > 0
    assert found.word == "uneven"
    noisy = ladder_trend([1, 2, 3, 4], [1, 2, 4, 3], [0.1, 0.1, 0.5, 0.5], 1)
    assert noisy.word == "growing", "the third and the fourth may well be alike"


def test_the_change_over_a_ladder_is_that_of_its_ends_whatever_the_precise_tiers_between_them_say():
    """The line through the first three, known 30 times as well, would end at 7; the last tier lies at 2 +- 0.45."""
    found = ladder_trend([0, 1, 2, 3], [1, 3, 5, 2], [0.01, 0.01, 0.01, 0.3], 1)
    assert 3 * found.slope.value == pytest.approx(6, abs=0.1)
    assert found.change.value == pytest.approx(1)
    assert found.change.se == pytest.approx(np.hypot(0.01, 0.3))
    assert found.word == "uneven"
    downwards = ladder_trend([3, 2, 1, 0], [2, 5, 3, 1], [0.3, 0.01, 0.01, 0.01], 1)
    assert (downwards.word, downwards.change) == (found.word, found.change), (
        "in whatever order they are given"
    )


def test_a_flat_ladder_is_stable_only_where_all_its_tiers_are_known_well():
    """Two tiers differ by up to 0.1 + 1.645 x 0.1 x sqrt(2) = 0.333."""
    tiers, effects, se = [1, 2, 3, 4], [1.05, 0.95, 0.95, 1.05], [0.1] * 4
    assert ladder_trend(tiers, effects, se, 0.34).word == "stable"
    assert ladder_trend(tiers, effects, se, 0.33).word == "undecided"
    assert ladder_trend(tiers, [1.0] * 4, [0.01, 0.01, 0.01, 0.5], 0.34).word == "undecided", (
        "the last may differ"
    )


def test_stability_over_settings():
    found = stability([0.02, 0.005, 0.03, -0.001], 0.01)
    assert (found.settings, found.positive, found.outside) == (4, 3, 2)
    assert (found.low, found.high, found.sign_stability) == (-0.001, 0.03, 0.75)
