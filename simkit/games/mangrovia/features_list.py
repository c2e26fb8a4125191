"""The features by name, unit and sentence (FEATURES), and the columns they stand in (F_...)."""

from simkit.contract import Quantity, feature_columns

_BUILDS, _DRAWS = ("build", "build double"), ("draw face up", "draw face down")
_BIRDS, _BOWLS = ("birds",), ("bowl",)

FEATURES = (
    Quantity("printed", "points", "points printed on the space, twice for a double hut", moves=_BUILDS),
    Quantity("pole_tile", "points", "value of the pole tile that the hut would get", moves=_BUILDS),
    Quantity(
        "path_now",
        "points",
        "prizes gained on the space's paths if the game ended now, times progress",
        moves=_BUILDS,
    ),
    Quantity(
        "path_hope", "points", "prizes hoped for on the space's paths, times 1 - progress", moves=_BUILDS
    ),
    Quantity("stone", "points", "what a hut in the stone area is worth now or will be", moves=_BUILDS),
    Quantity(
        "pole_majority", "points", "prizes for most huts in the pole area, now and hoped for", moves=_BUILDS
    ),
    Quantity(
        "ring", "points", "what the step of the amulet pillar is worth in later collections", moves=_BUILDS
    ),
    Quantity(
        "cost_valuables",
        "value",
        "valuables to be paid, less as the last hut draws near: cards score nothing",
        moves=_BUILDS,
    ),
    Quantity("cost_amulets", "value", "amulets to be paid", moves=_BUILDS),
    Quantity("double", "0/1", "1 for a double hut", moves=_BUILDS),
    Quantity(
        "ends_game",
        "-1/0/1",
        "for the seat's last hut: 1 if it leads on the points of the moment, else -1",
        moves=_BUILDS,
    ),
    Quantity(
        "beside",
        "points",
        "worth of the best further hut that stays payable, where the landing builds two",
        moves=_BUILDS,
    ),
    Quantity(
        "draw_now",
        "points",
        "how much the card improves the best hut under the birds of the seat's next building landing",
        moves=_DRAWS,
    ),
    Quantity(
        "draw_any", "points", "how much the card improves the best hut payable under any birds", moves=_DRAWS
    ),
    Quantity("new_landscape", "0/1", "1 for a landscape of which the seat has no card", moves=_DRAWS),
    Quantity("landscape_need", "share", "for a landscape card: 1 / (1 + landscape cards held)", moves=_DRAWS),
    Quantity(
        "valuable_need", "value", "for a valuable: its value, less the more valuables are held", moves=_DRAWS
    ),
    Quantity("new_sums", "sums", "amounts from 5 to 14 that become payable with the card", moves=_DRAWS),
    Quantity("draws", "0/1", "1 for any draw", moves=_DRAWS),
    Quantity("face_down", "0/1", "1 for a face-down draw", moves=("draw face down",)),
    Quantity(
        "collect", "points", "value of the amulets to be expected from a collection", moves=("collect",)
    ),
    Quantity("returned", "value", "value of the amulet thrown back", moves=("return amulet",)),
    Quantity("pieces_paid", "pieces", "cards or amulets given up", moves=("pay",)),
    Quantity(
        "sums_left",
        "sums",
        "amounts that stay payable after the move: 5 to 14 in valuables, 3 to 8 in amulets",
        moves=("return amulet", "pay"),
    ),
    Quantity("start_cards_paid", "cards", "starting cards given up", moves=("pay",)),
    Quantity(
        "tiles_paid", "tiles", "stone tiles given up, wild ones included", moves=("landscape cards", "pay")
    ),
    Quantity(
        "scarce_landscapes",
        "share",
        "for each landscape card given up: 1 / cards held of it",
        moves=("landscape cards",),
    ),
    Quantity("birds_best", "points", "best hut payable with the hand under these birds", moves=_BIRDS),
    Quantity("birds_cards", "cards", "own landscape cards that these birds make usable", moves=_BIRDS),
    Quantity(
        "birds_rivals",
        "cards",
        "rivals' landscape cards, seen when taken, that these birds make usable",
        moves=_BIRDS,
    ),
    Quantity(
        "birds_rings", "spaces", "free amulet spaces on these landscapes, mostly for others", moves=_BIRDS
    ),
    Quantity(
        "site_cards",
        "cards",
        "cards that the ritual site may yield, times 1 - progress: early ones pay for many huts",
        moves=_BOWLS,
    ),
    Quantity("site_collect", "points", "value of the amulets that the site may yield", moves=_BOWLS),
    Quantity("site_rich", "points", "the amulets that the site may yield, beyond 5 points", moves=_BOWLS),
    Quantity(
        "site_deny",
        "points",
        "where a site yields amulets: what those yet to place a bowl would collect there, summed",
        moves=_BOWLS,
    ),
    Quantity(
        "site_build",
        "points",
        "worth of what could be built at the site with the hand as it is",
        moves=_BOWLS,
    ),
    Quantity(
        "site_soon",
        "points",
        "how much more could be built with the cards the site yields before",
        moves=_BOWLS,
    ),
    Quantity(
        "site_options",
        "share",
        "k / (1 + k) for k spaces that the hand can pay for now, if the site builds anything",
        moves=_BOWLS,
    ),
    Quantity("site_first", "0/1", "1 for the first site: birds and talisman", moves=_BOWLS),
    Quantity(
        "site_lead",
        "places",
        "for the first site: places gained in the next round's order over leaving it empty",
        moves=_BOWLS,
    ),
    Quantity(
        "site_ends",
        "-1/0/1",
        "where the site can build the seat's last hut: 1 if it leads on the points of the moment, else -1",
        moves=_BOWLS,
    ),
)

(
    F_PRINTED,
    F_TILE,
    F_PATH_NOW,
    F_PATH_HOPE,
    F_STONE,
    F_POLE,
    F_RING,
    F_COST_V,
    F_COST_A,
    F_DOUBLE,
    F_ENDS,
    F_BESIDE,
    F_DRAW_NOW,
    F_DRAW_ANY,
    F_NEW_LAND,
    F_LAND_NEED,
    F_VALUE_NEED,
    F_NEW_SUMS,
    F_DRAWS,
    F_DOWN,
    F_COLLECT,
    F_RETURNED,
    F_PIECES,
    F_SUMS_LEFT,
    F_STARTS,
    F_TILES,
    F_SCARCE,
    F_BIRDS_BEST,
    F_BIRDS_CARDS,
    F_BIRDS_RIVALS,
    F_BIRDS_RINGS,
    F_CARDS,
    F_COLLECT_SITE,
    F_RICH,
    F_DENY,
    F_BUILD_SITE,
    F_SOON,
    F_OPTIONS,
    F_FIRST,
    F_LEAD,
    F_ENDS_SITE,
) = feature_columns(FEATURES)
