"""The recorded takings of components with what the seat won in the end, from a run's events and seats tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.stats.adjusted import AdjustedTable, Takings, adjusted_at_takings

MOST_TAKINGS = 100_000
"""Takings of an arm, from its first deals, that are compared."""

EVENT_COLUMNS = (
    "deal",
    "rotation",
    "seat",
    "place",
    "component",
    "progress",
    "lead",
    "on_offer_0",
    "on_offer_1",
)


def adjusted_of(run: Any, arm: Any, bad: np.ndarray[Any, Any]) -> AdjustedTable | None:
    """The adjusted differences of an arm's components; None where no taking was recorded. bad: flag of each deal."""
    pieces: list[Takings] = []
    count = 0
    # events are recorded for the first deals, so their parts are the first ones
    for events, seats in zip(
        run.parts("events", arm, EVENT_COLUMNS), run.parts("seats", arm, ("deal", "win_share")), strict=False
    ):
        piece = _takings(arm, events, seats, bad)
        pieces.append(piece)
        count += piece.won.size
        if count >= MOST_TAKINGS:
            break
    if not count:
        return None
    names = tuple(vars(pieces[0]))
    joined = {name: np.concatenate([getattr(p, name) for p in pieces])[:MOST_TAKINGS] for name in names}
    return adjusted_at_takings(Takings(**joined), len(run.game.components))


def _takings(arm: Any, events: dict[str, Any], seats: dict[str, Any], bad: np.ndarray[Any, Any]) -> Takings:
    """The takings of one block, deals marked bad left out."""
    keep = ~bad[events["deal"]]
    row = {name: np.asarray(values)[keep] for name, values in events.items()}
    deal = row["deal"].astype(np.int64)
    game = (deal - int(seats["deal"][0])) * arm.rotations + row["rotation"]
    order = list(dict.fromkeys(arm.policies))
    policy = np.array([order.index(name) for name in arm.policies])[row["place"].astype(np.int64)]
    return Takings(
        won=np.asarray(seats["win_share"])[game * arm.players + row["seat"]],
        stratum=row["seat"].astype(np.int64) * len(order) + policy,
        progress=row["progress"].astype(np.float64),
        lead=row["lead"].astype(np.float64),
        component=row["component"].astype(np.int64),
        on_offer=np.stack([row["on_offer_0"], row["on_offer_1"]], axis=1),
        deal=deal,
    )
