"""The players and their features."""

import numpy as np
import pytest

from simkit.games.kaivai import state as s
from simkit.games.kaivai.board import place
from simkit.position import Position
from tests.helpers import play

from .table import GAME, Table

STYLES = [policy.name for policy in GAME.policies if policy.name not in ("random", "greedy")]
NAMES = [feature.name for feature in GAME.features]


def share_of_first(policies: list[str], deals: int) -> float:
    """Win share of place 0, seated in every seat."""
    tables = play(GAME, policies, deals, rotate="cyclic")
    return float(tables.seats["win_share"][tables.seats["place"] == 0].mean())


def test_greedy_beats_random_players() -> None:
    """At least 75 % of the wins against three randoms (400 games)."""
    assert share_of_first(["greedy", "random", "random", "random"], 100) >= 0.75


@pytest.mark.parametrize("style", STYLES)
def test_every_style_is_a_player(style: str) -> None:
    """At least half of the wins against three randoms, a tenth against three greedy ones (400 games each)."""
    assert share_of_first([style, "random", "random", "random"], 100) >= 0.5
    assert share_of_first([style, "greedy", "greedy", "greedy"], 100) >= 0.1


def test_greedy_games_do_not_stall() -> None:
    tables = play(GAME, ["greedy"] * 4, 200)
    assert (tables.games["end_cause"] == s.COMPLETED).all()


def seated(table: Table) -> Position:
    """The table with four greedy players."""
    position = Position(GAME, table.board, table.rules, table.players, policies=[GAME.policy("greedy")] * 4)
    position.state.tobytes()
    position._states[0] = table.position._states[0]
    return position


def feature(position: Position, name: str, move: tuple[int, int, int, int]) -> float:
    """A feature of a legal move."""
    from simkit.policy import feature_columns

    codes = [(m >> 48, (m >> 16) & 255, (m >> 8) & 255, m & 255) for m in position.moves()]
    position.features()
    column = feature_columns(GAME.features)[NAMES.index(name)]
    return float(position.work.features[codes.index(move), column])


def test_greedy_celebrates_for_free_when_its_huts_are_full() -> None:
    """Nothing else is on offer that is worth six points."""
    table = Table()
    table.meeting((3, -1), 0, 3)
    table.meeting((3, 0), 0, 1)
    table.meeting((2, 1), 1, 1)
    for seat in range(4):
        table.boat((-6, seat + 1), seat)
        table.fish(seat)
        table.shells(seat)
    position = seated(table.settle(round_no=8))
    move = position.choose()
    assert (move >> 48, move & 255) == (s.M_ACT, s.CELEBRATE)
    assert feature(position, "glory", (s.M_ACT, 0, 0, s.CELEBRATE)) == 5
    assert feature(position, "envy", (s.M_ACT, 0, 0, s.CELEBRATE)) == 0


def test_features_of_a_sale_count_shells_by_slot_and_fish() -> None:
    table = Table()
    table.meeting((3, -1), 1, 1)
    table.boat((3, 0), 0)
    table.fish(0, 4, 4)
    position = seated(table.settle(bids=(10, 5, 4, 2), round_no=2))
    assert feature(position, "shells", (s.M_ACT, 0, 0, s.DELIVER)) == 4 + 3
    assert feature(position, "spent_fish", (s.M_ACT, 0, 0, s.DELIVER)) == 2


def test_features_of_the_god_count_own_and_rival_meeting_huts() -> None:
    table = Table()
    table.meeting((3, -1), 3)
    table.meeting((1, 1), 3)
    table.meeting((2, 1), 1)
    for seat in range(4):
        table.boat((-6, seat + 1), seat)
    position = seated(table.settle(seat=3, phase=s.GOD))
    move = (s.M_GOD, 0, place(3, 0), 0)
    assert feature(position, "god_own", move) == 2
    assert feature(position, "god_rival", move) == 1


def test_a_seat_that_cannot_win_a_village_bids_nothing_for_it() -> None:
    table = Table()
    table.cult((2, -1))
    for cell in ((3, 0), (4, 0), (4, -1), (2, 1), (1, 1)):
        table.meeting(cell, 1)
    for seat in range(4):
        table.boat((-6, seat + 1), seat)
        table.fish(seat)
        table.shells(seat)
    position = seated(table.settle(round_no=8, hands=(2, 2, 2, 2)))
    for _ in range(4):
        position.apply(s.M_SKIP << 48)
    position.apply((s.M_VILLAGE << 48) + 4)
    assert position.seat == 0
    assert position.choose() & 255 == 0


def test_features_are_finite_and_named_once() -> None:
    assert len(set(NAMES)) == len(NAMES)
    table = Table(deal=5)
    position = table.position
    for _ in range(60):
        assert np.isfinite(position.features()).all()
        position.apply(position.choose())


def test_a_delivery_is_imagined_boat_by_boat() -> None:
    """One boat fills the one hut that it can lie beside; a second boat is needed for the hut that is far away."""
    earned = []
    for boats in (1, 2):
        table = Table()
        table.meeting((3, -1), 1)
        table.meeting((-3, 2), 1)
        for cell in ((4, -1), (-4, 2))[:boats]:
            table.boat(cell, 0)
        table.fish(0, *[4] * 6)
        position = seated(table.settle(bids=(10, 5, 4, 2), round_no=2))
        earned.append(feature(position, "shells", (s.M_ACT, 0, 0, s.DELIVER)))
    assert earned == [5 + 4 + 3, 2 * (5 + 4 + 3)]


@pytest.mark.parametrize(("god", "quay"), [((-2, 2), 0), ((2, 0), 1)])
def test_features_of_a_site_tell_whether_boats_can_come_to_it(god: tuple[int, int], quay: int) -> None:
    """Both sites have one land neighbour: (4, -1) an own hut, (2, 1) the cult hex; the god lets boats fish there."""
    table = Table()
    table.god(god)
    table.meeting((3, -1), 0)
    table.boat((3, 0), 0)
    table.boat((-6, 3), 1)
    table.shells(0, 5, 5, 5)
    table.fish(0)
    position = seated(table.settle(bids=(3, 5, 4, 2)))
    position.apply((s.M_ACT << 48) + s.BUILD)
    position.apply((s.M_BUILDER << 48) + place(3, 0) * 65536 + place(3, 0) * 256)
    near = (s.M_HUT, 0, place(4, -1), s.MEETING)
    far = (s.M_HUT, 0, place(2, 1), s.MEETING)
    assert [feature(position, "shores", move) for move in (near, far)] == [5, 5]
    assert [feature(position, "crowd_own", move) for move in (near, far)] == [1, 0]
    assert [feature(position, "crowd", move) for move in (near, far)] == [0, 0]
    assert feature(position, "quay", far) == quay


def test_features_of_the_god_count_huts_that_lose_a_shore() -> None:
    table = Table()
    table.meeting((3, -1), 3)
    table.meeting((1, 1), 3)
    table.meeting((2, 1), 1)
    for seat in range(4):
        table.boat((-6, seat + 1), seat)
    position = seated(table.settle(seat=3, phase=s.GOD))
    both, own = ((s.M_GOD, 0, place(*cell), 0) for cell in ((3, 0), (1, 0)))
    assert [feature(position, "crowd_own", move) for move in (both, own)] == [1, 1]
    assert [feature(position, "crowd", move) for move in (both, own)] == [1, 0]


@pytest.mark.parametrize(("own_huts", "blue"), [(0, 5), (1, 4)])
def test_a_fishermans_hut_is_worth_its_die_for_the_boats_that_lie_at_its_village(
    own_huts: int, blue: int
) -> None:
    """Round 3 of 8: the die counts for five and a half rounds; of two boats one lies at the village (2, 0)."""
    table = Table()
    for cell in ((3, -1),)[:own_huts]:
        table.fisherman(cell, 0)
    table.boat((3, 0), 0)
    table.boat((-6, 3), 0)
    table.shells(0, 5, 5, 5)
    position = seated(table.settle(bids=(3, 5, 4, 2)))
    position.apply((s.M_ACT << 48) + s.BUILD)
    position.apply((s.M_BUILDER << 48) + place(3, 0) * 65536 + place(3, 0) * 256)
    move = (s.M_HUT, 0, place(2, 1), s.FISHERMAN)
    die = 5.5 / 8 * blue / 6
    assert feature(position, "fisher", move) == pytest.approx(die)
    assert feature(position, "fisher", (s.M_HUT, 0, place(2, 1), s.MEETING)) == 0


def test_a_boat_that_moves_counts_the_catch_of_its_new_place() -> None:
    table = Table()
    table.fisherman((3, -1), 0)
    table.boat((3, 0), 0)
    table.boat((4, 2), 0)
    position = seated(table.settle(bids=(5, 10, 4, 2)))
    position.apply((s.M_ACT << 48) + s.SAIL)
    away = (s.M_SAIL, place(3, 0), place(4, 1), 0)
    along = (s.M_SAIL, place(3, 0), place(2, 1), 0)
    home = (s.M_SAIL, place(4, 2), place(2, 1), 0)
    assert feature(position, "near_larder", away) == pytest.approx(-5 / 6)
    assert feature(position, "near_larder", along) == 0
    assert feature(position, "near_larder", home) == pytest.approx(5 / 6)
    assert [feature(position, "sail", move) for move in (away, along, home)] == [1, 1, 1]


@pytest.mark.parametrize(("on_celebrate", "fish"), [(1, 0.45 * 5 / 6), (2, 0)])
def test_in_the_last_round_a_catch_counts_only_where_influence_can_still_use_it(
    on_celebrate: int, fish: float
) -> None:
    """Two tokens: Fish is free, Deliver costs one, Celebrate one or two; Build would cost four."""
    table = Table()
    table.fisherman((3, -1), 0)
    table.boat((3, 0), 0)
    table.settle(round_no=8, bids=(10, 5, 4, 2), hands=(2, 2, 2, 2))
    table.state.space[[s.BUILD, s.DELIVER, s.CELEBRATE]] = 4, 1, on_celebrate
    table.balance()
    assert feature(seated(table), "fish", (s.M_ACT, 0, 0, s.FISH)) == pytest.approx(fish)
