"""A table's desk together with its log: nothing is done to the one that is not appended to the other."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, TypeAlias

from dizhu.errors import DizhuError, IllegalAction
from dizhu.rules import RuleSet
from dizhu.server.desk import Desk, Refusal, TableEvent
from dizhu.server.log import Body, Opened, read, write
from dizhu.server.schedule import at_once
from dizhu.server.store import RecordRow, Row, Store, TableRow, Unit

_KEPT_COMMANDS: Final = 4096

Command: TypeAlias = tuple[str, str]
"""An account and the `cmd_id` it chose."""


class HalfDone(DizhuError):
    """A unit of which some bodies were applied and another was refused; nothing of it is in the log."""


class Journal:
    """Appends what happens to a desk.

    desk:   the table's state
    rng:    where the secrets of deals come from

    opened_by:  the command that opened the table; None before it is known
    """

    def __init__(self, store: Store, rng: random.Random, desk: Desk) -> None:
        self.desk = desk
        self._store = store
        self._rng = rng
        self.opened_by: Command | None = None
        self._entries = 0
        self._done: OrderedDict[Command, None] = OrderedDict()

    @classmethod
    def resume(cls, store: Store, rng: random.Random, rules: RuleSet, rows: Sequence[Row]) -> Journal:
        """The journal that a log tells of; ValueError if it does not begin as one."""
        first = read(rows[0].body) if rows else None
        if not isinstance(first, Opened):
            raise ValueError(f"expected a log that begins with the opening of a table, got {first}")
        desk = Desk(rows[0].table, first, rules, rows[0].at_ms)
        for row in rows[1:]:
            desk.apply(read(row.body), row.at_ms)
        journal = cls(store, rng, desk)
        journal._remember(rows)
        return journal

    def done(self, command: Command) -> bool:
        """Whether a command was done already."""
        return command == self.opened_by or command in self._done

    async def commit(self, bodies: Sequence[Body], at_ms: int, command: Command | None = None) -> list[TableEvent]:
        """Apply bodies and all that follows from them at once, append them as one unit, and return their events.

        What `Desk.apply` raises of the first body, and then nothing has changed. What `Store.append` raises, or
        `HalfDone`: then the desk is ahead of its log and must be resumed.
        """
        before = self.desk.record
        opened = None if self._entries else self._opening(at_ms)
        written = [] if opened is None else [Opened(opened.code, opened.rules, opened.digest)]
        done: list[Body] = [*written]
        events: list[TableEvent] = []
        todo = list(bodies)
        while todo:
            body = todo.pop(0)
            try:
                events += self.desk.apply(body, at_ms)
            except (Refusal, IllegalAction) as error:
                if len(done) > len(written):
                    raise HalfDone(f"expected a unit that can be done whole, {body} cannot: {error}") from error
                raise
            done.append(body)
            if not todo and (more := at_once(self.desk, self._rng)) is not None:
                todo.append(more)
        record = self.desk.record if self.desk.record is not before else None
        rows = self._rows(done, at_ms, command)
        unit = Unit(
            rows,
            opened=opened,
            closed=self.desk.id if self.desk.stage == "closed" else None,
            records=(RecordRow(self.desk.id, record.deal, str(record)),) if record else (),
        )
        await self._store.append(unit)
        self._remember(rows)
        return events

    def _opening(self, at_ms: int) -> TableRow:
        rules = self.desk.rules
        return TableRow(self.desk.id, self.desk.code, rules.id, rules.digest, at_ms)

    def _rows(self, bodies: Sequence[Body], at_ms: int, command: Command | None) -> tuple[Row, ...]:
        """One row a body; the first carries the command."""
        names = [command or (None, None)] + [(None, None)] * (len(bodies) - 1)
        return tuple(
            Row(self.desk.id, self._entries + index, at_ms, account, cmd_id, write(body))
            for index, (body, (account, cmd_id)) in enumerate(zip(bodies, names, strict=True))
        )

    def _remember(self, rows: Sequence[Row]) -> None:
        self._entries += len(rows)
        for row in rows:
            if row.account is not None and row.cmd_id is not None:
                self._done[row.account, row.cmd_id] = None
                if row.entry == 0:
                    self.opened_by = (row.account, row.cmd_id)
        while len(self._done) > _KEPT_COMMANDS:
            self._done.popitem(last=False)
