"""Components, and the rules in use."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simkit.report import figures_components, figures_game, words
from simkit.report.blocks import Block, Column, Section, Table, note, paragraph
from simkit.report.blocks import words as text
from simkit.report.findings import ArmFinding
from simkit.report.findings_game import AdjustedLine, ComponentLine, adjusted_lines, component_lines
from simkit.report.sections_detail import counter_table, game_table, rule_counters
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.flow import DEAD_OFFERED, DEAD_TAKEN, NO_BRAINER
from simkit.stats.intervals import proportion


def components(study: Study) -> Section | None:
    """Offered, taken, win share where taken and where left: an association."""
    found = [(arm, lines) for arm in study.main if (lines := component_lines(arm.data, study.game))]
    if not found:
        return None
    part = Section("components", "Components (association)")
    return part.add(
        paragraph(
            "Seats that took a component won more or less often than seats that could have taken it and "
            "did not. That is an association: whoever leads may simply take more, or better, components. "
            "It shows where to look, not what a component is worth; for that, compare runs in which it is "
            "changed or forbidden."
        ),
        figures_game.components(found, figures_folder(study.run.folder)),
        component_table(found),
        *_adjusted(study),
    )


def _adjusted(study: Study) -> list[Block]:
    """The differences at equal seat, policy, time and lead."""
    found = [(arm, lines) for arm in study.main if (lines := adjusted_lines(arm.data, study.game))]
    if not found:
        return []
    return [
        paragraph(
            "Whoever leads may take more, or better, components. Here each taking is compared with takings of "
            "something else while the component was on offer, at equal seat, policy, time and lead "
            "(conditional logit). What the lead does not show — a full hold, a good hand — is not taken off: it is an "
            "association still."
        ),
        figures_components.adjusted(found, figures_folder(study.run.folder)),
        adjusted_table(found),
    ]


def adjusted_table(found: list[tuple[ArmFinding, list[AdjustedLine]]]) -> Table:
    """A row a component and player count, the largest shrunk difference first."""
    rows = [
        {
            "setting": arm.label,
            "component": line.name,
            "offered": line.offered,
            "taken": line.taken,
            "difference": line.difference.value,
            "low": line.difference.low,
            "high": line.difference.high,
            "shrunk": line.shrunk,
            "shrunk_low": line.shrunk_low,
            "shrunk_high": line.shrunk_high,
            "q": line.q,
            "marked": line.marked,
        }
        for arm, lines in found
        for line in lines
    ]
    columns = [
        Column("component", lambda r: words.plain(r["component"]), text=True),
        Column("takings while on offer", lambda r: words.count(r["offered"])),
        Column("taken", lambda r: words.percent(r["taken"] / r["offered"], 0.005)),
        Column("adjusted difference", lambda r: words.points(r["difference"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column("shrunk", lambda r: words.points(r["shrunk"], _half(r, "shrunk_low", "shrunk_high"))),
        Column("95 % interval", lambda r: words.points_interval(r["shrunk_low"], r["shrunk_high"])),
        Column(
            "FDR", lambda r: words.p_value(r["q"]), "share of false finds among all with so small a value"
        ),
        Column("", lambda r: "●" if r["marked"] else ""),
    ]
    return Table(
        "components_adjusted",
        "Components at equal seat, policy, time and lead: taken against another",
        pd.DataFrame(rows),
        columns,
        note="Change of the win share. Shrunk: drawn to the mean of all components by its noise; the order is by it. "
        "●: at most 5 % of the components so marked are expected to stand there by chance. Takings: of the first "
        "deals, whose single takings are recorded. ASSOCIATION, not effect.",
        group="setting",
    )


def component_table(found: list[tuple[ArmFinding, list[ComponentLine]]]) -> Table:
    """A row a component and player count."""
    rows = [row for arm, lines in found for row in _component_rows(arm, lines)]
    columns = [
        Column("component", lambda r: words.plain(r["component"]), text=True),
        Column("offered", lambda r: words.count(r["offered"]), "games and seats that could take it"),
        Column("taken", lambda r: words.percent(r["rate"])),
        Column("wins if taken", lambda r: words.percent(r["win_taken"], max(_half(r), 0.001))),
        Column("wins if left", lambda r: words.percent(r["win_left"], max(_half(r), 0.001))),
        Column("difference", _gap, "within seats and policies"),
        Column("95 % interval", lambda r: "" if r["thin"] else words.points_interval(r["low"], r["high"])),
        Column(
            "shrunk",
            lambda r: "" if r["thin"] else words.points(r["shrunk"], _half(r)),
            "drawn to the mean by its noise: rank by this",
        ),
        Column("remark", _use, text=True),
        Column(
            "taken at",
            lambda r: words.percent(r["taken_at"], max(r["taken_at_half"], 0.005)),
            "share of the game's rounds",
        ),
        Column(
            "lead then",
            lambda r: words.value(r["lead"], max(r["lead_half"], 0.05), sign=True),
            "points against the best other seat",
        ),
    ]
    return Table(
        "components",
        "Components: offered, taken, win share",
        pd.DataFrame(rows),
        columns,
        note="“Taken at” and “lead then”: from the first deals, whose single takings are recorded. Too few: "
        "taken, or left, by fewer than 500 seats. No-brainer: taken by more than 95 % of the seats that could; dead "
        "option: within reach of 5 % of the seats or more, taken by less than 0.5 % of them. ASSOCIATION, not effect.",
        group="setting",
    )


def _component_rows(arm: ArmFinding, lines: list[ComponentLine]) -> list[dict[str, Any]]:
    return [
        {
            "setting": arm.label,
            "component": line.name,
            "offered": line.offered,
            "reach": line.offered / (arm.data.games * arm.players),
            "taken": line.taken,
            "rate": line.take_rate,
            "win_taken": line.taken_share,
            "win_left": line.left_share,
            "difference": line.difference.value,
            "low": line.difference.low,
            "high": line.difference.high,
            "shrunk": line.shrunk,
            "q": line.q,
            "thin": line.thin,
            "taken_at": line.taken_at.value,
            "taken_at_half": line.taken_at.half,
            "lead": line.lead.value,
            "lead_half": line.lead.half,
        }
        for line in lines
    ]


def _use(row: Any) -> str:
    """Whether there is a choice at all."""
    if row["rate"] in (0.0, 1.0):
        return "never taken" if row["rate"] == 0.0 else "always taken"
    if row["rate"] > NO_BRAINER:
        return "no-brainer"
    return "dead option" if row["rate"] < DEAD_TAKEN and row["reach"] >= DEAD_OFFERED else ""


def _gap(row: Any) -> str:
    if row["rate"] in (0.0, 1.0):
        return words.NONE
    return "too few" if row["thin"] else words.points(row["difference"], _half(row))


def rules_in_use(study: Study) -> Section:
    """How often exceptions, tie-breaks and silent readings decided something."""
    part = Section("in-use", "Rules in use")
    about_rules = rule_counters(study.game)
    part.add(
        paragraph(
            "How often each exception, tie-break and reading of an unclear rule decided something. What "
            "never happens need not be argued about; what happens often must be clear in the rulebook."
        ),
        tie_break_table(study),
        *counter_table(
            study,
            [q for q in study.game.seat_counters if q.name in about_rules],
            "rules_by_seat",
            "Rules in use, by seat",
        ),
        game_table(
            study,
            [q for q in study.game.game_counters if q.name in about_rules],
            "rules_in_use",
            "Rules in use, per game",
        ),
    )
    lifted = sum(data.bans_lifted for data in study.collected.arms)
    if lifted:
        part.add(
            note(
                f"Bans of components were lifted {words.count(lifted)} times, where nothing else could be "
                "done."
            )
        )
    return part


def tie_break_table(study: Study) -> Table:
    """What decided equal scores at the top."""
    keys = study.game.tie_keys
    names = {0: "no tie for the win", -1: "the tie stands: shared win"}
    names |= {i + 1: f"decided by: {words.plain(key.name)}" for i, key in enumerate(keys)}
    rows = []
    for arm in study.main:
        tally = arm.data.sums.game_values["tie_break"]
        for value in sorted(names, key=lambda v: (v < 0, v)):
            share = proportion(round(tally.share(value, value) * tally.n), tally.n, arm.data.sums.shares.n)
            row: dict[str, Any] = {"setting": arm.label, "decision": names[value], "share": share.value}
            rows.append(row | {"low": share.low, "high": share.high, "games": tally.n})
    columns = [
        text("decision", "equal scores at the top"),
        Column("games, %", lambda r: words.percent(r["share"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("of games", lambda r: words.count(r["games"])),
    ]
    return Table("tie_breaks", "Ties for the win", pd.DataFrame(rows), columns, group="setting")
