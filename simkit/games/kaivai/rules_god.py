"""Phase 2: the fisherman's god (KV-57 to KV-67, KV-181, KV-182)."""

from typing import Any

from simkit.bits import lowest
from simkit.games.kaivai.counters import (
    C_GOD_MOVES,
    C_GOD_TOKENS,
    T_GOD_RETURNS,
    T_GOD_STUCK,
    T_NEUTRAL_FORCED,
    T_NEUTRAL_LAPSED,
)
from simkit.games.kaivai.rules_land import ask, put_cult
from simkit.games.kaivai.rules_sea import encloses, open_rim, village_beside
from simkit.games.kaivai.rules_stock import god_village, receive
from simkit.games.kaivai.state import GOD, M_GOD, NEUTRAL, NO, VILLAGES, pack
from simkit.kernel import kernel


@kernel
def lowest_bidder(state: Any) -> int:
    """The player with the lowest bid (KV-44, KV-181)."""
    last = state.order[state.ordered - 1]
    return last if last != NEUTRAL else state.order[state.ordered - 2]


@kernel
def god_restricted(state: Any) -> int:
    """1 where the god must go to a neutral hut because the neutral colour bid lowest (KV-182)."""
    return 1 if state.players == 2 and state.order[state.ordered - 1] == NEUTRAL else 0


@kernel
def list_god(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Where the god's cult piece can go; 0 where no other village can grow (KV-57 to KV-62, KV-64, KV-182)."""
    if god_restricted(state) == 1:
        n = _list_god(state, board, rules, work, 1)
        if n > 0:
            return n
    return _list_god(state, board, rules, work, 0)


@kernel
def _list_god(state: Any, board: Any, rules: Any, work: Any, neutral_only: int) -> int:
    n = 0
    here = god_village(state)
    for w in range(3):
        rest = 0
        for v in range(VILLAGES):
            if v != here and (neutral_only == 0 or state.huts_in[v, NEUTRAL] > 0):
                rest |= open_rim(state, board, v, w)
        while rest:
            t = w * 62 + lowest(rest)
            rest &= rest - 1
            if encloses(state, board, rules, t, -1, -1) == 0:
                work.moves[n] = pack(M_GOD, 0, t, 0)
                n += 1
    return n


@kernel
def begin_god(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Phase 2: the lowest bidder is asked; apply_god or skip_god goes on."""
    ask(state, lowest_bidder(state), GOD)
    if god_restricted(state) == 1:
        if _list_god(state, board, rules, work, 1) > 0:
            state.tally[T_NEUTRAL_FORCED] += 1
        else:
            state.tally[T_NEUTRAL_LAPSED] += 1


@kernel
def move_god(state: Any, board: Any, rules: Any, t: int) -> None:
    """Put a cult piece on t and the god on it; meeting huts yield tokens (KV-57 to KV-65)."""
    v = village_beside(state, t)
    before = state.god_before
    state.god_before = god_village(state)
    if before == v and before != NO:
        state.tally[T_GOD_RETURNS] += 1
    put_cult(state, board, rules, t, v)
    state.cult_store -= 1
    state.god = t
    state.counters[state.seat, C_GOD_MOVES] += 1
    for i in range(state.ordered):
        owner = state.order[i]
        if owner != NEUTRAL and state.meetings_in[v, owner] > 0:
            receive(state, rules, owner, state.meetings_in[v, owner], C_GOD_TOKENS)


@kernel
def keep_god(state: Any) -> None:
    """No other village can grow: the god stays, a cult piece leaves the store all the same (KV-64)."""
    state.cult_store -= 1
    state.tally[T_GOD_STUCK] += 1
