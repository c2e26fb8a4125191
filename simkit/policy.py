"""Players as data: uniform random, or linear in a game's features.

A linear policy gives each legal move the value sum(weight x feature) and takes the best one (ties at random), or, at a
temperature T > 0, draws a move with probability proportional to exp(value / T). A policy with ``playouts`` looks ahead:
it tries the moves that its linear part likes best by playing the game on (see simkit.lookahead).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.kernel import kernel
from simkit.rng import below, uniform

if TYPE_CHECKING:
    from simkit.contract import Game

RANDOM, LINEAR, OWN = 0, 1, 2
"""Kinds of policy; OWN: a compiled function of the user's (simkit.own)."""


@dataclass(frozen=True)
class Policy:
    """A named player. ``weights`` by feature name (others are 0); ``ban`` names components it may not take.

    ``plan`` is a sentence that says what it tries to do. A policy without weights plays at random. ``playouts``: games
    played on per decision, in all; 0 for a player that does not look ahead.
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


LANES = 8
"""Partial sums of a move's value: they keep the adders busy. Feature rows are padded with zeros to a multiple."""


def padded(features: int) -> int:
    """Columns of a feature row in memory."""
    return max(1, -(-features // LANES)) * LANES


def policy_dtype(features: int, components: int) -> np.dtype[Any]:
    """The record of one policy of a game with so many features and components."""
    fields = [
        ("kind", np.int64),  # RANDOM, LINEAR or OWN
        ("temperature", np.float64),  # in units of the move values; 0: the best move
        ("weights", np.float64, (padded(features),)),
        ("playouts", np.int64),  # look-ahead: games played on per decision, 0 for none
        ("any_ban", np.int64),  # 1 where some component is banned
        ("banned", np.int64, (max(1, components),)),
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def policy_records(game: "Game", policies: list[Policy]) -> np.ndarray[Any, Any]:
    """The policies as records, one a place. ValueError for an unknown feature or component."""
    columns = {feature.name: i for i, feature in enumerate(game.features)}
    components = {component.name: i for i, component in enumerate(game.components)}
    records = np.zeros(len(policies), game.POLICY)
    for record, policy in zip(records, policies, strict=True):
        record.kind = LINEAR if policy.weights else RANDOM
        if policy.function is not None:
            record.kind = OWN
        record.temperature = policy.temperature
        record.playouts = policy.playouts
        for name, weight in policy.weights.items():
            if name not in columns:
                raise ValueError(f"{game.title} has no feature {name!r}")
            record.weights[columns[name]] = weight
        for name in policy.ban:
            if name not in components:
                raise ValueError(f"{game.title} has no component {name!r}")
            record.banned[components[name]] = 1
            record.any_ban = 1
    return records


@kernel
def linear_values(policy: Any, work: Any, n: int) -> None:
    """Write ``work.values[:n]`` = features x weights (float64)."""
    for i in range(n):
        a = 0.0
        b = 0.0
        c = 0.0
        d = 0.0
        e = 0.0
        g = 0.0
        h = 0.0
        k = 0.0
        for f in range(0, policy.weights.shape[0], LANES):
            a += work.features[i, f] * policy.weights[f]
            b += work.features[i, f + 1] * policy.weights[f + 1]
            c += work.features[i, f + 2] * policy.weights[f + 2]
            d += work.features[i, f + 3] * policy.weights[f + 3]
            e += work.features[i, f + 4] * policy.weights[f + 4]
            g += work.features[i, f + 5] * policy.weights[f + 5]
            h += work.features[i, f + 6] * policy.weights[f + 6]
            k += work.features[i, f + 7] * policy.weights[f + 7]
        work.values[i] = ((a + b) + (c + d)) + ((e + g) + (h + k))


@kernel
def choose_linear(policy: Any, work: Any, place: int, n: int) -> int:
    """The index of the move a linear policy takes, from the features of all n moves. Changes work.values."""
    linear_values(policy, work, n)
    best = 0
    ties = 1
    for i in range(1, n):
        if work.values[i] > work.values[best]:
            best = i
            ties = 1
        elif work.values[i] == work.values[best]:
            ties += 1
    if policy.temperature > 0.0:
        return _softmax(policy.temperature, work, place, n, work.values[best])
    if ties > 1:
        top = work.values[best]
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
