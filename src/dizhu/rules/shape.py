"""Shape notation (牌型): what rows of a rule file such as ``trio*2..+solo`` mean.

``BODY[*LEAST..[MOST]][+KICKER]…``: body and kickers are ``solo pair trio quad``, or ``5x`` … ``8x`` for so many cards
of a rank. ``*5..`` makes the body a run of at least five consecutive ranks 3…A. A kicker comes once for every unit of
the body; a number in front fixes how many (``quad+2solo``); a star behind says that the kickers form a run themselves
and are compared second (``quad*2..+trio*+pair``). Bombs: ``4x`` … ``8x`` of one rank, ``xX`` both jokers of one pack,
``2j`` two equal jokers, ``3j`` any three, ``4j`` all four; ``4x:soft``, ``:hard``, ``:pure`` where wild cards make
tiers. Source: docs/rule-files.md.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from dizhu.errors import NotationError

GROUPS: Final = ("solo", "pair", "trio", "quad", "5x", "6x", "7x", "8x")
LONGEST_RUN: Final = 12
BANS: Final = ("body", "repeat", "rocket", "joker", "bomb", "extend")
TIERS: Final = ("soft", "hard", "pure")

_GROUP = "|".join(GROUPS)
_SHAPE = re.compile(rf"({_GROUP})(?:\*([0-9]{{1,2}})\.\.([0-9]{{1,2}})?)?((?:\+[0-9]{{0,2}}(?:{_GROUP})\*?)*)")
_KICKER = re.compile(rf"\+([0-9]{{0,2}})({_GROUP})(\*?)")
_BOMB = re.compile(rf"(?:([4-8])x|xX|([234])j)(?::({'|'.join(TIERS)}))?")


class Kicker(msgspec.Struct, frozen=True):
    """Cards that ride on a body (带牌).

    size:   cards of one rank in a kicker group, 1…4
    count:  groups; 0 means one for every unit of the body
    run:    the groups form a run of their own, compared after the body
    """

    size: int
    count: int = 0
    run: bool = False

    def __str__(self) -> str:
        return f"+{self.count or ''}{GROUPS[self.size - 1]}{'*' if self.run else ''}"

    @property
    def kind(self) -> str:
        """The group's name, ``solo`` … ``quad``, under which a rule file bans kickers."""
        return GROUPS[self.size - 1]


class Shape(msgspec.Struct, frozen=True):
    """One row of ``plays.shapes``.

    unit:         cards of one rank in a body group, 1…8
    least, most:  consecutive groups of the body; both 1 where the body is no run
    kickers:      up to two kinds
    """

    unit: int
    least: int = 1
    most: int = 1
    kickers: tuple[Kicker, ...] = ()

    @property
    def run(self) -> bool:
        """Whether the body is made of consecutive ranks 3…A."""
        return self.most > 1

    @classmethod
    def parse(cls, text: str) -> Shape:
        """Read one shape; NotationError with the position where it stops making sense."""
        found = _SHAPE.match(text)
        if not found or found.end() != len(text):
            at = found.end() if found else 0
            raise NotationError("expected a shape such as solo*5.. or trio*2..+solo", text, min(at, len(text)))
        least = int(found[2] or 1)
        most = int(found[3] or LONGEST_RUN) if found[2] else 1
        if found[2] and not 2 <= least <= most <= LONGEST_RUN:
            raise NotationError(f"expected run lengths 2…{LONGEST_RUN}, least first", text, found.start(2))
        kickers = tuple(
            Kicker(GROUPS.index(kind) + 1, int(count or 0), bool(star))
            for count, kind, star in _KICKER.findall(found[4])
        )
        if len(kickers) > 2 or any(kicker.size > 4 for kicker in kickers):
            raise NotationError("expected at most two kinds of kickers: solo, pair, trio, quad", text, found.start(4))
        return cls(GROUPS.index(found[1]) + 1, least, most, kickers)

    def __str__(self) -> str:
        most = "" if self.most == LONGEST_RUN else self.most
        run = f"*{self.least}..{most}" if self.run else ""
        return GROUPS[self.unit - 1] + run + "".join(map(str, self.kickers))


class Bomb(msgspec.Struct, frozen=True):
    """One row of ``plays.bombs`` (炸弹).

    jokers:  made of jokers; else of cards of one rank 3…2
    size:    number of cards
    tier:    ``soft`` natural cards completed by wilds, ``hard`` no wild, ``pure`` only wilds; empty for any
    """

    size: int
    jokers: bool = False
    tier: str = ""

    @classmethod
    def parse(cls, text: str) -> Bomb:
        """Read one bomb; NotationError if it is none."""
        found = _BOMB.fullmatch(text)
        if not found or (found[3] and not found[1]):
            raise NotationError("expected a bomb: 4x … 8x, xX, 2j, 3j, 4j, or 4x:soft, :hard, :pure", text, 0)
        return cls(int(found[1] or found[2] or 2), not found[1], found[3] or "")

    def text(self, packs: int) -> str:
        """The notation; two jokers are ``xX`` with one pack and ``2j``, an equal pair, with two."""
        if self.jokers:
            return "xX" if self.size == 2 and packs == 1 else f"{self.size}j"
        return f"{self.size}x" + (f":{self.tier}" if self.tier else "")
