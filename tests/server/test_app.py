"""The plain HTTP side: guests, cookies, records, the client's files, and what is never said."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from dizhu.server.files import WebFiles
from dizhu.server.limits import Limits
from dizhu.server.origin import own_origin
from dizhu.server.protocol import AVATARS
from dizhu.server.store import RecordRow, Store, TableRow, Unit
from tests.server.live import live, patiently


def code(answer: httpx.Response) -> tuple[int, str]:
    assert set(answer.json()) == {"code"}
    return answer.status_code, answer.json()["code"]


def test_a_guest_is_made_in_one_request(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            answer = await server.http.post("/api/guest", json={"name": " 小林 ", "avatar": "rat"})
            assert (answer.status_code, answer.json()) == (200, {"name": "小林", "avatar": "rat"})
            pair, *attributes = answer.headers["set-cookie"].split("; ")
            assert {each.lower() for each in attributes} == {
                "httponly", "samesite=lax", "path=/", "max-age=31536000",
            }  # fmt: skip
            name, _, token = pair.partition("=")
            assert (name, len(token)) == ("dizhu", 43)
            assert (await server.http.get("/api/me")).json() == {"name": "小林", "avatar": "rat"}

    patiently(test)


def test_a_guest_without_wishes_gets_a_name_and_an_avatar(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            for language, start in (("en-US", "Guest "), ("zh-CN,en", "游客")):
                server.http.cookies.clear()
                answer = await server.http.post("/api/guest", json={}, headers={"Accept-Language": language})
                assert answer.json()["name"].startswith(start)
                assert answer.json()["avatar"] in AVATARS

    patiently(test)


def test_behind_tls_the_cookie_is_secure(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            answer = await server.http.post("/api/guest", json={}, headers={"X-Forwarded-Proto": "https"})
            assert "secure" in answer.headers["set-cookie"].lower().split("; ")

    patiently(test)


def test_who_is_signed_in_is_renamed(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            await server.http.post("/api/guest", json={"name": "Ada", "avatar": "rat"})
            renamed = await server.http.post("/api/guest", json={"name": "Bea"})
            assert (renamed.json(), "set-cookie" in renamed.headers) == ({"name": "Bea", "avatar": "rat"}, False)
            assert (await server.http.get("/api/me")).json() == {"name": "Bea", "avatar": "rat"}

    patiently(test)


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"json": {"name": "x" * 13}}, (400, "account/bad_name")),
        ({"json": {"name": "a\u202eb"}}, (400, "account/bad_name")),
        ({"json": {"avatar": "cat"}}, (400, "account/no_such_avatar")),
        ({"json": {"nick": "Ada"}}, (400, "frame/malformed")),
        ({"json": {"name": 7}}, (400, "frame/malformed")),
        ({"content": b"{"}, (400, "frame/malformed")),
        ({"content": b"\xff"}, (400, "frame/malformed")),
        ({"content": b'{"name":' + b"[" * 4000}, (400, "frame/malformed")),
        ({"content": b" " * 5000}, (413, "frame/too_large")),
        ({"json": {}, "headers": {"Origin": "http://evil.example"}}, (403, "account/wrong_origin")),
        ({"json": {}, "headers": {"Origin": "null"}}, (403, "account/wrong_origin")),
    ],
)
def test_no_guest_is_made_of_a_bad_request(tmp_path: Path, body: dict[str, Any], refused: tuple[int, str]) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            answer = await server.http.post("/api/guest", **body)
            assert code(answer) == refused
            assert "set-cookie" not in answer.headers

    patiently(test)


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        (None, "10.0.0.2:8899", True),
        ("http://10.0.0.2:8899", "10.0.0.2:8899", True),
        ("http://Cards.example", "cards.example", True),
        ("https://cards.example", "cards.example:443", True),
        ("http://[::1]:8899", "[::1]:8899", True),
        ("http://10.0.0.2:8898", "10.0.0.2:8899", False),
        ("http://10.0.0.2", "10.0.0.2:8899", False),
        ("http://cards.example.evil.example", "cards.example", False),
        ("http://evil.example/?cards.example", "cards.example", False),
        ("file://cards.example", "cards.example", False),
        ("null", "null", False),
        ("http://cards.example", None, False),
        ("http://cards.example:x", "cards.example", False),
    ],
)
def test_only_our_own_pages_may_ask(origin: str | None, host: str | None, own: bool) -> None:
    assert own_origin(origin, host) is own


def test_one_address_makes_so_many_guests_a_minute(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path, limits=Limits(guests_per_min=2)) as server:
            answers = []
            for _ in range(3):
                server.http.cookies.clear()
                answers.append(await server.http.post("/api/guest", json={}))
            assert [each.status_code for each in answers] == [200, 200, 429]
            assert code(answers[2]) == (429, "limit/too_many")

    patiently(test)


def test_nobody_is_signed_in_without_a_cookie_that_is_known(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            for cookie in ({}, {"Cookie": "dizhu=unknown"}, {"Cookie": f"dizhu={'x' * 3000}"}):
                assert (await server.http.get("/api/me", headers=cookie)).json() is None
                answer = await server.http.get("/api/tables/t/deals/0/record", headers=cookie)
                assert code(answer) == (401, "account/not_signed_in")

    patiently(test)


def test_the_record_of_a_deal_is_text_for_who_is_signed_in(tmp_path: Path) -> None:
    async def test() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'dizhu.sqlite3'}")
        await store.append(
            Unit(rows=(), opened=TableRow("t1", "123456", "gone", "", 0), records=(RecordRow("t1", 3, "牌谱\n"),))
        )
        await store.close()
        async with live(tmp_path) as server:
            await server.http.post("/api/guest", json={})
            found = await server.http.get("/api/tables/t1/deals/3/record")
            assert (found.status_code, found.text) == (200, "牌谱\n")
            assert found.headers["content-type"] == "text/plain; charset=utf-8"
            for path in ("t1/deals/4", "t2/deals/3", "t1/deals/-1", f"t1/deals/{2**70}", f"{'t' * 41}/deals/3"):
                missing = await server.http.get(f"/api/tables/{path}/record")
                assert code(missing) == (404, "table/no_such_table"), path

    patiently(test)


def test_a_request_that_is_none_gets_a_code(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            for method, path, status in (
                ("GET", "/api/nothing", 404),
                ("GET", "/api", 404),
                ("GET", "/nothing.js", 404),
                ("GET", "/api/tables/t/deals/x/record", 404),
                ("GET", "/..%2f..%2fpyproject.toml", 404),
                ("GET", "/assets/..%2findex.html", 404),
                ("DELETE", "/api/me", 405),
                ("GET", "/api/guest", 405),
            ):
                assert code(await server.http.request(method, path)) == (status, "frame/unknown"), path

    patiently(test)


def test_the_client_is_served_from_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>斗地主</title>", "utf-8")
    (folder / "icon.svg").write_text("<svg/>", "utf-8")
    (folder / "assets" / "index-1a2b.js").write_text("1", "utf-8")

    async def test() -> None:
        async with live(tmp_path, web=WebFiles(folder)) as server:
            for path in ("/", "/t/123456"):
                page = await server.http.get(path)
                assert (page.status_code, page.text) == (200, "<title>斗地主</title>")
                assert page.headers["content-type"] == "text/html; charset=utf-8"
                assert page.headers["cache-control"] == "no-cache"
            script = await server.http.get("/assets/index-1a2b.js")
            assert script.headers["content-type"] == "text/javascript; charset=utf-8"
            assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert (await server.http.get("/icon.svg")).headers["cache-control"] == "no-cache"

    patiently(test)


def test_a_head_is_a_page_without_its_body(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    folder.mkdir()
    (folder / "index.html").write_text("<title>x</title>", "utf-8")

    async def test() -> None:
        async with live(tmp_path, web=WebFiles(folder)) as server:
            for path in ("/", "/t/123456", "/index.html", "/healthz"):
                page, head = await server.http.get(path), await server.http.head(path)
                assert (head.status_code, head.content) == (200, b"")
                for name in ("content-type", "content-length", "cache-control"):
                    assert head.headers.get(name) == page.headers.get(name), (path, name)
            assert (await server.http.head("/nothing")).status_code == 404

    patiently(test)


def test_a_client_that_is_not_built_is_said_so(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            answer = await server.http.get("/")
            assert answer.status_code == 503
            assert answer.text == (
                "The web client is not built: run `make web` in the source tree, or install the package again.\n"
            )
            assert (await server.http.get("/healthz")).text == "ok\n"

    patiently(test)


def test_every_answer_tells_the_browser_to_be_careful(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            for path in ("/", "/healthz", "/api/me", "/nothing"):
                headers = (await server.http.get(path)).headers
                assert "default-src 'self'" in headers["content-security-policy"], path
                assert "frame-ancestors 'none'" in headers["content-security-policy"], path
                assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "same-origin")
                assert "server" not in headers

    patiently(test)


def test_a_broken_database_is_a_code(tmp_path: Path) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            with sqlite3.connect(tmp_path / "dizhu.sqlite3") as database:
                database.execute("DROP TABLE accounts")
            database.close()
            answer = await server.http.post("/api/guest", json={})
            assert code(answer) == (503, "table/waiting_for_storage")

    patiently(test)


def test_what_breaks_inside_stays_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with live(tmp_path) as server:
            await server.http.post("/api/guest", json={})

            async def broken(table: str, deal: int) -> str:
                raise RuntimeError("seat 1 holds 3c 3d 3h")

            monkeypatch.setattr(server.service.lobby, "record", broken)
            answer = await server.http.get("/api/tables/t/deals/0/record")
            assert (answer.status_code, answer.text) == (500, "")
            assert "3c" not in str(answer.headers)

    with caplog.at_level(logging.DEBUG):
        patiently(test)
    assert [entry.levelname for entry in caplog.records if "3c 3d" in f"{entry.getMessage()}{entry.exc_info}"] == [
        "ERROR"
    ]
