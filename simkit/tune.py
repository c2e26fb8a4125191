"""Tuning: find weights for a linear policy by CMA-ES, in self-play against a growing league.

Method: covariance matrix adaptation (Hansen 2016, arXiv 1604.00772; package ``cma``, extra ``tune``). A generation's
candidates all play the same deals (common random numbers) against the same opponents, one candidate rotated over all
seats, the other seats filled with copies of one league member. The league begins with the named greedy player; the
search's own mean joins it whenever it beats the newest member. All games use the TUNE streams, which no report ever
uses; the strength printed at the end is measured on deals that the search never saw.
"""

import json
import math
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from simkit.contract import Game
from simkit.errors import InputError
from simkit.policy import Policy
from simkit.position import Position
from simkit.rng import TUNE
from simkit.scenario import Scenario, find_game
from simkit.scenario_arms import Arm, seating
from simkit.work import ArmTask

FRESH_DEALS = 1 << 40
"""First deal of the final measurement: the search stays far below it."""


@dataclass(frozen=True)
class Settings:
    """How long to search. ``games``: per candidate and opponent, rounded up to whole rotations."""

    generations: int = 120
    games: int = 800
    league: int = 4  # newest members that every candidate meets
    patience: int = 10  # generations between two attempts to enter the league
    sigma: float = 0.5  # first step, in units of the scale of each weight
    final_games: int = 40_000


@dataclass
class Strength:
    """Win share of one rotated seat against copies of an opponent: ``share`` +- ``half_width`` (95 %) over n deals."""

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
    """The state of a tuning run: all that resuming needs."""

    strategy: Any  # cma.CMAEvolutionStrategy
    league: list[dict[str, float]]
    generation: int = 0
    history: list[dict[str, float]] = field(default_factory=list)


class Tuner:
    """Tunes one arm's game. ``base`` is the named policy that the search starts from and must beat."""

    def __init__(
        self, scenario: Scenario, arm: Arm, settings: Settings, *, base: str = "greedy", workers: int = 2
    ) -> None:
        self.scenario, self.arm, self.settings, self.workers = scenario, arm, settings, workers
        self.game: Game = find_game(scenario.game, scenario.source)
        if base not in scenario.policies and base not in {policy.name for policy in self.game.policies}:
            raise InputError(f"{self.game.title} has no policy {base!r}")
        self.base = scenario.policies[base] if base in scenario.policies else self.game.policy(base)
        if not self.base.weights:
            raise InputError(f"{base} has no weights to begin with")
        self.names = [feature.name for feature in self.game.features]
        self.scale = self._scales()

    # ---- playing -----------------------------------------------------------------------------------------------

    def strength(self, hero: Policy, opponent: Policy, first_deal: int, games: int) -> Strength:
        """Play one rotated seat of ``hero`` against copies of ``opponent`` on TUNE deals from ``first_deal`` on."""
        players = self.arm.players
        deals = math.ceil(games / players)
        arm = replace(self.arm, seating=seating(["hero", *["rival"] * (players - 1)], "cyclic"), deals=deals)
        table = (hero, *[opponent] * (players - 1))
        task = replace(ArmTask.of(self.scenario, self.arm), arm=arm, players=table, purpose=TUNE)
        tables = task.play(first_deal, deals, -1, np.zeros(1, np.int64))
        assert tables is not None
        won = np.where(tables.seats["place"] == 0, tables.seats["win_share"], 0.0).sum(axis=1)
        per_deal = won.reshape(deals, players).mean(axis=1)
        half_width = 1.96 * float(per_deal.std(ddof=1)) / math.sqrt(deals)
        return Strength(float(per_deal.mean()), half_width, deals * players)

    def _scales(self) -> np.ndarray[Any, Any]:
        """The step of each weight: what moves a move's value about as much as the base policy's typical weight does.

        Measured on positions of four games between base players: the spread of each feature over the legal moves.
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
        spread = np.sqrt(np.mean(np.square(spreads), axis=0))
        weights = np.abs(self._vector(self.base.weights))
        moved = (weights * spread)[weights * spread > 0]
        typical = float(np.median(moved)) if moved.size else 1.0
        safe = np.where(spread > 0, spread, 1.0)
        return np.maximum(weights, np.where(spread > 0, typical / safe, 0.0))

    def _vector(self, weights: Any) -> np.ndarray[Any, Any]:
        return np.array([float(weights.get(name, 0.0)) for name in self.names])

    def policy(self, point: Sequence[float] | np.ndarray[Any, Any], name: str = "tuned") -> Policy:
        """The policy at a point of the search space (0 is the base policy)."""
        weights = self._vector(self.base.weights) + np.asarray(point) * self.scale
        return Policy(name, "", {n: float(w) for n, w in zip(self.names, weights, strict=True) if w != 0.0})

    # ---- searching ---------------------------------------------------------------------------------------------

    def begin(self) -> Search:
        """A new search at the base policy."""
        try:
            import cma
        except ImportError:
            raise InputError("tuning needs the package cma: pip install 'simkit[tune]'") from None
        options = {"seed": self.scenario.seed % (1 << 31) + 1, "verbose": -9, "maxiter": 10**9}
        strategy = cma.CMAEvolutionStrategy([0.0] * len(self.names), self.settings.sigma, options)
        return Search(strategy, [dict(self.base.weights)])

    def generation(self, search: Search, pool: ThreadPoolExecutor) -> None:
        """One generation: candidates play, the distribution moves; now and then its mean tries to join the league."""
        points = search.strategy.ask()
        first = search.generation * self.settings.games
        rivals = [Policy("rival", "", weights) for weights in search.league[-self.settings.league :]]

        def loss(point: Any) -> float:
            hero = self.policy(point)
            games = self.settings.games // len(rivals)
            return -float(np.mean([self.strength(hero, r, first, games).share for r in rivals]))

        losses = list(pool.map(loss, points))
        search.strategy.tell(points, losses)
        search.generation += 1
        search.history.append(
            {"generation": search.generation, "best": -min(losses), "mean": -float(np.mean(losses))}
        )
        if search.generation % self.settings.patience == 0:
            hero = self.policy(search.strategy.mean)
            met = self.strength(hero, rivals[-1], FRESH_DEALS // 2 + first, 4 * self.settings.games)
            if met.share - met.half_width > 1 / self.arm.players:
                search.league.append(dict(hero.weights))

    def run(self, folder: Path, progress: Callable[[Search], None] = lambda search: None) -> Policy:
        """Search, resuming what ``folder`` holds; writes ``policy.toml`` and returns the tuned policy."""
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / "search.pickle"
        if kept.exists():
            key, search = pickle.loads(kept.read_bytes())
            if key != self._key():
                raise InputError(f"{folder} holds the tuning of another scenario or other settings")
        else:
            search = self.begin()
        with ThreadPoolExecutor(self.workers) as pool:
            while search.generation < self.settings.generations:
                self.generation(search, pool)
                temporary = kept.with_suffix(".part")
                temporary.write_bytes(pickle.dumps((self._key(), search)))
                temporary.replace(kept)
                progress(search)
        found = self.policy(search.strategy.mean)
        final = self.strength(found, self.base, FRESH_DEALS, self.settings.final_games)
        (folder / "policy.toml").write_text(self.describe(found, final, search))
        return found

    def _key(self) -> str:
        settings = {**self.settings.__dict__, "generations": None}
        assert self.game.STATE.names is not None
        return json.dumps(
            [self.scenario.hash, self.arm.name, self.base.name, self.game.STATE.names[-1], settings]
        )

    def describe(self, found: Policy, final: Strength, search: Search) -> str:
        """The policy file: weights as a scenario takes them, with their provenance."""
        players = self.arm.players
        odds, low, high = final.odds_ratio(players)
        lines = [
            f"# {self.game.title}, {players} players: weights found by CMA-ES in self-play.",
            "",
            "[policies.tuned]",
            f'plan = "weights found by search, {players} players"',
            "",
            "[policies.tuned.weights]",
            *(f"{name} = {weight:.6g}" for name, weight in found.weights.items()),
            "",
            "[provenance]",
            f'game = "{self.game.name}"',
            f"players = {players}",
            f'layout = "{self.arm.layout}"',
            f'opponents = "a league of {len(search.league)}, begun with {self.base.name}"',
            f"generations = {search.generation}",
            f"games_per_candidate = {self.settings.games}",
            f"seed = {self.scenario.seed}",
            f'final_opponent = "{players - 1} x {self.base.name}"',
            f"final_games = {final.games}",
            f"final_share = {final.share:.4f}",
            f"final_half_width = {final.half_width:.4f} # 95 %, on deals the search never saw",
            f"odds_ratio = {odds:.3f}",
            f"odds_ratio_interval = [{low:.3f}, {high:.3f}]",
        ]
        return "\n".join(lines) + "\n"
