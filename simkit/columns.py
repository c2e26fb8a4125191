"""The column registry: every column of every result table with its name, type, unit and a sentence.

Parts are written from it, readers know their types from it, and the report's glossary prints it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from simkit.contract import Game, Quantity
from simkit.rows import ROUND_BUCKETS, SNAPSHOTS

TABLES = ("games", "seats", "components", "actions", "events")
"""The result tables, each a folder of parts."""

KEY, CATEGORY = "key", "category"


@dataclass(frozen=True)
class Column:
    """One column. ``field`` and ``index`` say where the engine's row has it; ``labels`` name the values 0, 1, ...

    dtype: a NumPy name, or "category" for names stored as a dictionary (codes of ``labels``, or of the arm's policies).
    """

    name: str
    dtype: str
    unit: str
    sentence: str
    field: str = ""
    index: int = -1
    labels: tuple[str, ...] = ()


def columns(game: Game, table: str) -> tuple[Column, ...]:
    """The columns of one table, in their order on disk."""
    return {
        "games": _games,
        "seats": _seats,
        "components": _components,
        "actions": _actions,
        "events": _events,
    }[table](game)


def glossary(game: Game) -> list[tuple[str, Column]]:
    """Every column once, with the first table that has it."""
    seen: dict[str, tuple[str, Column]] = {}
    for table in TABLES:
        for column in columns(game, table):
            seen.setdefault(column.name, (table, column))
    return list(seen.values())


ARM = Column("arm", "int16", "number", "which arm of the study, counted from 0 as in the manifest")
DEAL = Column("deal", "int32", "number", "which deal: games of one deal meet the same chance in all arms")
ROTATION = Column("rotation", "int8", "number", "which of the deal's seating orders")
SEAT = Column("seat", "int8", "seat", "place in the playing order of the first round, 0 acts first")
PLACE = Column("place", "int8", "place", "place in the scenario's list of policies that sits in this seat")
POLICY = Column("policy", CATEGORY, "name", "the policy that plays this seat")
BLOCK = Column("block", "int32", "number", "the block of games that was counted")
FIRST_DEAL = Column("first_deal", "int32", "number", "first deal of the block")
DEALS = Column("deals", "int32", "deals", "deals of the block, each played in every rotation")


def _quantities(prefix: str, dtype: str, field: str, start: int, given: Sequence[Quantity]) -> list[Column]:
    return [
        Column(f"{prefix}_{item.name}", dtype, item.unit, item.sentence, field, start + i, item.labels)
        for i, item in enumerate(given)
    ]


def _games(game: Game) -> tuple[Column, ...]:
    causes = game.end_causes
    keys = ", ".join(f"{i + 1} {key.name}" for i, key in enumerate(game.tie_keys)) or "none"
    return (
        ARM,
        DEAL,
        ROTATION,
        Column("rounds", "int16", "rounds", "rounds begun", "rounds"),
        Column("turns", "int32", "turns", "turns begun, all seats together", "turns"),
        Column("decisions", "int32", "decisions", "choices among at least two legal moves", "decisions"),
        Column("forced", "int32", "moves", "moves without an alternative", "forced"),
        Column("end_cause", "int8", "code", "what ended the game", "end_cause", labels=causes),
        Column("winners", "int8", "mask", "who won: bit s for seat s; several share the win", "winners"),
        Column(
            "lead_changes",
            "int16",
            "changes",
            "how often the set of leaders differed from one finished round to the next",
            "lead_changes",
        ),
        Column(
            "tie_break",
            "int8",
            "code",
            f"what decided between equal scores at the top: 0 nothing had to, a tie key by number ({keys}), "
            "-1 the tie stands",
            "tie_break",
        ),
        Column(
            "bans_lifted", "int32", "decisions", "choices with only banned components left", "bans_lifted"
        ),
        *_quantities("tally", "int32", "tally", 0, game.game_counters),
    )


def _seats(game: Game) -> tuple[Column, ...]:
    parts = len(game.score_parts)
    standing = [
        Column(
            f"standing_{10 * (k + 1)}",
            "float32",
            "points",
            f"what the seat would have scored had the game ended after {10 * (k + 1)} % of its rounds",
            "standing",
            k,
        )
        for k in range(SNAPSHOTS)
    ]
    return (
        ARM,
        DEAL,
        ROTATION,
        SEAT,
        PLACE,
        POLICY,
        Column("win_share", "float64", "wins", "1 for a win, 1/k for a win shared by k, else 0", "win_share"),
        Column("rank", "float32", "rank", "final rank, 1 is best; ties get their average", "place_rank"),
        Column("turns", "int32", "turns", "turns of this seat", "turns"),
        Column(
            "decisions", "int32", "decisions", "this seat's choices among at least two moves", "decisions"
        ),
        Column("offered", "int32", "moves", "legal moves at these choices, summed up", "offered"),
        Column("score", "float64", "points", "final score", "scores", 0),
        *_quantities("part", "float64", "scores", 1, game.score_parts),
        *_quantities("key", "float64", "scores", 1 + parts, game.tie_keys),
        *standing,
        *_quantities("counter", "int32", "counters", 0, game.seat_counters),
    )


def _components(game: Game) -> tuple[Column, ...]:
    return (
        ARM,
        BLOCK,
        FIRST_DEAL,
        DEALS,
        SEAT,
        PLACE,
        POLICY,
        Column("component", CATEGORY, "name", "the component", labels=_names(game.components)),
        Column("offered", "int64", "seat-games", "games in which the seat could have taken it", "offered"),
        Column("taken", "int64", "seat-games", "games in which the seat took it at least once", "taken"),
        Column(
            "wins_taken", "float64", "wins", "win shares of the games in which it was taken", "wins_taken"
        ),
        Column("squares_taken", "float64", "wins²", "their squares", "squares_taken"),
        Column(
            "wins_left", "float64", "wins", "win shares where it was offered and never taken", "wins_left"
        ),
        Column("squares_left", "float64", "wins²", "their squares", "squares_left"),
    )


def _actions(game: Game) -> tuple[Column, ...]:
    return (
        ARM,
        BLOCK,
        FIRST_DEAL,
        DEALS,
        SEAT,
        PLACE,
        POLICY,
        Column(
            "round", "int16", "round", f"round of the game; {ROUND_BUCKETS} stands for all later ones too"
        ),
        Column("move_type", CATEGORY, "name", "kind of move", labels=game.move_types),
        Column("offered", "int64", "moves", "moves made while one of this kind was possible", "offered"),
        Column("taken", "int64", "moves", "moves made of this kind", "taken"),
        Column("only", "int64", "moves", "of these, moves without an alternative", "only"),
    )


def _events(game: Game) -> tuple[Column, ...]:
    return (
        ARM,
        DEAL,
        ROTATION,
        Column("decision", "int32", "number", "which move of the game took it, counted from 1", "decision"),
        SEAT,
        PLACE,
        POLICY,
        Column("round", "int16", "round", "round of the game", "round_no"),
        Column("progress", "float32", "share", "the round over the game's rounds", "progress"),
        Column("component", CATEGORY, "name", "the component taken", labels=_names(game.components)),
        Column("lead", "float32", "points", "points ahead of the best other seat before the move", "lead"),
        Column("on_offer_0", "int64", "mask", "components 0 to 61 among the moves: bit c", "on_offer", 0),
        Column(
            "on_offer_1", "int64", "mask", "components 62 to 123 among the moves: bit c - 62", "on_offer", 1
        ),
    )


def _names(quantities: Sequence[Quantity]) -> tuple[str, ...]:
    return tuple(item.name for item in quantities) or ("none",)
