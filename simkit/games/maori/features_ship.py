"""What a player with an own ship sees: which empty fields it can still come to (MA-70, MA-71)."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.maori.rules_moves import liftable
from simkit.games.maori.rules_tableau import buildable
from simkit.games.maori.state import (
    SLOT,
)
from simkit.games.maori.switches import (
    SHIPS_OFF,
)
from simkit.kernel import kernel


@kernel
def within_reach(board: Any, rules: Any, empty: int, field: int) -> int:
    """How many empty fields an own ship on ``field`` can come to by building from one to the next (MA-70)."""
    found = board.zone[rules.own_ship_adjacency, field] & empty
    fresh = found
    while fresh:
        step = board.zone[rules.own_ship_adjacency, lowest(fresh)] & empty & ~found
        fresh &= fresh - 1
        fresh |= step
        found |= step
    return popcount(found)


@kernel
def reach_after(state: Any, board: Any, rules: Any, empty: int, built: int) -> int:
    """The same after a build on ``built``, from the better of the berths: the present one or that."""
    best = within_reach(board, rules, empty & ~(1 << built), built)
    if state.own_ship[state.seat] >= 0:
        best = max(best, within_reach(board, rules, empty & ~(1 << built), state.own_ship[state.seat]))
    return best


@kernel
def reach_lifted(state: Any, board: Any, rules: Any, work: Any, field: int) -> int:
    """The same after a removal."""
    berth = state.own_ship[state.seat]
    if rules.own_ships == SHIPS_OFF or berth < 0 or field in (berth, SLOT):
        return 0
    return within_reach(board, rules, work.empty | (1 << field), berth)


@kernel
def best_reach_lifted(state: Any, board: Any, rules: Any, work: Any) -> int:
    """The most of that, where the own ship is hemmed in; 0 otherwise."""
    if work.free[0] != 0:
        return 0
    best = 0
    fields = liftable(state, rules) & ~(1 << SLOT)
    while fields:
        best = max(best, reach_lifted(state, board, rules, work, lowest(fields)))
        fields &= fields - 1
    return best


@kernel
def way(board: Any, rules: Any, empty: int, berth: int) -> int:
    """Tiles to be cleared and built anew, one beside the other, before a ship on ``berth`` is beside an empty field."""
    reached = board.zone[rules.own_ship_adjacency, berth] & buildable(board, rules)
    tiles = 0
    grown = 0
    while reached & empty == 0 and reached != grown:
        grown = reached
        rest = grown
        while rest:
            reached |= board.zone[rules.own_ship_adjacency, lowest(rest)] & buildable(board, rules)
            rest &= rest - 1
        tiles += 1
    return tiles


@kernel
def way_lifted(state: Any, board: Any, rules: Any, work: Any, field: int) -> int:
    """The same if the tile on ``field`` is removed; 0 where the ship is not hemmed in."""
    berth = state.own_ship[state.seat]
    if rules.own_ships == SHIPS_OFF or berth < 0 or work.free[0] != 0:
        return 0
    if (board.zone[rules.own_ship_adjacency, berth] >> field) & 1:
        return 1 + way(board, rules, work.empty, field)
    return 1 + way(board, rules, work.empty, berth)
