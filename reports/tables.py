"""The tables of published studies, and how their numbers are written on the page of findings."""

import csv
from pathlib import Path

from simkit.report import words

Row = dict[str, str]


def table(study: Path, name: str) -> list[Row]:
    """A table of a published study; no rows where it has none of that name."""
    path = study / "tables" / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def by_setting(rows: list[Row], key: str = "setting") -> list[tuple[str, list[Row]]]:
    """The rows of each setting, in their order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[key], []).append(row)
    return list(found.items())


def of(row: Row, *names: str) -> list[float]:
    """Numbers of a row."""
    return [float(row[name]) for name in names]


def effect(value: float, low: float, high: float) -> str:
    """+10.3 pp (+10.1 to +10.6)."""
    places = words.decimals(50 * (high - low))
    between = f"{words.signed(100 * low, places)} to {words.signed(100 * high, places)}"
    return f"{words.signed(100 * value, places)} pp ({between})"


def share(value: float, low: float, high: float) -> str:
    """33.0 % (31.7 to 34.3)."""
    places = words.decimals(50 * (high - low))
    middle, lower, upper = (words.number(100 * x, places) for x in (value, low, high))
    return f"{middle} % ({lower} to {upper})"
