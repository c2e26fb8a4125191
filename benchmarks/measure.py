"""The measurements: each returns plain numbers, medians over interleaved rounds where noise matters."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.split import play_repeating
from simkit.contract import Game
from simkit.engine import play_block
from simkit.policy import policy_records
from simkit.rng import PLAY
from simkit.rows import JOB, new_tables

ROUNDS = 7


@dataclass
class Table:
    """One game, policy and player count, ready to play blocks."""

    game: Game
    policy: str
    players: int

    def job(self, first: int, deals: int) -> np.ndarray[Any, Any]:
        job = np.zeros(1, JOB)
        task = job[0]
        task.purpose, task.seed, task.first_deal, task.deals = PLAY, 1, first, deals
        task.rotations, task.players = 1, self.players
        task.max_decisions, task.tie_keys = self.game.MAX_DECISIONS, len(self.game.tie_keys)
        task.seating[0, : self.players] = range(self.players)
        return job

    @cached_property
    def _fixed(self) -> tuple[Any, ...]:
        """Board, rules and policies: built once, for building a board is no part of playing."""
        game = self.game
        board = game.board.build(
            layout=game.board.LAYOUTS[0], players=self.players, components={}, switches={}
        )
        return board, game.rules_record({}), policy_records(game, [game.policy(self.policy)] * self.players)

    def arguments(self) -> tuple[Any, ...]:
        """States, board, rules, works, policies for a thread of its own."""
        board, rules, policies = self._fixed
        return np.zeros(2, self.game.STATE), board, rules, np.zeros(1, self.game.WORK), policies

    def block(self, first: int, deals: int) -> Any:
        """Play a block with all its bookkeeping and return its tables."""
        tables = new_tables(self.game, deals, self.players)
        play_block(*self.arguments(), self.job(first, deals), tables, np.zeros(1, np.int64))
        return tables


def cpu(work: Any) -> float:
    """CPU seconds of this process that a call takes."""
    before = time.process_time()
    work()
    return time.process_time() - before


def deals_for(table: Table, seconds: float) -> int:
    """Deals that take about so long."""
    table.block(0, 2)
    per_deal = cpu(lambda: table.block(0, 50)) / 50
    return max(20, int(seconds / max(per_deal, 1e-6)))


def speed(table: Table, seconds: float = 0.5) -> dict[str, float]:
    """Games/s, decisions/s and nanoseconds per legal move considered, on one core (CPU time, median of rounds)."""
    deals = deals_for(table, seconds)
    tables = table.block(0, deals)
    took = statistics.median(cpu(lambda: table.block(0, deals)) for _ in range(ROUNDS))
    decisions = float(tables.games["decisions"].sum())
    considered = float(tables.seats["offered"].sum() + tables.games["forced"].sum())
    return {
        "games/s": deals / took,
        "decisions/s": decisions / took,
        "decisions/game": decisions / deals,
        "moves/decision": tables.seats["offered"].sum() / decisions,
        "ns/move": took * 1e9 / considered,
    }


def split(table: Table, seconds: float = 0.3) -> dict[str, float]:
    """Nanoseconds per legal move considered of listing, features, choice, and of the rest (apply, set-up, scoring)."""
    deals = deals_for(table, seconds)
    arguments, job, extra = table.arguments(), table.job(0, deals), 3
    considered = play_repeating(*arguments, job, np.zeros(3, np.int64))
    patterns = {"plain": (0, 0, 0), "list": (extra, 0, 0), "features": (0, extra, 0), "choose": (0, 0, extra)}
    times: dict[str, list[float]] = {name: [] for name in patterns}
    for name in islice(cycle(patterns), ROUNDS * len(patterns)):
        repeats = np.array(patterns[name], np.int64)
        times[name].append(cpu(lambda r=repeats: play_repeating(*arguments, job, r)))
    ns = {name: statistics.median(values) * 1e9 / considered for name, values in times.items()}
    parts = {f"{name} ns": (ns[name] - ns["plain"]) / extra for name in ("list", "features", "choose")}
    bookkeeping = speed(table, seconds)["ns/move"] - ns["plain"]
    return {**parts, "apply+rest ns": ns["plain"] - sum(parts.values()), "bookkeeping ns": bookkeeping}


def threads(table: Table, seconds: float = 1.0) -> dict[str, float]:
    """Two threads against one over the same deals: wall-clock gain and CPU seconds a game."""
    deals = deals_for(table, seconds)
    workers = min(2, os.cpu_count() or 1)

    def both() -> None:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(lambda first: table.block(first, deals), range(0, workers * deals, deals)))

    def one() -> None:
        for first in range(0, workers * deals, deals):
            table.block(first, deals)

    wall: dict[str, list[float]] = {"one": [], "both": []}
    spent: dict[str, list[float]] = {"one": [], "both": []}
    for _ in range(ROUNDS):
        for name, work in (("one", one), ("both", both)):
            began = time.perf_counter()
            spent[name].append(cpu(work))
            wall[name].append(time.perf_counter() - began)
    return {
        "threads": workers,
        "wall gain": statistics.median(wall["one"]) / statistics.median(wall["both"]),
        "cpu ratio": statistics.median(spent["both"]) / statistics.median(spent["one"]),
    }


_START = """
import sys, time, json, resource
began = time.perf_counter()
from simkit.contract import GAMES
import simkit.games
from benchmarks.measure import Table
game = GAMES[sys.argv[1]]
players = game.players[len(game.players) // 2]
Table(game, sys.argv[2], players).block(0, int(sys.argv[3]))
print(json.dumps({"seconds": time.perf_counter() - began,
                  "peak MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""


def process(game: Game, policy: str, deals: int, **environment: str) -> dict[str, float]:
    """Import, compile or load, and play some deals, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _START, game.name, policy, str(deals)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def starts(game: Game) -> dict[str, float]:
    """Seconds of a cold start, of a start from the cache, and how much slower uncompiled play is."""
    with tempfile.TemporaryDirectory() as cache:
        cold = process(game, "greedy", 1, NUMBA_CACHE_DIR=cache)
        warm = process(game, "greedy", 1, NUMBA_CACHE_DIR=cache)
        more = process(game, "greedy", 2001, NUMBA_CACHE_DIR=cache)
        a_game = max((more["seconds"] - warm["seconds"]) / 2000, 1e-7)
        plain = [process(game, "greedy", n, NUMBA_DISABLE_JIT="1")["seconds"] for n in (1, 3)]
    return {
        "cold s": cold["seconds"],
        "from cache s": warm["seconds"],
        "uncompiled/compiled": (plain[1] - plain[0]) / 2 / a_game,
        "peak MiB": warm["peak MiB"],
    }


def yardstick(source: Path) -> dict[str, float]:
    """Compile a C program and run it; it prints one JSON line with ns_dec and cand_dec (per decision)."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "yardstick"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", program, source], check=True)
        output = subprocess.run(
            [program, "8000", "1", "4", str(ROUNDS)], capture_output=True, text=True, check=True
        )
    line = json.loads(output.stdout)
    return {"ns/move": line["ns_dec"] / line["cand_dec"]}
