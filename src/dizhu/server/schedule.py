"""What is due at a table and when, worked out from its desk alone: clocks, robots, bots, the deal's own steps.

Nothing is remembered between two looks. A timer only says when to look again, so one that comes late or twice finds
that nothing is due. None of these times depends on a hand. Source of the clocks: docs/protocol.md, "Clocks".
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

from dizhu.bots import Bot
from dizhu.games.acts import Action, Commit, Leave, MatchAction, Ready, Start
from dizhu.games.climb.game import ClimbGame
from dizhu.games.fair import SECRET_BYTES
from dizhu.games.game import Actor, Cause, Phase, Seat
from dizhu.server.desk import Desk
from dizhu.server.log import Acted, Body, Presence, Shut

CLOCKS_MS: Final[Mapping[str, int]] = MappingProxyType(
    {"bid": 15_000, "show": 10_000, "double": 10_000, "play": 30_000}
)


class Timing(msgspec.Struct, frozen=True):
    """How long things take at a table, in milliseconds of service time.

    clocks_ms:   by deadline class, how long a seat may think
    bot_ms:      a bot's answer, whatever it holds
    robot_ms:    the answer of the robot that plays for a person
    deal_ms:     between two steps of a deal in which hands may be shown
    bytes_ms:    how long a deal waits for the seats' bytes
    urge_ms:     how long the ready wait for the others between deals
    grace_ms:    how long a connection may be gone before it counts as lost
    boot_ms:     the same, after a start of the server
    vacate_ms:   how long a chair is kept for a lost connection before the first deal
    idle_ms:     how long a table is kept while nobody is connected
    age_ms:      how long a table is kept between deals while nobody does anything
    """

    clocks_ms: Mapping[str, int] = CLOCKS_MS
    bot_ms: int = 1000
    robot_ms: int = 1000
    deal_ms: int = 2000
    bytes_ms: int = 2000
    urge_ms: int = 45_000
    grace_ms: int = 5000
    boot_ms: int = 30_000
    vacate_ms: int = 60_000
    idle_ms: int = 600_000
    age_ms: int = 3_600_000


class What(StrEnum):
    """The kinds of things that become due."""

    TIMEOUT = "timeout"
    ROBOT = "robot"
    BOT = "bot"
    DEAL = "deal"
    START = "start"
    READY = "ready"
    LOST = "lost"
    VACATE = "vacate"
    SHUT = "shut"


class Due(msgspec.Struct, frozen=True):
    """One thing that will be due unless something else comes first.

    turn:  the question it answers, where it answers one
    """

    what: What
    seat: Seat = -1
    turn: int = -1


Dues: TypeAlias = dict[Due, int]
_SYSTEM: Final = "system"


def dues(desk: Desk, timing: Timing, gone: Mapping[Seat, int]) -> Dues:
    """Everything that is to become due as things stand, each with its service time.

    gone:  by seat, since when its person's connection is gone
    """
    if desk.stage == "closed":
        return {}
    found = dict(_in_deal(desk, desk.match.game, timing) if desk.match.game else _between(desk, timing))
    if not desk.secret:  # who is there would tell who chose
        found |= {Due(What.LOST, seat): at + timing.grace_ms for seat, at in gone.items() if desk.here(seat)}
    return found


def _in_deal(desk: Desk, game: ClimbGame, timing: Timing) -> Iterator[tuple[Due, int]]:
    if game.phase is Phase.DEAL:
        yield Due(What.DEAL), desk.dealt_ms + timing.deal_ms
    for seat in game.awaited:
        options = game.options(seat)
        assert options is not None, "an awaited seat has options"
        asked, turn = desk.asked_ms[seat], desk.turns[seat]
        if game.trusteed(seat):
            yield Due(What.ROBOT, seat, turn), max(asked, desk.robot_ms[seat]) + timing.robot_ms
        elif desk.bot(seat):
            yield Due(What.BOT, seat, turn), asked + timing.bot_ms
        else:
            yield Due(What.TIMEOUT, seat, turn), asked + timing.clocks_ms[options.deadline]


def _between(desk: Desk, timing: Timing) -> Iterator[tuple[Due, int]]:
    if desk.set_ms is not None and desk.present:
        yield Due(What.START), desk.set_ms + timing.bytes_ms
        return
    if desk.urged_ms is not None and not desk.gathering:
        for seat in desk.present:
            if not desk.match.ready[seat]:
                yield Due(What.READY, seat), desk.urged_ms + timing.urge_ms
    if desk.gathering:
        for seat in desk.persons:
            if not desk.here(seat):
                yield Due(What.VACATE, seat), desk.away_ms[seat] + timing.vacate_ms
    yield Due(What.SHUT), desk.last_ms + (timing.age_ms if desk.present else timing.idle_ms)


def body_of(due: Due, desk: Desk, bots: Mapping[Seat, Bot]) -> Body:
    """What a thing that is due does to the desk."""
    game = desk.match.game
    match due.what:
        case What.START:
            return _acted(_SYSTEM, Start(), Cause.SYSTEM)
        case What.READY:
            return _acted(due.seat, Ready(), Cause.CLOCK)
        case What.VACATE:
            return _acted(due.seat, Leave(), Cause.CLOCK)
        case What.LOST:
            return Presence(due.seat, here=False)
        case What.SHUT:
            return Shut()
    assert game is not None, "the rest is due in a deal only"
    if due.what is What.DEAL:
        step = game.due()
        assert step is not None, "a deal that is being dealt has a next step"
        return _acted(_SYSTEM, step, Cause.SYSTEM)
    if due.what is What.ROBOT:
        return _acted(due.seat, game.trustee(due.seat), Cause.TRUSTEE)
    if due.what is What.BOT:
        return _acted(due.seat, bots[due.seat].act(game.view(due.seat)), Cause.PLAYER)
    return _acted(due.seat, game.default(due.seat), Cause.CLOCK)


def at_once(desk: Desk, rng: random.Random) -> Body | None:
    """What the table does by itself before anything else; None if nothing.

    rng:  where the secrets of deals come from
    """
    if desk.stage == "closed":
        return None
    game = desk.match.game
    if game is not None:
        step = game.due()
        offered = any(game.options(seat) for seat in desk.seats)
        return None if step is None or offered else _acted(_SYSTEM, step, Cause.SYSTEM)
    if not desk.persons:
        return Shut()
    if not desk.committed:
        return _acted(_SYSTEM, Commit(rng.randbytes(SECRET_BYTES)), Cause.SYSTEM)
    for seat in desk.seats:
        if not desk.match.ready[seat] and _ready_by_itself(desk, seat):
            return _acted(seat, Ready(), Cause.SYSTEM)
    if desk.set_ms is not None and desk.present and all(desk.added(seat) for seat in desk.present):
        return _acted(_SYSTEM, Start(), Cause.SYSTEM)
    return None


def _ready_by_itself(desk: Desk, seat: Seat) -> bool:
    """Bots are always ready; a lost connection is, once the match runs and somebody waits."""
    if desk.bot(seat):
        return True
    return desk.urged_ms is not None and not desk.gathering and not desk.here(seat)


def _acted(actor: Actor, action: Action | MatchAction, cause: Cause) -> Acted:
    return Acted(actor, action, cause)
