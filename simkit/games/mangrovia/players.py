"""The named players of Mangrovia: weights on features, set by hand."""

from simkit.policy import Policy

_BASIC = {
    "printed": 1.0,
    "pole_tile": 1.0,
    "path_now": 1.0,
    "path_hope": 1.0,
    "stone": 1.0,
    "pole_majority": 1.0,
    "ring": 1.0,
    "cost_valuables": -0.35,
    "cost_amulets": -1.0,
    "double": 0.0,
    "ends_game": 3.0,
    "draw_now": 0.6,
    "draw_any": 0.3,
    "new_landscape": 0.6,
    "landscape_need": 2.5,
    "valuable_need": 0.25,
    "new_sums": 0.1,
    "draws": 1.0,
    "face_down": 0.1,
    "collect": 1.0,
    "returned": -1.0,
    "pieces_paid": -0.1,
    "sums_left": 0.2,
    "start_cards_paid": 0.05,
    "tiles_paid": -0.3,
    "scarce_landscapes": -1.0,
    "birds_best": 1.0,
    "birds_cards": 0.5,
    "birds_rivals": -0.2,
    "site_cards": 1.2,
    "site_collect": 0.8,
    "site_build": 0.8,
    "site_soon": 0.5,
    "site_first": 1.5,
    "site_queue": -0.6,
}
"""Points for points; a valuable counts about a third of a point, since a hut of 7 to 8 brings some seven points."""

POLICIES = (
    Policy("random", "plays at random among the legal moves"),
    Policy("greedy", "builds where the most points per card are to be had and places its bowls to be able to", _BASIC),
)
