"""Every message of the table socket, both ways. docs/protocol.md and the client's types are made from these types.

A message is one JSON text frame with its kind in ``type``. A client sends commands and questions, each with a `cmd_id`
of its own choice: a command that is sent again with the same `cmd_id` is done once and answered again. The server
answers with `Ack`, `Answer` or `Refused`; what happens at a table comes as `Happened`, numbered without gaps and alike
for all.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from dizhu.cards import Card
from dizhu.errors import Reason
from dizhu.games.acts import Action, AddBytes, Bid, Call, Double, Grab, Lay, Leave, Pass, Ready, Show, Trustee
from dizhu.games.game import Options, Seat
from dizhu.rules import Combo
from dizhu.server.tableview import AnyFact, Clock, TableView

PROTOCOL: Final = 1
MAX_FRAME_BYTES: Final = 4096
MAX_NAME: Final = 12
AVATARS: Final = (
    "rat", "ox", "tiger", "rabbit", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog", "pig",
)  # fmt: skip


class Code(StrEnum):
    """Why the server refused something, where it is not a `Reason` of the rules."""

    MALFORMED = "frame/malformed"
    TOO_LARGE = "frame/too_large"
    UNKNOWN = "frame/unknown"
    TOO_MANY = "limit/too_many"
    TOO_MANY_TABLES = "limit/too_many_tables"
    NO_SUCH_TABLE = "table/no_such_table"
    NO_SUCH_GAME = "table/no_such_game"
    NOT_HERE = "table/not_here"
    NOT_SEATED = "table/not_seated"
    NOT_OWNER = "table/not_owner"
    NO_EMPTY_CHAIR = "table/no_empty_chair"
    BUSY = "table/busy"
    STORAGE = "table/waiting_for_storage"
    CLOSED = "table/closed"
    ELSEWHERE = "seat/played_elsewhere"
    STALE = "turn/stale"
    SLOW = "socket/too_slow"
    STOPPING = "socket/server_stopping"
    NOT_SIGNED_IN = "account/not_signed_in"
    BAD_NAME = "account/bad_name"
    BAD_AVATAR = "account/no_such_avatar"
    WRONG_ORIGIN = "account/wrong_origin"


CODES: Final = tuple(code.value for code in (*Code, *Reason))
CodeText: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": list(CODES)})]
CmdId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[!-~]*(?!\n)$")]
TableId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]

SeatAct: TypeAlias = Ready | AddBytes | Leave | Trustee | Bid | Call | Grab | Show | Double | Lay | Pass
"""What a person may do at a table: between deals, and in a deal."""


# What a client sends.


class _FromClient(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A frame of a client; `cmd_id` comes back in the answer."""

    cmd_id: CmdId


class Open(_FromClient, frozen=True):
    """Make a table and sit down at it as its owner (开桌). A `Snapshot` follows, and an `Ack` that names the table.

    rules:  id of the game
    bots:   fill the other chairs with bots and be ready at once: a quick game
    """

    rules: str
    bots: bool = False


class Join(_FromClient, frozen=True):
    """Come to a table by its code or its id: to one's own chair, else to a free one, else as a spectator (加入)."""

    code: str


class Sync(_FromClient, frozen=True):
    """Go on with a table after a break. Answered with the events after `since` and a `Now`, or a `Snapshot`, and `Ack`.

    since:  number of the last event seen; None asks for the whole view
    """

    table: TableId
    since: int | None = None


class Detach(_FromClient, frozen=True):
    """Stop following a table on this socket; to the table that is a lost connection."""

    table: TableId


class Fill(_FromClient, frozen=True):
    """Owner: bots take the empty chairs."""

    table: TableId


class Do(_FromClient, frozen=True):
    """An act of one's own seat.

    turn_id:  the question it answers, as the server named it; None for ready, bytes, trusteeship and leaving
    """

    table: TableId
    action: SeatAct
    turn_id: int | None = None


class Readings(_FromClient, frozen=True):
    """Question: what can these cards of my hand be, and may they be put down now? Answered with an `Answer`."""

    table: TableId
    cards: Annotated[tuple[Card, ...], Meta(max_length=64)]


class Hints(_FromClient, frozen=True):
    """Question: what may I put down now (提示)? Answered with an `Answer`, the most sensible play first, bombs last.

    having:  only plays in which all these cards of the hand take part
    """

    table: TableId
    having: Annotated[tuple[Card, ...], Meta(max_length=64)] = ()


class Ping(_FromClient, frozen=True):
    """Answered at once with a `Pong`; a client that hears nothing for a while makes a new connection."""


FromClient: TypeAlias = Open | Join | Sync | Detach | Fill | Do | Readings | Hints | Ping


# What the server says.


class Person(msgspec.Struct, frozen=True):
    """Who is signed in."""

    name: str
    avatar: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here.

    name:    by language tag, such as ``zh-Hans`` and ``en``
    first:   who is asked first: ``rotate``, ``random`` or ``marker``
    bottom:  number of bottom cards
    shapes, bombs:  in notation, see docs/notation.md
    """

    id: str
    digest: str
    name: dict[str, str]
    seats: int
    packs: int
    hand: int
    bottom: int
    first: str
    shapes: tuple[str, ...]
    bombs: tuple[str, ...]


class OwnTable(msgspec.Struct, frozen=True):
    """A table that is not over, at which the account has a chair."""

    table: TableId
    code: str
    rules: str


class _FromServer(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A frame of the server."""


class Welcome(_FromServer, frozen=True):
    """The first frame of every connection."""

    protocol: int
    me: Person
    games: tuple[GameInfo, ...]
    tables: tuple[OwnTable, ...]


class Own(msgspec.Struct, frozen=True):
    """An own choice that no event tells of yet, and what is asked of the seat after it."""

    choice: Action
    options: Options | None


class Ack(_FromServer, frozen=True):
    """The command is done, and survives a crash of the server.

    table:  the table it was for; None if it was for none
    own:    see `Own`; None for everything that is told by events
    """

    cmd_id: str
    table: TableId | None = None
    own: Own | None = None


class Refused(_FromServer, frozen=True):
    """The command is not done, and nothing has changed.

    With ``table/waiting_for_storage`` alone that is not known yet: send it again with the same `cmd_id`.

    cmd_id:  None for a frame that could not be read
    """

    cmd_id: str | None
    code: CodeText


class Reading(msgspec.Struct, frozen=True):
    """One thing the cards of a question can be, and whether they may be put down as that now."""

    combo: Combo
    fits: bool


class Answer(_FromServer, frozen=True):
    """The answer to a question, `Readings` or `Hints`.

    default:  index of the reading that counts if none is named, among those that fit; None if none fits
    """

    cmd_id: str
    readings: tuple[Reading, ...] = ()
    default: int | None = None
    hints: tuple[tuple[Card, ...], ...] = ()


class Snapshot(_FromServer, frozen=True):
    """The whole table as the receiver may know it, after event number `event`."""

    event: int
    table: TableView


class Happened(_FromServer, frozen=True, tag="event"):
    """Something happened at a table.

    event:    its number, one more than the one before
    facts:    what the receiver may know of it; may be empty
    options:  what the receiver is asked now, if that changed
    turn_id:  names that question; comes with options
    clock:    the running clock, if it changed; None if it stopped
    """

    table: TableId
    event: int
    facts: tuple[AnyFact, ...] = ()
    options: Options | UnsetType | None = UNSET
    turn_id: int | UnsetType | None = UNSET
    clock: Clock | UnsetType | None = UNSET


class Now(_FromServer, frozen=True):
    """Where the receiver stands after the events of a `Sync`, and what no event tells.

    you:  the receiver's seat, None for a spectator; one who knows it otherwise asks for the whole view
    """

    table: TableId
    event: int
    you: Seat | None = None
    options: Options | None = None
    turn_id: int | None = None
    choice: Action | None = None
    own_bytes: bytes | None = None
    clock: Clock | None = None


class Taken(_FromServer, frozen=True):
    """The seat is played, or the table watched, from a newer connection; this one gets no more of it until it syncs."""

    table: TableId


class Waiting(_FromServer, frozen=True):
    """The table waits for its storage, or goes on; until then commands are refused and nothing is lost."""

    table: TableId
    waiting: bool


class Pong(_FromServer, frozen=True):
    """Answer to a `Ping`."""

    cmd_id: str


class Bye(_FromServer, frozen=True):
    """The last frame of a connection that the server closes, and why."""

    code: CodeText


FromServer: TypeAlias = Welcome | Ack | Refused | Answer | Snapshot | Happened | Now | Taken | Waiting | Pong | Bye


# What travels over plain HTTP.


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/guest``: become a guest, or change the name and avatar one has. The answer is a `Person`."""

    name: str = ""
    avatar: str = ""


class Problem(msgspec.Struct, frozen=True):
    """The body of every refused request."""

    code: CodeText
