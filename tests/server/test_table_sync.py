"""Going on with a table after a break gives what was never missed. Source: docs/protocol.md, product.md 2.3."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from dizhu.games.acts import AddBytes, Bid, Lay, Leave, Ready, Trustee
from dizhu.games.climb.facts import Laid
from dizhu.games.game import Phase
from dizhu.server.accounts import Account
from dizhu.server.protocol import Ack, Happened, Now, Snapshot, Taken
from dizhu.server.tableview import Clock, TableView
from tests.server.friends import NAMES, Ear, act, asked, friends, hand, seat, started
from tests.server.rooms import GAMES, Peer, Room, acts, room
from tests.server.virtual import in_loop

Memory = dict[int, TableView]
"""By event number, the table as somebody knew it right after that event."""


class Diarist(Peer):
    """A person who remembers the table after every event."""

    def __init__(self, room: Room, name: str = "Ann", *, account: Account | None = None) -> None:
        super().__init__(room, name, account=account)
        self.memory: Memory = {}

    def send_text(self, text: str) -> None:
        super().send_text(text)
        if self.table is not None:
            self.memory.setdefault(self.event, self.table)


class Deal:
    """A deal that three people and a spectator play at a fixed pace, the same every time."""

    def __init__(self, house: Room) -> None:
        self.house = house
        self.people: list[Diarist] = []
        self.watcher = Diarist(house, "Dan")

    @property
    def everybody(self) -> list[Diarist]:
        """The people at the table, and who watches."""
        return [*self.people, self.watcher]

    async def steps(self, rules: str) -> AsyncIterator[None]:
        """Play it; every step is one command, or a second that passes."""
        self.people = [Diarist(self.house, name) for name in NAMES]
        table = await self.people[0].open(rules, bots=False)
        for friend in (*self.people[1:], self.watcher):
            await friend.join(table.code)
        for peer in self.people:
            await peer.do(AddBytes(peer.account.name.encode()))
            yield
            await peer.do(Ready())
            yield
        while self.people[0].known.deal == 0:
            waiting = [seat(peer) for peer in acts([*self.people])]
            if not waiting:
                await self.house.advance(1000)
                yield
            for number in waiting:
                await act(self.people[number])
                yield


def still(table: TableView | None) -> TableView | None:
    """A table without the time that is left."""
    clock = table and table.clock
    return table and (table if clock is None else replace(table, clock=replace(clock, left_ms=0)))


replace = msgspec.structs.replace


Known = list[TableView | None]


async def whole(folder: Path, rules: str) -> tuple[list[Memory], list[Known]]:
    """What everybody remembers of a deal without a break, and what they knew after every step."""
    async with room(folder) as house:
        deal = Deal(house)
        known = [[still(peer.table) for peer in deal.everybody] async for _ in deal.steps(rules)]
        return [peer.memory for peer in deal.everybody], known


@pytest.mark.parametrize("rules", GAMES)
@in_loop
async def test_whoever_was_cut_off_anywhere_knows_what_the_others_know(rules: str, tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    memories, known = await whole(tmp_path / "whole", rules)
    async with room(tmp_path) as house:
        deal, step, resumed = Deal(house), 0, 0
        async for _ in deal.steps(rules):
            for viewer, memory in enumerate(memories):
                peer = deal.everybody[viewer]
                oldest = peer.event - (8 if step < len(known) - 1 else 60)
                for event in range(max(oldest, min(memory)), peer.event + 1):
                    again = Peer(house, account=peer.account)
                    again.table, again.event = memory[event], event
                    await again.sync(memory[event].id, event)
                    assert still(again.table) == known[step][viewer], (step, viewer, event)
                    resumed += isinstance(again.frames[-2], Now)
                    again.hang_up()
                await peer.sync(peer.known.id, peer.event)
                assert still(peer.table) == known[step][viewer]
            step += 1
    assert step == len(known) > 40
    assert resumed > 1000


@in_loop
async def test_a_break_is_answered_with_what_was_missed(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        event, table = people[0].event, people[0].known
        for value in (1, 2):
            await asked(people).do(Bid(value))
        again = Peer(house, account=people[0].account)
        again.table, again.event = table, event
        await again.sync(table.id, event)
        assert [type(frame) for frame in again.frames] == [Happened, Happened, Now, Ack]
        assert [frame.event for frame in again.of(Happened)] == [event + 1, event + 2]


@pytest.mark.parametrize("since", [None, -1, 0, 3, 10**9])
@in_loop
async def test_a_break_that_cannot_be_filled_is_answered_with_the_whole(since: int | None, tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.BID)
        for _ in people:
            await asked(people).do(Bid(0))
        await house.advance(2000)
        again = Peer(house, account=people[0].account)
        await again.sync(people[0].known.id, since)
        assert [type(frame) for frame in again.frames] == [Snapshot, Ack]
        assert (again.event, still(again.table)) == (people[0].event, still(people[0].table))


@in_loop
async def test_the_last_event_before_a_deal_is_enough_for_it(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        for peer in people:
            await peer.do(Ready())
        event, table = people[0].event, people[0].known
        await house.advance(2000)
        for since, kinds in ((event, {Happened, Now, Ack}), (event - 1, {Snapshot, Ack})):
            again = Peer(house, account=people[0].account)
            again.table, again.event = table, event
            await again.sync(table.id, since)
            assert {type(frame) for frame in again.frames} == kinds


@in_loop
async def test_the_result_of_a_deal_can_still_be_caught_up_with(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        event, table = people[0].event, people[0].known
        for peer in people:
            await peer.do(Trustee(True))
        await house.advance(300_000)
        again = Peer(house, account=people[0].account)
        again.table, again.event = table, event
        await again.sync(table.id, event)
        assert not again.of(Snapshot)
        assert still(again.table) == still(people[0].table)
        assert again.known.fair is not None


@in_loop
async def test_coming_back_again_and_again_does_not_move_the_clock(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        leader, again = asked(people), asked(people)
        for second in range(1, 30):
            again.hang_up()
            await house.advance(1000)
            again = Peer(house, account=leader.account)
            await again.sync(leader.known.id)
            assert again.known.clock == Clock((seat(leader),), 30_000 - 1000 * second, 30_000)
        ear = Ear(again)
        await house.advance(999)
        assert ear.facts == []
        await house.advance(1)
        assert len(ear.all(Laid)) == 1


@in_loop
async def test_a_tab_that_watched_is_given_the_chair_its_person_took(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await friends(house)
        tab = Peer(house, "Dan")
        await tab.join(people[0].known.code)
        await people[2].do(Leave())
        other = Peer(house, account=tab.account)
        await other.join(people[0].known.code)
        assert (tab.known.you, other.known.you) == (None, 2)
        await tab.sync(tab.known.id, tab.event)
        assert tab.known.you == 2
        assert isinstance(other.frames[-1], Taken)


@in_loop
async def test_after_a_restart_the_clock_goes_on_where_it_was(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        await house.advance(12_345)
        await people[0].do(Trustee(True))  # the last that is written
        await people[0].do(Trustee(False))
        leader = asked(people)
    async with room(tmp_path) as house:
        again = Peer(house, account=leader.account)
        await again.sync(leader.known.id)
        assert again.known.clock == Clock((seat(leader),), 30_000 - 12_345, 30_000)
        ear = Ear(again)
        await house.advance(30_000 - 12_345 - 1)
        assert ear.facts == []
        await house.advance(1)
        assert len(ear.all(Laid)) == 1
        await house.advance(12_344)
        assert house.table(leader.known.id).desk.present == (0, 1, 2), "people have half a minute to come back"
        await house.advance(1)
        assert house.table(leader.known.id).desk.present == (seat(leader),)


@in_loop
async def test_a_deal_that_ends_just_after_a_restart_stops_the_clock(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        while (last := (await asked(people).hints()).hints[:1]) != (hand(asked(people)),):
            await act(asked(people))
        winner = asked(people)
    async with room(tmp_path) as house:
        again = Peer(house, account=winner.account)
        await again.sync(winner.known.id)
        assert again.known.clock is not None
        assert isinstance(await again.do(Lay(last[0])), Ack)
        assert again.known.stage == "between"
        assert again.of(Happened)[-1].clock is None, "told, not left out"


@in_loop
async def test_a_tab_that_watched_is_told_of_the_chair_its_person_took_elsewhere(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        ann, bob = Peer(house), Peer(house, "Bob")
        table = await ann.open("qq_3p", bots=False)
        await bob.sync(table.id)
        assert bob.known.you is None
        bob.hang_up()
        other = Peer(house, account=bob.account)
        await other.join(table.code)
        await bob.sync(table.id, bob.event)
        assert bob.of(Now)[-1].you == other.known.you == 1
