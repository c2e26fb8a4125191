"""Readings and variants that a scenario can choose, and the numbers that the kernels know their values by."""

from simkit.contract import Switch

MAX_ROUNDS = 900
"""Highest allowed max_rounds."""

SWITCHES = (
    Switch(
        "tableau_shape",
        "layout",
        ("layout", "4x5", "5x4"),
        "rows x columns of the tableau; layout: 4x5 in A, 5x4 in B",
        "MA-03",
    ),
    Switch(
        "printed_fields",
        "fixed",
        ("fixed", "coverable"),
        "whether printed land can be covered by tiles",
        "MA-04",
    ),
    Switch(
        "volcano_setup",
        "redraw",
        ("redraw", "allow"),
        "what happens to a volcano in the first display",
        "MA-08",
    ),
    Switch("shell_bank", 0, (0, 1000), "shells in the whole game; 0: without limit", "MA-09", whole=True),
    Switch("ship_start", "random", ("random", "chosen_by_last_seat"), "who sets the explorer ship", "MA-10"),
    Switch(
        "first_player",
        "seat0",
        ("seat0", "random"),
        "who begins; a seat is a place in the playing order, so both play alike",
        "MA-12",
    ),
    Switch("max_steps", 16, (15, 16), "most steps of the ship in a turn", "MA-23", whole=True),
    Switch("edge_match", "free", ("free", "built_only", "strict"), "must coasts fit the neighbours", "MA-38"),
    Switch("store_swap", False, (False, True), "storing may replace the stored tile", "MA-43"),
    Switch("remove_stored", False, (False, True), "the stored tile may be removed", "MA-46"),
    Switch("gap_cost", "position", ("position", "tiles"), "whether gaps count in the price", "MA-52"),
    Switch(
        "last_turns", "others_once", ("others_once", "finish_round"), "turns after a full tableau", "MA-54"
    ),
    Switch(
        "max_rounds", 100, (1, MAX_ROUNDS), "a game without a full tableau stops here", "MA-56", whole=True
    ),
    Switch(
        "mixed_tile",
        "any_open",
        ("any_open", "all_open"),
        "when a tile with two land parts is removed",
        "MA-58",
    ),
    Switch("penalise_removed", True, (False, True), "fields of removed tiles count as unoccupied", "MA-63"),
    Switch(
        "majority_after_removal",
        True,
        (False, True),
        "majorities are counted after open islands went",
        "MA-64",
    ),
    Switch(
        "shell_majority",
        "stock",
        ("stock", "pictured", "both"),
        "which shells count for the majority",
        "MA-65",
    ),
    Switch("tie", "shared", ("shared", "fewer_empty_fields"), "a tie for the win", "MA-67"),
    Switch(
        "own_ships",
        "off",
        ("off", "free", "last_built"),
        "variant: each player has a ship that says where to build",
        "MA-68",
        module=True,
    ),
    Switch(
        "atoll",
        False,
        (False, True),
        "variant: the reverse side, with a ring of rocks; for at most atoll_max_players",
        "MA-68",
        module=True,
    ),
    Switch(
        "own_ship_adjacency",
        "horizontal_diagonal",
        ("horizontal_diagonal", "king", "orthogonal"),
        "which neighbours the own ship reaches",
        "MA-70",
    ),
    Switch("remove_under_ship", False, (False, True), "the tile under the own ship may be removed", "MA-73"),
    Switch("atoll_max_players", 4, (4, 5), "most players on the atoll side", "MA-74", whole=True),
    Switch("atoll_double_wreath", False, (False, True), "wreaths inside the rocks double as well", "MA-75"),
    Switch("unfinished_wreath", 0, (0, 20), "points lost for half a wreath alone", "MA-77", whole=True),
)

ALLOWED_VOLCANO = 1
CHOSEN_START = 1
COVERABLE = 1
FREE_FIT, BUILT_ONLY, STRICT = range(3)
PRICE_BY_TILES = 1
FINISH_ROUND = 1
ALL_OPEN = 1
STOCK, PICTURED, BOTH = range(3)
FEWER_EMPTY_WINS = 1
SHIPS_OFF, SHIPS_FREE, SHIPS_LAST_BUILT = range(3)
