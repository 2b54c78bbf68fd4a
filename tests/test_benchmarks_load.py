"""The load benchmark: its arithmetic, what its players take for an error, and a short run of the whole."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Callable

import pytest

from benchmarks.load import Failed, allow_files, main, plan_of
from benchmarks.load_figures import Run, Tally, Usage, quantile, report
from benchmarks.load_players import Pace, Party, Player
from dizhu.games.climb.facts import Passed, Trusteed
from dizhu.games.codec import encode
from dizhu.rules import load
from dizhu.server.protocol import Ack, Bye, Code, FromServer, Happened, Refused, Snapshot, Taken
from dizhu.server.tableview import TableView

RULES = load("qq_3p")
KEYS = [
    "players", "tables", "commands_per_s", "ack_p50_ms", "ack_p99_ms", "viewer_p99_ms", "errors",
    "bytes_per_socket", "bytes_per_table",
]  # fmt: skip
FAST = Pace(think_s=0.3, hurry_s=0.03, ahead=20)


def test_a_quantile_is_the_smallest_value_that_so_many_do_not_exceed() -> None:
    hundred = [float(value) for value in range(100, 0, -1)]
    assert [quantile(hundred, part) for part in (0.5, 0.99, 1)] == [50, 99, 100]
    assert quantile([7.0], 0.99) == 7
    assert quantile([1.0, 2.0, 3.0], 0.5) == 2


def run_of(tally: Tally) -> Run:
    """Six players at two tables for ten seconds, with round numbers."""
    idle, seated = Usage(1.0, 0.1, 50_000, 0.0), Usage(1.2, 0.1, 56_000, 1.0)
    begun, ended = Usage(2.0, 0.5, 57_000, 20.0), Usage(4.5, 0.9, 60_000, 30.0)
    return Run(6, 2, tally, idle, seated, begun, ended, Usage(0.0, 0.0, 1, 20.0), Usage(1.0, 0.0, 1, 30.0), 0.0002)


def test_figures_and_report_of_a_run() -> None:
    tally = Tally()
    tally.acks_s = [0.001] * 98 + [0.04, 0.2]
    tally.viewers_s = [0.002] * 98 + [0.05, 0.3]
    tally.commands = 1000
    tally.errors["gap"] = 3
    run = run_of(tally)
    assert encode(run.figures).decode() == (
        '{"players":6,"tables":2,"commands_per_s":100.0,"ack_p50_ms":1.0,"ack_p99_ms":40.0,"viewer_p99_ms":50.0,'
        '"errors":3,"bytes_per_socket":1000,"bytes_per_table":2000}'
    )
    text = report(run)
    assert "server: 2.50 ms of processor a command" in text
    assert "3 x gap" in text


def test_usage_is_that_of_the_process() -> None:
    before = Usage.of(os.getpid())
    while Usage.of(os.getpid()).cpu_s < before.cpu_s + 0.05:
        pass
    assert before.rss_bytes > 1_000_000
    assert Usage(3.5, 2.0, 0, 110.0).shares_since(Usage(1.0, 1.0, 0, 100.0)) == (0.25, 0.1)


def snapshot(you: int | None = 1, event: int = 5) -> Snapshot:
    view = TableView("t1", "123456", "qq_3p", you, 0, (None,) * 3, "gathering", 0, (0,) * 3, (False,) * 3)
    return Snapshot(event, view)


def event(number: int, table: str = "t1", *facts: Passed | Trusteed) -> Happened:
    return Happened(table, number, facts)


def heard(*frames: FromServer, before: Callable[[Tally, Party], None] = lambda *_: None) -> Tally:
    """What a player notes of frames after its snapshot."""

    async def listen() -> Tally:
        tally, rng = Tally(), random.Random(1)
        party = Party(FAST, rng)
        player = Player(party, RULES, tally, rng, 1, "")
        before(tally, party)
        for frame in (snapshot(), *frames):
            player.hear(encode(frame))
        return tally

    return asyncio.run(listen())


@pytest.mark.parametrize(
    ("frames", "error"),
    [
        ((event(6), event(8)), "gap in the numbers of events"),
        ((event(6), event(6)), "gap in the numbers of events"),
        ((event(6, "t2"),), "event of another table"),
        ((snapshot(),), "snapshot that nobody asked for, or without a chair"),
        ((Refused("7", Code.STALE),), "refused: turn/stale"),
        ((Ack("7", "t1"),), "answer to nothing"),
        ((event(6, "t1", Trusteed(2, on=True)),), "fact: trusteed"),
        ((Bye(Code.SLOW),), "closed: socket/too_slow"),
    ],
)
def test_players_notice(frames: tuple[FromServer, ...], error: str) -> None:
    assert heard(*frames).errors == {error: 1}


def test_players_notice_frames_that_nobody_should_get_here() -> None:
    assert heard(Taken("t1")).errors.total() == 1


def test_no_errors_where_all_is_well() -> None:
    assert not heard(event(6), event(7, "t1", Passed(2)), event(8)).errors

    def over(tally: Tally, _: Party) -> None:
        tally.over = True

    assert not heard(Bye(Code.STOPPING), before=over).errors


def test_the_others_of_a_table_time_an_act() -> None:
    def acted(seat: int, kind: str, *, counts: bool) -> Callable[[Tally, Party], None]:
        def note(_: Tally, party: Party) -> None:
            party.acts[seat] = (time.perf_counter() - 0.5, kind, counts)

        return note

    passed = event(6, "t1", Passed(2))
    [taken] = heard(passed, before=acted(2, "passed", counts=True)).viewers_s
    assert 0.5 <= taken < 5
    assert not heard(passed, before=acted(2, "passed", counts=False)).viewers_s
    assert not heard(passed, before=acted(2, "laid", counts=True)).viewers_s
    assert not heard(event(6, "t1", Passed(1)), before=acted(1, "passed", counts=True)).viewers_s


def test_players_fill_whole_tables(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        plan_of(["--players", "31"])
    assert "multiple of 3, got 31" in capsys.readouterr().err
    with pytest.raises(Failed, match="open files"):
        allow_files(10**9)


def test_thirty_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--players", "30", "--seconds", "3", "--json"], FAST) == 0
    text, figures = capsys.readouterr().out.rstrip().rsplit("\n", 1)
    found = json.loads(figures)
    assert list(found) == KEYS
    assert (found["players"], found["tables"], found["errors"]) == (30, 10, 0)
    assert found["commands_per_s"] > 5
    assert 0 < found["ack_p50_ms"] <= found["ack_p99_ms"]
    assert found["viewer_p99_ms"] > 0
    assert 1_000 < found["bytes_per_socket"] < 1_000_000
    assert "errors: 0" in text
