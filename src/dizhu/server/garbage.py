"""When Python looks for garbage in a serving process.

Looking at all objects takes half a second with 3,000 people, and by itself Python does it every minute. It would find
nothing: what happens at tables leaves no cycles behind, and is freed at once. Only a connection does, when it is gone:
about a hundred objects, 20 kB. So what is new is looked at often, which takes milliseconds, and all of it after so many
connections.
"""

from __future__ import annotations

import gc
from typing import Final

CONNECTIONS: Final = 5_000
"""Connections that are gone, after which all objects are looked at: 100 MB at most wait for it."""

_THRESHOLDS: Final = (200, 5, 10_000)


def look_seldom() -> None:
    """Leave what is loaded out of all looks; look at all objects only where `Leavings` says so, or after very long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)


class Leavings:
    """What connections leave behind.

    most:  how many may be gone before it is tidied up
    """

    def __init__(self, most: int = CONNECTIONS) -> None:
        self._most = most
        self._gone = 0

    def add(self) -> None:
        """One more is gone."""
        self._gone += 1
        if self._gone == self._most:
            self._gone = 0
            gc.collect()
