"""Fishing and throwing overboard: MB-39 to MB-44, MB-53."""

import pytest

from simkit.games.mare_balticum.state import END, FISH, NOTHING, THROW, fish_move, throw_move
from simkit.position import Position
from tests.games.mare_balticum.helpers import (
    AMBER,
    COD,
    FLATFISH,
    HERRING,
    SALMON,
    area,
    of_type,
    set_fleet,
    set_hold,
    set_tokens,
    started,
    types,
)

SLUPSK, GOTLAND, BORNHOLM, KALMAR = area("h"), area("l"), area("g"), area("k")


def fishing(**switches: object) -> Position:
    """Seat 0 has vessels in four areas; salmon and amber lie in the first, cod twice in the second."""
    position = started(**switches)
    set_fleet(position, 0, [SLUPSK, GOTLAND, BORNHOLM, KALMAR])
    set_tokens(position, SLUPSK, AMBER, SALMON)
    set_tokens(position, BORNHOLM, COD, COD)
    set_tokens(position, GOTLAND)
    set_tokens(position, KALMAR, FLATFISH)
    return position


@pytest.mark.rule("MB-39", "MB-43", "MB-44")
def test_one_token_from_any_area_with_an_own_vessel() -> None:
    """Two equal tokens are one choice; empty areas and ports offer none."""
    position = fishing()
    set_fleet(position, 1, [SLUPSK, GOTLAND, BORNHOLM, KALMAR])
    assert of_type(position, FISH) == sorted(
        [
            fish_move(SLUPSK, SALMON, -1),
            fish_move(SLUPSK, AMBER, -1),
            fish_move(BORNHOLM, COD, -1),
            fish_move(KALMAR, FLATFISH, -1),
        ]
    )


@pytest.mark.rule("MB-41", "MB-X2")
def test_example_2_a_salmon_goes_from_the_area_into_the_hold() -> None:
    position = fishing()
    position.apply(fish_move(SLUPSK, SALMON, -1))
    state = position.state
    assert state.hold[0].tolist() == [1, 0, 0, 0]
    assert state.held[0] == 1
    assert state.warehouse[0].tolist() == [0, 0, 0, 0, 0]
    assert state.tokens[SLUPSK].tolist() == [AMBER, NOTHING]
    assert state.actions_left == 2


@pytest.mark.rule("MB-40", "MB-42")
def test_amber_goes_into_the_warehouse_even_with_a_full_hold() -> None:
    position = fishing()
    set_hold(position, 0, 5)
    position.apply(fish_move(SLUPSK, AMBER, -1))
    assert position.state.warehouse[0].tolist() == [0, 0, 0, 0, 1]
    assert position.state.held[0] == 5


@pytest.mark.rule("MB-44")
def test_an_area_fished_empty_stays_empty_during_the_turn() -> None:
    position = fishing()
    position.apply(fish_move(KALMAR, FLATFISH, -1))
    assert position.state.tokens[KALMAR].tolist() == [NOTHING, NOTHING]
    assert not int(position.state.stocked) >> KALMAR & 1
    assert all((move >> 14) & 63 != KALMAR for move in of_type(position, FISH))


@pytest.mark.rule("MB-41", "MB-42", "MB-53", "MB-X8")
def test_a_fish_enters_a_full_hold_only_for_one_thrown_out() -> None:
    """Throw and catch are one choice and one action; the thrown kind may be the kind caught."""
    position = fishing()
    set_hold(position, 0, 0, 2, 3)
    cod = [move for move in of_type(position, FISH) if (move >> 11) & 7 == COD]
    assert cod == [fish_move(BORNHOLM, COD, FLATFISH), fish_move(BORNHOLM, COD, HERRING)]
    assert fish_move(KALMAR, FLATFISH, FLATFISH) in position.moves()
    position.apply(fish_move(BORNHOLM, COD, HERRING))
    assert position.state.hold[0].tolist() == [0, 2, 2, 1]
    assert position.state.held[0] == 5
    assert position.state.overboard[0].tolist() == [0, 0, 1, 0]
    assert position.state.actions_left == 2


@pytest.mark.rule("MB-53", "MB-X8")
def test_overboard_anytime_is_a_free_move_of_its_own() -> None:
    """A fish cannot be taken into a full hold before; after the third action the turn stays open."""
    position = fishing(overboard_mode="anytime")
    set_hold(position, 0, 0, 2, 3)
    assert of_type(position, FISH) == [fish_move(SLUPSK, AMBER, -1)]
    assert of_type(position, THROW) == [throw_move(FLATFISH), throw_move(HERRING)]
    position.apply(throw_move(HERRING))
    assert position.state.actions_left == 3
    assert fish_move(BORNHOLM, COD, -1) in position.moves()
    for move in (fish_move(BORNHOLM, COD, -1), fish_move(SLUPSK, AMBER, -1)):
        position.apply(move)
    position.apply(throw_move(COD))
    position.apply(fish_move(SLUPSK, SALMON, -1))
    assert position.seat == 0
    assert types(position) == {THROW, END}


@pytest.mark.rule("MB-53")
def test_nothing_can_be_thrown_out_of_a_hold_with_space() -> None:
    position = fishing()
    set_hold(position, 0, 0, 2, 2)
    assert THROW not in types(position)
    assert all((move >> 8) & 7 == 0 for move in of_type(position, FISH))


@pytest.mark.rule("MB-41")
def test_the_size_of_the_hold_is_a_component() -> None:
    position = started(components={"hold": 2})
    set_fleet(position, 0, [SLUPSK, GOTLAND, BORNHOLM, KALMAR])
    set_tokens(position, BORNHOLM, COD, COD)
    set_hold(position, 0, 2)
    assert fish_move(BORNHOLM, COD, -1) not in position.moves()
    assert fish_move(BORNHOLM, COD, SALMON) in position.moves()
