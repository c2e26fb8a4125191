"""Why a player took a move: the moves it liked best, with their scores, and what set the first apart."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simkit.lookahead import candidates
from simkit.policy import Policy
from simkit.position import Position

TOP = 3
"""Moves shown of each decision."""


def reasons(position: Position, chosen: int) -> Iterator[str]:
    """Lines on a decision, between the policy's choice and its being played; nothing where there was no choice.

    Linear players: the best moves by value (the sum of weight x feature), and the features by which the first differs
    most from the second. Players who look ahead: the moves tried, by their mean win share in the playouts.
    """
    policy = position.policies[position.place].at(int(position.state.players))
    moves, table = _on_offer(position, policy)
    if len(moves) < 2:
        return
    if policy.function is not None:
        yield "chosen by a function of its own"
    elif not policy.weights:
        yield f"chosen at random, 1 in {len(moves)}"
    elif policy.playouts:
        yield from _looking_ahead(position, policy, moves, table, chosen)
    else:
        values = table @ _weights(position, policy)
        order = np.argsort(-values, kind="stable")
        for i in order[:TOP]:
            yield _line(position, moves[i], f"{values[i]:.2f}", chosen)
        if chosen not in [moves[i] for i in order[:TOP]]:
            rank = 1 + int((values > values[moves.index(chosen)]).sum())
            yield _line(
                position, chosen, f"{values[moves.index(chosen)]:.2f}, number {rank} of {len(moves)}", chosen
            )
        if policy.temperature > 0:
            yield f"(drawn at temperature {policy.temperature:g}: a move worse by so much is taken a third as often)"
        yield _difference(position, policy, table, moves, int(order[0]), int(order[1]))


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
    values = table @ _weights(position, policy)
    for place, i in enumerate(tried[:TOP]):
        mean = position.work.candidate_wins[place] / counts[place]
        text = f"wins {mean:.2f} of {counts[place]} playouts (value {values[i]:.2f})"
        yield _line(position, moves[i], text, chosen)
    yield _difference(position, policy, table, moves, tried[0], tried[1])


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


def _difference(
    position: Position, policy: Policy, table: np.ndarray[Any, Any], moves: list[int], first: int, second: int
) -> str:
    """What weighed most between two moves: weight x difference of the feature."""
    parts = _weights(position, policy) * (table[first] - table[second])
    order = [int(f) for f in np.argsort(-np.abs(parts), kind="stable")[:TOP] if abs(parts[f]) > 1e-9]
    if not order:
        return "the first two look alike to this player"
    names = [feature.name.replace("_", " ") for feature in position.game.features]
    return "first against second: " + ", ".join(f"{names[f]} {parts[f]:+.2f}" for f in order)


def say_move(position: Position, move: int) -> str:
    """A legal move in words."""
    return str(position.game.text.describe_move(position.state, position.board[0], position.rules[0], move))
