"""When the log cannot be written: nothing is acknowledged that is not kept, and nothing is done twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest

from dizhu.games.acts import AddBytes, Bid, Lay, Leave
from dizhu.games.climb.facts import Said
from dizhu.games.game import Cause, Phase
from dizhu.server.log import Acted, Seated
from dizhu.server.protocol import Ack, Bye, Code, Open, Refused, Snapshot, Waiting
from dizhu.server.store import Row, StorageError, Store, Unit
from dizhu.server.tableview import Chair
from tests.server.friends import Ear, act, asked, begin, code, entries, friends, hand, log, seat, started, view
from tests.server.rooms import Peer, room
from tests.server.virtual import in_loop

Fault = Literal["", "before", "after", "broken"]


class FaultyStore(Store):
    """A store that fails.

    faults:  of the next appends: none, fails before it writes, or after, or raises what it should not
    down:    whether nothing can be written or read
    """

    faults: tuple[Fault, ...] = ()
    down = False

    async def append(self, unit: Unit) -> None:
        """See `Store`."""
        fault, self.faults = (*self.faults, "")[0], self.faults[1:]
        if fault == "before" or self.down:
            raise StorageError("the disk is full")
        if fault == "broken":
            raise RuntimeError("a fault in the program")
        await super().append(unit)
        if fault == "after":
            raise StorageError("the connection was cut")

    async def rows(self, table: str) -> list[Row]:
        """See `Store`."""
        if self.down:
            raise StorageError("the disk is full")
        return await super().rows(table)


def faulty(folder: Path) -> Any:
    """A server whose store can fail."""
    return room(folder, kind=FaultyStore)


@pytest.mark.parametrize("fault", ["before", "after"])
@in_loop
async def test_a_command_that_could_not_be_kept_counts_once_when_it_is_sent_again(fault: Fault, tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder, table = asked(people), people[0].known.id
        other = next(peer for peer in people if peer is not bidder)
        command, ears = bidder.doing(Bid(3)), [Ear(bidder), Ear(other)]
        house.store.faults = (fault,)
        assert await bidder.ask(command) == Refused(command.cmd_id, "table/waiting_for_storage")
        assert [ear.frames[-1] for ear in ears] == [Waiting(table, True)] * 2
        assert [len(ear.frames) for ear in ears] == [2, 1]
        waiting = bidder.doing(Bid(3))
        assert await bidder.ask(waiting) == Refused(waiting.cmd_id, "table/waiting_for_storage")
        await house.advance(1000)
        assert [type(frame) for frame in ears[1].frames] == [Waiting, Waiting, Snapshot]
        assert ears[1].frames[1] == Waiting(table, False)
        landlord = None if fault == "before" else seat(bidder)
        assert view(other).landlord == landlord
        assert await bidder.ask(command) == Ack(command.cmd_id, table)
        assert [entry.action for entry in entries(house, bidder)] == [Bid(3)]
        assert view(other).landlord == seat(bidder)
        assert sum(body == Acted(seat(bidder), Bid(3), Cause.PLAYER) for _, body in await log(house, bidder)) == 1
        await act(bidder)
        assert [peer.event for peer in people] == [people[0].event] * 3


@in_loop
async def test_an_event_that_nobody_was_told_is_no_gap_for_who_comes_back(tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder, event, table = asked(people), people[0].event, people[0].known
        house.store.faults = ("after",)
        await bidder.do(Bid(1))
        await house.advance(1000)
        await asked(people).do(Bid(2))
        again = Peer(house, account=people[0].account)
        again.table, again.event = table, event
        assert isinstance(await again.sync(table.id, event), Ack)
        assert (again.event, again.known.view) == (people[0].event, view(people[0]))


@in_loop
async def test_a_table_waits_as_long_as_its_storage_is_gone(tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder, ear = asked(people), Ear(asked(people))
        house.store.down = True
        await bidder.do(Bid(3))
        await house.advance(10_000)
        assert [type(frame) for frame in ear.frames] == [Refused, Waiting]
        house.store.down = False
        await house.advance(1000)
        assert ear.frames[2] == Waiting(bidder.known.id, False)
        assert isinstance(await bidder.do(Bid(3)), Ack)


@in_loop
async def test_a_time_out_that_could_not_be_kept_comes_again(tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder, ear = asked(people), Ear(people[0])
        house.store.faults = ("before",)
        await house.advance(15_000)
        assert ear.frames == [Waiting(bidder.known.id, True)]
        await house.advance(1000)
        assert [entry.cause for entry in entries(house, bidder)] == [Cause.CLOCK]
        assert ear.all(Said) == [Said(seat(bidder), Bid(0))]


@in_loop
async def test_a_command_that_was_kept_is_not_refused_for_what_comes_after_it(tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader = asked(people)
        other = next(peer for peer in people if peer is not leader)
        other.hang_up()
        await house.settle()
        house.clock.skip(5000)  # its loss is due, and is noted after the next command
        command = leader.doing(Lay(hand(leader)[:1]))
        house.store.faults = ("", "before")
        leader.say(command)
        await house.settle()
        assert Ack(command.cmd_id, leader.known.id) in leader.frames
        assert leader.of(Refused) == []
        assert Waiting(leader.known.id, True) in leader.frames
        await house.advance(1000)
        assert not house.table(leader.known.id).desk.here(seat(other))


@pytest.mark.parametrize(("fault", "tables"), [("before", 0), ("after", 1)])
@in_loop
async def test_a_table_that_could_not_be_opened(fault: Fault, tables: int, tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        ann, command = Peer(house), Open("open", "qq_3p", True)
        house.store.faults = (fault,)
        assert code(await ann.ask(command)) == "table/waiting_for_storage"
        await house.advance(1000)
        assert len(house.lobby) == tables
        assert isinstance(await ann.ask(command), Ack)
        assert len(house.lobby) == len(await house.store.unfinished()) == 1
        assert (ann.known.you, ann.known.ready) == (0, (True, True, True))


@in_loop
async def test_a_table_is_opened_once_however_much_was_done_there_since(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("dizhu.server.journal._KEPT_COMMANDS", 1)
    command = Open("open", "qq_3p", True)
    async with faulty(tmp_path) as house:
        ann = Peer(house)
        assert isinstance(await ann.ask(command), Ack)
        await ann.do(AddBytes(bytes(32)))
    async with faulty(tmp_path) as house:
        again = Peer(house, account=ann.account)
        assert isinstance(await again.ask(command), Ack)
        assert (len(house.lobby), again.known.id) == (1, ann.known.id)


@pytest.mark.parametrize("fault", ["before", "after"])
@in_loop
async def test_a_chair_that_was_taken_all_the_same_is_not_kept_for_ever(fault: Fault, tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        ann, bob = Peer(house, "Ann"), Peer(house, "Bob")
        table = await ann.open("qq_3p", bots=False)
        house.store.faults = (fault,)
        assert code(await bob.join(table.code)) == "table/waiting_for_storage"
        await house.advance(1000)
        assert (ann.known.chairs[1] is None) == (fault == "before")
        await house.advance(65_000)
        assert ann.known.chairs[1] is None


@in_loop
async def test_who_left_all_the_same_sees_no_more_than_a_spectator(tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        people = await friends(house)
        house.store.faults = ("after",)
        assert (await people[2].do(Leave())).code == "table/waiting_for_storage"
        await house.advance(1000)
        assert people[2].known.you is None
        await people[0].fill()
        await begin(people[:2])
        assert [seat.hand for seat in view(people[2]).seats] == [None, None, None]


@in_loop
async def test_who_left_all_the_same_and_asks_again_hears_no_more(tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        people = await friends(house)
        command = people[2].doing(Leave())
        house.store.faults = ("after",)
        assert code(await people[2].ask(command)) == "table/waiting_for_storage"
        await house.advance(1000)
        assert isinstance(await people[2].ask(command), Ack)
        ear = Ear(people[2])
        await people[0].fill()
        assert ear.frames == []


@in_loop
async def test_a_unit_of_which_only_a_part_can_be_done_leaves_nothing(tmp_path: Path, monkeypatch: Any) -> None:
    async with faulty(tmp_path) as house:
        ann = Peer(house)
        table = await ann.open("qq_3p", bots=False)
        twice = Seated(1, None, Chair("tiger", "tiger", bot="greedy"))
        with monkeypatch.context() as patch:
            rows = await house.store.rows(table.id)
            patch.setattr("dizhu.server.seating.bots", lambda *_: [twice, twice])
            assert code(await ann.fill()) == "table/waiting_for_storage"
        await house.advance(1000)
        assert [chair is None for chair in ann.known.chairs] == [False, True, True]
        assert await house.store.rows(table.id) == rows
        assert isinstance(await ann.fill(), Ack)
        assert None not in ann.known.chairs


@in_loop
async def test_a_table_that_belongs_to_another_server_stops_alone(tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        people = await started(house, Phase.BID)
        dan = Peer(house, "Dan")
        await dan.open("qq_3p")
        table, bidder = people[0].known.id, asked(people)
        rows = await house.store.rows(table)
        await house.store.append(Unit((Row(table, len(rows), 0, None, None, rows[-1].body),)))
        ear, command = Ear(people[0]), bidder.doing(Bid(3))
        assert await bidder.ask(command) == Refused(command.cmd_id, "table/no_such_table")
        assert ear.frames == [Bye(Code.NO_SUCH_TABLE)]
        assert code(await bidder.sync(table)) == "table/no_such_table"
        assert len(house.lobby) == 1
        await dan.ready()
        await house.advance(2000)
        assert dan.known.stage == "playing"


@in_loop
async def test_a_table_whose_task_fails_is_gone_and_refuses(tmp_path: Path, caplog: Any) -> None:
    async with faulty(tmp_path) as house:
        people = await started(house, Phase.BID)
        bidder, table = asked(people), house.table(people[0].known.id)
        house.store.faults = ("broken",)
        command, waiting, ears = bidder.doing(Bid(3)), bidder.doing(Bid(2)), [Ear(peer) for peer in people]
        bidder.say(command)
        bidder.say(waiting)
        await house.settle()
        assert isinstance(table._task.exception(), RuntimeError)
        gone, bye = Code.NO_SUCH_TABLE, Bye(Code.NO_SUCH_TABLE)
        assert ears.pop(people.index(bidder)).frames == [
            Refused(command.cmd_id, gone),
            Refused(waiting.cmd_id, gone),
            bye,
        ]
        assert [ear.frames for ear in ears] == [[bye], [bye]]
        [logged] = [record for record in caplog.records if record.levelname == "ERROR"]
        assert logged.getMessage() == f"table {table.desk.id} failed"
        assert logged.exc_info is not None
        assert code(await people[0].sync(table.desk.id)) == "table/no_such_table"
        assert house.clock.next_ms() is None


@in_loop
async def test_a_server_stops_while_a_table_waits(tmp_path: Path) -> None:
    async with faulty(tmp_path) as house:
        people = await started(house, Phase.BID)
        house.store.down = True
        await asked(people).do(Bid(3))
        await house.lobby.stop()
        assert len(house.lobby) == 0
