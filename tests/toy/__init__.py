"""A small race with everything a game can have: it tests what stands between the core and the report.

Each turn a seat walks one or two steps or crosses a bridge (a die, 0 to 3 steps). Who reaches the goal ends the race:
at once, or with ``equal_turns`` at the end of the round, so that wins can be shared.
"""

from simkit.contract import Game, Quantity, Switch, register
from simkit.policy import Policy
from tests.toy import board, rules

GAME = register(
    Game(
        name="toy",
        title="Toy race",
        edition="made for the tests",
        players=(2, 3, 4),
        STATE=rules.STATE,
        BOARD=board.BOARD,
        MAX_MOVES=3,
        MAX_DECISIONS=4000,
        move_types=("walk", "cross a bridge"),
        end_causes=("running", "stalled", "goal reached"),
        switches=(
            Switch(
                "equal_turns",
                True,
                (False, True),
                "the round in which the goal is reached is completed",
                "T-1",
            ),
            Switch("max_rounds", 100, (1, 1000), "rounds before the race is broken off", "T-2", whole=True),
        ),
        features=(
            Quantity("steps", "steps", "how far a walk goes"),
            Quantity("bridge", "0/1", "1 for crossing a bridge"),
        ),
        score_parts=(
            Quantity("walked", "steps", "steps walked"),
            Quantity("crossed", "steps", "steps made on bridges"),
        ),
        tie_keys=(Quantity("bridges_left", "bridges", "bridges not used"),),
        seat_counters=(Quantity("throws", "throws", "dice thrown by the seat"),),
        game_counters=(Quantity("dry_throws", "throws", "dice that showed 0"),),
        components=(
            Quantity("bridge", "bridge", "a bridge"),
            Quantity("long_step", "step", "a walk of two steps"),
        ),
        policies=(
            Policy("random", "moves at random"),
            Policy("greedy", "goes as far as it can for certain", {"steps": 1.0, "bridge": 1.5}),
            Policy(
                "bridges", "crosses whenever it can, else walks at a whim", {"bridge": 2.0}, temperature=0.5
            ),
        ),
        kernels=rules,
        board=board,
        package="tests.toy",
    )
)
