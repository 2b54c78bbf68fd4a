"""What all tables of a server share."""

from __future__ import annotations

import random

import msgspec

from dizhu.server.clock import Clock
from dizhu.server.schedule import Timing
from dizhu.server.store import Store


class House(msgspec.Struct, frozen=True):
    """What all tables of a server share.

    rng:  where secrets and the bots' chance come from
    """

    store: Store
    clock: Clock
    rng: random.Random
    timing: Timing
