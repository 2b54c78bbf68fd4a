"""What a player may lay now, as lines to type, the most sensible first."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice, zip_longest
from typing import Final

from dizhu.cards import Hand
from dizhu.cli.phrases import Phrases, typed
from dizhu.games.climb.view import View
from dizhu.rules import Combo, Play, RuleSet

_CONSIDERED: Final = 300


def hints(view: View, say: Phrases) -> list[str]:
    """Everything the seat may lay now as it is typed in; empty where it may lay nothing.

    What empties the hand comes first and bombs come last. Between them, leads are ordered by how few plays the rest of
    the hand then needs and bombs stay whole, the lowest first among equals; answers from the lowest up.
    """
    options = view.options
    if options is None or not options.lay:
        return []
    hand, rules = Hand.of(view.hand), say.rules
    plays = rules.plays(hand, options.to_beat)
    if options.to_beat is None:
        plays = _leads(plays, hand, rules)
    plays.sort(key=lambda play: (play.cards != hand, rules.bomb(play.combo)))
    return list(dict.fromkeys(typed(play.cards) for play in plays))


def _leads(plays: Iterable[Play], hand: Hand, rules: RuleSet) -> list[Play]:
    """Leads, those that leave the fewest plays first; in a hand with very many, some with other kickers stay behind."""
    by_combo: dict[Combo, list[Play]] = {}
    for play in plays:
        by_combo.setdefault(play.combo, []).append(play)
    in_turn = (play for row in zip_longest(*by_combo.values()) for play in row if play is not None)
    considered = list(islice(in_turn, _CONSIDERED))
    bombs = [combo_plays[0].cards for combo, combo_plays in by_combo.items() if rules.bomb(combo)]

    def needed(play: Play) -> int:
        """Plays after this one, and two more for every bomb that is torn."""
        rest = hand - play.cards
        return rules.least_plays(rest) + 2 * sum(bomb not in rest for bomb in bombs)

    considered.sort(key=lambda play: (needed(play), play.combo.top, -len(play.cards)))
    return list(chain(considered, in_turn))
