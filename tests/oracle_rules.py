"""The rule files as the oracle sees them: raw TOML, its own ``extends`` and its own reader of the shape notation.

Notation: docs/rule-files.md. Nothing here is shared with the package.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

RANKS = "3456789TJQKA2xX"
RUN_RANKS = 12  # 3…A
PLAIN = RANKS[:13]  # 3…2
PLAIN_RANKS = 13
SMALL_JOKER, BIG_JOKER = 13, 14
UNITS = {"solo": 1, "pair": 2, "trio": 3, "quad": 4, "5x": 5, "6x": 6, "7x": 7, "8x": 8}
PACKAGE_RULES = Path(__file__).parent.parent / "src" / "dizhu" / "rules"
SHAPE_RULES = Path(__file__).parent / "data" / "rules"  # shapes of games that are not in the package yet
BODY = re.compile(r"(solo|pair|trio|quad|[5-8]x)(?:\*(\d+)\.\.(\d*))?")
KICKER = re.compile(r"(\d*)(solo|pair|trio|quad)(\*?)")
BOMB = re.compile(r"([4-8]x|xX|[234]j)(?::(soft|hard|pure))?")

Bag = tuple[int, ...]


class Kicker(NamedTuple):
    """One kind of kicker in a row: ``number`` groups of ``size`` cards, 0 for one per body group."""

    size: int
    number: int
    run: bool
    bans: frozenset[str]


class Row(NamedTuple):
    """One shape: ``least``…``most`` body groups of ``unit`` cards each, and the kinds of kicker."""

    text: str
    unit: int
    least: int
    most: int
    kickers: tuple[Kicker, ...]

    def size(self, length: int) -> int:
        """Cards in an instance with so many body groups."""
        return length * self.unit + sum(kicker.size * (kicker.number or length) for kicker in self.kickers)


class Bomb(NamedTuple):
    """One row of the bomb list: what it is (``5x``, ``xX``, ``3j``) and its tier, empty for any."""

    text: str
    what: str
    tier: str


class Reading(NamedTuple):
    """What a bag of cards is played as; ``second`` is the top of a kicker run, else None."""

    shape: str
    length: int
    top: str
    second: str | None


@dataclass(eq=False)
class Rules:
    """The part of one rule file that says which cards may be played together."""

    name: str
    packs: int
    joker_pairs: bool
    rows: tuple[Row, ...]
    bombs: tuple[Bomb, ...]
    by_size: dict[int, list[tuple[Row, int]]] = field(default_factory=dict)
    known: dict[tuple[Bag, str], frozenset[Reading]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for row in self.rows:
            for length in range(row.least, row.most + 1):
                self.by_size.setdefault(row.size(length), []).append((row, length))


def rule_files() -> dict[str, Path]:
    """Every rule file by id; one of the package goes before one of the same id among the shapes."""
    paths = [*SHAPE_RULES.glob("*.toml"), *PACKAGE_RULES.glob("*/*.toml")]
    return {path.stem: path for path in paths}


def merged(parent: dict[str, Any], child: dict[str, Any]) -> dict[str, Any]:
    """Tables merge by key, lists and values replace, a new ``kind`` replaces its table."""
    result = dict(parent)
    for key, value in child.items():
        old = parent.get(key)
        if isinstance(value, dict) and isinstance(old, dict) and value.get("kind", old.get("kind")) == old.get("kind"):
            result[key] = merged(old, value)
        else:
            result[key] = value
    return result


def document(name: str) -> dict[str, Any]:
    """One rule file with everything it inherits."""
    own = tomllib.loads(rule_files()[name].read_text(encoding="utf-8"))
    if "extends" not in own:
        return own
    inherited = document(own["extends"])
    return merged({key: value for key, value in inherited.items() if key != "abstract"}, own)


def rule_names() -> list[str]:
    """Every rule set that is not merely a frame for others."""
    return [name for name in sorted(rule_files()) if not document(name).get("abstract", False)]


@cache
def load(name: str) -> Rules:
    """The playable shapes of one rule set."""
    rules = document(name)
    plays = rules["plays"]
    bans = plays.get("kicker_bans", {})
    return Rules(
        name=name,
        packs=rules["table"]["packs"],
        joker_pairs=plays.get("joker_pairs", False),
        rows=tuple(parse_row(text, bans) for text in plays["shapes"]),
        bombs=tuple(parse_bomb(text) for text in plays["bombs"]),
    )


def parse_row(text: str, bans: dict[str, list[str]]) -> Row:
    """Read one shape in notation, e.g. ``quad*2..+trio*+pair``."""
    body, *rest = text.split("+")
    match = BODY.fullmatch(body)
    assert match, text
    unit, least, most = match.groups()
    kickers = []
    for part in rest:
        kicker = KICKER.fullmatch(part)
        assert kicker, text
        count, kind, star = kicker.groups()
        kickers.append(Kicker(UNITS[kind], int(count or 0), star == "*", frozenset(bans.get(kind, []))))
    shortest = int(least or 1)
    longest = int(most or RUN_RANKS) if least else 1
    return Row(text, UNITS[unit], shortest, longest, tuple(kickers))


def parse_bomb(text: str) -> Bomb:
    """Read one row of the bomb list, e.g. ``4x:soft``."""
    match = BOMB.fullmatch(text)
    assert match, text
    return Bomb(text, match[1], match[2] or "")
