"""Building: what can be paid, with which cards, and what a new hut brings (MG-69 to MG-93, MG-117 to MG-122)."""

from typing import Any

from simkit.bits import lowest
from simkit.games.mangrovia.counters import (
    C_DOUBLE,
    C_LANDING,
    C_SINGLE,
    C_SPENT_A,
    C_SPENT_V,
    C_TRIGGER,
    T_TILES,
    T_TWO_LANDS,
    T_UNEVEN,
    T_WILD,
)
from simkit.games.mangrovia.layouts import AMULETS, VALUABLES
from simkit.games.mangrovia.rules_cards import put_away, spend, spend_payment
from simkit.games.mangrovia.state import (
    A_TILE,
    AMULETS_AT,
    BIRD_ONLY,
    CARD_AND_BIRD,
    FIRST_GODLESS,
    LANDS,
    ONE_CARD,
    PAY_KINDS,
    START,
    SUMS,
    TILE_AMULET,
    TILE_VALUABLE,
    TWO_HALVES,
    V_TILE,
    WILD_BIT,
    WILD_TILE,
)
from simkit.kernel import kernel

# ---- exact payment -------------------------------------------------------------------------------------------------


@kernel
def more_sums(sums: int, value: int, copies: int) -> int:
    """The sums that are reachable with up to ``copies`` further pieces of a value."""
    for _ in range(copies):
        sums |= (sums << value) & SUMS
    return sums


@kernel
def reachable(state: Any, seat: int, currency: int) -> int:
    """The set of amounts a seat can pay exactly in a currency, as bits (MG-72; tiles by MG-120, MG-121)."""
    sums = 1
    if currency == AMULETS:
        for k in range(6):
            sums = more_sums(sums, k + 1, state.hand[seat, AMULETS_AT + k])
        return more_sums(sums, TILE_AMULET, state.tiles[seat, A_TILE])
    for k in range(6):
        sums = more_sums(sums, k + 2, state.hand[seat, k])
    for i in range(2):
        sums = more_sums(sums, state.start_value[seat, i], state.hand[seat, START + i])
    return more_sums(sums, TILE_VALUABLE, state.tiles[seat, V_TILE])


@kernel
def purse_total(state: Any, seat: int, currency: int) -> int:
    """The value of all that a seat could pay with in a currency."""
    total = 0
    if currency == AMULETS:
        for k in range(6):
            total += (k + 1) * state.hand[seat, AMULETS_AT + k]
        return total + TILE_AMULET * state.tiles[seat, A_TILE]
    for k in range(6):
        total += (k + 2) * state.hand[seat, k]
    for i in range(2):
        total += state.start_value[seat, i] * state.hand[seat, START + i]
    return total + TILE_VALUABLE * state.tiles[seat, V_TILE]


@kernel
def load_purse(state: Any, work: Any, seat: int, currency: int) -> None:
    """Lay out pieces and values of the nine payment fields, and the sums that the lower fields can make."""
    for k in range(6):
        work.pay_have[k] = state.hand[seat, AMULETS_AT + k if currency == AMULETS else k]
        work.pay_value[k] = k + 1 if currency == AMULETS else k + 2
    for i in range(2):
        work.pay_have[START + i] = 0 if currency == AMULETS else state.hand[seat, START + i]
        work.pay_value[START + i] = state.start_value[seat, i]
    work.pay_have[8] = state.tiles[seat, A_TILE if currency == AMULETS else V_TILE]
    work.pay_value[8] = TILE_AMULET if currency == AMULETS else TILE_VALUABLE
    work.pay_reach[0] = 1
    for k in range(PAY_KINDS):
        work.pay_reach[k + 1] = more_sums(work.pay_reach[k], work.pay_value[k], work.pay_have[k])


@kernel
def list_payments(work: Any, cost: int, halves: int) -> int:
    """Write all distinct exact payments of ``cost`` to ``work.payments``, ascending; returns their number.

    The purse is laid out by :func:`load_purse`. A walk from the highest field down that enters only amounts the lower
    fields can still pay, so nothing is tried in vain. halves: 1 where the pieces must split into two equal sums.
    """
    n = 0
    level = PAY_KINDS - 1
    work.pay_rest[level] = cost
    work.pay_count[level] = -1
    while level < PAY_KINDS:
        work.pay_count[level] += 1
        rest = work.pay_rest[level] - work.pay_count[level] * work.pay_value[level]
        if work.pay_count[level] > work.pay_have[level] or rest < 0:
            level += 1
        elif (work.pay_reach[level] >> rest) & 1:
            if level > 0:
                level -= 1
                work.pay_rest[level] = rest
                work.pay_count[level] = -1
            elif halves == 0 or splits_in_halves(work, cost) == 1:
                field = 0
                for k in range(PAY_KINDS):
                    field |= work.pay_count[k] << (4 * k)
                work.payments[n] = field
                n += 1
    return n


@kernel
def splits_in_halves(work: Any, cost: int) -> int:
    """1 where part of the pieces chosen is worth exactly half (MG-83, two_halves)."""
    sums = 1
    for k in range(PAY_KINDS):
        sums = more_sums(sums, work.pay_value[k], work.pay_count[k])
    return (sums >> (cost // 2)) & 1


@kernel
def pays_double(state: Any, rules: Any, work: Any, currency: int, cost: int) -> bool:
    """Whether twice the price can be paid, in one sum or in two equal ones (MG-83)."""
    if rules.double_payment != TWO_HALVES:
        return True
    load_purse(state, work, state.seat, currency)
    return list_payments(work, 2 * cost, 1) > 0


# ---- landscape cards -----------------------------------------------------------------------------------------------


@kernel
def held_lands(state: Any, seat: int, least: int) -> int:
    """The landscapes of which a seat holds at least so many cards, as bits."""
    lands = 0
    for k in range(4):
        if state.hand[seat, LANDS + k] >= least:
            lands |= 1 << k
    return lands


@kernel
def list_lands(state: Any, board: Any, rules: Any, moves: Any, head: int) -> int:
    """List the ways to give landscape cards for the hut begun: ``moves`` gets head | field; returns their number.

    MG-75, MG-83, MG-88 to MG-90; the wild tile by MG-122.
    """
    if state.b_huts == 2:
        return list_double_lands(state, board, rules, moves, head)
    seat = state.seat
    shown = board.lands[state.b_space]
    wild = state.tiles[seat, WILD_TILE] > 0
    n = 0
    for k in range(4):
        if (shown & state.birds) >> k & 1 and state.hand[seat, LANDS + k] > 0:
            moves[n] = head | 1 << (3 * k)
            n += 1
    if not wild:
        return n
    if rules.wild_tile == CARD_AND_BIRD:
        moves[n] = head | WILD_BIT
        return n + 1
    for k in range(4):
        if (shown & ~state.birds) >> k & 1 and state.hand[seat, LANDS + k] > 0:
            moves[n] = head | WILD_BIT | 1 << (3 * k)
            n += 1
    return n


@kernel
def list_double_lands(state: Any, board: Any, rules: Any, moves: Any, head: int) -> int:
    """The same for a double hut: two cards of marked landscapes of the space (MG-89, MG-90)."""
    seat = state.seat
    shown = board.lands[state.b_space]
    marked = shown & state.birds
    n = 0
    for high in range(4):
        for low in range(high + 1):
            if (marked >> high) & 1 and (marked >> low) & 1 and has_pair(state, seat, low, high):
                moves[n] = head | (1 << (3 * low)) + (1 << (3 * high))
                n += 1
    if rules.wild_in_double != ONE_CARD or state.tiles[seat, WILD_TILE] == 0:
        return n
    if rules.wild_tile == CARD_AND_BIRD:
        for k in range(4):
            if (marked >> k) & 1 and state.hand[seat, LANDS + k] > 0:
                moves[n] = head | WILD_BIT | 1 << (3 * k)
                n += 1
        return n
    for high in range(4):
        for low in range(high):
            both = 1 << low | 1 << high
            one_marked = (marked & both) == 1 << low or (marked & both) == 1 << high
            if (shown & both) == both and one_marked and has_pair(state, seat, low, high):
                moves[n] = head | WILD_BIT | (1 << (3 * low)) + (1 << (3 * high))
                n += 1
    return n


@kernel
def has_pair(state: Any, seat: int, low: int, high: int) -> bool:
    """Whether a seat holds a card of each of two landscapes, or two of the same."""
    if low == high:
        return state.hand[seat, LANDS + low] >= 2
    return state.hand[seat, LANDS + low] >= 1 and state.hand[seat, LANDS + high] >= 1


# ---- which spaces --------------------------------------------------------------------------------------------------


@kernel
def free_spaces(state: Any, board: Any) -> int:
    """Spaces without a hut (MG-69)."""
    taken = state.huts[0] | state.huts[1] | state.huts[2] | state.huts[3] | state.huts[4] | state.huts[5]
    return board.all_spaces & ~taken


@kernel
def single_candidates(state: Any, board: Any, rules: Any, seat: int) -> int:
    """Free spaces for whose landscape the seat has a card (or a wild tile) to give for a single hut (MG-70, MG-75)."""
    lands = held_lands(state, seat, 1)
    spaces = 0
    for k in range(4):
        if (lands & state.birds) >> k & 1:
            spaces |= board.land_spaces[k]
    if state.tiles[seat, WILD_TILE] > 0:
        if rules.wild_tile == CARD_AND_BIRD:
            spaces = board.all_spaces
        else:
            for k in range(4):
                if (lands >> k) & 1:
                    spaces |= board.land_spaces[k]
    return spaces & free_spaces(state, board)


@kernel
def double_candidates(state: Any, board: Any, rules: Any, seat: int) -> int:
    """Free spaces for which the seat has two landscape cards for a double hut (MG-85, MG-89, MG-90)."""
    ones = held_lands(state, seat, 1)
    twos = held_lands(state, seat, 2)
    wild = rules.wild_in_double == ONE_CARD and state.tiles[seat, WILD_TILE] > 0
    spaces = 0
    for k in range(4):
        if (state.birds >> k) & 1 and (ones >> k) & 1:
            if (twos >> k) & 1 or (wild and rules.wild_tile == CARD_AND_BIRD):
                spaces |= board.land_spaces[k]
            for other in range(4):
                marked = (state.birds >> other) & 1
                if other != k and (ones >> other) & 1 and (marked or (wild and rules.wild_tile == BIRD_ONLY)):
                    spaces |= board.land_spaces[k] & board.land_spaces[other]
    return spaces & free_spaces(state, board) & ~board.no_double


@kernel
def buildable(state: Any, board: Any, rules: Any, seat: int) -> int:
    """Spaces on which the seat may build a single hut now (MG-69 to MG-79)."""
    if state.supply[seat] < 1:
        return 0
    rest = single_candidates(state, board, rules, seat)
    if rest == 0:
        return 0
    valuables = reachable(state, seat, VALUABLES)
    amulets = reachable(state, seat, AMULETS)
    spaces = 0
    while rest:
        space = lowest(rest)
        sums = amulets if board.currency[space] == AMULETS else valuables
        if (sums >> board.cost[space]) & 1:
            spaces |= 1 << space
        rest &= rest - 1
    return spaces


@kernel
def double_buildable(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Spaces on which the deciding seat may build a double hut now (MG-83 to MG-85)."""
    seat = state.seat
    if state.supply[seat] < 2:
        return 0
    rest = double_candidates(state, board, rules, seat)
    if rest == 0:
        return 0
    valuables = reachable(state, seat, VALUABLES)
    amulets = reachable(state, seat, AMULETS)
    spaces = 0
    while rest:
        space = lowest(rest)
        currency = board.currency[space]
        cost = board.cost[space]
        sums = amulets if currency == AMULETS else valuables
        if (sums >> (2 * cost)) & 1 and pays_double(state, rules, work, currency, cost):
            spaces |= 1 << space
        rest &= rest - 1
    return spaces


# ---- the hut is built ----------------------------------------------------------------------------------------------


@kernel
def give_lands(state: Any, rules: Any) -> None:
    """Give up the landscape cards and the wild tile chosen (MG-75, MG-91, MG-122)."""
    seat = state.seat
    given = 0
    for k in range(4):
        count = (state.b_cards >> (3 * k)) & 7
        if count > 0:
            spend(state, seat, LANDS + k, count)
            put_away(state, rules, LANDS + k, count)
            given += count
    state.spent_lands += given
    if state.b_cards & WILD_BIT:
        state.tiles[seat, WILD_TILE] -= 1
        state.tiles_used[seat, WILD_TILE] += 1
        state.tally[T_WILD] += 1
        state.wild_cards += state.b_huts - given


@kernel
def pay(state: Any, board: Any, rules: Any, work: Any, field: int) -> None:
    """Pay for the hut begun and put it on the board."""
    seat = state.seat
    currency = board.currency[state.b_space]
    give_lands(state, rules)
    total = spend_payment(state, rules, seat, currency, field)
    used = (field >> 32) & 15
    if used > 0:
        tile = A_TILE if currency == AMULETS else V_TILE
        state.tiles[seat, tile] -= used
        state.tiles_used[seat, tile] += used
        state.tally[T_TILES] += used
        total += used * (TILE_AMULET if currency == AMULETS else TILE_VALUABLE)
    state.counters[seat, C_SPENT_A if currency == AMULETS else C_SPENT_V] += total
    if state.b_huts == 2:
        note_uneven(state, work, field, total)
    place_hut(state, board)


@kernel
def note_uneven(state: Any, work: Any, field: int, total: int) -> None:
    """Count a double hut whose payment does not split into two equal ones: the reading of MG-83 decided."""
    for k in range(PAY_KINDS):
        work.pay_count[k] = (field >> (4 * k)) & 15
    if splits_in_halves(work, total) == 0:
        state.tally[T_UNEVEN] += 1


@kernel
def place_hut(state: Any, board: Any) -> None:
    """The new hut's points, pole tile, pillar step, stone tile; the last hut ends the game (MG-76 to MG-79, MG-99)."""
    seat = state.seat
    space = state.b_space
    place = 1 << space
    state.huts[seat] |= place
    state.supply[seat] -= state.b_huts
    state.printed[seat] += state.b_huts * board.points[space]
    if state.b_huts == 2:
        state.doubles |= place
        state.counters[seat, C_DOUBLE] += 1
    else:
        state.counters[seat, C_SINGLE] += 1
    if board.pole & place and state.next_tile <= board.highest_tile:
        state.tile_owner[state.next_tile] = seat + 1
        state.tile_points[seat] += state.next_tile
        state.next_tile += 1
    if board.rings & place:
        state.pillar[seat] += 1
    tile = state.stone_tile[space]
    if tile >= FIRST_GODLESS:
        state.tiles[seat, tile - FIRST_GODLESS] += 1
    elif tile > 0:
        state.gods[seat] |= 1 << (tile - 1)
    state.stone_tile[space] = 0
    state.round_huts[seat] += state.b_huts
    state.counters[seat, C_LANDING + state.landing - 8] += state.b_huts
    if board.lands[space] & (board.lands[space] - 1):
        state.tally[T_TWO_LANDS] += 1
    if state.supply[seat] == 0:
        if state.last_round == 0:
            state.counters[seat, C_TRIGGER] = 1
        state.last_round = 1
