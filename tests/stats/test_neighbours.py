"""Neighbour effects: worked by hand, planted and recovered, absent and covered."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest

from simkit.stats import intervals
from simkit.stats.moments import Moments
from simkit.stats.neighbours import NeighbourSums, _alone, neighbour_design, neighbour_result
from tests.stats.synthetic import Floats, rng

GREEDY, STORM, PIRATE, COURIER = range(4)
ALL_OF_3, ALL_OF_4 = list(permutations(range(3))), list(permutations(range(4)))


def chances(
    seating: list[tuple[int, ...]], strength: list[float], beside: dict[tuple[int, int], float]
) -> Floats:
    """Chance to win by rotation and seat: strength times exp(beside[neighbour, step]) over the table's sum."""
    who = np.array(seating)
    weight = np.array(strength)[who]
    for (q, step), effect in beside.items():
        weight *= np.exp(effect * (np.roll(who, -step, axis=1) == q))
    return weight / weight.sum(axis=1, keepdims=True)


def play(draw: np.random.Generator, deals: int, chance: Floats) -> Floats:
    """Winners (deals, rotations, seats). One number decides all of a deal's games, so its rotations are dependent."""
    luck = draw.random((deals, 1, 1))
    own = draw.random((deals, chance.shape[0], 1))
    number = np.where(draw.random((deals, chance.shape[0], 1)) < 0.5, luck, own)
    before = np.cumsum(chance, axis=1) - chance
    return ((number >= before) & (number < before + chance)).astype(np.float64)


def test_a_case_worked_by_hand():
    """Orders abc acb bac bca cab cba; seat 1 wins them all in the first deal, policy a in the second.

    First deal: a sits in each seat twice and wins 2 of 6. Its left neighbour is b in abc, cab, bca: a sits in seat 1 in
    abc only, so it wins 1 of 3 of these. All are worth 1/3: no effects. Second deal: a wins all, whoever sits beside.
    """
    first = np.zeros((6, 3))
    first[:, 0] = 1.0
    second = (np.array(ALL_OF_3) == 0).astype(float)
    found = neighbour_result([first, second], ALL_OF_3, [0, 1, 2], 0.01)
    assert found.own == pytest.approx([2 / 3, 1 / 6, 1 / 6])
    assert found.pairs.value == pytest.approx(np.zeros(12), abs=1e-12)
    assert found.design.seat_games.tolist() == [3] * 12
    assert found.design.everyone.tolist() == [6, 6, 6]
    # third deal: only abc is won by a, the other games by c; a with b on its left wins 1 of 3, with c on its left 0
    third = (np.array(ALL_OF_3) == 2).astype(float)
    third[0] = [1, 0, 0]
    found = neighbour_result([first, second, third], ALL_OF_3, [0, 1, 2], 0.01)
    a_left_of = {tuple(pair): i for i, pair in enumerate(found.design.pairs.tolist())}
    own = (1 / 3 + 1 + 1 / 6) / 3
    left_b, left_c = a_left_of[0, 1, 1], a_left_of[0, 2, 1]
    assert found.own[0] == pytest.approx(own)
    assert found.share[left_b] == pytest.approx((1 / 3 + 1 + 1 / 3) / 3)
    assert found.pairs.value[left_b] == pytest.approx((1 / 3 - 1 / 6) / 3)
    assert found.pairs.value[left_c] == pytest.approx((0 - 1 / 6) / 3)
    assert found.pairs.se[left_b] == pytest.approx(np.std([0, 0, 1 / 6], ddof=1) / np.sqrt(3))
    # c loses abc, where a is its left neighbour: 2 of 3 there and 3 of 3 with b on its left, 5 of 6 overall;
    # a's effect on the player before it: b (0 - 0) and c (2/3 - 5/6), averaged over both and over the deals
    where = found.around.tolist().index([0, 1])
    assert found.main.value[where] == pytest.approx((2 / 3 - 5 / 6) / 2 / 3)
    assert found.main_games[where] == 6


def test_a_planted_effect_is_recovered():
    """A pirate on the left costs a player a fifth of its weight, a storm opposite adds a tenth."""
    chance = chances(ALL_OF_4, [1.0, 0.8, 1.2, 1.5], {(PIRATE, 1): -0.22, (STORM, 2): 0.1})
    found = neighbour_result(play(rng(5), 6_000, chance), ALL_OF_4, range(4), 0.01)
    truth = neighbour_result(chance[None], ALL_OF_4, range(4), 0.01)
    for effects, true in ((found.pairs, truth.pairs.value), (found.main, truth.main.value)):
        assert (effects.simultaneous[:, 0] <= true).all()
        assert (true <= effects.simultaneous[:, 1]).all()
        assert (effects.simultaneous[:, 0] < effects.interval[:, 0]).all()
        assert (effects.interval[:, 0] < effects.equivalence[:, 0]).all()
    left = found.around.tolist().index([PIRATE, 1])
    assert truth.main.value[left] < -0.03
    assert found.main.kinds[left] == "lowers"
    assert found.main.clear[left]
    assert found.main_games[left] == 24
    assert np.argmin(found.main.value) == left


def test_what_one_seat_brings_another_takes():
    """Somewhere a neighbour always sits: with all orders, differences sum to 0 over steps and over neighbours."""
    found = neighbour_result(play(rng(6), 50, chances(ALL_OF_4, [1, 2, 3, 4], {})), ALL_OF_4, range(4), 0.01)
    table = found.pairs.value.reshape(4, 3, 3)  # player, neighbour, step
    assert np.abs(table.sum(axis=1)).max() < 1e-12
    assert np.abs(table.sum(axis=2)).max() < 1e-12


@pytest.fixture
def few_draws(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Critical values of fewer draws (error 0.03), for tests of many studies."""
    intervals._chi.cache_clear()
    monkeypatch.setattr(intervals, "DRAWS", 1 << 12)
    yield
    intervals._chi.cache_clear()


@pytest.mark.usefixtures("few_draws")
def test_without_an_effect_the_intervals_cover_zero():
    """400 studies of 200 deals: 95 % each, all 12 pairs together; binomial SD of the rate 1.1 %."""
    draw, chance = rng(7), chances(ALL_OF_3, [1.0, 1.5, 2.0], {})
    single, joint, main = [], [], []
    for _ in range(400):
        found = neighbour_result(play(draw, 200, chance), ALL_OF_3, range(3), 0.01)
        inside = np.abs(found.pairs.value) <= (found.pairs.interval[:, 1] - found.pairs.interval[:, 0]) / 2
        single.append(inside.mean())
        joint.append(not found.pairs.clear.any())
        main.append(not found.main.clear.any())
    assert np.mean(single) == pytest.approx(0.95, abs=0.02)
    assert np.mean(joint) == pytest.approx(0.95, abs=0.035)
    assert np.mean(main) == pytest.approx(0.95, abs=0.035)


def test_no_effect_is_said_to_lie_within_the_margin_where_the_deals_suffice():
    chance = chances(ALL_OF_4, [1.0, 1.0, 1.0, 1.0], {})
    found = neighbour_result(play(rng(8), 4_000, chance), ALL_OF_4, range(4), 0.02)
    assert set(found.main.kinds) == {"within the margin"}
    assert set(neighbour_result(play(rng(8), 20, chance), ALL_OF_4, range(4), 0.01).main.kinds) == {
        "undecided"
    }


def test_equal_policies_meet_each_other():
    """Random, spoiler, greedy, greedy: greedy beside greedy counts; steps of 12 orders, each place pair as often."""
    orders = list(dict.fromkeys(tuple(min(x, 2) for x in order) for order in ALL_OF_4))
    design = neighbour_design(orders, [0, 1, 2])
    assert design is not None
    games = {tuple(pair): int(n) for pair, n in zip(design.pairs.tolist(), design.seat_games, strict=True)}
    assert games[2, 2, 1] == 8
    assert games[0, 1, 3] == 4
    assert games[0, 2, 3] == 8
    assert (0, 0, 1) not in games
    assert len(games) == 21


def test_a_player_with_the_same_neighbours_everywhere_shows_nothing():
    design = neighbour_design([(0, 1, 1), (1, 0, 1), (1, 1, 0)], [0, 1])
    assert design is not None
    assert design.pairs[:, 0].tolist() == [1] * 4


@pytest.mark.parametrize(
    ("seating", "policies"),
    [
        ([(0, 1, 2), (1, 2, 0), (2, 0, 1)], [0, 1, 2]),  # b is always to the left of a
        ([(0, 1, 2)], [0, 1, 2]),
        ([(0, 1, 2)], [0, 0, 0]),
        ([(0, 1), (1, 0)], [0, 1]),
        ([(0, 1, 2), (0, 2, 1)], [0, 1, 2]),  # a's seat never changes
    ],
)
def test_seatings_that_tell_no_neighbours_apart_are_refused(seating, policies):
    assert neighbour_design(seating, policies) is None
    with pytest.raises(ValueError, match="equally often"):
        neighbour_result(np.zeros((1, len(seating), len(seating[0]))), seating, policies, 0.01)


def test_a_policy_that_never_won_keeps_an_honest_interval():
    found = neighbour_result(
        play(rng(9), 100, chances(ALL_OF_3, [1.0, 1.0, 0.0], {})), ALL_OF_3, range(3), 0.01
    )
    mine = found.design.pairs[:, 0] == 2
    assert found.pairs.value[mine].tolist() == [0.0] * 4
    assert (found.pairs.interval[mine, 1] > 0.02).all()
    assert (found.pairs.simultaneous[mine, 1] > found.pairs.interval[mine, 1]).all()


def test_parts_add_up_and_wrong_shapes_are_refused():
    shares = play(rng(10), 60, chances(ALL_OF_3, [1.0, 2.0, 3.0], {}))
    design = neighbour_design(ALL_OF_3, range(3))
    assert design is not None
    sums = NeighbourSums(design)
    sums.add(shares[:25])
    sums.add(shares[25:])
    whole = neighbour_result(shares, ALL_OF_3, range(3), 0.01)
    assert sums.result(0.01).pairs.simultaneous == pytest.approx(whole.pairs.simultaneous)
    with pytest.raises(ValueError, match="expected"):
        sums.add(shares[:, :5])
    with pytest.raises(ValueError, match="sum to 1"):
        sums.add(shares / 2)


def test_one_deal_decides_nothing():
    found = neighbour_result(play(rng(11), 1, chances(ALL_OF_3, [1, 1, 1], {})), ALL_OF_3, range(3), 0.01)
    assert not found.pairs.clear.any()
    assert set(found.main.kinds) == {"undecided"}


def test_deals_count_for_as_many_games_as_their_spread_is_worth():
    """All games of a deal alike: one; independent: all eight; no variation at all: one."""
    covariance = np.diag([0.2 * 0.8, 0.2 * 0.8 / 8, 0.0])
    sample = Moments(1_000, np.array([0.2, 0.2, 0.0]), covariance)
    assert _alone(sample, np.full(3, 8.0)) == pytest.approx([1_000, 8_000, 1_000])
