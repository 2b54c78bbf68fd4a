"""What stands in a table's log. A table is the fold of its bodies (`dizhu.server.desk`); nothing else need be kept."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from dizhu.games.acts import Action, MatchAction
from dizhu.games.codec import decode_hook, encode
from dizhu.games.game import Actor, Cause, Seat
from dizhu.server.tableview import Chair


class _Body(msgspec.Struct, frozen=True, tag_field="body", tag=str.lower):
    """A value with a tag."""


class Opened(_Body, frozen=True):
    """The first of every table.

    code:    six digits to join by
    digest:  of the rule set; a table is never continued by other rules than it began with
    """

    code: str
    rules: str
    digest: str


class Seated(_Body, frozen=True):
    """Somebody takes an empty chair; `account` is None for a bot."""

    seat: Seat
    account: str | None
    chair: Chair


class Acted(_Body, frozen=True):
    """An act of a seat or the system, to the match between deals or to the game within one."""

    actor: Actor
    action: Action | MatchAction
    cause: Cause


class Presence(_Body, frozen=True):
    """A person's connection is lost for good, as far as the table knows, or there again."""

    seat: Seat
    here: bool


class Shut(_Body, frozen=True):
    """The table is closed, and stays so."""


Body: TypeAlias = Opened | Seated | Acted | Presence | Shut

_DECODER: Final = msgspec.json.Decoder(Body, dec_hook=decode_hook)


def write(body: Body) -> bytes:
    """A body as it is kept."""
    return encode(body)


def read(text: bytes) -> Body:
    """The body of `write`; msgspec.ValidationError if it is none."""
    return _DECODER.decode(text)
