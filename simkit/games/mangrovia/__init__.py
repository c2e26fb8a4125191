"""Mangrovia (Eilif Svensson, Zoch 2014): place a bowl, ride round the archipelago, pay exactly. See RULES.md."""

from simkit.contract import Game, register
from simkit.games.mangrovia import (
    board,
    counters,
    features,
    invariants,
    rules,
    rules_hide,
    rules_score,
    state,
)

GAME = register(
    Game(
        name="mangrovia",
        title="Mangrovia",
        edition="Zoch 2014, English rules",
        players=(2, 3, 4, 5),
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
        seat_counters=counters.SEAT_COUNTERS,
        game_counters=counters.GAME_COUNTERS,
        components=state.COMPONENTS,
        policies=features.POLICIES,
        kernels={
            "setup": rules.setup,
            "legal_moves": rules.legal_moves,
            "move_features": features.move_features,
            "apply_move": rules.apply_move,
            "is_over": rules.is_over,
            "final_scores": rules_score.final_scores,
            "score_now": rules_score.score_now,
            "component": rules.component,
            "hide": rules_hide.hide,
            "broken": invariants.broken,
        },
        board=board,
        package="simkit.games.mangrovia",
        scratch=state.SCRATCH,
    )
)
