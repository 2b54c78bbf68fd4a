"""Group commit: what waits is written together, and again as soon as that is done; there is no timer.

A lone unit is written at once. Under load the units that come while a batch is being written make the next one, so
batches grow as the disk gets slower and nobody waits for more than two of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

T = TypeVar("T")
LIMIT: Final = 500


class Writer(Generic[T]):
    """Writes units for many that wait.

    write:   writes all of some units or, raising, none of them
    outage:  what `write` raises when nothing can be written. Whatever else it raises is the fault of a unit: the units
             of that batch are then written one by one, so that only the guilty fail
    limit:   units in a batch at most
    """

    def __init__(
        self, write: Callable[[Sequence[T]], Awaitable[None]], outage: type[Exception], limit: int = LIMIT
    ) -> None:
        self._write = write
        self._outage = outage
        self._limit = limit
        self._waiting: deque[tuple[T, asyncio.Future[None]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing waits and nothing is being written."""
        return self._task is None

    async def append(self, unit: T) -> None:
        """Return when `unit` is written, or raise what `write` raised. A waiter that is cancelled stops nothing."""
        written = asyncio.get_running_loop().create_future()
        self._waiting.append((unit, written))
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        await written

    async def finish(self) -> None:
        """Return when nothing waits any more."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _drain(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(self._limit, len(self._waiting)))]
            error = await self._attempt([unit for unit, _ in batch])
            alone = error is not None and not isinstance(error, self._outage) and len(batch) > 1
            for unit, written in batch:
                _tell(written, await self._attempt([unit]) if alone else error)
        self._task = None

    async def _attempt(self, units: Sequence[T]) -> BaseException | None:
        """What writing them raised; whatever it is, it is for those who wait."""
        [error] = await asyncio.gather(self._write(units), return_exceptions=True)
        return error


def _tell(written: asyncio.Future[None], error: BaseException | None) -> None:
    if written.done():
        return
    if error is None:
        written.set_result(None)
    else:
        written.set_exception(error)
