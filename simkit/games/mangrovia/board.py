"""The board of Mangrovia: a layout and the numbers of components.toml (with overrides) as one BOARD record."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simkit.contract import record_dtype
from simkit.games.mangrovia.layouts import (
    COMPONENTS,
    GREY,
    LANDSCAPES,
    LAYOUTS,
    MAX_PATH,
    MAX_SPACES,
    PATHS,
    POLE,
    STONE,
    WHITE,
    Layout,
    find_layout,
    violations,
)

__all__ = ["BOARD", "COMPONENTS", "LAYOUTS", "assumed", "build", "settable", "violations"]

BOARD = record_dtype(
    [
        ("spaces", np.int64),  # building spaces, numbered in reading order
        ("x", np.int64, (MAX_SPACES,)),  # column of the plan, from the left
        ("y", np.int64, (MAX_SPACES,)),  # row, from the top
        ("lands", np.int64, (MAX_SPACES,)),  # landscapes shown, as bits M 1, S 2, R 4, W 8
        ("currency", np.int64, (MAX_SPACES,)),  # 0 valuables, 1 amulets
        ("cost", np.int64, (MAX_SPACES,)),  # exact amount
        ("points", np.int64, (MAX_SPACES,)),  # printed chief's points
        ("area", np.int64, (MAX_SPACES,)),  # 0 none, 1 stone, 2 pole
        ("symbol", np.int64, (MAX_SPACES,)),  # 0 none, 1 grey hut, 2 white hut
        ("paths", np.int64, (MAX_SPACES, 2)),  # vertical and horizontal path of a space, -1 none
        ("path_len", np.int64, (PATHS,)),
        ("path_space", np.int64, (PATHS, MAX_PATH)),  # spaces from the statue outwards
        ("path_mask", np.int64, (PATHS,)),
        ("first", np.int64, (PATHS,)),  # paths 0-3 vertical from the left, 4-7 horizontal from the top
        ("second", np.int64, (PATHS,)),
        ("all_spaces", np.int64),  # sets of spaces
        ("stone", np.int64),
        ("pole", np.int64),
        ("rings", np.int64),  # amulet spaces
        ("no_double", np.int64),  # stone, pole and amulet spaces
        ("land_spaces", np.int64, (4,)),
        ("neutral", np.int64),  # spaces with a neutral hut at this number of players
        ("huts", np.int64),  # a player's supply at the start
        ("bowls", np.int64),  # a player's bowls
        ("closed_site", np.int64),  # ritual site blocked by the neutral bowl, -1 none
        ("display", np.int64, (2,)),  # face-up valuables and landscapes after a refill
        ("dealt", np.int64),  # landscape cards dealt to each hand
        ("copies", np.int64, (18,)),  # pieces of each kind (state.py); amulets of value 1: the repository
        ("draw_limit", np.int64),  # most amulets drawn in one collection
        ("pole_first", np.int64),
        ("pole_second", np.int64),
        ("lowest_tile", np.int64),  # pole tiles run from here ...
        ("highest_tile", np.int64),  # ... to here
        ("gods", np.int64),  # god tiles in the box
    ]
)

_SETTABLE: dict[str, tuple[str, str, int, int, str]] = {
    "valuables_display": ("cards", "valuables_display", 1, 8, "face-up valuables after each refill"),
    "landscape_display": ("cards", "landscape_display", 1, 8, "face-up landscape cards after each refill"),
    "landscape_copies": ("cards", "landscape_copies", 6, 10, "landscape cards of each kind"),
    "landscapes_dealt": ("cards", "landscapes_dealt", 0, 3, "landscape cards dealt to each hand"),
    "repository": ("amulets", "repository", 0, 10, "amulets of value 1 beside the bag"),
    "draw_limit": ("amulets", "draw_limit", 2, 8, "most amulets drawn in one collection"),
    "pole_first": ("pole", "first", 0, 30, "points for most huts in the pole area"),
    "pole_second": ("pole", "second", 0, 30, "points for second most huts in the pole area"),
}


def settable() -> dict[str, tuple[int, int, int, str]]:
    """Overrides that :func:`build` takes: name -> (default, lowest, highest, sentence)."""
    found = {
        name: (int(COMPONENTS[table][key]), low, high, sentence)
        for name, (table, key, low, high, sentence) in _SETTABLE.items()
    }
    for players, huts in zip(COMPONENTS["huts"]["players"], COMPONENTS["huts"]["huts"], strict=True):
        found[f"huts_{players}"] = (huts, 2, 10, f"huts of each player with {players} players")
    return found


def assumed() -> list[dict[str, str]]:
    """The tables that are not the rulebook's: name, provenance, why."""
    tables = {name: table for name, table in COMPONENTS.items() if name != "layouts"}
    tables |= {f"layout {name}": table for name, table in COMPONENTS["layouts"].items()}
    return [
        {"name": name, "provenance": table["provenance"], "why": table["why"]}
        for name, table in tables.items()
        if table["provenance"] != "rulebook"
    ]


def _numbers(components: Mapping[str, Any]) -> dict[str, int]:
    """All settable numbers, overrides checked. ValueError with one sentence."""
    known = settable()
    numbers = {name: default for name, (default, *_) in known.items()}
    for name, value in components.items():
        if name not in known:
            raise ValueError(
                f"components.{name}: Mangrovia has no such component; it has {', '.join(sorted(known))}"
            )
        _, low, high, _ = known[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"components.{name} = {value!r}: a whole number from {low} to {high} is wanted")
        numbers[name] = value
    if numbers["pole_second"] > numbers["pole_first"]:
        raise ValueError(f"components.pole_second = {numbers['pole_second']}: at most pole_first is wanted")
    return numbers


def build(
    layout: str = "A",
    players: int = 4,
    components: Mapping[str, Any] | None = None,
    switches: Mapping[str, Any] | None = None,
) -> np.ndarray[Any, Any]:
    """One BOARD record (array of length 1) for a layout, players and overrides; ValueError if impossible."""
    if players not in COMPONENTS["huts"]["players"]:
        raise ValueError(f"players = {players}: Mangrovia is for 2 to 5")
    numbers = _numbers(components or {})
    plan = find_layout(layout)
    board = np.zeros(1, BOARD)
    record = board[0]
    _fill_spaces(record, plan)
    grey, white = ([i for i, s in enumerate(plan.spaces) if s.symbol == symbol] for symbol in (GREY, WHITE))
    record["neutral"] = _mask({2: [*grey, *white], 3: grey}.get(players, []))
    record["huts"] = numbers[f"huts_{players}"]
    record["bowls"] = dict(zip(COMPONENTS["huts"]["players"], COMPONENTS["huts"]["bowls"], strict=True))[
        players
    ]
    record["closed_site"] = COMPONENTS["sites"]["sites"] - 1 if players == 2 else -1
    record["display"] = numbers["valuables_display"], numbers["landscape_display"]
    record["dealt"] = numbers["landscapes_dealt"]
    record["copies"][:6] = COMPONENTS["cards"]["valuables"]
    record["copies"][8:12] = numbers["landscape_copies"]
    record["copies"][12] = numbers["repository"]
    record["copies"][13:18] = COMPONENTS["amulets"]["bag"]
    record["draw_limit"] = numbers["draw_limit"]
    record["pole_first"], record["pole_second"] = numbers["pole_first"], numbers["pole_second"]
    record["lowest_tile"], record["highest_tile"] = (
        COMPONENTS["pole"]["lowest"],
        COMPONENTS["pole"]["highest"],
    )
    record["gods"] = COMPONENTS["stone_tiles"]["gods"]
    return board


def _mask(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


def _fill_spaces(record: Any, plan: Layout) -> None:
    record["spaces"] = len(plan.spaces)
    record["all_spaces"] = (1 << len(plan.spaces)) - 1
    record["paths"] = -1
    record["path_space"] = -1
    for i, s in enumerate(plan.spaces):
        for name in ("x", "y", "cost", "points", "currency", "symbol"):
            record[name][i] = getattr(s, name)
        record["area"][i] = plan.area(s)
        record["lands"][i] = _mask([LANDSCAPES.index(land) for land in s.lands])
    for number, (first, second) in enumerate(plan.points):
        spaces = plan.path(number)
        record["path_len"][number] = len(spaces)
        record["path_space"][number, : len(spaces)] = spaces
        record["path_mask"][number] = _mask(spaces)
        record["first"][number], record["second"][number] = first, second
        for i in spaces:
            record["paths"][i, number // 4] = number
    everywhere = list(enumerate(plan.spaces))
    record["stone"] = _mask([i for i, s in everywhere if plan.area(s) == STONE])
    record["pole"] = _mask([i for i, s in everywhere if plan.area(s) == POLE])
    record["rings"] = _mask([i for i, s in everywhere if s.ring])
    record["no_double"] = record["stone"] | record["pole"] | record["rings"]
    for k, land in enumerate(LANDSCAPES):
        record["land_spaces"][k] = _mask([i for i, s in everywhere if land in s.lands])
