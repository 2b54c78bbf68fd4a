"""Plays of a full deck, counted by formula, against the engine's list; and the published totals of the peers.

For one body of a shape the choices of kickers are a product of one polynomial a rank, whose exponent counts kickers:
``1 + t + t^2`` for a rank that may give no, one or two of them. The answer is one coefficient, times the bodies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import prod

import pytest

from dizhu import _core
from dizhu.cards import Hand
from dizhu.rules import available, load
from tests import oracle_rules
from tests.oracle_rules import Kicker, Row

MOST_CARDS = 20  # no seat ever holds more with one pack
ONE_PACK = [name for name in available() if oracle_rules.load(name).packs == 1]
FULL_DECK = "".join(rank * 4 for rank in "3456789TJQKA2") + "xX"
RUN_RANKS, PLAIN_RANKS = 12, 13


def coefficient(factors: Iterable[int], power: int) -> int:
    """The coefficient of t^power in the product of 1 + t + … + t^most over all the given mosts."""
    ways = [1] + [0] * power
    for most in factors:
        ways = [sum(ways[total - own] for own in range(min(most, total) + 1)) for total in range(power + 1)]
    return ways[power]


def kicker_choices(kicker: Kicker, number: int, run: bool, body: range) -> int:
    """Ways to choose so many kickers of one kind beside a body, from a full deck of one pack."""
    most = {rank: 4 // kicker.size for rank in range(PLAIN_RANKS) if rank not in body}
    if "bomb" in kicker.bans:
        most = {rank: min(ways, 3 // kicker.size) for rank, ways in most.items()}
    if "extend" in kicker.bans and run:
        beside = {body[0] - 1, body[-1] + 1} & set(range(RUN_RANKS))
        most |= {rank: min(most[rank], 2 // kicker.size) for rank in beside}
    if "repeat" in kicker.bans:
        most = dict.fromkeys(most, 1)
    factors = list(most.values())
    if run and "body" not in kicker.bans and kicker.size == 1:
        factors += [1] * len(body)  # the fourth card of each trio
    if kicker.size > 1 or "joker" in kicker.bans:
        return coefficient(factors, number)
    if "rocket" not in kicker.bans:
        return coefficient([*factors, 1, 1], number)
    return coefficient(factors, number) + 2 * coefficient(factors, number - 1)


def plays_of(row: Row, length: int) -> int:
    """Plays of one shape and length that lie in a full deck."""
    run = row.most > 1
    lowest = range(RUN_RANKS - length + 1) if run else range(PLAIN_RANKS + 2 * (row.unit == 1))
    bodies = [range(start, start + length) for start in lowest]
    return sum(prod(kicker_choices(k, k.number or length, run, body) for k in row.kickers) for body in bodies)


@cache
def counted(name: str) -> Counter[tuple[str, int]]:
    """What the engine lists from a full deck, by row and length."""
    ruleset = load(name)
    rules = oracle_rules.load(name)
    names = [row.text for row in rules.rows] + [bomb.text for bomb in rules.bombs]
    listed = _core.plays(ruleset.core, Hand.parse(FULL_DECK).word)
    combos: Counter[int] = Counter(memoryview(listed).cast("B").cast("Q")[1::2])
    by_shape: Counter[tuple[str, int]] = Counter()
    for combo, count in combos.items():
        by_shape[names[combo & 0xFF], combo >> 8 & 0xF] += count
    return by_shape


def small_enough(name: str) -> dict[tuple[str, int], int]:
    """The engine's counts of plays of at most 20 cards."""
    rules = oracle_rules.load(name)
    sizes = {(row.text, length): size for size, rows in rules.by_size.items() for row, length in rows}
    return {key: count for key, count in counted(name).items() if sizes.get(key, 4) <= MOST_CARDS}


@pytest.mark.parametrize("name", ONE_PACK)
def test_each_shape_of_a_full_deck_has_as_many_plays_as_the_formula_says(name: str) -> None:
    formula = {
        (row.text, length): number
        for rows in oracle_rules.load(name).by_size.values()
        for row, length in rows
        for number in [plays_of(row, length)]
        if number
    }
    bombs = {bomb.text for bomb in oracle_rules.load(name).bombs}
    assert {key: count for key, count in counted(name).items() if key[0] not in bombs} == formula


@pytest.mark.parametrize("name", ONE_PACK)
def test_a_full_deck_has_thirteen_bombs_and_a_rocket(name: str) -> None:
    bombs = [bomb for bomb in oracle_rules.load(name).bombs if bomb.tier in ("", "hard")]
    found = {bomb.text: counted(name)[bomb.text, 1] for bomb in bombs}
    assert found == {bomb.text: 13 if bomb.what == "4x" else 1 for bomb in bombs}


@pytest.mark.parametrize("name", ONE_PACK)
def test_counting_without_listing_gives_the_same_number(name: str) -> None:
    assert _core.count(load(name).core, Hand.parse(FULL_DECK).word) == counted(name).total()


def test_published_count_of_rlcard() -> None:
    assert sum(small_enough("rlcard").values()) + 1 == 27_472  # with the pass


def test_published_count_of_openspiel_planes_with_solos() -> None:
    assert sum(count for (row, _), count in small_enough("openspiel").items() if row == "trio*2..+solo") == 22_588


def test_published_count_of_douzero_quads_with_two_solos() -> None:
    assert small_enough("douzero")["quad+2solo", 1] == 1_339


def test_straights_and_pair_runs_of_at_most_twenty_cards() -> None:
    counts = Counter({"solo*5..": 0, "pair*3..": 0, "trio*2..": 0})
    for (row, _), count in small_enough("qq_3p").items():
        if row in counts:
            counts[row] += count
    assert counts == {"solo*5..": 36, "pair*3..": 52, "trio*2..": 45}
