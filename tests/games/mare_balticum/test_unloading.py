"""Unloading (MB-45 to MB-52) and module 1, demand management (MB-86 to MB-101)."""

from itertools import product

import pytest

from simkit.games.mare_balticum.state import (
    OPEN,
    OPENING,
    UNLOAD,
    open_move,
    packed,
    quantity,
    sail_move,
    unload_move,
)
from simkit.position import Position
from tests.games.mare_balticum.helpers import (
    COD,
    COPENHAGEN,
    FLATFISH,
    GDANSK,
    HERRING,
    RIGA,
    SALMON,
    ST_PETERSBURG,
    STOCKHOLM,
    area,
    end_turn,
    of_type,
    set_demand,
    set_fleet,
    set_hold,
    started,
    types,
)

BAY = area("i")


def in_gdansk(*hold: int, seat: int = 0, **switches: object) -> Position:
    """Seat 0 to act with vessels in Gdansk and the bay before it, and this hold."""
    position = started(**switches)
    for other in range(4):
        set_fleet(position, other, [GDANSK, BAY, area("h"), area("j")])
    set_hold(position, seat, *hold)
    return position


@pytest.mark.rule("MB-45", "MB-46", "MB-48", "MB-49", "MB-X3")
def test_example_3_sail_to_gdansk_and_unload_herring_and_flatfish() -> None:
    """2 herring, 1 flatfish, 2 salmon in the hold; Gdansk wants herring and flatfish: the salmon stay."""
    position = started()
    set_fleet(position, 0, [area("g"), area("h"), BAY, area("j")])
    set_demand(position, GDANSK, HERRING, FLATFISH)
    set_hold(position, 0, 2, 1, 2, 0)
    assert UNLOAD not in types(position)
    position.apply(sail_move(area("g"), GDANSK))
    moves = of_type(position, UNLOAD)
    assert all((move >> 17) & 7 == 0 for move in moves)
    position.apply(unload_move(GDANSK, packed(0, 1, 2, 0)))
    state = position.state
    assert state.warehouse[0].tolist() == [0, 1, 2, 0, 0]
    assert state.hold[0].tolist() == [2, 0, 0, 0]
    assert state.held[0] == 2
    assert state.actions_left == 1


@pytest.mark.rule("MB-47")
def test_any_number_of_fish_of_all_kinds_wanted_at_least_one() -> None:
    """3 herring and 2 flatfish: 4 x 3 - 1 = 11 choices."""
    position = in_gdansk(0, 2, 3)
    set_demand(position, GDANSK, HERRING, FLATFISH)
    wanted = [unload_move(GDANSK, packed(0, f, h, 0)) for f, h in product(range(3), range(4)) if f + h > 0]
    assert of_type(position, UNLOAD) == wanted
    assert len(wanted) == 11


@pytest.mark.rule("MB-45")
def test_one_action_covers_one_port() -> None:
    position = started()
    set_fleet(position, 0, [COPENHAGEN, STOCKHOLM, area("b"), area("t")])
    set_demand(position, COPENHAGEN, SALMON)
    set_demand(position, STOCKHOLM, COD, HERRING)
    set_hold(position, 0, 1, 0, 0, 1)
    assert of_type(position, UNLOAD) == [
        unload_move(COPENHAGEN, packed(1, 0, 0, 0)),
        unload_move(STOCKHOLM, packed(0, 0, 0, 1)),
    ]


@pytest.mark.rule("MB-50", "MB-51")
def test_demand_stays_for_everyone_and_amber_has_none() -> None:
    position = in_gdansk(2, seat=0)
    set_demand(position, GDANSK, SALMON, COD)
    set_hold(position, 1, 1)
    before = position.state.circle.tolist()
    position.apply(unload_move(GDANSK, packed(2, 0, 0, 0)))
    assert position.state.circle.tolist() == before
    end_turn(position)
    assert of_type(position, UNLOAD) == [unload_move(GDANSK, packed(1, 0, 0, 0))]
    assert (position.state.circle <= COD).all()


@pytest.mark.rule("MB-52", "MB-48")
def test_an_unloaded_fish_never_returns_to_the_hold() -> None:
    position = in_gdansk(1)
    set_demand(position, GDANSK, SALMON, COD)
    position.apply(unload_move(GDANSK, packed(1, 0, 0, 0)))
    assert position.state.warehouse[0, SALMON] == 1
    assert UNLOAD not in types(position)
    assert position.state.counters[0, 12] == 1
    assert position.state.counters[0, 13] == 1


# ---- module 1 --------------------------------------------------------------------------------------------------------


def module_1(*hold: int, **switches: object) -> Position:
    return in_gdansk(*hold, demand_management=True, **switches)


@pytest.mark.rule("MB-86", "MB-87")
def test_no_demand_is_dealt_at_set_up() -> None:
    state = started(demand_management=True).state
    assert (state.circle == -1).all()
    assert not state.accepts.any()
    assert not state.demands.any()


@pytest.mark.rule("MB-88", "MB-89", "MB-90", "MB-92", "MB-93", "MB-98", "MB-100", "MB-X5")
def test_example_5_salmon_on_0_and_herring_on_minus_1() -> None:
    """3 salmon and 2 herring: 3 salmon and 1 herring reach the warehouse, one action in all."""
    position = module_1(3, 0, 2)
    position.apply(open_move(GDANSK, SALMON, 0))
    assert position.state.phase == OPENING
    position.apply(open_move(GDANSK, HERRING, 1))
    position.apply(unload_move(GDANSK, packed(3, 0, 2, 0)))
    state = position.state
    assert state.warehouse[0].tolist() == [3, 0, 1, 0, 0]
    assert state.lost[0].tolist() == [0, 0, 1, 0]
    assert state.held[0] == 0
    assert state.actions_left == 2
    assert (2 - state.demands).tolist() == [1, 2, 1, 2]
    set_hold(position, 0, 1, 1, 1, 1)
    assert OPEN not in types(position)
    assert all((move >> 14) & 7 == 0 and (move >> 8) & 7 == 0 for move in of_type(position, UNLOAD))


@pytest.mark.rule("MB-91")
def test_an_opening_must_be_followed_by_fish_of_its_kind() -> None:
    """After the token only the quantities or a second opening remain; the opened kind is at least one, at -1 two."""
    position = module_1(3, 0, 2)
    position.apply(open_move(GDANSK, SALMON, 1))
    unloadings = of_type(position, UNLOAD)
    assert min((move >> 17) & 7 for move in unloadings) == 2
    assert types(position) == {UNLOAD, OPEN}
    assert of_type(position, OPEN) == [open_move(GDANSK, HERRING, 0)]
    assert all((move >> 11) & 7 == 0 for move in unloadings)
    other = module_1(3, 0, 2)
    set_demand(other, GDANSK, -1, HERRING)
    other.apply(open_move(GDANSK, SALMON, 0))
    assert {quantity(move, SALMON) for move in of_type(other, UNLOAD)} == {1, 2, 3}
    assert {quantity(move, HERRING) for move in of_type(other, UNLOAD)} == {0, 1, 2}


@pytest.mark.rule("MB-94", "MB-X5b")
def test_one_fish_cannot_open_minus_1() -> None:
    """Herring on 0 and salmon on -1 is legal: 1 herring and 2 salmon land, 1 salmon is lost."""
    position = module_1(3, 0, 1)
    assert open_move(GDANSK, HERRING, 1) not in position.moves()
    position.apply(open_move(GDANSK, HERRING, 0))
    position.apply(open_move(GDANSK, SALMON, 1))
    position.apply(unload_move(GDANSK, packed(3, 0, 1, 0)))
    assert position.state.warehouse[0].tolist() == [2, 0, 1, 0, 0]
    assert position.state.lost[0].tolist() == [1, 0, 0, 0]


@pytest.mark.rule("MB-93", "MB-95", "MB-X5c")
def test_a_single_herring_at_an_opened_minus_1_is_lost() -> None:
    position = module_1(0, 0, 1)
    set_demand(position, GDANSK, SALMON, HERRING)
    position.apply(unload_move(GDANSK, packed(0, 0, 1, 0)))
    assert position.state.warehouse[0].tolist() == [0, 0, 0, 0, 0]
    assert position.state.lost[0].tolist() == [0, 0, 1, 0]


@pytest.mark.rule("MB-95")
def test_the_single_fish_can_be_barred() -> None:
    """Only where the circle would take it, so never under first_only."""
    barred = module_1(1, 0, 1, allow_single_on_minus1=False)
    set_demand(barred, GDANSK, SALMON, HERRING)
    assert of_type(barred, UNLOAD) == [unload_move(GDANSK, packed(1, 0, 0, 0))]
    kept = module_1(1, 0, 1, allow_single_on_minus1=False, minus1_scope="first_only")
    set_demand(kept, GDANSK, SALMON, HERRING)
    assert unload_move(GDANSK, packed(0, 0, 1, 0)) in kept.moves()


@pytest.mark.rule("MB-93")
def test_first_only_spares_later_unloadings() -> None:
    later = module_1(0, 0, 2, minus1_scope="first_only")
    set_demand(later, GDANSK, SALMON, HERRING)
    later.apply(unload_move(GDANSK, packed(0, 0, 2, 0)))
    assert later.state.lost[0].tolist() == [0, 0, 0, 0]
    first = module_1(0, 0, 2, minus1_scope="first_only")
    first.apply(open_move(GDANSK, HERRING, 1))
    first.apply(unload_move(GDANSK, packed(0, 0, 2, 0)))
    assert first.state.lost[0].tolist() == [0, 0, 1, 0]


@pytest.mark.rule("MB-94", "MB-X5c")
def test_with_only_minus_1_free_one_fish_opens_nothing_and_two_land_one() -> None:
    one = module_1(0, 1)
    set_demand(one, GDANSK, SALMON, -1)
    assert not types(one) & {OPEN, UNLOAD}
    two = module_1(0, 2)
    set_demand(two, GDANSK, SALMON, -1)
    two.apply(open_move(GDANSK, FLATFISH, 1))
    two.apply(of_type(two, UNLOAD)[0])
    assert two.state.warehouse[0].tolist() == [0, 1, 0, 0, 0]


@pytest.mark.rule("MB-90")
def test_an_opening_may_go_with_the_kind_already_in_demand() -> None:
    position = module_1(1, 2)
    set_demand(position, GDANSK, SALMON, -1)
    position.apply(open_move(GDANSK, FLATFISH, 1))
    assert unload_move(GDANSK, packed(1, 2, 0, 0)) in position.moves()
    position.apply(unload_move(GDANSK, packed(1, 2, 0, 0)))
    assert position.state.warehouse[0].tolist() == [1, 1, 0, 0, 0]
    assert position.state.actions_left == 2


@pytest.mark.rule("MB-96", "MB-97", "MB-98", "MB-X5c")
def test_two_tokens_of_a_kind_and_never_two_at_one_port() -> None:
    position = module_1(3)
    set_demand(position, STOCKHOLM, SALMON, -1)
    set_demand(position, RIGA, SALMON)
    assert OPEN not in types(position)
    again = module_1(3)
    set_demand(again, GDANSK, SALMON, -1)
    assert OPEN not in types(again)


@pytest.mark.rule("MB-99", "MB-101")
def test_copenhagen_and_riga_take_one_kind_only() -> None:
    position = started(demand_management=True)
    set_fleet(position, 0, [COPENHAGEN, area("b"), area("e"), area("g")])
    set_hold(position, 0, 2, 2)
    assert of_type(position, OPEN) == [open_move(COPENHAGEN, SALMON, 0), open_move(COPENHAGEN, FLATFISH, 0)]
    position.apply(open_move(COPENHAGEN, SALMON, 0))
    assert OPEN not in types(position)


@pytest.mark.rule("MB-101")
def test_no_kind_is_locked_out() -> None:
    """With the seven tokens of three kinds and one more placed, any free circle takes the kind without a token."""
    position = started(demand_management=True)
    set_demand(position, COPENHAGEN, SALMON)
    set_demand(position, STOCKHOLM, SALMON, FLATFISH)
    set_demand(position, GDANSK, FLATFISH, HERRING)
    set_demand(position, RIGA, HERRING)
    set_fleet(position, 0, [ST_PETERSBURG, area("w"), area("v"), area("u")])
    set_hold(position, 0, 1, 1, 1, 2)
    assert of_type(position, OPEN) == [open_move(ST_PETERSBURG, COD, 0), open_move(ST_PETERSBURG, COD, 1)]


@pytest.mark.rule("MB-86")
@pytest.mark.parametrize("m1", [False, True])
@pytest.mark.parametrize("m2", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_modules_are_independent_at_any_player_count(m1: bool, m2: bool, players: int) -> None:
    position = started(players, demand_management=m1, trade_contracts=m2)
    assert (position.state.accepts.any() == 0) == m1
    assert bool(of_type(position, 7)) == m2
