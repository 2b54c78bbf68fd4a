"""``python -m benchmarks.rules [--json] [--quick]``: the rules engine against its peers, in one run on one core.

Random playouts, games a second: the play phase alone, every legal play listed at each step, driven from Python. Listing
the plays of random 20-card hands on lead, hands a second. What is timed on each side: docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.race import Pairing, Side, race, ratios, table
from benchmarks.sides import (
    DouzeroPlayouts,
    MissingPeer,
    OurLeads,
    OurLeadsAsList,
    OurPlayouts,
    RlcardPlayouts,
    SpielLeads,
    SpielPlayouts,
    sample_deals,
    word_of,
)

SEED: Final = 54
PACKAGES: Final = ("dizhu", "open_spiel", "rlcard", "douzero", "numpy")


class Sizes(msgspec.Struct, frozen=True):
    """How much is done: rounds, games of a side in a round, hands to list and how many times over."""

    rounds: int
    ours: int
    open_spiel: int
    rlcard: int
    douzero: int
    hands: int
    times: int


FULL: Final = Sizes(rounds=5, ours=60_000, open_spiel=3_000, rlcard=300, douzero=200, hands=500, times=40)
QUICK: Final = Sizes(rounds=2, ours=20_000, open_spiel=500, rlcard=30, douzero=20, hands=200, times=10)


class Peers(msgspec.Struct, frozen=True):
    """The other sides; `rlcard_dealing` is timed from the shuffle on, `rlcard` from the first lead on."""

    open_spiel: Side
    rlcard: Side
    rlcard_dealing: Side
    douzero: Side
    open_spiel_leads: Side


def installed_peers(sizes: Sizes) -> Peers:
    """The peers from the package index; MissingPeer if one is not installed."""
    return Peers(
        open_spiel=SpielPlayouts(sample_deals(sizes.open_spiel, SEED), SEED),
        rlcard=RlcardPlayouts(sizes.rlcard, SEED, dealing=False),
        rlcard_dealing=RlcardPlayouts(sizes.rlcard, SEED, dealing=True),
        douzero=DouzeroPlayouts(sample_deals(sizes.douzero, SEED), SEED),
        open_spiel_leads=SpielLeads(sample_deals(sizes.hands, SEED), sizes.times),
    )


def pairings(sizes: Sizes, peers: Peers) -> list[Pairing]:
    """All comparisons, each peer against ours under the profile that has its plays."""
    words = [word_of(deal.hands[0]) for deal in sample_deals(sizes.hands, SEED)]
    games = "random games"
    return [
        Pairing("playouts_vs_openspiel", games, OurPlayouts("openspiel", sizes.ours, SEED), peers.open_spiel),
        Pairing(
            "playouts_vs_rlcard",
            games,
            OurPlayouts("rlcard", sizes.ours, SEED),
            peers.rlcard,
            (peers.rlcard_dealing,),
        ),
        Pairing("playouts_vs_douzero", games, OurPlayouts("douzero", sizes.ours, SEED), peers.douzero),
        Pairing(
            "listing_vs_openspiel",
            "20 cards on lead, hands",
            OurLeads("openspiel", words, sizes.times),
            peers.open_spiel_leads,
            (OurLeadsAsList("openspiel", words, sizes.times),),
        ),
    ]


@contextmanager
def one_processor() -> Iterator[str]:
    """Keep this process on the last of its processors, where the system can do that; yields what was done, in words."""
    if not hasattr(os, "sched_setaffinity"):
        yield "not pinned"
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield f"pinned to processor {max(before)} of {os.cpu_count()}"
    finally:
        os.sched_setaffinity(0, before)


def processor_name(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """The model of the processor as the system names it."""
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def load_average() -> str:
    """The system's load over 1, 5 and 15 minutes."""
    return "load average " + " ".join(f"{value:.2f}" for value in os.getloadavg())


def version_of(package: str) -> str:
    """An installed package and its version."""
    try:
        return f"{package} {importlib.metadata.version(package)}"
    except importlib.metadata.PackageNotFoundError:
        return f"no {package}"


def main(argv: Sequence[str] | None = None, find_peers: Callable[[Sizes], Peers] = installed_peers) -> int:
    """Run the comparisons with the peers found; 0, or 2 if one is missing."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.rules", description="The rules engine against its peers."
    )
    parser.add_argument(
        "--json", action="store_true", help="end with one line of JSON: our speed in units of the peer's"
    )
    parser.add_argument("--quick", action="store_true", help="small samples: whether it works, not how fast it is")
    given = parser.parse_args(argv)
    sizes = QUICK if given.quick else FULL
    outcomes = []
    with one_processor() as where:
        try:
            peers = find_peers(sizes)
        except MissingPeer as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
        print(f"{processor_name()}, {where}, {load_average()}")
        print(f"Python {platform.python_version()}, {', '.join(map(version_of, PACKAGES))}")
        print(f"best of {sizes.rounds} rounds in turns, processor time")
        for pairing in pairings(sizes, peers):
            outcomes.append(race(pairing, sizes.rounds))
            print(f"\n{table(outcomes[-1])}", flush=True)
        print(f"\nat the end: {load_average()}")
    if given.json:
        print(json.dumps(ratios(outcomes)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
