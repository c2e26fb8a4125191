"""What reports say of sweep, ablation, luck and the replay, against the counted truth of a game of lots."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pandas as pd
import pytest

from simkit.report import words
from simkit.report.build import make_report
from simkit.report.sections_ablation import Ablated, sentence
from simkit.runner import run
from simkit.scenario import resolve
from simkit.stats.components import ablation
from simkit.stats.intervals import Estimate
from tests import lots  # noqa: F401  (registers the game)
from tests.lots.exact import truth

STUDY: dict[str, Any] = {
    "title": "Lots",
    "question": "What decides?",
    "game": "lots",
    "games": 6000,
    "seed": 3,
    "margin": 0.02,
    "table": {"players": [2], "policies": ["whim"]},
}
WEIGHTS = {"hand": 2, "named": 1, "die": 1, "chest": 4}


def report(folder: Path, **changes: Any) -> dict[str, pd.DataFrame]:
    """Play a study, make its report, and return its tables by name."""
    run(resolve({**STUDY, **changes}), folder, workers=1)
    made = make_report(folder)
    assert made.page.exists()
    return {file.stem: pd.read_csv(file) for file in (folder / "tables").glob("*.csv")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, pd.DataFrame]]:
    """A study that asks for everything at once."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    tables = report(
        folder,
        components={**WEIGHTS, "later": 2},
        sweep={"components": {"die": [1, 4], "chest": [0, 4, 8]}, "games": 1500},
        ablation={"components": "all", "games": 8000},
        luck={"games": 20_000, "setups": 150, "replays": 40},
        handicap={"replay": True},
    )
    return folder, tables


Whole = tuple[Path, dict[str, pd.DataFrame]]


def within(row: Any, value: str, low: str, high: str, expected: float) -> bool:
    """Whether a truth lies within twice the 95 % interval: about four standard errors."""
    return abs(row[value] - expected) <= row[high] - row[low]


def test_every_part_has_its_section_figures_and_method(whole: Whole) -> None:
    folder, tables = whole
    page = (folder / "report.html").read_text(encoding="utf-8")
    for name in ("sweep", "ablation", "luck", "fair-points"):
        assert f'id="{name}"' in page
    for name in ("sweep_2", "ablation", "luck", "luck_indices", "deal_spread", "fair_points"):
        assert (folder / "figures" / f"{name}.png").stat().st_size > 1000
    for heading in ("Sweep", "Components taken away", "Luck", "Fair points"):
        assert f"<b>{heading}.</b>" in page
    assert tables["more_arms"]["arms"].tolist() == [6, 4, 6, 1]
    assert tables["arms"]["arm"].tolist() == ["p2-A-base"]


def test_the_indices_of_each_source_are_the_counted_ones(whole: Whole) -> None:
    found = truth({**WEIGHTS, "later": 2})
    table = whole[1]["luck_indices"]
    for heading, outcome in (("2 players, who wins", "share"), ("2 players, scores", "score")):
        rows = table[(table["heading"] == heading) & (table["seat"] == "1")].set_index("source")
        for axis, source in enumerate(("set-up", "choices", "chance")):
            first, total = found.index(axis, outcome)
            assert within(rows.loc[source], "first", "low", "high", first), (heading, source)
            assert within(rows.loc[source], "total", "total_low", "total_high", total), (heading, source)
            assert rows.loc[source, "high"] - rows.loc[source, "low"] < 0.1


def test_parts_of_the_variance_add_up_and_hold_the_seat(whole: Whole) -> None:
    found = truth({**WEIGHTS, "later": 2})
    rows = whole[1]["luck"].query("heading == '2 players, who wins'").set_index("part")
    assert rows["share"].sum() == pytest.approx(1.0)
    edge = found.share.mean() - 0.5
    total = edge**2 + found.share.var()
    assert within(rows.loc["seat"], "share", "low", "high", edge**2 / total)
    assert "policy" not in rows.index  # all seats are played alike
    expected = found.index(0)[0] * found.share.var() / total
    assert within(rows.loc["set-up"], "share", "low", "high", expected)


def test_the_spread_over_set_ups_is_the_counted_one(whole: Whole) -> None:
    given = truth({**WEIGHTS, "later": 2}).share.mean(axis=(1, 2))
    for row in whole[1]["deal_spread"].to_dict("records"):
        assert within(row, "sd", "low", "high", float(given.std()))
        assert row["span_low"] < row["mean"] < row["span_high"]


def test_removal_finds_what_the_chest_is_worth(whole: Whole) -> None:
    weights = {**WEIGHTS, "later": 2}
    free = truth(weights)
    one, other = truth(weights, banned=(0,)), truth(weights, banned=(1,))
    share = 0.5 - (one.share.mean() + 1 - other.share.mean()) / 2
    assert whole[1]["ablation"]["component"].tolist() == ["chest"]
    assert "Not one game changed without purse." in (whole[0] / "report.html").read_text(encoding="utf-8")
    row = whole[1]["ablation"].iloc[0]
    assert share > 0.05
    assert within(row, "effect", "low", "high", share)
    assert within(row, "score", "score_low", "score_high", float((free.score - one.score).mean()))
    assert row["q"] < 0.001


def test_only_leaders_take_it_so_the_association_lies_and_removal_does_not(tmp_path: Path) -> None:
    """A chest worth nothing: those who took it win far more often, yet nothing at all hangs on it."""
    table = report(tmp_path / "run", components={**WEIGHTS, "chest": 0}, ablation={"components": "chest"})
    row = table["ablation"].iloc[0]
    assert row["association"] > 0.25
    assert row["adjusted"] < row["association"] / 2
    assert (row["effect"], row["low"], row["high"], row["score"]) == (0.0, 0.0, 0.0, 0.0)
    assert row["p"] == 1.0


def test_a_grid_finds_what_each_factor_changes(whole: Whole) -> None:
    table = whole[1]["sweep_effects_2"]
    base = truth({**WEIGHTS, "later": 2})
    gap = {
        (die, chest): 2 * truth({**WEIGHTS, "later": 2, "die": die, "chest": chest}).share.mean() - 1
        for die in (1, 4)
        for chest in (0, 4, 8)
    }
    rows = table[table["outcome"].str.startswith("first seat")]
    for row in rows.to_dict("records"):
        factor, level = row["factor"].removeprefix("components."), float(row["level"])
        mean = np.mean(
            [value for (die, chest), value in gap.items() if {"die": die, "chest": chest}[factor] == level]
        )
        assert within(row, "change", "low", "high", float(mean - (2 * base.share.mean() - 1)))
    same = whole[1]["sweep_points"].query("`components.die` == 1 and `components.chest` == 4").iloc[0]
    assert (same["gap"], same["gap_low"], same["gap_high"]) == (0.0, 0.0, 0.0)
    assert (rows.groupby("factor")["p"].nunique() == 1).all()


def test_points_that_were_missing_even_the_seats(whole: Whole) -> None:
    rows = whole[1]["fair_points"]
    assert rows["points"].tolist() == [0, 2]
    assert rows["estimated"].sum() == pytest.approx(1.0)
    for row in rows.to_dict("records"):
        assert within(row, "replayed", "replayed_low", "replayed_high", 0.5)
        assert within(row, "estimated", "estimated_low", "estimated_high", 0.5)
    assert rows["without_low"][0] > 0.55


@pytest.mark.parametrize("design", ["latin", "morris", "sobol"])
def test_other_designs_name_the_factor_that_matters(design: str, tmp_path: Path) -> None:
    """Points behind decide the gap; the number named hardly moves it."""
    if design != "latin":
        pytest.importorskip("SALib")
    sweep = {
        "design": design,
        "points": 48,
        "games": 400,
        "components": {"later": {"low": 0, "high": 8}, "named": [1, 2]},
    }
    table = report(tmp_path / "run", games=400, components={"hand": 2}, sweep=sweep)
    effects = table["sweep_effects_2"]
    gaps = effects[effects["outcome"].str.startswith("first seat")].groupby("factor")["swing"].first()
    assert gaps["components.later"] > 5 * gaps["components.named"]
    if design != "latin":
        screened = table["screening_2"]
        first = screened[screened["outcome"].str.startswith("first seat")].set_index("factor")["first"]
        assert first["components.later"] > 4 * abs(first["components.named"])


def test_a_point_that_stalls_is_left_out_and_said_to_be(tmp_path: Path) -> None:
    from tests import toy  # noqa: F401  (registers the game)

    sweep = {"rules": {"max_rounds": [2, 60, 100]}, "games": 200}
    changes = {"game": "toy", "games": 200, "table": {"players": [2], "policies": ["bridges"]}}
    table = report(tmp_path / "run", sweep=sweep, **changes)
    points = table["sweep_points"]
    assert points["gap"].isna().tolist() == [True, False, False]
    assert points["stalled"].tolist() == [1.0, 0.0, 0.0]
    assert "1 point left out, for a game stalled in more than 10" in (
        tmp_path / "run" / "report.html"
    ).read_text(encoding="utf-8")


def test_the_sentence_names_the_surest_component_and_what_the_games_as_played_hide() -> None:
    """Three components worth 0.1, 0.05 and nothing; the noisiest of the three is not named for its noise."""
    draw = np.random.Generator(np.random.PCG64(1))
    base = np.full(4_000, 0.25)
    without = {
        "shark": base - 0.1 + 0.2 * draw.standard_normal(4_000),
        "theft": base - 0.05 + 0.2 * draw.standard_normal(4_000),
        "noise": base - 0.105 + np.where(np.arange(4_000) % 2, 9.0, -9.0),
    }
    table = ablation(base, without)
    against = Estimate(-0.1, 0.01, -0.12, -0.08, 500)
    found = Ablated(
        arm=cast(Any, SimpleNamespace(label="4 players")),
        names=list(without),
        moot=[],
        share=replace(table, shrunk=None),
        score=table,
        lifted=[0.0] * 3,
        association={"theft": against},
        adjusted={"shark": against, "theft": against},
    )
    said = sentence(found)
    assert abs(table.effect[2]) > 0.99 * table.effect[0]
    assert "2 of 3 components have an effect" in said
    assert "the largest is that of shark" in said
    assert f"for all components at once {words.points_interval(*table.simultaneous[0])}" in said
    assert "would have read theft the wrong way round" in said
    assert "At equal seat, policy, time and lead the same holds of shark and theft." in said
