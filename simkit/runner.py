"""Play a scenario into its run folder: blocks on threads (or any executor), resume, precision stop, progress."""

import hashlib
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simkit import provenance
from simkit.blocks import Block, plan
from simkit.columns import TABLES
from simkit.contract import Game
from simkit.cost import lookahead_cost
from simkit.disk import room_warning
from simkit.errors import InputError
from simkit.fair import fair_points
from simkit.manifest import (
    FORMAT,
    Manifest,
    locked,
    now,
    prepare_folder,
    read_manifest,
    remove_leftovers,
)
from simkit.plan import record as plan_record
from simkit.precision import LiveBand, Prefix
from simkit.results import Run
from simkit.scenario import Scenario, find_game
from simkit.scenario_arms import REPLAY
from simkit.work import ArmTask, Sample, kernels_ready, most_deals, note_kernels, sample, store_block


class Progress(NamedTuple):
    """How far a run is. ``seconds_left``: if each block takes as long and no arm stops early. ``band``: of ``arm``."""

    games: int
    of_games: int
    games_a_second: float
    seconds_left: float
    arm: str
    band: LiveBand | None = None


Reporter = Callable[[Progress], None]
Teller = Callable[[str], None]


def run(
    scenario: Scenario,
    folder: str | Path | None = None,
    workers: int | None = None,
    *,
    executor: Executor | None = None,
    block_seconds: float = 1.0,
    progress: Reporter | None = None,
    tell: Teller | None = None,
) -> Run:
    """Play a scenario and return its results. A run that was broken off goes on where it stood.

    folder: where the results go (None: a temporary folder that lives as long as the Run). workers: threads (None: one
    a core). executor: used instead of threads, with twice ``workers`` blocks in hand. block_seconds: how long a block
    of games should take, of no effect on the results. progress, tell: called with the state of things and with
    sentences for people. InputError where the folder holds something else or cannot be written; KeyboardInterrupt
    leaves a folder that a later call finishes.
    """
    if workers is not None and workers < 1:
        raise InputError(f"workers = {workers}: at least one is needed")
    game = find_game(scenario.game, scenario.source)
    place = Path(tempfile.mkdtemp(prefix="simkit-run-") if folder is None else folder)
    runner = _Runner(scenario, game, place, workers or provenance.cores(), block_seconds, progress, tell)
    return Run(runner.run(executor), temporary=folder is None)


@dataclass
class _Runner:
    """One call of :func:`run`."""

    scenario: Scenario
    game: Game
    folder: Path
    workers: int
    block_seconds: float
    progress: Reporter | None
    tell: Teller | None
    stop: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(1, np.int64))
    tasks: dict[int, ArmTask] = field(default_factory=dict)
    samples: dict[Any, Sample] = field(default_factory=dict)
    damaged: list[int] = field(default_factory=list)
    played: int = 0
    blocks_played: int = 0
    earlier_seconds: float = 0.0

    def run(self, executor: Executor | None) -> Manifest:
        manifest = prepare_folder(self.folder)
        if manifest is not None:
            self.check_same(manifest)
            if manifest.complete and not self.damaged and not manifest.adopt_texts(self.scenario):
                self.say(f"{self.folder}: the run is complete; nothing is to be played")
                return manifest
        with locked(self.folder):
            try:
                remove_leftovers(self.folder)
                self.manifest = read_manifest(self.folder) if manifest is not None else self.begin()
                self.prefixes = {
                    arm.index: Prefix(self.scenario.precision, arm) for arm in self.scenario.arms
                }
                if manifest is not None:
                    self.resume()
                self.play(executor)
            except OSError as error:
                raise self.disk_error(error) from error
        return self.manifest

    def say(self, text: str) -> None:
        if self.tell:
            self.tell(text)

    def disk_error(self, error: OSError) -> InputError:
        kept = (
            sum(entry["games"] for entry in self.manifest.done.values()) if hasattr(self, "manifest") else 0
        )
        return InputError(
            f"{self.folder}: the results cannot be written ({error.strerror or error}); {kept:,} games are kept. "
            f"Mend it and give the same command again"
        )

    # ---- a new folder or an old one ----

    def check_same(self, manifest: Manifest) -> None:
        """Refuse a folder of another scenario, or one begun with other code or boards and not finished."""
        if manifest.data["scenario_sha256"] != self.scenario.hash:
            self.check_functions(manifest.data["scenario"]["policies"])
            raise InputError(
                f"{self.folder}: the folder holds the games of another scenario ({manifest.data['title']!r}, "
                f"{manifest.data['scenario_sha256'][:12]}, not {self.scenario.hash[:12]}); nothing was changed. "
                f"Choose another folder with -o, or remove this one"
            )
        self.damaged = manifest.damaged()
        if manifest.complete and not self.damaged:
            return
        boards = {arm.name: self.scenario.board_hash(arm) for arm in self.scenario.arms}
        if (
            manifest.data["source_sha256"] != provenance.kernel_hash(self.game)
            or manifest.data["boards"] != boards
        ):
            raise InputError(
                f"{self.folder}: the run was begun with another version of the code or of the components, and games of "
                f"two versions are not mixed. Finish it with that version, choose another folder with -o, or remove it"
            )

    def check_functions(self, policies: Mapping[str, Any]) -> None:
        """Refuse a folder whose run was begun with another version of a player's function."""
        for name, player in self.scenario.policies.items():
            before = policies.get(name, {}).get("source")
            if before and player.source and before != player.source:
                raise InputError(
                    f"{self.folder}: the run was begun with another version of the player {name!r}, and games of two "
                    f"versions are not mixed. Choose another folder with -o, or remove this one"
                )

    def begin(self) -> Manifest:
        """Measure, cut the deals into blocks, and write the first manifest."""
        started = time.perf_counter()
        for arm in self.scenario.arms:
            if arm.alike not in self.samples:
                self.measure(arm.index)
        cuts = plan(
            self.scenario.arms,
            lambda arm: self.samples[arm.alike].deals_a_second,
            lambda arm: most_deals(self.game, arm, self.samples[arm.alike]),
            precision=self.scenario.precision is not None,
            seconds=self.block_seconds,
        )
        warning = room_warning(self.scenario, self.game, self.folder)
        for text in filter(None, [warning]):
            self.say(f"warning: {text}")
        manifest = Manifest(self.folder, self.first_data(cuts, [warning] if warning else []))
        if any(player.playouts for player in self.scenario.policies.values()):
            cost = lookahead_cost(self.scenario, self.stop)
            manifest.data["lookahead_cost"] = {name: found.ratio for name, found in cost.items()}
            manifest.data["lookahead_seconds"] = {name: found.seconds for name, found in cost.items()}
        manifest.data["preparation_seconds"] = round(time.perf_counter() - started, 3)
        for table in TABLES:
            (self.folder / table).mkdir(exist_ok=True)
        manifest.save()
        return manifest

    def measure(self, index: int) -> None:
        """Time a few games of an arm, compiling the kernels if that has never been done."""
        task = self.task(index)
        ready = kernels_ready(self.game, task.entry)
        if not ready:
            self.say(
                f"Compiling the kernels of {self.game.title} for this machine. This happens once, for up to a minute."
            )
        self.samples[task.arm.alike] = sample(task, self.stop)
        note_kernels(self.game, task.entry)

    def first_data(self, cuts: list[Any], warnings: list[str]) -> dict[str, Any]:
        scenario = self.scenario
        return {
            "format": FORMAT,
            "status": "running",
            "title": scenario.title,
            "question": scenario.question,
            "margin": scenario.margin,
            "plan": plan_record(scenario),
            "scenario_sha256": scenario.hash,
            "scenario_source": scenario.source,
            "scenario_file": dict(scenario.file),
            "game": {"name": self.game.name, "title": self.game.title, "edition": self.game.edition},
            "seed": scenario.seed,
            "simkit": provenance.package_version(),
            "source_sha256": provenance.kernel_hash(self.game),
            "package_sha256": provenance.package_hash(),
            "components_sha256": provenance.component_hashes(self.game),
            "own_players": {
                name: hashlib.sha256(player.source.encode()).hexdigest()
                for name, player in scenario.policies.items()
                if player.source
            },
            "boards": {arm.name: scenario.board_hash(arm) for arm in scenario.arms},
            "libraries": provenance.versions(),
            "machine": provenance.machine(),
            "workers": self.workers,
            "started": now(),
            "warnings": warnings,
            "games": 0,
            "seconds": 0.0,
            "games_per_second": 0.0,
            "starts": 0,
            "stops": {},
            "fair_points": {},
            "blocks": [list(cut) for cut in cuts],
            "scenario": scenario.record(),
        }

    def resume(self) -> None:
        """Take over what is there, and forget parts that are not as they were written."""
        for number in (bad := self.damaged):
            self.manifest.drop(number)
        if bad:
            self.manifest.data["status"] = "running"
            text = f"{len(bad)} damaged blocks were found (the first is {bad[0]}); they are played again"
            self.say(f"warning: {text}")
            self.manifest.data["warnings"].append(text)
        self.manifest.adopt_texts(self.scenario)
        self.earlier_seconds = self.manifest.data["seconds"]
        kept = sum(entry["games"] for entry in self.manifest.done.values())
        if not self.manifest.complete:
            self.say(f"{self.folder}: going on after {kept:,} games")

    # ---- playing ----

    def task(self, index: int) -> ArmTask:
        if index not in self.tasks:
            arm = self.scenario.arms[index]
            points = self.manifest.data["fair_points"] if arm.role == REPLAY else {}
            self.tasks[index] = ArmTask.of(
                self.scenario, replace(arm, handicap=tuple(points.get(arm.name, arm.handicap)))
            )
        return self.tasks[index]

    def settle_points(self) -> None:
        """Before the replays: find the points that they are played with, and keep them in the manifest."""
        known = self.manifest.data["fair_points"]
        for arm in self.scenario.arms:
            if arm.role == REPLAY and arm.name not in known:
                base = self.scenario.arm(arm.about["base"])
                found = np.array(fair_points(Run(self.manifest), base))
                if base.handicap:
                    found = found + base.handicap - (found + base.handicap).min()
                known[arm.name] = [int(points) for points in found]
                self.tasks.pop(arm.index, None)
                self.manifest.save()

    def play(self, executor: Executor | None) -> None:
        """Play what is missing, and close the books."""
        for block in self.manifest.blocks:
            if block.number in self.manifest.done:
                self.note(block, self.manifest.done[block.number])
        pending = self.missing()
        if pending and not kernels_ready(self.game, self.task(pending[0].arm).entry):
            self.measure(pending[0].arm)
        self.started = time.perf_counter()
        self.total = sum(arm.games for arm in self.scenario.arms)
        self.before = self.games_done()
        if pending:
            self.manifest.data["starts"] += 1
        own = executor is None
        pool: Executor = executor or ThreadPoolExecutor(self.workers, "simkit")
        running: dict[Future[Any], Block] = {}
        replays = {arm.index for arm in self.scenario.arms if arm.role == REPLAY}
        later = [block for block in pending if block.arm in replays]
        try:
            self.drive(pool, [block for block in pending if block.arm not in replays][::-1], running)
            if later:
                self.settle_points()
                self.drive(pool, later[::-1], running)
        except BaseException:
            self.halt(running)
            raise
        finally:
            if own:
                pool.shutdown(wait=True, cancel_futures=True)
        self.finish()

    def drive(self, pool: Executor, pending: list[Block], running: dict[Future[Any], Block]) -> None:
        """Keep the workers busy; ``pending`` is taken from its end."""
        self.report(pending)
        while pending or running:
            while pending and len(running) < 2 * self.workers:
                block = pending.pop()
                if not self.skipped(block):
                    task = self.task(block.arm)
                    future = pool.submit(
                        store_block, task, block, self.events_expected(block), self.folder, self.stop
                    )
                    running[future] = block
            finished, _ = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in finished:
                self.collect(future, running.pop(future))
            if finished:
                self.manifest.save(now=False)
            self.report(pending)

    def collect(self, future: Future[Any], block: Block) -> None:
        entry = future.result()
        if entry is not None:
            self.manifest.add(block.number, entry)
            self.note(block, entry)
            self.played += entry["games"]
            self.blocks_played += 1

    def note(self, block: Block, entry: dict[str, Any]) -> None:
        self.prefixes[block.arm].add(block, entry["shares"])

    def missing(self) -> list[Block]:
        """The blocks that are still to be played."""
        unplayed = [block for block in self.manifest.blocks if block.number not in self.manifest.done]
        return [block for block in unplayed if not self.skipped(block)]

    def skipped(self, block: Block) -> bool:
        """Whether the precision stop has made a block needless."""
        stop = self.prefixes[block.arm].stop
        return stop is not None and block.first_deal >= stop

    def events_expected(self, block: Block) -> int:
        """Room for the events of a block: a tenth more than the sample had."""
        arm = self.scenario.arms[block.arm]
        found = self.samples.get(arm.alike)
        rate = found.events_a_deal if found else 20.0 * arm.rotations
        return int(1.1 * rate * block.deals) + 100

    def halt(self, running: dict[Future[Any], Block]) -> None:
        """Stop the workers, keep what they have finished, and save the state."""
        self.stop[0] = 1
        for future in running:
            future.cancel()
        wait(running, timeout=60)
        for future, block in running.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self.collect(future, block)
        self.count()
        try:
            self.manifest.save()
        except OSError:  # the disk is full: the manifest of a few seconds ago stands
            return

    def games_done(self) -> int:
        return sum(entry["games"] for entry in self.manifest.done.values())

    def report(self, pending: list[Block]) -> None:
        if self.progress is None or self.manifest.complete:
            return
        passed = max(time.perf_counter() - self.started, 1e-9)
        rate = self.played / passed
        done = self.before + self.played
        total = self.total - sum(self.prefixes[arm.index].spared for arm in self.scenario.arms)
        left = len(self.missing()) * passed / self.blocks_played if self.blocks_played else float("nan")
        arm = self.scenario.arms[pending[-1].arm if pending else -1]
        band = self.prefixes[arm.index].live()
        self.progress(Progress(min(done, total), total, rate, left, arm.name, band))

    def count(self) -> None:
        """Bring the manifest's totals up to date."""
        data = self.manifest.data
        seconds = self.earlier_seconds + time.perf_counter() - self.started
        data["games"] = self.games_done()
        if self.played:
            data["seconds"] = round(seconds, 3)
            data["games_per_second"] = round(data["games"] / max(seconds, 1e-9), 1)

    def finish(self) -> None:
        """Drop parts beyond the stops, note why each arm ended, and save."""
        for block in self.manifest.blocks:
            if block.number in self.manifest.done and self.skipped(block):
                self.manifest.drop(block.number)
        for arm in self.scenario.arms:
            self.manifest.data["stops"][arm.name] = self.prefixes[arm.index].summary()
        if not self.manifest.complete or self.played:
            self.count()
            self.manifest.data["finished"] = now()
        self.manifest.data["status"] = "complete"
        self.manifest.save()
