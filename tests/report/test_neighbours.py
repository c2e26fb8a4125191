"""Who sits beside whom: shown where all orders were played, with the numbers of the games."""

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simkit.report import style
from simkit.report.build import Report
from simkit.report.figures_neighbours import neighbours, position, turn
from simkit.report.sections_neighbours import sentence
from simkit.results import open_run
from simkit.stats.neighbours import NeighbourResult, neighbour_result


def planted(effect: float, deals: int, seats: int = 4) -> NeighbourResult:
    """Policy 1 moves the chance of whoever has it on the left; each game's winner drawn by itself."""
    orders = np.array(list(permutations(range(seats))))
    weight = 1 + effect * (np.roll(orders, -1, axis=1) == 1)
    bounds = np.cumsum(weight, axis=1) / weight.sum(axis=1, keepdims=True)
    numbers = np.random.default_rng(3).random((deals, len(orders), 1))
    won = (numbers > np.minimum(bounds, 1.0)[None]).sum(axis=2)
    return neighbour_result(np.eye(seats)[won], orders, range(seats), 0.02)


def test_the_tables_hold_the_numbers_of_the_games(beside_run: Path, beside_report: Report) -> None:
    folder = beside_report.page.parent / "tables"
    pairs, main = (pd.read_csv(folder / f"{name}_4.csv") for name in ("neighbour_pairs", "neighbours"))
    assert len(main) == 9
    assert len(pairs) == 21  # bridges sits beside itself; greedy and random do not
    run = open_run(beside_run)
    (arm,) = run.arms
    shares = np.concatenate([part["win_share"] for part in run.parts("seats", arm, ("win_share",))])
    by_game = shares.reshape(-1, arm.rotations, arm.players)
    names = np.array(arm.policies)[np.array(arm.seating)]
    for row in pairs.to_dict("records"):
        mine = names == row["player"]
        so = mine & (np.roll(names, -row["step"], axis=1) == row["neighbour"])
        assert row["share"] == pytest.approx(by_game[:, so].mean())
        assert row["change"] == pytest.approx(by_game[:, so].mean() - by_game[:, mine].mean(), abs=1e-9)
        assert row["seat_games"] == so.sum() * len(by_game)
        assert row["all_low"] <= row["low"] <= row["change"] <= row["high"] <= row["all_high"]
    for row in main.to_dict("records"):
        of_it = pairs[(pairs["neighbour"] == row["neighbour"]) & (pairs["step"] == row["step"])]
        assert row["change"] == pytest.approx(
            np.average(of_it["change"], weights=of_it["seat_games"]), abs=1e-9
        )
        assert row["seat_games"] == of_it["seat_games"].sum()


def test_the_page_has_section_figure_and_method(beside_report: Report) -> None:
    text = beside_report.page.read_text(encoding="utf-8")
    for name in ("neighbours", "figure-neighbours_4", "table-neighbours_4", "table-neighbour_pairs_4"):
        assert f'id="{name}"' in text, name
    assert "Who sits beside whom" in text
    assert "Neighbours" in text


@pytest.mark.parametrize("report", ["mixed_report", "paired_report"])
def test_nothing_is_said_where_neighbours_cannot_be_told_apart(
    report: str, request: pytest.FixtureRequest
) -> None:
    """Three players in rotation always have the same neighbours; equal players have no others."""
    page = request.getfixturevalue(report).page
    assert "Who sits beside whom" not in page.read_text(encoding="utf-8")
    assert not (page.parent / "tables" / "neighbours_3.csv").exists()


@pytest.mark.parametrize(
    ("effect", "deals", "said"),
    [
        (
            -0.6,
            800,
            "it matters who sits beside whom. The largest effect: with “storm rider” on the left (plays",
        ),
        (-0.1, 1000, "makes a difference, but none that is shown to exceed the margin of 2.0"),
        (0.0, 1000, "does not matter; no neighbour is worth more than 2.0"),
        (0.0, 30, "no effect of a neighbour is shown, and one of more than 2.0"),
    ],
)
def test_the_sentence_says_what_was_found(effect: float, deals: int, said: str) -> None:
    names = ["greedy", "storm_rider", "pirate", "courier"]
    text = sentence("4 players", planted(effect, deals), names, 0.02)
    assert said in text
    assert text.endswith(".")
    assert ("less than over all orders" in text) >= (effect < 0)


def test_places_have_names() -> None:
    assert [position(step, 3) for step in (1, 2)] == ["on the left", "on the right"]
    assert [position(step, 4) for step in (1, 2, 3)] == ["on the left", "opposite", "on the right"]
    assert [position(step, 5) for step in (2, 3)] == ["second to the left", "second to the right"]
    assert [turn(step, 4) for step in (1, 2, 3)] == ["plays next", "", "plays before"]


@pytest.mark.parametrize("seats", [3, 5])
def test_nothing_in_the_figure_is_clipped(
    seats: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []
    finish = style.finish
    monkeypatch.setattr(
        style, "finish", lambda figure, *rest: (drawn.append(figure), finish(figure, *rest))[1]
    )
    names = ["greedy", "very_patient_storm_rider", "pirate", "courier", "random"][:seats]
    with style.look():
        picture = neighbours(planted(-0.5, 40, seats), names, 0.01, tmp_path)
        (figure,) = drawn
        for ax in figure.axes:
            box = ax.get_tightbbox()
            assert box.x0 >= 0
            assert box.y0 >= 0
            assert box.x1 <= figure.bbox.x1
            assert box.y1 <= figure.bbox.y1
    assert len(figure.axes) == seats - 1
    assert "n: games" in picture.caption
