"""A table with everybody who could hear something of it: what each of them is sent, and when, to the millisecond.

What people do is kept as `Step`s, so that it can be done `again` on a server of the same seed with other cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from logging import LogRecord
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from dizhu.games.acts import (
    Commit,
)
from dizhu.games.climb.game import ClimbGame
from dizhu.games.codec import decode, encode
from dizhu.games.game import Entry, Phase
from dizhu.rules import RuleSet
from dizhu.server.accounts import Account
from dizhu.server.desk import Desk
from dizhu.server.log import Acted, read
from dizhu.server.protocol import (
    Ack,
    Answer,
    Bye,
    Code,
    FromClient,
    FromServer,
    Open,
    Refused,
    Snapshot,
)
from dizhu.server.store import StorageError, Store, Unit
from tests.server.rooms import Room, room
from tests.server.virtual import VirtualClock

NAMES: Final = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus")
SEATS: Final = 3
SPECTATORS: Final = (3, 4)
STRANGER: Final = 5
FORMER: Final = 6
"""People: the first three play, unless bots do; the former has left before the first deal."""

Tab: TypeAlias = tuple[int, int]
"""A connection: whose it is, and the how manieth of that person."""


class FaultyStore(Store):
    """A store that writes nothing while its disk is full."""

    full = False

    async def append(self, unit: Unit) -> None:
        """See `Store`."""
        if self.full:
            raise StorageError("expected room on the disk, it is full")
        await super().append(unit)


class Moment(msgspec.Struct, frozen=True):
    """How far the table is.

    deal:     number of the running or last deal; -1 before the first
    entries:  done in it
    over:     whether it is over
    """

    deal: int
    entries: int
    over: bool

    @classmethod
    def of(cls, desk: Desk) -> Moment:
        """Where a table is now."""
        over = desk.match.game is None
        return cls(desk.match.deal - over, len(desk.game.entries) if desk.game else 0, over)


class Sent(msgspec.Struct, frozen=True):
    """A frame that came, and when."""

    at_ms: int
    text: str
    moment: Moment


class Step(msgspec.Struct, frozen=True):
    """What somebody does.

    frame:  what is sent; None for a connection that is lost
    full:   whether the disk is full meanwhile, and for a second after
    """

    at_ms: int
    tab: Tab
    frame: FromClient | None
    full: bool = False


class Mark(msgspec.Struct, frozen=True):
    """How things stand after a step.

    heard:   by connection, the number of frames that had come
    logged:  number of lines in the server's log
    event:   number of the last event
    asked:   people who are asked something
    turns:   by seat, the question asked last
    tabs:    by person, the connection in use
    """

    at_ms: int
    moment: Moment
    phase: Phase | None
    entries: tuple[Entry, ...]
    heard: Mapping[Tab, int]
    logged: int
    event: int
    asked: tuple[int, ...]
    turns: tuple[int, ...]
    tabs: tuple[int, ...]


class Ear:
    """A connection that keeps every frame; the line of `dizhu.server.gallery`."""

    def __init__(self, scene: Scene, person: int) -> None:
        self.account = Account(f"account-{NAMES[person]}", NAMES[person], "ox")
        self.heard: list[Sent] = []
        self._scene = scene

    def send(self, frame: FromServer) -> None:
        """Take a frame from the server."""
        self.send_text(encode(frame).decode())

    def send_text(self, text: str) -> None:
        """Take a frame that is written already."""
        self.heard.append(Sent(self._scene.clock.now_ms(), text, self._scene.moment()))

    def close(self, code: Code) -> None:
        """Hear that the server ends the connection."""
        self.send(Bye(code))


class Scene:
    """One table on a server, and all that was done and heard there.

    steps:    what was done
    answers:  what each step was answered
    marks:    how things stood after it
    games:    by number of the deal
    added:    by number of the deal, what the seats added to it
    codes:    by table, once `finish` was called
    secrets:  by table and number of the deal, likewise
    """

    def __init__(self, house: Room, rules: RuleSet, seed: int, log: Sequence[LogRecord]) -> None:
        self.house = house
        self.rules = rules
        self.seed = seed
        self.clock: VirtualClock = house.clock
        self.ears: dict[Tab, Ear] = {}
        self.steps: list[Step] = []
        self.answers: list[Ack | Refused | Answer | None] = []
        self.marks: list[Mark] = []
        self.added: dict[int, tuple[bytes, ...]] = {}
        self.games: dict[int, ClimbGame] = {}
        self.codes: dict[str, str] = {}
        self.secrets: dict[tuple[str, int], bytes] = {}
        self.table = self.code = ""
        self._tabs = [0] * len(NAMES)
        self._log = log
        self._first_line = len(log)

    @property
    def desk(self) -> Desk:
        """The table's state."""
        return self.house.table(self.table).desk

    @property
    def log(self) -> list[str]:
        """What the server wrote into its log meanwhile."""
        lines = self._log[self._first_line :]
        return [f"{record.getMessage()} {record.exc_text or ''} {record.exc_info or ''}" for record in lines]

    def moment(self) -> Moment:
        """How far the table is."""
        if not self.table:
            return Moment(-1, 0, True)
        moment = Moment.of(self.desk)
        if self.desk.game is not None:
            self.games[moment.deal] = self.desk.game
        if self.desk.match.game is not None and self.desk.match.fairness is not None:
            self.added[moment.deal] = self.desk.match.fairness.seat_bytes
        return moment

    def tab(self, person: int, *, fresh: bool = False) -> Tab:
        """The connection a person uses now, or a fresh one."""
        self._tabs[person] += fresh
        return person, self._tabs[person]

    async def say(self, person: int, frame: FromClient) -> None:
        """Somebody sends a frame now, on the connection in use."""
        await self.do(Step(self.clock.now_ms(), self.tab(person), frame))

    async def do(self, step: Step) -> None:
        """Let time pass until a step, and do it."""
        await self.wait_until(step.at_ms)
        person, number = step.tab
        ear = self.ears.setdefault(step.tab, Ear(self, person))
        self._tabs[person] = max(self._tabs[person], number)
        before = len(ear.heard)
        store = self.house.store
        assert isinstance(store, FaultyStore)
        store.full = step.full
        if step.frame is None:
            self.house.lobby.lost(ear)
        else:
            self.house.lobby.receive(ear, step.frame)  # type: ignore[arg-type]
        await self.house.settle()
        store.full = False
        answer = None if step.frame is None else self._answer(ear, before, step.frame)
        if step.full:
            await self.house.advance(1000)
        self.steps.append(step)
        self.answers.append(answer)
        self.marks.append(self.mark())

    async def wait_until(self, at_ms: int) -> None:
        """Let time pass."""
        if at_ms > self.clock.now_ms():
            await self.house.advance(at_ms - self.clock.now_ms())

    def _answer(self, ear: Ear, before: int, asked: FromClient) -> Ack | Refused | Answer | None:
        for sent in ear.heard[before:]:
            frame: FromServer = decode(sent.text, FromServer)  # type: ignore[arg-type]
            if isinstance(frame, Snapshot) and isinstance(asked, Open) and not self.table:
                self.table, self.code = frame.table.id, frame.table.code
            if isinstance(frame, Ack | Refused | Answer) and frame.cmd_id == asked.cmd_id:
                return frame
        return None

    def mark(self) -> Mark:
        """How things stand."""
        game = self.desk.match.game
        return Mark(
            self.clock.now_ms(),
            self.moment(),
            game.phase if game else None,
            tuple(self.desk.game.entries) if self.desk.game else (),
            {tab: len(ear.heard) for tab, ear in self.ears.items()},
            len(self.log),
            self.desk.event,
            tuple(seat for seat in self.desk.persons if self.desk.options(seat) is not None),
            tuple(self.desk.turns),
            tuple(self._tabs),
        )

    async def finish(self) -> None:
        """Read what the tables kept secret."""
        for table, found in self.house.lobby._tables.items():
            self.codes[table] = found.desk.code
            bodies = [read(row.body) for row in await self.house.store.rows(table)]
            commits = [body.action for body in bodies if isinstance(body, Acted) and isinstance(body.action, Commit)]
            self.secrets |= {(table, deal): commit.secret for deal, commit in enumerate(commits)}


async def again(folder: Path, rules: RuleSet, seed: int, log: Sequence[LogRecord], steps: Sequence[Step]) -> Scene:
    """Do these steps on a server of that seed."""
    async with room(folder, seed=seed, kind=FaultyStore) as house:
        scene = Scene(house, rules, seed, log)
        for step in steps:
            await scene.do(step)
        return scene
