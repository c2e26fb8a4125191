"""What studies of fair points, luck, sweeps and components taken away found, a sentence a setting."""

from pathlib import Path

from reports.tables import Row, by_setting, effect, of, share, table
from simkit.report import words

MOST_COMPONENTS = 4
"""Components named, those with the largest effects."""

FALSE_DISCOVERIES = 0.05

EXPLAINED = {
    "seat": "the seat",
    "policy": "who of these players plays",
    "set-up": "the set-up alone",
    "chance": "later luck alone",
    "choices": "the players' own random choices alone",
    "together": "these only in combination",
}


def handicap(study: Path) -> list[str]:
    """The points that were tried, and how even the seats were with them."""
    found = []
    for setting, own in by_setting(table(study, "fair_points")):
        row = max(own, key=lambda r: abs(float(r["gap"])))
        points = words.listed(row["points"] for row in own)
        found.append(
            f"{setting}: with {points} points on top, seats in order, **{row['table']}**, seat {row['seat']} "
            f"{effect(*of(row, 'gap', 'gap_low', 'gap_high'))}"
        )
    return found


def luck(study: Path) -> list[str]:
    """What explains who wins, and how far a set-up alone decides."""
    found = []
    spans = dict(by_setting(table(study, "deal_spread")))
    for heading, own in by_setting(table(study, "luck"), "heading"):
        setting, _, outcome = heading.rpartition(", ")
        if outcome != "who wins":
            continue
        told = [f"{EXPLAINED[row['part']]} {share(*of(row, 'share', 'low', 'high'))}" for row in own]
        text = f"{setting}: who wins is explained by {words.listed(told)}"
        if setting in spans:
            row = max(spans[setting], key=lambda r: float(r["sd"]))
            low, high = (words.number(100 * x, 1) for x in of(row, "span_low", "span_high"))
            text += f"; nine of ten set-ups give seat {row['seat']} {low} to {high} % of the wins"
        found.append(text)
    return found


def sweep(study: Path) -> list[str]:
    """The number that moves the gap between first and last seat most, and where the seats are most even."""
    found = []
    for setting, points in by_setting(table(study, "sweep_points")):
        players = setting.partition(" ")[0]
        effects, screened = (table(study, f"{name}_{players}") for name in ("sweep_effects", "screening"))
        told = [_main_effect(effects)] if effects else [_screened(screened)] if screened else []
        told.append(_evenest(points))
        found.append(f"{setting}: {'; '.join(told)}")
    return found


def _factor(key: str) -> str:
    return words.plain(key.partition(".")[2])


def _main_effect(rows: list[Row]) -> str:
    """The largest swing of the gap, at both of its ends."""
    gaps = [row for row in rows if row["outcome"].startswith("first seat")]
    top = max(gaps, key=lambda r: float(r["swing"]))["factor"]
    own = sorted((row for row in gaps if row["factor"] == top), key=lambda r: float(r["change"]))
    ends = [f"{effect(*of(row, 'change', 'low', 'high'))} at {row['level']}" for row in (own[0], own[-1])]
    factors = len({row["factor"] for row in gaps})
    sure = float(own[0]["p"]) * factors < FALSE_DISCOVERIES  # Bonferroni: its swing is the largest of all
    doubt = "" if sure else ", but not beyond noise"
    says = f"{_factor(top)} moves the lead of the first seat over the last most{doubt}"
    return f"{says}, {' and '.join(ends)}"


def _screened(rows: list[Row]) -> str:
    """The factor that matters most for the gap, by its mean absolute effect."""
    row = max((r for r in rows if r["outcome"].startswith("first seat")), key=lambda r: float(r["first"]))
    size = effect(*of(row, "first", "low", "high")).replace("+", "")
    return f"{_factor(row['factor'])} moves the lead of the first seat over the last most, by {size} over its range"


def _evenest(points: list[Row]) -> str:
    """The setting at which the farthest seat is nearest to its equal share."""
    seats = [
        key for key, value in points[0].items() if key.startswith("share_") and key.count("_") == 1 and value
    ]
    played = [row for row in points if row["gap"]]
    best = min(played, key=lambda r: max(abs(x - 1 / len(seats)) for x in of(r, *seats)))
    settings = ", ".join(f"{_factor(key)} {value}" for key, value in best.items() if "." in key)
    far = max(seats, key=lambda key: abs(float(best[key]) - 1 / len(seats)))
    return (
        f"of {len(played)} settings the seats are most even with {settings}, where seat {far.rpartition('_')[2]} is "
        f"farthest with {share(*of(best, far, f'{far}_low', f'{far}_high'))}"
    )


def ablation(study: Path) -> list[str]:
    """The components with the largest effects beyond noise, and how many have one."""
    found = []
    for setting, own in by_setting(table(study, "ablation")):
        sure = [row for row in own if float(row["q"]) < FALSE_DISCOVERIES]
        sure.sort(key=lambda r: -abs(float(r["shrunk"])))
        told = [
            f"{words.plain(row['component'])} {effect(*of(row, 'effect', 'all_low', 'all_high'))}"
            for row in sure[:MOST_COMPONENTS]
        ]
        worth = f"; to be allowed to take it is worth: {', '.join(told)}" if told else ""
        found.append(f"{setting}: {len(sure)} of {len(own)} components matter beyond noise{worth}")
    return found
