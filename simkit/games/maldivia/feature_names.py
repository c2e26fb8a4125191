"""The columns of ``work.features``: plain numbers, most of them in points (one fish on a collected card)."""

from simkit.contract import Quantity
from simkit.games.maldivia.state import (
    ARRANGE,
    DELIVER,
    EXCHANGE,
    FINISH,
    GIVE,
    MOVE,
    MOVE_TYPES,
    PLACE,
    PROGRAM,
    PUT,
    REMOVE,
    ROTATE,
    SWAP,
    TAKE,
)
from simkit.policy import feature_columns


def _feature(kinds: list[int], name: str, unit: str, sentence: str) -> Quantity:
    """A feature of some types of moves."""
    return Quantity(name, unit, sentence, moves=tuple(MOVE_TYPES[kind] for kind in kinds))


FEATURES = (
    _feature(
        [MOVE, DELIVER, TAKE], "points", "points", "what can be delivered this turn if this is done, at best"
    ),
    _feature([MOVE, DELIVER, TAKE, REMOVE], "gain", "points", "change of the worth of the own mast"),
    _feature(
        [PROGRAM, MOVE],
        "route",
        "points",
        "worth of the best route found for this round's remaining moves, less the mast's now",
    ),
    _feature([MOVE, TAKE], "theft", "fish", "fish taken from other boats"),
    _feature([MOVE, TAKE], "leader", "fish", "of these, from a player who has most points"),
    _feature([MOVE], "octopus", "0/1", "the move ends on an octopus with an indicator to turn"),
    _feature(
        [MOVE], "shark", "points", "what a swap would gain on the average on the shark where the move ends"
    ),
    _feature([MOVE, FINISH, PUT, ARRANGE], "stay", "0/1", "nothing is done: stay, finish, keep"),
    _feature(
        [MOVE],
        "fog_risk",
        "sides",
        "sides still open to fog that could cost the boat a fish where the move ends",
    ),
    _feature([MOVE], "distance", "spaces", "rows plus columns moved"),
    _feature([PLACE], "prospect", "points", "worth of the best catch in the row plus the best in the column"),
    _feature([PROGRAM], "prey", "0/1", "the arrow leads past another boat that carries fish"),
    _feature([PROGRAM], "fog_slot", "number", "the fog indicator's place in the row, 0 to 3"),
    _feature(
        [PROGRAM], "fog_rivals", "fish", "fish that the others would lose if the fog came now, by 1 + slot"
    ),
    _feature(
        [PROGRAM],
        "fog_own",
        "fish",
        "fish lost oneself, at the place and with the mast that the route leads to before",
    ),
    _feature([PROGRAM], "fog_fish", "fish", "fish on the backs turned up less fish on the spaces covered"),
    _feature(
        [PROGRAM], "fog_haste", "share", "lead in points (-10 to 10, by 10) times the spaces lost (by 10)"
    ),
    _feature(
        [PROGRAM],
        "fog_ready",
        "points",
        "best ship at that side that the own mast could serve (a neighbour may remove it)",
    ),
    _feature([PUT, ARRANGE], "bury", "points", "worth of the fish put on: the earlier the safer"),
    _feature([ARRANGE], "top", "points", "worth of the fish left on top, where thieves and fog take it"),
    _feature([SWAP], "swap", "points", "expected value of the card drawn less that of the least own card"),
    _feature([GIVE], "gift", "points", "value of the card given away"),
    _feature([ROTATE], "turn_own", "points", "change of the own route by turning an own indicator"),
    _feature(
        [ROTATE],
        "turn_rival",
        "points",
        "best ship that a rival's next indicator, now turned, might have led him to",
    ),
    _feature(
        [EXCHANGE], "ship_rivals", "points", "what the exchanged ship promises the rival best provided for it"
    ),
    _feature([EXCHANGE], "ship_own", "points", "what the exchanged ship promises oneself"),
)

(
    F_POINTS,
    F_GAIN,
    F_ROUTE,
    F_THEFT,
    F_LEADER,
    F_OCTOPUS,
    F_SHARK,
    F_STAY,
    F_FOG_RISK,
    F_DISTANCE,
    F_PROSPECT,
    F_PREY,
    F_FOG_SLOT,
    F_FOG_RIVALS,
    F_FOG_OWN,
    F_FOG_FISH,
    F_FOG_HASTE,
    F_FOG_READY,
    F_BURY,
    F_TOP,
    F_SWAP,
    F_GIFT,
    F_TURN_OWN,
    F_TURN_RIVAL,
    F_SHIP_RIVALS,
    F_SHIP_OWN,
) = feature_columns(FEATURES)
"""Where each stands in a row; features of different moves share columns."""
