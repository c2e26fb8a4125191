"""Sample sizes against the published table, and the words given to intervals."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.weightstats import ttost_paired

from simkit.stats.moments import Moments, moments
from simkit.stats.power import (
    difference_sd,
    games_for_half_width,
    share_sd,
    tost_games,
    tost_games_all_seats,
    tost_power,
    tost_power_all_seats,
)
from simkit.stats.seats import seat_result, seat_result_from
from simkit.stats.verdict import (
    ADVANTAGE,
    BALANCED,
    DISADVANTAGE,
    STALLED,
    UNDECIDED,
    stalled_deals,
    verdict,
)
from tests.stats.synthetic import rng, single_winners

# k, SD, half-width 1 pp, 0.5 pp, TOST 1 pp, 0.5 pp, TOST 1 pp on a difference: (z sd / h)^2, worked separately
TABLE = [
    (2, 0.500, 9_604, 38_416, 27_056, 108_222, 108_222),
    (3, 0.471, 8_537, 34_148, 24_050, 96_198, 72_148),
    (4, 0.433, 7_203, 28_812, 20_292, 81_167, 54_111),
    (5, 0.400, 6_147, 24_587, 17_316, 69_262, 43_289),
]


@pytest.mark.parametrize(("k", "sd", "ci1", "ci05", "tost1", "tost05", "difference"), TABLE)
def test_games_needed(k, sd, ci1, ci05, tost1, tost05, difference):
    """Equal within 1 game (rounding up or to nearest)."""
    assert share_sd(k) == pytest.approx(sd, abs=5e-4)
    assert games_for_half_width(share_sd(k), 0.01) == pytest.approx(ci1, abs=1)
    assert games_for_half_width(share_sd(k), 0.005) == pytest.approx(ci05, abs=1)
    assert tost_games(share_sd(k), 0.01) == pytest.approx(tost1, abs=1)
    assert tost_games(share_sd(k), 0.005) == pytest.approx(tost05, abs=1)
    assert tost_games(difference_sd(k), 0.01) == pytest.approx(difference, abs=1)


@pytest.mark.parametrize(
    ("k", "games", "power"), [(2, 27_056, 0.90), (3, 24_050, 0.77), (4, 20_292, 0.70), (5, 17_316, 0.62)]
)
def test_power_that_all_seats_pass(k, games, power):
    """Published to two digits."""
    assert tost_power_all_seats(games, k, 0.01) == pytest.approx(power, abs=0.008)
    assert tost_power(games, share_sd(k), 0.01) == pytest.approx(0.9, abs=1e-4)


@pytest.mark.parametrize(("k", "games"), [(2, 27_056), (3, 31_300), (4, 28_400), (5, 26_000)])
def test_games_for_all_seats_to_pass(k, games):
    """Published as "about 30 / 40 / 50 % more" for k = 3 / 4 / 5; the next test simulates the power at ours."""
    assert tost_games_all_seats(k, 0.01) == pytest.approx(games, rel=0.06)


def balanced_rate(k: int, games: int, chances: np.ndarray, seat: int | None, replications: int) -> float:
    """How often a table (or one seat) is called balanced within 1 pp."""
    draw, hits, rows = rng(k), 0, np.eye(k)
    for counts in draw.multinomial(games, chances, replications):
        sample = moments(rows, counts)
        half = stats.norm.ppf(0.95) * sample.se
        inside = (sample.mean - half > 1 / k - 0.01) & (sample.mean + half < 1 / k + 0.01)
        hits += inside.all() if seat is None else inside[seat]
    return hits / replications


def test_power_and_size_of_balanced():
    """At the table's n: power 90 +- 2 pp for one seat, 90 +- 2 pp for all seats at the larger n; at the margin <= 5 %.

    4000 replications: standard error 0.5 pp at 90 %, 0.34 pp at 5 % (so 6.1 % is three of them above).
    """
    fair = np.full(4, 0.25)
    assert balanced_rate(4, 20_292, fair, 0, 4000) == pytest.approx(0.90, abs=0.02)
    assert balanced_rate(4, tost_games_all_seats(4, 0.01), fair, None, 4000) == pytest.approx(0.90, abs=0.02)
    edge = np.array([0.26, 0.25, 0.25, 0.24])
    assert balanced_rate(4, 20_292, edge, 0, 4000) <= 0.061


def test_equivalence_interval_is_the_two_one_sided_tests_of_statsmodels():
    shares = single_winners(rng(11), 3000, [0.34, 0.33, 0.33])
    result = seat_result(shares)
    for seat in range(3):
        # the margin at which the interval just fits is the margin at which p is 5 %
        margin = np.abs(result.equivalence[seat] - 1 / 3).max()
        p = ttost_paired(shares[:, seat], np.full(3000, 1 / 3), -margin, margin)[0]
        assert p == pytest.approx(0.05, abs=1e-6)


def test_the_three_words():
    strong = verdict(seat_result([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [6000, 3000, 1000]), 0.01)
    assert [seat.kind for seat in strong.seats] == [ADVANTAGE, DISADVANTAGE, DISADVANTAGE]
    assert strong.kind == ADVANTAGE
    fair = verdict(seat_result(np.eye(3), [100_000, 100_000, 100_000]), 0.01)
    assert {seat.kind for seat in fair.seats} == {fair.kind} == {BALANCED}
    assert not fair.negligible
    unsure = verdict(seat_result(np.eye(3), [1000, 1000, 1000]), 0.01)
    assert {seat.kind for seat in unsure.seats} == {unsure.kind} == {UNDECIDED}


def test_a_real_difference_inside_the_margin_is_negligible():
    """33.5 % of 900,000 games is 0.17 pp above fair, 3.4 standard errors, and within 1 pp."""
    found = verdict(seat_result(np.eye(3), [301_500, 300_000, 298_500]), 0.01)
    assert found.kind == BALANCED
    assert found.negligible
    assert [seat.negligible for seat in found.seats] == [True, False, True]


def test_more_games_when_undecided():
    """Fair so far, n = ((z90% + z_power) sd / margin)^2 in all; the games already played count."""
    found = verdict(seat_result(np.eye(2), [500, 500]), 0.02)
    needed = ((1.6464 + 1.2816) * 0.50025 / 0.02) ** 2
    assert found.more_games == pytest.approx(needed - 1000, rel=0.002)
    per_rotation = verdict(seat_result(np.eye(2), [500, 500]), 0.02, rotations=2)
    assert per_rotation.more_games == pytest.approx(2 * (needed - 1000), rel=0.002)
    assert per_rotation.more_games % 2 == 0


def test_no_number_of_games_where_the_share_lies_on_the_margin():
    assert verdict(seat_result(np.eye(2), [5100, 4900]), 0.01).more_games is None


def sample_of(share: float, deals: int) -> Moments:
    """A two-seat sample with exactly this share."""
    wins = round(share * deals)
    return moments(np.eye(2), [wins, deals - wins])


def test_stalled_games_that_could_turn_the_verdict_leave_it_undecided():
    """100,000 fair deals are balanced within 1 pp; 3,000 stalled ones could move the share by 1.5 pp either way."""
    result = seat_result_from(sample_of(0.5, 100_000))
    few = stalled_deals(np.zeros((10, 2)), np.ones(10))
    many = stalled_deals(np.zeros((3000, 2)), np.ones(3000))
    assert verdict(result, 0.01, stalled=few).kind == BALANCED
    found = verdict(result, 0.01, stalled=many)
    assert found.kind == STALLED
    assert found.seats[0].stalled == pytest.approx((50_000 / 103_000, 53_000 / 103_000))


def test_stalled_deals_count_the_games_that_did_end():
    """A deal of 4 games: seat 0 won two, one stalled, seat 2 won one. For seat 0: 3/4; against it: 1/2."""
    low, high = stalled_deals([[0.5, 0, 0.25]], [0.25]).bounds(0)
    assert low.mean == pytest.approx([0.5, 0.125, 0.375])
    assert high.mean == pytest.approx([0.75, 0, 0.25])
    with pytest.raises(ValueError, match="sum to 1"):
        stalled_deals([[0.5, 0, 0.25]], [0.5])


def test_an_advantage_survives_stalled_games_that_cannot_undo_it():
    found = verdict(
        seat_result_from(sample_of(0.6, 10_000)), 0.01, stalled=stalled_deals([[0.0, 0.0]], [1.0])
    )
    assert found.kind == ADVANTAGE
    assert found.seats[0].stalled == pytest.approx((6000 / 10_001, 6001 / 10_001))


@pytest.mark.parametrize("margin", [0, -0.01, float("nan")])
def test_a_margin_must_be_above_zero(margin):
    with pytest.raises(ValueError, match="margin"):
        verdict(seat_result(np.eye(2)), margin)


def test_a_share_without_variance_still_gets_a_number_of_games():
    found = verdict(seat_result(np.full((5, 2), 0.5)), 0.01)
    assert found.kind == UNDECIDED
    assert found.more_games is not None
