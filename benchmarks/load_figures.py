"""What a run of the load is measured by: the tally the players keep, the processes' own figures, and both as text."""

from __future__ import annotations

import os
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

_PROC: Final = Path("/proc")
_PROBES: Final = 20


class Tally:
    """What all players together saw.

    measuring:  whether what is sent now counts
    over:       whether nothing is to be sent any more, and a connection may end
    acks_s:     from sending a command to its ack
    answers_s:  from sending a question to its answer
    viewers_s:  from sending an act to its event at each other seat
    late_s:     how late the players' own timers were: what the clients add to every time above
    commands:   commands sent while measuring
    deals:      deals that ended while measuring
    errors:     of the whole run, warm-up included, by what it was
    """

    def __init__(self) -> None:
        self.measuring = self.over = False
        self.acks_s: list[float] = []
        self.answers_s: list[float] = []
        self.viewers_s: list[float] = []
        self.late_s: list[float] = []
        self.commands = 0
        self.deals = 0
        self.errors: Counter[str] = Counter()


class Figures(msgspec.Struct, frozen=True):
    """The line of ``--json``; docs/benchmarks.md says what each is."""

    players: int
    tables: int
    commands_per_s: float
    ack_p50_ms: float
    ack_p99_ms: float
    viewer_p99_ms: float
    errors: int
    bytes_per_socket: int
    bytes_per_table: int


class Usage(msgspec.Struct, frozen=True):
    """A process at one moment.

    cpu_s:   processor time since its start
    wait_s:  how long its threads were ready to run since then, but no processor was free
    at_s:    when that was
    """

    cpu_s: float
    wait_s: float
    rss_bytes: int
    at_s: float

    @classmethod
    def of(cls, pid: int) -> Usage:
        """Of a running process; OSError if there is none."""
        folder = _PROC / str(pid)
        words = (folder / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
        resident = (folder / "statm").read_text(encoding="ascii").split()[1]
        waits = [file.read_text(encoding="ascii").split()[1] for file in folder.glob("task/*/schedstat")]
        return cls(
            cpu_s=(int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"),
            wait_s=sum(map(int, waits)) / 1e9,
            rss_bytes=int(resident) * os.sysconf("SC_PAGE_SIZE"),
            at_s=time.perf_counter(),
        )

    def shares_since(self, before: Usage) -> tuple[float, float]:
        """Part of the time since then that it ran, and that it waited for a processor; 1 is one thread all the time."""
        seconds = self.at_s - before.at_s
        return (self.cpu_s - before.cpu_s) / seconds, (self.wait_s - before.wait_s) / seconds


class Run(msgspec.Struct, frozen=True):
    """A whole run.

    idle, seated:   the server without players, and with all of them connected but at no table
    begun, ended:   the server at both ends of the measured time
    clients_begun, clients_ended:  the process of the players, likewise
    sync_s:         an ``fsync`` of the folder of the database, the median of a few
    """

    players: int
    tables: int
    tally: Tally
    idle: Usage
    seated: Usage
    begun: Usage
    ended: Usage
    clients_begun: Usage
    clients_ended: Usage
    sync_s: float

    @property
    def figures(self) -> Figures:
        """Its figures."""
        tally, seconds = self.tally, self.ended.at_s - self.begun.at_s
        return Figures(
            players=self.players,
            tables=self.tables,
            commands_per_s=round(tally.commands / seconds, 1),
            ack_p50_ms=in_ms(tally.acks_s, 0.5),
            ack_p99_ms=in_ms(tally.acks_s, 0.99),
            viewer_p99_ms=in_ms(tally.viewers_s, 0.99),
            errors=tally.errors.total(),
            bytes_per_socket=round((self.seated.rss_bytes - self.idle.rss_bytes) / self.players),
            bytes_per_table=round((self.ended.rss_bytes - self.seated.rss_bytes) / self.tables),
        )

    @property
    def cpu_ms(self) -> float:
        """Processor time of the server for a command and all that follows from it."""
        return (self.ended.cpu_s - self.begun.cpu_s) * 1000 / max(1, self.tally.commands)


def quantile(values: Sequence[float], part: float) -> float:
    """The smallest value that at least `part` of all do not exceed; NaN of none."""
    ordered = sorted(values)
    return ordered[max(0, -int(-part * len(ordered) // 1) - 1)] if ordered else float("nan")


def in_ms(values_s: Sequence[float], part: float) -> float:
    """A quantile of seconds, in milliseconds to two places."""
    return round(quantile(values_s, part) * 1000, 2)


def sync_s(folder: Path) -> float:
    """How long the folder's disk takes to have a page for good, the median of a few."""
    taken = []
    with (folder / "probe").open("wb", buffering=0) as file:
        for _ in range(_PROBES):
            file.write(bytes(4096))
            start = time.perf_counter()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - start)
    (folder / "probe").unlink()
    return statistics.median(taken)


def report(run: Run) -> str:
    """A run as a table."""
    tally, figures = run.tally, run.figures
    seconds = run.ended.at_s - run.begun.at_s
    waits = [("ack", tally.acks_s), ("event at another seat", tally.viewers_s), ("answer", tally.answers_s)]
    waits.append(("(timers of the clients)", tally.late_s))
    lines = [
        f"{figures.players:,} players at {figures.tables:,} tables, {seconds:.0f} s",
        f"{figures.commands_per_s:,.1f} commands a second, {tally.deals} deals ended",
        f"{'milliseconds':26}{'count':>9}{'p50':>9}{'p99':>9}{'most':>9}",
        *(
            f"  {name:24}{len(times):>9,}" + "".join(f"{in_ms(times, part):>9.2f}" for part in (0.5, 0.99, 1))
            for name, times in waits
        ),
        f"{'of a processor':26}{'ran':>9}{'waited':>9}{'MiB':>9}",
        _process("server", run.begun, run.ended),
        _process("clients", run.clients_begun, run.clients_ended),
        f"server: {run.cpu_ms:.2f} ms of processor a command",
        f"memory: {figures.bytes_per_socket:,} bytes a socket, {figures.bytes_per_table:,} bytes a table",
        f"disk: fsync {run.sync_s * 1000:.2f} ms",
        f"errors: {figures.errors}",
        *(f"  {count} x {what}" for what, count in tally.errors.most_common()),
    ]
    return "\n".join(lines)


def _process(name: str, begun: Usage, ended: Usage) -> str:
    ran, waited = ended.shares_since(begun)
    return f"  {name:24}{ran:>9.2f}{waited:>9.2f}{ended.rss_bytes / 2**20:>9.0f}"
