"""What must hold after every move: :func:`broken` names the first invariant of the ledger that does not.

Number k stands for INV-k of RULES.md. INV-17 compares two games and is a test; so are the parts of INV-06, INV-08 and
INV-09 that compare two moments of one game.
"""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.mangrovia.counters import C_FIRSTS, C_SECONDS, C_SPENT_A, C_SPENT_V, T_RESHUFFLED
from simkit.games.mangrovia.layouts import AMULETS, PATHS
from simkit.games.mangrovia.rules_cards import can_draw, end_kind, first_kind
from simkit.games.mangrovia.rules_score import board_points, hut_count, ranking, stone_total
from simkit.games.mangrovia.state import (
    A_TILE,
    AMULETS_AT,
    FIRST_GODLESS,
    GOD_TILES,
    KINDS,
    LANDS,
    NEUTRAL,
    NOBODY,
    ON,
    PH_BOWL,
    PH_END,
    START,
    TILE_AMULET,
    TILE_VALUABLE,
    TO_REPOSITORY,
    V_TILE,
    WILD_TILE,
)
from simkit.kernel import kernel


@kernel
def broken(state: Any, board: Any, rules: Any) -> int:
    """0, or the number of the first broken invariant (INV-01 to INV-16)."""
    fault = pieces_broken(state, board, rules)
    if fault == 0:
        fault = huts_broken(state, board)
    if fault == 0:
        fault = round_broken(state, board)
    if fault == 0:
        fault = accounts_broken(state, board, rules)
    if fault == 0 and state.phase == PH_END:
        fault = scoring_broken(state, board, rules)
    return fault


@kernel
def pieces_of(state: Any, kind: int) -> int:
    """All pieces of a kind in hands, piles, discards, on display, just drawn."""
    pile = 0 if kind < START else (1 if kind < AMULETS_AT else 2)
    total = state.discard[kind]
    for seat in range(state.players):
        total += state.hand[seat, kind]
    for i in range(state.pile_n[pile]):
        if state.piles[pile, i] == kind:
            total += 1
    if kind < AMULETS_AT:
        return total + state.display[kind]
    total += state.drawn[kind - AMULETS_AT]
    if kind == AMULETS_AT:
        total += state.repository + state.box_ones
    return total


@kernel
def pieces_broken(state: Any, board: Any, rules: Any) -> int:
    """INV-01 landscapes, INV-02 valuables, INV-03 starting cards, INV-04 amulets."""
    for kind in range(LANDS, AMULETS_AT):
        if pieces_of(state, kind) != board.copies[kind]:
            return 1
    for kind in range(START):
        if pieces_of(state, kind) != board.copies[kind]:
            return 2
    for seat in range(state.players):
        equal = state.start_value[seat, 0] == state.start_value[seat, 1]
        if state.hand[seat, START] > (2 if equal else 1) or state.hand[seat, START + 1] > (0 if equal else 1):
            return 3
        for kind in range(KINDS):
            held = state.hand[seat, kind]
            hidden = state.seen[seat, kind] + state.fresh[seat, kind]
            if held < 0 or hidden > held or state.seen[seat, kind] < 0 or state.fresh[seat, kind] < 0:
                return (
                    3 if START <= kind < LANDS else (2 if kind < START else (1 if kind < AMULETS_AT else 4))
                )
        if state.seen[seat, START] != state.hand[seat, START]:
            return 3
    for kind in range(AMULETS_AT, KINDS):
        if pieces_of(state, kind) != board.copies[kind]:
            return 4
    if state.repository < 0 or (
        state.repository > board.copies[AMULETS_AT] and rules.spent_ones_go_to != TO_REPOSITORY
    ):
        return 4
    if state.tally[T_RESHUFFLED + 2] == 0:
        for i in range(state.pile_n[2]):
            if state.piles[2, i] == AMULETS_AT:
                return 4
    return 0


@kernel
def huts_broken(state: Any, board: Any) -> int:
    """INV-05 supplies, INV-06 spaces, INV-07 pillars, INV-08 pole tiles, INV-09 points."""
    taken = 0
    pillars = 0
    for owner in range(NEUTRAL + 1):
        if state.huts[owner] & taken:
            return 6
        taken |= state.huts[owner]
    if (
        taken & ~board.all_spaces
        or state.doubles & (board.no_double | board.neutral)
        or state.doubles & ~taken
    ):
        return 6
    if state.huts[NEUTRAL] != board.neutral:
        return 5
    for seat in range(state.players):
        if (
            state.supply[seat] < 0
            or state.supply[seat] + hut_count(state, seat, board.all_spaces) != board.huts
        ):
            return 5
        if state.pillar[seat] != hut_count(state, seat, board.rings):
            return 7
        pillars += state.pillar[seat]
    if pillars > popcount(board.rings):
        return 7
    under = 0
    for value in range(12):
        owner = state.tile_owner[value]
        if (owner != 0) != (board.lowest_tile <= value < state.next_tile):
            return 8
        if owner != 0:
            under += 1
            if hut_count(state, owner - 1, board.pole) == 0:
                return 8
    if under != popcount(taken & board.pole):
        return 8
    for seat in range(state.players):
        tiles = 0
        for value in range(12):
            if state.tile_owner[value] == seat + 1:
                tiles += value
        if state.printed[seat] != board_points(state, board, seat) or state.tile_points[seat] != tiles:
            return 9
    return 0


@kernel
def round_broken(state: Any, board: Any) -> int:
    """INV-10 birds, INV-11 displays, INV-12 talisman and bowls, INV-15 bounds of a round."""
    if popcount(state.birds) != 2 or state.birds & ~15:
        return 10
    if state.phase != PH_END and state.birds != state.round_birds:
        return 10
    for pile in range(2):
        shown = 0
        for kind in range(first_kind(pile), end_kind(pile)):
            if state.display[kind] < 0:
                return 11
            shown += state.display[kind]
        if shown > board.display[pile]:
            return 11
        if (
            state.phase == PH_BOWL
            and state.placed == 0
            and shown < board.display[pile]
            and can_draw(state, pile)
        ):
            return 11
    if state.sp < 0 or state.sp >= state.players:
        return 12
    bowls = 0
    for site in range(6):
        if state.bowls[site] > 0 and state.bowls[site] != NEUTRAL + 1:
            bowls += 1
    if bowls != state.placed or (board.closed_site >= 0 and state.bowls[board.closed_site] != NEUTRAL + 1):
        return 12
    if state.phase != PH_BOWL and bowls != state.players * board.bowls:
        return 12
    if state.round_ups > 7 or state.round_draws > 13 or state.round_collections > 3:
        return 15
    huts = 0
    for seat in range(state.players):
        huts += state.round_huts[seat]
        if state.round_huts[seat] > 2 * board.bowls:
            return 15
    return 15 if huts > 6 else 0


@kernel
def accounts_broken(state: Any, board: Any, rules: Any) -> int:
    """INV-13 landscape cards against huts, INV-14 amounts paid against prices; stone tiles among them."""
    placed = 0
    for seat in range(state.players):
        placed += hut_count(state, seat, board.all_spaces)
    if state.spent_lands != placed - state.wild_cards:
        return 13
    for seat in range(state.players):
        valuables = 0
        amulets = 0
        rest = state.huts[seat]
        while rest:
            space = lowest(rest)
            price = board.cost[space] * (1 + ((state.doubles >> space) & 1))
            if board.currency[space] == AMULETS:
                amulets += price
            else:
                valuables += price
            rest &= rest - 1
        if state.counters[seat, C_SPENT_V] != valuables or state.counters[seat, C_SPENT_A] != amulets:
            return 14
        if state.tiles[seat, V_TILE] < 0 or state.tiles[seat, A_TILE] < 0 or state.tiles[seat, WILD_TILE] < 0:
            return 14
        if TILE_VALUABLE * state.tiles_used[seat, V_TILE] > valuables:
            return 14
        if TILE_AMULET * state.tiles_used[seat, A_TILE] > amulets:
            return 14
    return tiles_broken(state, board)


@kernel
def tiles_broken(state: Any, board: Any) -> int:
    """INV-14: every stone tile lies on the board, is owned or was used."""
    for kind in range(1, FIRST_GODLESS + 3):
        found = 0
        for space in range(board.spaces):
            if state.stone_tile[space] == kind:
                found += 1
        for seat in range(state.players):
            if kind <= GOD_TILES:
                found += (state.gods[seat] >> (kind - 1)) & 1
            else:
                found += (
                    state.tiles[seat, kind - FIRST_GODLESS] + state.tiles_used[seat, kind - FIRST_GODLESS]
                )
        if found != state.tiles_laid[kind]:
            return 14
    return 0


@kernel
def scoring_broken(state: Any, board: Any, rules: Any) -> int:
    """INV-16: prizes paid add up, and those counted at the end are those paid."""
    prizes = 0
    for seat in range(state.players):
        prizes -= state.counters[seat, C_FIRSTS] + state.counters[seat, C_SECONDS]
    for path in range(PATHS + 1):
        ranks = ranking(state, board, rules, path)
        first = ranks & 7
        second = ranks >> 3
        if first == second and first != NOBODY:
            return 16
        if first == NOBODY and second != NOBODY:
            return 16
        if path < PATHS:
            prizes += (1 if first < state.players else 0) + (1 if second < state.players else 0)
        spaces = board.path_mask[path] if path < PATHS else board.pole
        present = 0
        for seat in range(state.players):
            if state.huts[seat] & spaces:
                present += 1
        if present >= 2 and not (state.huts[NEUTRAL] & spaces):
            if first >= state.players or second >= state.players:
                return 16
    if prizes != 0:
        return 16
    own = 0
    for seat in range(state.players):
        own += hut_count(state, seat, board.stone)
    neutral = hut_count(state, NEUTRAL, board.stone)
    total = stone_total(state, board, rules)
    if total != own + (neutral if rules.stone_total_includes_neutral == ON else 0):
        return 16
    return 0
