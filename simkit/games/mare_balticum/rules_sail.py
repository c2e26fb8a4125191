"""Sailing: which areas a fleet can reach without breaking its line (MB-28 to MB-38)."""

from typing import Any

from simkit.bits import lowest
from simkit.games.mare_balticum.state import (
    MAX_VESSELS,
    PATH,
    place_move,
    sail_move,
)
from simkit.kernel import kernel


@kernel
def neighbours(board: Any, areas: int) -> int:
    """The areas that touch a set of areas (members of the set may be among them)."""
    near = 0
    while areas:
        near |= board.adjacent[lowest(areas)]
        areas &= areas - 1
    return near


@kernel
def reach(board: Any, fleet: int, origin: int) -> int:
    """MB-29, MB-30, MB-34, MB-37: where the vessel in ``origin`` can go so that the fleet hangs together again.

    Without it the fleet falls into parts; the target must touch each of them.
    """
    others = fleet & ~(1 << origin)
    targets = board.all_areas & ~fleet
    while others:
        part = others & -others
        front = part
        near = 0
        while front:
            around = board.adjacent[lowest(front)]
            front &= front - 1
            near |= around
            fresh = around & others & ~part
            part |= fresh
            front |= fresh
        targets &= near
        others &= ~part
    return targets


@kernel
def is_path(board: Any, work: Any, fleet: int) -> bool:
    """True where one simple path visits all areas of a fleet (switch fleet_shape = path).

    ``work.ends[s]`` is the set of vessels at which a path over the set s of vessels can end.
    """
    n = 0
    rest = fleet
    while rest:
        work.vessel[n] = lowest(rest)
        rest &= rest - 1
        n += 1
    for chosen in range(1, 1 << n):
        work.ends[chosen] = 0
        for v in range(n):
            if (chosen >> v) & 1:
                before = chosen & ~(1 << v)
                if before == 0:
                    work.ends[chosen] |= 1 << v
                for u in range(n):
                    if (work.ends[before] >> u) & 1 and (
                        board.adjacent[work.vessel[u]] >> work.vessel[v]
                    ) & 1:
                        work.ends[chosen] |= 1 << v
    return work.ends[(1 << n) - 1] != 0


@kernel
def _only_paths(board: Any, work: Any, others: int, targets: int) -> int:
    """Those targets which make a path with the other vessels."""
    kept = 0
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        if is_path(board, work, others | (1 << target)):
            kept |= 1 << target
    return kept


@kernel
def list_sailing(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    """Append the placings and sailings of the seat; returns the new length of the list."""
    seat = state.seat
    fleet = state.fleet[seat]
    if state.reserve[seat] > 0:
        targets = neighbours(board, fleet) & ~fleet
        if rules.fleet_shape == PATH:
            targets = _only_paths(board, work, fleet, targets)
        while targets:
            work.moves[n] = place_move(lowest(targets))
            targets &= targets - 1
            n += 1
        if rules.place_first != 0:
            return n
    rest = fleet
    while rest:
        origin = lowest(rest)
        rest &= rest - 1
        targets = reach(board, fleet, origin)
        if rules.fleet_shape == PATH:
            targets = _only_paths(board, work, fleet & ~(1 << origin), targets)
        while targets:
            work.moves[n] = sail_move(origin, lowest(targets))
            targets &= targets - 1
            n += 1
    return n


assert MAX_VESSELS <= 5  # work.ends has 32 places
