"""Hidden information, features, players, words and the picture."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from simkit.games.mangrovia import GAME, counters, draw, state, text
from simkit.games.mangrovia.state import AMULETS_AT, BIRDS, BOWL, BUILD, COLLECT, LANDS, PAY, encode
from simkit.policy import Policy
from simkit.position import Position
from tests.games.mangrovia.tables import (
    area,
    birds,
    build,
    give,
    path_spaces,
    put_huts,
    sail_to,
    space_at,
    table,
)

NAMES = [quantity.name for quantity in GAME.features]


def feature(position: Position, move: int, name: str) -> float:
    """One feature of one legal move."""
    return float(position.features()[position.moves().index(move), NAMES.index(name)])


# ---- hidden information --------------------------------------------------------------------------------------------


def middle(players: int = 4, steps: int = 150, deal: int = 3) -> Position:
    position = table(players, deal=deal)
    for _ in range(steps):
        if position.over:
            break
        position.apply(position.choose())
    return position


@pytest.mark.rule("MG-17", "MG-65", "MG-59")
@pytest.mark.parametrize("steps", [0, 40, 150, 260])
def test_hiding_keeps_all_that_a_seat_knows(steps: int) -> None:
    position = middle(steps=steps)
    if position.over:
        pytest.skip("this game was shorter")
    seat = position.seat
    before = position.state.copy()
    changed = False
    for key in range(1, 6):
        other = position.copy()
        other.hide(seat, key)
        now = other.state
        assert np.array_equal(now.hand[seat], before.hand[seat])
        assert np.all(now.hand >= now.seen)
        for pile in (slice(0, 6), slice(6, 8), slice(8, 12), slice(12, 18)):
            assert np.array_equal(now.hand[:, pile].sum(axis=1), before.hand[:, pile].sum(axis=1))
        for name in ("seen", "display", "discard", "huts", "pile_n", "repository", "bowls", "stone_tile"):
            assert np.array_equal(now[name], before[name]), name
        assert other.broken() == 0
        changed |= not np.array_equal(now.hand, before.hand)
    assert changed or steps > 40


@pytest.mark.rule("MG-65", "MG-64")
def test_ones_from_the_repository_are_known_and_bag_amulets_are_not() -> None:
    position = table(4)
    sail_to(position, 1, 2)
    position.apply(encode(COLLECT))
    other = position.copy()
    for key in range(1, 5):
        other.hide(0, key)
        assert other.state.hand[1][AMULETS_AT] == 1
    sail_to(position, 1, 2)
    position.state.pillar[1] = 1
    position.apply(encode(COLLECT))
    values = set()
    for key in range(1, 30):
        other = position.copy()
        other.hide(0, key)
        values.add(tuple(other.state.hand[1][AMULETS_AT:]))
    assert len(values) > 2


@pytest.mark.rule("MG-59", "MG-17")
def test_cards_drawn_before_a_reshuffle_stay_among_those_who_hold_some() -> None:
    """Seats 1 and 2 hold secret cards, then the pile runs out: what is shuffled anew cannot be among them."""
    position = table(4)
    now = position.state
    now.hand[:, LANDS : LANDS + 4] = 0
    now.fresh[:] = 0
    now.hand[1, LANDS + state.M] = now.hand[2, LANDS + state.W] = 2
    now.discard[LANDS : LANDS + 4] = 2
    seen = set()
    for key in range(1, 12):
        other = position.copy()
        other.hide(0, key)
        assert other.state.hand[1:3, LANDS : LANDS + 4].sum(axis=0).tolist() == [2, 0, 0, 2]
        assert list(other.state.hand[1:3, LANDS : LANDS + 4].sum(axis=1)) == [2, 2]
        seen.add(tuple(other.state.hand[1, LANDS : LANDS + 4]))
    assert len(seen) > 1


@pytest.mark.rule("MG-59")
def test_a_reshuffle_makes_all_secret_pieces_old() -> None:
    position = table(4)
    sail_to(position, 1, 5)
    position.apply(encode(state.FOREGO))
    assert position.state.fresh[:, LANDS : LANDS + 4].any()
    position.state.pile_n[1] = 1
    position.state.discard[LANDS] = 3
    position.apply(encode(state.DRAW_DOWN, 1))
    assert not position.state.fresh[:, LANDS : LANDS + 4].any()


@pytest.mark.rule("MG-72")
def test_a_seat_that_is_paying_keeps_the_hand_it_pays_with() -> None:
    position = table(4)
    birds(position, "SW")
    sail_to(position, 1, 8)
    give(position, 1, "7", "S")
    position.state.fresh[1] = position.state.hand[1]
    position.state.piles[0, 0] = 5
    position.apply(encode(BUILD, space_at(position, "S", "7v", 1)))
    assert position.state.phase == state.PH_PAY
    for key in range(1, 6):
        other = position.copy()
        other.hide(0, key)
        assert np.array_equal(other.state.hand[1], position.state.hand[1])


@pytest.mark.rule("MG-62")
def test_amulets_just_drawn_are_hidden_from_others() -> None:
    position = table(4)
    sail_to(position, 1, 2)
    position.state.pillar[1] = 4
    position.apply(encode(COLLECT))
    drawn = {tuple(position.state.drawn)}
    for key in range(1, 20):
        other = position.copy()
        other.hide(0, key)
        drawn.add(tuple(other.state.drawn))
        assert other.state.drawn.sum() == 4
    assert len(drawn) > 2
    other = position.copy()
    other.hide(1, 3)
    assert np.array_equal(other.state.drawn, position.state.drawn)


@pytest.mark.rule("MG-15")
def test_deals_differ_and_the_same_deal_is_dealt_again() -> None:
    assert table(deal=1).state.tobytes() == table(deal=1).state.tobytes()
    assert table(deal=1).state.tobytes() != table(deal=2).state.tobytes()


# ---- features ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("HF-05", "HF-06", "HF-07", "HF-09")
def test_building_features_are_what_the_hut_brings() -> None:
    position = table(4)
    birds(position, "MW")
    sail_to(position, 1, 9)
    give(position, 1, "7764433", "MWW")
    water = space_at(position, "W", "10v", 4)
    assert feature(position, encode(BUILD, water), "printed") == 4
    assert feature(position, encode(state.DOUBLE, water), "printed") == 8
    assert feature(position, encode(state.DOUBLE, water), "cost_valuables") == 20
    assert feature(position, encode(BUILD, water), "path_hope") > 0
    pole = next(s for s in area(position, "pole") if encode(BUILD, s) in position.moves())
    assert feature(position, encode(BUILD, pole), "pole_tile") == 2
    stone = next(s for s in area(position, "stone") if encode(BUILD, s) in position.moves())
    assert feature(position, encode(BUILD, stone), "stone") > 0


@pytest.mark.rule("HF-05", "HF-11")
def test_late_in_the_game_a_hut_is_worth_the_prize_it_wins() -> None:
    position = table(4)
    birds(position, "WR")
    sail_to(position, 1, 8)
    give(position, 1, "7", "R")
    a = path_spaces(position, 0)
    reed = next(s for s in range(47) if encode(BUILD, s) in position.moves() and s not in a)
    row = int(position.board[0].paths[reed][1])
    put_huts(position, 2, [s for s in path_spaces(position, row) if s != reed][:1])
    position.state.supply[0] = 0
    first = int(position.board[0].first[row])
    second = int(position.board[0].second[row])
    assert feature(position, encode(BUILD, reed), "path_now") >= min(first, second)


@pytest.mark.rule("HF-08", "HF-12", "HF-01")
def test_collecting_returning_and_paying() -> None:
    position = table(4)
    sail_to(position, 1, 2)
    worth = []
    for pillar in range(7):
        position.state.pillar[1] = pillar
        worth.append(feature(position, encode(COLLECT), "collect"))
    assert worth == [1.0, 3.5, 4.3, 8.2, 11.9, 15.5, 15.5]
    position.state.pillar[1] = 3
    position.apply(encode(COLLECT))
    returned = position.features()[:, NAMES.index("returned")]
    assert list(returned) == [state.decode(move)[1] + 1 for move in position.moves()]
    birds(position, "SW")
    sail_to(position, 1, 8)
    give(position, 1, "2234", "S")
    position.apply(encode(BUILD, space_at(position, "S", "7v", 1)))
    pieces = {move: feature(position, move, "pieces_paid") for move in position.moves()}
    assert sorted(pieces.values()) == [2, 3]


@pytest.mark.rule("HF-02", "HF-03", "HF-04", "HF-10")
def test_sites_and_birds_are_judged_by_what_the_hand_could_build() -> None:
    position = table(4)
    birds(position, "SW")
    give(position, 0, "7", "S")
    assert feature(position, encode(BOWL, 2), "site_build") > 0
    assert feature(position, encode(BOWL, 5), "site_build") == 0
    assert feature(position, encode(BOWL, 0), "site_first") == 1
    sail_to(position, 1, 12)
    give(position, 1, "7", "S")
    sand = 1 << state.S
    best = {move & 15: feature(position, move, "birds_best") for move in position.moves()}
    assert all((value > 0) == bool(pair & sand) for pair, value in best.items())
    position.state.supply[1] = 1
    assert (position.moves()[0] >> 48) == BIRDS


@pytest.mark.rule("HF-01", "HF-09")
def test_what_can_be_built_beside_a_hut_counts_where_the_landing_builds_two() -> None:
    position = table(4)
    birds(position, "SW")
    sail_to(position, 1, 10)
    sand = space_at(position, "S", "7v", 1)
    give(position, 1, "77", "SS")
    assert feature(position, encode(BUILD, sand), "beside") > 0
    give(position, 1, "77", "S")
    assert feature(position, encode(BUILD, sand), "beside") == 0
    give(position, 1, "7", "SS")
    assert feature(position, encode(BUILD, sand), "beside") == 0
    sail_to(position, 1, 8)
    give(position, 1, "77", "SS")
    assert feature(position, encode(BUILD, sand), "beside") == 0


@pytest.mark.rule("HF-04")
def test_birds_open_amulet_spaces() -> None:
    position = table(4)
    sail_to(position, 1, 12)
    record = position.board[0]
    pair = 1 << state.S | 1 << state.W
    rings = [s for s in area(position, "rings") if int(record.lands[s]) & pair]
    assert feature(position, encode(BIRDS, pair), "birds_rings") == len(rings)
    put_huts(position, 2, rings[:2])
    assert feature(position, encode(BIRDS, pair), "birds_rings") == len(rings) - 2


@pytest.mark.rule("HF-03", "HF-08", "HF-10")
def test_sites_are_judged_by_what_they_bring_in_the_long_run() -> None:
    position = table(4)
    now = position.state
    birds(position, "SW")
    give(position, 0, "", "")

    def sites(name: str) -> list[float]:
        return [feature(position, move, name) for move in position.moves()]

    assert sites("site_cards") == [3, 1, 1, 2, 3, 2]
    assert sites("site_options") == [0] * 6
    give(position, 0, "7", "S")
    assert sites("site_options")[0] == sites("site_options")[5] == 0
    assert 0.5 <= sites("site_options")[1] < 1
    now.pillar[0] = 3
    assert sites("site_rich") == pytest.approx([0, 3.2, 0, 0, 0, 3.2])
    now.pillar[1:4] = 0, 1, 5
    assert sites("site_deny") == pytest.approx([0, 20, 0, 0, 0, 20])
    assert sites("site_ends") == [0] * 6
    now.supply[0] = 1
    assert sites("site_ends") == [0, 1, 1, 1, 1, 0]
    now.printed[1] = 50
    assert sites("site_ends") == [0, -1, -1, -1, -1, 0]
    now.supply[0] = 2
    assert sites("site_ends") == [0, 0, -1, -1, 0, 0]
    now.supply[2] = 0
    assert sites("site_cards") == [0] * 6


@pytest.mark.rule("MG-95", "HF-04")
@pytest.mark.parametrize(
    ("passed", "gained"), [("right", [1, 2, 3, 0]), ("left", [3, 0, 1, 2]), ("stay", [0, 1, 2, 3])]
)
def test_the_first_site_is_worth_the_places_that_starting_gains(passed: str, gained: list[int]) -> None:
    """By the order of this round's bowls; who starts where nobody takes the site is the switch's doing."""
    position = table(4, empty_s1_pass=passed)
    for site, places in zip((6, 5, 4, 3), gained, strict=True):
        assert feature(position, encode(BOWL, 0), "site_lead") == places
        position.apply(encode(BOWL, site - 1))


# ---- players -------------------------------------------------------------------------------------------------------


def play_out(policies: list[Policy], deal: int) -> Position:
    record = GAME.board.build(layout="A", players=len(policies), components={}, switches={})
    position = Position(
        GAME, record, GAME.rules_record({}), len(policies), seed=5, deal=deal, policies=policies
    )
    position.play_out()
    return position


def test_greedy_beats_random_players() -> None:
    wins = 0
    for deal in range(12):
        place = deal % 4
        table_of = [GAME.policy("greedy" if seat == place else "random") for seat in range(4)]
        scores = play_out(table_of, deal).scores()
        wins += int(scores[place, 0] == scores[:, 0].max())
    assert wins >= 9


def test_every_style_finishes_its_games_without_the_cap() -> None:
    styles = [policy for policy in GAME.policies if policy.name != "random"]
    for deal, policy in enumerate(styles):
        position = play_out([policy] * 4, deal)
        assert position.state.end_cause == state.LAST_HUT
        assert 6 <= position.state.round_no <= 20


@pytest.mark.rule("ST-01", "ST-04", "ST-05", "ST-12")
def test_the_games_own_statistics_add_up() -> None:
    position = play_out([GAME.policy("greedy")] * 4, 3)
    now = position.state
    rounds = int(now.round_no)
    mine = now.counters[:4]
    assert mine[:, counters.C_SITE : counters.C_SITE + 6].sum() == 4 * rounds
    assert mine[:, counters.C_STARTS].sum() == rounds
    assert mine[:, counters.C_BIRDS].sum() + now.tally[counters.T_NO_FIRST] in (rounds, rounds - 1)
    built = mine[:, counters.C_SINGLE] + 2 * mine[:, counters.C_DOUBLE]
    assert list(built) == [9 - int(s) for s in now.supply[:4]]
    assert mine[:, counters.C_LANDING : counters.C_LANDING + 4].sum() == built.sum()
    assert mine[:, counters.C_TRIGGER].sum() == 1
    assert mine[:, counters.C_FIRSTS].sum() <= 8


# ---- words and picture ---------------------------------------------------------------------------------------------


def test_a_whole_game_is_told_in_words() -> None:
    record = GAME.board.build(layout="A", players=3, components={}, switches={})
    rules = GAME.rules_record({"stone_tiles": "mixed"})
    greedy = [GAME.policy("greedy")] * 3
    position = Position(GAME, record, rules, 3, seed=5, deal=1, policies=greedy)
    lines = [text.describe_state(position.state, record[0], rules[0])]
    while not position.over:
        move = position.choose()
        before = position.state.copy()
        lines.append(text.describe_move(before, record[0], rules[0], move))
        position.apply(move)
        lines += text.describe_events(before, position.state, record[0], rules[0], move)
    story = "\n".join(lines)
    for words in (
        "places a bowl on site",
        "draws a",
        "pays",
        "birds on",
        "the displays are refilled",
        "scores",
        "last hut",
    ):
        assert words in story
    assert "nan" not in story


@pytest.mark.rule("MG-122")
@pytest.mark.parametrize(("lands", "words"), [("", "the wild tile"), ("S", "1 sand card")])
def test_what_is_given_up_for_a_hut_is_told_also_a_wild_tile(lands: str, words: str) -> None:
    position = table(4, stone_tiles="godless")
    birds(position, "SW" if lands else "MR")
    sail_to(position, 1, 8)
    give(position, 1, "7", lands)
    position.state.tiles[1, state.WILD_TILE] = 0 if lands else 1
    position.apply(encode(BUILD, space_at(position, "S", "7v", 1)))
    before = position.state.copy()
    move = position.moves()[0]
    position.apply(move)
    told = text.describe_events(before, position.state, position.board[0], position.rules[0], move)
    assert told[0] == f"gives up {words}"


@pytest.mark.rule("MG-38")
@pytest.mark.parametrize(
    ("landing", "words"),
    [
        (1, "draw face up"),
        (2, "collect"),
        (6, "collect or draw face down"),
        (8, "collect or build"),
        (10, "build"),
    ],
)
def test_what_is_foregone_is_told(landing: int, words: str) -> None:
    position = table(4)
    sail_to(position, 1, landing)
    move = encode(state.FOREGO)
    told = text.describe_move(position.state, position.board[0], position.rules[0], move)
    assert told == f"landing {landing}: does not {words}"


@pytest.mark.parametrize("layout", ["A", "B", "random:1"])
def test_the_board_can_be_drawn(layout: str) -> None:
    record = GAME.board.build(layout=layout, players=2, components={}, switches={})
    rules = GAME.rules_record({"stone_tiles": "mixed"})
    position = Position(GAME, record, rules, 2, deal=1)
    for _ in range(60):
        position.apply(position.choose())
    figure = Figure(figsize=(9, 7))
    axes = figure.add_subplot()
    draw.draw(axes, position.state, record[0], rules[0])
    assert len(axes.patches) > 90
    assert any("Mangrovia" in t for t in [axes.get_title(loc="left")])


def test_a_payment_is_told_piece_by_piece() -> None:
    position = table(4)
    birds(position, "SW")
    sail_to(position, 1, 8)
    give(position, 1, "34", "S", starts="34")
    space = space_at(position, "S", "7v", 1)
    position.apply(encode(BUILD, space))
    told = [
        text.describe_move(position.state, position.board[0], position.rules[0], m) for m in position.moves()
    ]
    assert any("3 + 4 in valuables" in words for words in told)
    assert any("starting card 3" in words for words in told)
    assert all(m >> 48 == PAY for m in position.moves())
    build_other = table(4)
    birds(build_other, "SW")
    sail_to(build_other, 1, 8)
    give(build_other, 1, "7", "S")
    build(build_other, space)
    assert LANDS == 8


def test_greedy_games_of_four_last_as_long_as_published() -> None:
    """Public reports say 10 to 14 rounds; the mean of 20 games on layout A lies there."""
    rounds = [int(play_out([GAME.policy("greedy")] * 4, deal).state.round_no) for deal in range(20)]
    assert 10 <= np.mean(rounds) <= 14
