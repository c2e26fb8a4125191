"""Set-up, rounds and programming (MV-01 to MV-24)."""

import numpy as np
import pytest

from simkit.games.maldivia import GAME
from simkit.games.maldivia.board import build
from simkit.games.maldivia.state import (
    BARE,
    FOG_BLOCK,
    FOGGING,
    ISLANDS,
    MOVE,
    MOVING,
    PLACE,
    PLACING,
    PROGRAM,
    PROGRAMMING,
    move_code,
)
from simkit.position import Position
from tests.games.maldivia.scenes import FOG_E, FOG_N, N, at, empty_sea, fields, mast, scene, waiting_cards


def fresh(players: int = 4, deal: int = 0, board: np.ndarray | None = None, **switches: object) -> Position:
    board = build("A", players) if board is None else board
    return Position(GAME, board, GAME.rules_record(switches), players, deal=deal)


def place_all(position: Position) -> None:
    for seat in range(int(position.state.players)):
        position.apply(move_code(PLACE, 44 + seat))


def program(position: Position, blocks: list[int]) -> None:
    for block in blocks:
        position.apply(move_code(PROGRAM, block))


@pytest.mark.rule("MV-02", "MV-06", "MV-07", "MV-10")
def test_at_the_start_the_whole_front_is_visible_masts_are_empty_and_two_ships_lie_up_at_each_side() -> None:
    position = fresh()
    state = position.state
    assert (state.north, state.south, state.west, state.east) == (0, 9, 0, 9)
    assert list(state.face) == list(range(100))
    assert [mast(position, seat) for seat in range(4)] == [""] * 4
    assert list(state.supply) == [16] * 4
    assert (state.market > 0).sum() == 8
    assert list(state.left) == [8] * 4


@pytest.mark.rule("MV-04")
def test_each_side_has_the_ten_ships_of_one_island_in_an_order_that_differs_from_deal_to_deal() -> None:
    orders = set()
    for deal in range(3):
        position = fresh(deal=deal)
        for side in range(4):
            up = [int(card) - 1 for card in position.state.market[side]]
            assert sorted(up + waiting_cards(position, side)) == list(range(10 * side, 10 * side + 10))
        orders.add(tuple(waiting_cards(position, 0)))
    assert len(orders) == 3


@pytest.mark.rule("MV-05")
def test_the_islands_lie_clockwise_as_efo_solys_wipi_nanga() -> None:
    clockwise = [ISLANDS[(1 + k) % 4] for k in range(4)]
    assert clockwise == ["Efo", "Solys", "Wipi", "Nanga"]


@pytest.mark.rule("MV-05")
def test_the_print_may_lie_in_four_ways_and_a_turned_print_is_the_same_print() -> None:
    assert len({int(fresh(deal=deal).state.cloth) for deal in range(40)}) == 4
    assert {int(fresh(deal=deal, cloth_rotation=3).state.cloth) for deal in range(5)} == {3}
    board = build("B")[0]
    for space in range(100):
        row, column = divmod(space, 10)
        turned = 10 * column + 9 - row
        assert board.kind[0, space] == board.kind[1, turned]
        assert board["catch"][0, 100 + space] == board["catch"][1, 100 + turned]


@pytest.mark.rule("MV-11", "MV-12")
def test_the_starting_player_places_first_and_any_free_space_will_do() -> None:
    position = fresh()
    assert position.state.phase == PLACING
    assert position.seat == 0
    assert len(position.moves()) == 100
    position.apply(move_code(PLACE, at("a1")))
    assert position.seat == 1
    assert move_code(PLACE, at("a1")) not in position.moves()
    assert move_code(PLACE, at("a2")) in position.moves()
    position.apply(move_code(PLACE, at("a2")))
    assert mast(position, 1) == ""


@pytest.mark.rule("MV-08", "MV-13", "MV-20", "MV-21", "MV-22", "MV-23", "MV-24")
def test_everybody_sets_up_three_arrows_and_one_fog_in_one_of_1024_ways() -> None:
    position = fresh(players=2)
    place_all(position)
    count = 0
    stack = [(position, 0)]
    while stack:
        now, slot = stack.pop()
        if slot == 3:
            count += len(now.moves())
            continue
        for move in now.moves():
            after = now.copy()
            after.apply(move)
            stack.append((after, slot + 1))
    assert count == 1024


@pytest.mark.rule("MV-21")
def test_a_fog_that_is_not_yet_set_must_stand_in_the_last_slot() -> None:
    position = fresh(players=2)
    place_all(position)
    program(position, [N, N, N])
    assert fields(position, PROGRAM) == [FOG_BLOCK + side for side in range(4)]
    program(position, [FOG_E])
    program(position, [FOG_N, N])
    assert fields(position, PROGRAM) == [0, 1, 2, 3]


@pytest.mark.rule("MV-14", "MV-15", "MV-16", "MV-17", "MV-18")
def test_the_starting_player_tips_his_first_indicator_then_the_others_then_the_next_ones() -> None:
    position = fresh(players=3, board=empty_sea())
    place_all(position)
    for blocks in ([N, FOG_N, N, N], [FOG_E, N, N, N], [N, N, N, FOG_N]):
        program(position, blocks)
    seen = []
    while position.state.phase != PROGRAMMING:
        state = position.state
        if state.phase in (MOVING, FOGGING):
            seen.append((int(state.cycle), position.seat, list(state.tipped[:3])))
        move = position.moves()[0]
        position.apply(move)
    assert [(cycle, seat) for cycle, seat, _ in seen] == [(c, s) for c in range(4) for s in range(3)]
    assert seen[0][2] == [1, 0, 0]
    assert seen[4][2] == [2, 2, 1]


@pytest.mark.rule("MV-19")
def test_after_four_indicators_the_card_goes_left_and_everything_but_the_indicators_stays() -> None:
    position = scene(["e5", "g7"], N, mover=1, cycle=3, masts=["R", "GG"])
    position.state.used = 1
    position.apply(move_code(MOVE, 0))
    state = position.state
    assert (state.phase, state.round_no, state.starter, state.used) == (PROGRAMMING, 2, 1, 0)
    assert (state.program[:2] == BARE).all()
    assert [mast(position, seat) for seat in range(2)] == ["R", "GG"]
    for blocks in ([N, N, N, FOG_N], [N, N, N, FOG_N]):
        program(position, blocks)
    assert position.seat == 1


@pytest.mark.rule("MV-09", "MV-20")
def test_nobody_sees_the_standing_indicators_of_the_others() -> None:
    position = fresh(players=3)
    place_all(position)
    program(position, [N, N, FOG_E, N])
    first = (position.moves(), position.features().tolist())
    position.state.program[0] = [FOG_N, 2, 2, 2]
    assert (position.moves(), position.features().tolist()) == first


@pytest.mark.rule("MV-01", "MV-104")
def test_a_whole_game_ends_in_the_fog_and_is_won_by_delivered_fish() -> None:
    policies = [GAME.policy("greedy"), GAME.policy("random")]
    position = Position(GAME, build("A", 2), GAME.rules_record({}), 2, policies=policies)
    position.play_out()
    state = position.state
    assert (state.south - state.north + 1) * (state.east - state.west + 1) <= 16
    scores = position.scores()
    assert scores[0, 0] > scores[1, 0]
