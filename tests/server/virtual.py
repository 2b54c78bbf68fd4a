"""Virtual time: a clock that a test moves, and a loop that is let run until nothing is left to do."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine
from functools import wraps
from itertools import count
from typing import Any, ParamSpec

P = ParamSpec("P")
ROUNDS = 50
POLL_S = 0.0005


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that runs in an event loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class Call:
    """A call that is yet to come."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class VirtualClock:
    """A `dizhu.server.clock.Clock` that stands still until it is advanced.

    idle:  whether nothing is under way outside the loop, such as `lambda: store.idle` for its threads
    """

    def __init__(self, now_ms: int = 0, idle: Callable[[], bool] = lambda: True) -> None:
        self._now_ms = now_ms
        self._idle = idle
        self._calls: list[tuple[int, int, Call]] = []
        self._order = count()

    def now_ms(self) -> int:
        return self._now_ms

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Call:
        call = Call(callback)
        heapq.heappush(self._calls, (at_ms, next(self._order), call))
        return call

    def next_ms(self) -> int | None:
        """When the next call is due."""
        return min((at_ms for at_ms, _, call in self._calls if call.callback), default=None)

    async def settle(self) -> None:
        """Return when tasks, threads and calls that are due have nothing left to do."""
        await self._quiet()
        while self._fire(self._now_ms):
            await self._quiet()

    async def advance(self, ms: int) -> None:
        """Let `ms` milliseconds pass: calls in the order of their times, the loop settled after each."""
        until_ms = self._now_ms + ms
        await self.settle()
        while self._fire(until_ms):
            await self._quiet()
        self._now_ms = until_ms

    def skip(self, ms: int) -> None:
        """Let `ms` milliseconds pass in which nothing runs; calls that became due are late."""
        self._now_ms += ms

    def ring(self) -> None:
        """Make the calls that are due; whom they wake does not run before the loop does."""
        while self._fire(self._now_ms):
            pass

    def _fire(self, until_ms: int) -> bool:
        """Make the first call that is due by then, at its time; False if there is none."""
        while self._calls and self._calls[0][0] <= until_ms:
            at_ms, _, call = heapq.heappop(self._calls)
            if call.callback:
                self._now_ms = max(self._now_ms, at_ms)
                call.callback()
                return True
        return False

    async def _quiet(self) -> None:
        """Return after many rounds of the loop in a row at which nothing was under way outside it."""
        rounds = 0
        while rounds < ROUNDS:
            await asyncio.sleep(0 if self._idle() else POLL_S)
            rounds = rounds + 1 if self._idle() else 0
