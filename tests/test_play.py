"""``dizhu play``: whole games through a pipe and in a terminal, bad input, and nothing shown that seat 0 may not know."""

from __future__ import annotations

import os
import random
import re
import signal
import string
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import prod
from pathlib import Path

import pyte
import pytest
from rich.text import Text
from wcwidth import wcswidth

from dizhu.bots import Bot
from dizhu.cards import Card, Hand, full_deck, parse_cards
from dizhu.cli.asking import Command, Do, Mistake, Which, hints, read
from dizhu.cli.luck import Luck
from dizhu.cli.phrases import Phrases
from dizhu.cli.recordfiles import RecordFiles
from dizhu.cli.screen import Size, hand_lines
from dizhu.cli.table import Table
from dizhu.cli.terminal import Question
from dizhu.cli.words import LANGUAGES, TEXTS, Language, Words, language_of
from dizhu.games.acts import Action, Bid, Call, Double, Grab, Lay, Pass, Show
from dizhu.games.climb.deal import synthetic
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.games.climb.view import View
from dizhu.games.match import Match
from dizhu.games.record import Record, verify
from dizhu.rules import Combo, load

DIZHU = [sys.executable, "-m", "dizhu", "play"]
VARIANTS = ("qq_3p", "pagat_3p", "happy_3p")
CARDS = re.compile(r"\b(10|[3-9JQKA2])([♣♦♥♠])")
NAMES = ("You", "Lin", "Mei")
SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))


class Talk:
    """A game through a pipe, with a player that follows hints and bids as high as he may."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*DIZHU, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.lines: list[str] = []

    def until_asked(self) -> str | None:
        """The next question; None when the game has ended."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if line.endswith(" >\n"):
                return self.lines[-1]
        return None

    def say(self, line: str) -> str | None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.until_asked()

    def play_on(self) -> list[str]:
        """Play to the first result, leave, and give all cards put down, as they were typed."""
        typed = []
        asked = self.until_asked()
        while asked is not None:
            if re.match("You lead|Beat|你先出|要大过", asked):
                asked = self.say("h")
                hint = re.fullmatch(r"(?:Hint: |提示：)(\w+)[ （].*", self.lines[-2])
                typed += [hint[1]] if hint else []
                asked = self.say(hint[1] if hint else "p")
            elif re.match("Another|再来", asked):
                asked = self.say("q")
            elif re.match("These cards|这些牌", asked):
                asked = self.say("")
            else:
                values = re.findall(r"[123]", asked.split("p")[0]) if re.match("Your bid|叫分", asked) else ["y"]
                asked = self.say(values[-1])
        return typed

    def end(self) -> tuple[int, str]:
        out, errors = self.process.communicate(timeout=20)
        self.lines += out.splitlines()
        return self.process.returncode, errors


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_game_through_a_pipe(variant: str, language: Language, tmp_path: Path) -> None:
    file = tmp_path / "deal.dzr"
    talk = Talk("--rules", variant, "--lang", language, "--seed", "11", "--save", str(file))
    typed = talk.play_on()
    assert talk.end() == (0, "")
    record = Record.parse(file.read_text("utf-8"))
    verify(record)
    laid = [entry.action for entry in record.entries if entry.actor == 0]
    assert [str(Hand.of(act.cards)) for act in laid if isinstance(act, Lay)] == [str(Hand.parse(t)) for t in typed]
    assert max(map(wcswidth, talk.lines)) <= 80
    _check_settlement(talk.lines, record)
    _check_cards_shown(talk.lines, record)


def _check_settlement(lines: Sequence[str], record: Record) -> None:
    """The unit is the product of the factors, and points follow from it, as printed (rulebook 2.7, 3.12)."""
    start = _result(lines)
    factors, unit = [], 0
    for line in lines[start + 2 :]:
        row = re.fullmatch(r"  (\S.*?)  +×?(\d+)(?:[，,] ?(\d+) ?(?:times|次))?", line)
        assert row is not None, line
        if row[1] in ("Unit", "合计"):
            unit = int(row[2])
            break
        factors.append(int(row[2]) ** int(row[3] or 1))
    assert unit == prod(factors)
    rows = [row for line in lines[start:] if (row := re.match(r"(Landlord|Peasant|地主|农民) +\S+ +([+-]\d+) ", line))]
    points = [int(row[2]) for row in rows]
    landlord = next(seat for seat, row in enumerate(rows) if row[1] in ("Landlord", "地主"))
    won = bool(re.match("The landlord|地主", lines[start]))
    doubled = record.outcome.doubled
    for seat in {0, 1, 2} - {landlord}:
        assert points[seat] == (-1 if won else 1) * unit * doubled[landlord] * doubled[seat]
    assert sum(points) == 0
    assert landlord == record.outcome.landlord


def _check_cards_shown(lines: Sequence[str], record: Record) -> None:
    """Cards with suits before the result are seat 0's, the turned-up card, and, with a landlord, the bottom."""
    deal = record.start().deal
    assert deal is not None
    own = {str(card) for card in (*deal.hand(record.rules, 0, 17), *([deal.marker] if deal.marker else []))}
    bottom = {str(card) for card in deal.bottom(record.rules)} - {"x", "X"}
    at = next(i for i, line in enumerate(lines) if re.match("Landlord: |\\S+当地主，", line))
    assert _with_suits(lines[:at]) <= own
    assert bottom <= _with_suits(lines[at : _result(lines)]) <= own | bottom


def _result(lines: Sequence[str]) -> int:
    won = "The landlord wins|The peasants win|地主\\S*赢|农民赢"
    return next(i for i, line in enumerate(lines) if re.match(won, line))


def _with_suits(lines: Sequence[str]) -> set[str]:
    """All cards shown with their suit: behind the rank, or below it in the two lines of the hand."""
    found = {(rank, suit) for line in lines for rank, suit in CARDS.findall(line)}
    for above, below in pairwise(lines):
        if re.fullmatch(r"[ xX♣♦♥♠]*[♣♦♥♠][ xX♣♦♥♠]*", below):
            for rank in re.finditer(r"\S+", above):
                column = wcswidth(above[: rank.start()])
                found |= {(rank[0], below[column])} if below[column : column + 1] in SUITS else set()
    return {rank.replace("10", "T") + SUITS[suit] for rank, suit in found}


class Scripted:
    """A terminal that keeps all it is given, and a player that lays the first hint and bids the most."""

    def __init__(self, *, full: bool, lines: Iterator[str] | None = None) -> None:
        self.full = full
        self.kept: list[str] = []
        self._lines = lines

    def size(self) -> Size:
        return Size()

    def show(self, lines: Sequence[Text]) -> None:
        self.kept += [line.plain for line in lines]

    def ask(self, question: Question) -> str | None:
        self.kept += [question.prompt, question.keys, *question.choices, *(question.hints or ()), question.no_hint]
        if self._lines is not None:
            return next(self._lines, None)
        return question.hints[0] if question.hints else "3"

    def pause(self, seconds: float) -> None:
        pass


class Silent:
    """A bot that never wants anything."""

    def act(self, view: View) -> Action:
        assert view.options is not None
        return view.options.acts[0]


def _table(terminal: Scripted, bots: dict[int, Bot], path: Path, rules: str = "qq_3p") -> Table:
    say = Phrases(Words("en"), load(rules), NAMES)
    return Table(Match(load(rules), "t"), bots, terminal, say, Luck(0, os.urandom), RecordFiles(None, str(path)))


@pytest.mark.parametrize("full", [True, False])
def test_hidden_cards_change_nothing_that_is_shown(full: bool, tmp_path: Path) -> None:
    """Cards that seat 0 may not know are dealt anew; up to the result every line shown stays the same."""
    rules = load("qq_3p")
    mine = parse_cards("3c 3d 4h 5s 6c 7d 7h 8s 9c Tc Jd Qh Ks As Ac 2h X")
    bottom = parse_cards("5d 9h x")
    hidden = [card for card in full_deck(1) if card not in (*mine, *bottom)]
    shown, hands = [], []
    for seed in (1, 2):
        random.Random(seed).shuffle(hidden)
        terminal = Scripted(full=full)
        table = _table(terminal, {1: Silent(), 2: Silent()}, tmp_path)
        game = ClimbGame(rules, synthetic(rules, [mine, hidden[:17], hidden[17:]], bottom, 0))
        table.deal(game)
        shown.append(terminal.kept)
        hands.append(game.view(0).seats[1].hand)
    assert hands[0] != hands[1]
    assert shown[0] == shown[1]
    assert "You: X  (solo)" in shown[0]


def _view(hand: str, table: str | None = None, rules: str = "qq_3p", last: Combo | None = None) -> View:
    """Seat 0 with a hand, asked to lead, or to beat cards that seat 2 laid."""
    deck = {rank: [card for card in full_deck(1) if str(card.rank) == rank] for rank in "3456789TJQKA2xX"}
    taken = [tuple(deck[rank].pop(0) for rank in part) for part in (hand, table or "")]
    rest = [card for cards in deck.values() for card in cards]
    loaded = load(rules)
    on_table = None
    if table is not None:
        combo = last or loaded.reading(table)
        assert combo is not None
        on_table = (2, taken[1], combo, 0)
    position = Position(hands=(taken[0], rest[:9], rest[9:18]), landlord=2, bid=1, turn=0, last=on_table)
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
        ("35", None, "35 is no combination. Type r to see what may be played."),
        ("33", "44", "33 does not beat 44 (pair). You need a higher pair or a bomb, or p to pass."),
        ("3", "44", "3 is a solo; on the table is a pair, 44. You need a higher pair or a bomb, or p to pass."),
        ("6666", "7777", "6666 does not beat 7777. You need a stronger bomb, or p to pass."),
        ("6666", "xX", "6666 does not beat x X; nothing does. Type p to pass."),
        ("p", None, "You lead, so you cannot pass. Type h for a hint."),
        ("", "44", "Type the cards to play, p to pass, ? for help."),
        ("  ", None, "Type the cards to play, h for a hint, ? for help."),
    ],
)
def test_bad_input_is_explained(line: str, table: str | None, message: str) -> None:
    found = _read(line, _view("3356666TTQ2", table))
    assert isinstance(found, str)
    assert found.replace("3 5 is", "35 is") == message


@pytest.mark.parametrize("line", ["10 10", "tt", "1010", "ＴＴ", "t,10", "T T"])
def test_cards_are_read_however_they_are_written(line: str) -> None:
    act = _read(line, _view("3356666TTQ2"))
    assert isinstance(act, Lay)
    assert Hand.of(act.cards) == Hand.parse("TT")


@pytest.mark.parametrize(("line", "rank"), [("X", "X"), ("大王", "X"), ("x", "x"), ("小王", "x"), ("T", "T"), ("Q", "Q")])
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
    act = _read("33334444", _view("33334444567", "555566QQ", last=load("qq_3p").readings("5555QQ66")[0]))
    assert act == "3333 + 44 44 is wrong" or isinstance(act, str)


def test_hints_are_ordinary_before_bombs_from_the_lowest() -> None:
    say = Phrases(Words("en"), load("qq_3p"), NAMES)
    assert hints(_view("3356666TTQQxX", "77"), say) == ["1010", "QQ", "6666", "xX"]
    assert hints(_view("335", "77"), say) == []
    assert hints(_view("335"), say) == ["3", "5", "33"]


def test_a_hint_plays_nothing(tmp_path: Path) -> None:
    lines = iter(["3", "h", "h", "l", "m", "r", "?", "zz", "q", "", "t", "", "q", "y"])
    terminal = Scripted(full=False, lines=lines)
    deck = full_deck(1)
    table = _table(terminal, {1: Silent(), 2: Silent()}, tmp_path)
    game = ClimbGame(load("qq_3p"), synthetic(load("qq_3p"), [deck[0:51:3], deck[1:51:3], deck[2:51:3]], deck[51:], 0))
    with pytest.raises(Exception, match=""):
        table.deal(game)
    assert game.view(0).seats[0].cards == 20
    assert [line for line in terminal.kept if line.startswith("Hint: ")] == ["Hint: 3 (solo)", "Hint: 4 (solo)"]


@pytest.mark.parametrize(
    ("line", "act"),
    [("1", "1"), ("p", Bid(0)), ("n", Bid(0)), ("不叫", Bid(0)), ("3", Bid(3))],
)
def test_bids_are_read(line: str, act: Action | str) -> None:
    rules = load("qq_3p")
    deck = full_deck(1)
    game = ClimbGame(rules, synthetic(rules, [deck[0:51:3], deck[1:51:3], deck[2:51:3]], deck[51:], 2))
    terminal = Scripted(full=False, lines=iter([]))
