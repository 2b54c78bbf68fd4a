"""What a seat can tell about the hands from its view: cards counted by rank, as the core's hand words."""

from __future__ import annotations

from typing import Final

import msgspec

from dizhu.cards import Hand, full_deck
from dizhu.games.climb.facts import Laid
from dizhu.games.climb.view import View
from dizhu.games.game import Seat
from dizhu.rules import RuleSet

_EVEN: Final = 0x0F0F_0F0F_0F0F_0F0F
_ONES: Final = 0x0101_0101_0101_0101
_GUARD: Final = 0x8080_8080_8080_8080


def size(cards: int) -> int:
    """Number of cards in a hand word."""
    pairs = (cards & _EVEN) + (cards >> 4 & _EVEN)
    return (pairs * _ONES >> 56) & 255


def within(cards: int, hand: int) -> bool:
    """Whether a hand holds all the cards."""
    even = (hand & _EVEN | _GUARD) - (cards & _EVEN)
    odd = (hand >> 4 & _EVEN | _GUARD) - (cards >> 4 & _EVEN)
    return even & odd & _GUARD == _GUARD


class Sight(msgspec.Struct, frozen=True):
    """The table from one seat that is to play.

    hand:      its cards
    counts:    cards left, by seat
    order:     the other seats in the order they play after it
    enemies:   those of the other side; `partners` those of its own
    pools:     by other seat, its hand if it lies open, else all the cards it might hold
    others:    all cards that may still be in other hands
    landlord:  whether it is the landlord
    """

    hand: int
    counts: tuple[int, ...]
    order: tuple[Seat, ...]
    enemies: tuple[Seat, ...]
    partners: tuple[Seat, ...]
    pools: dict[Seat, int]
    others: int
    landlord: bool

    @classmethod
    def of(cls, view: View, rules: RuleSet) -> Sight:
        """Look at a view whose viewer is a seat."""
        assert isinstance(view.viewer, int), "a spectator plays no cards"
        hand = Hand.of(view.hand).word
        others = Hand.of(full_deck(rules.table.packs)).word - hand
        for fact in view.history:
            if isinstance(fact, Laid):
                others -= Hand.of(fact.cards).word
        seats = len(view.seats)
        order = tuple((view.viewer + step) % seats for step in range(1, seats))
        seen = {s: Hand.of(cards).word for s in order if (cards := view.seats[s].hand) is not None}
        hidden = others - sum(seen.values())
        return cls(
            hand=hand,
            counts=tuple(seat.cards for seat in view.seats),
            order=order,
            enemies=tuple(s for s in order if not view.side(s)),
            partners=tuple(s for s in order if view.side(s)),
            pools={s: seen.get(s, hidden) for s in order},
            others=others,
            landlord=view.viewer == view.landlord,
        )

    @property
    def shortest(self) -> int:
        """Cards left to the enemy with the fewest."""
        return min(self.counts[seat] for seat in self.enemies)

    def controls(self) -> list[float]:
        """By rank, how much one card of it rules the table: 1 if no other hand can top it, else shared with those."""
        higher, found = 0, [0.0] * 15
        for rank in range(14, -1, -1):
            found[rank] = 1 / (1 + higher)
            higher += self.others >> 4 * rank & 15
        return found

    def before(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that play between the viewer and `seat`."""
        return self.order[: self.order.index(seat)]
