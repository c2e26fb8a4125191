"""The readings of the rules that a scenario can choose, and the numbers that stand for them in the RULES record."""

from typing import Any

from simkit.contract import Switch

RANDOM_CLOTH = 0
OVERFLOW_ONLY, REFUSE_ALWAYS = 0, 1
WHOLE_MOVE, THAT_CURRENT = 0, 1
TAIL_DIRECTION, ANY_DIRECTION = 0, 1
FREE_ORDER, ACQUIRE_FIRST = 0, 1
PERFECT, FORGETFUL = 0, 1
RANDOM_DRAW, TRACKED_DRAW = 0, 1
WHEELS = ("ESWN", "ESNW", "EWSN", "EWNS", "ENSW", "ENWS")
"""Letters of the fog block clockwise; the six cyclic orders (MV-58)."""


def _reading(clause: str, name: str, sentence: str, *allowed: Any) -> Switch:
    """A switch whose first value is the default."""
    return Switch(name, allowed[0], allowed, sentence, clause)


SWITCHES = (
    _reading(
        "MV-05", "cloth_rotation", "quarter turns of the print against the islands", "random", 0, 1, 2, 3
    ),
    _reading("MV-36", "current_entry", "from where the tail is entered", "tail_direction", "any_direction"),
    _reading("MV-38", "current_stop_on_head", "a boat swept along may stop on the last space", False, True),
    _reading(
        "MV-43",
        "current_start_bars",
        "what a move that begins on a current may not follow: any current, or that one",
        "whole_move",
        "that_current_only",
    ),
    Switch("current_chain", True, (False, True), "a move may follow several currents", "MV-44"),
    _reading(
        "MV-49", "partial_catch", "when caught fish may be left to the supply", "overflow_only", "always"
    ),
    _reading("MV-57", "octopus_type_visible", "everybody sees which indicators are fog", False, True),
    _reading("MV-58", "fog_wheel", "the letters around the fog indicator, clockwise", *WHEELS),
    _reading("MV-60", "shark_draw", "how a card is drawn at a shark", "random_within_island", "tracked"),
    _reading(
        "MV-77",
        "turn_sequence",
        "the order of the parts of a turn: free, or fish and steal, deliver, turn, swap",
        "free",
        "acquire_first",
    ),
    _reading("MV-60", "public_memory", "whether players remember the others' cards", "perfect", "none"),
    Switch("end_threshold", 16, (12, 24), "visible spaces that bring the end", "MV-102", whole=True),
    Switch("round_cap", 60, (12, 200), "a game that outlasts so many rounds is stalled", "MV-98", whole=True),
)
