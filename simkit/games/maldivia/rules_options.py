"""What a boat may do where its move ended, as lists of moves (MV-46 to MV-83)."""

from typing import Any

from simkit.bits import lowest
from simkit.contract import TYPE_SHIFT
from simkit.games.maldivia.rules_sea import (
    catch_here,
    covers,
    edges_at,
    neighbour_boats,
)
from simkit.games.maldivia.state import (
    ARRANGE,
    COLOURS,
    DELIVER,
    FINISH,
    GIVE,
    OCTOPUS,
    OPPONENT,
    PICKED,
    PILE,
    PUT,
    REMOVE,
    ROTATE,
    SHARK,
    SHIPS,
    SIDES,
    SLOTS,
    SWAP,
    TAKE,
)
from simkit.games.maldivia.switches import FREE_ORDER, REFUSE_ALWAYS, TRACKED_DRAW
from simkit.kernel import kernel


@kernel
def island_cards(island: int) -> int:
    """The cards of an island, as bits."""
    return ((1 << PILE) - 1) << (PILE * island)


@kernel
def nth_card(cards: int, n: int) -> int:
    """The n-th lowest card of a set, n from 0."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)


@kernel
def points(board: Any, cards: int) -> int:
    """Fish shown on a set of cards (MV-104)."""
    total = 0
    while cards != 0:
        total += board.value[lowest(cards)]
        cards &= cards - 1
    return total


@kernel
def leaders(state: Any, board: Any) -> int:
    """The seats with most points, as bits."""
    best = 0
    for seat in range(state.players):
        best = max(best, points(board, state.owned[seat]))
    mask = 0
    for seat in range(state.players):
        if points(board, state.owned[seat]) == best:
            mask |= 1 << seat
    return mask


# ---- lists ------------------------------------------------------------------------------------------------


@kernel
def list_actions(state: Any, board: Any, rules: Any, work: Any) -> int:
    """All parts of the turn that the mover may still do, and finishing: codes into ``work.moves`` (MV-46, MV-77)."""
    n = _list_deliveries(state, board, rules, work)
    n = _list_takes(state, board, rules, work, n)
    kind = board.kind[state.cloth, state.face[state.boat[state.mover]]]
    if kind == OCTOPUS:
        n = _list_rotations(state, rules, work, n)
    elif kind == SHARK:
        n = _list_swaps(state, rules, work, n)
    work.moves[n] = FINISH << TYPE_SHIFT
    return n + 1


@kernel
def _list_deliveries(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Face-up ships at the edges under the boat whose fish are on the mast (MV-63 to MV-66, MV-71, MV-73, MV-76)."""
    if state.fished != 0:
        return 0
    if rules.turn_sequence != FREE_ORDER and state.rotated + state.swapped != 0:
        return 0
    seat = state.mover
    sides = edges_at(state, state.boat[seat]) & ~state.delivered
    n = 0
    while sides != 0:
        side = lowest(sides)
        sides &= sides - 1
        for ship in range(SHIPS):
            card = state.market[side, ship] - 1
            if card >= 0 and covers(state.load[seat], board.need[card]):
                work.moves[n] = DELIVER << TYPE_SHIFT | (SHIPS * side + ship)
                n += 1
    return n


@kernel
def _list_takes(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
    """The fish here, with or without the top fish of any neighbouring boats (MV-49 to MV-53, MV-72, MV-74, MV-76)."""
    if state.took != 0:
        return n
    if rules.turn_sequence != FREE_ORDER and state.delivered + state.rotated + state.swapped != 0:
        return n
    seat = state.mover
    space = state.boat[seat]
    catch = state.delivered == 0 and catch_here(state, board, space) != 0
    victims = neighbour_boats(state, seat, space)
    for mask in range(victims + 1):
        if mask & ~victims != 0:
            continue
        if mask != 0:
            work.moves[n] = TAKE << TYPE_SHIFT | 2 * mask
            n += 1
        if catch:
            work.moves[n] = TAKE << TYPE_SHIFT | (2 * mask + 1)
            n += 1
    return n


@kernel
def _list_rotations(state: Any, rules: Any, work: Any, n: int) -> int:
    """Every standing indicator by 90, 180 or 270 degrees (MV-55, MV-56)."""
    if state.rotated != 0 or (rules.turn_sequence != FREE_ORDER and state.swapped != 0):
        return n
    for other in range(state.players):
        for slot in range(state.tipped[other], SLOTS):
            for quarters in range(1, 4):
                work.moves[n] = ROTATE << TYPE_SHIFT | ((SLOTS * other + slot) * 4 + quarters)
                n += 1
    return n


@kernel
def _list_swaps(state: Any, rules: Any, work: Any, n: int) -> int:
    """Another player's island, or card where it may be picked (MV-59 to MV-62)."""
    seat = state.mover
    if state.swapped != 0 or state.owned[seat] == 0:
        return n
    for other in range(state.players):
        if other == seat:
            continue
        if rules.shark_draw == TRACKED_DRAW:
            rest = state.owned[other]
            while rest != 0:
                work.moves[n] = SWAP << TYPE_SHIFT | (OPPONENT * other + PICKED + lowest(rest))
                rest &= rest - 1
                n += 1
        else:
            for island in range(SIDES):
                if state.owned[other] & island_cards(island) != 0:
                    work.moves[n] = SWAP << TYPE_SHIFT | (OPPONENT * other + island)
                    n += 1
    return n


@kernel
def list_removals(state: Any, work: Any) -> int:
    """How many fish to take off the top (MV-79, MV-80, MV-82)."""
    for k in range(state.height[state.mover] + 1):
        work.moves[k] = REMOVE << TYPE_SHIFT | k
    return state.height[state.mover] + 1


@kernel
def may_stop(state: Any, rules: Any) -> bool:
    """Whether the fish still in hand may be left to the supply (MV-81; caught ones always under partial_catch)."""
    if state.surplus != 0:
        return True
    return rules.partial_catch == REFUSE_ALWAYS and covers(state.caught, state.hand)


@kernel
def list_puts(state: Any, rules: Any, work: Any) -> int:
    """The colour of the next fish to put on, or to stop (MV-49, MV-72, MV-81)."""
    n = 0
    if may_stop(state, rules):
        work.moves[n] = PUT << TYPE_SHIFT
        n += 1
    return _list_colours(state.hand, PUT, work, n)


@kernel
def list_arrangements(state: Any, work: Any) -> int:
    """Keep the mast as it is, or the colour for its next place from the bottom (MV-69)."""
    if state.hand != 0:
        return _list_colours(state.hand, ARRANGE, work, 0)
    work.moves[0] = ARRANGE << TYPE_SHIFT
    return _list_colours(state.load[state.mover], ARRANGE, work, 1)


@kernel
def _list_colours(bag: int, kind: int, work: Any, n: int) -> int:
    for colour in range(COLOURS):
        if (bag >> (4 * colour)) & 15:
            work.moves[n] = kind << TYPE_SHIFT | (1 + colour)
            n += 1
    return n


@kernel
def list_gifts(state: Any, work: Any) -> int:
    """The mover's own cards (MV-60)."""
    n = 0
    rest = state.owned[state.mover]
    while rest != 0:
        work.moves[n] = GIVE << TYPE_SHIFT | lowest(rest)
        rest &= rest - 1
        n += 1
    return n
