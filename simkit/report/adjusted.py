"""The association of taking a component with winning, adjusted for how the seats stood before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simkit.contract import STALLED
from simkit.report.collect import STANDING
from simkit.stats.components import THIN, AdjustedImprovement, adjusted_improvement

Floats = NDArray[np.float64]

SAMPLE_GAMES = 10_000
"""First games of an arm that the model is fitted to."""


@dataclass(frozen=True)
class _Games:
    """The first games: shares (games, seats), policy number of each seat, lead at each tenth, deal of each game."""

    share: Floats
    policy: NDArray[np.int64]
    lead: Floats  # (games, seats, tenths)
    deal: NDArray[np.int64]
    row: dict[tuple[int, int], int]


def adjusted(run: Any, arm: Any, components: list[int]) -> dict[int, AdjustedImprovement]:
    """Conditional logit of each component, by its number; those too thin or not separable are left out.

    Terms: taken or not, the seat, the policy where they differ, and the lead over the best other seat at the last tenth
    of the game before the component's median taking (none where that comes before the first tenth).
    """
    games = _first_games(run, arm)
    if games is None:
        return {}
    taken, when = _takings(run, arm, games, components)
    found = {}
    for number in components:
        use = taken.get(number)
        if use is None or min(use.sum(), use.size - use.sum()) < THIN:
            continue
        terms = [np.eye(games.policy.max() + 1)[games.policy][:, :, 1:]]
        tenth = min(int(10 * when[number]) - 1, len(STANDING) - 1)
        if tenth >= 0:
            terms.append(games.lead[:, :, tenth : tenth + 1])
        covariates = np.concatenate(terms, axis=2)
        try:
            found[number] = adjusted_improvement(
                games.share, use, covariates if covariates.shape[2] else None, games.deal
            )
        except ValueError:  # taking it separates winners from losers, or never varies within a game
            continue
    return found


def _first_games(run: Any, arm: Any) -> _Games | None:
    share, place, standing, deal, rotation = [], [], [], [], []
    size = 0
    pairs = zip(
        run.parts("games", arm, ("deal", "rotation", "end_cause")),
        run.parts("seats", arm, ("win_share", "place", *STANDING)),
        strict=True,
    )
    for games, seats in pairs:
        ended = games["end_cause"] != STALLED
        share.append(seats["win_share"].reshape(-1, arm.players)[ended])
        place.append(seats["place"].reshape(-1, arm.players)[ended])
        columns = [seats[name].reshape(-1, arm.players)[ended] for name in STANDING]
        standing.append(np.stack(columns, axis=-1).astype(np.float64))
        deal.append(games["deal"][ended].astype(np.int64))
        rotation.append(games["rotation"][ended].astype(np.int64))
        size += len(deal[-1])
        if size >= SAMPLE_GAMES:
            break
    if size < 2:
        return None
    now = np.concatenate(standing)[:SAMPLE_GAMES]
    names = list(dict.fromkeys(arm.policies))
    numbers = np.array([names.index(name) for name in arm.policies])
    deals, rotations = np.concatenate(deal)[:SAMPLE_GAMES], np.concatenate(rotation)[:SAMPLE_GAMES]
    rows = {(int(d), int(r)): i for i, (d, r) in enumerate(zip(deals, rotations, strict=True))}
    won = np.concatenate(share)[:SAMPLE_GAMES].astype(np.float64)
    return _Games(won, numbers[np.concatenate(place)[:SAMPLE_GAMES]], _leads(now), deals, rows)


def _leads(standing: Floats) -> Floats:
    """Points ahead of the best other seat, from standings (games, seats, tenths)."""
    ordered = np.sort(standing, axis=1)
    best, second = ordered[:, -1:, :], ordered[:, -2:-1, :]
    lead: Floats = standing - np.where(standing == best, second, best)
    return lead


def _takings(
    run: Any, arm: Any, games: _Games, components: list[int]
) -> tuple[dict[int, Floats], dict[int, float]]:
    """Who took each component at least once, (games, seats) of 0 and 1, and its median progress."""
    wanted = set(components)
    taken: dict[int, Floats] = {}
    progress: dict[int, list[Floats]] = {}
    last = int(games.deal[-1])
    for part in run.parts("events", arm, ("deal", "rotation", "seat", "component", "progress")):
        keep = part["deal"] <= last
        for number in np.unique(part["component"][keep]):
            if int(number) not in wanted:
                continue
            mine = np.flatnonzero(keep & (part["component"] == number))
            table = taken.setdefault(int(number), np.zeros(games.share.shape))
            where = [
                games.row.get((int(d), int(r)), -1)
                for d, r in zip(part["deal"][mine], part["rotation"][mine], strict=True)
            ]
            row = np.array(where)
            table[row[row >= 0], part["seat"][mine][row >= 0]] = 1.0
            progress.setdefault(int(number), []).append(part["progress"][mine])
        if part["deal"].size and part["deal"].max() >= last:
            break
    return taken, {number: float(np.median(np.concatenate(found))) for number, found in progress.items()}
