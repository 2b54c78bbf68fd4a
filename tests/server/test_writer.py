from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from dizhu.server.writer import Writer
from tests.server.virtual import in_loop


class Full(Exception):
    """The disk of these tests."""


class Paper:
    """Takes numbers; refuses a batch with a negative one; is full while told so; writes when the gate is open."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.attempts = 0
        self.full = False
        self.gate = asyncio.Event()
        self.gate.set()

    async def write(self, units: Sequence[int]) -> None:
        await self.gate.wait()
        self.attempts += 1
        if self.full:
            raise Full
        if bad := [unit for unit in units if unit < 0]:
            raise ValueError(bad[0])
        self.batches.append(list(units))


async def _start(writer: Writer[int], units: Sequence[int]) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(writer.append(unit)) for unit in units]
    await asyncio.sleep(0)
    return tasks


@in_loop
async def test_what_waits_while_a_batch_is_written_makes_the_next() -> None:
    paper = Paper()
    writer = Writer(paper.write, Full)
    paper.gate.clear()
    first = await _start(writer, [1])
    await asyncio.sleep(0)
    rest = await _start(writer, [2, 3, 4])
    assert not writer.idle
    paper.gate.set()
    await asyncio.gather(*first, *rest)
    assert paper.batches == [[1], [2, 3, 4]]
    await writer.finish()
    assert writer.idle


@in_loop
async def test_batches_are_bounded_and_in_order() -> None:
    paper = Paper()
    writer = Writer(paper.write, Full, limit=4)
    await asyncio.gather(*await _start(writer, range(10)))
    assert paper.batches == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]


@in_loop
async def test_only_the_guilty_fail() -> None:
    paper = Paper()
    writer = Writer(paper.write, Full)
    told = await asyncio.gather(*await _start(writer, [1, -2, 3, -4]), return_exceptions=True)
    assert [type(outcome) for outcome in told] == [type(None), ValueError, type(None), ValueError]
    assert str(told[1]) == "-2"
    assert str(told[3]) == "-4"
    assert paper.batches == [[1], [3]]


@in_loop
async def test_an_outage_fails_the_batch_at_once_and_the_next_append_is_written() -> None:
    paper = Paper()
    writer = Writer(paper.write, Full)
    paper.full = True
    told = await asyncio.gather(*await _start(writer, [1, 2]), return_exceptions=True)
    assert [type(outcome) for outcome in told] == [Full, Full]
    assert paper.attempts == 1
    paper.full = False
    await writer.append(3)
    assert paper.batches == [[3]]


@in_loop
async def test_a_waiter_that_goes_away_stops_nothing() -> None:
    paper = Paper()
    writer = Writer(paper.write, Full)
    paper.gate.clear()
    waiting = await _start(writer, [1])
    await asyncio.sleep(0)
    queued = await _start(writer, [2, 3])
    waiting[0].cancel()
    queued[0].cancel()
    await asyncio.sleep(0)
    paper.gate.set()
    await asyncio.wait_for(queued[1], 5)
    assert paper.batches == [[1], [2, 3]]
    for task in (waiting[0], queued[0]):
        with pytest.raises(asyncio.CancelledError):
            await task


@in_loop
async def test_finishing_waits_for_all() -> None:
    paper = Paper()
    writer = Writer(paper.write, Full, limit=2)
    tasks = await _start(writer, range(5))
    await writer.finish()
    assert [unit for batch in paper.batches for unit in batch] == [0, 1, 2, 3, 4]
    await asyncio.gather(*tasks)
