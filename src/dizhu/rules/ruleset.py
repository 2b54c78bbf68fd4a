"""The rule set: everything that makes one variant, as frozen data. Source: docs/rule-files.md.

A rule set is read from a rule file by `dizhu.rules.load`; its questions about cards (`plays`, `readings`, `compare`)
are answered by the native core from flat rows compiled once.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import Final, Literal, TypeAlias

import msgspec

from dizhu import _core
from dizhu.cards import RANKS, Hand, Rank
from dizhu.errors import NotationError
from dizhu.rules.combo import Combo, Order, Play, Wild
from dizhu.rules.shape import BANS, TIERS, Bomb, Shape

Readable: TypeAlias = Combo | Play | Hand | str
"""A combo, or what has one: a play, or cards, which are then what they are when led without a word."""

_NO_SECOND: Final = 15
_ORDERS: Final[dict[_core.Order, Order]] = {
    _core.Order.beats: "beats",
    _core.Order.does_not: "does_not",
    _core.Order.incomparable: "incomparable",
}


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a rule file; a key it does not know is an error."""


class Bottom(_Section, frozen=True):
    """The bottom cards (底牌): how many, and who sees them once there is a landlord. He takes them all."""

    cards: int
    seen_by: Literal["all", "landlord"] = "all"


class Table(_Section, frozen=True):
    """Seats and cards; ``seats * hand + bottom.cards + dead == 54 * packs``."""

    seats: int
    packs: int
    hand: int
    bottom: Bottom
    dead: int = 0


class Redeal(_Section, frozen=True, tag_field="kind", tag="redeal"):
    """Nobody wants to be landlord: the deal is void, shuffle again."""


class FirstShower(_Section, frozen=True, tag_field="kind", tag="first_shower"):
    """Nobody wants to be landlord: the first who showed the hand must; if nobody did, shuffle again."""


First: TypeAlias = Literal["rotate", "random", "marker"]


class ScoreAuction(_Section, frozen=True, tag_field="kind", tag="score"):
    """Bidding (叫分): values rise, the highest bidder is landlord, the top value ends it.

    turns:  ``once`` one turn a seat; ``rounds`` until all others passed in a row after a bid
    first:  ``rotate`` drawn in the first deal, then the next seat in every deal; ``random`` drawn in every deal;
            ``marker`` the seat that was dealt the turned-up card
    """

    values: tuple[int, ...]
    turns: Literal["once", "rounds"] = "once"
    first: First = "rotate"
    all_pass: Redeal = Redeal()


class CallGrabAuction(_Section, frozen=True, tag_field="kind", tag="call_grab"):
    """Calling and grabbing (叫地主, 抢地主): the first call ends the calling, then the others may grab.

    grab:              factor of every grab
    refused_may_grab:  whether a seat that refused to call may grab later
    shower_first:      the first seat that showed its hand is asked first, whatever was drawn
    """

    first: First = "random"
    grab: int = 2
    refused_may_grab: bool = False
    shower_first: bool = False
    all_pass: Redeal | FirstShower = Redeal()


class GivenLandlord(_Section, frozen=True, tag_field="kind", tag="given"):
    """No auction: the seat that would be asked first is landlord."""

    first: First = "rotate"


Auction: TypeAlias = ScoreAuction | CallGrabAuction | GivenLandlord


class NoShow(_Section, frozen=True, tag_field="kind", tag="none"):
    """Hands stay closed."""


class ShowStep(_Section, frozen=True):
    """What a show is worth while a seat has received at most so many cards of its hand."""

    received: int
    factor: int


class PhasedShow(_Section, frozen=True, tag_field="kind", tag="phases"):
    """Showing the hand (明牌), worth less the later: only the largest factor of a deal counts.

    before:  factor before the first card
    during:  factors during the deal, by cards received, rising; never with the whole hand received
    bottom:  factor for the landlord with the bottom in hand, before the doubling
    """

    before: int
    during: tuple[ShowStep, ...]
    bottom: int


class NoDouble(_Section, frozen=True, tag_field="kind", tag="none"):
    """No doubling."""


class PairwiseDouble(_Section, frozen=True, tag_field="kind", tag="pairwise"):
    """Doubling (加倍), chosen by all at once: the stake between landlord and a peasant takes both their factors.

    A landlord may double if all seats hold more than the room's threshold, a peasant if he and the landlord do.
    """

    factor: int = 2


class KickerBans(_Section, frozen=True):
    """What kickers may not be, by their kind. Source: docs/rule-files.md, "Kicker bans"."""

    solo: tuple[str, ...] = ()
    pair: tuple[str, ...] = ()
    trio: tuple[str, ...] = ()
    quad: tuple[str, ...] = ()


class Plays(_Section, frozen=True):
    """What may be put on the table.

    shapes:       in the order in which cards that fit several are read when nobody names the reading
    bombs:        weakest first; they come before all shapes in that order, strongest first
    joker_pairs:  whether ``xx`` and ``XX`` are pairs
    """

    shapes: tuple[str, ...]
    bombs: tuple[str, ...]
    kicker_bans: KickerBans = KickerBans()
    joker_pairs: bool = False


class Score(_Section, frozen=True):
    """What multiplies and what a unit is.

    base:         ``bid`` for the winning bid, or a number
    bombs:        factor of every bomb put on the table, or by row: ``{ "6x" = 2, "8x" = 3 }``, rows not named count 1
    spring:       the landlord goes out and no opponent made a play (春天)
    anti_spring:  an opponent goes out and the landlord made exactly one play (反春天)
    """

    base: Literal["bid"] | int = "bid"
    bombs: int | dict[str, int] = 2
    spring: int = 1
    anti_spring: int = 1


class RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One variant (玩法), as read from its rule file with everything it inherits.

    id:        the file's name
    name:      titles by language tag: en, zh-Hans, zh-Hant
    abstract:  a frame for other files, not a game by itself
    """

    id: str
    name: dict[str, str]
    table: Table
    auction: Auction
    combos: Plays = msgspec.field(name="plays")
    score: Score
    show: NoShow | PhasedShow = NoShow()
    double: NoDouble | PairwiseDouble = NoDouble()
    abstract: bool = False

    def __repr__(self) -> str:
        return f"load({self.id!r})"

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """All rows a combo can name: shapes, then bombs."""
        return self.combos.shapes + self.combos.bombs

    @cached_property
    def digest(self) -> str:
        """SHA-256 over everything but the titles; two rule sets with one digest play alike."""
        fields = msgspec.to_builtins(self)
        del fields["name"], fields["id"], fields["abstract"]
        return sha256(msgspec.json.encode(fields, order="sorted")).hexdigest()

    @cached_property
    def core(self) -> _core.RuleTable:
        """The rows as the native core reads them."""
        shapes = []
        for text in self.combos.shapes:
            shape = Shape.parse(text)
            kickers = [(k.size, k.count, k.run, self._ban_bits(k.kind)) for k in shape.kickers]
            shapes.append((shape.unit, shape.least, shape.most, kickers))
        bombs = []
        for text in self.combos.bombs:
            bomb = Bomb.parse(text)
            kind = 0 if not bomb.jokers else 1 if text == "2j" else 2
            bombs.append((kind, bomb.size, (TIERS.index(bomb.tier) + 1) if bomb.tier else 0))
        return _core.RuleTable(
            packs=self.table.packs,
            seats=self.table.seats,
            joker_pairs=self.combos.joker_pairs,
            shapes=shapes,
            bombs=bombs,
        )

    def _ban_bits(self, kind: str) -> int:
        bans: tuple[str, ...] = getattr(self.combos.kicker_bans, kind)
        return sum(1 << BANS.index(ban) for ban in set(bans))

    @cached_property
    def _codes(self) -> dict[Combo, int]:
        return {}

    @cached_property
    def _combos(self) -> dict[int, Combo]:
        return {}

    def combo(self, code: int) -> Combo:
        """The combo behind the core's 32-bit code."""
        known = self._combos.get(code)
        if known is None:
            second = code >> 16 & 15
            known = Combo(
                self.rows[row_of(code)],
                code >> 8 & 15,
                Rank(top_of(code)),
                None if second == _NO_SECOND else Rank(second),
            )
            self._combos[code] = known
            self._codes[known] = code
        return known

    def code(self, combo: Combo) -> int:
        """The core's 32-bit code of a combo; NotationError if its shape is no row of this rule set."""
        known = self._codes.get(combo)
        if known is None:
            if combo.shape not in self.rows:
                raise NotationError(f"expected a row of {self.id}: {' '.join(self.rows)}", combo.shape, 0)
            second = _NO_SECOND if combo.second is None else combo.second
            known = self.rows.index(combo.shape) | combo.length << 8 | combo.top << 12 | second << 16
            self._codes[combo] = known
        return known

    def plays(self, hand: Hand | str, last: Readable | None = None, wild: Wild | None = None) -> list[Play]:
        """Every play a hand offers, to lead with or to beat `last`; passing is not among them.

        Each is listed once, in the order of the rule set's rows, then by length, top rank and kickers.
        """
        found = _core.plays(self.core, self.hand(hand, wild).word, self._last(last), wild_code(wild))
        return [Play(Hand(cards), self.combo(code)) for cards, code in found]

    def readings(self, cards: Hand | str, wild: Wild | None = None) -> list[Combo]:
        """Every combo that all the cards together can be; the first is what they are when led without a word."""
        found = _core.readings(self.core, self.hand(cards, wild).word, wild_code(wild))
        return [self.combo(code) for code in found]

    def reading(self, cards: Hand | str, last: Readable | None = None, wild: Wild | None = None) -> Combo | None:
        """The combo that cards are when nobody names one; None if they are none that may be put down now.

        Leading: the first of `readings`. Following: the highest of the shape and length on the table if it beats, else
        the strongest bomb that does. Source: docs/rule-files.md, "Which reading counts".
        """
        found = self.readings(cards, wild)
        if last is not None:
            table = self._combo_of(last)
            found = [combo for combo in found if self.beats(combo, table)]
            alike = [combo for combo in found if (combo.shape, combo.length) == (table.shape, table.length)]
            found = alike or found
        return found[0] if found else None

    def compare(self, a: Readable, b: Readable) -> Order:
        """Whether `a` may be put on `b`: ``beats``, ``does_not``, or ``incomparable`` for different ordinary shapes."""
        return _ORDERS[_core.compare(self.core, self.code(self._combo_of(a)), self.code(self._combo_of(b)))]

    def beats(self, a: Readable, b: Readable) -> bool:
        """Whether `a` may be put on `b`. Cards as text are what they are when led without a word."""
        return _core.beats(self.core, self.code(self._combo_of(a)), self.code(self._combo_of(b)))

    def least_plays(self, hand: Hand | str) -> int:
        """The least number of plays that empty a hand which always leads; always achievable, without wild cards.

        Exact where kickers are solos or pairs, as in all one-pack games; see docs/core.md for the rest.
        """
        return _core.least_plays(self.core, self.hand(hand).word)

    def bomb(self, combo: Combo) -> bool:
        """Whether a combo is a bomb of this rule set."""
        return combo.shape in self.combos.bombs

    def hand(self, cards: Hand | str, wild: Wild | None = None) -> Hand:
        """Cards as a Hand; text is read as ranks, with ``r`` for a red seven where those are wild."""
        if isinstance(cards, str):
            return Hand.parse(cards, red_sevens=wild == "red7")
        if not isinstance(cards, Hand):
            raise TypeError(f"expected a Hand or ranks such as '334455', got {cards!r}")
        return cards

    def _combo_of(self, cards: Readable) -> Combo:
        """The combo meant by a combo, a play, or cards that can be one."""
        if isinstance(cards, Combo):
            return cards
        if isinstance(cards, Play):
            return cards.combo
        found = self.readings(cards)
        if not found:
            raise NotationError(f"expected cards that are a combo of {self.id}", str(cards), 0)
        return found[0]

    def _last(self, last: Readable | None) -> int | None:
        return None if last is None else self.code(self._combo_of(last))


def row_of(code: int) -> int:
    """The row of a combo's code: shapes in the order of the rule set, then bombs."""
    return code & 255


def top_of(code: int) -> int:
    """The top rank of a combo's code."""
    return code >> 12 & 15


def wild_code(wild: Wild | None) -> int:
    """The core's number for the wild cards of a deal: -1 none, 0…12 a rank, 13 red sevens, 14 jokers."""
    if wild is None:
        return -1
    if wild in ("red7", "jokers"):
        return 13 if wild == "red7" else 14
    letter = {"10": "T"}.get(wild, wild.upper())
    if len(letter) != 1 or letter not in RANKS[:13]:
        raise NotationError("expected a rank 3…2, red7 or jokers as wild cards", wild, 0)
    return RANKS.index(letter)
