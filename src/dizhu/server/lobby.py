"""All tables of a server: opening them, finding them by code, and bringing every frame to its table."""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from typing import Final

from dizhu.rules import RuleSet
from dizhu.server.clock import Clock
from dizhu.server.desk import Desk
from dizhu.server.gallery import Line
from dizhu.server.house import House
from dizhu.server.limits import Allowance
from dizhu.server.log import Opened
from dizhu.server.protocol import Code, Join, Open, OwnTable, Refused
from dizhu.server.schedule import Timing
from dizhu.server.store import Store
from dizhu.server.table import Table, TableFrame

MAX_TABLES: Final = 20_000
MAX_OWN_TABLES: Final = 8
_CODES: Final = 10**6
_GUESSES_PER_S: Final = 1 / 12
_GUESSES: Final = 10
_log = logging.getLogger(__name__)


class Lobby:
    """The tables of one server.

    games:   the rule sets that can be played, by id
    rng:     where ids, codes and secrets come from
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, RuleSet],
        clock: Clock,
        rng: random.Random,
        timing: Timing | None = None,
    ) -> None:
        self.games = games
        self._house = House(store, clock, rng, timing or Timing())
        self._tables: dict[str, Table] = {}
        self._codes: dict[str, Table] = {}
        self._followed: dict[Line, set[str]] = {}
        self._visited: dict[str, set[str]] = {}
        self._visitors: dict[str, set[str]] = {}
        self._guesses = Allowance(_GUESSES_PER_S, _GUESSES)
        self._stopping = False

    def __len__(self) -> int:
        return len(self._tables)

    async def start(self) -> None:
        """Resume every table that is not over, where its clocks stood."""
        store = self._house.store
        for row in await store.unfinished():
            rules = self.games.get(row.rules)
            if rules is None or rules.digest != row.digest:
                _log.warning("table %s is left alone: its game %s is not offered or has changed", row.id, row.rules)
                continue
            table = self._add(Table.resume(self._house, rules, await store.rows(row.id), self._forget))
            for account in filter(None, table.desk.accounts):
                self._note_visit(account, table)

    async def stop(self) -> None:
        """Refuse everything new and end every table after what it has in hand."""
        self._stopping = True
        for table in list(self._tables.values()):
            await table.stop()

    def own_tables(self, account: str) -> tuple[OwnTable, ...]:
        """The tables at which an account has a chair."""
        desks = [table.desk for table in self._visits(account) if table.desk.seat_of(account) is not None]
        return tuple(OwnTable(desk.id, desk.code, desk.rules.id) for desk in desks)

    def receive(self, line: Line, frame: TableFrame) -> None:
        """Bring a frame to its table; never blocks, every answer comes through the line."""
        if self._stopping:
            line.send(Refused(frame.cmd_id, Code.STOPPING))
            return
        found = self._open(line, frame) if isinstance(frame, Open) else self._find(line, frame)
        if isinstance(found, Code):
            line.send(Refused(frame.cmd_id, found))
            return
        followed = self._followed.setdefault(line, set())
        if found.desk.id not in followed:
            self._followed[line] = {found.desk.id, *(followed & self._tables.keys())}
        self._note_visit(line.account.id, found)
        found.post(line, frame)

    def lost(self, line: Line) -> None:
        """A connection is gone."""
        for id_ in self._followed.pop(line, ()):
            if id_ in self._tables:
                self._tables[id_].lost(line)

    async def record(self, table: str, deal: int) -> str | None:
        """The record of a deal that is over; None if there is none."""
        return await self._house.store.record(table, deal)

    def _note_visit(self, account: str, table: Table) -> None:
        self._visited.setdefault(account, set()).add(table.desk.id)
        self._visitors.setdefault(table.desk.id, set()).add(account)

    def _visits(self, account: str) -> list[Table]:
        """The tables an account has been to, in the order of their ids."""
        return [self._tables[id_] for id_ in sorted(self._visited.get(account, ()))]

    def _find(self, line: Line, frame: TableFrame) -> Table | Code:
        if not isinstance(frame, Join):
            assert not isinstance(frame, Open), "a new table is not sought"
            return self._tables.get(frame.table) or Code.NO_SUCH_TABLE
        table = self._codes.get(frame.code) or self._tables.get(frame.code)
        if table is None and not self._guesses.take(line.account.id, self._house.clock.now_ms()):
            return Code.TOO_MANY
        return table or Code.NO_SUCH_TABLE

    def _open(self, line: Line, frame: Open) -> Table | Code:
        account, own = line.account.id, 0
        command = (account, frame.cmd_id)
        for table in self._visits(account):
            if table.opened_by == command:
                return table
            own += table.desk.seat_of(account) is not None or table.desk.event == 0  # which it is about to open
        rules = self.games.get(frame.rules)
        if rules is None:
            return Code.NO_SUCH_GAME
        if own >= MAX_OWN_TABLES or len(self._tables) >= MAX_TABLES:
            return Code.TOO_MANY_TABLES
        opened = Opened(self._free_code(), rules.id, rules.digest)
        desk = Desk(self._house.rng.randbytes(10).hex(), opened, rules, self._house.clock.now_ms())
        return self._add(Table.open(self._house, desk, self._forget, command))

    def _free_code(self) -> str:
        while (code := f"{self._house.rng.randrange(_CODES):06}") in self._codes:
            pass
        return code

    def _add(self, table: Table) -> Table:
        self._tables[table.desk.id] = self._codes[table.desk.code] = table
        table.start()
        return table

    def _forget(self, table: Table) -> None:
        self._tables.pop(table.desk.id, None)
        if self._codes.get(table.desk.code) is table:
            del self._codes[table.desk.code]
        for account in self._visitors.pop(table.desk.id, ()):
            self._visited[account].discard(table.desk.id)
            if not self._visited[account]:
                del self._visited[account]
