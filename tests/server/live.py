"""A whole server in the loop of a test, over real sockets: the application, uvicorn, a database in a folder."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from dizhu.rules import load
from dizhu.server.app import COOKIE, Service, create_app, service_of
from dizhu.server.files import WebFiles
from dizhu.server.limits import Limits
from dizhu.server.serving import Server, listen

PATIENCE_S = 20.0
GAMES = {id_: load(id_) for id_ in ("qq_3p", "pagat_3p", "happy_3p")}


class Live:
    """The running server and its clients."""

    def __init__(self, service: Service, server: Server, port: int, http: httpx.AsyncClient) -> None:
        self.service = service
        self.server = server
        self.port = port
        self.http = http

    async def guest(self, name: str = "Ada") -> str:
        """The cookie of a new guest."""
        answer = await self.http.post("/api/guest", json={"name": name, "avatar": "ox"})
        assert answer.status_code == 200, answer.text
        token = answer.cookies[COOKIE]
        self.http.cookies.clear()
        return token

    def connect(self, token: str | None, origin: str | None = None, **options: Any) -> connect:
        """A connection to the socket."""
        headers = {"Cookie": f"{COOKIE}={token}"} if token else {}
        url = f"ws://127.0.0.1:{self.port}/api/socket"
        origin_: Any = origin
        return connect(url, additional_headers=headers, origin=origin_, compression=None, **options)


@asynccontextmanager
async def live(
    folder: Path, *, limits: Limits | None = None, web: WebFiles | None = None, send_bytes: int | None = None
) -> AsyncIterator[Live]:
    """A server that listens on a free port; `send_bytes` makes the system keep no more for a slow reader."""
    app = create_app(
        database=f"sqlite:///{folder / 'dizhu.sqlite3'}",
        games=GAMES,
        rng=random.Random(1),
        limits=limits,
        web=web or WebFiles(folder / "web"),
    )
    listening = listen("127.0.0.1", 0)
    if send_bytes is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_bytes)
    ready = asyncio.Event()
    async with app.lifespan():
        server = Server(app, ready.set)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        await ready.wait()
        port = listening.getsockname()[1]
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
            try:
                yield Live(service_of(app), server, port, http)
            finally:
                server.should_exit = True
                await serving


async def said(connection: ClientConnection) -> dict[str, Any]:
    """The next frame of the server."""
    found = json.loads(await connection.recv())
    assert isinstance(found, dict)
    return found


def patiently(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test in the loop the server uses; it fails if it takes too long."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(asyncio.wait_for(test(), PATIENCE_S))
