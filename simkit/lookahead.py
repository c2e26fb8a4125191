"""Players that look ahead: try the promising moves by playing the game on, and take the one that wins most often.

Compiled apart from the linear players, so that nobody pays for it who does not use it. A playout copies the state,
re-draws all that the deciding seat cannot know (the game's ``hide``), plays the move and then lets the policy's linear
part play every seat to the end. The playouts of a decision are spread by successive halving (Karnin, Koren and Somekh
2013): all candidates get an equal share, the better half goes on. The i-th playout of every candidate uses the same
re-drawn state and chance, so candidates are compared under common random numbers. The move that the weights like best
always goes on, and another takes its place only where it leads by more than the noise of the last two's wins: with few
playouts, luck would else choose between moves that are nearly alike.
"""

from typing import Any

from simkit.bits import popcount
from simkit.contract import CANDIDATES, apply_move, hide, is_over, legal_moves
from simkit.engine import closing_scores, fill_features, winning_seats
from simkit.kernel import entry, kernel
from simkit.policy import choose_linear, linear_values
from simkit.rng import LOOKAHEAD, below, seed_stream
from simkit.rows import POLICY_STREAM

KEYS = 1 << 31
"""Ways of drawing hidden things anew."""

FEWEST = 4
"""Playouts of each move in a halving, at least: with fewer, luck picks among many moves what the weights rank low."""


@entry
def choose_once(
    states: Any, boards: Any, rules: Any, works: Any, policies: Any, job: Any, place: int, n: int
) -> int:
    """The move that one looking-ahead policy takes in a position whose n moves are listed in ``works[0]``."""
    chosen = choose_ahead(states, boards[0], rules[0], works, policies[place], job[0], place, n)
    return works[0].moves[chosen]


@kernel
def choose_ahead(
    states: Any, board: Any, rules: Any, works: Any, policy: Any, task: Any, place: int, n: int
) -> int:
    """The index among ``works[0].moves[:n]`` with the best mean win share in the policy's playouts."""
    work = works[0]
    fill_features(states[0], board, rules, work, n)
    linear_values(policy, work, n)
    key = below(work.policy_streams, place, KEYS) * KEYS
    alive = _pick_candidates(work, n, candidates(policy.playouts))
    halvings = 0
    while (1 << halvings) < alive:
        halvings += 1
    favourite = work.candidates[0]
    for c in range(alive):
        work.candidate_wins[c] = 0.0
    for _ in range(halvings):
        share = max(1, policy.playouts // (halvings * alive))
        for c in range(alive):
            move = work.moves[work.candidates[c]]
            for i in range(share):
                won = _playout(states, board, rules, works, policy, task, move, key + i)
                work.candidate_wins[c] += won
        key += share
        _sort_candidates(work, alive)
        alive = (alive + 1) // 2
        if alive > 1:
            _keep(work, favourite, alive)
    if halvings > 0 and not surely_more(work.candidate_wins[0], work.candidate_wins[1]):
        return favourite
    return work.candidates[0]


@kernel
def surely_more(wins: float, others: float) -> bool:
    """Whether one move leads another by more than one standard error, in as many paired playouts.

    The variance of the difference is at most the number of playouts that one of them won (McNemar 1947).
    """
    return (wins - others) * (wins - others) > wins + others


@kernel
def _keep(work: Any, favourite: int, alive: int) -> None:
    """Move the move that the weights like best among the first ``alive`` candidates, if it is not there."""
    place = 0
    while work.candidates[place] != favourite:
        place += 1
    wins = work.candidate_wins[place]
    while place >= alive:
        work.candidates[place] = work.candidates[place - 1]
        work.candidate_wins[place] = work.candidate_wins[place - 1]
        place -= 1
        work.candidates[place] = favourite
        work.candidate_wins[place] = wins


@kernel
def candidates(playouts: int) -> int:
    """How many moves so many playouts can try: the largest power of two, at most 16, with FEWEST playouts a halving."""
    width = 2
    halvings = 1
    while width < CANDIDATES and FEWEST * 2 * width * (halvings + 1) <= playouts:
        width *= 2
        halvings += 1
    return width


@kernel
def _pick_candidates(work: Any, n: int, width: int) -> int:
    """Write the indices of the best moves by ``work.values`` into ``work.candidates``; returns how many."""
    count = min(n, width)
    found = 0
    for i in range(n):
        j = min(found, count - 1)
        if found == count and work.values[i] <= work.values[work.candidates[j]]:
            continue
        while j > 0 and work.values[work.candidates[j - 1]] < work.values[i]:
            work.candidates[j] = work.candidates[j - 1]
            j -= 1
        work.candidates[j] = i
        found = min(found + 1, count)
    return count


@kernel
def _sort_candidates(work: Any, n: int) -> None:
    """Most wins first; equal ones stay in the order of their linear values."""
    for i in range(1, n):
        wins = work.candidate_wins[i]
        index = work.candidates[i]
        j = i
        while j > 0 and work.candidate_wins[j - 1] < wins:
            work.candidate_wins[j] = work.candidate_wins[j - 1]
            work.candidates[j] = work.candidates[j - 1]
            j -= 1
        work.candidate_wins[j] = wins
        work.candidates[j] = index


@kernel
def _playout(
    states: Any, board: Any, rules: Any, works: Any, policy: Any, task: Any, move: int, key: int
) -> float:
    """Win share of the deciding seat after playing ``move`` from a copy with its unknowns re-drawn by ``key``."""
    seat = states[0].seat
    states[2] = states[0]
    state = states[2]
    work = works[1]
    hide(state, board, rules, seat, key)
    for place in range(task.players):
        seed_stream(work.policy_streams, place, LOOKAHEAD, key, 0, POLICY_STREAM + place)
    apply_move(state, board, rules, move, work)
    for _ in range(task.max_decisions):
        if is_over(state) != 0:
            break
        n = legal_moves(state, board, rules, work)
        index = 0
        if n > 1:
            fill_features(state, board, rules, work, n)
            index = choose_linear(policy, work, state.seat, n)
        apply_move(state, board, rules, work.moves[index], work)
    closing_scores(state, board, rules, work, works[0].handicap)
    winners = winning_seats(work, task.players, task.tie_keys)
    if (winners >> seat) & 1:
        return 1.0 / popcount(winners)
    return 0.0
