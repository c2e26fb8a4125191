"""Styles against each other: payoffs, ratings, dominated styles, Nash averaging, alpha-rank, cycles."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simkit.report import figures_strategies, words
from simkit.report.blocks import Column, Section, Table, note, paragraph
from simkit.report.findings_strategies import StrategyFinding
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.pool import REDRAWS

STRONGEST = "Strongest style of this pool"

POOL = "Relative to this pool: another set of styles gives other numbers."


def strategies(study: Study) -> Section | None:
    """Everything that the meetings of different styles show."""
    if not study.strategies:
        return None
    part = Section("strategies", "Styles against each other")
    folder = figures_folder(study.run.folder)
    part.add(
        paragraph(
            f"Different styles met at the same tables, each in every seat equally often{_beside(study)}. {POOL} A "
            "style that does badly here may be badly played rather than badly paid by the rules."
        ),
        *(figures_strategies.strategies(item, folder) for item in study.strategies),
        *(note(sentence(item)) for item in study.strategies),
        strategies_table(study),
        payoffs_table(study),
    )
    return part


def _beside(study: Study) -> str:
    """That the styles' neighbours even out, where they do; where they do not, the shares by policy tell it."""
    mixed = [arm for arm in (*study.run.scenario.table_arms, *study.pool) if len(set(arm.policies)) > 1]
    return " and equally often beside each other" if all(arm.all_orders for arm in mixed) else ""


def sentence(item: StrategyFinding) -> str:
    """Dominated styles, cycles, and whether strength depends on the seat."""
    parts = []
    beaten = [
        f"{words.plain(item.names[i])} (by {words.plain(item.names[item.dominance.by[i]])})"
        for i in item.order
        if item.dominance.dominated[i]
    ]
    parts.append(f"Dominated against every style of the pool (Holm, 5 %): {words.listed(beaten) or 'none'}.")
    cycle = item.ranking
    low, high = cycle.cyclic_interval
    parts.append(
        "All styles sit at every table, so that cycles (as in rock, paper, scissors) cannot be seen: head to head, "
        "dominated styles, Nash weights and alpha-rank say no more than the win shares."
        if item.all_together
        else f"Cyclic share of the results (as in rock, paper, scissors): {words.percent(cycle.cyclic, 0.01)} (95 % "
        f"{words.percent_interval(low, high)}); the rest is explained by one strength a style."
    )
    test = item.interaction
    if test is not None:
        word = "depends" if test.p < 0.05 else "does not show to depend"
        parts.append(
            f"A style's strength {word} on its seat: Wald chi-square({test.df}) = {words.rough(test.statistic)}, p "
            f"{words.p_value(test.p)}; largest effect {words.rough(float(abs(test.effects).max()))} in log-odds."
        )
    if item.trouble:
        parts.append(f"No ratings: {item.trouble}.")
    return f"{item.label}. {' '.join(parts)}"


def _rows(item: StrategyFinding) -> list[dict[str, Any]]:
    rows = []
    nothing = (float("nan"), float("nan"))
    for i in item.order:
        share, rank = item.shares[i], item.ranking
        row: dict[str, Any] = {"setting": item.label, "style": item.names[i]}
        row |= {"share": share.value, "low": share.low, "high": share.high}
        rating = float(item.fit.policy[i]) if item.fit is not None else float("nan")
        ends = item.fit.policy_interval()[i] if item.fit is not None else nothing
        row |= {"rating": rating, "rating_low": float(ends[0]), "rating_high": float(ends[1])}
        elo = float(item.ratings.elo[i]) if item.ratings is not None else float("nan")
        ends = item.ratings.elo_interval[i] if item.ratings is not None else nothing
        row |= {"elo": elo, "elo_low": float(ends[0]), "elo_high": float(ends[1])}
        row |= {"alpha_mass": float(rank.mass[i]), "alpha_rank": float(rank.rank[i])}
        row |= {"rank_low": float(rank.rank_interval[i, 0]), "rank_high": float(rank.rank_interval[i, 1])}
        row |= {"nash": float(rank.nash[i]), "nash_value": float(rank.nash_value[i])}
        row |= {"nash_low": float(rank.nash_interval[i, 0]), "nash_high": float(rank.nash_interval[i, 1])}
        by = item.dominance.by[i]
        rows.append(row | {"dominated_by": item.names[by] if by >= 0 else "", "games": item.games})
    return rows


def strategies_table(study: Study) -> Table:
    """A row a style: share, ratings, ranks."""
    rows = [row for item in study.strategies for row in _rows(item)]
    columns = [
        Column("style", lambda r: words.plain(r["style"]), text=True),
        Column("win share", lambda r: words.percent(r["share"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("rating, log-odds", lambda r: _with_half(r, "rating")),
        Column("Elo, from ranks", lambda r: _with_half(r, "elo")),
        Column("alpha-rank", lambda r: words.rough(r["alpha_rank"])),
        Column("95 %", lambda r: f"{words.rough(r['rank_low'])} to {words.rough(r['rank_high'])}"),
        Column("Nash weight", lambda r: f"{100 * r['nash']:.0f}{words.THIN}%"),
        Column("95 %", lambda r: f"{100 * r['nash_low']:.0f} to {100 * r['nash_high']:.0f}{words.THIN}%"),
        Column("dominated by", lambda r: words.plain(r["dominated_by"]) or words.NONE, text=True),
    ]
    games = words.listed(f"{words.count(item.games)} with {item.label}" for item in study.strategies)
    return Table(
        "strategies",
        "Styles of the pool",
        pd.DataFrame(rows),
        columns,
        note=f"Games: {games}. Rating: conditional logit with seat and style, mean 0, ± 95 %. Elo: Plackett-Luce on "
        "whole rankings, mean 0, ± 95 %. Alpha-rank: 1 is the style that evolution among the styles stays with. Nash "
        "weight: share of the style in the most even mix that no style beats. Their intervals: "
        f"{REDRAWS} redraws of the payoffs within their errors. {POOL}",
        group="setting",
    )


def _with_half(row: Any, name: str) -> str:
    half = _half(row, f"{name}_low", f"{name}_high")
    if half != half:
        return words.NONE
    places = words.decimals(half)
    return f"{words.signed(row[name], places)} ± {words.number(half, places)}"


def payoffs_table(study: Study) -> Table:
    """A row a pair of styles."""
    rows = []
    for item in study.strategies:
        order = item.order
        for a, i in enumerate(order):
            for j in order[a + 1 :]:
                value, half = float(item.table.payoff[i, j]), float(item.table.half_width()[i, j])
                row: dict[str, Any] = {
                    "setting": item.label,
                    "style": item.names[i],
                    "against": item.names[j],
                }
                row |= {"difference": value, "low": value - half, "high": value + half}
                rows.append(row | {"games": int(item.table.games[i, j])})
    columns = [
        Column("style", lambda r: words.plain(r["style"]), text=True),
        Column("against", lambda r: words.plain(r["against"]), text=True),
        Column("wins more by", lambda r: words.points(r["difference"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column("games with both", lambda r: words.count(r["games"])),
    ]
    return Table("payoffs", "Head to head", pd.DataFrame(rows), columns, note=POOL, group="setting")


def answer_sentence(study: Study) -> list[str]:
    """The strongest style of the pool, or those that cannot be told apart, for the answer box."""
    found = []
    for item in study.strategies:
        for i in item.unbeaten:
            share = item.shares[i]
            found.append(
                f"{words.plain(item.names[i])} wins {words.percent(share.value, share.half)} of its seats with "
                f"{item.label} (95 % interval {words.percent_interval(share.low, share.high)})"
            )
    if not found:
        return []
    several = any(len(item.unbeaten) > 1 for item in study.strategies)
    head = "Strongest styles of this pool, where named together not told apart" if several else STRONGEST
    return [f"{head}: {words.listed(found)}."]
