"""The oracle itself: it reproduces the printed cases, and its two ways to list plays agree."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import cases_words, hands, oracle, oracle_rules

CASE_FILES = Path(__file__).parent / "data"
ANY = ["qq_3p", "pagat_3p", "happy_3p", "rlcard", "openspiel", "douzero", "onestraw"]
TYPES = cases_words.TYPES | {"xX": "rocket", "4j": "rocket", "2j": "double_king", "3j": "triple_king"}
Case = dict[str, Any]


def named(reading: oracle_rules.Reading, kind: str) -> Case:
    """A reading in the words of the case files; a ``wild`` case has the tier inside the type."""
    shape, _, tier = re.sub(r"(?<=\*)\d+\.\.\d*", "", reading.shape).partition(":")
    kind_of_play = TYPES.get(shape, "bomb")
    if tier and kind == "wild":
        return {"type": f"bomb-{tier}", "main": reading.top, "len": reading.length}
    words = {"type": kind_of_play, "main": reading.top, "len": reading.length}
    return words | ({"tier": tier} if tier else {})


def as_set(items: list[Case]) -> set[str]:
    return {json.dumps(item, sort_keys=True) for item in items}


def chosen(rules: oracle_rules.Rules, case: Case, which: str) -> oracle_rules.Reading:
    """The reading of the cards on the table: the named one, else the default of a lead."""
    given = case["given"]
    readings = oracle.preferred(rules, oracle.classify(rules, given[which], given.get("wild")))
    return next(r for r in readings if fits(r, given.get(f"{which}_as"), case["kind"]))


def fits(reading: oracle_rules.Reading, wanted: str | Case | None, kind: str) -> bool:
    words = named(reading, kind)
    if isinstance(wanted, str):
        return bool(words["type"] == wanted)
    return wanted is None or words == wanted


def check_classify(rules: oracle_rules.Rules, case: Case) -> None:
    found = oracle.classify(rules, case["given"]["cards"], case["given"].get("wild"))
    assert as_set([named(r, case["kind"]) for r in found]) == as_set(case["want"]["readings"])


def check_beats(rules: oracle_rules.Rules, case: Case) -> None:
    given = case["given"]
    table = chosen(rules, case, "b")
    answers = oracle.classify(rules, given["a"], given.get("wild"))
    wanted = [r for r in answers if fits(r, given.get("a_as"), case["kind"])]
    assert any(oracle.beats(rules, r, table) for r in wanted) == case["want"]["beats"]


def led(history: list[list[str]]) -> str | None:
    """The cards on the table after these acts of three seats, or None for a free lead."""
    plays = [cards for _, cards in history if cards != "pass"]
    passes = [cards for _, cards in history[-2:]]
    return None if not plays or passes == ["pass", "pass"] else plays[-1]


def check_moves(rules: oracle_rules.Rules, case: Case) -> None:
    given, want = case["given"], case["want"]
    last = led(given["history"]) if "history" in given else given["last"]
    given = given | {"last": last}
    table = chosen(rules, case | {"given": given}, "last") if last else None
    found = oracle.plays_by_shape(rules, given["hand"], table, given.get("wild"))
    if "only" in given:
        found = {(cards, r) for cards, r in found if named(r, "moves")["type"] in given["only"]}
    bags = {cards for cards, _ in found}
    spelled = [{"cards": cards} | named(r, "moves") for cards, r in found]
    assert want["pass_legal"] == (last is not None)
    assert want.get("leads", last is None) == (last is None)
    if "wild" not in given:
        assert len(bags) == want["count"]
        assert "moves" not in want or bags == {oracle.ordered(cards) for cards in want["moves"]}
        return
    assert len(as_set(spelled)) == want["count"]
    assert want.get("cards", len(bags)) == len(bags)
    if "moves" in want:
        assert as_set(spelled) == as_set([m | {"cards": oracle.ordered(m["cards"])} for m in want["moves"]])


CHECKS = {"classify": check_classify, "beats": check_beats, "moves": check_moves}


def cases() -> Iterator[tuple[Case, str]]:
    """Every case of shapes for a rule set that is here, once for each of its rule sets."""
    present = oracle_rules.rule_names()
    for path in sorted(CASE_FILES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case["kind"] in ("classify", "beats", "moves", "wild"):
                profiles = ANY if case["variant"] == "any" else case["variant"].split("+")
                names = [cases_words.PROFILES.get(profile, profile) for profile in profiles]
                yield from ((case, name) for name in names if name in present)


@pytest.mark.parametrize(("case", "name"), [pytest.param(c, n, id=f"{n}:{c['id']}") for c, n in cases()])
def test_oracle_reproduces_the_case(case: Case, name: str) -> None:
    kind = case["kind"]
    if kind == "wild":
        kind = "classify" if "cards" in case["given"] else "beats"
    CHECKS[kind](oracle_rules.load(name), case)


def test_every_one_deck_case_of_the_playable_sets_was_found() -> None:
    seen = {name for _, name in cases()}
    assert set(ANY) <= seen


@pytest.mark.parametrize("name", oracle_rules.rule_names())
def test_both_listings_agree(name: str) -> None:
    rules = oracle_rules.load(name)
    rng = random.Random(f"both listings {name}")
    for _ in range(60):
        row = hands.random_row(rules, rng)
        hand = hands.around(rules, rng, row, hands.random_length(rules, rng, row), noise=2)
        if len(hand) > 11:
            hand = "".join(rng.sample(hand, 11))
        assert oracle.plays_by_subset(rules, hand) == oracle.plays_by_shape(rules, hand), hand


@pytest.mark.parametrize("wild", ["8", "2", "red7", "jokers"])
def test_both_listings_agree_with_wild_cards(wild: str) -> None:
    rules = oracle_rules.load("qq_3p" if wild in ("red7", "jokers") else "happy_laizi_3p")
    rng = random.Random(f"both listings, wild {wild}")
    for _ in range(6):
        hand = hands.with_wilds(rules, rng, wild, cards=8, most_wilds=3)
        assert oracle.plays_by_subset(rules, hand, None, wild) == oracle.plays_by_shape(rules, hand, None, wild), hand
