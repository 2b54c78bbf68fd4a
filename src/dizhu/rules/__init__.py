"""What a game is: rule sets as data (规则), and what cards may be put on the table under them.

::

    from dizhu.rules import load

    rules = load("qq_3p")
    rules.plays("33344455")               # every play a hand offers
    rules.readings("333444555666")        # what those cards can be
"""

from dizhu.rules.combo import Combo, Order, Play, Wild
from dizhu.rules.rulefile import DEFAULT, available, load, load_any, load_file
from dizhu.rules.ruleset import PairwiseDouble, PhasedShow, RuleSet
from dizhu.rules.shape import Bomb, Kicker, Shape

__all__ = [
    "DEFAULT",
    "Bomb",
    "Combo",
    "Kicker",
    "Order",
    "PairwiseDouble",
    "PhasedShow",
    "Play",
    "RuleSet",
    "Shape",
    "Wild",
    "available",
    "load",
    "load_any",
    "load_file",
]
