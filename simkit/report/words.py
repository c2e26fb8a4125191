"""How numbers and findings are written: the interval's width decides the rounding, differences are in pp."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

MINUS = "\N{MINUS SIGN}"
THIN = "\N{NO-BREAK SPACE}"
NONE = "\N{EN DASH}"


def decimals(half_width: float, most: int = 4) -> int:
    """Decimals that show two significant digits of an interval's half-width."""
    if not math.isfinite(half_width) or half_width <= 0:
        return 1
    return min(most, max(0, 1 - math.floor(math.log10(half_width))))


def half_width(row: Mapping[str, Any], low: str = "low", high: str = "high") -> float:
    """Half the width of the interval that a table's row holds."""
    return float(row[high] - row[low]) / 2


def number(value: float, places: int = 1) -> str:
    """A plain number with a real minus sign and thousands separated; a dash where there is none."""
    if value is None or not math.isfinite(value):
        return NONE
    text = f"{value:,.{places}f}"
    if text.startswith("-"):
        text = text[1:] if float(text.replace(",", "")) == 0 else MINUS + text[1:]
    return text


def signed(value: float, places: int = 1) -> str:
    """As number, with a plus sign where it is positive."""
    text = number(value, places)
    return f"+{text}" if math.isfinite(value) and value > 0 and text.strip("0.,") else text


def count(value: float) -> str:
    """A whole number with its thousands separated."""
    return number(value, 0)


def plural(number_of: int, noun: str) -> str:
    """1 game, 2 games."""
    return f"{count(number_of)} {noun}{'' if number_of == 1 else 's'}"


def rough(value: float) -> str:
    """A number of about three digits where no interval says how many are worth showing."""
    if value is None or not math.isfinite(value):
        return NONE
    size = abs(value)
    places = 0 if size >= 100 else 1 if size >= 10 else 2 if size >= 0.1 or size == 0 else 4
    if float(value).is_integer():
        places = 0
    return number(value, places)


def percent(share: float, half_width: float = 0.001) -> str:
    """A share as per cent, rounded by the half-width of its interval (both as fractions)."""
    if share is None or not math.isfinite(share):
        return NONE
    if share in (0.0, 1.0):
        return f"{100 * share:.0f}{THIN}%"
    return f"{number(100 * share, decimals(100 * half_width))}{THIN}%"


def points(difference: float, half_width: float = 0.001) -> str:
    """A difference of shares in percentage points."""
    if difference is None or not math.isfinite(difference):
        return NONE
    return f"{signed(100 * difference, decimals(100 * half_width))}{THIN}pp"


def percent_interval(low: float, high: float) -> str:
    """An interval of shares: 24.8 to 25.3 %."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return NONE
    places = decimals(50 * (high - low))
    return f"{number(100 * low, places)} to {number(100 * high, places)}{THIN}%"


def points_interval(low: float, high: float) -> str:
    """An interval of differences: +0.2 to +0.9 pp."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return NONE
    places = decimals(50 * (high - low))
    return f"{signed(100 * low, places)} to {signed(100 * high, places)}{THIN}pp"


def value_interval(low: float, high: float, sign: bool = False) -> str:
    """An interval in the quantity's own unit."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return NONE
    places = decimals((high - low) / 2)
    show = signed if sign else number
    return f"{show(low, places)} to {show(high, places)}"


def value(mean: float, half_width: float, sign: bool = False) -> str:
    """A mean in its own unit, rounded by its interval; as it is where it does not vary."""
    if half_width == 0:
        return f"+{rough(mean)}" if sign and mean > 0 else rough(mean)
    return (signed if sign else number)(mean, decimals(half_width))


def p_value(p: float) -> str:
    """A p-value; never shown without its effect."""
    if not math.isfinite(p):
        return NONE
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """one, two and three."""
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def plain(name: str) -> str:
    """An identifier as words."""
    return name.replace("_", " ")


def sentence(text: str) -> str:
    """With a capital letter at the beginning and a full stop at the end."""
    text = text.strip()
    if not text:
        return ""
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?" else text + "."


def seat(index: int) -> str:
    """Seats count from 1 in the page: seat 1 acts first."""
    return f"seat {index + 1}"


def seconds(value: float) -> str:
    """A duration for people."""
    if value < 60:
        return f"{rough(value)} s"
    if value < 3600:
        return f"{value / 60:.1f} min"
    return f"{value / 3600:.1f} h"


def short_hash(text: str, length: int = 12) -> str:
    """The beginning of a hash."""
    return text[:length]


def players(numbers: Sequence[int]) -> str:
    """3, 4 and 5 players."""
    return f"{listed([str(n) for n in numbers])} players"
