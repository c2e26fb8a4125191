"""One model of who wins: conditional logit on win shares, with seat, policy and covariates; ratings from rankings.

P(seat s wins) is proportional to exp(alpha_s + theta_policy(s) + gamma x_s) among the seats of one game (McFadden 1974;
with policies alone Bradley-Terry for k players). A shared win weighs 1/k (quasi-likelihood); standard errors are
sandwiches with the deal as the unit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import CHUNK, Bools, Floats, Ints, as_matrix, as_shares, check_level, pair
from simkit.stats.moments import group_index, group_sums

STEPS, TOLERANCE, LIMIT = 50, 1e-10, 25.0
"""Newton: most steps, relative gain at which it has converged, and the log-odds that no data can tell from infinity."""


@dataclass(frozen=True)
class Choices:
    """Choices by pattern. design: (patterns, seats, terms). open: bool (patterns, seats), who can be chosen.

    where: int64 (games,), each game's pattern. shares: (games, seats), 0 where not open. group: int64 (games,),
    the deal.
    """

    design: Floats
    open: Bools
    where: Ints
    shares: Floats
    group: Ints
    groups: int


@dataclass(frozen=True)
class LogitFit:
    """A fitted conditional logit. Coefficients in log-odds, (terms,).

    covariance: sandwich by deal, (terms, terms). model_covariance: inverse information. log_likelihood: quasi.
    rank: directions the data determine (fewer than terms only where that was allowed).
    """

    names: tuple[str, ...]
    coefficients: Floats
    covariance: Floats
    model_covariance: Floats
    log_likelihood: float
    rank: int
    games: int
    deals: int
    steps: int

    @property
    def se(self) -> Floats:
        """Standard errors, (terms,)."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    @property
    def p(self) -> Floats:
        """Two-sided p-values of coefficient 0, (terms,)."""
        z = np.divide(self.coefficients, self.se, out=np.full(self.se.shape, np.nan), where=self.se > 0)
        return np.asarray(2 * stats.norm.sf(np.abs(z)), dtype=np.float64)

    def interval(self, level: float = 0.95) -> Floats:
        """Normal intervals, (terms, 2)."""
        half = stats.norm.ppf((1 + check_level(level)) / 2) * self.se
        return pair(self.coefficients - half, self.coefficients + half)


def conditional_logit(
    shares: ArrayLike, design: ArrayLike, names: Sequence[str], deals: ArrayLike | None = None
) -> LogitFit:
    """Fit win shares (games, seats) to covariates ``design`` (games, seats, terms), named by ``names``.

    A covariate counts only by its differences between seats of a game. Equal designs are fitted as one. ValueError for
    shapes that disagree, terms that the data cannot tell apart, or a term that separates winners from losers.
    """
    won, x = as_shares(shares), np.asarray(design, dtype=np.float64)
    if x.ndim != 3 or x.shape[:2] != won.shape or x.shape[2] != len(names) or not np.isfinite(x).all():
        raise ValueError(f"design has shape {x.shape}; expected {won.shape} and {len(names)} terms, finite")
    unique, where = np.unique(x.reshape(x.shape[0], -1), axis=0, return_inverse=True)
    patterns = unique.reshape(-1, *x.shape[1:])
    group, groups = group_index(deals, won.shape[0])
    everyone = np.ones(patterns.shape[:2], dtype=np.bool_)
    return fit(Choices(patterns, everyone, where.astype(np.int64), won, group, groups), names)


def fit(data: Choices, names: Sequence[str], deficient: bool = False) -> LogitFit:
    """Newton's method with halved steps; sandwich covariance. ``deficient``: terms may be indistinguishable, and are
    then spread evenly (least norm) instead of refused. ValueError as ``conditional_logit``."""
    weight = group_sums(data.shares, data.where, data.design.shape[0])
    total = weight.sum(axis=1)
    beta = np.zeros(data.design.shape[2])
    value, probability = _log_likelihood(beta, data, weight)
    steps = 0
    for _ in range(STEPS):
        steps += 1
        gradient, information = _derivatives(data, weight, total, probability)
        inverse, rank = _inverse(information)
        if rank < beta.size and not deficient:
            raise ValueError(
                f"the games cannot tell the terms {', '.join(names)} apart ({rank} of {beta.size})"
            )
        step = inverse @ gradient
        better, probability = _log_likelihood(beta + step, data, weight)
        while better < value - 1e-9 * abs(value):
            step /= 2
            better, probability = _log_likelihood(beta + step, data, weight)
        beta = beta + step
        gain, value = better - value, better
        if np.abs(beta).max(initial=0.0) > LIMIT:
            raise ValueError(
                f"{names[int(np.abs(beta).argmax())]} separates winners from losers; its effect is infinite"
            )
        if gain <= TOLERANCE * abs(value) and np.abs(step).max(initial=0.0) < 1e-6:
            break
    else:
        raise ValueError(f"no convergence in {STEPS} steps")
    _, information = _derivatives(data, weight, total, probability)
    bread, rank = _inverse(information)
    meat = _meat(data, probability)
    return LogitFit(
        names=tuple(names),
        coefficients=beta,
        covariance=bread @ meat @ bread,
        model_covariance=bread,
        log_likelihood=value,
        rank=rank,
        games=data.shares.shape[0],
        deals=data.groups,
        steps=steps,
    )


def _log_likelihood(beta: Floats, data: Choices, weight: Floats) -> tuple[float, Floats]:
    """Quasi log-likelihood, and the win probabilities (patterns, seats)."""
    utility = np.where(data.open, data.design @ beta, -np.inf)
    utility -= utility.max(axis=1, keepdims=True)
    size = np.exp(utility)
    norm = size.sum(axis=1, keepdims=True)
    logs = np.where(data.open, utility - np.log(norm), 0.0)
    return float(np.sum(weight * logs)), size / norm


def _derivatives(data: Choices, weight: Floats, total: Floats, probability: Floats) -> tuple[Floats, Floats]:
    """Gradient (terms,) and information (terms, terms)."""
    gradient = np.einsum("ts,tsp->p", weight - total[:, None] * probability, data.design)
    mean = np.einsum("ts,tsp->tp", probability, data.design)
    scaled = data.design * (total[:, None] * probability)[:, :, None]
    flat = data.design.reshape(-1, data.design.shape[2])
    information = scaled.reshape(flat.shape).T @ flat - (mean * total[:, None]).T @ mean
    return gradient, information


def _inverse(information: Floats) -> tuple[Floats, int]:
    """Pseudo-inverse and rank of a symmetric matrix, on the scale of its diagonal."""
    scale = np.sqrt(np.maximum(np.diag(information), 1e-300))
    values, vectors = np.linalg.eigh(information / np.outer(scale, scale))
    keep = values > 1e-9 * max(float(values.max(initial=0.0)), 1e-300)
    keep &= bool(scale.max(initial=0.0) > 1e-100)
    half = vectors[:, keep] / np.sqrt(values[keep]) / scale[:, None]
    return half @ half.T, int(keep.sum())


def _meat(data: Choices, probability: Floats) -> Floats:
    """Sum over deals of the outer product of the deal's score, with the small-sample factor deals / (deals - 1)."""
    score = np.zeros((data.groups, data.design.shape[2]))
    for start in range(0, data.where.size, CHUNK):
        part = slice(start, start + CHUNK)
        where = data.where[part]
        total = data.shares[part].sum(axis=1, keepdims=True)
        rest = data.shares[part] - total * probability[where]
        own = np.einsum("gs,gsp->gp", rest, data.design[where])
        score += group_sums(own, data.group[part], data.groups)
    return score.T @ score * (data.groups / max(data.groups - 1, 1))


@dataclass(frozen=True)
class SeatPolicyFit:
    """Seat and policy effects in log-odds, each centred to mean 0, with sandwich covariances and standard errors.

    seat: (seats,). policy: (policies,). even_share: win share by seat if all had the same policy, (seats,);
    even_interval: 95 %, (seats, 2), by the delta method.
    """

    fit: LogitFit
    seat: Floats
    seat_covariance: Floats
    policy: Floats
    policy_covariance: Floats
    even_share: Floats
    even_interval: Floats

    @property
    def seat_se(self) -> Floats:
        """Standard errors of the seat effects, (seats,)."""
        return np.sqrt(np.maximum(np.diag(self.seat_covariance), 0.0))

    @property
    def policy_se(self) -> Floats:
        """Standard errors of the policy effects, (policies,)."""
        return np.sqrt(np.maximum(np.diag(self.policy_covariance), 0.0))

    def policy_interval(self, level: float = 0.95) -> Floats:
        """Normal intervals of the policy effects, (policies, 2)."""
        half = float(stats.norm.ppf((1 + check_level(level)) / 2)) * self.policy_se
        return pair(self.policy - half, self.policy + half)


def seat_policy_fit(
    shares: ArrayLike, policies: ArrayLike, count: int, deals: ArrayLike | None = None, level: float = 0.95
) -> SeatPolicyFit:
    """Seat effects freed of policies and policy strengths freed of seats.

    shares (games, seats); policies int (games, seats), 0 .. count - 1: who sat where. Fitted on the distinct seatings.
    ValueError as ``conditional_logit``, or for policies out of range.
    """
    data, seats = _seatings(shares, policies, count, deals), np.asarray(shares).shape[1]
    who = data.design[:, :, 0].astype(np.int64)
    seat_part = np.broadcast_to(np.eye(seats)[:, 1:], (*who.shape, seats - 1))
    design = np.concatenate([seat_part, np.eye(count)[who][:, :, 1:]], axis=2)
    names = [f"seat {s}" for s in range(1, seats)] + [f"policy {p}" for p in range(1, count)]
    found = fit(_with_design(data, design), names)
    to_seat = np.zeros((seats, len(names)))
    to_seat[1:, : seats - 1] = np.eye(seats - 1)
    to_policy = np.zeros((count, len(names)))
    to_policy[1:, seats - 1 :] = np.eye(count - 1)
    to_seat, to_policy = to_seat - to_seat.mean(axis=0), to_policy - to_policy.mean(axis=0)
    seat, policy = to_seat @ found.coefficients, to_policy @ found.coefficients
    seat_covariance = to_seat @ found.covariance @ to_seat.T
    share = np.exp(seat - seat.max()) / np.exp(seat - seat.max()).sum()
    slope = np.diag(share) - np.outer(share, share)
    error = np.sqrt(np.maximum(np.diag(slope @ seat_covariance @ slope), 0.0))
    half = stats.norm.ppf((1 + check_level(level)) / 2) * error
    return SeatPolicyFit(
        fit=found,
        seat=seat,
        seat_covariance=seat_covariance,
        policy=policy,
        policy_covariance=to_policy @ found.covariance @ to_policy.T,
        even_share=share,
        even_interval=pair(share - half, share + half),
    )


@dataclass(frozen=True)
class InteractionTest:
    """Whether a policy's strength depends on its seat: alpha_{s,policy} against alpha_s + theta_policy.

    statistic, p: robust Wald test on the sandwich, the one to report. lr, lr_p: likelihood ratio; chi-square only for
    single winners and independent games. df: of both. effects: (seats, policies), log-odds beyond seat plus policy,
    rows and columns summing to 0 (nan-free; cells never played are least-norm guesses). effects_se: their sandwich
    standard errors.
    """

    statistic: float
    p: float
    lr: float
    lr_p: float
    df: int
    effects: Floats
    effects_se: Floats

    def half_width(self, level: float = 0.95) -> Floats:
        """Half the width of the effects' normal intervals, (seats, policies)."""
        return float(stats.norm.ppf((1 + check_level(level)) / 2)) * self.effects_se


def interaction_test(
    shares: ArrayLike, policies: ArrayLike, count: int, deals: ArrayLike | None = None
) -> InteractionTest:
    """Test of a seat x policy interaction; arguments and errors as ``seat_policy_fit``."""
    main = seat_policy_fit(shares, policies, count, deals)
    data, seats = _seatings(shares, policies, count, deals), np.asarray(shares).shape[1]
    who = data.design[:, :, 0].astype(np.int64)
    cell = np.arange(seats) * count + who
    full = fit(_with_design(data, np.eye(seats * count)[cell]), _cells(seats, count), deficient=True)
    df = full.rank - main.fit.rank
    if df < 1:
        raise ValueError("these seatings cannot show an interaction of seat and policy")
    twist = np.kron(_centre(seats), _centre(count))
    effects = twist @ full.coefficients
    covariance = twist @ full.covariance @ twist.T
    values, vectors = np.linalg.eigh(covariance)
    largest = np.argsort(values)[::-1][:df]
    along = vectors[:, largest].T @ effects
    statistic = float(np.sum(along**2 / values[largest]))
    lr = 2 * (full.log_likelihood - main.fit.log_likelihood)
    return InteractionTest(
        statistic=statistic,
        p=float(stats.chi2.sf(statistic, df)),
        lr=lr,
        lr_p=float(stats.chi2.sf(lr, df)),
        df=df,
        effects=effects.reshape(seats, count),
        effects_se=np.sqrt(np.maximum(np.diag(covariance), 0.0)).reshape(seats, count),
    )


def _centre(n: int) -> Floats:
    return np.eye(n) - 1 / n


def _cells(seats: int, count: int) -> list[str]:
    return [f"seat {s} policy {p}" for s in range(seats) for p in range(count)]


def _seatings(shares: ArrayLike, policies: ArrayLike, count: int, deals: ArrayLike | None) -> Choices:
    """Games by distinct seating; the design's only term is the policy's number."""
    won, who = as_shares(shares), np.asarray(policies)
    if who.shape != won.shape or not np.issubdtype(who.dtype, np.integer):
        raise ValueError(f"policies has shape {who.shape}; expected whole numbers of shape {won.shape}")
    if who.min() < 0 or who.max() >= count:
        raise ValueError(f"policies range from {who.min()} to {who.max()}; expected 0 to {count - 1}")
    code = who.astype(np.int64) @ (count ** np.arange(who.shape[1], dtype=np.int64))
    _, first, where = np.unique(code, return_index=True, return_inverse=True)
    seating = who[first].astype(np.float64)[:, :, None]
    group, groups = group_index(deals, won.shape[0])
    return Choices(
        seating, np.ones(seating.shape[:2], dtype=np.bool_), where.astype(np.int64), won, group, groups
    )


def _with_design(data: Choices, design: Floats) -> Choices:
    return Choices(design, data.open, data.where, data.shares, data.group, data.groups)


@dataclass(frozen=True)
class Ratings:
    """Strengths from whole rankings (Plackett-Luce). strength: log-odds, (policies,), mean 0; se; interval 95 %.

    elo: the same on the Elo scale, 400 / ln 10 points a log-odds unit, mean 0; elo_interval: (policies, 2).
    """

    strength: Floats
    se: Floats
    interval: Floats
    elo: Floats
    elo_interval: Floats


def plackett_luce(
    ranks: ArrayLike, policies: ArrayLike, count: int, deals: ArrayLike | None = None, level: float = 0.95
) -> Ratings:
    """Ratings of policies from ranks (games, seats), lower is better, and policies int (games, seats).

    The best is chosen among all, the next among the rest, and so on (Plackett 1975); tied seats are each chosen among
    the same rest (Breslow 1974), which draws ratings a little together where ties are many. Two seats: Bradley-Terry.
    Every game counts (batch fit), so their order does not. ValueError as ``conditional_logit``.
    """
    place = as_matrix(ranks, "ranks")
    games, seats = place.shape
    data = _seatings(np.full(place.shape, 1 / seats), policies, count, deals)
    # one choice a game and seat: that seat among those not ranked before it
    open_to = (place[:, None, :] >= place[:, :, None]).reshape(games * seats, seats)
    chosen = np.tile(np.eye(seats), (games, 1))
    code = np.repeat(data.where, seats) * (1 << seats) + open_to @ (1 << np.arange(seats))
    _, first, where = np.unique(code, return_index=True, return_inverse=True)
    who = data.design[np.repeat(data.where, seats)[first], :, 0].astype(np.int64)
    group = np.repeat(data.group, seats)
    rows = Choices(
        np.eye(count)[who][:, :, 1:], open_to[first], where.astype(np.int64), chosen, group, data.groups
    )
    found = fit(rows, [f"policy {p}" for p in range(1, count)])
    centre = _centre(count)[:, 1:]
    strength = centre @ found.coefficients
    se = np.sqrt(np.maximum(np.diag(centre @ found.covariance @ centre.T), 0.0))
    half = stats.norm.ppf((1 + check_level(level)) / 2) * se
    scale = 400 / np.log(10)
    interval = pair(strength - half, strength + half)
    return Ratings(strength, se, interval, scale * strength, scale * interval)
