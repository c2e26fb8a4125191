"""The game's inner life: moves, its own statistics, components, rules in use."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

from simkit.contract import Game, Quantity
from simkit.report import figures_game, words
from simkit.report.blocks import Column, Prose, Section, Table, note
from simkit.report.blocks import words as text
from simkit.report.findings import ArmFinding
from simkit.report.findings_game import ActionMix, action_mix, category_shares
from simkit.report.sections_play import _seat_column
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half

ALWAYS = 0.9995
"""A category with one value this often for every seat is not drawn."""

MOST_CATEGORIES = 8
"""Categories drawn; the table has all."""

RULE_UNITS = ("rule", "exception", "tie-break", "reading", "times", "events")
"""Units of counters that tell how often a rule decided something, where they cite a clause of the rules."""


def rule_counters(game: Game) -> set[str]:
    """The rules in use: counters that cite a clause, and count for the whole table or in RULE_UNITS."""
    prefixes = {switch.clause.split("-")[0] for switch in game.switches} or {r"[A-Z]+"}
    clause = re.compile(rf"\b({'|'.join(sorted(prefixes))})-\d+")
    whole = {q.name for q in game.game_counters if clause.search(q.sentence)}
    own = {
        q.name
        for q in game.seat_counters
        if clause.search(q.sentence) and q.unit in RULE_UNITS and not q.labels
    }
    return whole | own


def actions(study: Study) -> Section | None:
    """Action mix by round, kinds of move, no-brainers and dead options."""
    found = [(arm, mix) for arm in study.main if (mix := action_mix(arm.data, study.game)) is not None]
    if not found:
        return None
    part = Section("actions", "What players do")
    frame = pd.DataFrame([row for arm, mix in found for row in _move_rows(arm, mix)])
    flagged = [
        f"{words.plain(move)}: {remark} ({words.listed(own['setting'])})"
        for (move, remark), own in frame[frame["remark"] != ""].groupby(["move", "remark"], sort=False)
    ]
    per_game = [
        f"{arm.label}: {words.rough(arm.data.forced / max(arm.data.games, 1))} forced moves beside "
        f"{words.rough(arm.data.all_decisions / max(arm.data.games, 1))} decisions"
        for arm, _ in found
    ]
    return part.add(
        figures_game.actions(found, figures_folder(study.run.folder)),
        note(
            f"Per game, {'; '.join(per_game)}. No-brainer: taken at more than 95 % of the choices, though "
            "not "
            "always. Dead option: possible at 5 % of the moves or more and taken at less than 0.5 % of them. "
            f"Found: {'; '.join(flagged) or 'none'}."
        ),
        _move_table(frame),
    )


def _move_rows(arm: ArmFinding, mix: ActionMix) -> list[dict[str, Any]]:
    return [
        {
            "setting": arm.label,
            "move": name,
            "share": float(mix.made[i] / mix.moves),
            "possible": float(mix.use.offered[i]),
            "chosen": float(mix.use.taken[i]),
            "low": float(mix.use.interval[i][0]),
            "high": float(mix.use.interval[i][1]),
            "choices": int(mix.choices[i]),
            "remark": mix.remark(i),
            "moves": mix.moves,
        }
        for i, name in enumerate(mix.names)
        if mix.made[i] or mix.choices[i]
    ]


def _move_table(frame: pd.DataFrame) -> Table:
    columns = [
        Column("kind of move", lambda r: words.plain(r["move"]), text=True),
        Column("of all moves", lambda r: words.percent(r["share"], 0.005)),
        Column("possible at decisions", lambda r: words.percent(r["possible"], 0.005), "of all decisions"),
        Column("taken where possible", lambda r: words.percent(r["chosen"], max(_half(r), 0.0005))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("such decisions", lambda r: words.count(r["choices"])),
        text("remark", "remark"),
    ]
    return Table("actions", "Kinds of move", frame, columns, group="setting")


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
    varied = [q for q in seat_wise if q.name in shares and shares[q.name].shares.max(axis=1).min() < ALWAYS]
    if varied:
        drawn = [shares[q.name] for q in varied[:MOST_CATEGORIES]]
        part.add(
            figures_game.categories(drawn, arm.label, figures_folder(study.run.folder)),
            category_table(study, varied),
        )
    always = [
        f"{words.plain(q.name)}: {words.plain(shares[q.name].labels[int(shares[q.name].shares[0].argmax())])}"
        for q in seat_wise
        if q.name in shares and q not in varied
    ]
    if always:
        part.add(note(f"Always the same with {arm.label}: {'; '.join(always)}."))
    part.add(
        *counter_table(
            study,
            [q for q in seat_wise if q.name not in shares and not q.labels],
            "counters",
            "By seat, mean per game",
        ),
        game_table(study, game_wise, "tallies", "Of the whole table, per game"),
    )
    return part


def category_table(study: Study, quantities: list[Quantity]) -> Table:
    """Shares of every category's values: of all seats and of the winner on the page, of each seat in the CSV."""
    rows = []
    for arm in study.main:
        for q in quantities:
            found = category_shares(arm.data, q)
            for i, label in enumerate(found.labels if found is not None else ()):
                assert found is not None
                row: dict[str, Any] = {"setting": arm.label, "quantity": q.name, "value": label}
                row |= {"winner": float(found.shares[0, i])}
                row |= {f"seat_{s + 1}": float(found.shares[s + 1, i]) for s in range(arm.players)}
                rows.append(row | {"all_seats": float(found.shares[1:, i].mean()), "games": found.games})
    frame = pd.DataFrame(rows)
    view = frame.pivot(index=["quantity", "value"], columns="setting", values=["all_seats", "winner"])
    order = list(dict.fromkeys(zip(frame["quantity"], frame["value"], strict=True)))
    view = view.reindex(order)
    columns = [Column("value", lambda r: words.plain(r["value"]), text=True)]
    flat = pd.DataFrame({"quantity": [q for q, _ in order], "value": [v for _, v in order]})
    for arm in study.main:
        for key, header in (("all_seats", "all seats"), ("winner", "winners")):
            flat[f"{key} {arm.label}"] = view[(key, arm.label)].to_numpy()
            columns.append(_share_column(f"{key} {arm.label}", f"{header}, {arm.label}"))
    flat["quantity"] = [words.plain(name) for name in flat["quantity"]]
    sentences = " ".join(
        f"{words.plain(q.name).capitalize()}: {words.sentence(q.sentence)}" for q in quantities
    )
    return Table(
        "categories",
        "Choices that the game records, share of games",
        frame,
        columns,
        note=f"{sentences} Seat by seat in categories.csv.",
        group="quantity",
        view=flat,
    )


def _share_column(key: str, header: str) -> Column:
    return Column(header, lambda row: words.percent(row[key]))


def counter_table(study: Study, quantities: list[Quantity], name: str, title: str) -> list[Table | Prose]:
    """Mean of each counter by seat and for the winner; counters that never moved in a sentence of their own."""
    rows = [_counter_row(arm, q) for arm in study.main for q in quantities]
    if not rows:
        return []
    most = max(arm.players for arm in study.main)
    columns = [
        Column("counter", lambda r: f"{words.sentence(r['sentence']).rstrip('.')}: {r['unit']}", text=True),
        Column("winner", lambda r: words.value(r["winner"], r["half"])),
        *(_seat_column(s) for s in range(most)),
        Column(
            "±",
            lambda r: words.number(r["half"], words.decimals(r["half"])),
            "95 %, the widest seat's interval",
        ),
        Column(
            "first − last", lambda r: words.value(r["gap"], _half(r), sign=True), "seat 1 minus the last seat"
        ),
        Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"], sign=True)),
    ]
    frame = pd.DataFrame(rows)
    moved = frame[(frame["half"] > 0) | (frame["winner"] != 0)]
    never = [q for q in quantities if q.name not in set(moved["counter"])]
    found: list[Table | Prose] = (
        [Table(name, title, frame, columns, group="heading", view=moved)] if len(moved) else []
    )
    if never:
        found.append(note(f"Never happened: {'; '.join(q.sentence for q in never)}."))
    return found


def _counter_row(arm: ArmFinding, q: Quantity) -> dict[str, Any]:
    sums, column = arm.data.sums, f"counter_{q.name}"
    means = sums.seat_means[column].estimates()
    gap = sums.seat_means[column].contrast([1.0, *[0.0] * (len(means) - 2), -1.0])
    winner = sums.winner_means.estimates()[list(sums.shape.measures).index(column)]
    row: dict[str, Any] = {"heading": f"{arm.label}, {words.count(sums.games)} games", "setting": arm.label}
    row |= {"counter": q.name, "unit": q.unit, "sentence": q.sentence}
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
            row: dict[str, Any] = {
                "setting": arm.label,
                "counter": q.name,
                "unit": q.unit,
                "sentence": q.sentence,
            }
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
    return ", ".join(
        f"{words.plain(label)} {words.percent(share, 0.005)}" for label, share in pairs if share > 0
    )
