"""Layouts as a random factor: what a seat's share is over all layouts that the rules allow (method note, 4.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.arrays import Floats, as_matrix
from simkit.stats.intervals import t_quantile

ROBUST = 0.95
"""A verdict that holds on at least this share of the layouts is called robust."""


@dataclass(frozen=True)
class LayoutSpread:
    """Seat shares over layouts; arrays float64 (seats,), intervals (seats, 2).

    mean: over the layouts. interval: 95 % for it, Student with layouts - 1 degrees of freedom. sd: between layouts,
    freed of the games' noise. prediction: where the true share on one more layout is expected. nan for one layout.
    """

    layouts: int
    mean: Floats
    interval: Floats
    sd: Floats
    prediction: Floats


def layout_spread(shares: ArrayLike, se: ArrayLike, level: float = 0.95) -> LayoutSpread:
    """From each layout's shares (layouts, seats) and their standard errors (the same shape).

    With S^2 the variance of the shares found and s^2 the mean squared error, layouts vary by S^2 - s^2 (at least 0);
    the next one lies within mean -+ t sqrt(S^2 - s^2 + S^2/L). ValueError for different shapes.
    """
    found = as_matrix(shares, "shares")
    noise = as_matrix(se, "se", found.shape[1])
    if noise.shape != found.shape:
        raise ValueError(f"se has shape {noise.shape}; expected that of the shares, {found.shape}")
    number = found.shape[0]
    mean = found.mean(axis=0)
    if number < 2:
        nothing = np.full(found.shape[1], np.nan)
        wide = np.full((found.shape[1], 2), np.nan)
        return LayoutSpread(number, mean, wide, nothing, wide)
    variance = found.var(axis=0, ddof=1)
    between = np.maximum(variance - (noise**2).mean(axis=0), 0.0)
    t = t_quantile(level, number)
    half = t * np.sqrt(variance / number)
    reach = t * np.sqrt(between + variance / number)
    return LayoutSpread(
        number,
        mean,
        np.stack([mean - half, mean + half], axis=1),
        np.sqrt(between),
        np.stack([np.maximum(mean - reach, 0.0), np.minimum(mean + reach, 1.0)], axis=1),
    )


@dataclass(frozen=True)
class Agreement:
    """How many of the layouts bear out the first one's verdict."""

    same: int
    layouts: int

    @property
    def share(self) -> float:
        """Of the layouts."""
        return self.same / self.layouts

    @property
    def robust(self) -> bool:
        """Whether the verdict is called robust."""
        return self.share >= ROBUST


def agreement(verdicts: Sequence[str]) -> Agreement:
    """How often the first verdict occurs. ValueError for no verdicts."""
    if not verdicts:
        raise ValueError("no verdicts to compare")
    return Agreement(sum(word == verdicts[0] for word in verdicts), len(verdicts))
