"""The sea: spaces, masts, and where a boat can go (MV-25 to MV-45, MV-86)."""

from typing import Any

from simkit.games.maldivia.state import BARE, COLOURS, EAST, GUARD, HALF, NORTH, SOUTH, SPACES, STRIDE, WEST
from simkit.games.maldivia.switches import ANY_DIRECTION, WHOLE_MOVE
from simkit.kernel import kernel

# ---- bags of fish ---------------------------------------------------------------------------------------------------


@kernel
def covers(bag: int, need: int) -> bool:
    """Whether a bag holds at least the fish of another (MV-66): no colour borrows its guard bit."""
    return (((bag | GUARD) - need) & GUARD) == GUARD


@kernel
def fish_in(bag: int) -> int:
    """How many fish a bag holds."""
    return (bag & 15) + ((bag >> 4) & 15) + ((bag >> 8) & 15) + ((bag >> 12) & 15)


@kernel
def colours_in(bag: int) -> int:
    """How many colours a bag holds."""
    found = 0
    for colour in range(COLOURS):
        if (bag >> (4 * colour)) & 15 != 0:
            found += 1
    return found


@kernel
def lose_top(state: Any, seat: int) -> int:
    """Take the top fish off a mast and return its colour, BARE from an empty mast."""
    if state.height[seat] == 0:
        return BARE
    state.height[seat] -= 1
    colour = state.mast[seat, state.height[seat]]
    state.mast[seat, state.height[seat]] = BARE
    state.load[seat] -= 1 << (4 * colour)
    return colour


@kernel
def put_on(state: Any, seat: int, colour: int) -> None:
    """Put a fish on top of a mast."""
    state.mast[seat, state.height[seat]] = colour
    state.height[seat] += 1
    state.load[seat] += 1 << (4 * colour)


@kernel
def to_supply(state: Any, bag: int) -> None:
    """Put a bag of fish back into the supply."""
    for colour in range(COLOURS):
        state.supply[colour] += (bag >> (4 * colour)) & 15


@kernel
def catch_here(state: Any, board: Any, space: int) -> int:
    """The fish that a space would yield now, as a bag: what is drawn there and still in the supply (MV-49, MV-50)."""
    drawn = board.catch[state.cloth, state.face[space]]
    if drawn == 0:
        return 0
    bag = 0
    for colour in range(COLOURS):
        bag += min((drawn >> (4 * colour)) & 15, state.supply[colour]) << (4 * colour)
    return bag


# ---- spaces ---------------------------------------------------------------------------------------------------------


@kernel
def visible(state: Any, space: int) -> bool:
    """Whether a space is still sea."""
    row = space // STRIDE
    column = space % STRIDE
    return state.north <= row <= state.south and state.west <= column <= state.east


@kernel
def area(state: Any) -> int:
    """The number of visible spaces (MV-102)."""
    return (state.south - state.north + 1) * (state.east - state.west + 1)


@kernel
def edges_at(state: Any, space: int) -> int:
    """The sides of the visible sea that a space adjoins, as bits (MV-63, MV-65)."""
    row = space // STRIDE
    column = space % STRIDE
    return (
        ((row == state.north) << NORTH)
        | ((column == state.east) << EAST)
        | ((row == state.south) << SOUTH)
        | ((column == state.west) << WEST)
    )


@kernel
def step_in(direction: int) -> int:
    """What one step in a direction adds to a space's number."""
    if direction == NORTH:
        return -STRIDE
    if direction == EAST:
        return 1
    return STRIDE if direction == SOUTH else -1


@kernel
def steps_to_edge(state: Any, space: int, direction: int) -> int:
    """How many spaces lie between a space and the edge of the visible sea (MV-29)."""
    if direction == NORTH:
        return space // STRIDE - state.north
    if direction == SOUTH:
        return state.south - space // STRIDE
    if direction == EAST:
        return state.east - space % STRIDE
    return space % STRIDE - state.west


@kernel
def steps_ahead(start: int, direction: int, goal: int) -> int:
    """How many steps in a direction lead from start to goal; 0 where it does not lie ahead."""
    down = goal // STRIDE - start // STRIDE
    across = goal % STRIDE - start % STRIDE
    if direction in (NORTH, SOUTH):
        return 0 if across != 0 else max(0, down if direction == SOUTH else -down)
    return 0 if down != 0 else max(0, across if direction == EAST else -across)


@kernel
def free_ahead(state: Any, seat: int, start: int, direction: int, planned: int) -> int:
    """How many spaces straight ahead are free: now, or (1) on the table of the set-up (MV-26 to MV-34)."""
    free = steps_to_edge(state, start, direction)
    if planned == 1:
        free += ((state.used & ~state.lifted) >> direction) & 1
    for other in range(state.players):
        if other != seat:
            steps = steps_ahead(
                start, direction, state.set_boat[other] if planned == 1 else state.boat[other]
            )
            if steps > 0:
                free = min(free, steps - 1)
    return free


@kernel
def free_for(state: Any, seat: int, space: int) -> bool:
    """Whether a space holds no boat but possibly the seat's own."""
    return state.at[space] == 0 or state.at[space] == seat + 1


@kernel
def neighbour_boats(state: Any, seat: int, space: int) -> int:
    """The other seats whose boats lie orthogonally beside a space and carry fish, as bits (MV-51, MV-52)."""
    found = 0
    row = space // STRIDE
    column = space % STRIDE
    for other in range(state.players):
        if other != seat and state.height[other] > 0:
            down = state.boat[other] // STRIDE - row
            across = state.boat[other] % STRIDE - column
            if down * down + across * across == 1:
                found |= 1 << other
    return found


# ---- moves ----------------------------------------------------------------------------------------------------------


@kernel
def mirrored(direction: int, upright: int) -> int:
    """A direction drawn on a back, as it lies after the fold: after north or south rows change sign, else columns."""
    if upright == 1:
        return (2 - direction) % 4 if direction % 2 == 0 else direction
    return (4 - direction) % 4 if direction % 2 == 1 else direction


@kernel
def current_from(state: Any, board: Any, rules: Any, seat: int, space: int, direction: int) -> int:
    """Where a boat that enters a space can be swept: ``4 * last space + exit``, or -1 (MV-35 to MV-38, MV-45).

    The space must be the tail of a current entered in its direction; all its spaces visible in unbroken order on one
    face, and free.
    """
    face = state.face[space]
    current = board.tail[state.cloth, face] - 1
    if current < 0:
        return -1
    enter = board.current_entry[state.cloth, current]
    leave = board.current_exit[state.cloth, current]
    back = face >= SPACES
    shift = 0
    if back:
        shift = space - (face - SPACES)
        upright = 1 if shift == STRIDE or shift == -STRIDE else 0
        enter = mirrored(enter, upright)
        leave = mirrored(leave, upright)
    if direction != enter and rules.current_entry != ANY_DIRECTION:
        return -1
    last = space
    for k in range(1, board.current_len[current]):
        drawn = board.current_space[state.cloth, current, k]
        last = drawn + shift
        if last < 0 or last >= SPACES or not visible(state, last) or not free_for(state, seat, last):
            return -1
        if state.face[last] != drawn + (SPACES if back else 0):
            return -1
    return 4 * last + leave


@kernel
def reach(state: Any, board: Any, rules: Any, work: Any, seat: int, start: int, direction: int) -> None:
    """Every space where a move from ``start`` can end, into the set ``work.reach`` (MV-25 to MV-45).

    A current leads to the same spaces however it was reached, so each is followed once.
    """
    work.reach[0] = 0
    work.reach[1] = 0
    on_start = board.drawn[state.cloth, state.face[start]]
    barred = on_start != 0 and rules.current_start_bars == WHOLE_MOVE
    seen = 1 << on_start
    work.legs[0] = 4 * start + direction
    legs = 1
    leg = 0
    while leg < legs:
        space = work.legs[leg] // 4
        course = work.legs[leg] % 4
        step = step_in(course)
        for _ in range(steps_to_edge(state, space, course)):
            space += step
            if not free_for(state, seat, space):
                break
            work.reach[space // HALF] |= 1 << (space % HALF)
            number = board.tail[state.cloth, state.face[space]]
            if number == 0 or barred or (seen >> number) & 1 or (leg > 0 and rules.current_chain == 0):
                continue
            swept = current_from(state, board, rules, seat, space, course)
            if swept >= 0:
                seen |= 1 << number
                work.legs[legs] = swept
                legs += 1
                if rules.current_stop_on_head:
                    last = swept // 4
                    work.reach[last // HALF] |= 1 << (last % HALF)
        leg += 1
    work.reach[start // HALF] &= ~(1 << (start % HALF))
