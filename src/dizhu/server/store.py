"""The store: the logs and records of tables, and the heartbeat. What is appended survives a crash.

Blocking connections on two threads of their own, one that writes and one that reads: a commit is one hop to a thread
instead of one for every statement, which takes half the CPU of an asynchronous driver.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import sqlalchemy as sa
from alembic.util import CommandError

from dizhu.errors import DizhuError
from dizhu.server.schema import entries, migrate, records, service, tables
from dizhu.server.writer import Writer

T = TypeVar("T")
_log = logging.getLogger(__name__)
_WRITES: Final = "dizhu_writes"
_ATTEMPTS, _PAUSE_S = 100, 0.02
_PRAGMAS: Final = (
    ("busy_timeout", "5000", 5000),
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", 2),
    ("foreign_keys", "ON", 1),
)
"""Of every connection to SQLite: name, what it is set to, what it then is."""


class StorageError(DizhuError):
    """The database cannot be read or written: full, locked, gone. Nothing is known to be written."""


class LostTable(DizhuError):
    """A log is not as its writer knows it, so somebody else writes it: a row is there already, or the table is not."""


class TableRow(msgspec.Struct, frozen=True):
    """A table.

    digest:     of the rules it is played by
    opened_ms:  service time
    """

    id: str
    code: str
    rules: str
    digest: str
    opened_ms: int
    closed: bool = False


class Row(msgspec.Struct, frozen=True):
    """One entry of the log of a table.

    entry:            its number at that table
    at_ms:            service time
    account, cmd_id:  of the command it comes from; None if it comes from none
    """

    table: str
    entry: int
    at_ms: int
    account: str | None
    cmd_id: str | None
    body: bytes


class RecordRow(msgspec.Struct, frozen=True):
    """The record of a deal that is over."""

    table: str
    deal: int
    text: str


class Unit(msgspec.Struct, frozen=True):
    """What must be written together or not at all.

    opened:  a new table
    closed:  id of a table that is over
    """

    rows: tuple[Row, ...]
    opened: TableRow | None = None
    closed: str | None = None
    records: tuple[RecordRow, ...] = ()


class _File(msgspec.Struct, frozen=True):
    """The file of a database, and which one it is."""

    path: Path
    device: int
    inode: int

    @classmethod
    def of(cls, url: sa.URL) -> _File | None:
        """The file that is there now; None for a database that is no file."""
        if url.get_backend_name() != "sqlite" or not url.database:
            return None
        path = Path(url.database).absolute()
        found = path.stat()
        return cls(path, found.st_dev, found.st_ino)

    @property
    def there(self) -> bool:
        """Whether it is still at its place."""
        try:
            found = self.path.stat()
        except OSError:
            return False
        return (found.st_dev, found.st_ino) == (self.device, self.inode)


class Store:
    """A database that is up to date and open.

    engine:  its connections
    """

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self._file = _File.of(engine.url)
        self._lost = False
        self._writing = engine.execution_options(**{_WRITES: True})
        self._writes = ThreadPoolExecutor(1, "store-writes")
        self._reads = ThreadPoolExecutor(1, "store-reads")
        self._writer = Writer(self._write, StorageError)
        self._running = 0
        self._open = True

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open a database, make what is missing of it, and migrate it.

        url:  ``sqlite:///path/to/file`` or ``postgresql+psycopg://host/name``, as SQLAlchemy has them, with a blocking
              driver. SQLite in memory is no store: ValueError.
        """
        store = cls(_engine(sa.make_url(url)))
        async with AsyncExitStack() as undo:
            undo.push_async_callback(store.close)
            try:
                await store.change(migrate)
            except CommandError as error:
                raise StorageError(f"expected a database of this version of dizhu or an older one: {error}") from error
            undo.pop_all()
        return store

    @property
    def idle(self) -> bool:
        """Whether nothing is being written or read."""
        return self._running == 0 and self._writer.idle

    async def append(self, unit: Unit) -> None:
        """Return when `unit` is durable.

        Raises `LostTable`, and then nothing of it is written, or `StorageError`, and then its log must be read again to
        know. A table waits for one append before its next: after a failure, the next would leave a gap.
        """
        self._check_open()
        await self._writer.append(unit)

    async def unfinished(self) -> list[TableRow]:
        """The tables that are not closed, the oldest first."""
        found = sa.select(tables).where(tables.c.closed.is_(False)).order_by(tables.c.opened_ms, tables.c.id)
        return await self._read(lambda connection: [TableRow(*row) for row in connection.execute(found)])

    async def table(self, table: str) -> TableRow | None:
        """A table by its id."""
        found = sa.select(tables).where(tables.c.id == table)
        return await self._read(
            lambda connection: TableRow(*row) if (row := connection.execute(found).one_or_none()) else None
        )

    async def rows(self, table: str) -> list[Row]:
        """The log of a table, in order."""
        found = sa.select(entries).where(entries.c.table_id == table).order_by(entries.c.entry)
        return await self._read(lambda connection: [Row(*row) for row in connection.execute(found)])

    async def record(self, table: str, deal: int) -> str | None:
        """The record of a deal."""
        found = sa.select(records.c.text).where(records.c.table_id == table, records.c.deal == deal)
        return await self._read(lambda connection: connection.scalar(found))

    async def up_ms(self) -> int:
        """Service time when the service was last seen up: the last heartbeat or the newest entry, if that is later."""
        beat = sa.select(service.c.up_ms)
        newest = sa.select(sa.func.max(entries.c.at_ms))
        return await self._read(lambda connection: max(connection.scalar(beat) or 0, connection.scalar(newest) or 0))

    async def beat(self, up_ms: int) -> None:
        """Note that the service is up at this service time; an earlier one changes nothing."""
        later = sa.update(service).where(service.c.up_ms < up_ms).values(up_ms=up_ms)
        await self.change(lambda connection: connection.execute(later))

    async def change(self, work: Callable[[sa.Connection], T]) -> T:
        """Do `work` on the thread that writes, in a transaction of its own; in the order of the calls."""
        self._check_open()
        return await self._run(self._writes, work)

    async def close(self) -> None:
        """Finish the appends that wait, then close the database; whatever comes later is a `StorageError`."""
        self._open = False
        await self._writer.finish()
        self._reads.shutdown()
        self._writes.shutdown()
        self.engine.dispose()

    async def _read(self, work: Callable[[sa.Connection], T]) -> T:
        self._check_open()
        return await self._run(self._reads, work)

    async def _write(self, units: Sequence[Unit]) -> None:
        await self._run(self._writes, lambda connection: _insert(connection, units))

    async def _run(self, thread: ThreadPoolExecutor, work: Callable[[sa.Connection], T]) -> T:
        self._running += 1
        try:
            do = self._change if thread is self._writes else self._look
            return await asyncio.get_running_loop().run_in_executor(thread, do, work)
        finally:
            self._running -= 1

    def _look(self, work: Callable[[sa.Connection], T]) -> T:
        return _transact(self.engine, work)

    def _change(self, work: Callable[[sa.Connection], T]) -> T:
        """Do `work`; StorageError, now and from now on, if the file of the database was deleted or replaced.

        SQLite goes on with the file it has open, and what is written there is gone with the server.
        """
        done = _transact(self._writing, work)
        if not self._lost and self._file is not None and not self._file.there:
            self._lost = True
            _log.critical("%s was deleted or replaced: nothing can be saved until a restart", self._file.path)
        self._check_kept()
        return done

    def _check_kept(self) -> None:
        if self._lost:
            raise StorageError("expected the file that was opened, it was deleted or replaced")

    def _check_open(self) -> None:
        if not self._open:
            raise StorageError("expected an open store, it is closed")
        self._check_kept()


def _transact(engine: sa.Engine, work: Callable[[sa.Connection], T]) -> T:
    try:
        with engine.begin() as connection:
            return work(connection)
    except sa.exc.IntegrityError as error:
        raise LostTable(str(error.orig)) from error
    except sa.exc.DataError:
        raise  # a value that the database does not take, such as NUL in a text: the fault of its unit alone
    except sa.exc.DBAPIError as error:
        raise StorageError(str(error.orig)) from error


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction of SQLite; one that will write waits for its turn now, where waiting still helps."""
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _insert(connection: sa.Connection, units: Sequence[Unit]) -> None:
    """Write all of it, one statement a kind."""
    if opened := [msgspec.structs.asdict(unit.opened) for unit in units if unit.opened]:
        connection.execute(sa.insert(tables), opened)
    if rows := [_columns(row) for unit in units for row in unit.rows]:
        connection.execute(sa.insert(entries), rows)
    if texts := [_columns(record) for unit in units for record in unit.records]:
        connection.execute(sa.insert(records), texts)
    if closed := [unit.closed for unit in units if unit.closed is not None]:
        connection.execute(sa.update(tables).where(tables.c.id.in_(closed)).values(closed=True))


def _columns(row: Row | RecordRow) -> dict[str, Any]:
    columns = msgspec.structs.asdict(row)
    columns["table_id"] = columns.pop("table")
    return columns


def _engine(url: sa.URL) -> sa.Engine:
    """The connections of a database; of SQLite also the folder and the file, which only this user can read."""
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(url, hide_parameters=True)
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise ValueError(f"expected the path of a file, as in sqlite:///dizhu.db, got {url.render_as_string()}")
    path = Path(url.database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise StorageError(f"{path}: {error.strerror}") from error
    engine = sa.create_engine(url, hide_parameters=True)
    sa.event.listen(engine, "connect", _set_up)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: Any, _record: object) -> None:
    """Make every connection durable and strict; the driver begins no transactions by itself, so that all of them hold.

    connection:  of the driver
    """
    connection.isolation_level = None
    cursor = connection.cursor()
    for name, wanted, is_then in _PRAGMAS:
        _pragma(cursor, f"{name} = {wanted}")
        found = cursor.execute(f"PRAGMA {name}").fetchone()[0]
        if found != is_then:
            raise StorageError(f"expected SQLite to take {name} = {wanted}, it stays {found}")
    cursor.close()


def _pragma(cursor: Any, setting: str) -> None:
    """Set one; SQLite does not wait by itself where another connection changes a new file to WAL at that moment."""
    for _ in range(_ATTEMPTS):
        try:
            cursor.execute(f"PRAGMA {setting}")
            return
        except sqlite3.OperationalError:
            time.sleep(_PAUSE_S)
    cursor.execute(f"PRAGMA {setting}")
