"""A whole server in one process and in virtual time, without sockets: a lobby on a real store, and people."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from dizhu.games.acts import Action, AddBytes, Ready
from dizhu.games.codec import decode, encode
from dizhu.games.game import Options, Phase
from dizhu.rules import RuleSet, available, load
from dizhu.server.accounts import Account
from dizhu.server.follow import follow, follow_ack, follow_now
from dizhu.server.lobby import Lobby
from dizhu.server.protocol import (
    Ack,
    Answer,
    Bye,
    Code,
    Do,
    Fill,
    FromClient,
    FromServer,
    Happened,
    Hints,
    Join,
    Now,
    Open,
    Refused,
    SeatAct,
    Snapshot,
    Sync,
    Taken,
)
from dizhu.server.schedule import Timing
from dizhu.server.store import Store
from dizhu.server.table import Table
from dizhu.server.tableview import TableView
from tests.server.virtual import VirtualClock

F = TypeVar("F", bound=FromServer)
GAMES = {id_: load(id_) for id_ in available(folder="variants")}


class Room:
    """A server: its store, clock and lobby."""

    def __init__(self, store: Store, clock: VirtualClock, lobby: Lobby) -> None:
        self.store = store
        self.clock = clock
        self.lobby = lobby

    def table(self, id_: str) -> Table:
        """A table by its id."""
        return self.lobby._tables[id_]

    async def settle(self) -> None:
        """Let everything happen that needs no time to pass."""
        await self.clock.settle()

    async def advance(self, ms: int) -> None:
        """Let time pass."""
        await self.clock.advance(ms)


@asynccontextmanager
async def room(
    folder: Path,
    *,
    seed: int = 0,
    timing: Timing | None = None,
    games: dict[str, RuleSet] = GAMES,
    kind: type[Store] = Store,
) -> Any:
    """A server on the database of a folder, with a store of some kind; what was in it before is resumed."""
    store = await kind.open(f"sqlite:///{folder / 'dizhu.sqlite3'}")
    clock = VirtualClock(await store.up_ms(), lambda: store.idle)
    lobby = Lobby(store, games, clock, random.Random(seed), timing)
    await lobby.start()
    found = Room(store, clock, lobby)
    try:
        yield found
    finally:
        await lobby.stop()
        await store.close()


class Peer:
    """A person with one connection. It keeps every frame, and follows one table from what it is sent.

    frames:  all that came, oldest first, each decoded from its text
    texts:   the same as text
    table:   the table as this person knows it
    event:   the last event it saw
    """

    _ids = count()

    def __init__(self, room: Room, name: str = "Ann", *, account: Account | None = None) -> None:
        self.room = room
        self.account = account or Account(f"account-{name}", name, "ox")
        self.frames: list[FromServer] = []
        self.texts: list[str] = []
        self.table: TableView | None = None
        self.event = 0

    # The line of `dizhu.server.gallery`.

    def send(self, frame: FromServer) -> None:
        """Take a frame from the server."""
        self.send_text(encode(frame).decode())

    def send_text(self, text: str) -> None:
        """Take a frame that is written already."""
        frame: FromServer = decode(text, FromServer)  # type: ignore[arg-type]
        self.texts.append(text)
        self.frames.append(frame)
        self._follow(frame)

    def close(self, code: Code) -> None:
        """Hear that the server ends the connection."""
        self.send(Bye(code))

    def _follow(self, frame: FromServer) -> None:
        match frame:
            case Snapshot(event, table):
                self.table, self.event = table, event
            case Happened(event=event):
                assert self.table is not None
                assert event == self.event + 1, "events come without gaps"
                self.table, self.event = follow(self.table, frame), event
            case Now():
                assert self.table is not None
                assert frame.event == self.event
                self.table = follow_now(self.table, frame)
            case Ack():
                self.table = self.table and follow_ack(self.table, frame)

    # What it does.

    def say(self, frame: FromClient) -> None:
        """Send a frame to the server, and do not wait."""
        self.room.lobby.receive(self, frame)  # type: ignore[arg-type]

    async def ask(self, frame: FromClient) -> Ack | Refused | Answer:
        """Send a frame and wait for its answer; no time passes."""
        before = len(self.frames)
        self.say(frame)
        await self.room.settle()
        answers = [
            f for f in self.frames[before:] if isinstance(f, Ack | Refused | Answer) and f.cmd_id == frame.cmd_id
        ]
        assert len(answers) == 1, f"expected one answer to {frame}, got {answers}"
        return answers[0]

    def id(self) -> str:
        """A new `cmd_id`."""
        return f"{self.account.name}-{next(self._ids)}"

    async def open(self, rules: str, *, bots: bool = True) -> TableView:
        """Open a table and sit down."""
        assert isinstance(await self.ask(Open(self.id(), rules, bots)), Ack)
        assert self.table is not None
        return self.table

    async def join(self, code: str) -> Ack | Refused | Answer:
        """Come to a table."""
        return await self.ask(Join(self.id(), code))

    async def sync(self, table: str, since: int | None = None) -> Ack | Refused | Answer:
        """Go on with a table."""
        return await self.ask(Sync(self.id(), table, since))

    async def fill(self) -> Ack | Refused | Answer:
        """Let bots take the empty chairs."""
        return await self.ask(Fill(self.id(), self.known.id))

    async def do(self, action: SeatAct, *, turn_id: int | None = None, cmd_id: str | None = None) -> Any:
        """An act, answering the present question unless another is named."""
        return await self.ask(self.doing(action, turn_id=turn_id, cmd_id=cmd_id))

    def doing(self, action: SeatAct, *, turn_id: int | None = None, cmd_id: str | None = None) -> Do:
        """The command of an act."""
        return Do(cmd_id or self.id(), self.known.id, action, self.known.turn_id if turn_id is None else turn_id)

    async def ready(self) -> None:
        """Add bytes if the deal's commitment is known, and be ready."""
        if self.known.commitment is not None and self.known.own_bytes is None:
            assert isinstance(await self.do(AddBytes(bytes(range(32)))), Ack)
        if self.known.stage != "playing":
            assert isinstance(await self.do(Ready()), Ack)

    async def hints(self) -> Answer:
        """What may be put down now."""
        answer = await self.ask(Hints(self.id(), self.known.id))
        assert isinstance(answer, Answer)
        return answer

    def hang_up(self) -> None:
        """Lose the connection."""
        self.room.lobby.lost(self)

    # What it knows.

    @property
    def known(self) -> TableView:
        """The table it follows."""
        assert self.table is not None, "expected to follow a table"
        return self.table

    @property
    def options(self) -> Options | None:
        """What it is asked."""
        return self.known.view.options if self.known.view and self.known.stage == "playing" else None

    @property
    def phase(self) -> Phase | None:
        """The phase of the question it is asked."""
        return self.options.phase if self.options else None

    def of(self, kind: type[F]) -> list[F]:
        """All frames of a kind that came."""
        return [frame for frame in self.frames if isinstance(frame, kind)]

    @property
    def taken(self) -> bool:
        """Whether the last of its frames about the seat says that it is played elsewhere."""
        return any(isinstance(frame, Taken) for frame in self.frames)

    def simple(self) -> Action | None:
        """The act a careful beginner would answer with; None where cards are asked for."""
        options = self.options
        if options is None or options.lay:
            return None
        return options.acts[-1] if options.phase in (Phase.BID, Phase.CALL) else options.acts[0]


def acts(peers: list[Peer]) -> Iterator[Peer]:
    """The people who are asked something now."""
    return (peer for peer in peers if peer.options is not None and peer.options.awaited)
