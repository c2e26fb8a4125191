"""What a player sees of a tableau: the judgement that all features rest on.

A *view* is a tableau as a player sees it: 0 is the player who decides, 1 the one who follows. For a view, ``look``
lists the islands with the chance that each gets closed before the game ends. The numbers in this module are judgement,
in points or as chances; no rule depends on them.
"""

from typing import Any

import numpy as np

from simkit.bits import lowest, popcount
from simkit.games.maori.board import FIELDS, SUPPLY
from simkit.games.maori.rules_tableau import beside, buildable, facing, fields_of, joined, shown, sites
from simkit.games.maori.switches import (
    FREE_FIT,
)
from simkit.kernel import kernel

LAND, WREATH, BOATS, SHELLS, KEPT, CLOSED, WORTH, PALMS, HUT, OPEN = range(10)
"""Columns of a judged placement: points of islands and filled fields, points of wreaths, boats, shells, chance that the
tile survives, islands closed, all of it in points but for the shells; palms, huts and still open ends of the tile."""
JUDGED = 10
CELLS, STORED_ROW, TRIAL, NEXT_ROW, LATER_ROW = 16, 16, 17, 18, 34
"""Rows of judged placements: one a display cell, one of the stored tile, one being tried; one a cell for view 1; one a
cell for a later turn, when the own ship may lie elsewhere."""
NOWHERE = -1e6
"""WORTH of a tile that fits nowhere."""

ISLANDS = 2 * FIELDS

SCRATCH = (
    ("allowed", np.int64, (4,)),  # fields allowed in each orientation
    ("waiting", np.int64, (4,)),  # [side] empty fields towards which an island shows its only open end
    ("supply", np.int64),  # what lies on display, counted as SUPPLY says
    ("judging", np.int64),  # which view is being judged
    ("viewer", np.int64, (2,)),  # [view] seat
    ("left", np.float64, (2,)),  # [view] own turns still to come after the present one
    ("free", np.int64, (2,)),  # [view] fields where the next tile may go
    ("face", np.int64, (2, 4)),  # [view, side] fields towards which the neighbour on that side shows land
    (
        "dead",
        np.int64,
        (2, 4),
    ),  # [view, side] fields where land on that side can never be joined as things lie
    ("half", np.int64, (2, 4)),  # [view, side] fields towards which the neighbour shows half a wreath
    ("gap", np.int64, (2, 4)),  # [view, side] fields whose neighbour on that side is empty
    ("watched", np.int64, (2,)),  # [view] fields towards which a neighbour shows land or half a wreath
    (
        "clear",
        np.int64,
        (2, 4),
    ),  # [view, side] fields whose neighbour on that side is empty and not watched by land
    (
        "cross",
        np.int64,
        (2, 4),
    ),  # [view, side] fields whose neighbour there is watched by land from a third side
    (
        "barred",
        np.int64,
        (2,),
    ),  # [view] empty fields that no tile fits, because land looks at them round a corner
    ("cross_cost", np.float64),  # points lost by barring a field, where coasts must fit
    ("end_chance", np.float64, (2, 4)),  # [view, side] that an end leaving on that side gets closed by an end
    (
        "middle_chance",
        np.float64,
        (2, 2),
    ),  # [view, axis] that two ends are joined by a middle; 0 = north-south
    ("half_chance", np.float64, (2,)),  # [view] that half a wreath finds its other half
    ("boat_worth", np.float64, (2,)),  # [view] points of one boat more while it is on the tableau
    ("boat_lead", np.float64, (2,)),  # [view] points of one boat more at the end
    ("island", np.int64, (2, ISLANDS)),  # [view, node] number of its island
    ("palms", np.int64, (2, ISLANDS)),  # [view, island]
    ("hut", np.int64, (2, ISLANDS)),  # [view, island] 1 with a hut
    ("tiles", np.int64, (2, ISLANDS)),  # [view, island] tiles, print not counted
    ("ends", np.int64, (2, ISLANDS)),  # [view, island] open ends
    (
        "flawed",
        np.int64,
        (2, ISLANDS),
    ),  # [view, island] 1 with an edge that can never be joined as things lie
    ("chance", np.float64, (2, ISLANDS)),  # [view, island] of being closed at the end
    ("points", np.float64, (2, ISLANDS)),  # [view, island] expected
    (
        "judged",
        np.float64,
        (50, JUDGED),
    ),  # best placement of a display cell's tile, of the slot's; see rows above
    ("shells_mine", np.int64),  # shells of the deciding seat that count for the majority
    ("shells_best", np.int64),  # the most that another seat has
    ("known", np.int64, (3, 17)),  # [view, cell or STORED_ROW] 1: judged already; 2: for a later turn
    ("empty", np.int64),  # empty buildable fields of the deciding seat
    ("race", np.int64),  # empty fields more than on the fullest tableau of the others
    ("drag", np.float64),  # turns beyond the usual length of a game
    ("ending", np.int64),  # 0, or what filling the tableau now would mean: 1 the seat leads, 2 it does not
    ("standing", np.float64, (5,)),  # score_now
)

CROSSED = 0.05
"""Chance of an end on whose field another end looks from the side: no tile has a bend."""
HALF_BASE = 0.4
"""Halves of a wreath still to come from the stack, beside those on display."""
STEP_WORTH = 0.22
"""Points a turn of one more free step."""
CROSS_COST = 2.0
"""Points of a field that no tile would fit any more, where coasts must fit."""
HUT_HOPE = 0.3
"""Chance that an open island without a hut still gets one, while turns are left."""


@kernel
def turns_left(state: Any, board: Any, rules: Any, seat: int) -> float:
    """Own turns a seat can still expect after its next one: somebody fills a tableau by then."""
    if state.finisher >= 0:
        return 0.0
    fields = popcount(buildable(board, rules))
    left = fields - popcount(state.filled[seat]) - 1
    for other in range(state.players):
        if other != seat:
            left = min(left, fields - popcount(state.filled[other]))
    return max(0.0, left * 1.0)


@kernel
def lead_worth(mine: float, best: float, left: float) -> float:
    """Expected points of a majority: ``mine`` against the ``best`` of the others, ``left`` turns before the end."""
    slope = 1.0 / (1.0 + 0.5 * left)
    chance = 0.5 + (mine - best + 0.5) * slope
    return mine * max(0.0, min(1.0, chance))


@kernel
def look(state: Any, board: Any, rules: Any, work: Any, view: int, seat: int) -> None:
    """Fill the scratch of a view for a seat."""
    work.viewer[view] = seat
    left = turns_left(state, board, rules, seat)
    work.left[view] = left
    work.free[view] = sites(state, board, rules, seat)
    around = shown(state, board, seat)
    for side in range(4):
        back = (side + 2) & 3
        land = facing(state, board, seat, side)
        work.face[view, side] = land
        blocked = board.frame[side] | board.rock[side]
        built = beside(board, around, side)
        work.dead[view, side] = blocked | (built & ~land)
        work.gap[view, side] = board.whole & ~board.frame[side] & ~built
        work.half[view, side] = beside(board, state.wreath[seat, back], side)
    faced = work.face[view, 0] | work.face[view, 1] | work.face[view, 2] | work.face[view, 3]
    work.watched[view] = faced
    for side in range(4):
        work.watched[view] |= work.half[view, side]
        work.clear[view, side] = beside(board, board.whole & ~faced, side) & ~work.dead[view, side]
        across = work.face[view, (side + 1) & 3] | work.face[view, (side + 3) & 3]
        work.cross[view, side] = beside(board, across, side)
    cornered = (work.face[view, 0] | work.face[view, 2]) & (work.face[view, 1] | work.face[view, 3])
    work.barred[view] = 0
    work.cross_cost = 0.0
    if rules.edge_match != FREE_FIT:
        if work.drag > 0.0:  # the middle that would fit does not come
            cornered |= work.face[view, 0] & work.face[view, 2]
            cornered |= work.face[view, 1] & work.face[view, 3]
        work.barred[view] = cornered & buildable(board, rules) & ~state.filled[seat]
        work.cross_cost = CROSS_COST
    _weigh_supply(work, view, left)
    boats = state.boats[seat] * 1.0
    most = 0.0
    for other in range(state.players):
        if other != seat:
            most = max(most, state.boats[other] * 1.0)
    work.boat_worth[view] = STEP_WORTH * left
    work.boat_lead[view] = lead_worth(boats + 1.0, most, left) - lead_worth(boats, most, left)
    _list_islands(state, board, work, view, seat)


@kernel
def count_supply(state: Any, board: Any) -> int:
    """What lies on display, counted in bytes as SUPPLY says."""
    found = 0
    for cell in range(16):
        if state.display[cell] >= 0:
            found += board.supply[state.display[cell]]
    return found


@kernel
def _weigh_supply(work: Any, view: int, left: float) -> None:
    """Chances from what lies on display: tiles that close an end, middles, wreath halves."""
    most = (1 << SUPPLY) - 1
    for side in range(4):
        rate = left * (0.5 + ((work.supply >> (SUPPLY * side)) & most)) * 0.3
        work.end_chance[view, side] = rate / (1.0 + rate)
    for axis in range(2):
        rate = left * (0.2 + ((work.supply >> (SUPPLY * (4 + axis))) & most)) * 0.15
        work.middle_chance[view, axis] = rate / (1.0 + rate)
    rate = left * (HALF_BASE + 0.5 * ((work.supply >> (SUPPLY * 6)) & most)) * 0.05
    work.half_chance[view] = rate / (1.0 + rate)


@kernel
def ends_at(board: Any, work: Any, view: int, field: int, side: int) -> float:
    """Chance that an end leaving ``field`` on ``side`` gets closed, from what else looks onto the field ahead."""
    ahead = beside(board, 1 << field, (side + 2) & 3)
    if ahead & (work.face[view, (side + 1) & 3] | work.face[view, (side + 3) & 3]):
        return CROSSED * work.end_chance[view, side]
    if ahead & work.face[view, side]:
        return work.middle_chance[view, side & 1]
    return work.end_chance[view, side]


@kernel
def _list_islands(state: Any, board: Any, work: Any, view: int, seat: int) -> None:
    """Number the islands of a tableau and weigh each."""
    rest = state.parts[seat]
    number = 0
    while rest:
        nodes = joined(state, board, seat, rest & -rest)
        rest &= ~nodes
        fields = fields_of(nodes)
        palms = popcount(nodes & state.palms[seat, 0]) + 2 * popcount(nodes & state.palms[seat, 1])
        hut = 1 if nodes & state.huts[seat] else 0
        tiles = popcount(fields & state.filled[seat])
        ends = 0
        flawed = 0
        chance = 1.0
        for side in range(4):
            out = nodes & state.land[seat, side]
            dead = work.dead[view, side]
            if out & (dead | (dead << FIELDS)):
                flawed = 1
                chance = 0.0
            gap = work.gap[view, side] & ~board.rock[side]
            out &= gap | (gap << FIELDS)
            while out:
                field = lowest(out) % FIELDS
                out &= out - 1
                ends += 1
                chance *= ends_at(board, work, view, field, side)
        members = nodes
        while members:
            work.island[view, lowest(members)] = number
            members &= members - 1
        work.palms[view, number] = palms
        work.hut[view, number] = hut
        work.tiles[view, number] = tiles
        work.ends[view, number] = ends
        work.flawed[view, number] = flawed
        work.chance[view, number] = chance
        inside = 1 if fields & board.inner else 0
        work.points[view, number] = island_points(board, palms, hut, tiles, chance, inside)
        number += 1


@kernel
def island_points(board: Any, palms: int, hut: int, tiles: int, chance: float, inside: int) -> float:
    """Expected points of an island: its palms, and its fields that would be empty otherwise."""
    each = board.palm_points * 1.0
    if hut:
        each = board.hut_palm_points * 1.0
    elif chance < 1.0:
        each += HUT_HOPE * (board.hut_palm_points - board.palm_points)
    if inside:
        each *= board.atoll_factor
    return chance * (palms * each + tiles * board.empty_points)
