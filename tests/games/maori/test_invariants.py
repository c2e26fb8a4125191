"""Each invariant names a planted fault, and random play breaks none."""

from collections.abc import Callable
from typing import Any

import pytest

from simkit.checking import check_random_play
from simkit.contract import STALLED
from simkit.games.maori import GAME, board, state
from tests.games.maori.helpers import Table


def set_field(name: str, where: Any, value: int) -> Callable[[Table], None]:
    def plant(table: Table) -> None:
        if where is None:
            setattr(table.state, name, value)
        else:
            getattr(table.state, name)[where] = value

    return plant


def add(name: str, where: Any, value: int) -> Callable[[Table], None]:
    def plant(table: Table) -> None:
        getattr(table.state, name)[where] += value

    return plant


def tile_twice(table: Table) -> None:
    table.state.slot[1] = table.state.display[0]


def gap(table: Table) -> None:
    table.state.gone[table.state.display[0]] = 1
    table.state.display[0] = -1


def free_shell(table: Table) -> None:
    table.state.shells[0] += 1
    table.state.bank -= 1


def palm_tile_turned(table: Table) -> None:
    table.put(1, 8, shape="end", land="N", palms=1)
    table.state.turn[1, 8] = 1


def over(table: Table) -> None:
    table.state.end_cause = STALLED


def no_last_turns(table: Table) -> None:
    table.state.finisher = 1


PLANTED: list[tuple[int, str, Callable[[Table], None]]] = [
    (1, "a tile in two places", tile_twice),
    (1, "a tile that is nowhere", set_field("gone", 0, 1)),
    (2, "a gap while the stack holds tiles", gap),
    (3, "a shell from nowhere", free_shell),
    (3, "a stock that was not paid from", add("shells", 1, 1)),
    (4, "a ship off the edges", set_field("ship", None, 16)),
    (4, "a ship that jumped", set_field("ship", None, 9)),
    (5, "more paid than sailed", set_field("paid_sailing", None, 3)),
    (5, "a tile for 4 shells", set_field("paid_taking", None, 4)),
    (6, "a boat too many", add("boats", 0, 1)),
    (7, "a palm tile on its side", palm_tile_turned),
    (7, "a field said to be filled", add("filled", 0, 1 << 8)),
    (8, "two explorations in a turn", add("counters", (0, state.PASSED), 5)),
    (9, "an end without a reason", over),
    (9, "an end that gives nobody a last turn", no_last_turns),
    (10, "land where no tile shows any", add("land", (0, 2), 1 << 8)),
    (10, "a palm where none stands", add("palms", (0, 0), 1 << 8)),
]


@pytest.mark.parametrize(("number", "fault", "plant"), PLANTED, ids=[fault for _, fault, _ in PLANTED])
def test_a_planted_fault_is_named(number: int, fault: str, plant: Callable[[Table], None]) -> None:
    table = Table(2)
    for _ in range(12):
        table.play(table.position.choose())
    while table.state.phase != state.SAILING or table.state.seat != 0:
        table.first()
    assert table.position.broken() == 0
    plant(table)
    assert table.position.broken() == number


@pytest.mark.rule("MA-15")
@pytest.mark.parametrize("players", GAME.players)
def test_random_play_breaks_nothing(players: int) -> None:
    for layout in (*board.LAYOUTS, "random:5"):
        check_random_play(GAME, players=players, deals=20, layout=layout)


@pytest.mark.parametrize(
    "switches",
    [
        {"printed_fields": "coverable", "edge_match": "built_only"},
        {"store_swap": True, "remove_stored": True, "gap_cost": "tiles"},
        {"own_ships": "free", "remove_under_ship": True, "edge_match": "strict"},
        {"atoll": True, "own_ships": "last_built", "atoll_double_wreath": True},
        {"shell_bank": 25, "volcano_setup": "allow", "ship_start": "chosen_by_last_seat"},
    ],
)
def test_random_play_breaks_nothing_under_combined_switches(switches: dict[str, Any]) -> None:
    check_random_play(GAME, players=4, deals=20, switches=switches, components={"split_middles": 8})
