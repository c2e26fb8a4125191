"""One readable game per game and rule set, kept as text: ``python -m tests.playthroughs`` writes them anew.

A changed line is a changed rule, player or word; read the difference before you keep it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import simkit.games  # noqa: F401  registers the games
from simkit.contract import GAMES, Game
from simkit.scenario import resolve
from simkit.trace import watch
from tests.test_contract import module_sets

FOLDER = Path(__file__).parent / "playthroughs"
OURS = {name: game for name, game in GAMES.items() if game.package.startswith("simkit.games.")}


def names() -> dict[str, tuple[Game, dict[str, Any]]]:
    """File name -> game and switches: every combination of modules, at the middle player count."""
    found = {}
    for name, game in OURS.items():
        for chosen in module_sets(game, game.players[len(game.players) // 2]):
            changed = [
                key if value is True else f"{key}-{value}"
                for key, value in chosen.items()
                if value != next(switch.default for switch in game.switches if switch.name == key)
            ]
            found["-".join([name, *(changed or ["base"])]) + ".txt"] = (game, chosen)
    return found


def told(game: Game, chosen: dict[str, Any]) -> Iterator[str]:
    """The game of deal 0 between greedy players, line by line."""
    scenario = resolve(
        {
            "title": "playthrough",
            "question": "what happens?",
            "game": game.name,
            "games": 1,
            "seed": 1,
            "table": {"players": [game.players[len(game.players) // 2]], "policies": ["greedy"]},
            "rules": chosen,
        }
    )
    return watch(scenario)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.txt"):
        file.unlink()
    for name, (game, chosen) in names().items():
        (FOLDER / name).write_text("\n".join(told(game, chosen)) + "\n")


if __name__ == "__main__":
    main()
