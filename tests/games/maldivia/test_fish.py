"""Fishing, stealing, the full mast (MV-49 to MV-54, MV-72 to MV-83). Masts are written bottom first."""

import pytest

from simkit.games.maldivia.state import (
    ACTING,
    ARRANGE,
    DELIVER,
    FINISH,
    MOVE,
    PUT,
    PUTTING,
    REMOVE,
    REMOVING,
    T_SHORT,
    TAKE,
    deliver_code,
    move_code,
    take_code,
)
from simkit.position import Position
from tests.games.maldivia.scenes import (
    E,
    at,
    empty_sea,
    fields,
    mast,
    no_ships,
    scene,
    set_mast,
    show_fish,
    show_ship,
)

RED, GREEN, PURPLE, YELLOW = 1, 2, 3, 4
"""Fields of PUT and ARRANGE."""


def arrive(
    boats: list[str], goal: str, fish: str = "", masts: list[str] | None = None, **more: object
) -> Position:
    """The first boat sails east to ``goal``, where ``fish`` are drawn; ships ask for what nobody has."""
    board = empty_sea()
    if fish:
        show_fish(board, goal, fish)
    position = scene(boats, E, board=board, masts=masts or [], **more)
    no_ships(position)
    position.apply(move_code(MOVE, 1 + at(goal)))
    return position


@pytest.mark.rule("MV-49")
def test_the_fish_shown_go_on_top_in_any_order() -> None:
    position = arrive(["b5", "a1"], "e5", "RG", ["PP"])
    assert fields(position, TAKE) == [1]
    position.apply(take_code(1, 0))
    assert fields(position, PUT) == [RED, GREEN]
    other = position.copy()
    position.apply(move_code(PUT, GREEN))
    other.apply(move_code(PUT, RED))
    assert mast(position, 0) == "PPGR"
    assert mast(other, 0) == "PPRG"
    assert list(position.state.supply) == [15, 15, 14, 16]
    assert position.broken() == 0


@pytest.mark.rule("MV-49")
def test_all_fish_shown_are_taken_unless_the_switch_lets_some_be_refused() -> None:
    position = arrive(["b5", "a1"], "e5", "RR", ["P"])
    position.apply(take_code(1, 0))
    assert mast(position, 0) == "PRR"
    choosy = arrive(["b5", "a1"], "e5", "RR", ["P"], partial_catch="always")
    choosy.apply(take_code(1, 0))
    choosy.apply(move_code(PUT, RED))
    assert fields(choosy, PUT) == [0, RED]
    choosy.apply(move_code(PUT, 0))
    assert mast(choosy, 0) == "PR"
    assert choosy.broken() == 0


@pytest.mark.rule("MV-49", "MV-53")
def test_with_the_switch_stolen_fish_may_still_not_be_refused() -> None:
    position = arrive(["b5", "e6"], "e5", "R", ["", "G"], partial_catch="always")
    position.apply(take_code(1, 0b10))
    assert fields(position, PUT) == [RED, GREEN]
    position.apply(move_code(PUT, GREEN))
    assert fields(position, PUT) == [0, RED]


@pytest.mark.rule("MV-50")
def test_only_fish_in_the_supply_can_be_caught() -> None:
    board = empty_sea()
    show_fish(board, "e5", "RRG")
    for red, caught in ((1, "R"), (0, "")):
        position = scene(["b5", "e6"], E, board=board, masts=["", "Y"])
        no_ships(position)
        position.state.supply[0] = red
        position.state.supply[1] = 0
        position.apply(move_code(MOVE, 1 + at("e5")))
        if not caught:
            assert fields(position, TAKE) == [2 * 0b10]
            continue
        position.apply(take_code(1, 0))
        assert mast(position, 0) == caught
        assert position.state.tally[T_SHORT] == 1


@pytest.mark.rule("MV-51", "MV-52")
def test_the_top_fish_of_an_orthogonal_neighbour_may_be_stolen_never_a_diagonal_one() -> None:
    position = arrive(["b5", "e6", "f4", "g5"], "f5", "", ["", "RG", "RP", ""])
    assert position.state.phase == ACTING
    assert fields(position, TAKE) == [2 * 0b100]
    position.apply(take_code(0, 0b100))
    assert (mast(position, 0), mast(position, 2)) == ("P", "R")
    assert position.broken() == 0


def test_nothing_is_there_for_who_ends_beside_an_empty_boat() -> None:
    position = arrive(["b5", "e6"], "e5")
    assert position.seat == 1


@pytest.mark.rule("MV-53", "MV-72")
def test_from_each_neighbour_one_fish_and_any_selection_mixed_with_the_catch() -> None:
    position = arrive(["b5", "e4", "e6", "f5"], "e5", "Y", ["", "RG", "P", "RR"])
    assert fields(position, TAKE) == [2 * mask + c for mask in range(0, 16, 2) for c in (0, 1)][1:]
    position.apply(take_code(1, 0b1110))
    for colour in (PURPLE, YELLOW, RED):
        position.apply(move_code(PUT, colour))
    assert mast(position, 0) == "PYRG"
    assert [mast(position, seat) for seat in (1, 2, 3)] == ["R", "", "R"]
    assert position.seat == 1
    assert position.broken() == 0


@pytest.mark.rule("MV-54")
def test_the_lower_fish_keep_their_places() -> None:
    position = arrive(["b5", "e6"], "e5", "RG", ["YPR", "G"])
    position.apply(take_code(1, 0b10))
    while position.state.phase == PUTTING:
        position.apply(position.moves()[-1])
    assert mast(position, 0)[:3] == "YPR"
    position.state.mast[0, 0] = 2
    position.state.mast[0, 1] = 3
    assert position.state.phase != ACTING


# ---- seven fish -----------------------------------------------------------------------------------------------------


def full_boat() -> Position:
    """The rulebook's example: room for one, a space with three fish, two boats beside it."""
    return arrive(["b5", "e4", "e6"], "e5", "RRG", ["YPYPYP", "RY", "RP"])


@pytest.mark.rule("MV-78", "MV-79", "MV-80", "MV-81", "MV-83")
def test_the_example_two_go_back_three_of_five_are_kept() -> None:
    position = full_boat()
    supply = position.state.supply.sum()
    position.apply(take_code(1, 0b110))
    assert position.state.phase == REMOVING
    assert fields(position, REMOVE) == [0, 1, 2, 3, 4, 5, 6]
    position.apply(move_code(REMOVE, 2))
    for colour in (RED, PURPLE, GREEN):
        position.apply(move_code(PUT, colour))
    assert mast(position, 0) == "YPYPRPG"
    assert (mast(position, 1), mast(position, 2)) == ("R", "R")
    assert position.state.supply.sum() == supply + 1
    assert position.broken() == 0


@pytest.mark.rule("MV-79", "MV-81", "MV-82", "MV-83")
def test_one_of_five_without_removing_or_none_after_removing_all_six() -> None:
    one = full_boat()
    one.apply(take_code(1, 0b110))
    one.apply(move_code(REMOVE, 0))
    assert fields(one, PUT) == [0, RED, GREEN, PURPLE, YELLOW]
    one.apply(move_code(PUT, GREEN))
    assert mast(one, 0) == "YPYPYPG"
    assert one.seat == 1
    none = full_boat()
    none.apply(take_code(1, 0b110))
    none.apply(move_code(REMOVE, 6))
    none.apply(move_code(PUT, 0))
    assert mast(none, 0) == ""
    assert none.broken() == 0


@pytest.mark.rule("MV-82")
def test_more_may_be_removed_than_put_on() -> None:
    position = full_boat()
    position.apply(take_code(1, 0b110))
    position.apply(move_code(REMOVE, 4))
    position.apply(move_code(PUT, RED))
    position.apply(move_code(PUT, 0))
    assert mast(position, 0) == "YPR"


@pytest.mark.rule("MV-79")
def test_without_surplus_nothing_may_be_thrown_away() -> None:
    position = arrive(["b5", "a1"], "e5", "RG", ["YPYPY"])
    position.apply(take_code(1, 0))
    assert position.state.phase == PUTTING
    assert fields(position, PUT) == [RED, GREEN]


@pytest.mark.rule("MV-78", "MV-81")
def test_a_full_boat_may_steal_and_what_it_does_not_keep_goes_to_the_supply() -> None:
    position = arrive(["b5", "e6"], "e5", "", ["YPYPYPY", "G"])
    green = position.state.supply[1]
    position.apply(take_code(0, 0b10))
    position.apply(move_code(REMOVE, 0))
    assert mast(position, 0) == "YPYPYPY"
    assert (mast(position, 1), position.state.supply[1]) == ("", green + 1)


# ---- parts of a turn ------------------------------------------------------------------------------------------------


def at_the_edge(
    fish: str = "", masts: list[str] | None = None, goal: str = "j5", **switches: object
) -> Position:
    """Arrival at Efo's edge, beside a boat on the row below; Efo's first ship asks for red, Nanga's for green."""
    board = empty_sea()
    if fish:
        show_fish(board, goal, fish)
    below = goal[0] + str(int(goal[1:]) + 1)
    start = "b" + goal[1:]
    position = scene([start, below], E, board=board, masts=masts or ["R", "G"], **switches)
    no_ships(position)
    show_ship(position, E, 0, "R")
    show_ship(position, 0, 0, "G")
    position.apply(move_code(MOVE, 1 + at(goal)))
    return position


@pytest.mark.rule("MV-76")
def test_on_an_edge_fish_space_one_either_fishes_or_delivers() -> None:
    fishing = at_the_edge("Y")
    assert fields(fishing, DELIVER) == [2]
    assert fields(fishing, TAKE) == [1, 4, 5]
    fishing.apply(take_code(1, 0b10))
    fishing.apply(move_code(PUT, GREEN))
    assert fishing.seat == 1
    delivering = at_the_edge("Y")
    delivering.apply(deliver_code(E, 0))
    assert fields(delivering, TAKE) == [4]
    delivering.apply(take_code(0, 0b10))
    assert (mast(delivering, 0), delivering.broken()) == ("G", 0)


@pytest.mark.rule("MV-65", "MV-74", "MV-76")
def test_on_a_corner_fish_space_two_deliveries_go_with_a_theft() -> None:
    position = at_the_edge("Y", goal="j1")
    position.apply(take_code(0, 0b10))
    assert fields(position, DELIVER) == [0, 2]
    position.apply(deliver_code(E, 0))
    position.apply(deliver_code(0, 0))
    assert position.seat == 1
    assert position.state.owned[0] != 0
    assert position.broken() == 0


@pytest.mark.rule("MV-77")
def test_a_full_boat_may_deliver_first_and_then_steal_without_surplus() -> None:
    position = at_the_edge(masts=["RYYYYYY", "G"])
    position.apply(deliver_code(E, 0))
    position.apply(take_code(0, 0b10))
    assert mast(position, 0) == "YYYYYYG"
    sequence = at_the_edge(masts=["RYYYYYY", "G"], turn_sequence="acquire_first")
    late = sequence.copy()
    late.apply(deliver_code(E, 0))
    assert late.seat == 1
    sequence.apply(take_code(0, 0b10))
    assert sequence.state.phase == REMOVING


@pytest.mark.rule("MV-46", "MV-77")
def test_every_part_may_be_left_out() -> None:
    position = at_the_edge("Y")
    assert fields(position, FINISH) == [0]
    position.apply(move_code(FINISH))
    assert (mast(position, 0), position.seat) == ("R", 1)


@pytest.mark.rule("MV-69")
def test_after_a_delivery_the_rest_of_the_mast_may_be_rearranged() -> None:
    position = at_the_edge(masts=["YRPG", ""])
    position.apply(deliver_code(E, 0))
    assert fields(position, ARRANGE) == [0, GREEN, PURPLE, YELLOW]
    kept = position.copy()
    kept.apply(move_code(ARRANGE, 0))
    assert mast(kept, 0) == "YPG"
    position.apply(move_code(ARRANGE, GREEN))
    assert position.broken() == 0
    position.apply(move_code(ARRANGE, YELLOW))
    assert mast(position, 0) == "GYP"
    assert position.broken() == 0


@pytest.mark.rule("MV-69")
def test_without_a_delivery_nobody_rearranges() -> None:
    position = arrive(["b5", "e6"], "e5", "RG", ["YP", "G"])
    assert fields(position, ARRANGE) == []
    set_mast(position, 1, "")
