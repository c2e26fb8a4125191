"""Scenes for the tests of Maldivia: an empty sea on which a test puts boats, fish and currents."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simkit.games.maldivia import GAME
from simkit.games.maldivia.board import bag, build
from simkit.games.maldivia.layout import LETTERS
from simkit.games.maldivia.state import (
    BARE,
    C_DELIVERIES,
    EXCHANGING,
    FISH,
    FOG,
    FOG_BLOCK,
    FOGGING,
    HALF,
    MAST,
    MOVING,
    PILE,
    SLOTS,
    SPACES,
    T_DELIVERED,
    move_code,
)
from simkit.position import Position

N, E, S, W = range(4)
"""Directions and sides."""
FOG_N, FOG_E, FOG_S, FOG_W = (FOG_BLOCK + side for side in range(4))


def at(name: str) -> int:
    """The space of a name: "a1" is the corner of Nanga and Wipi."""
    return 10 * (int(name[1:]) - 1) + "abcdefghij".index(name[0])


def names(spaces: Sequence[int]) -> list[str]:
    """The names of spaces."""
    return [f"{'abcdefghij'[space % 10]}{space // 10 + 1}" for space in spaces]


def empty_sea(rows: int = 10, columns: int = 10) -> np.ndarray[Any, Any]:
    """A board of plain spaces without currents; the ships of layout A."""
    board = build("A", 4, {"rows": rows, "columns": columns})
    for field in ("kind", "catch", "shown", "fishing", "tail", "drawn", "current_len"):
        board[field] = 0
    return board


def show_fish(board: np.ndarray[Any, Any], name: str, fish: str, back: bool = False) -> None:
    """Draw fish on a space."""
    face = at(name) + (SPACES if back else 0)
    board["catch"][0, :, face] = bag(fish)
    board["shown"][0, :, face] = len(fish)
    if not back:
        board["fishing"][0, :, face // HALF] |= 1 << (face % HALF)
    board["kind"][0, :, face] = FISH


def show_kind(board: np.ndarray[Any, Any], name: str, kind: int, back: bool = False) -> None:
    """Draw an octopus or a shark on a space."""
    board["kind"][0, :, at(name) + (SPACES if back else 0)] = kind


def show_current(
    board: np.ndarray[Any, Any],
    number: int,
    entry: int,
    spaces: Sequence[str],
    leave: int,
    back: bool = False,
) -> None:
    """Draw a current for the cloth as it lies unturned."""
    offset = SPACES if back else 0
    board["current_len"][0, number] = len(spaces)
    board["current_entry"][0, 0, number] = entry
    board["current_exit"][0, 0, number] = leave
    board["current_space"][0, 0, number, : len(spaces)] = [at(name) for name in spaces]
    board["tail"][0, 0, offset + at(spaces[0])] = number + 1
    for name in spaces:
        board["drawn"][0, 0, offset + at(name)] = number + 1


def scene(
    boats: Sequence[str],
    block: int,
    *,
    mover: int = 0,
    board: np.ndarray[Any, Any] | None = None,
    masts: Sequence[str] = (),
    cycle: int = 0,
    **switches: Any,
) -> Position:
    """A turn about to be carried out: boats by seat, the mover's tipped indicator, masts bottom first.

    Everybody else's indicators are arrows to the north and fog from Nanga in the last slot.
    """
    board = empty_sea() if board is None else board
    rules = GAME.rules_record({"cloth_rotation": 0, **switches})
    position = Position(GAME, board, rules, len(boats))
    state = position.state
    for seat, name in enumerate(boats):
        state.boat[seat] = at(name)
        state.at[at(name)] = seat + 1
        state.program[seat] = [N, N, N, FOG_N]
        state.tipped[seat] = cycle + (seat <= mover)
    state.program[mover] = [N, N, N, FOG_N]
    if block >= FOG_BLOCK:
        state.program[mover] = [N] * SLOTS
    elif cycle == SLOTS - 1:
        state.program[mover] = [FOG_N, N, N, N]
    state.program[mover, cycle] = block
    for seat, fish in enumerate(masts):
        set_mast(position, seat, fish)
    state.mover = state.seat = mover
    state.cycle = cycle
    state.phase = FOGGING if block >= FOG_BLOCK else MOVING
    remember(state)
    return position


def set_mast(position: Position, seat: int, fish: str) -> None:
    """Put fish on a mast, bottom first, out of the supply (or back into it)."""
    state = position.state
    for colour in range(4):
        state.supply[colour] += (int(state.load[seat]) >> 4 * colour) & 15
    state.mast[seat] = [LETTERS.index(letter) for letter in fish] + [BARE] * (MAST - len(fish))
    state.height[seat] = len(fish)
    state.load[seat] = bag(fish)
    for letter in fish:
        state.supply[LETTERS.index(letter)] -= 1


def remember(state: Any) -> None:
    """Make the present table the one that the invariants compare with."""
    state.floor = state.height[state.mover]
    state.old_boat[:] = state.boat
    state.old_mast[:] = state.mast
    state.old_height[:] = state.height
    state.old_owned[:] = state.owned


def mast(position: Position, seat: int) -> str:
    """The fish on a mast, bottom first."""
    state = position.state
    return "".join(LETTERS[colour] for colour in state.mast[seat, : state.height[seat]])


def show_ship(position: Position, side: int, place: int, fish: str) -> int:
    """Let a face-up ship demand these fish (its card's print is changed); returns the card."""
    card = int(position.state.market[side, place]) - 1
    position.board["need"][0, card] = bag(fish)
    position.board["value"][0, card] = len(fish)
    return card


def no_ships(position: Position) -> None:
    """Let all ships demand seven yellow fish, so that nothing can be delivered by chance."""
    position.board["need"][:] = bag("Y" * 7)


def own(position: Position, seat: int, cards: Sequence[int]) -> None:
    """Let a seat have delivered to ships that were still in their piles."""
    state = position.state
    for card in cards:
        side = card // PILE
        waiting = [int(state.pile[side, (state.start[side] + k) % PILE]) for k in range(state.left[side])]
        waiting.remove(card)
        state.start[side] += 1
        state.left[side] -= 1
        for k, other in enumerate(waiting):
            state.pile[side, (state.start[side] + k) % PILE] = other
        state.owned[seat] |= 1 << card
        for observer in range(state.players):
            state.suspect[observer, seat] |= 1 << card
        state.counters[seat, C_DELIVERIES] += 1
        state.tally[T_DELIVERED] += int(position.board["value"][0, card])
    remember(state)


def waiting_cards(position: Position, side: int) -> list[int]:
    """The cards of a pile, top first."""
    state = position.state
    return [int(state.pile[side, (state.start[side] + k) % PILE]) for k in range(state.left[side])]


def fields(position: Position, kind: int) -> list[int]:
    """The fields of the legal moves of one type."""
    return [move & ((1 << 48) - 1) for move in position.moves() if move >> 48 == kind]


def fold(position: Position, side: int) -> None:
    """Carry out fog from a side now, as the mover's turn, whatever has happened this round."""
    state = position.state
    state.phase = FOGGING
    state.seat = state.mover
    state.program[state.mover, state.cycle] = FOG_BLOCK + side
    state.used = state.lifted = 0
    position.apply(move_code(FOG, side))
    while not position.over and position.state.phase == EXCHANGING:
        position.apply(position.moves()[0])
