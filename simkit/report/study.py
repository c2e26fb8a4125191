"""A run with everything computed that its page shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit import plan
from simkit.contract import Game
from simkit.report.collect import ArmData, Collected, collect
from simkit.report.findings import (
    ArmFinding,
    LayoutFinding,
    PolicyFinding,
    VariantFinding,
    arm_findings,
    layout_findings,
    policy_finding,
    several_layouts,
    variant_findings,
)
from simkit.report.findings_ladder import LadderFinding, ladder_findings
from simkit.report.findings_strategies import StrategyFinding, strategy_findings
from simkit.scenario_arms import POOL, TABLE


@dataclass(frozen=True, eq=False)  # compared by identity, so that what is derived from it can be kept
class Study:
    """What the sections draw on. ``main``: the base arm of the first layout, one for each player count."""

    run: Any
    collected: Collected
    main: list[ArmFinding]
    base: list[ArmFinding]
    every: list[ArmFinding]
    variants: list[VariantFinding]
    layouts: list[LayoutFinding]
    mixed: list[PolicyFinding]
    ladder: list[LadderFinding]
    strategies: list[StrategyFinding]

    @property
    def game(self) -> Game:
        """The game's declaration."""
        return self.collected.game

    @property
    def manifest(self) -> Mapping[str, Any]:
        """The run's manifest."""
        data: Mapping[str, Any] = self.run.manifest.data
        return data

    @property
    def margin(self) -> float:
        """What counts as balanced, as a share of wins."""
        return float(self.run.scenario.margin)

    @property
    def policies(self) -> dict[str, Any]:
        """The policies at the table, by name, in the order in which they first sit down."""
        known: Mapping[str, Any] = self.run.scenario.policies
        arms = [arm for arm in self.run.arms if arm.role in (TABLE, POOL)]
        return {name: known[name] for arm in arms for name in arm.policies}

    @property
    def seated(self) -> list[str]:
        """The policies at the table of the base arms, or at the tables of the pool, by name."""
        arms = [data.arm for data in self.collected.base] + self.pool
        return list(dict.fromkeys(name for arm in arms for name in arm.policies))

    @property
    def pool(self) -> list[Any]:
        """The other tables of a pool of styles; none where none was asked for."""
        return [arm for arm in self.run.arms if arm.role == POOL]

    @property
    def several_layouts(self) -> bool:
        """Whether a player count was played on more than one layout."""
        return several_layouts(self.collected)

    @property
    def without_estimate(self) -> list[ArmData]:
        """The base arms of which fewer than two deals were finished."""
        known = {id(found.data) for found in self.base}
        return [data for data in self.collected.base if id(data) not in known]

    @property
    def games(self) -> int:
        """All games played."""
        return sum(self.run.deals(arm) * arm.rotations for arm in self.run.arms)


def study_of(run: Any) -> Study:
    """Read a run's results and compute everything."""
    collected = collect(run)
    margin = float(run.scenario.margin)
    base = arm_findings(collected, collected.base, margin)
    main = [found for found in base if found.data.detail == "full"]
    layouts = several_layouts(collected)
    every = [data for base in collected.main for data in (base, *collected.variants(base))]
    # of a pool all tables are told together, as styles
    alone = [] if plan.asks_styles(run.scenario) else every
    mixed = [found for data in alone if (found := policy_finding(data, layouts)) is not None]
    return Study(
        run=run,
        collected=collected,
        main=main,
        base=base,
        every=arm_findings(collected, collected.arms, margin),
        variants=variant_findings(collected),
        layouts=layout_findings(base, margin),
        mixed=mixed,
        ladder=ladder_findings(collected, margin),
        strategies=strategy_findings(collected),
    )


TABLES = ("games", "seats", "components", "actions", "events")
"""The result tables of a run folder."""


def glossary_of(run: Any) -> list[tuple[str, Any]]:
    """Every column of the result tables with the first table that has it."""
    found: dict[str, tuple[str, Any]] = {}
    for table in TABLES:
        for column in run.columns(table):
            found.setdefault(column.name, (table, column))
    return list(found.values())


def tables_folder(folder: Path) -> Path:
    """Where the tables of a report lie, made where it is missing."""
    return _made(folder / "tables")


def figures_folder(folder: Path) -> Path:
    """Where the figures of a report lie, made where it is missing."""
    return _made(folder / "figures")


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
