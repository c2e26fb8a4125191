"""State, moves and names of Maori.

A tableau is stored twice: which tile lies where (``tile``, ``turn``), and as sets of fields that scoring works on. A
*node* is a land part of a field: bit ``field`` for the first part, bit ``20 + field`` for a second one.

A move is ``type << 48`` plus one number:

    START    ship edge 0..15           (only where a player chooses it)
    SAIL     steps 0..16               (0 only where nothing can be paid)
    BUILD    depth 0..3                takes that tile of the line to build it; PLACE follows
    STORE    depth 0..3                takes that tile of the line into the slot
    UNSTORE  0                         takes the stored tile to build it; PLACE follows
    REMOVE   0                         a LIFT follows
    PASS     0
    PLACE    4 x field + quarter turns
    LIFT     field 0..19, 20 = the stored tile
    MOOR     field                     where the own ship goes after a build (its own field: it stays)

Example: the third tile of the line into the slot is ``(STORE << 48) + 2``.
"""

import numpy as np

from simkit.contract import TYPE_SHIFT, Quantity, state_dtype
from simkit.games.maori.board import CATEGORIES, FIELDS, TILES
from simkit.games.maori.switches import MAX_ROUNDS
from simkit.kernel import kernel

STARTING, SAILING, EXPLORING, PLACING, LIFTING, MOORING, DONE = range(7)
"""Phases."""

START, SAIL, BUILD, STORE, UNSTORE, REMOVE, PASS, PLACE, LIFT, MOOR = range(10)
"""Types of move."""

MOVE_TYPES = (
    "place the ship",
    "sail",
    "build",
    "store",
    "build the stored tile",
    "remove",
    "pass",
    "place the tile",
    "tile removed",
    "own ship",
)

TABLEAU_FULL = 2
"""End cause beside RUNNING and STALLED."""
END_CAUSES = ("running", "stalled", "a tableau was full")

SLOT = FIELDS
"""The number that stands for the stored tile in a LIFT."""

LAP = 16
"""Edges around the display."""

DEPTHS = 4
"""Cells of a line."""

MAX_MOVES = 80
"""Most moves in one list: a tile that looks different in 4 orientations, on 20 fields."""

MAX_DECISIONS = 1 + 5 * 4 * (MAX_ROUNDS + 1)
"""The ship's start, then at most four moves a turn (sail, explore, place or lift, moor) of five players, and the last
turns may fall into round max_rounds + 1."""

SEAT_COUNTERS = (
    Quantity("built", "tiles", "tiles built straight from the display"),
    Quantity("stored", "tiles", "tiles put into the slot"),
    Quantity("built_from_slot", "tiles", "stored tiles built"),
    Quantity("removed", "tiles", "tiles removed by choice"),
    Quantity("passed", "turns", "explorations skipped"),
    Quantity("steps", "edges", "edges the ship was moved"),
    Quantity("shells_sailing", "shells", "shells spent on steps"),
    Quantity("shells_taking", "shells", "shells spent on tiles further away"),
    Quantity("shells_found", "shells", "shells gained by building"),
    Quantity("depth_1", "tiles", "tiles taken next to the ship, for nothing"),
    Quantity("depth_2", "tiles", "tiles taken in second place of the line, for 1 shell"),
    Quantity("depth_3", "tiles", "tiles taken in third place of the line, for 2 shells"),
    Quantity("depth_4", "tiles", "tiles taken in fourth place of the line, for 3 shells"),
    Quantity("slot_turns", "turns", "turns ended with a tile in the slot"),
    Quantity("boats_5", "boats", "boats after the own fifth turn"),
    Quantity("boats_10", "boats", "boats after the own tenth turn"),
    Quantity("boats_15", "boats", "boats after the own fifteenth turn"),
    Quantity("shells_5", "shells", "shells in stock after the own fifth turn"),
    Quantity("shells_10", "shells", "shells in stock after the own tenth turn"),
    Quantity("shells_15", "shells", "shells in stock after the own fifteenth turn"),
    Quantity(
        "denied",
        "tiles",
        "tiles taken that lay in the next player's way and would have closed an island or wreath of his",
    ),
    Quantity(
        "refill_luck",
        "tiles",
        "tiles that a refill turned up in one's way and that would close an island or wreath at once",
    ),
    Quantity("tiles_lost", "tiles", "tiles of open islands taken off before scoring"),
    Quantity("palms_lost", "palms", "palms on open islands"),
    Quantity("boats_lost", "boats", "boats taken off with open islands"),
    Quantity("islands_1", "islands", "closed islands of one field"),
    Quantity("islands_2", "islands", "closed islands of two fields"),
    Quantity("islands_3", "islands", "closed islands of three or more fields"),
    Quantity("final_boats", "boats", "boats counted in the majority"),
    Quantity("final_shells", "shells", "shells counted in the majority"),
    Quantity("boat_majority", "games", "1 where this seat scored for boats"),
    Quantity("shell_majority", "games", "1 where this seat scored for shells"),
    Quantity(
        "turns_at_the_end",
        "code",
        "who filled a tableau first, and who had a turn more than that seat because of it (MA-55)",
        labels=("nobody filled one", "filled it first", "a turn more", "equal turns"),
    ),
    Quantity("short_sails", "times", "turns in which free movement points were left over (MA-22)"),
    Quantity(
        "misfits", "times", "tiles built with land against water or frame, or water against land (MA-38)"
    ),
    Quantity("hemmed_in", "times", "turns in which the own ship allowed no field (MA-72)"),
    Quantity("no_fit", "times", "tiles stored that could not have been built anywhere (MA-38, MA-72)"),
    Quantity("slot_left", "times", "a tile was in the slot at the end and counted for nothing (MA-45)"),
    Quantity("open_print", "times", "printed fields that were part of an open island at the end (MA-59)"),
    Quantity("lone_halves", "times", "halves of wreaths that survived without a partner (MA-62, MA-77)"),
)
(
    BUILT,
    STORED,
    BUILT_FROM_SLOT,
    REMOVED,
    PASSED,
    STEPS,
    SHELLS_SAILING,
    SHELLS_TAKING,
    SHELLS_FOUND,
    DEPTH_1,
    _,
    _,
    _,
    SLOT_TURNS,
    BOATS_5,
    _,
    _,
    SHELLS_5,
    _,
    _,
    DENIED,
    REFILL_LUCK,
    TILES_LOST,
    PALMS_LOST,
    BOATS_LOST,
    ISLANDS_1,
    ISLANDS_2,
    ISLANDS_3,
    FINAL_BOATS,
    FINAL_SHELLS,
    BOAT_MAJORITY,
    SHELL_MAJORITY,
    TURNS_AT_THE_END,
    SHORT_SAILS,
    MISFITS,
    HEMMED_IN,
    NO_FIT,
    SLOT_LEFT,
    OPEN_PRINT,
    LONE_HALVES,
) = range(len(SEAT_COUNTERS))
MARKS = 3
"""The own turns 5, 10 and 15, after which boats and shells are noted: counters that follow one another."""
FILLED_FIRST, TURN_MORE, AS_MANY_TURNS = 1, 2, 3
"""Values of TURNS_AT_THE_END."""

GAME_COUNTERS = (
    Quantity("stack_left", "tiles", "tiles in the stack at the end"),
    Quantity("volcanoes_out", "tiles", "volcanoes in the display at the end"),
    Quantity(
        "trigger_seat",
        "code",
        "the seat that filled its tableau first",
        labels=("none", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5"),
    ),
    Quantity("volcano_blocks", "turns", "turns in which a volcano cut the line (MA-31)"),
    Quantity("volcano_redraws", "tiles", "volcanoes replaced in the first display (MA-08)"),
    Quantity("bank_empty", "shells", "shells not received because the bank was empty (MA-09)"),
    Quantity("stack_exhausted", "games", "1 where the stack ran out (MA-51)"),
    Quantity("gaps", "cells", "cells of the display without a tile at the end (MA-51)"),
    Quantity("gap_prices", "tiles", "tiles taken from behind a gap (MA-52)"),
    Quantity("boat_ties", "games", "1 where several seats had the most boats (MA-64)"),
    Quantity("shell_ties", "games", "1 where several seats had the most shells (MA-65)"),
    Quantity(
        "removal_moved_majority",
        "games",
        "1 where removing open islands changed who has the most boats (MA-58, MA-64)",
    ),
)
(
    STACK_LEFT,
    VOLCANOES_OUT,
    TRIGGER_SEAT,
    VOLCANO_BLOCKS,
    VOLCANO_REDRAWS,
    BANK_EMPTY,
    STACK_EXHAUSTED,
    GAPS,
    GAP_PRICES,
    BOAT_TIES,
    SHELL_TIES,
    REMOVAL_MOVED,
) = range(len(GAME_COUNTERS))

SCORE_PARTS = (
    Quantity("palms", "points", "palms on closed islands without a hut (MA-60)"),
    Quantity("hut_palms", "points", "palms on closed islands with a hut (MA-61)"),
    Quantity("wreaths", "points", "closed wreaths (MA-62)"),
    Quantity("empty_fields", "points", "unoccupied fields, negative (MA-63)"),
    Quantity("boats", "points", "boats of those who have the most (MA-64)"),
    Quantity("shells", "points", "shells of those who have the most (MA-65)"),
    Quantity("atoll", "points", "what the doubling inside the ring of rocks adds (MA-75)"),
    Quantity("half_wreaths", "points", "penalty for wreath halves without a partner, negative (MA-77)"),
)
PALM_POINTS, HUT_POINTS, WREATH_POINTS, EMPTY_POINTS, BOAT_POINTS, SHELL_POINTS, ATOLL_POINTS, HALF_POINTS = (
    range(1, len(SCORE_PARTS) + 1)
)
"""Columns of final_scores."""
FEWER_EMPTY = len(SCORE_PARTS) + 1
TIE_KEYS = (
    Quantity("fewer_empty", "-fields", "fewer unoccupied fields win, with tie = fewer_empty_fields (MA-67)"),
)

COMPONENTS = tuple(Quantity(name, "takings", f"taking a tile of this kind: {name}") for name in CATEGORIES)

STATE = state_dtype(
    "maori",
    __file__,
    streams=3,  # 0: order of the stack, 1: start of the ship, 2: volcanoes shuffled back
    seat_counters=len(SEAT_COUNTERS),
    game_counters=len(GAME_COUNTERS),
    fields=[
        ("stack", np.int64, (TILES,)),  # tile numbers in drawing order: [drawn, board.tiles) is the stack
        ("keys", np.int64, (TILES,)),  # their sorting keys, used at set-up and by hide
        ("drawn", np.int64),  # tiles drawn so far
        ("display", np.int64, (16,)),  # tile number, -1: gap
        ("ship", np.int64),  # edge 0..15; -1: not set yet
        ("ship_before", np.int64),  # where this turn's or the last turn's move began; -1: none yet
        ("sailed", np.int64),  # steps of the last move, 0..16
        ("paid_sailing", np.int64),  # shells paid for it
        ("paid_taking", np.int64),  # shells paid for the last tile taken
        ("hand", np.int64),  # tile taken and not placed yet, -1: none
        ("hand_cell", np.int64),  # display cell it came from, -1: the slot
        ("tile", np.int64, (5, FIELDS)),  # tile number on each field, -1: none
        ("turn", np.int64, (5, FIELDS)),  # its quarter turns clockwise, 0..3
        ("slot", np.int64, (5,)),  # stored tile, -1: none
        ("shells", np.int64, (5,)),  # stock
        ("bank", np.int64),  # general supply; may be negative where it has no limit
        ("gone", np.int64, (TILES,)),  # 1: this tile left the game
        ("boats", np.int64, (5,)),  # boats visible on the tableau
        ("filled", np.int64, (5,)),  # fields with a tile
        ("land", np.int64, (5, 4)),  # [seat, side] nodes with a land edge on that side
        ("parts", np.int64, (5,)),  # nodes with a land part
        ("palms", np.int64, (5, 2)),  # [seat, k] nodes whose number of palms has bit k
        ("huts", np.int64, (5,)),  # nodes with a hut
        ("wreath", np.int64, (5, 4)),  # [seat, side] fields with half a wreath at that side
        ("own_ship", np.int64, (5,)),  # field of the own ship, -1: with its owner
        ("last_built", np.int64),  # field of the last tile placed, -1: none yet
        ("finisher", np.int64),  # seat that filled its tableau first, -1: none
        ("last_turns", np.int64),  # turns left after that turn
        ("turns", np.int64, (5,)),  # turns begun by each seat
    ],
)


@kernel
def encode(kind: int, number: int) -> int:
    """The move of a type with its number."""
    return (kind << TYPE_SHIFT) + number


@kernel
def number_of(move: int) -> int:
    """The number in a move."""
    return move & ((1 << TYPE_SHIFT) - 1)


@kernel
def encode_place(field: int, turn: int) -> int:
    """PLACE on a field with quarter turns clockwise."""
    return (PLACE << TYPE_SHIFT) + 4 * field + turn


@kernel
def place_field(move: int) -> int:
    """The field of a PLACE."""
    return (move & ((1 << TYPE_SHIFT) - 1)) >> 2


@kernel
def place_turn(move: int) -> int:
    """The quarter turns of a PLACE."""
    return move & 3
