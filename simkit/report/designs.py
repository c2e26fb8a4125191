"""Arms beyond the table, read deal by deal: small arrays for paired comparisons with their base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit.contract import STALLED

Floats = NDArray[np.float64]

OUTCOMES = ("first seat − last seat", "rounds", "winning score", "lead of the winner")
"""What a sweep looks at besides the shares; the first is a difference of win shares."""


@dataclass(frozen=True)
class DealRows:
    """One row a deal, averages over its rotations, in the order of the deals; arrays float64 unless said otherwise.

    stalled: bool (deals,). seat_share, seat_score: (deals, seats). place_share, place_score: (deals, places).
    outcomes: (deals, OUTCOMES). lifted: bans lifted in a game, (deals,).
    """

    stalled: NDArray[np.bool_]
    seat_share: Floats
    seat_score: Floats
    place_share: Floats
    place_score: Floats
    outcomes: Floats
    lifted: Floats

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self.stalled)


def deal_rows(run: Any, arm: Any, most: int | None = None) -> DealRows:
    """Read an arm's first deals (all of them for None)."""
    pieces: list[tuple[Any, ...]] = []
    reached = 0
    pairs = zip(
        run.parts("games", arm, ("end_cause", "rounds", "bans_lifted")),
        run.parts("seats", arm, ("win_share", "score")),
        strict=True,
    )
    for games, seats in pairs:
        pieces.append(_rows(arm, games, seats))
        reached += len(pieces[-1][0])
        if most is not None and reached >= most:
            break
    if not pieces:
        nothing, seats_wide = np.zeros(0), np.zeros((0, arm.players))
        empty = np.zeros((0, len(OUTCOMES)))
        return DealRows(nothing > 0, seats_wide, seats_wide, seats_wide, seats_wide, empty, nothing)
    return DealRows(*(np.concatenate(columns)[:most] for columns in zip(*pieces, strict=True)))


def _rows(arm: Any, games: dict[str, Any], seats: dict[str, Any]) -> tuple[Any, ...]:
    shape = (-1, arm.rotations, arm.players)
    share = seats["win_share"].reshape(shape).astype(np.float64)
    score = seats["score"].reshape(shape).astype(np.float64)
    stalled = (games["end_cause"] == STALLED).reshape(-1, arm.rotations).any(axis=1)
    rounds = games["rounds"].reshape(-1, arm.rotations).mean(axis=1)
    lifted = games["bans_lifted"].reshape(-1, arm.rotations).mean(axis=1)
    ordered = np.sort(score, axis=-1)
    best = ordered[..., -1].mean(axis=1)
    lead = (ordered[..., -1] - ordered[..., -2]).mean(axis=1)
    seat_share = share.mean(axis=1)
    outcomes = np.stack([seat_share[:, 0] - seat_share[:, -1], rounds, best, lead], axis=1)
    return (
        stalled,
        seat_share,
        score.mean(axis=1),
        _by_place(arm, share),
        _by_place(arm, score),
        outcomes,
        lifted,
    )


def _by_place(arm: Any, values: Floats) -> Floats:
    """Values (deals, rotations, seats) as means over the rotations of each place, (deals, places)."""
    order = np.argsort(np.asarray(arm.seating), axis=1)  # [rotation][place] -> seat
    rotations = np.arange(arm.rotations)[:, None]
    found: Floats = values[:, rotations, order].mean(axis=1)
    return found


def finished(rows: Sequence[DealRows]) -> NDArray[np.int64]:
    """The deals that all of these arms have and in which none of them stalled."""
    common = min(part.deals for part in rows)
    bad = np.any([part.stalled[:common] for part in rows], axis=0)
    return np.flatnonzero(~bad)


def arms_of(run: Any, base: Any, role: str) -> list[Any]:
    """The arms of a role that belong to a base arm."""
    return [arm for arm in run.arms if arm.role == role and arm.group == base.group]
