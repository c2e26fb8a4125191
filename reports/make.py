"""Make the published studies anew: `python -m reports.make [GAME | GAME/STUDY ...]` (default: all of STUDIES).

Each study is played into runs/ (or resumed there) by `simkit run`; its page, figures, tables and manifest are copied
to reports/GAME/STUDY, and reports/README.md is written from their tables. The games themselves are not published: the
manifest names what reproduces them.
"""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

from reports.overview import overview, rebuilding

HERE = Path(__file__).parent
ROOT = HERE.parent

GAMES = ("mare_balticum", "maori", "mangrovia", "maldivia", "kaivai")

STUDIES = {
    game: sorted(
        (file.stem for file in (ROOT / "scenarios" / game).glob("*.toml")),
        key=lambda name: (name != "first_seat", name == "ladder", name),
    )
    for game in GAMES
}
"""Every scenario of each game: its headline first, its slow ladder last."""

PUBLISHED = ("report.html", "numbers.csv", "figures", "tables")
"""Copied; of figures the PNG files, since the page holds the SVG, and of the manifest all but the list of parts."""


def make(study: str) -> float:
    """Play one study and publish it; returns the seconds it took."""
    began = time.perf_counter()
    run = ROOT / "runs" / study
    page = run / "report.html"
    page.unlink(missing_ok=True)  # a run that is there is reported anew, by the code as it stands
    command = [sys.executable, "-m", "simkit", "run", f"scenarios/{study}.toml", "-o", str(run)]
    subprocess.run(command, check=True, cwd=ROOT)
    target = HERE / study
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in PUBLISHED:
        source = run / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("*.svg"))
        else:
            shutil.copy2(source, target / name)
    manifest = json.loads((run / "manifest.json").read_text())
    del manifest["done"]
    (target / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
    return time.perf_counter() - began


def chosen(names: list[str]) -> list[str]:
    """Studies as GAME/STUDY, a game's name standing for all of its own. SystemExit for one that is not there."""
    every = {game: [f"{game}/{study}" for study in studies] for game, studies in STUDIES.items()}
    known = {study for studies in every.values() for study in studies}
    for name in names:
        if name not in every and name not in known:
            sys.exit(f"there is no study {name}; there are {', '.join(every)} and {', '.join(sorted(known))}")
    return [study for name in names for study in every.get(name, [name])]


def main() -> None:
    wanted = chosen(sys.argv[1:] or list(STUDIES))
    seconds: dict[str, float] = {}
    for study in wanted:
        took = make(study)
        game = study.partition("/")[0]
        seconds[game] = seconds.get(game, 0.0) + took
        print(f"{study}: {took:.0f} s", flush=True)
        (HERE / "README.md").write_text(overview())
    for game, took in seconds.items():
        print(f"{game}: {took / 60:.1f} minutes here, reports included.", end=" ")
        print(rebuilding([file.parent for file in sorted(HERE.glob(f"{game}/*/manifest.json"))]))


if __name__ == "__main__":
    main()
