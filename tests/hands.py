"""Hands for the comparison with the oracle: an instance of a random shape plus noise, so that every shape occurs."""

from __future__ import annotations

import random
from collections import Counter

from tests.oracle import ordered
from tests.oracle_rules import PLAIN_RANKS, RANKS, RUN_RANKS, Bomb, Kicker, Row, Rules

BIGGEST = {1: 20, 2: 24}  # cards in an instance, by packs


def deck(rules: Rules, wild: str | None = None) -> Counter[str]:
    """How many of each card there are; with red sevens as wild cards ``7`` is a black one."""
    cards = Counter({rank: rules.packs * (1 if rank in "xX" else 4) for rank in RANKS})
    if wild == "red7":
        cards["7"] = cards["r"] = 2 * rules.packs
    return cards


def random_cards(rng: random.Random, left: Counter[str], number: int) -> str:
    """So many cards drawn from what is left of the deck."""
    pool = [card for card, count in sorted(left.items()) for _ in range(count)]
    return "".join(rng.sample(pool, min(number, len(pool))))


def random_length(rules: Rules, rng: random.Random, row: Row | Bomb) -> int:
    """Body groups of an instance of a row: any number that keeps it playable from a hand."""
    if isinstance(row, Bomb):
        return 1
    lengths = range(row.least, row.most + 1)
    return rng.choice([n for n in lengths if n == row.least or row.size(n) <= BIGGEST[rules.packs]])


def instance(rules: Rules, rng: random.Random, row: Row | Bomb, length: int) -> str:
    """Cards of one shape or bomb; its kickers are drawn blindly and may be banned ones."""
    if isinstance(row, Bomb):
        return bomb(rng, row)
    left = deck(rules)
    start = rng.randrange(RUN_RANKS - length + 1 if row.most > 1 else PLAIN_RANKS)
    cards = body = "".join(rank * row.unit for rank in RANKS[start : start + length])
    left.subtract(body)
    for kicker in row.kickers:
        for rank in kicker_ranks(rng, kicker, kicker.number or length, left, body):
            size = min(kicker.size, left[rank])
            cards += rank * size
            left[rank] -= size
    return cards


def bomb(rng: random.Random, row: Bomb) -> str:
    """Cards of one bomb."""
    if row.what[1] == "x":
        return rng.choice(RANKS[:PLAIN_RANKS]) * int(row.what[0])
    return {"xX": "xX", "2j": rng.choice(["xx", "XX"]), "3j": rng.choice(["xxX", "xXX"]), "4j": "xxXX"}[row.what]


def kicker_ranks(rng: random.Random, kicker: Kicker, number: int, left: Counter[str], body: str) -> str:
    """Ranks for so many kickers, mostly beside the body, at times one rank twice."""
    beside = rng.random() < 0.8
    ranks = [rank for rank in RANKS if left[rank] >= kicker.size and not (beside and rank in body)]
    if kicker.run:
        runs = [RANKS[low : low + number] for low in range(RUN_RANKS - number + 1)]
        return rng.choice([run for run in runs if set(run) <= set(ranks)] or runs)
    chosen = "".join(rng.sample(ranks, min(number, len(ranks))))
    if rng.random() < 0.3:
        chosen = chosen[: (number + 1) // 2] * 2
    return chosen[:number]


def random_row(rules: Rules, rng: random.Random) -> Row | Bomb:
    """A row of the rule set, each shape and bomb equally often."""
    rows: list[Row | Bomb] = [*rules.rows, *rules.bombs]
    return rng.choice(rows)


def any_instance(rules: Rules, rng: random.Random) -> str:
    """An instance of a random row."""
    row = random_row(rules, rng)
    return instance(rules, rng, row, random_length(rules, rng, row))


def around(rules: Rules, rng: random.Random, row: Row | Bomb, length: int, noise: int = 5) -> str:
    """An instance of a row plus up to ``noise`` other cards."""
    cards = instance(rules, rng, row, length)
    left = deck(rules)
    left.subtract(cards)
    return ordered(cards + random_cards(rng, left, rng.randint(0, noise)))


def random_hand(rules: Rules, rng: random.Random, cards: int) -> str:
    """So many cards of the deck; half of the time of only a few ranks, so that groups are common."""
    left = deck(rules)
    if rng.random() < 0.5:
        first = rng.randrange(len(RANKS) - 4)
        left = Counter({rank: left[rank] for rank in RANKS[first : first + 5]})
    return ordered(random_cards(rng, left, cards))


def with_wilds(rules: Rules, rng: random.Random, wild: str, cards: int, most_wilds: int = 4) -> str:
    """A hand with one to four wild cards: a shape with some cards replaced, or random cards."""
    left = deck(rules, wild)
    wilds = list({"red7": "rr", "jokers": "xX"}.get(wild, wild * 4))
    held = "".join(rng.sample(wilds, rng.randint(1, min(most_wilds, len(wilds), cards))))
    plain = Counter({card: count for card, count in left.items() if card not in wilds})
    number = cards - len(held)
    others = ""
    if rng.random() < 0.6:
        pool = [card for card in any_instance(rules, rng) if plain[card]]
        kept = Counter(rng.sample(pool, min(number, len(pool)))) & plain
        others = "".join(kept.elements())
        plain.subtract(others)
    return ordered(held + others + random_cards(rng, plain, number - len(others)))
