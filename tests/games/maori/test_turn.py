"""Sailing and exploring (MA-13 to MA-52)."""

import pytest

from simkit.games.maori import state
from simkit.games.maori.state import (
    BUILD,
    EXPLORING,
    LIFT,
    PASS,
    REMOVE,
    SAIL,
    SAILING,
    STORE,
    UNSTORE,
)
from tests.games.maori.helpers import Table, code, place


def sail(steps: int) -> int:
    return code(SAIL, steps)


@pytest.mark.rule("MA-13", "MA-14", "MA-15", "MA-16", "MA-25", "MA-48", "MA-X13")
def test_each_seat_sails_then_explores_once_or_passes_and_the_next_follows() -> None:
    table = Table(3)
    for seat in (0, 1, 2, 0):
        assert table.position.seat == seat
        assert table.kinds() == {SAIL}
        before = table.state.copy()
        table.play(sail(1))
        assert table.state.phase == EXPLORING
        assert PASS in table.kinds()
        table.play(code(PASS))
        assert (table.state.display == before.display).all()
        assert list(table.state.shells) == list(before.shells)
        assert table.state.ship == before.ship + 1


@pytest.mark.rule("MA-17", "MA-18", "MA-19", "MA-21", "MA-22", "MA-23", "MA-X2")
def test_with_2_boats_and_5_shells_1_to_7_steps_are_legal_and_cost_0_0_1_2_3_4_5_shells() -> None:
    table = Table()
    assert table.numbers(SAIL) == [1, 2, 3, 4, 5, 6, 7]
    paid = []
    for steps in range(1, 8):
        copy = table.position.copy()
        copy.apply(sail(steps))
        paid.append(5 - int(copy.state.shells[0]))
        assert copy.state.bank == table.state.bank + paid[-1]
    assert paid == [0, 0, 1, 2, 3, 4, 5]


@pytest.mark.rule("MA-17", "MA-18", "MA-X3")
@pytest.mark.parametrize(("start", "steps", "end"), [(15, 1, 0), (14, 3, 1), (3, 2, 5)])
def test_the_ship_goes_round_corners_and_over_the_start(start: int, steps: int, end: int) -> None:
    table = Table()
    table.state.ship = start
    table.play(sail(steps))
    assert table.state.ship == end


@pytest.mark.rule("MA-23")
@pytest.mark.parametrize("most", [15, 16])
def test_nobody_sails_further_than_a_lap(most: int) -> None:
    table = Table(max_steps=most)
    table.state.shells[0] = 30
    assert table.numbers(SAIL) == list(range(1, most + 1))
    table.play(sail(most))
    assert table.state.ship == most % 16


@pytest.mark.rule("MA-24", "MA-05")
def test_without_boat_and_shell_the_ship_stays_and_that_needs_covered_print() -> None:
    table = Table(printed_fields="coverable")
    table.fill(0, [5, 10])
    assert table.state.boats[0] == 0
    table.state.shells[0] = 0
    assert table.numbers(SAIL) == [0]
    table.play(sail(0))
    assert table.state.ship == 0
    assert table.state.phase == EXPLORING
    fixed = Table()
    fixed.state.shells[0] = 0
    assert fixed.numbers(SAIL) == [1, 2]


@pytest.mark.rule("MA-20", "MA-40", "MA-X9")
def test_a_boat_tile_gives_a_step_more_from_the_next_turn_on() -> None:
    table = Table(2)
    table.show(1, shape="water", boats=1)
    table.play(sail(1), code(BUILD, 0), place(4))
    assert table.state.boats[0] == 3
    table.play(sail(1), code(PASS))
    table.play(sail(3))
    assert table.state.paid_sailing == 0
    assert table.state.shells[0] == 5


@pytest.mark.rule("MA-26", "MA-42", "MA-43", "MA-44", "MA-45", "MA-49", "MA-X11")
def test_a_stored_tile_counts_for_nothing_until_it_is_built_for_free() -> None:
    table = Table(2)
    tile = table.show(1, shape="water", boats=1)
    following = int(table.state.stack[table.state.drawn])
    table.play(sail(1), code(STORE, 0))
    s = table.state
    assert s.slot[0] == tile
    assert s.boats[0] == 2
    assert s.shells[0] == 5
    assert s.display[1] == following
    before = table.score(0)
    table.state.slot[0] = -1
    assert table.score(0) == before
    table.state.slot[0] = tile
    table.play(sail(1), code(PASS), sail(1))
    assert STORE not in table.kinds()
    display, drawn = s.display.copy(), int(s.drawn)
    table.play(code(UNSTORE), place(4))
    assert (s.display == display).all()
    assert s.drawn == drawn
    assert s.boats[0] == 3
    assert s.shells[0] == 5
    assert s.slot[0] == -1


@pytest.mark.rule("MA-43")
def test_with_store_swap_the_older_tile_leaves_the_game() -> None:
    table = Table(2, store_swap=True)
    old = table.store(0, shape="water", shells=1)
    table.play(sail(1), code(STORE, 0))
    assert table.state.gone[old] == 1
    assert table.state.slot[0] != old
    assert STORE not in with_slot().kinds()


def with_slot() -> Table:
    table = Table(2)
    table.store(0, shape="water")
    table.play(sail(1))
    return table


@pytest.mark.rule("MA-27", "MA-28", "MA-29", "MA-X5")
def test_tiles_of_the_line_cost_0_1_2_3_shells() -> None:
    table = Table()
    costs = []
    for depth in range(4):
        other = Table()
        cell = int(other.board.line[1, depth])
        tile = int(other.state.display[cell])
        other.play(sail(1), code(BUILD, depth))
        assert other.state.hand == tile
        assert other.state.paid_taking == depth
        costs.append(5 - int(other.state.shells[0]))
    assert costs == [0, 1, 2, 3]
    table.play(sail(1))
    table.state.shells[0] = 1
    assert table.numbers(BUILD) == [0, 1]
    assert table.numbers(STORE) == [0, 1]


@pytest.mark.rule("MA-21", "MA-28", "MA-X6")
def test_5_steps_and_the_third_tile_use_up_5_shells() -> None:
    table = Table()
    table.play(sail(5))
    assert table.numbers(BUILD) == [0, 1, 2]
    table.play(code(BUILD, 2))
    assert table.state.shells[0] == 0


@pytest.mark.rule("MA-30", "MA-39", "MA-X10")
def test_a_shell_on_a_tile_comes_when_it_is_built_and_cannot_pay_for_it() -> None:
    table = Table(2)
    table.show(1, shape="water", shells=1)
    table.show(5, shape="water", shells=1)
    table.play(sail(1))
    table.state.shells[0] = 0
    table.state.counters[0, state.SHELLS_TAKING] = 5
    assert table.numbers(BUILD) == [0]
    stored = table.position.copy()
    stored.apply(code(STORE, 0))
    assert stored.state.shells[0] == 0
    table.play(code(BUILD, 0))
    assert table.state.shells[0] == 0
    table.play(place(4))
    assert table.state.shells[0] == 1
    two = Table(2)
    two.show(1, shape="water", shells=2)
    two.play(sail(1), code(BUILD, 0), place(4))
    assert two.state.shells[0] == 7


@pytest.mark.rule("MA-31", "MA-32", "MA-X7", "MA-50")
def test_only_tiles_before_the_nearest_volcano_can_be_taken() -> None:
    table = Table()
    table.show(4 * 2 + 1, shape="volcano")  # third in the line of edge 1, second from edge 10
    table.play(sail(1))
    assert table.numbers(BUILD) == [0, 1]
    table.state.ship = 10
    table.state.ship_before = 9
    assert table.numbers(BUILD) == [0]
    table.show(4 * 3 + 1, shape="volcano")
    assert table.kinds() == {PASS}


@pytest.mark.rule("MA-33", "MA-50")
def test_a_volcano_fills_a_gap_and_stays() -> None:
    table = Table()
    s = table.state
    volcano = table.find(shape="volcano")
    where = list(s.stack).index(volcano)
    s.stack[where], s.stack[s.drawn] = s.stack[s.drawn], volcano
    table.play(sail(1), code(STORE, 0))
    assert s.display[1] == volcano
    while not table.position.over and s.round_no < 12:
        table.first()
        assert s.display[1] == volcano


@pytest.mark.rule("MA-34", "MA-35", "MA-04")
def test_a_tile_may_be_built_on_any_empty_water_field() -> None:
    table = Table()
    table.show(1, shape="water")
    table.put(0, 7, shape="water")
    table.play(sail(1), code(BUILD, 0))
    assert table.fields() == [f for f in range(20) if f % 5 and f != 7]


@pytest.mark.rule("MA-36", "MA-37", "MA-X8")
def test_a_palm_tile_has_one_orientation_and_others_four_that_look_different() -> None:
    for wanted, turns in (
        ({"shape": "end", "land": "N", "palms": 1}, [0]),
        ({"shape": "end", "land": "N", "huts": 1}, [0, 1, 2, 3]),
        ({"shape": "middle", "land": "EW"}, [0, 1]),
        ({"shape": "water"}, [0]),
        ({"shape": "water", "wreath": "N"}, [0, 1, 2, 3]),
        ({"shape": "single", "huts": 1}, [0]),
    ):
        table = Table()
        table.show(1, **wanted)
        table.play(sail(1), code(BUILD, 0))
        assert [n % 4 for n in table.numbers(state.PLACE) if n // 4 == 1] == turns
    table = Table()
    table.show(1, shape="end", land="N", huts=1)
    table.play(sail(1), code(BUILD, 0), place(7, 1))
    assert [side for side in range(4) if table.state.land[0, side] >> 7 & 1] == [1]


@pytest.mark.rule("MA-38", "MA-X8")
def test_coasts_need_not_fit_unless_edge_match_says_so() -> None:
    """Field 6 is right of the printed end on field 5, which is open to the east.

    (S) . .      free: anywhere. built_only: an end to the north fits neither at field 6 (the print wants
    (NE) 6 7     land there) nor below water at field 8; at the frame it may stand.
    (SE)         strict: not at the frame, fields 1 to 4, either.
    """
    allowed = {}
    for match in ("free", "built_only", "strict"):
        table = Table(edge_match=match)
        table.put(0, 3, shape="water")
        table.show(1, shape="end", land="N", palms=1)
        table.play(sail(1), code(BUILD, 0))
        allowed[match] = table.fields()
    everywhere = [f for f in range(20) if f % 5 and f != 3]
    assert allowed["free"] == everywhere
    assert allowed["built_only"] == [f for f in everywhere if f not in (6, 8, 11)]
    assert allowed["strict"] == [f for f in everywhere if f not in (1, 2, 4, 6, 8, 11)]


@pytest.mark.rule("MA-38")
def test_printed_land_is_to_be_fitted_to_like_a_tile() -> None:
    """Of the print on column 0, rows 1 and 2 look east and rows 0 and 3 show water there."""
    table = Table(edge_match="built_only")
    table.show(1, shape="end", land="W", palms=1)
    table.play(sail(1), code(BUILD, 0))
    assert table.fields() == [f for f in range(20) if f % 5 and f not in (1, 16)]


@pytest.mark.rule("MA-38", "MA-58")
def test_of_a_tile_with_two_separate_ends_both_must_fit() -> None:
    """Only field 8 is empty; field 9 looks at it, the other neighbours are water."""
    rows = [
        {"n": 4, "shape": "middle", "land": "EW", "split": True},
        {"n": 2, "shape": "end", "land": "W", "palms": 1},
        {"n": 40, "shape": "water"},
    ]
    table = Table(2, tiles=rows, edge_match="built_only")
    table.put(0, 9, shape="end", land="W", palms=1)
    table.fill(0, [f for f in range(20) if f % 5 and f not in (8, 9)])
    table.show(1, shape="middle", land="EW")
    table.play(sail(1))
    assert BUILD not in table.kinds()


@pytest.mark.rule("MA-38", "MA-72")
def test_where_a_tile_fits_nowhere_it_can_only_be_stored() -> None:
    table = Table(edge_match="strict")
    table.fill(0, [1, 2, 3, 4, 7, 8, 9, 12, 13, 14, 16, 17, 18, 19])
    for depth in range(4):
        table.show(int(table.board.line[1, depth]), shape="end", land="S", palms=1 + depth % 2)
    table.play(sail(1))
    assert table.kinds() == {STORE, REMOVE, PASS}
    table.play(code(STORE, 0))
    assert table.state.counters[0, state.NO_FIT] == 1


@pytest.mark.rule("MA-41")
def test_a_pure_water_tile_occupies_a_field() -> None:
    table = Table()
    before = table.score()["empty_fields"]
    table.put(0, 4, shape="water")
    assert table.score()["empty_fields"] == before + 1


@pytest.mark.rule("MA-46", "MA-47", "MA-X12")
def test_a_removed_tile_leaves_the_game_with_its_boats_but_its_shell_stays() -> None:
    table = Table(2)
    boat = table.put(0, 4, shape="water", boats=1)
    table.put(0, 9, shape="water", shells=1)
    table.state.counters[0, state.BUILT] -= 2  # laid by the test, not in a turn
    display = table.state.display.copy()
    table.play(sail(1), code(REMOVE))
    assert table.numbers(LIFT) == [4, 9]
    table.play(code(LIFT, 4))
    s = table.state
    assert s.gone[boat] == 1
    assert s.boats[0] == 2
    assert s.shells[0] == 5
    assert s.tile[0, 4] == -1
    assert (s.display == display).all()
    assert s.phase == SAILING
    assert s.seat == 1
    table.play(sail(1), code(PASS), sail(1), code(BUILD, 0))
    assert 4 in table.fields()


@pytest.mark.rule("MA-46")
def test_the_stored_tile_can_be_removed_only_with_remove_stored() -> None:
    for allowed in (False, True):
        table = Table(2, remove_stored=allowed)
        table.store(0, shape="water")
        table.play(sail(1))
        assert (REMOVE in table.kinds()) == allowed
    table.play(code(REMOVE), code(LIFT, state.SLOT))
    assert table.state.slot[0] == -1


@pytest.mark.rule("MA-49", "MA-X14")
def test_the_gap_is_filled_from_the_stack_after_the_tile_was_built() -> None:
    table = Table()
    following, drawn = int(table.state.stack[16]), int(table.state.drawn)
    table.play(sail(1), code(BUILD, 0))
    assert table.state.display[1] == -1
    table.first()
    assert table.state.display[1] == following
    assert table.state.drawn == drawn + 1


@pytest.mark.rule("MA-51", "MA-52", "MA-X14")
@pytest.mark.parametrize(("gap_cost", "costs"), [("position", [1, 2, 3]), ("tiles", [0, 1, 2])])
def test_with_an_empty_stack_the_gap_stays_and_counts_in_the_price(gap_cost: str, costs: list[int]) -> None:
    table = Table(2, gap_cost=gap_cost)
    table.state.drawn = table.board.tiles
    table.play(sail(1), code(STORE, 0))
    assert table.state.display[1] == -1
    table.state.ship = 0
    table.play(sail(1))
    assert table.numbers(BUILD) == [1, 2, 3]
    paid = []
    for depth in (1, 2, 3):
        copy = table.position.copy()
        copy.apply(code(BUILD, depth))
        paid.append(5 - int(copy.state.shells[1]))
    assert paid == costs


@pytest.mark.rule("MA-49", "MA-51", "MA-X14")
def test_the_last_tile_of_the_stack_is_drawn_too() -> None:
    table = Table(2)
    table.state.drawn = table.board.tiles - 1
    last = int(table.state.stack[table.state.drawn])
    table.play(sail(1), code(STORE, 0))
    assert table.state.display[1] == last
    assert table.state.tally[state.STACK_EXHAUSTED] == 1
