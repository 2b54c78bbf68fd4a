"""``dizhu play`` in a real terminal of 80 × 24: a pseudo-terminal whose screen `pyte` keeps."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Iterator

import pyte
import pytest

WIDTH, HEIGHT = 80, 24
PATIENCE_S = 30.0


class Screen(pyte.Screen):
    """A screen that answers what the program asks the terminal, such as where the cursor is."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(WIDTH, HEIGHT)
        self._descriptor = descriptor

    def write_process_input(self, data: str) -> None:
        os.write(self._descriptor, data.encode())


class Session:
    """The game in a terminal, and what stands on its screen."""

    def __init__(self, *options: str) -> None:
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", LANG="C.UTF-8", COLUMNS="", LINES="")
            os.execv(sys.executable, [sys.executable, "-m", "dizhu", "play", "--fast", *options])
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
        self.screen = Screen(self.descriptor)
        self._stream = pyte.ByteStream(self.screen)

    def read(self, seconds: float) -> bool:
        """Take what the program writes; whether there was anything. Its end is nothing."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return False
        try:
            written = os.read(self.descriptor, 65536)
        except OSError:  # Linux: the program has ended
            return False
        self._stream.feed(written)
        return bool(written)

    def until(self, pattern: str) -> str:
        """The row of the cursor once it matches and the program waits; the test fails if that takes too long."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            if not self.read(0.05) and re.search(pattern, self.row):
                return self.row
        raise AssertionError(f"expected {pattern!r} in the row of the cursor:\n" + "\n".join(self.screen.display))

    @property
    def row(self) -> str:
        """The row the cursor is in, a wide character once."""
        return self.rows[self.screen.cursor.y]

    @property
    def rows(self) -> list[str]:
        """All rows without the spaces at their ends."""
        return [row.rstrip() for row in self.screen.display]

    def type(self, keys: str) -> None:
        os.write(self.descriptor, keys.encode())

    def end(self) -> int:
        """The exit code."""
        while self.read(5):
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.fixture
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    started = Session(*request.param)
    yield started
    os.close(started.descriptor)


PROMPT = r"> *$"
FILLED = r"> (?!h$)\w+$"


@pytest.mark.parametrize("session", [("--seed", "7", "--lang", "en"), ("--seed", "7", "--lang", "zh")], indirect=True)
def test_a_whole_game_on_a_screen(session: Session) -> None:
    """Bid the most, then lay the first hint until the result stands on the screen, whole."""
    hints = 0
    row = session.until(PROMPT)
    while not re.match("Another deal|再来一局", row):
        assert re.match("QQ (Dou Dizhu|斗地主) · ", session.rows[0])
        if re.match("You lead|Beat|你先出|要大过", row) or row == ">":
            session.type("h\r")
            filled = session.until(FILLED)
            hints += 1
            assert re.search("Enter plays it|回车出牌|No card|没有牌", session.rows[-1]), filled
        else:
            session.type(re.findall("[123]", row)[-1])
            session.until(r"> \d$")
        session.type("\r")
        row = session.until(PROMPT)
    assert hints > 3
    assert re.match("The (landlord|peasants)|地主|农民赢", session.rows[0])
    assert any(re.match("  (Unit|每份)", line) for line in session.rows)
    seats = [line for line in session.rows if re.match(r"(Landlord|Peasant|地主|农民) +\S+ +[+-]\d+ ", line)]
    assert len(seats) == 3
    session.type("q\r")
    assert session.end() == 0


@pytest.mark.parametrize("session", [("--seed", "7", "--lang", "en")], indirect=True)
def test_a_hint_waits_for_enter_and_only_fills_the_line(session: Session) -> None:
    """Seed 7 lets seat 0 bid 3 and lead. Every key but Enter only types; Enter after h fills, h again changes."""
    session.until("Your bid: .*> *$")
    session.type("3\r")
    session.until("You lead > *$")
    session.type("h")
    session.until("> h$")
    assert session.rows[-1] == "Enter fills in a hint"
    filled: list[str] = []
    for keys in ("\r", "h", "h"):
        session.type(keys)
        expected = f"{FILLED[:-1]}" if not filled else rf"> (?!{filled[-1]}$)(?!h$)\w+"
        filled.append(session.until(f"{expected}$").split("> ")[1])
        assert session.rows[-1].endswith(" · Enter plays it · h for the next hint")
        assert any("Your hand, 20 cards" in row for row in session.rows)
    session.type("\x7f" * len(filled[-1]) + "3h")
    session.until("> 3h$")
    session.type("\x7f" * 2 + "h\r")
    session.until(f"> {filled[0]}$")
    session.type("\r")
    session.until(PROMPT)
    assert any(row.startswith("You: ") for row in session.rows)
    assert not any("Your hand, 20 cards" in row for row in session.rows)


@pytest.mark.parametrize("session", [("--seed", "3", "--lang", "en")], indirect=True)
def test_interrupting_twice_leaves(session: Session) -> None:
    session.until(PROMPT)
    session.type("\x03")
    session.until(PROMPT)
    assert "Press Ctrl-C again to leave." in session.rows
    session.type("\x03")
    assert session.end() == 0


@pytest.mark.parametrize("session", [("--seed", "3", "--lang", "en")], indirect=True)
def test_pages_and_leaving(session: Session) -> None:
    session.until(PROMPT)
    session.type("r\r")
    session.until("Enter to go back > *$")
    assert session.rows[0] == "Rules"
    session.type("\r")
    session.until("Your bid: 1 2 3")
    session.type("q\r")
    session.until("Leave the game")
    session.type("\r")
    session.until("Your bid: 1 2 3")
    session.type("\x04")
    assert session.end() == 0


@pytest.mark.parametrize("session", [("--seed", "7", "--lang", "en")], indirect=True)
@pytest.mark.parametrize("ended", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(session: Session, ended: signal.Signals) -> None:
    before = termios.tcgetattr(session.descriptor)
    session.until(PROMPT)
    os.kill(session.pid, ended)
    assert session.end() == 128 + ended
    assert termios.tcgetattr(session.descriptor)[3] == before[3]
