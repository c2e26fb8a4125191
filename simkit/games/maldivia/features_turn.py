"""Features of a turn's decisions: moving, fishing, delivering, turning, swapping, exchanging."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.contract import TYPE_SHIFT
from simkit.games.maldivia.feature_names import (
    F_BURY,
    F_DISTANCE,
    F_FOG_RISK,
    F_GAIN,
    F_GIFT,
    F_LEADER,
    F_OCTOPUS,
    F_POINTS,
    F_ROUTE,
    F_SHARK,
    F_SHIP_OWN,
    F_SHIP_RIVALS,
    F_STAY,
    F_SWAP,
    F_THEFT,
    F_TOP,
    F_TURN_OWN,
    F_TURN_RIVAL,
)
from simkit.games.maldivia.outlook import (
    fill_up,
    look,
    look_far,
    serve,
    sides_near,
    stolen_fish,
    visit,
    worth_of,
)
from simkit.games.maldivia.plan import follow, start_routes
from simkit.games.maldivia.rules_action import turned
from simkit.games.maldivia.rules_options import island_cards, leaders, points
from simkit.games.maldivia.rules_sea import catch_here, covers, edges_at
from simkit.games.maldivia.state import (
    ARRANGE,
    COLOURS,
    DELIVER,
    FOG_BLOCK,
    OCTOPUS,
    OPPONENT,
    PICKED,
    ROTATE,
    SHARK,
    SHIPS,
    SIDES,
    SLOTS,
    STRIDE,
    SWAP,
    TAKE,
)
from simkit.games.maldivia.switches import FORGETFUL
from simkit.kernel import kernel


@kernel
def move_features_of(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """For each destination what it brings at once and on the way of the own indicators that still stand."""
    seat = state.mover
    start = state.boat[seat]
    load = state.load[seat]
    look_far(state, board, rules, work, seat)
    now = worth_of(work, load)
    row = start // STRIDE
    column = start % STRIDE
    work.features[0, F_STAY] = 1.0
    for i in range(n):
        space = (work.moves[i] & 127) - 1
        marks = 0
        after = load
        gained = 0.0
        if space < 0:
            space = start
        else:
            outcome = visit(state, board, work, space, load, 0)
            after = outcome & 0xFFFFF
            marks = (outcome >> 20) & 0xFFFFF
            gained = 1.0 * (outcome >> 40)
            work.features[i, F_POINTS] = gained
            if marks >> 8 != 0:
                work.features[i, F_THEFT] = popcount(marks >> 8)
                work.features[i, F_LEADER] = popcount((marks >> 8) & leaders(state, board))
            work.features[i, F_DISTANCE] = abs(space // STRIDE - row) + abs(space % STRIDE - column)
            kind = board.kind[state.cloth, state.face[space]]
            if kind == OCTOPUS:
                work.features[i, F_OCTOPUS] = 1.0
            elif kind == SHARK:
                work.features[i, F_SHARK] = average_swap(state, board, rules, seat)
        work.features[i, F_GAIN] = worth_of(work, after) - now
        work.features[i, F_FOG_RISK] = popcount(sides_near(state, space) & ~state.used) if after != 0 else 0
        start_routes(work, 0, space, after, marks, gained)
        work.features[i, F_ROUTE] = follow(state, board, rules, work, seat, state.cycle + 1) - now


@kernel
def act_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """For each part of the turn what it brings and what can still be delivered afterwards."""
    seat = state.mover
    load = state.load[seat]
    before = 0.0
    if board.kind[state.cloth, state.face[state.boat[seat]]] == OCTOPUS:
        look_far(state, board, rules, work, seat)
        before = _own_route(state, board, rules, work)
    else:
        look(state, board, rules, work)
    now = worth_of(work, load)
    sides = edges_at(state, state.boat[seat]) & ~state.delivered
    for i in range(n):
        kind = work.moves[i] >> TYPE_SHIFT
        field = work.moves[i] & ((1 << TYPE_SHIFT) - 1)
        if kind == DELIVER:
            side = field // SHIPS
            after = load - work.needs[field]
            rest = serve(work, after, sides & ~(1 << side), 0)
            work.features[i, F_POINTS] = work.prizes[field] + (rest >> 40)
            work.features[i, F_GAIN] = worth_of(work, after) - now
        elif kind == TAKE:
            victims = field >> 1
            new = stolen_fish(state, victims)
            if field & 1:
                new += catch_here(state, board, state.boat[seat])
            after = fill_up(work, load, new, board.mast_limit)
            if not field & 1:
                work.features[i, F_POINTS] = serve(work, after, sides, 0) >> 40
            work.features[i, F_GAIN] = worth_of(work, after) - now
            if victims != 0:
                work.features[i, F_THEFT] = popcount(victims)
                work.features[i, F_LEADER] = popcount(victims & leaders(state, board))
        elif kind == ROTATE:
            _rotate_features(state, board, rules, work, i, field, before)
        elif kind == SWAP:
            work.features[i, F_SWAP] = swap_value(state, board, rules, field) - least_card(state, board, seat)
        else:
            work.features[i, F_STAY] = 1.0


@kernel
def _rotate_features(
    state: Any, board: Any, rules: Any, work: Any, i: int, field: int, before: float
) -> None:
    """An own indicator: what the route gains. Another's: what his next move might have brought him."""
    seat = state.mover
    quarters = field % 4
    slot = field // 4 % SLOTS
    other = field // 4 // SLOTS
    if other != seat:
        if rules.octopus_type_visible != 0 and state.program[other, slot] >= FOG_BLOCK:
            return  # everybody sees that it is no move to the ships
        soon = slot == state.tipped[other]
        prize = serve(work, state.load[other], 15, 0) >> 40
        work.features[i, F_TURN_RIVAL] = prize * (1.0 if quarters == 2 else 0.8) * (1.0 if soon else 0.5)
        return
    block = state.program[seat, slot]
    if block >= FOG_BLOCK:
        return
    state.program[seat, slot] = turned(board, rules, block, quarters)
    work.features[i, F_TURN_OWN] = _own_route(state, board, rules, work) - before
    state.program[seat, slot] = block


@kernel
def _own_route(state: Any, board: Any, rules: Any, work: Any) -> float:
    seat = state.mover
    start_routes(work, 0, state.boat[seat], state.load[seat], 0, 0.0)
    return follow(state, board, rules, work, seat, state.cycle + 1)


# ---- cards ----------------------------------------------------------------------------------------------------------


@kernel
def least_card(state: Any, board: Any, seat: int) -> int:
    """The value of the least valuable card that a seat owns (0 without any)."""
    least = 0
    rest = state.owned[seat]
    while rest != 0:
        value = board.value[lowest(rest)]
        if least == 0 or value < least:
            least = value
        rest &= rest - 1
    return least


@kernel
def mean_value(board: Any, cards: int) -> float:
    """The average value of a set of cards (0 for none)."""
    if cards == 0:
        return 0.0
    return points(board, cards) / popcount(cards)


@kernel
def swap_value(state: Any, board: Any, rules: Any, field: int) -> float:
    """What the card to be drawn is worth on the average, as far as the mover knows."""
    other = field // OPPONENT
    wanted = field % OPPONENT
    if wanted >= PICKED:
        if rules.public_memory == FORGETFUL:
            return mean_value(board, unseen_cards(state, (wanted - PICKED) // 10))
        return 1.0 * board.value[wanted - PICKED]
    if rules.public_memory == FORGETFUL:
        return mean_value(board, unseen_cards(state, wanted))
    return mean_value(board, state.suspect[state.mover, other] & island_cards(wanted))


@kernel
def unseen_cards(state: Any, island: int) -> int:
    """The cards of an island that a player without memory cannot place: neither his nor face up."""
    cards = island_cards(island) & ~state.owned[state.mover]
    for ship in range(SHIPS):
        if state.market[island, ship] != 0:
            cards &= ~(1 << (state.market[island, ship] - 1))
    return cards


@kernel
def average_swap(state: Any, board: Any, rules: Any, seat: int) -> float:
    """The best that a swap promises now, 0 where none would gain."""
    if state.owned[seat] == 0:
        return 0.0
    best = 0.0
    for other in range(state.players):
        if other == seat:
            continue
        for island in range(SIDES):
            if state.owned[other] & island_cards(island) != 0:
                best = max(best, swap_value(state, board, rules, OPPONENT * other + island))
    return max(0.0, best - least_card(state, board, seat))


@kernel
def gift_features(state: Any, board: Any, work: Any, n: int) -> None:
    """The value of each card."""
    for i in range(n):
        work.features[i, F_GIFT] = board.value[work.moves[i] & 63]


# ---- fish -----------------------------------------------------------------------------------------------------------


@kernel
def remove_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """The worth of the mast after taking off so many and putting on the best."""
    seat = state.mover
    look(state, board, rules, work)
    load = state.load[seat]
    now = worth_of(work, load)
    for i in range(n):
        after = fill_up(work, load, state.hand, board.mast_limit)
        work.features[i, F_GAIN] = worth_of(work, after) - now
        if i + 1 < n:
            load -= 1 << (4 * state.mast[seat, state.height[seat] - 1 - i])


@kernel
def put_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """The worth of the fish put on; when rearranging, that of the fish that ends on top."""
    seat = state.mover
    look(state, board, rules, work)
    arranging = work.moves[0] >> TYPE_SHIFT == ARRANGE
    pool = state.hand
    if arranging and pool == 0:
        pool = state.load[seat]
    for i in range(n):
        colour = (work.moves[i] & 7) - 1
        if colour < 0:
            work.features[i, F_STAY] = 1.0
            if arranging:
                work.features[i, F_BURY] = work.worth[state.mast[seat, 0], 1]
                work.features[i, F_TOP] = work.worth[state.mast[seat, state.height[seat] - 1], 1]
            continue
        if arranging:
            work.features[i, F_BURY] = work.worth[colour, 1]
            work.features[i, F_TOP] = _least_worth(work, pool - (1 << (4 * colour)))
        else:
            have = (state.load[seat] >> (4 * colour)) & 15
            work.features[i, F_BURY] = work.worth[colour, have + 1] - work.worth[colour, have]


@kernel
def _least_worth(work: Any, bag: int) -> float:
    """The worth of the least worthy fish of a bag."""
    least = 1.0
    for colour in range(COLOURS):
        if (bag >> (4 * colour)) & 15:
            least = min(least, work.worth[colour, 1])
    return least


@kernel
def exchange_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """What the ship that would go promises the best provided rival, and oneself."""
    for i in range(n):
        card = state.market[state.folded, work.moves[i] & 1] - 1
        for seat in range(state.players):
            promise = _promise(state.load[seat], board.need[card], board.value[card])
            if seat == state.seat:
                work.features[i, F_SHIP_OWN] = promise
            else:
                work.features[i, F_SHIP_RIVALS] = max(work.features[i, F_SHIP_RIVALS], promise)


@kernel
def _promise(load: int, need: int, value: int) -> float:
    """A ship's points where the mast can serve it, else half of the share of its fish that are there."""
    if covers(load, need):
        return 1.0 * value
    have = 0
    for colour in range(COLOURS):
        have += min((load >> (4 * colour)) & 15, (need >> (4 * colour)) & 15)
    return 0.5 * have
