"""Slow models of masts, turns, courses and folded lines: the kernels allow what they allow, in random scenes."""

import random
from collections.abc import Iterator
from itertools import combinations, permutations

import numpy as np
import pytest

from simkit.games.maldivia.state import (
    MOVE,
    deliver_code,
    move_code,
    take_code,
)
from simkit.position import Position
from tests.games.maldivia.scenes import (
    FOG_N,
    E,
    N,
    S,
    W,
    at,
    empty_sea,
    fields,
    fold,
    mast,
    names,
    no_ships,
    scene,
    show_current,
    show_fish,
    show_ship,
)

COLOURS = "RGPY"


def outcomes(position: Position, mover: int = 0) -> dict[tuple[str, ...], Position]:
    """Every way in which the mover's turn can end: the masts of all boats and whatever else tells ends apart."""
    found: dict[tuple[str, ...], Position] = {}
    seen = set()
    stack = [position]
    while stack:
        now = stack.pop()
        if now.state.mover != mover or now.over:
            masts = tuple(mast(now, seat) for seat in range(int(now.state.players)))
            found[(*masts, bin(int(now.state.owned[mover])))] = now
            continue
        for move in now.moves():
            after = now.copy()
            after.apply(move)
            key = after.state.tobytes()
            if key not in seen:
                seen.add(key)
                assert after.broken() == 0
                stack.append(after)
    return found


def orders(fish: str) -> set[str]:
    """All orders of some fish."""
    return {"".join(order) for order in permutations(fish)}


def stuck_on(old: str, new: str, limit: int) -> set[str]:
    """The masts that may follow from new fish: all of them on top; or, with too many, any from the top back first."""
    if len(old) + len(new) <= limit:
        return {old + order for order in orders(new)}
    found = set()
    for kept in range(len(old) + 1):
        for number in range(min(limit - kept, len(new)) + 1):
            for some in combinations(new, number):
                found |= {old[:kept] + order for order in orders("".join(some))}
    return found


def some_fish(rng: random.Random, most: int) -> str:
    return "".join(rng.choice(COLOURS) for _ in range(rng.randint(0, most)))


# ---- masts ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MV-49", "MV-51", "MV-54", "MV-78", "MV-79", "MV-80", "MV-81", "MV-82", "MV-83")
@pytest.mark.parametrize("case", range(12))
def test_a_mast_may_end_as_the_slow_model_says_and_in_no_other_way(case: int) -> None:
    """Fish of the space and of two neighbours come aboard a boat that holds seven, or fewer by choice of the scene."""
    rng = random.Random(case)
    limit = rng.choice([4, 5, 7])
    old, drawn = some_fish(rng, limit), some_fish(rng, 2) or "R"
    masts = [old, some_fish(rng, 2), some_fish(rng, 2)]
    board = empty_sea()
    board["mast_limit"] = limit
    show_fish(board, "e5", drawn)
    position = scene(["b5", "e4", "e6"], E, board=board, masts=masts)
    no_ships(position)
    position.apply(move_code(MOVE, 1 + at("e5")))
    stolen = masts[1][-1:] + masts[2][-1:]
    victims = 2 * (masts[1] != "") + 4 * (masts[2] != "")
    position.apply(take_code(1, victims))
    ends = {found[0] for found in outcomes(position)}
    assert ends == stuck_on(old, drawn + stolen, limit)
    assert [mast(position, seat) for seat in (1, 2)] == [masts[1][:-1], masts[2][:-1]]


@pytest.mark.rule("MV-67", "MV-69")
@pytest.mark.parametrize("case", range(6))
def test_after_a_delivery_the_rest_stands_in_any_order_and_before_it_in_the_old_one(case: int) -> None:
    rng = random.Random(case)
    old = some_fish(rng, 5) + "R"
    position = scene(["b5", "a1"], E, masts=["".join(rng.sample(old, len(old)))])
    no_ships(position)
    show_ship(position, E, 0, "R")
    position.apply(move_code(MOVE, 1 + at("j5")))
    left = mast(position, 0)
    place = left.rindex("R")
    position.apply(deliver_code(E, 0))
    kept = left[:place] + left[place + 1 :]
    assert mast(position, 0) == kept
    assert {found[0] for found in outcomes(position)} == orders(kept)


# ---- whole turns ----------------------------------------------------------------------------------------------------


def turn_ends(
    own: str,
    masts: tuple[str, ...],
    ships: dict[int, list[str]],
    drawn: str,
    *,
    limit: int,
    acquired: bool = False,
    served: frozenset[int] = frozenset(),
    fished: bool = False,
) -> Iterator[tuple[tuple[str, ...], frozenset[tuple[int, int]]]]:
    """The slow model of a turn at the edge: deliver once a side, fish or deliver, steal from any, in any order."""
    yield (own, *masts), frozenset()
    if not acquired:
        for number in range(len(masts) + 1):
            for victims in combinations([k for k, other in enumerate(masts) if other], number):
                for fishing in (False, True):
                    if (fishing and (not drawn or served)) or not (fishing or victims):
                        continue
                    new = "".join(masts[k][-1] for k in victims) + (drawn if fishing else "")
                    left = tuple(m[:-1] if k in victims else m for k, m in enumerate(masts))
                    for after in stuck_on(own, new, limit):
                        yield from turn_ends(
                            after,
                            left,
                            ships,
                            drawn,
                            limit=limit,
                            acquired=True,
                            served=served,
                            fished=fishing,
                        )
    if fished:
        return
    for side, demands in ships.items():
        for ship, demand in enumerate(demands):
            if side in served or any(own.count(fish) < demand.count(fish) for fish in demand):
                continue
            rest = own
            for fish in demand:
                place = rest.rindex(fish)
                rest = rest[:place] + rest[place + 1 :]
            for order in orders(rest):
                for ends, cards in turn_ends(
                    order,
                    masts,
                    ships,
                    drawn,
                    limit=limit,
                    acquired=acquired,
                    served=served | {side},
                    fished=fished,
                ):
                    yield ends, cards | {(side, ship)}


@pytest.mark.rule("MV-46", "MV-53", "MV-64", "MV-65", "MV-66", "MV-72", "MV-74", "MV-76", "MV-77")
@pytest.mark.parametrize("case", range(12))
def test_a_turn_at_the_edge_may_end_as_the_slow_model_says_and_in_no_other_way(case: int) -> None:
    rng = random.Random(100 + case)
    limit = rng.choice([4, 7])
    own, masts = some_fish(rng, 3), (some_fish(rng, 2), some_fish(rng, 2))
    drawn = rng.choice(["", "R", "GP"])
    corner = rng.random() < 0.5
    goal, sides = ("j1", [N, E]) if corner else ("j5", [E])
    boats = ["j3", "a9", "i1"] if corner else ["b5", "j6", "j4"]
    ships = {side: [rng.choice(COLOURS), rng.choice(COLOURS) + rng.choice(COLOURS)] for side in sides}
    board = empty_sea()
    board["mast_limit"] = limit
    if drawn:
        show_fish(board, goal, drawn)
    position = scene(boats, N if corner else E, board=board, masts=[own, *masts])
    no_ships(position)
    cards = {
        (side, place): show_ship(position, side, place, demand)
        for side, demands in ships.items()
        for place, demand in enumerate(demands)
    }
    position.apply(move_code(MOVE, 1 + at(goal)))
    ends = {
        (found, sum(1 << cards[card] for card in taken))
        for found, taken in turn_ends(own, ("", masts[1]) if corner else masts, ships, drawn, limit=limit)
    }
    if corner:  # the boat in a9 is too far away to be robbed
        ends = {((mine, masts[0], other), taken) for (mine, _, other), taken in ends}
    assert {(found[:3], int(found[3], 2)) for found in outcomes(position)} == ends


# ---- courses --------------------------------------------------------------------------------------------------------

STEP = {N: (-1, 0), E: (0, 1), S: (1, 0), W: (0, -1)}


def courses(
    start: str, course: int, others: set[str], currents: dict[str, tuple[int, list[str], int]]
) -> set[str]:
    """Every end of a move by walking it space by space, following each current or not, each at most once."""
    ends: set[str] = set()
    barred = any(start in spaces for _, spaces, _ in currents.values())
    stack: list[tuple[str, int, frozenset[str]]] = [(start, course, frozenset())]
    while stack:
        here, way, used = stack.pop()
        column, row = "abcdefghij".index(here[0]) + STEP[way][1], int(here[1:]) + STEP[way][0]
        if not (0 <= column < 10 and 1 <= row <= 10):
            continue
        there = f"{'abcdefghij'[column]}{row}"
        if there in others:
            continue
        ends.add(there)
        stack.append((there, way, used))
        if there in currents and there not in used and not barred:
            enter, spaces, leave = currents[there]
            if enter == way and not set(spaces) & others:
                stack.append((spaces[-1], leave, used | {there}))
    return ends - {start}


@pytest.mark.rule(
    "MV-26", "MV-28", "MV-35", "MV-36", "MV-37", "MV-38", "MV-39", "MV-40", "MV-41", "MV-43", "MV-44"
)
def test_a_move_ends_where_walking_it_space_by_space_may_end() -> None:
    """Up to eight currents, three other boats, any course: the kernel's set of destinations is the walker's."""
    rng = random.Random(5)
    swept = 0
    for _ in range(120):
        board = empty_sea()
        currents: dict[str, tuple[int, list[str], int]] = {}
        taken: set[str] = set()
        for number in range(8):
            way = rng.randrange(4)
            column, row = rng.randrange(10), rng.randrange(1, 11)
            spaces = []
            for _ in range(rng.randint(1, 3)):
                if 0 <= column < 10 and 1 <= row <= 10:
                    spaces.append(f"{'abcdefghij'[column]}{row}")
                column, row = column + STEP[way][1], row + STEP[way][0]
            if spaces and not taken & set(spaces):
                leave = (way + rng.choice([1, 3])) % 4
                show_current(board, number, way, spaces, leave)
                currents[spaces[0]] = (way, spaces, leave)
                taken |= set(spaces)
        boats = rng.sample(range(100), 4)
        course = rng.randrange(4)
        start, *others = names(boats)
        position = scene([start, *others], course, board=board)
        found = set(names([field - 1 for field in fields(position, MOVE) if field]))
        expected = courses(start, course, set(others), currents)
        assert found == expected
        swept += len(expected - courses(start, course, set(others), {}))
    assert swept > 20


# ---- fog ------------------------------------------------------------------------------------------------------------


def folded_line(line: list[int]) -> tuple[list[int], list[int]]:
    """A line of boats (0: none) from the edge inwards: afterwards, and the boats that lose a fish.

    With a boat on the edge the first gap closes, and all before it are concerned; else the empty edge goes.
    """
    if line[0] == 0:
        return line[1:], [boat for boat in line[1:2] if boat]
    gap = line.index(0)
    return line[:gap] + line[gap + 1 :], line[:gap]


@pytest.mark.rule("MV-91", "MV-92", "MV-93", "MV-94", "MV-95", "MV-96", "MV-97", "MV-98")
def test_boats_stand_after_a_fold_where_the_slow_model_puts_them() -> None:
    """Four boats on a sea of three to five rows and columns: crowded lines, chains and lifted fog occur."""
    rng = random.Random(9)
    lifted = chains = 0
    for _ in range(120):
        rows, columns, side = rng.randint(3, 5), rng.randint(3, 5), rng.randrange(4)
        spaces = [10 * row + column for row in range(rows) for column in range(columns)]
        boats = rng.sample(spaces, 4)
        masts = [some_fish(rng, 2) for _ in boats]
        position = scene(names(boats), FOG_N, masts=masts, board=empty_sea())
        state = position.state
        state.south, state.east = rows - 1, columns - 1
        grid = np.zeros((rows, columns), int)
        for seat, space in enumerate(boats):
            grid[divmod(space, 10)] = seat + 1
        turned = np.rot90(grid, side)  # the folded side on top
        lines = [list(map(int, turned[:, line])) for line in range(turned.shape[1])]
        fold(position, side)
        if any(0 not in line for line in lines):
            lifted += 1
            assert [int(state.boat[seat]) for seat in range(4)] == boats
            assert [mast(position, seat) for seat in range(4)] == masts
            continue
        after, losers = zip(*map(folded_line, lines), strict=True)
        chains += any(len(lost) > 1 for lost in losers)
        table = np.rot90(np.vstack([np.full(len(lines), -1), np.array(after).T]), -side)
        places = {int(seat): 10 * row + column for (row, column), seat in np.ndenumerate(table) if seat > 0}
        assert [int(state.boat[seat]) for seat in range(4)] == [places[seat + 1] for seat in range(4)]
        lost = {boat for line in losers for boat in line}
        expected = [fish[:-1] if seat + 1 in lost else fish for seat, fish in enumerate(masts)]
        assert [mast(position, seat) for seat in range(4)] == expected
    assert lifted > 2
    assert chains > 5
