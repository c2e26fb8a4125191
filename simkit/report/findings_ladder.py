"""The ladder of players: what each rung shows alone, how it fares against the rung below, and where it all tends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simkit.report import words
from simkit.report.collect import ArmData, Collected
from simkit.report.findings import ArmFinding, arm_finding
from simkit.scenario_ladder import alone, duel
from simkit.stats.intervals import Estimate
from simkit.stats.stability import LadderTrend, ladder_trend

DECISIONS_METRIC, MARGIN_METRIC, SHARED_METRIC = 2, 4, 6
"""Places in stats.arm.GAME_METRICS."""


@dataclass(frozen=True)
class Rung:
    """One rung at one number of players. ``duel``: win share of one seat of it against the rung below."""

    name: str
    below: str
    table: ArmFinding
    duel: Estimate | None
    duel_games: int

    @property
    def metrics(self) -> list[Estimate]:
        """Numbers of a game, as stats.arm.GAME_METRICS."""
        return self.table.data.sums.metrics.estimates()


@dataclass(frozen=True)
class LadderFinding:
    """The ladder at one number of players. ``trends``: of each seat's effect along the rungs."""

    players: int
    rungs: list[Rung]
    trends: list[LadderTrend]

    @property
    def extreme(self) -> int:
        """The seat whose effect is largest in size, averaged over the rungs."""
        sizes = np.mean([[abs(seat.gap.value) for seat in rung.table.seats] for rung in self.rungs], axis=0)
        return int(np.argmax(sizes))


def ladder_findings(collected: Collected, margin: float) -> list[LadderFinding]:
    """One for each number of players; none where the scenario has no ladder or a rung has too few games."""
    rungs: list[str] = (collected.run.scenario.file.get("ladder") or {}).get("rungs", [])
    found = []
    for players in dict.fromkeys(data.players for data in collected.arms) if rungs else ():
        arms = {str(data.arm.variant): data for data in collected.arms if data.players == players}
        steps = [_rung(arms, rungs, i, margin) for i in range(len(rungs))]
        whole = [step for step in steps if step is not None]
        if len(whole) == len(rungs):
            found.append(LadderFinding(players, whole, _trends(whole)))
    return found


def _rung(arms: dict[str, ArmData], rungs: list[str], i: int, margin: float) -> Rung | None:
    table = arm_finding(arms[alone(rungs[i])], margin, False)
    if table is None:
        return None
    if i == 0:
        return Rung(rungs[0], "", table, None, 0)
    met = arms[duel(rungs[i], rungs[i - 1])].sums
    share = met.policy_shares.estimates()[0] if met.shares.n > 1 else None
    return Rung(rungs[i], rungs[i - 1], table, share, met.games)


def _trends(rungs: list[Rung]) -> list[LadderTrend]:
    """The trend of each seat's effect; none where a rung's games are all alike."""
    seats = rungs[0].table.players
    gaps = np.array([[rung.table.seats[s].gap.value for rung in rungs] for s in range(seats)])
    errors = np.array([[rung.table.seats[s].gap.se for rung in rungs] for s in range(seats)])
    if not (errors > 0).all():
        return []
    return [ladder_trend(np.arange(len(rungs)), gaps[s], errors[s]) for s in range(seats)]


WORDS = {
    "stable": "is stable",
    "growing": "grows",
    "shrinking": "shrinks",
    "sign change": "changes sign",
}


def ladder_sentence(found: LadderFinding) -> str:
    """Where the effect of the seat farthest from fair tends as the players get better."""
    seat = found.extreme
    first, last = found.rungs[0], found.rungs[-1]
    ends = [
        f"{words.points(rung.table.seats[seat].gap.value, rung.table.seats[seat].gap.half)} among {rung.name}"
        for rung in (first, last)
    ]
    if not found.trends:
        return f"With {found.players} players, seat {seat + 1}: {ends[0]}, {ends[1]} players."
    word = WORDS[found.trends[seat].word]
    return (
        f"With {found.players} players the effect of seat {seat + 1} {word} along the ladder of players: "
        f"{ends[0]}, {ends[1]} players."
    )
