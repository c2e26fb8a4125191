"""Positions for the tests of Mangrovia: empty hands, a boat at a landing, huts on chosen spaces."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from simkit.contract import TYPE_SHIFT
from simkit.games.mangrovia import GAME, board, state
from simkit.games.mangrovia.state import FOREGO, encode
from simkit.position import Position

Row = Mapping[str, Any]


def table(
    players: int = 4, layout: str = "A", deal: int = 0, parts: Row | None = None, **switches: Any
) -> Position:
    """A fresh game: the first bowl is to be placed."""
    record = board.build(layout=layout, players=players, components=dict(parts or {}), switches=switches)
    return Position(GAME, record, GAME.rules_record(switches), players, seed=11, deal=deal)


def give(
    position: Position, seat: int, valuables: str = "", lands: str = "", amulets: str = "", starts: str = ""
) -> None:
    """Set a hand: "27" a 2 and a 7, "WWS" two water and a sand card, starting cards by their values."""
    hand = position.state.hand[seat]
    hand[:] = 0
    position.state.seen[seat] = 0
    position.state.fresh[seat] = 0
    for value in valuables:
        hand[int(value) - 2] += 1
    for land in lands:
        hand[state.LANDS + "MSRW".index(land)] += 1
    for value in amulets:
        hand[state.AMULETS_AT + int(value) - 1] += 1
    for i, value in enumerate(starts):
        position.state.start_value[seat, i] = int(value)
        hand[state.START + i] = 1


def birds(position: Position, pair: str) -> None:
    """Put the birds on two landscapes, as "WS"."""
    position.state.birds = sum(1 << "MSRW".index(land) for land in pair)
    position.state.round_birds = position.state.birds


def sail_to(position: Position, seat: int, landing: int, others: Mapping[int, int] | None = None) -> None:
    """Bring the boat to a landing of ``seat``'s bowl, everything before it foregone. others: site -> seat."""
    now = position.state
    site = landing if landing <= 6 else 13 - landing
    now.bowls[:] = 0
    for other, owner in (others or {}).items():
        now.bowls[other - 1] = owner + 1
    now.placed = now.players * position.board[0].bowls - 1
    now.phase, now.landing, now.seat = state.PH_BOWL, 0, seat
    position.apply(encode(state.BOWL, site - 1))
    while now.landing < landing:
        position.apply(encode(FOREGO))
    assert (now.landing, now.seat) == (landing, seat)


def finish_round(position: Position) -> None:
    """Let everything pass until the next round begins or the game ends."""
    round_no = int(position.state.round_no)
    while position.state.round_no == round_no and not position.over:
        position.apply(position.moves()[-1])


def place_bowls(position: Position, sites: Iterable[int]) -> None:
    """Place the bowls of a round on these sites, in turn."""
    for site in sites:
        position.apply(encode(state.BOWL, site - 1))


def kinds(position: Position) -> set[int]:
    """The types among the legal moves."""
    return {move >> TYPE_SHIFT for move in position.moves()}


def fields(position: Position, kind: int) -> list[int]:
    """The fields of the legal moves of a type."""
    return [state.decode(move)[1] for move in position.moves() if move >> TYPE_SHIFT == kind]


def space_at(position: Position, lands: str, cost: str, points: int | None = None) -> int:
    """The first space of these landscapes and this price ("7v", "5a"), rather outside areas and rings."""
    record = position.board[0]
    found = []
    for space in range(int(record.spaces)):
        text = "".join("MSRW"[k] for k in range(4) if (int(record.lands[space]) >> k) & 1)
        price = f"{record.cost[space]}{'va'[int(record.currency[space])]}"
        if (text, price) == (lands, cost) and points in (None, int(record.points[space])):
            found.append(((int(record.no_double) >> space) & 1, space))
    return min(found)[1]


def buildable(position: Position) -> set[int]:
    """Spaces on which a single hut may be built now."""
    return set(fields(position, state.BUILD))


def build(position: Position, space: int, pay: str | None = None, double: bool = False) -> None:
    """Build with the first landscape cards and the given payment ("52"; any if not given)."""
    position.apply(encode(state.DOUBLE if double else state.BUILD, space))
    if position.state.phase == state.PH_LAND:
        position.apply(position.moves()[0])
    moves = position.moves()
    if pay is None:
        position.apply(moves[0])
        return
    amulets = int(position.board[0].currency[space])
    counts = [pay.count(str(k + (1 if amulets else 2))) for k in range(6)]
    position.apply(state.encode_payment([*counts, 0, 0, 0]))


def put_huts(position: Position, owner: int, spaces: Iterable[int], doubles: Iterable[int] = ()) -> None:
    """Huts on the board as if built before: no points, supply and pillar adjusted."""
    now = position.state
    for space in spaces:
        now.huts[owner] |= 1 << space
    for space in doubles:
        now.huts[owner] |= 1 << space
        now.doubles |= 1 << space


def path_spaces(position: Position, path: int) -> list[int]:
    """Spaces of a path from its statue outwards."""
    record = position.board[0]
    return [int(s) for s in record.path_space[path][: record.path_len[path]]]


def area(position: Position, name: str) -> list[int]:
    """Spaces of a set of the board: stone, pole, rings, neutral."""
    mask = int(position.board[0][name])
    return [space for space in range(50) if (mask >> space) & 1]


def part(position: Position, name: str) -> list[float]:
    """One part of the final scores, by seat."""
    column = 1 + [quantity.name for quantity in GAME.score_parts].index(name)
    return [float(x) for x in np.array(position.scores())[:, column]]


def clear(position: Position) -> Position:
    """No neutral huts, no amulets: for scoring examples."""
    position.state.huts[:] = 0
    position.state.hand[:] = 0
    return position
