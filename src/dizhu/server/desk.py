"""The state of one table, pure: chairs, match, running deal, and the numbers of events and questions.

A `Desk` is the fold of the bodies in its table's log. `Desk.apply` is the only way to change it; it knows no clock, no
randomness and no sockets: the time of a body comes with it, secrets come as acts of the system.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from dizhu.errors import DizhuError
from dizhu.games.acts import AddBytes, Commit, DealTo, Drop, Leave, Ready, Start, Trustee
from dizhu.games.climb.facts import Factored
from dizhu.games.climb.game import ClimbGame
from dizhu.games.game import Cause, Event, Options, Seat, Told, Viewer
from dizhu.games.match import Added, Committed, Match, Started
from dizhu.games.record import Record
from dizhu.rules import RuleSet
from dizhu.server.log import Acted, Body, Opened, Presence, Seated, Shut
from dizhu.server.protocol import Code
from dizhu.server.tableview import AnyFact, Booked, Ceased, Chair, Fair, Here, Owned, Sat, TableView

TableEvent: TypeAlias = Event[AnyFact]
Stage: TypeAlias = Literal["gathering", "between", "playing", "closed"]
_MATCH_ACTS: Final = (Commit, Ready, AddBytes, Leave, Start)


class Refusal(DizhuError):
    """Something a table does not do for this person or now; nothing was changed."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code


class Wait(msgspec.Struct, frozen=True):
    """Whom a table waits for, as all may know it.

    since_ms:  when the last of them was asked
    deadline:  class of the clock that runs for them
    """

    seats: tuple[Seat, ...]
    since_ms: int
    deadline: str


class Desk:
    """One table.

    chairs:     who sits where; None for an empty chair
    accounts:   by seat; None for bots and empty chairs
    owner:      the seat that may fill empty chairs
    game:       the running deal, or the last one until the next begins
    record:     of the deal that `game` was, once it is over
    event:      number of the last event
    turns:      by seat, the number of the event that asked its present question
    asked_ms:   by seat, when that was
    robot_ms:   by seat, when the robot last took it over
    away_ms:    by seat, when its person was last lost
    last_ms:    when the last body came
    dealt_ms:   when the last cards were dealt
    set_ms:     since when nothing but the seats' bytes is missing for the next deal; None before
    urged_ms:   since when a person waits ready for the others; None if nobody does
    wait:       whom the table waits for; None if for nobody
    """

    def __init__(self, id_: str, opened: Opened, rules: RuleSet, at_ms: int) -> None:
        seats = rules.table.seats
        self.id = id_
        self.code = opened.code
        self.rules = rules
        self.match = Match(rules, id_)
        self.chairs: list[Chair | None] = [None] * seats
        self.accounts: list[str | None] = [None] * seats
        self.owner: Seat | None = None
        self.game: ClimbGame | None = None
        self.record: Record | None = None
        self.event = 0
        self.turns = [0] * seats
        self.asked_ms, self.robot_ms, self.away_ms = [at_ms] * seats, [at_ms] * seats, [at_ms] * seats
        self.last_ms = self.dealt_ms = at_ms
        self.set_ms: int | None = None
        self.urged_ms: int | None = None
        self.wait: Wait | None = None
        self._fair: Fair | None = None
        self._commitment: bytes | None = None
        self._own_bytes: list[bytes | None] = [None] * seats
        self._dropped = [False] * seats
        self._closed = False

    @property
    def stage(self) -> Stage:
        """Where the table stands."""
        if self._closed:
            return "closed"
        if self.match.game is not None:
            return "playing"
        return "between" if self.match.deal else "gathering"

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.chairs))

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of people, in order."""
        return tuple(seat for seat in self.seats if self.accounts[seat] is not None)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats of people who are connected, as far as the log knows."""
        return tuple(seat for seat in self.persons if self.here(seat))

    @property
    def secret(self) -> bool:
        """Whether seats choose at the same time now, so that nothing may tell who has chosen."""
        return self.match.game is not None and self.match.game.phase.secret

    @property
    def committed(self) -> bool:
        """Whether the next or running deal has its commitment."""
        return self._commitment is not None

    def here(self, seat: Seat) -> bool:
        """Whether somebody sits there and is connected."""
        chair = self.chairs[seat]
        return chair is not None and chair.here

    def bot(self, seat: Seat) -> str:
        """Name of the bot on a chair; empty for a person or nobody."""
        chair = self.chairs[seat]
        return chair.bot if chair else ""

    def seat_of(self, account: str) -> Seat | None:
        """The chair of an account; None if it has none."""
        return self.accounts.index(account) if account in self.accounts else None

    def empty_chair(self) -> Seat | None:
        """The first empty chair of a table that gathers; None if there is none."""
        return next((seat for seat in self.seats if self.chairs[seat] is None), None) if self.gathering else None

    @property
    def gathering(self) -> bool:
        """Whether chairs can still be taken and given back."""
        return self.stage == "gathering"

    def added(self, seat: Seat) -> bool:
        """Whether a seat has added its bytes to the next deal."""
        return self._own_bytes[seat] is not None

    def options(self, seat: Seat) -> Options | None:
        """What a seat is asked in the running deal."""
        return self.match.game.options(seat) if self.match.game else None

    def turn_id(self, seat: Seat) -> int | None:
        """The name of the question a seat is asked; None while it is asked nothing."""
        return None if self.options(seat) is None else self.turns[seat]

    def apply(self, body: Body, at_ms: int) -> list[TableEvent]:
        """Do what a body says, at service time `at_ms`; `Refusal` or IllegalAction if it cannot be, unchanged."""
        if self._closed:
            raise Refusal(Code.CLOSED)
        robots, secret = self._robots(), self.secret
        events = self._apply(body)
        for event in events:
            self.event += 1
            for seat, options in event.options.items():
                if options is not None:
                    self.turns[seat], self.asked_ms[seat] = self.event, at_ms
        for seat, on in enumerate(self._robots()):
            if on and not robots[seat]:
                self.robot_ms[seat] = at_ms
        self._note_times(body, at_ms)
        if events and not (secret and self.secret):  # a clock that changed would tell who has chosen
            self._note_wait()
        return events

    def view(self, viewer: Viewer) -> TableView:
        """The table as that viewer may know it, without its clock."""
        seat = viewer if isinstance(viewer, int) else None
        fairness = self.match.fairness if self.match.game else None
        return TableView(
            id=self.id,
            code=self.code,
            rules=self.rules.id,
            you=seat,
            owner=self.owner,
            chairs=tuple(self.chairs),
            stage=self.stage,
            deal=self.match.deal,
            points=tuple(self.match.points),
            ready=tuple(self.match.ready),
            redeals=self.match.redeals,
            commitment=self._commitment,
            own_bytes=None if seat is None else self._own_bytes[seat],
            seat_bytes=fairness.seat_bytes if fairness else None,
            view=self.game.view(viewer) if self.game else None,
            fair=self._fair,
            turn_id=None if seat is None else self.turn_id(seat),
        )

    def _apply(self, body: Body) -> list[TableEvent]:
        match body:
            case Seated():
                return self._sit(body)
            case Presence():
                return self._presence(body)
            case Shut():
                self._closed = True
                return [_told(Ceased())]
            case Acted():
                if isinstance(body.action, _MATCH_ACTS):
                    return self._match_act(body)
                return self._game_act(body)
            case Opened():
                raise ValueError("expected one opening of a table, got a second")

    def _sit(self, body: Seated) -> list[TableEvent]:
        if not self.gathering or self.chairs[body.seat] is not None:
            raise Refusal(Code.NO_EMPTY_CHAIR)
        self.chairs[body.seat], self.accounts[body.seat] = body.chair, body.account
        facts: list[AnyFact] = [Sat(body.seat, body.chair)]
        return [_told(*facts, *self._choose_owner())]

    def _choose_owner(self) -> list[AnyFact]:
        if self.owner in self.persons:
            return []
        before, self.owner = self.owner, next(iter(self.persons), None)
        return [] if before == self.owner else [Owned(self.owner)]

    def _presence(self, body: Presence) -> list[TableEvent]:
        seat, chair = body.seat, self.chairs[body.seat]
        if chair is None or chair.bot or chair.here == body.here:
            raise ValueError(f"expected a change of a person's presence, got {body} for {chair}")
        self.chairs[seat] = Chair(chair.name, chair.avatar, chair.bot, body.here)
        return [_told(Here(seat, body.here)), *self._robot_follows(seat)]

    def _robot_follows(self, seat: Seat) -> list[TableEvent]:
        """The robot takes over from a lost connection, and gives it back when the person is there again."""
        game = self.match.game
        if game is None:
            return []
        events: list[Event[AnyFact]] = []
        if not self.here(seat) and not game.trusteed(seat):
            events = [*game.act(seat, Drop(), Cause.SYSTEM)]
            self._dropped[seat] = True
        elif self.here(seat) and self._dropped[seat] and game.trusteed(seat):
            events = [*game.act(seat, Trustee(False), Cause.PLAYER)]
            self._dropped[seat] = False
        return events

    def _match_act(self, body: Acted) -> list[TableEvent]:
        assert isinstance(body.action, _MATCH_ACTS), "an act for the match"
        events = self.match.act(body.actor, body.action)
        facts: list[AnyFact] = [told.fact for event in events for told in event.told]
        for fact in facts:
            if isinstance(fact, Committed):
                self._commitment = fact.commitment
            elif isinstance(fact, Added):
                self._own_bytes[fact.seat] = fact.data
            elif isinstance(fact, Started):
                return self._start(fact)
        if isinstance(body.action, Leave) and isinstance(body.actor, int):
            self.chairs[body.actor] = self.accounts[body.actor] = self._own_bytes[body.actor] = None
            return [_told(*facts, *self._choose_owner())]
        return [*events]

    def _start(self, started: Started) -> list[TableEvent]:
        game = self.game = self.match.game
        assert game is not None, "a started match has its game"
        self._fair = self.record = None
        self._dropped = [False] * len(self.chairs)
        asked = {seat: game.options(seat) for seat in self.seats}
        facts: list[AnyFact] = [started, Factored(game.factors)]
        events = [Event(tuple(Told(fact) for fact in facts), asked)]
        for seat in self.persons:
            events += self._robot_follows(seat)
        return events

    def _game_act(self, body: Acted) -> list[TableEvent]:
        game = self.match.game
        if game is None:
            raise Refusal(Code.STALE)
        assert not isinstance(body.action, _MATCH_ACTS), "an act for the game"
        events: list[Event[AnyFact]] = [*game.act(body.actor, body.action, body.cause)]
        return events if game.outcome is None else [*events, self._book()]

    def _book(self) -> TableEvent:
        """The deal is over: its record, and the match goes on to the next."""
        self.record = record = Record.of(self.match)
        assert record.fairness is not None, "the deals of a table are made from secrets"
        self._fair = Fair(
            record.deal,
            record.published,
            record.fairness.secret,
            record.fairness.seat_bytes,
            record.first,
            record.first_set == "rotated",
        )
        self.match.close()
        self._commitment = None
        self._own_bytes = [None] * len(self.chairs)
        return _told(Booked(tuple(self.match.points), self.match.redeals, self._fair))

    def _robots(self) -> list[bool]:
        game = self.match.game
        return [game is not None and game.trusteed(seat) for seat in self.seats]

    def _note_times(self, body: Body, at_ms: int) -> None:
        self.last_ms = at_ms
        if isinstance(body, Acted) and isinstance(body.action, Start | DealTo):
            self.dealt_ms = at_ms
        if isinstance(body, Presence):
            self.away_ms[body.seat] = at_ms
        gathered = self.stage in ("gathering", "between")
        complete = gathered and self.committed and all(self.match.ready)
        self.set_ms = _since(self.set_ms, at_ms) if complete else None
        urged = gathered and any(self.match.ready[seat] for seat in self.present)
        self.urged_ms = _since(self.urged_ms, at_ms) if urged else None

    def _note_wait(self) -> None:
        asked = {seat: self.options(seat) for seat in self.seats}
        deadlines = {seat: options.deadline for seat, options in asked.items() if options and options.awaited}
        since_ms = max((self.asked_ms[seat] for seat in deadlines), default=0)
        self.wait = Wait(tuple(deadlines), since_ms, next(iter(deadlines.values()))) if deadlines else None


def _since(before_ms: int | None, at_ms: int) -> int:
    return at_ms if before_ms is None else before_ms


def _told(*facts: AnyFact) -> TableEvent:
    return Event(tuple(Told(fact) for fact in facts), {})
