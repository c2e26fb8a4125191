"""A run folder's parts, streamed column by column into the sums of simkit.stats. The only module that reads results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from simkit.contract import STALLED, Game, Quantity
from simkit.report.collect_takings import adjusted_of
from simkit.scenario_arms import POOL
from simkit.stats.adjusted import AdjustedTable
from simkit.stats.aggregate import Ratios, Tally
from simkit.stats.arm import ArmSums, Part, Shape
from simkit.stats.flow_sums import FLOW_POINTS

STANDING = tuple(f"standing_{10 * (i + 1)}" for i in range(FLOW_POINTS))
GAME_COLUMNS = ("deal", "rotation", "rounds", "turns", "decisions", "end_cause", "winners", "lead_changes")
BASIC_SEAT_COLUMNS = ("place", "win_share", "score", "turns")
ALWAYS_MEASURED = ("score", "rank", "turns", "decisions", "offered")
BASE = "base"


@dataclass
class ArmData:
    """One arm: what it is, the sums over its finished deals, and how all of its games ended."""

    arm: Any
    sums: ArmSums
    detail: str  # "full", "means" or "shares"
    ends: Tally = field(default_factory=Tally)
    forced: int = 0
    all_decisions: int = 0
    bans_lifted: int = 0
    dropped_deals: int = 0
    dropped_won: list[np.ndarray[Any, Any]] = field(default_factory=list)
    dropped_open: list[np.ndarray[Any, Any]] = field(default_factory=list)
    components: pd.DataFrame | None = None
    actions: pd.DataFrame | None = None
    taken_at: Ratios | None = None
    adjusted: AdjustedTable | None = None
    tables: int = 1  # of a pool of styles, of which this is the first

    @property
    def games(self) -> int:
        """All games played, finished or not."""
        return self.ends.n

    @property
    def stalled(self) -> int:
        """Games ended by a cap."""
        return round(self.ends.share(STALLED, STALLED) * self.ends.n) if self.ends.n else 0

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.arm.players)


@dataclass
class Collected:
    """All arms of a run's table, in their order."""

    run: Any
    arms: list[ArmData]

    @property
    def game(self) -> Game:
        """The game's declaration."""
        game: Game = self.run.game
        return game

    @property
    def base(self) -> list[ArmData]:
        """The arms that are no variants: one for each player count and layout."""
        return [data for data in self.arms if data.arm.variant == BASE]

    @property
    def main(self) -> list[ArmData]:
        """The base arms of the first layout: one for each player count."""
        return [data for data in self.base if data.detail == "full"]

    def variants(self, base: ArmData) -> list[ArmData]:
        """The arms paired with a base arm."""
        return [data for data in self.arms if data.arm.group == base.arm.group and data.arm.variant != BASE]

    def layouts(self, players: int) -> list[ArmData]:
        """The base arms with so many players, one a layout."""
        return [data for data in self.base if data.players == players]


def collect(run: Any) -> Collected:
    """Stream a run's parts into sums, group by group of paired arms."""
    table = run.scenario.table_arms
    groups: dict[str, list[Any]] = {}
    for arm in table:
        groups.setdefault(arm.group, []).append(arm)
    boards: dict[int, set[str]] = {}
    for arm in table:
        boards.setdefault(arm.players, set()).add(str(arm.layout))
    detailed: set[int] = set()
    found: dict[int, ArmData] = {}
    for arms in groups.values():
        main = arms[0].players not in detailed
        detailed.add(arms[0].players)
        bad = stalled_deals_of(run, arms)
        for arm in arms:
            detail = "full" if main and arm.variant == BASE else "means" if main else "shares"
            several = len(boards[arm.players]) > 1 and arm.variant == BASE
            found[arm.index] = collect_arm(run, arm, detail, bad, len(arms) > 1, layouts=several)
            found[arm.index].tables += sum(
                other.role == POOL and other.players == arm.players for other in run.arms
            )
    return Collected(run, [found[arm.index] for arm in table])


def stalled_deals_of(run: Any, arms: list[Any]) -> np.ndarray[Any, Any]:
    """A flag for each deal: 1 where some game of it, or of another replay of its set-up, stalled in any of the arms."""
    bad = np.zeros(max((run.deals(arm) for arm in arms), default=0), bool)
    for arm in arms:
        if not run.seat_totals(arm).stalled_deals:
            continue
        for part in run.parts("games", arm, ("deal", "end_cause")):
            first = part["deal"][part["end_cause"] == STALLED] // arm.replays * arm.replays
            for replay in range(arm.replays):
                bad[np.minimum(first + replay, len(bad) - 1)] = True
    return bad


def special_value(quantity: Quantity) -> tuple[int, str] | None:
    """A value that its sentence gives a meaning of its own ("0: never"), with that meaning; else None."""
    found = re.search(r"(-?\d+): ([\w ]+)", quantity.sentence)
    return (int(found[1]), found[2].strip()) if found else None


def shape_of(game: Game, arm: Any, detail: str, paired: bool) -> Shape:
    """Which columns of an arm are summed up, by the depth of detail that the page wants of it."""
    numbers = tuple(f"counter_{q.name}" for q in game.seat_counters if not q.labels)
    spread = tuple(f"counter_{q.name}" for q in game.seat_counters if q.labels or special_value(q))
    parts = tuple(f"part_{q.name}" for q in game.score_parts)
    full = detail == "full"
    order = list(dict.fromkeys(arm.policies))
    return Shape(
        players=arm.players,
        places=len(arm.policies),
        measures=() if detail == "shares" else (*ALWAYS_MEASURED, *parts, *numbers),
        spreads=spread if full else (),
        game_measures=() if detail == "shares" else tuple(f"tally_{q.name}" for q in game.game_counters),
        policy_of_place=[order.index(name) for name in arm.policies],
        keep_deals=paired,
        keys=tuple(f"key_{q.name}" for q in game.tie_keys) if full else (),
        keep_games=full,
        seating=arm.seating if full else (),
    )


def collect_arm(
    run: Any, arm: Any, detail: str, bad: np.ndarray[Any, Any], paired: bool, layouts: bool = False
) -> ArmData:
    """Stream one arm without the deals marked bad. ``layouts``: it will be set beside other layouts."""
    shape = replace(shape_of(run.game, arm, detail, paired), keep_first=layouts)
    data = ArmData(arm, ArmSums(shape), detail)
    for games, seats, standing in _parts(run, arm, shape, detail):
        ended = games["end_cause"] != STALLED
        data.ends.add(games["end_cause"])
        data.forced += int(games["forced"].sum())
        data.all_decisions += int(games["decisions"].sum())
        data.bans_lifted += int(games["bans_lifted"].sum())
        keep = ~bad[games["deal"][:, 0]]
        if keep.all():
            data.sums.add(Part(games, seats, standing))
        else:
            data.dropped_deals += int((~keep).sum())
            data.dropped_won.append((seats["win_share"] * ended[..., None])[~keep].mean(axis=1))
            data.dropped_open.append(1.0 - ended[~keep].mean(axis=1))
            data.sums.add(
                Part(
                    {name: values[keep] for name, values in games.items()},
                    {name: values[keep] for name, values in seats.items()},
                    None if standing is None else standing[keep],
                )
            )
    if detail == "full":
        data.components = run.component_totals(arm)
        data.actions = run.action_totals(arm)
        data.taken_at = _taken_at(run, arm)
        data.adjusted = adjusted_of(run, arm, bad)
    return data


def _parts(
    run: Any, arm: Any, shape: Shape, detail: str
) -> Iterator[tuple[dict[str, Any], dict[str, Any], np.ndarray[Any, Any] | None]]:
    """The arm's parts as arrays (deals, rotations[, players]), the columns of its shape only.

    Deals that replay one set-up count as rotations of one deal: their luck is not independent.
    """
    game_columns = (*GAME_COLUMNS, "forced", "bans_lifted", "tie_break", *shape.game_measures)
    seat_columns = list(dict.fromkeys((*BASIC_SEAT_COLUMNS, *shape.measures, *shape.spreads, *shape.keys)))
    if detail == "full":
        seat_columns += STANDING
    pairs = zip(run.parts("games", arm, game_columns), run.parts("seats", arm, seat_columns), strict=True)
    for games, seats in _joined(pairs, arm.unit):
        games = {name: values.reshape(-1, arm.unit) for name, values in games.items()}
        seats = {name: values.reshape(-1, arm.unit, arm.players) for name, values in seats.items()}
        yield games, seats, _standing(seats) if detail == "full" else None


Columns = dict[str, np.ndarray[Any, Any]]

AT_ONCE = 20_000
"""Games summed up at once: parts are joined up to so many, since every sum has a cost of its own."""


def _joined(pairs: Iterable[tuple[Columns, Columns]], unit: int) -> Iterator[tuple[Columns, Columns]]:
    """Successive parts joined until there are AT_ONCE games, cut at whole units; an unfinished last one is left out."""
    waiting: list[tuple[Columns, Columns]] = []
    games = 0
    for pair in pairs:
        waiting.append(pair)
        games += len(pair[0]["deal"])
        if games >= AT_ONCE:
            whole, rest = _cut(_concatenated(waiting), games - games % unit)
            waiting, games = [rest], games % unit
            yield whole
    if games >= unit:
        yield _cut(_concatenated(waiting), games - games % unit)[0]


def _cut(pair: tuple[Columns, Columns], at: int) -> tuple[tuple[Columns, Columns], tuple[Columns, Columns]]:
    """The first ``at`` games with their seats, and the rest."""
    games, seats = pair
    rows = at * (len(seats["win_share"]) // max(len(games["deal"]), 1))
    first = {name: column[:at] for name, column in games.items()}, {k: v[:rows] for k, v in seats.items()}
    return first, (
        {name: column[at:] for name, column in games.items()},
        {k: v[rows:] for k, v in seats.items()},
    )


def _concatenated(parts: list[tuple[Columns, Columns]]) -> tuple[Columns, Columns]:
    if len(parts) == 1:
        return parts[0]
    games, seats = (
        {name: np.concatenate([part[table][name] for part in parts]) for name in parts[0][table]}
        for table in (0, 1)
    )
    return games, seats


def _standing(seats: dict[str, Any]) -> np.ndarray[Any, Any]:
    """The standings (deals, rotations, players, FLOW_POINTS), times and players outermost in memory."""
    columns = [np.moveaxis(seats.pop(name), -1, 0) for name in STANDING]
    return np.stack(columns).transpose(2, 3, 1, 0)


def _taken_at(run: Any, arm: Any) -> Ratios | None:
    """When and with which lead each component was taken: means over the events kept, by deal."""
    kinds = len(run.game.components)
    if not kinds:
        return None
    sums = Ratios(2 * kinds)
    for part in run.parts("events", arm, ("deal", "component", "progress", "lead")):
        deals, place = np.unique(part["deal"], return_inverse=True)
        cell = place * kinds + part["component"]
        size = len(deals) * kinds
        weights = np.bincount(cell, minlength=size).reshape(-1, kinds)
        totals = [
            np.bincount(cell, part[name].astype(np.float64), minlength=size).reshape(-1, kinds)
            for name in ("progress", "lead")
        ]
        sums.add(np.hstack(totals), np.hstack([weights, weights]))
    return sums
