"""The players: features are what their sentences say, and each plays its plan."""

import numpy as np
import pytest

from simkit.games.maldivia import GAME
from simkit.games.maldivia.board import build
from simkit.games.maldivia.feature_names import FEATURES
from simkit.games.maldivia.state import FOG_BLOCK, MOVE, PROGRAM, PROGRAMMING, move_code
from simkit.games.maldivia.text import describe_events, describe_move, describe_state
from simkit.policy import Policy
from simkit.position import Position
from tests.games.maldivia.scenes import FOG_N, E, N, at, empty_sea, no_ships, scene, show_fish, show_ship

COLUMN = {feature.name: k for k, feature in enumerate(FEATURES)}


def value(position: Position, move: int, name: str) -> float:
    return float(position.features()[position.moves().index(move), COLUMN[name]])


def test_a_destination_shows_what_can_be_delivered_there() -> None:
    position = scene(["g5", "a1"], E, masts=["RRG"])
    no_ships(position)
    show_ship(position, E, 0, "RG")
    show_ship(position, E, 1, "R")
    assert value(position, move_code(MOVE, 1 + at("j5")), "points") == 2
    assert value(position, move_code(MOVE, 1 + at("i5")), "points") == 0
    assert value(position, move_code(MOVE, 0), "stay") == 1


def test_a_fish_that_ships_ask_for_gains_more_than_one_that_none_asks_for() -> None:
    board = empty_sea()
    show_fish(board, "h5", "R")
    show_fish(board, "i5", "G")
    position = scene(["g5", "a1"], E, board=board)
    no_ships(position)
    show_ship(position, E, 0, "R")
    red, green = (value(position, move_code(MOVE, 1 + at(name)), "gain") for name in ("h5", "i5"))
    assert red > green > 0


def test_a_route_finds_the_catch_and_the_delivery_two_moves_later() -> None:
    board = empty_sea()
    show_fish(board, "e2", "R")
    position = scene(["e5", "a9"], N, board=board)
    no_ships(position)
    show_ship(position, 1, 0, "R")
    features = programming(position).features()[:, COLUMN["route"]]
    assert features.argmax() == N
    assert features[N] > 0.6


def programming(position: Position, *blocks: int) -> Position:
    """The same table while seat 0 sets up its indicators, these already."""
    state = position.state
    state.phase, state.seat, state.tipped[:], state.program[:2] = PROGRAMMING, 0, 0, -1
    state.program[0, : len(blocks)] = blocks
    return position


def test_fog_costs_nothing_where_the_route_has_unloaded_by_then() -> None:
    """A boat beside Efo's edge sails there with one red fish: later fog takes it, unless a ship there has got it."""
    efo, nanga = move_code(PROGRAM, FOG_BLOCK + E), move_code(PROGRAM, FOG_BLOCK + N)
    for demand, lost in (("R", 0), ("G", 1)):
        position = scene(["i5", "a9"], N, masts=["R"])
        no_ships(position)
        show_ship(position, E, 0, demand)
        assert value(programming(position.copy()), efo, "fog_own") == 1
        assert value(programming(position.copy()), nanga, "fog_own") == 0
        assert value(programming(position, E), efo, "fog_own") == lost


def test_the_same_table_gives_the_same_features_in_either_order_of_asking() -> None:
    position = scene(["e5", "a9"], E, masts=["RG", "P"])
    first = position.features()
    other = scene(["c3", "h8"], FOG_N, masts=["YY", ""])
    other.features()
    assert np.array_equal(first, position.features())


def wins(mine: Policy, theirs: Policy, deals: int) -> float:
    board = build("A", 4)
    rules = GAME.rules_record({})
    total = 0.0
    for deal in range(deals):
        seat = deal % 4
        policies = [mine if k == seat else theirs for k in range(4)]
        position = Position(GAME, board, rules, 4, seed=11, deal=deal, policies=policies)
        position.play_out()
        scores = position.scores()[:, [0, 5]]
        best = max(map(tuple, scores))
        winners = [k for k in range(4) if tuple(scores[k]) == best]
        total += (seat in winners) / len(winners)
    return total / deals


@pytest.mark.parametrize("name", [policy.name for policy in GAME.policies if policy.name != "random"])
def test_every_player_beats_random_ones(name: str) -> None:
    assert wins(GAME.policy(name), GAME.policy("random"), 24) > (0.75 if name == "greedy" else 0.5)


def test_a_game_can_be_told() -> None:
    rules = GAME.rules_record({})
    position = Position(GAME, build("B", 3), rules, 3, policies=[GAME.policy("greedy")] * 3)
    told = []
    while not position.over:
        move = position.choose()
        told.append(describe_move(position.state, position.board[0], rules[0], move))
        before = position.copy()
        position.apply(move)
        told += describe_events(before.state, position.state, position.board[0], rules[0], move)
    told.append(describe_state(position.state, position.board[0], rules[0]))
    story = "\n".join(told)
    for word in (
        "places the boat",
        "sets up indicator",
        "the cloth is folded",
        "delivers to",
        "the game ends",
    ):
        assert word in story
    assert "np." not in story


@pytest.mark.parametrize(
    ("layout", "components"),
    [
        ("random:5", {}),
        ("B", {"rows": 6, "columns": 7, "fish_per_colour": 5, "mast_limit": 4}),
        ("random:9", {}),
    ],
)
def test_other_prints_and_sizes_play_to_the_end_without_a_broken_invariant(
    layout: str, components: dict[str, int]
) -> None:
    board = build(layout, 3, components)
    for deal in range(4):
        policies = [GAME.policy(name) for name in ("random", "pirate", "greedy")]
        position = Position(GAME, board, GAME.rules_record({}), 3, seed=2, deal=deal, policies=policies)
        while not position.over:
            assert position.broken() == 0
            position.apply(position.choose())
        assert position.broken() == 0
