"""What was asked and what was played: plan, rules in force, assumed data, players."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simkit import plan
from simkit.contract import Switch
from simkit.report import figures, sections_strength, words
from simkit.report.blocks import Column, Section, Table, note, paragraph
from simkit.report.blocks import words as text
from simkit.report.collect import BASE
from simkit.report.study import Study, figures_folder

EXPLORATORY = "Exploratory: not in the plan"
"""Heading of all results that the plan does not name."""


def question(study: Study) -> Section:
    """Question, margin, stop rule, arms, hash of the plan."""
    scenario, manifest = study.run.scenario, study.manifest
    part = Section("question", "Question and plan")
    if scenario.question:
        part.add(paragraph(scenario.question))
    fixed = manifest.get("plan") or plan.record(scenario)
    part.add(
        paragraph(
            f"Fixed before the first game. Metric: {plan.metric(scenario)}. Margin: "
            f"{plan.balanced(fixed['margin'])}. Stop rule: {plan.stop_rule(scenario)}. Seating: "
            f"{_rotation(study)}. What goes beyond this stands under “{EXPLORATORY}”."
        ),
        *(paragraph(f"CHANGED AFTER THE FIRST GAME. {text}") for text in plan.changes(fixed, scenario)),
        arms_table(study),
        more_arms_table(study),
        note(
            f"Hash of the plan (SHA-256 of question, margin and all that decides the games): "
            f"{plan.plan_hash(fixed)}. “simkit run” printed it before the first game."
        ),
    )
    return part


def _rotation(study: Study) -> str:
    arm = study.run.arms[0]
    if arm.rotations == 1:
        return "all seats are played alike, so each deal is played once"
    return (
        f"each deal is played in {arm.rotations} seatings, so that every policy sits everywhere equally often"
    )


def arms_table(study: Study) -> Table:
    """The cells of the study."""
    rows = []
    stops = study.manifest.get("stops", {})
    for data in study.collected.arms:
        arm = data.arm
        stop = stops.get(arm.name, {})
        rows.append(
            {
                "arm": arm.name,
                "players": arm.players,
                "layout": arm.layout,
                "variant": arm.variant,
                "policies": words.listed(dict.fromkeys(words.plain(p) for p in arm.policies)),
                "handicap": ", ".join(map(str, arm.handicap)),
                "deals": data.games // arm.rotations,
                "rotations": arm.rotations,
                "games": data.games,
                "stalled_games": data.stalled,
                "stopped_by": str(stop.get("reason", "games")),
            }
        )
    columns = [
        text("arm", "arm"),
        Column("players", lambda r: str(r["players"])),
        text("layout", "layout"),
        text("variant", "variant"),
        text("policies", "policies"),
        *([text("handicap", "points on top, by seat")] if any(row["handicap"] for row in rows) else []),
        Column("games", lambda r: words.count(r["games"])),
        Column("stalled", lambda r: words.count(r["stalled_games"])),
        text(
            "stopped_by", "stopped by", "games: the planned number; precision: intervals were narrow enough"
        ),
    ]
    frame = pd.DataFrame(rows)
    shown = 24 if len(frame) > 24 else None
    more = f"{len(frame) - 24} more arms stand in arms.csv." if shown else ""
    return Table("arms", "Arms of the study", frame, columns, note=more, shown=shown)


ROLES = {
    "pool": "the other tables of the pool of styles",
    "sweep": "points of the sweep",
    "ablation": "components taken away, a seat at a time",
    "luck": "games with one source of chance re-drawn, and replays of set-ups",
    "replay": "replay with fair points",
}
"""What arms beyond the table are for."""


def more_arms_table(study: Study) -> Table | None:
    """The arms beyond the table, summed up by role and number of players."""
    found: dict[tuple[str, int], list[Any]] = {}
    for arm in study.run.arms:
        if arm.role in ROLES:
            found.setdefault((arm.role, arm.players), []).append(arm)
    rows = [
        {
            "role": role,
            "players": players,
            "arms": len(arms),
            "first": arms[0].name,
            "games": sum(study.run.deals(arm) * arm.rotations for arm in arms),
        }
        for (role, players), arms in found.items()
    ]
    if not rows:
        return None
    columns = [
        Column("arms for", lambda r: ROLES[r["role"]], text=True),
        Column("players", lambda r: str(r["players"])),
        Column("arms", lambda r: words.count(r["arms"])),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table("more_arms", "Arms beyond the table", pd.DataFrame(rows), columns)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(str(v) for v in value)
    return words.plain(str(value))


def _allowed(switch: Switch) -> str:
    if switch.whole or switch.length:
        return f"{switch.allowed[0]} to {switch.allowed[1]}"
    return ", ".join(_shown(value) for value in switch.allowed)


def rules(study: Study) -> Section:
    """Each switch with its value in the base, and which variants change it."""
    arms = study.run.scenario.table_arms
    base = next(arm for arm in arms if arm.variant == "base")
    rows = []
    for switch in study.game.switches:
        value = base.rules.get(switch.name, switch.default)
        changed = {
            arm.variant: _shown(arm.rules.get(switch.name, switch.default))
            for arm in arms
            if arm.rules.get(switch.name, switch.default) != value
        }
        rows.append(
            {
                "switch": switch.name,
                "clause": switch.clause,
                "sentence": words.sentence(switch.sentence),
                "value": _shown(value),
                "default": _shown(switch.default),
                "allowed": _allowed(switch),
                "variants": "; ".join(f"{name}: {shown}" for name, shown in changed.items()),
                "kind": "module or variant" if getattr(switch, "module", False) else "reading",
            }
        )
    columns = [
        text("clause", "clause"),
        text("sentence", "rule or reading"),
        text("value", "in force"),
        text("default", "default"),
        text("allowed", "possible"),
    ]
    if any(row["variants"] for row in rows):
        columns.append(text("variants", "in variants"))
    part = Section("rules", "Rules in force")
    part.add(
        paragraph(
            f"{study.game.title}, {study.game.edition}. Where the rulebook leaves a choice or can be read "
            "in more than one way, the reading used is listed here; clause numbers are those of the "
            "game's RULES.md."
        )
    )
    if rows:
        part.add(Table("rules", "Readings and switches in force", pd.DataFrame(rows), columns))
    else:
        part.add(paragraph("This game has no switches: the rules leave nothing open."))
    return part


PROVENANCE = {
    "rulebook": "stated in the rulebook",
    "published": "stated by a public source",
    "derived": "follows from the rulebook",
    "reconstruction": "RECONSTRUCTED, not known",
}


def assumed(study: Study) -> Section:
    """Which component data are known, which are assumed, and why."""
    rows = [
        {
            "data": words.plain(item["name"]),
            "provenance": item["provenance"],
            "why": words.sentence(item["why"]),
        }
        for item in study.game.board.assumed()
    ]
    part = Section("assumed", "Assumed data")
    overrides = dict(next(iter(study.run.arms)).components)
    if not rows:
        part.add(paragraph("Nothing is assumed: rulebook and public sources give all components."))
    else:
        part.add(
            paragraph(
                "The rulebook text does not give everything that is printed on boards, cards and tiles. "
                "The data below were filled in. Nothing reconstructed here is official; a conclusion that "
                "hangs on it should be checked on other layouts."
            ),
            Table(
                "assumed",
                "Data that the rulebook does not give",
                pd.DataFrame(rows),
                [
                    text("data", "data"),
                    Column(
                        "origin",
                        lambda r: PROVENANCE.get(str(r["provenance"]), str(r["provenance"])),
                        text=True,
                    ),
                    text("why", "why so"),
                ],
            ),
        )
    if overrides:
        changed = words.listed(f"{words.plain(name)} = {value}" for name, value in overrides.items())
        part.add(paragraph(f"This study changes components: {changed}."))
    return part


def players(study: Study) -> Section:
    """The policies at the table."""
    rows = []
    for name, policy in study.policies.items():
        rows.append(
            {
                "policy": name,
                "plan": words.sentence(policy.plan),
                "weights": sections_strength.weights_of(study, policy),
                "playouts": int(getattr(policy, "playouts", 0)),
                "temperature": float(policy.temperature),
                "ban": ", ".join(words.plain(b) for b in policy.ban),
            }
        )
    columns = [
        Column("policy", lambda r: words.plain(r["policy"]), text=True),
        text("plan", "plan"),
        text("weights", "weights of the features"),
        Column("temperature", lambda r: words.rough(r["temperature"]), "0: always the best move"),
    ]
    if any(row["playouts"] for row in rows):
        columns.append(
            Column("playouts", lambda r: words.count(r["playouts"]), "games played on per decision")
        )
    if any(row["ban"] for row in rows):
        columns.append(text("ban", "may not take"))
    part = Section("players", "Players")
    part.add(
        paragraph(
            "A policy gives each legal move the value sum of weight × feature and takes the best, ties at "
            "random; at a temperature T above 0 it draws moves with probability proportional to exp(value "
            "/ T)."
        ),
        Table("policies", "Policies at the table", pd.DataFrame(rows), columns),
        sections_strength.origins(study),
        sections_strength.exploits(study),
        sections_strength.cost(study),
        features_table(study),
    )
    return part


def by_policy(study: Study) -> Section | None:
    """Win share by policy where different ones met; None where all seats are played alike."""
    if not study.mixed:
        return None
    arms = [arm for arm in study.run.scenario.table_arms if len(set(arm.policies)) > 1]
    return Section("by-policy", "Who wins, by policy").add(
        figures.policies(study.mixed, figures_folder(study.run.folder)),
        policy_shares(study),
        None if all(arm.all_orders for arm in arms) else note(ONE_RING),
    )


ONE_RING = (
    "The order round the table was always the same, turned from seat to seat: what a player wins also tells who sat "
    "beside him."
)


def plan_sentences(study: Study) -> list[str]:
    """What the policy wins that a variant puts at the table among others, against an equal share."""
    told = []
    for item in study.mixed:
        share = item.shares[item.focal]
        gap = share.value - 1 / item.players
        told.append(
            f"{words.plain(item.names[item.focal])} {words.points(gap, share.half)} (95 % interval "
            f"{words.points_interval(share.low - 1 / item.players, share.high - 1 / item.players)}; {item.label})"
        )
    if all(item.variant == BASE for item in study.mixed):
        return []
    return [f"Win share of a policy among others, against an equal share: {'; '.join(told)}."]


def features_table(study: Study) -> Table | None:
    """What the features mean that some policy uses."""
    used = {
        name
        for policy in study.policies.values()
        for weights in (policy.weights, *policy.by_players.values())
        for name in weights
    }
    rows = [
        {"feature": q.name, "unit": q.unit, "sentence": words.sentence(q.sentence)}
        for q in study.game.features
        if q.name in used
    ]
    if not rows:
        return None
    columns = [
        Column("feature", lambda r: words.plain(r["feature"]), text=True),
        text("unit", "unit"),
        text("sentence", "meaning"),
    ]
    return Table("features", "Features of a move that the policies weigh", pd.DataFrame(rows), columns)


def policy_shares(study: Study) -> Table:
    """Win share by policy, over all seats and in each."""
    rows = []
    for item in study.mixed:
        for i, name in enumerate(item.names):
            row: dict[str, Any] = {"setting": item.label, "policy": name, "focal": i == item.focal}
            share, fair = item.shares[i], 1 / item.players
            row |= {"gap": share.value - fair, "gap_low": share.low - fair, "gap_high": share.high - fair}
            row |= {"share": share.value, "low": share.low, "high": share.high, "games": item.games}
            row |= {f"seat_{s + 1}": item.by_seat[s][i].value for s in range(item.players)}
            rows.append(row)
    most = max(item.players for item in study.mixed)
    columns = [
        Column("policy", lambda r: words.plain(r["policy"]), text=True),
        Column("win share", lambda r: words.percent(r["share"], (r["high"] - r["low"]) / 2)),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("against fair", lambda r: words.points(r["gap"], (r["high"] - r["low"]) / 2)),
    ]
    for s in range(most):
        key = f"seat_{s + 1}"
        columns.append(_seat_share(f"in seat {s + 1}", key))
    columns.append(Column("games", lambda r: words.count(r["games"])))
    return Table("policy_shares", "Win share by policy", pd.DataFrame(rows), columns, group="setting")


def _seat_share(header: str, key: str) -> Column:
    return Column(header, lambda row: words.percent(row.get(key, float("nan"))))
