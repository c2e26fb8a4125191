"""What a boat does where its move ended: fish, steal, deliver, turn, swap (MV-46 to MV-83)."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.maldivia.rules_options import (
    island_cards,
    leaders,
    list_actions,
    may_stop,
    nth_card,
)
from simkit.games.maldivia.rules_sea import (
    catch_here,
    colours_in,
    covers,
    fish_in,
    lose_top,
    put_on,
    to_supply,
)
from simkit.games.maldivia.rules_turn import end_turn
from simkit.games.maldivia.state import (
    ACTING,
    ARRANGING,
    BARE,
    C_AFTER_THEFT,
    C_BACK_FISH,
    C_DELIVERIES,
    C_DISCARDED,
    C_DOUBLE,
    C_FOG_TURNED,
    C_FRONT_FISH,
    C_HALF_TURNED,
    C_OTHER_TURNED,
    C_OWN_TURNED,
    C_REARRANGED,
    C_ROBBED,
    C_STOLEN,
    C_SWAP_GAIN,
    C_SWAPS,
    C_SWAPS_LEADER,
    COLOURS,
    FOG_BLOCK,
    GIVING,
    LARGEST_SHIP,
    OPPONENT,
    PICKED,
    PILE,
    PUTTING,
    REMOVING,
    SHARK_DRAW,
    SHIPS,
    SIDES,
    SLOTS,
    SPACES,
    T_CAUGHT,
    T_CYCLE,
    T_DELIVERED,
    T_EARLY,
    T_EMPTY_PILE,
    T_FRESH_GIFT,
    T_NO_FISHING,
    T_SHORT,
    T_SIZE,
    T_SURPLUS,
)
from simkit.kernel import kernel
from simkit.rng import below


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
    state.tally[T_EARLY] += state.delivered != 0
    if field & 1:
        state.fished = 1
        state.hand = catch_here(state, board, space)
        face = state.face[space]
        state.caught = state.hand
        state.counters[seat, C_BACK_FISH if face >= SPACES else C_FRONT_FISH] += fish_in(state.hand)
        state.tally[T_SHORT] += state.hand != board.catch[state.cloth, face]
        for colour in range(COLOURS):
            state.supply[colour] -= (state.hand >> (4 * colour)) & 15
            state.tally[T_CAUGHT + colour] += (state.hand >> (4 * colour)) & 15
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
    resume(state, board, rules, work)


@kernel
def _leave_hand(state: Any) -> None:
    """The fish in hand go to the supply (MV-81)."""
    to_supply(state, state.hand)
    state.counters[state.mover, C_DISCARDED] += fish_in(state.hand)
    state.hand = 0


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
    for colour in range(COLOURS):
        while (state.thieved >> (4 * colour)) & 15 > (state.load[seat] >> (4 * colour)) & 15:
            state.thieved -= 1 << (4 * colour)
    state.owned[seat] |= 1 << card
    for other in range(state.players):
        state.suspect[other, seat] |= 1 << card
    state.counters[seat, C_DELIVERIES] += 1
    state.tally[T_DELIVERED] += fish_in(need)
    state.tally[T_CYCLE + state.cycle] += 1
    state.tally[T_SIZE + min(fish_in(need), LARGEST_SHIP) - 1] += 1
    if state.delivered == 0 and catch_here(state, board, state.boat[seat]) != 0:
        state.tally[T_NO_FISHING] += 1
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
    state.counters[state.mover, C_HALF_TURNED] += quarters == 2
    if other != state.mover:
        state.twisted[other] |= 1 << slot
    state.program[other, slot] = turned(board, rules, block, quarters)
    state.rotated = 1
    resume(state, board, rules, work)


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
    state.tally[T_FRESH_GIFT] += (state.old_owned[seat] >> gift) & 1 == 0
    state.counters[seat, C_SWAPS_LEADER] += (leaders(state, board) >> other) & 1
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
