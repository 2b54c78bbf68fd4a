"""The native core with wild cards, against rulebook 2.13 read to the letter."""

from __future__ import annotations

import random

import pytest

from dizhu import _core
from tests import core_tables as tables
from tests.core_tables import combo, word

LAIZI = tables.LAIZI.table()
SOFT, HARD, PURE, ROCKET = range(12, 16)
FIVE = 2


def mixed_hand(rng: random.Random, wild: int, packs: int) -> int:
    """Few natural cards on neighbouring ranks, and one to four wild ones."""
    wilds = rng.randint(1, 4 if wild < 13 else 2)
    natural = tables.dense_hand(rng, packs, rng.randint(1, 9 - 2 * wilds if wilds < 4 else 3))
    if wild == tables.RED_SEVENS:
        sevens = min(natural >> 16 & 15, 2 * packs)
        return natural & ~(15 << 16) | sevens << 16 | wilds << 60
    if wild == tables.JOKERS:
        return natural & ~(0xFF << 52) | [0, 1 << 52, 0x11 << 52][wilds]
    return natural & ~(15 << 4 * wild) | wilds << 4 * wild


@pytest.mark.parametrize("name", ["laizi", "free", "strict", "rlcard", "special", "odd"])
@pytest.mark.parametrize("wild", [0, 5, 12, tables.RED_SEVENS, tables.JOKERS])
def test_leads_with_wild_cards(name: str, wild: int) -> None:
    rows = tables.ALL[name]
    table, rng = rows.table(), random.Random(f"{name} {wild}")
    for _ in range(8):
        hand = mixed_hand(rng, wild, rows.packs)
        listed = list(_core.plays(table, hand, None, wild))
        assert len(set(listed)) == len(listed) == _core.count(table, hand, None, wild), tables.text(hand)
        assert set(listed) == tables.naive_plays(rows, hand, wild), (tables.text(hand), wild)
        keys = [(code & 255, code >> 8 & 15, code >> 12 & 15, code >> 16) for _, code in listed]
        assert keys == sorted(keys)


@pytest.mark.parametrize("wild", [1, 7, tables.RED_SEVENS, tables.JOKERS])
def test_answers_and_readings_with_wild_cards(wild: int) -> None:
    rows = tables.LAIZI
    rng = random.Random(wild)
    for _ in range(20):
        mine = list(_core.plays(LAIZI, hand := mixed_hand(rng, wild, 1), None, wild))
        for _, last in rng.sample(mine, min(4, len(mine))):
            beating = [play for play in mine if tables.naive_beats(rows, play[1], last)]
            assert list(_core.plays(LAIZI, hand, last, wild)) == beating
        for cards, _ in rng.sample(mine, min(10, len(mine))):
            expected = {combo(*reading) for reading in tables.naive_wild_readings(rows, tables.counts(cards), wild)}
            assert set(_core.readings(LAIZI, cards, wild)) == expected


@pytest.mark.parametrize(
    ("cards", "first"),
    [
        ("3335", combo(SOFT, 1, 0)),
        ("3333", combo(HARD, 1, 0)),
        ("5555", combo(PURE, 1, 2)),
        ("9555", combo(SOFT, 1, 6)),
        ("5", combo(0, 1, 2)),
        ("34567", combo(3, 5, 4)),
        ("56789", combo(3, 5, 7)),
    ],
)
def test_default_readings_with_wild_fives(cards: str, first: int) -> None:
    assert _core.readings(LAIZI, word(cards), FIVE)[0] == first


def test_what_wild_cards_cannot_be() -> None:
    assert _core.readings(LAIZI, word("5X"), FIVE) == []  # no wild card is a joker
    assert _core.readings(LAIZI, word("33335"), FIVE) == []  # no five of a rank in one pack
    assert _core.readings(LAIZI, word("55"), FIVE) == [combo(1, 1, 2)]  # only its own rank without a natural card


def test_lone_wild_jokers_are_plain_jokers() -> None:
    assert _core.readings(tables.FREE.table(), word("xX"), tables.JOKERS) == [combo(13, 1, 14)]
    assert _core.readings(tables.FREE.table(), word("33xX"), tables.JOKERS)[0] == combo(12, 1, 0)
    assert len(_core.plays(tables.FREE.table(), word("3xX"), None, tables.JOKERS)) == 7


def test_red_sevens_alone_are_sevens() -> None:
    table = tables.FREE.table()
    assert _core.readings(table, word("rr"), tables.RED_SEVENS) == [combo(1, 1, 4)]
    assert _core.readings(table, word("77rr"), tables.RED_SEVENS)[0] == combo(12, 1, 4)
    assert [cards for cards, _ in _core.plays(table, word("rr"), None, tables.RED_SEVENS)] == [word("r"), word("rr")]


def test_two_cases_counted_by_hand_elsewhere() -> None:
    assert len(_core.plays(LAIZI, word("33445568"), None, 5)) == 37  # variants.jsonl, happy_laizi_3p-moves-01
    assert len(_core.plays(LAIZI, word("56789TT3"), None, 0)) == 45  # laizi_qq_3p-moves-01


def test_four_wild_cards_in_a_full_hand_stay_listable() -> None:
    hand = word("3334445556667779TJ2222")
    plays = _core.plays(LAIZI, hand, None, 12)
    assert len(set(plays)) == len(plays) == _core.count(LAIZI, hand, None, 12)
