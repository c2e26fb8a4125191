"""The features of moves: their columns, names and units."""

from simkit.contract import Quantity, feature_columns

# the move types for which a feature can differ from 0
_BOATS = ("builder's boat", "fish", "carrier's boat", "move", "gather")
_ACT = ("action",)
_STOP = ("stop",)
_SKIP = ("skip",)
_SACRIFICE = ("sacrifice",)
_HUTS = (
    "hut",
    "starting hut",
)
_CATCH = (
    "action",
    "fish",
    "gather",
    "perform",
)
_TRADE = (
    "action",
    "carrier's boat",
    "amount",
    "gather",
)
_SUPPLY = (
    "carrier's boat",
    "amount",
    "gather",
)
_FEAST = (
    "action",
    "celebrate",
)
_COST = (
    "hut",
    "builder's boat",
    "gather",
)
_BID = ("bid",)
_GOD = ("god",)
_SINK = ("move",)
_ISLANDS = (
    "next village",
    "island bid",
)
_ISLAND_BID = ("island bid",)
_GIFT = ("gift",)
_VOTE = ("vote",)
_BUILD = ("action", "builder's boat", "gather", *_HUTS)
_PLACE = ("action", "god", *_BOATS, *_HUTS)

FEATURES = (
    Quantity("stop", "0/1", "1 for stopping an action before all boats have performed", moves=_STOP),
    Quantity("skip", "0/1", "1 for skipping a turn", moves=_SKIP),
    Quantity(
        "sacrifice",
        "tokens",
        "what a sacrifice brings, less than two where the store is short",
        moves=_SACRIFICE,
    ),
    Quantity("tokens", "tokens", "influence that the action costs", moves=_ACT),
    Quantity("tokens_last", "tokens", "influence that the action costs in the last round", moves=_ACT),
    Quantity("income", "tokens", "influence that a hut earns at once", moves=_HUTS),
    Quantity("huts", "huts", "huts that the action is expected to bring, or this move builds", moves=_BUILD),
    Quantity(
        "fish",
        "fish",
        "expected catch, as far as the display does not overflow and rounds are left",
        moves=_CATCH,
    ),
    Quantity("shells", "value", "shells earned by sales, as far as they can still be spent", moves=_TRADE),
    Quantity("supply", "fish", "fish brought to own huts that can still be celebrated", moves=_TRADE),
    Quantity("feed", "fish", "fish brought to others' huts", moves=_TRADE),
    Quantity("spent_fish", "fish", "fish handed over", moves=_TRADE),
    Quantity("glory", "glory", "glory gained at once", moves=_FEAST),
    Quantity("range", "hexes x rounds", "range gained, for the share of the game still to come", moves=_ACT),
    Quantity(
        "hold", "glory", "change in expected island points, weighted by how near the end is", moves=_PLACE
    ),
    Quantity("spend", "value", "shells that the hut costs, a third of them in the last round", moves=_COST),
    Quantity("huts_last", "huts", "the same huts, counted in the last two rounds only", moves=_BUILD),
    Quantity(
        "boat",
        "rounds",
        "a new boat, by the share of the game left and over the boats there are",
        moves=_HUTS,
    ),
    Quantity(
        "meeting",
        "huts",
        "a new meeting hut, more beside others of one's own, by the share of the game left",
        moves=_HUTS,
    ),
    Quantity("company", "huts", "own boats and fisherman's huts at the village", moves=_HUTS),
    Quantity("markets", "huts", "others' huts in the village", moves=_HUTS),
    Quantity(
        "near_fish",
        "-1 to 1",
        "1 where the boat comes to a place where it can fish, -1 where it leaves one; Move: boats that could come",
        moves=(*_BOATS, *_ACT),
    ),
    Quantity(
        "near_market",
        "-1 to 1",
        "1 where the boat comes beside a hut that takes fish, -1 where it leaves one; Move: boats that could come",
        moves=(*_BOATS, *_ACT),
    ),
    Quantity("bid_range", "hexes", "usable range under the bid", moves=_BID),
    Quantity("bid_huts", "huts", "huts that the shells would pay under the bid", moves=_BID),
    Quantity("bid_early", "share", "expected share of the others who will act later", moves=_BID),
    Quantity("bid_early_fish", "share x fish", "the same, times the fish on the display", moves=_BID),
    Quantity(
        "bid_god",
        "tokens",
        "chance to move the god, times the tokens from own meeting huts, which count less beyond three in hand",
        moves=_BID,
    ),
    Quantity("god_own", "tokens", "tokens that the god's move brings", moves=_GOD),
    Quantity("god_rival", "tokens", "tokens that it brings the best rewarded rival", moves=_GOD),
    Quantity("god_fish", "boats", "own boats at the village where the god goes", moves=_GOD),
    Quantity("sink", "glory", "glory lost by sinking", moves=_SINK),
    Quantity("island", "glory", "cult hexes times the chance to hold the village", moves=_ISLANDS),
    Quantity("island_tokens", "glory", "what the tokens bid might earn elsewhere", moves=_ISLAND_BID),
    Quantity("gift", "0/1", "1 for offering a gift", moves=_GIFT),
    Quantity("yes", "0/1", "1 for praising another's gift", moves=_VOTE),
    Quantity("tokens_late", "tokens", "the same influence, by the share of the rounds played", moves=_ACT),
    Quantity("tokens_rich", "tokens", "the part of it that leaves three tokens in hand", moves=_ACT),
    Quantity("rich", "tokens", "a sacrifice: by how much the hand is above two", moves=_SACRIFICE),
    Quantity("sail", "0/1", "1 for the Move action, and for each boat that it moves", moves=(*_ACT, *_SINK)),
    Quantity("more", "fish", "Celebrate: fish on the display that could be brought before", moves=_ACT),
    Quantity("glory_last", "glory", "glory gained at once in the last round", moves=_FEAST),
    Quantity("supply_last", "fish", "the same supply, counted in the last two rounds only", moves=_TRADE),
    Quantity("pile", "fish", "supply to a village where own fish lies already", moves=_SUPPLY),
    Quantity("poor", "tokens", "a sacrifice: by how much the hand is below two", moves=_SACRIFICE),
    Quantity("free", "spaces", "a sacrifice: action spaces that still cost nothing", moves=_SACRIFICE),
    Quantity("fishers", "huts", "own fisherman's huts there are when another is considered", moves=_HUTS),
    Quantity(
        "few_boats", "boats", "boats missing to three when another kind of hut is considered", moves=_HUTS
    ),
    Quantity(
        "near_own",
        "-1 to 1",
        "1 where the boat comes beside an own hut that takes fish, -1 where it leaves one",
        moves=_BOATS,
    ),
    Quantity("shores", "hexes", "sea hexes beside a hut that takes fish", moves=_HUTS),
    Quantity("crowd_own", "huts", "own huts that lose a shore to the new land", moves=(*_HUTS, *_GOD)),
    Quantity("crowd", "huts", "others' huts that lose a shore to it", moves=(*_HUTS, *_GOD)),
    Quantity("supply_late", "fish", "the same supply, by the share of the rounds played", moves=_TRADE),
    Quantity("quay", "0/1", "1 where a boat beside a hut that takes fish could also fish", moves=_HUTS),
    Quantity(
        "bid_early_poor",
        "share x tokens",
        "share of the others who will act later, times the tokens missing to three",
        moves=_BID,
    ),
    Quantity(
        "fisher",
        "fish",
        "what a new fisherman's hut adds to a catch of the own boats at its village, by the share of the game left",
        moves=_HUTS,
    ),
    Quantity(
        "near_larder",
        "fish",
        "own fishermen's catch where the boat comes to lie, less where it lay",
        moves=_BOATS,
    ),
    Quantity("envy", "glory", "glory by which the best rewarded rival gains more than oneself", moves=_FEAST),
)

# Features that no move type has in common share a column: short rows.
(
    F_STOP,
    F_SKIP,
    F_SACRIFICE,
    F_TOKENS,
    F_TOKENS_LAST,
    F_INCOME,
    F_HUTS,
    F_FISH,
    F_SHELLS,
    F_SUPPLY,
    F_FEED,
    F_SPENT_FISH,
    F_GLORY,
    F_RANGE,
    F_HOLD,
    F_SPEND,
    F_HUTS_LAST,
    F_BOAT,
    F_MEETING,
    F_COMPANY,
    F_MARKETS,
    F_NEAR_FISH,
    F_NEAR_MARKET,
    F_BID_RANGE,
    F_BID_HUTS,
    F_BID_EARLY,
    F_BID_EARLY_FISH,
    F_BID_GOD,
    F_GOD_OWN,
    F_GOD_RIVAL,
    F_GOD_FISH,
    F_SINK,
    F_ISLAND,
    F_ISLAND_TOKENS,
    F_GIFT,
    F_YES,
    F_TOKENS_LATE,
    F_TOKENS_RICH,
    F_RICH,
    F_SAIL,
    F_MORE,
    F_GLORY_LAST,
    F_SUPPLY_LAST,
    F_PILE,
    F_POOR,
    F_FREE,
    F_FISHERS,
    F_FEW_BOATS,
    F_NEAR_OWN,
    F_SHORES,
    F_CROWD_OWN,
    F_CROWD,
    F_SUPPLY_LATE,
    F_QUAY,
    F_BID_EARLY_POOR,
    F_FISHER,
    F_NEAR_LARDER,
    F_ENVY,
) = feature_columns(FEATURES)
