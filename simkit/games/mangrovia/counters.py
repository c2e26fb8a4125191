"""The game's own statistics: what the counters count (ST-03 to ST-11)."""

from simkit.contract import Quantity

SEAT_COUNTERS = (
    *(Quantity(f"bowls_site_{k}", "bowls", f"bowls placed on ritual site {k} (ST-04)") for k in range(1, 7)),
    Quantity("huts_single", "huts", "single huts built"),
    Quantity("huts_double", "double huts", "double huts built (ST-06)"),
    *(Quantity(f"built_landing_{k}", "huts", f"huts built at landing {k} (ST-06)") for k in range(8, 12)),
    Quantity("drawn_valuables_up", "cards", "valuables taken from the display (ST-08)"),
    Quantity("drawn_landscapes_up", "cards", "landscape cards taken from the display"),
    Quantity("drawn_valuables_down", "cards", "valuables drawn from the pile"),
    Quantity("drawn_landscapes_down", "cards", "landscape cards drawn from the pile"),
    Quantity("collections", "times", "collections of amulets (ST-09)"),
    Quantity("amulets_kept", "amulets", "amulets kept from all collections"),
    Quantity("amulet_value_spent", "value", "value of amulets paid for huts, stone tiles included"),
    Quantity("valuables_spent", "value", "value of valuables paid for huts, stone tiles included"),
    Quantity("foregone", "times", "actions or parts of actions given up"),
    Quantity("no_legal_build", "times", "build actions lost because no space could be built on (ST-06)"),
    Quantity(
        "near_miss_valuables", "times", "of these: the valuables were worth enough but not exactly (ST-07)"
    ),
    Quantity("near_miss_amulets", "times", "of these: the amulets were worth enough but not exactly"),
    Quantity("bird_settings", "times", "times the seat placed the birds (ST-05)"),
    Quantity("birds_left", "times", "of these: both birds stayed where they were"),
    Quantity("starting_rounds", "rounds", "rounds with the talisman (ST-04)"),
    Quantity("left_valuables", "value", "value of valuables in hand at the end (ST-07)"),
    Quantity("left_landscapes", "cards", "landscape cards in hand at the end"),
    Quantity("huts_unbuilt", "huts", "huts left in the supply at the end (ST-03)"),
    Quantity("trigger", "0/1", "1 for the seat that built its last hut first (ST-03)"),
    Quantity("amulet_spaces", "huts", "huts on amulet spaces at the end (ST-09)"),
    Quantity("stone_huts", "huts", "huts in the stone area at the end (ST-10)"),
    Quantity("pole_huts", "huts", "huts in the pole area at the end (ST-10)"),
    Quantity("paths_first", "paths", "paths on which the seat scored the higher number (ST-11)"),
    Quantity("paths_second", "paths", "paths on which it scored the lower number"),
    Quantity(
        "start_cards_left_round", "round", "round in which its last starting card was spent, 0: never (ST-08)"
    ),
)
(C_SITE, C_SINGLE, C_DOUBLE, C_LANDING, C_UP, C_DOWN, C_COLLECT, C_KEPT, C_SPENT_A, C_SPENT_V) = (
    0, 6, 7, 8, 12, 14, 16, 17, 18, 19,
)  # fmt: skip
(C_FOREGONE, C_NO_BUILD, C_NEAR_V, C_NEAR_A, C_BIRDS, C_BIRDS_LEFT, C_STARTS) = 20, 21, 22, 23, 24, 25, 26
(C_LEFT_V, C_LEFT_L, C_UNBUILT, C_TRIGGER, C_RINGS, C_STONE, C_POLE) = 27, 28, 29, 30, 31, 32, 33
C_FIRSTS, C_SECONDS, C_START_GONE = 34, 35, 36

GAME_COUNTERS = (
    Quantity("valuables_reshuffled", "times", "the discarded valuables became the pile (MG-59)"),
    Quantity("landscapes_reshuffled", "times", "the discarded landscape cards became the pile (MG-59)"),
    Quantity("bag_refills", "times", "the amulets put aside went back into the bag (MG-67)"),
    Quantity(
        "both_empty", "times", "a card or amulet was due and pile and discards were empty (MG-60, MG-68)"
    ),
    Quantity("lost_draws", "times", "face-up draws lost because both displays were empty (MG-58)"),
    Quantity("first_site_empty", "rounds", "rounds in which nobody took the first ritual site (MG-95)"),
    Quantity("repository_empty_round", "round", "round in which the last 1-amulet left, 0: never (ST-09)"),
    Quantity("empty_collections", "times", "collections impossible for want of amulets (MG-64)"),
    Quantity("path_ties", "ranks", "path ranks decided by the distance to the statue (MG-103)"),
    Quantity("path_god_ties", "ranks", "path ranks decided by a god tile (MG-118)"),
    Quantity("absorbed_prizes", "prizes", "path and pole prizes that fell to the neutral colour (MG-105)"),
    Quantity("lapsed_prizes", "prizes", "path and pole prizes that nobody could claim (MG-104)"),
    Quantity("pole_ties", "ranks", "pole ranks decided by the lower tile (MG-108)"),
    Quantity("finishers", "players", "players without a hut left at the end (MG-99)"),
    Quantity("wild_used", "tiles", "wild tiles given up (MG-122)"),
    Quantity("tiles_paid", "tiles", "stone tiles used as payment (MG-120, MG-121)"),
    Quantity("double_landscape_builds", "huts", "huts built on double-landscape spaces (MG-88)"),
    Quantity(
        "uneven_doubles", "huts", "double huts paid with an amount that does not split in halves (MG-83)"
    ),
)
(T_RESHUFFLED, T_EMPTY, T_LOST, T_NO_FIRST, T_REPOSITORY, T_NO_COLLECT, T_PATH_TIES, T_GOD_TIES) = (
    0, 3, 4, 5, 6, 7, 8, 9,
)  # fmt: skip
(T_ABSORBED, T_LAPSED, T_POLE_TIES, T_FINISHERS, T_WILD, T_TILES, T_TWO_LANDS, T_UNEVEN) = (
    10, 11, 12, 13, 14, 15, 16, 17,
)  # fmt: skip
