"""The climbing game: its phases and the course of play. Scores and auctions have tests of their own."""

from __future__ import annotations

import pytest

from dizhu.cards import Card, parse_cards
from dizhu.errors import Reason
from dizhu.games.acts import Action, Bid, Close, DealTo, Double, Lay, Pass, Show
from dizhu.games.climb.facts import Doubled
from dizhu.games.game import Cause, Game, Phase
from dizhu.games.project import project
from dizhu.rules import load
from tests.games import HANDS, landlord_found, lay, new_game, position, refused


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (1, lay("9c"), Reason.NOT_ASKED),
        (2, Pass(), Reason.NOT_ASKED),
        (7, Pass(), Reason.NOT_ASKED),
        (0, Pass(), Reason.LEAD_PASS),
        (0, Bid(3), Reason.NOT_OFFERED),
        (0, Double(True), Reason.NOT_OFFERED),
        (0, lay("9c"), Reason.NOT_IN_HAND),
        (0, lay("3d"), Reason.NOT_IN_HAND),
        (0, Lay(()), Reason.NOT_IN_HAND),
        (0, Lay((Card.parse("3c"), Card.parse("3c"))), Reason.NOT_IN_HAND),
        (0, lay("3c 5c"), Reason.NO_COMBO),
        (0, lay("3c", load("qq_3p").reading("33")), Reason.NO_COMBO),
    ],
)
def test_bad_acts_are_refused_and_change_nothing(seat: int, action: Action, reason: Reason) -> None:
    assert refused(position(), seat, action).reason is reason


def test_the_system_does_not_play_and_seats_do_not_deal() -> None:
    game = position()
    assert refused(game, "system", Pass()).reason is Reason.NOT_SYSTEM
    assert refused(game, "system", DealTo(3)).reason is Reason.DEAL_ORDER
    assert refused(game, "system", Close()).reason is Reason.NOT_CLOSABLE
    assert refused(game, 0, DealTo(3)).reason is Reason.NOT_OFFERED


def test_a_play_that_does_not_beat_is_refused_with_the_whole_position() -> None:
    game = position(*HANDS, turn=0, last=(2, "9h Ts Jc Qc Kc", 0))
    error = refused(game, 0, lay("3c 4c 5c 6c 7c"))
    assert error.reason is Reason.DOES_NOT_BEAT
    assert str(error) == "34567 does not beat 9TJQK: seat 0, hand 345678JJ, rules qq_3p"


def test_a_named_reading_counts_and_an_unnamed_one_is_the_default() -> None:
    hand = "3c 3d 3h 3s 4c 4d 4h 4s 9c"
    rules = load("qq_3p")
    game = position(hand, "5c", "6c")
    game.act(0, lay(hand[:-3]), Cause.PLAYER)
    assert game.view(1).trick is not None
    assert game.entries[-1].action == Lay(parse_cards(hand[:-3]), rules.readings("33334444")[0])
    game = position(hand, "5c", "6c")
    quad = next(combo for combo in rules.readings("33334444") if combo.shape == "quad+2pair" and str(combo.top) == "3")
    game.act(0, lay(hand[:-3], quad), Cause.PLAYER)
    assert game.options(1) is not None
    options = game.options(1)
    assert options is not None
    assert options.to_beat == quad


def test_two_passes_end_a_trick_and_the_last_to_lay_leads() -> None:
    game = position()
    game.act(0, lay("3c"), Cause.PLAYER)
    game.act(1, lay("2c"), Cause.PLAYER)
    game.act(2, Pass(), Cause.PLAYER)
    game.act(0, Pass(), Cause.PLAYER)
    assert game.awaited == (1,)
    assert game.view(1).trick is None
    assert refused(game, 1, Pass()).reason is Reason.LEAD_PASS


def test_passing_does_not_lock_a_seat_out() -> None:
    game = position(turn=0)
    game.act(0, lay("3c"), Cause.PLAYER)
    game.act(1, lay("9c"), Cause.PLAYER)
    game.act(2, Pass(), Cause.PLAYER)
    game.act(0, lay("Jd"), Cause.PLAYER)
    game.act(1, Pass(), Cause.PLAYER)
    game.act(2, lay("Ac"), Cause.PLAYER)


def test_the_deal_ends_with_the_first_empty_hand_and_everything_is_told() -> None:
    game = position("3c", "4c 5c", "6c X")
    (event,) = game.act(0, lay("3c"), Cause.PLAYER)
    assert game.outcome is not None
    assert (game.outcome.winner, game.phase, game.awaited) == (0, Phase.OVER, ())
    assert refused(game, 1, Pass()).reason is Reason.OVER
    view = game.view("spectator")
    assert [seat.hand for seat in view.seats] == [(), parse_cards("4c 5c"), parse_cards("6c X")]
    assert project(event, "spectator").facts[-1] == project(event, 0).facts[-1]


def test_dealing_steps_rise_to_the_hand() -> None:
    game = new_game("qq_3p")
    assert game.due() == DealTo(17)
    assert refused(game, "system", DealTo(18)).reason is Reason.DEAL_ORDER
    assert refused(game, "system", DealTo(0)).reason is Reason.DEAL_ORDER
    game.act("system", DealTo(5), Cause.SYSTEM)
    assert [seat.cards for seat in game.view(0).seats] == [5, 5, 5]
    assert refused(game, "system", DealTo(5)).reason is Reason.DEAL_ORDER
    game.act("system", DealTo(17), Cause.SYSTEM)
    assert game.due() is None
    assert game.phase is Phase.BID


def test_a_show_is_worth_less_the_later_and_impossible_with_the_whole_hand() -> None:
    steps = {0: 5, 1: 4, 8: 4, 9: 3, 16: 3}
    for received, factor in steps.items():
        game = new_game("happy_3p")
        if received:
            game.act("system", DealTo(received), Cause.SYSTEM)
        game.act(1, Show(True), Cause.PLAYER)
        assert game.view(0).seats[1].shown == factor
        assert len(game.view(0).seats[1].hand or ()) == received
        assert refused(game, 1, Show(True)).reason is Reason.SHOWN
    game = new_game("happy_3p")
    game.act("system", DealTo(17), Cause.SYSTEM)
    for seat in range(3):
        assert refused(game, seat, Show(True)).reason is Reason.SHOW_LATE
    assert refused(new_game("qq_3p"), 0, Show(True)).reason is Reason.NOT_ASKED


def test_nobody_learns_who_chose_before_all_have() -> None:
    game = landlord_found()
    assert set(game.awaited) == {0, 1, 2}
    before = {viewer: game.view(viewer) for viewer in (0, 1, "spectator")}
    assert game.act(2, Double(True), Cause.PLAYER) == []
    assert game.act(0, Double(False), Cause.PLAYER) == []
    assert game.view("spectator") == before["spectator"]
    assert game.view(1) == before[1]
    assert game.view(0).choice == Double(False)
    assert refused(game, 0, Double(True)).reason is Reason.NOT_ASKED
    (event,) = game.act(1, Double(False), Cause.PLAYER)
    assert Doubled((False, False, True)) in project(event, "spectator").facts
    assert game.phase is Phase.PLAY


def test_closing_the_doubling_is_a_no_of_who_has_not_chosen() -> None:
    game = landlord_found()
    game.act(1, Double(True), Cause.PLAYER)
    (event,) = game.act("system", Close(), Cause.SYSTEM)
    assert Doubled((False, True, False)) in project(event, 0).facts


def test_who_cannot_double_is_not_asked() -> None:
    game = landlord_found(funds=(100, 500, 500))
    assert game.awaited == (2,)
    assert refused(game, 0, Double(True)).reason is Reason.NOT_ASKED
    assert refused(game, 1, Double(True)).reason is Reason.NOT_ASKED


def test_where_nobody_may_double_the_play_begins_at_once() -> None:
    assert landlord_found(funds=(1, 1, 1)).phase is Phase.PLAY


def test_a_climbing_game_is_a_game() -> None:
    game: Game = position()
    assert game.awaited == (0,)
    assert game.outcome is None
