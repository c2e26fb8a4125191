"""Players written as compiled functions: any rule of choice, at kernel speed, without recompiling the engine.

A function decorated by ``compiled_policy(game)`` is compiled to one fixed signature and becomes a Policy. The engine
gets such functions as values, in a tuple of fixed length, so its own machine code does not depend on which functions
they are: the first one compiles the engine for the game (then cached), every further one only itself.
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

from simkit.contract import GAMES, MAX_SEATS, Game
from simkit.errors import InputError
from simkit.kernel import first_class
from simkit.policy import Policy, policy_records
from simkit.rows import Tables


class Players(NamedTuple):
    """A table for the general engine: the policies' records, and a function a place (used where kind is OWN)."""

    records: Any
    functions: Any


def compiled_policy(game: str) -> Callable[[Callable[..., int]], Policy]:
    """Decorator: compile ``f(state, board, rules, work, n) -> index`` as a player of a game.

    All arguments but n are records: ``state`` may be read, not changed; the n legal moves are in ``work.moves[:n]``
    (int64 codes), their features in ``work.features[:n]`` (columns: ``policy.feature_columns``). Return an index in
    [0, n). The function may call others decorated with ``simkit.kernel.kernel``. InputError for an unknown game.

    The Policy goes to ``simkit.load(file, players={"name": policy})``; its source, and that of all it
    uses of the caller's, is part of the scenario, so a run begun with another version is not resumed.
    """
    import simkit.games  # noqa: F401  registers the games of the package

    if game not in GAMES:
        raise InputError(f"there is no game {game!r}; there are {', '.join(GAMES)}")

    def decorate(function: Callable[..., int]) -> Policy:
        return Policy(
            name=function.__name__,
            plan=inspect.getdoc(function) or "a compiled function",
            function=_compiled(game, function),
            source=_source(function),
            game=game,
        )

    return decorate


def _compiled(game: str, function: Callable[..., int]) -> Any:
    found = GAMES[game]
    return first_class(function, (found.STATE, found.BOARD, found.RULES, found.WORK))


def _source(function: Callable[..., int]) -> str:
    """The text that decides what a function does, part of a scenario's hash: its own and that of what it uses."""
    return "\n".join(_texts(function, set()))


def _texts(function: Any, seen: set[int]) -> Iterator[str]:
    """The function's text (its bytecode where none is at hand), then its global values and functions, simkit's not."""
    seen.add(id(function))
    try:
        yield inspect.getsource(function)
    except OSError:
        yield function.__code__.co_code.hex()
    used = inspect.getclosurevars(function)
    for name, value in sorted({**used.globals, **used.nonlocals}.items()):
        plain = getattr(value, "py_func", value)  # a compiled function has its plain one in there
        if not isinstance(plain, FunctionType):
            yield f"{name} = {value!r}"
        elif id(plain) not in seen and not plain.__module__.startswith("simkit."):
            yield from _texts(plain, seen)


@cache
def _first_move(game: str) -> Any:
    """What fills the places without a function; never called."""
    return _compiled(game, lambda state, board, rules, work, n: 0)


def is_linear(players: Sequence[Policy]) -> bool:
    """True where the linear engine can play the table."""
    return all(player.function is None and player.playouts == 0 for player in players)


def seat_players(game: Game, players: Sequence[Policy]) -> Players:
    """A table for the general engine, one policy a place. InputError for a function made for another game."""
    functions = [_first_move(game.name)] * MAX_SEATS
    for place, player in enumerate(players):
        if player.function is not None:
            if player.game != game.name:
                raise InputError(
                    f"{player.name} is a player of {GAMES[player.game].title}, not of {game.title}"
                )
            functions[place] = player.function
    return Players(policy_records(game, list(players)), tuple(functions))


def check_choices(finished: int, tables: Tables, where: str) -> int:
    """``finished`` of play_block_general; InputError for a function's wrong answer: where, deal and decision."""
    if finished >= 0:
        return finished
    game = tables.games[-finished - 1]
    raise InputError(
        f"{where}: a player's function returned no index into its list of moves: deal {game['deal']}, rotation "
        f"{game['rotation']}, decision {game['decisions']}"
    )
