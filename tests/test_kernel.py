"""The cache of compiled code: reused by a second process, never stale, harmless where it cannot be written."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = """
import sys, json
sys.path.insert(0, sys.argv[1])
import toy_outside as toy
from simkit.engine import play_block
from tests.helpers import play
tables = play(toy.RACE, ["greedy"] * 2, 20)
stats = play_block.stats if hasattr(play_block, "stats") else None
print(json.dumps({
    "rounds": int(tables.games["rounds"].sum()),
    "hits": sum(stats.cache_hits.values()) if stats else 0,
    "misses": sum(stats.cache_misses.values()) if stats else 0,
}))
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A copy of the toys outside the package, under names of its own."""
    folder = tmp_path / "game"
    folder.mkdir()
    text = (ROOT / "tests" / "toys.py").read_text()
    text = text[: text.index("# ---- Tally")].replace('"race"', '"outside_race"')
    (folder / "toy_outside.py").write_text(text)
    return folder


def run(toy: Path, cache: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT), "NUMBA_OPT": "1"}
    settings.pop("NUMBA_DISABLE_JIT", None)
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, str(toy)],
        env={**settings, **environment},
        capture_output=True,
        text=True,
        cwd=toy,
        check=False,
    )


def result(done: subprocess.CompletedProcess[str]) -> dict[str, int]:
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def files(cache: Path) -> list[Path]:
    return sorted(file for file in cache.rglob("*") if file.is_file())


def test_a_second_process_compiles_nothing_and_an_edited_rule_takes_effect(toy: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = result(run(toy, cache))
    assert (first["hits"], first["misses"]) == (0, 1)
    stored = files(cache)
    assert stored
    second = result(run(toy, cache))
    assert (second["hits"], second["misses"]) == (1, 0)
    assert second["rounds"] == first["rounds"]
    assert files(cache) == stored

    source = toy / "toy_outside.py"
    edited = source.read_text().replace("state.position[seat] += steps", "state.position[seat] += 2 * steps")
    assert edited != source.read_text()
    source.write_text(edited)
    third = result(run(toy, cache))
    assert third["misses"] == 1
    assert third["rounds"] < first["rounds"]


def test_two_processes_may_compile_at_once(toy: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: result(run(toy, tmp_path / "cache")), range(2)))
    assert both[0]["rounds"] == both[1]["rounds"]
    assert result(run(toy, tmp_path / "cache"))["hits"] == 1


def test_an_unwritable_cache_folder_costs_one_warning_and_leaves_no_pycache_behind(
    toy: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    done = run(toy, blocked / "cache")
    assert result(done)["rounds"] > 0
    assert done.stderr.count("cannot be written") == 1
    assert not list(toy.rglob("*.nbi"))


def test_uncompiled_play_gives_the_same_rows(toy: Path, tmp_path: Path) -> None:
    plain = result(run(toy, tmp_path / "cache", NUMBA_DISABLE_JIT="1"))
    assert plain["rounds"] == result(run(toy, tmp_path / "cache"))["rounds"]
