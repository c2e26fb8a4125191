"""Which route promises most: the players' search, the same for all of them.

A program has 1024 orders and orientations, and every move of it a choice of stops; together some million routes. They
are searched slot by slot with a short list: from each of the WIDTH best (space, mast) found so far, every stop of the
next move is tried and the WIDTH best are kept; of the last move only the best stop matters. Boats stand where they
stand now and no further fog comes; what lies further ahead is therefore discounted. A position is worth the points
delivered on the way plus ``worth_of`` the mast.
"""

from typing import Any

from simkit.bits import lowest
from simkit.games.maldivia.outlook import sides_open, visit, worth_of
from simkit.games.maldivia.rules_sea import reach
from simkit.games.maldivia.state import HALF, SIDES, SLOTS
from simkit.kernel import kernel

WIDTH = 3
"""Positions kept after each move of a route."""
FADE = 0.8
"""What a move counts less than the one before."""


@kernel
def start_routes(work: Any, row: int, space: int, load: int, marks: int, gain: float) -> None:
    """A list of one position in row ``row`` of the beam."""
    work.routes[row] = 1
    work.route_space[row, 0] = space
    work.route_load[row, 0] = load
    work.route_marks[row, 0] = marks
    work.route_gain[row, 0] = gain
    work.route_value[row, 0] = gain + worth_of(work, load)


@kernel
def copy_routes(work: Any, source: int, target: int) -> None:
    """Copy a list to another row."""
    work.routes[target] = work.routes[source]
    for i in range(work.routes[source]):
        _copy_route(work, source, i, target, i)


@kernel
def _copy_route(work: Any, source: int, i: int, target: int, j: int) -> None:
    work.route_space[target, j] = work.route_space[source, i]
    work.route_load[target, j] = work.route_load[source, i]
    work.route_marks[target, j] = work.route_marks[source, i]
    work.route_gain[target, j] = work.route_gain[source, i]
    work.route_value[target, j] = work.route_value[source, i]


@kernel
def _keep(work: Any, row: int, space: int, outcome: int, gain: float, value: float) -> None:
    """Insert a position where it belongs among the WIDTH best of a row, once."""
    load = outcome & 0xFFFFF
    n = work.routes[row]
    if n == WIDTH and value <= work.route_value[row, n - 1]:
        return
    for i in range(n):
        if work.route_space[row, i] == space and work.route_load[row, i] == load:
            if work.route_value[row, i] >= value:
                return
            for later in range(i + 1, n):
                _copy_route(work, row, later, row, later - 1)
            n -= 1
            break
    i = min(n, WIDTH - 1)
    while i > 0 and work.route_value[row, i - 1] < value:
        _copy_route(work, row, i - 1, row, i)
        i -= 1
    work.route_space[row, i] = space
    work.route_load[row, i] = load
    work.route_marks[row, i] = (outcome >> 20) & 0xFFFFF
    work.route_gain[row, i] = gain
    work.route_value[row, i] = value
    work.routes[row] = min(n + 1, WIDTH)


@kernel
def _mark_rich(work: Any, load: int, marks: int) -> None:
    """Note the spaces where a stop could change the mast: fish, boats to rob, edges to deliver at."""
    sides = sides_open(work, load, marks)
    for word in range(2):
        work.rich[word] = work.catches[word] | work.prey[word]
    while sides != 0:
        side = lowest(sides)
        sides &= sides - 1
        work.rich[0] |= work.rim[side, 0]
        work.rich[1] |= work.rim[side, 1]


@kernel
def reach_from(state: Any, board: Any, rules: Any, work: Any, seat: int, space: int, course: int) -> None:
    """As ``reach``, from the notes where they hold the answer already."""
    known = 4 * space + course
    if work.reach_noted[known] != work.notes:
        reach(state, board, rules, work, seat, space, course)
        work.reach_noted[known] = work.notes
        work.reach_kept[known, 0] = work.reach[0]
        work.reach_kept[known, 1] = work.reach[1]
    work.reach[0] = work.reach_kept[known, 0]
    work.reach[1] = work.reach_kept[known, 1]


@kernel
def extend(state: Any, board: Any, rules: Any, work: Any, seat: int, courses: int, discount: float) -> None:
    """Row 0 becomes the best positions one move later, in some directions (a mask) or staying (uses row 1)."""
    copy_routes(work, 0, 1)
    for i in range(work.routes[1]):
        _mark_rich(work, work.route_load[1, i], work.route_marks[1, i])
        rest = courses
        while rest != 0:
            course = lowest(rest)
            rest &= rest - 1
            reach_from(state, board, rules, work, seat, work.route_space[1, i], course)
            _stop_at_rich(state, board, work, i, discount)
            _stop_at_plain(work, i)


@kernel
def best_end(
    state: Any, board: Any, rules: Any, work: Any, seat: int, courses: int, discount: float
) -> float:
    """The value of the best position after one last move from row 0 in some directions, or staying."""
    best = work.route_value[0, 0]
    for i in range(work.routes[0]):
        load = work.route_load[0, i]
        marks = work.route_marks[0, i]
        _mark_rich(work, load, marks)
        ends0 = 0
        ends1 = 0
        rest = courses
        while rest != 0:
            course = lowest(rest)
            rest &= rest - 1
            reach_from(state, board, rules, work, seat, work.route_space[0, i], course)
            ends0 |= work.reach[0]
            ends1 |= work.reach[1]
        for word in range(2):
            stops = (ends0 if word == 0 else ends1) & work.rich[word]
            while stops != 0:
                stop = HALF * word + lowest(stops)
                stops &= stops - 1
                outcome = visit(state, board, work, stop, load, marks)
                gain = work.route_gain[0, i] + discount * (outcome >> 40)
                best = max(best, gain + worth_of(work, outcome & 0xFFFFF))
    return best


@kernel
def _stop_at_rich(state: Any, board: Any, work: Any, i: int, discount: float) -> None:
    """Try every space in reach of the i-th position of row 1 where something can be had."""
    load = work.route_load[1, i]
    marks = work.route_marks[1, i]
    for word in range(2):
        stops = work.reach[word] & work.rich[word]
        while stops != 0:
            stop = HALF * word + lowest(stops)
            stops &= stops - 1
            outcome = visit(state, board, work, stop, load, marks)
            if outcome & 0xFFFFF != load:
                gain = work.route_gain[1, i] + discount * (outcome >> 40)
                _keep(work, 0, stop, outcome, gain, gain + worth_of(work, outcome & 0xFFFFF))


@kernel
def _stop_at_plain(work: Any, i: int) -> None:
    """Keep stops on the way to somewhere while nothing better fills the list."""
    value = work.route_value[1, i]
    outcome = work.route_marks[1, i] << 20 | work.route_load[1, i]
    for word in range(2):
        stops = work.reach[word] & ~work.rich[word]
        while stops != 0:
            if work.routes[0] == WIDTH and work.route_value[0, WIDTH - 1] >= value:
                return
            stop = HALF * word + lowest(stops)
            stops &= stops - 1
            _keep(work, 0, stop, outcome, work.route_gain[1, i], value)


@kernel
def follow(state: Any, board: Any, rules: Any, work: Any, seat: int, slot: int) -> float:
    """The best value of row 0 when the seat's own indicators from a slot on are carried out."""
    final = SLOTS - 1
    while final >= slot and state.program[seat, final] >= SIDES:
        final -= 1
    discount = FADE
    for later in range(slot, final):
        block = state.program[seat, later]
        if block < SIDES:
            extend(state, board, rules, work, seat, 1 << block, discount)
        discount *= FADE
    if final < slot:
        return work.route_value[0, 0]
    return best_end(state, board, rules, work, seat, 1 << state.program[seat, final], discount)
