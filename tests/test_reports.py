"""Published studies: their overview is made from their own reports, and what they print stands in their tables."""

import csv
import json
import re
import runpy
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent / "reports"
STUDIES = sorted(file.parent for file in HERE.glob("*/*/manifest.json"))


def test_the_overview_is_what_the_studies_say() -> None:
    overview = runpy.run_path(str(HERE / "make.py"))["overview"]
    assert STUDIES
    assert (HERE / "README.md").read_text() == overview()


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: f"{study.parent.name}/{study.name}")
def test_a_published_study_is_complete_and_its_numbers_stand_in_its_tables(study: Path) -> None:
    manifest = json.loads((study / "manifest.json").read_text())
    assert manifest["status"] == "complete"
    assert (study / "report.html").exists()
    figures = {file.suffix for file in (study / "figures").iterdir()}
    assert figures == {".png", ".svg"}
    with (study / "numbers.csv").open() as file:
        text = " ".join(" ".join(row) for row in csv.reader(file))
    printed = re.findall(r"wins (\d+\.\d+) %", (study / "headline.txt").read_text())
    known = [float(number) for number in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", text)]
    for number in printed:
        places = len(number.split(".")[1])
        assert any(abs(100 * value - float(number)) <= 0.51 * 10**-places for value in known), number
    assert sum(file.stat().st_size for file in study.rglob("*") if file.is_file()) < 3 * 2**20
