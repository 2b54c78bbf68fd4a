"""Where a game is shown and lines are typed: a full screen with an input line, or plain lines for pipes."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import msgspec
from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from dizhu.cli.screen import Size, wrapped
from dizhu.cli.typed import Command, command

COLUMNS = 80
_MENU_LINES = 3
_QUESTION_LINES = 3
_PROMPT_COLUMNS = 50
_STYLE = Style.from_dict({"bottom-toolbar": "noreverse", "question": "bold"})


class Question(msgspec.Struct, frozen=True):
    """What a player is asked.

    prompt:     the question
    keys:       what else may be typed
    live:       says of a line not yet entered what it would do; empty if nothing
    choices:    lines offered by Tab
    hints:      lines a hint fills in, one after the other; None where there are no hints
    no_hint:    what is said instead if that list is empty; the line is then a pass
    next_hint:  what is said of a filled line besides, where there is another hint
    seconds:    after so long an untouched line counts as entered empty; None waits
    """

    prompt: str
    keys: str = ""
    live: Callable[[str], str] | None = None
    choices: tuple[str, ...] = ()
    hints: tuple[str, ...] | None = None
    no_hint: str = ""
    next_hint: str = ""
    seconds: float | None = None


class Terminal(Protocol):
    """Where one person plays."""

    full: bool

    def size(self) -> Size:
        """Room for what is shown; the question comes below it."""

    def show(self, lines: Sequence[Text]) -> None:
        """Show lines: instead of what was shown where the whole screen is used, else after it."""

    def ask(self, question: Question) -> str | None:
        """The line typed; None at the end of the input. KeyboardInterrupt for Ctrl-C."""

    def pause(self, seconds: float) -> None:
        """Leave time to see what happened. KeyboardInterrupt for Ctrl-C."""


class _Console(Console):
    """A console that leaves it to the command line to say that nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Plain:
    """Line after line, for pipes and simple terminals."""

    full = False

    def __init__(self) -> None:
        self._console = _Console(file=sys.stdout, width=COLUMNS, highlight=False, soft_wrap=True)

    def size(self) -> Size:
        """Lines are as wide as a screen."""
        return Size(COLUMNS)

    def show(self, lines: Sequence[Text]) -> None:
        """Print lines."""
        for line in wrapped(lines, COLUMNS):
            line.rstrip()
            self._console.print(line)

    def ask(self, question: Question) -> str | None:
        """Print the question and read a line; nothing is waited for."""
        self.show([Text(f"{question.prompt} >", style="bold")])
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.rstrip("\n") if line else None

    def pause(self, seconds: float) -> None:
        """A pipe needs no time to see."""


class Full:
    """The whole screen of a terminal, and an input line with hints and completion; a context manager.

    The screen as it was comes back at the end.
    """

    full = True

    def __init__(self) -> None:
        self._console = _Console(file=sys.stdout, width=COLUMNS, highlight=False, soft_wrap=True, force_terminal=True)
        self._hinted = -1
        self._filled = ""
        self._question = Question("")
        self._clock: asyncio.TimerHandle | None = None
        self._session: PromptSession[str] = PromptSession(
            bottom_toolbar=self._toolbar,
            completer=_Choices(self),
            complete_while_typing=False,
            complete_style=CompleteStyle.MULTI_COLUMN,
            key_bindings=self._keys(),
            erase_when_done=True,
            style=_STYLE,
        )

    def __enter__(self) -> Full:
        self._before = termios.tcgetattr(sys.stdin)
        quiet = termios.tcgetattr(sys.stdin)
        quiet[3] &= ~termios.ECHO
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, quiet)
        self._write("\x1b[?1049h\x1b[2J\x1b[H")
        return self

    def __exit__(self, *_: object) -> None:
        self._write("\x1b[?1049l")
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    @property
    def question(self) -> Question:
        """What is asked now."""
        return self._question

    def size(self) -> Size:
        """The screen above the question and its menu, at most 80 columns of it."""
        columns, rows = shutil.get_terminal_size()
        return Size(min(columns, COLUMNS), max(rows - _QUESTION_LINES - _MENU_LINES, 1))

    def show(self, lines: Sequence[Text]) -> None:
        """Draw lines from the top of the screen; they may take the room of the menu."""
        size = self.size()
        with self._console.capture() as drawn:
            for line in wrapped(lines, size.width)[: size.height + _MENU_LINES]:
                self._console.print(line)
        rows = drawn.get().split("\n")
        self._write("\x1b[H" + "\x1b[K\n".join(rows) + "\x1b[J")

    def ask(self, question: Question) -> str | None:
        """Read a line below what is shown."""
        self._question, self._filled = question, ""
        gap = "\n" if cell_len(question.prompt) > _PROMPT_COLUMNS else " "
        message = FormattedText([("class:question", question.prompt), ("", f"{gap}> ")])
        try:
            room = _MENU_LINES if question.choices else 0
            return self._session.prompt(message, pre_run=self._start_clock, reserve_space_for_menu=room)
        except EOFError:
            return None
        finally:
            if self._clock is not None:
                self._clock.cancel()
                self._clock = None

    def pause(self, seconds: float) -> None:
        """Wait; keys pressed meanwhile do not count, they were meant for another table."""
        if seconds:
            time.sleep(seconds)
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def _start_clock(self) -> None:
        app, seconds = get_app(), self._question.seconds
        if seconds is None or app.loop is None:
            return

        def ring() -> None:
            if not app.current_buffer.text:
                app.exit(result="")

        self._clock = app.loop.call_later(seconds, ring)

    def _keys(self) -> KeyBindings:
        """Entering the hint command fills the line; the key alone then takes the next hint, while it is untouched."""
        keys = KeyBindings()

        @Condition
        def wanted() -> bool:
            return self._question.hints is not None and command(get_app().current_buffer.text) is Command.HINT

        @Condition
        def filled() -> bool:
            return self._filled != "" and get_app().current_buffer.text == self._filled

        @keys.add("enter", filter=wanted)
        def first(event: KeyPressEvent) -> None:
            self._fill(event.current_buffer, 0)

        @keys.add("h", filter=filled)
        def following(event: KeyPressEvent) -> None:
            self._fill(event.current_buffer, self._hinted + 1)

        return keys

    def _fill(self, line: Buffer, number: int) -> None:
        """Put a hint into the line; a pass where there is none."""
        hints = self._question.hints or ("p",)
        self._hinted = number % len(hints)
        self._filled = hints[self._hinted]
        line.document = Document(self._filled, len(self._filled))

    def _toolbar(self) -> str:
        text = get_app().current_buffer.text
        asked = self._question
        line = asked.live(text) if text and asked.live else ""
        if text and text == self._filled:
            line = line + asked.next_hint if asked.hints else asked.no_hint
        line = line or asked.keys
        width = min(COLUMNS, shutil.get_terminal_size().columns) - 1
        return set_cell_size(line, width) if cell_len(line) > width else line

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


class _Choices(Completer):
    """What Tab offers: the choices of the question that begin as the line does."""

    def __init__(self, terminal: Full) -> None:
        self._terminal = terminal

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Choices that begin with the line; upper and lower case of letters are alike but for the jokers."""
        line = document.text_before_cursor
        for choice in self._terminal.question.choices:
            if choice != line and _folded(choice).startswith(_folded(line)):
                yield Completion(choice, start_position=-len(line))


def capable() -> bool:
    """Whether both ends are a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _folded(line: str) -> str:
    return "".join(letter if letter in "xX" else letter.upper() for letter in line)
