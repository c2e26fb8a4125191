"""What must hold after every step (the ledger's I1 to I13; numbers here are the values that ``broken`` returns)."""

from typing import Any

from simkit.bits import popcount
from simkit.contract import RUNNING
from simkit.games.maldivia.rules_fog import inward
from simkit.games.maldivia.rules_options import points
from simkit.games.maldivia.rules_sea import area, edges_at, visible
from simkit.games.maldivia.state import (
    ACTING,
    ARRANGING,
    BARE,
    C_DELIVERIES,
    C_FOLDS,
    CARDS,
    COLOURS,
    EXCHANGING,
    FOG_BLOCK,
    FOG_CLOSED,
    MAST,
    MOVING,
    NORTH,
    PILE,
    PLACING,
    PROGRAMMING,
    PUTTING,
    SHIPS,
    SIDES,
    SLOTS,
    SPACES,
    STRIDE,
    T_DELIVERED,
    T_FOLD_SIDE,
    T_LIFTS,
    WEST,
)
from simkit.kernel import kernel

INVARIANTS = (
    "",
    "fish are neither made nor lost (I1)",
    "a mast holds at most its limit, and its fish are those counted (I2)",
    "each card is in one place, and two ships lie beside a pile that has cards (I3)",
    "a player has as many cards as he has made deliveries (I4)",
    "boats stand on different visible spaces (I5)",
    "each fold has taken one row, at most once a side and round (I6)",
    "the edge shows the backs of the rows folded last, all else its front (I7)",
    "a fold moves boats by at most one space along their line and costs each at most its top fish (I8)",
    "everybody has one fog indicator and has tipped as many as he has had turns (I9)",
    "no fishing with delivery, one theft a victim, nothing without a move (I10)",
    "points are fish delivered, and cards are kept except at a shark (I11)",
    "every round without lifted fog folds, and the sea is small at the end only (I12)",
    "nobody excludes what is true about the cards of others (I13)",
    "the lower part of a mast is never rearranged without a delivery (I2)",
)


@kernel
def broken(state: Any, board: Any, rules: Any) -> int:
    """0, or the number of a broken invariant (an index into INVARIANTS)."""
    if not _fish_kept(state, board):
        return 1
    if not _masts_sound(state, board):
        return 2
    if not _cards_in_place(state):
        return 3
    for seat in range(state.players):
        if popcount(state.owned[seat]) != state.counters[seat, C_DELIVERIES]:
            return 4
    if not _boats_in_place(state):
        return 5
    if not _folds_counted(state, board):
        return 6
    if not _faces_sound(state):
        return 7
    if state.phase == EXCHANGING and not _fold_sound(state):
        return 8
    if not _programs_sound(state):
        return 9
    if not _turn_sound(state):
        return 10
    if not _points_sound(state, board):
        return 11
    if not _end_sound(state, rules):
        return 12
    if not _knowledge_sound(state):
        return 13
    return 0 if _order_kept(state) else 14


@kernel
def _fish_kept(state: Any, board: Any) -> bool:
    for colour in range(COLOURS):
        if state.supply[colour] < 0:
            return False
        total = state.supply[colour] + ((state.hand >> (4 * colour)) & 15)
        for seat in range(state.players):
            for place in range(MAST):
                total += state.mast[seat, place] == colour
        if total != board.fish[colour]:
            return False
    return state.hand == 0 or (state.phase >= ACTING and state.phase <= ARRANGING)


@kernel
def _masts_sound(state: Any, board: Any) -> bool:
    for seat in range(state.players):
        if state.height[seat] < 0 or state.height[seat] > board.mast_limit:
            return False
        load = 0
        for place in range(MAST):
            colour = state.mast[seat, place]
            if (colour == BARE) != (place >= state.height[seat]):
                return False
            if colour != BARE:
                load += 1 << (4 * colour)
        if load != state.load[seat]:
            return False
    return True


@kernel
def _cards_in_place(state: Any) -> bool:
    found = 0
    cards = 0
    for side in range(SIDES):
        for k in range(state.left[side]):
            found |= 1 << state.pile[side, (state.start[side] + k) % PILE]
        up = 0
        for ship in range(SHIPS):
            if state.market[side, ship] != 0:
                up += 1
                found |= 1 << (state.market[side, ship] - 1)
        cards += state.left[side] + up
        if state.left[side] > 0 and up < SHIPS:
            return False
        if state.under[side] < 0 or state.under[side] > state.left[side]:
            return False
    for seat in range(state.players):
        found |= state.owned[seat]
        cards += popcount(state.owned[seat])
    return cards == CARDS and found == (1 << CARDS) - 1


@kernel
def _boats_in_place(state: Any) -> bool:
    boats = 0
    for space in range(SPACES):
        seat = state.at[space] - 1
        if seat >= 0:
            boats += 1
            if seat >= state.players or state.boat[seat] != space or not visible(state, space):
                return False
    placed = state.players if state.phase != PLACING else state.seat
    return boats == placed


@kernel
def _folds(state: Any) -> int:
    folds = 0
    for side in range(SIDES):
        folds += state.tally[T_FOLD_SIDE + side]
    return folds


@kernel
def _folds_counted(state: Any, board: Any) -> bool:
    folds = _folds(state)
    by_seat = 0
    for seat in range(state.players):
        by_seat += state.counters[seat, C_FOLDS]
    sides = state.south - state.north + state.east - state.west + 2
    if sides != board.rows + board.columns - folds or by_seat != folds:
        return False
    if state.tally[T_FOLD_SIDE + NORTH] != state.north or state.tally[T_FOLD_SIDE + WEST] != state.west:
        return False
    for side in range(SIDES):
        if state.tally[T_FOLD_SIDE + side] > state.round_no:
            return False
    return popcount(state.used & ~state.lifted) <= state.players and state.lifted & ~state.used == 0


@kernel
def _faces_sound(state: Any) -> bool:
    folded = 0
    for side in range(SIDES):
        if state.tally[T_FOLD_SIDE + side] > 0:
            folded |= 1 << side
    for row in range(state.north, state.south + 1):
        for column in range(state.west, state.east + 1):
            space = STRIDE * row + column
            turned = edges_at(state, space) & folded
            if state.face[space] == space:
                if turned != 0:
                    return False
                continue
            good = False
            for side in range(SIDES):
                if (turned >> side) & 1 and state.face[space] == SPACES + space - inward(side):
                    good = True
            if not good:
                return False
    return True


@kernel
def _fold_sound(state: Any) -> bool:
    step = inward(state.folded)
    for seat in range(state.players):
        moved = state.boat[seat] - state.old_boat[seat]
        lost = state.old_height[seat] - state.height[seat]
        if moved != 0 and moved != step:
            return False
        at_edge = (edges_at(state, state.boat[seat]) >> state.folded) & 1
        affected = moved != 0 or at_edge
        if lost != (1 if affected and state.old_height[seat] > 0 else 0):
            return False
    return True


@kernel
def _programs_sound(state: Any) -> bool:
    running = state.end_cause == RUNNING
    for seat in range(state.players):
        fogs = 0
        standing = 0
        for slot in range(SLOTS):
            block = state.program[seat, slot]
            if block < BARE or block >= FOG_BLOCK + SIDES:
                return False
            standing += block != BARE
            fogs += block >= FOG_BLOCK
        if fogs > 1 or (standing == SLOTS and fogs != 1):
            return False
        turns = 0
        if (state.phase != PLACING and state.phase != PROGRAMMING) or not running:
            if standing != SLOTS:
                return False
            turns = state.cycle
            place = (seat - state.starter + state.players) % state.players
            now = (state.mover - state.starter + state.players) % state.players
            if place <= now or not running:
                turns += 1
        if state.tipped[seat] != turns:
            return False
    return True


@kernel
def _turn_sound(state: Any) -> bool:
    if state.phase == PLACING or state.phase == PROGRAMMING or state.end_cause != RUNNING:
        return True
    if state.fished != 0 and state.delivered != 0:
        return False
    if state.delivered & ~edges_at(state, state.boat[state.mover]) != 0:
        return False
    if state.phase == EXCHANGING:
        return state.took + state.delivered + state.rotated + state.swapped == 0
    for seat in range(state.players):
        lost = state.old_height[seat] - state.height[seat]
        if seat != state.mover:
            if lost < 0 or lost > state.took or state.boat[seat] != state.old_boat[seat]:
                return False
        elif state.boat[seat] == state.old_boat[seat]:
            if lost != 0 or state.took + state.delivered + state.rotated + state.swapped != 0:
                return False
        elif state.phase == MOVING:
            return False
    return True


@kernel
def _points_sound(state: Any, board: Any) -> bool:
    total = 0
    for seat in range(state.players):
        total += points(board, state.owned[seat])
        if state.swapped == 0 and state.old_owned[seat] & ~state.owned[seat] != 0:
            return False
        fewer = popcount(state.owned[seat]) - popcount(state.old_owned[seat])
        if fewer < 0 or (fewer > 0 and seat != state.mover):
            return False
    return total == state.tally[T_DELIVERED]


@kernel
def _end_sound(state: Any, rules: Any) -> bool:
    if state.tally[T_LIFTS] == 0 and _folds(state) < state.round_no - 1:
        return False
    small = area(state) <= rules.end_threshold
    if small != (state.ending == 1):
        return False
    if state.end_cause == FOG_CLOSED and not small:
        return False
    return area(state) >= state.players


@kernel
def _knowledge_sound(state: Any) -> bool:
    for observer in range(state.players):
        if state.suspect[observer, observer] != state.owned[observer]:
            return False
        for owner in range(state.players):
            if state.owned[owner] & ~state.suspect[observer, owner] != 0:
                return False
    return True


@kernel
def _order_kept(state: Any) -> bool:
    for seat in range(state.players):
        kept = min(state.height[seat], state.old_height[seat])
        if seat == state.mover:
            kept = min(kept, state.floor)
        for place in range(kept):
            if state.mast[seat, place] != state.old_mast[seat, place]:
                return False
    return state.phase != PUTTING or state.took != 0
