"""Make the published studies anew: `python reports/make.py [GAME/STUDY ...]` (default: all that lie here).

Each study is played into runs/ (or resumed there) by `simkit run`; its page, figures, tables and manifest are copied
to reports/GAME/STUDY. The games themselves are not published: the manifest names what reproduces them.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
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
    return time.perf_counter() - began


def main() -> None:
    here = sorted(str(file.parent.relative_to(HERE)) for file in HERE.glob("*/*/manifest.json"))
    for study in sys.argv[1:] or here:
        print(f"{study}: {make(study):.0f} s", flush=True)


if __name__ == "__main__":
    main()
