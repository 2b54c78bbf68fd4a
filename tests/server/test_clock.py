from __future__ import annotations

import asyncio
import time

import uvloop

from dizhu.server.clock import Clock, ServiceClock
from tests.server.virtual import VirtualClock, in_loop


async def _early(delays_ms: range) -> list[int]:
    """How much too early a service clock calls, in ms, for each delay."""
    clock = ServiceClock(1_000)
    start = clock.now_ms()
    early: list[int] = []
    for delay_ms in delays_ms:
        at_ms = start + delay_ms
        clock.call_at(at_ms, lambda at_ms=at_ms: early.append(at_ms - clock.now_ms()))  # type: ignore[misc]
    while len(early) < len(delays_ms):
        await asyncio.sleep(0.005)
    return early


def test_calls_are_never_early_on_either_loop() -> None:
    assert max(asyncio.run(_early(range(1, 40)))) <= 0
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert max(runner.run(_early(range(1, 40)))) <= 0


@in_loop
async def test_service_time_goes_on_from_its_base_and_with_the_loop() -> None:
    before = time.monotonic()
    clock = ServiceClock(86_400_000)
    first = clock.now_ms()
    await asyncio.sleep(0.03)
    last = clock.now_ms()
    passed_ms = (time.monotonic() - before) * 1000
    assert 0 <= first - 86_400_000 <= passed_ms
    assert 29 <= last - first <= passed_ms + 1


@in_loop
async def test_a_time_that_is_over_is_called_soon_but_not_at_once() -> None:
    clock = ServiceClock(500)
    calls: list[str] = []
    clock.call_at(100, lambda: calls.append("past"))
    assert calls == []
    await asyncio.sleep(0.005)
    assert calls == ["past"]


@in_loop
async def test_a_call_that_is_called_off_does_not_come() -> None:
    clock = ServiceClock(0)
    calls: list[str] = []
    handle = clock.call_at(2, lambda: calls.append("off"))
    clock.call_at(4, lambda: calls.append("on"))
    handle.cancel()
    handle.cancel()
    while not calls:
        await asyncio.sleep(0.002)
    assert calls == ["on"]


@in_loop
async def test_virtual_calls_come_in_the_order_of_their_times() -> None:
    virtual = VirtualClock(1_000)
    clock: Clock = virtual
    calls: list[tuple[str, int]] = []

    def note(name: str) -> None:
        calls.append((name, clock.now_ms()))

    def chain() -> None:
        note("first")
        clock.call_at(1_020, lambda: note("made by the first"))

    clock.call_at(1_030, lambda: note("third"))
    clock.call_at(1_010, chain)
    clock.call_at(1_030, lambda: note("fourth"))
    clock.call_at(1_031, lambda: note("later"))
    clock.call_at(1_015, lambda: note("off")).cancel()
    await virtual.advance(30)
    assert calls == [("first", 1_010), ("made by the first", 1_020), ("third", 1_030), ("fourth", 1_030)]
    assert clock.now_ms() == 1_030
    assert virtual.next_ms() == 1_031


@in_loop
async def test_tasks_run_between_virtual_calls_and_threads_are_waited_for() -> None:
    busy = False
    seen: list[int] = []

    async def work() -> None:
        nonlocal busy
        busy = True
        await asyncio.get_running_loop().run_in_executor(None, time.sleep, 0.02)
        busy = False
        seen.append(virtual.now_ms())

    tasks: list[asyncio.Task[None]] = []
    virtual = VirtualClock(idle=lambda: not busy)
    virtual.call_at(10, lambda: tasks.append(asyncio.create_task(work())))
    virtual.call_at(20, lambda: seen.append(-1))
    await virtual.advance(100)
    assert seen == [10, -1]


@in_loop
async def test_settling_makes_virtual_calls_that_are_due() -> None:
    virtual = VirtualClock(50)
    calls: list[int] = []
    virtual.call_at(40, lambda: calls.append(40))
    virtual.call_at(51, lambda: calls.append(51))
    assert calls == []
    await virtual.settle()
    assert calls == [40]
    assert virtual.now_ms() == 50
