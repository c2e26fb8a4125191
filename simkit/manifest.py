"""A run folder: its manifest, its parts, and the promise that neither is ever half-written.

Parts and manifest are written under a temporary name, flushed to the disk and renamed. The manifest names the finished
parts with their sizes and hashes; it is saved every half a second or so, and a part it does not name is played again.
"""

import contextlib
import datetime
import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from simkit.blocks import Block, Cut, expand, is_whole
from simkit.columns import TABLES
from simkit.errors import InputError
from simkit.scenario import Scenario

FORMAT = 1
"""Version of the folder's layout."""

NAME = "manifest.json"
LOCK = ".lock"
SAVE_EVERY = 0.5
"""Seconds between two saves while games are played."""


class Manifest:
    """The manifest of a run folder. ``data`` holds its keys; ``done`` the finished blocks by number."""

    def __init__(self, folder: Path, data: dict[str, Any]) -> None:
        self.folder = folder
        self.done: dict[int, dict[str, Any]] = {int(n): part for n, part in data.pop("done", {}).items()}
        self.data = data
        self.blocks: list[Block] = expand(self.cuts)
        self._lines: dict[int, str] = {}
        self._next_save = 0.0

    @property
    def cuts(self) -> list[Cut]:
        """The block table: (arm, first deal, deals a block, blocks)."""
        return [(a, b, c, d) for a, b, c, d in self.data["blocks"]]

    @property
    def complete(self) -> bool:
        return bool(self.data["status"] == "complete")

    def scenario(self) -> Scenario:
        """The scenario that the folder holds, without boards."""
        keys = ("title", "question", "margin")
        texts = {key: self.data[key] for key in keys}
        source = self.data["scenario_source"]
        return Scenario.from_record(
            self.data["scenario"], source=source, file=self.data["scenario_file"], **texts
        )

    def adopt_texts(self, scenario: Scenario) -> bool:
        """Take over what a scenario says about its report: title, question, margin. True where that is news."""
        texts = {"title": scenario.title, "question": scenario.question, "margin": scenario.margin}
        news = any(self.data[key] != value for key, value in texts.items())
        if news:
            self.data |= texts
            self.data |= {"scenario_source": scenario.source, "scenario_file": dict(scenario.file)}
        return news

    def part(self, table: str, block: int) -> Path:
        """Where a table's part of a block lies."""
        return part_path(self.folder, table, block)

    def add(self, block: int, entry: dict[str, Any]) -> None:
        """Note a finished block."""
        self.done[block] = entry

    def drop(self, block: int) -> None:
        """Forget a block and remove its parts."""
        self.done.pop(block, None)
        self._lines.pop(block, None)
        for table in TABLES:
            self.part(table, block).unlink(missing_ok=True)

    def save(self, *, now: bool = True) -> None:
        """Write the file. ``now=False``: only if the last save is some seconds old."""
        if not now and time.monotonic() < self._next_save:
            return
        started = time.monotonic()
        for number in self.done.keys() - self._lines.keys():
            self._lines[number] = json.dumps(self.done[number], separators=(",", ":"))
        head = json.dumps(self.data, indent=1, ensure_ascii=False).removesuffix("\n}")
        done = ",\n".join(f'  "{number}": {self._lines[number]}' for number in sorted(self.done))
        write(self.folder / NAME, f'{head},\n "done": {{\n{done}\n }}\n}}\n'.encode())
        self._next_save = time.monotonic() + max(SAVE_EVERY, 20 * (time.monotonic() - started))

    def damaged(self) -> list[int]:
        """Finished blocks with a part that is missing or not as it was written."""
        return [number for number, entry in self.done.items() if not self._intact(number, entry["parts"])]

    def _intact(self, number: int, parts: Mapping[str, Any]) -> bool:
        for table, (_, size, digest) in parts.items():
            path = self.part(table, number)
            try:
                if path.stat().st_size != size or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
                    return False
            except OSError:
                return False
        return True


def part_path(folder: Path, table: str, block: int) -> Path:
    """Where a table's part of a block lies."""
    return folder / table / f"{block:05d}.parquet"


def write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: temporary name, flush to the disk, rename."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder; InputError where there is none or it cannot be used."""
    path = folder / NAME
    try:
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise InputError(f"{folder}: this is not a run folder (it has no {NAME})") from None
    except OSError as error:
        raise InputError(f"{path}: the file cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{path}: the file is damaged, so nothing in the folder can be trusted; "
            f"remove the folder or choose another with -o, and play the games again"
        ) from None
    return _checked(folder, path, data)


def _checked(folder: Path, path: Path, data: Any) -> Manifest:
    if isinstance(data, dict) and data.get("format") not in (None, FORMAT):
        raise InputError(
            f"{path}: written by another version of simkit (format {data['format']}, not {FORMAT})"
        )
    try:
        manifest = Manifest(folder, data)
        scenario = manifest.scenario()
        sound = scenario.hash == data["scenario_sha256"] and is_whole(manifest.cuts, scenario.arms)
        sound &= manifest.done.keys() <= set(range(len(manifest.blocks)))
        sound &= all({"parts", "shares", "games"} <= entry.keys() for entry in manifest.done.values())
    except (KeyError, TypeError, ValueError, AttributeError):
        sound = False
    if not sound:
        raise InputError(
            f"{path}: the file is damaged or was changed by hand; remove the folder or choose another"
        )
    return manifest


def prepare_folder(folder: Path) -> Manifest | None:
    """Make the run folder, or read the manifest of the run in it. InputError where the folder is something else."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / NAME).exists():
            return read_manifest(folder)
        others = [
            entry.name for entry in folder.iterdir() if entry.name != LOCK and not entry.name.endswith(".tmp")
        ]
        others = [name for name in others if name not in TABLES or any((folder / name).iterdir())]
    except OSError as error:
        raise InputError(f"{folder}: the run folder cannot be made or read ({error.strerror})") from None
    if others:
        raise InputError(
            f"{folder}: the folder holds other things ({others[0]} ...), no run; choose another with -o"
        )
    return None


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which ends with the process, however it ends. InputError where another run has it."""
    try:
        file = (folder / LOCK).open("w")
    except OSError as error:
        raise InputError(f"{folder}: the run folder cannot be written ({error.strerror})") from None
    with file:
        try:
            import fcntl
        except ImportError:  # no such locks on this system
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(f"{folder}: another simkit run is at work in this folder") from None
        yield


def remove_leftovers(folder: Path) -> None:
    """Remove what a killed run left under temporary names."""
    for place in (folder, *(folder / table for table in TABLES)):
        for path in place.glob("*.tmp"):
            path.unlink(missing_ok=True)


def now() -> str:
    """The time of day in UTC, to the second."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
