"""Positions of Mare Balticum for tests: set the state directly, ask for moves by type."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from simkit.contract import TYPE_SHIFT
from simkit.games.mare_balticum import GAME, board
from simkit.games.mare_balticum.maps import map_of
from simkit.games.mare_balticum.state import END, NOTHING, PORTS, START, start_move
from simkit.position import Position

SALMON, FLATFISH, HERRING, COD, AMBER, TIME = range(6)
COPENHAGEN, STOCKHOLM, GDANSK, RIGA, ST_PETERSBURG = range(5)
BOTH_MODULES = {"demand_management": True, "trade_contracts": True}


def area(letter: str, layout: str = "A") -> int:
    """Number of the sea area that a layout draws with a letter."""
    return PORTS + map_of(layout).letters.index(letter)


def table(
    players: int = 4,
    *,
    layout: str = "A",
    deal: int = 0,
    components: Mapping[str, Any] | None = None,
    policies: Sequence[str] = (),
    **switches: Any,
) -> Position:
    """A new game, at the choice of the first start port."""
    record = board.build(layout, players, components or {}, switches)
    return Position(
        GAME,
        record,
        GAME.rules_record(switches),
        players,
        deal=deal,
        policies=[GAME.policy(name) for name in policies],
    )


def started(players: int = 4, ports: Sequence[int] = (0, 0, 0, 0, 0), **options: Any) -> Position:
    """A game at the first turn of seat 0; every seat has one vessel, in its port."""
    position = table(players, **options)
    for seat in range(players):
        position.apply(start_move(ports[seat]))
    return position


def mask(areas: Iterable[int]) -> int:
    return sum(1 << a for a in areas)


def set_fleet(position: Position, seat: int, areas: Iterable[int]) -> None:
    """Put a seat's vessels there; the rest of them into reserve."""
    position.state.fleet[seat] = mask(areas)
    position.state.reserve[seat] = position.board[0].vessels - len(list(areas))


def set_hold(position: Position, seat: int, *counts: int) -> None:
    """Fish in the hold: salmon, flatfish, herring, cod."""
    full = [*counts, 0, 0, 0, 0][:4]
    position.state.hold[seat] = full
    position.state.held[seat] = sum(full)


def set_warehouse(position: Position, seat: int, *counts: int) -> None:
    """Tokens in the warehouse: salmon, flatfish, herring, cod, amber."""
    position.state.warehouse[seat] = [*counts, 0, 0, 0, 0, 0][:5]


def set_tokens(position: Position, where: int, *kinds: int) -> None:
    """What lies in an area."""
    state = position.state
    state.tokens[where] = [*sorted(kinds), NOTHING, NOTHING][:2]
    state.stocked = int(state.stocked) & ~(1 << where) | (1 << where if kinds else 0)


def set_demand(position: Position, port: int, *kinds: int) -> None:
    """The kinds on a port's circles, in order; -1 for a free one."""
    state = position.state
    for circle, kind in enumerate(kinds):
        state.circle[port, circle] = kind
    state.accepts[port] = mask(kind for kind in kinds if kind >= 0)
    for kind in range(4):
        state.demands[kind] = int((state.circle == kind).sum())


def set_bag(position: Position, *tokens: int) -> None:
    """What the bag yields next, in order; nothing else is in it."""
    position.state.bag[: len(tokens)] = tokens
    position.state.bag_at, position.state.bag_n = 0, len(tokens)


def set_market(position: Position, seat: int, *numbers: int) -> None:
    """Number tokens on salmon, flatfish, herring, cod as points 3, 2, 1, 0 (default switch); -1 for a free space."""
    state = position.state
    state.market[seat] = [3 - number if number >= 0 else -1 for number in numbers]
    state.played[seat] = mask(token for token in state.market[seat].tolist() if token >= 0) | (
        int(state.played[seat]) & 16
    )


def of_type(position: Position, kind: int) -> list[int]:
    """The legal moves of a type."""
    return [move for move in position.moves() if move >> TYPE_SHIFT == kind]


def types(position: Position) -> set[int]:
    return {move >> TYPE_SHIFT for move in position.moves()}


def end_turn(position: Position) -> None:
    position.apply(of_type(position, END)[0])


def pass_round(position: Position) -> None:
    """Every seat ends its turn at once; production tokens, if asked for, are the first ones listed."""
    first = int(position.state.round_no)
    while not position.over and position.state.round_no == first:
        moves = of_type(position, END) or position.moves()
        position.apply(moves[0])


def play_randomly(position: Position, steps: int) -> None:
    """So many moves of the (random) policies, or to the end."""
    for _ in range(steps):
        if position.over:
            return
        position.apply(position.choose())


def same(a: Any, b: Any) -> bool:
    return bool(np.array_equal(a, b))


assert START == 0
