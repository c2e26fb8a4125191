"""The state of a game of Kaivai: enumerations, fields, move codes, switches, and what is counted.

A **place** is a hex number (see board.py), a **set** three words of 62 bits. A boat has no number: it is where it is,
afloat on a water hex or **berthed** on the boatbuilder's hut it came with. Villages 0-5 grow from the printed cult
hexes, 6 and 7 from the extra ones; they never merge. The neutral colour of two players is owner NEUTRAL.

Moves. ``move = type << 48 | a << 16 | b << 8 | c`` with three small fields whose meaning depends on the type, written
beside each type below: ``pack(MOVE, 30, 45, 0)`` sails the boat of place 30 to place 45. ``kind_of``, ``first``,
``second`` and ``third`` take it apart. One pair serves all types.
"""

import numpy as np

from simkit.contract import TYPE_SHIFT, Quantity, Switch, state_dtype
from simkit.games.kaivai.counters import GAME_COUNTERS, SEAT_COUNTERS
from simkit.kernel import kernel

PLACES, WORDS, WORD, STRIDE = 182, 3, 62, 14
VILLAGES = 8
NO = -1
NOWHERE = 255  # in a god move: no other village can grow
NEUTRAL = 4

# what lies on a hex
WATER, CULT, BOATBUILDER, FISHERMAN, MEETING = 0, 1, 2, 3, 4

# phases: who is asked what
BID, OPENING, OPENING_NEUTRAL, GOD, ACTION, BUILD_BOAT, BUILD_HUT, FISHING = range(8)
DELIVER_BOAT, DELIVER_AMOUNT, CELEBRATION, NEUTRAL_GROWTH, MOVING, NEUTRAL_NUMBER = range(8, 14)
GIVING, VOTING, LATE_SACRIFICE, PERFORMING, NEXT_VILLAGE, ISLAND_BID, OVER = range(14, 21)

# actions, in the order of their spaces
BUILD, FISH, DELIVER, CELEBRATE, INCREASE, SAIL, CHANGE_BID = range(7)
ACTIONS = 7

# move types; a, b, c in this order
M_BID = 0  # c: number
M_OPENING = 1  # b: place, c: kind of hut
M_NEUTRAL_HUT = 2  # b: place
M_GOD = 3  # b: place of the new cult piece
M_ACT = 4  # c: action
M_SKIP = 5
M_SACRIFICE = 6
M_DECLINE = 7  # no sacrifice at the end of the phase
M_GIFT = 8  # b: recipient
M_BUILDER = 9  # a: boat, b: where it goes
M_HUT = 10  # b: place, c: kind of hut
M_FISH = 11  # a: boat, b: where it goes, c: village
M_CARRIER = 12  # a: boat, b: where it goes
M_AMOUNT = 13  # b: hut, c: fish handed over
M_CELEBRATE = 14  # c: village
M_SAIL = 15  # a: boat, b: where it goes
M_GATHER = 16  # a: boat, b: where it goes, before all of them perform
M_PERFORM = 17  # b: boat that performs now, c: village where it fishes
M_STOP = 18
M_NEUTRAL_BID = 19  # c: number
M_GIVE = 20  # b: 0 shell, 1 fish; c: space
M_VOTE = 21  # c: 0 no, 1 yes
M_VILLAGE = 22  # c: village
M_ISLAND_BID = 23  # c: tokens

MOVE_TYPES = (
    "bid",
    "starting hut",
    "neutral hut",
    "god",
    "action",
    "skip",
    "sacrifice",
    "no sacrifice",
    "gift",
    "builder's boat",
    "hut",
    "fish",
    "carrier's boat",
    "amount",
    "celebrate",
    "move",
    "gather",
    "perform",
    "stop",
    "neutral bid",
    "give",
    "vote",
    "next village",
    "island bid",
)

COMPLETED = 2
END_CAUSES = ("running", "stalled", "last round")

MAX_MOVES = 512
# The longest list is Sail's: at most 4 boats x 127 hexes and Stop.

MAX_DECISIONS = 40_000
# A choice of an action on a non-empty space costs a token. There are at most 200 of them, each is spent once a phase
# (spent ones lie there until phase 4), and one choice a space is free: at most 207 actions a phase, at most four turns
# each, at most 30 small moves an action. A real game, with 24 tokens, stays below 10 rounds x 31 x (4 + 30) + 200.

# the parts of the glory
P_EATEN, P_DECLARED, P_NEUTRAL, P_SUNK, P_GIFTS, P_HUTS, P_ISLANDS = range(7)
SCORE_PARTS = (
    Quantity("eaten", "glory", "fish eaten on own huts in celebrations"),
    Quantity("declared", "glory", "a point per three fish of the celebrations that the seat declared"),
    Quantity("neutral", "glory", "fish eaten on neutral huts in celebrations that the seat declared"),
    Quantity("sinking", "glory", "lost by sinking boats (negative)"),
    Quantity("gifts", "glory", "acclaimed gifts"),
    Quantity("huts", "glory", "own huts at the end"),
    Quantity("islands", "glory", "cult hexes of villages held at the end"),
)
TIE_KEYS = (
    Quantity("shells", "value", "value of the shells at the end"),
    Quantity("fish", "fish", "fish on the display at the end"),
    Quantity("boats", "boats", "boats on the board at the end"),
    Quantity(
        "huts_built", "huts", "huts on the board at the end (plus a drawn fraction under final_tie = random)"
    ),
)

COMPONENTS = (
    *(Quantity(f"bid {n}", "bid", f"the bid {n}") for n in range(1, 11)),
    Quantity("Build", "action", "the Build action"),
    Quantity("Fish", "action", "the Fish action"),
    Quantity("Deliver", "action", "the Deliver action"),
    Quantity("Celebrate", "action", "the Celebrate action"),
    Quantity("Increase", "action", "the Increase action"),
    Quantity("Move", "action", "the Move action"),
    Quantity("Change neutral bid", "action", "the seventh action of two players"),
    Quantity("skip", "turn", "a skipped turn"),
    Quantity("sacrifice", "turn", "a sacrifice"),
    Quantity("boatbuilder's hut", "hut", "a boatbuilder's hut, built or placed"),
    Quantity("fisherman's hut", "hut", "a fisherman's hut, built or placed"),
    Quantity("meeting hut", "hut", "a meeting hut, built or placed"),
)
K_BID, K_ACT, K_SKIP, K_SACRIFICE, K_HUT = 0, 10, 17, 18, 19

SWITCHES = (
    Switch("fishing", "dice", ("dice", "variant"), "how fish is caught", "KV-28", module=True),
    Switch("gifts", False, (False, True), "one gift a turn may be offered", "KV-156", module=True),
    Switch(
        "edition", 2, (2, 1), "the rulebook's edition, or that of 2005 as far as it is known", "components"
    ),
    Switch(
        "counter_limit", "finite", ("finite", "none"), "whether fish and shell counters can run out", "KV-04"
    ),
    Switch("influence_limit", "finite", ("finite", "none"), "whether influence tokens can run out", "KV-05"),
    Switch("influence_visible", True, (False, True), "whether holdings of influence are open", "KV-20"),
    Switch(
        "village_setup", "random_legal", ("random_legal", "fixed"), "where the extra villages lie", "KV-26"
    ),
    Switch(
        "bid_tie_last",
        "random",
        ("random", "previous_order"),
        "the last tie-break of the bidding order",
        "KV-40",
    ),
    Switch(
        "opening", "both_at_once", ("both_at_once", "one_each_twice"), "how starting huts are placed", "KV-46"
    ),
    Switch("enclosure", "sea", ("sea", "six_neighbours"), "when a boat counts as enclosed", "KV-69"),
    Switch("protect_berthed", True, (False, True), "whether boats on their huts are protected too", "KV-70"),
    Switch(
        "empty_store_action",
        "notional",
        ("notional", "own_token", "forbidden"),
        "choosing an empty space while the store is empty",
        "KV-75",
    ),
    Switch(
        "all_boats", "optional", ("optional", "forced"), "whether every boat that can must perform", "KV-81"
    ),
    Switch(
        "boat_order", "per_boat", ("per_boat", "all_move_first"), "move and perform boat by boat", "KV-85"
    ),
    Switch("skip", "return", ("return", "final"), "whether a skipper may act on a later turn", "KV-91"),
    Switch(
        "build_same_village",
        True,
        (False, True),
        "the hut joins the village of the boat's cult site",
        "KV-96",
    ),
    Switch("pay", "break_down", ("break_down", "minimal_tender"), "which shells may be tendered", "KV-102"),
    Switch(
        "god_fish_elsewhere", False, (False, True), "the god's fish also when fishing elsewhere", "KV-116"
    ),
    Switch(
        "price_slot", "hut", ("hut", "per_delivery"), "what makes a fish the first, second, third", "KV-132"
    ),
    Switch("sink_count", "on_board", ("on_board", "afloat"), "which boats of the victim count", "KV-145"),
    Switch(
        "sacrifice_when",
        "any_turn",
        ("any_turn", "first_turn_only", "phase_end"),
        "when a sacrifice is declared",
        "KV-151",
    ),
    Switch("chooser_tie", "chain", ("chain", "random"), "tie for the choice of the next village", "KV-165"),
    Switch("island_bid_needs_presence", False, (False, True), "whether only those present may bid", "KV-168"),
    Switch("final_tie", "shared", ("shared", "random"), "a tie in glory and all riches", "KV-171"),
    Switch(
        "neutral_growth",
        "per_celebration",
        ("per_celebration", "per_hut"),
        "neutral huts placed after a celebration",
        "KV-187",
    ),
    Switch(
        "neutral_involved",
        "with_fish",
        ("with_fish", "present"),
        "when a neutral hut takes part in a celebration",
        "KV-187",
    ),
)

# codes of the switch values that kernels ask for (False and the first value are 0)
VARIANT, FIRST_EDITION, UNLIMITED, FIXED, PREVIOUS_ORDER, ONE_EACH, SIX_NEIGHBOURS = 1, 1, 1, 1, 1, 1, 1
OWN_TOKEN, FORBIDDEN, FORCED, ALL_MOVE_FIRST, FINAL, MINIMAL_TENDER, PER_DELIVERY = 1, 2, 1, 1, 1, 1, 1
AFLOAT_ONLY, FIRST_TURN_ONLY, PHASE_END, RANDOM_CHOOSER, RANDOM_WINNER, PER_HUT, PRESENT = 1, 1, 2, 1, 1, 1, 1

STATE = state_dtype(
    "kaivai",
    __file__,
    streams=7,  # 0: layout, 1: ties, 2-6: dice by seat
    seat_counters=len(SEAT_COUNTERS),
    game_counters=len(GAME_COUNTERS),
    fields=[
        # the sea
        ("thing", np.int64, (PLACES,)),  # WATER, CULT or a kind of hut
        ("owner", np.int64, (PLACES,)),  # of a hut: seat or NEUTRAL; NO elsewhere
        ("village", np.int64, (PLACES,)),  # of land: 0-7; NO for water
        ("hut_fish", np.int64, (PLACES,)),  # fish on a hut, 0-3
        ("boat", np.int64, (PLACES,)),  # owner of the boat here + 1, afloat or berthed; 0 for none
        ("land", np.int64, (WORDS,)),  # set: cult hexes and huts
        ("sea", np.int64, (WORDS,)),  # set: the largest component of the water (KV-69)
        ("narrow", np.int64, (WORDS,)),  # set: sea hexes whose water neighbours form two or more arcs
        ("pocket_max", np.int64),  # hexes of the largest other component
        ("afloat", np.int64, (WORDS,)),  # set: boats of all colours on water
        ("mine", np.int64, (5, WORDS)),  # set: a seat's boats on water
        ("berth", np.int64, (5, WORDS)),  # set: huts with a seat's boat still on them
        ("used", np.int64, (WORDS,)),  # set: boats of the deciding seat that have performed, or are too new
        ("market", np.int64, (WORDS,)),  # set: huts that take fish now
        ("rim", np.int64, (VILLAGES, WORDS)),  # set: neighbours of the village's land
        ("cult_rim", np.int64, (VILLAGES, WORDS)),  # set: neighbours of its cult hexes
        ("any_rim", np.int64, (WORDS,)),  # set: union of the rims
        ("twice", np.int64, (WORDS,)),  # set: hexes on the rims of two villages, closed for ever (KV-68)
        ("extent", np.int64, (VILLAGES,)),  # land hexes
        ("cults", np.int64, (VILLAGES,)),  # cult hexes
        ("huts_in", np.int64, (VILLAGES, 5)),  # huts by owner
        ("fishers_in", np.int64, (VILLAGES, 5)),  # fisherman's huts by owner
        ("meetings_in", np.int64, (VILLAGES, 5)),  # meeting huts by owner
        ("fish_in", np.int64, (VILLAGES, 5)),  # fish on huts by their owner
        ("god", np.int64),  # place of the god, NO before round 1's
        ("god_before", np.int64),  # village of the god in the round before, NO for none
        ("cult_store", np.int64),
        # displays
        ("glory", np.int64, (5,)),
        ("parts", np.int64, (5, 7)),  # glory by source; they add up to glory
        ("hand", np.int64, (5,)),  # influence tokens
        ("shells", np.int64, (5, 6)),  # shell counters by space 1-5
        ("fish", np.int64, (5, 6)),  # fish counters by space 1-5
        ("steps", np.int64, (5,)),  # spaces moved on the movement track
        ("huts_left", np.int64, (5,)),
        ("boats_left", np.int64, (5,)),
        ("fishermen_left", np.int64, (5,)),
        ("bid", np.int64, (5,)),  # this round's bid; 0 for none yet
        # stores and spaces
        ("counter_store", np.int64),  # negative only under counter_limit = none
        ("token_store", np.int64),  # negative only under influence_limit = none
        ("space", np.int64, (ACTIONS,)),  # tokens on each action space, notional ones included
        ("notional", np.int64, (ACTIONS,)),  # how many of them are notional (KV-75)
        # the course of a round
        ("order", np.int64, (5,)),  # bidding order in phase 1, turn order afterwards; NEUTRAL included
        ("ordered", np.int64),  # entries of order
        ("bid_order", np.int64, (5,)),  # bidding order of the present round
        ("turn", np.int64),  # index into order of who acts
        ("lot", np.int64, (5,)),  # this round's lots for last ties
        ("acted", np.int64, (5,)),  # actions this phase
        ("turns_had", np.int64, (5,)),  # turns begun this phase
        ("out", np.int64, (5,)),  # 1: out of the phase (sacrifice; final skip)
        ("passed", np.int64, (5,)),  # 1: skipped since the last performed action
        ("ever_passed", np.int64, (5,)),  # 1: skipped in this phase
        ("placed", np.int64, (5,)),  # starting huts placed
        ("has_builder", np.int64, (5,)),  # 1: one of them is a boatbuilder's hut
        ("action", np.int64),  # the action being performed, NO for none
        ("done", np.int64),  # boats that have performed in it
        ("boat_at", np.int64),  # the boat performing now
        ("amount_hut", np.int64),  # hut that is served now
        ("handed", np.int64),  # fish handed over by this boat so far
        ("dice", np.int64, (4,)),  # the last roll: 1 for a fish
        ("rolled", np.int64),  # how many of them count
        ("gathering", np.int64),  # 1: boats are moving before they perform (all_move_first)
        ("gathered", np.int64, (WORDS,)),  # set: boats moved that have yet to perform (all_move_first)
        # gifts
        ("gifted", np.int64),  # 1: the gift of this turn was made
        ("gift_to", np.int64),
        ("gift_size", np.int64),
        ("gift_yes", np.int64),
        ("voter", np.int64),  # steps from the giver in turn order
        # two players
        ("neutral_bid", np.int64),
        ("neutral_mark", np.int64),  # number marked for the next round, 0 for none
        ("mark_token", np.int64),  # 1: a real token marks it
        ("neutral_turns", np.int64),  # neutral turns of this phase
        ("neutral_spot", np.int64),  # its place in turn order
        ("neutral_owed", np.int64),  # neutral huts the declarer has yet to place
        ("neutral_first", np.int64),  # village of the first neutral starting hut, NO before
        # the end
        ("scored", np.int64),  # set of villages scored
        ("judged", np.int64),  # village being bid for
        ("huts_scored", np.int64),  # 1 after hut scoring
    ],
)


@kernel
def pack(kind: int, a: int, b: int, c: int) -> int:
    """The code of a move from its type and its three fields."""
    return (kind << TYPE_SHIFT) | (a << 16) | (b << 8) | c


@kernel
def kind_of(move: int) -> int:
    """The type of a move."""
    return move >> TYPE_SHIFT


@kernel
def first(move: int) -> int:
    """Field a of a move."""
    return (move >> 16) & 255


@kernel
def second(move: int) -> int:
    """Field b of a move."""
    return (move >> 8) & 255


@kernel
def third(move: int) -> int:
    """Field c of a move."""
    return move & 255
