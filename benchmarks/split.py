"""Where a game's time goes: the same games played with one part repeated; the extra time is that part's cost."""

from typing import Any

from simkit.contract import apply_move, is_over, legal_moves
from simkit.engine import begin, choose_among, fill_features
from simkit.kernel import entry, kernel
from simkit.policy import LINEAR


@entry
def play_repeating(
    states: Any, boards: Any, rules: Any, works: Any, policies: Any, job: Any, repeats: Any
) -> int:
    """Play a block without result tables; list, score and choose ``1 + repeats[i]`` times each.

    repeats: int64 (3,): extra listings, extra feature passes, extra choices. Arguments else as in engine.play_block.
    Returns the number of legal moves considered.
    """
    task = job[0]
    considered = 0
    for deal in range(task.first_deal, task.first_deal + task.deals):
        begin(states, boards[0], rules[0], works[0], task, deal)
        considered += _play(states[0], boards[0], rules[0], works[0], policies, task, repeats)
    return considered


@kernel
def _play(state: Any, board: Any, rules: Any, work: Any, policies: Any, task: Any, repeats: Any) -> int:
    considered = 0
    while is_over(state) == 0:
        place = task.seating[0, state.seat]
        n = legal_moves(state, board, rules, work)
        for _ in range(repeats[0]):
            n = legal_moves(state, board, rules, work)
        considered += n
        index = 0
        if n > 1:
            policy = policies[place]
            if policy.kind == LINEAR:
                for _ in range(1 + repeats[1]):
                    fill_features(state, board, rules, work, n)
            index = choose_among(policy, work, place, n)
            for _ in range(repeats[2]):
                index = choose_among(policy, work, place, n)
        apply_move(state, board, rules, work.moves[index], work)
    return considered
