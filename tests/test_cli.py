"""The command line: each command, each exit code, and one clear message for each mistake."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simkit import cli
from simkit.results import open_run
from simkit.scenario import load
from tests import toy  # noqa: F401  (registers the game)

ROOT = Path(__file__).parent.parent
STUDY = """
title = "A race"
question = "Is the first seat favoured?"
game = "toy"
games = 400
[table]
players = [2, 3]
[[variants]]
name = "strict"
rules.equal_turns = false
"""

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A scenario file in an empty working folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


@pytest.fixture
def simkit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command in this process: exit code, standard output, standard error. The report is a stand-in."""

    def command(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["simkit", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    def made(folder: Path, *more: Path) -> Any:
        page = (more[-1] if more else folder) / "report.html"
        page.parent.mkdir(exist_ok=True, parents=True)
        page.write_text("a report")
        return SimpleNamespace(page=page, headlines=("2 players: balanced",))

    writer = SimpleNamespace(make_report=made, make_comparison=made)
    monkeypatch.setattr(cli, "_builder", lambda: writer)
    return command


def test_run_plays_reports_and_prints_the_verdict(simkit: Command, study: Path) -> None:
    code, out, err = simkit("run", study)
    assert code == 0
    assert out.startswith("Plan ")
    assert out.index("stop rule") < out.index("complete, 1,600 games")
    assert f"report: {Path('runs/toy/study/report.html')}" in out
    assert "2 players: balanced" in out
    assert "games/s" in err
    assert open_run("runs/toy/study").complete


def test_run_again_says_complete_and_plays_nothing(simkit: Command, study: Path) -> None:
    simkit("run", study, "-o", "there")
    before = Path("there/report.html").stat().st_mtime_ns
    code, out, err = simkit("run", study, "-o", "there")
    assert code == 0
    assert "complete" in out
    assert "games/s" not in err
    assert Path("there/report.html").stat().st_mtime_ns == before


def test_settings_and_workers_reach_the_run(simkit: Command, study: Path) -> None:
    code, out, _ = simkit(
        "run", study, "--set", "games=10", "--set", "table.players=2", "--workers", 1, "-o", "r"
    )
    assert code == 0
    assert "complete, 20 games" in out
    assert open_run("r").manifest.data["workers"] == 1


def test_an_arm_that_stopped_early_is_named(simkit: Command, study: Path) -> None:
    code, out, _ = simkit("run", study, "--set", "games=9000", "--set", "precision=0.02")
    assert code == 0
    assert (
        "p2-A-base: precision reached after 4,000 games" in out
        or "p2-A-base: precision reached after 2,000" in out
    )


def test_report_and_compare_call_the_writer(simkit: Command, study: Path) -> None:
    simkit("run", study, "-o", "a")
    simkit("run", study, "-o", "b", "--set", "seed=2")
    assert simkit("report", "a")[0] == 0
    code, out, _ = simkit("compare", "a", "b")
    assert code == 0
    assert str(Path("runs/a-and-b/report.html")) in out


def test_watch_tells_a_game(simkit: Command, study: Path) -> None:
    code, out, _ = simkit("watch", study, "--arm", "p3-A-strict", "--deal", 5, "--rotation", 0)
    assert code == 0
    assert out.startswith("Toy race, arm p3-A-strict, deal 5, rotation 0")
    assert "wins" in out


def test_check_shows_arms_rules_and_what_is_needed(simkit: Command, study: Path) -> None:
    code, out, _ = simkit("check", study)
    assert code == 0
    for words in (
        "p3-A-strict",
        "rules.equal_turns = false",
        "games show that a fair table",
        "room on disk",
        "time:",
    ):
        assert words in out
    assert not Path("runs").exists()


def test_a_thousand_million_games_without_room_are_a_warning(
    simkit: Command, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**10, 9 * 10**9, 10**9))
    code, out, _ = simkit("check", study, "--set", "games=1_000_000_000")
    assert code == 0
    assert "warning: 4,000,000,000 games take about" in out
    assert "has 1.0 GB left" in out


def test_new_writes_a_scenario_that_can_be_played(simkit: Command, study: Path) -> None:
    code, out, _ = simkit("new", "toy")
    assert code == 0
    Path("mine.toml").write_text(out)
    assert load("mine.toml").game == "toy"
    everything = "\n".join(
        line.removeprefix("# ")
        for line in out.splitlines()[3:]
        if "layouts =" not in line and "A " not in line
    )
    assert "equal_turns = true" in everything
    assert simkit("new", "toy", "-o", "new.toml")[0] == 0
    assert Path("new.toml").read_text() == out
    code, _, err = simkit("new", "toy", "-o", "new.toml")
    assert (code, "exists already" in err) == (2, True)


def test_games_lists_games_and_shows_one(simkit: Command, study: Path) -> None:
    assert "Toy race" in simkit("games")[1]
    out = simkit("games", "toy")[1]
    for words in (
        "equal_turns",
        "false, true",
        "goal",
        "2 to 500",
        "reconstruction",
        "greedy",
        "how far a walk goes",
    ):
        assert words in out


def test_schema_is_json(simkit: Command, study: Path) -> None:
    assert json.loads(simkit("schema")[1])["properties"]["games"]["minimum"] == 1


@pytest.mark.parametrize("name", ["run", "report", "compare", "watch", "check", "new", "games", "schema"])
def test_every_command_explains_itself(name: str, simkit: Command) -> None:
    code, out, _ = simkit(name, "--help")
    assert code == 0
    assert "Usage" in out
    assert len(out.split("Options")[0].split("\n\n")[1]) > 30


BAD: list[tuple[list[str], str]] = [
    (["run", "none.toml"], "there is no such file"),
    (["check", "none.toml"], "there is no such file"),
    (["watch", "none.toml"], "there is no such file"),
    (["run", "study.toml", "--set", "gmaes=3"], "did you mean 'games'"),
    (["run", "study.toml", "--set", "games"], "KEY=VALUE"),
    (["run", "study.toml", "--set", "table.players=6"], "table.players = 6"),
    (["run", "study.toml", "--set", "components.goal=-1"], "goal = -1"),
    (["run", "study.toml", "--workers", "0"], "greater than or equal to 1"),
    (["run", "study.toml", "--workers", "many"], "--workers"),
    (["run", "study.toml", "-o", "study.toml"], "cannot be made"),
    (["run"], "Missing argument"),
    (["fly"], "No such command"),
    (["watch", "study.toml", "--arm", "p9"], "no arm 'p9'"),
    (["watch", "study.toml", "--deal", "-1"], "deal = -1"),
    (["watch", "study.toml", "--rotation", "4"], "rotation = 4"),
    (["report", "."], "not a run folder"),
    (["compare", ".", "."], "not a run folder"),
    (["new", "chess"], "no such game"),
    (["games", "chess"], "no such game"),
    (["new", "toy", "-o", "none/x.toml"], "cannot be written"),
]


@pytest.mark.parametrize(("words", "expected"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_a_mistake_is_one_message_and_exit_code_2_and_touches_nothing(
    words: list[str], expected: str, simkit: Command, study: Path
) -> None:
    code, out, err = simkit(*words)
    assert code == 2
    assert expected in err
    assert "Traceback" not in err
    assert not out
    assert [path.name for path in study.parent.iterdir()] == ["study.toml"]


def test_ctrl_c_exits_130_and_the_same_command_goes_on(study: Path) -> None:
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "tests.toy",
        "run",
        str(study),
        "-o",
        str(study.parent / "run"),
    ]
    command += ["--set", "games=3_000_000"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # a shell's background job ignores it
    )
    assert process.stderr is not None
    while "games/s" not in (line := process.stderr.readline()):
        assert line
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "goes on from there" in err
    kept = open_run(study.parent / "run")
    assert not kept.complete
    assert 0 < kept.manifest.data["games"] < 12_000_000
    assert not list(kept.folder.rglob("*.tmp"))
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert "going on after" in process.stderr.readline()
    process.kill()
    process.communicate()


def test_watch_why_tells_what_decided(simkit: Command, study: Path) -> None:
    code, plain, _ = simkit("watch", study)
    assert code == 0
    code, told, _ = simkit("watch", study, "--why")
    assert code == 0
    apart = re.compile(r"ahead of the next by \d+\.\d\d: .*steps [+]\d")
    assert not apart.search(plain)
    assert apart.search(told)


def test_tune_writes_a_policy_file_that_a_scenario_can_name(simkit: Command, study: Path) -> None:
    short = ("--generations", 2, "--reply", 1, "--games", 40)
    code, out, _ = simkit(
        "tune", study, "--arm", "p3-A-base", "--base", "greedy", *short, "--into", "mine.toml"
    )
    assert code == 0
    assert "against 2 x greedy" in out
    assert "policy file: mine.toml" in out
    again = simkit("tune", study, "--arm", "p3-A-base", "--base", "greedy", *short, "--into", "mine.toml")
    assert again[:2] == (0, out), "the search is kept in its folder, and is over"
    study.write_text(f'{STUDY}\n[policies.mine]\nfile = "mine.toml"\n')
    code, out, _ = simkit("check", study, "--set", 'table.policies=["mine"]')
    assert code == 0
    code, _, err = simkit("tune", study, "--base", "nobody")
    assert code == 2
    assert "has no policy 'nobody'" in err
    code, _, err = simkit("tune", study, "--base", "lookahead(8)")
    assert code == 2
    assert "does more than weigh its moves" in err


def test_check_says_what_looking_ahead_costs(simkit: Command, study: Path) -> None:
    code, out, _ = simkit("run", study, "--set", 'table.policies=["lookahead(4)"]', "--set", "games=8")
    assert code == 0
    code, out, _ = simkit("check", study, "--set", 'table.policies=["lookahead(4)"]')
    assert code == 0
    assert "lookahead(4): a decision takes about" in out
