"""Sections to one self-contained HTML page, and their tables to CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from simkit.report.blocks import Section, Table


@dataclass(frozen=True)
class AnswerLine:
    """One line of the answer box: the verdict on one setting."""

    kind: str
    badge: str
    setting: str
    words: str
    effect: str


@dataclass(frozen=True)
class Answer:
    """The box at the top: verdict lines, then who played and the caveats."""

    lines: Sequence[AnswerLine]
    facts: Sequence[Markup | str]


@dataclass(frozen=True)
class Page:
    """Everything a page shows."""

    title: str
    question: str
    kicker: str
    answer: Answer
    sections: Sequence[Section]
    footer: str
    script: str = ""
    extra_tables: Sequence[Table] = field(default_factory=tuple)

    @property
    def tables(self) -> list[Table]:
        """All tables, those only in CSV last."""
        shown = [block for part in self.sections for block in part.blocks if isinstance(block, Table)]
        return [*shown, *self.extra_tables]


def _template(name: str) -> str:
    return (files("simkit.report") / "templates" / name).read_text(encoding="utf-8")


def _data_uri(svg: str) -> Markup:
    """An SVG as the address of an image, fit for an attribute in double quotes."""
    for sign, code in (("%", "%25"), ("#", "%23"), ("\n", ""), ('"', "'")):
        svg = svg.replace(sign, code)
    return Markup(f"data:image/svg+xml,{svg}")


def render(page: Page) -> str:
    """The page as HTML that needs no other file."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=False)
    environment.filters["data_uri"] = _data_uri
    numbers: dict[str, int] = {}
    counts = {"table": 0, "figure": 0}
    for part in page.sections:
        for block in part.blocks:
            if block.kind in counts:
                counts[block.kind] += 1
                numbers[f"{block.kind}-{getattr(block, 'name', '')}"] = counts[block.kind]
    return environment.from_string(_template("report.html")).render(
        title=page.title,
        question=page.question,
        kicker=page.kicker,
        answer=page.answer,
        sections=page.sections,
        footer=page.footer,
        script=Markup(page.script),
        css=Markup(_template("report.css")),
        numbers=numbers,
    )


def _raw(value: Any) -> str:
    """A value in full precision, the same text on every machine."""
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, float | np.floating):
        return "" if np.isnan(value) else repr(float(f"{float(value):.12g}"))
    return "" if value is None else str(value)


def write_tables(tables: Sequence[Table], folder: Path) -> str:
    """Each table as CSV in ``folder``; all their numbers again in one long table, returned as text."""
    long = io.StringIO()
    everything = csv.writer(long, lineterminator="\n")
    everything.writerow(["table", "row", "column", "value"])
    for table in tables:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        names = [str(name) for name in table.frame.columns]
        writer.writerow(names)
        for number, row in enumerate(table.frame.itertuples(index=False, name=None)):
            cells = [_raw(value) for value in row]
            writer.writerow(cells)
            for name, cell, value in zip(names, cells, row, strict=True):
                if isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool):
                    everything.writerow([table.name, number, name, cell])
        (folder / f"{table.name}.csv").write_text(text.getvalue(), encoding="utf-8")
    return long.getvalue()
