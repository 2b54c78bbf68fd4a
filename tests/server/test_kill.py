"""Servers are killed, stopped and started twice, while people play on over real sockets."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from dizhu.games.record import Record, verify
from dizhu.rules import RuleSet
from dizhu.server.desk import Desk
from dizhu.server.journal import Journal
from dizhu.server.protocol import Code
from dizhu.server.store import Row, Store
from dizhu.server.tableview import TableView
from tests.server.persons import Friend, Opener, Person
from tests.server.processes import STOP_S, Process, free_port, quick, served
from tests.server.rooms import GAMES
from tests.server.virtual import in_loop

T = TypeVar("T")
KILLS: Final = 20
SPEED: Final = 20.0
THINK_S: Final = 0.06
PATIENCE_S: Final = 30.0


class Party:
    """People at their tables, each playing in a task of its own, on servers that are tried in turn."""

    def __init__(self, servers: Sequence[Process], rng: random.Random) -> None:
        self.people: list[Person] = []
        self._servers = servers
        self._ports = tuple(server.port for server in servers)
        self._tasks: list[asyncio.Task[None]] = []
        self._rng = rng

    async def come(self, rules: RuleSet, friends: int = 0) -> Opener:
        """Somebody opens a table, and so many friends come to it."""
        opener = Opener(self._ports, await self._servers[0].guest("Ann"), rules, self._rng, THINK_S)
        opener.friends = friends
        self._play(opener)
        code = await self.until(opener.opened)
        for _ in range(friends):
            friend = Friend(self._ports, await self._servers[0].guest("Bob"), rules, self._rng, THINK_S)
            friend.code = code
            self._play(friend)
        return opener

    def _play(self, person: Person) -> None:
        self.people.append(person)
        self._tasks.append(asyncio.create_task(person.run()))

    async def until(self, awaitable: Awaitable[T]) -> T:
        """Wait for something for a while; if one of the people fails, fail at once."""
        wanted = asyncio.ensure_future(awaitable)
        await asyncio.wait([wanted, *self._tasks], timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED)
        for task in self._tasks:
            if task.done():
                task.result()
        if not wanted.done():
            wanted.cancel()
            raise TimeoutError
        return await wanted

    async def rest(self) -> None:
        """Wait until all have finished the deal they are in."""
        for person in self.people:
            person.resting = True
        await self.until(_see(lambda: all(person.settled for person in self.people)))

    async def go(self) -> None:
        """End all tasks."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)


@asynccontextmanager
async def _party(*servers: Process) -> AsyncIterator[Party]:
    """A party whose first server is up."""
    party = Party(servers, random.Random(5))
    try:
        await servers[0].start()
        yield party
    finally:
        await party.go()
        for server in servers:
            await server.clean_up()


async def _see(what: Callable[[], bool]) -> None:
    while not what():
        await asyncio.sleep(0.01)


@in_loop
async def test_twenty_kills_lose_nothing(tmp_path: Path) -> None:
    server = quick(free_port(), tmp_path / "tables.sqlite3", SPEED)
    rng = random.Random(7)
    async with _party(server) as party:
        for rules, friends in zip([*GAMES.values()] * 2, (0, 2, 1, 2, 0, 0), strict=True):
            await party.come(rules, friends)
        for kill in range(1, KILLS + 1):
            await party.until(asyncio.sleep(rng.uniform(0.1, 1.0)))
            await server.kill()
            if kill % 10:
                await server.start()
            else:  # the next one comes while it starts
                await server.begin()
        await server.listens()
        await party.rest()
        assert await server.stop() == 0
        await party.until(_see(lambda: all(person.byes for person in party.people)))
    assert all(person.welcomes > KILLS / 2 for person in party.people)
    played = await _audit(tmp_path / "tables.sqlite3", party.people)
    assert len(played) == 6
    assert all(played.values()), "every table has finished deals"
    assert server.errors.read_text() == ""


@in_loop
async def test_a_stop_in_mid_deal_is_clean_and_the_deal_goes_on(tmp_path: Path) -> None:
    server = served(free_port(), tmp_path / "tables.sqlite3")
    async with _party(server) as party:
        ann = await party.come(GAMES["qq_3p"])
        await party.until(ann.comes_to("playing"))
        before, began_s = ann.table, time.monotonic()
        assert await server.stop() == 0
        assert time.monotonic() - began_s < STOP_S
        await party.until(_see(lambda: len(ann.byes) == 1))
        assert ann.byes == [Code.STOPPING]
        await server.start()
        acked = len(ann.acked)
        await party.until(_see(lambda: len(ann.acked) > acked))
        assert before is not None
        assert ann.table is not None
        assert (ann.table.deal, ann.table.commitment) == (before.deal, before.commitment)
        assert await server.stop() == 0
        await party.until(_see(lambda: len(ann.byes) == 2))
        assert ann.byes == [Code.STOPPING] * 2
    await _audit(tmp_path / "tables.sqlite3", party.people)
    assert server.errors.read_text() == ""


@in_loop
async def test_the_clock_stands_still_while_the_server_is_down(tmp_path: Path) -> None:
    speed, slack_ms = SPEED / 2, 3000
    server = quick(free_port(), tmp_path / "tables.sqlite3", speed)
    async with _party(server) as party:
        ann = await party.come(GAMES["qq_3p"])
        ann.dreaming = True
        await party.until(_see(lambda: ann.table is not None and ann.table.clock is not None and ann.asked))
        seen_s, clock = time.monotonic(), ann.known.clock
        assert clock is not None
        await asyncio.sleep(clock.total_ms / 1000 / speed / 3)
        await server.kill()
        left_ms = clock.left_ms - (time.monotonic() - seen_s) * 1000 * speed
        await asyncio.sleep(clock.total_ms / 1000 / speed)  # it would be over
        await server.start()
        await party.until(_see(lambda: ann.known.clock not in (None, clock)))
        again = ann.known.clock
        assert again is not None
        assert again.seats == clock.seats
        assert left_ms - slack_ms < again.left_ms <= clock.left_ms


@in_loop
async def test_two_servers_on_one_database_share_no_table(tmp_path: Path) -> None:
    """The second to write at a table gives it up; people find the other one."""
    servers = [quick(free_port(), tmp_path / "tables.sqlite3", SPEED) for _ in range(2)]

    def given_up() -> list[str]:
        return sorted(line for server in servers for line in server.errors.read_text().splitlines())

    async with _party(*servers) as party:
        openers = [await party.come(rules, friends) for rules in GAMES.values() for friends in (0, 2)]
        await party.until(asyncio.gather(*(opener.comes_to("playing") for opener in openers)))
        await servers[1].start()
        await party.until(_see(lambda: len(given_up()) >= len(openers)))
        await party.rest()
        assert [await server.stop() for server in servers] == [0, 0]
    assert given_up() == sorted(f"table {opener.known.id} belongs to another server now" for opener in openers)
    played = await _audit(tmp_path / "tables.sqlite3", party.people)
    assert all(played.values())


@in_loop
async def test_two_first_starts_at_once_leave_a_whole_database(tmp_path: Path) -> None:
    """Both make the tables of the database; who comes second waits."""
    servers = [quick(free_port(), tmp_path / "tables.sqlite3", SPEED) for _ in range(2)]
    async with AsyncExitStack() as stack:
        for server in servers:
            stack.push_async_callback(server.clean_up)
            await server.begin()
        up = [server for server in servers if await server.listens()]
        assert len(up) == 2, [server.errors.read_text() for server in servers]
        party = Party(up[:1], random.Random(1))
        stack.push_async_callback(party.go)
        await party.come(GAMES["happy_3p"])
        await party.rest()
        assert [await server.stop() for server in up] == [0] * len(up)
    assert [*(await _audit(tmp_path / "tables.sqlite3", party.people)).values()] == [1]


async def _audit(database: Path, people: Sequence[Person]) -> dict[str, int]:
    """Compare the log with what people know: acked is there once, refused never, and all see the same table.

    Returns the number of deals that are over, by table.
    """
    store = await Store.open(f"sqlite:///{database}")
    try:
        played = {}
        for row in await store.unfinished():
            rows = await store.rows(row.id)
            desk = Journal.resume(store, random.Random(), GAMES[row.rules], rows).desk
            _check_log(rows, [person for person in people if person.known.id == row.id], desk)
            for deal in range(desk.match.deal):
                text = await store.record(row.id, deal)
                assert text is not None
                verify(Record.parse(text))
            played[row.id] = desk.match.deal
        assert {person.known.id for person in people} == {*played}
        return played
    finally:
        await store.close()


def _check_log(rows: Sequence[Row], people: Sequence[Person], desk: Desk) -> None:
    assert [row.entry for row in rows] == [*range(len(rows))]
    assert [row.at_ms for row in rows] == sorted(row.at_ms for row in rows)
    done = Counter((row.account, row.cmd_id) for row in rows if row.cmd_id is not None)
    assert max(done.values()) == 1
    for person in people:
        assert person.known.you is not None
        account = desk.accounts[person.known.you]
        assert all((account, command.cmd_id) in done for command in person.acked)
        assert not any((account, command.cmd_id) in done for command in person.refused)
        assert _still(person.known) == _still(desk.view(person.known.you))
    assert done.total() == sum(len(person.acked) for person in people)


def _still(table: TableView) -> TableView:
    return msgspec.structs.replace(table, clock=None)
