"""``dizhu arena A B``: two bots against each other at the card play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

import click
import msgspec

from dizhu.arena import Result, match
from dizhu.bots import NAMES
from dizhu.cli.options import game_rules, rules_option
from dizhu.rules.rulefile import ARENA_DEFAULT

EXAMPLES: Final = """
\b
Examples:
  dizhu arena greedy random --decks 2000
  dizhu arena greedy greedy --decks 500 --rules happy_3p --seed 7 --json
"""


@click.command(epilog=EXAMPLES)
@click.argument("a", metavar="A", type=click.Choice(NAMES))
@click.argument("b", metavar="B", type=click.Choice(NAMES))
@click.option(
    "--decks", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="Deals, each played twice."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same figures.")
@rules_option(ARENA_DEFAULT)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to play in.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def arena(a: str, b: str, decks: int, seed: int, rules_name: str, jobs: int, as_json: bool) -> None:
    """Let bot A play bot B at the card play: every deal twice, A once as landlord and once as both peasants.

    WP is the share of games that A won, ADP A's average points in the landlord's measure. The figures behind ± are
    standard errors.
    """
    result = match(a, b, game_rules(rules_name), decks, seed, jobs=jobs)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(result)))
        return
    for line in _described(result):
        click.echo(line)


def _described(result: Result) -> Iterator[str]:
    landlord, peasants = result.by_role.landlord, result.by_role.peasants
    decks = "1 deck" if result.decks == 1 else f"{result.decks} decks"
    yield f"{result.a} against {result.b}: {result.rules}, {decks} played twice, seed {result.seed}"
    yield f"  WP   {result.wp:.4f} ± {result.wp_se:.4f}   landlord {landlord.wp:.4f}   peasants {peasants.wp:.4f}"
    yield f"  ADP {result.adp:+.4f} ± {result.adp_se:.4f}   landlord {landlord.adp:+.4f}  peasants {peasants.adp:+.4f}"
