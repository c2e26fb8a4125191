"""The ladder of players: what each rung shows alone, how it fares against the rung below, and where it all tends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.contract import STALLED
from simkit.report import words
from simkit.report.collect import ArmData, Collected
from simkit.report.findings import ArmFinding, arm_finding
from simkit.scenario_ladder import alone, duel
from simkit.stats.intervals import Estimate, share_estimate
from simkit.stats.luck import setup_share
from simkit.stats.stability import LadderTrend, ladder_trend

ROUNDS_METRIC, DECISIONS_METRIC, MARGIN_METRIC, SHARED_METRIC = 0, 2, 4, 6
"""Places in stats.arm.GAME_METRICS."""


@dataclass(frozen=True)
class Rung:
    """One rung at one number of players. ``duel``: win share of one seat of it against the rung below.

    setup: share of the variance of who wins that the set-up explains, in self-play; None where that is not known.
    """

    name: str
    below: str
    table: ArmFinding
    setup: Estimate | None
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
        steps = [_rung(collected.run, arms, rungs, i, margin) for i in range(len(rungs))]
        whole = [step for step in steps if step is not None]
        if len(whole) == len(rungs):
            found.append(LadderFinding(players, whole, _trends(whole, margin)))
    return found


def _rung(run: Any, arms: dict[str, ArmData], rungs: list[str], i: int, margin: float) -> Rung | None:
    table = arm_finding(arms[alone(rungs[i])], margin, False)
    if table is None:
        return None
    setup = _setup(run, table.data.arm)
    if i == 0:
        return Rung(rungs[0], "", table, setup, None, 0)
    met = arms[duel(rungs[i], rungs[i - 1])].sums
    share = share_estimate(met.policy_shares.moments) if met.shares.n > 1 else None
    return Rung(rungs[i], rungs[i - 1], table, setup, share, met.games)


def _setup(run: Any, arm: Any) -> Estimate | None:
    """The luck of the set-up; None where no set-up was played twice, too few were, or all games ended alike."""
    ends = [part["end_cause"] for part in run.parts("games", arm, ("end_cause",))]
    won = [part["win_share"] for part in run.parts("seats", arm, ("win_share",))]
    if not ends or arm.replays < 2:
        return None
    setups = sum(map(len, ends)) // arm.unit
    finished = (np.concatenate(ends)[: setups * arm.unit].reshape(setups, arm.unit) != STALLED).all(axis=1)
    shares = np.concatenate(won)[: setups * arm.unit * arm.players].reshape(setups, arm.unit, arm.players)
    try:
        return setup_share(shares[finished])
    except ValueError:
        return None


def _trends(rungs: list[Rung], margin: float) -> list[LadderTrend]:
    """The trend of each seat's effect; none where a rung's games are all alike."""
    seats = rungs[0].table.players
    gaps = np.array([[rung.table.seats[s].gap.value for rung in rungs] for s in range(seats)])
    errors = np.array([[rung.table.seats[s].gap.se for rung in rungs] for s in range(seats)])
    if not (errors > 0).all():
        return []
    return [ladder_trend(np.arange(len(rungs)), gaps[s], errors[s], margin) for s in range(seats)]


PHRASES = {
    "stable": "is stable along the ladder of players",
    "growing": "grows as the players get better",
    "shrinking": "shrinks as the players get better",
    "sign change": "changes sign along the ladder of players",
    "uneven": "differs between the rungs of the ladder of players, but neither grows nor shrinks",
    "undecided": "may or may not depend on how well the players play (undecided: too few games)",
}


def ladder_sentence(found: LadderFinding) -> str:
    """Where the effect of the seat farthest from fair tends as the players get better."""
    seat = found.extreme
    ends = [
        f"{words.points(rung.table.seats[seat].gap.value, rung.table.seats[seat].gap.half)} among {rung.name}"
        for rung in (found.rungs[0], found.rungs[-1])
    ]
    if not found.trends:
        return f"With {found.players} players, seat {seat + 1}: {ends[0]}, {ends[1]} players."
    trend = found.trends[seat]
    change = f"{words.points(trend.change.value, trend.change.half)}, 95 % interval " + words.points_interval(
        trend.change.low, trend.change.high
    )
    return (
        f"With {found.players} players the effect of seat {seat + 1} {PHRASES[trend.word]}: {ends[0]}, {ends[1]} "
        f"players; change from the first rung to the last {change}.{_turns(found, seat)}"
    )


def _turns(found: LadderFinding, told: int) -> str:
    """The other seats whose effect changes sign."""
    seats = [f"{s + 1}" for s, trend in enumerate(found.trends) if trend.word == "sign change" and s != told]
    if not seats:
        return ""
    if len(seats) == 1:
        return f" That of seat {seats[0]} changes sign."
    return f" Those of seats {words.listed(seats)} change sign."
