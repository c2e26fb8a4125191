"""Games to watch, limits, methods, how to reproduce, glossary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
from markupsafe import Markup

from simkit.report import words
from simkit.report.answer import caveats
from simkit.report.blocks import Column, Prose, Section, Table, bullets, code, paragraph
from simkit.report.blocks import words as text
from simkit.report.methods import formulas
from simkit.report.study import Study, glossary_of
from simkit.stats.arm import WATCH_GAMES, games_to_watch

WHY = {
    "typical": "nearest to the medians of length, score, lead and lead changes",
    "closest": "smallest lead of the winner; among equals, most lead changes",
    "largest comeback": "the winner was once this far behind",
}


def scenario_name(study: Study) -> str:
    """The scenario file as the reader would name it on the command line."""
    source = Path(str(study.manifest.get("scenario_source") or "SCENARIO.toml"))
    return source.name if source.is_absolute() else source.as_posix()


def watch(study: Study) -> Section:
    """Three games with the commands that replay them."""
    part = Section("watch", "Three games to watch")
    arm = study.main[len(study.main) // 2] if study.main else None
    if arm is None:
        return part.add(paragraph("No game was finished."))
    picks = games_to_watch(arm.data.sums.watch)
    rows, commands = [], []
    for pick in picks:
        where = f"--arm {arm.data.arm.name} --deal {pick.deal} --rotation {pick.rotation}"
        command = f"simkit watch {scenario_name(study)} {where}"
        commands.append(f"# {pick.kind}\n{command}")
        rows.append(
            {
                "game": pick.kind,
                "why": WHY[pick.kind],
                "deal": pick.deal,
                "rotation": pick.rotation,
                **{
                    name: pick.values[name]
                    for name in ("rounds", "winning_score", "margin", "lead_changes", "comeback")
                },
                "command": command,
            }
        )
    columns = [
        text("game", "game"),
        text("why", "chosen because"),
        Column("rounds", lambda r: words.rough(r["rounds"])),
        Column("winning score", lambda r: words.rough(r["winning_score"])),
        Column("ahead by", lambda r: words.rough(r["margin"])),
        Column("lead changes", lambda r: words.rough(r["lead_changes"])),
        Column("once behind by", lambda r: words.rough(r["comeback"])),
    ]
    part.add(
        paragraph(
            f"From {words.count(min(arm.games, WATCH_GAMES))} games of {arm.label}. Each command tells its game "
            "move by move, with the same shuffles and choices:"
        ),
        Table("watch", "Typical, closest, largest comeback", pd.DataFrame(rows), columns),
        code("\n".join(commands)),
    )
    return part


def limits(study: Study) -> Section:
    """What this page cannot tell."""
    items = [
        *caveats(study),
        "An interval covers the luck of the games played, not an error in the rules as programmed or in "
        "the reading of them.",
        "Shares hold for this set of policies, rules and components together; change one and they may "
        "change.",
        "Only what stands under “Results of the plan” was planned. All else is exploratory: a pattern found "
        "there should be confirmed on a new seed.",
    ]
    warnings = [str(w) for w in study.manifest.get("warnings", [])]
    part = Section("limits", "Limits")
    part.add(bullets(list(dict.fromkeys(items))))
    if warnings:
        part.add(paragraph("Warnings of the run:"), bullets(warnings))
    return part


def methods(study: Study) -> Section:
    """The formulas that were used, and the versions that computed them."""
    part = Section("methods", "Methods")
    for heading, body in formulas(study):
        part.add(Prose(Markup("<p><b>{}.</b> {}</p>").format(heading, body)))
    return part


def reproduce(study: Study) -> Section:
    """Command, scenario, hashes, seed, versions, speed."""
    manifest = study.manifest
    part = Section("reproduce", "Reproduce")
    overrides = " ".join(f"--set {item}" for item in manifest.get("overrides", []))
    part.add(
        code(f"simkit run {scenario_name(study)} {overrides}".rstrip()),
        paragraph(
            "gives the same games, row by row, on any number of threads; then simkit report makes this "
            "page anew with the same numbers.csv."
        ),
        Table(
            "reproduce",
            "What was run",
            pd.DataFrame(_facts(study)),
            [text("what", "what"), text("value", "value")],
        ),
        paragraph("The scenario as played, with every default filled in:"),
        Prose(
            Markup("<details><summary>Resolved scenario (JSON)</summary><pre>{}</pre></details>").format(
                _brief(manifest["scenario"])
            )
        ),
    )
    given = manifest.get("scenario_file")
    if given:
        part.add(paragraph("The scenario file:"), code(toml_text(given)))
    return part


def _brief(record: Any) -> str:
    """The record without what follows from the rest."""
    slim = {key: value for key, value in record.items() if key not in ("arms", "designs")}
    return json.dumps(slim, indent=1, ensure_ascii=False, sort_keys=True, default=str)


def _facts(study: Study) -> list[dict[str, str]]:
    m = study.manifest
    machine = m.get("machine", {})
    pairs: list[tuple[str, Any]] = [
        ("seed", m.get("seed")),
        ("games", words.count(study.games)),
        ("hash of the resolved scenario", m.get("scenario_sha256")),
        ("hash of core and game sources", m.get("source_sha256")),
        ("hash of the package", m.get("package_sha256")),
        *((f"hash of {name}", value) for name, value in dict(m.get("components_sha256", {})).items()),
        ("simkit", m.get("simkit")),
        (
            "libraries",
            ", ".join(f"{name} {version}" for name, version in dict(m.get("libraries", {})).items()),
        ),
        ("machine", ", ".join(f"{value}" for value in dict(machine).values())),
        ("threads", m.get("workers")),
        ("wall time", words.seconds(float(m.get("seconds") or 0.0))),
        ("speed", f"{words.count(float(m.get('games_per_second') or 0.0))} games a second"),
    ]
    return [{"what": name, "value": str(value)} for name, value in pairs if value not in (None, "")]


def toml_text(data: Any, prefix: str = "") -> str:
    """A scenario file's data as TOML again."""
    simple = {k: v for k, v in data.items() if not isinstance(v, dict) and not _is_tables(v)}
    lines = [f"{key} = {_toml_value(value)}" for key, value in simple.items()]
    for key, value in data.items():
        if isinstance(value, dict):
            body = toml_text(value, f"{prefix}{key}.")
            nested_only = value and all(isinstance(v, dict) for v in value.values())
            lines += ["", body] if nested_only else ["", f"[{prefix}{key}]", body]
        elif _is_tables(value):
            for item in value:
                lines += ["", f"[[{prefix}{key}]]", _flat(item)]
    return "\n".join(lines).strip()


def _is_tables(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, dict) for item in value)
        and any("name" in item for item in value)
    )


def _flat(item: Any, prefix: str = "") -> str:
    lines = []
    for key, value in item.items():
        if isinstance(value, dict):
            lines.append(_flat(value, f"{prefix}{key}."))
        else:
            lines.append(f"{prefix}{key} = {_toml_value(value)}")
    return "\n".join(lines)


def _toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(_toml_value(item) for item in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k} = {_toml_value(v)}" for k, v in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def glossary(study: Study) -> Section:
    """Every column of the result tables."""
    rows = [
        {"column": c.name, "table": table, "unit": c.unit, "sentence": words.sentence(c.sentence)}
        for table, c in glossary_of(study.run)
    ]
    columns = [
        text("column", "column"),
        text("table", "in table"),
        text("unit", "unit"),
        text("sentence", "meaning"),
    ]
    part = Section("glossary", "Glossary", new_page=True)
    part.add(
        paragraph(
            "The columns of the run folder's Parquet tables; all numbers on this page are computed from "
            "them. A deal is one shuffle of everything that is random; its rotations seat the policies "
            "differently. A policy is a program that plays. An arm is one combination of players, layout "
            "and rules."
        ),
        Table("glossary", "Columns of the results", pd.DataFrame(rows), columns),
    )
    return part
