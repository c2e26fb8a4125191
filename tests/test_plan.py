"""The plan: fixed before the first game, named by a hash, and what is changed afterwards shows; the live band."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simkit import plan
from simkit.blocks import Block
from simkit.manifest import read_manifest
from simkit.precision import LEAST_SHOWN, Prefix
from simkit.report.build import make_report
from simkit.runner import Progress, run
from simkit.scenario import Scenario, resolve
from simkit.stats.sequence import confidence_sequence
from tests import toy  # noqa: F401  (registers the game)

STUDY: dict[str, Any] = {
    "title": "Toy race",
    "question": "Does moving first help?",
    "game": "toy",
    "games": 600,
    "seed": 3,
    "margin": 0.02,
    "table": {"players": [2], "policies": ["bridges"]},
}


def study(**changes: Any) -> Scenario:
    return resolve({**STUDY, **changes})


@pytest.mark.parametrize(
    "changes", [{"question": "Another?"}, {"margin": 0.01}, {"games": 800}, {"seed": 4}, {"precision": 0.01}]
)
def test_every_part_of_the_plan_is_in_its_hash(changes: dict[str, Any]) -> None:
    before, after = plan.record(study()), plan.record(study(**changes))
    assert plan.plan_hash(before) == plan.plan_hash(plan.record(study()))
    assert plan.plan_hash(before) != plan.plan_hash(after)


def test_the_title_is_no_part_of_the_plan() -> None:
    assert plan.plan_hash(plan.record(study(title="x"))) == plan.plan_hash(plan.record(study()))


def test_the_plan_names_question_metric_margin_stop_rule_and_arms() -> None:
    text = "\n".join(plan.lines(study(precision=0.005)))
    for part in ("Does moving first help?", "share of wins", "±2 pp", "at most 0.5 pp", "600", "p2-A-base"):
        assert part in text, part
    assert "base to variant" not in text
    paired = study(variants=[{"name": "to the line", "rules": {"equal_turns": False}}])
    assert "base to variant" in "\n".join(plan.lines(paired))


def test_a_margin_changed_after_the_first_game_shows_in_the_report(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(study(), folder, workers=1)
    fixed = read_manifest(folder).data["plan"]
    run(study(margin=0.05, question="Does it?"), folder, workers=1)
    assert read_manifest(folder).data["plan"] == fixed == plan.record(study())
    page = make_report(folder).page.read_text()
    assert plan.plan_hash(fixed) in page
    assert "The margin was 2 pp when the first game was played; 5 pp was put in afterwards" in page
    assert "Before: Does moving first help?" in page


def test_exploratory_results_stand_under_their_own_heading(tmp_path: Path) -> None:
    """In the order of the page: plan, planned results, exploratory results, background."""
    folder = tmp_path / "run"
    run(study(), folder, workers=1)
    page = make_report(folder).page.read_text()
    ids = ["question", "seats", "flow", "components", "rules"]
    places = [page.index(f'<section id="{name}"') for name in ids]
    heading = page.index('<p class="title">Exploratory')
    assert places == sorted(places)
    assert places[1] < heading < places[2]


def shares_entry(wins: np.ndarray[Any, Any]) -> dict[str, Any]:
    """The manifest's sums of a block of single-game deals won by seat 0 (1) or seat 1 (0)."""
    won = 60 * np.stack([wins, 1 - wins], axis=1)
    sums, squares = won.sum(axis=0).tolist(), (won**2).sum(axis=0).tolist()
    return {"deals": len(wins), "stalled_deals": 0, "sums": sums, "squares": squares}


def test_the_live_band_is_the_confidence_sequence_of_the_seat_farthest_from_fair() -> None:
    arm = study(games=4000).arms[0]
    wins = np.random.default_rng(1).binomial(1, 0.4, 2000)
    prefix = Prefix(None, arm)
    prefix.add(Block(0, 0, 0, LEAST_SHOWN - 1), shares_entry(wins[: LEAST_SHOWN - 1]))
    assert prefix.live() is None
    prefix.add(Block(1, 0, LEAST_SHOWN - 1, 2000 - LEAST_SHOWN + 1), shares_entry(wins[LEAST_SHOWN - 1 :]))
    band = prefix.live()
    assert band is not None
    rows = np.stack([wins, 1 - wins], axis=1)
    known = confidence_sequence(rows, planned=arm.deals, looks=[2000], joint=True)
    assert band.deals == 2000
    assert band.share == pytest.approx(known.mean[0, band.seat])
    assert (band.low, band.high) == pytest.approx(tuple(known.band[0, band.seat]))


def test_whoever_watches_sees_the_band_of_the_arm_being_played() -> None:
    seen: list[Progress] = []
    found = run(study(games=4000), progress=seen.append, block_seconds=0.01, workers=1)
    band = seen[-1].band
    assert band is not None
    totals = found.seat_totals(0)
    assert band.share == pytest.approx(totals.sums[band.seat] / totals.unit / totals.deals)
    assert band.low < band.share < band.high
