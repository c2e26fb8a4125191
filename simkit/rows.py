"""What a block of games is asked for and what it yields: the job record and the result tables."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simkit.contract import MAX_SEATS, Game, record_dtype

MAX_ROTATIONS = 120
"""All orders of five places."""

ROUND_BUCKETS = 64
"""Rounds told apart in the action table; later rounds count in the last one."""

SNAPSHOTS = 9
"""Standings kept of each game: after 0.1, 0.2 ... 0.9 of its rounds."""

POLICY_STREAM = 1000
"""Number of the random stream of the policy in place 0; place p has this plus p."""

CHANCE_STREAM = 500
"""Number of the game's stream 0 after the set-up, where the two are told apart; stream i has this plus i."""

SETUP, CHANCE, CHOICES = range(3)
"""Groups of streams: what ``setup`` draws, what the rules draw later, and the policies' own choices."""

DEAL_SET_SHIFT = 32
"""A set of deals is a number above the deal's own 32 bits: sets share no stream."""

TIE_STANDS = -1
"""``tie_break`` of a game whose winners share the win."""

JOB = record_dtype(
    [
        ("purpose", np.int64),  # rng.PLAY ...
        ("seed", np.int64),  # study seed, >= 0
        ("arm", np.int64),  # written into the rows, of no other effect
        ("first_deal", np.int64),
        ("deals", np.int64),
        ("rotations", np.int64),
        ("players", np.int64),
        ("max_decisions", np.int64),  # a game that asks more often is ended as stalled
        ("keep_events", np.int64),  # 1: fill the events table
        ("tie_keys", np.int64),  # how many of the last columns of final_scores are tie keys
        ("seating", np.int64, (MAX_ROTATIONS, MAX_SEATS)),  # [rotation, seat] -> place in `policies`
        ("handicap", np.int64, (MAX_SEATS,)),  # points added to each seat's final score
        (
            "split",
            np.int64,
        ),  # 1: streams of their own for chance after the set-up, and the two keys below hold
        ("deal_set", np.int64, (3,)),  # set of deals from which SETUP, CHANCE and CHOICES come
        ("replays", np.int64),  # deals in a row that have one set-up; 0 and 1: every deal its own
    ]
)
"""One block's orders."""


def give_extras(job: Any, handicap: Sequence[int], streams: Sequence[int]) -> None:
    """Put a handicap (points a seat, or none) and the source of each group of streams into a job's record.

    streams: none for the ordinary ones, else the sets of deals of SETUP, CHANCE and CHOICES, and the replays of a
    set-up.
    """
    job.handicap[: len(handicap)] = list(handicap)
    if streams:
        job.split = 1
        job.deal_set[:] = list(streams[:3])
        job.replays = streams[3]


class Tables(NamedTuple):
    """Where a block's results go. ``used[0]`` counts event rows wanted, also those beyond the table's end.

    Kernels get single rows and the one record of ``totals``: handing arrays on costs time at every call.
    """

    games: Any  # game_row_dtype, (deals x rotations,)
    seats: Any  # seat_row_dtype, (deals x rotations, players)
    totals: Any  # totals_dtype, (1,)
    events: Any  # EVENT_ROW, (capacity,)
    used: Any  # int64, (1,)

    @property
    def actions(self) -> np.ndarray[Any, Any]:
        """ACTION_CELL, (players, places, ROUND_BUCKETS, move types)."""
        players = self.seats.shape[1]
        return self.totals["actions"][0, :players, :players]

    @property
    def components(self) -> np.ndarray[Any, Any]:
        """COMPONENT_CELL, (players, places, components)."""
        players = self.seats.shape[1]
        return self.totals["components"][0, :players, :players]


COMPONENT_CELL = record_dtype(
    [
        ("offered", np.int64),  # seat-games in which it was among the legal moves
        ("taken", np.int64),  # seat-games in which it was taken at least once
        ("wins_taken", np.float64),  # win shares of the latter
        ("squares_taken", np.float64),
        ("wins_left", np.float64),  # win shares where it was offered and never taken
        ("squares_left", np.float64),
    ]
)
ACTION_CELL = record_dtype(
    [("decisions", np.int64), ("offered", np.int64), ("taken", np.int64), ("only", np.int64)]
)
EVENT_ROW = record_dtype(
    [
        ("deal", np.int64),
        ("rotation", np.int64),
        ("decision", np.int64),
        ("seat", np.int64),
        ("place", np.int64),
        ("round_no", np.int64),
        ("progress", np.float64),  # round_no over the game's rounds
        ("component", np.int64),
        ("lead", np.float64),  # score_now minus the best other seat's
        ("on_offer", np.int64, (2,)),  # components among the legal moves, bits 0-61 of each word
    ]
)


def totals_dtype(game: Game) -> np.dtype[Any]:
    """Counts of a block by seat and place."""
    square = (MAX_SEATS, MAX_SEATS)
    return record_dtype(
        [
            ("actions", ACTION_CELL, (*square, ROUND_BUCKETS, len(game.move_types))),
            ("components", COMPONENT_CELL, (*square, max(1, len(game.components)))),
        ]
    )


def game_row_dtype(game: Game) -> np.dtype[Any]:
    """One row a game."""
    return record_dtype(
        [
            ("arm", np.int64),
            ("deal", np.int64),
            ("rotation", np.int64),
            ("rounds", np.int64),
            ("turns", np.int64),
            ("decisions", np.int64),
            ("forced", np.int64),
            ("end_cause", np.int64),
            ("winners", np.int64),
            ("lead_changes", np.int64),
            ("tie_break", np.int64),
            ("bans_lifted", np.int64),
            ("tally", np.int64, (max(1, len(game.game_counters)),)),
        ]
    )


def seat_row_dtype(game: Game) -> np.dtype[Any]:
    """One row a game and seat."""
    columns = 1 + len(game.score_parts) + len(game.tie_keys)
    return record_dtype(
        [
            ("place", np.int64),
            ("win_share", np.float64),
            ("place_rank", np.float64),
            ("turns", np.int64),
            ("decisions", np.int64),
            ("offered", np.int64),
            ("scores", np.float64, (columns,)),
            ("standing", np.float64, (SNAPSHOTS,)),
            ("counters", np.int64, (max(1, len(game.seat_counters)),)),
        ]
    )


def new_tables(game: Game, games: int, players: int, events: int = 0) -> Tables:
    """Empty tables for a block of ``games`` games (deals x rotations) with room for so many events."""
    return Tables(
        np.zeros(games, game_row_dtype(game)),
        np.zeros((games, players), seat_row_dtype(game)),
        np.zeros(1, totals_dtype(game)),
        np.zeros(events, EVENT_ROW),
        np.zeros(1, np.int64),
    )
