"""Final scoring (MG-10, MG-101 to MG-114, examples 11 to 15)."""

import numpy as np
import pytest

from simkit.games.mangrovia import counters, state
from simkit.games.mangrovia.state import NEUTRAL, encode
from simkit.position import Position
from tests.games.mangrovia.tables import (
    area,
    clear,
    give,
    part,
    path_spaces,
    put_huts,
    sail_to,
    table,
)

YELLOW, PURPLE, RED, ORANGE = range(4)


def path_points(position: Position, path: int) -> list[float]:
    """What a path's two prizes bring each seat: the scores with that path alone worth something."""
    lonely = position.copy()
    lonely.board = position.board.copy()
    record = lonely.board[0]
    for other in range(8):
        if other != path:
            record.first[other] = record.second[other] = 0
    return [a + b for a, b in zip(part(lonely, "path_firsts"), part(lonely, "path_seconds"), strict=True)]


def example_11(**switches: object) -> Position:
    """Path A from the statue down: R Y P Y P R; path B: Y P O O (A's spaces hold no second path's prize here)."""
    position = clear(table(4, **switches))
    a, b = path_spaces(position, 0), path_spaces(position, 1)
    put_huts(position, RED, [a[0], a[5]])
    put_huts(position, YELLOW, [a[1], a[3], b[0]])
    put_huts(position, PURPLE, [a[2], a[4], b[1]])
    put_huts(position, ORANGE, [b[2], b[3]])
    return position


@pytest.mark.rule("EX-11", "MG-101", "MG-103", "MG-09", "PD-13")
def test_example_11_paths_and_their_ties() -> None:
    position = example_11()
    assert path_points(position, 0) == [6, 0, 12, 0]
    assert path_points(position, 1) == [5, 0, 0, 10]


@pytest.mark.rule("EX-15", "MG-118")
def test_example_15_the_god_tile_wins_the_tie() -> None:
    position = example_11(stone_tiles="gods")
    position.state.gods[PURPLE] = 1
    assert path_points(position, 0) == [0, 12, 6, 0]
    position.state.gods[PURPLE] = 2
    assert path_points(position, 0) == [6, 0, 12, 0]


@pytest.mark.rule("MG-118")
def test_a_god_tile_does_not_beat_more_huts_but_wins_a_tie_for_second() -> None:
    position = clear(table(4))
    a = path_spaces(position, 0)
    put_huts(position, RED, [a[3], a[4]])
    put_huts(position, YELLOW, [a[0]])
    put_huts(position, PURPLE, [a[5]])
    position.state.gods[PURPLE] = 1
    assert path_points(position, 0) == [0, 6, 12, 0]


@pytest.mark.rule("MG-102", "MG-84")
def test_a_double_hut_counts_as_two_and_a_space_counts_on_both_its_paths() -> None:
    position = clear(table(4))
    record = position.board[0]
    crossing = next(
        s for s in range(int(record.spaces)) if record.paths[s][0] == 0 and record.paths[s][1] >= 0
    )
    column, row = (int(p) for p in record.paths[crossing])
    others = [s for s in path_spaces(position, column) if s != crossing]
    put_huts(position, YELLOW, [], doubles=[crossing])
    put_huts(position, RED, [others[0]])
    assert path_points(position, column)[:3] == [12, 0, 6]
    assert path_points(position, row)[YELLOW] == record.first[row]


@pytest.mark.rule("MG-104")
def test_a_prize_without_a_hut_to_claim_it_lapses() -> None:
    position = clear(table(4))
    put_huts(position, RED, [path_spaces(position, 0)[2]])
    assert path_points(position, 0) == [0, 0, 12, 0]
    assert sum(part(clear(table(4)), "path_firsts")) == 0


@pytest.mark.rule("MG-105")
@pytest.mark.parametrize(("switch", "points"), [(True, [6, 0, 0]), (False, [12, 6, 0])])
def test_the_neutral_colour_is_ranked_on_paths(switch: bool, points: list[float]) -> None:
    position = clear(table(3, neutral_absorbs_rank=switch))
    a = path_spaces(position, 0)
    put_huts(position, NEUTRAL, [a[0]])
    put_huts(position, 0, [a[1]])
    put_huts(position, 1, [a[2]])
    assert path_points(position, 0) == points


@pytest.mark.rule("EX-12", "MG-106")
def test_example_12_the_stone_area() -> None:
    position = clear(table(4))
    stone = area(position, "stone")
    put_huts(position, PURPLE, stone[:3])
    put_huts(position, YELLOW, stone[3:5])
    put_huts(position, RED, stone[5:7])
    assert part(position, "stone") == [14, 21, 14, 0]


@pytest.mark.rule("MG-106")
@pytest.mark.parametrize(("switch", "points"), [(True, 2 * 3), (False, 2 * 2)])
def test_the_neutral_hut_counts_in_the_stone_total(switch: bool, points: int) -> None:
    position = clear(table(3, stone_total_includes_neutral=switch))
    stone = area(position, "stone")
    put_huts(position, NEUTRAL, stone[:1])
    put_huts(position, 0, stone[1:3])
    assert part(position, "stone") == [points, 0, 0]


def pole_huts(position: Position, owners: str) -> None:
    """Huts in the pole area in building order, "O" orange ...; they take the tiles from the lowest up."""
    spaces = area(position, "pole")
    tile = int(position.board[0].lowest_tile)
    for i, letter in enumerate(owners):
        owner = NEUTRAL if letter == "n" else "YPRO".index(letter)
        put_huts(position, owner, [spaces[i]])
        position.state.tile_owner[tile + i] = owner + 1
    position.state.next_tile = tile + len(owners)


@pytest.mark.rule("EX-13", "MG-107", "MG-108")
def test_example_13_the_pole_area() -> None:
    position = clear(table(4))
    pole_huts(position, "OOPRPRO")
    assert part(position, "pole") == [0, 6, 0, 12]


@pytest.mark.rule("MG-108")
def test_only_owners_of_pole_huts_are_ranked_there() -> None:
    position = clear(table(4))
    pole_huts(position, "R")
    assert part(position, "pole") == [0, 0, 12, 0]


@pytest.mark.rule("MG-109", "MG-23")
@pytest.mark.parametrize(
    ("owners", "switch", "points"),
    [("nY", True, [6, 0]), ("nY", False, [12, 0]), ("nYY", True, [12, 0]), ("nYP", True, [6, 0])],
)
def test_at_two_the_neutral_pole_hut_is_ranked(owners: str, switch: bool, points: list[float]) -> None:
    position = clear(table(2, neutral_absorbs_rank=switch))
    pole_huts(position, owners)
    assert part(position, "pole") == points


@pytest.mark.rule("EX-14", "MG-110")
def test_example_14_amulets_left_score_their_value() -> None:
    position = clear(table(4))
    give(position, RED, "777", "MSRW", "642")
    assert part(position, "amulets") == [0, 0, 12, 0]
    assert position.scores()[RED, 0] == 12


@pytest.mark.rule("MG-10", "MG-111", "MG-112", "ST-02")
def test_the_score_is_the_sum_of_its_parts_and_the_standing_equals_it() -> None:
    position = example_11()
    position.state.printed[1] = 9
    position.state.tile_points[2] = 4
    scores = position.scores()
    assert np.array_equal(scores[:, 0], scores[:, 1:8].sum(axis=1))
    assert np.array_equal(scores[:, 0], position.score_now())


@pytest.mark.rule("MG-113", "MG-114")
def test_amulets_break_a_tie_and_what_stays_level_is_shared() -> None:
    position = clear(table(4))
    position.state.printed[0] = 10
    position.state.printed[1] = 6
    give(position, 1, amulets="4")
    scores = position.scores()
    assert scores[0, 0] == scores[1, 0] == 10
    assert scores[1, -1] > scores[0, -1]
    give(position, 1, amulets="")
    position.state.printed[1] = 10
    scores = position.scores()
    assert np.array_equal(scores[0, [0, -1]], scores[1, [0, -1]])


@pytest.mark.rule("ST-11", "ST-10", "ST-03")
def test_how_ranks_were_decided_is_counted_at_the_end() -> None:
    position = table(2, max_rounds=1)
    while not position.over:
        position.apply(position.moves()[-1])
    tally = position.state.tally
    assert tally[counters.T_ABSORBED] > 0
    assert tally[counters.T_LAPSED] > 0
    assert list(position.state.counters[:2, counters.C_UNBUILT]) == [10, 10]


@pytest.mark.rule("MG-62", "MG-110")
def test_the_standing_takes_the_lowest_amulet_just_drawn_as_returned() -> None:
    position = table(4)
    sail_to(position, 1, 2)
    position.state.pillar[1] = 3
    position.apply(encode(state.COLLECT))
    now = position.state
    now.drawn[:] = [0, 1, 0, 1, 0, 1]
    assert position.score_now()[1] == 4 + 6
