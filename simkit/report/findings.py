"""What the sums say: verdicts, intervals and comparisons, each computed by simkit.stats and given a name here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.report.collect import ArmData, Collected
from simkit.stats.arm import first_deals_in_common
from simkit.stats.intervals import Estimate
from simkit.stats.layouts import LayoutResult, layout_result, shared_covariance
from simkit.stats.paired import PairedResult, compare_prefixes, paired
from simkit.stats.seats import SeatResult, seat_result_from
from simkit.stats.verdict import SeatVerdict, TableVerdict, stalled_deals, verdict


@dataclass(frozen=True)
class SeatFinding:
    """One seat of one arm."""

    seat: int
    share: Estimate
    simultaneous: tuple[float, float]
    gap: Estimate
    judged: SeatVerdict

    @property
    def verdict(self) -> str:
        """The word: advantage, disadvantage, balanced, undecided or undecided: stalled games."""
        return self.judged.kind

    @property
    def picked(self) -> Estimate:
        """The gap with the interval for all seats at once: for a seat named because it is farthest from fair."""
        low, high = (end - (self.share.value - self.gap.value) for end in self.simultaneous)
        return Estimate(self.gap.value, self.gap.se, low, high, self.gap.n)


@dataclass(frozen=True)
class ArmFinding:
    """The seats of one arm and the verdict on its table."""

    label: str
    data: ArmData
    result: SeatResult
    judged: TableVerdict
    seats: tuple[SeatFinding, ...]

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.data.players

    @property
    def games(self) -> int:
        """Games behind the shares."""
        return self.data.sums.games

    @property
    def verdict(self) -> str:
        """The word for the table."""
        return self.judged.kind

    @property
    def extreme(self) -> SeatFinding:
        """The seat farthest from its fair share."""
        return max(self.seats, key=lambda s: abs(s.gap.value))


@dataclass(frozen=True)
class PolicyFinding:
    """Win shares by policy in an arm where different policies met. focal: the one (of the first) with fewest places."""

    label: str
    variant: str
    players: int
    games: int
    names: list[str]
    shares: list[Estimate]
    by_seat: list[list[Estimate]]
    focal: int


def label_of(data: ArmData, layouts: bool) -> str:
    """How the page calls an arm: players, then table of a pool and layout where there are several, then variant."""
    words = [f"{data.players} players"]
    if data.tables > 1:
        words.append(f"table 1 of {data.tables}")
    if layouts:
        words.append(f"layout {data.arm.layout}".replace("layout random:", "random layout "))
    if data.arm.variant != "base":
        words.append(str(data.arm.variant))
    return ", ".join(words)


def arm_finding(data: ArmData, margin: float, layouts: bool) -> ArmFinding | None:
    """Seat shares with intervals and verdicts; None where fewer than two deals were finished."""
    if data.sums.shares.n < 2:
        return None
    result = seat_result_from(data.sums.shares.moments)
    # deals that are left out for a paired variant's sake alone are known, and must not turn the verdict either
    left_out = None
    if data.dropped_won:
        left_out = stalled_deals(np.concatenate(data.dropped_won), np.concatenate(data.dropped_open))
    judged = verdict(result, margin, data.arm.unit, left_out)
    seats = []
    for s in range(result.seats):
        low, high = (float(x) for x in result.interval[s])
        value, se, n = float(result.share[s]), float(result.se[s]), result.deals
        share = Estimate(value, se, low, high, n)
        gap = Estimate(value - result.fair, se, low - result.fair, high - result.fair, n)
        wide = (float(result.simultaneous[s][0]), float(result.simultaneous[s][1]))
        seats.append(SeatFinding(s, share, wide, gap, judged.seats[s]))
    return ArmFinding(label_of(data, layouts), data, result, judged, tuple(seats))


def policy_finding(data: ArmData, layouts: bool) -> PolicyFinding | None:
    """Win shares by policy; None where all seats are played alike or nothing was finished."""
    sums = data.sums
    if sums.policies < 2 or sums.shares.n < 2:
        return None
    names = list(dict.fromkeys(data.arm.policies))
    by_seat = sums.seat_policy.rates()
    k, p = data.players, sums.policies
    # seat_policy holds (policy, seat), policies outermost
    table = [[by_seat[policy * k + seat] for policy in range(p)] for seat in range(k)]
    return PolicyFinding(
        label=label_of(data, layouts),
        variant=str(data.arm.variant),
        players=k,
        games=sums.games,
        names=names,
        shares=sums.policy_shares.rates(),
        by_seat=table,
        focal=min(range(p), key=lambda i: data.arm.policies.count(names[i])),
    )


def several_layouts(collected: Collected) -> bool:
    """Whether some player count was played on more than one layout."""
    return len({data.arm.layout for data in collected.base}) > 1


def arm_findings(collected: Collected, arms: Sequence[ArmData], margin: float) -> list[ArmFinding]:
    """The findings of some arms, those without finished deals left out."""
    layouts = several_layouts(collected)
    return [found for data in arms if (found := arm_finding(data, margin, layouts)) is not None]


@dataclass(frozen=True)
class VariantFinding:
    """A variant against its base on the same deals."""

    label: str
    name: str
    pairs: int
    seats: list[Estimate]
    metrics: list[Estimate]
    result: PairedResult
    metric_result: PairedResult


@dataclass(frozen=True)
class LayoutFinding:
    """The seats of one player count over its layouts. ``sample``: how many of them were drawn at random.

    result: of the random layouts. shares: of every layout, as found, (layouts, seats). verdicts: of every layout by
    itself.
    """

    players: int
    names: list[str]
    games_each: int
    sample: int
    result: LayoutResult
    means: list[Estimate]
    shares: list[list[float]]
    verdicts: list[str]


def _shared_error(arms: Sequence[ArmFinding]) -> Any:
    """The error that layouts share since they play the same deals; None where it cannot be seen."""
    first = first_deals_in_common([arm.data.sums for arm in arms])
    if not first or len(first[0]) < 2:
        return None
    return shared_covariance(first) / min(arm.result.deals for arm in arms)


LEAST_LAYOUTS = 3
"""Random layouts from which anything is said of layouts in general."""


def layout_findings(base: Sequence[ArmFinding], margin: float) -> list[LayoutFinding]:
    """One for each player count that was played on at least three random layouts: those made by hand are no sample."""
    found = []
    for players in dict.fromkeys(arm.players for arm in base):
        arms = [arm for arm in base if arm.players == players]
        sample = [arm for arm in arms if str(arm.data.arm.layout).startswith("random")]
        if len(sample) < LEAST_LAYOUTS:
            continue
        result = layout_result([arm.result for arm in sample], margin, shared=_shared_error(sample))
        overall = result.overall
        means = [
            Estimate(float(p), float(se), float(low), float(high), len(sample))
            for p, se, (low, high) in zip(overall.share, overall.se, overall.interval, strict=True)
        ]
        found.append(
            LayoutFinding(
                players=players,
                names=[str(arm.data.arm.layout) for arm in arms],
                games_each=min(arm.games for arm in arms),
                sample=len(sample),
                result=result,
                means=means,
                shares=[[float(x) for x in arm.result.share] for arm in arms],
                verdicts=[_signature(arm) for arm in arms],
            )
        )
    return found


def _signature(arm: ArmFinding) -> str:
    """The verdict with the seats it names: advantage (seat 1), or balanced."""
    marked = [s for s in arm.seats if s.verdict in ("advantage", "disadvantage")]
    if not marked:
        return arm.verdict
    return "; ".join(f"{s.verdict}: seat {s.seat + 1}" for s in marked)


def pair_estimates(result: PairedResult) -> list[Estimate]:
    """The differences, one an element, with their intervals."""
    return [
        Estimate(float(d), float(se), float(low), float(high), result.deals)
        for d, se, (low, high) in zip(result.difference, result.se, result.interval, strict=True)
    ]


def variant_findings(collected: Collected) -> list[VariantFinding]:
    """Each variant of each base arm, over the deals that both have finished.

    The intervals for all at once hold for all seats, variants and settings of the study together.
    """
    layouts = several_layouts(collected)
    groups = [(base, _compared(base, collected.variants(base))) for base in collected.base]
    groups = [(base, variants) for base, variants in groups if variants]
    found = []
    for base, variants in groups:
        rows = {name: data.sums.paired_shares for name, data in variants.items()}
        for name, shares in compare_prefixes(base.sums.paired_shares, rows, families=len(groups)).items():
            pairs, own = shares.deals, variants[name].sums.paired_metrics
            metrics = paired(own[:pairs], base.sums.paired_metrics[:pairs])
            both = pair_estimates(shares), pair_estimates(metrics)
            found.append(VariantFinding(label_of(base, layouts), name, pairs, *both, shares, metrics))
    return found


def _compared(base: ArmData, variants: Sequence[ArmData]) -> dict[str, ArmData]:
    """The variants by name that share at least two finished deals with their base."""
    enough = [data for data in variants if min(base.sums.shares.n, data.sums.shares.n) >= 2]
    return {str(data.arm.variant): data for data in enough}
