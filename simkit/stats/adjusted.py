"""Components adjusted for circumstance: did seats that took it win more than seats as well placed that took another?

Every recorded taking of a component is a decision with a seat, a policy, a time, a lead, and a list of what was on
offer. For each component the takings at which it was on offer are compared: it, or another one. The model is the
conditional logit of ``logit`` for the seat that decides against the rest of its table, which leaves
P(win) = 1 / (1 + exp(-(a + b took + c lead + d progress + e lead x progress))) with an a for each seat and policy. It
is an association still: of what the model does not see, nothing is taken off.
"""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from simkit.stats.arrays import Bools, Floats, Ints, check_level, pair
from simkit.stats.moments import group_index, group_sums
from simkit.stats.multiple import Shrunk, benjamini_hochberg, shrink

LEAST = 200
"""Fewer takings, or takings of another while it was on offer, than this give no adjusted difference."""

STEPS, TOLERANCE, LIMIT = 30, 1e-8, 20.0
"""Newton: most steps, step at which it has converged, and the log-odds that no data can tell from infinity."""

WORD = 62
"""Components a word of the offer mask."""


@dataclass(frozen=True)
class Takings:
    """Recorded takings, arrays (takings,). won: share of the win that the seat had in the end. stratum: whole number
    of seat and policy. lead: points ahead of the best other seat. on_offer: int64 (takings, words), bits of components.
    """

    won: Floats
    stratum: Ints
    progress: Floats
    lead: Floats
    component: Ints
    on_offer: Ints
    deal: Ints


@dataclass(frozen=True)
class AdjustedTable:
    """Difference in win share of taking a component and taking another on offer, arrays (components,).

    points, se: share of wins, at equal seat, policy, lead and progress (nan where too few). interval: (components, 2).
    offered: takings at which it was on offer; taken: it was taken. q: false discovery rate. shrunk: drawn toward the
    mean, of those in shrunk_at; None for fewer than two.
    """

    points: Floats
    se: Floats
    interval: Floats
    offered: Ints
    taken: Ints
    q: Floats
    shrunk: Shrunk | None
    shrunk_at: Bools


def adjusted_at_takings(data: Takings, components: int, level: float = 0.95) -> AdjustedTable:
    """Adjusted difference of every component. ValueError for arrays of different lengths."""
    n = data.won.size
    if {len(values) for values in vars(data).values()} != {n}:
        raise ValueError("the takings' arrays must all have one length")
    points, se = np.full(components, np.nan), np.full(components, np.nan)
    offered, taken = np.zeros(components, np.int64), np.zeros(components, np.int64)
    for component in range(components):
        word, bit = divmod(component, WORD)
        rows = np.flatnonzero((data.on_offer[:, word] >> bit) & 1)
        took = data.component[rows] == component
        offered[component], taken[component] = rows.size, took.sum()
        if min(took.sum(), (~took).sum()) >= LEAST:
            points[component], se[component] = _difference(data, rows, took)
    known = np.isfinite(points) & (np.nan_to_num(se) > 0)
    z = float(stats.norm.ppf((1 + check_level(level)) / 2))
    ratio = np.divide(points, se, out=np.full(components, np.nan), where=known)
    return AdjustedTable(
        points=points,
        se=se,
        interval=pair(points - z * se, points + z * se),
        offered=offered,
        taken=taken,
        q=benjamini_hochberg(2 * stats.norm.sf(np.abs(ratio))),
        shrunk=shrink(points[known], se[known], level) if known.sum() > 1 else None,
        shrunk_at=known,
    )


def _difference(data: Takings, rows: Ints, took: Bools) -> tuple[float, float]:
    """Change of the win share and its error, deals as units; nan where the fit has no finite answer."""
    won, stratum, took = data.won[rows], data.stratum[rows], took.astype(np.float64)
    _, place = np.unique(stratum, return_inverse=True)
    wins, size = np.bincount(place, won), np.bincount(place)
    keep = ((wins > 0) & (wins < size))[place]  # a seat and policy that always or never wins tells nothing
    if not keep.any():
        return np.nan, np.nan
    won, took, rows = won[keep], took[keep], rows[keep]
    _, place = np.unique(stratum[keep], return_inverse=True)
    lead, progress = _standard(data.lead[rows]), _standard(data.progress[rows])
    strata = np.eye(int(place.max()) + 1)[place]
    design = np.column_stack([took, lead, progress, lead * progress, strata])
    found = _logistic(design, won, data.deal[rows])
    if found is None:
        return np.nan, np.nan
    coefficient, error, chance = found
    slope = float(np.mean(chance * (1 - chance)))
    return slope * coefficient, slope * error


def _standard(values: Floats) -> Floats:
    """With mean 0 and standard deviation 1 (0 where constant)."""
    centred = values - values.mean()
    return centred / max(float(centred.std()), 1e-12)


def _logistic(design: Floats, won: Floats, deals: Ints) -> tuple[float, float, Floats] | None:
    """First coefficient, its sandwich error by deal, and the chances; None where Newton finds no finite answer."""
    beta = np.zeros(design.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-design @ beta))
        information = (design * (chance * (1 - chance))[:, None]).T @ design
        bread = np.linalg.pinv(information, hermitian=True)
        step = bread @ (design.T @ (won - chance))
        beta = beta + step
        if np.abs(beta).max() > LIMIT:
            return None
        if np.abs(step).max() < TOLERANCE:
            where, units = group_index(deals, len(won))
            scores = group_sums(design * (won - chance)[:, None], where, units)
            meat = scores.T @ scores * (units / max(units - 1, 1))
            return float(beta[0]), float(np.sqrt((bread @ meat @ bread)[0, 0])), chance
    return None
