"""What a seat cannot know, drawn anew (MG-17, MG-65): other hands, other amulets, piles and the bag.

Everybody remembers what was seen: cards taken from a display, starting cards, 1-amulets from the repository, all that
was spent. The rest of a hand is of two kinds: *fresh* pieces came from the present pile, so pile and fresh pieces
together are one pool; the others were drawn before the last reshuffle, when the pile was empty, and only change hands
among themselves.
"""

from typing import Any

from simkit.games.mangrovia.rules_cards import end_kind, first_kind
from simkit.games.mangrovia.state import AMULETS_AT, BAG, PH_LAND, PH_PAY
from simkit.kernel import kernel
from simkit.rng import rekey, shuffle


@kernel
def hide(state: Any, board: Any, rules: Any, seat: int, key: int) -> None:
    """Re-draw what ``seat`` cannot know. A seat that is just paying for a hut keeps its hand: it can pay."""
    rekey(state.streams, key)
    for pile in range(3):
        redraw_fresh(state, seat, pile)
        redraw_old(state, seat, pile)


@kernel
def is_open(state: Any, seat: int, other: int) -> bool:
    """Whether another seat's hand stays as it is when ``seat`` looks at the table."""
    paying = state.seat == other and (state.phase == PH_LAND or state.phase == PH_PAY)
    return other == seat or paying


@kernel
def redraw_fresh(state: Any, seat: int, pile: int) -> None:
    """Pool the pile with the pieces that others drew from it in secret, and deal them out again."""
    low = first_kind(pile)
    high = end_kind(pile)
    n = 0
    for i in range(state.pile_n[pile]):
        state.items[n] = state.piles[pile, i]
        n += 1
    for other in range(state.players):
        if not is_open(state, seat, other):
            for kind in range(low, high):
                for _ in range(state.fresh[other, kind]):
                    state.items[n] = kind
                    n += 1
    drawn = 0
    if pile == BAG and state.seat != seat:
        for k in range(6):
            for _ in range(state.drawn[k]):
                state.items[n] = AMULETS_AT + k
                n += 1
                drawn += 1
            state.drawn[k] = 0
    shuffle(state.streams, pile, state.items, n)
    for i in range(state.pile_n[pile]):
        state.piles[pile, i] = state.items[i]
    at = state.pile_n[pile]
    for _ in range(drawn):
        state.drawn[state.items[at] - AMULETS_AT] += 1
        at += 1
    for other in range(state.players):
        if not is_open(state, seat, other):
            at = redeal(state, other, pile, at)


@kernel
def redeal(state: Any, other: int, pile: int, at: int) -> int:
    """Give a seat as many fresh pieces as before from ``state.items[at:]``; returns the next place."""
    low = first_kind(pile)
    high = end_kind(pile)
    count = 0
    for kind in range(low, high):
        count += state.fresh[other, kind]
        state.hand[other, kind] -= state.fresh[other, kind]
        state.fresh[other, kind] = 0
    for _ in range(count):
        state.fresh[other, state.items[at]] += 1
        state.hand[other, state.items[at]] += 1
        at += 1
    return at


@kernel
def redraw_old(state: Any, seat: int, pile: int) -> None:
    """Exchange the older secret pieces among the other seats."""
    low = first_kind(pile)
    high = end_kind(pile)
    n = 0
    for other in range(state.players):
        if not is_open(state, seat, other):
            for kind in range(low, high):
                for _ in range(state.hand[other, kind] - state.seen[other, kind] - state.fresh[other, kind]):
                    state.items[n] = kind
                    n += 1
    shuffle(state.streams, pile, state.items, n)
    at = 0
    for other in range(state.players):
        if not is_open(state, seat, other):
            count = 0
            for kind in range(low, high):
                count += state.hand[other, kind] - state.seen[other, kind] - state.fresh[other, kind]
                state.hand[other, kind] = state.seen[other, kind] + state.fresh[other, kind]
            for _ in range(count):
                state.hand[other, state.items[at]] += 1
                at += 1
