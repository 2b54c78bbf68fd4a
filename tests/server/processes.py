"""Servers as processes that can be killed.

``python -m tests.server.processes PORT DATABASE SPEED`` serves as `dizhu serve` does, only that its service time runs
faster than the clock on the wall, so that bots and robots answer at once.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import httpx

from dizhu.rules import available, load
from dizhu.server.app import COOKIE, create_app
from dizhu.server.clock import Handle
from dizhu.server.protocol import AVATARS
from dizhu.server.serving import listen, run
from dizhu.server.store import Store

ROOT: Final = Path(__file__).parents[2]
READY: Final = "ready"
START_S: Final = 20.0
STOP_S: Final = 5.0


class QuickClock:
    """A `dizhu.server.clock.Clock` that runs `speed` times as fast as the loop that first asks it."""

    def __init__(self, base_ms: int, speed: float) -> None:
        self._base_ms = base_ms
        self._per_ms = speed * 1000
        self._started_s: float | None = None

    def now_ms(self) -> int:
        return self._base_ms + int(self._run_s() * self._per_ms)

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Handle:
        delay_s = max(0.0, (at_ms + 1 - self._base_ms) / self._per_ms - self._run_s())
        return asyncio.get_running_loop().call_later(delay_s, self._call, at_ms, callback)

    def _call(self, at_ms: int, callback: Callable[[], None]) -> None:
        if self.now_ms() >= at_ms:
            callback()
        else:  # loops may call a tick too early
            self.call_at(at_ms, callback)

    def _run_s(self) -> float:
        now_s = asyncio.get_running_loop().time()
        if self._started_s is None:
            self._started_s = now_s
        return now_s - self._started_s


class Process:
    """A server in a process of its own; it may be started again on the same database once it is gone.

    words:  what is run, after the name of the interpreter
    errors: where its error output goes
    """

    def __init__(self, words: Sequence[str], port: int, errors: Path) -> None:
        self.port = port
        self.errors = errors
        self._words = words
        self._process: asyncio.subprocess.Process | None = None

    async def begin(self) -> None:
        """Start it, and do not wait until it listens."""
        with self.errors.open("ab") as errors:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self._words, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=errors
            )

    async def start(self) -> None:
        """Start it, and wait until it says that it listens; AssertionError if it ends instead."""
        await self.begin()
        assert await self.listens(), self.errors.read_text()

    async def listens(self) -> bool:
        """Wait until it says that it listens; False if it ended instead."""
        assert self._process is not None
        assert self._process.stdout is not None
        return bool(await asyncio.wait_for(self._process.stdout.readline(), START_S))

    async def kill(self) -> None:
        """Kill it, as a power cut would."""
        await self._signal(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to end; its exit code. TimeoutError if that takes longer than it may."""
        return await self._signal(signal.SIGTERM)

    async def _signal(self, number: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(number)
        return await self.ended()

    async def ended(self) -> int:
        """Wait for its end; its exit code."""
        assert self._process is not None
        await asyncio.wait_for(self._process.communicate(), STOP_S)
        code = self._process.returncode
        assert code is not None
        self._process = None
        return code

    async def clean_up(self) -> None:
        """Leave no process behind."""
        if self._process is not None:
            if self._process.returncode is None:
                self._process.kill()
            await self._process.communicate()

    async def guest(self, name: str) -> str:
        """The cookie of a new guest."""
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", trust_env=False) as http:
            answer = await http.post("/api/guest", json={"name": name, "avatar": AVATARS[0]})
        assert answer.status_code == 200, answer.text
        return answer.cookies[COOKIE]


def quick(port: int, database: Path, speed: float) -> Process:
    """A server whose time runs fast."""
    words = ("-W", "error", "-m", __name__, str(port), str(database), str(speed))
    return Process(words, port, database.with_suffix(f".{port}.errors"))


def served(port: int, database: Path) -> Process:
    """What a host starts."""
    words = ("-m", "dizhu", "serve", "--host", "127.0.0.1", "--port", str(port), "--database", str(database))
    return Process(words, port, database.with_suffix(f".{port}.errors"))


def free_port() -> int:
    """A port that nobody listens on."""
    draw = random.Random(os.urandom(8))
    while True:
        port = draw.randrange(20_000, 32_000)
        try:
            listen("127.0.0.1", port).close()
        except OSError:
            continue
        return port


async def _up_ms(url: str) -> int:
    store = await Store.open(url)
    try:
        return await store.up_ms()
    finally:
        await store.close()


def main(port: str, database: str, speed: str) -> None:
    """Serve until told to end."""
    url = f"sqlite:///{database}"
    clock = QuickClock(asyncio.run(_up_ms(url)), float(speed))
    games = {id_: load(id_) for id_ in available(folder="variants")}
    app = create_app(database=url, games=games, rng=random.SystemRandom(), clock=clock)
    run(app, listen("127.0.0.1", int(port)), lambda: print(READY, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
