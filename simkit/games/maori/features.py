"""What players see in a move, and the named players."""

from typing import Any

from simkit.bits import popcount
from simkit.contract import TYPE_SHIFT
from simkit.games.maori.features_list import (
    F_BERTHS,
    F_BOAT_TURNS,
    F_BOATS,
    F_BUILDS,
    F_CLOSES,
    F_DRAG,
    F_ENDS_AHEAD,
    F_ENDS_BEHIND,
    F_EXITS,
    F_GIFT,
    F_HUT,
    F_LAND,
    F_OPEN,
    F_PALMS,
    F_PASSES,
    F_PLAN,
    F_RACE,
    F_REMOVES,
    F_RISK,
    F_ROOM,
    F_SHELL_TURNS,
    F_SHELLS_FOUND,
    F_SHELLS_PAID,
    F_STEPS,
    F_STORES,
    F_WAY,
    F_WREATH,
)
from simkit.games.maori.features_look import (
    BOATS,
    CLOSED,
    HUT,
    KEPT,
    LAND,
    NOWHERE,
    OPEN,
    PALMS,
    SHELLS,
    STORED_ROW,
    TRIAL,
    WORTH,
    WREATH,
)
from simkit.games.maori.features_plan import (
    STORE_COST,
    best_lift,
    gift,
    judge_cell,
    prepare,
    shell_change,
    store_worth,
)
from simkit.games.maori.features_ship import (
    best_reach_lifted,
    reach_after,
    reach_lifted,
    way,
    way_lifted,
    within_reach,
)
from simkit.games.maori.features_worth import lift_worth, place_worth
from simkit.games.maori.rules_moves import price
from simkit.games.maori.rules_tableau import buildable
from simkit.games.maori.state import (
    BUILD,
    DEPTHS,
    EXPLORING,
    LAP,
    LIFTING,
    MOORING,
    PASS,
    PLACING,
    REMOVE,
    SAILING,
    SLOT,
    STORE,
    UNSTORE,
    number_of,
    place_field,
    place_turn,
)
from simkit.games.maori.switches import (
    SHIPS_LAST_BUILT,
)
from simkit.kernel import kernel
from simkit.policy import Policy


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """One row a legal move, see FEATURES."""
    if state.phase == SAILING:
        _sailing(state, board, rules, work, n)
    elif state.phase == EXPLORING:
        _exploring(state, board, rules, work, n)
    elif state.phase == PLACING:
        _placing(state, board, rules, work, n)
    elif state.phase == LIFTING:
        _lifting(state, board, rules, work, n)
    elif state.phase == MOORING:
        empty = buildable(board, rules) & ~state.filled[state.seat]
        for i in range(n):
            berth = number_of(work.moves[i])
            exits = popcount(board.zone[rules.own_ship_adjacency, berth] & empty)
            row = work.features[i]
            row[F_BERTHS] = exits
            row[F_WAY] = way(board, rules, empty, berth)
            if rules.own_ships == SHIPS_LAST_BUILT:
                row[F_BERTHS] = within_reach(board, rules, empty, berth)
                row[F_EXITS] = exits


@kernel
def _sailing(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Each number of steps: the best exploration from the edge where the ship would lie."""
    seat = state.seat
    prepare(state, board, rules, work)
    for i in range(n):
        steps = number_of(work.moves[i])
        paid = max(0, steps - state.boats[seat])
        row = work.features[i]
        row[F_STEPS] = steps
        row[F_SHELL_TURNS] = -paid * work.left[0]
        row[F_PLAN] = shell_change(state, rules, work, 0.0, paid)
        row[F_SHELLS_PAID] = paid
        row[F_PASSES] = 1.0
        ship = (state.ship + steps) % LAP
        row[F_GIFT] = gift(state, board, rules, work, ship)
        # the stored tile first, then the line: of equal promises the first stands
        for depth in range(-1, DEPTHS):
            cell = STORED_ROW
            cost = 0 if state.slot[seat] >= 0 else -1
            if depth >= 0:
                cell = board.line[ship, depth]
                cost = price(state, board, rules, ship, depth)
            if 0 <= cost <= state.shells[seat] - paid:
                judge_cell(state, board, rules, work, cell)
                _offer(state, board, rules, work, row, cell, paid + cost)


@kernel
def _offer(state: Any, board: Any, rules: Any, work: Any, row: Any, cell: int, paid: int) -> None:
    """A tile that could be built or stored after a sail: better than what the row holds?"""
    judged = work.judged[cell]
    if judged[WORTH] > NOWHERE:
        found = judged[SHELLS]
        worth = judged[WORTH] + shell_change(state, rules, work, found, paid)
        row[F_BOATS] = max(row[F_BOATS], judged[BOATS])
        row[F_SHELLS_FOUND] = max(row[F_SHELLS_FOUND], judged[SHELLS])
        row[F_WREATH] = max(row[F_WREATH], judged[WREATH])
        row[F_CLOSES] = max(row[F_CLOSES], judged[CLOSED])
        row[F_DRAG] = work.drag
        if worth > row[F_PLAN]:
            row[F_PLAN] = worth
            row[F_LAND] = judged[LAND]
            row[F_RISK] = 1.0 - judged[KEPT]
            row[F_SHELLS_PAID] = paid
            row[F_PASSES] = 0.0
            row[F_STORES] = 0.0
            row[F_BUILDS] = 1.0
            _write_tile(work, row, cell, paid)
    if state.slot[state.seat] < 0:
        worth = store_worth(state, board, rules, work, cell, paid)
        if worth > row[F_PLAN]:
            row[F_PLAN] = worth
            row[F_LAND] = 0.0
            row[F_RISK] = 0.0
            row[F_SHELLS_PAID] = paid
            row[F_PASSES] = 0.0
            row[F_BUILDS] = 0.0
            row[F_STORES] = 1.0
            for k in (F_PALMS, F_HUT, F_OPEN, F_BOAT_TURNS, F_RACE):
                row[k] = 0.0
            row[F_SHELL_TURNS] = -paid * work.left[0]


@kernel
def _write_tile(work: Any, row: Any, judged: int, paid: int) -> None:
    """The columns of what is on a tile to be built, and what it is worth by the turns to come."""
    best = work.judged[judged]
    row[F_PALMS] = best[PALMS]
    row[F_HUT] = best[HUT]
    row[F_OPEN] = best[OPEN]
    row[F_BOAT_TURNS] = best[BOATS] * work.left[0]
    row[F_SHELL_TURNS] = (best[SHELLS] - paid) * work.left[0]
    row[F_RACE] = work.race


@kernel
def _exploring(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Each option with the best placement of its tile."""
    prepare(state, board, rules, work)
    for i in range(n):
        kind = work.moves[i] >> TYPE_SHIFT
        row = work.features[i]
        if kind in (BUILD, STORE, UNSTORE):
            cell = STORED_ROW
            paid = 0
            if kind != UNSTORE:
                depth = number_of(work.moves[i])
                cell = board.line[state.ship, depth]
                paid = price(state, board, rules, state.ship, depth)
                row[F_SHELLS_PAID] = paid
            if kind == STORE:
                row[F_STORES] = 1.0
                row[F_DRAG] = 0.5 * work.drag
                row[F_SHELL_TURNS] = -paid * work.left[0]
                row[F_PLAN] = store_worth(state, board, rules, work, cell, paid)
            else:
                judge_cell(state, board, rules, work, cell)
                _write_build(work, row, cell)
                _write_tile(work, row, cell, paid)
                found = work.judged[cell, SHELLS]
                row[F_PLAN] = work.judged[cell, WORTH] + shell_change(state, rules, work, found, paid)
        elif kind == REMOVE:
            row[F_REMOVES] = 1.0
            row[F_PLAN] = best_lift(state, board, rules, work)
            if state.drawn < board.tiles:
                row[F_DRAG] = 0.5 * work.drag  # room for a tile brings the display on
            row[F_BERTHS] = best_reach_lifted(state, board, rules, work)
        elif kind == PASS:
            row[F_PASSES] = 1.0


@kernel
def _write_build(work: Any, row: Any, judged: int) -> None:
    """The columns of a build from a judged placement."""
    best = work.judged[judged]
    row[F_BUILDS] = 1.0
    row[F_DRAG] = work.drag
    if work.ending == 1:
        row[F_ENDS_AHEAD] = 1.0
    elif work.ending == 2:
        row[F_ENDS_BEHIND] = 1.0
    row[F_LAND] = best[LAND]
    row[F_WREATH] = best[WREATH]
    row[F_BOATS] = best[BOATS]
    row[F_SHELLS_FOUND] = best[SHELLS]
    row[F_CLOSES] = best[CLOSED]
    row[F_RISK] = 1.0 - best[KEPT]


@kernel
def _placing(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Each field and orientation of the tile in hand."""
    prepare(state, board, rules, work)
    for i in range(n):
        field = place_field(work.moves[i])
        row = work.features[i]
        row[F_PLAN] = place_worth(state, board, work, state.hand, place_turn(work.moves[i]), field)
        _write_build(work, row, TRIAL)
        _write_tile(work, row, TRIAL, 0)
        row[F_ROOM] = popcount(board.zone[2, field] & work.empty)
        if rules.own_ships == SHIPS_LAST_BUILT:
            row[F_BERTHS] = reach_after(state, board, rules, work.empty, field)
            row[F_EXITS] = popcount(board.zone[rules.own_ship_adjacency, field] & work.empty)


@kernel
def _lifting(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Each tile that could go: what is expected of it is lost."""
    prepare(state, board, rules, work)
    for i in range(n):
        field = number_of(work.moves[i])
        row = work.features[i]
        row[F_REMOVES] = 1.0
        row[F_PLAN] = -STORE_COST
        if field != SLOT:
            row[F_PLAN] = lift_worth(state, board, work, field)
            row[F_BERTHS] = reach_lifted(state, board, rules, work, field)
            row[F_WAY] = way_lifted(state, board, rules, work, field)


# Weights in points, set by hand from what a feature is worth, not optimised. "plan" is the whole judgement; the others
# correct what it leaves out. Storing has none: a bonus for it was tried and won no more.
GREEDY = {
    "plan": 1.0,  # points, as judged
    "closes": 0.3,  # a closed island cannot be spoilt any more
    "boats": 0.3,  # boats give a wider choice than the judgement sees
    "gift": -0.1,  # the next player gets a little less
    "room": -0.02,  # of equal fields the one with fewer empty neighbours
    "steps": -0.01,  # of equal sails the shorter
    "drag": 0.3,  # nobody waits for ever for the right tile
    "berths": 8.0,  # a field that the own ship cannot come to any more is lost
    "way": -3.0,  # a detour is worth three points a tile: two turns each
    "exits": -1.0,  # first the fields with few ways out, as in a knight's tour (Warnsdorff's rule)
}

POLICIES = (
    Policy("random", "moves at random"),
    Policy(
        "greedy", "takes and places the tile that promises most points, boats and shells included", GREEDY
    ),
    Policy(
        "boatman",
        "collects boats first: a wide choice every turn and the majority at the end",
        {**GREEDY, "boats": 3.0},
    ),
    Policy(
        "shell_saver",
        "takes what lies near, keeps the shells and picks up more, for the majority",
        {**GREEDY, "shells_paid": -0.8, "shells_found": 1.0},
    ),
    Policy(
        "wreath_maker", "hunts the halves of wreaths, whatever else they bring", {**GREEDY, "wreath": 0.8}
    ),
    Policy(
        "islander",
        "lives on palms and huts and cares little for wreaths and boats",
        {**GREEDY, "wreath": -0.6, "land": 0.4, "boats": 0.0, "closes": 0.6},
    ),
    Policy(
        "spoiler",
        "leaves the ship where the next player finds little without paying",
        {**GREEDY, "gift": -0.6},
    ),
)
