"""How the game goes: a page per player count, scores, length, endings, leaders."""

from __future__ import annotations

from typing import Any

import pandas as pd
from markupsafe import Markup

from simkit.report import figures_game, words
from simkit.report.blocks import Column, Prose, Section, Table, note, paragraph
from simkit.report.blocks import words as text
from simkit.report.study import Study, figures_folder
from simkit.report.words import half_width as _half
from simkit.stats.aggregate import Tally
from simkit.stats.intervals import proportion

SECONDS = 8
"""Assumed seconds a decision, until the reader types another number."""


def scores(study: Study) -> Section:
    """Quantiles of the scores, and their parts."""
    part = Section("scores", "Scores")
    folder = figures_folder(study.run.folder)
    part.add(figures_game.scores(study.main, folder), scores_table(study))
    names = [q.name for q in study.game.score_parts]
    if len(names) > 1:
        part.add(figures_game.score_parts(study.main, names, folder))
    part.add(parts_table(study))
    return part


def scores_table(study: Study) -> Table:
    """Quantiles of the winner's score and mean and quantiles of each seat's."""
    rows = []
    for arm in study.main:
        sums = arm.data.sums
        means = [sums.metrics.estimates()[3], *sums.seat_means["score"].estimates()]
        tallies = [sums.game_values["winning_score"], *sums.seat_values["score"]]
        names = ["winner", *(str(s + 1) for s in range(arm.players))]
        for name, mean, tally in zip(names, means, tallies, strict=True):
            row: dict[str, Any] = {"setting": arm.label, "seat": name, "mean": mean.value}
            row |= {"low": mean.low, "high": mean.high}
            row |= {f"q{q}": tally.quantile(q / 100) for q in (5, 25, 50, 75, 95)}
            rows.append(row | {"games": sums.games})
    columns = [
        Column("seat", lambda r: str(r["seat"]), text=True),
        Column("mean", lambda r: words.value(r["mean"], _half(r))),
        Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"])),
        *(_quantile_column(q) for q in (5, 25, 50, 75, 95)),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table("scores", "Final scores in points", pd.DataFrame(rows), columns, group="setting")


def _quantile_column(q: int) -> Column:
    header = {25: "lower quartile", 50: "median", 75: "upper quartile"}.get(q, f"{q} % of games below")
    return Column(header, lambda row: words.rough(row[f"q{q}"]))


def parts_table(study: Study) -> Table:
    """Mean points from each source by seat and for the winner."""
    rows = []
    for arm in study.main:
        sums = arm.data.sums
        winner = sums.winner_means.estimates()
        for q in study.game.score_parts:
            name = f"part_{q.name}"
            means = sums.seat_means[name].estimates()
            gap = sums.seat_means[name].contrast([1.0, *[0.0] * (len(means) - 2), -1.0])
            row: dict[str, Any] = {
                "setting": arm.label,
                "part": q.name,
                "unit": q.unit,
                "sentence": q.sentence,
            }
            row["winner"] = winner[sums.shape.measures.index(name)].value
            row |= {f"seat_{s + 1}": mean.value for s, mean in enumerate(means)}
            row |= {"half": max(mean.half for mean in means)}
            rows.append(
                row | {"first_minus_last": gap.value, "low": gap.low, "high": gap.high, "games": sums.games}
            )
    most = max(arm.players for arm in study.main)
    columns = [
        Column("source of points", lambda r: words.plain(r["part"]), text=True),
        text("unit", "counted in"),
        Column("winner", lambda r: words.value(r["winner"], r["half"])),
        *(_seat_column(s) for s in range(most)),
        Column("first − last seat", lambda r: words.value(r["first_minus_last"], _half(r), sign=True)),
        Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"], sign=True)),
        Column("games", lambda r: words.count(r["games"])),
    ]
    frame = pd.DataFrame(rows)
    scored = frame.groupby("part")["winner"].transform(lambda column: (column != 0).any()) | (
        frame["half"] > 0
    )
    return Table(
        "score_parts",
        "Where the points come from, mean per game",
        frame,
        columns,
        note=""
        if scored.all()
        else f"Never scored: {words.listed(map(words.plain, frame['part'][~scored].unique()))}.",
        group="setting",
        view=frame[scored],
    )


def _seat_column(s: int) -> Column:
    return Column(
        f"seat {s + 1}", lambda row: words.value(row.get(f"seat_{s + 1}", float("nan")), row["half"])
    )


def length(study: Study) -> Section:
    """Rounds, turns, decisions; minutes and waiting time at editable seconds a decision."""
    part = Section("length", "Length and waiting")
    control = Markup(
        '<div class="control"><label>Seconds a decision takes at the table: <input type="number" id="seconds" '
        'min="0.5" max="600" step="0.5" value="{}"></label> '
        "(an assumption; change it and all minutes on this page follow)</div>"
    ).format(SECONDS)
    part.add(
        paragraph(
            "The simulation counts decisions: choices among at least two legal moves. Minutes follow from "
            "the time that people take for one; set-up, explanations and scoring are not in it."
        ),
        Prose(control),
        time_table(study),
        length_table(study),
        note(CUT_OFF) if any(arm.data.dropped_deals for arm in study.main) else None,
    )
    return part


CUT_OFF = (
    "Deals of which a game stalled, here or in a paired variant, are not in these lengths, which may so be a little "
    "short."
)


def time_table(study: Study) -> Table:
    """Minutes a game and between own turns: made in the page from decisions."""
    rows = []
    for arm in study.main:
        sums = arm.data.sums
        tally = sums.game_values["decisions"]
        mean = sums.metrics.estimates()[2]
        per_turn, waiting = sums.pace()
        rows.append(
            {
                "setting": arm.label,
                "decisions": mean.value,
                "low": mean.low,
                "high": mean.high,
                "q10": tally.quantile(0.1),
                "q50": tally.quantile(0.5),
                "q90": tally.quantile(0.9),
                "decisions_per_turn": per_turn,
                "waiting": waiting,
                "games": sums.games,
            }
        )
    columns = [
        text("setting", "setting"),
        Column("decisions a game", lambda r: words.value(r["decisions"], _half(r))),
        Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"])),
        Column("minutes a game: median", lambda r: minutes_cell(r["q50"], 0)),
        Column("10 % of games are shorter than", lambda r: minutes_cell(r["q10"], 0)),
        Column("10 % are longer than", lambda r: minutes_cell(r["q90"], 0)),
        Column(
            "minutes between own turns",
            lambda r: minutes_cell(r["waiting"], 1),
            "the other seats' decisions in one turn each",
        ),
        Column("decisions a turn", lambda r: words.number(r["decisions_per_turn"], 2)),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table("time", "Minutes a game and between own turns", pd.DataFrame(rows), columns)


def minutes_cell(decisions: float, digits: int) -> Markup:
    """A cell that the page's script recomputes; without scripts it shows the assumed seconds' result."""
    return Markup('<span class="minutes" data-decisions="{}" data-digits="{}">{}</span>').format(
        f"{decisions:.6g}", digits, words.number(decisions * SECONDS / 60, digits)
    )


SCRIPT = """
(function () {
  var input = document.getElementById("seconds");
  if (!input) { return; }
  function update() {
    var seconds = Math.max(0, Number(input.value) || 0);
    document.querySelectorAll(".minutes").forEach(function (cell) {
      var minutes = Number(cell.dataset.decisions) * seconds / 60;
      cell.textContent = minutes.toFixed(Number(cell.dataset.digits));
    });
  }
  input.addEventListener("input", update);
  update();
})();
"""


def length_table(study: Study) -> Table:
    """Rounds, turns, decisions, forced moves."""
    rows = []
    for arm in study.main:
        sums = arm.data.sums
        for i, name in enumerate(("rounds", "turns", "decisions")):
            mean, tally = sums.metrics.estimates()[i], sums.game_values[name]
            row: dict[str, Any] = {"setting": arm.label, "quantity": name, "mean": mean.value}
            row |= {"low": mean.low, "high": mean.high, "least": tally.quantile(0), "most": tally.quantile(1)}
            row |= {f"q{q}": tally.quantile(q / 100) for q in (5, 25, 50, 75, 95)}
            rows.append(row | {"games": sums.games})
    columns = [
        text("quantity", "per game"),
        Column("mean", lambda r: words.value(r["mean"], _half(r))),
        Column("95 % interval", lambda r: words.value_interval(r["low"], r["high"])),
        Column("shortest", lambda r: words.rough(r["least"])),
        *(_quantile_column(q) for q in (5, 25, 50, 75, 95)),
        Column("longest", lambda r: words.rough(r["most"])),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table(
        "length", "Length in rounds, turns and decisions", pd.DataFrame(rows), columns, group="setting"
    )


def ends(study: Study) -> Section:
    """End causes, stalled games, equality of turns."""
    part = Section("ends", "How games end")
    rows = []
    for arm in study.main:
        tally = arm.data.ends
        for cause, count in zip(tally.values, tally.counts, strict=True):
            share = proportion(int(count), tally.n, tally.n // arm.data.arm.unit)
            row: dict[str, Any] = {"setting": arm.label, "cause": study.game.end_causes[int(cause)]}
            rounds = arm.data.sums.length_by_end.get(int(cause), Tally())
            row |= {f"q{q}": rounds.quantile(q / 100) for q in (25, 50, 75)}
            rows.append(
                row
                | {
                    "share": share.value,
                    "low": share.low,
                    "high": share.high,
                    "count": int(count),
                    "games": tally.n,
                }
            )
    columns = [
        Column("end", lambda r: words.plain(r["cause"]), text=True),
        Column("games, %", lambda r: words.percent(r["share"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("rounds then, median", lambda r: words.rough(r["q50"])),
        Column("quartiles", lambda r: f"{words.rough(r['q25'])} to {words.rough(r['q75'])}"),
        Column("count", lambda r: words.count(r["count"])),
        Column("of games", lambda r: words.count(r["games"])),
    ]
    part.add(
        Table("ends", "What ended the game", pd.DataFrame(rows), columns, group="setting"),
        note(_stalled_sentence(study)),
        turns_table(study),
        extra_turns_table(study),
    )
    return part


def _stalled_sentence(study: Study) -> str:
    stalled = sum(data.stalled for data in study.collected.arms)
    if not stalled:
        return "No game stalled: every one of them ended by the rules."
    moved = []
    for arm in study.every:
        reach = [s.judged.stalled[1] - s.judged.stalled[0] for s in arm.seats if s.judged.stalled]
        if reach and arm.data.stalled:
            moved.append(
                f"{arm.label} {words.points(max(reach)).lstrip('+')} "
                f"({words.plural(arm.data.stalled, 'game')})"
            )
    return (
        f"{words.count(stalled)} of {words.count(study.games)} games stalled (ended by a cap). They leave "
        "the shares with their whole deal. Had all gone for instead of against a seat, its share would "
        f"differ by at most: {'; '.join(moved)}."
    )


def turns_table(study: Study) -> Table:
    """Does every seat get the same number of turns?"""
    rows = []
    for arm in study.main:
        sums = arm.data.sums
        equal = sums.turns.equal.rates()[0]
        means = sums.seat_means["turns"].estimates()
        row: dict[str, Any] = {
            "setting": arm.label,
            "equal": equal.value,
            "low": equal.low,
            "high": equal.high,
        }
        row |= {f"seat_{s + 1}": mean.value for s, mean in enumerate(means)}
        rows.append(row | {"half": max(max(mean.half for mean in means), 1e-4), "games": sums.games})
    most = max(arm.players for arm in study.main)
    columns = [
        text("setting", "setting"),
        Column("games with equal turns", lambda r: words.percent(r["equal"], max(_half(r), 0.0005))),
        *(_seat_column(s) for s in range(most)),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table("turns", "Turns by seat, mean per game", pd.DataFrame(rows), columns)


def extra_turns_table(study: Study) -> Table | None:
    """Who has more turns than others, and whether that goes with winning; None where turns are always equal."""
    rows = []
    for arm in study.main:
        turns = arm.data.sums.turns
        found = turns.with_extra()
        if found is None:
            continue
        rate, random, excess = found
        row: dict[str, Any] = {"setting": arm.label}
        row |= {f"seat_{s + 1}": extra.value for s, extra in enumerate(turns.extra.estimates())}
        row |= {"wins": rate.value, "random": random.value, "excess": excess.value}
        rows.append(row | {"low": excess.low, "high": excess.high, "games": arm.data.sums.games})
    if not rows:
        return None
    columns = [
        text("setting", "setting"),
        *(_extra_column(s) for s in range(max(arm.players for arm in study.main))),
        Column("wins of seats with one", lambda r: words.percent(r["wins"], _half(r))),
        Column("if anyone won alike", lambda r: words.percent(r["random"])),
        Column("difference", lambda r: words.points(r["excess"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column("games", lambda r: words.count(r["games"])),
    ]
    return Table(
        "extra_turns",
        "Extra turns, and whether they go with winning",
        pd.DataFrame(rows),
        columns,
        note="An extra turn: more turns than the seat with the fewest; by seat, in share of all games. Wins: in games "
        "of unequal turns, by all seats with an extra turn together, against a winner drawn at random. An association: "
        "whoever is ahead may also be the one who ends the game.",
    )


def _extra_column(s: int) -> Column:
    return Column(f"seat {s + 1}", lambda r: words.percent(r.get(f"seat_{s + 1}", float("nan"))))
