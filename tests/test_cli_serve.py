"""``dizhu serve``: where it says it listens, what it refuses, how it stops."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dizhu.cli import cli
from dizhu.cli.serve import _code
from dizhu.cli.words import LANGUAGES, TEXTS
from dizhu.server.serving import addresses, listen

PATIENCE_S = 30.0
HOUSE = Path(__file__).parent / "data" / "house" / "one-round.toml"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["serve", *arguments], prog_name="dizhu")


@contextmanager
def served(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The running command, and all it has said once it takes connections."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dizhu", "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8", **environment},
    )
    try:
        yield process, _until_ready(process)
    finally:
        process.kill()
        process.communicate()


def _until_ready(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    deadline = time.monotonic() + PATIENCE_S
    said = b""
    last = [text.encode() for text in TEXTS["serve.stop"]]
    while not any(text in said for text in last):
        assert time.monotonic() < deadline, said
        if select.select([process.stdout], [], [], 0.1)[0]:
            said += os.read(process.stdout.fileno(), 65536)
        assert process.poll() is None, process.communicate()
    return said.decode()


def url_in(said: str) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+/", said)
    assert found, said
    return found[0]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_listens_and_stops_when_asked(tmp_path: Path, number: signal.Signals) -> None:
    database = tmp_path / "deep" / "tables.sqlite3"
    with served("--host", "127.0.0.1", "--database", str(database), "--rules", str(HOUSE)) as (process, said):
        assert said.splitlines() == [f"On this machine  {url_in(said)}", "Ctrl-C stops it; every game is kept."]
        with urllib.request.urlopen(f"{url_in(said)}healthz") as answer:
            assert answer.read() == b"ok\n"
        assert database.is_file()
        started = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, out, err) == (0, "", "")
        assert time.monotonic() - started < 5


def test_on_all_addresses_it_draws_a_code_for_phones(tmp_path: Path) -> None:
    with served(XDG_DATA_HOME=str(tmp_path), LC_ALL="zh_CN.UTF-8") as (_, said):
        assert said.startswith(f"本机打开 {url_in(said)}\n")
        assert (tmp_path / "dizhu" / "dizhu.sqlite3").is_file()
        lan = re.search(r"^手机和别的电脑打开 (http://\S+)$", said, re.MULTILINE)
        if lan:
            assert "\n".join(_code(lan[1])) in said


def test_a_frozen_client_does_not_hold_up_the_stop(tmp_path: Path) -> None:
    with served("--host", "127.0.0.1", "--database", str(tmp_path / "t.sqlite3")) as (process, said):
        port = int(url_in(said).rstrip("/").rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as silent:
            silent.sendall(_greeting(url_in(said), port))
            assert silent.recv(4096).startswith(b"HTTP/1.1 101 ")
            started = time.monotonic()
            process.terminate()
            process.communicate(timeout=PATIENCE_S)
            assert process.returncode == 0
            assert time.monotonic() - started < 5


def _greeting(url: str, port: int) -> bytes:
    """The request for a socket of a new guest."""
    asked = urllib.request.Request(f"{url}api/guest", data=json.dumps({}).encode())
    with urllib.request.urlopen(asked) as answer:
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
    lines = [
        "GET /api/socket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {cookie}",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        result = run("--host", "127.0.0.1", "--port", port, "--database", str(tmp_path / "t.sqlite3"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"dizhu: port {port} is in use by another program; choose another with --port\n"


def test_an_address_that_is_not_ours_is_one_sentence() -> None:
    result = run("--host", "192.0.2.1")
    assert result.exit_code == 1
    assert result.stderr.startswith("dizhu: cannot listen on 192.0.2.1 port 8899: ")


@pytest.mark.parametrize("host", ["nowhere.invalid", "999.0.0.1"])
def test_a_host_that_is_none_is_one_sentence(host: str) -> None:
    result = run("--host", host, "--port", "0")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert result.stderr.startswith(f"dizhu: cannot listen on {host} port 0: ")


def test_a_database_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database", "utf-8")
    files = tmp_path, tmp_path / "file", tmp_path / "file" / "t.sqlite3"
    for database in (*files, "nonsense://x", "sqlite://", "sqlite:///:memory:", "sqlite+nothing:///x", "://"):
        result = run("--host", "127.0.0.1", "--port", "0", "--database", str(database))
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1), result
        assert result.stderr.startswith("dizhu: ")


def test_house_rules_must_be_games_with_names_of_their_own(tmp_path: Path) -> None:
    mine = tmp_path / "qq_3p.toml"
    mine.write_text('extends = "qq_3p"\n', "utf-8")
    for rules, message in ((str(mine), "two games called qq_3p"), (str(tmp_path / "x.toml"), "cannot be read")):
        result = run("--rules", rules)
        assert result.exit_code == 2
        assert message in result.stderr


def test_addresses_follow_what_is_listened_to() -> None:
    with listen("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        assert (addresses(bound).local, addresses(bound).lan) == (f"http://127.0.0.1:{port}/", None)
    with listen("0.0.0.0", 0) as bound:
        port = bound.getsockname()[1]
        found = addresses(bound)
        assert found.local == f"http://127.0.0.1:{port}/"
        assert found.lan is None or re.fullmatch(rf"http://(?!127\.)\d+\.\d+\.\d+\.\d+:{port}/", found.lan)


def test_the_code_is_square_and_has_its_three_corners() -> None:
    lines = list(_code("http://192.168.1.20:8899/"))
    assert {len(line) for line in lines} == {29}
    assert len(lines) == 15
    finder = ["█ ▄▄▄▄▄ █", "█ █   █ █", "█ █▄▄▄█ █"]
    for row, start in ((1, 1), (1, 19)):
        assert [line[start : start + 9] for line in lines[row : row + 3]] == finder


def test_every_sentence_is_there_in_both_languages() -> None:
    for key, texts in TEXTS.items():
        if key.startswith("serve."):
            assert len(texts) == len(LANGUAGES)
            assert len({frozenset(re.findall(r"{\w+}", text)) for text in texts}) == 1
