"""Answers to a person's questions about its own hand. They change nothing and stop no clock."""

from __future__ import annotations

from itertools import islice
from typing import Final

from dizhu.bots import hints
from dizhu.cards import Card, Hand
from dizhu.errors import IllegalAction, Reason
from dizhu.games.climb.play import pick
from dizhu.games.climb.view import View
from dizhu.rules import RuleSet
from dizhu.server.protocol import Answer, Hints, Reading, Readings

MAX_HINTS: Final = 100


def answer(question: Readings | Hints, view: View, rules: RuleSet) -> Answer:
    """What a question of the view's seat is answered. IllegalAction if it asks of cards that seat does not hold."""
    if isinstance(question, Readings):
        return _readings(question, view, rules)
    return _hints(question, view, rules)


def _readings(question: Readings, view: View, rules: RuleSet) -> Answer:
    _check_held(question.cards, view)
    hand = Hand.of(question.cards)
    found = rules.readings(hand) if question.cards else []
    options = view.options
    laying = options is not None and options.lay
    last = options.to_beat if options is not None and laying else None
    fits = [laying and (last is None or rules.beats(combo, last)) for combo in found]
    named = rules.reading(hand, last) if any(fits) else None
    default = found.index(named) if named is not None and fits[found.index(named)] else None
    return Answer(
        question.cmd_id,
        readings=tuple(Reading(combo, fit) for combo, fit in zip(found, fits, strict=True)),
        default=default,
    )


def _hints(question: Hints, view: View, rules: RuleSet) -> Answer:
    _check_held(question.having, view)
    having = Hand.of(question.having)
    plays = (play.cards for play in hints(view, rules) if having in play.cards)
    different = islice(dict.fromkeys(plays), MAX_HINTS)
    return Answer(question.cmd_id, hints=tuple(_chosen(view.hand, cards, question.having) for cards in different))


def _chosen(hand: tuple[Card, ...], cards: Hand, having: tuple[Card, ...]) -> tuple[Card, ...]:
    """Physical cards for a play, the cards asked for among them."""
    others = [card for card in hand if card not in having]
    return tuple(sorted((*having, *pick(others, cards - Hand.of(having)))))


def _check_held(cards: tuple[Card, ...], view: View) -> None:
    if not set(cards) <= set(view.hand) or len(set(cards)) < len(cards):
        raise IllegalAction(Reason.NOT_IN_HAND, "expected different cards of the own hand")
