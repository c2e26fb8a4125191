"""Tie sets, score summaries, lengths, and many comparisons."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from simkit.stats.arrays import patterns
from simkit.stats.intervals import proportion
from simkit.stats.multiple import benjamini_hochberg, holm, shrink
from simkit.stats.scores import (
    close_games,
    length_difference,
    length_distribution,
    margins,
    summary,
    summary_from_sums,
)
from simkit.stats.ties import tie_sets
from tests.stats.synthetic import exchangeable, rng


def test_tie_sets_are_counted_by_set():
    """Seat 0 alone twice, seats 0 and 2 once, seat 1 once: masks 1, 5, 2."""
    table = tie_sets([1, 5, 1, 2])
    assert table.sets == ((0,), (1,), (0, 2))
    assert table.counts.tolist() == [2, 1, 1]
    assert table.shared.value == 0.25
    assert table.interval[0] == pytest.approx(proportion_confint(2, 4, method="wilson"))
    assert tie_sets([1, 5, 2, 4], [2, 1, 1, 0]).counts.tolist() == table.counts.tolist()


@pytest.mark.parametrize("masks", [[0, 1], [], [1.5], [[1]]], ids=str)
def test_games_without_winners_are_refused(masks):
    with pytest.raises(ValueError, match="mask"):
        tie_sets(masks)


def test_proportions_have_wilsons_interval():
    found = proportion(7, 50)
    assert (found.low, found.high) == pytest.approx(proportion_confint(7, 50, method="wilson"))
    with pytest.raises(ValueError, match="no proportion"):
        proportion(3, 2)


def test_outcome_patterns_are_few():
    rows, counts = patterns(exchangeable(rng(1), 10_000, 3, 0.2))
    assert rows.shape == (6, 3)
    assert counts.sum() == 10_000


def test_sums_and_samples_agree():
    x = rng(2).normal(70, 9, 1_000)
    one, two = summary(x), summary_from_sums(1_000, x.sum(), (x**2).sum())
    assert one.mean.value == pytest.approx(two.mean.value)
    assert one.sd == pytest.approx(two.sd) == pytest.approx(x.std(ddof=1))
    assert (one.mean.low, one.mean.high) == pytest.approx(stats.ttest_1samp(x, 0).confidence_interval(0.95))
    assert one.quantiles == pytest.approx(np.quantile(x, one.probabilities, method="inverted_cdf"))


def test_quantile_intervals_cover():
    """The true quartiles of a normal, 95 % each; 1000 samples of 200, standard error 0.7 pp, discrete: 94..98 %."""
    draw, hits = rng(3), 0.0
    truth = stats.norm.ppf([0.25, 0.5, 0.75])
    for _ in range(1000):
        found = summary(draw.standard_normal(200), (0.25, 0.5, 0.75)).interval
        hits += np.mean((found[:, 0] <= truth) & (truth <= found[:, 1]))
    assert 0.94 <= hits / 1000 <= 0.98


def test_values_of_one_deal_are_not_independent():
    """Four seats with the same score: the error is that of the deals."""
    deals = rng(4).normal(50, 10, 500)
    found = summary(np.repeat(deals, 4), groups=np.repeat(np.arange(500), 4))
    assert found.mean.se == pytest.approx(deals.std(ddof=1) / sqrt(500))
    assert found.mean.n == 500
    alone = summary(np.repeat(deals, 4))
    assert found.mean.se == pytest.approx(2 * alone.mean.se, rel=0.01)
    assert (np.diff(found.interval) > np.diff(alone.interval)).all()


def test_lengths_with_a_cap_agree_with_scipys_ecdf():
    draw = rng(5)
    rounds = draw.integers(5, 15, 300)
    capped = rounds >= 13
    rounds = np.minimum(rounds, 13)
    found = length_distribution(rounds, capped)
    reference = stats.ecdf(stats.CensoredData(uncensored=rounds[~capped], right=rounds[capped]))
    ended = np.isin(reference.cdf.quantiles, rounds[~capped])
    assert found.cdf == pytest.approx(reference.cdf.probabilities[ended])
    band = reference.sf.confidence_interval(0.95, method="log-log")
    assert found.interval[:, 0] == pytest.approx(1 - band.high.probabilities[ended])
    assert found.interval[:, 1] == pytest.approx(1 - band.low.probabilities[ended])
    assert found.capped.value == capped.mean()
    assert found.median == np.quantile(rounds, 0.5, method="inverted_cdf")


def test_lengths_without_a_cap_are_the_plain_distribution():
    found = length_distribution([3, 1, 2, 2])
    assert found.values.tolist() == [1, 2, 3]
    assert found.cdf == pytest.approx([0.25, 0.75, 1])
    assert found.quartiles == (1, 2, 2)
    assert found.interval[-1] == pytest.approx([1, 1])


def test_a_quartile_that_capped_games_hide_is_unknown():
    found = length_distribution([1, 2, 9, 9], [False, False, True, True])
    assert found.quartiles[:2] == (1, 2)
    assert np.isnan(found.quartiles[2])
    with pytest.raises(ValueError, match="cut off"):
        length_distribution([9, 9], [True, True])


def test_longer_games_are_noticed():
    draw = rng(6)
    base, longer = draw.poisson(20, 500), draw.poisson(22, 500)
    assert length_difference(base, longer) < 1e-4
    assert length_difference(base, base) == pytest.approx(1)


def test_margins_and_close_games():
    gaps = margins([[10, 7, 9], [5, 5, 1], [3, 9, 0]])
    assert gaps.tolist() == [1, 0, 6]
    assert close_games(gaps, 1).value == pytest.approx(2 / 3)


def test_adjusted_p_values_are_those_of_statsmodels_and_scipy():
    p = rng(7).random(20) ** 3
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1])
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p))
    assert holm([0.01, np.nan, 0.04])[[0, 2]] == pytest.approx([0.02, 0.04])
    assert np.isnan(holm([0.01, np.nan, 0.04])[1])


def test_the_top_of_a_raw_ranking_overstates_itself_and_the_shrunk_one_does_not():
    """60 components, true SD 1 pp, 2000 games of SD 0.433 each; published: 1.57 pp against 0.0.

    400 replications; the top's error has an SD of about 0.9 pp, so the mean has 0.05 pp.
    """
    draw, raw, kept = rng(8), [], []
    se = np.full(60, 0.433 / sqrt(2000))
    for _ in range(400):
        truth = draw.normal(0, 0.01, 60)
        seen = truth + se * draw.standard_normal(60)
        shrunk = shrink(seen, se)
        raw.append(seen.max() - truth[seen.argmax()])
        top = shrunk.value.argmax()
        kept.append(shrunk.value[top] - truth[top])
    assert 100 * np.mean(raw) == pytest.approx(1.57, abs=0.25)
    assert 100 * np.mean(kept) == pytest.approx(0, abs=0.2)


def test_pure_noise_shrinks_to_its_mean():
    found = shrink([1.0, 2.0, 3.0], [10, 10, 10])
    assert found.tau == 0
    assert found.value == pytest.approx([2, 2, 2])
    assert found.sd == pytest.approx(np.full(3, 10 / sqrt(3)))
    sure = shrink([1.0, 2.0, 3.0], [1e-6] * 3)
    assert sure.value == pytest.approx([1, 2, 3])
