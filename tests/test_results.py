"""Results: what the columns hold, that readers agree with each other, and that sums are exact."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import simkit
from simkit.columns import CATEGORY, TABLES, columns, glossary
from simkit.errors import InputError
from simkit.parts import _narrowed, block_arrays, to_parquet
from simkit.results import Run, iter_parts, open_run, read
from simkit.runner import run
from simkit.scenario import resolve
from simkit.work import ArmTask
from tests import toy

SCENARIO = resolve(
    {
        "title": "A race",
        "game": "toy",
        "games": 900,
        "table": {"players": [3], "policies": ["bridges", "greedy", "greedy"]},
        "rules": {"max_rounds": 9},
        "variants": [{"name": "long", "components": {"goal": 15}, "policies": ["random"]}],
    }
)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(SCENARIO, tmp_path_factory.mktemp("run") / "race", block_seconds=0.005)


@pytest.mark.parametrize("table", TABLES)
def test_frames_have_the_columns_of_the_registry_in_order_and_type(table: str, found: Run) -> None:
    frame = found.read(table)
    listed = columns(toy.GAME, table)
    assert list(frame.columns) == [column.name for column in listed]
    for column in listed:
        assert frame[column.name].dtype == column.dtype, column.name
    assert len(frame) > 0


def test_every_column_has_a_unit_and_a_sentence_of_its_own() -> None:
    entries = glossary(toy.GAME)
    names = [column.name for _, column in entries]
    assert len(set(names)) == len(names)
    assert all(column.unit and len(column.sentence) > 5 for _, column in entries)
    assert {"tally_dry_throws", "counter_throws", "part_walked", "key_bridges_left", "standing_90"} <= set(
        names
    )


def test_parts_and_frames_hold_the_same_rows(found: Run) -> None:
    arm = found.arms[0]
    assert len(found.blocks(arm)) >= 2
    for table in TABLES:
        frame = found.read(table, arm)
        parts = list(iter_parts(found, table, arm))
        for column in found.columns(table):
            whole = np.concatenate([part[column.name] for part in parts])
            if column.dtype == CATEGORY:
                labels = np.array(found.labels(table, column.name, arm))
                assert list(labels[whole]) == list(frame[column.name].astype(str))
            else:
                assert whole.dtype == column.dtype
                np.testing.assert_array_equal(whole, frame[column.name])


def test_columns_can_be_picked_and_arms_named(found: Run) -> None:
    frame = read(found, "seats", "p3-A-long", ["score", "seat"])
    assert list(frame.columns) == ["score", "seat"]
    assert len(frame) == 900 * 3
    part = next(found.parts("seats", 1, ["rank"]))
    assert list(part) == ["rank"]


def test_unknown_tables_columns_and_arms_are_refused(found: Run) -> None:
    for call in (
        lambda: found.read("sets"),
        lambda: found.read("seats", columns=["socre"]),
        lambda: found.read("seats", "p9-A-base"),
    ):
        with pytest.raises(InputError, match=r"there is no|has no column"):
            call()


def test_seat_rows_stand_in_order_of_deal_rotation_and_seat(found: Run) -> None:
    frame = found.read("seats", 0)
    keys = frame[["deal", "rotation", "seat"]]
    assert keys.equals(keys.sort_values(["deal", "rotation", "seat"], ignore_index=True))
    assert found.deals(0) == 300
    shares = frame.win_share.to_numpy().reshape(-1, 3, 3)
    np.testing.assert_allclose(shares.sum(axis=2), 1)


def test_accounts_agree_between_the_tables(found: Run) -> None:
    """What is counted a game, a seat and a block adds up to the same."""
    for arm in found.arms:
        games, seats = found.read("games", arm), found.read("seats", arm)
        by_game = seats.groupby(["deal", "rotation"], as_index=False).sum(numeric_only=True)
        for name in ("turns", "decisions"):
            np.testing.assert_array_equal(by_game[name], games[name])
        moves = found.action_totals(arm)
        assert moves.taken.sum() == games.decisions.sum() + games.forced.sum()
        assert moves.only.sum() == games.forced.sum()
        np.testing.assert_array_equal(seats.score, seats.part_walked + seats.part_crossed)
        events = found.read("events", arm)
        taken = moves.groupby("move_type", observed=True).taken.sum()
        assert (events.component == "bridge").sum() == taken["cross a bridge"]
        stalled = games.end_cause == 1
        assert stalled.any() == (arm.variant == "long")
        keys = ["deal", "rotation"]
        sound = seats.merge(games.loc[~stalled, keys], on=keys)
        counted = found.component_totals(arm)
        bridges = counted[counted.component == "bridge"]
        assert bridges.taken.sum() == (sound.counter_throws > 0).sum()
        assert bridges.wins_taken.sum() == pytest.approx(sound.win_share[sound.counter_throws > 0].sum())


def test_seat_totals_are_the_exact_sums_of_the_deals_that_did_not_stall(found: Run) -> None:
    for arm in found.arms:
        shares = found.read("seats", arm).win_share.to_numpy().reshape(-1, arm.rotations, 3)
        stalled = (found.read("games", arm).end_cause == 1).to_numpy().reshape(-1, arm.rotations).any(axis=1)
        kept = shares[~stalled].mean(axis=1)
        totals = found.seat_totals(arm)
        assert (totals.deals, totals.stalled_deals) == (len(kept), stalled.sum())
        np.testing.assert_allclose(np.array(totals.sums) / totals.unit, kept.sum(axis=0))
        np.testing.assert_allclose(np.array(totals.squares) / totals.unit**2, (kept**2).sum(axis=0))


def test_policies_are_named_by_seat(found: Run) -> None:
    frame = found.read("seats", 0)
    expected = [SCENARIO.arms[0].policies[place] for place in frame.place]
    assert list(frame.policy) == expected
    assert set(frame.policy.cat.categories) == {"bridges", "greedy"}


def test_a_number_that_does_not_fit_its_column_is_never_written() -> None:
    task = ArmTask.of(SCENARIO, SCENARIO.arms[0])
    tables = task.play(0, 2, -1, np.zeros(1, np.int64))
    assert tables is not None
    arrays = block_arrays(toy.GAME, task.arm, 0, tables, 0, 2)
    wrong: dict[str, np.ndarray[Any, Any]] = dict(arrays["games"]) | {"rounds": np.array([1, 2**20])}
    with pytest.raises(OverflowError, match=r"games\.rounds: 1 \.\. 1048576 do not fit int16"):
        _narrowed(toy.GAME, "games", wrong)


def test_equal_arrays_give_equal_bytes() -> None:
    task = ArmTask.of(SCENARIO, SCENARIO.arms[0])
    content = []
    for _ in range(2):
        tables = task.play(0, 20, 2000, np.zeros(1, np.int64))
        assert tables is not None
        arrays = block_arrays(toy.GAME, task.arm, 0, tables, 0, 20)
        content.append([to_parquet(toy.GAME, task.arm, table, rows) for table, rows in arrays.items()])
    assert content[0] == content[1]


def test_a_folder_read_later_gives_the_same_run(found: Run) -> None:
    later = open_run(found.folder)
    assert later.scenario == SCENARIO
    assert later.arms == SCENARIO.arms
    assert later.complete
    pd.testing.assert_frame_equal(later.seats, found.seats)
    assert repr(later).startswith("<Run 'A race'")


def test_a_folder_without_a_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a run folder"):
        open_run(tmp_path)


def test_the_public_names_are_those_of_the_package() -> None:
    assert sorted(simkit.__all__) == simkit.__all__
    public = {name for name in vars(simkit) if not name.startswith("_")}
    modules = {name for name in public if type(getattr(simkit, name)).__name__ == "module"}
    assert public - modules == set(simkit.__all__)
