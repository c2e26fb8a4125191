"""A sweep's points read and analysed: changes against the base, main effects, screening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simkit.report import words
from simkit.report.designs import OUTCOMES, arms_of, deal_rows
from simkit.report.findings import ArmFinding
from simkit.report.study import Study
from simkit.scenario_arms import SWEEP
from simkit.scenario_sweep import MORRIS_LEVELS
from simkit.stats.intervals import Estimate, mean_estimate, share_estimate
from simkit.stats.moments import moments
from simkit.stats.sensitivity import main_effects, morris_effects, sobol_effects
from simkit.stats.sweep import GridSums, elementary_noise, noise_share

Floats = NDArray[np.float64]

MOST_STALLED = 0.1
"""A point with a larger share of stalled deals is left out: too little of it could be compared."""


@dataclass(frozen=True)
class Level:
    """One level of a factor: its name, its place on the axis, points there, and the mean change of an outcome."""

    name: str
    place: float
    points: int
    change: Estimate


@dataclass(frozen=True)
class Effect:
    """One factor's main effect on one outcome."""

    factor: str
    outcome: str
    levels: tuple[Level, ...]
    swing: float
    p: float


@dataclass(frozen=True)
class Screened:
    """Morris (``first``: mean absolute elementary effect, ``second``: their SD) or Sobol (first order and total)."""

    factor: str
    outcome: str
    first: Estimate
    second: Estimate


@dataclass(frozen=True)
class PointRow:
    """One point: its settings, each seat's share, the change of each outcome; none where it was left out."""

    number: int
    arm: str
    settings: Mapping[str, Any]
    shares: tuple[Estimate, ...]
    changes: tuple[Estimate, ...]
    stalled: float

    @property
    def farthest(self) -> float:
        """How far from an equal share the farthest seat is."""
        return max(abs(share.value - 1 / len(self.shares)) for share in self.shares)


@dataclass(frozen=True)
class SweepFinding:
    """One base arm's sweep.

    noise: share of the spread between points that is noise, by outcome. floor: of Morris' effects, what noise alone
    would show. short: by factor, the short name of each value's name.
    """

    arm: ArmFinding
    design: str
    factors: list[str]
    deals: int
    points: list[PointRow]
    effects: list[Effect]
    screened: list[Screened]
    noise: dict[str, float]
    floor: dict[str, float]
    short: dict[str, dict[str, str]]

    @property
    def games(self) -> int:
        """Games of each point behind the changes."""
        return self.deals * int(self.arm.data.arm.rotations)

    @property
    def used(self) -> list[PointRow]:
        """The points that were not left out."""
        return [point for point in self.points if point.shares]

    @property
    def evenest(self) -> list[PointRow]:
        """The points by how even the seats are, the evenest first."""
        return sorted(self.used, key=lambda point: point.farthest)

    def names(self, point: PointRow) -> str:
        """A point's settings in the order of the factors, long ones by their letters."""
        return ", ".join(self.short[key][setting_name(point.settings[key])] for key in self.factors)

    @property
    def letters(self) -> str:
        """What the letters stand for, in words; nothing where there are none."""
        told = []
        for key, names in self.short.items():
            if lettered := [f"{short} = {name}" for name, short in names.items() if short != name]:
                told.append(f"{words.plain(key.partition('.')[2])}: {', '.join(lettered)}")
        return f"{'; '.join(told)}." if told else ""


def sweep_finding(study: Study, arm: ArmFinding) -> SweepFinding | None:
    """Read and analyse the sweep of a base arm; None where it has none, or fewer than two deals were finished."""
    arms = arms_of(study.run, arm.data.arm, SWEEP)
    plan = study.run.scenario.designs.get(SWEEP)
    if not arms or plan is None:
        return None
    rows = [_slim(study.run, one) for one in arms]
    base = _slim(study.run, arm.data.arm, min(len(part.stalled) for part in rows))
    common = min(len(part.stalled) for part in (base, *rows))
    stalled = [float(part.stalled[:common].mean()) if common else 1.0 for part in rows]
    used = [i for i, share in enumerate(stalled) if share <= MOST_STALLED]
    bad = np.any([base.stalled[:common], *(rows[i].stalled[:common] for i in used)], axis=0)
    kept = np.flatnonzero(~bad)
    if len(kept) < 2 or not used:
        return None
    before = base.outcomes[kept].astype(np.float64)
    changes = {i: rows[i].outcomes[kept] - before for i in used}
    points = []
    for i, one in enumerate(arms):
        number = int(one.about["point"])
        found = _changes(changes[i]) if i in changes else ()
        shares = _shares(rows[i].share[kept]) if i in changes else ()
        settings = plan["points"][number]
        points.append(PointRow(number + 1, one.name, settings, shares, found, stalled[i]))
    whole = len(used) == len(arms)
    exact = whole and plan["design"] == "grid"
    effects = [
        effect
        for column in range(len(OUTCOMES))
        for effect in (
            _grid_effects(plan, points, changes, column)
            if exact
            else _fitted_effects(plan, points, changes, column)
        )
    ]
    screened, noise, floor = _screened(plan, points, list(changes.values()), whole)
    factors = [factor["key"] for factor in plan["factors"]]
    short = {key: short_names([setting_name(point.settings[key]) for point in points]) for key in factors}
    return SweepFinding(
        arm, plan["design"], factors, len(kept), points, effects, screened, noise, floor, short
    )


class _Slim(NamedTuple):
    """What a sweep keeps of an arm, for there may be a thousand: a row a deal, float32."""

    stalled: NDArray[np.bool_]
    share: NDArray[np.float32]
    outcomes: NDArray[np.float32]


def _slim(run: Any, arm: Any, most: int | None = None) -> _Slim:
    rows = deal_rows(run, arm, most)
    return _Slim(rows.stalled, rows.seat_share.astype(np.float32), rows.outcomes.astype(np.float32))


def _shares(rows: NDArray[np.float32]) -> tuple[Estimate, ...]:
    """Each seat's share of wins."""
    sample = moments(rows.astype(np.float64))
    return tuple(share_estimate(sample, seat) for seat in range(rows.shape[1]))


def _changes(rows: Floats) -> tuple[Estimate, ...]:
    """The mean change of each outcome."""
    sample = moments(rows)
    return tuple(mean_estimate(sample, column) for column in range(len(OUTCOMES)))


def _grid_effects(
    plan: Mapping[str, Any], points: Sequence[PointRow], changes: Mapping[int, Floats], column: int
) -> list[Effect]:
    """Each factor's effect on one outcome, from a whole grid: exact by deals."""
    values = {factor["key"]: factor["values"] for factor in plan["factors"]}
    levels = {key: [listed.index(point.settings[key]) for point in points] for key, listed in values.items()}
    deals = len(changes[0])
    sums = GridSums(levels, deals)
    for i, change in changes.items():
        sums.add(i, change[:, column])
    effects = []
    for found in sums.effects():
        listed = values[found.factor]
        shown = tuple(
            Level(
                setting_name(value),
                _place(listed, level),
                int(found.points[level]),
                _estimate(found.value[level], found.interval[level], deals),
            )
            for level, value in enumerate(listed)
        )
        effects.append(Effect(found.factor, OUTCOMES[column], shown, found.swing, found.p))
    return effects


def _fitted_effects(
    plan: Mapping[str, Any], points: Sequence[PointRow], changes: Mapping[int, Floats], column: int
) -> list[Effect]:
    """Each factor's effect on one outcome by least squares over points; none where they are too few.

    All points were compared with the same base, whose luck does not show in the points' spread.
    """
    used = [point for point in points if point.shares]
    means = np.array([point.changes[column].value for point in used])
    coded = {f["key"]: [_code(f, point.settings[f["key"]]) for point in used] for f in plan["factors"]}
    listed = {f["key"]: f["values"] for f in plan["factors"]}
    try:
        varied = {key: codes for key, codes in coded.items() if len(set(codes)) > 1}
        shared = moments(np.mean([change[:, column] for change in changes.values()], axis=0))
        fitted = main_effects(varied, means, shared=float(shared.se[0]))
    except ValueError:  # too few points for so many levels
        return []
    effects = []
    for found in fitted:
        shown = tuple(
            Level(
                _level_name(listed[found.factor], float(place)),
                float(place),
                int(found.runs[level]),
                _estimate(found.change[level], found.change_interval[level], len(used)),
            )
            for level, place in enumerate(found.levels)
        )
        effects.append(Effect(found.factor, OUTCOMES[column], shown, found.swing, found.p))
    return effects


def _estimate(value: float, interval: Any, n: int) -> Estimate:
    low, high = (float(x) for x in interval)
    return Estimate(float(value), float("nan"), low, high, n)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _code(factor: Mapping[str, Any], value: Any) -> float:
    """A number for a setting: itself, or its place in the list of values."""
    if not factor["values"] or all(map(_is_number, factor["values"])):
        return float(value)
    return float(factor["values"].index(value))


def _place(values: Sequence[Any], level: int) -> float:
    return float(values[level]) if all(map(_is_number, values)) else float(level)


def _level_name(values: Sequence[Any], place: float) -> str:
    """The name of a level at a place on the axis; of a bin of many values its middle."""
    if values and not all(map(_is_number, values)):
        return setting_name(values[min(round(place), len(values) - 1)])
    return setting_name(place) if place in values else f"about {place:.3g}"


LONGEST_NAME = 12
"""Letters of a level's name in a figure; where one is longer, letters stand for all of its factor."""


def short_names(names: Sequence[str]) -> dict[str, str]:
    """For each level's name itself, or a, b, c ... in their order where some name is too long for a figure."""
    each = list(dict.fromkeys(names))
    if max(map(len, each), default=0) <= LONGEST_NAME:
        return {name: name for name in each}
    return {name: chr(ord("a") + i) if i < 26 else str(i) for i, name in enumerate(each)}


def setting_name(value: Any) -> str:
    """A setting as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value).replace("_", " ")


def _screened(
    plan: Mapping[str, Any], points: Sequence[PointRow], changes: Sequence[Floats], whole: bool
) -> tuple[list[Screened], dict[str, float], dict[str, float]]:
    """Morris or Sobol by SALib, and how much noise is in the points. Nothing to screen where points were left out."""
    noise, floor, found = {}, {}, []
    used = [point for point in points if point.shares]
    for column, outcome in enumerate(OUTCOMES):
        means = np.array([point.changes[column].value for point in used])
        own = [change[:, column] for change in changes]
        noise[outcome] = noise_share(own)
        if plan["design"] not in ("morris", "sobol") or not whole or not np.ptp(means) > 0:
            continue
        outcome_of_row = means[np.array(plan["rows"])]
        bounds = {factor["key"]: (0.0, 1.0) for factor in plan["factors"]}
        if plan["design"] == "morris":
            delta = MORRIS_LEVELS / (2 * (MORRIS_LEVELS - 1))
            floor[outcome] = elementary_noise(own, plan["rows"], len(bounds), delta)
            table = morris_effects(bounds, np.array(plan["unit"]), outcome_of_row, MORRIS_LEVELS)
            found += [
                Screened(key, outcome, _half(mean, half), _half(sd, float("nan")))
                for key, (mean, half, sd) in table.items()
            ]
        else:
            sobol = sobol_effects(bounds, outcome_of_row)
            found += [
                Screened(key, outcome, _half(first, a), _half(total, b))
                for key, (first, a, total, b) in sobol.items()
            ]
    return found, noise, floor


def _half(value: float, half: float) -> Estimate:
    return Estimate(value, float("nan"), value - half, value + half, 0)
