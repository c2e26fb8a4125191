"""Maldivia: the STATE record, the move codes and everything that is counted.

**Table.** A space is ``10 * row + column`` with row 0 at Nanga and column 0 at Wipi, whatever the size of the cloth.
Sides and directions share one numbering, clockwise: 0 north = Nanga, 1 east = Efo, 2 south = Solys, 3 west = Wipi.

::

             Nanga (0)
        0   1   2  ...   9
       10  11  12  ...  19
    Wipi (3)          Efo (1)
       90  91  92  ...  99
             Solys (2)

**Faces.** A face is 0..99 for the front of a space and 100 + space for its back. ``state.face[space]`` is the one that
lies up at a space: its own front, or the back of the space that was folded onto it.

**Fish.** Colours are 0..3. A bag of fish is one integer with four bits a colour (``count << 4 * colour``), never more
than seven of a colour. A mast also keeps the order, bottom first.

**Blocks.** An indicator is 0..3 for an arrow in that direction of the table, 4..7 for fog from side block - 4.

**Moves.** ``type << 48 | field``. The fields:

- PLACE: space. PROGRAM: block for the next slot. MOVE: 0 to stay, else 1 + destination. FOG: side (the only move).
- DELIVER: ``2 * side + ship``. TAKE: ``2 * victims + catch`` with victims a mask of seats and catch 0 or 1.
- REMOVE: how many fish leave the top of the mast. PUT: 0 to stop, else 1 + colour. ARRANGE: 0 to keep, else 1 + colour.
- ROTATE: ``(4 * seat + slot) * 4 + quarter turns``. SWAP: ``64 * opponent + island``, or ``+ 4 + card`` where the card
  may be picked. GIVE: card. EXCHANGE: ship.
- FINISH: 0, the end of the turn's actions.
"""

import numpy as np

from simkit.contract import MAX_SEATS, TYPE_SHIFT, Quantity, state_dtype

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
SIDES = 4
ISLANDS = ("Nanga", "Efo", "Solys", "Wipi")
"""By side of the cloth (MV-05)."""

STRIDE = 10
SPACES = 100
HALF = 50
"""Spaces a word of a reach set: space s is bit s % 50 of word s // 50."""

COLOURS = 4
COLOUR_NAMES = ("red", "green", "purple", "yellow")
GUARD = 0x8888
"""The unused top bit of each colour in a bag."""

SLOTS = 4
"""Indicators a player."""
FOG_BLOCK = 4
"""Blocks from here up are fog indicators."""
BARE = -1
"""A slot without an indicator."""

SHIPS = 2
"""Face-up market ships a side (MV-06)."""
PILE = 10
LARGEST_SHIP = 4
"""Fish on a ship at most (published)."""
CARDS = SIDES * PILE
"""Card number = 10 * island + copy."""

MAST = 7
"""Places in a mast's array; the rule's limit is ``board.mast_limit`` (MV-78)."""

OPPONENT, PICKED = 64, SIDES
"""Of a SWAP move's field: what one opponent counts, and the first card's number."""

PLAIN, FISH, OCTOPUS, SHARK = 0, 1, 2, 3
"""Kinds of space."""

PLACING, PROGRAMMING, MOVING, FOGGING, ACTING, REMOVING, PUTTING, ARRANGING, GIVING, EXCHANGING, OVER = range(
    11
)
"""Phases."""

(PLACE, PROGRAM, MOVE, FOG, DELIVER, TAKE, REMOVE, PUT, ARRANGE, ROTATE, SWAP, GIVE, EXCHANGE, FINISH) = (
    range(14)
)
MOVE_TYPES = (
    "place the boat",
    "set up an indicator",
    "move",
    "fog",
    "deliver",
    "fish and steal",
    "remove from the mast",
    "put on the mast",
    "rearrange",
    "turn an indicator",
    "swap at the shark",
    "give a card",
    "exchange a ship",
    "finish",
)

FOG_CLOSED = 2
END_CAUSES = ("running", "stalled", "fog closed in")

DECK, SHARK_DRAW, CLOTH = 0, 1, 2
"""Random streams."""
STREAMS = 3

# ---- counters ----------------------------------------------------------------------------------------------------

(
    C_MOVES,
    C_STAYED,
    C_BLOCKED,
    C_AGROUND,
    C_LOST_TO_BOATS,
    C_LOST_TO_FOG,
    C_DISTANCE,
    C_CURRENT,
    C_FRONT_FISH,
    C_BACK_FISH,
    C_STOLEN,
    C_ROBBED,
    C_FOG_LOST,
    C_PUSHED,
    C_ABOARD,
    C_DISCARDED,
    C_DELIVERIES,
    C_DOUBLE,
    C_AFTER_THEFT,
    C_REARRANGED,
    C_OWN_TURNED,
    C_OTHER_TURNED,
    C_FOG_TURNED,
    C_HALF_TURNED,
    C_UPSET,
    C_SWAPS,
    C_SWAP_GAIN,
    C_SWAPS_LEADER,
    C_FOLDS,
    C_FORFEITS,
    C_EXCHANGES,
    C_DENIED,
) = range(32)
SEAT_COUNTERS = (
    Quantity("moves", "turns", "direction turns on which the boat moved"),
    Quantity("stayed", "turns", "direction turns declined although a move was possible"),
    Quantity(
        "blocked", "turns", "direction turns without any way because of a boat on the next space (MV-32)"
    ),
    Quantity(
        "aground", "turns", "direction turns without any way because the arrow led off the cloth (MV-33)"
    ),
    Quantity(
        "lost_to_boats",
        "turns",
        "direction turns with fewer free spaces straight ahead than the table had when the indicators were set up, "
        "because of a boat",
    ),
    Quantity("lost_to_fog", "turns", "the same because the cloth has been folded there this round"),
    Quantity("distance", "spaces", "rows plus columns between start and end of its moves"),
    Quantity("by_current", "times", "moves to a space that no straight course reaches (MV-35)"),
    Quantity("front_fish", "fish", "fish caught on the front of the cloth"),
    Quantity("back_fish", "fish", "fish caught on the back of the cloth"),
    Quantity("stolen", "fish", "fish taken from other boats"),
    Quantity("robbed", "fish", "fish lost to other boats"),
    Quantity("fog_lost", "fish", "fish lost to the fog"),
    Quantity("pushed", "times", "times that a fold put the boat on another space"),
    Quantity(
        "aboard",
        "fish turns",
        "fish on the mast when a turn of the player begins, all turns together; divided by the fish taken aboard: own "
        "turns from catch to delivery or loss",
    ),
    Quantity("discarded", "fish", "fish put back into the supply because the mast was full"),
    Quantity("deliveries", "ships", "market ships served"),
    Quantity("doubles", "times", "turns with more than one delivery, in a corner (MV-65)"),
    Quantity("after_theft", "times", "deliveries that needed a fish stolen on the same turn (MV-74)"),
    Quantity("rearranged", "times", "masts put into another order after a delivery (MV-69)"),
    Quantity("own_turned", "times", "own indicators turned at an octopus"),
    Quantity("other_turned", "times", "other players' indicators turned at an octopus"),
    Quantity("fog_turned", "times", "of these, fog indicators"),
    Quantity("half_turned", "times", "of these, by 180 degrees"),
    Quantity("upset", "turns", "turns with an indicator that somebody else had turned at an octopus"),
    Quantity("swaps", "times", "cards swapped at a shark"),
    Quantity("swap_gain", "points", "points gained by its own swaps"),
    Quantity("swaps_leader", "times", "swaps with a player who had most points"),
    Quantity("folds", "folds", "folds made by its fog"),
    Quantity("forfeits", "times", "fog indicators without effect because the side had been used (MV-90)"),
    Quantity("exchanges", "ships", "market ships exchanged after the right neighbour's fold"),
    Quantity("denied", "ships", "of these, ships that the folding player could have paid for"),
)

(
    T_FOLD_SIDE,
    T_FOLD_CYCLE,
    T_LIFTS,
    T_EDGE,
    T_COVERED,
    T_CHAIN,
    T_SHORT,
    T_SURPLUS,
    T_EMPTY_PILE,
    T_SAME_SHIP,
    T_TRIGGER_CYCLE,
    T_TRIGGER_TURNS,
    T_AREA,
    T_ROWS,
    T_COLUMNS,
    T_FROM_CURRENT,
    T_DELIVERED,
    T_EARLY,
    T_NO_FISHING,
    T_FRESH_GIFT,
    T_TRIGGER_SEAT,
    T_CAUGHT,
    T_SIZE,
    T_CYCLE,
    T_LEFT,
) = (0, 4, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 31, 35, 39)
GAME_COUNTERS = (
    *(Quantity(f"folds_{name.lower()}", "folds", f"folds at {name}") for name in ISLANDS),
    *(Quantity(f"folds_cycle_{k + 1}", "folds", f"folds by indicators number {k + 1}") for k in range(SLOTS)),
    Quantity("lifts", "turns", "fog lifted because a line was full of boats (MV-98)"),
    Quantity("edge_boats", "boats", "boats pushed by the fold from the edge row (MV-93)"),
    Quantity("covered_boats", "boats", "boats covered by the fold that stayed (MV-94)"),
    Quantity("chain_boats", "boats", "boats pushed on by a boat from the edge (MV-95, MV-96)"),
    Quantity("short_supply", "times", "catches for which the supply had too few fish (MV-50)"),
    Quantity("surplus", "times", "catches and thefts that brought more than a mast holds (MV-79)"),
    Quantity("empty_pile", "ships", "deliveries after which no new ship could be turned up (MV-70)"),
    Quantity("same_ship", "ships", "exchanges on an empty pile, which change nothing (MV-100)"),
    Quantity("trigger_cycle", "number", "number of the indicator whose fog brought the end, 0 if none"),
    Quantity("turns_after", "turns", "turns played after that fog"),
    Quantity("area", "spaces", "visible spaces at the end"),
    Quantity("rows", "rows", "visible rows at the end"),
    Quantity("columns", "columns", "visible columns at the end"),
    Quantity("from_current", "moves", "moves that began on a current, where MV-43 decides"),
    Quantity("delivered_fish", "fish", "fish that went from masts to market ships"),
    Quantity("early_deliveries", "times", "fish taken after a delivery of the same turn (MV-77)"),
    Quantity("no_fishing", "times", "deliveries for which the fish of the space were left (MV-76)"),
    Quantity("fresh_gifts", "cards", "cards swapped on the turn on which they were obtained (MV-75)"),
    Quantity("trigger_seat", "number", "1 + seat whose fog brought the end, 0 if none"),
    *(Quantity(f"caught_{name}", "fish", f"{name} fish caught") for name in COLOUR_NAMES),
    *(
        Quantity(f"ships_of_{k + 1}", "ships", f"deliveries to ships of {k + 1} fish")
        for k in range(LARGEST_SHIP)
    ),
    *(
        Quantity(f"ships_cycle_{k + 1}", "ships", f"deliveries on indicators number {k + 1}")
        for k in range(SLOTS)
    ),
    *(Quantity(f"left_{name.lower()}", "cards", f"cards left in the pile of {name}") for name in ISLANDS),
)

SCORE_PARTS = tuple(
    Quantity(name.lower(), "points", f"fish on the cards collected from {name}") for name in ISLANDS
)
TIE_KEYS = (Quantity("mast", "fish", "fish on the mast at the end (MV-105)"),)

OCTOPUS_PART, SHARK_PART, THEFT_PART = CARDS, CARDS + 1, CARDS + 2
COMPONENTS = (
    *(
        Quantity(f"{name} {copy + 1}", "ship", f"market ship {copy + 1} of {name}, by delivery")
        for name in ISLANDS
        for copy in range(PILE)
    ),
    Quantity("octopus", "action", "turning a standing indicator"),
    Quantity("shark", "action", "swapping a collected card"),
    Quantity("theft", "action", "taking the top fish of a neighbouring boat"),
)

# A round has at most 4 indicators a player to set up (16) and 16 turns. A turn asks at most: 1 move; 3 deliveries, each
# with an order of 6 fish (21); fish and steal, remove and 7 to put on (9); turn, swap, give, finish (4) = 35; or fog
# and one exchange (2). Besides, 4 placements.
MAX_DECISIONS = 200 * (16 + 16 * 35) + 4
MAX_MOVES = SPACES
"""Placements: every space. Other lists: at most 99 destinations and staying."""

PLAYERS = (2, 3, 4)

STATE = state_dtype(
    "maldivia",
    __file__,
    streams=STREAMS,
    seat_counters=len(SEAT_COUNTERS),
    game_counters=len(GAME_COUNTERS),
    fields=[
        # the sea
        ("cloth", np.int64),  # quarter turns of the print, clockwise, 0..3
        ("north", np.int64),  # first visible row
        ("south", np.int64),  # last visible row
        ("west", np.int64),  # first visible column
        ("east", np.int64),  # last visible column
        ("face", np.int64, (SPACES,)),  # the face that lies up there (MV-86)
        ("used", np.int64),  # sides where fog has come or lifted this round, as bits
        ("ending", np.int64),  # 1 once the visible spaces are few enough
        # boats and fish
        ("boat", np.int64, (MAX_SEATS,)),  # space, -1 before it is placed
        ("at", np.int64, (SPACES,)),  # 0 or 1 + seat
        ("mast", np.int64, (MAX_SEATS, MAST)),  # colours, bottom first; BARE above the top
        ("height", np.int64, (MAX_SEATS,)),  # fish on the mast, 0..7
        ("load", np.int64, (MAX_SEATS,)),  # the same fish as a bag
        ("supply", np.int64, (COLOURS,)),  # fish a colour
        # market ships
        ("keys", np.int64, (PILE,)),  # sorting keys of the pile shuffled last
        ("pile", np.int64, (SIDES, PILE)),  # ring of cards: the next is pile[side, start % 10]
        ("start", np.int64, (SIDES,)),  # cards drawn from the pile so far
        ("left", np.int64, (SIDES,)),  # cards in the pile
        ("under", np.int64, (SIDES,)),  # of these, cards at the bottom that everybody has seen put there
        ("market", np.int64, (SIDES, SHIPS)),  # 1 + card, or 0
        ("owned", np.int64, (MAX_SEATS,)),  # cards collected, as bits
        (
            "suspect",
            np.int64,
            (MAX_SEATS, MAX_SEATS),
        ),  # [observer, owner]: cards that owner may hold, as bits
        # the round
        ("program", np.int64, (MAX_SEATS, SLOTS)),  # blocks; BARE before they are set up
        ("tipped", np.int64, (MAX_SEATS,)),  # indicators lying face up
        ("twisted", np.int64, (MAX_SEATS,)),  # those that somebody else has turned, as bits
        ("set_boat", np.int64, (MAX_SEATS,)),  # where the boats stood when the indicators were set up
        ("cycle", np.int64),  # number of the indicator being carried out, 0..3
        ("starter", np.int64),  # who holds the starting player card
        ("mover", np.int64),  # whose turn it is
        # the turn: what has been done and what waits
        ("took", np.int64),  # 1: fish have been taken (caught or stolen)
        ("fished", np.int64),  # 1: fish have been caught
        ("thieved", np.int64),  # fish stolen, as a bag
        ("delivered", np.int64),  # sides served, as bits
        ("rotated", np.int64),  # 1: an indicator has been turned
        ("swapped", np.int64),  # 1: a card has been swapped
        ("hand", np.int64),  # fish taken or lifted off, not yet on the mast, as a bag
        ("caught", np.int64),  # those caught this turn, as a bag (MV-49)
        ("surplus", np.int64),  # 1: the fish in hand may be left to the supply
        ("partner", np.int64),  # the other player of a swap under way
        ("wanted", np.int64),  # what is to be drawn from him: an island, or PICKED + card
        ("drawn", np.int64),  # 1 + the card drawn in the last swap
        ("folded", np.int64),  # side of the last fold
        # as it was when the turn began, for the invariants
        ("old_boat", np.int64, (MAX_SEATS,)),
        ("old_mast", np.int64, (MAX_SEATS, MAST)),
        ("old_height", np.int64, (MAX_SEATS,)),
        ("old_owned", np.int64, (MAX_SEATS,)),
        ("floor", np.int64),  # lowest height the mover's mast had this turn
        ("lifted", np.int64),  # sides where the fog lifted this round, as bits
    ],
)


def move_code(kind: int, field: int = 0) -> int:
    """The code of a move."""
    return kind << TYPE_SHIFT | field


def move_parts(move: int) -> tuple[int, int]:
    """(type, field) of a move."""
    return move >> TYPE_SHIFT, move & ((1 << TYPE_SHIFT) - 1)


def take_code(catch: int, victims: int) -> int:
    """Fish and steal: catch 0 or 1, victims a mask of seats."""
    return move_code(TAKE, 2 * victims + catch)


def deliver_code(side: int, ship: int) -> int:
    """Deliver to face-up ship 0 or 1 of a side."""
    return move_code(DELIVER, SHIPS * side + ship)


def rotate_code(seat: int, slot: int, quarters: int) -> int:
    """Turn a standing indicator by so many quarters clockwise, as its owner sees it."""
    return move_code(ROTATE, (SLOTS * seat + slot) * 4 + quarters)


def swap_code(opponent: int, wanted: int) -> int:
    """Swap with an opponent; wanted is an island or, with shark_draw = tracked, PICKED + card."""
    return move_code(SWAP, OPPONENT * opponent + wanted)
