"""What ``dizhu plays`` and ``dizhu readings`` are asked: cards, a rule set, wild cards, and what must be beaten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from dizhu.cards import RANKS, RED_SEVEN, Hand, letters
from dizhu.errors import NotationError, RuleError
from dizhu.rules import DEFAULT, Combo, Play, RuleSet, Wild, load_any
from dizhu.rules.notation import format_play
from dizhu.rules.ruleset import wild_code

F = TypeVar("F", bound=Callable[..., Any])

_ORDER: Final = RANKS.replace("7", f"7{RED_SEVEN}")


def question(command: F) -> F:
    """Give a command the options that say under which rules, and against what, cards are looked at."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print one line of JSON."),
        click.option(
            "--wild", metavar="RANK|red7|jokers", help="The wild cards of the deal; red sevens are written r."
        ),
        click.option("--beat-as", metavar="SHAPE", help="The row of the rule set those cards were put down as."),
        click.option("--beat", metavar="CARDS", help="The cards on the table that must be beaten."),
        rules_option(DEFAULT),
    ):
        command = option(command)
    return command


def rules_option(default: str) -> Callable[[F], F]:
    """The option that names a rule set."""
    return click.option(
        "--rules",
        "rules_name",
        default=default,
        show_default=True,
        metavar="ID|FILE.toml",
        help="The rule set, see `dizhu rules list`.",
    )


def game_rules(name: str) -> RuleSet:
    """A rule set that can be played, by id or file; RuleError otherwise."""
    rules = load_any(name)
    if rules.abstract:
        raise RuleError("a frame for other rule files, not a game", "$.abstract", name)
    return rules


def asked(rules_name: str, beat: str | None, beat_as: str | None, wild: str | None) -> tuple[RuleSet, Play | None]:
    """The rule set, and the play that must be beaten: the reading of `beat` named by its row, or its reading as a lead.

    RuleError for rules that are none, NotationError for wild cards or a play that are none.
    """
    rules = game_rules(rules_name)
    wild_code(wild)
    if beat is None:
        if beat_as is not None:
            raise click.UsageError("--beat-as says how the cards of --beat were put down, but there are none")
        return rules, None
    cards = held(rules, beat, wild)
    readings = rules.readings(cards, wild)
    fitting = [combo for combo in readings if beat_as in (None, combo.shape)]
    if not fitting:
        can_be = ", ".join(dict.fromkeys(combo.shape for combo in readings)) or "nothing"
        raise NotationError(f"expected cards that are {beat_as or 'a combo'} in {rules.id}, got {can_be}", beat, 0)
    return rules, Play(cards, fitting[0])


def held(rules: RuleSet, text: str, wild: Wild | None) -> Hand:
    """Cards of one deck of the rule set; NotationError names the first letter that is none, or card too many."""
    return Hand.parse(text, packs=rules.table.packs, red_sevens=wild == "red7")


def sorted_cards(text: str, wild: Wild | None) -> str:
    """Cards in the order 3…X, also if no deck holds them; NotationError names the first letter that is none."""
    return "".join(sorted((letter for _, letter in letters(text, red_sevens=wild == "red7")), key=_ORDER.index))


def as_object(cards: Hand | str, combo: Combo) -> dict[str, object]:
    """Cards put down as a combo, as the object that stands for that in JSON."""
    found: dict[str, object] = {
        "cards": str(cards),
        "shape": combo.shape,
        "top": str(combo.top),
        "length": combo.length,
    }
    if combo.second is not None:
        found["second"] = str(combo.second)
    return found


def written(rules: RuleSet, play: Play, wild: Wild | None) -> str:
    """A play as text, for people; where a wild card stands for another rank, the cards and what they are read as."""
    text = format_play(rules, play, wild)
    ranks = text.partition(":")[0].replace("+", "")
    return text if sorted(ranks) == sorted(str(play.cards)) else f"{play.cards}={text}"


def in_words(combo: Combo) -> str:
    """What orders a combo among those of its shape, for people."""
    length = f", length {combo.length}" if combo.length > 1 else ""
    second = f", then {combo.second}" if combo.second is not None else ""
    return f"top {combo.top}{second}{length}"


def against(last: Play | None) -> str:
    """The play that must be beaten, as the end of a sentence; empty without one."""
    return f" to beat {last.cards} ({last.combo.shape}, {in_words(last.combo)})" if last else ""
