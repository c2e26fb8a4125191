"""Names, STATE record and move encoding of Mangrovia.

A move is an int64: its type in the bits from TYPE_SHIFT up, one field below.

    BOWL        ritual site 0-5                       COLLECT  nothing
    DRAW_UP     kind of the displayed card            DRAW_DOWN  pile: VALUABLE_PILE or LANDSCAPE_PILE
    RETURN      value - 1 of the amulet put back      BUILD, DOUBLE  building space
    LAND        three bits a landscape: how many of its cards are given up; bit 12: the wild tile is used
    PAY         four bits a kind of payment: how many pieces are given up (fields 0-5: valuables 2-7 or amulets 1-6,
                fields 6 and 7: own starting cards, field 8: stone tiles worth 3 valuables or 2 amulets)
    BIRDS       the two landscapes as bits            FOREGO  nothing

So paying 7 with a 5 and a 2 is ``PAY << TYPE_SHIFT | 1 << 12 | 1``. A landing offers everything it allows at once: an
"or" landing lists the first steps of all its alternatives, and the first step taken decides which one it is.
"""

from pathlib import Path
from typing import Any

import numpy as np

from simkit.contract import MAX_SEATS, TYPE_SHIFT, Quantity, Switch, state_dtype
from simkit.games.mangrovia.counters import GAME_COUNTERS, SEAT_COUNTERS
from simkit.games.mangrovia.layouts import MAX_SPACES

# ---- kinds of pieces in a hand -------------------------------------------------------------------------------------

KINDS = 18
"""0-5 common valuables of value 2-7, 6-7 own starting cards, 8-11 landscapes M S R W, 12-17 amulets of value 1-6."""
START, LANDS, AMULETS_AT = 6, 8, 12
VALUABLE_PILE, LANDSCAPE_PILE, BAG = 0, 1, 2
PILE_SIZE = 48
M, S, R, W = 0, 1, 2, 3
NEUTRAL = 5
"""The neutral colour's number beside seats 0-4 (huts, tiles, bowls)."""
NOBODY = 7
V_TILE, A_TILE, WILD_TILE = 0, 1, 2
TILE_VALUABLE, TILE_AMULET = 3, 2
"""A stone tile's worth as a valuable and as an amulet (MG-120, MG-121)."""
GOD_TILES = 8
FIRST_GODLESS = 9
"""Stone tiles: 1-8 the gods of paths 0-7, 9 valuable, 10 amulet, 11 wild."""
WILD_BIT = 1 << 12
PAY_KINDS = 9
SUMS = (1 << 40) - 1
"""Bit k of a set of sums stands for sum k; prices are below 40."""

# ---- phases --------------------------------------------------------------------------------------------------------

PH_BOWL, PH_ACT, PH_RETURN, PH_LAND, PH_PAY, PH_BIRDS, PH_END = 1, 2, 3, 4, 5, 6, 7
LAST_HUT = 2
"""``end_cause`` of a game ended by a player's last hut (STALLED is 1)."""

# ---- moves ---------------------------------------------------------------------------------------------------------

BOWL, COLLECT, DRAW_UP, DRAW_DOWN, RETURN, BUILD, DOUBLE, LAND, PAY, BIRDS, FOREGO = range(11)
MOVE_TYPES = (
    "bowl",
    "collect",
    "draw face up",
    "draw face down",
    "return amulet",
    "build",
    "build double",
    "landscape cards",
    "pay",
    "birds",
    "forego",
)
FIELD = (1 << TYPE_SHIFT) - 1

MAX_MOVES = 1664
"""Most ways to pay: a double hut on a space of 14 has 1,656 (starting cards of 1 and 2, six tiles, every valuable)."""

MAX_ROUNDS = 200
MAX_DECISIONS = 40 * MAX_ROUNDS
"""A round asks at most 6 bowls + 3 + 2 + 1 + 2 + 3 + 2 (landings 1-6) + 2 + 3 + 3 + 6 + 4 + 1 (7-12) = 38 times."""


def encode(kind: int, field: int = 0) -> int:
    """The code of a move of a type."""
    return kind << TYPE_SHIFT | field


def decode(move: int) -> tuple[int, int]:
    """Type and field of a move."""
    return move >> TYPE_SHIFT, move & FIELD


def encode_payment(counts: list[int]) -> int:
    """PAY move from the number of pieces in each of the nine fields."""
    return encode(PAY, sum(count << (4 * k) for k, count in enumerate(counts)))


def decode_payment(move: int) -> list[int]:
    """Number of pieces in each of the nine fields of a PAY move."""
    return [(move >> (4 * k)) & 15 for k in range(PAY_KINDS)]


def encode_lands(counts: list[int], wild: bool = False) -> int:
    """LAND move from the number of cards of M, S, R, W given up."""
    return encode(LAND, sum(count << (3 * k) for k, count in enumerate(counts)) | (WILD_BIT if wild else 0))


def decode_lands(move: int) -> tuple[list[int], bool]:
    """Cards of M, S, R, W of a LAND move, and whether the wild tile is used."""
    return [(move >> (3 * k)) & 7 for k in range(4)], bool(move & WILD_BIT)


# ---- scores, components, switches ----------------------------------------------------------------------------------

SCORE_PARTS = (
    Quantity("printed", "points", "points printed on the spaces built on (MG-76)"),
    Quantity("pole_tiles", "points", "pole tiles under own huts (MG-77)"),
    Quantity("path_firsts", "points", "most huts on paths (MG-101)"),
    Quantity("path_seconds", "points", "second most huts on paths (MG-101)"),
    Quantity("stone", "points", "own huts times all huts in the stone area (MG-106)"),
    Quantity("pole", "points", "most and second most huts in the pole area (MG-107)"),
    Quantity("amulets", "points", "value of the amulets left (MG-110)"),
)
P_PRINTED, P_TILES, P_FIRSTS, P_SECONDS, P_STONE, P_POLE, P_AMULETS = 1, 2, 3, 4, 5, 6, 7
TIE_KEYS = (Quantity("amulet_value", "value", "highest value of amulets left (MG-113)"),)
END_CAUSES = ("running", "stalled", "last hut")

COMPONENTS = (
    *(
        Quantity(f"space {k}", "hut", f"building space {k} of the layout, in reading order")
        for k in range(1, 51)
    ),
    *(Quantity(f"site {k}", "bowl", f"ritual site {k} (landings {k} and {13 - k})") for k in range(1, 7)),
)
SITE_COMPONENT = MAX_SPACES

SWITCHES = (
    Switch(
        "first_sp",
        "random",
        ("random", "fixed"),
        "how the first starting player is found: he is seat 0 either way",
        "MG-14",
    ),
    Switch(
        "second_bowl_order",
        "clockwise",
        ("clockwise", "snake"),
        "order of the second bowls (2 or 3 players)",
        "MG-30",
    ),
    Switch(
        "sp_first_bowl_ban",
        True,
        (False, True),
        "the starting player's first bowl may not go to site 1 (2 or 3 players)",
        "MG-31",
    ),
    Switch(
        "reshuffle_timing",
        "immediate",
        ("immediate", "on_demand"),
        "when an empty pile is replaced by its discards",
        "MG-59",
    ),
    Switch(
        "bag_refill",
        "on_demand",
        ("on_demand", "immediate"),
        "when the amulets put aside return to the bag",
        "MG-67",
    ),
    Switch(
        "spent_ones_go_to",
        "aside",
        ("aside", "repository", "box"),
        "where amulets of value 1 go when spent",
        "MG-67",
    ),
    Switch(
        "short_draw", "return_one", ("return_one", "cap"), "what is kept when bag and aside run dry", "MG-68"
    ),
    Switch(
        "double_payment",
        "total",
        ("total", "two_halves"),
        "a double hut is paid in one sum or in two equal sums",
        "MG-83",
    ),
    Switch(
        "empty_s1_pass",
        "right",
        ("right", "left", "stay"),
        "where the talisman goes when site 1 stays empty",
        "MG-95",
    ),
    Switch(
        "empty_s1_birds",
        "complement",
        ("complement", "stay"),
        "what the birds do when site 1 stays empty",
        "MG-96",
    ),
    Switch(
        "max_rounds",
        60,
        (1, MAX_ROUNDS),
        "rounds after which an unfinished game counts as stalled",
        "MG-100",
        whole=True,
    ),
    Switch(
        "neutral_absorbs_rank",
        True,
        (False, True),
        "the neutral colour is ranked on paths and in the pole area",
        "MG-105",
    ),
    Switch(
        "stone_total_includes_neutral",
        True,
        (False, True),
        "the neutral hut counts in the stone area's total",
        "MG-106",
    ),
    Switch(
        "stone_tiles",
        "off",
        ("off", "mixed", "gods", "godless"),
        "the variant with stone area tiles",
        "MG-115",
        module=True,
    ),
    Switch(
        "amulet_tile_scores", False, (False, True), "an unused amulet tile is worth 2 at the end", "MG-121"
    ),
    Switch(
        "wild_tile", "card_and_bird", ("card_and_bird", "bird_only"), "what the wild tile replaces", "MG-122"
    ),
    Switch(
        "wild_in_double", "no", ("no", "one_card"), "whether the wild tile helps with a double hut", "MG-122"
    ),
    Switch(
        "start_pairs",
        (3, 4, 3, 5, 4, 5, 4, 6, 5, 6),
        (1, 10),
        "values of the starting cards, two a number",
        "PD-14",
        whole=True,
        length=10,
    ),
    Switch(
        "godless_counts",
        (3, 3, 2),
        (1, 6),
        "stone tiles of the kinds valuable, amulet, wild",
        "PD-15",
        whole=True,
        length=3,
    ),
)
CLOCKWISE, SNAKE = 0, 1
BAN_ON = 1
IMMEDIATE, ON_DEMAND = 0, 1
BAG_ON_DEMAND, BAG_IMMEDIATE = 0, 1
TO_ASIDE, TO_REPOSITORY, TO_BOX = 0, 1, 2
RETURN_ONE, CAP = 0, 1
TOTAL, TWO_HALVES = 0, 1
TO_RIGHT, TO_LEFT, STAYS = 0, 1, 2
COMPLEMENT = 0
ON = 1
TILES_OFF, TILES_MIXED, TILES_GODS, TILES_GODLESS = 0, 1, 2, 3
CARD_AND_BIRD, BIRD_ONLY = 0, 1
ONE_CARD = 1

# ---- the state -----------------------------------------------------------------------------------------------------

STREAM_STONE = 3
"""Streams 0-2 order the piles VALUABLE_PILE, LANDSCAPE_PILE, BAG; 3 the stone tiles."""

STATE = state_dtype(
    "mangrovia",
    Path(__file__),
    streams=4,
    seat_counters=len(SEAT_COUNTERS),
    game_counters=len(GAME_COUNTERS),
    fields=[
        ("sp", np.int64),  # starting player of the round
        ("placed", np.int64),  # bowls placed this round
        ("bowls", np.int64, (6,)),  # site -> 0 free, seat + 1, 6 neutral
        ("landing", np.int64),  # where the boat is: 0 at its start, 1-12
        ("birds", np.int64),  # two landscapes as bits
        ("round_birds", np.int64),  # the birds when the round began
        ("collect_left", np.int64),  # what the present landing still allows
        ("up_left", np.int64),
        ("down_left", np.int64),
        ("build_left", np.int64),
        ("double_left", np.int64),
        ("alternative", np.int64),  # 1: the allowances exclude each other (an "or" landing)
        ("hand", np.int64, (MAX_SEATS, KINDS)),  # pieces held of each kind
        ("seen", np.int64, (MAX_SEATS, KINDS)),  # of these: taken in the open
        ("fresh", np.int64, (MAX_SEATS, KINDS)),  # of these: drawn in secret from the present pile or bag
        ("start_value", np.int64, (MAX_SEATS, 2)),  # values of the kinds 6 and 7
        ("display", np.int64, (12,)),  # face-up cards by kind
        ("discard", np.int64, (KINDS,)),  # discarded cards, amulets put aside
        ("piles", np.int64, (3, PILE_SIZE)),  # kinds; the next piece is the last one
        ("pile_n", np.int64, (3,)),
        ("keys", np.int64, (PILE_SIZE,)),  # scratch of shuffles
        ("items", np.int64, (PILE_SIZE,)),  # scratch of shuffles
        ("repository", np.int64),  # 1-amulets on the board
        ("box_ones", np.int64),  # 1-amulets out of the game (spent_ones_go_to = box)
        ("drawn", np.int64, (6,)),  # amulets drawn, one of them to be returned
        ("huts", np.int64, (6,)),  # spaces of seats 0-4 and of the neutral colour, as sets
        ("doubles", np.int64),  # spaces with a double hut
        ("supply", np.int64, (MAX_SEATS,)),  # huts not yet built
        ("pillar", np.int64, (MAX_SEATS,)),  # amulet track
        ("printed", np.int64, (MAX_SEATS,)),  # points from spaces
        ("tile_points", np.int64, (MAX_SEATS,)),  # points from pole tiles
        ("next_tile", np.int64),  # value of the topmost pole tile; above board.highest_tile: none left
        ("tile_owner", np.int64, (12,)),  # pole tile value -> 0 in the pile, seat + 1, 6 neutral
        ("stone_tile", np.int64, (MAX_SPACES,)),  # tile lying on a stone space, 0 none
        ("gods", np.int64, (MAX_SEATS,)),  # paths whose god tile the seat owns, as bits
        ("tiles", np.int64, (MAX_SEATS, 3)),  # V_TILE, A_TILE, WILD_TILE owned
        ("tiles_used", np.int64, (MAX_SEATS, 3)),
        ("tiles_laid", np.int64, (12,)),  # stone tiles in the game by kind
        ("b_space", np.int64),  # the hut being built: space ...
        ("b_huts", np.int64),  # ... 1 single, 2 double ...
        ("b_cards", np.int64),  # ... field of the LAND move
        ("last_round", np.int64),  # 1 from a player's last hut on
        ("spent_lands", np.int64),  # landscape cards discarded in the whole game
        ("wild_cards", np.int64),  # wild tiles given up in place of a card
        ("round_ups", np.int64),  # this round: cards drawn face up ...
        ("round_draws", np.int64),  # ... cards drawn in all ...
        ("round_collections", np.int64),  # ... collections ...
        ("round_huts", np.int64, (MAX_SEATS,)),  # ... huts built
    ],
)

SCRATCH: tuple[Any, ...] = (
    ("payments", np.int64, (MAX_MOVES,)),  # fields of the PAY moves found
    ("pay_have", np.int64, (PAY_KINDS,)),  # pieces available in each field
    ("pay_value", np.int64, (PAY_KINDS,)),  # value of a piece
    ("pay_count", np.int64, (PAY_KINDS,)),  # pieces chosen
    ("pay_rest", np.int64, (PAY_KINDS,)),  # amount still to be paid by this field and those below
    ("pay_reach", np.int64, (PAY_KINDS + 1,)),  # sums that the fields below can make
    ("worth", np.float64, (MAX_SPACES,)),  # features: what a hut on a space is worth to the seat
    ("best", np.float64, (4, 2, 16)),  # features: best worth by landscape, currency, price
    ("priced", np.int64, (4, 2)),  # features: prices with a best worth above 0, as bits
    ("own_claim", np.int64, (9,)),  # features: the seat's claim on each path and on the pole area
    ("rival_claim", np.int64, (9, 2)),  # features: the two best claims of others
    ("prize", np.float64, (9,)),  # features: prize of the moment by path
    ("hope", np.float64, (9, 2)),  # features: hope in one and in two more huts by path
    ("terms", np.float64, (4,)),  # features: worth of a stone hut, of the pole majority, of a ring; horizon
    ("sums", np.int64, (2,)),  # features: amounts payable in valuables and amulets
    ("holding", np.int64, (3,)),  # features: landscapes held as bits, landscape cards, value of the valuables
    ("ready", np.float64, (2,)),  # features: best huts with the hand as it is
)
