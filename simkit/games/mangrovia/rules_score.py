"""Final scoring (MG-101 to MG-114) and the statistics that are taken once, at the end."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.mangrovia.counters import (
    C_FIRSTS,
    C_LEFT_L,
    C_LEFT_V,
    C_POLE,
    C_RINGS,
    C_SECONDS,
    C_STONE,
    C_UNBUILT,
    T_ABSORBED,
    T_FINISHERS,
    T_GOD_TIES,
    T_LAPSED,
    T_PATH_TIES,
    T_POLE_TIES,
)
from simkit.games.mangrovia.layouts import MAX_SPACES, PATHS
from simkit.games.mangrovia.state import (
    A_TILE,
    AMULETS_AT,
    LANDS,
    NEUTRAL,
    NOBODY,
    ON,
    P_AMULETS,
    P_FIRSTS,
    P_POLE,
    P_PRINTED,
    P_SECONDS,
    P_STONE,
    P_TILES,
    START,
    TILE_AMULET,
)
from simkit.kernel import kernel

COUNT_SHIFT, GOD_BIT = 10, 1 << 8
"""A claim is the number of huts << 10 | 256 with the god tile | nearness: more huts, then the god, then the distance.

Statues stand above and to the left, and spaces are numbered from the top left, so of two spaces of a path the one with
the lower number is nearer to the statue.
"""


@kernel
def hut_count(state: Any, owner: int, spaces: int) -> int:
    """Huts of an owner (seat or NEUTRAL) on a set of spaces; a double hut counts as two (MG-84, MG-102)."""
    mine = state.huts[owner] & spaces
    return popcount(mine) + popcount(mine & state.doubles)


@kernel
def path_key(state: Any, board: Any, path: int, owner: int) -> int:
    """An owner's claim on a path, higher first, 0 without a hut (MG-103, MG-104, MG-118)."""
    mine = state.huts[owner] & board.path_mask[path]
    if mine == 0:
        return 0
    key = (popcount(mine) + popcount(mine & state.doubles)) << COUNT_SHIFT
    if owner != NEUTRAL and (state.gods[owner] >> path) & 1:
        key += GOD_BIT
    return key + MAX_SPACES - lowest(mine)


@kernel
def pole_key(state: Any, board: Any, owner: int) -> int:
    """An owner's claim on the pole area: huts, then the lowest pole tile (MG-107 to MG-109)."""
    count = hut_count(state, owner, board.pole)
    if count == 0:
        return 0
    for value in range(board.lowest_tile, board.highest_tile + 1):
        if state.tile_owner[value] == owner + 1:
            return (count << COUNT_SHIFT) + MAX_SPACES - value
    return count << COUNT_SHIFT


@kernel
def claim(state: Any, board: Any, path: int, owner: int) -> int:
    """An owner's claim on a path 0-7 or, as number 8, on the pole area."""
    return path_key(state, board, path, owner) if path < PATHS else pole_key(state, board, owner)


@kernel
def ranking(state: Any, board: Any, rules: Any, path: int) -> int:
    """First and second of a path (or of the pole area: path 8): first + 8 x second, each a seat, NEUTRAL or NOBODY.

    The neutral colour is ranked by MG-105 and MG-109 unless ``neutral_absorbs_rank`` is off.
    """
    first = NOBODY
    second = NOBODY
    best = 0
    next_best = 0
    for owner in range(NEUTRAL + 1):
        if owner < state.players or (owner == NEUTRAL and rules.neutral_absorbs_rank == ON):
            key = claim(state, board, path, owner)
            if key > best:
                second = first
                next_best = best
                first = owner
                best = key
            elif key > next_best:
                second = owner
                next_best = key
    return first + 8 * second


@kernel
def stone_total(state: Any, board: Any, rules: Any) -> int:
    """All huts in the stone area (MG-106)."""
    total = 0
    for owner in range(NEUTRAL + 1):
        if owner < state.players or (owner == NEUTRAL and rules.stone_total_includes_neutral == ON):
            total += hut_count(state, owner, board.stone)
    return total


@kernel
def amulet_value(state: Any, rules: Any, seat: int) -> int:
    """Value of a seat's amulets, tiles of motif A included where the switch says so (MG-110, MG-121)."""
    total = 0
    for k in range(6):
        total += (k + 1) * state.hand[seat, AMULETS_AT + k]
    if rules.amulet_tile_scores == 1:
        total += TILE_AMULET * state.tiles[seat, A_TILE]
    return total


@kernel
def final_scores(state: Any, board: Any, rules: Any, out: Any) -> None:
    """Score, its parts, tie key (MG-101 to MG-114). Changes ``out`` only."""
    total = stone_total(state, board, rules)
    for seat in range(state.players):
        out[seat, P_PRINTED] = state.printed[seat]
        out[seat, P_TILES] = state.tile_points[seat]
        out[seat, P_FIRSTS] = 0.0
        out[seat, P_SECONDS] = 0.0
        out[seat, P_STONE] = hut_count(state, seat, board.stone) * total
        out[seat, P_POLE] = 0.0
        out[seat, P_AMULETS] = amulet_value(state, rules, seat)
        out[seat, P_AMULETS + 1] = out[seat, P_AMULETS]
    for path in range(PATHS + 1):
        ranks = ranking(state, board, rules, path)
        first = ranks & 7
        second = ranks >> 3
        if path < PATHS:
            if first < state.players:
                out[first, P_FIRSTS] += board.first[path]
            if second < state.players:
                out[second, P_SECONDS] += board.second[path]
        else:
            if first < state.players:
                out[first, P_POLE] += board.pole_first
            if second < state.players:
                out[second, P_POLE] += board.pole_second
    for seat in range(state.players):
        out[seat, 0] = 0.0
        for part in range(P_PRINTED, P_AMULETS + 1):
            out[seat, 0] += out[seat, part]


@kernel
def score_now(state: Any, board: Any, rules: Any, out: Any) -> None:
    """Each seat's score if the game ended now; of amulets just drawn the lowest is taken as returned."""
    total = stone_total(state, board, rules)
    for seat in range(state.players):
        out[seat] = state.printed[seat] + state.tile_points[seat] + amulet_value(state, rules, seat)
        out[seat] += hut_count(state, seat, board.stone) * total
    for path in range(PATHS + 1):
        ranks = ranking(state, board, rules, path)
        high = board.first[path] if path < PATHS else board.pole_first
        low = board.second[path] if path < PATHS else board.pole_second
        if (ranks & 7) < state.players:
            out[ranks & 7] += high
        if (ranks >> 3) < state.players:
            out[ranks >> 3] += low
    lowest_drawn = 0
    for k in range(6):
        if state.drawn[k] > 0:
            if lowest_drawn == 0:
                lowest_drawn = k + 1
            out[state.seat] += (k + 1) * state.drawn[k]
    out[state.seat] -= lowest_drawn


# ---- statistics at the end -----------------------------------------------------------------------------------------


@kernel
def note_end(state: Any, board: Any, rules: Any) -> None:
    """Count what is left and how the ranks were decided (ST-03, ST-07, ST-10, ST-11)."""
    for seat in range(state.players):
        for k in range(6):
            state.counters[seat, C_LEFT_V] += (k + 2) * state.hand[seat, k]
        for i in range(2):
            state.counters[seat, C_LEFT_V] += state.start_value[seat, i] * state.hand[seat, START + i]
        for k in range(4):
            state.counters[seat, C_LEFT_L] += state.hand[seat, LANDS + k]
        state.counters[seat, C_UNBUILT] = state.supply[seat]
        state.counters[seat, C_RINGS] = state.pillar[seat]
        state.counters[seat, C_STONE] = hut_count(state, seat, board.stone)
        state.counters[seat, C_POLE] = hut_count(state, seat, board.pole)
        if state.supply[seat] == 0:
            state.tally[T_FINISHERS] += 1
    for path in range(PATHS + 1):
        ranks = ranking(state, board, rules, path)
        first = ranks & 7
        second = ranks >> 3
        note_rank(state, board, path, first, second, C_FIRSTS)
        note_rank(state, board, path, second, runner_up(state, board, rules, path, first, second), C_SECONDS)


@kernel
def runner_up(state: Any, board: Any, rules: Any, path: int, first: int, second: int) -> int:
    """The third of a path, NOBODY where there is none."""
    third = NOBODY
    best = 0
    for owner in range(NEUTRAL + 1):
        if owner != first and owner != second:
            if owner < state.players or (owner == NEUTRAL and rules.neutral_absorbs_rank == ON):
                key = claim(state, board, path, owner)
                if key > best:
                    third = owner
                    best = key
    return third


@kernel
def note_rank(state: Any, board: Any, path: int, ahead: int, behind: int, counter: int) -> None:
    """Count one prize: to whom it went, and what decided against the next owner where the huts were equal."""
    if ahead == NOBODY:
        state.tally[T_LAPSED] += 1
        return
    if ahead == NEUTRAL:
        state.tally[T_ABSORBED] += 1
    elif path < PATHS:
        state.counters[ahead, counter] += 1
    if behind == NOBODY:
        return
    a = claim(state, board, path, ahead)
    b = claim(state, board, path, behind)
    if a >> COUNT_SHIFT != b >> COUNT_SHIFT:
        return
    if path == PATHS:
        state.tally[T_POLE_TIES] += 1
    elif (a & GOD_BIT) != (b & GOD_BIT):
        state.tally[T_GOD_TIES] += 1
    else:
        state.tally[T_PATH_TIES] += 1


@kernel
def board_points(state: Any, board: Any, seat: int) -> int:
    """Points printed on a seat's spaces, double huts twice (MG-76, MG-83)."""
    total = 0
    rest = state.huts[seat]
    while rest:
        space = lowest(rest)
        total += board.points[space] * (1 + ((state.doubles >> space) & 1))
        rest &= rest - 1
    return total
