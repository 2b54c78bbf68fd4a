"""Cards, combos, acts and facts of a game as phrases of one language. Ten is written ``10``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import prod
from typing import Final

from dizhu.cards import Card, Hand, Rank
from dizhu.cli.words import Words
from dizhu.games.acts import Action, Bid, Call, Grab, Show
from dizhu.games.climb.facts import (
    Asked,
    Doubled,
    Ended,
    Fact,
    Laid,
    Landlord,
    Marker,
    Passed,
    Received,
    Said,
    Shown,
    Trusteed,
)
from dizhu.games.game import Factor, Seat
from dizhu.rules import Bomb, Combo, Play, RuleSet, Shape
from dizhu.rules.notation import format_play
from dizhu.rules.shape import GROUPS

SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class Phrases:
    """Phrases about one game.

    names:  by seat, what the players are called
    """

    def __init__(self, words: Words, rules: RuleSet, names: Sequence[str]) -> None:
        self.words = words
        self.rules = rules
        self.names = tuple(names)

    def rank(self, rank: Rank) -> str:
        """One rank, jokers by their name in the language."""
        if rank.joker:
            return self.words(f"rank.{rank}")
        return "10" if rank is Rank.TEN else str(rank)

    def card(self, card: Card) -> str:
        """A physical card, suit behind the rank."""
        return self.rank(card.rank) + SUITS.get(card.suit, "")

    def cards(self, cards: Iterable[Card]) -> str:
        """Physical cards in the order given."""
        return " ".join(map(self.card, cards))

    def ranks(self, cards: Hand) -> str:
        """Cards counted by rank, equal ranks together: ``33 4 10 10``."""
        return " ".join(self._group(list(group)) for _, group in groupby(cards.ranks()))

    def play(self, cards: Iterable[Card] | Hand, combo: Combo) -> str:
        """Cards put down, the body first: ``333 444 + 5 6``."""
        bag = cards if isinstance(cards, Hand) else Hand.of(cards)
        body, *kickers = format_play(self.rules, Play(bag, combo)).partition(":")[0].split("+")
        parts = [self.ranks(Hand.parse(body))]
        if kickers:
            parts += ["+", *(self.ranks(Hand.parse(kicker)) for kicker in kickers)]
        return " ".join(parts)

    def combo(self, combo: Combo) -> str:
        """What a combo is called: ``run of 5``."""
        if self.rules.bomb(combo):
            return self.bomb(combo.shape)
        return self._shape(Shape.parse(combo.shape), combo.length)

    def shape_kind(self, row: str) -> str:
        """What a row of the shapes is called, whatever its length: ``runs of 5 or more``."""
        shape = Shape.parse(row)
        if not shape.run:
            return self._shape(shape, 1)
        kind = GROUPS[shape.unit - 1]
        name = self.words("combo.run" if kind == "solo" else f"combo.run_{kind}", least=shape.least)
        return self._with_kickers(name, shape)

    def bomb(self, row: str) -> str:
        """What a row of the bombs is called."""
        bomb = Bomb.parse(row)
        if bomb.jokers:
            return self.words("combo.xX") if row == "xX" else self.words("combo.nj", n=bomb.size)
        return self.words("combo.4x") if bomb.size == 4 else self.words("combo.nx", n=bomb.size)

    def act(self, action: Action) -> str:
        """What somebody says in the auction."""
        match action:
            case Bid(value):
                return self.words("act.bid", n=value) if value else self.words("act.no_bid")
            case Call(yes):
                return self.words("act.call" if yes else "act.no_call")
            case Grab(yes):
                return self.words("act.grab" if yes else "act.no_grab")
            case Show(False):
                return self.words("act.no_show")
            case _:
                return self.words("act.pass")

    def says(self, seat: Seat, what: str) -> str:
        """A seat's name and what it says or plays."""
        return self.words("says", name=self.names[seat], what=what)

    def fact(self, fact: Fact, bottom: Sequence[Card]) -> str | None:
        """What happened, as one line; None for facts that show elsewhere.

        bottom:  the bottom cards, if they became known with this event
        """
        name = self.names[fact.seat] if hasattr(fact, "seat") else ""
        match fact:
            case Received(cards):
                return self.words("event.received", n=cards)
            case Marker(_, card):
                return self.words("event.marker", card=self.card(card), name=name)
            case Asked(first):
                return self.words("event.asked", name=self.names[first])
            case Said(seat, action):
                return self.says(seat, self.act(action))
            case Shown(_, factor):
                return self.words("event.shown", name=name, factor=factor)
            case Landlord():
                key = "event.landlord" if bottom else "event.landlord_only"
                return self.words(key, name=name, cards=self.cards(sorted(bottom)))
            case Doubled(choices):
                doubled = [self.names[seat] for seat, choice in enumerate(choices) if choice]
                if doubled:
                    return self.words("event.doubled", names=self.words.listed(doubled))
                return self.words("event.doubled_none")
            case Laid(seat, cards, combo):
                return self.says(seat, f"{self.play(cards, combo)}  ({self.combo(combo)})")
            case Passed(seat):
                return self.says(seat, self.words("act.pass"))
            case Trusteed(_, on):
                return self.words("event.robot_on" if on else "event.robot_off", name=name)
            case Ended(outcome):
                if outcome.winner is None:
                    return self.words("event.redeal")
                return self.words("event.goes_out", name=self.names[outcome.winner])
            case _:
                return None

    def factor(self, factor: Factor) -> str:
        """The name of a factor."""
        key = f"factor.{factor.name}"
        name = self.words(key) if key in self.words else self.bomb(factor.name)
        return name[:1].upper() + name[1:]

    def multiplier(self, factors: Sequence[Factor], doublings: Mapping[Seat, Sequence[int]]) -> str:
        """Base and multiplier in one phrase, and what doubling makes of it for each peasant.

        doublings:  by peasant, the factors that both sides of that pair doubled by; empty where nobody doubled
        """
        times = prod(factor.product for factor in factors if factor.name != "base")
        base = next((factor.value for factor in factors if factor.name == "base"), None)
        if base is None:
            return self.words("multiplier_only", times=times)
        phrase = self.words("multiplier", base=base, times=times)
        pairs = [f"{self.names[seat]} ×{times * prod(own)}" for seat, own in doublings.items()]
        return phrase + self.words("multiplier_doubled", pairs=self.words.listed(pairs)) if pairs else phrase

    def points(self, points: Sequence[int]) -> str:
        """Points of all seats in one line."""
        return "  ".join(f"{name} {value:+d}" for name, value in zip(self.names, points, strict=True))

    def _group(self, ranks: Sequence[Rank]) -> str:
        names = [self.rank(rank) for rank in ranks]
        return (" " if len(names[0]) > 1 else "").join(names)

    def _shape(self, shape: Shape, length: int) -> str:
        if str(shape) != GROUPS[shape.unit - 1] and f"combo.{shape}" in self.words:
            return self.words(f"combo.{shape}")
        kind = GROUPS[shape.unit - 1]
        if f"combo.{kind}" not in self.words:
            name = self.words("combo.same", n=shape.unit)
        else:
            name = self.words(f"combo.{kind}*", n=length) if shape.run else self.words(f"combo.{kind}")
        return self._with_kickers(name, shape)

    def _with_kickers(self, name: str, shape: Shape) -> str:
        kickers = [self.words(f"combo.+{kicker.kind}") for kicker in shape.kickers]
        space = "" if self.words.language == "zh" else " "
        return space.join([name, *kickers])


def typed(cards: Hand) -> str:
    """Cards as they are typed in: ``10JQKA``, jokers ``x`` and ``X``."""
    return str(cards).replace("T", "10")
