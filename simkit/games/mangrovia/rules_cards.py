"""Piles, displays, bag, and what moves between them and the hands (MG-15 to MG-19, MG-53 to MG-68, MG-91 to MG-93)."""

from typing import Any

from simkit.games.mangrovia.counters import (
    C_COLLECT,
    C_DOWN,
    C_KEPT,
    C_START_GONE,
    C_UP,
    T_EMPTY,
    T_REPOSITORY,
    T_RESHUFFLED,
)
from simkit.games.mangrovia.state import (
    AMULETS_AT,
    BAG,
    BAG_IMMEDIATE,
    IMMEDIATE,
    LANDS,
    LANDSCAPE_PILE,
    PH_ACT,
    PH_RETURN,
    RETURN_ONE,
    START,
    TO_ASIDE,
    TO_REPOSITORY,
    VALUABLE_PILE,
)
from simkit.kernel import kernel
from simkit.rng import below, piece_key, sort_by_key

KINDS_OF_BAG = AMULETS_AT + 1
"""The first kind of amulet in the bag: value 2."""


@kernel
def first_kind(pile: int) -> int:
    """The first kind of piece in a pile."""
    if pile == VALUABLE_PILE:
        return 0
    return LANDS if pile == LANDSCAPE_PILE else AMULETS_AT


@kernel
def end_kind(pile: int) -> int:
    """One past the last kind of piece in a pile."""
    if pile == VALUABLE_PILE:
        return START
    return AMULETS_AT if pile == LANDSCAPE_PILE else AMULETS_AT + 6


@kernel
def order_pile(state: Any, pile: int, source: Any) -> None:
    """Make ``source`` (pieces by kind) the new pile, ordered by a key of each piece; the next piece is the last."""
    n = 0
    for kind in range(first_kind(pile), end_kind(pile)):
        for copy in range(source[kind]):
            state.items[n] = kind
            state.keys[n] = piece_key(state.streams, pile, kind, copy)
            n += 1
    sort_by_key(state.keys, state.items, n)
    for i in range(n):
        state.piles[pile, i] = state.items[n - 1 - i]
    state.pile_n[pile] = n


@kernel
def reshuffle(state: Any, pile: int) -> None:
    """The discards become the new pile (MG-59, MG-67); what was drawn in secret before is of an older generation."""
    found = 0
    for kind in range(first_kind(pile), end_kind(pile)):
        found += state.discard[kind]
    if found == 0:
        return
    below(state.streams, pile, 2)  # another order than the last time
    order_pile(state, pile, state.discard)
    for kind in range(first_kind(pile), end_kind(pile)):
        state.discard[kind] = 0
        for seat in range(state.players):
            state.fresh[seat, kind] = 0
    state.tally[T_RESHUFFLED + pile] += 1


@kernel
def take_top(state: Any, rules: Any, pile: int, seat: int) -> int:
    """Take the next piece of a pile, -1 where pile and discards are empty; returns its kind (MG-59, MG-60, MG-67).

    seat: whose hand it goes to in secret, -1 for nobody's. The last piece is still of the old generation.
    """
    if state.pile_n[pile] == 0:
        reshuffle(state, pile)
        if state.pile_n[pile] == 0:
            state.tally[T_EMPTY] += 1
            return -1
    state.pile_n[pile] -= 1
    kind = state.piles[pile, state.pile_n[pile]]
    if seat >= 0:
        state.hand[seat, kind] += 1
        state.fresh[seat, kind] += 1
    at_once = rules.bag_refill == BAG_IMMEDIATE if pile == BAG else rules.reshuffle_timing == IMMEDIATE
    if at_once and state.pile_n[pile] == 0:
        reshuffle(state, pile)
    return kind


@kernel
def can_draw(state: Any, pile: int) -> bool:
    """Whether a draw from the pile would yield a piece."""
    if state.pile_n[pile] > 0:
        return True
    for kind in range(first_kind(pile), end_kind(pile)):  # noqa: SIM110  a kernel knows no generators
        if state.discard[kind] > 0:
            return True
    return False


@kernel
def refill_displays(state: Any, board: Any, rules: Any) -> None:
    """Fill the gaps of both displays (MG-16, MG-17, MG-97)."""
    for pile in range(2):
        shown = 0
        for kind in range(first_kind(pile), end_kind(pile)):
            shown += state.display[kind]
        while shown < board.display[pile]:
            kind = take_top(state, rules, pile, -1)
            if kind < 0:
                break
            state.display[kind] += 1
            shown += 1


@kernel
def deal(state: Any, board: Any, rules: Any) -> None:
    """Starting cards, piles, hands, displays, bag (MG-15 to MG-19)."""
    for seat in range(state.players):
        for i in range(2):
            state.start_value[seat, i] = rules.start_pairs[2 * seat + i]
        if state.start_value[seat, 0] == state.start_value[seat, 1]:
            state.hand[seat, START] = 2  # equal cards are one way to pay
        else:
            state.hand[seat, START] = 1
            state.hand[seat, START + 1] = 1
        state.seen[seat, START] = state.hand[seat, START]
        state.seen[seat, START + 1] = state.hand[seat, START + 1]
    order_pile(state, VALUABLE_PILE, board.copies)
    order_pile(state, LANDSCAPE_PILE, board.copies)
    for _ in range(board.dealt):
        for seat in range(state.players):
            take_top(state, rules, LANDSCAPE_PILE, seat)
    refill_displays(state, board, rules)
    state.repository = board.copies[AMULETS_AT]
    for kind in range(KINDS_OF_BAG, AMULETS_AT + 6):
        state.discard[kind] = board.copies[kind]
    order_pile(state, BAG, state.discard)
    for kind in range(KINDS_OF_BAG, AMULETS_AT + 6):
        state.discard[kind] = 0


@kernel
def draw_down(state: Any, rules: Any, pile: int) -> None:
    """A face-down draw of the deciding seat (MG-54, MG-56)."""
    seat = state.seat
    take_top(state, rules, pile, seat)
    state.counters[seat, C_DOWN + pile] += 1
    state.round_draws += 1


@kernel
def draw_up(state: Any, kind: int) -> None:
    """Take a displayed card; it is replaced only in phase 3 (MG-57)."""
    seat = state.seat
    state.display[kind] -= 1
    state.hand[seat, kind] += 1
    state.seen[seat, kind] += 1
    state.counters[seat, C_UP + (1 if kind >= LANDS else 0)] += 1
    state.round_ups += 1
    state.round_draws += 1


@kernel
def spend(state: Any, seat: int, kind: int, count: int) -> None:
    """Take pieces out of a hand: those seen by all first, then the longest held (MG-91 to MG-93 say where they go)."""
    state.hand[seat, kind] -= count
    state.seen[seat, kind] = max(0, state.seen[seat, kind] - count)
    state.fresh[seat, kind] = min(state.fresh[seat, kind], state.hand[seat, kind] - state.seen[seat, kind])


@kernel
def spend_payment(state: Any, rules: Any, seat: int, currency: int, field: int) -> int:
    """Give up the pieces of a PAY move; returns their value (stone tiles included)."""
    total = 0
    for k in range(6):
        count = (field >> (4 * k)) & 15
        kind = k if currency == 0 else AMULETS_AT + k
        if count > 0:
            spend(state, seat, kind, count)
            total += count * (k + 2 if currency == 0 else k + 1)
            put_away(state, rules, kind, count)
    for i in range(2):
        count = (field >> (4 * (START + i))) & 15
        if count > 0:
            spend(state, seat, START + i, count)  # starting cards go to the box (MG-92)
            total += count * state.start_value[seat, i]
            if state.hand[seat, START] + state.hand[seat, START + 1] == 0:
                state.counters[seat, C_START_GONE] = state.round_no
    return total


@kernel
def put_away(state: Any, rules: Any, kind: int, count: int) -> None:
    """Spent cards are discarded, spent amulets put aside (MG-91, MG-93; ones by ``spent_ones_go_to``)."""
    if kind == AMULETS_AT and rules.spent_ones_go_to != TO_ASIDE:
        if rules.spent_ones_go_to == TO_REPOSITORY:
            state.repository += count
        else:
            state.box_ones += count
    else:
        state.discard[kind] += count


# ---- amulets -------------------------------------------------------------------------------------------------------


@kernel
def can_collect(state: Any, seat: int) -> bool:
    """Whether a collection would yield anything (MG-62 to MG-64)."""
    if state.pillar[seat] == 0:
        return state.repository > 0
    return can_draw(state, BAG)


@kernel
def collect(state: Any, board: Any, rules: Any) -> None:
    """Collect amulets by the number of own huts on amulet spaces (MG-61 to MG-68)."""
    seat = state.seat
    state.counters[seat, C_COLLECT] += 1
    state.round_collections += 1
    if state.pillar[seat] == 0:
        state.repository -= 1
        state.hand[seat, AMULETS_AT] += 1
        state.seen[seat, AMULETS_AT] += 1
        state.counters[seat, C_KEPT] += 1
        if state.repository == 0:
            state.tally[T_REPOSITORY] = state.round_no
        return
    wanted = min(state.pillar[seat], board.draw_limit)
    got = 0
    for _ in range(wanted):
        kind = take_top(state, rules, BAG, -1)
        if kind < 0:
            break
        state.drawn[kind - AMULETS_AT] += 1
        got += 1
    if got == 0:
        return
    if wanted == 1 or (rules.short_draw != RETURN_ONE and got < wanted):
        keep_drawn(state)
    else:
        state.phase = PH_RETURN


@kernel
def keep_drawn(state: Any) -> None:
    """The amulets drawn become the seat's own, face down (MG-65)."""
    seat = state.seat
    for k in range(6):
        count = state.drawn[k]
        state.hand[seat, AMULETS_AT + k] += count
        state.fresh[seat, AMULETS_AT + k] += count
        state.counters[seat, C_KEPT] += count
        state.drawn[k] = 0


@kernel
def return_amulet(state: Any, k: int) -> None:
    """Throw one drawn amulet (value k + 1) back into the bag, keep the rest (MG-62)."""
    state.drawn[k] -= 1
    n = state.pile_n[BAG]
    place = below(state.streams, BAG, n + 1)
    state.piles[BAG, n] = state.piles[BAG, place]
    state.piles[BAG, place] = AMULETS_AT + k
    state.pile_n[BAG] = n + 1
    keep_drawn(state)
    state.phase = PH_ACT
