"""Players by hand: weights on the features, each with the plan it follows."""

from simkit.policy import Policy

# Units: about one glory. First set by watching games. Then each weight was compared with about half and twice its size:
# one greedy player with the change among three without it, 800 to 2,000 games, judged by its lead in glory. No single
# change gained more than the noise. Then 498 changes of two to six weights at once, drawn at random, were compared
# in the same way; six were kept, together a lead of 1.3 +- 0.2 and 29.6 +- 1.0 % of the wins (2,000 new games; 25 % is
# par). These are the rounded weights. A player that looks ahead does much better (RULES.md says by how much and where).
# - A hut is worth more than its two points: it takes fish, brings a boat or influence, and its shells would rot.
# - Influence is the bottleneck: a paid action costs 1.5 a token, 2.2 more for each token the hand falls below two, and
#   2.1 a token in the last round, when the villages are still to be bid for.
# - A fish caught is worth 2, because it is sold (0.35 a shell, 4 on average) or eaten later; handing it on costs 0.45.
# - Fish on others' huts feeds them (-0.3), and so does a celebration that pays a rival (-0.2 a point).
# - A new boat counts most, for it repeats nearly every action; a meeting hut is the income of influence.
# - In a bid the turn comes first (1.2), then huts that the price allows, then the god, if own meeting huts await it.
GREEDY = {
    "stop": -0.6,
    "sacrifice": 0.5,
    "tokens": -1.5,
    "tokens_last": -2.1,
    "drained": -2.2,
    "income": 0.9,
    "huts": 5.8,
    "huts_last": 1.8,
    "spend": -0.25,
    "fish": 2.0,
    "shells": 0.35,
    "supply": 0.9,
    "feed": -0.3,
    "spent_fish": -0.45,
    "glory": 1.3,
    "rival": -0.2,
    "range": 2.0,
    "hold": 1.3,
    "sail": -0.3,
    "sink": -0.7,
    "boat": 16.0,
    "fisher": 1.5,
    "meeting": 4.0,
    "markets": -0.1,
    "company": -0.7,
    "near_fish": 0.3,
    "near_market": 0.1,
    "bid_range": 0.16,
    "bid_huts": 1.5,
    "bid_early": 1.2,
    "bid_early_fish": 0.1,
    "bid_god": 2.3,
    "god_own": 1.65,
    "god_rival": -0.35,
    "god_fish": 0.3,
    "island": 1.0,
    "island_tokens": -0.9,
    "gift": -1.0,
    "yes": -1.0,
}


def _but(**changes: float) -> dict[str, float]:
    return GREEDY | changes


POLICIES = (
    Policy("random", "moves at random"),
    Policy(
        "greedy",
        "weighs every move in glory: huts and boats first, fish to sell or to feast on, few tokens",
        GREEDY,
    ),
    Policy(
        "builder",
        "turns every shell into huts: sells its fish to others and feasts only by the way",
        _but(huts=8.0, shells=0.5, supply=0.4, bid_huts=3.0, glory=1.0),
    ),
    Policy(
        "feaster",
        "carries its fish to its own huts and celebrates there; sells what is left",
        _but(supply=1.6, shells=0.25, glory=1.8, rival=-0.6),
    ),
    Policy(
        "islander",
        "puts huts and boats where villages can be held and keeps influence for the end",
        _but(hold=2.5, island_tokens=-0.7, tokens=-1.8),
    ),
    Policy(
        "shuttler",
        "bids low wherever the god then earns influence from own meeting huts, round after round",
        _but(bid_god=5.0, bid_early=1.0, god_own=1.5),
    ),
)
