"""Fair points: whole points for all seats at once that would even their shares, from stored final scores.

The handicap of one seat (``handicap``) leaves the other seats as they are; here the points of all seats are searched
together. Players who know of the points may play otherwise, so they are to be tried by playing with them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.arrays import Floats, Ints, as_matrix
from simkit.stats.handicap import leads
from simkit.stats.moments import Moments, clustered_moments

ROUNDS = 200
"""Steps of the search at most; each lowers the unfairness, so it ends much earlier."""


@dataclass(frozen=True)
class FairPoints:
    """Whole points (seats,) int64, the lowest 0, and the moments of the shares that they give the stored scores."""

    points: Ints
    shares: Moments


def shares_with(scores: Floats, points: ArrayLike, tie_keys: Floats) -> Floats:
    """Win shares (games, seats) when ``points`` (seats,) are added to ``scores`` (games, seats) before ranking.

    tie_keys: (games, seats, keys), compared in order, higher first; what stays level shares the win.
    """
    total = scores + np.asarray(points, np.float64)
    alive = total == total.max(axis=1, keepdims=True)
    for column in range(tie_keys.shape[2]):
        key = np.where(alive, tie_keys[:, :, column], -np.inf)
        alive &= key == key.max(axis=1, keepdims=True)
    return alive / alive.sum(axis=1, keepdims=True)


def fair_points(
    scores: ArrayLike, tie_keys: ArrayLike | None = None, deals: ArrayLike | None = None
) -> FairPoints:
    """The points under which the seats' shares are nearest to equal (least sum of squared gaps).

    Arguments as ``handicap``. Begins where each seat's median lead over the best other seat would be the same, and
    lifts some of the seats by one point as long as that helps.
    """
    data = as_matrix(scores, "scores")
    keys = np.zeros((*data.shape, 0)) if tie_keys is None else np.asarray(tie_keys, np.float64)
    k = data.shape[1]

    def unfair(points: Ints) -> float:
        gap = shares_with(data, points, keys).mean(axis=0) - 1 / k
        return float(gap @ gap)

    start = np.array([-np.median(leads(data, seat)[0]) for seat in range(k)])
    best = np.rint((start - start.mean()) / 2).astype(np.int64)
    value = unfair(best)
    steps = [np.array([mask >> seat & 1 for seat in range(k)]) for mask in range(1, (1 << k) - 1)]
    for _ in range(ROUNDS):
        tried = [(unfair(best + step), i) for i, step in enumerate(steps)]
        least, which = min(tried)
        if not least < value:
            break
        value, best = least, best + steps[which]
    best = best - best.min()
    return FairPoints(best, clustered_moments(shares_with(data, best, keys), deals))
