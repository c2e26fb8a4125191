"""Kaivai (second edition): bids, boats, villages that grow in a hex sea, fish that rot and shells that shrink."""

from simkit.contract import Game, register
from simkit.games.kaivai import board, counters, features, invariants, rules, rules_final, state

GAME = register(
    Game(
        name="kaivai",
        title="Kaivai",
        edition="second edition, English rulebook",
        players=(2, 3, 4),
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
            "apply_move": rules.apply_move,
            "is_over": rules.is_over,
            "component": rules.component,
            "hide": rules.hide,
            "final_scores": rules_final.final_scores,
            "score_now": rules_final.score_now,
            "move_features": features.move_features,
            "broken": invariants.broken,
        },
        board=board,
        package=__name__,
        scratch=features.SCRATCH,
    )
)
