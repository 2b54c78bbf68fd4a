"""A deal of three people on tape: every unit that was written, and every moment at which the server could have died."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from dizhu.bots import Bot, make
from dizhu.cards import Card
from dizhu.games.acts import Action, AddBytes, Double, Ready, Show, Trustee
from dizhu.games.climb.view import View
from dizhu.games.game import Phase, Viewer
from dizhu.rules import RuleSet
from dizhu.server.accounts import Account
from dizhu.server.protocol import Ack, Do, Fill, FromClient, FromServer, Happened, Join, Open, Snapshot
from dizhu.server.schedule import Dues, Timing, dues
from dizhu.server.store import Store, Unit
from dizhu.server.table import Table
from dizhu.server.tableview import Clock, TableView
from tests.server.rooms import Peer, Room, acts, room

VIEWERS: Final[tuple[Viewer, ...]] = (0, 1, 2, "spectator")
Moment: TypeAlias = Literal["sent", "written", "acked", "told"]
Command: TypeAlias = Open | Join | Fill | Do
_THINK_MS: Final = 700
_SEED: Final = 11


class Known(msgspec.Struct, frozen=True):
    """What one person knew when the server died.

    table, event:  as it had followed them
    open:          the command it had no answer to; None if it waited for none
    acked:         its commands that were acknowledged, in order
    """

    account: Account
    table: TableView | None = None
    event: int = 0
    open: Command | None = None
    acked: tuple[Command, ...] = ()


class State(msgspec.Struct, frozen=True):
    """The table as it had been written.

    views:    by viewer, in the order of `VIEWERS`
    entries:  of the running or last deal
    """

    event: int
    views: tuple[TableView, ...]
    entries: tuple[object, ...]
    dues: Dues

    @classmethod
    def of(cls, table: Table) -> State:
        """The state of a table."""
        desk = table.desk
        entries = tuple(desk.game.entries) if desk.game else ()
        return cls(desk.event, tuple(map(desk.view, VIEWERS)), entries, dues(desk, Timing(), {}))


class Cut(msgspec.Struct, frozen=True):
    """A moment at which the server dies.

    moment:  what had just been done: a command sent to it, a unit written, an ack or an event told to one person
    units:   number of units written
    clock:   the running clock as all were to see it
    """

    moment: Moment
    units: int
    now_ms: int
    people: tuple[Known, ...]
    clock: Clock | None


class Tape:
    """What happens at one table, from its opening on.

    states:  by number of units written, from 1
    """

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self.states: dict[int, State] = {}
        self.cuts: list[Cut] = []
        self.people: dict[str, Known] = {}
        self.room: Room | None = None

    def note(self, moment: Moment) -> None:
        """Keep this moment."""
        assert self.room is not None
        tables = [*self.room.lobby._tables.values()]
        now_ms = self.room.clock.now_ms()
        clock = tables[0].crowd.clock(tables[0].desk, now_ms) if tables else None
        self.cuts.append(Cut(moment, len(self.units), now_ms, tuple(self.people.values()), clock))

    def write(self, unit: Unit) -> None:
        """A unit is in the log for good."""
        assert self.room is not None
        self.units.append(unit)
        self.states[len(self.units)] = State.of(self.room.table(unit.rows[0].table))
        self.note("written")


class TapedStore(Store):
    """A store whose appends are taped as soon as they are durable."""

    tape: Tape

    async def append(self, unit: Unit) -> None:
        """See `Store`."""
        await super().append(unit)
        self.tape.write(unit)


class Witness(Peer):
    """A person who is on tape, with one connection of maybe several."""

    def __init__(self, room: Room, tape: Tape, name: str) -> None:
        super().__init__(room, name)
        self._tape = tape
        before = tape.people.setdefault(name, Known(self.account))
        self.table, self.event = before.table, before.event

    def say(self, frame: FromClient) -> None:
        if isinstance(frame, Command):
            self._know(open=frame)
            self._tape.note("sent")
        super().say(frame)

    def send_text(self, text: str) -> None:
        super().send_text(text)
        self._know(table=self.table, event=self.event)
        frame: FromServer = self.frames[-1]
        known = self._tape.people[self.account.name]
        if isinstance(frame, Ack) and known.open is not None and known.open.cmd_id == frame.cmd_id:
            self._know(open=None, acked=(*known.acked, known.open))
            self._tape.note("acked")
        elif isinstance(frame, Happened | Snapshot):
            self._tape.note("told")

    def _know(self, **changes: object) -> None:
        people = self._tape.people
        people[self.account.name] = msgspec.structs.replace(people[self.account.name], **changes)


class Players:
    """The three people of a tape; each plays as its bot would."""

    def __init__(self, room: Room, tape: Tape, rules: RuleSet) -> None:
        self.room = room
        self._tape = tape
        self._rules = rules
        self.ann, self.bob, self.cid = (Witness(room, tape, name) for name in ("Ann", "Bob", "Cid"))
        self._turn = 0
        self._away: Witness | None = None

    @property
    def here(self) -> list[Peer]:
        """Those who are connected."""
        return [peer for peer in (self.ann, self.bob, self.cid) if peer is not self._away]

    async def sit_down(self) -> None:
        """A table of friends; Ann adds no bytes, so that the others wait for them in vain."""
        table = await self.ann.open(self._rules.id, bots=False)
        for friend in (self.bob, self.cid):
            assert isinstance(await friend.join(table.code), Ack)
        await self.bob.ready()
        await done(self.cid, AddBytes(b"cid" * 9))
        await done(self.cid, AddBytes(b"Cid" * 9))  # thought better of it
        await done(self.ann, Ready())
        await done(self.cid, Ready())
        await self.room.advance(Timing().bytes_ms)

    async def play(self) -> None:
        """One deal, with what people do: show, double, dream, press the button, lose the connection, come back."""
        shown = False
        while self.ann.known.deal == 0:
            asked = [peer for peer in acts(self.here) if not robot(peer)]
            if self.bob.phase is Phase.DEAL and hand(self.bob) and not shown:
                shown = True
                await done(self.bob, Show(True))
            elif asked and asked[0].phase is Phase.DOUBLE:
                await self._double()
            elif asked:
                await self._one_turn(asked[0])
            await self.room.advance(_THINK_MS)

    async def _double(self) -> None:
        """Two choose, a while apart; who is left lets the clock run out."""
        for peer, yes in ((self.bob, True), (self.ann, False)):
            if peer.options is not None:
                await done(peer, Double(yes))
                await self.room.advance(_THINK_MS)
        await self.room.advance(Timing().clocks_ms["double"])

    async def _one_turn(self, peer: Peer) -> None:
        options = peer.options
        assert options is not None
        if not options.lay:
            await done(peer, options.acts[-1])
            return
        self._turn += 1
        match self._turn:
            case 3:
                await self.room.advance(Timing().clocks_ms["play"])
                return
            case 5:
                await done(self.ann, Trustee(True))
            case 7:
                self._away = self.cid
                self.cid.hang_up()
                await self.room.advance(Timing().grace_ms)
            case 9:
                self.bob.hang_up()
                self.bob = await self._again(self.bob)
            case 10:
                self.cid = await self._again(self.cid)
                self._away = None
            case 12:
                await done(self.ann, Trustee(False))
        await self.room.settle()
        if peer.options is not None and peer in self.here and not robot(peer):
            await answer(peer, make("greedy", self._rules, random.Random(1)))

    async def _again(self, before: Witness) -> Witness:
        """The same person on a new connection."""
        peer = Witness(self.room, self._tape, before.account.name)
        assert isinstance(await peer.sync(before.known.id, before.event), Ack)
        return peer


def hand(peer: Peer) -> tuple[Card, ...]:
    """The cards a person holds."""
    return peer.known.view.hand if peer.known.view else ()


def robot(peer: Peer) -> bool:
    """Whether the robot plays for a person."""
    view = peer.known.view
    return view is not None and peer.known.you is not None and view.seats[peer.known.you].trustee


async def done(peer: Peer, action: object) -> None:
    """An act that must be taken."""
    answered = await peer.do(action)  # type: ignore[arg-type]
    assert isinstance(answered, Ack), (answered, action)


async def answer(peer: Peer, bot: Bot) -> None:
    """Answer as a bot would that knew the same, but for wanting to be landlord."""
    assert peer.known.view is not None
    await done(peer, eager(peer.known.view, bot))


def eager(view: View, bot: Bot) -> Action:
    """What a bot does, except that it always wants to be landlord, so that there is a deal to play."""
    assert view.options is not None
    return view.options.acts[-1] if view.options.phase in (Phase.BID, Phase.CALL, Phase.GRAB) else bot.act(view)


async def record(folder: Path, rules: RuleSet) -> Tape:
    """A table from its opening to the first cards of its second deal."""
    tape = Tape()
    async with room(folder, kind=TapedStore, seed=_SEED) as house:
        house.store.tape, tape.room = tape, house
        players = Players(house, tape, rules)
        await players.sit_down()
        await players.play()
        while players.ann.known.deal == 1 and players.ann.known.stage != "playing":
            for peer in players.here:
                await peer.ready()
        await house.advance(2 * Timing().deal_ms)
    return tape


def commands(units: Sequence[Unit]) -> list[tuple[str, str]]:
    """The commands of a log, in order."""
    return [(row.account, row.cmd_id) for unit in units for row in unit.rows if row.account and row.cmd_id]
