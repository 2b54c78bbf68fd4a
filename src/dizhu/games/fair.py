"""The fair deal (公平发牌): a commitment before anybody adds bytes, a deck from both. Source: docs/fair-deal.md.

Nobody, the host included, can choose or foresee a deal, and anybody can check afterwards that nobody did. All integers
are big-endian.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256

from dizhu.cards import Card, full_deck

SECRET_BYTES = 32
SEAT_BYTES = 32


def check_table(table: str) -> None:
    """ValueError unless this can be a table's id: 1…255 bytes of UTF-8, printable, so that it stands on one line."""
    size = len(table.encode("utf-8", "replace"))
    if not 1 <= size <= 255 or not table.isprintable():
        raise ValueError(f"expected a table id of 1…255 bytes, printable, got {size}: {table[:80]!r}")


def commitment(secret: bytes, table: str, deal: int) -> bytes:
    """What is published before any seat adds its bytes.

    table:  the table's id, see `check_table`
    deal:   number of the deal at that table, from 0, redeals counted
    """
    return sha256(b"dizhu/1/commit" + secret + _place(table, deal)).digest()


def seed_secret(seed: int, deal: int) -> bytes:
    """The secret of a game without a server, ``dizhu play --seed N``; `seed` is 0 … 2⁶⁴-1."""
    return sha256(b"dizhu/1/seed" + seed.to_bytes(8, "big") + deal.to_bytes(8, "big")).digest()


class Stream:
    """The chance of one deal: uniform numbers from the secret and what the seats added.

    seat_bytes:  by seat, up to 32 bytes; empty for a bot or a seat that sent nothing
    """

    def __init__(self, secret: bytes, table: str, deal: int, seat_bytes: Sequence[bytes]) -> None:
        parts = b"".join(bytes([len(part)]) + part for part in seat_bytes)
        self._key = hmac.digest(secret, b"dizhu/1/deck" + _place(table, deal) + parts, "sha256")
        self._block = b""
        self.words = 0

    def below(self, n: int) -> int:
        """A uniform number 0 … n-1; words that would favour small numbers are thrown away."""
        limit = (1 << 32) // n * n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def deck(self, packs: int) -> tuple[Card, ...]:
        """A shuffled deck; must be the first thing drawn."""
        deck = list(full_deck(packs))
        for k in range(len(deck) - 1, 0, -1):
            j = self.below(k + 1)
            deck[k], deck[j] = deck[j], deck[k]
        return tuple(deck)

    def _word(self) -> int:
        index, place = divmod(self.words, 8)
        if place == 0:
            self._block = hmac.digest(self._key, index.to_bytes(4, "big"), "sha256")
        self.words += 1
        return int.from_bytes(self._block[4 * place : 4 * place + 4], "big")


def _place(table: str, deal: int) -> bytes:
    name = table.encode()
    return bytes([len(name)]) + name + deal.to_bytes(8, "big")
