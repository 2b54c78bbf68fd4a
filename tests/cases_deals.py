"""Whole deals for tests: hands given in part, acts said and cards laid by whoever is asked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from dizhu.cards import Card, Hand
from dizhu.errors import IllegalAction, Reason
from dizhu.games.acts import Action, DealTo, Lay, Pass
from dizhu.games.climb.deal import Deal, synthetic
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.play import pick
from dizhu.games.climb.position import Position
from dizhu.games.game import Cause, Room
from dizhu.games.match import Match
from dizhu.rules import Combo, RuleSet
from tests.cases_words import others, physical


def deal(rules: RuleSet, hands: Sequence[str] = (), bottom: str = "", first: int = 0) -> Deal:
    """A whole deal in which the hands and the bottom begin with the given cards and are filled up from the rest."""
    table = rules.table
    texts = [*hands, *[""] * (table.seats - len(hands)), bottom]
    begun = physical(texts, table.packs)
    rest = iter(others(begun, table.packs))
    sizes = [table.hand] * table.seats + [table.bottom.cards]
    full = [(*cards, *islice(rest, size - len(cards))) for cards, size in zip(begun, sizes, strict=True)]
    return synthetic(rules, full[:-1], full[-1], first, tuple(rest))


def begin(
    rules: RuleSet,
    hands: Sequence[str] = (),
    bottom: str = "",
    first: int = 0,
    *,
    room: Room | None = None,
    funds: Sequence[int] | None = None,
) -> ClimbGame:
    """A deal of a match, before the first card is dealt."""
    return Match(rules, "tests", room=room, funds=funds).begin(deal(rules, hands, bottom, first))


def dealt(
    rules: RuleSet,
    hands: Sequence[str] = (),
    bottom: str = "",
    first: int = 0,
    *,
    room: Room | None = None,
    funds: Sequence[int] | None = None,
) -> ClimbGame:
    """The same with all hands dealt."""
    game = begin(rules, hands, bottom, first, room=room, funds=funds)
    game.act("system", DealTo(rules.table.hand), Cause.SYSTEM)
    return game


def asked(game: ClimbGame) -> int:
    """The one seat the game waits for."""
    (seat,) = game.awaited
    return seat


def say(game: ClimbGame, *acts: Action) -> ClimbGame:
    """Acts by whoever is asked."""
    for act in acts:
        game.act(asked(game), act, Cause.PLAYER)
    return game


def lay(game: ClimbGame, *plays: str) -> ClimbGame:
    """Cards, or ``-`` for a pass, by whoever's turn it is."""
    for cards in plays:
        seat = asked(game)
        act = Pass() if cards == "-" else Lay(pick(game.view(seat).hand, Hand.parse(cards)))
        game.act(seat, act, Cause.PLAYER)
    return game


def refused(game: ClimbGame, seat: int, act: Action) -> Reason | None:
    """Why an act is refused; None if it was done."""
    try:
        game.act(seat, act, Cause.PLAYER)
    except IllegalAction as error:
        return error.reason
    return None


def points(game: ClimbGame) -> tuple[int, ...]:
    """By seat, once the deal is settled; with the house they sum to zero."""
    assert game.outcome is not None
    assert game.outcome.kind == "settled"
    assert sum(game.outcome.points) + game.outcome.system == 0
    return game.outcome.points


def shapes(rules: RuleSet, cards: str, wild: str | None = None) -> set[tuple[str, str, int]]:
    """All readings: row, top rank, length."""
    return {(combo.shape, str(combo.top), combo.length) for combo in rules.readings(cards, wild)}


def reading(rules: RuleSet, cards: str, shape: str | None = None) -> Combo:
    """The reading of that row, else the default of a lead."""
    return next(combo for combo in rules.readings(cards) if shape in (None, combo.shape))


def beats(rules: RuleSet, a: str, b: str, a_as: str | None = None, b_as: str | None = None) -> bool:
    """Whether a game lets the peasant after the landlord put `a` on the landlord's lead `b`, rows named or not.

    Where one pack cannot hold both, the rule set alone is asked.
    """
    table = reading(rules, b, b_as)
    answers = [combo for combo in rules.readings(a) if a_as in (None, combo.shape)]
    if any(a.count(rank) + b.count(rank) > 4 * rules.table.packs for rank in a):
        return any(rules.beats(answer, table) for answer in answers)
    lead, reply = physical([b, a], rules.table.packs)
    spare: list[Card] = others([lead, reply], rules.table.packs)
    hands = ((*lead, spare[0]), (*reply, spare[1]), (spare[2],))
    game = ClimbGame.at(rules, Position(hands=hands, landlord=0))
    game.act(0, Lay(lead, table), Cause.PLAYER)
    named = answers[0] if a_as is not None and answers else None
    why = refused(game, 1, Lay(reply, named))
    assert why in (None, Reason.DOES_NOT_BEAT), why
    return why is None
