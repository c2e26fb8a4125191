"""One block of games, from arrays to parts on disk: what a worker thread or process does."""

import hashlib
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from simkit.blocks import Block
from simkit.contract import MAX_SEATS, Game
from simkit.engine import play_block
from simkit.general import play_block_general
from simkit.kernel import CACHE_FOLDER, CORE_SOURCES, DISABLED
from simkit.manifest import part_path, write
from simkit.own import check_choices, is_linear, seat_players, telling_failures
from simkit.parts import block_arrays, share_sums, to_parquet
from simkit.policy import Policy, policy_records
from simkit.rng import PLAY
from simkit.rows import JOB, Tables, give_extras, new_tables
from simkit.scenario import Scenario, find_game
from simkit.scenario_arms import Arm

BLOCK_BYTES = 48_000_000
"""Memory for the result rows of one block."""


@dataclass(frozen=True)
class ArmTask:
    """An arm with all that the engine wants of it. Can be sent to another process."""

    arm: Arm
    game_name: str
    board: np.ndarray[Any, Any]
    rules: np.ndarray[Any, Any]
    players: tuple[Policy, ...]
    seed: int
    purpose: int = PLAY

    @property
    def game(self) -> Game:
        return find_game(self.game_name, "run")

    @property
    def entry(self) -> str:
        """The compiled function that plays this arm."""
        return "play_block" if is_linear(self.players) else "play_block_general"

    @classmethod
    def of(cls, scenario: Scenario, arm: Arm) -> "ArmTask":
        """The task of a scenario's arm."""
        game = find_game(scenario.game, scenario.source)
        policies = [scenario.policies[name] for name in arm.policies]
        return cls(
            arm,
            game.name,
            scenario.board(arm),
            game.rules_record(arm.rules),
            tuple(_sendable(found) for found in policies),
            scenario.seed,
        )

    def job(self, first_deal: int, deals: int, keep_events: bool) -> np.ndarray[Any, Any]:
        """The engine's job record."""
        record = np.zeros(1, JOB)
        job = record[0]
        job.purpose, job.seed, job.arm = self.purpose, self.seed, self.arm.index
        job.first_deal, job.deals, job.rotations = first_deal, deals, self.arm.rotations
        job.players, job.max_decisions = self.arm.players, self.game.MAX_DECISIONS
        job.keep_events, job.tie_keys = keep_events, len(self.game.tie_keys)
        for rotation, row in enumerate(self.arm.seating):
            job.seating[rotation, : len(row)] = row
        give_extras(job, self.arm.handicap, self.arm.streams)
        return record

    def play(self, first_deal: int, deals: int, events: int, stop: np.ndarray[Any, Any]) -> Tables | None:
        """Play whole deals; None where the stop flag was set meanwhile.

        events: rows expected in the events table, -1 to keep none. Where they do not suffice the block is played again.
        """
        games = deals * self.arm.rotations
        while True:
            tables = new_tables(self.game, games, self.arm.players, max(0, events))
            states = np.zeros(3, self.game.STATE)
            works = np.zeros(2, self.game.WORK)
            job = self.job(first_deal, deals, events >= 0)
            records = states, self.board, self.rules, works
            if is_linear(self.players):
                finished = play_block(
                    *records, policy_records(self.game, list(self.players)), job, tables, stop
                )
            else:
                where = f"{self.game.title}, arm {self.arm.name}"
                seated = seat_players(self.game, self.players)
                with telling_failures(where, self.players, tables, works[0]):
                    finished = play_block_general(*records, seated, job, tables, stop)
                finished = check_choices(finished, tables, where)
            if finished < games:
                return None
            if events < 0 or tables.used[0] <= len(tables.events):
                return tables
            events = int(tables.used[0])


def _sendable(policy: Policy) -> Policy:
    """The policy with plain dicts, which can be sent to another process."""
    by_players = {players: dict(weights) for players, weights in policy.by_players.items()}
    return replace(policy, weights=dict(policy.weights), by_players=by_players)


@dataclass(frozen=True)
class Sample:
    """What a short sample of an arm told: speed and events."""

    deals_a_second: float
    events_a_deal: float


def most_deals(game: Game, arm: Arm, found: Sample) -> int:
    """Deals whose rows fit into a block's memory."""
    one = new_tables(game, 1, arm.players, 1)
    rows = (one.games.nbytes + one.seats.nbytes) * arm.rotations + one.events.nbytes * found.events_a_deal
    return max(1, int(BLOCK_BYTES / rows))


def sample(task: ArmTask, stop: np.ndarray[Any, Any], seconds: float = 0.1) -> Sample:
    """Play deals for about so long (the first call compiles) and time them. The games are played again later."""
    task.play(0, 1, -1, stop)
    deals = 1
    while True:
        started = time.perf_counter()
        tables = task.play(0, deals, 0, stop)
        passed = time.perf_counter() - started
        if tables is None or passed >= seconds or deals >= task.arm.deals:
            events = int(tables.used[0]) / deals if tables is not None else 0.0
            return Sample(deals / max(passed, 1e-9), events)
        deals = min(
            task.arm.deals, max(2 * deals, int(deals * 1.2 * seconds / max(passed, 1e-9))), 64 * deals
        )


def store_block(
    task: ArmTask, block: Block, events: int, folder: Path, stop: np.ndarray[Any, Any]
) -> dict[str, Any] | None:
    """Play a block, write its parts, and return its entry in the manifest; None where it was stopped."""
    keeps = block.keeps_events and task.arm.keeps_events
    tables = task.play(block.first_deal, block.deals, events if keeps else -1, stop)
    if tables is None:
        return None
    parts = {}
    arrays = block_arrays(task.game, task.arm, block.number, tables, block.first_deal, block.deals)
    for table, found in arrays.items():
        content = to_parquet(task.game, task.arm, table, found)
        write(part_path(folder, table, block.number), content)
        rows = len(next(iter(found.values())))
        parts[table] = [rows, len(content), hashlib.sha256(content).hexdigest()]
    return {
        "parts": parts,
        "shares": share_sums(task.arm, tables),
        "games": block.deals * task.arm.rotations,
    }


def kernels_ready(game: Game, entry: str = "play_block") -> bool:
    """False where an entry has still to be compiled for this game, which takes a while."""
    return DISABLED or _mark(game, entry).exists()


def note_kernels(game: Game, entry: str = "play_block") -> None:
    """Remember, beside the cached machine code, that an entry has been compiled for this game."""
    if not kernels_ready(game, entry):
        try:
            _mark(game, entry).touch()
        except OSError:  # the sentence about compiling then appears once more
            return


def _mark(game: Game, entry: str) -> Path:
    """A file beside the machine code, which is found again only by the same source files of the same age."""
    assert game.STATE.names is not None
    here = Path(__file__).parent
    ages = [(here / name).stat().st_mtime_ns for name in CORE_SOURCES if (here / name).exists()]
    installed = hashlib.sha256(f"{here} {ages}".encode()).hexdigest()[:12]
    return CACHE_FOLDER / f"{entry}-{game.STATE.names[-1]}-{installed}.compiled"


assert MAX_SEATS <= 8, "winners are stored as a mask of eight bits"
