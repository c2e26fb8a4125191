"""What things are worth to a seat: estimates that the features of moves are made of. No rule is decided here."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.kaivai.rules_final import presence
from simkit.games.kaivai.rules_turns import price
from simkit.games.kaivai.state import CHANGE_BID, NEUTRAL, VILLAGES
from simkit.kernel import kernel


@kernel
def rounds_left(state: Any, board: Any) -> int:
    """Rounds after the present one."""
    return board.rounds - state.round_no


@kernel
def hands_of(state: Any, rules: Any, seat: int, other: int) -> float:
    """What a seat believes another one holds in tokens: the truth, or the mean where holdings are hidden (KV-20)."""
    if rules.influence_visible == 1 or other == seat:
        return 1.0 * state.hand[other]
    total = 0.0
    for who in range(state.players):
        if who != seat:
            total += state.hand[who]
    return total / (state.players - 1)


@kernel
def hold_chance(margin: int) -> float:
    """A guess at the chance to end as sole holder of a village, by the present margin in huts and boats."""
    if margin <= -2:
        return 0.02
    if margin == -1:
        return 0.1
    if margin == 0:
        return 0.35
    if margin == 1:
        return 0.65
    if margin == 2:
        return 0.85
    return 0.97


@kernel
def lateness(state: Any, board: Any) -> float:
    """How much a boat's place counts for the final majorities: 1 in the last round, less before."""
    left = rounds_left(state, board)
    if left == 0:
        return 1.0
    return 0.35 if left == 1 else 0.1


@kernel
def shells_felt(state: Any, board: Any, cost: int) -> float:
    """What a payment weighs: in the last round shells are worth nothing but another hut."""
    return 1.0 * cost if rounds_left(state, board) > 0 else cost / 3.0


@kernel
def prepare_stakes(state: Any, board: Any, work: Any) -> None:
    """Write work.up, work.down (island points gained by one more, lost by one less) and work.held (chance to hold)."""
    seat = state.seat
    for v in range(VILLAGES):
        best = state.huts_in[v, NEUTRAL]
        for other in range(state.players):
            if other != seat:
                best = max(best, presence(state, v, other))
        margin = presence(state, v, seat) - best
        now = hold_chance(margin)
        work.held[v] = now
        work.up[v] = state.cults[v] * (hold_chance(margin + 1) - now)
        work.down[v] = state.cults[v] * (now - hold_chance(margin - 1))


@kernel
def free_spaces(state: Any, rules: Any) -> int:
    """Action spaces, of those that all player counts have, that cost nothing now."""
    free = 0
    for action in range(CHANGE_BID):
        free += 1 if price(state, rules, action) == 0 else 0
    return free


@kernel
def boats_beside(state: Any, v: int, seat: int) -> int:
    """A player's boats afloat beside a village's cult sites."""
    total = 0
    for w in range(3):
        total += popcount(state.mine[seat, w] & state.cult_rim[v, w])
    return total


@kernel
def village_near(state: Any, seat: int, v: int) -> int:
    """Own boats, afloat or berthed, at or in a village."""
    total = boats_beside(state, v, seat)
    for w in range(3):
        rest = state.berth[seat, w]
        while rest:
            total += 1 if state.village[w * 62 + lowest(rest)] == v else 0
            rest &= rest - 1
    return total


@kernel
def win_chance(state: Any, rules: Any, v: int, seat: int, tokens: int) -> float:
    """Chance that a bid of so many tokens makes the seat sole holder, others bidding low rather than high."""
    mine = presence(state, v, seat) + tokens
    chance = 1.0
    if mine <= state.huts_in[v, NEUTRAL]:
        return 0.0
    for other in range(state.players):
        if other == seat:
            continue
        ahead = mine - presence(state, v, other)
        hand = hands_of(state, rules, seat, other)
        if ahead <= 0:
            return 0.0
        if ahead <= hand:
            short = 1.0 - ahead / (hand + 1.0)
            chance *= 1.0 - short * short
    return chance


@kernel
def token_worth(state: Any, board: Any, rules: Any, seat: int) -> float:
    """Island points a token may still earn after the village being judged."""
    points = 0.0
    for v in range(board.villages):
        if v != state.judged and ((state.scored >> v) & 1) == 0:
            points += state.cults[v]
    tokens = 1.0
    for other in range(state.players):
        tokens += hands_of(state, rules, seat, other)
    return points / (tokens + state.players)


@kernel
def lowest_chance(state: Any, number: int) -> float:
    """Chance that a bid will be the lowest, the later bidders choosing at random."""
    chance = 1.0
    waiting = -1
    for other in range(state.players):
        if state.bid[other] == 0:
            waiting += 1
        elif state.bid[other] < number:
            return 0.0
    for _ in range(waiting):
        chance *= (10 - number) / 9.0
    return chance


@kernel
def early_share(state: Any, number: int) -> float:
    """Share of the other players who will act later, those yet to bid at even chances."""
    later = 0.0
    for other in range(state.players):
        if other == state.seat:
            continue
        if state.bid[other] == 0:
            later += (number - 1) / 9.0
        elif state.bid[other] < number:
            later += 1.0
    return later / (state.players - 1)


@kernel
def small_village(state: Any, board: Any) -> int:
    """Size of the second smallest village that can still grow: what a hut will about cost above the bid."""
    least = 1000
    second = 1000
    for v in range(board.villages):
        size = state.extent[v]
        if size < least:
            second = least
            least = size
        elif size < second:
            second = size
    return second
