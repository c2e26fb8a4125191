"""Published studies: their overview is made from their tables, and what it prints stands there."""

import csv
import json
import re
from pathlib import Path

import pytest

from reports.make import STUDIES
from reports.overview import findings, overview

HERE = Path(__file__).parent.parent / "reports"
SCENARIOS = HERE.parent / "scenarios"
FOLDERS = sorted(file.parent for file in HERE.glob("*/*/manifest.json"))
NAMES = [f"{folder.parent.name}/{folder.name}" for folder in FOLDERS]


def test_the_overview_is_what_the_studies_say() -> None:
    assert FOLDERS
    assert (HERE / "README.md").read_text() == overview()


def test_every_game_has_its_studies_and_what_is_published_can_be_made_anew() -> None:
    assert set(STUDIES) == {folder.name for folder in SCENARIOS.iterdir()}
    assert all(len(studies) >= 3 and studies[0] == "first_seat" for studies in STUDIES.values())
    assert set(NAMES) <= {f"{game}/{study}" for game, studies in STUDIES.items() for study in studies}


def test_a_pool_is_told_by_its_styles_though_its_orders_show_neighbours_too() -> None:
    pools = [study for study in FOLDERS if study.name == "styles"]
    assert pools
    assert all(" of its seats" in findings(study)[0] for study in pools)


@pytest.mark.parametrize("study", FOLDERS, ids=NAMES)
def test_a_published_study_is_complete_and_the_overviews_numbers_stand_in_its_tables(study: Path) -> None:
    manifest = json.loads((study / "manifest.json").read_text())
    assert manifest["status"] == "complete"
    assert (study / "report.html").exists()
    assert {file.suffix for file in (study / "figures").iterdir()} == {".png"}
    with (study / "numbers.csv").open() as file:
        known = [float(row["value"]) for row in csv.DictReader(file) if row["value"]]
    said = " ".join(findings(study)).replace("\N{MINUS SIGN}", "-")
    printed = re.findall(r"[+-]?\d+\.\d+", said)
    assert printed
    for number in printed:
        places = len(number.split(".")[1])
        assert any(abs(100 * value - float(number)) <= 0.51 * 10**-places for value in known), number
    assert sum(file.stat().st_size for file in study.rglob("*") if file.is_file()) < 3 * 2**20
