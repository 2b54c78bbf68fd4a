"""The socket: who may come in, which frames are frames, floods, slow readers, and goodbyes."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from dizhu.cards import parse_cards
from dizhu.games.acts import Lay
from dizhu.server import wire as wire_module
from dizhu.server.accounts import Account
from dizhu.server.limits import Limits
from dizhu.server.protocol import MAX_FRAME_BYTES, Code, Do, Ping, Pong, Refused
from dizhu.server.socket import read
from dizhu.server.wire import Wire
from tests.server.live import GAMES, Live, live, patiently, said

ADA = Account("a1", "Ada", "ox")
PING = '{"type":"ping","cmd_id":"p"}'
FREE = Limits(
    frames_per_s=100_000, burst_frames=100_000, excess_frames=10**9, raw_frames_per_s=100_000, raw_burst_frames=100_000
)


@pytest.mark.parametrize(
    ("text", "cmd_id", "code"),
    [
        ("", None, "frame/malformed"),
        ("nonsense", None, "frame/malformed"),
        ("[]", None, "frame/malformed"),
        ("7", None, "frame/malformed"),
        ("{}", None, "frame/malformed"),
        ('{"cmd_id":"c"}', "c", "frame/malformed"),
        ('{"type":"ping"}', None, "frame/malformed"),
        ('{"type":7,"cmd_id":"c"}', "c", "frame/malformed"),
        ('{"type":"ping","cmd_id":"c"} x', None, "frame/malformed"),
        ('{"type":"ping","cmd_id":""}', None, "frame/malformed"),
        ('{"type":"ping","cmd_id":7}', None, "frame/malformed"),
        ('{"type":"ping","cmd_id":"' + "c" * 41 + '"}', None, "frame/malformed"),
        ('{"type":"ping","cmd_id":"c\\n"}', None, "frame/malformed"),
        ('{"type":"ping","cmd_id":"c d"}', None, "frame/malformed"),
        ('{"type":"open","cmd_id":"牌"}', None, "frame/malformed"),
        ('{"type":"ping","cmd_id":"c","more":1}', "c", "frame/malformed"),
        ('{"type":"ping","cmd_id":"\\ud800"}', None, "frame/malformed"),
        ('{"type":"open","cmd_id":"c"}', "c", "frame/malformed"),
        ('{"type":"do","cmd_id":"c","table":"t","action":{"act":"commit","secret":""}}', "c", "frame/malformed"),
        ('{"type":"do","cmd_id":"c","table":"t","action":{"act":"lay","cards":["1h"]}}', "c", "frame/malformed"),
        ('{"type":"readings","cmd_id":"c","table":"t","cards":["3h3d"]}', "c", "frame/malformed"),
        ('{"type":"welcome","cmd_id":"c"}', "c", "frame/unknown"),
        ('{"type":"Ping","cmd_id":"c"}', "c", "frame/unknown"),
        ('{"cmd_id":"c","type":"drop"}', "c", "frame/unknown"),
        ("[" * MAX_FRAME_BYTES, None, "frame/malformed"),
        ('{"type":"ping","cmd_id":"c","x":' + "[" * 4000, None, "frame/malformed"),
        (" " * (MAX_FRAME_BYTES + 1), None, "frame/too_large"),
        ('{"type":"ping","cmd_id":"' + "牌" * 1400 + '"}', None, "frame/too_large"),
    ],
)
def test_a_frame_that_is_none_is_refused_with_a_code(text: str, cmd_id: str | None, code: str) -> None:
    assert read(text) == Refused(cmd_id, code)


def test_a_frame_is_read_once_into_a_message() -> None:
    assert read(PING + " " * (MAX_FRAME_BYTES - len(PING))) == Ping("p")
    text = '{"type":"do","cmd_id":"c","table":"t","turn_id":4,"action":{"act":"lay","cards":["10h","x"]}}'
    assert read(text) == Do("c", "t", Lay(parse_cards("Th x")), 4)


def test_nobody_comes_in_without_a_cookie_or_from_another_site(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            token = await server.guest()
            for cookie, origin, status, code in (
                (None, None, 401, "account/not_signed_in"),
                ("unknown", None, 401, "account/not_signed_in"),
                (token, "http://evil.example", 403, "account/wrong_origin"),
                (token, "null", 403, "account/wrong_origin"),
                (token, f"http://127.0.0.1:{server.port + 1}", 403, "account/wrong_origin"),
            ):
                with pytest.raises(InvalidStatus) as refused:
                    async with server.connect(cookie, origin):
                        pass
                response = refused.value.response
                assert (response.status_code, json.loads(response.body or b"")) == (status, {"code": code})
            async with server.connect(token, f"http://127.0.0.1:{server.port}") as own:
                assert (await said(own))["type"] == "welcome"

    patiently(test)


def test_the_first_frame_is_a_welcome(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server, server.connect(await server.guest("小林")) as client:
            welcome = await said(client)
            games = {game["id"]: game for game in welcome.pop("games")}
            assert welcome == {"type": "welcome", "protocol": 1, "me": {"name": "小林", "avatar": "ox"}, "tables": []}
            assert set(games) == set(GAMES)
            happy = games["happy_3p"]
            counts = {name: happy[name] for name in ("seats", "packs", "hand", "bottom", "digest")}
            assert counts == {"seats": 3, "packs": 1, "hand": 17, "bottom": 3, "digest": GAMES["happy_3p"].digest}
            assert happy["bombs"] == ["4x", "xX"]
            assert {"zh-Hans", "en"} <= set(happy["name"])

    patiently(test)


def test_a_socket_survives_bad_frames_until_there_are_too_many(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(bad_frames=5)
        async with live(tmp_path, limits=limits) as server, server.connect(await server.guest()) as client:
            await said(client)
            for frame, answer in (
                (PING, {"type": "pong", "cmd_id": "p"}),
                ('{"type":"ping"}', refusal("frame/malformed")),
                ('{"type":"nothing","cmd_id":"c"}', refusal("frame/unknown", "c")),
                (b"\x00\x01", refusal("frame/unknown")),
                (PING.encode(), refusal("frame/unknown")),
                (PING, {"type": "pong", "cmd_id": "p"}),
                ("x" * 60_000, refusal("frame/too_large")),
            ):
                await client.send(frame)
                assert await said(client) == answer
            assert await said(client) == {"type": "bye", "code": "frame/too_large"}
            assert await closed(client) == 1008

    patiently(test)


def refusal(code: str, cmd_id: str | None = None) -> dict[str, Any]:
    return {"type": "refused", "cmd_id": cmd_id, "code": code}


async def closed(client: ClientConnection) -> int | None:
    """The code a connection is closed with, once nothing more comes."""
    with pytest.raises(ConnectionClosed) as end:
        await client.recv()
    return end.value.rcvd.code if end.value.rcvd else None


def test_a_frame_of_any_size_does_no_harm(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            token = await server.guest()
            async with server.connect(token) as client, server.connect(token) as other:
                await said(client)
                await said(other)
                await client.send("x" * 1_000_000)
                assert await closed(client) == 1009
                await other.send(PING)
                assert (await said(other))["type"] == "pong"

    patiently(test)


def test_a_flood_is_refused_and_then_cut_off(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(frames_per_s=0.001, burst_frames=4, excess_frames=3)
        async with live(tmp_path, limits=limits) as server:
            token = await server.guest()
            async with server.connect(token) as client, server.connect(token) as second:
                await said(client)
                await said(second)
                for _ in range(2):
                    await second.send(PING)
                    assert (await said(second))["type"] == "pong"
                for _ in range(5):
                    await client.send(PING)
                answers = [await said(client) for _ in range(6)]
                assert [each["type"] for each in answers] == ["pong"] * 2 + ["refused"] * 3 + ["bye"]
                assert answers[2] == refusal("limit/too_many", "p")
                assert answers[5]["code"] == "limit/too_many"
                assert await closed(client) == 1008
            async with server.connect(await server.guest("Bea")) as other:
                await said(other)
                await other.send(PING)
                assert (await said(other))["type"] == "pong"

    patiently(test)


def test_a_slow_reader_is_dropped_with_its_code_while_others_go_on(tmp_path: Path) -> None:
    async def test() -> None:
        limits = msgspec.structs.replace(FREE, waiting_bytes=32 * 1024)
        async with live(tmp_path, limits=limits, send_bytes=8192) as server:
            narrow = socket.create_connection(("127.0.0.1", server.port))
            narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow = server.connect(await server.guest("Slow"), sock=narrow, max_queue=1)
            async with slow as client, server.connect(await server.guest("Quick")) as quick:
                table = await opened(client)
                await said(quick)
                code = json.dumps({"type": "join", "cmd_id": "j", "code": table})
                await quick.send(code)
                await until(quick, "ack")
                await ask_for_much(server, client, table)
                await quick.send(PING)
                await until(quick, "pong")
                frames = [json.loads(frame) async for frame in everything(client)]
                assert frames[-1] == {"type": "bye", "code": "socket/too_slow"}
                assert client.close_code == 1008

    patiently(test)


async def opened(client: ClientConnection) -> str:
    """The id of a new table."""
    await client.send('{"type":"open","cmd_id":"o","rules":"qq_3p"}')
    table = (await until(client, "ack"))["table"]
    assert isinstance(table, str)
    return table


async def until(client: ClientConnection, kind: str) -> dict[str, Any]:
    while (frame := await said(client))["type"] != kind:
        assert frame["type"] not in ("refused", "bye"), frame
    return frame


async def ask_for_much(server: Live, client: ClientConnection, table: str) -> None:
    """Ask for view after view and read none, until the server has had enough."""
    sync = json.dumps({"type": "sync", "cmd_id": "s", "table": table})
    (mine,) = (each for each in server.service.sockets.wires if each.account.name == "Slow")
    for _ in range(20_000):
        await client.send(sync)
        await asyncio.sleep(0)
        if mine.parting is not None:
            assert mine.parting is Code.SLOW
            return
    raise AssertionError("expected the slow reader to be dropped")


async def everything(client: ClientConnection) -> Any:
    try:
        while True:
            yield await client.recv()
    except ConnectionClosed:
        return


def test_what_breaks_inside_stays_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            token = await server.guest()
            async with server.connect(token) as client, server.connect(token) as other:
                await said(client)
                await said(other)

                def broken(*_: object) -> None:
                    raise RuntimeError("seat 1 holds 3c 3d 3h")

                with monkeypatch.context() as patch:
                    patch.setattr(server.service.lobby, "receive", broken)
                    await client.send('{"type":"join","cmd_id":"j","code":"1"}')
                    with pytest.raises(ConnectionClosed) as end:
                        await client.recv()
                assert "3c" not in str(end.value)
                await other.send(PING)
                assert (await said(other))["type"] == "pong"

    with caplog.at_level(logging.DEBUG):
        patiently(test)
    told = [entry.levelname for entry in caplog.records if "3c 3d" in f"{entry.getMessage()}{entry.exc_info}"]
    assert set(told) == {"ERROR"}


def test_everybody_hears_that_the_server_stops(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            token = await server.guest()
            async with server.connect(token) as client, server.connect(token) as other:
                await said(client)
                await said(other)
                server.server.should_exit = True
                for each in (client, other):
                    assert await said(each) == {"type": "bye", "code": "socket/server_stopping"}
                    assert await closed(each) == 1012

    patiently(test)


def test_a_table_is_found_again_after_a_stop(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            token = await server.guest()
            async with server.connect(token) as client:
                await said(client)
                table = await opened(client)
        async with live(tmp_path) as server, server.connect(token) as client:
            (own,) = (await said(client))["tables"]
            assert (own["table"], own["rules"]) == (table, "qq_3p")

    patiently(test)


# the wire alone


def alone(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 5))


def test_a_wire_sends_in_order_and_ends_with_its_bye() -> None:
    async def test() -> None:
        sent: list[str] = []

        async def send(text: str) -> None:
            sent.append(text)

        wire = Wire(ADA, 1000)
        wire.send_text("one")
        drained = asyncio.create_task(wire.drain(send))
        await asyncio.sleep(0)
        wire.send(Pong("two"))
        wire.close(Code.STOPPING)
        wire.send_text("too late")
        wire.close(Code.SLOW)
        await drained
        assert sent == ["one", '{"type":"pong","cmd_id":"two"}', '{"type":"bye","code":"socket/server_stopping"}']
        wire.close(Code.SLOW)
        assert wire.parting is Code.STOPPING

    alone(test)


def test_a_wire_holds_so_many_bytes_and_then_lets_go() -> None:
    async def test() -> None:
        sent: list[str] = []

        async def send(text: str) -> None:
            sent.append(text)

        wire = Wire(ADA, 9)
        wire.send_text("牌牌")
        wire.send_text("333")
        before = wire.parting
        wire.send_text("4")
        assert (before, wire.parting) == (None, Code.SLOW)
        await wire.drain(send)
        assert sent == ['{"type":"bye","code":"socket/too_slow"}']

    alone(test)


def test_room_is_made_by_what_is_sent() -> None:
    async def test() -> None:
        async def send(_: str) -> None:
            await asyncio.sleep(0)

        wire = Wire(ADA, 9)
        drained = asyncio.create_task(wire.drain(send))
        for _ in range(100):
            wire.send_text("12345678")
            await asyncio.sleep(0.001)
        assert wire.parting is None
        wire.gone()
        await drained

    alone(test)


def test_a_client_that_takes_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire_module, "PARTING_S", 0.01)

    async def test() -> None:
        async def send(_: str) -> None:
            await asyncio.Event().wait()

        wire = Wire(ADA, 9)
        drained = asyncio.create_task(wire.drain(send))
        wire.send_text("1")
        await asyncio.sleep(0)
        wire.close(Code.STOPPING)
        with pytest.raises(TimeoutError):
            await drained

    alone(test)
