"""Plays as text: ``333444+5+6``, the body first and every kicker group behind a plus.

The text shows how the cards are read: where a wild card stands for another rank, that rank is written. A bomb of a tier
has it behind a colon: ``3333:soft``. Source: docs/notation.md.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final

from dizhu.cards import Hand, Rank
from dizhu.errors import NotationError
from dizhu.rules.combo import Combo, Play, Wild
from dizhu.rules.ruleset import RuleSet
from dizhu.rules.shape import Kicker, Shape

_STANDS_FOR: Final = [rank for rank in Rank if not rank.joker]


def format_play(rules: RuleSet, play: Play, wild: Wild | None = None) -> str:
    """A play as text; `parse_combo` reads its combo back."""
    if rules.bomb(play.combo):
        tier = f":{play.combo.tier}" if play.combo.tier else ""
        jokers = Hand(play.cards.word >> 52 << 52)
        return (str(jokers) if play.combo.top.joker else str(play.combo.top) * len(play.cards)) + tier
    shape = Shape.parse(play.combo.shape)
    read = as_read(rules, play, wild)
    body = _body(shape, play.combo)
    groups = _kicker_groups(shape, play.combo, read - body)
    return "+".join([str(body), *groups])


def format_exact(rules: RuleSet, play: Play, wild: Wild | None = None) -> str:
    """A play as text that no other combo shares: where two rows give one text, its row stands behind it."""
    text = format_play(rules, play, wild)
    return text if parse_combo(rules, text) == play.combo else f"{text} as {play.combo.shape}"


def parse_combo(rules: RuleSet, text: str) -> Combo:
    """The combo of a text such as ``333444+5+6`` or ``33 as pair`` under a rule set; NotationError if it is none."""
    written, _, row = text.partition(" as ")
    cards, _, tier = written.partition(":")
    bag = Hand.parse(cards.replace("+", ""))
    for combo in rules.readings(bag):
        if row not in ("", combo.shape):
            continue
        if (
            rules.bomb(combo)
            and combo.tier in ("", "hard", tier)
            and format_play(rules, Play(bag, combo))
            in (
                cards,
                f"{cards}:hard",
            )
        ):
            return _with_tier(rules, combo, tier)
        if not rules.bomb(combo) and format_play(rules, Play(bag, combo)) == written:
            return combo
    raise NotationError(f"expected a combo of {rules.id} such as 333+4", text, 0)


def as_read(rules: RuleSet, play: Play, wild: Wild | None = None) -> Hand:
    """The ranks a play is read as: wild cards replaced by what they stand for.

    A wild card that is free stays its own rank or joker where that fits, else it is the lowest that does.
    Source: docs/rule-files.md, "Wild cards".
    """
    plain, wilds = _split(play.cards, wild)
    if not len(plain) and wild == "red7":
        return _cards(Rank.SEVEN, wilds)
    if not wilds or not len(plain) or rules.bomb(play.combo):
        return play.cards
    body = _body(Shape.parse(play.combo.shape), play.combo)
    spare = plain
    for rank in Rank:
        spare -= _cards(rank, min(plain.count(rank), body.count(rank)))
    fixed = body + spare
    own = _own(play.cards, wild, len(play.cards) - len(fixed))
    for staying in range(len(own), -1, -1):
        for ranks in combinations_with_replacement(_STANDS_FOR, len(own) - staying):
            read = fixed
            for rank in (*own[:staying], *ranks):
                read += _cards(rank, 1)
            if play.combo in rules.readings(read):
                return read
    raise ValueError(f"expected a play of {rules.id}, got {play}")


def _own(cards: Hand, wild: Wild | None, count: int) -> list[Rank]:
    """What the last `count` wild cards are by themselves."""
    if wild == "jokers":
        jokers = [rank for rank in (Rank.SMALL_JOKER, Rank.BIG_JOKER) for _ in range(cards.count(rank))]
        return jokers[len(jokers) - count :]
    return [Rank.SEVEN if wild == "red7" else Rank.parse(wild or "")] * count


def _split(cards: Hand, wild: Wild | None) -> tuple[Hand, int]:
    """The cards that are not wild, and the number of wild ones."""
    if wild is None:
        return cards, 0
    if wild == "red7":
        return Hand(cards.word & (1 << 60) - 1), cards.red_sevens
    ranks = (Rank.SMALL_JOKER, Rank.BIG_JOKER) if wild == "jokers" else (Rank.parse(wild),)
    plain = cards
    for rank in ranks:
        plain -= _cards(rank, cards.count(rank))
    return plain, len(cards) - len(plain)


def _body(shape: Shape, combo: Combo) -> Hand:
    word = sum(shape.unit << 4 * (combo.top - back) for back in range(combo.length))
    return Hand(word)


def _kicker_groups(shape: Shape, combo: Combo, rest: Hand) -> list[str]:
    """Kicker cards cut into groups, kinds as the shape lists them, weakest rank first."""
    ranks: dict[int, list[Rank]] = {}
    for index, kicker in sorted(enumerate(shape.kickers), key=lambda item: (not item[1].run, -item[1].size)):
        ranks[index] = _kicker_ranks(kicker, combo, rest)
        for rank in ranks[index]:
            rest -= _cards(rank, kicker.size)
    return [str(rank) * kicker.size for index, kicker in enumerate(shape.kickers) for rank in ranks[index]]


def _kicker_ranks(kicker: Kicker, combo: Combo, rest: Hand) -> list[Rank]:
    count = kicker.count or combo.length
    if kicker.run and combo.second is not None:
        return [Rank(combo.second - back) for back in range(count - 1, -1, -1)]
    fits = [rank for rank in Rank for _ in range(rest.count(rank) // kicker.size)]
    return fits[:count]


def _with_tier(rules: RuleSet, combo: Combo, tier: str) -> Combo:
    if not tier:
        return combo
    shape = f"{combo.shape.partition(':')[0]}:{tier}"
    if shape not in rules.combos.bombs:
        raise NotationError(f"expected a bomb of {rules.id}: {' '.join(rules.combos.bombs)}", shape, 0)
    return Combo(shape, combo.length, combo.top)


def _cards(rank: Rank, count: int) -> Hand:
    return Hand(count << 4 * rank)
