"""The named players of Mangrovia: weights on features, set by hand."""

from simkit.policy import Policy

_BASIC = {
    # A hut: points count as points. A valuable is reckoned at a third of a point, since a hut of 7 or 8 brings some
    # seven points and costs a landscape card and a turn as well; an amulet paid is a point lost at the end.
    "printed": 1.0,
    "pole_tile": 1.0,
    "path_now": 0.9,
    "path_hope": 0.9,
    "stone": 1.0,
    "pole_majority": 0.6,
    "ring": 1.3,
    "cost_valuables": -0.35,
    "cost_amulets": -1.0,
    "double": 0.0,
    "ends_game": 3.0,
    "beside": 0.7,
    # Cards: what can be built with them, then a stock of both sorts. Any card is better than none.
    "draw_now": 0.6,
    "draw_any": 0.3,
    "new_landscape": 0.6,
    "landscape_need": 1.5,
    "valuable_need": 0.4,
    "new_sums": 0.1,
    "draws": 1.0,
    "face_down": 0.1,
    "collect": 1.0,
    "returned": -1.0,
    # Paying: keep amounts payable, give few pieces, starting cards rather than others, no landscape to the last card.
    "pieces_paid": -0.1,
    "sums_left": 0.2,
    "start_cards_paid": 0.05,
    "tiles_paid": -0.3,
    "scarce_landscapes": -1.0,
    # Birds: for the own hand and against the amulet race, since mostly others build before the seat's next landing.
    "birds_best": 1.0,
    "birds_cards": 0.5,
    "birds_rivals": -0.2,
    "birds_rings": -1.0,
    # Bowls. What sites are worth was read off games played on from some 1,600 placings, 64 times for each site: their
    # win shares, fitted by the features, gave these weights; then they were rounded, and a few made larger and smaller
    # at a table against three with the weights of before (12,000 games a try). An early card is worth a dozen points
    # of huts (it pays for huts that pay for collections) and a late one almost nothing; a hut that can be built now
    # can mostly be built later too; a big collection is worth more than its points.
    "site_cards": 12.0,
    "site_collect": 1.1,
    "site_rich": 1.6,
    "site_deny": 0.1,
    "site_build": 0.8,
    "site_soon": 0.5,
    "site_options": 8.0,
    "site_first": -1.0,
    "site_lead": 1.4,
    "site_ends": 2.0,
}

POLICIES = (
    Policy("random", "plays at random among the legal moves"),
    Policy(
        "greedy",
        "builds where the most points per card are to be had and places its bowls to be able to",
        _BASIC,
    ),
    Policy(
        "collector",
        "builds on amulet spaces first, collects whenever it can and parts with amulets unwillingly",
        {**_BASIC, "ring": 2.2, "collect": 1.5, "site_collect": 1.4, "cost_amulets": -1.3},
    ),
    Policy(
        "pilgrim",
        "fights for the divine paths, also with double huts, and leaves the two areas to others",
        {**_BASIC, "path_now": 1.3, "path_hope": 1.3, "double": 1.5, "stone": 0.6, "pole_tile": 0.7},
    ),
    Policy(
        "mason",
        "crowds into the stone area and the pole area and takes the paths as they come",
        {**_BASIC, "stone": 1.5, "pole_tile": 1.2, "pole_majority": 0.9, "path_hope": 0.7},
    ),
    Policy(
        "sprinter",
        "builds cheap huts as fast as it can to end the game before others have harvested",
        {
            **_BASIC,
            "cost_valuables": -0.6,
            "ring": 0.9,
            "site_build": 1.1,
            "site_soon": 0.7,
            "ends_game": 6.0,
        },
    ),
)
