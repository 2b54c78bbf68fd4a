"""What a player may lay now, as lines to type, the most sensible first."""

from __future__ import annotations

from dizhu import bots
from dizhu.cli.phrases import Phrases, typed
from dizhu.games.climb.view import View


def hints(view: View, say: Phrases) -> list[str]:
    """Everything the seat may lay now as it is typed in, in the order of `dizhu.bots.hints`."""
    return list(dict.fromkeys(typed(play.cards) for play in bots.hints(view, say.rules)))
