"""Grids on shared deals, fair points, and parts of the variance, against brute force and theory."""

import numpy as np
import pytest

from simkit.stats.fair import fair_points, shares_with
from simkit.stats.moments import moments
from simkit.stats.sweep import GridSums, elementary_noise, noise_share
from simkit.stats.variance import variance_parts


def rng(seed):
    return np.random.Generator(np.random.PCG64(seed))


def brute_shares(scores, points, keys):
    """Win shares of one game after another, by comparing tuples."""
    found = np.zeros(scores.shape)
    for g, row in enumerate(scores):
        ranked = [(row[s] + points[s], *keys[g, s]) for s in range(len(row))]
        best = [s for s, rank in enumerate(ranked) if rank == max(ranked)]
        found[g, best] = 1 / len(best)
    return found


def test_shares_with_points_are_those_of_ranking_each_game():
    draw = rng(1)
    scores = draw.integers(0, 6, (400, 3)).astype(float)
    keys = draw.integers(0, 2, (400, 3, 2)).astype(float)
    for points in ([0, 0, 0], [0, 2, 1]):
        np.testing.assert_allclose(shares_with(scores, points, keys), brute_shares(scores, points, keys))


@pytest.mark.parametrize("behind", [(0, 3), (0, 2, 5), (4, 0, 1, 6), (1, 0, 7, 3, 2)])
def test_fair_points_are_those_that_were_taken_away(behind):
    """Rounded normal scores, SD 4, less whole points: 40,000 games tell one point apart (0.01 of a share or more)."""
    scores = np.rint(4 * rng(2).standard_normal((40_000, len(behind)))) - np.array(behind)
    found = fair_points(scores)
    assert found.points.tolist() == list(behind)
    assert found.shares.mean == pytest.approx(np.full(len(behind), 1 / len(behind)), abs=0.012)


def test_fair_points_follow_the_tie_keys():
    """Two seats whose whole scores are often level: the key favours seat 1, and a point for seat 0 is too much."""
    scores = rng(3).integers(0, 2, (20_000, 2)).astype(float)
    keys = np.tile(np.array([[[0.0], [1.0]]]), (20_000, 1, 1))
    assert shares_with(scores, [0, 0], keys).mean(axis=0)[1] == pytest.approx(0.75, abs=0.02)
    found = fair_points(scores, keys)
    assert found.points.tolist() in ([0, 0], [1, 0])
    assert abs(found.shares.mean[0] - 0.5) <= 0.26


def test_grid_effects_are_means_over_the_points_at_a_level():
    draw = rng(4)
    levels = {"a": [0, 0, 0, 1, 1, 1], "b": [0, 1, 2, 0, 1, 2]}
    changes = draw.standard_normal((6, 50)) + np.arange(6)[:, None]
    sums = GridSums(levels, 50)
    for point, change in enumerate(changes):
        sums.add(point, change)
    effects = {effect.factor: effect for effect in sums.effects()}
    assert [effect.factor for effect in sums.effects()] == ["a", "b"]
    for name, where in levels.items():
        for level in set(where):
            mine = changes[np.array(where) == level].mean(axis=0)
            low, high = effects[name].interval[level]
            assert effects[name].value[level] == pytest.approx(mine.mean())
            assert high - low == pytest.approx(
                2 * 2.0096 * moments(mine[:, None]).se[0], rel=1e-4
            )  # t, 49 df
    assert effects["a"].swing == pytest.approx(changes[3:].mean() - changes[:3].mean())
    assert effects["a"].p < 1e-6


def test_shared_luck_does_not_blur_a_grid():
    """All points have a deal's luck in common: it cancels between levels, so the test keeps its size and power.

    400 grids without an effect: p below 0.05 in 3 to 8 % (size 5 %, 95 % of binomials). With an effect of 0.1 and noise
    of 1 between points, the common luck of SD 10 must not hide it in 1,000 deals.
    """
    draw = rng(5)

    def p(effect, deals):
        common = 10 * draw.standard_normal(deals)
        sums = GridSums({"a": [0, 0, 1, 1]}, deals)
        for point in range(4):
            sums.add(point, common + draw.standard_normal(deals) + effect * (point > 1))
        return sums.effects()[0].p

    small = np.mean([p(0.0, 200) < 0.05 for _ in range(400)])
    assert 0.03 <= small <= 0.08
    assert max(p(0.2, 1000) for _ in range(20)) < 0.05


def test_noise_alone_is_known_as_such():
    """60 points without any effect, each with luck of its own: all their spread is noise, whatever they share.

    The base's luck, of SD 10, stands in every change: counted as noise between points it would hide any effect.
    """
    draw = rng(6)
    shared = 10 * draw.standard_normal(400)
    nothing = [shared + draw.standard_normal(400) for _ in range(60)]
    assert noise_share(nothing) == pytest.approx(1.0, abs=0.3)
    assert (
        noise_share([row + effect for row, effect in zip(nothing, np.linspace(0, 1, 60), strict=True)]) < 0.04
    )
    assert noise_share([np.zeros(9)] * 3) == 1.0


def test_elementary_noise_is_the_mean_absolute_effect_of_noise():
    """Trajectories of 3 + 1 points without an effect, on shared deals, steps of 2/3; 1,000 times 200 deals."""
    delta, draw = 2 / 3, rng(7)
    sizes, floors = [], []
    for _ in range(1000):
        changes = list(5 * draw.standard_normal(200) + draw.standard_normal((4, 200)))
        sizes.append(np.abs(np.diff([row.mean() for row in changes]) / delta).mean())
        floors.append(elementary_noise(changes, [0, 1, 2, 3], 3, delta))
    assert np.mean(floors) == pytest.approx(np.mean(sizes), rel=0.05)


def test_parts_of_the_variance_are_the_planted_ones():
    """Seat means -1, 0, 1; set-up SD 2, chance SD 1, both together SD 1: variances 2/3, 4, 1, 1. 30,000 deals."""
    draw = rng(8)
    a, b = draw.standard_normal((2, 2, 30_000, 3))
    seat_mean = np.array([-1.0, 0.0, 1.0])

    def outcome(setup, chance):
        return seat_mean + 2 * setup + chance + setup * chance

    f_a, f_b = outcome(*a), outcome(*b)
    f_ab = np.stack([outcome(b[0], a[1]), outcome(a[0], b[1])])
    found = variance_parts(f_a, f_b, f_ab, ("set-up", "chance"), [0, 1, 2], [0, 0, 0])
    total = 2 / 3 + 4 + 1 + 1
    assert found.names == ("seat", "policy", "set-up", "chance", "together")
    assert found.variance == pytest.approx(total, rel=0.03)
    expected = np.array([2 / 3, 0, 4, 1, 1]) / total
    width = found.interval[:, 1] - found.interval[:, 0]
    assert (np.abs(found.share - expected) <= width + 1e-12).all()
    assert width.max() < 0.05
    assert found.share.sum() == pytest.approx(1.0)


def test_policies_are_told_from_seats_where_each_sits_everywhere():
    """Two seats, two rotations: seat means 0 and 1, policy means 0 and 3; noise SD 1 in each cell."""
    draw = rng(9)
    seat, policy = np.array([0, 1, 0, 1]), np.array([0, 1, 1, 0])
    means = 1.0 * seat + 3.0 * policy
    f_a, f_b = (means + draw.standard_normal((20_000, 4)) for _ in range(2))
    found = variance_parts(f_a, f_b, f_b[None], ("chance",), seat, policy)
    total = 0.25 + 2.25 + 1
    assert found.share[:3] == pytest.approx(np.array([0.25, 2.25, 1]) / total, abs=0.02)
    fixed = variance_parts(f_a[:, :2], f_b[:, :2], f_b[None, :, :2], ("chance",), seat[:2], policy[:2])
    assert fixed.share[1] == 0.0
    assert fixed.share[0] == pytest.approx(4 / 5, abs=0.02)


def test_an_outcome_that_never_varies_has_no_parts():
    flat = np.zeros((10, 2))
    with pytest.raises(ValueError, match="does not vary"):
        variance_parts(flat, flat, flat[None], ("chance",), [0, 1], [0, 0])
    with pytest.raises(ValueError, match="do not belong together"):
        variance_parts(flat, flat, flat[None], ("a", "b"), [0, 1], [0, 0])
