"""What variants change: paired differences to the base."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from simkit.contract import Quantity
from simkit.report import figures, words
from simkit.report.blocks import Column, Section, Table, paragraph
from simkit.report.blocks import words as text
from simkit.report.findings import ArmFinding, VariantFinding
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.aggregate import gap_of
from simkit.stats.arm import GAME_METRICS
from simkit.stats.intervals import mean_interval, t_quantile

NAMES = ("base", "variant")
"""What is compared."""


def variants(study: Study) -> Section | None:
    """Paired differences to the base."""
    if not study.variants:
        return None
    part = Section("variants", "Variants")
    part.add(
        paragraph(
            "Base and variant met the same deals: same shuffles, same dice, same choices of the policies "
            "as far as the games run alike. Differences are taken deal by deal, which removes the luck "
            "that both share; the last columns say how much."
        )
    )
    main = {arm.label for arm in study.main}
    shown = [v for v in study.variants if v.label in main]
    part.add(
        figures.variants(shown, study.margin, figures_folder(study.run.folder)),
        variant_table(study.variants, shown),
        metrics_table(study.variants, shown),
        counters_table(study),
        *_verdicts(study),
    )
    return part


def variant_table(
    found: list[VariantFinding],
    shown: list[VariantFinding],
    names: tuple[str, str] = NAMES,
    at_once: str = "all variants at once",
) -> Table:
    """Change of each seat's share; ``names`` of the two compared, ``at_once`` what the wide intervals cover."""
    order = [*shown, *(v for v in found if v not in shown)]
    rows = []
    for item in order:
        for seat, change in enumerate(item.seats):
            rows.append(
                {
                    "heading": f"{item.name}, {item.label}",
                    "variant": item.name,
                    "setting": item.label,
                    "seat": seat + 1,
                    "base": float(item.result.base[seat]),
                    "variant_share": float(item.result.variant[seat]),
                    "difference": change.value,
                    "low": change.low,
                    "high": change.high,
                    "all_low": float(item.result.simultaneous[seat][0]),
                    "all_high": float(item.result.simultaneous[seat][1]),
                    "p": float(item.result.p[seat]),
                    "correlation": float(item.result.correlation[seat]),
                    "variance_ratio": float(item.result.variance_ratio[seat]),
                    "pairs": item.pairs,
                }
            )
    columns = [
        Column("seat", lambda r: str(r["seat"]), text=True),
        Column(names[0], lambda r: words.percent(r["base"], _half(r))),
        Column(names[1], lambda r: words.percent(r["variant_share"], _half(r))),
        Column("difference", lambda r: words.points(r["difference"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column(
            f"95 %, {at_once}",
            lambda r: words.points_interval(r["all_low"], r["all_high"]),
            "for a change picked because it is large",
        ),
        Column("correlation", lambda r: words.number(r["correlation"], 2), "of base and variant over deals"),
        Column(
            "variance saved", lambda r: saved(r["variance_ratio"]), "against unpaired runs of the same size"
        ),
        Column("pairs", lambda r: words.count(r["pairs"])),
    ]
    return Table(
        "variants",
        f"Change of the win shares, {names[1]} minus {names[0]}",
        pd.DataFrame(rows),
        columns,
        group="heading",
        shown=sum(len(v.seats) for v in shown) if len(shown) < len(found) else None,
    )


def saved(ratio: float) -> str:
    """Variance saved by pairing; a negative number warns that it cost precision."""
    return words.NONE if math.isnan(ratio) else f"{words.number(100 * (1 - ratio), 0)}{words.THIN}%"


SHARE = "share of games"
METRICS = {
    "rounds": "rounds",
    "turns": "turns",
    "decisions": "decisions",
    "winning score": "winning score, points",
    "margin": "lead of the winner, points",
    "lead changes": "lead changes",
    "shared wins": "games with a shared win",
}


def _metric(row: Any, value: float) -> str:
    show = words.percent if row["unit"] == SHARE else words.value
    return show(value, max(_half(row), 0.0005) if show is words.percent else _half(row))


def _metric_change(row: Any) -> str:
    if row["unit"] == SHARE:
        return words.points(row["difference"], _half(row))
    return words.value(row["difference"], _half(row), sign=True)


def _metric_interval(row: Any) -> str:
    if row["unit"] == SHARE:
        return words.points_interval(row["low"], row["high"])
    return words.value_interval(row["low"], row["high"], sign=True)


UNITS = {
    "rounds": "rounds",
    "turns": "turns",
    "decisions": "decisions",
    "winning score": "points",
    "margin": "points",
    "lead changes": "changes",
    "shared wins": SHARE,
}


def metrics_table(
    found: list[VariantFinding], shown: list[VariantFinding], names: tuple[str, str] = NAMES
) -> Table:
    """Change of length, scores, closeness."""
    order = [*shown, *(v for v in found if v not in shown)]
    rows = []
    for item in order:
        for i, name in enumerate(GAME_METRICS):
            change = item.metrics[i]
            rows.append(
                {
                    "heading": f"{item.name}, {item.label}",
                    "variant": item.name,
                    "setting": item.label,
                    "quantity": name,
                    "unit": UNITS[name],
                    "base": float(item.metric_result.base[i]),
                    "variant_mean": float(item.metric_result.variant[i]),
                    "difference": change.value,
                    "low": change.low,
                    "high": change.high,
                    "variance_ratio": float(item.metric_result.variance_ratio[i]),
                    "pairs": item.pairs,
                }
            )
    columns = [
        Column("mean of", lambda r: METRICS[r["quantity"]], text=True),
        Column(names[0], lambda r: _metric(r, r["base"])),
        Column(names[1], lambda r: _metric(r, r["variant_mean"])),
        Column("difference", _metric_change),
        Column("95 % interval", _metric_interval),
        Column("variance saved", lambda r: saved(r["variance_ratio"])),
        Column("pairs", lambda r: words.count(r["pairs"])),
    ]
    return Table(
        "variant_metrics",
        f"Change of length, scores and closeness, {names[1]} minus {names[0]}",
        pd.DataFrame(rows),
        columns,
        note="Exploratory: these were not the planned question.",
        group="heading",
        shown=len(shown) * len(GAME_METRICS) if len(shown) < len(found) else None,
    )


MOST_COUNTERS = 15
"""Changes of the game's own counters on the page, the surest first; the CSV has all."""


def counters_table(study: Study) -> Table | None:
    """What else a variant changes: parts of the score and the game's counters, averaged over the seats."""
    quantities = {f"part_{q.name}": q for q in study.game.score_parts}
    quantities |= {f"counter_{q.name}": q for q in study.game.seat_counters if not q.labels}
    rows = []
    for arm in study.main:
        for data in study.collected.variants(arm.data):
            if data.sums.shares.n < 2:
                continue
            names = list(data.sums.shape.measures)
            base, variant = arm.data.sums.everyone(), data.sums.everyone()
            gap = gap_of(variant, base)
            both = np.stack(
                [
                    base.mean,
                    variant.mean,
                    gap.mean,
                    gap.se,
                    *mean_interval(gap, t_quantile(0.95, gap.deals)).T,
                ]
            )
            for name, q in quantities.items():
                rows.append(
                    _counter_change(
                        f"{data.arm.variant}, {arm.label}", q, both[:, names.index(name)].tolist()
                    )
                )
    if not rows:
        return None
    frame = pd.DataFrame(rows)
    frame = frame.sort_values(
        ["heading", "surety"], ascending=[True, False], kind="stable", ignore_index=True
    )
    view = frame[frame["surety"] > 2]
    view = view[view.groupby("heading", sort=False).cumcount() < MOST_COUNTERS]
    columns = [
        Column(
            "mean of all seats",
            lambda r: f"{words.sentence(r['sentence']).rstrip('.')}: {r['unit']}",
            text=True,
        ),
        Column("base", lambda r: words.value(r["base"], _half(r))),
        Column("variant", lambda r: words.value(r["variant"], _half(r))),
        Column("difference", lambda r: words.value(r["difference"], _half(r), sign=True)),
        Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"], sign=True)),
    ]
    return Table(
        "variant_counters",
        "What else a variant changes, the surest changes first",
        frame,
        columns,
        note="Exploratory. Intervals as of two separate samples. All counters stand in variant_counters.csv.",
        group="heading",
        view=view,
    )


def _counter_change(heading: str, q: Quantity, found: Sequence[float]) -> dict[str, Any]:
    """A row of the table; found: means of base and variant, difference, its error and interval."""
    base, variant, difference, se, low, high = (float(x) for x in found)
    return {
        "heading": heading,
        "quantity": q.name,
        "sentence": q.sentence,
        "unit": q.unit,
        "base": base,
        "variant": variant,
        "difference": difference,
        "low": low,
        "high": high,
        "surety": abs(difference) / se if se > 0 else 0.0,
    }


def _verdicts(study: Study) -> list[Any]:
    """The verdict on each variant's own table."""
    rows = []
    for arm in study.every:
        if arm.data.arm.group not in {a.data.arm.group for a in study.main}:
            continue
        rows.append(_verdict_row(arm))
    columns = [
        text("setting", "setting"),
        text("verdict", "verdict"),
        Column("farthest seat", lambda r: str(r["seat"])),
        Column("against fair", lambda r: words.points(r["gap"], _half(r))),
        Column("95 %, all seats at once", lambda r: words.points_interval(r["low"], r["high"])),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return [Table("variant_verdicts", "Verdict on each rule set by itself", pd.DataFrame(rows), columns)]


def _verdict_row(arm: ArmFinding) -> dict[str, Any]:
    seat = arm.extreme
    return {
        "setting": arm.label,
        "verdict": arm.verdict,
        "seat": seat.seat + 1,
        "gap": seat.gap.value,
        "low": seat.picked.low,
        "high": seat.picked.high,
        "games": arm.games,
    }
