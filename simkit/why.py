"""Why a player took a move: the moves it liked best, with their scores, and what set the first apart."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simkit.lookahead import candidates
from simkit.policy import Policy
from simkit.position import Position

TOP = 3
"""Moves shown of each decision."""

SAME = 1e-9
"""Values that differ by less are equal."""


LEGEND = (
    "under each choice: the moves that the player likes best, by value (sum of weight x feature); > the one taken, and "
    "what sets it apart; at a temperature moves are drawn, one worse by so much a third as often"
)


def reasons(position: Position, chosen: int) -> Iterator[str]:
    """Lines on a decision, between the policy's choice and its being played; nothing where there was no choice.

    Linear players: the best moves by value (the sum of weight x feature), the move taken first among its equals, and
    the features that set it apart: from the next best, or from the best where it is not. Players who look ahead: the
    moves tried, by their mean win share in the playouts.
    """
    policy = position.policies[position.place].at(int(position.state.players))
    moves, table = _on_offer(position, policy)
    if len(moves) < 2:
        return
    if policy.function is not None:
        yield "chosen by a function of its own"
    elif policy.playouts:
        yield from _looking_ahead(position, policy, moves, table, chosen)
    elif not policy.weights:
        yield f"chosen at random, 1 in {len(moves)}"
    else:
        yield from _weighing(position, policy, moves, table, chosen)


def _weighing(
    position: Position, policy: Policy, moves: list[int], table: np.ndarray[Any, Any], chosen: int
) -> Iterator[str]:
    parts = table * _weights(position, policy)
    values = parts.sum(axis=1)
    mine = moves.index(chosen)
    order = np.lexsort((np.arange(len(moves)) != mine, -np.round(values, 9)))
    for i in order[:TOP]:
        yield _line(position, moves[i], f"{values[i]:.2f}", chosen)
    if mine not in order[:TOP]:
        rank = 1 + int((values > values[mine]).sum())
        yield _line(position, chosen, f"{values[mine]:.2f}, number {rank} of {len(moves)}", chosen)
    if policy.temperature > 0:
        yield f"drawn at temperature {policy.temperature:g}"
    best = int(order[0])
    if values[mine] < values[best] - SAME:
        yield f"behind the best by {_apart(position, parts[best] - parts[mine])}"
        return
    equal = int((values > values[best] - SAME).sum())
    if equal > 1 and policy.temperature == 0:
        yield f"drawn from {equal} moves of equal value"
    if equal < len(moves):
        yield f"ahead of the next by {_apart(position, parts[mine] - parts[order[equal]])}"


def playouts_of(playouts: int, moves: int) -> list[int]:
    """Playouts that each move tried has had at the end of a decision, first to last (simkit.lookahead's schedule)."""
    alive = min(moves, candidates(playouts))
    halvings = (alive - 1).bit_length()
    counts = [0] * alive
    while alive > 1:
        share = max(1, playouts // (halvings * alive))
        for i in range(alive):
            counts[i] += share
        alive = (alive + 1) // 2
    return counts


def _looking_ahead(
    position: Position, policy: Policy, moves: list[int], table: np.ndarray[Any, Any], chosen: int
) -> Iterator[str]:
    counts = playouts_of(policy.playouts, len(moves))
    tried = [int(i) for i in position.work.candidates[: len(counts)]]
    parts = table * _weights(position, policy)
    values = parts.sum(axis=1)
    for place, i in enumerate(tried[:TOP]):
        mean = position.work.candidate_wins[place] / counts[place]
        text = f"wins {100 * mean:.0f} % of {counts[place]} playouts, value {values[i]:.2f}"
        yield _line(position, moves[i], text, chosen)
    first, second = tried[:2]
    if moves[first] != chosen:
        yield "the lead of the first is within the noise of the playouts: the move is taken that the weights like best"
    if abs(values[first] - values[second]) <= SAME:
        yield "its weights alone rate the first two alike"
    elif values[first] > values[second]:
        yield f"by its weights alone ahead of the second by {_apart(position, parts[first] - parts[second])}"
    else:
        yield f"by its weights alone behind the second by {_apart(position, parts[second] - parts[first])}"


def _on_offer(position: Position, policy: Policy) -> tuple[list[int], np.ndarray[Any, Any]]:
    """The legal moves that the policy may take (all where its ban leaves none), and their features, a row a move."""
    moves, table = position.moves(), position.features()
    names = [component.name for component in position.game.components]
    taken = [position.component(move) for move in moves]
    kept = [i for i, thing in enumerate(taken) if thing < 0 or names[thing] not in policy.ban]
    kept = kept or list(range(len(moves)))
    return [moves[i] for i in kept], table[kept]


def _weights(position: Position, policy: Policy) -> np.ndarray[Any, Any]:
    return np.array([policy.weights.get(feature.name, 0.0) for feature in position.game.features])


def _line(position: Position, move: int, score: str, chosen: int) -> str:
    mark = ">" if move == chosen else " "
    return f"{mark} {score}: {say_move(position, move)}"


def _apart(position: Position, parts: np.ndarray[Any, Any]) -> str:
    """A difference of values, and what weighed most in it: weight x difference of the feature."""
    order = [int(f) for f in np.argsort(-np.abs(parts), kind="stable")[:TOP] if abs(parts[f]) > SAME]
    names = [feature.name.replace("_", " ") for feature in position.game.features]
    told = ", ".join(f"{names[f]} {parts[f]:+.2f}" for f in order)
    return f"{parts.sum():.2f}: {told}"


def say_move(position: Position, move: int) -> str:
    """A legal move in words, without the seat if they begin with it."""
    words = str(position.game.text.describe_move(position.state, position.board[0], position.rules[0], move))
    return words.removeprefix(f"Seat {position.seat + 1} ")
