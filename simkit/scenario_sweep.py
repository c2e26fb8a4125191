"""[sweep]: numbers and switches varied by a design; each point is an arm that meets the deals of its base.

The design is made of cells: a factor has a list of values, or a range that is cut into values (whole numbers, or
multiples of a step) or stays continuous. A row of the design holds a place in [0, 1] for each factor; rows that come
to the same settings are one point and played once.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from simkit.errors import InputError
from simkit.scenario_designs import MAX_POINTS, Range, Sweep
from simkit.scenario_file import plain, shown

MORRIS_LEVELS = 4
"""Places of a factor on the grid of Morris' trajectories."""

LEAST_SOBOL = 8
"""Rows of Sobol's base sample, at least."""


@dataclass(frozen=True)
class Factor:
    """One thing to vary. ``values``: its levels, or none for a continuous range from ``low`` to ``high``."""

    key: str
    values: tuple[Any, ...]
    low: float = 0.0
    high: float = 1.0

    def at(self, place: float) -> Any:
        """The value at a place in [0, 1]: cells of equal length for levels."""
        if not self.values:
            return self.low + place * (self.high - self.low)
        return self.values[min(int(place * len(self.values)), len(self.values) - 1)]

    def record(self) -> dict[str, Any]:
        """As JSON types."""
        return {"key": self.key, "values": plain(self.values), "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Plan:
    """A design: its rows of places in [0, 1], the points they come to, and the point of each row."""

    design: str
    factors: tuple[Factor, ...]
    unit: tuple[tuple[float, ...], ...]
    points: tuple[Mapping[str, Any], ...]
    rows: tuple[int, ...]

    def record(self) -> dict[str, Any]:
        """As JSON types, for the scenario's record."""
        return {
            "design": self.design,
            "factors": [factor.record() for factor in self.factors],
            "unit": [list(row) for row in self.unit],
            "points": [dict(point) for point in self.points],
            "rows": list(self.rows),
        }


def plan(sweep: Sweep, seed: int, source: str) -> Plan:
    """The points of a sweep. InputError for a range or a number of points that makes no design."""
    tables = {"rules": sweep.rules, "components": sweep.components}
    factors = tuple(
        _factor(f"{table}.{name}", given, sweep.design, source)
        for table, entries in tables.items()
        for name, given in entries.items()
    )
    if not factors:
        raise InputError(f"{source}: sweep: nothing is varied; sweep.rules or sweep.components is needed")
    unit = _grid(factors, source) if sweep.design == "grid" else _sample(sweep, len(factors), seed, source)
    points: dict[str, int] = {}
    settings: list[Mapping[str, Any]] = []
    rows = []
    for row in unit:
        point = {factor.key: plain(factor.at(u)) for factor, u in zip(factors, row, strict=True)}
        number = points.setdefault(repr(point), len(settings))
        if number == len(settings):
            settings.append(point)
        rows.append(number)
    return Plan(sweep.design, factors, unit, tuple(settings), tuple(rows))


def settings_of(point: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """A point's settings by table: rules and components."""
    tables: dict[str, dict[str, Any]] = {"rules": {}, "components": {}}
    for key, value in point.items():
        table, _, name = key.partition(".")
        tables[table][name] = value
    return tables


def in_words(point: Mapping[str, Any]) -> str:
    """Such as ``components.amber = 18, rules.storm = true``."""
    return ", ".join(f"{key} = {shown(value)}" for key, value in point.items())


def _factor(key: str, given: Any, design: str, source: str) -> Factor:
    if isinstance(given, list):
        if any(given.count(value) > 1 for value in given):
            raise InputError(f"{source}: sweep.{key} = {shown(given)}: a value stands there twice")
        return Factor(key, tuple(given))
    assert isinstance(given, Range)
    if not given.low < given.high:
        raise InputError(
            f"{source}: sweep.{key}: low = {given.low} and high = {given.high}: low must be below high"
        )
    whole = isinstance(given.low, int) and isinstance(given.high, int)
    step = given.step if given.step is not None else (1 if whole and design != "grid" else None)
    if step is None:
        if design == "grid":
            raise InputError(f"{source}: sweep.{key}: a grid needs a list of values, or a step in the range")
        return Factor(key, (), float(given.low), float(given.high))
    count = math.floor((given.high - given.low) / step + 1e-9) + 1 if step > 0 else 0
    if not 2 <= count <= 100_000:
        raise InputError(
            f"{source}: sweep.{key}: step = {step}: a step with at least 2 values in the range is wanted"
        )
    return Factor(key, tuple(given.low + i * step for i in range(count)))


def _grid(factors: Sequence[Factor], source: str) -> tuple[tuple[float, ...], ...]:
    if (count := math.prod(len(factor.values) for factor in factors)) > MAX_POINTS:
        raise InputError(
            f"{source}: sweep: the grid has {count:,} points; at most {MAX_POINTS:,} are possible. Fewer values, "
            'or design = "latin" with a number of points, make it smaller'
        )
    places = [[(i + 0.5) / len(factor.values) for i in range(len(factor.values))] for factor in factors]
    return tuple(itertools.product(*places))


def _sample(sweep: Sweep, factors: int, seed: int, source: str) -> tuple[tuple[float, ...], ...]:
    """Rows of a Latin hypercube, of Morris' trajectories or of Sobol's design (Saltelli's, without second order)."""
    small = seed % 2**31
    if sweep.design == "latin":
        from scipy.stats import qmc

        rows = qmc.LatinHypercube(factors, rng=np.random.default_rng(small)).random(sweep.points)
    else:
        size = _runs(sweep, factors, source)
        bounds = {
            "num_vars": factors,
            "names": [str(i) for i in range(factors)],
            "bounds": [[0, 1]] * factors,
        }
        maker = _salib(sweep.design, source)
        if sweep.design == "morris":
            rows = maker.sample(bounds, size, num_levels=MORRIS_LEVELS, seed=small)
        else:
            rows = maker.sample(bounds, size, calc_second_order=False, seed=small)
    return tuple(tuple(float(u) for u in row) for row in rows)


def _runs(sweep: Sweep, factors: int, source: str) -> int:
    """Trajectories of Morris, or rows of Sobol's base sample (a power of two), that the points suffice for."""
    each = factors + (1 if sweep.design == "morris" else 2)
    runs = sweep.points // each
    if sweep.design == "sobol" and runs:
        runs = 2 ** int(math.log2(runs))
    least = 2 if sweep.design == "morris" else LEAST_SOBOL
    if runs < least:
        raise InputError(
            f"{source}: sweep.points = {sweep.points}: a {sweep.design} design of {factors} factors needs at least "
            f"{least * each} points"
        )
    return runs


def _salib(design: str, source: str) -> Any:
    """SALib.sample.<design>, imported only where asked for."""
    try:
        return import_module(f"SALib.sample.{design}")
    except ImportError:
        raise InputError(
            f"{source}: sweep.design = \"{design}\": the package SALib is needed: pip install 'simkit[sensitivity]'"
        ) from None
