"""A WebSocket client without tasks: one protocol object a connection, so that thousands cost the benchmark little."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

OPENING_S: Final = 30.0


class Link(asyncio.Protocol):
    """One connection.

    heard:  called with every text frame
    lost:   called once when the connection is gone
    """

    def __init__(self, port: int, cookie: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._ws = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/api/socket"), max_size=None)
        self._cookie = cookie
        self._heard = heard
        self._lost = lost
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, port: int) -> None:
        """Connect; OSError or the library's InvalidHandshake if that fails, TimeoutError if it takes too long."""
        async with asyncio.timeout(OPENING_S):
            await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
            await self._opened

    def say(self, text: bytes) -> None:
        """Send a text frame; nothing if the connection is gone."""
        if self._ws.state is State.OPEN:
            self._ws.send_text(text)
            self._flush()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # not one by name under uvloop
        request = self._ws.connect()
        request.headers["Cookie"] = self._cookie
        self._ws.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        self._ws.receive_data(data)
        for event in self._ws.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    self._heard(bytes(event.data))
            elif not self._opened.done():
                self._settle(self._ws.handshake_exc)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self._settle(ConnectionError("the connection was closed before it was open"))
        self._lost()

    def _settle(self, error: Exception | None) -> None:
        if self._opened.done():
            return
        if error is None:
            self._opened.set_result(None)
        else:
            self._opened.set_exception(error)

    def _flush(self) -> None:
        assert self._transport is not None, "data comes and goes on a connection"
        for data in self._ws.data_to_send():
            if self._transport.is_closing():
                return
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
