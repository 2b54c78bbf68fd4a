"""The second, deliberately naive copy of the shape rules, against which the engine is checked.

It shares no code with the package: it reads the rule files as raw TOML, has its own reader of the shape notation
(docs/rule-files.md), and answers by trying everything. There are two independent ways to list plays here,
``plays_by_subset`` (every sub-bag of the hand, classified) and ``plays_by_shape`` (every body, then every choice of
kickers), so that the oracle can be checked against itself.

A bag of cards is a tuple of 15 counts, one for each of the ranks ``3456789TJQKA2xX``. Cards are written as text, one
character a card; ``r`` is a red seven, which exists only where red sevens are the wild cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product

from tests.oracle_rules import (
    BIG_JOKER,
    PLAIN_RANKS,
    RANKS,
    RUN_RANKS,
    SMALL_JOKER,
    Bag,
    Bomb,
    Kicker,
    Reading,
    Row,
    Rules,
)

CARD_ORDER = "34567r89TJQKA2xX"
Groups = tuple[tuple[int, ...], ...]  # ranks of the kicker groups, one tuple for each kind of kicker in the row
MOST_KNOWN = 200_000  # bags remembered for one rule set
Listed = set[tuple[str, Reading]]


# Cards


def ordered(cards: str) -> str:
    """The same cards from 3 to X, a red seven after the other sevens."""
    return "".join(sorted(cards, key=CARD_ORDER.index))


def bag_of(cards: str) -> Bag:
    """Counts by rank; red sevens must have been taken out."""
    counts = Counter(cards)
    assert set(counts) <= set(RANKS), cards
    return tuple(counts[rank] for rank in RANKS)


def text_of(bag: Bag) -> str:
    """The cards of a bag, lowest first."""
    return "".join(rank * count for rank, count in zip(RANKS, bag, strict=True))


def part_wild(cards: str, wild: str | None) -> tuple[str, str]:
    """Split cards into those that are not wild and those that are."""
    letters = {None: "", "red7": "r", "jokers": "xX"}.get(wild, wild) or ""
    return "".join(c for c in cards if c not in letters), "".join(c for c in cards if c in letters)


def exists(rules: Rules, cards: str, wild: str | None) -> bool:
    """Can these cards lie in the decks of this game together?"""
    counts = Counter(cards)
    limit = {rank: rules.packs if rank in "xX" else 4 * rules.packs for rank in RANKS} | {"r": 0}
    if wild == "red7":
        limit |= {"r": 2 * rules.packs, "7": 2 * rules.packs}
    return bool(cards) and all(count <= limit[card] for card, count in counts.items())


# Which kickers go with a body


def body_starts(rules: Rules, row: Row, length: int) -> range | list[int]:
    """Lowest ranks at which a body of this row may begin."""
    if row.most > 1:
        return range(RUN_RANKS - length + 1)
    return group_ranks(rules, row.unit)


def group_ranks(rules: Rules, size: int) -> list[int]:
    """Ranks of which so many equal cards may be one group."""
    jokers = size == 1 or (size == 2 and rules.joker_pairs)
    return [*range(PLAIN_RANKS), *([SMALL_JOKER, BIG_JOKER] if jokers else [])]


def allowed(row: Row, body: range, groups: Groups) -> bool:
    """Do the kickers obey the bans of the rule set, and form runs where they must?"""
    ranks = [rank for kind in groups for rank in kind]
    cards: Counter[int] = Counter()
    for kicker, kind in zip(row.kickers, groups, strict=True):
        for rank in kind:
            cards[rank] += kicker.size
    if len(body) == 1 and body[0] in ranks:
        return False
    neighbours = [rank for rank in (body[0] - 1, body[-1] + 1) if 0 <= rank < RUN_RANKS]
    for kicker, kind in zip(row.kickers, groups, strict=True):
        broken = {
            "body": any(rank in body for rank in kind),
            "repeat": any(ranks.count(rank) > 1 for rank in kind),
            "rocket": SMALL_JOKER in ranks and BIG_JOKER in ranks,
            "joker": any(rank >= PLAIN_RANKS for rank in kind),
            "bomb": any(count >= 4 for count in cards.values()),
            "extend": row.most > 1 and any(cards[rank] >= 3 for rank in neighbours),
        }
        if any(broken[ban] for ban in kicker.bans) or (kicker.run and not is_run(kind)):
            return False
    return True


def is_run(ranks: tuple[int, ...]) -> bool:
    """Are these different ranks of 3…A without a gap?"""
    lowest = min(ranks)
    return sorted(ranks) == list(range(lowest, lowest + len(ranks))) and max(ranks) < RUN_RANKS


def reading(row: Row, body: range, groups: Groups) -> Reading:
    """Name a body with its kickers."""
    seconds = [RANKS[max(kind)] for kicker, kind in zip(row.kickers, groups, strict=True) if kicker.run]
    return Reading(row.text, len(body), RANKS[body[-1]], seconds[0] if seconds else None)


# Classifying


def splits(rules: Rules, kinds: tuple[Kicker, ...], length: int, rest: list[int]) -> Iterator[Groups]:
    """Every way to share out exactly these cards among the kinds of kicker."""
    if not kinds:
        if not any(rest):
            yield ()
        return
    kicker, others = kinds[0], kinds[1:]
    count = kicker.number or length
    if not others:  # all the rest must be groups of this one kind
        if sum(rest) == count * kicker.size and all(
            held % kicker.size == 0 and (not held or rank in group_ranks(rules, kicker.size))
            for rank, held in enumerate(rest)
        ):
            yield (tuple(rank for rank, held in enumerate(rest) for _ in range(held // kicker.size)),)
        return
    ranks = [rank for rank in group_ranks(rules, kicker.size) if rest[rank] >= kicker.size]
    for chosen in combinations_with_replacement(ranks, count):
        left = [held - kicker.size * chosen.count(rank) for rank, held in enumerate(rest)]
        if min(left) >= 0:
            for tail in splits(rules, others, length, left):
                yield (chosen, *tail)


def bomb_top(bomb: Bomb, bag: Bag) -> str | None:
    """The rank by which a bag is compared as this bomb, or None."""
    small, big = bag[SMALL_JOKER], bag[BIG_JOKER]
    if bomb.what[1] == "x":
        size = int(bomb.what[0])
        return RANKS[bag.index(size)] if sum(bag) == size == max(bag[:PLAIN_RANKS]) else None
    if small + big != sum(bag):
        return None
    if bomb.what == "xX":
        return "X" if (small, big) == (1, 1) else None
    if bomb.what == "2j":
        return {(2, 0): "x", (0, 2): "X"}.get((small, big))
    return "X" if small + big == int(bomb.what[0]) else None


def plain_readings(rules: Rules, bag: Bag, tier: str) -> frozenset[Reading]:
    """Everything these cards, taken at their face, can be; ``tier`` is that of a bomb made of them."""
    found = rules.known.get((bag, tier))
    if found is None:
        if len(rules.known) >= MOST_KNOWN:
            rules.known.clear()
        found = rules.known[bag, tier] = frozenset(try_everything(rules, bag, tier))
    return found


def try_everything(rules: Rules, bag: Bag, tier: str) -> Iterator[Reading]:
    """Every reading, some of them more than once."""
    for bomb in rules.bombs:
        top = bomb_top(bomb, bag)
        if top and bomb.tier in ("", tier):
            yield Reading(bomb.text, 1, top, None)
    for row, length in rules.by_size.get(sum(bag), []):
        for start in body_starts(rules, row, length):
            body = range(start, start + length)
            if min(bag[start : start + length]) < row.unit:
                continue
            rest = [held - row.unit * (rank in body) for rank, held in enumerate(bag)]
            for groups in splits(rules, row.kickers, length, rest):
                if allowed(row, body, groups):
                    yield reading(row, body, groups)


def classify(rules: Rules, cards: str, wild: str | None = None) -> set[Reading]:
    """Every reading of all these cards. Source: rulebook 2.13 for wild cards."""
    if not exists(rules, cards, wild):
        return set()
    plain, wilds = part_wild(cards, wild)
    if not plain:
        return set(plain_readings(rules, bag_of(wilds.replace("r", "7")), "pure"))
    bag = bag_of(plain)
    if not wilds:
        return set(plain_readings(rules, bag, "hard"))
    found: set[Reading] = set()
    for stands_for in combinations_with_replacement(range(PLAIN_RANKS), len(wilds)):
        filled = list(bag)
        for rank in stands_for:
            filled[rank] += 1
        if max(filled) <= 4 * rules.packs:
            found |= plain_readings(rules, tuple(filled), "soft")
    return found


def beats(rules: Rules, a: Reading, b: Reading) -> bool:
    """May ``a`` be played on ``b``? Kickers never count, but a kicker run does. Source: rulebook 2.3, 2.11."""
    bombs = [bomb.text for bomb in rules.bombs]
    key_a, key_b = ((RANKS.index(r.top), RANKS.index(r.second or "3")) for r in (a, b))
    if a.shape in bombs:
        return b.shape not in bombs or (bombs.index(a.shape), key_a) > (bombs.index(b.shape), key_b)
    return (a.shape, a.length) == (b.shape, b.length) and key_a > key_b


def preferred(rules: Rules, readings: set[Reading]) -> list[Reading]:
    """The readings of one bag, the one that counts on an unnamed lead first. Source: rulebook 2.5."""
    order = [bomb.text for bomb in reversed(rules.bombs)] + [row.text for row in rules.rows]
    return sorted(
        readings,
        key=lambda r: (order.index(r.shape), -r.length, -RANKS.index(r.top), -RANKS.index(r.second or "3")),
    )


# Listing


def plays_by_subset(rules: Rules, hand: str, last: Reading | None = None, wild: str | None = None) -> Listed:
    """Every play of a hand: each different sub-bag is classified. For hands of up to some ten cards."""
    plain, wilds = part_wild(hand, wild)
    found: Listed = set()
    for counts in product(*(range(held + 1) for held in bag_of(plain))):
        for number in range(len(wilds) + 1):
            for used in {ordered("".join(some)) for some in combinations(wilds, number)}:
                cards = ordered(text_of(counts) + used)
                found |= {(cards, r) for r in classify(rules, cards, wild) if not last or beats(rules, r, last)}
    return found


def plays_by_shape(rules: Rules, hand: str, last: Reading | None = None, wild: str | None = None) -> Listed:
    """Every play of a hand: each body in each place, then each choice of kickers from what is left."""
    plain, wilds = part_wild(hand, wild)
    bag = bag_of(plain)
    found = {(text_of(cards), r) for cards, r in shapes_in(rules, bag, "hard")}
    found |= {
        (cards if wild != "red7" else cards.replace("7", "r"), r)
        for bare, r in shapes_in(rules, bag_of(wilds.replace("r", "7")), "pure")
        for cards in [text_of(bare)]
    }
    for number in range(1, len(wilds) + 1):
        pieces = {ordered("".join(some)) for some in combinations(wilds, number)}
        for stands_for in combinations_with_replacement(range(PLAIN_RANKS), number):
            for rest, r in completed(rules, bag, stands_for):
                found |= {(ordered(rest + used), r) for used in pieces}
    return found if last is None else {(cards, r) for cards, r in found if beats(rules, r, last)}


def completed(rules: Rules, bag: Bag, stands_for: tuple[int, ...]) -> Iterator[tuple[str, Reading]]:
    """Plays that hold wild cards standing for exactly these ranks beside at least one other card.

    Yields the cards that are not wild, as text.
    """
    filled = tuple(held + stands_for.count(rank) for rank, held in enumerate(bag))
    for cards, r in shapes_in(rules, filled, "soft"):
        rest = tuple(count - stands_for.count(rank) for rank, count in enumerate(cards))
        if min(rest) >= 0 and any(rest) and max(cards) <= 4 * rules.packs:
            yield text_of(rest), r


def shapes_in(rules: Rules, bag: Bag, tier: str) -> Iterator[tuple[Bag, Reading]]:
    """Every instance of every row that lies in a bag, some of them more than once."""
    for bomb in rules.bombs:
        for cards in bombs_in(bomb, bag):
            top = bomb_top(bomb, cards)
            if top and bomb.tier in ("", tier):
                yield cards, Reading(bomb.text, 1, top, None)
    for row in rules.rows:
        for length in range(row.least, row.most + 1):
            if row.size(length) > sum(bag):
                break
            for start in body_starts(rules, row, length):
                if min(bag[start : start + length]) >= row.unit:
                    yield from with_kickers(rules, row, range(start, start + length), bag)


def bombs_in(bomb: Bomb, bag: Bag) -> list[Bag]:
    """Bags that could be this bomb: n of a rank, or some jokers."""
    if bomb.what[1] == "x":
        size = int(bomb.what[0])
        return [bag_of(RANKS[rank] * size) for rank in range(PLAIN_RANKS) if bag[rank] >= size]
    held = "x" * bag[SMALL_JOKER] + "X" * bag[BIG_JOKER]
    return [bag_of("".join(some)) for number in (2, 3, 4) for some in set(combinations(held, number))]


def with_kickers(rules: Rules, row: Row, body: range, bag: Bag) -> Iterator[tuple[Bag, Reading]]:
    """One body with each choice of kickers."""
    left = [held - row.unit * (rank in body) for rank, held in enumerate(bag)]
    choices = [
        combinations_with_replacement(
            [rank for rank in group_ranks(rules, kicker.size) if left[rank] >= kicker.size], kicker.number or len(body)
        )
        for kicker in row.kickers
    ]
    for groups in product(*choices):
        used = [0] * len(RANKS)
        for kicker, kind in zip(row.kickers, groups, strict=True):
            for rank in kind:
                used[rank] += kicker.size
        if all(count <= held for count, held in zip(used, left, strict=True)) and allowed(row, body, groups):
            cards = tuple(count + row.unit * (rank in body) for rank, count in enumerate(used))
            yield cards, reading(row, body, groups)
