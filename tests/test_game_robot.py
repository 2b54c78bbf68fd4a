"""The clock and the robot: what they do for a seat, and when the robot takes over."""

from __future__ import annotations

import pytest

from dizhu.cards import parse_cards
from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import Action, Bid, Call, Close, DealTo, Double, Drop, Lay, Pass, Trustee
from dizhu.games.climb.facts import Trusteed
from dizhu.games.game import Cause, Phase
from dizhu.games.project import project
from dizhu.rules import load
from tests.games import HANDS, landlord_found, lay, new_game, position, refused


@pytest.mark.parametrize(("variant", "action"), [("qq_3p", Bid(0)), ("pagat_3p", Bid(0)), ("happy_3p", Call(False))])
def test_the_clock_says_no(variant: str, action: Action) -> None:
    game = new_game(variant)
    while game.due():
        game.act("system", game.due() or DealTo(17), Cause.SYSTEM)
    assert game.default(game.awaited[0]) == action


def test_the_clock_passes_and_leads_the_lowest_single_card() -> None:
    game = position()
    assert game.default(0) == Lay(parse_cards("3c"), load("qq_3p").reading("3"))
    game.act(0, game.default(0), Cause.CLOCK)
    assert game.default(1) == Pass()
    assert refused(game, 1, lay("9c"), Cause.CLOCK).reason is Reason.NOT_DEFAULT
    with pytest.raises(IllegalAction):
        game.default(2)


def test_two_time_outs_in_a_row_hand_the_seat_to_the_robot() -> None:
    game = position()
    game.act(0, game.default(0), Cause.CLOCK)
    for seat in (1, 2):
        game.act(seat, Pass(), Cause.PLAYER)
    assert not game.trusteed(0)
    (event,) = game.act(0, game.default(0), Cause.CLOCK)
    assert Trusteed(0, True) in project(event, "spectator").facts
    assert game.trusteed(0)


def test_a_persons_act_between_time_outs_starts_the_count_again() -> None:
    game = position()
    for cause, card in ((Cause.CLOCK, "3c"), (Cause.PLAYER, "4c"), (Cause.CLOCK, "5c")):
        game.act(0, lay(card, load("qq_3p").reading(card[0])), cause)
        game.act(1, Pass(), Cause.PLAYER)
        game.act(2, Pass(), Cause.PLAYER)
    assert not game.trusteed(0)


def test_time_outs_count_across_phases() -> None:
    game = new_game("qq_3p")
    game.act("system", DealTo(17), Cause.SYSTEM)
    first = game.awaited[0]
    game.act(first, Bid(0), Cause.CLOCK)
    game.act((first + 1) % 3, Bid(0), Cause.PLAYER)
    game.act((first + 2) % 3, Bid(1), Cause.PLAYER)
    leader = (first + 2) % 3
    game.act(leader, game.default(leader), Cause.PLAYER)
    game.act(first, Pass(), Cause.CLOCK)
    assert game.trusteed(first)


def test_a_time_out_of_the_doubling_is_told_with_the_choices() -> None:
    game = landlord_found()
    for seat in (0, 1, 2):
        game._state.strikes[seat] = 1
    assert game.act(1, Double(False), Cause.CLOCK) == []
    assert not game.view("spectator").seats[1].trustee
    game.act(0, Double(True), Cause.PLAYER)
    (event,) = game.act("system", Close(), Cause.SYSTEM)
    assert [fact for fact in project(event, 0).facts if isinstance(fact, Trusteed)] == [
        Trusteed(1, True),
        Trusteed(2, True),
    ]


def test_button_and_lost_connection_turn_the_robot_on_and_a_persons_act_off() -> None:
    game = position()
    game.act(0, Trustee(True), Cause.PLAYER)
    game.act(1, Drop(), Cause.SYSTEM)
    assert [game.trusteed(seat) for seat in range(3)] == [True, True, False]
    assert game.act(1, Drop(), Cause.SYSTEM) == []
    (event,) = game.act(0, lay("3c"), Cause.PLAYER)
    assert Trusteed(0, False) in project(event, 2).facts
    assert refused(game, 1, Pass(), Cause.TRUSTEE).reason is Reason.NOT_DEFAULT
    game.act(1, game.trustee(1), Cause.TRUSTEE)
    assert game.trusteed(1)
    assert refused(game, 2, Pass(), Cause.TRUSTEE).reason is Reason.NOT_TRUSTEE


@pytest.mark.parametrize(
    ("hands", "last", "expected"),
    [
        (HANDS, (0, "8d", 0), "9c"),
        (("3c", "9c 9d 9h 9s", "4c"), (0, "8d", 0), "9c"),
        (("3c", "9c 9d 9h 9s", "4c"), (0, "Ac", 0), "9c 9d 9h 9s"),
        (("3c", "9c 9d 9h 9s 3d", "4c"), (0, "Ac", 0), "pass"),
        (("3c", "2c 2d", "4c"), (2, "3d", 1), "pass"),
        (("3c", "5c 6c", "4c"), None, "5c"),
    ],
)
def test_the_robot_answers_low_never_its_partner_and_bombs_only_to_go_out(
    hands: tuple[str, ...], last: tuple[int, str, int] | None, expected: str
) -> None:
    game = position(*hands, turn=1, last=last)
    action = game.trustee(1)
    assert action == Pass() if expected == "pass" else isinstance(action, Lay) and action.cards == parse_cards(expected)


def test_a_deal_played_by_robots_alone_ends() -> None:
    for variant in ("qq_3p", "pagat_3p", "happy_3p"):
        for seed in range(20):
            game = new_game(variant, seed)
            game.act(seed % 3, Trustee(True), Cause.PLAYER)
            while game.outcome is None:
                due = game.due()
                if due:
                    game.act("system", due, Cause.SYSTEM)
                    continue
                seat = game.awaited[0]
                if game.phase is Phase.BID and len(game.entries) > 3:
                    game.act(seat, Bid(3), Cause.PLAYER)
                else:
                    robot = game.trusteed(seat)
                    game.act(seat, game.trustee(seat), Cause.TRUSTEE if robot else Cause.PLAYER)


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 2, 0), (0, 2, 1), (2, 1, 0)])
def test_the_order_of_time_outs_in_the_doubling_is_not_told(order: tuple[int, ...]) -> None:
    game = landlord_found()
    for seat in range(3):
        game._state.strikes[seat] = 1
    events = [event for seat in order for event in game.act(seat, Double(False), Cause.CLOCK)]
    (event,) = events
    told = [fact.seat for fact in project(event, "spectator").facts if isinstance(fact, Trusteed)]
    assert told == [0, 1, 2]


def test_the_last_word_on_the_robot_counts_in_the_doubling() -> None:
    game = landlord_found()
    game.act(0, Trustee(True), Cause.PLAYER)
    game.act(0, Double(False), Cause.PLAYER)
    game.act(0, Drop(), Cause.SYSTEM)
    game.act("system", Close(), Cause.SYSTEM)
    assert game.trusteed(0)
    game = landlord_found()
    game._state.strikes[0] = 1
    game.act(0, Double(False), Cause.CLOCK)
    game.act(0, Trustee(False), Cause.PLAYER)
    game.act("system", Close(), Cause.SYSTEM)
    assert not game.trusteed(0)


def test_a_refused_play_counts_for_nothing() -> None:
    game = position()
    game.act(0, Trustee(True), Cause.PLAYER)
    refused(game, 0, lay("9c"))
    assert game.trusteed(0)
