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
    """A policy's weights, the largest first; for each number of players where they differ."""
    if policy.by_players:
        played = sorted({data.players for data in study.collected.arms if policy.name in data.arm.policies})
        return " | ".join(f"{n} players: {_listed(policy.at(n).weights)}" for n in played)
    if policy.weights:
        return _listed(policy.weights)
    return "its own function" if policy.source else "none: moves at random"


def _listed(weights: Mapping[str, float]) -> str:
    ordered = sorted(weights.items(), key=lambda item: -abs(item[1]))
    return "; ".join(f"{words.plain(name)} {words.rough(weight)}" for name, weight in ordered)


def origins(study: Study) -> Table | None:
    """Searched weights: how they were found, what they win on fresh games, and the best reply that was found."""
    rows: list[dict[str, Any]] = []
    for name, policy in study.policies.items():
        for players, found in study.run.origin(policy).items():
            made, reply = found.provenance, found.reply
            value, low, high = found.exploited(players)
            share, half = made["final_share"], made["final_half_width"]
            row: dict[str, Any] = {"policy": name, "players": players, "method": made["method"]}
            row |= {"games": made["games"], "generations": made["generations"], "seed": made["seed"]}
            row |= {"opponents": made["final_opponents"], "share": share}
            row |= {"low": share - half, "high": share + half, "final_games": made["final_games"]}
            row |= {"odds_ratio": made["odds_ratio"]}
            row |= dict(zip(("odds_low", "odds_high"), made["odds_ratio_interval"], strict=True))
            row |= {"reply": value, "reply_low": low, "reply_high": high}
            rows.append(row | {"reply_games": reply["games"], "reply_final_games": reply["final_games"]})
    if not rows:
        return None
    columns = [
        Column("policy", lambda r: words.plain(r["policy"]), text=True),
        Column("players", lambda r: str(r["players"])),
        Column("searched with", lambda r: f"{words.count(r['games'])} games"),
        text("opponents", "against"),
        Column("wins", lambda r: words.percent(r["share"], _half(r))),
        Column("95 % interval", lambda r: words.percent_interval(r["low"], r["high"])),
        Column(
            "odds ratio",
            lambda r: words.number(r["odds_ratio"], 2),
            "odds of winning over those of a fair share",
        ),
        Column("best reply wins", lambda r: words.points(r["reply"], _half(r, "reply_low", "reply_high"))),
        Column("95 % interval", lambda r: words.points_interval(r["reply_low"], r["reply_high"])),
        Column("found in", lambda r: f"{words.count(r['reply_games'])} games"),
    ]
    return Table(
        "tuned",
        "Weights found by search, and the best reply to them",
        pd.DataFrame(rows),
        columns,
        note=f"{words.sentence(rows[0]['method'])} Wins and replies were measured on games that no search saw. Best "
        "reply: what one seat tuned against copies of this player wins beyond a fair share; a lower bound on how far "
        "the player can be exploited, for other replies may win more.",
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
