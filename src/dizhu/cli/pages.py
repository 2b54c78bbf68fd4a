"""Pages a player may turn to during a game: the keys, and the rules of the game at hand, written from its rule set."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from dizhu.cli.phrases import Phrases
from dizhu.rules import PairwiseDouble, PhasedShow, RuleSet
from dizhu.rules.ruleset import CallGrabAuction, ScoreAuction

_HELP: Final = ("cards", "ranks", "h", "p", "y", "l", "m", "r", "t", "q")
_HELP_LINE: Final = ("cards", "ranks", "h_line", "p", "y", "l", "m", "r", "t", "q", "tab")


def help_lines(say: Phrases, *, fills: bool) -> list[Text]:
    """What may be typed; `fills` where the terminal fills in lines and completes them."""
    return [Text(say.words(f"help.{key}")) for key in (_HELP_LINE if fills else _HELP)]


def rules_lines(say: Phrases) -> list[Text]:
    """The rules in brief."""
    words, rules = say.words, say.rules
    table = rules.table
    lines = [
        words("rules.table", seats=table.seats, packs=table.packs, hand=table.hand, bottom=table.bottom.cards),
        words("rules.goal"),
        _auction(say),
        words("rules.order"),
        words("rules.shapes", list=words.listed([say.shape_kind(row) for row in rules.combos.shapes])),
        words("rules.bombs", list=words.listed([say.bomb(row) for row in rules.combos.bombs])),
        *_kickers(say),
    ]
    if isinstance(rules.show, PhasedShow):
        during = " ".join(f"×{step.factor}" for step in rules.show.during)
        lines.append(words("rules.show", before=rules.show.before, during=during, bottom=rules.show.bottom))
    if isinstance(rules.double, PairwiseDouble):
        lines.append(words("rules.double", factor=rules.double.factor))
    lines += [words("rules.score"), *_score(rules, say)]
    return [Text(line) for line in lines]


def _auction(say: Phrases) -> str:
    auction = say.rules.auction
    if isinstance(auction, ScoreAuction):
        values = " ".join(map(str, auction.values))
        return say.words("rules.once" if auction.turns == "once" else "rules.rounds", values=values)
    if isinstance(auction, CallGrabAuction):
        key = "rules.call_grab_all" if auction.refused_may_grab else "rules.call_grab"
        return say.words(key, factor=auction.grab)
    return say.words("rules.given")


def _kickers(say: Phrases) -> list[str]:
    """One line for all kinds of kickers; none where they are free."""
    kinds = say.rules.combos.kicker_bans
    bans = dict.fromkeys((*kinds.solo, *kinds.pair, *kinds.trio, *kinds.quad))
    names = [say.words(f"ban.{ban}") for ban in bans]
    return [say.words("rules.kickers", bans=say.words.listed(names))] if names else []


def _score(rules: RuleSet, say: Phrases) -> list[str]:
    """What the bombs and springs multiply by."""
    score = rules.score
    if isinstance(score.bombs, int):
        lines = [say.words("rules.bomb_factor", factor=score.bombs)]
    else:
        lines = [f"{say.bomb(row)} ×{factor}" for row, factor in score.bombs.items()]
    if max(score.spring, score.anti_spring) > 1:
        lines.append(say.words("rules.spring", spring=score.spring, anti=score.anti_spring))
    return lines
