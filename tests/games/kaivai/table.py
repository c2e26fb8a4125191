"""A table to set up: pieces are put on hexes, and everything the state derives from them is worked out the slow way.

``rebuild`` is also the oracle of the compiled bookkeeping: sets by loops over hexes, the sea by networkx.
"""

from typing import Any

import networkx as nx

from simkit.contract import GAMES
from simkit.games.kaivai import state as s
from simkit.games.kaivai.board import DIRECTIONS, Hex, hex_of, hexes, place
from simkit.position import Position

GAME = GAMES["kaivai"]
SEA = nx.Graph()
SEA.add_nodes_from(place(q, r) for q, r in hexes())
SEA.add_edges_from(
    (place(q, r), place(q + dq, r + dr))
    for q, r in hexes()
    for dq, dr in DIRECTIONS
    if place(q, r) in SEA and (q + dq, r + dr) in set(hexes())
)


def members(words: Any) -> set[int]:
    """A set of places as Python knows it."""
    return {w * 62 + bit for w in range(3) for bit in range(62) if (int(words[w]) >> bit) & 1}


def words(places: Any) -> list[int]:
    """The three words of a set."""
    out = [0, 0, 0]
    for p in places:
        out[p // 62] |= 1 << (p % 62)
    return out


def ring(p: int) -> set[int]:
    """Neighbours on the board."""
    return set(SEA[p])


def arcs(p: int, sea: set[int]) -> int:
    """In how many arcs the sea lies around a place."""
    q, r = hex_of(p)
    wet = [
        place(q + dq, r + dr) in sea if (q + dq, r + dr) in set(hexes()) else False for dq, dr in DIRECTIONS
    ]
    return sum(wet[i] and not wet[(i + 1) % 6] for i in range(6))


def parts_of_water(land: set[int]) -> list[set[int]]:
    """Components of the water, the largest first."""
    return sorted(nx.connected_components(SEA.subgraph(set(SEA) - land)), key=len, reverse=True)


def derived(state: Any) -> dict[str, Any]:
    """What follows from things, owners, villages, fish and boats on the hexes."""
    things = {p: int(state.thing[p]) for p in SEA}
    land = {p for p, thing in things.items() if thing != s.WATER}
    boats = {p: int(state.boat[p]) - 1 for p in SEA if state.boat[p]}
    afloat = {p for p in boats if p not in land}
    parts = parts_of_water(land)
    sea = max(parts, key=lambda part: (len(part), len(part & afloat)))
    out: dict[str, Any] = {
        "land": land,
        "sea": sea,
        "narrow": {p for p in sea if arcs(p, sea) >= 2},
        "pocket_max": max((len(part) for part in parts if part is not sea), default=0),
        "afloat": afloat,
        "mine": [{p for p in afloat if boats[p] == seat} for seat in range(5)],
        "berth": [{p for p in boats if p in land and boats[p] == seat} for seat in range(5)],
        "market": {
            p
            for p in land
            if things[p] in (s.BOATBUILDER, s.MEETING) and p not in boats and state.hut_fish[p] < 3
        },
    }
    village = {v: {p for p in land if state.village[p] == v} for v in range(8)}
    rims = [set().union(*(ring(p) for p in village[v])) for v in range(8)]
    out["rim"] = rims
    out["cult_rim"] = [set().union(*(ring(p) for p in village[v] if things[p] == s.CULT)) for v in range(8)]
    out["any_rim"] = set().union(*rims)
    out["twice"] = {p for p in SEA if sum(p in rim for rim in rims) >= 2}
    out["extent"] = [len(village[v]) for v in range(8)]
    out["cults"] = [sum(things[p] == s.CULT for p in village[v]) for v in range(8)]
    for name, kinds in (
        ("huts_in", (s.BOATBUILDER, s.FISHERMAN, s.MEETING)),
        ("fishers_in", (s.FISHERMAN,)),
        ("meetings_in", (s.MEETING,)),
    ):
        out[name] = [
            [sum(things[p] in kinds and state.owner[p] == o for p in village[v]) for o in range(5)]
            for v in range(8)
        ]
    out["fish_in"] = [
        [sum(int(state.hut_fish[p]) for p in village[v] if state.owner[p] == o) for o in range(5)]
        for v in range(8)
    ]
    return out


def rebuild(state: Any) -> None:
    """Write everything derived into the state."""
    for name, value in derived(state).items():
        field = state[name]
        if isinstance(value, set):
            field[:] = words(value)
        elif isinstance(value, list) and isinstance(value[0], set):
            for row, places in enumerate(value):
                field[row] = words(places)
        elif isinstance(value, list):
            field[:] = value
        else:
            state[name] = value


class Table:
    """A position in which pieces can be put down. Villages 7 and 8 lie where the fixed layout has them."""

    def __init__(
        self, players: int = 4, seed: int = 1, deal: int = 0, components: Any = None, **switches: Any
    ) -> None:
        chosen = {"village_setup": "fixed", **switches}
        self.board = GAME.board.build(players=players, components=components or {}, switches=chosen)
        self.rules = GAME.rules_record(chosen)
        self.position = Position(GAME, self.board, self.rules, players, seed=seed, deal=deal)
        self.players = players

    @property
    def state(self) -> Any:
        return self.position.state

    # ---- putting pieces down; settle() afterwards ----

    def land(self, at: Hex, thing: int, owner: int = s.NO, fish: int = 0, village: int | None = None) -> int:
        """Make a hex land of the village it touches."""
        p = place(*at)
        found = {int(self.state.village[n]) for n in ring(p)} - {s.NO}
        if village is None:
            assert len(found) == 1, f"{at} touches villages {found}"
            village = found.pop()
        self.state.thing[p] = thing
        self.state.owner[p] = owner
        self.state.village[p] = village
        self.state.hut_fish[p] = fish
        return p

    def cult(self, at: Hex) -> int:
        return self.land(at, s.CULT)

    def boatbuilder(self, at: Hex, seat: int, fish: int = 0, berthed: bool = False) -> int:
        p = self.land(at, s.BOATBUILDER, seat, fish)
        if berthed:
            self.state.boat[p] = seat + 1
        return p

    def fisherman(self, at: Hex, seat: int) -> int:
        return self.land(at, s.FISHERMAN, seat)

    def meeting(self, at: Hex, seat: int, fish: int = 0, village: int | None = None) -> int:
        return self.land(at, s.MEETING, seat, fish, village)

    def boat(self, at: Hex, seat: int) -> int:
        p = place(*at)
        self.state.boat[p] = seat + 1
        return p

    def shells(self, seat: int, *values: int) -> None:
        self.state.shells[seat] = [0] + [values.count(space) for space in range(1, 6)]

    def fish(self, seat: int, *spaces: int) -> None:
        self.state.fish[seat] = [0] + [spaces.count(space) for space in range(1, 6)]

    def god(self, at: Hex) -> None:
        self.state.god = place(*at)

    def settle(
        self,
        seat: int = 0,
        phase: int = s.ACTION,
        round_no: int = 3,
        bids: tuple[int, ...] = (7, 5, 4, 2),
        hands: tuple[int, ...] = (3, 3, 3, 3),
        glory: tuple[int, ...] = (0, 0, 0, 0),
    ) -> "Table":
        """Work out all that follows and go to a phase; a turn of ``seat``, the order that of the bids."""
        state, board, n = self.state, self.board[0], self.players
        rebuild(state)
        state.round_no = round_no
        state.phase = phase
        state.seat = seat
        for x in range(n):
            state.bid[x] = bids[x]
            state.hand[x] = hands[x]
            state.glory[x] = glory[x]
            state.parts[x, s.P_EATEN] = glory[x]
            state.huts_left[x] = board.huts - sum(state.huts_in[v, x] for v in range(8))
            state.fishermen_left[x] = board.fishermen - sum(state.fishers_in[v, x] for v in range(8))
            afloat, berthed = len(members(state.mine[x])), len(members(state.berth[x]))
            state.boats_left[x] = board.boats - afloat - berthed
        owners = list(range(n))
        if n == 2:
            owners.append(s.NEUTRAL)
            state.huts_left[s.NEUTRAL] = board.neutral_huts - sum(
                state.huts_in[v, s.NEUTRAL] for v in range(8)
            )
        owners.sort(key=lambda o: -(state.neutral_bid if o == s.NEUTRAL else state.bid[o]))
        state.ordered = len(owners)
        for i, owner in enumerate(owners):
            state.order[i] = owner
            if owner == s.NEUTRAL:
                state.neutral_spot = i
        state.turn = owners.index(seat)
        for name in ("acted", "out", "passed", "ever_passed", "used", "gathered"):
            state[name][:] = 0
        state.turns_had[:] = 1
        before_god = phase in (s.BID, s.GOD, s.OPENING, s.OPENING_NEUTRAL)
        state.cult_store = board.rounds - round_no + (1 if before_god else 0)
        self.balance()
        return self

    def balance(self) -> None:
        """The stores hold what lies nowhere else."""
        state, board = self.state, self.board[0]
        state.token_store = board.influence - int(state.hand.sum() + state.space.sum() - state.notional.sum())
        state.counter_store = board.counters - int(
            state.fish.sum() + state.shells.sum() + state.hut_fish.sum()
        )

    # ---- looking and playing ----

    def moves(self, kind: int | None = None) -> list[tuple[int, int, int, int]]:
        """Legal moves as (type, a, b, c), of one type or all."""
        found = [(m >> 48, (m >> 16) & 255, (m >> 8) & 255, m & 255) for m in self.position.moves()]
        return [move for move in found if kind is None or move[0] == kind]

    def can(self, kind: int, a: int = 0, b: int = 0, c: int = 0) -> bool:
        return (kind, a, b, c) in self.moves()

    def do(self, kind: int, a: int = 0, b: int = 0, c: int = 0) -> "Table":
        """Play a legal move."""
        self.position.apply(s_pack(kind, a, b, c))
        return self

    def act(self, action: int) -> "Table":
        return self.do(s.M_ACT, 0, 0, action)

    def actions(self) -> set[int]:
        return {c for _, _, _, c in self.moves(s.M_ACT)}

    def skip(self) -> "Table":
        return self.do(s.M_SKIP)

    def held(self, seat: int) -> list[int]:
        """The shells of a seat, largest first."""
        row = self.state.shells[seat]
        return [space for space in range(5, 0, -1) for _ in range(int(row[space]))]

    def fishes(self, seat: int) -> list[int]:
        row = self.state.fish[seat]
        return [space for space in range(5, 0, -1) for _ in range(int(row[space]))]


def s_pack(kind: int, a: int, b: int, c: int) -> int:
    """The code of a move (written out once more, so that tests do not lean on the game's own)."""
    return (kind << 48) + a * 65536 + b * 256 + c
