"""What a page is made of: sections of figures, tables and paragraphs. Pure data; page.py turns it into HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
from markupsafe import Markup, escape

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Column:
    """A column as readers see it: ``show`` makes its cell from a row of the table's frame."""

    header: str
    show: Callable[[Row], str]
    hint: str = ""
    text: bool = False


@dataclass(frozen=True)
class Table:
    """A table: the frame goes to CSV in full precision, the columns to the page."""

    name: str
    title: str
    frame: pd.DataFrame
    columns: Sequence[Column] = ()
    note: str = ""
    kind: str = "table"
    group: str = ""
    wide: bool = False
    shown: int | None = None
    view: pd.DataFrame | None = None

    @property
    def page_rows(self) -> pd.DataFrame:
        """The rows that the page shows: those of ``view`` where it differs from the CSV, at most ``shown``."""
        return (self.frame if self.view is None else self.view)[: self.shown]

    @property
    def cells(self) -> list[list[str]]:
        """The cells as text, row by row."""
        rows = self.page_rows.to_dict("records")
        return [[column.show(row) for column in self.columns] for row in rows]

    @property
    def groups(self) -> list[str]:
        """The group heading of each row, where rows are grouped."""
        if not self.group:
            return [""] * len(self.page_rows)
        return [str(value) for value in self.page_rows[self.group]]


@dataclass(frozen=True)
class Picture:
    """A figure already drawn: its files beside the page, its SVG inside the page."""

    name: str
    title: str
    caption: str
    svg: str
    kind: str = "figure"
    width: int = 900


@dataclass(frozen=True)
class Prose:
    """A paragraph or other ready-made HTML."""

    html: Markup
    kind: str = "prose"


Block = Table | Picture | Prose


@dataclass
class Section:
    """A part of the page with an entry in the table of contents.

    before: heading (title, sentence) that stands above this and the sections that follow, up to the next heading.
    """

    id: str
    title: str
    blocks: list[Block] = field(default_factory=list)
    new_page: bool = False
    before: tuple[str, str] | None = None

    def add(self, *blocks: Block | None) -> Section:
        """Append blocks; None is left out."""
        self.blocks.extend(block for block in blocks if block is not None)
        return self


def paragraph(text: str) -> Prose:
    """A paragraph of plain text."""
    return Prose(Markup("<p>{}</p>").format(text))


def note(text: str) -> Prose:
    """A remark in smaller type."""
    return Prose(Markup('<p class="note">{}</p>').format(text))


def bullets(items: Sequence[str]) -> Prose:
    """A list of sentences."""
    lines = Markup("").join(Markup("<li>{}</li>").format(item) for item in items)
    return Prose(Markup("<ul>{}</ul>").format(lines))


def code(text: str) -> Prose:
    """A command or a file, as it is typed."""
    return Prose(Markup("<pre>{}</pre>").format(escape(text)))


def words(key: str, header: str, hint: str = "") -> Column:
    """A column of text taken as it is."""
    return Column(header, lambda row: str(row[key]), hint, text=True)
