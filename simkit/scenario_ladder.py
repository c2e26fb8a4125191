"""The ladder: players of growing strength, each in all seats, and one of each against the next weaker ones.

For every rung an arm of self-play shows what the finding is among players of that strength; an arm with one seat of
the rung, rotated over all seats, against copies of the rung below shows that it is stronger. Self-play meets every
set-up twice, with other chance and other choices after it: what the two games share is the luck of the set-up.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from simkit.scenario_arms import Arm
from simkit.scenario_file import Ladder, Variant
from simkit.scenario_players import Players

REPLAYED = (0, 0, 0, 2)
"""Streams of a rung's self-play: its own deals, two games to a set-up (``rows.give_extras``)."""


def alone(rung: str) -> str:
    """The variant's name of a rung's self-play."""
    return f"ladder: {rung}"


def duel(rung: str, below: str) -> str:
    """The variant's name of one seat of a rung against the rung below."""
    return f"ladder: {rung} against {below}"


def steps(rungs: Sequence[str], players: int) -> list[tuple[str, list[str]]]:
    """The arms of a ladder at one number of players: the variant's name, and a policy a place."""
    found = [(alone(rung), [rung] * players) for rung in rungs]
    for below, rung in itertools.pairwise(rungs):
        found.append((duel(rung, below), [rung, *[below] * (players - 1)]))
    return found


def ladder_arms(
    wanted: Ladder,
    numbers: Sequence[int],
    layout: str,
    known: Players,
    make: Callable[[int, int, str, Variant], Arm],
    first: int,
) -> list[Arm]:
    """The arms of a ladder for these numbers of players on one layout, none paired with another.

    make(index, players, layout, variant): an arm of the scenario. first: the index of the first one. InputError for a
    rung that nobody is, or that stands there twice.
    """
    for rung in wanted.rungs:
        if wanted.rungs.count(rung) > 1:
            known.fail("ladder.rungs", rung, "it stands there twice")
        if rung not in known:
            known.fail("ladder.rungs", rung, known.missing(rung))
    arms: list[Arm] = []
    for players in numbers:
        for name, policies in steps(wanted.rungs, players):
            variant = Variant.model_validate({"name": name, "policies": policies})
            arm = make(first + len(arms), players, layout, variant)
            games, lonely = arm.games, name == alone(policies[0])
            if wanted.lookahead_games and any(known[policy].playouts for policy in policies):
                games = math.ceil(wanted.lookahead_games / (2 if lonely else 1))
            if lonely:
                arm = replace(arm, streams=REPLAYED)
            arms.append(replace(arm, group=arm.name, deals=math.ceil(games / arm.unit) * arm.replays))
    return arms
