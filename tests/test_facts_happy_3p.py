"""The test facts of `happy_3p` (rulebook 3.12) but for beans and leaving, and its settlements, through games."""

import pytest

from dizhu.cards import Card
from dizhu.errors import Reason
from dizhu.games.acts import Call, Close, DealTo, Double, Grab, Show
from dizhu.games.climb.game import ClimbGame
from dizhu.games.game import Cause, Factor, Phase, Room
from dizhu.rules import load
from tests.cases_deals import asked, beats, begin, dealt, lay, points, refused, say, shapes

HAPPY = load("happy_3p")
YES, NO, TAKE, LEAVE = Call(True), Call(False), Grab(True), Grab(False)
STRONG = "3333456789TJQKA45678"
PEASANT = "3333456789TJQKA52"


def product(game: ClimbGame, name: str) -> int:
    """What a factor of that name is worth so far."""
    return next((factor.product for factor in game.view("spectator").factors if factor.name == name), 1)


def chosen(game: ClimbGame, *double: bool) -> ClimbGame:
    """Keep the hand closed, and choose to double or not by seat."""
    if game.phase is Phase.SHOW:
        say(game, Show(False))
    for seat, yes in enumerate(double):
        game.act(seat, Double(yes), Cause.PLAYER)
    return game


def test_the_caller_may_grab_back() -> None:  # fact 1
    game = say(dealt(HAPPY), YES, LEAVE, TAKE, TAKE)
    assert (game.view("spectator").landlord, product(game, "grab")) == (0, 4)


def test_the_third_who_calls_is_landlord_at_once() -> None:  # fact 2
    game = say(dealt(HAPPY), NO, NO, YES)
    assert game.view("spectator").landlord == 2
    assert [refused(game, seat, TAKE) for seat in range(3)] == [Reason.NOT_ASKED, Reason.NOT_ASKED, Reason.NOT_OFFERED]
    assert product(game, "grab") == 1


def test_who_refused_to_call_may_not_grab() -> None:  # fact 3
    game = say(dealt(HAPPY), NO, YES)
    assert asked(game) == 2
    assert refused(game, 0, TAKE) is Reason.NOT_ASKED
    say(game, TAKE, LEAVE)
    assert (game.view("spectator").landlord, product(game, "grab")) == (2, 2)


def test_three_grabs_are_worth_eight() -> None:
    game = say(dealt(HAPPY), YES, TAKE, TAKE, TAKE)
    assert (game.view("spectator").landlord, product(game, "grab")) == (0, 8)


def test_only_the_largest_show_counts() -> None:  # fact 4
    game = begin(HAPPY)
    game.act(1, Show(True), Cause.PLAYER)
    game.act("system", DealTo(16), Cause.SYSTEM)
    game.act(2, Show(True), Cause.PLAYER)
    game.act("system", DealTo(17), Cause.SYSTEM)
    assert [game.view("spectator").seats[seat].shown for seat in range(3)] == [0, 5, 3]
    assert product(game, "show") == 5
    say(game, YES, LEAVE, LEAVE)
    assert game.view("spectator").landlord == 1
    assert product(game, "show") == 5


def test_the_first_shower_is_landlord_when_all_refuse() -> None:  # fact 5
    game = begin(HAPPY, first=0)
    game.act("system", DealTo(8), Cause.SYSTEM)
    game.act(1, Show(True), Cause.PLAYER)
    game.act(0, Show(True), Cause.PLAYER)
    game.act("system", DealTo(17), Cause.SYSTEM)
    assert asked(game) == game.view("spectator").first == 1
    say(game, NO, NO, NO)
    assert game.outcome is None
    assert (game.view("spectator").landlord, product(game, "grab"), product(game, "show")) == (1, 1, 4)


def test_all_refuse_and_nobody_showed() -> None:
    game = say(dealt(HAPPY), NO, NO, NO)
    assert game.outcome is not None
    assert (game.outcome.kind, game.outcome.points) == ("redeal", (0, 0, 0))


@pytest.mark.parametrize(
    ("received", "factor"), [(0, 5), (1, 4), (8, 4), (9, 3), (16, 3)], ids=lambda value: f"{value}"
)
def test_a_show_is_worth_less_the_later(received: int, factor: int) -> None:
    game = begin(HAPPY)
    if received:
        game.act("system", DealTo(received), Cause.SYSTEM)
    assert refused(game, 2, Show(True)) is None
    assert game.view("spectator").seats[2].shown == factor
    assert refused(game, 2, Show(True)) is Reason.SHOWN


def test_nobody_shows_with_the_whole_hand_but_the_landlord_with_the_bottom() -> None:
    game = dealt(HAPPY)
    assert [refused(game, seat, Show(True)) for seat in range(3)] == [
        Reason.SHOW_LATE,
        Reason.SHOW_LATE,
        Reason.SHOW_LATE,
    ]
    say(game, YES, LEAVE, LEAVE)
    assert [refused(game, seat, Show(True)) for seat in (1, 2)] == [Reason.SHOW_LATE] * 2
    assert refused(game, 0, Show(True)) is None
    assert product(game, "show") == 2
    assert len(game.view(1).seats[0].hand or ()) == 20


def test_a_shown_hand_stays_open_to_all() -> None:
    game = begin(HAPPY)
    game.act(2, Show(True), Cause.PLAYER)
    seen: list[tuple[Card, ...]] = []
    for received in (8, 16, 17):
        game.act("system", DealTo(received), Cause.SYSTEM)
        seen = [game.view(viewer).seats[2].hand or () for viewer in (0, 1, 2, "spectator")]
        assert [len(hand) for hand in seen] == [received] * 4
        assert game.view(0).seats[1].hand is None
    assert len(set(seen)) == 1


@pytest.mark.parametrize(
    ("funds", "may"),
    [
        ((501, 501, 501), (True, True, True)),
        ((900, 2000, 500), (False, True, False)),  # fact 6: a peasant below, his partner may still double
        ((900, 400, 2000), (False, False, True)),
        ((500, 2000, 2000), (False, False, False)),
    ],
)
def test_doubling_needs_coins_above_the_threshold(funds: tuple[int, ...], may: tuple[bool, ...]) -> None:
    game = say(dealt(HAPPY, room=Room(threshold=500), funds=funds), YES, LEAVE, LEAVE, Show(False))
    offered = [game.options(seat) for seat in range(3)]
    assert tuple(options is not None and Double(True) in options.acts for options in offered) == may
    for seat in range(3):
        done = refused(game, seat, Double(True)) is None
        assert done is may[seat]
    assert game.phase is Phase.PLAY
    assert tuple(bool(seat.doubled) for seat in game.view("spectator").seats) == may


def test_every_seat_chooses_once_and_learns_of_the_others_together() -> None:
    game = say(dealt(HAPPY), YES, LEAVE, LEAVE, Show(False))
    assert game.act(1, Double(True), Cause.PLAYER) == []
    assert refused(game, 1, Double(False)) is Reason.NOT_ASKED
    assert [game.view(viewer).seats[1].doubled for viewer in (0, 2, "spectator")] == [None] * 3
    game.act(0, Double(False), Cause.PLAYER)
    assert game.phase is Phase.DOUBLE
    game.act("system", Close(), Cause.SYSTEM)
    assert [seat.doubled for seat in game.view(2).seats] == [False, True, False]
    assert (game.phase, asked(game)) == (Phase.PLAY, 0)


@pytest.mark.parametrize(
    ("double", "win"),
    [
        ((False, False, False), (4, -2, -2)),
        ((True, True, False), (12, -8, -4)),  # fact 7
        ((True, False, False), (8, -4, -4)),
        ((False, False, True), (6, -2, -4)),
        ((True, True, True), (16, -8, -8)),
    ],
)
def test_doubling_counts_between_two(double: tuple[bool, ...], win: tuple[int, ...]) -> None:
    game = chosen(say(dealt(HAPPY, [STRONG[:17], "9TJQK"], STRONG[17:]), YES, LEAVE, LEAVE), *double)
    lay(game, "45678", "9TJQK", "-", "3333", "-", "-", "456789TJQKA")
    assert points(game) == win
    game = chosen(say(dealt(HAPPY, ["67", PEASANT]), YES, LEAVE, LEAVE), *double)
    lay(game, "6", "3333", "-", "-", "5", "-", "7", "2", "-", "-", "456789TJQKA")
    assert points(game) == tuple(-value for value in win)


def test_the_printed_example_won() -> None:  # two grabs, show x2, one bomb; landlord and seat 1 doubled
    game = say(dealt(HAPPY, [STRONG[:17], "9TJQK"], STRONG[17:], first=0), YES, TAKE, LEAVE, TAKE, Show(True))
    chosen(game, True, True, False)
    lay(game, "45678", "9TJQK", "-", "3333", "-", "-", "456789TJQKA")
    assert points(game) == (96, -64, -32)
    assert game.outcome is not None
    assert game.outcome.factors == (
        Factor("base", 1),
        Factor("grab", 2, 2),
        Factor("show", 2),
        Factor("4x", 2),
    )


def test_the_printed_example_lost() -> None:
    game = say(dealt(HAPPY, ["67", PEASANT], first=0), YES, TAKE, LEAVE, TAKE, Show(True))
    chosen(game, True, True, False)
    lay(game, "6", "3333", "-", "-", "5", "-", "7", "2", "-", "-", "456789TJQKA")
    assert points(game) == (-96, 64, 32)


@pytest.mark.parametrize(("init", "stake"), [(1, 4), (15, 60)])
def test_the_room_multiplies_and_a_spring_doubles(init: int, stake: int) -> None:
    game = dealt(HAPPY, [STRONG[:17]], STRONG[17:], room=Room(init=init))
    chosen(say(game, YES, LEAVE, LEAVE), False, False, False)
    lay(game, "45678", "-", "-", "3333", "-", "-", "456789TJQKA")
    assert points(game) == (2 * stake, -stake, -stake)


def test_an_anti_spring_doubles() -> None:
    game = chosen(say(dealt(HAPPY, ["6", PEASANT]), YES, LEAVE, LEAVE), False, False, False)
    lay(game, "6", "3333", "-", "-", "456789TJQKA", "-", "-", "5", "-", "-", "2")
    assert points(game) == (-8, 4, 4)


def test_the_rocket_doubles() -> None:
    strong = "xX3456789TJQKA345678"
    game = chosen(say(dealt(HAPPY, [strong[:17], "9TJQKA"], strong[17:]), YES, LEAVE, LEAVE), False, False, False)
    lay(game, "345678", "9TJQKA", "-", "xX", "-", "-", "3456789TJQKA")
    assert points(game) == (4, -2, -2)


@pytest.mark.parametrize(
    ("cards", "readings"),
    [
        ("333444xX", {("trio*2..+solo", "4", 2)}),
        ("44445577", {("quad+2pair", "4", 1)}),
        ("333xX", set()),
        ("JQKA2", set()),
        ("7777", {("4x", "7", 1)}),
        ("xX", {("xX", "X", 1)}),
    ],
)
def test_what_cards_can_be(cards: str, readings: set[tuple[str, str, int]]) -> None:
    assert shapes(HAPPY, cards) == readings


def test_bombs_beat_as_in_the_family() -> None:
    assert beats(HAPPY, "4444", "3333")
    assert beats(HAPPY, "xX", "2222")
    assert not beats(HAPPY, "2222", "xX")
