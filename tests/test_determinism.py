"""Same key, same rows: in any process, in any block, compiled and uncompiled; other keys, other games."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import simkit.games  # noqa: F401  registers the games
from simkit import rng
from simkit.contract import GAMES, Game
from tests import lots, toy, toys  # noqa: F401  registers the toys
from tests.helpers import play, same_tables
from tests.test_contract import module_sets

ROOT = Path(__file__).parent.parent


def middle(game: Game) -> int:
    return game.players[len(game.players) // 2]


def table_hash(game: Game, chosen: dict[str, object]) -> str:
    """Hash of the rows of one deal between greedy players and a random one."""
    policies = ["greedy"] * (middle(game) - 1) + ["random"]
    tables = play(game, policies, 1, switches=chosen, seed=3)
    digest = hashlib.sha256()
    for table in tables:
        digest.update(np.ascontiguousarray(table).tobytes())
    return digest.hexdigest()


def all_hashes() -> dict[str, str]:
    return {
        f"{game.name} {chosen}": table_hash(game, chosen)
        for game in GAMES.values()
        for chosen in module_sets(game, middle(game))
    }


def test_compiled_and_uncompiled_play_give_the_same_rows() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import json; from tests.test_determinism import all_hashes; print(json.dumps(all_hashes()))",
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == all_hashes()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_rows_depend_on_seed_and_deal_and_not_on_the_block(game: Game) -> None:
    policies = ["greedy"] * (middle(game) - 1) + ["random"]
    whole = play(game, policies, 12, rotate="cyclic")
    assert same_tables(whole, play(game, policies, 12, rotate="cyclic"))
    tail = play(game, policies, 4, first=8, rotate="cyclic")
    assert np.array_equal(whole.games[8 * len(policies) :], tail.games)
    assert np.array_equal(whole.seats[8 * len(policies) :], tail.seats)
    assert not np.array_equal(whole.seats, play(game, policies, 12, rotate="cyclic", seed=2).seats)


def test_a_hundred_thousand_deals_begin_with_different_streams() -> None:
    """Two of 100,000 distinct keys would share a 64-bit word with probability 2.7e-10."""
    streams = np.zeros((1, 4), np.uint64)
    seen = set()
    for deal in range(100_000):
        rng.seed_stream(streams, 0, rng.PLAY, 20261130, deal, 0)
        seen.add(int(streams[0, 0]))
    assert len(seen) == 100_000
