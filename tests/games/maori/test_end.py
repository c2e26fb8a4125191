"""The end of the game (MA-53 to MA-56)."""

import pytest

from simkit.contract import STALLED
from simkit.games.maori import GAME, state
from simkit.games.maori.state import BUILD, PASS, REMOVE, SAIL, TABLEAU_FULL
from tests.games.maori.helpers import Table, code
from tests.helpers import play

ALMOST = [f for f in range(20) if f % 5 and f != 19]


def finish(table: Table) -> None:
    """The seat in turn builds whatever lies next to the ship."""
    table.play(code(SAIL, 1), code(BUILD, 0))
    table.first()


def skip(table: Table) -> None:
    table.play(code(SAIL, 1), code(PASS))


def almost_full(seat: int, **switches: str) -> Table:
    table = Table(4, **switches)
    table.fill(seat, ALMOST[:11])
    for field in ALMOST[11:]:
        table.put(seat, field, shape="water", boats=1) if field < 18 else table.put(
            seat, field, shape="single", palms=1
        )
    return table


@pytest.mark.rule("MA-53", "MA-54", "MA-55", "MA-X15")
def test_after_seat_2_fills_its_tableau_seats_3_0_and_1_have_one_turn_each() -> None:
    table = almost_full(2)
    skip(table), skip(table)
    finish(table)
    assert table.state.finisher == 2
    for seat in (3, 0, 1):
        assert table.position.seat == seat
        assert not table.position.over
        skip(table)
    assert table.position.over
    assert table.state.end_cause == TABLEAU_FULL
    assert list(table.state.turns[:4]) == [2, 2, 1, 1]  # r = 1, i = 2: 4 r + i = 6 turns
    assert table.state.turn_no == 6
    named = [state.TURN_MORE, state.TURN_MORE, state.FILLED_FIRST, state.AS_MANY_TURNS]
    assert list(table.state.counters[:4, state.TURNS_AT_THE_END]) == named


@pytest.mark.rule("MA-54")
def test_with_finish_round_everybody_has_equally_many_turns() -> None:
    table = almost_full(2, last_turns="finish_round")
    skip(table), skip(table)
    finish(table)
    skip(table)
    assert table.position.over
    assert list(table.state.turns[:4]) == [1, 1, 1, 1]
    table = almost_full(3, last_turns="finish_round")
    skip(table), skip(table), skip(table)
    finish(table)
    assert table.position.over


@pytest.mark.rule("MA-54")
def test_a_removal_or_a_second_full_tableau_in_the_last_turns_changes_nothing() -> None:
    table = almost_full(0)
    finish(table)
    table.put(1, 4, shape="water")
    table.play(code(SAIL, 1), code(REMOVE))
    table.first()
    skip(table), skip(table)
    assert table.position.over
    assert table.state.finisher == 0


@pytest.mark.rule("MA-53")
def test_printed_fields_count_as_covered_unless_they_can_be_built_on() -> None:
    table = almost_full(0, printed_fields="coverable")
    finish(table)
    assert table.state.finisher == -1


@pytest.mark.rule("MA-56")
def test_a_game_without_a_full_tableau_stops_at_the_cap_and_is_marked_stalled() -> None:
    table = Table(2, max_rounds=3)
    for _ in range(6):
        assert not table.position.over
        skip(table)
    assert table.position.over
    assert table.state.end_cause == STALLED
    assert table.state.round_no == 3


@pytest.mark.rule("MA-56")
def test_last_turns_are_played_even_after_the_last_round() -> None:
    table = almost_full(3, max_rounds=1)  # type: ignore[arg-type]
    skip(table), skip(table), skip(table)
    finish(table)
    assert not table.position.over
    skip(table), skip(table), skip(table)
    assert table.position.over
    assert table.state.end_cause == TABLEAU_FULL
    assert table.state.round_no == 2


@pytest.mark.rule("MA-56", "MA-51")
def test_good_players_never_stall_with_the_published_tiles() -> None:
    for players in (2, 5):
        tables = play(GAME, ["greedy"] * players, 40)
        assert (tables.games["end_cause"] == TABLEAU_FULL).all()
        assert tables.games["rounds"].min() >= 16
        turns = tables.seats["turns"]
        finisher = tables.games["tally"][:, state.TRIGGER_SEAT] - 1
        rounds = turns[range(40), finisher]
        assert (turns.sum(axis=1) == players * rounds + finisher).all()  # MA-55
