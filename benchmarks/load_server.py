"""``python -m benchmarks.load_server --database FILE``: the server of `dizhu serve` for many guests of one host.

The one difference is that it grants one address any number of guests. The first line it prints is its port.
"""

from __future__ import annotations

import argparse
import random
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from dizhu.rules import available, load
from dizhu.server.app import create_app
from dizhu.server.limits import Limits
from dizhu.server.serving import listen, run

PORTS: Final = range(20_000, 32_000)
_TRIES: Final = 50
_GUESTS_PER_MIN: Final = 1e6


def free_port(rng: random.Random) -> socket.socket:
    """A listening socket on a port that no outgoing connection takes; the last OSError if none is to be had."""
    *ports, last = rng.sample(PORTS, _TRIES)
    for port in ports:
        with suppress(OSError):
            return listen("127.0.0.1", port)
    return listen("127.0.0.1", last)


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until SIGTERM."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load_server", description="The server under load.")
    parser.add_argument("--database", required=True, help="file of the database")
    given = parser.parse_args(argv)
    games = {id_: load(id_) for id_ in available(folder="variants")}
    limits = msgspec.structs.replace(Limits(), guests_per_min=_GUESTS_PER_MIN)
    app = create_app(database=f"sqlite:///{given.database}", games=games, rng=random.SystemRandom(), limits=limits)
    listening = free_port(random.SystemRandom())
    run(app, listening, lambda: print(listening.getsockname()[1], flush=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
