"""What a ritual site promises when a bowl is placed (HF-02 to HF-04)."""

from typing import Any

from simkit.bits import lowest
from simkit.games.mangrovia.features_list import (
    F_BUILD_SITE,
    F_CARDS,
    F_COLLECT_SITE,
    F_DENY,
    F_ENDS_SITE,
    F_FIRST,
    F_LEAD,
    F_OPTIONS,
    F_RICH,
    F_SOON,
)
from simkit.games.mangrovia.features_worth import best_payable, collection_worth, leads
from simkit.games.mangrovia.rules_build import (
    double_candidates,
    free_spaces,
    held_lands,
    more_sums,
)
from simkit.games.mangrovia.rules_cards import can_collect
from simkit.games.mangrovia.state import FIELD, LANDS, SUMS, TO_LEFT, TO_RIGHT
from simkit.kernel import kernel


@kernel
def site_features(state: Any, board: Any, rules: Any, work: Any, n: int, t: float) -> None:
    """One row a free site; everything is computed once a list."""
    seat = state.seat
    taken = builds_planned(state, seat)
    count = find_two_best(state, board, work)
    options = count / (1.0 + count)
    standing = leads(state, board, rules, work) if state.supply[seat] <= 2 else 0.0
    denied = rivals_collect(state, board)
    double = best_double(state, board, rules, work)
    collection = 0.0
    if can_collect(state, seat):
        collection = collection_worth(min(state.pillar[seat], board.draw_limit))
    displayed = shown_lands(state)
    one = with_displayed(state, work.sums[0])
    two = with_any(one)
    three = with_any(two)
    for i in range(n):
        site = work.moves[i] & FIELD
        work.features[i, F_CARDS] = site_cards(site) * (1.0 - t)
        build = site_build(work, site, taken, double)
        soon = 0.0
        if site == 2:
            soon = soon_best(state, work, one, work.sums[0], displayed) if taken == 0 else 0.0
        elif site == 3:
            soon = soon_best(state, work, two, one, displayed) if taken == 0 else 0.0
        elif site == 4:
            soon = soon_best(state, work, three, two, displayed) if taken == 0 else 0.0
        work.features[i, F_SOON] = max(0.0, soon - build)
        if site == 1 or site == 5:
            work.features[i, F_COLLECT_SITE] = collection
            work.features[i, F_RICH] = max(0.0, collection - 5.0)
            work.features[i, F_DENY] = denied
        elif site == 4:
            work.features[i, F_COLLECT_SITE] = max(0.0, collection - build)
        work.features[i, F_BUILD_SITE] = build
        if site > 0 and site < 5:
            work.features[i, F_OPTIONS] = options
            if state.supply[seat] <= (2 if site == 2 or site == 3 else 1):
                work.features[i, F_ENDS_SITE] = standing
        if site == 0:
            work.features[i, F_FIRST] = 1.0
            work.features[i, F_LEAD] = places_gained(state, rules)


@kernel
def site_cards(site: int) -> float:
    """Cards that a site yields: landings 1, 3-5, 7, 11."""
    if site == 0 or site == 4:
        return 3.0
    if site == 3 or site == 5:
        return 2.0
    return 1.0


@kernel
def rivals_collect(state: Any, board: Any) -> float:
    """Points that the others who have a bowl yet to place this round would collect, summed."""
    total = 0.0
    for other in range(state.players):
        placed = 0
        for site in range(6):
            if state.bowls[site] == other + 1:
                placed += 1
        if other != state.seat and placed < board.bowls:
            total += collection_worth(min(state.pillar[other], board.draw_limit))
    return total


@kernel
def places_gained(state: Any, rules: Any) -> float:
    """How much earlier the seat plays next round if it starts, rather than whoever starts if nobody takes the site."""
    after = state.sp
    if rules.empty_s1_pass == TO_RIGHT:
        after += state.players - 1
    elif rules.empty_s1_pass == TO_LEFT:
        after += 1
    return (state.seat - after + 2 * state.players) % state.players


@kernel
def builds_planned(state: Any, seat: int) -> int:
    """Huts that the seat's bowls already placed this round may build."""
    planned = 0
    for site in range(1, 5):
        if state.bowls[site] == seat + 1:
            planned += 2 if site == 2 else 1
    return planned


@kernel
def find_two_best(state: Any, board: Any, work: Any) -> int:
    """Best hut for the present birds and hand, and best beside it, into ``work.ready``; returns the payable spaces."""
    seat = state.seat
    lands = held_lands(state, seat, 1) & state.birds
    work.ready[0] = 0.0
    work.ready[1] = 0.0
    first = -1
    count = 0
    spaces = 0
    for land in range(4):
        if (lands >> land) & 1:
            spaces |= board.land_spaces[land]
    spaces &= free_spaces(state, board)
    rest = spaces
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        if (work.sums[board.currency[space]] >> board.cost[space]) & 1:
            count += 1
            if work.worth[space] > work.ready[0]:
                work.ready[0] = work.worth[space]
                first = space
    if first < 0:
        return count
    rest = spaces & ~(1 << first)
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        if work.worth[space] > work.ready[1] and fits_beside(state, board, work, first, space):
            work.ready[1] = work.worth[space]
    return count


@kernel
def fits_beside(state: Any, board: Any, work: Any, first: int, second: int) -> bool:
    """Whether two huts look payable together: both prices, and in one currency their sum; cards for both landscapes."""
    seat = state.seat
    currency = board.currency[second]
    cost = board.cost[second]
    if currency == board.currency[first]:
        both = cost + board.cost[first]
        if not (work.sums[currency] >> both) & 1:
            return False
    if not (work.sums[currency] >> cost) & 1:
        return False
    cards = 0
    usable = (board.lands[first] | board.lands[second]) & state.birds
    for land in range(4):
        if (usable >> land) & 1:
            cards += state.hand[seat, LANDS + land]
    return cards >= 2


@kernel
def best_double(state: Any, board: Any, rules: Any, work: Any) -> float:
    """The best double hut payable with the hand as it is; 0 if none."""
    seat = state.seat
    if state.supply[seat] < 2:
        return 0.0
    found = 0.0
    rest = double_candidates(state, board, rules, seat)
    while rest:
        space = lowest(rest)
        rest &= rest - 1
        if (work.sums[board.currency[space]] >> (2 * board.cost[space])) & 1 and 2.0 * work.worth[
            space
        ] > found:
            found = 2.0 * work.worth[space]
    return found


@kernel
def site_build(work: Any, site: int, taken: int, double: float) -> float:
    """What the site's building landing is worth with the hand as it is, after the huts already planned."""
    if site == 0 or site == 5 or taken >= 2:
        return 0.0
    if taken == 1:
        return work.ready[1]
    if site == 2:
        return work.ready[0] + work.ready[1]
    return max(work.ready[0], double) if site == 3 else work.ready[0]


@kernel
def shown_lands(state: Any) -> int:
    """Landscapes on display, as bits."""
    lands = 0
    for k in range(4):
        if state.display[LANDS + k] > 0:
            lands |= 1 << k
    return lands


@kernel
def with_displayed(state: Any, sums: int) -> int:
    """Amounts payable with one more valuable from the display."""
    more = sums
    for k in range(6):
        if state.display[k] > 0:
            more |= more_sums(sums, k + 2, 1)
    return more


@kernel
def with_any(sums: int) -> int:
    """Amounts payable with one more valuable of any value."""
    more = sums
    for value in range(2, 8):
        more |= (sums << value) & SUMS
    return more


@kernel
def soon_best(state: Any, work: Any, all_valuables: int, one_less: int, displayed: int) -> float:
    """The best hut if all cards drawn before are valuables, or one of them a displayed landscape card."""
    lands = held_lands(state, state.seat, 1)
    a = best_payable(work, lands & state.birds, all_valuables, work.sums[1])
    b = best_payable(work, (lands | displayed) & state.birds, one_less, work.sums[1])
    return max(a, b)
