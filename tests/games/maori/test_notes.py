"""What is counted for the report: each counter in a position where it must move, and in one where it must not."""

from typing import Any

import pytest

from simkit.games.maori import GAME, state
from simkit.games.maori.state import BUILD, PASS, SAIL, STORE
from tests.games.maori.helpers import Table, code, place
from tests.helpers import play


def count(table: Table, seat: int, counter: int) -> int:
    return int(table.state.counters[seat, counter])


def sail(steps: int) -> int:
    return code(SAIL, steps)


def turn_up(table: Table, **wanted: Any) -> None:
    """Make the tile the next to be drawn."""
    s, tile = table.state, table.find(**wanted)
    cells = [cell for cell in range(16) if s.display[cell] == tile]
    where = list(s.stack).index(tile)
    if cells:
        s.display[cells[0]] = s.stack[s.drawn]
    s.stack[where], s.stack[s.drawn] = s.stack[s.drawn], s.stack[where]


def begun(table: Table, seat: int) -> None:
    """An island end on field 3, open to the south: an end open to the north on field 8 closes it (print looks east)."""
    table.put(seat, 3, shape="end", land="S", palms=1)


CLOSER = {"shape": "end", "land": "N", "palms": 2}
HALF = {"shape": "water", "wreath": "N"}


@pytest.mark.parametrize(
    ("tile", "steps", "denied"),
    [
        (CLOSER, 3, 1),  # the corner cell lies before edges 3 and 4: the next player would have come past it
        (CLOSER, 2, 0),  # nobody comes back to edge 2
        ({"shape": "end", "land": "S", "palms": 2}, 3, 0),  # it closes nothing
        ({"shape": "single", "palms": 2}, 3, 0),  # closed by itself: no island of the next player gets closed
    ],
)
def test_a_tile_is_denied_where_the_next_player_comes_past_and_could_close_with_it(
    tile: dict[str, Any], steps: int, denied: int
) -> None:
    table = Table(2)
    begun(table, 1)
    table.show(steps, **tile)
    table.play(sail(steps), code(STORE, 0))
    assert count(table, 0, state.DENIED) == denied


def test_an_island_open_at_both_ends_is_not_closed_by_one_tile() -> None:
    table = Table(2)
    table.put(1, 8, shape="middle", land="NS", palms=1)
    table.show(3, **CLOSER)
    table.play(sail(3), code(STORE, 0))
    assert count(table, 0, state.DENIED) == 0


@pytest.mark.parametrize(("own_ship", "lucky"), [(-1, 1), (16, 0)])
def test_a_refill_is_luck_where_it_closes_a_wreath_that_may_be_built_on(own_ship: int, lucky: int) -> None:
    """Field 7 has a half to the north, so the other half belongs on field 2; from field 16 the own ship forbids it."""
    table = Table(2, own_ships="free")
    table.put(1, 7, **HALF)
    table.state.own_ship[1] = own_ship
    table.show(3, shape="water")
    turn_up(table, **HALF)
    table.play(sail(3), code(BUILD, 0))
    table.first()
    assert count(table, 1, state.REFILL_LUCK) == lucky


def test_takings_are_counted_by_depth() -> None:
    for depth in range(4):
        table = Table(2)
        table.play(sail(1), code(STORE, depth))
        assert [count(table, 0, state.DEPTH_1 + d) for d in range(4)] == [int(d == depth) for d in range(4)]


@pytest.mark.rule("MA-52")
def test_a_taking_from_behind_a_gap_is_counted() -> None:
    table = Table(2)
    table.state.drawn = table.board.tiles
    table.play(sail(1), code(STORE, 0))
    assert table.state.tally[state.GAP_PRICES] == 0
    table.state.ship = 0
    table.play(sail(1), code(BUILD, 2))
    assert table.state.tally[state.GAP_PRICES] == 1


def test_boats_and_shells_are_noted_after_the_fifth_and_tenth_turn() -> None:
    table = Table(2)
    table.put(0, 4, shape="water", boats=1)
    for turn in range(1, 11):
        if turn == 6:
            table.put(0, 9, shape="water", boats=1)
        table.play(sail(5) if turn == 7 else sail(1), code(PASS), sail(1), code(PASS))
    assert [count(table, 0, state.BOATS_5 + mark) for mark in range(3)] == [3, 4, 0]
    assert [count(table, 0, state.SHELLS_5 + mark) for mark in range(3)] == [5, 4, 0]
    assert [count(table, 1, state.BOATS_5 + mark) for mark in range(3)] == [2, 2, 0]


@pytest.mark.rule("MA-59", "MA-62", "MA-45", "MA-77")
def test_open_print_lone_halves_and_a_forgotten_slot_are_counted_at_the_end() -> None:
    """Of the print on column 0, rows 1 and 2 look east: a closed pair on row 1 leaves two open fields below."""
    table = Table(2, max_rounds=1)
    table.put(0, 6, shape="end", land="W", palms=1)
    table.put(0, 8, **HALF)
    table.store(0, shape="water")
    table.state.counters[0, state.STORED] -= 1
    for _ in range(2):
        table.play(sail(1), code(PASS))
    assert table.position.over
    assert [count(table, seat, state.OPEN_PRINT) for seat in range(2)] == [2, 4]
    assert [count(table, seat, state.TILES_LOST) for seat in range(2)] == [
        0,
        0,
    ]  # print stays, and is no tile
    assert [count(table, seat, state.LONE_HALVES) for seat in range(2)] == [1, 0]
    assert [count(table, seat, state.SLOT_LEFT) for seat in range(2)] == [1, 0]


@pytest.mark.rule("MA-38")
def test_a_misfit_is_land_against_water_or_frame_or_water_against_land() -> None:
    """Field 6 is right of printed land open to the east; field 1 lies at the frame; field 8 beside nothing."""
    for tile, field, misfit in (
        ({"shape": "water"}, 6, 1),
        ({"shape": "end", "land": "W", "palms": 1}, 6, 0),
        ({"shape": "end", "land": "N", "huts": 1}, 1, 1),
        ({"shape": "end", "land": "N", "huts": 1}, 8, 0),
    ):
        table = Table(2)
        table.show(1, **tile)
        table.play(sail(1), code(BUILD, 0), place(field))
        assert count(table, 0, state.MISFITS) == misfit


@pytest.mark.rule("MA-10", "MA-55")
@pytest.mark.parametrize("start", ["random", "chosen_by_last_seat"])
def test_the_seats_turns_add_up_to_those_of_the_game_whoever_sets_the_ship(start: str) -> None:
    tables = play(GAME, ["greedy"] * 3, 20, switches={"ship_start": start})
    assert (tables.seats["turns"].sum(axis=1) == tables.games["turns"]).all()
