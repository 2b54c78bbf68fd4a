"""People with real sockets who come back when the connection breaks, and say again what was not answered."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from itertools import count
from typing import Final, TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from dizhu.bots import make
from dizhu.errors import Reason
from dizhu.games.acts import AddBytes, Ready, Trustee
from dizhu.games.codec import decode, encode
from dizhu.rules import RuleSet
from dizhu.server.app import COOKIE
from dizhu.server.follow import follow, follow_ack, follow_now
from dizhu.server.protocol import (
    Ack,
    Bye,
    Code,
    Do,
    Fill,
    FromClient,
    FromServer,
    Happened,
    Join,
    Now,
    Open,
    Refused,
    SeatAct,
    Snapshot,
    Sync,
    Waiting,
    Welcome,
)
from dizhu.server.tableview import TableView
from tests.server.tape import eager

Command: TypeAlias = Open | Join | Fill | Do
_BACKOFF_S: Final = 0.02
_LONGEST_BACKOFF_S: Final = 0.2
_OPEN_S: Final = 3.0
_TWICE: Final = 0.1
_AGAIN: Final = (Code.STORAGE, Code.BUSY, Code.NO_SUCH_TABLE)
"""What is to be said again on another connection."""
_LATE: Final = (Code.STALE, Reason.NOT_ASKED, Reason.STARTED)
"""What is refused because something else came first."""


class Broken(ConnectionError):
    """The server does not serve the table on this connection now."""


class Person:
    """Somebody who plays on over every break of the connection.

    ports:    of the servers, which are tried in turn
    table:    as followed
    event:    the last seen
    open:     the command that has no answer yet
    acked, refused:  the commands that got one
    welcomes: how often it was let in
    breaks:   how often a connection broke, or could not be made
    byes:     why the server closed it
    resting:  whether to be ready for no more deals
    dreaming: whether to leave every question to the clock
    """

    def __init__(self, ports: tuple[int, ...], cookie: str, rules: RuleSet, rng: random.Random, think_s: float) -> None:
        self.table: TableView | None = None
        self.event = 0
        self.open: Command | None = None
        self.acked: list[Command] = []
        self.refused: list[Command] = []
        self.welcomes = self.breaks = 0
        self.byes: list[str] = []
        self.resting = self.dreaming = False
        self._ports = ports
        self._cookie = cookie
        self._rng = rng
        self._think_s = think_s
        self._bot = make("greedy", rules, rng)
        self._ids = count()
        self._changed = asyncio.Event()
        self._current = True

    async def run(self) -> None:
        """Play until cancelled."""
        backoff_s = _BACKOFF_S
        while True:
            port = self._ports[self.breaks % len(self._ports)]
            url, headers = f"ws://127.0.0.1:{port}/api/socket", {"Cookie": f"{COOKIE}={self._cookie}"}
            try:
                async with connect(
                    url, additional_headers=headers, compression=None, open_timeout=_OPEN_S, close_timeout=_BACKOFF_S
                ) as socket:
                    backoff_s = _BACKOFF_S
                    await self._talk(socket)
            except (OSError, WebSocketException):
                self.breaks += 1
            await asyncio.sleep(backoff_s * (1 + self._rng.random()))
            backoff_s = min(2 * backoff_s, _LONGEST_BACKOFF_S)

    async def comes_to(self, stage: str) -> TableView:
        """Wait until the table is in a stage."""
        while self.table is None or self.table.stage != stage:
            await self.changes()
        return self.table

    async def changes(self) -> None:
        """Wait for the next frame of the server."""
        self._changed.clear()
        await self._changed.wait()

    @property
    def settled(self) -> bool:
        """Whether nothing more will happen if nobody wants it to."""
        table = self.table
        return (
            self.open is None
            and table is not None
            and table.stage == "between"
            and not any(
                ready for ready, chair in zip(table.ready, table.chairs, strict=True) if chair and not chair.bot
            )
        )

    @property
    def known(self) -> TableView:
        """The table it follows."""
        assert self.table is not None, "expected to follow a table"
        return self.table

    @property
    def asked(self) -> bool:
        """Whether the table waits for it."""
        view = self.table.view if self.table else None
        return view is not None and view.options is not None and view.options.awaited

    def id(self) -> str:
        """A new `cmd_id`."""
        return f"c{next(self._ids)}"

    async def _talk(self, socket: ClientConnection) -> None:
        self._current = self.table is None
        if self.table is not None:
            await self._say(socket, Sync(self.id(), self.table.id, self.event))
        if self.open is not None:
            await self._say(socket, self.open)
        while True:
            command = self._next() if self._current and self.open is None else None
            if await self._hear(socket, None if command is None else self._rng.random() * self._think_s):
                continue
            assert command is not None, "without one it waits for ever"
            self.open = command
            for _ in range(1 + (self._rng.random() < _TWICE)):
                await self._say(socket, command)

    async def _hear(self, socket: ClientConnection, patience_s: float | None = None) -> bool:
        """Take the next frame; False if none comes in time."""
        try:
            text = await asyncio.wait_for(socket.recv(), patience_s)
        except TimeoutError:
            return False
        self._take(decode(text, FromServer))  # type: ignore[arg-type]
        self._changed.set()
        return True

    async def _say(self, socket: ClientConnection, frame: FromClient) -> None:
        with suppress(ConnectionClosed):  # the last of what came is heard first
            await socket.send(encode(frame).decode())

    # What it hears.

    def _take(self, frame: FromServer) -> None:
        match frame:
            case Welcome():
                self.welcomes += 1
            case Snapshot(event, table):
                assert event >= self.event, "no event that was told is undone"
                self.table, self.event, self._current = table, event, True
            case Happened(event=event):
                assert self.table is not None
                assert event == self.event + 1, "events come without gaps, also over a crash"
                self.table, self.event = follow(self.table, frame), event
            case Now():
                assert self.table is not None
                assert frame.event == self.event
                self.table, self._current = follow_now(self.table, frame), True
            case Ack():
                self.table = self.table and follow_ack(self.table, frame)
                self._answered(frame)
            case Refused(_, code):
                if code == Code.STOPPING:
                    return  # it says goodbye next; the command stays open
                if code in _AGAIN:
                    raise Broken(code)
                assert code in _LATE, frame
                self._answered(frame)
            case Waiting(waiting=True):
                raise Broken("waiting")
            case Bye(code):
                self.byes.append(code)

    def _answered(self, frame: Ack | Refused) -> None:
        if self.open is not None and self.open.cmd_id == frame.cmd_id:
            (self.acked if isinstance(frame, Ack) else self.refused).append(self.open)
            self.open = None

    # What it does.

    def _next(self) -> Command | None:
        """What it wants to say now."""
        table = self.table
        if table is None or table.you is None:
            return None
        if None in table.chairs:
            return None
        action = self._playing(table, table.you) if table.stage == "playing" else self._preparing(table, table.you)
        return None if action is None else Do(self.id(), table.id, action, table.turn_id)

    def _preparing(self, table: TableView, seat: int) -> SeatAct | None:
        if table.stage == "closed" or table.ready[seat] or self.resting:
            return None
        if table.commitment is not None and table.own_bytes is None:
            return AddBytes(self._rng.randbytes(32))
        return Ready()

    def _playing(self, table: TableView, seat: int) -> SeatAct | None:
        view = table.view
        if view is None or self.dreaming:
            return None
        if view.seats[seat].trustee:
            return Trustee(False)
        return eager(view, self._bot) if self.asked else None  # type: ignore[return-value]


class Opener(Person):
    """Somebody who opens a table, and lets bots take the chairs that are left once `friends` have come."""

    def __init__(self, ports: tuple[int, ...], cookie: str, rules: RuleSet, rng: random.Random, think_s: float) -> None:
        super().__init__(ports, cookie, rules, rng, think_s)
        self._rules = rules
        self.friends = 0
        self.opened: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def _next(self) -> Command | None:
        if self.table is None:
            return Open(self.id(), self._rules.id, bots=not self.friends)
        if not self.opened.done():
            self.opened.set_result(self.table.code)
        empty = self.table.chairs.count(None)
        if empty and len(self.table.chairs) - empty == 1 + self.friends:
            return Fill(self.id(), self.table.id)
        return super()._next()


class Friend(Person):
    """Somebody who comes to the table of an opener."""

    code: str

    async def run(self) -> None:
        """See `Person`."""
        self.open = Join(self.id(), self.code)
        await super().run()
