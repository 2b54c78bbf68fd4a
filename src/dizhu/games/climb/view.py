"""What a viewer knows of a deal, and how it grows with every event seen.

A `View` is built from what its viewer may see; a card it may not know is absent. `fold` lets anybody who only receives
projected events, a client or a bot, keep the same view: ``fold(project(events, v)) == game.view(v)``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

import msgspec
from msgspec import UNSET

from dizhu.cards import Card
from dizhu.games.acts import Action, Grab
from dizhu.games.climb.facts import (
    Asked,
    Bottom,
    Doubled,
    Ended,
    Fact,
    Factored,
    Got,
    Laid,
    Landlord,
    Marker,
    Passed,
    Received,
    Said,
    Shown,
    Trusteed,
)
from dizhu.games.game import Factor, Options, Outcome, Seat, Viewer
from dizhu.games.project import Seen


class SeatView(msgspec.Struct, frozen=True):
    """One seat as the viewer knows it.

    cards:    number of cards in its hand
    hand:     the hand, weakest card first, if the viewer may know it; else None
    shown:    factor it showed its hand for; 0 if it did not
    doubled:  whether it doubled, once that is known
    trustee:  whether the robot plays it
    plays:    number of plays it made, passes not counted
    """

    cards: int = 0
    hand: tuple[Card, ...] | None = None
    shown: int = 0
    doubled: bool | None = None
    trustee: bool = False
    plays: int = 0


class Trick(msgspec.Struct, frozen=True):
    """The last play of the trick (一轮): whose it is, and the passes after it."""

    seat: Seat
    laid: Laid
    passes: int = 0


class View(msgspec.Struct, frozen=True):
    """A deal as one viewer may know it.

    viewer:    a seat, or ``spectator``
    rules:     id of the rule set
    first:     the seat the auction began with
    landlord:  None until the auction is over
    bottom:    the bottom cards, if the viewer may know them
    trick:     what must be beaten; None when the next play leads
    history:   the public facts so far, oldest first
    factors:   what the unit of the settlement is made of so far
    choice:    the viewer's own choice in a phase whose choices are told together
    """

    viewer: Viewer
    rules: str
    seats: tuple[SeatView, ...]
    first: Seat | None = None
    marker: Card | None = None
    landlord: Seat | None = None
    bid: int = 0
    grabs: int = 0
    bottom: tuple[Card, ...] | None = None
    trick: Trick | None = None
    history: tuple[Fact, ...] = ()
    factors: tuple[Factor, ...] = ()
    choice: Action | None = None
    options: Options | None = None
    outcome: Outcome | None = None

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own hand; empty for a spectator."""
        return (self.seats[self.viewer].hand or ()) if isinstance(self.viewer, int) else ()

    def side(self, seat: Seat) -> bool:
        """Whether `seat` is on the viewer's side; there are sides once there is a landlord."""
        return self.landlord is not None and (seat == self.landlord) == (self.viewer == self.landlord)


def fold(view: View, seen: Seen[Fact]) -> View:
    """The view after one more event."""
    view = reduce(_fold_fact, seen.facts, view)
    return view if seen.options is UNSET else _replace(view, options=seen.options)


def fold_own(view: View, action: Action) -> View:
    """The view after an own act that no event tells of yet: the choice is kept, and nothing is asked any more."""
    return _replace(view, choice=action, options=None)


def in_history(fact: Fact) -> bool:
    """Whether a fact belongs to the public history; cards told to some, and sums of what stands there, do not."""
    return not isinstance(fact, Got | Bottom | Factored)


def _fold_fact(view: View, fact: Fact) -> View:
    view = _told(view, fact)
    return _replace(view, history=(*view.history, fact)) if in_history(fact) else view


def _told(view: View, fact: Fact) -> View:
    match fact:
        case Received(cards):
            return _replace(view, seats=tuple(_replace(seat, cards=cards) for seat in view.seats))
        case Got(seat, cards):
            return _seat(view, seat, hand=_sorted((*(view.seats[seat].hand or ()), *cards)))
        case Marker(_, card):
            return _replace(view, marker=card)
        case Asked(first):
            return _replace(view, first=first)
        case Said(_, Grab(yes)):
            return _replace(view, grabs=view.grabs + yes)
        case Shown(seat, factor, cards):
            return _seat(view, seat, shown=factor, hand=_sorted(cards))
        case Landlord(seat, bid, grabs, taken):
            view = _seat(view, seat, cards=view.seats[seat].cards + taken)
            return _replace(view, landlord=seat, bid=bid, grabs=grabs)
        case Bottom(cards):
            return _replace(view, bottom=cards)
        case Doubled(choices):
            seats = tuple(_replace(s, doubled=c) for s, c in zip(view.seats, choices, strict=True))
            return _replace(view, seats=seats, choice=None)
        case Laid():
            return _laid(view, fact)
        case Passed():
            passes = view.trick.passes + 1 if view.trick else 0
            over = passes == len(view.seats) - 1
            return _replace(view, trick=None if over or not view.trick else _replace(view.trick, passes=passes))
        case Factored(factors):
            return _replace(view, factors=factors)
        case Trusteed(seat, on):
            return _seat(view, seat, trustee=on)
        case Ended(outcome, hands, bottom):
            seats = tuple(_replace(s, hand=hand) for s, hand in zip(view.seats, hands, strict=True))
            return _replace(view, outcome=outcome, seats=seats, bottom=bottom, choice=None)
        case _:
            return view


def _laid(view: View, laid: Laid) -> View:
    seat = view.seats[laid.seat]
    hand = None if seat.hand is None else tuple(card for card in seat.hand if card not in laid.cards)
    view = _seat(view, laid.seat, cards=seat.cards - len(laid.cards), hand=hand, plays=seat.plays + 1)
    return _replace(view, trick=Trick(laid.seat, laid))


def _seat(view: View, seat: Seat, **changes: Any) -> View:
    seats = list(view.seats)
    seats[seat] = _replace(seats[seat], **changes)
    return _replace(view, seats=tuple(seats))


def _sorted(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards))


_replace = msgspec.structs.replace
