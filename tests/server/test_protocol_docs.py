"""The page and the schema of the protocol are those of the types, say something of each, and their example runs."""

from __future__ import annotations

import asyncio
import doctest
import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from dizhu.games.codec import encode
from dizhu.server.app import _SECURITY
from dizhu.server.docs import MARK, MEANINGS, PAGE, SCHEMA, described, main, page, schema
from dizhu.server.gallery import MAX_SPECTATORS
from dizhu.server.limits import Limits
from dizhu.server.protocol import MAX_FRAME_BYTES, Ack, Code, Happened
from dizhu.server.schedule import Timing
from dizhu.server.serving import MAX_WS_BYTES
from tests.server.live import live, patiently

ROOT: Final = Path(__file__).parent.parent.parent
TEXT: Final = (ROOT / PAGE).read_text("utf-8")
DEFS: Final[dict[str, Any]] = schema()["$defs"]
TYPES: Final = {name: defined for name, defined in DEFS.items() if name not in ("FromClient", "FromServer")}


def test_page_and_schema_are_not_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["--check"]) == 0, "run python -m dizhu.server.docs"


def test_what_is_stale_is_named_and_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    PAGE.parent.mkdir()
    PAGE.write_text(f"By hand.\n\n{MARK}\nold\n", "utf-8")
    assert main(["--check"]) == 1
    assert re.findall(r"^\S+", capsys.readouterr().err, re.MULTILINE) == [str(PAGE), str(SCHEMA)]
    assert main([]) == 0
    assert PAGE.read_text("utf-8").startswith(f"By hand.\n\n{MARK}\n## What a client sends\n")
    assert main(["--check"]) == 0
    with pytest.raises(ValueError, match="expected the line"):
        page("no mark")


@pytest.mark.parametrize("name", TYPES)
def test_every_type_says_what_it_is(name: str) -> None:
    text, _ = described(TYPES[name])
    assert len(text) > 10
    assert f"\n### {name}\n\n{text.splitlines()[0]}" in TEXT


@pytest.mark.parametrize("code", Code)
def test_every_code_says_what_it_means(code: Code) -> None:
    assert len(MEANINGS[code].split()) > 3
    assert TEXT.count(f"\n| `{code}` | {MEANINGS[code]} |\n") == 1


def test_every_description_of_a_field_names_one() -> None:
    for name, defined in TYPES.items():
        text, meanings = described(defined)
        assert not re.search(r"^\w+:  ", text, re.MULTILINE), f"{name} describes a field it has not"
        assert all(meanings.values()), name


def test_headings_of_the_page_are_unique() -> None:
    found = [heading.lower() for heading in re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)]
    assert sorted(found) == sorted(set(found))


def test_what_the_server_always_sends_is_required() -> None:
    sent = json.loads(encode(Ack("c")))
    assert set(DEFS["Ack"]["required"]) == set(sent)
    assert set(DEFS["Happened"]["required"]) == set(json.loads(encode(Happened("t", 1))))
    assert "turn_id" not in DEFS["Do"]["required"]


def test_every_reference_of_the_schema_leads_somewhere() -> None:
    references = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema())))
    assert references == set(DEFS)


def test_clocks_of_the_page_are_those_of_the_tables() -> None:
    timing = Timing()
    wanted = dict(timing.clocks_ms)
    wanted |= {name: getattr(timing, name) for name in Timing.__struct_fields__ if name != "clocks_ms"}
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| ([\d, ]+) \|", TEXT, re.MULTILINE)
    found: dict[str, int] = {}
    for names, seconds in rows:
        values = [int(each) * 1000 for each in seconds.split(", ")]
        found |= zip(re.findall(r"\w+", names), values, strict=True)
    assert found == wanted


def test_limits_of_the_page_are_those_of_the_server() -> None:
    limits = Limits()
    rows = dict(re.findall(r"^\| ([a-z ]+) \| (.+) \|$", TEXT.partition("## Limits")[2], re.MULTILINE))
    numbers = {name: [int(each) for each in re.findall(r"\d+", text)] for name, text in rows.items()}
    assert numbers["a frame of a client"] == [MAX_FRAME_BYTES, MAX_WS_BYTES // 1024, 1009]
    assert numbers["frames of an account"] == [
        limits.frames_per_s, limits.burst_frames, limits.question_frames, limits.excess_frames,
    ]  # fmt: skip
    assert numbers["connections of an account"] == [limits.account_sockets, 429]
    assert numbers["frames of a connection of any kind"] == [limits.raw_frames_per_s, limits.raw_burst_frames]
    assert numbers["a message in fragments"] == [limits.fragments]
    assert numbers["a request"] == [limits.request_s]
    assert numbers["people who watch a table"] == [MAX_SPECTATORS]
    assert numbers["frames that cannot be read"] == [limits.bad_frames]
    assert numbers["frames waiting for a slow reader"] == [limits.waiting_bytes // 1024]
    assert numbers["new guests of an address"] == [limits.guests_per_min]


def test_the_example_of_the_page_runs(tmp_path: Path) -> None:
    (block,) = re.findall(r"```text\n(< .*?)```", TEXT, re.DOTALL)
    lines = block.splitlines()
    assert len(lines) > 20

    async def test() -> None:
        async with live(tmp_path) as server, server.connect(await server.guest("Ada")) as client:
            table = "TABLE"
            for line in lines:
                if line.startswith("> "):
                    await client.send(line[2:].replace("TABLE", table))
                    continue
                got = str(await asyncio.wait_for(client.recv(), 10))
                table = json.loads(got).get("table", {}).get("id", table) if '"snapshot"' in got else table
                want = line[2:].replace("TABLE", table)
                assert doctest.OutputChecker().check_output(want, got, doctest.ELLIPSIS), f"{want}\n{got}"

    patiently(test)


def test_no_security_header_names_another_host() -> None:
    assert not [value for _, value in _SECURITY if b"//" in value]
