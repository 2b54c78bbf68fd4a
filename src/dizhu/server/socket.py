"""The socket: frames are read once, into a message or a refusal; what the server says goes out through a `Wire`."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Final, get_args

import msgspec
from litestar.connection import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from dizhu.games.codec import decode_hook, encode
from dizhu.rules import RuleSet
from dizhu.server.accounts import Account
from dizhu.server.clock import Clock
from dizhu.server.garbage import Leavings
from dizhu.server.limits import Allowance, Limits
from dizhu.server.lobby import Lobby
from dizhu.server.protocol import (
    MAX_FRAME_BYTES,
    PROTOCOL,
    CmdId,
    Code,
    FromClient,
    GameInfo,
    Hints,
    Person,
    Ping,
    Pong,
    Problem,
    Readings,
    Refused,
    Welcome,
)
from dizhu.server.wire import Wire

_TYPES: Final = {kind.__struct_config__.tag for kind in get_args(FromClient)}
_DECODER: Final = msgspec.json.Decoder(FromClient, dec_hook=decode_hook)
_PARTING_S: Final = 1.5
_POLICY, _RESTART = 1008, 1012

Socket = WebSocket[Any, Any, State]


class _Rest(msgspec.Struct):
    """What can be said of a frame that is not one of ours."""

    type: Any = None
    cmd_id: Any = None


_REST: Final = msgspec.json.Decoder(_Rest)


def read(text: str) -> FromClient | Refused:
    """The message a text frame is, or why it is none."""
    if not _short(text):
        return Refused(None, Code.TOO_LARGE)
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError):
        rest = _rest(text)
        known = not isinstance(rest.type, str) or rest.type in _TYPES
        return Refused(_cmd_id(rest), Code.MALFORMED if known else Code.UNKNOWN)


def _short(text: str) -> bool:
    return len(text) <= MAX_FRAME_BYTES and (text.isascii() or len(text.encode()) <= MAX_FRAME_BYTES)


def _rest(text: str) -> _Rest:
    try:
        return _REST.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return _Rest()


def _cmd_id(rest: _Rest) -> str | None:
    """The `cmd_id`, if it is one."""
    try:
        return msgspec.convert(rest.cmd_id, CmdId)
    except msgspec.ValidationError:
        return None


def game_info(rules: RuleSet) -> GameInfo:
    """A game as a client is told of it."""
    return GameInfo(
        id=rules.id,
        digest=rules.digest,
        name=dict(rules.name),
        seats=rules.table.seats,
        packs=rules.table.packs,
        hand=rules.table.hand,
        bottom=rules.table.bottom.cards,
        first=rules.auction.first,
        shapes=rules.combos.shapes,
        bombs=rules.combos.bombs,
    )


class Sockets:
    """All open sockets, each with a reader and a writer.

    stopping:  no new ones are taken
    """

    def __init__(self, lobby: Lobby, clock: Clock, limits: Limits) -> None:
        self.stopping = False
        self._lobby = lobby
        self._clock = clock
        self._limits = limits
        self._games = tuple(game_info(rules) for rules in lobby.games.values())
        self._frames = Allowance(limits.frames_per_s, limits.burst_frames)
        self._open: dict[Wire, asyncio.Task[Any]] = {}
        self._by_account: Counter[str] = Counter()
        self._leavings = Leavings()

    @property
    def wires(self) -> tuple[Wire, ...]:
        """The wires of all open sockets."""
        return tuple(self._open)

    async def serve(self, socket: Socket, account: Account) -> None:
        """One connection, from its first frame to its last; one too many of an account is refused."""
        if self._by_account[account.id] >= self._limits.account_sockets:
            await refuse(socket, 429, Code.TOO_MANY)
            return
        self._by_account[account.id] += 1
        try:
            await self._converse(socket, account)
        finally:
            self._by_account[account.id] -= 1
            if not self._by_account[account.id]:
                del self._by_account[account.id]

    async def _converse(self, socket: Socket, account: Account) -> None:
        wire = Wire(account, self._limits.waiting_bytes)
        task = asyncio.current_task()
        assert task is not None, "a connection is served by a task"
        await socket.accept()
        wire.send(
            Welcome(PROTOCOL, Person(account.name, account.avatar), self._games, self._lobby.own_tables(account.id))
        )
        self._open[wire] = task
        if self.stopping:
            wire.close(Code.STOPPING)
        reader = asyncio.create_task(self._read(socket, wire))
        reader.add_done_callback(lambda _: wire.gone())
        try:
            await _write(socket, wire)
        finally:
            reader.cancel()
            self._lobby.lost(wire)
            await asyncio.wait((reader,))
            del self._open[wire]
            self._leavings.add()
        if not reader.cancelled():
            reader.result()

    async def stop(self) -> None:
        """Say goodbye to all, and wait shortly until they have heard it."""
        self.stopping = True
        for wire in self.wires:
            wire.close(Code.STOPPING)
        if self._open:
            await asyncio.wait(self._open.values(), timeout=_PARTING_S)

    async def _read(self, socket: Socket, wire: Wire) -> None:
        """Take frames until the client is gone, or has sent more than it may."""
        bad = excess = 0
        while (event := await socket.receive())["type"] == "websocket.receive":
            text = event.get("text")
            frame = read(text) if text is not None else Refused(None, Code.UNKNOWN)
            if wire.parting is not None:
                continue
            count = self._limits.question_frames if isinstance(frame, Hints | Readings) else 1
            if not self._frames.take(wire.account.id, self._clock.now_ms(), count):
                excess += 1
                wire.send(Refused(frame.cmd_id, Code.TOO_MANY))
                if excess == self._limits.excess_frames:
                    wire.close(Code.TOO_MANY)
            elif isinstance(frame, Refused):
                bad += 1
                wire.send(frame)
                if bad == self._limits.bad_frames:
                    wire.close(Code(frame.code))
            elif isinstance(frame, Ping):
                wire.send(Pong(frame.cmd_id))
            else:
                self._lobby.receive(wire, frame)


async def _write(socket: Socket, wire: Wire) -> None:
    """Send what the wire has to say, and close once it has said its last."""

    async def send(text: str) -> None:
        await socket.send({"type": "websocket.send", "bytes": None, "text": text})

    try:
        await wire.drain(send)
        if wire.parting is not None:
            await socket.close(_RESTART if wire.parting is Code.STOPPING else _POLICY)
    except (OSError, WebSocketDisconnect):  # the client is gone, or does not read any more
        return


async def refuse(socket: Socket, status: int, code: Code) -> None:
    """Refuse a connection before it is one, as a plain HTTP answer."""
    body = encode(Problem(code))
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    start: Any = {"type": "websocket.http.response.start", "status": status, "headers": headers}
    rest: Any = {"type": "websocket.http.response.body", "body": body}
    await socket.send(start)
    await socket.send(rest)
