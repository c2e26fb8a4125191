"""The stone area tiles (MG-115 to MG-123, PD-15)."""

import pytest

from simkit.games.mangrovia import state
from simkit.games.mangrovia.state import AMULETS_AT, BUILD, DOUBLE, WILD_BIT, decode_lands, encode
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
    sail_to,
    space_at,
    table,
)


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
def test_under_bird_only_the_tile_is_given_up_only_where_a_bird_is_missing() -> None:
    position = with_tiles(pair="WS", wild=1, wild_tile="bird_only")
    give(position, 1, "7", "S")
    space = space_at(position, "S", "7v", 1)
    position.apply(encode(BUILD, space))
    assert decode_lands(int(position.state.b_cards)) == ([0, 1, 0, 0], False)
    double = with_tiles(pair="MS", wild=1, wild_tile="bird_only")
    give(double, 1, "55", "MW")
    double.apply(encode(BUILD, space_at(double, "MW", "10v", 4)))
    assert [decode_lands(m) for m in double.moves()] == [([1, 0, 0, 0], False), ([0, 0, 0, 1], True)]


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
