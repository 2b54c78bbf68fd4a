"""The test facts of `qq_3p` (rulebook 3.1) and its worked settlements, through games."""

import pytest

from dizhu.errors import Reason
from dizhu.games.acts import Bid, DealTo
from dizhu.games.climb.game import ClimbGame
from dizhu.games.game import Cause, Phase
from dizhu.games.match import Match
from dizhu.rules import load
from tests.cases_deals import asked, beats, deal, dealt, lay, points, refused, say, shapes

QQ = load("qq_3p")
# One way for the landlord to go out at once, and one for the peasant after him; both with a bomb.
STRONG = "3333456789TJQKA45678"
PEASANT = "3333456789TJQKA52"


def bid_three(*hands: str, bottom: str = "") -> ClimbGame:
    return say(dealt(QQ, hands, bottom), Bid(3))


def landlord_is_strong(*hands: str) -> ClimbGame:
    return bid_three(STRONG[:17], *hands, bottom=STRONG[17:])


@pytest.mark.parametrize(
    ("a", "a_as", "b", "b_as", "answer"),
    [
        ("44445577", "quad+2pair", "555538", "quad+2solo", False),  # fact 1
        ("3333", None, "666689", None, True),  # fact 2
        ("TJQKA", None, "9TJQK", None, True),  # fact 3
        ("9TJQK", None, "TJQKA", None, False),
        ("445566", None, "334455", None, True),  # fact 7
        ("44556677", None, "334455", None, False),
        ("334455", None, "445566", None, False),
        ("334455", None, "334455", None, False),
        ("4444", None, "3333", None, True),  # bomb order
        ("2222", None, "AAAA", None, True),
        ("AAAA", None, "2222", None, False),
        ("xX", None, "2222", None, True),
        ("2222", None, "xX", None, False),
        ("444455", "quad+2solo", "3333", None, False),  # a quad with kickers is no bomb
        ("444455", "quad+2solo", "6", None, False),
        ("X", None, "x", None, True),
        ("x", None, "2", None, True),
        ("2", None, "A", None, True),
    ],
)
def test_what_beats_what(a: str, a_as: str | None, b: str, b_as: str | None, answer: bool) -> None:
    assert beats(QQ, a, b, a_as, b_as) is answer


@pytest.mark.parametrize(
    ("cards", "readings"),
    [
        ("5", {("solo", "5", 1)}),
        ("44", {("pair", "4", 1)}),
        ("JJJ", {("trio", "J", 1)}),
        ("3336", {("trio+solo", "3", 1)}),
        ("44499", {("trio+pair", "4", 1)}),
        ("45678", {("solo*5..", "8", 5)}),
        ("3456789TJQKA", {("solo*5..", "A", 12)}),
        ("334455", {("pair*3..", "5", 3)}),
        ("778899TTJJ", {("pair*3..", "J", 5)}),
        ("333444", {("trio*2..", "4", 2)}),
        ("44455579", {("trio*2..+solo", "5", 2)}),
        ("3334445557799JJ", {("trio*2..+pair", "5", 3)}),
        ("555538", {("quad+2solo", "5", 1)}),
        ("44445577", {("quad+2pair", "4", 1)}),
        ("7777", {("4x", "7", 1)}),
        ("xX", {("xX", "X", 1)}),
        ("222A", {("trio+solo", "2", 1)}),
        ("222xX", set()),
        ("JQKA2", set()),  # fact 3
        ("222333", set()),  # fact 4
        ("AAA222", set()),
        ("333xX", set()),  # fact 5
        ("333444xX", {("trio*2..+solo", "4", 2)}),  # fact 6
        ("33344455", {("trio*2..+solo", "4", 2)}),  # the examples of the free policy
        ("444455", {("quad+2solo", "4", 1)}),
        ("33334445", {("trio*2..+solo", "4", 2)}),
        ("44445555", {("quad+2pair", "4", 1), ("quad+2pair", "5", 1), ("trio*2..+solo", "5", 2)}),
        ("4567", set()),
        ("3344", set()),
        ("333444677", set()),  # kickers of two kinds
    ],
)
def test_what_cards_can_be(cards: str, readings: set[tuple[str, str, int]]) -> None:
    assert shapes(QQ, cards) == readings


def test_bombs_left_in_hand_do_not_double() -> None:  # fact 8
    game = landlord_is_strong("9TJQK2222", "")
    lay(game, "45678", "9TJQK", "-", "3333", "-", "-", "456789TJQKA")
    assert game.view(0).seats[1].hand is not None
    assert points(game) == (12, -6, -6)


def test_all_pass_deals_in_a_row_are_void_without_end() -> None:  # fact 9
    match = Match(QQ, "tests")
    for number in range(5):
        game = match.begin(deal(QQ, first=match.next_first or 0))
        game.act("system", DealTo(17), Cause.SYSTEM)
        assert asked(game) == number % 3
        say(game, Bid(0), Bid(0), Bid(0))
        assert game.outcome is not None
        assert (game.outcome.kind, game.outcome.points, game.outcome.landlord) == ("redeal", (0, 0, 0), None)
        match.close()
        assert (match.redeals, match.points) == (number + 1, [0, 0, 0])


def test_a_bid_must_exceed_the_last() -> None:  # fact 10
    game = say(dealt(QQ), Bid(2))
    options = game.options(1)
    assert options is not None
    assert set(options.acts) == {Bid(0), Bid(3)}
    assert refused(game, 1, Bid(2)) is Reason.BID_TOO_LOW
    assert refused(game, 1, Bid(1)) is Reason.BID_TOO_LOW
    assert refused(game, 1, Bid(4)) is Reason.BID_VALUE
    assert refused(game, 2, Bid(3)) is Reason.NOT_ASKED
    assert refused(game, 1, Bid(3)) is None
    assert game.view("spectator").landlord == 1


def test_three_ends_the_auction_at_once() -> None:
    game = bid_three()
    assert (game.phase, game.view(1).landlord, game.view(1).bid) == (Phase.PLAY, 0, 3)


def test_the_bottom_is_unseen_before_and_open_after() -> None:
    game = dealt(QQ, bottom="2xX")
    assert [game.view(viewer).bottom for viewer in (0, 1, 2, "spectator")] == [None] * 4
    assert [len(game.view(seat).hand) for seat in range(3)] == [17] * 3
    say(game, Bid(0), Bid(1), Bid(0))
    bottoms = [game.view(viewer).bottom for viewer in (0, 1, 2, "spectator")]
    assert ["".join(str(card.rank) for card in bottom or ()) for bottom in bottoms] == ["2xX"] * 4
    assert [len(game.view(seat).hand) for seat in range(3)] == [17, 20, 17]


def test_first_turn_rotates_after_every_deal() -> None:
    match = Match(QQ, "tests")
    game = match.begin(deal(QQ, [STRONG[:17]], STRONG[17:], first=2))
    game.act("system", DealTo(17), Cause.SYSTEM)
    say(game, Bid(0), Bid(3))
    lay(game, "456789TJQKA", "-", "-", "45678", "-", "-", "3333")
    match.close()
    assert (match.next_first, match.points) == (0, [24, -12, -12])


def test_landlord_wins_with_a_bomb() -> None:
    game = landlord_is_strong("9TJQK", "")
    lay(game, "45678", "9TJQK", "-", "3333", "-", "-", "456789TJQKA")
    assert points(game) == (12, -6, -6)


def test_landlord_wins_with_a_bomb_and_a_spring() -> None:
    game = lay(landlord_is_strong(), "45678", "-", "-", "3333", "-", "-", "456789TJQKA")
    assert points(game) == (24, -12, -12)


def test_landlord_loses_with_a_bomb() -> None:
    game = bid_three("67", PEASANT, "")
    lay(game, "6", "3333", "-", "-", "5", "-", "7", "2", "-", "-", "456789TJQKA")
    assert points(game) == (-12, 6, 6)


def test_landlord_loses_with_a_bomb_and_an_anti_spring() -> None:
    game = bid_three("6", PEASANT, "")
    lay(game, "6", "3333", "-", "-", "456789TJQKA", "-", "-", "5", "-", "-", "2")
    assert points(game) == (-24, 12, 12)


def test_the_last_play_may_be_a_bomb_and_counts() -> None:
    game = lay(landlord_is_strong(), "45678", "-", "-", "456789TJQKA", "-", "-", "3333")
    assert points(game) == (24, -12, -12)


def test_a_bomb_that_beats_a_play_and_a_rocket_that_leads_count_alike() -> None:
    strong = "xX22223456789TJQKA45"
    game = say(dealt(QQ, [strong[:17], "6", ""], strong[17:]), Bid(2), Bid(0), Bid(0))
    lay(game, "4", "6", "-", "2222", "-", "-", "xX", "-", "-", "5", "-", "-", "3456789TJQKA")
    assert points(game) == (16, -8, -8)
    assert game.outcome is not None
    assert {(f.name, f.value, f.times) for f in game.outcome.factors} == {("base", 2, 1), ("4x", 2, 1), ("xX", 2, 1)}


def test_a_lead_must_be_a_play_and_a_pass_is_not_final() -> None:
    game = bid_three("9TJQK45678", "4", "5A")
    from_lead = game.options(0)
    assert from_lead is not None
    assert from_lead.acts == ()
    lay(game, "4", "-", "5", "6", "-", "A")
    assert asked(game) == 0
