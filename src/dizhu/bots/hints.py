"""What a person may lay now, the most sensible first (提示)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice, zip_longest
from typing import Final

from dizhu.cards import Hand
from dizhu.games.climb.view import View
from dizhu.rules import Combo, Play, RuleSet

_CONSIDERED: Final = 300


def hints(view: View, rules: RuleSet) -> list[Play]:
    """Everything the view's seat may lay now; empty where it may lay nothing.

    Answers go from the lowest up, bombs last. Of leads what empties the hand comes first, bombs come last, and the
    others are ordered by how few plays the rest of the hand then needs, the lowest first among equals.
    Source: docs/protocol.md, "Hints".
    """
    options = view.options
    if options is None or not options.lay:
        return []
    hand = Hand.of(view.hand)
    plays = rules.plays(hand, options.to_beat)
    if options.to_beat is not None:
        return sorted(plays, key=lambda play: rules.bomb(play.combo))
    return sorted(_leads(plays, hand, rules), key=lambda play: (play.cards != hand, rules.bomb(play.combo)))


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
