"""What a scenario file may hold: its keys, their types and limits, and clear messages where it holds something else.

This module knows no game. Whether switches, components and policies exist is checked in :mod:`simkit.scenario`.
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from simkit.errors import InputError
from simkit.scenario_designs import (
    HANDICAP,
    MAX_GAMES,
    Ablation,
    Handicap,
    Luck,
    Name,
    Points,
    Strict,
    Sweep,
    as_list,
)

MAX_BYTES = 1_000_000
"""A longer file is no scenario."""

MAX_RANDOM_LAYOUTS = 1000

LEAST_PLAYOUTS, MAX_PLAYOUTS = 4, 100_000
"""Of one decision. With fewer no move can lead by more than noise (lookahead.surely_more): the weights decide."""

Weight = Annotated[float, Field(allow_inf_nan=False)]


class RandomLayouts(Strict):
    """``{random = [1, 20]}``: the random layouts with these numbers, the first and the last included."""

    random: Annotated[list[Annotated[int, Field(ge=0, le=2**31)]], Field(min_length=2, max_length=2)] = Field(
        description="two whole numbers, the first and the last random layout, such as [1, 20]"
    )


class Table(Strict):
    """Who sits at the table."""

    players: Annotated[
        list[Annotated[int, Field(ge=1, le=100)]], Field(min_length=1), BeforeValidator(as_list)
    ] = Field(
        [], description="numbers of players, such as [3, 4]: one arm each (without it: all the game allows)"
    )
    policies: Annotated[list[Name], Field(min_length=1), BeforeValidator(as_list)] = Field(
        ["greedy"], description='names of policies, one for all places such as ["greedy"], or one a place'
    )
    pool: Annotated[list[Name], Field(min_length=2)] | None = Field(
        None,
        description="names of at least two different policies that meet at tables which cover all pairs, in all seats, "
        'such as ["greedy", "random"]; instead of policies',
    )
    rotate: Annotated[str, Field(pattern="^(cyclic|all|none)$")] = Field(
        "cyclic",
        description='"cyclic" (every policy sits in every seat), "all" (every distinct order; always with a pool) or '
        '"none"',
    )
    handicap: Points | None = Field(None, description=HANDICAP)

    @model_validator(mode="after")
    def _pool_in_all_orders(self) -> Self:
        """A pool is played in all orders: with one order a style would always have the same neighbour."""
        if self.pool is not None and "rotate" not in self.model_fields_set:
            self.rotate = "all"
        return self


class Components(BaseModel):
    """Values of the game's components.toml, and the layouts to play on."""

    model_config = ConfigDict(extra="allow", strict=True)
    file: Name | None = Field(
        None, description="name of a TOML file with component values, beside the scenario file"
    )
    layouts: Annotated[list[str | RandomLayouts], Field(min_length=1), BeforeValidator(as_list)] | None = (
        Field(
            None,
            description='names of layouts or {random = [first, last]}, such as ["A", {random = [1, 20]}]: one arm each',
        )
    )


class Variant(Strict):
    """A change that is played beside the base, on the same chance."""

    name: Name = Field(description="a name of its own for the variant, at most 100 characters")
    rules: dict[str, Any] = Field({}, description="rule switches that differ from the base")
    components: dict[str, Any] = Field({}, description="component values that differ from the base")
    policies: Annotated[list[Name], Field(min_length=1), BeforeValidator(as_list)] | None = Field(
        None, description="names of policies, one for all places or one a place, instead of the base's"
    )
    handicap: Points | None = Field(None, description=HANDICAP)


def _enough(playouts: int) -> int:
    if 0 < playouts < LEAST_PLAYOUTS:
        raise ValueError("too few")
    return playouts


class OwnPolicy(Strict):
    """A policy of your own: weights by feature name."""

    base: Name | None = Field(None, description="name of one of the game's policies to start from")
    file: Name | None = Field(
        None,
        description="name of a policy file made by `simkit tune`, beside the scenario file, to start from",
    )
    weights: dict[str, Weight] = Field(
        {}, description="finite numbers by feature name, such as {steps = 1.5}"
    )
    temperature: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] | None = Field(
        None, description="a number of at least 0 (0: always the best move), in units of the move values"
    )
    playouts: Annotated[int, Field(ge=0, le=MAX_PLAYOUTS), AfterValidator(_enough)] | None = Field(
        None,
        description=f"a whole number from {LEAST_PLAYOUTS} to {MAX_PLAYOUTS:,}: games played on per decision by a "
        "player that looks ahead (slow), 0 for one that does not",
    )
    ban: list[Name] = Field([], description="names of components that the policy does not take")
    plan: Annotated[str, Field(max_length=1000)] = Field(
        "", description="a sentence: what the policy tries to do"
    )


class Ladder(Strict):
    """Players of growing strength: does the finding hold as play gets better?"""

    rungs: Annotated[list[Name], Field(min_length=2, max_length=20)] = Field(
        description='names of policies from the weakest to the strongest, such as ["random", "greedy", "lookahead(8)"]'
    )
    lookahead_games: Annotated[int, Field(ge=1, le=MAX_GAMES)] | None = Field(
        None,
        description="a whole number: games of a rung that looks ahead against the one below, which are slow; alone, "
        "where all seats look ahead, it plays half as many (without it: as many as the others)",
    )


class ScenarioFile(Strict):
    """A study: one game, its table, rules and components, and the variants to compare."""

    title: Annotated[str, Field(min_length=1, max_length=300)] = Field(
        description="a line of text, the report's title"
    )
    question: Annotated[str, Field(max_length=2000)] = Field(
        "", description="the question that the study answers, in a sentence or two"
    )
    game: Name = Field(description="name of a game, see `simkit games`")
    games: Annotated[int, Field(ge=1, le=MAX_GAMES)] = Field(
        20_000,
        description=f"games per arm, a whole number from 1 to {MAX_GAMES:,}, rounded up to whole rotations",
    )
    precision: Annotated[float, Field(gt=0, lt=0.5, allow_inf_nan=False)] | None = Field(
        None,
        description="a number between 0 and 0.5: an arm stops when every seat's share is known to within it",
    )
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = Field(
        1, description="a whole number from 0 to 9,223,372,036,854,775,807"
    )
    margin: Annotated[float, Field(gt=0, lt=0.5, allow_inf_nan=False)] = Field(
        0.01, description="a number between 0 and 0.5: shares this close to equal count as balanced"
    )
    table: Table = Field(
        default_factory=lambda: Table.model_validate({}), description="a table: players, policies, rotate"
    )
    rules: dict[str, Any] = Field({}, description="a table of the game's rule switches by name")
    components: Components = Field(
        default_factory=lambda: Components.model_validate({}),
        description="a table of component values and layouts",
    )
    policies: dict[Name, OwnPolicy] = Field(
        {}, description="policies of your own, a table [policies.NAME] each"
    )
    variants: list[Variant] = Field([], description="variants, each a [[variants]] table")
    sweep: Sweep | None = Field(None, description="a table of numbers and switches to vary, and their design")
    ablation: Ablation | None = Field(None, description="a table: components that one seat may not take")
    luck: Luck | None = Field(None, description="a table: how to find what each source of chance explains")
    handicap: Handicap | None = Field(
        None, description="a table: replay (points of your own stand in table.handicap)"
    )
    ladder: Ladder | None = Field(None, description="a table [ladder] of players of growing strength")


_NESTED: dict[str, type[BaseModel]] = {
    "table": Table,
    "components": Components,
    "variants": Variant,
    "policies": OwnPolicy,
    "sweep": Sweep,
    "ablation": Ablation,
    "luck": Luck,
    "handicap": Handicap,
    "ladder": Ladder,
}


def nearest(name: str, known: Iterable[str]) -> str:
    """`` (did you mean 'x'?)`` where a known name resembles this one, else nothing."""
    close = difflib.get_close_matches(name.lower(), list(known), 1, 0.5)
    return f" (did you mean {close[0]!r}?)" if close else ""


def shown(value: Any, most: int = 80) -> str:
    """A value as a scenario file would write it, cut at so many characters."""
    text = _toml(value)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    return repr(value)


def plain(value: Any) -> Any:
    """A value with lists for tuples, as a file or JSON would give it."""
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file; InputError says what is wrong with it."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except OSError as error:
        raise InputError(f"{path}: the file cannot be read ({error.strerror})") from None
    if len(raw) > MAX_BYTES:
        raise InputError(f"{path}: the file has more than {MAX_BYTES:,} bytes, no scenario is that long")
    if not raw.strip():
        raise InputError(f"{path}: the file is empty; `simkit new GAME` writes one to start from")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: the file is not text (UTF-8)") from None
    if "\0" in text:
        raise InputError(f"{path}: the file is binary, not text")
    return _parsed(text, str(path))


def _parsed(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: not a TOML file: {error}") from None
    except RecursionError:
        raise InputError(f"{where}: not a TOML file: nested too deeply") from None


def override(data: dict[str, Any], settings: Sequence[str]) -> dict[str, Any]:
    """The file's data with ``KEY=VALUE`` settings put in (dotted keys, TOML values; a bare word is text)."""
    data = _copied(data)
    for setting in settings:
        key, equals, value = setting.partition("=")
        parts = [part.strip() for part in key.split(".")]
        if not equals or not all(parts):
            raise InputError(f"--set {setting}: KEY=VALUE is wanted, such as games=20000 or rules.x=true")
        if re.fullmatch(r"[A-Za-z_][\w:-]*", value.strip()) and value.strip() not in (
            "true",
            "false",
            "inf",
            "nan",
        ):
            parsed: Any = value.strip()
        else:
            parsed = _parsed(f"value = {value}", f"--set {setting}").get("value")
        where: Any = data
        for part in parts[:-1]:
            where = where.setdefault(part, {})
            if not isinstance(where, dict):
                raise InputError(f"--set {setting}: {part} is not a table in this scenario")
        where[parts[-1]] = parsed
    return data


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def check_keys(data: dict[str, Any], source: str) -> ScenarioFile:
    """The data as a checked model; InputError names file, key, value and what is allowed, a line for each fault."""
    try:
        return ScenarioFile.model_validate(data)
    except ValidationError as error:
        lines = dict.fromkeys(_line(fault["loc"], fault["type"], data) for fault in error.errors())
        raise InputError("\n".join(f"{source}: {line}" for line in lines)) from None


def _line(loc: tuple[int | str, ...], kind: str, data: Any) -> str:
    """One fault in words: walks down models and data as far as the place of the fault leads."""
    model: type[BaseModel] = ScenarioFile
    path = wanted = ""
    table = "a scenario"
    value = data
    for part in loc:
        if isinstance(part, int):
            path += f"[{part + 1}]"
        elif path == "policies" and isinstance(value, dict) and part in value:
            path = _join(path, part)
            table = f"[{path}]"
        else:
            field = model.model_fields.get(part)
            inside = path.startswith(("components.layouts", "sweep.rules", "sweep.components"))
            if field is None and kind == "extra_forbidden" and not inside:
                known = list(model.model_fields)
                return (
                    f"unknown key {_join(path, part)!r}{nearest(part, known)}; {table} has {', '.join(known)}"
                )
            if field is None and not (isinstance(value, dict) and part in value):
                break  # pydantic's own name for a member of a union, or a missing key's
            path = _join(path, part)
            wanted = (field.description or "") if field is not None else wanted
            if field is not None and part in _NESTED and model is ScenarioFile:
                model = _NESTED[part]
                table = f"[[{path}]]" if part == "variants" else f"[{path}]"
        if kind == "missing" and isinstance(value, dict) and part not in value:
            return f"{path} is missing: {wanted}"
        if isinstance(value, dict | list):
            value = value[part]  # type: ignore[index]
        if path.startswith("components.layouts["):
            break
    return f"{path} = {shown(value)} is not possible; wanted: {wanted}"


def _join(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part


def schema() -> dict[str, Any]:
    """The JSON schema of scenario files."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **ScenarioFile.model_json_schema()}
