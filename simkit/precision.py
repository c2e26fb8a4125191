"""The precision stop: looks at the finished prefix of an arm's deals only, so that threads cannot change it."""

import math
from typing import Any, NamedTuple

import numpy as np

from simkit.blocks import STRIDE, Block
from simkit.parts import SHARE_UNIT
from simkit.scenario_arms import Arm

LEAST_SHOWN = 500
"""Deals from which the live band is shown: it is valid for large numbers."""


class LiveBand(NamedTuple):
    """The seat farthest from its fair share so far, and a band for its share that holds at every look at once."""

    seat: int
    share: float
    low: float
    high: float
    deals: int


class Prefix:
    """Exact sums over the finished deals 0, 1, 2 ... of an arm, and the deal at which it may stop."""

    def __init__(self, precision: float | None, arm: Arm) -> None:
        self.precision = precision if arm.stops_early else None
        self.arm = arm
        self.unit = SHARE_UNIT * arm.rotations
        self.reached = 0
        self.stop: int | None = None
        self.deals = 0
        self.stalled_deals = 0
        self.sums = [0] * arm.players
        self.squares = [0] * arm.players
        self._waiting: dict[int, tuple[Block, dict[str, Any]]] = {}

    def add(self, block: Block, shares: dict[str, Any]) -> None:
        """Note a finished block, in any order."""
        self._waiting[block.first_deal] = (block, shares)
        while self.stop is None and self.reached in self._waiting:
            block, shares = self._waiting.pop(self.reached)
            self.reached = block.end
            self.deals += shares["deals"]
            self.stalled_deals += shares["stalled_deals"]
            for seat in range(self.arm.players):
                self.sums[seat] += shares["sums"][seat]
                self.squares[seat] += shares["squares"][seat]
            if self.reached == self.arm.deals or (self.reached % STRIDE == 0 and self.precise()):
                self.stop = self.reached

    def _mean_and_variance(self) -> tuple[Any, Any]:
        """Of one deal's shares, by seat; at least two deals are there."""
        sums, squares = np.array(self.sums, object), np.array(self.squares, object)
        spread = squares * self.deals - sums * sums  # whole numbers of any size: no rounding up to here
        variance = spread.astype(np.float64) / (self.deals * (self.deals - 1)) / self.unit**2
        return sums.astype(np.float64) / self.deals / self.unit, variance

    def half_width(self) -> float:
        """Half the width of the widest seat's 95 % interval, as the report computes it."""
        from simkit.stats.moments import Moments
        from simkit.stats.stopping import half_width

        if self.deals < 2:
            return math.inf
        mean, variance = self._mean_and_variance()
        return half_width(Moments(self.deals, mean, np.diag(variance)))

    def live(self) -> LiveBand | None:
        """For whoever watches: 95 % over all seats and looks together. None while there are few deals."""
        from simkit.stats.sequence import sequence_half_width

        if self.deals < LEAST_SHOWN:
            return None
        mean, variance = self._mean_and_variance()
        seat = int(np.argmax(np.abs(mean - 1 / self.arm.players)))
        alpha = 0.05 / self.arm.players
        half = float(sequence_half_width(self.deals, np.sqrt(variance[seat]), self.arm.deals, alpha))
        share = float(mean[seat])
        return LiveBand(seat, share, max(0.0, share - half), min(1.0, share + half), self.deals)

    def precise(self) -> bool:
        return self.precision is not None and self.half_width() <= self.precision

    @property
    def spared(self) -> int:
        """Games that the stop makes needless."""
        return (self.arm.deals - self.stop) * self.arm.rotations if self.stop is not None else 0

    def summary(self) -> dict[str, Any]:
        """How the arm ended, for the manifest."""
        width = self.half_width() if self.precision is not None else math.inf
        return {
            "deals": self.reached,
            "games": self.reached * self.arm.rotations,
            "reason": "games" if self.reached == self.arm.deals else "precision",
            "precision_reached": width <= self.precision if self.precision is not None else None,
            "half_width": width if math.isfinite(width) else None,
            "stalled_deals": self.stalled_deals,
            "share_unit": self.unit,
            "share_deals": self.deals,
            "share_sums": self.sums,
            "share_squares": self.squares,
        }
