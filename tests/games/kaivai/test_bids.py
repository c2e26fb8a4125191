"""Bidding, starting huts and the god (KV-30 to KV-67)."""

from itertools import pairwise

import pytest

from simkit.games.kaivai import counters as n
from simkit.games.kaivai import state as s
from simkit.games.kaivai.board import place

from .table import Table, members, ring

CULT4 = (2, 0)
"""The printed cult hex of village 4 (village 5 in words)."""


def bid_all(table: Table, *numbers: int) -> Table:
    for number in numbers:
        table.do(s.M_BID, c=number)
    return table


@pytest.mark.rule("KV-33", "KV-34", "KV-35", "KV-39", "KV-41", "KV-44")
def test_bids_are_made_in_turn_each_number_once_and_set_the_turn_order() -> None:
    """T-24: bids 9, 4, 7, 2: turn order 9, 7, 4, 2; a second 7 is refused; the 2 moves the god."""
    table = Table()
    assert table.state.seat == 0
    assert [c for *_, c in table.moves(s.M_BID)] == list(range(1, 11))
    bid_all(table, 9, 4, 7)
    assert table.state.seat == 3
    assert not table.can(s.M_BID, c=7)
    hands = list(table.state.hand)
    bid_all(table, 2)
    assert list(table.state.hand) == hands
    assert list(table.state.order[:4]) == [0, 2, 1, 3]
    assert table.state.phase == s.OPENING
    place_openings(table)
    assert (table.state.phase, table.state.seat) == (s.GOD, 3)


def place_openings(table: Table) -> list[int]:
    """Everyone places boatbuilder's huts at the first legal hexes; returns who was asked."""
    asked = []
    while table.state.phase == s.OPENING:
        asked.append(int(table.state.seat))
        move = next(m for m in table.moves() if m[3] == s.BOATBUILDER)
        table.do(*move)
    return asked


@pytest.mark.rule("KV-36", "KV-37", "KV-38")
@pytest.mark.parametrize(
    ("first", "how"),
    [(2, "glory"), (1, "shells"), (3, "fish"), (0, "boats"), (2, "huts")],
)
def test_the_player_with_least_bids_first(first: int, how: str) -> None:
    """Least glory, then lower shells, fewer fish, boats, huts: phase 4 has come before."""
    table = Table()
    huts = {0: ((1, 0), (1, 1)), 1: ((3, -1), (3, -2)), 2: ((3, 0), (4, 0)), 3: ((2, 1), (2, 2))}
    for seat in range(4):
        for cell in huts[seat][: 1 if how == "huts" and seat == first else 2]:
            table.meeting(cell, seat)
        table.boat((-3 + seat, 0), seat)
        if how == "boats" and seat != first:
            table.boat((-3 + seat, -1), seat)
        table.shells(seat, 5)
        table.fish(seat, 4)
    if how == "shells":
        table.shells(first, 4)
    if how == "fish":
        table.fish(first)
    glory = tuple(3 if how == "glory" and seat != first else 0 for seat in range(4))
    table.settle(glory=glory)
    for _ in range(4):
        table.skip()
    assert table.state.phase == s.BID
    assert table.state.seat == first


@pytest.mark.rule("KV-40")
def test_a_complete_tie_is_drawn_by_lot_or_keeps_the_order_of_the_round_before() -> None:
    def firsts(**switches: object) -> set[int]:
        found = set()
        for deal in range(25):
            table = Table(deal=deal, **switches)
            for seat in range(4):
                table.boat((seat - 4, 1), seat)
            table.settle(round_no=2)
            table.state.bid_order[:4] = [3, 1, 0, 2]
            for _ in range(4):
                table.skip()
            found.add(int(table.state.seat))
        return found

    assert firsts() == {0, 1, 2, 3}
    assert firsts(bid_tie_last="previous_order") == {3}


@pytest.mark.rule("KV-30", "KV-31", "KV-32", "KV-161", "KV-164")
def test_a_game_has_eight_rounds_and_one_cult_piece_leaves_the_store_in_each() -> None:
    """T-22: store 8 - r after phase 2 of round r; 18 cult sites at the end."""
    table = Table(deal=4)
    stores, openings = {}, 0
    position = table.position
    while not position.over:
        openings += position.state.phase == s.OPENING and position.state.round_no > 1
        position.apply(position.choose())
        if position.state.phase == s.ACTION:
            stores.setdefault(int(position.state.round_no), int(position.state.cult_store))
    assert stores == {r: 8 - r for r in range(1, 9)}
    assert openings == 0
    assert position.state.cults.sum() == 18
    assert bin(position.state.scored).count("1") == 8


@pytest.mark.rule("KV-29", "KV-46", "KV-47", "KV-48", "KV-52")
def test_two_starting_huts_each_beside_cult_hexes_one_of_them_a_boatbuilders() -> None:
    """T-25."""
    table = bid_all(Table(), 5, 4, 3, 2)
    shells = table.held(0)
    sites = {b for _, _, b, _ in table.moves(s.M_OPENING)}
    cults = {p for p in range(182) if table.state.thing[p] == s.CULT}
    assert sites == {p for cult in cults for p in ring(cult)} - cults
    assert 44 <= len(sites) <= 46
    at = place(2, 1)
    table.do(s.M_OPENING, b=at, c=s.MEETING)
    assert table.held(0) == shells
    assert table.state.hand[0] == 3  # KV-56: the god is still off the board
    assert {c for *_, c in table.moves(s.M_OPENING)} == {s.BOATBUILDER}
    assert not any(b in ring(at) - ring(place(2, 0)) for _, _, b, _ in table.moves(s.M_OPENING))
    table.do(s.M_OPENING, b=place(1, 0), c=s.BOATBUILDER)
    assert members(table.state.berth[0]) == {place(1, 0)}
    assert table.state.seat == 1
    table.do(s.M_OPENING, b=place(3, 0), c=s.BOATBUILDER)
    assert {c for *_, c in table.moves(s.M_OPENING)} == {s.BOATBUILDER, s.FISHERMAN, s.MEETING}
    table.do(s.M_OPENING, b=place(3, -1), c=s.FISHERMAN)
    assert table.state.fishermen_left[1] == 4
    assert table.state.fishers_in[4, 1] == 1


@pytest.mark.rule("KV-56")
def test_starting_meeting_huts_yield_nothing() -> None:
    table = bid_all(Table(), 5, 4, 3, 2)
    table.do(s.M_OPENING, b=place(2, 1), c=s.MEETING)
    assert list(table.state.hand[:4]) == [3, 3, 3, 3]


@pytest.mark.rule("KV-46")
def test_starting_huts_go_both_at_once_or_one_each_twice() -> None:
    assert place_openings(bid_all(Table(), 2, 9, 4, 3)) == [1, 1, 2, 2, 3, 3, 0, 0]
    assert place_openings(bid_all(Table(opening="one_each_twice"), 2, 9, 4, 3)) == [1, 2, 3, 0] * 2


@pytest.mark.rule("KV-49", "KV-70")
def test_a_starting_hut_may_not_strand_a_berthed_boat() -> None:
    """The hut on (2, -1) with its boat, and one free neighbour left: nobody may build there."""
    table = Table()
    table.boatbuilder((2, -1), 0, berthed=True)
    for cell in ((1, 0), (3, -1), (3, -2), (1, -1)):
        table.meeting(cell, 1)
    table.settle(phase=s.GOD)
    last = place(2, -2)
    assert ring(place(2, -1)) - members(table.state.land) == {last}
    assert not table.can(s.M_GOD, b=last)


@pytest.mark.rule("KV-49", "KV-70")
def test_a_starting_boatbuilders_hut_must_touch_the_sea() -> None:
    """A ring of land leaves the water hex (3, -1), beside the cult hex (2, 0), no way out; other huts may lie there."""
    for protect in (True, False):
        table = Table(protect_berthed=protect)
        for cell in ((2, -1), (3, -2), (4, -2), (4, -1), (3, 0)):
            table.meeting(cell, 1)
        table.settle(phase=s.OPENING)
        assert place(3, -1) not in members(table.state.sea)
        kinds = {c for _, _, b, c in table.moves(s.M_OPENING) if b == place(3, -1)}
        assert kinds == {s.FISHERMAN, s.MEETING} | (set() if protect else {s.BOATBUILDER})


@pytest.mark.rule("KV-58", "KV-60", "KV-61", "KV-63")
def test_in_round_1_the_god_may_go_to_any_village_and_enlarges_it_by_a_cult_site() -> None:
    table = bid_all(Table(), 5, 4, 3, 2)
    place_openings(table)
    villages = set()
    for _, _, b, _ in table.moves(s.M_GOD):
        villages |= {int(table.state.village[n]) for n in ring(b)} - {-1}
    assert villages == set(range(8))
    at = table.moves(s.M_GOD)[0][2]
    table.do(s.M_GOD, b=at)
    v = int(table.state.village[at])
    assert table.state.god == at
    assert table.state.thing[at] == s.CULT
    assert (table.state.extent[v], table.state.cults[v]) >= (2, 2)
    assert table.state.phase == s.ACTION


@pytest.mark.rule("KV-44", "KV-57", "KV-59", "KV-65")
def test_the_god_moves_to_another_village_and_meeting_huts_there_earn_influence() -> None:
    """T-27: A has two meeting huts, B one: +2 and +1."""
    table = Table()
    table.meeting((1, 0), 0)
    table.meeting((3, -1), 0)
    table.meeting((2, 1), 1)
    table.meeting((-2, 3), 2)
    table.god((-2, 2))
    for seat in range(4):
        table.boat((seat, -6), seat)
    table.settle(seat=3, phase=s.GOD)
    for _, _, b, _ in table.moves(s.M_GOD):
        assert 3 not in {int(table.state.village[n]) for n in ring(b)}
    table.do(s.M_GOD, b=place(3, 0))
    assert list(table.state.hand[:4]) == [5, 4, 3, 3]


@pytest.mark.rule("KV-64")
def test_where_no_other_village_can_grow_the_god_stays_and_a_piece_leaves_the_store() -> None:
    """Every rim hex of the other villages is declared closed."""
    table = Table()
    table.god((-2, 2))
    table.boat((6, -6), 0)
    table.settle(seat=3, phase=s.GOD)
    for v in range(8):
        if v != 3:
            for w in range(3):
                table.state.twice[w] |= table.state.rim[v, w]
    store = int(table.state.cult_store)
    assert table.moves() == [(s.M_GOD, 0, s.NOWHERE, 0)]
    table.do(s.M_GOD, b=s.NOWHERE)
    assert table.state.cult_store == store - 1
    assert table.state.god == place(-2, 2)
    assert table.state.phase == s.ACTION
    assert table.state.tally[n.T_GOD_STUCK] == 1


@pytest.mark.rule("KV-05")
def test_influence_comes_from_the_store_while_it_lasts_in_turn_order() -> None:
    for limit, expected in (("finite", [2, 1]), ("none", [2, 2])):
        table = Table(influence_limit=limit)
        for cell, seat in (((1, 0), 0), ((3, -1), 0), ((2, 1), 1), ((3, 0), 1)):
            table.meeting(cell, seat)
        table.boat((-6, 0), 0)
        table.settle(seat=3, phase=s.GOD, hands=(0, 0, 10, 11))
        assert table.state.token_store == 3
        table.do(s.M_GOD, b=place(1, 1))
        assert list(table.state.hand[:2]) == expected
        assert table.state.tally[n.T_TOKEN_SHORT] == (1 if limit == "finite" else 0)


@pytest.mark.rule("KV-35", "KV-41")
def test_bids_descend_in_every_round_of_a_game() -> None:
    table = Table(deal=9)
    position = table.position
    while not position.over:
        position.apply(position.choose())
        if position.state.phase == s.ACTION:
            bids = [int(position.state.bid[seat]) for seat in position.state.order[:4]]
            assert all(a > b for a, b in pairwise(bids))
