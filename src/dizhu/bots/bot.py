"""What a bot is, and making one by name."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Protocol

from dizhu.bots.chance import Chance
from dizhu.bots.greedy import Greedy
from dizhu.games.acts import Action
from dizhu.games.climb.view import View
from dizhu.rules import RuleSet


class Bot(Protocol):
    """Somebody who can play a seat."""

    def act(self, view: View) -> Action:
        """The act of a seat that is awaited. ValueError if nothing is asked of the view's seat."""


_MAKERS: Final[dict[str, Callable[[RuleSet, random.Random], Bot]]] = {"random": Chance, "greedy": Greedy}
NAMES: Final = tuple(_MAKERS)


def make(name: str, rules: RuleSet, rng: random.Random) -> Bot:
    """A bot by name, for games of one rule set; ValueError lists the names there are."""
    if name not in _MAKERS:
        raise ValueError(f"expected a bot of {', '.join(NAMES)}, got {name!r}")
    return _MAKERS[name](rules, rng)
