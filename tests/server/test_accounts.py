from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

from dizhu.server.accounts import Account, Accounts, clean_name
from dizhu.server.store import Store
from tests.server.virtual import in_loop


@asynccontextmanager
async def _open(folder: Path) -> AsyncIterator[tuple[Accounts, Store]]:
    numbers = count(1)
    store = await Store.open(f"sqlite:///{folder / 'dizhu.db'}")
    try:
        yield Accounts(store, lambda size: f"{size} bytes, number {next(numbers)}", lambda: 1_790_000_000.9), store
    finally:
        await store.close()


@in_loop
async def test_a_guest_is_known_by_the_token_also_after_a_restart(tmp_path: Path) -> None:
    async with _open(tmp_path) as (accounts, _):
        account, token = await accounts.guest(" 小明 ", "ox")
        assert account == Account("9 bytes, number 1", "小明", "ox")
        assert token == "32 bytes, number 2"
        assert await accounts.by_token(token) == account
    async with _open(tmp_path) as (accounts, _):
        assert await accounts.by_token(token) == account
        assert await accounts.by_token(account.id) is None
        assert await accounts.by_token("") is None
        assert await accounts.by_token("\ud800") is None


@in_loop
async def test_only_the_hash_of_a_token_is_stored(tmp_path: Path) -> None:
    async with _open(tmp_path) as (accounts, _):
        account, token = await accounts.guest("Ann", "rat")
    with closing(sqlite3.connect(tmp_path / "dizhu.db")) as other:
        assert other.execute("select * from accounts").fetchall() == [
            (account.id, "Ann", "rat", sha256(token.encode()).hexdigest(), 1_790_000_000)
        ]


@in_loop
async def test_a_new_name_is_kept(tmp_path: Path) -> None:
    async with _open(tmp_path) as (accounts, _):
        account, token = await accounts.guest("Ann", "rat")
        _, other_token = await accounts.guest("Bob", "pig")
        renamed = await accounts.rename(account, "Anna", "dog")
        assert renamed == Account(account.id, "Anna", "dog")
        assert await accounts.by_token(token) == renamed
    async with _open(tmp_path) as (accounts, _):
        assert await accounts.by_token(token) == renamed
        other = await accounts.by_token(other_token)
        assert other is not None
        assert other.name == "Bob"


@in_loop
async def test_a_look_up_beside_a_new_name_keeps_no_old_one(tmp_path: Path) -> None:
    async with _open(tmp_path) as (accounts, _):
        account, token = await accounts.guest("Ann", "rat")
    async with _open(tmp_path) as (accounts, store):
        sa.event.listen(store.engine, "commit", lambda _: time.sleep(0.05), once=True)
        await asyncio.gather(accounts.by_token(token), accounts.rename(account, "Anna", "dog"))
        assert await accounts.by_token(token) == Account(account.id, "Anna", "dog")


@in_loop
async def test_known_tokens_take_no_look_up_and_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dizhu.server.accounts._KNOWN", 2)
    async with _open(tmp_path) as (accounts, store):
        tokens = [(await accounts.guest(name, "rat"))[1] for name in ("Ann", "Bob", "Cid")]
        look_ups: list[object] = []
        sa.event.listen(store.engine, "begin", look_ups.append)
        found = [await accounts.by_token(token) for token in (tokens[2], tokens[1])]
        assert [account and account.name for account in found] == ["Cid", "Bob"]
        assert len(look_ups) == 0
        first = await accounts.by_token(tokens[0])
        assert first is not None
        assert first.name == "Ann"
        assert len(look_ups) == 1
        await accounts.by_token(tokens[1])
        assert len(look_ups) == 1, "the one used last stays"


@in_loop
async def test_bad_names_and_avatars_change_nothing(tmp_path: Path) -> None:
    async with _open(tmp_path) as (accounts, _):
        account, token = await accounts.guest("Ann", "rat")
        with pytest.raises(ValueError, match="avatar"):
            await accounts.guest("Bob", "cat")
        with pytest.raises(ValueError, match="name"):
            await accounts.guest("", "rat")
        with pytest.raises(ValueError, match="avatar"):
            await accounts.rename(account, "Anna", "")
        with pytest.raises(ValueError, match="name"):
            await accounts.rename(account, "A\u202enna", "dog")
        assert await accounts.by_token(token) == account


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  斗地主 高手 ", "斗地主 高手"),
        ("\u3000小明\n", "小明"),
        ("e\u0301", "\u00e9"),
        ("e\u0301" * 12, "\u00e9" * 12),
        ("🐉" * 12, "🐉" * 12),
        ("❤\ufe0f", "❤\ufe0f"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_names_are_trimmed_and_composed(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "1234567890123",
        "a\nb",
        "a\x00",
        "a\x7fb",
        "a\u200bb",
        "a\u200db",
        "\ufeffa",
        "a\u00adb",
        "\u202eevil",
        "a\u2066b\u2069",
        "a\u061cb",
        "\ud800",
        "\ue000",
        "\u3164",
        "\u2800\u2800",
        "a\u115f",
        "\u0301a",
        "\ufe0f",
        "a\u2028b",
        "a\U000e0041",
    ],
)
def test_names_that_cannot_be_seen_or_mislead_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a name"):
        clean_name(text)
