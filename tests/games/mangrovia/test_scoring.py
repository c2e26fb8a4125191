"""Final scoring (MG-10, MG-101 to MG-114, examples 11 to 15) and the stone tiles (MG-115 to MG-123)."""

import numpy as np
import pytest

from simkit.games.mangrovia import counters, state
from simkit.games.mangrovia.state import AMULETS_AT, BUILD, DOUBLE, NEUTRAL, WILD_BIT, decode_lands, encode
from simkit.position import Position
from tests.games.mangrovia.tables import (
    area,
    birds,
    build,
    buildable,
    clear,
    fields,
    give,
    part,
    path_spaces,
    put_huts,
    sail_to,
    space_at,
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


# ---- stone tiles ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("MG-115", "MG-116", "MG-123", "PD-15", "MG-06")
@pytest.mark.parametrize(
    ("word", "low", "high"), [("off", 0, -1), ("mixed", 1, 11), ("gods", 1, 8), ("godless", 9, 11)]
)
@pytest.mark.parametrize(("players", "laid"), [(2, 7), (3, 7), (4, 8), (5, 8)])
def test_stone_tiles_lie_on_the_free_stone_spaces(
    word: str, low: int, high: int, players: int, laid: int
) -> None:
    position = table(players, stone_tiles=word)
    tiles = position.state.stone_tile
    spaces = set(area(position, "stone")) - set(area(position, "neutral"))
    assert {s for s in range(50) if tiles[s]} == (spaces if word != "off" else set())
    assert all(low <= tiles[s] <= high for s in range(50) if tiles[s])
    assert position.state.tiles_laid.sum() == (laid if word != "off" else 0)


@pytest.mark.rule("MG-115")
def test_mixed_tiles_are_gods_and_others_and_differ_from_deal_to_deal() -> None:
    laid = [table(4, deal=deal, stone_tiles="mixed").state.tiles_laid for deal in range(12)]
    assert any(tiles[1:9].any() and tiles[9:].any() for tiles in laid)
    assert len({tuple(tiles) for tiles in laid}) > 1


@pytest.mark.rule("MG-117")
@pytest.mark.parametrize("motif", [0, 1, 2])
def test_each_motif_is_kept_apart(motif: int) -> None:
    position = with_tiles(10, "MS")
    give(position, 1, "6", "M")
    stone = next(s for s in area(position, "stone") if s in buildable(position))
    position.state.stone_tile[stone] = 9 + motif
    build(position, stone)
    assert list(position.state.tiles[1]) == [int(k == motif) for k in range(3)]


@pytest.mark.rule("MG-117", "MG-118")
@pytest.mark.parametrize("god", range(1, 9))
def test_a_god_tile_stands_for_its_own_path(god: int) -> None:
    position = with_tiles(10, "MS")
    give(position, 1, "6", "M")
    stone = next(s for s in area(position, "stone") if s in buildable(position))
    position.state.stone_tile[stone] = god
    build(position, stone)
    assert position.state.gods[1] == 1 << (god - 1)


@pytest.mark.rule("MG-119", "MG-120", "MG-121")
def test_several_tiles_can_be_paid_at_once_and_each_is_used_up() -> None:
    position = with_tiles(v=3, a=3)
    position.state.stone_tile[:] = 0
    give(position, 1, "", "S")
    assert space_at(position, "S", "6v") in buildable(position)
    build(position, space_at(position, "S", "6v"))
    assert list(position.state.tiles[1]) == [1, 3, 0]
    assert list(position.state.tiles_used[1]) == [2, 0, 0]
    amulets = with_tiles(a=3)
    give(amulets, 1, "", "W", "1")
    space = space_at(amulets, "W", "5a")
    amulets.apply(encode(BUILD, space))
    assert len(amulets.moves()) == 1
    amulets.apply(amulets.moves()[0])
    assert list(amulets.state.tiles_used[1]) == [0, 2, 0]


@pytest.mark.rule("MG-62", "MG-110")
def test_the_standing_takes_the_lowest_amulet_just_drawn_as_returned() -> None:
    position = table(4)
    sail_to(position, 1, 2)
    position.state.pillar[1] = 3
    position.apply(encode(state.COLLECT))
    now = position.state
    now.drawn[:] = [0, 1, 0, 1, 0, 1]
    assert position.score_now()[1] == 4 + 6


@pytest.mark.rule("PD-15", "MG-115")
def test_the_split_of_godless_tiles_is_a_switch() -> None:
    position = table(4, stone_tiles="godless", godless_counts=[1, 1, 6])
    assert list(position.state.tiles_laid[9:]) == [1, 1, 6]
    assert list(table(4, stone_tiles="godless").state.tiles_laid[9:]) == [3, 3, 2]


def with_tiles(
    landing: int = 8, pair: str = "WS", v: int = 0, a: int = 0, wild: int = 0, **switches: object
) -> Position:
    """Seat 1 at a building landing with stone tiles in front of it."""
    position = table(4, stone_tiles="godless", **switches)
    birds(position, pair)
    sail_to(position, 1, landing)
    give(position, 1)
    position.state.tiles[1] = [v, a, wild]
    return position


@pytest.mark.rule("MG-117", "MG-119")
def test_a_hut_on_a_stone_space_takes_its_tile_which_may_help_at_once() -> None:
    position = with_tiles(10, "MS")
    give(position, 1, "64", "MSS")
    stone = next(s for s in area(position, "stone") if s in buildable(position))
    position.state.stone_tile[stone] = 9
    build(position, stone, "6")
    assert list(position.state.tiles[1]) == [1, 0, 0]
    assert position.state.stone_tile[stone] == 0
    assert space_at(position, "S", "7v", 1) in buildable(position)
    other = with_tiles(8, "MS")
    give(other, 1, "6", "M")
    other.state.stone_tile[stone] = 3
    if stone in buildable(other):
        build(other, stone)
        assert other.state.gods[1] == 1 << 2


@pytest.mark.rule("MG-120", "MG-119")
def test_the_valuable_tile_pays_3_and_is_gone() -> None:
    position = with_tiles(v=1)
    give(position, 1, "4", "S", "2")
    space = space_at(position, "S", "7v", 1)
    assert space in buildable(position)
    position.apply(encode(BUILD, space))
    position.apply(position.moves()[0])
    assert list(position.state.tiles[1]) == [0, 0, 0]
    assert position.state.tiles_used[1, 0] == 1
    assert position.state.discard[:6].sum() == 1
    amulets = with_tiles(v=1)
    give(amulets, 1, "", "W", "2")
    assert space_at(amulets, "W", "5a") not in buildable(amulets)


@pytest.mark.rule("MG-121")
def test_the_amulet_tile_pays_2_in_amulets_and_scores_by_the_switch() -> None:
    position = with_tiles(a=1)
    give(position, 1, "", "W", "3")
    assert space_at(position, "W", "5a") in buildable(position)
    assert part(position, "amulets")[1] == 3
    scoring = with_tiles(a=1, amulet_tile_scores=True)
    give(scoring, 1, "", "W", "3")
    assert part(scoring, "amulets")[1] == 5
    assert scoring.scores()[1, -1] == 5


@pytest.mark.rule("MG-122")
@pytest.mark.parametrize(
    ("word", "lands", "marked", "unmarked"),
    [("card_and_bird", "", True, True), ("bird_only", "", False, False), ("bird_only", "R", False, True)],
)
def test_the_wild_tile_replaces_card_and_bird_or_the_bird_only(
    word: str, lands: str, marked: bool, unmarked: bool
) -> None:
    position = with_tiles(pair="WS", wild=1, wild_tile=word)
    give(position, 1, "7", lands)
    sand, reed = space_at(position, "S", "7v", 1), space_at(position, "R", "7v")
    assert (sand in buildable(position)) == marked
    assert (reed in buildable(position)) == unmarked
    if unmarked:
        build(position, reed)
        assert position.state.tiles[1, 2] == 0
        assert position.state.wild_cards == (1 if word == "card_and_bird" else 0)


@pytest.mark.rule("MG-122")
def test_under_card_and_bird_the_tile_may_save_a_card() -> None:
    position = with_tiles(pair="WS", wild=1)
    give(position, 1, "7", "S")
    position.apply(encode(BUILD, space_at(position, "S", "7v", 1)))
    assert [decode_lands(move) for move in position.moves()] == [([0, 1, 0, 0], False), ([0, 0, 0, 0], True)]


@pytest.mark.rule("MG-122")
@pytest.mark.parametrize(
    ("word", "double", "pair", "lands", "place", "legal"),
    [
        ("card_and_bird", "no", "WS", "W", "W", False),
        ("card_and_bird", "one_card", "WS", "W", "W", True),
        ("card_and_bird", "one_card", "MS", "W", "W", False),
        ("bird_only", "one_card", "WS", "W", "W", False),
        ("bird_only", "one_card", "MS", "MW", "MW", True),
        ("bird_only", "no", "MS", "MW", "MW", False),
    ],
)
def test_the_wild_tile_in_a_double_hut(
    word: str, double: str, pair: str, lands: str, place: str, legal: bool
) -> None:
    position = with_tiles(9, pair, wild=1, wild_tile=word, wild_in_double=double)
    give(position, 1, "5555", lands)
    space = space_at(position, place, "10v", 4)
    assert (space in fields(position, DOUBLE)) == legal
    if legal:
        build(position, space, double=True)
        assert position.state.tiles[1, 2] == 0
        assert position.state.printed[1] == 8
        assert position.state.wild_cards == (1 if word == "card_and_bird" else 0)


@pytest.mark.rule("MG-119")
def test_unused_tiles_score_nothing() -> None:
    position = clear(with_tiles(v=2, a=2, wild=2))
    assert position.scores()[1, 0] == 0


def test_moves_can_be_read_back() -> None:
    move = state.encode_lands([0, 1, 0, 1], wild=True)
    assert decode_lands(move) == ([0, 1, 0, 1], True)
    assert move & WILD_BIT
    payment = state.encode_payment([1, 0, 2, 0, 0, 0, 1, 0, 3])
    assert state.decode_payment(payment) == [1, 0, 2, 0, 0, 0, 1, 0, 3]
    assert state.decode(encode(BUILD, 17)) == (BUILD, 17)
    assert AMULETS_AT == 12
