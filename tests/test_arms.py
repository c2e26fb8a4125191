"""Arms beyond the table: sweep, ablation, luck, handicap and its replay, from the scenario to the rows."""

import itertools
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simkit import describe
from simkit.describe import starter
from simkit.errors import InputError
from simkit.policy import Policy
from simkit.results import Run
from simkit.rows import give_extras
from simkit.runner import run
from simkit.scenario import Scenario, resolve
from simkit.scenario_arms import ABLATION, LUCK, REPLAY, SWEEP
from simkit.trace import play as play_one
from tests import lots, toy
from tests.helpers import play, same_tables
from tests.toys import TALLY

STUDY: dict[str, Any] = {
    "title": "Lots",
    "game": "lots",
    "games": 400,
    "seed": 5,
    "table": {"players": [2], "policies": ["whim"]},
}


def study(**changes: Any) -> Scenario:
    return resolve({**STUDY, **changes}, "study.toml")


def refused(**changes: Any) -> str:
    with pytest.raises(InputError) as caught:
        study(**changes)
    return str(caught.value)


def by_role(scenario: Scenario, role: str) -> list[Any]:
    return [arm for arm in scenario.arms if arm.role == role]


# ---- handicap ----


def test_a_handicap_is_added_to_the_score_before_ranks_are_made() -> None:
    variants = [{"name": "ahead", "handicap": [0, 3]}]
    found = run(study(variants=variants), workers=1)
    base, ahead = (found.read("seats", arm) for arm in found.arms)
    points = np.tile([0, 3], len(base) // 2)
    np.testing.assert_array_equal(ahead.score, base.score + points)
    np.testing.assert_array_equal(ahead.standing_50, base.standing_50 + points)
    scores = ahead.score.to_numpy().reshape(-1, 2)
    best = scores == scores.max(axis=1, keepdims=True)
    np.testing.assert_allclose(ahead.win_share.to_numpy().reshape(-1, 2), best / best.sum(axis=1)[:, None])
    parts = [f"part_{name}" for name in ("hand", "named", "chest", "die", "later")]
    np.testing.assert_array_equal(ahead[parts].sum(axis=1), base.score)


def test_a_handicap_stands_in_the_base_and_in_the_record() -> None:
    scenario = study(table={"players": 2, "policies": "whim", "handicap": [2, 0]})
    assert scenario.arms[0].handicap == (2, 0)
    again = Scenario.from_record(
        json.loads(json.dumps(scenario.record())), title="Lots", question="", margin=0.01
    )
    assert again == scenario
    assert scenario.hash != study().hash
    assert "handicap" not in study().arms[0].record()


def test_a_handicap_for_another_number_of_seats_is_refused() -> None:
    text = refused(table={"players": [2, 3], "policies": "whim", "handicap": [1, 0]})
    assert "table.handicap = [1, 0]: one number a seat is wanted: 2 do not fit 3 players" in text
    text = refused(variants=[{"name": "v", "handicap": [1, 0, 2]}])
    assert "variant 'v', handicap = [1, 0, 2]" in text


def test_a_game_watched_has_the_scores_of_the_rows_with_their_handicap() -> None:
    scenario = study(table={"players": 2, "policies": "whim", "handicap": [0, 4]}, games=20)
    rows = run(scenario, workers=1).seats
    for deal in (0, 7):
        played = play_one(scenario, 0, deal)
        mine = rows[rows.deal == deal]
        np.testing.assert_array_equal(played.scores[:, 0], mine.score)
        np.testing.assert_array_equal(played.win_share, mine.win_share)


def test_a_player_that_looks_ahead_sees_the_handicap() -> None:
    """Tally, one round left to decide: with 100 points behind nothing wins, so it takes what its weights like."""
    player = Policy("ahead", "", {"one": -1.0}, playouts=32)
    other = Policy("one", "", {"one": 1.0})
    even = play_ahead(player, other, (0, 0))
    lost = play_ahead(player, other, (-100, 100))
    assert even > 2.0
    assert lost == 0.0


def play_ahead(player: Policy, other: Policy, handicap: tuple[int, int]) -> float:
    """Mean points that the first of two players of Tally takes."""
    tables = play(TALLY, [player, other], 50, extras=lambda job: give_extras(job, handicap, ()))
    scores = tables.seats["scores"][:, 0, 0] - handicap[0]
    return float(scores.mean())


# ---- sources of chance ----


def test_each_group_of_streams_can_come_from_another_set_of_deals() -> None:
    """Hands, dice and named numbers change with their own group and with nothing else."""
    kinds = {"hand": 1, "named": 2, "die": 4}

    def parts(streams: tuple[int, ...]) -> dict[str, Any]:
        tables = play(lots.GAME, ["whim", "whim"], 200, extras=lambda job: give_extras(job, (), streams))
        return {name: tables.seats["scores"][:, :, column] for name, column in kinds.items()}

    base = parts((0, 0, 0, 1))
    for group, (moved, streams) in enumerate(
        [("hand", (3, 0, 0, 1)), ("die", (0, 3, 0, 1)), ("named", (0, 0, 3, 1))]
    ):
        other = parts(streams)
        for name in kinds:
            same = (other[name] == base[name]).mean()
            assert same == 1.0 if name != moved else same < 0.5, (group, name)


def test_replays_share_the_set_up_and_nothing_else() -> None:
    tables = play(lots.GAME, ["whim", "whim"], 300, extras=lambda job: give_extras(job, (), (0, 0, 0, 5)))
    hands = tables.seats["scores"][:, :, 1].reshape(60, 5, 2)
    dice = tables.seats["scores"][:, :, 4].reshape(60, 5, 2)
    assert (hands == hands[:, :1]).all()
    assert (hands[:, 0] == np.roll(hands[:, 0], 1, axis=0)).all(axis=1).mean() < 0.3
    assert (dice == dice[:, :1]).all(axis=(1, 2)).mean() < 0.05


def test_ordinary_arms_are_as_they_were_without_any_of_this() -> None:
    plain = play(toy.GAME, ["bridges"] * 3, 100)
    again = play(toy.GAME, ["bridges"] * 3, 100, extras=lambda job: give_extras(job, (), ()))
    assert same_tables(plain, again)


def test_luck_crosses_five_sets_and_replays_set_ups() -> None:
    arms = by_role(study(luck={"games": 100, "setups": 8, "replays": 6}), LUCK)
    assert [arm.about["crossed"] for arm in arms] == ["A", "B", "set-up", "chance", "choices", "replays"]
    assert [arm.deals for arm in arms] == [100] * 5 + [48]
    assert arms[2].streams[1:3] == arms[0].streams[1:3]
    assert arms[2].streams[0] == arms[1].streams[0] != arms[0].streams[0]


# ---- ablation ----


def test_ablation_bans_one_place_at_a_time_and_keeps_everything_else() -> None:
    found = run(study(ablation={"components": "chest", "games": 400}, components={"chest": 0}), workers=1)
    base = found.read("seats", "p2-A-base")
    for place, arm in enumerate(by_role(found.scenario, ABLATION)):
        assert arm.about == {"component": "chest", "place": place, "policies": ["whim", "whim"]}
        rows = found.read("seats", arm)
        ours = base[base.deal < arm.deals].reset_index(drop=True)
        assert arm.deals == 200
        assert rows[rows.place == place].counter_chests.sum() == 0
        assert rows[rows.place != place].counter_chests.sum() > 20
        assert (rows.score == ours.score).all()


def test_a_mixed_table_keeps_its_seatings_under_ablation() -> None:
    table = {"players": 2, "policies": ["whim", "greedy"]}
    scenario = study(table=table, ablation={"components": "chest", "games": 100})
    arms = by_role(scenario, ABLATION)
    assert [arm.policies for arm in arms] == [
        ("whim without chest", "greedy"),
        ("whim", "greedy without chest"),
    ]
    assert {arm.seating for arm in arms} == {scenario.arms[0].seating}
    assert [arm.deals for arm in arms] == [25, 25]
    assert scenario.policies["whim without chest"].ban == ("chest",)


def test_an_unknown_component_to_take_away_is_named() -> None:
    assert "there is no such component (did you mean 'chest'?); Lots has chest, purse" in refused(
        ablation={"components": ["chess"]}
    )
    assert "ablation.components is missing" in refused(ablation={})


# ---- sweep ----


def test_a_grid_has_every_combination_once() -> None:
    sweep = {"components": {"hand": [1, 2], "die": {"low": 0, "high": 6, "step": 3}}, "games": 30}
    scenario = study(sweep=sweep)
    arms = by_role(scenario, SWEEP)
    values = [(arm.components["hand"], arm.components["die"]) for arm in arms]
    assert values == list(itertools.product([1, 2], [0, 3, 6]))
    assert {(arm.deals, arm.group) for arm in arms} == {(30, "p2-A")}
    assert [arm.about["point"] for arm in arms] == list(range(6))


def test_a_latin_hypercube_takes_each_cell_of_a_range_once() -> None:
    sweep = {"design": "latin", "points": 10, "components": {"hand": {"low": 1, "high": 10}}}
    arms = by_role(study(sweep=sweep), SWEEP)
    assert sorted(arm.components["hand"] for arm in arms) == list(range(1, 11))
    again = by_role(study(sweep=sweep), SWEEP)
    assert [arm.record() for arm in again] == [arm.record() for arm in arms]
    other = by_role(study(sweep=sweep, seed=6), SWEEP)
    assert [arm.components for arm in other] != [arm.components for arm in arms]


@pytest.mark.parametrize(("design", "each", "rows"), [("morris", 3, 39), ("sobol", 4, 32)])
def test_screening_designs_play_equal_points_once(design: str, each: int, rows: int) -> None:
    pytest.importorskip("SALib")
    factors = {"hand": [1, 9], "die": {"low": 0, "high": 5}}
    scenario = study(sweep={"design": design, "points": 39, "components": factors})
    plan = scenario.designs["sweep"]
    arms = by_role(scenario, SWEEP)
    assert len(plan["rows"]) == len(plan["unit"]) == rows
    assert rows % each == 0
    assert len(arms) == len(plan["points"]) <= 12
    for row, point in zip(plan["unit"], plan["rows"], strict=True):
        settings = plan["points"][point]
        assert settings["components.hand"] == [1, 9][int(min(row[0], 0.999) * 2)]
        assert settings["components.die"] == int(min(row[1], 0.999) * 6)


def test_without_salib_screening_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import simkit.scenario_sweep as module

    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(module, "import_module", missing)
    text = refused(sweep={"design": "morris", "components": {"hand": [1, 9]}})
    assert "pip install 'simkit[sensitivity]'" in text


@pytest.mark.parametrize(
    ("sweep", "expected"),
    [
        (
            {"components": {"hand": [1, 101]}},
            "sweep 2 (components.hand = 101), 2 players: hand = 101: a whole number",
        ),
        ({"components": {"hands": [1, 2]}}, "there is no such component value (did you mean 'hand'?)"),
        (
            {"rules": {"unused": [True, 3]}},
            "sweep 2 (rules.unused = 3), rules.unused = 3: allowed are false, true",
        ),
        ({"components": {"hand": {"low": 1, "high": 5}}}, "a grid needs a list of values, or a step"),
        ({"components": {"hand": {"low": 5, "high": 1, "step": 1}}}, "low must be below high"),
        ({"components": {"hand": {"low": 1, "high": 5, "step": 9}}}, "a step with at least 2 values"),
        ({"components": {"hand": [1, 1]}}, "a value stands there twice"),
        ({}, "nothing is varied"),
        ({"components": {"hand": list(range(40)), "die": list(range(40))}}, "the grid has 1,600 points"),
        (
            {"design": "sobol", "points": 10, "components": {"hand": [1, 2]}},
            "a sobol design of 1 factors needs at least 24 points",
        ),
        ({"design": "random"}, 'sweep.design = "random" is not possible; wanted: "grid"'),
        ({"components": {"hand": 3}}, "sweep.components.hand = 3 is not possible; wanted: component values"),
    ],
)
def test_a_sweep_that_cannot_be_played_is_one_clear_line(sweep: dict[str, Any], expected: str) -> None:
    text = refused(sweep=sweep)
    assert expected in text
    assert "\n" not in text


# ---- the replay with fair points ----


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Seat 2 starts 3 points behind; played, then played again with the points found."""
    return run(behind(), tmp_path_factory.mktemp("replay") / "run", workers=1, block_seconds=0.01)


def behind() -> Scenario:
    return study(games=4000, components={"later": 3}, handicap={"replay": True})


def test_the_replay_plays_fresh_deals_with_the_points_that_were_missing(replayed: Run) -> None:
    assert replayed.manifest.data["fair_points"] == {"p2-A-fair-points": [0, 3]}
    base, again = (replayed.read("seats", arm) for arm in replayed.arms)
    hands = [rows.part_hand.to_numpy() for rows in (base, again)]
    assert (hands[0] == hands[1]).mean() < 0.4
    shares = again.groupby("seat").win_share.mean()
    assert shares[0] == pytest.approx(0.5, abs=4 * 0.5 / np.sqrt(4000))
    assert base.groupby("seat").win_share.mean()[0] > 0.6


@pytest.mark.parametrize("left", ["base", "points", "replay"])
def test_broken_off_at_any_stage_the_replay_ends_with_the_same_rows(
    left: str, replayed: Run, tmp_path: Path
) -> None:
    """Broken off within the base, before the points were found, and within the replay."""
    folder = tmp_path / "run"
    stages = {"base": 1000, "points": 4000, "replay": 5000}

    def stop(now: Any) -> None:
        if now.games >= stages[left]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(behind(), folder, workers=2, block_seconds=0.01, progress=stop)
    kept = json.loads((folder / "manifest.json").read_text())
    assert kept["status"] == "running"
    finished = run(behind(), folder, workers=2)
    assert finished.manifest.data["fair_points"] == replayed.manifest.data["fair_points"]
    for arm in replayed.arms:
        for table in ("games", "seats"):
            pd.testing.assert_frame_equal(finished.read(table, arm), replayed.read(table, arm))


def test_points_once_found_are_not_sought_again(replayed: Run, tmp_path: Path) -> None:
    """The replay goes on with the points of the manifest, whatever would be found now."""
    folder = tmp_path / "run"
    scenario = behind()
    run(scenario, folder, workers=1)
    data = json.loads((folder / "manifest.json").read_text())
    data["status"], data["fair_points"] = "running", {"p2-A-fair-points": [0, 9]}
    arms = {arm.role: arm.index for arm in scenario.arms}
    blocks = [cut[0] for cut in data["blocks"] for _ in range(cut[3])]
    data["done"] = {n: part for n, part in data["done"].items() if blocks[int(n)] != arms[REPLAY]}
    (folder / "manifest.json").write_text(json.dumps(data))
    again = run(scenario, folder, workers=1).read("seats", "p2-A-fair-points")
    parts = again[["part_hand", "part_named", "part_chest", "part_die", "part_later"]].sum(axis=1)
    np.testing.assert_array_equal(again.score - parts, np.tile([0, 9], len(again) // 2))


def test_all_kinds_of_arms_yield_the_same_rows_on_any_threads_and_blocks(tmp_path: Path) -> None:
    scenario = study(
        sweep={"components": {"hand": [1, 5]}, "games": 300},
        ablation={"components": "all", "games": 300},
        luck={"games": 200, "setups": 20, "replays": 7},
        handicap={"replay": True},
    )
    one = run(scenario, tmp_path / "one", workers=1)
    two = run(scenario, tmp_path / "two", workers=3, block_seconds=1e-4)
    assert len(two.manifest.blocks) > len(one.manifest.blocks)
    for table in ("games", "seats", "events"):
        pd.testing.assert_frame_equal(one.read(table), two.read(table))
    assert set(one.events.arm) == {0}


def test_the_precision_stop_leaves_designs_alone() -> None:
    scenario = study(
        games=20_000,
        precision=0.2,
        sweep={"components": {"hand": [1, 5]}, "games": 3000},
    )
    found = run(scenario, workers=1)
    assert found.deals("p2-A-base") == 2000
    assert found.deals("p2-A-sweep-1") == 3000


@pytest.mark.parametrize("game", ["toy", "lots"])
def test_the_parts_that_a_new_scenario_shows_can_be_used(game: str) -> None:
    lines = starter(game).splitlines()
    first = lines.index("# [sweep]")
    last = lines.index("# replay = true")
    shown = [line.removeprefix("# ") for line in lines[first : last + 1] if "[" in line or "=" in line]
    scenario = resolve({**tomllib.loads("\n".join(shown)), **STUDY, "game": game, "table": {}}, "new.toml")
    assert {arm.role for arm in scenario.arms} == {"table", SWEEP, ABLATION, LUCK, REPLAY}


def test_check_sums_up_the_arms_beyond_the_table(tmp_path: Path) -> None:
    lines = list(
        describe.scenario(
            study(
                sweep={"components": {"hand": [1, 5]}, "games": 300},
                ablation={"components": "all", "games": 300},
                handicap={"replay": True},
            ),
            tmp_path,
        )
    )
    text = "\n".join(lines)
    assert re.search(r"points of the sweep +2 +2 +600 +p2-A-sweep-1 \.\.\. p2-A-sweep-2", text)
    assert re.search(r"components taken away, one seat at a time +2 +4 +600", text)
    assert re.search(r"point +components\.hand\n +sweep 1 +1\n +sweep 2 +5", text)
    assert "whim without chest" not in text
