"""The README's examples run as they stand."""

import re
import runpy
from pathlib import Path

import pytest

from simkit.scenario import load

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
TABLES = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with the scenarios beside it."""
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_is_an_example_of_each_way_to_bring_a_player() -> None:
    assert any("compiled_policy" in program for program in PROGRAMS)
    assert any("def __call__" in program for program in PROGRAMS)
    assert any("[policies.mine]" in table for table in TABLES)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_every_program_runs(number: int, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "example.py").write_text(PROGRAMS[number])
    runpy.run_path("example.py")
    assert capsys.readouterr().out


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_scenario_is_valid(number: int, folder: Path) -> None:
    text = TABLES[number]
    head = "" if "game " in text else 'title = "an example"\ngame = "mare_balticum"\n'
    if "players" not in text and "[policies.mine]" in text:
        text = text.replace("[table]", "[table]\nplayers = [4]")
    (folder / "study.toml").write_text(head + text)
    assert load("study.toml").arms
