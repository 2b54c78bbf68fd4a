"""One table at work: one task and one queue, in which few commands may wait; nothing else touches its desk.

Every command, lost connection and ringing timer is a letter in the queue. A letter is checked, applied to the desk,
appended to the log, acknowledged when the log has it for good, and then published. If the log cannot be written, the
desk is thrown away and built again from what the log says.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from dizhu.bots import Bot, make
from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import AddBytes, Leave, Ready, Trustee
from dizhu.games.game import Cause, Seat, Viewer
from dizhu.rules import RuleSet
from dizhu.server import seating
from dizhu.server.answers import answer
from dizhu.server.clock import Handle
from dizhu.server.desk import Desk, Refusal, TableEvent
from dizhu.server.gallery import Gallery, Line
from dizhu.server.house import House
from dizhu.server.journal import Command, HalfDone, Journal
from dizhu.server.log import Acted, Body, Presence
from dizhu.server.protocol import (
    Ack,
    Code,
    Detach,
    Do,
    Fill,
    Hints,
    Join,
    Open,
    Own,
    Readings,
    Refused,
    Sync,
)
from dizhu.server.schedule import Due, body_of, dues
from dizhu.server.store import LostTable, Row, StorageError

MAX_WAITING: Final = 64
_RETRY_MS: Final = 1000
_log = logging.getLogger(__name__)

TableFrame: TypeAlias = Open | Join | Sync | Detach | Fill | Do | Readings | Hints
_Letter: TypeAlias = tuple[Line, TableFrame] | Line | None
"""A command or question, a lost connection, or None to look at the clock."""


class Table:
    """A table and its task.

    crowd:      the connections that follow it
    opened_by:  the command that opened it, for as long as that is kept
    """

    def __init__(
        self, house: House, journal: Journal, forget: Callable[[Table], None], opened_by: Command | None
    ) -> None:
        self.crowd = Gallery(journal.desk, house.timing)
        self.opened_by = opened_by
        self._house = house
        self._journal = journal
        self._forget = forget
        self._queue: asyncio.Queue[_Letter] = asyncio.Queue()
        self._unanswered: _Letter = None
        self._gone: dict[Seat, int] = {}
        self._bots: dict[Seat, Bot] = {}
        self._timer: Handle | None = None
        self._rings_ms: int | None = None
        self._ends: Code | None = None
        self._waiting: asyncio.Event | None = None
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def open(cls, house: House, desk: Desk, forget: Callable[[Table], None], by: Command) -> Table:
        """A new table; the command by which it is opened comes first, and opens its log."""
        return cls(house, Journal(house.store, house.rng, desk), forget, by)

    @classmethod
    def resume(cls, house: House, rules: RuleSet, rows: Sequence[Row], forget: Callable[[Table], None]) -> Table:
        """The table that a log tells of; its people are expected back for a while."""
        journal = Journal.resume(house.store, house.rng, rules, rows)
        table = cls(house, journal, forget, journal.opened_by)
        back_ms = house.clock.now_ms() + house.timing.boot_ms - house.timing.grace_ms
        table._gone = dict.fromkeys(table.desk.persons, back_ms)
        return table

    @property
    def desk(self) -> Desk:
        """Its state."""
        return self._journal.desk

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"table {self.desk.id}")
        self._task.add_done_callback(_note_failure)
        self._queue.put_nowait(None)

    async def stop(self) -> None:
        """End after the letter in hand; what still waits is refused."""
        self._ends = Code.STOPPING
        self._queue.put_nowait(None)
        if self._waiting is not None:
            self._waiting.set()
        if self._task is not None:
            await asyncio.wait((self._task,))

    def post(self, line: Line, frame: TableFrame) -> None:
        """Take a command; it is refused at once if too many wait already."""
        code = self._ends or (Code.STORAGE if self._waiting else None)
        if code is None and self._queue.qsize() >= MAX_WAITING:
            code = Code.BUSY
        if code is not None:
            line.send(Refused(frame.cmd_id, code))
        else:
            self._queue.put_nowait((line, frame))

    def lost(self, line: Line) -> None:
        """A connection is gone, whether or not it follows yet: the command to do so may still wait."""
        self._queue.put_nowait(line)

    async def _run(self) -> None:
        try:
            while self._ends is None:
                await self._read(await self._queue.get())
        finally:
            self._ends = self._ends or Code.NO_SUCH_TABLE  # None is a fault of ours
            _refuse(self._unanswered, self._ends)
            while not self._queue.empty():
                _refuse(self._queue.get_nowait(), self._ends)
            if self._ends is Code.NO_SUCH_TABLE:
                self.crowd.dismiss(self._ends)
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            self._forget(self)

    async def _read(self, letter: _Letter) -> None:
        self._unanswered = letter
        try:
            if isinstance(letter, tuple):
                await self._answered(*letter)
            elif letter is not None:
                self._went(letter)
            self._unanswered = None
            await self._look()
        except LostTable:
            _log.warning("table %s belongs to another server now", self.desk.id)
            self._ends = Code.NO_SUCH_TABLE
        except (StorageError, HalfDone):
            _refuse(self._unanswered, Code.STORAGE)
            self._unanswered = None
            await self._rebuild()

    async def _answered(self, line: Line, frame: TableFrame) -> None:
        try:
            await self._command(line, frame)
        except Refusal as refusal:
            line.send(Refused(frame.cmd_id, refusal.code))
        except IllegalAction as error:
            line.send(Refused(frame.cmd_id, error.reason))

    async def _command(self, line: Line, frame: TableFrame) -> None:
        if self._journal.done((line.account.id, frame.cmd_id)):
            self._again(line, frame)
            return
        match frame:
            case Open():
                await self._open(line, frame)
            case Join():
                await self._join(line, frame)
            case Sync():
                self._sync(line, frame)
            case Detach():
                self._went(line)
                line.send(Ack(frame.cmd_id, self.desk.id))
            case Fill():
                await self._fill(line, frame)
            case Do():
                await self._do(line, frame)
            case Readings() | Hints():
                self._question(line, frame)

    # Commands.

    async def _open(self, line: Line, frame: Open) -> None:
        bodies = [seating.person(line.account, 0)]
        if frame.bots:
            bodies += [*seating.bots(self.desk, self.desk.seats[1:], self._house.rng), Acted(0, Ready(), Cause.PLAYER)]
        self._publish(await self._commit(bodies, line, frame.cmd_id))
        self._attach(line, None)
        line.send(Ack(frame.cmd_id, self.desk.id))

    async def _join(self, line: Line, frame: Join) -> None:
        seat = self.desk.seat_of(line.account.id)
        empty = self.desk.empty_chair()
        if seat is None and empty is not None:
            self._publish(await self._commit([seating.person(line.account, empty)], line, frame.cmd_id))
        self._attach(line, None)
        line.send(Ack(frame.cmd_id, self.desk.id))

    def _sync(self, line: Line, frame: Sync) -> None:
        self._attach(line, frame.since)
        line.send(Ack(frame.cmd_id, self.desk.id))

    async def _fill(self, line: Line, frame: Fill) -> None:
        if self._seat(line) != self.desk.owner:
            raise Refusal(Code.NOT_OWNER)
        empty = [seat for seat in self.desk.seats if self.desk.chairs[seat] is None]
        if not empty:
            raise Refusal(Code.NO_EMPTY_CHAIR)
        events = await self._commit(seating.bots(self.desk, empty, self._house.rng), line, frame.cmd_id)
        line.send(Ack(frame.cmd_id, self.desk.id))
        self._publish(events)

    async def _do(self, line: Line, frame: Do) -> None:
        seat = self._seat(line)
        answers = not isinstance(frame.action, Ready | AddBytes | Leave | Trustee)
        if answers and frame.turn_id != self.desk.turn_id(seat):
            raise Refusal(Code.STALE)
        if isinstance(frame.action, Trustee) and self.desk.match.game is None:
            raise Refusal(Code.STALE)
        events = await self._commit([Acted(seat, frame.action, Cause.PLAYER)], line, frame.cmd_id)
        self._acknowledge(line, frame.cmd_id)
        self._publish(events)
        if isinstance(frame.action, Leave):
            self.crowd.leave(line)

    def _question(self, line: Line, frame: Readings | Hints) -> None:
        seat = self._seat(line)
        game = self.desk.match.game
        if game is None:
            raise IllegalAction(Reason.NOT_ASKED, "expected a running deal")
        line.send(answer(frame, game.view(seat), self.desk.rules))

    def _again(self, line: Line, frame: TableFrame) -> None:
        """A command that was done before: acknowledge it once more."""
        if isinstance(frame, Open | Join):
            self._attach(line, None)
        self._acknowledge(line, frame.cmd_id)
        if isinstance(frame, Do) and isinstance(frame.action, Leave) and self.crowd.viewer(line) == "spectator":
            self.crowd.leave(line)

    def _acknowledge(self, line: Line, cmd_id: str) -> None:
        """An ack, with what the seat chose in secret if a game keeps that from the events."""
        seat, game = self.desk.seat_of(line.account.id), self.desk.match.game
        own = None
        if seat is not None and game is not None and self.desk.secret:
            view = game.view(seat)
            own = Own(view.choice, view.options) if view.choice is not None else None
        line.send(Ack(cmd_id, self.desk.id, own))

    def _seat(self, line: Line) -> Seat:
        """The seat a connection plays."""
        seat = self.desk.seat_of(line.account.id)
        if seat is None:
            raise Refusal(Code.NOT_SEATED)
        if self.crowd.viewer(line) != seat:
            raise Refusal(Code.ELSEWHERE if self.crowd.line_of(seat) else Code.NOT_HERE)
        return seat

    # Connections.

    def _attach(self, line: Line, since: int | None) -> None:
        """A connection follows from now on, from event `since` if that can be, else from a whole view.

        Refusal if it has no seat and no more spectators fit in.
        """
        seat = self.desk.seat_of(line.account.id)
        viewer: Viewer = "spectator" if seat is None else seat
        if viewer == "spectator" and not self.crowd.takes(line):
            raise Refusal(Code.NO_EMPTY_CHAIR)
        if self.crowd.viewer(line) not in (viewer, None):
            since = None  # what it saw before, it saw as somebody else
        self.crowd.enter(line, viewer, self.desk.id)
        self._gone.pop(seat if seat is not None else -1, None)
        missed = None if since is None else self.crowd.resume(self.desk, viewer, since, self._now())
        for frame in missed or (self.crowd.snapshot(self.desk, viewer, self._now()),):
            line.send(frame)

    def _went(self, line: Line) -> None:
        """A connection follows no longer; if it played a seat, the wait for its return begins."""
        viewer = self.crowd.leave(line)
        if isinstance(viewer, int):
            self._gone[viewer] = self._now()

    # The log.

    async def _commit(self, bodies: Sequence[Body], line: Line | None = None, cmd_id: str = "") -> list[TableEvent]:
        """Do bodies for good; their events, still to be published."""
        return await self._journal.commit(bodies, self._now(), (line.account.id, cmd_id) if line else None)

    def _publish(self, events: Sequence[TableEvent]) -> None:
        self.crowd.publish(self.desk, events, self._now())

    async def _rebuild(self) -> None:
        """The log could not be written: whether what was tried holds is not known; go on from what the log says."""
        _log.warning("table %s waits for its storage", self.desk.id)
        self.crowd.say_waiting(self.desk, waiting=True, now_ms=self._now())
        self._waiting = asyncio.Event()
        rows = await self._reread(self._waiting)
        self._waiting = None
        if not rows:  # it was never opened, or the server stops
            self._ends = self._ends or Code.NO_SUCH_TABLE
            return
        self._journal = Journal.resume(self._house.store, self._house.rng, self.desk.rules, rows)
        self._bots.clear()
        self.crowd.say_waiting(self.desk, waiting=False, now_ms=self._now())
        for seat in self.desk.present:
            if self.crowd.line_of(seat) is None:  # it sat down, and was told it had not
                self._gone.setdefault(seat, self._now())
        self._set_timer(self._first_due())

    async def _reread(self, again: asyncio.Event) -> Sequence[Row]:
        while self._ends is None:
            self._house.clock.call_at(self._now() + _RETRY_MS, again.set)
            await again.wait()
            again.clear()
            try:
                return await self._house.store.rows(self.desk.id)
            except StorageError:
                continue
        return ()

    # Time.

    def _now(self) -> int:
        return self._house.clock.now_ms()

    async def _look(self) -> None:
        """Do everything that is due, one thing after the other, and set the timer for the next."""
        while self.desk.stage != "closed":
            back = self._returned()
            if back is not None:
                self._publish(await self._commit([back]))
                continue
            now = self._now()
            first = self._first_due()
            if first is None or first[1] > now:
                self._set_timer(first)
                break
            self._publish(await self._commit([body_of(first[0], self.desk, self._seated_bots())]))
            for seat in list(self._gone):
                if not self.desk.here(seat):
                    del self._gone[seat]
        else:
            self._ends = Code.CLOSED

    def _first_due(self) -> tuple[Due, int] | None:
        return min(dues(self.desk, self._house.timing, self._gone).items(), key=lambda due: due[1], default=None)

    def _returned(self) -> Body | None:
        """A person who counts as lost but is connected; while choices are secret that is not told."""
        for seat in () if self.desk.secret else self.desk.persons:
            if not self.desk.here(seat) and self.crowd.line_of(seat) is not None:
                return Presence(seat, here=True)
        return None

    def _seated_bots(self) -> dict[Seat, Bot]:
        for seat in self.desk.seats:
            name = self.desk.bot(seat)
            if name and seat not in self._bots:
                self._bots[seat] = make(name, self.desk.rules, random.Random(self._house.rng.getrandbits(64)))
        return self._bots

    def _set_timer(self, due: tuple[Due, int] | None) -> None:
        wanted = None if due is None else due[1]
        if wanted == self._rings_ms:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._rings_ms = wanted
        self._timer = None if wanted is None else self._house.clock.call_at(wanted, self._ring)

    def _ring(self) -> None:
        self._timer = self._rings_ms = None
        self._queue.put_nowait(None)


def _note_failure(task: asyncio.Task[None]) -> None:
    """Log what a table died of."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("%s failed", task.get_name(), exc_info=error)


def _refuse(letter: _Letter, code: Code) -> None:
    """Refuse a letter, if it is one that wants an answer."""
    if isinstance(letter, tuple):
        line, frame = letter
        line.send(Refused(frame.cmd_id, code))
