"""What the players note before they weigh anything: the market, what fish are worth, where something can be had."""

from typing import Any

from simkit.bits import lowest
from simkit.games.maldivia.rules_fog import line_start, lines_at
from simkit.games.maldivia.rules_sea import area, catch_here, covers, edges_at, fish_in
from simkit.games.maldivia.state import COLOURS, HALF, MAST, SHIPS, SIDES, SPACES, STRIDE
from simkit.kernel import kernel

SHIPS_UP = SIDES * SHIPS
LARGEST = 4
"""Fish on a ship or a space at most."""
SHELVES = 128
"""Places for what is known of masts already asked about."""


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
    work.notes += 1
    for colour in range(COLOURS):
        for j in range(MAST + 1):
            work.asked[j] = 0
        for k in range(SHIPS_UP):
            work.asked[(work.needs[k] >> (4 * colour)) & 15] += 1
        asking = SHIPS_UP
        for j in range(1, MAST + 1):
            asking = asking - work.asked[j - 1] if j <= LARGEST else 0
            hope = 0.5 if j <= 2 else 0.0
            work.worth[colour, j] = work.worth[colour, j - 1] + time_left * (asking + hope) / (asking + 3.0)


@kernel
def look_far(state: Any, board: Any, rules: Any, work: Any, seat: int) -> None:
    """Note besides where fish, other boats and edges are (backs lie along the edges alone, so the rest are fronts)."""
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
    width = (1 << (state.east - state.west + 1)) - 1
    for row in range(state.north, state.south + 1):
        word = STRIDE * row // HALF
        work.catches[word] |= width << (STRIDE * row % HALF + state.west)
    for word in range(2):
        work.catches[word] &= board.fishing[state.cloth, word]
    for side in range(SIDES):
        step = STRIDE if side % 2 == 1 else 1
        space = line_start(state, side, 0)
        for _ in range(lines_at(state, side)):
            bit = 1 << (space % HALF)
            work.rim[side, space // HALF] |= bit
            if board.catch[state.cloth, state.face[space]] != 0:
                work.catches[space // HALF] |= bit
            else:
                work.catches[space // HALF] &= ~bit
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
def shelf_of(work: Any, load: int) -> int:
    """Where the answers about a mast are kept: routes ask again and again for the same few while the notes hold."""
    key = work.notes << 16 | load
    shelf = (load * 40503 >> 8) % SHELVES
    if work.shelf_key[shelf] != key:
        work.shelf_key[shelf] = key
        _judge(work, load, shelf)
    return shelf


@kernel
def _judge(work: Any, load: int, shelf: int) -> None:
    """Note the ships that a mast could serve and its worth."""
    total = (
        work.worth[0, load & 15]
        + work.worth[1, (load >> 4) & 15]
        + work.worth[2, (load >> 8) & 15]
        + work.worth[3, (load >> 12) & 15]
    )
    points = 0
    ready = 0
    for side in range(SIDES):
        best = 0
        for ship in range(SHIPS):
            k = SHIPS * side + ship
            if work.prizes[k] > 0 and covers(load, work.needs[k]):
                ready |= 1 << k
                best = max(best, work.prizes[k])
        points += best
    work.shelf_ready[shelf] = ready
    work.shelf_worth[shelf] = total + 0.25 * work.time_left * points


@kernel
def worth_of(work: Any, load: int) -> float:
    """What a mast is worth in points: its fish, and a quarter of each side's best ship that it could serve."""
    return work.shelf_worth[shelf_of(work, load)]


@kernel
def sides_open(work: Any, load: int, marks: int) -> int:
    """The sides where a mast could serve a ship that the route has not served, as bits."""
    ready = work.shelf_ready[shelf_of(work, load)] & ~marks
    ready |= ready >> 1
    return (ready & 1) | (ready >> 1) & 2 | (ready >> 2) & 4 | (ready >> 3) & 8


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
    if sides != 0 and sides & sides_open(work, load, marks) != 0:
        served = serve(work, load, sides, marks & 255)
        points = served >> 40
        left = served & 0xFFFFF
        if catch == 0 or points + worth_of(work, left) > worth_of(
            work, fill_up(work, load, catch, board.mast_limit)
        ):
            return points << 40 | (marks & ~255 | (served >> 20) & 255) << 20 | left
    if catch != 0:
        load = fill_up(work, load, catch, board.mast_limit)
    return marks << 20 | load


@kernel
def sides_near(state: Any, space: int) -> int:
    """The sides whose fold would cost a boat on this space a fish: it stands in one of the two outermost rows."""
    row = space // STRIDE
    column = space % STRIDE
    return (
        (row - state.north < 2)
        | ((state.east - column < 2) << 1)
        | ((state.south - row < 2) << 2)
        | ((column - state.west < 2) << 3)
    )
