"""A pool of playing styles: who beats whom, dominated styles, Nash averaging, alpha-rank, and cycles.

All of it is relative to the pool: another set of styles gives other numbers.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, stats

from simkit.stats.arrays import Bools, Floats, as_shares, check_level, check_positive, generator, pair
from simkit.stats.intervals import SEED
from simkit.stats.moments import group_index, group_sums
from simkit.stats.multiple import holm

REDRAWS = 500
POPULATION = 50
"""Population of alpha-rank's evolutionary model; the published examples use 50."""

STRONGEST = 60.0
"""Exponent beyond which a rate (e^-60) is nil."""


@dataclass(frozen=True)
class PayoffTable:
    """Head-to-head results, (styles, styles), nan where two styles never met; antisymmetric.

    games: games in which both sat. payoff: mean win share a seat of the row style minus that of the column style; se.
    log_odds: log of the ratio of the two mean shares (for two players the logit of the row's win rate), finite by
    adding half a win to each; log_odds_se.
    """

    games: Floats
    payoff: Floats
    se: Floats
    log_odds: Floats
    log_odds_se: Floats

    @property
    def styles(self) -> int:
        """Number of styles."""
        return int(self.payoff.shape[0])

    def half_width(self, level: float = 0.95) -> Floats:
        """Half the width of the payoffs' normal intervals, (styles, styles)."""
        return float(stats.norm.ppf((1 + check_level(level)) / 2)) * self.se


def payoff_table(
    shares: ArrayLike, policies: ArrayLike, count: int, deals: ArrayLike | None = None
) -> PayoffTable:
    """Head-to-head table from shares (games, seats) and policies int (games, seats) in 0 .. count - 1.

    Each pair is compared within the games in which both sit; errors by deal. ValueError for shapes that disagree.
    """
    won, who = as_shares(shares), np.asarray(policies)
    if who.shape != won.shape or who.min() < 0 or who.max() >= count:
        raise ValueError(f"policies must have shape {won.shape} and lie in 0 to {count - 1}")
    where, units = group_index(deals, won.shape[0])
    sits = np.stack([(who == style).sum(axis=1) for style in range(count)], axis=1)
    wins = np.stack([((who == style) * won).sum(axis=1) for style in range(count)], axis=1)
    mean = np.divide(wins, sits, out=np.zeros_like(wins), where=sits > 0)
    empty = np.full((count, count), np.nan)
    games, payoff, se, log_odds, log_se = (
        np.zeros((count, count)),
        empty,
        empty.copy(),
        empty.copy(),
        empty.copy(),
    )
    for row, column in zip(*np.triu_indices(count, 1), strict=True):
        both = (sits[:, row] > 0) & (sits[:, column] > 0)
        n = int(both.sum())
        if n == 0:
            continue
        cells = ((row, column), (column, row))
        pairs = mean[np.ix_(both, [row, column])]
        a, b = (pairs.sum(axis=0) + 0.5) / n
        numbers = np.stack([pairs[:, 0] - pairs[:, 1], pairs[:, 0] / a - pairs[:, 1] / b], axis=1)
        own = group_sums(numbers - numbers.mean(axis=0), where[both], units)
        met = int((np.bincount(where[both], minlength=units) > 0).sum())
        error = np.sqrt((own**2).sum(axis=0) * (met / max(met - 1, 1))) / n
        for sign, cell in zip((1.0, -1.0), cells, strict=True):
            games[cell], se[cell], log_se[cell] = n, error[0], error[1]
            payoff[cell], log_odds[cell] = sign * numbers[:, 0].mean(), sign * np.log(a / b)
    for table in (payoff, se, log_odds, log_se):
        np.fill_diagonal(table, 0.0)
    return PayoffTable(games, payoff, se, log_odds, log_se)


@dataclass(frozen=True)
class Dominance:
    """Which styles do worse than another against every style of the pool.

    p: (styles, styles), adjusted by Holm: that the row is dominated by the column; nan on the diagonal. dominated: bool
    (styles,), by any other at 5 %. by: int, the strongest evidence's style, -1 for none.
    """

    p: Floats
    dominated: Bools
    by: tuple[int, ...]


def dominated_styles(table: PayoffTable, alpha: float = 0.05) -> Dominance:
    """Test each ordered pair: is the row's payoff below the column's against all styles (the two themselves included)?

    Intersection-union: the largest of the one-sided z-test p-values, then Holm over all pairs. Cells are taken for
    independent. A cell never played gives no evidence (p = 1).
    """
    m = table.styles
    gap = table.payoff[None] - table.payoff[:, None]  # [row, column, opponent]: column's payoff minus row's
    error = np.sqrt(table.se[None] ** 2 + table.se[:, None] ** 2)
    z = np.divide(gap, error, out=np.where(gap > 0, np.inf, -np.inf), where=error > 0)
    worst = np.where(np.isfinite(gap), stats.norm.sf(z), 1.0).max(axis=2)
    off = ~np.eye(m, dtype=np.bool_)
    p = np.full((m, m), np.nan)
    p[off] = holm(worst[off])
    ranked = np.where(off, p, 2.0)
    found = ranked.min(axis=1) < alpha
    return Dominance(
        p, found, tuple(int(s) if f else -1 for s, f in zip(ranked.argmin(axis=1), found, strict=True))
    )


def nash_average(game: ArrayLike) -> tuple[Floats, Floats]:
    """Nash averaging (Balduzzi et al. 2018): the symmetric equilibrium of greatest entropy and each style's value.

    game: antisymmetric (styles, styles), payoffs or log-odds. Returns weights (styles,), summing to 1, and values
    (styles,), game @ weights: 0 for styles in the support, below 0 for the others. Copies of a style share its weight.
    """
    A = _antisymmetric(game)
    m = A.shape[0]
    plain = optimize.linprog(
        np.zeros(m), A_ub=A, b_ub=np.zeros(m), A_eq=np.ones((1, m)), b_eq=[1.0], bounds=(0, 1), method="highs"
    )
    start = plain.x
    found = optimize.minimize(
        lambda p: float(np.sum(p * np.log(np.maximum(p, 1e-300)))),
        0.9 * start + 0.1 / m,
        jac=lambda p: np.log(np.maximum(p, 1e-12)) + 1,
        bounds=[(0, 1)] * m,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones(m)},
            {"type": "ineq", "fun": lambda p: -A @ p, "jac": lambda p: -A},
        ],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    good = found.success and (A @ found.x).max() <= 1e-7 * max(1.0, float(np.abs(A).max()))
    weights = np.clip(found.x if good else start, 0, None)
    weights = weights / weights.sum()
    return weights, A @ weights


def alpha_rank(payoff: ArrayLike, alpha: float, population: int = POPULATION) -> Floats:
    """Alpha-rank of one population (Omidshafiei et al. 2019): stationary mass of each style, (styles,), summing to 1.

    payoff: (styles, styles), row against column. A population all of style i turns to j at rate rho / (styles - 1),
    rho = (1 - e^-x) / (1 - e^-Nx), x = alpha (payoff[j, i] - payoff[i, j]), N = ``population``. Larger ``alpha``:
    stronger selection, up to |N x| = STRONGEST. ValueError for a table that is not full.
    """
    M = np.asarray(payoff, dtype=np.float64)
    m = M.shape[0]
    if M.shape != (m, m) or m < 2 or not np.isfinite(M).all():
        raise ValueError(f"payoff has shape {M.shape}; expected a full square table of at least 2 styles")
    x = np.clip(check_positive(alpha, "alpha") * (M.T - M), -STRONGEST / population, STRONGEST / population)
    small = np.abs(x) < 1e-9
    safe = np.where(small, 1.0, x)
    rho = np.where(small, 1 / population, np.expm1(-safe) / np.expm1(-population * safe)) / (m - 1)
    np.fill_diagonal(rho, 0.0)
    np.fill_diagonal(rho, 1 - rho.sum(axis=1))
    return _stationary(rho)


def _stationary(chain: Floats) -> Floats:
    """Stationary law by the elimination of Grassmann, Taksar and Heyman 1985, which subtracts nothing."""
    T = chain.copy()
    m = T.shape[0]
    for last in range(m - 1, 0, -1):
        T[:last, last] /= max(T[last, :last].sum(), 1e-300)
        T[:last, :last] += np.outer(T[:last, last], T[last, :last])
    mass = np.zeros(m)
    mass[0] = 1.0
    for i in range(1, m):
        mass[i] = mass[:i] @ T[:i, i]
        mass /= mass.sum()
    return mass


@dataclass(frozen=True)
class PoolRanking:
    """Meta-game of the pool with the noise of its table, arrays by style.

    alpha: selection strength at which the order no longer changed. mass: alpha-rank's. rank: 1 for the largest mass,
    ties averaged. rank_interval, nash_interval: 95 % over redraws of the table. nash: weights; nash_value: of log-odds
    against the equilibrium. cyclic: share of the squared log-odds that no strength per style explains, noise taken off;
    cyclic_interval. Relative to this pool.
    """

    alpha: float
    mass: Floats
    rank: Floats
    rank_interval: Floats
    nash: Floats
    nash_interval: Floats
    nash_value: Floats
    cyclic: float
    cyclic_interval: tuple[float, float]


def rank_pool(
    table: PayoffTable, redraws: int = REDRAWS, level: float = 0.95, seed: int = SEED
) -> PoolRanking:
    """Rank the styles of a full table; the noise is ``redraws`` normal draws of every pair. ValueError where two styles
    never met."""
    if not np.isfinite(table.payoff).all():
        raise ValueError("two styles of the pool never met; the table must be full")
    alpha = _settled_alpha(table.payoff)
    mass = alpha_rank(table.payoff, alpha)
    nash, value = nash_average(table.log_odds)
    draw = generator(seed)
    ranks, weights, cycles = [], [], []
    for _ in range(redraws):
        noise = np.triu(draw.standard_normal(table.payoff.shape), 1)
        noise -= noise.T
        logs = table.log_odds + noise * table.log_odds_se
        ranks.append(_ranks(alpha_rank(table.payoff + noise * table.se, alpha)))
        weights.append(nash_average(logs)[0])
        cycles.append(_cyclic(logs, np.sqrt(2) * table.log_odds_se))
    tail = (1 - check_level(level)) / 2
    low, high = np.quantile(cycles, (tail, 1 - tail))
    return PoolRanking(
        alpha=alpha,
        mass=mass,
        rank=_ranks(mass),
        rank_interval=pair(*np.quantile(ranks, (tail, 1 - tail), axis=0, method="inverted_cdf")),
        nash=nash,
        nash_interval=pair(*np.quantile(weights, (tail, 1 - tail), axis=0)),
        nash_value=value,
        cyclic=cyclic_share(table),
        cyclic_interval=(float(low), float(high)),
    )


def cyclic_share(table: PayoffTable) -> float:
    """Share of the squared log-odds that is cyclic (rock, paper, scissors), 0 to 1, by Hodge's decomposition.

    The transitive part is row mean minus column mean; the rest is cyclic. Its noise, (styles - 2) / styles of the
    squared errors, is taken off, as is that of the whole.
    """
    return _cyclic(table.log_odds, table.log_odds_se)


def _cyclic(logs: Floats, se: Floats) -> float:
    m = logs.shape[0]
    strength = logs.mean(axis=1)
    rest = logs - (strength[:, None] - strength)
    noise = float(np.sum(se**2))
    whole = float(np.sum(logs**2)) - noise
    own = float(np.sum(rest**2)) - noise * (m - 2) / m
    return float(np.clip(own / whole, 0.0, 1.0)) if whole > 0 else 0.0


def _settled_alpha(payoff: Floats) -> float:
    """Doubles alpha until the order of the styles has stayed the same three times, or selection is extreme."""
    scale = max(float(np.abs(payoff).max()), 1e-9)
    alpha, last, same = 0.01 / scale, _ranks(np.ones(payoff.shape[0])), 0
    while same < 3 and alpha * scale * POPULATION < STRONGEST:
        alpha *= 2
        now = _ranks(np.round(alpha_rank(payoff, alpha), 9))
        same = same + 1 if (now == last).all() else 0
        last = now
    return alpha


def _ranks(mass: Floats) -> Floats:
    return np.asarray(stats.rankdata(-mass), dtype=np.float64)


def _antisymmetric(game: ArrayLike) -> Floats:
    A = np.asarray(game, dtype=np.float64)
    if A.ndim != 2 or A.shape[0] != A.shape[1] or not np.isfinite(A).all():
        raise ValueError(f"game has shape {A.shape}; expected a full square table")
    if np.abs(A + A.T).max() > 1e-9 * max(1.0, float(np.abs(A).max())):
        raise ValueError("game must be antisymmetric: what the row wins the column loses")
    return A
