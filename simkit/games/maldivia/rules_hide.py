"""What a seat cannot know, drawn anew (MV-09, MV-20, MV-57, MV-60)."""

from typing import Any

from simkit.bits import popcount
from simkit.games.maldivia.rules_options import island_cards, nth_card, points
from simkit.games.maldivia.state import (
    BARE,
    DECK,
    FOG_BLOCK,
    GIVING,
    PICKED,
    PILE,
    PROGRAMMING,
    SHARK_DRAW,
    SIDES,
    SLOTS,
    T_DELIVERED,
)
from simkit.games.maldivia.switches import FORGETFUL
from simkit.kernel import kernel
from simkit.rng import below, rekey

EXCHANGES = 100
"""Random exchanges of two cards that mix the holders of an island's cards: at most ten cards, so ten each."""


@kernel
def hide(state: Any, board: Any, rules: Any, seat: int, key: int) -> None:
    """Draw anew the piles' unseen cards, the others' standing indicators and who holds which card of an island.

    The holders are mixed by random exchanges of two cards between players of whom the seat thinks both possible.
    """
    rekey(state.streams, key)
    for side in range(SIDES):
        if rules.public_memory == FORGETFUL:
            _deal_all(state, seat, side)
        else:
            _deal_unseen(state, side)
            _mix_holders(state, seat, side)
    for other in range(state.players):
        if other != seat:
            _draw_program(state, rules, other)
    for other in range(state.players):
        if other != seat:
            state.old_owned[other] = state.owned[other]
            state.suspect[other, other] = state.owned[other]
        for owner in range(state.players):
            if owner != other:
                state.suspect[other, owner] &= ~state.owned[other]
                state.suspect[other, owner] |= state.owned[owner]
    state.tally[T_DELIVERED] = 0
    for owner in range(state.players):
        state.tally[T_DELIVERED] += points(board, state.owned[owner])
    if state.phase == GIVING and state.wanted < PICKED:
        cards = state.owned[state.partner] & island_cards(state.wanted)
        state.drawn = 1 + nth_card(cards, below(state.streams, SHARK_DRAW, popcount(cards)))


@kernel
def _draw_card(state: Any, pool: int) -> Any:
    return nth_card(pool, below(state.streams, DECK, popcount(pool)))


@kernel
def _deal_unseen(state: Any, side: int) -> None:
    """Shuffle the cards of a pile above those that were seen going under it."""
    unseen = state.left[side] - state.under[side]
    pool = 0
    for k in range(unseen):
        pool |= 1 << state.pile[side, (state.start[side] + k) % PILE]
    for k in range(unseen):
        card = _draw_card(state, pool)
        pool &= ~(1 << card)
        state.pile[side, (state.start[side] + k) % PILE] = card


@kernel
def _deal_all(state: Any, seat: int, side: int) -> None:
    """Without memory: shuffle the whole pile with the cards that the others have collected from the island."""
    pool = 0
    for k in range(state.left[side]):
        pool |= 1 << state.pile[side, (state.start[side] + k) % PILE]
    for other in range(state.players):
        if other != seat:
            pool |= state.owned[other] & island_cards(side)
    for k in range(state.left[side]):
        card = _draw_card(state, pool)
        pool &= ~(1 << card)
        state.pile[side, (state.start[side] + k) % PILE] = card
    for other in range(state.players):
        if other == seat:
            continue
        count = popcount(state.owned[other] & island_cards(side))
        state.owned[other] &= ~island_cards(side)
        for _ in range(count):
            card = _draw_card(state, pool)
            pool &= ~(1 << card)
            state.owned[other] |= 1 << card


@kernel
def _mix_holders(state: Any, seat: int, side: int) -> None:
    """Exchange cards of an island between other players where the seat holds both to be possible."""
    pool = 0
    doubtful = 0
    for other in range(state.players):
        if other != seat:
            doubtful |= pool & state.suspect[seat, other]
            pool |= state.suspect[seat, other]
    doubtful &= island_cards(side)
    if popcount(doubtful) < 2:
        return
    for _ in range(EXCHANGES):
        one = _draw_card(state, doubtful)
        two = _draw_card(state, doubtful)
        first = _holder(state, one)
        second = _holder(state, two)
        if first == second or first in (seat, BARE) or second in (seat, BARE):
            continue
        if (state.suspect[seat, first] >> two) & 1 and (state.suspect[seat, second] >> one) & 1:
            state.owned[first] ^= 1 << one | 1 << two
            state.owned[second] ^= 1 << one | 1 << two


@kernel
def _holder(state: Any, card: int) -> int:
    for seat in range(state.players):
        if (state.owned[seat] >> card) & 1:
            return seat
    return BARE


@kernel
def _draw_program(state: Any, rules: Any, other: int) -> None:
    """Draw another player's standing indicators; their kinds too, unless everybody sees them (MV-09, MV-57)."""
    known = rules.octopus_type_visible != 0 and state.phase != PROGRAMMING
    first = state.tipped[other]
    fog = BARE
    if not known:
        fog = first + below(state.streams, DECK, SLOTS - first) if first < SLOTS else BARE
        for slot in range(first):
            if state.program[other, slot] >= FOG_BLOCK:
                fog = BARE
    for slot in range(first, SLOTS):
        if state.program[other, slot] == BARE:
            continue
        is_fog = state.program[other, slot] >= FOG_BLOCK if known else slot == fog
        state.program[other, slot] = below(state.streams, DECK, SIDES) + (FOG_BLOCK if is_fog else 0)
