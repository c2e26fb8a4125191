"""The general engine: tables at which somebody looks ahead or is a compiled function of the user's.

The linear engine (simkit.engine) is compiled apart from it, so that nobody waits for what he does not use. Both write
the same rows; a linear seat plays the same in either.
"""

from typing import Any

from simkit.contract import hide, is_over
from simkit.engine import answer, ask, begin, choose, fill_features, finish_rows, note, note_event, start_rows
from simkit.kernel import entry, kernel
from simkit.lookahead import KEYS, choose_ahead
from simkit.policy import OWN
from simkit.rng import below


@entry
def play_block_general(
    states: Any, boards: Any, rules: Any, works: Any, players: Any, job: Any, tables: Any, stop: Any
) -> int:
    """As engine.play_block, for any kind of player.

    states: three records, works: two (the last of each for playouts and copies); players: own.Players. Returns the
    number of games, or -1 - row where a function's answer was no index into its list of moves.
    """
    task = job[0]
    row = 0
    for deal in range(task.first_deal, task.first_deal + task.deals):
        for rotation in range(task.rotations):
            if stop[0] != 0:
                return row
            begin(states, boards[0], rules[0], works[0], task, deal)
            tables.games[row].arm = task.arm
            tables.games[row].deal = deal
            tables.games[row].rotation = rotation
            if _play_general(states, boards[0], rules[0], works, players, task, tables, row) != 0:
                return -1 - row
            row += 1
    return row


@kernel
def _play_general(
    states: Any, board: Any, rules: Any, works: Any, players: Any, task: Any, tables: Any, row: int
) -> int:
    """Play one game; 1 where a function's answer was no index."""
    state = states[0]
    work = works[0]
    rotation = tables.games[row].rotation
    totals = tables.totals[0]
    start_rows(state, board, rules, work, tables)
    while is_over(state) == 0:
        place = task.seating[rotation, state.seat]
        policy = players.records[place]
        n = ask(state, board, rules, work, policy)
        index = 0
        if n > 1:
            if policy.kind == OWN:
                fill_features(state, board, rules, work, n)
                # On a copy a function cannot change the game, nor see what its seat cannot know.
                states[2] = states[0]
                hide(states[2], board, rules, state.seat, below(work.policy_streams, place, KEYS))
                index = players.functions[place](states[2], board, rules, work, n)
                if index < 0 or index >= n:
                    tables.games[row].decisions = work.decisions
                    return 1
            elif policy.playouts > 0:
                index = choose_ahead(states, board, rules, works, policy, task, place, n)
            else:
                index = choose(state, board, rules, policy, work, place, n)
        note(state, board, work, totals, place, index)
        if task.keep_events != 0:
            note_event(state, board, rules, work, tables, row, place, index)
        answer(state, board, rules, work, task, index)
    finish_rows(state, board, rules, work, task, tables, row)
    return 0
