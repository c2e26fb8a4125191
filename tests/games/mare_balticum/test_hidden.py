"""What a seat cannot know (MB-64, MB-66, MB-68) and what it knows."""

import numpy as np
import pytest

from simkit.games.mare_balticum.state import PRODUCTION, SAFE, produce_move
from tests.games.mare_balticum.helpers import (
    TIME,
    area,
    end_turn,
    play_randomly,
    set_bag,
    set_market,
    set_tokens,
    set_warehouse,
    started,
)

PUBLIC = (
    "tokens",
    "fleet",
    "reserve",
    "hold",
    "circle",
    "card",
    "time_drawn",
    "actions_left",
    "held",
    "bag_at",
    "bag_n",
)


@pytest.mark.rule("MB-66")
def test_hiding_keeps_all_that_is_public_and_the_own_numbers() -> None:
    for seat in range(4):
        for steps in (30, 90, 150):
            position = started(deal=seat, policies=["greedy"] * 4)
            play_randomly(position, steps)
            other = position.copy()
            other.hide(seat, 11)
            for name in PUBLIC:
                assert np.array_equal(getattr(position.state, name), getattr(other.state, name)), name
            assert np.array_equal(position.state.market[seat], other.state.market[seat])
            assert np.array_equal(position.state.warehouse[seat], other.state.warehouse[seat])
            filled = position.state.market != -1
            assert np.array_equal(filled, other.state.market != -1)
            assert (position.state.played & 1 << SAFE).tolist() == (other.state.played & 1 << SAFE).tolist()
            assert sorted(position.state.bag[position.state.bag_at : position.state.bag_n]) == sorted(
                other.state.bag[other.state.bag_at : other.state.bag_n]
            )
            assert other.broken() == 0


@pytest.mark.rule("MB-66")
def test_face_down_numbers_are_uniform() -> None:
    """One number on cod: each of 3, 2, 1, 0 a quarter of the time, within 5 sigma of 400 draws."""
    position = started()
    set_market(position, 1, -1, -1, -1, 2)
    counts = np.zeros(4)
    for key in range(400):
        other = position.copy()
        other.hide(0, key)
        counts[other.state.market[1, 3]] += 1
    assert (abs(counts / 400 - 0.25) < 5 * (0.25 * 0.75 / 400) ** 0.5).all()


@pytest.mark.rule("MB-64")
def test_open_choices_of_others_are_cleared_and_asked_again() -> None:
    position = started()
    set_tokens(position, area("a"))
    set_bag(position, TIME, 0, 0, 0)
    end_turn(position)
    for _ in range(2):
        position.apply(produce_move(0, 0))
    other = position.copy()
    other.hide(2, 5)
    assert other.seat == 2
    assert other.state.pending[:4].tolist() == [-1] * 4
    assert other.moves() == position.moves()
    for _ in range(4):
        assert other.state.phase == PRODUCTION
        other.apply(other.moves()[0])
    assert other.state.phase != PRODUCTION
    own = position.copy()
    own.hide(0, 5)
    assert own.state.pending[0] == position.state.pending[0]
    assert own.state.pending[1] == -1


def test_the_order_of_the_bag_is_uniform() -> None:
    """Each kind is drawn next, and last, as often as it lies in the bag: within 5 sigma of 600 draws."""
    position = started(deal=4)
    state = position.state
    bag = state.bag[state.bag_at : state.bag_n].tolist()
    first, last = np.zeros(6), np.zeros(6)
    for key in range(600):
        other = position.copy()
        other.hide(0, key)
        first[other.state.bag[state.bag_at]] += 1
        last[other.state.bag[state.bag_n - 1]] += 1
    share = np.bincount(bag, minlength=6) / len(bag)
    bound = 5 * (share * (1 - share) / 600) ** 0.5
    assert (abs(first / 600 - share) <= bound).all()
    assert (abs(last / 600 - share) <= bound).all()


@pytest.mark.rule("MB-68")
def test_unseen_tax_is_any_two_of_the_tokens_owned_at_that_time() -> None:
    """2 salmon and a flatfish then, 4 cod landed since: a flatfish among the two with 2/3, within 5 sigma; no cod."""
    position = started()
    set_warehouse(position, 1, 1, 0, 0, 4)
    position.state.tax_pool[1] = [2, 1, 0, 0, 0]
    position.state.tax_store[1] = [1, 1, 0, 0, 0]
    flatfish = 0
    for key in range(400):
        other = position.copy()
        other.hide(0, key)
        paid = other.state.tax_store[1].tolist()
        assert paid in ([2, 0, 0, 0, 0], [1, 1, 0, 0, 0])
        assert (other.state.warehouse[1] + paid).tolist() == [2, 1, 0, 4, 0]
        flatfish += paid[1]
    assert abs(flatfish / 400 - 2 / 3) < 5 * (2 / 9 / 400) ** 0.5
    own = position.copy()
    own.hide(1, 7)
    assert own.state.tax_store[1].tolist() == [1, 1, 0, 0, 0]


@pytest.mark.rule("MB-58", "MB-64")
def test_the_rest_of_a_random_refill_comes_in_any_order() -> None:
    """Only the area that the time token was drawn for is known; each area keeps its number of places."""
    position = started(refill_order="random")
    for letter in "aghm":
        set_tokens(position, area(letter))
    set_bag(position, TIME, 0, 1, 2, 3, 4, 0)
    end_turn(position)
    assert position.state.phase == PRODUCTION
    queue = position.state.queue[: position.state.queue_n].tolist()
    seen = set()
    for key in range(40):
        other = position.copy()
        other.hide(0, key)
        again = other.state.queue[: other.state.queue_n].tolist()
        assert sorted(again) == sorted(queue)
        assert again[0] == queue[0]
        seen.add(tuple(dict.fromkeys(again)))
    assert len(seen) == 6
    by_number = started()
    by_number.hide(0, 1)
    assert by_number.state.queue.tolist() == started().state.queue.tolist()


@pytest.mark.rule("MB-48")
def test_with_warehouse_public_off_only_the_numbers_of_tokens_are_known() -> None:
    """The others' tokens are dealt anew among them: each keeps its number, the kinds in all stay the same."""
    position = started(warehouse_public=False)
    set_warehouse(position, 1, 2, 0, 1, 0, 0)
    set_warehouse(position, 2, 0, 2, 0, 1, 3)
    position.state.caught[:] = position.state.warehouse
    position.state.landed[:] = position.state.warehouse
    seen = set()
    for key in range(30):
        other = position.copy()
        other.hide(0, key)
        assert other.state.warehouse.sum(1).tolist() == [0, 3, 6, 0, 0]
        assert other.state.warehouse.sum(0).tolist() == position.state.warehouse.sum(0).tolist()
        seen.add(tuple(other.state.warehouse[1].tolist()))
    assert len(seen) > 3
    known = started()
    set_warehouse(known, 1, 2, 0, 1, 0, 0)
    known.hide(0, 3)
    assert known.state.warehouse[1].tolist() == [2, 0, 1, 0, 0]


def test_features_do_not_look_at_other_warehouses_or_numbers() -> None:
    position = started(policies=["greedy"] * 4, deal=2)
    play_randomly(position, 70)
    before = position.features()
    for seat in range(4):
        if seat != position.seat:
            position.state.warehouse[seat] = [9, 9, 9, 9, 9]
            position.state.market[seat] = [3, 2, 1, 0]
    assert np.array_equal(position.features(), before)
