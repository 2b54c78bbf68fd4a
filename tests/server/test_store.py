from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.schema import CreateTable

from dizhu.server import schema
from dizhu.server.store import LostTable, RecordRow, Row, StorageError, Store, TableRow, Unit, _set_up
from tests.server.virtual import in_loop


def _table(table: str, opened_ms: int = 0) -> TableRow:
    return TableRow(table, "012345", "qq_3p", "d1", opened_ms)


def _row(table: str, entry: int, at_ms: int = 0, body: bytes = b"{}") -> Row:
    return Row(table, entry, at_ms, "ann", f"c{entry}", body)


@asynccontextmanager
async def _open(folder: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{folder / 'dizhu.db'}")
    try:
        yield store
    finally:
        await store.close()


def _commits(store: Store) -> list[object]:
    """A list that grows by one with every commit."""
    commits: list[object] = []
    sa.event.listen(store.engine, "commit", commits.append)
    return commits


@in_loop
async def test_what_was_appended_is_there_after_reopening(tmp_path: Path) -> None:
    first = Row("t1", 0, 100, None, None, b"\x00\xff")
    second = Row("t1", 1, 250, "ann", "c-7", b'{"act":"pass"}')
    async with _open(tmp_path) as store:
        await store.append(Unit((first,), opened=_table("t1", 90)))
        await store.append(Unit((second,), records=(RecordRow("t1", 0, "地主\n"),)))
        await store.append(Unit((_row("t2", 0),), opened=_table("t2", 80)))
        await store.append(Unit((_row("t3", 0),), opened=_table("t3", 70)))
        await store.append(Unit((), closed="t3"))
    async with _open(tmp_path) as store:
        assert await store.rows("t1") == [first, second]
        assert await store.rows("t0") == []
        assert await store.record("t1", 0) == "地主\n"
        assert await store.record("t1", 1) is None
        assert await store.unfinished() == [_table("t2", 80), _table("t1", 90)]
        assert await store.table("t3") == TableRow("t3", "012345", "qq_3p", "d1", 70, closed=True)
        assert await store.table("t4") is None


@in_loop
async def test_an_ack_means_that_another_process_can_read_it(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        await store.append(Unit((_row("t1", 0, body=b"kept"),), opened=_table("t1")))
        with closing(sqlite3.connect(tmp_path / "dizhu.db")) as other:
            assert other.execute("select body from entries").fetchall() == [(b"kept",)]


@in_loop
async def test_rows_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        await store.append(Unit((_row("t1", 10), _row("t1", 9), _row("t1", 2)), opened=_table("t1")))
        assert [row.entry for row in await store.rows("t1")] == [2, 9, 10]


@in_loop
async def test_appends_of_many_tables_share_a_commit(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        commits = _commits(store)
        await asyncio.gather(*(store.append(Unit((_row(f"t{n}", 0),), opened=_table(f"t{n}"))) for n in range(200)))
        assert len(commits) == 1
        await asyncio.gather(*(store.append(Unit((_row(f"t{n}", 1),))) for n in range(200)))
        assert len(commits) == 2
        assert [row.entry for row in await store.rows("t77")] == [0, 1]


@in_loop
async def test_a_table_with_another_owner_fails_alone(tmp_path: Path) -> None:
    async with _open(tmp_path) as store, _open(tmp_path) as other:
        for table in ("t1", "t2", "t3"):
            await store.append(Unit((_row(table, 0),), opened=_table(table)))
        await other.append(Unit((_row("t2", 1, body=b"other"),)))
        told = await asyncio.gather(
            store.append(Unit((_row("t1", 1),))),
            store.append(Unit((_row("t2", 1), _row("t2", 2)), records=(RecordRow("t2", 0, "lost"),), closed="t2")),
            store.append(Unit((_row("t3", 1),), closed="t3")),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in told] == [type(None), LostTable, type(None)]
        assert [row.body for row in await store.rows("t2")] == [b"{}", b"other"]
        assert await store.record("t2", 0) is None
        assert len(await store.rows("t1")) == len(await store.rows("t3")) == 2
        assert {table.id for table in await store.unfinished()} == {"t1", "t2"}


@pytest.mark.parametrize(
    "unit",
    [
        Unit((_row("t9", 0),)),
        Unit((_row("t1", 1),), opened=_table("t1")),
        Unit((_row("t1", 1),), records=(RecordRow("t1", 0, "again"),)),
    ],
    ids=["no such table", "table opened twice", "record written twice"],
)
@in_loop
async def test_a_unit_that_contradicts_the_log_leaves_nothing(tmp_path: Path, unit: Unit) -> None:
    async with _open(tmp_path) as store:
        await store.append(Unit((_row("t1", 0),), opened=_table("t1"), records=(RecordRow("t1", 0, "once"),)))
        with pytest.raises(LostTable):
            await store.append(unit)
        assert len(await store.rows("t1")) == 1
        assert await store.rows("t9") == []
        assert await store.record("t1", 0) == "once"


@in_loop
async def test_a_unit_that_the_database_does_not_take_fails_alone(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        sa.event.listen(
            store.engine, "checkout", lambda db, _record, _proxy: db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 5000)
        )
        units = [Unit((_row(f"t{n}", 0, body=bytes(6000 * (n == 1))),), opened=_table(f"t{n}")) for n in range(3)]
        told = await asyncio.gather(*map(store.append, units), return_exceptions=True)
        assert [type(outcome) for outcome in told] == [type(None), sa.exc.DataError, type(None)]
        assert [table.id for table in await store.unfinished()] == ["t0", "t2"]


def _at_most(pages: int) -> Any:
    """For checkouts of connections: let the database have that many pages."""
    return lambda connection, _record, _proxy: connection.execute(f"PRAGMA max_page_count = {pages}")


@in_loop
async def test_a_full_disk_fails_appends_until_there_is_room(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        await store.append(Unit((_row("t1", 0),), opened=_table("t1")))
        full = _at_most(20)
        sa.event.listen(store.engine, "checkout", full)
        big = Unit((_row("t1", 1), _row("t1", 2, body=bytes(200_000))))
        with pytest.raises(StorageError, match="full"):
            await store.append(big)
        assert [row.entry for row in await store.rows("t1")] == [0]
        sa.event.remove(store.engine, "checkout", full)
        sa.event.listen(store.engine, "checkout", _at_most(100_000))
        await store.append(big)
        assert [row.entry for row in await store.rows("t1")] == [0, 1, 2]


@in_loop
async def test_a_locked_database_fails_appends_until_it_is_free(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        await store.append(Unit((_row("t1", 0),), opened=_table("t1")))

        def impatient(connection: Any, _record: object, _proxy: object) -> None:
            connection.execute("PRAGMA busy_timeout = 1")

        sa.event.listen(store.engine, "checkout", impatient)
        with closing(sqlite3.connect(tmp_path / "dizhu.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageError, match="locked"):
                await store.append(Unit((_row("t1", 1),)))
            other.execute("ROLLBACK")
        await store.append(Unit((_row("t1", 1),)))
        assert len(await store.rows("t1")) == 2


@in_loop
async def test_closing_finishes_what_waits(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'dizhu.db'}")
    waiting = [asyncio.create_task(store.append(Unit((_row(f"t{n}", 0),), opened=_table(f"t{n}")))) for n in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StorageError):
        await store.append(Unit(()))
    with pytest.raises(StorageError):
        await store.rows("t1")
    with pytest.raises(StorageError):
        await store.beat(1)
    async with _open(tmp_path) as store:
        assert len(await store.unfinished()) == 20


@in_loop
async def test_service_time_is_the_heartbeat_or_the_newest_entry(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        assert await store.up_ms() == 0
        await store.beat(1_000)
        assert await store.up_ms() == 1_000
        await store.append(Unit((_row("t1", 0, 1_400), _row("t1", 1, 1_200)), opened=_table("t1")))
        assert await store.up_ms() == 1_400
        await store.beat(5_000_000_000)
        await store.beat(2_000)
    async with _open(tmp_path) as store:
        assert await store.up_ms() == 5_000_000_000


@in_loop
async def test_every_connection_is_durable_and_strict(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        for connection in (store.engine.connect(), store.engine.connect()):
            found = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("synchronous", "journal_mode", "foreign_keys", "busy_timeout")
            }
            connection.close()
            assert found == {"synchronous": 2, "journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 5000}


@in_loop
async def test_an_idle_store_says_so(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        assert store.idle
        task = asyncio.create_task(store.append(Unit((_row("t1", 0),), opened=_table("t1"))))
        await asyncio.sleep(0)
        idle = [store.idle]
        await task
        reading = asyncio.create_task(store.rows("t1"))
        await asyncio.sleep(0)
        idle.append(store.idle)
        await reading
        await asyncio.sleep(0)
        assert [*idle, store.idle] == [False, False, True]


@in_loop
async def test_folders_are_made_and_the_file_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b c"
    async with _open(folder):
        assert stat.S_IMODE((folder / "dizhu.db").stat().st_mode) == 0o600
        assert stat.S_IMODE((folder / "dizhu.db-wal").stat().st_mode) == 0o600


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true"])
@in_loop
async def test_memory_is_no_store(url: str) -> None:
    with pytest.raises(ValueError, match="expected the path of a file"):
        await Store.open(url)


@in_loop
async def test_what_is_no_database_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "dizhu.db").write_bytes(b"these are not the pages of a database" * 100)
    with pytest.raises(StorageError, match="not a database"):
        await Store.open(f"sqlite:///{tmp_path / 'dizhu.db'}")
    with pytest.raises(StorageError):
        await Store.open(f"sqlite:///{tmp_path / 'dizhu.db' / 'below.db'}")


@in_loop
async def test_the_migrated_schema_is_the_schema(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:

        def differences(connection: sa.Connection) -> list[Any]:
            context = MigrationContext.configure(
                connection, opts={"compare_type": True, "compare_server_default": True}
            )
            return list(compare_metadata(context, schema.metadata))

        assert await store.change(differences) == []


@in_loop
async def test_an_existing_file_is_migrated_once_and_kept(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        await store.append(Unit((_row("t1", 0),), opened=_table("t1")))
        await store.beat(77)
    async with _open(tmp_path) as store:
        assert len(await store.rows("t1")) == 1
        assert await store.up_ms() == 77
    with closing(sqlite3.connect(tmp_path / "dizhu.db")) as other:
        assert other.execute("select version_num from alembic_version").fetchall() == [("0001",)]


@in_loop
async def test_a_migration_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "dizhu.db")) as other:
        other.execute("create table records (x)")
    with pytest.raises(StorageError, match="records already exists"):
        await Store.open(f"sqlite:///{tmp_path / 'dizhu.db'}")
    with closing(sqlite3.connect(tmp_path / "dizhu.db")) as other:
        assert other.execute("select name from sqlite_master").fetchall() == [("records",)]


@in_loop
async def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    async with _open(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "dizhu.db")) as other:
        other.execute("update alembic_version set version_num = '9999'")
        other.commit()
    with pytest.raises(StorageError, match="9999"):
        await Store.open(f"sqlite:///{tmp_path / 'dizhu.db'}")


def test_the_schema_can_be_made_on_postgresql() -> None:
    dialect = sa.make_url("postgresql://").get_dialect()()
    texts = [str(CreateTable(table).compile(dialect=dialect)) for table in schema.metadata.sorted_tables]
    assert "body BYTEA NOT NULL" in "".join(texts)
    assert "at_ms BIGINT NOT NULL" in "".join(texts)
    assert not any("SERIAL" in text for text in texts)


@in_loop
async def test_errors_show_no_values(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        unit = Unit((), opened=_table("t1"), records=(RecordRow("t1", 0, "the secret of a deal"),))
        await store.append(unit)
        unit = Unit((), records=unit.records)
        with pytest.raises(LostTable) as caught:
            await store.append(unit)
        assert "secret" not in str(caught.value)
        assert "secret" not in str(caught.value.__cause__)


def test_many_connections_at_once_make_a_new_file_a_wal(tmp_path: Path) -> None:
    """Without waiting for each other about one in twenty finds it locked."""

    def connect(path: Path, barrier: threading.Barrier) -> None:
        with closing(sqlite3.connect(path)) as connection:
            barrier.wait()
            _set_up(connection, None)

    with ThreadPoolExecutor(4) as pool:
        for number in range(60):
            barrier = threading.Barrier(4)
            for done in [pool.submit(connect, tmp_path / str(number), barrier) for _ in range(4)]:
                done.result()


@in_loop
async def test_two_first_opens_at_once_wait_for_each_other(tmp_path: Path) -> None:
    for number in range(4):
        url = f"sqlite:///{tmp_path / str(number)}.db"
        stores = await asyncio.gather(*(Store.open(url) for _ in range(3)))
        for store in stores:
            assert await store.unfinished() == []
            await store.close()


@pytest.mark.parametrize("replaced", [False, True])
@in_loop
async def test_a_file_that_is_deleted_or_replaced_is_noticed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, replaced: bool
) -> None:
    async with _open(tmp_path) as store:
        await store.append(Unit((_row("t1", 0),), opened=_table("t1")))
        await store.beat(1000)
        path = tmp_path / "dizhu.db"
        path.rename(tmp_path / "elsewhere.db")
        if replaced:
            path.write_bytes((tmp_path / "elsewhere.db").read_bytes())
        with pytest.raises(StorageError):
            await store.beat(2000)
        (tmp_path / "elsewhere.db").replace(path)
        with pytest.raises(StorageError):
            await store.append(Unit((_row("t1", 1),)))
        with pytest.raises(StorageError):
            await store.rows("t1")
    assert [(entry.levelname, str(path) in entry.getMessage()) for entry in caplog.records] == [("CRITICAL", True)]


@in_loop
async def test_what_is_written_to_a_deleted_file_is_not_acknowledged(tmp_path: Path) -> None:
    async with _open(tmp_path) as store:
        (tmp_path / "dizhu.db").unlink()
        with pytest.raises(StorageError):
            await store.append(Unit((_row("t1", 0),), opened=_table("t1")))
