"""Figures of who wins: seats, variants, layouts, policies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes

from simkit.report import marks, style, words
from simkit.report.blocks import Picture
from simkit.report.findings import ArmFinding, LayoutFinding, PolicyFinding, VariantFinding

MOST_PANELS = 9
"""Seats are drawn for so many settings; the rest stand in the table and in the figure of layouts."""


def seats(arms: Sequence[ArmFinding], margin: float, folder: Path) -> Picture:
    """A dot and an interval for each seat against the fair share and the margin, a panel a setting."""
    shown = list(arms)[:MOST_PANELS]
    most = max(arm.players for arm in shown)
    figure, axes = style.panels(len(shown), height=0.85 + 0.36 * most)
    spread = max(
        max(abs(seat.share.low - 1 / arm.players), abs(seat.share.high - 1 / arm.players))
        for arm in shown
        for seat in arm.seats
    )
    reach = 1.25 * max(spread, 1.6 * margin)
    for ax, arm in zip(axes, shown, strict=True):
        fair = 1 / arm.players
        ax.axvspan(fair - margin, fair + margin, color=style.BAND, zorder=0)
        ax.axvline(fair, color=style.SOFT, linewidth=0.9, zorder=1)
        for seat in arm.seats:
            color = style.verdict_color(seat.verdict)
            marks.dot(ax, seat.seat, seat.share, color, seat.simultaneous)
            marks.label(
                ax, seat.share.value, seat.seat - 0.06, words.percent(seat.share.value, seat.share.half)
            )
        marks.rows_axis(ax, [f"seat {s.seat + 1}" for s in arm.seats])
        ax.set_xlim(fair - reach, fair + reach)
        marks.percent_axis(ax)
        ax.set_xlabel("win share, %")
        ax.set_title(f"{arm.label}: {arm.verdict}", color=style.verdict_color(arm.verdict))
        marks.games(ax, f"{words.count(arm.games)}")
    rest = len(arms) - len(shown)
    more = f" {rest} more settings stand in the table." if rest > 0 else ""
    caption = (
        "Share of wins by seat; a tie is shared. Line: the fair share 1/k. Shaded: within the margin of "
        f"±{words.number(100 * margin, 1)} pp. Dot: estimate; bar: 95 % interval; hairline: 95 % for all "
        f"seats at once. n: games.{more}"
    )
    return style.finish(figure, folder, "seats", "Who wins, by seat", caption)


def variants(
    found: Sequence[VariantFinding], margin: float, folder: Path, names: tuple[str, str] = ("base", "variant")
) -> Picture:
    """Differences of the win shares, second minus first of ``names``: a row a variant and seat."""
    groups: dict[str, list[VariantFinding]] = {}
    for item in found:
        groups.setdefault(item.label, []).append(item)
    shown = list(groups.items())[:6]
    rows = max(sum(len(v.seats) + 0.6 for v in items) for _, items in shown)
    rows += 0.8 * max(len(items) for _, items in shown)
    figure, axes = style.panels(len(shown), height=0.9 + 0.25 * rows)
    for ax, (label, items) in zip(axes, shown, strict=True):
        ax.axvspan(-margin, margin, color=style.BAND, zorder=0)
        ax.axvline(0, color=style.SOFT, linewidth=0.9, zorder=1)
        y, ticks, rows_named = 0.0, [], []
        for item in items:
            ax.text(
                0.01,
                y,
                item.name,
                transform=ax.get_yaxis_transform(),
                fontweight="bold",
                fontsize=8,
                va="center",
            )
            y += 0.9
            for seat, change in enumerate(item.seats):
                marks.dot(ax, y, change, style.SEATS[seat])
                ticks.append(y)
                rows_named.append(f"seat {seat + 1}")
                y += 1
            y += 0.5
        ax.set_yticks(ticks, rows_named)
        ax.set_ylim(y - 0.9, -0.6)
        ax.spines["left"].set_visible(False)
        ax.tick_params(axis="y", length=0)
        _centred(ax, margin)
        marks.percent_axis(ax, signed=True)
        ax.set_xlabel("change of win share, pp")
        ax.set_title(label)
        marks.games(ax, f"{words.count(items[0].pairs)} deals")
    minus = f"{names[1]} minus {names[0]}"
    caption = (
        f"{minus.capitalize()}; bar: 95 % interval of the difference, taken deal by deal where both played "
        "the same "
        f"deals. Shaded: ±{words.number(100 * margin, 1)} pp. n: deals."
    )
    return style.finish(figure, folder, "variants", f"Change of the seats' shares, {minus}", caption)


def _centred(ax: Axes, margin: float) -> None:
    reach = max(1.3 * margin, *(abs(x) for x in ax.dataLim.intervalx)) * 1.12
    ax.set_xlim(-reach, reach)


def layouts(found: Sequence[LayoutFinding], margin: float, folder: Path) -> Picture:
    """Each layout's share of each seat as a tick; the mean and where the next layout is expected."""
    most = max(item.players for item in found)
    figure, axes = style.panels(len(found), height=0.95 + 0.55 * most)
    for ax, item in zip(axes, found, strict=True):
        fair = 1 / item.players
        ax.axvspan(fair - margin, fair + margin, color=style.BAND, zorder=0)
        ax.axvline(fair, color=style.SOFT, linewidth=0.9, zorder=1)
        for seat, mean in enumerate(item.means):
            color = style.SEATS[seat]
            near, far = item.result.prediction[seat]
            ax.plot((near, far), (seat, seat), color=color, linewidth=7, alpha=0.22, zorder=1)
            for name, shares in zip(item.names, item.shares, strict=True):
                if name.startswith("random"):
                    ax.plot(shares[seat], seat, "|", color=color, markersize=11, zorder=3)
                else:
                    ax.plot(shares[seat], seat - 0.28, ".", color=color, markersize=5, zorder=3)
            for name, share in _hand_made(item, seat):
                marks.label(ax, share, seat - 0.26, name)
            ax.plot((mean.low, mean.high), (seat + 0.27,) * 2, color=style.INK, linewidth=1.8)
            ax.plot(mean.value, seat + 0.27, "o", color=style.INK, markersize=3.5, zorder=4)
        marks.rows_axis(ax, [f"seat {s + 1}" for s in range(item.players)])
        ax.set_ylim(item.players - 0.5, -0.8)
        reach = 1.1 * max(2 * margin, *(abs(x - fair) for x in ax.dataLim.intervalx))
        ax.set_xlim(fair - reach, fair + reach)
        marks.percent_axis(ax)
        ax.set_xlabel("win share, %")
        ax.set_title(f"{item.players} players")
        text = f"{len(item.names)} layouts × {words.count(item.games_each)} games"
        marks.games(ax, text)
    caption = (
        "Letters: the layouts made by hand; ticks: random ones, each with the luck of its games in it. "
        "Black dot and bar: mean over the layouts with its 95 % interval. Pale bar: where the true share "
        "on one more layout is expected (95 % prediction interval). Shaded: fair share and margin."
    )
    return style.finish(figure, folder, "layouts", "Seats on different layouts", caption)


TOGETHER = 0.012
"""Layouts made by hand whose shares lie closer than this have one label."""


def _hand_made(item: LayoutFinding, seat: int) -> list[tuple[str, float]]:
    """Names and shares of the layouts made by hand, neighbours joined."""
    pairs = zip(item.names, item.shares, strict=True)
    own = sorted((shares[seat], name) for name, shares in pairs if not name.startswith("random"))
    found: list[tuple[str, float]] = []
    for share, name in own:
        if found and share - found[-1][1] < TOGETHER:
            found[-1] = (f"{found[-1][0]} {name}", (found[-1][1] + share) / 2)
        else:
            found.append((name, share))
    return found


def policies(found: Sequence[PolicyFinding], folder: Path) -> Picture:
    """Win share by policy over all seats, and by seat, where different policies met."""
    rows = max(len(item.names) for item in found)
    figure, axes = style.panels(len(found), height=0.95 + 0.45 * rows)
    for ax, item in zip(axes, found, strict=True):
        ax.axvline(1 / item.players, color=style.SOFT, linewidth=0.9, zorder=1)
        for y, share in enumerate(item.shares):
            marks.dot(ax, y, share, style.BLUE)
            marks.label(ax, share.value, y - 0.06, words.percent(share.value, share.half))
        marks.rows_axis(ax, [words.plain(name) for name in item.names])
        marks.percent_axis(ax)
        ax.set_xlabel("win share of a seat so played, %")
        ax.set_title(item.label)
        marks.games(ax, f"{words.count(item.games)}")
    caption = (
        "Share of wins of a seat played by this policy, with its 95 % interval. Line: the fair share. n: "
        "games. The table has the share in each seat."
    )
    return style.finish(figure, folder, "policies", "Who wins, by policy", caption)
