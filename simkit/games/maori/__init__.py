"""Maori (Guenter Burkhardt, 2009), after a German play report."""

from simkit.contract import Game, register
from simkit.games.maori import (
    board,
    features,
    features_list,
    invariants,
    rules,
    rules_moves,
    rules_score,
    rules_setup,
    state,
    switches,
)
from simkit.games.maori.features_look import SCRATCH

GAME = register(
    Game(
        name="maori",
        title="Maori",
        edition="basic game with own ships and atoll, after a German play report; tile symbols reconstructed",
        players=(2, 3, 4, 5),
        STATE=state.STATE,
        BOARD=board.BOARD,
        MAX_MOVES=state.MAX_MOVES,
        MAX_DECISIONS=state.MAX_DECISIONS,
        move_types=state.MOVE_TYPES,
        end_causes=state.END_CAUSES,
        switches=switches.SWITCHES,
        features=features_list.FEATURES,
        score_parts=state.SCORE_PARTS,
        tie_keys=state.TIE_KEYS,
        seat_counters=state.SEAT_COUNTERS,
        game_counters=state.GAME_COUNTERS,
        components=state.COMPONENTS,
        policies=features.POLICIES,
        kernels={
            "setup": rules_setup.setup,
            "legal_moves": rules_moves.legal_moves,
            "move_features": features.move_features,
            "apply_move": rules.apply_move,
            "is_over": rules.is_over,
            "final_scores": rules_score.final_scores,
            "score_now": rules_score.score_now,
            "component": rules.component,
            "hide": rules.hide,
            "broken": invariants.broken,
        },
        board=board,
        package="simkit.games.maori",
        scratch=SCRATCH,
    )
)
