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
from simkit.games.maldivia.plan import FADE, copy_routes, extend, look_far, serve, start_routes, worth_of
from simkit.games.maldivia.rules import next_slot, points
from simkit.games.maldivia.rules_fog import inward, line_start, lines_at
from simkit.games.maldivia.rules_sea import fish_in, reach
from simkit.games.maldivia.state import BARE, FOG_BLOCK, SLOTS, SPACES, STRIDE
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
            extend(state, board, rules, work, seat, 1 << block, fade, False)
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
        extend(state, board, rules, work, seat, 1 << block, fade, arrows == 1)
        later = fade
        for k in range(2, arrows + 1):
            later *= FADE
            extend(state, board, rules, work, seat, _ALL, later, arrows == k)
        work.features[i, F_ROUTE] = work.route_value[0, 0] - now
        best = max(best, work.route_value[0, 0])
        reach(state, board, rules, work, seat, here, block)
        if (work.reach[0] & work.prey[0]) | (work.reach[1] & work.prey[1]):
            work.features[i, F_PREY] = 1.0
    for i in range(fogs, n):
        work.features[i, F_ROUTE] = best - now
        work.features[i, F_FOG_SLOT] = slot
        _fog_features(state, board, work, i, here)


@kernel
def _fog_features(state: Any, board: Any, work: Any, i: int, here: int) -> None:
    """What a fold at a side would cost whom, with the boats where they are and the own one at ``here``."""
    seat = state.seat
    side = (work.moves[i] & 7) - FOG_BLOCK
    step = inward(side)
    lines = lines_at(state, side)
    rivals = 0
    own = 0
    fish = 0
    for line in range(lines):
        edge = line_start(state, side, line)
        next_to = edge + step
        fish += fish_in(board.catch[state.cloth, SPACES + edge])
        fish -= fish_in(board.catch[state.cloth, state.face[next_to]])
        rivals += _loses(state, seat, edge) + _loses(state, seat, next_to)
        own += state.height[seat] > 0 and here in (edge, next_to)
    best = 0
    for other in range(state.players):
        if other != seat:
            best = max(best, points(board, state.owned[other]))
    lead = min(10, max(-10, points(board, state.owned[seat]) - best))
    work.features[i, F_FOG_RIVALS] = rivals / (1.0 + work.features[i, F_FOG_SLOT])
    work.features[i, F_FOG_OWN] = own
    work.features[i, F_FOG_FISH] = fish
    work.features[i, F_FOG_HASTE] = lead * lines / 100.0
    work.features[i, F_FOG_READY] = serve(work, state.load[seat], 1 << side, 0) >> 40


@kernel
def _loses(state: Any, seat: int, space: int) -> int:
    """1 where another seat's boat with fish stands."""
    other = state.at[space] - 1
    return 1 if other != BARE and other != seat and state.height[other] > 0 else 0
