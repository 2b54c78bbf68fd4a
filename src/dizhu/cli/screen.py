"""The game as lines of text: the table, the hand, the pages of help, and the result. All from a `View`.

Lines are `rich.text.Text`, at most as wide as asked; Chinese characters count two columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import prod
from typing import Final

import msgspec
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from dizhu.cards import Card, Hand
from dizhu.cli.phrases import SUITS, Phrases
from dizhu.games.climb.facts import Bottom, Ended, Fact, Laid, Landlord, Passed, Received
from dizhu.games.climb.view import View
from dizhu.games.game import Phase, Seat
from dizhu.rules import PairwiseDouble, RuleSet

VERMILION: Final = "#d5452b"
BOLD_VERMILION: Final = f"bold {VERMILION}"
_RULER: Final = Console(width=80, file=None, color_system=None, legacy_windows=False)
_ROLE_COLUMNS: Final = 9
_NAME_COLUMNS: Final = 14
_CARDS_COLUMNS: Final = 10
_GAP_COLUMNS: Final = 3


class Size(msgspec.Struct, frozen=True):
    """Room for text, in columns and lines."""

    width: int = 80
    height: int = 24


def wrapped(lines: Sequence[Text], width: int) -> list[Text]:
    """Lines cut at word ends so that none is wider than `width` columns."""
    return [part for line in lines for part in (line.wrap(_RULER, width) or [Text()])]


def table_lines(view: View, deal: int, points: Sequence[int], say: Phrases, width: int) -> list[Text]:
    """The head of the screen: title and points, bottom and multiplier, every seat with its last play."""
    title = Text(say.words("title", rules=say.words.title(say.rules.name), n=deal + 1), style="bold")
    lines = [_spread(title, Text(say.points(points), style="dim"), width), _rule(width)]
    right = Text(say.multiplier(view.factors, doublings(view, say.rules)))
    lines += [_spread(_bottom(view, say), right, width), Text()]
    n = len(view.seats)
    me = view.viewer if isinstance(view.viewer, int) else 0
    lines += [_seat_line(view, (me + k) % n, say) for k in (*range(1, n), 0)]
    lines += _shown_hands(view, say)
    return wrapped(lines, width)


def hand_lines(view: View, say: Phrases) -> list[Text]:
    """The viewer's hand, grouped by rank, the suits below the ranks."""
    if not view.hand:
        return [Text(say.words("hand_empty"), style="dim")]
    ranks, suits = Text(" "), Text(" ")
    for rank, group in groupby(view.hand, key=lambda card: card.rank):
        name = say.rank(rank)
        columns = cell_len(name) + 1
        for card in group:
            ranks.append(f"{name} ", style=BOLD_VERMILION if _red(card) else "bold")
            mark = SUITS.get(card.suit) or (str(rank) if name != str(rank) else " ")
            suits.append(mark + " " * (columns - cell_len(mark)), style=VERMILION if _red(card) else "")
        ranks.append(" ")
        suits.append(" ")
    return [ranks, suits]


def full_screen(
    view: View, deal: int, points: Sequence[int], log: Sequence[Text], note: Text | None, say: Phrases, size: Size
) -> list[Text]:
    """The whole table for a screen: head, the latest events as far as they fit, the hand, a message."""
    head = table_lines(view, deal, points, say, size.width)
    count = Text(say.words("hand", n=len(view.hand)), style="dim")
    foot = [_rule(size.width, count if view.hand else None), *wrapped(hand_lines(view, say), size.width)]
    foot += wrapped([note or Text()], size.width)
    room = max(0, size.height - len(head) - len(foot) - 1)  # the rule between them
    latest = wrapped(log[-room:] if room else [], size.width)[-room:] if room else []
    return [*head, _rule(size.width), *latest, *[Text()] * (room - len(latest)), *foot]


def brief(view: View, deal: int, points: Sequence[int], say: Phrases, width: int) -> list[Text]:
    """The table for a terminal that only prints lines."""
    head = table_lines(view, deal, points, say, width)
    return [_rule(width), *head, *wrapped(hand_lines(view, say), width)]


def log_lines(view: View, say: Phrases, width: int) -> list[Text]:
    """All that was played, trick by trick, before it the auction; no line breaks between a name and its act."""
    lines = []
    for fact in view.history:
        line = None if isinstance(fact, Laid | Passed | Received | Ended) else say.fact(fact, view.bottom or ())
        lines += [Text(line, style="dim")] if line else []
    for number, trick in enumerate(tricks(view), 1):
        parts = []
        for fact in trick:
            what = say.play(fact.cards, fact.combo) if isinstance(fact, Laid) else "-"
            style = VERMILION if fact.seat == view.landlord else ""
            parts.append(Text.assemble((f"{say.names[fact.seat]} ", style or "default"), (what, "default")))
        lines += _flowing(Text(f"{number:>2}  ", style="dim"), parts, width)
    return lines or [Text(say.words("page.log_empty"))]


def factor_lines(view: View, say: Phrases) -> list[Text]:
    """Every factor of the unit on a line of its own, and the product."""
    lines = []
    unit = prod(factor.product for factor in view.factors)
    for factor in view.factors:
        value = f"×{factor.value}" if factor.name != "base" else str(factor.value)
        if factor.times > 1:
            value = say.words("factor.times", value=factor.value, times=factor.times)
        lines.append(_pair(say.factor(factor), value))
    lines.append(_pair(say.words("factor.unit"), str(unit)))
    for peasant, own in doublings(view, say.rules).items():
        assert view.landlord is not None, "who doubled is told once there is a landlord"
        terms = " × ".join(map(str, (unit, *own)))
        pair = say.words("factor.pair", landlord=say.names[view.landlord], peasant=say.names[peasant])
        lines.append(_pair(pair, f"{terms} = {unit * prod(own)}" if own else terms))
    return lines


def doublings(view: View, rules: RuleSet) -> dict[Seat, tuple[int, ...]]:
    """By peasant, the factors that the landlord and he doubled by; empty where nobody doubled."""
    nobody = not any(at.doubled for at in view.seats)
    if nobody or view.landlord is None or not isinstance(rules.double, PairwiseDouble):
        return {}
    own = [(rules.double.factor,) if at.doubled else () for at in view.seats]
    return {seat: own[view.landlord] + own[seat] for seat in range(len(own)) if seat != view.landlord}


def result_lines(view: View, points: Sequence[int], say: Phrases, width: int) -> list[Text]:
    """Who won, every factor, what each seat gets, and the cards it still held.

    points:  running points by seat, this deal counted
    """
    outcome = view.outcome
    assert outcome is not None, "a deal that is over has an outcome"
    assert outcome.landlord is not None, "a settled deal has a landlord"
    if outcome.winner == outcome.landlord:
        who = say.words("win.landlord", name=say.names[outcome.landlord])
    else:
        peasants = [name for seat, name in enumerate(say.names) if seat != outcome.landlord]
        who = say.words("win.peasants", names=say.words.listed(peasants))
    own = outcome.points[view.viewer] if isinstance(view.viewer, int) else 0
    mine = say.words("win.you" if own >= 0 else "lose.you", points=f"{own:+d}")
    lines = [_spread(Text(who, style="bold"), Text(mine, style="bold"), width), _rule(width)]
    lines += [*factor_lines(view, say), _rule(width)]
    for seat, value in enumerate(outcome.points):
        role = "landlord" if seat == outcome.landlord else "peasant"
        line = _columns((say.words(role), _ROLE_COLUMNS), (say.names[seat], _NAME_COLUMNS), (f"{value:+d}", 7))
        line.stylize(VERMILION if role == "landlord" else "")
        line.append(f"{say.words('result.total', points=f'{points[seat]:+d}')}  ")
        hand = view.seats[seat].hand or ()
        left = Text(say.ranks(Hand.of(hand)) if hand else say.words("result.out"), style="dim")
        if line.cell_len + left.cell_len <= width:
            lines.append(line.append_text(left))
        else:
            left.pad_left(_ROLE_COLUMNS)
            lines += [line, left]
    return lines


def tricks(view: View) -> list[list[Laid | Passed]]:
    """The plays and passes so far, cut into tricks; the last one may still go on."""
    found: list[list[Laid | Passed]] = []
    passes = 0
    for fact in view.history:
        if isinstance(fact, Laid):
            if not found or passes == len(view.seats) - 1:
                found.append([])
            passes = 0
        elif isinstance(fact, Passed):
            passes += 1
        if isinstance(fact, Laid | Passed):
            found[-1].append(fact)
    return found


def turn(view: View) -> Seat | None:
    """Whose turn it is to play cards; None outside the card play."""
    played = [fact for fact in view.history if isinstance(fact, Laid | Passed)]
    if view.outcome is not None or view.landlord is None:
        return None
    if played:
        return (played[-1].seat + 1) % len(view.seats)
    asked_before = view.options is not None and view.options.phase is not Phase.PLAY
    return None if asked_before or view.choice is not None else view.landlord


def event_lines(facts: Sequence[Fact], view: View, say: Phrases) -> list[Text]:
    """What an event told, line by line; `view` is the view after it."""
    bottom = next((fact.cards for fact in facts if isinstance(fact, Bottom)), ())
    lines = []
    for fact in facts:
        line = say.fact(fact, bottom)
        if line is not None:
            by_landlord = isinstance(fact, Landlord | Laid) and fact.seat == view.landlord
            style = VERMILION if by_landlord else "dim" if isinstance(fact, Passed | Received) else ""
            lines.append(Text(line, style=style))
    return lines


def _seat_line(view: View, seat: Seat, say: Phrases) -> Text:
    at = view.seats[seat]
    role = "" if view.landlord is None else say.words("landlord" if seat == view.landlord else "peasant")
    mark = ">" if turn(view) == seat else " "
    count = say.words("cards_left", n=at.cards)
    line = _columns((mark, 2), (role, _ROLE_COLUMNS), (say.names[seat], _NAME_COLUMNS), (count, _CARDS_COLUMNS))
    line.stylize(VERMILION if seat == view.landlord else "")
    if turn(view) == seat:
        line.stylize("bold")
    last = next((fact for fact in reversed((tricks(view) or [[]])[-1]) if fact.seat == seat), None)
    if isinstance(last, Laid):
        line.append(say.play(last.cards, last.combo), style="bold")
    elif last is not None:
        line.append(say.words("act.pass"), style="dim")
    tags = [say.words("robot_tag")] if at.trustee else []
    tags += [say.words("double_tag")] if at.doubled else []
    tags += [f"{say.words('show_tag')} ×{at.shown}"] if at.shown else []
    if tags:
        line.append(f"  [{' '.join(tags)}]", style="dim")
    return line


def _shown_hands(view: View, say: Phrases) -> list[Text]:
    lines = []
    for seat, at in enumerate(view.seats):
        if seat != view.viewer and at.shown and at.hand:
            lines.append(Text(f"  {say.words('their_hand', name=say.names[seat])}: {say.ranks(Hand.of(at.hand))}"))
    return lines


def _bottom(view: View, say: Phrases) -> Text:
    line = Text(f"{say.words('bottom')}  ")
    if view.bottom is None:
        line.append(say.words("bottom_hidden", n=say.rules.table.bottom.cards), style="dim")
        return line
    for card in sorted(view.bottom):
        line.append(f"{say.card(card)}  ", style=BOLD_VERMILION if _red(card) else "bold")
    return line


def _red(card: Card) -> bool:
    return card.suit in ("d", "h") or str(card.rank) == "X"


def _rule(width: int, title: Text | None = None) -> Text:
    if title is None:
        return Text("─" * width, style="dim")
    return Text.assemble(("── ", "dim"), title, (" " + "─" * (width - title.cell_len - 4), "dim"))


def _spread(left: Text, right: Text, width: int) -> Text:
    """Two texts at the ends of one line; the right one goes below where both do not fit."""
    gap = width - left.cell_len - right.cell_len
    return Text.assemble(left, " " * gap if gap > 1 else "\n", right)


def _pair(name: str, value: str) -> Text:
    return Text.assemble("  ", name, " " * max(1, 24 - cell_len(name)), (value, "bold"))


def _flowing(head: Text, parts: Sequence[Text], width: int) -> list[Text]:
    """Parts side by side behind a head, on as many lines as they need; none is broken that fits a line."""
    lines = [head.copy()]
    for part in parts:
        gap = 0 if lines[-1].cell_len <= head.cell_len else _GAP_COLUMNS
        if gap and lines[-1].cell_len + gap + part.cell_len > width:
            lines.append(Text(" " * head.cell_len))
            gap = 0
        lines[-1].append(" " * gap).append_text(part)
    return lines


def _columns(*cells: tuple[str, int]) -> Text:
    """Cells filled up to their columns."""
    return Text("".join(cell + " " * max(1 if cell else 0, columns - cell_len(cell)) for cell, columns in cells))
