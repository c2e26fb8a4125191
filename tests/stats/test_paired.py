"""Paired variants against SciPy and statsmodels."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.weightstats import ttost_paired

from simkit.stats.paired import compare_prefixes, compare_variants, paired
from tests.stats.synthetic import rng, single_winners


def correlated(draw, deals, rho, shift):
    """Two columns of unit normals with correlation rho, the second shifted."""
    a = draw.standard_normal(deals)
    return a, rho * a + sqrt(1 - rho**2) * draw.standard_normal(deals) + shift


def test_identical_arms_differ_by_exactly_zero():
    shares = single_winners(rng(1), 5_000, [0.5, 0.3, 0.2])
    found = paired(shares, shares.copy())
    assert found.difference.tolist() == [0, 0, 0]
    assert found.interval.tolist() == found.simultaneous.tolist() == [[0, 0]] * 3
    assert found.p.tolist() == [1, 1, 1]
    assert found.variance_ratio.tolist() == [0, 0, 0]
    assert found.saved.tolist() == [1, 1, 1]
    assert found.equivalent(1e-9).all()
    assert found.equivalence_p(1e-9).max() < 1e-9


def test_agrees_with_the_paired_tests_of_scipy_and_statsmodels():
    base, variant = correlated(rng(2), 500, 0.5, 0.1)
    found = paired(variant, base)
    reference = stats.ttest_rel(variant, base)
    assert found.p[0] == pytest.approx(reference.pvalue)
    assert found.interval[0] == pytest.approx(np.array(reference.confidence_interval(0.95)))
    assert found.correlation[0] == pytest.approx(np.corrcoef(base, variant)[0, 1])
    p = ttost_paired(variant, base, -0.2, 0.2)[0]
    assert found.equivalence_p(0.2)[0] == pytest.approx(p)
    assert found.equivalent(0.2)[0] == (p < 0.05)


def test_variance_saved_is_the_correlation():
    """Var(D) / (Var A + Var B) = 1 - rho for equal variances; sd of the estimate about 0.01 at 5000 deals."""
    base, variant = correlated(rng(3), 5_000, 0.57, 0)
    found = paired(variant, base)
    assert found.saved[0] == pytest.approx(0.57, abs=0.04)
    assert not found.hurt[0]
    assert paired(-variant, base).hurt[0]


def test_a_constant_difference_is_certain():
    base = np.arange(10.0)
    found = paired(base + 2, base)
    assert found.p.tolist() == [0]
    assert found.interval[0] == pytest.approx([2, 2])


def test_bands_over_all_variants_and_columns_cover_together():
    """3 variants x 2 columns of noise, 250 replications, standard error 1.4 pp: 95 +- 4 pp."""
    draw, covered = rng(4), 0
    for _ in range(250):
        base = draw.standard_normal((200, 2))
        others = {str(v): base + draw.standard_normal((200, 2)) for v in range(3)}
        results = compare_variants(base, others).values()
        bands = np.concatenate([r.simultaneous for r in results])
        covered += bool(((bands[:, 0] <= 0) & (bands[:, 1] >= 0)).all())
    assert covered / 250 == pytest.approx(0.95, abs=0.04)


def test_the_joint_band_is_wider_than_the_single_one_and_shared():
    draw = rng(5)
    base = draw.standard_normal((1_000, 2))
    results = compare_variants(base, {v: base + draw.standard_normal((1_000, 2)) for v in "abc"})
    assert len({r.critical for r in results.values()}) == 1
    for r in results.values():
        assert (np.diff(r.simultaneous) > np.diff(r.interval)).all()
        assert (np.diff(r.equivalence) < np.diff(r.interval)).all()


def test_arms_of_different_deals_are_refused():
    with pytest.raises(ValueError, match="shape"):
        paired(np.zeros((5, 2)), np.zeros((6, 2)))
    with pytest.raises(ValueError, match="at least 2 deals"):
        paired([1.0], [2.0])
    with pytest.raises(ValueError, match="no variants"):
        compare_variants([1.0, 2.0], {})


def test_arms_of_different_lengths_are_compared_over_what_each_shares_with_the_base():
    draw = rng(6)
    base = draw.standard_normal((900, 2))
    long, short = base + draw.standard_normal((900, 2)), base[:400] + draw.standard_normal((400, 2))
    found = compare_prefixes(base, {"long": long, "short": short})
    assert [found[name].deals for name in ("long", "short")] == [900, 400]
    assert found["long"].difference == pytest.approx((long - base).mean(axis=0))
    assert found["short"].difference == pytest.approx((short - base[:400]).mean(axis=0))
    assert found["long"].critical == found["short"].critical > 2.4


def test_families_share_the_error_out_between_them():
    """Four independent differences in each of two families: Sidak at 97.5 %; Monte Carlo error of the value 0.01."""
    draw = rng(7)
    base = np.zeros((20_000, 1))
    rows = {name: draw.standard_normal((20_000, 1)) for name in "abcd"}
    expected = stats.norm.ppf((1 + 0.975 ** (1 / 4)) / 2)
    assert compare_prefixes(base, rows, families=2)["a"].critical == pytest.approx(expected, abs=0.03)
