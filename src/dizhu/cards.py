"""Cards, decks, hands and their notation.

Ranks, weakest first: ``3 4 5 6 7 8 9 T J Q K A 2 x X``; ``x`` is the small joker (小王), ``X`` the big one (大王). A
physical card is a rank and a suit, ``7h``; the same card of the second pack is ``7h'``. A bag of cards that counts
ranks only, a `Hand`, is written without suits: ``33345xX``. Source: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum, StrEnum
from typing import Final

from dizhu.errors import NotationError

RANKS: Final = "3456789TJQKA2xX"
RED_SEVEN: Final = "r"
_RANK_OF: Final = {letter: index for index, letter in enumerate(RANKS)} | {
    low: RANKS.index(low.upper()) for low in "tjqka"
}
_RED_SHIFT: Final = 60
_CARDS: Final[dict[tuple[int, str, int], Card]] = {}
_CARRIES: Final = 0x1_1111_1111_1111_1110


class Rank(IntEnum):
    """A rank (点数), ordered by strength in play; `str` is its letter."""

    THREE = 0
    FOUR = 1
    FIVE = 2
    SIX = 3
    SEVEN = 4
    EIGHT = 5
    NINE = 6
    TEN = 7
    JACK = 8
    QUEEN = 9
    KING = 10
    ACE = 11
    TWO = 12
    SMALL_JOKER = 13
    BIG_JOKER = 14

    def __str__(self) -> str:
        return RANKS[self]

    def __repr__(self) -> str:
        return f"Rank.{self.name}"

    @property
    def joker(self) -> bool:
        """Whether this is one of the two jokers, which have no suit."""
        return self >= Rank.SMALL_JOKER

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Read one rank; ``10`` and lower-case letters of the court cards are understood. NotationError otherwise."""
        found = [letter for _, letter in letters(text)]
        if len(found) != 1:
            raise NotationError(f"expected one rank of {RANKS}, got {len(found)}", text, 0)
        return Rank(_RANK_OF[found[0]])


class Suit(StrEnum):
    """A suit (花色): clubs 梅花, diamonds 方块, hearts 红桃, spades 黑桃, in the order of a new deck."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


class Card:
    """A physical card (一张牌), frozen; there is one object for each of the 108.

    rank:  its rank
    suit:  one of ``c d h s``; empty for jokers
    pack:  0, or 1 for the second pack, written with a prime: ``7h'``

    Cards sort by rank, then suit, then pack. Where messages are encoded a card is its notation, a string.
    """

    __slots__ = ("_place", "pack", "rank", "suit")
    __match_args__ = ("rank", "suit", "pack")
    rank: Rank
    suit: str
    pack: int
    _place: tuple[Rank, str, int]

    def __new__(cls, rank: Rank, suit: str = "", pack: int = 0) -> Card:
        """The card; ValueError if there is none such."""
        place = (rank, suit, pack)
        card = _CARDS.get(place)
        if card is None:
            if suit not in ([""] if Rank(rank).joker else list(Suit)) or pack not in (0, 1):
                raise ValueError(f"expected a suit c, d, h or s unless for jokers, and pack 0 or 1, got {place}")
            card = super().__new__(cls)
            for name, value in {"rank": Rank(rank), "suit": str(suit), "pack": pack, "_place": place}.items():
                object.__setattr__(card, name, value)
            _CARDS[place] = card
        return card

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Card is frozen: cannot set {name}")

    def __lt__(self, other: Card) -> bool:
        return self._place < other._place

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, str, int]]:
        return Card, self._place

    def __str__(self) -> str:
        return RANKS[self.rank] + self.suit + "'" * self.pack

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card such as ``7h``, ``10d'`` or ``X``; NotationError otherwise."""
        cards = parse_cards(text)
        if len(cards) != 1:
            raise NotationError(f"expected one card, got {len(cards)}", text, 0)
        return cards[0]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written one after another, spaces allowed: ``7h 7d' X``. NotationError names the first bad place."""
    cards = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        rank, at = _rank_at(text, at)
        suit = ""
        if not rank.joker:
            if at >= len(text) or text[at] not in "cdhs":
                raise NotationError(f"expected a suit c, d, h or s after rank {rank}", text, min(at, len(text) - 1))
            suit, at = text[at], at + 1
        pack = 0
        if at < len(text) and text[at] == "'":
            pack, at = 1, at + 1
        cards.append(Card(rank, suit, pack))
    return tuple(cards)


def format_cards(cards: Iterable[Card]) -> str:
    """Cards as text with a space between them, in the order given."""
    return " ".join(map(str, cards))


def full_deck(packs: int) -> tuple[Card, ...]:
    """A new deck of 54 × `packs` cards in its first order. Source: docs/fair-deal.md, step 4."""
    ranks = [Rank(r) for r in range(13)]
    one = [(rank, str(suit)) for rank in ranks for suit in Suit] + [(Rank.SMALL_JOKER, ""), (Rank.BIG_JOKER, "")]
    return tuple(Card(rank, suit, pack) for pack in range(packs) for rank, suit in one)


def letters(text: str, *, red_sevens: bool = False) -> Iterator[tuple[int, str]]:
    """Position and rank letter of every card of a text, ``T`` for ``10``; spaces are passed over.

    With `red_sevens` there is a letter ``r``. NotationError at the first character that is no rank.
    """
    at = 0
    while at < len(text):
        start = at
        if text[at].isspace():
            at += 1
        elif red_sevens and text[at] == RED_SEVEN:
            at += 1
            yield start, RED_SEVEN
        else:
            rank, at = _rank_at(text, at, f"{RANKS}{RED_SEVEN}" if red_sevens else RANKS)
            yield start, RANKS[rank]


class Hand:
    """A bag of cards that counts ranks (手牌), frozen.

    word:  a 64-bit word, 4 bits a rank, 3 lowest; the top 4 bits count red sevens, which are kept apart from the other
           sevens only in games where they are the wild cards and are then written ``r``

    `str` sorts 3…X; ``Hand.parse(str(hand)) == hand``. Two packs fit: up to 8 cards a rank.
    """

    __slots__ = ("word",)
    word: int

    def __init__(self, word: int = 0) -> None:
        if not 0 <= word < 1 << 64:
            raise ValueError(f"expected a 64-bit word, got {word}")
        object.__setattr__(self, "word", word)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Hand is frozen: cannot set {name}")

    @classmethod
    def parse(cls, text: str, *, packs: int = 2, red_sevens: bool = False) -> Hand:
        """Read ranks such as ``33345xX``; lower-case ``t j q k a`` and ``10`` are understood, spaces are passed over.

        With `red_sevens` the letter ``r`` is a red seven. NotationError names the first character that is no rank, and
        the first card that so many packs have no more of.
        """
        word = 0
        for at, letter in letters(text, red_sevens=red_sevens):
            shift = _RED_SHIFT if letter == RED_SEVEN else 4 * _RANK_OF[letter]
            most = packs * (1 if letter in "xX" else 2 if red_sevens and letter in ("7", RED_SEVEN) else 4)
            if word >> shift & 15 >= most:
                raise NotationError(f"expected at most {most} of {letter} in {packs} pack(s), got more", text, at)
            word += 1 << shift
        return cls(word)

    @classmethod
    def of(cls, cards: Iterable[Card], *, red_sevens: bool = False) -> Hand:
        """Count physical cards; with `red_sevens` hearts and diamonds of rank 7 are kept apart."""
        word = 0
        for card in cards:
            red = red_sevens and card.rank == Rank.SEVEN and card.suit in "dh"
            word += 1 << (_RED_SHIFT if red else 4 * card.rank)
        return cls(word)

    def count(self, rank: Rank) -> int:
        """Cards of `rank` here, red sevens not among them where they are kept apart."""
        return self.word >> (4 * rank) & 15

    @property
    def red_sevens(self) -> int:
        """Red sevens kept apart; 0 in games that do not."""
        return self.word >> _RED_SHIFT

    def ranks(self) -> Iterator[Rank]:
        """Every card's rank, weakest first; red sevens, where kept apart, are not among them."""
        for rank in Rank:
            for _ in range(self.count(rank)):
                yield rank

    def __len__(self) -> int:
        return sum(self.word >> shift & 15 for shift in range(0, 64, 4))

    def __contains__(self, other: Hand) -> bool:
        return all((self.word >> shift & 15) >= (other.word >> shift & 15) for shift in range(0, 64, 4))

    def __add__(self, other: Hand) -> Hand:
        total = self.word + other.word
        if (self.word ^ other.word ^ total) & _CARRIES:
            raise ValueError(f"expected at most 15 cards of a rank, got {self} and {other}")
        return Hand(total)

    def __sub__(self, other: Hand) -> Hand:
        if other not in self:
            raise ValueError(f"expected cards of {self}, got {other}")
        return Hand(self.word - other.word)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and other.word == self.word

    def __hash__(self) -> int:
        return hash(self.word)

    def __str__(self) -> str:
        letters = [RANKS[rank] * self.count(Rank(rank)) for rank in range(15)]
        letters.insert(Rank.SEVEN + 1, RED_SEVEN * self.red_sevens)
        return "".join(letters)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r}{', red_sevens=True' if self.red_sevens else ''})"


def _rank_at(text: str, at: int, expected: str = RANKS) -> tuple[Rank, int]:
    """Return the rank that starts at `at` and the position behind it; `expected` is what the error names."""
    if text.startswith("10", at):
        return Rank.TEN, at + 2
    rank = _RANK_OF.get(text[at])
    if rank is None:
        raise NotationError(f"expected a rank of {expected}, got {text[at]!r}", text, at)
    return Rank(rank), at + 1
