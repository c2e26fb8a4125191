"""Runs: the same rows however cut, threaded, broken off and resumed; folders that are not ours stay untouched."""

import errno
import json
import multiprocessing
import os
import random
import shutil
import signal
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simkit import manifest as manifests
from simkit import runner, work
from simkit.blocks import EVENT_DEALS, STRIDE, Block, expand, is_whole, length, plan
from simkit.errors import InputError
from simkit.results import Run, open_run
from simkit.runner import Progress, run
from simkit.scenario import Scenario, resolve
from simkit.stats.stopping import precision_stop
from tests import toy
from tests.toy import killed

ROOT = Path(__file__).parent.parent

STUDY: dict[str, Any] = {
    "title": "A race",
    "game": "toy",
    "games": 2500,
    "table": {"players": [2, 3], "policies": ["bridges"]},
    "variants": [{"name": "strict", "rules": {"equal_turns": False}}],
}


def study(**changes: Any) -> Scenario:
    return resolve({**STUDY, **changes})


def assert_same_rows(a: Run, b: Run) -> None:
    """All rows of two runs agree; sums over blocks do, however the blocks were cut."""
    for table in ("games", "seats", "events"):
        pd.testing.assert_frame_equal(a.read(table), b.read(table))
    for arm in a.arms:
        pd.testing.assert_frame_equal(a.component_totals(arm), b.component_totals(arm))
        pd.testing.assert_frame_equal(a.action_totals(arm), b.action_totals(arm))
        assert a.seat_totals(arm) == b.seat_totals(arm)


@pytest.fixture(scope="module")
def reference() -> Run:
    """The study played once, undisturbed, by one thread."""
    return run(study(), workers=1)


# ---- the same rows in every way ----


@pytest.mark.parametrize(("workers", "seconds"), [(2, 1.0), (1, 1e-9), (8, 0.003), (3, 0.02)])
def test_rows_depend_neither_on_threads_nor_on_blocks(workers: int, seconds: float, reference: Run) -> None:
    scenario = study() if seconds > 1e-6 else study(games=20)
    other = run(scenario, workers=workers, block_seconds=seconds)
    if seconds > 1e-6:
        assert_same_rows(reference, other)
    else:
        assert max(block.deals for block in other.manifest.blocks) == 1
        games = reference.games[reference.games.deal < 20].reset_index(drop=True)
        pd.testing.assert_frame_equal(games, other.games)


def test_another_executor_yields_the_same_rows(reference: Run, tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, context, initializer=killed.study) as pool:
        other = run(study(), tmp_path / "run", executor=pool, block_seconds=0.1)
    assert_same_rows(reference, other)


def test_another_seed_yields_other_rows(reference: Run) -> None:
    other = run(study(seed=2))
    assert not reference.games.rounds.equals(other.games.rounds)


def test_base_and_variant_meet_the_same_deals(reference: Run) -> None:
    """The variant changes only how the last round ends, so no game can have other rounds."""
    rounds = [reference.read("games", arm).rounds.to_numpy() for arm in ("p3-A-base", "p3-A-strict")]
    np.testing.assert_array_equal(*rounds)


def test_rotations_seat_every_policy_everywhere() -> None:
    found = run(study(table={"players": [3], "policies": ["greedy", "random", "bridges"]}, variants=[]))
    counts = found.seats.groupby(["seat", "policy"], observed=True).size()
    assert set(counts) == {834}
    assert len(counts) == 9
    assert found.games.groupby("deal").rotation.apply(list).map(tuple).unique().tolist() == [(0, 1, 2)]


def test_events_are_kept_for_the_first_deals_only_and_room_is_made_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runner._Runner, "events_expected", lambda *_: 3)
    found = run(study(games=EVENT_DEALS + 500, table={"players": [2]}, variants=[]))
    events = found.events
    assert events.deal.max() == EVENT_DEALS - 1
    throws = events[events.component == "bridge"].groupby(["deal", "seat"]).size()
    counted = found.seats.query("deal < @EVENT_DEALS").set_index(["deal", "seat"]).counter_throws
    pd.testing.assert_series_equal(throws, counted[counted > 0], check_names=False, check_dtype=False)


# ---- how deals are cut ----


@pytest.mark.parametrize("precision", [False, True])
def test_blocks_cover_every_deal_once_and_respect_looks_and_events(precision: bool) -> None:
    rng = random.Random(5)
    for _ in range(60):
        games = rng.choice([1, 7, STRIDE, 12_345, EVENT_DEALS, rng.randrange(1, 70_000)])
        arms = study(games=games).arms
        rates = {n: 10 ** rng.uniform(-1, 5) for n in (2, 3)}
        room = rng.randrange(1, 60_000)
        cuts = plan(arms, lambda arm, r=rates: r[arm.players], lambda _, m=room: m, precision=precision)
        assert is_whole(cuts, arms)
        blocks = expand(cuts)
        assert [block.number for block in blocks] == list(range(len(blocks)))
        assert max(block.deals for block in blocks) <= room
        assert not [b for b in blocks if b.first_deal < EVENT_DEALS < b.end]
        ends = {(block.arm, block.end) for block in blocks}
        if precision:
            assert all((arm.index, d) in ends for arm in arms for d in range(STRIDE, arm.deals, STRIDE))


@pytest.mark.parametrize(
    ("wanted", "most", "expected"),
    [(0.3, 99, 1), (7, 99, 5), (1999, 9999, 1000), (2000, 9999, 2000), (7000, 9999, 6000), (7000, 10, 10)],
)
def test_block_lengths_divide_the_stride_or_are_multiples_of_it(
    wanted: float, most: int, expected: int
) -> None:
    assert length(wanted, most) == expected


def test_a_table_with_a_hole_is_noticed() -> None:
    arms = study(games=100, variants=[], table={"players": [2]}).arms
    assert is_whole([(0, 0, 50, 2)], arms)
    for cuts in ([(0, 0, 50, 1)], [(0, 0, 50, 1), (0, 60, 40, 1)], [(0, 0, 50, 3)], [(1, 0, 50, 2)]):
        assert not is_whole(cuts, arms)


# ---- the precision stop ----


@pytest.mark.parametrize("workers", [1, 3])
def test_an_arm_stops_at_the_first_look_that_is_precise_enough(workers: int) -> None:
    table = {"players": [3], "policies": ["bridges", "random", "random"]}
    rules = {"max_rounds": 9}  # a few games are broken off: their deals do not count
    scenario = study(games=60_000, precision=0.005, table=table, rules=rules, variants=[])
    found = run(scenario, workers=workers, block_seconds=0.02 * workers)
    shares = found.seats.win_share.to_numpy().reshape(-1, 3, 3).mean(axis=1)
    stalled = (found.games.end_cause == 1).to_numpy().reshape(-1, 3).any(axis=1)
    assert stalled.any()
    shares[stalled] = np.nan
    expected = precision_stop(shares, 0.005)
    stop = found.manifest.data["stops"]["p3-A-base"]
    assert expected.reached
    assert STRIDE < expected.deals < 20_000
    assert (stop["deals"], stop["reason"]) == (expected.deals, "precision")
    assert stop["half_width"] == pytest.approx(expected.half_width, rel=1e-9)
    assert stop["stalled_deals"] == stalled.sum()
    assert found.deals(0) == expected.deals == len(shares)
    parts = list((found.folder / "games").iterdir())
    assert len(parts) == len(found.manifest.done)


def test_without_enough_games_for_the_precision_all_are_played() -> None:
    stop = run(study(games=3000, precision=1e-4)).manifest.data["stops"]["p2-A-base"]
    assert (stop["deals"], stop["reason"], stop["precision_reached"]) == (3000, "games", False)


# ---- broken off and resumed ----


def test_twenty_kills_at_random_moments_leave_a_run_that_ends_with_the_same_rows(tmp_path: Path) -> None:
    """kill -9 comes at any moment of a process's life: before it plays, while it plays, while it writes."""
    folder = tmp_path / "run"
    rng = random.Random(20261130)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.toy.killed"])
    kept: list[int] = []
    killed_with: set[int] = set()
    kills = 0
    while kills < 20:
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=killed.play, args=(folder, sender))
        process.start()
        if rng.random() < 0.8:  # else in its first moments
            start = receiver.recv()
            while receiver.recv() == start:  # until it has stored a block
                pass
        time.sleep(rng.uniform(0, 0.1))
        process.kill()
        process.join()
        receiver.close()
        sender.close()
        if process.exitcode == 0:  # a fast machine was done before the blow: begin anew
            shutil.rmtree(folder)
            kept = []
            continue
        assert process.exitcode == -signal.SIGKILL
        kills += 1
        if (folder / "manifest.json").exists():
            found = open_run(folder)
            assert not found.complete
            kept.append(len(found.manifest.done))
            assert kept == sorted(kept)
            killed_with.add(kept[-1])
    assert len(killed_with) >= 3  # with different numbers of blocks kept: how many depends on the machine
    assert_same_rows(run(killed.study(), folder), run(killed.study()))
    assert not list(folder.rglob("*.tmp"))


def test_an_interrupt_keeps_the_state_and_a_second_call_goes_on(tmp_path: Path, reference: Run) -> None:
    def interrupt(now: Progress) -> None:
        if now.games > 2000:
            raise KeyboardInterrupt

    told: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        run(study(), tmp_path, progress=interrupt, block_seconds=0.003)
    kept = open_run(tmp_path)
    assert not kept.complete
    assert kept.manifest.data["status"] == "running"
    assert 2000 < kept.manifest.data["games"] < 10_000
    assert kept.deals("p2-A-base") > 0
    assert_same_rows(run(study(), tmp_path, tell=told.append), reference)
    assert "going on after" in told[0]


def test_a_complete_run_says_so_and_touches_nothing(tmp_path: Path) -> None:
    run(study(games=50), tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*") if path.name != ".lock"}
    told: list[str] = []
    again = run(study(games=50), tmp_path, tell=told.append)
    assert again.complete
    assert "complete" in told[0]
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*") if path.name != ".lock"} == before


def test_a_new_title_or_margin_goes_into_a_complete_run(tmp_path: Path) -> None:
    run(study(games=50), tmp_path)
    again = run(study(games=50, title="Another", margin=0.03), tmp_path)
    assert (again.scenario.title, open_run(tmp_path).scenario.margin) == ("Another", 0.03)


@pytest.mark.parametrize("damage", ["truncated", "missing", "flipped"])
@pytest.mark.parametrize("table", ["games", "components"])
def test_a_damaged_part_is_found_and_played_again(damage: str, table: str, tmp_path: Path) -> None:
    expected = run(study(games=1000), tmp_path, block_seconds=0.003)
    rows = expected.read(table)
    part = expected.manifest.part(table, 3)
    content = part.read_bytes()
    if damage == "missing":
        part.unlink()
    elif damage == "truncated":
        part.write_bytes(content[: len(content) // 2])
    else:
        part.write_bytes(content[:50] + bytes([content[50] ^ 1]) + content[51:])
    if damage != "flipped":
        with pytest.raises(InputError, match=r"00003\.parquet: the part is missing or damaged"):
            open_run(tmp_path).read(table)
    told: list[str] = []
    mended = run(study(games=1000), tmp_path, tell=told.append)
    assert "1 damaged blocks were found" in told[0]
    assert mended.manifest.data["warnings"]
    assert part.read_bytes() == content
    pd.testing.assert_frame_equal(mended.read(table), rows)


# ---- folders that cannot be used ----


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(folder: Path, scenario: Scenario) -> str:
    """The message of a refusal that leaves the folder as it is."""
    before = contents(folder) if folder.is_dir() else None
    with pytest.raises(InputError) as caught:
        run(scenario, folder)
    assert before is None or contents(folder) == before
    return str(caught.value)


def test_the_folder_of_another_scenario_is_refused(tmp_path: Path) -> None:
    run(study(games=50), tmp_path)
    message = refused(tmp_path, study(games=51))
    assert "another scenario" in message
    assert "'A race'" in message
    assert "-o" in message


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"format": 1}', "cut", "edited", "\xff"])
def test_a_damaged_manifest_is_refused(damage: str, tmp_path: Path) -> None:
    run(study(games=50), tmp_path)
    path = tmp_path / "manifest.json"
    text = path.read_text()
    edited = {"cut": text[: len(text) // 2], "edited": text.replace('"seed": 1,', '"seed": 2,')}
    path.write_text(edited.get(damage, damage), encoding="latin-1")
    assert "manifest.json" in refused(tmp_path, study(games=50))


def test_a_manifest_of_another_format_is_refused(tmp_path: Path) -> None:
    run(study(games=50), tmp_path)
    path = tmp_path / "manifest.json"
    path.write_text(path.read_text().replace('"format": 1', '"format": 99'))
    assert "another version of simkit (format 99" in refused(tmp_path, study(games=50))


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    assert "thesis.txt" in refused(tmp_path, study())


def test_an_unfinished_run_of_other_code_is_refused(tmp_path: Path) -> None:
    found = run(study(games=50), tmp_path)
    found.manifest.data["source_sha256"] = "something-else"
    found.manifest.data["status"] = "running"
    found.manifest.drop(0)
    found.manifest.save()
    assert "another version of the code" in refused(tmp_path, study(games=50))


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    with manifests.locked(tmp_path):
        assert "another simkit run is at work" in refused(tmp_path, study(games=50))


def test_a_path_that_cannot_be_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert "cannot be made" in refused(tmp_path / "file" / "run", study())


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_a_read_only_folder_is_refused(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if mode[0] in "wx":
            raise OSError(number, os.strerror(number))
        return real(path, mode, *rest, **more)

    real = Path.open
    found = run(study(games=50), tmp_path)
    monkeypatch.setattr(Path, "open", refuse)
    assert run(study(games=50), tmp_path).complete
    found.manifest.part("games", 0).unlink()
    with pytest.raises(InputError, match=f"cannot be written.*{os.strerror(number)}"):
        run(study(games=50), tmp_path)
    monkeypatch.setattr(Path, "mkdir", lambda *_, **__: refuse(tmp_path, "w"))
    with pytest.raises(InputError, match=f"cannot be made.*{os.strerror(number)}"):
        run(study(games=50), tmp_path / "run")


@pytest.mark.parametrize("room", [0, 1, 7, 23])
def test_a_full_disk_is_a_clear_error_and_nothing_is_half_written(
    room: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reference: Run
) -> None:
    left = [room]

    def full(_: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left on device"):
        run(study(), tmp_path, block_seconds=0.005)
    assert not list(tmp_path.rglob("*.tmp"))
    monkeypatch.undo()
    assert_same_rows(run(study(), tmp_path), reference)


def test_too_many_games_for_the_disk_are_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 9, 1))
    told: list[str] = []
    found = run(study(games=50), tmp_path, tell=told.append)
    assert "has 1 bytes left" in told[0]
    assert found.manifest.data["warnings"] == [told[0].removeprefix("warning: ")]


def test_an_error_in_a_worker_is_raised_and_the_state_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = work.store_block

    def broken(task: Any, block: Block, *rest: Any) -> Any:
        if block.number == 5:
            raise ZeroDivisionError
        return real(task, block, *rest)

    monkeypatch.setattr(runner, "store_block", broken)
    with pytest.raises(ZeroDivisionError):
        run(study(), tmp_path, block_seconds=0.003, workers=1)
    assert len(open_run(tmp_path).manifest.done) > 0


def test_at_least_one_worker_is_needed() -> None:
    with pytest.raises(InputError, match="workers = 0"):
        run(study(), workers=0)


# ---- the manifest ----


def test_the_manifest_says_what_was_played_by_whom_on_what(tmp_path: Path) -> None:
    found = run(study(games=50), tmp_path)
    data = json.loads((tmp_path / "manifest.json").read_text())
    assert data["status"] == "complete"
    assert data["scenario_sha256"] == study(games=50).hash
    assert data["game"] == {"name": "toy", "title": "Toy race", "edition": "made for the tests"}
    assert data["libraries"].keys() >= {"python", "numpy", "numba", "pyarrow"}
    assert data["boards"].keys() == {arm.name for arm in found.arms}
    assert len(data["package_sha256"]) == 64
    assert data["games"] == 200
    assert data["games_per_second"] > 0
    assert {stop["reason"] for stop in data["stops"].values()} == {"games"}
    for number, entry in data["done"].items():
        for table, (rows, size, digest) in entry["parts"].items():
            assert found.manifest.part(table, int(number)).stat().st_size == size
            assert len(digest) == 64
            assert rows > 0
    assert sum(entry["parts"]["seats"][0] for entry in data["done"].values()) == len(found.seats)


def test_progress_never_goes_back_and_ends_with_all_games() -> None:
    seen: list[Progress] = []
    run(study(), progress=seen.append, block_seconds=0.02)
    games = [now.games for now in seen]
    assert games == sorted(games)
    assert (games[0], games[-1], seen[-1].of_games) == (0, 10_000, 10_000)
    assert seen[-1].seconds_left == 0


def test_a_temporary_run_goes_with_its_object() -> None:
    found = run(study(games=20))
    folder = found.folder
    assert folder.exists()
    assert toy.GAME is found.game
    del found
    assert not folder.exists()
