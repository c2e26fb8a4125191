"""Invariants of Mare Balticum, numbered as in the ledger; the letters tell apart what one number asks."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.contract import RUNNING
from simkit.games.mare_balticum.counts import (
    C_SETS,
    CARDS,
    FISH_KINDS,
    KINDS,
)
from simkit.games.mare_balticum.rules_end import most_sets
from simkit.games.mare_balticum.rules_sail import neighbours
from simkit.games.mare_balticum.state import (
    ACTION,
    NONE,
    NOTHING,
    NUMBERS,
    OPENING,
    OVER,
    PORTS,
    PRODUCTION,
    PRODUCTION_TOKENS,
    SAFE,
    START_PHASE,
    TAX_PHASE,
    TIME,
)
from simkit.kernel import kernel

INVARIANTS = (
    "",
    "1: the tokens of a kind in bag, sea, holds, warehouses and out of the game add up to those in the box",
    "2: the time tokens in the bag and drawn add up",
    "3: ports carry no token, shallow areas at most one, deep ones at most two; the mask of stocked areas is right",
    "4: a hold has no more fish than spaces, no count is negative",
    "5: what a player caught is in hold or warehouse, thrown out, lost or paid",
    "6: vessels on the board and in reserve add up, and the fleet hangs together",
    "7: production tokens played agree with the time tokens and with the market",
    "8: after a refill an empty area without vessel means an empty bag, and an empty bag that all time has passed",
    "9: demand tokens: the circles' own, two of a kind, never two of a kind at one port",
    "10: a contract card is held by one player at most",
    "11: actions and rounds stay within their bounds",
    "12: choices and counters of an event exist only in that event",
    "13: contract sets are paid with tokens of the warehouse, so that no score is negative",
)
"""What ``broken`` names by number."""


@kernel
def broken(state: Any, board: Any, rules: Any) -> int:
    """0, or the number of the first broken invariant."""
    found = _tokens(state, board)
    if found == 0:
        found = _board(state, board)
    if found == 0:
        found = _players(state, board, rules)
    if found == 0:
        found = _production(state)
    if found == 0:
        found = _refill(state, board)
    if found == 0:
        found = _demands(state, board, rules)
    if found == 0:
        found = _course(state, board, rules)
    return found


@kernel
def _tokens(state: Any, board: Any) -> int:
    """1, 2 and 5."""
    time = state.time_drawn
    for i in range(state.bag_at, state.bag_n):
        if state.bag[i] == TIME:
            time += 1
    if time != board.time_tokens or state.time_drawn < 0:
        return 2
    for kind in range(KINDS):
        count = 0
        for i in range(state.bag_at, state.bag_n):
            if state.bag[i] == kind:
                count += 1
        for area in range(board.areas):
            for place in range(2):
                if state.tokens[area, place] == kind:
                    count += 1
        for seat in range(state.players):
            mine = state.warehouse[seat, kind] + state.tax_store[seat, kind]
            if state.landed[seat, kind] != mine:
                return 5
            if kind < FISH_KINDS:
                mine += state.hold[seat, kind] + state.overboard[seat, kind]
                mine += state.lost[seat, kind] + state.tax_hold[seat, kind]
            if state.caught[seat, kind] != mine:
                return 5
            count += mine
        if count != board.tokens[kind]:
            return 1
    return 0


@kernel
def _board(state: Any, board: Any) -> int:
    """3."""
    for area in range(board.areas):
        first = state.tokens[area, 0]
        second = state.tokens[area, 1]
        if first < 0 or first > NOTHING or second < 0 or second > NOTHING or first > second:
            return 3
        if first != NOTHING and (board.sea >> area) & 1 == 0:
            return 3
        if second != NOTHING and (board.deep >> area) & 1 == 0:
            return 3
        if ((state.stocked >> area) & 1) != (first != NOTHING):
            return 3
    return 0


@kernel
def _players(state: Any, board: Any, rules: Any) -> int:
    """4, 6 and 10."""
    for seat in range(state.players):
        held = 0
        for kind in range(FISH_KINDS):
            held += state.hold[seat, kind]
            if state.hold[seat, kind] < 0 or state.overboard[seat, kind] < 0 or state.lost[seat, kind] < 0:
                return 4
        for kind in range(KINDS):
            if state.warehouse[seat, kind] < 0 or state.tax_store[seat, kind] < 0:
                return 4
        if held != state.held[seat] or held > board.hold:
            return 4
        fleet = state.fleet[seat]
        if fleet & ~board.all_areas or popcount(fleet) + state.reserve[seat] != board.vessels:
            return 6
        if state.reserve[seat] < 0 or (state.phase != START_PHASE and fleet == 0):
            return 6
        if fleet:
            seen = 1 << lowest(fleet)
            for _ in range(board.vessels):
                seen |= neighbours(board, seen) & fleet
            if seen != fleet:
                return 6
        card = state.card[seat]
        if card < NONE or card >= CARDS or (card != NONE and rules.trade_contracts == 0):
            return 10
        for other in range(seat):
            if card != NONE and state.card[other] == card:
                return 10
    return 0


@kernel
def _production(state: Any) -> int:
    """7 and 12: before an event is settled its token does not count as played."""
    event = state.phase == PRODUCTION or state.phase == TAX_PHASE
    wanted = min(PRODUCTION_TOKENS, state.time_drawn - event)
    for seat in range(state.players):
        numbers = state.played[seat] & ((1 << NUMBERS) - 1)
        on_market = 0
        for kind in range(FISH_KINDS):
            token = state.market[seat, kind]
            if token < NONE or token >= NUMBERS:
                return 7
            if token != NONE:
                if (on_market >> token) & 1:
                    return 7
                on_market |= 1 << token
        if on_market != numbers or popcount(state.played[seat]) != wanted or state.played[seat] >> (SAFE + 1):
            return 7
        if not event and (state.pending[seat] != NONE or state.tax_due[seat] != 0):
            return 12
        if state.tax_pick[seat, 0] != NONE and not event:
            return 12
    if (state.opened != 0) != (state.phase == OPENING):
        return 12
    return 0


@kernel
def _refill(state: Any, board: Any) -> int:
    """8."""
    empty_bag = state.bag_at == state.bag_n
    if empty_bag and state.time_drawn != board.time_tokens:
        return 8
    if state.phase == ACTION and state.actions_left == board.actions and not empty_bag:
        occupied = 0
        for seat in range(state.players):
            occupied |= state.fleet[seat]
        if board.sea & ~state.stocked & ~occupied:
            return 8
    return 0


@kernel
def _demands(state: Any, board: Any, rules: Any) -> int:
    """9."""
    total = 0
    for kind in range(FISH_KINDS):
        count = 0
        for port in range(PORTS):
            here = 0
            for circle in range(2):
                if state.circle[port, circle] == kind:
                    here += 1
                    if circle >= board.circles[port]:
                        return 9
            if here > 1 or ((state.accepts[port] >> kind) & 1) != here:
                return 9
            count += here
        if count != state.demands[kind] or count > 2:
            return 9
        total += count
    if rules.demand_management == 0 and total != 2 * FISH_KINDS:
        return 9
    return 0


@kernel
def _course(state: Any, board: Any, rules: Any) -> int:
    """11 and 13."""
    if state.actions_left < 0 or state.actions_left > board.actions:
        return 11
    if state.round_no < 1 or state.round_no > rules.max_rounds:
        return 11
    if (state.last_round != 0) != (state.time_drawn == board.time_tokens):
        return 11
    if state.last_round != 0 and state.round_no > state.last_round:
        return 11
    if (state.end_cause != RUNNING) != (state.phase == OVER):
        return 11
    started = state.players * (state.round_no - 1) + 1
    if state.turn_no < started or state.turn_no >= started + state.players:
        return 11
    if state.phase == OVER and state.turn_no != state.players * state.round_no:
        return 11
    for seat in range(state.players):
        if state.sets[seat] != NONE and not 0 <= state.sets[seat] <= most_sets(state, board, seat):
            return 13
        if state.phase == OVER and not 0 <= state.counters[seat, C_SETS] <= most_sets(state, board, seat):
            return 13
    return 0
