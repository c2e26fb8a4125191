"""The two-player option with the neutral colour (KV-172 to KV-188)."""

import pytest

from simkit.games.kaivai import counters as n
from simkit.games.kaivai import state as s
from simkit.games.kaivai.board import place

from .table import Table, ring

AT = (3, 0)


def pair(**switches: object) -> Table:
    """Seat 0's boat at (3, 0), seat 1's at (-2, 3)."""
    table = Table(players=2, **switches)  # type: ignore[arg-type]
    table.boat(AT, 0)
    table.boat((-2, 3), 1)
    return table


@pytest.mark.rule("KV-172", "KV-173", "KV-179", "KV-180")
def test_neutral_bids_5_first_and_each_player_places_a_neutral_hut_in_different_villages() -> None:
    """T-30."""
    table = Table(players=2)
    assert {c for *_, c in table.moves(s.M_BID)} == set(range(1, 11)) - {5}
    table.do(s.M_BID, c=3).do(s.M_BID, c=7)
    assert list(table.state.order[:3]) == [1, s.NEUTRAL, 0]
    assert table.state.seat == 1  # the higher bidder first
    table.do(s.M_OPENING, b=place(3, 0), c=s.BOATBUILDER).do(s.M_OPENING, b=place(2, 1), c=s.MEETING)
    assert (table.state.phase, table.state.seat) == (s.OPENING_NEUTRAL, 1)
    table.do(s.M_NEUTRAL_HUT, b=place(1, 0))
    assert table.state.thing[place(1, 0)] == s.BOATBUILDER
    assert table.state.owner[place(1, 0)] == s.NEUTRAL
    assert table.state.boat[place(1, 0)] == 0
    table.do(s.M_OPENING, b=place(-2, 3), c=s.BOATBUILDER).do(s.M_OPENING, b=place(-1, 1), c=s.BOATBUILDER)
    assert table.state.phase == s.OPENING_NEUTRAL
    for _, _, b, _ in table.moves(s.M_NEUTRAL_HUT):
        assert 4 not in {int(table.state.village[x]) for x in ring(b)}
    table.do(*table.moves(s.M_NEUTRAL_HUT)[0])
    assert table.state.phase == s.GOD
    assert table.state.huts_left[s.NEUTRAL] == 12


@pytest.mark.rule("KV-174", "KV-183", "KV-184")
@pytest.mark.parametrize(
    ("bids", "raised"),
    [
        ((4, 3), (s.BUILD, s.FISH, s.DELIVER, s.SAIL, s.BUILD)),
        ((6, 3), (s.FISH, s.DELIVER, s.SAIL, s.BUILD)),
        ((7, 6), (s.DELIVER, s.SAIL, s.BUILD, s.FISH, s.DELIVER)),
    ],
)
def test_neutral_raises_build_fish_deliver_move_in_turn_from_its_place_on(
    bids: tuple[int, int], raised: tuple[int, ...]
) -> None:
    """T-29."""
    table = pair().settle(phase=s.GOD, seat=1 if bids[1] < bids[0] else 0, bids=bids)
    table.do(*table.moves(s.M_GOD)[0])
    seen = []
    before = [0] * 7
    while len(seen) < len(raised):
        now = [int(x) for x in table.state.space]
        for a in range(7):
            if a != s.INCREASE:
                seen += [a] * (now[a] - before[a])
        before = now
        table.state.space[s.INCREASE] = 0
        table.state.steps[:2] = 0
        table.balance()
        table.act(s.INCREASE)
    assert tuple(seen[: len(raised)]) == raised
    assert table.state.tally[n.T_NEUTRAL_TOKENS] >= len(raised)


@pytest.mark.rule("KV-184")
def test_the_neutral_sequence_begins_anew_in_every_round() -> None:
    """Neutral is first in turn order in two rounds: both times it begins with Build."""
    table = pair().settle(phase=s.GOD, seat=1, bids=(4, 3))
    for _ in range(2):
        while table.state.phase in (s.BID, s.GOD):
            low = [m for m in table.moves() if m[0] != s.M_BID or m[3] < 5]
            table.do(*low[0])
        assert [int(x) for x in table.state.space] == [1, 0, 0, 0, 0, 0, 0]
        while table.state.phase == s.ACTION:
            table.skip()


@pytest.mark.rule("KV-175", "KV-176", "KV-177", "KV-178")
def test_the_seventh_action_marks_the_next_neutral_bid() -> None:
    table = pair().settle(bids=(6, 3))
    store = int(table.state.token_store)
    table.act(s.CHANGE_BID)
    assert {c for *_, c in table.moves(s.M_NEUTRAL_BID)} == set(range(1, 11)) - {5}
    table.do(s.M_NEUTRAL_BID, c=9)
    neutral = int(table.state.tally[n.T_NEUTRAL_TOKENS])
    assert table.state.token_store == store - 2 - neutral
    assert table.state.neutral_bid == 5
    assert table.state.space[s.CHANGE_BID] == 1
    table.act(s.CHANGE_BID)
    assert {c for *_, c in table.moves(s.M_NEUTRAL_BID)} == set(range(1, 11)) - {9}
    before = int(table.state.token_store)
    table.do(s.M_NEUTRAL_BID, c=2)
    assert table.state.token_store >= before - 1  # no second token for the mark
    assert table.state.mark_token == 1
    while table.state.phase == s.ACTION:
        table.skip()
    assert table.state.phase == s.BID
    assert table.state.neutral_bid == 2
    assert table.state.neutral_mark == 0
    assert not table.can(s.M_BID, c=2)


@pytest.mark.rule("KV-181", "KV-182")
def test_below_a_lower_neutral_bid_the_god_must_go_to_a_neutral_hut() -> None:
    for bids, limited in (((7, 6), True), ((7, 3), False)):
        table = pair()
        table.land((2, 1), s.BOATBUILDER, s.NEUTRAL)
        table.settle(phase=s.GOD, seat=1, bids=bids)
        villages = {int(table.state.village[x]) for _, _, b, _ in table.moves(s.M_GOD) for x in ring(b)} - {
            -1
        }
        assert (villages == {4}) is limited
        assert table.state.seat == 1
    table = pair()
    table.land((2, 1), s.BOATBUILDER, s.NEUTRAL)
    table.god((2, 0))
    table.settle(phase=s.GOD, seat=1, bids=(7, 6))
    villages = {int(table.state.village[x]) for _, _, b, _ in table.moves(s.M_GOD) for x in ring(b)} - {-1}
    assert len(villages) == 7  # no such village is legal: the restriction lapses


@pytest.mark.rule("KV-185")
def test_neutral_huts_pay_for_fish() -> None:
    """T-30."""
    table = pair()
    table.land((2, 1), s.BOATBUILDER, s.NEUTRAL)
    table.shells(0)
    table.settle(bids=(10, 3))
    table.act(s.DELIVER).do(s.M_CARRIER, place(*AT), place(*AT)).do(s.M_AMOUNT, b=place(2, 1), c=1)
    assert table.held(0) == [5]


def feast(fish: tuple[int, int] = (3, 0), **switches: object) -> Table:
    table = pair(**switches)
    table.land((2, 1), s.BOATBUILDER, s.NEUTRAL, fish[0])
    table.land((2, -1), s.BOATBUILDER, s.NEUTRAL, fish[1])
    table.meeting((1, 1), 1, 2)
    table.settle(bids=(10, 3))
    table.act(s.CELEBRATE).do(s.M_CELEBRATE, c=4)
    return table


@pytest.mark.rule("KV-186", "KV-187")
def test_the_declarer_gets_the_glory_of_neutral_huts_and_places_a_new_one() -> None:
    """T-30: three neutral fish and two of seat 1: 3 + 1 for the declarer, 2 for seat 1."""
    table = feast()
    assert list(table.state.glory[:2]) == [3 + 1, 2]
    assert table.state.phase == s.NEUTRAL_GROWTH
    huts = int(table.state.huts_left[s.NEUTRAL])
    table.do(*table.moves(s.M_NEUTRAL_HUT)[0])
    assert table.state.huts_left[s.NEUTRAL] == huts - 1
    assert table.state.phase == s.ACTION


@pytest.mark.rule("KV-187")
@pytest.mark.parametrize(
    ("fish", "switches", "new"),
    [
        ((3, 2), {}, 1),
        ((3, 2), {"neutral_growth": "per_hut"}, 2),
        ((3, 0), {"neutral_growth": "per_hut"}, 1),
        ((0, 0), {}, 0),
        ((0, 0), {"neutral_involved": "present"}, 1),
        ((0, 0), {"neutral_involved": "present", "neutral_growth": "per_hut"}, 2),
    ],
)
def test_new_neutral_huts_by_celebration_or_by_hut(
    fish: tuple[int, int], switches: dict[str, str], new: int
) -> None:
    table = feast(fish, **switches)
    placed = 0
    while table.state.phase == s.NEUTRAL_GROWTH:
        table.do(*table.moves(s.M_NEUTRAL_HUT)[0])
        placed += 1
    assert placed == new


@pytest.mark.rule("KV-188")
def test_neutral_huts_are_a_rival_holding() -> None:
    for huts, points in ((1, 1), (2, 0), (3, 0)):
        table = pair()
        table.boat((1, 1), 0)
        for cell in ((2, -1), (3, -2), (3, -3))[:huts]:
            table.land(cell, s.BOATBUILDER, s.NEUTRAL)
        table.settle(round_no=8, hands=(0, 0), bids=(7, 3))
        while table.state.phase == s.ACTION:
            table.skip()
        table.do(s.M_VILLAGE, c=4)
        while table.state.phase == s.ISLAND_BID:
            table.do(s.M_ISLAND_BID)
        assert table.state.parts[0, s.P_ISLANDS] == points
