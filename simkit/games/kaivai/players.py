"""Players by hand: weights on the features, each with the plan it follows."""

from simkit.policy import Policy

# Units: 1 = one glory. A token is worth about half a point (islands at the end) and as much again while actions have
# to be paid; a shell about a seventh of a hut's two points; a fish on an own hut one point and a third of a bonus.
GREEDY = {
    "sacrifice": 0.1,
    "tokens": -0.6,
    "income": 0.9,
    "huts": 2.6,
    "fish": 0.75,
    "shells": 0.28,
    "supply": 1.2,
    "feed": -0.1,
    "spent_fish": -0.35,
    "glory": 1.0,
    "rival": -0.45,
    "range": 1.6,
    "hold": 0.9,
    "spend": -0.12,
    "boat": 8.0,
    "fisher": 4.5,
    "meeting": 4.0,
    "company": 0.1,
    "markets": 0.02,
    "near_fish": 0.3,
    "near_market": 0.1,
    "bid_range": 0.5,
    "bid_huts": 1.2,
    "bid_early": 0.6,
    "bid_early_fish": 0.1,
    "bid_god": 2.0,
    "god_own": 1.2,
    "god_rival": -0.35,
    "god_fish": 0.3,
    "sink": -1.0,
    "island": 1.0,
    "island_tokens": -0.8,
    "gift": -1.0,
    "yes": -1.0,
}


def _but(**changes: float) -> dict[str, float]:
    return GREEDY | changes


POLICIES = (
    Policy("random", "moves at random"),
    Policy(
        "greedy",
        "weighs every move in glory: huts first, fish to sell and to feast on, tokens with care",
        GREEDY,
    ),
    Policy(
        "builder",
        "turns every shell into huts: sells all its fish to others, feasts only by the way",
        _but(huts=4.0, shells=0.35, supply=0.5, spend=-0.2, bid_huts=2.0, glory=0.7),
    ),
    Policy(
        "feaster",
        "catches fish, carries it to its own huts and celebrates there; seldom sells",
        _but(supply=1.8, shells=0.08, glory=1.5, fish=1.1, fisher=2.0, spent_fish=-0.2),
    ),
    Policy(
        "shuttler",
        "bids lowest every round and moves the god between its own meeting huts for influence",
        _but(bid_god=6.0, meeting=3.0, god_own=2.0, bid_early=0.0, tokens=-0.5),
    ),
)
