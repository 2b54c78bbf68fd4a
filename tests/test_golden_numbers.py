"""Numbers printed in the seeds (rulebook 6.12), as far as they are about the games that are here, without coins."""

import pytest

from dizhu.games.acts import Bid, Call, Double, Grab, Show
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.games.game import Cause
from dizhu.rules import RuleSet, load, load_file
from tests.cases_deals import asked, dealt, lay, points, say, shapes
from tests.cases_words import SHAPES_ONLY, others, physical

PAGAT, QQ, HAPPY = load("pagat_3p"), load("qq_3p"), load("happy_3p")
LAIZI = load_file(SHAPES_ONLY / "happy_laizi_3p.toml")


def last_card(rules: RuleSet, winner: int, left: list[str], **facts: object) -> ClimbGame:
    """A game whose seat 0 is landlord, played to its end by the last card of `winner`; everybody has played twice."""
    hands = physical(left, rules.table.packs)
    spare = iter(others(hands, rules.table.packs))
    full = tuple(hand or (next(spare),) for hand in hands)
    position = Position(hands=full, landlord=0, turn=winner, plays=(2, 2, 2), **facts)  # type: ignore[arg-type]
    game = ClimbGame.at(rules, position)
    game.act(winner, game.default(winner), Cause.PLAYER)
    return game


@pytest.mark.parametrize(("winner", "sign"), [(0, 1), (1, -1), (2, -1)])
def test_bid_three_two_bombs_and_a_rocket(winner: int, sign: int) -> None:
    game = last_card(PAGAT, winner, ["", "", ""], bid=3, bombs={"4x": (1, 1), "xX": (0, 1)})
    assert points(game) == (sign * 48, sign * -24, sign * -24)


def test_the_printed_trick() -> None:
    game = say(dealt(PAGAT, ["3339KKKJ", "AAA34", "5557"]), Bid(3))
    lay(game, "3339", "-", "5557", "KKKJ", "AAA3", "-", "-")
    assert asked(game) == 1
    options = game.options(1)
    assert options is not None
    assert options.to_beat is None
    lay(game, "4")
    assert asked(game) == 2


@pytest.mark.parametrize("rules", [QQ, HAPPY, PAGAT], ids=lambda rules: rules.id)
@pytest.mark.parametrize("left", [["", "7777", ""], ["", "7777", "xX"], ["", "", "333344445555"]])
def test_bombs_kept_in_hand_are_no_factor(rules: RuleSet, left: list[str]) -> None:
    assert points(last_card(rules, 0, left)) == (2, -1, -1)
    assert points(last_card(rules, 1, [left[1] or left[2], "", ""])) == (-2, 1, 1)


@pytest.mark.parametrize(("winner", "sign"), [(0, 1), (1, -1)])
def test_a_unit_of_six_is_twelve_for_the_landlord(winner: int, sign: int) -> None:
    game = last_card(QQ, winner, ["", "", ""], bid=3, bombs={"4x": (0, 1)})
    assert points(game) == (sign * 12, sign * -6, sign * -6)


def test_a_whole_deal_of_call_and_grab() -> None:
    strong = "2222xX3456789TJQKA34"
    game = dealt(HAPPY, ["6", strong[:17], "5"], strong[17:], first=1)
    say(game, Call(True), Grab(True), Grab(True), Grab(True), Show(False))
    for seat in range(3):
        game.act(seat, Double(seat == 2), Cause.PLAYER)
    lay(game, "3", "5", "-", "2222", "-", "-", "xX", "-", "-", "4", "-", "-", "3456789TJQKA")
    assert points(game) == (-32, 96, -64)


@pytest.mark.parametrize(
    ("cards", "wild", "readings"),
    [
        ("445567", "7", {("pair*3..", "6", 3)}),
        ("77", "7", {("pair", "7", 1)}),
        ("3335", "5", {("4x:soft", "3", 1), ("trio+solo", "3", 1)}),
        ("7755", "5", {("4x:soft", "7", 1), ("trio+solo", "7", 1)}),
        ("7777", "6", {("4x:hard", "7", 1)}),
        ("5555", "5", {("4x:pure", "5", 1)}),
    ],
)
def test_wild_cards(cards: str, wild: str, readings: set[tuple[str, str, int]]) -> None:
    assert shapes(LAIZI, cards, wild) == readings
