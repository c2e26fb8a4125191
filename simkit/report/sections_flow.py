"""Leading and coming back: leaders, lead changes, close games."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simkit.report import figures_flow, figures_game, words
from simkit.report.blocks import Column, Section, Table, paragraph
from simkit.report.blocks import words as text
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.aggregate import close_shares
from simkit.stats.flow_sums import HALF, TIMES


def flow(study: Study) -> Section:
    """Leader conversion, decision points, comebacks, snowballs, close games."""
    part = Section("flow", "Leading and coming back")
    folder = figures_folder(study.run.folder)
    return part.add(
        figures_game.flow(study.main, folder),
        decision_table(study),
        comeback_table(study),
        flow_table(study),
        paragraph(
            "Does a lead grow by itself? The slope says how many points a seat gains later, against the mean of "
            "the table, for each point it leads by now: above 0 leads grow (runaway), at 0 they neither grow "
            "nor melt, below 0 the game helps those behind. Read it with care: a standing counts open choices "
            "at their expectation, so part of a lead is luck that has not come true, and that part falls back "
            "later (regression to the mean) and pulls the slope below 0 where no rule helps anyone. The second "
            "curve takes only that part of a lead that showed a tenth of the game earlier; passing luck is not "
            "in it."
        ),
        figures_flow.snowball(study.main, folder),
        snowball_table(study),
        close_table(study),
    )


def decision_table(study: Study) -> Table:
    """When the leader's win is as good as decided."""
    rows = []
    for arm in study.main:
        sums = arm.data.sums
        conversion, half = sums.flow.conversion, sums.flow.leader.rates()[HALF]
        row: dict[str, Any] = {"setting": arm.label, "half": half.value, "low": half.low, "high": half.high}
        for share in (50, 90):
            found = conversion.decision_point(share / 100)
            row |= dict(zip((f"t{share}", f"t{share}_early", f"t{share}_late"), found, strict=True))
        rows.append(row | {"games": sums.games})
    columns = [
        text("setting", "setting"),
        Column("leader at half time wins", lambda r: words.percent(r["half"], _half(r))),
        Column("fair share", lambda r: words.percent(_fair(study, r["setting"]))),
        *(_decided(share) for share in (50, 90)),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table(
        "decided",
        "When the game is decided",
        pd.DataFrame(rows),
        columns,
        note="Leader wins 50 % (90 %) after: the first tenth of the rounds after which whoever leads goes on to win so "
        "often; in brackets the tenths that the 95 % intervals allow.",
    )


def _fair(study: Study, label: str) -> float:
    return next(1 / arm.players for arm in study.main if arm.label == label)


def _decided(share: int) -> Column:
    def tenth(value: float) -> str:
        return words.percent(value, 0.1) if value == value else f"later than 90{words.THIN}%"

    def show(row: Any) -> str:
        middle, early, late = (tenth(row[f"t{share}{end}"]) for end in ("", "_early", "_late"))
        return middle if early == late else f"{middle} ({early} to {late})"

    return Column(f"leader wins {share}{words.THIN}% after", show)


BEHIND = {"last": "last", "below": "below the median"}
"""Ways of being behind, as the sums and as readers call them."""


def comeback_table(study: Study) -> Table:
    """How often the winner had been behind at half time, against a winner drawn at random."""
    rows = []
    for arm in study.main:
        back = arm.data.sums.flow.comebacks()
        for name, title in BEHIND.items():
            rate, random, excess = (getattr(back, f"{name}{end}") for end in ("", "_random", "_excess"))
            row: dict[str, Any] = {"setting": arm.label, "behind": title}
            row |= {"rate": rate.value, "rate_low": rate.low, "rate_high": rate.high}
            row |= {"random": random.value, "excess": excess.value, "low": excess.low, "high": excess.high}
            rows.append(row | {"games": arm.data.sums.games})
    columns = [
        text("behind", "at half time the winner was"),
        Column("games, %", lambda r: words.percent(r["rate"], _half(r, "rate_low", "rate_high"))),
        Column("winner drawn at random", lambda r: words.percent(r["random"])),
        Column("difference", lambda r: words.points(r["excess"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table("comebacks", "Comebacks", pd.DataFrame(rows), columns, group="setting")


SHOWN_SLOPES = (0.2, 0.4, 0.5, 0.6, 0.8)
"""Tenths whose slopes the page lists; the CSV has all."""


def snowball_table(study: Study) -> Table:
    """The slopes of later gain on lead, at each tenth."""
    rows = []
    for arm in study.main:
        plain, steady = arm.data.sums.flow.snowball(), arm.data.sums.flow.snowball_steady()
        for i, (time, found) in enumerate(zip(TIMES, plain, strict=True)):
            row: dict[str, Any] = {"setting": arm.label, "progress": float(time)}
            row |= {"slope": found.value, "low": found.low, "high": found.high}
            other = steady[i - 1] if i else None
            row |= {"steady": other.value if other else float("nan")}
            row |= {"steady_low": other.low if other else float("nan")}
            row |= {"steady_high": other.high if other else float("nan")}
            rows.append(row | {"games": arm.data.sums.games})
    frame = pd.DataFrame(rows)
    columns = [
        Column("after", lambda r: f"{100 * r['progress']:.0f}{words.THIN}% of the rounds", text=True),
        Column("slope on the lead", lambda r: words.value(r["slope"], _half(r), sign=True)),
        Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"], sign=True)),
        Column(
            "slope on its lasting part",
            lambda r: words.value(r["steady"], _half(r, "steady_low", "steady_high"), sign=True),
        ),
        Column("95 % interval", lambda r: words.value_interval(r["steady_low"], r["steady_high"], sign=True)),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table(
        "snowball",
        "Points gained later for each point of lead now",
        frame,
        columns,
        group="setting",
        view=frame[frame["progress"].round(1).isin(SHOWN_SLOPES)],
    )


def flow_table(study: Study) -> Table:
    """Leader and last at each tenth of the rounds."""
    rows = []
    for arm in study.main:
        sums = arm.data.sums
        pairs = zip(sums.flow.leader.rates(), sums.flow.last.rates(), strict=True)
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
        close = close_shares(margins.values, margins.counts, CLOSE, sums.shares.n)
        for points, share in zip(CLOSE, close, strict=True):
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
