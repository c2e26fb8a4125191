"""Arms: the cells of a study, players x layouts x (base + variants), and who sits where in each of them."""

import itertools
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

BASE = "base"
"""The name of the arms without a variant."""

TABLE, POOL, SWEEP, ABLATION, LUCK, REPLAY = "table", "pool", "sweep", "ablation", "luck", "replay"
"""Roles of an arm: one of the table (a base or variant), or one that a part of the scenario of that name adds."""

Seating = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Arm:
    """One cell of a study: one rule set on one board with one table, played ``deals`` x ``rotations`` times.

    ``policies`` has a name a place; ``seating[rotation][seat]`` is the place that sits there. Arms of one ``group``
    differ by variant only and meet the same deals, so they are compared in pairs. Two arms are equal if their records
    are; ``board`` (an array of one record) follows from them.

    handicap: points on top of each seat's final score (none: 0). ``role`` says what the arm is for, ``about`` the rest
    of it in that role (see the module of that name). streams: none where all chance comes from the deal itself, else as
    in ``rows.give_extras``.
    """

    index: int
    name: str
    group: str
    players: int
    layout: str
    variant: str
    rules: Mapping[str, Any]
    components: Mapping[str, Any]
    policies: tuple[str, ...]
    seating: Seating
    deals: int
    handicap: tuple[int, ...] = ()
    role: str = TABLE
    about: Mapping[str, Any] = field(default_factory=dict)
    streams: tuple[int, ...] = ()
    board: np.ndarray[Any, Any] | None = field(default=None, compare=False, repr=False)

    @property
    def rotations(self) -> int:
        """Games of one deal."""
        return len(self.seating)

    @property
    def all_orders(self) -> bool:
        """Whether every order of the policies round the table is played, so that neighbours even out."""
        copies = Counter(self.policies).values()
        return self.rotations == math.factorial(len(self.policies)) // math.prod(map(math.factorial, copies))

    @property
    def replays(self) -> int:
        """Successive deals that share one set-up."""
        return self.streams[3] if self.streams else 1

    @property
    def unit(self) -> int:
        """Games that share their luck, at least in part: all rotations of a deal, all replays of a set-up."""
        return self.rotations * self.replays

    @property
    def games(self) -> int:
        """Games at most: a precision stop may end the arm earlier."""
        return self.deals * self.rotations

    @property
    def alike(self) -> tuple[int, tuple[str, ...]]:
        """Arms of one mark take about as long a game and keep about as much."""
        return self.players, tuple(self.about.get("policies", self.policies))

    @property
    def keeps_events(self) -> bool:
        """Whether takings of components are kept one by one: the table's only."""
        return self.role == TABLE

    @property
    def stops_early(self) -> bool:
        """Whether the precision stop may end it; designs play fixed numbers, so that their arms keep the same deals."""
        return self.role in (TABLE, REPLAY)

    def __hash__(self) -> int:
        return hash((self.index, self.name))

    def record(self) -> dict[str, Any]:
        """All that decides the arm's games, as JSON types; what an ordinary arm has not is left out."""
        extras = {
            "handicap": list(self.handicap),
            "role": "" if self.role == TABLE else self.role,
            "about": dict(self.about),
            "streams": list(self.streams),
        }
        return {
            "index": self.index,
            "name": self.name,
            "group": self.group,
            "players": self.players,
            "layout": self.layout,
            "variant": self.variant,
            "rules": dict(self.rules),
            "components": dict(self.components),
            "policies": list(self.policies),
            "seating": [list(row) for row in self.seating],
            "deals": self.deals,
            **{key: value for key, value in extras.items() if value},
        }

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> "Arm":
        """The arm of a record, without its board."""
        fields = dict(record)
        fields["policies"] = tuple(fields["policies"])
        fields["seating"] = tuple(tuple(row) for row in fields["seating"])
        for key in ("handicap", "streams"):
            fields[key] = tuple(fields.get(key, ()))
        return cls(**fields)


def arm_name(players: int, layout: str, variant: str) -> str:
    """Such as ``p4-A-base`` or ``p3-random7-no-dice``: safe in file names and on the command line."""
    return f"p{players}-{_slug(layout)}-{_slug(variant)}"


def _slug(text: str) -> str:
    return re.sub(r"[^\w]+", "-", text.replace(":", "")).strip("-") or "x"


def seating(policies: Sequence[str], rotate: str) -> Seating:
    """Which place sits in each seat, for every rotation of a deal.

    "cyclic": place ``seat + r`` in rotation r; "all": every order; "none": place = seat. Orders that put the same
    policies in the same seats are played once, so equal policies need one rotation.
    """
    places = len(policies)
    if rotate == "all":
        orders = list(itertools.permutations(range(places)))
    elif rotate == "cyclic":
        orders = [tuple((seat + r) % places for seat in range(places)) for r in range(places)]
    else:
        orders = [tuple(range(places))]
    distinct: dict[tuple[str, ...], tuple[int, ...]] = {}
    for order in orders:
        distinct.setdefault(tuple(policies[place] for place in order), order)
    return tuple(distinct.values())


def record_hash(record: np.ndarray[Any, Any], digest: Any) -> None:
    """Feed the fields of an array of records to a hash; the gaps between fields do not count."""
    names = record.dtype.names
    if names is None:
        digest.update(np.ascontiguousarray(record).tobytes())
        return
    for name in names:
        digest.update(name.encode() + b"\0")
        record_hash(record[name], digest)
