"""Mare Balticum in words: moves, what follows from them, positions. Nothing here decides a rule."""

from typing import Any

from simkit.contract import TYPE_SHIFT
from simkit.games.mare_balticum.board import layout_name, map_of, members
from simkit.games.mare_balticum.counts import (
    AMBER,
    CARDS,
    FISH_KINDS,
    KIND_NAMES,
    KINDS,
    PORT_NAMES,
)
from simkit.games.mare_balticum.state import (
    ACTION,
    CONTRACT,
    END,
    FISH,
    NONE,
    NOTHING,
    OPEN,
    OPENING,
    OVER,
    PLACE,
    PORTS,
    PRODUCE,
    PRODUCTION,
    SAFE,
    SAIL,
    SETS,
    START,
    START_PHASE,
    TAX,
    TAX_PHASE,
    THROW,
    TIME,
    UNLOAD,
)


def area_name(board: Any, area: int) -> str:
    """Name of a port or sea area."""
    if area < PORTS:
        return PORT_NAMES[area]
    return map_of(layout_name(int(board.layout_no))).names[area - PORTS]


def token_names(state: Any, area: int) -> str:
    """The tokens that lie in an area."""
    kinds = [KIND_NAMES[kind] for kind in state.tokens[area] if kind != NOTHING]
    return " and ".join(kinds) or "nothing"


def there(state: Any, area: int) -> str:
    """What a vessel finds in an area: its tokens, or the demands of a port."""
    if area >= PORTS:
        return f"{token_names(state, area)} there"
    kinds = [KIND_NAMES[kind] for kind in state.circle[area] if kind != NONE]
    return f"takes {' and '.join(kinds)}" if kinds else "no demand yet"


def counted(counts: Any) -> str:
    """Counts by kind in words: "2 salmon, 1 cod"."""
    parts = [f"{count} {kind}" for count, kind in zip(counts, KIND_NAMES, strict=False) if count]
    return ", ".join(parts) or "nothing"


def card_name(board: Any, card: int) -> str:
    """A contract card in words."""
    return f"contract {card + 1} ({counted(board.cards[card])})"


def describe_move(state: Any, board: Any, rules: Any, move: int) -> str:
    """One legal move of ``state.seat`` in words, said before it is played."""
    kind, low = move >> TYPE_SHIFT, (move >> 8) & 63
    if kind == START:
        return f"starts in {PORT_NAMES[low]}"
    if kind == PLACE:
        return f"puts a vessel from reserve into {area_name(board, low)} ({there(state, low)})"
    if kind == SAIL:
        origin = area_name(board, (move >> 14) & 63)
        return f"sails from {origin} to {area_name(board, low)} ({there(state, low)})"
    if kind == FISH:
        thrown = ((move >> 8) & 7) - 1
        first = f"throws a {KIND_NAMES[thrown]} overboard and " if thrown >= 0 else ""
        return f"{first}takes {KIND_NAMES[(move >> 11) & 7]} in {area_name(board, (move >> 14) & 63)}"
    if kind == THROW:
        return f"throws a {KIND_NAMES[low]} overboard"
    if kind == UNLOAD:
        counts = [(move >> (17 - 3 * fish)) & 7 for fish in range(FISH_KINDS)]
        return f"unloads {counted(counts)} in {PORT_NAMES[(move >> 20) & 7]}"
    if kind == OPEN:
        port, circle = (move >> 12) & 7, (move >> 8) & 1
        number = -int(board.circle_loss[port, circle])
        return (
            f"lays the demand for {KIND_NAMES[(move >> 9) & 7]} on the circle {number} of {PORT_NAMES[port]}"
        )
    if kind == CONTRACT and state.card[state.seat] != NONE:
        given = card_name(board, int(state.card[state.seat]))
        return f"gives back {given} and takes {card_name(board, low)}"
    return _describe_choice(board, rules, kind, low, (move >> 11) & 7)


def _describe_choice(board: Any, rules: Any, kind: int, low: int, token: int) -> str:
    if kind == CONTRACT:
        return f"takes {card_name(board, low)}"
    if kind == END:
        return "ends the turn"
    if kind == PRODUCE and token == SAFE:
        return "plays the safe"
    if kind == PRODUCE:
        return f"plays the number {rules.market_values[token]} on {KIND_NAMES[low & 7]}"
    if kind == TAX:
        place = "hold" if low < FISH_KINDS else "warehouse"
        return f"pays {KIND_NAMES[low if low < FISH_KINDS else low - FISH_KINDS]} from the {place} as tax"
    assert kind == SETS
    return f"puts {low} sets on the contract"


def describe_events(before: Any, after: Any, board: Any, rules: Any, move: int) -> list[str]:
    """What followed a move: fish lost, production, draws and refills, the next round, the end."""
    lines = []
    if (after.lost != before.lost).any():
        lines.append(f"lost at the circle -1: {counted((after.lost - before.lost).sum(axis=0))}")
    if before.phase in (PRODUCTION, TAX_PHASE) and (after.played != before.played).any():
        lines += _describe_production(before, after, rules)
    lines += _describe_draws(before, after, board)
    if after.last_round and not before.last_round:
        lines.append(f"the last time token: round {after.last_round} is the last one")
    if after.phase == PRODUCTION and after.time_drawn > before.time_drawn:
        lines.append("every player chooses a production token")
    if after.round_no > before.round_no:
        lines.append(f"round {after.round_no} begins")
    if after.phase == OVER:
        lines.append("the game is over")
    return lines


def _describe_production(before: Any, after: Any, rules: Any) -> list[str]:
    lines = []
    for seat in range(int(after.players)):
        token = (int(after.played[seat]) ^ int(before.played[seat])).bit_length() - 1
        if token == SAFE:
            paid = after.tax_store[seat] - before.tax_store[seat]
            paid[:FISH_KINDS] += after.tax_hold[seat] - before.tax_hold[seat]
            lines.append(f"seat {seat + 1} plays the safe and pays {counted(paid)}")
        else:
            space = next(k for k in range(FISH_KINDS) if after.market[seat, k] != before.market[seat, k])
            lines.append(f"seat {seat + 1} values {KIND_NAMES[space]} at {rules.market_values[token]}")
    return lines


def _describe_draws(before: Any, after: Any, board: Any) -> list[str]:
    """Tokens drawn between two states, with the areas they went to."""
    lines = []
    at = int(after.queue_at) if before.bag_at == after.bag_at else _first_place(before, after)
    for i in range(int(before.bag_at), int(after.bag_at)):
        token = int(before.bag[i])
        if token == TIME:
            lines.append(f"drawn: a time token (number {_time_number(before, i)})")
        else:
            lines.append(f"drawn: {KIND_NAMES[token]} for {area_name(board, int(after.queue[at]))}")
            at += 1
    return lines


def _first_place(before: Any, after: Any) -> int:
    """Index in the queue of the first token drawn between two states."""
    drawn = before.bag[int(before.bag_at) : int(after.bag_at)]
    return int(after.queue_at) - int((drawn != TIME).sum())


def _time_number(before: Any, index: int) -> int:
    drawn = before.bag[int(before.bag_at) : index + 1]
    return int(before.time_drawn) + int((drawn == TIME).sum())


def describe_state(state: Any, board: Any, rules: Any) -> str:
    """The position: sea, ports, players."""
    phase = {
        START_PHASE: "choosing start ports",
        ACTION: f"{state.actions_left} actions left",
        OPENING: "unloading with a new demand",
        PRODUCTION: "choosing production tokens",
        TAX_PHASE: "choosing the tax",
        OVER: "game over",
    }.get(int(state.phase), "choosing contract sets")
    decides = "" if state.phase == OVER else f"seat {state.seat + 1} to decide: "
    lines = [f"Round {state.round_no}, {decides}{phase}; time tokens drawn: {state.time_drawn}"]
    for port in range(PORTS):
        lines.append(f"  {PORT_NAMES[port]}: {_circles(state, board, port)}{_vessels(state, port)}")
    for area in range(PORTS, int(board.areas)):
        depth = "deep" if int(board.deep) >> area & 1 else "shallow"
        lines.append(
            f"  {area_name(board, area)} ({depth}): {token_names(state, area)}{_vessels(state, area)}"
        )
    lines += [_player(state, board, rules, seat) for seat in range(int(state.players))]
    if rules.trade_contracts:
        deck = [card for card in range(CARDS) if card not in state.card[: state.players]]
        lines.append("  deck: " + ", ".join(card_name(board, card) for card in deck))
    return "\n".join(lines)


def _circles(state: Any, board: Any, port: int) -> str:
    parts = []
    for circle in range(int(board.circles[port])):
        kind = int(state.circle[port, circle])
        label = KIND_NAMES[kind] if kind != NONE else "free"
        parts.append(f"{label} ({-int(board.circle_loss[port, circle])})")
    return "demand " + ", ".join(parts)


def _vessels(state: Any, area: int) -> str:
    seats = [str(seat + 1) for seat in range(int(state.players)) if int(state.fleet[seat]) >> area & 1]
    return f"; vessels of seat {', '.join(seats)}" if seats else ""


def _player(state: Any, board: Any, rules: Any, seat: int) -> str:
    values = [
        f"{KIND_NAMES[kind]} {rules.market_values[state.market[seat, kind]]}"
        for kind in range(FISH_KINDS)
        if state.market[seat, kind] != NONE
    ]
    fleet = (
        ", ".join(area_name(board, area) for area in members(int(state.fleet[seat]))) or "none on the board"
    )
    reserve = f" and {state.reserve[seat]} in reserve" if state.reserve[seat] else ""
    card = f"; {card_name(board, int(state.card[seat]))}" if state.card[seat] != NONE else ""
    return (
        f"  Seat {seat + 1}: vessels {fleet}{reserve}; hold: {counted(state.hold[seat])}; "
        f"warehouse: {counted(state.warehouse[seat])}; market: {', '.join(values) or 'empty'}"
        f"{'; safe played' if int(state.played[seat]) >> SAFE & 1 else ''}{card}"
    )


assert len(KIND_NAMES) == KINDS == AMBER + 1
