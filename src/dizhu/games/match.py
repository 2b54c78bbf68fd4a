"""A match: deals strung together at one table, as pure as a game. Source: docs/game-contract.md.

It knows who is asked first and how that right goes round, how many deals were void in a row, and the running points; it
takes the seats' readiness and bytes, and makes the next game. Secrets come in as acts, so a match is the fold of its
entries too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import AddBytes, Commit, Leave, MatchAction, Ready, Start
from dizhu.games.climb.deal import Deal, draw
from dizhu.games.climb.game import ClimbGame
from dizhu.games.door import check_match_act
from dizhu.games.fair import SEAT_BYTES, SECRET_BYTES, Stream, check_table, commitment
from dizhu.games.game import Actor, Event, Room, Seat, Told
from dizhu.rules import RuleSet


class _Fact(msgspec.Struct, frozen=True, tag_field="fact", tag=str.lower):
    """A value with a tag."""


class Committed(_Fact, frozen=True):
    """The commitment to the secret of a deal; from now on seats may add bytes."""

    deal: int
    commitment: bytes


class Prepared(_Fact, frozen=True):
    """A seat is ready."""

    seat: Seat


class Added(_Fact, frozen=True):
    """A seat's own bytes have arrived; that seat alone is told."""

    seat: Seat
    data: bytes


class Left(_Fact, frozen=True):
    """A seat is free again."""

    seat: Seat


class Started(_Fact, frozen=True):
    """The deal is fixed: all seats' bytes, told to all."""

    deal: int
    seat_bytes: tuple[bytes, ...]


MatchFact: TypeAlias = Committed | Prepared | Added | Left | Started


class Fairness(msgspec.Struct, frozen=True):
    """What a deal can be checked with afterwards.

    secret:      32 bytes, revealed with the result
    seat_bytes:  by seat, what each added
    """

    secret: bytes
    seat_bytes: tuple[bytes, ...]


class Match:
    """Deals in a row at one table.

    rules:   the variant
    table:   the table's id, part of every commitment
    room:    what the room adds to the rules
    funds:   coins by seat, None for plenty; they decide who may double

    deal:    number of the next or running deal, from 0, void ones counted
    points:  running points by seat
    redeals: void deals in a row
    ready:   by seat; a void deal keeps it
    game:    the running deal, until it is closed
    """

    def __init__(
        self, rules: RuleSet, table: str, *, room: Room | None = None, funds: Sequence[int] | None = None
    ) -> None:
        check_table(table)
        self.rules = rules
        self.table = table
        self.room = room or Room()
        self.funds = None if funds is None else tuple(funds)
        self.deal = 0
        self.redeals = 0
        self.points = [0] * rules.table.seats
        self.game: ClimbGame | None = None
        self.fairness: Fairness | None = None
        self.ready = [False] * rules.table.seats
        self._first: Seat | None = None
        self._secret: bytes | None = None
        self._bytes = [b""] * rules.table.seats

    @property
    def next_first(self) -> Seat | None:
        """The seat whose turn it is to be asked first; None where chance or a card decides."""
        return self._first

    def act(self, actor: Actor, action: MatchAction) -> list[Event[MatchFact]]:
        """Do an act between deals. IllegalAction gives the reason if it is not allowed; then nothing was changed."""
        check_match_act(actor, action, self.rules.table.seats)
        if self.game is not None:
            raise IllegalAction(Reason.STARTED, f"expected nothing before deal {self.deal} is closed, got {action}")
        if isinstance(action, Commit | Start):
            if actor != "system":
                raise IllegalAction(Reason.NOT_SYSTEM, f"only the system may do {type(action).__name__}, not {actor}")
            return [self._commit(action) if isinstance(action, Commit) else self._start()]
        if actor == "system":
            raise IllegalAction(Reason.NOT_ASKED, f"only a seat may do {type(action).__name__}, not the system")
        return [self._seat_act(actor, action)]

    def begin(self, deal: Deal) -> ClimbGame:
        """Start a synthetic deal, made by hand; it cannot be verified afterwards."""
        if self.game is not None or self._secret is not None:
            raise IllegalAction(Reason.STARTED, f"deal {self.deal} is not closed, or committed to")
        self.fairness = None
        self.game = ClimbGame(self.rules, deal, room=self.room, funds=self.funds)
        return self.game

    def close(self) -> None:
        """Book the deal that is over: points, the next deal's number, and who is asked first in it."""
        if self.game is None or self.game.outcome is None:
            raise IllegalAction(Reason.NOT_READY, f"deal {self.deal} is not over")
        outcome = self.game.outcome
        self.points = [a + b for a, b in zip(self.points, outcome.points, strict=True)]
        self.redeals = self.redeals + 1 if outcome.kind == "redeal" else 0
        if self.rules.auction.first == "rotate":
            self._first = (self.game.drawn_first + 1) % self.rules.table.seats
        self.deal += 1
        self.game = None
        self._secret = None
        self._bytes = [b""] * self.rules.table.seats
        if outcome.kind == "settled":
            self.ready = [False] * self.rules.table.seats

    def _commit(self, action: Commit) -> Event[MatchFact]:
        if len(action.secret) != SECRET_BYTES:
            raise IllegalAction(Reason.BYTES_SIZE, f"expected {SECRET_BYTES} bytes, got {len(action.secret)}")
        if self._secret is not None:
            raise IllegalAction(Reason.STARTED, f"deal {self.deal} is committed to already")
        self._secret = action.secret
        return _told(Committed(self.deal, commitment(action.secret, self.table, self.deal)))

    def _seat_act(self, seat: Seat, action: Ready | AddBytes | Leave) -> Event[MatchFact]:
        match action:
            case Ready():
                self.ready[seat] = True
                return _told(Prepared(seat))
            case Leave():
                if self.deal:
                    raise IllegalAction(Reason.STARTED, f"seat {seat} cannot leave after the first deal has begun")
                self.ready[seat], self._bytes[seat] = False, b""
                return _told(Left(seat))
            case AddBytes(data):
                if self._secret is None:
                    raise IllegalAction(Reason.NO_COMMITMENT, "bytes are taken only after the commitment is known")
                if len(data) > SEAT_BYTES:
                    raise IllegalAction(Reason.BYTES_SIZE, f"expected up to {SEAT_BYTES} bytes, got {len(data)}")
                self._bytes[seat] = data
                return Event((Told(Added(seat, data), (seat,)),), {})

    def _start(self) -> Event[MatchFact]:
        if self._secret is None:
            raise IllegalAction(Reason.NO_COMMITMENT, f"deal {self.deal} has no commitment yet")
        if not all(self.ready):
            waiting = [seat for seat, ready in enumerate(self.ready) if not ready]
            raise IllegalAction(Reason.NOT_READY, f"deal {self.deal} waits for seats {waiting}")
        self.fairness = Fairness(self._secret, tuple(self._bytes))
        stream = Stream(self._secret, self.table, self.deal, self._bytes)
        drawn = draw(self.rules, stream, self._first)
        self.game = ClimbGame(self.rules, drawn, room=self.room, funds=self.funds)
        return _told(Started(self.deal, tuple(self._bytes)))


def _told(fact: MatchFact) -> Event[MatchFact]:
    return Event((Told(fact),), {})
