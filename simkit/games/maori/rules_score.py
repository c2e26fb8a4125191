"""Scoring: what open islands take away, and the points of a tableau (MA-57 to MA-67, MA-75, MA-77)."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.maori.board import FIELDS
from simkit.games.maori.rules_tableau import beside, buildable, fields_of, joined, open_parts
from simkit.games.maori.state import (
    ATOLL_POINTS,
    BOAT_POINTS,
    EMPTY_POINTS,
    FEWER_EMPTY,
    HALF_POINTS,
    HUT_POINTS,
    PALM_POINTS,
    SHELL_POINTS,
    WREATH_POINTS,
)
from simkit.games.maori.switches import (
    ALL_OPEN,
    BOTH,
    FEWER_EMPTY_WINS,
    PICTURED,
    STOCK,
)
from simkit.kernel import kernel


@kernel
def removed_fields(state: Any, rules: Any, seat: int, unclosed: int) -> int:
    """MA-58, MA-59: fields whose tile goes before scoring; ``unclosed`` are the open land parts."""
    fields = fields_of(unclosed)
    if rules.mixed_tile == ALL_OPEN:
        fields &= ~fields_of(state.parts[seat] & ~unclosed)
    return fields & state.filled[seat]


@kernel
def palms_on(state: Any, seat: int, nodes: int) -> int:
    """Palms on a set of land parts."""
    return popcount(nodes & state.palms[seat, 0]) + 2 * popcount(nodes & state.palms[seat, 1])


@kernel
def closed_wreaths(state: Any, board: Any, seat: int, gone: int, within: int) -> int:
    """MA-62: pairs of facing halves on fields that keep their tile, both halves inside ``within``."""
    kept = within & ~gone
    east = state.wreath[seat, 1] & kept & beside(board, state.wreath[seat, 3] & kept, 1)
    south = state.wreath[seat, 2] & kept & beside(board, state.wreath[seat, 0] & kept, 2)
    return popcount(east) + popcount(south)


@kernel
def halves(state: Any, seat: int, gone: int) -> int:
    """Wreath halves on fields that keep their tile."""
    count = 0
    for side in range(4):
        count += popcount(state.wreath[seat, side] & ~gone)
    return count


@kernel
def boats_counted(state: Any, board: Any, rules: Any, seat: int, gone: int) -> int:
    """MA-64: boats for the majority."""
    boats = state.boats[seat]
    if rules.majority_after_removal == 1:
        rest = gone
        while rest:
            boats -= board.boats[state.tile[seat, lowest(rest)]]
            rest &= rest - 1
    return boats


@kernel
def shells_counted(state: Any, board: Any, rules: Any, seat: int, gone: int) -> int:
    """MA-65: shells for the majority."""
    shells = 0
    if rules.shell_majority == STOCK or rules.shell_majority == BOTH:
        shells = state.shells[seat]
    if rules.shell_majority == PICTURED or rules.shell_majority == BOTH:
        rest = state.filled[seat]
        if rules.majority_after_removal == 1:
            rest &= ~gone
        while rest:
            shells += board.shells[state.tile[seat, lowest(rest)]]
            rest &= rest - 1
    return shells


@kernel
def empty_fields(state: Any, board: Any, rules: Any, seat: int, gone: int) -> int:
    """MA-63: unoccupied buildable fields, with those of removed tiles unless ``penalise_removed`` is off."""
    filled = state.filled[seat]
    if rules.penalise_removed == 1:
        filled &= ~gone
    return popcount(buildable(board, rules) & ~filled)


@kernel
def score_seat(state: Any, board: Any, rules: Any, seat: int, out: Any) -> None:
    """All but the majorities: parts into ``out`` (one row of final_scores); the majority columns get the counts."""
    unclosed = open_parts(state, board, seat)
    gone = removed_fields(state, rules, seat, unclosed)
    # a part goes with its tile; printed land has none and stays (MA-59)
    scoring = state.parts[seat] & ~unclosed & ~(gone | (gone << FIELDS))
    hutted = scoring & joined(state, board, seat, state.huts[seat] & scoring)
    inner = board.inner | (board.inner << FIELDS)
    out[PALM_POINTS] = board.palm_points * palms_on(state, seat, scoring & ~hutted)
    out[HUT_POINTS] = board.hut_palm_points * palms_on(state, seat, hutted)
    extra = board.palm_points * palms_on(state, seat, scoring & ~hutted & inner)
    extra += board.hut_palm_points * palms_on(state, seat, hutted & inner)
    pairs = closed_wreaths(state, board, seat, gone, board.whole)
    if rules.atoll_double_wreath == 1:
        extra += board.wreath_points * closed_wreaths(state, board, seat, gone, board.inner)
    empty = empty_fields(state, board, rules, seat, gone)
    out[WREATH_POINTS] = board.wreath_points * pairs
    out[EMPTY_POINTS] = -board.empty_points * empty
    out[BOAT_POINTS] = boats_counted(state, board, rules, seat, gone)
    out[SHELL_POINTS] = shells_counted(state, board, rules, seat, gone)
    out[ATOLL_POINTS] = (board.atoll_factor - 1) * extra
    out[HALF_POINTS] = -rules.unfinished_wreath * (halves(state, seat, gone) - 2 * pairs)
    out[FEWER_EMPTY] = -empty if rules.tie == FEWER_EMPTY_WINS else 0


@kernel
def plain_points(state: Any, board: Any, rules: Any, seat: int) -> int:
    """The points of a tableau without the majorities: the sum that score_seat writes in parts."""
    unclosed = open_parts(state, board, seat)
    gone = removed_fields(state, rules, seat, unclosed)
    scoring = state.parts[seat] & ~unclosed & ~(gone | (gone << FIELDS))
    hutted = scoring & joined(state, board, seat, state.huts[seat] & scoring)
    inner = board.inner | (board.inner << FIELDS)
    bonus = board.atoll_factor - 1
    points = board.palm_points * palms_on(state, seat, scoring & ~hutted)
    points += board.hut_palm_points * palms_on(state, seat, hutted)
    points += bonus * board.palm_points * palms_on(state, seat, scoring & ~hutted & inner)
    points += bonus * board.hut_palm_points * palms_on(state, seat, hutted & inner)
    pairs = closed_wreaths(state, board, seat, gone, board.whole)
    points += board.wreath_points * pairs
    if rules.atoll_double_wreath == 1:
        points += bonus * board.wreath_points * closed_wreaths(state, board, seat, gone, board.inner)
    points -= board.empty_points * empty_fields(state, board, rules, seat, gone)
    return points - rules.unfinished_wreath * (halves(state, seat, gone) - 2 * pairs)


@kernel
def final_scores(state: Any, board: Any, rules: Any, out: Any) -> None:
    """MA-57 to MA-67: score, parts and the tie key of each seat."""
    for seat in range(state.players):
        score_seat(state, board, rules, seat, out[seat])
    for column in range(BOAT_POINTS, SHELL_POINTS + 1):
        most = out[0, column]
        for seat in range(1, state.players):
            most = max(most, out[seat, column])
        for seat in range(state.players):
            if out[seat, column] < most:
                out[seat, column] = 0.0
    for seat in range(state.players):
        total = 0.0
        for column in range(PALM_POINTS, HALF_POINTS + 1):
            total += out[seat, column]
        out[seat, 0] = total


@kernel
def score_now(state: Any, board: Any, rules: Any, out: Any) -> None:
    """The score if the game ended now: a tile in hand and the slot count for nothing (MA-45)."""
    boats = 0
    shells = 0
    for seat in range(state.players):
        gone = removed_fields(state, rules, seat, open_parts(state, board, seat))
        boats = max(boats, boats_counted(state, board, rules, seat, gone))
        shells = max(shells, shells_counted(state, board, rules, seat, gone))
    for seat in range(state.players):
        gone = removed_fields(state, rules, seat, open_parts(state, board, seat))
        points = plain_points(state, board, rules, seat)
        if boats_counted(state, board, rules, seat, gone) == boats:
            points += boats
        if shells_counted(state, board, rules, seat, gone) == shells:
            points += shells
        out[seat] = points
