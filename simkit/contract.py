"""The contract between a game and everything else: what a game declares, and how its kernels are found.

A game is a :class:`Game` record, handed to :func:`register` once. Engine, tests and reports reach its kernels through
the generic functions at the end of this module (``setup``, ``legal_moves`` ...), which pick the implementation by the
dtype of the state: the last field of every STATE dtype is an empty one named after the game and the hash of its
sources. The compiled body resolves the name while numba types the call, so nothing is looked up at run time and the
machine code can be cached; the plain body looks it up in the same dictionary.

What each kernel must do (shapes use S = seats, at most MAX_SEATS; n = number of legal moves):

``setup(state, board, rules)``
    The state is all zero except ``players`` and the seeded ``streams``. Brings it to the first decision.
``legal_moves(state, board, rules, work) -> n``
    Fills ``work.moves[:n]`` (int64) with ascending codes, n >= 1. Changes nothing else but the game's scratch.
``move_features(state, board, rules, work, n)``
    Fills ``work.features[:n]`` (float64, a row a move; ``feature_columns`` gives the columns). It arrives zeroed.
``apply_move(state, board, rules, move, work)``
    Plays one legal move of ``state.seat`` and brings the state to the next decision or to the end.
``is_over(state) -> 0 or 1``
    1 as soon as ``state.end_cause`` is not RUNNING (the engine sets STALLED where a game asks too often).
``final_scores(state, board, rules, out)``
    ``out`` float64 (MAX_SEATS, 1 + parts + tie keys): score, its parts (they add up to it), tie keys (higher first).
``score_now(state, board, rules, out)``
    ``out`` float64 (MAX_SEATS,): what each seat would score if the game ended now, open choices at their expectation.
    Equals the final score at the end.
``component(state, board, move) -> id or -1``
    The component (an index into ``Game.components``) that a move takes.
``hide(state, board, rules, seat, key)``
    Re-draws all that ``seat`` cannot know, uniformly among what it could be, and re-keys the streams.
``broken(state, board, rules) -> 0 or the number of a broken invariant``

A move is an int64: its type in the bits from TYPE_SHIFT up, the game's own fields below.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba.extending import overload

from simkit.kernel import source_hash
from simkit.policy import TYPE_SHIFT, Policy, feature_columns, policy_dtype, row_length

__all__ = ["TYPE_SHIFT", "Policy", "feature_columns"]

MAX_SEATS = 5
"""Places in every per-seat array."""

HISTORY = 1024
"""Rounds whose standing the engine can remember: no game may begin round HISTORY."""

MAX_COMPONENTS = 124
"""Components a game may name: the events table keeps those on offer in two words of 62."""

CANDIDATES = 16
"""Moves that a look-ahead tries at most."""

RUNNING, STALLED = 0, 1
"""The first two values of ``state.end_cause``; a game's own causes follow."""

_SOURCE = "source_"
_NOT_KERNELS = {"__init__.py", "board.py", "text.py", "draw.py"}


@dataclass(frozen=True)
class Quantity:
    """Something with a number: a feature, a score part, a counter. ``labels`` name a category's values 0, 1, ...

    ``moves``: for a feature, the move types for which it can differ from 0 (none named: all). Features of different
    moves share columns (``policy.feature_columns``), which keeps the rows short.
    """

    name: str
    unit: str
    sentence: str
    labels: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Switch:
    """A reading or variant of the rules that a scenario can choose.

    ``allowed`` is (False, True), a tuple of words, or a (lowest, highest) pair of whole numbers under ``whole=True``;
    with ``length`` the value is a list of that many such numbers. The first word is not necessarily the default.
    ``module`` marks an optional module or variant that the rulebook itself offers.
    """

    name: str
    default: Any
    allowed: tuple[Any, ...]
    sentence: str
    clause: str
    whole: bool = False
    length: int = 0
    module: bool = False

    def __post_init__(self) -> None:
        """A kernel reads a switch as the place of its value in ``allowed``: a flag's must be (False, True)."""
        if isinstance(self.default, bool) and self.allowed != (False, True):
            raise ValueError(f"{self.name}: a flag allows (False, True), in this order, not {self.allowed}")

    def code(self, value: Any) -> Any:
        """The number(s) that stand for a value in the RULES record; ValueError names what is allowed."""
        if self.length:
            if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != self.length:
                raise ValueError(f"{self.name} = {value!r}: a list of {self.length} whole numbers is wanted")
            return [self._whole(item) for item in value]
        if self.whole:
            return self._whole(value)
        for number, allowed in enumerate(self.allowed):
            if type(value) is type(allowed) and value == allowed:
                return number
        raise ValueError(f"{self.name} = {value!r}: allowed are {', '.join(map(_shown, self.allowed))}")

    def _whole(self, value: Any) -> int:
        low, high = self.allowed
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"{self.name} = {value!r}: a whole number from {low} to {high} is wanted")
        return value


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


@dataclass(frozen=True)
class Game:
    """All that a game declares. See the module's docstring for the kernels, README for the three steps to add one."""

    name: str
    title: str
    edition: str
    players: tuple[int, ...]
    STATE: np.dtype[Any]
    BOARD: np.dtype[Any]
    MAX_MOVES: int
    MAX_DECISIONS: int
    move_types: tuple[str, ...]
    end_causes: tuple[str, ...]
    switches: tuple[Switch, ...]
    features: tuple[Quantity, ...]
    score_parts: tuple[Quantity, ...]
    tie_keys: tuple[Quantity, ...]
    seat_counters: tuple[Quantity, ...]
    game_counters: tuple[Quantity, ...]
    components: tuple[Quantity, ...]
    policies: tuple[Policy, ...]
    kernels: ModuleType | Mapping[str, Callable[..., Any]]
    board: ModuleType
    package: str
    scratch: tuple[Any, ...] = ()
    RULES: np.dtype[Any] = field(init=False)
    WORK: np.dtype[Any] = field(init=False)
    POLICY: np.dtype[Any] = field(init=False)

    def __post_init__(self) -> None:
        """Derive the remaining record types and refuse a declaration that the engine could not honour."""
        if len(self.components) > MAX_COMPONENTS:
            raise ValueError(f"{self.name}: at most {MAX_COMPONENTS} components, not {len(self.components)}")
        if self.end_causes[:2] != ("running", "stalled"):
            raise ValueError(f"{self.name}: end_causes begin with 'running', 'stalled'")
        if not self.STATE.names or not self.STATE.names[-1].startswith(f"{_SOURCE}{self.name}_"):
            raise ValueError(f"{self.name}: STATE must be made by state_dtype with the game's name")
        set_field = object.__setattr__
        set_field(
            self,
            "RULES",
            record_dtype([(s.name, np.int64, (s.length,) if s.length else ()) for s in self.switches]),
        )
        set_field(
            self,
            "POLICY",
            policy_dtype(row_length(self.features), len(self.components), len(self.move_types)),
        )
        set_field(self, "WORK", self._work_dtype())

    def _work_dtype(self) -> np.dtype[Any]:
        columns = 1 + len(self.score_parts) + len(self.tie_keys)
        return record_dtype(
            [
                ("moves", np.int64, (self.MAX_MOVES,)),  # legal moves, ascending
                ("features", np.float64, (self.MAX_MOVES, row_length(self.features))),
                ("values", np.float64, (self.MAX_MOVES,)),  # a linear policy's score of each move
                ("scores", np.float64, (MAX_SEATS, columns)),  # final_scores
                ("now", np.float64, (MAX_SEATS,)),  # score_now
                ("history", np.float64, (HISTORY, MAX_SEATS)),  # score_now after each round
                ("offered", np.int64, (MAX_SEATS, 2)),  # components this game has offered the seat, as bits
                ("taken", np.int64, (MAX_SEATS, 2)),  # and those it took, in two words of 62
                ("on_offer", np.int64, (2,)),  # components among the present legal moves
                ("decisions", np.int64),  # of this game so far, with at least two legal moves
                ("forced", np.int64),  # moves that were the only legal one
                ("bans_lifted", np.int64),
                ("seat_turns", np.int64, (MAX_SEATS,)),
                ("seat_decisions", np.int64, (MAX_SEATS,)),
                ("seat_offered", np.int64, (MAX_SEATS,)),  # legal moves offered at those decisions
                ("candidates", np.int64, (CANDIDATES,)),  # look-ahead: indices into moves, best first,
                ("candidate_wins", np.float64, (CANDIDATES,)),  # and their win shares in the playouts so far
                ("listed", np.int64),  # moves in the list now
                ("last_round", np.int64),  # the engine's place in the game: last round and turn begun,
                ("last_turn", np.int64),
                ("first_event", np.int64),  # and the row of its first event
                ("policy_streams", np.uint64, (MAX_SEATS, 4)),  # by place in the scenario's list of policies
                ("handicap", np.int64, (MAX_SEATS,)),  # points that each seat has on top
                *self.scratch,
            ]
        )

    def kernel(self, name: str) -> Callable[..., Any]:
        """The game's implementation of one of the contract's functions."""
        found = self.kernels[name] if isinstance(self.kernels, Mapping) else getattr(self.kernels, name)
        return found

    def policy(self, name: str) -> Policy:
        """A named policy; KeyError where there is none."""
        return {policy.name: policy for policy in self.policies}[name]

    @property
    def text(self) -> ModuleType:
        """The game's words: imported only when asked for."""
        return import_module(f"{self.package}.text")

    @property
    def draw(self) -> ModuleType:
        """The game's pictures: imported only when asked for."""
        return import_module(f"{self.package}.draw")

    def rules_record(self, chosen: Mapping[str, Any]) -> np.ndarray[Any, Any]:
        """The RULES record (array of length 1): the chosen switches, the rest at default. ValueError if unknown."""
        known = {switch.name for switch in self.switches}
        if unknown := set(chosen) - known:
            raise ValueError(
                f"{self.title} has no rule switch {sorted(unknown)[0]!r}; it has {', '.join(sorted(known))}"
            )
        rules = np.zeros(1, self.RULES)
        for switch in self.switches:
            rules[switch.name][0] = switch.code(chosen.get(switch.name, switch.default))
        return rules


def record_dtype(fields: Sequence[Any]) -> np.dtype[Any]:
    """An aligned record dtype whose fields read as attributes, compiled and plain. ValueError for a bad name."""
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"a field cannot be named {name!r}: numpy's records use that name themselves")
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def state_dtype(
    name: str,
    source: str | Path,
    *,
    streams: int,
    seat_counters: int,
    game_counters: int,
    fields: Sequence[Any],
) -> np.dtype[Any]:
    """The STATE dtype of a game: the fields every state has, the game's own, and the mark of its sources.

    name: the game's name. source: ``__file__`` of the game's state module; all kernel sources beside it are hashed.
    streams: random streams of the game itself. Fields are int64 or float64, so compiled and plain arithmetic agree.
    """
    common = [
        ("players", np.int64),  # seats in play, 2..MAX_SEATS
        ("seat", np.int64),  # who decides now
        ("round_no", np.int64),  # rounds begun: 1 in the first
        ("turn_no", np.int64),  # turns begun, all seats together
        ("phase", np.int64),  # the game's own enumeration
        ("end_cause", np.int64),  # RUNNING, STALLED or one of the game's own
        ("pending", np.int64, (MAX_SEATS,)),  # hidden simultaneous choices, not yet applied
        ("streams", np.uint64, (streams, 4)),
        ("counters", np.int64, (MAX_SEATS, max(1, seat_counters))),  # Game.seat_counters
        ("tally", np.int64, (max(1, game_counters),)),  # Game.game_counters
    ]
    for label, kind, *_ in fields:
        if np.dtype(kind) not in (np.dtype(np.int64), np.dtype(np.float64)):
            raise ValueError(f"state field {label!r} must be int64 or float64, not {np.dtype(kind)}")
    folder = Path(source).parent
    mark = source_hash([file for file in folder.glob("*.py") if file.name not in _NOT_KERNELS])
    return record_dtype([*common, *fields, (f"{_SOURCE}{name}_{mark}", np.int8, (0,))])


class _Games(Mapping[str, Game]):
    """The registered games by name."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self.by_source: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def add(self, game: Game) -> None:
        if game.name in self._games:
            raise ValueError(f"a game named {game.name!r} is registered already")
        self._games[game.name] = game
        assert game.STATE.names is not None
        self.by_source[game.STATE.names[-1]] = game


GAMES = _Games()


def register(game: Game) -> Game:
    """Make a game known under its name. ValueError where the name is taken."""
    GAMES.add(game)
    return game


# ---- generic functions: the plain body looks the game up, the compiled body is chosen by the state's type ----------


def _game_kernel(state: Any, name: str) -> Callable[..., Any]:
    """The kernel for a state: a numpy record (plain) or a numba Record type (while compiling)."""
    plain = isinstance(getattr(state, "dtype", None), np.dtype)
    names: Any = state.dtype.names if plain else tuple(state.fields)
    return GAMES.by_source[next(label for label in names if label.startswith(_SOURCE))].kernel(name)


def setup(state: Any, board: Any, rules: Any) -> Any:
    return _game_kernel(state, "setup")(state, board, rules)


@overload(setup)
def _setup(state, board, rules):  # type: ignore[no-untyped-def]
    chosen = _game_kernel(state, "setup")
    return lambda state, board, rules: chosen(state, board, rules)


def legal_moves(state: Any, board: Any, rules: Any, work: Any) -> Any:
    return _game_kernel(state, "legal_moves")(state, board, rules, work)


@overload(legal_moves)
def _legal_moves(state, board, rules, work):  # type: ignore[no-untyped-def]
    chosen = _game_kernel(state, "legal_moves")
    return lambda state, board, rules, work: chosen(state, board, rules, work)


def move_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> Any:
    return _game_kernel(state, "move_features")(state, board, rules, work, n)


@overload(move_features)
def _move_features(state, board, rules, work, n):  # type: ignore[no-untyped-def]
    chosen = _game_kernel(state, "move_features")
    return lambda state, board, rules, work, n: chosen(state, board, rules, work, n)


def apply_move(state: Any, board: Any, rules: Any, move: int, work: Any) -> Any:
    return _game_kernel(state, "apply_move")(state, board, rules, move, work)


@overload(apply_move)
def _apply_move(state, board, rules, move, work):  # type: ignore[no-untyped-def]
    chosen = _game_kernel(state, "apply_move")
    return lambda state, board, rules, move, work: chosen(state, board, rules, move, work)


def is_over(state: Any) -> Any:
    return _game_kernel(state, "is_over")(state)


@overload(is_over)
def _is_over(state):  # type: ignore[no-untyped-def]
    chosen = _game_kernel(state, "is_over")
    return lambda state: chosen(state)


def final_scores(state: Any, board: Any, rules: Any, out: Any) -> Any:
    return _game_kernel(state, "final_scores")(state, board, rules, out)


@overload(final_scores)
def _final_scores(state, board, rules, out):  # type: ignore[no-untyped-def]
    chosen = _game_kernel(state, "final_scores")
    return lambda state, board, rules, out: chosen(state, board, rules, out)


def score_now(state: Any, board: Any, rules: Any, out: Any) -> Any:
    return _game_kernel(state, "score_now")(state, board, rules, out)


@overload(score_now)
def _score_now(state, board, rules, out):  # type: ignore[no-untyped-def]
    chosen = _game_kernel(state, "score_now")
    return lambda state, board, rules, out: chosen(state, board, rules, out)


def component(state: Any, board: Any, move: int) -> Any:
    return _game_kernel(state, "component")(state, board, move)


@overload(component)
def _component(state, board, move):  # type: ignore[no-untyped-def]
    chosen = _game_kernel(state, "component")
    return lambda state, board, move: chosen(state, board, move)


def hide(state: Any, board: Any, rules: Any, seat: int, key: int) -> Any:
    return _game_kernel(state, "hide")(state, board, rules, seat, key)


@overload(hide)
def _hide(state, board, rules, seat, key):  # type: ignore[no-untyped-def]
    chosen = _game_kernel(state, "hide")
    return lambda state, board, rules, seat, key: chosen(state, board, rules, seat, key)


def broken(state: Any, board: Any, rules: Any) -> Any:
    return _game_kernel(state, "broken")(state, board, rules)


@overload(broken)
def _broken(state, board, rules):  # type: ignore[no-untyped-def]
    chosen = _game_kernel(state, "broken")
    return lambda state, board, rules: chosen(state, board, rules)
