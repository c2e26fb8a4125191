"""Who sits beside whom, and what that is worth."""

from __future__ import annotations

from typing import Any

import pandas as pd

from simkit.report import words
from simkit.report.blocks import Column, Row, Section, Table, note, paragraph
from simkit.report.blocks import words as text
from simkit.report.figures_neighbours import estimate, position, turn
from simkit.report.figures_neighbours import neighbours as figure
from simkit.report.findings import ArmFinding
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.neighbours import INSIDE, NeighbourResult


def neighbours(study: Study) -> Section | None:
    """The section; None where no arm's seatings tell neighbours apart."""
    found = _found(study)
    if not found:
        return None
    part = Section("neighbours", "Who sits beside whom")
    part.add(
        paragraph(
            "The same players meet in every game and only their order round the table changes. Each player's win "
            "share with a certain neighbour is set against its own win share over all orders. What one player "
            "gains another loses."
        )
    )
    for arm, result, names in found:
        part.add(
            paragraph(sentence(arm.label, result, names, study.margin)),
            figure(result, names, study.margin, figures_folder(study.run.folder)),
            neighbour_table(arm, result, names),
            pair_table(arm, result, names),
        )
    return part.add(
        note(
            "This holds for these players as they were played here: others in their places may do more, or less."
        )
    )


def _found(study: Study) -> list[tuple[ArmFinding, NeighbourResult, list[str]]]:
    """The arms whose seatings tell neighbours apart, their results and policies."""
    return [
        (arm, arm.data.sums.neighbours.result(study.margin), list(dict.fromkeys(arm.data.arm.policies)))
        for arm in study.main
        if arm.data.sums.neighbours is not None
    ]


def sentences(study: Study) -> list[str]:
    """The finding of each such arm in words."""
    return [sentence(arm.label, result, names, study.margin) for arm, result, names in _found(study)]


def sentence(label: str, found: NeighbourResult, names: list[str], margin: float) -> str:
    """The finding in words."""
    main = found.main
    at = main.clearest
    neighbour, step = (int(x) for x in found.around[at])
    change, low, high = float(main.value[at]), *(float(x) for x in main.simultaneous[at])
    half = (high - low) / 2
    pp = f"{words.number(100 * margin, 1)}{words.THIN}pp"
    size = words.points(abs(change), half).lstrip("+")
    where = f"“{words.plain(names[neighbour])}” {_place(step, found.design.seats)}"
    most = (
        f"with {where} a player wins {size} {'more' if change > 0 else 'less'} than over all orders "
        f"(95 % for all places at once: {words.points_interval(low, high)})"
    )
    if main.decided.any():
        others = int(main.decided.sum()) - 1
        more = f", and {words.plural(others, 'more place')} beyond the margin of {pp}" if others else ""
        return f"{label}: it matters who sits beside whom. The largest effect: {most}{more}."
    if main.clear.any():
        said = f"who sits beside whom makes a difference, but none that is shown to exceed the margin of {pp}"
    elif set(main.kinds) == {INSIDE}:
        said = f"who sits beside whom does not matter; no neighbour is worth more than {pp}"
    else:
        said = f"no effect of a neighbour is shown, and one of more than {pp} is not ruled out"
    return f"{label}: {said}. Largest seen: {most}."


def _place(step: int, seats: int) -> str:
    when = turn(step, seats)
    return f"{position(step, seats)} ({when})" if when else position(step, seats)


def neighbour_table(arm: ArmFinding, found: NeighbourResult, names: list[str]) -> Table:
    """What each neighbour is worth at each place, to all players it may sit beside."""
    rows: list[dict[str, Any]] = []
    k = found.design.seats
    for i, (neighbour, step) in enumerate(found.around.tolist()):
        games = int(found.main_games[i]) * found.deals
        row = {
            "step": step,
            "place": f"neighbour {_place(step, k)}",
            "neighbour": words.plain(names[neighbour]),
        }
        rows.append(row | _numbers(found, i, main=True) | {"seat_games": games, "deals": found.deals})
    rows.sort(key=lambda row: int(row["step"]))
    columns = [
        text("neighbour", "neighbour"),
        Column("change of the player's win share", lambda r: words.points(r["change"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column("95 % for all rows at once", lambda r: words.points_interval(r["all_low"], r["all_high"])),
        text("effect", "effect on the player's share"),
        Column(
            "games so seated",
            lambda r: words.count(r["seat_games"]),
            "counted once for each player beside it",
        ),
    ]
    title = f"What each neighbour is worth to a player, {arm.label}"
    return Table(f"neighbours_{k}", title, pd.DataFrame(rows), columns, group="place")


def _numbers(found: NeighbourResult, i: int, main: bool) -> dict[str, Any]:
    effects = found.main if main else found.pairs
    change = estimate(effects, i, found.deals)
    all_low, all_high = (float(x) for x in effects.simultaneous[i])
    row: dict[str, Any] = {"change": change.value, "low": change.low, "high": change.high}
    return row | {"all_low": all_low, "all_high": all_high, "effect": effects.kinds[i]}


def pair_table(arm: ArmFinding, found: NeighbourResult, names: list[str]) -> Table:
    """Each player with each neighbour: a line a pair on the page, a line a pair and place in the CSV."""
    k = found.design.seats
    rows: list[dict[str, Any]] = []
    lines: dict[tuple[int, int], dict[str, Any]] = {}
    for i, (player, neighbour, step) in enumerate(found.design.pairs.tolist()):
        own, half = float(found.own[player]), float(found.own_interval[player] @ (-0.5, 0.5))
        low, high = (float(x) for x in found.share_interval[i])
        row: dict[str, Any] = {
            "player": names[player],
            "neighbour": words.plain(names[neighbour]),
            "step": step,
        }
        row |= {
            "place": _place(step, k),
            "share": float(found.share[i]),
            "share_low": low,
            "share_high": high,
        }
        row |= {"own_share": own, **_numbers(found, i, main=False)}
        row |= {"seat_games": int(found.design.seat_games[i]) * found.deals, "deals": found.deals}
        rows.append(row)
        head = f"{words.plain(names[player])}: wins {words.percent(own, half)} over all orders"
        line = lines.setdefault((player, neighbour), {"head": head, **row})
        line[f"at_{step}"] = row
    columns = [
        text("neighbour", "with"),
        *(_pair_column(step, k) for step in range(1, k)),
        Column("games at each place", lambda r: words.count(r["seat_games"])),
    ]
    return Table(
        f"neighbour_pairs_{k}",
        f"Each player with each neighbour, {arm.label}",
        pd.DataFrame(rows),
        columns,
        note="Win share with this neighbour there; in brackets the change against the player's own share over all "
        f"orders, with its 95 % interval. The intervals for all rows at once stand in neighbour_pairs_{k}.csv.",
        group="head",
        view=pd.DataFrame(list(lines.values())),
    )


def _pair_column(step: int, seats: int) -> Column:
    def show(row: Row) -> str:
        cell = row[f"at_{step}"]
        half = _half(cell)
        change = words.points(cell["change"], half).removesuffix(f"{words.THIN}pp")
        width = words.number(100 * half, words.decimals(100 * half))
        return f"{words.percent(cell['share'], half)} ({change} ± {width}{words.THIN}pp)"

    return Column(_place(step, seats), show)
