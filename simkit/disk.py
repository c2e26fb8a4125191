"""How much room a run needs on the disk."""

import shutil
from pathlib import Path

from simkit.blocks import EVENT_DEALS
from simkit.columns import columns
from simkit.contract import Game
from simkit.scenario import Scenario

BYTES_A_SEAT_COLUMN = 0.9
"""Measured on disk: most columns are small whole numbers that compress well."""

BYTES_A_GAME = 12.0

BYTES_OF_EVENTS = 55.0
"""A game and seat, for the first deals of each arm."""


def bytes_needed(scenario: Scenario, game: Game) -> int:
    """About how many bytes the parts of a whole run take."""
    wide = len(columns(game, "seats"))
    narrow = len(columns(game, "games"))
    total = 0.0
    for arm in scenario.arms:
        if arm.keeps_events:
            total += min(arm.deals, EVENT_DEALS) * arm.rotations * arm.players * BYTES_OF_EVENTS
        total += arm.games * (BYTES_A_GAME + narrow + arm.players * wide * BYTES_A_SEAT_COLUMN)
    return int(total)


def room_warning(scenario: Scenario, game: Game, folder: Path) -> str:
    """A sentence where the disk has not the room for a run, else nothing."""
    place = folder.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        free = shutil.disk_usage(place).free
    except OSError:
        return ""
    needed = bytes_needed(scenario, game)
    if needed <= free:
        return ""
    return (
        f"{sum(arm.games for arm in scenario.arms):,} games take about {in_words(needed)} on disk, "
        f"but {place} has {in_words(free)} left"
    )


def in_words(size: float) -> str:
    """A number of bytes for people."""
    for unit in ("bytes", "KB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:,.1f} TB"
