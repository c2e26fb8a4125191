"""A slow, obvious model of the sea: from pieces on hexes to every legal placement, reach and end of a boat's move.

It knows nothing of sets in words, of rims or of pockets: it looks at the hexes and asks networkx for components and
shortest paths.
"""

from functools import cached_property
from typing import Any

import networkx as nx

from simkit.games.kaivai import state as s

from .table import SEA, parts_of_water, ring

Move = tuple[int, int, int, int]
"""Type and the fields a, b, c."""

LAND = (s.CULT, s.BOATBUILDER, s.FISHERMAN, s.MEETING)


class Slow:
    """What may be done with boats, huts and cult pieces in a position."""

    def __init__(self, state: Any, board: Any, rules: Any) -> None:
        self.state, self.board, self.rules = state, board, rules
        self.seat = int(state.seat)
        self.thing = {p: int(state.thing[p]) for p in SEA}
        self.land = {p for p in SEA if self.thing[p] in LAND}
        self.village = {p: int(state.village[p]) for p in self.land}
        self.owner = {p: int(state.owner[p]) for p in self.land if self.thing[p] != s.CULT}
        self.boats = {p: int(state.boat[p]) - 1 for p in SEA if state.boat[p]}
        self.afloat = {p for p in self.boats if p not in self.land}
        self.berthed = {p for p in self.boats if p in self.land}
        self.parts: dict[int, list[set[int]]] = {}
        purse = sum(space * int(state.shells[self.seat, space]) for space in range(6))
        bid = int(state.bid[self.seat])
        self.left = purse - int(board.base_cost[bid])
        self.range = int(board.zugweite[bid] + board.bonus[state.steps[self.seat]])
        used = {p for p in self.boats if (int(state.used[p // 62]) >> (p % 62)) & 1}
        self.ready = {p for p, owner in self.boats.items() if owner == self.seat} - used

    # ---- water ----

    @cached_property
    def sea(self) -> set[int]:
        """All water under six_neighbours, else its largest part; of equal ones that with more boats."""
        if self.rules.enclosure == s.SIX_NEIGHBOURS:
            return set(SEA) - self.land
        return self.largest(parts_of_water(self.land), self.afloat)

    @staticmethod
    def largest(parts: list[set[int]], boats: set[int]) -> set[int]:
        return max(parts, key=lambda part: (len(part), len(part & boats)))

    def reach(self, p: int) -> set[int]:
        """Water where the boat at p can be after its range: it stays in the sea, and other boats do not bar its way."""
        graph = SEA.subgraph(self.sea | {p})
        return set(nx.single_source_shortest_path_length(graph, p, cutoff=self.range)) - self.land

    def ends(self, p: int) -> set[int]:
        """Where it can end without meeting another boat."""
        return self.reach(p) - (self.afloat - {p})

    # ---- land ----

    def touched(self, t: int) -> set[int]:
        return {self.village[n] for n in ring(t) if n in self.land}

    def after(self, t: int) -> list[set[int]]:
        """The parts of the water once t is land."""
        if t not in self.parts:
            self.parts[t] = parts_of_water(self.land | {t})
        return self.parts[t]

    def encloses(self, t: int, afloat: set[int], berthed: set[int]) -> bool:
        """KV-69, KV-70."""
        parts = self.after(t)
        wet = set().union(*parts)
        if self.rules.enclosure == s.SIX_NEIGHBOURS:
            way_out = {b for b in afloat if ring(b) & (wet | {t})}
            if any(not ring(b) & wet for b in way_out):
                return True
            sea = wet
        else:
            sea = self.largest(parts, afloat)
            if not afloat <= sea:
                return True
        return bool(self.rules.protect_berthed) and any(not ring(h) & sea for h in berthed)

    def placeable(self, t: int, afloat: set[int], berthed: set[int]) -> int:
        """The village that land on t would enlarge, -1 where the placement is illegal."""
        if t in self.land or t in afloat or len(self.touched(t)) != 1 or self.encloses(t, afloat, berthed):
            return -1
        return min(self.touched(t))

    def new_boat_free(self, t: int, afloat: set[int]) -> bool:
        """Whether a boat on a new hut on t would have a way to the sea (KV-70)."""
        if not self.rules.protect_berthed:
            return True
        wet = set().union(*self.after(t))
        sea = wet if self.rules.enclosure == s.SIX_NEIGHBOURS else self.largest(self.after(t), afloat)
        return bool(ring(t) & sea)

    def cult_sites(self, e: int) -> set[int]:
        """Villages of the cult hexes beside e."""
        return {self.village[n] for n in ring(e) if self.thing[n] == s.CULT}

    def size(self, v: int) -> int:
        return sum(village == v for village in self.village.values())

    def buildable(self, e: int, t: int, afloat: set[int], berthed: set[int]) -> bool:
        """Whether a boat at e could build on t, apart from the kind (KV-95 to KV-98)."""
        v = self.placeable(t, afloat, berthed)
        if v < 0 or self.size(v) > self.left:
            return False
        return v in self.cult_sites(e) if self.rules.build_same_village else bool(self.cult_sites(e))

    # ---- moves ----

    def kinds(self, t: int, boats: bool) -> list[int]:
        """Kinds of hut that the pieces in supply allow."""
        found = [s.MEETING]
        if self.state.fishermen_left[self.seat] > 0:
            found.append(s.FISHERMAN)
        if self.state.boats_left[self.seat] > 0 and boats:
            found.append(s.BOATBUILDER)
        return found

    def god(self) -> set[Move]:
        here = self.village[int(self.state.god)] if self.state.god >= 0 else -1
        found = {t: self.placeable(t, self.afloat, self.berthed) for t in SEA}
        legal = {t for t, v in found.items() if v not in (-1, here)}
        if self.state.players == 2 and self.state.neutral_bid < min(self.state.bid[:2]):
            neutral = {self.village[h] for h, owner in self.owner.items() if owner == s.NEUTRAL}
            legal = {t for t in legal if found[t] in neutral} or legal
        return {(s.M_GOD, 0, t, 0) for t in legal}

    def openings(self) -> set[Move]:
        moves = set()
        first_is_none = self.state.placed[self.seat] == 1 and not self.state.has_builder[self.seat]
        for t in SEA:
            if self.placeable(t, self.afloat, self.berthed) >= 0 and self.cult_sites(t):
                for kind in self.kinds(t, self.new_boat_free(t, self.afloat)):
                    if kind == s.BOATBUILDER or not first_is_none:
                        moves.add((s.M_OPENING, 0, t, kind))
        return moves

    def neutral_huts(self, opening: bool) -> set[Move]:
        placed = {self.village[h] for h, owner in self.owner.items() if owner == s.NEUTRAL}
        moves = set()
        for t in SEA:
            v = self.placeable(t, self.afloat, self.berthed)
            if v >= 0 and not (opening and (v in placed or not self.cult_sites(t))):
                moves.add((s.M_NEUTRAL_HUT, 0, t, 0))
        return moves

    def builders(self) -> set[Move]:
        moves = set()
        for p in self.ready:
            others, berthed = self.afloat - {p}, self.berthed - {p}
            for e in self.ends(p):
                if any(self.buildable(e, t, others | {e}, berthed) for t in ring(e)):
                    moves.add((s.M_BUILDER, p, e, 0))
        return moves

    def huts(self) -> set[Move]:
        e = int(self.state.boat_at)
        moves = set()
        for t in ring(e):
            if self.buildable(e, t, self.afloat, self.berthed):
                for kind in self.kinds(t, self.new_boat_free(t, self.afloat)):
                    moves.add((s.M_HUT, 0, t, kind))
        return moves

    def fishers(self) -> set[Move]:
        own = {
            self.village[h] for h, o in self.owner.items() if o == self.seat and self.thing[h] == s.FISHERMAN
        }
        if self.state.god >= 0:
            own.add(self.village[int(self.state.god)])
        return {
            (s.M_FISH, p, e, v) for p in self.ready for e in self.ends(p) for v in self.cult_sites(e) & own
        }

    def carriers(self) -> set[Move]:
        moves: set[Move] = set()
        for p in self.ready if self.state.fish[self.seat].sum() else ():
            open_huts = {
                h
                for h in self.owner
                if self.thing[h] != s.FISHERMAN
                and self.state.hut_fish[h] < 3
                and (h not in self.berthed or h == p)
            }
            moves |= {(s.M_CARRIER, p, e, 0) for e in self.ends(p) if ring(e) & open_huts}
        return moves

    def sailing(self) -> set[Move]:
        moves = set()
        for p in self.ready:
            for e in self.reach(p) - {p}:
                if e not in self.afloat or self.sinkable(self.boats[e], e):
                    moves.add((s.M_SAIL, p, e, 0))
        return moves

    def sinkable(self, victim: int, e: int) -> bool:
        """KV-143 to KV-147: 6 less the victim's boats is lost, a last boat is safe."""
        boats = sum(owner == victim and e in self.afloat for e, owner in self.boats.items()) + sum(
            owner == victim and e in self.berthed and self.rules.sink_count != s.AFLOAT_ONLY
            for e, owner in self.boats.items()
        )
        return victim != self.seat and boats >= 2 and self.state.glory[self.seat] >= 6 - boats

    def moves(self) -> set[Move] | None:
        """All legal moves but Stop in the phases that are about places; None in the others."""
        answers = {
            s.GOD: self.god,
            s.OPENING: self.openings,
            s.OPENING_NEUTRAL: lambda: self.neutral_huts(True),
            s.NEUTRAL_GROWTH: lambda: self.neutral_huts(False),
            s.BUILD_BOAT: self.builders,
            s.BUILD_HUT: self.huts,
            s.FISHING: self.fishers,
            s.DELIVER_BOAT: self.carriers,
            s.MOVING: self.sailing,
        }
        answer = answers.get(int(self.state.phase))
        return answer() if answer else None

    def capable(self) -> set[int]:
        """The actions with boats that could be performed now, whatever they cost (KV-79)."""
        found = {
            s.BUILD: self.state.huts_left[self.seat] > 0 and self.builders(),
            s.FISH: self.fishers(),
            s.DELIVER: self.carriers(),
            s.SAIL: self.sailing(),
        }
        return {action for action, moves in found.items() if moves}
