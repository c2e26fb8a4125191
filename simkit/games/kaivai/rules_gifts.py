"""Gifts, when they are on: one at the start of an own turn, and the vote on it (KV-152 to KV-156)."""

from typing import Any

from simkit.games.kaivai.rules_stock import fish_held, gain
from simkit.games.kaivai.state import ACTION, GIVING, M_GIVE, M_STOP, M_VOTE, NEUTRAL, P_GIFTS, VOTING, pack
from simkit.kernel import kernel


@kernel
def giving_possible(state: Any, seat: int) -> int:
    """1 where the player has a counter to give."""
    shells = 0
    for space in range(1, 6):
        shells += state.shells[seat, space]
    return 1 if shells + fish_held(state, seat) > 0 else 0


@kernel
def list_giving(state: Any, work: Any) -> int:
    """Counters to give away; Stop after the first (KV-152, KV-154, KV-155)."""
    n = 0
    seat = state.seat
    if state.gift_size > 0:
        work.moves[n] = pack(M_STOP, 0, 0, 0)
        n += 1
    for space in range(1, 6):
        if state.shells[seat, space] > 0:
            work.moves[n] = pack(M_GIVE, 0, 0, space)
            n += 1
    for space in range(1, 6):
        if state.fish[seat, space] > 0:
            work.moves[n] = pack(M_GIVE, 0, 1, space)
            n += 1
    return n


@kernel
def offer_gift(state: Any, recipient: int) -> None:
    """Begin a gift (KV-156)."""
    state.gift_to = recipient
    state.gift_size = 0
    state.gift_yes = 0
    state.gifted = 1
    state.phase = GIVING


@kernel
def give(state: Any, fish: int, space: int) -> None:
    """Hand one counter over; it keeps its space (KV-155)."""
    seat = state.seat
    if fish == 1:
        state.fish[seat, space] -= 1
        state.fish[state.gift_to, space] += 1
    else:
        state.shells[seat, space] -= 1
        state.shells[state.gift_to, space] += 1
    state.gift_size += 1
    if giving_possible(state, seat) == 0:
        begin_vote(state)


@kernel
def begin_vote(state: Any) -> None:
    """Ask the others in turn order (KV-153)."""
    state.voter = 0
    next_voter(state)


@kernel
def next_voter(state: Any) -> None:
    """Ask the next one; after the last the giver gains glory if all agreed, and goes on with the turn."""
    giver = state.order[state.turn]
    while True:
        state.voter += 1
        if state.voter == state.ordered:
            break
        other = state.order[(state.turn + state.voter) % state.ordered]
        if other != NEUTRAL:
            state.seat = other
            state.phase = VOTING
            return
    state.seat = giver
    state.phase = ACTION


@kernel
def list_votes(state: Any, work: Any) -> int:
    """No or yes."""
    work.moves[0] = pack(M_VOTE, 0, 0, 0)
    work.moves[1] = pack(M_VOTE, 0, 0, 1)
    return 2


@kernel
def vote(state: Any, board: Any, yes: int) -> None:
    """Count a vote; unanimity earns the giver glory (KV-153)."""
    state.gift_yes += yes
    next_voter(state)
    if state.phase == ACTION and state.gift_yes == state.players - 1:
        gain(state, state.seat, P_GIFTS, board.gift_glory)
