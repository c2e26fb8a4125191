"""The engine on a toy race: rows, ranks, rotation, bans, events, stopping."""

from itertools import pairwise

import numpy as np
import pytest

from simkit.checking import ContractError, check_random_play
from simkit.contract import STALLED, TYPE_SHIFT, Switch, register, state_dtype
from simkit.engine import play_block
from simkit.policy import Policy, policy_records
from simkit.position import Position
from simkit.rows import JOB, TIE_STANDS, new_tables
from tests.helpers import play, same_tables
from tests.toys import RACE, TALLY


def test_the_same_key_gives_the_same_rows_and_another_seed_other_rows() -> None:
    a = play(RACE, ["random"] * 3, 50)
    assert same_tables(a, play(RACE, ["random"] * 3, 50))
    assert not np.array_equal(a.games, play(RACE, ["random"] * 3, 50, seed=2).games)


def test_rows_do_not_depend_on_where_a_block_begins() -> None:
    whole = play(RACE, ["random", "gambler", "greedy"], 40, rotate="cyclic")
    tail = play(RACE, ["random", "gambler", "greedy"], 10, first=30, rotate="cyclic")
    assert np.array_equal(whole.games[90:], tail.games)
    assert np.array_equal(whole.seats[90:], tail.seats)


def test_only_the_first_mover_can_win_a_race_of_one_step() -> None:
    tables = play(RACE, ["random"] * 4, 100, components={"goal": 1}, switches={"gambling": False})
    assert tables.seats["win_share"].mean(axis=0).tolist() == [1.0, 0.0, 0.0, 0.0]


def test_rotation_puts_every_place_in_every_seat() -> None:
    tables = play(RACE, ["random", "greedy", "gambler"], 5, rotate="cyclic")
    places = tables.seats["place"].reshape(5, 3, 3)
    for deal in places:
        assert sorted(map(tuple, deal)) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({tuple(order) for order in play(RACE, ["random"] * 4, 1, rotate="all").seats["place"]}) == 24


def test_a_policys_stream_follows_its_place_not_its_seat() -> None:
    """The random player's choices in its own first turn depend on its place, whatever its seat."""
    table = {}
    for seating in ([0, 1], [1, 0]):
        position = Position(
            RACE,
            RACE.board.build(),
            RACE.rules_record({}),
            2,
            policies=[RACE.policy("random"), RACE.policy("greedy")],
            seating=seating,
        )
        while seating[position.seat] != 0:
            position.apply(position.choose())
        table[tuple(seating)] = position.choose()
    assert len(set(table.values())) == 1


def test_win_shares_sum_to_one_and_ties_share() -> None:
    tables = play(TALLY, ["random"] * 3, 200)
    assert np.allclose(tables.seats["win_share"].sum(axis=1), 1)
    scores = tables.seats["scores"]
    for game, seats, final in zip(tables.games, tables.seats, scores, strict=True):
        keys = [(s[0], s[-1]) for s in final]
        best = max(keys)
        winners = [seat for seat, key in enumerate(keys) if key == best]
        assert game["winners"] == sum(1 << seat for seat in winners)
        assert seats["win_share"].tolist() == [
            1 / len(winners) if seat in winners else 0 for seat in range(3)
        ]
        for seat, key in enumerate(keys):
            ahead = sum(other > key for other in keys)
            level = sum(other == key for other in keys) - 1
            assert seats["place_rank"][seat] == 1 + ahead + level / 2
        top = [s for s in final if s[0] == best[0]]
        expected = TIE_STANDS if len(winners) > 1 else int(len(top) > 1)
        assert game["tie_break"] == expected
    assert {-1, 0, 1} == set(tables.games["tie_break"])


def test_a_banned_component_is_never_taken_and_lifted_bans_are_counted() -> None:
    position = Position(
        RACE,
        RACE.board.build(),
        RACE.rules_record({}),
        2,
        policies=[Policy("shy", "no dice", {"gambles": 1.0}, ban=("die",)), RACE.policy("gambler")],
    )
    while not position.over:
        move = position.choose()
        assert (move >> TYPE_SHIFT == 1) == (position.seat == 1)
        position.apply(move)


def test_components_count_each_seat_game_once() -> None:
    tables = play(RACE, ["gambler", "greedy"], 30, rotate="cyclic")
    cells = tables.components[:, :, 0]
    assert cells["offered"].sum() == 30 * 2 * 2
    assert cells["taken"][:, 0].tolist() == [30, 30]
    assert cells["taken"][:, 1].tolist() == [0, 0]
    wins = tables.seats["win_share"][tables.seats["place"] == 0].sum()
    assert cells["wins_taken"][:, 0].sum() == wins


def test_actions_count_every_decision() -> None:
    tables = play(RACE, ["random"] * 2, 30)
    decisions = tables.games["decisions"].sum() + tables.games["forced"].sum()
    assert tables.actions["taken"].sum() == tables.actions["decisions"].sum() == decisions
    assert (tables.actions["offered"] >= tables.actions["taken"]).all()


def test_events_record_every_taking_and_say_when_there_is_no_room() -> None:
    full = play(RACE, ["gambler"] * 2, 10, events=1000)
    takings = int(full.used[0])
    assert takings == full.games["tally"].sum()
    events = full.events[:takings]
    assert (events["on_offer"][:, 0] == 1).all()
    assert events["progress"].max() <= 1
    short = play(RACE, ["gambler"] * 2, 10, events=5)
    assert short.used[0] == takings
    assert np.array_equal(short.games, full.games)
    assert np.array_equal(short.events, events[:5])


def test_a_game_over_its_cap_is_marked_stalled() -> None:
    tables = play(RACE, ["random"] * 2, 20, switches={"max_rounds": 2})
    stalled = tables.games["end_cause"] == STALLED
    assert stalled.any()
    assert (tables.games["rounds"][stalled] == 2).all()
    assert tables.components["offered"].sum() == 2 * (~stalled).sum()


def test_the_stop_flag_ends_a_block_early() -> None:
    job = np.zeros(1, JOB)
    job[0].deals, job[0].rotations, job[0].players, job[0].max_decisions = 10, 1, 2, 100
    finished = play_block(
        np.zeros(2, RACE.STATE),
        RACE.board.build(),
        RACE.rules_record({}),
        np.zeros(1, RACE.WORK),
        policy_records(RACE, [RACE.policy("random")] * 2),
        job,
        new_tables(RACE, 10, 2),
        np.ones(1, np.int64),
    )
    assert finished == 0


def test_standing_and_lead_changes_come_from_finished_rounds() -> None:
    """Replay through positions: the standing after 0.1 ... 0.9 of the rounds, and the changes of the leading set."""
    tables = play(RACE, ["random"] * 2, 20)
    for deal in range(20):
        position = Position(RACE, RACE.board.build(), RACE.rules_record({}), 2, seed=1, deal=deal)
        after = [position.score_now()]
        while not position.over:
            before = position.state.round_no
            position.apply(position.choose())
            if position.state.round_no > before:
                after.append(position.score_now())
        rounds = int(position.state.round_no)
        after.append(position.score_now())
        expected = [after[(k * rounds) // 10].tolist() for k in range(1, 10)]
        assert tables.seats["standing"][deal].T.tolist() == expected
        leaders = [set(np.flatnonzero(now == now.max())) for now in after[1:]]
        changes = sum(a != b for a, b in pairwise(leaders))
        assert tables.games["lead_changes"][deal] == changes


def test_an_illegal_move_is_refused() -> None:
    position = Position(RACE, RACE.board.build(), RACE.rules_record({}), 2)
    with pytest.raises(ValueError, match="not legal"):
        position.apply(99)


def test_a_game_cannot_be_registered_twice() -> None:
    with pytest.raises(ValueError, match="registered already"):
        register(RACE)


def test_a_state_field_must_be_int64_or_float64_and_have_a_usable_name() -> None:
    for field, message in (
        (("short", np.int16), "int64 or float64"),
        (("size", np.int64), "cannot be named"),
    ):
        with pytest.raises(ValueError, match=message):
            state_dtype("x", __file__, streams=1, seat_counters=0, game_counters=0, fields=[field])


def test_a_switch_says_what_it_allows() -> None:
    word = Switch("mode", "a", ("a", "b"), "", "")
    assert (word.code("a"), word.code("b")) == (0, 1)
    number = Switch("n", 3, (1, 9), "", "", whole=True)
    values = Switch("v", (1, 2), (0, 5), "", "", whole=True, length=2)
    flag = Switch("f", False, (False, True), "", "")
    assert (flag.code(True), number.code(9), values.code([5, 0])) == (1, 9, [5, 0])
    for switch, bad in ((word, "c"), (number, 0), (number, True), (number, 2.0), (flag, 1), (values, [1])):
        with pytest.raises(ValueError, match=r"allowed are|wanted"):
            switch.code(bad)
    for bad_list in ("12", [1, 6]):
        with pytest.raises(ValueError, match="wanted"):
            values.code(bad_list)


def test_a_flag_lists_false_before_true() -> None:
    with pytest.raises(ValueError, match="in this order"):
        Switch("f", True, (True, False), "", "")


def test_the_checker_names_a_planted_fault() -> None:
    with pytest.raises(ContractError, match=r"an invariant is broken number 1"):
        check_random_play(TALLY, players=2, deals=1, components={"fault": 1})
    check_random_play(TALLY, players=2, deals=20)
