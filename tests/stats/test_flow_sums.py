"""Streamed sums of leads, comebacks and turns: equal to the estimators on whole arrays, and known answers."""

import numpy as np
import pytest

from simkit.stats.flow import comeback, leader_conversion, snowball, turn_equality, winner_deficit
from simkit.stats.flow_sums import FLOW_POINTS, HALF, TIMES, FlowSums, TurnSums
from tests.stats.synthetic import rng

DEALS, ROTATIONS, SEATS = 300, 4, 4


def games(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Standings, shares and scores of whole deals, with ties."""
    draw = rng(seed)
    standing = draw.integers(0, 12, (DEALS, ROTATIONS, SEATS, FLOW_POINTS)).astype(float).cumsum(axis=-1)
    score = standing[..., -1] + draw.integers(0, 9, (DEALS, ROTATIONS, SEATS))
    best = score == score.max(axis=-1, keepdims=True)
    return standing, best / best.sum(axis=-1, keepdims=True), score


def flat(values: np.ndarray) -> np.ndarray:
    return values.reshape(DEALS * ROTATIONS, *values.shape[2:])


def test_sums_of_parts_equal_the_estimators_on_the_whole() -> None:
    standing, share, score = games(1)
    sums = FlowSums(SEATS)
    behind = [sums.add(standing[a:b], share[a:b], score[a:b]) for a, b in ((0, 7), (7, 200), (200, DEALS))]
    deal = np.repeat(np.arange(DEALS), ROTATIONS)
    progress, won = np.swapaxes(flat(standing), 1, 2), flat(share)
    whole = leader_conversion(progress, won, TIMES, deal)
    assert sums.conversion.rate == pytest.approx(whole.rate, abs=1e-6)
    assert sums.conversion.interval == pytest.approx(whole.interval, abs=1e-4)
    assert sums.conversion.decision_point(0.5) == whole.decision_point(0.5)
    back = sums.comebacks()
    for word, found in (
        ("last", (back.last, back.last_excess)),
        ("below median", (back.below, back.below_excess)),
    ):
        known = comeback(progress[:, HALF], won, deal, word)
        assert (found[0].value, found[0].se) == pytest.approx((known.rate.value, known.rate.se), rel=1e-4)
        assert (found[1].value, found[1].se) == pytest.approx((known.excess.value, known.excess.se), rel=1e-4)
    for time in (0, HALF, FLOW_POINTS - 1):
        slope = snowball(progress[:, time], flat(score), deal)
        mine = sums.snowball()[time]
        assert (mine.value, mine.se) == pytest.approx((slope.value, slope.se), rel=1e-3)
    single = np.where(share == 1, 1.0, 0.0).sum(axis=-1) == 1
    deficit = winner_deficit(progress, won).reshape(DEALS, ROTATIONS)
    assert np.concatenate(behind)[single] == pytest.approx(deficit[single])


def test_luck_that_has_not_come_true_pulls_the_slope_down_and_its_lasting_part_stays_neutral() -> None:
    """Random walk of ten steps of variance 1, seen with fresh noise of variance 4 at each time.

    After t steps the lead holds t of true and 4 of passing variance: the slope is -4 / (t + 4), 0 on the lasting
    part. 20,000 games; 4 standard errors.
    """
    draw = rng(2)
    walk = draw.normal(0, 1, (20_000, 1, 3, 10)).cumsum(axis=-1)
    standing = walk[..., :FLOW_POINTS] + draw.normal(0, 2, (20_000, 1, 3, FLOW_POINTS))
    score = walk[..., -1]
    share = (score == score.max(axis=-1, keepdims=True)).astype(float)
    sums = FlowSums(3)
    sums.add(standing, share, score)
    steps = np.arange(1, 10)
    for found, expected in zip(sums.snowball(), -4 / (steps + 4), strict=True):
        assert found.value == pytest.approx(expected, abs=4 * found.se)
        assert found.high < 0
    for found in sums.snowball_steady():
        assert found.value == pytest.approx(0, abs=4 * found.se)


@pytest.mark.parametrize("growth", [0.1, 0.0, -0.1])
def test_growth_without_noise_shows_in_both_slopes(growth: float) -> None:
    """ds = growth s a step: from step t to 10 a lead gains e^(growth (10 - t)) - 1 of itself. 4 standard errors."""
    draw = rng(3)
    value, path = draw.normal(0, 5, (5_000, 1, 3)), []
    for _ in range(10):
        value = value * np.exp(growth) + draw.normal(0, 0.5, value.shape)
        path.append(value)
    standing = np.stack(path[:FLOW_POINTS], axis=-1)
    share = (value == value.max(axis=-1, keepdims=True)).astype(float)
    sums = FlowSums(3)
    sums.add(standing, share, value)
    known = np.exp(growth * (10 - np.arange(1, 10))) - 1
    for found, expected in zip(sums.snowball(), known, strict=True):
        assert found.value == pytest.approx(expected, abs=4 * found.se)
    for found, expected in zip(sums.snowball_steady(), known[1:], strict=True):
        assert found.value == pytest.approx(expected, abs=4 * found.se)


def test_turns_equal_the_estimator_on_the_whole() -> None:
    draw = rng(4)
    turns, share = draw.integers(5, 7, (DEALS, ROTATIONS, SEATS)), games(4)[1]
    sums = TurnSums(SEATS)
    sums.add(turns[:50], share[:50])
    sums.add(turns[50:], share[50:])
    deal = np.repeat(np.arange(DEALS), ROTATIONS)
    known = turn_equality(flat(turns), flat(share), deal)
    assert sums.equal.estimates()[0].value == pytest.approx(known.equal.value)
    assert [e.value for e in sums.extra.estimates()] == pytest.approx(known.extra.tolist())
    found = sums.with_extra()
    assert found is not None
    assert known.share_with_extra is not None
    assert found[2].value == pytest.approx(known.share_with_extra.excess.value)
    assert found[2].se == pytest.approx(known.share_with_extra.excess.se, rel=1e-3)


def test_equal_turns_have_nobody_with_an_extra_one() -> None:
    sums = TurnSums(2)
    sums.add(np.full((3, 1, 2), 8), np.full((3, 1, 2), 0.5))
    assert sums.equal.estimates()[0].value == 1
    assert sums.with_extra() is None
