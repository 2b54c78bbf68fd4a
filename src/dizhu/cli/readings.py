"""``dizhu readings CARDS``: what cards can be when all of them are put down together."""

from __future__ import annotations

import json
from typing import Final

import click

from dizhu.cli.options import against, as_object, asked, held, in_words, question, sorted_cards
from dizhu.errors import NotationError

EXAMPLES: Final = """
\b
Examples:
  dizhu readings 33334444
  dizhu readings 444555666777 --beat 333444555678 --beat-as trio*2..+solo
  dizhu readings 67895 --wild 5
  dizhu readings 333xX --rules pagat_3p --json
"""


@click.command(epilog=EXAMPLES)
@click.argument("cards")
@question
def readings(
    cards: str, rules_name: str, beat: str | None, beat_as: str | None, wild: str | None, as_json: bool
) -> None:
    """Say what CARDS can be when all of them are put down together, as a lead or to beat other cards.

    Cards that no deck of the rule set holds are nothing.
    """
    rules, last = asked(rules_name, beat, beat_as, wild)
    text = sorted_cards(cards, wild)
    try:
        found = rules.readings(held(rules, cards, wild), wild)
    except NotationError:  # the letters are ranks: there are more of one than the deck has
        found = []
    if last is not None:
        found = [combo for combo in found if rules.beats(combo, last.combo)]
    if as_json:
        answer = {
            "rules": rules.id,
            "hand": text,
            "beat": as_object(last.cards, last.combo) if last else None,
            "readings": [as_object(text, combo) for combo in found],
        }
        click.echo(json.dumps(answer))
        return
    if not found:
        click.echo(f"{rules.id}: {text or 'no card'} can be nothing{against(last)}")
        return
    number = "1 combo" if len(found) == 1 else f"{len(found)} combos"
    click.echo(f"{rules.id}: {text} can be {number}{against(last)}")
    first = rules.reading(cards, last.combo if last else None, wild)
    column = max(len(combo.shape) for combo in found) + 2
    for combo in found:
        unnamed = "  (unless another is named)" if combo == first and len(found) > 1 else ""
        click.echo(f"  {combo.shape.ljust(column)}{in_words(combo)}{unnamed}")
