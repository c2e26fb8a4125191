"""Stopping at a precision and anytime-valid bands."""

from math import log, sqrt

import numpy as np
import pytest

from simkit.stats.moments import moments
from simkit.stats.sequence import confidence_sequence, sequence_half_width
from simkit.stats.stopping import half_width, precision_stop, precision_stop_from
from tests.stats.synthetic import rng, single_winners


def test_stops_at_the_first_multiple_that_is_precise_enough():
    """Fair coin: 1.96 x 0.5 / sqrt(n) <= 0.01 from n = 9604 on, so at 10,000."""
    found = precision_stop(single_winners(rng(1), 20_000, [0.5, 0.5]), 0.01)
    assert found.reached
    assert found.deals == 10_000
    assert found.half_width == pytest.approx(1.96 * 0.5 / 100, rel=0.01)


def test_a_precision_not_reached_reports_all_deals():
    found = precision_stop(single_winners(rng(1), 5_500, [0.5, 0.5]), 0.01)
    assert (found.reached, found.deals) == (False, 5_500)
    assert found.half_width == pytest.approx(1.96 * 0.5 / sqrt(5_500), rel=0.01)


def test_the_stop_depends_on_the_prefix_alone():
    shares = single_winners(rng(2), 30_000, [0.4, 0.3, 0.3])
    whole = precision_stop(shares, 0.0085)
    assert whole == precision_stop(shares[: whole.deals + 7], 0.0085)
    parts = [(2_000, moments(shares[i : i + 2_000])) for i in range(0, 30_000, 2_000)]
    again = precision_stop_from(iter(parts), 0.0085)
    assert (again.reached, again.deals) == (whole.reached, whole.deals)
    assert again.half_width == pytest.approx(half_width(moments(shares[: whole.deals])))


def test_deals_left_out_for_a_stalled_game_count_as_deals_only():
    shares = single_winners(rng(3), 20_000, [0.5, 0.5])
    shares[::2] = np.nan
    found = precision_stop(shares, 0.01)
    assert found.deals == 20_000
    assert found.reached
    assert not precision_stop(np.full((4_000, 2), np.nan), 0.01).reached


def test_the_precision_stopped_interval_covers():
    """Fair 4-seat games at 2 pp: 1000 replications of seat 0, standard error 0.7 pp; asked for: at least 94 %."""
    draw, hits, coin = rng(4), 0, np.eye(4)
    for _ in range(1000):
        parts = ((500, moments(coin, c)) for c in draw.multinomial(500, [0.25] * 4, 20))
        total = []

        def feed(parts=parts, total=total):
            for part in parts:
                total.append(part[1].mean[0])
                yield part

        stop = precision_stop_from(feed(), 0.02, every=500)
        assert stop.reached
        se = sqrt(np.mean(total) * (1 - np.mean(total)) / stop.deals)
        hits += abs(np.mean(total) - 0.25) <= 1.96 * se
    assert hits / 1000 >= 0.94 - 0.014


def test_half_width_of_the_sequence_is_the_published_formula():
    """arXiv 2103.06476 at n = 1000, planned 1000, alpha 5 %, worked apart; 1.55 to 1.8 times the normal width."""
    r2 = (5.991464547 + log(6.991464547)) / 1000
    nr = 1000 * r2 + 1
    expected = 0.5 * sqrt(2 * nr / (1000**2 * r2) * log(sqrt(nr) / 0.05))
    found = float(sequence_half_width(1000, 0.5, 1000))
    assert found == pytest.approx(expected)
    assert 1.4 < found / (1.96 * 0.5 / sqrt(1000)) < 1.8


def test_the_sequence_misses_in_at_most_five_percent_of_runs_over_a_hundred_looks():
    """1000 runs of 5000 shares; standard error at 5 % is 0.7 pp. Published: 2.1 %."""
    draw, missed = rng(5), 0
    looks = np.arange(50, 5_001, 50)
    for _ in range(1000):
        shares = draw.random(5_000) < 0.25
        bands = confidence_sequence(shares, planned=2_500, looks=looks)
        missed += bool(np.any((bands.band[:, 0, 0] > 0.25) | (bands.band[:, 0, 1] < 0.25)))
    assert missed / 1000 <= 0.05


def test_the_sequence_holds_for_paired_differences_of_variants():
    """Win of one seat in a variant minus in its base, alike in 60 % of deals: a true difference of 2 pp, 100 looks.

    1000 runs of 5000 deals; standard error at 5 % is 0.7 pp.
    """
    draw, missed = rng(6), 0
    looks = np.arange(50, 5_001, 50)
    for _ in range(1000):
        alike, first, second = draw.random((3, 5_000))
        base = first < 0.25
        variant = np.where(alike < 0.6, base, second < 0.30)
        bands = confidence_sequence(1.0 * variant - base, planned=2_500, looks=looks)
        missed += bool(np.any((bands.band[:, 0, 0] > 0.02) | (bands.band[:, 0, 1] < 0.02)))
    assert missed / 1000 <= 0.05


def test_running_means_and_bands_of_a_sequence():
    rows = rng(6).normal(100, 2, (4_000, 2))
    bands = confidence_sequence(rows, planned=4_000)
    assert bands.looks.tolist() == [2_000, 4_000]
    assert bands.mean[0] == pytest.approx(rows[:2_000].mean(axis=0))
    half = sequence_half_width(4_000, rows.std(axis=0, ddof=1), 4_000)
    assert bands.band[1, :, 1] - bands.mean[1] == pytest.approx(half)
    joint = confidence_sequence(rows, planned=4_000, joint=True)
    assert (np.diff(joint.band) > np.diff(bands.band)).all()


@pytest.mark.parametrize("looks", [[1], [0, 10], [5000], []])
def test_looks_outside_the_data_are_refused(looks):
    with pytest.raises(ValueError, match="looks"):
        confidence_sequence(np.zeros(100), 100, looks)


def test_a_precision_must_be_above_zero():
    with pytest.raises(ValueError, match="precision"):
        precision_stop(np.eye(2), 0.0)
