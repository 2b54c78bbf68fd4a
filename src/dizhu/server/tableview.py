"""A table as one viewer may know it, and the facts that change it besides those of match and game."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from dizhu.games.climb.facts import Fact
from dizhu.games.climb.view import View
from dizhu.games.game import Seat
from dizhu.games.match import MatchFact


class Chair(msgspec.Struct, frozen=True):
    """Who sits on a chair.

    bot:   name of the bot; empty for a person
    here:  whether the person is connected
    """

    name: str
    avatar: str
    bot: str = ""
    here: bool = True


class Clock(msgspec.Struct, frozen=True):
    """The running clock: the seats the table waits for and their time. A choice made in secret does not change it.

    left_ms, total_ms:  at the moment the frame was made
    """

    seats: tuple[Seat, ...]
    left_ms: int
    total_ms: int


class Fair(msgspec.Struct, frozen=True):
    """What a deal is checked with once it is over. Source: docs/fair-deal.md."""

    deal: int
    commitment: bytes
    secret: bytes
    seat_bytes: tuple[bytes, ...]
    first: Seat
    rotated: bool


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer may know it.

    id:           part of every commitment
    code:         six digits to join by
    you:          the viewer's seat; None for a spectator
    owner:        the seat that may fill empty chairs
    chairs:       by seat; None where nobody sits
    stage:        ``gathering`` before the first deal, ``between`` deals, ``playing``, ``closed``
    deal:         number of the next or running deal, from 0, void ones counted
    points:       running points by seat
    ready:        by seat
    commitment:   to the secret of the next or running deal
    own_bytes:    what the viewer added to it
    seat_bytes:   what all added, once the deal is fixed
    view:         the running deal, or the last one until the next begins
    fair:         what that deal is checked with, once it is over
    turn_id:      names the question asked of the viewer
    """

    id: str
    code: str
    rules: str
    you: Seat | None
    owner: Seat | None
    chairs: tuple[Chair | None, ...]
    stage: Literal["gathering", "between", "playing", "closed"]
    deal: int
    points: tuple[int, ...]
    ready: tuple[bool, ...]
    redeals: int = 0
    commitment: bytes | None = None
    own_bytes: bytes | None = None
    seat_bytes: tuple[bytes, ...] | None = None
    view: View | None = None
    fair: Fair | None = None
    turn_id: int | None = None
    clock: Clock | None = None


class _TableFact(msgspec.Struct, frozen=True, tag_field="fact", tag=str.lower):
    """A value with a tag."""


class Sat(_TableFact, frozen=True):
    """Somebody took a chair."""

    seat: Seat
    chair: Chair


class Owned(_TableFact, frozen=True):
    """Who may fill empty chairs from now on; None if no person is left."""

    seat: Seat | None


class Here(_TableFact, frozen=True):
    """A person's connection was lost, or is there again."""

    seat: Seat
    here: bool


class Booked(_TableFact, frozen=True):
    """The deal is in the books: the running points, the void deals in a row, and what it can be checked with."""

    points: tuple[int, ...]
    redeals: int
    fair: Fair


class Ceased(_TableFact, frozen=True):
    """The table is closed."""


TableFact: TypeAlias = Sat | Owned | Here | Booked | Ceased
AnyFact: TypeAlias = TableFact | MatchFact | Fact
