"""Pools of styles, unknown boards and sensitivity: games solved by hand and simulations of known answer."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from simkit.stats.layouts import layout_result
from simkit.stats.moments import moments
from simkit.stats.pool import (
    PayoffTable,
    alpha_rank,
    cyclic_share,
    dominated_styles,
    nash_average,
    payoff_table,
    rank_pool,
)
from simkit.stats.seats import seat_result
from simkit.stats.sensitivity import main_effects, morris_effects, sobol_effects
from simkit.stats.verdict import ADVANTAGE, BALANCED
from tests.stats.synthetic import rng

CYCLE = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
"""Rock beats scissors beats paper beats rock; rows rock, scissors, paper."""


def full_table(log_odds, se=0.0):
    size = np.asarray(log_odds, dtype=float)
    error = np.full(size.shape, se) * (1 - np.eye(size.shape[0]))
    return PayoffTable(np.full(size.shape, 100.0), np.tanh(size / 2), error, size, error)


def test_rock_paper_scissors_is_even_and_cyclic():
    for alpha in (0.01, 0.1, 10):
        assert alpha_rank(CYCLE, alpha) == pytest.approx(np.full(3, 1 / 3))
    weights, values = nash_average(CYCLE)
    assert weights == pytest.approx(np.full(3, 1 / 3), abs=1e-4)
    assert values == pytest.approx(np.zeros(3), abs=1e-4)
    assert cyclic_share(full_table(CYCLE)) == pytest.approx(1)


def test_a_copy_of_a_style_takes_no_weight_from_the_others():
    """Balduzzi et al. 2018: with paper twice, the two papers share a third."""
    twice = [0, 1, 2, 2]
    weights, _ = nash_average(CYCLE[np.ix_(twice, twice)])
    assert weights == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-3)


def test_strengths_alone_have_no_cycle():
    strength = np.array([1.0, 0.2, -0.4, -0.8])
    game = strength[:, None] - strength
    assert cyclic_share(full_table(game)) == pytest.approx(0, abs=1e-12)
    weights, values = nash_average(game)
    assert weights == pytest.approx([1, 0, 0, 0], abs=1e-6)
    assert values == pytest.approx(strength - 1, abs=1e-5)


def test_alpha_rank_of_two_styles_is_the_ratio_of_fixation_rates():
    """Detailed balance: mass ratio rho_12 / rho_21 = e^{(N - 1) x}, x = alpha (difference of payoffs)."""
    mass = alpha_rank([[0, 0.1], [-0.1, 0]], 0.2, population=50)
    assert mass[0] / mass[1] == pytest.approx(np.exp(49 * 0.2 * 0.2))


def test_alpha_rank_solves_its_chain():
    """Against the eigenvector of the transition matrix written out."""
    M, alpha, N = rng(1).normal(0, 0.1, (5, 5)), 0.3, 50
    T = np.zeros((5, 5))
    for i in range(5):
        for j in range(5):
            if i != j:
                x = alpha * (M[j, i] - M[i, j])
                T[i, j] = (1 - np.exp(-x)) / (1 - np.exp(-N * x)) / 4
        T[i, i] = 1 - T[i].sum()
    values, vectors = np.linalg.eig(T.T)
    mass = np.real(vectors[:, np.argmax(np.real(values))])
    assert alpha_rank(M, alpha) == pytest.approx(mass / mass.sum())


def duels(draw, strength, games):
    """Two-player games of random styles, won by Bradley-Terry."""
    who = np.array([draw.permutation(len(strength))[:2] for _ in range(games)])
    gap = np.asarray(strength)[who]
    first = draw.random(games) < 1 / (1 + np.exp(gap[:, 1] - gap[:, 0]))
    return np.stack([first, ~first], axis=1).astype(float), who


def test_a_payoff_table_of_hand_worked_games():
    """0 beats 1 three times of four: payoff 1/2, log-odds log(3.5 / 1.5)."""
    table = payoff_table([[1, 0], [1, 0], [0, 1], [0, 1]], [[0, 1], [0, 1], [1, 0], [0, 1]], 3)
    assert table.games[0, 1] == 4
    assert table.payoff[0, 1] == pytest.approx(0.5)
    assert table.payoff[1, 0] == pytest.approx(-0.5)
    assert table.log_odds[0, 1] == pytest.approx(np.log(3.5 / 1.5))
    # values 1, 1, 1, -1: standard deviation 1, error 1/2
    assert table.se[0, 1] == pytest.approx(0.5)
    assert np.isnan(table.payoff[0, 2])
    with pytest.raises(ValueError, match="never met"):
        rank_pool(table)


def test_log_odds_and_their_errors_are_those_of_the_logit():
    """12,000 duels: within 4 standard errors of the strengths' differences; error sqrt(1 / (n p q))."""
    strength = np.array([0.5, 0.0, -0.5])
    table = payoff_table(*duels(rng(2), strength, 12_000), 3)
    gap = strength[:, None] - strength
    assert (np.abs(table.log_odds - gap) <= 4 * table.log_odds_se).all()
    p = 1 / (1 + np.exp(-gap[0, 1]))
    assert table.log_odds_se[0, 1] == pytest.approx(np.sqrt(1 / (table.games[0, 1] * p * (1 - p))), rel=0.05)


def test_a_pool_is_ranked_with_its_noise():
    table = payoff_table(*duels(rng(3), [0.8, 0.3, 0.25, -1.0], 6_000), 4)
    found = rank_pool(table, redraws=100)
    assert found.rank[0] == 1
    assert found.rank[3] == 4
    assert found.rank_interval[3].tolist() == [4, 4]
    assert found.rank_interval[1, 0] == 2
    assert found.rank_interval[1, 1] == 3  # 0.3 against 0.25: too close to tell
    assert found.nash[0] > 0.95
    assert found.cyclic < 0.05
    assert found.cyclic_interval[0] <= found.cyclic <= found.cyclic_interval[1] + 0.05


def test_a_style_beaten_by_another_against_everyone_is_dominated():
    table = payoff_table(*duels(rng(4), [0.8, 0.3, -1.0], 9_000), 3)
    found = dominated_styles(table)
    assert found.dominated.tolist() == [False, True, True]
    assert found.by[0] == -1
    assert found.by[1] == 0
    assert np.isnan(np.diag(found.p)).all()
    assert not dominated_styles(full_table(CYCLE, 0.01)).dominated.any()


def layouts(draw, number, games, sd):
    """Two-seat results of layouts whose true share is 1/2 + N(0, sd)."""
    truth = 0.5 + draw.normal(0, sd, number)
    wins = draw.binomial(games, truth)
    return truth, [seat_result(np.eye(2), [w, games - w]) for w in wins]


def test_layouts_are_the_units():
    """40 layouts x 500 games, layout SD 3 pp: naive intervals cover 72 %, clustered 95 % (published).

    1000 replications, standard errors 1.4 and 0.7 pp. The interval of 40 means is written out here and once compared
    with the estimator.
    """
    draw, naive, clustered = rng(5), 0, 0
    for _ in range(1000):
        shares = draw.binomial(500, 0.5 + draw.normal(0, 0.03, 40)) / 500
        mean, pooled = shares.mean(), np.sqrt(shares.mean() * (1 - shares.mean()) / 20_000)
        naive += abs(mean - 0.5) <= 1.96 * pooled
        clustered += abs(mean - 0.5) <= stats.t.ppf(0.975, 39) * shares.std(ddof=1) / np.sqrt(40)
    assert naive / 1000 == pytest.approx(0.72, abs=0.045)
    assert clustered / 1000 == pytest.approx(0.95, abs=0.022)
    _, results = layouts(draw, 40, 500, 0.03)
    found = layout_result(results, 0.01)
    shares = np.array([r.share[0] for r in results])
    half = stats.t.ppf(0.975, 39) * shares.std(ddof=1) / np.sqrt(40)
    assert found.overall.interval[0] == pytest.approx([shares.mean() - half, shares.mean() + half])


def test_the_next_layout_lies_in_the_prediction_interval():
    """150 replications of 10 layouts: 95 %, standard error 1.8 pp."""
    draw, hits = rng(6), 0
    for _ in range(150):
        _, results = layouts(draw, 10, 2_000, 0.03)
        low, high = layout_result(results, 0.01).prediction[0]
        hits += low <= 0.5 + draw.normal(0, 0.03) <= high
    assert hits / 150 == pytest.approx(0.95, abs=0.055)


def test_layouts_that_change_the_verdict_are_counted():
    """Spread of 3 pp around fair with a margin of 1 pp: 74 % lie outside. None does at a spread of 0.1 pp."""
    wide = layout_result(layouts(rng(7), 200, 100_000, 0.03)[1], 0.01)
    assert wide.changed == pytest.approx(0.74, abs=0.11)
    assert not wide.robust
    assert wide.sides().sum(axis=1) == pytest.approx([1, 1])
    assert wide.sides()[0] == pytest.approx(wide.sides()[1, ::-1])
    assert 1 - wide.sides()[0, 1] == pytest.approx(wide.changed)
    assert wide.layout_sd[0] == pytest.approx(0.03, rel=0.2)
    narrow = layout_result(layouts(rng(8), 30, 100_000, 0.001)[1], 0.01)
    assert narrow.changed == 0
    assert narrow.robust
    # none of 30 leaves room for one in nine
    assert narrow.changed_interval == pytest.approx(proportion_confint(0, 30, method="wilson"))
    assert narrow.verdict.kind == BALANCED
    strong = layout_result([seat_result(np.eye(2), [7_000 + i, 3_000 - i]) for i in range(10)], 0.01)
    assert strong.verdict.kind == ADVANTAGE
    assert strong.kinds[0] == ("advantage", "disadvantage")
    with pytest.raises(ValueError, match="at least 2"):
        layout_result([seat_result(np.eye(2), [5, 5])], 0.01)


def test_main_effects_of_a_full_grid():
    """y = 2 [a = 1] + noise of 0.1 over 3 x 4 x 3 runs: effects -1 and 1, none of b."""
    draw = rng(9)
    a, b, _ = (axis.ravel() for axis in np.meshgrid([0, 1], [1, 2, 3, 4], range(10), indexing="ij"))
    y = 5 + 2 * a + draw.normal(0, 0.1, a.size)
    first, second = main_effects({"b": b, "a": a}, y)
    assert (first.factor, second.factor) == ("a", "b")
    assert first.effect == pytest.approx([-1, 1], abs=0.05)
    assert first.runs.tolist() == [40, 40]
    assert (first.interval[:, 0] < [-1, 1]).all()
    assert first.p < 1e-20
    assert second.swing < 0.15
    assert second.p > 0.001
    # balanced, so the effects are differences of plain means
    assert second.effect == pytest.approx([y[b == level].mean() - y.mean() for level in (1, 2, 3, 4)])


def test_the_base_that_all_runs_share_widens_the_changes_and_not_the_effects():
    """200 sets of 24 runs against one base of error 0.5, changes of 1: 95 %, standard error 1.5 pp."""
    draw, hits, narrow = rng(12), 0, 0
    a = np.tile([0, 1, 2], 8)
    for _ in range(200):
        found = main_effects({"a": a}, 1 + 0.5 * draw.normal() + draw.normal(0, 0.1, 24), shared=0.5)[0]
        low, high = found.change_interval[0]
        hits += low <= 1 <= high
        low, high = found.change[0] - found.effect[0] + found.interval[0]
        narrow += low <= 1 <= high
    assert hits / 200 == pytest.approx(0.95, abs=0.046)
    assert narrow / 200 < 0.3
    assert np.ptp(found.interval[0]) < 0.3 * np.ptp(found.change_interval[0])


def test_main_effects_of_a_latin_hypercube_are_binned():
    draw = rng(10)
    x = stats.qmc.LatinHypercube(2, rng=draw).random(200)
    first, second = main_effects({"x": x[:, 0], "z": x[:, 1]}, 4 * x[:, 0] + draw.normal(0, 0.1, 200))
    assert first.factor == "x"
    assert first.effect == pytest.approx([-1.5, -0.5, 0.5, 1.5], abs=0.15)
    assert second.swing < 0.4
    with pytest.raises(ValueError, match="too few"):
        main_effects({"x": [1, 2]}, [1, 2])


def test_morris_and_sobol_of_salib_see_the_factor_that_matters():
    """y = 3 a + b on [0, 1]: elementary effects 3 and 1; variance shares 0.9 and 0.1."""
    morris = pytest.importorskip("SALib.sample.morris", reason="SALib is an extra")
    sobol = pytest.importorskip("SALib.sample.sobol", reason="SALib is an extra")
    bounds = {"a": (0.0, 1.0), "b": (0.0, 1.0)}
    described = {"num_vars": 2, "names": ["a", "b"], "bounds": [[0, 1], [0, 1]]}
    runs = morris.sample(described, 10, num_levels=4, seed=1)
    found = morris_effects(bounds, runs, runs @ [3, 1])
    assert (found["a"][0], found["b"][0]) == pytest.approx((3, 1))
    points = sobol.sample(described, 256, calc_second_order=False, seed=1)
    shares = sobol_effects(bounds, points @ [3, 1])
    assert (shares["a"][0], shares["b"][2]) == pytest.approx((0.9, 0.1), abs=0.05)
    with pytest.raises(ValueError, match="low below high"):
        morris_effects({"a": (1.0, 0.0)}, [[1.0]], [1.0])


def test_moments_of_layout_means_do_not_fall_back_to_wilson():
    """Four layouts of share 1/2: few rows, but each is a mean of many games."""
    found = layout_result([seat_result(np.eye(2), [5_000 + d, 5_000 - d]) for d in (-10, 0, 0, 10)], 0.01)
    assert found.overall.interval[0, 1] - found.overall.interval[0, 0] < 0.01
    assert moments([[0.5], [0.5]]).se[0] == 0
