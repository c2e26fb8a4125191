"""Scoring and ties (MB-79 to MB-85), module 2, trade contracts (MB-102 to MB-111)."""

import pytest

from simkit.games.mare_balticum.state import CONTRACT, contract_move, sets_move
from simkit.position import Position
from tests.games.mare_balticum.helpers import (
    end_turn,
    of_type,
    set_hold,
    set_market,
    set_warehouse,
    started,
)

SALMON_HERRING = 1
"""The card of example 6: 1 salmon, 1 herring, 2 amber."""


def ending(**switches: object) -> Position:
    """The last turn of the last player; all production tokens are played as in example 4, nobody owns anything."""
    position = started(**switches)
    position.state.last_round = 1
    for seat in range(4):
        set_market(position, seat, 3, 1, 2, 0)
        position.state.played[seat] = 31
    for _ in range(3):
        end_turn(position)
    return position


@pytest.mark.rule("MB-80", "MB-81", "MB-82", "MB-X4")
def test_example_4_is_21_points_with_11_tokens() -> None:
    """Salmon 3, herring 2, flatfish 1, cod 0; 3 salmon, 4 herring, 1 flatfish, 3 amber: 9 + 8 + 1 + 3."""
    position = ending()
    set_warehouse(position, 0, 3, 1, 4, 0, 3)
    set_warehouse(position, 1, 3, 1, 4, 5, 3)
    end_turn(position)
    assert position.over
    assert position.scores()[0].tolist() == [21, 9, 1, 8, 0, 3, 0, 11]
    assert position.scores()[1, 0] == 21
    assert position.scores()[1, -1] == 16
    assert position.score_now().tolist()[:2] == [21, 21]


@pytest.mark.rule("MB-79")
def test_fish_in_the_hold_score_nothing() -> None:
    position = ending()
    set_hold(position, 2, 5)
    end_turn(position)
    assert position.scores()[2].tolist() == [0] * 8
    assert position.state.counters[2, 11] == 5


@pytest.mark.rule("MB-83", "MB-84", "MB-85", "MB-X13")
def test_ties_go_to_the_fuller_warehouse_or_stand() -> None:
    """21 with 11 tokens beats 21 with 10; 21 with 11 against 21 with 11 stands."""
    position = ending()
    set_warehouse(position, 0, 3, 1, 4, 0, 3)
    set_warehouse(position, 1, 5, 1, 0, 0, 5)
    set_warehouse(position, 2, 5, 0, 1, 0, 4)
    end_turn(position)
    rows = position.scores()
    assert rows[:3, 0].tolist() == [21, 21, 21]
    assert rows[:3, -1].tolist() == [11, 11, 10]


@pytest.mark.rule("MB-83")
def test_no_score_is_negative() -> None:
    for deal in range(5):
        position = started(deal=deal)
        position.play_out()
        assert (position.scores() >= 0).all()


@pytest.mark.rule("MB-81", "MB-82", "MB-84", "MB-107", "MB-110")
@pytest.mark.parametrize("allocation", ["optimal", "agent"])
def test_scores_are_what_the_final_position_adds_up_to(allocation: str) -> None:
    """Warehouse by market, amber at 1, 7 for a set: counted again from the tokens."""
    for deal in range(4):
        position = started(deal=deal, trade_contracts=True, contract_alloc=allocation)
        position.play_out()
        state, cards = position.state, position.board[0].cards
        for seat, row in enumerate(position.scores()):
            sets = int(state.counters[seat, 32])
            left = state.warehouse[seat] - (sets * cards[state.card[seat]] if sets else 0)
            assert (left >= 0).all()
            values = [[3, 2, 1, 0][number] for number in state.market[seat]] + [1]
            assert row[0] == sum(int(n) * v for n, v in zip(left, values, strict=True)) + 7 * sets
            assert row[-1] == left.sum()


def test_the_standing_counts_open_spaces_at_the_mean_of_the_numbers_left() -> None:
    """Salmon is 3; of 2, 1, 0 nothing is placed: a cod counts 1."""
    position = started()
    set_market(position, 0, 3, -1, -1, -1)
    set_warehouse(position, 0, 2, 0, 0, 1, 1)
    assert position.score_now()[0] == 2 * 3 + 1 + 1


def test_regret_is_what_the_best_order_of_numbers_would_have_paid_more() -> None:
    """4 flatfish at 1 and 1 salmon at 3: the other way round pays 12 + 1 instead of 4 + 3."""
    position = ending()
    set_warehouse(position, 0, 1, 4, 0, 0)
    end_turn(position)
    assert position.state.counters[0, 24] == (4 * 3 + 1 * 2) - (3 + 4)


# ---- module 2 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MB-102", "MB-103", "MB-105")
def test_making_a_contract_is_an_action_with_the_whole_deck_to_choose_from() -> None:
    position = started(trade_contracts=True)
    assert of_type(position, CONTRACT) == [contract_move(card) for card in range(6)]
    position.apply(contract_move(SALMON_HERRING))
    assert position.state.card[0] == SALMON_HERRING
    assert position.state.actions_left == 2
    end_turn(position)
    assert contract_move(SALMON_HERRING) not in position.moves()
    assert of_type(started(), CONTRACT) == []


@pytest.mark.rule("MB-104", "MB-X6b")
def test_an_exchange_gives_the_old_card_back() -> None:
    """One action; still six cards in all; the own card is not among the choices."""
    position = started(trade_contracts=True)
    position.apply(contract_move(0))
    assert contract_move(0) not in position.moves()
    position.apply(contract_move(3))
    assert position.state.card[0] == 3
    assert contract_move(0) in position.moves()
    assert len(of_type(position, CONTRACT)) == 5
    assert position.state.counters[0, 29] == 2


@pytest.mark.rule("MB-105", "MB-X6b")
def test_five_holders_leave_one_card() -> None:
    position = started(5, trade_contracts=True)
    for seat in range(5):
        position.apply(contract_move(seat))
        if seat < 4:
            end_turn(position)
    assert of_type(position, CONTRACT) == [contract_move(5)]


def with_card(*warehouse: int, market: tuple[int, ...] = (1, 3, 2, 0), **switches: object) -> Position:
    """Seat 0 holds the card of example 6 and this warehouse when the last turn ends."""
    position = ending(trade_contracts=True, **switches)
    position.state.card[0] = SALMON_HERRING
    set_market(position, 0, *market)
    position.state.played[0] = 31
    set_warehouse(position, 0, *warehouse)
    end_turn(position)
    return position


@pytest.mark.rule("MB-106", "MB-107", "MB-X6")
def test_example_6_eight_tokens_make_two_sets_of_seven_points() -> None:
    """The rest is sold on the market: here 1 flatfish at 3 and 1 amber."""
    position = with_card(2, 1, 2, 0, 5)
    assert position.scores()[0].tolist() == [14 + 3 + 1, 0, 3, 0, 0, 1, 14, 2]
    assert position.state.counters[0, 32] == 2


@pytest.mark.rule("MB-107", "MB-108", "MB-X6")
def test_three_amber_allow_one_set_and_a_stray_token_is_sold() -> None:
    """1 set: 7; left are 1 salmon (1), 1 herring (2), 1 amber."""
    position = with_card(2, 0, 2, 0, 3)
    assert position.scores()[0, 0] == 7 + 1 + 2 + 1
    assert position.state.counters[0, 32] == 1


@pytest.mark.rule("MB-108", "MB-109", "MB-111", "MB-X6")
def test_with_salmon_3_and_herring_2_the_market_pays_as_much_and_no_set_is_formed() -> None:
    """3 + 2 + 2 = 7: equal pay, so the tokens stay in the warehouse and count in ties."""
    position = with_card(2, 0, 2, 0, 4, market=(3, 1, 2, 0))
    assert position.scores()[0].tolist() == [14, 6, 0, 4, 0, 4, 0, 8]


@pytest.mark.rule("MB-110")
@pytest.mark.parametrize(("counts", "tokens"), [(False, 2), (True, 10)])
def test_tokens_on_a_card_count_in_ties_only_under_the_switch(counts: bool, tokens: int) -> None:
    assert with_card(2, 1, 2, 0, 5, tiebreak_counts_contract=counts).scores()[0, -1] == tokens


@pytest.mark.rule("MB-109")
def test_the_agent_may_choose_the_number_of_sets() -> None:
    """Asked at the end, in playing order, only those who can form a set."""
    position = with_card(2, 1, 2, 0, 5, contract_alloc="agent")
    assert not position.over
    assert position.seat == 0
    assert position.moves() == [sets_move(number) for number in range(3)]
    position.apply(sets_move(1))
    assert position.over
    assert position.scores()[0, 0] == 7 + 1 + 3 + 2 + 3
    without = with_card(0, 9, 0, 0, 9, contract_alloc="agent")
    assert without.over
