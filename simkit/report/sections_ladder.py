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
    ROUNDS_METRIC,
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
    part.add(note(" ".join([precision_sentence(found), *top_sentence(study, found)])))
    cost = study.manifest.get("lookahead_cost", {})
    return part.add(steps_table(found, cost), rungs_table(found), trends_table(found))


def precision_sentence(found: Sequence[LadderFinding]) -> str:
    """Which steps lead upwards, which surely do not, and how well the steps are known."""
    weaker, unsure, widest = [], [], 0.0
    for item in found:
        for rung in item.rungs:
            if rung.duel is not None:
                widest = max(widest, rung.duel.half)
                step = f"{rung.name} over {rung.below} with {item.players} players"
                if rung.duel.high < 1 / item.players:
                    weaker.append(step)
                elif rung.duel.low <= 1 / item.players:
                    unsure.append(step)
    told = [] if weaker or unsure else ["Every rung beats the one below"]
    if weaker:
        told.append(f"Weaker, so that the rungs do not stand in order of strength: {words.listed(weaker)}")
    if unsure:
        told.append(f"Not shown to be stronger: {words.listed(unsure)}")
    return f"{'. '.join(told)}. Each step's share is known to within ±{words.number(100 * widest, 1)} pp."


def top_sentence(study: Study, found: Sequence[LadderFinding]) -> list[str]:
    """Which player is at the top, and what one who looks as far as a ladder should would cost: seconds of one core."""
    top = study.policies[found[0].rungs[-1].name]
    seconds: Mapping[str, float] = study.manifest.get("lookahead_seconds", {})
    if top.name not in seconds:
        return []
    spent = more = 0.0
    for data in study.collected.arms:
        each = data.all_decisions / len(data.arm.policies)
        spent += sum(each * seconds.get(name, 0.0) for name in data.arm.policies)
        if data.arm.policies[0] == top.name:
            rivals = data.arm.policies.count(top.name) == 1  # of the new rung: those at the top so far
            longer = HIGHEST / top.playouts * data.arm.policies.count(top.name)
            more += each * seconds[top.name] * (longer + (data.players - 1 if rivals else 0))
    text = f"The top rung is {top.name}: looking ahead took about {words.seconds(spent)} of one core"
    if top.playouts >= HIGHEST:
        return [f"{text}."]
    why = ", more than the hour that a ladder is given" if spent + more > HOUR else ""
    return [
        f"{text}; with a rung lookahead({HIGHEST}) above it, it would take {words.seconds(spent + more)}{why}."
    ]


HIGHEST, HOUR = 64, 3600
"""The top rung that a ladder should have, in playouts a decision, and the seconds of one core that it may take."""


def _rung_row(item: LadderFinding, rung: Rung) -> dict[str, Any]:
    """The numbers of one rung; the duel's are missing for the lowest."""
    nothing = float("nan")
    step, seat, setup = rung.duel, rung.table.seats[item.extreme], rung.setup
    row: dict[str, Any] = {"setting": f"{item.players} players", "rung": rung.name, "below": rung.below}
    row |= {"duel": step.value if step else nothing, "duel_games": rung.duel_games}
    row |= {"duel_low": step.low if step else nothing, "duel_high": step.high if step else nothing}
    row |= {"seat": seat.seat + 1, "gap": seat.gap.value, "low": seat.gap.low, "high": seat.gap.high}
    row |= {"verdict": rung.table.verdict, "games": rung.table.games}
    row |= {"setup": setup.value if setup else nothing}
    row |= {"setup_low": setup.low if setup else nothing, "setup_high": setup.high if setup else nothing}
    for name, number in METRICS.items():
        mean = rung.metrics[number]
        row |= {name: mean.value, f"{name}_low": mean.low, f"{name}_high": mean.high}
    return row


METRICS = {
    "rounds": ROUNDS_METRIC,
    "decisions": DECISIONS_METRIC,
    "margin": MARGIN_METRIC,
    "shared": SHARED_METRIC,
}


def steps_table(found: Sequence[LadderFinding], cost: Mapping[str, float]) -> Table:
    """A row a rung: how often one seat of it wins against copies of the rung below."""
    rows = [
        {**_rung_row(item, rung), "fair": 1 / item.players, "cost": cost.get(rung.name, float("nan"))}
        for item in found
        for rung in item.rungs
    ]
    columns = [
        text("rung", "player"),
        Column("against", lambda r: r["below"] or words.NONE, text=True),
        Column("wins", lambda r: words.percent(r["duel"], _half(r, "duel_low", "duel_high"))),
        Column("95 % interval", lambda r: words.percent_interval(r["duel_low"], r["duel_high"])),
        Column("fair share", lambda r: words.percent(r["fair"], 0.01) if r["below"] else words.NONE),
        Column("games", lambda r: words.count(r["duel_games"]) if r["duel_games"] else words.NONE),
    ]
    if cost:
        columns.append(
            Column(
                "time a decision",
                lambda r: f"{words.rough(r['cost'])} ×" if r["cost"] == r["cost"] else "1 ×",
                "in units of the same player's without look-ahead, measured in this run",
            )
        )
    return Table(
        "ladder_steps",
        "Each player against the next weaker one",
        pd.DataFrame(rows),
        columns,
        group="setting",
    )


def rungs_table(found: Sequence[LadderFinding]) -> Table:
    """A row a rung: the game among players of that strength."""
    rows = [_rung_row(item, rung) for item in found for rung in item.rungs]
    columns = [
        text("rung", "player"),
        Column("seat", lambda r: str(r["seat"]), "the seat farthest from fair over the whole ladder"),
        Column("its effect", lambda r: words.points(r["gap"], _half(r)), "win share less the fair share"),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        text("verdict", "verdict"),
        Column(
            "luck of the set-up",
            lambda r: words.percent(r["setup"], _half(r, "setup_low", "setup_high")),
            "share of the variance of who wins that the set-up explains by itself",
        ),
        Column("95 % interval", lambda r: words.percent_interval(r["setup_low"], r["setup_high"])),
        _mean("rounds", "rounds"),
        _mean("decisions a game", "decisions"),
        _mean("winner ahead by", "margin"),
        Column(
            "shared wins",
            lambda r: words.percent(r["shared"], max(_half(r, "shared_low", "shared_high"), 5e-4)),
        ),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table(
        "ladder",
        "The game among players of each rung",
        pd.DataFrame(rows),
        columns,
        note="Luck of the set-up: every set-up was played twice, with other chance and other choices after it; the "
        "share of the variance of who wins that the two games have in common. The rest is later chance, choices and "
        "the seat. Players who draw among moves, or among playouts, send the two games different ways, so that less "
        "hangs on the set-up. Noise may push the share below 0.",
        group="setting",
        wide=True,
    )


def _mean(header: str, name: str) -> Column:
    return Column(header, lambda r: words.value(r[name], _half(r, f"{name}_low", f"{name}_high")))


def trends_table(found: Sequence[LadderFinding]) -> Table | None:
    """Each seat's effect along the rungs: its slope and what it is called."""
    rows = []
    for item in found:
        for seat, trend in enumerate(item.trends):
            row: dict[str, Any] = {"setting": f"{item.players} players", "seat": seat + 1, "word": trend.word}
            row |= {"slope": trend.slope.value, "low": trend.slope.low, "high": trend.slope.high}
            row |= {
                "change": trend.change.value,
                "change_low": trend.change.low,
                "change_high": trend.change.high,
            }
            rows.append(row | {"p": trend.p, "lack_of_fit_p": trend.lack_of_fit_p, "rungs": len(item.rungs)})
    if not rows:
        return None
    columns = [
        Column("seat", lambda r: str(r["seat"]), text=True),
        text("word", "along the ladder"),
        Column("change a rung", lambda r: words.points(r["slope"], _half(r))),
        Column(
            "from first to last", lambda r: words.points(r["change"], _half(r, "change_low", "change_high"))
        ),
        Column("95 % interval", lambda r: words.points_interval(r["change_low"], r["change_high"])),
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
        note="Change a rung: weighted least squares on the number of the rung; from first to last: the difference of "
        "the two. Growing, shrinking: in size, the slope differs from 0 and no two rungs surely differ the other way "
        "(Holm over all pairs, 5 %). Sign change: two rungs lie on different sides of 0 (Holm, 5 %). Uneven: not a "
        "line, or up and down. Stable: any two rungs differ by less than the margin for balance (90 % intervals); "
        "undecided: more games are needed to say so. All rungs play the same deals, which makes the intervals a "
        "little too wide.",
        group="setting",
    )
