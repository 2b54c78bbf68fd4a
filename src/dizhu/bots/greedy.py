"""The bot that wants few plays left: quick, without search, one look at the hand.

Ahead of all come certainties: going out, and a chain of plays that no enemy can beat. Otherwise every play has a price,
in plays: the least number of plays that empty the hand after it (counted by the core), and a little for the control of
the table that goes with its cards, for a bomb, and for helping an enemy who is nearly out. A pass costs the plays of
the whole hand and the tempo. The cheapest is done. Weights were set by matches in the arena.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from dizhu import _core
from dizhu.bots.asked import asked, lay
from dizhu.bots.auction import speak
from dizhu.bots.sight import Sight, size, within
from dizhu.cards import Rank
from dizhu.games.acts import Action, Pass
from dizhu.games.climb.view import View
from dizhu.games.game import Seat
from dizhu.rules import RuleSet
from dizhu.rules.ruleset import row_of, top_of

Cards: TypeAlias = tuple[int, int]
"""A play as the core lists it: hand word and combo code."""


class Weights(msgspec.Struct, frozen=True):
    """What things cost, in plays.

    control:  a card that no other hand can top; less the more can
    rank:     the highest rank, by which weaker cards go first
    shed:     what getting rid of a card is worth
    tempo:    a pass
    late:     on top of it for every two cards an enemy has less than eight
    bomb:     using a bomb
    split:    tearing a bomb
    long:     what a lead is worth that the enemy with the fewest cards cannot follow
    """

    control: float = 0.4
    rank: float = 0.03
    shed: float = 0.0
    tempo: float = 1.2
    late: float = 0.5
    bomb: float = 1.3
    split: float = 0.4
    long: float = 0.5


LANDLORD: Final = Weights(control=0.5, shed=0.1)
PEASANT: Final = Weights()

_CHAIN: Final = 4  # plays left after the first of a certain chain
_HOLD: Final = 1.0  # a play that nobody beats, when one more empties the hand
_NEARLY_OUT: Final = 2.0  # letting the winner of the trick go on with one or two cards; helping a partner out
_LAST_CARD: Final = 5.0  # leading a single card into an enemy's last one
_BLOCK: Final = 0.25  # a rank higher, against an enemy's last card
_PARTNER_TEMPO: Final = 0.2
_LOW: Final = Rank.TEN  # a partner's play up to this rank does not win the trick by itself
_COVER: Final = Rank.ACE  # and is covered with no more than this


class Greedy:
    """Fewest plays left; see the module. It keeps nothing from one act to the next, and leaves nothing to chance."""

    def __init__(self, rules: RuleSet, rng: random.Random) -> None:
        self._rules = rules
        self._core = rules.core
        self._shapes = len(rules.combos.shapes)

    def act(self, view: View) -> Action:
        """The cheapest act."""
        options = asked(view)
        sight = Sight.of(view, self._rules)
        if not options.lay:
            return speak(self._rules, sight, options)
        last = None if options.to_beat is None else self._rules.code(options.to_beat)
        plays = _core.plays(self._core, sight.hand, last)
        play = self._choose(sight, view, plays) if len(plays) else None
        return Pass() if play is None else lay(self._rules, view, *play)

    def bomb(self, play: Cards) -> bool:
        """Whether a play is a bomb."""
        return row_of(play[1]) >= self._shapes

    def _choose(self, sight: Sight, view: View, plays: _core.Plays) -> Cards | None:
        left = list(zip(plays, _core.least_plays_after(self._core, sight.hand, plays), strict=True))
        certain = self._certain(sight, sight.hand, left, _CHAIN)
        if certain is not None:
            return certain
        prices = Prices(self, sight, plays)
        now = _core.least_plays(self._core, sight.hand)
        if view.trick is None:
            return prices.lead(left, now)
        if view.trick.seat in sight.partners:
            return prices.over_partner(left, now, view.trick.seat, view.trick.laid.combo.top)
        return prices.answer(left, now, view.trick.seat)

    def _certain(self, sight: Sight, hand: int, left: Sequence[tuple[Cards, int]], depth: int) -> Cards | None:
        """A play that goes out, a bomb if there is a choice, or begins a chain of unbeatable plays that does."""
        out = [play for play, after in left if after == 0]
        if out or depth == 0:
            return max(out, key=self.bomb, default=None)
        for play, after in left:
            if after <= depth and self._holds(sight, play):
                rest = hand - play[0]
                leads = _core.plays(self._core, rest)
                then = list(zip(leads, _core.least_plays_after(self._core, rest, leads), strict=True))
                if self._certain(sight, rest, then, depth - 1) is not None:
                    return play
        return None

    def _holds(self, sight: Sight, play: Cards) -> bool:
        """Whether no enemy can beat a play, whatever it holds."""
        for seat in sight.enemies:
            answers = _core.plays(self._core, sight.pools[seat], play[1])
            if any(size(cards) <= sight.counts[seat] for cards, _ in answers):
                return False
        return True


class Prices:
    """What the plays of one position cost."""

    def __init__(self, bot: Greedy, sight: Sight, plays: Iterable[Cards]) -> None:
        self._bomb = bot.bomb
        self._sight = sight
        self._weights = weights = LANDLORD if sight.landlord else PEASANT
        self._bombs = [play[0] for play in plays if bot.bomb(play)]
        self._card = [
            weights.control * control + weights.rank * rank / Rank.BIG_JOKER - weights.shed
            for rank, control in enumerate(sight.controls())
        ]

    def lead(self, left: Iterable[tuple[Cards, int]], now: int) -> Cards:
        """The cheapest play to lead with; `left` are plays with the plays needed after them, `now` before."""
        return min((self._lead(play, after, now), play) for play, after in left)[1]

    def answer(self, left: Iterable[tuple[Cards, int]], now: int, owner: Seat) -> Cards | None:
        """The cheapest play over an enemy's, or None to pass."""
        sight, weights = self._sight, self._weights
        tempo = weights.tempo + weights.late * max(0, 8 - sight.shortest) / 2
        if sight.counts[owner] <= 2:
            tempo += _NEARLY_OUT
        priced = [(self._price(play, after) - self._blocks(play), play) for play, after in left]
        return min([(now + tempo, None), *priced], key=lambda pair: pair[0])[1]

    def over_partner(self, left: Iterable[tuple[Cards, int]], now: int, owner: Seat, top: Rank) -> Cards | None:
        """A play over a partner's, or None to leave him the trick.

        He is about to win it if no enemy is still to answer, if he laid more than low cards, or is nearly out.
        """
        sight = self._sight
        to_come = any(seat in sight.enemies for seat in sight.before(owner))
        if not to_come or top > _LOW or sight.counts[owner] <= 2:
            return None
        cheap = [(play, after) for play, after in left if not self._bomb(play) and top_of(play[1]) <= _COVER]
        priced = [(self._price(play, after) - self._blocks(play), play) for play, after in cheap]
        return min([(now + _PARTNER_TEMPO, None), *priced], key=lambda pair: pair[0])[1]

    def _price(self, play: Cards, after: int) -> float:
        """Plays needed after a play, and what goes with its cards."""
        total, cards = float(after), play[0]
        for price in self._card:
            if cards & 15:
                total += (cards & 15) * price
            cards >>= 4
        if self._bomb(play):
            return total + self._weights.bomb
        rest = self._sight.hand - play[0]
        return total + self._weights.split * sum(not within(bomb, rest) for bomb in self._bombs)

    def _lead(self, play: Cards, after: int, now: int) -> float:
        """The price of leading: also what an enemy or a partner with few cards makes of it."""
        sight = self._sight
        price, cards, shortest = self._price(play, after), size(play[0]), sight.shortest
        if cards > shortest:
            price -= self._weights.long
        elif cards == shortest == 1:
            price += _LAST_CARD
        next_seat = sight.order[0]
        if cards == 1 and next_seat in sight.partners and sight.counts[next_seat] == 1:
            price -= _NEARLY_OUT - _BLOCK / 2 * top_of(play[1])
        if now <= 2:
            price -= _HOLD * self._hold_chance(play)
        return price - self._blocks(play)

    def _blocks(self, play: Cards) -> float:
        """What a single card is worth against an enemy with one card: the higher, the more."""
        single = self._sight.shortest == 1 and size(play[0]) == 1
        return _BLOCK * top_of(play[1]) if single else 0.0

    def _hold_chance(self, play: Cards) -> float:
        """Roughly the chance that no enemy has what beats a play, bombs aside."""
        sight, (cards, code) = self._sight, play
        if self._bomb(play):
            return 1.0
        unit = max(cards >> 4 * rank & 15 for rank in Rank)
        share = min(1.0, sum(sight.counts[seat] for seat in sight.enemies) / max(1, size(sight.others)))
        higher = sum((sight.others >> 4 * rank & 15) >= unit for rank in range(top_of(code) + 1, len(Rank)))
        chance: float = (1 - share**unit) ** higher
        return chance
