"""Every player that a scenario can name: a game's own, and those that every game has in the same way.

``noisy greedy`` is greedy with a temperature, ``tuned`` has the weights of the game's policy file, and
``lookahead(N)`` tries moves by N playouts a decision, with the tuned weights (greedy's where there are none).
"""

import re
from dataclasses import replace
from statistics import median

from simkit.contract import Game
from simkit.policy import Policy
from simkit.scenario_file import LEAST_PLAYOUTS, MAX_PLAYOUTS
from simkit.tuned import shipped

GREEDY, NOISY, TUNED = "greedy", "noisy greedy", "tuned"

_AHEAD = re.compile(r"lookahead\((\d{1,6})\)")


def named_policies(game: Game) -> dict[str, Policy]:
    """The players of a game by name, but for ``lookahead(N)``, of which there are too many to list."""
    found = {policy.name: policy for policy in game.policies}
    if GREEDY in found and found[GREEDY].weights:
        found.setdefault(NOISY, _noisy(found[GREEDY]))
    if tables := shipped(game):
        weights = {number: table.weights for number, table in tables.items()}
        listed = ", ".join(map(str, weights))
        plan = f"weights found by search in self-play, at tables of {listed} players"
        found.setdefault(TUNED, Policy(TUNED, plan, by_players=weights))
    return found


def find_policy(game: Game, name: str) -> Policy:
    """A player by name; KeyError where there is none."""
    found = named_policies(game)
    ahead = _AHEAD.fullmatch(name)
    if name not in found and ahead and LEAST_PLAYOUTS <= int(ahead[1]) <= MAX_PLAYOUTS:
        base = found.get(TUNED) or found[GREEDY]
        plan = (
            f"tries the moves that {base.name} likes best by playing the game on, {ahead[1]} times a decision"
        )
        return replace(base, name=name, plan=plan, playouts=int(ahead[1]))
    return found[name]


def _noisy(greedy: Policy) -> Policy:
    """Greedy that draws among its moves: one that is worse by a typical weight is taken a third as often."""
    temperature = float(median(abs(weight) for weight in greedy.weights.values()))
    plan = "as greedy, but with an uncertain eye: the better a move looks, the likelier it is taken"
    return replace(greedy, name=NOISY, plan=plan, temperature=temperature)
