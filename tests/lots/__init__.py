"""A game whose every probability can be counted: it tests what is said about luck, components and handicaps.

Hands of 0 to 3 are drawn before the first decision; each seat names 0, 1 or 2; each seat may take a chest or an empty
purse; each seat throws a die from 0 to 5. The score weighs these, and each later seat starts ``later`` points behind.
"""

from simkit.contract import Game, Quantity, Switch, register
from simkit.policy import Policy
from tests.lots import board, rules

GAME = register(
    Game(
        name="lots",
        title="Lots",
        edition="made for the tests",
        players=(2, 3),
        STATE=rules.STATE,
        BOARD=board.BOARD,
        MAX_MOVES=3,
        MAX_DECISIONS=20,
        move_types=("name", "chest", "purse"),
        end_causes=("running", "stalled", "settled"),
        switches=(Switch("unused", False, (False, True), "of no effect", "L-1"),),
        features=(
            Quantity("number", "points", "the number named"),
            Quantity("takes", "0/1", "1 for taking a chest"),
            Quantity("leading", "0/1", "1 for taking a chest while holding strictly most"),
            Quantity("purse", "0/1", "1 for taking a purse"),
        ),
        score_parts=(
            Quantity("hand", "points", "from the hand"),
            Quantity("named", "points", "from the number named"),
            Quantity("chest", "points", "from the chest"),
            Quantity("die", "points", "from the die"),
            Quantity("later", "points", "for sitting later"),
        ),
        tie_keys=(),
        seat_counters=(Quantity("chests", "chests", "chests taken"),),
        game_counters=(),
        components=(Quantity("chest", "chest", "a chest"), Quantity("purse", "purse", "an empty purse")),
        policies=(
            Policy("random", "names and takes at random"),
            Policy("greedy", "names 2 and takes a chest", {"number": 1.0, "takes": 1.0}),
            Policy(
                "whim",
                "names anything; takes a chest while it leads, else a purse",
                {"takes": -1.0, "leading": 2.0, "purse": 0.5},
            ),
        ),
        kernels=rules,
        board=board,
        package="tests.lots",
    )
)
