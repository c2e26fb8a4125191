"""Maldivia (Roberto Fraga, Zoch 2023): secret programming, boats on a cloth that fog folds from four sides."""

import numpy as np

from simkit.contract import Game, register
from simkit.games.maldivia import board, features, invariants, rules, rules_hide, state

GAME = register(
    Game(
        name="maldivia",
        title="Maldivia",
        edition="Zoch 2023, English rulebook",
        players=state.PLAYERS,
        STATE=state.STATE,
        BOARD=board.BOARD,
        MAX_MOVES=state.MAX_MOVES,
        MAX_DECISIONS=state.MAX_DECISIONS,
        move_types=state.MOVE_TYPES,
        end_causes=state.END_CAUSES,
        switches=state.SWITCHES,
        features=features.FEATURES,
        score_parts=state.SCORE_PARTS,
        tie_keys=state.TIE_KEYS,
        seat_counters=state.SEAT_COUNTERS,
        game_counters=state.GAME_COUNTERS,
        components=state.COMPONENTS,
        policies=features.POLICIES,
        kernels={
            "setup": rules.setup,
            "legal_moves": rules.legal_moves,
            "move_features": features.move_features,
            "apply_move": rules.apply_move,
            "is_over": rules.is_over,
            "final_scores": rules.final_scores,
            "score_now": rules.score_now,
            "component": rules.component,
            "hide": rules_hide.hide,
            "broken": invariants.broken,
        },
        board=board,
        package=__name__,
        scratch=(
            ("reach", np.int64, (2,)),  # spaces where a move can end, 50 a word
            ("legs", np.int64, (board.MAX_CURRENTS + 1,)),  # straight courses still to be followed
        ),
    )
)
