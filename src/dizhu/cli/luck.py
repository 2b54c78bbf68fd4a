"""What is random in a game at home: the secrets of its deals, and what the person adds to them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from dizhu.games.fair import SECRET_BYTES, seed_secret

_OWN_BYTES = 16


class Luck(msgspec.Struct, frozen=True):
    """Where secrets and bytes come from.

    seed:  number from which every deal is made again the same, or None
    draw:  so many random bytes of the system
    """

    seed: int | None
    draw: Callable[[int], bytes]

    def secret(self, deal: int) -> bytes:
        """The secret of a deal, 32 bytes."""
        return self.draw(SECRET_BYTES) if self.seed is None else seed_secret(self.seed, deal)

    def own_bytes(self) -> bytes:
        """What the person adds once the secret is sealed; nothing where a seed must give the same deal again."""
        return self.draw(_OWN_BYTES) if self.seed is None else b""
