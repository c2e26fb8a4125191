"""Components and set-up: MB-01 to MB-22."""

from collections import Counter

import numpy as np
import pytest

from simkit.games.mare_balticum import GAME, board
from simkit.games.mare_balticum.maps import COMPONENTS
from simkit.games.mare_balticum.state import ACTION, START_PHASE, start_move
from tests.games.mare_balticum.helpers import (
    COPENHAGEN,
    GDANSK,
    RIGA,
    STOCKHOLM,
    TIME,
    end_turn,
    of_type,
    set_market,
    set_warehouse,
    started,
    table,
)


@pytest.mark.rule("MB-01")
@pytest.mark.parametrize("players", [1, 2, 6])
def test_only_three_to_five_can_play(players: int) -> None:
    assert GAME.players == (3, 4, 5)
    with pytest.raises(ValueError, match="3, 4 or 5 players"):
        board.build("A", players)


@pytest.mark.rule("MB-02", "MB-03", "MB-13", "MB-14", "MB-15", "MB-X7")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("layout", ["A", "B"])
def test_the_sea_is_filled_first_and_the_time_tokens_join_the_rest(players: int, layout: str) -> None:
    """12 of each fish, 20 amber; one token a shallow area, two a deep one; 68 - S - 2D + 6 in the bag."""
    position = table(players, layout=layout)
    state, record = position.state, position.board[0]
    lying = Counter()
    for area in range(record.areas):
        tokens = [int(kind) for kind in state.tokens[area] if kind < 5]
        lying.update(tokens)
        deep, sea = int(record.deep) >> area & 1, int(record.sea) >> area & 1
        assert len(tokens) == sea + deep
    rest = Counter(state.bag[state.bag_at : state.bag_n].tolist())
    assert lying + rest == Counter({0: 12, 1: 12, 2: 12, 3: 12, 4: 20, TIME: 6})
    assert state.bag_n - state.bag_at == 68 - record.places + 6
    assert TIME not in lying
    assert 34 <= record.places <= 40
    assert players * record.vessels == {3: 15, 4: 16, 5: 15}[players]
    assert position.broken() == 0


@pytest.mark.rule("MB-13", "MB-15")
def test_adding_a_token_leaves_the_order_of_the_others_as_it_was() -> None:
    """Common random numbers: a bag with fewer amber shows the same sea where no amber was drawn."""
    full, fewer = table(deal=3), table(deal=3, components={"amber": 19})
    shown = [[int(t) for t in position.state.tokens[5:33].ravel() if t < 5] for position in (full, fewer)]
    fish = [Counter(t for t in tokens if t < 4) for tokens in shown]
    assert sum((fish[0] - fish[1]).values()) + sum((fish[1] - fish[0]).values()) <= 1


@pytest.mark.rule("MB-04", "MB-16", "MB-17")
@pytest.mark.parametrize("mode", ["reject_all", "sequential_redraw"])
def test_demand_tokens_fill_the_circles_without_a_double(mode: str) -> None:
    """Two of each kind; one circle at Copenhagen and Riga, two elsewhere; no port shows a kind twice."""
    for deal in range(60):
        state = table(deal=deal, demand_setup=mode).state
        shown = [[int(k) for k in state.circle[port] if k >= 0] for port in range(5)]
        assert [len(kinds) for kinds in shown] == [1, 2, 2, 1, 2]
        assert all(len(set(kinds)) == len(kinds) for kinds in shown)
        assert Counter(kind for kinds in shown for kind in kinds) == Counter({0: 2, 1: 2, 2: 2, 3: 2})


@pytest.mark.rule("MB-16")
def test_reject_all_throws_away_the_whole_deal() -> None:
    """64.8 % of the deals are legal (1632 of 2520): 2520 / 1632 - 1 = 0.544 redeals a game; within 5 sigma."""
    redeals = [int(table(deal=deal).state.tally[12]) for deal in range(400)]
    chance = 1632 / 2520
    assert abs(np.mean(redeals) - (1 / chance - 1)) < 5 * (1 - chance) ** 0.5 / chance / 400**0.5


@pytest.mark.rule("MB-16")
def test_sequential_redraw_deals_differently() -> None:
    """Its deals differ from reject_all's, and it hardly ever starts again."""
    one = [table(deal=d).state.circle.tolist() for d in range(10)]
    other = [table(deal=d, demand_setup="sequential_redraw").state.circle.tolist() for d in range(10)]
    assert one != other


@pytest.mark.rule("MB-05", "MB-06", "MB-09")
def test_each_player_has_the_numbers_3_2_1_0_and_a_safe() -> None:
    position = table()
    assert GAME.rules_record({})["market_values"][0].tolist() == [3, 2, 1, 0]
    assert position.state.played[:4].tolist() == [0, 0, 0, 0]
    assert position.state.market.shape == (5, 4)
    other = started(market_values=[5, 5, 0, 7])
    other.state.played[0] = 0b1111
    other.state.market[0] = [0, 1, 2, 3]
    set_warehouse(other, 0, 1, 1, 1, 1)
    assert other.scores()[0, 0] == 17


@pytest.mark.rule("MB-07", "MB-12", "MB-11")
def test_vessels_by_player_count() -> None:
    """5 with three players, 4 with four, 3 with five."""
    assert [int(board.build("A", n)[0].vessels) for n in (3, 4, 5)] == [5, 4, 3]
    assert table(3).state.reserve[:3].tolist() == [5, 5, 5]


@pytest.mark.rule("MB-08", "MB-10")
def test_a_hold_has_five_spaces_and_there_are_six_cards() -> None:
    record = board.build("A", 4)[0]
    assert record.hold == 5
    assert record.actions == 3
    assert record.cards.shape == (6, 5)


@pytest.mark.rule("MB-18")
def test_the_numbers_at_the_circles_do_not_matter_in_the_base_game() -> None:
    """Unloading a kind from a -1 circle loses nothing."""
    position = started(ports=(GDANSK,) * 5)
    for circle in range(2):
        kind = int(position.state.circle[GDANSK, circle])
        counts = [0, 0, 0, 0]
        counts[kind] = 2
        position.state.hold[0] = counts
        position.state.held[0] = 2
        position.apply(max(of_type(position, 5)))
        assert position.state.warehouse[0, kind] == 2


@pytest.mark.rule("MB-19", "MB-20", "MB-21", "MB-22")
def test_start_ports_are_chosen_in_seat_order_and_may_be_shared() -> None:
    """Seat 0 first, five ports each; sea and demands lie open, holds, warehouses and markets are empty."""
    position = table(3)
    for seat in range(3):
        assert position.state.phase == START_PHASE
        assert position.seat == seat
        assert position.moves() == [start_move(port) for port in range(5)]
        position.apply(start_move(STOCKHOLM))
    state = position.state
    assert state.phase == ACTION
    assert position.seat == 0
    assert state.fleet[:3].tolist() == [1 << STOCKHOLM] * 3
    assert state.reserve[:3].tolist() == [4, 4, 4]
    assert state.actions_left == 3
    assert state.stocked == position.board[0].sea
    assert not state.hold.any()
    assert not state.warehouse.any()
    assert (state.market[:3] == -1).all()


@pytest.mark.rule("MB-19")
def test_the_drawn_first_player_is_seat_0() -> None:
    """Seats are counted from the first player, so a random one changes nothing."""
    a, b = table(first_player="seat0"), table(first_player="random")
    assert a.state.tobytes() == b.state.tobytes()


@pytest.mark.rule("MB-17")
@pytest.mark.parametrize(("value", "lost"), [("0", 0), ("-1", 1)])
def test_the_number_at_single_circles_is_a_switch(value: str, lost: int) -> None:
    record = board.build("A", 4, {}, {"single_circle_value": value})[0]
    assert record.circle_loss[COPENHAGEN, 0] == lost
    assert record.circle_loss[RIGA, 0] == lost
    assert record.circle_loss[GDANSK].tolist() == [0, 1]


def test_every_table_of_the_components_says_where_it_comes_from() -> None:
    for name, values in COMPONENTS.items():
        assert values["provenance"] in {"rulebook", "published", "derived", "reconstruction"}, name
        assert values["why"].endswith("."), name


@pytest.mark.parametrize(
    ("components", "message"),
    [
        ({"ambre": 3}, "has no component 'ambre'"),
        ({"amber": -1}, "amber = -1: a whole number from 0 to 30"),
        ({"amber": 2.5}, "amber = 2.5"),
        ({"amber": True}, "amber = True"),
        ({"salmon": 0, "flatfish": 0, "herring": 0}, "the bag holds only 32"),
        ({"contracts": [[1, 1, 1, 1, 0]] * 6}, "needs the switch contracts"),
    ],
)
def test_impossible_components_are_refused_with_a_sentence(
    components: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        board.build("A", 4, components, {})


@pytest.mark.parametrize("layout", ["C", "random:0", "random:x", "random:1000001"])
def test_unknown_layouts_are_refused(layout: str) -> None:
    with pytest.raises(ValueError, match="allowed are 'A', 'B' and 'random:1'"):
        board.build(layout, 4)


@pytest.mark.rule("MB-111")
def test_contract_cards_may_come_from_the_data_file() -> None:
    """Default: one card a pair of kinds, each with 2 amber; with data_file the file's cards or the scenario's own."""
    pairs = board.build("A", 4)[0].cards.tolist()
    assert len({tuple(card) for card in pairs}) == 6
    assert all(card[4] == 2 and sorted(card[:4]) == [0, 0, 1, 1] for card in pairs)
    switch = {"contracts": "data_file"}
    assert board.build("A", 4, {}, switch)[0].cards.tolist() == COMPONENTS["contracts_data_file"]["cards"]
    own = [[4, 0, 0, 0, 0]] * 6
    assert board.build("A", 4, {"contracts": own}, switch)[0].cards.tolist() == own
    with pytest.raises(ValueError, match="each adding up to 4"):
        board.build("A", 4, {"contracts": [[1, 0, 0, 0, 0]] * 6}, switch)


def test_the_record_of_a_start_and_a_skipped_turn_is_counted() -> None:
    position = started(ports=(RIGA,) * 5)
    end_turn(position)
    assert position.state.counters[0, 0] == RIGA
    assert position.state.counters[0, 19] == 3
    set_market(position, 1, 3, 2, 1, 0)
    assert position.state.played[1] == 15
