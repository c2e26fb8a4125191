"""What a scenario file may ask for beyond its table and variants: sweep, ablation, luck, handicap. Knows no game."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

MAX_POINTS = 1000
"""Points of a sweep, for each number of players."""

MAX_GAMES = 2_000_000_000
"""Games an arm: a deal's number fits into 32 bits."""

MAX_HANDICAP = 10_000
"""Points that a seat may have on top."""

Name = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f/\\]+$")]
Number = Annotated[float, Field(allow_inf_nan=False)]

Points = Annotated[
    list[Annotated[int, Field(ge=-MAX_HANDICAP, le=MAX_HANDICAP)]],
    Field(min_length=2, max_length=10),
]
HANDICAP = "whole points added to each seat's final score, one number a seat, such as [0, 1, 2, 3]"


def as_list(value: Any) -> Any:
    """One value stands for a list of one."""
    return value if isinstance(value, list) else [value]


class Strict(BaseModel):
    """A table of a scenario file: no unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _games(what: str) -> Any:
    return Field(None, description=f"{what}, a whole number (without it: the scenario's games)")


Games = Annotated[int, Field(ge=1, le=MAX_GAMES)]


class Range(Strict):
    """``{low = 10, high = 30}``: every number between the two; with ``step`` those that lie so far apart."""

    low: int | Number = Field(description="the lowest value")
    high: int | Number = Field(description="the highest value")
    step: int | Number | None = Field(None, description="the distance between values, which a grid needs")


Factor = Annotated[list[Any], Field(min_length=2)] | Range
FACTORS = 'by name, a list of values such as ["a", "b"] or a range such as {low = 10, high = 30, step = 5}'


class Sweep(Strict):
    """Many settings of numbers and switches, each paired with the base."""

    design: Annotated[str, Field(pattern="^(grid|latin|morris|sobol)$")] = Field(
        "grid",
        description='"grid" (every combination), "latin" (Latin hypercube), "morris" or "sobol" (screening by SALib)',
    )
    points: Annotated[int, Field(ge=2, le=MAX_POINTS)] = Field(
        24,
        description=f"settings to play, a whole number from 2 to {MAX_POINTS:,} (a grid has as many as it has)",
    )
    games: Games | None = _games("games of each point")
    rules: dict[str, Factor] = Field({}, description=f"rule switches to vary {FACTORS}")
    components: dict[str, Factor] = Field({}, description=f"component values to vary {FACTORS}")


class Ablation(Strict):
    """Re-runs in which one seat may not take a component."""

    components: Annotated[list[Name], Field(min_length=1), BeforeValidator(as_list)] = Field(
        description='names of components, or "all"'
    )
    games: Games | None = _games("games of each component, all seats together")


class Luck(Strict):
    """How much of the outcome the set-up, later chance and the policies' own choices explain."""

    games: Games | None = _games("games of each of the five sets")
    setups: Annotated[int, Field(ge=2, le=1_000_000)] = Field(
        400, description="deals whose seats' true win shares are compared, a whole number of at least 2"
    )
    replays: Annotated[int, Field(ge=2, le=1_000_000)] = Field(
        100, description="games of each of these deals, a whole number of at least 2"
    )


class Handicap(Strict):
    """What is done with the points that would make the seats fair."""

    replay: bool = Field(
        False, description="true: play every base arm once more with the points that would make it fair"
    )
