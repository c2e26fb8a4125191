"""Fishing, delivering, celebrating, increasing, moving and sinking (KV-108 to KV-147)."""

import pytest

from simkit.games.kaivai import counters as n
from simkit.games.kaivai import state as s
from simkit.games.kaivai.board import place

from .table import Table, members

AT = (3, 0)
"""A water hex beside the printed cult hex (2, 0) of village 4."""


def fishers(number: int, boats: int = 1, god: bool = False, **switches: object) -> Table:
    """Seat 0 has so many fisherman's huts in village 4 and boats beside its cult hex."""
    table = Table(**switches)  # type: ignore[arg-type]
    for cell in ((2, -1), (3, -2), (2, -2), (1, -1), (3, -3))[:number]:
        table.fisherman(cell, 0)
    for cell in (AT, (2, 1), (1, 1))[:boats]:
        table.boat(cell, 0)
    table.boat((-6, 3), 1)
    if god:
        table.god((2, 0))
    table.fish(0)
    return table.settle(bids=(10, 5, 4, 2))


@pytest.mark.rule("KV-108", "KV-109", "KV-110", "KV-112", "KV-113", "KV-114", "KV-115")
@pytest.mark.parametrize(("number", "dice"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 4)])
def test_one_die_a_fishermans_hut_largest_first_four_at_most(number: int, dice: int) -> None:
    """T-08: the catch is the number of blue sides among the dice used, on space 4."""
    seen = set()
    for deal in range(6):
        table = fishers(number, deal=deal)
        assert table.state.fishers_in[4, 0] == number
        table.act(s.FISH).do(s.M_FISH, place(*AT), place(*AT), 4)
        caught = int(table.state.dice[:dice].sum())
        assert table.fishes(0) == [4] * caught
        assert table.state.counters[0, n.C_LUCK] == 6 * caught - sum((5, 4, 3, 2)[:dice])
        seen.add(caught)
    assert len(seen) > 1


@pytest.mark.rule("KV-112")
def test_dice_fall_blue_as_often_as_their_sides_say() -> None:
    """Frequencies of 600 rolls within four standard errors of 5/6, 4/6, 3/6, 2/6."""
    table = fishers(4)
    blue = [0, 0, 0, 0]
    rolls = 600
    for _ in range(rolls):
        table.state.phase = s.ACTION
        table.state.seat, table.state.turn = 0, 0
        table.state.space[:] = 0
        table.state.used[:] = 0
        table.fish(0)
        table.balance()
        table.act(s.FISH).do(s.M_FISH, place(*AT), place(*AT), 4)
        for k in range(4):
            blue[k] += int(table.state.dice[k])
    for k, sides in enumerate((5, 4, 3, 2)):
        p = sides / 6
        assert abs(blue[k] / rolls - p) < 4 * (p * (1 - p) / rolls) ** 0.5


@pytest.mark.rule("KV-110", "KV-111")
def test_a_boat_between_two_villages_fishes_in_one_of_them() -> None:
    """T-09: 2 own huts in village 3, 1 in village 4: one roll of 2 dice or of 1."""
    table = Table()
    table.cult((-1, 2))
    table.cult((1, 0))
    table.fisherman((-3, 3), 0)
    table.fisherman((-3, 2), 0)
    table.fisherman((2, -1), 0)
    table.fisherman((3, -1), 1)  # others' huts give nothing
    table.boat((0, 1), 0)
    table.settle(bids=(10, 5, 4, 2))
    table.act(s.FISH)
    here = place(0, 1)
    assert table.moves(s.M_FISH) == [(s.M_FISH, here, here, 3), (s.M_FISH, here, here, 4)]
    table.fish(0)
    table.do(s.M_FISH, here, here, 4)
    assert table.fishes(0) == [4] * int(table.state.dice[0])
    assert table.state.seat == 1  # it may not fish again


@pytest.mark.rule("KV-116", "KV-117")
def test_the_god_gives_one_sure_fish_and_the_dice_of_own_huts_as_well() -> None:
    """T-10."""
    table = fishers(0, god=True)
    table.act(s.FISH).do(s.M_FISH, place(*AT), place(*AT), 4)
    assert table.fishes(0) == [4]
    table = fishers(2, god=True)
    table.act(s.FISH).do(s.M_FISH, place(*AT), place(*AT), 4)
    assert table.fishes(0) == [4] * (1 + int(table.state.dice[:2].sum()))


@pytest.mark.rule("KV-116")
def test_the_gods_fish_may_also_be_due_when_fishing_elsewhere() -> None:
    for elsewhere, god, sure in ((False, (1, 0), 0), (True, (1, 0), 1), (True, (-5, 0), 0)):
        table = Table(god_fish_elsewhere=elsewhere)
        table.cult((-1, 2))
        table.cult((1, 0))
        table.fisherman((-3, 3), 0)
        table.boat((0, 1), 0)
        table.god(god)  # (-5, 0) is far from the boat
        table.fish(0)
        table.settle(bids=(10, 5, 4, 2))
        table.act(s.FISH).do(s.M_FISH, place(0, 1), place(0, 1), 3)
        assert len(table.fishes(0)) == sure + int(table.state.dice[0])


@pytest.mark.rule("KV-28", "KV-118", "KV-119", "KV-120", "KV-121")
def test_without_dice_boats_times_huts_is_the_catch() -> None:
    """T-11: 2 boats, 3 huts: 6 fish."""
    table = fishers(3, boats=2, fishing="variant")
    table.act(s.FISH).do(s.M_FISH, place(*AT), place(*AT), 4)
    table.do(s.M_FISH, place(2, 1), place(2, 1), 4)
    assert table.fishes(0) == [4] * 6


@pytest.mark.rule("KV-122", "KV-123", "KV-124")
def test_without_dice_five_huts_and_the_god_catch_six() -> None:
    """T-11."""
    table = fishers(5, god=True, fishing="variant")
    table.act(s.FISH).do(s.M_FISH, place(*AT), place(*AT), 4)
    assert table.fishes(0) == [4] * 6
    assert sum(table.state.dice) == 0


@pytest.mark.rule("KV-04")
def test_a_catch_is_capped_by_the_store_of_counters() -> None:
    for limit, caught in (("finite", 2), ("none", 3)):
        table = fishers(3, fishing="variant", counter_limit=limit)
        table.state.counter_store = 2
        table.act(s.FISH).do(s.M_FISH, place(*AT), place(*AT), 4)
        assert len(table.fishes(0)) == caught
        assert table.state.tally[n.T_COUNTER_SHORT] == 3 - caught


def test_the_first_editions_god_adds_a_die_and_fish_lands_on_5() -> None:
    table = fishers(1, god=True, edition=1)
    assert table.board[0].rounds == 10
    table.act(s.FISH).do(s.M_FISH, place(*AT), place(*AT), 4)
    assert table.fishes(0) == [5] * int(table.state.dice[:2].sum())
    assert Table(edition=1).fishes(0) == [5, 5, 5]


# ---- delivering ----


def market(
    *huts: tuple[tuple[int, int], int, int], fish: tuple[int, ...] = (4,) * 6, **switches: object
) -> Table:
    """Meeting huts (hex, owner, fish on it) and a boat of seat 0 at (3, 0), which stays there (range 0)."""
    table = Table(**switches)  # type: ignore[arg-type]
    for cell, owner, lying in huts:
        table.meeting(cell, owner, lying)
    table.boat(AT, 0)
    table.boat((-6, 3), 1)
    table.shells(0)
    table.fish(0, *fish)
    return table.settle(bids=(10, 5, 4, 2))


def deliver(table: Table, *amounts: int) -> Table:
    table.act(s.DELIVER).do(s.M_CARRIER, place(*AT), place(*AT))
    for amount in amounts:
        hut = table.moves(s.M_AMOUNT)[0][2]
        table.do(s.M_AMOUNT, b=hut, c=amount)
    return table


@pytest.mark.rule("KV-125", "KV-126", "KV-128", "KV-129", "KV-132", "KV-135")
def test_a_boat_serves_every_hut_beside_it_up_to_three_fish_each() -> None:
    """T-12: two empty foreign huts, 6 fish: 5 4 3 5 4 3 = 24; a seventh fish finds no room."""
    table = market(((3, -1), 1, 0), ((2, 1), 2, 0), fish=(4,) * 7)
    table.act(s.DELIVER).do(s.M_CARRIER, place(*AT), place(*AT))
    assert [c for *_, c in table.moves(s.M_AMOUNT)] == [0, 1, 2, 3]
    table.do(s.M_AMOUNT, b=table.moves()[0][2], c=3)
    assert [c for *_, c in table.moves(s.M_AMOUNT)] == [0, 1, 2, 3]
    table.do(s.M_AMOUNT, b=table.moves()[0][2], c=3)
    assert table.held(0) == [5, 5, 4, 4, 3, 3]
    assert sum(table.held(0)) == 24
    assert table.fishes(0) == [4]
    assert table.state.seat == 1


@pytest.mark.rule("KV-132", "KV-133", "KV-134")
def test_the_price_depends_on_the_fish_already_on_the_hut() -> None:
    """T-13: two fish lie there: the third pays 3; one lies there: the next pays 4; own huts pay nothing."""
    assert deliver(market(((3, -1), 1, 2), fish=(1,)), 1).held(0) == [3]
    assert deliver(market(((3, -1), 1, 1), fish=(1,)), 1).held(0) == [4]
    assert deliver(market(((3, -1), 0, 0)), 3).held(0) == []
    table = market(((3, -1), 1, 3))
    assert s.DELIVER not in table.actions()


@pytest.mark.rule("KV-132")
def test_the_price_may_count_the_fish_of_one_delivery_only() -> None:
    assert deliver(market(((3, -1), 1, 2), fish=(1,), price_slot="per_delivery"), 1).held(0) == [5]


@pytest.mark.rule("KV-83", "KV-126")
def test_a_delivering_boat_hands_over_at_least_one_fish() -> None:
    table = market(((3, -1), 1, 0), ((2, 1), 2, 0))
    table.act(s.DELIVER).do(s.M_CARRIER, place(*AT), place(*AT))
    table.do(s.M_AMOUNT, b=table.moves()[0][2], c=0)
    assert [c for *_, c in table.moves(s.M_AMOUNT)] == [1, 2, 3]


@pytest.mark.rule("KV-129")
def test_a_boat_without_fish_left_serves_no_further_hut() -> None:
    table = market(((3, -1), 1, 0), ((2, 1), 2, 0), fish=(4, 4))
    table.act(s.DELIVER).do(s.M_CARRIER, place(*AT), place(*AT))
    table.do(s.M_AMOUNT, b=table.moves()[0][2], c=2)
    assert (table.state.phase, table.state.seat) == (s.ACTION, 1)


@pytest.mark.rule("KV-126", "KV-127")
def test_fishermans_huts_cult_hexes_and_huts_with_a_boat_take_no_fish() -> None:
    table = Table()
    table.fisherman((3, -1), 1)
    table.boatbuilder((2, 1), 1, berthed=True)
    table.boat(AT, 0)
    table.settle(bids=(10, 5, 4, 2))
    assert s.DELIVER not in table.actions()
    table = Table()
    table.boatbuilder((2, 1), 1)
    table.boat(AT, 0)
    table.settle(bids=(10, 5, 4, 2))
    assert s.DELIVER in table.actions()


@pytest.mark.rule("KV-126")
def test_a_boat_that_has_just_left_its_hut_may_deliver_to_it() -> None:
    table = Table()
    hut = table.boatbuilder((2, 1), 0, berthed=True)
    table.settle(bids=(9, 5, 4, 2))
    table.act(s.DELIVER)
    table.do(s.M_CARRIER, hut, place(2, 2))
    assert {b for _, _, b, _ in table.moves(s.M_AMOUNT)} == {hut}


@pytest.mark.rule("KV-130", "KV-131", "KV-159")
def test_the_oldest_fish_leaves_first_and_fish_on_huts_does_not_age() -> None:
    """T-14: fish on 1 4 4, deliver 2: a 4 is left."""
    table = deliver(market(((3, -1), 1, 0), fish=(1, 4, 4)), 2)
    assert table.fishes(0) == [4]
    for _ in range(4):
        table.skip()
    assert table.state.hut_fish[place(3, -1)] == 2
    assert table.fishes(0) == [3]


@pytest.mark.rule("KV-04")
def test_a_sale_without_a_free_counter_earns_nothing_but_the_fish_moves() -> None:
    table = market(((3, -1), 1, 0), fish=(4, 4))
    table.state.counter_store = 1
    deliver(table, 2)
    assert table.held(0) == [5]
    assert table.state.hut_fish[place(3, -1)] == 2
    assert table.state.tally[n.T_COUNTER_SHORT] == 1


# ---- celebrating ----


@pytest.mark.rule("KV-136", "KV-137", "KV-138", "KV-139", "KV-140", "KV-13")
@pytest.mark.parametrize(("declarer", "gains"), [(2, (4, 3, 2, 0)), (0, (6, 3, 0, 0))])
def test_owners_get_a_point_a_fish_and_the_declarer_one_per_three(
    declarer: int, gains: tuple[int, ...]
) -> None:
    """T-16: A has 4 fish, B 3: C declares: A 4, B 3, C 2; A declares: 6."""
    table = Table()
    table.meeting((3, -1), 0, 3)
    table.meeting((3, 0), 0, 1)
    table.meeting((2, 1), 1, 3)
    table.boat((-6, 3), 0)
    table.settle(seat=declarer)
    store = int(table.state.counter_store)
    table.act(s.CELEBRATE).do(s.M_CELEBRATE, c=4)
    assert tuple(table.state.glory[:4]) == gains
    assert table.state.hut_fish.sum() == 0
    assert table.state.counter_store == store + 7
    assert place(3, -1) in members(table.state.market)
    assert sum(gains) == 7 + 7 // 3  # I-15


@pytest.mark.rule("KV-139")
def test_the_bonus_table_goes_on_by_threes() -> None:
    """T-15: F = 1 .. 20 on seat 1's huts, seat 0 declares: bonus F // 3; with no fish nobody can celebrate."""
    bonus = []
    huts = ((3, -1), (3, 0), (2, 1), (1, 1), (1, 0), (2, -1), (4, -1))
    for total in range(1, 21):
        table = Table()
        left = total
        for cell in huts:
            table.meeting(cell, 1, min(3, left))
            left -= min(3, left)
        table.boat((-6, 3), 0)
        table.settle()
        table.act(s.CELEBRATE).do(s.M_CELEBRATE, c=4)
        bonus.append(int(table.state.glory[0]))
        assert table.state.glory[1] == total
    assert bonus == [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]
    table = Table()
    table.boat((-6, 3), 0)
    assert s.CELEBRATE not in table.settle().actions()


# ---- increasing, moving, sinking ----


@pytest.mark.rule("KV-141")
def test_increase_moves_the_marker_one_space_for_good_and_ends_at_the_last() -> None:
    table = Table()
    table.boat((0, 0), 0)
    table.settle()
    table.state.steps[0] = 2
    table.act(s.INCREASE)  # from +2 to +2: legal although nothing changes
    assert table.state.steps[0] == 3
    assert table.board[0].bonus[3] == 2
    table = Table()
    table.settle()
    table.state.steps[0] = 8
    assert s.INCREASE not in table.actions()


def sea_fight(victims: int, glory: int, berthed: int = 0, **switches: object) -> Table:
    """Seat 0's boat at (0, 0); seat 1 has boats round it, and berthed ones far off."""
    table = Table(**switches)  # type: ignore[arg-type]
    table.boat((0, 0), 0)
    for cell in ((0, 1), (1, 0), (0, -1), (-1, 0))[:victims]:
        table.boat(cell, 1)
    for cell in ((-1, 4), (-2, 5), (0, 4))[:berthed]:
        table.boatbuilder(cell, 1, berthed=True)
    return table.settle(glory=(glory, 0, 0, 0), bids=(7, 5, 4, 2))


@pytest.mark.rule("KV-143", "KV-144", "KV-145", "KV-146", "KV-147")
@pytest.mark.parametrize(("victims", "cost"), [(4, 2), (3, 3), (2, 4)])
def test_sinking_costs_2_3_or_4_glory_by_the_victims_boats(victims: int, cost: int) -> None:
    """T-17; the boat returns to its owner's supply."""
    table = sea_fight(victims, 5)
    supply = int(table.state.boats_left[1])
    table.act(s.SAIL).do(s.M_SAIL, place(0, 0), place(0, 1))
    assert table.state.glory[0] == 5 - cost
    assert table.state.parts[0, s.P_SUNK] == -cost
    assert table.state.boats_left[1] == supply + 1
    assert table.state.boat[place(0, 1)] == 1
    assert sea_fight(victims, cost).act(s.SAIL).can(s.M_SAIL, place(0, 0), place(0, 1))
    assert not sea_fight(victims, cost - 1).act(s.SAIL).can(s.M_SAIL, place(0, 0), place(0, 1))


@pytest.mark.rule("KV-79", "KV-143")
def test_move_can_be_chosen_only_to_sink() -> None:
    """In the corner with range 1 and a rival on either side: who has the glory for a sinking may choose Move."""
    for glory in (3, 4):
        table = Table()
        table.boat((-6, 0), 0)
        for cell in ((-5, -1), (-6, 1)):
            table.boat(cell, 1)
        table.settle(bids=(9, 5, 4, 2), glory=(glory, 0, 0, 0))
        assert (s.SAIL in table.actions()) is (glory == 4)


@pytest.mark.rule("KV-146", "KV-147")
def test_a_last_boat_cannot_be_sunk() -> None:
    """T-17."""
    assert not sea_fight(1, 20).act(s.SAIL).can(s.M_SAIL, place(0, 0), place(0, 1))


@pytest.mark.rule("KV-143", "KV-145")
def test_two_sinkings_in_a_turn_are_valued_one_after_the_other() -> None:
    """T-18: a player of four boats: -2, then -3. An own boat is never met."""
    table = sea_fight(4, 9)
    table.boat((2, 1), 0)
    table.settle(glory=(9, 0, 0, 0), bids=(7, 5, 4, 2))
    table.act(s.SAIL)
    assert not table.can(s.M_SAIL, place(0, 0), place(2, 1))
    table.do(s.M_SAIL, place(0, 0), place(0, 1))
    assert table.state.glory[0] == 7
    assert not [m for m in table.moves(s.M_SAIL) if m[1] == place(0, 1)]  # once a turn
    table.do(s.M_SAIL, place(2, 1), place(1, 0))
    assert table.state.glory[0] == 4


@pytest.mark.rule("KV-145")
def test_berthed_boats_count_for_sinking_unless_the_switch_says_afloat() -> None:
    """T-35: one afloat, one berthed: legal for 4; under afloat illegal."""
    table = sea_fight(1, 5, berthed=1)
    table.act(s.SAIL).do(s.M_SAIL, place(0, 0), place(0, 1))
    assert table.state.glory[0] == 1
    table = sea_fight(1, 5, berthed=1, sink_count="afloat")
    assert not table.act(s.SAIL).can(s.M_SAIL, place(0, 0), place(0, 1))


@pytest.mark.rule("KV-145")
def test_boats_afloat_are_counted_all_over_the_board() -> None:
    for cells in (((-6, 3), (-5, 3)), ((0, 1), (1, 0)), ((5, -2), (5, -3))):
        table = Table(sink_count="afloat")
        table.boat((cells[0][0], cells[0][1] + 1), 0)
        for cell in cells:
            table.boat(cell, 1)
        table.settle(glory=(4, 0, 0, 0))
        table.act(s.SAIL)
        assert table.can(s.M_SAIL, place(cells[0][0], cells[0][1] + 1), place(*cells[0]))


@pytest.mark.rule("KV-142", "KV-143", "KV-89")
def test_only_move_lets_a_boat_end_on_anothers_hex() -> None:
    table = sea_fight(2, 9)
    table.cult((1, 1))
    table.meeting((1, -1), 2, village=4)
    table.settle(glory=(9, 0, 0, 0), bids=(7, 5, 4, 2))
    taken = {place(0, 1), place(1, 0)}
    for action, kind in ((s.BUILD, s.M_BUILDER), (s.DELIVER, s.M_CARRIER)):
        copy = table.position.copy()
        table.act(action)
        assert not {b for _, _, b, _ in table.moves(kind)} & taken
        table.position = copy
