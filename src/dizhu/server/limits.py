"""What one account, address or connection may do how often."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from typing import Final

import msgspec

_REMEMBERED: Final = 10_000
_NETWORK_BITS: Final = 64


class Limits(msgspec.Struct, frozen=True):
    """How much is too much.

    frames_per_s:      frames of one account, over all its connections, in the long run
    burst_frames:      frames of one account at once
    question_frames:   as how many frames a question counts, since its answer takes longer to find
    bad_frames:        frames that cannot be read, after which the connection is closed
    excess_frames:     frames over the limit, after which the connection is closed
    waiting_bytes:     frames that wait to be sent to one connection
    account_sockets:   open connections of one account
    raw_frames_per_s:  frames of the WebSocket protocol on one connection, pings and fragments too, in the long run
    raw_burst_frames:  such frames at once; more than `burst_frames` and `excess_frames`, for these end with a goodbye
    fragments:         fragments of a message that is not finished
    unsent_bytes:      written to one connection, and not taken yet by the system
    linger_s:          time a connection that is closed has to take what was written
    request_s:         time a request has to arrive whole
    guests_per_min:    new guests from one address in the long run, and at once
    log_lines:         lines of one kind that strangers can cause in the log, in a minute
    """

    frames_per_s: float = 20
    burst_frames: int = 60
    question_frames: int = 4
    bad_frames: int = 20
    excess_frames: int = 200
    waiting_bytes: int = 256 * 1024
    account_sockets: int = 16
    raw_frames_per_s: float = 200
    raw_burst_frames: int = 400
    fragments: int = 64
    unsent_bytes: int = 256 * 1024
    linger_s: float = 10
    request_s: float = 10
    guests_per_min: float = 20
    log_lines: int = 10


class Allowance:
    """A budget by key that refills steadily up to `burst`: so many at once, `per_s` in the long run.

    For each key it keeps when the budget will be full again. The keys not used for longest are forgotten first.
    """

    def __init__(self, per_s: float, burst: float) -> None:
        self._every_ms = 1000 / per_s
        self._span_ms = burst * self._every_ms
        self._full_at_ms: OrderedDict[str, float] = OrderedDict()

    def take(self, key: str, now_ms: float, count: int = 1) -> bool:
        """Take so many from the budget of `key`; False, and nothing is taken, if not so many are left."""
        full_at_ms = max(self._full_at_ms.get(key, now_ms), now_ms) + count * self._every_ms
        if full_at_ms - now_ms > self._span_ms:
            return False
        self._full_at_ms[key] = full_at_ms
        self._full_at_ms.move_to_end(key)
        if len(self._full_at_ms) > _REMEMBERED:
            self._full_at_ms.popitem(last=False)
        return True


def household(address: str) -> str:
    """What stands for an address: an IPv6 network of one customer has many, so its network; else the address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network((parsed, _NETWORK_BITS), strict=False))
    return address
