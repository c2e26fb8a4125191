"""What is counted in a game is what a watcher with a notebook would have counted, move by move."""

from typing import Any

import pytest

from simkit.games.kaivai import counters as n
from simkit.games.kaivai import state as s
from simkit.position import Position

from .table import GAME, members

NAMES = [quantity.name for quantity in n.SEAT_COUNTERS]
ACTS = NAMES[n.C_ACT : n.C_ACT + s.ACTIONS]
HUTS = {s.BOATBUILDER: "boatbuilder_huts", s.FISHERMAN: "fisherman_huts", s.MEETING: "meeting_huts"}


class Notebook:
    """Counts by seat and name, written from the positions before and after each move."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.count = {name: [0] * players for name in NAMES}
        self.skipped: set[int] = set()
        self.busy: set[int] = set()

    def add(self, name: str, seat: int, amount: Any) -> None:
        self.count[name][seat] += int(amount)

    def write(self, before: Any, after: Any, board: Any, move: int) -> None:
        kind, b, c = move >> 48, (move >> 8) & 255, move & 255
        seat = int(before["seat"])
        if kind == s.M_BID:
            self.bid(after, board, seat, c)
        elif kind in (s.M_OPENING, s.M_HUT):
            self.add(HUTS[c], seat, 1)
        elif kind == s.M_GOD:
            self.god(before, after, seat, b)
        elif kind == s.M_SACRIFICE:
            self.busy.add(seat)
            self.add("sacrifices", seat, 1)
            self.add("tokens_sacrifice", seat, after["hand"][seat] - before["hand"][seat])
        elif kind == s.M_SKIP:
            self.add("skips", seat, 1)
            self.skipped.add(seat)
        elif kind == s.M_ACT:
            self.busy.add(seat)
            self.add(ACTS[c], seat, 1)
            self.add("returns", seat, seat in self.skipped)
            self.add("tokens_paid", seat, before["space"][c])
        if kind == s.M_HUT:
            value = [sum(x * int(row["shells"][seat][x]) for x in range(6)) for row in (before, after)]
            self.add("shells_paid", seat, value[0] - value[1])
            self.add("tokens_building", seat, after["hand"][seat] - before["hand"][seat])
        self.cargo(before, after, seat, kind, b, c)
        if before["round_no"] != after["round_no"] or (after["huts_scored"] and not before["huts_scored"]):
            self.loss(before, after)
        if after["scored"] != before["scored"]:
            self.village(before, after, seat, c)

    def bid(self, after: Any, board: Any, seat: int, number: int) -> None:
        self.add("bid_sum", seat, number)
        self.add("range_sum", seat, board.zugweite[number] + board.bonus[after["steps"][seat]])
        bids = [int(bid) for bid in after["bid"][: self.players]]
        if 0 not in bids:
            self.add("lowest_bids", bids.index(min(bids)), 1)
            self.add("highest_bids", bids.index(max(bids)), 1)
            self.skipped.clear()
            self.busy.clear()

    def god(self, before: Any, after: Any, seat: int, b: int) -> None:
        self.add("god_moves", seat, b != s.NOWHERE)
        for other in range(self.players):
            self.add("tokens_god", other, after["hand"][other] - before["hand"][other])

    def cargo(self, before: Any, after: Any, seat: int, kind: int, b: int, c: int) -> None:
        """Fish, what it brought, celebrations and sinkings."""
        if kind == s.M_FISH:
            self.add("fish_caught", seat, after["fish"][seat].sum() - before["fish"][seat].sum())
            rolled = int(after["rolled"])
            faces = 6 * after["dice"][:rolled].sum() - sum((5, 4, 3, 2)[:rolled])
            self.add("dice_luck", seat, faces)
        if kind == s.M_AMOUNT:
            own = before["owner"][b] == seat
            self.add("fish_kept" if own else "fish_sold", seat, c)
            slots = range(int(before["hut_fish"][b]), int(before["hut_fish"][b]) + c)
            self.add("shells_earned", seat, 0 if own else sum(5 - slot for slot in slots))
        if kind == s.M_CELEBRATE:
            self.add("fish_celebrated", seat, before["fish_in"][c].sum())
            others = [x for x in range(self.players) if x != seat]
            self.add("glory_given", seat, sum(after["glory"][x] - before["glory"][x] for x in others))
        if kind == s.M_SAIL and before["boat"][b]:
            self.add("sinkings", seat, 1)
            self.add("boats_lost", int(before["boat"][b]) - 1, 1)

    def loss(self, before: Any, after: Any) -> None:
        """Phase 4; the last move before it was a skip or a sacrifice, so displays are as they were."""
        for seat in range(self.players):
            self.add("fish_rotted", seat, before["fish"][seat][1])
            self.add("shells_decayed", seat, before["shells"][seat].sum())
            self.add("idle_phases", seat, seat not in self.busy)
            if after["huts_scored"]:
                self.add("berthed_at_end", seat, len(members(after["berth"][seat])))

    def village(self, before: Any, after: Any, seat: int, last: int) -> None:
        bids = [int(bid) for bid in before["pending"][: self.players]]
        bids[seat] = last
        v = int(before["judged"])
        held = [
            int(before["huts_in"][v][x])
            + len(members(before["mine"][x]) & members(before["cult_rim"][v]))
            + bids[x]
            for x in range(self.players)
        ]
        rivals = [int(before["huts_in"][v][s.NEUTRAL])]
        for x in range(self.players):
            self.add("tokens_islands", x, bids[x])
            if after["glory"][x] > before["glory"][x]:
                self.add("villages_won", x, 1)
                second = max(rivals + [h for y, h in enumerate(held) if y != x])
                self.add("overbid", x, min(bids[x], held[x] - second - 1))

    def close(self, after: Any) -> None:
        for seat in range(self.players):
            self.add("tokens_left", seat, after["hand"][seat])


@pytest.mark.rule(
    "KV-52", "KV-65", "KV-66", "KV-76", "KV-91", "KV-132", "KV-134", "KV-138", "KV-158", "KV-159"
)
@pytest.mark.parametrize(("players", "deal"), [(2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1)])
def test_every_seat_counter_is_what_a_watcher_would_count(players: int, deal: int) -> None:
    """Tokens and counters enough for all, so that no shortage blurs what a move brought."""
    board = GAME.board.build(players=players, components={"influence": 200, "counters": 200})
    table = Position(GAME, board, GAME.rules_record({}), players, seed=11, deal=deal)
    notebook = Notebook(players)
    while not table.over:
        before = table.state.copy()
        move = table.choose()
        table.apply(move)
        notebook.write(before, table.state, board[0], move)
    notebook.close(table.state)
    for number, name in enumerate(NAMES):
        assert list(table.state.counters[:players, number]) == notebook.count[name], name


@pytest.mark.rule("KV-59", "KV-64", "KV-165", "KV-170", "KV-182", "KV-183")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_game_counter_is_what_a_watcher_would_count(players: int) -> None:
    board = GAME.board.build(players=players)
    table = Position(GAME, board, GAME.rules_record({}), players, seed=12)
    count = dict.fromkeys((quantity.name for quantity in n.GAME_COUNTERS), 0)
    visited = [-2, -1]  # villages of the god, the last two
    lowest = int(table.state.token_store)
    while not table.over:
        before = table.state.copy()
        move = table.choose()
        table.apply(move)
        after = table.state
        lowest = min(lowest, int(after.token_store))
        kind = move >> 48
        if kind == s.M_GOD and (move >> 8) & 255 != s.NOWHERE:
            v = int(after.village[after.god])
            count["god_returns"] += v == visited[0]
            visited = [visited[1], v]
            if players == 2 and before["neutral_bid"] < before["bid"][:2].min():
                neutral = any(before["huts_in"][x][s.NEUTRAL] and x != visited[0] for x in range(8))
                count["neutral_restricted" if before["huts_in"][v][s.NEUTRAL] else "neutral_lapsed"] += 1
                assert neutral or not before["huts_in"][v][s.NEUTRAL]
        if kind == s.M_ISLAND_BID and after.scored != before["scored"]:
            won = after.glory.sum() > before["glory"].sum()
            count["village_ties"] += not won
            count["unheld_cults"] += 0 if won else int(before["cults"][before["judged"]])
            bids = int(before["pending"][: players - 1].sum()) + (move & 255)
            count["uncontested"] += bool(won) and bids == 0
        if after.phase == s.NEXT_VILLAGE and before["phase"] != s.NEXT_VILLAGE:
            glory = list(after.glory[:players])
            count["chooser_ties"] += glory.count(min(glory)) > 1
    state = table.state
    count["store_low"] = lowest
    count["land"] = len(members(state.land))
    water = members(board[0].valid) - members(state.land)
    count["dry_cults"] = sum(
        state.thing[p] == s.CULT and not members(board[0].ring[p]) & water for p in members(state.land)
    )
    for number, quantity in enumerate(n.GAME_COUNTERS):
        if quantity.name in (
            "god_returns", "neutral_restricted", "neutral_lapsed", "village_ties", "unheld_cults", "uncontested",
            "chooser_ties", "store_low", "land", "dry_cults", "god_stuck", "forfeited_huts",
        ):  # fmt: skip
            assert state.tally[number] == count[quantity.name], quantity.name
