"""simkit plays board games by the million and turns the games into balance findings.

>>> import simkit
>>> study = simkit.load("study.toml", set=["games=20000"])    # doctest: +SKIP
>>> run = simkit.run(study)                                   # doctest: +SKIP
>>> run.seats.groupby("seat").win_share.mean()                # doctest: +SKIP
"""

import simkit.games as _games  # registers the games of the package
from simkit.contract import GAMES, Game, register
from simkit.errors import InputError
from simkit.own import compiled_policy
from simkit.policy import Policy
from simkit.results import Run, open_run
from simkit.runner import run
from simkit.scenario import Scenario, load, resolve
from simkit.trace import play, watch

__all__ = [
    "GAMES",
    "Game",
    "InputError",
    "Policy",
    "Run",
    "Scenario",
    "compiled_policy",
    "load",
    "open_run",
    "play",
    "register",
    "resolve",
    "run",
    "watch",
]

del _games
