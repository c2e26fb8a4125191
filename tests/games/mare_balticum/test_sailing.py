"""Turns and sailing: MB-23 to MB-38.

The graph of example 1 (P a port):

    P - M - R - X        L touches M only
        |   |
        L   Y
"""

import numpy as np
import pytest

from simkit.games.mare_balticum import GAME, board
from simkit.games.mare_balticum.maps import adjacency, centres, example_1, map_of
from simkit.games.mare_balticum.state import (
    CONTRACT,
    END,
    FISH,
    PLACE,
    SAIL,
    UNLOAD,
    fish_move,
    place_move,
    sail_move,
)
from simkit.position import Position
from tests.games.mare_balticum.helpers import (
    COPENHAGEN,
    SALMON,
    STOCKHOLM,
    area,
    end_turn,
    mask,
    of_type,
    set_bag,
    set_demand,
    set_fleet,
    set_hold,
    set_tokens,
    started,
    types,
)

P, M, R, L, X, Y = 0, 5, 6, 7, 8, 9


def on_graph(edges: list[tuple[int, int]], fleet: list[int], **switches: object) -> Position:
    """A position on a made-up map: five players' game, seat 0 to act with these vessels, all on the board."""
    record = board.build("A", 5, {"vessels": len(fleet)}, switches)
    adjacent = [0] * 37
    for a, b in edges:
        adjacent[a] |= 1 << b
        adjacent[b] |= 1 << a
    record[0].adjacent[:] = adjacent
    record[0].all_areas = mask({a for edge in edges for a in edge})
    position = Position(GAME, record, GAME.rules_record(switches), 5)
    for port in (COPENHAGEN,) * 5:
        position.apply(port << 8 | port + 1)
    position.state.fleet[0] = mask(fleet)
    position.state.reserve[0] = 0
    return position


def sailings(position: Position) -> dict[int, set[int]]:
    """Targets by origin."""
    found: dict[int, set[int]] = {}
    for move in of_type(position, SAIL):
        found.setdefault((move >> 14) & 63, set()).add((move >> 8) & 63)
    return found


@pytest.mark.rule("MB-29", "MB-30", "MB-34", "MB-37", "MB-X1")
@pytest.mark.parametrize("shape", ["connected", "path"])
def test_example_1_from_the_port_to_three_areas_and_from_the_right_to_one(shape: str) -> None:
    """From P exactly L, X, Y; from M nothing; from R exactly L."""
    position = on_graph([(P, M), (M, R), (M, L), (R, X), (R, Y)], [P, M, R], fleet_shape=shape)
    assert sailings(position) == {P: {L, X, Y}, R: {L}}


@pytest.mark.rule("MB-X1")
@pytest.mark.parametrize("layout", ["A", "B"])
def test_example_1_happens_on_the_map(layout: str) -> None:
    """The rulebook's figure, played on the drawn maps."""
    drawn = map_of(layout)
    squares, areas = drawn.squares(), 5 + len(drawn.letters)
    masks = adjacency(squares, areas)
    port, middle, right, left = example_1(masks, centres(squares, areas))[0]
    position = started(5, layout=layout)
    set_fleet(position, 0, [port, middle, right])
    found = sailings(position)
    beyond = {a for a in range(areas) if masks[right] >> a & 1} - {middle, left}
    assert found[port] == {left} | beyond
    assert middle not in found
    assert found[right] == {left}


@pytest.mark.rule("MB-30", "MB-X1b")
def test_a_star_is_a_connected_fleet_but_not_a_path() -> None:
    """Four vessels; the fourth may come to the third neighbour of the centre only under ``connected``."""
    star = [(5, 6), (5, 7), (5, 8), (7, 9)]
    assert 8 in sailings(on_graph(star, [5, 6, 7, 9], fleet_shape="connected"))[9]
    assert 9 not in sailings(on_graph(star, [5, 6, 7, 9], fleet_shape="path"))
    assert sailings(on_graph(star, [5, 6, 7, 9], fleet_shape="path")) == {6: {8}}


@pytest.mark.rule("MB-30")
def test_shapes_agree_for_small_fleets() -> None:
    """With five players (three vessels) the switch changes nothing."""
    for deal in range(3):
        a, b = started(5, deal=deal), started(5, deal=deal, fleet_shape="path")
        for _ in range(40):
            assert a.moves() == b.moves()
            move = a.choose()
            a.apply(move)
            b.apply(move)


@pytest.mark.rule("MB-30")
def test_a_fleet_in_reserve_can_be_boxed_in_under_path() -> None:
    """A path that can only be prolonged into a star: no area to place in, so sailing is not available."""
    position = on_graph([(5, 6), (6, 7), (6, 8)], [5, 6, 7], fleet_shape="path")
    position.state.reserve[0] = 1
    assert not types(position) & {PLACE, SAIL}
    free = on_graph([(5, 6), (6, 7), (6, 8)], [5, 6, 7], fleet_shape="connected")
    free.state.reserve[0] = 1
    assert of_type(free, PLACE) == [place_move(8)]


@pytest.mark.rule("MB-32", "MB-33", "MB-X1c")
def test_vessels_in_reserve_come_first_and_go_next_to_the_fleet() -> None:
    position = started(ports=(STOCKHOLM,) * 5)
    near = int(position.board[0].adjacent[STOCKHOLM])
    assert of_type(position, SAIL) == []
    assert of_type(position, PLACE) == [place_move(a) for a in range(37) if near >> a & 1]
    position.apply(of_type(position, PLACE)[0])
    assert position.state.reserve[0] == 2
    assert position.state.actions_left == 2


@pytest.mark.rule("MB-32")
def test_place_first_off_allows_moving_before_all_are_placed() -> None:
    position = started(ports=(STOCKHOLM,) * 5, place_first=False)
    assert of_type(position, PLACE) == of_type(started(ports=(STOCKHOLM,) * 5), PLACE)
    anywhere = {a for a in range(int(position.board[0].areas)) if a != STOCKHOLM}
    assert sailings(position) == {STOCKHOLM: anywhere}


@pytest.mark.rule("MB-28", "MB-35", "MB-36", "MB-43")
def test_sailing_moves_one_vessel_and_others_do_not_matter() -> None:
    """Foreign vessels neither block an area nor hold a fleet together."""
    position = started()
    fleet = [area("e"), area("g"), area("k"), area("n")]
    set_fleet(position, 0, fleet)
    alone = position.moves()
    for seat in range(1, 4):
        set_fleet(position, seat, [area("g"), area("h"), area("l"), area("k")])
    assert [m for m in position.moves() if m >> 48 == SAIL] == [m for m in alone if m >> 48 == SAIL]
    move = sail_move(area("n"), area("h"))
    position.apply(move)
    assert position.state.fleet[0] == mask([area("e"), area("g"), area("k"), area("h")])
    assert position.state.fleet[1] == mask([area("g"), area("h"), area("l"), area("k")])


@pytest.mark.rule("MB-34", "MB-X1b")
def test_never_two_own_vessels_in_one_area() -> None:
    position = started()
    set_fleet(position, 0, [area("e"), area("g"), area("k"), area("n")])
    for origin, targets in sailings(position).items():
        assert origin not in targets
        assert not targets & {area("e"), area("g"), area("k"), area("n")}


@pytest.mark.rule("MB-31")
def test_adjacency_is_symmetric_and_ports_touch_only_the_sea() -> None:
    for layout in ("A", "B"):
        record = board.build(layout, 4)[0]
        masks = [int(m) for m in record.adjacent]
        for a in range(37):
            for b in range(37):
                assert masks[a] >> b & 1 == masks[b] >> a & 1
            assert not masks[a] >> a & 1
        assert all(masks[port] & 31 == 0 for port in range(5))


@pytest.mark.rule("MB-31")
def test_contact_at_a_corner_is_no_border() -> None:
    squares = np.array([[5, -1], [-1, 6]])
    assert adjacency(squares, 7)[5] == 0
    assert adjacency(np.array([[5, 6]]), 7)[5] == 1 << 6


@pytest.mark.rule("MB-38")
def test_a_fleet_may_leave_all_ports_or_lie_in_two() -> None:
    position = started()
    set_fleet(position, 0, [COPENHAGEN, area("b"), area("a"), area("e")])
    assert COPENHAGEN in sailings(position)
    both = on_graph([(0, 5), (5, 1)], [0, 5, 1])
    assert both.broken() in (0, 3)


@pytest.mark.rule("MB-24", "MB-25")
def test_up_to_three_actions_in_any_order_and_repeated() -> None:
    """Fish, fish, sail; ending the turn is always allowed."""
    position = started()
    set_fleet(position, 0, [area("g"), area("h"), area("k"), area("l")])
    for kind in (FISH, FISH, SAIL):
        assert END in types(position)
        position.apply(of_type(position, kind)[0])
    assert position.seat == 1
    end_turn(position)
    assert position.seat == 2


@pytest.mark.rule("MB-24")
def test_must_use_actions_forbids_an_early_end() -> None:
    position = started(must_use_actions=True)
    assert END not in types(position)
    for _ in range(3):
        position.apply(position.moves()[0])
    assert position.seat == 1


@pytest.mark.rule("MB-24")
def test_must_use_actions_lets_a_player_without_action_end_the_turn() -> None:
    """Boxed in, hold full, nothing to unload: the end of the turn is forced."""
    position = on_graph([(5, 6)], [5, 6], must_use_actions=True, overboard_mode="anytime")
    for a in (5, 6):
        set_tokens(position, a, SALMON)
    set_hold(position, 0, 5)
    assert [m >> 48 for m in position.moves()] == [4, END]
    position.apply(of_type(position, 4)[0])
    assert END not in types(position)
    assert FISH in types(position)


@pytest.mark.rule("MB-25", "MB-26")
def test_every_action_sees_what_the_one_before_did() -> None:
    """Sail into a port, then unload there what the same turn has caught."""
    position = started()
    set_fleet(position, 0, [area("b"), area("e"), area("g"), area("h")])
    set_demand(position, COPENHAGEN, SALMON)
    set_tokens(position, area("g"), SALMON, SALMON)
    assert UNLOAD not in types(position)
    position.apply(fish_move(area("g"), SALMON, -1))
    position.apply(sail_move(area("h"), COPENHAGEN))
    assert UNLOAD in types(position)
    assert CONTRACT not in types(position)


@pytest.mark.rule("MB-23", "MB-27", "MB-78")
def test_rounds_give_every_player_one_turn() -> None:
    position = started(3)
    set_bag(position, *([SALMON] * 30))
    for turn in range(9):
        assert position.seat == turn % 3
        assert position.state.round_no == 1 + turn // 3
        assert position.state.turn_no == 1 + turn
        end_turn(position)
