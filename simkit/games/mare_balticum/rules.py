"""Rules of Mare Balticum: legal moves and what each move does. Setup, sailing, unloading ...: rules_*.py."""

from typing import Any

from simkit.bits import lowest
from simkit.contract import RUNNING, TYPE_SHIFT
from simkit.games.mare_balticum.counts import (
    AMBER,
    C_CARD_ROUND,
    C_CARDS,
    C_START_PORT,
    CARDS,
    FISH_KINDS,
)
from simkit.games.mare_balticum.rules_end import choose_sets, list_sets
from simkit.games.mare_balticum.rules_sail import list_sailing
from simkit.games.mare_balticum.rules_time import end_turn, list_production, list_tax, pick_tax, produce
from simkit.games.mare_balticum.rules_unload import list_opening, list_unloading, open_demand, unload
from simkit.games.mare_balticum.state import (
    ACTION,
    ANYTIME,
    CONTRACT,
    FISH,
    NONE,
    NOTHING,
    OPEN,
    OPENING,
    PLACE,
    PORTS,
    PRODUCE,
    PRODUCTION,
    SAIL,
    SETS,
    START,
    START_PHASE,
    TAX,
    TAX_PHASE,
    THROW,
    UNLOAD,
    contract_move,
    end_move,
    field_kind,
    field_origin,
    field_target,
    field_thrown,
    fish_move,
    start_move,
    throw_move,
)
from simkit.kernel import kernel

# ---- legal moves -----------------------------------------------------------------------------------------------------


@kernel
def legal_moves(state: Any, board: Any, rules: Any, work: Any) -> int:
    """The legal moves of ``state.seat``, ascending."""
    if state.phase == ACTION:
        return _list_turn(state, board, rules, work)
    if state.phase == PRODUCTION:
        return list_production(state, work)
    if state.phase == TAX_PHASE:
        return list_tax(state, work)
    if state.phase == OPENING:
        return list_opening(state, board, rules, work)
    if state.phase == START_PHASE:
        for port in range(PORTS):
            work.moves[port] = start_move(port)
        return PORTS
    return list_sets(state, board, work)


@kernel
def _list_turn(state: Any, board: Any, rules: Any, work: Any) -> int:
    """MB-24, MB-25: the actions, throwing overboard where it is a move of its own, the end of the turn."""
    n = 0
    actions = 0
    if state.actions_left > 0:
        n = list_sailing(state, board, rules, work, n)
        n = _list_fishing(state, board, rules, work, n)
        actions = n
    if rules.overboard_mode == ANYTIME:
        for kind in range(FISH_KINDS):
            if state.hold[state.seat, kind] > 0:
                work.moves[n] = throw_move(kind)
                n += 1
    if state.actions_left > 0:
        before = n
        n = list_unloading(state, board, rules, work, n)
        if rules.trade_contracts != 0:
            n = _list_contracts(state, work, n)
        actions += n - before
    if rules.must_use_actions == 0 or actions == 0:
        work.moves[n] = end_move()
        n += 1
    return n


@kernel
def _list_fishing(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    """MB-39 to MB-44, MB-53: one token of an area with an own vessel; into a full hold with a fish thrown out first."""
    seat = state.seat
    full = state.held[seat] >= board.hold
    areas = state.fleet[seat] & state.stocked
    while areas:
        area = lowest(areas)
        areas &= areas - 1
        first = state.tokens[area, 0]
        second = state.tokens[area, 1]
        n = _list_catch(state, rules, work, area, first, full, n)
        if second != NOTHING and second != first:
            n = _list_catch(state, rules, work, area, second, full, n)
    return n


@kernel
def _list_catch(state: Any, rules: Any, work: Any, area: int, kind: int, full: bool, n: int) -> int:
    if kind == AMBER or not full:
        work.moves[n] = fish_move(area, kind, NONE)
        return n + 1
    if rules.overboard_mode == ANYTIME:
        return n
    for thrown in range(FISH_KINDS):
        if state.hold[state.seat, thrown] > 0:
            work.moves[n] = fish_move(area, kind, thrown)
            n += 1
    return n


@kernel
def _list_contracts(state: Any, work: Any, n: int) -> int:
    """MB-103 to MB-105: any card of the deck; the cards that players hold are not there."""
    for card in range(CARDS):
        free = True
        for seat in range(state.players):
            if state.card[seat] == card:
                free = False
        if free:
            work.moves[n] = contract_move(card)
            n += 1
    return n


# ---- moves -----------------------------------------------------------------------------------------------------------


@kernel
def apply_move(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    """Play one legal move of ``state.seat``."""
    kind = move >> TYPE_SHIFT
    if state.phase == ACTION or state.phase == OPENING:
        _act(state, board, rules, kind, move)
    elif kind == PRODUCE:
        produce(state, board, rules, field_kind(move), field_thrown(move) + 1)
    elif kind == TAX:
        pick_tax(state, board, field_target(move))
    elif kind == START:
        _start(state, board, field_target(move))
    elif kind == SETS:
        choose_sets(state, board, rules, field_target(move))


@kernel
def _act(state: Any, board: Any, rules: Any, kind: int, move: int) -> None:
    """A move of a turn; after the last action the turn ends, unless fish may still be thrown overboard."""
    seat = state.seat
    if kind == SAIL:
        state.fleet[seat] ^= 1 << field_origin(move) | 1 << field_target(move)
        state.actions_left -= 1
    elif kind == PLACE:
        state.fleet[seat] |= 1 << field_target(move)
        state.reserve[seat] -= 1
        state.actions_left -= 1
    elif kind == FISH:
        _fish(state, field_origin(move), field_kind(move), field_thrown(move))
    elif kind == UNLOAD:
        unload(state, board, rules, move)
    elif kind == OPEN:
        open_demand(state, board, move)
    elif kind == THROW:
        _throw(state, field_target(move))
    elif kind == CONTRACT:
        _make_contract(state, field_target(move))
    else:
        end_turn(state, board, rules)
        return
    if state.actions_left == 0 and rules.overboard_mode != ANYTIME:
        end_turn(state, board, rules)


@kernel
def _start(state: Any, board: Any, port: int) -> None:
    """MB-20, MB-21: a vessel into a port; then the next seat, then the first turn."""
    seat = state.seat
    state.fleet[seat] = 1 << port
    state.reserve[seat] -= 1
    state.counters[seat, C_START_PORT] = port
    if seat + 1 < state.players:
        state.seat = seat + 1
        return
    state.seat = 0
    state.active = 0
    state.phase = ACTION
    state.actions_left = board.actions


@kernel
def _fish(state: Any, area: int, kind: int, thrown: int) -> None:
    """MB-39 to MB-42: one token; a fish into the hold (after the one thrown out), amber into the warehouse."""
    seat = state.seat
    if state.tokens[area, 0] == kind:
        state.tokens[area, 0] = state.tokens[area, 1]
    state.tokens[area, 1] = NOTHING
    if state.tokens[area, 0] == NOTHING:
        state.stocked &= ~(1 << area)
    state.caught[seat, kind] += 1
    state.actions_left -= 1
    if kind == AMBER:
        state.warehouse[seat, AMBER] += 1
        state.landed[seat, AMBER] += 1
        return
    if thrown != NONE:
        _throw(state, thrown)
    state.hold[seat, kind] += 1
    state.held[seat] += 1


@kernel
def _throw(state: Any, kind: int) -> None:
    """MB-53: out of the hold, out of the game."""
    state.hold[state.seat, kind] -= 1
    state.held[state.seat] -= 1
    state.overboard[state.seat, kind] += 1


@kernel
def _make_contract(state: Any, card: int) -> None:
    """MB-103, MB-104: take a card; the old one goes back."""
    state.card[state.seat] = card
    state.counters[state.seat, C_CARDS] += 1
    state.counters[state.seat, C_CARD_ROUND] = state.round_no
    state.actions_left -= 1


@kernel
def is_over(state: Any) -> int:
    return 1 if state.end_cause != RUNNING else 0


@kernel
def component(state: Any, board: Any, move: int) -> int:
    """The low byte of every move names its component (see state.py)."""
    return (move & 255) - 1
