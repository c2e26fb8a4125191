"""Market ships, octopus and shark (MV-55 to MV-71, MV-73, MV-75)."""

import numpy as np
import pytest

from simkit.games.maldivia.rules_action import turned
from simkit.games.maldivia.state import (
    C_AFTER_THEFT,
    DELIVER,
    GIVE,
    MOVE,
    OCTOPUS,
    PICKED,
    ROTATE,
    SHARK,
    SWAP,
    T_EMPTY_PILE,
    TAKE,
    deliver_code,
    move_code,
    move_parts,
    rotate_code,
    swap_code,
    take_code,
)
from simkit.position import Position
from tests.games.maldivia.scenes import (
    FOG_E,
    FOG_N,
    FOG_W,
    E,
    N,
    S,
    W,
    at,
    empty_sea,
    fields,
    mast,
    no_ships,
    own,
    scene,
    show_kind,
    show_ship,
    waiting_cards,
)


def at_solys(
    masts: list[str], goal: str = "e10", others: tuple[str, ...] = ("a1",), **switches: object
) -> Position:
    """A boat sails south to the edge of Solys."""
    position = scene([goal[0] + "5", *others], S, masts=masts, **switches)
    no_ships(position)
    show_ship(position, S, 0, "RGP")
    show_ship(position, S, 1, "G")
    position.apply(move_code(MOVE, 1 + at(goal)))
    return position


@pytest.mark.rule("MV-63", "MV-64", "MV-66", "MV-67", "MV-68", "MV-70")
def test_the_example_of_solys_ship_a_is_served_and_ship_b_must_wait() -> None:
    position = at_solys(["GRGP"])
    card = int(position.state.market[S, 0]) - 1
    following = waiting_cards(position, S)[0]
    position.board["need"][0, following] = 1 << 4
    supply = list(position.state.supply)
    assert fields(position, DELIVER) == [2 * S, 2 * S + 1]
    position.apply(deliver_code(S, 0))
    state = position.state
    assert mast(position, 0) == "G"
    assert [int(a - b) for a, b in zip(state.supply, supply, strict=True)] == [1, 1, 1, 0]
    assert state.owned[0] == 1 << card
    assert state.market[S, 0] == 1 + following
    assert position.seat == 1


@pytest.mark.rule("MV-66")
def test_a_ship_wants_all_its_fish_wherever_they_are_on_the_mast() -> None:
    assert fields(at_solys(["PYRYG"]), DELIVER) == [2 * S, 2 * S + 1]
    assert fields(at_solys(["YGG", "R"], others=("d10",)), DELIVER) == [2 * S + 1]


@pytest.mark.rule("MV-67")
def test_of_equal_fish_the_topmost_leave_and_the_others_keep_their_order() -> None:
    position = at_solys(["GYRGPY"])
    position.apply(deliver_code(S, 0))
    assert mast(position, 0) == "GYY"


@pytest.mark.rule("MV-63")
def test_the_edge_is_the_edge_after_folding() -> None:
    position = scene(["e5", "a1"], S, masts=["G"])
    no_ships(position)
    show_ship(position, S, 1, "G")
    position.state.south = 7
    position.apply(move_code(MOVE, 1 + at("e8")))
    assert fields(position, DELIVER) == [2 * S + 1]


@pytest.mark.rule("MV-65", "MV-74")
def test_the_corner_example_a_stolen_purple_serves_solys_and_efo() -> None:
    """Ships of Solys {red, green, purple} and Efo {purple}; one purple short; the neighbour's top fish is purple."""
    position = at_solys(["RGP", "YP"], goal="j10", others=("i10",))
    show_ship(position, E, 0, "P")
    assert fields(position, DELIVER) == [2 * E, 2 * S, 2 * S + 1]
    one = position.copy()
    one.apply(deliver_code(S, 0))
    assert fields(one, DELIVER) == []
    position.apply(take_code(0, 0b10))
    position.apply(deliver_code(S, 0))
    position.apply(deliver_code(E, 0))
    state = position.state
    assert (mast(position, 0), mast(position, 1)) == ("", "Y")
    assert bin(state.owned[0]).count("1") == 2
    assert (state.left[S], state.left[E]) == (7, 7)
    assert (state.market > 0).sum() == 8
    assert state.counters[0, C_AFTER_THEFT] == 1
    assert position.broken() == 0


@pytest.mark.rule("MV-65")
def test_in_a_sea_one_space_wide_a_space_adjoins_three_edges() -> None:
    position = scene(["e5", "e7"], S, masts=["RGP"])
    no_ships(position)
    state = position.state
    state.west = state.east = 4
    state.south = 5
    for side, fish in ((E, "R"), (W, "G"), (S, "P")):
        show_ship(position, side, 0, fish)
    position.state.boat[1] = at("e3")
    position.state.at[:] = 0
    position.state.at[at("e5")], position.state.at[at("e3")] = 1, 2
    position.apply(move_code(MOVE, 1 + at("e6")))
    assert fields(position, DELIVER) == [2 * E, 2 * S, 2 * W]


@pytest.mark.rule("MV-70", "MV-71")
def test_an_empty_pile_turns_up_nothing_and_without_ships_nobody_delivers() -> None:
    position = at_solys(["RGPG"])
    state = position.state
    own(position, 1, waiting_cards(position, S))
    position.apply(deliver_code(S, 0))
    assert (state.market[S, 0], state.tally[T_EMPTY_PILE]) == (0, 1)
    assert position.broken() == 0
    empty = at_solys(["GRGP"])
    empty.state.market[S] = 0
    assert fields(empty, DELIVER) == []


# ---- octopus --------------------------------------------------------------------------------------------------------


def at_octopus(cycle: int = 0, goal: str = "e5", kind: int = OCTOPUS, **more: object) -> Position:
    board = empty_sea()
    show_kind(board, goal, kind)
    masts = more.pop("masts", ())
    position = scene(["b" + goal[1:], "a1"], E, board=board, cycle=cycle, masts=masts, **more)  # type: ignore[arg-type]
    no_ships(position)
    position.apply(move_code(MOVE, 1 + at(goal)))
    return position


@pytest.mark.rule("MV-55", "MV-56")
def test_any_one_standing_indicator_of_anybody_may_be_turned_but_not_by_nothing() -> None:
    position = at_octopus()
    targets = [(field // 16, field // 4 % 4, field % 4) for field in fields(position, ROTATE)]
    assert targets == [
        (seat, slot, quarters) for seat in range(2) for slot in range(1 - seat, 4) for quarters in (1, 2, 3)
    ]
    position.apply(rotate_code(1, 2, 1))
    assert position.state.program[1, 2] == E
    assert position.seat == 1


@pytest.mark.rule("MV-55")
def test_the_last_player_of_the_last_cycle_finds_nothing_to_turn() -> None:
    board = empty_sea()
    show_kind(board, "e5", OCTOPUS)
    position = scene(["a1", "b5"], E, mover=1, cycle=3, board=board)
    position.apply(move_code(MOVE, 1 + at("e5")))
    assert position.state.round_no == 2


@pytest.mark.rule("MV-57")
def test_the_rotator_sees_neither_kind_nor_direction_of_anothers_indicator() -> None:
    position = at_octopus()
    first = (position.moves(), position.features().tolist())
    position.state.program[1] = [FOG_E, S, W, E]
    assert (position.moves(), position.features().tolist()) == first


@pytest.mark.rule("MV-58")
@pytest.mark.parametrize(
    ("block", "quarters", "after"),
    [
        (N, 1, E),
        (N, 3, W),
        (E, 2, W),
        (FOG_E, 1, FOG_N),
        (FOG_E, 2, FOG_W),
        (FOG_N, 1, FOG_W),
        (FOG_N, 3, FOG_E),
    ],
)
def test_arrows_turn_clockwise_and_letters_run_clockwise_e_s_w_n(
    block: int, quarters: int, after: int
) -> None:
    position = at_octopus()
    blocks = [N, N, block, N] if block >= 4 else [N, N, block, FOG_N]
    position.state.program[1] = blocks
    position.apply(rotate_code(1, 2, quarters))
    assert position.state.program[1, 2] == after
    assert position.state.program[1, 3] == blocks[3]


@pytest.mark.rule("MV-58")
def test_another_order_of_the_letters_turns_other_letters_up() -> None:
    position = at_octopus(fog_wheel="ENWS")
    position.state.program[1] = [N, N, FOG_E, N]
    position.apply(rotate_code(1, 2, 1))
    assert position.state.program[1, 2] == 4 + S
    assert turned is not None


@pytest.mark.rule("MV-73")
def test_at_the_edge_an_octopus_goes_with_delivery_and_theft() -> None:
    board = empty_sea()
    show_kind(board, "j5", OCTOPUS)
    position = scene(["b5", "j6"], E, board=board, masts=["", "R"])
    no_ships(position)
    show_ship(position, E, 0, "R")
    position.apply(move_code(MOVE, 1 + at("j5")))
    position.apply(take_code(0, 0b10))
    position.apply(deliver_code(E, 0))
    position.apply(rotate_code(0, 1, 2))
    assert position.seat == 1
    assert position.state.program[0, 1] == S
    assert position.broken() == 0


@pytest.mark.rule("MV-77")
def test_with_the_switch_turning_comes_after_fishing_and_delivering() -> None:
    free = at_octopus(goal="j5", masts=["R"])
    show_ship(free, E, 0, "R")
    strict = at_octopus(goal="j5", masts=["R"], turn_sequence="acquire_first")
    show_ship(strict, E, 0, "R")
    for position in (free, strict):
        position.apply(rotate_code(1, 0, 1))
    assert fields(free, DELIVER) == [2 * E]
    assert strict.seat == 1


# ---- shark ----------------------------------------------------------------------------------------------------------


def at_shark(
    mine: list[int], theirs: list[int], goal: str = "e5", more: tuple[str, ...] = (), **s: object
) -> Position:
    board = empty_sea()
    show_kind(board, goal, SHARK)
    masts = s.pop("masts", ())
    position = scene(["b" + goal[1:], "a1", *more], E, board=board, masts=masts, **s)  # type: ignore[arg-type]
    for seat, cards in ((0, mine), (1, theirs)):
        own(position, seat, cards)
    if masts:
        show_ship(position, E, 0, "R")
    position.apply(move_code(MOVE, 1 + at(goal)))
    return position


def hidden_cards(count: int, island: int) -> list[int]:
    """Cards that lie in an island's pile at the start of the tests' deal."""
    position = scene(["e5", "a1"], N)
    return waiting_cards(position, island)[:count]


@pytest.mark.rule("MV-59", "MV-60")
def test_a_swap_takes_a_random_card_of_the_chosen_island_for_a_chosen_own_one() -> None:
    mine, (a, b), (c,) = hidden_cards(2, N), hidden_cards(2, E), hidden_cards(1, S)
    seen = set()
    for roll in range(12):
        position = at_shark(mine, [a, b, c])
        assert fields(position, SWAP) == [64 + E, 64 + S]
        position.state.streams[1] += np.uint64(roll << 59)
        position.apply(swap_code(1, E))
        assert fields(position, GIVE) == sorted(mine)
        position.apply(move_code(GIVE, mine[0]))
        state = position.state
        got = int(state.drawn) - 1
        seen.add(got)
        assert state.owned[0] == 1 << mine[1] | 1 << got
        assert state.owned[1] == (1 << a | 1 << b | 1 << c) & ~(1 << got) | 1 << mine[0]
        assert position.broken() == 0
        assert position.seat == 1
    assert seen == {a, b}


@pytest.mark.rule("MV-60")
def test_with_the_switch_the_card_itself_is_picked() -> None:
    mine, (a, b) = hidden_cards(1, N), hidden_cards(2, E)
    position = at_shark(mine, [a, b], shark_draw="tracked")
    assert fields(position, SWAP) == [64 + PICKED + card for card in sorted((a, b))]
    position.apply(swap_code(1, PICKED + b))
    position.apply(move_code(GIVE, mine[0]))
    assert position.state.owned[0] == 1 << b


@pytest.mark.rule("MV-61", "MV-62")
def test_without_a_card_on_both_sides_there_is_no_swap_and_never_more_than_one() -> None:
    assert at_shark([], hidden_cards(1, E)).seat == 1
    assert at_shark(hidden_cards(1, E), []).seat == 1
    position = at_shark(hidden_cards(2, N), hidden_cards(2, E))
    position.apply(swap_code(1, E))
    position.apply(position.moves()[0])
    assert position.seat == 1


@pytest.mark.rule("MV-75")
def test_a_card_obtained_on_this_very_turn_may_be_swapped() -> None:
    position = at_shark([], hidden_cards(1, N), goal="j5", masts=["R"])
    card = int(position.state.market[E, 0]) - 1
    assert fields(position, SWAP) == []
    position.apply(deliver_code(E, 0))
    position.apply(swap_code(1, N))
    assert fields(position, GIVE) == [card]
    position.apply(move_code(GIVE, card))
    assert position.state.owned[1] == 1 << card


@pytest.mark.rule("MV-60")
def test_a_third_player_knows_the_islands_that_changed_hands_not_the_cards() -> None:
    (x, y), (a,) = hidden_cards(2, N), hidden_cards(1, E)
    position = at_shark([x, y], [a], more=("a9",))
    position.apply(swap_code(1, E))
    position.apply(move_code(GIVE, x))
    suspect = position.state.suspect
    assert suspect[2, 0] == 1 << x | 1 << y | 1 << a
    assert suspect[2, 1] == 1 << x | 1 << y | 1 << a
    assert suspect[1, 0] == 1 << y | 1 << a
    assert suspect[1, 1] == 1 << x
    holders = set()
    for key in range(20):
        other = position.copy()
        other.hide(2, key)
        holders.add(int(other.state.owned[1]))
        assert other.broken() == 0
    assert holders == {1 << x, 1 << y}


def test_moves_are_encoded_as_they_are_decoded() -> None:
    assert move_parts(rotate_code(2, 3, 1)) == (ROTATE, (4 * 2 + 3) * 4 + 1)
    assert move_parts(take_code(1, 0b110)) == (TAKE, 13)
    assert move_parts(deliver_code(3, 1)) == (DELIVER, 7)
