"""Seat shares: hand-worked cases, outside libraries, and simulations with known answers."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from simkit.stats.intervals import max_t_quantile, share_interval, t_quantile, wilson
from simkit.stats.moments import merge, moments
from simkit.stats.seats import contrast, score_gaps, seat_result, wald_test
from tests.stats.synthetic import exchangeable, rng, single_winners


def test_three_hand_worked_games():
    """Wins of seats 0, 0 and a tie of both: share 5/6, variance of a deal 1/12, so the error is 1/6."""
    result = seat_result([[1, 0], [1, 0], [0.5, 0.5]])
    assert result.share == pytest.approx([5 / 6, 1 / 6])
    assert result.covariance == pytest.approx(np.array([[1, -1], [-1, 1]]) / 36)
    # mean gap 1/3 over error 1/6 is t = 2 with 2 degrees of freedom; F = t^2; p = 1 - 2/sqrt(2 + t^2) for t with df 2
    assert result.wald.method == "F"
    assert result.wald.statistic == pytest.approx(4.0)
    assert result.wald.p == pytest.approx(1 - 2 / sqrt(6))
    assert result.first_last.estimate.value == pytest.approx(2 / 3)
    assert result.first_last.estimate.se == pytest.approx(1 / 3)
    assert result.first_last.p == pytest.approx(1 - 2 / sqrt(6))
    assert result.trend.estimate.value == pytest.approx(-2 / 3)
    # total variation 1/2 (1/3 + 1/3), Cohen's w sqrt(2 (1/9 + 1/9)), largest gap 2/3
    assert result.total_variation.value == pytest.approx(1 / 3)
    assert result.cohen_w.value == pytest.approx(2 / 3)
    assert result.largest_gap.value == pytest.approx(2 / 3)


def test_wald_is_the_chi_square_test_when_games_have_one_winner():
    """Then d'S^-1 d = sum d^2 / p: exactly Neyman's chi-square (observed in the divisor), up to (n - 1) / n.

    Pearson's (expected in the divisor) agrees to first order.
    """
    shares = single_winners(rng(1), 4000, [0.27, 0.25, 0.24, 0.24])
    wins = shares.sum(axis=0)
    neyman = np.sum((wins - 1000) ** 2 / wins)
    ours = wald_test(moments(shares)).statistic
    assert ours == pytest.approx(neyman * 3999 / 4000, rel=1e-9)
    assert ours == pytest.approx(stats.chisquare(wins).statistic, rel=0.05)


@pytest.mark.parametrize(("seats", "ties"), [(2, 0.15), (4, 0.0), (4, 0.15), (4, 0.4)])
def test_wald_rejects_a_fair_game_five_percent_of_the_time(seats, ties):
    """Size in [4, 6] % at 2000 games; 4000 replications have a standard error of 0.34 pp, hence [3.7, 6.3]."""
    draw, rejected = rng(seats * 100 + int(ties * 100)), 0
    winner = np.eye(seats)
    pairs = [np.eye(seats)[list(p)].sum(axis=0) / 2 for p in np.ndindex(seats, seats) if p[0] < p[1]]
    rows = np.vstack([winner, *pairs])
    chances = np.r_[np.full(seats, (1 - ties) / seats), np.full(len(pairs), ties / len(pairs))]
    for counts in draw.multinomial(2000, chances, 4000):
        rejected += wald_test(moments(rows, counts)).p < 0.05
    assert 0.037 <= rejected / 4000 <= 0.063


def test_hotelling_keeps_its_size_in_a_hundred_games():
    """2000 replications: 5 % with a standard error of 0.5 pp; F is approximate for win vectors, hence 3.5..6.5 %."""
    draw = rng(3)
    p = [wald_test(moments(exchangeable(draw, 100, 3, 0.2))).p for _ in range(2000)]
    assert 0.035 <= np.mean(np.array(p) < 0.05) <= 0.065


def test_single_and_simultaneous_intervals_cover():
    """95 % each and all at once; 3000 replications, standard error 0.4 pp, so 95 +- 1.2 pp."""
    draw, chances = rng(4), [0.4, 0.25, 0.2, 0.15]
    rows, single, joint = np.eye(4), 0.0, 0
    critical = max_t_quantile(np.diag(chances) - np.outer(chances, chances), 0.95, 2000)
    for counts in draw.multinomial(2000, chances, 3000):
        sample = moments(rows, counts)
        one = share_interval(sample, t_quantile(0.95, 2000))
        all_of_them = share_interval(sample, critical)
        single += np.mean((one[:, 0] <= chances) & (chances <= one[:, 1]))
        joint += np.all((all_of_them[:, 0] <= chances) & (chances <= all_of_them[:, 1]))
    assert single / 3000 == pytest.approx(0.95, abs=0.012)
    assert joint / 3000 == pytest.approx(0.95, abs=0.012)


def test_two_seats_need_no_larger_simultaneous_value():
    assert max_t_quantile(np.array([[1.0, -1], [-1, 1]])) == pytest.approx(stats.norm.ppf(0.975))


def test_independent_columns_get_the_sidak_value():
    """P(all |Z| <= c) = (2 Phi(c) - 1)^3; the draws' standard error is 0.005."""
    exact = stats.norm.ppf((1 + 0.95 ** (1 / 3)) / 2)
    assert max_t_quantile(np.eye(3)) == pytest.approx(exact, abs=0.02)


def test_one_seat_that_always_wins_is_no_fair_game_and_no_point():
    result = seat_result(np.tile([1.0, 0, 0], (5000, 1)))
    assert result.share == pytest.approx([1, 0, 0])
    assert result.wald.p < 1e-100
    assert result.wald.method == "score"
    assert result.interval[0] == pytest.approx(wilson(5000, 5000, t_quantile(0.95, 5000)))
    assert 0.999 < result.interval[0, 0] < 1
    assert result.interval[0, 1] == 1


def test_deals_that_are_all_alike_leave_room_for_one_that_is_not():
    """None of 100 deals differs: another outcome has a chance of at most c^2 / (100 + c^2), and any share in it."""
    result = seat_result(np.tile([0.5, 0.25, 0.25], (100, 1)))
    c = t_quantile(0.95, 100)
    u = c**2 / (100 + c**2)
    assert result.interval[1] == pytest.approx([0.25 * (1 - u), 0.25 * (1 - u) + u])


def test_deals_that_always_tie_are_perfectly_fair():
    result = seat_result(np.full((100, 3), 1 / 3))
    assert result.wald.p == 1
    assert result.cohen_w.value == pytest.approx(0, abs=1e-12)


def test_a_seat_that_never_wins_leaves_the_others_testable():
    """The covariance has rank 1 of 2, the seats differ outside it: the score form decides."""
    shares = single_winners(rng(5), 3000, [0.5, 0.5, 0.0])
    assert wald_test(moments(shares)).p < 1e-50


def test_one_deal_says_nothing():
    result = seat_result([[1.0, 0, 0]])
    assert result.interval.tolist() == [[0, 1]] * 3
    assert result.simultaneous.tolist() == [[0, 1]] * 3
    assert result.wald.p > 0.3


def test_counts_stand_for_repeated_rows():
    rows, counts = np.array([[1, 0, 0], [0, 1, 0], [0, 0.5, 0.5]]), np.array([40, 35, 25])
    long, short = seat_result(np.repeat(rows, counts, axis=0)), seat_result(rows, counts)
    assert short.share == pytest.approx(long.share)
    assert short.covariance == pytest.approx(long.covariance)
    assert short.wald.p == pytest.approx(long.wald.p)


def test_moments_of_parts_merge_into_those_of_the_whole():
    shares = exchangeable(rng(6), 700_000, 4, 0.1)  # three chunks
    whole, merged = moments(shares), merge(moments(shares[:1]), moments(shares[1:]))
    for sample in (whole, merged):
        assert sample.deals == 700_000
        assert sample.mean == pytest.approx(shares.mean(axis=0), abs=1e-12)
        assert sample.covariance == pytest.approx(np.cov(shares.T), abs=1e-12)


def test_noise_is_taken_off_the_distances_of_a_fair_game():
    """Mean of the raw largest gap over fair games equals the noise stated, within 5 %; intervals reach 0."""
    draw = rng(7)
    results = [seat_result(single_winners(draw, 1000, [0.25] * 4)) for _ in range(100)]
    for name in ("largest_gap", "total_variation", "cohen_w"):
        raw = np.mean([getattr(r, name).value for r in results])
        assert raw == pytest.approx(np.mean([getattr(r, name).noise for r in results]), rel=0.1)
        assert np.mean([getattr(r, name).low == 0 for r in results]) >= 0.9
    assert np.mean([r.ludii_balance for r in results]) > 1 - np.mean([r.largest_gap.value for r in results])


def test_a_contrast_uses_the_covariance_of_the_seats():
    shares = single_winners(rng(8), 5000, [0.5, 0.3, 0.2])
    found = contrast(moments(shares), [1, -1, 0], "first minus second")
    reference = stats.ttest_rel(shares[:, 0], shares[:, 1])
    assert found.p == pytest.approx(reference.pvalue)
    assert (found.estimate.low, found.estimate.high) == pytest.approx(
        tuple(reference.confidence_interval(0.95))
    )


def test_score_gaps_are_paired_within_the_deal():
    """A deal's common level (SD 20) drops out; seat 0 is 3 points above seat 1, so the gaps are +-1.5."""
    draw = rng(9)
    scores = 50 + 20 * draw.standard_normal((4000, 1)) + draw.standard_normal((4000, 2)) + [3, 0]
    found = score_gaps(scores)
    assert found.gap == pytest.approx([1.5, -1.5], abs=5 / sqrt(2 * 4000))
    assert found.gap_se == pytest.approx(np.full(2, 1 / sqrt(2 * 4000)), rel=0.05)
    assert found.gap_sd == pytest.approx(found.gap / 20, rel=0.1)


@pytest.mark.parametrize(
    "shares", [[[0.5, 0.6]], [[1.5, -0.5]], [[1.0]], np.zeros((0, 3)), [[np.nan, 1.0]]], ids=str
)
def test_rows_that_are_no_win_shares_are_refused(shares):
    with pytest.raises(ValueError, match="share"):
        seat_result(shares)
