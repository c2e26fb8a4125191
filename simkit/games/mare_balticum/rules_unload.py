"""Unloading, and the demands that module 1 lets players open (MB-45 to MB-51, MB-86 to MB-101)."""

from typing import Any

from simkit.bits import lowest
from simkit.games.mare_balticum.counts import (
    C_OPENED,
    C_PORT,
    C_UNLOADED,
    C_UNLOADINGS,
    FISH_KINDS,
)
from simkit.games.mare_balticum.rules_setup import lay_demand
from simkit.games.mare_balticum.state import (
    ACTION,
    CIRCLES,
    FIRST_ONLY,
    NONE,
    OPENING,
    PORTS,
    field_port,
    open_move,
    packed,
    quantity,
    unload_move,
)
from simkit.kernel import kernel


@kernel
def loses_one(state: Any, board: Any, rules: Any, port: int, kind: int) -> bool:
    """MB-92, MB-93: whether an unloading of this kind at this port loses a fish (module 1 only)."""
    if rules.demand_management == 0:
        return False
    if rules.minus1_scope == FIRST_ONLY and (state.opened >> kind) & 1 == 0:
        return False
    for circle in range(board.circles[port]):
        if state.circle[port, circle] == kind:
            return board.circle_loss[port, circle] != 0
    return False


@kernel
def _list_quantities(state: Any, board: Any, rules: Any, work: Any, port: int, n: int) -> int:
    """Append every unloading at a port: at least one fish (MB-47), the kinds opened in this action at least once."""
    seat = state.seat
    eligible = 0
    for kind in range(FISH_KINDS):
        work.least[kind] = 0
        work.single[kind] = 1
        work.most[kind] = state.hold[seat, kind] * ((state.accepts[port] >> kind) & 1)
        eligible += work.most[kind]
    if eligible == 0:
        return n
    if rules.demand_management != 0:
        _limit_quantities(state, board, rules, work, port)
    for a in range(work.least[0], work.most[0] + 1):
        if a == 1 and work.single[0] == 0:
            continue
        for b in range(work.least[1], work.most[1] + 1):
            if b == 1 and work.single[1] == 0:
                continue
            for c in range(work.least[2], work.most[2] + 1):
                if c == 1 and work.single[2] == 0:
                    continue
                for d in range(work.least[3], work.most[3] + 1):
                    if d == 1 and work.single[3] == 0:
                        continue
                    if a + b + c + d > 0:
                        work.moves[n] = unload_move(port, packed(a, b, c, d))
                        n += 1
    return n


@kernel
def _limit_quantities(state: Any, board: Any, rules: Any, work: Any, port: int) -> None:
    """Module 1: what an opened kind asks for at least (MB-91, MB-94), and whether a single fish may be lost (MB-95)."""
    for kind in range(FISH_KINDS):
        opened = (state.opened >> kind) & 1
        work.least[kind] = opened
        if work.most[kind] > 0 and loses_one(state, board, rules, port, kind):
            if opened:
                work.least[kind] = 2
            elif rules.allow_single_on_minus1 == 0:
                work.single[kind] = 0


@kernel
def list_unloading(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    """Append the unloadings at the ports of the fleet and, in module 1, the openings that begin one."""
    seat = state.seat
    if state.held[seat] == 0:
        return n
    ports = state.fleet[seat] & ((1 << PORTS) - 1)
    rest = ports
    while rest:
        port = lowest(rest)
        rest &= rest - 1
        n = _list_quantities(state, board, rules, work, port, n)
    if rules.demand_management != 0:
        rest = ports
        while rest:
            n = _list_openings(state, board, work, lowest(rest), n)
            rest &= rest - 1
    return n


@kernel
def list_opening(state: Any, board: Any, rules: Any, work: Any) -> int:
    """The rest of an unloading that opened a demand: the quantities, or a second opening (MB-90)."""
    n = _list_quantities(state, board, rules, work, state.open_port, 0)
    return _list_openings(state, board, work, state.open_port, n)


@kernel
def can_open(state: Any, board: Any, port: int, kind: int, circle: int) -> bool:
    """MB-88, MB-91, MB-94, MB-97, MB-98: a free circle, a kind not there yet, a token left, fish enough."""
    return (
        state.circle[port, circle] == NONE
        and (state.accepts[port] >> kind) & 1 == 0
        and state.demands[kind] < 2
        and state.hold[state.seat, kind] >= 1 + board.circle_loss[port, circle]
    )


@kernel
def _list_openings(state: Any, board: Any, work: Any, port: int, n: int) -> int:
    for kind in range(FISH_KINDS):
        for circle in range(board.circles[port]):
            if can_open(state, board, port, kind, circle):
                work.moves[n] = open_move(port, kind, circle)
                n += 1
    return n


@kernel
def open_port_of(move: int) -> int:
    """Port of an OPEN move."""
    return (move >> 12) & 7


@kernel
def open_demand(state: Any, board: Any, move: int) -> None:
    """MB-88: lay the token; the unloading goes on."""
    port = open_port_of(move)
    kind = (move >> 9) & 7
    circle = (move >> 8) & 1
    lay_demand(state, port, circle, kind)
    state.open_port = port
    state.opened |= 1 << kind
    state.phase = OPENING
    state.counters[state.seat, C_OPENED + board.circle_loss[port, circle]] += 1


@kernel
def unload(state: Any, board: Any, rules: Any, move: int) -> None:
    """MB-47, MB-48: from the hold into the warehouse, less what a -1 circle takes."""
    seat = state.seat
    port = field_port(move)
    for kind in range(FISH_KINDS):
        count = quantity(move, kind)
        if count > 0:
            lost = 1 if loses_one(state, board, rules, port, kind) else 0
            state.hold[seat, kind] -= count
            state.held[seat] -= count
            state.lost[seat, kind] += lost
            state.warehouse[seat, kind] += count - lost
            state.landed[seat, kind] += count - lost
            state.counters[seat, C_UNLOADED] += count
    state.counters[seat, C_UNLOADINGS] += 1
    state.counters[seat, C_PORT + port] += 1
    state.opened = 0
    state.phase = ACTION
    state.actions_left -= 1


assert CIRCLES == 2  # one bit in the code of an opening
