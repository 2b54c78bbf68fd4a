"""What can be told of a deal. A fact is public unless its docstring says who alone may know it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from dizhu.cards import Card
from dizhu.games.acts import Action
from dizhu.games.game import Factor, Outcome, Seat
from dizhu.rules import Combo


class _Fact(msgspec.Struct, frozen=True, tag_field="fact", tag=str.lower):
    """A value with a tag."""


class Received(_Fact, frozen=True):
    """Every seat now holds so many cards of its hand."""

    cards: int


class Got(_Fact, frozen=True):
    """Cards that came into a hand: known to that seat, and to all once it has shown its hand."""

    seat: Seat
    cards: tuple[Card, ...]


class Marker(_Fact, frozen=True):
    """The turned-up card (明牌) and the seat it was dealt to, which is asked first."""

    seat: Seat
    card: Card


class Asked(_Fact, frozen=True):
    """The auction begins with this seat."""

    first: Seat


class Said(_Fact, frozen=True):
    """A seat's act in the auction, or the landlord's refusal to show."""

    seat: Seat
    action: Action


class Shown(_Fact, frozen=True):
    """A seat shows its hand, for so large a factor; from now on it lies open."""

    seat: Seat
    factor: int
    cards: tuple[Card, ...]


class Landlord(_Fact, frozen=True):
    """The auction is over: who is landlord, at which bid, after how many grabs; so many bottom cards join his hand."""

    seat: Seat
    bid: int
    grabs: int
    taken: int


class Bottom(_Fact, frozen=True):
    """The bottom cards: known to all, or to the landlord alone, as the rule set says."""

    cards: tuple[Card, ...]


class Doubled(_Fact, frozen=True):
    """Who doubled, told when all have chosen; None for a seat that could not."""

    choices: tuple[bool | None, ...]


class Laid(_Fact, frozen=True):
    """Cards put on the table, and what they are."""

    seat: Seat
    cards: tuple[Card, ...]
    combo: Combo


class Passed(_Fact, frozen=True):
    """A seat put nothing down."""

    seat: Seat


class Trusteed(_Fact, frozen=True):
    """The robot plays this seat, or no longer does."""

    seat: Seat
    on: bool


class Factored(_Fact, frozen=True):
    """What the unit of the settlement is made of now; it changed."""

    factors: tuple[Factor, ...]


class Ended(_Fact, frozen=True):
    """The deal is over: its outcome, and everything that was hidden."""

    outcome: Outcome
    hands: tuple[tuple[Card, ...], ...]
    bottom: tuple[Card, ...]


Fact: TypeAlias = (
    Received
    | Got
    | Marker
    | Asked
    | Said
    | Shown
    | Landlord
    | Bottom
    | Doubled
    | Laid
    | Passed
    | Trusteed
    | Factored
    | Ended
)
