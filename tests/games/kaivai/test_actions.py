"""Turns, prices, skipping, sacrifice, building (KV-72 to KV-107, KV-148 to KV-151)."""

import pytest

from simkit.games.kaivai import counters as n
from simkit.games.kaivai import state as s
from simkit.games.kaivai.board import place

from .table import Table, members

AT = (3, 0)
"""A water hex beside the printed cult hex (2, 0) of village 4."""


def lone(**switches: object) -> Table:
    """Each seat has a boat beside another printed cult hex; seat 0's is at (3, 0)."""
    table = Table(**switches)  # type: ignore[arg-type]
    for seat, cell in enumerate((AT, (-2, 3), (-5, 1), (-1, 4))):
        table.boat(cell, seat)
        table.shells(seat, 5, 5, 5)
        table.fish(seat, 4, 4, 4)
    return table


@pytest.mark.rule("KV-72", "KV-73", "KV-74", "KV-75", "KV-76", "KV-78", "KV-104", "KV-160")
def test_an_action_costs_0_1_2_4_and_its_space_shows_1_2_4_8_until_phase_4() -> None:
    """T-19."""
    table = lone().settle(hands=(6, 6, 6, 6))
    table.state.token_store, table.state.hand[0] = 1, 5
    shown, costs = [], []
    for _ in range(4):
        seat = int(table.state.seat)
        before = int(table.state.hand[seat])
        table.act(s.INCREASE)
        costs.append(before - int(table.state.hand[seat]))
        shown.append(int(table.state.space[s.INCREASE]))
    assert costs == [0, 1, 2, 4]
    assert shown == [1, 2, 4, 8]
    store = int(table.state.token_store)
    on_space = int(table.state.space.sum())
    while table.state.phase == s.ACTION and table.state.round_no == 3:
        table.skip()
    assert table.state.space.sum() == 0
    assert table.state.token_store == store + on_space


@pytest.mark.rule("KV-77", "KV-93")
def test_who_cannot_pay_in_full_cannot_choose_the_action() -> None:
    table = lone().settle(hands=(1, 3, 3, 3))
    table.state.space[s.INCREASE] = 2
    table.state.space[s.FISH] = 1
    table.balance()
    assert s.INCREASE not in table.actions()
    table.god((2, 0))
    assert s.FISH in table.actions()
    table.state.hand[0] = 2
    assert s.INCREASE in table.actions()


@pytest.mark.rule("KV-75")
def test_choosing_an_empty_space_while_the_store_is_empty() -> None:
    """Notional by default; own_token costs one; forbidden masks it."""
    for value, hand, notional in (("notional", 6, 1), ("own_token", 5, 0)):
        table = lone(empty_store_action=value).settle(hands=(6, 6, 6, 6))
        assert table.state.token_store == 0
        table.act(s.INCREASE)
        assert table.state.hand[0] == hand
        assert table.state.space[s.INCREASE] == 1
        assert table.state.notional[s.INCREASE] == notional
        on_space = int(table.state.space.sum() - table.state.notional.sum())
        while table.state.round_no == 3:
            table.skip()
        assert table.state.token_store == on_space  # a notional token vanishes in phase 4
        assert table.state.notional.sum() == 0
    table = lone(empty_store_action="forbidden").settle(hands=(6, 6, 6, 6))
    assert table.actions() == set()
    table = lone(influence_limit="none").settle(hands=(6, 6, 6, 6))
    table.act(s.INCREASE)
    assert table.state.token_store == -1
    assert table.state.hand[0] == 6


@pytest.mark.rule("KV-79", "KV-80")
def test_an_action_can_be_chosen_only_by_who_can_perform_it() -> None:
    """T-06: no shells, no Build; no fishing spot in reach, no Fish; no fish, no Deliver; nothing to celebrate."""
    table = lone().settle()
    assert table.actions() == {s.BUILD, s.INCREASE, s.SAIL}
    table.shells(0)
    assert s.BUILD not in table.actions()
    table.god((2, 0))
    assert s.FISH in table.actions()
    table = lone()
    table.meeting((2, 1), 1, fish=1)
    table.settle()
    assert table.actions() >= {s.DELIVER, s.CELEBRATE}
    table.fish(0)
    assert s.DELIVER not in table.actions()
    table.state.steps[0] = 8
    assert s.INCREASE not in table.actions()


@pytest.mark.rule("KV-91", "KV-92")
def test_a_skipper_may_act_later_and_the_phase_ends_when_all_have_skipped() -> None:
    """T-33, T-36."""
    table = Table(players=3)
    for seat, cell in enumerate((AT, (-2, 3), (-5, 1))):
        table.boat(cell, seat)
    table.settle()
    table.skip().skip()
    table.act(s.INCREASE)
    assert table.state.seat == 0
    table.act(s.INCREASE)
    table.skip().skip()
    assert (table.state.phase, table.state.seat) == (s.ACTION, 0)
    table.skip()
    assert table.state.phase == s.BID
    assert table.state.round_no == 4


@pytest.mark.rule("KV-91")
def test_a_skip_may_be_final() -> None:
    table = Table(players=3, skip="final")
    for seat, cell in enumerate((AT, (-2, 3), (-5, 1))):
        table.boat(cell, seat)
    table.settle()
    table.skip()
    table.act(s.INCREASE)
    table.skip()
    assert table.state.seat == 1
    table.skip()
    assert table.state.phase == s.BID


@pytest.mark.rule("KV-148", "KV-149", "KV-150")
def test_a_sacrifice_brings_two_influence_and_ends_the_phase_for_that_player() -> None:
    """T-20."""
    table = lone().settle()
    table.do(s.M_SACRIFICE)
    assert table.state.hand[0] == 5
    table.act(s.INCREASE)
    for _ in range(2):
        table.skip()
    assert table.state.seat == 1  # seat 0 is passed over
    table.skip()
    assert table.state.phase == s.BID


@pytest.mark.rule("KV-148", "KV-151")
def test_a_sacrifice_is_open_only_before_the_first_action_of_the_phase() -> None:
    table = lone().settle()
    table.skip().skip().skip()
    table.act(s.INCREASE)
    assert table.can(s.M_SACRIFICE)  # skips before it do not matter
    table.act(s.INCREASE)
    table.skip().skip().skip()
    assert not table.can(s.M_SACRIFICE)


def bid_and_place(table: Table) -> None:
    """Go through phases 1 and 2 with the first legal moves."""
    while table.state.phase in (s.BID, s.GOD):
        table.do(*table.moves()[0])


@pytest.mark.rule("KV-151")
def test_a_sacrifice_only_on_the_first_turn_or_at_the_end_of_the_phase() -> None:
    table = lone(sacrifice_when="first_turn_only").settle()
    assert table.can(s.M_SACRIFICE)
    table.skip().skip().skip()
    table.act(s.INCREASE)
    assert not table.can(s.M_SACRIFICE)
    while table.state.phase == s.ACTION:
        table.skip()
    bid_and_place(table)
    assert table.can(s.M_SACRIFICE)  # the first turn of another round
    table = lone(sacrifice_when="phase_end").settle()
    assert not table.can(s.M_SACRIFICE)
    table.act(s.INCREASE)
    for _ in range(4):
        table.skip()
    assert (table.state.phase, table.state.seat) == (s.LATE_SACRIFICE, 1)
    table.do(s.M_SACRIFICE).do(s.M_DECLINE).do(s.M_SACRIFICE)
    assert list(table.state.hand[:4]) == [3, 5, 3, 5]
    assert table.state.phase == s.BID


@pytest.mark.rule("KV-05", "KV-151")
def test_a_short_store_gives_what_is_left() -> None:
    table = lone().settle(hands=(3, 8, 8, 4))
    table.do(s.M_SACRIFICE)
    assert table.state.hand[0] == 4


# ---- boats ----


def two_boats(**switches: object) -> Table:
    """Seat 0 has boats at (3, 0) and (1, 1) beside (2, 0), and one far off at (-6, 2) that can reach nothing."""
    table = lone(**switches)
    table.boat((1, 1), 0)
    table.boat((0, 0), 0)
    return table


@pytest.mark.rule("KV-81", "KV-82", "KV-83", "KV-84", "KV-85", "KV-94")
def test_boats_build_one_after_another_and_only_those_that_build_move() -> None:
    """T-07: each boat at most once; it moves, then builds, before the next one moves; stopping is allowed."""
    table = two_boats().settle(bids=(10, 5, 4, 2))  # range 0: who is not beside a cult site cannot build
    table.shells(0, 5, 5, 5, 5, 5, 5)
    table.act(s.BUILD)
    assert not table.moves(s.M_STOP)
    assert {(a, b) for _, a, b, _ in table.moves(s.M_BUILDER)} == {
        (place(*AT), place(*AT)),
        (place(1, 1), place(1, 1)),
    }
    table.do(s.M_BUILDER, place(*AT), place(*AT))
    table.do(s.M_HUT, b=place(3, -1), c=s.MEETING)
    assert {a for _, a, _, _ in table.moves(s.M_BUILDER)} == {place(1, 1)}
    assert table.can(s.M_STOP)
    assert place(0, 0) in members(table.state.mine[0])
    table.do(s.M_STOP)
    assert table.state.seat == 1


@pytest.mark.rule("KV-81")
def test_under_all_boats_forced_nobody_stops_while_another_boat_can_perform() -> None:
    table = two_boats(all_boats="forced").settle(bids=(10, 5, 4, 2))
    table.shells(0, 5, 5, 5, 5, 5, 5)
    table.act(s.BUILD)
    table.do(s.M_BUILDER, place(*AT), place(*AT)).do(s.M_HUT, b=place(3, -1), c=s.MEETING)
    assert not table.moves(s.M_STOP)


@pytest.mark.rule("KV-86", "KV-90")
def test_range_is_the_zugweite_of_the_bid_plus_the_bonus() -> None:
    from simkit.games.kaivai.board import distance, hexes

    for steps, bonus in ((0, 0), (1, 1), (3, 2)):
        table = lone()
        table.settle(bids=(3, 4, 2, 1))
        table.state.steps[0] = steps
        table.act(s.SAIL)
        ends = {b for _, a, b, _ in table.moves(s.M_SAIL) if a == place(*AT)}
        far = max(distance(AT, cell) for cell in hexes() if place(*cell) in ends)
        assert far == 3 + bonus
        assert place(*AT) not in ends  # Move must end elsewhere


@pytest.mark.rule("KV-53", "KV-90")
def test_with_range_0_a_boat_acts_where_it_is_and_a_berthed_one_stays() -> None:
    """T-34."""
    table = lone()
    table.boatbuilder((2, 1), 0, berthed=True)
    table.god((2, 0))
    table.settle(bids=(10, 5, 4, 2))
    assert table.state.seat == 0
    assert s.SAIL not in table.actions()
    assert {s.BUILD, s.FISH} <= table.actions()
    table.act(s.FISH)
    assert {(a, b) for _, a, b, _ in table.moves(s.M_FISH)} == {(place(*AT), place(*AT))}


@pytest.mark.rule("KV-53", "KV-87", "KV-88", "KV-89")
def test_leaving_a_hut_costs_a_step_boats_may_be_passed_but_not_met() -> None:
    table = Table()
    table.boatbuilder((2, 1), 0, berthed=True)
    table.boat((3, 1), 1)
    table.boat((2, 2), 1)
    table.boat((1, 2), 1)
    table.boat((1, 1), 2)
    table.boat((3, 0), 3)
    table.settle(bids=(9, 5, 4, 2))  # range 1
    assert s.BUILD not in table.actions()  # every hex one step away is taken
    table.state.steps[0] = 1  # range 2: through the other boats
    table.act(s.SAIL)
    ends = {b for _, a, b, _ in table.moves(s.M_SAIL)}
    assert place(2, 3) in ends or place(3, 2) in ends
    assert not ends & {place(3, 1), place(2, 2), place(1, 2), place(1, 1), place(3, 0)}


# ---- building ----


@pytest.mark.rule("KV-95", "KV-98", "KV-99", "KV-100", "KV-101", "KV-102", "KV-103", "KV-104")
def test_a_hut_costs_bid_plus_village_size_and_the_second_one_1_more() -> None:
    """T-03: bid 2, village of 5 hexes: 7, then 8, from shells 5 5 5: 5 3, then nothing."""
    table = lone()
    for cell in ((2, -1), (3, -2), (1, 1), (2, 1)):
        table.meeting(cell, 1)
    table.boat((1, 0), 0)
    table.settle(seat=0, bids=(2, 7, 6, 5))
    assert table.state.extent[4] == 5
    store = int(table.state.counter_store)
    table.act(s.BUILD)
    table.do(s.M_BUILDER, place(*AT), place(*AT)).do(s.M_HUT, b=place(3, -1), c=s.MEETING)
    assert table.held(0) == [5, 3]
    assert table.state.counter_store == store + 1
    table.do(s.M_BUILDER, place(1, 0), place(1, 0))
    table.do(s.M_HUT, b=table.moves(s.M_HUT)[0][2], c=s.MEETING)
    assert table.held(0) == []
    assert table.state.counters[0, n.C_PAID] == 15


@pytest.mark.rule("KV-96")
def test_the_hut_joins_the_village_of_the_boats_cult_site() -> None:
    """A boat at (0, 1) beside village 3's cult hex (-1, 2) could, by the switch, build by village 4's hut (1, 1)."""

    def table(**switches: object) -> Table:
        out = Table(**switches)  # type: ignore[arg-type]
        out.cult((-1, 2))
        out.meeting((1, 1), 1)
        out.boat((0, 1), 0)
        out.shells(0, 5, 5, 5)
        out.settle(bids=(10, 5, 4, 2))
        out.state.bid[0] = 10
        out.act(s.BUILD).do(s.M_BUILDER, place(0, 1), place(0, 1))
        return out

    assert {b for _, _, b, _ in table().moves(s.M_HUT)} == {place(-1, 1)}
    assert {b for _, _, b, _ in table(build_same_village=False).moves(s.M_HUT)} >= {place(-1, 1), place(1, 0)}


@pytest.mark.rule("KV-50", "KV-51", "KV-105")
def test_a_new_boat_waits_on_its_hut_until_its_owners_next_turn() -> None:
    """T-26: it cannot act in the Build action that made it; on the next own turn it can."""
    table = two_boats().settle(bids=(6, 5, 4, 2))
    table.shells(0, 5, 5, 5, 5, 5)
    table.act(s.BUILD).do(s.M_BUILDER, place(*AT), place(*AT)).do(s.M_HUT, b=place(3, -1), c=s.BOATBUILDER)
    new = place(3, -1)
    assert new in members(table.state.berth[0])
    assert new not in {a for _, a, _, _ in table.moves(s.M_BUILDER)}
    table.do(s.M_STOP).skip().skip().skip()
    table.act(s.SAIL)
    assert new in {a for _, a, _, _ in table.moves(s.M_SAIL)}


@pytest.mark.rule("KV-50", "KV-54", "KV-106")
def test_no_boat_or_fisherman_in_supply_no_such_hut_and_no_hut_no_building() -> None:
    table = lone().settle()
    table.state.boats_left[0] = 0
    table.state.fishermen_left[0] = 0
    table.act(s.BUILD).do(s.M_BUILDER, place(*AT), place(*AT))
    assert {c for *_, c in table.moves(s.M_HUT)} == {s.MEETING}
    table = lone().settle()
    table.state.huts_left[0] = 0
    assert s.BUILD not in table.actions()


@pytest.mark.rule("KV-55", "KV-66", "KV-67")
def test_a_meeting_hut_built_beside_the_god_earns_influence_at_once() -> None:
    """T-27."""
    for god, hand in (((2, 0), 4), ((-2, 2), 3)):
        table = lone()
        table.god(god)
        table.settle(bids=(6, 5, 4, 2))
        table.act(s.BUILD).do(s.M_BUILDER, place(*AT), place(*AT)).do(s.M_HUT, b=place(3, -1), c=s.MEETING)
        assert table.state.hand[0] == hand


@pytest.mark.rule("KV-107")
def test_huts_are_never_removed() -> None:
    table = Table(deal=2)
    position, land = table.position, set()
    while not position.over:
        now = members(position.state.land)
        assert land <= now
        land = now
        position.apply(position.choose())


# ---- all boats move first ----


@pytest.mark.rule("KV-85")
def test_boats_may_all_move_before_they_perform() -> None:
    """Both move to places from which both can build; none may be left out; Move is not affected."""
    table = two_boats(boat_order="all_move_first")
    table.settle(bids=(6, 5, 4, 2))
    table.shells(0, 5, 5, 5, 5, 5, 5)
    table.act(s.BUILD)
    assert table.moves(s.M_GATHER)
    table.do(s.M_GATHER, place(*AT), place(*AT))
    table.do(s.M_GATHER, place(1, 1), place(1, 1))
    table.do(s.M_STOP)
    assert {b for _, _, b, _ in table.moves(s.M_PERFORM)} == {place(*AT), place(1, 1)}
    table.do(s.M_PERFORM, b=place(1, 1))
    table.do(s.M_HUT, b=table.moves(s.M_HUT)[0][2], c=s.MEETING)
    assert {b for _, _, b, _ in table.moves(s.M_PERFORM)} == {place(*AT)}
    table.do(s.M_PERFORM, b=place(*AT))
    table.do(s.M_HUT, b=table.moves(s.M_HUT)[0][2], c=s.MEETING)
    assert table.state.seat == 1
    table = two_boats(boat_order="all_move_first").settle()
    table.act(s.SAIL)
    assert table.moves(s.M_SAIL)


@pytest.mark.rule("KV-85")
def test_a_boat_joins_only_if_the_shells_and_fish_then_serve_all() -> None:
    """Shells for one hut: a second builder may not join; one fish, or room for one: a second carrier may not."""
    table = two_boats(boat_order="all_move_first").settle(bids=(6, 5, 4, 2))
    table.shells(0, 5, 5)
    table.act(s.BUILD).do(s.M_GATHER, place(*AT), place(*AT))
    assert not table.moves(s.M_GATHER)
    for fish, lying, joins in (((4,), 0, False), ((4, 4), 2, False), ((4, 4), 1, True)):
        table = two_boats(boat_order="all_move_first")
        table.meeting((2, 1), 1, fish=lying)
        table.fish(0, *fish)
        table.settle()
        table.act(s.DELIVER).do(s.M_GATHER, place(*AT), place(*AT))
        assert bool(table.moves(s.M_GATHER)) is joins
        table.do(s.M_STOP).do(s.M_PERFORM, b=place(*AT))
        assert [(kind, b) for kind, _, b, _ in table.moves()] == [(s.M_AMOUNT, place(2, 1))] * (1 + joins)


@pytest.mark.rule("KV-85")
def test_a_boat_that_needs_a_hut_of_another_one_performs_after_it() -> None:
    """Boats bar both hexes by which the boat at (3, 0) could build; only a hut on (2, 2) makes (3, 1) a shore."""
    table = Table(boat_order="all_move_first")
    for cell in ((1, 1), (1, 2)):
        table.cult(cell)
    for cell, seat in ((AT, 0), ((1, 3), 0), ((3, -1), 1), ((2, 1), 2), ((-5, 1), 3)):
        table.boat(cell, seat)
    table.shells(0, 5, 5, 5, 5, 5, 5)
    table.settle(bids=(10, 5, 4, 2))
    table.act(s.BUILD).do(s.M_GATHER, place(1, 3), place(1, 3)).do(s.M_GATHER, place(*AT), place(*AT))
    assert {b for _, _, b, _ in table.moves(s.M_PERFORM)} == {place(1, 3)}
    table.do(s.M_PERFORM, b=place(1, 3))
    assert {b for _, _, b, _ in table.moves(s.M_HUT)} == {place(2, 2)}
    table.do(s.M_HUT, b=place(2, 2), c=s.MEETING).do(s.M_PERFORM, b=place(*AT))
    assert {b for _, _, b, _ in table.moves(s.M_HUT)} == {place(3, 1)}
