"""Goldens: counts of sequences of plays, and the order in which plays are listed."""

import pytest

from dizhu.rules import RuleSet, available, load
from dizhu.rules.notation import format_exact, format_play
from tests.perft import RULES, divided, engine_perft, read, rules_of

NAMES = [*available(), *sorted(file.stem for file in RULES.glob("*_[345]p*.toml") if "laizi" not in file.stem)]


def by_first_play(rules: RuleSet, hands: tuple[str, ...], depth: int) -> str:
    """The count below each first play, to find out where two programs part."""
    lines = [f"{rules.id} {' '.join(hands)} perft {depth}"]
    for play, count in divided(rules, hands, depth):
        lines.append(f"  {format_exact(rules, play)} {count}")
    return "\n".join(lines)


@pytest.mark.parametrize("name", NAMES)
def test_sequences_of_plays_are_counted_as_by_the_oracle(name: str) -> None:
    rules = rules_of(name)
    deals = read(name)
    assert deals, f"no counts of {name}"
    for hands, perft in deals:
        for depth, count in perft.items():
            assert engine_perft(rules, hands, depth) == count, by_first_play(rules, hands, depth)


ORDER = {
    ("qq_3p", "3334445xX"): (
        "3 4 5 x X 33 44 333 444 333444 333+44 444+33 333+4 333+5 333+x 333+X 444+3 444+5 444+x 444+X "
        "333444+5+x 333444+5+X 333444+x+X xX"
    ),
    ("qq_3p", "345678JJQQKK"): (
        "3 4 5 6 7 8 J Q K JJ QQ KK 34567 45678 345678 JJQQKK"
    ),
    ("qq_3p", "3333445"): (
        "3 4 5 33 44 333 333+44 333+4 333+5 3333+4+4 3333+4+5 3333"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("variant", "hand"), ORDER)
def test_plays_are_listed_row_by_row_then_by_length_top_and_kickers(variant: str, hand: str) -> None:
    """docs/core.md gives the order: rows as in the rule file, shorter first, lower first, lower kickers first."""
    rules = load(variant)
    assert [format_play(rules, play) for play in rules.plays(hand)] == ORDER[variant, hand].split()
