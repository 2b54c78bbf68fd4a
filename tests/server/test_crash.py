"""The server dies at any moment of a deal: on its log it goes on at the same entry, and no acked command is lost."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Final

import msgspec
import pytest

from dizhu.bots import make
from dizhu.games.acts import AddBytes, Double, Drop, Lay, Pass, Ready, Trustee
from dizhu.games.game import Cause
from dizhu.games.record import Record, verify
from dizhu.server.journal import Journal
from dizhu.server.log import Acted, Presence, read
from dizhu.server.protocol import Ack, Code, Open, Refused
from dizhu.server.schedule import Timing
from dizhu.server.store import Store, Unit
from dizhu.server.tableview import Clock, TableView
from tests.server.rooms import GAMES, Peer, Room, acts, room
from tests.server.tape import Cut, Known, Moment, State, Tape, answer, commands, record, robot
from tests.server.virtual import in_loop

LONG: Final = bool(os.environ.get("DIZHU_LONG"))
MOMENTS: Final[tuple[Moment, ...]] = ("sent", "written", "acked", "told")
_EVERY: Final = {"written": 1} | dict.fromkeys(("sent", "acked", "told"), 1 if LONG else 4)


@pytest.fixture(scope="module")
def tapes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Tape]:
    """One table of each game."""
    return {id_: asyncio.run(record(tmp_path_factory.mktemp(id_), rules)) for id_, rules in GAMES.items()}


@pytest.mark.parametrize("rules", GAMES)
def test_everything_people_do_is_on_tape(rules: str, tapes: dict[str, Tape]) -> None:
    tape = tapes[rules]
    bodies = [read(row.body) for unit in tape.units for row in unit.rows]
    acted = [body for body in bodies if isinstance(body, Acted)]
    done = {(type(body.action), body.cause) for body in acted}
    assert done >= {(Ready, Cause.PLAYER), (AddBytes, Cause.PLAYER), (Trustee, Cause.PLAYER), (Lay, Cause.PLAYER)}
    assert {cause for action, cause in done if action in (Lay, Pass)} == {Cause.PLAYER, Cause.CLOCK, Cause.TRUSTEE}
    assert [body.here for body in bodies if isinstance(body, Presence)] == [False, True]
    assert Drop not in {action for action, _ in done}, "it follows from the lost connection"
    started = [state.views[0].deal for state in tape.states.values() if state.views[0].stage == "playing"]
    assert {*started} == {0, 1}
    assert {cut.moment for cut in tape.cuts} == {*MOMENTS}


def test_shows_and_doubles_are_on_tape(tapes: dict[str, Tape]) -> None:
    ended = [state.views[0].view for state in tapes["happy_3p"].states.values() if state.views[0].deal == 1]
    view = ended[0]
    assert view is not None
    assert [seat.shown for seat in view.seats].count(0) == 2, "one showed"
    doubles = {
        (body.action, body.cause)
        for unit in tapes["happy_3p"].units
        for row in unit.rows
        if isinstance(body := read(row.body), Acted) and isinstance(body.action, Double)
    }
    assert doubles == {
        (Double(True), Cause.PLAYER),
        (Double(False), Cause.PLAYER),
        (Double(False), Cause.CLOCK),
    }


@pytest.mark.parametrize("rules", GAMES)
def test_nothing_is_acked_or_told_before_it_is_written(rules: str, tapes: dict[str, Tape]) -> None:
    tape = tapes[rules]
    for cut in tape.cuts:
        written = {*commands(tape.units[: cut.units])}
        event = tape.states[cut.units].event if cut.units else 0
        for known in cut.people:
            assert {(known.account.id, command.cmd_id) for command in known.acked} <= written
            assert known.event <= event


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("rules", GAMES)
@in_loop
async def test_the_match_goes_on_at_the_same_entry(
    rules: str, moment: Moment, tapes: dict[str, Tape], tmp_path: Path
) -> None:
    tape = tapes[rules]
    cuts = [cut for cut in tape.cuts if cut.moment == moment][:: _EVERY[moment]]
    async with _disk(tmp_path / "first") as disk:
        for number, cut in enumerate(cuts):
            copy = tmp_path / str(number)
            await disk.image(tape.units[: cut.units], cut.now_ms, copy)
            async with room(copy, seed=1000 + number) as house:
                await Crash(house, tape, cut).go_on()
            shutil.rmtree(copy)


@in_loop
async def test_the_clock_stands_still_while_the_server_is_down(tmp_path: Path) -> None:
    async with room(tmp_path / "first") as house:
        ann = await _asked(house)
        table, total_ms = ann.known.id, Timing().clocks_ms["bid"]
        await house.advance(4321)
        await house.store.beat(house.clock.now_ms())
        _copy(tmp_path / "first", tmp_path / "second")
    async with room(tmp_path / "second", seed=1) as house:
        again = Peer(house)
        await again.sync(table)
        assert again.known.clock == Clock((0,), total_ms - 4321, total_ms)
        assert again.known.turn_id == ann.known.turn_id
        await house.advance(total_ms - 4321 - 1)
        assert again.options is not None
        await house.advance(1)
        assert again.options is None, "the clock has answered"


@in_loop
async def test_without_a_heartbeat_the_clock_stands_where_the_log_ends(tmp_path: Path) -> None:
    async with room(tmp_path / "first") as house:
        ann = await _asked(house)
        await house.advance(4321)
        _copy(tmp_path / "first", tmp_path / "second")
    async with room(tmp_path / "second", seed=1) as house:
        again = Peer(house)
        await again.sync(ann.known.id)
        assert again.known.clock == Clock((0,), Timing().clocks_ms["bid"], Timing().clocks_ms["bid"])


@in_loop
async def test_who_does_not_come_back_is_played_for_and_the_deal_ends(tmp_path: Path) -> None:
    async with room(tmp_path / "first") as house:
        ann = await _asked(house)
        _copy(tmp_path / "first", tmp_path / "second")
    async with room(tmp_path / "second", seed=1) as house:
        desk = house.table(ann.known.id).desk
        await house.advance(Timing().boot_ms - 1)
        assert desk.present == (0,)
        await house.advance(1)
        assert desk.present == ()
        while desk.match.game is not None:
            await house.advance(1000)
        text = await house.lobby.record(desk.id, 0)
        assert text is not None
        verify(Record.parse(text))


@pytest.mark.parametrize("bots", [True, False])
@in_loop
async def test_a_table_is_opened_once(bots: bool, tmp_path: Path) -> None:
    async with room(tmp_path / "first") as house:
        ann = Peer(house)
        frame = Open(ann.id(), "qq_3p", bots)
        assert isinstance(await ann.ask(frame), Ack)
        _copy(tmp_path / "first", tmp_path / "second")
    async with room(tmp_path / "second", seed=1) as house:
        again = Peer(house)
        for _ in range(2):
            assert await again.ask(frame) == Ack(frame.cmd_id, ann.known.id)
        assert len(house.lobby) == 1
        assert _still(again.known) == _still(ann.known)


@pytest.mark.parametrize("rules", GAMES)
@in_loop
async def test_a_torn_write_leaves_whole_units(rules: str, tapes: dict[str, Tape], tmp_path: Path) -> None:
    """Whatever length of the journal had reached the disk, the log ends with a unit, and so do its records."""
    units = tapes[rules].units
    async with room(tmp_path):
        pass  # makes the tables
    store = await Store.open(f"sqlite:///{tmp_path / 'dizhu.sqlite3'}")
    for unit in units:
        await store.append(unit)
    base, journal = ((tmp_path / f"dizhu.sqlite3{end}").read_bytes() for end in ("", "-wal"))
    await store.close()
    wholes = [sum(len(unit.rows) for unit in units[:count]) for count in range(len(units) + 1)]
    booked = next(count for count in range(len(units)) if units[count].records)
    seen = set()
    for length in range(0, len(journal) + 1, _TORN_BYTES):
        rows, records = _open_torn(tmp_path / "torn", base, journal[:length])
        seen.add(rows)
        assert rows in wholes
        assert records == (rows > wholes[booked])
    assert len(seen) > len(units) / 2
    assert (*_open_torn(tmp_path / "torn", base, journal),) == (wholes[-1], 1)


_TORN_BYTES: Final = 1009 if LONG else 4001


def _open_torn(path: Path, base: bytes, journal: bytes) -> tuple[int, int]:
    """The numbers of rows and records in what is left of a database."""
    path.write_bytes(base)
    path.with_name(path.name + "-wal").write_bytes(journal)
    with closing(sqlite3.connect(path)) as found:
        [rows], [records] = (
            found.execute(f"select count(*) from {name}").fetchone() for name in ("entries", "records")
        )
    return rows, records


@in_loop
async def test_of_two_servers_on_one_log_the_second_to_write_gives_up(tmp_path: Path) -> None:
    async with room(tmp_path) as first:
        ann = await _asked(first)
        await first.advance(1)
        async with room(tmp_path, seed=1) as second:
            other = Peer(second)
            await other.sync(ann.known.id)
            lost = other.doing(other.simple())  # type: ignore[arg-type]
            assert isinstance(await ann.do(ann.simple()), Ack)  # type: ignore[arg-type]
            assert await other.ask(lost) == Refused(lost.cmd_id, Code.NO_SUCH_TABLE)
            assert len(second.lobby) == 0
            await second.advance(Timing().idle_ms)
        await first.advance(Timing().bot_ms)
        rows = await first.store.rows(ann.known.id)
        assert lost.cmd_id not in {row.cmd_id for row in rows}
        desk = Journal.resume(first.store, random.Random(), GAMES["qq_3p"], rows).desk
        assert _still(ann.known) == desk.view(0)


async def _asked(house: Room) -> Peer:
    """A person at a quick game who has just been asked for its bid."""
    ann = Peer(house)
    await ann.open("qq_3p")
    await ann.ready()
    while ann.options is None:
        await house.advance(500 - house.clock.now_ms() % 500)
    return ann


def _copy(folder: Path, to: Path) -> None:
    """The disk as a server leaves it that dies now."""
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns("*-shm"))


class Disk:
    """A database that grows, of which copies are made."""

    def __init__(self, store: Store, path: Path) -> None:
        self._store = store
        self._path = path
        self._written = 0

    async def image(self, units: list[Unit], up_ms: int, folder: Path) -> None:
        """The disk after these units, which begin with those of the image before, as a new database."""
        for unit in units[self._written :]:
            await self._store.append(unit)
        self._written = len(units)
        await self._store.beat(up_ms)
        folder.mkdir()
        with closing(sqlite3.connect(self._path)) as mine, closing(sqlite3.connect(folder / self._path.name)) as copy:
            mine.backup(copy)


@asynccontextmanager
async def _disk(folder: Path) -> AsyncIterator[Disk]:
    path = folder / "dizhu.sqlite3"
    store = await Store.open(f"sqlite:///{path}")
    try:
        yield Disk(store, path)
    finally:
        await store.close()


class Crash:
    """A new server on the log of one that died, and the same people."""

    def __init__(self, house: Room, tape: Tape, cut: Cut) -> None:
        self.house = house
        self.tape = tape
        self.cut = cut
        self.id = tape.units[0].rows[0].table
        self.peers: list[Peer] = []

    @property
    def view(self) -> TableView:
        """The table as a spectator knows it."""
        return self.house.table(self.id).desk.view("spectator")

    async def go_on(self) -> None:
        """Come back, ask again, play to the end of the deal, and see that all is there."""
        before = self.tape.states.get(self.cut.units)
        assert before is None or State.of(self.house.table(self.id)) == before, "it stands where its log ends"
        assert len(self.house.lobby) == (before is not None)
        assert self.house.clock.now_ms() == self.cut.now_ms, "no time has passed while it was down"
        for known in self.cut.people:
            await self._come_back(known)
        for peer, known in zip(self.peers, self.cut.people, strict=True):
            if known.acked:
                await self._resend(peer, known.acked[-1])
            if known.open is not None:
                await self._resend(peer, known.open)
        if len(self.peers) == 3 and all(peer.table for peer in self.peers):
            await self._finish()
        await self._check_log()

    async def _come_back(self, known: Known) -> None:
        """A new connection of a person who knows what it knew."""
        peer = Peer(self.house, account=known.account)
        peer.table, peer.event = known.table, known.event
        self.peers.append(peer)
        if known.table is None:
            return
        assert isinstance(await peer.sync(self.id, known.event), Ack)
        assert not peer.of(Refused)
        if self.house.table(self.id).desk.event == self.tape.states[self.cut.units].event:
            assert peer.known.clock == self.cut.clock, "the running clock stood still"

    async def _resend(self, peer: Peer, command: object) -> None:
        assert isinstance(await peer.ask(command), Ack), command  # type: ignore[arg-type]

    async def _finish(self) -> None:
        """Play to the end of the running or next deal; its record begins with what had been done of it."""
        desk = self.house.table(self.id).desk
        deal = desk.match.deal
        bots = [make("greedy", desk.rules, random.Random(seat)) for seat in range(3)]
        while desk.match.deal == deal:
            asked = next((peer for peer in acts(self.peers) if not robot(peer)), None)
            if asked is not None and asked.known.you is not None:
                await answer(asked, bots[asked.known.you])
            elif asked is None and desk.match.game is None:
                for peer in self.peers:
                    await peer.ready()
            else:
                await self.house.advance(500)
        for number in range(deal + 1):
            text = await self.house.lobby.record(self.id, number)
            assert text is not None
            verify(Record.parse(text))
            self._check_entries(Record.parse(text))
        for peer in self.peers:
            assert peer.known.you is not None
            assert _still(peer.known) == _still(desk.view(peer.known.you))

    def _check_entries(self, played: Record) -> None:
        before = self.tape.states.get(self.cut.units)
        if before is not None and before.entries and before.views[0].stage == "playing":
            running = before.views[0].deal
            if played.deal == running:
                assert played.entries[: len(before.entries)] == before.entries

    async def _check_log(self) -> None:
        """All that was written is there as it was, every acked command once, nothing twice."""
        unfinished = await self.house.store.unfinished()
        assert len(unfinished) == 1
        rows = await self.house.store.rows(unfinished[0].id)
        written = [row for unit in self.tape.units[: self.cut.units] for row in unit.rows]
        assert rows[: len(written)] == written
        assert [row.entry for row in rows] == [*range(len(rows))]
        done = commands([Unit(tuple(rows))])
        assert len(done) == len({*done})
        for known in self.cut.people:
            asked = [*known.acked, *([known.open] if known.open else [])]
            assert {(known.account.id, command.cmd_id) for command in asked} <= {*done}


def _still(table: TableView) -> TableView:
    return msgspec.structs.replace(table, clock=None)
