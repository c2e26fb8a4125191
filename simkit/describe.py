"""Texts for the command line: games, scenarios, and a scenario to start from. Lines of text, nothing is printed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simkit import plan
from simkit.contract import GAMES, Game, Switch
from simkit.cost import lookahead_cost
from simkit.disk import bytes_needed, in_words, room_warning
from simkit.named import named_policies
from simkit.provenance import cores
from simkit.scenario import Scenario, find_game
from simkit.scenario_arms import ABLATION, BASE, LUCK, REPLAY, SWEEP
from simkit.scenario_file import plain, shown
from simkit.tuned import shipped
from simkit.work import ArmTask, kernels_ready, sample


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Columns set under their heads; numbers to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    right = [
        bool(cells) and all(row[i].replace(",", "").isdigit() for row in cells) for i in range(len(head))
    ]
    for row in [list(head), *cells]:
        fitted = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        yield "  ".join(fitted).rstrip()


def in_time(seconds: float) -> str:
    """A duration for people."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


# ---- games ----


def games() -> Iterator[str]:
    """The registered games, one a line."""
    import simkit.games  # noqa: F401  (registers the games of the package)

    rows = [(name, game.title, _counts(game.players), game.edition) for name, game in GAMES.items()]
    yield from table(("name", "game", "players", "edition"), rows)


def game(name: str) -> Iterator[str]:
    """One game: switches, components with provenance, policies, layouts."""
    found = find_game(name, "simkit games")
    yield f"{found.title} ({found.name}), {_counts(found.players)} players"
    yield f"edition: {found.edition}"
    yield f"layouts: {', '.join(found.board.LAYOUTS)} and random ones, {{random = [1, 20]}}"
    yield ""
    yield "Rule switches, for [rules]:"
    rows = [(s.name, shown(s.default), _allowed(s), s.clause, s.sentence) for s in found.switches]
    yield from _under(table(("switch", "default", "allowed", "clause", "what it does"), rows))
    yield ""
    yield "Component values, for [components]:"
    values = found.board.settable().items()
    settable = [(key, shown(value), f"{low} to {high}", text) for key, (value, low, high, text) in values]
    yield from _under(table(("value", "default", "allowed", "what it is"), settable))
    yield ""
    yield "Where the components come from:"
    sources = [(key, part["provenance"], part.get("why", "")) for key, part in _provenance(found)]
    yield from _under(table(("component", "provenance", "why"), sources))
    yield ""
    yield "Policies, for [table]:"
    plans = [(policy.name, policy.plan) for policy in named_policies(found).values()]
    thinks = "tries the moves that tuned (or greedy) likes best by playing the game on, N times a decision"
    yield from _under(table(("policy", "plan"), [*plans, ("lookahead(N)", thinks)]))
    for number, tuned in shipped(found).items():
        if tuned.measured:
            yield f"  tuned, {number} players:"
            yield from (f"    {line}" for line in tuned.told(number))
    yield ""
    yield "Features, for the weights of a policy of your own:"
    yield from _under(
        table(("feature", "unit", "meaning"), [(f.name, f.unit, f.sentence) for f in found.features])
    )


def _provenance(found: Game) -> list[tuple[str, Mapping[str, Any]]]:
    tables = getattr(found.board, "COMPONENTS", {})
    return [(key, part) for key, part in tables.items() if isinstance(part, Mapping) and "provenance" in part]


def _allowed(switch: Switch) -> str:
    if switch.whole or switch.length:
        numbers = f"{switch.allowed[0]} to {switch.allowed[1]}"
        return f"{switch.length} numbers, {numbers}" if switch.length else numbers
    return ", ".join(map(shown, switch.allowed))


def _counts(players: Sequence[int]) -> str:
    return f"{min(players)}-{max(players)}" if len(players) > 1 else str(players[0])


def _under(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"  {line}" for line in lines)


# ---- scenarios ----


def scenario(found: Scenario, folder: Path) -> Iterator[str]:
    """A resolved scenario: what is fixed, the arms, the games needed, the time and room to expect."""
    played = find_game(found.game, found.source)
    yield found.title
    if found.question:
        yield found.question
    yield ""
    yield f"game       {played.title}, {played.edition}"
    yield f"games      {found.games:,} per arm of the table, {sum(arm.games for arm in found.arms):,} in all"
    if found.precision is not None:
        yield f"precision  an arm stops when every share is known to within {found.precision:g}"
    yield f"margin     {found.margin:g}"
    yield f"seed       {found.seed}"
    yield f"rotate     {found.rotate}"
    yield f"scenario   {found.hash}"
    yield f"plan       {plan.plan_hash(plan.record(found))}"
    yield ""
    yield from _rules(found, played)
    yield ""
    yield "Policies"
    seated = {name for arm in found.table_arms for name in arm.policies}
    policies = [policy for name, policy in found.policies.items() if name in seated]
    rows = [(policy.name, policy.plan, _bans(policy.ban)) for policy in policies]
    yield from _under(table(("policy", "plan", "never takes"), rows))
    yield ""
    yield "Arms"
    yield from _under(table(("arm", "layout", "policies", "rotations", "deals", "games"), _arm_rows(found)))
    yield ""
    yield from _more(found)
    yield from _needed(found)
    yield from _expected(found, played)
    if warning := room_warning(found, played, folder):
        yield f"warning: {warning}"


def _bans(ban: Sequence[str]) -> str:
    return ", ".join(ban) or "-"


def _rules(found: Scenario, played: Game) -> Iterator[str]:
    """Switches and components of the base, and what each variant changes."""
    first = found.arms[0]
    yield "Rules in force (* differs from the default)"
    rows = []
    for switch in played.switches:
        value = first.rules[switch.name]
        mark = "*" if value != plain(switch.default) else ""
        rows.append((switch.name, f"{shown(value)}{mark}", switch.clause, switch.sentence))
    yield from _under(table(("switch", "value", "clause", "what it does"), rows))
    changed = ", ".join(f"{key} = {shown(value)}" for key, value in first.components.items())
    yield f"  components changed: {changed or 'none'}"
    for arm in found.table_arms:
        if arm.variant != BASE and (arm.players, arm.layout) == (first.players, first.layout):
            yield f"  variant {arm.variant}: {_difference(first, arm) or 'no difference'}"


def _difference(base: Any, arm: Any) -> str:
    changes = []
    for group in ("rules", "components"):
        ours, theirs = getattr(arm, group), getattr(base, group)
        changes += [f"{group}.{key} = {shown(ours[key])}" for key in ours if ours[key] != theirs.get(key)]
    if arm.policies != base.policies:
        changes.append(f"policies = {_seated(arm.policies)}")
    if arm.handicap != base.handicap:
        changes.append(f"handicap = {shown(arm.handicap)}")
    return ", ".join(changes)


def _seated(policies: Sequence[str]) -> str:
    return policies[0] if len(set(policies)) == 1 else " ".join(policies)


def _arm_rows(found: Scenario) -> list[tuple[Any, ...]]:
    return [
        (arm.name, arm.layout, _seated(arm.policies), arm.rotations, f"{arm.deals:,}", f"{arm.games:,}")
        for arm in found.table_arms
    ]


MORE = {
    SWEEP: "points of the sweep",
    ABLATION: "components taken away, one seat at a time",
    LUCK: "games with one source of chance re-drawn, and set-ups replayed",
    REPLAY: "replay with the points that would make the base fair, found when it has been played",
}
"""What arms beyond the table are for."""

SHOWN_POINTS = 40
"""Points of a sweep that are listed."""


def _more(found: Scenario) -> Iterator[str]:
    """The arms beyond the table, summed up, and the points of a sweep."""
    groups: dict[tuple[str, int], list[Any]] = {}
    for arm in found.arms:
        if arm.role in MORE:
            groups.setdefault((arm.role, arm.players), []).append(arm)
    if not groups:
        return
    yield "Arms beyond the table"
    rows = [
        (
            MORE[role],
            players,
            len(arms),
            f"{sum(arm.games for arm in arms):,}",
            arms[0].name if len(arms) == 1 else f"{arms[0].name} ... {arms[-1].name}",
        )
        for (role, players), arms in groups.items()
    ]
    yield from _under(table(("for", "players", "arms", "games", "named"), rows))
    yield ""
    if (plan := found.designs.get(SWEEP)) is not None:
        yield f"Points of the sweep ({plan['design']})"
        points = plan["points"]
        keys = [factor["key"] for factor in plan["factors"]]
        listed = [
            (f"sweep {i + 1}", *(shown(point[key]) for key in keys))
            for i, point in enumerate(points[:SHOWN_POINTS])
        ]
        yield from _under(table(("point", *keys), listed))
        if len(points) > SHOWN_POINTS:
            yield f"  ... and {len(points) - SHOWN_POINTS} more"
        yield ""


def _needed(found: Scenario) -> Iterator[str]:
    from simkit.stats.power import tost_games_all_seats

    for players in sorted({arm.players for arm in found.table_arms}):
        needed = tost_games_all_seats(players, found.margin)
        least = min(arm.games for arm in found.table_arms if arm.players == players)
        verdict = "enough" if least >= needed else f"the arms have {least:,}"
        yield (
            f"{players} players: about {needed:,} games show that a fair table is balanced within {found.margin:g} "
            f"(with a chance of 90 %); {verdict}"
        )


def _expected(found: Scenario, played: Game) -> Iterator[str]:
    """Room on the disk and time, from a short sample where the kernels are compiled."""
    yield f"room on disk: about {in_words(bytes_needed(found, played))}"
    tasks = [ArmTask.of(found, arm) for arm in found.arms]
    if not all(kernels_ready(played, task.entry) for task in tasks):
        yield "time: not known before the kernels have been compiled; the first `simkit run` does that, in a minute"
        return
    rates: dict[Any, float] = {}
    seconds = 0.0
    for task in tasks:
        alike = task.arm.alike
        if alike not in rates:
            rates[alike] = sample(task, np.zeros(1, np.int64)).deals_a_second * task.arm.rotations
        seconds += task.arm.games / rates[alike]
    for name, cost in lookahead_cost(found, np.zeros(1, np.int64)).items():
        yield f"{name}: a decision takes about {cost.ratio:,.0f} times as long as without look-ahead"
    yield f"time: about {in_time(seconds / cores())} on {cores()} cores{' at most' if found.precision else ''}"


# ---- a scenario to start from ----


def starter(name: str) -> str:
    """A commented scenario file for a game."""
    found = find_game(name, "simkit new")
    policies = list(named_policies(found))
    policy = "greedy" if "greedy" in policies else policies[0]
    switches = "\n".join(
        f"# {s.name} = {shown(s.default, 1000)}  # {_allowed(s)}: {s.sentence}" for s in found.switches
    )
    values = "\n".join(
        f"# {key} = {shown(value, 1000)}  # {low} to {high}: {text}"
        for key, (value, low, high, text) in found.board.settable().items()
    )
    features = [feature.name for feature in found.features]
    layouts = ", ".join(found.board.LAYOUTS)
    return f'''# A study of {found.title}. Play it with: simkit run FILE
# The lines that begin with # show what else can be set; remove the # to use one.

title    = "{found.title}: is the first seat favoured?"
question = "Do all seats win equally often when everyone plays alike?"
game     = "{found.name}"
games    = 20_000        # per arm, rounded up to whole rotations
# precision = 0.0025     # stop an arm when every seat's share is known to within this
seed     = 1             # another seed gives other games
margin   = 0.01          # "balanced" means within one percentage point

[table]
players  = {list(found.players)}   # one arm each
policies = ["{policy}"]   # one for all, or one a place; there are: {", ".join(policies)}
rotate   = "cyclic"      # "cyclic": every policy in every seat; "all": every order; "none"
# handicap = [0, 1, 2]   # points on top of each seat's final score, where one number of players is played

[rules]
{switches}

[components]
# layouts = ["{found.board.LAYOUTS[0]}", {{random = [1, 20]}}]   # one arm each; there are: {layouts}
{values}

# A variant is played on the same chance as the base and compared with it:
# [[variants]]
# name = "my variant"
# rules.{found.switches[0].name if found.switches else "switch"} = {shown(_other(found), 1000)}

{_starter_more(found)}
# A policy of your own: weights by feature name ({", ".join(features)})
# [policies.mine]
# base = "{policy}"
# weights = {{{features[0] if features else "feature"} = 1.0}}
'''


def _starter_more(found: Game) -> str:
    """What a scenario may ask for beyond its table, as comments."""
    return f"""# Numbers and rules varied on the chance of the base (designs: "grid", "latin", "morris", "sobol"):
# [sweep]
# design = "latin"
# points = 24
# games  = 4_000         # of each point
# {_factor(found)}

# Components taken away from one seat, to see what they are worth ("all", or names):
# [ablation]
# components = "all"
# games = 8_000          # of each component

# What the seat, the set-up, later chance and the players' own choices explain:
# [luck]
# games   = 20_000       # of each of five sets
# setups  = 400          # deals played again and again,
# replays = 100          # so often

# The points that would make the seats fair, tried on fresh deals:
# [handicap]
# replay = true
"""


def _factor(found: Game) -> str:
    """A factor of a sweep: a number of the components where there is one, else a switch."""
    for key, (value, low, high, _) in found.board.settable().items():
        if isinstance(value, int) and not isinstance(value, bool):
            least, most = max(low, value - 5), min(high, value + 5)
            if least < most:
                return f"components.{key} = {{low = {least}, high = {most}}}"
    if found.switches:
        return f"rules.{found.switches[0].name} = {shown([found.switches[0].default, _other(found)], 1000)}"
    return "components.name = [1, 2]"


def _other(found: Game) -> Any:
    """A value of the first switch that is not its default."""
    if not found.switches:
        return True
    switch = found.switches[0]
    return next((value for value in switch.allowed if value != switch.default), switch.default)
