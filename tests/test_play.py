"""``dizhu play``: whole games through a pipe, and nothing shown that seat 0 may not know."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import prod
from pathlib import Path

import pytest
from rich.text import Text
from wcwidth import wcswidth

from dizhu.bots import Bot
from dizhu.cards import Hand, full_deck, parse_cards
from dizhu.cli.luck import Luck
from dizhu.cli.phrases import Phrases
from dizhu.cli.recordfiles import RecordFiles
from dizhu.cli.screen import Size
from dizhu.cli.table import Leaving, Table
from dizhu.cli.terminal import Question
from dizhu.cli.words import LANGUAGES, Language, Words
from dizhu.games.acts import Action, Bid, Lay, Trustee
from dizhu.games.climb.deal import synthetic
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.position import Position
from dizhu.games.climb.view import View
from dizhu.games.fair import commitment, seed_secret
from dizhu.games.game import Cause
from dizhu.games.match import Match
from dizhu.games.record import Record, verify
from dizhu.rules import load

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
    assert f"{'Seal  ' if language == 'en' else '封条'} {record.published.hex()}" in talk.lines
    _check_settlement(talk.lines, record)
    _check_cards_shown(talk.lines, record)


def _check_settlement(lines: Sequence[str], record: Record) -> None:
    """The unit is the product of the factors, and points follow from it, as printed (rulebook 2.7, 3.12)."""
    start = _result(lines)
    factors, unit = [], 0
    for line in lines[start + 2 :]:
        row = re.fullmatch(r"  (\S.*?)  +×?(\d+)(?:[，,] ?(\d+) ?(?:times|次))?", line)
        assert row is not None, line
        if row[1] in ("Unit", "每份"):
            unit = int(row[2])
            break
        factors.append(int(row[2]) ** int(row[3] or 1))
    assert unit == prod(factors)
    rows = [row for line in lines[start:] if (row := re.match(r"(Landlord|Peasant|地主|农民) +\S+ +([+-]\d+) ", line))]
    points = [int(row[2]) for row in rows]
    pairs = re.findall(r"^  \S+(?: and |和)(\S+) .* = (\d+)$", "\n".join(lines[start:]), re.MULTILINE)
    doubling = set(record.outcome.doubled) != {1}
    assert {name: int(stake) for name, stake in pairs} == (_stakes(lines[start:]) if doubling else {})
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


def _stakes(lines: Sequence[str]) -> dict[str, int]:
    """What each peasant won or lost, by name."""
    rows = re.findall(r"^(?:Peasant|农民) +(\S+) +[+-](\d+) ", "\n".join(lines), re.MULTILINE)
    return {name: int(points) for name, points in rows}


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
    bottom = parse_cards("9h x 5d")
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
    assert "You: x X  (rocket)" in shown[0]
    assert "Landlord: You, bottom 5♦ 9♥ x" in shown[0]


def test_commands_and_mistakes_change_nothing(tmp_path: Path) -> None:
    """Landlord at 3, then everything but cards; the robot and leaving ask first.

    Of 33 4 5 66 7 8 99 10 J QQ K A 22 x X both 33 and 3 are leads of the least plays: 3…A or 4…A goes with one more.
    """
    terminal = Scripted(full=False, lines=iter(["3", *"hhlmr?q", "", "t", "", "zz", "33334", "q", "y"]))
    table = _table(terminal, {1: Silent(), 2: Silent()}, tmp_path)
    deck, rules = full_deck(1), load("qq_3p")
    game = ClimbGame(rules, synthetic(rules, [deck[0:51:3], deck[1:51:3], deck[2:51:3]], deck[51:], 0))
    with pytest.raises(Leaving):
        table.deal(game)
    assert game.view(0).seats[0].cards == 20
    assert [line for line in terminal.kept if line.startswith("Hint: ")] == ["Hint: 33 (pair)", "Hint: 3 (solo)"]


def test_robot_plays_until_it_is_taken_back(tmp_path: Path) -> None:
    lines = iter(["3", "t", "y", "", "", "t", "q", "y"])
    table = _table(Scripted(full=False, lines=lines), {1: Silent(), 2: Silent()}, tmp_path)
    deck, rules = full_deck(1), load("qq_3p")
    game = ClimbGame(rules, synthetic(rules, [deck[0:51:3], deck[1:51:3], deck[2:51:3]], deck[51:], 0))
    with pytest.raises(Leaving):
        table.deal(game)
    own = [(type(e.action), e.cause) for e in game.entries if e.actor == 0]
    assert own == [
        (Bid, Cause.PLAYER),
        (Trustee, Cause.PLAYER),
        (Lay, Cause.TRUSTEE),
        (Lay, Cause.TRUSTEE),
        (Trustee, Cause.PLAYER),
    ]


@pytest.mark.parametrize(("key", "typed", "rank"), [("t", "10", "T"), ("t", "T", "T"), ("q", "Q", "Q")])
def test_a_card_with_the_letter_of_a_key_can_be_played(key: str, typed: str, rank: str, tmp_path: Path) -> None:
    terminal = Scripted(full=True, lines=iter(["3", key, typed]))
    table = _table(terminal, {1: Silent(), 2: Silent()}, tmp_path)
    deck, rules = full_deck(1), load("qq_3p")
    game = ClimbGame(rules, synthetic(rules, [deck[0:51:3], deck[1:51:3], deck[2:51:3]], deck[51:], 0))
    with pytest.raises(Leaving):
        table.deal(game)
    own = [entry.action for entry in game.entries if entry.actor == 0]
    assert isinstance(own[1], Lay)
    assert str(Hand.of(own[1].cards)) == rank
    asked = {"t": "To play the ten, type 10.", "q": "To play the queen, type a capital Q."}
    assert any(line.endswith(f"y for yes, Enter for no. {asked[key]}") for line in terminal.kept)


def test_early_show_is_asked_at_every_step_of_the_deal(tmp_path: Path) -> None:
    """Rulebook 3.12: ×5 before the deal, ×4 with 8 cards, ×3 with 16; Enter keeps the hand closed."""
    terminal = Scripted(full=True, lines=iter(["", "", "y"]))
    table = _table(terminal, {1: Silent(), 2: Silent()}, tmp_path, "happy_3p")
    deck, rules = full_deck(1), load("happy_3p")
    game = ClimbGame(rules, synthetic(rules, [deck[0:51:3], deck[1:51:3], deck[2:51:3]], deck[51:], 0))
    with pytest.raises(Leaving):
        table.deal(game)
    asked = [re.findall(r"\d+", line) for line in terminal.kept if line.startswith("Show your hand now")]
    assert asked == [["5", "0"], ["4", "8"], ["3", "16"]]
    assert game.view(0).seats[0].shown == 3


def test_void_deals_are_announced_and_dealt_again(tmp_path: Path) -> None:
    """Rulebook 3.1: all pass, redeal, without limit; the seal of a void deal opens too."""
    terminal = Scripted(full=False, lines=iter(["p", "p"]))
    table = _table(terminal, {1: Silent(), 2: Silent()}, tmp_path)
    table.run()
    assert terminal.kept.count("Nobody wants to be the landlord: the cards are dealt again") == 2
    for deal in (1, 2):
        secret = seed_secret(0, deal - 1)
        seal = commitment(secret, "t", deal - 1)
        short = seal.hex(" ", 2)[:19]
        assert f"Deal {deal}. The shuffle is sealed: {short}… (l shows it whole)" in terminal.kept
        at = terminal.kept.index(f"Seal   {seal.hex()}")
        assert terminal.kept[at + 1] == f"Secret {secret.hex()}"


@pytest.mark.parametrize(("choice", "shape"), [("", "trio*2..+solo"), ("2", "quad+2pair")])
def test_a_reading_is_chosen(choice: str, shape: str, tmp_path: Path) -> None:
    rules, deck = load("qq_3p"), full_deck(1)
    position = Position(hands=(deck[:12], deck[12:20], deck[20:28]), landlord=0)
    game = ClimbGame.at(rules, position)
    terminal = Scripted(full=True, lines=iter(["33334444", "9", choice]))
    with pytest.raises(Leaving):
        _table(terminal, {1: Silent(), 2: Silent()}, tmp_path).deal(game)
    assert "9 is no answer here. Please answer: 1 to 3." in terminal.kept
    act = game.entries[0].action
    assert isinstance(act, Lay)
    assert act.combo is not None
    assert (act.combo.shape, str(act.combo.top)) == (shape, "4")


def test_the_whole_seal_stands_on_the_page_of_what_was_played() -> None:
    talk = Talk("--seed", "3", "--lang", "en")
    talk.until_asked()
    talk.say("l")
    assert f"Seal   {commitment(seed_secret(3, 0), 'local', 0).hex()}" in talk.lines
    talk.end()


def test_end_of_input_leaves_quietly_and_opens_the_seal() -> None:
    talk = Talk("--seed", "3", "--lang", "en")
    assert talk.until_asked() is not None
    assert talk.end() == (0, "")
    assert talk.lines[-1] == seed_secret(3, 0).hex()


@pytest.mark.parametrize(
    "options",
    [
        ("--name", "an extraordinarily long name"),
        ("--rules", "nowhere"),
        ("--seed", "-1"),
        ("--save", "nowhere/deal.dzr"),
    ],
)
def test_bad_options_are_refused(options: tuple[str, str]) -> None:
    talk = Talk(*options)
    code, errors = talk.end()
    assert (code, talk.lines) == (2, [])
    assert errors.startswith("dizhu: ")


def test_saving_where_no_folder_is_is_refused_before_the_game(tmp_path: Path) -> None:
    talk = Talk("--save", str(tmp_path / "none" / "deal.dzr"))
    code, errors = talk.end()
    assert code == 2
    message = f"Invalid value for --save: there is no folder {tmp_path / 'none'} (see dizhu play --help)"
    assert errors == f"dizhu: {message}\n"


def test_a_line_of_digits_is_only_a_mistake() -> None:
    talk = Talk("--seed", "1", "--lang", "en")
    talk.until_asked()
    asked = talk.say("9" * 5000)
    assert asked is not None
    assert asked.startswith("Your bid")
    talk.say("q")
    talk.say("y")
    assert talk.end() == (0, "")


def test_closed_streams_and_readers_that_leave_are_no_crash() -> None:
    for shell, code in (("<&-", 0), ("</dev/null >&-", 0), ("</dev/null 2>&-", 0)):
        run = subprocess.run(["sh", "-c", f"{' '.join(DIZHU)} --seed 1 {shell}"], capture_output=True, text=True)
        assert (run.returncode, run.stderr) == (code, "")
    piped = f"(sleep 1; yes y | head -500) | ({' '.join(DIZHU)} --seed 1; echo code $? >&2) | head -1"
    run = subprocess.run(["sh", "-c", piped], capture_output=True, text=True)
    assert run.stderr == "code 141\n"


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    files = RecordFiles(tmp_path / "deal.dzr", "x")
    record = Record.parse((Path(__file__).parent / "golden/record/qq_3p-spring.txt").read_text("utf-8"))
    (tmp_path / "deal.dzr").write_text("mine", "utf-8")
    for _ in range(2):
        files.keep(record, Words("en"))
    assert [path.name for path in files.saved] == ["deal-2.dzr", "deal-3.dzr"]
    assert (tmp_path / "deal.dzr").read_text("utf-8") == "mine"
