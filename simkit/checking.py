"""Random play under supervision: whole games in which every step is checked against the contract and the invariants.

Used by the tests (a few hundred games a rule set) and by ``tests/soak.py`` (tens of thousands).
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simkit.contract import Game, apply_move, broken, is_over, legal_moves
from simkit.engine import begin, fill_features
from simkit.kernel import entry, kernel
from simkit.policy import TYPE_SHIFT, Policy, policy_records
from simkit.rng import PLAY, below
from simkit.rows import JOB

FAULTS = (
    "",
    "the number of legal moves is out of range",
    "the legal moves do not ascend",
    "a feature is not finite",
    "an invariant is broken",
    "the game does not end within MAX_DECISIONS",
    "the deciding seat is out of range",
    "a feature column that no feature has for the move's type is not 0",
)
_OUT_OF_RANGE, _NOT_ASCENDING, _NOT_FINITE, _BROKEN, _ENDLESS, _NO_SEAT, _NOT_NAMED = range(1, len(FAULTS))


class ContractError(AssertionError):
    """A game did what its contract forbids; the message names game, deal, step and fault."""


@entry
def check_block(
    states: Any, boards: Any, rules: Any, works: Any, policies: Any, job: Any, report: Any
) -> int:
    """Play a block of deals at random and check every step; return the number of the first fault, 0 for none.

    Arguments as in engine.play_block; policies: one record with no weight 0.
    report: int64 (3,), receives deal, step and the broken invariant's number.
    """
    task = job[0]
    for deal in range(task.first_deal, task.first_deal + task.deals):
        begin(states, boards[0], rules[0], works[0], task, deal)
        report[0] = deal
        fault = _check_game(states[0], boards[0], rules[0], works[0], policies[0], task, report)
        if fault != 0:
            return fault
    return 0


@kernel
def _check_game(state: Any, board: Any, rules: Any, work: Any, policy: Any, task: Any, report: Any) -> int:
    for step in range(task.max_decisions + 1):
        report[1] = step
        report[2] = broken(state, board, rules)
        if report[2] != 0:
            return _BROKEN
        if is_over(state) != 0:
            return 0
        if state.seat < 0 or state.seat >= task.players:
            return _NO_SEAT
        n = legal_moves(state, board, rules, work)
        fault = _check_list(state, board, rules, work, policy, n)
        if fault != 0:
            return fault
        apply_move(state, board, rules, work.moves[below(work.policy_streams, 0, n)], work)
    return _ENDLESS


@kernel
def _check_list(state: Any, board: Any, rules: Any, work: Any, policy: Any, n: int) -> int:
    if n < 1 or n > work.moves.shape[0]:
        return _OUT_OF_RANGE
    for i in range(1, n):
        if work.moves[i] <= work.moves[i - 1]:
            return _NOT_ASCENDING
    fill_features(state, board, rules, work, n)
    for i in range(n):
        kind = work.moves[i] >> TYPE_SHIFT
        for f in range(work.features.shape[1]):
            if not np.isfinite(work.features[i, f]):
                return _NOT_FINITE
            if work.features[i, f] != 0.0 and policy.weights[kind, f] == 0.0:
                return _NOT_NAMED
    return 0


def check_random_play(
    game: Game,
    *,
    players: int,
    deals: int,
    seed: int = 1,
    layout: str | None = None,
    switches: Mapping[str, Any] | None = None,
    components: Mapping[str, Any] | None = None,
) -> None:
    """Play random games of one rule set; ContractError at the first fault, also where board or rules change."""
    chosen = dict(switches or {})
    layout = layout or game.board.LAYOUTS[0]
    board = game.board.build(
        layout=layout, players=players, components=dict(components or {}), switches=chosen
    )
    rules = game.rules_record(chosen)
    before = board.tobytes(), rules.tobytes()
    job = np.zeros(1, JOB)
    task = job[0]
    task.purpose, task.seed, task.deals, task.players = PLAY, seed, deals, players
    task.max_decisions = game.MAX_DECISIONS
    works = np.zeros(1, game.WORK)
    report = np.zeros(3, np.int64)
    everything = Policy("everything", "", {feature.name: 1.0 for feature in game.features})
    policies = policy_records(game, [everything])
    fault = check_block(np.zeros(2, game.STATE), board, rules, works, policies, job, report)
    if fault:
        which = f" number {report[2]}" if fault == _BROKEN else ""
        raise ContractError(
            f"{game.title}, {players} players, layout {layout}, {chosen or 'default rules'}, seed {seed}, "
            f"deal {report[0]}, step {report[1]}: {FAULTS[fault]}{which}"
        )
    if (board.tobytes(), rules.tobytes()) != before:
        raise ContractError(f"{game.title}, {players} players: board or rules changed during play")
