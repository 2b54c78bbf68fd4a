"""Every error that `dizhu` raises on purpose.

::

    DizhuError
    ├── NotationError      text that is not cards, a combo, a shape or a record (also a ValueError)
    ├── RuleError          a rule file that cannot be read or does not hold together (also a ValueError)
    ├── IllegalAction      an act the rules do not allow now; nothing was changed
    ├── RecordError        a record that does not replay or verify, with its line
    ├── StorageError       the server's database cannot be read or written (`dizhu.server.store`)
    └── LostTable          somebody else writes the log of a table (`dizhu.server.store`)

A message says what was expected, what came, and the position in notation; it may show a hand, so it stays on this side
of the wire. Over the wire travels `IllegalAction.reason` alone, a member of the closed list `Reason`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

_SHOWN: Final = 200


class DizhuError(Exception):
    """Base of all errors raised on purpose."""


class NotationError(DizhuError, ValueError):
    """Text that cannot be read.

    text:      the whole text
    position:  index of the first offending character, counted from 0
    """

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message, text, position)
        self.message = message
        self.text = text
        self.position = position

    def __str__(self) -> str:
        shown = self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}…"
        return f"{self.message}, at position {self.position + 1} of {shown!r}"


class RuleError(DizhuError, ValueError):
    """A rule file that is wrong; `path` is the place in it, like ``$.plays.shapes[3]``."""

    def __init__(self, message: str, path: str, source: str = "") -> None:
        super().__init__(message, path, source)
        self.message = message
        self.path = path
        self.source = source

    def __str__(self) -> str:
        text = self.message if self.path == "$" else f"{self.message} - at `{self.path}`"
        return f"{self.source}: {text}" if self.source else text


class Reason(StrEnum):
    """Why an act was refused. The only words about a refusal that may travel to other machines."""

    OVER = "game/over"
    NOT_ASKED = "game/not_asked"
    NOT_OFFERED = "game/not_offered"
    BAD_CAUSE = "game/no_such_cause"
    NOT_DEFAULT = "game/not_the_default"
    NOT_TRUSTEE = "game/not_the_trustee"
    NOT_SYSTEM = "game/not_system"
    BID_TOO_LOW = "auction/too_low"
    BID_VALUE = "auction/no_such_bid"
    SHOW_LATE = "show/too_late"
    SHOWN = "show/already_shown"
    NOT_IN_HAND = "play/not_in_hand"
    NO_COMBO = "play/no_such_combo"
    DOES_NOT_BEAT = "play/does_not_beat"
    LEAD_PASS = "play/lead_must_play"
    DEAL_ORDER = "system/deal_order"
    NOT_CLOSABLE = "system/not_closable"
    STARTED = "match/started"
    NOT_READY = "match/not_ready"
    NO_COMMITMENT = "match/no_commitment"
    BYTES_SIZE = "match/bytes_size"


class IllegalAction(DizhuError):
    """An act that the rules do not allow now. The game it was offered to is as it was before."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason
        self.message = message

    def __str__(self) -> str:
        return self.message


class RecordError(DizhuError):
    """A record that does not replay or does not verify; `line` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message, line)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"
