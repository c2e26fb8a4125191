"""The plan of a study, fixed before the first game: question, metric, margin, stop rule, arms, and a hash of it all.

What a report shows beyond the plan is exploratory. The manifest keeps the plan of the first game, so that a question or
margin changed afterwards shows.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from simkit.scenario import Scenario
from simkit.scenario_arms import ABLATION, LUCK, REPLAY, SWEEP

METRIC = "each seat's share of wins (a win shared by k seats counts 1/k for each)"
CHANGE = "the change of these shares from base to variant, deal by deal"

NEIGHBOURS = "a policy's share of wins beside each neighbour, against its own over all seatings"

BEYOND = {
    REPLAY: "the shares with the points in force that would have made the base fair",
    SWEEP: "the change of the gap between first and last seat, of length, winning score and lead at each point",
    LUCK: "shares of the variance of a seat's result by seat, player, set-up, later chance and the policies' choices",
    ABLATION: "the share that a seat loses when it may not take a component",
}
"""What arms beyond the table are asked, by their role."""

STYLES = "each style's share of wins and its difference to every other style of the pool, head to head"

SHOWN_ARMS = 12
"""Arms that the command line lists."""


def record(scenario: Scenario) -> dict[str, Any]:
    """All that the plan fixes: the games to be played (by the scenario's hash), the question and the margin."""
    return {"games": scenario.hash, "question": scenario.question, "margin": scenario.margin}


def plan_hash(fixed: Mapping[str, Any]) -> str:
    """SHA-256 of a plan's record: 64 hexadecimal digits."""
    text = json.dumps(dict(fixed), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def metric(scenario: Scenario) -> str:
    """What decides the question."""
    groups = [arm.group for arm in scenario.table_arms]
    paired = len(set(groups)) < len(groups)
    asked = [METRIC]
    asked += [CHANGE] if paired else []
    asked += [NEIGHBOURS] if asks_neighbours(scenario) else []
    asked += [STYLES] if asks_styles(scenario) else []
    roles = {arm.role for arm in scenario.arms}
    asked += [question for role, question in BEYOND.items() if role in roles]
    return "; ".join(asked)


def asks_styles(scenario: Scenario) -> bool:
    """Whether a pool of styles meets."""
    return bool(dict(scenario.file.get("table", {})).get("pool"))


def asks_neighbours(scenario: Scenario) -> bool:
    """Whether different policies sit in all orders, which shows the neighbours' effects; not for a pool's sake."""
    return (
        scenario.rotate == "all"
        and not asks_styles(scenario)
        and any(len(set(arm.policies)) > 1 for arm in scenario.arms)
    )


def balanced(margin: float) -> str:
    """What the margin means."""
    return f"balanced means every seat within ±{100 * margin:g} pp of an equal share"


def stop_rule(scenario: Scenario) -> str:
    """When an arm ends."""
    if scenario.precision is None:
        return f"{scenario.games:,} games in each arm, a number fixed before the first game"
    return (
        f"an arm stops when the 95 % half-width of every seat's share is at most {100 * scenario.precision:g} pp, "
        f"and after {scenario.games:,} games at the latest"
    )


def lines(scenario: Scenario) -> Iterator[str]:
    """The plan for the command line."""
    yield f"Plan       {plan_hash(record(scenario))}"
    if scenario.question:
        yield f"question   {scenario.question}"
    yield f"metric     {metric(scenario)}"
    yield f"margin     {balanced(scenario.margin)}"
    yield f"stop rule  {stop_rule(scenario)}"
    names = [arm.name for arm in scenario.arms]
    rest = f" and {len(names) - SHOWN_ARMS:,} more" if len(names) > SHOWN_ARMS else ""
    yield f"arms       {', '.join(names[:SHOWN_ARMS])}{rest}"


def changes(fixed: Mapping[str, Any] | None, scenario: Scenario) -> list[str]:
    """Sentences on what was changed after the first game. ``fixed``: the record that the manifest kept, if any."""
    if fixed is None:
        return []
    found = []
    if fixed["margin"] != scenario.margin:
        found.append(
            f"The margin was {100 * fixed['margin']:g} pp when the first game was played; "
            f"{100 * scenario.margin:g} pp was put in afterwards."
        )
    if fixed["question"] != scenario.question:
        asked = fixed["question"] or "none was written down"
        found.append(f"The question was worded anew after the first game. Before: {asked}")
    return found
