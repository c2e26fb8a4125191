"""Set-up and components (MA-01 to MA-12)."""

import numpy as np
import pytest

from simkit.games.maori import GAME, board, state
from simkit.games.maori.board import PRINT, TILES
from simkit.games.maori.tiles import COMPONENTS, tile_set, totals, violations
from simkit.position import Position
from tests.games.maori.helpers import KIT, Table, code


def ship_of(deal: int) -> int:
    """Where chance sets the ship in a deal."""
    built = GAME.board.build("A", 2, {}, {})
    return int(Position(GAME, built, GAME.rules_record({}), 2, deal=deal).state.ship)


RANDOM = [f"random:{number}" for number in range(1, 201)]


@pytest.mark.rule("MA-01", "MA-02")
def test_two_to_five_players_build_a_tableau_each() -> None:
    assert GAME.players == (2, 3, 4, 5)
    for players in GAME.players:
        assert Table(players).state.players == players
    with pytest.raises(ValueError, match="2 to 5"):
        board.build("A", 6)


@pytest.mark.rule("MA-X1", "MA-05", "MA-06", "MA-09", "MA-10", "MA-08")
@pytest.mark.parametrize("layout", ["A", "B", "random:1"])
def test_sixteen_tiles_lie_open_without_a_volcano_and_everyone_has_5_shells_and_2_boats(layout: str) -> None:
    ships = set()
    for deal in range(40):
        table = Table(4, deal=deal, layout=layout, tiles=None)
        s = table.state
        assert len(set(s.display)) == 16
        assert min(s.display) >= 0
        assert not table.board.volcano[s.display].any()
        assert s.drawn == 16
        assert list(s.shells[:4]) == [5] * 4
        assert list(s.boats[:4]) == [2] * 4
        assert table.position.broken() == 0
    for deal in range(200):
        ships.add(int(ship_of(deal)))
    assert ships == set(range(16))


@pytest.mark.rule("MA-03", "MA-04")
def test_tableaus_have_20_fields_four_of_them_printed_and_16_to_build_on() -> None:
    wide = Table(2)
    assert (wide.board.rows, wide.board.columns) == (4, 5)
    assert bin(wide.board.printed).count("1") == 4
    assert wide.board.printed == sum(1 << field for field in (0, 5, 10, 15))
    tall = Table(2, tableau_shape="5x4")
    assert (tall.board.rows, tall.board.columns) == (5, 4)
    assert tall.board.printed == 0b1111 << 16
    assert Table(2, layout="B").board.columns == 4
    assert Table(2, layout="B", tableau_shape="4x5").board.columns == 5


@pytest.mark.rule("MA-07")
def test_tiles_show_islands_with_palms_and_huts_water_and_special_symbols() -> None:
    for layout in board.LAYOUTS:
        shown = totals(tile_set(layout))
        assert min(shown.values()) >= 10


@pytest.mark.rule("MA-08")
def test_a_volcano_among_the_first_sixteen_is_redrawn_or_allowed() -> None:
    seen = {True: 0, False: 0}
    places = []
    for deal in range(150):
        for allow in (True, False):
            table = Table(2, deal=deal, volcano_setup="allow" if allow else "redraw")
            out = int(table.board.volcano[table.state.display].sum())
            seen[allow] += out
            if not allow and table.state.tally[state.VOLCANO_REDRAWS]:
                stack = table.state.stack[16 : table.board.tiles]
                places += list(np.flatnonzero(table.board.volcano[stack]) / len(stack))
            assert table.position.broken() == 0
    assert seen[False] == 0
    assert 150 * 2 * 16 / 97 * 0.5 < seen[True] < 150 * 2 * 16 / 97 * 2
    assert 0.35 < np.mean(places) < 0.65  # shuffled back anywhere: mean 0.5, standard error below 0.05


@pytest.mark.rule("MA-09")
def test_a_limited_bank_gives_what_it_has_and_must_hold_the_first_stocks() -> None:
    with pytest.raises(ValueError, match="shell_bank = 19"):
        Table(4, shell_bank=19)
    table = Table(4, shell_bank=20)
    assert table.state.bank == 0
    table.show(1, shape="water", shells=1)
    table.play(code(state.SAIL, 1), code(state.BUILD, 0))
    table.first()
    assert table.state.shells[0] == 5
    assert table.state.tally[state.BANK_EMPTY] == 1
    assert table.position.broken() == 0


@pytest.mark.rule("MA-10")
def test_the_last_seat_may_set_the_ship_before_the_first_turn() -> None:
    table = Table(3, ship_start="chosen_by_last_seat")
    assert table.position.seat == 2
    assert table.numbers(state.START) == list(range(16))
    table.play(code(state.START, 9))
    assert table.state.ship == 9
    assert table.position.seat == 0
    assert table.state.turn_no == 1


@pytest.mark.rule("MA-11", "MA-X4")
def test_lines_run_straight_ahead_of_the_ship() -> None:
    line = Table(2).board.line
    cells = {p: [(int(c) // 4, int(c) % 4) for c in line[p]] for p in range(16)}
    assert cells[0] == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert cells[4] == [(0, 3), (0, 2), (0, 1), (0, 0)]
    assert cells[8] == [(3, 3), (2, 3), (1, 3), (0, 3)]
    assert cells[12] == [(3, 0), (3, 1), (3, 2), (3, 3)]
    for cell in range(16):
        depths = [d + 1 for p in range(16) for d in range(4) if line[p, d] == cell]
        assert len(depths) == 4
        assert sum(depths) == 10


@pytest.mark.rule("MA-12")
def test_seat_0_begins_whoever_is_drawn_because_a_seat_is_a_place_in_the_playing_order() -> None:
    for first in ("seat0", "random"):
        table = Table(4, first_player=first, deal=3)
        assert table.position.seat == 0
        assert table.state.stack[0] == Table(4, deal=3).state.stack[0]


@pytest.mark.parametrize("layout", [*board.LAYOUTS, *RANDOM])
def test_every_layout_keeps_the_constraints_of_the_tile_set(layout: str) -> None:
    tiles = tile_set(layout)
    assert violations(tiles) == []
    assert len(tiles) == 97


def test_a_random_layout_is_reproducible_and_each_is_another() -> None:
    assert tile_set("random:7") == tile_set("random:7")
    assert tile_set("random:7") != tile_set("random:8")


def test_the_constraint_function_names_what_is_wrong() -> None:
    tiles = tile_set("A")
    tiles[0]["land"] = "N"
    tiles[-1]["palms"] = 1
    next(tile for tile in tiles if tile["wreath"])["wreath"] = ""
    text = " ".join(violations(tiles))
    assert "single cannot have land edges 'N'" in text
    assert "palms and huts stand on land" in text
    assert "an odd number" in text
    assert "instead of 10" in " ".join(violations(tiles[1:]))


def test_components_can_be_varied_and_nonsense_is_refused() -> None:
    built = board.build("A", 4, {"boats": 20, "wreath_halves": 4, "shells": 3, "volcanoes": 5}, {})[0]
    assert built.boats[:TILES].sum() == 20
    assert (built.wreath[:TILES, 0] > 0).sum() == 4
    assert built.shells[:TILES].sum() == 3
    assert built.volcano.sum() == 5
    assert built.tiles == 100
    assert list(Table(3, components={"start_shells": 8}).state.shells) == [8, 8, 8, 0, 0]
    for bad, words in (
        ({"boat": 3}, "no component 'boat'"),
        ({"boats": 99}, "from 0 to 40"),
        ({"boats": 1.5}, "a whole number"),
        ({"wreath_halves": 3}, "an even number"),
        ({"tiles": KIT[:3]}, "at least 17"),
    ):
        with pytest.raises(ValueError, match=words):
            board.build("A", 4, bad, {})
    for layout in ("C", "random:x"):
        with pytest.raises(ValueError, match="layout"):
            board.build(layout, 4, {}, {})


def test_adding_a_volcano_leaves_the_order_of_the_other_tiles() -> None:
    few, many = (
        Table(2, tiles=COMPONENTS["tiles"]["A"]["rows"], components={"volcanoes": n}) for n in (2, 6)
    )
    orders = [[t for t in table.state.stack[: table.board.tiles] if t < 95] for table in (few, many)]
    assert sum(a == b for a, b in zip(*orders, strict=True)) > 60


def test_the_default_values_are_those_of_layout_a() -> None:
    shown = totals(tile_set("A"))
    known = board.settable()
    assert known["boats"][0] == shown["boats"]
    assert known["wreath_halves"][0] == shown["wreath"]
    assert all(low <= default <= high for default, low, high, _ in known.values())
    assert {entry["provenance"] for entry in board.assumed()} <= {"published", "reconstruction"}
    assert Table(2).board.boats[PRINT:].sum() == 2
