"""Clients that play no cards: floods below our frames, half requests, too many sockets, readers that read nothing."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from dizhu.server import wire
from dizhu.server.limits import Limits
from dizhu.server.protocol import Code
from dizhu.server.serving import Seldom
from tests.server.live import Live, live, patiently, said

PING = '{"type":"ping","cmd_id":"p"}'
UPGRADE = (
    "Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


def frames(opcode: Opcode, count: int, data: bytes = b"", *, fin: bool = False) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True) * count


async def sent_raw(client: ClientConnection, data: bytes) -> None:
    """Send bytes past the client's own protocol, for as long as the server takes them."""
    client.transport.write(data)
    await asyncio.sleep(0)


async def cut_off(client: ClientConnection) -> None:
    """Return when the server has ended the connection without a word; an error if it says one."""
    with pytest.raises(ConnectionClosed) as end:
        await client.recv()
    assert end.value.rcvd is None


@asynccontextmanager
async def two(folder: Path, limits: Limits) -> AsyncIterator[tuple[Live, ClientConnection, ClientConnection]]:
    """A server with a client that will flood it, and another."""
    async with live(folder, limits=limits) as server:
        token = await server.guest()
        async with server.connect(token) as client, server.connect(await server.guest("Bea")) as other:
            await said(client)
            await said(other)
            yield server, client, other
            await other.send(PING)
            assert (await said(other))["type"] == "pong"


@pytest.mark.parametrize(
    "flood",
    [
        frames(Opcode.TEXT, 1) + frames(Opcode.CONT, 41),
        frames(Opcode.PING, 41, b"x" * 125, fin=True),
        frames(Opcode.PONG, 41, fin=True),
        frames(Opcode.TEXT, 1) + frames(Opcode.PING, 20, fin=True) + frames(Opcode.CONT, 20),
    ],
    ids=["empty fragments", "pings", "pongs", "mixed"],
)
def test_frames_of_every_kind_are_counted(tmp_path: Path, flood: bytes) -> None:
    async def test() -> None:
        limits = Limits(raw_frames_per_s=0.001, raw_burst_frames=40, fragments=1000)
        async with two(tmp_path, limits) as (_, client, _):
            await sent_raw(client, flood)
            await cut_off(client)

    patiently(test)


def test_who_keeps_to_the_rate_stays(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(raw_frames_per_s=0.001, raw_burst_frames=40)
        async with two(tmp_path, limits) as (_, client, _):
            whole = frames(Opcode.TEXT, 1, PING[:9].encode()) + frames(Opcode.PING, 10, fin=True)
            whole += frames(Opcode.CONT, 20) + frames(Opcode.CONT, 1, PING[9:].encode(), fin=True)
            await sent_raw(client, whole)
            assert await said(client) == {"type": "pong", "cmd_id": "p"}

    patiently(test)


def test_a_message_has_so_many_fragments_and_so_many_bytes(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(fragments=10)
        async with two(tmp_path, limits) as (server, client, _):
            await sent_raw(client, frames(Opcode.TEXT, 1) + frames(Opcode.CONT, 10))
            await cut_off(client)
            async with server.connect(await server.guest("Cid")) as long:
                await said(long)
                await sent_raw(long, frames(Opcode.TEXT, 1) + frames(Opcode.CONT, 5, b"x" * 20_000))
                with pytest.raises(ConnectionClosed) as end:
                    await long.recv()
                assert end.value.rcvd is not None
                assert end.value.rcvd.code == 1009

    patiently(test)


def test_what_is_left_of_a_flood_is_not_even_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[int] = []
    receive = ServerProtocol.receive_data

    def counted(self: ServerProtocol, data: bytes) -> None:
        parsed.append(len(data))
        receive(self, data)

    async def test() -> None:
        async with two(tmp_path, Limits(fragments=10**6)) as (_, client, _):
            monkeypatch.setattr(ServerProtocol, "receive_data", counted)
            await sent_raw(client, frames(Opcode.TEXT, 1) + frames(Opcode.CONT, 40_000))
            await cut_off(client)
            assert sum(parsed) <= 6 * (400 + 200)
            monkeypatch.undo()

    patiently(test)


def test_pongs_that_nobody_reads_are_not_kept(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(raw_frames_per_s=1e6, raw_burst_frames=10**6, unsent_bytes=32 * 1024)
        async with live(tmp_path, limits=limits, send_bytes=8192) as server:
            narrow = socket.create_connection(("127.0.0.1", server.port))
            narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            async with server.connect(await server.guest(), sock=narrow) as client:
                await said(client)
                client.transport.pause_reading()
                await sent_raw(client, frames(Opcode.PING, 10_000, b"x" * 125, fin=True))
                await nobody(server)

    patiently(test)


async def nobody(server: Live, quiet_s: float = 0.01) -> None:
    """Return when the server has no WebSocket connection any more."""
    while any(hasattr(each, "handshake_initiated") for each in server.server.server_state.connections):
        await asyncio.sleep(quiet_s)


@pytest.mark.parametrize("by_whom", ["server", "client"])
def test_who_does_not_take_his_last_frames_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_whom: str
) -> None:
    monkeypatch.setattr(wire, "PARTING_S", 0.05)

    async def test() -> None:
        limits = Limits(linger_s=0.2)
        async with live(tmp_path, limits=limits, send_bytes=8192) as server:
            narrow = socket.create_connection(("127.0.0.1", server.port))
            narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            async with server.connect(await server.guest(), sock=narrow) as client:
                await said(client)
                client.transport.pause_reading()
                (mine,) = server.service.sockets.wires
                for _ in range(100):
                    mine.send_text('"' + "x" * 2000 + '"')
                await asyncio.sleep(0.05)
                if by_whom == "server":
                    mine.close(Code.STOPPING)
                else:
                    await sent_raw(client, Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True))
                await nobody(server)

    patiently(test)


@pytest.mark.parametrize(
    "half",
    [
        "",
        "GET / HT",
        "GET / HTTP/1.1\r\nHost: x\r\n",
        "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{",
        "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHo",
    ],
)
def test_half_a_request_is_not_waited_for(tmp_path: Path, half: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with live(tmp_path, limits=Limits(request_s=0.2)) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(half.encode())
            try:
                heard = await asyncio.wait_for(reader.read(), 8)
            except ConnectionResetError:
                heard = b""
            assert heard == b"" or (heard.startswith(b"HTTP/1.1 200") and heard.endswith(b"ok\n"))
            writer.close()

    patiently(test)
    assert [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.ERROR] == []


def test_a_request_that_comes_in_time_may_be_long_in_answering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with live(tmp_path, limits=Limits(request_s=0.2)) as server:
            await server.guest()

            async def slowly(_: object) -> None:
                await asyncio.sleep(0.5)

            monkeypatch.setattr(server.service, "account", slowly)
            assert (await server.http.get("/api/me")).json() is None

    patiently(test)


def test_a_socket_outlives_the_time_of_its_request(tmp_path: Path) -> None:
    async def test() -> None:
        async with two(tmp_path, Limits(request_s=0.1, linger_s=0.1)) as (_, client, _):
            await asyncio.sleep(0.4)
            await client.send(PING)
            assert (await said(client))["type"] == "pong"

    patiently(test)


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (f"GET /api/socket HTTP/1.1\r\n{UPGRADE}Content-Length: 5\r\n\r\nabcde", b""),
        (f"GET /api/socket?{'a' * 9000} HTTP/1.1\r\n{UPGRADE}\r\n", b"HTTP/1.1 414 "),
        (f"GET /api/socket HTTP/1.1\r\n{UPGRADE}\r\n", b"HTTP/1.1 401 "),
        (f"GET /odd HTTP/1.1\r\n{UPGRADE}\r\n", b"HTTP/1.1 403 "),
    ],
)
def test_a_socket_that_is_none_is_ended_without_a_word_in_the_log(
    tmp_path: Path, request_: str, answer: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(request_.encode())
            assert (await asyncio.wait_for(reader.read(), 5))[: len(answer) or None] == answer
            writer.close()

    patiently(test)
    assert [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.WARNING] == []


def test_an_account_has_so_many_sockets(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path, limits=Limits(account_sockets=2)) as server:
            token = await server.guest()
            async with server.connect(token) as first, server.connect(await server.guest("Bea")):
                await said(first)
                async with server.connect(token) as second:
                    await said(second)
                    with pytest.raises(InvalidStatus) as refused:
                        await server.connect(token)
                    response = refused.value.response
                    assert (response.status_code, json.loads(response.body or b"")) == (429, {"code": "limit/too_many"})
                while len(server.service.sockets.wires) > 2:
                    await asyncio.sleep(0.01)
                async with server.connect(token) as again:
                    assert (await said(again))["type"] == "welcome"

    patiently(test)


@pytest.mark.parametrize("kind", ["hints", "readings"])
def test_a_question_counts_as_many_frames(tmp_path: Path, kind: str) -> None:
    async def test() -> None:
        limits = Limits(frames_per_s=0.001, burst_frames=11, question_frames=5)
        cards: dict[str, list[str]] = {"cards": []} if kind == "readings" else {}
        async with live(tmp_path, limits=limits) as server, server.connect(await server.guest()) as client:
            await said(client)
            heard = []
            for _ in range(3):
                await client.send(json.dumps({"type": kind, "cmd_id": "q", "table": "none"} | cards))
                heard.append((await said(client))["code"])
            assert heard == ["table/no_such_table", "table/no_such_table", "limit/too_many"]
            await client.send(PING)
            assert (await said(client))["type"] == "pong"

    patiently(test)


def test_strangers_cannot_fill_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with live(tmp_path, limits=Limits(log_lines=3)) as server:
            for _ in range(20):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(b"garbage\r\n\r\n")
                assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
                writer.close()

    patiently(test)
    assert len([entry for entry in caplog.records if "Invalid HTTP request" in entry.getMessage()]) == 3


def test_a_flood_of_one_line_hides_no_other() -> None:
    seldom = Seldom(2)

    def passes(text: str, at_s: float) -> bool:
        record = logging.makeLogRecord({"msg": text})
        record.created = at_s
        return bool(seldom.filter(record))

    assert [passes("a", 0), passes("a", 1), passes("a", 2), passes("b", 2), passes("a", 40)] == [
        True, True, False, True, True,
    ]  # fmt: skip
