"""The handicap ("komi"): how many points to the others would make a seat win its fair share.

From stored final scores, without new games; players who know of the handicap may play otherwise, so a published value
is checked by playing with it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize

from simkit.stats.arrays import CHUNK, Floats, Ints, as_matrix, check_positive
from simkit.stats.intervals import t_quantile
from simkit.stats.moments import Moments, clustered_moments, group_index, group_sums, merge, moments


@dataclass(frozen=True)
class Handicap:
    """Points given to each other seat that bring ``seat`` to its fair share; below 0, points given to the seat.

    points: root of the share's curve, read linearly between grid points. low, high: every handicap at which the 95 %
    interval of the share holds the fair share (infinite where the grid ends first). grid: points; share, se: of the
    seat at each grid point.
    """

    seat: int
    points: float
    low: float
    high: float
    grid: Floats
    share: Floats
    se: Floats

    def share_at(self, points: float) -> float:
        """The seat's share at a grid point, or read linearly between two."""
        return float(np.interp(points, self.grid, self.share))


def handicap(
    scores: ArrayLike,
    seat: int,
    tie_keys: ArrayLike | None = None,
    deals: ArrayLike | None = None,
    step: float = 0.5,
    level: float = 0.95,
) -> Handicap:
    """The handicap of ``seat`` from final scores (games, seats).

    tie_keys: (games, seats, keys), compared in order, higher first; games equal in all share the win. deals: (games,),
    the deal of each game. step: of the grid; with whole scores half points tell ties from wins. Error of each share by
    deals; the interval inverts the test that the share is fair. ValueError for a seat that is none, or where the share
    does not cross its fair value on the grid (it always or never wins).
    """
    data = as_matrix(scores, "scores")
    k = data.shape[1]
    if not 0 <= seat < k or k < 2:
        raise ValueError(f"seat is {seat}; expected 0 to {k - 1} of at least two seats")
    lead, shared = leads(data, seat, tie_keys)
    where, units = group_index(deals, lead.size)
    if units < 2:
        raise ValueError("a handicap needs at least 2 deals")
    grid = _grid(lead, check_positive(step, "step"), 1 / k)
    curve = _curve(lead, shared, grid, where, units)
    half = t_quantile(level, units) * curve.se
    root = _crossing(grid, curve.mean, 1 / k)
    if root is None:
        raise ValueError(f"no handicap on the grid brings seat {seat} to its fair share")
    low, high = _crossing(grid, curve.mean - half, 1 / k), _crossing(grid, curve.mean + half, 1 / k)
    return Handicap(
        seat=seat,
        points=root,
        low=-np.inf if low is None else low,
        high=np.inf if high is None else high,
        grid=grid,
        share=curve.mean,
        se=curve.se,
    )


def leads(scores: Floats, seat: int, tie_keys: ArrayLike | None = None) -> tuple[Floats, Floats]:
    """Points by which ``seat`` is ahead of the best other seat, (games,), and its win share were they level, (games,).

    The latter compares the tie keys of the seat and of the other seats with the best score.
    """
    others = np.delete(scores, seat, axis=1)
    best = others.max(axis=1)
    alive = np.insert(others == best[:, None], seat, True, axis=1)
    if tie_keys is not None:
        keys = np.asarray(tie_keys, dtype=np.float64)
        if keys.ndim != 3 or keys.shape[:2] != scores.shape:
            raise ValueError(
                f"tie_keys has shape {keys.shape}; expected (games, seats, keys) of {scores.shape}"
            )
        for column in range(keys.shape[2]):
            key = np.where(alive, keys[:, :, column], -np.inf)
            alive &= key == key.max(axis=1, keepdims=True)
    return scores[:, seat] - best, alive[:, seat] / alive.sum(axis=1)


def _grid(lead: Floats, step: float, fair: float) -> Floats:
    """Multiples of ``step`` around the point that the seat leads by in a fair share of games."""
    centre = float(np.quantile(lead, 1 - fair))
    reach = max(10 * step, 12 * float(lead.std()) / np.sqrt(lead.size), 4.0)
    return np.arange(np.floor((centre - reach) / step), np.ceil((centre + reach) / step) + 1) * step


def _curve(lead: Floats, shared: Floats, grid: Floats, where: Ints, units: int) -> Moments:
    """Moments of the seat's win share at each grid point: 1 if the lead exceeds it, the tie's share if equal."""
    if units == lead.size:
        total: Moments | None = None
        for start in range(0, lead.size, CHUNK):
            own = moments(_wins(lead[start : start + CHUNK], shared[start : start + CHUNK], grid))
            total = own if total is None else merge(total, own)
        assert total is not None
        return total
    size = np.bincount(where, minlength=units)
    summed = np.stack(
        [group_sums(_wins(lead, shared, grid[i : i + 1]), where, units)[:, 0] for i in range(grid.size)],
        axis=1,
    )
    return clustered_moments(summed / size[:, None], np.arange(units), size.astype(np.float64))


def _wins(lead: Floats, shared: Floats, grid: Floats) -> Floats:
    gap = lead[:, None] - grid
    level = np.abs(gap) < 1e-9
    return np.where(level, shared[:, None], (gap > 0).astype(np.float64))


def _crossing(grid: Floats, curve: Floats, fair: float) -> float | None:
    """Where the falling curve crosses the fair share."""
    if curve[0] < fair or curve[-1] > fair:
        return None
    return float(optimize.brentq(lambda c: float(np.interp(c, grid, curve)) - fair, grid[0], grid[-1]))
