"""Every invariant has a planted fault that it names, and sound positions break none."""

from collections.abc import Callable
from typing import Any

import pytest

from simkit.games.maldivia.invariants import INVARIANTS
from simkit.games.maldivia.state import C_DELIVERIES, C_FOLDS, FOG, T_DELIVERED, move_code
from simkit.position import Position
from tests.games.maldivia.scenes import FOG_N, E, N, at, scene


def quiet() -> Position:
    return scene(["e5", "g7", "c3"], E, masts=["RG", "PY", ""])


def folded() -> Position:
    position = scene(["e1", "g7", "c3"], FOG_N, masts=["RG", "PY", ""])
    position.apply(move_code(FOG, N))
    return position


def add(field: str, index: Any, amount: int = 1) -> Callable[[Any], None]:
    def fault(state: Any) -> None:
        if index is None:
            state[field] += amount
        else:
            state[field][index] += amount

    return fault


FAULTS = {
    1: [add("supply", 0), add("supply", 2, -1), add("hand", None)],
    2: [add("load", 0), add("height", 2)],
    3: [add("market", (0, 1), 40), add("left", 2, -1), add("under", 1, -1)],
    4: [add("counters", (1, C_DELIVERIES))],
    5: [add("boat", 0), add("at", at("a9"))],
    6: [add("counters", (0, C_FOLDS)), add("lifted", None, 2), add("south", None, -1)],
    7: [add("face", at("e8"), 90)],
    9: [add("tipped", 1), add("program", (2, 3), -4), add("program", (2, 0), 4)],
    10: [add("took", None), add("delivered", None), add("swapped", None)],
    11: [add("tally", T_DELIVERED)],
    12: [add("ending", None), add("round_no", None, 3)],
    13: [add("suspect", (1, 1), 4)],
    14: [add("old_mast", (1, 0), -1)],
}


def test_sound_positions_break_nothing() -> None:
    assert quiet().broken() == 0
    assert folded().broken() == 0


@pytest.mark.parametrize("number", FAULTS)
def test_a_planted_fault_is_named(number: int) -> None:
    for fault in FAULTS[number]:
        position = quiet()
        fault(position.state)
        assert position.broken() == number, INVARIANTS[number]


def test_a_wrong_fold_is_named() -> None:
    for field, index in (("old_boat", 0), ("old_boat", 1), ("old_height", 1), ("old_height", 0)):
        position = folded()
        position.state[field][index] += 2
        assert position.broken() == 8


def test_every_invariant_has_a_fault_and_a_sentence() -> None:
    assert {*FAULTS, 8} == set(range(1, len(INVARIANTS)))
    assert all(INVARIANTS[1:])
