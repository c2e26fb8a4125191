"""Which unknown number or rule matters: main effects of a designed set of runs, and Morris and Sobol through SALib.

A run is one setting of the factors (component counts, board numbers, rule switches); its outcome is one number with a
standard error, a seat's share, say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import Floats, as_matrix, as_vector, pair
from simkit.stats.intervals import t_quantile
from simkit.stats.moments import Moments


@dataclass(frozen=True)
class MainEffect:
    """One factor's effect, averaged over the others. Arrays by level.

    levels: values, or the middles of bins of a continuous factor. runs: in each. effect: mean outcome at the level
    minus that of all levels; interval: 95 %. change: mean outcome at the level; change_interval: its 95 %, with the
    error that all runs share. swing: largest minus smallest effect. p: F-test that all are equal.
    """

    factor: str
    levels: Floats
    runs: Floats
    effect: Floats
    interval: Floats
    change: Floats
    change_interval: Floats
    swing: float
    p: float


def main_effects(
    factors: Mapping[str, ArrayLike],
    outcome: ArrayLike,
    bins: int = 4,
    level: float = 0.95,
    shared: float = 0.0,
) -> list[MainEffect]:
    """Main effects from one row a run: each factor (runs,), outcome (runs,), largest swing first.

    Fitted together by least squares, so an unbalanced design is allowed; factors of more than ``bins`` x 2 values (a
    Latin hypercube) are cut into ``bins`` bins of equal size. Intervals by t on the residual spread, which holds the
    runs' noise and the interactions. shared: standard error of the mean of all outcomes, which does not show in that
    spread where every run was compared with the same base. ValueError for lengths that disagree or too few runs for
    the levels.
    """
    y = as_vector(outcome, "outcome")
    coded = {name: _levels(as_vector(values, name, y.size), bins) for name, values in factors.items()}
    blocks = [_effect_code(where, levels.size) for levels, where in coded.values()]
    design = np.hstack([np.ones((y.size, 1)), *blocks])
    spare = y.size - design.shape[1]
    if spare < 1 or np.linalg.matrix_rank(design) < design.shape[1]:
        raise ValueError(f"{y.size} runs are too few, or too alike, for {design.shape[1]} level effects")
    inverse = np.linalg.inv(design.T @ design)
    beta = inverse @ design.T @ y
    variance = float(np.sum((y - design @ beta) ** 2)) / spare
    found, start = [], 1
    for (name, (levels, where)), block in zip(coded.items(), blocks, strict=True):
        own = [0, *range(start, start + block.shape[1])]
        start += block.shape[1]
        fitted = Moments(spare + 1, beta[own], variance * inverse[np.ix_(own, own)])
        found.append(_effect(name, levels, where, fitted, shared, level))
    return sorted(found, key=lambda effect: -effect.swing)


def _levels(values: Floats, bins: int) -> tuple[Floats, np.ndarray[Any, np.dtype[np.int64]]]:
    """Levels (their values, or middles of bins) and the level of each run."""
    levels, where = np.unique(values, return_inverse=True)
    if levels.size <= 2 * bins:
        return levels, where.astype(np.int64)
    edges = np.quantile(values, np.linspace(0, 1, bins + 1))
    where = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, bins - 1)
    return (edges[:-1] + edges[1:]) / 2, where.astype(np.int64)


def _effect_code(where: np.ndarray[Any, np.dtype[np.int64]], levels: int) -> Floats:
    """Columns whose coefficients are effects that sum to 0 over the levels, the last left out."""
    code = np.vstack([np.eye(levels - 1), -np.ones((1, levels - 1))])
    return code[where]


def _effect(
    name: str,
    levels: Floats,
    where: np.ndarray[Any, np.dtype[np.int64]],
    fitted: Moments,
    shared: float,
    level: float,
) -> MainEffect:
    """One factor's effects from its coefficients, the mean of all levels first, and the estimates' covariance."""
    beta, covariance = fitted.mean[1:], fitted.covariance[1:, 1:]
    spread = np.vstack([np.eye(beta.size), -np.ones((1, beta.size))])
    effect = spread @ beta
    t = t_quantile(level, fitted.deals)
    half = t * np.sqrt(np.diag(spread @ covariance @ spread.T))
    whole = np.hstack([np.ones((levels.size, 1)), spread])
    change = whole @ fitted.mean
    reach = t * np.sqrt(np.diag(whole @ fitted.covariance @ whole.T) + shared**2)
    p = 1.0
    if beta.size and covariance.max(initial=0.0) > 0:
        spare = fitted.deals - 1
        p = float(stats.f.sf(beta @ np.linalg.solve(covariance, beta) / beta.size, beta.size, spare))
    return MainEffect(
        factor=name,
        levels=levels,
        runs=np.bincount(where, minlength=levels.size).astype(np.float64),
        effect=effect,
        interval=pair(effect - half, effect + half),
        change=change,
        change_interval=pair(change - reach, change + reach),
        swing=float(effect.max() - effect.min()),
        p=p,
    )


def problem(bounds: Mapping[str, tuple[float, float]]) -> dict[str, Any]:
    """SALib's description of factors with (low, high) bounds. ValueError where low is not below high."""
    for name, (low, high) in bounds.items():
        if not low < high:
            raise ValueError(f"{name} runs from {low} to {high}; expected low below high")
    return {"num_vars": len(bounds), "names": list(bounds), "bounds": [list(b) for b in bounds.values()]}


def morris_effects(
    bounds: Mapping[str, tuple[float, float]], runs: ArrayLike, outcome: ArrayLike, levels: int = 4
) -> dict[str, tuple[float, float, float]]:
    """Morris screening by factor: mean absolute elementary effect, its 95 % half-width, and SD (interaction or curve).

    runs: (runs, factors) made by SALib's ``sample.morris`` with the same bounds and levels. Needs SALib (an extra);
    ImportError says so.
    """
    analyze = _salib("morris")
    x, y = as_matrix(runs, "runs", len(bounds)), as_vector(outcome, "outcome")
    found = analyze.analyze(problem(bounds), x, y, num_levels=levels, seed=0)
    rows: Sequence[Any] = list(zip(found["mu_star"], found["mu_star_conf"], found["sigma"], strict=True))
    return {name: (float(a), float(b), float(c)) for name, (a, b, c) in zip(bounds, rows, strict=True)}


def sobol_effects(
    bounds: Mapping[str, tuple[float, float]], outcome: ArrayLike
) -> dict[str, tuple[float, float, float, float]]:
    """Sobol' indices by factor: first order, its 95 % half-width, total, its half-width.

    outcome: one value a run of SALib's ``sample.sobol`` with the same bounds and without second order. Needs SALib (an
    extra); ImportError says so.
    """
    analyze = _salib("sobol")
    y = as_vector(outcome, "outcome")
    found = analyze.analyze(problem(bounds), y, calc_second_order=False, seed=0)
    rows = zip(found["S1"], found["S1_conf"], found["ST"], found["ST_conf"], strict=True)
    return {
        name: (float(a), float(b), float(c), float(d))
        for name, (a, b, c, d) in zip(bounds, rows, strict=True)
    }


def _salib(method: str) -> Any:
    """SALib.analyze.<method>, imported only where asked for."""
    from importlib import import_module

    try:
        return import_module(f"SALib.analyze.{method}")
    except ImportError as missing:
        raise ImportError(
            "sensitivity analysis by Morris or Sobol needs SALib: pip install SALib"
        ) from missing
