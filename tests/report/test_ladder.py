"""The ladder of players: its arms, its table and figure, and the sentence in the answer box."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simkit.errors import InputError
from simkit.report import words
from simkit.report.build import make_report
from simkit.report.collect import collect
from simkit.report.findings_ladder import PHRASES, LadderFinding, ladder_findings, ladder_sentence
from simkit.report.sections_ladder import precision_sentence, top_sentence
from simkit.report.study import study_of
from simkit.results import open_run
from simkit.runner import run as play_run
from simkit.scenario import Scenario, resolve
from simkit.stats.intervals import Estimate
from simkit.stats.stability import ladder_trend
from tests.report.conftest import STUDY, play

RUNGS = ["random", "noisy greedy", "bridges", "lookahead(8)"]
TABLE = {"players": [2, 3], "policies": ["greedy"]}


@pytest.fixture(scope="module")
def climbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the ladder with its report."""
    folder = tmp_path_factory.mktemp("ladder") / "run"
    play(folder, table=TABLE, games=1200, ladder={"rungs": RUNGS, "lookahead_games": 240})
    make_report(folder)
    return folder


@pytest.fixture(scope="module")
def unequal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder whose rungs all play unlike games; the toy's player who looks ahead walks two steps in every turn."""
    folder = tmp_path_factory.mktemp("unequal") / "run"
    play(folder, table=TABLE, games=1200, ladder={"rungs": RUNGS[:3]})
    make_report(folder)
    return folder


def scenario(**ladder: Any) -> Scenario:
    return resolve({**STUDY, "table": TABLE, "ladder": ladder})


def test_every_rung_plays_alone_and_against_the_one_below() -> None:
    found = scenario(rungs=RUNGS, lookahead_games=240)
    arms = {arm.name: arm for arm in found.arms if arm.players == 3}
    assert list(arms) == [
        "p3-A-base",
        "p3-A-ladder-random",
        "p3-A-ladder-noisy-greedy",
        "p3-A-ladder-bridges",
        "p3-A-ladder-lookahead-8",
        "p3-A-ladder-noisy-greedy-against-random",
        "p3-A-ladder-bridges-against-noisy-greedy",
        "p3-A-ladder-lookahead-8-against-bridges",
    ]
    duel = arms["p3-A-ladder-bridges-against-noisy-greedy"]
    assert duel.policies == ("bridges", "noisy greedy", "noisy greedy")
    assert duel.rotations == 3
    assert len({arm.group for arm in arms.values()}) == len(arms), "no rung is paired with another"
    assert {name: arm.games for name, arm in arms.items() if "lookahead" in name} == {
        "p3-A-ladder-lookahead-8": 120,
        "p3-A-ladder-lookahead-8-against-bridges": 240,
    }
    assert duel.games == 600


def test_a_rung_that_does_not_exist_is_named() -> None:
    with pytest.raises(InputError, match=r"'gredy'|\"gredy\".*did you mean 'greedy'"):
        scenario(rungs=["random", "gredy"])
    with pytest.raises(InputError, match=r"ladder\.rungs"):
        scenario(rungs=["random"])
    with pytest.raises(InputError, match=r"ladder\.rungs = .*greedy.*it stands there twice"):
        scenario(rungs=["random", "greedy", "greedy"])


def test_the_report_sets_the_rungs_in_order_and_the_stronger_ones_win(climbed: Path) -> None:
    frame = pd.read_csv(climbed / "tables" / "ladder.csv")
    for players, part in frame.groupby("setting"):
        assert list(part["rung"]) == RUNGS
        fair = 1 / int(str(players).split()[0])
        assert np.isnan(part["duel"].iloc[0])
        beats_random = part[part["rung"] == "noisy greedy"].iloc[0]
        assert beats_random["duel_low"] > fair, "the toy's noisy greedy walks faster than random"
    steps = pd.read_csv(climbed / "tables" / "ladder_steps.csv")
    assert (steps[steps["rung"] == "lookahead(8)"]["cost"] > 1).all()
    page = (climbed / "report.html").read_text()
    assert page.count("Ladder of players") >= 2, "the section and its method"
    assert "successive halving" in page
    assert (climbed / "figures" / "ladder.png").exists()


def test_the_duel_counts_the_wins_of_the_one_seat_of_the_stronger_player(climbed: Path) -> None:
    run = open_run(climbed)
    item = next(item for item in study_of(run).ladder if item.players == 3)
    seats = run.read("seats", "p3-A-ladder-bridges-against-noisy-greedy")
    expected = seats[seats["policy"] == "bridges"]["win_share"].mean()
    rung = next(rung for rung in item.rungs if rung.name == "bridges")
    assert rung.duel is not None
    assert rung.duel.value == pytest.approx(expected)


def test_self_play_meets_every_set_up_twice_and_a_pair_is_one_unit(climbed: Path) -> None:
    """The share of the set-up is the correlation of the two games of a pair, the seats' means taken off."""
    run = open_run(climbed)
    rung = next(item for item in study_of(run).ladder if item.players == 3).rungs[1]
    arm = rung.table.data.arm
    assert (arm.streams, arm.unit) == ((0, 0, 0, 2), 2)
    assert rung.table.result.deals == arm.games / 2
    share = run.read("seats", arm.name)["win_share"].to_numpy().reshape(-1, 2, 3)
    assert not (share[:, 0] == share[:, 1]).all(), "what follows the set-up is drawn anew"
    centred = share - share.mean(axis=(0, 1))
    alike = (centred[:, 0] * centred[:, 1]).mean(axis=0).sum() / np.square(share - 1 / 3).mean(
        axis=(0, 1)
    ).sum()
    assert rung.setup is not None
    assert rung.setup.value == pytest.approx(alike, abs=0.02)
    frame = pd.read_csv(climbed / "tables" / "ladder.csv")
    row = frame[(frame["setting"] == "3 players") & (frame["rung"] == rung.name)].iloc[0]
    assert row["setup"] == pytest.approx(rung.setup.value)


def test_pairs_stay_together_however_blocks_are_cut(tmp_path: Path) -> None:
    """Blocks of one deal each and whole arms: the same sums."""
    wanted = {"rungs": ["random", "noisy greedy"]}
    found = []
    for name, seconds in (("cut", 1e-9), ("whole", 100.0)):
        study = resolve({**STUDY, "table": {**TABLE, "players": [3]}, "games": 40, "ladder": wanted})
        play_run(study, tmp_path / name, workers=1, block_seconds=seconds)
        found.append(open_run(tmp_path / name))
    assert {block.deals for block in found[0].manifest.blocks} == {1}
    one, other = (collect(run).arms for run in found)
    for here, there in zip(one, other, strict=True):
        assert here.sums.games == there.sums.games == here.arm.games
        np.testing.assert_allclose(here.sums.shares.moments.covariance, there.sums.shares.moments.covariance)


def test_the_page_says_how_well_the_steps_are_known_and_what_looking_further_would_cost(
    climbed: Path,
) -> None:
    """Half a second a decision of lookahead(8); one of lookahead(64) would take eight times as long.

    A rung above it: alone, everyone's decisions; against lookahead(8), one seat's, and the others' as they are.
    """
    study = study_of(open_run(climbed))
    widest = max(rung.duel.half for item in study.ladder for rung in item.rungs if rung.duel)
    assert f"known to within ±{100 * widest:.1f} pp" in precision_sentence(study.ladder)
    study.manifest["lookahead_seconds"] = {"lookahead(8)": 0.5}
    spent = more = 0.0
    for players in (2, 3):
        decisions = {
            data.arm.variant: data.all_decisions for data in study.collected.arms if data.players == players
        }
        alone, step = decisions["ladder: lookahead(8)"], decisions["ladder: lookahead(8) against bridges"]
        spent += 0.5 * (alone + step / players)
        more += 0.5 * (8 * alone + (8 + players - 1) * step / players)
    (sentence,) = top_sentence(study, study.ladder)
    assert (
        f"The top rung is lookahead(8): looking ahead took about {words.seconds(spent)} of one core"
        in sentence
    )
    assert f"it would take {words.seconds(spent + more)}" in sentence
    assert sentence.endswith("more than the hour that a ladder is given.") == (spent + more > 3600)


def test_a_rung_that_loses_to_the_one_below_is_told(climbed: Path) -> None:
    """Shares of 0.6, 0.5 and 0.4 +- 0.05 where one half is fair."""
    found = study_of(open_run(climbed)).ladder[:1]
    assert found[0].players == 2
    shares = [None, 0.6, 0.5, 0.4]
    rungs = [
        replace(rung, duel=Estimate(share, 0.025, share - 0.05, share + 0.05, 400) if share else None)
        for rung, share in zip(found[0].rungs, shares, strict=True)
    ]
    sentence = precision_sentence([replace(found[0], rungs=rungs)])
    assert (
        "Weaker, so that the rungs do not stand in order of strength: lookahead(8) over bridges" in sentence
    )
    assert "Not shown to be stronger: bridges over noisy greedy with 2 players" in sentence
    assert "Every rung" not in sentence
    assert "Every rung beats the one below." in precision_sentence([replace(found[0], rungs=rungs[:2])])


def test_the_trend_is_that_of_the_rungs_own_seat_effects(unequal: Path) -> None:
    item = study_of(open_run(unequal)).ladder[0]
    gaps = [rung.table.seats[0].gap for rung in item.rungs]
    expected = ladder_trend(range(len(gaps)), [gap.value for gap in gaps], [gap.se for gap in gaps], 0.01)
    assert item.trends[0] == expected
    assert item.trends[0].word in PHRASES


def test_the_sentence_says_where_the_effect_tends(unequal: Path) -> None:
    study = study_of(open_run(unequal))
    for item in study.ladder:
        sentence = ladder_sentence(item)
        assert f"seat {item.extreme + 1}" in sentence
        assert "among random" in sentence
        assert "bridges players" in sentence
        assert PHRASES[item.trends[item.extreme].word] in sentence
    page = (unequal / "report.html").read_text()
    assert ladder_sentence(study.ladder[0])[:60] in page


def test_the_sentence_names_the_other_seats_that_change_sign(unequal: Path) -> None:
    item = study_of(open_run(unequal)).ladder[1]
    turns = ladder_trend([0, 1], [-0.2, 0.2], [0.01, 0.01], 0.01)
    stays = ladder_trend([0, 1], [0.0, 0.0], [0.001, 0.001], 0.01)
    first, second = (seat for seat in range(3) if seat != item.extreme)
    assert "sign" not in ladder_sentence(replace(item, trends=[stays] * 3))
    one = replace(item, trends=[turns if seat == second else stays for seat in range(3)])
    assert ladder_sentence(one).endswith(f". That of seat {second + 1} changes sign.")
    both = replace(item, trends=[stays if seat == item.extreme else turns for seat in range(3)])
    assert ladder_sentence(both).endswith(f". Those of seats {first + 1} and {second + 1} change sign.")


def test_a_rung_whose_games_are_all_alike_has_no_trend_but_a_sentence(tmp_path: Path) -> None:
    """The toy's greedy walks two steps in every turn: all its games end in the same shared win."""
    play(
        tmp_path / "run",
        table={"players": [2], "policies": ["greedy"]},
        ladder={"rungs": ["random", "greedy"]},
    )
    item = study_of(open_run(tmp_path / "run")).ladder[0]
    assert item.trends == []
    assert ladder_sentence(item).startswith("With 2 players, seat ")


def test_without_a_ladder_there_is_none(paired_run: Path) -> None:
    found: list[LadderFinding] = ladder_findings(study_of(open_run(paired_run)).collected, 0.01)
    assert found == []
