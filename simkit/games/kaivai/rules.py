"""Kaivai: set-up, and which rule answers in which phase. The rules themselves are in the modules rules_*.py."""

from typing import Any

from simkit.games.kaivai.board import PLACES
from simkit.games.kaivai.counters import T_STORE_MIN
from simkit.games.kaivai.rules_bids import (
    apply_bid,
    apply_neutral_opening,
    apply_opening,
    begin_round,
    list_bids,
    list_neutral_opening,
    list_opening,
)
from simkit.games.kaivai.rules_boats import list_amounts, list_celebrations, list_neutral_huts
from simkit.games.kaivai.rules_build import list_huts
from simkit.games.kaivai.rules_final import (
    bid_on_village,
    choose_village,
    list_island_bids,
    list_villages,
    presence,
)
from simkit.games.kaivai.rules_gather import list_performers
from simkit.games.kaivai.rules_gifts import begin_vote, give, list_giving, list_votes, offer_gift, vote
from simkit.games.kaivai.rules_god import keep_god, list_god, move_god
from simkit.games.kaivai.rules_land import put_cult
from simkit.games.kaivai.rules_perform import (
    drop_unfit,
    end_gathering,
    finish_hut,
    fish_with,
    gather_boat,
    hold_celebration,
    list_boats,
    move_boat,
    perform_with,
    place_neutral,
    send_builder,
    send_carrier,
    serve,
)
from simkit.games.kaivai.rules_turns import (
    answer_late,
    begin_actions,
    choose_action,
    list_actions,
    list_late,
    list_numbers,
    mark_number,
    next_turn,
    sacrifice,
    skip,
)
from simkit.games.kaivai.state import (
    ACTION,
    ALL_MOVE_FIRST,
    BID,
    BUILD_HUT,
    CELEBRATION,
    DELIVER_AMOUNT,
    FIXED,
    GIVING,
    GOD,
    ISLAND_BID,
    K_ACT,
    K_BID,
    K_HUT,
    K_SACRIFICE,
    K_SKIP,
    LATE_SACRIFICE,
    M_ACT,
    M_AMOUNT,
    M_BID,
    M_BUILDER,
    M_CARRIER,
    M_CELEBRATE,
    M_DECLINE,
    M_FISH,
    M_GATHER,
    M_GIFT,
    M_GIVE,
    M_GOD,
    M_HUT,
    M_NEUTRAL_BID,
    M_NEUTRAL_HUT,
    M_OPENING,
    M_PERFORM,
    M_SACRIFICE,
    M_SAIL,
    M_SKIP,
    M_STOP,
    M_VILLAGE,
    M_VOTE,
    NEUTRAL,
    NEUTRAL_GROWTH,
    NEUTRAL_NUMBER,
    NEXT_VILLAGE,
    NO,
    NOWHERE,
    OPENING,
    OPENING_NEUTRAL,
    PERFORMING,
    VOTING,
    first,
    kind_of,
    pack,
    second,
    third,
)
from simkit.kernel import kernel
from simkit.rng import below, rekey


@kernel
def setup(state: Any, board: Any, rules: Any) -> None:
    """Lay the printed and the extra villages, deal the starting capital, begin round 1 (KV-15 to KV-29)."""
    state.round_no = 1
    for p in range(PLACES):
        state.owner[p] = NO
        state.village[p] = NO
    for w in range(3):
        state.sea[w] = board.valid[w]
    for v in range(6):
        put_cult(state, board, rules, board.printed[v], v)
    layout = below(state.streams, 0, board.n_starts)
    if rules.village_setup == FIXED:
        layout = board.fixed_start
    for k in range(4):
        if board.starts[layout, k] >= 0:
            put_cult(state, board, rules, board.starts[layout, k], board.start_village[layout, k])
    state.god = NO
    state.god_before = NO
    state.cult_store = board.rounds
    state.counter_store = board.counters
    state.token_store = board.influence
    for seat in range(state.players):
        state.shells[seat, board.shell_space] = board.start_shells
        state.fish[seat, board.fish_space] = board.start_fish
        state.hand[seat] = board.start_tokens
        state.counter_store -= board.start_shells + board.start_fish
        state.token_store -= board.start_tokens
        state.huts_left[seat] = board.huts
        state.boats_left[seat] = board.boats
        state.fishermen_left[seat] = board.fishermen
        state.bid_order[seat] = seat
    if state.players == 2:
        state.huts_left[NEUTRAL] = board.neutral_huts
        state.neutral_bid = board.neutral_bid
    state.neutral_first = NO
    for seat in range(5):
        state.pending[seat] = NO
    state.action = NO
    state.amount_hut = NO
    state.judged = NO
    state.tally[T_STORE_MIN] = state.token_store
    begin_round(state, board, rules)


@kernel
def legal_moves(state: Any, board: Any, rules: Any, work: Any) -> int:
    """All legal moves of the deciding seat."""
    phase = state.phase
    if phase == ACTION:
        return list_actions(state, board, rules, work)
    if phase == BID:
        return list_bids(state, work)
    if phase == OPENING:
        return list_opening(state, board, rules, work, state.seat)
    if phase == OPENING_NEUTRAL:
        return list_neutral_opening(state, board, rules, work)
    if phase == GOD:
        n = list_god(state, board, rules, work)
        if n == 0:
            work.moves[0] = pack(M_GOD, 0, NOWHERE, 0)
            return 1
        return n
    if phase in (BUILD_HUT, DELIVER_AMOUNT):
        n = list_huts(state, board, rules, work) if phase == BUILD_HUT else list_amounts(state, board, work)
        return drop_unfit(state, board, rules, work, n) if rules.boat_order == ALL_MOVE_FIRST else n
    if phase == PERFORMING:
        return list_performers(state, board, rules, work)
    if phase == CELEBRATION:
        return list_celebrations(state, work)
    if phase == NEUTRAL_GROWTH:
        return list_neutral_huts(state, board, rules, work)
    if phase == NEUTRAL_NUMBER:
        return list_numbers(state, work)
    if phase == GIVING:
        return list_giving(state, work)
    if phase == VOTING:
        return list_votes(state, work)
    if phase == LATE_SACRIFICE:
        return list_late(state, work)
    if phase == NEXT_VILLAGE:
        return list_villages(state, board, work)
    if phase == ISLAND_BID:
        return list_island_bids(state, rules, work)
    return list_boats(state, board, rules, work)


@kernel
def apply_move(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    """Play a legal move and go on to the next decision."""
    kind = kind_of(move)
    if kind == M_BID:
        apply_bid(state, board, rules, third(move), work)
    elif kind == M_OPENING:
        apply_opening(state, board, rules, second(move), third(move), work)
    elif kind == M_NEUTRAL_HUT:
        if state.phase == OPENING_NEUTRAL:
            apply_neutral_opening(state, board, rules, second(move), work)
        else:
            place_neutral(state, board, rules, second(move), work)
    elif kind == M_GOD:
        if second(move) == NOWHERE:
            keep_god(state)
        else:
            move_god(state, board, rules, second(move))
        begin_actions(state, board, rules)
    elif kind >= M_VILLAGE:
        if kind == M_VILLAGE:
            choose_village(state, third(move))
        else:
            bid_on_village(state, board, rules, third(move))
    elif kind <= M_GIFT or kind >= M_NEUTRAL_BID:
        apply_turn(state, board, rules, move)
    else:
        perform(state, board, rules, move, work)


@kernel
def apply_turn(state: Any, board: Any, rules: Any, move: int) -> None:
    """What a player does at the start of a turn of phase 3, and gifts."""
    kind = kind_of(move)
    if kind == M_ACT:
        choose_action(state, board, rules, third(move))
    elif kind == M_SKIP:
        skip(state, board, rules)
    elif kind == M_SACRIFICE:
        if state.phase == LATE_SACRIFICE:
            answer_late(state, board, rules, 1)
        else:
            sacrifice(state, board, rules)
            next_turn(state, board, rules)
    elif kind == M_DECLINE:
        answer_late(state, board, rules, 0)
    elif kind == M_GIFT:
        offer_gift(state, second(move))
    elif kind == M_NEUTRAL_BID:
        mark_number(state, rules, third(move))
        next_turn(state, board, rules)
    elif kind == M_GIVE:
        give(state, second(move), third(move))
    elif kind == M_VOTE:
        vote(state, board, third(move))


@kernel
def perform(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    """The small moves of an action."""
    kind = kind_of(move)
    if kind == M_BUILDER:
        send_builder(state, first(move), second(move))
    elif kind == M_HUT:
        finish_hut(state, board, rules, second(move), third(move))
    elif kind == M_FISH:
        fish_with(state, board, rules, first(move), second(move), third(move))
    elif kind == M_CARRIER:
        send_carrier(state, board, first(move), second(move))
    elif kind == M_AMOUNT:
        serve(state, board, rules, second(move), third(move))
    elif kind == M_CELEBRATE:
        hold_celebration(state, board, rules, third(move), work)
    elif kind == M_SAIL:
        move_boat(state, board, rules, first(move), second(move))
    elif kind == M_GATHER:
        gather_boat(state, board, rules, first(move), second(move))
    elif kind == M_PERFORM:
        perform_with(state, board, rules, second(move), third(move))
    elif kind == M_STOP:
        if state.phase == GIVING:
            begin_vote(state)
        elif state.gathering == 1:
            end_gathering(state)
        else:
            next_turn(state, board, rules)


@kernel
def is_over(state: Any) -> int:
    """1 at the end of the game."""
    return 1 if state.end_cause != 0 else 0


@kernel
def component(state: Any, board: Any, move: int) -> int:
    """A bid, an action, skip, sacrifice, or a kind of hut."""
    kind = kind_of(move)
    if kind == M_BID:
        return K_BID + third(move) - 1
    if kind == M_ACT:
        return K_ACT + third(move)
    if kind == M_SKIP:
        return K_SKIP
    if kind == M_SACRIFICE:
        return K_SACRIFICE
    if kind in (M_OPENING, M_HUT):
        return K_HUT + third(move) - 2
    return -1


@kernel
def hide(state: Any, board: Any, rules: Any, seat: int, key: int) -> None:
    """Re-draw the others' holdings (if they are hidden) and their unrevealed bids (KV-20, KV-168)."""
    rekey(state.streams, key)
    if rules.influence_visible == 0:
        total = 0
        others = 0
        for other in range(state.players):
            if other != seat:
                total += state.hand[other]
                state.hand[other] = 0
                others += 1
        for other in range(state.players):
            if other != seat:
                others -= 1
                state.hand[other] = total if others == 0 else share(state, total, others)
                total -= state.hand[other]
    if state.phase == ISLAND_BID:
        for other in range(state.players):
            if other != seat and state.pending[other] >= 0:
                bidding = rules.island_bid_needs_presence == 0 or presence(state, state.judged, other) > 0
                state.pending[other] = below(state.streams, 1, state.hand[other] + 1) if bidding else 0


@kernel
def share(state: Any, total: int, others: int) -> int:
    """The first part of a composition of ``total`` into 1 + others parts, all compositions equally likely."""
    ways = 0
    for mine in range(total + 1):
        ways += compositions(total - mine, others)
    draw = below(state.streams, 1, ways)
    for mine in range(total + 1):
        draw -= compositions(total - mine, others)
        if draw < 0:
            return mine
    return total


@kernel
def compositions(total: int, parts: int) -> int:
    """Ways to split ``total`` into 1 to 3 ordered parts."""
    if parts == 1:
        return 1
    if parts == 2:
        return total + 1
    return (total + 1) * (total + 2) // 2
