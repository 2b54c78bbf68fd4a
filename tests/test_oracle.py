"""The engine against the oracle: the same plays, readings and comparisons on hands in which every shape occurs.

``DIZHU_ORACLE_HANDS`` sets the number of hands for each rule set (1,500; 20,000 with ``DIZHU_LONG``). Hands are seeded
by rule set and number; a failure prints what to paste.
"""

import os
import random
from functools import cache
from itertools import product

import pytest

from dizhu.rules import Combo, RuleSet, load_file
from tests import hands, oracle, oracle_rules
from tests.oracle import Listed
from tests.oracle_rules import Bomb, Reading, Row, Rules

LONG = bool(os.environ.get("DIZHU_LONG"))
HANDS = int(os.environ.get("DIZHU_ORACLE_HANDS", "20000" if LONG else "1500"))
WILD_HANDS = max(200, HANDS // 60)
BIG_HANDS = max(10, HANDS // 100)
PARTS = 4  # slices of the hands of one rule set, so that workers share them
NAMES = oracle_rules.rule_names()
WILD_KINDS = ["rank", "red7", "jokers"]


@cache
def engine_rules(name: str) -> RuleSet:
    """The engine's rule set of a name."""
    return load_file(oracle_rules.rule_files()[name])


def reading_of(combo: Combo) -> Reading:
    """A combo of the engine in the words of the oracle."""
    return Reading(combo.shape, combo.length, str(combo.top), None if combo.second is None else str(combo.second))


class Question:
    """One hand at one table, asked of both sides."""

    def __init__(self, name: str, hand: str, last: tuple[str, Reading] | None, wild: str | None = None) -> None:
        self.engine: RuleSet = engine_rules(name)
        self.rules: Rules = oracle_rules.load(name)
        self.hand, self.last, self.wild = hand, last, wild

    def __str__(self) -> str:
        table = f"{self.last[0]} as {self.last[1]}" if self.last else "none"
        return f"rules {self.rules.name}, hand {self.hand}, last {table}, wild {self.wild}"

    def engine_plays(self) -> Listed:
        """What the engine lists, each play once."""
        last = None
        if self.last:
            combos = self.engine.readings(self.last[0], wild=self.wild)
            last = next(combo for combo in combos if reading_of(combo) == self.last[1])
        listed = self.engine.plays(self.hand, last=last, wild=self.wild)
        found = {(oracle.ordered(str(play.cards)), reading_of(play.combo)) for play in listed}
        assert len(found) == len(listed), f"a play is listed twice: {self}"
        return found

    def oracle_plays(self, *, by_subset: bool) -> Listed:
        """What may be played, found by trying everything."""
        listing = oracle.plays_by_subset if by_subset else oracle.plays_by_shape
        return listing(self.rules, self.hand, self.last[1] if self.last else None, self.wild)

    def check(self, *, by_subset: bool) -> None:
        """Both sides list the same plays."""
        engine, naive = self.engine_plays(), self.oracle_plays(by_subset=by_subset)
        missing, extra = sorted(naive - engine, key=str), sorted(engine - naive, key=str)
        assert engine == naive, f"{self}\nnot listed: {missing[:10]}\nlisted but illegal: {extra[:10]}"

    def check_sample(self, rng: random.Random, sample: int) -> None:
        """Of a hand too big to list naively: what is listed is legal, what is legal is listed."""
        engine = self.engine_plays()
        for cards, reading in rng.sample(sorted(engine, key=str), min(sample, len(engine))):
            assert reading in oracle.classify(self.rules, cards, self.wild), f"{self}\nlisted but illegal: {cards}"
        for _ in range(sample):
            part = "".join(rng.sample(self.hand, min(rng.randint(1, 9), len(self.hand))))
            some = Question(self.rules.name, oracle.ordered(part), self.last, self.wild)
            missing = some.oracle_plays(by_subset=self.wild is not None) - engine
            assert not missing, f"{self}\nnot listed: {sorted(missing, key=str)[:10]}"


def same_readings(name: str, cards: str, wild: str | None = None) -> list[Reading]:
    """The readings of a bag, default first, after checking that both sides give them in one order."""
    rules = oracle_rules.load(name)
    naive = oracle.preferred(rules, oracle.classify(rules, cards, wild))
    engine = [reading_of(combo) for combo in engine_rules(name).readings(cards, wild=wild)]
    assert engine == naive, f"rules {name}, cards {cards}, wild {wild}"
    return naive


def random_table(rules: Rules, rng: random.Random, row: Row | Bomb, length: int) -> tuple[str, Reading]:
    """A play to beat, with any of its readings: mostly of the given row, else of any row or from another hand."""
    choice = rng.random()
    if choice < 0.8:
        cards = hands.instance(rules, rng, row, length) if choice < 0.5 else hands.any_instance(rules, rng)
        cards = oracle.ordered(cards)
        readings = same_readings(rules.name, cards)
        if readings:
            return cards, rng.choice(readings)
    other = hands.around(rules, rng, row, length, noise=1)
    return rng.choice(sorted(oracle.plays_by_shape(rules, other), key=str))


def random_question(name: str, rng: random.Random, number: int) -> Question:
    """Even numbers: a shape with noise. Odd ones: a small random hand. Half of each lead, half follow."""
    rules = oracle_rules.load(name)
    row = hands.random_row(rules, rng)
    length = hands.random_length(rules, rng, row)
    if number % 2:
        hand = hands.random_hand(rules, rng, rng.choices([rng.randint(1, 9), rng.randint(10, 16)], [5, 1])[0])
    else:
        hand = hands.around(rules, rng, row, length)
    return Question(name, hand, random_table(rules, rng, row, length) if number % 4 > 1 else None)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", NAMES)
def test_same_plays(name: str, part: int) -> None:
    for number in range(part * HANDS // PARTS, (part + 1) * HANDS // PARTS):
        question = random_question(name, random.Random(f"{name} hand {number}"), number)
        question.check(by_subset=len(question.hand) <= 9)


@pytest.mark.parametrize("name", NAMES)
def test_same_answers_of_every_row_to_every_row(name: str) -> None:
    rules = oracle_rules.load(name)
    rows: list[Row | Bomb] = [*rules.rows, *rules.bombs]
    for own, other in product(rows, rows):
        rng = random.Random(f"{name} {own.text} on {other.text}")
        length = hands.random_length(rules, rng, own)
        hand = hands.around(rules, rng, own, length, noise=3)
        last = random_table(rules, rng, other, length if own == other else hands.random_length(rules, rng, other))
        Question(name, hand, last).check(by_subset=False)


@pytest.mark.parametrize("name", NAMES)
def test_same_plays_of_whole_hands(name: str) -> None:
    rules = oracle_rules.load(name)
    for number in range(BIG_HANDS):
        rng = random.Random(f"{name} whole hand {number}")
        hand = oracle.ordered(hands.random_cards(rng, hands.deck(rules), rng.randint(17, 20)))
        row = hands.random_row(rules, rng)
        last = random_table(rules, rng, row, hands.random_length(rules, rng, row)) if number % 2 else None
        Question(name, hand, last).check(by_subset=False)


@pytest.mark.parametrize("name", [name for name in NAMES if oracle_rules.load(name).packs == 2])
def test_plays_of_two_pack_hands_are_legal_and_complete(name: str) -> None:
    rules = oracle_rules.load(name)
    for number in range(BIG_HANDS):
        rng = random.Random(f"{name} two packs {number}")
        hand = oracle.ordered(hands.random_cards(rng, hands.deck(rules), rng.randint(21, 34)))
        Question(name, hand, None).check_sample(rng, sample=20)


@pytest.mark.parametrize("name", NAMES)
def test_same_readings_and_comparisons(name: str) -> None:
    rules, engine = oracle_rules.load(name), engine_rules(name)
    for number in range(HANDS // 2):
        rng = random.Random(f"{name} bags {number}")
        row = hands.random_row(rules, rng)
        length = hands.random_length(rules, rng, row)
        one = oracle.ordered(hands.instance(rules, rng, row, length))
        two = oracle.ordered(hands.instance(rules, rng, row, length) if number % 2 else hands.any_instance(rules, rng))
        for bag in (one, two, hands.around(rules, rng, row, length, noise=2)):
            same_readings(name, bag)
        for a in engine.readings(one):
            for b in engine.readings(two):
                naive = oracle.beats(rules, reading_of(a), reading_of(b))
                assert engine.beats(a, b) == naive, f"rules {name}: {one} as {a} on {two} as {b}"


def wild_game(kind: str, rng: random.Random) -> tuple[str, str]:
    """A rule set for a kind of wild card, and the cards that are wild in one deal."""
    return ("happy_laizi_3p", rng.choice(oracle_rules.PLAIN)) if kind == "rank" else ("qq_3p", kind)


def wild_question(name: str, wild: str, rng: random.Random, cards: int, most_wilds: int) -> Question:
    """A hand with wild cards, leading or following."""
    rules = oracle_rules.load(name)
    hand = hands.with_wilds(rules, rng, wild, cards, most_wilds)
    if rng.random() < 0.5:
        return Question(name, hand, None, wild)
    other = hands.with_wilds(rules, rng, wild, rng.randint(3, 6), most_wilds=2)
    return Question(name, hand, rng.choice(sorted(oracle.plays_by_subset(rules, other, None, wild), key=str)), wild)


@pytest.mark.parametrize("kind", WILD_KINDS)
def test_same_plays_with_wild_cards(kind: str) -> None:
    for number in range(WILD_HANDS):
        rng = random.Random(f"{kind} wild hand {number}")
        wild_question(*wild_game(kind, rng), rng, cards=rng.randint(2, 8), most_wilds=4).check(by_subset=True)


@pytest.mark.parametrize("kind", WILD_KINDS)
def test_same_plays_of_longer_hands_with_wild_cards(kind: str) -> None:
    for number in range(WILD_HANDS // 5):
        rng = random.Random(f"{kind} longer wild hand {number}")
        wild_question(*wild_game(kind, rng), rng, cards=rng.randint(9, 13), most_wilds=2).check(by_subset=False)


@pytest.mark.parametrize("kind", WILD_KINDS)
def test_plays_of_whole_hands_with_wild_cards_are_legal_and_complete(kind: str) -> None:
    for number in range(WILD_HANDS // 5):
        rng = random.Random(f"{kind} whole wild hand {number}")
        wild_question(*wild_game(kind, rng), rng, cards=rng.randint(14, 20), most_wilds=4).check_sample(rng, sample=5)


@pytest.mark.parametrize("kind", WILD_KINDS)
def test_same_readings_with_wild_cards(kind: str) -> None:
    for number in range(WILD_HANDS):
        rng = random.Random(f"{kind} wild bags {number}")
        name, wild = wild_game(kind, rng)
        same_readings(name, hands.with_wilds(oracle_rules.load(name), rng, wild, rng.randint(1, 12)), wild)


@pytest.mark.parametrize("name", NAMES)
def test_same_plays_with_wild_cards_under_any_rules(name: str) -> None:
    rules = oracle_rules.load(name)
    for number in range(WILD_HANDS // 2):
        rng = random.Random(f"{name} wild hand {number}")
        wild = rng.choice([*oracle_rules.PLAIN, "red7", "jokers"])
        wild_question(name, wild, rng, cards=rng.randint(2, 8), most_wilds=3).check(by_subset=True)
        cards, rank = hands.any_instance(rules, rng), oracle_rules.PLAIN[number % 13]
        with_wilds = oracle.ordered(rank * min(2, len(cards)) + cards[2:])
        if oracle.exists(rules, with_wilds, rank):
            same_readings(name, with_wilds, rank)
