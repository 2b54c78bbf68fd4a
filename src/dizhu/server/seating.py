"""How people and bots sit down at a table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from dizhu.games.game import Seat
from dizhu.server.desk import Desk
from dizhu.server.gallery import Person
from dizhu.server.log import Body, Seated
from dizhu.server.protocol import AVATARS
from dizhu.server.tableview import Chair

BOT: Final = "greedy"


def person(who: Person, seat: Seat) -> Body:
    """A person takes a chair."""
    return Seated(seat, who.id, Chair(who.name, who.avatar))


def bots(desk: Desk, seats: Sequence[Seat], rng: random.Random) -> list[Body]:
    """Bots take chairs, each with a picture that nobody at the table has and named after it."""
    taken = {chair.avatar for chair in desk.chairs if chair is not None}
    free = [avatar for avatar in AVATARS if avatar not in taken]
    drawn = rng.sample(free, len(seats))
    return [Seated(seat, None, Chair(avatar, avatar, bot=BOT)) for seat, avatar in zip(seats, drawn, strict=True)]
