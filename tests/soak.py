"""The long check: tens of thousands of random games per rule set, every step against every invariant.

python -m tests.soak                       every game, 20,000 games per player count and module combination,
                                           2,000 for every other switch value
python -m tests.soak --game maori --games 500
"""

import argparse
import sys
import time

import simkit.games  # noqa: F401  registers the games
from simkit.checking import ContractError, check_random_play
from simkit.contract import GAMES, Game
from tests.test_contract import module_sets, other_values


def soak(game: Game, games: int) -> int:
    """Check one game; returns the number of rule sets that broke a promise, each told on stderr."""
    plans = [
        (players, layout, chosen, games // len(game.board.LAYOUTS))
        for players in game.players
        for layout in game.board.LAYOUTS
        for chosen in module_sets(game, players)
    ]
    middle = game.players[len(game.players) // 2]
    plans += [
        (middle, game.board.LAYOUTS[0], {switch.name: value}, games // 10)
        for switch in game.switches
        if not switch.module
        for value in other_values(switch)
    ]
    broken = 0
    for number, (players, layout, chosen, deals) in enumerate(plans):
        try:
            check_random_play(
                game, players=players, deals=deals, layout=layout, switches=chosen, seed=1000 + number
            )
        except ContractError as fault:
            broken += 1
            print(fault, file=sys.stderr)  # noqa: T201  a command's output
    return broken


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this game")
    parser.add_argument("--games", type=int, default=20_000, help="per player count and module combination")
    options = parser.parse_args()
    faults = 0
    for name in options.game or list(GAMES):
        began = time.perf_counter()
        found = soak(GAMES[name], options.games)
        faults += found
        print(f"{name}: {found} faults, {time.perf_counter() - began:.0f} s")  # noqa: T201
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
