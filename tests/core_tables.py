"""Rule tables as rows of numbers, and a naive second reading of them, for the tests of the native core alone."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from dizhu import _core

RANKS = "3456789TJQKA2xX"
BODY, REPEAT, ROCKET, JOKER, BOMB, EXTEND = 1, 2, 4, 8, 16, 32
ANY, SOFT, HARD, PURE = range(4)
RED_SEVENS, JOKERS = 13, 14

KickerRow = tuple[int, int, bool, int]
ShapeRow = tuple[int, int, int, tuple[KickerRow, ...]]
BombRow = tuple[int, int, int]
Counts = tuple[int, ...]


class Rows(NamedTuple):
    """What a RuleTable is made of."""

    packs: int
    seats: int
    joker_pairs: bool
    shapes: tuple[ShapeRow, ...]
    bombs: tuple[BombRow, ...]

    def table(self) -> _core.RuleTable:
        return _core.RuleTable(*self)


def solo(count: int, bans: int) -> KickerRow:
    return (1, count, False, bans)


def pair(count: int, bans: int) -> KickerRow:
    return (2, count, False, bans)


def classic(
    solo_bans: int, pair_bans: int, *, quads: bool = True, bombs: tuple[BombRow, ...] = ((0, 4, ANY), (2, 2, ANY))
) -> Rows:
    shapes: tuple[ShapeRow, ...] = (
        (1, 1, 1, ()),
        (2, 1, 1, ()),
        (3, 1, 1, ()),
        (1, 5, 12, ()),
        (2, 3, 12, ()),
        (3, 2, 12, ()),
        (3, 1, 1, (pair(1, pair_bans),)),
        (3, 1, 1, (solo(1, solo_bans),)),
        (3, 2, 12, (pair(0, pair_bans),)),
        (3, 2, 12, (solo(0, solo_bans),)),
    )
    if quads:
        shapes += ((4, 1, 1, (pair(2, pair_bans),)), (4, 1, 1, (solo(2, solo_bans),)))
    return Rows(1, 3, False, shapes, bombs)


def two_packs(bombs: tuple[BombRow, ...], *, solos: bool, joker_pairs: bool) -> Rows:
    shapes: tuple[ShapeRow, ...] = (
        (1, 1, 1, ()),
        (2, 1, 1, ()),
        (3, 1, 1, ()),
        (1, 5, 12, ()),
        (2, 3, 12, ()),
        (3, 2, 12, ()),
        (3, 1, 1, (pair(1, BODY),)),
        (3, 2, 12, (pair(0, BODY),)),
    )
    if solos:
        shapes += ((3, 1, 1, (solo(1, 0),)), (3, 2, 12, (solo(0, 0),)))
    return Rows(2, 5, joker_pairs, shapes, bombs)


_distinct = BODY | REPEAT
RLCARD = classic(BODY | ROCKET | BOMB | EXTEND, _distinct)
OPENSPIEL = classic(BODY | ROCKET | BOMB, _distinct, quads=False)
DOUZERO = classic(BODY, _distinct)
ONESTRAW = classic(BODY, BODY)
FREE = classic(0, 0)
STRICT = classic(BODY | REPEAT | ROCKET, _distinct)
LAIZI = classic(0, 0, bombs=((0, 4, SOFT), (0, 4, HARD), (0, 4, PURE), (2, 2, ANY)))
HIDDEN = two_packs(
    (
        (0, 4, 0),
        (1, 2, 0),
        (0, 5, 0),
        (0, 6, 0),
        (2, 3, 0),
        (0, 7, 0),
        (0, 8, 0),
        (2, 4, 0),
    ),
    solos=False,
    joker_pairs=False,
)
SPECIAL = two_packs(
    (
        (0, 4, 0),
        (2, 4, 0),
    ),
    solos=True,
    joker_pairs=True,
)
EMPEROR = Rows(
    2,
    3,
    True,
    (
        (1, 1, 1, ()),
        (2, 1, 1, ()),
        (3, 1, 1, ()),
        (1, 5, 12, ()),
        (2, 4, 12, ()),
        (3, 3, 12, ()),
        (4, 1, 1, ()),
        (4, 2, 12, ()),
        (3, 1, 1, (pair(1, _distinct),)),
        (3, 3, 12, (pair(0, _distinct),)),
        (4, 1, 1, ((3, 1, False, _distinct),)),
        (4, 2, 12, ((3, 0, False, _distinct),)),
        (4, 1, 1, ((3, 1, False, _distinct), pair(1, _distinct))),
        (4, 2, 12, ((3, 0, True, _distinct), pair(0, _distinct))),
    ),
    (
        (0, 5, 0),
        (0, 6, 0),
        (0, 7, 0),
        (0, 8, 0),
        (2, 4, 0),
    ),
)
# Rows no game has, for what the row form allows: two kinds that may share ranks, jokers kept out, a fixed kicker run.
ODD = Rows(
    1,
    3,
    False,
    ((3, 1, 1, (solo(2, JOKER), pair(1, 0))), (2, 2, 4, (solo(0, BOMB), pair(1, BODY))), (2, 1, 1, ((1, 3, True, 0),))),
    ((0, 4, ANY),),
)
EXACT = {
    "rlcard": RLCARD,
    "openspiel": OPENSPIEL,
    "douzero": DOUZERO,
    "onestraw": ONESTRAW,
    "free": FREE,
    "strict": STRICT,
    "hidden": HIDDEN,
    "special": SPECIAL,
}
ALL = {**EXACT, "laizi": LAIZI, "emperor": EMPEROR, "odd": ODD}


def word(cards: str) -> int:
    """``3334x`` as a hand word; ``r`` is a red seven."""
    return sum(1 << (60 if card == "r" else 4 * RANKS.index(card)) for card in cards)


def counts(hand: int) -> Counts:
    return tuple(hand >> 4 * rank & 15 for rank in range(16))


def text(hand: int) -> str:
    return "".join(letter * count for letter, count in zip(RANKS + "r", counts(hand), strict=True))


def combo(row: int, length: int, top: int, second: int = 15) -> int:
    return row | length << 8 | top << 12 | second << 16


def bags(cards: Counts) -> Iterator[Counts]:
    """Every bag of at least one card."""
    yield from (bag for bag in itertools.product(*(range(count + 1) for count in cards)) if any(bag))


def random_hand(rng: random.Random, packs: int, size: int, ranks: list[int]) -> int:
    deck = [rank for rank in ranks for _ in range(4 * packs if rank < 13 else packs)]
    return sum(1 << 4 * rank for rank in rng.sample(deck, min(size, len(deck))))


def dense_hand(rng: random.Random, packs: int, size: int) -> int:
    """Few neighbouring ranks and sometimes 2 and jokers, so that runs, planes and bombs meet."""
    low = rng.randint(0, 8)
    ranks = list(range(low, low + rng.randint(2, 5))) + rng.sample([12, 13, 14], rng.randint(0, 2))
    return random_hand(rng, packs, size, sorted({rank for rank in ranks if rank < 15}))


@cache
def sizes(rows: Rows) -> frozenset[int]:
    """Numbers of cards a play can have."""
    of_shapes = {
        unit * length + sum(size * (count or length) for size, count, _, _ in kickers)
        for unit, least, most, kickers in rows.shapes
        for length in range(least, most + 1)
    }
    return frozenset(of_shapes | {size for _, size, _ in rows.bombs})


@cache
def naive_readings(rows: Rows, bag: Counts) -> set[tuple[int, int, int, int]]:
    """(row, length, top, second) of natural cards only, tiers aside: each row by its definition."""
    out = set()
    size = sum(bag)
    for row, (unit, least, most, kickers) in enumerate(rows.shapes):
        for length in range(least, most + 1):
            wanted = [count or length for _, count, _, _ in kickers]
            if size != unit * length + sum(kicker[0] * count for kicker, count in zip(kickers, wanted, strict=True)):
                continue
            for low in range(13 - length if most > 1 else 15):
                body = range(low, low + length)
                rest = [count - unit * (rank in body) for rank, count in enumerate(bag)]
                if min(rest) < 0 or (low > 12 and not (unit == 1 or (unit == 2 and rows.joker_pairs))):
                    continue
                for second in _kickers(rows, row, body, wanted, rest):
                    out.add((row, length, low + length - 1, second))
    return out | _naive_bombs(rows, bag, size)


def _naive_bombs(rows: Rows, bag: Counts, size: int) -> set[tuple[int, int, int, int]]:
    out = set()
    for at, (kind, cards, _) in enumerate(rows.bombs):
        held = [rank for rank, count in enumerate(bag) if count]
        if size != cards:
            continue
        if kind == 0 and len(held) == 1 and held[0] < 13:
            out.add((len(rows.shapes) + at, 1, held[0], 15))
        if kind == 1 and len(held) == 1 and held[0] > 12:
            out.add((len(rows.shapes) + at, 1, held[0], 15))
        if kind == 2 and min(held) > 12:
            out.add((len(rows.shapes) + at, 1, 14, 15))
    return out


def _kickers(rows: Rows, row: int, body: range, wanted: list[int], rest: list[int]) -> Iterator[int]:
    """Tops of the kicker run (15 without one) for every way to cut the rest into the kickers of the row."""
    shape = rows.shapes[row]
    kinds = [kind for kind, count in enumerate(wanted) for _ in range(count)]
    for groups in _cuts([shape[3][kind][0] for kind in kinds], rest, joker_pairs=rows.joker_pairs):
        placed = list(zip(kinds, groups, strict=True))
        tops = [15]
        legal = all(_allowed(shape, body, placed, kind, rank, rest) for kind, rank in placed)
        for kind, kicker in enumerate(shape[3]):
            if kicker[2]:
                ranks = sorted(rank for other, rank in placed if other == kind)
                tops = [ranks[-1]]
                legal &= ranks == list(range(ranks[0], ranks[0] + len(ranks))) and ranks[-1] < 12
        if legal:
            yield from tops


def _cuts(sizes: list[int], rest: list[int], *, joker_pairs: bool) -> Iterator[list[int]]:
    if not sizes:
        if not any(rest):
            yield []
        return
    for rank, count in enumerate(rest):
        if count >= sizes[0] and (rank < 13 or sizes[0] == 1 or (sizes[0] == 2 and joker_pairs)):
            left = [have - sizes[0] * (other == rank) for other, have in enumerate(rest)]
            yield from ([rank, *more] for more in _cuts(sizes[1:], left, joker_pairs=joker_pairs))


def _allowed(
    shape: ShapeRow, body: range, placed: list[tuple[int, int]], kind: int, rank: int, rest: list[int]
) -> bool:
    bans = shape[3][kind][3]
    ranks = [other for _, other in placed]
    beside = {body.start - 1, body.stop} & set(range(12)) if shape[2] > 1 else set()
    return not (
        (rank in body and (bans & BODY or len(body) == 1))
        or (bans & REPEAT and ranks.count(rank) > 1)
        or (bans & ROCKET and {13, 14} <= set(ranks))
        or (bans & JOKER and rank > 12)
        or (bans & BOMB and max(rest) > 3)
        or (bans & EXTEND and any(rest[other] > 2 for other in beside))
    )


def naive_wild_readings(rows: Rows, bag: Counts, wild: int) -> set[tuple[int, int, int, int]]:
    """Rulebook 2.13 to the letter: every assignment of ranks 3…2 to the wild cards; bomb rows by their tier."""
    if sum(bag) not in sizes(rows):
        return set()
    places = {RED_SEVENS: [15], JOKERS: [13, 14]}.get(wild, [wild] if wild >= 0 else [])
    natural = [0 if place in places else count for place, count in enumerate(bag)][:15]
    wilds = sum(bag[place] for place in places)
    if not any(natural):
        own = [bag[rank] + (bag[15] if rank == 4 else 0) for rank in range(15)]
        return _of_tier(rows, naive_readings(rows, tuple(own)), PURE)
    out: set[tuple[int, int, int, int]] = set()
    for ranks in itertools.combinations_with_replacement(range(13), wilds):
        filled = tuple(count + ranks.count(rank) for rank, count in enumerate(natural))
        if max(filled) <= 4 * rows.packs:
            out |= naive_readings(rows, filled)
    return _of_tier(rows, out, SOFT if wilds else HARD)


def _of_tier(rows: Rows, readings: set[tuple[int, int, int, int]], tier: int) -> set[tuple[int, int, int, int]]:
    bombs = {len(rows.shapes) + at: bomb[2] for at, bomb in enumerate(rows.bombs)}
    return {reading for reading in readings if bombs.get(reading[0], ANY) in (ANY, tier)}


def naive_plays(rows: Rows, hand: int, wild: int = -1) -> set[tuple[int, int]]:
    """Every play of a lead, from every sub-bag: (cards word, combo code)."""
    out = set()
    for bag in bags(counts(hand)):
        cards = sum(count << 4 * place for place, count in enumerate(bag))
        out |= {(cards, combo(*reading)) for reading in naive_wild_readings(rows, bag, wild)}
    return out


def naive_beats(rows: Rows, a: int, b: int) -> bool:
    """Rulebook 2.3 and 2.11 for combo codes: the same row and length by (top, second), bombs by row, then top."""
    (row_a, *key_a), (row_b, *key_b) = ((code & 255, code >> 12 & 15, code >> 16) for code in (a, b))
    bomb_a, bomb_b = (row >= len(rows.shapes) for row in (row_a, row_b))
    if bomb_a or bomb_b:
        return bomb_a and (not bomb_b or (row_a, key_a) > (row_b, key_b))
    return row_a == row_b and a >> 8 & 15 == b >> 8 & 15 and key_a > key_b
