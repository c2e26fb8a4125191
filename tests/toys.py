"""Toy games that live outside the package: they test what the core promises without any real game's rules."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from simkit.contract import STALLED, TYPE_SHIFT, Game, Quantity, Switch, record_dtype, register, state_dtype
from simkit.kernel import kernel
from simkit.policy import Policy
from simkit.rng import below, piece_key, rekey, sort_by_key

GOAL_REACHED = 2

RACE_STATE = state_dtype(
    "race",
    Path(__file__),
    streams=2,  # 0: the deck, 1: dice
    seat_counters=1,
    game_counters=1,
    fields=[
        ("position", np.int64, (5,)),  # steps made
        ("deck", np.int64, (8,)),  # hidden bonus cards, drawn from the front
        ("keys", np.int64, (8,)),
        ("drawn", np.int64),
    ],
)
RACE_BOARD = record_dtype([("goal", np.int64)])


@kernel
def setup(state: Any, board: Any, rules: Any) -> None:
    state.round_no = 1
    state.turn_no = 1
    for copy in range(8):
        state.deck[copy] = copy
        state.keys[copy] = piece_key(state.streams, 0, 0, copy)
    sort_by_key(state.keys, state.deck, 8)


@kernel
def legal_moves(state: Any, board: Any, rules: Any, work: Any) -> int:
    """Step 1, step 2, or gamble: a die."""
    work.moves[0] = 1
    work.moves[1] = 2
    if rules.gambling == 0:
        return 2
    work.moves[2] = 1 << TYPE_SHIFT
    return 3


@kernel
def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    work.features[0, 0] = 1.0
    work.features[1, 0] = 2.0
    if n == 3:
        work.features[2, 1] = 1.0


@kernel
def apply_move(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    seat = state.seat
    steps = move
    if move >> TYPE_SHIFT == 1:
        steps = below(state.streams, 1, 4)
        state.counters[seat, 0] += 1
        state.tally[0] += 1
    state.position[seat] += steps
    if state.position[seat] >= board.goal:
        state.end_cause = GOAL_REACHED
        return
    if seat + 1 == state.players:
        if state.round_no == rules.max_rounds:
            state.end_cause = STALLED
            return
        state.round_no += 1
    state.seat = (seat + 1) % state.players
    state.turn_no += 1


@kernel
def is_over(state: Any) -> int:
    return 1 if state.end_cause != 0 else 0


@kernel
def final_scores(state: Any, board: Any, rules: Any, out: Any) -> None:
    for seat in range(state.players):
        out[seat, 0] = min(state.position[seat], board.goal)
        out[seat, 1] = out[seat, 0]
        out[seat, 2] = -seat


@kernel
def score_now(state: Any, board: Any, rules: Any, out: Any) -> None:
    for seat in range(state.players):
        out[seat] = min(state.position[seat], board.goal)


@kernel
def component(state: Any, board: Any, move: int) -> int:
    return 0 if move >> TYPE_SHIFT == 1 else -1


@kernel
def hide(state: Any, board: Any, rules: Any, seat: int, key: int) -> None:
    rekey(state.streams, key)
    for i in range(8):
        state.keys[i] = piece_key(state.streams, 0, 0, state.deck[i])
    sort_by_key(state.keys, state.deck, 8)


@kernel
def broken(state: Any, board: Any, rules: Any) -> int:
    for seat in range(state.players):
        if state.position[seat] < 0:
            return 1
    return 0


def build(
    layout: str = "A", players: int = 2, components: dict[str, Any] | None = None, switches: Any = None
) -> np.ndarray[Any, Any]:
    """The race track: ``goal`` steps long."""
    board = np.zeros(1, RACE_BOARD)
    board["goal"] = (components or {}).get("goal", {"A": 12, "B": 5}[layout])
    return board


RACE = register(
    Game(
        name="race",
        title="Race",
        edition="a toy",
        players=(2, 3, 4, 5),
        STATE=RACE_STATE,
        BOARD=RACE_BOARD,
        MAX_MOVES=3,
        MAX_DECISIONS=5000,
        move_types=("step", "gamble"),
        end_causes=("running", "stalled", "goal reached"),
        switches=(
            Switch("gambling", True, (False, True), "a die may be thrown instead", "T-1"),
            Switch("max_rounds", 100, (1, 1000), "the cap", "T-2", whole=True),
        ),
        features=(
            Quantity("steps", "steps", "how far the move goes"),
            Quantity("gambles", "0/1", "1 for the die"),
        ),
        score_parts=(Quantity("track", "steps", "how far the seat came"),),
        tie_keys=(Quantity("earlier_seat", "-seat", "the earlier seat wins"),),
        seat_counters=(Quantity("gambles", "throws", "dice thrown"),),
        game_counters=(Quantity("throws", "throws", "dice thrown by all"),),
        components=(Quantity("die", "move", "the die"),),
        policies=(
            Policy("random", "moves at random"),
            Policy("greedy", "goes as far as it can for certain", {"steps": 1.0}),
            Policy("gambler", "always throws the die", {"gambles": 1.0}),
        ),
        kernels={
            name: globals()[name]
            for name in (
                "setup",
                "legal_moves",
                "move_features",
                "apply_move",
                "is_over",
                "final_scores",
                "score_now",
                "component",
                "hide",
                "broken",
            )
        },
        board=SimpleNamespace(build=build, LAYOUTS=("A", "B"), settable=lambda: {}, assumed=lambda: []),  # type: ignore[arg-type]
        package="tests.toys",
    )
)


# ---- Tally: everyone draws numbers at once; ties are common. Tests ranks, tie keys, hidden choices ------------------

TALLY_STATE = state_dtype(
    "tally",
    Path(__file__),
    streams=1,
    seat_counters=0,
    game_counters=0,
    fields=[("points", np.int64, (5,)), ("spare", np.int64, (5,)), ("fault", np.int64)],
)


@kernel
def tally_setup(state: Any, board: Any, rules: Any) -> None:
    state.round_no = 1
    state.turn_no = 1
    state.fault = board.goal
    for seat in range(5):
        state.pending[seat] = -1


@kernel
def tally_moves(state: Any, board: Any, rules: Any, work: Any) -> int:
    work.moves[0] = 0
    work.moves[1] = 1
    return 2


@kernel
def tally_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    work.features[1, 0] = 1.0


@kernel
def tally_apply(state: Any, board: Any, rules: Any, move: int, work: Any) -> None:
    """Choices are kept hidden and applied together; the spare points break ties."""
    state.pending[state.seat] = move
    if state.seat + 1 < state.players:
        state.seat += 1
        state.turn_no += 1
        return
    for seat in range(state.players):
        state.points[seat] += state.pending[seat]
        state.spare[seat] += below(state.streams, 0, 2)
        state.pending[seat] = -1
    if state.round_no == 3:
        state.end_cause = GOAL_REACHED
        return
    state.seat = 0
    state.round_no += 1
    state.turn_no += 1


@kernel
def tally_scores(state: Any, board: Any, rules: Any, out: Any) -> None:
    for seat in range(state.players):
        out[seat, 0] = state.points[seat]
        out[seat, 1] = state.points[seat]
        out[seat, 2] = state.spare[seat]


@kernel
def tally_now(state: Any, board: Any, rules: Any, out: Any) -> None:
    for seat in range(state.players):
        out[seat] = state.points[seat]


@kernel
def tally_component(state: Any, board: Any, move: int) -> int:
    return -1


@kernel
def tally_hide(state: Any, board: Any, rules: Any, seat: int, key: int) -> None:
    for other in range(state.players):
        if other != seat:
            state.pending[other] = -1
    rekey(state.streams, key)


@kernel
def tally_broken(state: Any, board: Any, rules: Any) -> int:
    return 1 if state.fault != 0 else 0


def tally_board(
    layout: str = "A", players: int = 2, components: dict[str, Any] | None = None, switches: Any = None
) -> np.ndarray[Any, Any]:
    """No board; ``fault`` plants a broken invariant."""
    board = np.zeros(1, RACE_BOARD)
    board["goal"] = (components or {}).get("fault", 0)
    return board


TALLY = register(
    Game(
        name="tally",
        title="Tally",
        edition="a toy",
        players=(2, 3, 4, 5),
        STATE=TALLY_STATE,
        BOARD=RACE_BOARD,
        MAX_MOVES=2,
        MAX_DECISIONS=15,
        move_types=("choose",),
        end_causes=("running", "stalled", "three rounds"),
        switches=(Switch("unused", False, (False, True), "of no effect", "T-3"),),
        features=(Quantity("one", "0/1", "1 for the higher choice"),),
        score_parts=(Quantity("points", "points", "sum of the choices"),),
        tie_keys=(Quantity("spare", "points", "spare points"),),
        seat_counters=(),
        game_counters=(),
        components=(),
        policies=(Policy("random", "chooses at random"), Policy("greedy", "always takes 1", {"one": 1.0})),
        kernels={
            "setup": tally_setup,
            "legal_moves": tally_moves,
            "move_features": tally_features,
            "apply_move": tally_apply,
            "is_over": is_over,
            "final_scores": tally_scores,
            "score_now": tally_now,
            "component": tally_component,
            "hide": tally_hide,
            "broken": tally_broken,
        },
        board=SimpleNamespace(build=tally_board, LAYOUTS=("A",), settable=lambda: {}, assumed=lambda: []),  # type: ignore[arg-type]
        package="tests.toys",
    )
)
