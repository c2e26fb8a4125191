"""What a whole turn promises: shells, storing, removing, and what is left to the next player.

As in features_look, the numbers here are judgement; no rule depends on them.
"""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.maori.features_look import (
    CELLS,
    LATER_ROW,
    NEXT_ROW,
    STORED_ROW,
    WORTH,
    count_supply,
    lead_worth,
    look,
)
from simkit.games.maori.features_worth import best_place, lift_worth
from simkit.games.maori.rules_moves import liftable
from simkit.games.maori.rules_score import score_now, shells_counted
from simkit.games.maori.rules_tableau import buildable
from simkit.games.maori.state import (
    LAP,
    SAILING,
    SLOT,
)
from simkit.games.maori.switches import (
    PICTURED,
    SHIPS_OFF,
)
from simkit.kernel import kernel

SHELL_WORTH = 0.8
"""Points of a shell as movement, while turns are left."""
MAX_GIFT_STEPS = 4
"""How far ahead a player thinks of the next one's choice."""
PATIENCE = 6
"""Turns beyond one a field after which a player no longer waits for the right tile."""
LIFT_COST = 0.5
"""A removal is a turn without a tile."""
STORE_SHARE = 0.5
STORE_COST = 1.0
"""A stored tile promises this share of its worth, less what the turn would have brought."""


@kernel
def prepare(state: Any, board: Any, rules: Any, work: Any) -> None:
    """Look at the own tableau; forget what was judged; prices of shells."""
    seat = state.seat
    work.drag = max(0.0, 1.0 * (state.turns[seat] - popcount(buildable(board, rules)) - PATIENCE))
    work.supply = count_supply(state, board)
    views = 2 if state.phase == SAILING else 1  # only a sail leaves something to the next player
    for view in range(views):
        look(state, board, rules, work, view, (seat + view) % state.players)
    work.judging = 0
    for cell in range(CELLS + 1):
        work.known[0, cell] = 0
        work.known[1, cell] = 0
        work.known[2, cell] = 0
    best = 0
    fullest = 0
    for other in range(state.players):
        if other != seat:
            best = max(best, shells_counted(state, board, rules, other, 0))
            fullest = max(fullest, popcount(state.filled[other]))
    work.race = fullest - popcount(state.filled[seat])
    work.shells_mine = shells_counted(state, board, rules, seat, 0)
    work.shells_best = best
    work.empty = buildable(board, rules) & ~state.filled[seat]
    work.ending = 0
    if popcount(work.empty) == 1 and state.finisher < 0:
        score_now(state, board, rules, work.standing)
        work.ending = 1
        for other in range(state.players):
            if other != seat and work.standing[other] >= work.standing[seat]:
                work.ending = 2


@kernel
def shell_change(state: Any, rules: Any, work: Any, found: float, paid: int) -> float:
    """Points that a change of the stock is worth: the majority, and movement to come."""
    left = work.left[0]
    mine = work.shells_mine * 1.0
    best = work.shells_best * 1.0
    counted = found - paid
    if rules.shell_majority == PICTURED:
        counted = found
    change = lead_worth(mine + counted, best, left) - lead_worth(mine, best, left)
    if left > 0.0:
        change += SHELL_WORTH * (found - paid)
    return change


@kernel
def judge_cell(state: Any, board: Any, rules: Any, work: Any, cell: int) -> None:
    """The best placement of a display tile (STORED_ROW: of the stored tile), once a list."""
    if work.known[0, cell] == 0:
        tile = state.slot[state.seat] if cell == STORED_ROW else state.display[cell]
        best_place(state, board, rules, work, tile, cell)
        work.known[0, cell] = 1


@kernel
def later(state: Any, board: Any, rules: Any, work: Any, cell: int) -> float:
    """Points of a display tile that is stored now: its best placement wherever the own ship lies then."""
    if rules.own_ships == SHIPS_OFF:
        judge_cell(state, board, rules, work, cell)
        return work.judged[cell, WORTH]
    if work.known[2, cell] == 0:
        now = work.free[0]
        work.free[0] = work.empty
        best_place(state, board, rules, work, state.display[cell], LATER_ROW + cell)
        work.free[0] = now
        work.known[2, cell] = 1
    return work.judged[LATER_ROW + cell, WORTH]


@kernel
def store_worth(state: Any, board: Any, rules: Any, work: Any, cell: int, paid: int) -> float:
    """Points of storing a display tile: part of what it will bring, less a turn; nothing in the last two turns."""
    gain = shell_change(state, rules, work, 0.0, paid)
    if work.left[0] > 1.0:
        gain += STORE_SHARE * max(0.0, later(state, board, rules, work, cell)) - STORE_COST
    else:
        gain -= STORE_COST
    return gain


@kernel
def gift(state: Any, board: Any, rules: Any, work: Any, ship: int) -> float:
    """What the next player finds beside the ship within his free steps, if it lies at ``ship`` now."""
    best = 0.0
    for steps in range(1, min(MAX_GIFT_STEPS, state.boats[work.viewer[1]]) + 1):
        cell = board.line[(ship + steps) % LAP, 0]
        tile = state.display[cell]
        if tile >= 0 and board.volcano[tile] == 0:
            if work.known[1, cell] == 0:
                best_place(state, board, rules, work, tile, NEXT_ROW + cell)
                work.known[1, cell] = 1
            best = max(best, work.judged[NEXT_ROW + cell, WORTH])
    return best


@kernel
def best_lift(state: Any, board: Any, rules: Any, work: Any) -> float:
    """Points of the removal that harms least."""
    best = -STORE_COST
    fields = liftable(state, rules) & ~(1 << SLOT)
    while fields:
        best = max(best, lift_worth(state, board, work, lowest(fields)))
        fields &= fields - 1
    return best - LIFT_COST
