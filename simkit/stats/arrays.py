"""Checked arrays: every estimator's input passes through here once."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

CHUNK = 1 << 18
"""Rows handled at once where a whole temporary copy of millions of rows would be wasteful."""

SUM_TOLERANCE = 1e-6
"""How far the win shares of one deal may miss 1 (rounding of thirds and of averages over rotations)."""


def as_matrix(values: ArrayLike, name: str, columns: int | None = None) -> Floats:
    """``values`` as float64 (rows, columns), finite. A 1-d array becomes one column. ValueError otherwise."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2 or array.shape[0] == 0 or array.shape[1] == 0:
        raise ValueError(
            f"{name} has shape {array.shape}; expected (rows, columns) with at least one of each"
        )
    if columns is not None and array.shape[1] != columns:
        raise ValueError(f"{name} has {array.shape[1]} columns; expected {columns}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds {int((~np.isfinite(array)).sum())} values that are not finite")
    return array


def as_vector(values: ArrayLike, name: str, length: int | None = None) -> Floats:
    """``values`` as a finite, non-empty float64 vector, of the given length if any. ValueError otherwise."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}; expected a vector with at least one value")
    if length is not None and array.size != length:
        raise ValueError(f"{name} has {array.size} values; expected {length}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds {int((~np.isfinite(array)).sum())} values that are not finite")
    return array


def as_shares(shares: ArrayLike) -> Floats:
    """Win shares as float64 (deals, seats): at least two seats, each in [0, 1], each row summing to 1."""
    array = as_matrix(shares, "shares")
    if array.shape[1] < 2:
        raise ValueError(f"shares has {array.shape[1]} seats; expected at least 2")
    if array.min() < -SUM_TOLERANCE or array.max() > 1 + SUM_TOLERANCE:
        raise ValueError(f"shares range from {array.min()} to {array.max()}; expected 0 to 1")
    worst = float(np.abs(array.sum(axis=1) - 1).max())
    if worst > SUM_TOLERANCE:
        raise ValueError(f"the shares of a deal miss 1 by {worst:.3g}; expected at most {SUM_TOLERANCE}")
    return array


def as_counts(counts: ArrayLike | None, rows: int) -> Ints | None:
    """How often each row occurs, int64 (rows,), or None for once each. ValueError for negatives or none at all."""
    if counts is None:
        return None
    array = np.asarray(counts)
    if array.shape != (rows,):
        raise ValueError(f"counts has shape {array.shape}; expected ({rows},)")
    whole = array.astype(np.int64)
    if (whole != array).any() or (whole < 0).any() or whole.sum() == 0:
        raise ValueError("counts must be whole numbers of at least 0, and not all 0")
    return whole


def check_level(level: float) -> float:
    """A confidence level in (0, 1). ValueError otherwise."""
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; expected a number between 0 and 1")
    return float(level)


def check_positive(value: float, name: str) -> float:
    """A finite number above 0. ValueError otherwise."""
    if not (np.isfinite(value) and value > 0):
        raise ValueError(f"{name} is {value}; expected a number above 0")
    return float(value)


def patterns(shares: ArrayLike) -> tuple[Floats, Ints]:
    """The distinct rows of ``shares`` and how often each occurs.

    Millions of deals have a few hundred outcome patterns. Rows that differ by less than 1e-9 are one pattern.

    Returns rows float64 (patterns, seats) and counts int64 (patterns,), sorted by row. ValueError as ``as_shares``.
    """
    rows, counts = np.unique(np.round(as_shares(shares), 9), axis=0, return_counts=True)
    return rows / rows.sum(axis=1, keepdims=True), counts.astype(np.int64)


def generator(seed: int) -> np.random.Generator:
    """The generator of an estimator that draws: the same seed gives the same numbers on every machine."""
    return np.random.Generator(np.random.PCG64(seed))


def pair(low: Any, high: Any) -> Floats:
    """Interval ends stacked in the last axis: [..., 0] low, [..., 1] high."""
    return np.stack(np.broadcast_arrays(low, high), axis=-1).astype(np.float64)
