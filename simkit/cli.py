"""The command line: parse, call, print. What the commands do is in the library."""

import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simkit.errors import InputError

if TYPE_CHECKING:
    from simkit.runner import Progress

app = typer.Typer(
    name="simkit",
    help="Play board games by the million and learn how well they are balanced. "
    "Start with `simkit games`, then `simkit new GAME`, `simkit check SCENARIO`, `simkit run SCENARIO`.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

ScenarioArgument = Annotated[
    Path, typer.Argument(metavar="SCENARIO", help="A scenario file (TOML); `simkit new GAME` writes one.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change a key of the scenario, such as games=20000 or components.amber=18. May be repeated.",
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--out",
        metavar="DIR",
        help="The run folder (default: runs/GAME/ and the scenario file's name).",
    ),
]
RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="A run folder, made by `simkit run`.")]


@app.command()
def run(
    scenario: ScenarioArgument,
    setting: SetOption = None,
    out: OutOption = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Games played at the same time (default: one a core)."),
    ] = None,
) -> None:
    """Play a scenario and write its report.

    Prints the plan, then shows progress, games per second, the time left, and the seat farthest from its fair share
    with a band that holds however often one looks. Broken off (Ctrl-C, a crash), the same command goes on where
    it stood; when all games are there it says so.
    """
    from simkit import plan
    from simkit.manifest import prepare_folder
    from simkit.runner import run as play_scenario
    from simkit.scenario import load

    found = load(scenario, setting or ())
    folder = out or Path("runs") / found.game / scenario.stem
    prepare_folder(folder)  # a folder that cannot be used is told before the plan
    _print(plan.lines(found))
    shown = _Bar()
    try:
        with shown:
            result = play_scenario(found, folder, workers, progress=shown, tell=_say)
    except KeyboardInterrupt:
        _say(f"interrupted; {folder} keeps what was played, and the same command goes on from there")
        raise typer.Exit(130) from None
    data = result.manifest.data
    typer.echo(f"{folder}: complete, {data['games']:,} games, {data['games_per_second']:,.0f} a second")
    for name, stop in data["stops"].items():
        if stop["reason"] == "precision":
            typer.echo(f"  {name}: precision reached after {stop['games']:,} games")
    page = folder / "report.html"
    if shown.games or not page.exists() or page.stat().st_mtime < (folder / "manifest.json").stat().st_mtime:
        _report(folder)
    else:
        typer.echo(f"report: {page}")


@app.command()
def tune(
    scenario: ScenarioArgument,
    arm: Annotated[str, typer.Option(metavar="NAME", help="Name of the arm (default: the first).")] = "",
    base: Annotated[
        str, typer.Option(metavar="POLICY", help="The player to begin with and to beat.")
    ] = "greedy",
    generations: Annotated[int, typer.Option(min=1, metavar="N", help="Generations of the search.")] = 100,
    reply: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Generations of the search for the best reply to the result."),
    ] = 40,
    games: Annotated[
        int, typer.Option(min=40, metavar="N", help="Games of each candidate in a generation.")
    ] = 400,
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The policy file to write: its table for this number of players is replaced, those for others stay "
            "(default: tuned.toml in the folder).",
        ),
    ] = None,
    setting: SetOption = None,
    out: OutOption = None,
) -> None:
    """Search for weights that beat a named player, then for the best reply to them, and write a policy file.

    Broken off, the same command goes on where it stood. The games are never those of a report. A scenario names the
    file with [policies.NAME] file = "FILE". Needs the package cma (pip install 'simkit[tune]').
    """
    from simkit.scenario import load
    from simkit.tune import Settings, Tuner
    from simkit.tuned import NAME

    found = load(scenario, setting or ())
    chosen = found.arm(arm or 0)
    folder = out or Path("runs") / found.game / f"{scenario.stem}-tuned-{chosen.name}"
    settings = Settings(generations=generations, reply_generations=reply, games=games)
    try:
        result = Tuner(found, chosen, settings, base=base).run(folder, _say_generation, into)
    except KeyboardInterrupt:
        _say(f"interrupted; {folder} keeps the search, and the same command goes on from there")
        raise typer.Exit(130) from None
    _print(result.told(chosen.players))
    typer.echo(f"policy file: {into or folder / NAME}")


@app.command()
def report(folder: RunArgument) -> None:
    """Make the report of a run anew: report.html with its figures and tables."""
    from simkit.results import open_run

    open_run(folder)
    _report(folder)


@app.command()
def compare(
    run_a: RunArgument,
    run_b: RunArgument,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="DIR", help="Where the comparison goes.")
    ] = None,
) -> None:
    """Set two runs side by side, game by game where both played the same deals."""
    from simkit.results import open_run

    first, second = open_run(run_a), open_run(run_b)
    if first.game.name != second.game.name:
        raise InputError(
            f"{run_a} holds {first.game.title} and {run_b} {second.game.title}: two games do not compare"
        )
    folder = out or Path("runs") / f"{run_a.resolve().name}-and-{run_b.resolve().name}"
    _made(_builder().make_comparison(run_a, run_b, folder))


@app.command()
def watch(
    scenario: ScenarioArgument,
    arm: Annotated[str, typer.Option(metavar="NAME", help="Name of the arm (default: the first).")] = "",
    deal: Annotated[int, typer.Option(metavar="N", help="Number of the deal, from 0.")] = 0,
    rotation: Annotated[int, typer.Option(metavar="R", help="Seating order of the deal, from 0.")] = 0,
    pictures: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also draw the board each round into this folder.")
    ] = None,
    why: Annotated[
        bool, typer.Option("--why", help="Also tell which moves each player liked best, and what decided.")
    ] = False,
    setting: SetOption = None,
) -> None:
    """Tell one game of a scenario move by move, as it stands in the run's tables."""
    from simkit.scenario import load
    from simkit.trace import watch as told

    _print(
        told(load(scenario, setting or ()), arm or 0, deal, rotation, pictures=pictures, why=why, tell=_say)
    )


@app.command()
def check(scenario: ScenarioArgument, setting: SetOption = None, out: OutOption = None) -> None:
    """Check a scenario and show what it would play: rules, arms, games needed, time and room on the disk."""
    from simkit import describe
    from simkit.scenario import load

    found = load(scenario, setting or ())
    _print(describe.scenario(found, out or Path("runs") / found.game / scenario.stem))


@app.command()
def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Name of a game, see `simkit games`.")],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="A new file for it (default: print it)."),
    ] = None,
) -> None:
    """Write a commented scenario to start from: simkit new GAME > my_study.toml."""
    from simkit.describe import starter

    text = starter(game)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise InputError(f"{out}: the file exists already; choose another name with -o") from None
    except OSError as error:
        raise InputError(f"{out}: the file cannot be written ({error.strerror})") from None
    typer.echo(f"{out} is written. Look at it, then: simkit check {out}; simkit run {out}")


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Show this game in full.")] = None,
) -> None:
    """List the games, or one game's rule switches, components with their provenance, and policies."""
    from simkit import describe

    _print(describe.game(game) if game else describe.games())


@app.command()
def schema() -> None:
    """Print the JSON schema of scenario files, for editors that complete and check them."""
    from simkit.scenario_file import schema as scenario_schema

    typer.echo(json.dumps(scenario_schema(), indent=2))


class _Bar:
    """Progress on the error stream: a bar on a terminal, else a line every few seconds."""

    def __init__(self) -> None:
        from rich.console import Console

        self.console = Console(stderr=True, highlight=False)
        self.bar: Any = None
        self.games = 0
        self._next = 0.0

    def __enter__(self) -> "_Bar":
        return self

    def __exit__(self, *problem: object) -> None:
        if self.bar is not None:
            self.bar.stop()

    def __call__(self, now: "Progress") -> None:
        if now.games == self.games and (self.bar is not None or not self.console.is_terminal):
            return
        first = self.games == 0
        self.games = now.games
        rate = f"{now.games_a_second:,.0f} games/s"
        left = _clock(now.seconds_left)
        if self.console.is_terminal:
            if self.bar is None:
                self.bar, self.line = _new_bar(self.console)
            games = f"{now.games:,} of {now.of_games:,} games"
            told = {"games": games, "rate": rate, "left": left, "description": now.arm, "band": _band(now)}
            self.bar.update(self.line, total=now.of_games, completed=now.games, **told)
        elif first or time.monotonic() >= self._next or now.games == now.of_games:
            self._next = time.monotonic() + 5
            band = f"; {_band(now)}" if now.band else ""
            _say(f"{now.games:,} of {now.of_games:,} games, {rate}, {left} left ({now.arm}{band})")


def _band(now: "Progress") -> str:
    """The live band in words."""
    if now.band is None:
        return ""
    seat, share, low, high, _ = now.band
    return (
        f"seat {seat + 1} wins {100 * share:.1f} %, at any time within {100 * low:.1f} to {100 * high:.1f} %"
    )


def _new_bar(console: Any) -> tuple[Any, Any]:
    from rich.progress import BarColumn, Progress, TextColumn

    class Lines(Progress):
        """The bar, and the live band in a line below."""

        def get_renderables(self) -> Iterable[Any]:
            yield self.make_tasks_table(self.tasks)
            yield from (f"  {task.fields['band']}" for task in self.tasks if task.fields["band"])

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[games]}"),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[left]} left"),
    )
    bar = Lines(*columns, console=console)
    line = bar.add_task("", total=None, games="", rate="", left="", band="")
    bar.start()
    return bar, line


def _clock(seconds: float) -> str:
    if seconds != seconds:
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def _say_generation(search: Any) -> None:
    now = search.history[-1]
    if search.generation % 10 == 0:
        which = f"league of {len(search.league)}" if search.grows else "looking for a reply"
        what = "advantage" if search.grows else "merit"
        _say(
            f"generation {search.generation}: {what} {now['mean']:.3f} on average, {now['best']:.3f} at best; {which}"
        )


def _say(text: str) -> None:
    typer.echo(text, err=True)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line)


def _builder() -> Any:
    """The report writer, imported when the games have been played: it brings the plotting libraries."""
    from importlib import import_module

    return import_module("simkit.report.build")


def _report(folder: Path) -> None:
    _made(_builder().make_report(folder))


def _made(found: Any) -> None:
    """Print where a report lies and what it says first."""
    typer.echo(f"report: {getattr(found, 'page', found)}")
    for line in getattr(found, "headlines", ()):
        typer.echo(f"  {line}")


def main() -> None:
    """Entry point: a mistake of the user's is one message and exit code 2; Ctrl-C is 130."""
    try:
        app(prog_name="simkit")
    except InputError as error:
        _say(f"simkit: {error}")
        sys.exit(2)
    except KeyboardInterrupt:
        _say("interrupted")
        sys.exit(130)
