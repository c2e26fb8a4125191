"""The players that a scenario can name: its own, by weights or as compiled functions, and those of its game."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from simkit.contract import Game
from simkit.errors import InputError
from simkit.named import find_policy, named_policies
from simkit.policy import Policy
from simkit.scenario_file import LEAST_PLAYOUTS, MAX_PLAYOUTS, OwnPolicy, nearest, shown
from simkit.tuned import read_tuned


class Players:
    """Players by name, checked: ``name in players`` and ``players[name]``.

    own: the scenario's ``[policies.NAME]`` tables. functions: compiled players of the caller's. InputError names the
    source, the key and what is allowed where one of them cannot be.
    """

    def __init__(
        self, game: Game, source: str, own: Mapping[str, OwnPolicy], functions: Mapping[str, Policy]
    ) -> None:
        self.game, self.source = game, source
        self._named = named_policies(game)
        self._own: dict[str, Policy] = {}
        for name, table in own.items():
            self._new_name(f"policies.{name}", name)
            self._own[name] = self._by_weights(name, table)
        for name, player in functions.items():
            self._new_name(f"players.{name}", name)
            self._own[name] = self._by_function(name, player)

    def __contains__(self, name: str) -> bool:
        try:
            self[name]
        except KeyError:
            return False
        return True

    def __getitem__(self, name: str) -> Policy:
        return self._own[name] if name in self._own else find_policy(self.game, name)

    def missing(self, name: str) -> str:
        """What to say of a name that nobody has."""
        listed = [*self._own, *self._named]
        ahead = f"lookahead(N) with N from {LEAST_PLAYOUTS} to {MAX_PLAYOUTS:,}"
        return f"there is no such policy{nearest(name, listed)}; there are {', '.join(listed)}, {ahead}"

    def fail(self, key: str, value: Any, why: str) -> NoReturn:
        """InputError for a key of the scenario."""
        raise InputError(f"{self.source}: {key} = {shown(value)}: {why}")

    def _new_name(self, key: str, name: str) -> None:
        if name in self:
            self.fail(key, name, f"{self.game.title} has a policy of this name already; choose another")

    def _by_weights(self, name: str, own: OwnPolicy) -> Policy:
        """A ``[policies.NAME]`` table: what it starts from, changed."""
        key = f"policies.{name}"
        base = self._base(key, name, own)
        by_players = {number: {**weights, **own.weights} for number, weights in base.by_players.items()}
        weights = {} if by_players else {**base.weights, **own.weights}
        features = [feature.name for feature in self.game.features]
        for feature, weight in {**weights, **own.weights, **_merged(by_players)}.items():
            if feature not in features:
                why = f"there is no such feature{nearest(feature, features)}; there are {', '.join(features)}"
                self.fail(f"{key}.weights.{feature}", weight, why)
        components = [component.name for component in self.game.components]
        for component in own.ban:
            if component not in components:
                why = f"there is no such component{nearest(component, components)}; there are {', '.join(components)}"
                self.fail(f"{key}.ban", component, why)
        return Policy(
            name,
            own.plan or base.plan,
            weights,
            float(base.temperature if own.temperature is None else own.temperature),
            tuple(sorted({*base.ban, *own.ban})),
            base.playouts if own.playouts is None else own.playouts,
            by_players=by_players,
        )

    def _base(self, key: str, name: str, own: OwnPolicy) -> Policy:
        """What a policy of one's own starts from: a policy file, a named player, or nothing."""
        if own.file is not None and own.base is not None:
            self.fail(f"{key}.file", own.file, "a policy starts from a file or from a base, not from both")
        if own.file is not None:
            tables = read_tuned(Path(self.source).parent / own.file)
            return Policy(name, "", by_players={number: table.weights for number, table in tables.items()})
        if own.base is None:
            return Policy(name, "")
        try:
            return find_policy(self.game, own.base)
        except KeyError:
            there = f"{self.game.title} has {', '.join(self._named)}"
            self.fail(
                f"{key}.base", own.base, f"there is no such policy{nearest(own.base, self._named)}; {there}"
            )

    def _by_function(self, name: str, own: Policy) -> Policy:
        """A compiled player, under the name that the scenario has for it."""
        if not isinstance(own, Policy) or own.function is None:
            raise InputError(
                f"players[{name!r}] = {own!r}: a player made by simkit.compiled_policy is wanted "
                f"(simkit.play takes plain Python functions)"
            )
        if own.game != self.game.name:
            raise InputError(f"players[{name!r}] was compiled for {own.game}, not for {self.game.name}")
        return replace(own, name=name)


def _merged(by_players: Mapping[int, Mapping[str, float]]) -> dict[str, float]:
    return {name: weight for weights in by_players.values() for name, weight in weights.items()}
