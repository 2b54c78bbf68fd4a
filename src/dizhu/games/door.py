"""What comes in at the door of a game or a match is checked for its type before anything looks at its meaning."""

from __future__ import annotations

from typing import Any, Final

from dizhu.cards import Card
from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import (
    Action,
    AddBytes,
    Bid,
    Call,
    Close,
    Commit,
    DealTo,
    Double,
    Drop,
    Grab,
    Lay,
    Leave,
    MatchAction,
    Pass,
    Ready,
    Show,
    Start,
    Trustee,
)
from dizhu.games.game import Actor, Cause
from dizhu.rules import Combo

_FIELDS: Final[dict[type[Any], dict[str, type[Any]]]] = {
    Bid: {"value": int},
    Call: {"yes": bool},
    Grab: {"yes": bool},
    Show: {"yes": bool},
    Double: {"yes": bool},
    Trustee: {"on": bool},
    DealTo: {"received": int},
    Lay: {},
    Pass: {},
    Drop: {},
    Close: {},
}
_MATCH_FIELDS: Final[dict[type[Any], dict[str, type[Any]]]] = {
    Commit: {"secret": bytes},
    AddBytes: {"data": bytes},
    Ready: {},
    Leave: {},
    Start: {},
}
_SEAT_CAUSES: Final = (Cause.PLAYER, Cause.CLOCK, Cause.TRUSTEE)


def check_entry(actor: Actor, action: Action, cause: Cause, seats: int) -> None:
    """IllegalAction unless this can be an entry at all: a known actor, a well-formed act, and a cause that fits both.

    The system acts for its own cause, and so does a lost connection; the robot is turned on and off by a player.
    """
    _check(actor, action, seats, _FIELDS)
    if isinstance(action, Lay):
        _check_lay(action)
    allowed: tuple[Cause, ...] = _SEAT_CAUSES
    if actor == "system" or isinstance(action, Drop):
        allowed = (Cause.SYSTEM,)
    elif isinstance(action, Trustee):
        allowed = (Cause.PLAYER,)
    if type(cause) is not Cause or cause not in allowed:
        raise IllegalAction(Reason.BAD_CAUSE, f"expected a cause of {', '.join(allowed)}, got {cause!r}")


def check_match_act(actor: Actor, action: MatchAction, seats: int) -> None:
    """IllegalAction unless this can be an act between deals."""
    _check(actor, action, seats, _MATCH_FIELDS)


def _check(actor: Actor, action: object, seats: int, known: dict[type[Any], dict[str, type[Any]]]) -> None:
    if actor != "system" and not (type(actor) is int and 0 <= actor < seats):
        raise IllegalAction(Reason.NOT_ASKED, f"expected a seat 0…{seats - 1} or 'system', got {actor!r}")
    fields = known.get(type(action))
    if fields is None:
        raise IllegalAction(Reason.NOT_OFFERED, f"expected an act, got {action!r}")
    for name, kind in fields.items():
        value = getattr(action, name)
        if type(value) is not kind:
            raise IllegalAction(Reason.NOT_OFFERED, f"expected {name} as {kind.__name__}, got {value!r}")


def _check_lay(action: Lay) -> None:
    cards, combo = action.cards, action.combo
    if type(cards) is not tuple or any(type(card) is not Card for card in cards):
        raise IllegalAction(Reason.NOT_IN_HAND, f"expected a tuple of cards, got {cards!r}")
    if combo is not None and type(combo) is not Combo:
        raise IllegalAction(Reason.NO_COMBO, f"expected a combo or None, got {combo!r}")
