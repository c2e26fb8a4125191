"""Moving and currents (MV-25 to MV-48): courses on a line of six free spaces, and one current turning east to south."""

import pytest

from simkit.games.maldivia.state import (
    ACTING,
    C_BLOCKED,
    C_CURRENT,
    C_STAYED,
    MOVE,
    OCTOPUS,
    PROGRAMMING,
    move_code,
)
from simkit.position import Position
from tests.games.maldivia.scenes import (
    E,
    N,
    S,
    W,
    at,
    empty_sea,
    fields,
    names,
    scene,
    show_current,
    show_fish,
    show_kind,
    show_ship,
)


def destinations(position: Position) -> list[str]:
    return names([field - 1 for field in fields(position, MOVE) if field])


@pytest.mark.rule("MV-25", "MV-26", "MV-27", "MV-34")
def test_on_a_clear_path_the_boat_may_stop_on_any_space_up_to_the_edge() -> None:
    assert destinations(scene(["d5", "a1"], E)) == ["e5", "f5", "g5", "h5", "i5", "j5"]
    assert destinations(scene(["d5", "a1"], N)) == ["d1", "d2", "d3", "d4"]


@pytest.mark.rule("MV-26", "MV-28", "MV-31")
def test_a_boat_on_the_fourth_space_leaves_three() -> None:
    assert destinations(scene(["d5", "h5"], E)) == ["e5", "f5", "g5"]


@pytest.mark.rule("MV-30", "MV-32")
def test_a_boat_on_the_next_space_makes_the_move_impossible_and_the_turn_ends() -> None:
    position = scene(["d5", "e5"], E)
    assert position.moves() == [move_code(MOVE, 0)]
    position.apply(move_code(MOVE, 0))
    assert position.seat == 1
    assert position.state.counters[0, C_BLOCKED] == 1


@pytest.mark.rule("MV-29", "MV-33")
def test_a_boat_at_the_edge_cannot_sail_off_the_cloth() -> None:
    assert destinations(scene(["j5", "a1"], E)) == []
    position = scene(["f5", "a1"], E)
    position.state.east = 6
    assert destinations(position) == ["g5"]


@pytest.mark.rule("MV-30", "MV-47")
def test_who_stays_may_do_nothing_at_all() -> None:
    board = empty_sea()
    show_kind(board, "j5", OCTOPUS)
    position = scene(["j5", "j6"], N, board=board, masts=["RGP", "Y"])
    show_ship(position, E, 0, "R")
    position.apply(move_code(MOVE, 0))
    assert (position.seat, position.state.counters[0, C_STAYED]) == (1, 1)
    blocked = scene(["j5", "j6"], E, board=board, masts=["RGP", "Y"])
    assert blocked.moves() == [move_code(MOVE, 0)]
    blocked.apply(move_code(MOVE, 0))
    assert blocked.seat == 1


@pytest.mark.rule("MV-46", "MV-47")
def test_only_the_last_space_of_a_move_counts_and_its_action_may_be_forgone() -> None:
    board = empty_sea()
    show_fish(board, "f5", "RR")
    position = scene(["d5", "a1"], E, board=board)
    passed = position.copy()
    passed.apply(move_code(MOVE, 1 + at("g5")))
    assert passed.seat == 1
    position.apply(move_code(MOVE, 1 + at("f5")))
    assert position.state.phase == ACTING
    position.apply(position.moves()[-1])
    assert position.seat == 1
    assert position.state.height[0] == 0


# A current turns from east to south:    d5 > e5 > f5
#                                                  v
#                                                  f6  ...


def with_current(start: str, block: int, *others: str, leave: int = S, **switches: object) -> list[str]:
    board = empty_sea()
    show_current(board, 0, E, ["d5", "e5", "f5"], leave)
    return destinations(scene([start, *(others or ["a1"])], block, board=board, **switches))


STRAIGHT = ["c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5"]
SWEPT = ["f6", "f7", "f8", "f9", "f10"]


@pytest.mark.rule("MV-35", "MV-36", "MV-37", "MV-38", "MV-39", "MV-40")
def test_a_boat_that_enters_the_tail_may_follow_the_sweep_and_go_on_in_its_direction() -> None:
    assert with_current("b5", E) == STRAIGHT + SWEPT


@pytest.mark.rule("MV-36", "MV-41")
def test_a_boat_that_crosses_a_current_from_the_side_or_enters_midway_goes_straight() -> None:
    assert with_current("d2", S) == ["d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10"]
    assert with_current("e2", S) == ["e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10"]


@pytest.mark.rule("MV-42")
def test_nobody_follows_a_current_upstream() -> None:
    assert with_current("f8", N) == ["f1", "f2", "f3", "f4", "f5", "f6", "f7"]
    assert with_current("h5", W) == ["a5", "b5", "c5", "d5", "e5", "f5", "g5"]


@pytest.mark.rule("MV-37", "MV-41")
def test_a_boat_on_the_sweep_bars_it() -> None:
    assert with_current("b5", E, "f5") == ["c5", "d5", "e5"]


@pytest.mark.rule("MV-38")
def test_the_sweep_must_be_left_by_at_least_one_space() -> None:
    assert with_current("b5", E, "f6") == STRAIGHT
    assert with_current("b5", E, "g5", "f7") == ["c5", "d5", "e5", "f5", "f6"]


@pytest.mark.rule("MV-38")
def test_with_the_switch_a_boat_may_stop_on_the_head() -> None:
    board = empty_sea()
    show_current(board, 0, E, ["d5", "d6"], S)
    boats = ["b5", "d7"]
    assert "d6" not in destinations(scene(boats, E, board=board))
    assert "d6" in destinations(scene(boats, E, board=board, current_stop_on_head=True))


@pytest.mark.rule("MV-36")
def test_with_the_switch_the_tail_may_be_entered_from_anywhere() -> None:
    assert "f6" not in with_current("d2", S)
    assert "f6" in with_current("d2", S, current_entry="any_direction")


@pytest.mark.rule("MV-43")
def test_a_move_that_begins_on_a_current_never_changes_course() -> None:
    for start in ("d5", "e5", "f5"):
        assert not set(with_current(start, E)) & set(SWEPT)


@pytest.mark.rule("MV-43")
def test_with_the_switch_only_the_current_at_the_start_is_barred() -> None:
    board = empty_sea()
    show_current(board, 0, E, ["b5"], S)
    show_current(board, 1, E, ["e5"], S)
    whole = destinations(scene(["b5", "a1"], E, board=board))
    that = destinations(scene(["b5", "a1"], E, board=board, current_start_bars="that_current_only"))
    assert "e6" not in whole
    assert "e6" in that
    assert "b6" not in that


@pytest.mark.rule("MV-44")
def test_currents_may_be_chained_unless_the_switch_forbids_it() -> None:
    board = empty_sea()
    show_current(board, 0, E, ["d5"], S)
    show_current(board, 1, S, ["d7"], W)
    chained = destinations(scene(["b5", "j10"], E, board=board))
    assert {"d6", "d7", "c7", "a7"} <= set(chained)
    single = destinations(scene(["b5", "j10"], E, board=board, current_chain=False))
    assert {"d6", "d7"} <= set(single)
    assert "c7" not in single


@pytest.mark.rule("MV-44")
def test_a_ring_of_currents_ends_the_search_and_the_start_is_no_destination() -> None:
    board = empty_sea()
    for number, (enter, name, leave) in enumerate([(E, "f4", S), (S, "f7", W), (W, "c7", N), (N, "c4", E)]):
        show_current(board, number, enter, [name], leave)
    found = destinations(scene(["d4", "j10"], E, board=board))
    assert "d4" not in found
    assert {"f6", "d7", "c5"} <= set(found)
    assert len(found) == len(set(found))


@pytest.mark.rule("MV-45")
def test_a_current_that_is_partly_folded_away_cannot_be_used() -> None:
    board = empty_sea()
    show_current(board, 0, E, ["d5", "e5", "f5"], S)
    position = scene(["b5", "a9"], E, board=board)
    position.state.face[at("e5")] = 100 + at("e4")
    assert not set(destinations(position)) & set(SWEPT)


@pytest.mark.rule("MV-45", "MV-86")
def test_a_current_on_a_back_is_mirrored_across_the_fold() -> None:
    """Drawn on the back of row 1 as east, then north: after the fold of Nanga it lies in row 2 and leads south."""
    board = empty_sea()
    show_current(board, 0, E, ["d1", "e1"], N, back=True)
    position = scene(["b2", "a9"], E, board=board)
    state = position.state
    for column in range(10):
        state.face[10 + column] = 100 + column
    state.north = 1
    assert {"e3", "e10"} <= set(destinations(position))
    board = empty_sea()
    show_current(board, 0, E, ["a5"], N, back=True)
    position = scene(["h5", "a9"], W, board=board)
    state = position.state
    for row in range(10):
        state.face[10 * row + 1] = 100 + 10 * row
    state.west = 1
    assert {"b4", "b1"} <= set(destinations(position))


@pytest.mark.rule("MV-25", "MV-39")
def test_a_move_by_current_is_counted_and_moves_only_the_mover() -> None:
    board = empty_sea()
    show_current(board, 0, E, ["d5"], S)
    position = scene(["b5", "a9"], E, board=board)
    position.apply(move_code(MOVE, 1 + at("d8")))
    state = position.state
    assert (state.boat[0], state.boat[1], state.counters[0, C_CURRENT]) == (at("d8"), at("a9"), 1)
    assert position.state.phase != PROGRAMMING
    assert position.broken() == 0
