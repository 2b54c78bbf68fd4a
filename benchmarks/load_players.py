"""The players of the load: each follows its table only as far as it must to answer what it is asked.

A player adds its bytes, gets ready, thinks, and then bids, doubles or plays by the rules' own listing; before it lays
cards it asks what they are, as the browser does. Everything it hears is checked: numbers of events without gaps, frames
of its own table only, one ack a command, no time-outs.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from benchmarks.load_figures import Tally
from benchmarks.load_link import Link
from dizhu import _core
from dizhu.cards import Card, Hand, full_deck
from dizhu.games.acts import AddBytes, Lay, Ready
from dizhu.games.climb.play import pick
from dizhu.games.codec import encode
from dizhu.games.fair import SEAT_BYTES
from dizhu.rules import Combo, RuleSet
from dizhu.server.protocol import Do, Join, Open, Readings

CARDS: Final = {str(card): card for card in full_deck(2)}
TOLD_OF: Final = {"bid": "said", "call": "said", "grab": "said", "lay": "laid", "pass": "passed", "ready": "prepared"}
"""By act, the fact by which others hear of it."""


class Asked(msgspec.Struct, frozen=True):
    """What is needed of `Options`; acts are as they are to be sent back."""

    acts: tuple[dict[str, Any], ...] = ()
    lay: bool = False
    to_beat: Combo | None = None
    awaited: bool = True


class Fact(msgspec.Struct, frozen=True):
    """What is needed of any fact."""

    fact: str
    seat: int | None = None
    cards: tuple[str, ...] | int = ()
    on: bool = False
    redeals: int = 0


class _Heard(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A frame of the server, as far as a player reads it."""


class Welcome(_Heard, frozen=True):
    pass


class Ack(_Heard, frozen=True):
    cmd_id: str
    table: str | None = None


class Answer(_Heard, frozen=True):
    cmd_id: str
    default: int | None = None


class Refused(_Heard, frozen=True):
    cmd_id: str | None
    code: str


class Seen(msgspec.Struct, frozen=True):
    id: str
    code: str
    you: int | None


class Snapshot(_Heard, frozen=True):
    event: int
    table: Seen


class Happened(_Heard, frozen=True, tag="event"):
    table: str
    event: int
    facts: tuple[Fact, ...] = ()
    options: Asked | UnsetType | None = UNSET
    turn_id: int | UnsetType | None = UNSET


class Bye(_Heard, frozen=True):
    code: str


HEARD: Final = msgspec.json.Decoder(Welcome | Ack | Answer | Refused | Snapshot | Happened | Bye)


class Pace(msgspec.Struct, frozen=True):
    """How fast the players are.

    think_s:  from question to act, on average; each thinks half as long to one and a half times as long
    hurry_s:  the same while a table hurries ahead to somewhere in its first deal
    ahead:    acts of a table before which it hurries; drawn for each table up to this
    """

    think_s: float = 4.0
    hurry_s: float = 0.8
    ahead: int = 45


class Party:
    """A table as its players know it.

    code:    to join by; empty until it is opened
    hurry:   acts yet to be done in a hurry
    joined:  how many have a chair
    acts:    by seat, when its last act was sent, and the fact the others hear of it
    """

    def __init__(self, pace: Pace, rng: random.Random) -> None:
        self.id = self.code = ""
        self.joined = 0
        self.hurry = rng.randint(0, pace.ahead)
        self.acts: dict[int, tuple[float, str, bool]] = {}
        self._pace = pace
        self._rng = rng

    def thinking_s(self) -> float:
        """How long the next act takes."""
        return (self._pace.hurry_s if self.hurry else self._pace.think_s) * self._rng.uniform(0.5, 1.5)


Sent: TypeAlias = tuple[float, bool, Callable[[], None] | None]
"""When a command was sent, whether it counts, and what comes after its answer."""


class Player:
    """One client."""

    def __init__(self, party: Party, rules: RuleSet, tally: Tally, rng: random.Random, port: int, cookie: str) -> None:
        self.link = Link(port, cookie, self.hear, self._lost)
        self._party = party
        self._rules = rules
        self._tally = tally
        self._rng = rng
        self._seat = -1
        self._event = -1
        self._hand: list[Card] = []
        self._turn: int | None = None
        self._sent: dict[str, Sent] = {}
        self._count = 0

    @property
    def unanswered(self) -> int:
        """Commands and questions without an answer so far."""
        return len(self._sent)

    def open(self) -> None:
        """Open the table and sit down at it."""
        self._send(Open(self._next_id(), self._rules.id))

    def join(self) -> None:
        """Sit down at the table that another opened."""
        self._send(Join(self._next_id(), self._party.code))

    def prepare(self) -> None:
        """Everybody is there: add bytes to the first deal, and get ready."""
        self._add_bytes()
        self._after_thought(self._get_ready)

    def hear(self, text: bytes) -> None:
        """Take a frame of the server."""
        now = time.perf_counter()
        try:
            frame = HEARD.decode(text)
        except msgspec.ValidationError as error:
            self._tally.errors[f"unexpected frame: {error}"] += 1
            return
        match frame:
            case Happened():
                self._happened(frame, now)
            case Ack():
                self._answered(frame.cmd_id, now, self._tally.acks_s)
                if frame.table != self._party.id:
                    self._tally.errors["ack of another table"] += 1
            case Answer():
                self._answered(frame.cmd_id, now, self._tally.answers_s)
                if frame.default is None:
                    self._tally.errors["answer that the cards do not fit"] += 1
            case Refused():
                self._sent.pop(frame.cmd_id or "", None)
                self._tally.errors[f"refused: {frame.code}"] += 1
            case Snapshot():
                self._sits(frame)
            case Bye() if not self._tally.over:
                self._tally.errors[f"closed: {frame.code}"] += 1

    def _lost(self) -> None:
        if not self._tally.over:
            self._tally.errors["lost connection"] += 1

    # What is heard.

    def _sits(self, frame: Snapshot) -> None:
        party, seen = self._party, frame.table
        if seen.you is None or self._seat >= 0 or party.id not in ("", seen.id):
            self._tally.errors["snapshot that nobody asked for, or without a chair"] += 1
            return
        party.id, party.code, self._seat, self._event = seen.id, seen.code, seen.you, frame.event
        party.joined += 1

    def _happened(self, frame: Happened, now: float) -> None:
        if frame.table != self._party.id:
            self._tally.errors["event of another table"] += 1
            return
        if frame.event != self._event + 1:
            self._tally.errors["gap in the numbers of events"] += 1
        self._event = frame.event
        for fact in frame.facts:
            self._fact(fact, now)
        if not isinstance(frame.options, UnsetType):
            asked = frame.options
            self._turn = frame.turn_id if asked and asked.awaited and isinstance(frame.turn_id, int) else None
            if asked is not None and self._turn is not None:
                self._after_thought(partial(self._act, asked, self._turn))

    def _fact(self, fact: Fact, now: float) -> None:
        mine = fact.seat == self._seat
        if not mine and fact.seat is not None:
            sent_s, kind, counts = self._party.acts.get(fact.seat, (0.0, "", False))
            if counts and kind == fact.fact:
                self._tally.viewers_s.append(now - sent_s)
        match fact:
            case Fact("got", cards=tuple(cards)) if mine:
                self._hand = sorted([*self._hand, *(CARDS[card] for card in cards)])
            case Fact("laid", cards=tuple(cards)) if mine:
                self._hand = [card for card in self._hand if str(card) not in cards]
            case Fact("started"):
                self._hand = []
            case Fact("booked"):
                self._booked(fact)
            case Fact("committed") if self._seat >= 0:
                self._add_bytes()
            case Fact("trusteed" | "here" | "ceased"):
                self._tally.errors[f"fact: {fact.fact}"] += 1

    def _booked(self, fact: Fact) -> None:
        self._tally.deals += self._tally.measuring and self._seat == 0
        if not fact.redeals:  # else all are still ready
            self._after_thought(self._get_ready)

    def _answered(self, cmd_id: str, now: float, times_s: list[float]) -> None:
        sent = self._sent.pop(cmd_id, None)
        if sent is None:
            self._tally.errors["answer to nothing"] += 1
            return
        sent_s, counts, then = sent
        if counts:
            times_s.append(now - sent_s)
        if then is not None:
            then()

    # What is said.

    def _after_thought(self, then: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        due_s = loop.time() + self._party.thinking_s()

        def wake() -> None:
            if not self._tally.over:
                if self._tally.measuring:
                    self._tally.late_s.append(max(0.0, loop.time() - due_s))
                then()

        loop.call_at(due_s, wake)

    def _add_bytes(self) -> None:
        self._send(Do(self._next_id(), self._party.id, AddBytes(self._rng.randbytes(SEAT_BYTES))))

    def _get_ready(self) -> None:
        self._do(Do(self._next_id(), self._party.id, Ready()), "ready")

    def _act(self, asked: Asked, turn: int) -> None:
        """Answer a question, if it still stands."""
        if turn != self._turn:
            return
        cards = self._choose(asked) if asked.lay else None
        if cards is None:
            act = self._rng.choice(asked.acts)
            command = {"type": "do", "cmd_id": self._next_id(), "table": self._party.id, "action": act, "turn_id": turn}
            self._do(command, act["act"])
            return
        lay = Do(self._next_id(), self._party.id, Lay(cards), turn)
        self._send(Readings(self._next_id(), self._party.id, cards), lambda: self._do(lay, "lay"))

    def _choose(self, asked: Asked) -> tuple[Card, ...] | None:
        """The longest lead, or the weakest play that beats; None to pass."""
        last = None if asked.to_beat is None else self._rules.code(asked.to_beat)
        plays = [cards for cards, _ in _core.plays(self._rules.core, Hand.of(self._hand).word, last)]
        if not plays:
            return None
        word = max(plays, key=lambda cards: len(Hand(cards))) if last is None else plays[0]
        return pick(self._hand, Hand(word))

    def _do(self, command: object, act: str) -> None:
        """Send an act that others hear of."""
        party = self._party
        party.hurry = max(0, party.hurry - 1)
        party.acts[self._seat] = (time.perf_counter(), TOLD_OF.get(act, ""), self._tally.measuring)
        self._send(command)

    def _next_id(self) -> str:
        self._count += 1
        return str(self._count)

    def _send(self, command: Any, then: Callable[[], None] | None = None) -> None:
        cmd_id = command["cmd_id"] if isinstance(command, dict) else command.cmd_id
        counts = self._tally.measuring
        self._tally.commands += counts and not isinstance(command, Readings)
        text = encode(command)
        self._sent[cmd_id] = (time.perf_counter(), counts, then)
        self.link.say(text)
