"""Does the finding hold as the players get better?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from simkit.report import words
from simkit.report.blocks import Column, Section, Table, note, paragraph
from simkit.report.blocks import words as text
from simkit.report.figures_ladder import ladder as ladder_figure
from simkit.report.findings_ladder import (
    DECISIONS_METRIC,
    MARGIN_METRIC,
    SHARED_METRIC,
    LadderFinding,
    Rung,
    ladder_sentence,
)
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half


def ladder(study: Study) -> Section | None:
    """The rungs, their strength, and what they show of the seats."""
    found = study.ladder
    if not found:
        return None
    part = Section("ladder", "Ladder of players")
    part.add(
        paragraph(
            "First-player and luck effects change with skill. The rungs are players of growing strength; each played "
            "alone in all seats, and one seat of each, rotated, against copies of the rung below."
        ),
        ladder_figure(found, study.margin, figures_folder(study.run.folder)),
    )
    part.add(*(note(ladder_sentence(item)) for item in found))
    return part.add(rungs_table(found, study.manifest.get("lookahead_cost", {})), trends_table(found))


def _rung_row(item: LadderFinding, rung: Rung) -> dict[str, Any]:
    """The numbers of one rung; the duel's are missing for the lowest."""
    nothing = float("nan")
    step, seat = rung.duel, rung.table.seats[item.extreme]
    row: dict[str, Any] = {"setting": f"{item.players} players", "rung": rung.name, "below": rung.below}
    row |= {"duel": step.value if step else nothing, "duel_games": rung.duel_games}
    row |= {"duel_low": step.low if step else nothing, "duel_high": step.high if step else nothing}
    row |= {"seat": seat.seat + 1, "gap": seat.gap.value, "low": seat.gap.low, "high": seat.gap.high}
    row |= {"verdict": rung.table.verdict, "games": rung.table.games}
    for name, number in (
        ("margin", MARGIN_METRIC),
        ("shared", SHARED_METRIC),
        ("decisions", DECISIONS_METRIC),
    ):
        mean = rung.metrics[number]
        row |= {name: mean.value, f"{name}_low": mean.low, f"{name}_high": mean.high}
    return row


def rungs_table(found: Sequence[LadderFinding], cost: Mapping[str, float]) -> Table:
    """A row a rung: strength, and the game among players of that strength."""
    rows = [
        {**_rung_row(item, rung), "cost": cost.get(rung.name, float("nan"))}
        for item in found
        for rung in item.rungs
    ]
    columns = [
        text("rung", "player"),
        Column(
            "wins against the one below",
            lambda r: words.percent(r["duel"], _half(r, "duel_low", "duel_high")),
        ),
        Column("95 % interval", lambda r: words.percent_interval(r["duel_low"], r["duel_high"])),
        Column("games", lambda r: words.count(r["duel_games"]) if r["duel_games"] else words.NONE),
        Column("seat", lambda r: str(r["seat"]), "the seat farthest from fair over the whole ladder"),
        Column("its effect", lambda r: words.points(r["gap"], _half(r)), "win share less the fair share"),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        text("verdict", "verdict"),
        Column("winner ahead by", lambda r: words.value(r["margin"], _half(r, "margin_low", "margin_high"))),
        Column(
            "shared wins",
            lambda r: words.percent(r["shared"], max(_half(r, "shared_low", "shared_high"), 5e-4)),
        ),
        Column(
            "decisions a game",
            lambda r: words.value(r["decisions"], _half(r, "decisions_low", "decisions_high")),
        ),
        Column("games", lambda r: words.count(r["games"])),
    ]
    if cost:
        columns.append(
            Column(
                "time a decision",
                lambda r: f"{words.rough(r['cost'])} ×" if r["cost"] == r["cost"] else "1 ×",
                "in units of the same player's without look-ahead, measured in this run",
            )
        )
    return Table("ladder", "The rungs", pd.DataFrame(rows), columns, group="setting", wide=True)


def trends_table(found: Sequence[LadderFinding]) -> Table | None:
    """Each seat's effect along the rungs: its slope and what it is called."""
    rows = []
    for item in found:
        for seat, trend in enumerate(item.trends):
            row: dict[str, Any] = {"setting": f"{item.players} players", "seat": seat + 1, "word": trend.word}
            row |= {"slope": trend.slope.value, "low": trend.slope.low, "high": trend.slope.high}
            rows.append(row | {"p": trend.p, "lack_of_fit_p": trend.lack_of_fit_p, "rungs": len(item.rungs)})
    if not rows:
        return None
    columns = [
        Column("seat", lambda r: str(r["seat"]), text=True),
        text("word", "along the ladder"),
        Column("change a rung", lambda r: words.points(r["slope"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column("p", lambda r: words.p_value(r["p"])),
        Column(
            "p that it is a line", lambda r: words.p_value(r["lack_of_fit_p"]), "chi-square of lack of fit"
        ),
        Column("rungs", lambda r: words.count(r["rungs"])),
    ]
    return Table(
        "ladder_trends",
        "Each seat's effect along the ladder",
        pd.DataFrame(rows),
        columns,
        note="Weighted least squares on the number of the rung. “sign change”: two rungs lie on different sides of 0 "
        "(Holm, 5 %). All rungs play the same deals, which makes the intervals of the slope a little too wide.",
        group="setting",
    )
