"""A page for each player count: its facts, six small figures, and the seats with all that concerns them."""

from __future__ import annotations

from typing import Any

import pandas as pd
from markupsafe import Markup

from simkit.report import figures_game, words
from simkit.report.blocks import Column, Prose, Section, Table, note
from simkit.report.blocks import words as text
from simkit.report.findings import ArmFinding
from simkit.report.sections_play import SECONDS, minutes_cell
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.arm import GAME_METRICS
from simkit.stats.flow_sums import HALF


def _bold(cell: Markup) -> Markup:
    return Markup("<b>{}</b>").format(cell)


def _quartiles(arm: ArmFinding, name: str) -> str:
    tally = arm.data.sums.game_values[name]
    low, middle, high = (words.rough(tally.quantile(q)) for q in (0.25, 0.5, 0.75))
    return f"{middle} ({low} to {high})"


def player_count(study: Study, arm: ArmFinding) -> Section:
    """One page: figure and facts of one player count."""
    part = Section(f"players-{arm.players}", f"With {arm.label}", new_page=True)
    sums = arm.data.sums
    seat = arm.extreme
    leader, last = sums.flow.leader.rates()[HALF], sums.flow.last.rates()[HALF]
    equal = sums.turns.equal.rates()[0]
    shared = sums.metrics.estimates()[GAME_METRICS.index("shared wins")]
    facts: list[tuple[str, str | Markup]] = [
        ("verdict", arm.verdict),
        (f"seat {seat.seat + 1} against fair", words.points(seat.gap.value, seat.picked.half)),
        ("games", words.count(arm.games)),
        ("winning score", _quartiles(arm, "winning_score")),
        ("winner ahead by", f"{_quartiles(arm, 'margin')}"),
        ("shared wins", words.percent(shared.value, shared.half)),
        ("rounds", _quartiles(arm, "rounds")),
        ("decisions", _quartiles(arm, "decisions")),
        ("minutes", _bold(minutes_cell(sums.game_values["decisions"].mean, 0))),
        ("minutes between own turns", _bold(minutes_cell(sums.pace()[1], 1))),
        ("leader at half time wins", words.percent(leader.value, leader.half)),
        ("last at half time wins", words.percent(last.value, last.half)),
        ("lead changes", _quartiles(arm, "lead_changes")),
        ("games with equal turns", words.percent(equal.value, max(equal.half, 0.0005))),
        ("stalled games", words.count(arm.data.stalled)),
    ]
    cells = Markup("").join(
        Markup("<div><span>{}</span> {}</div>").format(
            name, value if isinstance(value, Markup) else Markup("<b>{}</b>").format(value)
        )
        for name, value in facts
    )
    part.add(
        Prose(Markup('<div class="facts-grid">{}</div>').format(cells)),
        note(
            "Medians with quartiles in brackets. Minutes: mean decisions at the seconds set under "
            f"“Length” (now {SECONDS})."
        ),
        figures_game.digest(arm, study.margin, figures_folder(study.run.folder)),
        _seat_by_seat(arm),
    )
    return part


def _seat_by_seat(arm: ArmFinding) -> Table:
    """Shares, scores, handicap and choices of each seat."""
    sums = arm.data.sums
    means = {name: sums.seat_means[name].estimates() for name in ("score", "rank", "decisions")}
    handicaps, choices = sums.handicaps, sums.choices()
    rows = []
    for seat in arm.seats:
        i = seat.seat
        row: dict[str, Any] = {
            "seat": i + 1,
            "share": seat.share.value,
            "low": seat.share.low,
            "high": seat.share.high,
        }
        row |= {"verdict": seat.verdict, "choices": choices[i]}
        row |= {
            f"{name}_{end}": getattr(means[name][i], end)
            for name in means
            for end in ("value", "low", "high")
        }
        points = handicaps[i]
        row |= {"handicap": float("nan"), "handicap_low": float("nan"), "handicap_high": float("nan")}
        if points is not None:
            row |= {"handicap": points.points, "handicap_low": points.low, "handicap_high": points.high}
        rows.append(row | {"games": arm.games})
    columns = [
        Column("seat", lambda r: str(r["seat"]), text=True),
        Column("win share", lambda r: words.percent(r["share"], _half(r))),
        text("verdict", "verdict"),
        Column("mean score", lambda r: words.value(r["score_value"], _half(r, "score_low", "score_high"))),
        Column("mean rank", lambda r: words.value(r["rank_value"], _half(r, "rank_low", "rank_high"))),
        Column(
            "handicap, points",
            lambda r: words.value(r["handicap"], _half(r, "handicap_low", "handicap_high"), sign=True),
            "given to each other seat they would make this one fair",
        ),
        Column("decisions", lambda r: words.number(r["decisions_value"], 1), "choices of the seat in a game"),
        Column(
            "moves to choose from",
            lambda r: words.number(r["choices"], 1),
            "mean",
        ),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table(f"players_{arm.players}", f"Seat by seat, {arm.label}", pd.DataFrame(rows), columns)
