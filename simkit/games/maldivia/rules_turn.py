"""Rounds, cycles and turns (MV-13 to MV-24, MV-102)."""

from typing import Any

from simkit.contract import STALLED
from simkit.games.maldivia.rules_sea import area
from simkit.games.maldivia.state import (
    BARE,
    C_ABOARD,
    C_UPSET,
    FOG_BLOCK,
    FOG_CLOSED,
    FOGGING,
    MAST,
    MOVING,
    OVER,
    PROGRAMMING,
    SIDES,
    SLOTS,
    T_AREA,
    T_COLUMNS,
    T_LEFT,
    T_ROWS,
    T_TRIGGER_TURNS,
)
from simkit.kernel import kernel


@kernel
def begin_round(state: Any) -> None:
    """Everybody takes back the indicators; the sides are open to fog again (MV-19, MV-20, MV-89)."""
    for seat in range(state.players):
        state.tipped[seat] = 0
        state.twisted[seat] = 0
        for slot in range(SLOTS):
            state.program[seat, slot] = BARE
    state.used = 0
    state.lifted = 0
    state.cycle = 0
    state.phase = PROGRAMMING
    state.seat = 0


@kernel
def begin_turn(state: Any) -> None:
    """The mover tips his leftmost standing indicator (MV-16, MV-17)."""
    seat = state.mover
    block = state.program[seat, state.cycle]
    state.seat = seat
    state.tipped[seat] += 1
    state.counters[seat, C_ABOARD] += state.height[seat]
    state.counters[seat, C_UPSET] += (state.twisted[seat] >> state.cycle) & 1
    state.phase = FOGGING if block >= FOG_BLOCK else MOVING
    state.took = 0
    state.fished = 0
    state.thieved = 0
    state.delivered = 0
    state.rotated = 0
    state.swapped = 0
    state.caught = 0
    state.surplus = 0
    remember_turn(state)


@kernel
def remember_turn(state: Any) -> None:
    """Keep boats, masts and cards as they are now, for the invariants."""
    state.floor = state.height[state.mover]
    for seat in range(state.players):
        state.old_boat[seat] = state.boat[seat]
        state.old_height[seat] = state.height[seat]
        state.old_owned[seat] = state.owned[seat]
        for place in range(MAST):
            state.old_mast[seat, place] = state.mast[seat, place]


@kernel
def end_turn(state: Any, rules: Any) -> None:
    """The next turn, cycle or round; the end once a cycle is complete (MV-14, MV-15, MV-19, MV-102, MV-103)."""
    state.mover = (state.mover + 1) % state.players
    if state.mover != state.starter:
        _next_turn(state)
        return
    if state.ending == 1:
        _end(state, FOG_CLOSED)
        return
    state.cycle += 1
    if state.cycle < SLOTS:
        _next_turn(state)
        return
    if state.round_no >= rules.round_cap:
        _end(state, STALLED)
        return
    state.round_no += 1
    state.starter = (state.starter + 1) % state.players
    state.mover = state.starter
    begin_round(state)
    remember_turn(state)


@kernel
def _next_turn(state: Any) -> None:
    state.turn_no += 1
    state.tally[T_TRIGGER_TURNS] += state.ending
    begin_turn(state)


@kernel
def _end(state: Any, cause: int) -> None:
    state.end_cause = cause
    state.phase = OVER
    state.mover = state.starter
    state.cycle = min(state.cycle, SLOTS - 1)
    state.tally[T_AREA] = area(state)
    state.tally[T_ROWS] = state.south - state.north + 1
    state.tally[T_COLUMNS] = state.east - state.west + 1
    for side in range(SIDES):
        state.tally[T_LEFT + side] = state.left[side]
    remember_turn(state)
