"""The truth about a game of lots for two, by counting every case."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.lots.board import WEIGHTS

PAIRS = {
    name: list(itertools.product(range(n), repeat=2)) for name, n in (("hand", 4), ("named", 3), ("die", 6))
}


@dataclass(frozen=True)
class Truth:
    """Outcomes of seat 0 by case, (hands, names, dice): win share and score; all cases are equally likely."""

    share: np.ndarray[Any, Any]
    score: np.ndarray[Any, Any]

    def index(self, axis: int, outcome: str = "share") -> tuple[float, float]:
        """First-order and total index of hands (0), names (1) or dice (2)."""
        values = getattr(self, outcome)
        others = tuple(i for i in range(3) if i != axis)
        first = values.mean(axis=others).var() / values.var()
        total = 1 - values.mean(axis=axis).var() / values.var()
        return float(first), float(total)


def truth(weights: Mapping[str, int], banned: tuple[int, ...] = ()) -> Truth:
    """The policy "whim": whoever leads takes a chest, unless the seat is banned from it, and names anything."""
    w = {**WEIGHTS, **weights}
    shape = tuple(len(PAIRS[name]) for name in ("hand", "named", "die"))
    share, score = np.zeros(shape), np.zeros(shape)
    for (i, hand), (j, named), (k, die) in itertools.product(
        *(enumerate(PAIRS[n]) for n in ("hand", "named", "die"))
    ):
        points = [
            w["hand"] * hand[s] + w["named"] * named[s] + w["die"] * die[s] - w["later"] * s for s in (0, 1)
        ]
        for seat in (0, 1):
            if hand[seat] > hand[1 - seat] and seat not in banned:
                points[seat] += w["chest"]
        score[i, j, k] = points[0]
        share[i, j, k] = 0.5 if points[0] == points[1] else float(points[0] > points[1])
    return Truth(share, score)
