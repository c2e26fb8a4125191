"""Results of a run as arrays and tables: whole frames for notebooks, part by part for millions of games."""

import shutil
import weakref
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simkit import columns as registry
from simkit import parts as part_format
from simkit.blocks import Block
from simkit.columns import CATEGORY, TABLES, Column
from simkit.contract import Game
from simkit.errors import InputError
from simkit.manifest import Manifest, read_manifest
from simkit.parts import SHARE_UNIT
from simkit.policy import Policy
from simkit.scenario import Scenario, find_game
from simkit.scenario_arms import Arm
from simkit.tuned import Tuned, shipped

if TYPE_CHECKING:
    import pandas as pd

Which = Arm | int | str
"""An arm, its index or its name."""


class SeatTotals(NamedTuple):
    """Exact sums over an arm's deals; the win share of seat s is ``sums[s] / (unit * deals)``."""

    deals: int
    stalled_deals: int
    unit: int
    sums: tuple[int, ...]
    squares: tuple[int, ...]


class Run:
    """The results in a run folder. Arms may be given as such, by index or by name."""

    def __init__(self, manifest: Manifest, *, temporary: bool = False) -> None:
        self.manifest = manifest
        self.folder = manifest.folder
        if temporary:  # the folder goes together with this object
            weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def __repr__(self) -> str:
        state = "complete" if self.complete else "unfinished"
        return f"<Run {self.scenario.title!r} in {self.folder}: {len(self.arms)} arms, {state}>"

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario that was played, without boards."""
        return self.manifest.scenario()

    @cached_property
    def game(self) -> Game:
        return find_game(self.scenario.game, str(self.folder))

    @property
    def arms(self) -> tuple[Arm, ...]:
        return self.scenario.arms

    def origin(self, policy: Policy) -> dict[int, Tuned]:
        """Where a policy's weights come from, by number of players, if they are those of the game's policy file."""
        tables = shipped(self.game) if policy.by_players else {}
        known = {n: found for n, found in tables.items() if found.measured}
        return {n: found for n, found in known.items() if policy.by_players.get(n) == found.weights}

    @property
    def complete(self) -> bool:
        return self.manifest.complete

    def blocks(self, arm: Which) -> list[Block]:
        """The arm's finished blocks in order of their deals, from deal 0 without a gap."""
        index = self.scenario.arm(arm).index
        found: list[Block] = []
        for block in self.manifest.blocks:
            if block.arm == index:
                if block.number not in self.manifest.done:
                    break
                found.append(block)
        return found

    def deals(self, arm: Which) -> int:
        """Deals 0 to this number (exclusive) are there, each in every rotation."""
        blocks = self.blocks(arm)
        return blocks[-1].end if blocks else 0

    def columns(self, table: str) -> tuple[Column, ...]:
        """The registry's entries for a table."""
        if table not in TABLES:
            raise InputError(f"there is no table {table!r}; there are {', '.join(TABLES)}")
        return registry.columns(self.game, table)

    def labels(self, table: str, column: str, arm: Which) -> tuple[str, ...]:
        """The names behind the codes of a category column."""
        return part_format.labels(self.game, self.scenario.arm(arm), table, column)

    def parts(
        self, table: str, arm: Which, columns: Sequence[str] | None = None
    ) -> Iterator[dict[str, np.ndarray[Any, Any]]]:
        """The arm's parts of a table, one block at a time: arrays by column name, categories as int codes.

        Rows are sorted by deal, rotation (and seat), so ``column.reshape(-1, rotations, players)`` holds for seats.
        """
        kinds = {column.name: column.dtype for column in self.columns(table)}
        names = self._names(table, columns)
        for block in self.blocks(arm):
            if table in self.manifest.done[block.number]["parts"]:
                found = self._table(table, block.number, names)
                yield {name: _array(found.column(name), kinds[name]) for name in names}

    def read(
        self, table: str, arm: Which | None = None, columns: Sequence[str] | None = None
    ) -> "pd.DataFrame":
        """A table as a pandas frame, of one arm or of all; policy, component and move type as categories."""
        import pandas as pd
        import pyarrow as pa

        names = self._names(table, columns)
        arms = self.arms if arm is None else [self.scenario.arm(arm)]
        found = [
            self._table(table, block.number, names)
            for one in arms
            for block in self.blocks(one)
            if table in self.manifest.done[block.number]["parts"]
        ]
        if not found:
            return pd.DataFrame({name: [] for name in names})
        whole = pa.concat_tables(found).unify_dictionaries()
        return whole.to_pandas()

    def _names(self, table: str, columns: Sequence[str] | None) -> list[str]:
        known = [column.name for column in self.columns(table)]
        for name in columns or ():
            if name not in known:
                raise InputError(f"table {table} has no column {name!r}; it has {', '.join(known)}")
        return list(columns) if columns is not None else known

    def _table(self, table: str, block: int, names: list[str]) -> Any:
        import pyarrow as pa
        import pyarrow.parquet as pq

        path = self.manifest.part(table, block)
        try:
            with pq.ParquetFile(path, pre_buffer=False) as part:
                return part.read(columns=names, use_threads=False)
        except (OSError, pa.ArrowException) as error:
            raise InputError(
                f"{path}: the part is missing or damaged ({error}); `simkit run` with the run's scenario mends it"
            ) from None

    @property
    def games(self) -> "pd.DataFrame":
        """One row a game, all arms."""
        return self.read("games")

    @property
    def seats(self) -> "pd.DataFrame":
        """One row a game and seat, all arms."""
        return self.read("seats")

    @property
    def components(self) -> "pd.DataFrame":
        """One row a block, seat, place and component."""
        return self.read("components")

    @property
    def actions(self) -> "pd.DataFrame":
        """One row a block, seat, place, round and kind of move."""
        return self.read("actions")

    @property
    def events(self) -> "pd.DataFrame":
        """One row a taking, for the first 20,000 deals of each arm."""
        return self.read("events")

    def component_totals(self, arm: Which) -> "pd.DataFrame":
        """The components table summed over the arm's blocks: the same numbers however the blocks were cut."""
        frame = self.read("components", arm)
        sums = {"offered": 1, "taken": 1, "wins_taken": SHARE_UNIT, "wins_left": SHARE_UNIT}
        sums |= {"squares_taken": SHARE_UNIT**2, "squares_left": SHARE_UNIT**2}
        return _totals(frame, ["arm", "seat", "place", "policy", "component"], sums)

    def action_totals(self, arm: Which) -> "pd.DataFrame":
        """The actions table summed over the arm's blocks."""
        frame = self.read("actions", arm)
        keys = ["arm", "seat", "place", "policy", "round", "move_type"]
        return _totals(frame, keys, {"offered": 1, "taken": 1, "only": 1})

    def seat_totals(self, arm: Which) -> SeatTotals:
        """Exact sums of the win shares, from the manifest alone. Deals with a stalled game are left out."""
        found = self.scenario.arm(arm)
        entries = [self.manifest.done[block.number]["shares"] for block in self.blocks(found)]
        seats = range(found.players)
        return SeatTotals(
            sum(entry["deals"] for entry in entries),
            sum(entry["stalled_deals"] for entry in entries),
            SHARE_UNIT * found.rotations,
            tuple(sum(entry["sums"][seat] for entry in entries) for seat in seats),
            tuple(sum(entry["squares"][seat] for entry in entries) for seat in seats),
        )


def _array(column: Any, kind: str) -> np.ndarray[Any, Any]:
    """A column of a part as one NumPy array."""
    whole = column.combine_chunks()
    if kind == CATEGORY:
        chunk = whole.chunk(0) if hasattr(whole, "chunk") else whole
        return np.asarray(chunk.indices.to_numpy(zero_copy_only=False))
    return np.asarray(whole.to_numpy())


def _totals(frame: "pd.DataFrame", keys: list[str], sums: dict[str, int]) -> "pd.DataFrame":
    """Sums by key. Each summand is a whole multiple of 1/unit, so the order of addition does not matter."""
    whole = frame[keys].copy()
    for name, unit in sums.items():
        whole[name] = np.rint(frame[name].to_numpy() * unit).astype(np.int64)
    result = whole.groupby(keys, observed=True, sort=True, as_index=False).sum()
    for name, unit in sums.items():
        if unit != 1:
            result[name] = result[name] / unit
    return result


def open_run(folder: str | Path) -> Run:
    """The results in a run folder; InputError where there is none."""
    return Run(read_manifest(Path(folder)))


def iter_parts(
    run: Run, table: str, arm: Which, columns: Sequence[str] | None = None
) -> Iterator[dict[str, np.ndarray[Any, Any]]]:
    """See :meth:`Run.parts`."""
    return run.parts(table, arm, columns)


def read(
    run: Run, table: str, arm: Which | None = None, columns: Sequence[str] | None = None
) -> "pd.DataFrame":
    """See :meth:`Run.read`."""
    return run.read(table, arm, columns)
