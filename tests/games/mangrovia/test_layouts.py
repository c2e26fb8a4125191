"""The boards: every constraint holds on A, B and 200 random layouts; overrides are checked."""

from dataclasses import replace

import numpy as np
import pytest

from simkit.games.mangrovia import board, layouts
from simkit.games.mangrovia.board import LAYOUTS, build, violations
from simkit.games.mangrovia.layouts import OPEN, find_layout

EVERY = [*LAYOUTS, *(f"random:{n}" for n in range(200))]


@pytest.mark.rule(
    "PD-01", "PD-02", "PD-03", "PD-04", "PD-05", "PD-06", "PD-07", "PD-08", "PD-09", "PD-10", "PD-11", "PD-12"
)
@pytest.mark.parametrize("name", EVERY)
def test_every_layout_fits_all_that_is_known(name: str) -> None:
    assert violations(find_layout(name)) == []


def _changed(**change: object) -> layouts.Layout:
    return replace(find_layout("A"), **change)  # type: ignore[arg-type]


def _without(clause: str) -> layouts.Layout:
    """Layout A with one fact taken away."""
    plan = find_layout("A")
    spaces = list(plan.spaces)
    if clause == "PD-01":
        return _changed(columns=(2, 3, 4, 4))
    if clause == "PD-02":
        return _changed(points=((10, 5), *plan.points[1:]))
    if clause == "PD-03":
        return _changed(spaces=tuple(s for s in spaces if s.x != 2 or s.y > 4))
    if clause in ("PD-04", "PD-05"):
        corner = plan.stone if clause == "PD-04" else plan.pole
        return _changed(spaces=tuple(s for s in spaces if (s.x, s.y) != corner))
    if clause == "PD-12":
        return _changed(spaces=(*spaces, layouts.Space(9, 9, "M", 7, 0, 0)))
    for i, s in enumerate(spaces):
        if clause == "PD-06" and s.ring:
            spaces[i] = replace(s, ring=False)
            break
        if clause == "PD-07" and len(s.lands) == 2:
            spaces[i] = replace(s, lands="M")
            break
        if clause == "PD-08" and s.symbol == layouts.GREY:
            spaces[i] = replace(s, symbol=layouts.WHITE)
            break
        if clause == "PD-09" and (s.lands, s.currency, s.cost) == ("W", 1, 5):
            spaces[i] = replace(s, lands="M")
        if clause == "PD-10" and (s.lands, s.cost) == ("W", 10):
            spaces[i] = replace(s, points=3)
        if clause == "PD-11" and s.currency == 0:
            spaces[i] = replace(s, cost=1)
            break
    return _changed(spaces=tuple(spaces))


@pytest.mark.rule(
    "PD-01", "PD-02", "PD-03", "PD-04", "PD-05", "PD-06", "PD-07", "PD-08", "PD-09", "PD-10", "PD-11", "PD-12"
)
@pytest.mark.parametrize("clause", [f"PD-{k:02d}" for k in range(1, 13)])
def test_a_board_that_breaks_a_fact_is_told_which(clause: str) -> None:
    assert any(clause in fault for fault in violations(_without(clause)))


def test_random_layouts_are_reproducible_and_different() -> None:
    assert find_layout("random:3") == find_layout("random:3")
    assert find_layout("random:3") != find_layout("random:4")
    assert find_layout("A") != find_layout("B")


@pytest.mark.rule("MG-01", "MG-08", "MG-09", "PD-16")
def test_a_space_lies_on_at_most_one_path_of_each_direction_and_paths_run_from_their_statues() -> None:
    record = build()[0]
    for path in range(8):
        spaces = [int(s) for s in record.path_space[path][: record.path_len[path]]]
        along = [int(record.y[s] if path < 4 else record.x[s]) for s in spaces]
        assert along == sorted(along)
        line = {int(record.x[s] if path < 4 else record.y[s]) for s in spaces}
        assert len(line) == 1
        whole = [s for s in range(int(record.spaces)) if int((record.x if path < 4 else record.y)[s]) in line]
        assert sorted(spaces) == whole


@pytest.mark.rule("MG-02", "MG-03", "MG-04", "MG-05", "MG-06")
def test_the_box_holds_what_the_rulebook_lists() -> None:
    copies = build()[0].copies
    assert list(copies[:6]) == [9, 8, 7, 7, 6, 6]
    assert sum(copies[:6]) + 10 == 53
    assert sum((k + 2) * int(copies[k]) for k in range(6)) == 183
    assert list(copies[8:12]) == [8, 8, 8, 8]
    assert list(copies[12:]) == [5, 10, 9, 7, 5, 4]
    assert sum((k + 1) * int(copies[12 + k]) for k in range(6)) == 129
    assert sum(range(int(build()[0].lowest_tile), int(build()[0].highest_tile) + 1)) == 44


@pytest.mark.parametrize(
    "components", [{"amber": 3}, {"pole_first": "12"}, {"huts_4": 99}, {"pole_second": 20}]
)
def test_impossible_components_are_refused_with_a_sentence(components: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(components))):
        build(components=components)


@pytest.mark.parametrize(("layout", "players"), [("C", 4), ("random:x", 4), ("A", 6)])
def test_unknown_layouts_and_tables_are_refused(layout: str, players: int) -> None:
    with pytest.raises(ValueError, match=r"layout|players"):
        build(layout=layout, players=players)


def test_every_settable_number_has_a_range_round_its_default_and_changes_the_board() -> None:
    for name, (default, low, high, sentence) in board.settable().items():
        assert low <= default <= high
        assert sentence
        players = int(name[-1]) if name.startswith("huts_") else 4
        other = low if default != low else high
        if name.startswith("pole"):
            other = default + 1 if name == "pole_first" else default - 1
        assert build(players=players, components={name: other}).tobytes() != build(players=players).tobytes()


def test_assumed_data_are_declared() -> None:
    names = {item["name"] for item in board.assumed()}
    assert {"layout A", "layout B", "start_pairs", "stone_tiles"} <= names
    assert all(item["why"] for item in board.assumed())


def test_areas_of_a_random_layout_are_the_squares_of_its_plan() -> None:
    plan = find_layout("random:7")
    assert sum(plan.area(s) != OPEN for s in plan.spaces) == 16
    record = build(layout="random:7")[0]
    assert np.all(record.cost[: record.spaces] > 0)


def test_a_misspelt_space_is_refused() -> None:
    with pytest.raises(ValueError, match="column row"):
        layouts.parse_space("2 0 W 10x 4")
