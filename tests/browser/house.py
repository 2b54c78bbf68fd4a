"""The server under test: a process with a database of its own, that can be killed and started again.

``python -m tests.browser.house PORT DATABASE TIMING`` serves as `dizhu serve` does, at the pace of TIMING, in JSON.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec

from dizhu.rules import available, load
from dizhu.server.app import create_app
from dizhu.server.limits import Limits
from dizhu.server.schedule import CLOCKS_MS, Timing
from dizhu.server.serving import listen, run

ROOT: Final = Path(__file__).parents[2]
STOP_S: Final = 10.0
_PATIENT: Final = dict.fromkeys(CLOCKS_MS, 120_000)
QUICK: Final = Timing(clocks_ms=_PATIENT, bot_ms=60, robot_ms=60, deal_ms=120, bytes_ms=1000)
"""Bots and robots answer at once; people may take their time, however slow the machine is."""

CALM: Final = Timing(clocks_ms=_PATIENT, bot_ms=1500, robot_ms=700, deal_ms=300, bytes_ms=1000)
"""Slow enough to do something while others think."""


class House:
    """A running server. Its port is any that was free at its first start; a restart takes the same."""

    def __init__(self, folder: Path, timing: Timing) -> None:
        self._database = folder / "dizhu.sqlite3"
        self._errors = folder / "errors"
        self._timing = timing
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Address of the lobby."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def errors(self) -> str:
        """What the server wrote to its error output."""
        return self._errors.read_text() if self._errors.exists() else ""

    def start(self) -> None:
        """Start it, and wait until it listens; AssertionError if it ends instead."""
        words = (str(self.port), str(self._database), msgspec.json.encode(self._timing).decode())
        with self._errors.open("a") as errors:
            self._process = subprocess.Popen(
                (sys.executable, "-W", "error", "-m", __name__, *words),
                cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True,
            )  # fmt: skip
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        if not said:
            self._end(signal.SIGKILL)
            raise AssertionError(self.errors)
        self.port = int(said)

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end; AssertionError if it does not end well."""
        if self._process is not None:
            code = self._end(signal.SIGTERM)
            assert (code, self.errors) == (0, "")

    def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        process, self._process = self._process, None
        process.send_signal(number)
        try:
            return process.wait(STOP_S)
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


def main(port: str, database: str, timing: str) -> None:
    """Serve until told to end; says its port when it listens."""
    listening = listen("127.0.0.1", int(port))
    app = create_app(
        database=f"sqlite:///{database}",
        games={id_: load(id_) for id_ in available(folder="variants")},
        rng=random.SystemRandom(),
        limits=Limits(guests_per_min=10_000),
        timing=msgspec.json.decode(timing, type=Timing),
    )
    run(app, listening, lambda: print(listening.getsockname()[1], flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
