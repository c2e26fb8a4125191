"""A pool of styles: the tables at which all of them meet, each style in every seat equally often."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace

from simkit.scenario_arms import POOL, Arm
from simkit.scenario_file import Variant


def tables(pool: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The tables of a pool, a policy a place: every style as often as fits, and every choice of the rest once more.

    With as many seats as styles that is one table; with fewer seats every set of different styles; with more seats
    all styles, and every set of those that sit there once more. So all pairs meet equally often.
    """
    times, rest = divmod(players, len(pool))
    return [(*(list(pool) * times), *more) for more in itertools.combinations(pool, rest)]


def pool_arms(
    pool: Sequence[str],
    numbers: Sequence[int],
    layout: str,
    make: Callable[[int, int, str, Variant], Arm],
    first: int,
) -> list[Arm]:
    """The tables after the first one, which is the base, for these numbers of players on one layout.

    make(index, players, layout, variant): an arm of the scenario. first: the index of the first one.
    """
    arms: list[Arm] = []
    for players in numbers:
        for number, policies in enumerate(tables(pool, players)[1:], start=2):
            variant = Variant.model_validate({"name": f"table {number}", "policies": list(policies)})
            arm = make(first + len(arms), players, layout, variant)
            arms.append(replace(arm, group=arm.name, role=POOL))
    return arms
