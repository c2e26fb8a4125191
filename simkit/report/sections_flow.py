"""Leading and coming back: leaders, lead changes, close games."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simkit.report import figures_game, words
from simkit.report.blocks import Column, Section, Table
from simkit.report.blocks import words as text
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.aggregate import close_shares


def flow(study: Study) -> Section:
    """Leader conversion, lead changes, close games."""
    part = Section("flow", "Leading and coming back")
    part.add(
        figures_game.flow(study.main, figures_folder(study.run.folder)), flow_table(study), close_table(study)
    )
    return part


def flow_table(study: Study) -> Table:
    """Leader and last at each tenth of the rounds."""
    rows = []
    for arm in study.main:
        sums = arm.data.sums
        pairs = zip(sums.flow_leader.estimates(), sums.flow_last.estimates(), strict=True)
        for i, (leader, last) in enumerate(pairs):
            rows.append(
                {
                    "setting": arm.label,
                    "progress": (i + 1) / 10,
                    "leader": leader.value,
                    "low": leader.low,
                    "high": leader.high,
                    "last": last.value,
                    "last_low": last.low,
                    "last_high": last.high,
                    "fair": 1 / arm.players,
                    "games": sums.games,
                }
            )
    frame = pd.DataFrame(rows)
    view = pd.DataFrame({"progress": frame["progress"].unique()})
    columns = [Column("after", lambda r: f"{100 * r['progress']:.0f}{words.THIN}% of the rounds", text=True)]
    for arm in study.main:
        own = frame[frame["setting"] == arm.label].reset_index(drop=True)
        for who, low, high in (("leader", "low", "high"), ("last", "last_low", "last_high")):
            key = f"{who} {arm.players}"
            view[key], view[f"± {key}"] = own[who], (own[high] - own[low]) / 2
            columns.append(_with_error(f"{who}, {arm.players} players", key))
    games = words.listed(f"{words.count(arm.games)} with {arm.label}" for arm in study.main)
    return Table(
        "flow",
        "Win share of the leader and of the last, ± 95 %",
        frame,
        columns,
        note=f"Games: {games}. Fair shares: {', '.join(words.percent(1 / arm.players) for arm in study.main)}.",
        view=view,
    )


def _with_error(header: str, key: str) -> Column:
    def show(row: Any) -> str:
        half = row[f"± {key}"]
        places = words.decimals(100 * max(half, 0.0005))
        return f"{words.number(100 * row[key], places)} ± {words.number(100 * half, places)}"

    return Column(header, show)


CLOSE = (0.0, 1.0, 2.0, 5.0)
"""A game is close if the winner is at most so many points ahead of the second."""


def close_table(study: Study) -> Table:
    """Winning margin, close games, what broke ties, lead changes."""
    rows = []
    for arm in study.main:
        sums = arm.data.sums
        margins, changes = sums.game_values["margin"], sums.metrics.estimates()[5]
        row: dict[str, Any] = {"setting": arm.label, "median": margins.quantile(0.5)}
        row |= {"lower": margins.quantile(0.25), "upper": margins.quantile(0.75)}
        for points, share in zip(CLOSE, close_shares(margins.values, margins.counts, CLOSE), strict=True):
            row |= {f"within_{points:.0f}": share.value, f"half_{points:.0f}": share.half}
        row |= {"lead_changes": changes.value, "low": changes.low, "high": changes.high}
        rows.append(row | {"games": sums.games})
    columns = [
        text("setting", "setting"),
        Column("median lead of the winner", lambda r: words.rough(r["median"])),
        Column("quartiles", lambda r: f"{words.rough(r['lower'])} to {words.rough(r['upper'])}"),
        *(_close_column(points) for points in CLOSE),
        Column("lead changes a game", lambda r: words.value(r["lead_changes"], _half(r))),
        Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"])),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table("close", "Close games and lead changes (points)", pd.DataFrame(rows), columns)


def _close_column(points: float) -> Column:
    header = "level" if points == 0 else f"within {points:.0f}"
    key = f"{points:.0f}"
    return Column(header, lambda row: words.percent(row[f"within_{key}"], row[f"half_{key}"]))
