"""What a line typed in a game means: an act, a command, a choice still open, or a mistake said in words.

Everything is decided from the `View` of the seat that typed it.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from dizhu.cards import RANKS, Hand, Rank
from dizhu.cli.phrases import Phrases, typed
from dizhu.errors import NotationError
from dizhu.games.acts import Action, Bid, Call, Grab, Lay, Pass
from dizhu.games.climb.play import pick
from dizhu.games.climb.view import View
from dizhu.games.game import Options


class Command(StrEnum):
    """What a player may ask for at any time, by its key."""

    HINT = "h"
    LOG = "l"
    MULTIPLIER = "m"
    RULES = "r"
    ROBOT = "t"
    HELP = "?"
    QUIT = "q"


class Do(msgspec.Struct, frozen=True):
    """An act that the view's options allow."""

    action: Action


class Which(msgspec.Struct, frozen=True):
    """Cards that can be put down as several combos, the usual one first."""

    plays: tuple[Lay, ...]


class Mistake(msgspec.Struct, frozen=True):
    """Why a line is no act now, in words for the player."""

    message: str


Answer: TypeAlias = Command | Do | Which | Mistake

_WORDS: Final = {
    "？": Command.HELP,
    "help": Command.HELP,
    "帮助": Command.HELP,
    "hint": Command.HINT,
    "提示": Command.HINT,
    "log": Command.LOG,
    "记录": Command.LOG,
    "倍数": Command.MULTIPLIER,
    "rules": Command.RULES,
    "规则": Command.RULES,
    "robot": Command.ROBOT,
    "托管": Command.ROBOT,
    "quit": Command.QUIT,
    "exit": Command.QUIT,
    "离开": Command.QUIT,
} | {str(command): command for command in Command}
_YES: Final = frozenset({"y", "yes", "是", "好", "叫", "叫地主", "抢", "抢地主", "明牌", "加倍"})
_PASS: Final = frozenset({"p", "pass", "不", "过", "不出", "要不起"})
_NO: Final = _PASS | {"n", "no", "0", "否", "不叫", "不抢", "不明牌", "不加倍"}
_CAPITAL_CARDS: Final = frozenset({"T", "Q"})
_JOKERS: Final = {"小王": "x ", "大王": "X ", "王炸": "xX ", "rocket": "xX "}
_SUITS: Final = re.compile("[cdhs♣♦♥♠♧♢♡♤\ufe0e\ufe0f]|黑桃|红桃|红心|梅花|草花|方块|方片", re.IGNORECASE)
_BETWEEN: Final = str.maketrans(",，、+-", "     ")


def is_yes(text: str) -> bool:
    """Whether a line says yes."""
    return plain(text).casefold() in _YES


def plain(text: str) -> str:
    """A line as if typed on a Latin keyboard, without spaces around it."""
    wide = (unicodedata.normalize("NFKC", letter) for letter in text)
    return "".join(narrow if len(narrow) == 1 else letter for narrow, letter in zip(wide, text, strict=True)).strip()


def command(text: str) -> Command | None:
    """The command a line asks for; capital T and Q are cards, not commands."""
    line = plain(text)
    return None if line in _CAPITAL_CARDS else _WORDS.get(line.casefold())


def read(text: str, view: View, say: Phrases) -> Answer:
    """What a line means for the seat of `view`, which is asked something."""
    asked = command(text)
    if asked is not None:
        return asked
    options = view.options
    assert options is not None, "only a seat that is asked something types"
    line = plain(text)
    return _cards(line, view, options, say) if options.lay else _word(line, options, say)


def answers(options: Options, say: Phrases) -> str:
    """The answers a question takes, as a phrase."""
    values = [str(act.value) for act in options.acts if isinstance(act, Bid) and act.value]
    return say.words("answers.bid", values=" ".join(values)) if values else say.words("answers.yes_no")


def _word(line: str, options: Options, say: Phrases) -> Answer:
    """An answer in the auction, or about showing and doubling."""
    may = answers(options, say)
    if not line:
        return Mistake(say.words("no.empty_other", answers=may))
    key = line.casefold()
    for act in options.acts:
        yes = act.value > 0 if isinstance(act, Bid) else getattr(act, "yes", False)
        if (key in _NO and not yes) or (isinstance(act, Bid) and key == str(act.value)):
            return Do(act)
        if key in _YES and yes and not isinstance(act, Bid):
            return Do(act)
        if isinstance(act, Bid | Call | Grab) and key == say.act(act):
            return Do(act)
    bids = {str(value) for act in options.acts if isinstance(act, Bid) for value in range(1, act.value)}
    if key in bids:
        return Mistake(say.words("no.bid", answers=may))
    return Mistake(say.words("no.answer", text=line, answers=may))


def _cards(line: str, view: View, options: Options, say: Phrases) -> Answer:
    """Cards to put down, or a pass."""
    if not line:
        return Mistake(say.words("no.empty" if options.to_beat else "no.empty_lead"))
    if line.casefold() in _PASS:
        return Do(Pass()) if Pass() in options.acts else Mistake(say.words("no.pass"))
    held = Hand.of(view.hand)
    bag = _parse(line, say)
    if isinstance(bag, Mistake):
        return bag
    if bag not in held:
        lacking = "".join(str(r) * max(0, bag.count(r) - held.count(r)) for r in Rank)
        if lacking == "x":
            return Mistake(say.words("no.hand_x"))
        return Mistake(say.words("no.hand", cards=say.ranks(Hand.parse(lacking))))
    return _laid(bag, view, options, say)


def _parse(line: str, say: Phrases) -> Hand | Mistake:
    """The cards of a line, counted by rank."""
    for joker, letter in _JOKERS.items():
        line = re.sub(joker, letter, line, flags=re.IGNORECASE)
    line = line.translate(_BETWEEN)
    try:
        return Hand.parse(line)
    except NotationError as error:
        at = error.position
        ranks = _without_suits(line)
        if ranks is not None:
            return Mistake(say.words("no.suit", ranks=typed(ranks)))
        if line[at].upper() in RANKS or line.startswith("10", at):
            return Mistake(say.words("no.hand", cards=line))
        return Mistake(say.words("no.letter", at=at + 1, letter=line[at]))


def _without_suits(line: str) -> Hand | None:
    """The cards of a line in which suits are named too; None if it is not that."""
    try:
        bag = Hand.parse(_SUITS.sub("", line))
    except NotationError:
        return None
    return bag if len(bag) else None


def _laid(bag: Hand, view: View, options: Options, say: Phrases) -> Answer:
    """Cards of the hand as an act, or why they cannot be put down."""
    rules, beat = say.rules, options.to_beat
    readings = rules.readings(bag)
    if not readings:
        return Mistake(say.words("no.combo", cards=say.ranks(bag)))
    fits = [combo for combo in readings if beat is None or rules.beats(combo, beat)]
    usual = rules.reading(bag, beat)
    if usual is None:
        return Mistake(_does_not_beat(bag, view, say))
    ordered = [usual, *(combo for combo in fits if combo != usual)]
    plays = tuple(Lay(pick(view.hand, bag), combo) for combo in ordered)
    return Do(plays[0]) if len(plays) == 1 else Which(plays)


def _does_not_beat(bag: Hand, view: View, say: Phrases) -> str:
    """Why cards that are a combo do not beat the trick, and what would."""
    trick = view.trick
    assert trick is not None, "what must be beaten was laid"
    last = trick.laid.combo
    readings = say.rules.readings(bag)
    alike = [combo for combo in readings if (combo.shape, combo.length) == (last.shape, last.length)]
    mine = (alike or readings)[0]
    cards, table, what = say.play(bag, mine), say.play(trick.laid.cards, last), say.combo(last)
    if say.rules.bomb(last):
        strongest = last.shape == say.rules.combos.bombs[-1]
        return say.words("no.beat_rocket" if strongest and last.top.joker else "no.beat_bomb", cards=cards, table=table)
    if alike:
        return say.words("no.beat_higher", cards=cards, table=table, what=what)
    return say.words("no.beat_other", cards=cards, mine=say.combo(mine), table=table, what=what)
