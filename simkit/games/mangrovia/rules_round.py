"""The course of a round: bowls, the boat's landings, the next round, the end (MG-26 to MG-35, MG-94 to MG-100)."""

from typing import Any

from simkit.contract import STALLED
from simkit.games.mangrovia.counters import C_SITE, C_STARTS, T_NO_FIRST
from simkit.games.mangrovia.rules_cards import refill_displays
from simkit.games.mangrovia.rules_score import note_end
from simkit.games.mangrovia.state import (
    COMPLEMENT,
    LAST_HUT,
    NEUTRAL,
    PH_ACT,
    PH_BIRDS,
    PH_BOWL,
    PH_END,
    SNAKE,
    TO_LEFT,
    TO_RIGHT,
)
from simkit.kernel import kernel


@kernel
def clear_allowance(state: Any) -> None:
    """Nothing is left to do at this landing."""
    state.collect_left = 0
    state.up_left = 0
    state.down_left = 0
    state.build_left = 0
    state.double_left = 0
    state.alternative = 0


@kernel
def bowl_seat(state: Any, rules: Any) -> int:
    """Whose bowl is next: clockwise from the starting player, once or twice (MG-27, MG-30)."""
    n = state.players
    place = state.placed % n
    if state.placed >= n and rules.second_bowl_order == SNAKE:
        place = n - 1 - place
    return (state.sp + place) % n


@kernel
def place_bowl(state: Any, board: Any, rules: Any, site: int) -> None:
    """Put a bowl on a site; after the last one the boat sets out (MG-26 to MG-31)."""
    state.bowls[site] = state.seat + 1
    state.counters[state.seat, C_SITE + site] += 1
    state.placed += 1
    if state.placed < state.players * board.bowls:
        state.seat = bowl_seat(state, rules)
        state.turn_no += 1
    else:
        sail(state, board, rules)


@kernel
def sail(state: Any, board: Any, rules: Any) -> None:
    """Move the boat on to the next landing with a bowl, or finish the round (MG-33 to MG-35)."""
    clear_allowance(state)
    while state.landing < 12:
        state.landing += 1
        site = state.landing - 1 if state.landing <= 6 else 12 - state.landing
        owner = state.bowls[site] - 1
        if owner >= 0 and owner != NEUTRAL:
            state.seat = owner
            state.turn_no += 1
            state.phase = PH_ACT
            allow(state)
            return
    end_round(state, board, rules)


@kernel
def allow(state: Any) -> None:
    """What a landing allows (MG-39 to MG-50)."""
    landing = state.landing
    if landing == 1:
        state.up_left = 2
        state.down_left = 1
    elif landing == 2:
        state.collect_left = 1
    elif landing == 3:
        state.up_left = 1
    elif landing == 4:
        state.up_left = 1
        state.down_left = 1
    elif landing == 5:
        state.up_left = 1
        state.down_left = 2
    elif landing == 6:
        state.collect_left = 1
        state.down_left = 1
        state.alternative = 1
    elif landing == 7:
        state.up_left = 2
        state.down_left = 2
        state.alternative = 1
    elif landing == 8:
        state.collect_left = 1
        state.build_left = 1
        state.alternative = 1
    elif landing == 9:
        state.build_left = 1
        state.double_left = 1
        state.alternative = 1
    elif landing == 10:
        state.build_left = 2
    elif landing == 11:
        state.build_left = 1
        state.down_left = 1
    else:
        state.phase = PH_BIRDS


@kernel
def end_round(state: Any, board: Any, rules: Any) -> None:
    """The game ends (MG-99, MG-100) or the next round is prepared (MG-94 to MG-98)."""
    if state.last_round == 1 or state.round_no >= rules.max_rounds:
        state.end_cause = LAST_HUT if state.last_round == 1 else STALLED
        state.phase = PH_END
        note_end(state, board, rules)
        return
    pass_talisman(state, rules)
    for site in range(6):
        state.bowls[site] = 0
    if board.closed_site >= 0:
        state.bowls[board.closed_site] = NEUTRAL + 1
    refill_displays(state, board, rules)
    state.round_no += 1
    state.turn_no += 1
    state.counters[state.sp, C_STARTS] += 1
    state.placed = 0
    state.landing = 0
    state.round_birds = state.birds
    state.round_ups = 0
    state.round_draws = 0
    state.round_collections = 0
    for seat in range(state.players):
        state.round_huts[seat] = 0
    state.seat = state.sp
    state.phase = PH_BOWL


@kernel
def pass_talisman(state: Any, rules: Any) -> None:
    """Who starts the next round, and the birds where nobody took the first site (MG-94 to MG-96)."""
    if state.bowls[0] > 0:
        state.sp = state.bowls[0] - 1
        return
    state.tally[T_NO_FIRST] += 1
    if rules.empty_s1_pass == TO_RIGHT:
        state.sp = (state.sp + state.players - 1) % state.players
    elif rules.empty_s1_pass == TO_LEFT:
        state.sp = (state.sp + 1) % state.players
    if rules.empty_s1_birds == COMPLEMENT:
        state.birds = 15 & ~state.birds
