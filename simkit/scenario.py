"""Scenarios: from a file (:mod:`simkit.scenario_file`) to a checked, resolved study that can be played."""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from simkit.contract import GAMES, Game, Switch
from simkit.errors import InputError
from simkit.policy import Policy
from simkit.scenario_arms import BASE, TABLE, Arm, arm_name, record_hash, seating
from simkit.scenario_file import (
    MAX_RANDOM_LAYOUTS,
    RandomLayouts,
    ScenarioFile,
    Variant,
    check_keys,
    nearest,
    override,
    plain,
    read_toml,
    shown,
)
from simkit.scenario_ladder import ladder_arms
from simkit.scenario_more import More, check_components, more_arms
from simkit.scenario_players import Players
from simkit.scenario_pool import pool_arms, tables

MAX_ARMS = 5000
"""Arms of one study: their boards are kept in memory, and a report of more would not be read."""


@dataclass(frozen=True)
class Scenario:
    """A resolved study. ``hash`` stands for all that decides its games; title, question and margin do not."""

    title: str
    question: str
    game: str
    games: int
    precision: float | None
    seed: int
    margin: float
    rotate: str
    arms: tuple[Arm, ...]
    policies: Mapping[str, Policy]
    source: str = field(default="scenario", compare=False)
    file: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """The file's contents after ``--set``."""
    designs: Mapping[str, Any] = field(default_factory=dict)
    """What the arms beyond the table were made from, by role, as JSON types."""

    def record(self) -> dict[str, Any]:
        """All that decides the games, as JSON types: what :attr:`hash` is made of."""
        designs = {"designs": dict(self.designs)} if self.designs else {}
        return {
            "game": self.game,
            "games": self.games,
            "precision": self.precision,
            "seed": self.seed,
            "rotate": self.rotate,
            "policies": {name: _policy_record(policy) for name, policy in sorted(self.policies.items())},
            "arms": [arm.record() for arm in self.arms],
            **designs,
        }

    @property
    def hash(self) -> str:
        """SHA-256 of the record's canonical JSON: 64 hexadecimal digits."""
        text = json.dumps(self.record(), sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def table_arms(self) -> tuple[Arm, ...]:
        """The arms of the table: players x layouts x (base + variants)."""
        return tuple(arm for arm in self.arms if arm.role == TABLE)

    def arm(self, which: "Arm | int | str") -> Arm:
        """An arm by its name or index; InputError where there is none."""
        if isinstance(which, Arm):
            which = which.index
        for arm in self.arms:
            if which in (arm.name, arm.index):
                return arm
        names = [arm.name for arm in self.arms]
        listed = ", ".join(names[:12]) + (" ..." if len(names) > 12 else "")
        raise InputError(f"there is no arm {which!r}{nearest(str(which), names)}; the arms are {listed}")

    def board_hash(self, arm: Arm) -> str:
        """SHA-256 of the arm's board as built now."""
        digest = hashlib.sha256()
        record_hash(self.board(arm), digest)
        return digest.hexdigest()

    def board(self, arm: Arm) -> np.ndarray[Any, Any]:
        """The arm's board: an array of one record."""
        if arm.board is not None:
            return arm.board
        game = find_game(self.game, self.source)
        try:
            return game.board.build(arm.layout, arm.players, dict(arm.components), dict(arm.rules))
        except ValueError as error:
            raise InputError(f"arm {arm.name}: {error}") from None

    @classmethod
    def from_record(cls, record: Mapping[str, Any], **texts: Any) -> "Scenario":
        """The scenario of a record (as kept in a run folder), without boards; ``texts``: title, question, margin ..."""
        policies = {name: _policy_of(name, fields) for name, fields in record["policies"].items()}
        fields = {key: record[key] for key in ("game", "games", "precision", "seed", "rotate")}
        arms = tuple(Arm.from_record(arm) for arm in record["arms"])
        return cls(policies=policies, arms=arms, designs=record.get("designs", {}), **fields, **texts)


def _policy_record(policy: Policy) -> dict[str, Any]:
    by_players = {str(n): _weights_record(weights) for n, weights in sorted(policy.by_players.items())}
    return {
        "plan": policy.plan,
        "weights": _weights_record(policy.weights),
        **({"by_players": by_players} if by_players else {}),
        "temperature": float(policy.temperature),
        "ban": sorted(policy.ban),
        "playouts": policy.playouts,
        "source": policy.source,
        "game": policy.game,
    }


def _weights_record(weights: Mapping[str, float]) -> dict[str, float]:
    return {name: float(weight) for name, weight in sorted(weights.items())}


def _policy_of(name: str, record: Mapping[str, Any]) -> Policy:
    """The policy of a record, without its compiled function where it has one."""
    by_players = {int(number): weights for number, weights in record.get("by_players", {}).items()}
    return Policy(name=name, **{**record, "ban": tuple(record["ban"]), "by_players": by_players})


def load(path: str | Path, set: Sequence[str] = (), players: Mapping[str, Policy] | None = None) -> Scenario:
    """Read a scenario file, put ``KEY=VALUE`` settings in, check and resolve it. InputError says what is wrong.

    players: compiled players of one's own (``compiled_policy``) by the names that the scenario has for them.
    """
    return resolve(override(read_toml(Path(path)), set), str(path), players)


def resolve(
    data: Mapping[str, Any], source: str = "scenario", players: Mapping[str, Policy] | None = None
) -> Scenario:
    """The scenario of a file's data (nested dicts and lists). Every board is built once, so all of it can be played."""
    functions = {} if players is None else players
    if not isinstance(functions, Mapping) or not all(isinstance(name, str) and name for name in functions):
        raise InputError(f"players = {players!r}: a dict of compiled players by name is wanted")
    return _Resolver(check_keys(dict(data), source), source, data, dict(functions)).scenario()


def find_game(name: str, source: str) -> Game:
    """A registered game; InputError names those there are."""
    import simkit.games  # noqa: F401  (registers the games of the package)

    if name not in GAMES:
        raise InputError(
            f"{source}: game = {shown(name)}: there is no such game{nearest(name, GAMES)}; there are {', '.join(GAMES)}"
        )
    return GAMES[name]


@dataclass
class _Resolver:
    """Checks a file against its game and lays out the arms."""

    file: ScenarioFile
    source: str
    data: Mapping[str, Any]
    functions: Mapping[str, Policy]

    def fail(self, key: str, value: Any, why: str) -> NoReturn:
        raise InputError(f"{self.source}: {key} = {shown(value)}: {why}")

    def scenario(self) -> Scenario:
        file = self.file
        self.game = find_game(file.game, self.source)
        self.policies = Players(self.game, self.source, file.policies, self.functions)
        players = self.players()
        layouts = self.layouts()
        names = [variant.name for variant in file.variants]
        for name in names:
            if names.count(name) > 1 or arm_name(2, "A", name) == arm_name(2, "A", BASE):
                self.fail("variants.name", name, "each variant needs a name of its own, other than base")
        self.check_pool()
        variants = [Variant.model_validate({"name": BASE}), *file.variants]
        self.check_count(len(players) * len(layouts) * len(variants))
        arms: list[Arm] = []
        for number, layout, variant in ((p, a, v) for p in players for a in layouts for v in variants):
            arms.append(self.arm(len(arms), number, layout, variant))
        if file.table.pool is not None:
            arms += pool_arms(file.table.pool, players, layouts[0], self.arm, len(arms))
            self.check_count(len(arms))
        if file.ladder is not None:
            arms += ladder_arms(file.ladder, players, layouts[0], self.policies, self.arm, len(arms))
        more = self.more(arms)
        arms += [replace(arm, index=len(arms) + i) for i, arm in enumerate(more.arms)]
        if len({arm.name for arm in arms}) < len(arms):
            self.fail(
                "variants.name",
                names,
                "two variants would give arms of the same name; tell them apart by more",
            )
        used = {name for arm in arms for name in arm.policies}
        return Scenario(
            title=file.title,
            question=file.question,
            game=file.game,
            games=file.games,
            precision=file.precision,
            seed=file.seed,
            margin=file.margin,
            rotate=file.table.rotate,
            arms=tuple(arms),
            policies={name: more.policies.get(name) or self.policies[name] for name in sorted(used)},
            source=self.source,
            file=dict(self.data),
            designs=more.designs,
        )

    def check_pool(self) -> None:
        """A pool stands instead of policies, names each style once, and sits in all orders."""
        table = self.file.table
        if table.pool is None:
            return
        if "policies" in table.model_fields_set:
            self.fail(
                "table.pool",
                table.pool,
                "table.policies stands there too; only one of them can seat the table",
            )
        for name in table.pool:
            if table.pool.count(name) > 1:
                self.fail("table.pool", name, "it stands there twice")
            if name not in self.policies:
                self.fail("table.pool", name, self.policies.missing(name))
        if table.rotate != "all":
            why = 'a pool sits in all orders, since it matters who sits beside whom: "all" is wanted'
            self.fail("table.rotate", table.rotate, why)

    def seated(self, players: int) -> Sequence[str]:
        """The base's policies: those of the table, or of the pool's first one."""
        table = self.file.table
        return table.policies if table.pool is None else tables(table.pool, players)[0]

    def check_count(self, arms: int) -> None:
        if arms > MAX_ARMS:
            raise InputError(
                f"{self.source}: the scenario has {arms:,} arms; at most {MAX_ARMS:,} are possible"
            )

    def more(self, table: Sequence[Arm]) -> More:
        """What is asked for beyond the table."""
        file = self.file
        if file.ablation is not None:
            names = [component.name for component in self.game.components]
            file.ablation.components = check_components(
                file.ablation.components, names, self.game.title, self.source
            )
            seats = sum(arm.players for arm in table if arm.variant == BASE and arm.layout == table[0].layout)
            self.check_count(len(table) + seats * len(file.ablation.components))
        layout = table[0].layout

        def build(players: int, variant: Variant, key: str) -> Arm:
            return self.arm(0, players, layout, variant, key)

        found = more_arms(file, self.source, table, self.policies, build)
        self.check_count(len(table) + len(found.arms))
        return found

    def players(self) -> list[int]:
        allowed = self.game.players
        players = self.file.table.players or list(allowed)
        for number in players:
            if number not in allowed:
                listed = ", ".join(map(str, allowed))
                self.fail("table.players", number, f"{self.game.title} is played by {listed}")
            if players.count(number) > 1:
                self.fail("table.players", players, f"{number} stands there twice")
        return players

    def layouts(self) -> list[str]:
        """Names of layouts, random ones as ``random:7``."""
        known = tuple(self.game.board.LAYOUTS)
        given = self.file.components.layouts
        layouts: list[str] = []
        for entry in given if given is not None else known[:1]:
            if isinstance(entry, RandomLayouts):
                first, last = entry.random
                if last < first or last - first >= MAX_RANDOM_LAYOUTS:
                    why = (
                        f"the last must not be below the first, and at most {MAX_RANDOM_LAYOUTS} are possible"
                    )
                    self.fail("components.layouts.random", entry.random, why)
                layouts += [f"random:{number}" for number in range(first, last + 1)]
            elif entry in known or entry.startswith("random:"):
                layouts.append(entry)
            else:
                why = f"{self.game.title} has the layouts {', '.join(known)}"
                self.fail(
                    "components.layouts", entry, f"there is no such layout{nearest(entry, known)}; {why}"
                )
        for layout in layouts:
            if layouts.count(layout) > 1:
                self.fail("components.layouts", layout, "it stands there twice")
        return layouts

    def arm(self, index: int, players: int, layout: str, variant: Variant, key: str | None = None) -> Arm:
        """One arm, its board built. key: what a message begins with (without it: the variant's name)."""
        name = arm_name(players, layout, variant.name)
        where = f"{key}{players} players" if key else f"arm {name}"
        if key is None:
            key = "" if variant.name == BASE else f"variant {variant.name!r}, "
        rules = self.rules({**self.file.rules, **variant.rules}, key)
        components = self.components(variant, key)
        policies = self.places(variant.policies or self.seated(players), players, key)
        try:
            board = self.game.board.build(layout, players, dict(components), dict(rules))
        except ValueError as error:
            raise InputError(f"{self.source}: {where}: {error}") from None
        table = seating(policies, self.file.table.rotate)
        handicap = variant.handicap or self.file.table.handicap or ()
        if handicap and len(handicap) != players:
            why = f"one number a seat is wanted: {len(handicap)} do not fit {players} players"
            self.fail(f"{key}{'' if variant.handicap else 'table.'}handicap", handicap, why)
        return Arm(
            index=index,
            name=name,
            group=arm_name(players, layout, "").removesuffix("-x"),
            players=players,
            layout=layout,
            variant=variant.name,
            rules=rules,
            components=components,
            policies=policies,
            seating=table,
            deals=math.ceil(self.file.games / len(table)),
            handicap=tuple(handicap),
            board=board,
        )

    def rules(self, chosen: Mapping[str, Any], key: str) -> dict[str, Any]:
        """Every switch with its value."""
        switches: dict[str, Switch] = {switch.name: switch for switch in self.game.switches}
        for name, value in chosen.items():
            if name not in switches:
                why = f"there is no such switch{nearest(name, switches)}; {self.game.title} has {', '.join(switches)}"
                self.fail(f"{key}rules.{name}", value, why)
            try:
                switches[name].code(value)
            except ValueError as error:
                raise InputError(f"{self.source}: {key}rules.{error}") from None
        return {name: plain(chosen.get(name, switch.default)) for name, switch in switches.items()}

    def components(self, variant: Variant, key: str) -> dict[str, Any]:
        """The values that differ from the game's components.toml: from the file named, the base, the variant."""
        chosen: dict[str, Any] = {}
        if self.file.components.file is not None:
            chosen.update(read_toml(Path(self.source).parent / self.file.components.file))
        chosen.update(self.file.components.model_extra or {})
        chosen.update(variant.components)
        known = list(self.game.board.settable())
        for name, value in chosen.items():
            if name not in known:
                listed = ", ".join(known) or "none to change"
                why = (
                    f"there is no such component value{nearest(name, known)}; {self.game.title} has {listed}"
                )
                self.fail(f"{key}components.{name}", value, why)
            if isinstance(value, float) and not math.isfinite(value):
                self.fail(f"{key}components.{name}", value, "a finite number is wanted")
        return chosen

    def places(self, policies: Sequence[str], players: int, key: str) -> tuple[str, ...]:
        """A policy a place."""
        for name in policies:
            if name not in self.policies:
                self.fail(f"{key}table.policies", name, self.policies.missing(name))
        if len(policies) not in (1, players):
            why = f"one policy for all places or one for each is wanted: {len(policies)} do not fit {players} players"
            self.fail(f"{key}table.policies", list(policies), why)
        return tuple(policies) * (players if len(policies) == 1 else 1)
