"""One game step by step: told in words, drawn, or played by Python functions. The same kernels as in bulk.

A game is named by arm, deal and rotation, as in a run's tables, and yields the scores that stand there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from simkit.contract import STALLED, TYPE_SHIFT, Game
from simkit.errors import InputError
from simkit.position import Position
from simkit.scenario import Scenario, find_game
from simkit.scenario_arms import REPLAY, Arm
from simkit.why import LEGEND, reasons, say_move
from simkit.work import kernels_ready, note_kernels

Teller = Callable[[str], None]


@dataclass(frozen=True)
class Move:
    """A legal move: its code, what it says in words, its kind, the component it takes (or ""), its features by name."""

    code: int
    text: str
    kind: str
    component: str
    features: Mapping[str, float]


class View:
    """What a player written in Python sees when asked for a move.

    ``seat`` counts the seats in playing order from 0, ``place`` the scenario's policies. What the seat cannot know is
    drawn anew, among what it could be, in :attr:`text`, :attr:`score_now` and :meth:`position`.
    """

    def __init__(self, position: Position, arm: Arm, place: int, key: int) -> None:
        self._position = position
        self.arm = arm
        self.place = place
        self.seat = position.seat
        self.players = arm.players
        self.round_no = int(position.state.round_no)
        self._key = key

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, at least two."""
        position, game = self._position, self._position.game
        table = position.features()
        names = [feature.name for feature in game.features]
        found = []
        for code, row in zip(position.moves(), table, strict=True):
            taken = position.component(code)
            found.append(
                Move(
                    code,
                    say_move(position, code),
                    game.move_types[code >> TYPE_SHIFT],
                    game.components[taken].name if taken >= 0 else "",
                    dict(zip(names, map(float, row), strict=True)),
                )
            )
        return tuple(found)

    @cached_property
    def score_now(self) -> tuple[float, ...]:
        """What each seat would score if the game ended now, as far as this seat can know."""
        return tuple(float(score) for score in self.position().score_now())

    @cached_property
    def text(self) -> str:
        """The state of the game in words."""
        return _say_state(self.position())

    def position(self, key: int = 0) -> Position:
        """A copy to try moves on; hidden things, chance and others' draws differ from the game's, and with ``key``."""
        copy = self._position.copy()
        mixed = (self._key * 1009 + key) % 2**62
        copy.hide(self.seat, mixed)
        streams = copy.work.policy_streams
        streams[:] = (
            np.random.SeedSequence(mixed).generate_state(streams.size, np.uint64).reshape(streams.shape)
        )
        return copy


Player = Callable[[View], "Move | int"]
"""A player written in Python: gets a view, returns one of its moves (or its code)."""


@dataclass(frozen=True)
class Played:
    """A finished game. ``scores`` has a row a seat: score, its parts, tie keys, as ``columns`` name them."""

    arm: str
    deal: int
    rotation: int
    policies: tuple[str, ...]
    """Who sat in each seat."""
    columns: tuple[str, ...]
    scores: np.ndarray[Any, Any]
    win_share: tuple[float, ...]
    rank: tuple[float, ...]
    rounds: int
    end_cause: str
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """One move of a game, with the state before it. ``choices``: legal moves, 1 for a forced move.

    ``why``: lines on the decision, where they were asked for.
    """

    number: int
    before: Any
    seat: int
    place: int
    move: int
    choices: int
    why: tuple[str, ...] = ()


def play(
    scenario: Scenario,
    arm: Arm | int | str = 0,
    deal: int = 0,
    rotation: int = 0,
    players: Mapping[int, Player] | Sequence[Player | None] = (),
    *,
    tell: Teller | None = None,
) -> Played:
    """Play one game step by step; ``players`` replace the policies of their places (None: the policy plays).

    A player is a function ``f(view) -> move``, see :class:`View`; it is asked when there are at least two legal moves.
    Slow (about a millisecond a move) and easy. InputError for an arm, deal or rotation that does not exist.
    """
    position, found = _position(scenario, arm, deal, rotation, tell)
    seated = _seated(players, found)
    moves = [step.move for step in _steps(position, found, rotation, seated, deal)]
    return _played(position, found, deal, rotation, moves)


def watch(
    scenario: Scenario,
    arm: Arm | int | str = 0,
    deal: int = 0,
    rotation: int = 0,
    *,
    pictures: str | Path | None = None,
    why: bool = False,
    tell: Teller | None = None,
) -> Iterator[str]:
    """One game told move by move, a line at a time.

    pictures: a folder for a picture of the board a round. why: tell for each decision which moves the player liked
    best, with their scores, and what decided between them.
    """
    position, found = _position(scenario, arm, deal, rotation, tell)
    folder = Path(pictures) if pictures is not None else None
    return _tell(position, found, deal, rotation, folder, why)


def _position(
    scenario: Scenario, arm: Arm | int | str, deal: int, rotation: int, tell: Teller | None
) -> tuple[Position, Arm]:
    """The first decision of a game."""
    found = scenario.arm(arm)
    if not isinstance(deal, int | np.integer) or not 0 <= deal < 2**31:
        raise InputError(f"deal = {deal!r}: a whole number from 0 to {2**31 - 1:,} is wanted")
    if not isinstance(rotation, int | np.integer) or not 0 <= rotation < found.rotations:
        raise InputError(
            f"rotation = {rotation!r}: arm {found.name} has rotations 0 to {found.rotations - 1}"
        )
    if found.role == REPLAY and not found.handicap:
        raise InputError(
            f"arm {found.name} is played with points that its run finds; they stand in the manifest under fair_points"
        )
    game = find_game(scenario.game, scenario.source)
    if tell is not None and not kernels_ready(game, "step"):
        tell(f"Compiling the step-by-step kernels of {game.title}. This happens once, for up to a minute.")
    position = Position(
        game,
        scenario.board(found),
        game.rules_record(found.rules),
        found.players,
        seed=scenario.seed,
        deal=deal,
        policies=[scenario.policies[name] for name in found.policies],
        seating=found.seating[rotation],
        handicap=found.handicap,
        streams=found.streams,
    )
    note_kernels(game, "step")
    return position, found


def _seated(players: Mapping[int, Player] | Sequence[Player | None], arm: Arm) -> dict[int, Player]:
    """The Python players by place."""
    if not isinstance(players, Mapping | list | tuple):
        raise InputError(f"players = {players!r}: a list with a function or None for each place is wanted")
    given = dict(players) if isinstance(players, Mapping) else dict(enumerate(players))
    for place, player in given.items():
        if place not in range(arm.players):
            raise InputError(
                f"players: there is no place {place!r}; arm {arm.name} has places 0 to {arm.players - 1}"
            )
        if player is not None and not callable(player):
            raise InputError(
                f"players: place {place} has {player!r}; a function is wanted, or None for the scenario's own player"
            )
    return {place: player for place, player in given.items() if player is not None}


def _steps(
    position: Position, arm: Arm, rotation: int, players: Mapping[int, Player], deal: int, why: bool = False
) -> Iterator[Step]:
    """Play the game to its end; each move is yielded after it was played."""
    number = decisions = 0
    while not position.over:
        number += 1
        seat = position.seat
        place = arm.seating[rotation][seat]
        moves = position.moves()
        decisions += len(moves) > 1
        where = (
            f"{position.game.title}, arm {arm.name}: deal {deal}, rotation {rotation}, decision {decisions}"
        )
        with _telling_where(where, place):
            if len(moves) > 1 and place in players:
                move = _asked(players[place], View(position, arm, place, deal * 100_003 + number), moves)
            else:
                move = position.choose()
        told = tuple(reasons(position, move)) if why else ()
        before = position.state.copy()
        position.apply(move)
        if number >= position.game.MAX_DECISIONS and not position.over:
            position.state.end_cause = STALLED
        yield Step(number, before, seat, place, move, len(moves), told)


@contextmanager
def _telling_where(where: str, place: int) -> Iterator[None]:
    """Say where a player was asked whose answer is wrong, or who fails: in the message, or in a note to the error."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{where}: {error}") from error.__cause__
    except Exception as error:
        error.add_note(f"raised by the player of place {place}: {where}")
        raise


def _asked(player: Player, view: View, moves: list[int]) -> int:
    answer = player(view)
    move = answer.code if isinstance(answer, Move) else answer
    if isinstance(move, bool) or not isinstance(move, int | np.integer) or int(move) not in moves:
        raise InputError(
            f"the player of place {view.place} returned {answer!r}, which is not one of the {len(moves)} legal moves"
        )
    return int(move)


def _played(position: Position, arm: Arm, deal: int, rotation: int, moves: list[int]) -> Played:
    game = position.game
    scores = position.scores()
    shares, ranks = standings(scores, len(game.tie_keys))
    columns = ("score", *(item.name for item in game.score_parts), *(item.name for item in game.tie_keys))
    return Played(
        arm=arm.name,
        deal=deal,
        rotation=rotation,
        policies=tuple(arm.policies[place] for place in arm.seating[rotation]),
        columns=columns,
        scores=scores,
        win_share=shares,
        rank=ranks,
        rounds=int(position.state.round_no),
        end_cause=game.end_causes[int(position.state.end_cause)],
        moves=tuple(moves),
    )


def standings(scores: np.ndarray[Any, Any], tie_keys: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Win shares and ranks of the rows of ``final_scores``: by score, then tie keys; what stays level is shared."""
    first_key = scores.shape[1] - tie_keys
    keys = [(float(row[0]), *map(float, row[first_key:])) for row in scores]
    winners = sum(key == max(keys) for key in keys)
    shares = tuple(1.0 / winners if key == max(keys) else 0.0 for key in keys)
    ranks = tuple(1 + sum(k > key for k in keys) + (keys.count(key) - 1) / 2 for key in keys)
    return shares, ranks


# ---- words and pictures ----


def _say_state(position: Position) -> str:
    return str(position.game.text.describe_state(position.state, position.board[0], position.rules[0]))


def _tell(
    position: Position, arm: Arm, deal: int, rotation: int, folder: Path | None, why: bool
) -> Iterator[str]:
    game = position.game
    names = [arm.policies[place] for place in arm.seating[rotation]]
    yield f"{game.title}, arm {arm.name}, deal {deal}, rotation {rotation}"
    yield from (f"  seat {seat + 1}: {name}" for seat, name in enumerate(names))
    if why:
        yield f"  {LEGEND}"
    yield from _indented(_say_state(position), "  ")
    round_no = -1
    moves = []
    for step in _steps(position, arm, rotation, {}, deal, why):
        moves.append(step.move)
        if step.before["round_no"] != round_no:
            round_no = int(step.before["round_no"])
            yield ""
            yield f"Round {round_no}"
            if folder is not None:
                yield f"  (picture: {_picture(game, folder, f'round-{round_no:03d}', step.before, position)})"
        board, rules = position.board[0], position.rules[0]
        choice = f"one of {step.choices} moves" if step.choices > 1 else "no choice"
        words = game.text.describe_move(step.before, board, rules, step.move)
        yield f"  {step.number}. seat {step.seat + 1} ({names[step.seat]}) {words}  [{choice}]"
        yield from (f"       {line}" for line in step.why)
        for event in game.text.describe_events(step.before, position.state, board, rules, step.move):
            yield from _indented(event, "       ")
        if position.over or position.state.round_no != round_no:
            now = ", ".join(f"seat {seat + 1} {score:g}" for seat, score in enumerate(position.score_now()))
            yield f"  Standing: {now}"
    yield ""
    yield from _ending(_played(position, arm, deal, rotation, moves), position)
    if folder is not None:
        yield f"(picture: {_picture(game, folder, 'end', position.state, position)})"


def _ending(played: Played, position: Position) -> Iterator[str]:
    yield f"The game is over ({played.end_cause}) in round {played.rounds} after {len(played.moves)} moves"
    yield from _indented(_say_state(position), "  ")
    for seat, row in enumerate(played.scores):
        parts = ", ".join(
            f"{name} {value:g}" for name, value in zip(played.columns[1:], row[1:], strict=True)
        )
        share = played.win_share[seat]
        won = "  wins" if share == 1 else f"  shares the win ({share:.2f})" if share else ""
        yield f"  seat {seat + 1} ({played.policies[seat]}): {row[0]:g} ({parts}){won}"


def _indented(text: str, by: str) -> Iterator[str]:
    yield from (f"{by}{line}" for line in text.splitlines())


def _picture(game: Game, folder: Path, name: str, state: Any, position: Position) -> Path:
    """Draw the board into a file."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 7), layout="constrained")
    game.draw.draw(figure.add_subplot(), state, position.board[0], position.rules[0])
    path = folder / f"{name}.png"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=110)
    except OSError as error:
        raise InputError(f"{path}: the picture cannot be written ({error.strerror})") from None
    return path
