"""One connection to one account: what waits to be sent, bounded in bytes, and the one writer that sends it.

Whoever has something to say calls `Wire.send`, which never waits. A reader too slow to keep up loses what is waiting,
is told so, and may come back and go on from the last event it saw.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from dizhu.games.codec import encode
from dizhu.server.accounts import Account
from dizhu.server.protocol import Bye, Code, FromServer

PARTING_S: Final = 5.0
"""How long a connection that is being closed has for its last frames."""


class Wire:
    """One connection.

    account:  whose it is; a new name shows after the next connection
    parting:  why the server closes it; None while it is open
    """

    def __init__(self, account: Account, most_bytes: int) -> None:
        self.account = account
        self.parting: Code | None = None
        self._most_bytes = most_bytes
        self._waiting: deque[tuple[str, int]] = deque()
        self._bytes = 0
        self._gone = False
        self._news = asyncio.Event()
        self._patience: asyncio.Timeout | None = None

    def send(self, frame: FromServer) -> None:
        """Send a frame. Once the connection is closing, nothing is sent any more."""
        self.send_text(encode(frame).decode())

    def send_text(self, text: str) -> None:
        """Send a frame that is encoded already, such as one that many receive."""
        if self.parting is not None or self._gone:
            return
        size = len(text) if text.isascii() else len(text.encode())
        if self._bytes + size > self._most_bytes:
            self._waiting.clear()
            self.close(Code.SLOW)
            return
        self._put(text, size)

    def close(self, code: Code) -> None:
        """Send what is waiting and a `Bye`, then close. A reader that takes none of it is cut off after `PARTING_S`."""
        if self.parting is not None or self._gone:
            return
        self.parting = code
        text = encode(Bye(code)).decode()
        self._put(text, len(text))
        self._hurry()

    def gone(self) -> None:
        """The client is not there any more: nothing can be sent."""
        self._gone = True
        self._waiting.clear()
        self._news.set()

    async def drain(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send all that comes, until the `Bye` is out or the client is gone. One task alone does this.

        TimeoutError if the client did not take its last frames in time.
        """
        try:
            async with asyncio.timeout(None) as self._patience:
                if self.parting is not None:
                    self._hurry()
                while True:
                    while self._waiting:
                        text, size = self._waiting.popleft()
                        await send(text)
                        self._bytes -= size
                    if self._gone or self.parting is not None:
                        return
                    self._news.clear()
                    await self._news.wait()
        finally:
            self._patience = None
            self.gone()

    def _put(self, text: str, size: int) -> None:
        self._waiting.append((text, size))
        self._bytes += size
        self._news.set()

    def _hurry(self) -> None:
        if self._patience is not None:
            self._patience.reschedule(asyncio.get_running_loop().time() + PARTING_S)
