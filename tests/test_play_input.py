"""What a typed line means in ``dizhu play``, and the words it is answered with."""

from __future__ import annotations

import string

import pytest

from dizhu.cards import Hand, full_deck
from dizhu.cli.hints import hints
from dizhu.cli.pages import rules_lines
from dizhu.cli.phrases import Phrases
from dizhu.cli.typed import Command, Do, Mistake, Which, read
from dizhu.cli.words import LANGUAGES, TEXTS, Language, Words, language_of
from dizhu.games.acts import Action, Bid, Call, Double, Grab, Lay, Show
from dizhu.games.climb.deal import synthetic
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.games.climb.view import View
from dizhu.games.game import Cause
from dizhu.rules import available, load

NAMES = ("You", "Lin", "Mei")
JOKERS_AND_LETTERS = [("X", "X"), ("大王", "X"), ("x", "x"), ("小王", "x"), ("T", "T"), ("Q", "Q")]
JOKERS_AND_LETTERS += [("王炸", "xX"), ("rocket", "xX"), ("Rocket", "xX")]


def _view(hand: str, table: str | None = None, rules: str = "qq_3p") -> View:
    """Seat 0 with a hand, asked to lead, or to beat cards that seat 2 laid."""
    deck = {rank: [card for card in full_deck(1) if str(card.rank) == rank] for rank in "3456789TJQKA2xX"}
    taken = [tuple(deck[rank].pop(0) for rank in part) for part in (hand, table or "")]
    rest = [card for cards in deck.values() for card in cards]
    loaded = load(rules)
    on_table = None
    if table is not None:
        combo = loaded.reading(table)
        assert combo is not None
        on_table = (2, taken[1], combo, 0)
    position = Position(hands=(taken[0], tuple(rest[:9]), tuple(rest[9:18])), landlord=2, bid=1, turn=0, last=on_table)
    return ClimbGame.at(loaded, position).view(0)


def _read(line: str, view: View, language: Language = "en") -> Action | str | Which | Command:
    answer = read(line, view, Phrases(Words(language), load(view.rules), NAMES))
    return answer.message if isinstance(answer, Mistake) else answer.action if isinstance(answer, Do) else answer


@pytest.mark.parametrize(
    ("line", "table", "message"),
    [
        ("34b", None, "I cannot read b at place 3. Cards are 3-9, 10, J Q K A 2, x and X; ? for help."),
        ("1", None, "I cannot read 1 at place 1. Cards are 3-9, 10, J Q K A 2, x and X; ? for help."),
        ("55A", None, "Not in your hand: 5 A."),
        ("x", None, "The small joker is not in your hand. For the multiplier type m."),
        ("35", None, "3 5 is no combination. Type r to see what may be played."),
        ("33", "44", "33 does not beat 44 (pair). You need a higher pair or a bomb, or p to pass."),
        ("3", "44", "3 is a solo; on the table is a pair, 44. You need a higher pair or a bomb, or p to pass."),
        ("6666", "7777", "6666 does not beat 7777. You need a stronger bomb, or p to pass."),
        ("6666", "xX", "6666 does not beat x X; nothing does. Type p to pass."),
        ("p", None, "You lead, so you cannot pass. Type h for a hint."),
        ("", "44", "Type the cards to play, p to pass, ? for help."),
        ("  ", None, "Type the cards to play, h for a hint, ? for help."),
        ("6h", None, "Suits are not typed, only ranks: 6."),
        ("♣6", None, "Suits are not typed, only ranks: 6."),
        ("10S 10d", None, "Suits are not typed, only ranks: 1010."),
        ("梅花6", None, "Suits are not typed, only ranks: 6."),
        ("hh", None, "I cannot read h at place 1. Cards are 3-9, 10, J Q K A 2, x and X; ? for help."),
    ],
)
def test_bad_input_is_explained(line: str, table: str | None, message: str) -> None:
    assert _read(line, _view("3356666TTQ2", table)) == message


@pytest.mark.parametrize("line", ["10 10", "tt", "1010", "ＴＴ", "t,10", "T T"])
def test_cards_are_read_however_they_are_written(line: str) -> None:
    act = _read(line, _view("3356666TTQ2"))
    assert isinstance(act, Lay)
    assert Hand.of(act.cards) == Hand.parse("TT")


@pytest.mark.parametrize(("line", "rank"), JOKERS_AND_LETTERS)
def test_letters_that_are_cards_and_keys(line: str, rank: str) -> None:
    act = _read(line, _view("TQxX"))
    assert isinstance(act, Lay)
    assert Hand.of(act.cards) == Hand.parse(rank)


def test_cards_with_several_readings_are_asked_for_usual_first() -> None:
    """Rulebook 2.5: 33334444 led is 333444+3+4, and may be named as a quad with two pairs."""
    which = _read("33334444", _view("33334444567"))
    assert isinstance(which, Which)
    combos = [lay.combo for lay in which.plays]
    assert [(c.shape, str(c.top)) for c in combos if c] == [
        ("trio*2..+solo", "4"),
        ("quad+2pair", "4"),
        ("quad+2pair", "3"),
    ]


def test_only_readings_that_beat_are_offered() -> None:
    """Rulebook 2.5: on a plane of three with solos 666777888999 is 777888999+666, or 666777888+999."""
    which = _read("666777888999", _view("6667778889992", "333444555TJQ"))
    assert isinstance(which, Which)
    fits = [(lay.combo.shape, str(lay.combo.top)) for lay in which.plays if lay.combo]
    assert fits == [("trio*2..+solo", "9"), ("trio*2..+solo", "8")]


def _hints(hand: str, table: str | None = None) -> list[str]:
    return hints(_view(hand, table), Phrases(Words("en"), load("qq_3p"), NAMES))


def test_answers_are_hinted_ordinary_before_bombs_from_the_lowest() -> None:
    assert _hints("3356666TTQQxX", "77") == ["1010", "QQ", "6666", "xX"]
    assert _hints("335", "77") == []


def test_leads_are_hinted_by_the_plays_the_rest_needs() -> None:
    """33 and 5 leave one play, 33 is the lower; 34567, KK and 2 leave two of three; a bomb waits for the end."""
    assert _hints("335") == ["33", "5", "3"]
    assert _hints("3KK") == ["3", "KK", "K"]
    assert _hints("34567KK2")[:4] == ["34567", "KK", "2", "K"]
    assert _hints("35xX") == ["3", "5", "x", "X", "xX"]


def test_of_leads_with_one_top_the_longest_is_hinted() -> None:
    """Of 33344, 333+4, 333 and 44 leave one play."""
    assert _hints("33344")[:4] == ["33344", "3334", "333", "44"]


def test_a_bomb_is_not_torn_for_its_kickers() -> None:
    """3333+4+5 leaves one play, but 99 leaves one too and keeps the bomb, which then goes out with 4 and 5."""
    assert _hints("33334599")[0] == "99"


def test_going_out_is_the_first_hint_of_leads() -> None:
    assert _hints("xX") == ["xX", "x", "X"]
    assert _hints("4444")[0] == "4444"


def test_an_answer_that_goes_out_keeps_its_place() -> None:
    """Source: rulebook 6.4: the lowest first, ordinary types before bombs."""
    assert _hints("xX", "7") == ["x", "X", "xX"]


def test_a_hand_of_very_many_leads_is_hinted_whole() -> None:
    """Five trios with five kickers go out; every other lead is offered too."""
    hand = "33344455566677788" + "9JK"
    found = _hints(hand)
    leads = load("qq_3p").plays(hand)
    assert len(leads) > 300
    assert found[0] == hand
    assert set(found) == {str(play.cards) for play in leads}


def _auction(rules: str, *acts: Action) -> View:
    """Seat 0 in an auction begun by seat 2."""
    deck, loaded = full_deck(1), load(rules)
    game = ClimbGame(loaded, synthetic(loaded, [deck[0:51:3], deck[1:51:3], deck[2:51:3]], deck[51:], 2))
    while (due := game.due()) is not None:
        game.act("system", due, Cause.SYSTEM)
    for act in acts:
        game.act(game.awaited[0], act, Cause.PLAYER)
    return game.view(0)


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("p", Bid(0)),
        ("N", Bid(0)),
        ("不叫", Bid(0)),
        ("3", Bid(3)),
        ("bid 3", Bid(3)),
        ("1", "The bid must be higher than the last: 2 3 or p."),
        ("4", "4 is no answer here. Please answer: 2 3 or p."),
        ("", "Please answer: 2 3 or p."),
        ("?", Command.HELP),
        ("提示", Command.HINT),
    ],
)
def test_answers_to_a_bid(line: str, act: Action | str) -> None:
    assert _read(line, _auction("qq_3p", Bid(1))) == act


@pytest.mark.parametrize(
    ("line", "before", "act"),
    [
        ("y", (Call(False),), Call(True)),
        ("不叫", (Call(False),), Call(False)),
        ("抢", (Call(True),), Grab(True)),
        ("p", (Call(True),), Grab(False)),
        ("no grab", (Call(True),), Grab(False)),
        ("grab", (Call(True),), Grab(True)),
        ("3", (Call(True),), "3 is no answer here. Please answer: y or n."),
        ("y", (Call(False), Call(True), Grab(False), Show(False)), Double(True)),
        ("n", (Call(False), Call(True), Grab(False), Show(False)), Double(False)),
        ("明牌", (Call(False), Call(True), Grab(False)), Show(True)),
    ],
)
def test_answers_with_yes_and_no(line: str, before: tuple[Action, ...], act: Action | str) -> None:
    assert _read(line, _auction("happy_3p", *before)) == act


def test_texts_have_the_same_places_in_both_languages() -> None:
    for key, texts in TEXTS.items():
        zh, en = ({name for _, name, _, _ in string.Formatter().parse(text) if name} for text in texts)
        assert zh == en, key
        assert not set("!！") & set("".join(texts)), key


def test_every_shape_factor_and_ban_has_words() -> None:
    for id_ in available():
        rules = load(id_)
        for language in LANGUAGES:
            say = Phrases(Words(language), rules, NAMES)
            names = [say.shape_kind(row) for row in rules.combos.shapes] + [say.bomb(row) for row in rules.combos.bombs]
            assert len(set(names)) == len(names)
            assert all(line.plain for line in rules_lines(say))


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "zh_TW.UTF-8"}, "en"),
        ({"LC_ALL": "zh_TW.UTF-8", "LANG": "C"}, "zh"),
        ({"LC_ALL": "", "LANG": "zh_CN"}, "zh"),
        ({}, "en"),
    ],
)
def test_language_follows_the_locale(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
