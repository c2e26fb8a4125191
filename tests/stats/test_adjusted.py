"""Takings adjusted for circumstance: planted effects, none where only leaders take, and the logit's own numbers."""

import numpy as np
import pytest

from simkit.stats.adjusted import LEAST, Takings, adjusted_at_takings
from simkit.stats.components import ComponentCounts, component_table
from simkit.stats.logit import conditional_logit
from tests.stats.synthetic import rng

SEATS = 4


def takings(seed: int, games: int, effect: float) -> tuple[Takings, np.ndarray, np.ndarray]:
    """A seat a game takes component 0 or 1; leaders rather take 0, which adds ``effect`` to the log-odds of winning.

    The lead drives the result as well, and seats differ. Also returns who decided and whether 0 was taken.
    """
    draw = rng(seed)
    seat, lead = draw.integers(0, SEATS, games), draw.normal(0, 3, games)
    took = draw.random(games) < 1 / (1 + np.exp(-lead))
    odds = -1.1 + 0.3 * seat + 0.25 * lead + effect * took
    won = (draw.random(games) < 1 / (1 + np.exp(-odds))).astype(float)
    table = Takings(
        won=won,
        stratum=seat,
        progress=draw.random(games),
        lead=lead,
        component=np.where(took, 0, 1),
        on_offer=np.full((games, 1), 0b11),
        deal=np.arange(games),
    )
    return table, seat, took


def test_only_leaders_take_it_so_the_raw_difference_lies_and_the_adjusted_one_does_not() -> None:
    data, _, took = takings(1, 40_000, 0.0)
    won = data.won[:, None]
    taken = np.stack([took], axis=1).astype(float)
    raw = component_table(
        ComponentCounts(
            np.array([float(len(won))]),
            *(
                np.atleast_2d(x.sum(axis=0))
                for x in (np.ones_like(won), won, won**2, taken, taken * won, taken * won)
            ),
        ),
        SEATS,
    )
    assert raw.improvement[0] > 0.15
    found = adjusted_at_takings(data, 2)
    assert found.points == pytest.approx([0, 0], abs=3.5 * found.se[0])
    assert found.points[0] == pytest.approx(-found.points[1])
    assert found.se[0] < 0.01


@pytest.mark.parametrize("effect", [0.6, -0.4])
def test_a_planted_effect_is_recovered(effect: float) -> None:
    """Log-odds planted; the change of share is the effect times mean P (1 - P). 3.5 standard errors."""
    data, seat, took = takings(2, 40_000, effect)
    chance = 1 / (1 + np.exp(-(-1.1 + 0.3 * seat + 0.25 * data.lead + effect * took)))
    found = adjusted_at_takings(data, 2)
    assert found.points[0] == pytest.approx(effect * np.mean(chance * (1 - chance)), abs=3.5 * found.se[0])
    assert found.q[0] < 1e-6
    assert found.interval[0, 0] < found.points[0] < found.interval[0, 1]


def test_intervals_cover() -> None:
    """200 studies of 3,000 takings without an effect: 95 %, standard error 1.5 pp."""
    hits = 0
    for seed in range(200):
        low, high = adjusted_at_takings(takings(100 + seed, 3_000, 0.0)[0], 2).interval[0]
        hits += low <= 0 <= high
    assert hits / 200 == pytest.approx(0.95, abs=0.05)


def test_it_is_the_conditional_logit_of_the_seat_against_the_rest() -> None:
    """The same coefficients from ``conditional_logit`` with two alternatives, the deciding seat and the others."""
    data, seat, took = takings(3, 5_000, 0.5)
    lead = (data.lead - data.lead.mean()) / data.lead.std()
    progress = (data.progress - data.progress.mean()) / data.progress.std()
    own = np.column_stack([took, lead, progress, lead * progress, np.eye(SEATS)[seat]])
    design = np.stack([own, np.zeros_like(own)], axis=1)
    fit = conditional_logit(
        np.stack([data.won, 1 - data.won], axis=1), design, [str(i) for i in range(own.shape[1])]
    )
    chance = 1 / (1 + np.exp(-own @ fit.coefficients))
    slope = np.mean(chance * (1 - chance))
    found = adjusted_at_takings(data, 2)
    assert found.points[0] == pytest.approx(slope * fit.coefficients[0], rel=1e-6)
    assert found.se[0] == pytest.approx(slope * fit.se[0], rel=1e-3)


def test_takings_of_one_deal_are_one_unit() -> None:
    data, _, _ = takings(4, 4_000, 0.3)
    twice = Takings(*(np.concatenate([values, values]) for values in vars(data).values()))
    once, both = adjusted_at_takings(data, 2), adjusted_at_takings(twice, 2)
    assert both.points == pytest.approx(once.points)
    assert both.se == pytest.approx(once.se, rel=1e-6)


def test_too_few_takings_give_no_number() -> None:
    data, _, took = takings(5, 2_000, 0.3)
    few = np.flatnonzero(took)[LEAST - 1 :]
    keep = np.setdiff1d(np.arange(2_000), few)
    found = adjusted_at_takings(Takings(*(values[keep] for values in vars(data).values())), 3)
    assert np.isnan(found.points).all()
    assert found.taken[0] == LEAST - 1
    assert found.offered[2] == 0
    assert found.shrunk is None


def test_components_beyond_the_first_word_of_the_mask_are_found() -> None:
    data, _, _ = takings(6, 3_000, 0.5)
    moved = Takings(
        data.won, data.stratum, data.progress, data.lead, data.component + 62,
        np.stack([np.zeros(3_000, np.int64), np.full(3_000, 0b11)], axis=1), data.deal,
    )  # fmt: skip
    assert adjusted_at_takings(moved, 64).points[62:] == pytest.approx(adjusted_at_takings(data, 2).points)


def test_arrays_of_different_lengths_are_refused() -> None:
    data, _, _ = takings(7, 500, 0.0)
    with pytest.raises(ValueError, match="one length"):
        adjusted_at_takings(Takings(**{**vars(data), "deal": data.deal[:-1]}), 2)
