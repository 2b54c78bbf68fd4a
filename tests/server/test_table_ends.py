"""Tables end, and nothing of them stays behind in the process. Source: product.md 2.6."""

from __future__ import annotations

import asyncio
import gc
import os
import weakref
from collections import Counter
from collections.abc import Sized
from pathlib import Path

from dizhu.games.acts import Leave, Trustee
from dizhu.games.climb.game import ClimbGame
from dizhu.games.game import Phase
from dizhu.games.match import Match
from dizhu.rules import Combo
from dizhu.server.desk import Desk
from dizhu.server.gallery import Gallery
from dizhu.server.journal import Journal
from dizhu.server.protocol import Detach, Do, Open
from dizhu.server.table import Table
from dizhu.server.tableview import Ceased
from tests.server.friends import Ear, code, started
from tests.server.rooms import Peer, Room, room
from tests.server.virtual import in_loop

TABLES = 10_000 if "DIZHU_LONG" in os.environ else 1000
BATCH = 100
MINUTE_MS = 60_000
OURS = (Table, Desk, Journal, Gallery, Match, ClimbGame, Peer)


async def settled(house: Room) -> list[Peer]:
    """Three friends after their first deal, the last event of which was just now."""
    people = await started(house, Phase.PLAY)
    for peer in people:
        await peer.do(Trustee(True))
    while people[0].known.stage == "playing":
        await house.advance(1000)
    return people


@in_loop
async def test_a_table_is_kept_ten_minutes_while_nobody_is_there(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await settled(house)
        watcher = Peer(house, "Dan")
        await watcher.join(people[0].known.code)
        for peer in people:
            peer.hang_up()
        await house.advance(5000)
        ear = Ear(watcher)
        await house.advance(10 * MINUTE_MS - 1)
        assert (ear.frames, len(house.lobby)) == ([], 1)
        await house.advance(1)
        assert (ear.facts, len(house.lobby)) == ([Ceased()], 0)
        assert watcher.known.stage == "closed"
        assert code(await watcher.sync(watcher.known.id)) == "table/no_such_table"
        assert code(await people[0].join(people[0].known.code)) == "table/no_such_table"
        assert await house.store.unfinished() == []


@in_loop
async def test_back_within_ten_minutes_the_match_goes_on(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await settled(house)
        for peer in people:
            peer.hang_up()
        await house.advance(5000 + 10 * MINUTE_MS - 1)
        again = Peer(house, account=people[1].account)
        await again.sync(people[1].known.id)
        await house.advance(20 * MINUTE_MS)
        await again.ready()
        assert again.known.stage == "playing"
        assert again.known.points == people[1].known.points


@in_loop
async def test_a_table_at_which_nothing_is_done_for_an_hour_is_closed(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await settled(house)
        ear = Ear(people[0])
        await house.advance(60 * MINUTE_MS - 1)
        assert ear.frames == []
        await house.advance(1)
        assert ear.facts == [Ceased()]
        assert len(house.lobby) == 0


@in_loop
async def test_a_deal_that_everybody_left_ends_and_then_the_table(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        people = await started(house, Phase.PLAY)
        for peer in people:
            peer.hang_up()
        await house.advance(20 * MINUTE_MS)
        assert len(house.lobby) == 0
        assert "points" in await house.lobby.record(people[0].known.id, 0)


def census(house: Room) -> tuple[Counter[str], int]:
    """What is left of tables in the process, and the number of all objects that a table may have made.

    The combos that a rule set has met stay with it, and weak references come and go.
    """
    timers = sum(call.callback is not None for _, _, call in house.clock._calls)
    house.clock._calls.clear()  # those that were called off are the virtual clock's own
    gc.collect()
    everything = [thing for thing in gc.get_objects() if not isinstance(thing, Combo | weakref.ref)]
    left = Counter(type(thing).__name__ for thing in everything if isinstance(thing, OURS))
    lobby = house.lobby
    indexes: tuple[Sized, ...] = (lobby._codes, lobby._visited, lobby._visitors, lobby._followed)
    left["tables"], left["indexed"] = len(lobby), sum(map(len, indexes))
    left["timers"], left["tasks"] = timers, len(asyncio.all_tasks())
    return left, len(everything)


async def open_and_close(house: Room, batch: int) -> None:
    """So many tables that are left in different ways: by their button, before a deal, and in the middle of one."""
    people = [Peer(house, f"{batch}-{number}") for number in range(BATCH)]
    for number, peer in enumerate(people):
        peer.say(Open(peer.id(), "qq_3p", number % 20 == 0))
    await house.settle()
    watcher = Peer(house, f"{batch}-W")
    for peer in people[::7]:
        watcher.table = None
        await watcher.join(peer.known.code)
        watcher.say(Detach(watcher.id(), peer.known.id))
    for number, peer in enumerate(people):
        if number % 20 and number % 2:
            peer.say(Do(peer.id(), peer.known.id, Leave()))
        elif number % 20 == 0:
            await peer.ready()
    await house.settle()
    assert 0 < len(house.lobby) < BATCH
    for peer in (*people, watcher):
        peer.hang_up()
    await house.advance(20 * MINUTE_MS)


@in_loop
async def test_tables_that_are_closed_leave_nothing_behind(tmp_path: Path) -> None:
    async with room(tmp_path) as house:
        await open_and_close(house, 0)
        before, objects = census(house)
        for batch in range(1, TABLES // BATCH):
            await open_and_close(house, batch)
        after, more = census(house)
        assert after == before
        assert [after[kind.__name__] for kind in OURS] == [0] * len(OURS)
        assert (after["tables"], after["indexed"], after["timers"], after["tasks"]) == (0, 0, 0, 1)
        assert more - objects < TABLES // 10, "no object for a table"
        assert await house.store.unfinished() == []
