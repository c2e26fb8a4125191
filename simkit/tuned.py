"""Policy files: weights found by search, a table for each number of players, with where they come from.

A game ships one as ``tuned.toml`` beside its rules; ``simkit tune`` writes them; a scenario names its own by
``[policies.NAME] file = "..."``::

    [players.4.weights]      # by feature name
    [players.4.provenance]   # how they were found, and how strong they are on games that the search never saw
    [players.4.reply]        # the best answer to them that a second search found, and how often it wins
    [players.4.reply.weights]
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simkit.contract import Game
from simkit.errors import InputError
from simkit.scenario_file import read_toml

NAME = "tuned.toml"

HEAD = "# Weights found by `simkit tune`, a table for each number of players. Do not edit: run the command again.\n"


@dataclass(frozen=True)
class Tuned:
    """What a policy file holds for one number of players. ``reply``: empty where no reply was searched for."""

    weights: Mapping[str, float]
    provenance: Mapping[str, Any]
    reply: Mapping[str, Any] = field(default_factory=dict)

    @property
    def measured(self) -> bool:
        """Whether strength and reply stand there, as `simkit tune` writes them; weights may be written by hand."""
        return "among_them_share" in self.provenance and "final_share" in self.reply

    def exploited(self, players: int) -> tuple[float, float, float]:
        """By how much the reply wins more than a fair share: estimate and 95 % interval. Another may win still more."""
        found, half = self.reply["final_share"] - 1 / players, self.reply["final_half_width"]
        return found, found - half, found + half

    def told(self, players: int) -> list[str]:
        """How strong the weights are, in a few lines."""
        made, reply = self.provenance, self.reply
        low, high = made["odds_ratio_interval"]
        return [
            f"one seat against {made['final_opponents']}: wins {made['final_share']:.4f} +- "
            f"{made['final_half_width']:.4f} in {made['final_games']:,} fresh games (fair: {1 / players:.4f})",
            f"odds ratio {made['odds_ratio']:.3f} (95 % interval {low:.3f} to {high:.3f})",
            f"one seat of {made['began_with']} against {players - 1} x tuned: wins {made['among_them_share']:.4f} +- "
            f"{made['among_them_half_width']:.4f}",
            f"best reply found in {reply['games']:,} games: wins {reply['final_share']:.4f} +- "
            f"{reply['final_half_width']:.4f} against {reply['opponents']}",
        ]


def shipped_file(game: Game) -> Path | None:
    """Where a game's own policy file lies or would lie; None for a game without a folder."""
    module = getattr(game.board, "__file__", None)
    return Path(module).parent / NAME if module else None


def shipped(game: Game) -> dict[int, Tuned]:
    """What the game's own policy file holds, by number of players; nothing where there is none."""
    path = shipped_file(game)
    return read_tuned(path) if path is not None and path.exists() else {}


def read_tuned(path: Path) -> dict[int, Tuned]:
    """A policy file by number of players. InputError says what is wrong with it."""
    data = read_toml(path).get("players")
    if not isinstance(data, dict) or not data:
        raise InputError(f"{path}: this is no policy file: it has no table [players.N.weights]")
    found = {}
    for number, part in data.items():
        weights = part.get("weights") if isinstance(part, dict) else None
        if not number.isdigit() or not isinstance(weights, dict) or not weights:
            raise InputError(f"{path}: [players.{number}] has no weights; [players.N.weights] is wanted")
        for name, weight in weights.items():
            if isinstance(weight, bool) or not isinstance(weight, int | float) or not math.isfinite(weight):
                raise InputError(
                    f"{path}: players.{number}.weights.{name} = {weight!r}: a finite number is wanted"
                )
        found[int(number)] = Tuned(weights, part.get("provenance", {}), part.get("reply", {}))
    return dict(sorted(found.items()))


def write_tuned(path: Path, players: int, new: Tuned) -> None:
    """Put the table of one number of players into a policy file; the tables of others stay as they are."""
    tables = read_tuned(path) if path.exists() else {}
    tables[players] = new
    lines = [HEAD]
    for number, part in sorted(tables.items()):
        reply = {key: value for key, value in part.reply.items() if key != "weights"}
        lines += _table(f"players.{number}.weights", part.weights)
        lines += _table(f"players.{number}.provenance", part.provenance)
        if part.reply:
            lines += _table(f"players.{number}.reply", reply)
            lines += _table(f"players.{number}.reply.weights", part.reply["weights"])
    temporary = path.with_name(f"{path.name}.part")
    temporary.write_text("\n".join(lines), encoding="utf-8")
    temporary.replace(path)


def _table(name: str, values: Mapping[str, Any]) -> list[str]:
    return [f"[{name}]", *(f"{key} = {_value(value)}" for key, value in values.items()), ""]


def _value(value: Any) -> str:
    """A number, a text or a list of numbers as TOML; JSON writes these alike."""
    return f"{value:.6g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
