"""Maldivia (Roberto Fraga, Zoch 2023): secret programming, boats on a cloth that fog folds from four sides."""

import numpy as np

from simkit.contract import Game, register
from simkit.games.maldivia import (
    board,
    features,
    invariants,
    layout,
    outlook,
    plan,
    rules,
    rules_hide,
    state,
    switches,
)

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
        switches=switches.SWITCHES,
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
            ("legs", np.int64, (layout.MAX_CURRENTS + 1,)),  # straight courses still to be followed
            # notes of the player who decides (outlook.look)
            ("needs", np.int64, (outlook.SHIPS_UP,)),  # fish asked for by each face-up ship, as a bag
            ("prizes", np.int64, (outlook.SHIPS_UP,)),  # its points, 0: no ship
            (
                "notes",
                np.int64,
            ),  # how often notes have been taken: what was kept under another number is stale
            ("asked", np.int64, (state.MAST + 1,)),  # ships by the fish of a colour that they ask for
            ("worth", np.float64, (state.COLOURS, 8)),  # points that so many fish of a colour are worth
            ("shelf_key", np.int64, (outlook.SHELVES,)),  # masts judged already: notes << 16 | bag
            ("shelf_worth", np.float64, (outlook.SHELVES,)),
            (
                "shelf_ready",
                np.int64,
                (outlook.SHELVES,),
            ),  # face-up ships that such a mast could serve, as bits
            ("reach_noted", np.int64, (4 * state.SPACES,)),  # the notes under which a reach was kept
            ("reach_kept", np.int64, (4 * state.SPACES, 2)),  # by 4 * space + direction
            ("time_left", np.float64),  # 1 early, 0 when no fish can be delivered any more
            ("scarce", np.int64),  # 1: a space may yield fewer fish than it shows
            ("near", np.int64, (state.SPACES,)),  # other boats with fish beside a space, as bits of seats
            ("prey", np.int64, (2,)),  # the spaces where that is not 0, 50 a word
            ("catches", np.int64, (2,)),  # the spaces with fish, likewise
            ("rim", np.int64, (state.SIDES, 2)),  # the spaces along each side, likewise
            ("rich", np.int64, (2,)),  # the spaces where a stop could change the mast in hand, likewise
            ("pull", np.float64, (state.SPACES,)),  # worth of a space's catch
            # short lists of positions: row 0 the present one, 1 the one before, 2 a copy
            ("routes", np.int64, (3,)),  # how many
            ("route_space", np.int64, (3, plan.WIDTH)),
            ("route_load", np.int64, (3, plan.WIDTH)),  # mast, as a bag
            ("route_marks", np.int64, (3, plan.WIDTH)),  # ships served, boats robbed
            ("route_gain", np.float64, (3, plan.WIDTH)),  # points delivered on the way, faded
            ("route_value", np.float64, (3, plan.WIDTH)),  # with the mast's worth
        ),
    )
)
