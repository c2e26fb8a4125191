"""The board of Mare Balticum: components.toml and a scenario's overrides -> one BOARD record. Maps: maps.py."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simkit.contract import record_dtype
from simkit.games.mare_balticum.counts import (
    CARDS,
    KIND_NAMES,
    KINDS,
    PORT_NAMES,
)
from simkit.games.mare_balticum.maps import (
    COMPONENTS,
    LAYOUTS,
    Map,
    adjacency,
    layout_name,
    layout_number,
    map_of,
    members,
    violations,
)
from simkit.games.mare_balticum.state import (
    CIRCLES,
    MAX_ACTIONS,
    MAX_AREAS,
    MAX_BAG,
    MAX_HOLD,
    MAX_VESSELS,
    PORTS,
    PRODUCTION_TOKENS,
)

__all__ = [
    "BOARD",
    "COMPONENTS",
    "LAYOUTS",
    "Map",
    "assumed",
    "build",
    "layout_name",
    "map_of",
    "members",
    "settable",
    "violations",
]

BOARD = record_dtype(
    [
        ("layout_no", np.int64),  # 0 A, 1 B, 1 + N the random map N (N from 1); see layout_name
        ("areas", np.int64),  # ports and sea areas
        ("places", np.int64),  # tokens the full sea shows: shallow + 2 x deep
        ("sea", np.int64),  # mask of the sea areas
        ("deep", np.int64),  # mask of the deep ones
        ("all_areas", np.int64),
        ("adjacent", np.int64, (MAX_AREAS,)),  # mask of the areas that share a border
        (
            "hops",
            np.int64,
            (MAX_AREAS, 1 << PORTS),
        ),  # fewest borders to a port of a set of ports; 99 for none
        ("circles", np.int64, (PORTS,)),  # 1 or 2
        ("circle_loss", np.int64, (PORTS, CIRCLES)),  # fish that module 1 takes there, 0 or 1
        ("tokens", np.int64, (KINDS,)),  # tokens of each kind in the game
        ("time_tokens", np.int64),
        ("vessels", np.int64),  # of each player
        ("hold", np.int64),  # spaces
        ("actions", np.int64),  # of a turn
        ("cards", np.int64, (CARDS, KINDS)),  # tokens of each kind in one set
        ("contract_points", np.int64),
        ("amber_points", np.int64),
    ]
)

NO_PORT = 99
"""Hops where no port is asked for."""


def settable() -> dict[str, tuple[Any, Any, Any, str]]:
    """The components that a scenario may change: name -> (default, lowest, highest, sentence)."""
    tokens, fleet, scoring = COMPONENTS["tokens"], COMPONENTS["fleet"], COMPONENTS["scoring"]
    kinds = {kind: (tokens[kind], 0, 16, f"{kind} tokens in the game") for kind in KIND_NAMES[:-1]}
    return {
        **kinds,
        "amber": (tokens["amber"], 0, 30, "amber tokens in the game"),
        "time": (tokens["time"], PRODUCTION_TOKENS + 1, 10, "time tokens; the last one ends the game"),
        "vessels": (0, 0, MAX_VESSELS, "vessels of each player; 0: by the number of players (MB-12)"),
        "hold": (fleet["hold"], 1, MAX_HOLD, "spaces of a hold"),
        "actions": (fleet["actions"], 1, MAX_ACTIONS, "actions of a turn"),
        "amber_points": (scoring["amber_points"], 0, 5, "points for an amber token"),
        "contract_points": (scoring["contract_points"], 0, 20, "points for a set on a contract"),
        "contracts": (
            COMPONENTS["contracts_data_file"]["cards"],
            0,
            4,
            "six cards of four tokens each (salmon, flatfish, herring, cod, amber) for contracts = data_file",
        ),
    }


def assumed() -> list[dict[str, str]]:
    """Provenance of every table that is not in the rulebook, for the report."""
    return [
        {"name": name, "provenance": table["provenance"], "why": table["why"]}
        for name, table in COMPONENTS.items()
        if table["provenance"] != "rulebook"
    ]


def _checked(components: Mapping[str, Any]) -> dict[str, Any]:
    known = settable()
    for name, value in components.items():
        if name not in known:
            raise ValueError(f"Mare Balticum has no component {name!r}; it has {', '.join(sorted(known))}")
        _, low, high, _ = known[name]
        if name == "contracts":
            _check_cards(value)
        elif not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"components.{name} = {value!r}: a whole number from {low} to {high} is wanted")
    return {name: components.get(name, default) for name, (default, *_) in known.items()}


def _check_cards(cards: Any) -> None:
    good = isinstance(cards, list) and len(cards) == CARDS
    good = good and all(isinstance(card, list) and len(card) == KINDS for card in cards)
    good = good and all(type(n) is int and n >= 0 for card in cards for n in card)
    if not good or any(sum(card) != 4 for card in cards):
        raise ValueError(
            f"components.contracts = {cards!r}: {CARDS} lists of {KINDS} whole numbers (salmon, flatfish, herring, "
            f"cod, amber) are wanted, each adding up to 4"
        )


def build(
    layout: str = "A",
    players: int = 4,
    components: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
) -> np.ndarray[Any, Any]:
    """The BOARD record (array of length 1). ValueError, with one clear sentence, for what cannot be played.

    layout: "A", "B" or "random:N". players: 3, 4 or 5 (MB-01). components: overrides by the names of :func:`settable`.
    """
    switches = switches or {}
    vessels = COMPONENTS["fleet"]["vessels"]
    if str(players) not in vessels:
        raise ValueError(f"players = {players!r}: Mare Balticum is for 3, 4 or 5 players")
    chosen = _checked(components or {})
    if "contracts" in (components or {}) and switches.get("contracts") != "data_file":
        raise ValueError('components.contracts needs the switch contracts = "data_file"')
    board = np.zeros(1, BOARD)
    record = board[0]
    _fill_map(record, layout)
    record.tokens[:] = [chosen[kind] for kind in KIND_NAMES]
    record.time_tokens = chosen["time"]
    total = int(record.tokens.sum())
    if record.places > total:
        raise ValueError(
            f"the sea of layout {layout} shows {record.places} tokens, but the bag holds only {total}"
        )
    assert total + record.time_tokens <= MAX_BAG
    record.vessels = chosen["vessels"] or vessels[str(players)]
    record.hold, record.actions = chosen["hold"], chosen["actions"]
    record.amber_points, record.contract_points = chosen["amber_points"], chosen["contract_points"]
    from_file = switches.get("contracts") == "data_file"
    record.cards[:] = chosen["contracts"] if from_file else COMPONENTS["contracts"]["cards"]
    circles = COMPONENTS["ports"]["circles"]
    record.circles[:] = [circles[name] for name in PORT_NAMES]
    for port in range(PORTS):
        if record.circles[port] == 1:
            record.circle_loss[port, 0] = int(switches.get("single_circle_value", "0") == "-1")
        else:
            record.circle_loss[port] = [-value for value in COMPONENTS["circle_values"]["two_circles"]]
    return board


def _fill_map(record: Any, layout: str) -> None:
    drawn = map_of(layout)
    squares = drawn.squares()
    areas = PORTS + len(drawn.letters)
    masks = adjacency(squares, areas)
    record.layout_no = layout_number(layout)
    record.areas = areas
    record.places = len(drawn.letters) + sum(drawn.deep)
    record.all_areas = (1 << areas) - 1
    record.sea = record.all_areas - ((1 << PORTS) - 1)
    record.deep = sum(1 << (PORTS + i) for i, deep in enumerate(drawn.deep) if deep)
    record.adjacent[:areas] = masks
    record.hops[:] = NO_PORT
    for port in range(PORTS):
        for area, steps in enumerate(_steps(masks, port)):
            for ports in range(1 << PORTS):
                if ports >> port & 1:
                    record.hops[area, ports] = min(record.hops[area, ports], steps)


def _steps(masks: list[int], start: int) -> list[int]:
    """Borders to cross from an area to each other one."""
    steps = [NO_PORT] * len(masks)
    frontier, step, seen = 1 << start, 0, 0
    while frontier:
        seen |= frontier
        near = 0
        for area in members(frontier):
            steps[area] = step
            near |= masks[area]
        frontier, step = near & ~seen, step + 1
    return steps
