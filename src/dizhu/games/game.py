"""The contract of a game: one deal, deterministic, without clock, randomness or input and output of its own.

A game is the fold of its entries. An entry yields events; `dizhu.games.project` decides what of an event a viewer sees,
and folding what was seen onto an earlier view gives `Game.view`. Source: docs/game-contract.md.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from dizhu.games.acts import Action
from dizhu.rules import Combo

Seat: TypeAlias = int
"""A chair at the table, 0 … n-1 in play order."""

Actor: TypeAlias = int | Literal["system"]
Viewer: TypeAlias = int | Literal["spectator"]


class Cause(StrEnum):
    """Why an entry stands in the log: a person or bot chose, the clock ran out, the robot played, the system acted."""

    PLAYER = "player"
    CLOCK = "clock"
    TRUSTEE = "trustee"
    SYSTEM = "system"


class Entry(msgspec.Struct, frozen=True):
    """One line of a game's log: all that happens to it."""

    actor: Actor
    action: Action
    cause: Cause


class Phase(StrEnum):
    """Where a deal stands."""

    DEAL = "deal"
    BID = "bid"
    CALL = "call"
    GRAB = "grab"
    SHOW = "show"
    DOUBLE = "double"
    PLAY = "play"
    OVER = "over"

    @property
    def secret(self) -> bool:
        """Whether seats choose at the same time, so that nothing is told before all have chosen."""
        return self is Phase.DOUBLE


class Options(msgspec.Struct, frozen=True):
    """What a seat is asked now. All controls of a client are made from this.

    phase:     where the deal stands
    acts:      the acts this seat may do now, cards aside: ``(Bid(0), Bid(2), Bid(3))``, ``(Pass(),)``
    lay:       whether cards may be put down
    to_beat:   the combo on the table they must beat; None when leading
    show:      the factor of showing the hand now; 0 where that is not offered
    awaited:   whether the game waits for this seat; if not, the chance passes with the next event
    deadline:  class of the clock, ``bid``, ``show``, ``double`` or ``play``; seconds are the table's business
    """

    phase: Phase
    acts: tuple[Action, ...] = ()
    lay: bool = False
    to_beat: Combo | None = None
    show: int = 0
    awaited: bool = True
    deadline: str = ""


class Factor(msgspec.Struct, frozen=True):
    """One named factor of a settlement.

    name:   ``base``, ``init``, ``grab``, ``show``, ``spring``, ``anti_spring``, or a bomb's row such as ``4x``
    value:  what it multiplies by, once
    times:  how often it counts
    """

    name: str
    value: int
    times: int = 1

    @property
    def product(self) -> int:
        """The factor as a whole."""
        result: int = self.value**self.times
        return result


class Outcome(msgspec.Struct, frozen=True):
    """How a deal ended.

    kind:      ``settled``, or ``redeal`` where nobody wanted to be landlord
    points:    by seat, in points
    system:    points of the house; ``sum(points) + system == 0``
    winner:    the seat that emptied its hand
    factors:   everything the unit is made of, in order; their product is the unit
    doubled:   by seat, the factor of its own doubling
    """

    kind: Literal["settled", "redeal"]
    points: tuple[int, ...]
    system: int = 0
    landlord: Seat | None = None
    winner: Seat | None = None
    factors: tuple[Factor, ...] = ()
    doubled: tuple[int, ...] = ()


class Room(msgspec.Struct, frozen=True):
    """What the room a table stands in adds to the rules.

    init:       initial multiplier
    threshold:  coins above which doubling is allowed; None allows it to all
    """

    init: int = 1
    threshold: int | None = None


F = TypeVar("F", covariant=True)


class Told(msgspec.Struct, Generic[F], frozen=True):
    """A fact and who may know it; `to` None is everybody."""

    fact: F
    to: tuple[Seat, ...] | None = None


class Event(msgspec.Struct, Generic[F], frozen=True):
    """What an entry did: facts with their audience, and the new options of the seats whose options changed."""

    told: tuple[Told[F], ...]
    options: dict[Seat, Options | None]


class Game(Protocol):
    """One deal of one variant."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None before."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats the game waits for."""

    def trusteed(self, seat: Seat) -> bool:
        """Whether the robot plays this seat."""

    def act(self, actor: Actor, action: Action, cause: Cause) -> list[Event[Any]]:
        """Do an act; IllegalAction says why not, and then nothing was changed."""

    def options(self, seat: Seat) -> Options | None:
        """What this seat may do now; several seats may be asked at once."""

    def default(self, seat: Seat) -> Action:
        """What the clock does for an awaited seat."""

    def trustee(self, seat: Seat) -> Action:
        """What the robot does for an awaited seat."""

    def due(self) -> Action | None:
        """What the system may do now to move the deal on; None while it only waits for seats."""

    def view(self, viewer: Viewer) -> Any:
        """The deal as that viewer may know it, with options and public history."""
