"""Following a table: what a client knows after one more event. ``follow(view, project(event)) == Desk.view``.

For bots, tests and every other program that keeps a `TableView` up to date from the frames it is sent.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from dizhu.games.climb import view as climb
from dizhu.games.climb.view import SeatView, View
from dizhu.games.game import Viewer
from dizhu.games.match import Added, Committed, Left, Prepared, Started
from dizhu.games.project import Seen
from dizhu.server.protocol import Ack, Happened, Now
from dizhu.server.tableview import AnyFact, Booked, Ceased, Here, Owned, Sat, TableView

T = TypeVar("T")
_replace = msgspec.structs.replace


def follow(table: TableView, frame: Happened) -> TableView:
    """The table after one more event."""
    for fact in frame.facts:
        table = _fold(table, fact)
    if frame.options is not UNSET and table.view is not None:
        table = _replace(table, view=_replace(table.view, options=frame.options), turn_id=frame.turn_id or None)
    return table if frame.clock is UNSET else _replace(table, clock=frame.clock)


def follow_ack(table: TableView, ack: Ack) -> TableView:
    """The table after an own choice that no event tells of yet."""
    if ack.own is None or table.view is None:
        return table
    view = _replace(table.view, choice=ack.own.choice, options=ack.own.options)
    return _replace(table, view=view, turn_id=None if ack.own.options is None else table.turn_id)


def follow_now(table: TableView, now: Now) -> TableView:
    """The table after the events of a `Sync`: what no event tells."""
    view = table.view and _replace(table.view, options=now.options, choice=now.choice)
    return _replace(table, view=view, turn_id=now.turn_id, own_bytes=now.own_bytes, clock=now.clock)


def _fold(table: TableView, fact: AnyFact) -> TableView:
    match fact:
        case Sat(seat, chair):
            return _replace(table, chairs=_with(table.chairs, seat, chair))
        case Left(seat):
            gone = {"own_bytes": None} if seat == table.you else {}
            chairs, ready = _with(table.chairs, seat, None), _with(table.ready, seat, False)
            return _replace(table, chairs=chairs, ready=ready, **gone)
        case Owned(seat):
            return _replace(table, owner=seat)
        case Here(seat, here):
            sitting = table.chairs[seat]
            assert sitting is not None, "only who sits can be here"
            return _replace(table, chairs=_with(table.chairs, seat, _replace(sitting, here=here)))
        case Committed(deal, commitment):
            return _replace(table, deal=deal, commitment=commitment)
        case Prepared(seat):
            return _replace(table, ready=_with(table.ready, seat, True))
        case Added(_, data):
            return _replace(table, own_bytes=data)
        case Started(deal, seat_bytes):
            viewer: Viewer = "spectator" if table.you is None else table.you
            seats = tuple(SeatView(hand=() if seat == table.you else None) for seat in range(len(table.chairs)))
            view = View(viewer, table.rules, seats)
            return _replace(table, stage="playing", deal=deal, seat_bytes=seat_bytes, view=view, fair=None)
        case Booked():
            return _booked(table, fact)
        case Ceased():
            return _replace(table, stage="closed")
        case _:
            assert table.view is not None, "facts of a deal come after its start"
            return _replace(table, view=climb.fold(table.view, Seen((fact,))))


def _booked(table: TableView, booked: Booked) -> TableView:
    changes: dict[str, Any] = {"redeals": booked.redeals, "points": booked.points, "fair": booked.fair}
    if not booked.redeals:
        changes["ready"] = (False,) * len(table.ready)
    return _replace(
        table, stage="between", deal=booked.fair.deal + 1, commitment=None, own_bytes=None, seat_bytes=None, **changes
    )


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
