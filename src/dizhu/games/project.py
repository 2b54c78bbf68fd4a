"""The one function that decides what a viewer sees of an event. It needs no state."""

from __future__ import annotations

from typing import Generic

import msgspec
from msgspec import UNSET, UnsetType

from dizhu.games.game import Event, F, Options, Viewer


class Seen(msgspec.Struct, Generic[F], frozen=True):
    """An event as one viewer sees it.

    facts:    what happened, as far as this viewer may know; may be empty, so that events count alike for all
    options:  the viewer's new options, None if nothing is asked of it any more, unset if they did not change
    """

    facts: tuple[F, ...]
    options: Options | UnsetType | None = UNSET


def project(event: Event[F], viewer: Viewer) -> Seen[F]:
    """What `viewer`, a seat or a spectator, sees of `event`."""
    facts = tuple(told.fact for told in event.told if told.to is None or viewer in told.to)
    options = event.options.get(viewer, UNSET) if isinstance(viewer, int) else UNSET
    return Seen(facts, options)
