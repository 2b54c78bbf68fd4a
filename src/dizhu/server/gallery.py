"""Who follows a table, and telling each of them what it may know."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final, Protocol

import msgspec

from dizhu.games.codec import encode
from dizhu.games.game import Options, Seat, Viewer
from dizhu.games.match import Left, Started
from dizhu.games.project import project
from dizhu.server.desk import Desk, TableEvent
from dizhu.server.protocol import Code, FromServer, Happened, Now, Snapshot, Taken, Waiting
from dizhu.server.schedule import Timing
from dizhu.server.tableview import Clock

MAX_SPECTATORS: Final = 50
_KEPT_EVENTS: Final = 400


class Person(Protocol):
    """Whose connection it is."""

    @property
    def id(self) -> str:
        """The account."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def avatar(self) -> str:
        """Its picture."""


class Line(Protocol):
    """One connection of a person; sending never blocks."""

    @property
    def account(self) -> Person:
        """Who is at the other end."""

    def send(self, frame: FromServer) -> None:
        """Send a frame."""

    def send_text(self, text: str) -> None:
        """Send a frame that is written already."""

    def close(self, code: Code) -> None:
        """End the connection, and say why."""


class Gallery:
    """The connections that follow one table: at most one for a seat, and one each for up to `MAX_SPECTATORS` others.

    Of a person's connections the newest counts: one for the chair, one to watch.
    """

    def __init__(self, desk: Desk, timing: Timing) -> None:
        self._timing = timing
        self._lines: dict[Line, Viewer] = {}
        self._recent: deque[tuple[int, TableEvent]] = deque(maxlen=_KEPT_EVENTS)
        self._told_wait = desk.wait

    def viewer(self, line: Line) -> Viewer | None:
        """As whom a connection follows; None if it does not."""
        return self._lines.get(line)

    def line_of(self, seat: Seat) -> Line | None:
        """The connection that plays a seat."""
        return next((line for line, viewer in self._lines.items() if viewer == seat), None)

    def takes(self, line: Line) -> bool:
        """Whether a connection fits in as a spectator; one that follows already does, and so does another of his."""
        watching = {each.account.id for each, viewer in self._lines.items() if viewer == "spectator"}
        return line in self._lines or line.account.id in watching or len(watching) < MAX_SPECTATORS

    def _older(self, line: Line, viewer: Viewer) -> Line | None:
        """The connection that a new one takes the place of."""
        if isinstance(viewer, int):
            return self.line_of(viewer)
        same = (each for each, seen_as in self._lines.items() if seen_as == viewer)
        return next((each for each in same if each.account.id == line.account.id), None)

    def enter(self, line: Line, viewer: Viewer, table: str) -> None:
        """A connection follows from now on; an older one of the same seat or spectator is told that it does no more."""
        older = self._older(line, viewer)
        if older is not None and older is not line:
            del self._lines[older]
            older.send(Taken(table))
        self._lines[line] = viewer

    def leave(self, line: Line) -> Viewer | None:
        """A connection follows no longer; as whom it did."""
        return self._lines.pop(line, None)

    def dismiss(self, code: Code) -> None:
        """The table is no more here: end all connections, so that whoever comes back is told what is left."""
        for line in list(self._lines):
            line.close(code)
        self._lines.clear()

    def everybody(self, frame: FromServer) -> None:
        """Send all the same frame."""
        text = encode(frame).decode()
        for line in list(self._lines):
            line.send_text(text)

    def publish(self, desk: Desk, events: Iterable[TableEvent], now_ms: int) -> None:
        """Tell everybody what happened, the last of the desk's events; the clock goes with the last one."""
        batch = list(events)
        numbers = range(desk.event - len(batch) + 1, desk.event + 1)
        for number, event in zip(numbers, batch, strict=True):
            if any(isinstance(told.fact, Started | Left) for told in event.told):
                self._recent.clear()  # what came before belongs to another deal, or to who sat on that chair
            self._recent.append((number, event))
            clock = number == desk.event and self._told_wait != desk.wait
            frames: dict[Viewer, str] = {}
            for line, viewer in list(self._lines.items()):
                if viewer not in frames:
                    frame = happened(desk, number, event, viewer)
                    if clock:
                        frame = msgspec.structs.replace(frame, clock=self.clock(desk, now_ms))
                    frames[viewer] = encode(frame).decode()
                line.send_text(frames[viewer])
        self._told_wait = desk.wait

    def snapshot(self, desk: Desk, viewer: Viewer, now_ms: int) -> Snapshot:
        """The whole table for one viewer."""
        view = desk.view(viewer)
        return Snapshot(desk.event, msgspec.structs.replace(view, clock=self.clock(desk, now_ms)))

    def resume(self, desk: Desk, viewer: Viewer, since: int, now_ms: int) -> Iterator[FromServer] | None:
        """The events after `since` and where the viewer stands; None if they are too many or too old."""
        if since != desk.event and not (self._recent and self._recent[0][0] - 1 <= since <= desk.event):
            return None
        return self._missed(desk, viewer, since, now_ms)

    def _missed(self, desk: Desk, viewer: Viewer, since: int, now_ms: int) -> Iterator[FromServer]:
        for number, event in self._recent:
            if number > since:
                yield happened(desk, number, event, viewer)
        view = desk.view(viewer)
        deal = view.view
        yield Now(
            desk.id,
            desk.event,
            you=view.you,
            options=deal.options if deal else None,
            turn_id=view.turn_id,
            choice=deal.choice if deal else None,
            own_bytes=view.own_bytes,
            clock=self.clock(desk, now_ms),
        )

    def clock(self, desk: Desk, now_ms: int) -> Clock | None:
        """The clock as all may see it."""
        if desk.wait is None:
            return None
        total_ms = self._timing.clocks_ms[desk.wait.deadline]
        return Clock(desk.wait.seats, max(0, desk.wait.since_ms + total_ms - now_ms), total_ms)

    def say_waiting(self, desk: Desk, *, waiting: bool, now_ms: int) -> None:
        """The table waits for its storage, or goes on with what the log says."""
        self.everybody(Waiting(desk.id, waiting))
        if not waiting:
            self._recent.clear()
            self._told_wait = desk.wait
            for line, viewer in list(self._lines.items()):
                if viewer != "spectator" and viewer != desk.seat_of(line.account.id):
                    viewer = self._lines[line] = "spectator"  # it had left, and was told it had not
                line.send(self.snapshot(desk, viewer, now_ms))


def happened(desk: Desk, number: int, event: TableEvent, viewer: Viewer) -> Happened:
    """An event as a frame for one viewer."""
    seen = project(event, viewer)
    asked = number if isinstance(seen.options, Options) else None
    turn = msgspec.UNSET if seen.options is msgspec.UNSET else asked
    return Happened(desk.id, number, seen.facts, options=seen.options, turn_id=turn)
