"""Cases about plays alone: what cards can be, what beats what, what may be played."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from dizhu import _core
from dizhu.cards import Hand
from dizhu.games.acts import Lay, Pass
from dizhu.games.climb.game import ClimbGame
from dizhu.games.climb.play import pick
from dizhu.games.climb.position import Position
from dizhu.games.game import Cause
from dizhu.rules import Combo, RuleSet
from dizhu.rules.ruleset import wild_code
from tests.cases_words import (
    BadLine,
    Presupposed,
    Reading,
    bag,
    fits,
    need,
    others,
    physical,
    spelled,
    type_name,
    words,
)

SEATS = "LDU"


class Classify(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can these cards be?"""

    cards: str
    wild: str | None = None


class Beats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """May `a` be played on `b`?"""

    a: str
    b: str
    a_as: str | Reading | None = None
    b_as: str | Reading | None = None
    wild: str | None = None


class Wild(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Either of the two questions above, with wild cards."""

    wild: str
    cards: str | None = None
    a: str | None = None
    b: str | None = None
    a_as: str | Reading | None = None
    b_as: str | Reading | None = None


class Moves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may a hand play, on the last play or at a place in a history?"""

    hand: str
    last: str | None = None
    last_as: str | Reading | None = None
    wild: str | None = None
    only: list[str] | None = None
    seat: Literal["L", "D", "U"] | None = None
    history: list[tuple[Literal["L", "D", "U"], str]] | None = None


def classify(rules: RuleSet, given: Classify) -> dict[str, Any]:
    """All readings of the cards."""
    return {"readings": [words(rules, combo) for combo in _readings(rules, given.cards, given.wild)]}


def beats(rules: RuleSet, given: Beats) -> dict[str, Any]:
    """Whether a reading of `a`, the named one if one is named, beats what lies on the table."""
    table = _on_table(rules, given.b, given.b_as, given.wild)
    answers = [combo for combo in _readings(rules, given.a, given.wild) if fits(rules, combo, given.a_as)]
    if given.a_as is not None:
        answers = sorted(answers, key=lambda combo: (combo.top, combo.second or 0))[-1:]
    return {"beats": any(rules.beats(answer, table) for answer in answers)}


def wild(rules: RuleSet, given: Wild) -> dict[str, Any]:
    """As `classify` or `beats`; the tier of a bomb is part of its type."""
    if given.cards is not None:
        readings = classify(rules, Classify(given.cards, given.wild))["readings"]
        return {"readings": [_tier_in_type(reading) for reading in readings]}
    if given.a is None or given.b is None:
        raise BadLine("expected cards, or a and b")
    return beats(rules, Beats(given.a, given.b, given.a_as, given.b_as, given.wild))


def moves(rules: RuleSet, given: Moves) -> dict[str, Any]:
    """All plays of the hand, whether it may pass, whether it leads."""
    if given.history is not None:
        found, may_pass, leads = _after_history(rules, given)
    else:
        found, may_pass, leads = _on_last(rules, given)
    if given.only is not None:
        found = [(cards, combo) for cards, combo in found if type_name(rules, combo.shape) in given.only]
    bags = {spelled(cards) for cards, _ in found}
    said = {"pass_legal": may_pass, "leads": leads, "cards": len(bags)}
    if given.wild is None:
        return said | {"count": len(bags), "moves": sorted(bags)}
    named = [{"cards": spelled(cards)} | words(rules, combo) for cards, combo in found]
    different = {msgspec.json.encode(move, order="sorted"): move for move in named}
    return said | {"count": len(different), "moves": list(different.values())}


def _readings(rules: RuleSet, text: str, wild: str | None) -> list[Combo]:
    cards = bag(text, wild)
    return [] if cards is None else rules.readings(cards, wild)


def _on_table(rules: RuleSet, text: str, named: str | Reading | None, wild: str | None) -> Combo:
    """What cards on the table are: the named reading, else the default of a lead."""
    found = [combo for combo in _readings(rules, text, wild) if fits(rules, combo, named)]
    if not found:
        raise Presupposed(f"expected a play on the table, got {text!r} as {named} under {rules.id}")
    if isinstance(named, str):
        return max(found, key=lambda combo: (combo.top, combo.second or 0))
    return found[0]


def _tier_in_type(reading: dict[str, Any]) -> dict[str, Any]:
    tier = reading.get("tier")
    plain = {key: value for key, value in reading.items() if key != "tier"}
    return plain if tier is None else plain | {"type": f"{reading['type']}-{tier}"}


def _on_last(rules: RuleSet, given: Moves) -> tuple[list[tuple[Hand, Combo]], bool, bool]:
    """The hand of seat 0 after a play of the seat before; the core's card play, which asks for no whole deck."""
    hand, seats = need(given.hand, given.wild), rules.table.seats
    last = None
    if given.last is not None:
        combo = _on_table(rules, given.last, given.last_as, given.wild)
        last = (need(given.last, given.wild).word, rules.code(combo))
    state = _core.CardPlay.at(
        rules.core,
        hands=[hand.word] + [need("3").word] * (seats - 1),
        turn=0,
        last=last,
        last_seat=None if last is None else seats - 1,
        passes=0,
        plays_by_seat=[0] * seats,
        bombs=[(0, 0)] * len(rules.combos.bombs),
        wild=wild_code(given.wild),
    )
    found = [(Hand(cards), rules.combo(code)) for cards, code in state.plays()]
    return found, state.may_pass, state.last is None


def _after_history(rules: RuleSet, given: Moves) -> tuple[list[tuple[Hand, Combo]], bool, bool]:
    """The hand of a seat after acts that a whole game carries out."""
    history = given.history or []
    while history and history[0][1] == "pass":
        history = history[1:]
    laid = [(SEATS.index(who), cards) for who, cards in history if cards != "pass"]
    asked = SEATS.index(given.seat or "L")
    played = ["".join(cards for who, cards in laid if who == seat) for seat in range(len(SEATS))]
    texts = [played[seat] + (given.hand if seat == asked else "") for seat in range(len(SEATS))]
    hands = physical(texts, rules.table.packs)
    spare = iter(others(hands, rules.table.packs))
    hands = [hand if seat == asked else (*hand, next(spare)) for seat, hand in enumerate(hands)]
    turn = SEATS.index(history[0][0]) if history else asked
    game = ClimbGame.at(rules, Position(hands=tuple(hands), landlord=0, turn=turn))
    for who, cards in history:
        seat = SEATS.index(who)
        held = game.view(seat).hand
        act = Pass() if cards == "pass" else Lay(pick(held, need(cards)))
        game.act(seat, act, Cause.PLAYER)
    options = game.options(asked)
    if options is None or not options.lay:
        raise BadLine(f"expected that seat {given.seat} is to play after the history")
    found = rules.plays(Hand.of(game.view(asked).hand), options.to_beat)
    return [(play.cards, play.combo) for play in found], Pass() in options.acts, options.to_beat is None
