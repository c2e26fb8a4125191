"""Maldivia in words: spaces are a column letter (a at Wipi) and a row number (1 at Nanga), fish bottom first."""

from typing import Any

from simkit.games.maldivia.rules_sea import free_ahead, steps_to_edge
from simkit.games.maldivia.state import (
    ARRANGE,
    ARRANGING,
    BARE,
    C_FOG_LOST,
    C_FORFEITS,
    COLOUR_NAMES,
    COLOURS,
    DELIVER,
    EXCHANGE,
    FOG,
    FOG_BLOCK,
    GIVE,
    ISLANDS,
    MOVE,
    OCTOPUS,
    OPPONENT,
    PICKED,
    PILE,
    PLACE,
    PROGRAM,
    PUT,
    REMOVE,
    ROTATE,
    SHARK,
    SHIPS,
    SIDES,
    SLOTS,
    SPACES,
    STRIDE,
    SWAP,
    T_LIFTS,
    TAKE,
    move_parts,
)

DIRECTIONS = ("north", "east", "south", "west")
BOATS = ("White", "Orange", "Brown", "Black")
"""The boats of the rulebook's example, by seat."""


def name_of(space: int) -> str:
    """A space's name: column letter, row number."""
    return f"{'abcdefghij'[space % STRIDE]}{space // STRIDE + 1}"


def fish_words(bag: int) -> str:
    """A bag of fish in words."""
    words = []
    for colour in range(COLOURS):
        if count := (int(bag) >> (4 * colour)) & 15:
            words.append(f"{count} {COLOUR_NAMES[colour]}")
    return ", ".join(words) or "no fish"


def card_words(board: Any, card: int) -> str:
    """A ship: its island and what it asks for."""
    return f"{ISLANDS[card // PILE]} ship {card % PILE + 1} ({fish_words(board.need[card])})"


def block_words(block: int) -> str:
    """An indicator's face."""
    if block == BARE:
        return "-"
    if block >= FOG_BLOCK:
        return f"fog {ISLANDS[block - FOG_BLOCK]}"
    return DIRECTIONS[block]


def space_words(state: Any, board: Any, space: int) -> str:
    """What lies up on a space."""
    face = state.face[space]
    side = "back" if face >= SPACES else "front"
    kind = board.kind[state.cloth, face]
    what = {OCTOPUS: "octopus", SHARK: "shark"}.get(int(kind), "")
    bag = board["catch"][state.cloth, face]
    if bag:
        what = fish_words(bag)
    if board.drawn[state.cloth, face]:
        what = f"{what}, current" if what else "current"
    return f"{name_of(space)} ({what or 'open sea'}, {side})"


def mast_words(state: Any, seat: int) -> str:
    """A mast from the bottom to the top."""
    fish = [COLOUR_NAMES[state.mast[seat, k]] for k in range(state.height[seat])]
    return " < ".join(fish) if fish else "empty mast"


def describe_move(state: Any, board: Any, rules: Any, move: int) -> str:
    """What is about to be done, before it is done."""
    kind, field = move_parts(int(move))
    boat = BOATS[state.seat]
    if kind == PLACE:
        return f"{boat} places the boat on {space_words(state, board, field)}"
    if kind == PROGRAM:
        slot = sum(int(block) != BARE for block in state.program[state.seat])
        return f"{boat} sets up indicator {slot + 1}: {block_words(field)}"
    if kind == MOVE:
        return f"{boat} {_move_words(state, board, field)}"
    if kind == FOG:
        return f"{boat} tips indicator {state.cycle + 1}: fog from {ISLANDS[field]}"
    if kind == EXCHANGE:
        card = int(state.market[state.folded, field]) - 1
        return f"{boat} puts {card_words(board, card)} under the pile of {ISLANDS[state.folded]}"
    return f"{boat} {_action_words(state, board, kind, field)}"


def _move_words(state: Any, board: Any, field: int) -> str:
    course = DIRECTIONS[state.program[state.seat, state.cycle]]
    tips = f"tips indicator {state.cycle + 1}: {course};"
    if field == 0:
        return f"{tips} {_staying_words(state)} {name_of(state.boat[state.seat])}"
    return f"{tips} moves from {name_of(state.boat[state.seat])} to {space_words(state, board, field - 1)}"


def _staying_words(state: Any) -> str:
    """Why a boat stays where it is."""
    seat, course = state.seat, state.program[state.seat, state.cycle]
    if free_ahead(state, seat, state.boat[seat], course, 0) > 0:
        return "chooses to stay on"
    if steps_to_edge(state, state.boat[seat], course) == 0:
        return "cannot leave the cloth and stays on"
    return "finds a boat in the way and stays on"


def _action_words(state: Any, board: Any, kind: int, field: int) -> str:
    if kind == DELIVER:
        card = int(state.market[field // SHIPS, field % SHIPS]) - 1
        return f"delivers to {card_words(board, card)}"
    if kind == TAKE:
        return _take_words(state, board, field)
    if kind == REMOVE:
        return f"has too many fish and takes {field} off the top of the mast"
    if kind in (PUT, ARRANGE):
        if field == 0:
            return "leaves the remaining fish" if kind == PUT else "keeps the order on the mast"
        verb = "puts on" if kind == PUT or state.hand else "takes all fish off and puts on first"
        return f"{verb} a {COLOUR_NAMES[field - 1]} fish"
    if kind == ROTATE:
        other, slot = field // 4 // SLOTS, field // 4 % SLOTS
        whose = "the own" if other == state.mover else f"{BOATS[other]}'s"
        return f"turns {whose} indicator {slot + 1} by {field % 4 * 90} degrees"
    if kind == SWAP:
        name, wanted = BOATS[field // OPPONENT], field % OPPONENT
        words = f"a card of {ISLANDS[wanted]}" if wanted < PICKED else card_words(board, wanted - PICKED)
        return f"swaps at the shark for {words} of {name}"
    if kind == GIVE:
        return f"gives {BOATS[state.partner]} {card_words(board, field)}"
    return "ends the turn"


def _take_words(state: Any, board: Any, field: int) -> str:
    parts = []
    if field & 1:
        drawn = fish_words(board["catch"][state.cloth, state.face[state.boat[state.mover]]])
        parts.append(f"fishes ({drawn})")
    robbed = [seat for seat in range(state.players) if (field >> (1 + seat)) & 1]
    for seat in robbed:
        top = COLOUR_NAMES[state.mast[seat, state.height[seat] - 1]]
        parts.append(f"steals the {top} fish of {BOATS[seat]}")
    return " and ".join(parts)


def describe_events(before: Any, after: Any, board: Any, rules: Any, move: int) -> list[str]:
    """What followed from a move: folds, losses, new ships, cards drawn, rounds and the end."""
    kind, _ = move_parts(int(move))
    events = []
    if kind == FOG:
        events += _fog_events(before, after)
    for side in range(SIDES):
        for ship in range(SHIPS):
            card = int(after.market[side, ship])
            if kind in (DELIVER, EXCHANGE) and card != before.market[side, ship]:
                events.append(
                    f"{ISLANDS[side]} shows {card_words(board, card - 1)}"
                    if card
                    else f"the pile of {ISLANDS[side]} is empty"
                )
    if kind == GIVE:
        events.append(f"{BOATS[before.mover]} draws {card_words(board, int(before.drawn) - 1)}")
    if kind in (DELIVER, TAKE, PUT, ARRANGE, REMOVE) and after.hand == 0 and after.phase != ARRANGING:
        events.append(f"{BOATS[before.mover]}'s mast: {mast_words(after, before.mover)}")
    if after.round_no > before.round_no:
        events.append(f"round {after.round_no} begins; {BOATS[after.starter]} has the starting player card")
    if after.end_cause and not before.end_cause:
        events.append("the game ends")
    return events


def _fog_events(before: Any, after: Any) -> list[str]:
    folder = before.mover
    if after.counters[folder, C_FORFEITS] > before.counters[folder, C_FORFEITS]:
        return ["fog has come from there this round: nothing happens"]
    if after.tally[T_LIFTS] > before.tally[T_LIFTS]:
        return ["a line is full of boats: the fog lifts"]
    rows, columns = after.south - after.north + 1, after.east - after.west + 1
    events = [f"the cloth is folded: {rows} x {columns} spaces are left"]
    for seat in range(before.players):
        moved = before.boat[seat] != after.boat[seat]
        lost = after.counters[seat, C_FOG_LOST] > before.counters[seat, C_FOG_LOST]
        if moved or lost:
            where = (
                f"is put on {name_of(after.boat[seat])}" if moved else f"stays on {name_of(after.boat[seat])}"
            )
            fish = COLOUR_NAMES[before.mast[seat, before.height[seat] - 1]] if lost else ""
            events.append(f"{BOATS[seat]} {where}" + (f" and loses the {fish} fish" if lost else ""))
    if after.ending and not before.ending:
        events.append("few spaces are left: this is the last indicator of the game")
    return events


def describe_state(state: Any, board: Any, rules: Any) -> str:
    """The table as everybody and the seat to decide sees it."""
    lines = [_sea_words(state, board)]
    for side in range(SIDES):
        ships = [card_words(board, int(card) - 1) for card in state.market[side] if card]
        lines.append(f"{ISLANDS[side]} (pile {state.left[side]}): {'; '.join(ships) or 'no ship'}")
    supply = ", ".join(f"{state.supply[colour]} {COLOUR_NAMES[colour]}" for colour in range(COLOURS))
    lines.append(f"supply: {supply}")
    for seat in range(state.players):
        cards = [k for k in range(SIDES * PILE) if (int(state.owned[seat]) >> k) & 1]
        points = sum(int(board.value[k]) for k in cards)
        place = name_of(state.boat[seat]) if state.boat[seat] >= 0 else "not placed"
        blocks = ", ".join(
            block_words(int(block)) if slot < state.tipped[seat] or seat == state.seat else "hidden"
            for slot, block in enumerate(state.program[seat])
        )
        lines.append(
            f"{BOATS[seat]}: {place}; {mast_words(state, seat)}; {len(cards)} cards, {points} points; {blocks}"
        )
    return "\n".join(lines)


def _sea_words(state: Any, board: Any) -> str:
    """The visible sea as a grid: fish by their first letters, O octopus, S shark, ~ current, boats by initial."""
    rows = []
    for row in range(state.north, state.south + 1):
        words = []
        for column in range(state.west, state.east + 1):
            space = STRIDE * row + column
            face = state.face[space]
            bag = int(board["catch"][state.cloth, face])
            word = "".join("RGPY"[k] * ((bag >> (4 * k)) & 15) for k in range(COLOURS))
            word = word or {OCTOPUS: "O", SHARK: "S"}.get(int(board.kind[state.cloth, face]), "")
            if board.drawn[state.cloth, face]:
                word += "~"
            if state.at[space]:
                word += f"[{BOATS[state.at[space] - 1][:2]}]"
            words.append((word or ".").ljust(8))
        rows.append(f"{row + 1:2} " + " ".join(words).rstrip())
    head = "   " + " ".join("abcdefghij"[c].ljust(8) for c in range(state.west, state.east + 1)).rstrip()
    return "\n".join([head, *rows])
