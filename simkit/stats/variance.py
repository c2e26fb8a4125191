"""Where the variance of a seat's outcome comes from: its seat, its policy, and the sources of chance."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.arrays import Floats, Ints, as_matrix, check_level, pair
from simkit.stats.intervals import SEED, batch_bootstrap


@dataclass(frozen=True)
class VarianceParts:
    """Shares of the variance of one seat's outcome in one game, (parts,), with intervals (parts, 2) by bootstrap.

    names: "seat", "policy" (who plays there; 0 where that cannot be told from the seat), each source of chance by
    itself, "together" (what they do only jointly). The shares sum to 1, up to sampling error. deals: independent units.
    """

    names: tuple[str, ...]
    share: Floats
    interval: Floats
    variance: float
    deals: int


def variance_parts(
    f_a: ArrayLike,
    f_b: ArrayLike,
    f_ab: ArrayLike,
    sources: tuple[str, ...],
    seat: ArrayLike,
    policy: ArrayLike,
    level: float = 0.95,
    seed: int = SEED,
) -> VarianceParts:
    """Parts from pick-freeze games.

    f_a, f_b: (deals, cells), outcomes of each cell (a seat in a rotation) in games with all chance of set A, or of B.
    f_ab: (sources, deals, cells), A but for one source. seat, policy: of each cell, whole numbers (cells,).

    Total variance: between the cells' means plus the mean variance within cells. Sources: first-order indices (Saltelli
    et al. 2010) of the latter. Seat and policy: variance of their means over cells, the noise of the means taken off.
    ValueError for shapes that disagree or an outcome that never varies.
    """
    a, b = as_matrix(f_a, "f_a"), as_matrix(f_b, "f_b")
    mixed = np.asarray(f_ab, dtype=np.float64)
    where, who = np.asarray(seat, np.int64), np.asarray(policy, np.int64)
    if a.shape != b.shape or mixed.shape != (len(sources), *a.shape) or where.shape != (a.shape[1],):
        raise ValueError(f"f_a {a.shape}, f_b {b.shape} and f_ab {mixed.shape} do not belong together")
    d = a.shape[1]
    centre = (a.mean(axis=0) + b.mean(axis=0)) / 2
    x, y, z = a - centre, b - centre, mixed - centre
    alone = np.stack([np.sum(y * (part - x), axis=1) / d for part in z], axis=1)
    within = np.sum(x**2 + y**2, axis=1, keepdims=True) / (2 * d)
    columns = np.hstack([(x + y) / 2, within, alone])
    noise = float((((x + y) / 2).var(axis=0, ddof=1) / len(a)).mean())
    balanced = _balanced(where, who)
    whole = _shares(columns.mean(axis=0)[None], centre, where, who, balanced, noise)
    if not whole[1][0] > 0:
        raise ValueError("the outcome does not vary; there is nothing to explain")
    again = _shares(batch_bootstrap(columns, seed), centre, where, who, balanced, 2 * noise)[0]
    tail = (1 - check_level(level)) / 2
    low, high = np.quantile(again, (tail, 1 - tail), axis=0)
    names = ("seat", "policy", *sources, "together")
    return VarianceParts(names, whole[0][0], pair(low, high), float(whole[1][0]), len(a))


def _balanced(where: Ints, who: Ints) -> bool:
    """Whether every policy sits in every seat equally often, so that the two can be told apart."""
    table = np.zeros((where.max() + 1, who.max() + 1))
    np.add.at(table, (where, who), 1)
    return table.shape[1] > 1 and bool((table == table[:1]).all())


def _shares(
    means: Floats, centre: Floats, where: Ints, who: Ints, balanced: bool, noise: float
) -> tuple[Floats, Floats]:
    """Shares (rows, parts) and variance (rows,) from rows of column means; noise: of a cell's mean."""
    d = centre.size
    cells = means[:, :d] + centre
    within = np.maximum(means[:, d] - np.sum(means[:, :d] ** 2, axis=1) / d, 0.0)
    between = np.maximum(cells.var(axis=1) - noise, 0.0)
    by_seat = _between(cells, where, noise)
    by_policy = _between(cells, who, noise) if balanced else np.zeros(len(means))
    total = within + between
    safe = np.where(total > 0, total, np.nan)
    parts = np.column_stack([by_seat, by_policy, means[:, d + 1 :]]) / safe[:, None]
    shares: Floats = np.column_stack([parts, 1 - parts.sum(axis=1)])
    return shares, total


def _between(cells: Floats, label: Ints, noise: float) -> Floats:
    """Variance (rows,) between the labels' means over cells, each label weighing as many cells as it has."""
    count = np.bincount(label)
    sums = np.stack([cells[:, label == i].sum(axis=1) for i in range(count.size)], axis=1)
    weight = count / count.sum()
    group = sums / np.maximum(count, 1)
    middle = group @ weight
    spread = ((group - middle[:, None]) ** 2) @ weight
    # noise of a label's mean shrinks with its cells, as if these were independent
    lower = noise * (count.size - 1) / cells.shape[1] if count.size > 1 else 0.0
    result: Floats = np.maximum(spread - lower, 0.0)
    return result
