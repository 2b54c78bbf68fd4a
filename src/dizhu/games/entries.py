"""Entries as lines of text, ``1 bid 2`` or ``0 lay 3c 3d 3h 4s = 333+4``, and back. Source: docs/record.md."""

from __future__ import annotations

import re
from typing import Final

from dizhu.cards import Hand, format_cards, parse_cards
from dizhu.errors import NotationError
from dizhu.games.acts import (
    Action,
    Bid,
    Call,
    Close,
    DealTo,
    Double,
    Drop,
    Grab,
    Lay,
    Pass,
    Show,
    Trustee,
)
from dizhu.games.game import Actor, Cause, Entry
from dizhu.rules import Play, RuleSet
from dizhu.rules.notation import format_exact, parse_combo

_LINE: Final = re.compile(r"(system|[0-9]{1,3}) ([a-z]+)(?: (?!by )(.+?))?(?: by ([a-z]+))?")
_DIGITS: Final = 10
_YES_NO: Final[dict[str, type[Call | Grab | Show | Double]]] = {
    "call": Call,
    "grab": Grab,
    "show": Show,
    "double": Double,
}
_PLAIN: Final[dict[str, Action]] = {"pass": Pass(), "drop": Drop(), "close": Close()}
_NUMBER: Final[dict[str, type[Bid | DealTo]]] = {"bid": Bid, "deal": DealTo}


def format_entry(rules: RuleSet, entry: Entry) -> str:
    """An entry as a line; the cause is written where it is not the usual one, a player's or the system's own."""
    usual = Cause.SYSTEM if entry.actor == "system" else Cause.PLAYER
    cause = "" if entry.cause is usual else f" by {entry.cause}"
    return f"{entry.actor} {_format_action(rules, entry.action)}{cause}"


def parse_entry(rules: RuleSet, line: str) -> Entry:
    """The entry of a line; NotationError if it is none."""
    found = _LINE.fullmatch(line)
    if not found:
        raise NotationError("expected SEAT ACT [by CAUSE]", line, 0)
    actor: Actor = "system" if found[1] == "system" else int(found[1])
    usual = Cause.SYSTEM if actor == "system" else Cause.PLAYER
    if found[4] and found[4] not in list(Cause):
        raise NotationError(f"expected a cause of {', '.join(Cause)}", line, found.start(4))
    return Entry(actor, _parse_action(rules, line, found), Cause(found[4]) if found[4] else usual)


def _format_action(rules: RuleSet, action: Action) -> str:
    match action:
        case Bid(value):
            return f"bid {value}"
        case DealTo(received):
            return f"deal {received}"
        case Trustee(on):
            return f"trustee {'on' if on else 'off'}"
        case Call(yes) | Grab(yes) | Show(yes) | Double(yes):
            return f"{type(action).__name__.lower()} {'yes' if yes else 'no'}"
        case Lay(cards, combo):
            named = f" = {format_exact(rules, Play(Hand.of(cards), combo))}" if combo else ""
            return f"lay {format_cards(cards)}{named}"
        case _:
            return type(action).__name__.lower()


def _parse_action(rules: RuleSet, line: str, found: re.Match[str]) -> Action:
    word, rest = found[2], found[3] or ""
    if word in _PLAIN and not rest:
        return _PLAIN[word]
    if word in _NUMBER and rest.isdecimal() and len(rest) < _DIGITS:
        return _NUMBER[word](int(rest))
    if word in _YES_NO and rest in ("yes", "no"):
        return _YES_NO[word](rest == "yes")
    if word == "trustee" and rest in ("on", "off"):
        return Trustee(rest == "on")
    if word == "lay":
        cards, _, combo = rest.partition(" = ")
        return Lay(parse_cards(cards), parse_combo(rules, combo) if combo else None)
    raise NotationError("expected an act such as bid 2, call yes, lay 3c 3d = 33 or pass", line, found.start(2))
