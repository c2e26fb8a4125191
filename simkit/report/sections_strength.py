"""How strong the players are: where searched weights come from, how far they can be exploited, what thinking costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from simkit.report import words
from simkit.report.blocks import Column, Table
from simkit.report.blocks import words as text
from simkit.report.study import Study
from simkit.report.words import half_width as _half


def weights_of(study: Study, policy: Any) -> str:
    """A policy's weights, the largest first; for each number of players where they differ.

    Where another policy of the study that came before has the same ones: its name.
    """
    for name, other in study.policies.items():
        if name == policy.name:
            break
        if _has_weights(policy) and (other.weights, other.by_players) == (policy.weights, policy.by_players):
            return f"as {words.plain(name)}"
    if policy.by_players:
        played = sorted({data.players for data in study.collected.arms if policy.name in data.arm.policies})
        return " | ".join(f"{n} players: {_listed(policy.at(n).weights)}" for n in played)
    if policy.weights:
        return _listed(policy.weights)
    return "its own function" if policy.source else "none: moves at random"


def _has_weights(policy: Any) -> bool:
    return bool(policy.weights or policy.by_players)


def _listed(weights: Mapping[str, float]) -> str:
    ordered = sorted(weights.items(), key=lambda item: -abs(item[1]))
    return "; ".join(f"{words.plain(name)} {words.rough(weight)}" for name, weight in ordered)


def _searched(study: Study) -> list[tuple[str, int, Any]]:
    """Policies with searched weights, whose strength is known: name, number of players, what their file says.

    Players who look ahead with such weights are others: what the file says is not measured on them.
    """
    return [
        (name, players, found)
        for name, policy in study.policies.items()
        if not policy.playouts
        for players, found in study.run.origin(policy).items()
    ]


def origins(study: Study) -> Table | None:
    """Searched weights: how they were found, and what they win on fresh games."""
    rows: list[dict[str, Any]] = []
    for name, players, found in _searched(study):
        made = found.provenance
        share, half = made["final_share"], made["final_half_width"]
        row: dict[str, Any] = {"policy": name, "players": players, "method": made["method"]}
        row |= {"games": made["games"], "generations": made["generations"], "seed": made["seed"]}
        row |= {"opponents": made["final_opponents"], "share": share, "fair": 1 / players}
        row |= {"low": share - half, "high": share + half, "final_games": made["final_games"]}
        row |= {"odds_ratio": made["odds_ratio"], "began_with": made["began_with"]}
        row |= {"among_share": made["among_them_share"], "among_half": made["among_them_half_width"]}
        rows.append(row | dict(zip(("odds_low", "odds_high"), made["odds_ratio_interval"], strict=True)))
    if not rows:
        return None
    columns = [
        Column("policy", lambda r: words.plain(r["policy"]), text=True),
        Column("players", lambda r: str(r["players"])),
        Column("searched with", lambda r: f"{words.count(r['games'])} games"),
        text("opponents", "one seat of it against"),
        Column("wins", lambda r: words.percent(r["share"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column("fair share", lambda r: words.percent(r["fair"], 0.01)),
        Column(
            "odds ratio",
            lambda r: words.number(r["odds_ratio"], 2),
            "odds of winning over those of a fair share",
        ),
        Column(
            "95 % interval",
            lambda r: f"{words.number(r['odds_low'], 2)} to {words.number(r['odds_high'], 2)}",
        ),
        Column(
            "and the other way round",
            lambda r: words.percent(r["among_share"], r["among_half"]),
            "wins of one seat of the player it began with, among copies of it",
        ),
        Column("fresh games", lambda r: words.count(r["final_games"])),
    ]
    return Table(
        "tuned",
        "Weights found by search",
        pd.DataFrame(rows),
        columns,
        note=f"{words.sentence(rows[0]['method'])} The other way round: what one seat of the player it began with wins "
        f"among copies of it. Wins were measured on games that no search saw, {_where(study)}; at "
        "other tables, and with numbers of players that are not listed, they may be more or fewer.",
    )


def _where(study: Study) -> str:
    """On which layouts and by which rules searched weights were found and measured."""
    made = [found.provenance for _, _, found in _searched(study)]
    layouts = words.listed(list(dict.fromkeys(str(item["layout"]) for item in made)))
    changed = list(dict.fromkeys(words.plain(rule) for item in made for rule in item["rules_changed"]))
    rules = f"with {words.listed(changed)}" if changed else "with all rule switches at their defaults"
    return f"on layout {layouts} {rules}"


def exploits(study: Study) -> Table | None:
    """The best reply found to each player with searched weights: how far he can be exploited, at least."""
    rows: list[dict[str, Any]] = []
    for name, players, found in _searched(study):
        reply = found.reply
        value, low, high = found.exploited(players)
        row: dict[str, Any] = {"policy": name, "players": players, "opponents": reply["opponents"]}
        row |= {"share": value + 1 / players, "fair": 1 / players, "games": reply["games"]}
        rows.append(row | {"reply": value, "low": low, "high": high, "final_games": reply["final_games"]})
    if not rows:
        return None
    columns = [
        Column("policy", lambda r: words.plain(r["policy"]), text=True),
        Column("players", lambda r: str(r["players"])),
        Column("reply searched with", lambda r: f"{words.count(r['games'])} games"),
        text("opponents", "one seat of it against"),
        Column("wins", lambda r: words.percent(r["share"], _half(r))),
        Column("fair share", lambda r: words.percent(r["fair"], 0.01)),
        Column("exploited by at least", lambda r: words.points(r["reply"], _half(r))),
        Column("95 % interval", lambda r: words.points_interval(r["low"], r["high"])),
        Column("fresh games", lambda r: words.count(r["final_games"])),
    ]
    return Table(
        "exploits",
        "Exploit check: the best reply found to each of them",
        pd.DataFrame(rows),
        columns,
        note="A second search looked for the weights that win most against copies of the player. What they win beyond "
        "a fair share, on games that no search saw, is a lower bound on how far the player can be exploited: other "
        "replies, not linear ones above all, may win more.",
    )


def cost(study: Study) -> Table | None:
    """What a decision of the players who look ahead costs."""
    rows = [
        {"policy": name, "cost": ratio} for name, ratio in study.manifest.get("lookahead_cost", {}).items()
    ]
    if not rows:
        return None
    columns = [
        Column("policy", lambda r: words.plain(r["policy"]), text=True),
        Column("time of a decision", lambda r: f"{words.rough(r['cost'])} ×"),
    ]
    return Table(
        "lookahead_cost",
        "What looking ahead costs",
        pd.DataFrame(rows),
        columns,
        note="In units of the same player's without look-ahead, measured in self-play before this run, in one process.",
    )
