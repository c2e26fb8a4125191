"""Phases 3 and 4: turns, prices, skipping, sacrifice, gifts, the neutral colour, loss of value (KV-72 to KV-93,
KV-141, KV-148 to KV-161, KV-175 to KV-177, KV-183, KV-184)."""

from typing import Any

from simkit.games.kaivai.counters import (
    C_ACT,
    C_DECAYED,
    C_IDLE,
    C_RETURNS,
    C_ROTTED,
    C_SACRIFICE_TOKENS,
    C_SACRIFICES,
    C_SKIPS,
    C_SPENT_TOKENS,
    T_NEUTRAL_TOKENS,
    T_NOTIONAL,
    T_STORE_MIN,
)
from simkit.games.kaivai.rules_bids import begin_round
from simkit.games.kaivai.rules_boats import can_celebrate, can_deliver, can_fish, can_sail
from simkit.games.kaivai.rules_build import can_build, prepare_ends
from simkit.games.kaivai.rules_final import begin_final
from simkit.games.kaivai.rules_gifts import giving_possible
from simkit.games.kaivai.rules_land import ask
from simkit.games.kaivai.rules_stock import receive
from simkit.games.kaivai.state import (
    ACTION,
    ACTIONS,
    ALL_MOVE_FIRST,
    BUILD,
    BUILD_BOAT,
    CELEBRATE,
    CELEBRATION,
    CHANGE_BID,
    DELIVER,
    DELIVER_BOAT,
    FINAL,
    FIRST_TURN_ONLY,
    FISH,
    FISHING,
    FORBIDDEN,
    INCREASE,
    LATE_SACRIFICE,
    M_ACT,
    M_DECLINE,
    M_GIFT,
    M_NEUTRAL_BID,
    M_SACRIFICE,
    M_SKIP,
    MOVING,
    NEUTRAL,
    NEUTRAL_NUMBER,
    NO,
    OWN_TOKEN,
    PHASE_END,
    SAIL,
    UNLIMITED,
    pack,
)
from simkit.kernel import kernel


@kernel
def begin_actions(state: Any, board: Any, rules: Any) -> None:
    """Phase 3 starts with the highest bidder (KV-72)."""
    for seat in range(state.players):
        state.acted[seat] = 0
        state.turns_had[seat] = 0
        state.out[seat] = 0
        state.passed[seat] = 0
        state.ever_passed[seat] = 0
    state.neutral_turns = 0
    for i in range(state.ordered):
        if state.order[i] == NEUTRAL:
            state.neutral_spot = i
    state.turn = -1
    next_turn(state, board, rules)


@kernel
def next_turn(state: Any, board: Any, rules: Any) -> None:
    """The next player's turn, neutral turns in between; or the end of the phase (KV-91, KV-92, KV-183)."""
    while phase_over(state) == 0:
        state.turn = (state.turn + 1) % state.ordered
        owner = state.order[state.turn]
        if owner == NEUTRAL:
            neutral_turn(state, rules)
        elif state.out[owner] == 0:
            state.turns_had[owner] += 1
            state.action = NO
            state.done = 0
            state.gifted = 0
            for w in range(3):
                state.used[w] = 0
            ask(state, owner, ACTION)
            return
    end_actions(state, board, rules)


@kernel
def phase_over(state: Any) -> int:
    """1 where every player not out has skipped since the last performed action (KV-92)."""
    for seat in range(state.players):
        if state.out[seat] == 0 and state.passed[seat] == 0:
            return 0
    return 1


@kernel
def neutral_turn(state: Any, rules: Any) -> None:
    """The neutral colour adds a token to the next of Build, Fish, Deliver, Move (KV-183, KV-184)."""
    k = (state.neutral_spot + state.neutral_turns) % 4
    space = SAIL if k == 3 else k
    state.neutral_turns += 1
    state.tally[T_NEUTRAL_TOKENS] += 1
    put_store_token(state, rules, space)


@kernel
def put_store_token(state: Any, rules: Any, space: int) -> None:
    """Put a token from the store on a space, a notional one if there is none (KV-75)."""
    state.space[space] += 1
    if rules.influence_limit != UNLIMITED and state.token_store <= 0:
        state.notional[space] += 1
        state.tally[T_NOTIONAL] += 1
    else:
        state.token_store -= 1
        state.tally[T_STORE_MIN] = min(state.tally[T_STORE_MIN], state.token_store)


@kernel
def store_empty(state: Any, rules: Any) -> int:
    """1 where the token store is finite and empty."""
    return 1 if rules.influence_limit != UNLIMITED and state.token_store <= 0 else 0


@kernel
def price(state: Any, rules: Any, action: int) -> int:
    """Tokens that choosing an action costs now; -1 where an empty store forbids it (KV-75, KV-76)."""
    if state.space[action] > 0:
        return state.space[action]
    if store_empty(state, rules) == 1:
        if rules.empty_store_action == OWN_TOKEN:
            return 1
        if rules.empty_store_action == FORBIDDEN:
            return -1
    return 0


@kernel
def capable(state: Any, board: Any, rules: Any, work: Any, seat: int, action: int) -> int:
    """1 where the player could perform the action now (KV-79); after prepare_ends."""
    if action == BUILD:
        return can_build(state, board, rules, work, seat)
    if action == FISH:
        return can_fish(state, work, seat)
    if action == DELIVER:
        return can_deliver(state, board, work, seat)
    if action == CELEBRATE:
        return can_celebrate(state)
    if action == INCREASE:
        return 1 if state.steps[seat] < board.steps else 0
    if action == SAIL:
        return can_sail(state, board, rules, work, seat)
    return 1 if state.players == 2 else 0


@kernel
def may_sacrifice(state: Any, rules: Any, seat: int) -> int:
    """1 where the player may sacrifice on this turn (KV-148 to KV-151)."""
    if state.acted[seat] > 0 or rules.sacrifice_when == PHASE_END:
        return 0
    return 0 if rules.sacrifice_when == FIRST_TURN_ONLY and state.turns_had[seat] > 1 else 1


@kernel
def list_actions(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Actions the player can pay and perform, skip, sacrifice, gifts (KV-73 to KV-79, KV-91)."""
    n = 0
    seat = state.seat
    prepare_ends(state, board, work, seat)
    for action in range(ACTIONS):
        cost = price(state, rules, action)
        if cost < 0 or cost > state.hand[seat]:
            continue
        if capable(state, board, rules, work, seat, action) == 1:
            work.moves[n] = pack(M_ACT, 0, 0, action)
            n += 1
    work.moves[n] = pack(M_SKIP, 0, 0, 0)
    n += 1
    if may_sacrifice(state, rules, seat) == 1:
        work.moves[n] = pack(M_SACRIFICE, 0, 0, 0)
        n += 1
    if rules.gifts == 1 and state.gifted == 0 and giving_possible(state, seat) == 1:
        for other in range(state.players):
            if other != seat:
                work.moves[n] = pack(M_GIFT, 0, other, 0)
                n += 1
    return n


@kernel
def choose_action(state: Any, board: Any, rules: Any, action: int) -> None:
    """Pay for an action and begin to perform it (KV-75 to KV-78, KV-93)."""
    seat = state.seat
    cost = price(state, rules, action)
    if state.space[action] == 0 and cost == 0:
        put_store_token(state, rules, action)
    else:
        state.hand[seat] -= cost
        state.space[action] += cost
        state.counters[seat, C_SPENT_TOKENS] += cost
    state.acted[seat] += 1
    state.counters[seat, C_ACT + action] += 1
    if state.ever_passed[seat] == 1:
        state.counters[seat, C_RETURNS] += 1
    for other in range(state.players):
        state.passed[other] = 0
    state.action = action
    if action == INCREASE:
        state.steps[seat] += 1
        next_turn(state, board, rules)
        return
    if rules.boat_order == ALL_MOVE_FIRST and action in (BUILD, FISH, DELIVER):
        state.gathering = 1
    if action == BUILD:
        state.phase = BUILD_BOAT
    elif action == FISH:
        state.phase = FISHING
    elif action == DELIVER:
        state.phase = DELIVER_BOAT
    elif action == CELEBRATE:
        state.phase = CELEBRATION
    elif action == SAIL:
        state.phase = MOVING
    elif action == CHANGE_BID:
        state.phase = NEUTRAL_NUMBER


@kernel
def skip(state: Any, board: Any, rules: Any) -> None:
    """Decline to act on this turn (KV-91); for good under skip = final."""
    seat = state.seat
    state.passed[seat] = 1
    state.ever_passed[seat] = 1
    state.counters[seat, C_SKIPS] += 1
    if rules.skip == FINAL:
        state.out[seat] = 1
    next_turn(state, board, rules)


@kernel
def sacrifice(state: Any, board: Any, rules: Any) -> None:
    """Take tokens and be out of the phase (KV-148, KV-150)."""
    seat = state.seat
    state.counters[seat, C_SACRIFICES] += 1
    receive(state, rules, seat, board.sacrifice, C_SACRIFICE_TOKENS)
    state.out[seat] = 1
    state.acted[seat] = -1


@kernel
def end_actions(state: Any, board: Any, rules: Any) -> None:
    """The phase is over: late sacrifices under sacrifice_when = phase_end, then phase 4 (KV-151, KV-157)."""
    if rules.sacrifice_when == PHASE_END:
        for i in range(state.ordered):
            seat = state.order[i]
            if seat != NEUTRAL and state.acted[seat] == 0:
                ask(state, seat, LATE_SACRIFICE)
                return
    lose_value(state, board, rules)


@kernel
def answer_late(state: Any, board: Any, rules: Any, taken: int) -> None:
    """A late sacrifice, or none; then the next one without an action is asked."""
    if taken == 1:
        sacrifice(state, board, rules)
    else:
        state.acted[state.seat] = -2
    end_actions(state, board, rules)


@kernel
def list_late(state: Any, work: Any) -> int:
    """Sacrifice or not."""
    work.moves[0] = pack(M_SACRIFICE, 0, 0, 0)
    work.moves[1] = pack(M_DECLINE, 0, 0, 0)
    return 2


@kernel
def lose_value(state: Any, board: Any, rules: Any) -> None:
    """Phase 4: shells and fish move one space left, the spaces are cleared (KV-158 to KV-161)."""
    for seat in range(state.players):
        if state.acted[seat] == 0 or state.acted[seat] == -2:
            state.counters[seat, C_IDLE] += 1
        state.counter_store += state.shells[seat, 1] + state.fish[seat, 1]
        state.counters[seat, C_ROTTED] += state.fish[seat, 1]
        for space in range(1, 6):
            state.counters[seat, C_DECAYED] += state.shells[seat, space]
            state.shells[seat, space] = state.shells[seat, space + 1] if space < 5 else 0
            state.fish[seat, space] = state.fish[seat, space + 1] if space < 5 else 0
    for action in range(ACTIONS):
        state.token_store += state.space[action] - state.notional[action]
        state.space[action] = 0
        state.notional[action] = 0
    if state.round_no == board.rounds:
        begin_final(state, board, rules)
        return
    state.round_no += 1
    begin_round(state, board, rules)


@kernel
def list_numbers(state: Any, work: Any) -> int:
    """Numbers for the next neutral bid, other than the one planned now (KV-176)."""
    planned = state.neutral_mark if state.neutral_mark != 0 else state.neutral_bid
    n = 0
    for number in range(1, 11):
        if number != planned:
            work.moves[n] = pack(M_NEUTRAL_BID, 0, 0, number)
            n += 1
    return n


@kernel
def mark_number(state: Any, rules: Any, number: int) -> None:
    """Mark the next neutral bid with a token from the store; a mark that lies already is moved (KV-176, KV-177)."""
    if state.neutral_mark == 0:
        if store_empty(state, rules) == 1:
            state.tally[T_NOTIONAL] += 1
        else:
            state.token_store -= 1
            state.mark_token = 1
    state.neutral_mark = number
