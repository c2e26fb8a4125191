"""The model of who wins, against planted truth, slow obvious versions and statsmodels."""

import numpy as np
import pytest
from scipy import optimize
from statsmodels.discrete.conditional_models import ConditionalLogit

from simkit.stats.logit import conditional_logit, interaction_test, plackett_luce, seat_policy_fit
from tests.stats.synthetic import rng

SEAT = np.array([0.2, 0.05, -0.05, -0.2])
POLICY = np.array([0.5, 0.1, -0.6])


def played(draw, policies, seat=SEAT, policy=POLICY, twist=None, ties=0.0):
    """Shares and ranks by utility + Gumbel noise, the largest wins; in some games the top two share."""
    utility = seat + policy[policies] + draw.gumbel(size=policies.shape)
    if twist is not None:
        utility += twist[np.arange(policies.shape[1]), policies]
    order = np.argsort(-utility, axis=1)
    shares, games = np.zeros(policies.shape), np.arange(policies.shape[0])
    shares[games, order[:, 0]] = 1
    tied = draw.random(games.size) < ties
    shares[games[tied], order[tied, 0]] = shares[games[tied], order[tied, 1]] = 0.5
    return shares, np.argsort(order, axis=1)


def confounded(draw, games):
    """Policies that prefer seats: policy 0 mostly sits first."""
    chances = np.array([[0.8, 0.1, 0.1], [0.1, 0.6, 0.3], [0.3, 0.3, 0.4], [0.1, 0.2, 0.7]])
    return np.stack([draw.choice(3, games, p=p) for p in chances], axis=1)


def test_a_planted_seat_effect_is_recovered_although_policies_prefer_seats():
    """40,000 games; every effect within 3.5 standard errors, which are below 0.02. Raw shares are far off."""
    draw = rng(1)
    policies = confounded(draw, 40_000)
    shares, _ = played(draw, policies)
    found = seat_policy_fit(shares, policies, 3)
    assert found.seat_se.max() < 0.02
    assert np.abs((found.seat - SEAT) / found.seat_se).max() < 3.5
    assert np.abs((found.policy - POLICY) / found.policy_se).max() < 3.5
    true = np.exp(SEAT) / np.exp(SEAT).sum()
    assert found.even_share == pytest.approx(true, abs=0.01)
    assert (found.even_interval[:, 0] < found.even_share).all()
    assert abs(shares.mean(axis=0)[0] - true[0]) > 0.05


def test_intervals_of_effects_cover():
    """300 replications of 600 games, 7 effects: 95 %, standard error below 1.3 pp for one effect."""
    draw, covered = rng(2), np.zeros(7)
    for _ in range(300):
        policies = confounded(draw, 600)
        found = seat_policy_fit(played(draw, policies)[0], policies, 3)
        z = np.concatenate([(found.seat - SEAT) / found.seat_se, (found.policy - POLICY) / found.policy_se])
        covered += np.abs(z) < 1.96
    assert covered / 300 == pytest.approx(np.full(7, 0.95), abs=0.045)


def test_the_fit_is_that_of_statsmodels():
    """ConditionalLogit (statsmodels) on the same 200 games, one row a seat: coefficients and model errors."""
    draw = rng(3)
    x = draw.standard_normal((200, 3, 2))
    shares = np.eye(3)[np.argmax(x @ [0.5, -1] + draw.gumbel(size=(200, 3)), axis=1)]
    found = conditional_logit(shares, x, ["a", "b"])
    reference = ConditionalLogit(shares.ravel(), x.reshape(-1, 2), groups=np.repeat(np.arange(200), 3)).fit(
        disp=0
    )
    assert found.coefficients == pytest.approx(reference.params, abs=1e-3)  # its BFGS stops early
    assert np.sqrt(np.diag(found.model_covariance)) == pytest.approx(reference.bse, rel=1e-3)
    assert found.log_likelihood == pytest.approx(reference.llf)
    assert found.interval()[0] == pytest.approx(
        found.coefficients[0] + np.array([-1.96, 1.96]) * found.se[0], rel=1e-3
    )


def test_shared_wins_maximise_the_fractional_likelihood():
    """Against a general optimiser on the likelihood written out."""
    draw = rng(4)
    x = draw.standard_normal((100, 3, 2))
    shares = draw.dirichlet([1, 1, 1], 100)

    def loss(beta):
        u = x @ beta
        return -np.sum(shares * (u - np.log(np.exp(u).sum(axis=1, keepdims=True))))

    slow = optimize.minimize(loss, np.zeros(2), tol=1e-12)
    assert conditional_logit(shares, x, ["a", "b"]).coefficients == pytest.approx(slow.x, abs=1e-5)


def test_a_deal_played_twice_is_one_deal():
    draw = rng(5)
    policies = confounded(draw, 500)
    shares, _ = played(draw, policies, ties=0.2)
    once = seat_policy_fit(shares, policies, 3)
    deals = np.tile(np.arange(500), 2)
    twice = seat_policy_fit(np.vstack([shares, shares]), np.vstack([policies, policies]), 3, deals)
    assert twice.seat == pytest.approx(once.seat)
    assert twice.seat_se == pytest.approx(once.seat_se)
    assert twice.fit.model_covariance == pytest.approx(once.fit.model_covariance / 2)


def test_no_interaction_is_found_where_there_is_none():
    """300 replications with 20 % ties, size 5 %: standard error 1.3 pp. 12 intervals in each, not independent."""
    draw, rejected, covered = rng(6), 0, []
    for _ in range(300):
        policies = draw.integers(0, 3, (1_500, 4))
        found = interaction_test(played(draw, policies, ties=0.2)[0], policies, 3)
        rejected += found.p < 0.05
        covered.append(np.mean(np.abs(found.effects) < found.half_width()))
    assert 0.02 <= rejected / 300 <= 0.09
    assert 0.93 <= np.mean(covered) <= 0.97


def test_an_interaction_is_found_where_it_is_planted():
    draw = rng(7)
    policies = draw.integers(0, 3, (20_000, 4))
    twist = np.zeros((4, 3))
    twist[0, 0], twist[0, 1], twist[3, 0], twist[3, 1] = 0.3, -0.3, -0.3, 0.3
    found = interaction_test(played(draw, policies, twist=twist)[0], policies, 3)
    assert found.df == 6
    assert found.p < 1e-10
    assert found.statistic == pytest.approx(found.lr, rel=0.1)
    assert found.effects == pytest.approx(twist, abs=0.12)
    assert found.effects.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-9)


def test_rankings_recover_strengths():
    draw = rng(8)
    policies = draw.integers(0, 3, (10_000, 4))
    _, ranks = played(draw, policies, seat=np.zeros(4))
    found = plackett_luce(ranks, policies, 3)
    assert np.abs((found.strength - POLICY) / found.se).max() < 3.5
    assert found.elo == pytest.approx(found.strength * 173.7178, rel=1e-5)
    wins_only = seat_policy_fit((ranks == 0).astype(float), policies, 3)
    assert (found.se < wins_only.policy_se).all()


def test_rankings_maximise_the_plackett_luce_likelihood():
    """Against a general optimiser on the product over stages; two seats are Bradley-Terry."""
    draw = rng(9)
    policies = np.array([draw.permutation(4)[:3] for _ in range(150)])
    order = np.argsort(-np.array([0.5, 0, 0, -0.5])[policies] - draw.gumbel(size=(150, 3)), axis=1)
    ranked = np.take_along_axis(policies, order, axis=1)

    def loss(free):
        theta = np.append(0, free)[ranked]
        return -sum(np.sum(theta[:, i] - np.log(np.exp(theta[:, i:]).sum(axis=1))) for i in range(3))

    slow = np.append(0, optimize.minimize(loss, np.zeros(3), tol=1e-12).x)
    found = plackett_luce(np.argsort(order, axis=1), policies, 4)
    assert found.strength == pytest.approx(slow - slow.mean(), abs=1e-5)


def test_tied_ranks_are_symmetric():
    found = plackett_luce([[1.5, 1.5], [1.5, 1.5], [1, 2], [2, 1]], [[0, 1]] * 4, 2)
    assert found.strength == pytest.approx([0, 0], abs=1e-9)


def test_what_the_data_cannot_tell_is_refused():
    shares = np.eye(2)[[0, 1, 0, 1]]
    with pytest.raises(ValueError, match="cannot tell"):
        seat_policy_fit(shares, np.tile([0, 1], (4, 1)), 2)
    with pytest.raises(ValueError, match="separates"):
        conditional_logit(np.eye(2)[[0, 1, 0]], np.eye(2)[[0, 1, 0]][:, :, None], ["won"])
    with pytest.raises(ValueError, match="policies range"):
        seat_policy_fit(shares, np.full((4, 2), 5), 2)
    with pytest.raises(ValueError, match="design"):
        conditional_logit(shares, np.zeros((4, 3, 1)), ["x"])
