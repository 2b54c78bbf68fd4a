"""Service time: milliseconds the service has been up, over all its runs.

Every deadline is in service time, so all of them stand still while the server is down. A run starts where the one
before was last seen, see `dizhu.server.store.Store.up_ms`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

_AGAIN_S: Final = 0.001


class Handle(Protocol):
    """A call that is yet to come."""

    def cancel(self) -> None:
        """Call it off; nothing happens if it is over or called off already."""


class Clock(Protocol):
    """Where tables take their time from."""

    def now_ms(self) -> int:
        """The service time now; never goes back."""

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Handle:
        """Call `callback` as soon as the service time is `at_ms` or later, never within this call."""


class ServiceClock:
    """Service time on the monotonic time of the running loop, which nobody can set.

    base_ms:  service time at this moment
    """

    def __init__(self, base_ms: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._base_ms = base_ms
        self._started_s = self._loop.time()

    def now_ms(self) -> int:
        """See `Clock`."""
        return self._base_ms + int((self._loop.time() - self._started_s) * 1000)

    def call_at(self, at_ms: int, callback: Callable[[], None]) -> Handle:
        """See `Clock`."""
        return _Alarm(self, self._loop, self._started_s + (at_ms - self._base_ms) / 1000, at_ms, callback)


class _Alarm:
    """A call at a service time. Loops may call up to a tick too early; then it waits once more."""

    def __init__(
        self, clock: Clock, loop: asyncio.AbstractEventLoop, at_s: float, at_ms: int, callback: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._loop = loop
        self._at_ms = at_ms
        self._callback = callback
        self._timer = loop.call_at(at_s, self._due)

    def cancel(self) -> None:
        self._timer.cancel()

    def _due(self) -> None:
        if self._clock.now_ms() < self._at_ms:
            self._timer = self._loop.call_later(_AGAIN_S, self._due)
        else:
            self._callback()
