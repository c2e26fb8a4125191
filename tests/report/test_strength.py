"""The players' section: where searched weights come from, how far they can be exploited, what looking ahead costs."""

from pathlib import Path

import pandas as pd
import pytest

from simkit.report.build import make_report
from simkit.tuned import Tuned, write_tuned
from tests.report.conftest import play
from tests.toy import board

MADE = {
    "layout": "A",
    "rules_changed": ["max_rounds = 5"],
    "method": "CMA-ES, diagonal (cma 4.5), self-play against a growing league",
    "games": 820_800,
    "generations": 100,
    "seed": 7,
    "final_opponents": "1 x greedy",
    "final_games": 40_000,
    "final_share": 0.6,
    "final_half_width": 0.005,
    "odds_ratio": 1.5,
    "odds_ratio_interval": [1.45, 1.55],
    "began_with": "greedy",
    "among_them_share": 0.4,
    "among_them_half_width": 0.005,
}
REPLY = {
    "opponents": "1 x tuned",
    "games": 320_000,
    "final_games": 40_000,
    "final_share": 0.53,
    "final_half_width": 0.004,
    "weights": {"bridge": 3.0},
}


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy ships weights for 2 players."""
    monkeypatch.setattr(board, "__file__", str(tmp_path / "board.py"))
    write_tuned(tmp_path / "tuned.toml", 2, Tuned({"steps": 1.0, "bridge": 2.5}, MADE, REPLY))


@pytest.mark.usefixtures("shipped")
def test_searched_weights_stand_with_their_provenance_and_the_best_reply(tmp_path: Path) -> None:
    """The reply wins 0.53 where 0.5 is fair: exploitable by at least 3 points, 2.6 with 95 % confidence."""
    folder = play(tmp_path / "run", table={"players": [2], "policies": ["tuned"]}, games=200)
    make_report(folder)
    row = pd.read_csv(folder / "tables" / "tuned.csv").iloc[0]
    assert (row["policy"], row["players"], row["opponents"]) == ("tuned", 2, "1 x greedy")
    assert (row["share"], row["odds_low"], row["odds_high"]) == (0.6, 1.45, 1.55)
    assert (row["began_with"], row["among_share"]) == ("greedy", 0.4)
    reply = pd.read_csv(folder / "tables" / "exploits.csv").iloc[0]
    assert reply["reply"] == pytest.approx(0.03)
    assert reply["low"] == pytest.approx(0.026)
    page = (folder / "report.html").read_text()
    assert "Exploit check" in page
    assert "a lower bound" in page
    assert "on games that no search saw, on layout A with max rounds = 5" in page
    assert "2 players: bridge 2.50; steps 1" in page


@pytest.mark.usefixtures("shipped")
def test_weights_of_another_origin_have_none(tmp_path: Path) -> None:
    policies = {"mine": {"base": "tuned", "weights": {"steps": 0.5}}}
    table = {"players": [2], "policies": ["mine"]}
    folder = play(tmp_path / "run", table=table, policies=policies, games=200)
    make_report(folder)
    assert not (folder / "tables" / "tuned.csv").exists()


@pytest.mark.usefixtures("shipped")
def test_what_was_measured_on_searched_weights_is_not_said_of_who_looks_ahead_with_them(
    tmp_path: Path,
) -> None:
    table = {"players": [2], "policies": ["tuned", "lookahead(4)"]}
    folder = play(tmp_path / "run", table=table, games=20)
    make_report(folder)
    assert list(pd.read_csv(folder / "tables" / "tuned.csv")["policy"]) == ["tuned"]
    assert "as tuned" in (folder / "report.html").read_text()
