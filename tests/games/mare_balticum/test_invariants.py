"""``broken`` names every planted fault."""

from collections.abc import Callable

import pytest

from simkit.games.mare_balticum.invariants import INVARIANTS
from simkit.games.mare_balticum.state import TIME
from simkit.position import Position
from tests.games.mare_balticum.helpers import area, play_randomly, set_bag, started


def swap_in_bag(state: object) -> None:
    """A cod becomes a herring."""
    bag = state.bag[state.bag_at : state.bag_n]  # type: ignore[attr-defined]
    bag[bag.tolist().index(3)] = 2


def lose_time(state: object) -> None:
    bag = state.bag[state.bag_at : state.bag_n]  # type: ignore[attr-defined]
    bag[bag.tolist().index(TIME)] = 0


def setter(name: str, *index: int, value: int) -> Callable[[object], None]:
    def plant(state: object) -> None:
        getattr(state, name)[index] = value

    return plant


def field(name: str, value: int) -> Callable[[object], None]:
    def plant(state: object) -> None:
        setattr(state, name, value)

    return plant


def empty_an_area(state: object) -> None:
    """Its tokens go back into the bag, so that only the refill is missing."""
    where = area("B")
    kind = int(state.tokens[where, 0])  # type: ignore[attr-defined]
    state.tokens[where] = 5  # type: ignore[attr-defined]
    state.stocked = int(state.stocked) & ~(1 << where)  # type: ignore[attr-defined]
    state.bag[state.bag_n] = kind  # type: ignore[attr-defined]
    state.bag_n += 1  # type: ignore[attr-defined]


def second_card(state: object) -> None:
    state.card[0] = state.card[1] = 2  # type: ignore[attr-defined]


def negative_fish(state: object) -> None:
    """Counts that cancel out."""
    state.hold[0] = [-1, 1, 0, 0]  # type: ignore[attr-defined]
    state.caught[0] = [-1, 1, 0, 0, 0]  # type: ignore[attr-defined]
    bag = state.bag[state.bag_at : state.bag_n]  # type: ignore[attr-defined]
    bag[bag.tolist().index(1)] = 0


def token_into_a_port(state: object) -> None:
    """From the sea, so that only its place is wrong."""
    where = area("B")
    state.tokens[0, 0], state.tokens[where] = int(state.tokens[where, 0]), 5  # type: ignore[attr-defined]
    state.stocked = int(state.stocked) & ~(1 << where) | 1  # type: ignore[attr-defined]


def second_token_on_shallow(state: object) -> None:
    """Two areas' tokens in one of them."""
    one, other = area("A"), area("B")
    kinds = sorted((int(state.tokens[one, 0]), int(state.tokens[other, 0])))  # type: ignore[attr-defined]
    state.tokens[one], state.tokens[other] = kinds, 5  # type: ignore[attr-defined]
    state.stocked = int(state.stocked) & ~(1 << other)  # type: ignore[attr-defined]


def six_in_a_hold(state: object) -> None:
    """Six fish out of the bag, as if they had been caught."""
    bag = state.bag[state.bag_at : state.bag_n].tolist()  # type: ignore[attr-defined]
    fish = [kind for kind in bag if kind < 4][:6]
    for kind in fish:
        bag.remove(kind)
        state.hold[0, kind] += 1  # type: ignore[attr-defined]
        state.caught[0, kind] += 1  # type: ignore[attr-defined]
    state.held[0] = 6  # type: ignore[attr-defined]
    state.bag_n -= 6  # type: ignore[attr-defined]
    state.bag[state.bag_at : state.bag_n] = bag  # type: ignore[attr-defined]


def a_kind_twice_at_a_port(state: object) -> None:
    state.circle[2] = state.circle[2, 0]  # type: ignore[attr-defined]


FAULTS = [
    (1, swap_in_bag),
    (2, lose_time),
    (3, token_into_a_port),
    (3, second_token_on_shallow),
    (3, field("stocked", 0)),
    (4, setter("held", 1, value=1)),
    (4, negative_fish),
    (4, six_in_a_hold),
    (5, setter("caught", 0, 2, value=3)),
    (5, setter("landed", 0, 4, value=1)),
    (6, setter("reserve", 2, value=1)),
    (6, setter("fleet", 0, value=0)),
    (7, setter("market", 0, 1, value=2)),
    (7, setter("played", 0, value=1)),
    (8, empty_an_area),
    (9, setter("accepts", 2, value=0)),
    (9, setter("demands", 0, value=1)),
    (9, a_kind_twice_at_a_port),
    (10, second_card),
    (10, setter("card", 0, value=6)),
    (11, field("actions_left", 4)),
    (11, field("turn_no", 9)),
    (11, field("round_no", 101)),
    (12, setter("pending", 0, value=1)),
    (12, field("opened", 1)),
    (13, setter("sets", 0, value=1)),
    (13, setter("sets", 0, value=-2)),
]


@pytest.mark.parametrize(("number", "plant"), FAULTS)
def test_a_planted_fault_is_named(number: int, plant: Callable[[object], None]) -> None:
    position = started(trade_contracts=True)
    assert position.broken() == 0
    plant(position.state)
    assert position.broken() == number
    assert INVARIANTS[number].startswith(f"{number}:")


def test_a_split_fleet_is_named() -> None:
    position = started()
    position.state.fleet[0] = 1 << area("B") | 1 << area("a")
    position.state.reserve[0] = 2
    assert position.broken() == 6


def test_an_empty_bag_before_the_last_time_token_is_named() -> None:
    position = started()
    while int(position.state.bag_n) > int(position.state.bag_at):
        position.state.bag_n -= 1
    assert position.broken() in (1, 2)
    set_bag(position)
    position.state.time_drawn = 6
    position.state.last_round = 2
    assert position.broken() == 1


def test_random_play_breaks_nothing_and_every_invariant_is_listed() -> None:
    position: Position = started(deal=5, demand_management=True, trade_contracts=True)
    for _ in range(60):
        play_randomly(position, 5)
        assert position.broken() == 0
    assert [text.split(":")[0] for text in INVARIANTS[1:]] == [str(n) for n in range(1, len(INVARIANTS))]
    assert {number for number, _ in FAULTS} == set(range(1, 14))
