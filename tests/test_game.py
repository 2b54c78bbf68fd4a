"""The climbing game: its phases, its refusals, the clock and the robot. Scores and auctions have tests of their own."""

from __future__ import annotations

from typing import Any

import pytest

from dizhu.cards import Card, Rank, parse_cards
from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import Action, Bid, Call, Close, DealTo, Double, Drop, Grab, Lay, Pass, Show, Trustee
from dizhu.games.climb.deal import draw
from dizhu.games.climb.facts import Doubled, Trusteed
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.games.fair import Stream, seed_secret
from dizhu.games.game import Actor, Cause, Game, Phase, Room
from dizhu.games.project import project
from dizhu.rules import Combo, load
from tests.deals import new_match

HANDS = ("3c 4c 5c 6c 7c 8c Jd Jh", "9c 9d Th 2c x", "3d 3h 3s Ac X")


def position(*hands: str, turn: int = 0, landlord: int = 0, last: tuple[int, str, int] | None = None) -> ClimbGame:
    """A qq_3p game with these hands; `last` is a seat, the cards it laid, and the passes since."""
    rules = load("qq_3p")
    table = None
    if last is not None:
        cards = parse_cards(last[1])
        combo = rules.reading("".join(str(card.rank) for card in cards))
        assert combo is not None
        table = (last[0], cards, combo, last[2])
    held = tuple(parse_cards(hand) for hand in hands or HANDS)
    at = Position(hands=held, landlord=landlord, turn=turn, last=table, plays=(1, 1, 1), bid=2)
    return ClimbGame.at(rules, at)


def new_game(variant: str, seed: int = 0) -> ClimbGame:
    game = new_match(load(variant), seed).game
    assert game is not None
    return game


def refused(game: ClimbGame, actor: Actor, action: Action, cause: Cause | None = None) -> IllegalAction:
    """The refusal of an act, by default for the actor's usual cause; the game must be as it was."""
    cause = cause or (Cause.SYSTEM if actor == "system" else Cause.PLAYER)
    before = [game.view(viewer) for viewer in (0, 1, 2, "spectator")], list(game.entries)
    with pytest.raises(IllegalAction) as error:
        game.act(actor, action, cause)
    assert ([game.view(viewer) for viewer in (0, 1, 2, "spectator")], list(game.entries)) == before
    return error.value


def lay(cards: str, combo: Combo | None = None) -> Lay:
    return Lay(parse_cards(cards), combo)


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
        assert refused(game, 1, Show(True)).reason is Reason.NOT_ASKED
    game = new_game("happy_3p")
    game.act("system", DealTo(17), Cause.SYSTEM)
    assert refused(game, (game.awaited[0] + 1) % 3, Show(True)).reason is Reason.NOT_ASKED


def landlord_found(funds: tuple[int, int, int] | None = None) -> ClimbGame:
    """A happy_3p game at the doubling: seat 1 is landlord, its hand closed."""
    rules = load("happy_3p")
    deal = draw(rules, Stream(seed_secret(0, 0), "t", 0, [b""] * 3), 1)
    game = ClimbGame(rules, deal, room=Room(threshold=100), funds=funds)
    game.act("system", DealTo(17), Cause.SYSTEM)
    game.act(1, Call(True), Cause.PLAYER)
    game.act(2, Grab(False), Cause.PLAYER)
    game.act(0, Grab(False), Cause.PLAYER)
    game.act(1, Show(False), Cause.PLAYER)
    return game


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


@pytest.mark.parametrize(
    "change",
    [
        {"hands": (parse_cards("3c"),) * 3},
        {"hands": (parse_cards("3c"), parse_cards("4c"))},
        {"landlord": 3},
        {"turn": 5},
        {"bombs": {"9x": (1, 0)}},
        {"shown": (0, 0)},
        {"doubled": (True,)},
        {"plays": (1, 2, 3, 4)},
        {"hands": (parse_cards("3c'"), parse_cards("4c"), parse_cards("5c"))},
        {"last": (1, parse_cards("9s"), Combo("solo", 1, Rank.NINE), 2)},
        {"last": (4, parse_cards("9s"), Combo("solo", 1, Rank.NINE), 0)},
        {"last": (2, parse_cards("9c"), Combo("solo", 1, Rank.NINE), 0)},
        {"phase": Phase.BID},
        {"bid": 0},
        {"shown": (0, -5, 0)},
    ],
)
def test_a_position_that_does_not_hold_together_is_refused(change: dict[str, object]) -> None:
    fields: dict[str, object] = {"hands": tuple(parse_cards(hand) for hand in HANDS), "landlord": 0, **change}
    with pytest.raises(ValueError, match="expected"):
        ClimbGame.at(load("qq_3p"), Position(**fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("actor", "action", "cause"),
    [
        (0, lay("3c"), Cause.SYSTEM),
        ("system", DealTo(17), Cause.PLAYER),
        ("system", Close(), Cause.CLOCK),
        (0, Trustee(True), Cause.TRUSTEE),
        (0, Trustee(False), Cause.CLOCK),
        (0, Drop(), Cause.PLAYER),
        (0, lay("3c"), "player"),
        (0, lay("3c"), None),
    ],
)
def test_a_cause_must_fit_actor_and_act(actor: Actor, action: Action, cause: Any) -> None:
    before = position().view(0)
    game = position()
    with pytest.raises(IllegalAction) as error:
        game.act(actor, action, cause)
    assert error.value.reason is Reason.BAD_CAUSE
    assert game.view(0) == before


@pytest.mark.parametrize(
    ("actor", "action"),
    [
        (False, lay("3c")),
        (0.0, lay("3c")),
        ("0", lay("3c")),
        (-1, lay("3c")),
        (None, lay("3c")),
        (0, None),
        (0, "pass"),
        (0, Lay(None)),  # type: ignore[arg-type]
        (0, Lay([Card.parse("3c")])),  # type: ignore[arg-type]
        (0, Lay(("3c",))),  # type: ignore[arg-type]
        (0, Lay(parse_cards("3c"), "solo")),  # type: ignore[arg-type]
        (0, Trustee(1)),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_act_of_a_seat_is_refused_at_the_door(actor: Any, action: Any) -> None:
    refused(position(), actor, action)


def test_a_bid_is_a_number_and_nothing_that_equals_one() -> None:
    game = new_game("qq_3p")
    game.act("system", DealTo(17), Cause.SYSTEM)
    for value in (True, 1.0, "1", -1, 4):
        refused(game, game.awaited[0], Bid(value))  # type: ignore[arg-type]
    refused(game, "system", DealTo(17.0))  # type: ignore[arg-type]


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


@pytest.mark.parametrize("viewer", [3, -1, "0", None, "Spectator"])
def test_there_is_no_view_for_strangers(viewer: Any) -> None:
    with pytest.raises(ValueError, match="expected a seat"):
        position().view(viewer)


def test_a_room_multiplies_by_something() -> None:
    with pytest.raises(ValueError, match="expected an initial multiplier of at least 1, got 0"):
        ClimbGame.at(load("qq_3p"), Position(hands=tuple(map(parse_cards, HANDS)), landlord=0), room=Room(init=0))


def test_a_climbing_game_is_a_game() -> None:
    game: Game = position()
    assert game.awaited == (0,)
    assert game.outcome is None
