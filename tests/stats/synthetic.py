"""Synthetic games with known truth, shared by the tests of the statistics."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def single_winners(draw: np.random.Generator, deals: int, chances: list[float]) -> Floats:
    """One winner a deal, seat s with chance chances[s]: (deals, seats) of 0 and 1."""
    return np.eye(len(chances))[draw.choice(len(chances), deals, p=chances)]


def exchangeable(draw: np.random.Generator, deals: int, seats: int, ties: float) -> Floats:
    """Fair games; with probability ``ties`` a second winner shares the win: (deals, seats)."""
    order = np.argsort(draw.random((deals, seats)), axis=1)
    rows = np.zeros((deals, seats))
    rows[np.arange(deals), order[:, 0]] = 1.0
    tied = draw.random(deals) < ties
    rows[tied, order[tied, 0]] = 0.5
    rows[tied, order[tied, 1]] = 0.5
    return rows
