"""The contract, for every registered game: one list of promises, no exemptions.

Every game x player count x combination of modules, in random play: legal moves ascend and are not empty, features are
finite, no invariant breaks after any step, the game ends within MAX_DECISIONS, board and rules stay as they were
(`check_random_play`). In positions along a game: scoring changes nothing, copies are independent, score parts add up,
the standing equals the score at the end, and what a seat cannot know changes neither its moves nor their features.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

import simkit.games  # noqa: F401  registers the games
from simkit.checking import check_random_play
from simkit.contract import GAMES, Game, Switch
from simkit.position import Position
from tests import toy, toys  # noqa: F401  registers the toys

DEALS = 200


def module_sets(game: Game, players: int) -> Iterator[dict[str, Any]]:
    """Every combination of a rulebook's modules and variants that the game offers to so many players.

    A variant may be for fewer players than the game: its board then refuses the others, and a game's own test names
    who is refused.
    """
    modules = [switch for switch in game.switches if switch.module]
    for values in product(*(switch.allowed for switch in modules)):
        chosen = {switch.name: value for switch, value in zip(modules, values, strict=True)}
        if is_offered(game, players, chosen):
            yield chosen


def is_offered(game: Game, players: int, chosen: dict[str, Any]) -> bool:
    """Whether a game's board can be built for so many players under these switches; the default always can."""
    try:
        game.board.build(layout=game.board.LAYOUTS[0], players=players, components={}, switches=chosen)
    except ValueError:
        assert any(chosen[s.name] != s.default for s in game.switches if s.name in chosen)
        return False
    return True


def other_values(switch: Switch) -> list[Any]:
    """The values of a switch besides its default that a test can name: all words, both ends of a range."""
    if switch.whole:
        ends = [switch.allowed[0], min(switch.allowed[1], 1000)]
        return [[end] * switch.length for end in ends] if switch.length else ends
    return [value for value in switch.allowed if value != switch.default]


def tables() -> list[Any]:
    return [
        pytest.param(game, players, chosen, id=f"{game.name}-{players}-{chosen or 'base'}")
        for game in GAMES.values()
        for players in game.players
        for chosen in module_sets(game, players)
    ]


def switch_values() -> list[Any]:
    return [
        pytest.param(game, switch, value, id=f"{game.name}-{switch.name}-{value}")
        for game in GAMES.values()
        for switch in game.switches
        if not switch.module
        for value in other_values(switch)
    ]


@pytest.mark.parametrize(("game", "players", "chosen"), tables())
def test_random_play_keeps_every_promise(game: Game, players: int, chosen: dict[str, Any]) -> None:
    for layout in game.board.LAYOUTS:
        check_random_play(
            game, players=players, deals=DEALS // len(game.board.LAYOUTS), layout=layout, switches=chosen
        )


@pytest.mark.parametrize(("game", "switch", "value"), switch_values())
def test_random_play_keeps_every_promise_under_every_switch(game: Game, switch: Switch, value: Any) -> None:
    players = game.players[len(game.players) // 2]
    check_random_play(game, players=players, deals=20, switches={switch.name: value})


def positions(game: Game, players: int, every: int = 7) -> Iterator[Position]:
    """Positions along two random games, and their ends."""
    for deal in range(2):
        board = game.board.build(layout=game.board.LAYOUTS[0], players=players, components={}, switches={})
        position = Position(game, board, game.rules_record({}), players, seed=7, deal=deal)
        number = 0
        while not position.over:
            if number % every == 0:
                yield position
            position.apply(position.choose())
            number += 1
        yield position


EVERY_TABLE = [
    pytest.param(game, players, id=f"{game.name}-{players}")
    for game in GAMES.values()
    for players in game.players
]


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_asking_changes_nothing_and_copies_are_independent(game: Game, players: int) -> None:
    for position in positions(game, players):
        before = position.state.tobytes()
        copy = position.copy()
        position.scores(), position.score_now(), position.broken(), position.over
        if not position.over:
            for move in position.moves():
                assert -1 <= position.component(move) < len(game.components)
            position.features()
        assert position.state.tobytes() == before
        if not copy.over:
            copy.apply(copy.moves()[-1])
            assert copy.state.tobytes() != before
            assert position.state.tobytes() == before


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_score_parts_add_up_and_the_standing_equals_the_score_at_the_end(game: Game, players: int) -> None:
    parts = len(game.score_parts)
    for position in positions(game, players):
        if position.over:
            scores = position.scores()
            assert np.allclose(scores[:, 0], scores[:, 1 : 1 + parts].sum(axis=1))
            assert np.allclose(scores[:, 0], position.score_now())
            assert position.state.end_cause in range(1, len(game.end_causes))
            assert position.broken() == 0


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_what_a_seat_cannot_know_changes_neither_its_moves_nor_their_features(
    game: Game, players: int
) -> None:
    for position in positions(game, players, every=5):
        if position.over:
            continue
        moves, features = position.moves(), position.features()
        changed = set()
        for key in range(1, 4):
            other = position.copy()
            other.hide(position.seat, key)
            changed.add(other.state.tobytes())
            assert other.moves() == moves
            assert np.array_equal(other.features(), features)
            assert other.broken() == 0
            assert other.seat == position.seat
        assert len(changed) == 3


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_hiding_depends_on_the_key_alone(game: Game, players: int) -> None:
    position = next(iter(positions(game, players)))
    a, b = position.copy(), position.copy()
    a.hide(0, 5)
    b.hide(0, 5)
    assert a.state.tobytes() == b.state.tobytes()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_declarations_are_complete(game: Game) -> None:
    """Every quantity, switch and policy says what it is; names are unique; the three standard players exist."""
    for group in (
        game.features,
        game.score_parts,
        game.tie_keys,
        game.seat_counters,
        game.game_counters,
        game.components,
    ):
        assert len({quantity.name for quantity in group}) == len(group)
        for quantity in group:
            assert quantity.name
            assert quantity.unit
            assert quantity.sentence
    assert all(switch.sentence and switch.clause for switch in game.switches)
    for switch in game.switches:
        switch.code(switch.default)
    assert all(policy.plan for policy in game.policies)
    assert [policy.name for policy in game.policies][:2] == ["random", "greedy"]
