"""What explains who wins: the seat, the player, the set-up, later chance, the players' own choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from simkit.contract import STALLED
from simkit.report import marks, sections_plan, style, words
from simkit.report.blocks import Column, Picture, Section, Table, bullets, note, paragraph
from simkit.report.blocks import words as text
from simkit.report.designs import arms_of
from simkit.report.findings import ArmFinding
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.scenario_arms import LUCK
from simkit.scenario_more import CROSSED, REPEATED
from simkit.stats.intervals import Estimate
from simkit.stats.luck import DealSpread, SobolIndices, deal_spread, sobol_indices
from simkit.stats.variance import VarianceParts, variance_parts

SOURCES = ("set-up", "chance", "choices")
OUTCOMES = {"win_share": "who wins", "score": "scores"}
NAMES = {
    "seat": "seat",
    "policy": "player",
    "set-up": "set-up",
    "chance": "chance in play",
    "choices": "players' own choices",
    "together": "only together",
}

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LuckFinding:
    """One base arm. parts, whole: by outcome, all seats together; seats: indices of each seat; spread: of each seat."""

    arm: ArmFinding
    parts: dict[str, VarianceParts]
    whole: dict[str, SobolIndices]
    seats: dict[str, list[SobolIndices | None]]
    spread: list[DealSpread]
    replays: int

    @property
    def games(self) -> int:
        """Games of each of the five sets."""
        return next(iter(self.whole.values())).samples * int(self.arm.data.arm.rotations)


@lru_cache(maxsize=1)
def findings(study: Study) -> list[LuckFinding]:
    """What the crossed games of each base arm say."""
    return [item for arm in study.main if (item := luck_finding(study, arm)) is not None]


def luck(study: Study) -> Section | None:
    """The section; None where no games were crossed."""
    found = findings(study)
    if not found:
        return None
    folder = figures_folder(study.run.folder)
    part = Section("luck", "Luck, players, seats")
    return part.add(
        paragraph(
            "The same games were played again with one source of chance re-drawn and the others kept. Set-up: all that "
            "the rules draw before the first decision, the order of decks and bags included. Chance in play: what they "
            "draw after it, such as dice and reshuffled piles. Players' own choices: ties that a policy breaks by lot, "
            "and moves that it draws at a temperature. What a source explains is its share of the variance of one "
            "seat's result in one game. Only together: what hangs on the combination; where one other choice sends a "
            "game quite another way, most of the variance is of this kind."
        ),
        bullets([sentence(item) for item in found]),
        None if all(_evened(item) for item in found) else note(sections_plan.ONE_RING),
        parts_figure(found, folder),
        parts_table(found),
        indices_figure(found, folder),
        indices_table(found),
        spread_figure(found, folder),
        spread_table(found),
    )


def luck_finding(study: Study, arm: ArmFinding) -> LuckFinding | None:
    """What an arm's crossed games say; None where there are none, or too few or too like ones were finished."""
    arms = {str(one.about["crossed"]): one for one in arms_of(study.run, arm.data.arm, LUCK)}
    if set(arms) != {*CROSSED, REPEATED}:
        return None
    crossed = {name: _cells(study.run, arms[name]) for name in CROSSED}
    common = min(len(bad) for bad, _ in crossed.values())
    kept = ~np.any([bad[:common] for bad, _ in crossed.values()], axis=0)
    if kept.sum() < 2:
        return None
    base = arm.data.arm
    names = list(dict.fromkeys(base.policies))
    seat = np.tile(np.arange(base.players), base.rotations)
    policy = np.array([names.index(base.policies[place]) for row in base.seating for place in row])
    parts, whole, seats = {}, {}, {}
    for outcome in OUTCOMES:
        a, b, *mixed = (crossed[name][1][outcome][:common][kept] for name in CROSSED)
        try:
            parts[outcome] = variance_parts(a, b, np.stack(mixed), SOURCES, seat, policy)
            whole[outcome] = sobol_indices(a, b, np.stack(mixed))
        except ValueError:  # an outcome that never varies has nothing to explain
            return None
        seats[outcome] = [_of_seat(a, b, mixed, seat == s) for s in range(base.players)]
    replays = int(arms[REPEATED].streams[3])
    return LuckFinding(arm, parts, whole, seats, _spread(study.run, arms[REPEATED], replays), replays)


def _evened(item: LuckFinding) -> bool:
    """Whether no player's share holds who sat beside him: all alike, or all orders played."""
    arm = item.arm.data.arm
    return len(set(arm.policies)) == 1 or bool(arm.all_orders)


def _of_seat(a: Floats, b: Floats, mixed: Sequence[Floats], mine: Any) -> SobolIndices | None:
    try:
        return sobol_indices(a[:, mine], b[:, mine], np.stack([part[:, mine] for part in mixed]))
    except ValueError:  # the seat's result never varies
        return None


def _cells(run: Any, arm: Any) -> tuple[Any, dict[str, Floats]]:
    """Which deals stalled, (deals,), and each outcome by cell, (deals, rotations x seats)."""
    width = arm.rotations * arm.players
    bad: list[Any] = [np.zeros(0, bool)]
    values: dict[str, list[Any]] = {name: [np.zeros((0, width))] for name in OUTCOMES}
    pairs = zip(
        run.parts("games", arm, ("end_cause",)), run.parts("seats", arm, tuple(OUTCOMES)), strict=True
    )
    for games, seats in pairs:
        bad.append((games["end_cause"] == STALLED).reshape(-1, arm.rotations).any(axis=1))
        for name, pieces in values.items():
            pieces.append(seats[name].astype(np.float64).reshape(-1, width))
    return np.concatenate(bad), {name: np.concatenate(pieces) for name, pieces in values.items()}


def _spread(run: Any, arm: Any, replays: int) -> list[DealSpread]:
    """The spread of each seat's true share over set-ups; none where too few were finished."""
    bad, values = _cells(run, arm)
    setups = len(bad) // replays
    whole = ~bad[: setups * replays].reshape(setups, replays).any(axis=1)
    if whole.sum() < 2:
        return []
    share = values["win_share"][: setups * replays].reshape(setups, replays, arm.rotations, arm.players)
    mine = share.mean(axis=2)[whole]
    return [deal_spread(mine[:, :, seat]) for seat in range(arm.players)]


def sentence(item: LuckFinding) -> str:
    """What explains who wins, in words; what draws nothing is said to."""
    part = item.parts["win_share"]
    at = dict(zip(part.names, range(len(part.names)), strict=True))
    told = []
    for name in ("seat", "policy", *SOURCES):
        low, high = (float(x) for x in part.interval[at[name]])
        if name == "policy" and high == 0:
            continue
        share = words.percent(max(float(part.share[at[name]]), 0.0), (high - low) / 2)
        told.append(f"{NAMES[name]} {share} ({words.percent_interval(low, high)})")
    text = f"{item.arm.label}: who wins is explained, with 95 % intervals, by {words.listed(told)}."
    if item.spread:
        text += f" {_span_words(item.spread)}"
    total = item.whole["win_share"].total
    idle = [NAMES[name] for name, value in zip(SOURCES, total, strict=True) if value == 0]
    return f"{text} Nothing hung on {words.listed(idle, 'or')}." if idle else text


def _span_words(spread: Sequence[DealSpread]) -> str:
    """How far the set-up alone moves the seat that it moves most."""
    seat = max(range(len(spread)), key=lambda s: spread[s].sd)
    low, high = (100 * x for x in spread[seat].span)
    return (
        f"Nine of ten set-ups give {words.seat(seat)}, which they move most, a true win share of {low:.0f} to "
        f"{high:.0f}{words.THIN}%."
    )


def parts_figure(found: Sequence[LuckFinding], folder: Path) -> Picture:
    """A row a part, a panel an outcome, a colour an arm."""
    kept = _told(found)
    names = found[0].parts["win_share"].names
    height = 0.9 + len(kept) * (0.18 + 0.14 * len(found))
    figure, axes = style.panels(len(OUTCOMES), height=height, columns=2, share_y=True)
    for ax, (outcome, title) in zip(axes, OUTCOMES.items(), strict=True):
        ax.axvline(0, color=style.SOFT, linewidth=0.9)
        for number, item in enumerate(found):
            part = item.parts[outcome]
            for row, i in enumerate(kept):
                low, high = (float(x) for x in part.interval[i])
                share = Estimate(float(part.share[i]), float("nan"), low, high, part.deals)
                place = row + (number - (len(found) - 1) / 2) * 0.7 / len(found)
                marks.dot(ax, place, share, style.SERIES[number])
        marks.rows_axis(ax, [NAMES[names[i]] for i in kept])
        marks.percent_axis(ax)
        ax.set_xlabel("share of the variance, %")
        ax.set_title(title)
        marks.games(ax, f"{words.count(found[0].games)} a set")
    if len(found) > 1:
        marks.key(axes[0], [item.arm.label for item in found])
    caption = (
        "What the variance of one seat's result in one game comes from: its seat and player, each source of chance by "
        "itself, and what they do only together. Bars: 95 % intervals. n: games in each of five sets."
    )
    return style.finish(figure, folder, "luck", "Luck, players and seats", caption)


def _told(found: Sequence[LuckFinding]) -> list[int]:
    """The parts worth showing: not the player where he cannot be told from the seat, in no arm."""
    names = found[0].parts["win_share"].names
    same = all((part.share[1] == 0).all() for item in found for part in item.parts.values())
    return [i for i in range(len(names)) if names[i] != "policy" or not same]


def parts_table(found: Sequence[LuckFinding]) -> Table:
    """A row a part, arm and outcome."""
    rows = []
    for item in found:
        for outcome, title in OUTCOMES.items():
            part = item.parts[outcome]
            for i in _told(found):
                name, share, (low, high) = part.names[i], part.share[i], part.interval[i]
                row: dict[str, Any] = {"heading": f"{item.arm.label}, {title}", "part": name}
                row |= {"share": float(share), "low": float(low), "high": float(high)}
                rows.append(row | {"deals": part.deals, "games": item.games})
    columns = [
        Column("explained by", lambda r: NAMES[r["part"]], text=True),
        Column("share of the variance", lambda r: words.percent(r["share"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("games a set", lambda r: words.count(r["games"])),
    ]
    return Table("luck", "What explains the results", pd.DataFrame(rows), columns, group="heading")


def indices_figure(found: Sequence[LuckFinding], folder: Path) -> Picture:
    """First-order and total index of each source for who wins, a panel an arm."""
    figure, axes = style.panels(len(found), height=2.1, share_y=True)
    for ax, item in zip(axes, found, strict=True):
        indices = item.whole["win_share"]
        ax.axvline(0, color=style.SOFT, linewidth=0.9)
        for i in range(len(SOURCES)):
            marks.dot(ax, i - 0.13, _index(indices, i, total=False), style.BLUE)
            marks.dot(ax, i + 0.17, _index(indices, i, total=True), style.ORANGE)
        marks.rows_axis(ax, [NAMES[name] for name in SOURCES])
        marks.percent_axis(ax)
        ax.set_xlabel("share of the variance of wins, %")
        ax.set_title(item.arm.label)
        marks.games(ax, f"{words.count(item.games)} a set")
    caption = (
        "Blue: what a source explains by itself (first-order index); orange: with everything it does together with the "
        "others (total index). Bars: 95 % intervals by bootstrap over deals. n: games in each of five sets."
    )
    return style.finish(figure, folder, "luck_indices", "Sources of chance, alone and in all", caption)


def _index(indices: SobolIndices, i: int, total: bool) -> Estimate:
    value, interval = (
        (indices.total, indices.total_interval) if total else (indices.first, indices.first_interval)
    )
    low, high = (float(x) for x in interval[i])
    return Estimate(float(value[i]), float("nan"), low, high, indices.samples)


def indices_table(found: Sequence[LuckFinding]) -> Table:
    """First-order and total index by outcome, seat and source; on the page all seats together."""
    rows = []
    for item in found:
        for outcome, title in OUTCOMES.items():
            every = [("all", item.whole[outcome])]
            every += [(str(s + 1), own) for s, own in enumerate(item.seats[outcome]) if own is not None]
            for seat, indices in every:
                for i, name in enumerate(SOURCES):
                    first, total = _index(indices, i, total=False), _index(indices, i, total=True)
                    row: dict[str, Any] = {
                        "heading": f"{item.arm.label}, {title}",
                        "seat": seat,
                        "source": name,
                    }
                    row |= {"first": first.value, "low": first.low, "high": first.high}
                    row |= {"total": total.value, "total_low": total.low, "total_high": total.high}
                    rows.append(row | {"deals": indices.samples})
    frame = pd.DataFrame(rows)
    columns = [
        Column("source", lambda r: NAMES[r["source"]], text=True),
        Column("by itself", lambda r: words.percent(r["first"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("in all", lambda r: words.percent(r["total"], _half(r, "total_low", "total_high"))),
        Column("95 % interval", lambda r: words.percent_interval(r["total_low"], r["total_high"])),
        Column("deals", lambda r: words.count(r["deals"])),
    ]
    return Table(
        "luck_indices",
        "Sources of chance: first-order and total indices, all seats together",
        frame,
        columns,
        note="Shares of the variance around each seat's mean. Each seat by itself: luck_indices.csv.",
        group="heading",
        view=frame[frame["seat"] == "all"],
    )


def spread_figure(found: Sequence[LuckFinding], folder: Path) -> Picture | None:
    """Where a seat's true win share lies over set-ups, a panel an arm."""
    shown = [item for item in found if item.spread]
    if not shown:
        return None
    figure, axes = style.panels(len(shown), height=0.95 + 0.36 * max(item.arm.players for item in shown))
    for ax, item in zip(axes, shown, strict=True):
        ax.axvline(1 / item.arm.players, color=style.SOFT, linewidth=0.9)
        for seat, spread in enumerate(item.spread):
            ax.plot(spread.span, (seat, seat), color=style.SEATS[seat], linewidth=6, alpha=0.35)
            ax.plot(spread.mean, seat, "o", color=style.SEATS[seat], markersize=5)
            low, high = (100 * x for x in spread.interval)
            said = f"SD {100 * spread.sd:.1f} pp ({low:.1f} to {high:.1f})"
            ax.annotate(
                said, (spread.span[1], seat), (5, 0), textcoords="offset points", va="center", fontsize=7.5
            )
        marks.rows_axis(ax, [f"seat {s + 1}" for s in range(item.arm.players)])
        ax.set_xlim(0, 1)
        marks.percent_axis(ax)
        ax.set_xlabel("true win share given the set-up, %")
        ax.set_title(item.arm.label)
        marks.games(ax, f"{words.count(item.spread[0].deals)} × {words.count(item.replays)}")
    caption = (
        "Dot: mean; bar: 5 % to 95 % of set-ups, the luck of the replays taken off; SD: spread over set-ups with its "
        "95 % interval. Line: the fair share. n: set-ups × games of each."
    )
    return style.finish(figure, folder, "deal_spread", "How far a set-up decides", caption)


def spread_table(found: Sequence[LuckFinding]) -> Table | None:
    """A row an arm and seat."""
    rows = [
        {
            "setting": item.arm.label,
            "seat": seat + 1,
            "mean": spread.mean,
            "sd": spread.sd,
            "low": spread.interval[0],
            "high": spread.interval[1],
            "span_low": spread.span[0],
            "span_high": spread.span[1],
            "noise": spread.noise,
            "setups": spread.deals,
            "replays": item.replays,
        }
        for item in found
        for seat, spread in enumerate(item.spread)
    ]
    if not rows:
        return None
    columns = [
        text("seat", "seat"),
        Column("mean share", lambda r: words.percent(r["mean"], r["noise"] / np.sqrt(r["setups"]))),
        Column("spread (SD)", lambda r: words.points(r["sd"], _half(r)).lstrip("+")),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"]).replace("+", "")),
        Column("5 % to 95 % of set-ups", lambda r: words.percent_interval(r["span_low"], r["span_high"])),
        Column("set-ups", lambda r: words.count(r["setups"])),
        Column("games of each", lambda r: words.count(r["replays"])),
    ]
    return Table(
        "deal_spread",
        "A seat's true win share over set-ups",
        pd.DataFrame(rows),
        columns,
        note="Each set-up was played again and again with other chance and choices; the noise of these replays is "
        "taken off. Interval by bootstrap over set-ups.",
        group="setting",
    )
