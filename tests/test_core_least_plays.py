"""The least number of plays that empty a hand, against a search over all plays."""

from __future__ import annotations

import random

import pytest

from dizhu import _core
from tests import core_tables as tables
from tests.core_tables import word


def searched(table: _core.RuleTable, hand: int, known: dict[int, int]) -> int:
    """By trying every play of every hand that is left."""
    if hand == 0:
        return 0
    if hand not in known:
        known[hand] = 1 + min(
            searched(table, hand - cards, known) for cards in {cards for cards, _ in _core.plays(table, hand)}
        )
    return known[hand]


@pytest.mark.parametrize("name", tables.EXACT)
def test_least_plays_are_exact(name: str) -> None:
    rows = tables.EXACT[name]
    table, rng = rows.table(), random.Random(name)
    known: dict[int, int] = {}
    for number in range(250):
        size = rng.randint(3, 10)
        sparse = tables.random_hand(rng, rows.packs, size, list(range(15)))
        hand = tables.dense_hand(rng, rows.packs, size + number % 3) if number % 4 else sparse
        assert _core.least_plays(table, hand) == searched(table, hand, known), tables.text(hand)


def test_least_plays_are_never_too_few_with_rows_they_do_not_use() -> None:
    table, rng = tables.EMPEROR.table(), random.Random(1)
    known: dict[int, int] = {}
    for _ in range(120):
        hand = tables.dense_hand(rng, 2, rng.randint(3, 10))
        assert _core.least_plays(table, hand) >= searched(table, hand, known), tables.text(hand)


@pytest.mark.parametrize(
    ("rows", "hand", "plays"),
    [
        (tables.FREE, "", 0),
        (tables.FREE, "xX", 1),
        (tables.FREE, "34567789TJQKA2xX", 4),
        (tables.FREE, "333444555666789T", 1),
        (tables.FREE, "33344455", 1),
        (tables.STRICT, "33344455", 2),  # a pair may not be two solo kickers
        (tables.FREE, "333444xX", 1),
        (tables.STRICT, "333444xX", 2),
        (tables.FREE, "3335557", 2),
        (tables.OPENSPIEL, "333344", 2),  # no quads with kickers
        (tables.DOUZERO, "333344", 1),
        (tables.HIDDEN, "33333", 1),
        (tables.HIDDEN, "33344XX", 2),
        (tables.SPECIAL, "33344XX", 2),
        (tables.SPECIAL, "333XX", 1),  # joker pairs are kickers here
        (tables.HIDDEN, "333XX", 2),
    ],
)
def test_known_hands(rows: tables.Rows, hand: str, plays: int) -> None:
    assert _core.least_plays(rows.table(), word(hand)) == plays


def test_after_each_play() -> None:
    table, rng = tables.RLCARD.table(), random.Random(4)
    for _ in range(20):
        hand = tables.random_hand(rng, 1, 20, list(range(15)))
        plays = _core.plays(table, hand)
        after = _core.least_plays_after(table, hand, plays)
        assert after == [_core.least_plays(table, hand - cards) for cards, _ in plays]
        assert min(after) == _core.least_plays(table, hand) - 1


def test_plays_of_another_hand_are_refused() -> None:
    table = tables.FREE.table()
    with pytest.raises(ValueError, match="plays: expected plays of the hand, got 4 of 3"):
        _core.least_plays_after(table, word("3"), _core.plays(table, word("4")))
    with pytest.raises(TypeError):
        _core.least_plays_after(table, word("3"), [(1, 2)])  # type: ignore[arg-type]
