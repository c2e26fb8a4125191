"""What fish are worth and which route promises most: the players' arithmetic, the same for all of them.

A program has 1024 orders and orientations, and every move of it a choice of stops; together some million routes. They
are searched slot by slot with a short list: from each of the WIDTH best (space, mast) found so far, every stop of the
next move is tried and the WIDTH best are kept. Boats stand where they stand now and no further fog comes; what lies
further ahead is therefore discounted. A position is worth the points delivered on the way plus ``worth_of`` the mast.
"""

from typing import Any

from simkit.bits import lowest
from simkit.games.maldivia.rules_fog import line_start, lines_at
from simkit.games.maldivia.rules_sea import area, catch_here, covers, edges_at, fish_in, reach
from simkit.games.maldivia.state import COLOURS, HALF, MAST, SHIPS, SIDES, SPACES, STRIDE
from simkit.kernel import kernel

WIDTH = 3
"""Positions kept after each move of a route."""
FADE = 0.8
"""What a move counts less than the one before."""
SHIPS_UP = SIDES * SHIPS
LARGEST = 4
"""Fish on a ship or a space at most."""


@kernel
def look(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Note the market and what a fish is worth; all else here reads these notes.

    The j-th fish of a colour is the likelier to be delivered the more face-up ships ask for j of it: (m + h) / (m + 3),
    h = 1/2 for the first two (a ship to come may want them). Fish lose their worth with the folds that are left.
    """
    time_left = min(1.0, (max(1, area(state) - rules.end_threshold)) / 24.0)
    if state.ending == 1:
        time_left = 0.0
    work.time_left = time_left
    for k in range(SHIPS_UP):
        card = state.market[k // SHIPS, k % SHIPS] - 1
        work.needs[k] = board.need[card] if card >= 0 else 0
        work.prizes[k] = board.value[card] if card >= 0 else 0
    for colour in range(COLOURS):
        work.worth[colour, 0] = 0.0
        for j in range(1, MAST + 1):
            asking = 0
            if j <= LARGEST:
                for k in range(SHIPS_UP):
                    asking += ((work.needs[k] >> (4 * colour)) & 15) >= j
            hope = 0.5 if j <= 2 else 0.0
            work.worth[colour, j] = work.worth[colour, j - 1] + time_left * (asking + hope) / (asking + 3.0)


@kernel
def look_far(state: Any, board: Any, rules: Any, work: Any, seat: int) -> None:
    """Note besides where fish, other boats and edges are."""
    look(state, board, rules, work)
    work.scarce = 0
    for colour in range(COLOURS):
        work.scarce |= state.supply[colour] < LARGEST
    for space in range(SPACES):
        work.near[space] = 0
    for word in range(2):
        work.prey[word] = 0
        work.catches[word] = 0
        for side in range(SIDES):
            work.rim[side, word] = 0
    for other in range(state.players):
        if other != seat and state.height[other] > 0 and state.boat[other] >= 0:
            _note_near(work, state.boat[other], 1 << other)
    for row in range(state.north, state.south + 1):
        for column in range(state.west, state.east + 1):
            space = STRIDE * row + column
            if board.catch[state.cloth, state.face[space]] != 0:
                work.catches[space // HALF] |= 1 << (space % HALF)
    for side in range(SIDES):
        step = STRIDE if side % 2 == 1 else 1
        space = line_start(state, side, 0)
        for _ in range(lines_at(state, side)):
            work.rim[side, space // HALF] |= 1 << (space % HALF)
            space += step


@kernel
def _note_near(work: Any, space: int, mark: int) -> None:
    """Mark the spaces beside a boat."""
    if space >= STRIDE:
        _mark_near(work, space - STRIDE, mark)
    if space < SPACES - STRIDE:
        _mark_near(work, space + STRIDE, mark)
    if space % STRIDE > 0:
        _mark_near(work, space - 1, mark)
    if space % STRIDE < STRIDE - 1:
        _mark_near(work, space + 1, mark)


@kernel
def _mark_near(work: Any, space: int, mark: int) -> None:
    work.near[space] |= mark
    work.prey[space // HALF] |= 1 << (space % HALF)


@kernel
def worth_of(work: Any, load: int) -> float:
    """What a mast is worth in points: its fish, and a quarter of each side's best ship that it could serve."""
    total = (
        work.worth[0, load & 15]
        + work.worth[1, (load >> 4) & 15]
        + work.worth[2, (load >> 8) & 15]
        + work.worth[3, (load >> 12) & 15]
    )
    ready = 0
    for side in range(SIDES):
        best = 0
        for ship in range(SHIPS):
            k = SHIPS * side + ship
            if work.prizes[k] > best and covers(load, work.needs[k]):
                best = work.prizes[k]
        ready += best
    return total + 0.25 * work.time_left * ready


@kernel
def fill_up(work: Any, load: int, new: int, limit: int) -> int:
    """A mast with the new fish: all of them, or the most worthy where room is short."""
    room = limit - fish_in(load)
    if fish_in(new) <= room:
        return load + new
    while room > 0 and new != 0:
        best = 0
        best_worth = -1.0
        for colour in range(COLOURS):
            if (new >> (4 * colour)) & 15:
                have = (load >> (4 * colour)) & 15
                worth = work.worth[colour, have + 1] - work.worth[colour, have]
                if worth > best_worth:
                    best_worth = worth
                    best = colour
        load += 1 << (4 * best)
        new -= 1 << (4 * best)
        room -= 1
    return load


@kernel
def stolen_fish(state: Any, victims: int) -> int:
    """The top fish of some boats, as a bag."""
    bag = 0
    while victims != 0:
        other = lowest(victims)
        victims &= victims - 1
        bag += 1 << (4 * state.mast[other, state.height[other] - 1])
    return bag


@kernel
def serve(work: Any, load: int, sides: int, served: int) -> int:
    """The best deliveries from a mast at some sides, one a side: ``points << 40 | ships served << 20 | load left``."""
    points = 0
    while sides != 0:
        side = lowest(sides)
        sides &= sides - 1
        best = -1
        for ship in range(SHIPS):
            k = SHIPS * side + ship
            if work.prizes[k] > 0 and not (served >> k) & 1 and covers(load, work.needs[k]):
                if best < 0 or work.prizes[k] > work.prizes[best]:
                    best = k
        if best >= 0:
            points += work.prizes[best]
            load -= work.needs[best]
            served |= 1 << best
    return points << 40 | served << 20 | load


@kernel
def visit(state: Any, board: Any, work: Any, space: int, load: int, marks: int) -> int:
    """End a move on a space and do what pays most: steal, then fish or deliver.

    marks: ships served (bits 0-7) and boats robbed (from bit 8) on this route. Returns ``points << 40 | marks << 20 |
    load``.
    """
    victims = work.near[space] & ~(marks >> 8)
    if victims != 0:
        load = fill_up(work, load, stolen_fish(state, victims), board.mast_limit)
        marks |= victims << 8
    catch = board.catch[state.cloth, state.face[space]]
    if catch != 0 and work.scarce != 0:
        catch = catch_here(state, board, space)
    sides = edges_at(state, space)
    if sides != 0:
        served = serve(work, load, sides, marks & 255)
        points = served >> 40
        if points > 0:
            left = served & 0xFFFFF
            if catch == 0 or points + worth_of(work, left) > worth_of(
                work, fill_up(work, load, catch, board.mast_limit)
            ):
                return points << 40 | (marks & ~255 | (served >> 20) & 255) << 20 | left
    if catch != 0:
        load = fill_up(work, load, catch, board.mast_limit)
    return marks << 20 | load


# ---- the short list of routes ---------------------------------------------------------------------------------------


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
            return
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
def _sides_open(work: Any, load: int, marks: int) -> int:
    """The sides where a mast could serve a ship that the route has not served, as bits."""
    sides = 0
    for k in range(SHIPS_UP):
        if work.prizes[k] > 0 and not (marks >> k) & 1 and covers(load, work.needs[k]):
            sides |= 1 << (k // SHIPS)
    return sides


@kernel
def _mark_rich(work: Any, load: int, marks: int) -> None:
    """Note the spaces where a stop could change the mast: fish, boats to rob, edges to deliver at."""
    sides = _sides_open(work, load, marks)
    for word in range(2):
        work.rich[word] = work.catches[word] | work.prey[word]
    while sides != 0:
        side = lowest(sides)
        sides &= sides - 1
        work.rich[0] |= work.rim[side, 0]
        work.rich[1] |= work.rim[side, 1]


@kernel
def extend(
    state: Any, board: Any, rules: Any, work: Any, seat: int, courses: int, discount: float, last: bool
) -> None:
    """Row 0 becomes the best positions one move later, in some directions (a mask) or staying (uses row 1).

    last: no move follows, so a stop that brings nothing is not worth noting.
    """
    copy_routes(work, 0, 1)
    for i in range(work.routes[1]):
        _mark_rich(work, work.route_load[1, i], work.route_marks[1, i])
        rest = courses
        while rest != 0:
            course = lowest(rest)
            rest &= rest - 1
            reach(state, board, rules, work, seat, work.route_space[1, i], course)
            _stop_at_rich(state, board, work, i, discount)
            if not last:
                _stop_at_plain(work, i)


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
    final = 3
    while final >= slot and state.program[seat, final] >= SIDES:
        final -= 1
    discount = FADE
    for later in range(slot, final + 1):
        block = state.program[seat, later]
        if block < SIDES:
            extend(state, board, rules, work, seat, 1 << block, discount, later == final)
        discount *= FADE
    return work.route_value[0, 0]
