"""Dou Dizhu (斗地主): rules as data, a fast native core, whole games.

::

    import dizhu

    rules = dizhu.load("qq_3p")
    for play in rules.plays("33344455"):
        print(play.cards, play.combo.shape)
"""

from dizhu.cards import Card, Hand, Rank, parse_cards
from dizhu.errors import DizhuError, IllegalAction, NotationError, RecordError, RuleError
from dizhu.rules import Combo, Play, RuleSet, available, load, load_file

__version__ = "0.1.0"

__all__ = [
    "Card",
    "Combo",
    "DizhuError",
    "Hand",
    "IllegalAction",
    "NotationError",
    "Play",
    "Rank",
    "RecordError",
    "RuleError",
    "RuleSet",
    "available",
    "load",
    "load_file",
    "parse_cards",
]
