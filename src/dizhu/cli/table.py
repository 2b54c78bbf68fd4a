"""One person's seat at a table with bots: deals in a row, questions, results. Seat 0 is the person's.

Nothing is shown but what `Game.view` and projected events tell seat 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.text import Text

from dizhu.bots import Bot, drive
from dizhu.cli.hints import hints
from dizhu.cli.luck import Luck
from dizhu.cli.pages import help_lines, rules_lines
from dizhu.cli.phrases import Phrases
from dizhu.cli.prompts import early_question, own_question, which_question
from dizhu.cli.recordfiles import RecordFiles
from dizhu.cli.screen import brief, event_lines, factor_lines, full_screen, log_lines, result_lines, wrapped
from dizhu.cli.terminal import Question, Terminal
from dizhu.cli.typed import Command, Do, Mistake, Which, command, is_yes, plain, read
from dizhu.cli.words import Words
from dizhu.games.acts import Action, AddBytes, Commit, Lay, Pass, Ready, Show, Start, Trustee
from dizhu.games.climb.facts import Fact
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.view import View
from dizhu.games.game import Cause, Event, Seat
from dizhu.games.match import Committed, Fairness, Match
from dizhu.games.project import project
from dizhu.games.record import Record

ME: Final[Seat] = 0
_ROBOT_S: Final = 1.0


class Leaving(Exception):
    """The person leaves the table."""


class Table:
    """A match of one person against bots.

    bots:     by seat, everybody but the person
    luck:     what is random
    files:    where records go
    pause_s:  seconds after every event
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[Seat, Bot],
        terminal: Terminal,
        say: Phrases,
        luck: Luck,
        files: RecordFiles,
        *,
        pause_s: float = 0,
    ) -> None:
        self._match = match
        self._bots = bots
        self._terminal = terminal
        self._say = say
        self._luck = luck
        self._files = files
        self._pause_s = pause_s
        self._log: list[Text] = []
        self._note: Text | None = None
        self._interrupted = False
        self._seal = b""
        self._broken: tuple[int, Fairness] | None = None

    def run(self) -> None:
        """Play deal after deal until the person leaves."""
        try:
            while True:
                self._begin()
                game = self._match.game
                assert game is not None, "a deal that was begun has a game"
                self.deal(game)
                self._finish(game)
        except Leaving:
            fairness = self._match.fairness
            if self._match.game is not None and fairness is not None:
                self._broken = (self._match.deal + 1, fairness)

    def goodbye(self) -> list[Text]:
        """What stays in the terminal afterwards."""
        words = self._say.words
        lines = [Text(words("bye", points=self._say.points(self._match.points)))]
        lines += [Text(words("result.saved", path=path)) for path in self._files.saved]
        if self._broken is not None:
            deal, fairness = self._broken
            lines += [Text(words("bye.broken", n=deal)), Text(fairness.secret.hex())]
        return lines

    def deal(self, game: ClimbGame) -> None:
        """Play one deal to its end. `Leaving` if the person leaves before."""
        while game.outcome is None:
            driver = drive(game, self._bots)
            while True:
                self._offer(game)
                step = next(driver, None)
                if step is None:
                    break
                self._heard(game, step[1])
            if game.outcome is None:
                self._do(game, self._choose(game))

    def _begin(self) -> None:
        """Seal the shuffle, then add the person's bytes, then deal."""
        match, luck = self._match, self._luck
        for seat in range(match.rules.table.seats):
            match.act(seat, Ready())
        for event in match.act("system", Commit(luck.secret(match.deal))):
            for fact in project(event, ME).facts:
                if isinstance(fact, Committed):
                    self._seal = fact.commitment
        self._tell("event.deal", n=match.deal + 1, seal=_short(self._seal))
        added = luck.own_bytes()
        if added:
            match.act(ME, AddBytes(added))
            self._tell("event.bytes", added=_short(added))
        else:
            self._tell("event.bytes_none", seed=luck.seed)
        match.act("system", Start())

    def _tell(self, key: str, **values: object) -> None:
        self._print([Text(self._say.words(key, **values), style="dim")])

    def _print(self, lines: list[Text]) -> None:
        self._log += lines
        if not self._terminal.full:
            self._terminal.show(lines)

    def _heard(self, game: ClimbGame, events: list[Event[Fact]]) -> None:
        """Show what events told this seat."""
        for event in events:
            lines = event_lines(project(event, ME).facts, game.view(ME), self._say)
            if lines:
                self._print(lines)
                self._draw(game.view(ME))
                self._pause()

    def _do(self, game: ClimbGame, action: Action) -> None:
        self._note = None
        self._heard(game, game.act(ME, action, Cause.PLAYER))

    def _draw(self, view: View) -> None:
        """Bring the screen up to date; plain lines have been printed already."""
        if self._terminal.full:
            match, size = self._match, self._terminal.size()
            self._terminal.show(full_screen(view, match.deal, match.points, self._log, self._note, self._say, size))

    def _pause(self) -> None:
        try:
            self._terminal.pause(self._pause_s)
        except KeyboardInterrupt:
            self._interrupt()

    def _interrupt(self) -> None:
        """The first Ctrl-C warns, the second leaves."""
        if self._interrupted:
            raise Leaving
        self._interrupted = True
        self._remark(self._say.words("interrupt"))

    def _remark(self, message: str) -> None:
        """A message to the person alone, shown with the next question."""
        self._note = Text(message, style="bold")
        if not self._terminal.full:
            self._terminal.show([self._note])

    def _ask(self, question: Question, view: View | None = None) -> str:
        """A line typed; the table of `view` above it. `Leaving` at the end of the input."""
        while True:
            if view is not None:
                self._draw(view)
            try:
                line = self._terminal.ask(question)
            except KeyboardInterrupt:
                self._interrupt()
                continue
            self._note = None
            if line is None:
                raise Leaving
            self._interrupted = False
            return line

    def _offer(self, game: ClimbGame) -> None:
        """Ask what nobody waits for: an early show, and whether the robot goes on."""
        view = game.view(ME)
        if view.options is None:
            return
        if not view.options.awaited and Show(True) in view.options.acts:
            self._offer_show(game, view)
        elif view.options.awaited and view.seats[ME].trustee:
            question = Question(self._say.words("ask.robot_on"), seconds=_ROBOT_S)
            while (line := self._ask(question, view)) != "":
                if command(line) is Command.ROBOT:
                    self._do(game, Trustee(False))
                    return
                self._command(command(line), view)

    def _offer_show(self, game: ClimbGame, view: View) -> None:
        self._brief(view)
        while True:
            line = self._ask(early_question(view, self._say), view)
            if is_yes(line):
                return self._do(game, Show(True))
            asked = command(line)
            if asked is None:
                return None
            self._command(asked, view)

    def _choose(self, game: ClimbGame) -> Action:
        """The act of this seat, which is awaited."""
        view = game.view(ME)
        self._brief(view)
        lines = tuple(hints(view, self._say))
        shown = -1
        line = ""
        while True:
            line = line or self._ask(own_question(view, lines, self._say), view)
            answer = read(line, view, self._say)
            line = ""
            match answer:
                case Do(action):
                    return action
                case Which(plays):
                    chosen = self._which(plays, view)
                    if chosen is not None:
                        return chosen
                case Mistake(message):
                    self._remark(message)
                case Command.HINT:
                    shown = self._hint(lines, shown, view)
                case Command.ROBOT:
                    line = self._confirm("ask.robot", ("10", "T"), "ask.robot_ten", view)
                    if is_yes(line):
                        return Trustee(True)
                case Command.QUIT:
                    line = self._leave(view)
                case _:
                    self._command(answer, view)

    def _brief(self, view: View) -> None:
        """Print the table before a question where there is no screen to draw it on."""
        if not self._terminal.full:
            match = self._match
            self._terminal.show(brief(view, match.deal, match.points, self._say, self._terminal.size().width))

    def _which(self, plays: tuple[Lay, ...], view: View) -> Lay | None:
        """The reading the person means; None for another try."""
        question = which_question(plays, self._say)
        while True:
            line = plain(self._ask(question, view))
            if line in ("", *map(str, range(1, len(plays) + 1))):
                return plays[int(line or 1) - 1]
            if command(line) is not None:
                return None
            may = self._say.words("answers.which", n=len(plays))
            self._remark(self._say.words("no.answer", text=line, answers=may))

    def _hint(self, lines: tuple[str, ...], shown: int, view: View) -> int:
        """Say the next hint; the one said now is returned."""
        if not lines:
            following = view.options is not None and Pass() in view.options.acts
            self._remark(self._say.words("no.hint" if following else "no.hint_here"))
            return shown
        shown = (shown + 1) % len(lines)
        answer = read(lines[shown], view, self._say)
        lay = answer.action if isinstance(answer, Do) else answer.plays[0] if isinstance(answer, Which) else None
        assert isinstance(lay, Lay), "a hint is a play"
        assert lay.combo is not None, "a line is read as a combo"
        self._remark(self._say.words("hint", cards=lines[shown], what=self._say.combo(lay.combo)))
        return shown

    def _confirm(self, key: str, card: tuple[str, ...], key_with_card: str, view: View) -> str:
        """Ask before a key that is also a card's letter does anything; `card` is how that card may be typed instead."""
        held = any(str(own.rank) in card for own in view.hand) and view.options is not None and view.options.lay
        line = plain(self._ask(Question(self._say.words(key_with_card if held else key)), view))
        return line if is_yes(line) or (held and line in card) else ""

    def _leave(self, view: View) -> str:
        """Leave the table if the person is sure; else what is to be read instead."""
        line = self._confirm("ask.quit", ("Q",), "ask.quit_queen", view)
        if is_yes(line):
            raise Leaving
        return line

    def _command(self, asked: Command | None, view: View) -> None:
        """What may be asked for at any time."""
        words = self._say.words
        match asked:
            case Command.LOG:
                seal = Text(words("result.seal", seal=self._seal.hex()), style="dim")
                self._page("page.log", [seal, *log_lines(view, self._say, self._terminal.size().width)])
            case Command.MULTIPLIER:
                self._page("page.factors", factor_lines(view, self._say))
            case Command.RULES:
                self._page("page.rules", rules_lines(self._say))
            case Command.HELP:
                self._page("page.help", help_lines(self._say, fills=self._terminal.full))
            case Command.QUIT:
                self._leave(view)
            case Command.HINT:
                self._remark(words("no.hint_here"))
            case Command.ROBOT:
                self._remark(words("no.robot_here"))

    def _page(self, title: str, lines: list[Text]) -> None:
        """Show lines by themselves, a screenful at a time."""
        words, size = self._say.words, self._terminal.size()
        head = Text(words(title), style="bold")
        if not self._terminal.full:
            self._terminal.show([head, *lines])
            return
        rest = wrapped(lines, size.width)
        room = max(1, size.height - 2)
        while rest:
            page, rest = rest[:room], rest[room:]
            self._terminal.show([head, Text(), *page])
            if self._ask(Question(words("ask.more" if rest else "ask.back"))) and rest:
                return

    def _finish(self, game: ClimbGame) -> None:
        """Book the deal; show its result, and ask for another."""
        record = Record.of(self._match)
        view = game.view(ME)
        self._match.close()
        words = self._say.words
        seal = Text(words("result.seal", seal=self._seal.hex()), style="dim")
        if record.outcome.kind == "redeal":
            self._print([seal, _secret(record, words), Text()])
            return
        self._log.clear()
        lines = result_lines(view, self._match.points, self._say, self._terminal.size().width)
        saved = self._files.keep(record, words) if self._files.always else []
        self._after(view, record, [*lines, seal], saved)

    def _after(self, view: View, record: Record, lines: list[Text], saved: list[Text]) -> None:
        """Ask for another deal until the person wants one."""
        words = self._say.words
        if not self._terminal.full:
            self._terminal.show(lines)
        while True:
            tail = saved or [_secret(record, words), Text(words("result.how"), style="dim")]
            self._terminal.show([*lines, *tail] if self._terminal.full else tail)
            line = plain(self._ask(Question(words("ask.next_saved" if saved else "ask.next"))))
            if line == "" or is_yes(line):
                return
            if line.casefold() in ("q", "n", "quit", "exit"):
                raise Leaving
            if line.casefold() == "s" and not saved:
                saved = self._files.keep(record, words)
            elif command(line) is not None:
                self._command(command(line), view)


def _secret(record: Record, words: Words) -> Text:
    """What opens the seal; a saved record holds it."""
    assert record.fairness is not None, "a dealt game is a fair one"
    return Text(words("result.secret", secret=record.fairness.secret.hex()), style="dim")


def _short(data: bytes) -> str:
    """The beginning of bytes, for people."""
    return f"{data[:2].hex()} {data[2:4].hex()} {data[4:6].hex()} {data[6:8].hex()}…"
