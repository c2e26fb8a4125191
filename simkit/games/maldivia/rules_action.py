"""What a boat may do where its move ended: fish, steal, deliver, turn, swap (MV-46 to MV-83)."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.contract import TYPE_SHIFT
from simkit.games.maldivia.rules_sea import (
    catch_here,
    colours_in,
    covers,
    edges_at,
    fish_in,
    lose_top,
    neighbour_boats,
    put_on,
    to_supply,
)
from simkit.games.maldivia.rules_turn import end_turn
from simkit.games.maldivia.state import (
    ACTING,
    ARRANGE,
    ARRANGING,
    BARE,
    C_AFTER_THEFT,
    C_BACK_FISH,
    C_DELIVERIES,
    C_DISCARDED,
    C_DOUBLE,
    C_FOG_TURNED,
    C_FRONT_FISH,
    C_OTHER_TURNED,
    C_OWN_TURNED,
    C_REARRANGED,
    C_ROBBED,
    C_STOLEN,
    C_SWAP_GAIN,
    C_SWAPS,
    COLOURS,
    DELIVER,
    FINISH,
    FOG_BLOCK,
    FREE_ORDER,
    GIVE,
    GIVING,
    OCTOPUS,
    OPPONENT,
    PICKED,
    PILE,
    PUT,
    PUTTING,
    REFUSE_ALWAYS,
    REMOVE,
    REMOVING,
    ROTATE,
    SHARK,
    SHARK_DRAW,
    SHIPS,
    SIDES,
    SLOTS,
    SPACES,
    SWAP,
    T_DELIVERED,
    T_EMPTY_PILE,
    T_SHORT,
    T_SURPLUS,
    TAKE,
    TRACKED_DRAW,
)
from simkit.kernel import kernel
from simkit.rng import below

# ---- what is allowed ------------------------------------------------------------------------------------------------


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


# ---- what it does ---------------------------------------------------------------------------------------------------


@kernel
def resume(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Ask for the next part of the turn; with nothing left to do the turn is over (MV-46)."""
    state.phase = ACTING
    state.seat = state.mover
    if list_actions(state, board, rules, work) == 1:
        end_turn(state, rules)


@kernel
def take(state: Any, board: Any, rules: Any, field: int, work: Any) -> None:
    """Fish and steal: all new fish come to hand (MV-49 to MV-53, MV-72)."""
    seat = state.mover
    space = state.boat[seat]
    state.took = 1
    state.hand = 0
    if field & 1:
        state.fished = 1
        state.hand = catch_here(state, board, space)
        face = state.face[space]
        state.caught = state.hand
        state.counters[seat, C_BACK_FISH if face >= SPACES else C_FRONT_FISH] += fish_in(state.hand)
        state.tally[T_SHORT] += state.hand != board.catch[state.cloth, face]
        for colour in range(COLOURS):
            state.supply[colour] -= (state.hand >> (4 * colour)) & 15
    for other in range(state.players):
        if (field >> (1 + other)) & 1:
            state.thieved += 1 << (4 * lose_top(state, other))
            state.counters[seat, C_STOLEN] += 1
            state.counters[other, C_ROBBED] += 1
    state.hand += state.thieved
    if state.height[seat] + fish_in(state.hand) > board.mast_limit:
        state.surplus = 1
        state.tally[T_SURPLUS] += 1
        state.phase = REMOVING
        return
    put_rest(state, board, rules, work)


@kernel
def remove(state: Any, board: Any, rules: Any, count: int, work: Any) -> None:
    """Take fish off the top of the full mast (MV-80, MV-82)."""
    seat = state.mover
    for _ in range(count):
        state.supply[lose_top(state, seat)] += 1
    state.counters[seat, C_DISCARDED] += count
    state.floor = min(state.floor, state.height[seat])
    put_rest(state, board, rules, work)


@kernel
def put(state: Any, board: Any, rules: Any, field: int, work: Any) -> None:
    """Put one fish on top, or leave the rest of the hand to the supply (MV-49, MV-54, MV-81)."""
    if field == 0:
        _leave_hand(state)
        resume(state, board, rules, work)
        return
    put_on(state, state.mover, field - 1)
    state.hand -= 1 << (4 * (field - 1))
    put_rest(state, board, rules, work)


@kernel
def put_rest(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Ask for the next fish to put on where there is a choice; finish where there is none (MV-78, MV-83)."""
    seat = state.mover
    if state.height[seat] == board.mast_limit:
        _leave_hand(state)
    elif colours_in(state.hand) == 1 and not may_stop(state, rules):
        _empty_hand(state)
    if state.hand != 0:
        state.phase = PUTTING
        return
    state.surplus = 0
    resume(state, board, rules, work)


@kernel
def _leave_hand(state: Any) -> None:
    """The fish in hand go to the supply (MV-81)."""
    to_supply(state, state.hand)
    state.counters[state.mover, C_DISCARDED] += fish_in(state.hand)
    state.hand = 0
    state.surplus = 0


@kernel
def _empty_hand(state: Any) -> None:
    """Put a hand of one colour on the mast."""
    colour = lowest(state.hand) // 4
    while state.hand != 0:
        put_on(state, state.mover, colour)
        state.hand -= 1 << (4 * colour)


@kernel
def deliver(state: Any, board: Any, rules: Any, field: int, work: Any) -> None:
    """Serve a ship, take its card, turn up the next one (MV-63 to MV-70, MV-74)."""
    seat = state.mover
    side = field // SHIPS
    ship = field % SHIPS
    card = state.market[side, ship] - 1
    need = board.need[card]
    state.counters[seat, C_AFTER_THEFT] += not covers(state.load[seat], need + state.thieved)
    _unload(state, seat, need)
    state.floor = 0
    state.thieved = 0
    state.owned[seat] |= 1 << card
    for other in range(state.players):
        state.suspect[other, seat] |= 1 << card
    state.counters[seat, C_DELIVERIES] += 1
    state.tally[T_DELIVERED] += fish_in(need)
    state.counters[seat, C_DOUBLE] += popcount(state.delivered) == 1
    state.delivered |= 1 << side
    if state.left[side] == 0:
        state.tally[T_EMPTY_PILE] += 1
    turn_up(state, side, ship)
    if colours_in(state.load[seat]) > 1:
        state.phase = ARRANGING
        return
    resume(state, board, rules, work)


@kernel
def _unload(state: Any, seat: int, need: int) -> None:
    """Take a ship's fish off the mast, of equal fish the topmost (MV-67)."""
    to_supply(state, need)
    state.load[seat] -= need
    height = state.height[seat]
    for place in range(height - 1, -1, -1):
        colour = state.mast[seat, place]
        if (need >> (4 * colour)) & 15:
            need -= 1 << (4 * colour)
            for above in range(place, height - 1):
                state.mast[seat, above] = state.mast[seat, above + 1]
            height -= 1
            state.mast[seat, height] = BARE
    state.height[seat] = height


@kernel
def turn_up(state: Any, side: int, ship: int) -> None:
    """Fill a place beside a pile from its top; an empty pile leaves it empty (MV-70, MV-71)."""
    if state.left[side] == 0:
        state.market[side, ship] = 0
        return
    state.market[side, ship] = 1 + state.pile[side, state.start[side] % PILE]
    state.start[side] += 1
    state.left[side] -= 1
    state.under[side] = min(state.under[side], state.left[side])


@kernel
def arrange(state: Any, board: Any, rules: Any, field: int, work: Any) -> None:
    """Keep the mast, or take all fish off and put them on again, bottom first (MV-69)."""
    seat = state.mover
    if field == 0:
        resume(state, board, rules, work)
        return
    if state.hand == 0:
        state.counters[seat, C_REARRANGED] += 1
        state.hand = state.load[seat]
        while state.height[seat] > 0:
            lose_top(state, seat)
    put_on(state, seat, field - 1)
    state.hand -= 1 << (4 * (field - 1))
    if colours_in(state.hand) == 1:
        _empty_hand(state)
        resume(state, board, rules, work)


@kernel
def turned(board: Any, rules: Any, block: int, quarters: int) -> int:
    """What a block shows after so many quarter turns clockwise, as its owner sees it (MV-58)."""
    if block < FOG_BLOCK:
        return (block + quarters) % 4
    for k in range(SIDES):
        if board.wheel[rules.fog_wheel, k] == block - FOG_BLOCK:
            return FOG_BLOCK + board.wheel[rules.fog_wheel, (k - quarters) % SIDES]
    return block


@kernel
def rotate(state: Any, board: Any, rules: Any, field: int, work: Any) -> None:
    """Turn a standing indicator (MV-55 to MV-58)."""
    quarters = field % 4
    slot = field // 4 % SLOTS
    other = field // 4 // SLOTS
    block = state.program[other, slot]
    state.counters[state.mover, C_OWN_TURNED if other == state.mover else C_OTHER_TURNED] += 1
    state.counters[state.mover, C_FOG_TURNED] += block >= FOG_BLOCK
    state.program[other, slot] = turned(board, rules, block, quarters)
    state.rotated = 1
    resume(state, board, rules, work)


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
def choose_partner(state: Any, rules: Any, field: int) -> None:
    """Name the other player and what is to be drawn; the card is drawn now and shown after the gift (MV-60)."""
    state.partner = field // OPPONENT
    state.wanted = field % OPPONENT
    if state.wanted >= PICKED:
        state.drawn = 1 + state.wanted - PICKED
    else:
        cards = state.owned[state.partner] & island_cards(state.wanted)
        state.drawn = 1 + nth_card(cards, below(state.streams, SHARK_DRAW, popcount(cards)))
    state.phase = GIVING


@kernel
def give(state: Any, board: Any, rules: Any, gift: int, work: Any) -> None:
    """Swap the gift for the drawn card (MV-59 to MV-62, MV-75)."""
    seat = state.mover
    other = state.partner
    drawn = state.drawn - 1
    for observer in range(state.players):
        if observer != seat and observer != other:
            ours = state.suspect[observer, seat] & island_cards(gift // PILE)
            theirs = state.suspect[observer, other] & island_cards(drawn // PILE)
            state.suspect[observer, other] |= ours
            state.suspect[observer, seat] |= theirs
    for observer in range(2):
        witness = seat if observer == 0 else other
        for owner in range(state.players):
            state.suspect[witness, owner] &= ~(1 << gift | 1 << drawn)
        state.suspect[witness, seat] |= 1 << drawn
        state.suspect[witness, other] |= 1 << gift
    state.owned[seat] ^= 1 << gift | 1 << drawn
    state.owned[other] ^= 1 << gift | 1 << drawn
    state.counters[seat, C_SWAPS] += 1
    state.counters[seat, C_SWAP_GAIN] += board.value[drawn] - board.value[gift]
    state.swapped = 1
    resume(state, board, rules, work)
