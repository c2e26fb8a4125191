"""What a placement promises: the judgement that all features rest on.

A *view* is a tableau as a player sees it: 0 is the player who decides, 1 the one who follows. For a view, ``look``
lists the islands with the chance that each gets closed before the game ends; ``place_worth`` then judges one placement
by what it changes next to its field, and ``best_place`` the best field and orientation of a tile. The numbers in this
module are judgement, in points or as chances; no rule depends on them.
"""

from typing import Any

import numpy as np

from simkit.bits import lowest, popcount
from simkit.games.maori.board import FIELDS
from simkit.games.maori.rules_tableau import (
    beside,
    buildable,
    facing,
    fields_of,
    fitting,
    joined,
    shown,
    sites,
)
from simkit.games.maori.state import FREE_FIT
from simkit.kernel import kernel

LAND, WREATH, BOATS, SHELLS, KEPT, CLOSED, WORTH = range(7)
"""Columns of a judged placement: points of islands and filled fields, points of wreaths, boats, shells, chance that the
tile survives, islands closed, all of it in points but for the shells."""
JUDGED = 7
CELLS, STORED_ROW, TRIAL, NEXT_ROW, LATER_ROW = 16, 16, 17, 18, 34
"""Rows of judged placements: one a display cell, one of the stored tile, one being tried; one a cell for view 1; one a
cell for a later turn, when the own ship may lie elsewhere."""
NOWHERE = -1e6
"""WORTH of a tile that fits nowhere."""

ISLANDS = 2 * FIELDS

SCRATCH = (
    ("allowed", np.int64, (4,)),  # fields allowed in each orientation
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
    ("known", np.int64, (3, 16)),  # [view, cell] 1: judged already; 2: for a later turn
    ("empty", np.int64),  # empty buildable fields of the deciding seat
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
FIELD_WORTH = 1.0
"""Points of a field set free while there are more turns left than empty fields."""
CROSS_COST = 2.0
"""Points of a field that no tile would fit any more, where coasts must fit."""
OPENING_WORTH = 4.0
"""Points of removing a tile that keeps every other off a field, where coasts must fit."""
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
    _weigh_supply(state, board, work, view, left)
    boats = state.boats[seat] * 1.0
    most = 0.0
    for other in range(state.players):
        if other != seat:
            most = max(most, state.boats[other] * 1.0)
    work.boat_worth[view] = STEP_WORTH * left
    work.boat_lead[view] = lead_worth(boats + 1.0, most, left) - lead_worth(boats, most, left)
    _list_islands(state, board, work, view, seat)


@kernel
def _weigh_supply(state: Any, board: Any, work: Any, view: int, left: float) -> None:
    """Chances from what lies on display: tiles that close an end, middles, wreath halves."""
    for side in range(4):
        work.end_chance[view, side] = 0.0
    work.middle_chance[view, 0] = 0.0
    work.middle_chance[view, 1] = 0.0
    halves = HALF_BASE
    for cell in range(16):
        tile = state.display[cell]
        if tile >= 0 and board.volcano[tile] == 0:
            ends = board.as_end[tile]
            for side in range(4):
                work.end_chance[view, side] += (ends >> ((side + 2) & 3)) & 1
            work.middle_chance[view, 0] += board.as_middle[tile] & 1
            work.middle_chance[view, 1] += board.as_middle[tile] >> 1
            if board.wreath[tile, 0] != 0:
                halves += 0.5
    for side in range(4):
        rate = left * (0.5 + work.end_chance[view, side]) * 0.3
        work.end_chance[view, side] = rate / (1.0 + rate)
    for axis in range(2):
        rate = left * (0.2 + work.middle_chance[view, axis]) * 0.15
        work.middle_chance[view, axis] = rate / (1.0 + rate)
    rate = left * halves * 0.05
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


@kernel
def place_worth(state: Any, board: Any, work: Any, view: int, tile: int, turn: int, field: int) -> float:
    """Judge one placement: its points without shells. Row TRIAL of ``work.judged`` receives the columns."""
    bit = 1 << field
    edges = board.land[tile, turn] | board.land2[tile, turn]
    palms = board.palms[tile]
    hut = board.huts[tile]
    tiles = 1
    chance = 1.0
    before = 0.0
    for side in range(4):
        here = (edges >> side) & 1
        if work.face[view, side] & bit:
            island = _island_beside(state, board, work, view, field, side)
            before += work.points[view, island]
            if here:
                palms += work.palms[view, island]
                hut |= work.hut[view, island]
                tiles += work.tiles[view, island]
                chance *= _chance_of_rest(board, work, view, field, side, island)
        elif here:
            if work.dead[view, side] & bit:
                chance = 0.0
            else:
                chance *= ends_at(board, work, view, field, side)
                if work.cross[view, side] & bit:
                    before += work.cross_cost
    land = island_points(board, palms, hut, tiles, chance, 1 if board.inner & bit else 0) - before
    wreath = board.wreath_points * _wreath_change(state, board, work, view, tile, turn, field, chance)
    boats = board.boats[tile]
    worth = land + wreath + boats * (work.boat_worth[view] + chance * work.boat_lead[view])
    trial = work.judged[TRIAL]
    trial[LAND] = land
    trial[WREATH] = wreath
    trial[BOATS] = boats
    trial[SHELLS] = board.shells[tile]
    trial[KEPT] = chance
    trial[CLOSED] = 1.0 if chance == 1.0 and edges != 0 else 0.0
    trial[WORTH] = worth
    return worth


@kernel
def _island_beside(state: Any, board: Any, work: Any, view: int, field: int, side: int) -> int:
    """Number of the island that looks onto a field from a side."""
    back = (side + 2) & 3
    node = lowest(beside(board, 1 << field, back))
    if (state.land[work.viewer[view], back] >> node) & 1 == 0:
        node += FIELDS
    return work.island[view, node]


@kernel
def _chance_of_rest(board: Any, work: Any, view: int, field: int, side: int, island: int) -> float:
    """Chance that an island gets closed at all its ends but the one that looks onto ``field`` from ``side``."""
    if work.flawed[view, island]:
        return 0.0
    if work.ends[view, island] == 1:
        return 1.0
    back = (side + 2) & 3
    end = ends_at(board, work, view, lowest(beside(board, 1 << field, back)), back)
    if end > 0.0:
        return work.chance[view, island] / end
    return 0.0


@kernel
def _wreath_change(
    state: Any, board: Any, work: Any, view: int, tile: int, turn: int, field: int, kept: float
) -> float:
    """Wreaths more to be expected; ``kept`` is the chance that the tile survives."""
    bit = 1 << field
    hope = work.half_chance[view]
    change = 0.0
    for side in range(4):
        faced = work.half[view, side] & bit
        if (board.wreath[tile, turn] >> side) & 1:
            if faced:
                node = lowest(beside(board, bit, (side + 2) & 3))
                other = 1.0
                if (state.parts[work.viewer[view]] >> node) & 1:
                    other = work.chance[view, work.island[view, node]]
                change += kept * other - hope * other
            elif work.gap[view, side] & bit:
                change += kept * hope
        elif faced:
            change -= hope
    return change


@kernel
def lift_worth(state: Any, board: Any, work: Any, field: int) -> float:
    """Points of removing one's tile from a field: a use for the field, less what the tile is worth where it lies."""
    seat = work.viewer[0]
    tile = state.tile[seat, field]
    gain = 0.0
    kept = 1.0
    if board.parts[tile] > 0:
        island = work.island[0, field]
        kept = work.chance[0, island]
        gain -= work.points[0, island]
    else:
        gain -= board.empty_points
    gain -= board.boats[tile] * (work.boat_worth[0] + kept * work.boat_lead[0])
    if board.wreath[tile, 0] != 0:
        gain -= kept * board.wreath_points
    if work.left[0] > popcount(work.empty):
        gain += FIELD_WORTH
    edges = board.land[tile, state.turn[seat, field]] | board.land2[tile, state.turn[seat, field]]
    for side in range(4):
        if (edges >> side) & 1 and beside(board, work.barred[0], side) & (1 << field):
            gain += OPENING_WORTH
    return gain


@kernel
def best_place(state: Any, board: Any, rules: Any, work: Any, view: int, tile: int, row: int) -> None:
    """Judge the placements of a tile and keep the best one in ``work.judged[row]``; WORTH is NOWHERE without a field.

    Fields that nothing looks at are all worth the same, and a field at which an open end would be cut off is worth no
    more: one of the former stands for them. What is left are the fields where the tile joins something.
    """
    best = work.judged[row]
    best[WORTH] = NOWHERE
    for turn in range(4):
        if (board.turns[tile] >> turn) & 1 == 0:
            continue
        edges = board.land[tile, turn] | board.land2[tile, turn]
        fields = work.free[view]
        if rules.edge_match != FREE_FIT:
            fields &= fitting(state, board, rules, work.viewer[view], edges)
        quiet = fields & ~work.watched[view]
        joins = 0
        for side in range(4):
            if (edges >> side) & 1:
                quiet &= work.clear[view, side]
                joins |= work.face[view, side]
            if (board.wreath[tile, turn] >> side) & 1:
                quiet &= work.gap[view, side]
                joins |= work.half[view, side]
        if quiet:
            inside = quiet & board.inner
            fields &= joins | (quiet & -quiet) | (inside & -inside)
        while fields:
            field = lowest(fields)
            fields &= fields - 1
            if place_worth(state, board, work, view, tile, turn, field) > best[WORTH]:
                trial = work.judged[TRIAL]
                for k in range(JUDGED):
                    best[k] = trial[k]
