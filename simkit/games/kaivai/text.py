"""Kaivai in words. Hexes are named by column A-M from the west and by number from the north: the centre is G7."""

from typing import Any

from simkit.games.kaivai.board import hex_of, hexes, place
from simkit.games.kaivai.counters import T_NEUTRAL_TOKENS
from simkit.games.kaivai.state import (
    ACTION,
    BID,
    BOATBUILDER,
    CULT,
    FISH,
    FISHERMAN,
    M_ACT,
    M_AMOUNT,
    M_BID,
    M_BUILDER,
    M_CARRIER,
    M_CELEBRATE,
    M_DECLINE,
    M_FISH,
    M_GATHER,
    M_GIFT,
    M_GIVE,
    M_GOD,
    M_HUT,
    M_ISLAND_BID,
    M_NEUTRAL_BID,
    M_NEUTRAL_HUT,
    M_OPENING,
    M_PERFORM,
    M_SACRIFICE,
    M_SAIL,
    M_SKIP,
    M_STOP,
    M_VILLAGE,
    M_VOTE,
    MEETING,
    NEUTRAL,
    NOWHERE,
    VARIANT,
)

KINDS = {
    CULT: "cult hex",
    BOATBUILDER: "boatbuilder's hut",
    FISHERMAN: "fisherman's hut",
    MEETING: "meeting hut",
}
ACTION_NAMES = (
    "Build",
    "Fish",
    "Deliver",
    "Celebrate",
    "Increase movement",
    "Move",
    "Change the neutral bid",
)
SHORT_NAMES = ("Build", "Fish", "Deliver", "Celebrate", "Increase", "Move", "Neutral bid")


def hex_name(number: int) -> str:
    """The name of a place, such as G7."""
    q, r = hex_of(number)
    return f"{chr(ord('A') + q + 6)}{r - max(-6, -6 - q) + 1}"


def place_named(name: str) -> int:
    """The place of a hex name."""
    return next(place(q, r) for q, r in hexes() if hex_name(place(q, r)) == name)


def village_name(v: int) -> str:
    """Villages are numbered from 1; 7 and 8 are the extra ones."""
    return f"village {v + 1}"


def who(owner: int) -> str:
    """A seat, counted from 1, or the neutral colour."""
    return "the neutral colour" if owner == NEUTRAL else f"seat {owner + 1}"


def _price(state: Any, action: int) -> str:
    cost = int(state["space"][action])
    return "free: the first token comes from the store" if cost == 0 else f"pays {cost}"


def _cost(state: Any, board: Any, place_built: int) -> str:
    """What a hut costs: the bid's base cost and the size of the village that it joins."""
    near = (int(n) for n in board["near"][place_built] if n >= 0)
    v = next(int(state["village"][n]) for n in near if state["village"][n] >= 0)
    base, size = int(board["base_cost"][state["bid"][state["seat"]]]), int(state["extent"][v])
    return f"cost {base} + {size} hexes = {base + size}"


def _hut(state: Any, p: int) -> str:
    """A hut with its owner: seat 2's meeting hut on J7."""
    owner = "the neutral" if state["owner"][p] == NEUTRAL else f"seat {state['owner'][p] + 1}'s"
    return f"{owner} {KINDS[int(state['thing'][p])]} on {hex_name(p)}"


def _boat(a: int, b: int) -> str:
    return f"the boat at {hex_name(b)}" if a == b else f"the boat from {hex_name(a)} to {hex_name(b)}"


def describe_move(state: Any, board: Any, rules: Any, move: int) -> str:
    """A move in words, before it is played."""
    kind, a, b, c = move >> 48, (move >> 16) & 255, (move >> 8) & 255, move & 255
    if kind == M_BID:
        span = board["zugweite"][c] + board["bonus"][state["steps"][state["seat"]]]
        return f"bids {c} (range {span}, base cost {board['base_cost'][c]})"
    if kind == M_OPENING:
        return f"places a {KINDS[c]} on {hex_name(b)}"
    if kind == M_HUT:
        return f"builds a {KINDS[c]} on {hex_name(b)}, {_cost(state, board, b)}"
    if kind == M_NEUTRAL_HUT:
        return f"places a neutral hut on {hex_name(b)}"
    if kind == M_GOD:
        if b == NOWHERE:
            return "cannot move the god: no other village can grow"
        return f"puts a cult hex on {hex_name(b)} and moves the god there"
    if kind == M_ACT:
        return f"chooses {ACTION_NAMES[c]} ({_price(state, c)})"
    if kind in (M_BUILDER, M_FISH, M_CARRIER, M_SAIL, M_GATHER, M_PERFORM):
        return _describe_boat(state, kind, a, b, c)
    if kind == M_AMOUNT:
        return f"hands {c} fish to {_hut(state, b)}"
    simple = {
        M_SKIP: "skips",
        M_SACRIFICE: "makes a sacrifice and is out of the phase",
        M_DECLINE: "makes no sacrifice",
        M_GIFT: f"offers {who(b)} a gift",
        M_CELEBRATE: f"celebrates in {village_name(c)}",
        M_STOP: "leaves it at that",
        M_NEUTRAL_BID: f"marks {c} as the next neutral bid",
        M_GIVE: f"gives a {'fish' if b else 'shell'} from space {c}",
        M_VOTE: "finds the gift glorious" if c else "finds nothing glorious in the gift",
        M_VILLAGE: f"has {village_name(c)} scored next",
        M_ISLAND_BID: f"bids {c} influence in secret",
    }
    return simple[kind]


def _describe_boat(state: Any, kind: int, a: int, b: int, c: int) -> str:
    if kind == M_BUILDER:
        return f"sends {_boat(a, b)} to build"
    if kind == M_FISH:
        return f"fishes in {village_name(c)} with {_boat(a, b)}"
    if kind == M_CARRIER:
        return f"sends {_boat(a, b)} to deliver"
    if kind == M_SAIL:
        victim = int(state["boat"][b])
        return f"moves {_boat(a, b)}" + (f" and sinks the boat of {who(victim - 1)}" if victim else "")
    if kind == M_GATHER:
        return f"brings {_boat(a, b)} into place"
    return f"performs with the boat at {hex_name(b)}"


def describe_events(before: Any, after: Any, board: Any, rules: Any, move: int) -> list[str]:
    """What followed from a move."""
    kind, b = move >> 48, (move >> 8) & 255
    told = []
    seat = int(before["seat"])
    if kind == M_FISH or (kind == M_PERFORM and before["action"] == FISH):
        told += _catch(before, after, rules, seat, move & 255)
    if kind in (M_HUT, M_OPENING, M_GOD, M_NEUTRAL_HUT) and b != NOWHERE:
        v = int(after["village"][b])
        told.append(
            f"{village_name(v)} now has {after['extent'][v]} hexes, {after['cults'][v]} of them cult hexes"
        )
    if kind == M_CELEBRATE:
        told.append(f"fish eaten: {before['fish_in'][move & 255].sum()}")
    told += _changes(before, after, kind, b)
    if before["steps"][seat] != after["steps"][seat]:
        told.append(
            f"{who(seat)}'s boats now go {board['bonus'][after['steps'][seat]]} further than the bid says"
        )
    if before["round_no"] != after["round_no"] or (not before["huts_scored"] and after["huts_scored"]):
        told.append("loss of value: shells and fish move one space left, the action spaces are cleared")
        told += [_display(after, seat) for seat in range(int(after["players"]))]
    if before["round_no"] != after["round_no"]:
        order = ", ".join(who(int(owner)) for owner in after["order"][: int(after["players"])])
        told.append(f"bidding order, least glory first, then shells, fish, boats, huts: {order}")
        if after["players"] == 2:
            told.append(f"the neutral colour bids {after['neutral_bid']}")
    if kind == M_BID and after["phase"] != BID:
        order = ", ".join(who(int(owner)) for owner in after["order"][: after["ordered"]])
        told.append(f"turn order: {order}")
    if not before["huts_scored"] and after["huts_scored"]:
        points = (
            f"{who(s)} {after['glory'][s] - before['glory'][s]:+d}" for s in range(int(after["players"]))
        )
        told.append(f"hut scoring, {board['hut_glory']} a hut: {', '.join(points)}")
    if after["scored"] != before["scored"]:
        told.append(_judgement(before, after, move & 255))
    if after["tally"][T_NEUTRAL_TOKENS] > before["tally"][T_NEUTRAL_TOKENS] and after["phase"] == ACTION:
        told.append(f"the neutral colour has placed influence: {_spaces(after)}")
    return told


def _catch(before: Any, after: Any, rules: Any, seat: int, v: int) -> list[str]:
    """The catch and where it comes from: dice, one a fisherman's hut of one's own, four at most, or huts; the god."""
    caught = int(after["fish"][seat].sum() - before["fish"][seat].sum())
    notes = []
    if rules["fishing"] == VARIANT:
        huts = int(before["fishers_in"][v][seat])
        others = caught - huts
        if huts:
            notes.append(f"{huts} for own fisherman's huts")
    else:
        rolled = after["dice"][: int(after["rolled"])]
        others = caught - int(rolled.sum())
        if rolled.size:
            faces = ", ".join("blue" if die else "blank" for die in rolled)
            notes.append(f"dice, the largest first: {faces}")
    if others > 0:
        notes.append("1 from the god")
    return [f"catches {caught} fish" + (f" ({'; '.join(notes)})" if notes else "")]


def _display(state: Any, seat: int) -> str:
    return f"{who(seat)}: shells {track(state['shells'][seat])}, fish {track(state['fish'][seat])}"


def _changes(before: Any, after: Any, kind: int, hut: int) -> list[str]:
    """Glory, shells and influence that changed hands."""
    told = []
    for seat in range(int(after["players"])):
        points = int(after["glory"][seat] - before["glory"][seat])
        if points and not (after["huts_scored"] and not before["huts_scored"]):
            told.append(f"{who(seat)}: {points:+d} glory, now {after['glory'][seat]}")
        tokens = int(after["hand"][seat] - before["hand"][seat])
        if tokens > 0:
            told.append(f"{who(seat)} receives {tokens} influence, now {after['hand'][seat]}")
    seat = int(before["seat"])
    if kind == M_AMOUNT and before["owner"][hut] == seat:
        told.append("an own hut pays nothing")
    elif kind in (M_HUT, M_AMOUNT):
        told.append(
            f"shells of {who(seat)}: {track(before['shells'][seat])} -> {track(after['shells'][seat])}"
        )
    return told


def _judgement(before: Any, after: Any, last_bid: int) -> str:
    v = int(before["judged"])
    bids = [int(bid) for bid in before["pending"][: int(after["players"])]]
    bids[int(before["seat"])] = last_bid
    holdings = []
    for seat, bid in enumerate(bids):
        boats = _boats_beside(before, v, seat)
        huts = int(before["huts_in"][v][seat])
        if huts + boats + bid:
            holdings.append(f"{who(seat)} {huts + boats + bid} (huts {huts}, boats {boats}, influence {bid})")
    if before["huts_in"][v][NEUTRAL]:
        holdings.append(f"{who(NEUTRAL)} {before['huts_in'][v][NEUTRAL]}")
    winners = [s for s in range(len(bids)) if after["glory"][s] > before["glory"][s]]
    result = (
        f"{who(winners[0])} earns {before['cults'][v]}, a point a cult hex"
        if winners
        else "nobody is alone in front, nobody earns anything"
    )
    return f"{village_name(v)}: {', '.join(holdings) or 'nobody there'}; {result}"


def _boats_beside(state: Any, v: int, seat: int) -> int:
    return sum(
        (int(a) & int(b)).bit_count() for a, b in zip(state["mine"][seat], state["cult_rim"][v], strict=True)
    )


def track(spaces: Any) -> str:
    """Counters on a number track, largest first: 5, 5, 3."""
    found = [str(space) for space in range(5, 0, -1) for _ in range(int(spaces[space]))]
    return " ".join(found) or "none"


def _spaces(state: Any) -> str:
    number = 7 if state["players"] == 2 else 6
    return ", ".join(f"{SHORT_NAMES[a]} {state['space'][a]}" for a in range(number))


def _places(words: Any) -> list[int]:
    return [w * 62 + bit for w in range(3) for bit in range(62) if (int(words[w]) >> bit) & 1]


def describe_state(state: Any, board: Any, rules: Any) -> str:
    """Displays, villages and action spaces in words."""
    lines = [
        f"round {state['round_no']} of {board['rounds']}, {state['cult_store']} cult pieces and "
        f"{state['token_store']} influence in store; spaces: {_spaces(state)}"
    ]
    for seat in range(int(state["players"])):
        afloat = [hex_name(p) for p in _places(state["mine"][seat])]
        berthed = [hex_name(p) for p in _places(state["berth"][seat])]
        boats = ", ".join(afloat + [f"{name} (on its hut)" for name in berthed]) or "none"
        lines.append(
            f"seat {seat + 1}: glory {state['glory'][seat]}, shells {track(state['shells'][seat])}, "
            f"fish {track(state['fish'][seat])}, influence {state['hand'][seat]}, "
            f"bid {state['bid'][seat] or '-'}, range bonus {board['bonus'][state['steps'][seat]]}, boats {boats}"
        )
    if state["players"] == 2:
        lines.append(
            f"neutral: bid {state['neutral_bid']}, next {state['neutral_mark'] or state['neutral_bid']}"
        )
    for v in range(int(board["villages"])):
        lines.append(f"{village_name(v)}: {_village(state, v)}")
    return "\n".join(lines)


def _village(state: Any, v: int) -> str:
    parts = []
    for q, r in hexes():
        p = place(q, r)
        if state["village"][p] != v:
            continue
        thing = int(state["thing"][p])
        if thing == CULT:
            parts.append(f"{hex_name(p)} cult" + (" with the god" if state["god"] == p else ""))
        else:
            fish = f" with {state['hut_fish'][p]} fish" if state["hut_fish"][p] else ""
            owner = "neutral" if state["owner"][p] == NEUTRAL else f"seat {state['owner'][p] + 1}'s"
            parts.append(f"{hex_name(p)} {owner} {KINDS[thing].removesuffix(' hut')}{fish}")
    return ", ".join(parts)
