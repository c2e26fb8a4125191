"""`python -m benchmarks`: the speed of every game and player, on this machine, beside a saved baseline as ratios."""

import json
import platform
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

import simkit.games  # noqa: F401  registers the games
from benchmarks import measure
from simkit.contract import GAMES

app = typer.Typer(add_completion=False)


@app.command()
def main(
    game: Annotated[list[str] | None, typer.Option(help="only this game (may be repeated)")] = None,
    baseline: Annotated[Path | None, typer.Option(help="compare with a file that --save wrote")] = None,
    save: Annotated[Path | None, typer.Option(help="write the figures to this JSON file")] = None,
    yardstick: Annotated[Path | None, typer.Option(help="a C program to compare ns/move with")] = None,
    quick: Annotated[bool, typer.Option(help="leave out cold starts, threads and uncompiled play")] = False,
) -> None:
    """Measure games/s, decisions/s and nanoseconds per legal move considered, with their split.

    Run it on an otherwise idle machine. Ratios are new over old: below 1 is faster for times, above 1 for rates.
    """
    results: dict[str, dict[str, float]] = {}
    for name in game or list(GAMES):
        chosen = GAMES[name]
        players = min(chosen.players, key=lambda count: abs(count - 4))
        for policy in ("random", "greedy"):
            table = measure.Table(chosen, policy, players)
            results[f"{name} {policy} {players}p"] = {**measure.speed(table), **measure.split(table)}
        if not quick:
            table = measure.Table(chosen, "greedy", players)
            results[f"{name} process"] = {**measure.starts(chosen), **measure.threads(table)}
    if yardstick:
        results["yardstick"] = measure.yardstick(yardstick)
    console = Console(width=160)
    _show(console, results, json.loads(baseline.read_text()) if baseline else {})
    if yardstick:
        for name, figures in results.items():
            if " greedy " in name:
                ratio = figures["ns/move"] / results["yardstick"]["ns/move"]
                console.print(f"{name}: {ratio:.2f} times the yardstick's nanoseconds per legal move")
    if save:
        save.write_text(
            json.dumps({"machine": platform.processor() or platform.machine(), **results}, indent=1)
        )


def _show(console: Console, results: dict[str, dict[str, float]], old: dict[str, dict[str, float]]) -> None:
    """One grid a group of equal columns, with the ratio to the baseline behind each number."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, figures in results.items():
        groups.setdefault(tuple(figures), []).append(name)
    for columns, names in groups.items():
        grid = Grid("", *columns)
        for name in names:
            cells = []
            for column in columns:
                value = results[name][column]
                before = old.get(name, {}).get(column)
                ratio = f" (x{value / before:.2f})" if before else ""
                cells.append(f"{value:,.2f}{ratio}" if abs(value) < 1000 else f"{value:,.0f}{ratio}")
            grid.add_row(name, *cells)
        console.print(grid)


if __name__ == "__main__":
    app()
