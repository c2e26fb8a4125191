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


# The strongest hand-made weights, set by hand in points and not fitted. Points delivered now count half as much again
# as those on the way, and half of the mast's worth as well, for both lie in the route already; a fish kept is no point
# yet. Who is ahead hastens the fog (fog_haste): it then stands first (fog_slot < 0), else mostly last, when others may
# have used its side; it does not come to a side whose ships one can serve (fog_ready). Worthy fish go down first, the
# least worthy stays on top (bury, top). Stealing pays twice: one gains what another loses.
GREEDY = {
    "points": 1.5,
    "gain": 0.5,
    "route": 0.7,
    "theft": 0.3,
    "leader": 0.1,
    "octopus": 0.05,
    "shark": 0.5,
    "stay": -0.1,
    "fog_risk": -0.05,
    "distance": -0.001,
    "prospect": 1.0,
    "prey": 0.1,
    "fog_slot": -0.2,
    "fog_own": -0.3,
    "fog_fish": -0.02,
    "fog_haste": 1.0,
    "fog_ready": -0.3,
    "bury": 0.5,
    "top": -1.0,
    "swap": 1.0,
    "gift": -1.0,
    "turn_own": 1.0,
    "turn_rival": 0.2,
    "ship_rivals": 0.5,
    "ship_own": -1.0,
}


def style(name: str, plan: str, **changes: float) -> Policy:
    """A player who weighs some things differently from greedy."""
    return Policy(name, plan, {**GREEDY, **changes})


POLICIES = (
    Policy("random", "decides everything at random"),
    Policy(
        "greedy",
        "plans the route that delivers and loads most, and keeps the worthy fish low on the mast",
        GREEDY,
    ),
    style(
        "fisher",
        "fills the mast first and waits for the large ships; leaves other boats alone",
        gain=0.9,
        points=1.2,
        theft=0.0,
        leader=0.0,
        prey=0.0,
        fog_slot=0.3,
    ),
    style(
        "courier",
        "serves any ship at once, however small, and hardly cares what is left on the mast",
        points=3.0,
        gain=0.1,
        route=0.4,
        theft=0.0,
        prey=0.0,
        stay=-0.3,
    ),
    style(
        "pirate",
        "sails beside other boats and lives on their fish, the leader's first",
        theft=1.5,
        leader=0.7,
        prey=0.8,
    ),
    style(
        "storm",
        "sends fog early where it hurts the others and turns their indicators",
        fog_rivals=0.7,
        fog_slot=-0.6,
        octopus=0.4,
        turn_rival=0.8,
        fog_risk=-0.2,
    ),
)
