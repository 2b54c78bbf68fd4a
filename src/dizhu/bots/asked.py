"""The two ends of every decision: what the view's seat is asked, and cards counted by rank made an act."""

from __future__ import annotations

from dizhu.cards import Hand
from dizhu.games.acts import Lay
from dizhu.games.climb.play import pick
from dizhu.games.climb.view import View
from dizhu.games.game import Options
from dizhu.rules import RuleSet


def asked(view: View) -> Options:
    """What an awaited seat is asked; ValueError if the game does not wait for it."""
    if view.options is None or not view.options.awaited:
        raise ValueError(f"expected the view of a seat the game waits for, got that of {view.viewer}")
    return view.options


def lay(rules: RuleSet, view: View, cards: int, combo: int) -> Lay:
    """Put down cards of the view's hand.

    cards:  a hand word, counts by rank
    combo:  the core's code of what they are
    """
    return Lay(pick(view.hand, Hand(cards)), rules.combo(combo))
