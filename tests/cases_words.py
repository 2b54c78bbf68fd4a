"""The words of the case files: cards, types of plays, rule sets. The form of the files is in tests/data/README.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from dizhu.cards import RANKS, RED_SEVEN, Card, Hand, full_deck
from dizhu.errors import NotationError
from dizhu.rules import Bomb, Combo, RuleSet, Shape, available, load, load_file
from dizhu.rules.shape import GROUPS

DATA: Final = Path(__file__).parent / "data"
HOUSE_RULES: Final = DATA / "house"
SHAPES_ONLY: Final = DATA / "rules"

# By body, a star where it is a run, and kickers: what the case files call a shape.
TYPES: Final = {
    "solo": "single",
    "pair": "pair",
    "trio": "triple",
    "trio+solo": "triple1",
    "trio+pair": "triple2",
    "solo*": "straight",
    "pair*": "pairs",
    "trio*": "plane",
    "trio*+solo": "plane1",
    "trio*+pair": "plane2",
    "quad+2solo": "quad2",
    "quad+2pair": "quad22",
    "quad": "quad",
    "quad*": "quad_run",
    "quad+trio": "quad_triple",
    "quad*+trio": "carrier",
    "quad+trio+pair": "dress",
    "quad*+trio*+pair": "ship",
}
PROFILES: Final = {
    "pagat": "pagat_3p",
    "lenient": "qq_3p",
    "tencent-happy": "onestraw",
    "qq-classic": "onestraw",
    "tencent-happy-endgame": "douzero",
    "laizi-classic": "happy_laizi_3p",
}
WILDS: Final = (*RANKS[:13], "red7", "jokers")
OWN_KICKERS: Final = ("zhengtu_3p",)  # one pack, but its shapes are not those of the profiles
AUCTION_PROFILES: Final = ("qq_3p", "pagat_3p", "openspiel", "one-round")


class NotCarried(Exception):
    """The case asks for something that is not in the project yet."""


class BadLine(Exception):
    """The case is not in the form of the case files, or does not hold together."""


class Presupposed(Exception):
    """The rules refuse what the case takes for granted: a failure of the case, not of its form."""


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reading in the words of the case files."""

    type: str
    main: str
    len: int = 1
    tier: str | None = None


def bag(text: str, wild: str | None = None) -> Hand | None:
    """Cards counted by rank; None for a bag that no deck holds. BadLine for a letter that is no card."""
    if wild is not None and wild not in WILDS:
        raise BadLine(f"expected one of {' '.join(WILDS)} as wild cards, got {wild!r}")
    letters = RANKS + (RED_SEVEN if wild == "red7" else "")
    strange = set(text) - set(letters)
    if strange or not text:
        raise BadLine(f"expected cards of {letters}, got {text!r}")
    try:
        return Hand.parse(text, red_sevens=wild == "red7")
    except NotationError:
        return None


def need(text: str, wild: str | None = None) -> Hand:
    """Cards counted by rank that some deck must hold."""
    cards = bag(text, wild)
    if cards is None:
        raise BadLine(f"expected cards that two packs hold, got {text!r}")
    return cards


def spelled(cards: Hand | str) -> str:
    """A bag of cards as the one string all its spellings have in common."""
    return "".join(sorted(str(cards)))


def physical(hands: Sequence[str], packs: int) -> list[tuple[Card, ...]]:
    """Cards with suits for hands written as ranks, suits c, d, h, s in turn; BadLine if the packs do not hold them."""
    left = list(full_deck(packs))
    dealt = []
    for hand in hands:
        cards = []
        for letter in hand:
            card = next((card for card in left if str(card.rank) == letter), None)
            if card is None:
                raise BadLine(f"expected cards that {packs} pack(s) hold together, got {list(hands)}")
            left.remove(card)
            cards.append(card)
        dealt.append(tuple(cards))
    return dealt


def others(hands: Iterable[Iterable[Card]], packs: int) -> list[Card]:
    """The cards of the packs that lie in none of the hands."""
    held = {card for hand in hands for card in hand}
    return [card for card in full_deck(packs) if card not in held]


def seat_of(rules: RuleSet, seat: int) -> int:
    """The seat, or BadLine if the table has none of that number."""
    if seat not in range(rules.table.seats):
        raise BadLine(f"expected a seat 0…{rules.table.seats - 1} of {rules.id}, got {seat}")
    return seat


def type_name(rules: RuleSet, row: str) -> str:
    """What the case files call a row of the rule set."""
    if row not in rules.combos.bombs:
        shape = Shape.parse(row)
        body = GROUPS[shape.unit - 1] + ("*" if shape.run else "")
        return TYPES[body + "".join(map(str, shape.kickers))]
    bomb = Bomb.parse(row)
    if not bomb.jokers:
        return "bomb"
    return "rocket" if bomb.size == 2 * rules.table.packs else {2: "double_king", 3: "triple_king"}[bomb.size]


def words(rules: RuleSet, combo: Combo) -> dict[str, Any]:
    """A combo in the words of the case files."""
    said = {"type": type_name(rules, combo.shape), "main": str(combo.top), "len": combo.length}
    return said | ({"tier": combo.tier} if combo.tier else {})


def fits(rules: RuleSet, combo: Combo, wanted: str | Reading | None) -> bool:
    """Whether a combo is the wanted type or reading; ``bomb-soft`` is another word for a bomb of tier soft."""
    if wanted is None:
        return True
    kind = type_name(rules, combo.shape)
    names = (kind, f"{kind}-{combo.tier}")
    if isinstance(wanted, str):
        return wanted in names
    same = (wanted.main, wanted.len) == (str(combo.top), combo.length)
    return same and wanted.type in names and wanted.tier in (None, combo.tier)


def rule_set(name: str) -> RuleSet:
    """The rule set of a profile or rule id; NotCarried if there is none."""
    name = PROFILES.get(name, name)
    if name in available():
        return load(name)
    for folder in (HOUSE_RULES, SHAPES_ONLY):
        if (folder / f"{name}.toml").exists():
            return load_file(folder / f"{name}.toml")
    raise NotCarried(f"no rules {name}")


def one_deck_rules() -> list[str]:
    """Every rule set of the package that plays the one-deck types of the profiles."""
    return [name for name in available() if load(name).table.packs == 1 and name not in OWN_KICKERS]
