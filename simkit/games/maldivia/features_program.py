"""Features of placing a boat and of setting up indicators."""

from typing import Any

from simkit.games.maldivia.feature_names import (
    F_FOG_FISH,
    F_FOG_HASTE,
    F_FOG_OWN,
    F_FOG_READY,
    F_FOG_RIVALS,
    F_FOG_SLOT,
    F_PREY,
    F_PROSPECT,
    F_ROUTE,
)
from simkit.games.maldivia.outlook import look_far, serve, sides_near, worth_of
from simkit.games.maldivia.plan import (
    FADE,
    best_end,
    copy_routes,
    extend,
    reach_from,
    start_routes,
)
from simkit.games.maldivia.rules import next_slot
from simkit.games.maldivia.rules_fog import inward, line_start, lines_at
from simkit.games.maldivia.rules_options import points
from simkit.games.maldivia.state import FOG_BLOCK, SLOTS, SPACES, STRIDE
from simkit.kernel import kernel

_ALL = 15
"""All four directions."""


@kernel
def place_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """For each free space the best catches that one move could bring."""
    look_far(state, board, rules, work, state.seat)
    for space in range(SPACES):
        work.pull[space] = worth_of(work, board.catch[state.cloth, space])
    for i in range(n):
        space = work.moves[i] & 127
        row = space // STRIDE
        column = space % STRIDE
        along = 0.0
        for other in range(state.west, state.east + 1):
            if other != column:
                along = max(along, work.pull[STRIDE * row + other])
        down = 0.0
        for other in range(state.north, state.south + 1):
            if other != row:
                down = max(down, work.pull[STRIDE * other + column])
        work.features[i, F_PROSPECT] = along + down


@kernel
def program_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """For each block of the next slot the best route that it leaves open, and what fog from a side would do."""
    seat = state.seat
    slot = next_slot(state, seat)
    look_far(state, board, rules, work, seat)
    load = state.load[seat]
    now = worth_of(work, load)
    start_routes(work, 0, state.boat[seat], load, 0, 0.0)
    fade = 1.0
    arrows = SLOTS - 1
    for earlier in range(slot):
        block = state.program[seat, earlier]
        if block < FOG_BLOCK:
            extend(state, board, rules, work, seat, 1 << block, fade)
            arrows -= 1
        fade *= FADE
    copy_routes(work, 0, 2)
    best = work.route_value[2, 0]
    here = work.route_space[2, 0]
    fogs = n
    for i in range(n):
        block = work.moves[i] & 7
        if block >= FOG_BLOCK:
            fogs = i
            break
        copy_routes(work, 2, 0)
        value = _best_route(state, board, rules, work, block, fade, arrows)
        work.features[i, F_ROUTE] = value - now
        best = max(best, value)
        reach_from(state, board, rules, work, seat, here, block)
        if (work.reach[0] & work.prey[0]) | (work.reach[1] & work.prey[1]):
            work.features[i, F_PREY] = 1.0
    if fogs == n:
        return
    haste = _lead(state, board) / 100.0
    for i in range(fogs, n):
        work.features[i, F_ROUTE] = best - now
        work.features[i, F_FOG_SLOT] = slot
        _fog_features(state, board, work, i, here, haste)


@kernel
def _best_route(state: Any, board: Any, rules: Any, work: Any, block: int, fade: float, arrows: int) -> float:
    """The best value when the next arrow is given and those after it are free (``arrows`` of them in all)."""
    seat = state.seat
    if arrows == 1:
        return best_end(state, board, rules, work, seat, 1 << block, fade)
    extend(state, board, rules, work, seat, 1 << block, fade)
    for _ in range(2, arrows):
        fade *= FADE
        extend(state, board, rules, work, seat, _ALL, fade)
    return best_end(state, board, rules, work, seat, _ALL, fade * FADE)


@kernel
def _lead(state: Any, board: Any) -> int:
    """Points ahead of the best rival, from -10 to 10."""
    seat = state.seat
    best = 0
    for other in range(state.players):
        if other != seat:
            best = max(best, points(board, state.owned[other]))
    return min(10, max(-10, points(board, state.owned[seat]) - best))


@kernel
def _fog_features(state: Any, board: Any, work: Any, i: int, here: int, haste: float) -> None:
    """What a fold at a side would cost whom: the others where they are, oneself at the best place reached by then."""
    seat = state.seat
    side = (work.moves[i] & 7) - FOG_BLOCK
    step = inward(side)
    lines = lines_at(state, side)
    fish = 0
    for line in range(lines):
        edge = line_start(state, side, line)
        fish += board.shown[state.cloth, SPACES + edge]
        fish -= board.shown[state.cloth, state.face[edge + step]]
    rivals = 0
    for other in range(state.players):
        if other != seat and state.height[other] > 0 and (sides_near(state, state.boat[other]) >> side) & 1:
            rivals += 1
    work.features[i, F_FOG_RIVALS] = rivals / (1.0 + work.features[i, F_FOG_SLOT])
    work.features[i, F_FOG_OWN] = (sides_near(state, here) >> side) & 1 if work.route_load[2, 0] != 0 else 0
    work.features[i, F_FOG_FISH] = fish
    work.features[i, F_FOG_HASTE] = haste * lines
    work.features[i, F_FOG_READY] = serve(work, state.load[seat], 1 << side, 0) >> 40
