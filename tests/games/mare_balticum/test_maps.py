"""The maps: every constraint of the ledger on A, B and random ones."""

from collections.abc import Callable

import numpy as np
import pytest

from simkit.games.mare_balticum import board
from simkit.games.mare_balticum.maps import (
    COMPONENTS,
    Map,
    adjacency,
    centres,
    example_1,
    layout_name,
    map_of,
    random_map,
    violations,
)

RANDOM = 200


def checked(layout: Map) -> None:
    squares = layout.squares()
    areas = 5 + len(layout.letters)
    masks = adjacency(squares, areas)
    assert violations(layout) == []
    places = len(layout.letters) + sum(layout.deep)
    assert 34 <= places <= 40
    assert 24 <= len(layout.letters) <= 28
    assert all(masks[port] for port in range(5))
    assert example_1(masks, centres(squares, areas))


@pytest.mark.rule("MB-14", "MB-17", "MB-31", "MB-X1")
@pytest.mark.parametrize("layout", ["A", "B"])
def test_the_drawn_maps_break_no_constraint(layout: str) -> None:
    checked(map_of(layout))


@pytest.mark.rule("MB-X1")
def test_two_hundred_random_maps_break_no_constraint() -> None:
    for number in range(1, RANDOM + 1):
        checked(map_of(f"random:{number}"))


def test_random_maps_are_reproducible_and_differ() -> None:
    assert random_map(7) == random_map(7)
    assert random_map(7) != random_map(8)
    numbers = [int(board.build(name, 4)[0].layout_no) for name in ("A", "B", "random:1", "random:9")]
    assert [layout_name(number) for number in numbers] == ["A", "B", "random:1", "random:9"]


def test_the_two_maps_differ_clearly() -> None:
    """Number of areas, of deep ones, and the port of example 1."""
    a, b = map_of("A"), map_of("B")
    assert len(a.letters) != len(b.letters)
    assert sum(a.deep) != sum(b.deep)
    assert len(set(a.names)) == len(a.names)
    assert len(set(b.names)) == len(b.names)


def redrawn(change: Callable[[int, str], str]) -> Map:
    """Layout A with each row changed."""
    drawn = map_of("A")
    return drawn._replace(rows=tuple(change(number, row) for number, row in enumerate(drawn.rows)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda number, row: row.replace("3", "."), "areas 3 have no square"),
        (lambda number, row: row.replace("b", "e"), "areas b have no square"),
        (lambda number, row: row.replace("A", ".") if number == 7 else row, "is in pieces"),
        (lambda number, row: row.replace("4", ".") + (".4" if number == 0 else ".."), "touches no sea area"),
    ],
)
def test_a_broken_map_is_told_by_a_sentence(change: Callable[[int, str], str], message: str) -> None:
    assert any(message in sentence for sentence in violations(redrawn(change)))


def test_a_sea_needs_more_areas_than_vessels() -> None:
    """16 vessels lie on the board with four players: 16 areas are too few."""
    letters = map_of("A").letters
    joined = str.maketrans(letters[16:], letters[15] * 12)
    drawn = redrawn(lambda number, row: row.translate(joined))
    few = drawn._replace(letters=letters[:16], names=drawn.names[:16], deep=drawn.deep[:16])
    assert "there are not more sea areas than vessels on the board" in violations(few)


def test_a_sea_of_one_depth_is_refused() -> None:
    flat = map_of("A")._replace(deep=(False,) * 28)
    assert violations(flat) == ["there are not sea areas of both depths"]


def test_example_1_needs_its_areas() -> None:
    """Joining the Sound to the Great Belt gives the middle vessel a fourth neighbour."""
    drawn = map_of("A")
    rows = list(drawn.rows)
    row = next(i for i, text in enumerate(rows) if text.startswith(".ccca.bb"))
    rows[row] = rows[row].replace(".ccca.bb", ".cccbbbb")
    assert "example 1 of the rulebook can happen nowhere" in violations(drawn._replace(rows=tuple(rows)))


def test_hops_are_the_fewest_borders_to_a_port_of_a_set() -> None:
    record = board.build("A", 4)[0]
    for area in range(int(record.areas)):
        for ports in range(1, 32):
            wanted = min(int(record.hops[area, 1 << port]) for port in range(5) if ports >> port & 1)
            assert record.hops[area, ports] == wanted
        for other in range(int(record.areas)):
            if int(record.adjacent[area]) >> other & 1:
                assert (np.abs(record.hops[area, 1:] - record.hops[other, 1:]) <= 1).all()


def test_the_data_file_calls_the_maps_reconstructions() -> None:
    for name in ("layout_A", "layout_B", "layout_random", "contracts", "circle_values"):
        assert COMPONENTS[name]["provenance"] == "reconstruction"
    assert {row["name"] for row in board.assumed()} >= {"layout_A", "layout_B", "contracts", "port_names"}
