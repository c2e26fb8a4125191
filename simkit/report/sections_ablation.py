"""Components taken away from one seat: what they are worth, beside what taking them goes with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simkit.report import marks, style, words
from simkit.report.blocks import Column, Picture, Section, Table, bullets, paragraph
from simkit.report.designs import DealRows, arms_of, deal_rows, finished
from simkit.report.findings import ArmFinding
from simkit.report.findings_game import component_lines
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.scenario_arms import ABLATION
from simkit.stats.components import AblationTable, ablation
from simkit.stats.intervals import Estimate

FALSE_DISCOVERIES = 0.05
"""Components with a q below this are marked."""

RATE = f"{100 * FALSE_DISCOVERIES:.0f}{words.THIN}%"

MOST_ROWS = 36
"""Components in the figure; the table has all."""


@dataclass(frozen=True)
class Ablated:
    """One base arm with its components taken away. ``share``, ``score``: effects; the others by component.

    moot: components without which not one game changed, left out of the rest.
    """

    arm: ArmFinding
    names: list[str]
    moot: list[str]
    share: AblationTable
    score: AblationTable
    lifted: list[float]
    association: dict[str, Estimate]
    adjusted: dict[str, Estimate]

    @property
    def games(self) -> int:
        """Games without each component, all seats together."""
        return self.share.deals * self.arm.players * int(self.arm.data.arm.rotations)

    def effect(self, i: int) -> Estimate:
        """The effect on the win share with its own interval."""
        low, high = (float(x) for x in self.share.interval[i])
        return Estimate(float(self.share.effect[i]), float(self.share.se[i]), low, high, self.share.deals)

    def shrunk(self, i: int) -> float:
        """The effect drawn to the mean, as it is ranked; the effect itself where nothing can be drawn."""
        table = self.share.shrunk
        return float(self.share.effect[i] if table is None else table.value[i])


@lru_cache(maxsize=1)
def findings(study: Study) -> list[Ablated]:
    """What the ablations of each base arm say."""
    return [item for arm in study.main if (item := ablated(study, arm)) is not None]


def ablations(study: Study) -> Section | None:
    """The section; None where nothing was taken away."""
    found = findings(study)
    if not found:
        return None
    part = Section("ablation", "Components taken away (effect)")
    return part.add(
        paragraph(
            "The same deals were played again with one seat that may not take the component, once for each seat, while "
            "all others may. What the seat then wins less, or more, than its equal part is caused by the component: "
            "that is its effect for these players. Beside it stands what the games as played show, where whoever "
            "leads may simply take more: the difference between seats that took it and seats that left it, plain and "
            "adjusted for seat, policy, time and lead."
        ),
        bullets([sentence(item) for item in found]),
        figure(found, figures_folder(study.run.folder)),
        table(found),
    )


def ablated(study: Study, arm: ArmFinding) -> Ablated | None:
    """What an arm's ablations say; None where it has none, or too few deals were finished."""
    arms = arms_of(study.run, arm.data.arm, ABLATION)
    if not arms:
        return None
    groups: dict[str, list[DealRows]] = {}
    for one in arms:
        groups.setdefault(str(one.about["component"]), []).append(deal_rows(study.run, one))
    base = deal_rows(study.run, arm.data.arm, max(rows.deals for rows in groups[next(iter(groups))]))
    kept = finished([base, *(rows for group in groups.values() for rows in group)])
    if len(kept) < 2:
        return None
    share = {name: _focal(group, "place_share")[kept] for name, group in groups.items()}
    score = {name: _focal(group, "place_score")[kept] for name, group in groups.items()}
    before = base.place_share[kept].mean(axis=1), base.place_score[kept].mean(axis=1)
    moot = [n for n in groups if (share[n] == before[0]).all() and (score[n] == before[1]).all()]
    names = [name for name in groups if name not in moot] or moot
    lines = {line.name: line.difference for line in component_lines(arm.data, study.game) if not line.thin}
    numbers = {component.name: i for i, component in enumerate(study.game.components)}
    return Ablated(
        arm=arm,
        names=names,
        moot=moot,
        share=ablation(before[0], {name: share[name] for name in names}, shares=True),
        score=ablation(before[1], {name: score[name] for name in names}),
        lifted=[float(np.mean([rows.lifted[kept].mean() for rows in groups[name]])) for name in names],
        association={name: lines[name] for name in names if name in lines},
        adjusted={name: there for name in names if (there := _adjusted(arm, numbers[name])) is not None},
    )


def _adjusted(arm: ArmFinding, number: int) -> Estimate | None:
    """The difference at equal seat, policy, time and lead; None where too few takings were recorded."""
    table = arm.data.adjusted
    if table is None or not np.isfinite(table.points[number]):
        return None
    low, high = (float(x) for x in table.interval[number])
    return Estimate(
        float(table.points[number]), float(table.se[number]), low, high, int(table.offered[number])
    )


def _focal(group: Sequence[DealRows], what: str) -> Any:
    """Mean over the places of what the place has in the games in which it may not take the component, (deals,)."""
    common = min(rows.deals for rows in group)
    return np.mean([getattr(rows, what)[:common, place] for place, rows in enumerate(group)], axis=0)


def sentence(found: Ablated) -> str:
    """How many components have an effect, and the strongest."""
    idle = ""
    if found.moot:
        idle = f" Not one game changed without {words.listed(map(words.plain, found.moot), 'or')}."
    sure = [i for i in range(len(found.names)) if found.share.q[i] < FALSE_DISCOVERIES]
    if not sure:
        return (
            f"{found.arm.label}: none of {len(found.names)} components has an effect that stands out from the noise "
            f"(false discovery rate {RATE}).{idle}"
        )
    top = max(sure, key=lambda i: abs(found.shrunk(i)))
    low, high = (float(x) for x in found.share.simultaneous[top])
    return (
        f"{found.arm.label}: {len(sure)} of {len(found.names)} components have an effect (false discovery rate "
        f"{RATE}); the largest is that of {words.plain(found.names[top])}, "
        f"{words.points(float(found.share.effect[top]), (high - low) / 2)} of win share to the seat that may take it "
        f"(95 % interval for all components at once {words.points_interval(low, high)}).{_misled(found, sure)}{idle}"
    )


def _misled(found: Ablated, sure: Sequence[int]) -> str:
    """The components that matter one way while the games as played point the other way, plainly read or adjusted."""
    told = ""
    if plain := _reversed(found, sure, found.association):
        told = (
            f" Whoever only looked at who took what would have read {words.listed(plain)} the wrong way round: there "
            "seats that took it and seats that left it differ the other way."
        )
    if adjusted := _reversed(found, sure, found.adjusted):
        told += f" At equal seat, policy, time and lead the same holds of {words.listed(adjusted)}."
    return told


def _reversed(found: Ablated, sure: Sequence[int], side: Mapping[str, Estimate]) -> list[str]:
    """Components whose effect and whose difference in the games as played surely have opposite signs."""
    names = []
    for i in sure:
        there, effect = side.get(found.names[i]), found.effect(i)
        if there is not None and (there.high < 0 < effect.low or effect.high < 0 < there.low):
            names.append(words.plain(found.names[i]))
    return names


def figure(found: Sequence[Ablated], folder: Path) -> Picture:
    """A row a component, ordered by the shrunk effect: effect, plain and adjusted association."""
    order: dict[str, list[float]] = {}
    for item in found:
        for i, name in enumerate(item.names):
            order.setdefault(name, []).append(item.shrunk(i))
    names = sorted(order, key=lambda name: -float(np.mean(order[name])))
    if len(names) > MOST_ROWS:
        names = names[: MOST_ROWS // 2] + names[-MOST_ROWS // 2 :]
    drawn, axes = style.panels(len(found), height=1.1 + 0.3 * max(len(names), 3), share_y=True)
    for ax, item in zip(axes, found, strict=True):
        ax.axvline(0, color=style.SOFT, linewidth=0.9)
        for i, name in enumerate(item.names):
            if name not in names:
                continue
            y = names.index(name)
            marks.dot(ax, y - 0.22, item.effect(i), style.BLUE)
            if item.share.q[i] < FALSE_DISCOVERIES:
                ax.plot(item.effect(i).value, y - 0.22, "o", color="white", markersize=2.2, zorder=5)
            for step, side, color in (
                (0.04, item.association, style.ORANGE),
                (0.26, item.adjusted, style.PURPLE),
            ):
                if name in side:
                    _thin(ax, y + step, side[name], color)
        marks.rows_axis(ax, [words.plain(name) for name in names])
        marks.percent_axis(ax, signed=True)
        ax.set_xlabel("difference of win share, pp")
        ax.set_title(item.arm.label)
        marks.games(ax, f"{words.count(item.games)}")
    _key(axes[0])
    caption = (
        "Blue: win share that a seat loses when it may not take the component (effect; white core: beyond noise at a "
        f"false discovery rate of {RATE}). Orange: win share of seats that took it minus seats that left it, in the "
        "games as played (association). Purple: seats that took it minus seats that took something else, at equal "
        "seat, policy, time and lead (adjusted). Bars: 95 % intervals. n: games without each component, all seats "
        "together."
    )
    title = "Components: effect of taking them away, beside the association"
    return style.finish(drawn, folder, "ablation", title, caption)


def _thin(ax: Any, y: float, found: Estimate, color: str) -> None:
    if np.isfinite(found.value):
        ax.plot((found.low, found.high), (y, y), color=color, linewidth=1.2, zorder=2)
        ax.plot(found.value, y, "o", color=color, markersize=3.5, zorder=3)


def _key(ax: Any) -> None:
    from matplotlib.patches import Patch

    names = (("effect", style.BLUE), ("association", style.ORANGE), ("adjusted", style.PURPLE))
    handles = [Patch(color=color, label=name) for name, color in names]
    ax.get_figure().legend(handles=handles, loc="outside upper left", ncols=3, handlelength=1.0)


def table(found: Sequence[Ablated]) -> Table:
    """A row a component, the largest shrunk effect first."""
    rows = []
    for item in found:
        ranked = sorted(range(len(item.names)), key=lambda i: -item.shrunk(i))
        rows += [_row(item, i) for i in ranked]
    columns = [
        Column("component", lambda r: words.plain(r["component"]), text=True),
        Column("effect on win share", lambda r: words.points(r["effect"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column("shrunk", lambda r: words.points(r["shrunk"], _half(r)), "drawn to the mean: rank by this"),
        Column("q", lambda r: words.p_value(r["q"]), "false discovery rate (Benjamini and Hochberg)"),
        Column(
            "effect on score",
            lambda r: words.value(r["score"], _half(r, "score_low", "score_high"), sign=True),
        ),
        Column(
            "association", lambda r: _points(r, "association"), "taken minus left, in the games as played"
        ),
        Column(
            "adjusted", lambda r: _points(r, "adjusted"), "the same, at equal seat, policy, time and lead"
        ),
        Column("ban lifted", lambda r: words.rough(r["lifted"]), "times a game: nothing else could be done"),
    ]
    return Table(
        "ablation",
        "What a seat wins by being allowed to take a component",
        pd.DataFrame(rows),
        columns,
        note="Effect: 1/k minus the mean share of a seat that may not take it, over all seats; on the score: mean "
        "score of the base minus the seat's. Where a ban was lifted the effect is too small. Adjusted: takings of it "
        "against takings of something else, at equal seat, policy, time and lead. Intervals for all at once, games "
        "and deals stand in ablation.csv.",
        group="setting",
        wide=True,
    )


def _points(row: Any, key: str) -> str:
    if not np.isfinite(row[key]):
        return words.NONE
    return words.points(row[key], _half(row, f"{key}_low", f"{key}_high"))


def _row(item: Ablated, i: int) -> dict[str, Any]:
    name, effect = item.names[i], item.effect(i)
    row: dict[str, Any] = {
        "setting": item.arm.label,
        "component": name,
        "effect": effect.value,
        "low": effect.low,
        "high": effect.high,
        "all_low": float(item.share.simultaneous[i][0]),
        "all_high": float(item.share.simultaneous[i][1]),
        "shrunk": item.shrunk(i),
        "p": float(item.share.p[i]),
        "q": float(item.share.q[i]),
        "score": float(item.score.effect[i]),
        "score_low": float(item.score.interval[i][0]),
        "score_high": float(item.score.interval[i][1]),
        "score_q": float(item.score.q[i]),
    }
    for key, side in (("association", item.association), ("adjusted", item.adjusted)):
        there = side.get(name)
        row[key] = there.value if there else np.nan
        row[f"{key}_low"] = there.low if there else np.nan
        row[f"{key}_high"] = there.high if there else np.nan
    row |= {"lifted": item.lifted[i], "deals": item.share.deals, "games": item.games}
    return row
