"""Components (card, tile, landing, token): win shares when taken, adjusted for what goes with taking, and by removal.

Taking is a choice, so a win share when taken is an association: players who lead may take more. Only the paired re-run
without the component (``ablation``) is an effect. Nothing is ranked before it is shrunk.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import Bools, Floats, as_matrix, as_vector, check_level, pair
from simkit.stats.intervals import FEW, share_interval, t_quantile
from simkit.stats.moments import moments
from simkit.stats.multiple import Shrunk, benjamini_hochberg, shrink
from simkit.stats.paired import compare_variants

THIN = 500
"""Components taken, or offered and not taken, in fewer seat-games than this are marked thin."""


@dataclass(frozen=True)
class ComponentTable:
    """Win shares by component, arrays (components,), intervals (components, 2), shares of wins.

    seat_games: in all. offer_rate: seat-games in which it was offered. take_rate: taken of offered. taken_share (WT):
    win share of those who took it. refused_share (WN): of those who could and did not. improvement (IWT): WT - WN;
    stratified: the same within strata (seat and policy), pooled. p, q: of ``stratified``, q for the false discovery
    rate. shrunk: ``stratified`` drawn toward the mean (None for fewer than two components with an error). thin: too few
    seat-games to show. nan where there is nothing to divide.
    """

    seat_games: float
    offer_rate: Floats
    take_rate: Floats
    taken: Floats
    refused: Floats
    taken_share: Floats
    taken_interval: Floats
    refused_share: Floats
    improvement: Floats
    improvement_se: Floats
    stratified: Floats
    stratified_se: Floats
    stratified_interval: Floats
    p: Floats
    q: Floats
    shrunk: Shrunk | None
    shrunk_at: Bools
    thin: Bools


@dataclass(frozen=True)
class ComponentCounts:
    """Counts by stratum (seat and policy) and component, all float64 (strata, components).

    offered, taken: seat-games. wins, squares: sum of win shares and of their squares over the same seat-games.
    seat_games: (strata,), all of the stratum.
    """

    seat_games: Floats
    offered: Floats
    offered_wins: Floats
    offered_squares: Floats
    taken: Floats
    taken_wins: Floats
    taken_squares: Floats


def component_table(
    counts: ComponentCounts, seats: int, level: float = 0.95, design_effect: float = 1.0
) -> ComponentTable:
    """Table of components from counts.

    seats: players at the table. design_effect: of win shares, where a deal is played in several seatings (as much
    is allowed for what was taken, so conservative). Counts say nothing of who sat in the same game; seats of one
    game win at each other's cost (correlation -1 / (seats - 1)), which widens a difference of two groups by at most
    sqrt(seats / (seats - 1)). Errors are widened by that factor, so they are conservative. Strata are pooled with
    weights n_T n_N / (n_T + n_N) (Mantel and Haenszel). ValueError for shapes that disagree or counts that are
    impossible.
    """
    c = _checked(counts)
    factor = seats / (seats - 1) * design_effect
    n_t, n_n = c.taken, c.offered - c.taken
    mean_t, var_t = _mean(n_t, c.taken_wins, c.taken_squares)
    mean_n, var_n = _mean(n_n, c.offered_wins - c.taken_wins, c.offered_squares - c.taken_squares)
    weight = np.divide(n_t * n_n, n_t + n_n, out=np.zeros_like(n_t), where=(n_t > 1) & (n_n > 1))
    gap = np.where(weight > 0, np.nan_to_num(mean_t) - np.nan_to_num(mean_n), 0.0)
    spread = np.where(weight > 0, np.nan_to_num(var_t) + np.nan_to_num(var_n), 0.0) * factor
    total = weight.sum(axis=0)
    stratified = _ratio((weight * gap).sum(axis=0), total)
    se = np.sqrt(_ratio((weight**2 * spread).sum(axis=0), total**2))
    taken, refused = n_t.sum(axis=0), n_n.sum(axis=0)
    all_t, all_var_t = _mean(taken, c.taken_wins.sum(axis=0), c.taken_squares.sum(axis=0))
    rest, rest_squares = c.offered_wins - c.taken_wins, c.offered_squares - c.taken_squares
    all_n, all_var_n = _mean(refused, rest.sum(axis=0), rest_squares.sum(axis=0))
    z = float(stats.norm.ppf((1 + check_level(level)) / 2))
    p = 2 * stats.norm.sf(np.abs(_ratio(stratified, se)))
    known = np.isfinite(stratified) & (np.nan_to_num(se) > 0)
    half_t, half = z * np.sqrt(all_var_t * factor), z * se
    return ComponentTable(
        seat_games=float(c.seat_games.sum()),
        offer_rate=c.offered.sum(axis=0) / c.seat_games.sum(),
        take_rate=_ratio(taken, taken + refused),
        taken=taken,
        refused=refused,
        taken_share=all_t,
        taken_interval=pair(all_t - half_t, all_t + half_t),
        refused_share=all_n,
        improvement=all_t - all_n,
        improvement_se=np.sqrt((all_var_t + all_var_n) * factor),
        stratified=stratified,
        stratified_se=se,
        stratified_interval=pair(stratified - half, stratified + half),
        p=p,
        q=benjamini_hochberg(p),
        shrunk=shrink(stratified[known], se[known], level) if known.sum() > 1 else None,
        shrunk_at=known,
        thin=np.minimum(taken, refused) < THIN,
    )


def _checked(counts: ComponentCounts) -> ComponentCounts:
    size = as_vector(counts.seat_games, "seat_games")
    names = ("offered", "offered_wins", "offered_squares", "taken", "taken_wins", "taken_squares")
    tables = [as_matrix(getattr(counts, name), name) for name in names]
    if any(table.shape != tables[0].shape or table.shape[0] != size.size for table in tables):
        raise ValueError(f"counts must all be (strata, components) with {size.size} strata")
    checked = ComponentCounts(size, *tables)
    if (checked.taken > checked.offered).any() or (checked.offered > size[:, None]).any() or size.sum() <= 0:
        raise ValueError(
            "counts must satisfy taken <= offered <= seat_games, and some seat-game must be there"
        )
    return checked


def _ratio(above: Floats, below: Floats) -> Floats:
    return np.divide(above, below, out=np.full(np.shape(above), np.nan), where=below > 0)


def _mean(n: Floats, total: Floats, squares: Floats) -> tuple[Floats, Floats]:
    """Mean, and variance of the mean, from sums; nan where n is too small."""
    mean = _ratio(total, n)
    variance = _ratio(np.maximum(squares - n * np.nan_to_num(mean) ** 2, 0.0), n * (n - 1))
    return mean, variance


@dataclass(frozen=True)
class AblationTable:
    """Effect of each component by removal, in the order of ``names``; arrays (components,), intervals (components, 2).

    effect (ATE): focal seat's mean with the component minus without. interval: each; simultaneous: all together. q:
    false discovery rate. shrunk: drawn toward the mean; None for fewer than two components, or where one has no error.
    """

    names: tuple[str, ...]
    deals: int
    effect: Floats
    se: Floats
    interval: Floats
    simultaneous: Floats
    p: Floats
    q: Floats
    shrunk: Shrunk | None


def ablation(
    base: ArrayLike, without: Mapping[str, ArrayLike], level: float = 0.95, shares: bool = False
) -> AblationTable:
    """Causal effect of components: paired re-runs of the same deals in which the focal seat cannot take one of them.

    base: (deals,), the focal seat's win share (or score) with all components, averaged over the deal's rotations, so
    that the focal seat sits everywhere. without: the same with one component banned, by name. shares: these are win
    shares; where the banned seat hardly ever wins, the interval is that of its share (Wilson's), taken from the base's
    mean. ValueError as ``compare_variants``.
    """
    results = list(compare_variants(base, without, level).values())
    if results[0].difference.size != 1:
        raise ValueError(f"base has {results[0].difference.size} columns; expected one, the focal seat")
    effect = np.array([-r.difference[0] for r in results])
    se = np.array([r.se[0] for r in results])
    p = np.array([r.p[0] for r in results])
    deals, critical = results[0].deals, results[0].critical
    interval = np.array([-r.interval[0, ::-1] for r in results])
    simultaneous = np.array([-r.simultaneous[0, ::-1] for r in results])
    for i, rows in enumerate(without.values() if shares else ()):
        banned = moments(rows)
        if banned.mean[0] * deals < FEW and se[i] > 0:
            interval[i] = results[i].base - share_interval(banned, t_quantile(level, deals))[0, ::-1]
            simultaneous[i] = results[i].base - share_interval(banned, critical)[0, ::-1]
    return AblationTable(
        names=tuple(without),
        deals=deals,
        effect=effect,
        se=se,
        interval=interval,
        simultaneous=simultaneous,
        p=p,
        q=benjamini_hochberg(p),
        shrunk=shrink(effect, se, level) if effect.size > 1 and (se > 0).all() else None,
    )
