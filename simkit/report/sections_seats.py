"""Who wins: seats, tie sets, variants, layouts."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from simkit.report import figures, words
from simkit.report.answer import rounded_up
from simkit.report.blocks import Column, Section, Table, paragraph
from simkit.report.blocks import words as text
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.ties import tie_sets

MOST_TABLED = 8
"""Settings whose seats are listed on the page; the CSV has all."""


def seats(study: Study) -> Section:
    """Figure, tables of seats, tests and tie sets."""
    part = Section("seats", "Seats")
    shown = study.base if len(study.base) <= figures.MOST_PANELS else study.main
    part.add(
        paragraph(
            "Seat 1 acts first in the first round. A shared win counts as an equal part of a win for each "
            "winner, so "
            "the shares of a table add up to 100 %."
        ),
        figures.seats(shown, study.margin, figures_folder(study.run.folder)),
        seats_table(study),
        tests_table(study),
        ties_table(study),
    )
    return part


def seats_table(study: Study) -> Table:
    """A row a seat of each base arm."""
    rows = []
    for arm in study.base:
        for seat in arm.seats:
            rows.append(
                {
                    "setting": arm.label,
                    "arm": arm.data.arm.name,
                    "seat": seat.seat + 1,
                    "share": seat.share.value,
                    "low": seat.share.low,
                    "high": seat.share.high,
                    "all_low": seat.simultaneous[0],
                    "all_high": seat.simultaneous[1],
                    "fair": 1 / arm.players,
                    "gap": seat.gap.value,
                    "gap_low": seat.gap.low,
                    "gap_high": seat.gap.high,
                    "verdict": seat.verdict + (" (real but negligible)" if seat.judged.negligible else ""),
                    "more_games": _number(seat.judged.more_games),
                    "games": arm.games,
                    "deals": seat.share.n,
                    "stalled_low": seat.judged.stalled[0] if seat.judged.stalled else float("nan"),
                    "stalled_high": seat.judged.stalled[1] if seat.judged.stalled else float("nan"),
                }
            )
    columns = [
        Column("seat", lambda r: str(r["seat"]), text=True),
        Column("win share", lambda r: words.percent(r["share"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("95 %, all seats at once", lambda r: words.percent_interval(r["all_low"], r["all_high"])),
        Column("against fair", lambda r: words.points(r["gap"], _half(r))),
        text("verdict", "verdict"),
        Column(
            "more games needed",
            lambda r: _needed(r["more_games"]),
            "about so many decide it, with 90 % chance",
        ),
    ]
    if any(not math.isnan(row["stalled_low"]) for row in rows):
        columns.append(
            Column(
                "stalled games could move it to",
                lambda r: _stalled_range(r),
            )
        )
    columns.append(Column("games", lambda r: words.count(r["games"])))
    frame = pd.DataFrame(rows)
    listed = [arm.label for arm in (study.base if len(study.base) <= MOST_TABLED else study.main)]
    hidden = len(study.base) - len(listed)
    frame = pd.concat([frame[frame["setting"].isin(listed)], frame[~frame["setting"].isin(listed)]])
    shown = int(frame["setting"].isin(listed).sum()) if hidden else None
    more = f" {hidden} more settings stand in seats.csv." if hidden else ""
    within = words.number(100 * study.margin, 1)
    return Table(
        "seats",
        "Seats: share of wins and verdict",
        frame,
        columns,
        note=(
            "Advantage (disadvantage): the interval for all seats at once lies above (below) the margin of "
            f"{within} pp "
            "around the fair share. Balanced: the 90 % interval lies within it. Else "
            f"undecided.{more}{_left_out(study)}"
        ),
        group="setting",
        shown=shown,
    )


def _stalled_range(row: Any) -> str:
    if math.isnan(row["stalled_low"]):
        return words.NONE
    low, high = (words.percent(row[key], _half(row)) for key in ("stalled_low", "stalled_high"))
    return f"{low} to {high}"


def _left_out(study: Study) -> str:
    dropped = sum(arm.data.dropped_deals for arm in study.base)
    if not dropped:
        return ""
    return f" {words.count(dropped)} deals are left out because a game of them stalled, here or in a paired variant."


def _needed(games: float) -> str:
    return words.NONE if math.isnan(games) else words.count(rounded_up(int(games)))


def _number(value: int | None) -> float:
    return float("nan") if value is None else float(value)


def tests_table(study: Study) -> Table:
    """Test of equal seats with its effect size, first minus last, trend."""
    rows = []
    for arm in study.base:
        result = arm.result
        wald, w, first = result.wald, result.cohen_w, result.first_last
        rows.append(
            {
                "setting": arm.label,
                "first_minus_last": first.estimate.value,
                "first_low": first.estimate.low,
                "first_high": first.estimate.high,
                "largest_gap": result.largest_gap.debiased,
                "gap_low": result.largest_gap.low,
                "gap_high": result.largest_gap.high,
                "cohen_w": w.debiased,
                "w_low": w.low,
                "w_high": w.high,
                "statistic": wald.statistic,
                "df": wald.df,
                "p": wald.p,
                "method": wald.method,
                "deals": result.deals,
            }
        )
    columns = [
        text("setting", "setting"),
        Column(
            "first minus last seat",
            lambda r: words.points(r["first_minus_last"], _half(r, "first_low", "first_high")),
        ),
        Column("95 % interval", lambda r: words.points_interval(r["first_low"], r["first_high"])),
        Column(
            "largest gap between two seats",
            lambda r: words.points(r["largest_gap"], _half(r, "gap_low", "gap_high")).lstrip("+"),
            "freed of the upward bias of noise",
        ),
        Column(
            "effect size w",
            lambda r: words.value(r["cohen_w"], _half(r, "w_low", "w_high")),
            "Cohen's w, freed of noise",
        ),
        Column("Wald test", lambda r: f"{r['method']}({r['df']}) = {words.rough(r['statistic'])}"),
        Column("p", lambda r: words.p_value(r["p"])),
        Column("deals", lambda r: words.count(r["deals"])),
    ]
    frame = pd.DataFrame(rows)
    hidden = len(frame) > 12
    if hidden:
        main = frame["setting"].isin([arm.label for arm in study.main])
        frame = pd.concat([frame[main], frame[~main]])
    return Table(
        "tests",
        "Test that all seats win equally often, with its effect sizes",
        frame,
        columns,
        note="With many games any difference becomes significant; the margin decides, not p."
        + (" The other layouts stand in tests.csv." if hidden else ""),
        shown=len(study.main) if hidden else None,
    )


def ties_table(study: Study) -> Table:
    """Which seats win together, and what decided ties for the win."""
    rows = []
    for arm in study.main:
        tally = arm.data.sums.winners
        table = tie_sets(tally.values.astype(int), tally.counts)
        for i, seats in enumerate(table.sets):
            rows.append(
                {
                    "setting": arm.label,
                    "winners": " + ".join(str(s + 1) for s in seats),
                    "shared": len(seats) > 1,
                    "frequency": float(table.frequency[i]),
                    "low": float(table.interval[i][0]),
                    "high": float(table.interval[i][1]),
                    "count": int(table.counts[i]),
                    "games": table.games,
                }
            )
    frame = pd.DataFrame(rows)
    many = len(frame) > 24
    columns = [
        Column("winning seats", lambda r: r["winners"], text=True),
        Column("games, %", lambda r: words.percent(r["frequency"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("count", lambda r: words.count(r["count"])),
        Column("of games", lambda r: words.count(r["games"])),
    ]
    if many:
        keep = frame.groupby("setting", sort=False).cumcount() < 8
        frame = pd.concat([frame[keep], frame[~keep]])
    return Table(
        "tie_sets",
        "Winning sets: who wins alone, who shares",
        frame,
        columns,
        note="The rarest sets stand in tie_sets.csv." if many else "",
        group="setting",
        shown=int(keep.sum()) if many else None,
    )
