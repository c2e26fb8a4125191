"""Fog, folding, boats, exchange and the end (MV-84 to MV-106).

Lines of boats are written from the folded edge inwards: "." an empty space, letters boats, each with a fish.
"""

import random
from itertools import pairwise

import numpy as np
import pytest

from simkit.games.maldivia import GAME
from simkit.games.maldivia.board import build
from simkit.games.maldivia.state import (
    C_EXCHANGES,
    C_FOLDS,
    C_FORFEITS,
    EXCHANGE,
    EXCHANGING,
    FOG,
    FOG_CLOSED,
    MOVE,
    OCTOPUS,
    PILE,
    PROGRAMMING,
    T_AREA,
    T_FOLD_SIDE,
    T_LIFTS,
    T_SAME_SHIP,
    T_TRIGGER_CYCLE,
    T_TRIGGER_TURNS,
    move_code,
)
from simkit.position import Position
from tests.games.maldivia.scenes import (
    FOG_E,
    FOG_N,
    FOG_S,
    FOG_W,
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
    own,
    scene,
    set_mast,
    show_kind,
    show_ship,
    waiting_cards,
)


def sides(position: Position) -> tuple[int, int, int, int]:
    state = position.state
    return int(state.north), int(state.south), int(state.west), int(state.east)


def back(row: int, column: int) -> int:
    return 100 + 10 * row + column


@pytest.mark.rule("MV-84", "MV-85", "MV-86", "MV-88")
def test_w_folds_the_edge_of_wipi_onto_the_next_column_and_backs_come_up() -> None:
    position = scene(["e5", "g7"], FOG_W)
    assert position.moves() == [move_code(FOG, W)]
    position.apply(move_code(FOG, W))
    assert sides(position) == (0, 9, 1, 9)
    assert [int(position.state.face[10 * row + 1]) for row in range(10)] == [
        back(row, 0) for row in range(10)
    ]
    assert position.broken() == 0


@pytest.mark.rule("MV-86", "MV-87")
def test_corners_depend_on_the_order_of_folds() -> None:
    """On 6 x 6, spaces as (row, column): what lies up after each sequence."""
    cases = {
        (N, W): {(1, 1): (1, 0), (1, 2): (0, 2), (2, 1): (2, 0)},
        (W, N): {(1, 1): (0, 1)},
        (N, N, W): {(2, 1): (2, 0), (2, 3): (1, 3)},
        (N, W, N): {(2, 1): (1, 1)},
        (N, E): {(1, 4): (1, 5)},
    }
    for order, faces in cases.items():
        position = scene(["c3", "d4"], N, board=empty_sea(6, 6))
        position.state.south = position.state.east = 5
        for side in order:
            fold(position, side)
        for (row, column), (r, c) in faces.items():
            assert int(position.state.face[10 * row + column]) == back(r, c)


class Paper:
    """The oracle: the cloth as stacks of layers, each layer a space that lies with its front or its back up."""

    def __init__(self, rows: int, columns: int) -> None:
        self.stacks = {(r, c): [(r, c, "front")] for r in range(rows) for c in range(columns)}

    def fold(self, side: int) -> None:
        axis = 0 if side in (N, S) else 1
        places = [place[axis] for place in self.stacks]
        edge = min(places) if side in (N, W) else max(places)
        step = 1 if side in (N, W) else -1
        for place in [place for place in self.stacks if place[axis] == edge]:
            target = (edge + step, place[1]) if axis == 0 else (place[0], edge + step)
            flap = [
                (r, c, "back" if up == "front" else "front") for r, c, up in reversed(self.stacks.pop(place))
            ]
            self.stacks[target] = self.stacks[target] + flap

    def visible(self) -> dict[tuple[int, int], int]:
        faces = {}
        for (row, column), layers in self.stacks.items():
            r, c, up = layers[-1]
            faces[10 * row + column] = 10 * r + c + (100 if up == "back" else 0)
        return faces  # type: ignore[return-value]


@pytest.mark.rule("MV-84", "MV-85", "MV-86", "MV-87")
@pytest.mark.parametrize("size", [(10, 10), (8, 10), (6, 7)])
def test_folding_shows_what_folded_paper_shows(size: tuple[int, int]) -> None:
    rng = random.Random(str(size))
    for _ in range(100):
        position = scene(["d4", "e5"], N, board=empty_sea(*size))
        position.state.south, position.state.east = size[0] - 1, size[1] - 1
        paper = Paper(*size)
        while not position.over:
            side = rng.randrange(4)
            before = sides(position)
            fold(position, side)
            if sides(position) != before:
                paper.fold(side)
            faces = {space: int(position.state.face[space]) for space in paper.visible()}
            assert faces == paper.visible()
        assert len(paper.stacks) == position.state.tally[T_AREA]


# ---- once a side and round ------------------------------------------------------------------------------------------


def four(first: list[list[int]]) -> Position:
    """White, Orange, Brown and Black in this order, boats well inside, with these indicators."""
    position = scene(["d4", "g4", "d7", "g7"], N)
    for seat, blocks in enumerate(first):
        position.state.program[seat] = blocks
    position.state.boat[0] = at("d4")
    return position


def run_cycle(position: Position) -> None:
    """Carry out a cycle: moves go one space or as far as they must, exchanges take the first ship."""
    cycle = int(position.state.cycle)
    while not position.over and position.state.cycle == cycle and position.state.phase != PROGRAMMING:
        moves = position.moves()
        position.apply(moves[1] if moves[0] >> 48 == MOVE and len(moves) > 1 else moves[0])


EXAMPLE = [[N, FOG_E, N, N], [S, FOG_S, N, N], [FOG_E, S, N, N], [FOG_N, S, N, N]]


@pytest.mark.rule("MV-13", "MV-17", "MV-88", "MV-89", "MV-90", "MV-100", "MV-101")
def test_the_example_of_the_first_two_game_turns() -> None:
    position = four(EXAMPLE)
    state = position.state
    run_cycle(position)
    assert state.used == 1 << E | 1 << N
    assert sides(position) == (1, 9, 0, 8)
    assert (state.counters[3, C_EXCHANGES], state.counters[0, C_EXCHANGES]) == (1, 1)
    run_cycle(position)
    assert state.used == 1 << E | 1 << N | 1 << S
    assert sides(position) == (1, 8, 0, 8)
    assert (state.counters[0, C_FORFEITS], state.counters[1, C_FOLDS]) == (1, 1)
    assert [int(state.counters[seat, C_EXCHANGES]) for seat in range(4)] == [1, 0, 1, 1]
    while position.state.phase != PROGRAMMING:
        run_cycle(position)
    assert state.used == 0


@pytest.mark.rule("MV-89", "MV-90", "MV-101")
def test_had_black_chosen_e_too_efo_would_not_have_been_folded_again() -> None:
    position = four([*EXAMPLE[:3], [FOG_E, S, N, N]])
    run_cycle(position)
    assert sides(position) == (0, 9, 0, 8)
    assert position.state.counters[3, C_FORFEITS] == 1
    assert position.state.counters[0, C_EXCHANGES] == 0


@pytest.mark.rule("MV-89")
def test_standing_indicators_do_not_count() -> None:
    position = scene(["e5", "g7"], FOG_W)
    position.state.program[1] = [N, FOG_W, N, N]
    position.apply(move_code(FOG, W))
    assert sides(position) == (0, 9, 1, 9)


# ---- boats ----------------------------------------------------------------------------------------------------------


def after_fog(line: str, side: int = N, column: int = 4) -> tuple[str, dict[str, int]]:
    """Fold the side onto a line; the line afterwards from the new edge inwards, and the fish each boat lost."""
    step = {N: 10, S: -10, W: 1, E: -1}[side]
    first = {N: column, S: 90 + column, W: 10 * column, E: 10 * column + 9}[side]
    boats = {letter: first + depth * step for depth, letter in enumerate(line) if letter != "."}
    spare = [space for space in (55, 56, 46) if space not in boats.values()]
    seats = sorted(boats) + [f"z{k}" for k in range(2 - len(boats))]
    places = [*boats.values(), *spare][: len(seats)]
    position = scene(
        names([boats.get(seat, places[-1]) for seat in seats]), 4 + side, masts=["RG"] * len(seats)
    )
    position.apply(move_code(FOG, side))
    assert position.broken() == 0
    state = position.state
    found = {int(state.boat[seats.index(letter)]): letter for letter in boats}
    row = [found.get(first + depth * step, ".") for depth in range(1, len(line) + 1)]
    return "".join(row), {letter: 2 - int(state.height[seats.index(letter)]) for letter in boats}


@pytest.mark.rule("MV-91", "MV-92", "MV-93", "MV-94", "MV-95", "MV-96", "MV-97")
@pytest.mark.parametrize("side", [N, E, S, W])
@pytest.mark.parametrize(
    ("line", "after", "losses"),
    [
        ("A.....", "A.....", {"A": 1}),
        (".B....", "B.....", {"B": 1}),
        (".BC...", "BC....", {"B": 1, "C": 0}),
        ("AB....", "AB....", {"A": 1, "B": 1}),
        ("ABC.D.", "ABCD..", {"A": 1, "B": 1, "C": 1, "D": 0}),
        ("ABCD..", "ABCD..", {"A": 1, "B": 1, "C": 1, "D": 1}),
        ("A.C...", "AC....", {"A": 1, "C": 0}),
    ],
)
def test_boats_in_a_line_after_a_fold(line: str, after: str, losses: dict[str, int], side: int) -> None:
    """Depth 1 becomes the edge: "ABC.D." pushes A, B and C one space seawards, D keeps place and fish."""
    assert after_fog(line, side) == (after, losses)


@pytest.mark.rule("MV-93")
def test_a_boat_in_a_corner_stays_in_the_corner() -> None:
    position = scene(["a1", "g7"], FOG_N, masts=["RG", ""])
    position.apply(move_code(FOG, N))
    assert (position.state.boat[0], mast(position, 0)) == (at("a2"), "R")


@pytest.mark.rule("MV-92")
def test_the_lost_fish_is_the_top_one_and_goes_to_the_supply_an_empty_boat_loses_none() -> None:
    position = scene(["c1", "g1"], FOG_N, masts=["RG", ""])
    green = int(position.state.supply[1])
    position.apply(move_code(FOG, N))
    assert (mast(position, 0), mast(position, 1)) == ("R", "")
    assert position.state.supply[1] == green + 1


@pytest.mark.rule("MV-48", "MV-91")
def test_boats_that_the_fog_moves_act_on_nothing() -> None:
    board = empty_sea()
    show_kind(board, "c1", OCTOPUS, back=True)
    position = scene(["c1", "g7"], FOG_N, board=board)
    position.apply(move_code(FOG, N))
    assert (position.state.phase, position.seat) == (EXCHANGING, 1)
    position.apply(move_code(EXCHANGE, 0))
    assert position.seat == 1


def shallow(line: str, rows: int, block: int = FOG_N) -> Position:
    """A sea of so many rows; the line of boats fills column e from the edge of Nanga."""
    boats = [f"e{depth + 1}" for depth, letter in enumerate(line) if letter != "."]
    position = scene(boats, block, masts=["R"] * len(boats))
    position.state.south = rows - 1
    return position


@pytest.mark.rule("MV-98", "MV-99", "MV-101")
@pytest.mark.parametrize("line", ["AB", "ABC", "ABCD"])
def test_fog_lifts_before_a_line_full_of_boats(line: str) -> None:
    position = shallow(line, len(line))
    state = position.state
    position.apply(move_code(FOG, N))
    assert (state.tally[T_LIFTS], state.tally[T_FOLD_SIDE + N], state.used) == (1, 0, 1 << N)
    assert state.lifted == 1 << N
    assert [mast(position, seat) for seat in range(len(line))] == ["R"] * len(line)
    assert state.counters[:, C_EXCHANGES].sum() == 0
    state.program[1] = [FOG_N, N, N, N]
    state.phase, state.seat, state.cycle = 3, 1, 0
    position.apply(move_code(FOG, N))
    assert state.counters[1, C_FORFEITS] == 1


@pytest.mark.rule("MV-98")
def test_a_sea_one_deep_never_folds_that_way_and_a_gap_lets_the_fog_in() -> None:
    position = scene(["e1", "g1"], FOG_N)
    position.state.south = 0
    position.apply(move_code(FOG, N))
    assert position.state.tally[T_LIFTS] == 1
    gap = shallow("AB", 3)
    gap.apply(move_code(FOG, N))
    assert (gap.state.tally[T_LIFTS], gap.state.tally[T_FOLD_SIDE + N]) == (0, 1)


@pytest.mark.rule("MV-99")
def test_after_a_lift_the_side_is_open_again_next_round() -> None:
    position = scene(["e1", "e2"], FOG_N, mover=1, cycle=3)
    position.state.south = 1
    position.apply(move_code(FOG, N))
    assert (position.state.phase, position.state.used, position.state.lifted) == (PROGRAMMING, 0, 0)


# ---- exchange -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MV-100", "MV-101")
def test_the_left_neighbour_exchanges_a_ship_at_the_folded_side_before_anything_else() -> None:
    position = scene(["e5", "g7", "c3"], FOG_S, mover=1)
    state = position.state
    pile = waiting_cards(position, S)
    gone = int(state.market[S, 1]) - 1
    position.apply(move_code(FOG, S))
    assert (position.seat, fields(position, EXCHANGE)) == (2, [0, 1])
    position.apply(move_code(EXCHANGE, 1))
    assert state.market[S, 1] == 1 + pile[0]
    assert waiting_cards(position, S) == [*pile[1:], gone]
    assert state.under[S] == 1
    assert position.broken() == 0


@pytest.mark.rule("MV-100")
def test_on_an_empty_pile_the_same_ship_comes_back_and_without_ships_it_is_skipped() -> None:
    position = scene(["e5", "g7"], FOG_S)
    own(position, 1, waiting_cards(position, S))
    before = list(position.state.market[S])
    position.apply(move_code(FOG, S))
    position.apply(move_code(EXCHANGE, 0))
    assert list(position.state.market[S]) == before
    assert position.state.tally[T_SAME_SHIP] == 1
    one = scene(["e5", "g7"], FOG_S)
    own(one, 1, waiting_cards(one, S)[:-1])
    (last,) = waiting_cards(one, S)
    gone = int(one.state.market[S, 0]) - 1
    one.apply(move_code(FOG, S))
    one.apply(move_code(EXCHANGE, 0))
    assert (one.state.market[S, 0], waiting_cards(one, S)) == (1 + last, [gone])
    none = scene(["e5", "g7"], FOG_S)
    none.state.market[S] = 0
    none.apply(move_code(FOG, S))
    assert none.seat == 1
    assert none.state.counters[1, C_EXCHANGES] == 0


# ---- the end --------------------------------------------------------------------------------------------------------


def nearly(rows: int, columns: int, mover: int, cycle: int = 2, **switches: object) -> Position:
    """Four players, the mover about to fold Nanga from a sea of rows x columns."""
    position = scene(["e5", "f5", "e6", "f6"], FOG_N, mover=mover, cycle=cycle, **switches)
    state = position.state
    state.north, state.south = 3, 2 + rows
    state.west, state.east = 3, 2 + columns
    return position


@pytest.mark.rule("MV-15", "MV-102", "MV-103")
@pytest.mark.parametrize(("mover", "turns"), [(0, 3), (1, 2), (3, 0)])
def test_after_a_third_indicator_brings_the_end_only_who_has_not_played_his_third_still_plays(
    mover: int, turns: int
) -> None:
    position = nearly(5, 4, mover)
    position.apply(move_code(FOG, N))
    position.apply(move_code(EXCHANGE, 0))
    seats = []
    while not position.over:
        seats.append(position.seat)
        position.apply(position.moves()[0])
    state = position.state
    assert seats == list(range(mover + 1, 4))
    assert (state.end_cause, state.tally[T_TRIGGER_CYCLE], state.tally[T_TRIGGER_TURNS]) == (
        FOG_CLOSED,
        3,
        turns,
    )
    assert list(state.tipped[:4]) == [3, 3, 3, 3]
    assert state.counters[(mover + 1) % 4, C_EXCHANGES] == 1


@pytest.mark.rule("MV-103")
def test_the_last_turns_are_played_normally_fog_included() -> None:
    position = nearly(5, 4, 1)
    position.state.program[3] = [N, N, FOG_S, N]
    position.apply(move_code(FOG, N))
    position.apply(move_code(EXCHANGE, 0))
    position.apply(position.moves()[0])
    position.apply(move_code(FOG, S))
    assert position.state.tally[T_FOLD_SIDE + S] == 1


@pytest.mark.rule("MV-102")
def test_sixteen_spaces_bring_the_end_seventeen_do_not() -> None:
    for rows, columns, threshold, ending in ((5, 4, 16, 1), (5, 5, 16, 0), (5, 5, 20, 1), (5, 4, 12, 0)):
        position = nearly(rows, columns, 0, end_threshold=threshold)
        position.apply(move_code(FOG, N))
        assert position.state.ending == ending


@pytest.mark.rule("MV-104", "MV-105", "MV-106")
@pytest.mark.parametrize(
    ("points", "masts", "winners"),
    [((12, 12, 9), (3, 5, 7), [1]), ((12, 12, 9), (5, 5, 7), [0, 1]), ((12, 8, 4), (0, 7, 7), [0])],
)
def test_most_delivered_fish_wins_then_the_mast_then_several(
    points: tuple[int, ...], masts: tuple[int, ...], winners: list[int]
) -> None:
    position = scene(["e5", "g7", "c3"], N)
    for seat in range(3):
        cards = [waiting_cards(position, 0)[0], waiting_cards(position, 1 + seat)[0]]
        own(position, seat, cards)
        position.board["value"][0, cards] = (3, points[seat] - 3)
        set_mast(position, seat, "RGPYRGP"[: masts[seat]])
    scores = position.scores()
    assert list(scores[:, 0]) == list(points)
    assert list(scores[:, 1]) == [3, 3, 3]
    assert list(scores[:, 5]) == list(masts)
    keys = [(score, mast) for score, mast in zip(scores[:, 0], scores[:, 5], strict=True)]
    assert [seat for seat in range(3) if keys[seat] == max(keys)] == winners
    assert list(position.score_now()) == list(points)


# ---- bounds ---------------------------------------------------------------------------------------------------------


def folds_needed(rows: int, columns: int) -> tuple[int, int]:
    """Fewest and most folds until at most 16 spaces are left."""
    if rows * columns <= 16:
        return 0, 0
    shorter = [folds_needed(rows - 1, columns), folds_needed(rows, columns - 1)]
    return 1 + min(low for low, _ in shorter), 1 + max(high for _, high in shorter)


@pytest.mark.rule("MV-102")
def test_a_cloth_of_ten_by_ten_takes_nine_to_twelve_folds() -> None:
    assert folds_needed(10, 10) == (9, 12)
    assert folds_needed(9, 9) == (8, 10)
    assert folds_needed(8, 8) == (6, 8)
    assert folds_needed(6, 6) == (4, 4)


@pytest.mark.rule("MV-88", "MV-89", "MV-102")
@pytest.mark.parametrize(("players", "fewest"), [(4, 3), (3, 4), (2, 5)])
def test_random_games_last_as_long_as_the_folds_allow(players: int, fewest: int) -> None:
    board = build("A", players)
    for deal in range(40):
        position = Position(GAME, board, GAME.rules_record({}), players, seed=3, deal=deal)
        position.play_out()
        state = position.state
        folds = int(state.tally[T_FOLD_SIDE : T_FOLD_SIDE + 4].sum())
        assert 9 <= folds <= 12 + players - 1
        assert state.round_no >= fewest
        if state.tally[T_LIFTS] == 0:
            assert state.round_no <= 12
        assert folds <= state.round_no * min(players, 4)


def test_players_who_all_send_different_fog_end_the_game_in_three_rounds() -> None:
    position = Position(GAME, build("A", 4), GAME.rules_record({}), 4)

    def chooser(now: Position) -> int:
        moves = now.moves()
        if now.state.phase == PROGRAMMING and 4 + now.seat in [move & 7 for move in moves if move >> 48 == 1]:
            return next(move for move in moves if move & 7 == 4 + now.seat)
        return moves[0]

    position.play_out(chooser)
    assert position.state.round_no == 3


def test_rows_shrink_one_at_a_time() -> None:
    position = scene(["e5", "f6"], N)
    sizes = [(10, 10)]
    for side in (N, E, S, W, N):
        fold(position, side)
        north, south, west, east = sides(position)
        sizes.append((south - north + 1, east - west + 1))
    assert all(sum(a) - sum(b) == 1 for a, b in pairwise(sizes))
    assert np.count_nonzero(position.state.at) == 2
    assert PILE == 10
    assert show_ship(position, N, 0, "R") >= 0
