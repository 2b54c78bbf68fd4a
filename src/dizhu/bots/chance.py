"""The bot that plays at random: every legal act is as likely as any other."""

from __future__ import annotations

import random

from dizhu import _core
from dizhu.bots.asked import asked, lay
from dizhu.cards import Hand
from dizhu.games.acts import Action
from dizhu.games.climb.view import View
from dizhu.rules import RuleSet


class Chance:
    """Chooses uniformly among the plays of the hand and the acts offered, passing among them."""

    def __init__(self, rules: RuleSet, rng: random.Random) -> None:
        self._rules = rules
        self._rng = rng

    def act(self, view: View) -> Action:
        """A legal act, drawn."""
        options = asked(view)
        if not options.lay:
            return self._rng.choice(options.acts)
        last = None if options.to_beat is None else self._rules.code(options.to_beat)
        plays = _core.plays(self._rules.core, Hand.of(view.hand).word, last)
        drawn = self._rng.randrange(len(plays) + len(options.acts))
        if drawn >= len(plays):
            return options.acts[drawn - len(plays)]
        return lay(self._rules, view, *plays[drawn])
