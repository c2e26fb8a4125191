"""Who wins: seats, tie sets, variants, layouts."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from simkit.report import figures, words
from simkit.report.answer import rounded_up
from simkit.report.blocks import Column, Section, Table, note, paragraph
from simkit.report.blocks import words as text
from simkit.report.findings import ArmFinding, LayoutFinding, VariantFinding
from simkit.report.study import Study, figures_folder
from simkit.stats.arm import GAME_METRICS
from simkit.stats.ties import tie_sets

MOST_TABLED = 8
"""Settings whose seats are listed on the page; the CSV has all."""


def _half(row: Any, low: str = "low", high: str = "high") -> float:
    return float(row[high] - row[low]) / 2


def seats(study: Study) -> Section:
    """Figure, tables of seats, tests and tie sets."""
    part = Section("seats", "Seats")
    shown = study.base if len(study.base) <= figures.MOST_PANELS else study.main
    part.add(
        paragraph(
            "Seat 1 acts first in the first round. A shared win counts as an equal part of a win for each winner, so "
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
        Column("more games needed", lambda r: _needed(r["more_games"]), "about so many decide it, with 90 % chance"),
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
            f"Advantage (disadvantage): the interval for all seats at once lies above (below) the margin of {within} pp "
            f"around the fair share. Balanced: the 90 % interval lies within it. Else undecided.{more}{_left_out(study)}"
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
        Column("effect size w", lambda r: words.value(r["cohen_w"], _half(r, "w_low", "w_high")), "Cohen's w, freed of noise"),
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


def variants(study: Study) -> Section | None:
    """Paired differences to the base."""
    if not study.variants:
        return None
    part = Section("variants", "Variants")
    part.add(
        paragraph(
            "Base and variant met the same deals: same shuffles, same dice, same choices of the policies as far as the "
            "games run alike. Differences are taken deal by deal, which removes the luck that both share; the last columns say how much."
        )
    )
    main = {arm.label for arm in study.main}
    shown = [v for v in study.variants if v.label in main]
    part.add(
        figures.variants(shown, study.margin, figures_folder(study.run.folder)),
        variant_table(study.variants, shown),
        metrics_table(study.variants, shown),
        *_verdicts(study),
    )
    return part


def variant_table(found: list[VariantFinding], shown: list[VariantFinding]) -> Table:
    """Change of each seat's share."""
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
        Column("base", lambda r: words.percent(r["base"], _half(r))),
        Column("variant", lambda r: words.percent(r["variant_share"], _half(r))),
        Column("difference", lambda r: words.points(r["difference"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column("95 %, all seats at once", lambda r: words.points_interval(r["all_low"], r["all_high"])),
        Column("correlation", lambda r: words.number(r["correlation"], 2), "of base and variant over deals"),
        Column("variance saved", lambda r: saved(r["variance_ratio"]), "against unpaired runs of the same size"),
        Column("pairs", lambda r: words.count(r["pairs"])),
    ]
    return Table(
        "variants",
        "Change of the win shares, variant minus base",
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
    return show(value, max(_half(row), 0.0005))


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


def metrics_table(found: list[VariantFinding], shown: list[VariantFinding]) -> Table:
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
        Column("base", lambda r: _metric(r, r["base"])),
        Column("variant", lambda r: _metric(r, r["variant_mean"])),
        Column("difference", _metric_change),
        Column("95 % interval", _metric_interval),
        Column("variance saved", lambda r: saved(r["variance_ratio"])),
        Column("pairs", lambda r: words.count(r["pairs"])),
    ]
    return Table(
        "variant_metrics",
        "Change of length, scores and closeness, variant minus base",
        pd.DataFrame(rows),
        columns,
        note="Exploratory: these were not the planned question.",
        group="heading",
        shown=len(shown) * len(GAME_METRICS) if len(shown) < len(found) else None,
    )


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
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
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
        "low": seat.gap.low,
        "high": seat.gap.high,
        "games": arm.games,
    }


def _layout_sentence(item: LayoutFinding) -> str:
    """Whether the verdict survives."""
    same = item.agreement
    word = "robust" if same.robust else "NOT robust"
    if item.verdicts[0].startswith("undecided"):
        word = "nothing is decided yet"
    sample = f"the {item.drawn} random layouts" if item.drawn >= 3 else f"all {len(item.names)} layouts"
    return (
        f"{item.players} players: the verdict on layout {item.names[0]} ({item.verdicts[0]}) holds on {same.same} of "
        f"{same.layouts} layouts: {word}. Mean, spread and prediction are from {sample}."
    )


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
            "Where the layout is not publicly known it is treated as drawn at random from all layouts that the rules allow. "
            "What matters then is the spread between layouts: a verdict that changes from layout to layout is no verdict on the game."
        ),
        figures.layouts(study.layouts, study.margin, figures_folder(study.run.folder)),
    )
    rows, verdicts = [], []
    for item in study.layouts:
        for seat, line in enumerate(item.seats):
            rows.append(
                {
                    "setting": f"{item.players} players",
                    "seat": seat + 1,
                    "mean": line.mean.value,
                    "low": line.mean.low,
                    "high": line.mean.high,
                    "sd": line.sd,
                    "next_low": line.next_low,
                    "next_high": line.next_high,
                    "layouts": len(item.names),
                    "games_each": item.games_each,
                }
            )
        for word in dict.fromkeys(item.verdicts):
            names = [n for n, v in zip(item.names, item.verdicts, strict=True) if v == word]
            row: dict[str, Any] = {"setting": f"{item.players} players", "verdict": word, "layouts": len(names)}
            verdicts.append(row | {"which": _layout_names(names)})
        part.add(note(_layout_sentence(item)))
    columns = [
        Column("seat", lambda r: str(r["seat"]), text=True),
        Column("mean share", lambda r: words.percent(r["mean"], _half(r))),
        Column("95 % interval of the mean", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("spread between layouts (SD)", lambda r: words.points(r["sd"], r["sd"] / 5).lstrip("+")),
        Column("next layout, 95 %", lambda r: words.percent_interval(r["next_low"], r["next_high"])),
        Column("layouts", lambda r: str(r["layouts"])),
        Column("games on each", lambda r: words.count(r["games_each"])),
    ]
    part.add(
        Table("layouts", "Seats over all layouts", pd.DataFrame(rows), columns, group="setting"),
        Table(
            "layout_verdicts",
            "Verdict on each layout",
            pd.DataFrame(verdicts),
            [
                text("verdict", "verdict"),
                Column("layouts", lambda r: str(r["layouts"])),
                text("which", "which"),
            ],
            group="setting",
        ),
    )
    return part
