"""The HTTP protocol of uvicorn, with a time in which a request must arrive whole.

uvicorn waits for the rest of a request as long as it takes, so that a client that sends half of one holds a connection.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from dizhu.server.limits import Limits

_UNFINISHED: Final = (h11.IDLE, h11.SEND_BODY)


class HastyRequest(H11Protocol):
    """One connection that is closed if a request takes too long.

    limits:  set by `hasty`
    """

    limits: ClassVar[Limits]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Time runs from the start, also for who sends nothing."""
        super().connection_made(transport)
        self._hurry()

    def data_received(self, data: bytes) -> None:
        """Time runs from the first byte of a request to its last."""
        self._hurry()
        super().data_received(data)
        if self.conn.their_state not in _UNFINISHED:
            self._relax()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The request is whole, and the last of this protocol."""
        self._relax()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is waited for any more."""
        self._relax()
        super().connection_lost(exc)

    def _hurry(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.limits.request_s, self.transport.abort)

    def _relax(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def hasty(limits: Limits) -> type[HastyRequest]:
    """The protocol with its limits, for uvicorn, which makes the connections itself."""
    return type("HastyRequest", (HastyRequest,), {"limits": limits})
