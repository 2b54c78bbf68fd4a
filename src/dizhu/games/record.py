"""The record of a deal (牌谱): text that replays line by line and can be verified. Source: docs/record.md.

A record holds what the deal was made from, every entry, and the outcome. A fair deal keeps commitment, secret and the
seats' bytes, so anybody can make the deck again; a synthetic deal keeps its deck instead and cannot be verified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias, TypeVar

import msgspec

from dizhu.cards import Card, format_cards, parse_cards
from dizhu.errors import DizhuError, IllegalAction, RecordError
from dizhu.games.climb.deal import Deal, draw
from dizhu.games.climb.facts import Fact
from dizhu.games.climb.game import ClimbGame
from dizhu.games.entries import format_entry, parse_entry
from dizhu.games.fair import SEAT_BYTES, SECRET_BYTES, Stream, check_table, commitment
from dizhu.games.game import Entry, Event, Factor, Outcome, Room, Seat
from dizhu.games.match import Fairness, Match
from dizhu.rules import RuleSet, load

TITLE: Final = "dizhu record 1"
FirstSet: TypeAlias = Literal["drawn", "rotated", "marker", "given"]
_KINDS: Final[tuple[Literal["settled", "redeal"], ...]] = ("settled", "redeal")
_FIRST_SETS: Final[tuple[FirstSet, ...]] = ("drawn", "rotated", "marker", "given")

T = TypeVar("T")


class Record(msgspec.Struct, frozen=True):
    """One whole deal.

    table, deal:  where it was played, and its number there
    first:        the seat rotation, chance or the marker made first
    first_set:    how: ``drawn`` by chance, ``rotated`` from the deal before, ``marker``, or ``given`` by hand
    fairness:     secret and seats' bytes; None for a synthetic deal, which has `deck`
    published:    the commitment as it was published before the deal
    """

    rules: RuleSet
    table: str
    deal: int
    first: Seat
    first_set: FirstSet
    room: Room
    entries: tuple[Entry, ...]
    outcome: Outcome
    funds: tuple[int, ...] | None = None
    fairness: Fairness | None = None
    published: bytes = b""
    deck: tuple[Card, ...] = ()

    @classmethod
    def of(cls, match: Match) -> Record:
        """The record of a match's deal that is over and not closed yet; ValueError if there is none."""
        game = match.game
        if game is None or game.outcome is None or game.deal is None:
            raise ValueError("expected a match whose deal is over and not closed")
        fair = match.fairness
        return cls(
            rules=match.rules,
            table=match.table,
            deal=match.deal,
            first=game.deal.first,
            first_set=_first_set(match, game.deal),
            room=match.room,
            entries=tuple(game.entries),
            outcome=game.outcome,
            funds=match.funds,
            fairness=fair,
            published=commitment(fair.secret, match.table, match.deal) if fair else b"",
            deck=() if fair else game.deal.deck,
        )

    @classmethod
    def parse(cls, text: str, rules: RuleSet | None = None) -> Record:
        """Read a record; `rules` stands in for a rule set that is not in the package. RecordError names the line."""
        return _Reader(text, rules).record()

    def __str__(self) -> str:
        return "\n".join([*self._head(), *self._log(), *_ending(self.outcome)]) + "\n"

    def _head(self) -> list[str]:
        lines = [
            TITLE,
            f"rules {self.rules.id} {self.rules.digest}",
            f"table {self.table}",
            f"deal {self.deal}",
            f"first {self.first} {self.first_set}",
            f"init {self.room.init}",
        ]
        if self.room.threshold is not None:
            lines.append(f"threshold {self.room.threshold}")
        if self.funds is not None:
            lines.append(f"funds {' '.join(map(str, self.funds))}")
        if self.fairness is None:
            return [*lines, f"deck {format_cards(self.deck)}"]
        added = " ".join(data.hex() or "-" for data in self.fairness.seat_bytes)
        return [
            *lines,
            f"commitment {self.published.hex()}",
            f"secret {self.fairness.secret.hex()}",
            f"bytes {added}",
        ]

    def _log(self) -> list[str]:
        return ["entries", *(format_entry(self.rules, entry) for entry in self.entries), "end"]

    def line_of(self, index: int) -> int:
        """The line, from 1, on which entry `index` stands."""
        return len(self._head()) + 2 + index

    def start(self) -> ClimbGame:
        """The game before its first entry; RecordError if there can be none such."""
        try:
            return ClimbGame(self.rules, self._deal(), room=self.room, funds=self.funds)
        except ValueError as error:
            raise RecordError(str(error), len(self._head())) from error

    def _deal(self) -> Deal:
        if self.fairness is None:
            marker = self.deck[self.first] if self.first_set == "marker" else None
            return Deal(self.deck, self.first, marker)
        stream = Stream(self.fairness.secret, self.table, self.deal, self.fairness.seat_bytes)
        return draw(self.rules, stream, self.first if self.first_set == "rotated" else None)


def replay(record: Record) -> Iterator[tuple[Entry, list[Event[Fact]], ClimbGame]]:
    """Play a record again, yielding each entry, its events, and the game after it.

    RecordError at the first line that is not what the rules make of the deal: an illegal entry, or another outcome.
    """
    game = record.start()
    for index, entry in enumerate(record.entries):
        try:
            events = game.act(entry.actor, entry.action, entry.cause)
        except IllegalAction as error:
            raise RecordError(f"{error.reason}: {error}", record.line_of(index)) from error
        yield entry, events, game
    after = record.line_of(len(record.entries))
    if game.outcome is None:
        raise RecordError(f"expected more entries: the deal is in phase {game.phase}", after)
    expected, written = _ending(game.outcome), _ending(record.outcome)
    for offset in range(max(len(expected), len(written))):
        want, got = (side[offset] if offset < len(side) else "nothing" for side in (expected, written))
        if want != got:
            raise RecordError(f"expected {want}, got {got}", after + 1 + offset)


def verify(record: Record) -> None:
    """Check that a deal was fair and replays: commitment, deck, who was first, every entry, the outcome.

    Where the right to be first goes round, deal 0 shows that it was drawn; of a later deal one record cannot show it.
    RecordError says what does not hold and on which line. A synthetic deal cannot be verified.
    """
    head = record._head()
    line = {text.partition(" ")[0]: number for number, text in enumerate(head, 1)}
    if record.fairness is None:
        raise RecordError("a synthetic deal cannot be verified: nobody committed to its deck", line["deck"])
    rotated: FirstSet = "rotated" if record.deal else "drawn"
    by_rule: dict[str, FirstSet] = {"rotate": rotated, "random": "drawn", "marker": "marker"}
    set_by = by_rule[record.rules.auction.first]
    if record.first_set != set_by:
        raise RecordError(f"expected the first seat to be {set_by}, got {record.first_set}", line["first"])
    expected = commitment(record.fairness.secret, record.table, record.deal)
    if record.published != expected:
        raise RecordError(f"expected the secret's commitment {expected.hex()}", line["commitment"])
    if record._deal().first != record.first:
        raise RecordError(f"expected first {record._deal().first}, got {record.first}", line["first"])
    for _ in replay(record):
        pass


def _first_set(match: Match, deal: Deal) -> FirstSet:
    if match.fairness is None:
        return "marker" if deal.marker else "given"
    if deal.marker:
        return "marker"
    return "drawn" if match.next_first is None else "rotated"


def _ending(outcome: Outcome) -> list[str]:
    lines = [f"outcome {outcome.kind}"]
    if outcome.kind == "settled":
        lines += [f"landlord {outcome.landlord}", f"winner {outcome.winner}"]
        lines += [f"factor {factor.name} {factor.value} {factor.times}" for factor in outcome.factors]
        lines.append(f"doubled {' '.join(map(str, outcome.doubled))}")
    return [*lines, f"points {' '.join(map(str, outcome.points))}", f"system {outcome.system}"]


class _Reader:
    """Reads a record line by line."""

    def __init__(self, text: str, rules: RuleSet | None) -> None:
        self.lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        self.at = 0
        self.rules = rules

    def record(self) -> Record:
        if not self.lines or self.lines[0] != TITLE:
            raise RecordError(f"expected {TITLE!r}, got {self.lines[0] if self.lines else ''!r}", 1)
        self.at = 1
        rules = self.take("rules", self._rules)
        seats = rules.table.seats
        table = self.take("table", _table)
        deal = self.take("deal", _natural)
        first, first_set = self.take("first", lambda text: _first(text, seats))
        init = self.take("init", _natural)
        threshold = self.take("threshold", _natural) if self.peek("threshold") else None
        funds = self.take("funds", lambda text: _integers(text, seats)) if self.peek("funds") else None
        fairness, published, deck = self._source(rules)
        entries = self._entries(rules)
        record = Record(
            rules, table, deal, first, first_set, Room(init, threshold), entries, self._outcome(seats), funds,
            fairness, published, deck,
        )  # fmt: skip
        for number, (line, written) in enumerate(zip(self.lines, str(record).splitlines(), strict=True), 1):
            if line != written:
                raise RecordError(f"expected it written as {written!r}, got {line!r}", number)
        return record

    def peek(self, key: str) -> bool:
        """Whether the next line is `key`'s."""
        return self.at < len(self.lines) and self.lines[self.at].partition(" ")[0] == key

    def take(self, key: str, read: Callable[[str], T]) -> T:
        """The value of the next line, which must be `key`'s."""
        if not self.peek(key):
            got = repr(self.lines[self.at]) if self.at < len(self.lines) else "the end"
            raise RecordError(f"expected a line {key!r}, got {got}", self.at + 1)
        try:
            value = read(self.lines[self.at].partition(" ")[2])
        except (DizhuError, ValueError) as error:
            raise RecordError(str(error), self.at + 1) from error
        self.at += 1
        return value

    def _rules(self, text: str) -> RuleSet:
        id_, _, digest = text.partition(" ")
        rules = self.rules or load(id_)
        if (rules.id, rules.digest) != (id_, digest):
            raise ValueError(f"expected rules {rules.id} {rules.digest}, got {text}: they are not the same game")
        return rules

    def _source(self, rules: RuleSet) -> tuple[Fairness | None, bytes, tuple[Card, ...]]:
        if self.peek("deck"):
            return None, b"", self.take("deck", parse_cards)
        published = self.take("commitment", lambda text: _sized(text, SECRET_BYTES))
        secret = self.take("secret", lambda text: _sized(text, SECRET_BYTES))
        added = self.take("bytes", lambda text: _seat_bytes(text, rules.table.seats))
        return Fairness(secret, added), published, ()

    def _entries(self, rules: RuleSet) -> tuple[Entry, ...]:
        self.take("entries", str)
        entries = []
        while not self.peek("end"):
            if self.at >= len(self.lines):
                raise RecordError("expected an entry or 'end', got the end", self.at + 1)
            try:
                entries.append(parse_entry(rules, self.lines[self.at]))
            except DizhuError as error:
                raise RecordError(str(error), self.at + 1) from error
            self.at += 1
        self.take("end", str)
        return tuple(entries)

    def _outcome(self, seats: int) -> Outcome:
        kind = self.take("outcome", _kind)
        landlord = winner = None
        factors: list[Factor] = []
        doubled: tuple[int, ...] = ()
        if kind == "settled":
            landlord = self.take("landlord", _natural)
            winner = self.take("winner", _natural)
            while self.peek("factor"):
                factors.append(self.take("factor", _factor))
            doubled = self.take("doubled", lambda text: _integers(text, seats))
        points = self.take("points", lambda text: _integers(text, seats))
        system = self.take("system", int)
        if self.at != len(self.lines):
            raise RecordError(f"expected the end, got {self.lines[self.at]!r}", self.at + 1)
        return Outcome(kind, points, system, landlord, winner, tuple(factors), doubled)


def _natural(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 19:
        raise ValueError(f"expected a number of up to 19 digits, got {text!r}")
    return int(text)


def _table(text: str) -> str:
    check_table(text)
    return text


def _integers(text: str, count: int) -> tuple[int, ...]:
    numbers = tuple(int(word) for word in text.split())
    if len(numbers) != count:
        raise ValueError(f"expected {count} numbers, got {len(numbers)}")
    return numbers


def _first(text: str, seats: int) -> tuple[Seat, FirstSet]:
    seat, _, word = text.partition(" ")
    how = next((known for known in _FIRST_SETS if known == word), None)
    if how is None or not seat.isdecimal() or int(seat) >= seats:
        raise ValueError(f"expected a seat 0…{seats - 1} and one of {', '.join(_FIRST_SETS)}, got {text!r}")
    return int(seat), how


def _sized(text: str, size: int) -> bytes:
    data = bytes.fromhex(text)
    if len(data) != size:
        raise ValueError(f"expected {size} bytes in hex, got {len(data)}")
    return data


def _seat_bytes(text: str, seats: int) -> tuple[bytes, ...]:
    parts = tuple(b"" if word == "-" else bytes.fromhex(word) for word in text.split())
    if len(parts) != seats or any(len(part) > SEAT_BYTES for part in parts):
        raise ValueError(f"expected {seats} times up to {SEAT_BYTES} bytes in hex, or - for none")
    return parts


def _kind(text: str) -> Literal["settled", "redeal"]:
    for kind in _KINDS:
        if kind == text:
            return kind
    raise ValueError(f"expected settled or redeal, got {text!r}")


def _factor(text: str) -> Factor:
    name, value, times = text.split()
    return Factor(name, int(value), int(times))
