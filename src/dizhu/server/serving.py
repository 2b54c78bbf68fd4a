"""Running the application: the listening socket, the addresses people can open, signals and the clean stop."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec
import uvicorn
from litestar import Litestar

from dizhu.server.app import limits_of, service_of
from dizhu.server.garbage import look_seldom
from dizhu.server.limits import Allowance
from dizhu.server.request import hasty
from dizhu.server.websocket import guarded

MAX_WS_BYTES: Final = 64 * 1024
_GRACE_S: Final = 3
_PING_S: Final = 20.0
_BACKLOG: Final = 2048
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}
_PRIVATE: Final = ("10.254.254.254", "192.168.254.254", "172.31.254.254")
"""Addresses of home networks. A datagram socket that is connected to one knows its own address; nothing is sent."""


class Addresses(msgspec.Struct, frozen=True):
    """Where the server can be reached.

    local:  on this machine
    lan:    from other machines of the network; None where it does not listen to them, or there is no network
    """

    local: str
    lan: str | None


def listen(host: str, port: int) -> socket.socket:
    """A bound socket; OSError says why there is none. Port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(_BACKLOG)
    except OSError:
        bound.close()
        raise
    return bound


def addresses(listening: socket.socket) -> Addresses:
    """What to open to reach a listening socket."""
    host, port = listening.getsockname()[:2]
    if host in _EVERYWHERE:
        lan = _lan_host()
        return Addresses(f"http://{_EVERYWHERE[host]}:{port}/", f"http://{lan}:{port}/" if lan else None)
    return Addresses(f"http://{f'[{host}]' if ':' in host else host}:{port}/", None)


def _lan_host() -> str | None:
    """This machine's address in its network; None without a network."""
    for there in _PRIVATE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((there, 1))
            except OSError:  # no way leads there
                continue
            host: str = probe.getsockname()[0]
        if not host.startswith("127."):
            return host
    return None


class Seldom(logging.Filter):
    """Lets so many lines of one kind through in a minute: strangers can cause as many as they like.

    A line of another kind has another text, before anything is put into it.
    """

    def __init__(self, lines: int) -> None:
        super().__init__()
        self._allowance = Allowance(lines / 60, lines)

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether there is room for one more line."""
        return self._allowance.take(str(record.msg), record.created * 1000)


class Server(uvicorn.Server):
    """Says when it listens, says goodbye before it closes, and ends without a signal's exit code."""

    def __init__(self, app: Litestar, ready: Callable[[], None]) -> None:
        limits = limits_of(app)
        super().__init__(
            uvicorn.Config(
                app,
                loop="uvloop",
                http=hasty(limits),
                ws=guarded(limits),
                ws_max_size=MAX_WS_BYTES,
                ws_per_message_deflate=False,
                ws_ping_interval=_PING_S,
                ws_ping_timeout=_PING_S,
                lifespan="off",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=_GRACE_S,
            )
        )
        self._app = app
        self._ready = ready
        self._seldom = Seldom(limits.log_lines)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until it is asked to stop."""
        log = logging.getLogger("uvicorn.error")
        log.addFilter(self._seldom)
        try:
            await super().serve(sockets)
        finally:
            log.removeFilter(self._seldom)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take connections, and say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye to all, then close."""
        await service_of(self._app).stop()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let signals ask for the end while it serves."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def run(app: Litestar, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT, then stop cleanly. `ready` is called once connections are taken.

    StorageError if the database cannot be used.
    """
    server = Server(app, ready)
    look_seldom()

    async def serve() -> None:
        async with app.lifespan():
            await server.serve(sockets=[listening])

    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(serve())
