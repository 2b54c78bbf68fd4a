"""What is put on the table: a combo, one reading of a bag of cards, and a play, cards together with a combo."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from dizhu.cards import Hand, Rank

Wild: TypeAlias = str
"""The wild cards (癞子) of a deal: a rank letter, all four of which are wild, or ``red7``, or ``jokers``."""

Order: TypeAlias = Literal["beats", "does_not", "incomparable"]


class Combo(msgspec.Struct, frozen=True):
    """One reading of a bag of cards (牌型).

    shape:   the row of the rule set it belongs to: ``trio*2..+solo``, or a bomb such as ``4x`` or ``4x:soft``
    length:  groups in the body: 2 for ``333444+5+6``, 5 for ``34567``; 1 for bombs
    top:     highest rank of the body, which orders combos of one shape and length; X for ``xX``, ``3j`` and ``4j``
    second:  highest rank of the kickers where they form a run that is compared second, else None
    """

    shape: str
    length: int
    top: Rank
    second: Rank | None = None

    @property
    def tier(self) -> str:
        """``soft``, ``hard`` or ``pure`` for a bomb under wild cards with tiers, else empty."""
        return self.shape.partition(":")[2]


class Play(msgspec.Struct, frozen=True):
    """Cards, counted by rank, and the combo they are put down as. A wild card is written as itself."""

    cards: Hand
    combo: Combo

    def __str__(self) -> str:
        return f"{self.cards} as {self.combo.shape}"
