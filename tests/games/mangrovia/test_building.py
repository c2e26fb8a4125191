"""Building: exact payment, landscapes, double huts, pole tiles (MG-69 to MG-93, examples 3 and 5 to 9)."""

from itertools import combinations_with_replacement, product

import pytest

from simkit.games.mangrovia import counters, state
from simkit.games.mangrovia.layouts import MAX_COST_AMULETS, MAX_COST_VALUABLES
from simkit.games.mangrovia.state import BUILD, DOUBLE, FOREGO, LANDS, NEUTRAL, decode_payment, encode
from simkit.position import Position
from tests.games.mangrovia.tables import (
    area,
    birds,
    build,
    buildable,
    fields,
    give,
    kinds,
    put_huts,
    sail_to,
    space_at,
    table,
)


def builder(
    landing: int = 8, pair: str = "WS", players: int = 4, deal: int = 0, **switches: object
) -> Position:
    """Seat 1 at a building landing, hand empty."""
    position = table(players, deal=deal, **switches)
    birds(position, pair)
    sail_to(position, 1, landing)
    give(position, 1)
    return position


@pytest.mark.rule("EX-03", "MG-70")
def test_example_3_only_marked_landscapes_can_be_built_on() -> None:
    position = builder(pair="WS")
    give(position, 1, "222223334445566677", "MSRW", "1234565432")
    record = position.board[0]
    marked = 1 << state.W | 1 << state.S
    single = {s for s in range(int(record.spaces)) if int(record.lands[s]).bit_count() == 1}
    assert buildable(position) & single == {s for s in single if int(record.lands[s]) & marked}


@pytest.mark.rule("EX-05", "MG-72", "MG-73", "MG-75", "MG-76", "MG-91")
@pytest.mark.parametrize("hand", ["7", "25", "34", "223"])
def test_example_5_a_sand_space_of_7_gives_1_point(hand: str) -> None:
    position = builder(pair="SW")
    give(position, 1, hand, "S")
    space = space_at(position, "S", "7v", 1)
    build(position, space, hand)
    now = position.state
    assert now.printed[1] == 1
    assert now.hand[1].sum() == 0
    assert now.discard[LANDS + state.S] == 1
    assert sum((k + 2) * int(now.discard[k]) for k in range(6)) == 7
    assert now.huts[1] == 1 << space
    assert now.supply[1] == 8


@pytest.mark.rule("EX-05", "MG-73", "MG-75")
@pytest.mark.parametrize(("hand", "lands"), [("7", "W"), ("7", ""), ("266", "S"), ("44", "S"), ("", "S")])
def test_example_5_without_the_card_or_the_exact_amount_it_is_illegal(hand: str, lands: str) -> None:
    position = builder(pair="SW")
    give(position, 1, hand, lands)
    assert space_at(position, "S", "7v", 1) not in buildable(position)


@pytest.mark.rule("EX-06", "MG-72", "MG-73", "MG-74")
@pytest.mark.parametrize("amulets", ["6", "42", "33", "222"])
def test_example_6_amulets_worth_6_without_an_exact_5(amulets: str) -> None:
    position = builder(pair="SW")
    give(position, 1, "5522", "W", amulets)
    assert space_at(position, "W", "5a") not in buildable(position)


@pytest.mark.rule("EX-06")
@pytest.mark.parametrize("amulets", ["51", "411", "321", "2211", "3111", "21111"])
def test_example_6_amulets_worth_6_with_a_1_can_pay_5(amulets: str) -> None:
    position = builder(pair="SW")
    give(position, 1, "", "W", amulets)
    assert space_at(position, "W", "5a") in buildable(position)


@pytest.mark.rule("MG-74")
def test_valuables_and_amulets_are_never_mixed() -> None:
    position = builder(pair="SW")
    give(position, 1, "3", "WS", "4")
    assert space_at(position, "S", "7v", 1) not in buildable(position)


SUM_14 = ["2222222", "222224", "22226", "22244", "2246", "23333", "2336", "2444", "266", "3335", "356", "446"]


@pytest.mark.rule("EX-07", "MG-81", "MG-82", "MG-48")
@pytest.mark.parametrize("hand", SUM_14)
def test_example_7_fourteen_valuables_pay_8_and_6_but_not_7_and_7(hand: str) -> None:
    position = builder(10, pair="RW")
    give(position, 1, hand, "RW")
    eight, six = space_at(position, "R", "8v", 3), space_at(position, "W", "6v", 0)
    position.apply(encode(BUILD, eight))
    for payment in position.moves():
        copy = position.copy()
        copy.apply(payment)
        if six in buildable(copy):
            build(copy, six)
            assert copy.state.printed[1] == 3
            assert copy.state.hand[1].sum() == 0
            break
    else:
        pytest.fail("8 and 6 could not both be paid")
    assert not pays_two_sevens(hand)


@pytest.mark.rule("EX-07")
def test_example_7_counter_cases() -> None:
    assert pays_two_sevens("77")
    assert not pays_two_sevens("455")
    position = builder(10, pair="RW")
    give(position, 1, "77", "RW")
    assert space_at(position, "R", "8v", 3) not in buildable(position)
    give(position, 1, "455", "RW")
    assert space_at(position, "R", "8v", 3) not in buildable(position)


def pays_two_sevens(hand: str) -> bool:
    """Whether a reed and a water space of 7 can both be built at landing 10."""
    position = builder(10, pair="RW")
    give(position, 1, hand, "RW")
    reed, water = space_at(position, "R", "7v"), space_at(position, "W", "7v")
    if reed not in buildable(position):
        return False
    position.apply(encode(BUILD, reed))
    for payment in position.moves():
        copy = position.copy()
        copy.apply(payment)
        if water in buildable(copy):
            return True
    return False


@pytest.mark.rule("MG-81", "MG-82")
def test_only_one_of_the_two_huts_may_be_built_and_the_second_needs_another_space() -> None:
    position = builder(10, pair="MW")
    give(position, 1, "77", "MM")
    space = space_at(position, "M", "7v")
    build(position, space)
    assert position.state.landing == 10
    assert space not in buildable(position)
    position.apply(encode(FOREGO))
    assert position.state.landing != 10


@pytest.mark.rule("EX-08", "MG-83", "MG-84", "MG-47")
@pytest.mark.parametrize("hand", ["7724", "2567", "55334", "776"])
def test_example_8_a_double_hut_on_10_costs_20_and_two_water_cards_and_gives_8(hand: str) -> None:
    position = builder(9, pair="WS")
    give(position, 1, hand, "WW")
    space = space_at(position, "W", "10v", 4)
    assert space in fields(position, DOUBLE)
    build(position, space, hand, double=True)
    now = position.state
    assert (now.printed[1], now.supply[1]) == (8, 7)
    assert now.hand[1].sum() == 0
    assert now.discard[LANDS + state.W] == 2
    assert now.doubles == 1 << space
    assert position.broken() in (1, 2, 12)  # the test's own hand, nothing else


@pytest.mark.rule("MG-83")
@pytest.mark.parametrize(
    ("hand", "halves"), [("7724", False), ("2567", False), ("55334", True), ("5555", True)]
)
def test_two_halves_asks_for_two_exact_payments(hand: str, halves: bool) -> None:
    position = builder(9, double_payment="two_halves")
    give(position, 1, hand, "WW")
    space = space_at(position, "W", "10v", 4)
    assert (space in fields(position, DOUBLE)) == halves
    if halves:
        build(position, space, double=True)
        assert position.state.printed[1] == 8


@pytest.mark.rule("MG-83", "MG-84")
@pytest.mark.parametrize(("supply", "lands", "legal"), [(2, "WW", True), (1, "WW", False), (2, "WS", False)])
def test_a_double_hut_needs_two_huts_and_two_cards(supply: int, lands: str, legal: bool) -> None:
    position = builder(9)
    give(position, 1, "7742", lands)
    position.state.supply[1] = supply
    assert (space_at(position, "W", "10v", 4) in fields(position, DOUBLE)) == legal


@pytest.mark.rule("MG-85", "MG-47")
def test_no_double_hut_in_stone_area_pole_area_or_on_amulet_spaces() -> None:
    position = builder(9, pair="WS")
    give(position, 1, "222222333333444445555", "WWSS", "")
    forbidden = set(area(position, "stone")) | set(area(position, "pole")) | set(area(position, "rings"))
    assert fields(position, DOUBLE)
    assert not forbidden & set(fields(position, DOUBLE))
    assert forbidden & buildable(position)
    for landing in (8, 10, 11):
        sail_to(position, 1, landing)
        assert not fields(position, DOUBLE)


@pytest.mark.rule("MG-69", "MG-86")
@pytest.mark.parametrize("owner", [1, 2, NEUTRAL])
def test_every_hut_blocks_its_space_also_for_a_second_hut_of_its_owner(owner: int) -> None:
    position = builder(9)
    give(position, 1, "7755", "WW")
    space = space_at(position, "W", "10v", 4)
    put_huts(position, owner, [space])
    assert space not in buildable(position)
    assert space not in fields(position, DOUBLE)


@pytest.mark.rule("EX-09", "MG-87", "MG-88")
@pytest.mark.parametrize(
    ("pair", "lands", "legal"),
    [("MS", "M", True), ("MS", "W", False), ("WS", "W", True), ("RS", "MW", False)],
)
def test_example_9_a_double_landscape_space_takes_a_marked_card(pair: str, lands: str, legal: bool) -> None:
    position = builder(pair=pair)
    give(position, 1, "55", lands)
    space = space_at(position, "MW", "10v", 4)
    assert (space in buildable(position)) == legal
    if legal:
        build(position, space)
        assert position.state.printed[1] == 4
        assert position.state.discard[LANDS : LANDS + 4].sum() == 1
        assert position.state.tally[counters.T_TWO_LANDS] == 1


@pytest.mark.rule("MG-89", "MG-90")
@pytest.mark.parametrize(
    ("pair", "lands", "options"),
    [("MW", "MMWW", 3), ("MW", "MW", 1), ("MW", "MMW", 2), ("MS", "MMWW", 1), ("MS", "MWW", 0)],
)
def test_cards_for_a_double_hut_on_two_landscapes(pair: str, lands: str, options: int) -> None:
    position = builder(9, pair=pair)
    give(position, 1, "5555", lands)
    space = space_at(position, "MW", "10v", 4)
    assert (space in fields(position, DOUBLE)) == (options > 0)
    if options > 1:
        position.apply(encode(DOUBLE, space))
        assert len(position.moves()) == options
        position.apply(position.moves()[-1])
        position.apply(position.moves()[0])
        assert position.state.printed[1] == 8


@pytest.mark.rule("MG-71")
def test_the_centres_of_both_areas_are_no_spaces() -> None:
    record = table().board[0]
    places = {(int(record.x[s]), int(record.y[s])) for s in range(int(record.spaces))}
    assert (6, 1) not in places
    assert (1, 6) not in places


@pytest.mark.rule("MG-77", "MG-80", "MG-20")
def test_pole_huts_take_the_topmost_tile_and_score_it_at_once() -> None:
    position = builder(10, pair="MS")
    give(position, 1, "66", "MS")
    pole = area(position, "pole")
    for tile in (2, 3):
        build(position, next(s for s in pole if s in buildable(position)))
        assert position.state.tile_owner[tile] == 2
    assert position.state.tile_points[1] == 5
    assert position.state.next_tile == 4
    assert len(pole) == 8 == int(position.board[0].highest_tile - position.board[0].lowest_tile + 1)


@pytest.mark.rule("MG-78", "MG-61")
def test_a_hut_on_an_amulet_space_moves_the_pillar() -> None:
    position = builder(pair="MS")
    give(position, 1, "6", "M")
    build(position, next(s for s in area(position, "rings") if s in buildable(position)))
    assert position.state.pillar[1] == 1


@pytest.mark.rule("MG-92")
def test_starting_cards_go_to_the_box_and_are_their_own_way_to_pay() -> None:
    position = builder(pair="SW")
    give(position, 1, "34", "S", starts="34")
    position.apply(encode(BUILD, space_at(position, "S", "7v", 1)))
    assert len(position.moves()) == 4
    position.apply(state.encode_payment([0, 0, 0, 0, 0, 0, 1, 1, 0]))
    assert position.state.discard[:8].sum() == 0
    assert list(position.state.hand[1][:8]) == [0, 1, 1, 0, 0, 0, 0, 0]
    assert position.state.counters[1, counters.C_START_GONE] == 1


@pytest.mark.rule("MG-93", "MG-67")
@pytest.mark.parametrize(
    ("word", "aside", "repository", "box"), [("aside", 1, 5, 0), ("repository", 0, 6, 0), ("box", 0, 5, 1)]
)
def test_spent_amulets_are_put_aside_and_ones_by_the_switch(
    word: str, aside: int, repository: int, box: int
) -> None:
    position = builder(pair="SW", spent_ones_go_to=word)
    give(position, 1, "", "W", "14")
    build(position, space_at(position, "W", "5a"))
    now = position.state
    assert now.discard[state.AMULETS_AT + 3] == 1
    assert (now.discard[state.AMULETS_AT], now.repository, now.box_ones) == (aside, repository, box)


def all_payments(hand: str, cost: int) -> set[tuple[int, ...]]:
    """Every exact payment by trying all of them: the oracle."""
    counts = [hand.count(str(k + 2)) for k in range(6)]
    choices = product(*(range(c + 1) for c in counts))
    return {c for c in choices if sum((k + 2) * n for k, n in enumerate(c)) == cost}


@pytest.mark.rule("MG-72", "MG-73")
@pytest.mark.parametrize(
    "hand", ["".join(map(str, h)) for h in combinations_with_replacement((2, 3, 4, 5, 7), 5)][::6]
)
def test_all_exact_payments_are_listed_once_and_ascending(hand: str) -> None:
    position = builder(pair="MS")
    give(position, 1, hand, "S")
    space = space_at(position, "S", "9v")
    wanted = all_payments(hand, 9)
    assert (space in buildable(position)) == bool(wanted)
    if wanted:
        position.apply(encode(BUILD, space))
        moves = position.moves()
        assert moves == sorted(set(moves))
        assert {tuple(decode_payment(move)[:6]) for move in moves} == wanted


@pytest.mark.parametrize(("cost", "count"), [("7v", 4), ("8v", 6), ("10v", 10)])
def test_the_largest_hand_has_as_many_payments_as_partitions(cost: str, count: int) -> None:
    position = builder(pair="RW")
    give(position, 1, "222222222333333334444444555555566666677777" + "7", "RW")
    land = {"7v": "R", "8v": "R", "10v": "W"}[cost]
    position.apply(encode(BUILD, space_at(position, land, cost)))
    assert len(position.moves()) == count


@pytest.mark.rule("MG-38", "MG-46")
def test_landing_8_collects_or_builds_but_not_both() -> None:
    position = builder()
    give(position, 1, "7", "W")
    assert kinds(position) == {state.COLLECT, BUILD, FOREGO}
    position.apply(encode(state.COLLECT))
    assert position.state.landing != 8


@pytest.mark.rule("ST-06", "ST-07")
def test_lost_builds_and_near_misses_are_counted() -> None:
    position = builder(pair="SW")
    give(position, 1, "66", "S", "6")
    position.apply(encode(FOREGO))
    mine = position.state.counters[1]
    assert mine[counters.C_NO_BUILD] == 0 or mine[counters.C_NEAR_V] == 1
    position = builder(11, pair="SW")
    give(position, 1, "", "S", "6")
    before = int(position.state.counters[1, counters.C_NO_BUILD])
    position.apply(encode(FOREGO))
    assert position.state.counters[1, counters.C_NO_BUILD] == before + 1
    assert position.state.counters[1, counters.C_NEAR_A] >= 1


@pytest.mark.rule("MG-83", "MG-72")
def test_two_halves_concerns_double_huts_only() -> None:
    position = builder(9, double_payment="two_halves")
    give(position, 1, "55", "W")
    space = space_at(position, "W", "10v", 4)
    assert space in buildable(position)
    build(position, space, "55")
    assert position.state.printed[1] == 4
    other = builder(8, double_payment="two_halves")
    give(other, 1, "73", "W")
    build(other, space, "73")
    assert other.state.printed[1] == 4


@pytest.mark.rule("MG-78", "MG-61")
def test_the_pillar_counts_beyond_five() -> None:
    position = builder(10, pair="MS")
    rings = area(position, "rings")
    put_huts(position, 1, [s for s in rings if int(position.board[0].lands[s]) not in (1, 2)])
    position.state.pillar[1] = 5
    give(position, 1, "67", "MS")
    build(position, next(s for s in rings if s in buildable(position)))
    build(position, next(s for s in rings if s in buildable(position)))
    assert position.state.pillar[1] == 7


def ways(cost: int, pieces: list[tuple[int, int]]) -> int:
    """Exact payments from so many pieces (value, copies) of each kind."""
    found = [1] + [0] * cost
    for value, copies in pieces:
        found = [
            sum(found[total - k * value] for k in range(copies + 1) if k * value <= total)
            for total in range(cost + 1)
        ]
    return found[cost]


@pytest.mark.rule("MG-72", "MG-83")
def test_the_move_list_has_room_for_every_payment_of_every_hand() -> None:
    """All printed valuables, any two starting cards the switch allows, the most tiles it allows, the dearest space."""
    low, high = next(s.allowed for s in state.SWITCHES if s.name == "start_pairs")
    tiles = next(s.allowed for s in state.SWITCHES if s.name == "godless_counts")[1]
    copies = table().board[0].copies
    common = [(k + 2, int(copies[k])) for k in range(6)]
    most = 0
    for a in range(low, high + 1):
        for b in range(a, high + 1):
            starts = [(a, 2)] if a == b else [(a, 1), (b, 1)]
            pieces = [*common, *starts, (state.TILE_VALUABLE, tiles)]
            most = max(most, ways(2 * MAX_COST_VALUABLES, pieces))
    assert state.MAX_MOVES - 32 < most <= state.MAX_MOVES
    amulets = [(k + 1, 10) for k in range(6)]
    assert ways(2 * MAX_COST_AMULETS, [*amulets, (state.TILE_AMULET, tiles)]) < state.MAX_MOVES
