"""How the deals of each arm are cut into blocks: the unit of work, of storage and of resuming.

The cut depends on the machine's speed and is therefore fixed once, at the start of a run, and kept in its manifest.
What the games yield never depends on it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from simkit.scenario_arms import Arm

STRIDE = 2000
"""Deals between two looks of the precision stop; block lengths divide it or are multiples of it."""

EVENT_DEALS = 20_000
"""Deals of each arm, from the first, whose takings are kept one by one."""

MAX_BLOCKS = 500
"""Blocks of a run beyond which they are made longer, memory permitting: each part costs its readers some 2 ms."""

_SHORT_LENGTHS = [n for n in range(1, STRIDE + 1) if STRIDE % n == 0]


class Block(NamedTuple):
    """Consecutive whole deals of one arm (by its index)."""

    number: int
    arm: int
    first_deal: int
    deals: int

    @property
    def end(self) -> int:
        """The deal after the last one."""
        return self.first_deal + self.deals

    @property
    def keeps_events(self) -> bool:
        """Whether each taking of a component is kept."""
        return self.first_deal < EVENT_DEALS


Cut = tuple[int, int, int, int]
"""So many blocks of one length: (arm, first deal, deals a block, blocks)."""


def length(wanted: float, most: int) -> int:
    """The longest block length of at most ``wanted`` deals and ``most`` deals, 1 at least."""
    limit = min(wanted, most)
    if limit >= STRIDE:
        return int(limit) // STRIDE * STRIDE
    return max(n for n in _SHORT_LENGTHS if n <= max(limit, 1))


def plan(
    arms: Sequence[Arm],
    deals_a_second: Callable[[Arm], float],
    most: Callable[[Arm], int],
    *,
    precision: bool,
    seconds: float = 1.0,
) -> list[Cut]:
    """Cut every arm into blocks of about so many seconds, the first ones shorter so that progress shows early.

    most: the deals of an arm whose rows fit into memory.
    """
    cuts: list[Cut] = []
    while True:
        cuts = []
        for arm in arms:
            limit = min(most(arm), STRIDE) if precision else most(arm)
            usual = length(deals_a_second(arm) * seconds, limit)
            early = (
                length(deals_a_second(arm) * min(0.2, seconds), min(usual, STRIDE))
                if arm.index == 0
                else usual
            )
            cuts += _cut_arm(arm, usual, early)
        if sum(cut[3] for cut in cuts) <= MAX_BLOCKS or seconds > 100:
            return cuts
        seconds *= 2


def _cut_arm(arm: Arm, usual: int, early: int) -> Iterator[Cut]:
    """One arm's blocks; no block crosses the last deal whose events are kept."""
    start = 0
    if early < usual and usual <= arm.deals:
        start = min(usual, STRIDE)
        start -= start % early
        yield arm.index, 0, early, start // early
        if start < usual and usual <= STRIDE:
            yield arm.index, start, usual - start, 1
            start = usual
    for end in (EVENT_DEALS, arm.deals):
        end = min(end, arm.deals)
        whole, rest = divmod(max(0, end - start), usual)
        if whole:
            yield arm.index, start, usual, whole
        if rest:
            yield arm.index, end - rest, rest, 1
        start = max(start, end)


def expand(cuts: Sequence[Cut]) -> list[Block]:
    """The blocks one by one, numbered from 0."""
    blocks: list[Block] = []
    for arm, first_deal, deals, count in cuts:
        blocks += [Block(len(blocks) + i, arm, first_deal + i * deals, deals) for i in range(count)]
    return blocks


def is_whole(cuts: Sequence[Cut], arms: Sequence[Arm]) -> bool:
    """Whether the blocks cover every deal of every arm once."""
    reached = dict.fromkeys(range(len(arms)), 0)
    for arm, first_deal, deals, count in cuts:
        if arm not in reached or reached[arm] != first_deal or deals < 1 or count < 1:
            return False
        reached[arm] += deals * count
    return all(reached[arm.index] == arm.deals for arm in arms)
