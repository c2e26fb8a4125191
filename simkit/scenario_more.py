"""Arms beyond the table: sweep points, ablations, luck, and the replay with fair points.

All of them belong to the base arms on the first layout, one for each number of players. Their games are fixed numbers:
the precision stop concerns the table and the replay only.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simkit.errors import InputError
from simkit.policy import Policy
from simkit.scenario_arms import ABLATION, BASE, LUCK, REPLAY, SWEEP, Arm, arm_name
from simkit.scenario_file import ScenarioFile, Variant, nearest, shown
from simkit.scenario_players import Players
from simkit.scenario_sweep import in_words, plan, settings_of

FRESH = 1
"""The set of deals of the replay with fair points."""

OTHER = 2
"""The set of deals that luck's games are crossed with."""

CROSSED = {
    "A": (0, 0, 0),
    "B": (OTHER, OTHER, OTHER),
    "set-up": (OTHER, 0, 0),
    "chance": (0, OTHER, 0),
    "choices": (0, 0, OTHER),
}
"""Sets of deals from which set-up, later chance and the policies' choices come: A, B, and A with one group from B."""

REPEATED = "replays"
"""The games of luck that replay each set-up."""

Builder = Callable[[int, Variant, str], Arm]
"""Builds the arm of a number of players on the first layout, with an index still to be given."""


@dataclass
class More:
    """What a scenario asks for beyond its table: arms, policies that only they have, designs for the report."""

    arms: list[Arm] = field(default_factory=list)
    policies: dict[str, Policy] = field(default_factory=dict)
    designs: dict[str, Any] = field(default_factory=dict)

    def add(self, base: Arm, role: str, name: str, **changes: Any) -> None:
        """An arm like its base but for some fields; named in its role's words."""
        self.arms.append(
            replace(base, role=role, variant=name, name=arm_name(base.players, base.layout, name), **changes)
        )


def more_arms(file: ScenarioFile, source: str, table: Sequence[Arm], known: Players, build: Builder) -> More:
    """Everything that ``file`` asks for beyond its table. known: the policies by name. InputError as usual."""
    found = More()
    bases = [arm for arm in table if arm.variant == BASE and arm.layout == table[0].layout]
    if file.sweep is not None:
        _sweep(file, source, bases, build, found)
    for base in bases:
        if file.ablation is not None:
            _ablation(file, base, known, found)
        if file.luck is not None:
            _luck(file, base, found)
    if file.ablation is not None:
        found.designs[ABLATION] = {"components": list(file.ablation.components)}
    if file.luck is not None:
        found.designs[LUCK] = {"setups": file.luck.setups, "replays": file.luck.replays}
    if file.handicap is not None and file.handicap.replay:
        for base in bases:
            fresh = {"streams": (FRESH, FRESH, FRESH, 1), "about": {"base": base.name}}
            found.add(base, REPLAY, "fair points", **fresh)
    return found


def _deals(games: int | None, otherwise: int, each: int) -> int:
    """Whole deals of so many games each."""
    return math.ceil((games if games is not None else otherwise) / each)


def _sweep(file: ScenarioFile, source: str, bases: Sequence[Arm], build: Builder, found: More) -> None:
    assert file.sweep is not None
    made = plan(file.sweep, file.seed, source)
    found.designs[SWEEP] = made.record()
    for base in bases:
        for number, point in enumerate(made.points):
            name = f"sweep {number + 1}"
            variant = Variant.model_validate({"name": name, **settings_of(point)})
            arm = build(base.players, variant, f"{name} ({in_words(point)}), ")
            deals = _deals(file.sweep.games, file.games, base.rotations)
            found.arms.append(replace(arm, role=SWEEP, about={"point": number}, deals=deals))


def _ablation(file: ScenarioFile, base: Arm, known: Players, found: More) -> None:
    """For each component and place an arm in which that place's policy may not take it; all else is the base's.

    The place keeps its seats and its stream of choices, so a component that never mattered changes nothing at all.
    """
    assert file.ablation is not None
    deals = _deals(file.ablation.games, file.games, base.players * base.rotations)
    for component in file.ablation.components:
        for place, name in enumerate(base.policies):
            policy = known[name]
            banned = f"{name} without {component}"
            found.policies[banned] = replace(policy, name=banned, ban=tuple(sorted({*policy.ban, component})))
            seated = (*base.policies[:place], banned, *base.policies[place + 1 :])
            about = {"component": component, "place": place, "policies": list(base.policies)}
            words = f"without {component} {place + 1}"
            found.add(base, ABLATION, words, policies=seated, about=about, deals=deals)


def _luck(file: ScenarioFile, base: Arm, found: More) -> None:
    assert file.luck is not None
    deals = _deals(file.luck.games, file.games, base.rotations)
    for name, sets in CROSSED.items():
        about = {"crossed": name}
        found.add(base, LUCK, f"luck {name}", streams=(*sets, 1), about=about, deals=deals)
    setups, replays = file.luck.setups, file.luck.replays
    about = {"crossed": REPEATED}
    found.add(base, LUCK, f"luck {REPEATED}", streams=(0, 0, 0, replays), about=about, deals=setups * replays)


def check_components(given: Sequence[str], components: Sequence[str], title: str, source: str) -> list[str]:
    """The components to take away, ``all`` spelled out. InputError for one that the game has not."""
    if list(given) == ["all"] and components:
        return list(components)
    for name in given:
        if name not in components:
            listed = ", ".join(components) or "none"
            raise InputError(
                f"{source}: ablation.components = {shown(name)}: there is no such component"
                f"{nearest(name, components)}; {title} has {listed}"
            )
        if given.count(name) > 1:
            raise InputError(f"{source}: ablation.components = {shown(name)}: it stands there twice")
    return list(given)
