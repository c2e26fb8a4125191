"""Handicap and luck with answers known by other means."""

import numpy as np
import pytest
from scipy import integrate, stats

from simkit.stats.handicap import handicap, leads
from simkit.stats.luck import deal_spread, setup_share, sobol_indices
from tests.stats.synthetic import rng


def raised(draw, games, by, level=0):
    """Gaussian scores of SD 5 around a level, each seat raised by so many points."""
    return draw.normal(level, 5, (games, len(by))) + np.array(by)


def test_an_advantage_of_a_point_and_a_half_is_found():
    """Gaussian scores, seat 0 raised by 1.5: c* = 1.5; 20,000 games, interval 95 %."""
    draw = rng(1)
    scores = raised(draw, 20_000, [1.5, 0, 0, 0], 20)
    found = handicap(scores, 0)
    assert found.low < 1.5 < found.high
    assert found.high - found.low < 0.6
    assert found.low < found.points < found.high
    assert handicap(scores, 1).points < 0


def test_the_interval_covers_and_agrees_with_the_bootstrap():
    """300 samples of 1,000 games: 95 %, standard error 1.3 pp. One sample also by 200 resamples: width within 20 %."""
    draw, covered = rng(2), 0
    for _ in range(300):
        found = handicap(raised(draw, 1_000, [1.5, 0, 0], 0), 0)
        covered += found.low <= 1.5 <= found.high
    assert covered / 300 == pytest.approx(0.95, abs=0.045)
    scores = raised(draw, 1_000, [1.5, 0, 0], 0)
    roots = [handicap(scores[draw.integers(0, 1_000, 1_000)], 0).points for _ in range(200)]
    found = handicap(scores, 0)
    assert np.diff(np.quantile(roots, (0.025, 0.975)))[0] == pytest.approx(found.high - found.low, rel=0.2)


def test_whole_scores_and_tie_keys():
    """Leads of seat 0: 2, 0 (keys lose), 0 (all keys equal, three share), -1. Fair is 1/3."""
    scores = np.array([[5, 3, 1], [4, 4, 2], [3, 3, 3], [2, 3, 0]], dtype=float)
    keys = np.array([[0, 0, 0], [1, 2, 9], [1, 1, 1], [0, 0, 0]], dtype=float)[:, :, None]
    lead, shared = leads(scores, 0, keys)
    assert lead.tolist() == [2, 0, 0, -1]
    assert shared[1:3] == pytest.approx([0, 1 / 3])
    assert leads(scores, 0)[1][1:3] == pytest.approx([1 / 2, 1 / 3])
    found = handicap(scores, 0, keys)
    assert found.share_at(0) == pytest.approx((1 + 0 + 1 / 3 + 0) / 4)
    assert found.share_at(-0.5) == pytest.approx(3 / 4)
    assert found.share_at(2) == pytest.approx(1 / 8)  # level with seat 1, no key between them


def test_games_of_a_deal_are_one_unit_of_the_handicap():
    draw = rng(3)
    scores = raised(draw, 500, [1, 0, 0], 0)
    once, twice = (
        handicap(scores, 0),
        handicap(np.vstack([scores, scores]), 0, deals=np.tile(np.arange(500), 2)),
    )
    assert twice.points == pytest.approx(once.points)
    assert np.interp(once.points, twice.grid, twice.se) == pytest.approx(
        np.interp(once.points, once.grid, once.se), rel=1e-6
    )


def test_a_seat_that_always_loses_has_no_handicap_on_the_grid():
    scores = np.tile([0.0, 1000.0], (10, 1))
    assert handicap(scores, 0).points == pytest.approx(-1000, abs=1)  # every game turns at once
    with pytest.raises(ValueError, match="seat is 2"):
        handicap(scores, 2)


WEIGHTS = np.sqrt([0.5, 0.3, 0.2])
LINE = 0.3


def threshold(z):
    """1 where the weighted sum of standard normal streams exceeds a line, z (streams, n)."""
    return (WEIGHTS @ z > LINE).astype(float)


def true_indices():
    """By quadrature: Var E[f | stream i] and Var E[f | all but i] of a normal sum, over the variance of f."""
    p = stats.norm.sf(LINE)

    def explained(a2):
        """Variance of E[f | a part of the sum with variance a2]."""
        inner = integrate.quad(
            lambda z: stats.norm.pdf(z) * stats.norm.cdf((np.sqrt(a2) * z - LINE) / np.sqrt(1 - a2)) ** 2,
            -9,
            9,
        )[0]
        return inner - p**2

    first = [explained(a2) / (p * (1 - p)) for a2 in WEIGHTS**2]
    total = [1 - explained(1 - a2) / (p * (1 - p)) for a2 in WEIGHTS**2]
    return np.array(first), np.array(total)


def pick_freeze(draw, n):
    a, b = draw.standard_normal((3, n)), draw.standard_normal((3, n))
    mixed = []
    for i in range(3):
        ab = a.copy()
        ab[i] = b[i]
        mixed.append(threshold(ab))
    return threshold(a), threshold(b), np.array(mixed)


def test_indices_of_a_threshold_game_are_those_of_the_quadrature():
    """n = 100,000: standard errors about 0.4 pp, tolerance 2 pp."""
    first, total = true_indices()
    found = sobol_indices(*pick_freeze(rng(4), 100_000))
    assert found.first == pytest.approx(first, abs=0.02)
    assert found.total == pytest.approx(total, abs=0.02)
    assert found.variance == pytest.approx(stats.norm.sf(LINE) * stats.norm.cdf(LINE), abs=0.003)
    assert (np.diff(found.first_interval) < 0.03).all()


def test_intervals_of_the_indices_cover():
    """150 replications of 2,000 rows, 6 indices together: 95 +- 3 pp."""
    first, total = true_indices()
    draw, covered = rng(5), []
    for _ in range(150):
        found = sobol_indices(*pick_freeze(draw, 2_000))
        covered.append((found.first_interval[:, 0] <= first) & (first <= found.first_interval[:, 1]))
        covered.append((found.total_interval[:, 0] <= total) & (total <= found.total_interval[:, 1]))
    assert np.mean(covered) == pytest.approx(0.95, abs=0.03)


def test_indices_equal_scipys():
    """scipy.stats.sobol_indices on the same arrays (its defaults are the same two estimators)."""
    a, b, ab = pick_freeze(rng(6), 1_024)
    reference = stats.sobol_indices(func={"f_A": a[None], "f_B": b[None], "f_AB": ab[:, None]}, n=1_024)
    found = sobol_indices(a, b, ab)
    assert found.first == pytest.approx(reference.first_order, abs=5e-3)
    assert found.total == pytest.approx(reference.total_order, abs=5e-3)


def test_several_outputs_are_summed():
    """Two seats' shares say the same thing twice."""
    a, b, ab = pick_freeze(rng(7), 2_000)
    one = sobol_indices(a, b, ab)
    both = sobol_indices(
        np.stack([a, 1 - a], axis=1), np.stack([b, 1 - b], axis=1), np.stack([ab, 1 - ab], axis=2)
    )
    assert both.first == pytest.approx(one.first)
    assert both.total == pytest.approx(one.total)
    with pytest.raises(ValueError, match="does not vary"):
        sobol_indices(np.ones(10), np.ones(10), np.ones((2, 10)))


def test_spread_between_deals_without_the_noise_of_replays():
    """400 deals, true SD 5 pp, 50 replays of a coin: noise SD about 6 pp. Bootstrap interval holds 5 pp."""
    draw = rng(8)
    truth = np.clip(draw.normal(0.3, 0.05, 400), 0, 1)
    found = deal_spread(draw.random((400, 50)) < truth[:, None])
    assert found.noise == pytest.approx(0.064, abs=0.003)
    assert found.interval[0] < 0.05 < found.interval[1]
    assert found.sd == pytest.approx(0.05, abs=0.012)
    assert found.span == pytest.approx((0.3 - 1.645 * 0.05, 0.3 + 1.645 * 0.05), abs=0.025)


def test_deals_that_do_not_differ_have_no_spread():
    found = deal_spread(rng(9).random((300, 50)) < 0.25)
    assert found.sd < 0.02
    assert found.interval[0] == 0
    with pytest.raises(ValueError, match="at least 2"):
        deal_spread(np.ones((5, 1)))


def test_the_share_of_the_set_up_is_that_of_the_strengths_it_deals():
    """Wins by strength plus Gumbel noise (softmax shares): the set-up's share is known from the strengths. 200 samples.

    Coverage of the 95 % interval has a standard error of 1.5 pp; the mean of the estimates one of 0.0015.
    """
    draw, level = rng(6), np.array([0.3, 0, 0, 0])
    sure = np.exp(draw.normal(0, 0.5, (400_000, 4)) + level)
    sure /= sure.sum(axis=1, keepdims=True)
    share = sure.mean(axis=0)
    true = sure.var(axis=0).sum() / (share * (1 - share) + (share - 0.25) ** 2).sum()
    found = []
    for _ in range(200):
        strength = draw.normal(0, 0.5, (900, 4)) + level
        games = [np.eye(4)[np.argmax(strength + draw.gumbel(size=(900, 4)), axis=1)] for _ in range(2)]
        found.append(setup_share(np.stack(games, axis=1)))
    assert np.mean([one.value for one in found]) == pytest.approx(true, abs=0.006)
    assert np.mean([one.low <= true <= one.high for one in found]) == pytest.approx(0.95, abs=0.06)


def test_a_set_up_that_decides_everything_and_one_that_decides_nothing():
    """The same seat wins both games of a set-up: share 1. Independent winners: 0 +- 1 / sqrt(2 n)."""
    draw = rng(7)
    winners = np.eye(3)[draw.integers(0, 3, 3_000)]
    assert setup_share(np.stack([winners, winners], axis=1)).value == pytest.approx(1, abs=2e-3)
    nothing = setup_share(np.eye(3)[draw.integers(0, 3, (3_000, 2))])
    assert nothing.value == pytest.approx(0, abs=4 / np.sqrt(2 * 3_000))
    assert nothing.se == pytest.approx(1 / np.sqrt(2 * 3_000), rel=0.1)
    with pytest.raises(ValueError, match="does not vary"):
        setup_share(np.full((10, 2, 3), 1 / 3))
    with pytest.raises(ValueError, match="2 replays"):
        setup_share(np.zeros((10, 1, 3)))
