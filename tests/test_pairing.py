"""Common random numbers in every game: what a variant does not touch stays as it was, draw for draw."""

import pkgutil
from typing import Any

import numpy as np
import pandas as pd
import pytest

import simkit.games
from simkit.contract import GAMES, Game
from simkit.position import BEGIN, Position
from simkit.results import Run
from simkit.runner import run
from simkit.scenario import resolve
from simkit.stats.paired import paired

OURS = [GAMES[found.name] for found in pkgutil.iter_modules(simkit.games.__path__)]

SCORING: dict[str, dict[str, Any]] = {
    "mare_balticum": {"amber_points": 5},
    "mangrovia": {"pole_first": 30, "pole_second": 0},
    "maori": {"wreath_points": 30, "hut_palm_points": 9, "empty_points": 5},
}
"""Component values that are only read when points are counted. Maldivia has none, its points stand on the ships; in
Kaivai glory decides who chooses a village first."""

SETUPS = 100_000


def middle(game: Game) -> int:
    return game.players[len(game.players) // 2]


def pair(game: Game, policy: str, variant: dict[str, Any], games: int = 200) -> Run:
    study = {
        "title": "A pair",
        "game": game.name,
        "games": games,
        "table": {"players": [middle(game)], "policies": [policy]},
        "variants": [{"name": "other", **variant}],
    }
    return run(resolve(study), workers=1)


def by_arm(found: Run, table: str) -> list[pd.DataFrame]:
    return [found.read(table, arm).reset_index(drop=True) for arm in found.arms]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_a_variant_that_changes_nothing_differs_by_exactly_zero_in_every_deal(game: Game) -> None:
    """With a switch set to its own default; greedy players break ties by lot, which has to fall alike too."""
    switch = game.switches[0]
    found = pair(game, "greedy", {"rules": {switch.name: switch.default}})
    base, other = by_arm(found, "seats")
    for column in ("win_share", "score"):
        a, b = (rows[column].to_numpy().reshape(-1, middle(game)) for rows in (base, other))
        assert a.std() > 0
        compared = paired(b, a)
        assert (a == b).all()
        assert not compared.difference.any()
        assert not compared.se.any()
    for table in ("games", "events"):
        a, b = (rows.drop(columns="arm") for rows in by_arm(found, table))
        pd.testing.assert_frame_equal(a, b)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_a_variant_of_the_scoring_alone_leaves_every_draw_and_every_move(game: Game) -> None:
    """Players at random do not look at points, so all that happens must be the same; what it is worth is not."""
    variant: dict[str, Any] = {"handicap": [7] + [0] * (middle(game) - 1)}
    if game.name in SCORING:
        variant["components"] = SCORING[game.name]
    found = pair(game, "random", variant)
    base, other = by_arm(found, "events")
    assert len(base) > 0
    unscored = [name for name in base.columns if name not in ("arm", "lead")]
    pd.testing.assert_frame_equal(base[unscored], other[unscored])
    same = ["deal", "rounds", "turns", "decisions", "forced", "end_cause"]
    base, other = by_arm(found, "games")
    pd.testing.assert_frame_equal(base[same], other[same])
    base, other = by_arm(found, "seats")
    counters = [name for name in base.columns if name.startswith("counter_")]
    pd.testing.assert_frame_equal(base[["turns", *counters]], other[["turns", *counters]])
    assert (base["score"] != other["score"]).any()


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_set_ups_repeat_no_oftener_than_chance(game: Game) -> None:
    """100,000 deals: the set-ups of two neighbours are alike as often as those of any two, within 4 standard errors.

    Games that shuffle something as large as a deck come to 100,000 different set-ups: of N equally likely ones two
    would be alike with a chance of 5e9 / N.
    """
    board = game.board.build(game.board.LAYOUTS[0], middle(game), {}, {})
    position = Position(game, board, game.rules_record({}), middle(game), seed=20261130)
    job = position._job[0]
    seen = np.zeros(SETUPS, np.int64)
    for deal in range(SETUPS):
        job.first_deal = deal
        position._step(BEGIN)
        position.state.streams[:] = 0
        seen[deal] = hash(position.state.tobytes())
    counts = np.unique(seen, return_counts=True)[1]
    alike = float((counts * (counts - 1.0)).sum() / (SETUPS * (SETUPS - 1.0)))
    neighbours = int((seen[1:] == seen[:-1]).sum())
    assert abs(neighbours - SETUPS * alike) <= 4 * np.sqrt(SETUPS * alike * (1 - alike)) + 1e-9
    assert len(counts) > 1
