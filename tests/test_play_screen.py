"""What ``dizhu play`` draws of a view: the hand, the stakes of every pair, what was played, and lines that fit."""

from __future__ import annotations

import msgspec
import pytest
from rich.text import Text
from wcwidth import wcswidth

from dizhu.cards import full_deck, parse_cards
from dizhu.cli.phrases import Phrases
from dizhu.cli.screen import event_lines, factor_lines, hand_lines, log_lines, result_lines, table_lines
from dizhu.cli.words import LANGUAGES, TEXTS, Language, Words
from dizhu.games.acts import Action, Call, Double, Grab, Lay, Pass, Show
from dizhu.games.climb.deal import synthetic
from dizhu.games.climb.facts import Bottom, Landlord
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.games.climb.view import SeatView, View
from dizhu.games.game import Cause
from dizhu.rules import load

NAMES = ("You", "Lin", "Mei")
WIDTH = 80
KEYS = [key for key in TEXTS if key.startswith("keys.")]


def _say(rules: str = "qq_3p", language: Language = "en") -> Phrases:
    return Phrases(Words(language), load(rules), NAMES)


def _plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def _words(lines: list[Text]) -> list[str]:
    """Lines with one space between words."""
    return [" ".join(line.plain.split()) for line in lines]


def _doubled(*choices: bool, grab_back: bool = False) -> ClimbGame:
    """Happy: seat 2 calls, seat 0 grabs, and is landlord unless 2 grabs back; then who doubles, by seat."""
    deck, rules = full_deck(1), load("happy_3p")
    game = ClimbGame(rules, synthetic(rules, [deck[0:51:3], deck[1:51:3], deck[2:51:3]], deck[51:], 2))
    while (due := game.due()) is not None:
        game.act("system", due, Cause.SYSTEM)
    said: list[Action] = [Call(True), Grab(True), Grab(False), Grab(grab_back), Show(False)]
    for act in said:
        game.act(game.awaited[0], act, Cause.PLAYER)
    for seat, choice in enumerate(choices):
        game.act(seat, Double(choice), Cause.PLAYER)
    return game


def test_doubling_stands_with_the_multiplier_of_each_pair() -> None:
    """Rulebook 3.12: one grab ×2; landlord and Lin double, Mei does not: 2 × 2 × 2 and 2 × 2."""
    view, say = _doubled(True, True, False).view(0), _say("happy_3p")
    head = _plain(table_lines(view, 0, (0, 0, 0), say, WIDTH))
    assert any(line.endswith("  Base 1 × 2, doubled: Lin ×8, Mei ×4") for line in head)
    assert _words(factor_lines(view, say))[-2:] == ["You and Lin 2 × 2 × 2 = 8", "You and Mei 2 × 2 = 4"]
    assert _words(factor_lines(view, _say("happy_3p", "zh")))[-2] == "You和Lin 2 × 2 × 2 = 8"


def test_a_pair_that_did_not_double_is_worth_the_unit() -> None:
    """Seat 2 grabs back, ×4 in all; only You double."""
    lines = factor_lines(_doubled(True, False, False, grab_back=True).view(0), _say("happy_3p"))
    assert _words(lines)[-2:] == ["Mei and You 4 × 2 = 8", "Mei and Lin 4"]


def test_nobody_doubles() -> None:
    view, say = _doubled(False, False, False).view(0), _say("happy_3p")
    assert any(line.endswith("  Base 1 × 2") for line in _plain(table_lines(view, 0, (0, 0, 0), say, WIDTH)))
    assert _words(factor_lines(view, say))[-1] == "Unit 2"


def test_the_result_says_where_the_points_come_from() -> None:
    """All that may be put down is put down by the landlord until he goes out: a spring, ×2."""
    game, say = _doubled(True, True, False), _say("happy_3p")
    while game.outcome is None:
        (seat,) = game.awaited
        game.act(seat, game.trustee(seat) if seat == 0 else Pass(), Cause.PLAYER)
    view = game.view(0)
    lines = _plain(result_lines(view, game.outcome.points, say, WIDTH))
    pairs = {line.split()[2]: int(line.split("= ")[1]) for line in lines if line.startswith("  You and ")}
    assert pairs == {"Lin": -game.outcome.points[1], "Mei": -game.outcome.points[2]}
    assert pairs["Lin"] == 2 * pairs["Mei"]
    assert f"You won: +{pairs['Lin'] + pairs['Mei']}" in lines[0]


def test_bottom_cards_are_sorted() -> None:
    bottom, say = parse_cards("x 9h 5d"), _say()
    view = View(0, "qq_3p", (SeatView(20, ()), SeatView(17), SeatView(17)), landlord=0, bottom=bottom)
    assert any(line.startswith("Bottom  5♦  9♥  x") for line in _plain(table_lines(view, 0, (0, 0, 0), say, WIDTH)))
    told = event_lines((Bottom(bottom), Landlord(0, 3, 0, 3)), view, say)
    assert _plain(told) == ["Landlord: You, bottom 5♦ 9♥ x"]


def test_what_was_played_never_breaks_between_a_name_and_its_act() -> None:
    hands = tuple(
        parse_cards(cards)
        for cards in (
            "3c 4c 5c 6c 7c 8c 9c Tc Jc Qc 3d",
            "4s 5s 6s 7s 8s 9s Ts Js Qs Ks 4d",
            "5h 6h 7h 8h 9h Th Jh Qh Kh Ah 5d",
        )
    )
    game = ClimbGame.at(load("qq_3p"), Position(hands=hands, landlord=0, bid=1))
    for seat, hand in enumerate(hands):
        game.act(seat, Lay(hand[:10]), Cause.PLAYER)
    for seat in (0, 1):
        game.act(seat, Pass(), Cause.PLAYER)
    assert _plain(log_lines(game.view(0), _say(), WIDTH)) == [
        " 1  You 3 4 5 6 7 8 9 10 J Q   Lin 4 5 6 7 8 9 10 J Q K",
        "    Mei 5 6 7 8 9 10 J Q K A   You -   Lin -",
    ]
    narrow = _plain(log_lines(game.view(0), _say(), 30))
    assert [line[4:].split()[0] for line in narrow] == ["You", "Lin", "Mei", "You"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_of_keys_and_questions_fit_a_line(language: Language) -> None:
    words = Words(language)
    questions = [words(key) for key in ("ask.quit", "ask.quit_queen", "ask.robot", "ask.robot_ten")]
    assert max(wcswidth(f"{question} >") for question in questions) <= WIDTH
    assert max(wcswidth(words(key)) for key in KEYS) < WIDTH
    assert all(" r " in words(key) for key in KEYS)


def test_suits_stand_below_their_ranks() -> None:
    hand = (*parse_cards("3c 3d Ts Qh"), *parse_cards("x X"))
    view = msgspec.structs.replace(View(0, "qq_3p", ()), seats=(SeatView(6, hand), SeatView(), SeatView()))
    lines = _plain(hand_lines(view, _say(language="zh")))
    assert lines == [" 3 3  10  Q  小王  大王", " ♣ ♦  ♠   ♥  x     X"]
