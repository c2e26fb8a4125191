"""What is counted about a game (the ledger's statistics) is what happened in it."""

import pytest

from simkit.games.maldivia import GAME
from simkit.games.maldivia.board import build
from simkit.games.maldivia.state import (
    C_ABOARD,
    C_AFTER_THEFT,
    C_AGROUND,
    C_BACK_FISH,
    C_BLOCKED,
    C_DELIVERIES,
    C_DOUBLE,
    C_FOG_LOST,
    C_FRONT_FISH,
    C_HALF_TURNED,
    C_LOST_TO_BOATS,
    C_LOST_TO_FOG,
    C_OTHER_TURNED,
    C_PUSHED,
    C_ROBBED,
    C_STAYED,
    C_STOLEN,
    C_SWAP_GAIN,
    C_SWAPS,
    C_SWAPS_LEADER,
    C_UPSET,
    FOG,
    GIVE,
    MOVE,
    OCTOPUS,
    PROGRAM,
    PROGRAMMING,
    PUTTING,
    SHARK,
    T_CAUGHT,
    T_CYCLE,
    T_DELIVERED,
    T_EARLY,
    T_FRESH_GIFT,
    T_LEFT,
    T_NO_FISHING,
    T_SIZE,
    T_TRIGGER_SEAT,
    deliver_code,
    move_code,
    rotate_code,
    swap_code,
    take_code,
)
from simkit.games.maldivia.text import describe_move
from simkit.position import Position
from tests.games.maldivia.scenes import (
    FOG_E,
    FOG_N,
    E,
    N,
    S,
    at,
    empty_sea,
    no_ships,
    own,
    scene,
    show_fish,
    show_kind,
    show_ship,
    waiting_cards,
)


def counter(position: Position, seat: int, which: int) -> int:
    return int(position.state.counters[seat, which])


def words(position: Position) -> str:
    return describe_move(position.state, position.board[0], position.rules[0], position.moves()[0])


@pytest.mark.rule("MV-30", "MV-32", "MV-33")
def test_a_turn_without_a_move_is_blocked_aground_or_declined() -> None:
    cases = {
        ("d5", "e5"): (C_BLOCKED, "finds a boat in the way"),
        ("j5", "a1"): (C_AGROUND, "cannot leave the cloth"),
        ("d5", "f5"): (C_STAYED, "chooses to stay"),
    }
    for boats, (which, sentence) in cases.items():
        position = scene(list(boats), E)
        assert sentence in words(position)
        position.apply(move_code(MOVE, 0))
        assert [counter(position, 0, k) for k in (C_BLOCKED, C_AGROUND, C_STAYED)] == [
            k == which for k in (C_BLOCKED, C_AGROUND, C_STAYED)
        ]


def set_up(boats: list[str], programs: list[list[int]]) -> Position:
    """A round in which everybody has just set up these indicators."""
    position = scene(boats, N, board=empty_sea())
    state = position.state
    state.phase, state.seat, state.tipped[:] = PROGRAMMING, 0, 0
    state.program[: len(boats)] = -1
    for blocks in programs:
        for block in blocks:
            position.apply(move_code(PROGRAM, block))
    return position


def test_a_way_is_lost_to_a_boat_that_has_come_or_to_a_fold_since_the_set_up() -> None:
    position = set_up(["a5", "d1"], [[FOG_E, E, N, N], [S, N, N, FOG_N]])
    position.apply(move_code(FOG, E))
    position.apply(position.moves()[0])
    position.apply(move_code(MOVE, 1 + at("d5")))
    position.apply(move_code(MOVE, 1 + at("c5")))  # once nine spaces lay ahead, now two
    assert (counter(position, 0, C_LOST_TO_BOATS), counter(position, 0, C_LOST_TO_FOG)) == (1, 0)
    fogged = set_up(["a5", "d1"], [[FOG_E, E, N, N], [S, N, N, FOG_N]])
    fogged.apply(move_code(FOG, E))
    fogged.apply(fogged.moves()[0])
    fogged.apply(move_code(MOVE, 1 + at("d3")))
    fogged.apply(move_code(MOVE, 1 + at("i5")))  # once nine, now eight
    assert (counter(fogged, 0, C_LOST_TO_BOATS), counter(fogged, 0, C_LOST_TO_FOG)) == (0, 1)
    assert counter(fogged, 1, C_LOST_TO_BOATS) == 0


def test_a_boat_that_was_in_the_way_from_the_start_costs_nothing() -> None:
    position = set_up(["a5", "d5"], [[E, E, N, FOG_N], [S, N, N, FOG_N]])
    position.apply(move_code(MOVE, 1 + at("b5")))
    position.apply(move_code(MOVE, 1 + at("d6")))
    position.apply(move_code(MOVE, 1 + at("h5")))
    assert counter(position, 0, C_LOST_TO_BOATS) == 0


@pytest.mark.rule("MV-53", "MV-65", "MV-74")
def test_only_a_delivery_that_needs_the_stolen_fish_counts_as_after_theft() -> None:
    position = scene(["j3", "i1"], N, masts=["RY", "G"])
    no_ships(position)
    show_ship(position, E, 0, "R")
    show_ship(position, N, 0, "GY")
    position.apply(move_code(MOVE, 1 + at("j1")))
    position.apply(take_code(0, 0b10))
    position.apply(deliver_code(N, 0))
    assert counter(position, 0, C_AFTER_THEFT) == 1
    position.apply(deliver_code(E, 0))
    assert counter(position, 0, C_AFTER_THEFT) == 1
    assert (counter(position, 0, C_DOUBLE), counter(position, 0, C_DELIVERIES)) == (1, 2)
    state = position.state
    assert (state.tally[T_SIZE], state.tally[T_SIZE + 1], state.tally[T_CYCLE], state.tally[T_DELIVERED]) == (
        1,
        1,
        2,
        3,
    )
    assert (counter(position, 0, C_STOLEN), counter(position, 1, C_ROBBED)) == (1, 1)


@pytest.mark.rule("MV-76", "MV-77")
def test_fish_left_for_a_delivery_and_theft_after_it_are_counted() -> None:
    board = empty_sea()
    show_fish(board, "j5", "YYG")
    position = scene(["b5", "j6"], E, masts=["R", "P"], board=board)
    no_ships(position)
    show_ship(position, E, 0, "R")
    position.apply(move_code(MOVE, 1 + at("j5")))
    fishing = position.copy()
    position.apply(deliver_code(E, 0))
    position.apply(take_code(0, 0b10))
    assert (position.state.tally[T_NO_FISHING], position.state.tally[T_EARLY]) == (1, 1)
    fishing.apply(take_code(1, 0))
    assert list(fishing.state.tally[T_CAUGHT : T_CAUGHT + 4]) == [0, 1, 0, 2]
    assert (counter(fishing, 0, C_FRONT_FISH), fishing.state.tally[T_NO_FISHING]) == (3, 0)


@pytest.mark.rule("MV-55", "MV-58")
def test_an_indicator_turned_by_somebody_else_upsets_the_turn_on_which_it_is_tipped() -> None:
    board = empty_sea()
    show_kind(board, "e5", OCTOPUS)
    position = scene(["b5", "a1", "a3"], E, board=board)
    position.state.program[1] = [S, FOG_N, N, N]
    position.apply(move_code(MOVE, 1 + at("e5")))
    position.apply(rotate_code(1, 0, 2))
    assert [counter(position, 0, k) for k in (C_OTHER_TURNED, C_HALF_TURNED)] == [1, 1]
    assert position.state.program[1, 0] == N
    assert counter(position, 1, C_UPSET) == 1
    position.apply(move_code(MOVE, 0))
    assert counter(position, 2, C_UPSET) == 0


@pytest.mark.rule("MV-59", "MV-75")
def test_a_swap_with_the_leader_of_a_card_just_obtained_is_counted() -> None:
    board = empty_sea()
    show_kind(board, "j5", SHARK)
    position = scene(["b5", "a1", "a9"], E, board=board, masts=["R"])
    cards = waiting_cards(position, N)
    own(position, 1, cards[:1])
    own(position, 2, cards[1:2])
    board["value"][0, cards[0]], board["value"][0, cards[1]] = 4, 2
    show_ship(position, E, 0, "R")
    position.apply(move_code(MOVE, 1 + at("j5")))
    position.apply(deliver_code(E, 0))
    other = position.copy()
    position.apply(swap_code(1, N))
    position.apply(position.moves()[0])
    assert [counter(position, 0, k) for k in (C_SWAPS, C_SWAPS_LEADER, C_SWAP_GAIN)] == [1, 1, 3]
    assert position.state.tally[T_FRESH_GIFT] == 1
    other.apply(swap_code(2, N))
    assert other.moves()[0] >> 48 == GIVE
    other.apply(other.moves()[0])
    assert [counter(other, 0, k) for k in (C_SWAPS, C_SWAPS_LEADER, C_SWAP_GAIN)] == [1, 0, 1]


def test_the_fish_aboard_are_counted_when_a_turn_begins_and_pushed_boats_when_they_move() -> None:
    position = scene(["e1", "e2", "c3"], FOG_N, masts=["RG", "P", "YYY"])
    position.apply(move_code(FOG, N))
    assert [counter(position, seat, C_PUSHED) for seat in range(3)] == [1, 1, 0]
    assert [counter(position, seat, C_FOG_LOST) for seat in range(3)] == [1, 1, 0]
    position.apply(position.moves()[0])
    position.apply(move_code(MOVE, 0))
    position.apply(move_code(MOVE, 0))
    assert [counter(position, seat, C_ABOARD) for seat in range(3)] == [1, 0, 3]


@pytest.mark.parametrize("players", [2, 4])
def test_the_books_of_whole_games_balance(players: int) -> None:
    """Fish caught by colour = by face = delivered + lost + thrown back + on masts; ships = deliveries."""
    for deal in range(4):
        policies = [GAME.policy("greedy"), GAME.policy("pirate")] * 2
        position = Position(
            GAME, build("A", players), GAME.rules_record({}), players, deal=deal, policies=policies[:players]
        )
        while not position.over:
            position.apply(position.choose())
        state = position.state
        assert state.phase != PUTTING
        caught = int(state.counters[:, [C_FRONT_FISH, C_BACK_FISH]].sum())
        assert caught == state.tally[T_CAUGHT : T_CAUGHT + 4].sum()
        names = [quantity.name for quantity in GAME.seat_counters]
        gone = state.counters[:, [names.index(name) for name in ("fog_lost", "discarded")]].sum()
        assert caught == state.tally[T_DELIVERED] + gone + state.height.sum()
        assert state.counters[:, C_STOLEN].sum() == state.counters[:, C_ROBBED].sum()
        deliveries = state.counters[:, C_DELIVERIES].sum()
        assert (
            deliveries == state.tally[T_SIZE : T_SIZE + 4].sum() == state.tally[T_CYCLE : T_CYCLE + 4].sum()
        )
        up = int((state.market > 0).sum())
        assert state.tally[T_LEFT : T_LEFT + 4].sum() + up + deliveries == 40
        assert 1 <= state.tally[T_TRIGGER_SEAT] <= players
