"""The test facts of `pagat_3p` (rulebook 3.2) and its worked settlement, through games."""

import pytest

from dizhu.errors import Reason
from dizhu.games.acts import Bid, Pass
from dizhu.games.climb.game import ClimbGame
from dizhu.games.game import Phase
from dizhu.rules import load
from tests.cases_deals import asked, beats, dealt, lay, points, refused, say, shapes

PAGAT = load("pagat_3p")
QQ = load("qq_3p")


@pytest.mark.parametrize(
    ("a", "a_as", "b", "b_as", "answer"),
    [
        ("QQQ66", None, "TTTKK", None, True),  # fact 1
        ("9993", None, "888A", None, True),  # fact 2
        ("666689", None, "5553", None, False),  # fact 8
        ("666689", "quad+2solo", "5555TJ", "quad+2solo", True),
        ("5555TJ", "quad+2solo", "666689", "quad+2solo", False),
        ("X", None, "2", None, True),  # fact 10
        ("xX", None, "2222", None, True),
        ("3333", None, "AAA5", None, True),
    ],
)
def test_what_beats_what(a: str, a_as: str | None, b: str, b_as: str | None, answer: bool) -> None:
    assert beats(PAGAT, a, b, a_as, b_as) is answer


@pytest.mark.parametrize(
    ("cards", "readings"),
    [
        ("6668", {("trio+solo", "6", 1)}),
        ("QQQ66", {("trio+pair", "Q", 1)}),
        ("77788836", {("trio*2..+solo", "8", 2)}),
        ("7778882X", {("trio*2..+solo", "8", 2)}),
        ("888999442", set()),
        ("88899944JJ", {("trio*2..+pair", "9", 2)}),
        ("8889994422", {("trio*2..+pair", "9", 2)}),
        ("666689", {("quad+2solo", "6", 1)}),
        ("JJJJ99QQ", {("quad+2pair", "J", 1)}),
        ("333444677", set()),  # fact 3
        ("77788833", set()),  # fact 4
        ("6666xX", set()),  # fact 5
        ("777888xX", set()),
        ("88899944xX", set()),
        ("666688", set()),
        ("33334445", set()),
        ("6666x9", {("quad+2solo", "6", 1)}),
    ],
)
def test_what_cards_can_be(cards: str, readings: set[tuple[str, str, int]]) -> None:
    assert shapes(PAGAT, cards) == readings


def test_what_only_the_free_policy_allows() -> None:  # facts 4 and 5
    assert shapes(QQ, "77788833") == {("trio*2..+solo", "8", 2)}
    assert shapes(QQ, "6666xX") == {("quad+2solo", "6", 1)}


def after(*values: int, first: int = 0) -> ClimbGame:
    return say(dealt(PAGAT, first=first), *map(Bid, values))


def test_a_seat_that_passed_may_bid_when_the_turn_returns() -> None:  # fact 6
    game = after(0, 1, 0)
    assert (game.phase, asked(game)) == (Phase.BID, 0)
    assert refused(game, 0, Bid(1)) is Reason.BID_TOO_LOW
    say(game, Bid(2), Bid(0), Bid(0))
    assert (game.view("spectator").landlord, game.view("spectator").bid) == (0, 2)


def test_two_passes_after_a_bid_end_the_auction() -> None:  # fact 7
    assert after(1, 0).phase is Phase.BID
    game = after(1, 0, 0)
    assert (game.view("spectator").landlord, game.view("spectator").bid) == (0, 1)


def test_three_opening_passes_are_void() -> None:
    game = after(0, 0, 0, first=1)
    assert game.outcome is not None
    assert (game.outcome.kind, game.outcome.points) == ("redeal", (0, 0, 0))


def test_the_holder_of_the_turned_up_card_bids_first_and_all_see_it() -> None:
    game = dealt(PAGAT, first=2)
    view = game.view("spectator")
    assert asked(game) == view.first == 2
    assert view.marker is not None
    assert view.marker in game.view(2).hand
    assert {game.view(seat).marker for seat in range(3)} == {view.marker}


def test_a_spring_counts_nothing() -> None:  # fact 9
    strong = "3456789TJQKA456789TJ"
    game = say(dealt(PAGAT, [strong[:17]], strong[17:]), Bid(2), Bid(0), Bid(0))
    lay(game, "456789TJ", "-", "-", "3456789TJQKA")
    assert points(game) == (4, -2, -2)


def test_an_anti_spring_counts_nothing() -> None:
    game = say(dealt(PAGAT, ["3", "45678456789TJQKA2"]), Bid(1), Bid(0), Bid(0))
    lay(game, "3", "2", "-", "-", "45678", "-", "-", "456789TJQKA")
    assert points(game) == (-2, 1, 1)


def test_both_jokers_led_are_the_rocket() -> None:  # fact 10
    strong = "xX3456789TJQKA345678"
    game = say(dealt(PAGAT, [strong[:17]], strong[17:]), Bid(1), Bid(0), Bid(0))
    lay(game, "xX", "-", "-", "345678", "-", "-", "3456789TJQKA")
    assert points(game) == (4, -2, -2)
    assert game.outcome is not None
    assert [(f.name, f.value) for f in game.outcome.factors] == [("base", 1), ("xX", 2)]


def test_two_bombs_and_the_rocket_won() -> None:
    strong = "xX3333444456789TJQKA"
    game = say(dealt(PAGAT, [strong[:17], "6"], strong[17:]), Bid(3))
    lay(game, "3333", "-", "-", "4444", "-", "-", "xX", "-", "-", "56789TJQKA")
    assert points(game) == (48, -24, -24)


def test_two_bombs_and_the_rocket_lost() -> None:
    game = say(dealt(PAGAT, ["5", "xX3333444456789TJ", "T"]), Bid(3))
    lay(game, "5", "3333", "-", "-", "4444", "-", "-", "xX", "-", "-", "56789TJ")
    assert points(game) == (-48, 24, 24)


def test_who_passed_may_play_later_in_the_trick() -> None:
    game = say(dealt(PAGAT, ["3339KKKJ", "AAA34", "5557"]), Bid(3))
    lay(game, "3339", "-", "5557", "KKKJ")
    assert asked(game) == 1
    options = game.options(1)
    assert options is not None
    assert Pass() in options.acts
    lay(game, "AAA3", "-", "-")
    assert (asked(game), game.view(1).trick) == (1, None)
