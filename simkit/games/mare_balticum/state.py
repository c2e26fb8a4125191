"""State of Mare Balticum: enumerations, the STATE record, how a move is encoded, and what a game is described by.

Areas are numbered 0..4 for the ports and 5.. for the sea areas; a set of areas is a mask of those numbers. Catch kinds
are 0..3 for the fish and 4 for amber.

A move is ``type << 48 | fields << 8 | component + 1``: the low byte names the component that the move takes (0: none),
so :func:`component` is one subtraction; the fields above it order the moves of a type. Fields, from bit 8 up:

    START     port                          a start vessel into a port
    PLACE     target                        a vessel from reserve into an area
    SAIL      target | from << 6            a vessel on the board to another area
    FISH      thrown + 1 | kind << 3 | area << 6     ``thrown`` leaves a full hold first; 0 in that field: none
    THROW     kind                          one fish overboard (switch overboard_mode = anytime)
    UNLOAD    cod | herring << 3 | flatfish << 6 | salmon << 9 | port << 12     how many fish of each kind
    OPEN      circle | kind << 1 | port << 4         module 1: a demand token onto a free circle
    CONTRACT  card                          module 2: take this card, giving back the one held
    END       0                             end the turn
    PRODUCE   space | token << 3            token 0..3: a number onto the market space of a kind; 4: the safe
    TAX       source                        0..3: a fish of the hold, 4..8: a token of the warehouse
    SETS      number                        sets put on the contract card (switch contract_alloc = agent)

Example: cod (3) caught in area 9 with a full hold, salmon (0) thrown out: FISH << 48 | (9 << 6 | 3 << 3 | 1) << 8 | 9.
"""

from typing import Any

import numpy as np

from simkit.contract import MAX_SEATS, TYPE_SHIFT, Switch, state_dtype
from simkit.games.mare_balticum.counts import (
    CARDS,
    FISH_KINDS,
    GAME_COUNTERS,
    KINDS,
    P_CARD,
    P_KIND,
    P_PORT,
    P_START,
    SEAT_COUNTERS,
)
from simkit.kernel import kernel

TIME = 5
"""A time token in the bag; as a token of an area the same number means that nothing lies there (NOTHING)."""
NOTHING = 5
NONE = -1

COPENHAGEN, STOCKHOLM, GDANSK, RIGA, ST_PETERSBURG = range(5)
PORTS = 5
MAX_SEA = 32
MAX_AREAS = PORTS + MAX_SEA
CIRCLES = 2
"""Most circles a port has."""
NUMBERS = 4
SAFE = 4
"""The production token with the safe; 0..3 are the numbered ones."""
PRODUCTION_TOKENS = 5
MAX_VESSELS = 5
MAX_HOLD = 6
MAX_ACTIONS = 5
MAX_BAG = 104
TAX_TOKENS = 2

START_PHASE, ACTION, OPENING, PRODUCTION, TAX_PHASE, SETTLING, OVER = range(7)
"""Phases: start ports, a turn, the rest of an unloading that opened a demand, the choice of a production token, of the
tokens paid as tax, of the sets for a contract, the end."""

START, PLACE, SAIL, FISH, THROW, UNLOAD, OPEN, CONTRACT, END, PRODUCE, TAX, SETS = range(12)
MOVE_TYPES = (
    "start port",
    "place vessel",
    "sail",
    "fish",
    "throw overboard",
    "unload",
    "open demand",
    "contract",
    "end turn",
    "production",
    "pay tax",
    "contract sets",
)

WINTER = 2
END_CAUSES = ("running", "stalled", "winter")

BAG_STREAM, DEMAND_STREAM, REFILL_STREAM, HIDE_STREAM = range(4)
STREAMS = 4

MAX_MOVES = 5 * (MAX_AREAS - 4) + 23 * MAX_VESSELS + FISH_KINDS + CARDS + 1
"""A turn's longest list. With b vessels on the board and all moves of both kinds open (place_first = false), (b + 1) x
(areas - b) sailings, at most 5 x (areas - 4) for the 5 vessels there are. Each vessel lies in one area: at sea it
offers 2 kinds x 4 fish to throw out (8), in a port at most (3 + 1) x (3 + 1) - 1 = 15 quantities from a hold of 6 and
8 openings (23). Then 4 fish to throw, 6 cards, and the end of the turn. Other lists: production 17, tax 9, sets 31."""

MAX_ROUNDS = 999
MAX_DECISIONS = (
    MAX_SEATS
    + MAX_ROUNDS * MAX_SEATS * (3 * MAX_ACTIONS + 1 + MAX_HOLD + MAX_ACTIONS)
    + PRODUCTION_TOKENS * MAX_SEATS
    + TAX_TOKENS * MAX_SEATS
    + MAX_SEATS
)
"""Start ports; a turn's actions of at most three moves (two openings and an unloading), its end, and as many fish
thrown as the hold and the turn's catches allow; production and tax once a token; contract sets."""

_seat = (MAX_SEATS,)

STATE_FIELDS: list[Any] = [
    (
        "active",
        np.int64,
    ),  # whose turn it is or was (``seat`` may be another while production tokens are chosen)
    ("actions_left", np.int64),  # 0..actions of a turn
    ("last_round", np.int64),  # the round that ends the game; 0 while the last time token is in the bag
    ("ending", np.int64),  # end cause kept while contract sets are asked for; 0 otherwise
    # the bag and the board
    ("bag", np.int64, (MAX_BAG,)),  # kinds 0..4 and TIME, drawn from ``bag_at`` on; hidden order
    ("bag_keys", np.int64, (MAX_BAG,)),  # sorting keys of the set-up; scratch of ``hide``
    ("bag_at", np.int64),  # next token to draw
    ("bag_n", np.int64),  # end of the bag: bag_n - bag_at tokens are left
    ("time_drawn", np.int64),  # time tokens drawn so far, public
    (
        "tokens",
        np.int64,
        (MAX_AREAS, 2),
    ),  # face-up tokens of an area, ascending; NOTHING = 5 for an empty place
    ("stocked", np.int64),  # mask of the areas with a token
    ("circle", np.int64, (PORTS, CIRCLES)),  # kind of the demand token on a circle; -1 none
    ("accepts", np.int64, (PORTS,)),  # mask of the kinds on a port's circles
    ("demands", np.int64, (FISH_KINDS,)),  # demand tokens of a kind on the board, 0..2
    ("queue", np.int64, (2 * MAX_SEA,)),  # areas to refill, one entry a token
    ("queue_at", np.int64),
    ("queue_n", np.int64),
    # each seat
    ("fleet", np.int64, _seat),  # mask of the areas with an own vessel
    ("reserve", np.int64, _seat),  # vessels not yet on the board
    ("hold", np.int64, (MAX_SEATS, FISH_KINDS)),  # fish by kind
    ("held", np.int64, _seat),  # fish in the hold
    ("warehouse", np.int64, (MAX_SEATS, KINDS)),  # tokens by kind
    ("market", np.int64, (MAX_SEATS, FISH_KINDS)),  # number token on a kind's space, 0..3; -1 none; face down
    ("played", np.int64, _seat),  # mask of the production tokens played (bit 4: the safe)
    (
        "tax_pick",
        np.int64,
        (MAX_SEATS, TAX_TOKENS),
    ),  # sources chosen for the tax in this event; -1 none; hidden
    ("tax_due", np.int64, _seat),  # tokens still to be chosen for the tax in this event
    ("card", np.int64, _seat),  # contract card held; -1 none
    ("sets", np.int64, _seat),  # contract sets chosen at the end; -1 not (yet) asked
    # an unloading that opens demands (module 1)
    ("open_port", np.int64),  # port of the unloading under way
    ("opened", np.int64),  # mask of the kinds opened in it
    # what has left the game or moved, by seat and kind
    ("caught", np.int64, (MAX_SEATS, KINDS)),
    ("landed", np.int64, (MAX_SEATS, KINDS)),  # fish unloaded into the warehouse, amber caught
    ("overboard", np.int64, (MAX_SEATS, FISH_KINDS)),
    ("lost", np.int64, (MAX_SEATS, FISH_KINDS)),  # at -1 circles
    ("tax_hold", np.int64, (MAX_SEATS, FISH_KINDS)),  # paid from the hold, seen by all
    ("tax_store", np.int64, (MAX_SEATS, KINDS)),  # paid from the warehouse, unseen
    ("tax_pool", np.int64, (MAX_SEATS, KINDS)),  # the warehouse just before it paid
]

# ---- switches --------------------------------------------------------------------------------------------------------

SWITCHES = (
    Switch(
        "demand_management", False, (False, True), "module 1: players open the demands", "MB-86", module=True
    ),
    Switch("trade_contracts", False, (False, True), "module 2: contract cards", "MB-86", module=True),
    Switch("market_values", (3, 2, 1, 0), (0, 9), "the four numbered tokens", "MB-06", whole=True, length=4),
    Switch(
        "demand_setup",
        "reject_all",
        ("reject_all", "sequential_redraw"),
        "how a clash in the deal of demand tokens is mended",
        "MB-16",
    ),
    Switch(
        "first_player",
        "seat0",
        ("seat0", "random"),
        "who begins; seats are counted from that player",
        "MB-19",
    ),
    Switch("must_use_actions", False, (False, True), "all three actions are obligatory", "MB-24"),
    Switch("fleet_shape", "connected", ("connected", "path"), "what an unbroken line is", "MB-30"),
    Switch("place_first", True, (False, True), "vessels move only when all are on the board", "MB-32"),
    Switch(
        "overboard_mode", "when_full", ("when_full", "anytime"), "when fish may be thrown overboard", "MB-53"
    ),
    Switch(
        "refill_order", "by_id", ("by_id", "random", "one_each_first"), "order of the refilled areas", "MB-58"
    ),
    Switch("tax_reveals_kind", False, (False, True), "warehouse tokens paid as tax are seen by all", "MB-68"),
    Switch("short_tax", "pay_all", ("pay_all", "waive"), "last token, safe, fewer than two tokens", "MB-70"),
    Switch(
        "max_rounds",
        100,
        (1, MAX_ROUNDS),
        "a game that would need more rounds is stalled",
        "MB-78",
        whole=True,
    ),
    Switch(
        "minus1_scope",
        "every_unloading",
        ("every_unloading", "first_only"),
        "which unloadings lose a fish at -1",
        "MB-93",
    ),
    Switch(
        "allow_single_on_minus1", True, (False, True), "a single fish may go to an opened -1 circle", "MB-95"
    ),
    Switch(
        "contract_alloc", "optimal", ("optimal", "agent"), "who chooses the number of contract sets", "MB-109"
    ),
    Switch("tiebreak_counts_contract", False, (False, True), "tokens on a card count in ties", "MB-110"),
    Switch("contracts", "pairs_plus_2_amber", ("pairs_plus_2_amber", "data_file"), "the six cards", "MB-111"),
    Switch("single_circle_value", "0", ("0", "-1"), "number at the ports with one circle", "MB-17"),
    Switch("warehouse_public", True, (False, True), "players remember what entered a warehouse", "MB-48"),
)

SEQUENTIAL = 1
PATH = 1
ANYTIME = 1
RANDOM_ORDER, ONE_EACH_FIRST = 1, 2
WAIVE = 1
FIRST_ONLY = 1
AGENT = 1
"""Codes of the words above that kernels ask for."""

# ---- moves -----------------------------------------------------------------------------------------------------------


@kernel
def start_move(port: int) -> int:
    return START << TYPE_SHIFT | port << 8 | P_START + port + 1


@kernel
def place_move(target: int) -> int:
    return PLACE << TYPE_SHIFT | target << 8


@kernel
def sail_move(origin: int, target: int) -> int:
    return SAIL << TYPE_SHIFT | origin << 14 | target << 8


@kernel
def fish_move(area: int, kind: int, thrown: int) -> int:
    """``thrown``: the kind thrown out of a full hold, or -1."""
    return FISH << TYPE_SHIFT | area << 14 | kind << 11 | thrown + 1 << 8 | P_KIND + kind + 1


@kernel
def throw_move(kind: int) -> int:
    return THROW << TYPE_SHIFT | kind << 8


@kernel
def unload_move(port: int, quantities: int) -> int:
    """``quantities``: three bits a kind, see :func:`quantity`."""
    return UNLOAD << TYPE_SHIFT | port << 20 | quantities << 8 | P_PORT + port + 1


@kernel
def open_move(port: int, kind: int, circle: int) -> int:
    return OPEN << TYPE_SHIFT | port << 12 | kind << 9 | circle << 8


@kernel
def contract_move(card: int) -> int:
    return CONTRACT << TYPE_SHIFT | card << 8 | P_CARD + card + 1


@kernel
def end_move() -> int:
    return END << TYPE_SHIFT


@kernel
def produce_move(token: int, space: int) -> int:
    return PRODUCE << TYPE_SHIFT | token << 11 | space << 8


@kernel
def tax_move(source: int) -> int:
    return TAX << TYPE_SHIFT | source << 8


@kernel
def sets_move(number: int) -> int:
    return SETS << TYPE_SHIFT | number << 8


@kernel
def packed(salmon: int, flatfish: int, herring: int, cod: int) -> int:
    """Quantities of an unloading."""
    return salmon << 9 | flatfish << 6 | herring << 3 | cod


@kernel
def quantity(move: int, kind: int) -> int:
    """Fish of a kind in an UNLOAD move."""
    return (move >> (17 - 3 * kind)) & 7


@kernel
def field_target(move: int) -> int:
    """Target of START, PLACE and SAIL; the number of THROW, CONTRACT, TAX and SETS."""
    return (move >> 8) & 63


@kernel
def field_origin(move: int) -> int:
    """Where a SAIL starts; where a FISH is caught."""
    return (move >> 14) & 63


@kernel
def field_kind(move: int) -> int:
    """Kind of a FISH; token of a PRODUCE."""
    return (move >> 11) & 7


@kernel
def field_thrown(move: int) -> int:
    """Kind thrown out by a FISH, or -1; space of a PRODUCE is this plus 1."""
    return ((move >> 8) & 7) - 1


@kernel
def field_port(move: int) -> int:
    """Port of an UNLOAD."""
    return (move >> 20) & 7


STATE = state_dtype(
    "mare_balticum",
    __file__,
    streams=STREAMS,
    seat_counters=len(SEAT_COUNTERS),
    game_counters=len(GAME_COUNTERS),
    fields=STATE_FIELDS,
)
