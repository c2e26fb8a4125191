"""Numbers and switches varied: what each changes, and which matter."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd

from simkit.report import figures_sweep, words
from simkit.report.blocks import Column, Section, Table, bullets, note, paragraph
from simkit.report.blocks import words as text
from simkit.report.designs import OUTCOMES
from simkit.report.study import Study, figures_folder
from simkit.report.sweep import MOST_STALLED, Effect, Screened, SweepFinding, setting_name, sweep_finding
from simkit.report.words import half_width as _half

GAP = OUTCOMES[0]


@lru_cache(maxsize=1)
def findings(study: Study) -> list[SweepFinding]:
    """The sweep of each base arm."""
    return [item for arm in study.main if (item := sweep_finding(study, arm)) is not None]


def factor_name(key: str) -> str:
    """``components.draw_limit`` as words: draw limit."""
    return words.plain(key.partition(".")[2])


DESIGNS = {
    "grid": "every combination was played",
    "latin": "a Latin hypercube spreads the points evenly over each range",
    "morris": "trajectories that change one factor at a time (Morris) screen for factors that matter at all",
    "sobol": "Sobol's design splits the spread between points into shares of each factor",
}


def sweeps(study: Study) -> Section | None:
    """The section; None where nothing was swept."""
    found = findings(study)
    if not found:
        return None
    folder = figures_folder(study.run.folder)
    part = Section("sweep", "Numbers and rules varied")
    factors = words.listed(map(factor_name, found[0].factors))
    part.add(
        paragraph(
            f"Varied: {factors}; {DESIGNS[found[0].design]}. Each of the {len(found[0].points)} points met the deals "
            "of the base, so every number here is the change against the base on the same deals."
        ),
        bullets([sentence(item) for item in found]),
    )
    for item in found:
        part.add(*_of_one(item, folder))
    return part.add(points_table(found))


def _of_one(item: SweepFinding, folder: Path) -> list[Any]:
    out = len(item.points) - len(item.used)
    most = words.percent(MOST_STALLED, 0.1)
    left = f"{item.arm.label}: {words.plural(out, 'point')} left out, for a game stalled in more than {most} of deals."
    blocks: list[Any] = [note(left)] if out else []
    blocks += [figures_sweep.evenest(item, folder), note(CHOSEN)]
    if item.effects:
        blocks += [figures_sweep.effects(item, folder), effects_table(item)]
    if item.screened:
        blocks += [figures_sweep.screening(item, folder), screening_table(item)]
    return blocks


CHOSEN = (
    "These points were picked because their seats came out even, so luck flatters them: play the one that you like "
    "again, with another seed, before you believe it."
)


def sentence(item: SweepFinding) -> str:
    """What moves the gap between first and last seat most, where the seats are most even, how much is noise."""
    told = []
    gaps = [effect for effect in item.effects if effect.outcome == GAP]
    if gaps:
        ends = sorted(gaps[0].levels, key=lambda level: level.change.value)
        low, high = (
            f"{words.points(level.change.value, level.change.half)} (95 % interval "
            f"{words.points_interval(level.change.low, level.change.high)}) at {level.name}"
            for level in (ends[0], ends[-1])
        )
        sure = gaps[0].p * len(gaps) < 0.05  # Bonferroni: the factor with the largest swing of them all
        what, name = "the gap between first and last seat", factor_name(gaps[0].factor)
        says = f"{name} moves {what} most" if sure else f"{name} moves {what} most, but not beyond noise"
        told.append(f"{says}: against the base by {low}, by {high}.")
    elif screened := [found for found in item.screened if found.outcome == GAP]:
        top = max(screened, key=lambda found: found.first.value)
        told.append(_screened_words(item, top))
    best = item.evenest[0]
    shares = [words.percent(share.value, share.half).removesuffix(f"{words.THIN}%") for share in best.shares]
    settings = words.listed(f"{factor_name(key)} {setting_name(best.settings[key])}" for key in item.factors)
    told.append(f"The seats came out most even with {settings}: {words.listed(shares)}{words.THIN}%.")
    told.append(
        f"Noise makes up {words.percent(item.noise[GAP], 0.01)} of the spread of the gap between points."
    )
    return f"{item.arm.label}: {' '.join(told)}"


def _screened_words(item: SweepFinding, top: Screened) -> str:
    """The factor that matters most for the gap, by Morris' or Sobol's measure."""
    low, high = top.first.low, top.first.high
    if item.design == "sobol":
        says = f"explains {words.percent(top.first.value, top.first.half)} of its spread between points by itself"
        return f"{factor_name(top.factor)} {says} (95 % interval {words.percent_interval(low, high)})."
    change = words.points(top.first.value, top.first.half).lstrip("+")
    return (
        f"{factor_name(top.factor)} matters most for the gap between first and last seat: over its range it changes "
        f"it by {change} (95 % interval {words.points_interval(low, high)}) on the average, either way; noise alone "
        f"would make {words.points(item.floor[GAP], item.floor[GAP] / 5).lstrip('+')}."
    )


def show(outcome: str, value: float, half: float, sign: bool = True) -> str:
    """A change of an outcome in its unit."""
    return words.points(value, half) if outcome == GAP else words.value(value, half, sign=sign)


def effects_table(item: SweepFinding) -> Table:
    """A row a factor, outcome and level."""
    rows = [row for effect in item.effects for row in _effect_rows(effect)]
    columns = [
        Column("factor", lambda r: factor_name(r["factor"]), text=True),
        text("level", "level"),
        Column("change", lambda r: show(r["outcome"], r["change"], _half(r))),
        Column("95 % interval", _interval),
        Column("p, all levels equal", lambda r: words.p_value(r["p"])),
        Column("points", lambda r: words.count(r["points"])),
    ]
    exact = item.design == "grid" and len(item.used) == len(item.points)
    how = (
        "averaged over all combinations of the others; intervals over the deals, that all points share"
        if exact
        else "fitted by least squares; intervals hold the luck of the games, the base's too, and what factors do only "
        "together"
    )
    if item.design in ("morris", "sobol"):
        how += "; points of such a design share settings, so read p and intervals as rough"
    return Table(
        f"sweep_effects_{item.arm.players}",
        f"Main effects against the base, {item.arm.label}",
        pd.DataFrame(rows),
        columns,
        note=f"Mean change at each level, {how}. {words.count(item.games)} games a point. Exploratory.",
        group="outcome",
    )


def _effect_rows(effect: Effect) -> list[dict[str, Any]]:
    return [
        {
            "outcome": effect.outcome,
            "factor": effect.factor,
            "level": level.name,
            "change": level.change.value,
            "low": level.change.low,
            "high": level.change.high,
            "swing": effect.swing,
            "p": effect.p,
            "points": level.points,
        }
        for level in effect.levels
    ]


def _interval(row: Any) -> str:
    if row["outcome"] == GAP:
        return words.points_interval(row["low"], row["high"])
    return words.value_interval(row["low"], row["high"], sign=True)


def screening_table(item: SweepFinding) -> Table:
    """Morris' or Sobol's measures by factor."""
    morris = item.design == "morris"
    rows = [
        {
            "outcome": found.outcome,
            "factor": found.factor,
            "first": found.first.value,
            "low": found.first.low,
            "high": found.first.high,
            "second": found.second.value,
            "second_low": found.second.low,
            "second_high": found.second.high,
            "noise": item.floor.get(found.outcome, item.noise[found.outcome]),
        }
        for found in item.screened
    ]
    if morris:
        columns = [
            Column("factor", lambda r: factor_name(r["factor"]), text=True),
            Column("mean absolute effect", lambda r: show(r["outcome"], r["first"], _half(r)).lstrip("+")),
            Column("95 % interval", _interval),
            Column(
                "SD of effects",
                lambda r: show(r["outcome"], r["second"], _half(r)).lstrip("+"),
                "interaction, or a bent curve",
            ),
            Column("noise alone", lambda r: show(r["outcome"], r["noise"], r["noise"] / 5).lstrip("+")),
        ]
        says = "An elementary effect is the change over a factor's whole range, from one step with all else held."
    else:
        columns = [
            Column("factor", lambda r: factor_name(r["factor"]), text=True),
            Column("first order", lambda r: words.number(r["first"], 2)),
            Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"])),
            Column("total", lambda r: words.number(r["second"], 2)),
            Column("95 % interval", lambda r: words.value_interval(r["second_low"], r["second_high"])),
        ]
        says = "Share of the variance between points; the rest of the sum to 1 is interaction and noise of the games."
    return Table(
        f"screening_{item.arm.players}",
        f"Screening by {item.design.capitalize()}, {item.arm.label}",
        pd.DataFrame(rows),
        columns,
        note=f"{says} {words.count(item.games)} games a point, {len(item.points)} points.",
        group="outcome",
    )


SHOWN = 24
"""Points on the page; the CSV has all."""


def points_table(found: Sequence[SweepFinding]) -> Table:
    """A row a point."""
    rows = []
    for item in found:
        for point in item.points:
            row: dict[str, Any] = {"setting": item.arm.label, "point": point.number, "arm": point.arm}
            row |= {key: str(value) for key, value in point.settings.items()}
            for i, outcome in enumerate(OUTCOMES):
                change = point.changes[i] if point.changes else None
                key = KEYS[outcome]
                row[key] = change.value if change else float("nan")
                row[f"{key}_low"] = change.low if change else float("nan")
                row[f"{key}_high"] = change.high if change else float("nan")
            for seat in range(item.arm.players):
                share = point.shares[seat] if point.shares else None
                row[f"share_{seat + 1}"] = share.value if share else float("nan")
                row[f"share_{seat + 1}_low"] = share.low if share else float("nan")
                row[f"share_{seat + 1}_high"] = share.high if share else float("nan")
            rows.append(row | {"stalled": point.stalled, "games": item.games if point.changes else 0})
    columns = [
        Column("point", lambda r: str(r["point"]), text=True),
        *(text(key, words.plain(key.partition(".")[2])) for key in found[0].factors),
        *(_change_column(outcome) for outcome in OUTCOMES),
    ]
    frame = pd.DataFrame(rows)
    more = f" {len(frame) - SHOWN} more points stand in sweep_points.csv." if len(frame) > SHOWN else ""
    return Table(
        "sweep_points",
        "Points of the sweep: change against the base on the same deals",
        frame,
        columns,
        note=f"± half the 95 % interval. {words.count(found[0].games)} games a point.{more}",
        group="setting",
        shown=SHOWN if len(frame) > SHOWN else None,
        wide=True,
    )


KEYS = dict(zip(OUTCOMES, ("gap", "rounds", "winning_score", "lead"), strict=True))


def _change_column(outcome: str) -> Column:
    key = KEYS[outcome]

    def cell(row: Any) -> str:
        half = _half(row, f"{key}_low", f"{key}_high")
        if row[key] != row[key]:
            return words.NONE
        spread = show(outcome, half, half).lstrip("+")
        return f"{show(outcome, row[key], half).removesuffix(f'{words.THIN}pp')} ± {spread}"

    return Column(outcome, cell)
