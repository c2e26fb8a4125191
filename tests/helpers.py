"""Play blocks of games in tests: the same entry that studies use."""

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from simkit.contract import Game
from simkit.engine import play_block
from simkit.general import play_block_general
from simkit.own import check_choices, is_linear, seat_players
from simkit.policy import Policy, policy_records
from simkit.rng import PLAY
from simkit.rows import JOB, Tables, new_tables


def seating(players: int, rotate: str) -> list[list[int]]:
    """[rotation][seat] -> place: one, all cyclic, or all orders."""
    if rotate == "none":
        return [list(range(players))]
    if rotate == "all":
        return [list(order) for order in permutations(range(players))]
    return [[(seat - shift) % players for seat in range(players)] for shift in range(players)]


def play(
    game: Game,
    policies: Sequence[str | Policy],
    deals: int,
    *,
    first: int = 0,
    seed: int = 1,
    rotate: str = "none",
    events: int = 0,
    layout: str | None = None,
    switches: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
    extras: Callable[[Any], None] | None = None,
) -> Tables:
    """Play a block with named policies, one a place, and return its tables. extras: changes the job's record."""
    players = len(policies)
    orders = seating(players, rotate)
    job = np.zeros(1, JOB)
    task = job[0]
    task.purpose, task.seed, task.first_deal, task.deals = PLAY, seed, first, deals
    task.rotations, task.players, task.max_decisions = len(orders), players, game.MAX_DECISIONS
    task.keep_events, task.tie_keys = int(events > 0), len(game.tie_keys)
    for rotation, order in enumerate(orders):
        task.seating[rotation, :players] = order
    if extras is not None:
        extras(task)
    chosen = dict(switches or {})
    board = game.board.build(
        layout=layout or game.board.LAYOUTS[0],
        players=players,
        components=dict(components or {}),
        switches=chosen,
    )
    tables = new_tables(game, deals * len(orders), players, events)
    table = [game.policy(player) if isinstance(player, str) else player for player in policies]
    linear = is_linear(table)
    finished = (play_block if linear else play_block_general)(
        np.zeros(3, game.STATE),
        board,
        game.rules_record(chosen),
        np.zeros(2, game.WORK),
        policy_records(game, table) if linear else seat_players(game, table),
        job,
        tables,
        np.zeros(1, np.int64),
    )
    check_choices(finished, tables, game.title)
    assert finished == deals * len(orders)
    return tables


def same_tables(a: Tables, b: Tables) -> bool:
    """True where all rows of two blocks are equal."""
    return all(x.tobytes() == y.tobytes() for x, y in zip(a, b, strict=True))
