"""Pieces on the sea: cult hexes, huts, boats that cast off; and the beginning of a turn (KV-50 to KV-55)."""

from typing import Any

from simkit.games.kaivai.counters import C_HUT, T_CUTS
from simkit.games.kaivai.rules_sea import add_land, drop, has, put, village_beside
from simkit.games.kaivai.state import BOATBUILDER, CULT, FISHERMAN, MEETING, NEUTRAL
from simkit.kernel import kernel


@kernel
def ask(state: Any, seat: int, phase: int) -> None:
    """Begin a turn of a player in a phase."""
    state.seat = seat
    state.phase = phase
    state.turn_no += 1


@kernel
def put_cult(state: Any, board: Any, rules: Any, t: int, v: int) -> None:
    """Make water t a cult hex of village v."""
    state.tally[T_CUTS] += add_land(state, board, rules, t, v)
    state.thing[t] = CULT
    state.cults[v] += 1
    for w in range(3):
        state.cult_rim[v, w] |= board.ring[t, w]


@kernel
def new_hut(state: Any, board: Any, rules: Any, t: int, kind: int, owner: int) -> None:
    """Put a hut with its boat or fisherman on water t (KV-50, KV-54, KV-55)."""
    v = village_beside(state, t)
    state.tally[T_CUTS] += add_land(state, board, rules, t, v)
    state.thing[t] = kind
    state.owner[t] = owner
    state.huts_in[v, owner] += 1
    state.huts_left[owner] -= 1
    if owner != NEUTRAL:
        state.counters[owner, C_HUT + kind] += 1
    if kind == BOATBUILDER and owner != NEUTRAL:
        state.boats_left[owner] -= 1
        state.boat[t] = owner + 1
        put(state.berth[owner], t)
    elif kind == FISHERMAN:
        state.fishermen_left[owner] -= 1
        state.fishers_in[v, owner] += 1
    else:
        put(state.market, t)
        if kind == MEETING:
            state.meetings_in[v, owner] += 1


@kernel
def cast_off(state: Any, seat: int, p: int, e: int) -> None:
    """Move a player's boat from p to water e; a hut it leaves takes fish from now on (KV-53, KV-126)."""
    if p == e:
        return
    if has(state.berth[seat], p) == 1:
        drop(state.berth[seat], p)
        put(state.market, p)
    else:
        drop(state.mine[seat], p)
        drop(state.afloat, p)
    state.boat[p] = 0
    state.boat[e] = seat + 1
    put(state.mine[seat], e)
    put(state.afloat, e)
