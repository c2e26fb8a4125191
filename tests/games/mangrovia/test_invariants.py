"""Each invariant has a planted fault that ``broken`` names (INV-01 to INV-16), random play meets none; INV-17."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simkit.checking import check_random_play
from simkit.games.mangrovia import GAME, counters, state
from simkit.games.mangrovia.state import BAG, NEUTRAL
from simkit.position import Position
from tests.games.mangrovia.tables import area, table


def after(moves: int = 60, players: int = 4, **switches: Any) -> Position:
    """A position some greedy-free random moves into a game."""
    position = table(players, **switches)
    for _ in range(moves):
        position.apply(position.choose())
    assert position.broken() == 0
    return position


def _first(position: Position, name: str, free: bool = True) -> int:
    taken = int(np.bitwise_or.reduce(position.state.huts))
    return next(s for s in area(position, name) if bool((taken >> s) & 1) != free)


def _plain_space(position: Position) -> int:
    no = int(position.board[0].no_double)
    taken = int(np.bitwise_or.reduce(position.state.huts))
    return next(s for s in range(47) if not ((no | taken) >> s) & 1)


def lost_landscape(p: Position) -> None:
    p.state.discard[state.LANDS] += 1


def lost_valuable(p: Position) -> None:
    p.state.discard[2] += 1


def third_starting_card(p: Position) -> None:
    p.state.hand[0][state.START] = p.state.seen[0][state.START] = 2


def unseen_starting_card(p: Position) -> None:
    p.state.hand[0][state.START] = 1
    p.state.seen[0][state.START] = 0


def lost_amulet(p: Position) -> None:
    p.state.repository -= 1


def one_in_the_bag(p: Position) -> None:
    p.state.repository -= 1
    p.state.piles[BAG, p.state.pile_n[BAG]] = state.AMULETS_AT
    p.state.pile_n[BAG] += 1


def lost_hut(p: Position) -> None:
    p.state.supply[0] -= 1


def moved_neutral(p: Position) -> None:
    p.state.huts[NEUTRAL] |= 1 << _plain_space(p)


def two_owners(p: Position) -> None:
    space = _plain_space(p)
    p.state.huts[0] |= 1 << space
    p.state.huts[1] |= 1 << space


def forbidden_double(p: Position) -> None:
    space = _first(p, "stone")
    p.state.huts[0] |= 1 << space
    p.state.doubles |= 1 << space
    p.state.supply[0] -= 2


def pillar_behind(p: Position) -> None:
    p.state.pillar[0] += 1


def tile_skipped(p: Position) -> None:
    p.state.next_tile += 1


def tile_without_a_hut(p: Position) -> None:
    p.state.tile_owner[p.state.next_tile] = 1
    p.state.next_tile += 1


def free_point(p: Position) -> None:
    p.state.printed[0] += 1


def one_bird(p: Position) -> None:
    p.state.birds = 1


def birds_moved_early(p: Position) -> None:
    p.state.birds = 15 & ~p.state.birds


def crowded_display(p: Position) -> None:
    kind = int(p.state.piles[0, 0])
    p.state.piles[0, 0] = p.state.piles[0, p.state.pile_n[0] - 1]
    p.state.pile_n[0] -= 1
    p.state.display[kind] += 1


def gap_in_the_display(p: Position) -> None:
    kind = next(k for k in range(6) if p.state.display[k])
    p.state.display[kind] -= 1
    p.state.discard[kind] += 1


def no_talisman(p: Position) -> None:
    p.state.sp = 5


def lost_bowl(p: Position) -> None:
    p.state.placed += 1


def free_landscape(p: Position) -> None:
    p.state.spent_lands += 1


def unpaid_hut(p: Position) -> None:
    p.state.counters[0, counters.C_SPENT_V] += 1


def lost_tile(p: Position) -> None:
    p.state.tiles_laid[9] += 1


def too_many_draws(p: Position) -> None:
    p.state.round_ups = 8


def too_many_huts(p: Position) -> None:
    p.state.round_huts[0] = 3


FAULTS: list[tuple[int, Callable[[Position], None]]] = [
    (1, lost_landscape),
    (2, lost_valuable),
    (3, third_starting_card),
    (3, unseen_starting_card),
    (4, lost_amulet),
    (4, one_in_the_bag),
    (5, lost_hut),
    (5, moved_neutral),
    (6, two_owners),
    (6, forbidden_double),
    (7, pillar_behind),
    (8, tile_skipped),
    (8, tile_without_a_hut),
    (9, free_point),
    (10, one_bird),
    (10, birds_moved_early),
    (11, gap_in_the_display),
    (12, no_talisman),
    (12, lost_bowl),
    (13, free_landscape),
    (14, unpaid_hut),
    (14, lost_tile),
    (15, too_many_draws),
    (15, too_many_huts),
]


@pytest.mark.parametrize(("number", "fault"), FAULTS, ids=[f"{n}-{f.__name__}" for n, f in FAULTS])
def test_a_planted_fault_is_named(number: int, fault: Callable[[Position], None]) -> None:
    position = table(4)
    fault(position)
    assert position.broken() == number


def test_a_fifth_card_on_display_is_named_only_beyond_the_limit() -> None:
    position = table(4)
    crowded_display(position)
    assert position.broken() == 11


def test_a_wrong_prize_is_named_at_the_end() -> None:
    position = table(4, max_rounds=1)
    while not position.over:
        position.apply(position.moves()[-1])
    assert position.broken() == 0
    position.state.counters[1, counters.C_FIRSTS] += 1
    assert position.broken() == 16


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("tiles", ["off", "mixed"])
def test_random_play_breaks_nothing(players: int, tiles: str) -> None:
    check_random_play(GAME, players=players, deals=20, layout="random:5", switches={"stone_tiles": tiles})


@pytest.mark.parametrize("players", [2, 4])
def test_huts_tiles_and_points_only_ever_grow(players: int) -> None:
    """The halves of INV-06, INV-08 and INV-09 that compare two moments of one game."""
    position = table(players, stone_tiles="mixed")
    before = position.state.copy()
    while not position.over:
        position.apply(position.choose())
        now = position.state
        for owner in range(6):
            assert int(before.huts[owner]) & ~int(now.huts[owner]) == 0
        assert int(before.doubles) & ~int(now.doubles) == 0
        assert int(now.doubles) & int(np.bitwise_or.reduce(before.huts)) == int(before.doubles)
        assert np.all(now.printed >= before.printed)
        assert np.all(now.tile_points >= before.tile_points)
        assert now.next_tile >= before.next_tile
        before = now.copy()


def test_a_random_game_reaches_the_middle_without_a_fault() -> None:
    assert after(60, 5, stone_tiles="mixed").broken() == 0


BY_SEAT = ("hand", "seen", "fresh", "start_value", "supply", "pillar", "printed", "tile_points")
BY_SEAT += ("gods", "tiles", "tiles_used", "counters", "round_huts", "huts")


def turned(position: Position, by: int) -> Position:
    """The same table with every player ``by`` seats further on, the talisman with them."""
    other = position.copy()
    now, players = other.state, int(other.state.players)
    for name in BY_SEAT:
        now[name][:players] = np.roll(position.state[name][:players], by, axis=0)
    now.sp = (position.state.sp + by) % players
    now.seat = (position.state.seat + by) % players
    return other


@pytest.mark.parametrize(("players", "by"), [(2, 1), (3, 2), (4, 3), (5, 2)])
def test_inv_17_turning_the_table_only_turns_the_result(players: int, by: int) -> None:
    position = table(players, stone_tiles="mixed", max_rounds=6)
    other = turned(position, by)
    generator = np.random.default_rng(players)
    while not position.over:
        moves = position.moves()
        assert other.moves() == moves
        assert other.seat == (position.seat + by) % players
        assert np.array_equal(other.features(), position.features())
        move = moves[generator.integers(len(moves))]
        position.apply(move)
        other.apply(move)
    assert other.over
    assert np.array_equal(np.roll(position.scores(), by, axis=0), other.scores())
    assert np.array_equal(np.roll(position.score_now(), by), other.score_now())


@pytest.mark.rule("MG-17")
@pytest.mark.parametrize("players", [2, 4, 5])
def test_inv_17_hands_are_dealt_one_by_one_from_the_first_starting_player(players: int) -> None:
    undealt = table(players, parts={"landscapes_dealt": 0, "landscape_display": 1}).state
    shown = [k for k in range(state.LANDS, state.LANDS + 4) if undealt.display[k]]
    order = [*shown, *(int(k) for k in undealt.piles[1, : undealt.pile_n[1]][::-1])]
    hands = table(players).state.hand
    for seat in range(players):
        wanted = [0] * 4
        for card in (order[seat], order[players + seat]):
            wanted[card - state.LANDS] += 1
        assert list(hands[seat, state.LANDS : state.LANDS + 4]) == wanted


@pytest.mark.parametrize("steps", [30, 90, 200])
def test_inv_17_what_a_player_weighs_does_not_depend_on_what_is_hidden(steps: int) -> None:
    position = table(4, stone_tiles="mixed")
    for _ in range(steps):
        position.apply(position.choose())
    moves, features = position.moves(), position.features()
    for key in range(1, 4):
        other = position.copy()
        other.hide(position.seat, key)
        assert other.moves() == moves
        assert np.array_equal(other.features(), features)
