"""When Python looks for garbage: what connections left goes after so many, and nothing else is looked at for long."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

from dizhu.server.garbage import Leavings, look_seldom


class Knot:
    """Something that refers to itself, as a connection does."""

    def __init__(self) -> None:
        self.itself = self


@contextmanager
def collector_as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.enable()
        gc.unfreeze()


def test_what_is_left_behind_is_tidied_up_after_so_many() -> None:
    with collector_as_before():
        gc.disable()
        left = weakref.ref(Knot())
        leavings = Leavings(most=3)
        alive = []
        for _ in range(6):
            leavings.add()
            alive.append(left() is not None)
            if not alive[-1]:
                left = weakref.ref(Knot())
        assert alive == [True, True, False, True, True, False]


def test_looks_at_all_objects_are_seldom_and_spare_what_was_there() -> None:
    with collector_as_before():
        thresholds = gc.get_threshold()
        left = weakref.ref(Knot())
        look_seldom()
        assert left() is None
        assert gc.get_freeze_count() > 10_000
        young, middle, full = gc.get_threshold()
        assert young < thresholds[0]
        assert middle < thresholds[1]
        assert full > 100 * thresholds[2]
