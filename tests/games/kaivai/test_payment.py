"""Paying with shells: what may be tendered, what comes back (KV-101 to KV-104)."""

from itertools import combinations

import numpy as np
import pytest

from simkit.games.kaivai import state as s
from simkit.games.kaivai.board import place

from .test_actions import AT, lone


def paid(cost: int, shells: tuple[int, ...], **switches: object) -> list[int]:
    """What is left of the shells after building for a cost: village 4 has one hex, the bid makes up the rest."""
    table = lone(**switches)
    table.shells(0, *shells)
    if cost > 1:
        table.settle(seat=0, bids=(cost - 1, 10, 9, 8))
    table.balance()
    table.act(s.BUILD).do(s.M_BUILDER, place(*AT), place(*AT)).do(s.M_HUT, b=place(3, -1), c=s.MEETING)
    return table.held(0)


@pytest.mark.rule("KV-101", "KV-102", "KV-103")
@pytest.mark.parametrize(
    ("cost", "shells", "left"),
    [(2, (1, 1, 1), [1]), (3, (2, 2, 2), [2, 1]), (3, (1, 5), [3]), (7, (5, 5, 5), [5, 3]), (4, (4, 3), [3])],
)
def test_payment_breaks_shells_down_and_never_makes_bigger_ones(
    cost: int, shells: tuple[int, ...], left: list[int]
) -> None:
    """T-04, T-05."""
    assert paid(cost, shells) == left
    assert sum(shells) - sum(left) == cost
    for value in range(1, 6):
        assert sum(x >= value for x in left) <= sum(x >= value for x in shells)


@pytest.mark.rule("KV-102", "KV-103")
def test_minimal_tender_forbids_a_shell_that_is_not_needed() -> None:
    """T-05: shells 1 and 5, cost 3: the 1 need not be tendered: 2 comes back, and the 1 stays."""
    assert paid(3, (1, 5), pay="minimal_tender") == [2, 1]
    assert paid(7, (5, 5, 5), pay="minimal_tender") == [5, 3]
    assert paid(3, (2, 2, 2), pay="minimal_tender") == [2, 1]
    assert paid(4, (4, 3), pay="minimal_tender") in ([3], [3])


def payments(shells: tuple[int, ...], cost: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All (tender, shells left) that break one shell at most: some are used up, one may come back smaller."""
    found = []
    for size in range(1, len(shells) + 1):
        for chosen in combinations(range(len(shells)), size):
            tender = tuple(shells[i] for i in chosen)
            change = sum(tender) - cost
            if 0 <= change < max(tender):
                left = [x for i, x in enumerate(shells) if i not in chosen] + [change] * (change > 0)
                found.append((tender, tuple(sorted(left, reverse=True))))
    return found


def worth(shells: tuple[int, ...], losses: int) -> int:
    return sum(max(0, x - losses) for x in shells)


def purses(number: int) -> list[tuple[int, tuple[int, ...]]]:
    """So many purses of two to six shells and a cost that each can pay."""
    rng = np.random.Generator(np.random.SFC64(1))
    found = []
    while len(found) < number:
        shells = tuple(int(x) for x in rng.integers(1, 6, size=int(rng.integers(2, 7))))
        cost = int(rng.integers(2, 12))
        if sum(shells) >= cost:
            found.append((cost, shells))
    return found


@pytest.mark.rule("KV-102", "KV-103")
def test_no_other_payment_ever_leaves_more_than_smallest_first() -> None:
    """Whatever else could be tendered, the rest is worth no more after any number of losses of value."""
    for cost, shells in purses(40):
        left = tuple(paid(cost, shells))
        others = [rest for _, rest in payments(shells, cost)]
        assert left in others
        for losses in range(5):
            assert worth(left, losses) == max(worth(rest, losses) for rest in others)


@pytest.mark.rule("KV-102", "KV-103")
def test_minimal_tender_leaves_most_of_what_needs_every_tendered_shell() -> None:
    """Of the tenders without a needless shell the one whose rest is worth most after one loss, then two, and so on."""
    for cost, shells in purses(60):
        needed = [rest for tender, rest in payments(shells, cost) if sum(tender) - min(tender) < cost]
        best = max(needed, key=lambda rest: [worth(rest, losses) for losses in range(1, 5)])
        assert tuple(paid(cost, shells, pay="minimal_tender")) == best, (cost, shells)
