"""The game's inner life: moves, its own statistics, components, rules in use."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

from simkit.contract import Game, Quantity
from simkit.report import figures_game, words
from simkit.report.blocks import Column, Section, Table, note, paragraph
from simkit.report.blocks import words as text
from simkit.report.findings import ArmFinding
from simkit.report.findings_game import action_mix, category_shares, component_lines
from simkit.report.sections_play import _seat_column
from simkit.report.study import Study, figures_folder
from simkit.stats.multiple import benjamini_hochberg, shrink

MOST_CATEGORIES = 8
"""Categories drawn; the table has all."""

RULE_UNITS = ("rule", "exception", "tie-break", "reading", "times", "events")
"""Units of counters that tell how often a rule decided something, where they cite a clause of the rules."""


def _half(row: Any, low: str = "low", high: str = "high") -> float:
    return float(row[high] - row[low]) / 2


def rule_counters(game: Game) -> set[str]:
    """The counters that belong to the rules in use: they cite a clause, and count for the whole table or in RULE_UNITS."""
    prefixes = {switch.clause.split("-")[0] for switch in game.switches} or {r"[A-Z]+"}
    clause = re.compile(rf"\b({'|'.join(sorted(prefixes))})-\d+")
    whole = {q.name for q in game.game_counters if clause.search(q.sentence)}
    own = {q.name for q in game.seat_counters if clause.search(q.sentence) and q.unit in RULE_UNITS and not q.labels}
    return whole | own


def actions(study: Study) -> Section | None:
    """Action mix by round, kinds of move, no-brainers and dead options."""
    found = [(arm, mix) for arm in study.main if (mix := action_mix(arm.data, study.game)) is not None]
    if not found:
        return None
    part = Section("actions", "What players do")
    rows, flagged = [], []
    for arm, mix in found:
        for name, kind in zip(mix.names, mix.kinds, strict=True):
            if kind is None:
                continue
            verdict = "no-brainer" if kind.no_brainer else "dead option" if kind.dead else ""
            if verdict:
                flagged.append(f"{words.plain(name)} with {arm.label} ({verdict})")
            rows.append(
                {
                    "setting": arm.label,
                    "move": name,
                    "share": kind.share,
                    "possible": kind.offered_share,
                    "chosen": kind.chosen.value,
                    "low": kind.chosen.low,
                    "high": kind.chosen.high,
                    "choices": kind.chosen.n,
                    "remark": verdict,
                    "moves": mix.moves,
                }
            )
    columns = [
        Column("kind of move", lambda r: words.plain(r["move"]), text=True),
        Column("of all moves", lambda r: words.percent(r["share"], 0.005)),
        Column("possible at", lambda r: words.percent(r["possible"], 0.005), "of all moves made, while one of this kind was possible"),
        Column("taken where there was a choice", lambda r: words.percent(r["chosen"], max(_half(r), 0.0005))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("such choices", lambda r: words.count(r["choices"])),
        text("remark", "remark"),
    ]
    per_game = [
        f"{arm.label}: {words.rough(arm.data.forced / max(arm.data.games, 1))} forced moves beside "
        f"{words.rough(arm.data.all_decisions / max(arm.data.games, 1))} decisions"
        for arm, _ in found
    ]
    part.add(
        figures_game.actions(found, figures_folder(study.run.folder)),
        Table("actions", "Kinds of move", pd.DataFrame(rows), columns, group="setting"),
        note(
            "No-brainer: taken at more than 95 % of the choices. Dead option: possible at 5 % of the moves or more and "
            f"taken at less than 0.5 % of them. Found: {words.listed(flagged) or 'none'}. Per game, {'; '.join(per_game)}."
        ),
    )
    return part


def panel(study: Study) -> Section | None:
    """All of the game's own counters that are not about rules."""
    about_rules = rule_counters(study.game)
    seat_wise = [q for q in study.game.seat_counters if q.name not in about_rules]
    game_wise = [q for q in study.game.game_counters if q.name not in about_rules]
    if not seat_wise and not game_wise:
        return None
    part = Section("game", f"{study.game.title}: the game's own statistics", new_page=True)
    arm = study.main[len(study.main) // 2]
    shares = {q.name: found for q in seat_wise if (found := category_shares(arm.data, q)) is not None}
    categories = [q for q in seat_wise if q.name in shares]
    if categories:
        found = list(shares.values())[:MOST_CATEGORIES]
        part.add(
            figures_game.categories(found, arm.label, figures_folder(study.run.folder)),
            category_table(study, categories),
        )
    part.add(
        counter_table(study, [q for q in seat_wise if q.name not in shares and not q.labels], "counters", "By seat, mean per game"),
        game_table(study, game_wise, "tallies", "Of the whole table, per game"),
    )
    return part


def category_table(study: Study, quantities: list[Quantity]) -> Table:
    """Shares of every category's values by seat and for the winner."""
    rows = []
    for arm in study.main:
        for q in quantities:
            found = category_shares(arm.data, q)
            if found is None:
                continue
            for i, label in enumerate(found.labels):
                row: dict[str, Any] = {"heading": f"{words.plain(q.name)}, {arm.label}", "setting": arm.label}
                row |= {"quantity": q.name, "value": label, "winner": float(found.shares[0, i])}
                row |= {f"seat_{s + 1}": float(found.shares[s + 1, i]) for s in range(arm.players)}
                rows.append(row | {"games": found.games})
    most = max(arm.players for arm in study.main)
    columns = [
        Column("value", lambda r: words.plain(r["value"]), text=True),
        Column("winner", lambda r: words.percent(r["winner"])),
        *(_share_column(s) for s in range(most)),
        Column("games", lambda r: words.count(r["games"])),
    ]
    frame = pd.DataFrame(rows)
    shown = 60 if len(frame) > 60 else None
    more = " The rest stands in categories.csv." if shown else ""
    return Table(
        "categories",
        "Choices that the game records, share of games",
        frame,
        columns,
        note=" ".join(f"{words.plain(q.name)}: {words.sentence(q.sentence)}" for q in quantities) + more,
        group="heading",
        shown=shown,
    )


def _share_column(s: int) -> Column:
    return Column(f"seat {s + 1}", lambda row: words.percent(row.get(f"seat_{s + 1}", float("nan"))))


def counter_table(study: Study, quantities: list[Quantity], name: str, title: str) -> Table | None:
    """Mean of each counter by seat and for the winner, with the largest gap between seats' interval."""
    rows = [row for arm in study.main for q in quantities for row in [_counter_row(arm, q)]]
    if not rows:
        return None
    most = max(arm.players for arm in study.main)
    columns = [
        Column("counter", lambda r: words.sentence(r["sentence"]).rstrip("."), text=True),
        text("unit", "unit"),
        Column("winner", lambda r: words.value(r["winner"], r["half"])),
        *(_seat_column(s) for s in range(most)),
        Column("± (95 %)", lambda r: words.number(r["half"], words.decimals(r["half"])), "half-width of the widest seat's interval"),
        Column("first − last seat", lambda r: words.value(r["gap"], _half(r), sign=True)),
        Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"], sign=True)),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table(name, title, pd.DataFrame(rows), columns, group="setting")


def _counter_row(arm: ArmFinding, q: Quantity) -> dict[str, Any]:
    sums, column = arm.data.sums, f"counter_{q.name}"
    means = sums.seat_means[column].estimates()
    gap = sums.seat_means[column].contrast([1.0, *[0.0] * (len(means) - 2), -1.0])
    winner = sums.winner_means.estimates()[list(sums.shape.measures).index(column)]
    row: dict[str, Any] = {"setting": arm.label, "counter": q.name, "unit": q.unit, "sentence": q.sentence}
    row |= {"winner": winner.value, "half": max(mean.half for mean in means)}
    for s, mean in enumerate(means):
        row |= {f"seat_{s + 1}": mean.value, f"seat_{s + 1}_low": mean.low, f"seat_{s + 1}_high": mean.high}
    return row | {"gap": gap.value, "low": gap.low, "high": gap.high, "games": sums.games}


def game_table(study: Study, quantities: list[Quantity], name: str, title: str) -> Table | None:
    """Mean and spread of each counter of the whole game; shares of a category's values."""
    names = [q.name for q in study.game.game_counters]
    rows = []
    for arm in study.main:
        sums = arm.data.sums
        means = sums.game_means.estimates()
        for q in quantities:
            mean, tally = means[names.index(q.name)], sums.game_values[f"tally_{q.name}"]
            row: dict[str, Any] = {"setting": arm.label, "counter": q.name, "unit": q.unit, "sentence": q.sentence}
            row |= {"mean": mean.value, "low": mean.low, "high": mean.high}
            row |= {f"q{p}": tally.quantile(p / 100) for p in (5, 50, 95)}
            row |= {"ever": tally.share(low=1.0), "shares": _values(tally, q), "games": sums.games}
            rows.append(row)
    if not rows:
        return None
    columns = [
        Column("counter", lambda r: words.sentence(r["sentence"]).rstrip("."), text=True),
        text("unit", "unit"),
        Column("mean", lambda r: r["shares"] or words.value(r["mean"], _half(r)), text=False),
        Column("95 % interval", lambda r: "" if r["shares"] else words.value_interval(r["low"], r["high"])),
        Column("5 %", lambda r: "" if r["shares"] else words.rough(r["q5"])),
        Column("median", lambda r: "" if r["shares"] else words.rough(r["q50"])),
        Column("95 %", lambda r: "" if r["shares"] else words.rough(r["q95"])),
        Column("games with any", lambda r: "" if r["shares"] else words.percent(r["ever"])),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table(name, title, pd.DataFrame(rows), columns, group="setting")


def _values(tally: Any, q: Quantity) -> str:
    """A category's values with their shares, as text."""
    if not q.labels:
        return ""
    pairs = [(label, tally.share(i, i)) for i, label in enumerate(q.labels)]
    return ", ".join(f"{words.plain(label)} {words.percent(share, 0.005)}" for label, share in pairs if share > 0)


def components(study: Study) -> Section | None:
    """Offered, taken, win share where taken and where left: an association."""
    found = [(arm, lines) for arm in study.main if (lines := component_lines(arm.data, study.game))]
    if not found:
        return None
    part = Section("components", "Components (association)")
    rows = []
    for arm, lines in found:
        differences = [line.difference for line in lines]
        usable = [i for i, d in enumerate(differences) if d.se > 0]
        drawn: dict[int, float] = {}
        if len(usable) >= 3:
            shrunk = shrink([differences[i].value for i in usable], [differences[i].se for i in usable])
            drawn = dict(zip(usable, (float(v) for v in shrunk.value), strict=True))
        for i, line in enumerate(lines):
            f = line.found
            rows.append(
                {
                    "setting": arm.label,
                    "component": line.name,
                    "offered": f.offered,
                    "taken": f.taken,
                    "rate": f.rate.value,
                    "win_taken": f.taken_share.value,
                    "win_left": f.left_share.value,
                    "difference": f.difference.value,
                    "low": f.difference.low,
                    "high": f.difference.high,
                    "shrunk": drawn.get(i, float("nan")),
                    "taken_at": line.taken_at.value,
                    "taken_at_half": line.taken_at.half,
                    "lead": line.lead.value,
                    "lead_half": line.lead.half,
                }
            )
    columns = [
        Column("component", lambda r: words.plain(r["component"]), text=True),
        Column("offered", lambda r: words.count(r["offered"]), "games and seats that could take it"),
        Column("taken", lambda r: words.percent(r["rate"])),
        Column("wins if taken", lambda r: words.percent(r["win_taken"], _half(r))),
        Column("wins if left", lambda r: words.percent(r["win_left"], _half(r))),
        Column("difference", lambda r: words.points(r["difference"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column("shrunk", lambda r: words.points(r["shrunk"], _half(r)), "drawn to the mean by its noise: rank by this"),
        Column("taken at", lambda r: words.percent(r["taken_at"], max(r["taken_at_half"], 0.005)), "share of the game's rounds"),
        Column("lead then", lambda r: words.value(r["lead"], max(r["lead_half"], 0.05), sign=True), "points against the best other seat"),
    ]
    frame = pd.DataFrame(rows)
    part.add(
        paragraph(
            "Seats that took a component won more or less often than seats that could have taken it and did not. That is "
            "an association: whoever leads may simply take more, or better, components. It shows where to look, not "
            "what a component is worth; for that, compare runs in which it is changed or forbidden."
        ),
        figures_game.components(found, figures_folder(study.run.folder)),
        Table(
            "components",
            "Components: offered, taken, win share",
            frame,
            columns,
            note="“Taken at” and “lead then” are from the first deals, for which single takings are recorded. ASSOCIATION, not effect.",
            group="setting",
        ),
    )
    return part


def rules_in_use(study: Study) -> Section:
    """How often exceptions, tie-breaks and silent readings decided something."""
    part = Section("in-use", "Rules in use")
    about_rules = rule_counters(study.game)
    part.add(
        paragraph(
            "How often each exception, tie-break and reading of an unclear rule decided something. What never happens need "
            "not be argued about; what happens often must be clear in the rulebook."
        ),
        tie_break_table(study),
        counter_table(
            study, [q for q in study.game.seat_counters if q.name in about_rules], "rules_by_seat", "Rules in use, by seat"
        ),
        game_table(study, [q for q in study.game.game_counters if q.name in about_rules], "rules_in_use", "Rules in use, per game"),
    )
    lifted = sum(data.bans_lifted for data in study.collected.arms)
    if lifted:
        part.add(note(f"Bans of components were lifted {words.count(lifted)} times, where nothing else could be done."))
    return part


def tie_break_table(study: Study) -> Table:
    """What decided equal scores at the top."""
    from simkit.stats.intervals import proportion

    keys = study.game.tie_keys
    names = {0: "no tie for the win", -1: "the tie stands: shared win"}
    names |= {i + 1: f"decided by: {words.plain(key.name)}" for i, key in enumerate(keys)}
    rows = []
    for arm in study.main:
        tally = arm.data.sums.game_values["tie_break"]
        for value in sorted(names, key=lambda v: (v < 0, v)):
            share = proportion(round(tally.share(value, value) * tally.n), tally.n)
            row: dict[str, Any] = {"setting": arm.label, "decision": names[value], "share": share.value}
            rows.append(row | {"low": share.low, "high": share.high, "games": tally.n})
    columns = [
        text("decision", "equal scores at the top"),
        Column("games, %", lambda r: words.percent(r["share"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("of games", lambda r: words.count(r["games"])),
    ]
    return Table("tie_breaks", "Ties for the win", pd.DataFrame(rows), columns, group="setting")
