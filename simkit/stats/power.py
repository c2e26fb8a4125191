"""How many games a question needs. One game a deal, one winner a game, unless ``sd`` says otherwise."""

from math import ceil

import numpy as np
from scipy import stats

from simkit.stats.arrays import Floats, check_level, check_positive
from simkit.stats.intervals import max_t_quantile


def share_sd(seats: int) -> float:
    """Standard deviation of one game's win share in a fair game without ties: sqrt(1/k (1 - 1/k))."""
    if seats < 2:
        raise ValueError(f"{seats} seats; expected at least 2")
    return float(np.sqrt((1 - 1 / seats) / seats))


def difference_sd(seats: int) -> float:
    """Standard deviation of the difference of two seats' win shares of one game: sqrt(2/k)."""
    share_sd(seats)
    return float(np.sqrt(2 / seats))


def games_for_half_width(sd: float, half_width: float, level: float = 0.95) -> int:
    """Games until the interval's half-width is ``half_width`` (share of wins): (z sd / h)^2."""
    z = float(stats.norm.ppf((1 + check_level(level)) / 2))
    return _whole((z * check_positive(sd, "sd") / check_positive(half_width, "half_width")) ** 2)


def tost_games(sd: float, margin: float, power: float = 0.9, level: float = 0.95) -> int:
    """Games for "balanced within the margin" at one seat with the given power when the truth is fair.

    Two one-sided tests, each of size 1 - level: n = ((z_level + z_(1+power)/2) sd / margin)^2 (Schuirmann 1987).
    """
    z = float(stats.norm.ppf(check_level(level)) + stats.norm.ppf((1 + check_level(power)) / 2))
    return _whole((z * check_positive(sd, "sd") / check_positive(margin, "margin")) ** 2)


def tost_games_all_seats(
    seats: int, margin: float, power: float = 0.9, level: float = 0.95, sd: float | None = None
) -> int:
    """As ``tost_games``, for all seats to pass at once; exchangeable seats, correlation -1/(k-1) between shares."""
    reach = max_t_quantile(_exchangeable(seats), check_level(power))
    z = float(stats.norm.ppf(check_level(level))) + reach
    return _whole((z * (sd or share_sd(seats)) / check_positive(margin, "margin")) ** 2)


def tost_power(games: int, sd: float, margin: float, effect: float = 0.0, level: float = 0.95) -> float:
    """Probability that ``games`` games show one seat balanced within the margin when it is off by ``effect``."""
    se = check_positive(sd, "sd") / np.sqrt(check_positive(games, "games"))
    room = check_positive(margin, "margin") - stats.norm.ppf(check_level(level)) * se
    if room <= 0:
        return 0.0
    return float(stats.norm.cdf((room - effect) / se) - stats.norm.cdf((-room - effect) / se))


def tost_power_all_seats(games: int, seats: int, margin: float, level: float = 0.95) -> float:
    """Probability that all seats of a fair game pass at once, found by bisection on ``tost_games_all_seats``."""
    sd = share_sd(seats)
    reach = margin * np.sqrt(check_positive(games, "games")) / sd - float(stats.norm.ppf(check_level(level)))
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        if max_t_quantile(_exchangeable(seats), middle) <= reach:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def decision_games(sd: float, distance: float, critical: float, power: float = 0.9) -> float:
    """Deals until an interval of half-width critical x sd / sqrt(n) clears a line ``distance`` away.

    With probability ``power`` if the truth is the distance found; infinite for a distance of 0.
    """
    if distance <= 0:
        return float("inf")
    return float((critical + stats.norm.ppf(check_level(power))) * sd / distance) ** 2


def _exchangeable(seats: int) -> Floats:
    """Covariance, up to a factor, of the shares of exchangeable seats."""
    share_sd(seats)
    return np.eye(seats) - np.full((seats, seats), 1 / seats)


def _whole(games: float) -> int:
    return ceil(games - 1e-9)
