"""Components: hand-worked counts, selection that fools the association, and removal that it does not fool."""

from math import sqrt

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from simkit.stats.components import (
    ComponentCounts,
    ablation,
    component_table,
)
from tests.stats.synthetic import rng


def counts_of(shares, offered, taken, strata=None):
    """Counts of one component from games: offered and taken (games, seats)."""
    strata = np.broadcast_to(np.arange(shares.shape[1]), shares.shape) if strata is None else strata
    number = int(strata.max()) + 1

    def total(values):
        return np.bincount(strata.ravel(), values.ravel().astype(float), minlength=number)[:, None]

    w = shares
    return ComponentCounts(
        total(np.ones_like(w))[:, 0],
        total(offered),
        total(offered * w),
        total(offered * w**2),
        total(taken),
        total(taken * w),
        total(taken * w**2),
    )


def test_a_hand_worked_table():
    """One stratum, 100 seat-games: 80 offered with 30 wins, 40 taken with 20 wins: WT 1/2, WN 1/4, IWT 1/4."""
    one = [[x] for x in (80.0, 30.0, 30.0, 40.0, 20.0, 20.0)]
    table = component_table(ComponentCounts(np.array([100.0]), *map(np.array, one)), seats=4)
    assert table.offer_rate == pytest.approx([0.8])
    assert table.take_rate == pytest.approx([0.5])
    assert table.taken_share == pytest.approx([0.5])
    assert table.refused_share == pytest.approx([0.25])
    assert table.improvement == pytest.approx([0.25])
    # sample variances 1/4 40/39 and 3/16 40/39, over 40 each; widened by 4/3
    assert table.improvement_se == pytest.approx([sqrt((0.25 + 0.1875) / 39 * 4 / 3)])
    assert table.stratified == pytest.approx(table.improvement)
    assert table.thin.tolist() == [True]
    assert table.shrunk is None


def test_strata_take_out_who_sits_and_plays_there():
    """Seat 0 wins 60 % and takes it 80 % of the time, seat 1 40 % and 20 %; it does nothing. 40,000 games."""
    draw = rng(1)
    first = draw.random(40_000) < 0.6
    shares = np.stack([first, ~first], axis=1).astype(float)
    taken = draw.random((40_000, 2)) < [0.8, 0.2]
    table = component_table(counts_of(shares, np.ones((40_000, 2)), taken), seats=2)
    assert table.improvement[0] == pytest.approx(0.12, abs=0.015)
    assert abs(table.stratified[0]) < 3.5 * table.stratified_se[0] < 0.04


def test_errors_without_an_effect_are_never_too_small():
    """One of two seats takes it: WT - WN is w - (1 - w). 1000 replications, 5 % has a standard error of 0.7 pp."""
    draw, p = rng(2), []
    for _ in range(1000):
        first = draw.random(400) < 0.5
        shares = np.stack([first, ~first], axis=1).astype(float)
        side = draw.random(400) < 0.5
        taken = np.stack([side, ~side], axis=1)
        p.append(component_table(counts_of(shares, np.ones((400, 2)), taken), seats=2).p[0])
    assert 0.03 <= np.mean(np.array(p) < 0.05) <= 0.071


def test_games_of_one_deal_do_not_count_as_independent():
    """Six games a deal with one winner, seats that take it in all six or in none: 1000 replications, as above."""
    draw, p, blind = rng(4), [], []
    for _ in range(1000):
        first, side = draw.random(100) < 0.5, draw.random(100) < 0.5
        shares = np.repeat(np.stack([first, ~first], axis=1).astype(float), 6, axis=0)
        counts = counts_of(shares, np.ones((600, 2)), np.repeat(np.stack([side, ~side], axis=1), 6, axis=0))
        p.append(component_table(counts, seats=2, design_effect=6).p[0])
        blind.append(component_table(counts, seats=2).p[0])
    assert np.mean(np.array(p) < 0.05) <= 0.071
    assert np.mean(np.array(blind) < 0.05) > 0.3


def test_many_components_are_shrunk_and_adjusted():
    draw = rng(3)
    taken = np.full((1, 30), 2000.0)
    wins = draw.binomial(2000, 0.25 + draw.normal(0, 0.02, 30))[None].astype(float)
    rest = draw.binomial(4000, 0.25, (1, 30)).astype(float)
    table = component_table(
        ComponentCounts(np.array([8000.0]), taken + 4000, wins + rest, wins + rest, taken, wins, wins),
        seats=4,
    )
    assert table.shrunk is not None
    assert table.shrunk.value.std() < table.stratified.std()
    assert (table.q >= table.p).all()
    assert not table.thin.any()


def test_impossible_counts_are_refused():
    one = [np.ones((1, 1)) for _ in range(6)]
    one[3] = np.array([[2.0]])
    with pytest.raises(ValueError, match="taken <= offered"):
        component_table(ComponentCounts(np.array([5.0]), *one), 2)


def snowballing_table(draw, games, effect, ban=False, luck=None):
    """Four seats, each with a standing; the component is taken by whoever leads, and adds ``effect`` to the standing.

    Returns shares and taken. ``luck``: (standing, rest), so that a re-run meets the same
    draws. The focal seat 0 is banned from taking where ``ban``.
    """
    standing, rest = (
        luck if luck is not None else (draw.standard_normal((games, 4)), draw.gumbel(size=(games, 4)))
    )
    takes = standing == standing.max(axis=1, keepdims=True)
    if ban:
        takes[:, 0] = False
    return np.eye(4)[np.argmax(standing + effect * takes + rest, axis=1)], takes


def test_only_leaders_take_it_so_the_association_lies_and_removal_does_not():
    """No effect at all: WT - WN is far above 0; a paired re-run brings it to 0."""
    draw = rng(4)
    luck = draw.standard_normal((20_000, 4)), draw.gumbel(size=(20_000, 4))
    shares, taken = snowballing_table(draw, 20_000, 0.0, luck=luck)
    table = component_table(counts_of(shares, np.ones_like(shares), taken), seats=4)
    assert table.improvement[0] > 0.2
    removed, _ = snowballing_table(draw, 20_000, 0.0, ban=True, luck=luck)
    found = ablation(shares[:, 0], {"it": removed[:, 0]})
    assert found.effect.tolist() == [0.0]


def test_removal_finds_the_planted_effect():
    """Effect 0.8 for leaders: the truth is taken from 400,000 other games; 30,000 here, 4 standard errors."""
    draw = rng(5)

    def ate(games):
        luck = draw.standard_normal((games, 4)), draw.gumbel(size=(games, 4))
        with_it, _ = snowballing_table(draw, games, 0.8, luck=luck)
        without, _ = snowballing_table(draw, games, 0.8, ban=True, luck=luck)
        return ablation(with_it[:, 0], {"it": without[:, 0], "again": without[:, 0]})

    truth, found = ate(400_000).effect[0], ate(30_000)
    assert truth > 0.02
    assert found.effect == pytest.approx(np.full(2, truth), abs=4 * found.se[0])
    assert found.interval[0, 0] > 0
    assert found.q.max() < 1e-6
    assert found.shrunk is not None


def test_a_seat_that_hardly_wins_without_a_component_keeps_an_honest_interval():
    """Two wins in 2,000 deals: Wilson's interval of the share, taken from 1/4; the normal one would exceed 1/4."""
    base, banned = np.full(2_000, 0.25), np.zeros(2_000)
    banned[:2] = 1.0
    found = ablation(base, {"oxygen": banned}, shares=True)
    low, high = proportion_confint(2, 2_000, method="wilson")
    assert found.interval[0] == pytest.approx([0.25 - high, 0.25 - low], rel=1e-3)
    assert found.simultaneous[0, 1] < 0.25
    assert ablation(base, {"oxygen": banned}).interval[0, 1] > 0.25
