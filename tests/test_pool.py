"""A pool of styles: its tables, its arms, and what the report says when all of them have met."""

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from simkit.errors import InputError
from simkit.plan import metric
from simkit.report.build import Report, make_report
from simkit.runner import run
from simkit.scenario import resolve
from simkit.scenario_arms import POOL
from simkit.scenario_pool import tables
from tests import toy  # noqa: F401  (registers the game)

STYLES = ["greedy", "bridges", "random"]
STUDY: dict[str, Any] = {
    "title": "Toy race: styles",
    "game": "toy",
    "games": 400,
    "seed": 5,
    "table": {"players": [2], "pool": STYLES},
}


def scenario(**table: Any) -> Any:
    return resolve({**STUDY, "table": {**STUDY["table"], **table}})


@pytest.mark.parametrize(
    ("styles", "players"), [(2, 2), (2, 3), (3, 2), (4, 4), (5, 4), (6, 4), (3, 4), (3, 5), (2, 5)]
)
def test_all_pairs_of_styles_meet_equally_often(styles: int, players: int) -> None:
    found = tables(range(styles), players)  # type: ignore[arg-type]
    assert {len(table) for table in found} == {players}
    assert len(set(Counter(itertools.chain(*found)).values())) == 1
    meetings = Counter(
        frozenset(pair) for table in found for pair in itertools.combinations(table, 2) if pair[0] != pair[1]
    )
    assert len(meetings) == styles * (styles - 1) // 2
    assert len(set(meetings.values())) == 1


def test_the_first_table_is_the_base_and_the_others_are_arms_of_their_own() -> None:
    found = scenario()
    assert [arm.policies for arm in found.arms] == [tuple(p) for p in itertools.combinations(STYLES, 2)]
    assert [arm.role for arm in found.arms] == ["table", POOL, POOL]
    assert len({arm.group for arm in found.arms}) == 3
    assert "head to head" in metric(found)
    assert "base to variant" not in metric(found)
    for arm in found.arms:
        seats = [Counter(arm.policies[row[seat]] for row in arm.seating) for seat in range(arm.players)]
        assert all(count == seats[0] for count in seats)


@pytest.mark.parametrize("players", [3, 4])
def test_each_style_sits_equally_often_beside_each_other_one(players: int) -> None:
    """Playing the same order from every seat would give a style the same neighbour in every game."""
    styles = [*STYLES, "noisy greedy"]
    for arm in scenario(players=[players], pool=styles).arms:
        for step in range(1, players):
            beside = Counter(
                (arm.policies[row[seat]], arm.policies[row[(seat + step) % players]])
                for row in arm.seating
                for seat in range(players)
            )
            assert len(beside) == players * (players - 1)
            assert len(set(beside.values())) == 1


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"policies": ["greedy"]}, "only one of them"),
        ({"pool": ["greedy", "gredy"]}, "did you mean 'greedy'"),
        ({"pool": ["greedy", "greedy"]}, "twice"),
        ({"pool": ["greedy"]}, "at least two"),
        ({"rotate": "none"}, "in all orders"),
        ({"rotate": "cyclic"}, "in all orders"),
    ],
)
def test_a_pool_that_cannot_be_is_refused(table: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        scenario(**table)


@pytest.fixture(scope="module")
def pool_report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("pool") / "run"
    run(scenario(), folder, workers=1)
    return make_report(folder)


def test_the_styles_are_the_planned_result_and_their_numbers_agree(pool_report: Report) -> None:
    folder = pool_report.page.parent
    page = pool_report.page.read_text()
    assert page.index('<section id="strategies"') < page.index('<p class="title">Exploratory')
    assert "Relative to this pool" in page
    styles = pd.read_csv(folder / "tables" / "strategies.csv").set_index("style")
    assert set(styles.index) == set(STYLES)
    # every style sits equally often, so the shares of the two seats sum to 1 on average
    assert styles["share"].mean() == pytest.approx(0.5)
    assert (styles["share"].diff().dropna() <= 0).all()
    pairs = pd.read_csv(folder / "tables" / "payoffs.csv")
    assert len(pairs) == 3
    # with two seats a style's payoff against another is twice its share there less 1
    for name in STYLES:
        own = (
            pairs[pairs["style"] == name]["difference"].sum()
            - pairs[pairs["against"] == name]["difference"].sum()
        )
        assert (1 + own / 2) / 2 == pytest.approx(styles.loc[name, "share"])
    strongest = next(line for line in pool_report.headlines if line.startswith("Strongest style"))
    # every style named besides the first is one that it does not surely win more than
    level = pairs[(pairs["style"] == styles.index[0]) & (pairs["low"] <= 0)]["against"].tolist()
    for name in styles.index[1:]:
        assert (f"{name} wins" in strongest) == (name in level)
    assert ("not told apart" in strongest) == bool(level)


def test_what_was_seen_at_the_first_table_is_said_to_be_of_that_table(pool_report: Report) -> None:
    """Seats, scores and the rest are read from one table; who played, and who wins, from all of them."""
    page = pool_report.page.read_text()
    assert pool_report.headlines[0].startswith("2 players, table 1 of 3: ")
    assert "Who played: greedy, bridges and random, at tables of all choices that fit, in all orders." in page
    assert "the other tables of the pool of styles" in page
    tables = pool_report.page.parent / "tables"
    assert set(pd.read_csv(tables / "policies.csv")["policy"]) == set(STYLES)
    assert pd.read_csv(tables / "seats.csv")["setting"].unique().tolist() == ["2 players, table 1 of 3"]
    # the shares at one table alone would contradict those of the pool
    assert not (tables / "policy_shares.csv").exists()
    assert "Cyclic share of the results" in page


def test_where_all_styles_sit_at_every_table_no_cycle_is_claimed(tmp_path: Path) -> None:
    run(scenario(players=[3]), tmp_path / "run", workers=1)
    page = make_report(tmp_path / "run").page.read_text()
    assert "cannot be seen" in page
    assert "Cyclic share of the results" not in page


def test_different_policies_at_one_table_are_set_against_each_other_too(tmp_path: Path) -> None:
    table = {"players": [3], "policies": STYLES}
    run(resolve({**STUDY, "table": table}), tmp_path / "run", workers=1)
    page = make_report(tmp_path / "run").page.read_text()
    assert page.index('<p class="title">Exploratory') < page.index('<section id="strategies"')
