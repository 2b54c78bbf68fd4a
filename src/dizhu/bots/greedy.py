"""The bot that wants few plays left: quick, without search, one look at the hand.

Every play has a price in plays: the least number of plays that empty the hand after it (counted by the core), and a
little for every card by how much control of the table goes with it, for a bomb, and for helping an enemy who is nearly
out. Passing costs the plays of the whole hand and the tempo. The cheapest is done. Ahead of prices come certainties:
going out, and a chain of plays that no enemy can beat.

The weights are in plays; they were set by matches in the arena.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec

from dizhu import _core
from dizhu.bots.asked import asked, lay
from dizhu.bots.sight import Sight, size, within
from dizhu.games.acts import Action, Pass
from dizhu.games.climb.view import View
from dizhu.games.game import Phase
from dizhu.rules import RuleSet

Cards: TypeAlias = tuple[int, int]
"""A play as the core lists it: hand word and combo code."""


class Temper(msgspec.Struct, frozen=True):
    """Weights, in plays.

    control:  price of a card no other hand can top; divided among those that can
    rank:     price of the highest rank, by which weaker cards go first
    shed:     what every card got rid of is worth
    tempo:    price of a pass
    late:     added to it for every two cards an enemy has less than eight
    bomb:     price of using a bomb, `split` of tearing one
    long:     what a lead is worth that an enemy has too few cards to follow
    """

    control: float = 0.4
    rank: float = 0.03
    shed: float = 0.0
    tempo: float = 1.4
    late: float = 0.5
    bomb: float = 1.3
    split: float = 0.4
    long: float = 0.5


LANDLORD: Final = Temper(shed=0.1)
PEASANT: Final = Temper()
_DEPTH: Final = 4
_NOBOMB = False
_PRESSING: Final = 8
_URGENT: Final = 2.0
_LAST_CARD: Final = 3.0
_LAST_PAIR: Final = 0.6
_HIGHER: Final = 0.25
_HOLD: Final = 1.0
_LOW_TOP: Final = 7  # ten
_PARTNER_CARDS: Final = 3


class Greedy:
    """Fewest plays left; see the module. One object plays one seat of one deal after the other."""

    landlord = LANDLORD
    peasant = PEASANT

    def __init__(self, rules: RuleSet, rng: random.Random) -> None:
        self._rules = rules
        self._core = rules.core
        self._shapes = len(rules.combos.shapes)
        self._rng = rng

    def act(self, view: View) -> Action:
        """The act of least price."""
        options = asked(view)
        if options.phase is not Phase.PLAY:
            return options.acts[0]
        sight = Sight.of(view, self._rules)
        last = None if options.to_beat is None else self._rules.code(options.to_beat)
        play = self._choose(sight, view, last)
        return Pass() if play is None else lay(self._rules, view, *play)

    def _choose(self, sight: Sight, view: View, last: int | None) -> Cards | None:
        plays = _core.plays(self._core, sight.hand, last)
        if not len(plays):
            return None
        left = _core.least_plays_after(self._core, sight.hand, plays)
        certain = self._certain(sight, sight.hand, list(zip(plays, left, strict=True)), _DEPTH)
        if certain is not None:
            return certain
        now = _core.least_plays(self._core, sight.hand)
        think = _Thought(self, sight, plays)
        if last is None or view.trick is None:
            return think.lead(plays, left, now)
        if view.trick.seat in sight.partners:
            return think.over_partner(plays, left, now, view.trick.seat, last)
        return think.follow(plays, left, now, view.trick.seat)

    def _certain(self, sight: Sight, hand: int, plays: list[tuple[Cards, int]], depth: int) -> Cards | None:
        """A play that goes out, a bomb if there is a choice, or begins a chain of unbeatable plays that does."""
        out = [play for play, left in plays if left == 0]
        if out or depth == 0:
            return max(out, key=self.bomb, default=None)
        for play, left in plays:
            if left <= depth and self._holds(sight, play):
                rest = hand - play[0]
                leads = _core.plays(self._core, rest)
                after = _core.least_plays_after(self._core, rest, leads)
                if self._certain(sight, rest, list(zip(leads, after, strict=True)), depth - 1):
                    return play
        return None

    def _holds(self, sight: Sight, play: Cards) -> bool:
        """Whether no enemy can beat a play, whatever it holds."""
        return not any(self._beats(sight.pools[seat], sight.counts[seat], play) for seat in sight.enemies)

    def _beats(self, pool: int, count: int, play: Cards) -> bool:
        answers = _core.plays(self._core, pool, play[1])
        return any(size(a[0]) <= count and not (_NOBOMB and self.bomb(a)) for a in answers)

    def bomb(self, play: Cards) -> bool:
        """Whether a play is a bomb."""
        return play[1] & 255 >= self._shapes


class _Thought:
    """Prices of plays in one position."""

    def __init__(self, bot: Greedy, sight: Sight, plays: Iterable[Cards]) -> None:
        self._bomb = bot.bomb
        self._sight = sight
        self._temper = bot.landlord if sight.landlord else bot.peasant
        self._bombs = [play[0] for play in plays if bot.bomb(play)]
        self._prices = self._card_prices()

    def _card_prices(self) -> list[float]:
        temper, higher, prices = self._temper, 0, [0.0] * 15
        for rank in range(14, -1, -1):
            prices[rank] = temper.control / (1 + higher) + temper.rank * rank / 14 - temper.shed
            higher += self._sight.others >> 4 * rank & 15
        return prices

    def price(self, play: Cards, left: int) -> float:
        """Plays left after a play, and the worth of what goes with it."""
        total = float(left)
        cards = play[0]
        for price in self._prices:
            if cards & 15:
                total += (cards & 15) * price
            cards >>= 4
        if self._bomb(play):
            return total + self._temper.bomb
        rest = self._sight.hand - play[0]
        return total + self._temper.split * sum(not within(bomb, rest) for bomb in self._bombs)

    def lead(self, plays: Iterable[Cards], left: list[int], now: int) -> Cards:
        """The cheapest play to lead with."""
        priced = [(self._lead_price(play, after, now), play) for play, after in zip(plays, left, strict=True)]
        return min(priced)[1]

    def _lead_price(self, play: Cards, left: int, now: int) -> float:
        sight = self._sight
        price, cards, top = self.price(play, left), size(play[0]), play[1] >> 12 & 15
        shortest = sight.shortest
        if cards > shortest:
            price -= self._temper.long
        elif cards == shortest <= 2:
            price += _LAST_CARD if cards == 1 else _LAST_PAIR
        if cards == 1 and shortest == 1:
            price -= _HIGHER * top
        if cards == 1 and sight.order[0] in sight.partners and sight.counts[sight.order[0]] == 1:
            price -= _URGENT - _HIGHER / 2 * top
        if now <= 2:
            price -= _HOLD * self._hold_chance(play)
        return price

    def _hold_chance(self, play: Cards) -> float:
        """Roughly the chance that no enemy has what beats a play, bombs aside."""
        sight, (cards, code) = self._sight, play
        if self._bomb(play):
            return 1.0
        unit = max(cards >> 4 * rank & 15 for rank in range(15))
        share = sum(sight.counts[seat] for seat in sight.enemies) / max(1, size(sight.others))
        higher = sum((sight.others >> 4 * rank & 15) >= unit for rank in range((code >> 12 & 15) + 1, 15))
        return float((1 - min(1.0, share) ** unit) ** higher)

    def follow(self, plays: Iterable[Cards], left: list[int], now: int, owner: int) -> Cards | None:
        """The cheapest answer to an enemy, or None to pass."""
        sight = self._sight
        tempo = self._temper.tempo + self._temper.late * max(0, _PRESSING - sight.shortest) / 2
        if sight.counts[owner] <= 2:
            tempo += _URGENT
        block = sight.order[0] in sight.enemies and sight.counts[sight.order[0]] == 1
        best, chosen = now + tempo, None
        for play, after in zip(plays, left, strict=True):
            price = self.price(play, after)
            if block and size(play[0]) == 1:
                price -= _HIGHER * (play[1] >> 12 & 15)
            if price < best:
                best, chosen = price, play
        return chosen

    def over_partner(self, plays: Iterable[Cards], left: list[int], now: int, owner: int, last: int) -> Cards | None:
        """A play over a partner's, only where he is not about to win the trick: low cards, and an enemy to come."""
        sight = self._sight
        enemy_to_come = any(seat in sight.enemies for seat in sight.before(owner))
        if not enemy_to_come or sight.counts[owner] < _PARTNER_CARDS or last >> 12 & 15 > _LOW_TOP:
            return None
        best, chosen = now + 0.2, None
        for play, after in zip(plays, left, strict=True):
            if self._bomb(play) or play[1] >> 12 & 15 > 11:
                continue
            price = self.price(play, after)
            if price < best:
                best, chosen = price, play
        return chosen
