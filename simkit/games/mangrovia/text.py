"""Mangrovia in words: moves, what followed from them, the table (for watching a game with the rulebook at hand)."""

from typing import Any

from simkit.bits import lowest, popcount
from simkit.games.mangrovia.counters import T_RESHUFFLED
from simkit.games.mangrovia.layouts import AMULETS, LANDSCAPE_NAMES, POLE, STONE
from simkit.games.mangrovia.state import (
    AMULETS_AT,
    BIRDS,
    BOWL,
    BUILD,
    COLLECT,
    DOUBLE,
    DRAW_DOWN,
    DRAW_UP,
    LAND,
    LANDS,
    NEUTRAL,
    PAY,
    PH_BOWL,
    PH_END,
    RETURN,
    START,
    VALUABLE_PILE,
    decode,
    decode_lands,
    decode_payment,
)

MOTIFS = ("valuable 3", "amulet 2", "wild")
_ALLOWANCES = (
    ("collect_left", "collect"),
    ("up_left", "draw face up"),
    ("build_left", "build"),
    ("down_left", "draw face down"),
)
"""What a landing still allows, in the order of its parts, and the words for giving it up."""
PATH_NAMES = ("A", "B", "C", "D", "1", "2", "3", "4")


def count_of(number: Any, word: str) -> str:
    """A number and its word, "1 point" or "2 points"."""
    return f"{int(number)} {word}{'' if number == 1 else 's'}"


def seat_name(seat: int) -> str:
    """Seats are numbered from 1, in the playing order of the first round; the neutral colour is "neutral"."""
    return "neutral" if seat == NEUTRAL else f"seat {int(seat) + 1}"


def space_name(board: Any, space: int) -> str:
    """A space as a person finds it: number, landscape, price, points, what is special about it."""
    record = board[0] if getattr(board, "shape", ()) else board
    lands = " or ".join(LANDSCAPE_NAMES[k] for k in range(4) if (int(record["lands"][space]) >> k) & 1)
    currency = "amulets" if record["currency"][space] == AMULETS else "valuables"
    text = f"space {space + 1} ({lands}, {record['cost'][space]} in {currency}"
    if record["points"][space]:
        text += f", {count_of(record['points'][space], 'point')}"
    if (int(record["rings"]) >> space) & 1:
        text += ", amulet space"
    area = int(record["area"][space])
    text += ", stone area" if area == STONE else ", pole area" if area == POLE else ""
    paths = [PATH_NAMES[p] for p in record["paths"][space] if p >= 0]
    return text + (f", path {' and '.join(paths)})" if paths else ")")


def kind_name(state: Any, kind: int, seat: int = -1) -> str:
    """A piece by its kind."""
    if kind < START:
        return f"a valuable {kind + 2}"
    if kind < LANDS:
        return f"a starting card {int(state['start_value'][seat, kind - START])}"
    if kind < AMULETS_AT:
        return f"a {LANDSCAPE_NAMES[kind - LANDS]} card"
    return f"an amulet {kind - AMULETS_AT + 1}"


def pair_name(birds: int) -> str:
    """Two landscapes."""
    return " and ".join(LANDSCAPE_NAMES[k] for k in range(4) if (int(birds) >> k) & 1)


def describe_move(state: Any, board: Any, rules: Any, move: int) -> str:
    """What the deciding seat does, said before it happens."""
    kind, field = decode(move)
    if kind == BOWL:
        return f"places a bowl on site {field + 1} (landings {field + 1} and {12 - field})"
    where = f"landing {state['landing']}: "
    if kind == COLLECT:
        return where + "collects amulets"
    if kind == DRAW_UP:
        return where + f"takes {kind_name(state, field)} from the display"
    if kind == DRAW_DOWN:
        return where + f"draws from the {'valuables' if field == VALUABLE_PILE else 'landscape'} pile"
    if kind == RETURN:
        return where + f"throws an amulet {field + 1} back into the bag"
    if kind in (BUILD, DOUBLE):
        return where + f"builds a {'double ' if kind == DOUBLE else ''}hut on {space_name(board, field)}"
    if kind == LAND:
        return where + "gives up " + lands_text(field)
    if kind == PAY:
        return where + "pays " + payment_text(state, board, move)
    if kind == BIRDS:
        return where + f"puts the birds on {pair_name(field)}"
    left = [words for name, words in _ALLOWANCES if state[name] > 0]
    return where + "does not " + " or ".join(left if state["alternative"] else left[:1])


def lands_text(field: int) -> str:
    """The landscape cards, and the wild tile, of a LAND move's field."""
    counts, wild = decode_lands(field)
    cards = [
        f"{count} {LANDSCAPE_NAMES[k]} card" + "s" * (count > 1) for k, count in enumerate(counts) if count
    ]
    return ", ".join([*cards, *(["the wild tile"] if wild else [])])


def payment_text(state: Any, board: Any, move: int) -> str:
    """The pieces of a payment."""
    record = board[0] if getattr(board, "shape", ()) else board
    amulets = record["currency"][state["b_space"]] == AMULETS
    counts = decode_payment(move)
    parts = []
    for k, count in enumerate(counts[:6]):
        parts += [str(k + (1 if amulets else 2))] * count
    seat = int(state["seat"])
    for i in range(2):
        parts += [f"starting card {int(state['start_value'][seat, i])}"] * counts[START + i]
    parts += [f"tile {2 if amulets else 3}"] * counts[8]
    return " + ".join(parts) + (" in amulets" if amulets else " in valuables")


def describe_events(before: Any, after: Any, board: Any, rules: Any, move: int) -> list[str]:
    """What followed from a move: cards drawn, points, tiles, the next landing or round, the end."""
    seat = int(before["seat"])
    kind, _ = decode(move)
    events = []
    if kind in (DRAW_DOWN, COLLECT, RETURN):
        gained = after["hand"][seat] - before["hand"][seat]
        verb = "keeps" if kind == RETURN else "takes" if kind == COLLECT else "draws"
        events += [f"{verb} {kind_name(after, k)}" for k in range(len(gained)) for _ in range(int(gained[k]))]
        drawn = [str(k + 1) for k in range(6) for _ in range(int(after["drawn"][k]))]
        if drawn:
            events.append(f"draws amulets {', '.join(drawn)} and has to return one")
    if kind == PAY:
        events += build_events(before, after, seat)
    for pile, name in enumerate(("valuables", "landscape cards", "amulets put aside")):
        if after["tally"][T_RESHUFFLED + pile] > before["tally"][T_RESHUFFLED + pile]:
            events.append(f"the {name} are shuffled and drawn from again")
    if after["phase"] == PH_END:
        events.append("the game ends" if after["end_cause"] == 2 else "the game is broken off")
    elif after["round_no"] > before["round_no"]:
        events += round_events(before, after)
    return events


def build_events(before: Any, after: Any, seat: int) -> list[str]:
    """Points and gifts of a hut just paid."""
    events = []
    events.append("gives up " + lands_text(int(before["b_cards"])))
    printed = int(after["printed"][seat] - before["printed"][seat])
    if printed:
        events.append(f"scores {count_of(printed, 'printed point')}")
    tile = int(after["tile_points"][seat] - before["tile_points"][seat])
    if tile:
        events.append(f"scores {tile} for the pole tile")
    if after["pillar"][seat] > before["pillar"][seat]:
        events.append(f"moves the amulet pillar to {int(after['pillar'][seat])}")
    gods = int(after["gods"][seat]) & ~int(before["gods"][seat])
    if gods:
        events.append(f"takes the god tile of path {PATH_NAMES[lowest(gods)]}")
    for k, motif in enumerate(MOTIFS):
        got = (
            after["tiles"][seat, k]
            + after["tiles_used"][seat, k]
            - before["tiles"][seat, k]
            - before["tiles_used"][seat, k]
        )
        if got > 0:
            events.append(f"takes a stone tile: {motif}")
    if after["last_round"] > before["last_round"]:
        events.append("this was the last hut: the round is finished, then the game ends")
    return events


def round_events(before: Any, after: Any) -> list[str]:
    """The preparation of the next round."""
    events = []
    if before["bowls"][0] == 0:
        events.append("nobody took site 1: the talisman is passed on and the birds fly over")
    shown = after["display"] - before["display"]
    new = [kind_name(after, k) for k in range(12) for _ in range(max(0, int(shown[k])))]
    if new:
        events.append("the displays are refilled: " + ", ".join(new))
    events.append(
        f"round {int(after['round_no'])}: {seat_name(after['sp'])} starts, birds on {pair_name(after['birds'])}"
    )
    return events


def hand_text(state: Any, seat: int) -> str:
    """A seat's cards and amulets."""
    hand = state["hand"][seat]
    cards = [str(k + 2) for k in range(START) for _ in range(int(hand[k]))]
    starts = [f"{int(state['start_value'][seat, i])}*" for i in range(2) for _ in range(int(hand[START + i]))]
    lands = [LANDSCAPE_NAMES[k] for k in range(4) for _ in range(int(hand[LANDS + k]))]
    amulets = [str(k + 1) for k in range(6) for _ in range(int(hand[AMULETS_AT + k]))]
    tiles = [MOTIFS[k] for k in range(3) for _ in range(int(state["tiles"][seat, k]))]
    text = f"valuables {' '.join(starts + cards) or 'none'}; {', '.join(lands) or 'no landscape card'}"
    text += f"; amulets {' '.join(amulets) or 'none'}"
    return text + (f"; tiles {', '.join(tiles)}" if tiles else "")


def describe_state(state: Any, board: Any, rules: Any) -> str:
    """The whole table in a few lines (all hands open; * marks starting cards)."""
    display = [kind_name(state, k) for k in range(12) for _ in range(int(state["display"][k]))]
    sites = [
        f"site {site + 1}: {seat_name(int(owner) - 1)}"
        for site, owner in enumerate(state["bowls"])
        if owner > 0
    ]
    lines = [
        f"Round {int(state['round_no'])}; {seat_name(state['sp'])} has the talisman; "
        f"birds on {pair_name(state['birds'])}",
        f"On display: {', '.join(display) or 'nothing'}",
        f"Bowls: {', '.join(sites) or 'none'}"
        + ("" if state["phase"] == PH_BOWL else f"; the boat is at landing {int(state['landing'])}"),
    ]
    for seat in range(int(state["players"])):
        points = int(state["printed"][seat] + state["tile_points"][seat])
        huts = int(state["huts"][seat])
        spaces = [
            str(space + 1) + ("x2" if (int(state["doubles"]) >> space) & 1 else "")
            for space in range(50)
            if (huts >> space) & 1
        ]
        lines.append(
            f"{seat_name(seat)}: {count_of(points, 'point')}, {count_of(state['supply'][seat], 'hut')} left, "
            f"amulet pillar on {int(state['pillar'][seat])}, "
            f"{count_of(popcount(huts), 'space')} ({', '.join(spaces) or 'none'}); "
            f"{hand_text(state, seat)}"
        )
    return "\n".join(lines)
