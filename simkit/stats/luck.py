"""Luck: how much of the outcome each source of chance explains, and how far deals differ in what they give a seat."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from simkit.stats.arrays import Floats, as_matrix, check_level, pair
from simkit.stats.intervals import SEED, Estimate, batch_bootstrap


@dataclass(frozen=True)
class SobolIndices:
    """Share of the outcome's variance by stream (set-up, chance in play, policies ...), arrays by stream.

    first: explained by the stream alone. total: with all its interactions. Intervals 95 %, (streams, 2), by bootstrap.
    Sampling error may push an index a little below 0 or above 1.
    """

    samples: int
    variance: float
    first: Floats
    first_interval: Floats
    total: Floats
    total_interval: Floats


def sobol_indices(
    f_a: ArrayLike, f_b: ArrayLike, f_ab: ArrayLike, level: float = 0.95, seed: int = SEED
) -> SobolIndices:
    """Sobol' indices by pick-freeze.

    f_a, f_b: outcomes of games whose streams all come from key set A, or all from B: (n,) or (n, outputs). f_ab:
    (streams, n) or (streams, n, outputs): game j with all streams from A but stream i from B. First order after
    Saltelli et al. 2010, total after Jansen 1999; with several outputs (the shares of all seats) numerators and
    variances are summed over them (Gamboa et al. 2014). Intervals by ``batch_bootstrap``. ValueError for shapes that
    disagree or an outcome without variance.
    """
    a, b = as_matrix(f_a, "f_a"), as_matrix(f_b, "f_b")
    mixed = np.asarray(f_ab, dtype=np.float64)
    mixed = mixed[:, :, None] if mixed.ndim == 2 else mixed
    if a.shape != b.shape or mixed.shape[1:] != a.shape:
        raise ValueError(f"f_a {a.shape}, f_b {b.shape} and f_ab {mixed.shape} do not belong together")
    n = a.shape[0]
    centre = (a.mean(axis=0) + b.mean(axis=0)) / 2
    a, b, mixed = a - centre, b - centre, mixed - centre
    terms = [a, b, a**2 + b**2]
    alone = np.stack([np.sum(b * (m - a), axis=1) for m in mixed], axis=1)
    changed = np.stack([np.sum((a - m) ** 2, axis=1) / 2 for m in mixed], axis=1)
    columns = np.hstack([*terms, alone, changed])
    d, streams = a.shape[1], mixed.shape[0]
    whole = _indices(columns.mean(axis=0)[None], d, streams)
    if not whole[2][0] > 0:
        raise ValueError("the outcome does not vary; there is nothing to explain")
    again = _indices(batch_bootstrap(columns, seed), d, streams)
    tail = (1 - check_level(level)) / 2
    ends = [np.quantile(values, (tail, 1 - tail), axis=0) for values in again[:2]]
    return SobolIndices(n, float(whole[2][0]), whole[0][0], pair(*ends[0]), whole[1][0], pair(*ends[1]))


def _indices(means: Floats, d: int, streams: int) -> tuple[Floats, Floats, Floats]:
    """First and total indices (rows, streams) and variance (rows,) from rows of column means."""
    centre = (means[:, :d] + means[:, d : 2 * d]) / 2
    variance = np.sum(means[:, 2 * d : 3 * d] / 2 - centre**2, axis=1)
    safe = np.where(variance > 0, variance, np.nan)[:, None]
    rest = means[:, 3 * d :]
    return rest[:, :streams] / safe, rest[:, streams:] / safe, variance


@dataclass(frozen=True)
class DealSpread:
    """How far deals differ in a seat's true win share, once the noise of the replays is taken off.

    mean: share over all. noise: SD that replays alone would give the deals' means. sd: SD of the true shares (0 where
    the noise explains all); interval: 95 %, by bootstrap of deals. span: 5 % to 95 % of the true shares, from the means
    drawn in until their variance is that of the true shares.
    """

    deals: int
    mean: float
    noise: float
    sd: float
    interval: tuple[float, float]
    span: tuple[float, float]


def deal_spread(replays: ArrayLike, level: float = 0.95, seed: int = SEED) -> DealSpread:
    """Spread between deals from ``replays`` (deals, replays): a seat's share, same deal, other play streams.

    sd^2 = S^2 between - S^2 within / replays. ValueError for fewer than two deals or replays.
    """
    data = as_matrix(replays, "replays")
    if min(data.shape) < 2:
        raise ValueError(f"replays has shape {data.shape}; expected at least 2 deals of at least 2 replays")
    means, noise = data.mean(axis=1), data.var(axis=1, ddof=1) / data.shape[1]
    between = float(means.var(ddof=1))
    true = max(between - float(noise.mean()), 0.0)
    centred = means - means.mean()
    first, second, within = batch_bootstrap(np.stack([centred, centred**2, noise], axis=1), seed).T
    again = np.sqrt(np.maximum((second - first**2) * means.size / (means.size - 1) - within, 0.0))
    tail = (1 - check_level(level)) / 2
    low, high = np.quantile(again, (tail, 1 - tail))
    drawn_in = means.mean() + centred * np.sqrt(true / between if between > 0 else 0.0)
    five, ninety_five = np.quantile(drawn_in, (0.05, 0.95))
    return DealSpread(
        deals=means.size,
        mean=float(means.mean()),
        noise=float(np.sqrt(noise.mean())),
        sd=float(np.sqrt(true)),
        interval=(float(low), float(high)),
        span=(float(five), float(ninety_five)),
    )


def setup_share(replays: ArrayLike, level: float = 0.95, seed: int = SEED) -> Estimate:
    """Share of the variance of one seat's result in one game that the set-up explains by itself, all seats together.

    replays: (set-ups, replays, seats), results of each seat, same set-up, other chance afterwards. The variance
    between set-ups, the noise of the replays taken off, over the sum of it, the variance within set-ups and that of
    the seats' means. Interval by bootstrap of set-ups; sampling error may push the share a little below 0. ValueError
    for fewer than two set-ups or replays, or a result that never varies.
    """
    data = np.asarray(replays, dtype=np.float64)
    if data.ndim != 3 or min(data.shape[:2]) < 2:
        raise ValueError(
            f"replays has shape {data.shape}; expected at least 2 set-ups, 2 replays, and the seats"
        )
    means, within = data.mean(axis=1), data.var(axis=1, ddof=1).sum(axis=1, keepdims=True)
    centre = means.mean(axis=0)
    second = np.square(means - centre).sum(axis=1, keepdims=True)
    columns = np.hstack([means - centre, second, within])
    whole = _setup_part(columns.mean(axis=0)[None], centre, data.shape)[0]
    if not np.isfinite(whole):
        raise ValueError("the result does not vary; there is nothing to explain")
    drawn = _setup_part(batch_bootstrap(columns, seed), centre, data.shape)
    tail = (1 - check_level(level)) / 2
    low, high = np.nanquantile(drawn, (tail, 1 - tail))
    return Estimate(float(whole), float(np.nanstd(drawn)), float(low), float(high), len(data), level)


def _setup_part(means: Floats, centre: Floats, shape: tuple[int, ...]) -> Floats:
    """Shares (rows,) from rows of column means: each seat's mean less centre, their squares and the noise, summed."""
    setups, replays, seats = shape
    shift, second, noise = means[:, :seats], means[:, seats], means[:, seats + 1]
    setup = (second - np.square(shift).sum(axis=1)) * setups / (setups - 1) - noise / replays
    total = setup + noise + (centre + shift).var(axis=1) * seats
    share: Floats = setup / np.where(total > 0, total, np.nan)
    return share
