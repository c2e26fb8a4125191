"""One game, step by step, through the same kernels: for watching, for players written in Python, for tests.

All of it goes through one compiled entry, :func:`step`, so that a process pays for one cached function.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from simkit.contract import (
    Game,
    apply_move,
    broken,
    component,
    hide,
    is_over,
    legal_moves,
)
from simkit.engine import begin, choose, closing_scores, drop_banned, fill_features, standing_now
from simkit.errors import InputError
from simkit.kernel import entry
from simkit.lookahead import KEYS, choose_once
from simkit.policy import TYPE_SHIFT, Policy, feature_places, policy_records
from simkit.rng import PLAY, below
from simkit.rows import JOB, give_extras

BEGIN, MOVES, FEATURES, DROP, CHOOSE, APPLY, OVER, SCORES, NOW, COMPONENT, HIDE, BROKEN = range(12)
"""What :func:`step` can do."""


@entry
def step(
    states: Any, boards: Any, rules: Any, works: Any, policies: Any, job: Any, what: int, number: int
) -> int:
    """Do one thing to a position (arguments as in engine.play_block). ``number`` is a move, a seat or a count."""
    state = states[0]
    board = boards[0]
    rule = rules[0]
    work = works[0]
    if what == BEGIN:
        begin(states, board, rule, work, job[0], job[0].first_deal)
    elif what == MOVES:
        return legal_moves(state, board, rule, work)
    elif what == FEATURES:
        fill_features(state, board, rule, work, number)
    elif what == DROP:
        return drop_banned(state, board, policies[job[0].seating[0, state.seat]], work, number)
    elif what == CHOOSE:
        place = job[0].seating[0, state.seat]
        kept = drop_banned(state, board, policies[place], work, number)
        n = number if kept == 0 else kept
        return work.moves[choose(state, board, rule, policies[place], work, place, n)]
    elif what == APPLY:
        apply_move(state, board, rule, number, work)
    elif what == OVER:
        return is_over(state)
    elif what == SCORES:
        closing_scores(state, board, rule, work, work.handicap)
    elif what == NOW:
        standing_now(state, board, rule, work)
    elif what == COMPONENT:
        return component(state, board, number)
    elif what == HIDE:
        hide(state, board, rule, number, job[0].seed)
    elif what == BROKEN:
        return broken(state, board, rule)
    return 0


class Position:
    """A game in progress. ``state`` is its record: its fields can be read, and set by a test.

    game: the game. board, rules: arrays of one record (``game.board.build``, ``game.rules_record``). players: seats.
    seed, deal: the key of its chance. policies: one a place, for :meth:`choose`; ``seating[seat]`` is the seat's place
    (by default the same number). handicap, streams: as in ``rows.give_extras``.
    """

    def __init__(
        self,
        game: Game,
        board: np.ndarray[Any, Any],
        rules: np.ndarray[Any, Any],
        players: int,
        *,
        seed: int = 0,
        deal: int = 0,
        policies: Sequence[Policy] = (),
        seating: Sequence[int] = (),
        purpose: int = PLAY,
        handicap: Sequence[int] = (),
        streams: Sequence[int] = (),
    ) -> None:
        self.game = game
        self.board = board
        self.rules = rules
        self._states = np.zeros(3, game.STATE)
        self._works = np.zeros(2, game.WORK)
        self.policies = list(policies) or [Policy("random", "")] * players
        self._policies = policy_records(game, self.policies)
        self._job = np.zeros(1, JOB)
        job = self._job[0]
        job.purpose, job.seed, job.first_deal, job.players = purpose, seed, deal, players
        job.max_decisions, job.tie_keys = game.MAX_DECISIONS, len(game.tie_keys)
        job.seating[0, :players] = list(seating) or range(players)
        give_extras(job, handicap, streams)
        self._step(BEGIN)

    def _step(self, what: int, number: int = 0) -> int:
        return int(
            step(self._states, self.board, self.rules, self._works, self._policies, self._job, what, number)
        )

    @property
    def state(self) -> Any:
        """The state record (a view: setting a field changes the position)."""
        return self._states[0]

    @property
    def work(self) -> Any:
        """The scratch record."""
        return self._works[0]

    @property
    def seat(self) -> int:
        """Who decides now."""
        return int(self.state.seat)

    @property
    def place(self) -> int:
        """The place in the list of policies of who decides now."""
        return int(self._job[0].seating[0, self.seat])

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return bool(self._step(OVER))

    def moves(self) -> list[int]:
        """The legal moves, ascending."""
        n = self._step(MOVES)
        return [int(move) for move in self.work.moves[:n]]

    def features(self) -> np.ndarray[Any, Any]:
        """Features of the legal moves: float64, shape (moves, features)."""
        n = self._step(MOVES)
        self._step(FEATURES, n)
        rows = np.array(self.work.features[:n])
        kinds = self.work.moves[:n] >> TYPE_SHIFT
        found = np.zeros((n, len(self.game.features)))
        for number, (column, owners) in enumerate(feature_places(self.game)):
            found[:, number] = np.where(np.isin(kinds, owners), rows[:, column], 0.0)
        return found

    def choose(self) -> int:
        """The move that the policy of the deciding seat takes (advances that policy's stream)."""
        n = self._step(MOVES)
        if n == 1:
            return int(self.work.moves[0])
        place = self.place
        function = self.policies[place].function
        if function is None and self._policies[place].playouts == 0:
            return self._step(CHOOSE, n)
        n = self._step(DROP, n) or n
        if function is not None:
            return self._ask(function, n)
        arguments = (self._states, self.board, self.rules, self._works, self._policies, self._job)
        return int(choose_once(*arguments, place, n))

    def _ask(self, function: Callable[..., int], n: int) -> int:
        """The move that a compiled function of the user's takes among the n listed ones."""
        self._step(FEATURES, n)
        copy = self.copy()
        copy.hide(self.seat, int(below(self.work.policy_streams, self.place, KEYS)))
        index = int(function(copy.state, self.board[0], self.rules[0], self.work, n))
        if not 0 <= index < n:
            raise InputError(
                f"{self.game.title}: a player's function returned {index}, no index into its {n} moves"
            )
        return int(self.work.moves[index])

    def apply(self, move: int) -> None:
        """Play a move. ValueError unless it is legal."""
        if move not in self.moves():
            raise ValueError(f"move {move} is not legal here")
        self._step(APPLY, move)

    def scores(self) -> np.ndarray[Any, Any]:
        """``final_scores`` of the present state: float64, shape (players, 1 + parts + tie keys)."""
        self._step(SCORES)
        return np.array(self.work.scores[: self.state.players])

    def score_now(self) -> np.ndarray[Any, Any]:
        """What each seat would score if the game ended now: float64, shape (players,)."""
        self._step(NOW)
        return np.array(self.work.now[: self.state.players])

    def component(self, move: int) -> int:
        """The component that a move takes, or -1."""
        return self._step(COMPONENT, move)

    def hide(self, seat: int, key: int) -> None:
        """Re-draw everything that ``seat`` cannot know and re-key the streams."""
        seed = int(self._job[0].seed)
        self._job[0].seed = key
        self._step(HIDE, seat)
        self._job[0].seed = seed

    def broken(self) -> int:
        """0, or the number of a broken invariant."""
        return self._step(BROKEN)

    def copy(self) -> "Position":
        """An independent copy."""
        other = object.__new__(Position)
        other.game, other.board, other.rules = self.game, self.board, self.rules
        other.policies = self.policies
        for name in ("_states", "_works", "_policies", "_job"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def play_out(self, chooser: Callable[["Position"], int] | None = None) -> None:
        """Play to the end, by ``chooser(position) -> move`` or by the policies."""
        while not self.over:
            self.apply(chooser(self) if chooser else self.choose())
