"""Play whole games in bulk: one compiled entry, :func:`play_block`, that knows no game.

A block is a run of consecutive deals of one arm; every rotation of a deal is played in it. A row of results depends on
(arm, deal, rotation) only, never on block sizes or threads.
"""

from typing import Any

import numpy as np

from simkit.bits import MAX_PLACES, lowest, popcount
from simkit.contract import (
    HISTORY,
    STALLED,
    apply_move,
    component,
    final_scores,
    is_over,
    legal_moves,
    move_features,
    score_now,
    setup,
)
from simkit.kernel import entry, kernel
from simkit.policy import LINEAR, TYPE_SHIFT, choose_linear
from simkit.rng import below, seed_stream
from simkit.rows import (
    CHANCE,
    CHANCE_STREAM,
    CHOICES,
    DEAL_SET_SHIFT,
    POLICY_STREAM,
    ROUND_BUCKETS,
    SETUP,
    SNAPSHOTS,
    TIE_STANDS,
)


@entry
def play_block(
    states: Any, boards: Any, rules: Any, works: Any, policies: Any, job: Any, tables: Any, stop: Any
) -> int:
    """Play all games of a block and return how many were finished (fewer only where ``stop[0]`` was set).

    states: array of two records, the one in play and an all-zero one; boards, rules, works, job: arrays of one record;
    policies: one record a place; stop: int64 (1,), polled once a game. Writes the tables.
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
            _play(states[0], boards[0], rules[0], works[0], policies, task, tables, row)
            row += 1
    return row


@kernel
def begin(states: Any, board: Any, rules: Any, work: Any, task: Any, deal: int) -> None:
    """Bring ``states[0]`` to the first decision of a deal: copied from the all-zero ``states[1]``, seeded, set up."""
    states[0] = states[1]
    state = states[0]
    state.players = task.players
    source = (task.deal_set[SETUP] << DEAL_SET_SHIFT) + deal // max(1, task.replays)
    for i in range(state.streams.shape[0]):
        seed_stream(state.streams, i, task.purpose, task.seed, source, i)
    source = (task.deal_set[CHOICES] << DEAL_SET_SHIFT) + deal
    for place in range(task.players):
        seed_stream(work.policy_streams, place, task.purpose, task.seed, source, POLICY_STREAM + place)
        work.handicap[place] = task.handicap[place]
    setup(state, board, rules)
    if task.split != 0:
        source = (task.deal_set[CHANCE] << DEAL_SET_SHIFT) + deal
        for i in range(state.streams.shape[0]):
            seed_stream(state.streams, i, task.purpose, task.seed, source, CHANCE_STREAM + i)


@kernel
def standing_now(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Fill ``work.now`` with what each seat would score if the game ended now, handicap included."""
    score_now(state, board, rules, work.now)
    for seat in range(state.players):
        work.now[seat] += work.handicap[seat]


@kernel
def closing_scores(state: Any, board: Any, rules: Any, work: Any, points: Any) -> None:
    """Fill ``work.scores`` with scores, parts and tie keys; the scores have ``points`` (int64, by seat) on top."""
    final_scores(state, board, rules, work.scores)
    for seat in range(state.players):
        work.scores[seat, 0] += points[seat]


@kernel
def _play(
    state: Any, board: Any, rules: Any, work: Any, policies: Any, task: Any, tables: Any, row: int
) -> None:
    """Play one game from its first decision and write its rows."""
    rotation = tables.games[row].rotation
    totals = tables.totals[0]
    start_rows(state, board, rules, work, tables)
    while is_over(state) == 0:
        place = task.seating[rotation, state.seat]
        n = ask(state, board, rules, work, policies[place])
        index = 0
        if n > 1:
            index = choose(state, board, rules, policies[place], work, place, n)
        note(state, board, work, totals, place, index)
        if task.keep_events != 0:
            note_event(state, board, rules, work, tables, row, place, index)
        answer(state, board, rules, work, task, index)
    finish_rows(state, board, rules, work, task, tables, row)


@kernel
def start_rows(state: Any, board: Any, rules: Any, work: Any, tables: Any) -> None:
    """Begin the counts of a game."""
    work.first_event = tables.used[0]
    work.last_round = state.round_no
    work.last_turn = max(0, state.turn_no - 1)  # 0: nobody's turn has begun, and what is asked now is no turn
    work.decisions = 0
    work.forced = 0
    work.bans_lifted = 0
    for seat in range(state.players):
        work.seat_turns[seat] = 0
        work.seat_decisions[seat] = 0
        work.seat_offered[seat] = 0
        for word in range(2):
            work.offered[seat, word] = 0
            work.taken[seat, word] = 0
    standing_now(state, board, rules, work)
    _remember(work, 0, state.players)


@kernel
def ask(state: Any, board: Any, rules: Any, work: Any, policy: Any) -> int:
    """List what the policy may do now and count it; returns the number of moves, in ``work.moves`` and ``work.listed``.

    1 means that there is nothing to choose: the move was the only legal one.
    """
    if state.turn_no != work.last_turn:
        work.last_turn = state.turn_no
        work.seat_turns[state.seat] += 1
    n = legal_moves(state, board, rules, work)
    if n == 1:
        work.forced += 1
    else:
        work.decisions += 1
        work.seat_decisions[state.seat] += 1
        work.seat_offered[state.seat] += n
        kept = drop_banned(state, board, policy, work, n)
        if kept == 0:
            work.bans_lifted += 1
        else:
            n = kept
    work.listed = n
    return n


@kernel
def answer(state: Any, board: Any, rules: Any, work: Any, task: Any, index: int) -> None:
    """Play the chosen move of ``work.moves[: work.listed]``; end the game as stalled at its cap."""
    apply_move(state, board, rules, work.moves[index], work)
    if state.round_no > work.last_round:
        standing_now(state, board, rules, work)
        for finished in range(work.last_round, state.round_no):
            _remember(work, finished, state.players)
        work.last_round = state.round_no
    if work.decisions + work.forced >= task.max_decisions and is_over(state) == 0:
        state.end_cause = STALLED


@kernel
def choose(state: Any, board: Any, rules: Any, policy: Any, work: Any, place: int, n: int) -> int:
    """The index among ``work.moves[:n]`` that a policy takes."""
    if policy.kind == LINEAR:
        fill_features(state, board, rules, work, n)
    return choose_among(policy, work, place, n)


@kernel
def choose_among(policy: Any, work: Any, place: int, n: int) -> int:
    """As :func:`choose`, from features that are filled already."""
    if policy.kind == LINEAR:
        return choose_linear(policy, work, place, n)
    return below(work.policy_streams, place, n)


@kernel
def fill_features(state: Any, board: Any, rules: Any, work: Any, n: int) -> None:
    """Zero ``work.features[:n]`` and let the game fill it."""
    for i in range(n):
        for f in range(work.features.shape[1]):
            work.features[i, f] = 0.0
    move_features(state, board, rules, work, n)


@kernel
def drop_banned(state: Any, board: Any, policy: Any, work: Any, n: int) -> int:
    """Keep the legal moves whose component the policy may take; returns their number.

    Returns 0, and leaves the list as it was, where none would be left: the ban is then lifted for this decision.
    """
    if policy.any_ban == 0:
        return n
    kept = 0
    for i in range(n):
        if _allowed(state, board, policy, work.moves[i]):
            kept += 1
    if kept == 0:
        return 0
    kept = 0
    for i in range(n):
        if _allowed(state, board, policy, work.moves[i]):
            work.moves[kept] = work.moves[i]
            kept += 1
    return kept


@kernel
def _allowed(state: Any, board: Any, policy: Any, move: int) -> bool:
    taken = component(state, board, move)
    return taken < 0 or policy.banned[taken] == 0


@kernel
def note(state: Any, board: Any, work: Any, totals: Any, place: int, index: int) -> None:
    """Count what was on offer and what is taken: components a seat-game, move types a decision."""
    seat = state.seat
    bucket = min(max(state.round_no, 1), ROUND_BUCKETS) - 1
    low = 0  # bit c + 1: component c is on offer; bit 0: a move that takes none
    high = 0
    last_type = -1
    for i in range(work.listed):
        move = work.moves[i]
        kind = move >> TYPE_SHIFT
        if kind != last_type:
            totals.actions[seat, place, bucket, kind].offered += 1
            last_type = kind
        thing = component(state, board, move)
        if totals.components.shape[2] > MAX_PLACES and thing >= MAX_PLACES:
            high |= 1 << (thing - MAX_PLACES)
        else:
            low |= 1 << (thing + 1)
    low >>= 1
    work.on_offer[0] = low
    work.on_offer[1] = high
    work.offered[seat, 0] |= low
    work.offered[seat, 1] |= high
    taken = component(state, board, work.moves[index])
    if taken >= MAX_PLACES:
        work.taken[seat, 1] |= 1 << (taken - MAX_PLACES)
    elif taken >= 0:
        work.taken[seat, 0] |= 1 << taken
    cell = totals.actions[seat, place, bucket, work.moves[index] >> TYPE_SHIFT]
    cell.taken += 1
    if work.listed == 1:
        cell.only += 1
    totals.actions[seat, place, bucket, 0].decisions += 1


@kernel
def note_event(
    state: Any, board: Any, rules: Any, work: Any, tables: Any, row: int, place: int, index: int
) -> None:
    """Append a taking to the events table (its progress is known only at the end); count it where there is no room."""
    taken = component(state, board, work.moves[index])
    if taken < 0:
        return
    e = tables.used[0]
    tables.used[0] += 1
    if e >= tables.events.shape[0]:
        return
    standing_now(state, board, rules, work)
    best_other = -np.inf
    for seat in range(state.players):
        if seat != state.seat:
            best_other = max(best_other, work.now[seat])
    event = tables.events[e]
    event.deal = tables.games[row].deal
    event.rotation = tables.games[row].rotation
    event.decision = work.decisions + work.forced
    event.seat = state.seat
    event.place = place
    event.round_no = state.round_no
    event.component = taken
    event.lead = work.now[state.seat] - best_other
    event.on_offer[0] = work.on_offer[0]
    event.on_offer[1] = work.on_offer[1]


@kernel
def _remember(work: Any, finished: int, players: int) -> None:
    """Keep the standing after a finished round (0: at the first decision)."""
    if finished < HISTORY:
        for seat in range(players):
            work.history[finished, seat] = work.now[seat]


@kernel
def finish_rows(state: Any, board: Any, rules: Any, work: Any, task: Any, tables: Any, row: int) -> None:
    """Score the finished game and write its rows."""
    game = tables.games[row]
    closing_scores(state, board, rules, work, work.handicap)
    standing_now(state, board, rules, work)
    _remember(work, state.round_no, state.players)
    game.rounds = state.round_no
    game.turns = state.turn_no
    game.end_cause = state.end_cause
    game.decisions = work.decisions
    game.forced = work.forced
    game.bans_lifted = work.bans_lifted
    game.lead_changes = _lead_changes(work, min(state.round_no, HISTORY - 1), state.players)
    _rank(work, tables.seats[row], state.players, game, task.tie_keys)
    for c in range(state.tally.shape[0]):
        game.tally[c] = state.tally[c]
    for seat in range(state.players):
        mine = tables.seats[row, seat]
        place = task.seating[game.rotation, seat]
        mine.place = place
        mine.turns = work.seat_turns[seat]
        mine.decisions = work.seat_decisions[seat]
        mine.offered = work.seat_offered[seat]
        for c in range(work.scores.shape[1]):
            mine.scores[c] = work.scores[seat, c]
        for c in range(state.counters.shape[1]):
            mine.counters[c] = state.counters[seat, c]
        for k in range(SNAPSHOTS):
            finished = ((k + 1) * state.round_no) // (SNAPSHOTS + 1)
            mine.standing[k] = work.history[min(finished, HISTORY - 1), seat]
        if state.end_cause != STALLED:
            _settle_components(tables.totals[0], work, seat, place, mine.win_share)
    for e in range(work.first_event, min(tables.used[0], tables.events.shape[0])):
        tables.events[e].progress = tables.events[e].round_no / max(1, state.round_no)


@kernel
def _settle_components(totals: Any, work: Any, seat: int, place: int, share: float) -> None:
    """Add one seat-game to the counts of the components it was offered."""
    for word in range(2):
        rest = work.offered[seat, word]
        while rest:
            bit = lowest(rest)
            rest &= rest - 1
            cell = totals.components[seat, place, bit + word * MAX_PLACES]
            cell.offered += 1
            if (work.taken[seat, word] >> bit) & 1:
                cell.taken += 1
                cell.wins_taken += share
                cell.squares_taken += share * share
            else:
                cell.wins_left += share
                cell.squares_left += share * share


@kernel
def _compare(scores: Any, a: int, b: int, keys: int) -> int:
    """Where seat a is ahead of seat b: 1 by score, 1 + k by tie key k; negative where behind; 0 for a standing tie."""
    first_key = scores.shape[1] - keys
    if scores[a, 0] != scores[b, 0]:
        return 1 if scores[a, 0] > scores[b, 0] else -1
    for k in range(keys):
        if scores[a, first_key + k] != scores[b, first_key + k]:
            return 2 + k if scores[a, first_key + k] > scores[b, first_key + k] else -2 - k
    return 0


@kernel
def winning_seats(work: Any, players: int, keys: int) -> int:
    """The seats that nobody is ahead of, by ``work.scores`` with its last ``keys`` columns as tie keys, as bits."""
    winners = 0
    for a in range(players):
        beaten = 0
        for b in range(players):
            if b != a and _compare(work.scores, a, b, keys) < 0:
                beaten = 1
        if beaten == 0:
            winners |= 1 << a
    return winners


@kernel
def _rank(work: Any, seats: Any, players: int, game: Any, keys: int) -> None:
    """Ranks (ties averaged), win shares (1/k each), the winners' mask and what broke a tie for the win."""
    winners = winning_seats(work, players, keys)
    for a in range(players):
        ahead = 0
        level = 0
        for b in range(players):
            if b != a:
                result = _compare(work.scores, a, b, keys)
                ahead += result < 0
                level += result == 0
        seats[a].place_rank = 1 + ahead + 0.5 * level
    game.winners = winners
    count = popcount(winners)
    game.tie_break = TIE_STANDS if count > 1 else 0
    for a in range(players):
        if (winners >> a) & 1:
            seats[a].win_share = 1.0 / count
            for b in range(players):
                result = _compare(work.scores, a, b, keys)
                if a != b and count == 1 and result > 1:
                    game.tie_break = max(game.tie_break, result - 1)


@kernel
def _lead_changes(work: Any, rounds: int, players: int) -> int:
    """How often the set of leaders differed from one finished round to the next (the first set is no change)."""
    changes = 0
    before = 0
    for finished in range(1, rounds + 1):
        top = work.history[finished, 0]
        for seat in range(1, players):
            top = max(top, work.history[finished, seat])
        leaders = 0
        for seat in range(players):
            if work.history[finished, seat] == top:
                leaders |= 1 << seat
        if before != 0 and leaders != before:
            changes += 1
        before = leaders
    return changes
