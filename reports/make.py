"""Make the published studies anew: `python -m reports.make [GAME/STUDY ...]` (default: all that lie here).

Each study is played into runs/ (or resumed there) by `simkit run`; its page, figures, tables and manifest are copied
to reports/GAME/STUDY. The games themselves are not published: the manifest names what reproduces them.
"""

import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
INTRODUCTION = """# Findings

What the published studies say, in the words of their reports; each links to its page, and `python -m reports.make`
makes them anew. Three answers are possible: an **advantage** is larger than the margin, **balanced** means within the
margin, **undecided** that more games are needed (README: how to read a verdict).

Read them with these caveats. The players are programs that look one move far: a seat effect of greedy players need not
be one of people. Boards and card lists that are not public are reconstructions; where a study has several layouts, its
report says what depends on them. "Seats 1, 2 ..." count in the order of the first round.
"""

PUBLISHED = ("report.html", "numbers.csv", "manifest.json", "figures", "tables")


def make(study: str) -> float:
    """Play one study and publish it; returns the seconds it took."""
    began = time.perf_counter()
    run = ROOT / "runs" / study
    command = [sys.executable, "-m", "simkit", "run", f"scenarios/{study}.toml", "-o", str(run)]
    subprocess.run(command, check=True, cwd=ROOT)
    target = HERE / study
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in PUBLISHED:
        source = run / name
        if source.is_dir():
            shutil.copytree(source, target / name)
        else:
            shutil.copy2(source, target / name)
    from simkit.report.build import headline

    (target / "headline.txt").write_text("\n".join(headline(run)) + "\n")
    return time.perf_counter() - began


def overview() -> str:
    """reports/README.md: every published study with its question and the verdicts of its report."""
    from simkit.contract import GAMES

    lines = [INTRODUCTION]
    game = ""
    for file in sorted(HERE.glob("*/*/headline.txt")):
        study = str(file.parent.relative_to(HERE))
        scenario = tomllib.loads((ROOT / "scenarios" / f"{study}.toml").read_text())
        if scenario["game"] != game:
            game = scenario["game"]
            lines += [f"## {GAMES[game].title}", ""]
        lines += [f"### [{scenario['title']}]({study}/report.html)", "", scenario["question"], ""]
        lines += [f"- {line}" for line in file.read_text().splitlines()]
        lines += [""]
    return "\n".join(lines)


def main() -> None:
    here = sorted(str(file.parent.relative_to(HERE)) for file in HERE.glob("*/*/manifest.json"))
    for study in sys.argv[1:] or here:
        print(f"{study}: {make(study):.0f} s", flush=True)
    (HERE / "README.md").write_text(overview())


if __name__ == "__main__":
    main()
