"""``dizhu replay FILE``: a recorded deal, printed as it is played again."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Final

import click

from dizhu.cards import Hand, format_cards
from dizhu.cli import CheckFailed
from dizhu.cli.recorded import read_record, recorded
from dizhu.errors import RecordError
from dizhu.games import record as records
from dizhu.games.acts import Action, Bid, Call, Close, DealTo, Double, Drop, Grab, Lay, Pass, Show, Trustee
from dizhu.games.climb.facts import Asked, Doubled, Ended, Fact, Laid, Landlord, Marker, Shown, Trusteed
from dizhu.games.climb.game import ClimbGame
from dizhu.games.game import Cause, Entry, Event, Outcome
from dizhu.rules import Play
from dizhu.rules.notation import format_play

EXAMPLES: Final = """
\b
Examples:
  dizhu replay deal.dzr
  dizhu replay deal.dzr --rules my.toml
"""

_CAUSES: Final = {Cause.CLOCK: "  (time is up)", Cause.TRUSTEE: "  (robot)"}
_DID: Final[dict[type[Action], tuple[str, str]]] = {
    Call: ("does not call", "calls"),
    Grab: ("does not grab", "grabs"),
    Show: ("keeps the hand closed", "shows the hand"),
    Double: ("does not double", "doubles"),
}


@click.command(epilog=EXAMPLES)
@recorded
def replay(file: Path, rules_name: str | None) -> None:
    """Play the deal recorded in FILE again and print it: the hands, every entry, the settlement with its factors.

    Exit code 1 if an entry or the outcome is not what the rules make of the deal, with the line of the record.
    """
    try:
        record = read_record(file, rules_name)
        for line in _beginning(record):
            click.echo(line)
        for number, (entry, events, game) in enumerate(records.replay(record), 1):
            for line in _entry(number, entry, events, game):
                click.echo(line)
    except RecordError as error:
        raise CheckFailed(f"{file}: does not replay: {error}") from error
    for line in _settlement(record.outcome):
        click.echo(line)


def _beginning(record: records.Record) -> Iterator[str]:
    """The deal before its first entry, all cards open."""
    rules, deal = record.rules, record.start().deal
    assert deal is not None, "a record's game starts from a deal"
    yield f"{rules.name['en']} ({rules.id}), table {record.table}, deal {record.deal + 1}"
    for seat in range(rules.table.seats):
        yield f"  seat {seat}  {format_cards(sorted(deal.hand(rules, seat, rules.table.hand)))}"
    if rules.table.bottom.cards:
        yield f"  bottom  {format_cards(sorted(deal.bottom(rules)))}"
    yield f"  first   seat {deal.first}, {record.first_set}"
    yield ""


def _entry(number: int, entry: Entry, events: list[Event[Fact]], game: ClimbGame) -> Iterator[str]:
    """An entry, and below it what it brought about; cards laid come with what is left in the hand."""
    facts = [told.fact for event in events for told in event.told]
    laid = next((fact for fact in facts if isinstance(fact, Laid)), None)
    did = _laid(laid, game) if laid else _did(entry.action, game)
    actor = "system" if entry.actor == "system" else f"seat {entry.actor}"
    yield f"{number:4}  {actor}  {did}{_CAUSES.get(entry.cause, '')}".rstrip()
    for fact in facts:
        if not (isinstance(fact, Trusteed) and isinstance(entry.action, Trustee | Drop)):
            for line in _consequence(fact):
                yield f"      {line}"


def _laid(laid: Laid, game: ClimbGame) -> str:
    play = format_play(game.rules, Play(Hand.of(laid.cards), laid.combo))
    left = str(Hand.of(game.view(laid.seat).seats[laid.seat].hand or ()))
    return f"{play.ljust(20)}  {laid.combo.shape.ljust(13)}  {left or 'goes out'}"


def _did(action: Action, game: ClimbGame) -> str:
    match action:
        case Bid(value):
            return f"bids {value}" if value else "passes"
        case Call(yes) | Grab(yes) | Show(yes) | Double(yes):
            return _DID[type(action)][yes]
        case Pass():
            return "passes"
        case Trustee(on):
            return "hands over to the robot" if on else "takes over from the robot"
        case Drop():
            return "loses the connection, the robot takes over"
        case DealTo(received):
            so_far = "" if received == game.rules.table.hand else " so far"
            return f"{received} cards each are dealt{so_far}"
        case Close():
            return "closes the choice: who has not chosen does not double"
        case Lay():
            return "lays cards"


def _consequence(fact: Fact) -> Iterator[str]:
    """What a fact says that the entry does not."""
    match fact:
        case Marker(seat, card):
            yield f"the turned-up card {card} is with seat {seat}"
        case Asked(first):
            yield f"seat {first} is asked first"
        case Shown(seat, factor):
            yield f"seat {seat} lies open, ×{factor}"
        case Landlord(seat):
            yield f"seat {seat} is landlord"
        case Doubled(choices):
            doubled = [f"seat {seat}" for seat, choice in enumerate(choices) if choice]
            yield f"doubled: {', '.join(doubled) or 'nobody'}"
        case Trusteed(seat, on):
            yield f"the robot {'now plays' if on else 'no longer plays'} seat {seat}"
        case Ended(_, hands):
            yield from (f"left with seat {seat}: {Hand.of(hand)}" for seat, hand in enumerate(hands) if hand)


def _settlement(outcome: Outcome) -> Iterator[str]:
    """How the deal ended: every factor of the unit, then the points of each seat."""
    yield ""
    if outcome.kind == "redeal":
        yield "nobody wants to be landlord: the deal is void"
        return
    won = "wins" if outcome.winner == outcome.landlord else "loses"
    yield f"the landlord, seat {outcome.landlord}, {won}: seat {outcome.winner} went out"
    terms = [f"{factor.name} {factor.value}" for factor in outcome.factors for _ in range(factor.times)]
    yield f"  unit    {' × '.join(terms)} = {prod(factor.product for factor in outcome.factors)}"
    for seat, points in enumerate(outcome.points):
        own = outcome.doubled[seat] if outcome.doubled else 1
        yield f"  seat {seat}  {points:+}{f'  doubled ×{own}' if own != 1 else ''}"
    if outcome.system:
        yield f"  system  {outcome.system:+}"
