"""The WebSocket protocol of uvicorn, with bounds on what a client can make of a connection below our frames.

uvicorn hands whole messages to the application and bounds their bytes. Below that it answers every ping with a pong,
written without a look whether anybody reads; keeps the fragments of a message that is never finished, empty ones
without end; and parses up to 256 KiB of them at one go, which holds the loop for half a second. Whoever does such
things plays no cards: the connection is aborted.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from dizhu.server.limits import Allowance, Limits

_GULP_BYTES: Final = 1024
"""Bytes that are read before frames are counted; an empty frame has six."""


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """One connection that counts every frame, whatever it is.

    limits:  set by `guarded`
    """

    limits: ClassVar[Limits]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._allowance = Allowance(self.limits.raw_frames_per_s, self.limits.raw_burst_frames)
        self._end: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, for as long as the client keeps within its bounds."""
        for start in range(0, len(data), _GULP_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _GULP_BYTES])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self._refuse_handshake()
            elif (
                len(self.frames) > self.limits.fragments
                or self.transport.get_write_buffer_size() > self.limits.unsent_bytes
            ):
                self.transport.abort()

    def handle_events(self) -> None:
        """Count the frames that were read, then do what they say."""
        if self._allowance.take("", self.loop.time() * 1000, len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()

    def _refuse_handshake(self) -> None:
        """End a connection whose request is none; uvicorn would keep it for good."""
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    async def send(self, message: Any) -> None:
        """Send what the application says; a refusal completes the handshake too, and is no fault to be logged."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application is done, and closes or has closed the connection."""
        super().on_task_complete(task)
        self._linger()

    def keepalive_timeout(self) -> None:
        """The client does not answer a ping, so it may take nothing that is still written to it either."""
        super().keepalive_timeout()
        self._linger()

    def handle_close(self, event: Frame) -> None:
        """The client closes the connection, or answers that we do."""
        super().handle_close(event)
        self._linger()

    def _linger(self) -> None:
        """Give the client a while to take what was written: a transport that is closed waits for that for good."""
        if self._end is None and not self.disconnected:
            self._end = self.loop.call_later(self.limits.linger_s, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to be ended."""
        if self._end is not None:
            self._end.cancel()
        super().connection_lost(exc)


def guarded(limits: Limits) -> type[GuardedWebSocket]:
    """The protocol with its limits, for uvicorn, which makes the connections itself."""
    return type("GuardedWebSocket", (GuardedWebSocket,), {"limits": limits})
