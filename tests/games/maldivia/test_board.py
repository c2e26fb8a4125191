"""The cloth and the ships: A, B and random prints obey the same constraints."""

import dataclasses

import numpy as np
import pytest

from simkit.games.maldivia.board import BOARD, COMPONENTS, LAYOUTS, assumed, build, settable, violations
from simkit.games.maldivia.layout import Current, layout_named, random_layout


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_reference_layouts_break_no_constraint(name: str) -> None:
    assert violations(layout_named(name)) == []


def test_two_hundred_random_layouts_break_no_constraint_and_differ() -> None:
    layouts = [random_layout(number) for number in range(200)]
    assert all(violations(layout) == [] for layout in layouts)
    assert len({layout.front for layout in layouts}) == 200
    assert random_layout(7) == random_layout(7)


def test_a_and_b_are_clearly_different() -> None:
    a, b = layout_named("A"), layout_named("B")
    same = sum(x == y for r, q in zip(a.front, b.front, strict=True) for x, y in zip(r, q, strict=True))
    assert same < 50


def spoiled(**changes: object) -> list[str]:
    return violations(dataclasses.replace(layout_named("A"), **changes))  # type: ignore[arg-type]


@pytest.mark.rule("MV-02", "MV-35", "MV-45", "MV-49")
def test_each_constraint_has_a_fault_that_it_names() -> None:
    a = layout_named("A")
    shark = (("S", *a.front[0][1:]), *a.front[1:])
    many = (("RRRR", *a.front[0][1:]), *a.front[1:])
    calm = tuple(tuple("." if word == "O" else word for word in row) for row in a.front)
    tame = tuple(tuple("." if word == "S" else word for word in row) for row in a.back)
    small = tuple(tuple(word[:2] for word in row) for row in a.back)
    assert spoiled(front=shark) == ["the front has a shark"]
    assert "the front has a space 'RRRR'" in spoiled(front=many)
    assert spoiled(front=calm) == ["the front has no octopus"]
    assert spoiled(back=tame) == ["the back has no shark"]
    assert "no space shows exactly three fish" in spoiled(back=small)
    assert spoiled(front=a.front[1:]) == ["the front is not 10 x 10"]
    red = tuple(tuple("." if "R" in word else word for word in row) for row in a.front)
    assert "no front space shows R" in spoiled(front=red)


@pytest.mark.rule("MV-35", "MV-36", "MV-38", "MV-45")
def test_currents_must_be_connected_bend_and_be_usable() -> None:
    def fault(current: Current, back: bool = False) -> str:
        field = "back_currents" if back else "front_currents"
        return " ".join(spoiled(**{field: (current,)}))

    assert "not connected" in fault(Current(1, ((4, 4), (4, 6)), 2))
    assert "does not bend" in fault(Current(1, ((4, 4), (4, 5)), 1))
    assert "in the fog" in fault(Current(1, ((4, 0),), 2))
    assert "runs into itself" in fault(Current(1, ((4, 4), (4, 5), (5, 5), (5, 4)), 0))
    assert "leaves the cloth" in fault(Current(1, ((4, 9), (4, 10)), 2))
    assert "never be used" in fault(Current(1, ((0, 4), (0, 5), (1, 5)), 2), back=True)
    assert fault(Current(1, ((0, 4),), 0), back=True) == ""
    assert "share" in " ".join(spoiled(front_currents=(Current(1, ((4, 4),), 2), Current(0, ((4, 4),), 1))))
    assert "more than" in " ".join(spoiled(front_currents=tuple(Current(1, ((4, 4),), 2) for _ in range(20))))


@pytest.mark.rule("MV-04", "MV-64", "MV-65", "MV-66")
def test_the_ships_are_forty_of_one_to_four_fish_and_the_examples_exist() -> None:
    a = layout_named("A")
    for layout in map(layout_named, LAYOUTS):
        fish = sum(len(ship) for ships in layout.cards for ship in ships)
        assert 40 <= fish <= 160
    nanga, efo, solys, wipi = a.cards
    assert "Solys has no ship of red, green and purple" in spoiled(cards=(nanga, efo, efo, wipi))
    assert "Nanga has 9 ships instead of 10" in spoiled(cards=(nanga[1:], efo, solys, wipi))
    assert "Nanga has a ship 'RRRRR'" in spoiled(cards=(("RRRRR", *nanga[1:]), efo, solys, wipi))


@pytest.mark.rule("MV-10", "MV-78")
def test_numbers_may_be_changed_within_their_range() -> None:
    board = build("A", 4, {"fish_per_colour": 28, "mast_limit": 5, "rows": 8, "columns": 6})[0]
    assert list(board.fish) == [28] * 4
    assert (board.mast_limit, board.rows, board.columns) == (5, 8, 6)
    assert board.dtype == BOARD
    with pytest.raises(ValueError, match="has no component 'boats'"):
        build("A", 4, {"boats": 3})
    for name, (_, low, high, _) in settable().items():
        for value in (low - 1, high + 1, 2.5, True, "x"):
            with pytest.raises(ValueError, match=name):
                build("A", 4, {name: value})
    with pytest.raises(ValueError, match="players"):
        build("A", 5)
    with pytest.raises(ValueError, match="layout"):
        build("C", 4)


def test_a_smaller_cloth_is_the_middle_of_the_print() -> None:
    whole, small = build("B")[0], build("B", 4, {"rows": 8, "columns": 8})[0]
    for row in range(8):
        for column in range(8):
            assert small.kind[0, 10 * row + column] == whole.kind[0, 10 * (row + 1) + column + 1]


def test_every_table_says_where_it_comes_from() -> None:
    allowed = {"rulebook", "published", "derived", "reconstruction"}
    assert all(entry["provenance"] in allowed and entry["why"] for entry in assumed())
    assert {"cloth", "fish", "layout A", "layout B"} <= {entry["name"] for entry in assumed()}
    assert np.array_equal(build("A"), build("A"))
    assert COMPONENTS["ships"]["cards"] == 10
