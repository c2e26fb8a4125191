"""Does the verdict survive other layouts?"""

from __future__ import annotations

from typing import Any

import pandas as pd

from simkit.report import figures, figures_layouts, words
from simkit.report.blocks import Column, Section, Table, note, paragraph
from simkit.report.blocks import words as text
from simkit.report.findings import LayoutFinding
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.layouts import ROBUST


def _layout_sentence(item: LayoutFinding) -> str:
    """Whether the verdict survives."""
    return f"{item.players} players, from the {item.sample} random layouts: {layout_words(item)}."


def layout_words(item: LayoutFinding) -> str:
    """What holds over the layouts: the verdict on the average, and on how many a seat lies elsewhere."""
    result = item.result
    low, high = result.changed_interval
    among = f"95 % interval for all layouts {words.percent_interval(low, high)}"
    if result.changed == 0:
        rest = f"on none of them any seat lies on another side of the margin ({among})"
    else:
        rest = (
            f"on {words.percent(result.changed, 0.05)} some seat lies on another side of the margin ({among})"
        )
        rest += ": robust" if result.robust else ": it depends on the layout" if low > 1 - ROBUST else ""
    return f"{result.verdict.kind} on the average of the layouts; {rest}"


def _layout_names(names: list[str]) -> str:
    drawn = [name.removeprefix("random:") for name in names if name.startswith("random")]
    found = [name for name in names if not name.startswith("random")]
    if drawn:
        found.append(f"random {', '.join(drawn)}")
    return ", ".join(found)


def layouts(study: Study) -> Section | None:
    """Does the verdict survive other layouts?"""
    if not study.layouts:
        return None
    part = Section("layouts", "Layouts")
    part.add(
        paragraph(
            "Where the layout is not publicly known it is treated as drawn at random from all layouts "
            "that the rules allow. What matters then is the spread between layouts: a verdict that "
            "changes from layout to layout is no verdict on the game. Below, within, above: share of layouts on "
            "which the seat's share, the luck of the games taken off, lies there against the margin."
        ),
        figures.layouts(study.layouts, study.margin, figures_folder(study.run.folder)),
        figures_layouts.sides(study.layouts, study.margin, figures_folder(study.run.folder)),
    )
    part.add(*(note(_layout_sentence(item)) for item in study.layouts))
    return part.add(layout_table(study), verdict_table(study))


def layout_table(study: Study) -> Table:
    """Each seat over all layouts of a player count."""
    rows = [
        {
            "setting": f"{item.players} players",
            "seat": seat + 1,
            "mean": mean.value,
            "low": mean.low,
            "high": mean.high,
            "sd": float(item.result.layout_sd[seat]),
            "next_low": float(item.result.prediction[seat][0]),
            "next_high": float(item.result.prediction[seat][1]),
            "verdict": item.result.verdict.seats[seat].kind,
            **dict(zip(("below", "within", "above"), item.result.sides()[seat].tolist(), strict=True)),
            "layouts": item.sample,
            "games_each": item.games_each,
        }
        for item in study.layouts
        for seat, mean in enumerate(item.means)
    ]
    columns = [
        Column("seat", lambda r: str(r["seat"]), text=True),
        Column("mean share", lambda r: words.percent(r["mean"], _half(r))),
        Column("95 % interval of the mean", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("spread between layouts (SD)", lambda r: words.points(r["sd"], r["sd"] / 5).lstrip("+")),
        Column("next layout, 95 %", lambda r: words.percent_interval(r["next_low"], r["next_high"])),
        text("verdict", "verdict over layouts"),
        Column("layouts below / within / above", _sides),
        Column("layouts", lambda r: str(r["layouts"])),
        Column("games on each", lambda r: words.count(r["games_each"])),
    ]
    return Table("layouts", "Seats over the random layouts", pd.DataFrame(rows), columns, group="setting")


def _sides(row: Any) -> str:
    return " / ".join(f"{100 * row[side]:.0f}" for side in ("below", "within", "above")) + f"{words.THIN}%"


def verdict_table(study: Study) -> Table:
    """Which layouts have which verdict."""
    rows = []
    for item in study.layouts:
        for word in dict.fromkeys(item.verdicts):
            names = [n for n, v in zip(item.names, item.verdicts, strict=True) if v == word]
            row: dict[str, Any] = {"setting": f"{item.players} players", "verdict": word}
            rows.append(row | {"layouts": len(names), "which": _layout_names(names)})
    columns = [
        text("verdict", "verdict"),
        Column("layouts", lambda r: str(r["layouts"])),
        text("which", "which"),
    ]
    return Table("layout_verdicts", "Verdict on each layout", pd.DataFrame(rows), columns, group="setting")
