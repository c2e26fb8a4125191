"""Players written as compiled functions: any rule of choice, at kernel speed, without recompiling the engine.

A function decorated by ``compiled_policy(game)`` is compiled to one fixed signature and becomes a Policy. The engine
gets such functions as values, in a tuple of fixed length, so its own machine code does not depend on which functions
they are: the first one compiles the engine for the game (then cached), every further one only itself.
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import numpy as np

from simkit.contract import GAMES, MAX_SEATS, Game
from simkit.errors import InputError
from simkit.kernel import first_class, kernel
from simkit.policy import Policy, policy_records
from simkit.rows import Tables


class Players(NamedTuple):
    """A table for the general engine: the policies' records, and a function a place (used where kind is OWN)."""

    records: Any
    functions: Any


def compiled_policy(game: str) -> Callable[[Callable[..., int]], Policy]:
    """Decorator: compile ``f(state, board, rules, work, n) -> index`` as a player of a game.

    All arguments but n are records, to be read. ``state`` is a copy of the position in which what the seat cannot know
    is drawn anew; the n legal moves are in ``work.moves[:n]`` (int64 codes), their features in ``work.features[:n]``
    (columns: ``policy.feature_columns``). Return an index in [0, n), the same one whenever asked the same. The function
    may call others decorated with ``simkit.kernel.kernel``. InputError for an unknown game, or a function that takes
    other arguments, does not compile, or returns something else than a whole number.

    The Policy goes to ``simkit.load(file, players={"name": policy})``; its source, and that of all it
    uses of the caller's, is part of the scenario, so a run begun with another version is not resumed.
    """
    import simkit.games  # noqa: F401  registers the games of the package

    if game not in GAMES:
        raise InputError(f"there is no game {game!r}; there are {', '.join(GAMES)}")

    def decorate(function: Callable[..., int]) -> Policy:
        if not isinstance(function, FunctionType):
            raise InputError(f"compiled_policy decorates a function, not {function!r}")
        return Policy(
            name=function.__name__,
            plan=inspect.getdoc(function) or "a compiled function",
            function=_compiled(game, function),
            source=_source(function),
            game=game,
        )

    return decorate


def _compiled(game: str, function: Callable[..., int]) -> Any:
    """The function as a value for the engine. InputError says why it cannot be one."""
    found, asked = GAMES[game], kernel(function)

    def player(state: Any, board: Any, rules: Any, work: Any, n: int) -> int:
        index: int = asked(state, board, rules, work, n) | 0  # compiles for whole numbers only
        return index

    wanted = ("state", "board", "rules", "work", "n")
    given = inspect.signature(function).parameters
    if len(given) != len(wanted):
        raise InputError(
            f"{function.__name__} takes ({', '.join(given)}); a player's function takes ({', '.join(wanted)})"
        )
    try:
        return first_class(player, (found.STATE, found.BOARD, found.RULES, found.WORK))
    except Exception as error:  # numba raises errors of many kinds, many lines long
        raise InputError(
            f"{function.__name__} does not compile to a function that returns a whole number: {_reason(error)}"
        ) from error


def _reason(error: Exception) -> str:
    """What a compiler's error says first."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip() and "Failed in" not in line]
    return f"{type(error).__name__}: {lines[0] if lines else 'no reason given'}"


def _source(function: Callable[..., int]) -> str:
    """The text that decides what a function does, part of a scenario's hash: its own and that of what it uses."""
    return "\n".join(_texts(function, set()))


def _texts(function: Any, seen: set[int]) -> Iterator[str]:
    """The function's text (its bytecode where none is at hand), then its global values and functions, simkit's not."""
    seen.add(id(function))
    try:
        yield inspect.getsource(function)
    except OSError:
        yield _bytecode(function.__code__)
    used = inspect.getclosurevars(function)
    for name, value in sorted({**used.globals, **used.nonlocals}.items()):
        plain = getattr(value, "py_func", value)  # a compiled function has its plain one in there
        if not isinstance(plain, FunctionType):
            yield f"{name} = {_lasting(value)}"
        elif id(plain) not in seen and not plain.__module__.startswith("simkit."):
            yield from _texts(plain, seen)


def _bytecode(code: CodeType) -> str:
    """What stands for a function without a text, such as one typed at the prompt: instructions, names and constants."""
    parts = (_bytecode(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts)
    return " ".join([code.co_code.hex(), *code.co_names, *parts])


def _lasting(value: Any) -> str:
    """A global value in a text that is the same in every process and on every machine."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {value.tobytes().hex()}"
    named = getattr(
        value, "__qualname__", getattr(value, "__name__", "")
    )  # a module, or a library's function
    return f"{getattr(value, '__module__', '')} {named}" if named else repr(value)


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


@contextmanager
def telling_failures(where: str, players: Sequence[Policy], tables: Tables, work: Any) -> Iterator[None]:
    """InputError for what a player's function raises while games are played: where, and what."""
    own = [player.name for player in players if player.function is not None]
    try:
        yield
    except Exception as error:
        if not own:
            raise
        game = tables.games[np.argmax(tables.games["rounds"] == 0)]  # the rows above it are of finished games
        raise InputError(
            f"{where}: the function of {' or '.join(own)} failed with {_reason(error)}: deal {game['deal']}, rotation "
            f"{game['rotation']}, decision {work['decisions']}"
        ) from error
