"""Streamed sums give what the whole arrays give, however the deals are cut into parts."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from simkit.stats.aggregate import Ratios, Sums, Tally, change_word, close_shares, mix_by_round, unpaired
from simkit.stats.arm import ArmSums, Part, Shape, first_deals_in_common, games_to_watch
from simkit.stats.flow_sums import TIMES
from simkit.stats.intervals import proportion
from simkit.stats.layouts import layout_result, shared_covariance
from simkit.stats.moments import moments
from simkit.stats.paired import paired
from simkit.stats.seats import seat_result

RNG = np.random.Generator(np.random.PCG64(5))


def test_sums_of_parts_are_the_moments_of_the_whole() -> None:
    rows = RNG.normal(100.0, 3.0, (997, 3))
    sums = Sums(3)
    for part in np.array_split(rows, 7):
        sums.add(part)
    whole = moments(rows)
    np.testing.assert_allclose(sums.moments.mean, whole.mean)
    np.testing.assert_allclose(sums.moments.covariance, whole.covariance, rtol=1e-9)
    contrast = sums.contrast([1.0, 0.0, -1.0])
    assert contrast.value == pytest.approx(float(rows[:, 0].mean() - rows[:, 2].mean()))


def test_sums_without_deals_have_no_estimate() -> None:
    assert np.isnan(Sums(2).estimates()[0].value)
    with pytest.raises(ValueError, match="no deal"):
        _ = Sums(2).moments


def test_a_ratio_and_its_error_agree_with_the_delta_method() -> None:
    """20,000 repeats of 400 deals with 0 to 3 events each: the estimated error matches the spread of the ratios."""
    weights = RNG.integers(0, 4, (400, 1))
    totals = RNG.normal(2.0, 1.0, (400, 1)) * weights
    ratios = Ratios(1)
    ratios.add(totals[:150], weights[:150])
    ratios.add(totals[150:], weights[150:])
    found = ratios.estimates()[0]
    assert found.value == pytest.approx(float(totals.sum() / weights.sum()))
    pick = RNG.integers(0, 400, (20_000, 400))
    spread = (totals[pick, 0].sum(axis=1) / weights[pick, 0].sum(axis=1)).std()
    assert found.se == pytest.approx(spread, rel=0.05)


@pytest.mark.parametrize("wins", [0, 3, 397, 400])
def test_a_rate_near_its_ends_keeps_an_honest_interval(wins: int) -> None:
    """Seen never, or 3 times in 400 deals: neither a point nor an interval beyond 0 and 1; Wilson's where it varies."""
    hits = np.zeros((400, 1))
    hits[:wins] = 1.0
    sums, ratios = Sums(1), Ratios(1)
    sums.add(hits)
    ratios.add(hits, np.ones((400, 1)))
    for found in (sums.rates()[0], ratios.rates()[0]):
        assert found.value == pytest.approx(wins / 400)
        assert 0 <= found.low < found.high <= 1
        low, high = proportion_confint(wins, 400, method="wilson")
        assert (found.low, found.high) == pytest.approx((low, high), abs=4e-4)


def test_games_of_one_deal_count_as_one_game() -> None:
    found = proportion(70, 500, 50)
    assert (found.value, found.n) == (0.14, 500)
    assert (found.low, found.high) == pytest.approx(proportion_confint(7, 50, method="wilson"))


def test_a_tally_gives_exact_shares_and_quantiles() -> None:
    values = RNG.integers(-3, 40, 1001)
    tally = Tally()
    for part in np.array_split(values, 4):
        tally.add(part)
    assert tally.n == 1001
    assert tally.mean == pytest.approx(values.mean())
    for q in (0.05, 0.25, 0.5, 0.95):
        assert tally.quantile(q) == np.quantile(values, q, method="inverted_cdf")
    assert tally.share(0, 5) == pytest.approx(np.mean((values >= 0) & (values <= 5)))
    other = Tally()
    other.add(np.array([0.5, 1.25]))
    assert other.quantile(1.0) == 1.25


def test_a_weighted_tally_adds_weights() -> None:
    tally = Tally()
    tally.add(np.array([[2, 3], [3, 2]]), np.array([[1.0, 0.0], [0.5, 0.5]]))
    assert dict(zip(tally.values.tolist(), tally.counts.tolist(), strict=True)) == {2.0: 1.5, 3.0: 0.5}


def test_close_games_by_hand() -> None:
    found = close_shares(np.array([0.0, 1.0, 4.0]), np.array([1.0, 2.0, 7.0]), (0, 1, 5), 10)
    assert [e.value for e in found] == [0.1, 0.3, 1.0]


def test_the_mix_of_moves_by_hand() -> None:
    rounds, shares, moves = mix_by_round([1, 1, 3], [0, 1, 1], [3, 1, 5], 2)
    assert rounds.tolist() == [1, 3]
    assert shares.tolist() == [[0.75, 0.25], [0.0, 1.0]]
    assert moves.tolist() == [4, 5]


def test_two_samples_have_the_error_of_welch() -> None:
    """scipy.stats.ttest_ind(equal_var=False): the standard error of the difference of means."""
    a, b = RNG.normal(0, 1, (300, 2)), RNG.normal(0.2, 2, (500, 2))
    found = unpaired(moments(b), moments(a))
    expected = np.sqrt(a.var(axis=0, ddof=1) / 300 + b.var(axis=0, ddof=1) / 500)
    np.testing.assert_allclose(found.se, expected)
    np.testing.assert_allclose(found.difference, b.mean(axis=0) - a.mean(axis=0))


def test_the_word_for_a_change_needs_the_margin() -> None:
    base = RNG.dirichlet([5, 5], 4000)
    moved = base + np.array([0.2, -0.2])
    assert change_word(paired(moved, base), 0.01) == "changed"
    assert change_word(paired(base, base), 0.01) == "unchanged"
    assert change_word(paired(base[:40][::-1], base[:40]), 0.01) == "undecided"


def arm_part(deals: int, players: int = 3) -> Part:
    """Games with random scores, one rotation a deal; the standing is a share of the final score."""
    score = RNG.integers(0, 30, (deals, 1, players)).astype(np.float64)
    best = score == score.max(axis=-1, keepdims=True)
    share = best / best.sum(axis=-1, keepdims=True)
    games = {
        name: RNG.integers(5, 9, (deals, 1))
        for name in ("rounds", "turns", "decisions", "lead_changes", "end_cause")
    }
    games |= {
        "tie_break": np.zeros((deals, 1), int),
        "winners": (best * 2 ** np.arange(players)).sum(axis=-1),
    }
    games |= {"deal": np.arange(deals)[:, None], "rotation": np.zeros((deals, 1), int)}
    seats = {"win_share": share, "score": score, "turns": np.ones((deals, 1, players), int)}
    seats |= {"place": np.broadcast_to(np.arange(players), (deals, 1, players))}
    return Part(games, seats, (score[..., None] * TIMES).astype(np.float32))


def test_the_design_effect_is_one_for_single_games_and_counts_copies() -> None:
    """Four copies of a game are one game: the mean share varies four times as much as over four games."""
    single = arm_part(3_000)
    shape = Shape(players=3, places=3, measures=())
    one, four = ArmSums(shape), ArmSums(shape)
    one.add(single)
    assert one.design_effect == 1.0
    copies = {name: np.repeat(np.asarray(values), 4, axis=1) for name, values in single.seats.items()}
    games = {name: np.repeat(np.asarray(values), 4, axis=1) for name, values in single.games.items()}
    four.add(Part(games, copies, np.repeat(np.asarray(single.standing), 4, axis=1)))
    assert four.design_effect == pytest.approx(4, rel=1e-3)


def cut(part: Part, first: int, last: int) -> Part:
    """Some of its deals."""
    assert part.standing is not None
    games = {name: values[first:last] for name, values in part.games.items()}
    seats = {name: values[first:last] for name, values in part.seats.items()}
    return Part(games, seats, part.standing[first:last])


def test_an_arm_is_the_same_however_it_is_cut() -> None:
    part = arm_part(500)
    shape = Shape(3, 3, measures=("score",), policy_of_place=(0, 1, 1), keep_deals=True, keep_games=True)
    whole, pieces = ArmSums(shape), ArmSums(shape)
    whole.add(part)
    for first, last in ((0, 120), (120, 121), (121, 500)):
        pieces.add(cut(part, first, last))
    for name in ("shares", "metrics", "policy_shares", "winner_means"):
        np.testing.assert_allclose(getattr(whole, name).moments.mean, getattr(pieces, name).moments.mean)
    for mine, other in zip(whole.flow.snowball(), pieces.flow.snowball(), strict=True):
        assert mine.value == pytest.approx(other.value)
    np.testing.assert_array_equal(whole.paired_shares, pieces.paired_shares)
    assert games_to_watch(whole.watch) == games_to_watch(pieces.watch)


def test_a_leader_whose_standing_is_the_final_score_always_wins() -> None:
    sums = ArmSums(Shape(3, 3, measures=("score",)))
    sums.add(arm_part(400))
    leader, last = sums.flow.leader.moments.mean, sums.flow.last.moments.mean
    ties = sums.metrics.moments.mean[-1]
    assert (leader <= 1).all()
    assert (leader >= 1 - ties).all()
    assert (last <= ties).all()


def test_games_to_watch_are_three_different_games() -> None:
    sums = ArmSums(Shape(3, 3, measures=("score",), keep_games=True))
    sums.add(arm_part(300))
    picks = games_to_watch(sums.watch)
    assert [pick.kind for pick in picks] == ["typical", "closest", "largest comeback"]
    assert len({pick.deal for pick in picks}) == 3
    assert games_to_watch([]) == []


def test_layouts_that_share_their_deals_share_their_error() -> None:
    """200 studies of 8 identical layouts on the same deals: the interval of the mean covers a fair seat."""
    hits, deals = 0, 200
    for _ in range(200):
        luck = RNG.random(deals)
        samples = []
        for _ in range(8):
            won = np.where(RNG.random(deals) < 0.7, luck, RNG.random(deals)) < 0.5
            samples.append(np.stack([won, ~won], axis=1).astype(np.float64))
        shared = shared_covariance(samples) / deals
        found = layout_result([seat_result(sample) for sample in samples], 0.01, shared=shared)
        low, high = found.overall.interval[0]
        hits += low <= 0.5 <= high
    assert (
        0.90 <= hits / 200 <= 1.0
    )  # 95 % or a little more (t with 7 degrees of freedom is wide), less 3 errors


def test_first_deals_in_common_leave_out_what_one_arm_lacks() -> None:
    part = arm_part(60)
    whole, short = (ArmSums(Shape(3, 3, measures=("score",), keep_first=True)) for _ in range(2))
    whole.add(part)
    short.add(cut(part, 0, 10))
    short.add(cut(part, 25, 40))
    a, b = first_deals_in_common([whole, short])
    np.testing.assert_array_equal(a, b)
    assert len(a) == 25
