"""Everything a seat or the system can do, as frozen values. What may be done now is for `Game.options` to say."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from dizhu.cards import Card
from dizhu.rules import Combo


class _Act(msgspec.Struct, frozen=True, tag_field="act", tag=str.lower):
    """A value with a tag; acts are equal if they say the same."""


class Bid(_Act, frozen=True):
    """A bid in points (叫分); 0 passes."""

    value: int


class Call(_Act, frozen=True):
    """Call the landlord, or not (叫地主, 不叫)."""

    yes: bool


class Grab(_Act, frozen=True):
    """Grab the landlord, or not (抢地主, 不抢)."""

    yes: bool


class Show(_Act, frozen=True):
    """Show the hand to all, or not (明牌)."""

    yes: bool


class Double(_Act, frozen=True):
    """Double, or not (加倍, 不加倍)."""

    yes: bool


class Lay(_Act, frozen=True):
    """Put cards on the table (出牌).

    cards:  physical cards of the hand, in any order
    combo:  the reading named by the player; None leaves it to the rules (`RuleSet.reading`)
    """

    cards: tuple[Card, ...]
    combo: Combo | None = None


class Pass(_Act, frozen=True):
    """Put nothing down (不出)."""


class Trustee(_Act, frozen=True):
    """The robot plays this seat from now on, or gives it back (托管)."""

    on: bool


class Drop(_Act, frozen=True):
    """This seat's connection is lost: the robot takes over."""


class Commit(_Act, frozen=True):
    """System, to a match: here is the secret of the next deal; only its commitment becomes known."""

    secret: bytes


class Ready(_Act, frozen=True):
    """To a match: this seat is ready for the next deal (准备)."""


class AddBytes(_Act, frozen=True):
    """To a match: what this seat adds to the shuffle, up to 32 bytes of its own."""

    data: bytes


class Leave(_Act, frozen=True):
    """To a match before its first deal: this seat goes, and is free again."""


class Start(_Act, frozen=True):
    """System, to a match: shuffle with what was added, and begin the deal."""


class DealTo(_Act, frozen=True):
    """System: every seat now holds so many cards of its hand."""

    received: int


class Close(_Act, frozen=True):
    """System: a phase in which several seats choose at once is over; who has not chosen gets the default."""


Action: TypeAlias = Bid | Call | Grab | Show | Double | Lay | Pass | Trustee | Drop | DealTo | Close
MatchAction: TypeAlias = Commit | Ready | AddBytes | Leave | Start
