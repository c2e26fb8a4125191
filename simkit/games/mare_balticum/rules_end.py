"""The end of Mare Balticum: contract sets, scores, the standing (MB-73 to MB-85, MB-102 to MB-111)."""

from typing import Any

from simkit.contract import RUNNING
from simkit.games.mare_balticum.counts import (
    AMBER,
    C_CARD,
    C_HOLD_LEFT,
    C_LANDED,
    C_LOST,
    C_OVERBOARD,
    C_REGRET,
    C_SETS,
    C_TAX_HOLD,
    C_TAX_STORE,
    C_VALUE,
    FISH_KINDS,
    KINDS,
    T_BAG_LEFT,
)
from simkit.games.mare_balticum.state import (
    AGENT,
    NONE,
    NUMBERS,
    OVER,
    SETTLING,
    TIME,
    sets_move,
)
from simkit.kernel import kernel


@kernel
def open_value(state: Any, rules: Any, seat: int) -> float:
    """Points for a fish whose market space is open: the mean of the seat's numbers not played yet.

    At the end of a stalled game an open space counts 0 (MB-78).
    """
    if state.end_cause != RUNNING:
        return 0.0
    total = 0
    left = 0
    for other in range(NUMBERS):
        free = 1 - ((state.played[seat] >> other) & 1)
        total += free * rules.market_values[other]
        left += free
    return total / max(left, 1)


@kernel
def market_value(state: Any, rules: Any, seat: int, kind: int, open_space: float) -> float:
    """Points for a fish: its number, or ``open_space`` (see :func:`open_value`)."""
    token = state.market[seat, kind]
    if token == NONE:
        return open_space
    return 1.0 * rules.market_values[token]


@kernel
def most_sets(state: Any, board: Any, seat: int) -> int:
    """Complete sets that the warehouse allows on the card held; 0 without a card."""
    card = state.card[seat]
    if card == NONE:
        return 0
    most = 99
    for kind in range(KINDS):
        if board.cards[card, kind] > 0:
            most = min(most, state.warehouse[seat, kind] // board.cards[card, kind])
    return most


@kernel
def sets_sold(state: Any, board: Any, rules: Any, seat: int) -> int:
    """MB-107 to MB-109: sets put on the card: the agent's number, else all if a set pays more than the market.

    The gain is the same for each set, so all or none is best; at equal pay no set is formed (fewest sets).
    """
    if rules.contract_alloc == AGENT and state.sets[seat] != NONE:
        return state.sets[seat]
    most = most_sets(state, board, seat)
    if most == 0:
        return 0
    open_space = open_value(state, rules, seat)
    gain = 1.0 * board.contract_points - board.cards[state.card[seat], AMBER] * board.amber_points
    for kind in range(FISH_KINDS):
        gain -= board.cards[state.card[seat], kind] * market_value(state, rules, seat, kind, open_space)
    return most if gain > 0.0 else 0


@kernel
def final_scores(state: Any, board: Any, rules: Any, out: Any) -> None:
    """MB-79 to MB-85, MB-107: score, its parts (five kinds, contract), tokens in the warehouse."""
    for seat in range(state.players):
        sets = sets_sold(state, board, rules, seat)
        card = state.card[seat]
        open_space = open_value(state, rules, seat)
        out[seat, 0] = 0.0
        stored = 0
        for kind in range(KINDS):
            count = state.warehouse[seat, kind]
            if sets > 0:
                count -= sets * board.cards[card, kind]
            value = 1.0 * board.amber_points
            if kind < FISH_KINDS:
                value = market_value(state, rules, seat, kind, open_space)
            out[seat, 1 + kind] = count * value
            out[seat, 0] += count * value
            stored += state.warehouse[seat, kind] if rules.tiebreak_counts_contract != 0 else count
        out[seat, 1 + KINDS] = sets * board.contract_points
        out[seat, 0] += out[seat, 1 + KINDS]
        out[seat, 2 + KINDS] = stored


@kernel
def score_now(state: Any, board: Any, rules: Any, out: Any) -> None:
    """The same sum for the present warehouses, open market spaces at the mean of the numbers left."""
    for seat in range(state.players):
        sets = sets_sold(state, board, rules, seat)
        open_space = open_value(state, rules, seat)
        total = 1.0 * sets * board.contract_points
        for kind in range(KINDS):
            count = state.warehouse[seat, kind]
            if sets > 0:
                count -= sets * board.cards[state.card[seat], kind]
            if kind < FISH_KINDS:
                total += count * market_value(state, rules, seat, kind, open_space)
            else:
                total += count * board.amber_points
        out[seat] = total


@kernel
def finish(state: Any, board: Any, rules: Any, cause: int) -> None:
    """End the game; under contract_alloc = agent each holder who can form a set is asked first, in playing order."""
    state.ending = cause
    state.seat = 0
    state.phase = SETTLING
    _ask_for_sets(state, board, rules)


@kernel
def _ask_for_sets(state: Any, board: Any, rules: Any) -> None:
    """Go on from ``state.seat`` to the next player who chooses a number of sets, or to the end."""
    if rules.contract_alloc == AGENT:
        while state.seat < state.players:
            if most_sets(state, board, state.seat) > 0:
                return
            state.seat += 1
    state.seat = 0
    state.phase = OVER
    state.end_cause = state.ending
    _count_the_end(state, board, rules)


@kernel
def list_sets(state: Any, board: Any, work: Any) -> int:
    """MB-109, agent: 0 up to the most possible."""
    most = most_sets(state, board, state.seat)
    for number in range(most + 1):
        work.moves[number] = sets_move(number)
    return most + 1


@kernel
def choose_sets(state: Any, board: Any, rules: Any, number: int) -> None:
    state.sets[state.seat] = number
    state.seat += 1
    _ask_for_sets(state, board, rules)


@kernel
def _count_the_end(state: Any, board: Any, rules: Any) -> None:
    """Counters that are known at the end only."""
    for seat in range(state.players):
        counters = state.counters[seat]
        for kind in range(KINDS):
            counters[C_LANDED + kind] = state.landed[seat, kind]
            counters[C_TAX_STORE] += state.tax_store[seat, kind]
        for kind in range(FISH_KINDS):
            counters[C_OVERBOARD] += state.overboard[seat, kind]
            counters[C_LOST] += state.lost[seat, kind]
            counters[C_TAX_HOLD] += state.tax_hold[seat, kind]
            token = state.market[seat, kind]
            counters[C_VALUE + kind] = rules.market_values[token] if token != NONE else NONE
        counters[C_HOLD_LEFT] = state.held[seat]
        counters[C_REGRET] = _regret(state, rules, seat)
        counters[C_CARD] = state.card[seat] + 1
        counters[C_SETS] = sets_sold(state, board, rules, seat)
    for i in range(state.bag_at, state.bag_n):
        if state.bag[i] != TIME:
            state.tally[T_BAG_LEFT] += 1


@kernel
def _regret(state: Any, rules: Any, seat: int) -> int:
    """What the best order of the seat's played numbers on its filled spaces would have paid more."""
    paid = 0
    best = 0
    used_kinds = 0
    used_tokens = 0
    for kind in range(FISH_KINDS):
        if state.market[seat, kind] != NONE:
            paid += state.warehouse[seat, kind] * rules.market_values[state.market[seat, kind]]
    for _ in range(FISH_KINDS):
        top_kind = NONE
        top_token = NONE
        for kind in range(FISH_KINDS):
            token = state.market[seat, kind]
            if token != NONE:
                if (used_kinds >> kind) & 1 == 0:
                    if top_kind == NONE or state.warehouse[seat, kind] > state.warehouse[seat, top_kind]:
                        top_kind = kind
                if (used_tokens >> token) & 1 == 0:
                    if top_token == NONE or rules.market_values[token] > rules.market_values[top_token]:
                        top_token = token
        if top_kind != NONE:
            best += state.warehouse[seat, top_kind] * rules.market_values[top_token]
            used_kinds |= 1 << top_kind
            used_tokens |= 1 << top_token
    return best - paid
