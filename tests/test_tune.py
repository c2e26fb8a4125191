"""Tuning on the toy race: it finds the better step, resumes where it stopped, and says what it measured on."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simkit.errors import InputError
from simkit.policy import Policy
from simkit.rng import PLAY, TUNE
from simkit.rows import Tables
from simkit.scenario import Scenario, resolve
from simkit.tune import FRESH_DEALS, Settings, Strength, Tuner, leads
from simkit.tuned import NAME, read_tuned
from simkit.work import ArmTask
from tests import toys  # noqa: F401  registers the toys

SETTINGS = Settings(generations=12, reply_generations=3, games=200, patience=3, sigma=3.0, final_games=4_000)


@pytest.fixture
def scenario() -> Scenario:
    return resolve(
        {
            "title": "tuning",
            "question": "which step is best?",
            "game": "race",
            "games": 100,
            "seed": 3,
            "table": {"players": [2], "policies": ["gambler"]},
        }
    )


def tuner(scenario: Scenario, settings: Settings = SETTINGS) -> Tuner:
    return Tuner(scenario, scenario.arms[0], settings, base="gambler", workers=2)


def test_it_beats_the_player_it_began_with_and_writes_where_the_weights_come_from(
    scenario: Scenario, tmp_path: Path
) -> None:
    """The sure step of 2 beats the die (mean 1.5): the tuned share lies above one half by more than its interval."""
    found = tuner(scenario).run(tmp_path)
    written = read_tuned(tmp_path / NAME)[2]
    assert written.weights == pytest.approx(dict(found.weights), rel=1e-5)
    origin = written.provenance
    assert origin["final_share"] - origin["final_half_width"] > 0.5
    assert origin["odds_ratio_interval"][0] > 1.1
    assert origin["final_games"] == 4_000
    assert (origin["seed"], origin["game"], origin["final_opponents"]) == (3, "race", "1 x gambler")
    assert origin["games"] > 12 * 20 * 200, "what all candidates played, and the attempts to join the league"
    assert origin["among_them_share"] + origin["among_them_half_width"] < 0.5, (
        "at two players the same, seen from there"
    )
    assert "odds ratio" in " ".join(found.told(2))


def test_the_reply_has_its_own_budget_and_is_measured_against_copies_of_the_result(
    scenario: Scenario, tmp_path: Path
) -> None:
    """Nothing beats the sure step of 2 in the toy race: a reply can only be as good."""
    found = tuner(scenario).run(tmp_path)
    reply = read_tuned(tmp_path / NAME)[2].reply
    assert reply["opponents"] == "1 x tuned"
    assert reply["generations"] == 3
    assert reply["games"] == 3 * 20 * 200
    assert reply["final_share"] - reply["final_half_width"] <= 0.5
    assert set(reply["weights"]) <= {"steps", "gambles"}
    assert dict(found.reply["weights"])


def test_an_interrupted_search_ends_where_an_undisturbed_one_does(scenario: Scenario, tmp_path: Path) -> None:
    whole = tuner(scenario).run(tmp_path / "whole")
    for generations in (4, 12):
        parts = tuner(scenario, replace(SETTINGS, generations=generations)).run(tmp_path / "parts")
    assert parts == whole


def test_the_folder_of_another_search_is_refused(scenario: Scenario, tmp_path: Path) -> None:
    short = replace(SETTINGS, generations=1, reply_generations=1, final_games=400)
    tuner(scenario, short).run(tmp_path)
    with pytest.raises(InputError, match="another scenario or other settings"):
        tuner(scenario, replace(short, games=300)).run(tmp_path)


SHORT = replace(SETTINGS, generations=1, reply_generations=1, games=40, final_games=400)


def test_a_damaged_search_is_named(scenario: Scenario, tmp_path: Path) -> None:
    tuner(scenario, SHORT).run(tmp_path)
    for content in (b"", b"nonsense", (tmp_path / "search.pickle").read_bytes()[:-100]):
        (tmp_path / "search.pickle").write_bytes(content)
        with pytest.raises(InputError, match=r"search\.pickle: the file is damaged"):
            tuner(scenario, SHORT).run(tmp_path)


def test_what_cannot_be_written_is_told_before_the_search(
    scenario: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tuner, "play", lambda *args: pytest.fail("games are played"))
    (tmp_path / "file").write_text("nothing of ours")
    with pytest.raises(InputError, match="file: this cannot be written"):
        tuner(scenario, SHORT).run(tmp_path / "file")
    with pytest.raises(InputError, match=r"nowhere.*cannot be written \(No such file"):
        tuner(scenario, SHORT).run(tmp_path / "run", file=tmp_path / "nowhere" / "mine.toml")
    with pytest.raises(InputError, match="file: "):
        tuner(scenario, SHORT).run(tmp_path / "run", file=tmp_path / "file")


def test_a_policy_file_keeps_the_tables_of_other_player_counts(scenario: Scenario, tmp_path: Path) -> None:
    short = replace(SETTINGS, generations=1, reply_generations=1, final_games=400)
    file = tmp_path / "mine.toml"
    tuner(scenario, short).run(tmp_path / "two", file=file)
    first = read_tuned(file)[2]
    three = resolve({"title": "t", "game": "race", "table": {"players": [3], "policies": ["gambler"]}})
    tuner(three, short).run(tmp_path / "three", file=file)
    assert read_tuned(file)[2] == first
    assert read_tuned(file)[3].provenance["final_opponents"] == "2 x gambler"


def test_candidates_of_a_generation_meet_the_same_deals_and_the_measured_ones_are_fresh(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Common random numbers; TUNE streams; the final deals lie beyond all that the search can reach."""
    found = tuner(scenario)
    search = found.begin(found.base.weights, grows=True)
    seen: list[tuple[int, int]] = []
    played = found.play

    def spy(hero: Policy, rival: Policy, first_deal: int, games: int) -> object:
        seen.append((first_deal, games))
        return played(hero, rival, first_deal, games)

    monkeypatch.setattr(found, "play", spy)
    with ThreadPoolExecutor(1) as pool:
        found.generation(search, pool)
        first = set(seen)
        seen.clear()
        found.generation(search, pool)
    assert len(first) == len(set(seen)) == 2, "a candidate among copies, and copies of it around another"
    assert not first & set(seen)
    assert max(deal + games for deal, games in seen) < FRESH_DEALS // 4
    assert TUNE != 0


def test_every_deal_is_an_independent_one_also_on_an_arm_that_plays_its_set_ups_twice(
    scenario: Scenario,
) -> None:
    """A ladder's self-play does; pairs of deals with one deck would make the measured intervals too narrow."""
    file = {**dict(scenario.file), "ladder": {"rungs": ["random", "gambler"]}}
    climbing = resolve(file)
    twice = next(arm for arm in climbing.arms if arm.replays == 2)
    hero, rival = Policy("a", "", {"steps": 1.0}), Policy("b", "", {"gambles": 1.0})
    found = [
        Tuner(study, arm, SETTINGS, base="gambler").play(hero, rival, 0, 40)
        for study, arm in ((climbing, twice), (scenario, scenario.arms[0]))
    ]
    assert np.array_equal(found[0].seats["scores"], found[1].seats["scores"])


@pytest.mark.parametrize("base", ["lookahead(8)", "noisy greedy", "careful"])
def test_a_player_that_its_weights_alone_do_not_describe_is_no_beginning(
    base: str, scenario: Scenario
) -> None:
    """Its copies in the league would be others than the one that the result is measured against."""
    careful = {"careful": {"base": "greedy", "ban": ["die"]}}
    study = resolve(
        {**dict(scenario.file), "policies": careful, "table": {"players": [2], "policies": ["careful"]}}
    )
    with pytest.raises(InputError, match=r"does more than weigh its moves"):
        Tuner(study, study.arms[0], SETTINGS, base=base)


def test_no_game_of_a_search_is_ever_reported_and_strength_is_measured_on_games_that_no_search_saw(
    scenario: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every block played has the purpose TUNE, a word of every stream's key; three lie beyond all others, apart."""
    seen: list[tuple[int, int, int]] = []
    play_task = ArmTask.play

    def spy(task: ArmTask, first: int, deals: int, events: int, stop: Any) -> Tables | None:
        seen.append((task.purpose, first, first + deals))
        return play_task(task, first, deals, events, stop)

    monkeypatch.setattr(ArmTask, "play", spy)
    tuner(scenario, replace(SHORT, patience=1)).run(tmp_path)
    assert {purpose for purpose, _, _ in seen} == {TUNE}
    assert TUNE != PLAY
    fresh = sorted((first, end) for _, first, end in seen if end > FRESH_DEALS)
    assert [first for first, _ in fresh] == [FRESH_DEALS, 2 * FRESH_DEALS, 3 * FRESH_DEALS]
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(fresh))


def test_the_league_takes_in_who_beats_its_newest_member(scenario: Scenario) -> None:
    found = tuner(scenario)
    search = found.begin(found.base.weights, grows=True)
    newest = Policy("rival", "", search.league[-1])
    found.admit(search, newest, 0)
    assert len(search.league) == 1, "equal weights do not beat themselves"
    search.start = {"steps": 1.0, "gambles": -5.0}
    found.admit(search, newest, 0)
    assert search.league[-1] == search.start


def test_candidates_meet_the_first_member_and_the_newest_ones(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = tuner(scenario, replace(SETTINGS, league=3, games=60))
    search = found.begin(found.base.weights, grows=True)
    search.league += [{"steps": float(k)} for k in range(2, 7)]
    met: set[float] = set()
    advantage = found.advantage

    def noted(hero: Policy, rival: Policy, first_deal: int, games: int) -> float:
        met.add(rival.weights.get("steps", 0.0))
        return advantage(hero, rival, first_deal, games)

    monkeypatch.setattr(found, "advantage", noted)
    with ThreadPoolExecutor(1) as pool:
        found.generation(search, pool)
    assert met == {search.start.get("steps", 0.0), 5.0, 6.0}


def test_a_lead_is_the_distance_to_the_best_other_seat(scenario: Scenario) -> None:
    tables = tuner(scenario).play(Policy("a", "", {"steps": 1.0}), Policy("b", "", {"steps": 1.0}), 0, 4)
    tables.seats["scores"][:, :, 0] = [[3, 5], [7, 7], [5, 1], [0, 2]]
    assert leads(tables).tolist() == [[-2, 2], [0, 0], [4, -4], [-2, 2]]


def test_a_win_is_worth_more_than_a_loss_and_a_near_loss_more_than_a_rout(scenario: Scenario) -> None:
    found = tuner(scenario)
    tables = found.play(Policy("a", "", {"steps": 1.0}), Policy("b", "", {"steps": 1.0}), 0, 4)
    tables.seats["place"][:] = [0, 1]
    merits = []
    for scores in ([9, 2], [5, 6], [0, 9]):
        tables.seats["scores"][:, :, 0] = scores
        tables.seats["win_share"][:] = [float(scores[0] > scores[1]), float(scores[0] < scores[1])]
        merits.append(found.merit(tables))
    assert merits[0] > merits[1] > merits[2]
    assert np.all((np.array(merits) > 0) & (np.array(merits) < 1))


def test_an_advantage_counts_one_among_many_and_many_around_one(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hero who wins everything alone, and among whose copies the rival wins everything, has none."""
    found = tuner(scenario)
    sure, gamble = Policy("sure", "", {"steps": 1.0}), Policy("gamble", "", {"gambles": 1.0})
    assert found.advantage(sure, sure, 0, 400) == pytest.approx(0.0, abs=0.1)
    assert found.advantage(sure, gamble, 0, 400) > 0.2
    assert found.advantage(gamble, sure, 0, 400) < -0.2
    monkeypatch.setattr(found, "merit", lambda tables: 1.0)  # place 0 always wins, whoever it is
    assert found.advantage(sure, gamble, 0, 40) == 0.0


def test_a_lead_of_any_size_has_a_merit_also_where_the_base_players_always_tie(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Level games give no unit of their own: it is then one point, and a rout by 1,000 is worth no less than 0."""
    found = Tuner(scenario, scenario.arms[0], SETTINGS, base="greedy")
    tables = found.play(found.base, found.base, 0, 40)
    tables.seats["scores"][:, :, 0] = 7.0
    monkeypatch.setattr(found, "play", lambda *args: tables)
    assert found.spread == 1.0
    tables.seats["scores"][..., 0] = np.where(tables.seats["place"] == 0, 0.0, 1000.0)
    tables.seats["win_share"][:] = np.where(tables.seats["place"] == 0, 0.0, 1.0)
    assert found.merit(tables) == pytest.approx(0.0)


def test_the_odds_ratio_compares_with_a_fair_share() -> None:
    """30 % of the wins at four players are odds of 3/7 against 1/3: 1.2857."""
    odds, low, high = Strength(0.30, 0.01, 1000).odds_ratio(4)
    assert odds == pytest.approx((3 / 7) / (1 / 3))
    assert low < odds < high
