"""Stores, shells, fish, tokens, glory, dice: what changes hands (KV-04, KV-05, KV-101 to KV-104, KV-112 to KV-124)."""

from typing import Any

from simkit.games.kaivai.counters import C_CAUGHT, C_LUCK, C_PAID, T_COUNTER_SHORT, T_STORE_MIN, T_TOKEN_SHORT
from simkit.games.kaivai.rules_sea import has
from simkit.games.kaivai.state import FIRST_EDITION, MINIMAL_TENDER, UNLIMITED, VARIANT
from simkit.kernel import kernel
from simkit.rng import below


@kernel
def gain(state: Any, seat: int, part: int, points: int) -> None:
    """Add glory from one source (negative: a loss)."""
    state.glory[seat] += points
    state.parts[seat, part] += points


@kernel
def counters_free(state: Any, rules: Any, wanted: int) -> int:
    """How many of the wanted counters the store can give; a shortage is logged (KV-04)."""
    if rules.counter_limit == UNLIMITED or wanted <= state.counter_store:
        return wanted
    state.tally[T_COUNTER_SHORT] += wanted - state.counter_store
    return state.counter_store


@kernel
def receive(state: Any, rules: Any, seat: int, wanted: int, counter: int) -> None:
    """Give a player tokens from the store, as many as there are (KV-05), and count them by source."""
    given = wanted
    if rules.influence_limit != UNLIMITED and wanted > state.token_store:
        given = state.token_store
        state.tally[T_TOKEN_SHORT] += wanted - given
    state.hand[seat] += given
    state.token_store -= given
    state.counters[seat, counter] += given
    state.tally[T_STORE_MIN] = min(state.tally[T_STORE_MIN], state.token_store)


@kernel
def money(state: Any, seat: int) -> int:
    """Total value of a player's shells (KV-19, KV-101)."""
    total = 0
    for space in range(1, 6):
        total += space * state.shells[seat, space]
    return total


@kernel
def fish_held(state: Any, seat: int) -> int:
    """Fish on a player's display."""
    total = 0
    for space in range(1, 6):
        total += state.fish[seat, space]
    return total


@kernel
def boats_on_board(state: Any, board: Any, seat: int) -> int:
    """Boats of a colour, afloat or berthed."""
    return board.boats - state.boats_left[seat]


@kernel
def pay(state: Any, rules: Any, seat: int, cost: int) -> None:
    """Pay for a hut. Smallest shells first, the last one broken down (KV-102, KV-103), or the least tender."""
    state.counters[seat, C_PAID] += cost
    if rules.pay == MINIMAL_TENDER:
        _pay_least_tender(state, seat, cost)
        return
    rest = cost
    for space in range(1, 6):
        while rest > 0 and state.shells[seat, space] > 0:
            state.shells[seat, space] -= 1
            if space <= rest:
                rest -= space
                state.counter_store += 1
            else:
                state.shells[seat, space - rest] += 1
                rest = 0


@kernel
def _worth(state: Any, seat: int, tender: Any, change: int, losses: int) -> int:
    """Value of the shells left after a payment and so many losses of value; tender is packed, 6 bits a space."""
    total = max(0, change - losses)
    for space in range(losses + 1, 6):
        total += (space - losses) * (state.shells[seat, space] - ((tender >> (6 * space)) & 63))
    return total


@kernel
def _pay_least_tender(state: Any, seat: int, cost: int) -> None:
    """Pay with a tender of which no shell could be left out; of those the one whose rest keeps most value (KV-103)."""
    held = state.shells[seat]
    best = -1
    best_change = 0
    for e in range(min(held[5], (cost + 4) // 5) + 1):
        for d in range(min(held[4], (cost + 3) // 4) + 1):
            for c in range(min(held[3], (cost + 2) // 3) + 1):
                for b in range(min(held[2], (cost + 1) // 2) + 1):
                    rest = cost - 5 * e - 4 * d - 3 * c - 2 * b
                    a = max(0, min(rest, held[1]))
                    change = a - rest
                    least = 5
                    if a > 0:
                        least = 1
                    elif b > 0:
                        least = 2
                    elif c > 0:
                        least = 3
                    elif d > 0:
                        least = 4
                    if change < 0 or change >= least:
                        continue
                    tender = (a << 6) | (b << 12) | (c << 18) | (d << 24) | (e << 30)
                    if best < 0 or _keeps_more(state, seat, tender, change, best, best_change) == 1:
                        best = tender
                        best_change = change
    for space in range(1, 6):
        used = (best >> (6 * space)) & 63
        held[space] -= used
        state.counter_store += used
    if best_change > 0:
        held[best_change] += 1
        state.counter_store -= 1


@kernel
def _keeps_more(state: Any, seat: int, tender: int, change: int, other: int, other_change: int) -> int:
    """1 where the first payment's rest is worth more after one loss of value, or two, and so on."""
    for losses in range(1, 5):
        mine = _worth(state, seat, tender, change, losses)
        theirs = _worth(state, seat, other, other_change, losses)
        if mine != theirs:
            return 1 if mine > theirs else 0
    return 0


@kernel
def take_oldest(state: Any, seat: int) -> None:
    """Take the oldest fish from a display (KV-130)."""
    for space in range(1, 6):
        if state.fish[seat, space] > 0:
            state.fish[seat, space] -= 1
            return


@kernel
def god_village(state: Any) -> int:
    """The village where the god stands, -1 while it is off the board."""
    return state.village[state.god] if state.god >= 0 else -1


@kernel
def dice_for(state: Any, rules: Any, seat: int, v: int) -> int:
    """How many dice a boat rolls in a village (KV-110, KV-112, KV-113; the first edition's god adds one)."""
    dice = state.fishers_in[v, seat]
    if rules.edition == FIRST_EDITION and v == god_village(state):
        dice += 1
    return min(4, dice)


@kernel
def go_fishing(state: Any, board: Any, rules: Any, seat: int, at: int, v: int) -> None:
    """One boat at place ``at`` fishes in village v: the catch goes to the catch space (KV-110 to KV-124)."""
    god = god_village(state)
    if rules.fishing == VARIANT:
        catch = state.fishers_in[v, seat] + (1 if v == god else 0)
    else:
        catch = 0
        number = dice_for(state, rules, seat, v)
        state.rolled = number
        for k in range(4):
            state.dice[k] = 1 if below(state.streams, 2 + seat, board.faces) < board.blue[k] else 0
        for k in range(number):
            catch += state.dice[k]
            state.counters[seat, C_LUCK] += board.faces * state.dice[k] - board.blue[k]
        if rules.edition != FIRST_EDITION and god >= 0:
            if v == god or (rules.god_fish_elsewhere == 1 and has(state.cult_rim[god], at) == 1):
                catch += 1
    caught = counters_free(state, rules, catch)
    state.fish[seat, board.catch_space] += caught
    state.counter_store -= caught
    state.counters[seat, C_CAUGHT] += caught
