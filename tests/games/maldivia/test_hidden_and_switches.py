"""What a seat cannot know, and the switches that no other file turns."""

import pytest

from simkit.contract import STALLED
from simkit.games.maldivia import GAME
from simkit.games.maldivia.board import build
from simkit.games.maldivia.feature_names import FEATURES
from simkit.games.maldivia.state import (
    EXCHANGE,
    FOG,
    FOG_BLOCK,
    MOVE,
    OCTOPUS,
    PROGRAM,
    SHARK,
    T_LIFTS,
    move_code,
    rotate_code,
)
from simkit.games.maldivia.switches import SWITCHES
from simkit.position import Position
from tests.games.maldivia.scenes import (
    FOG_E,
    FOG_N,
    FOG_S,
    E,
    N,
    S,
    at,
    empty_sea,
    no_ships,
    own,
    scene,
    show_kind,
    show_ship,
    waiting_cards,
)


@pytest.mark.rule("MV-04", "MV-100")
def test_hiding_shuffles_a_pile_above_the_ships_seen_going_under_it() -> None:
    position = scene(["e5", "g7"], FOG_S)
    position.apply(move_code(FOG, S))
    position.apply(move_code(EXCHANGE, 0))
    pile = waiting_cards(position, S)
    tops = set()
    for key in range(10):
        other = position.copy()
        other.hide(1, key)
        after = waiting_cards(other, S)
        assert sorted(after) == sorted(pile)
        assert after[-1] == pile[-1]
        tops.add(after[0])
        assert other.broken() == 0
    assert len(tops) > 2


@pytest.mark.rule("MV-09", "MV-20", "MV-57")
def test_hiding_draws_the_others_standing_indicators_and_keeps_the_lying_and_the_own_ones() -> None:
    position = scene(["e5", "g7"], N, cycle=1)
    position.state.program[1] = [E, S, FOG_E, N]
    seen, fogs = set(), set()
    for key in range(60):
        other = position.copy()
        other.hide(0, key)
        blocks = [int(block) for block in other.state.program[1]]
        assert blocks[0] == E
        assert sum(block >= FOG_BLOCK for block in blocks) == 1
        assert list(other.state.program[0]) == list(position.state.program[0])
        seen.add(tuple(blocks))
        fogs.add([block >= FOG_BLOCK for block in blocks].index(True))
    assert len(seen) > 20
    assert fogs == {1, 2, 3}


@pytest.mark.rule("MV-57")
def test_with_the_switch_everybody_sees_which_standing_indicator_is_fog() -> None:
    position = scene(["e5", "g7"], N, octopus_type_visible=True)
    position.state.program[1] = [E, S, FOG_E, N]
    letters = set()
    for key in range(20):
        other = position.copy()
        other.hide(0, key)
        blocks = [int(block) for block in other.state.program[1]]
        assert [block >= FOG_BLOCK for block in blocks] == [False, False, True, False]
        letters.add(blocks[2])
    assert len(letters) == 4


@pytest.mark.rule("MV-57")
@pytest.mark.parametrize(("seen", "worth"), [(False, [1.0, 0.5]), (True, [0.0, 0.5])])
def test_who_sees_the_kinds_turns_a_rivals_arrow_rather_than_his_fog(seen: bool, worth: list[float]) -> None:
    """Orange can serve a ship of one point; his next indicator is fog, the one after it an arrow."""
    board = empty_sea()
    show_kind(board, "e5", OCTOPUS)
    position = scene(["b5", "g7"], E, masts=["", "R"], board=board, octopus_type_visible=seen)
    no_ships(position)
    show_ship(position, N, 0, "R")
    position.state.program[1] = [FOG_E, S, N, N]
    position.apply(move_code(MOVE, 1 + at("e5")))
    column = [feature.name for feature in FEATURES].index("turn_rival")
    features = position.features()[:, column]
    found = [features[position.moves().index(rotate_code(1, slot, 2))] for slot in (0, 1)]
    assert found == worth


@pytest.mark.rule("MV-20", "MV-24")
def test_during_programming_even_kinds_are_hidden() -> None:
    position = Position(GAME, build("A", 2), GAME.rules_record({"octopus_type_visible": True}), 2)
    for _ in range(2):
        position.apply(position.moves()[0])
    for block in (N, FOG_N, N, N):
        position.apply(move_code(PROGRAM, block))
    places = set()
    for key in range(30):
        other = position.copy()
        other.hide(1, key)
        places.add([int(block) >= FOG_BLOCK for block in other.state.program[0]].index(True))
        assert other.broken() == 0
    assert places == {0, 1, 2, 3}


@pytest.mark.rule("MV-60")
def test_without_memory_the_cards_of_others_are_mixed_with_the_pile() -> None:
    for memory in ("perfect", "none"):
        position = scene(["e5", "g7"], N, public_memory=memory)
        own(position, 1, waiting_cards(position, E)[:3])
        seen = set()
        for key in range(12):
            other = position.copy()
            other.hide(0, key)
            seen.add(int(other.state.owned[1]))
            assert bin(other.state.owned[1]).count("1") == 3
            assert other.broken() == 0
        assert (len(seen) == 1) == (memory == "perfect")


@pytest.mark.rule("MV-60")
def test_memory_decides_what_a_swap_promises() -> None:
    board = empty_sea()
    show_kind(board, "e5", SHARK)
    column = [feature.name for feature in FEATURES].index("swap")
    values = []
    for memory in ("perfect", "none"):
        position = scene(["b5", "g7"], E, board=board, public_memory=memory)
        pile = waiting_cards(position, E)
        best = max(pile, key=lambda card: int(board["value"][0, card]))
        own(position, 1, [best])
        own(position, 0, [waiting_cards(position, N)[0]])
        position.apply(move_code(MOVE, 1 + at("e5")))
        values.append(position.features()[0, column])
    assert values[0] > values[1]


@pytest.mark.rule("MV-98", "MV-102")
def test_a_game_that_outlasts_the_cap_is_stalled() -> None:
    position = scene(["e5", "e6"], N, mover=1, cycle=3, round_cap=12)
    position.state.round_no = 12
    position.state.tally[T_LIFTS] = 1  # else so many rounds had folded the sea away
    position.apply(move_code(MOVE, 0))
    assert position.over
    assert position.state.end_cause == STALLED
    assert position.broken() == 0


@pytest.mark.rule("MV-98")
def test_lifted_fog_can_keep_a_game_going() -> None:
    position = scene(["e5", "e6"], FOG_N)
    position.state.north, position.state.south = 4, 5
    position.apply(move_code(FOG, N))
    assert position.state.tally[T_LIFTS] == 1
    assert not position.over


def test_every_switch_says_what_it_is_and_takes_each_of_its_values() -> None:
    for switch in SWITCHES:
        for value in switch.allowed:
            GAME.rules_record({switch.name: value})
        with pytest.raises(ValueError, match=switch.name):
            GAME.rules_record({switch.name: "nonsense"})
