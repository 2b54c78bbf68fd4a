"""Who is who: guests, made in one tap and known by the token their browser keeps."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Final

import msgspec
import sqlalchemy as sa

from dizhu.server.protocol import AVATARS, MAX_NAME
from dizhu.server.schema import accounts
from dizhu.server.store import Store

_ID_BYTES: Final = 9
_TOKEN_BYTES: Final = 32
_KNOWN: Final = 10_000
_UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Printable by their category, but nothing to see."""


class Account(msgspec.Struct, frozen=True):
    """Somebody who can take a chair."""

    id: str
    name: str
    avatar: str


class Accounts:
    """All accounts; of their tokens only the hashes are kept.

    fresh:   unguessable text of that many bytes, `secrets.token_urlsafe`
    unix_s:  the time of the day, `time.time`
    """

    def __init__(self, store: Store, fresh: Callable[[int], str], unix_s: Callable[[], float]) -> None:
        self._store = store
        self._fresh = fresh
        self._unix_s = unix_s
        self._known: OrderedDict[str, Account] = OrderedDict()

    async def guest(self, name: str, avatar: str) -> tuple[Account, str]:
        """A new account and its token; ValueError as `clean_name` and `check_avatar`."""
        account = Account(self._fresh(_ID_BYTES), clean_name(name), check_avatar(avatar))
        token = self._fresh(_TOKEN_BYTES)
        made = sa.insert(accounts).values(
            token_hash=_hash(token), created_at=int(self._unix_s()), **msgspec.structs.asdict(account)
        )
        await self._store.change(lambda connection: connection.execute(made))
        self._keep(_hash(token), account)
        return account, token

    async def by_token(self, token: str) -> Account | None:
        """The account a token belongs to."""
        token_hash = _hash(token)
        if token_hash not in self._known:
            found = sa.select(accounts.c.id, accounts.c.name, accounts.c.avatar).where(
                accounts.c.token_hash == token_hash
            )
            # On the thread that writes: what is kept is then never older than what `rename` kept.
            row = await self._store.change(lambda connection: connection.execute(found).one_or_none())
            if row is None:
                return None
            self._keep(token_hash, Account(*row))
        self._known.move_to_end(token_hash)
        return self._known[token_hash]

    async def rename(self, account: Account, name: str, avatar: str) -> Account:
        """The account with a new name and avatar; ValueError as `clean_name` and `check_avatar`."""
        renamed = Account(account.id, clean_name(name), check_avatar(avatar))
        change = sa.update(accounts).where(accounts.c.id == account.id).values(name=renamed.name, avatar=avatar)
        which = sa.select(accounts.c.token_hash).where(accounts.c.id == account.id)

        def work(connection: sa.Connection) -> str:
            connection.execute(change)
            return str(connection.execute(which).scalar_one())

        self._keep(await self._store.change(work), renamed)
        return renamed

    def _keep(self, token_hash: str, account: Account) -> None:
        self._known[token_hash] = account
        if len(self._known) > _KNOWN:
            self._known.popitem(last=False)


def clean_name(text: str) -> str:
    """A name in NFC without spaces around it: 1…MAX_NAME characters that can be seen; else ValueError.

    Control, bidirectional and zero-width characters are refused, and so is a name that begins with a combining mark.
    """
    name = unicodedata.normalize("NFC", text.strip())
    if not 1 <= len(name) <= MAX_NAME:
        raise ValueError(f"expected a name of 1…{MAX_NAME} characters, got {len(name)}")
    if not name.isprintable() or not _UNSEEN.isdisjoint(name) or unicodedata.category(name[0]).startswith("M"):
        raise ValueError(f"expected a name of characters that can be seen, got {name!a}")
    return name


def check_avatar(avatar: str) -> str:
    """The avatar; ValueError unless it is one of `AVATARS`."""
    if avatar not in AVATARS:
        raise ValueError(f"expected an avatar, one of {', '.join(AVATARS)}, got {avatar[:40]!a}")
    return avatar


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()
