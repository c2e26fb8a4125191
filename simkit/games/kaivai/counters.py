"""What is counted in a game of Kaivai, a seat and all together."""

from simkit.contract import Quantity

# counters of a seat
C_BID_SUM, C_LOWEST, C_HIGHEST, C_GOD_MOVES, C_RANGE_SUM = range(5)
C_ACT = 5  # one counter an action: C_ACT + action
C_SKIPS, C_SACRIFICES, C_SPENT_TOKENS, C_GOD_TOKENS, C_BUILD_TOKENS, C_SACRIFICE_TOKENS = range(12, 18)
C_HUT = 16  # C_HUT + kind of hut: counters 18, 19, 20
C_CAUGHT, C_LUCK, C_ROTTED, C_SOLD, C_EARNED, C_OWN_SUPPLY, C_PAID, C_DECAYED = range(21, 29)
C_GIVEN_GLORY, C_CELEBRATED_FISH, C_SANK, C_LOST_BOATS, C_ISLAND_TOKENS, C_VILLAGES_WON = range(29, 35)
C_WASTED_TOKENS, C_BERTHED_END, C_IDLE, C_RETURNS, C_OVERBID = range(35, 40)
SEAT_COUNTERS = (
    Quantity("bid_sum", "bid", "sum of the bids; over the rounds: the mean bid"),
    Quantity("lowest_bids", "rounds", "rounds in which the seat bid lowest"),
    Quantity("highest_bids", "rounds", "rounds in which the seat bid highest"),
    Quantity("god_moves", "moves", "times the seat moved the god"),
    Quantity("range_sum", "hexes", "sum over rounds of the boats' range"),
    Quantity("build_actions", "actions", "Build chosen"),
    Quantity("fish_actions", "actions", "Fish chosen"),
    Quantity("deliver_actions", "actions", "Deliver chosen"),
    Quantity("celebrate_actions", "actions", "Celebrate chosen"),
    Quantity("increase_actions", "actions", "Increase movement chosen"),
    Quantity("move_actions", "actions", "Move chosen"),
    Quantity("neutral_actions", "actions", "Change the neutral bid chosen (two players)"),
    Quantity("skips", "turns", "turns skipped"),
    Quantity("sacrifices", "phases", "sacrifices made (KV-148)"),
    Quantity("tokens_paid", "tokens", "influence paid for actions (KV-76)"),
    Quantity("tokens_god", "tokens", "influence from the god's arrival (KV-65)"),
    Quantity("tokens_building", "tokens", "influence from meeting huts built beside the god (KV-66)"),
    Quantity("tokens_sacrifice", "tokens", "influence from sacrifices (KV-148)"),
    Quantity("boatbuilder_huts", "huts", "boatbuilder's huts built"),
    Quantity("fisherman_huts", "huts", "fisherman's huts built"),
    Quantity("meeting_huts", "huts", "meeting huts built"),
    Quantity("fish_caught", "fish", "fish caught"),
    Quantity("dice_luck", "sixths of a fish", "catch minus its expectation, in faces of a die (KV-112)"),
    Quantity("fish_rotted", "fish", "fish that rotted on the display (KV-159)"),
    Quantity("fish_sold", "fish", "fish sold to others' huts"),
    Quantity("shells_earned", "value", "value of the shells earned by selling"),
    Quantity("fish_kept", "fish", "fish delivered to own huts (KV-134)"),
    Quantity("shells_paid", "value", "shells paid for huts"),
    Quantity("shells_decayed", "value", "value lost in the fourth phases (KV-158)"),
    Quantity("glory_given", "glory", "glory that others got from celebrations the seat declared (KV-138)"),
    Quantity("fish_celebrated", "fish", "fish in the celebrations that the seat declared"),
    Quantity("sinkings", "boats", "boats sunk by the seat (KV-145)"),
    Quantity("boats_lost", "boats", "own boats sunk"),
    Quantity("tokens_islands", "tokens", "influence bid on villages"),
    Quantity("villages_won", "villages", "villages held at the end"),
    Quantity("tokens_left", "tokens", "influence left at the end"),
    Quantity("berthed_at_end", "boats", "boats still on their huts at the end, in no majority (KV-52)"),
    Quantity("idle_phases", "phases", "action phases without an action or a sacrifice"),
    Quantity("returns", "actions", "actions taken after a skip in the same phase (KV-91)"),
    Quantity("overbid", "tokens", "tokens bid beyond what the won villages needed"),
)

# counters of the game
(
    T_COUNTER_SHORT,
    T_TOKEN_SHORT,
    T_NOTIONAL,
    T_GOD_STUCK,
    T_BID_CHAIN,
    T_BID_RANDOM,
    T_FORFEIT,
    T_VILLAGE_TIES,
    T_UNHELD_CULTS,
    T_CHOOSER_TIES,
    T_GOD_RETURNS,
    T_NEUTRAL_FORCED,
    T_NEUTRAL_LAPSED,
    T_NEUTRAL_TOKENS,
    T_CUTS,
    T_DRY_CULTS,
    T_STORE_MIN,
    T_UNCONTESTED,
    T_LAND,
) = range(19)
GAME_COUNTERS = (
    Quantity(
        "counter_shortages", "sales and fish", "catches and sales cut short by the store of counters (KV-04)"
    ),
    Quantity("token_shortages", "tokens", "influence not received because the store was empty (KV-05)"),
    Quantity("notional_tokens", "tokens", "tokens recorded without a piece (KV-75)"),
    Quantity("god_stuck", "rounds", "rounds in which no other village could grow (KV-64)"),
    Quantity(
        "bid_ties_by_chain",
        "ties",
        "neighbours in the bidding order told apart by shells, fish, boats or huts (KV-37, KV-38)",
    ),
    Quantity(
        "bid_ties_by_lot", "ties", "neighbours in the bidding order after round 1 told apart by lot (KV-40)"
    ),
    Quantity("forfeited_huts", "huts", "starting huts without a legal hex (KV-46)"),
    Quantity("village_ties", "villages", "villages held by nobody (KV-170)"),
    Quantity("unheld_cults", "cult hexes", "cult hexes in villages held by nobody (KV-170)"),
    Quantity("chooser_ties", "choices", "choices of the next village with a tie for least glory (KV-165)"),
    Quantity("god_returns", "moves", "god moves back to the village of two rounds before (KV-57 allows it)"),
    Quantity("neutral_restricted", "rounds", "rounds in which the god had to go to a neutral hut (KV-182)"),
    Quantity("neutral_lapsed", "rounds", "rounds in which that restriction could not be met (KV-182)"),
    Quantity("neutral_tokens", "tokens", "tokens placed by the neutral colour (KV-183)"),
    Quantity("cuts", "placements", "placements that cut off a piece of water without a boat (KV-69)"),
    Quantity("dry_cults", "cult hexes", "cult hexes without a water neighbour at the end"),
    Quantity("store_low", "tokens", "the fewest influence tokens ever in the store"),
    Quantity("uncontested", "villages", "villages won although nobody bid a token (KV-170)"),
    Quantity("land", "hexes", "land hexes at the end"),
)
