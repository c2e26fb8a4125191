"""Tuning: weights for a linear policy by CMA-ES, in self-play against a growing league, and the best reply to them.

Method: covariance matrix adaptation with a diagonal matrix (Ros and Hansen 2008; package ``cma``, extra ``tune``). A
generation's candidates all play the same deals (common random numbers) against the same opponents: one candidate,
rotated over all seats, among copies of one league member, and one such member among copies of the candidate. The second
table keeps the search from weights that win alone and lose to whoever comes among many of them. The league begins with
the named player; the search's own mean joins it whenever it beats the newest member. Candidates meet the newest members
and always the named player: strength need not be transitive, and a search that only met its newest members can forget
how to beat the first. Then a second search looks for a reply: the same method against copies of the weights found, and
nobody else. What the reply wins beyond a fair share is a lower bound on how far the weights can be exploited: other
replies, not linear ones above all, may win more.

All games use the TUNE streams, which no report ever uses, and the strengths that are written down are measured on deals
that no search saw.
"""

import json
import math
import pickle
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from simkit.contract import Game
from simkit.errors import InputError
from simkit.named import find_policy
from simkit.policy import Policy
from simkit.position import Position
from simkit.provenance import cores, kernel_hash
from simkit.rng import TUNE
from simkit.rows import Tables
from simkit.scenario import Scenario, find_game
from simkit.scenario_arms import Arm, seating
from simkit.scenario_file import plain
from simkit.tuned import NAME, Tuned, read_tuned, write_tuned
from simkit.work import ArmTask

FRESH_DEALS = 1 << 40
"""First deal of the final measurements: the searches stay far below it."""

Vector = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Settings:
    """How long to search. ``games``: of a candidate in a generation, over all opponents, rounded up to rotations."""

    generations: int = 100
    reply_generations: int = 40
    games: int = 400
    candidates: int = 20
    league: int = 4  # members that every candidate meets: the first and the newest others
    patience: int = 10  # generations between two attempts to enter the league
    sigma: float = 0.4  # first step, in units of the scale of each weight
    reply_sigma: float = 0.15  # the same for the reply, which begins where little is to be gained
    final_games: int = 40_000


@dataclass
class Strength:
    """Win share of one rotated seat against copies of an opponent: ``share`` +- ``half_width`` (95 %) in n games."""

    share: float
    half_width: float
    games: int

    def odds_ratio(self, players: int) -> tuple[float, float, float]:
        """Odds of winning over the odds of a fair share: estimate and 95 % interval."""
        fair = 1 / (players - 1)
        bounds = [min(max(self.share + d * self.half_width, 1e-9), 1 - 1e-9) for d in (0, -1, 1)]
        estimate, low, high = (p / (1 - p) / fair for p in bounds)
        return estimate, low, high


@dataclass
class Search:
    """The state of one search: all that resuming needs. Points are in units of the scales, from ``start``."""

    strategy: Any  # cma.CMAEvolutionStrategy
    start: dict[str, float]
    league: list[dict[str, float]]
    grows: bool
    """Whether the league takes in new members: not where a reply to its one member is wanted."""
    generation: int = 0
    games: int = 0
    history: list[dict[str, float]] = field(default_factory=list)
    means: list[Vector] = field(default_factory=list)
    """The centre of the candidates after each generation."""

    @property
    def result(self) -> Vector:
        """The mean of the last quarter of the centres: each of them alone carries the noise of its games."""
        return np.mean(self.means[-max(1, len(self.means) // 4) :], axis=0)


Progress = Callable[[Search], None]


class Tuner:
    """Tunes one arm's game. ``base`` is the named policy that the search starts from and must beat."""

    def __init__(
        self,
        scenario: Scenario,
        arm: Arm,
        settings: Settings,
        *,
        base: str = "greedy",
        workers: int | None = None,
    ) -> None:
        self.scenario, self.arm, self.settings = scenario, arm, settings
        self.workers = workers or cores()
        self.game: Game = find_game(scenario.game, scenario.source)
        try:
            found = scenario.policies.get(base) or find_policy(self.game, base)
        except KeyError:
            raise InputError(f"{self.game.title} has no policy {base!r}") from None
        self.base = found.at(arm.players)
        if not self.base.weights:
            raise InputError(f"{base} has no weights to begin with")
        if self.base.playouts or self.base.temperature or self.base.ban:
            raise InputError(
                f"{base} does more than weigh its moves (it looks ahead, draws or leaves out components); the league "
                f"knows players by their weights alone, so tuning begins with one who takes the move he values most"
            )
        self.names = [feature.name for feature in self.game.features]

    # ---- playing -----------------------------------------------------------------------------------------------

    def play(self, hero: Policy, rival: Policy, first_deal: int, games: int) -> Tables:
        """One rotated seat of ``hero``, place 0, against copies of ``rival`` on TUNE deals from ``first_deal`` on.

        Each deal has chance of its own, also where the scenario plays the arm's set-ups more than once.
        """
        players = self.arm.players
        deals = math.ceil(games / players)
        seats = seating(["hero", *["rival"] * (players - 1)], "cyclic")
        arm = replace(self.arm, seating=seats, deals=deals, streams=())
        table = (hero, *[rival] * (players - 1))
        task = replace(ArmTask.of(self.scenario, self.arm), arm=arm, players=table, purpose=TUNE)
        tables = task.play(first_deal, deals, -1, np.zeros(1, np.int64))
        assert tables is not None
        return tables

    def strength(self, hero: Policy, rival: Policy, first_deal: int, games: int) -> Strength:
        """How often the hero wins, with its interval from whole deals."""
        tables = self.play(hero, rival, first_deal, games)
        won = np.where(tables.seats["place"] == 0, tables.seats["win_share"], 0.0).sum(axis=1)
        per_deal = won.reshape(-1, self.arm.players).mean(axis=1)
        half_width = 1.96 * float(per_deal.std(ddof=1)) / math.sqrt(len(per_deal))
        return Strength(float(per_deal.mean()), half_width, len(won))

    def merit(self, tables: Tables) -> float:
        """What the search raises: the hero's win share and, as much, a smooth stand-in for it.

        The stand-in is the logistic of the hero's lead over the best other seat, in units of the usual lead. It tells a
        near miss from a rout, so fewer games tell candidates apart.
        """
        mine = tables.seats["place"] == 0
        won = tables.seats["win_share"][mine].mean()
        smooth = (1 + np.tanh(leads(tables)[mine] / self.spread / 2)) / 2  # the logistic; it cannot overflow
        return float(won + smooth.mean()) / 2

    def advantage(self, hero: Policy, rival: Policy, first_deal: int, games: int) -> float:
        """How much better one hero does among copies of a rival than one rival does among copies of the hero.

        Each on half of the games, with deals of its own; 0 between equals.
        """
        half = math.ceil(games / 2)
        alone = self.play(hero, rival, first_deal, half)
        among = self.play(rival, hero, first_deal + half, half)
        return self.merit(alone) - self.merit(among)

    @cached_property
    def spread(self) -> float:
        """The usual size of a lead, in points: root mean square between base players; 1 where they always tie."""
        found = leads(self.play(self.base, self.base, FRESH_DEALS // 4, 200))
        return float(np.sqrt(np.mean(np.square(found)))) or 1.0

    @cached_property
    def scale(self) -> Vector:
        """The step of each weight: what moves a move's value about as much as the base policy's typical weight does.

        Measured on positions of four games between base players: the spread of each feature over the legal moves, where
        it differs among them.
        """
        board, rules = self.scenario.board(self.arm), self.game.rules_record(self.arm.rules)
        spreads = []
        for deal in range(4):
            position = Position(
                self.game,
                board,
                rules,
                self.arm.players,
                seed=self.scenario.seed,
                deal=deal,
                policies=[self.base] * self.arm.players,
                purpose=TUNE,
            )
            while not position.over:
                features = position.features()
                if len(features) > 1:
                    spreads.append(features.std(axis=0))
                position.apply(position.choose())
        table = np.array(spreads)
        seen = np.maximum((table > 0).sum(axis=0), 1)
        spread = np.sqrt(np.square(table).sum(axis=0) / seen)
        weights = np.abs(self._vector(self.base.weights))
        moved = (weights * spread)[weights * spread > 0]
        typical = float(np.median(moved)) if moved.size else 1.0
        safe = np.where(spread > 0, spread, 1.0)
        return np.maximum(weights, np.where(spread > 0, typical / safe, 0.0))

    def _vector(self, weights: Mapping[str, float]) -> Vector:
        return np.array([float(weights.get(name, 0.0)) for name in self.names])

    def policy(self, search: Search, point: Vector, name: str = "tuned") -> Policy:
        """The policy at a point of a search's space (0 is its start)."""
        weights = self._vector(search.start) + np.asarray(point) * self.scale
        return Policy(name, "", {n: float(w) for n, w in zip(self.names, weights, strict=True) if w != 0.0})

    # ---- searching ---------------------------------------------------------------------------------------------

    def begin(self, start: Mapping[str, float], *, grows: bool) -> Search:
        """A new search from some weights, against them; ``grows``: in a league, else for a reply."""
        _ = self.scale, self.spread  # measured before candidates play, which they do in threads
        try:
            import cma
        except ImportError:
            raise InputError("tuning needs the package cma: pip install 'simkit[tune]'") from None
        options = {
            "seed": self.scenario.seed % (1 << 31) + 1,
            "popsize": self.settings.candidates,
            "CMA_diagonal": True,
            "verbose": -9,
            "maxiter": 10**9,
        }
        sigma = self.settings.sigma if grows else self.settings.reply_sigma
        strategy = cma.CMAEvolutionStrategy([0.0] * len(self.names), sigma, options)
        return Search(strategy, dict(start), [dict(start)], grows)

    def generation(self, search: Search, pool: ThreadPoolExecutor) -> None:
        """One generation: candidates play, the distribution moves; now and then its mean tries to join the league."""
        points = search.strategy.ask()
        first = search.generation * self.settings.games
        met = [search.league[0], *search.league[1:][-(self.settings.league - 1) :]]
        rivals = [Policy("rival", "", weights) for weights in met]
        games = math.ceil(self.settings.games / len(rivals))

        def loss(point: Vector) -> float:
            hero = self.policy(search, point)
            if search.grows:
                found = [self.advantage(hero, rival, first, games) for rival in rivals]
            else:
                found = [self.merit(self.play(hero, rival, first, games)) for rival in rivals]
            return -float(np.mean(found))

        losses = list(pool.map(loss, points))
        search.strategy.tell(points, losses)
        search.means.append(np.array(search.strategy.mean))
        search.generation += 1
        search.games += len(points) * len(rivals) * self._played(games, 2 if search.grows else 1)
        search.history.append(
            {"generation": search.generation, "best": -min(losses), "mean": -float(np.mean(losses))}
        )
        if search.grows and search.generation % self.settings.patience == 0:
            self.admit(search, rivals[-1], first)

    def _played(self, games: int, tables: int) -> int:
        """Games that are played where so many are asked for at so many tables: whole rotations at each."""
        players = self.arm.players
        return tables * math.ceil(math.ceil(games / tables) / players) * players

    def admit(self, search: Search, newest: Policy, first: int) -> None:
        """Take the search's mean into the league where it surely beats the newest member."""
        hero = self.policy(search, search.strategy.mean)
        met = self.strength(hero, newest, FRESH_DEALS // 2 + first, 4 * self.settings.games)
        search.games += met.games
        if met.share - met.half_width > 1 / self.arm.players:
            search.league.append(dict(hero.weights))

    def follow(
        self, path: Path, start: Mapping[str, float], generations: int, grows: bool, progress: Progress
    ) -> tuple[Search, Policy]:
        """Run one search to its end, resuming what ``path`` holds; returns it with the policy it found."""
        key = self._key(start)
        search = self.begin(start, grows=grows)
        if path.exists():
            kept, found = _kept(path)
            if kept == key:
                search = found
            elif grows:
                raise InputError(f"{path.parent} holds the tuning of another scenario or other settings")
        with ThreadPoolExecutor(self.workers) as pool:
            while search.generation < generations:
                self.generation(search, pool)
                temporary = path.with_suffix(".part")
                temporary.write_bytes(pickle.dumps((key, search)))
                temporary.replace(path)
                progress(search)
        return search, self.policy(search, search.result)

    def run(self, folder: Path, progress: Progress = lambda search: None, file: Path | None = None) -> Tuned:
        """Search for weights and for a reply, resuming what ``folder`` holds; returns what was written.

        file: the policy file to put the table of this number of players into (default: NAME in the folder). InputError
        where it is no policy file or cannot be written, which is tried before the search, or where the folder cannot.
        """
        file = file or folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if file.exists():
                read_tuned(file)
            trial = file.with_name(f"{file.name}.trial")
            trial.touch()
            trial.unlink()
            return self._run(folder, progress, file)
        except OSError as error:
            where = str(error.filename or folder).removesuffix(".trial")
            raise InputError(
                f"{where}: this cannot be written ({error.strerror}). What {folder} holds of the search is kept; mend "
                f"it and give the same command again"
            ) from error

    def _run(self, folder: Path, progress: Progress, file: Path) -> Tuned:
        wanted = self.settings
        search, found = self.follow(
            folder / "search.pickle", self.base.weights, wanted.generations, True, progress
        )
        final = self.strength(found, self.base, FRESH_DEALS, wanted.final_games)
        answer, reply = self.follow(
            folder / "reply.pickle", found.weights, wanted.reply_generations, False, progress
        )
        against = self.strength(reply, found, 2 * FRESH_DEALS, wanted.final_games)
        among = self.strength(self.base, found, 3 * FRESH_DEALS, wanted.final_games)
        result = Tuned(
            found.weights,
            self.provenance(search, final, among),
            {**self.reply_record(answer, against), "weights": dict(reply.weights)},
        )
        write_tuned(file, self.arm.players, result)
        return result

    def _key(self, start: Mapping[str, float]) -> str:
        """Stands for all that a search hangs on but its length."""
        settings = {**asdict(self.settings), "generations": None, "reply_generations": None}
        weights = dict(sorted(start.items()))
        return json.dumps([self.scenario.hash, self.arm.name, kernel_hash(self.game), weights, settings])

    # ---- what is written -----------------------------------------------------------------------------------------

    def provenance(self, search: Search, final: Strength, among: Strength) -> dict[str, Any]:
        """How the weights were found, and how strong they are against the player they began with.

        final: one seat of them against copies of that player. among: one seat of him against copies of them.
        """
        players = self.arm.players
        odds, low, high = final.odds_ratio(players)
        defaults = {switch.name: plain(switch.default) for switch in self.game.switches}
        changed = [f"{name} = {value}" for name, value in self.arm.rules.items() if value != defaults[name]]
        return {
            "game": self.game.name,
            "layout": self.arm.layout,
            "rules_changed": changed,
            "sources": kernel_hash(self.game),
            "method": f"CMA-ES, diagonal (cma {metadata.version('cma')}), self-play against a growing league",
            "began_with": self.base.name,
            "league": len(search.league),
            "generations": search.generation,
            "games_per_candidate": self.settings.games,
            "games": search.games,
            "seed": self.scenario.seed,
            "final_opponents": f"{players - 1} x {self.base.name}",
            **_measured(final),
            "odds_ratio": odds,
            "odds_ratio_interval": [round(low, 4), round(high, 4)],
            "among_them_share": among.share,
            "among_them_half_width": among.half_width,
        }

    def reply_record(self, search: Search, met: Strength) -> dict[str, Any]:
        """The budget of the search for a reply, and what the reply wins."""
        return {
            "opponents": f"{self.arm.players - 1} x tuned",
            "generations": search.generation,
            "games_per_candidate": self.settings.games,
            "games": search.games,
            **_measured(met),
        }


def _kept(path: Path) -> tuple[str, Search]:
    """A search as it was put away, with its key. InputError for a damaged file."""
    try:
        key, search = pickle.loads(path.read_bytes())
        return key, search
    except OSError:
        raise
    except Exception:  # a damaged pickle raises whatever its bytes lead to
        raise InputError(f"{path}: the file is damaged; remove it, and this search begins anew") from None


def _measured(met: Strength) -> dict[str, Any]:
    """A strength in a policy file: measured on deals that no search saw; half-width of the 95 % interval."""
    return {"final_games": met.games, "final_share": met.share, "final_half_width": met.half_width}


def leads(tables: Tables) -> Vector:
    """Each seat's score minus the best other seat's at the end: float64, shape (games, seats)."""
    score = tables.seats["scores"][..., 0]
    ordered = np.sort(score, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    return np.where(score == best, score - second, score - best)
