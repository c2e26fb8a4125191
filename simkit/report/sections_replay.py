"""Fair points tried: shares as estimated from stored scores, and as played with the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simkit.report import marks, style, words
from simkit.report.blocks import Column, Picture, Section, Table, bullets, paragraph
from simkit.report.blocks import words as text
from simkit.report.collect import collect_arm, stalled_deals_of
from simkit.report.designs import arms_of
from simkit.report.findings import ArmFinding, arm_finding
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.scenario_arms import REPLAY
from simkit.stats.fair import shares_with
from simkit.stats.intervals import Estimate, share_estimate
from simkit.stats.moments import clustered_moments


@dataclass(frozen=True)
class ReplayFinding:
    """One base arm and its replay. points: on top of each seat's score; estimated: shares from the stored scores."""

    arm: ArmFinding
    replayed: ArmFinding
    points: list[int]
    estimated: list[Estimate]


@lru_cache(maxsize=1)
def findings(study: Study) -> list[ReplayFinding]:
    """The replay of each base arm."""
    return [item for arm in study.main if (item := replay_finding(study, arm)) is not None]


def replays(study: Study) -> Section | None:
    """The section; None where nothing was played again."""
    found = findings(study)
    if not found:
        return None
    part = Section("fair-points", "Fair points, tried")
    return part.add(
        paragraph(
            "From the scores as they were played, whole points were found that would even the seats' shares when added "
            "at the end. Then the games were played on fresh deals with these points in force: look-ahead players know "
            "them, and a choice made on the first deals cannot flatter itself on others."
        ),
        bullets([sentence(item, study.margin) for item in found]),
        figure(found, study.margin, figures_folder(study.run.folder)),
        table(found),
    )


def replay_finding(study: Study, arm: ArmFinding) -> ReplayFinding | None:
    """An arm's replay; None where there is none or too few deals of it were finished."""
    arms = arms_of(study.run, arm.data.arm, REPLAY)
    known = study.manifest.get("fair_points", {})
    if not arms or arms[0].name not in known:
        return None
    one = arms[0]
    data = collect_arm(study.run, one, "shares", stalled_deals_of(study.run, [one]), paired=False)
    played = arm_finding(data, study.margin, study.several_layouts)
    sums = arm.data.sums
    if played is None or not sums.sample:
        return None
    points = [int(x) for x in known[one.name]]
    on_top = np.array(points) - np.array(arm.data.arm.handicap or (0,) * len(points))
    scores, keys, deals = (np.concatenate(columns) for columns in zip(*sums.sample, strict=True))
    sample = clustered_moments(shares_with(scores, on_top, keys), deals)
    estimated = [share_estimate(sample, seat) for seat in range(arm.players)]
    return ReplayFinding(arm, played, points, estimated)


def sentence(item: ReplayFinding, margin: float) -> str:
    """The points and what they do."""
    given = words.listed(str(x) for x in item.points)
    seat = item.replayed.extreme
    gap = seat.picked
    return (
        f"{item.arm.label}: with {given} points on top (seats in order) the verdict at a margin of "
        f"{words.number(100 * margin, 1)} pp is: {item.replayed.verdict}. Farthest from even is seat {seat.seat + 1}, "
        f"{words.points(gap.value, gap.half)} (95 % interval for all seats at once "
        f"{words.points_interval(gap.low, gap.high)})."
    )


def figure(found: Sequence[ReplayFinding], margin: float, folder: Path) -> Picture:
    """Each seat's share without points, as estimated with them, and as played with them."""
    most = max(item.arm.players for item in found)
    drawn, axes = style.panels(len(found), height=1.1 + 0.52 * most)
    for ax, item in zip(axes, found, strict=True):
        fair = 1 / item.arm.players
        ax.axvspan(fair - margin, fair + margin, color=style.BAND, zorder=0)
        ax.axvline(fair, color=style.SOFT, linewidth=0.9)
        for seat in range(item.arm.players):
            marks.dot(ax, seat - 0.22, item.arm.seats[seat].share, "#9A9A9A")
            marks.dot(ax, seat, item.estimated[seat], style.ORANGE)
            marks.dot(ax, seat + 0.22, item.replayed.seats[seat].share, style.BLUE)
        marks.rows_axis(ax, [f"seat {s + 1}: +{points}" for s, points in enumerate(item.points)])
        marks.percent_axis(ax)
        ax.set_xlabel("win share, %")
        ax.set_title(item.arm.label)
        marks.games(ax, f"{words.count(item.replayed.games)}")
    caption = (
        "Grey: as played without the points; orange: as estimated with them from those scores; blue: as played with "
        f"them on fresh deals. Bars: 95 % intervals. Shaded: within ±{words.number(100 * margin, 1)} pp of even. n: "
        "games of the replay."
    )
    return style.finish(drawn, folder, "fair_points", "Shares without and with fair points", caption)


def table(found: Sequence[ReplayFinding]) -> Table:
    """A row an arm and seat."""
    rows = []
    for item in found:
        for seat in range(item.arm.players):
            before, after = item.arm.seats[seat].share, item.replayed.seats[seat]
            row: dict[str, Any] = {"setting": item.arm.label, "seat": seat + 1, "points": item.points[seat]}
            for key, share in (
                ("without", before),
                ("estimated", item.estimated[seat]),
                ("replayed", after.share),
            ):
                row |= {key: share.value, f"{key}_low": share.low, f"{key}_high": share.high}
            row |= {"gap": after.gap.value, "gap_low": after.picked.low, "gap_high": after.picked.high}
            row |= {"verdict": after.verdict, "table": item.replayed.verdict, "games": item.replayed.games}
            rows.append(row)
    columns = [
        text("seat", "seat"),
        Column("points on top", lambda r: words.count(r["points"])),
        *(_share(header, key) for header, key in (("without", "without"), ("estimated with", "estimated"))),
        _share("played with", "replayed"),
        Column("95 % interval", lambda r: words.percent_interval(r["replayed_low"], r["replayed_high"])),
        text("verdict", "verdict with points"),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table(
        "fair_points",
        "Win shares without points, as estimated with them, and as played with them",
        pd.DataFrame(rows),
        columns,
        note="Whole points, the lowest 0, under which the stored shares are nearest to equal (least squares). "
        "Intervals of the first two stand in fair_points.csv.",
        group="setting",
    )


def _share(header: str, key: str) -> Column:
    return Column(header, lambda r: words.percent(r[key], _half(r, f"{key}_low", f"{key}_high")))
