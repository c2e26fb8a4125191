"""Players as data: uniform random, or linear in a game's features.

A linear policy gives each legal move the value sum(weight x feature) and takes the best one (ties at random), or, at a
temperature T > 0, draws a move with probability proportional to exp(value / T). A policy with ``playouts`` looks ahead:
it tries the moves that its linear part likes best by playing the game on (see simkit.lookahead).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.kernel import kernel
from simkit.rng import below, uniform

if TYPE_CHECKING:
    from simkit.contract import Game, Quantity

TYPE_SHIFT = 48
"""A move's type is ``move >> TYPE_SHIFT``."""

RANDOM, LINEAR, OWN = 0, 1, 2
"""Kinds of policy; OWN: a compiled function of the user's (simkit.own)."""


@dataclass(frozen=True)
class Policy:
    """A named player. ``weights`` by feature name (others are 0); ``ban`` names components it may not take.

    ``plan`` is a sentence that says what it tries to do. A policy without weights plays at random. ``playouts``: games
    played on per decision, in all; 0 for a player that does not look ahead. ``by_players``: weights by the number of
    players, for a policy that plays otherwise with more of them (``weights`` is then empty).
    """

    name: str
    plan: str
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    temperature: float = 0.0
    ban: tuple[str, ...] = ()
    playouts: int = 0
    function: Any = None  # a compiled function (simkit.own), its text, and the game it is for
    source: str = ""
    game: str = ""
    by_players: Mapping[int, Mapping[str, float]] = field(default_factory=lambda: MappingProxyType({}))

    def at(self, players: int) -> "Policy":
        """The policy at a table of so many players: with the weights for them, or for the nearest number there is."""
        if not self.by_players:
            return self
        nearest = min(self.by_players, key=lambda number: (abs(number - players), -number))
        return replace(self, weights=self.by_players[nearest], by_players={})


LANES = 4
"""Partial sums of a move's value: they keep the adders busy. Feature rows are padded with zeros to a multiple."""


def feature_columns(features: "Sequence[Quantity]") -> tuple[int, ...]:
    """The column of each feature in ``work.features``: features that no move type has in common may share one.

    The first free column in the order of the features; without ``moves`` the columns are 0, 1, 2 ...
    """
    columns: list[int] = []
    for number, feature in enumerate(features):
        taken = {
            columns[other]
            for other, earlier in enumerate(features[:number])
            if not feature.moves or not earlier.moves or set(feature.moves) & set(earlier.moves)
        }
        columns.append(next(column for column in range(number + 1) if column not in taken))
    return tuple(columns)


def row_length(features: "Sequence[Quantity]") -> int:
    """Columns of a row of ``work.features``, a multiple of LANES."""
    used = 1 + max(feature_columns(features), default=0)
    return -(-used // LANES) * LANES


def policy_dtype(columns: int, components: int, move_types: int) -> np.dtype[Any]:
    """The record of one policy of a game with so many feature columns, components and move types."""
    fields = [
        ("kind", np.int64),  # RANDOM, LINEAR or OWN
        ("temperature", np.float64),  # in units of the move values; 0: the best move
        (
            "weights",
            np.float64,
            (move_types, columns),
        ),  # of the features that stand in the columns for a move type
        ("playouts", np.int64),  # look-ahead: games played on per decision, 0 for none
        ("any_ban", np.int64),  # 1 where some component is banned
        ("banned", np.int64, (max(1, components),)),
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def policy_records(game: "Game", policies: list[Policy]) -> np.ndarray[Any, Any]:
    """The policies as records, one a place. ValueError for an unknown feature or component."""
    places = dict(zip((feature.name for feature in game.features), feature_places(game), strict=True))
    components = {component.name: i for i, component in enumerate(game.components)}
    records = np.zeros(len(policies), game.POLICY)
    for record, policy in zip(records, (policy.at(len(policies)) for policy in policies), strict=True):
        record.kind = LINEAR if policy.weights else RANDOM
        if policy.function is not None:
            record.kind = OWN
        record.temperature = policy.temperature
        record.playouts = policy.playouts
        for name, weight in policy.weights.items():
            if name not in places:
                raise ValueError(f"{game.title} has no feature {name!r}")
            column, kinds = places[name]
            record.weights[kinds, column] = weight
        for name in policy.ban:
            if name not in components:
                raise ValueError(f"{game.title} has no component {name!r}")
            record.banned[components[name]] = 1
            record.any_ban = 1
    return records


def feature_places(game: "Game") -> list[tuple[int, list[int]]]:
    """For each feature its column, and the numbers of the move types for which the column is its own."""
    return [
        (column, [n for n, kind in enumerate(game.move_types) if not feature.moves or kind in feature.moves])
        for column, feature in zip(feature_columns(game.features), game.features, strict=True)
    ]


@kernel
def linear_values(policy: Any, work: Any, n: int) -> float:
    """Write ``work.values[:n]`` = features x weights (float64); returns the highest value."""
    top = -np.inf
    for i in range(n):
        kind = work.moves[i] >> TYPE_SHIFT
        a = 0.0
        b = 0.0
        c = 0.0
        d = 0.0
        for f in range(0, policy.weights.shape[1], LANES):
            a += work.features[i, f] * policy.weights[kind, f]
            b += work.features[i, f + 1] * policy.weights[kind, f + 1]
            c += work.features[i, f + 2] * policy.weights[kind, f + 2]
            d += work.features[i, f + 3] * policy.weights[kind, f + 3]
        value = (a + b) + (c + d)
        work.values[i] = value
        top = value if value > top else top
    return top


@kernel
def choose_linear(policy: Any, work: Any, place: int, n: int) -> int:
    """The index of the move a linear policy takes, from the features of all n moves. Changes work.values.

    Where the best move stands is hard to guess for a processor, so it is looked for without branches.
    """
    top = linear_values(policy, work, n)
    if policy.temperature > 0.0:
        return _softmax(policy.temperature, work, place, n, top)
    best = 0
    ties = 0
    for i in range(n - 1, -1, -1):
        level = work.values[i] == top
        ties += level
        best = i if level else best
    if ties > 1:
        skip = below(work.policy_streams, place, ties)
        for i in range(best, n):
            if work.values[i] == top:
                if skip == 0:
                    return i
                skip -= 1
    return best


@kernel
def _softmax(temperature: float, work: Any, place: int, n: int, top: float) -> int:
    total = 0.0
    for i in range(n):
        work.values[i] = math.exp((work.values[i] - top) / temperature)
        total += work.values[i]
    rest = uniform(work.policy_streams, place) * total
    for i in range(n - 1):
        rest -= work.values[i]
        if rest < 0.0:
            return i
    return n - 1
