"""Kept games are replayed line by line; no game and no rule set lacks one."""

from typing import Any

import pytest

from simkit.contract import Game
from tests.playthroughs import FOLDER, names, told

KEPT = names()


def test_every_rule_set_has_its_playthrough_and_no_file_is_left_over() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} == set(KEPT)


@pytest.mark.parametrize(
    ("name", "game", "chosen"), [(name, *kept) for name, kept in KEPT.items()], ids=list(KEPT)
)
def test_a_kept_game_is_replayed_line_by_line(name: str, game: Game, chosen: dict[str, Any]) -> None:
    kept = (FOLDER / name).read_text().splitlines()
    for number, (line, expected) in enumerate(zip(told(game, chosen), kept, strict=True), 1):
        assert line.rstrip() == expected.rstrip(), f"{name}, line {number}"
