"""What Mare Balticum counts and names: kinds, ports, counters, components, parts of the score."""

from simkit.contract import Quantity

SALMON, FLATFISH, HERRING, COD, AMBER = range(5)
FISH_KINDS = 4
KINDS = 5
CARDS = 6

PORT_NAMES = ("Copenhagen", "Stockholm", "Gdansk", "Riga", "St Petersburg")
KIND_NAMES = ("salmon", "flatfish", "herring", "cod", "amber")

# ---- what is counted -------------------------------------------------------------------------------------------------

(
    C_START_PORT,
    C_SAFE_EVENT,
    C_LANDED,  # 5 kinds
    C_OVERBOARD,
    C_LOST,
    C_TAX_HOLD,
    C_TAX_STORE,
    C_HOLD_LEFT,
    C_UNLOADINGS,
    C_UNLOADED,
    C_PORT,  # 5 ports
    C_SKIPPED,
    C_VALUE,  # 4 kinds
    C_REGRET,
    C_FORCED_NUMBER,
    C_SHORT_TAX,
    C_OPENED,  # circle 0, circle -1
    C_CARDS,
    C_CARD_ROUND,
    C_CARD,
    C_SETS,
) = (0, 1, 2, 7, 8, 9, 10, 11, 12, 13, 14, 19, 20, 24, 25, 26, 27, 29, 30, 31, 32)

SEAT_COUNTERS = (
    Quantity("start_port", "port", "port of the first vessel (MB-20)", PORT_NAMES),
    Quantity("safe_event", "event", "time token at which the safe was played, 1 to 5; 0: never (MB-71)"),
    *(Quantity(f"landed_{kind}", "tokens", f"{kind} that reached the warehouse") for kind in KIND_NAMES),
    Quantity("overboard", "fish", "fish thrown overboard (MB-53)"),
    Quantity("lost", "fish", "fish lost at circles with -1 (MB-93)"),
    Quantity("tax_hold", "tokens", "tax paid from the hold (MB-68)"),
    Quantity("tax_store", "tokens", "tax paid from the warehouse (MB-68)"),
    Quantity("hold_left", "fish", "fish left in the hold at the end (MB-79)"),
    Quantity("unloadings", "actions", "unloading actions (MB-45)"),
    Quantity("unloaded", "fish", "fish unloaded, lost ones included; over unloadings: fish a time"),
    *(
        Quantity(f"unloads_{name.lower().replace(' ', '_')}", "actions", f"unloadings in {name}")
        for name in PORT_NAMES
    ),
    Quantity("skipped", "actions", "actions given up by ending a turn early (MB-24)"),
    *(
        Quantity(f"value_{kind}", "points", f"number on the market space of {kind}; -1: none (MB-65)")
        for kind in KIND_NAMES[:FISH_KINDS]
    ),
    Quantity(
        "regret", "points", "what the best order of the four numbers would have paid more on the fish landed"
    ),
    Quantity("forced_number", "events", "events in which the tax could not be afforded (MB-69)"),
    Quantity("short_tax", "events", "safe played as the last token with fewer than two tokens (MB-70)"),
    Quantity("opened_zero", "tokens", "demands opened on a circle with 0 (MB-88)"),
    Quantity("opened_minus", "tokens", "demands opened on a circle with -1 (MB-88)"),
    Quantity("contracts_taken", "actions", "contracts made, exchanges included (MB-103, MB-104)"),
    Quantity("contract_round", "round", "round of the last contract made; 0: none"),
    Quantity("contract", "card", "card held at the end, 1 to 6; 0: none"),
    Quantity("contract_sets", "sets", "sets sold on the contract (MB-107)"),
)

(T_TIME_ROUND, T_BAG_LEFT, T_BAG_EMPTY, T_BLOCKED, T_REFILLED, T_FORCED_NUMBER, T_SHORT_TAX, T_REDEALS) = (
    0,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
)
TIME_ROUNDS = 6
GAME_COUNTERS = (
    *(
        Quantity(f"time_round_{i + 1}", "round", f"round of time token {i + 1}; 0: not drawn")
        for i in range(TIME_ROUNDS)
    ),
    Quantity("bag_left", "tokens", "catch tokens left in the bag at the end"),
    Quantity("bag_empty", "times", "refills that met an empty bag (MB-61)"),
    Quantity(
        "blocked", "areas", "empty areas not refilled because a vessel lay there, over all checks (MB-57)"
    ),
    Quantity("refilled", "areas", "areas refilled (MB-56)"),
    Quantity("forced_numbers", "times", "a player could not afford the safe (MB-69)"),
    Quantity("short_taxes", "times", "the safe was played last with fewer than two tokens (MB-70)"),
    Quantity("redeals", "deals", "demand deals thrown away because of a clash (MB-16)"),
)

P_START, P_KIND, P_PORT, P_CARD = 0, 5, 10, 15
"""First component of each group."""
COMPONENTS = (
    *(Quantity(f"start {name}", "start", f"the first vessel starts in {name}") for name in PORT_NAMES),
    *(Quantity(f"{kind}", "catch", f"{kind} is caught") for kind in KIND_NAMES),
    *(Quantity(f"unload {name}", "unloading", f"fish is unloaded in {name}") for name in PORT_NAMES),
    *(Quantity(f"contract {i + 1}", "card", f"contract card {i + 1} is taken") for i in range(CARDS)),
)

SCORE_PARTS = (
    *(Quantity(kind, "points", f"{kind} sold") for kind in KIND_NAMES),
    Quantity("contract", "points", "sets on the contract card"),
)
TIE_KEYS = (Quantity("stored", "tokens", "tokens in the warehouse (MB-84)"),)
