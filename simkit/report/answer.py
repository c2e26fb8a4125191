"""The box at the top of the page: the verdict on each setting in words, who played, and what to keep in mind."""

from __future__ import annotations

import pandas as pd

from simkit import plan
from simkit.report import (
    sections_ablation,
    sections_luck,
    sections_neighbours,
    sections_plan,
    sections_replay,
    sections_sweep,
    words,
)
from simkit.report.blocks import Table
from simkit.report.collect import BASE, ArmData
from simkit.report.findings import ArmFinding, SeatFinding, label_of
from simkit.report.findings_ladder import ladder_sentence
from simkit.report.page import Answer, AnswerLine
from simkit.report.sections_layouts import layout_words
from simkit.report.sections_strategies import answer_sentence as strategies_sentence
from simkit.report.study import Study

MOST_LINES = 5
"""Settings with a line of their own; the rest are summed up in one sentence."""


def seat_effect(seat: SeatFinding) -> str:
    """Seat 1 wins 36.1 % (+2.8 pp; 95 % interval for all seats at once +2.6 to +3.0 pp)."""
    gap = seat.picked
    return (
        f"seat {seat.seat + 1} wins {words.percent(seat.share.value, gap.half)} of the games, "
        f"{words.points(gap.value, gap.half)} against a fair share (95 % interval for all seats at once "
        f"{words.points_interval(gap.low, gap.high)})"
    )


def verdict_words(arm: ArmFinding, margin: float) -> str:
    """The verdict in one sentence."""
    within = f"±{words.number(100 * margin, 1)} pp"
    if arm.verdict == "advantage":
        ahead = [s.seat + 1 for s in arm.seats if s.verdict == "advantage"]
        behind = [s.seat + 1 for s in arm.seats if s.verdict == "disadvantage"]
        parts = []
        if ahead:
            parts.append(f"{_seats(ahead)} {'has' if len(ahead) == 1 else 'have'} an advantage")
        if behind:
            parts.append(f"{_seats(behind)} {'has' if len(behind) == 1 else 'have'} a disadvantage")
        found = f"{words.listed(parts)} of more than {words.number(100 * margin, 1)} pp."
        return found[0].upper() + found[1:]
    if arm.verdict == "balanced":
        small = " There is a real but negligible difference." if arm.judged.negligible else ""
        return f"All seats win equally often, within {within}.{small}"
    if arm.verdict.endswith("stalled games"):
        return "How the stalled games would have ended decides the verdict."
    more = arm.judged.more_games
    if more is None:
        return "A share lies so near the edge of the margin that more games would hardly help."
    return f"About {words.count(rounded_up(more))} more games would decide it."


def _seats(numbers: list[int]) -> str:
    return f"{'seat' if len(numbers) == 1 else 'seats'} {words.listed([str(n) for n in numbers])}"


def rounded_up(games: int) -> int:
    """Two significant digits, upwards."""
    step = 10 ** max(0, len(str(games)) - 2)
    return -(-games // step) * step


def headline_lines(study: Study) -> list[str]:
    """One plain line a setting, for the command line."""
    missing = [_no_estimate(data, study) for data in study.without_estimate]
    return (
        [f"{line.setting}: undecided. {line.words} {line.effect}" for line in missing]
        + [
            f"{arm.label}: {arm.verdict}. {verdict_words(arm, study.margin)} "
            f"{words.sentence(seat_effect(arm.extreme))} {words.count(arm.games)} games."
            for arm in study.base
        ]
        + design_sentences(study)
        + strategies_sentence(study)
    )


def answer(study: Study) -> Answer:
    """The box: at most ten lines."""
    shown = study.base if len(study.base) <= MOST_LINES else study.main
    lines = []
    for arm in shown[:MOST_LINES]:
        kind = "undecided" if arm.verdict.startswith("undecided") else arm.verdict
        lines.append(
            AnswerLine(
                kind,
                kind.upper(),
                arm.label,
                verdict_words(arm, study.margin),
                f"{words.sentence('Farthest from fair: ' + seat_effect(arm.extreme))} "
                f"{words.count(arm.games)} games.",
            )
        )
    missing = study.without_estimate
    for data in missing[: MOST_LINES - len(lines)]:
        lines.append(_no_estimate(data, study))
    facts = [
        _who(study),
        *(sections_neighbours.sentences(study) if plan.asks_neighbours(study.run.scenario) else []),
        *_layout_sentence(study),
        *_variant_sentence(study),
        *sections_plan.plan_sentences(study),
        *design_sentences(study)[:MOST_LINES],
        *strategies_sentence(study),
        *(ladder_sentence(item) for item in study.ladder[:MOST_LINES]),
        "Keep in mind: " + " ".join(caveats(study)[:3]),
    ]
    return Answer(lines, facts)


def _no_estimate(data: ArmData, study: Study) -> AnswerLine:
    """The line of a setting without results."""
    games = f"{words.count(data.stalled)} of {words.plural(data.games, 'game')} stalled"
    if data.dropped_deals:
        dropped = words.plural(data.dropped_deals, "deal")
        games += f"; {dropped} left out because a game stalled here or in a paired variant"
    why = "Fewer than two deals were finished by the rules, so nothing can be estimated."
    return AnswerLine(
        "undecided", "UNDECIDED", label_of(data, study.several_layouts), why, f"{words.sentence(games)}"
    )


def design_sentences(study: Study) -> list[str]:
    """What was found by fair points, sweeps, luck and components taken away, a sentence or two each."""
    return [
        *(sections_replay.sentence(item, study.margin) for item in sections_replay.findings(study)),
        *(sections_sweep.sentence(item) for item in sections_sweep.findings(study)),
        *(sections_luck.sentence(item) for item in sections_luck.findings(study)),
        *(sections_ablation.sentence(item) for item in sections_ablation.findings(study)),
    ]


def _who(study: Study) -> str:
    names = study.seated
    margin = f"Balanced means: every seat within ±{words.number(100 * study.margin, 1)} pp of an equal share."
    if len(names) == 1:
        plan = study.policies[names[0]].plan
        return f"Who played: “{words.plain(names[0])}” in every seat ({plan.strip().rstrip('.')}). {margin}"
    listed = words.listed([words.plain(name) for name in names])
    how = "at tables of all choices that fit, in all orders" if study.pool else "in rotation over the seats"
    return f"Who played: {listed}, {how}. {margin}"


def _layout_sentence(study: Study) -> list[str]:
    """What holds over all layouts."""
    found = []
    for item in study.layouts:
        found.append(f"with {item.players} players {layout_words(item)}")
    return (
        [f"Over {study.layouts[0].sample} random layouts of the board: {'; '.join(found)}."] if found else []
    )


def _variant_sentence(study: Study) -> list[str]:
    """The variant that moves a seat most, of those that put no other players among the old ones."""
    mixed = {item.variant for item in study.mixed}
    variants = [item for item in study.variants if item.name not in mixed or study.mixed[0].variant == BASE]
    if not variants:
        return []
    item = max(variants, key=lambda v: max(abs(e.value) for e in v.seats))
    seat = max(range(len(item.seats)), key=lambda s: abs(item.seats[s].value))
    low, high = (float(x) for x in item.result.simultaneous[seat])
    return [
        f"Largest effect of a variant: “{item.name}” with {item.label} changes the share of seat "
        f"{seat + 1} by {words.points(item.seats[seat].value, (high - low) / 2)} (95 % interval for all variants and "
        f"seats at once {words.points_interval(low, high)})."
    ]


def reconstructed(study: Study) -> list[str]:
    """The component data in play that are reconstructions, layouts first; layouts not played are left out."""
    played = {str(arm.layout).split(":")[0] for arm in study.run.arms}
    names = [item["name"] for item in study.game.board.assumed() if item["provenance"] == "reconstruction"]
    names = [name for name in names if not name.startswith("layout_") or name[7:] in played]
    return sorted(names, key=lambda name: not name.startswith("layout"))


def caveats(study: Study) -> list[str]:
    """What limits the verdicts, the most serious first."""
    found = []
    stalled = sum(data.stalled for data in study.collected.arms)
    if stalled:
        found.append(
            f"{words.percent(stalled / study.games, 0.0005)} of the games stalled and are left out of the "
            "shares."
        )
    made_up = reconstructed(study)
    if made_up:
        names = words.listed([words.plain(name) for name in made_up[:3]])
        found.append(
            f"The rules do not give all components: {names} "
            f"{'is a reconstruction' if len(made_up) == 1 else 'are reconstructions'}."
        )
    if len(study.seated) == 1:
        found.append(
            "All seats are played by the same program; people, or other programs, may fare differently."
        )
    else:
        found.append("The players are programs; people may fare differently.")
    if set(study.seated) <= {"random"}:
        found.insert(0, "Random players show how the rules work, not how the game is played.")
    if not study.several_layouts and any(name.startswith("layout") for name in made_up):
        found.append("Only one of the possible layouts was played.")
    return found


def answer_table(study: Study) -> Table:
    """The numbers of the box, in full precision."""
    rows = []
    for arm in study.base:
        seat = arm.extreme
        rows.append(
            {
                "arm": arm.data.arm.name,
                "setting": arm.label,
                "verdict": arm.verdict,
                "seat": seat.seat + 1,
                "share": seat.share.value,
                "gap": seat.gap.value,
                "gap_low": seat.picked.low,
                "gap_high": seat.picked.high,
                "margin": study.margin,
                "games": arm.games,
                "more_games": arm.judged.more_games if arm.judged.more_games is not None else float("nan"),
            }
        )
    return Table("answer", "The answer in numbers", pd.DataFrame(rows))
