"""Features of the legal moves, and the players made of them.

The players share ``plan``: how a program is decomposed into slots and searched. What they weigh differs.
"""

from typing import Any

from simkit.games.maldivia.feature_names import FEATURES as FEATURES
from simkit.games.maldivia.features_program import place_features, program_features
from simkit.games.maldivia.features_turn import (
    act_features,
    exchange_features,
    gift_features,
    move_features_of,
    put_features,
    remove_features,
)
from simkit.games.maldivia.state import (
    ACTING,
    ARRANGING,
    EXCHANGING,
    GIVING,
    MOVING,
    PLACING,
    PROGRAMMING,
    PUTTING,
    REMOVING,
)
from simkit.kernel import kernel
from simkit.policy import Policy


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Fill ``work.features[:n]`` for the phase."""
    phase = state.phase
    if phase == PROGRAMMING:
        program_features(state, board, rules, work, n)
    elif phase == MOVING:
        move_features_of(state, board, rules, work, n)
    elif phase == ACTING:
        act_features(state, board, rules, work, n)
    elif phase == EXCHANGING:
        exchange_features(state, board, rules, work, n)
    elif phase in (PUTTING, ARRANGING):
        put_features(state, board, rules, work, n)
    elif phase == REMOVING:
        remove_features(state, board, rules, work, n)
    elif phase == GIVING:
        gift_features(state, board, work, n)
    elif phase == PLACING:
        place_features(state, board, rules, work, n)


GREEDY = {
    "points": 1.0,
    "gain": 1.0,
    "route": 1.0,
    "theft": 0.3,
    "leader": 0.1,
    "octopus": 0.05,
    "shark": 0.5,
    "stay": -0.01,
    "fog_risk": -0.05,
    "distance": -0.001,
    "prospect": 1.0,
    "prey": 0.1,
    "fog_slot": 0.05,
    "fog_rivals": 0.3,
    "fog_own": -0.3,
    "fog_fish": 0.01,
    "fog_haste": 0.2,
    "fog_ready": -0.1,
    "bury": 0.5,
    "top": -1.0,
    "swap": 1.0,
    "gift": -1.0,
    "turn_own": 1.0,
    "turn_rival": 0.2,
    "ship_rivals": 0.5,
    "ship_own": -1.0,
}

POLICIES = (
    Policy("random", "decides everything at random"),
    Policy(
        "greedy",
        "plans the route that delivers and loads most, keeps the worthy fish low on the mast",
        GREEDY,
    ),
)
