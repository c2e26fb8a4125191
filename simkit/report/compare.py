"""Two runs side by side: paired deal by deal where both played the same deals, as two samples elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from simkit import results
from simkit.errors import InputError
from simkit.report import figures, words
from simkit.report.blocks import Column, Section, Table, bullets, paragraph
from simkit.report.blocks import words as text
from simkit.report.collect import ArmData, collect_arm, stalled_deals_of
from simkit.report.findings import ArmFinding, VariantFinding, arm_finding, pair_estimates
from simkit.report.page import Answer, AnswerLine, Page
from simkit.report.sections_variants import metrics_table, variant_table
from simkit.stats.aggregate import change_word, unpaired
from simkit.stats.paired import PairedResult, paired

BADGES = {"changed": "advantage", "unchanged": "balanced", "undecided": "undecided"}


@dataclass(frozen=True)
class Match:
    """An arm that both runs hold: the difference B minus A and each run's own verdict."""

    label: str
    found: VariantFinding
    same_deals: bool
    word: str
    first: ArmFinding | None
    second: ArmFinding | None


def matches(run_a: Any, run_b: Any, margin: float) -> list[Match]:
    """The arms with the same players, layout and variant in both runs. InputError where there is none."""
    others = {(arm.players, arm.layout, arm.variant): arm for arm in run_b.scenario.table_arms}
    same_seed = run_a.scenario.seed == run_b.scenario.seed
    found = []
    for arm in run_a.scenario.table_arms:
        other = others.get((arm.players, arm.layout, arm.variant))
        if other is not None:
            same = same_seed and arm.rotations == other.rotations
            match = _match(run_a, arm, run_b, other, same, margin)
            if match is not None:
                found.append(match)
    if not found:
        raise InputError(
            f"{run_a.folder} and {run_b.folder} have no arm in common: none with the same players, layout "
            "and variant"
        )
    return found


def _match(run_a: Any, arm: Any, run_b: Any, other: Any, same: bool, margin: float) -> Match | None:
    bad_a, bad_b = stalled_deals_of(run_a, [arm]), stalled_deals_of(run_b, [other])
    common = min(len(bad_a), len(bad_b))
    if same:
        either = bad_a[:common] | bad_b[:common]
        bad_a[:common] = bad_b[:common] = either
    a = collect_arm(run_a, arm, "shares", bad_a, paired=same)
    b = collect_arm(run_b, other, "shares", bad_b, paired=same)
    if min(a.sums.shares.n, b.sums.shares.n) < 2:
        return None
    shares, metrics = _differences(a, b, int((~bad_a[:common]).sum()) if same else 0)
    label = f"{arm.players} players, layout {arm.layout}" + (
        "" if arm.variant == "base" else f", {arm.variant}"
    )
    found = VariantFinding(
        label, "B minus A", shares.deals, pair_estimates(shares), pair_estimates(metrics), shares, metrics
    )
    own = (arm_finding(a, margin, layouts=True), arm_finding(b, margin, layouts=True))
    return Match(label, found, same, change_word(shares, margin), *own)


def _differences(a: ArmData, b: ArmData, pairs: int) -> tuple[PairedResult, PairedResult]:
    """Of the seats' shares and of the game metrics: paired over so many deals, or as two samples (0 pairs)."""
    if pairs:
        return (
            paired(b.sums.paired_shares[:pairs], a.sums.paired_shares[:pairs]),
            paired(b.sums.paired_metrics[:pairs], a.sums.paired_metrics[:pairs]),
        )
    return (
        unpaired(b.sums.shares.moments, a.sums.shares.moments),
        unpaired(b.sums.metrics.moments, a.sums.metrics.moments),
    )


def comparison(run_a: Any, run_b: Any, out: Path) -> tuple[Page, list[str]]:
    """The page that compares two runs, and the lines that sum it up."""
    margin = float(run_a.scenario.margin)
    found = matches(run_a, run_b, margin)
    items = [match.found for match in found]
    folder = out / "figures"
    folder.mkdir(parents=True, exist_ok=True)
    seats = Section("seats", "Seats: B minus A").add(
        paragraph(_how(found)),
        figures.variants(items, margin, folder, ("A", "B")),
        variant_table(items, items, ("A", "B"), "all seats at once"),
        _verdict_table(found),
    )
    play = Section("play", "Length, scores, closeness").add(metrics_table(items, items, ("A", "B")))
    differ = Section("differences", "What differs between the runs").add(_settings(run_a, run_b))
    lines = [_line(match) for match in found]
    title = f"{run_b.scenario.title} against {run_a.scenario.title}"
    if run_a.scenario.title == run_b.scenario.title:
        title = f"{run_a.scenario.title}: two runs"
    page = Page(
        title=title,
        question=f"A: {words.sentence(run_a.scenario.title)} B: {words.sentence(run_b.scenario.title)}",
        kicker=f"{run_a.game.title} · {run_a.game.edition} · comparison of two runs",
        answer=Answer(lines[:6], [_how(found), *_unmatched(run_a, run_b)]),
        sections=[seats, play, differ, _limits()],
        footer=(
            f"A: plan {words.short_hash(run_a.manifest.data['scenario_sha256'])}, "
            f"B: plan {words.short_hash(run_b.manifest.data['scenario_sha256'])}. "
            "All numbers: numbers.csv and tables/*.csv beside this page."
        ),
    )
    return page, [f"{line.setting}: {line.words} {line.effect}" for line in lines]


def _how(found: list[Match]) -> str:
    count = sum(match.same_deals for match in found)
    if count == len(found):
        return (
            "Both runs played the same deals (same seed and seatings), so the differences are taken deal by "
            "deal: the luck "
            "that both share drops out."
        )
    if count == 0:
        return "The runs played different deals, so they are compared as two independent samples."
    return f"{count} of {len(found)} settings were played on the same deals and are compared deal by deal."


def _line(match: Match) -> AnswerLine:
    item = match.found
    seat = int(np.argmax([abs(e.value) for e in item.seats]))
    change = item.seats[seat].value
    low, high = (float(x) for x in item.result.simultaneous[seat])
    sentences = {
        "changed": "B changes who wins by more than the margin.",
        "unchanged": "No seat's share differs by more than the margin.",
        "undecided": "Whether a share differs by more than the margin is not decided.",
    }
    effect = (
        f"Largest change: seat {seat + 1} by {words.points(change, (high - low) / 2)} "
        f"(95 % interval for all seats at once {words.points_interval(low, high)}), "
        f"{words.plural(item.pairs, 'deal')}."
    )
    return AnswerLine(BADGES[match.word], match.word.upper(), match.label, sentences[match.word], effect)


def _unmatched(run_a: Any, run_b: Any) -> Iterator[str]:
    def key(arm: Any) -> tuple[Any, ...]:
        return arm.players, arm.layout, arm.variant

    for run, other, name in ((run_a, run_b, "A"), (run_b, run_a, "B")):
        there = {key(arm) for arm in other.scenario.table_arms}
        only = [arm.name for arm in run.scenario.table_arms if key(arm) not in there]
        if only:
            yield f"Only in {name}: {words.listed(only[:8])}{' and others' if len(only) > 8 else ''}."


def _verdict_table(found: list[Match]) -> Table:
    rows = []
    for match in found:
        for name, own in (("A", match.first), ("B", match.second)):
            if own is not None:
                seat = own.extreme
                row: dict[str, Any] = {"setting": match.label, "run": name, "verdict": own.verdict}
                row |= {
                    "seat": seat.seat + 1,
                    "gap": seat.gap.value,
                    "low": seat.picked.low,
                    "high": seat.picked.high,
                }
                rows.append(row | {"games": own.games})
    columns = [
        text("run", "run"),
        text("verdict", "verdict"),
        Column("farthest seat", lambda r: str(r["seat"])),
        Column("against fair", lambda r: words.points(r["gap"], words.half_width(r))),
        Column("95 %, all seats at once", lambda r: words.points_interval(r["low"], r["high"])),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table("verdicts", "Verdict on each run by itself", pd.DataFrame(rows), columns, group="setting")


def _settings(run_a: Any, run_b: Any) -> Table:
    """Every key of the resolved scenarios, and of the software, that differs."""
    rows = []
    common = {arm.name for arm in run_a.arms} & {arm.name for arm in run_b.arms}
    for a, b in ((_scenario(run_a, common), _scenario(run_b, common)), (_software(run_a), _software(run_b))):
        first, second = dict(_flat(a, "")), dict(_flat(b, ""))
        for key in dict.fromkeys([*first, *second]):
            if first.get(key) != second.get(key):
                rows.append({"key": key, "a": first.get(key, words.NONE), "b": second.get(key, words.NONE)})
    if not rows:
        rows.append({"key": "nothing", "a": words.NONE, "b": words.NONE})
    columns = [text("key", "key"), text("a", "A"), text("b", "B")]
    return Table("settings", "Settings and software that differ", pd.DataFrame(rows), columns)


def _scenario(run: Any, common: set[str]) -> dict[str, Any]:
    """The resolved scenario without the arms that only one run has."""
    record = dict(run.manifest.data["scenario"])
    record["arms"] = [arm for arm in record.get("arms", []) if arm["name"] in common]
    return record


def _software(run: Any) -> dict[str, Any]:
    data = run.manifest.data
    keys = ("simkit", "source_sha256", "components_sha256", "libraries", "games", "title")
    return {key: data[key] for key in keys if key in data}


def _flat(record: Any, prefix: str) -> Iterator[tuple[str, str]]:
    """Nested settings as dotted keys; lists of named things by their names."""
    if isinstance(record, Mapping):
        for key, value in record.items():
            yield from _flat(value, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(record, list) and record and all(isinstance(x, Mapping) and "name" in x for x in record):
        for item in record:
            rest = {key: value for key, value in item.items() if key not in ("name", "seating", "index")}
            yield from _flat(rest, f"{prefix}.{item['name']}")
    else:
        yield prefix, str(record)


def _limits() -> Section:
    return Section("limits", "Limits").add(
        bullets(
            [
                "A difference is caused by all that differs between the runs together, which the last table "
                "lists.",
                "Where different versions of the software or of the rules played, the difference may be "
                "theirs.",
                "The players are programs; what changes for them may change less or more for people.",
            ]
        )
    )


def open_pair(run_a: Path | str, run_b: Path | str) -> tuple[Any, Any]:
    """Both runs; InputError where one is none or they are of different games."""
    first, second = results.open_run(run_a), results.open_run(run_b)
    if first.game.name != second.game.name:
        raise InputError(
            f"{run_a} is of {first.game.title}, {run_b} of {second.game.title}: only runs of one game compare"
        )
    return first, second
