"""``dizhu plays HAND``: everything a hand may put down."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

import click

from dizhu.cards import Hand
from dizhu.cli.options import against, as_object, asked, held, question, written
from dizhu.rules import Play, RuleSet, Wild

EXAMPLES: Final = """
\b
Examples:
  dizhu plays 33344455
  dizhu plays 334455667788 --json
  dizhu plays 3456789TJQK --beat 45678
  dizhu plays 44445555 --beat 66667777 --beat-as quad+2pair
  dizhu plays 33345 --wild 5 --rules my.toml
"""

_WIDEST: Final = 120


@click.command(epilog=EXAMPLES)
@click.argument("hand")
@question
def plays(hand: str, rules_name: str, beat: str | None, beat_as: str | None, wild: str | None, as_json: bool) -> None:
    """List everything HAND may put down, as a lead or to beat other cards; passing is not listed.

    Cards are ranks in any order: 3 4 5 6 7 8 9 T J Q K A 2, x the small joker, X the big one.
    """
    rules, last = asked(rules_name, beat, beat_as, wild)
    cards = held(rules, hand, wild)
    found = rules.plays(cards, last.combo if last else None, wild)
    if as_json:
        answer = {
            "rules": rules.id,
            "hand": str(cards),
            "beat": as_object(last.cards, last.combo) if last else None,
            "plays": [as_object(play.cards, play.combo) for play in found],
        }
        click.echo(json.dumps(answer))
        return
    click.echo(_title(rules.id, cards, len(found), last))
    for line in _listing(rules, found, wild):
        click.echo(line)


def _title(rules_id: str, cards: Hand, count: int, last: Play | None) -> str:
    if not count:
        return f"{rules_id}: nothing in {cards if len(cards) else 'an empty hand'}{against(last)}"
    number = "1 play" if count == 1 else f"{count} plays"
    return f"{rules_id}: {number} of {cards}{against(last)}"


def _listing(rules: RuleSet, found: Sequence[Play], wild: Wild | None) -> Iterator[str]:
    """A paragraph for every shape."""
    by_shape: dict[str, list[str]] = {}
    for play in found:
        by_shape.setdefault(play.combo.shape, []).append(written(rules, play, wild))
    column = max(map(len, by_shape), default=0) + 4
    width = max(min(shutil.get_terminal_size().columns, _WIDEST), column + 24)
    for shape, texts in by_shape.items():
        label = f"  {shape}".ljust(column)
        yield from wrap(" ".join(texts), width, initial_indent=label, subsequent_indent=" " * column)
