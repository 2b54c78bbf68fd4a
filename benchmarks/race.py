"""Two sides of a comparison, run in turns on one processor; speeds and their ratio."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec


class Work(msgspec.Struct, frozen=True):
    """What a side did in one run.

    items:  what its speed is counted in: games played, or hands listed
    steps:  times the legal plays were listed; in a playout that is once for each play and each pass
    plays:  legal plays over all steps, passes not counted
    """

    items: int
    steps: int
    plays: int


class Side(Protocol):
    """Someone's way to do a piece of work; every run does the same work again."""

    @property
    def name(self) -> str:
        """How the table calls it."""

    def prepare(self) -> None:
        """Set up one run; not timed."""

    def run(self) -> None:
        """Do the work; timed."""

    def work(self) -> Work:
        """What the last run did; not timed, and called when all runs are over."""


class Pairing(msgspec.Struct, frozen=True):
    """Ours against a peer at the same work.

    key:     name of the ratio in the JSON line
    title:   what is done, with the unit of the speeds
    ours:    our side
    peer:    the side the ratio is against
    others:  sides that are reported beside them, in no ratio of the JSON line
    """

    key: str
    title: str
    ours: Side
    peer: Side
    others: tuple[Side, ...] = ()

    @property
    def sides(self) -> tuple[Side, ...]:
        """All of them, ours first."""
        return (self.ours, self.peer, *self.others)


class Speed(msgspec.Struct, frozen=True):
    """A side's best run: `seconds` of processor time for `work`."""

    name: str
    seconds: float
    work: Work

    @property
    def rate(self) -> float:
        """Items a second."""
        return self.work.items / self.seconds


class Outcome(msgspec.Struct, frozen=True):
    """The speeds of a pairing, ours first, the peer second."""

    key: str
    title: str
    speeds: tuple[Speed, ...]

    @property
    def ratio(self) -> float:
        """Our speed in units of the peer's."""
        return self.to_peer(self.speeds[0])

    def to_peer(self, speed: Speed) -> float:
        """A speed in units of the peer's."""
        return speed.rate / self.speeds[1].rate


def race(pairing: Pairing, rounds: int, clock: Callable[[], float] = time.process_time) -> Outcome:
    """Run every side once a round, in turns, and keep each one's best; no garbage collection while the clock runs."""
    best = [float("inf")] * len(pairing.sides)
    for _ in range(rounds):
        for place, side in enumerate(pairing.sides):
            side.prepare()
            best[place] = min(best[place], _timed(side.run, clock))
    speeds = [Speed(side.name, seconds, side.work()) for side, seconds in zip(pairing.sides, best, strict=True)]
    return Outcome(pairing.key, pairing.title, tuple(speeds))


def _timed(run: Callable[[], None], clock: Callable[[], float]) -> float:
    gc.collect()
    gc.disable()
    try:
        start = clock()
        run()
        return clock() - start
    finally:
        gc.enable()


def ratios(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """The JSON line: our speed in units of the peer's, by key, rounded to two places."""
    return {outcome.key: round(outcome.ratio, 2) for outcome in outcomes}


def table(outcome: Outcome) -> str:
    """One pairing as text: speed, speed in units of the peer's, and the size of the work."""
    width = max(len(speed.name) for speed in outcome.speeds)
    head = f"{outcome.title:{width + 2}}  {'a second':>10}  {'peer = 1':>9}  {'steps each':>10}  {'plays a step':>12}"
    return "\n".join([head, *(_row(speed, outcome.to_peer(speed), width) for speed in outcome.speeds)])


def _row(speed: Speed, to_peer: float, width: int) -> str:
    steps = speed.work.steps / speed.work.items
    plays = speed.work.plays / speed.work.steps
    return f"  {speed.name:{width}}  {speed.rate:>10,.0f}  {to_peer:>9.2f}  {steps:>10.1f}  {plays:>12.2f}"
