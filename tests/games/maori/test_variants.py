"""Own ships and the atoll (MA-68 to MA-76)."""

import pytest

from simkit.checking import check_random_play
from simkit.games.maori import GAME, board, state
from simkit.games.maori.state import BUILD, LIFT, MOOR, PASS, REMOVE, SAIL, STORE, UNSTORE
from tests.games.maori.helpers import Table, code, place
from tests.test_contract import module_sets


def ready(**switches: object) -> Table:
    """Seat 0 has water at row 1, column 2 (field 7) with its ship on it, and has sailed."""
    table = Table(2, **switches)
    table.put(0, 7, shape="water")
    table.state.own_ship[0] = 7
    table.show(1, shape="water")
    table.play(code(SAIL, 1))
    return table


@pytest.mark.rule("MA-68", "MA-76")
@pytest.mark.parametrize("own_ships", ["off", "free", "last_built"])
def test_the_variants_combine_and_keep_every_invariant(own_ships: str) -> None:
    for layout in board.LAYOUTS:
        check_random_play(
            GAME, players=3, deals=30, layout=layout, switches={"own_ships": own_ships, "atoll": True}
        )


@pytest.mark.rule("MA-68", "MA-74")
def test_every_player_count_is_offered_both_variants_apart_and_together_but_five_no_atoll() -> None:
    """So the contract tests, which take the combinations that a board accepts, leave none out."""
    for players in GAME.players:
        offered = [(chosen["own_ships"], chosen["atoll"]) for chosen in module_sets(GAME, players)]
        every = [(ships, atoll) for ships in ("off", "free", "last_built") for atoll in (False, True)]
        assert sorted(offered) == sorted(pair for pair in every if players < 5 or not pair[1])


@pytest.mark.rule("MA-69")
def test_the_own_ship_is_set_on_the_first_tile_built() -> None:
    table = Table(2, own_ships="free")
    table.play(code(SAIL, 1), code(PASS))
    assert table.state.own_ship[0] == -1
    table.play(code(SAIL, 1), code(PASS), code(SAIL, 1), code(BUILD, 0))
    assert len(table.fields()) == 16
    table.first()
    assert table.state.own_ship[0] == table.state.last_built >= 0
    assert table.position.seat == 1


@pytest.mark.rule("MA-70", "MA-X22")
@pytest.mark.parametrize(
    ("adjacency", "fields"),
    [
        ("horizontal_diagonal", [1, 3, 6, 8, 11, 13]),
        ("king", [1, 2, 3, 6, 8, 11, 12, 13]),
        ("orthogonal", [2, 6, 8, 12]),
    ],
)
def test_from_row_1_column_2_the_next_tile_may_go_beside_or_diagonally(
    adjacency: str, fields: list[int]
) -> None:
    table = ready(own_ships="free", own_ship_adjacency=adjacency)
    table.play(code(BUILD, 0))
    assert table.fields() == fields


@pytest.mark.rule("MA-70", "MA-44")
def test_a_stored_tile_goes_near_the_own_ship_too() -> None:
    table = Table(2, own_ships="free")
    table.put(0, 7, shape="water")
    table.state.own_ship[0] = 7
    table.store(0, shape="water")
    table.play(code(SAIL, 1), code(UNSTORE))
    assert table.fields() == [1, 3, 6, 8, 11, 13]


@pytest.mark.rule("MA-71")
def test_after_a_build_the_ship_may_move_to_any_tile_or_to_the_last_one_or_stay() -> None:
    for own_ships, berths in (("free", [4, 7, 8]), ("last_built", [7, 8])):
        table = ready(own_ships=own_ships)
        table.put(0, 4, shape="water")
        table.play(code(BUILD, 0), place(8))
        assert table.numbers(MOOR) == berths
        table.play(code(MOOR, berths[0]))
        assert table.state.own_ship[0] == berths[0]
        assert table.position.seat == 1


@pytest.mark.rule("MA-49", "MA-71")
def test_the_display_is_refilled_before_the_ship_moves() -> None:
    table = ready(own_ships="free")
    table.play(code(BUILD, 0), place(8))
    assert table.state.phase == state.MOORING
    assert min(table.state.display) >= 0


@pytest.mark.rule("MA-72")
def test_without_a_free_field_near_the_ship_nothing_can_be_built_but_all_else_is_possible() -> None:
    table = Table(2, own_ships="last_built")
    table.fill(0, [7, 1, 3, 6, 8, 11, 13])
    table.state.own_ship[0] = 7
    table.play(code(SAIL, 1))
    assert table.kinds() == {STORE, REMOVE, PASS}


@pytest.mark.rule("MA-73")
def test_the_tile_under_the_ship_stays_unless_the_switch_allows_its_removal() -> None:
    fixed = ready(own_ships="free")
    assert fixed.kinds() == {BUILD, STORE, PASS}
    loose = ready(own_ships="free", remove_under_ship=True)
    loose.play(code(REMOVE), code(LIFT, 7))
    assert loose.state.own_ship[0] == -1


@pytest.mark.rule("MA-74")
def test_the_atoll_has_a_closed_ring_of_rocks_two_regions_no_print_and_two_boats_on_no_field() -> None:
    for shape, inner in (("4x5", [6, 7, 8, 11, 12, 13]), ("5x4", [5, 6, 9, 10, 13, 14])):
        table = Table(4, atoll=True, tableau_shape=shape)
        b = table.board
        assert [f for f in range(20) if b.inner >> f & 1] == inner
        assert b.printed == 0
        assert b.base_boats == 2
        assert list(table.state.boats[:4]) == [2] * 4
        ring = sum(bin(int(rock)).count("1") for rock in b.rock)
        assert ring == 2 * 10  # ten field edges, seen from both sides
        table.show(1, shape="water")
        table.play(code(SAIL, 1), code(BUILD, 0))
        assert table.fields() == list(range(20))
    with pytest.raises(ValueError, match="at most 4"):
        Table(5, atoll=True)
    Table(5, atoll=True, atoll_max_players=5)


@pytest.mark.rule("MA-74", "MA-57")
def test_no_island_spans_the_rocks() -> None:
    """Field 5 lies outside, field 6 inside."""
    table = Table(2, atoll=True, components={"empty_points": 0})
    table.put(0, 5, shape="end", land="E", palms=1)
    table.put(0, 6, shape="end", land="W", palms=1)
    assert table.score()["palms"] == 0


@pytest.mark.rule("MA-74", "MA-38")
@pytest.mark.parametrize("match", ["built_only", "strict"])
def test_land_never_fits_against_a_rock(match: str) -> None:
    table = Table(2, atoll=True, edge_match=match)
    table.show(1, shape="end", land="E", palms=1)
    table.play(code(SAIL, 1), code(BUILD, 0))
    assert not {5, 10, 8, 13} & set(table.fields())
    assert {6, 7, 0} <= set(table.fields())


@pytest.mark.rule("MA-75", "MA-X23")
def test_a_closed_island_of_3_palms_and_a_hut_gives_12_inside_and_6_outside() -> None:
    for field, points in ((7, 12), (4, 6)):
        table = Table(2, atoll=True)
        table.put(0, field, shape="single", palms=3, huts=1)
        parts = table.score()
        assert parts["hut_palms"] + parts["atoll"] == points


@pytest.mark.rule("MA-75", "MA-62")
@pytest.mark.parametrize(("double", "points"), [(False, 10), (True, 20)])
def test_a_wreath_inside_doubles_only_with_the_switch_and_rocks_do_not_part_one(
    double: bool, points: int
) -> None:
    inside = Table(2, atoll=True, atoll_double_wreath=double)
    inside.put(0, 7, 2, shape="water", wreath="N")
    inside.put(0, 12, 0, shape="water", wreath="N")
    assert inside.score()["wreaths"] + inside.score()["atoll"] == points
    across = Table(2, atoll=True, atoll_double_wreath=double)
    across.put(0, 2, 2, shape="water", wreath="N")
    across.put(0, 7, 0, shape="water", wreath="N")
    assert across.score()["wreaths"] + across.score()["atoll"] == 10
