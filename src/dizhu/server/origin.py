"""Whether a request comes from our own pages: a page of another site must not speak with a player's cookie."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def own_origin(origin: str | None, host: str | None) -> bool:
    """Whether the `Origin` of a request is the host it was sent to. What sends no `Origin` is no browser.

    host:  the `Host` header, as the browser or the proxy in front of us sent it
    """
    if origin is None:
        return True
    if host is None:
        return False
    try:
        page, asked = urlsplit(origin), urlsplit(f"//{host}")
        default = _DEFAULT_PORTS.get(page.scheme)
        ports = page.port or default, asked.port or default
    except ValueError:
        return False
    return (
        default is not None and page.hostname is not None and page.hostname == asked.hostname and ports[0] == ports[1]
    )
