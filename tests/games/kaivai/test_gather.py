"""boat_order = all_move_first: a slow search agrees about who may join and what may be chosen (KV-85)."""

from typing import Any

import networkx as nx
import pytest

from simkit.games.kaivai import state as s
from simkit.position import Position

from .slow import Slow
from .table import GAME, members, ring


def moved(state: Any, p: int, e: int) -> Any:
    """A copy of the position with a boat moved from p to e."""
    after = state.copy()
    after["boat"][p] = 0
    after["boat"][e] = int(state["seat"]) + 1
    return after


def built(state: Any, t: int, v: int) -> Any:
    """A copy with a meeting hut of village v on t."""
    after = state.copy()
    after["thing"][t], after["owner"][t], after["village"][t] = s.MEETING, state["seat"], v
    after["huts_left"][state["seat"]] -= 1
    return after


def all_build(state: Any, board: Any, rules: Any, boats: set[int], left: int) -> bool:
    """Whether some order and some sites let all these boats build for at most so many shells above the base cost."""
    if not boats:
        return True
    slow = Slow(state, board, rules)
    slow.left = left
    if state["huts_left"][slow.seat] == 0:
        return False
    for e in sorted(boats):
        for t in sorted(ring(e)):
            if slow.buildable(e, t, slow.afloat, slow.berthed):
                (v,) = slow.touched(t)
                spent = slow.size(v) + int(board.base_cost[state["bid"][slow.seat]])
                if all_build(built(state, t, v), board, rules, boats - {e}, left - spent):
                    return True
    return False


def all_deliver(slow: Slow, boats: dict[int, set[int]], fish: int, room: dict[int, int]) -> bool:
    """Whether each boat can hand one fish to one of its huts: a matching of boats with free places on huts."""
    if fish < len(boats):
        return False
    graph = nx.Graph()
    graph.add_nodes_from(("boat", e) for e in boats)
    for e, huts in boats.items():
        graph.add_edges_from((("boat", e), (h, k)) for h in huts for k in range(room.get(h, 0)))
    matching = nx.bipartite.maximum_matching(graph, [("boat", e) for e in boats])
    return all(("boat", e) in matching for e in boats)


def rooms(slow: Slow, without_boat: int = -1) -> dict[int, int]:
    """Fish that each open hut still takes; the hut at ``without_boat`` has just been left."""
    return {
        h: 3 - int(slow.state["hut_fish"][h])
        for h in slow.owner
        if slow.thing[h] != s.FISHERMAN and (h not in slow.berthed or h == without_boat)
    }


def expected_gathering(table: Position) -> set[tuple[int, int]]:
    """(boat, end) pairs that may join those who wait."""
    state, board, rules = table.state, table.board[0], table.rules[0]
    slow = Slow(state, board, rules)
    waiting = members(state.gathered)
    fish = int(state.fish[slow.seat].sum())
    legal = set()
    for p in slow.ready:
        for e in slow.ends(p):
            if state.action == s.BUILD:
                if slow.cult_sites(e) and all_build(
                    moved(state, p, e), board, rules, waiting | {e}, slow.left
                ):
                    legal.add((p, e))
            elif state.action == s.DELIVER:
                boats = {b: ring(b) for b in waiting | {e}}
                if all_deliver(slow, boats, fish, rooms(slow, p)):
                    legal.add((p, e))
            elif any((s.M_FISH, p, e, v) in slow.fishers() for v in slow.cult_sites(e)):
                legal.add((p, e))
    return legal


def expected_huts(table: Position) -> set[tuple[int, int]]:
    """(hex, kind) of the huts after which the other boats that wait can still build."""
    state, board, rules = table.state, table.board[0], table.rules[0]
    slow = Slow(state, board, rules)
    others = members(state.gathered) - {int(state.boat_at)}
    legal = set()
    for _, _, t, kind in slow.huts():
        (v,) = slow.touched(t)
        left = slow.left - slow.size(v) - int(board.base_cost[state.bid[slow.seat]])
        after = built(state, t, v)
        after["thing"][t] = kind
        if kind == s.BOATBUILDER:
            after["boat"][t] = slow.seat + 1
        if all_build(after, board, rules, others, left):
            legal.add((t, kind))
    return legal


def expected_amounts(table: Position) -> set[int]:
    """Fish for the hut served now that leave each waiting boat, and this one if it gave none, a fish and a place."""
    state = table.state
    slow = Slow(state, table.board[0], table.rules[0])
    h, fish = int(state.amount_hut), int(state.fish[slow.seat].sum())
    legal = set()
    for amount in range(min(3 - int(state.hut_fish[h]), fish) + 1):
        boats = {b: ring(b) for b in members(state.gathered)}
        if int(state.handed) + amount == 0:
            boats[int(state.boat_at)] = {x for x in ring(int(state.boat_at)) if x > h}
        room = rooms(slow)
        room[h] -= amount
        if all_deliver(slow, boats, fish - amount, room):
            legal.add(amount)
    return legal


@pytest.mark.rule("KV-85")
@pytest.mark.parametrize("deal", range(3))
def test_random_games_agree_with_a_slow_search_of_orders_and_sites(deal: int) -> None:
    """Shells enough for some huts only, few fish: so a boat often may not join."""
    switches = {"boat_order": "all_move_first"}
    components = {"start_shells": 5, "start_fish": 2, "bonus_1": 2}
    board = GAME.board.build(players=3, components=components, switches=switches)
    table = Position(GAME, board, GAME.rules_record(switches), 3, seed=21, deal=deal)
    seen = {s.M_GATHER: 0, s.M_HUT: 0, s.M_AMOUNT: 0}
    while not table.over:
        moves = [(m >> 48, (m >> 16) & 255, (m >> 8) & 255, m & 255) for m in table.moves()]
        phase = int(table.state.phase)
        if table.state.gathering == 1:
            seen[s.M_GATHER] += 1
            assert {(a, b) for kind, a, b, _ in moves if kind == s.M_GATHER} == expected_gathering(table)
        elif phase == s.BUILD_HUT:
            seen[s.M_HUT] += 1
            assert {(b, c) for _, _, b, c in moves} == expected_huts(table)
        elif phase == s.DELIVER_AMOUNT:
            seen[s.M_AMOUNT] += 1
            assert {c for *_, c in moves} == expected_amounts(table)
        table.apply(table.choose())
    assert min(seen.values()) > 3
