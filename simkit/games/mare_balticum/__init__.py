"""Mare Balticum (Filip Milunski, Leonardo Games 2011): fleets fish the Baltic and land their catch in five ports."""

from simkit.contract import Game, register
from simkit.games.mare_balticum import (
    board,
    counts,
    features,
    invariants,
    rules,
    rules_end,
    rules_hide,
    rules_setup,
    state,
)

GAME = register(
    Game(
        name="mare_balticum",
        title="Mare Balticum",
        edition="Leonardo Games 2011, with modules 1 and 2",
        players=(3, 4, 5),
        STATE=state.STATE,
        BOARD=board.BOARD,
        MAX_MOVES=state.MAX_MOVES,
        MAX_DECISIONS=state.MAX_DECISIONS,
        move_types=state.MOVE_TYPES,
        end_causes=state.END_CAUSES,
        switches=state.SWITCHES,
        features=features.FEATURES,
        score_parts=counts.SCORE_PARTS,
        tie_keys=counts.TIE_KEYS,
        seat_counters=counts.SEAT_COUNTERS,
        game_counters=counts.GAME_COUNTERS,
        components=counts.COMPONENTS,
        policies=features.POLICIES,
        kernels={
            "setup": rules_setup.setup,
            "legal_moves": rules.legal_moves,
            "move_features": features.move_features,
            "apply_move": rules.apply_move,
            "is_over": rules.is_over,
            "final_scores": rules_end.final_scores,
            "score_now": rules_end.score_now,
            "component": rules.component,
            "hide": rules_hide.hide,
            "broken": invariants.broken,
        },
        board=board,
        package=__name__,
        scratch=features.SCRATCH,
    )
)
