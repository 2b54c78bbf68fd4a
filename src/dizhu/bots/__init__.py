"""Bots: who plays when no person does. They choose from a `View` alone, so they know what their seat may know.

::

    bots = {seat: make("greedy", rules, random.Random(seat)) for seat in (1, 2)}
    for entry, events in drive(game, bots):
        ...                                 # until seat 0 is asked, or the deal is over
"""

from dizhu.bots.bot import NAMES, Bot, make
from dizhu.bots.drive import drive
from dizhu.bots.hints import hints

__all__ = ["NAMES", "Bot", "drive", "hints", "make"]
