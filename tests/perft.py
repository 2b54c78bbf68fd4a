"""Counting sequences of acts in the card play, by the engine and by the oracle.

``python -m tests.perft ID…`` writes ``golden/counts/ID.counts`` from the oracle alone; the suite holds the engine to
it. A file has, for every deal, the hands, then ``perft DEPTH COUNT`` lines: how many different sequences of so many
plays and passes there are, the first hand leading. A sequence ends early where a hand is empty.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from dizhu import _core
from dizhu.cards import Hand
from dizhu.rules import Play, RuleSet, load, load_file
from tests import oracle, oracle_rules

COUNTS = Path(__file__).parent / "golden" / "counts"
RULES = Path(__file__).parent / "data" / "rules"
DEPTH = 3
DEALS = 3


class Counted(NamedTuple):
    """One deal of a counts file: the hands, and the count by depth."""

    hands: tuple[str, ...]
    perft: dict[int, int]


Plays: TypeAlias = Callable[[str, Any], list[tuple[str, Any]]]


def perft(plays: Plays, hands: tuple[str, ...], depth: int) -> int:
    """Sequences of `depth` acts, the first hand leading."""
    return _perft(plays, hands, 0, None, 0, depth)


def _perft(plays: Plays, hands: tuple[str, ...], turn: int, last: Any, passes: int, depth: int) -> int:
    if depth == 0 or "" in hands:
        return 1
    after = (turn + 1) % len(hands)
    total = 0
    if last is not None:
        over = passes + 1 == len(hands) - 1
        total += _perft(plays, hands, after, None if over else last, 0 if over else passes + 1, depth - 1)
    for cards, combo in plays(hands[turn], last):
        left = list(hands)
        left[turn] = without(hands[turn], cards)
        total += 1 if depth == 1 else _perft(plays, tuple(left), after, combo, 0, depth - 1)
    return total


def without(hand: str, cards: str) -> str:
    """A hand without some of its cards."""
    for card in cards:
        hand = hand.replace(card, "", 1)
    return hand


def oracle_plays(name: str) -> Plays:
    """The oracle's list of plays under a rule set."""
    rules = oracle_rules.load(name)
    return lambda hand, last: sorted(oracle.plays_by_shape(rules, hand, last))


def engine_perft(rules: RuleSet, hands: tuple[str, ...], depth: int) -> int:
    """The same count by the native card play."""
    return _walk(_core.CardPlay(rules.core, [Hand.parse(hand).word for hand in hands], 0), depth)


def divided(rules: RuleSet, hands: tuple[str, ...], depth: int) -> Iterator[tuple[Play, int]]:
    """The count by the native card play below each first play."""
    for play in rules.plays(hands[0]):
        after = _core.CardPlay(rules.core, [Hand.parse(hand).word for hand in hands], 0)
        after.play(play.cards.word, rules.code(play.combo))
        yield play, _walk(after, depth - 1)


def _walk(play: _core.CardPlay, depth: int) -> int:
    if depth == 0 or play.winner is not None:
        return 1
    total = 0
    if play.may_pass:
        after = play.copy()
        after.pass_()
        total += _walk(after, depth - 1)
    for cards, combo in play.plays():
        after = play.copy()
        after.play(cards, combo)
        total += _walk(after, depth - 1)
    return total


def rules_of(name: str) -> RuleSet:
    """A rule set of the package, or one whose shapes alone are here."""
    file = RULES / f"{name}.toml"
    return load_file(file) if file.exists() else load(name)


def read(name: str) -> list[Counted]:
    """The deals of a counts file."""
    deals: list[Counted] = []
    for line in (COUNTS / f"{name}.counts").read_text("utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "deal":
            deals.append(Counted(tuple(rest.split()), {}))
        elif word == "perft":
            depth, count = map(int, rest.split())
            deals[-1].perft[depth] = count
    return deals


def _random_deals(rules: RuleSet) -> Iterator[tuple[str, ...]]:
    rng = random.Random(rules.id)
    table = rules.table
    deck = [*"3456789TJQKA2" * 4 * table.packs, *"xX" * table.packs]
    hand = min(table.hand, 17)
    for _ in range(DEALS):
        rng.shuffle(deck)
        yield tuple(oracle.ordered("".join(deck[hand * seat : hand * (seat + 1)])) for seat in range(table.seats))


def _write(name: str) -> None:
    rules = rules_of(name)
    lines = [f"id {name}"]
    for hands in _random_deals(rules):
        lines.append(f"deal {' '.join(hands)}")
        lines += [
            f"perft {depth} {perft(oracle_plays(name), hands, depth)}"
            for depth in range(1, DEPTH + 2 - rules.table.packs)
        ]
    COUNTS.mkdir(parents=True, exist_ok=True)
    (COUNTS / f"{name}.counts").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    for id_ in sys.argv[1:]:
        _write(id_)
