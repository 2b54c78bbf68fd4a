"""``python -m benchmarks.load [--players 3000] [--seconds 60] [--rules ID] [--json]``: the server under many players.

The real server in one process, with a database of its own that is durable as always; all players in another, this one,
over real sockets. What is measured, and how: docs/benchmarks.md. Linux only, for it reads ``/proc``.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

import msgspec
import uvloop

from benchmarks.load_figures import Figures, Run, Tally, Usage, report, sync_s
from benchmarks.load_players import Pace, Party, Player
from benchmarks.rules import load_average, processor_name
from dizhu.rules import available, load

ROOT: Final = Path(__file__).parent.parent
SEED: Final = 54
SOCKETS_PER_S: Final = 300
TABLES_PER_S: Final = 60
HURRY_PER_S: Final = 600
"""Acts a second of all tables together while they hurry, at most."""
SPARE_FILES: Final = 200
START_S: Final = 30.0
WARM_UP_S: Final = 180.0
SETTLE_S: Final = 3.0
ANSWER_S: Final = 10.0
POLL_S: Final = 0.05


class Plan(msgspec.Struct, frozen=True):
    """What is to be run: so many players of one game, and seconds measured."""

    players: int
    seconds: float
    rules: str
    pace: Pace


class Failed(Exception):
    """The run cannot be made."""


class Server(msgspec.Struct, frozen=True):
    """The running server process."""

    pid: int
    port: int


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Server]:
    """The server in a process of its own, stopped cleanly at the end; Failed if it does not start or stop so."""
    command = ("-m", "benchmarks.load_server", "--database", str(folder / "load.sqlite3"))
    process = await asyncio.create_subprocess_exec(sys.executable, *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None, "it was asked for"
    try:
        async with asyncio.timeout(START_S):
            first = await process.stdout.readline()
        if not first:
            raise Failed("the server did not start")
        yield Server(process.pid, int(first))
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(START_S):
            status = await process.wait()
        if status:
            raise Failed(f"the server stopped with status {status}")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def sign_up(port: int, count: int) -> list[str]:
    """The cookies of new guests."""
    connection = HTTPConnection("127.0.0.1", port, timeout=START_S)
    cookies = []
    for number in range(count):
        connection.request("POST", "/api/guest", json.dumps({"name": f"Bot {number}"}))
        answer = connection.getresponse()
        answer.read()
        cookie = answer.getheader("Set-Cookie")
        if answer.status != 200 or cookie is None:
            raise Failed(f"a guest was refused: {answer.status} {answer.reason}")
        cookies.append(cookie.partition(";")[0])
    connection.close()
    return cookies


async def connect(players: Sequence[Player], port: int) -> None:
    """Bring all connections up, one after the other, at most `SOCKETS_PER_S`."""
    loop = asyncio.get_running_loop()
    start_s = loop.time()
    for number, player in enumerate(players):
        await asyncio.sleep(max(0.0, start_s + number / SOCKETS_PER_S - loop.time()))
        await player.link.open(port)


async def gather(tables: Sequence[tuple[Party, Sequence[Player]]]) -> None:
    """Let the players of every table sit down and get ready, at most `TABLES_PER_S`."""
    loop = asyncio.get_running_loop()
    start_s = loop.time()
    seatings = []
    for number, (party, players) in enumerate(tables):
        await asyncio.sleep(max(0.0, start_s + number / TABLES_PER_S - loop.time()))
        seatings.append(asyncio.create_task(_sit_down(party, players)))
    await asyncio.gather(*seatings)


async def _sit_down(party: Party, players: Sequence[Player]) -> None:
    for place, player in enumerate(players):
        player.open() if place == 0 else player.join()
        while party.joined == place:
            await asyncio.sleep(POLL_S)
    for player in players:
        player.prepare()


async def _warm_up(parties: Sequence[Party]) -> None:
    """Return when no table hurries any more and the load is what it will be."""
    while any(party.hurry for party in parties):
        await asyncio.sleep(POLL_S)
    await asyncio.sleep(SETTLE_S)


async def _finish(players: Sequence[Player], tally: Tally) -> None:
    """Say nothing more, and wait for what is still to be answered; what stays unanswered is an error."""
    tally.over = True
    for _ in range(int(ANSWER_S / POLL_S)):
        if not any(player.unanswered for player in players):
            return
        await asyncio.sleep(POLL_S)
    tally.errors["no answer"] += sum(player.unanswered for player in players)


async def measure(plan: Plan, folder: Path) -> Run:
    """Make a run; Failed if it cannot be."""
    rules, rng, tally = load(plan.rules), random.Random(SEED), Tally()
    disk_s = sync_s(folder)
    async with serving(folder) as server:
        cookies = iter(sign_up(server.port, plan.players))
        idle = Usage.of(server.pid)
        tables = []
        for _ in range(plan.players // rules.table.seats):
            party = Party(plan.pace, rng)
            at_table = [Player(party, rules, tally, rng, server.port, next(cookies)) for _ in range(rules.table.seats)]
            tables.append((party, at_table))
        players = [player for _, at_table in tables for player in at_table]
        try:
            async with asyncio.timeout(WARM_UP_S):
                await connect(players, server.port)
                seated = Usage.of(server.pid)
                await gather(tables)
                await _warm_up([party for party, _ in tables])
        except TimeoutError as error:
            raise Failed(f"the warm-up takes too long, with errors {dict(tally.errors)}") from error
        gc.collect()
        gc.freeze()
        gc.disable()
        begun, clients_begun = Usage.of(server.pid), Usage.of(os.getpid())
        tally.measuring = True
        await asyncio.sleep(plan.seconds)
        tally.measuring = False
        ended, clients_ended = Usage.of(server.pid), Usage.of(os.getpid())
        gc.enable()
        await _finish(players, tally)
    return Run(
        players=plan.players,
        tables=len(tables),
        tally=tally,
        idle=idle,
        seated=seated,
        begun=begun,
        ended=ended,
        clients_begun=clients_begun,
        clients_ended=clients_ended,
        sync_s=disk_s,
    )


def plan_of(argv: Sequence[str] | None, pace: Pace | None = None) -> tuple[Plan, bool]:
    """What the command line asks for, at the usual pace if none is given, and whether as JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description="The server under many players.")
    parser.add_argument("--players", type=int, default=3000, help="a multiple of the seats of a table")
    parser.add_argument("--seconds", type=float, default=60, help="how long is measured, after the warm-up")
    parser.add_argument("--rules", default="qq_3p", choices=available(folder="variants"), help="the game played")
    parser.add_argument("--json", action="store_true", help="end with one line of JSON")
    given = parser.parse_args(argv)
    seats = load(given.rules).table.seats
    if given.players < seats or given.players % seats:
        parser.error(f"expected a number of players that is a multiple of {seats}, got {given.players}")
    if given.seconds <= 0:
        parser.error(f"expected seconds above 0, got {given.seconds}")
    pace = pace or Pace(hurry_s=max(0.05, given.players / seats / HURRY_PER_S))
    return Plan(given.players, given.seconds, given.rules, pace), given.json


def allow_files(players: int) -> None:
    """Let this process, and those it starts, have a socket a player; Failed if the system forbids it."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = players + SPARE_FILES
    if now == resource.RLIM_INFINITY or now >= needed:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, most))
    except (OSError, ValueError) as error:
        raise Failed(f"expected to be allowed {needed} open files, the limit is {most}") from error


def main(argv: Sequence[str] | None = None, pace: Pace | None = None) -> int:
    """Make the run that was asked for; 0, 1 if there were errors in it, 2 if it could not be made."""
    plan, as_json = plan_of(argv, pace)
    try:
        allow_files(plan.players)
        print(f"{processor_name()}, {os.cpu_count()} processors, {load_average()}", flush=True)
        with (
            tempfile.TemporaryDirectory(prefix="dizhu-load-") as folder,
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            run = runner.run(measure(plan, Path(folder)))
    except Failed as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{report(run)}\nat the end: {load_average()}")
    figures: Figures = run.figures
    if as_json:
        print(json.dumps(msgspec.structs.asdict(figures)))
    return 1 if figures.errors else 0


if __name__ == "__main__":
    sys.exit(main())
