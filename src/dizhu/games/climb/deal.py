"""A deal (发牌): which cards lie where, and what else chance decided. Source: docs/fair-deal.md, step 5."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dizhu.cards import Card, format_cards, full_deck
from dizhu.games.fair import Stream
from dizhu.games.game import Seat
from dizhu.rules import RuleSet


class Deal(msgspec.Struct, frozen=True):
    """What a deal starts from.

    deck:    all cards as dealt: card i of seat s is ``deck[i * seats + s]``, then the bottom, then the dead cards
    first:   the seat asked first
    marker:  the turned-up card, where the rule set has one
    """

    deck: tuple[Card, ...]
    first: Seat
    marker: Card | None = None

    def hand(self, rules: RuleSet, seat: Seat, received: int) -> tuple[Card, ...]:
        """The first `received` cards of a seat, in the order they came."""
        return self.deck[seat : received * rules.table.seats : rules.table.seats]

    def bottom(self, rules: RuleSet) -> tuple[Card, ...]:
        """The bottom cards (底牌)."""
        start = rules.table.seats * rules.table.hand
        return self.deck[start : start + rules.table.bottom.cards]


def draw(rules: RuleSet, stream: Stream, first: Seat | None) -> Deal:
    """Shuffle and draw what else chance decides; `first` is the seat whose turn it is by rotation, None to draw it."""
    table = rules.table
    deck = stream.deck(table.packs)
    marker = None
    if rules.auction.first == "marker":
        index = stream.below(table.seats * table.hand)
        marker, first = deck[index], index % table.seats
    elif first is None:
        first = stream.below(table.seats)
    return Deal(deck, first, marker)


def synthetic(
    rules: RuleSet, hands: Sequence[Sequence[Card]], bottom: Sequence[Card], first: Seat, dead: Sequence[Card] = ()
) -> Deal:
    """A deal made by hand, for cases, puzzles and tests; ValueError unless it is the whole deck.

    Where the rule set has a turned-up card it is the first seat's first card.
    """
    table = rules.table
    sizes = [len(hand) for hand in hands]
    if sizes != [table.hand] * table.seats:
        raise ValueError(f"expected {table.seats} hands of {table.hand} cards, got {sizes}")
    dealt = [hand[i] for i in range(table.hand) for hand in hands]
    deck = (*dealt, *bottom, *dead)
    if sorted(deck) != sorted(full_deck(table.packs)):
        raise ValueError(f"expected all {54 * table.packs} cards once, got {format_cards(sorted(deck))}")
    marker = hands[first][0] if rules.auction.first == "marker" else None
    return Deal(deck, first, marker)
