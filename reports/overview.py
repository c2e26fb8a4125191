"""One page over all published studies, each number taken from their tables: what a designer reads in five minutes."""

import json
import tomllib
from pathlib import Path
from typing import Any

from reports import designs
from reports.tables import Row, effect, of, share, table
from simkit.contract import GAMES
from simkit.report import words

HERE = Path(__file__).parent
ROOT = HERE.parent

INTRODUCTION = """# Findings

What the published studies found, game by game; each question links to its report. All numbers are taken from the
studies' tables, and `python -m reports.make` makes everything anew.

How to read it: **advantage** means that some seat's 95 % interval (of all seats at once) lies beyond the margin around
a fair share, **balanced** that all seats lie within it, **undecided** that more games are needed; the seat named is the
one farthest from fair, whose effect stands in percentage points of win share (pp). Whatever is named because it stands
out, a seat, a neighbour, a variant or a component, has the 95 % interval that holds for all it was picked from; other
intervals are of one number each. Seat 1 acts first in the first round.

Variants met the deals of the base: **changes no game** means that every single game ended as it did without. **Points
on top** were chosen from one set of games and tried on another. Of many **settings** the most even one is flattered by
having been picked. What it is **worth to be allowed to take** a component is what a seat loses that may not, while all
others may. What **explains** who wins is told in shares of the variance of one seat's result in one game; the noise of
the games may push a small share below 0.

Three caveats hold everywhere. The players are programs: an effect among greedy players need not be one among people,
and each game's ladder study says how it changes with skill. Boards and card lists that are not public are
reconstructions, named below each table. And an interval covers the luck of the games, not an error in a rule.
"""

MOST_POLICIES = 3
"""Players named; more are counted."""


def seats(study: Path) -> list[str]:
    """The verdict of each setting with the seat farthest from fair, by the interval of all seats at once."""
    return [
        f"{row['setting']}: **{row['verdict']}**, seat {row['seat']} {effect(*of(row, 'gap', 'gap_low', 'gap_high'))}"
        for row in table(study, "answer")
    ]


def layouts(study: Path) -> list[str]:
    """Seats on the average of the layouts, the farthest from fair, and where the next layout may lie."""
    found = []
    rows = table(study, "layouts")
    for setting in dict.fromkeys(row["setting"] for row in rows):
        own = [row for row in rows if row["setting"] == setting]
        far = max(own, key=lambda row: abs(float(row["mean"]) - 1 / len(own)))
        low, high = of(far, "next_low", "next_high")
        places = words.decimals(50 * (high - low))
        found.append(
            f"{setting}, {far['layouts']} random layouts: **{far['verdict']}**, seat {far['seat']} wins "
            f"{share(*of(far, 'mean', 'low', 'high'))}; on one more layout {words.number(100 * low, places)} to "
            f"{words.number(100 * high, places)} %"
        )
    return found


def variants(study: Path) -> list[str]:
    """For each variant the seat whose share it moves most, by the interval of all seats, variants and settings."""
    found = []
    rows, metrics = table(study, "variants"), table(study, "variant_metrics")
    for variant in dict.fromkeys(row["variant"] for row in rows):
        own = [row for row in rows if row["variant"] == variant]
        if all(idle(row) for row in [*own, *(row for row in metrics if row["variant"] == variant)]):
            found.append(f"{variant}: changes no game")
            continue
        if all(map(idle, own)):
            found.append(f"{variant}: changes no game's winner")
            continue
        row = max(own, key=lambda r: abs(float(r["difference"])))
        low, high = of(row, "all_low", "all_high")
        moves = "moves no seat beyond noise;" if low <= 0 <= high else "moves"
        moved = effect(float(row["difference"]), low, high)
        found.append(f"{variant}: {moves} seat {row['seat']} most ({row['setting']}), {moved}")
    return found


def idle(row: Row) -> bool:
    """Whether a difference is 0 in every single deal."""
    return of(row, "difference", "low", "high") == [0.0, 0.0, 0.0]


def plans(study: Path) -> list[str]:
    """What the one player wins that plays otherwise than the rest."""
    return [
        f"{words.plain(row['policy'])}: {effect(*of(row, 'gap', 'gap_low', 'gap_high'))} against an equal share "
        f"({row['setting']})"
        for row in table(study, "policy_shares")
        if row["focal"] == "true"
    ]


def styles(study: Path) -> list[str]:
    """The strongest style of each player count, what is not told apart from it, the weakest, and those dominated."""
    found = []
    rows, payoffs = table(study, "strategies"), table(study, "payoffs")
    for setting in dict.fromkeys(row["setting"] for row in rows):
        own = [row for row in rows if row["setting"] == setting]
        beaten = words.listed(words.plain(row["style"]) for row in own if row["dominated_by"])
        best, worst = own[0], own[-1]
        most, least = (share(*of(row, "share", "low", "high")) for row in (best, worst))
        met = [row for row in payoffs if (row["setting"], row["style"]) == (setting, best["style"])]
        level = words.listed(words.plain(row["against"]) for row in met if float(row["low"]) <= 0)
        found.append(
            f"{setting}: **{words.plain(best['style'])}** wins {most} of its seats"
            f"{f' (not told apart from {level})' if level else ''}, {words.plain(worst['style'])} {least}; dominated: "
            f"{beaten or 'none'}"
        )
    return found


def ladder(study: Path) -> list[str]:
    """The effect of the seat that is farthest from fair: its trend, and at the foot and at the top of the ladder."""
    found = []
    rows = table(study, "ladder")
    trends = {(row["setting"], row["seat"]): row["word"] for row in table(study, "ladder_trends")}
    for setting in dict.fromkeys(row["setting"] for row in rows):
        own = [row for row in rows if row["setting"] == setting]
        foot, top = own[0], own[-1]
        ends = [
            f"{effect(*of(row, 'gap', 'low', 'high'))} among “{words.plain(row['rung'])}”"
            for row in (foot, top)
        ]
        trend = trends.get((setting, top["seat"]))
        found.append(f"{setting}, seat {top['seat']}{f' ({trend})' if trend else ''}: {', '.join(ends)}")
    return found


def neighbours(study: Path) -> list[str]:
    """The neighbour that is worth most to a player, of each player count, by the interval of all places at once."""
    found = []
    for file in sorted(study.glob("tables/neighbours_*.csv")):
        row = max(table(study, file.stem), key=lambda r: abs(float(r["change"])))
        worth = effect(*of(row, "change", "all_low", "all_high"))
        found.append(f"{words.plain(row['neighbour'])} as {row['place']}: {worth} for a player")
    return found


KINDS = (
    ("fair_points", designs.handicap),
    ("sweep_points", designs.sweep),
    ("luck", designs.luck),
    ("ablation", designs.ablation),
    ("ladder", ladder),
    ("layouts", layouts),
)
"""What a study is about, by the first of these tables that it has."""


def findings(study: Path) -> list[str]:
    """The sentences on one study."""
    manifest = json.loads((study / "manifest.json").read_text())
    if "pool" in manifest["scenario_file"]["table"]:
        return styles(study)
    if manifest["scenario"]["rotate"] == "all" and (found := neighbours(study)):
        return found
    for name, tell in KINDS:
        if found := tell(study) if table(study, name) else []:
            return found
    if table(study, "variants"):
        return plans(study) or variants(study)
    return styles(study) or seats(study)


def who(manifest: dict[str, Any]) -> str:
    """The players at the table."""
    names = list(manifest["scenario"]["policies"])
    return ", ".join(map(words.plain, names)) if len(names) <= MOST_POLICIES else f"{len(names)} players"


def overview() -> str:
    """reports/README.md: a table a game, a row a study."""
    import simkit.games  # noqa: F401  (registers the games)

    lines = [INTRODUCTION]
    studies = sorted((file.parent for file in HERE.glob("*/*/manifest.json")), key=_order)
    for game in dict.fromkeys(study.parent.name for study in studies):
        own = [study for study in studies if study.parent.name == game]
        lines += [
            f"## {GAMES[game].title}",
            "",
            "| question | what was found | games | who played |",
            "|---|---|---|---|",
        ]
        for study in own:
            manifest = json.loads((study / "manifest.json").read_text())
            link = f"[{_title(study)}]({study.relative_to(HERE).as_posix()}/report.html)"
            said = "<br>".join(findings(study))
            lines.append(f"| {link} | {said} | {words.count(manifest['games'])} | {who(manifest)} |")
        lines += ["", f"{_assumed(own)} {rebuilding(own)}", ""]
    return "\n".join(lines)


def rebuilding(studies: list[Path]) -> str:
    """How long the games of a game's studies took to play, from their manifests."""
    manifests = [json.loads((study / "manifest.json").read_text()) for study in studies]
    seconds = sum(data["seconds"] + data["preparation_seconds"] for data in manifests)
    games = sum(data["games"] for data in manifests)
    workers = max(data["workers"] for data in manifests)
    return (
        f"Playing its {len(studies)} studies, {words.count(games)} games, took {seconds / 60:.0f} minutes with "
        f"{words.plural(workers, 'worker')}."
    )


def _order(study: Path) -> tuple[str, bool, str]:
    """Games by name, the question of the first seat first."""
    return study.parent.name, study.name != "first_seat", study.name


def _title(study: Path) -> str:
    scenario = ROOT / "scenarios" / study.parent.name / f"{study.name}.toml"
    title: str = tomllib.loads(scenario.read_text())["title"]
    rest = title.partition(": ")[2] or title
    return rest[0].upper() + rest[1:]


def _assumed(studies: list[Path]) -> str:
    """What of the game is a reconstruction."""
    names = dict.fromkeys(
        row["data"]
        for study in studies
        for row in table(study, "assumed")
        if row["provenance"] == "reconstruction"
    )
    return f"Reconstructed, not official: {words.listed(names)}." if names else "Nothing is reconstructed."
