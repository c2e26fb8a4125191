"""What a placement promises.

``place_worth`` judges one placement by what it changes next to its field, and ``best_place`` finds the best field and
orientation of a tile. As in features_look, the numbers here are judgement; no rule depends on them.
"""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.maori.board import FIELDS
from simkit.games.maori.features_look import (
    BOATS,
    CLOSED,
    HUT,
    JUDGED,
    KEPT,
    LAND,
    LATER_ROW,
    NEXT_ROW,
    NOWHERE,
    OPEN,
    PALMS,
    SHELLS,
    TRIAL,
    WORTH,
    WREATH,
    ends_at,
    island_points,
)
from simkit.games.maori.rules_tableau import beside, fitting
from simkit.games.maori.switches import (
    FREE_FIT,
)
from simkit.kernel import kernel

FIELD_WORTH = 1.0
"""Points of a field set free while there are more turns left than empty fields."""
OPENING_WORTH = 4.0
"""Points of removing a tile that keeps every other off a field, where coasts must fit."""


@kernel
def place_worth(state: Any, board: Any, work: Any, tile: int, turn: int, field: int) -> float:
    """Judge one placement in ``work.judging``: its points without shells. The columns go to row TRIAL."""
    view = work.judging
    bit = 1 << field
    edges = board.land[tile, turn] | board.land2[tile, turn]
    palms = board.palms[tile]
    hut = board.huts[tile]
    tiles = 1
    chance = 1.0
    before = 0.0
    ends = 0
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
                ends += 1
                chance *= ends_at(board, work, view, field, side)
                if work.cross[view, side] & bit:
                    before += work.cross_cost
    land = island_points(board, palms, hut, tiles, chance, 1 if board.inner & bit else 0) - before
    wreath = board.wreath_points * _wreath_change(state, board, work, tile, turn, field, chance)
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
    trial[PALMS] = board.palms[tile]
    trial[HUT] = board.huts[tile]
    trial[OPEN] = ends
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
def _wreath_change(state: Any, board: Any, work: Any, tile: int, turn: int, field: int, kept: float) -> float:
    """Wreaths more to be expected; ``kept`` is the chance that the tile survives."""
    view = work.judging
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
def best_place(state: Any, board: Any, rules: Any, work: Any, tile: int, row: int) -> None:
    """Judge the placements of a tile and keep the best one in ``work.judged[row]``; WORTH is NOWHERE without a field.

    The row says whose tableau it is. ``work.judging`` is left at the deciding player's.

    Fields that nothing looks at are all worth the same, and a field at which an open end would be cut off is worth no
    more: one of the former stands for them. What is left are the fields where the tile joins something.
    """
    view = 1 if NEXT_ROW <= row < LATER_ROW else 0
    work.judging = view
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
            if place_worth(state, board, work, tile, turn, field) > best[WORTH]:
                trial = work.judged[TRIAL]
                for k in range(JUDGED):
                    best[k] = trial[k]
    work.judging = 0
