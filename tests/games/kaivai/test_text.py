"""What `simkit watch` says of a move lets a reader check it."""

import pytest

from simkit.games.kaivai import state as s
from simkit.games.kaivai.board import place
from simkit.games.kaivai.text import describe_events

from .table import Table, s_pack

AT = place(3, 0)


def told(table: Table, kind: int, a: int = 0, b: int = 0, c: int = 0) -> list[str]:
    """Play a move; what is said about it."""
    before = table.state.copy()
    table.do(kind, a, b, c)
    return describe_events(before, table.state, table.board[0], table.rules[0], s_pack(kind, a, b, c))


@pytest.mark.rule("KV-112", "KV-116", "KV-119")
def test_a_catch_is_told_with_its_dice_its_huts_and_the_gods_fish() -> None:
    for fishing in ("dice", "variant"):
        for huts in (0, 1):
            table = Table(fishing=fishing)
            table.boat((3, 0), 0)
            table.god((2, 0))
            table.fish(0)
            if huts:
                table.fisherman((2, 1), 0)
            table.settle().act(s.FISH)
            words = told(table, s.M_FISH, AT, AT, 4)[0]
            caught = len(table.fishes(0))
            own = "1 for own fisherman's huts; "
            if fishing == "dice":
                own = f"dice, the largest first: {'blue' if caught == 2 else 'blank'}; "
            assert words == f"catches {caught} fish ({own if huts else ''}1 from the god)"


@pytest.mark.rule("KV-134")
def test_shells_are_told_where_a_hut_pays() -> None:
    for owner, words in ((0, "an own hut pays nothing"), (1, "shells of seat 1: 5 5 5 -> 5 5 5 5")):
        table = Table()
        table.boat((3, 0), 0)
        table.meeting((2, 1), owner)
        table.fish(0, 4)
        table.settle().act(s.DELIVER).do(s.M_CARRIER, AT, AT)
        assert told(table, s.M_AMOUNT, b=place(2, 1), c=1) == [words]


@pytest.mark.rule("KV-41", "KV-173", "KV-178")
def test_the_turn_order_and_the_neutral_bid_are_told() -> None:
    table = Table(players=2)
    assert told(table, s.M_BID, c=3) == []
    second = int(table.state.seat)
    words = told(table, s.M_BID, c=6)
    assert words == [f"turn order: seat {second + 1}, the neutral colour, seat {2 - second}"]
    table = Table(players=2)
    for seat, cell in enumerate(((3, 0), (-2, 3))):
        table.boat(cell, seat)
    table.settle(bids=(7, 3)).act(s.CHANGE_BID).do(s.M_NEUTRAL_BID, c=8).skip()
    assert "the neutral colour bids 8" in told(table, s.M_SKIP)
