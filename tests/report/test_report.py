"""The report of a run: all sections, one self-contained page, numbers that agree with each other and stay the same."""

import csv
import html
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simkit.errors import InputError
from simkit.report.build import Report, headline, make_comparison, make_report
from simkit.report.sections_play import CUT_OFF
from simkit.report.study import study_of
from simkit.results import open_run
from tests.report.conftest import play


class _Page(HTMLParser):
    """Ids, addresses, figure captions and the answer's text of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.headings: list[str] = []
        self.captions: list[str] = []
        self.answer = ""
        self._inside: list[str] = []
        self._depth = 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        self.addresses += [str(found[key]) for key in ("src", "href", "data") if found.get(key)]
        if tag == "figcaption":
            self.captions.append("")
        if tag == "h2":
            self.headings.append("")
        if tag == "section":
            self._depth = 1 if found.get("id") == "answer" else 0
        if tag not in ("img", "meta", "link", "br", "input"):
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop() != tag:
            pass
        if tag == "section":
            self._depth = 0

    def handle_data(self, data: str) -> None:
        if "figcaption" in self._inside:
            self.captions[-1] += data
        if "h2" in self._inside:
            self.headings[-1] += data
        if self._depth:
            self.answer += data


EVERYWHERE = (
    *("answer", "seats", "players-2", "scores", "length", "ends", "flow", "actions", "game", "components"),
    *(
        "in-use",
        "watch",
        "question",
        "rules",
        "assumed",
        "players",
        "limits",
        "methods",
        "reproduce",
        "glossary",
    ),
)


def test_the_page_has_every_section(paired_report: Report) -> None:
    ids = _Page(paired_report.page).ids
    for name in [*EVERYWHERE, "players-3", "variants"]:
        assert name in ids, name


def test_policies_that_meet_are_set_against_each_other(mixed_report: Report) -> None:
    table = pd.read_csv(mixed_report.page.parent / "tables" / "policy_shares.csv")
    assert table["policy"].tolist() == ["greedy", "bridges", "random"]
    assert table["share"].sum() == pytest.approx(1.0)
    assert "figure-policies" in _Page(mixed_report.page).ids


def test_an_order_that_is_only_turned_is_told_of_and_one_that_is_not_is_not(
    mixed_report: Report, beside_report: Report
) -> None:
    """Three players have two orders round a table, of which rotation plays one."""
    told = "The order round the table was always the same"
    assert told in mixed_report.page.read_text()
    assert told not in beside_report.page.read_text()


def test_several_layouts_are_compared(layouts_report: Report) -> None:
    page = _Page(layouts_report.page)
    assert {"layouts", "figure-layouts", "figure-layout_sides", "table-layout_verdicts"} <= set(page.ids)
    assert "on the average of the layouts" in page.answer
    table = pd.read_csv(layouts_report.page.parent / "tables" / "layouts.csv")
    assert (table[["below", "within", "above"]].sum(axis=1) - 1).abs().max() < 1e-9


@pytest.mark.parametrize("report", ["paired_report", "mixed_report", "layouts_report"])
def test_nothing_is_fetched_from_anywhere(report: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(report).page
    for address in _Page(page).addresses:
        assert address.startswith(("#", "data:")), address
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"@import|url\((?!#|%23)", text)


@pytest.mark.parametrize("report", ["paired_report", "mixed_report", "layouts_report"])
def test_every_figure_says_how_many_stand_behind_it(report: str, request: pytest.FixtureRequest) -> None:
    found = request.getfixturevalue(report)
    captions = _Page(found.page).captions
    assert len(captions) >= 7
    for caption in captions:
        assert re.search(r"\bn( =|:)|layouts", caption), caption
    for file in (found.page.parent / "figures").glob("*.svg"):
        assert file.with_suffix(".png").stat().st_size > 1000


def test_each_table_lies_beside_the_page_as_csv(paired_report: Report) -> None:
    names = {
        name.removeprefix("table-") for name in _Page(paired_report.page).ids if name.startswith("table-")
    }
    files = {file.stem for file in (paired_report.page.parent / "tables").glob("*.csv")}
    assert names | {"answer"} == files


def test_made_again_the_numbers_are_the_same_bytes(paired_run: Path, paired_report: Report) -> None:
    folder = paired_report.page.parent
    before = {file: file.read_bytes() for file in [folder / "numbers.csv", *folder.glob("tables/*.csv")]}
    make_report(paired_run)
    for file, content in before.items():
        assert file.read_bytes() == content, file.name


def test_the_order_of_blocks_does_not_change_the_shares(paired_run: Path, paired_report: Report) -> None:
    """The streamed shares agree with those computed at once from the whole tables, stalled deals left out."""
    run = open_run(paired_run)
    seats = pd.read_csv(paired_report.page.parent / "tables" / "seats.csv")
    for arm in (arm for arm in run.arms if arm.variant == "base"):
        group = [other for other in run.arms if other.group == arm.group]
        games = pd.concat([run.read("games", other) for other in group])
        stalled = games.loc[games["end_cause"] == 1, "deal"].unique()
        rows = run.read("seats", arm)
        shares = rows[~rows["deal"].isin(stalled)].groupby("seat")["win_share"].mean()
        found = seats.loc[seats["arm"] == arm.name, "share"]
        assert stalled.size > 0
        np.testing.assert_allclose(found, shares, atol=1e-11)


def test_every_number_of_the_answer_stands_in_the_tables(paired_report: Report) -> None:
    folder = paired_report.page.parent / "tables"
    answer, seats = pd.read_csv(folder / "answer.csv"), pd.read_csv(folder / "seats.csv")
    text = _Page(paired_report.page).answer
    for row in answer.to_dict("records"):
        same = seats[(seats["arm"] == row["arm"]) & (seats["seat"] == row["seat"])].iloc[0]
        for mine, theirs in (("share", "share"), ("gap", "gap"), ("games", "games")):
            assert row[mine] == same[theirs]
        # the seat was picked for being the farthest, so its interval is the one that holds for all seats at once
        for end in ("low", "high"):
            assert row[f"gap_{end}"] == pytest.approx(same[f"all_{end}"] - same["fair"])
        places = 1 if abs(row["gap_high"] - row["gap_low"]) > 0.02 else 2
        assert f"{100 * row['share']:.{places}f}" in text
        assert f"{row['games']:,} games" in text
    variants = pd.read_csv(folder / "variants.csv")
    largest = variants.loc[variants["difference"].abs().idxmax()]
    assert f"{100 * abs(largest['difference']):.1f}"[:-1] in text


def test_numbers_csv_holds_all_tables(paired_report: Report) -> None:
    with (paired_report.page.parent / "numbers.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {"answer", "seats", "variants", "flow"} <= {row["table"] for row in rows}
    assert all(float(row["value"]) == float(row["value"]) for row in rows if row["value"])


def test_headlines_name_each_setting_and_its_verdict(paired_run: Path, paired_report: Report) -> None:
    assert headline(paired_run) == list(paired_report.headlines)
    assert [line.split(":")[0] for line in paired_report.headlines] == ["2 players", "3 players"]
    for line in paired_report.headlines:
        assert re.search("advantage|balanced|undecided", line)


def test_games_to_watch_are_rows_of_the_run(paired_run: Path, paired_report: Report) -> None:
    table = pd.read_csv(paired_report.page.parent / "tables" / "watch.csv")
    assert table["game"].tolist() == ["typical", "closest", "largest comeback"]
    run = open_run(paired_run)
    for row in table.to_dict("records"):
        name = re.search(r"--arm (\S+)", row["command"])
        assert name is not None
        games = run.read("games", name[1])
        game = games[(games["deal"] == row["deal"]) & (games["rotation"] == row["rotation"])].iloc[0]
        assert game["rounds"] == row["rounds"]
        assert game["lead_changes"] == row["lead_changes"]


def test_a_run_compared_with_itself_does_not_differ(paired_run: Path, tmp_path: Path) -> None:
    made = make_comparison(paired_run, paired_run, tmp_path / "same")
    table = pd.read_csv(tmp_path / "same" / "tables" / "variants.csv")
    assert (table["difference"] == 0).all()
    assert all("No seat's share differs" in line for line in made.headlines)


def test_deals_left_out_for_a_variants_sake_are_counted_before_a_verdict_is_given(tmp_path: Path) -> None:
    """The variant stalls in the longer games only: the base's kept deals are a selection, its own verdict is not."""
    variants = [{"name": "short cap", "rules": {"max_rounds": 7}}]
    run = open_run(play(tmp_path / "run", table={"players": [2], "policies": ["bridges"]}, variants=variants))
    base = study_of(run).base[0]
    assert base.data.stalled == 0
    assert base.data.dropped_deals > 0
    every = run.read("seats", base.data.arm)
    for seat in base.seats:
        assert seat.judged.stalled is not None
        own = every.loc[every["seat"] == seat.seat, "win_share"].mean()
        assert seat.judged.stalled == pytest.approx((own, own))


def test_lengths_say_that_games_cut_off_are_not_in_them(paired_report: Report, mixed_report: Report) -> None:
    assert CUT_OFF in html.unescape(paired_report.page.read_text())
    assert CUT_OFF not in html.unescape(mixed_report.page.read_text())


def test_runs_of_the_same_deals_are_compared_deal_by_deal(paired_run: Path, tmp_path: Path) -> None:
    longer = play(tmp_path / "longer", components={"goal": 20})
    other_seed = play(tmp_path / "other", seed=12)
    make_comparison(paired_run, longer, tmp_path / "paired")
    make_comparison(paired_run, other_seed, tmp_path / "apart")
    paired_rows = pd.read_csv(tmp_path / "paired" / "tables" / "variants.csv")
    apart = pd.read_csv(tmp_path / "apart" / "tables" / "variants.csv")
    assert (paired_rows["correlation"] > 0.2).all()
    assert (apart["correlation"] == 0).all()
    settings = pd.read_csv(tmp_path / "paired" / "tables" / "settings.csv")
    assert settings["key"].str.contains("goal").any()


@pytest.mark.parametrize(
    "changes",
    [
        {"games": 1},
        {"games": 2, "table": {"players": [2], "policies": ["greedy", "random"]}},
        {"games": 20, "rules": {"max_rounds": 2}},
        {"games": 20, "variants": [{"name": "hopeless", "rules": {"max_rounds": 2}}]},
    ],
    ids=["one game", "one deal", "all stalled", "a variant that always stalls"],
)
def test_too_few_finished_deals_make_a_page_that_says_so(tmp_path: Path, changes: dict[str, Any]) -> None:
    found = make_report(play(tmp_path / "run", **changes))
    assert "nothing can be estimated" in _Page(found.page).answer
    assert all("undecided" in line for line in found.headlines)
    assert "reproduce" in _Page(found.page).ids


def test_a_folder_without_a_run_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        make_report(tmp_path)


def test_no_page_is_left_half_written_where_parts_are_damaged(paired_run: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(paired_run, copy)
    (copy / "report.html").unlink(missing_ok=True)
    next((copy / "seats").glob("*.parquet")).write_bytes(b"no parquet")
    with pytest.raises(InputError):
        make_report(copy)
    assert not (copy / "report.html").exists()


def test_a_variants_band_for_all_at_once_covers_every_seat_variant_and_setting(paired_report: Report) -> None:
    """One critical value for all rows of a setting, above that of its own seats alone."""
    table = pd.read_csv(paired_report.page.parent / "tables" / "variants.csv")
    table = table[table["high"] > table["low"]]
    factor = (table["all_high"] - table["all_low"]) / (table["high"] - table["low"])
    for _, own in factor.groupby(table["setting"]):
        assert own.max() == pytest.approx(own.min(), rel=1e-6)
        # Bonferroni over two settings alone: z at 97.5 % over z at 95 %
        assert own.min() > 1.14
