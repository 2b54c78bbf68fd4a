"""Playing a deal on while nobody but the system, the robot and bots has to act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dizhu.bots.bot import Bot
from dizhu.games.climb.facts import Fact
from dizhu.games.climb.game import ClimbGame
from dizhu.games.game import Cause, Entry, Event, Seat


def drive(game: ClimbGame, bots: Mapping[Seat, Bot]) -> Iterator[tuple[Entry, list[Event[Fact]]]]:
    """Do one act after the other, each when it is asked for, until the deal is over or waits only for other seats.

    Between two acts the caller may act itself: what comes next is decided from the game as it is then. Where several
    seats choose at once they are served in seat order.
    """
    while (entry := _next(game, bots)) is not None:
        yield entry, game.act(entry.actor, entry.action, entry.cause)


def _next(game: ClimbGame, bots: Mapping[Seat, Bot]) -> Entry | None:
    due = game.due()
    if due is not None:
        return Entry("system", due, Cause.SYSTEM)
    for seat in game.awaited:
        if game.trusteed(seat):
            return Entry(seat, game.trustee(seat), Cause.TRUSTEE)
        if seat in bots:
            return Entry(seat, bots[seat].act(game.view(seat)), Cause.PLAYER)
    return None
