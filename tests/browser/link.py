"""The way between browsers and the server, which can be cut and can swallow what goes over it.

The offline mode of a browser leaves open sockets alone; here they die as in a tunnel.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from enum import Enum
from typing import Final

_CHUNK_BYTES: Final = 65536


class Way(Enum):
    """A direction."""

    UP = "to the server"
    DOWN = "to the browser"


class Link:
    """A port that leads to the server's."""

    def __init__(self, to_port: int) -> None:
        self._to = ("127.0.0.1", to_port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()
        self._swallowed: Way | None = None
        self._is_cut = False
        self._thread = threading.Thread(target=self._take, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Address of the lobby by this way."""
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/"

    def swallow(self, way: Way) -> None:
        """From now on nothing gets through in that direction, and nobody notices."""
        self._swallowed = way

    def cut(self) -> None:
        """End all connections, and let none through until it is mended."""
        with self._lock:
            self._is_cut = True
            ends, self._ends = self._ends, set()
        for end in ends:
            _hang_up(end)

    def mend(self) -> None:
        """Let everything through again."""
        self._swallowed = None
        self._is_cut = False

    def close(self) -> None:
        """Close the port."""
        self.cut()
        _hang_up(self._listening)
        self._thread.join()

    def _take(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:  # closed
                return
            far = self._connect()
            if far is None:
                _hang_up(near)
                continue
            for source, target, way in ((near, far, Way.UP), (far, near, Way.DOWN)):
                threading.Thread(target=self._pass_on, args=(source, target, way), daemon=True).start()

    def _connect(self) -> socket.socket | None:
        """The other end of a new connection; None where there is no way through."""
        try:
            far = socket.create_connection(self._to)
        except OSError:  # the server is down
            return None
        with self._lock:
            if not self._is_cut:
                self._ends.add(far)
                return far
        _hang_up(far)
        return None

    def _pass_on(self, source: socket.socket, target: socket.socket, way: Way) -> None:
        with suppress(OSError):  # either end is gone
            while some := source.recv(_CHUNK_BYTES):
                if way is not self._swallowed:
                    target.sendall(some)
        _hang_up(target)
        _hang_up(source)


def _hang_up(end: socket.socket) -> None:
    """Close a socket, and wake whoever waits for it."""
    with suppress(OSError):  # it is closed already
        end.shutdown(socket.SHUT_RDWR)
    end.close()
