"""Who wins: seats, tie sets, variants, layouts."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from simkit.report import figures, words
from simkit.report.answer import rounded_up
from simkit.report.blocks import Column, Section, Table, paragraph
from simkit.report.blocks import words as text
from simkit.report.findings import ArmFinding, SeatFinding
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.arm import SAMPLE_GAMES
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
            "winner, so the shares of a table add up to 100 %."
        ),
        figures.seats(shown, study.margin, figures_folder(study.run.folder)),
        seats_table(study),
        tests_table(study),
        handicap_table(study),
        ties_table(study),
    )
    return part


def seats_table(study: Study) -> Table:
    """A row a seat of each base arm; on the page the main settings where there are many."""
    rows = [_seat_row(arm, seat) for arm in study.base for seat in arm.seats]
    frame = pd.DataFrame(rows)
    listed = [arm.label for arm in (study.base if len(study.base) <= MOST_TABLED else study.main)]
    hidden = len(study.base) - len(listed)
    more = f" {hidden} more settings stand in seats.csv." if hidden else ""
    columns = [
        Column("seat", lambda r: str(r["seat"]), text=True),
        Column("win share", lambda r: words.percent(r["share"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("95 %, all seats at once", lambda r: words.percent_interval(r["all_low"], r["all_high"])),
        Column("against fair", lambda r: words.points(r["gap"], _half(r))),
        text("verdict", "verdict"),
        Column("more games needed", lambda r: _needed(r["more_games"]), "decide it with 90 % chance"),
    ]
    if frame["stalled_low"].notna().any():
        columns.append(Column("stalled games could move it to", _stalled_range))
    columns.append(Column("games", lambda r: words.count(r["games"])))
    return Table(
        "seats",
        "Seats: share of wins and verdict",
        frame,
        columns,
        note=(
            "Advantage (disadvantage): the interval for all seats at once lies above (below) the margin of "
            f"{words.number(100 * study.margin, 1)} pp around the fair share. Balanced: the 90 % interval "
            "lies "
            f"within it. Else undecided.{more}{_left_out(study)}"
        ),
        group="setting",
        view=frame[frame["setting"].isin(listed)],
    )


def _seat_row(arm: ArmFinding, seat: SeatFinding) -> dict[str, Any]:
    nothing = (float("nan"), float("nan"))
    stalled_low, stalled_high = seat.judged.stalled or nothing
    return {
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
        "stalled_low": stalled_low,
        "stalled_high": stalled_high,
    }


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
    """Test of equal seats with its effect size, first minus last, largest gap."""
    frame = pd.DataFrame([_test_row(arm) for arm in study.base])
    many = len(frame) > 12
    columns = [
        text("setting", "setting"),
        Column(
            "first − last seat",
            lambda r: words.points(r["first_minus_last"], _half(r, "first_low", "first_high")),
        ),
        Column("95 % interval", lambda r: words.points_interval(r["first_low"], r["first_high"])),
        Column(
            "largest gap between seats",
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
    return Table(
        "tests",
        "Test that all seats win equally often, with its effect sizes",
        frame,
        columns,
        note="With many games any difference becomes significant; the margin decides, not p."
        + (" The other layouts stand in tests.csv." if many else ""),
        view=frame[frame["setting"].isin([arm.label for arm in study.main])] if many else None,
    )


def _test_row(arm: ArmFinding) -> dict[str, Any]:
    result = arm.result
    wald, w, first, gap = result.wald, result.cohen_w, result.first_last.estimate, result.largest_gap
    return {
        "setting": arm.label,
        "first_minus_last": first.value,
        "first_low": first.low,
        "first_high": first.high,
        "largest_gap": gap.debiased,
        "gap_low": gap.low,
        "gap_high": gap.high,
        "cohen_w": w.debiased,
        "w_low": w.low,
        "w_high": w.high,
        "statistic": wald.statistic,
        "df": wald.df,
        "p": wald.p,
        "method": wald.method,
        "deals": result.deals,
    }


def handicap_table(study: Study) -> Table | None:
    """The points that would make each seat fair, in scores as they were played."""
    rows = []
    for arm in study.main:
        for seat, found in enumerate(arm.data.sums.handicaps):
            if found is not None:
                row: dict[str, Any] = {"setting": arm.label, "seat": seat + 1, "points": found.points}
                rows.append(
                    row | {"low": found.low, "high": found.high, "games": min(arm.games, SAMPLE_GAMES)}
                )
    if not rows:
        return None
    columns = [
        Column("seat", lambda r: str(r["seat"]), text=True),
        Column("points", lambda r: words.value(r["points"], _half(r), sign=True)),
        Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"], sign=True)),
        Column("first games", lambda r: words.count(r["games"])),
    ]
    return Table(
        "handicap",
        "Handicap: points given to each other seat that would make the seat fair",
        pd.DataFrame(rows),
        columns,
        note="Negative: points given to the seat itself. From the scores as they were played; players who know of the "
        "points may play otherwise, so a handicap should be tried as a rule before it is printed.",
        group="setting",
    )


def ties_table(study: Study) -> Table:
    """Which seats win together, and what decided ties for the win."""
    rows = []
    for arm in study.main:
        tally = arm.data.sums.winners
        table = tie_sets(tally.values.astype(int), tally.counts, arm.data.sums.shares.n)
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
