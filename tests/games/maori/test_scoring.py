"""Final scoring (MA-57 to MA-67, MA-77). Tableaus are 4 x 5; column 0 is printed, open to the east in rows 1 and 2."""

import pytest

from simkit.games.maori import GAME
from tests.games.maori.helpers import Table

BARE = {"empty_points": 0}


def table(**switches: object) -> Table:
    """Two seats without printed palms; empty fields cost nothing, so that a test sees one part at a time."""
    return Table(2, components=BARE, **switches)


@pytest.mark.rule("MA-57", "MA-60", "MA-61", "MA-X16")
def test_three_palms_give_3_with_a_hut_6_with_two_huts_6_and_open_0() -> None:
    r"""Row 0, fields 2 to 4:  E-end, middle, W-end  =  one island."""
    plain = table()
    plain.put(0, 2, shape="end", land="E", palms=1)
    plain.put(0, 3, shape="middle", land="EW", palms=1)
    plain.put(0, 4, shape="end", land="W", palms=1)
    assert plain.score()["palms"] == 3
    one = table()
    one.put(0, 2, shape="end", land="E", palms=1, huts=1)
    one.put(0, 3, shape="middle", land="EW", palms=1)
    one.put(0, 4, shape="end", land="W", palms=1)
    assert one.score()["hut_palms"] == 6
    assert one.score()["palms"] == 0
    two = table()
    two.put(0, 2, shape="end", land="E", palms=1, huts=1)
    two.put(0, 3, shape="middle", land="EW", palms=1)
    two.put(0, 4, shape="end", land="W", palms=1, huts=1)
    assert two.score()["hut_palms"] == 6
    ajar = table()
    ajar.put(0, 2, shape="end", land="E", palms=1, huts=1)
    ajar.put(0, 3, shape="middle", land="EW", palms=1)
    assert ajar.score()["score"] - ajar.score()["boats"] - ajar.score()["shells"] == 0


@pytest.mark.rule("MA-57", "MA-58")
def test_land_against_water_frame_or_an_empty_field_leaves_an_island_open() -> None:
    for other in ({"shape": "water"}, {"shape": "end", "land": "N", "palms": 1}, None):
        t = table()
        t.put(0, 2, shape="end", land="E", palms=1)
        if other:
            t.put(0, 3, **other)
        assert t.score()["palms"] == 0
    frame = table()
    frame.put(0, 4, shape="end", land="E", palms=1)
    frame.put(0, 5, shape="water") if False else None
    assert frame.score()["palms"] == 0
    single = table()
    single.put(0, 4, shape="single", palms=2)
    assert single.score()["palms"] == 2


@pytest.mark.rule("MA-58", "MA-63", "MA-X18")
@pytest.mark.parametrize(("penalise", "points"), [(True, -5), (False, -3)])
def test_3_empty_fields_and_an_open_island_of_2_tiles_cost_5(penalise: bool, points: int) -> None:
    t = Table(2, penalise_removed=penalise)
    fields = [f for f in range(20) if f % 5 and f not in (2, 3, 9, 14, 19)]
    t.fill(0, fields)
    t.put(0, 2, shape="end", land="E", palms=1)
    t.put(0, 3, shape="middle", land="EW", palms=1)
    assert t.score()["empty_fields"] == points


@pytest.mark.rule("MA-59")
def test_open_printed_land_stays_and_scores_nothing_and_takes_its_tiles_along() -> None:
    t = Table(2)
    t.put(0, 6, shape="middle", land="EW", palms=1)
    assert t.score() == t.score() | {"palms": 0, "empty_fields": -16}
    t.put(0, 7, shape="end", land="W", palms=2)
    assert t.score() == t.score() | {"palms": 1 + 1 + 2, "empty_fields": -14}  # one palm is printed


@pytest.mark.rule("MA-58")
@pytest.mark.parametrize(("mixed", "kept"), [("any_open", False), ("all_open", True)])
def test_a_tile_with_a_closed_and_an_open_part_goes_or_stays(mixed: str, kept: bool) -> None:
    """Fields 2, 3: the eastern part of the split tile on 3 is open, its western part belongs to a closed island.

    any_open: the tile goes, the closed island scores with what is left. all_open: it stays.
    """
    rows = [
        {"n": 3, "shape": "end", "land": "E", "palms": 2},
        {"n": 2, "shape": "middle", "land": "EW", "split": True},
        {"n": 30, "shape": "water"},
    ]
    t = Table(2, tiles=rows, mixed_tile=mixed)
    t.put(0, 2, shape="end", land="E", palms=2)
    t.put(0, 3, shape="middle", land="EW")
    assert t.score()["palms"] == 2
    assert t.score()["empty_fields"] == (-14 if kept else -15)


@pytest.mark.rule("MA-62", "MA-X17")
def test_two_halves_that_meet_give_10_and_nothing_else_does() -> None:
    """Fields 2 and 7 lie below each other; a half at the north turned by two quarters lies at the south."""
    met = table()
    met.put(0, 2, 2, shape="water", wreath="N")
    met.put(0, 7, 0, shape="water", wreath="N")
    assert met.score()["wreaths"] == 10
    one = table()
    one.put(0, 2, 2, shape="water", wreath="N")
    assert one.score()["wreaths"] == 0
    apart = table()
    apart.put(0, 2, 2, shape="water", wreath="N")
    apart.put(0, 7, 2, shape="water", wreath="N")
    assert apart.score()["wreaths"] == 0
    ajar = table()
    ajar.put(0, 2, shape="end", land="E", palms=1, wreath="S")
    ajar.put(0, 7, 0, shape="water", wreath="N")
    assert ajar.score()["wreaths"] == 0
    ajar.put(0, 3, shape="end", land="W", palms=1)
    assert ajar.score()["wreaths"] == 10
    two = table()
    for field, turn in ((2, 2), (7, 0), (3, 1), (4, 3)):
        two.put(0, field, turn, shape="water", wreath="N")
    assert two.score()["wreaths"] == 20


@pytest.mark.rule("MA-64", "MA-65", "MA-X19")
def test_everybody_with_the_most_boats_or_shells_scores_them_in_full() -> None:
    t = Table(3)
    for seat, boats in enumerate((3, 3, 1)):
        for field in range(1, 1 + boats):
            t.put(seat, field, **({"shape": "water"} if field < 3 else {"shape": "single"}), boats=1)
    t.state.shells[:3] = (4, 2, 4)
    assert [t.score(seat)["boats"] for seat in range(3)] == [5, 5, 0]
    assert [t.score(seat)["shells"] for seat in range(3)] == [4, 0, 4]
    bare = Table(4)
    bare.state.shells[:4] = 0
    assert [bare.score(seat)["boats"] for seat in range(4)] == [2] * 4
    assert [bare.score(seat)["shells"] for seat in range(4)] == [0] * 4


@pytest.mark.rule("MA-64", "MA-X21")
@pytest.mark.parametrize(("after", "boats"), [(True, [2, 2]), (False, [3, 0])])
def test_boats_on_an_open_island_are_not_counted_in_the_majority(after: bool, boats: list[int]) -> None:
    t = Table(2, majority_after_removal=after)
    t.put(0, 2, shape="end", land="N", boats=1)
    assert [t.score(seat)["boats"] for seat in range(2)] == boats


@pytest.mark.rule("MA-65")
@pytest.mark.parametrize(("counted", "points"), [("stock", [0, 5]), ("pictured", [3, 0]), ("both", [5, 5])])
def test_shells_are_counted_in_stock_or_as_pictured(counted: str, points: list[int]) -> None:
    t = Table(2, shell_majority=counted)
    t.put(0, 2, shape="water", shells=2)
    t.put(0, 3, shape="water", shells=1)
    t.store(1, shape="water", shells=2)
    t.state.shells[:2] = (2, 5)
    assert [t.score(seat)["shells"] for seat in range(2)] == points


@pytest.mark.rule("MA-66", "MA-X20")
def test_the_worked_total_of_24_points() -> None:
    """4 palms without hut (4), 3 with a hut (6), a wreath (10), 2 empty fields (-2), 6 boats (6), second in shells."""
    t = Table(2)
    t.state.shells[:2] = (3, 4)
    t.put(0, 3, shape="end", land="E", palms=2)
    t.put(0, 4, shape="end", land="W", palms=2)
    t.put(0, 9, shape="single", palms=3, huts=1)
    t.put(0, 11, 2, shape="water", wreath="N")
    t.put(0, 16, 0, shape="water", wreath="N")
    for field in (1, 2, 8, 7):
        t.put(0, field, shape="water", boats=1)
    t.fill(0, [12, 13, 14, 17, 18])
    parts = t.score()
    assert parts["palms"], parts["hut_palms"] == (4, 6)
    assert (parts["wreaths"], parts["empty_fields"], parts["boats"], parts["shells"]) == (10, -2, 6, 0)
    assert parts["score"] == 24
    assert t.score(1)["score"] == -16 + 4


@pytest.mark.rule("MA-66")
def test_sums_can_be_negative() -> None:
    t = Table(2)
    t.state.shells[:2] = (0, 1)
    t.put(1, 4, shape="water", boats=1)
    assert t.score(0)["score"] == -16


@pytest.mark.rule("MA-67")
def test_a_tie_is_shared_or_goes_to_fewer_empty_fields() -> None:
    shared, fewer = (Table(2, tie=tie) for tie in ("shared", "fewer_empty_fields"))
    for t in (shared, fewer):
        t.put(1, 4, shape="water")
    assert shared.score(0)["fewer_empty"] == shared.score(1)["fewer_empty"] == 0
    assert (fewer.score(0)["fewer_empty"], fewer.score(1)["fewer_empty"]) == (-16, -15)
    assert len(GAME.tie_keys) == 1


@pytest.mark.rule("MA-77")
def test_half_a_wreath_alone_costs_what_unfinished_wreath_says() -> None:
    for penalty in (0, 3):
        t = table(unfinished_wreath=penalty)
        t.put(0, 2, 2, shape="water", wreath="N")
        t.put(0, 7, 0, shape="water", wreath="N")
        t.put(0, 4, 0, shape="water", wreath="N")
        t.put(0, 18, shape="end", land="E", palms=1, wreath="S")  # open: it goes and costs nothing
        assert t.score()["half_wreaths"] == -penalty
        assert t.score()["wreaths"] == 10


@pytest.mark.rule("MA-04", "MA-63")
def test_coverable_print_counts_as_unoccupied_until_it_is_covered_and_shows_again() -> None:
    from simkit.games.maori.state import BUILD, LIFT, PASS, REMOVE, SAIL
    from tests.games.maori.helpers import code, place

    t = Table(2, printed_fields="coverable")
    assert t.score()["empty_fields"] == -20
    t.show(1, shape="water")
    t.play(code(SAIL, 1), code(BUILD, 0), place(5))
    assert t.state.boats[0] == 1
    assert t.score()["empty_fields"] == -19
    t.play(code(SAIL, 1), code(PASS), code(SAIL, 1), code(REMOVE), code(LIFT, 5))
    assert t.state.boats[0] == 2
    assert t.score()["empty_fields"] == -20
    assert t.position.broken() == 0
