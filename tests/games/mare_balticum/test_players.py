"""The players, the features, the words, the moves."""

import numpy as np
import pytest

from simkit.contract import TYPE_SHIFT
from simkit.games.mare_balticum import GAME, draw, text
from simkit.games.mare_balticum import state as s
from simkit.games.mare_balticum.counts import COD, HERRING, SALMON
from simkit.position import Position
from tests.games.mare_balticum.helpers import (
    AMBER,
    area,
    play_randomly,
    set_demand,
    set_fleet,
    set_hold,
    set_market,
    set_tokens,
    started,
    table,
)
from tests.helpers import play

STYLES = [policy.name for policy in GAME.policies if policy.name not in ("random", "greedy")]


def share_of_first(policies: list[str], deals: int) -> float:
    """Win share of place 0, seated in every seat."""
    tables = play(GAME, policies, deals, rotate="cyclic")
    mine = tables.seats["place"] == 0
    return float(tables.seats["win_share"][mine].mean())


def test_greedy_beats_random_players() -> None:
    """At least 75 % of the wins against three randoms (400 games)."""
    assert share_of_first(["greedy", "random", "random", "random"], 100) >= 0.75


@pytest.mark.parametrize("style", STYLES)
def test_every_style_is_a_player(style: str) -> None:
    """At least half of the wins against three randoms, a tenth against three greedy ones (400 games each)."""
    assert share_of_first([style, "random", "random", "random"], 100) >= 0.5
    assert share_of_first([style, "greedy", "greedy", "greedy"], 100) >= 0.1


def test_greedy_games_do_not_stall() -> None:
    tables = play(GAME, ["greedy"] * 4, 200)
    assert (tables.games["end_cause"] == s.WINTER).mean() >= 0.999


def test_greedy_unloads_what_is_worth_it_in_its_last_turn() -> None:
    """A full hold in the port that takes it: unloading beats everything else."""
    position = started(policies=["greedy"] * 4)
    set_fleet(position, 0, [s.GDANSK, area("i"), area("h"), area("j")])
    set_demand(position, s.GDANSK, 0, 2)
    set_hold(position, 0, 3, 0, 2)
    position.state.last_round = 1
    assert position.choose() >> TYPE_SHIFT == s.UNLOAD


def last_turn(actions: int, **switches: object) -> Position:
    """Seat 0 in its last turn, at Gdansk and before it; cod lies in the bay, amber on the shelf beside it."""
    position = started(policies=["greedy"] * 4, **switches)
    set_fleet(position, 0, [s.GDANSK, area("i"), area("h"), area("j")])
    set_tokens(position, area("i"), COD)
    set_tokens(position, area("h"))
    set_tokens(position, area("j"), AMBER)
    set_market(position, 0, 1, 0, 2, 3)
    position.state.played[0] = 31
    position.state.last_round = 1
    position.state.actions_left = actions
    return position


def test_greedy_takes_amber_where_a_fish_could_not_be_landed_any_more() -> None:
    """With one action left amber pays a point, cod of value 3 nothing; with two the cod can be landed."""
    for actions, kind in ((1, AMBER), (2, COD)):
        position = last_turn(actions)
        set_demand(position, s.GDANSK, COD, HERRING)
        assert s.field_kind(position.choose()) == kind


def test_greedy_lands_last_what_can_wait() -> None:
    """A herring (2) in the hold, cod (3) in the bay: catch, then land both."""
    position = last_turn(2)
    set_demand(position, s.GDANSK, COD, HERRING)
    set_hold(position, 0, 0, 0, 1)
    types = []
    for _ in range(2):
        move = position.choose()
        types.append(move >> TYPE_SHIFT)
        position.apply(move)
    assert types == [s.FISH, s.UNLOAD]
    assert position.state.warehouse[0].tolist() == [0, 0, 1, 1, 0]


def test_greedy_does_not_leave_its_port_in_the_last_turn() -> None:
    """A herring to be landed keeps the vessel in port; a herring three borders from its ports is not chased."""
    position = last_turn(2)
    set_tokens(position, area("i"))
    set_tokens(position, area("j"))
    set_demand(position, s.GDANSK, COD, HERRING)
    set_hold(position, 0, 0, 0, 1)
    while position.seat == 0:
        position.apply(position.choose())
    assert position.state.warehouse[0, HERRING] == 1
    far = last_turn(3)
    for port in range(5):
        set_demand(far, port, SALMON)
    set_demand(far, s.ST_PETERSBURG, HERRING)
    set_hold(far, 0, 0, 0, 1)
    names = [feature.name for feature in GAME.features]
    rows = far.features()
    assert not rows[:, names.index("nearer")][[m >> TYPE_SHIFT == s.SAIL for m in far.moves()]].any()


@pytest.mark.rule("MB-X5")
def test_greedy_opens_both_demands_as_in_example_5() -> None:
    """3 salmon and 2 herring at an unopened Gdansk: both kinds are landed in one action, in the last turn too."""
    for actions in (1, 3):
        position = last_turn(actions, demand_management=True)
        set_tokens(position, area("i"))
        set_tokens(position, area("j"))
        set_market(position, 0, 3, 0, 2, 1)
        set_hold(position, 0, 3, 0, 2)
        while position.state.held[0] and position.seat == 0:
            position.apply(position.choose())
        assert position.state.warehouse[0].tolist() == [3, 0, 1, 0, 0]


@pytest.mark.rule("MB-93")
def test_greedy_does_not_stay_for_a_single_fish_that_minus_1_would_take() -> None:
    """A herring in the hold, herring at Gdansk's -1: it is nothing, so the vessel there sails to the amber beyond."""
    position = last_turn(2, demand_management=True, components={"vessels": 3})
    set_fleet(position, 0, [s.GDANSK, area("i"), area("j")])
    for where in range(5, 33):
        set_tokens(position, where)
    set_tokens(position, area("m"), AMBER)
    set_demand(position, s.GDANSK, SALMON, HERRING)
    set_hold(position, 0, 0, 0, 1)
    assert {s.field_origin(move) for move in position.moves() if s.field_target(move) == area("m")} == {
        s.GDANSK
    }
    position.apply(position.choose())
    position.apply(position.choose())
    assert position.state.warehouse[0].tolist() == [0, 0, 0, 0, 1]


def test_greedy_takes_no_card_in_its_last_turn_that_it_cannot_fill() -> None:
    position = last_turn(1, trade_contracts=True)
    set_hold(position, 0, 2, 2, 0, 0)
    set_demand(position, s.GDANSK, COD, HERRING)
    assert s.field_kind(position.choose()) == AMBER
    set_hold(position, 0)
    set_market(position, 0, 1, 0, 2, 3)
    position.state.warehouse[0] = [1, 1, 0, 0, 2]
    assert position.choose() == s.contract_move(0)


def test_features_of_a_catch_and_of_a_sailing() -> None:
    position = started(policies=["greedy"] * 4)
    names = [feature.name for feature in GAME.features]
    set_fleet(position, 0, [area("g"), area("h"), area("i"), area("j")])
    set_tokens(position, area("j"), AMBER)
    set_demand(position, s.GDANSK, 0, 2)
    set_hold(position, 0, 2)
    moves, rows = position.moves(), position.features()
    amber = moves.index(s.fish_move(area("j"), AMBER, -1))
    assert {n: v for n, v in zip(names, rows[amber], strict=True) if v} == {"amber": 1, "empties": 1}
    sail = moves.index(s.sail_move(area("g"), s.GDANSK))
    found = dict(zip(names, rows[sail], strict=True))
    assert found["sail"] == 1
    assert found["port_ahead"] > 0
    assert found["nearer"] > 0
    assert rows.shape == (len(moves), len(names))


# ---- moves and words -------------------------------------------------------------------------------------------------


def test_moves_are_read_as_they_were_written() -> None:
    for where in range(37):
        assert s.field_target(s.place_move(where)) == where
        for target in range(37):
            move = s.sail_move(where, target)
            assert (s.field_origin(move), s.field_target(move)) == (where, target)
        for kind in range(5):
            for thrown in range(-1, 4):
                move = s.fish_move(where, kind, thrown)
                assert (s.field_origin(move), s.field_kind(move), s.field_thrown(move)) == (
                    where,
                    kind,
                    thrown,
                )
                assert (move & 255) - 1 == 5 + kind
    for port in range(5):
        for fish in range(4):
            counts = [0, 0, 0, 0]
            counts[fish] = 6
            move = s.unload_move(port, s.packed(*counts))
            assert [s.quantity(move, kind) for kind in range(4)] == counts
            assert s.field_port(move) == port
            assert (move & 255) - 1 == 10 + port
    for token in range(5):
        for space in range(4):
            move = s.produce_move(token, space)
            assert (s.field_kind(move), s.field_thrown(move) + 1) == (token, space)


def test_move_types_are_in_the_top_bits() -> None:
    made = [
        s.start_move(0),
        s.place_move(0),
        s.sail_move(0, 0),
        s.fish_move(0, 0, -1),
        s.throw_move(0),
        s.unload_move(0, 0),
        s.open_move(0, 0, 0),
        s.contract_move(0),
        s.end_move(),
        s.produce_move(0, 0),
        s.tax_move(0),
        s.sets_move(0),
    ]
    assert [move >> TYPE_SHIFT for move in made] == list(range(len(GAME.move_types)))


@pytest.mark.parametrize(
    "modules", [{}, {"demand_management": True, "trade_contracts": True, "contract_alloc": "agent"}]
)
def test_a_whole_game_can_be_told(modules: dict[str, object]) -> None:
    """Every move has words of its own in its list; draws are told with the areas they went to."""
    position = table(policies=["greedy"] * 4, **modules)
    board, rules = position.board[0], GAME.rules_record(modules)[0]
    told = []
    while not position.over:
        said = [text.describe_move(position.state, board, rules, move) for move in position.moves()]
        assert len(set(said)) == len(said)
        before = position.state.copy()
        move = position.choose()
        position.apply(move)
        told += text.describe_events(before, position.state, board, rules, move)
    lines = text.describe_state(position.state, board, rules).splitlines()
    assert "the game is over" in told
    assert sum("drawn: a time token" in line for line in told) == 6
    assert sum("plays the safe and pays" in line for line in told) == 4
    assert sum("values" in line for line in told) == 16
    assert len(lines) >= 1 + 5 + 28 + 4


def test_words_count_seats_from_1() -> None:
    """Production, vessels and boards are told for seats 1 to 4; nobody decides when the game is over."""
    position = table(policies=["greedy"] * 4)
    board, rules = position.board[0], GAME.rules_record({})[0]
    told = [text.describe_state(position.state, board, rules)]
    while not position.over:
        before = position.state.copy()
        move = position.choose()
        position.apply(move)
        told += text.describe_events(before, position.state, board, rules, move)
        told.append(text.describe_state(position.state, board, rules))
    words = "\n".join(told)
    assert "seat 0" not in words.lower()
    assert "Round 1, seat 1 to decide: choosing start ports" in words
    assert {f"seat {seat} plays the safe" in words for seat in (1, 2, 3, 4)} == {True}
    assert sum(line == "every player chooses a production token" for line in told) == 5
    assert "to decide" not in told[-1].splitlines()[0]


@pytest.mark.rule("MB-93", "MB-104")
def test_words_tell_the_fish_lost_and_the_card_given_back() -> None:
    position = started(trade_contracts=True, demand_management=True)
    board, rules = position.board[0], GAME.rules_record({"trade_contracts": True})[0]
    position.state.card[0] = 1
    said = text.describe_move(position.state, board, rules, s.contract_move(0))
    assert said == (
        "gives back contract 2 (1 salmon, 1 herring, 2 amber) and takes contract 1 (1 salmon, 1 flatfish, 2 amber)"
    )
    set_fleet(position, 0, [s.GDANSK, area("i"), area("h"), area("j")])
    set_demand(position, s.GDANSK, 0, 2)
    set_hold(position, 0, 1, 0, 2)
    before = position.state.copy()
    move = s.unload_move(s.GDANSK, s.packed(1, 0, 2, 0))
    position.apply(move)
    assert (
        text.describe_events(before, position.state, board, rules, move)[0]
        == "lost at the circle -1: 1 herring"
    )
    assert "takes salmon and herring" in text.describe_move(
        position.state, board, rules, s.sail_move(area("h"), s.GDANSK)
    )
    assert "no demand yet" in text.describe_move(position.state, board, rules, s.sail_move(area("h"), s.RIGA))


@pytest.mark.parametrize("layout", ["A", "B", "random:3"])
def test_the_board_can_be_drawn(layout: str) -> None:
    import matplotlib.pyplot as plt

    position = table(layout=layout, policies=["greedy"] * 4, trade_contracts=True)
    play_randomly(position, 80)
    figure, axes = plt.subplots()
    draw.draw(axes, position.state, position.board[0], GAME.rules_record({"trade_contracts": True})[0])
    words = [drawn.get_text() for drawn in axes.texts]
    assert len(words) > 20
    assert any(word.startswith("Seat 1") for word in words)
    assert not any(word.startswith("Seat 0") for word in words)
    assert axes.get_xlim()[0] < 0 < axes.get_ylim()[0] - 37
    plt.close(figure)


def test_features_are_finite_for_every_kind_of_choice() -> None:
    position = table(
        policies=["greedy"] * 4, demand_management=True, trade_contracts=True, contract_alloc="agent"
    )
    seen = set()
    while not position.over:
        seen |= {move >> TYPE_SHIFT for move in position.moves()}
        assert np.isfinite(position.features()).all()
        position.apply(position.choose())
    assert seen >= {s.START, s.PLACE, s.SAIL, s.FISH, s.UNLOAD, s.OPEN, s.CONTRACT, s.END, s.PRODUCE, s.TAX}
