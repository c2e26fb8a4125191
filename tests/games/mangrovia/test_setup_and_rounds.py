"""Set-up, bowls, the boat and the next round (MG-10 to MG-52, MG-94 to MG-100)."""

import numpy as np
import pytest

from simkit.contract import STALLED
from simkit.games.mangrovia import counters, state
from simkit.games.mangrovia.state import (
    BIRDS,
    BOWL,
    BUILD,
    COLLECT,
    DOUBLE,
    DRAW_DOWN,
    DRAW_UP,
    FOREGO,
    NEUTRAL,
    encode,
)
from tests.games.mangrovia.tables import (
    area,
    birds,
    build,
    fields,
    finish_round,
    give,
    kinds,
    place_bowls,
    sail_to,
    space_at,
    table,
)


@pytest.mark.rule("MG-11", "MG-12", "MG-13")
@pytest.mark.parametrize(("players", "huts", "bowls"), [(2, 10, 2), (3, 10, 2), (4, 9, 1), (5, 8, 1)])
def test_huts_and_bowls_depend_on_the_number_of_players(players: int, huts: int, bowls: int) -> None:
    position = table(players)
    assert list(position.state.supply[:players]) == [huts] * players
    assert position.board[0].bowls == bowls
    assert not position.state.printed.any()
    assert not position.state.pillar.any()


@pytest.mark.rule("MG-14", "MG-15", "PD-14", "MG-03")
def test_the_first_starting_player_is_seat_0_and_takes_the_cards_numbered_1() -> None:
    position = table(5)
    assert position.state.sp == 0
    assert [list(pair) for pair in position.state.start_value] == [[3, 4], [3, 5], [4, 5], [4, 6], [5, 6]]
    other = table(3, start_pairs=[7, 7, 2, 3, 4, 5, 6, 7, 2, 2])
    assert [list(pair) for pair in other.state.start_value[:3]] == [[7, 7], [2, 3], [4, 5]]
    assert list(other.state.hand[0][6:8]) == [2, 0]


@pytest.mark.rule("MG-14")
def test_how_the_starting_player_is_found_changes_nothing_for_seats_in_playing_order() -> None:
    assert table(first_sp="fixed").state.tobytes() == table().state.tobytes()


@pytest.mark.rule("MG-16", "MG-17", "MG-19", "MG-20")
@pytest.mark.parametrize(("players", "left"), [(2, 25), (3, 23), (4, 21), (5, 19)])
def test_cards_are_dealt_and_displayed(players: int, left: int) -> None:
    now = table(players).state
    assert (now.display[:6].sum(), now.display[8:].sum()) == (4, 3)
    assert list(now.pile_n) == [39, left, 35]
    assert [int(now.hand[seat][8:12].sum()) for seat in range(players)] == [2] * players
    assert now.repository == 5
    assert now.next_tile == (3 if players == 2 else 2)


@pytest.mark.rule("MG-18", "MG-07", "MG-33")
def test_birds_start_on_mangrove_and_water_and_the_boat_at_its_space() -> None:
    now = table().state
    assert now.birds == 1 << state.M | 1 << state.W
    assert now.landing == 0


@pytest.mark.rule("MG-21", "MG-22", "MG-23", "MG-24", "MG-25")
@pytest.mark.parametrize(("players", "neutral"), [(2, 10), (3, 3), (4, 0), (5, 0)])
def test_neutral_huts_stand_where_the_symbols_are(players: int, neutral: int) -> None:
    position = table(players)
    assert int(position.state.huts[NEUTRAL]).bit_count() == neutral
    assert position.state.huts[NEUTRAL] == position.board[0].neutral
    assert position.state.doubles == 0
    assert (position.state.tile_owner[2] == NEUTRAL + 1) == (players == 2)
    assert (position.state.bowls[5] == NEUTRAL + 1) == (players == 2)
    stone, pole = area(position, "stone"), area(position, "pole")
    assert sum(space in stone for space in area(position, "neutral")) == (1 if neutral else 0)
    assert sum(space in pole for space in area(position, "neutral")) == (1 if players == 2 else 0)
    if players == 2:
        assert 5 not in fields(position, BOWL)
        place_bowls(position, [2, 3, 4, 5])
        landings = []
        while position.state.round_no == 1:
            landings.append(int(position.state.landing))
            position.apply(position.moves()[-1])
        assert not {6, 7} & set(landings)
        assert position.state.bowls[5] == NEUTRAL + 1


@pytest.mark.rule("MG-26", "MG-27", "MG-28", "MG-32")
def test_bowls_are_placed_clockwise_one_a_site() -> None:
    position = table(4)
    seats = []
    for site in (3, 1, 5, 2):
        seats.append(position.seat)
        assert site - 1 in fields(position, BOWL)
        position.apply(encode(BOWL, site - 1))
        if position.state.phase == state.PH_BOWL:
            assert site - 1 not in fields(position, BOWL)
    assert seats == [0, 1, 2, 3]


@pytest.mark.rule("MG-30", "MG-31", "MG-32")
@pytest.mark.parametrize(
    ("players", "order", "seats", "choices"),
    [
        (2, "clockwise", [0, 1, 0, 1], [4, 4, 3, 2]),
        (2, "snake", [0, 1, 1, 0], [4, 4, 3, 2]),
        (3, "clockwise", [0, 1, 2, 0, 1, 2], [5, 5, 4, 3, 2, 1]),
        (3, "snake", [0, 1, 2, 2, 1, 0], [5, 5, 4, 3, 2, 1]),
    ],
)
def test_second_bowls_follow_in_the_order_of_the_switch(
    players: int, order: str, seats: list[int], choices: list[int]
) -> None:
    position = table(players, second_bowl_order=order)
    for seat, count in zip(seats, choices, strict=True):
        assert position.seat == seat
        assert len(position.moves()) == count
        position.apply(position.moves()[-1])


@pytest.mark.rule("MG-31")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_only_the_starting_players_first_of_two_bowls_is_barred_from_site_1(players: int) -> None:
    position = table(players)
    assert (0 in fields(position, BOWL)) == (players >= 4)
    assert 0 in fields(table(players, sp_first_bowl_ban=False), BOWL)
    position.apply(encode(BOWL, 3))
    assert 0 in fields(position, BOWL)
    if players == 2:
        position.apply(encode(BOWL, 4))
        assert (position.seat, 0 in fields(position, BOWL)) == (0, True)


@pytest.mark.rule("EX-01", "MG-34", "MG-38")
def test_example_1_the_boat_passes_landing_1_and_stops_at_2_for_yellow() -> None:
    position = table(4)
    before = position.state.hand.copy()
    place_bowls(position, [3, 2, 4, 5])
    assert (position.state.landing, position.seat) == (2, 1)
    assert kinds(position) == {COLLECT, FOREGO}
    assert np.array_equal(position.state.hand, before)


@pytest.mark.rule("EX-02", "MG-28", "MG-29", "MG-41", "MG-35")
def test_example_2_the_bowl_at_landing_3_acts_again_at_landing_10() -> None:
    position = table(4)
    sail_to(position, 2, 3, {1: 0})
    position.apply(encode(DRAW_UP, fields(position, DRAW_UP)[0]))
    assert (position.state.landing, position.seat) == (10, 2)
    assert position.state.build_left == 2


@pytest.mark.rule("MG-29")
@pytest.mark.parametrize("site", range(1, 7))
def test_a_site_joins_landings_k_and_13_minus_k(site: int) -> None:
    position = table(4)
    sail_to(position, 1, site)
    sail_to(table(4), 1, 13 - site)


LANDINGS = {
    1: [{DRAW_UP}, {DRAW_UP}, {DRAW_DOWN}],
    2: [{COLLECT}],
    3: [{DRAW_UP}],
    4: [{DRAW_UP}, {DRAW_DOWN}],
    5: [{DRAW_UP}, {DRAW_DOWN}, {DRAW_DOWN}],
    6: [{COLLECT, DRAW_DOWN}],
    7: [{DRAW_UP, DRAW_DOWN}, {DRAW_UP}],
    8: [{COLLECT, BUILD}],
    9: [{BUILD, DOUBLE}],
    10: [{BUILD}, {BUILD}],
    11: [{BUILD}, {DRAW_DOWN}],
}


@pytest.mark.rule(
    "MG-36", "MG-37", "MG-39", "MG-40", "MG-41", "MG-42", "MG-43", "MG-44", "MG-45", "MG-46", "MG-47", "MG-48", "MG-49"
)  # fmt: skip
@pytest.mark.parametrize("landing", LANDINGS)
def test_each_landing_allows_its_actions_in_its_order(landing: int) -> None:
    position = table(4)
    birds(position, "WS")
    sail_to(position, 1, landing)
    give(position, 1, "2222233333444445555566666", "WWWWSSSS")
    for expected in LANDINGS[landing]:
        assert position.state.landing == landing
        assert kinds(position) == expected | {FOREGO}
        move = position.moves()[0]
        if move >> 48 == COLLECT and BUILD in expected:
            move = next(m for m in position.moves() if m >> 48 == BUILD)
        if move >> 48 == BUILD:
            build(position, state.decode(move)[1])
        else:
            position.apply(move)
    assert position.state.landing != landing


@pytest.mark.rule("MG-45", "MG-37")
def test_at_landing_7_the_first_draw_decides_between_face_up_and_face_down() -> None:
    position = table(4)
    sail_to(position, 1, 7)
    position.apply(encode(DRAW_DOWN, 0))
    assert kinds(position) == {DRAW_DOWN, FOREGO}
    sail_to(position, 1, 7)
    position.apply(encode(DRAW_UP, fields(position, DRAW_UP)[0]))
    assert kinds(position) == {DRAW_UP, FOREGO}
    position.apply(encode(FOREGO))
    assert position.state.landing != 7


@pytest.mark.rule("MG-38")
def test_an_earlier_part_may_be_foregone_and_a_later_one_taken() -> None:
    position = table(4)
    sail_to(position, 1, 11)
    position.apply(encode(FOREGO))
    assert kinds(position) == {DRAW_DOWN, FOREGO}
    sail_to(position, 1, 1)
    position.apply(encode(DRAW_UP, fields(position, DRAW_UP)[0]))
    position.apply(encode(FOREGO))
    assert kinds(position) == {DRAW_DOWN, FOREGO}


@pytest.mark.rule("MG-49")
def test_the_card_drawn_at_landing_11_comes_after_the_hut() -> None:
    position = table(4)
    sail_to(position, 1, 11)
    give(position, 1, "7", "M")
    space = space_at(position, "M", "7v")
    assert kinds(position) == {BUILD, FOREGO}
    build(position, space)
    assert kinds(position) == {DRAW_DOWN, FOREGO}


@pytest.mark.rule("MG-50", "MG-51", "MG-52", "MG-94")
def test_landing_12_sets_the_birds_and_brings_the_talisman() -> None:
    position = table(4)
    sail_to(position, 2, 12)
    assert fields(position, BIRDS) == [3, 5, 6, 9, 10, 12]
    assert position.state.birds in fields(position, BIRDS)
    position.apply(encode(BIRDS, 6))
    now = position.state
    assert (now.birds, now.sp, now.seat, now.round_no) == (6, 2, 2, 2)


@pytest.mark.rule("EX-10", "MG-95", "MG-96", "MG-98")
def test_example_10_without_a_bowl_on_site_1_the_birds_change_and_the_talisman_goes_right() -> None:
    position = table(4)
    birds(position, "WS")
    sail_to(position, 1, 2)
    finish_round(position)
    assert position.state.birds == 1 << state.M | 1 << state.R
    assert position.state.sp == 3
    assert position.state.tally[counters.T_NO_FIRST] == 1


@pytest.mark.rule("MG-95", "MG-96")
@pytest.mark.parametrize(("word", "seat"), [("right", 3), ("left", 1), ("stay", 0)])
def test_the_switches_on_an_empty_first_site(word: str, seat: int) -> None:
    position = table(4, empty_s1_pass=word, empty_s1_birds="stay")
    birds(position, "WS")
    sail_to(position, 1, 2)
    finish_round(position)
    assert position.state.sp == seat
    assert position.state.birds == 1 << state.W | 1 << state.S


@pytest.mark.rule("MG-99")
def test_after_a_last_hut_the_round_is_finished_and_then_the_game_ends() -> None:
    position = table(4)
    sail_to(position, 1, 8, {2: 3})
    give(position, 1, "7", "M")
    position.state.supply[1] = 1
    build(position, space_at(position, "M", "7v"))
    assert position.state.last_round == 1
    assert (position.state.landing, position.seat) == (11, 3)
    talisman, shown = int(position.state.sp), position.state.display.copy()
    finish_round(position)
    assert position.over
    assert position.state.end_cause == state.LAST_HUT
    assert position.state.counters[1, counters.C_TRIGGER] == 1
    assert position.state.sp == talisman
    assert np.array_equal(position.state.display, shown)


@pytest.mark.rule("MG-79")
def test_without_a_hut_nothing_can_be_built() -> None:
    position = table(4)
    sail_to(position, 1, 10)
    give(position, 1, "77", "MM")
    position.state.supply[1] = 0
    assert kinds(position) == {FOREGO}


@pytest.mark.rule("MG-100")
def test_a_game_that_goes_on_too_long_is_marked_as_stalled() -> None:
    position = table(4, max_rounds=2)
    while not position.over:
        position.apply(position.moves()[-1])
    assert position.state.end_cause == STALLED
    assert position.state.round_no == 2


@pytest.mark.rule("MG-27", "MG-94", "MG-95")
@pytest.mark.parametrize(("first", "order"), [(True, [2, 3, 0, 1]), (False, [3, 0, 1, 2])])
def test_the_new_starting_player_places_first_and_the_others_follow_clockwise(
    first: bool, order: list[int]
) -> None:
    position = table(4)
    sail_to(position, 2, 12 if first else 2)
    finish_round(position)
    seats = []
    for _ in range(4):
        seats.append(position.seat)
        position.apply(position.moves()[-1])
    assert seats == order


@pytest.mark.rule("MG-38", "MG-36")
@pytest.mark.parametrize(("landing", "then"), [(1, {DRAW_DOWN, FOREGO}), (10, None)])
def test_to_forego_two_of_a_kind_is_to_forego_both(landing: int, then: set[int] | None) -> None:
    position = table(4)
    birds(position, "MS")
    sail_to(position, 1, landing)
    give(position, 1, "77", "MS")
    position.apply(encode(FOREGO))
    if then is None:
        assert position.state.landing != landing
    else:
        assert (position.state.landing, kinds(position)) == (landing, then)
