"""Components and preparation (KV-01 to KV-32)."""

from itertools import combinations

import numpy as np
import pytest

from simkit.games.kaivai import board as b
from simkit.games.kaivai import state as s
from simkit.games.kaivai.text import hex_name, place_named

from .table import GAME, Table, members


@pytest.mark.rule("KV-01", "KV-24")
def test_the_sea_is_a_hexagon_of_127_hexes_with_six_printed_cult_hexes_at_least_four_apart() -> None:
    assert len(b.hexes()) == 127
    assert [sum(q == column for q, _ in b.hexes()) for column in range(-6, 7)] == [
        7,
        8,
        9,
        10,
        11,
        12,
        13,
        12,
        11,
        10,
        9,
        8,
        7,
    ]
    apart = sorted(b.distance(x, y) for x, y in combinations(b.printed(), 2))
    assert apart == [4, 4, 4, 4, 5, 5, 5, 5, 5, 7, 7, 7, 9, 9, 10]
    board = b.build()[0]
    assert members(board.valid) == {b.place(*cell) for cell in b.hexes()}
    for cell in b.hexes():
        p = b.place(*cell)
        near = {b.place(*other) for other in b.hexes() if b.distance(cell, other) == 1}
        assert members(board.ring[p]) == near == set(board.near[p][board.near[p] >= 0])
    for cell in b.printed():
        assert len(members(board.ring[b.place(*cell)])) == 6


def test_every_hex_has_a_name_of_its_own() -> None:
    names = {hex_name(b.place(*cell)) for cell in b.hexes()}
    assert len(names) == 127
    assert place_named("G7") == b.place(0, 0)


@pytest.mark.rule("KV-02", "KV-25", "KV-26", "KV-27")
def test_four_loose_cult_pieces_found_two_villages_and_eight_stay_in_store() -> None:
    layouts = b.legal_layouts()
    assert len(b.legal_layouts(1)) == 10
    assert len(layouts) == 28
    for layout in layouts:
        assert b.violations(layout) == []
        assert all(
            max(map(abs, (q, r, q + r))) == 6 for village in layout for q, r in village
        )  # all on the rim
    seen = set()
    for deal in range(200):
        board = b.build()
        position = Table(deal=deal, village_setup="random_legal").position
        villages = [frozenset(p for p in range(182) if position.state.village[p] == v) for v in (6, 7)]
        assert all(len(village) == 2 for village in villages)
        seen.add(frozenset(villages))
        assert position.state.cult_store == 8 == board[0].rounds
    assert len(seen) > 22  # of 28, drawn evenly: 200 deals leave out 0.02 of them


@pytest.mark.rule("KV-26")
def test_three_water_hexes_must_lie_between_an_extra_village_and_any_other() -> None:
    """T-23: distance 3 is illegal, 4 legal."""
    near = next(cell for cell in b.hexes() if min(b.distance(cell, p) for p in b.printed()) == 3)
    assert any("nearer than 4" in fault for fault in b.violations([[near]], 1))
    assert b.violations([[(-6, 5)]], 1) == []
    assert b.violations([[(-6, 4), (-6, 6)]]) != []  # not adjacent
    assert b.violations([[(-6, 4), (-6, 5)], [(-6, 6), (-5, 6)]]) != []  # too near one another
    assert b.violations([[(7, 0)]], 1) != []


@pytest.mark.rule("KV-26")
def test_the_fixed_layout_is_the_named_one_in_every_deal() -> None:
    fixed = b.COMPONENTS["fixed_villages"]
    for village, name in ((6, "first"), (7, "second")):
        places = {tuple(np.flatnonzero(Table(deal=deal).state.village == village)) for deal in range(5)}
        assert places == {tuple(sorted(b.place(*cell) for cell in fixed[name]))}


@pytest.mark.rule("KV-03", "KV-42", "KV-43", "KV-86")
def test_bid_scale_and_movement_track_are_the_printed_ones() -> None:
    board = b.build()[0]
    assert list(board.zugweite[1:]) == [1, 2, 3, 4, 5, 4, 3, 2, 1, 0]
    assert list(board.base_cost[1:]) == list(range(1, 11))
    assert list(board.bonus) == [0, 1, 2, 2, 3, 3, 4, 4, 5]


@pytest.mark.rule("KV-15", "KV-16", "KV-17", "KV-18", "KV-19", "KV-21", "KV-22", "KV-23")
def test_a_display_starts_with_three_shells_on_5_three_fish_on_4_and_three_influence() -> None:
    """T-01, T-02."""
    table = Table()
    state = table.state
    for seat in range(4):
        assert table.held(seat) == [5, 5, 5]
        assert sum(table.held(seat)) == 15
        assert table.fishes(seat) == [4, 4, 4]
        assert state.hand[seat] == 3
        assert state.glory[seat] == 0
        assert state.steps[seat] == 0
        assert state.bid[seat] == 0
    assert state.token_store == 24 - 12
    assert state.counter_store == 52 - 24
    assert state.cult_store == 12 - 4


@pytest.mark.rule("KV-06", "KV-08", "KV-09", "KV-10", "KV-11")
def test_each_colour_has_15_huts_4_boats_to_sail_and_5_fishermen_for_huts() -> None:
    state = Table().state
    assert list(state.huts_left[:4]) == [15] * 4
    assert list(state.boats_left[:4]) == [4] * 4
    assert list(state.fishermen_left[:4]) == [5] * 4
    assert GAME.players == (2, 3, 4)


@pytest.mark.rule("KV-07", "KV-112")
def test_dice_have_5_4_3_and_2_blue_sides_of_6() -> None:
    board = b.build()[0]
    assert list(board.blue) == [5, 4, 3, 2]
    assert board.faces == 6
    means = [sum(board.blue[:k]) / 6 for k in range(5)]
    assert means == pytest.approx([0, 5 / 6, 3 / 2, 2, 7 / 3])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"layout": "A"}, "layout = 'A'"),
        ({"players": 5}, "players = 5"),
        ({"components": {"amber": 3}}, "no component 'amber'"),
        ({"components": {"huts": 99}}, "huts = 99: a whole number from 3 to 15"),
        ({"components": {"huts": "many"}}, "huts = 'many'"),
        ({"components": {"start_shells": 6, "start_fish": 6, "counters": 24}}, "counters = 24"),
        ({"components": {"start_tokens": 6, "influence": 12}}, "influence = 12"),
    ],
)
def test_an_impossible_component_is_refused_with_a_sentence(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        b.build(**wrong)  # type: ignore[arg-type]


def test_components_can_be_overridden() -> None:
    board = b.build(components={"huts": 10, "zugweite_5": 7, "bonus_8": 9, "cult_loose": 10})[0]
    assert (board.huts, board.zugweite[5], board.bonus[8], board.rounds) == (10, 7, 9, 6)
    for name, (default, low, high, sentence) in b.settable().items():
        assert low <= default <= high, name
        assert sentence
    assert {row["name"] for row in b.assumed()} >= {"board", "dice", "bid_scale"}


@pytest.mark.rule("KV-30", "KV-32")
@pytest.mark.parametrize(("loose", "edition", "rounds"), [(12, 1, 10), (12, 2, 8), (9, 2, 5)])
def test_the_loose_pieces_left_are_the_rounds(loose: int, edition: int, rounds: int) -> None:
    position = Table(
        players=3, village_setup="random_legal", edition=edition, components={"cult_loose": loose}
    ).position
    while not position.over:
        position.apply(position.choose())
    assert position.state.round_no == rounds
    assert position.state.cult_store == 0


@pytest.mark.rule("KV-04", "KV-05")
def test_first_edition_layouts_have_one_or_two_single_hexes() -> None:
    three = b.build(players=3, switches={"edition": 1})[0]
    four = b.build(players=4, switches={"edition": 1})[0]
    assert (three.villages, three.n_starts, three.rounds) == (7, 13, 10)
    assert (four.villages, four.rounds) == (8, 10)
    assert s.VILLAGES == 8
