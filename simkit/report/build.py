"""One call from a run folder to its report: the page, figures, tables and numbers.csv."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simkit import plan, results
from simkit.report import (
    sections_ablation,
    sections_components,
    sections_detail,
    sections_flow,
    sections_ladder,
    sections_layouts,
    sections_luck,
    sections_neighbours,
    sections_plan,
    sections_play,
    sections_players,
    sections_replay,
    sections_seats,
    sections_strategies,
    sections_sweep,
    sections_tail,
    sections_variants,
    style,
    words,
)
from simkit.report.answer import answer, answer_table, headline_lines
from simkit.report.blocks import Section
from simkit.report.compare import comparison, open_pair
from simkit.report.page import Page, render, write_tables
from simkit.report.study import Study, figures_folder, study_of, tables_folder


@dataclass(frozen=True)
class Report:
    """A report that was made: its page and the lines that sum it up."""

    page: Path
    headlines: Sequence[str]


def make_report(folder: Path | str) -> Report:
    """Make a run's report in its folder, replacing an older one. InputError where the folder holds no run."""
    run = results.open_run(folder)
    study = study_of(run)
    for older in (figures_folder(run.folder), tables_folder(run.folder)):
        shutil.rmtree(older)
    with style.look():
        page = page_of(study)
    return Report(write(page, run.folder), headline_lines(study))


def headline(folder: Path | str) -> list[str]:
    """The verdicts of a run, a line a setting."""
    return headline_lines(study_of(results.open_run(folder)))


def make_comparison(run_a: Path | str, run_b: Path | str, out: Path | str) -> Report:
    """Compare two runs of one game and write the page into ``out``.

    InputError where a folder holds no run, or the runs have no arm in common.
    """
    first, second = open_pair(run_a, run_b)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    with style.look():
        page, lines = comparison(first, second, folder)
    return Report(write(page, folder), lines)


def write(page: Page, folder: Path) -> Path:
    """Write tables, numbers.csv and the page itself; returns the page's path."""
    numbers = write_tables(page.tables, tables_folder(folder))
    (folder / "numbers.csv").write_text(numbers, encoding="utf-8")
    target = folder / "report.html"
    target.write_text(render(page), encoding="utf-8")
    return target


def page_of(study: Study) -> Page:
    """All sections of a run's page."""
    figures_folder(study.run.folder)
    manifest = study.manifest
    sections = [sections_plan.question(study), *(_results(study) if study.main else []), *_background(study)]
    game = study.game
    return Page(
        title=study.run.scenario.title,
        question=study.run.scenario.question,
        kicker=f"{game.title} · {game.edition} · {words.count(study.games)} games · simkit {manifest['simkit']}",
        answer=answer(study),
        sections=sections,
        footer=(
            f"Made by simkit {manifest['simkit']} from seed {manifest['seed']}; plan "
            f"{words.short_hash(manifest['scenario_sha256'])}, sources "
            f"{words.short_hash(manifest['source_sha256'])}. All numbers: numbers.csv and tables/*.csv "
            "beside this page."
        ),
        script=sections_play.SCRIPT,
        extra_tables=[answer_table(study)],
    )


def _results(study: Study) -> list[Section]:
    """What the games showed: first what the plan names, then what it does not."""
    planned: list[Section | None] = [
        sections_seats.seats(study),
        sections_replay.replays(study),
        sections_variants.variants(study),
        sections_plan.by_policy(study),
        sections_sweep.sweeps(study),
        sections_luck.luck(study),
        sections_ablation.ablations(study),
        sections_layouts.layouts(study),
        sections_ladder.ladder(study),
        sections_strategies.strategies(study) if plan.asks_styles(study.run.scenario) else None,
        sections_neighbours.neighbours(study) if plan.asks_neighbours(study.run.scenario) else None,
    ]
    exploratory: list[Section | None] = [
        *(sections_players.player_count(study, arm) for arm in study.main),
        None if plan.asks_neighbours(study.run.scenario) else sections_neighbours.neighbours(study),
        None if plan.asks_styles(study.run.scenario) else sections_strategies.strategies(study),
        sections_play.scores(study),
        sections_play.length(study),
        sections_play.ends(study),
        sections_flow.flow(study),
        sections_detail.actions(study),
        sections_detail.panel(study),
        sections_components.components(study),
        sections_components.rules_in_use(study),
        sections_tail.watch(study),
    ]
    return [*_headed(PLANNED, planned), *_headed(EXPLORED, exploratory)]


PLANNED = ("Results of the plan", "The comparisons that were fixed before the first game.")
EXPLORED = (
    sections_plan.EXPLORATORY,
    "Descriptions, and patterns that were looked for afterwards. Intervals are of one number each; of many "
    "numbers some stand out by chance. Confirm what matters on a new seed.",
)
BACKGROUND = ("Background", "What was played, by whom, how it was computed, and how to play it again.")


def _headed(heading: tuple[str, str], parts: Sequence[Section | None]) -> list[Section]:
    """The sections that there are, the first of them under the heading."""
    found = [part for part in parts if part is not None]
    if found:
        found[0].before = heading
    return found


def _background(study: Study) -> list[Section]:
    """What was played, by whom, and how it was computed."""
    return _headed(
        BACKGROUND,
        [
            sections_plan.rules(study),
            sections_plan.assumed(study),
            sections_plan.players(study),
            sections_tail.limits(study),
            sections_tail.methods(study),
            sections_tail.reproduce(study),
            sections_tail.glossary(study),
        ],
    )
